from typing import TypeVar

T = TypeVar("T")

def replace(x: T, **changes) -> T: ...

from typing import Any, Callable, TypeVar

T = TypeVar("T")
S = TypeVar("S")
V = TypeVar("V")

def ib(
    default: T = None, validator=None, repr=True, eq=None, order=None, hash=None, init=True, metadata=None,
    type: type[S] = None, converter=None, factory: Callable[..., V] = None, kw_only=False, on_setattr=None, alias=None,
) -> T | S | V: ...
def field(
    *, default: T = None, validator=None, repr=True, eq=None, order=None, hash=None, init=True, metadata=None,
    type: type[S] = None, converter=None, factory: Callable[..., V] = None, kw_only=False, on_setattr=None, alias=None,
) -> T | S | V: ...
def Factory(factory: Callable[..., T], takes_self=False) -> T: ...
def evolve(inst: T, **changes) -> T: ...
def assoc(inst: T, **changes) -> T: ...

attrib = ib

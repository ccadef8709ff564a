"""The inference engine: evaluates expressions on demand, within a budget, with a memo that is safe on cycles."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, Protocol, TypeVar

from ctxask.facts.python.model import Segment, Skeleton
from ctxask.resolve.python.modules import Modules
from ctxask.resolve.python.values import NOTHING, Env, Values, unknown

STEPS = 500  # evaluations a site may cost
GREEDY = 300  # evaluations by which one function's result eats up a site's budget: it would eat up the next site's too
RETURNS = "returns"  # kind of the keys under which results of functions are kept
QUESTION = 1_000_000  # evaluations after which the further sites of a question are looked at only shortly
FRUGAL = 50  # evaluations that a site may cost from then on
DEPTH = 120  # evaluations inside each other
FOUND_FURTHER = frozenset(  # the mechanisms that what callers pass and what subclasses add may do away with
    ("parameter", "default", "call_result", "type_parameter", "missing_attribute", "unknown_receiver")
)
_NEVER = 1 << 30
_UNSEEN: Any = object()

R = TypeVar("R")


class Facts(Protocol):
    """What inference reads: only facts, by path."""

    def skeleton(self, path: str) -> Skeleton: ...

    def segment(self, path: str, scope: int) -> Segment: ...

    def read(self, path: str) -> bytes: ...

    def defines(self, path: str, name: str) -> bool:
        """Whether a function of this name may be defined in the file, by its bytes alone."""

    def holding(self, name: str) -> tuple[str, ...]:
        """Python files whose text holds the identifier."""


class Key(NamedTuple):
    """A binding's identity: a name in a scope of a file; a whole module has scope -1 and no name."""

    path: str
    scope: int
    name: str
    block: int = 0  # of the comprehension or lambda that binds it inside the scope


class Frame(NamedTuple):
    """Where an expression is evaluated: a scope, and what its parameters hold."""

    path: str
    scope: int
    env: Env = ()
    closure: Env = ()  # the environment of the enclosing function
    level: int = 0  # how many calls deep arguments were carried


class Inference:
    """Memo, budget and facts; the rules live in the modules beside this one."""

    def __init__(
        self,
        facts: Facts,
        modules: Modules,
        check: Callable[[], None] = lambda: None,
        below: Inference | None = None,
        among: Callable[[str], tuple[str, ...]] = lambda name: (),
    ) -> None:
        """One with another below also asks what callers pass, as the other sees it, and what subclasses add.

        `among` gives the files that hold a name and are looked at for that, sorted.
        """
        self.facts = facts
        self.modules = modules
        self.check = check
        self.below = below
        self.among = among
        self.steps = self.spent = 0
        self.budget = STEPS
        self.unbounded: bool = (
            below is not None and below.unbounded
        )  # the whole graph is wanted, and a question's bound means nothing
        self.exhausted = False
        self.stub_scopes: dict[tuple[str, str], int] = {}  # of classes, by stub and name
        self.named_bases: dict[str, dict[str, list[int]]] = {}  # classes of a file by the names of their bases
        self.of_modules: dict[tuple[str, str], list[Any]] = {}  # the targets of modules' own names, by path and name
        self._memo: dict[Hashable, Any] = {}
        self._active: dict[Hashable, int] = {}
        self._low = _NEVER
        self.segment = facts.segment  # asked for millions of times: not through a method of its own
        from ctxask.resolve.python.expressions import evaluate

        self._compute = evaluate

    def begin(self) -> None:
        """Starts the budget of a new site."""
        self.spent += self.steps
        self.budget = STEPS if self.unbounded or self.spent < QUESTION else FRUGAL
        self.steps = 0
        self.exhausted = False
        self.check()

    def skeleton(self, path: str) -> Skeleton:
        return self.facts.skeleton(path)

    def holders(self, name: str) -> tuple[str, ...]:
        return self.facts.holding(name)

    def evaluate(self, frame: Frame, node: int) -> Values:
        """What the expression may be; NOTHING inside its own evaluation."""
        key = ("e", frame, node)
        kept: Values | None = self._memo.get(key)
        if kept is not None:  # as most are
            return kept
        return self.once(key, NOTHING, unknown, self._compute, self, frame, node)

    def forget(self, frame: Frame, nodes: int) -> None:
        """Lets go of what the first so many expressions of a frame were found to be."""
        for node in range(nodes):
            self._memo.pop(("e", frame, node), None)

    def once(
        self, key: tuple[Any, ...], bottom: R, cut: Callable[[str], R], compute: Callable[..., R], *given: Any
    ) -> R:
        """What computing the given gives, memoised; `bottom` on a cycle, `cut(reason)` when the budget is used up.

        A result that leant on an unfinished one further up is not kept: it would be true only from there.
        """
        kept: R = self._memo.get(key, _UNSEEN)  # one look: keys are deep, and are hashed anew each time
        if kept is not _UNSEEN:
            return kept
        active = self._active.get(key)
        if active is not None:
            if active < self._low:
                self._low = active
            return bottom
        self.steps += 1
        begun = self.steps
        depth = len(self._active)
        if self.steps > self.budget or depth > DEPTH:
            self._low = -1
            self.exhausted = True
            return cut("budget")
        outer, self._low = self._low, _NEVER
        self._active[key] = depth
        try:
            result = compute(*given)
        finally:
            del self._active[key]
            low = self._low
            self._low = low if low < depth and low < outer else outer
        if low >= depth:
            self._memo[key] = result
        elif low < 0 and key[0] == RETURNS and self.steps - begun > GREEDY:
            self._memo[key] = cut("budget")
        return result

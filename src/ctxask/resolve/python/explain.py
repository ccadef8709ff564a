"""Why a site means what it means: the receiver and where it comes from, the class that defines the name, the import."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.facts.python.model import Segment
from ctxask.resolve.python import implicit
from ctxask.resolve.python.classes import mro
from ctxask.resolve.python.infer import Frame
from ctxask.resolve.python.members import is_none, member
from ctxask.resolve.python.names import Target, follow
from ctxask.resolve.python.origin import bound, imported, is_module, origin, place
from ctxask.resolve.python.phrases import described, is_unknown, qualified, written
from ctxask.resolve.python.recorded import Recorded
from ctxask.resolve.python.symbols import Symbols
from ctxask.resolve.python.targets import targets
from ctxask.resolve.python.values import Class, Instance, Unknown, Value
from ctxask.resolve.reason import Reason, why_open
from ctxask.rows import Site

_TOLD = 2  # values of one receiver that are told apart


class Explanation:
    """The reasons of sites, worked out anew with a record of what each result was made from."""

    def __init__(self, inf: Recorded, symbols: Symbols) -> None:
        self.inf, self.symbols, self.sources = inf, symbols, symbols.sources

    def reasons(self, site: Site) -> list[Reason]:
        """The steps that settle the site, or leave it open; without the conclusion."""
        start = self.sources.positions(site.path).offset(site.line, site.col)
        if start is None or site.bucket == "mentioned":
            return []
        scope = self.inf.skeleton(site.path).at(start)
        frame, segment = Frame(site.path, scope), self.inf.segment(site.path, scope)
        self.inf.begin()
        if site.role in ("override", "definition"):
            return list(self._overriding(site, start))
        if site.implicit:
            return list(self._silent(frame, segment, site, start))
        for node, e in enumerate(segment.nodes):
            if e[0] == "n" and e[2] == start:
                return list(self._name(frame, node))
            if e[0] == "a" and e[3] == start:
                return list(self._member(frame, e[1], e[2], site))
        for level, module, name, at, _, alias_at, block in segment.imports:
            if start in (at, alias_at) or (not name and at <= start <= at + len(module.encode())):
                extra = [level, module, name] if name else [module, True]
                row = ["from" if name else "import", at, block, -1, extra]
                return [imported(self.inf, self.sources, site.path, row)]
        return [Reason("a call replaces what the string names")] if site.role == "patch" else self._word(segment, start)

    def _word(self, segment: Segment, start: int) -> list[Reason]:
        for _, at, kind, *call in segment.words:
            if at == start and call:
                return [Reason(f"keyword of {written(segment, call[0])}")]
            if at == start:
                return [Reason(f"the name of a {kind}")]
        return []

    def _name(self, frame: Frame, node: int) -> Iterator[Reason]:
        """What a bare name is bound by."""
        text = written(self.inf.segment(frame.path, frame.scope), node)
        for target in targets(self.inf, frame, node)[:_TOLD]:
            if target.key is None or target.frame is None:
                value = target.value
                known = value is not None and not is_unknown(value)
                yield Reason(
                    f"{text} is {described(self.inf, value)}" if known and value else why_open("undefined_name")
                )
                continue
            yield from self._bound(frame, node, text, target)

    def _bound(self, frame: Frame, node: int, text: str, target: Target) -> Iterator[Reason]:
        assert target.frame is not None
        for row in target.rows[:_TOLD]:
            if row[0] in ("from", "import"):
                yield imported(self.inf, self.sources, target.frame.path, row)
            elif row[0] in ("def", "class"):
                what = "class" if row[0] == "class" else "function"
                yield Reason(f"{text} is the {what} defined", place(self.sources, target.frame.path, row[1]))
            else:
                values = self.inf.evaluate(frame, node)
                value = next((v for v in values if not is_unknown(v)), values[0] if values else None)
                if value is not None:
                    found = bound(self.inf, self.sources, target, (row[1],), value)
                    yield from (found,) if found else ()

    # -- attributes -----------------------------------------------------------------------------------------------

    def _member(self, frame: Frame, receiver: int, name: str, site: Site) -> Iterator[Reason]:
        """The receiver, whence it has its type, and what defines the name there."""
        segment = self.inf.segment(frame.path, frame.scope)
        text = written(segment, receiver)
        at = place(self.sources, frame.path, implicit.start_of(segment, receiver))
        for value in self._deciding(self.inf.evaluate(frame, receiver), name, site):
            steps = list(origin(self.inf, self.sources, frame, receiver, value))
            if not steps and segment.nodes[receiver][0] == "n":
                steps = list(self._name(frame, receiver))
            first = steps[0] if steps else Reason(described(self.inf, value), at)
            said = described(self.inf, value) if first.says == f"{text} written there" else first.says
            said = said.replace(f"parameter {text}", "parameter", 1).removeprefix(f"{text} ")
            yield Reason(f"receiver {text}: {said}", first.at or at)
            yield from steps[1:]
            yield from self._defined(value, name, site.mechanism)

    def _deciding(self, values: tuple[Value, ...], name: str, site: Site) -> list[Value]:
        """The values of a receiver that make the site what it is."""
        hits = [value for value in values if self._means(value, name, site.subject)]
        hidden = [value for value in values if is_unknown(value)]
        known = [value for value in values if not is_unknown(value) and not is_none(self.inf, value)]
        if site.bucket == "confirmed":
            return hits[:1] or known[:1]
        if site.bucket == "likely":
            return [*hits[:1], *hidden[:1]] or known[:1]
        if site.bucket == "undecided" and site.mechanism not in ("override", "protocol"):
            blamed = [v for v in values if site.mechanism in self._hidden_by(v, name)]
            return blamed[:1] or hidden[:1] or known[:1] or list(values[:1])
        return known[:_TOLD] or hidden[:1]

    def _means(self, value: Value, name: str, subject: str) -> bool:
        found = [t for one in member(self.inf, value, name) for t in follow(self.inf, one)]
        return any(t.key is not None and self._id(t) == subject for t in found)

    def _hidden_by(self, value: Value, name: str) -> list[str]:
        """The mechanisms that hide the member of a value."""
        found = [t.value for t in member(self.inf, value, name)]
        return [value.mechanism for value in found if isinstance(value, Unknown)]

    def _id(self, target: Target) -> str:
        assert target.key is not None
        return f"{target.key.path}::{self.symbols.qualname(target.key)}"

    def _defined(self, value: Value, name: str, mechanism: str = "") -> Iterator[Reason]:
        """Who defines the member of a value, and from whom that is inherited."""
        for target in member(self.inf, value, name)[:1]:
            if target.key is None or target.frame is None or not target.rows:
                if isinstance(value, Instance | Class) and isinstance(target.value, Unknown):
                    same = target.value.mechanism == mechanism  # then the conclusion says it
                    why = "" if same else f": {why_open(target.value.mechanism)}"
                    yield Reason(f"{name} of {described(self.inf, value)}{why}")
                continue
            row, path = target.rows[0], target.frame.path
            if is_module(value) or target.owner is None:
                if row[0] in ("from", "import"):
                    yield imported(self.inf, self.sources, path, row)
                else:
                    yield Reason(f"{described(self.inf, value)} binds {name}", place(self.sources, path, row[1]))
                continue
            yield Reason(self._inherits(value, target.owner, name), place(self.sources, path, row[1]))

    def _inherits(self, value: Value, owner: Class, name: str) -> str:
        cls = value.cls if isinstance(value, Instance) else value
        defining = qualified(self.inf, owner.path, owner.scope)
        if isinstance(cls, Class) and cls[:2] != owner[:2]:
            return f"{qualified(self.inf, cls.path, cls.scope)} inherits {name} from {defining}"
        return f"class {defining} defines {name}"

    # -- sites without the name -------------------------------------------------------------------------------------

    def _silent(self, frame: Frame, segment: Segment, site: Site, start: int) -> Iterator[Reason]:
        """What the syntax calls on which operand."""
        name = site.subject.rpartition(".")[2]
        if site.role == "construct":
            made = [e[1] for node, e in enumerate(segment.nodes) if e[0] == "c"]
            operands = [node for node in made if implicit.start_of(segment, node) == start]
        else:
            found = [p for p in implicit.places(segment, name) if p.start == start and p.role == site.role]
            operands = [one.receiver for one in found]
        for node in operands[:_TOLD]:
            for value in self.inf.evaluate(frame, node)[:1]:
                asked = Instance(value) if site.role == "construct" and isinstance(value, Class) else value
                text = written(segment, node)
                yield Reason(
                    f"{text}() makes {described(self.inf, asked)}" if asked is not value else f"operand {text}"
                )
                yield from origin(self.inf, self.sources, frame, node, value)
                yield from self._defined(asked, name)

    def _overriding(self, site: Site, start: int) -> Iterator[Reason]:
        """The line of classes from the one that defines the name here up to the subject's."""
        scope = self.inf.skeleton(site.path).at(start)
        cls = self.inf.skeleton(site.path).scopes[scope].parent
        base = site.subject.partition("::")[2].rpartition(".")[0]
        if cls <= 0 or not base:
            return
        line = [c for c in mro(self.inf, Class(site.path, cls)) if isinstance(c, Class)]
        names = [qualified(self.inf, c.path, c.scope) for c in line]
        if base in names:
            own = self.inf.skeleton(site.path).scopes[cls].name_start
            way = " → ".join(names[: names.index(base) + 1])
            yield Reason(f"method resolution order {way}", place(self.sources, site.path, own))

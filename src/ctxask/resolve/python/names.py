"""Looks a name up: scopes inside a file, then the module, star imports, builtins; and members of modules."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ctxask.facts.python.builder import BODY, OUTER
from ctxask.facts.python.model import Segment
from ctxask.resolve.python import stubs
from ctxask.resolve.python.infer import Frame, Inference, Key
from ctxask.resolve.python.reach import AFTER, Row, chain, inner, owner, reaching, visible
from ctxask.resolve.python.values import Class, External, Module, Namespace, Unknown, Value


class Target(NamedTuple):
    """What a name or attribute stands for: a binding with the rows that can have made it, or a value as such."""

    key: Key | None
    rows: tuple[Row, ...] = ()
    frame: Frame | None = None  # where the rows are evaluated
    value: Value | None = None  # without a key: a module, something external, unknown
    receiver: Value | None = None  # through which it was reached
    owner: Class | None = None  # whose class body binds it


def is_private(name: str) -> bool:
    """Whether a class keeps the attribute to itself: the language mangles `__name`."""
    return name.startswith("__") and not name.endswith("__")


def unknown_target(mechanism: str) -> Target:
    return Target(None, value=Unknown(mechanism))


def lookup(inf: Inference, frame: Frame, name: str, position: int, block: int) -> list[Target]:
    """The bindings that a name can mean at a place."""
    skeleton = inf.skeleton(frame.path)
    scope, inside = frame.scope, True  # inside: the place itself stands in this scope, not below it
    while scope > 0 or (inside and scope == 0):
        segment = inf.segment(frame.path, scope)
        outside = chain(segment, block)[-1] == OUTER
        declared = {row[0] for row in segment.outer if row[1] == name} if segment.outer else ()
        if "global" in declared and not outside:
            break
        of_class = skeleton.scopes[scope].kind == "class"
        if "nonlocal" not in declared:
            rows = visible(segment, name, block, of_class) if inside or not of_class else _around(segment, name)
            live = reaching(segment, rows, position if inside else AFTER, block) if rows else []
            live = live or [row for row in rows if inside and row[1] == position]  # the place itself binds the name
            if live or (rows and not of_class):
                key = Key(frame.path, scope, name, inner(segment, rows))
                found = Target(key, tuple(live or rows), _frame_of(inf, frame, scope))
                return [found, *_from_inside(inf, key)] if scope and not (of_class or key.block) else [found]
        inside = outside  # what is written around a definition sees the surroundings as they are at that place
        position, block = skeleton.scopes[scope].start, BODY
        scope = skeleton.scopes[scope].parent
    return module_level(inf, frame.path, name)


def _frame_of(inf: Inference, frame: Frame, scope: int) -> Frame:
    """The frame of a scope, as it is seen from one inside it."""
    if scope == frame.scope:
        return frame
    if scope == 0:
        return Frame(frame.path, 0)
    in_function = inf.skeleton(frame.path).scopes[scope].kind == "function"
    return Frame(frame.path, scope, frame.closure if in_function else (), frame.closure)


def _around(segment: Segment, name: str) -> list[Row]:
    """The type parameters of a class, which its methods see as its own names are not seen."""
    return [row for row in segment.binds.get(name, ()) if row[2] == OUTER]


def _from_inside(inf: Inference, key: Key) -> list[Target]:
    """What functions inside the key's function bind to the name, having declared it nonlocal."""
    return inf.once(("inside", key), [], lambda _: [], lambda: _bound_inside(inf, key))


def _bound_inside(inf: Inference, key: Key) -> list[Target]:
    scopes = inf.skeleton(key.path).scopes
    found: list[Target] = []
    for scope in range(key.scope + 1, len(scopes)):
        if scopes[scope].start >= scopes[key.scope].end:
            break
        segment = inf.segment(key.path, scope)
        if any(row[:2] == ["nonlocal", key.name] for row in segment.outer) and key.name in segment.binds:
            found.append(Target(key, tuple(segment.binds[key.name]), Frame(key.path, scope)))
    return found


def module_level(inf: Inference, path: str, name: str) -> list[Target]:
    """A global name: the module's bindings, what functions bind as global, star imports, builtins."""
    return module_rows(inf, path, name) or _beyond(inf, path, name)


def module_rows(inf: Inference, path: str, name: str) -> list[Target]:
    """The module's own bindings of a name, as they are once it has run."""
    found = inf.of_modules.get((path, name))
    if found is None:
        found = inf.of_modules[path, name] = _module_rows(inf, path, name)
    return found


def _module_rows(inf: Inference, path: str, name: str) -> list[Target]:
    segment = inf.segment(path, 0)
    rows = [row for row in segment.binds.get(name, ()) if owner(segment, row[2]) == BODY]
    rows = [row for row in rows if not _as_script(segment, row[2])] or rows
    if len(rows) > 1:
        rows = [row for row in rows if not _from_itself(inf, path, name, row)] or rows
    found: list[Target] = []
    if rows:
        found.append(Target(Key(path, 0, name), tuple(reaching(segment, rows, AFTER, BODY) or rows), Frame(path, 0)))
    for scope in global_scopes(inf, path, name):
        inner = inf.segment(path, scope)
        more = tuple(inner.binds.get(name, ()))
        if more:
            found.append(Target(Key(path, 0, name), more, Frame(path, scope)))
    return found


def _from_itself(inf: Inference, path: str, name: str, row: Row) -> bool:
    """Whether a module imports a name from itself: then it binds what it was bound to."""
    if row[0] != "from" or row[4][2] != name:
        return False
    return imported_module(inf, path, row[4][0], row[4][1]) == Module(path)


def _as_script(segment: Segment, block: int) -> bool:
    """Whether a block only runs when the file is the program: below `if __name__ == ...`."""
    for around in chain(segment, block):
        _, kind, _, test, *_ = segment.blocks[around]
        if kind == "if" and segment.nodes[test][0] == "x":
            return any(segment.nodes[n][:2] == ["n", "__name__"] for n in segment.nodes[test][2])
    return False


def global_scopes(inf: Inference, path: str, name: str) -> list[int]:
    """Functions of the file that declare the name global."""
    return [scope for scope, declared in inf.skeleton(path).globals if declared == name]


def _beyond(inf: Inference, path: str, name: str) -> list[Target]:
    starred = star_imports(inf, path, name)
    if starred:
        return starred
    if path != stubs.BUILTINS:
        found = module_rows(inf, stubs.BUILTINS, name)
        if found and not name.startswith("_") and all(row[0] != "from" for row in found[0].rows):
            return found
    if path == stubs.path("typing"):
        return [Target(None, value=External(f"typing.{name}"))]  # its special forms are written nowhere
    if name == "__class__":
        return [unknown_target("class_cell")]
    if name in ("__name__", "__file__", "__doc__", "__path__", "__spec__", "__package__"):
        return [Target(None, value=External(f"builtins.{name}"))]
    return [unknown_target("star_import" if brings_unseen(inf, path) else "undefined_name")]


def brings_unseen(inf: Inference, path: str) -> bool:
    """Whether a star import, here or behind one, takes names from a module that cannot be seen."""
    return inf.once(("unseen", path), False, lambda _: True, lambda: _brings_unseen(inf, path))


def _brings_unseen(inf: Inference, path: str) -> bool:
    for row in inf.segment(path, 0).binds.get("*", ()):
        module = imported_module(inf, path, row[4][0], row[4][1])
        if not isinstance(module, Module) or module.path.startswith(stubs.PREFIX) or brings_unseen(inf, module.path):
            return True
    return False


def star_imports(inf: Inference, path: str, name: str) -> list[Target]:
    """What `from m import *` brings under this name."""
    for row in reversed(inf.segment(path, 0).binds.get("*", ())):  # the last one wins
        key = ("star", path, name, row[1])
        none: list[Target] = []
        found = inf.once(key, none, lambda _: [], partial(_starred, inf, path, row, name))
        if found:
            return found
    return []


def _starred(inf: Inference, path: str, row: Row, name: str) -> list[Target]:
    module = imported_module(inf, path, row[4][0], row[4][1])
    if isinstance(module, Module) and exports(inf, module.path, name):
        found = module_member(inf, module, name, submodules=False)
        return [target for target in found if not isinstance(target.value, Unknown)]
    return []


def exports(inf: Inference, path: str, name: str) -> bool:
    """Whether `from path import *` takes the name: by `__all__` where its text holds the name, else by underscore."""
    segment = inf.segment(path, 0)
    if "__all__" in segment.binds and segment.listed is not None:
        return name in segment.listed or segment.open_list
    return not name.startswith("_")


def imported_module(inf: Inference, path: str, level: int, module: str) -> Value:
    """The module that an import statement names."""
    if level:
        if path.startswith(stubs.PREFIX):
            return External(module)
        found = inf.modules.relative(path, level, module)
        return _module(found) if found else Unknown("missing_module")
    found = None if path.startswith(stubs.PREFIX) else inf.modules.find(module, path)
    if found:
        return _module(found)
    stub = stubs.path(module)
    return Module(stub) if stub else External(module)


def _module(found: str) -> Value:
    return Namespace(found) if found.endswith("/") else Module(found)


def module_member(inf: Inference, module: Value, name: str, submodules: bool = True) -> list[Target]:
    """What `module.name` means."""
    if isinstance(module, Namespace):
        child = inf.modules.child(module.dotted, name)
        return [Target(None, value=_module(child))] if child else [unknown_target("missing_attribute")]
    if not isinstance(module, Module):
        return [unknown_target("missing_module")]
    found = module_rows(inf, module.path, name) or star_imports(inf, module.path, name)
    if found:
        return found
    if module.path.startswith(stubs.PREFIX):
        return [Target(None, value=External(f"{stubs.dotted(module.path)}.{name}"))]
    child = inf.modules.child(module.path, name) if submodules else None
    if child:
        return [Target(None, value=_module(child))]
    if "__getattr__" in inf.segment(module.path, 0).binds:
        from ctxask.resolve.python.lazy import lazily

        return lazily(inf, module.path, name) or [unknown_target("getattr")]
    if name in ("__name__", "__file__", "__doc__", "__path__", "__all__", "__dict__"):
        return [Target(None, value=External(f"builtins.{name}"))]
    return [unknown_target("missing_attribute")]


def follow(inf: Inference, target: Target) -> list[Target]:
    """The target behind imports: rows that import are replaced by what they import, through every re-export."""
    if target.frame is None or not any(map(_imports, target.rows)):
        return [target]
    key = ("follow", target.key, tuple(row[1] for row in target.rows), target.frame, target.receiver, target.owner)
    return inf.once(key, [], lambda why: [unknown_target(why)], lambda: _follow(inf, target))


def _imports(row: Row) -> bool:
    return row[0] in ("from", "import")


def _follow(inf: Inference, target: Target) -> list[Target]:
    assert target.frame is not None and target.key is not None
    kept = tuple(row for row in target.rows if row[0] not in ("from", "import"))
    found = [target._replace(rows=kept)] if kept else []
    for row in target.rows:
        if row[0] in ("from", "import"):
            for inner in import_targets(inf, target.frame.path, row):
                found += [t._replace(receiver=target.receiver, owner=target.owner) for t in follow(inf, inner)]
    return found


def import_targets(inf: Inference, path: str, row: Row) -> list[Target]:
    """What one imported name means, one step."""
    if row[0] == "import":
        dotted, whole = row[4]
        named = dotted if whole else dotted.partition(".")[0]
        return [Target(None, value=imported_module(inf, path, 0, named))]
    level, module, name = row[4]
    source = imported_module(inf, path, level, module)
    if isinstance(source, External):
        return [Target(None, value=External(f"{source.dotted}.{name}"))]
    if isinstance(source, Unknown):
        return [Target(None, value=source)]
    if isinstance(source, Module) and source.path == path:  # from itself: a submodule, or what it binds otherwise
        child = inf.modules.child(path, name)
        bound = [] if child else module_rows(inf, path, name)
        bound = [found for found in bound if not any(_from_itself(inf, path, name, row) for row in found.rows)]
        return [Target(None, value=_module(child))] if child else bound
    return module_member(inf, source, name)

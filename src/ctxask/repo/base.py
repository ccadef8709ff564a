"""What the work tree is compared with: a revision's tree, and the words in which to say which it is."""

from __future__ import annotations

from typing import NamedTuple

from ctxask import canon
from ctxask.lesson import Lesson, Stop
from ctxask.repo.git import Git, GitFailed
from ctxask.rows import Note

GITLINK = "160000"
EMPTY = "nothing, before the first commit"

Tree = dict[str, tuple[str, str]]  # path -> (mode, id of the blob, of the commit for a submodule)


class Base(NamedTuple):
    """A tree to compare with; `tree` is empty where nothing has been committed before."""

    tree: str
    name: str  # HEAD, the parent of HEAD, the revision as it was given, …
    notes: tuple[Note, ...] = ()


def head(git: Git) -> Base:
    """The commit that is checked out. Raises GitFailed where its tree is not in this clone."""
    tree = resolve(git, "HEAD^{tree}")
    if tree:
        return Base(tree, "HEAD")
    if resolve(git, "HEAD"):
        raise GitFailed(128)
    return Base("", EMPTY)


def parent_of_head(git: Git) -> Base:
    """What the last commit started from. Raises GitFailed where it is not in this clone."""
    tree = resolve(git, "HEAD^1^{tree}")
    if not tree and (_shallow(git) or resolve(git, "HEAD^1")):
        raise GitFailed(128)  # a shallow clone ends here, the history does not
    return Base(tree, "the parent of HEAD") if tree else Base("", EMPTY)


def given(git: Git, revision: str) -> Base:
    """The base that a person names. Raises Stop with a lesson for what names no commit or tree."""
    tree = _named(git, revision, "tree")
    if not tree:
        raise Stop(
            Lesson("bad_base", f"{revision!r} names no commit or tree of this repository", "--base HEAD, or a branch")
        )
    return Base(tree, revision)


def merge_base(git: Git, revision: str) -> str:
    """The tree id of the commit from which HEAD and a revision went apart.

    Raises Stop with a lesson for a revision that is none, and where there is no such commit in this clone.
    """
    commit = _named(git, revision, "commit")
    if not commit:
        raise Stop(Lesson("bad_base", f"{revision!r} names no commit of this repository", "--base HEAD, or a branch"))
    tree = _fork(git, commit)
    if tree:
        return tree
    if _shallow(git):
        raise Stop(
            Lesson(
                "bad_base",
                f"this shallow clone does not reach back to where HEAD and {revision!r} went apart",
                "git fetch --depth 1000, or git fetch --unshallow",
            )
        )
    raise Stop(Lesson("bad_base", f"HEAD and {revision!r} have no commit in common", "--base HEAD, or another branch"))


def default_branch_base(git: Git) -> Base:
    """The base that a review takes where none is given.

    It is the merge base of HEAD with the remote's default branch, else with the upstream of the current branch, else
    with main or master where that is another commit than HEAD, else HEAD itself. A branch whose merge base is not in
    this clone is passed over, with a note. Raises GitFailed where HEAD's tree is not here.
    """
    notes: list[Note] = []
    current = resolve(git, "HEAD^{commit}")
    for revision in ("refs/remotes/origin/HEAD", "@{upstream}", "refs/heads/main", "refs/heads/master"):
        commit = resolve(git, f"{revision}^{{commit}}") if current else ""
        if not commit or (revision.startswith("refs/heads/") and commit == current):
            continue
        name = _short(git, revision)
        tree = _fork(git, commit)
        if tree:
            return Base(tree, f"the merge base with {name}", tuple(notes))
        why = "this shallow clone: git fetch --unshallow" if _shallow(git) else "its history"
        notes.append(Note("merge_base_unknown", 1, f"no merge base with {name} in {why}"))
    return head(git)._replace(notes=tuple(notes))


def tree_of(git: Git, tree: str) -> Tree:
    """Everything in a tree, submodules included; nothing for no tree. Raises GitFailed."""
    found: Tree = {}
    if not tree:
        return found
    for item in git.run("ls-tree", "-r", "-z", "--full-tree", tree).split(b"\0"):
        told, _, raw = item.partition(b"\t")
        if raw:
            mode, _kind, blob = told.decode("ascii").split(" ")
            found[canon.path_text(raw)] = (mode, blob)
    return found


def resolve(git: Git, revision: str) -> str:
    """The object id of a revision; empty where there is none."""
    return _line(git, "rev-parse", "--verify", "--quiet", "--end-of-options", revision)


def _named(git: Git, revision: str, kind: str) -> str:
    """The id of the tree or commit that a person's words name; empty where they name none."""
    odd = not revision or revision[0] in "-^" or "\0" in revision
    return "" if odd else resolve(git, f"{revision}^{{{kind}}}")


def _fork(git: Git, commit: str) -> str:
    """The tree at which HEAD and a commit went apart; empty where it is not in this clone."""
    fork = _line(git, "merge-base", "HEAD", commit)
    return resolve(git, f"{fork}^{{tree}}") if fork else ""


def _short(git: Git, revision: str) -> str:
    """A branch as people write it; by its full name where git has no shorter one."""
    return _line(git, "rev-parse", "--abbrev-ref", "--verify", "--quiet", revision) or revision


def _shallow(git: Git) -> bool:
    return _line(git, "rev-parse", "--is-shallow-repository") == "true"


def _line(git: Git, *arguments: str) -> str:
    """The one line that git answers, any bytes escaped; empty where it fails."""
    try:
        return canon.path_text(git.run(*arguments).strip())
    except GitFailed:
        return ""

"""Which file an imported module is, by source roots and the place of the importing file."""

from __future__ import annotations

from collections.abc import Sequence

ROOT_NAMES = ("", "src", "lib", "python")


class Modules:
    """The dotted names of a set of Python files."""

    def __init__(
        self, paths: Sequence[str], roots: Sequence[str] = (), packages: Sequence[tuple[str, str]] = ()
    ) -> None:
        """`roots` are folders that imports start from, `packages` those that lie in a folder of another name."""
        self.packages = sorted(packages, reverse=True)  # inner ones before those around them
        self.files = frozenset(paths)
        folders: set[str] = set()
        for path in paths:
            folder = path.rpartition("/")[0]
            while folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        self.folders = folders
        self.roots = tuple(dict.fromkeys((*roots, *(name for name in ROOT_NAMES if name in folders))))
        self._tops: dict[str, list[str]] | None = None

    def find(self, dotted: str, importer: str) -> str | None:
        """The file of an absolute import, None when it is outside the repository; a folder for a namespace package."""
        for package, folder in self.packages:
            if dotted == package or dotted.startswith(package + "."):
                found = self._file(folder + dotted[len(package) :].replace(".", "/"))
                if found is not None:
                    return found
        top = dotted.partition(".")[0]
        for root in self._roots_for(importer, top):
            found = self.below(root, dotted)
            if found is not None:
                return found
        return None

    def below(self, root: str, dotted: str) -> str | None:
        """The module `dotted` under a folder: a file, or a folder with a trailing slash for a namespace package."""
        return self._file(f"{root}/{dotted.replace('.', '/')}" if root else dotted.replace(".", "/"))

    def _file(self, base: str) -> str | None:
        for suffix in ("/__init__.py", ".py", ".pyi", "/__init__.pyi"):
            if base + suffix in self.files:
                return base + suffix
        return base + "/" if base in self.folders and base else None

    def relative(self, importer: str, level: int, module: str) -> str | None:
        """The file of a relative import."""
        folder = importer.rpartition("/")[0]
        for _ in range(level - 1):
            folder = folder.rpartition("/")[0]
        if module:
            return self.below(folder, module)
        for name in ("__init__.py", "__init__.pyi"):
            candidate = f"{folder}/{name}" if folder else name
            if candidate in self.files:
                return candidate
        return folder + "/"

    def child(self, module: str, name: str) -> str | None:
        """The submodule of a package file or a namespace folder."""
        folder = module.rstrip("/") if module.endswith("/") else module.rpartition("/")[0]
        if not module.endswith("/") and module.rpartition("/")[2] not in ("__init__.py", "__init__.pyi"):
            return None
        found = self.below(folder, name)
        return None if found == module else found

    def dotted(self, path: str) -> list[str]:
        """The names under which a file may be imported, the likeliest first."""
        stem = path.removesuffix(".pyi").removesuffix(".py").removesuffix("/__init__")
        names = [stem.removeprefix(root + "/" if root else "") for root in self.roots if _under(stem, root)]
        top = self._package_root(path)
        names.append(stem.removeprefix(top + "/" if top else ""))
        return list(dict.fromkeys(name.replace("/", ".") for name in sorted(names, key=len) if name))

    def _package_root(self, path: str) -> str:
        folder = path.rpartition("/")[0]
        while folder and (f"{folder}/__init__.py" in self.files or f"{folder}/__init__.pyi" in self.files):
            folder = folder.rpartition("/")[0]
        return folder

    def _roots_for(self, importer: str, top: str) -> list[str]:
        own = self._package_root(importer)
        order = [*(r for r in self.roots if r), "", own, *self._collected(importer)]
        first = [r for r in dict.fromkeys(order) if self._solid(r, top)]
        return first or [*self._elsewhere(top), *dict.fromkeys(order)]

    def _collected(self, importer: str) -> list[str]:
        """Folders that a test runner puts on the path when it loads the conftest.py files around a file."""
        found = []
        folder = importer.rpartition("/")[0]
        while folder:
            if f"{folder}/conftest.py" in self.files:
                found.append(self._package_root(f"{folder}/conftest.py"))
            folder = folder.rpartition("/")[0]
        return found

    def _solid(self, root: str, top: str) -> bool:
        base = f"{root}/{top}" if root else top
        return any(base + s in self.files for s in ("/__init__.py", ".py", ".pyi", "/__init__.pyi"))

    def _elsewhere(self, top: str) -> list[str]:
        """Folders outside the known roots that hold the only package of this name."""
        if self._tops is None:
            self._tops = {}
            for path in sorted(self.files):
                folder, _, name = path.rpartition("/")
                if name == "__init__.py" and folder:
                    parent, _, package = folder.rpartition("/")
                    if f"{parent}/__init__.py" not in self.files:
                        self._tops.setdefault(package, []).append(parent)
        places = self._tops.get(top, [])
        return places if len(places) == 1 else []


def _under(path: str, root: str) -> bool:
    return not root or path.startswith(root + "/")

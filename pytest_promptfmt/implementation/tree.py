"""Which files of somebody's tree an implementation stands on: what it imports there, what that imports, and so on.

A package counts as a whole, with its data, since a name that is computed cannot be read from a source. What is
installed, the standard library and the kit do not count: they have versions.
"""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TypeAlias

from pytest_promptfmt.implementation.imports import DATA, data, imports, nodes

Found: TypeAlias = "tuple[Path, Path]"
"""A directory in which modules are looked for, and what was found below it."""

KIT = Path(__file__).parents[1]


def installed(path: Path) -> bool:
    """Is it of the standard library, or of a package that was installed?"""
    return bool(_INSTALLED.intersection(path.parts)) or any(path.is_relative_to(place) for place in _LIBRARIES)


def closure(root: Path, first: Path, places: Sequence[Path]) -> list[tuple[str, Path]]:
    """All files that `first`, a file below `root`, stands on, each with its name from where it is imported; sorted.

    `places` are the directories in which modules are looked for. Of the kit's own adapters only the adapters count,
    and of what is installed only its own package.
    """
    if first.is_relative_to(KIT):
        tree = _Tree((KIT.parent,), lambda path: path.parent == first.parent, first.parent.name)
    else:
        tree = _Tree(() if installed(first) else places, lambda path: not path.is_relative_to(KIT))
    place = first.parent if first.name == "__init__.py" else first.with_suffix("")
    waiting: list[Found] = [(root, first), *((root, path) for path in _found(root, place.relative_to(root).parts))]
    seen: set[Found] = set()
    while waiting:
        base, path = waiting.pop()
        if (base, path) not in seen and tree.counts(path):
            seen.add((base, path))
            waiting += [(base, each) for each in tree.whole(path)] if os.path.isdir(path) else tree.wanted(base, path)
    return sorted((path.relative_to(base).as_posix(), path) for base, path in seen if os.path.isfile(path))


class _Tree:
    """The `places`, what `counts` there, and the words without which no file of a package imports anything else."""

    def __init__(self, places: Sequence[Path], counts: Callable[[Path], bool], *words: str) -> None:
        self.places, self.counts = places, counts
        self._words = {*words, *(name.partition(".")[0] for place in places for name in _listed(place))}

    def whole(self, package: Path) -> Iterator[Path]:
        """Source and data of a package; links to directories are not followed, so that none leads round in a circle."""
        for folder, folders, names in os.walk(package):
            folders[:] = [name for name in folders if not foreign(folder, name)]
            self._words.update(name for name in folders if os.path.islink(os.path.join(folder, name)))
            for name in names:
                if _OF_TESTS.fullmatch(name):
                    self._words.add(name.removesuffix(".py"))
                elif name.endswith(_COVERED):
                    yield Path(folder, name)

    def wanted(self, base: Path, path: Path) -> Iterator[Found]:
        """What one file imports of the tree, and the data that it names."""
        source = _source(path)
        top = path.relative_to(base).parts[0]
        if os.path.isfile(base / top / "__init__.py"):  # most such files stand on their own package, which is covered
            words = {word.decode("utf-8", "replace") for word in _WORD.findall(source)}
            if b"../" not in source and words.isdisjoint(self._words - {top}):
                return
        named = nodes(source)
        for level, words_ in imports(named):
            if level:
                near = path.parents[min(level, len(path.parents)) - 1]
                if near.is_relative_to(base):
                    yield from ((base, module) for module in _found(base, (*near.relative_to(base).parts, *words_)))
                continue
            yield from next(filter(None, (self._in(place, words_) for place in self.places)), ())
        for name in data(named):
            place = Path(os.path.normpath(path.parent / name))
            if place.is_relative_to(base) and os.path.isfile(place):
                yield base, place

    def _in(self, place: Path, words: tuple[str, ...]) -> list[Found]:
        return [(place, module) for module in _found(place, words) if not installed(module)]


def _found(base: Path, words: tuple[str, ...]) -> Iterator[Path]:
    """The packages and the module that importing ``a.b.c`` loads from below `base`."""
    here, inside = base, False
    for word in words:
        here = here / word
        if os.path.isfile(here / "__init__.py"):
            if not inside or os.path.islink(here):  # the whole package above has it, unless it lies elsewhere
                yield here
            inside = True
        elif module := next((file for end in _MODULES if os.path.isfile(file := here.with_name(word + end))), None):
            yield module
            return
        elif not os.path.isdir(here):
            return


def _listed(place: Path) -> list[str]:
    try:
        return os.listdir(place)
    except OSError:
        return []


def foreign(folder: str, name: str) -> bool:
    """Is a folder in another one nobody's own source: hidden, installed, made, an environment?"""
    return name[0] == "." or name in _FOREIGN or os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.suffix == ".py" else b""
    except OSError:
        return b""


_MODULES = (".py", *EXTENSION_SUFFIXES)
_COVERED = (*DATA, *_MODULES)
_OF_TESTS = re.compile(r"conftest\.py|test_.*\.py|.*_test\.py")
_WORD = re.compile(rb"[\w\x80-\xff]+")
_FOREIGN = {"__pycache__", "node_modules", "site-packages", "dist-packages"}
_INSTALLED = {"site-packages", "dist-packages"}
_LIBRARIES = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib", "scripts"))

"""What lies about in files where a name leads nowhere: the modules that may have been meant, and how to name them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from glob import escape
from pathlib import Path
from types import ModuleType

from pytest_promptfmt.common.did_you_mean import nearest
from pytest_promptfmt.common.files import why_unreadable
from pytest_promptfmt.common.text import unexpanded
from pytest_promptfmt.implementation.tree import foreign

_MOST = 2_000
_DEEP = 3
_TABLE = re.compile(rb"^FORMATTERS\b", re.MULTILINE)


def no_module(name: str, directory: Path) -> str:
    """What may have been meant by a name that no module has; empty where nothing here is like it."""
    stripped = name.strip().strip("'\"").strip("=")
    return _what_it_is(stripped, directory) or _what_is_near(stripped, directory)


def _what_it_is(stripped: str, directory: Path) -> str:
    """What a word is that names no module; empty where it might name one."""
    if not stripped:
        return "--promptfmt-impl names nothing"
    if unfilled := unexpanded(stripped):
        return unfilled
    if runner := runs(directory / stripped):
        return f"it is a file, and no Python; what runs it is named with cmd: before it, {runner}"
    if foreign_project(stripped):
        return foreign_project(stripped)
    if beside := _other_ending(directory, stripped):
        return beside
    if stripped.startswith("{"):
        return 'it is a table: promptfmt_impl is a list of names, ["mymodule"]'
    if packed := next((says for end, says in _PACKED.items() if stripped.endswith(end)), ""):
        return packed
    if re.search(r"\s--?\w", stripped):
        return _IN_ONE_WORD.removeprefix("; ")
    if re.search(r"[,\s]", stripped):
        first, *_ = re.split(r"[,\s]+", stripped)
        if not _modules(directory, first):
            return f"a command in another language is named with cmd: before it, {'cmd:' + stripped!r}"
        return "it is one name: give the option once for each, and in an ini file a line for each"
    return ""


def _what_is_near(stripped: str, directory: Path) -> str:
    """The module here that has such a name, or is on the way to it."""
    known = {module: path for path, module in _files(directory)}
    if (bare := re.split(r"[^\w.]", stripped)[0]) != stripped and bare in known:
        return f"targets are chosen with --promptfmt-target, what is in a module with a colon; did you mean {bare!r}?"
    head, _, last = stripped.rpartition(".")
    if last and head in known and known[head].name != "__init__.py":
        return f"{head!r} is a module; what is in it is named with a colon, {f'{head}:{last}'!r}"
    for module, path in known.items():
        if module.endswith(f".{stripped}"):
            root = path.parts[0]
            if (directory / root / "__init__.py").exists():
                return f"did you mean {module!r}?"
            return (
                f"{path.as_posix()!r} is not where Python looks: install it ('pip install -e .'), write "
                f"'pythonpath = {root}' into the ini file, or give {module.replace('.', '/')!r}"
            )
    near = nearest(stripped.replace("-", "_"), known) or nearest(stripped, known)
    for up in () if near else list(directory.parents)[:3]:
        for file in (f"{stripped.replace('.', '/')}.py", f"{stripped.replace('.', '/')}/__init__.py"):
            if (up / file).is_file():
                near = Path(os.path.relpath(up / file, directory)).as_posix().removesuffix("/__init__.py")
    return f"did you mean {near!r}?" if near else ""


def _other_ending(directory: Path, name: str) -> str:
    """What is said of a file that would be the module if its name ended in ``.py``."""
    for path in sorted(directory.glob(f"{escape(name)}.py?*")):
        if path.suffix == ".pyi":
            return f"there is {path.name!r}, and a stub has types only"
        if path.suffix not in (".pyc", ".pyd") and path.is_file():
            return f"there is {path.name!r}: rename it to {f'{name}.py'!r}"
    return ""


def foreign_project(name: str) -> str:
    """What is said of a name by which another language finds a package; empty of any other."""
    if re.match(r"@[\w.-]+/", name) or Path(name).name in _PROJECTS:
        return "a package in another language is judged by a program that speaks for it: 'cmd:node bridge.mjs'"
    return ""


_INSTALL = "it is to be installed: 'pip install FILE', and give the name of the module in it"
_PACKED = {**dict.fromkeys((".whl", ".tar.gz", ".egg"), _INSTALL), ".zip": "unpack it, and give the module in it"}
_PACKED[".ipynb"] = "a notebook is no module: 'jupyter nbconvert --to script FILE' makes one of it"
_PROJECTS = {"package.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle", "composer.json", "Gemfile", "mix.exs"}
_IN_ONE_WORD = "; several options are one word here: leave out the quotes around them"
_RUNNERS = {".js": "node", ".mjs": "node", ".cjs": "node", ".ts": "npx tsx", ".mts": "npx tsx", ".go": "go run"}
_RUNNERS |= {".rb": "ruby", ".php": "php", ".sh": "sh", ".java": "java", ".cs": "dotnet run", ".pl": "perl"}


def runs(path: Path) -> str:
    """How a file in another language is named, quoted; empty where there is none, or nobody knows what runs it."""
    runner = _RUNNERS.get(path.suffix, "") if os.path.isfile(path) else ""
    return repr(f"cmd:{runner} {path.name}") if runner else ""


def no_file(name: str, directory: Path) -> str:
    """The same of a path that leads to no file."""
    if odd := why_unreadable(os.path.expanduser(name), directory):
        return f"; {odd}"
    if other := foreign_project(name):
        return f"; {other}"
    if re.search(r"\s--?\w", name) and not shutil.which(name.split()[0]):
        return _IN_ONE_WORD
    if len(words := name.split()) > 1 and shutil.which(words[0]):
        return f"; a command in another language is named with cmd: before it, {'cmd:' + name!r}"
    folder = directory / name
    if os.path.isdir(folder):  # which does not mind a name that no file can have
        inside = [(Path(name) / path).as_posix() for path, _ in _files(folder) if _has_table(folder / path)]
        return f"; it is a directory without __init__.py{_meant(inside)}"
    paths = [path.as_posix() for path, _ in _files(directory)]
    wanted = Path(os.path.normpath(name)).as_posix()
    same = [path for path in paths if path in (f"{wanted}.py", f"{wanted}/__init__.py") or path.endswith(f"/{wanted}")]
    near = same[0] if same else nearest(wanted, paths)
    return _meant([near] if near else [])


def with_tables(module: ModuleType) -> list[str]:
    """The modules of a package whose source has the table."""
    found = []
    for place in getattr(module, "__path__", ()):
        for path, name in _files(Path(place)):
            if path.name != "__init__.py" and _has_table(Path(place) / path):
                found.append(f"{module.__name__}.{name}")
    return found[:3]


def _meant(paths: list[str]) -> str:
    return f"; did you mean {' or '.join(map(repr, paths[:3]))}?" if paths else ""


def _modules(directory: Path, name: str) -> bool:
    return any(module == name for _, module in _files(directory))


def _has_table(path: Path) -> bool:
    try:
        return bool(_TABLE.search(path.read_bytes()))
    except OSError:
        return False


def _files(directory: Path) -> Iterator[tuple[Path, str]]:
    """The Python files below a directory, a few levels deep, and the name under which each is imported from there."""
    left = _MOST
    for folder, folders, names in os.walk(directory):
        here = Path(folder).relative_to(directory)
        folders[:] = sorted(each for each in folders if len(here.parts) < _DEEP and not foreign(folder, each))
        for name in sorted(names):
            left -= 1
            if left < 0:
                return
            if name.endswith(".py"):
                path = here / name
                parts = path.parent.parts if name == "__init__.py" else path.with_suffix("").parts
                yield path, ".".join(parts)

"""What is said where a module is no implementation: why it cannot be imported, or what its tables may have meant."""

from __future__ import annotations

import builtins
import inspect
import os
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path, PurePath
from types import FunctionType, ModuleType
from typing import Any

from pytest_promptfmt.common.did_you_mean import NAMES_ELSEWHERE, did_you_mean, nearest
from pytest_promptfmt.common.text import cut, described, text_of
from pytest_promptfmt.implementation.claims import KNOWN
from pytest_promptfmt.implementation.hints.in_source import for_types_only, not_reached
from pytest_promptfmt.implementation.hints.nearby import with_tables
from pytest_promptfmt.implementation.tree import KIT, installed

_EXAMPLE = "FORMATTERS = {{'openai.chat': {}}}, where {} takes a Conversation and returns the payload"


def no_table(found: Any) -> str:
    """Why this is no implementation, and what to write; the text goes on behind the name that was given."""
    if isinstance(found, (FunctionType, type)) and not hasattr(found, "FORMATTERS"):
        name = found.__name__
        return f" is a {_kind(found)}, and no table. Write one beside it, {_example(name)}, and name the module"
    if not hasattr(found, "FORMATTERS"):
        near = _near(found, "FORMATTERS")
        said = f", but {near!r}; did you mean 'FORMATTERS'?" if near else f"{_inside(found)}."
        if skipped := not_reached(found):
            return f"{_of_file(found)} has no table FORMATTERS: {skipped}"
        return f"{_of_file(found)} has no table FORMATTERS{said} Give it one: {_example('my_function')}"
    table = found.FORMATTERS
    spelled = "None" if table is None else f"a {_kind(table)}"
    return f": FORMATTERS is {spelled}, and it maps a target to what writes for it: {_example('my_function')}"


def misspelt(found: Any, name: str, table: Mapping[Any, Any]) -> str:
    """How a module spells the table `name`, which it does not have; empty where nothing there is meant for it."""
    near = _near(found, name)
    value = vars(found)[near] if near else None
    if isinstance(value, Mapping):
        return near if {*value} & {*table, *KNOWN} else ""
    return near if isinstance(value, (str, PurePath)) and str(value).endswith(".toml") else ""


def no_entry(entry: Any) -> str:
    """Why an entry can never be called as one; empty where nothing says so."""
    two = callable(getattr(entry, "prepare", None)), callable(getattr(entry, "format", None))
    if isinstance(entry, type) and all(two):
        if isinstance(inspect.getattr_static(entry, "format"), FunctionType):
            return f" is the class {entry.__name__}; give an instance: {entry.__name__}()"
    elif not all(two) and not callable(entry):
        kind = "None" if entry is None else type(entry).__name__
        if isinstance(entry, str):
            return f" is {cut(repr(entry), 80)}, a str; give the function itself, without quotes"
        more = f"; it has format() alone: give that, {kind}(…).format" if two[1] else _methods(entry)
        more = "; two steps are a TwoStep(prepare, format)" if isinstance(entry, tuple | Mapping) else more
        says = f"is neither callable nor an object with prepare() and format(), but {kind}"
        return f" {says}; give a function itself{more}"
    return ""


def _methods(entry: Any) -> str:
    """What an object of a user's own has to call."""
    if type(entry).__module__ == "builtins":
        return ""
    names = [name for name, made in vars(type(entry)).items() if isinstance(made, FunctionType) and name[0] != "_"]
    return f", such as that object's .{names[0]}" if names else ""


def _example(name: str) -> str:
    return _EXAMPLE.format(name, name)


def _kind(value: Any) -> str:
    return "class" if isinstance(value, type) else type(value).__name__


def _near(found: Any, name: str) -> str:
    names = {each.upper(): each for each in getattr(found, "__dict__", ()) if not each.startswith("_")}
    near = get_close_matches(name, names, n=1, cutoff=0.8)
    return names[near[0]] if near else ""


def _of_file(found: Any) -> str:
    file = getattr(found, "__file__", None)
    if not (isinstance(found, ModuleType) and isinstance(file, str)):
        return ""
    mine = PurePath(f"{found.__name__}.py")
    other = os.path.isfile(mine) and os.path.abspath(mine) != os.path.abspath(file)
    return f" ({file}; yours is ./{mine})" if other else f" ({file})"


def _inside(found: Any) -> str:
    """The modules of a package that have the word."""
    if not isinstance(found, ModuleType):
        return ""
    inside = with_tables(found)
    return f"; did you mean {' or '.join(map(repr, inside))}?" if inside else ""


def import_failure(error: BaseException, path: Path | None = None) -> str:
    """In a line; `path` is there where a file was named, and no module."""
    place = "" if isinstance(error, SyntaxError) else _place(error)
    notes = "".join(
        f", {note}" for note in getattr(error, "__notes__", ()) if isinstance(note, str) and "\n" not in note
    )
    return f"{described(error)}{f' ({place})' if place else ''}{notes}{_remedy(error, path)}"


def _place(error: BaseException) -> str:
    """The innermost line that is neither Python's, nor the kit's, nor of what is installed."""
    found = ""
    for frame, line in traceback.walk_tb(vars(BaseException)["__traceback__"].__get__(error)):
        file = frame.f_code.co_filename
        if not (file.startswith("<") or installed(Path(file)) or Path(file).is_relative_to(KIT)):
            found = f"{os.path.basename(file)}:{line}"
    return found


def _remedy(error: BaseException, path: Path | None) -> str:
    if isinstance(error, SyntaxError) and (line := (error.text or "").lstrip()):
        return next((f"; {words}" for begins, words in _PASTED if line.startswith(begins)), "")
    if isinstance(error, SyntaxError) and "null bytes" in text_of(error):
        return "; the file is UTF-16, or no text: save it as UTF-8"
    if isinstance(error, ModuleNotFoundError) and error.name:
        if error.name.startswith(f"{KIT.name}."):
            return f"; names are imported from the top: from {KIT.name} import …"
        if nearest(error.name, ["promptfmt", "pytest_promptfmt"]):
            return "; did you mean 'pytest_promptfmt'?"
        return f"; install what brings {error.name!r} into this environment, or mend the name"
    if isinstance(error, ImportError) and "relative import" in text_of(error) and path is not None:
        named = f" ({path.parent.name}.{path.stem})" if (path.parent / "__init__.py").exists() else ""
        return f"; a file named by its path is part of no package: name the module{named} instead"
    if isinstance(error, ImportError) and "no known parent package" in text_of(error):
        return "; it is a module at the top, and part of no package: import without the dot, or name it in its package"
    if re.match(r"TwoStep\.__init__\(\) missing", text_of(error)):
        return "; it is TwoStep(prepare, format), two functions"
    if isinstance(error, NameError) and for_types_only(error):
        return "; it is imported under TYPE_CHECKING alone: add 'from __future__ import annotations' at the top"
    if isinstance(error, OSError) and any(name in text_of(error) for name in _NETWORK):
        return "; it asks the network as it is imported: ask where it is needed, and no formatter needs it"
    if isinstance(error, RuntimeError) and "event loop" in text_of(error):
        return "; no loop runs as a module is imported: ask for it inside of async def, when it is called"
    if isinstance(error, SystemExit):
        return "; it is imported here, not run: put what runs below if __name__ == '__main__'"
    if isinstance(error, EOFError) or (isinstance(error, OSError) and "reading from stdin" in text_of(error)):
        bridge = f"; a program that speaks the protocol is named 'cmd:python {path.name}'" if path is not None else ""
        return f"; it reads standard input as it is imported{bridge}"
    if path is not None and path.suffix == ".pyc":
        return "; name the source, a .py file"
    return _misspelt_name(error)


_NETWORK = ("urlopen error", "Name or service", "getaddrinfo", "Connection refused", "name resolution", "Max retries")
_PASTED: tuple[tuple[str | tuple[str, ...], str], ...] = (
    (("<<<<<<<", "=======", ">>>>>>>"), "it has the marks of a merge (<<<<<<<): settle them"),
    ("```", "the fence of Markdown (```) stands around it: take it out"),
    (">>>", "the prompts of a console (>>>) stand before its lines: take them out"),
    (("%", "!"), "that is a line of a notebook: take it out"),
    (("@@ ", "+++ ", "diff --git"), "that is a diff: keep the lines without their signs"),
)
"""How the first line that is no Python begins, where it was pasted."""


def _misspelt_name(error: BaseException) -> str:
    """What may have been meant by a name that nothing has; Python says so in tracebacks only."""
    names: Iterable[str] = ()
    name = str(getattr(error, "name", None))
    if isinstance(error, ImportError) and (said := re.match(r"cannot import name '(\w+)'", text_of(error))):
        names, name = _names_of(sys.modules.get(name)), said[1]
    elif isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        names = _names_of(error.obj)
    elif isinstance(error, NameError):
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        names = {*frame.f_locals, *frame.f_globals, *vars(builtins)}
    if "; " in text_of(error):  # it is told already
        return ""
    if (meant := NAMES_ELSEWHERE.get(name)) in {*names}:
        return f"; did you mean {meant!r}?"
    ours = isinstance(error, ImportError) and error.name == KIT.name
    return did_you_mean(name, names, _OURS if ours else "")


_OURS = "; it has Conversation, Message and the blocks; a payload is plain lists and dicts, and has no types here"
"""Of a name that the kit has not, and nothing like it."""


def _names_of(module: object) -> list[str]:
    """Its names; of ours also those that are imported when they are asked for."""
    ours = getattr(module, "__name__", "") == KIT.name  # what it lends is imported late
    return dir(module) if ours else list(getattr(module, "__dict__", ()))

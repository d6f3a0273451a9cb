"""From what the user wrote to the module or object that it names."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from pytest_promptfmt.common.added import MARK, NotAdded, added, find, is_added
from pytest_promptfmt.common.did_you_mean import did_you_mean, nearest
from pytest_promptfmt.common.text import described
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.implementation import Implementation, ImplementationError, from_object
from pytest_promptfmt.implementation.claims import spoken
from pytest_promptfmt.implementation.command import Command, Remote
from pytest_promptfmt.implementation.command_files import files_of
from pytest_promptfmt.implementation.hints.nearby import no_file, no_module, runs
from pytest_promptfmt.implementation.hints.no_implementation import import_failure
from pytest_promptfmt.implementation.protocol import NoStart
from pytest_promptfmt.implementation.source import origin
from pytest_promptfmt.implementation.spec import COMMAND, is_path, slugify, split

GROUP = "promptfmt.implementations"
"""The entry points by which other distributions add implementations."""


def resolve(spec: str, directory: Path, slug: str | None = None) -> Implementation:
    """The implementation that `spec` names, seen from `directory`; raises `ImplementationError`.

    In this order: a path (it has a separator or ends in ``.py``) with optional ``:attr``; a module whose attribute is
    given or that has `FORMATTERS`; an adapter's exact name; ``x-…``, which another distribution adds. ``adapter:NAME``
    forces the adapter, ``cmd:COMMAND`` starts a command, which stays for the requests to come.
    """
    if spec.lower().startswith(COMMAND) and not spec.startswith(COMMAND):
        raise ImplementationError(f"{spec!r}: did you mean {COMMAND + spec[len(COMMAND) :]!r}?")
    if spec.startswith(COMMAND):
        return _command(spec, directory, slug or slugify(spec))
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))
    name, _, attribute = split(spec)
    if spec.startswith("adapter:"):
        module, attribute = _adapter(attribute, spec), ""
    elif is_added(name) and not is_path(spec) and not attribute:
        module, attribute = _of_distribution(name, spec)
    elif not spec.strip():
        raise ImplementationError("--promptfmt-impl names nothing: give a module, module:attribute, or path/to/file.py")
    elif spec.endswith(":"):
        raise ImplementationError(f"{spec!r}: behind the colon stands an attribute; {spec.rstrip(':')!r} is the whole")
    else:
        module = (
            _load_path(name, directory, spec) if is_path(spec) else _module_or_adapter(name, attribute, spec, directory)
        )
    found = _attribute(module, attribute, spec)
    return from_object(found, spec, slug or slugify(spec), source=spec, from_=origin(module, directory))


def _of_distribution(name: str, spec: str) -> tuple[ModuleType, str]:
    """The module, and the attribute in it, that another distribution's entry point names."""
    try:
        found = find(GROUP, name)
        found.load()
    except NotAdded as error:
        raise ImplementationError(f"{spec!r}: {error}") from error
    return sys.modules[found.entry.module], found.entry.attr


def _command(spec: str, directory: Path, slug: str) -> Implementation:
    try:
        command = Command(spec.removeprefix(COMMAND), os.getcwd())
        hello = command.ready()
    except NoStart as error:
        raise ImplementationError(f"{spec!r}: {error}") from None
    found = SimpleNamespace(
        FORMATTERS={target: Remote(command, target) for target in hello.formatters},
        CAPABILITIES=hello.formatters,
        __version__=f"{hello.name} {hello.version}".strip(),
    )
    try:
        made = from_object(found, spec, slug, source=spec, from_=files_of(command.words, directory))
    except ImplementationError:
        command.end()
        raise
    return replace(made, claims={target: spoken(target, made.claim(target)) for target in made.formatters})


def _load_path(name: str, directory: Path, spec: str) -> ModuleType:
    path = Path(os.path.realpath(directory / os.path.expanduser(name))) if "\0" not in name else directory
    if os.path.isdir(path):
        path = path / "__init__.py"
    if not os.path.isfile(path):  # nothing, no file, or a link that leads to itself
        more = no_file(name, directory)
        raise ImplementationError(f"{spec!r}: there is no file {name!r} in {str(directory)!r}{more}")
    module_name = re.sub(r"\W", "_", path.parent.name if path.name == "__init__.py" else path.stem)
    mark = hashlib.sha256(os.fsencode(path)).hexdigest()[:8]  # another version of it has the same name elsewhere
    module_spec = importlib.util.spec_from_file_location(f"promptfmt_impl_{module_name}_{mark}", path)
    if module_spec is None or module_spec.loader is None:
        how = runs(path).replace(path.name, name) or "'cmd:COMMAND'"
        raise ImplementationError(
            f"{spec!r}: {name!r} is no Python file: save it as one (.py), or name what runs it: {how}"
        )
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_spec.name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(1, str(path.parent))
    try:
        module_spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, and what pytest.skip raises
        raise ImplementationError(f"{spec!r} cannot be imported: {import_failure(error, path)}") from error
    return module


def _module_or_adapter(name: str, attribute: str, spec: str, directory: Path) -> ModuleType:
    try:
        module = importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, and what pytest.skip raises
        if name in adapters():
            return _adapter(name, spec)  # which names the remedy, be the framework missing or broken
        missing = isinstance(error, ModuleNotFoundError) and error.name in (name, name.partition(".")[0])
        if not missing:
            raise ImplementationError(f"{spec!r} cannot be imported: {import_failure(error)}") from error
        near = no_module(name, directory) if not nearest(name, adapters()) else ""
        if name in added(GROUP):
            near = str(added(GROUP)[name][0].misnamed())
        if MARK + name in added(GROUP):
            near = f"what distributions add is called {MARK}…, here {MARK + name!r}"
        if name in TARGETS:
            near = f"it is a target, and --promptfmt-target={name} chooses it: give what has the formatters"
        meant = f"; {near}" if near else did_you_mean(name, adapters())
        raise ImplementationError(
            f"{spec!r} is no module that can be imported from here, no path, and no adapter"
            f"{meant}{'' if meant.endswith('?') else '.'} Give a module, module:attribute, or path/to/file.py"
        ) from None
    if attribute or name not in adapters() or hasattr(module, "FORMATTERS"):
        return module
    return _adapter(name, spec)


def _attribute(module: ModuleType, attribute: str, spec: str) -> Any:
    found: Any = module
    for name in attribute.split(".") if attribute else ():
        try:
            found = getattr(found, name)
        except AttributeError:
            raise ImplementationError(f"{spec!r}: no attribute {name!r}{did_you_mean(name, _public(found))}") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a property, or a module's __getattr__
            raise ImplementationError(f"{spec!r}: {name!r} cannot be had: {described(error)}") from error
    return found


def _public(found: Any) -> list[str]:
    return [name for name in vars(found) if not name.startswith("_")] if hasattr(found, "__dict__") else []


def adapters() -> list[str]:
    """The names of the shipped adapters."""
    here = Path(__file__).parents[1] / "adapters"
    folders = (path.parent.name for path in here.glob("*/__init__.py"))
    return sorted({*folders, *(path.stem for path in here.glob("*.py"))} - {"__init__"})


def _adapter(name: str, spec: str) -> ModuleType:
    if name not in adapters():
        raise ImplementationError(f"{spec!r}: there is no adapter {name!r}{did_you_mean(name, adapters())}")
    try:
        return importlib.import_module(f"pytest_promptfmt.adapters.{name}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, and what pytest.skip raises
        raise ImplementationError(
            f"{spec!r}: the adapter cannot use the framework here: {described(error)}. "
            "Is it installed in this environment?"
        ) from error

"""Implementations: who is judged. A module or object with a table `FORMATTERS`, found from what the user wrote.

An entry is a callable ``conversation -> payload`` (or an awaitable of it), or an object with ``prepare(conversation) ->
native`` and ``format(native) -> payload``. What a formatter can do beyond is claimed beside it, as data:
`CAPABILITIES`.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias, cast

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.dialects.dialect import CAPABILITIES, Capability

Truncation: TypeAlias = Literal["none", "drop", "summarise"]
Layer: TypeAlias = Literal["wire", "sdk"]


class ImplementationError(Exception):
    """What the user named is no implementation; the text tells the remedy."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What a formatter says that it can do: `blocks` None means all that its dialect carries."""

    blocks: frozenset[Capability] | None = None
    truncation: Truncation = "none"
    layer: Layer = "wire"


@dataclass(frozen=True, slots=True)
class TwoStep:
    """An entry that first builds the framework's own messages; purity watches those too."""

    prepare: Callable[[Any], Any]
    format: Callable[[Any], Any]


Entry: TypeAlias = "Callable[[Any], Any] | TwoStep"


@dataclass(frozen=True, slots=True)
class Implementation:
    """`spec` is what the user wrote, `slug` its name in node ids, `source` a spec that a child process can resolve.

    `source` is None for an object that exists in this process only. `xfails` is the text of the expected failures that
    it ships.
    """

    spec: str
    slug: str
    formatters: Mapping[str, Entry]
    claims: Mapping[str, Claims]
    version: str | None = None
    source: str | None = None
    xfails: str | None = None

    def claim(self, target: str) -> Claims:
        return self.claims.get(target, Claims())


def slugify(spec: str) -> str:
    """The spec in lower case with every other run of characters turned into ``-``; a path gives its stem."""
    name, _, attribute = split(spec)
    stem = Path(name).stem if is_path(spec) else name
    words = f"{stem}-{attribute}" if attribute else stem
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "implementation"


def slugs(specs: Iterable[str]) -> list[str]:
    """A slug for each spec, in order; a collision appends ``-2``, ``-3``, …"""
    taken: list[str] = []
    for spec in specs:
        slug, n = slugify(spec), 1
        while (name := slug if n == 1 else f"{slug}-{n}") in taken:
            n += 1
        taken.append(name)
    return taken


def resolve(spec: str, directory: Path, slug: str | None = None) -> Implementation:
    """The implementation that `spec` names, seen from `directory`; raises `ImplementationError`.

    In this order: a path (it has a separator or ends in ``.py``) with optional ``:attr``; a module whose attribute is
    given or that has `FORMATTERS`; an adapter's exact name. ``adapter:NAME`` forces the adapter.
    """
    if spec.startswith("cmd:"):
        raise ImplementationError(f"{spec!r}: implementations in other languages (cmd:…) are not supported yet")
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))
    name, _, attribute = split(spec)
    if spec.startswith("adapter:"):
        found: Any = _adapter(attribute, spec)
    elif is_path(spec):
        found = _attribute(_load_path(name, directory, spec), attribute, spec)
    else:
        found = _module_or_adapter(name, attribute, spec)
    return from_object(found, spec, slug or slugify(spec), source=spec)


def from_object(found: Any, spec: str = "object", slug: str | None = None, source: str | None = None) -> Implementation:
    """The implementation in a module, an object or a bare table of formatters."""
    table = found if isinstance(found, Mapping) else getattr(found, "FORMATTERS", None)
    if not isinstance(table, Mapping):
        raise ImplementationError(
            f"{spec!r} has no table FORMATTERS. Give it one: FORMATTERS = {{'openai.chat': my_function}}, "
            "where my_function takes a Conversation and returns the payload"
        )
    if not table:
        raise ImplementationError(
            f"{spec!r}: FORMATTERS is empty, so there is nothing to judge; add {TARGETS[0]!r}, say"
        )
    for target in table:
        if target not in TARGETS:
            raise ImplementationError(
                f"{spec!r}: FORMATTERS names the unknown target {target!r}{did_you_mean(target, TARGETS)}"
            )
    claims = getattr(found, "CAPABILITIES", None) or {}
    return Implementation(
        spec=spec,
        slug=slug or slugify(spec),
        formatters={target: _entry(entry, target, spec) for target, entry in table.items()},
        claims={target: _claims(claim, target, table, spec) for target, claim in claims.items()},
        version=_version(found),
        source=source,
        xfails=_xfails(found, spec),
    )


def split(spec: str) -> tuple[str, str, str]:
    """Name and attribute; a Windows drive's colon (``C:\\…``) separates nothing."""
    head, colon, tail = spec.rpartition(":")
    if not colon or len(head) == 1 or "/" in tail or "\\" in tail:
        return spec, "", ""
    return head, colon, tail


def is_path(spec: str) -> bool:
    name, _, _ = split(spec)
    return "/" in name or "\\" in name or name.endswith(".py")


def _load_path(name: str, directory: Path, spec: str) -> ModuleType:
    path = (directory / name).resolve()
    if path.is_dir():
        path = path / "__init__.py"
    if not path.is_file():
        raise ImplementationError(f"{spec!r}: there is no file {name!r} in {str(directory)!r}")
    module_name = re.sub(r"\W", "_", path.parent.name if path.name == "__init__.py" else path.stem)
    module_spec = importlib.util.spec_from_file_location(f"promptfmt_impl_{module_name}", path)
    if module_spec is None or module_spec.loader is None:
        raise ImplementationError(f"{spec!r}: {name!r} is no Python file")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_spec.name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(1, str(path.parent))
    try:
        module_spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, and what pytest.skip raises
        raise ImplementationError(f"{spec!r} cannot be imported: {_told(error)}") from error
    return module


def _module_or_adapter(name: str, attribute: str, spec: str) -> Any:
    try:
        module = importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, and what pytest.skip raises
        if name in adapters():
            return _adapter(name, spec)  # which tells the remedy, be the framework missing or broken
        missing = isinstance(error, ModuleNotFoundError) and error.name in (name, name.partition(".")[0])
        if not missing:
            raise ImplementationError(f"{spec!r} cannot be imported: {_told(error)}") from error
        raise ImplementationError(
            f"{spec!r} is no module that can be imported from here, no path, and no adapter"
            f"{did_you_mean(name, adapters())}. Give a module, module:attribute, or path/to/file.py"
        ) from None
    if attribute or hasattr(module, "FORMATTERS") or name not in adapters():
        return _attribute(module, attribute, spec)
    return _adapter(name, spec)


def _attribute(module: ModuleType, attribute: str, spec: str) -> Any:
    found: Any = module
    for name in attribute.split(".") if attribute else ():
        if not hasattr(found, name):
            raise ImplementationError(f"{spec!r}: no attribute {name!r}{did_you_mean(name, _public(found))}")
        found = getattr(found, name)
    return found


def _public(found: Any) -> list[str]:
    return [name for name in vars(found) if not name.startswith("_")] if hasattr(found, "__dict__") else []


def adapters() -> list[str]:
    """The names of the shipped adapters."""
    here = Path(__file__).parents[1] / "adapters"
    return sorted(path.stem for path in here.glob("*.py") if not path.stem.startswith("_"))


def _adapter(name: str, spec: str) -> ModuleType:
    if name not in adapters():
        raise ImplementationError(f"{spec!r}: there is no adapter {name!r}{did_you_mean(name, adapters())}")
    try:
        return importlib.import_module(f"pytest_promptfmt.adapters.{name}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, and what pytest.skip raises
        raise ImplementationError(
            f"{spec!r}: the adapter cannot use the framework here: {_told(error)}. Is it installed in this environment?"
        ) from error


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _entry(entry: Any, target: str, spec: str) -> Entry:
    prepare, format_ = getattr(entry, "prepare", None), getattr(entry, "format", None)
    if callable(prepare) and callable(format_):
        return TwoStep(prepare, format_)
    if callable(entry):
        return cast("Callable[[Any], Any]", entry)
    raise ImplementationError(
        f"{spec!r}: FORMATTERS[{target!r}] is neither callable nor an object with prepare() and format(), "
        f"but {type(entry).__name__}"
    )


def _claims(claim: Any, target: str, table: Mapping[str, Any], spec: str) -> Claims:
    place = f"{spec!r}: CAPABILITIES[{target!r}]"
    if target not in table:
        raise ImplementationError(f"{place}: FORMATTERS has no such target{did_you_mean(target, table)}")
    if not isinstance(claim, Mapping):
        raise ImplementationError(f"{place} is no mapping")
    known: dict[str, tuple[str, ...]] = {
        "blocks": CAPABILITIES,
        "truncation": ("none", "drop", "summarise"),
        "layer": ("wire", "sdk"),
    }
    for key, value in claim.items():
        if key not in known:
            raise ImplementationError(f"{place} has the unknown key {key!r}{did_you_mean(key, known)}")
        for item in value if key == "blocks" and not isinstance(value, str) else (value,):
            if item not in known[key]:
                raise ImplementationError(f"{place}[{key!r}]: {item!r} is not known{did_you_mean(item, known[key])}")
    blocks = claim.get("blocks")
    carried = DIALECTS[target.rpartition(".")[0]].carries
    return Claims(
        None if blocks is None else frozenset([blocks] if isinstance(blocks, str) else blocks) & carried,
        claim.get("truncation", "none"),
        claim.get("layer", "wire"),
    )


def _version(found: Any) -> str | None:
    told = getattr(found, "__version__", None)
    if isinstance(told, str):
        return told
    name = getattr(found, "__name__", "").partition(".")[0] if isinstance(found, ModuleType) else ""
    for distribution in packages_distributions().get(name, ()) if name else ():
        try:
            return version(distribution)
        except PackageNotFoundError:
            continue
    return None


def _xfails(found: Any, spec: str) -> str | None:
    """The text of the expected failures that ship with the implementation: a path beside its module."""
    named = getattr(found, "XFAILS", None)
    if named is None:
        return None
    path = Path(named)
    if not path.is_absolute():
        path = Path(getattr(found, "__file__", None) or ".").parent / path
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise ImplementationError(f"{spec!r}: XFAILS cannot be read: {_told(error)}") from error

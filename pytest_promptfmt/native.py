"""Looking into objects of unknown types: what they hold, so that a change or a shared part can be seen.

Walks lists, tuples, sets, dictionaries and the attributes of objects (``__dict__``, ``__slots__``), each once. Classes,
functions and modules are leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from pytest_promptfmt import jsonpath

_ATOMS = (str, bytes, int, float, complex, bool, type(None))
_OPAQUE = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)


def snapshot(value: Any) -> Any:
    """A comparable copy in lists, dictionaries and atoms; two snapshots are equal if nothing changed in between."""
    return _snapshot(value, {})


def _snapshot(value: Any, seen: dict[int, int]) -> Any:
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, _OPAQUE):
        return f"<{type(value).__name__} {id(value)}>"
    if id(value) in seen:
        return f"<again {seen[id(value)]}>"
    seen[id(value)] = len(seen)
    children = _children(value)
    if children is None:
        return repr(value)
    if isinstance(value, (list, tuple)):
        return [_snapshot(child, seen) for _, child in children]
    return {str(key): _snapshot(child, seen) for key, child in children}


def shared(native: Any, payload: Any) -> Iterator[str]:
    """JSON paths of the payload's lists and objects that are the very same objects as some in `native`."""
    ours = {id(container) for container in _containers(native, set())}
    yield from _found(payload, "$", ours, set())


def _containers(value: Any, seen: set[int]) -> Iterator[Any]:
    if isinstance(value, (*_ATOMS, *_OPAQUE)) or id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, (list, dict, set, bytearray)):
        yield value
    for _, child in _children(value) or ():
        yield from _containers(child, seen)


def _found(value: Any, path: str, ours: set[int], seen: set[int]) -> Iterator[str]:
    if not isinstance(value, (list, tuple, dict)) or id(value) in seen:
        return
    seen.add(id(value))
    if id(value) in ours:
        yield path
        return
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in items:
        yield from _found(child, jsonpath.join(path, [key if isinstance(key, int) else str(key)]), ours, seen)


def _children(value: Any) -> list[tuple[Any, Any]] | None:
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, (list, tuple)):
        return list(enumerate(value))
    if isinstance(value, (set, frozenset)):
        return list(enumerate(sorted(value, key=repr)))
    attributes = [
        (name, getattr(value, name))
        for kind in type(value).__mro__
        for name in _slots(kind)
        if name != "__dict__" and hasattr(value, name)
    ]
    attributes += getattr(value, "__dict__", {}).items()
    return attributes or None


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)

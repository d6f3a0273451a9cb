"""Looking into objects of unknown types: what they hold, so that a change or a shared part can be seen.

Walks lists, tuples, sets, dictionaries and the attributes of objects (``__dict__``, ``__slots__``), each once. Classes,
functions, modules and what loads itself lazily are leaves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.equal import MISSING, first_difference

_ATOMS = (str, bytes, int, float, complex, bool, type(None))
_PLAIN = frozenset(_ATOMS)  # most of a conversation is of these; a look-up is quicker than a call
_OPAQUE = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
_LEAVES = (*_ATOMS, *_OPAQUE)
_MUTABLE = (list, dict, set, bytearray)
_LAZY = frozenset({"PIL"})
"""Packages whose objects load themselves when they are first looked at; a picture is changed by drawing a new one."""
_DEEPEST = 200


class Fields(dict[str, Any]):
    """What an object's public attributes held."""


def snapshot(value: Any, like: Any = None) -> Any:
    """A comparable copy in lists, dictionaries and atoms; two snapshots are equal if nothing changed in between.

    With an earlier one to be `like`, an object's attributes are those that it had then: what it caches later, and what
    its class keeps for itself (``_names``), says nothing.
    """
    return _snapshot(value, like, {}, 0)


def _snapshot(value: Any, like: Any, seen: dict[int, int], depth: int) -> Any:
    kind = type(value)
    if kind in _PLAIN or issubclass(kind, _ATOMS):
        return value
    if issubclass(kind, _OPAQUE) or _is_lazy(kind):  # type: ignore[arg-type]  # classes can be hashed
        return f"<{kind.__name__} {id(value)}>"
    if id(value) in seen:
        return f"<again {seen[id(value)]}>"
    if depth > _DEEPEST:
        return "<deeper>"
    seen[id(value)] = len(seen)
    depth += 1
    if issubclass(kind, (list, tuple)):
        known = like if isinstance(like, list) and len(like) == len(value) else [None] * len(value)
        return [
            child if type(child) in _PLAIN else _snapshot(child, before, seen, depth)
            for child, before in zip(value, known, strict=False)
        ]
    named = _named(value)
    if named is None:
        return _spelled(value)
    before = like if isinstance(like, dict) else {}
    names = _slots(kind)  # type: ignore[arg-type]  # classes can be hashed
    if names is _KEYS or names is _MEMBERS:
        found: dict[str, Any] = {}
        for key, child in named:
            name = key if type(key) is str else _spelled(key)
            found[name] = child if type(child) in _PLAIN else _snapshot(child, before.get(name), seen, depth)
        return found
    late = isinstance(like, Fields)
    fields = Fields()
    for name, child in named:
        if name[:1] != "_" and (not late or name in before):
            fields[name] = child if type(child) in _PLAIN else _snapshot(child, before.get(name), seen, depth)
    return fields


@lru_cache(maxsize=1024)
def _is_lazy(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in _LAZY


def _spelled(value: Any) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    try:
        return repr(value)
    except Exception:
        return f"<{type(value).__name__} {id(value)}>"


def containers_of(value: Any, model: Any) -> set[int] | None:
    """The ids of the lists and dictionaries in `value` where it surely says what its `model` says; else None.

    The quick answer to two questions about most conversations: none changed its input, or shares it. Who gets None
    looks closer.
    """
    ids: list[int] = []
    if not _is_equal(value, model, ids):
        return None
    distinct = set(ids)
    return distinct if len(distinct) == len(ids) else None


def _is_equal(value: Any, model: Any, ids: list[int]) -> bool:
    kind = type(value)
    if kind is not type(model):
        return False
    if kind in _PLAIN:
        return bool(value == model)
    if kind is dict:
        ids.append(id(value))
        if value.keys() != model.keys():
            return False
        value, model = value.values(), [model[key] for key in value]
    elif kind is list or kind is tuple:
        if kind is list:
            ids.append(id(value))
        if len(value) != len(model):
            return False
    else:
        values = _of_slots(kind)  # type: ignore[arg-type]  # classes can be hashed
        if values is None:
            return False
        value, model = values(value), values(model)
    for one, other in zip(value, model, strict=True):
        if type(one) is str is type(other):
            if one != other:
                return False
        elif not _is_equal(one, other, ids):
            return False
    return True


class Change(NamedTuple):
    """A place, and what it held `before` and `after`, in plain JSON; nothing of these where nobody knows."""

    path: str
    before: Any = MISSING
    after: Any = MISSING


def first_change(before: Any, after: Any) -> Change | None:
    """The first place in which two snapshots differ, None where they do not."""
    difference = first_difference(before, after)
    return Change(difference.path, *map(_plain, (difference.expected, difference.actual))) if difference else None


def _plain(part: Any) -> Any:
    """A part of a snapshot as JSON that is nobody's object any more."""
    return json.loads(json.dumps(part, default=_spelled), parse_constant=str)


def shared(given: Any, payload: Any) -> Iterator[str]:
    """JSON paths of the payload's lists and objects that are the very same objects as some in `given`."""
    ours: set[int] = set()
    _containers(given, ours, set())
    yield from shared_with(ours, payload)


def shared_with(ours: set[int], payload: Any) -> Iterator[str]:
    """The same, by the ids of what is given."""
    theirs: set[int] = set()
    if ours:
        _containers(payload, theirs, set())
    if ours & theirs:
        yield from _found(payload, "$", ours, set())


def _containers(value: Any, ours: set[int], seen: set[int], depth: int = 0) -> None:
    own = id(value)
    if own in seen or depth > _DEEPEST or isinstance(value, _LEAVES):
        return
    seen.add(own)
    if isinstance(value, _MUTABLE):
        ours.add(own)
    for child in value.values() if type(value) is dict else _children(value):
        if type(child) not in _PLAIN:
            _containers(child, ours, seen, depth + 1)


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, (list, tuple)):
        return value
    return [child for _, child in _named(value) or ()]


def _found(value: Any, path: str, ours: set[int], seen: set[int], depth: int = 0) -> Iterator[str]:
    if not isinstance(value, (list, tuple, dict)) or id(value) in seen or depth > _DEEPEST:
        return
    seen.add(id(value))
    if id(value) in ours:
        yield path
        return
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in items:
        yield from _found(
            child, jsonpath.join(path, [key if isinstance(key, int) else _spelled(key)]), ours, seen, depth + 1
        )


def _named(value: Any) -> Iterable[tuple[Any, Any]] | None:
    """Keys and values, or names and attributes; None where nothing can be looked into."""
    names = _slots(type(value))  # type: ignore[arg-type]  # classes can be hashed
    if names is _KEYS:
        return value.items()  # type: ignore[no-any-return]
    if names is _MEMBERS:
        return enumerate(sorted(value, key=repr))
    if (values := _of_slots(type(value))) is not None:  # type: ignore[arg-type]
        try:
            return zip(names, values(value), strict=True)
        except AttributeError:  # one that is not set
            pass
    held = getattr(value, "__dict__", None) or {}
    if not names:
        return held.items() or None
    slots = [(name, child) for name in names if (child := getattr(value, name, _NOTHING)) is not _NOTHING]
    return [*slots, *held.items()] or None


_KEYS, _MEMBERS, _NOTHING = ("keys and values",), ("members",), object()


@lru_cache(maxsize=1024)
def _of_slots(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gets the values of all ``__slots__`` at once, where an object of this class has nothing else."""
    names = _slots(kind)
    odd = any(name in base.__dict__ for base in kind.__mro__ for name in ("__dict__", "__getattr__"))
    if odd or not names:
        return None
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda value: (get(value),)


@lru_cache(maxsize=1024)
def _slots(kind: type) -> tuple[str, ...]:
    """The names in ``__slots__``, those of the class itself first; of mappings and sets, that they are such."""
    if issubclass(kind, Mapping):
        return _KEYS
    if issubclass(kind, (set, frozenset)):
        return _MEMBERS
    named = (base.__dict__.get("__slots__", ()) for base in kind.__mro__)
    names = (name for slots in named for name in ((slots,) if isinstance(slots, str) else slots))
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))

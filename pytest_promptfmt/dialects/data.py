"""The data of dialects: JSON files, the kit's own beside these modules, another distribution's beside its module."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from pytest_promptfmt.common.added import Added, NotAdded, find, is_added
from pytest_promptfmt.common.text import described

GROUP = "promptfmt.dialects"
"""The entry points by which other distributions add dialects, each under its id."""


def data(name: str, id_: str = "") -> Any:
    """The JSON value in a file of the kit's, or of the distribution that adds the dialect `id_`.

    Of another distribution a file may be missing, which is None. Raises `NotAdded`.
    """
    if not is_added(id_):
        return json.loads(files("pytest_promptfmt").joinpath(f"dialects/{name}").read_text("utf-8"))
    return _of(find(GROUP, id_), name)


def schema_data(id_: str) -> Any:
    """The JSON Schemas of a dialect, ``schemas/<id>.json``, or ``schema.json`` of the distribution that adds it.

    One that is ``like`` a dialect of the kit's is that one's, with what it has ``but`` that one has not.
    """
    if not is_added(id_):
        return _whole(data(f"schemas/{id_}.json"))
    schema = _whole(data("schema.json", id_))
    if not isinstance(schema, dict) or "message" not in schema.get("$defs", {}):
        raise find(GROUP, id_).unusable("its schema.json is missing, or has no $defs/message to judge a message by")
    return schema


def _whole(schema: Any) -> Any:
    match schema:
        case {"like": str(other), "but": dict(differences)}:
            return merged(schema_data(other), differences)
        case _:
            return schema


def merged(value: Any, patch: Any) -> Any:
    """A JSON merge patch applied (RFC 7396): objects are merged, null takes a key away, all else replaces what was."""
    if not isinstance(patch, dict):
        return patch
    known = value if isinstance(value, dict) else {}
    changed = {key: merged(known.get(key), item) for key, item in patch.items() if item is not None}
    return {key: item for key, item in known.items() if key not in patch} | changed


@cache
def _of(added: Added, name: str) -> Any:
    try:
        spec = find_spec(added.entry.module)
        if spec is None:
            raise added.unusable(f"there is no module {added.entry.module!r}")
        package = spec.name if spec.submodule_search_locations is not None else spec.parent
        file = files(package or spec.name).joinpath(name)
        return json.loads(file.read_text("utf-8")) if file.is_file() else None
    except NotAdded:
        raise
    except Exception as error:  # whatever a foreign package raises when it is imported, or its file when it is read
        raise added.unusable(f"its {name} cannot be read: {described(error)}") from error

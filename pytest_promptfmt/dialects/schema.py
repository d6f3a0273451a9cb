"""Schema errors of a request, each at its leaf. The only module that knows jsonschema.

Unknown keys are reported apart (`unknown_keys`): what a provider does with them differs, so a protocol rule judges
them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.words import expected_types, joined_by_or, type_name
from pytest_promptfmt.common.text import compact, count
from pytest_promptfmt.dialects.data import schema_data
from pytest_promptfmt.dialects.predicate import OF_DOCUMENTS, SPELLED_INTEGER, Accepts, UnknownKeyword, accepts

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    from pytest_promptfmt.payload.request import Request


PARTS = ("message", "system", "tools")
"""Of a request, each judged by the schema of its name in ``$defs``."""


@dataclass(frozen=True, slots=True)
class SchemaError:
    """`keyword` is JSON Schema's (``type``, ``required``, …), `expected` its value, `actual` the instance."""

    path: str
    keyword: str
    message: str
    expected: Any
    actual: Any


def schema_errors(request: Request) -> tuple[SchemaError, ...]:
    return tuple(error for error in _errors(request) if error.keyword != "additionalProperties")


def unknown_keys(request: Request) -> Iterator[tuple[str, str, Any, list[str]]]:
    """Path of the object, the unknown key, what it holds, and the keys that are known there."""
    for error in _errors(request):
        if error.keyword == "additionalProperties":
            for key, value in error.actual.items():
                if key not in error.expected:
                    yield error.path, key, value, sorted(error.expected)


def _errors(request: Request) -> tuple[SchemaError, ...]:
    if request not in _known:
        _known[request] = tuple(_all_errors(request))
    return _known[request]


_known: WeakKeyDictionary[Request, tuple[SchemaError, ...]] = WeakKeyDictionary()
"""Asked by several, and forgotten with the request."""


def _all_errors(request: Request) -> list[SchemaError]:
    found = [
        _schema_error(error, request.paths[index], request.where)
        for index, message in enumerate(request.messages)
        for error in _found_in(message, request.dialect, "message")
    ]
    if request.system_path and not request.lifted:
        found += [
            _schema_error(error, request.system_path, "$")
            for error in _found_in(request.system, request.dialect, "system")
        ]
    if request.tools_path:
        found += [
            _schema_error(error, request.tools_path, "$")
            for error in _found_in(request.tools, request.dialect, "tools")
        ]
    return found


def first_problem(schema: Mapping[str, Any], value: Any) -> tuple[str, str] | None:
    """JSON path and sentence of the first place at which `value` is no instance of a schema, None where it is one.

    An integer is spelled as one: JSON Schema itself takes ``1.0``.
    """
    exactly = _spelled(schema)
    with suppress(UnknownKeyword):
        if accepts(exactly, exactly.get("$defs", {}), OF_DOCUMENTS)(value):  # of a report in a thirtieth of the time
            return None
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    kinds = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, item: type(item) is int)
    exact = extend(Draft202012Validator, type_checker=kinds)  # type: ignore[no-untyped-call]  # jsonschema has no types
    return _first(exact(schema), value)


def _spelled(schema: Any, keyword: str = "") -> Any:
    """The same schema, in which an integer is one that is spelled so."""
    match schema:
        case dict():
            return {key: _spelled(inner, key) for key, inner in schema.items()}
        case list():
            return [_spelled(inner, keyword) for inner in schema]
        case "integer" if keyword == "type":
            return SPELLED_INTEGER
    return schema


def schema_problem(schema: Any) -> tuple[str, str] | None:
    """JSON path and sentence of the first place at which `schema` is no object with a JSON Schema."""
    from jsonschema import Draft202012Validator

    wanted: tuple[Mapping[str, Any], ...] = ({"type": "object"}, Draft202012Validator.META_SCHEMA)
    return next(filter(None, (_first(Draft202012Validator(each), schema) for each in wanted)), None)


def schema_mistake(schema: Any, drafts: tuple[str, ...] = ("2020-12",)) -> tuple[str, str] | None:
    """JSON path and sentence of the first place at which `schema` is no JSON Schema by any of `drafts`."""
    try:
        text = json.dumps(schema)
    except (TypeError, ValueError, RecursionError):
        return None  # no JSON at all, as others say
    try:
        return _mistake(text, drafts)
    except RecursionError:
        return None  # nested more deeply than a schema can be asked about


@lru_cache(maxsize=2048)  # those of the corpus come again for each target
def _mistake(text: str, drafts: tuple[str, ...]) -> tuple[str, str] | None:
    from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator

    known = {"4": Draft4Validator, "7": Draft7Validator, "2020-12": Draft202012Validator}
    found = [_first(Draft202012Validator(known[draft].META_SCHEMA), json.loads(text)) for draft in drafts]
    return found[0] if all(found) else None


def _first(validator: Any, value: Any) -> tuple[str, str] | None:
    errors = sorted(validator.iter_errors(value), key=lambda error: str(error.json_path))
    return (errors[0].json_path, _message(errors[0])) if errors else None


def _found_in(value: Any, dialect: str, part: str) -> Iterable[ValidationError]:
    accepted = _predicates(dialect).get(part)
    if accepted is None or accepted(value):  # most are right, and jsonschema takes its time to say so
        return ()
    return _validators(dialect)[part].iter_errors(value)


def _schema_error(error: ValidationError, path: str, where: str) -> SchemaError:
    expected: Any = error.validator_value
    if error.validator == "additionalProperties" and isinstance(error.schema, dict):
        expected = list(error.schema.get("properties", {}))
    return SchemaError(
        jsonpath.join(path or where, error.absolute_path),
        str(error.validator),
        _plainly(error),
        expected,
        error.instance,
    )


def _plainly(error: ValidationError) -> str:
    """What is wrong in plain words, for the keywords of the dialects' schemas; else jsonschema's sentence."""
    expected: Any = error.validator_value
    actual = compact(error.instance, 110)
    plain = error.instance is None or isinstance(error.instance, bool)
    match error.validator:
        case "type":
            found = actual if plain else f"{type_name(error.instance)} {actual}"
            return f"expected {expected_types(expected)}, got {found}"
        case "enum":
            return f"expected {joined_by_or([compact(each, 60) for each in expected])}, got {actual}"
        case "const":
            return f"expected {compact(expected, 110)}, got {actual}"
        case "required":
            return f"the key {error.message.removesuffix(' is a required property')} is missing"
        case "minLength":
            return f"the text is shorter than {count(expected, 'character')}"
    return _message(error)


def _message(error: ValidationError) -> str:
    """jsonschema's sentence, unless it would print a whole message or a picture."""
    return error.message if len(error.message) <= 300 else f"{error.message[:150]} … {error.message[-100:]}"


@cache
def _predicates(dialect: str) -> dict[str, Accepts]:
    schemas = load_schemas(dialect)["$defs"]
    return {part: accepts(schemas[part], schemas) for part in PARTS if part in schemas}


@cache
def _validators(dialect: str) -> dict[str, Draft202012Validator]:
    from jsonschema import Draft202012Validator

    schemas = load_schemas(dialect)
    return {
        part: Draft202012Validator({"$defs": schemas["$defs"], "$ref": f"#/$defs/{part}"})
        for part in _predicates(dialect)
    }


@cache
def load_schemas(id_: str) -> Mapping[str, Any]:
    """Those of a dialect, be it the kit's or another distribution's; raises `NotAdded`."""
    loaded: Mapping[str, Any] = schema_data(id_)
    return loaded

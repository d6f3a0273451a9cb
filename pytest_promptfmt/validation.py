"""Schema errors of a request, each at its leaf. The only module that knows jsonschema.

Unknown keys are reported apart (`unknown_keys`): what a provider does with them differs, so a protocol rule judges
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from pytest_promptfmt import jsonpath
from pytest_promptfmt.dialects.dialect import load_schemas

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    from pytest_promptfmt.request import Request


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


def unknown_keys(request: Request) -> Iterator[tuple[str, str, list[str]]]:
    """Path of the object, the unknown key, and the keys that are known there."""
    for error in _errors(request):
        if error.keyword == "additionalProperties":
            for key in error.actual:
                if key not in error.expected:
                    yield error.path, key, sorted(error.expected)


@lru_cache(maxsize=8)
def _errors(request: Request) -> tuple[SchemaError, ...]:
    validators = _validators(request.dialect)
    found = [
        _schema_error(error, request.paths[index], request.where)
        for index, message in enumerate(request.messages)
        for error in validators["message"].iter_errors(message)
    ]
    if "system" in validators and request.system_path and not request.lifted:
        found += [
            _schema_error(error, request.system_path, "$") for error in validators["system"].iter_errors(request.system)
        ]
    return tuple(found)


def _schema_error(error: ValidationError, path: str, where: str) -> SchemaError:
    expected: Any = error.validator_value
    if error.validator == "additionalProperties" and isinstance(error.schema, dict):
        expected = list(error.schema.get("properties", {}))
    return SchemaError(
        jsonpath.join(path or where, error.absolute_path),
        str(error.validator),
        _message(error),
        expected,
        error.instance,
    )


def _message(error: ValidationError) -> str:
    """jsonschema's sentence, unless it would print a whole message or a picture."""
    return error.message if len(error.message) <= 300 else f"{error.message[:150]} … {error.message[-100:]}"


@cache
def _validators(dialect: str) -> dict[str, Draft202012Validator]:
    from jsonschema import Draft202012Validator

    schemas = load_schemas(dialect)
    return {
        part: Draft202012Validator({"$defs": schemas["$defs"], "$ref": f"#/$defs/{part}"})
        for part in ("message", "system")
        if part in schemas["$defs"]
    }

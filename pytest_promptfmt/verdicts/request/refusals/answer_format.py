"""The schema that an answer shall have: ``response_format`` of Chat Completions, ``text.format`` of Responses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.openai.strict_schemas import strict_schema
from pytest_promptfmt.dialects.schema import schema_mistake
from pytest_promptfmt.dialects.shared_rules import schemas_within
from pytest_promptfmt.verdicts.request.refusals.places import value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said
from pytest_promptfmt.verdicts.request.refusals.tool_schemas import open_objects


def asked(body: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Where the schema of the answer is described, and how; None where none is asked for."""
    if value_of(body, "response_format.type") == "json_schema":
        described = value_of(body, "response_format.json_schema")
        return "$.response_format.json_schema", described if isinstance(described, dict) else {}
    if value_of(body, "text.format.type") == "json_schema":
        return "$.text.format", body["text"]["format"]
    return None


def incomplete(body: Mapping[str, Any]) -> Iterator[Said]:
    """A schema that is asked for without its name, or without itself."""
    if found := asked(body):
        where, described = found
        for key in ("name", "schema"):
            if not described.get(key):
                yield f"{where}.{key}", f"{key} is missing"


def no_object(body: Mapping[str, Any]) -> Iterator[Said]:
    """The schema's root is no object."""
    if found := asked(body):
        where, described = found
        schema = described.get("schema")
        if isinstance(schema, dict) and (schema.get("type") != "object" or "anyOf" in schema):
            yield f"{where}.schema", f"the root is of type {schema.get('type')!r}, and an object is wanted"


def no_schema(body: Mapping[str, Any]) -> Iterator[Said]:
    """What is given as a schema is no JSON Schema."""
    if found := asked(body):
        where, described = found
        schema = described.get("schema")
        if isinstance(schema, dict) and (mistake := schema_mistake(schema)):
            yield f"{where}.schema{mistake[0].removeprefix('$')}", f"no JSON Schema: {mistake[1]}"


def loose(body: Mapping[str, Any]) -> Iterator[Said]:
    """The schema is to be kept strictly, and is not closed, or leaves properties out of ``required``."""
    if (found := asked(body)) and found[1].get("strict") is True:
        where, described = found
        for breach in strict_schema(described.get("schema"), f"{where}.schema", "a strict answer"):
            yield breach.path, breach.message
        for path, schema in schemas_within(described.get("schema"), f"{where}.schema"):
            if schema.get("type") == "array" and "items" not in schema:
                yield f"{path}.items", "the array does not say what its items are"


def strict_and_open(body: Mapping[str, Any]) -> Iterator[Said]:
    """The schema is to be kept strictly, and an object in it is not closed."""
    if (found := asked(body)) and found[1].get("strict") is True:
        yield from open_objects(found[1].get("schema"), f"{found[0]}.schema")


def has_keywords(*keywords: str) -> Broken:
    """The schema has one of these keywords."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if found := asked(body):
            for path, schema in schemas_within(found[1].get("schema"), f"{found[0]}.schema"):
                yield from ((f"{path}.{key}", f"{key} is not taken here") for key in keywords if key in schema)

    return broken


_REFUSED = ("allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties")


def unknown_keywords(body: Mapping[str, Any]) -> Iterator[Said]:
    """The schema is to be kept strictly, and has keywords that nobody can promise to keep."""
    if (found := asked(body)) and found[1].get("strict") is True:
        for path, schema in schemas_within(found[1].get("schema"), f"{found[0]}.schema"):
            for keyword in _REFUSED:
                if keyword in schema:
                    yield f"{path}.{keyword}", f"a strict answer's schema has no {keyword}"

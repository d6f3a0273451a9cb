"""The quick yes: for every schema of ours it says what jsonschema says, of what is right and of what was spoilt."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.rows import for_each
from support.siblings import sampled

from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import DIALECTS, SCENARIOS
from pytest_promptfmt.dialects.predicate import OF_DOCUMENTS, UnknownKeyword, accepts
from pytest_promptfmt.dialects.schema import load_schemas
from pytest_promptfmt.payload.request import NotAPayload

PARTS = [(dialect, part) for dialect in DIALECTS for part in load_schemas(dialect)["$defs"]]
ODD: tuple[Any, ...] = (None, True, 0, 1, 1.0, 1.5, "", "text", "user", [], {}, [{}], ["x"], {"type": "text"})


def both(dialect: str, part: str, value: Any) -> tuple[bool, bool]:
    defs = load_schemas(dialect)["$defs"]
    theirs = Draft202012Validator({"$defs": defs, "$ref": f"#/$defs/{part}"})
    return accepts(defs[part], defs)(value), theirs.is_valid(value)


@cache
def messages(dialect: str) -> list[Any]:
    """Messages of golden payloads, one of each shape."""
    found: dict[str, Any] = {}
    for generation in generations():
        for scenario in (*SCENARIOS, *DIALECTS[dialect].scenarios):
            for payload in load_golden(generation, f"{dialect}.{scenario}").payloads.values():
                try:
                    opened = DIALECTS[dialect].open(payload).messages
                except NotAPayload:
                    continue
                found |= {shape(message): message for message in opened}
    return list(found.values())


def shape(value: Any) -> str:
    match value:
        case dict():
            return json.dumps({key: item if key in ("role", "type") else shape(item) for key, item in value.items()})
        case list():
            return f"[{','.join(dict.fromkeys(map(shape, value)))}]"
        case _:
            return type(value).__name__


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Container and key of everything inside."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def spoilt(value: Any, chance: random.Random) -> Any:
    """A copy in which one thing is lost, is another, or is there beside what it should be."""
    copy = {"all": deepcopy(value)}
    container, key = chance.choice(list(places(copy)))
    match chance.choice(["lose", "change", "add"]):
        case "lose" if container is not copy:
            del container[key]
        case "add" if isinstance(container[key], dict):
            container[key][chance.choice(["type", "role", "text", "odd"])] = chance.choice(ODD)
        case _:
            container[key] = chance.choice(ODD)
    return copy["all"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("dialect", sampled(DIALECTS))
def test_golden_messages_are_judged_alike_as_they_are_and_spoilt(dialect: str) -> None:
    chance, known = random.Random(dialect), messages(dialect)
    defs = load_schemas(dialect)["$defs"]
    ours = accepts(defs["message"], defs)
    theirs = Draft202012Validator({"$defs": defs, "$ref": "#/$defs/message"})
    tried = [*known, *(spoilt(message, chance) for message in chance.choices(known, k=200))] if known else []
    verdicts = [(ours(message), theirs.is_valid(message)) for message in tried]

    assert [message for message, (one, other) in zip(tried, verdicts, strict=True) if one != other] == []
    assert not known or set(verdicts) == {(True, True), (False, False)}


@for_each(PARTS)
def test_every_definition_judges_odd_values_alike(dialect: str, part: str) -> None:
    assert [value for value in ODD if len({*both(dialect, part, value)}) > 1] == []


LEAVES = st.sampled_from([None, True, False, 0, 1, 1.0, 1.5, "", "a", "ab"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("xyz"), inner), max_leaves=6
)
SCHEMAS = st.recursive(
    st.booleans()
    | st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(
                ["object", "array", "string", "null", "boolean", "integer", "number", ["string", "object"]]
            ),
            "enum": st.lists(VALUES, min_size=1, max_size=2),
            "const": VALUES,
            "required": st.lists(st.sampled_from("xyz"), max_size=2, unique=True),
            "minLength": st.integers(0, 2),
            "maxLength": st.integers(0, 2),
            "pattern": st.sampled_from(["", "a", "^b$", "a(?!b)"]),
            "minItems": st.integers(0, 2),
            "maxItems": st.integers(0, 2),
            "minProperties": st.integers(0, 2),
            "maxProperties": st.integers(0, 2),
            "minimum": st.sampled_from([0, 1, 1.5]),
            "maximum": st.sampled_from([0, 1, 1.5]),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from("xyz"), inner, max_size=2),
            "additionalProperties": inner,
            "items": inner,
            "propertyNames": inner,
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
            "$ref": st.just("#/$defs/itself"),
        },
    ),
    max_leaves=6,
)


@given(SCHEMAS, VALUES)
def test_any_schema_judges_any_value_alike(schema: Any, value: Any) -> None:
    defs = {"itself": {"type": ["object", "string"], "properties": {"x": {"$ref": "#/$defs/itself"}}}}
    theirs = Draft202012Validator(schema if isinstance(schema, bool) else {**schema, "$defs": defs})

    assert accepts(schema, defs, OF_DOCUMENTS)(value) is theirs.is_valid(value)


@pytest.mark.parametrize("schema", [{"pattern": "x"}, {"items": {"oneOf": []}}, {"$ref": "#/$defs/odd"}])
def test_a_keyword_that_is_not_known_is_no_yes(schema: Any) -> None:
    with pytest.raises(UnknownKeyword):
        accepts(schema, {"odd": {"maximum": 1}})


@pytest.mark.parametrize("file", ["report/report", "report/certificate", "corpus/case"])
def test_of_what_a_document_may_be_there_is_a_predicate(file: str) -> None:
    """Else jsonschema is asked first, which says the same, but takes its time."""
    schema = json.loads(files("pytest_promptfmt").joinpath(f"{file}.schema.json").read_text("utf-8"))

    assert not accepts(schema, schema.get("$defs", {}), OF_DOCUMENTS)({})

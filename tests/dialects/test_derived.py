"""Our schemas and the providers' own, as `tests/derived` keeps them, say the same but for the rows that say why not.

The same is asked of the clients that are installed in `tests/sdk`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from support.places import DERIVED
from support.shapes import facts
from support.vendored import Row, covers, differences, index, rows, unexplained, vendored


@pytest.mark.parametrize("name", index())
def test_ours_has_the_properties_the_enums_and_the_types_of_theirs(name: str) -> None:
    assert unexplained(name, vendored(name)) == []


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.why[:40])
def test_a_row_has_a_reason_and_no_more_than_it_needs(row: Row) -> None:
    found = [differences(name, vendored(name)) for name in index() if row.of(name)]
    needless = [p for p in row.ours if not any(covers((p,), fact) for only, _ in found for fact in only)]
    needless += [p for p in row.theirs if not any(covers((p,), fact) for _, only in found for fact in only)]

    assert row.why
    assert needless == []
    assert not {"*", "$*", "$[]*", "$[].*"} & {*row.ours, *row.theirs}


def test_every_schema_is_in_the_index_and_every_name_of_the_index_is_a_schema() -> None:
    assert {path.name.removesuffix(".json.gz") for path in DERIVED.glob("*.json.gz")} == set(index())


def test_the_copies_are_structure_and_no_words() -> None:
    for name in index():
        assert list(described(vendored(name))) == []


def described(node: Any) -> Iterator[str]:
    """What a schema says in sentences; a property may be called description, too."""
    if isinstance(node, list):
        yield from (text for item in node for text in described(item))
    elif isinstance(node, dict):
        yield from (node[key] for key in ("description", "title") if isinstance(node.get(key), str))
        yield from (text for item in node.values() for text in described(item))


# the facts themselves: what a schema says, however it says it

TAGGED = {
    "$defs": {
        "part": {
            "type": "object",
            "properties": {"type": {"enum": ["text", "image"]}},
            "allOf": [
                {
                    "if": {"properties": {"type": {"const": "image"}}, "required": ["type"]},
                    "then": {"properties": {"type": {}, "detail": {"enum": ["low", "high"]}}},
                },
                {
                    "if": {"properties": {"type": {"const": "text"}}, "required": ["type"]},
                    "then": {"properties": {"type": {}, "text": {"type": ["string", "null"]}}},
                },
            ],
        }
    },
    "type": "array",
    "items": {"$ref": "#/$defs/part"},
}
UNION = {
    "$defs": {
        "Text": {
            "type": "object",
            "properties": {"type": {"const": "text"}, "text": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        },
        "Image": {
            "type": "object",
            "properties": {"type": {"const": "image"}, "detail": {"$ref": "#/$defs/Detail"}},
        },
        "Detail": {"type": "string", "enum": ["low", "high"]},
    },
    "type": "array",
    "items": {"anyOf": [{"$ref": "#/$defs/Text"}, {"$ref": "#/$defs/Image"}]},
}
SAID = {
    "$: array",
    "$[]: object",
    "$[]<text>.type",
    "$[]<text>.text",
    "$[]<text>.text: string",
    "$[]<text>.text: null",
    "$[]<image>.type",
    "$[]<image>.detail",
    '$[]<image>.detail = "low"',
    '$[]<image>.detail = "high"',
}


@pytest.mark.parametrize("schema", [TAGGED, UNION], ids=["if and then", "union"])
def test_a_schema_says_the_same_however_it_is_written(schema: dict[str, Any]) -> None:
    assert facts(schema) == SAID


def test_what_holds_itself_is_told_once() -> None:
    tree = {"type": "object", "properties": {"leaf": {"type": "string"}, "branch": {"$ref": "#/$defs/tree"}}}

    assert facts({"$ref": "#/$defs/tree", "$defs": {"tree": tree}}) == {
        "$: object",
        "$.leaf",
        "$.leaf: string",
        "$.branch",
    }


def test_a_property_that_only_one_of_both_has_is_told() -> None:
    """What the tests above would say of a client that has one key less, one more, and one value more."""
    theirs = copy.deepcopy(vendored("anthropic.messages.sdk"))
    del theirs["$defs"]["ToolUseBlockParam"]["properties"]["input"]
    theirs["$defs"]["ToolUseBlockParam"]["properties"]["strict"] = {"type": "boolean"}
    theirs["$defs"]["Base64ImageSourceParam"]["properties"]["media_type"]["enum"].append("image/avif")
    told = unexplained("anthropic.messages.sdk", theirs)

    assert "only ours: $[]<assistant>.content[]<tool_use>.input" in told
    assert "only theirs: $[]<assistant>.content[]<tool_use>.strict" in told
    assert 'only theirs: $[]<user>.content[]<image>.source<base64>.media_type = "image/avif"' in told

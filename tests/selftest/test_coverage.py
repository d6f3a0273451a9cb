"""What the corpus reaches of the providers' own schemas, and how that is told."""

from __future__ import annotations

import gzip
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from right_ways import RIGHT_WAYS
from support.places import DERIVED

from pytest_promptfmt.cli import main
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.selftest.coverage import Coverage, Reason, Schema, cover, load_folder
from pytest_promptfmt.selftest.coverage.payloads import by_dialect, parts, written
from pytest_promptfmt.selftest.coverage.points import Point, points_of


def rows(file: str, of: str) -> Any:
    return tomllib.loads(DERIVED.joinpath(file).read_text("utf-8"))[of]


NAMES = [name for name, row in rows("index.toml", "schema").items() if "covered" not in row]
WHYS = [row["why"] for row in reversed(rows("unreached.toml", "reason"))]
"""Those that concern every schema, which take longest, come last."""
LEAST = 0.95


@cache
def schemas() -> dict[str, Schema]:
    return {schema.name: schema for schema in load_folder(DERIVED)}


@cache
def of_the_reference(dialect: str) -> list[Any]:
    return by_dialect(resolve("promptfmt_reference", DERIVED), [dialect])[dialect]


@cache
def coverage_of(name: str) -> Coverage:
    return cover(schemas()[name], of_the_reference(schemas()[name].dialect))


@pytest.mark.slow
def test_every_schema_of_the_folder_is_measured() -> None:
    assert list(schemas()) == NAMES


@pytest.fixture(scope="module")
def ways() -> dict[str, list[Any]]:
    """The payloads of the right ways, by dialect."""
    found = defaultdict(list)
    for way in RIGHT_WAYS:
        try:
            found[way.target.rpartition(".")[0]].append(way.formatter(way.case.conversation()))
        except ValueError:
            continue  # a way to refuse
    return found


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_within_reach_is_covered(name: str) -> None:
    assert coverage_of(name).rate >= LEAST, coverage_of(name).missing


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_spelled_otherwise_is_reached_by_right_ways(name: str, ways: dict[str, list[Any]]) -> None:
    reached = cover(schemas()[name], ways[schemas()[name].dialect]).reached

    assert sorted(set(coverage_of(name).spelled) - set(reached)) == []


def _reasons(schema: Schema) -> dict[str, Reason]:
    return {reason.why: reason for reason in schema.reasons}


@pytest.mark.slow
@pytest.mark.parametrize("why", WHYS)
def test_a_reason_explains_something_with_each_of_its_globs(why: str) -> None:
    concerned = {name: found for name, schema in schemas().items() if (found := _reasons(schema).get(why))}
    reason = next(iter(concerned.values()))
    left = [point.name for name in concerned for point in coverage_of(name).points if point.why == reason.why]
    needless = [
        glob
        for glob in reason.points
        if not any(Reason(("*",), (glob,), reason.why).covers("any", name) for name in left)
    ]

    assert reason.why
    assert needless == []


# what a point is

SCHEMA = {
    "type": "array",
    "items": {"anyOf": [{"$ref": "#/$defs/Text"}, {"$ref": "#/$defs/Image"}]},
    "$defs": {
        "Text": {
            "type": "object",
            "required": ["type", "text"],
            "properties": {
                "type": {"const": "text"},
                "text": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                "cache": {"$ref": "#/$defs/Cache"},
            },
            "additionalProperties": False,
        },
        "Image": {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"const": "image"}, "detail": {"enum": ["low", "high"]}},
        },
        "Cache": {"type": "object", "properties": {"ttl": {"enum": ["5m", "1h"]}}},
    },
}
EVERY = [
    "$[] | Text",
    "Text.type",
    "Text.text",
    "Text.text | string",
    "Text.text | null",
    "Text.cache",
    "Cache.ttl",
    'Cache.ttl = "5m"',
    'Cache.ttl = "1h"',
    "$[] | Image",
    "Image.type",
    "Image.detail",
    'Image.detail = "low"',
    'Image.detail = "high"',
]


def reached(*values: Any) -> set[str]:
    return {point.name for point in points_of(SCHEMA, values) if point.reached}


def test_points_are_properties_branches_and_values() -> None:
    assert [point.name for point in points_of(SCHEMA)] == EVERY
    assert reached() == set()


def test_a_value_reaches_what_it_has() -> None:
    text = {"$[] | Text", "Text.type", "Text.text"}

    assert reached([{"type": "text", "text": "Hi"}]) == text | {"Text.text | string"}
    assert reached([{"type": "text", "text": None}]) == text | {"Text.text | null"}
    assert reached([{"type": "image", "detail": "high"}]) == {
        "$[] | Image",
        "Image.type",
        "Image.detail",
        'Image.detail = "high"',
    }


def test_values_that_differ_in_more_than_their_texts_all_count() -> None:
    values = [[{"type": "text", "text": text, "cache": {"ttl": ttl}}] for text, ttl in (("a", "1h"), ("b", "5m"))]

    assert {'Cache.ttl = "1h"', 'Cache.ttl = "5m"'} <= reached(*values)


def test_what_is_no_instance_reaches_nothing_and_unknown_keys_hide_nothing() -> None:
    assert reached([{"type": "text"}]) == set()
    assert "Text.text" in reached([{"type": "text", "text": "Hi", "name": "Ann"}])


def test_a_reason_holds_beneath_its_point_but_not_for_what_can_be_got_to_otherwise() -> None:
    schema = {
        "properties": {
            "closed": {"$ref": "#/$defs/Both"},
            "open": {"$ref": "#/$defs/Both"},
            "own": {"$ref": "#/$defs/One"},
        },
        "$defs": {
            "Both": {"properties": {"x": {}}},
            "One": {"properties": {"y": {"properties": {"z": {}}}}},
        },
    }
    whys = {"$.closed": "closed", "$.own": "own", "One.y": "y"}

    assert points_of(schema, why=lambda name: whys.get(name, "")) == [
        Point("$.closed", False, "closed"),
        Point("Both.x", False),
        Point("$.open", False),
        Point("$.own", False, "own"),
        Point("One.y", False, "y"),
        Point("One.y.z", False, "y"),
    ]


def test_our_own_schemas_have_points_too() -> None:
    schema = {
        "type": "object",
        "properties": {"type": {"enum": ["a", "b"]}},
        "if": {"properties": {"type": {"const": "a"}}, "required": ["type"]},
        "then": {"properties": {"type": {}, "text": {}}},
        "else": {"properties": {"type": {}, "url": {}}},
    }
    found = {point.name for point in points_of(schema, [{"type": "a", "text": "Hi", "url": "u"}]) if point.reached}

    assert found == {"$.type", '$.type = "a"', "$.text"}


def test_a_definition_that_holds_itself_is_one() -> None:
    tree = {"properties": {"leaf": {}, "branch": {"$ref": "#/$defs/tree"}}}
    found = points_of({"$ref": "#/$defs/tree", "$defs": {"tree": tree}}, [{"branch": {"branch": {"leaf": 1}}}])

    assert found == [Point("tree.leaf", True), Point("tree.branch", True)]


# which payloads


def test_a_schema_is_asked_about_its_part_of_a_request() -> None:
    payload = {"system": "Be kind", "messages": [{"role": "user", "content": "Hi"}, {"role": "user", "content": "Hi"}]}

    assert parts("anthropic", "messages", [payload, payload]) == [[{"role": "user", "content": "Hi"}]]
    assert parts("anthropic", "system", [payload]) == ["Be kind"]
    assert parts("bedrock", "request", [payload]) == [{"messages": payload["messages"][:1], "system": "Be kind"}]
    assert parts("anthropic", "messages", ["no payload"]) == []


def test_what_an_implementation_never_says_is_missing() -> None:
    silent = from_object({"mistral.chat": lambda c: [{"role": "user", "content": c.messages[0].text}]})
    coverage = cover(schemas()["mistral.common"], [payload for *_, payload in written(silent)])

    assert "UserMessage.content | string" in coverage.reached
    assert "AssistantMessage.tool_calls" in coverage.missing
    assert coverage.rate < LEAST


# the command


@pytest.mark.slow
def test_the_command_says_what_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "--dialect", "ollama", "--against", str(DERIVED)]) == 0
    out = capsys.readouterr().out
    pytest.LineMatcher(out.splitlines()).fnmatch_lines(
        ["ollama.chat.sdk: * within reach: * reached, 0 spelled otherwise, 0 missing (100%); * out of it", "*no JSON*"]
    )


@pytest.mark.slow
def test_one_schema_has_no_reasons_and_what_is_missing_is_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = tmp_path / "theirs.json"
    plain.write_bytes(gzip.decompress(DERIVED.joinpath("ollama.chat.sdk.json.gz").read_bytes()))

    assert main(["coverage", "--dialect", "ollama", "--against", str(plain)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("theirs: ")
    assert "  missing  Image.value\n" in out


def test_without_a_word_it_is_the_kits_own_schemas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["coverage", "--dialect", "zhipu"]) == 1
    assert capsys.readouterr().out.startswith("zhipu: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--dialect", "olama"], "did you mean 'ollama'"),
        (["--against", "{}/a.json"], "of which dialect"),
        (["--against", "{}/a.json", "--dialect", "ollama"], "a.json is no schema"),
        (["--against", "{}/none.json", "--dialect", "ollama"], "none.json is no schema"),
        (["--against", "{}"], "is no folder of schemas"),
        (["--impl", "no_such_module", "--dialect", "ollama"], "no_such_module"),
    ],
)
def test_what_cannot_be_asked_is_2(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.joinpath("a.json").write_text("{")

    assert main(["coverage", *(argument.format(tmp_path) for argument in arguments)]) == 2
    assert told in capsys.readouterr().err

"""Whatever `parse` is given: it is a conversation, or the error names the place; there is no other end."""

from __future__ import annotations

import copy
import json
import random
import re
import time

import pytest
from support.conversations import GOOD, places, user

from pytest_promptfmt.conversation.parsing import ParseError, parse


def deep(levels: int, inner: object = "x", key: str | None = None) -> object:
    """Lists, or objects of one key, in each other."""
    for _ in range(levels):
        inner = [inner] if key is None else {key: inner}
    return inner


class Strange:
    """No JSON value, and nothing that could be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


ODD: tuple[object, ...] = (
    *(None, True, 0, -1, 10**400, 1.5, float("nan"), float("inf")),
    *("", "user", "tool", "\ud800", "\0", "x" * 100_000, "asistant"),
    *([], [[]], [None], {}, {"type": "text"}, {"type": "text", "text": "x", "\udfff": 1}, {"type": ["text"]}),
    *({"x" * 100_000: 1}, {1: 2}, {None: 2}, {"role": "user"}, {"type": "tool_result", "id": "1", "output": []}),
    *(b"x", bytearray(b"x"), (), ("x",), {1, 2}, Strange(), Strange, range(3), iter(())),
    *(deep(99), deep(101), deep(50_000), deep(50_000, key="a"), deep(3, Strange(), "odd key")),
)


def about(document: object, place: tuple[object, ...]) -> str:
    """What holds a place, as errors spell it; a role or a type says what its neighbours have to be."""
    path = "messages" if isinstance(document, list) else ""
    for key in place[:-1]:
        path += f"[{key}]" if isinstance(key, int) else f".{key}" if path else str(key)
    return path


def refused(document: object) -> ParseError | None:
    """Why it is no conversation; any other error is the test's."""
    try:
        parse(document)
    except ParseError as error:
        return error
    return None


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_put_anywhere_the_error_names_the_place(seed):
    """Of every document with one place spoilt: it parses to what comes back from JSON, or the error is about there."""
    chance = random.Random(seed)
    for _ in range(50):
        document = copy.deepcopy(chance.choice([*GOOD.values()]))
        place = chance.choice(places(document))
        odd = chance.choice(ODD)
        *above, last = place or ("",)
        node = document
        for key in above:
            node = node[key]
        how = chance.choice(["replace", "add", "delete", "whole"]) if place else "whole"
        match how:
            case "whole":
                document = odd
            case "replace":
                node[last] = odd
            case "delete":
                del node[last]
            case "add" if isinstance(node[last], dict):
                node[last][chance.choice(["name", "\ud800", "x" * 9999, "id"])] = odd
            case "add" if isinstance(node[last], list):
                node[last].append(odd)
            case _:
                continue

        error = refused(document)
        if error is None:
            assert repr(parse(parse(document).to_json())) == repr(parse(document))
        else:
            assert how == "whole" or error.path.startswith(about(document, place))
            assert 0 < len(str(error).encode("utf-8")) < 700


@pytest.mark.parametrize(
    ("inside", "path"),
    [
        ({"a": {"b": [0, Strange()]}}, ".a.b[1]"),
        ({"odd key": (1,)}, "['odd key']"),
        ({"a": {1: 2}}, ".a"),
        ({"a": b"x"}, ".a"),
        ({"a": {"b"}}, ".a"),
    ],
)
def test_arguments_are_json_values_down_to_the_last(inside, path):
    for document, where in (
        (user({"type": "tool_use", "id": "1", "name": "f", "input": inside}), "messages[0].content[0].input"),
        ({"messages": [], "tools": [{"name": "f", "parameters": inside}]}, "tools[0].parameters"),
    ):
        with pytest.raises(ParseError) as caught:
            parse(document)

        assert caught.value.path == where + path


def test_what_strict_json_cannot_spell_is_a_value_all_the_same():
    """NaN, infinities and lone surrogates: what becomes of them is what cases ask."""
    inside = {"a": [float("nan"), float("-inf")], "\ud800": "\udfff"}
    conversation = parse(
        user({"type": "tool_use", "id": "\ud800", "name": "f", "input": inside}, {"type": "text", "text": "\ud800"})
    )

    assert conversation.messages[0].blocks[0].input is inside
    assert conversation.messages[0].text == "\ud800"


def test_arguments_nest_a_hundred_levels_deep_and_no_deeper():
    def call(levels):
        return user({"type": "tool_use", "id": "1", "name": "f", "input": deep(levels, "x", "a")})

    assert json.dumps(parse(call(100)).to_json())
    for levels in (101, 1000, 100_000):
        with pytest.raises(ParseError, match="nested deeper than 100 levels") as caught:
            parse(call(levels))
        assert caught.value.path == "messages[0].content[0].input" + ".a" * 100


@pytest.mark.parametrize("inner", ["tool_result", "text"])
def test_results_in_results_without_end_are_one_error(inner):
    nested: object = {"type": "text", "text": "x"}
    for _ in range(20_000):
        nested = {"type": "tool_result", "id": "1", "output": [nested]}

    with pytest.raises(ParseError) as caught:
        parse(user({"type": inner, "id": "1", "output": [nested], "text": "x"}))

    assert caught.value.path.startswith("messages[0].content[0]")


def test_what_holds_itself_is_refused():
    inside: dict[str, object] = {}
    inside["again"] = inside
    messages: list[object] = []
    messages.append(messages)

    with pytest.raises(ParseError, match="nested deeper"):
        parse(user({"type": "tool_use", "id": "1", "name": "f", "input": inside}))
    with pytest.raises(ParseError, match=re.escape("messages[0]: expected an object, got a list")):
        parse(messages)


def test_what_is_huge_takes_its_time_and_no_more():
    started = time.perf_counter()
    conversation = parse([{"role": "user", "content": "x" * 100}] * 50_000)
    for spoilt in ("x" * 10_000_000, ["x" * 10_000_000], {"x" * 10_000_000: 1}):
        with pytest.raises(ParseError):
            parse([{"role": spoilt, "content": ""}])
        with pytest.raises(ParseError):
            parse([{"role": "user", "content": "", "x" * 10_000_000: spoilt}])

    assert len(conversation.messages) == 50_000
    assert time.perf_counter() - started < 10

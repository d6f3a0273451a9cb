"""A sentence that no other reader understands leads to the part of the request that it names while it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.places_named import spoken

TURNS = [{"content": [{"text": "a"}]}, {"content": [{"type": "stone", "hue": "red"}]}]
CALL = {"id": "c_77", "function": {"name": "look", "arguments": "{"}}
CALLED = {"messages": [{"role": "assistant", "tool_calls": [CALL]}, {"role": "tool", "tool_call_id": "c_77"}]}
PICTURE = {"messages": [{"content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "b"}}]}]}


def paths(answer: str, body: Any) -> list[str]:
    return [found.path for found in spoken(read(answer, "openai"), body)]


@pytest.mark.parametrize(
    ("answer", "body", "expected"),
    [
        # A place, as deep as the request has it; its number may lead out of a list that was cut short.
        ("messages.1.content.0: stones cannot be modified", {"messages": TURNS}, ["$.messages[1].content[0]"]),
        ("messages.1.content.0.stone.colour.depth: bad", {"messages": TURNS}, ["$.messages[1].content[0]"]),
        ("Invalid 'messages[31].content[4].hue': odd", {"messages": TURNS}, ["$.messages[1].content[0].hue"]),
        ("messages.31.content.4.stone.hue is wrong", {"messages": TURNS}, ["$.messages[1].content[0].hue"]),
        # A value that stands in one place alone, or what is named beside it.
        ("The depth 52428 is invalid.", {"plan": {"deep": 52428}}, ["$.plan.deep"]),
        ("Files of application/json fail", {"parts": [{"mime": "application/json"}]}, ["$.parts[0].mime"]),
        ("Item 'c_77' was provided without its stone", {"input": [{"id": "c_77"}]}, ["$.input[0].id"]),
        ("Item 'c_77' was provided without its stone", {"input": [{"id": "c_77"}, {"id": "c_77"}]}, []),
        ("Duplicate item found with id 'c_77'.", {"input": [{"id": "c_77"}, {"id": "c_77"}]}, ["$.input[1].id"]),
        ("'user' is not what we want", {"messages": [{"role": "user"}]}, []),
        # A name, in one word or in several, and with the key over it.
        ("invalid pace: only 1 is allowed", {"pace": 2}, ["$.pace"]),
        ("The walking pace is not to be had", {"plan": {"walkingPace": 2, "pace": 3}}, ["$.plan.walkingPace"]),
        ("invalid function arguments json string, tool_call_id: c_1", CALLED,
         ["$.messages[0].tool_calls[0].function.arguments"]),
        ("pace参数非法", {"pace": 2}, ["$.pace"]),
        # A kind of part, and a key that is a common word.
        ("Could not process image", PICTURE, ["$.messages[0].content[1]"]),
        ("The provided URL does not appear to be valid.", PICTURE, ["$.messages[0].content[1]"]),
        ("illegal base64 data at input byte 4", {"messages": [{"images": ["?"]}]}, ["$.messages[0].images[0]"]),
        ("The additional field system conflicts.", {"system": "a"}, ["$.system"]),
        ("format: expected otherwise", {"format": "a"}, ["$.format"]),
        # The only one of its type among values of a key that is called invalid.
        ("Invalid 'content' field", {"messages": [{"content": each} for each in ("Hi", None, "So?")]},
         ["$.messages[1].content"]),
        ("Invalid 'content' field", {"messages": [{"content": each} for each in ("Hi", "So?")]}, []),
        # A place and a value are what is meant, whatever is said of them.
        ("messages[0].mood is odd", {"messages": [{"mood": 1}]}, ["$.messages[0].mood"]),
        ("the message at position 1 with role 'user' is odd", {"messages": [*TURNS]}, ["$.messages[1]"]),
        ("messages[3].mood is odd", {"messages": [{"mood": 1}]}, ["$.messages[0].mood"]),
        # What refuses nothing, names nothing, or names what is wrong anywhere in it.
        ("The walking pace is great", {"walking_pace": 2}, []),
        ("Request contains an invalid argument.", {"messages": TURNS}, []),
        ("messages: at least one message is required", {"messages": TURNS}, []),
        ("", {"pace": 2}, []),
        ("bad pace", "", []),
    ],
)  # fmt: skip
def test_what_a_refusing_sentence_names_is_found(answer: str, body: Any, expected: list[str]) -> None:
    assert paths(answer, body) == expected


def test_what_is_named_everywhere_is_not_told() -> None:
    assert paths("bad pace", {"a": [{"pace": 1}] * 3}) == [f"$.a[{n}].pace" for n in range(3)]
    assert paths("bad pace", {"a": [{"pace": 1}] * 4}) == []


def test_a_rule_that_the_answer_quotes_and_the_request_breaks_comes_alone() -> None:
    results = [{"role": "user", "content": "Hi"}, {"role": "tool", "tool_call_id": "c_1", "content": "4"}]
    body = {"model": "gpt-4o", "messages": results}
    answer = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    (found,) = why(json.dumps(body), answer=answer, dialect="openai")

    assert {each.id for each in found.findings} == {"openai.tool-result-has-call"}


def test_what_the_answer_speaks_of_comes_before_what_was_seen_elsewhere() -> None:
    body = {"model": "gpt-4o", "mesages": [], "messages": [{"role": "user", "content": "Hi"}], "walking_pace": 2}
    (found,) = why(json.dumps(body), answer="This walking pace cannot be had.", dialect="openai")

    assert found.findings[0].path == "$.walking_pace"

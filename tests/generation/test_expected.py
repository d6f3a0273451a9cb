"""What is derived of a conversation is what the corpus says of its own, which people wrote case by case."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import ANY_LEGAL, Case, by_id, corpus
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.expected import expected

CHATS = [dialect for dialect in DIALECTS.values() if "chat" in dialect.scenarios]
CASES = [case for case in corpus() if not case.is_template and case.budget is None]

NOT_DRAWN = {
    "errors/audio-base64-empty": "a recording of no bytes",
    "errors/audio-of-type-image": "a type that is another's",
    "errors/image-of-type-text": "a type that is another's",
    "errors/image-without-type": "a type that is not there",
    "errors/call-by-a-user": "a call that is no assistant's",
    "errors/call-by-the-system": "a call that is no assistant's",
    "errors/result-of-another-tool": "a result with another tool's name",
    "tools/offer-without-properties": "a schema that is an object and nothing more",
    "vision/data-uri-percent-encoded": "base64 in another spelling",
    "vision/data-uri-wrong-type": "a type that is another's",
    "vision/data-uri-without-type": "a type that is not there",
    "vision/base64-wrong-type": "a type that is another's",
    "vision/base64-type-in-capitals": "a type in another spelling",
    "vision/base64-octet-stream": "a type that says nothing",
    "vision/base64-in-lines": "base64 in another spelling",
    "vision/base64-url-safe": "base64 in another spelling",
    "vision/base64-unpadded": "base64 in another spelling",
    "audio/wav-called-mpeg": "a type that is another's",
    "audio/video-called-mov": "a type that is another's",
    "audio/six-documents": "more documents than a request may have",
    "audio/media-crossed-1": "more documents than a request may have",
    "audio/pdf-called-octet-stream": "a type that says nothing",
    "vision/data-uris-in-results": "a type that says nothing",
    "audio/paper-beside-a-result": "a document in the message of a result",
    "audio/paper-and-words-beside-results": "a document in the message of a result",
}
"""What no generated conversation has, and of which nothing is derived."""

STRICTER = {("either", "carry"), ("refuse", "carry"), ("either", "refuse"), ("carry", "refuse")}
"""What the corpus says, and what must not be derived: it would blame a right formatter."""


def demands(case: Case) -> list[tuple[str, str]]:
    """What the corpus says, and what is derived, for each dialect that has a place for all of it."""
    conversation, needs = case.conversation(), case.needs
    return [
        (case.expects(dialect.id).demand, expected(conversation, dialect).demand)
        for dialect in CHATS
        if needs <= dialect.carries
    ]


@cache
def told() -> dict[str, list[tuple[str, str]]]:
    return {case.id: demands(case) for case in CASES}


@pytest.mark.slow
def test_nobody_is_blamed_whom_the_corpus_takes() -> None:
    stricter = {id_ for id_, pairs in told().items() if not STRICTER.isdisjoint(pairs)}

    assert stricter - NOT_DRAWN.keys() == set()


def test_what_is_not_drawn_is_what_cannot_be_derived() -> None:
    assert {id_ for id_ in NOT_DRAWN if STRICTER.isdisjoint(demands(by_id()[id_]))} == set()


@pytest.mark.slow
def test_little_is_let_pass_that_the_corpus_wants_carried() -> None:
    """Names of several agents, ids and what is left of a turn are derived loosely: one of twenty."""
    counted = Counter(pair for pairs in told().values() for pair in pairs)

    assert counted["carry", "either"] < 0.06 * counted["carry", "carry"]


def test_a_blank_system_text_alone_may_be_refused_by_everybody() -> None:
    blank = parse({"messages": [{"role": "system", "content": ""}]})

    assert {expected(blank, dialect).demand for dialect in CHATS} == {"either"}


def test_it_says_why_and_what_else_is_right() -> None:
    call = {"type": "tool_use", "id": "call00001", "name": "add", "input": {}}
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [call]}]
    tools = [{"name": "add", "parameters": {"type": "object", "properties": {}}}]
    found = expected(parse({"messages": messages, "tools": tools}), DIALECTS["openai"])

    assert found.demand == "either"
    assert found.repairs == (ANY_LEGAL, "keep", "drop-open-calls", "answer-open-calls")
    assert "leave out calls that nobody answered" in found.why

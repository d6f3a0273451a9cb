"""What requests made of a template say: what is right is not blamed, and what is wrong is found for what it is."""

from __future__ import annotations

from typing import Any

import pytest
from support.template_cases import found, given, human, image, text

from pytest_promptfmt.checks.fidelity.templates import template_fidelity
from pytest_promptfmt.conversation.template import template_case
from pytest_promptfmt.dialects.aisbench import DIALECT
from pytest_promptfmt.payload.finding import Finding


def bot(prompt: Any) -> dict[str, Any]:
    return {"role": "BOT", "prompt": prompt}


def kinds(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.id.removeprefix("fidelity."), finding.path) for finding in findings]


RIGHT_WAYS = {
    "the same": ([human("Q"), bot("A"), human("R")], [human("Q"), bot("A"), human("R")]),
    "a string": ("Q\nA: ", "Q\nA: "),
    "an empty turn less": ([human("Q"), bot("")], [human("Q")]),
    "an empty turn more": ([human("Q")], [human("Q"), bot("")]),
    "an empty turn between": ([human("Q"), human("R")], [human("Q"), bot(""), human("R")]),
    "joined neighbours": ([human("Q"), human("R")], [human("Q\nR")]),
    "neighbours apart": ([human("Q\nR")], [human("Q"), human("R")]),
    "a list of one text": ([human("Q")], [human([text("Q")])]),
    "texts in lines": ([human([text("Q"), text("R"), image("a")])], [human([text("Q\nR"), image("a")])]),
    "an empty text less": ([human([text(""), image("a")])], [human([image("a")])]),
    "prompt_mm": ([human([text("Q"), image("a")])], [{"role": "HUMAN", "prompt_mm": [text("Q"), image("a")]}]),
    "an address as text": ([human([image("a")])], [human([{"type": "image_url", "image_url": "a"}])]),
    "further keys": ([human("Q")], [{**human("Q"), "fallback_role": "BOT", "generate": False}]),
}


@pytest.mark.parametrize(("right", "here"), RIGHT_WAYS.values(), ids=list(RIGHT_WAYS))
def test_what_is_right_is_not_blamed(right: Any, here: Any) -> None:
    assert found(right, here) == []


WRONG_WAYS: dict[str, tuple[Any, Any, list[tuple[str, str]]]] = {
    "the answer": ("amber-17? A: ", "amber-17? A: jade-31", [("leaked-answer", "$[0]")]),
    "a value lost": ([human("amber-17?"), bot("A")], [bot("A")], [("lost-text", "$[0]")]),
    "a value changed": ("amber-17?", "amber-18?", [("lost-text", "$[0]")]),
    "a value doubled": ([human("amber-17?")], [human("amber-17?"), bot("A"), human("amber-17?")],
                        [("doubled-text", "$[0][0].prompt")]),
    "a value of another's": ([human("amber-17?"), bot("A")], [bot("amber-17?"), human("A")],
                             [("wrong-speaker", "$[0][0].prompt")]),
    "words of another's": ([human("Solve."), human("R")], [{"role": "SYSTEM", "prompt": "Solve."}, human("R")],
                           [("wrong-speaker", "$[0][0].prompt")]),
    "words lost": ([human("Solve."), bot("A"), human("R")], [bot("A"), human("R")], [("lost-text", "$[0]")]),
    "words changed": ("Q\nA: ", "Q\nA:", [("altered-text", "$[0]")]),
    "a turn's words changed": ([human("Q"), bot("A")], [human("Q"), bot("B")], [("altered-text", "$[0][1].prompt")]),
    "words in other turns": ([human("Q"), bot("A")], [human("Q"), bot("A"), human("Q"), bot("A")],
                             [("altered-text", "$[0]")]),
    "the last turn": ([human("amber-17?")], [human("amber-17?"), bot("A: ")], [("turn-kept", "$[0][1]")]),
    "a string": ([human("amber-17?")], "amber-17?", [("other-form", "$[0]")]),
    "role items": ("amber-17?", [human("amber-17?")], [("other-form", "$[0]")]),
    "no request at all": ([human("amber-17?")], None, [("lost-text", "$[0]")]),
    "media lost": ([human([text("Q"), image("a")])], [human([text("Q")])], [("lost-media", "$[0]")]),
    "one of two lost": ([human([image("a"), image("a")])], [human([image("a")])], [("lost-media", "$[0]")]),
    "media doubled": ([human([image("a")])], [human([image("a"), image("a")])],
                      [("doubled-media", "$[0][0].prompt[0].image_url")]),
    "another address": ([human([image("a")])], [human([image("b")])],
                        [("lost-media", "$[0]"), ("altered-media", "$[0][0].prompt[0].image_url")]),
    "another kind": ([human([image("a")])], [human([{"type": "video_url", "video_url": "a"}])],
                     [("lost-media", "$[0]"), ("altered-media", "$[0][0].prompt[0].video_url")]),
    "media in another order": ([human([image("a"), image("b")])], [human([image("b"), image("a")])],
                               [("reordered", "$[0][0]")]),
    "text in another order": ([human([text("Q"), image("a")])], [human([image("a"), text("Q")])],
                              [("reordered", "$[0][0]")]),
    "media in another turn": ([human([text("Q"), image("a")]), bot("A")], [human("Q"), bot([text("A"), image("a")])],
                              [("altered-text", "$[0]")]),
}  # fmt: skip


@pytest.mark.parametrize(("right", "here", "expected"), WRONG_WAYS.values(), ids=list(WRONG_WAYS))
def test_what_is_wrong_is_found_for_what_it_is(right: Any, here: Any, expected: list[tuple[str, str]]) -> None:
    assert kinds(found(right, here)) == expected


def test_a_token_is_left_in_if_the_data_have_it_less_often() -> None:
    tokens = {"ice_token": "</E>", "sep_token": "<S>"}
    one = {"question": "a </E>, amber-17", "answer": "jade-31"}

    assert kinds(found("a </E>, amber-17", "</E>a </E>, amber-17", test=one, tokens=tokens)) == [("left-token", "$[0]")]
    assert kinds(found("Read. amber-17?", "Read.<S> amber-17?", tokens=tokens)) == [("left-token", "$[0]")]
    assert kinds(found("a </E>, amber-17.", "a </E>, amber-17!", test=one, tokens=tokens)) == [("altered-text", "$[0]")]
    assert found("a </E>, amber-17", "a </E>, amber-17", test=one, tokens=tokens) == []


def test_examples_in_another_order_are_told_by_their_names() -> None:
    train = [{"question": "cobalt-42?"}, {"question": "ember-23?"}]
    findings = found("cobalt-42?\nember-23?\namber-17?", "ember-23?\ncobalt-42?\namber-17?", train=train)

    assert kinds(findings) == [("reordered", "$[0]")]
    assert findings[0].message == "train[1].question is told where train[0].question belongs"


def test_an_answer_is_known_by_the_column_of_that_name_alone() -> None:
    row = {"answer": "jade-31", "answers": "cobalt-42"}

    assert kinds(found("A: ", "A: cobalt-42", test=row)) == [("doubled-text", "$[0]")]
    assert kinds(found("A: ", "A: jade-31", test=row)) == [("leaked-answer", "$[0]")]
    assert kinds(found("A: ", "A: jade-31", test=row, column="answers")) == [("doubled-text", "$[0]")]
    assert kinds(found("A: ", "A: cobalt-42", test=row, column="answers")) == [("leaked-answer", "$[0]")]


def test_the_truth_in_the_place_of_a_reply_is_a_leak() -> None:
    row = {"question": ["amber-17?", "falcon-58?"], "answer": ["ember-23", "jade-31"]}
    right = [human("amber-17?"), bot("otter-87"), human("falcon-58?")]
    here = [human("amber-17?"), bot("ember-23"), human("falcon-58?")]
    findings = found(right, here, test=row, replies=["otter-87", "heron-57"])

    assert kinds(findings) == [("leaked-answer", "$[0][1].prompt"), ("lost-text", "$[0]")]
    assert findings[0].message == "test[0].answer[0] is told: 'ember-23'"


def test_a_value_of_several_lines_is_found_where_turns_say_it_together() -> None:
    row = {"question": "amber-17\ncobalt-42"}

    assert kinds(found([bot("amber-17\ncobalt-42")], [human("amber-17"), human("cobalt-42")], test=row)) == [
        ("wrong-speaker", "$[0][0]")
    ]
    assert kinds(found([human("amber-17\ncobalt-42")], [human("amber-17"), bot("cobalt-42")], test=row)) == [
        ("lost-text", "$[0]"),
        ("turn-kept", "$[0][1]"),
    ]


def test_values_too_short_to_be_found_again_are_words() -> None:
    assert kinds(found("Q: 2", "Q: 3", test={"question": "2"})) == [("altered-text", "$[0]")]


def test_more_or_fewer_requests_are_one_finding() -> None:
    template = template_case(given())

    def count(*payload: str) -> list[tuple[str, str]]:
        return kinds(list(template_fidelity(template, ("a", "b"), DIALECT.open(list(payload)))))

    assert count("a", "b") == []
    assert count("a") == [("request-count", "$")]
    assert count() == [("request-count", "$")]
    assert count("a", "b", "c") == [("request-count", "$")]


def test_where_nothing_is_right_nothing_is_compared() -> None:
    assert list(template_fidelity(template_case(given()), (), DIALECT.open(["a"]))) == []

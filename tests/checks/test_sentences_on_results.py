"""What a finding says of results is true of what was given, and not only of what a repair has made of it."""

from __future__ import annotations

from typing import Any

from liars.liar import answers, calls, case, says
from support.one_call import (
    ANSWERED,
    ASKED,
    FIRST,
    LAST,
    call,
    errors,
    google,
    google_call,
    google_result,
    result,
    turned,
)

from pytest_promptfmt import check_formatter


def test_an_empty_result_under_another_id_is_told_by_its_id() -> None:
    silent = case(
        "silence", *ASKED, says("tool", answers("find_order", "call_1", "")), says("user", "Thanks, jade-31.")
    )

    assert errors(silent, FIRST, call(), result("", "call_9"), LAST) == [
        "the answer to find_order (call_1) is told as that to call_9"
    ]


def test_a_text_within_a_result_is_told_by_its_place() -> None:
    told = errors(ANSWERED, FIRST, call(), result("Shipped.\nThanks, jade-31."))

    assert told == [
        "what user said stands in the result of call_1: 'Thanks, jade-31.'",
        "it says what user said in message 3, and the tool did not",
    ]


TWO_TEXTS = case(
    "a-result-of-two",
    *ASKED,
    says(
        "tool",
        answers("find_order", "call_1", [{"type": "text", "text": each} for each in ("Shipped.", "By sea, pearl-3.")]),
    ),
    says("user", "Thanks, jade-31."),
)


def test_a_result_told_in_two_is_told_as_that() -> None:
    told = errors(TWO_TEXTS, FIRST, call(), result("Shipped."), result("By sea, pearl-3.", "call_2"), LAST)

    assert "the result of find_order (call_1) does not say 'By sea, pearl-3.'; $[3] does" in told
    assert "a text of the result of find_order (call_1) stands here as a result of its own" in told


def test_a_result_told_in_two_of_one_id_is_not_there_once_more() -> None:
    told = errors(TWO_TEXTS, FIRST, call(), result("Shipped."), result("By sea, pearl-3."), LAST)

    assert "a part of the result of find_order (call_1) stands here as a second one" in told
    assert not any("is here once more" in sentence for sentence in told)


def test_a_result_that_was_made_up_for_an_answered_call_is_told_by_its_words() -> None:
    invented = errors(ANSWERED, FIRST, call(), result("Shipped."), result("No result provided"), LAST)
    copied = errors(ANSWERED, FIRST, call(), result("Shipped."), result("Shipped."), LAST)

    assert invented == ["the result of find_order (call_1) is here once more, as 'No result provided'"]
    assert copied == ["the result of find_order (call_1) is here once more"]


def test_an_answer_under_a_name_that_nobody_called_is_told_by_that() -> None:
    told = errors(ANSWERED, *google(google_call(), google_result("call_1", {"output": "Shipped."})), dialect="gemini")

    assert "the answer to find_order (call_1) is named 'call_1', as no call is" in told


def test_of_a_result_that_says_something_else_the_mark_is_not_asked() -> None:
    made_up = google_result("find_order", {"error": "No result provided"})
    early = google_result("find_order", {"output": "Shipped."})
    told = errors(ANSWERED, *google(early, google_call(), made_up), dialect="gemini")
    marked = errors(
        ANSWERED, *google(google_call(), google_result("find_order", {"error": "Shipped."})), dialect="gemini"
    )

    assert not any("is marked otherwise" in message for message in told)
    assert any("is marked otherwise" in message for message in marked)


def test_a_result_in_words_beside_itself_is_not_nobodys() -> None:
    given = turned(
        {"functionResponse": {"name": "find_order", "response": {"output": "Shipped to Bergen."}}},
        {"text": "Shipped to Bergen."},
    )
    said = case(
        "an-order-to-bergen",
        *ASKED,
        says("tool", answers("find_order", "call_1", "Shipped to Bergen.")),
        says("user", "Thanks, jade-31."),
    )
    report = check_formatter({"gemini.chat": lambda conversation: google(google_call(), given)}, cases=[said])
    told = [finding.message for finding in report.findings]

    assert "the result of find_order is told in words, too" in told
    assert not any("nobody said" in message for message in told)


def test_an_answer_that_has_its_calls_id_for_a_name_is_its_whatever_it_holds() -> None:
    asked = says(
        "assistant",
        calls("count_gulls", "call_1", at="pier"),
        calls("list_boats", "call_2", berth=9),
        calls("get_crew", "call_3", boat="Ida"),
    )
    given = says(
        "tool",
        answers("count_gulls", "call_1", "0"),
        answers("list_boats", "call_2", "[]"),
        answers("get_crew", "call_3", "{}"),
    )
    whole = case("gulls", says("user", "How many, amber-17?"), asked, given, says("user", "Thanks, jade-31."))
    held: list[Any] = [0, [], {}]
    called = [("count_gulls", {"at": "pier"}), ("list_boats", {"berth": 9}), ("get_crew", {"boat": "Ida"})]
    turn = {"role": "model", "parts": [{"functionCall": {"name": name, "args": args}} for name, args in called]}
    named = [{"functionResponse": {"name": f"call_{n}", "response": value}} for n, value in enumerate(held, 1)]
    first = {"role": "user", "parts": [{"text": "How many, amber-17?"}]}
    last = {"role": "user", "parts": [{"text": "Thanks, jade-31."}]}
    told = errors(whole, first, turn, {"role": "user", "parts": named}, last, dialect="gemini")

    for name, id_ in (("count_gulls", "call_1"), ("list_boats", "call_2"), ("get_crew", "call_3")):
        assert f"the answer to {name} ({id_}) is named '{id_}', as no call is" in told
    assert not any(words in message for message in told for words in ("nowhere", "nobody gave", "once more"))


SPELLED = "First line, jade-31.\n\tSecond, with a no-break\xa0space."
TOLD = case(
    "an-order-of-two-lines",
    says("user", "Where is it, amber-17?"),
    says("assistant", calls("find_order", "call_1", number=7), "First line, cobalt-42.\n\tSecond, said by the model."),
    says("tool", answers("find_order", "call_1", SPELLED)),
    says("user", "Thanks, jade-31."),
)


def test_what_a_tool_said_is_found_where_pythons_code_spells_it() -> None:
    words = {"role": "user", "content": f"It ran: { ({'id': 'call_1', 'result': SPELLED}) }"}
    told = errors(TOLD, FIRST, call(), words, LAST)

    assert "the result of find_order (call_1) is plain text here" in told
    assert any(sentence.startswith("what assistant said is nowhere: 'First line") for sentence in told)
    assert not any("has other characters here" in sentence for sentence in told)

    inside = errors(TOLD, FIRST, call(), result(str(["", SPELLED])), LAST)
    assert any("the result of find_order (call_1) spells in Python's code 'First line" in each for each in inside)


def test_what_people_say_is_no_result_in_words() -> None:
    again = case(
        "yes-again",
        *ASKED,
        says("tool", answers("find_order", "call_1", "Yes, so it is.")),
        says("user", "Yes, so it is."),
    )
    yes = {"role": "user", "content": "Yes, so it is."}

    assert "the result of find_order (call_1) is nowhere" in errors(again, FIRST, yes)
    assert "the result of find_order (call_1) is plain text here" in errors(again, FIRST, yes, yes)

"""What a finding says of calls is true of what was given, and not only of what a repair has made of it."""

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

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_payload
from pytest_promptfmt.corpus import corpus

OPEN = case(
    "an-open-order",
    *ASKED,
    says("user", "Thanks, jade-31."),
    expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
)


def test_a_call_of_the_conversation_is_never_nobodys() -> None:
    other = errors(OPEN, FIRST, call(), {"role": "user", "content": "Bye."})
    renamed = errors(ANSWERED, FIRST, call("call_9", '{"number": 8}'), result("Shipped.", "call_9"), LAST)
    twice = errors(ANSWERED, FIRST, call(), result("Shipped."), call("call_9", "{}"), result("None.", "call_9"), LAST)

    assert other[0] == "what user said is nowhere: 'Thanks, jade-31.'"
    assert renamed == ["the call find_order (call_1) has other arguments at number"]
    assert twice[0] == "find_order was called 1 time, and here once more (call_9)"
    assert not any("nobody called" in message for message in (*other, *renamed, *twice))


def test_a_call_that_a_repair_leaves_out_stands_there_as_it_was_made() -> None:
    given = case(
        "a-forgotten-order",
        *ASKED,
        says("assistant", "One moment, cobalt-42."),
        says("user", "I wait, falcon-58."),
        says("assistant", "Here it is, heron-63."),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
    )
    texts = [{"role": message.role, "content": message.text} for message in given.given().messages if message.text]
    told = errors(given, *texts, call(), dialect="deepseek")

    way = "a way is to leave out calls that nobody answered"
    assert f"the call find_order (call_1) stands here, and nobody answered it ({way})" in told


def test_a_calls_place_is_not_called_empty() -> None:
    by_the_user = {"role": "user", "tool_calls": call()["tool_calls"]}
    told = errors(ANSWERED, FIRST, by_the_user, result("Shipped."), LAST, dialect="openai")

    assert "tool_calls stands in the place of content in a message of role 'user'" in told


def test_a_call_under_another_name_is_told_by_that_where_no_id_tells() -> None:
    shipped = google_result("find_order", {"output": "Shipped."})
    told = errors(ANSWERED, *google(google_call("call_1"), shipped), dialect="gemini")
    other = errors(ANSWERED, *google(google_call(), google_call("look"), shipped), dialect="gemini")

    assert "the call find_order (call_1) is made under another name: 'call_1'" in told
    assert not any("nowhere" in message or "nobody called" in message for message in told)
    assert "nobody called look" in other


def test_a_call_in_words_is_told_by_its_place() -> None:
    words = {"role": "assistant", "content": 'I call find_order with {"number": 7}.'}
    told = errors(ANSWERED, FIRST, words, LAST)
    other = errors(ANSWERED, FIRST, {"role": "assistant", "content": "I call find_order."}, LAST)

    assert "the call find_order (call_1) is plain text here" in told
    assert "the call find_order (call_1) is nowhere" in other


def test_an_id_that_only_a_repair_has_made_is_told_to_nobody() -> None:
    twice = case(
        "one-id",
        says("user", "Both, amber-17?"),
        says("assistant", calls("get_weather", "call_1", city="Oslo"), calls("get_time", "call_1", city="Cairo")),
        says("tool", answers("get_weather", "call_1", "Rain."), answers("get_time", "call_1", "Half past ten.")),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["unique-ids"], "why": "an id is a call's own"},
    )
    function = {"name": "get_weather", "arguments": '{"city": "Oslo"}'}
    one = {"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    first = {"role": "user", "content": "Both, amber-17?"}
    told = errors(twice, first, one, result("Rain."), result("Half past ten."), LAST)

    assert any(message.startswith("the call get_time (call_1") and "nowhere" in message for message in told)
    assert not any("call_1-2" in message for message in told)


def test_a_call_without_an_id_is_called_so() -> None:
    bare = case(
        "no-id",
        says("user", "Where is it, amber-17?"),
        says("assistant", calls("find_order", "", number=7)),
        says("tool", answers("find_order", "", "Shipped.")),
        says("user", "Thanks, jade-31."),
    )
    told = errors(bare, FIRST, call("", '{"number": 8}'), result("Shipped.", ""), LAST)

    assert "the call find_order (of an empty id) has other arguments at number" in told


def test_a_call_where_none_is_read_is_told_by_its_place() -> None:
    old = {"role": "assistant", "content": None, "function_call": call()["tool_calls"][0]["function"]}
    there = errors(ANSWERED, FIRST, old, result("Shipped."), LAST)
    gone = errors(ANSWERED, FIRST, {"role": "assistant", "content": "I look."}, result("Shipped."), LAST)

    assert "the call find_order (call_1) stands at $[1].function_call, where no call is read" in there
    assert "the call find_order (call_1) is nowhere" in gone


def test_a_call_that_stands_once_less_is_not_said_to_stand_unread() -> None:
    dice = next(each for each in corpus() if each.id == "tools/parallel-same-arguments")
    payload = FORMATTERS["openai.chat"](dice.conversation())
    [calling] = [message for message in payload["messages"] if "tool_calls" in message]
    del calling["tool_calls"][1]

    [lost] = [each for each in check_payload(payload, "openai", dice.conversation()) if each.id == "fidelity.lost-call"]

    assert lost.message == "the call roll_dice (call_2) is nowhere: it was made more often than it stands here"


def test_out_of_order_an_empty_id_is_called_so() -> None:
    bare = case(
        "no-id",
        *(says("user", "Where is it, amber-17?"), says("assistant", calls("find_order", "", number=7))),
        *(says("tool", answers("find_order", "", "Shipped.")), says("assistant", "It is at sea, jade-31.")),
        says("user", "Thanks, pearl-12."),
    )
    said = {"role": "assistant", "content": "It is at sea, jade-31."}, {"role": "user", "content": "Thanks, pearl-12."}
    told = errors(bare, FIRST, call(""), said[0], result("Shipped.", ""), said[1])

    assert any("the result of an empty id" in message for message in told)


def signed(signature: str | None = None) -> dict[str, Any]:
    part = {"functionCall": {"name": "find_order", "args": {"number": 7}}}
    return part if signature is None else {**part, "thoughtSignature": signature}


def test_of_two_equal_calls_the_signed_one_is_known_by_its_signature() -> None:
    sealed = {**calls("find_order", "call_1", number=7), "signature": "c2VhbGVkIGEtMTc="}
    twice = case(
        "one-order-twice",
        says("user", "Where is it, amber-17?"),
        says("assistant", sealed, calls("find_order", "call_2", number=7)),
        says("tool", answers("find_order", "call_2", "Late.")),
        says("tool", answers("find_order", "call_1", "Shipped.")),
        says("user", "Thanks, jade-31."),
    )
    late, shipped = (
        {"functionResponse": {"name": "find_order", "response": {"output": said}}} for said in ("Late.", "Shipped.")
    )
    asked = turned(signed("c2VhbGVkIGEtMTc="), signed(), role="model")

    assert errors(twice, *google(asked, turned(shipped, late)), dialect="gemini") == []
    assert errors(twice, *google(asked, turned(late, shipped)), dialect="gemini") == [
        "the answer to find_order (call_2) is told as that to call_1",
        "the answer to find_order (call_1) is told as that to call_2",
    ]


def test_who_makes_up_a_call_for_an_orphan_has_not_left_it_as_it_was() -> None:
    orphan = case(
        "an-orphan",
        says("user", "Where is it, amber-17?"),
        says("tool", answers("find_order", "call_1", "Shipped.")),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["drop-orphan-results"], "why": "every result has its call"},
    )

    assert errors(orphan, FIRST, call(), result("Shipped."), LAST, dialect="openai") == [
        "nobody called find_order (call_1)"
    ]


def test_a_call_that_a_repair_leaves_out_is_not_counted_as_once_more() -> None:
    half = case(
        "three-open",
        says("user", "Where is it, amber-17?"),
        says("assistant", *(calls("find_order", f"call_{each}", number=each) for each in (6, 7, 8, 9))),
        says("tool", answers("find_order", "call_9", "Shipped.")),
        says("user", "Thanks, jade-31."),
        expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
    )
    asked = turned(
        *({"functionCall": {"name": "find_order", "args": {"number": each}}} for each in (9, 7)), role="model"
    )
    told = errors(half, *google(asked, google_result("find_order", {"output": "Shipped."})), dialect="gemini")

    assert any(each.startswith("the call find_order (call_7) stands here, and nobody answered it") for each in told)

"""Truncation of AgentScope's conversations, held against the naive loop of the specification."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.rows import for_each

from promptfmt_reference.agentscope_v1 import truncate
from promptfmt_reference.agentscope_v1.truncate import cut_points, drop_oldest, fit, fit_now
from pytest_promptfmt.conversation import Message, Text, ToolResult, ToolUse


@dataclass(frozen=True)
class Note:
    """A message as `Msg` has it: a role, and text or blocks; `price` is what it costs."""

    content: str | tuple[dict[str, Any], ...]
    role: str = "user"
    price: int = 10

    def get_content_blocks(self) -> tuple[dict[str, Any], ...]:
        return self.content if isinstance(self.content, tuple) else ({"type": "text", "text": self.content},)


def call(*ids: str, price: int = 10) -> Note:
    return Note(tuple({"type": "tool_use", "id": id_, "name": "f", "input": {}} for id_ in ids), "assistant", price)


def result(*ids: str, price: int = 10) -> Note:
    blocks = tuple({"type": "tool_result", "id": id_, "name": "f", "output": "x"} for id_ in ids)
    return Note(blocks, "system", price)


SYSTEM = Note("Be brief.", "system")
A, B, C = Note("a"), Note("b", "assistant"), Note("c")


def same(messages: list[Note]) -> list[Note]:
    return messages


def price(messages: Iterable[Note]) -> int:
    return sum(message.price for message in messages)


def kept(messages: list[Note], budget: float, slack: float | None = 64) -> list[Note]:
    return fit_now(messages, same, price, budget, slack)


def starts(*messages: Note) -> list[int]:
    return list(cut_points(messages).starts)


def test_the_oldest_goes_first_and_the_system_prompt_stays() -> None:
    assert kept([SYSTEM, A, B, C], 30) == [SYSTEM, B, C]


def test_what_fits_is_left_as_it_is_in_a_list_of_its_own() -> None:
    messages = [SYSTEM, A, B, C]

    assert kept(messages, 40) == messages
    assert kept(messages, 40) is not messages


def test_no_budget_measures_nothing() -> None:
    def never(messages: list[Note]) -> list[Note]:
        raise AssertionError

    assert fit_now([A, B], never, price, None) == [A, B]


def test_a_call_and_its_results_are_one_unit_with_what_stands_between() -> None:
    assert starts(A, call("1"), B, result("1"), C) == [0, 1, 4]


def test_parallel_calls_end_with_the_last_of_their_results() -> None:
    assert starts(call("1", "2"), result("2"), B, result("1"), C) == [0, 4]


def test_a_call_and_its_result_in_one_message_are_a_unit() -> None:
    both = Note((*call("1").content, *result("1").content), "assistant")

    assert starts(A, both, C) == [0, 1, 2]


def test_two_calls_with_one_id_want_two_results() -> None:
    assert starts(call("1", "1"), result("1"), result("1"), C) == [0, 3]
    assert starts(call("1"), call("1"), result("1"), result("1"), C) == [0, 4]


def test_an_id_that_is_used_again_is_a_new_call() -> None:
    assert starts(call("1"), result("1"), call("1"), result("1"), C) == [0, 2, 4]


def test_a_second_result_of_one_call_stays_with_it() -> None:
    assert starts(call("1"), result("1"), A, result("1"), C) == [0, 4]


def test_a_call_that_nobody_answers_holds_nothing_up() -> None:
    assert starts(A, call("1"), B, call("1"), result("1"), C) == [0, 1, 2, 3, 5]
    assert kept([A, B, call("1")], 10) == [call("1")]


def test_a_result_of_no_call_goes_alone_and_is_no_system_prompt() -> None:
    assert kept([result("1"), A, B], 20) == [A, B]
    assert kept([result("1"), A, B], 10) == [B]


def test_a_system_message_that_becomes_the_first_is_kept_from_then_on() -> None:
    assert kept([A, SYSTEM, B, C], 30) == [SYSTEM, B, C]
    assert kept([A, SYSTEM, B, C], 20) == [SYSTEM, C]
    assert kept([SYSTEM, Note("also", "system"), A, B], 20) == [SYSTEM, B]


def test_the_system_prompt_is_kept_alone_where_nothing_else_fits() -> None:
    assert kept([SYSTEM, A, Note("big", price=500)], 10) == [SYSTEM]


@pytest.mark.parametrize("slack", [64, 0, None])
def test_what_cannot_fit_says_what_and_by_how_much(slack: float | None) -> None:
    with pytest.raises(
        ValueError, match=r"^The system prompt message already exceeds the token limit \(7 tokens\): it tak"
    ):
        kept([SYSTEM, A], 7, slack)
    with pytest.raises(
        ValueError, match=r"newest message already exceeds .* \(4 tokens\): it takes 10 tokens, 6 too many"
    ):
        kept([A, B], 4, slack)
    with pytest.raises(ValueError, match=r"newest tool call sequence .* it takes 20 tokens, 16 too many"):
        kept([A, call("1"), result("1")], 4, slack)


@for_each(
    product(
        ([], [A], [SYSTEM], [A, B], [SYSTEM, A, B], [A] * 500, [call("1")] * 200),
        (64, 0, None),
        (0, -1, 2.5, -10_000),
    )
)
def test_it_ends_where_even_nothing_is_over_the_budget(
    messages: list[Note], slack: float | None, budget: float
) -> None:
    with pytest.raises(ValueError, match="already exceeds the token limit"):
        fit_now(messages, same, lambda left: price(left) + 3, budget, slack)


def test_nothing_stays_nothing() -> None:
    assert kept([], 0) == []


def test_formats_and_count_may_be_async() -> None:
    async def formats(messages: list[Note]) -> list[Note]:
        await asyncio.sleep(0)
        return messages

    async def count(messages: list[Note]) -> int:
        await asyncio.sleep(0)
        return price(messages)

    assert asyncio.run(fit([SYSTEM, A, B], formats, count, 20)) == [SYSTEM, B]
    assert asyncio.run(fit([SYSTEM, A, B], formats, price, 20)) == [SYSTEM, B]
    with pytest.raises(TypeError, match="await fit"):
        fit_now([SYSTEM, A, B], same, lambda _: asyncio.sleep(0, 1), 20)  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("slack", [64, None])
def test_what_fails_on_the_way_fails_as_in_the_naive_loop(slack: float | None) -> None:
    def formats(messages: list[Note]) -> list[Note]:
        if len(messages) == 200:
            raise ValueError("no such file")
        return messages

    with pytest.raises(ValueError, match="no such file"):
        fit_now([A] * 200, formats, price, 1990, slack)
    assert len(fit_now([A] * 199, formats, price, 150, slack)) == 15


def test_a_suffix_that_is_refused_is_no_answer_and_no_harm() -> None:
    def formats(messages: list[Note]) -> list[Note]:
        if len(messages) < 50:
            raise ValueError("no user's turn")
        return messages

    assert len(fit_now([A] * 1000, formats, price, 600)) == 60
    with pytest.raises(ValueError, match="no user's turn"):
        fit_now([A] * 1000, formats, price, 100)


@pytest.mark.parametrize("slack", [64, 0, None])
def test_a_system_prompt_that_may_not_go_alone_says_what_did_not_fit(slack: float | None) -> None:
    def formats(messages: list[Note]) -> list[Note]:
        if messages == [SYSTEM]:
            raise ValueError("no user's turn")
        return messages

    with pytest.raises(
        ValueError, match=r"newest message and the system .* it takes 510 tokens, 10 too many; no user's"
    ):
        fit_now([SYSTEM, A, Note("big", price=500)], formats, price, 500, slack)


def test_negative_slack_is_refused() -> None:
    with pytest.raises(ValueError, match="slack"):
        kept([A], 10, -1)


def test_conversations_of_the_kit_are_cut_alike() -> None:
    messages = [
        Message("a", "user", (Text("a"),)),
        Message("b", "assistant", (ToolUse("1", "f", {}),)),
        Message("tool", "tool", (ToolResult("1", "f", "x"),)),
        Message("a", "user", (Text("b"),)),
    ]

    assert fit_now(messages, list, len, 3, links=truncate.of_message) == messages[1:]
    assert fit_now(messages, list, len, 2, links=truncate.of_message) == messages[3:]


@pytest.mark.parametrize("kept_units", [1, 10, 100, 1_000])
def test_what_is_measured_grows_with_what_is_kept(kept_units: int) -> None:
    measured = 0

    def formats(messages: list[Note]) -> list[Note]:
        nonlocal measured
        measured += len(messages)
        return messages

    messages = [Note("m", price=7 + i % 13) for i in range(20_000)]
    budget = price(messages[-kept_units:])

    assert len(fit_now(messages, formats, price, budget)) == kept_units
    assert measured <= 25 * kept_units + 50


ROLES = st.sampled_from(["user", "assistant", "system"])
NOTES = st.one_of(
    st.builds(Note, st.just("text"), ROLES, st.integers(0, 40)),
    st.builds(call, st.sampled_from("123"), price=st.integers(0, 40)),
    st.builds(call, st.sampled_from("123"), st.sampled_from("123"), price=st.integers(0, 40)),
    st.builds(result, st.sampled_from("123"), price=st.integers(0, 40)),
    st.builds(result, st.sampled_from("123"), st.sampled_from("123"), price=st.integers(0, 40)),
)


def or_error(work: Any) -> Any:
    try:
        return work()
    except ValueError as error:
        return str(error)


@settings(deadline=None)
@given(st.lists(NOTES, max_size=60), st.integers(-5, 900), st.sampled_from([0, 16, 64]))
def test_gallop_is_naive_for_costs_that_add_up(messages: list[Note], budget: int, slack: int) -> None:
    expected = or_error(lambda: kept(messages, budget, None))

    assert or_error(lambda: kept(messages, budget, slack)) == expected


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.data(), st.integers(1, 400), st.integers(0, 64), st.integers(0, 3_000))
def test_gallop_is_naive_for_any_costs_that_rise_by_less_than_the_slack(
    data: st.DataObject, count: int, slack: int, budget: int
) -> None:
    """A falling line with noise: leaving out more may cost up to `slack` more, however often."""
    noise = data.draw(st.lists(st.integers(0, slack), min_size=count + 1, max_size=count + 1))
    steps = data.draw(st.lists(st.integers(0, 30), min_size=count, max_size=count))
    falling = [sum(steps[:left]) for left in range(count + 1)]

    def cost(messages: list[Note]) -> int:
        return falling[len(messages)] + noise[len(messages)]

    def answer(slack: float | None) -> Any:
        return or_error(lambda: len(fit_now([A] * count, same, cost, budget, slack)))

    assert answer(slack) == answer(None)


@settings(deadline=None)
@given(st.lists(NOTES, max_size=40), st.integers(0, 600))
def test_the_naive_loop_is_its_one_step_again_and_again(messages: list[Note], budget: int) -> None:
    def looped() -> list[Note]:
        left = list(messages)
        while price(left) > budget:
            left = drop_oldest(left)
        return left

    expected, found = or_error(looped), or_error(lambda: kept(messages, budget, None))

    assert found == expected or (isinstance(found, str) and isinstance(expected, str))


@settings(deadline=None)
@given(st.lists(NOTES, min_size=1, max_size=60), st.integers(-5, 900))
def test_what_is_kept_is_within_the_budget_and_no_pair_is_torn(messages: list[Note], budget: int) -> None:
    left = or_error(lambda: kept(messages, budget))
    if isinstance(left, str):
        return

    assert left
    assert price(left) <= budget
    assert orphans(left) <= orphans(messages)
    plain_first = messages[0].role == "system" and isinstance(messages[0].content, str)
    assert not plain_first or left[0] is messages[0]


def orphans(messages: list[Note]) -> int:
    """How many results stand before, or without, as many calls of their id."""
    asked: Counter[str] = Counter()
    found = 0
    for message in messages:
        for block in message.get_content_blocks():
            if block["type"] == "tool_use":
                asked[block["id"]] += 1
            elif block["type"] == "tool_result":
                found += asked[block["id"]] == 0
                asked[block["id"]] -= asked[block["id"]] > 0
    return found


@settings(deadline=None)
@given(st.lists(NOTES, min_size=1, max_size=40))
def test_a_larger_budget_never_keeps_less(messages: list[Note]) -> None:
    sizes = [or_error(lambda budget=budget: kept(messages, budget)) for budget in range(0, 500, 7)]

    lengths = [-1 if isinstance(left, str) else len(left) for left in sizes]
    assert all(fewer <= more for fewer, more in pairwise(lengths))


def test_the_answer_does_not_depend_on_how_the_history_is_framed() -> None:
    """A merged history with a header that moves to what is then first, as the multi-agent formatters write it."""

    def formats(messages: list[Note]) -> list[dict[str, str]]:
        lines = "\n".join(f"{m.role}: {m.content}" for m in messages)
        return [{"role": "user", "content": f"# History\n<history>\n{lines}\n</history>"}]

    def count(payload: list[dict[str, str]]) -> int:
        return -(-len(json.dumps(payload)) // 4)

    messages = [Note(f"message {i} " + "word " * (i % 9)) for i in range(300)]
    for budget in range(40, 3_000, 97):
        assert fit_now(messages, formats, count, budget) == fit_now(messages, formats, count, budget, None)

"""Budgets in tokens, the kit's counter, and where a history may be cut."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import drawn
from support.truncating import suffixes

from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.cuts import cuts, head, is_users_turn, suffix
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus.budget import COUNTERS, MEASURES, Budget, Counter, budget_from_json, count, words


def text(role: str, said: str = "x") -> dict[str, Any]:
    return {"role": role, "content": said}


def use(*ids: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id_, "name": "f", "input": {}} for id_ in ids]}


def result(*ids: str) -> dict[str, Any]:
    blocks = [{"type": "tool_result", "id": id_, "name": "f", "output": "ok"} for id_ in ids]
    return {"role": "system", "content": blocks}


def history(*messages: dict[str, Any]) -> Conversation:
    return parse({"messages": list(messages)})


@pytest.mark.parametrize(
    ("stated", "tokens"),
    [
        ({"of_full": 0.5}, 50),
        ({"of_full": 1}, 101),
        ({"full_minus": 1}, 100),
        ({"full_minus": 0}, 101),
        ({"tokens": 12}, 12),
        ({"tokens": 0}, 0),
        ({"tokens": -3}, -3),
        ({"edge": 1}, 17),
        ({"edge": 2}, 30),
        ({"below_edge": 2}, 29),
        ({"sweep": 2}, 30),
        ({"edge": 2, "counter": "words"}, 30),
    ],
)
def test_a_budget_is_stated_readably(stated: dict[str, Any], tokens: int) -> None:
    assert budget_from_json(stated).tokens(101, {1: 17, 2: 30}.__getitem__) == tokens


@pytest.mark.parametrize("stated", [{}, {"of_ful": 0.5}, {"tokens": 1, "of_full": 1}, {"counter": "words"}])
def test_what_is_no_budget_is_told_the_keys(stated: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="of_full, full_minus, tokens, edge, below_edge, sweep"):
        budget_from_json(stated)


def test_what_is_no_counter_is_told_the_names() -> None:
    with pytest.raises(ValueError, match="'tiktoken' is no counter; known are bytes, words"):
        budget_from_json({"tokens": 1, "counter": "tiktoken"})


def test_a_budget_says_what_it_is() -> None:
    assert [str(Budget(measure, 3)) for measure in MEASURES] == [
        "3 of the whole",
        "3 tokens less than the whole",
        "3 tokens",
        "what the last 3 units take",
        "one token less than the last 3 units take",
        "what the last 3 units take, and what more of them take",
    ]
    assert [str(Budget(measure, 1)) for measure in MEASURES] == [
        "1 of the whole",
        "1 token less than the whole",
        "1 token",
        "what the last unit takes",
        "one token less than the last unit takes",
        "what the last unit takes, and what more of them take",
    ]
    assert str(Budget("full_minus", -1)) == "1 token more than the whole"
    assert str(Budget("of_full", 0.5, words)) == "0.5 of the whole, counted in words"


@pytest.mark.parametrize(
    ("payload", "tokens"),
    [
        ([], 1),  # []
        ([{"a": 1}], 3),  # [{"a":1}] has nine bytes
        ("ab", 1),
        ("abc", 2),
        ("é", 1),
        ("日本", 2),  # eight bytes
        ("🙂🙂", 3),
        ("\ud800", 2),  # no UTF-8, and counted all the same
        (({"b": b"\x00\x01\x02"},), 4),  # as base64
    ],
)
def test_the_counter_takes_a_quarter_of_the_bytes(payload: Any, tokens: int) -> None:
    assert count(payload) == tokens


@pytest.mark.parametrize(
    ("payload", "tokens"),
    [
        ([], 2),
        ([{"a": 1}], 9),
        ("abcdef", 3),
        ("abcdefg", 4),
        ("日本", 4),
        ("a b\n", 6),  # the quotes, a, b, and the escaped line end: a backslash and n
        ("🙂🙂", 4),
    ],
)
def test_words_are_counted_as_tokenizers_do(payload: Any, tokens: int) -> None:
    assert words(payload) == tokens


@pytest.mark.parametrize("counter", COUNTERS.values(), ids=COUNTERS)
def test_the_counters_take_whatever_a_formatter_has(counter: Counter) -> None:
    assert counter([object(), {1: {2, 3}}, float("nan"), b"\xff", "\ud800"]) > 0


def test_counters_go_to_another_process_and_back() -> None:
    budget = budget_from_json({"edge": 3, "counter": "words"})

    assert pickle.loads(pickle.dumps(budget)) == budget


def test_every_message_is_a_unit_where_nobody_calls() -> None:
    assert cuts(history(text("system"), text("user"), text("assistant"), text("user"))) == [1, 2, 3]


def test_a_call_goes_with_everything_up_to_its_last_result() -> None:
    conversation = history(
        text("user"), use("1", "2"), result("1"), text("assistant"), result("2"), text("user"), use("3"), result("3")
    )

    assert cuts(conversation) == [0, 1, 5, 6]


def test_calls_that_overlap_are_one_unit() -> None:
    assert cuts(history(use("1"), use("2"), result("1"), result("2"), text("user"))) == [0, 4]


def test_a_call_that_nobody_answered_holds_nothing_up() -> None:
    assert cuts(history(use("1"), text("user"), text("assistant"))) == [0, 1, 2]


def test_a_result_without_a_call_is_a_unit() -> None:
    assert cuts(history(result("9"), text("user"))) == [0, 1]


def test_an_id_that_is_used_again_joins_nothing() -> None:
    assert cuts(history(use("1"), result("1"), text("user"), use("1"), result("1"))) == [0, 2, 3]


def test_the_system_text_at_the_beginning_belongs_to_no_unit() -> None:
    conversation = history(text("system", "a"), text("system", "b"), text("user"), text("system", "c"), text("user"))

    assert head(conversation) == 2
    assert cuts(conversation) == [2, 3, 4]
    assert suffix(conversation, 4).messages == (*conversation.messages[:2], conversation.messages[4])
    assert head(history(result("1"), text("user"))) == 0


def test_a_users_turn_says_something() -> None:
    first, second, third = history(text("user"), {**result("1"), "role": "user"}, text("assistant")).messages

    assert (is_users_turn(first), is_users_turn(second), is_users_turn(third)) == (True, False, False)


KINDS = st.sampled_from(["user", "assistant", "system", "use 1", "use 2", "use 1 2", "result 1", "result 2"])


@given(st.lists(KINDS, max_size=12))
@settings(max_examples=drawn(300), deadline=None)
def test_another_walk_finds_the_same_cuts(kinds: list[str]) -> None:
    makers = {"use": use, "result": result}
    messages = [makers[k.split()[0]](*k.split()[1:]) if " " in k else text(k, str(i)) for i, k in enumerate(kinds)]
    conversation = history(*messages)

    assert [suffix(conversation, cut) for cut in cuts(conversation)] == list(suffixes(conversation))

"""Which suffixes fit: what trying all of them says, found with few questions, and nobody is told that more fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import drawn

from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.cuts import cuts, is_users_turn, suffix
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.exchange.fitting import NOTHING, Fitting

Say = Callable[[Conversation], Any]


def conversation(roles: str, sizes: list[int] | None = None) -> Conversation:
    """A message for each letter: u, a or s; each takes as many tokens as `sizes` says."""
    names = {"u": "user", "a": "assistant", "s": "system"}
    sizes = sizes or [1] * len(roles)
    messages = [{"role": names[r], "content": "x" * n} for r, n in zip(roles, sizes, strict=False)]
    return parse({"messages": messages})


def texts(said: Conversation) -> list[str]:
    return [message.text for message in said.messages]


def tokens(payload: Any) -> int:
    return sum(map(len, payload))


def fitting(said: Conversation, say: Say = texts) -> Fitting:
    found = Fitting(say, said, tokens)
    found.full()
    return found


def starts_with_user(said: Conversation) -> list[str]:
    """A provider that lets nobody else begin."""
    if said.messages[0].role != "user":
        raise ValueError("a user begins")
    return texts(said)


@given(
    st.text("ua", min_size=1, max_size=40),
    st.lists(st.integers(0, 9), min_size=40, max_size=40),
    st.integers(-1, 200),
    st.booleans(),
)
@settings(max_examples=drawn(300), deadline=None)
def test_what_fits_is_what_trying_all_says(roles: str, sizes: list[int], budget: int, choosy: bool) -> None:
    said, say = conversation(f"u{roles}", sizes), starts_with_user if choosy else texts
    possible = [cut for cut in cuts(said) if not choosy or said.messages[cut].role == "user"]
    fits = [cut for cut in possible if 0 < budget >= tokens(texts(suffix(said, cut)))]
    users = [cut for cut in fits if is_users_turn(said.messages[cut])]

    found = fitting(said, say).within(budget)

    assert (found.longest and found.longest.cut) == (fits[0] if fits else None)
    assert (found.from_user and found.from_user.cut) == (users[0] if users else None)


@pytest.mark.parametrize("sizes", [[3] * 1000, [*range(1000)], [900, *[1] * 999], [*[1] * 999, 900]])
@pytest.mark.parametrize("part", [0.001, 0.02, 0.5, 0.97, 1])
def test_few_suffixes_are_formatted(sizes: list[int], part: float) -> None:
    asked: list[int] = []

    def say(said: Conversation) -> list[str]:
        asked.append(len(said.messages))
        return texts(said)

    found = fitting(conversation("ua" * 500, sizes), say)
    found.within(int(sum(sizes) * part))

    assert len(asked) <= 20
    assert len(set(asked)) == len(asked)


def test_who_lets_nobody_begin_in_the_middle_is_asked_a_few_times() -> None:
    asked = 0

    def say(said: Conversation) -> list[str]:
        nonlocal asked
        asked += 1
        if len(said.messages) < 1000:
            raise ValueError("all or nothing")
        return texts(said)

    found = fitting(conversation("ua" * 500), say)

    assert found.within(500) == NOTHING
    assert found.least() == 1000
    assert asked < 50


def test_an_edge_is_what_the_last_units_take() -> None:
    said = conversation("suau", [5, 1, 10, 100])
    found = fitting(said)

    assert [found.edge(units) for units in (1, 2, 3, 4)] == [105, 115, 116, 116]
    assert found.edges() == {105, 115, 116}
    assert found.least() == 105


def test_an_edge_where_the_provider_does_not_begin_is_that_of_more() -> None:
    found = fitting(conversation("uaa", [1, 10, 100]), starts_with_user)

    assert (found.edge(1), found.edge(2)) == (111, 111)


def test_system_text_alone_has_no_edges() -> None:
    found = fitting(conversation("s"))

    assert (found.edge(1), found.edges(), found.within(100)) == (0, set(), NOTHING)


def test_what_is_given_away_is_nobodys_else() -> None:
    use = {"type": "tool_use", "id": "1", "name": "f", "input": {"a": [1]}}
    document = {
        "messages": [{"role": "assistant", "content": [{"type": "text", "text": "x"}, use]}],
        "tools": [{"name": "f"}],
    }
    mine = parse(document)
    given_away = mine.copy()

    assert given_away == mine
    given_away.messages[0].blocks[1].input["a"].append(2)  # type: ignore[union-attr]
    given_away.tools[0].parameters["properties"]["b"] = {}
    assert mine == parse(document)
    assert use["input"] == {"a": [1]}


def test_the_error_of_the_whole_is_the_formatters() -> None:
    with pytest.raises(ValueError, match="a user begins"):
        fitting(conversation("a"), starts_with_user)

"""The prompt engine's lengths: what is left out, and how often a prompt is counted."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from support.prompts_v0 import (
    COUNTS,
    HISTORY,
    KINDS,
    SEEDS,
    STRING,
    SUMMARIZE,
    Count,
    Summarizer,
    cut,
    engine,
    in_lists,
    items_of,
    mark,
    prompt_of,
    some_components,
    some_lengths,
    texts_of,
    told_of,
)

from promptfmt_reference.agentscope_v0_0 import PromptTooLong, PromptType, ShrinkPolicy

POLICIES = pytest.mark.parametrize("policy", ShrinkPolicy)
COUNTED = pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)


@pytest.mark.sampled(4)
@KINDS
@COUNTED
@SEEDS
def test_truncating_keeps_all_components_and_the_longest_end_of_their_lists(
    kind: PromptType, count: Count, seed: int
) -> None:
    """By brute force: the first cut, from none to all, that fits is what comes out, else it is too long."""
    rng = Random(seed)
    components = some_components(rng)
    cuts = [prompt_of(cut(components, n), kind) for n in range(len(in_lists(components)) + 1)]
    for length in some_lengths(rng, count(cuts[0])):
        fitting = next((prompt for prompt in cuts if count(prompt) <= length), None)
        made = engine(kind, max_length=length, count=count)
        if fitting is None:
            with pytest.raises(PromptTooLong, match=f"has a length of {count(cuts[0])} and may have {length}"):
                made.join(*components)
        else:
            assert made.join(*components) == fitting


@pytest.mark.sampled(4)
@KINDS
@POLICIES
@COUNTED
@SEEDS
def test_every_prompt_fits_tells_an_end_of_the_lists_and_a_longer_one_never_tells_less(
    kind: PromptType, policy: ShrinkPolicy, count: Count, seed: int
) -> None:
    rng = Random(seed)
    components = some_components(rng, empty=True)
    before, everything, items = deepcopy(components), list(items_of(components)), in_lists(components)
    alone = [component for component in components if not isinstance(component, list)]
    full = prompt_of(components, kind)
    summary = rng.choice(["", "s", "{x} in short ", "s " * 200])
    options: dict[str, Any] = {"shrink_policy": policy, "count": count, "summarize_model": lambda asked: summary}
    options["max_summary_length"] = rng.choice([-5, 0, 1, 7, 200])
    fewest = -1
    for length in some_lengths(rng, count(full)):
        try:
            prompt = engine(kind, max_length=length, **options).join(*components)
        except PromptTooLong:
            assert count(prompt_of(cut(components, len(items)), kind)) > length
            assert fewest == -1
            continue
        held = told_of(items, prompt)
        assert count(prompt) <= length
        assert held == items[len(items) - len(held) :]
        assert told_of(alone, prompt) == alone
        places = ["\n".join(texts_of(prompt)).index(mark(item)) for item in everything if item in alone or item in held]
        assert places == sorted(places)
        assert (prompt == full) == (count(full) <= length)
        assert len(held) >= fewest
        fewest = len(held)
    assert fewest == len(items)
    assert components == before


@KINDS
def test_a_count_counts_prompts_of_the_engines_type_only(kind: PromptType) -> None:
    """A summary as well: a counter of messages need not know texts."""
    seen: list[type] = []

    def count(prompt: Any) -> int:
        seen.append(type(prompt))
        return len(json.dumps(prompt))

    engine(kind, shrink_policy=SUMMARIZE, max_length=200, summarize_model=lambda _: "s" * 300, count=count).join(
        HISTORY
    )

    assert set(seen) == {str if kind == STRING else list}


def test_another_policy_is_refused_where_it_is_needed() -> None:
    """It may not pass for truncation."""
    assert engine(STRING, shrink_policy="summarize").join(HISTORY, "hi")
    with pytest.raises(ValueError, match="'summarize' is not a valid ShrinkPolicy"):
        engine(STRING, shrink_policy="summarize", max_length=50).join(HISTORY, "hi")


@KINDS
@POLICIES
def test_only_items_of_lists_are_left_out(kind: PromptType, policy: ShrinkPolicy) -> None:
    """The same words as a component of their own are too long."""
    summarizer = Summarizer("s")
    options: dict[str, Any] = {"shrink_policy": policy, "summarize_model": summarizer, "max_length": 30}
    for components in ([HISTORY[0], *HISTORY], ["x" * 31], [[], "x" * 31, [[], [[]]]], [["a"], "x" * 31, HISTORY]):
        with pytest.raises(PromptTooLong, match="only the items of lists can be left out"):
            engine(kind, **options).join(*components)

    assert summarizer.asked == []


@POLICIES
def test_an_empty_history_is_nothing_that_could_be_left_out_or_summed_up(policy: ShrinkPolicy) -> None:
    summarizer = Summarizer("s")
    with pytest.raises(PromptTooLong, match="has a length of 4 and may have 3"):
        engine(STRING, shrink_policy=policy, summarize_model=summarizer, max_length=3).join([], "abc")

    assert summarizer.asked == []


@KINDS
@POLICIES
def test_what_is_nothing_fits_into_nothing(kind: PromptType, policy: ShrinkPolicy) -> None:
    """No room and no components, or nothing but lists; less than no room takes nothing."""
    nothing: Any = "" if kind == STRING else []
    options: dict[str, Any] = {"shrink_policy": policy, "summarize_model": lambda _: "s"}
    for components in ([], [None], [[]], [HISTORY], [HISTORY, [["x"], []], HISTORY]):
        assert engine(kind, max_length=0, **options).join(*components) == nothing
        with pytest.raises(PromptTooLong):
            engine(kind, max_length=-1, **options).join(*components)


@KINDS
def test_what_is_filled_in_counts(kind: PromptType) -> None:
    made = engine(kind, max_length=60)

    assert "Bob" not in str(made.join("{x}", HISTORY[:1], format_map={"x": "y" * 60}))
    assert "message 0" in str(made.join("{x}", HISTORY[:1], format_map={"x": "y" * 30}))
    with pytest.raises(PromptTooLong, match="has a length of 61 and may have 60"):
        made.join("{x}", format_map={"x": "y" * 61})


@POLICIES
@pytest.mark.parametrize("items", [2_000, 20_000])
@pytest.mark.parametrize("room", [0, 1_000, 15_000])
def test_the_prompt_is_counted_as_often_as_halving_takes(policy: ShrinkPolicy, items: int, room: int) -> None:
    """Twelve times for 2,000 items, sixteen for 20,000, and a few times more for the whole and for the summary."""
    calls = 0

    def count(prompt: Any) -> int:
        nonlocal calls
        calls += 1
        return len(prompt)

    options: dict[str, Any] = {"shrink_policy": policy, "max_length": room, "summarize_model": lambda _: "s" * 500}
    prompt = engine(STRING, count=count, **options).join([f"{n:09}" for n in range(items)])

    assert len(prompt) <= room
    assert calls <= math.ceil(math.log2(items)) + 8


def test_what_fits_is_counted_once_and_what_has_no_limit_never() -> None:
    calls: list[Any] = []

    def count(prompt: Any) -> int:
        calls.append(prompt)
        return 5

    assert engine(STRING, count=count).join(HISTORY) == prompt_of([HISTORY], STRING)
    assert calls == []
    assert engine(STRING, count=count, max_length=5).join(HISTORY) == prompt_of([HISTORY], STRING)
    assert len(calls) == 1

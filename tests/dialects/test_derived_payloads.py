"""Our schemas and the providers' own, as `tests/derived` keeps them, say the same of payloads.

The same is asked of the clients that are installed in `tests/sdk`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from support.accepting import LET_PASS, corpus_payloads, ours_takes, requests, taker
from support.vendored import index, vendored

from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import SCENARIOS
from pytest_promptfmt.payload.request import Request


@cache
def theirs(name: str) -> Callable[[Request], bool]:
    return taker(name, vendored(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", index())
def test_both_take_what_the_reference_writes_for_the_corpus(name: str) -> None:
    found = requests(name, corpus_payloads(index()[name]["dialect"]))

    assert [each.messages for each in found if not ours_takes(each)] == []
    assert [each.messages for each in found if not theirs(name)(each)] == []
    assert len(found) >= 20


def golden_payloads(generation: str, name: str) -> list[Any]:
    targets = [f"{index()[name]['dialect']}.{scenario}" for scenario in SCENARIOS]
    payloads = (payload for target in targets for payload in load_golden(generation, target).payloads.values())
    # older generations leave Anthropic's system text in the list, which the caller lifts
    lists = generation != "agentscope-1.0" and name == "anthropic.system.sdk"
    return [] if lists else list(payloads)


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("name", index())
@pytest.mark.parametrize("generation", generations())
def test_both_say_the_same_of_every_golden_payload(generation: str, name: str) -> None:
    """Those of 1.0 are taken; some of the older ones are not, by both."""
    found = requests(name, golden_payloads(generation, name))

    assert [each.messages for each in found if ours_takes(each) != theirs(name)(each)] == []
    assert generation != "agentscope-1.0" or all(map(ours_takes, found))


@pytest.mark.parametrize("name", ["gemini.contents.snake.sdk", "anthropic.messages.sdk"])
def test_some_golden_payloads_of_older_generations_are_refused_by_both(name: str) -> None:
    """Parts that are strings, and images that are bare addresses."""
    found = requests(name, golden_payloads("agentscope-0.1", name))

    assert [each for each in found if not ours_takes(each) and not theirs(name)(each)] != []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", LET_PASS)
def test_what_is_let_pass_is_met(name: str) -> None:
    """Without it theirs would refuse what ours takes."""
    strict = taker(name, vendored(name), let_pass=False)
    recorded, written = (
        partial(golden_payloads, "agentscope-1.0", name),
        partial(corpus_payloads, index()[name]["dialect"]),
    )

    assert any(ours_takes(each) and not strict(each) for met in (recorded, written) for each in requests(name, met()))

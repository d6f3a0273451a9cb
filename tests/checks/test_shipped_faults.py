"""Every line of the ledger of shipped faults is a liar of ours, or stands below with the reason why it is none.

That each is caught as it was foretold, and its twin is not, `test_liars.py` shows.
"""

from __future__ import annotations

import re

import pytest
from liars import LIARS
from liars.liar import Liar, answers, calls, case, refuses, says
from liars.shipped import FAMILIES
from liars.shipped import LIARS as SHIPPED
from liars.shipped.ledger import case_of, lines
from support.rows import for_each

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_formatter
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.verdicts.verdict import Outcome

NO_LIAR = {
    "strands-1099": "OpenAI's wire has no place for thinking, so that a clear refusal is no fault; see the test below",
    "livekit-6308": "arguments that are no JSON are no conversation: parse() refuses them, with the path",
    "agno-6946": "OpenRouter's reasoning blocks are in no dialect of ours",
    "litellm-31633": "Databricks wants each call beside its result; what it refused is what OpenAI asks for",
    "agentscope-1653": "Moonshot takes no addresses; what it refused is what OpenAI takes",
}

INTENDED = {
    "None/empty content": {"protocol"},
    "URL/extension handling": {"exchange"},
    "async/sync divergence": {"fidelity"},
    "block type not allowed for role": {"protocol"},
    "content shape (list vs string)": {"protocol"},
    "data-URI prefix left in": {"protocol"},
    "id/name mismatch": {"fidelity"},
    "input mutated": {"purity"},
    "lost block (image)": {"fidelity"},
    "lost block (text)": {"fidelity"},
    "lost block (tool call), name dropped": {"fidelity"},
    "lost block (tool result)": {"fidelity"},
    "lost block (tool-result image)": {"fidelity"},
    "non-ASCII escaping": {"fidelity"},
    "orphaned tool call": {"protocol"},
    "reordered / adjacency": {"protocol"},
    "split parallel calls": {"protocol"},
    "stray whitespace": {"fidelity"},
    "thinking dropped": {"protocol"},
    "thinking signature dropped": {"protocol", "fidelity"},
    "thinking signature missing/invalid": {"fidelity"},
    "token over-budget": {"truncation"},
    "tool structure flattened to text": {"fidelity"},
    "truncation cuts a tool pair": {"truncation"},
    "unmerged parallel results": {"protocol"},
    "unmerged same-role turns": {"protocol"},
    "unsupported block raises": {"errors"},
    "unsupported sequence raises": {"exchange"},
    "wrong content shape": {"schema"},
    "wrong data-URL form": {"protocol", "fidelity"},
    "wrong media type": {"protocol"},
}
"""The check that is meant to catch a class of faults, written down before the kit saw one."""

NAMES = {
    "A": "empty content",
    "B": "lost block",
    "C": "tool-turn structure",
    "D": "thinking and signatures",
    "E": "duplicated",
    "F": "block not accepted",
    "G": "media and addresses",
    "H": "truncation",
    "I": "ids and names",
    "J": "system texts",
    "K": "JSON and escaping",
    "L": "input changed",
    "M": "white space",
    "N": "other",
}
"""The families of peers.md."""

SHOWN_BY_RUNNING = {"L", "N"}
"""No conversation of its own shows these: every case is compared before and after, and formatted twice."""

FROM_LINES = tuple(liar for liar in SHIPPED if liar.like in lines())


def family(liar: Liar) -> str:
    line = lines().get(liar.like)
    return line.family if line else liar.like.removeprefix("peers family ")


def test_every_line_has_a_liar_or_a_reason() -> None:
    told = {liar.like for liar in FROM_LINES}

    assert told | set(NO_LIAR) == set(lines())
    assert told & set(NO_LIAR) == set()
    assert all(len(reason) > 20 for reason in NO_LIAR.values())


def test_they_are_judged_with_the_others() -> None:
    assert set(map(str, SHIPPED)) <= set(map(str, LIARS))
    assert all(module.LIARS for module in FAMILIES)


@for_each(FROM_LINES)
def test_the_check_that_its_class_suggests_is_meant_to_catch_it(liar: Liar) -> None:
    assert liar.check in INTENDED[lines()[liar.like].kind]


def test_no_class_is_without_a_line() -> None:
    assert set(INTENDED) <= {line.kind for line in lines().values()}


@pytest.mark.parametrize("letter", NAMES)
def test_every_family_has_its_liars_and_its_cases(letter: str) -> None:
    # A case says "langchain-google#671" where the ledger's id is "langchain-google-671".
    ids = {id_ for id_, line in lines().items() if line.family == letter}
    sources = {source.replace("#", "-") for case in corpus() for source in case.source}

    assert [liar for liar in SHIPPED if family(liar) == letter]
    assert letter in SHOWN_BY_RUNNING or sources & {f"peers family {letter}", *ids}


def test_the_ledger_is_well_formed() -> None:
    for line in lines().values():
        assert line.family in NAMES, line.id
        assert line.wrong, line.id
        assert line.why, line.id
        assert re.fullmatch(r"https://github\.com/\S+", line.link), line.id


CODE = (
    says("system", "None"),
    says("user", "[{'type': 'text', 'text': 'amber-17'}]", '"quoted"'),
    says("assistant", "None", calls("look", "call_1", at="null")),
    says("tool", answers("look", "call_1", '[{"type": "text", "text": "cobalt-42"}]')),
    says("user", "TextBlock(text='jade-31')"),
)


@pytest.mark.parametrize(
    "target", ["openai.chat", "anthropic.chat", "gemini.chat", "mistral.chat", "openai.multiagent"]
)
def test_who_says_what_looks_like_code_is_not_blamed(target: str) -> None:
    report = check_formatter({target: FORMATTERS[target]}, cases=[case("code", *CODE)])

    assert [str(finding) for finding in report.findings if finding.id.startswith("fidelity.")] == []


def test_who_refuses_what_has_no_place_is_not_said_to_pass() -> None:
    """strands-1099: a history with thinking cannot be replayed to OpenAI."""
    [judgement] = check_formatter({"openai.chat": refuses}, cases=[case_of("strands-1099")]).judgements

    assert judgement.outcome is Outcome.UNSUPPORTED
    assert "thinking has no place in openai" in judgement.verdicts[0].reason

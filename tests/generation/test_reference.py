"""The reference answers what nobody enumerated, and gets no error: the derivation is held against it."""

from __future__ import annotations

import pytest
from support.siblings import sampled

import promptfmt_reference
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import case_files
from pytest_promptfmt.generation.cases import case_of, choices
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge

ASKED = ("schema", "protocol", "fidelity", "purity", "errors", "laws")
TARGETS = [target for target in FORMATTERS if not target.startswith("aisbench")]


def errors(target: str, number: int, seed: int, *, every: int = 1) -> list[str]:
    with Judge(from_object(promptfmt_reference, "reference"), checks=ASKED, timeout=None) as judge:
        found = [
            f"{id_}: {finding}"
            for id_, choice in list(choices(target, number, seed))[::every]
            for finding in judge.judge(target, case_of(id_, target.rpartition(".")[0], choice)).findings
            if finding.is_error
        ]
    case_files.remove_root()
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("target", sampled(TARGETS))
def test_a_few_of_them(target: str) -> None:
    assert errors(target, 5, 11, every=200) == []


@pytest.mark.parametrize("dialect", ["anthropic", "bedrock"])
def test_a_text_behind_the_last_of_several_thoughts_stays_there(dialect: str) -> None:
    """A generated conversation found that it stood before the first call, and so before that thought."""
    answers = {"block": "call", "position": "first", "calls": "two", "thought": "between"}
    with Judge(from_object(promptfmt_reference, "reference"), checks=ASKED) as judge:
        found = judge.judge(f"{dialect}.chat", case_of("generated/found", dialect, answers)).findings

    assert [str(finding) for finding in found if finding.is_error] == []


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("target", TARGETS)
def test_thousands_of_them(target: str) -> None:
    assert errors(target, 60, 12, every=8) == []


@pytest.mark.parametrize("target", [target for target in TARGETS if target.endswith(".multiagent")])
def test_among_many_a_thought_and_nothing_else_is_refused_with_the_reason(target: str) -> None:
    """A generated conversation found an `IndexError`: who thinks among many is not heard, and then nothing was left."""
    thought = {"name": "Bob", "role": "assistant", "content": [{"type": "thinking", "thinking": "amber-17"}]}
    empty = {"name": "Ann", "role": "user", "content": ""}

    with pytest.raises(ValueError, match="the conversation says nothing"):
        FORMATTERS[target](parse({"messages": [thought, empty]}))

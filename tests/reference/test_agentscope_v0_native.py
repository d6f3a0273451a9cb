"""Both old generations under the kit: what an API refuses of them is expected, and said in the provider's words."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from support.kits import Kit

from promptfmt_reference import agentscope_v0_0, agentscope_v0_1
from pytest_promptfmt import check_formatter, xfails
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.xfails import reading

GENERATIONS = {"agentscope-0.0": agentscope_v0_0, "agentscope-0.1": agentscope_v0_1}
MODULES = list(GENERATIONS.values())


def shipped(module: ModuleType) -> tuple[xfails.Entry, ...]:
    return reading.read(Path(module.__file__ or "").with_name(module.XFAILS).read_text("utf-8"), module.__name__)


@pytest.mark.slow
@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_run_passes_with_what_it_expects_and_equals_its_golden_payloads(kit: Kit, generation: str) -> None:
    result = kit.run(f"--promptfmt-reference={generation}", impl=GENERATIONS[generation].__name__)
    outcomes = result.parseoutcomes()

    assert result.ret == 0, result.outlines[-5:]
    assert outcomes["xfailed"] > 0


@pytest.mark.parametrize("module", MODULES)
def test_every_entry_says_one_thing_of_some_targets(module: ModuleType) -> None:
    entries = shipped(module)

    assert [entry.place for entry in entries if entry.check == "*" or entry.target == "*"] == []
    assert len({entry.match for entry in entries}) == len(entries)


@pytest.mark.parametrize("module", MODULES)
def test_quoted_words_are_the_providers(module: ModuleType) -> None:
    """They stand in the evidence of the rule, and so does the thread."""
    for entry in shipped(module):
        if entry.check in evidence():
            source = re.sub(r"toolu_\S+|\\", "", evidence()[entry.check].source)
            for words in re.findall(r': "(.+?)"(?: for|$)', entry.reason):
                assert words in source, entry.place
            if entry.issue:
                repository, number = re.fullmatch(
                    r"https://github\.com/[\w-]+/([\w-]+)/issues/(\d+)", entry.issue
                ).groups()  # type: ignore[union-attr]
                assert f"{repository}#{number}" in source or f"litellm#18338, #{number}" in source, entry.place
        else:
            assert not entry.issue, entry.place
            assert entry.check.startswith(("schema.", "fidelity.", "errors.", "exchange.")), entry.place


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("module", "target", "rule"),
    [
        (agentscope_v0_0, "ollama.multiagent", "ollama.images-bare-base64"),
        (agentscope_v0_0, "gemini.multiagent", "gemini.part-is-object"),
        (agentscope_v0_0, "dashscope-multimodal.multiagent", "dashscope.media-url"),
        (agentscope_v0_1, "anthropic.chat", "anthropic.image-source-object"),
        (agentscope_v0_1, "anthropic.chat", "anthropic.base64-bare"),
        (agentscope_v0_1, "anthropic.multiagent", "anthropic.image-source-object"),
        (agentscope_v0_1, "gemini.chat", "gemini.part-is-object"),
        (agentscope_v0_1, "gemini.multiagent", "gemini.part-is-object"),
        (agentscope_v0_1, "dashscope-multimodal.chat", "dashscope.media-url"),
    ],
)
def test_what_the_documents_print_and_an_api_refuses_is_found(module: ModuleType, target: str, rule: str) -> None:
    assert rule in errors(module, target)


def errors(module: ModuleType, target: str) -> set[str]:
    return {finding.id for judgement in judged(module, target) for finding in judgement.findings if finding.is_error}


@cache
def judged(module: ModuleType, target: str) -> tuple[Judgement, ...]:
    cases = ["vision/*", "chat/plain-turns", "multiagent/two-agents"]
    return tuple(check_formatter(module, targets=[target], cases=cases, checks=["schema", "protocol"]).judgements)


def test_the_systems_message_at_the_head_of_anthropics_list_is_a_warning() -> None:
    (judgement,) = check_formatter(agentscope_v0_1, targets=["anthropic.chat"], cases=["chat/plain-turns"]).judgements

    assert [(finding.id, finding.is_error, finding.path) for finding in judgement.findings] == [
        ("anthropic.system-not-first", False, "$[0].role")
    ]


def test_what_a_message_of_0_0_cannot_hold_is_refused_aloud() -> None:
    judgements = check_formatter(agentscope_v0_0, targets=["openai.chat"], cases=["tools/single-call"]).judgements

    assert [str(judgement.outcome) for judgement in judgements] == ["unsupported"]

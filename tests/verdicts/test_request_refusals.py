"""The tables of single providers' refusals: each entry is broken by a request, and its right neighbour breaks none."""

from __future__ import annotations

from typing import Any

import pytest
from support.refusals import ALL
from support.refusals.bedrock import converse
from support.refusals.google import config, gemini, thinks
from support.refusals.requests import BUDGET, claude
from support.refused_parameters import REFUSED_PARAMETERS
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import request_findings
from pytest_promptfmt.verdicts.request.parameters import FINDINGS, parameter_findings
from pytest_promptfmt.verdicts.request.providers.alibaba.dashscope import REFUSED_BY_DASHSCOPE
from pytest_promptfmt.verdicts.request.providers.amazon.bedrock import REFUSED_BY_BEDROCK
from pytest_promptfmt.verdicts.request.providers.anthropic.features import REFUSED_FEATURES
from pytest_promptfmt.verdicts.request.providers.anthropic.messages import REFUSED_BY_ANTHROPIC
from pytest_promptfmt.verdicts.request.providers.google.gemini import REFUSED_BY_GEMINI
from pytest_promptfmt.verdicts.request.providers.google.interactions import REFUSED_BY_INTERACTIONS
from pytest_promptfmt.verdicts.request.providers.zhipu import REFUSED_BY_ZHIPU
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.values import within

OF_PROVIDERS = (
    *REFUSED_BY_ANTHROPIC,
    *REFUSED_BY_BEDROCK,
    *REFUSED_BY_DASHSCOPE,
    *REFUSED_BY_GEMINI,
    *REFUSED_BY_INTERACTIONS,
    *REFUSED_FEATURES,
    *REFUSED_BY_ZHIPU,
)


@for_each(ALL, lambda row: str(row[:2]))
def test_what_is_refused_is_told_there_and_its_neighbour_is_not(
    dialect: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    assert path in [finding.path for finding in parameter_findings(DIALECTS[dialect], refused)]
    assert [*parameter_findings(DIALECTS[dialect], taken)] == []


def test_every_entry_is_broken_by_a_request() -> None:
    for refusal in OF_PROVIDERS:
        if (
            refusal.at_home or refusal.told_only or refusal.where
        ):  # told of requests as they were sent, or with the answer
            continue
        rows = [refused for dialect, _, refused, _ in (*ALL, *REFUSED_PARAMETERS) if dialect in refusal.dialects]
        assert any(True for body in rows for _ in refusal.broken(body)), (refusal.slug, refusal.words)


def test_only_the_providers_words_make_an_error() -> None:
    for dialect, _, refused, _ in ALL:
        for finding in parameter_findings(DIALECTS[dialect], refused):
            slug = finding.id.removeprefix("request.")
            assert finding.severity is not Severity.ERROR or finding.data["source"]
            assert finding.severity is Severity.WARNING or FINDINGS[slug][0] is Severity.ERROR


@pytest.mark.parametrize(
    ("dialect", "body", "path"),
    [
        ("gemini", gemini(**config(topN=1)), "$.generationConfig.topN"),
        ("gemini", gemini(**thinks(budget=1)), "$.generationConfig.thinkingConfig.budget"),
        ("anthropic", claude(thinking={**BUDGET, "effort": "low"}), "$.thinking.effort"),
        (
            "gemini",
            gemini(**config(imageConfig={"outputMimeType": "a/b"})),
            "$.generationConfig.imageConfig.outputMimeType",
        ),
        (
            "gemini",
            gemini(tools=[{"functionDeclarations": [{"name": "crm", "tools": []}]}]),
            "$.tools[0].functionDeclarations[0].tools",
        ),
        ("gemini", gemini(safetySettings=[{"harm": "x"}]), "$.safetySettings[0].harm"),
        ("bedrock", converse(inferenceConfig={"topK": 5}), "$.inferenceConfig.topK"),
        ("bedrock", converse(additionalModelRequestFields={"chat_id": "1"}), "$.additionalModelRequestFields.chat_id"),
    ],
)
def test_keys_of_objects_within_are_known(dialect: str, body: dict[str, Any], path: str) -> None:
    told = [each for each in request_findings(DIALECTS[dialect], body) if each.id.endswith("-key")]

    assert [finding.path for finding in told] == [path]


def test_a_parameter_is_found_in_either_spelling_and_wherever_it_may_stand() -> None:
    body = {"generation_config": {"top_p": 1}, "tools": [{"a": 1}, {"a": None}, {"a": 2}], "parameters": {"n": 3}}

    assert [*places(body, "generationConfig.topP")] == [("$.generation_config.top_p", 1)]
    assert [*places(body, "tools[].a")] == [("$.tools[0].a", 1), ("$.tools[2].a", 2)]
    assert [*places(body, "n parameters.n")] == [("$.parameters.n", 3)]


@pytest.mark.parametrize(
    ("interval", "refused"),
    [("[0, 1]", [-1, 2]), ("(0, 1)", [-1, 0, 1, 2]), ("[1, )", [-1, 0, 0.5]), ("[,1]", [2]), ("(0, )", [-1, 0])],
)
def test_an_interval_takes_what_lies_in_it(interval: str, refused: list[float]) -> None:
    broken = within("n", interval)

    assert [n for n in (-1, 0, 0.5, 1, 2) if [*broken({"n": n})]] == refused
    assert not [*broken({"n": True})]


def test_what_is_no_interval_is_refused() -> None:
    with pytest.raises(ValueError, match="no interval"):
        within("n", "0 to 1")

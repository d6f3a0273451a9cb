"""Each refusal is broken by a request, and its right neighbour breaks none."""

from __future__ import annotations

from typing import Any

import pytest
from support.refusals.bodies import REFUSED, VERSIONED, body, slugs
from support.refusals.by_model import TABLE
from support.refused_parameters import REFUSED_PARAMETERS
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import FINDINGS, parameter_findings
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal


@for_each(TABLE, lambda row: str(row[:4]))
def test_what_is_refused_is_told_and_its_neighbour_is_not(
    dialect: str, slug: str, model: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    assert slug in slugs(dialect, body(dialect, model, refused))
    assert slug not in slugs(dialect, body(dialect, model, taken))


def test_no_right_neighbour_has_an_error_of_any_kind() -> None:
    for dialect, _, model, _, taken in TABLE:
        found = parameter_findings(DIALECTS[dialect], body(dialect, model, taken))
        assert [str(finding) for finding in found if finding.is_error] == [], (dialect, model, taken)


@pytest.mark.parametrize("key", ["systemInstruction", "system_instruction"])
def test_a_text_in_the_place_of_a_content_is_told_where_no_client_makes_one_of_it(key: str) -> None:
    at_home = Sent(whole=True, addressed=True)
    turn = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}

    assert "parameter-value" in slugs("gemini", {**turn, key: "Be brief."}, at_home)
    assert "parameter-value" not in slugs("gemini", {**turn, key: {"parts": [{"text": "Be brief."}]}}, at_home)
    assert "parameter-value" not in slugs("gemini", {**turn, key: "Be brief."})
    assert "parameter-value" not in slugs("gemini", {**turn, "config": {key: "Be brief."}}, at_home)


def test_options_of_a_search_belong_to_models_that_search() -> None:
    at_home, asked = Sent(whole=True, addressed=True), {"web_search_options": {}}

    assert slugs("openai", body("openai", "gpt-4o", asked), at_home) == {"model-ability"}
    assert slugs("openai", body("openai", "gpt-4o-search-preview", asked), at_home) == set()
    assert slugs("openai", body("openai", "gpt-4o", asked)) == set()


@pytest.mark.parametrize(("effort", "told"), [("ultra", {"parameter-value"}), ("none", set()), ("minimal", set()),
                                              ("low", set()), ("max", set())])  # fmt: skip
def test_deepseek_takes_efforts_of_its_own(effort: str, told: set[str]) -> None:
    asked = body("deepseek", "deepseek-chat", {"reasoning_effort": effort})

    assert slugs("deepseek", asked, Sent(whole=True, addressed=True)) == told
    assert slugs("deepseek", asked) == set()


def test_every_refusal_has_a_request_that_breaks_it() -> None:
    tried = [(dialect, body(dialect, model, refused)) for dialect, _, model, refused, _ in TABLE]
    tried += [(dialect, refused) for dialect, _, refused, _ in REFUSED_PARAMETERS if "model" in refused]
    old = Sent(whole=True, addressed=True, version="2023-05-01")
    versioned = [("openai", body("openai", model, more)) for _, model, more in VERSIONED]

    def broken(refusal: Refusal) -> bool:
        return any(
            refusal.concerns(dialect, request["model"].lower().rpartition("/")[2], "", old)
            and list(refusal.broken(request))
            for dialect, request in [*tried, *versioned]
        )

    elsewhere = [
        each for each in REFUSED if each.told_only or each.at_home or each.elsewhere or each.port or each.where
    ]
    assert [each for each in REFUSED if each not in elsewhere and not broken(each)] == []
    assert {each.slug for each in REFUSED} <= {*FINDINGS}


def test_what_may_be_right_is_a_warning() -> None:
    for refusal in REFUSED:
        assert refusal.words or not refusal.told_only, refusal
    (noted,) = parameter_findings(DIALECTS["groq"], body("groq", "llama-3.3-70b", {"store": False}))

    assert noted.severity is Severity.WARNING
    assert "unsupported" in noted.data["source"]

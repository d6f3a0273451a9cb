"""``promptfmt explain``: every rule and every other finding, with its grounds."""

from __future__ import annotations

import pytest
from support.shell import printed, refused

from pytest_promptfmt.dialects.models import models
from pytest_promptfmt.report.statements import statements


def test_a_rule_is_explained_with_its_grounds(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "explain", "openai.image-user-only").splitlines()

    assert told[:3] == ["openai.image-user-only", "", "Images appear in user messages only."]
    pytest.LineMatcher(told).fnmatch_lines(
        [
            "fix            show the image in a user message*",
            "severity       error: the API refuses it*",
            "dialects       openai, zhipu (warning)",
            "OpenAI         *Image URLs are only allowed for messages with role 'user'*",
            "breaks         [[]*",
            "               at $*, as openai",
            "keeps          [[]*",
        ]
    )


@pytest.mark.parametrize(
    ("id_", "says"),
    [
        ("fidelity.lost-text", "severity       error"),
        ("purity.printed", "severity       warning: shown, never counted"),
        ("openai.role-order-free", "severity       none: it is allowed"),
        ("schema.required", "a key is missing"),
        ("truncation.over-budget", "more tokens than the budget"),
    ],
)
def test_findings_are_explained_as_well(id_: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in printed(capsys, "explain", id_)


def test_everything_has_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    for id_ in statements():
        assert printed(capsys, "explain", id_).startswith(f"{id_}\n\n")


def test_what_single_breaches_ask_of_models_is_told_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "explain", "anthropic.image-limits").splitlines()

    pytest.LineMatcher(told).fnmatch_lines(
        [
            "may ask        'images-per-request': it has so many images",
            "*for claude-3.7, claude-3, claude-4: more than 100 (20*",
            "may ask        'image-pixels': an image has so many pixels a side",
            "error          for *: more than 8000 (20*",
        ]
    )


def test_every_question_that_a_rule_may_ask_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for statement in statements().values():
        asked = [each for each in statement.may_ask if each in models()[statement.id.partition(".")[0]].answers]
        told = printed(capsys, "explain", statement.id) if asked else ""
        assert [each for each in asked if f"may ask        {each!r}" not in told] == []


def test_an_unknown_id_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean 'anthropic.user-nonempty'?" in refused(capsys, "explain", "anthropic.user-nonemty")
    assert len(refused(capsys, "explain", "?")) < 200

"""``promptfmt list``: what there is."""

from __future__ import annotations

import json

import pytest
from support.shell import printed, refused

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.report.statements import statements


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {
        kind: [line.split()[0] for line in printed(capsys, "list", kind).splitlines()]
        for kind in ("cases", "rules", "targets", "checks", "limits")
    }

    assert listed["cases"] == [case.id for case in corpus()]
    assert listed["rules"] == list(statements())
    assert listed["targets"] == list(TARGETS)
    assert listed["checks"] == list(CHECKS)
    assert listed["limits"] == list(LIMITS)


def test_globs_choose(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "list", "targets", "mistral.*", "openai.chat").splitlines()

    assert [line.split()[0] for line in lines] == ["openai.chat", "mistral.chat", "mistral.multiagent"]
    assert "nothing/* matches none" in refused(capsys, "list", "cases", "nothing/*")


def test_a_list_as_json_says_more(capsys: pytest.CaptureFixture[str]) -> None:
    [entry] = json.loads(printed(capsys, "list", "rules", "openai.image-user-only", "--json"))

    assert entry["severity"] == "error"
    assert entry["dialects"] == ["openai", "zhipu"]

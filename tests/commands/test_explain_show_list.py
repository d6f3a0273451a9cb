"""``promptfmt explain``, ``show`` and ``list``: the rules and the corpus, from the shell."""

from __future__ import annotations

import json
from typing import Any

import pytest
from liars import FOUND_BESIDE
from support.places import ROOT

from pytest_promptfmt import parse
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.cli import main
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.report.statements import BESIDE, statements

DOCS = ROOT / "docs"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


# explain


def test_a_rule_is_explained_with_its_grounds(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "explain", "openai.image-user-only").splitlines()

    assert told[:3] == ["openai.image-user-only", "", "Images stand in user messages only."]
    pytest.LineMatcher(told).fnmatch_lines(
        [
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
        ("schema.required", "keyword `required`"),
        ("truncation.over-budget", "more tokens than the budget"),
    ],
)
def test_findings_are_explained_as_well(id_: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in printed(capsys, "explain", id_)


def test_everything_has_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    for id_ in statements():
        assert printed(capsys, "explain", id_).startswith(f"{id_}\n\n")


def test_an_unknown_id_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean 'anthropic.user-nonempty'?" in refused(capsys, "explain", "anthropic.user-nonemty")
    assert len(refused(capsys, "explain", "?")) < 200


def test_every_finding_has_a_statement() -> None:
    rules = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules}

    assert set(statements()) >= rules | set(evidence()) | FOUND_BESIDE
    assert set(BESIDE) == FOUND_BESIDE


def test_the_page_on_checks_says_the_same() -> None:
    page = " ".join((DOCS / "checks.md").read_text("utf-8").split())

    missing = [id_ for id_, (severity, text) in BESIDE.items() if f"| `{id_}` | {severity} | {text} |" not in page]

    assert [id_ for id_ in missing if id_.startswith("purity.")] == []
    assert [id_ for id_ in missing if f"`{id_}`" not in page] == []


# show


def test_a_case_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "show", "errors/base64-broken")

    pytest.LineMatcher(told.splitlines()).fnmatch_lines(
        [
            "errors/base64-broken",
            "hunts          an image that is no base64*",
            "needs          image",
            "twin           vision/image-by-value*",
            "all dialects   refuse: the data are no base64*",
            "conversation   [[]0[]] system: *",
            "               [[]1[]] user: * image image/png of * base64 characters",
        ]
    )


def test_every_case_can_be_shown_and_no_machine_shows_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    for case in corpus():
        told = printed(capsys, "show", case.id)

        assert told.startswith(f"{case.id}\n\nhunts ")
        assert told.replace("\n", "").isprintable()
        assert not case.files or case.directory() not in told


def strict(text: str) -> Any:
    def refuse(name: str) -> Any:
        raise ValueError(name)

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("id_", ["chat/plain-turns", "vision/image-by-value", "tools/parallel-one-message"])
def test_as_json_it_has_a_conversation_that_can_be_read_back(id_: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = strict(printed(capsys, "show", id_, "--json"))

    case = next(case for case in corpus() if case.id == id_)
    assert parse(document["conversation"]) == case.conversation()
    assert document["hunts"] == case.hunts


def test_every_case_is_strict_json(capsys: pytest.CaptureFixture[str]) -> None:
    for case in corpus():
        assert strict(printed(capsys, "show", case.id, "--json"))["id"] == case.id


def test_the_golden_payload_of_a_generation_stands_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("show", "chat/one-user", "--reference", "agentscope-1.0")

    assert "golden         gemini.chat" in printed(capsys, *asked)
    [target] = strict(printed(capsys, *asked, "--target", "gemini.chat", "--json"))["golden"]
    assert target == "gemini.chat"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chat/one-usr",), "did you mean 'chat/one-user'?"),
        (("chat/one-user", "--target", "openai.chat"), "--reference"),
        (("chat/one-user", "--reference", "agentscope"), "agentscope-1.0"),
        (("chat/one-user", "--reference", "agentscope-1.0", "--target", "openai.caht"), "openai.chat"),
        (("chat/one-user", "--reference", "agentscope-1.0", "--target", "mistral.chat"), "has no payload"),
    ],
)
def test_what_is_not_there_is_said(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in refused(capsys, "show", *words)


# list


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {
        kind: [line.split()[0] for line in printed(capsys, "list", kind).splitlines()]
        for kind in ("cases", "rules", "targets", "checks")
    }

    assert listed["cases"] == [case.id for case in corpus()]
    assert listed["rules"] == list(statements())
    assert listed["targets"] == list(TARGETS)
    assert listed["checks"] == list(CHECKS)


def test_globs_choose(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "list", "targets", "mistral.*", "openai.chat").splitlines()

    assert [line.split()[0] for line in lines] == ["openai.chat", "mistral.chat", "mistral.multiagent"]
    assert "nothing/* matches none" in refused(capsys, "list", "cases", "nothing/*")


def test_a_list_as_json_says_more(capsys: pytest.CaptureFixture[str]) -> None:
    [entry] = json.loads(printed(capsys, "list", "rules", "openai.image-user-only", "--json"))

    assert entry["severity"] == "error"
    assert entry["dialects"] == ["openai", "zhipu"]

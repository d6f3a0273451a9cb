"""The severity of a rule that depends on the model is that model's answer; who names the model, and in which order."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.kits import Kit

from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import model_of, models
from pytest_promptfmt.dialects.rules import severity_for
from pytest_promptfmt.implementation import ImplementationError
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import Fact

ENDS_IN_AN_ANSWER = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]


def severities(payload: Any, **context: Any) -> dict[str, str]:
    return {found.id: str(found.severity) for found in check_payload(payload, "anthropic", context=context)}


@pytest.mark.parametrize(
    ("model", "severity"),
    [
        ("claude-3-7-sonnet-20250219", None),
        ("claude-sonnet-4-5", None),
        ("claude-opus-4-6", "error"),
        ("claude-opus-4-8", "error"),
        ("anthropic/claude-opus-4-8", "error"),
        ("CLAUDE-OPUS-4-8", "error"),
        ("somebodys-own", "warning"),
    ],
)
def test_what_depends_on_the_model_is_an_error_for_those_that_refuse(model: str, severity: str | None) -> None:
    assert severities(ENDS_IN_AN_ANSWER, model=model).get("anthropic.no-prefill") == severity


def test_where_nobody_names_a_model_it_is_the_default_one() -> None:
    assert severities(ENDS_IN_AN_ANSWER)["anthropic.no-prefill"] == "error"


def test_the_payloads_own_model_counts_before_what_the_caller_knows() -> None:
    payload = {"model": "claude-sonnet-4-5", "messages": ENDS_IN_AN_ANSWER}

    assert "anthropic.no-prefill" not in severities(payload, model="claude-opus-4-8")


@pytest.mark.parametrize("odd", [None, 3, [], {"x": 1}, ""])
def test_a_model_that_is_no_name_is_none(odd: Any) -> None:
    assert severities({"model": odd, "messages": ENDS_IN_AN_ANSWER})["anthropic.no-prefill"] == "error"


@pytest.mark.parametrize(
    ("answer", "confidence", "known", "severity"),
    [
        ("refused", "A", True, Severity.ERROR),
        ("refused", "A", False, Severity.WARNING),
        ("refused", "B", True, Severity.WARNING),
        ("degrades", "A", True, Severity.WARNING),
        (20, "A", True, Severity.ERROR),
        (20, "B", True, Severity.WARNING),
        ("taken", "A", True, None),
        ("taken", "C", False, None),
    ],
)
def test_severity_is_the_answer(answer: str | int, confidence: str, known: bool, severity: Severity | None) -> None:
    assert severity_for(Fact(answer, "", "2026-11", confidence), known=known) is severity


def test_of_whom_nobody_has_said_anything_nothing_is_said() -> None:
    assert severity_for(None, known=True) is None


def test_every_question_that_a_rule_asks_has_an_answer_for_some_model() -> None:
    for dialect in DIALECTS.values():
        for rule in dialect.rules:
            assert not rule.asks or rule.asks in models()[dialect.id].answers, (dialect.id, rule.id)


def test_what_the_finding_says_is_said_of_that_model() -> None:
    [found] = check_payload(ENDS_IN_AN_ANSWER, "anthropic", context={"model": "claude-opus-4-6"})

    assert found.data["model"] == "claude-opus-4-6"
    assert found.data["source"] == model_of("anthropic", "claude-opus-4-6").facts["assistant-last"].source


def ends_as_it_stands(conversation: Any) -> Any:
    return {"messages": [{"role": m.role, "content": m.text} for m in conversation.messages]}


def implementation(**claims: Any) -> Any:
    table = {"anthropic.chat": ends_as_it_stands}
    return SimpleNamespace(FORMATTERS=table, CAPABILITIES={"anthropic.chat": {"blocks": [], **claims}})


SILENT, CLAIMING = implementation(), implementation(model="claude-sonnet-4-5")


@pytest.mark.parametrize(
    ("judged_one", "named", "refused", "told"),
    [
        (SILENT, {}, True, "claude-opus-4-8"),
        (SILENT, {"openai.*": "gpt-5.4"}, True, "claude-opus-4-8"),
        (SILENT, {"*": "claude-opus-4-8", "anthropic.*": "claude-sonnet-4-5"}, False, "claude-sonnet-4-5"),
        (CLAIMING, {}, False, "claude-sonnet-4-5"),
        (CLAIMING, {"*": "claude-opus-4-8"}, False, "claude-sonnet-4-5"),
    ],
)
def test_a_claim_counts_before_an_option_and_that_before_the_default(
    judged_one: Any, named: dict[str, str], refused: bool, told: str
) -> None:
    report = check_formatter(judged_one, cases=["chat/assistant-last"], models=named)

    assert ("anthropic.no-prefill" in {found.id for found in report.findings if found.is_error}) == refused
    [judged] = report.document.to_json()["implementations"]
    assert judged["targets"]["anthropic.chat"]["claims"]["model"] == told


@pytest.mark.parametrize("odd", ["", " ", "a\nb", "x" * 300, 3, ["gpt-5.4"], "modèle"])
def test_a_claim_that_is_no_model_is_told_so(odd: Any) -> None:
    with pytest.raises(ImplementationError, match=r"\['model'\]"):
        check_formatter(implementation(model=odd), cases=["chat/one-user"])


SOURCE = """
def f(conversation):
    return {"messages": [{"role": m.role, "content": m.text} for m in conversation.messages]}
FORMATTERS = {"anthropic.chat": f}
CAPABILITIES = {"anthropic.chat": {"blocks": []}}
"""


def test_a_model_that_nobody_knows_is_told_as_that(kit: Kit) -> None:
    """It may be a slip of the pen, and then a run is green that is not."""
    kit.write(fmt=SOURCE)

    found = kit.run("--promptfmt-case=chat/assistant-last", "--promptfmt-model=anthropic.*=cluade-opus-4-8", impl="fmt")

    found.stdout.fnmatch_lines(
        ["*judged as requests to cluade-opus-4-8 (anthropic); nobody here knows cluade-opus-4-8, so that *"]
    )


def test_the_option_names_it_and_the_run_prints_it(kit: Kit) -> None:
    kit.write(fmt=SOURCE)
    one = "--promptfmt-case=chat/assistant-last"

    default = kit.run(one, impl="fmt")
    older = kit.run(one, "--promptfmt-model=anthropic.*=claude-sonnet-4-5", impl="fmt")

    default.assert_outcomes(failed=1)
    default.stdout.fnmatch_lines(["*judged as requests to claude-opus-4-8 (anthropic)*"])
    older.assert_outcomes(passed=1)
    older.stdout.fnmatch_lines(["*judged as requests to claude-sonnet-4-5 (anthropic)*"])


@pytest.mark.parametrize("odd", ["claude", "=x", "anthropic.*=", "antropic.*=claude-opus-4-8"])
def test_an_option_that_makes_no_sense_is_a_usage_error(kit: Kit, odd: str) -> None:
    result = kit.write(fmt=SOURCE).run(f"--promptfmt-model={odd}", impl="fmt")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--promptfmt-model={odd.partition('=')[0]}*"])


@pytest.mark.slow
def test_a_certificate_says_the_model_and_is_verified_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pytest_promptfmt.cli import main

    monkeypatch.chdir(tmp_path)
    Path("fmt_of_a_model.py").write_text(SOURCE)

    assert main(["certify", "./fmt_of_a_model.py", "-o", "c.json", "--model", "anthropic.*=claude-sonnet-4-5"]) == 0
    assert '"model": "claude-sonnet-4-5"' in Path("c.json").read_text()
    assert main(["verify", "c.json"]) == 0


def test_a_run_of_templates_alone_names_no_model(kit: Kit) -> None:
    kit.write(fmt="FORMATTERS = {'aisbench.string': lambda case: ['?']}")

    result = kit.run("--promptfmt-target=aisbench.string", impl="fmt")

    lines = result.stdout.lines
    [at] = [number for number, line in enumerate(lines) if line.startswith(("  overall ", "  no level"))]
    assert lines[at + 1].strip() != ""

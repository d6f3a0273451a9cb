"""Templates before the judge: checks, purity, refusals, the second process, and how a failure is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.template_cases import case, human

from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.conversation.template import TemplateCase
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.dialects.aisbench import DIALECT
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.report.failure_text import explain
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.verdict import Outcome

# the judge


def test_templates_go_to_their_targets_and_conversations_to_theirs() -> None:
    table = dict.fromkeys((*DIALECT.targets, "openai.chat", "ollama-generate.multiagent"), print)
    pairs = plan(from_object(table), corpus())

    assert {case.is_template for target, case in pairs if target.startswith("aisbench.")} == {True}
    assert {case.is_template for target, case in pairs if not target.startswith("aisbench.")} == {False}
    assert {target for target, _ in pairs} == set(table)
    assert len([case for _, case in pairs if case.is_template]) == len([case for case in corpus() if case.is_template])


def judged(formatter: Any, one: Case, **more: Any) -> Judgement:
    [judgement] = check_formatter({f"aisbench.{one.scenarios[0]}": formatter}, cases=[one], **more).judgements
    return judgement


def honest(template: TemplateCase) -> list[str]:
    return [f"Q: {row['question']}\nA: " for row in template.test]


def test_every_check_is_asked_but_for_rules_that_nobody_has() -> None:
    judgement = judged(honest, case("Q: amber-17?\nA: "))

    assert [verdict.check for verdict in judgement.verdicts] == ["schema", "fidelity", "purity", "errors"]
    assert judgement.outcome is Outcome.PASS


def test_a_reference_without_templates_is_not_asked_about_them() -> None:
    judgement = judged(honest, case("Q: amber-17?\nA: "), reference="agentscope-1.0")

    assert "golden" not in [verdict.check for verdict in judgement.verdicts]


def test_a_template_that_was_changed_or_shared_is_seen() -> None:
    def changes(template: TemplateCase) -> list[str]:
        template.test[0]["answer"] = ""  # type: ignore[index]
        return honest(template)

    def shares(template: TemplateCase) -> list[Any]:
        return [template.infer_cfg["prompt_template"]["template"]["round"]]

    shared = case(
        [human("Q")], scenario="dialogue", infer_cfg={"prompt_template": {"template": {"round": [human("Q")]}}}
    )

    assert [f.id for f in judged(changes, case("Q: amber-17?\nA: ")).findings] == ["purity.changed-input"]
    assert [f.id for f in judged(shares, shared).findings] == ["purity.shared-input"]


def test_a_formatter_in_two_steps_prepares_a_template() -> None:
    class TwoSteps:
        def prepare(self, template: TemplateCase) -> list[Any]:
            return [dict(row) for row in template.test]

        def format(self, rows: list[Any]) -> list[str]:
            return [f"Q: {row['question']}\nA: " for row in rows]

    assert judged(TwoSteps(), case("Q: amber-17?\nA: ")).outcome is Outcome.PASS


def test_what_is_to_be_refused_is_not_also_compared() -> None:
    refused = case(expect={"demand": "refuse", "why": "there is no such thing"})

    def refuses(template: TemplateCase) -> Any:
        raise ValueError("there is no such thing")

    assert [f.id for f in judged(honest, refused).findings] == ["errors.not-refused"]
    assert judged(refuses, refused).outcome is Outcome.PASS


def test_a_kind_of_media_that_is_not_claimed_may_be_refused() -> None:
    def refuses(template: TemplateCase) -> Any:
        raise ValueError("no images, please")

    class TextOnly:
        FORMATTERS = {"aisbench.multimodal": refuses}  # noqa: RUF012 - an implementation's table
        CAPABILITIES = {"aisbench.multimodal": {"blocks": []}}  # noqa: RUF012

    [judgement] = check_formatter(TextOnly, cases=["templates/multimodal-image-only"]).judgements

    assert judgement.outcome is Outcome.UNSUPPORTED
    assert judgement.verdicts[0].reason == "image is not claimed: refused: ValueError: no images, please"


def test_templates_travel_to_the_process_with_another_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "hashed.py"
    path.write_text(
        "def format_(template):\n"
        "    return [' '.join({f'{row}{i}' for i in range(9)}) for row in template.test]\n"
        "FORMATTERS = {'aisbench.string': format_}\n"
    )
    [judgement] = check_formatter(str(path), cases=["templates/string"], checks=["purity"]).judgements

    assert [finding.id for finding in judgement.findings] == ["purity.hash-seed"]


def test_a_failure_shows_the_template_the_data_and_what_is_right() -> None:
    one = case(
        "cobalt-42?\nember-23\namber-17?\n",
        infer_cfg={
            "ice_template": {"template": "{question}\n{answer}"},
            "prompt_template": {"template": "</E>{question}\n{answer}", "ice_token": "</E>"},
        },
        train=[{"question": f"{one}?", "answer": "ember-23"} for one in ("cobalt-42", "b", "c", "d", "e")],
        meta_template={"round": []},
        mode="every",
        replies=["Yes."],
    )
    judgement = judged(lambda template: ["cobalt-42?\nember-23\namber-17?\njade-31"], one)

    assert explain(judgement, "pytest one").splitlines() == [
        "test[0].answer is told: 'jade-31'",
        "",
        "formatter      aisbench.string of dict",
        "case           templates/one, which looks for a fault",
        "",
        "error          fidelity.leaked-answer at $[0]",
        'actual         "jade-31"',
        'payload        $ = ["cobalt-42?\\nember-23\\namber-17?\\njade-31"]',
        "fix            leave the answer of the row that is asked about out of the request",
        'right is       "cobalt-42?\\nember-23\\namber-17?\\n"',
        "",
        'infer_cfg      ice_template = {"template":"{question}\\n{answer}"}',
        '               prompt_template = {"template":"</E>{question}\\n{answer}","ice_token":"</E>"}',
        'reader_cfg     {"input_columns":["question"],"output_column":"answer"}',
        'train          {"question":"cobalt-42?","answer":"ember-23"}',
        '               {"question":"b?","answer":"ember-23"}',
        '               {"question":"c?","answer":"ember-23"}',
        "               … 2 more rows",
        'test           {"question":"amber-17?","answer":"jade-31"}',
        'meta_template  {"round":[]}',
        "mode           every",
        'replies        ["Yes."]',
        "",
        "more           promptfmt explain fidelity.leaked-answer",
        "run it again   pytest one",
    ]


def test_a_payload_of_templates_is_held_against_no_conversation() -> None:
    assert check_payload(["How far is it?"], "aisbench") == []
    with pytest.raises(ValueError, match="aisbench has no scenario 'chat'; known are string, dialogue"):
        check_payload(["How far is it?"], "aisbench", [{"role": "user", "content": "How far is it?"}])

"""``--promptfmt-examples`` and ``--promptfmt-seed``: conversations that nobody enumerated, judged beside the corpus."""

from __future__ import annotations

import pytest
from support.kits import HONEST, Kit

from pytest_promptfmt import check_formatter

FORGETS = (
    HONEST
    + """
def forgets(conversation):
    payload = chat(conversation)
    for message in payload:
        for call in message.get("tool_calls", ())[1:]:
            call["function"]["arguments"] = "{}"
    return payload

FORMATTERS = {"openai.chat": forgets}
CAPABILITIES = {"openai.chat": {"blocks": ["tool"]}}
"""
)
DRAWN = "--promptfmt-case=generated/openai-chat-*"


def test_a_failure_is_told_on_a_small_conversation_and_its_id_can_be_pasted_back(kit: Kit) -> None:
    kit = kit.write(mypkg=FORGETS)
    result = kit.run("--promptfmt-examples=40", "--promptfmt-seed=3", DRAWN, "--promptfmt-check=fidelity")

    result.stdout.fnmatch_lines(
        [
            "promptfmt: 40 drawn for each target, --promptfmt-seed=3",
            "*has other arguments*",
            "*--promptfmt-examples=40 --promptfmt-seed=3 *generated/openai-chat-3-*",
            "*no level*",
        ]
    )
    assert sum(result.parseoutcomes().values()) == 40


def test_they_have_no_part_in_a_level(kit: Kit) -> None:
    result = kit.run("--promptfmt-examples=3", "--promptfmt-case=chat/one-user", DRAWN, "--promptfmt-check=purity")

    result.stdout.fnmatch_lines(["*and 1 of * checks ran*"])
    assert sum(result.parseoutcomes().values()) == 4


def test_without_the_option_there_are_none(kit: Kit) -> None:
    result = kit.run(DRAWN)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--promptfmt-case=generated/openai-chat-[*] matches nothing*"])


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--promptfmt-examples=many"], "*--promptfmt-examples=many: a whole number, such as 100*"),
        (["--promptfmt-examples=3", "--promptfmt-seed=-1"], "*--promptfmt-seed=-1: a whole number, such as 100*"),
        (["--promptfmt-seed=3"], "*--promptfmt-seed says which*add --promptfmt-examples=N*"),
    ],
)
def test_what_is_no_number_is_a_usage_error(kit: Kit, options: list[str], line: str) -> None:
    result = kit.run(*options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([line])


@pytest.mark.slow
def test_the_function_takes_them_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_promptfmt.generation.cases.rows", lambda dialect: ())  # which take their time
    report = check_formatter(
        "promptfmt_reference", targets=["ollama-generate.chat"], cases=[], checks=["fidelity"], examples=3, seed=5
    )

    assert report.ok
    drawn = [judgement.case.id for judgement in report.judgements]
    assert drawn == [f"generated/ollama-generate-chat-5-{n}" for n in (1, 2, 3)]
    assert all(not result.scored for result in report.document.implementations[0].results)

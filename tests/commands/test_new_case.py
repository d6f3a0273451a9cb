"""``promptfmt new-case``: what is written of a conversation, a payload or a log is a case that is judged at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.shell import printed, refused

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_formatter
from pytest_promptfmt.commands.new_case.reading import said_in
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import FAMILIES, load_family
from pytest_promptfmt.corpus.case_files import restore_placeholders
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.corpus.own import load_corpora
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.generation.cases import case_of, choices, example

ROUND = [
    {"role": "user", "content": "Ask twice, amber-17."},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "ask", "arguments": '{"of": "jade-31"}'}},
            {"id": "call_2", "type": "function", "function": {"name": "ask", "arguments": '{"of": "opal-4"}'}},
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": "Yes, rose-9."},
]
TOOLS = [{"type": "function", "function": {"name": "ask", "parameters": {"type": "object", "properties": {}}}}]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(path: Path, *values: Any) -> str:
    path.write_text("\n".join(map(json.dumps, values)), "utf-8")
    return path.name


def test_a_conversation_is_written_as_it_is(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = [{"role": "user", "content": "What is amber-17?"}]

    out = printed(capsys, "new-case", put(here / "Lost Word.json", said), "mine", "--hunts=a lost word")

    (case,) = load_corpora(["mine"], here)
    assert (case.id, case.hunts) == ("x-mine/lost-word", "a lost word")
    assert case.conversation() == parse(said)
    assert "--promptfmt-corpus=mine --promptfmt-case=x-mine/lost-word" in out


@pytest.mark.parametrize("text", ["half \ud83d amber-17", "jade-31 für 東京", "tab\tand \u2028 line"])
def test_every_text_is_written_as_it_is(text: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed(capsys, "new-case", put(here / "said.json", [{"role": "user", "content": text}]), "mine")

    (case,) = load_corpora(["mine"], here)
    assert case.conversation().messages[0].text == text


def test_a_payload_is_read_back_and_what_it_hunts_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(here / "payload.json", {"messages": ROUND, "tools": TOOLS, "model": "gpt-5.4"})

    out = printed(capsys, "new-case", name, "mine", "--dialect=openai")

    (case,) = load_corpora(["mine"], here)
    given = case.conversation()
    assert [block.type for message in given.messages for block in message.blocks] == [
        *("text", "tool_use", "tool_use", "tool_result"),
    ]
    assert [tool.name for tool in given.tools] == ["ask"]
    assert case.source == ("openai.tool-calls-answered",)
    assert case.hunts == "2 calls, some at once, 1 result, 1 tool on offer and 1 text: lost, altered or out of place"
    assert "openai.tool-result-has-call" in out
    assert "  breaks  openai.tool-calls-answered" in out


def test_a_log_has_a_case_for_each_conversation_in_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(here / "log.jsonl", ROUND[:1], ROUND, ROUND)

    out = printed(capsys, "new-case", name, "mine", "--dialect=openai")

    assert [case.id for case in load_corpora(["mine"], here)] == ["x-mine/log-1", "x-mine/log-2"]
    assert "'--promptfmt-case=x-mine/log-*'" in out


def test_nothing_is_overwritten_in_silence(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = put(here / "log.jsonl", ROUND[:1], ROUND)
    (here / "mine").mkdir()
    (here / "mine" / "log-2.json").write_text("mine")

    told = refused(capsys, "new-case", name, "mine", "--dialect=openai")

    assert told == "promptfmt: mine/log-2.json is there already: say another --name, or --replace\n"
    assert [path.name for path in (here / "mine").iterdir()] == ["log-2.json"]
    printed(capsys, "new-case", name, "mine", "--dialect=openai", "--replace")
    assert len(load_corpora(["mine"], here)) == 2


@pytest.mark.parametrize(
    ("value", "words", "told"),
    [
        ([{"role": "usr", "content": ""}], (), "p.json is no conversation: messages[0].role: 'usr' is not a role"),
        ({"messages": ROUND, "tools": TOOLS}, (), "of a payload say the --dialect"),
        ({"message": []}, ("--dialect=openai",), "p.json is no payload of openai: "),
        ([], ("--dialect=openai",), "p.json: as a payload of openai it says nothing"),
        (
            [{"role": "user", "content": "{FILES}/a.png"}],
            (),
            "mine/p.json: $.conversation: {FILES}/a.png names no file",
        ),
        (float("nan"), (), "p.json has NaN, which is no JSON"),
        ([], ("--dialect=opnai",), "'opnai' is no dialect; did you mean 'openai'?"),
        (["?"], ("--dialect=aisbench",), "aisbench says no conversations"),
    ],
)
def test_what_cannot_be_read_is_told_and_nothing_written(
    value: Any, words: tuple[str, ...], told: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = put(here / "p.json", value)

    assert told in refused(capsys, "new-case", name, "mine", *words)
    assert not (here / "mine").exists()


CHATS = [dialect for dialect in DIALECTS.values() if "chat" in dialect.scenarios]


def right(dialect: Dialect) -> list[Any]:
    """Some payloads of the reference: of each family the first everyday cases that it carries, without files."""
    known: dict[str, Any] = {}
    for name in generations():
        known |= load_golden(name, f"{dialect.id}.chat").payloads
    found = []
    for family in FAMILIES[:6]:
        everyday = (case for case in load_family(family) if case.everyday and case.needs <= dialect.carries)
        found += [case.id for case in everyday if not case.files and case.id in known][:5]
    return [known[id_] for id_ in found]


@pytest.mark.parametrize("dialect", CHATS, ids=lambda dialect: dialect.id)
def test_what_is_read_out_of_a_right_payload_is_what_it_says(dialect: Dialect, here: Path) -> None:
    """The payload, held against the conversation that was read out of it, has lost nothing and added nothing."""
    payloads = right(dialect)

    found = [said for n, payload in enumerate(payloads) for said in said_in(put(here / f"{n}.json", payload), dialect)]

    assert len(payloads) > 5
    assert [(said.payload, said.notes) for said in found if said.notes] == []


# Of a generated conversation.


@pytest.mark.parametrize(
    ("id_", "target"),
    [
        ("generated/openai-chat-1-42", "openai.chat"),
        ("promptfmt/hasty/openai/chat::generated/openai-pairs-116", "openai.multiagent"),
        ("generated/openai-responses-multiagent-3-7", "openai-responses.multiagent"),
    ],
)
def test_a_generated_conversation_is_written_as_it_was_judged(
    id_: str, target: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "new-case", "--from-example", id_, "mine")

    (case,) = load_corpora(["mine"], here)
    name = id_.rpartition("/")[2]
    dialect = target.rpartition(".")[0]
    choice = dict(choices(target, 42, 3 if "-3-" in name else 1))[f"generated/{name}"]
    whole = case_of(f"generated/{name}", dialect, choice)
    assert f"--promptfmt-case=x-mine/{name}" in out
    assert (case.id, case.source) == (f"x-mine/{name}", (whole.id,))
    assert restore_placeholders(case.conversation().to_json(), case.directory()) == restore_placeholders(
        whole.conversation().to_json(), whole.directory()
    )
    assert replace(case.expects(dialect), dialects=()) == replace(whole.expects(dialect), dialects=())
    assert case.request_for(dialect) == whole.request_for(dialect)


def test_what_a_generated_conversation_has_shown_its_file_shows(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The formatter is wrong where an argument is lost; everybody else's is right, for every dialect."""

    def hasty(conversation: Any) -> Any:
        payload = json.loads(json.dumps(FORMATTERS["openai.chat"](conversation)))
        for message in payload["messages"] if isinstance(payload, dict) else payload:
            for call in message.get("tool_calls", [])[1:]:
                call["function"]["arguments"] = "{}"
        return payload

    generated = example("generated/openai-pairs-116")
    printed(capsys, "new-case", "--from-example", generated.id, "mine", "--name=hasty", "--hunts=a lost argument")

    (case,) = load_corpora(["mine"], here)
    assert case.hunts == "a lost argument"
    found, again = (
        {finding.id for finding in check_formatter({"openai.chat": hasty}, cases=[each]).findings if finding.is_error}
        for each in (generated, case)
    )
    assert "fidelity.call-arguments" in found
    assert again == found
    right = {target: made for target, made in FORMATTERS.items() if not target.startswith("aisbench")}
    assert [str(finding) for finding in check_formatter(right, cases=[case]).findings if finding.is_error] == []


@pytest.mark.parametrize(
    "id_",
    [
        *("chat/one-user", "generated/openai-chat-1-", "generated/nobody-chat-1-42"),
        *("generated/openai-pairs-99999", "generated/ollama-generate-multiagent-1-0"),
    ],
)
def test_an_id_that_nobody_generates_is_refused(id_: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    error = refused(capsys, "new-case", "--from-example", id_, "mine")

    assert "is the id of no generated conversation" in error
    assert not (here / "mine").exists()


def test_a_generated_conversation_has_no_dialect_to_be_read_in(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--dialect" in refused(
        capsys, "new-case", "--from-example", "generated/openai-chat-1-1", "mine", "--dialect=openai"
    )

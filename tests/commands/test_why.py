"""``promptfmt why``: one refused request, told from the shell."""

from __future__ import annotations

import io
import json
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pytest_promptfmt.cli import main

CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": {"city": "Oslo"}}}
RESULT = {"role": "tool", "tool_call_id": "call_1", "content": "4"}
USER = {"role": "user", "content": "Oslo?"}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
REFUSED: dict[str, Any] = {"model": "gpt-4o", "messages": [USER, CALLING, RESULT], "prediction": {}}
RIGHT = {"model": "gpt-4o", "messages": [USER]}
SCHEMA = json.loads(resources.files("pytest_promptfmt").joinpath("diagnosis/why.schema.json").read_text("utf-8"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, value in (("refused.json", REFUSED), ("right.json", RIGHT)):
        tmp_path.joinpath(name).write_text(json.dumps(value, indent=1))
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["why", *arguments])
    return code, capsys.readouterr().out


def test_it_says_whose_what_where_and_how_it_is_mended(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = told(capsys, "refused.json")

    assert code == 1
    pytest.LineMatcher(out.splitlines()).fnmatch_lines(
        [
            "request        refused.json (payload) for OpenAI Chat Completions (openai): likely, by *",
            "model          gpt-4o",
            "error          schema.type at $.messages[[]1].tool_calls[[]0].function.arguments",
            "fix            write the arguments with json.dumps: a JSON object in a string",
            "mended         Arguments of calls written as a JSON string. --fix FILE writes it.",
            "  --- sent",
            '  +            "arguments": "{\\"city\\": \\"Oslo\\"}"',
            "not judged     prediction: no rule looks at them",
            "refused.json as openai: 1 error, 0 warnings",
        ]
    )


def test_nothing_wrong_is_0_and_two_files_are_two_answers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "right.json")[0] == 0
    code, out = told(capsys, "right.json", "refused.json")

    assert code == 1
    assert "right.json as openai: 0 errors, 0 warnings" in out
    assert "refused.json as openai: 1 error, 0 warnings" in out


def test_standard_input_is_read_where_no_file_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(REFUSED)))

    assert told(capsys)[1].endswith("- as openai: 1 error, 0 warnings\n")


MISSPELLED = {"model": "gpt-4o", "mesages": [USER]}
BESIDE = {**RIGHT, "max_token": 3}
FOREIGN = {**RIGHT, "my_own_key": 3}


@pytest.mark.parametrize("command", ["why", "validate"])
@pytest.mark.parametrize(
    ("body", "dialect", "code", "says"),
    [
        (MISSPELLED, "openai", 1, "error          request.misspelled-key at $.mesages"),
        (MISSPELLED, "ollama", 1, "error          schema.form at $"),
        (BESIDE, "openai", 1, "did you mean 'max_tokens'?"),
        (BESIDE, "ollama", 0, "warning        request.unknown-key at $.max_token"),
        (FOREIGN, "openai", 0, "warning        request.unknown-key at $.my_own_key"),
        ({**RIGHT, "max_tokens": 3, "max_token": 3}, "openai", 0, "warning        request.unknown-key at $.max_token"),
        ({**RIGHT, "prediction": {}}, "openai", 0, "not judged     prediction: no rule looks at them"),
    ],
)
def test_a_key_that_nobody_documents_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, body: Any, dialect: str, code: int, says: str
) -> None:
    folder.joinpath("body.json").write_text(json.dumps(body))

    assert main([command, "body.json", "--dialect", dialect]) == code
    assert says in capsys.readouterr().out


def test_a_model_is_named_though_the_request_cannot_be_opened(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.joinpath("body.json").write_text(json.dumps(MISSPELLED))
    folder.joinpath("nameless.json").write_text(json.dumps({"mesages": [USER]}))

    assert "model          gpt-4o: the request cannot be opened" in told(capsys, "body.json")[1]
    assert "model          not named: the request" in told(capsys, "nameless.json", "--dialect", "openai")[1]


def test_an_unknown_model_is_said_to_be_unknown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.joinpath("body.json").write_text(json.dumps({**RIGHT, "model": "gpt-99-strange"}))
    folder.joinpath("nameless.json").write_text(json.dumps([USER]))

    assert "gpt-99-strange, which nobody here knows" in told(capsys, "body.json", "--dialect", "openai")[1]
    assert (
        "not named: judged as for gpt-5.4; --model says another"
        in told(capsys, "nameless.json", "--dialect", "openai")[1]
    )


SPELLED = {**CALL, "function": {"name": "f", "arguments": "{}"}}
UNANSWERED = {"model": "gpt-4o", "messages": [USER, {**CALLING, "tool_calls": [SPELLED]}]}
SAID = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."


@pytest.mark.parametrize(
    ("body", "dialect", "answer", "says"),
    [
        (UNANSWERED, "openai", SAID, "these are the words of openai.tool-calls-answered, which is the error at"),
        (UNANSWERED, "zhipu", SAID, "which is only a warning at"),
        (
            RIGHT,
            "openai",
            json.dumps({"error": {"message": "What a\nwaste.", "code": 1}}),
            "answer What a waste. no rule",
        ),
        (RIGHT, "openai", SAID, "but nothing in this request shows it"),
        (
            {**RIGHT, "walking_pace": 2},
            "openai",
            "This walking pace is not to be had.",
            "no rule quotes that, and read as a sentence it is request.refused-value, which is the error at",
        ),
        (RIGHT, "openai", "Whatever it may be, it is no rule's.", "no rule quotes such words"),
    ],
)
def test_the_providers_answer_is_told_as_a_rule(
    folder: Path, capsys: pytest.CaptureFixture[str], body: Any, dialect: str, answer: str, says: str
) -> None:
    folder.joinpath("body.json").write_text(json.dumps(body))
    out = told(capsys, "body.json", "--dialect", dialect, "--error", answer)[1]

    assert says in " ".join(out.split())


def archive(*statuses: int) -> str:
    entries = [
        {
            "request": {
                "method": "POST",
                "url": "https://api.openai.com/v1/chat/completions",
                "postData": {"text": json.dumps(REFUSED)},
            },
            "response": {"status": status, "content": {"text": json.dumps({"error": {"message": SAID}})}},
        }
        for status in statuses
    ]
    other = {"request": {"method": "POST", "url": "https://example.com/track", "postData": {"text": '{"event": "x"}'}}}
    return json.dumps({"log": {"entries": [other, *entries]}})


def test_of_an_archive_the_refused_requests_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.joinpath("all.har").write_text(archive(200, 400))
    code, out = told(capsys, "all.har")

    assert code == 1
    assert out.count("as openai:") == 1
    assert "all.har entry 3 as openai: 1 error" in out
    assert "not told: 1 request answered by the provider (--all tells them); 1 entry to no model" in out
    assert told(capsys, "all.har", "--all")[1].count("as openai:") == 2


def test_an_answer_that_is_no_refusal_of_the_payload_is_called_that(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.joinpath("all.har").write_text(archive(429))

    assert "429 is no refusal of the payload: it is too much at once" in told(capsys, "all.har")[1]


def test_the_mended_payload_is_written_where_it_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = folder.joinpath("refused.json").read_text()

    assert told(capsys, "refused.json", "--fix", "mended.json")[0] == 1
    assert folder.joinpath("refused.json").read_text() == before
    assert told(capsys, "mended.json")[0] == 0
    assert told(capsys, "refused.json", "--fix", "refused.json")[0] == 1
    assert told(capsys, "refused.json")[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["mended.json", "refused.json", "right.json"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["right.json", "--fix", "out.json"], "right.json has nothing that can be mended without a choice"),
        (["refused.json", "refused.json", "--fix", "out.json"], "--fix writes one payload, and 2 requests were told"),
        (["all.har", "--fix", "all.har"], "all.har is no bare payload (HAR); name another file to --fix"),
        (["nowhere.json"], "nowhere.json cannot be read: No such file or directory"),
        (["empty.json"], "empty.json is empty"),
        (["text.json"], "text.json has no request"),
        (["latin.json"], "latin.json is not UTF-8: byte 2"),
        (["curl.txt"], "curl.txt: it posts no data"),
        (["file.txt"], "file.txt: its data are in the file body.json: name that file instead"),
        (["right.json", "--dialect", "opnai"], "'opnai' is no dialect; did you mean 'openai'?"),
    ],
)
def test_what_cannot_be_answered_is_2(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    folder.joinpath("all.har").write_text(archive(400))
    folder.joinpath("empty.json").write_text("\n")
    folder.joinpath("text.json").write_text("It does not work.")
    folder.joinpath("latin.json").write_bytes(b'["\xe9"]')
    folder.joinpath("curl.txt").write_text("curl https://api.openai.com/v1/models")
    folder.joinpath("file.txt").write_text("curl https://api.openai.com/v1/chat/completions -d @body.json")

    assert main(["why", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"promptfmt: {says}")
    assert not folder.joinpath("out.json").exists()


IMAGE = {"image": {"format": "jpg", "source": {"bytes": b"\0"}}}
FILES = [["refused.json", "right.json"], ["all.har", "--all", "--error", SAID], ["odd.txt"]]


@pytest.mark.parametrize("files", FILES, ids=["payloads", "archive", "Python"])
def test_the_document_is_as_its_schema_says(folder: Path, capsys: pytest.CaptureFixture[str], files: list[str]) -> None:
    folder.joinpath("all.har").write_text(archive(200, 400))
    odd = {"modelId": "x", "messages": [{"role": "user", "content": [IMAGE]}]}
    folder.joinpath("odd.txt").write_text(repr(odd))
    main(["why", "--json", *files])
    document = json.loads(capsys.readouterr().out)

    assert list(Draft202012Validator(SCHEMA).iter_errors(document)) == []
    assert document["requests"]


def test_the_schema_is_strict(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["why", "--json", "refused.json"])
    document = json.loads(capsys.readouterr().out)
    del document["requests"][0]["findings"][0]["path"]
    document["requests"][0]["more"] = 1

    assert len(list(Draft202012Validator(SCHEMA).iter_errors(document))) == 2


@pytest.mark.parametrize(
    "payload", [None, 3, "text", {}, [None], [[]], {"messages": 3}, [{"role": {}}], "\ud800", {"a": {}}]
)
def test_junk_is_told_and_not_stumbled_over(folder: Path, capsys: pytest.CaptureFixture[str], payload: Any) -> None:
    folder.joinpath("junk.json").write_text(json.dumps(payload))

    assert main(["why", "junk.json"]) in (0, 1, 2)
    assert "kit's own failure" not in capsys.readouterr().err

"""``promptfmt validate``: a recorded payload, judged from the shell."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.cli import main

GOOD = [{"role": "user", "content": "Hi"}]
BAD = {"messages": [{"role": "user", "content": []}], "model": "claude-sonnet-4-5"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, value in (("good.json", GOOD), ("bad.json", BAD), ("talk.json", GOOD)):
        tmp_path.joinpath(name).write_text(json.dumps(value))
    return tmp_path


def test_nothing_wrong_is_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "good.json", "--dialect", "openai"]) == 0
    assert capsys.readouterr().out == "good.json as openai: 0 errors, 0 warnings\n"


def test_a_warning_is_0_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.joinpath("warned.json").write_text(json.dumps([{"role": "system", "content": "Be kind"}, *GOOD]))

    assert main(["validate", "warned.json", "--dialect", "anthropic"]) == 0
    assert capsys.readouterr().out.endswith("warned.json as anthropic: 0 errors, 1 warning\n")


def test_an_error_is_1_and_says_where_and_who(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "bad.json", "--dialect", "anthropic"]) == 1
    out = capsys.readouterr().out
    pytest.LineMatcher(out.splitlines()).fnmatch_lines(
        [
            "error          anthropic.user-nonempty at $.messages[[]0].content",
            'provider       Anthropic: "*"*',
            "payload        $ = *",
            "bad.json as anthropic: 1 error, *",
        ]
    )


def test_with_a_conversation_it_judges_what_was_said(folder: Path) -> None:
    folder.joinpath("other.json").write_text(json.dumps([{"role": "user", "content": "Good evening to you"}]))

    assert main(["validate", "good.json", "--dialect", "openai", "--conversation", "talk.json"]) == 0
    assert main(["validate", "good.json", "--dialect", "openai", "--conversation", "other.json"]) == 1


def test_what_cannot_be_said_is_compared_with_what_may_be_made_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = {"type": "tool_use", "id": "call_1", "name": "add", "input": {}}
    said = [*GOOD, {"role": "assistant", "content": [call]}, {"role": "user", "content": "So?"}]
    folder.joinpath("open.json").write_text(json.dumps(said))
    folder.joinpath("dropped.json").write_text(json.dumps([said[0], said[2]]))
    folder.joinpath("lost.json").write_text(json.dumps([said[0]]))

    assert main(["validate", "dropped.json", "--dialect", "openai", "--conversation", "open.json"]) == 0
    pytest.LineMatcher(capsys.readouterr().out.splitlines()).fnmatch_lines(
        ["compared       with the conversation repaired so: leave out calls that nobody answered", "*: 0 errors, *"]
    )
    assert main(["validate", "lost.json", "--dialect", "openai", "--conversation", "open.json"]) == 1
    assert "repaired so: leave out calls that nobody answered" in capsys.readouterr().out


def test_a_dialect_of_templates_says_no_conversation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "good.json", "--dialect", "aisbench", "--conversation", "talk.json"]) == 2
    assert "aisbench says no conversations" in capsys.readouterr().err


@pytest.mark.parametrize("payload_from_stdin", [True, False])
def test_a_dash_is_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch, payload_from_stdin: bool) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode("utf-8-sig"))))
    files = ["-", "talk.json"] if payload_from_stdin else ["good.json", "-"]

    assert main(["validate", files[0], "--dialect", "openai", "--conversation", files[1]]) == 0


def test_the_model_and_thinking_decide_some_rules(folder: Path) -> None:
    talk: list[Any] = [
        {"role": "user", "content": "2+2?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "add", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "4"}]},
    ]
    folder.joinpath("loop.json").write_text(json.dumps(talk))
    folder.joinpath("system.json").write_text(json.dumps([{"role": "system", "content": "Hi"}, *GOOD]))

    assert said("loop.json", "anthropic") == ""
    assert "anthropic.thinking-first-in-tool-loop" in said("loop.json", "anthropic", "--thinking")
    assert "openai.system-role-model" in said("system.json", "openai", "--model", "o1-mini")


def said(*arguments: str) -> str:
    """What is printed of findings."""
    file, dialect, *options = arguments
    out, before = io.StringIO(), sys.stdout
    sys.stdout = out
    try:
        main(["validate", file, "--dialect", dialect, *options])
    finally:
        sys.stdout = before
    return "".join(out.getvalue().splitlines(keepends=True)[:-1])


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("nowhere.json", None, "nowhere.json cannot be read: No such file or directory"),
        ("broken.json", b'[\n {"role": }]', "broken.json:2:11 is no JSON: Expecting value"),
        ("latin.json", b'["\xe9"]', "latin.json is not UTF-8: byte 2"),
        ("deep.json", b"[" * 200_000, "deep.json is nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_used_is_2(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes | None, says: str
) -> None:
    if content is not None:
        folder.joinpath(name).write_bytes(content)

    assert main(["validate", name, "--dialect", "openai"]) == 2
    assert capsys.readouterr() == ("", f"promptfmt: {says}\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["good.json", "--dialect", "antropic"], "'antropic' is no dialect; did you mean 'anthropic'?"),
        (["-", "--dialect", "openai", "--conversation", "-"], "standard input cannot be both the payload and *"),
        (["good.json", "--dialect", "openai", "--conversation", "bad.json"], "bad.json is no conversation: *"),
    ],
)
def test_a_question_that_cannot_be_asked_is_2(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    assert main(["validate", *options]) == 2
    pytest.LineMatcher(capsys.readouterr().err.splitlines()).fnmatch_lines([f"promptfmt: {says}"])


@pytest.mark.parametrize("arguments", [[], ["validate"], ["validate", "good.json"], ["certify"]])
def test_missing_arguments_are_2(folder: Path, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("pytest-promptfmt 0.")


@pytest.mark.parametrize("payload", [None, 3, "text", {}, [None], [[]], {"messages": 3}, [{"role": {}}], "\ud800"])
@pytest.mark.parametrize("dialect", ["openai", "anthropic", "gemini", "ollama-generate", "dashscope-multimodal"])
def test_junk_is_judged_and_not_stumbled_over(folder: Path, payload: Any, dialect: str) -> None:
    folder.joinpath("junk.json").write_text(json.dumps(payload))

    assert main(["validate", "junk.json", "--dialect", dialect, "--conversation", "talk.json"]) in (0, 1)

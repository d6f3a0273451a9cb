"""bridges/go: what the file for Go sees to, where there is go."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.places import ROOT

from pytest_promptfmt.implementation.command import Command
from pytest_promptfmt.implementation.conformance import Bench, check
from pytest_promptfmt.implementation.protocol import ToldError

PACKAGE = ROOT / "bridges" / "go"
PROBE = """package main

import (
	"fmt"
	"net/http"
	"promptfmt"
)

func chat(conversation promptfmt.Conversation, options promptfmt.Options) (any, error) {
	message := conversation.Messages[0]
	switch message.Content[0].Text {
	case "change":
		message.Content[0].Text = "changed"
	case "add":
		message.Content[1].Input["deep"].([]any)[0] = 1
	case "panic":
		var none map[string]int
		none["a"] = 1
	case "refuse":
		return nil, fmt.Errorf("there is no place for this")
	case "connect":
		_, _ = http.Get("https://example.org/a")
	case "print":
		fmt.Println("oh")
	case "count":
		tokens, err := options.Count([]int{*options.Budget})
		return tokens, err
	case "number":
		return message.Content[1].Input, nil
	case "markup":
		return "<&>", nil
	}
	return []any{}, nil
}

func main() {
	claims := promptfmt.Claims{Blocks: []string{}, Refuses: []string{"system-later"}}
	_ = promptfmt.Serve("probe", "1", map[string]promptfmt.Formatter{"openai.chat": {Format: chat, Claims: claims}})
}
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("go") is None, reason="there is no go here: apt-get install golang-go"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example and a probe that misbehaves on demand."""
    folder = tmp_path_factory.mktemp("go") / "bridge"
    shutil.copytree(PACKAGE, folder)
    (folder / "probe").mkdir()
    (folder / "probe" / "main.go").write_text(PROBE)
    env = os.environ | {"GOFLAGS": "-mod=mod", "GOPROXY": "off"}
    for package in ("./examples/openai", "./probe"):
        subprocess.run(["go", "build", "-o", f"{Path(package).name}.bin", package], cwd=folder, env=env, check=True)
    return folder


@pytest.fixture
def probe(built: Path) -> Iterator[Command]:
    command = Command("./probe.bin", str(built))
    yield command
    command.end()


def said(command: Command, text: str, **more: Any) -> Any:
    content = [
        {"type": "text", "text": text},
        {"type": "tool_use", "id": "1", "name": "f", "input": {"deep": [2**60 + 1]}},
    ]
    given = {"messages": [{"name": "user", "role": "user", "content": content}]}
    return command.ask("openai.chat", given, seconds=20.0, **more)


def told(command: Command, text: str) -> ToldError:
    with pytest.raises(ToldError) as caught:
        said(command, text)
    return caught.value


def test_the_example_speaks_the_protocol(built: Path) -> None:
    command = Command("./openai.bin", str(built))

    assert {problem for _, problem in check(Bench(command, 20.0))} == {""}
    command.end()


def test_claims_are_said_as_they_are(probe: Command) -> None:
    assert probe.ready().formatters == {"openai.chat": {"blocks": [], "refuses": ["system-later"]}}


@pytest.mark.parametrize(
    ("deed", "place"),
    [("change", "$.messages[0].content[0].text"), ("add", "$.messages[0].content[1].input.deep[0]"), ("nothing", "")],
)
def test_a_changed_input_is_told_with_its_place(probe: Command, deed: str, place: str) -> None:
    assert said(probe, deed) == []
    assert probe.account.changed == place


def test_an_error_is_a_refusal_and_a_panic_an_accident_with_its_place(probe: Command) -> None:
    refusal, accident = told(probe, "refuse"), told(probe, "panic")

    assert (refusal.kind, refusal.message) == ("refused", "there is no place for this")
    assert (accident.kind, accident.message) == ("raised", "assignment to entry in nil map")
    assert accident.where.startswith("main.go:")
    assert accident.where.endswith("in main.chat")


def test_who_tries_to_connect_is_told_also_where_the_error_is_swallowed(probe: Command) -> None:
    error = told(probe, "connect")

    assert (error.kind, error.message) == ("connects", "example.org")
    assert said(probe, "nothing") == []


def test_what_is_printed_disturbs_nobody(probe: Command) -> None:
    assert said(probe, "print") == []
    assert "oh" in probe.said()


def test_half_a_character_is_refused_and_a_whole_one_is_not(probe: Command) -> None:
    assert "half a surrogate pair" in told(probe, "\ud83d").message
    assert "half a surrogate pair" in told(probe, "\ude00\ud83d").message
    assert said(probe, "\U0001f600 \\ud83d") == []


def test_numbers_are_exact_and_text_is_as_it_is(probe: Command) -> None:
    assert said(probe, "number") == {"deep": [2**60 + 1]}
    assert not probe.account.rounds
    assert said(probe, "markup") == "<&>"


def test_a_count_is_asked_for(probe: Command) -> None:
    assert said(probe, "count", budget=7, count=lambda payload: payload[0] * 6) == 42

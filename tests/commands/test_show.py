"""``promptfmt show``: a case, whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.shell import printed, refused

from pytest_promptfmt import parse
from pytest_promptfmt.corpus import corpus


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


@pytest.mark.slow
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


@pytest.mark.slow
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

"""Where several say the same and one is lost or altered, that one is named, and the others are where they belong."""

from __future__ import annotations

from base64 import b64encode
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding

RED = b64encode(files("promptfmt_fixtures").joinpath("media/red.png").read_bytes()).decode()
PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": RED}}
AS_AN_ADDRESS = {"type": "image", "source": {"type": "url", "url": f"data:image/png;base64,{RED}"}}
YES = {"type": "text", "text": "All is well, as far as I see."}


def said(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


TALK: list[dict[str, Any]] = [
    {"role": "user", "content": [said("How is it, amber-17?"), PICTURE]},
    {"role": "assistant", "content": [said("I look, cobalt-42."), YES]},
    {"role": "user", "content": [said("And here, jade-31?"), AS_AN_ADDRESS]},
    {"role": "assistant", "content": [said("I look again, falcon-58."), YES]},
    {"role": "user", "content": [said("And in there, heron-63?"), PICTURE]},
    {"role": "assistant", "content": [said("Once more, otter-77."), YES]},
    {"role": "user", "content": [said("Thank you, panda-84.")]},
]
CHATS = sorted(id_ for id_ in DIALECTS if f"{id_}.chat" in FORMATTERS and "image" in DIALECTS[id_].carries)


def talk(messages: list[dict[str, Any]]) -> Case:
    entry = {"name": "talk", "hunts": "a loss", "tags": ["own"]}
    return case_from_json("chat", {**entry, "conversation": {"messages": messages}})


def told(dialect: str, broken: list[dict[str, Any]]) -> list[Finding]:
    """What is said of a formatter that hears the broken talk instead of the whole one."""
    honest, heard = FORMATTERS[f"{dialect}.chat"], talk(broken).said()
    report = check_formatter({f"{dialect}.chat": lambda _: honest(heard)}, cases=[talk(TALK)])
    return [finding for finding in report.findings if finding.is_error]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("at", [(1,), (3,), (5,), (1, 3), (1, 5), (3, 5)], ids=str)
@pytest.mark.parametrize("dialect", CHATS)
def test_of_texts_that_are_the_same_the_lost_ones_are_named(dialect: str, at: tuple[int, ...]) -> None:
    broken = deepcopy(TALK)
    for index in at:
        del broken[index]["content"][1]

    found = told(dialect, broken)

    assert {finding.id for finding in found} == {"fidelity.lost-text"}
    assert [finding.about for finding in found] == [(index,) for index in at]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("at", [1, 3, 5])
@pytest.mark.parametrize("dialect", CHATS)
def test_of_texts_that_are_the_same_the_altered_one_is_named(dialect: str, at: int) -> None:
    broken = deepcopy(TALK)
    broken[at]["content"][1] = said("All is well, as far as I sea.")

    found = told(dialect, broken)

    assert [(finding.id, finding.about) for finding in found] == [("fidelity.altered-text", (at,))]


# Ollama's completions have their pictures apart from what is said, so that nothing tells which of them is there.
@pytest.mark.sampled(8)
@pytest.mark.parametrize("at", [(0,), (2,), (4,), (0, 2), (0, 4)], ids=str)
@pytest.mark.parametrize("dialect", sorted({*CHATS} - {"ollama-generate"}))
def test_of_pictures_that_are_the_same_the_lost_ones_are_named(dialect: str, at: tuple[int, ...]) -> None:
    broken = deepcopy(TALK)
    for index in at:
        del broken[index]["content"][1]

    found = told(dialect, broken)

    assert {finding.id for finding in found} == {"fidelity.lost-media"}
    assert [finding.about for finding in found] == [(index,) for index in at]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("at", [0, 2, 4])
@pytest.mark.parametrize("dialect", sorted({*CHATS} - {"ollama-generate"}))
def test_of_pictures_that_are_the_same_the_copy_is_named(dialect: str, at: int) -> None:
    broken = deepcopy(TALK)
    broken[at]["content"] += [PICTURE, said("So it is.")]

    found = told(dialect, broken)

    assert [(finding.id, finding.about) for finding in found if finding.id != "fidelity.added-words"] == [
        ("fidelity.doubled-media", (0,))
    ]


HORN = {"type": "audio", "source": {"type": "url", "url": "https://example.com/horn.mp3"}}
HEARD: list[dict[str, Any]] = [
    {"role": "user", "content": [said("Listen, amber-17?"), HORN]},
    {"role": "assistant", "content": [said("A horn, falcon-58.")]},
    {"role": "user", "content": [said("And here, heron-63?"), HORN]},
    {"role": "assistant", "content": [said("The same, otter-77.")]},
    {"role": "user", "content": [said("And there, panda-84?"), HORN]},
]


def test_a_sound_that_has_no_place_takes_none_of_another() -> None:
    """DashScope's text models hear nothing, so that who leaves one sound out and shows the others loses none."""
    whose = [(message["role"], message["content"][0]["text"]) for message in HEARD]
    payload: list[dict[str, Any]] = [{"role": role, "content": [{"text": text}]} for role, text in whose]
    for index in (2, 4):
        payload[index]["content"].append({"audio": HORN["source"]["url"]})

    found = check_payload(payload, "dashscope", HEARD)

    assert "fidelity.reordered" not in {finding.id for finding in found}

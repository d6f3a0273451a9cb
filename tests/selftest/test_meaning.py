"""Which mutants spoil nothing is seen without the judge: by the places of a payload, not by what checks find."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from liars.payloads import picture

from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.selftest.mutants import apply_to, catalogue, is_equivalent, staged_of
from pytest_promptfmt.selftest.mutants.entries import SAME
from pytest_promptfmt.selftest.mutants.meaning import normal_form
from pytest_promptfmt.selftest.mutants.places import scene

KNOWN = catalogue()
PNG = picture("PNG")
TALK = parse(
    [
        {"role": "user", "content": "Ask both twice, amber-17."},
        {
            "role": "assistant",
            "content": [
                {"type": "tool_use", "id": id_, "name": "ping", "input": {"at": at}}
                for id_, at in (("call_1", 1), ("call_2", 1), ("call_3", 3))
            ],
        },
        {
            "role": "tool",
            "content": [
                {"type": "tool_result", "id": "call_1", "name": "ping", "output": "Here, cobalt-42."},
                {"type": "tool_result", "id": "call_2", "name": "ping", "output": "Here, cobalt-42."},
                {
                    "type": "tool_result",
                    "id": "call_3",
                    "name": "ping",
                    "output": [
                        {"type": "text", "text": "Seen, jade-31."},
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
                    ],
                },
            ],
        },
        {"role": "user", "content": "Thank you, falcon-58."},
    ]
)
IMAGE = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(id_: str, at: int = 1) -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": "ping", "arguments": f'{{"at": {at}}}'}}


def says(role: str, *words: str) -> dict[str, Any]:
    return {"role": role, "content": [*map(text, words)]}


def result(id_: str, content: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


PAYLOAD: list[dict[str, Any]] = [
    says("user", "Ask both twice, amber-17."),
    {"role": "assistant", "content": None, "tool_calls": [call("call_1"), call("call_2"), call("call_3", 3)]},
    result("call_1", "Here, cobalt-42."),
    result("call_2", "Here, cobalt-42."),
    result("call_3", "Seen, jade-31."),
    {"role": "user", "name": "user", "content": [text("It shows:"), IMAGE, text("")]},
    says("user", "Thank you, falcon-58."),
]


def alike(change: Callable[[list[dict[str, Any]]], Any]) -> bool:
    """Does the payload say the same after the change?"""
    changed = deepcopy(PAYLOAD)
    change(changed)
    one, other = (normal_form(scene(each, KNOWN.places["openai"], TALK), TALK) for each in (PAYLOAD, changed))
    assert changed != PAYLOAD
    return equal(one, other)


def exchange(holders: list[Any], key: str) -> None:
    holders[0][key], holders[1][key] = holders[1][key], holders[0][key]


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p[5]["content"].reverse(),
        lambda p: p[5].update(name="us"),
        lambda p: p[5]["content"].pop(),
        lambda p: p.insert(2, says("assistant", "")),
        lambda p: p[6].update(says("user", "Thank you, falcon-58.\n")),
        lambda p: exchange(p[2:4], "tool_call_id"),
        lambda p: p.insert(2, p.pop(4)),
        lambda p: p[1]["tool_calls"].reverse(),
    ],
)
def test_what_nobody_said_and_equal_things_make_no_difference(change: Callable[[Any], Any]) -> None:
    assert alike(change)


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p[0].update(says("user", "Ask both, amber-17.")),
        lambda p: p[0].update(role="assistant"),
        lambda p: p[0].update(says("user", *["Ask both twice, amber-17."] * 2)),
        lambda p: exchange([p[0], p[6]], "content"),
        lambda p: exchange(p[3:5], "tool_call_id"),
        lambda p: p[1]["tool_calls"][0]["function"].update(name="pong"),
        lambda p: p[4].update(tool_call_id="call_4"),
        lambda p: p[5]["content"].pop(1),
        lambda p: p.insert(1, p.pop(4)),
    ],
)
def test_what_somebody_said_does(change: Callable[[Any], Any]) -> None:
    assert not alike(change)


def test_whose_a_thing_is_depends_on_where_the_words_that_name_it_stand() -> None:
    """Captions that name one thing may move, those that name several may not."""

    def shown(*names: str) -> Any:
        content = [part for name in names for part in (text(f"from {name}:"), IMAGE)]
        return normal_form(
            scene([*PAYLOAD[:5], {"role": "user", "content": content}], KNOWN.places["openai"], TALK), TALK
        )

    assert equal(shown("call_3", "call_3"), shown("call_3", "nobody"))
    assert not equal(shown("call_3", "call_1"), shown("call_1", "call_3"))


def test_what_lives_on_in_a_run_is_explained_by_it() -> None:
    [staged] = staged_of("openai.chat", "tools/nothing-said-anywhere")
    swaps = [mutant for mutant in KNOWN.mutants if mutant.id.startswith("swap/call-id")]
    found = [each for each in apply_to("openai.chat", [staged], swaps, everywhere=True) if not each.killed]

    assert found
    assert {KNOWN.explanation(each) for each in found} == {SAME}


def test_a_payload_with_a_place_of_no_kind_is_never_the_same() -> None:
    [staged] = staged_of("openai.chat", "chat/one-user")

    assert is_equivalent(staged, staged.subject.payload)
    assert not is_equivalent(staged, [{"surprise": 1}])


def test_a_warning_explains_where_it_comes_only() -> None:
    [row] = [each for each in KNOWN.survivors if "fidelity.unsigned-call" in each.warned]
    [staged] = staged_of("gemini.chat", "tools/five-results-in-one-message")
    drop = [mutant for mutant in KNOWN.mutants if mutant.id == "drop/signature@G"]
    found = [each for each in apply_to("gemini.chat", [staged], drop, everywhere=True) if not each.killed]

    assert found
    assert all(row.explain(each) for each in found)
    assert not any(row.explain(type(each)(each.entry, each.target, each.case, each.path)) for each in found)

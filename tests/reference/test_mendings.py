"""What rows of ``deviations.toml`` say of releases where no recording that ships shows it: written down by hand.

Each is an input, and what AgentScope 1.0 makes of it by the ledger's words, as a change of what the reference writes.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from typing import Any

import pytest
from support import replay
from support.altering import altered

from promptfmt_reference.agentscope_v1 import formatter as formatters
from promptfmt_reference.agentscope_v1.message import Msg

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
ROWS = [row for row in replay.deviations()[0] if row.generation == "agentscope-1.0"]
ASKED = {"name": "Ann", "role": "user", "content": "q"}
THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "s"}
Change = Callable[[list[Any]], list[Any]]


def msg(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"name": role, "role": role, "content": list(blocks)}


def text(value: str | None) -> dict[str, Any]:
    return {"type": "text", "text": value}


def call(id_: str, input_: Any = ()) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": "f", "input": {} if input_ == () else input_}


def result(id_: str, output: Any) -> dict[str, Any]:
    return {"type": "tool_result", "id": id_, "name": "f", "output": output}


def image(url: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "url", "url": url}}


def by_value(type_: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": type_, "data": PNG}}


def with_ids(*given: str) -> Change:
    """Calls, and the results behind them, under these ids."""

    def change(payload: list[Any]) -> list[Any]:
        for id_, call_, answer in zip(given, payload[1]["content"], payload[2]["content"], strict=True):
            call_["id"] = answer["tool_use_id"] = id_
        return payload

    return change


def swapped(i: int, j: int) -> Change:
    def change(payload: list[Any]) -> list[Any]:
        payload[i], payload[j] = payload[j], payload[i]
        return payload

    return change


def put(i: int, turn: dict[str, Any]) -> Change:
    return lambda payload: [*payload[:i], turn, *payload[i:]]


def first_source(source: dict[str, Any]) -> Change:
    def change(payload: list[Any]) -> list[Any]:
        payload[0]["content"][0]["source"] = source
        return payload

    return change


def ends_in_a_thought(payload: list[Any]) -> list[Any]:
    payload[-1]["content"].append(THOUGHT)
    return payload


def histories_apart(payload: list[Any]) -> list[Any]:
    """The result where it came: behind what was said after its call."""
    *before, called, answer, _ = payload
    last = {"role": "user", "content": "<history>\nAnn: q\n</history>"}
    return [*before, called, last, answer, last]


SHOWN = [
    msg("system", result("1", [image("https://a.b/1.png")])),
    msg("system", result("2", [image("https://a.b/2.png")])),
]
PROMOTED = {"promote_tool_result_images": True}
TWO_CALLS = [ASKED, msg("assistant", call("1"), call("2"))]
LATE = [ASKED, msg("assistant", call("1")), ASKED, msg("system", result("1", "ok")), ASKED]
RELEASES: dict[str, tuple[str, dict[str, Any], list[Any], Change]] = {
    "O3": ("OpenAIChat", PROMOTED, [*TWO_CALLS, SHOWN[0], msg("system", result("2", "ok"))], swapped(3, 4)),
    "O4": ("OpenAIChat", PROMOTED, [*TWO_CALLS, *SHOWN], lambda p: [*p[:3], p[4], p[3], p[5]]),
    "O6": ("OpenAIChat", {}, [ASKED, msg("assistant", call("1"), result("1", "ok")), ASKED], swapped(1, 2)),
    "O6 as blocks": ("AnthropicChat", {}, [ASKED, msg("assistant", call("1"), result("1", "ok"))], swapped(1, 2)),
    "O27": (
        "AnthropicChat",
        {},
        [ASKED, msg("assistant", call("1", '{"x": 1}')), msg("system", result("1", "ok"))],
        lambda p: [p[0], {**p[1], "content": [{**p[1]["content"][0], "input": '{"x": 1}'}]}, p[2]],
    ),
    "O46": ("OpenAIMultiAgent", {}, [msg("system"), ASKED], put(0, {"role": "system", "content": []})),
    "O48": (
        "DashScopeChat",
        {},
        [msg("user", text("q"), text(None))],
        lambda p: [{**p[0], "content": f"{p[0]['content']}\nNone"}],
    ),
    "wire-anthropic-end": ("AnthropicChat", {}, [ASKED, msg("assistant", text("a"), THOUGHT)], ends_in_a_thought),
    "wire-anthropic-thinking": (
        "AnthropicChat",
        {},
        [ASKED, msg("user", THOUGHT, text("a"))],
        lambda p: [p[0], {**p[1], "content": [THOUGHT, *p[1]["content"]]}],
    ),
    "wire-data-uris": (
        "AnthropicChat",
        {},
        [msg("user", image(f"data:image/png;base64,{PNG}"))],
        first_source({"type": "url", "url": f"data:image/png;base64,{PNG}"}),
    ),
    "wire-anthropic-ids": (
        "AnthropicChat",
        {},
        [ASKED, msg("assistant", call("a.b"), call("c.d")), msg("system", result("a.b", "ok"), result("c.d", "ok"))],
        with_ids("a.b", "c.d"),
    ),
    "wire-true-types": (
        "AnthropicChat",
        {},
        [msg("user", by_value("image/jpeg"))],
        first_source({"type": "base64", "media_type": "image/jpeg", "data": PNG}),
    ),
    "wire-true-types as a data URI": (
        "OpenAIChat",
        {},
        [msg("user", by_value("image/jpg"))],
        lambda p: [
            {**p[0], "content": [{"type": "image_url", "image_url": {"url": f"data:image/jpg;base64,{PNG}"}}]},
        ],
    ),
    "wire-late-results": ("AnthropicChat", {}, LATE, swapped(2, 3)),
    "wire-late-results, calls beside": ("OpenAIChat", {}, LATE, swapped(2, 3)),
    "wire-late-results among many": ("DeepSeekMultiAgent", {}, LATE, histories_apart),
}


@pytest.mark.parametrize("name", RELEASES)
def test_a_release_is_explained_and_no_alteration_of_it(name: str) -> None:
    """But for the order of turns that show what results hold: O4 is about just that."""
    class_, kwargs, msgs, change = RELEASES[name]
    made = getattr(formatters, f"{class_}Formatter")(**kwargs)
    ours = {"output": asyncio.run(made.format([Msg(one["name"], one["content"], one["role"]) for one in msgs]))}
    recording = {"formatter": f"{class_}Formatter", "kwargs": kwargs, "msgs": msgs}
    released = {**recording, "output": change(copy.deepcopy(ours["output"]))}
    row = next(row for row in ROWS if row.id == name.partition(",")[0].partition(" ")[0])
    explained = [
        what
        for what, output in altered(released["output"])
        for wrong in [{**recording, "output": output}]
        if replay.compare(wrong, ours) and not replay.unexplained(wrong, ours, ROWS, lambda _: ours)
    ]

    assert row.applies(released)
    assert replay.compare(released, ours)
    assert replay.unexplained(released, ours, ROWS, lambda _: ours) == []
    assert replay.unexplained(released, ours, [one for one in ROWS if one.mending != row.mending], lambda _: ours) != []
    assert [what for what in explained if "swapped" not in what] == []

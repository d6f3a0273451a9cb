"""Payloads of DashScope's two dialects."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.dialects.dashscope import DIALECT as TEXT
from pytest_promptfmt.dialects.dashscope.multimodal import DIALECT as MEDIA
from pytest_promptfmt.dialects.dialect import Dialect
from support.media import data_uri, picture
from support.payloads.pair import Pair

BOTH = (TEXT, MEDIA)


USER = {"role": "user", "content": "Hi"}
REPLY = {"role": "assistant", "content": "Hello"}
CAT = "https://example.com/cat.png"


def call(id_: str = "c1", arguments: str = '{"city": "Paris"}', content: Any = "") -> dict[str, Any]:
    function = {"name": "weather", "arguments": arguments}
    calls = [{"id": id_, "type": "function", "function": function}]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(id_: str = "c1", content: Any = "sunny") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "name": "weather", "content": content}


CACHED = {"cache_control": {"type": "ephemeral"}}


def user(*items: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"role": "user", "content": list(items)}]


def asked(model: str) -> dict[str, Any]:
    return {"model": model, "messages": [USER]}


def both(rule: str, *sides: Any, **more: Any) -> list[Pair]:
    return [Pair(dialect, rule, *sides, **more) for dialect in BOTH]


PAIRS = (
    *both("dashscope.messages-nonempty", [], "$", [USER], also=("dashscope.has-user",)),
    *both("dashscope.has-user", [{"role": "system", "content": "Hi"}], "$", [USER]),
    *both("dashscope.content-required", [USER, {"role": "assistant"}], "$[1].content", [USER, REPLY]),
    *both(
        "dashscope.content-not-null",
        [USER, call(content=None), result()],
        "$[1].content",
        [USER, call(content=[]), result()],
    ),
    *both(
        "dashscope.text-not-null",
        [USER, call(content=[{"text": None}]), result()],
        "$[1].content[0].text",
        [USER, call(content=[{"text": ""}]), result()],
    ),
    *both(
        "dashscope.cache-control-place",
        [{**USER, **CACHED}],
        "$[0].cache_control",
        user({"text": "Hi", **CACHED}),
    ),
    *both(
        "dashscope.cache-control-max4",
        user(*[{"text": "Hi", **CACHED}] * 5),
        "$[0].content[4].cache_control",
        user(*[{"text": "Hi", **CACHED}] * 4, {"text": "Hi"}),
    ),
    Pair(TEXT, "dashscope.text-model-string", user({"text": "Hi"}), "$[0].content", [USER]),
    Pair(TEXT, "dashscope.text-model-string", user({"text": "Hi"}), "$[0].content", [USER, call(content=[]), result()]),
    *both(
        "dashscope.tool-calls-answered",
        [USER, call(), USER],
        "$[1].tool_calls[0].id",
        [USER, call(), result(), USER],
    ),
    *both("dashscope.tool-result-has-call", [USER, result()], "$[1].tool_call_id", [USER, call(), result()]),
    *both("dashscope.tool-calls-nonempty", [USER, {**REPLY, "tool_calls": []}, USER], "$[1].tool_calls", [USER]),
    *both(
        "dashscope.tool-content-string",
        [USER, call(), result(content=[{"text": "sunny"}])],
        "$[2].content",
        [USER, call(), result()],
    ),
    *both(
        "dashscope.no-repeated-call",
        [USER, call(), result(), call("c2"), result("c2")],
        "$[3].tool_calls[0]",
        [USER, call(), result(), call("c2", '{"city": "Rome"}'), result("c2"), call("c3"), result("c3")],
    ),
    *both(
        "dashscope.system-first",
        [USER, {"role": "system", "content": "Be kind."}],
        "$[1].role",
        [{"role": "system", "content": "Be kind."}, USER],
    ),
    *both("dashscope.alternate", [REPLY, USER], "$[0].role", [USER, REPLY, USER]),
    *both("dashscope.alternate", [USER, USER], "$[1].role", [USER, call(), result(), USER]),
    *both("dashscope.alternate", [USER, REPLY], "$[1].role", [USER, call(), result()]),
    Pair(TEXT, "dashscope.endpoint-model", asked("qwen-vl-max"), "$.messages", asked("qwen-max")),
    Pair(MEDIA, "dashscope.endpoint-model", asked("qwen-max"), "$.messages", asked("qwen-vl-max")),
    Pair(MEDIA, "dashscope.mm-item-keys", user({"text": "Hi", "mood": "calm"}), "$[0].content[0].mood", [USER]),
    Pair(
        MEDIA,
        "dashscope.mm-item-keys",
        user({"text": "Hi", "image": CAT}),
        "$[0].content[0]",
        user({"text": "Hi"}, {"image": CAT, "max_pixels": 401408}, {"video": CAT, "fps": 2}),
    ),
    Pair(
        MEDIA,
        "dashscope.media-url",
        user({"text": "Hi"}, {"image": "./cat.png"}),
        "$[0].content[1].image",
        user({"image": CAT}, {"audio": "oss://bucket/a.mp3"}, {"video": "data:;base64,AAAA"}),
    ),
    Pair(
        MEDIA,
        "dashscope.media-url",
        user({"video": [CAT, CAT, CAT, "file:///tmp/cat.png"]}),
        "$[0].content[0].video[3]",
        user({"video": [CAT] * 4}),
    ),
    Pair(
        MEDIA,
        "dashscope.media-url",
        user({"image": "no/such/file.png"}),
        "$[0].content[0].image",
        user({"image": "file:///tmp/cat.png"}),
        {"layer": "sdk"},
    ),
    Pair(
        MEDIA,
        "dashscope.media-limits",
        user({"image": data_uri(picture(9, 20))}),
        "$[0].content[0].image",
        user({"image": data_uri(picture(10, 2000))}),
    ),
    Pair(
        MEDIA, "dashscope.media-limits", user({"image": data_uri(picture(2010, 10))}), "$[0].content[0].image", [USER]
    ),
    Pair(
        MEDIA,
        "dashscope.media-limits",
        user({"audio": "data:audio/wav;base64," + "A" * (10 * 1024 * 1024 + 4)}),
        "$[0].content[0].audio",
        user({"audio": "data:audio/wav;base64," + "A" * 1024}),
    ),
    Pair(MEDIA, "dashscope.media-limits", user({"video": [CAT] * 3}), "$[0].content[0].video", [USER]),
)

SYSTEM = {"role": "system", "content": "Be kind."}
RIGHT: dict[str, tuple[Dialect, Any]] = {
    "text": (TEXT, [SYSTEM, USER, REPLY, USER]),
    "text with a call": (TEXT, [SYSTEM, USER, call(content=[]), result()]),
    "text with parallel calls": (
        TEXT,
        [
            USER,
            {**call(), "tool_calls": [*call("a")["tool_calls"], *call("b", '{"city": "Rome"}')["tool_calls"]]},
            result("a"),
            result("b"),
            REPLY,
            USER,
        ],
    ),
    "text as the whole request": (
        TEXT,
        {"model": "qwen-plus", "input": {"messages": [SYSTEM, USER]}, "parameters": {}},
    ),
    "media": (
        MEDIA,
        [
            {"role": "system", "content": [{"text": "Be kind."}]},
            {"role": "user", "content": [{"image": CAT}, {"audio": CAT}, {"video": CAT, "fps": 2}, {"text": "What?"}]},
        ],
    ),
    "media by value": (MEDIA, user({"text": "What?"}, {"image": data_uri(picture(20, 20))})),
    "media beside a call": (
        MEDIA,
        {"messages": [*user({"image": CAT}, {"text": "Where?"}), call(content=[]), result()]},
    ),
}

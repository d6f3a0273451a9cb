"""Payloads of Cohere's chat, version 2."""

from __future__ import annotations

from functools import partial
from typing import Any

from pytest_promptfmt.dialects.cohere import DIALECT
from support.media import PNG, b64, data_uri
from support.payloads.pair import Pair

VISION = {"model": "command-a-vision-07-2025"}


def system(content: Any = "Be brief.") -> dict[str, Any]:
    return {"role": "system", "content": content}


def user(*blocks: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks) or "Weather?", **more}


def assistant(content: Any = "Sunny.", **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def call(id_: Any = "c1", name: Any = "weather", arguments: Any = '{"city": "Paris"}', **more: Any) -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}, **more}


def calling(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "tool_calls": list(calls) or [call()], **more}


def result(id_: Any = "c1", content: Any = "22 °C", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content, **more}


def text(said: Any = "Look.") -> dict[str, Any]:
    return {"type": "text", "text": said}


def thought(said: Any = "Let me see.") -> dict[str, Any]:
    return {"type": "thinking", "thinking": said}


def image(url: Any = "https://example.com/a.png", **more: Any) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url, **more}}


def document(data: Any, **more: Any) -> dict[str, Any]:
    return {"type": "document", "document": {"data": data, **more}}


def offering(**function: Any) -> dict[str, Any]:
    return {"messages": [user()], "tools": [{"type": "function", "function": function}]}


TYPED = {"type": "object", "properties": {}}

pair = partial(Pair, DIALECT)

PAIRS = (
    pair("cohere.message-nonempty", [user(), assistant(""), user()], "$[1].content", [user(), assistant(), user()]),
    pair("cohere.message-nonempty", [user(text(""))], "$[0].content", [user(text(), text(""))]),
    pair(
        "cohere.message-nonempty",
        [user(), {"role": "assistant"}],
        "$[1].content",
        [user(), calling(), result(), user()],
    ),
    pair("cohere.message-nonempty", [user(), assistant([])], "$[1].content", [user(), assistant([thought("")])]),
    pair("cohere.system-first", [user(), system(), user()], "$[1].role", [system(), system(), user()]),
    pair(
        "cohere.no-text-beside-calls",
        [user(), calling(content="I look."), result()],
        "$[1].content",
        [user(), calling(tool_plan="I look."), result()],
    ),
    pair(
        "cohere.no-text-beside-calls",
        [user(), calling(content=[thought(), text()]), result()],
        "$[1].content[1].text",
        [user(), calling(content=[thought()]), result()],
    ),
    pair(
        "cohere.no-text-beside-calls",
        [user(), calling(content=[text()], tool_plan="I look."), result()],
        "$[1].content[0].text",
        [user(), calling(content=""), result()],
    ),
    pair(
        "cohere.tool-result-known",
        [user(), calling(), result(), result("c2")],
        "$[3].tool_call_id",
        [user(), calling(), result("c1")],
    ),
    pair(
        "cohere.tool-result-known",
        [user(), result(), calling(), result()],
        "$[1].tool_call_id",
        [user(), calling(call("c1"), call("c2")), result("c2"), result("c1")],
    ),
    pair(
        "cohere.tool-ids-unique",
        [user(), calling(call(), call(name="time")), result(), result()],
        "$[1].tool_calls[1].id",
        [user(), calling(call(), call("c2")), result(), result("c2")],
    ),
    pair(
        "cohere.tool-name",
        offering(name="get-weather", parameters=TYPED),
        "$.tools[0].function.name",
        offering(name="get_weather2", parameters=TYPED),
    ),
    pair(
        "cohere.tool-name",
        [user(), calling(call(name="2nd")), result()],
        "$[1].tool_calls[0].function.name",
        [user(), calling(call(name="_2nd")), result()],
    ),
    pair(
        "cohere.parameters-given",
        offering(name="now"),
        "$.tools[0].function.parameters",
        offering(name="now", parameters=TYPED),
    ),
    pair(
        "cohere.image-address",
        [user(image("/home/a.png"))],
        "$[0].content[0].image_url.url",
        [user(image(data_uri(PNG)))],
    ),
    pair("cohere.image-address", [user(image(b64(PNG)))], "$[0].content[0].image_url.url", [user(image())]),
    pair(
        "cohere.image-limits",
        [user(*[image()] * 21)],
        "$[0].content[20].image_url.url",
        [user(*[image()] * 20)],
        context=VISION,
    ),
    pair("cohere.no-unknown-keys", [user(name="Ann")], "$[0].name", [user()]),
    pair(
        "cohere.no-unknown-keys",
        [user(), calling(call(index=0)), result()],
        "$[1].tool_calls[0].index",
        [user(), calling(tool_plan=None), result()],
    ),
    pair("cohere.no-unknown-keys", [user(), calling(), result(name="weather")], "$[2].name", [user()]),
    pair(
        "cohere.tool-calls-answered",
        [user(), calling(call(), call("c2")), result(), user()],
        "$[1].tool_calls[1].id",
        [user(), calling(call(), call("c2")), result("c2"), result(), user()],
    ),
)

RIGHT: dict[str, Any] = {
    "a user": [user()],
    "the whole request": {
        "model": "command-a-03-2025",
        "messages": [system([text()]), user(text(), image(detail="low")), assistant([thought(), text()]), user()],
        "tools": [{"type": "function", "function": {"name": "now", "description": "The time.", "parameters": TYPED}}],
        "temperature": 0.3,
        "thinking": {"type": "enabled"},
    },
    "a plan and documents": [
        user(),
        calling(tool_plan="I look twice.", citations=[]),
        result("c1", [text("22 °C"), document('{"sky": "blue"}'), document({"wind": "none"}, id="1")]),
        assistant("Fine.", citations=[{"start": 0, "end": 4, "text": "Fine", "sources": []}]),
        user(),
    ],
    "the assistant last": [user(), assistant()],
}
"""What Cohere takes."""

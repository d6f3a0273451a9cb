"""Payloads of Gemini's Interactions API."""

from __future__ import annotations

from functools import partial
from typing import Any

from pytest_promptfmt.dialects.gemini_interactions import DIALECT
from support.media import PNG, b64, data_uri
from support.payloads.pair import Pair

SEALED = "c2lnbmVk"


def text(said: Any = "Look.") -> dict[str, Any]:
    return {"type": "text", "text": said}


def user(*contents: Any) -> dict[str, Any]:
    return {"type": "user_input", "content": list(contents) or [text("Weather?")]}


def model(*contents: Any) -> dict[str, Any]:
    return {"type": "model_output", "content": list(contents) or [text("Sunny.")]}


def thought(signature: Any = SEALED, **more: Any) -> dict[str, Any]:
    return {"type": "thought", "signature": signature, **more}


def call(id_: Any = "c1", name: Any = "weather", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "id": id_, "name": name, "arguments": {"city": "Paris"}, **more}


def result(id_: Any = "c1", value: Any = "22 °C", name: Any = "weather", **more: Any) -> dict[str, Any]:
    return {"type": "function_result", "call_id": id_, "name": name, "result": value, **more}


def image(**source: Any) -> dict[str, Any]:
    return {"type": "image", **(source or {"mime_type": "image/png", "data": b64(PNG)})}


def offering(*tools: Any) -> dict[str, Any]:
    return {"input": [user()], "tools": list(tools)}


def function(name: Any = "weather", **more: Any) -> dict[str, Any]:
    return {"type": "function", "name": name, "parameters": {"type": "object", "properties": {}}, **more}


OLD = {"model": "gemini-2.5-flash"}
NAMELESS = {"type": "function_result", "call_id": "c1", "result": "22 °C"}
UNSIGNED = {"type": "thought", "summary": [text("Hm.")]}

pair = partial(Pair, DIALECT)

PAIRS = (
    pair("gemini-interactions.input-nonempty", [], "$", [user()]),
    pair("gemini-interactions.input-nonempty", {"input": ""}, "$.input", {"input": "Weather?"}),
    pair(
        "gemini-interactions.input-nonempty",
        {"input": []},
        "$.input",
        {"input": [], "previous_interaction_id": "v1_x"},
    ),
    pair(
        "gemini-interactions.system-instruction",
        [{"role": "system", "content": "Be brief."}, user()],
        "$[0].role",
        {"system_instruction": "Be brief.", "input": [user()]},
    ),
    pair(
        "gemini-interactions.step-list",
        [{"role": "user", "content": [text()]}],
        "$[0].role",
        [user(text())],
    ),
    pair(
        "gemini-interactions.call-position",
        [thought(), call(), result()],
        "$[1]",
        [user(), thought(), call(), result()],
    ),
    pair(
        "gemini-interactions.call-position",
        {"input": [thought(), call(), result()]},
        "$.input[1]",
        {"input": [thought(), call(), result()], "previous_interaction_id": "v1_x"},
    ),
    pair(
        "gemini-interactions.call-answered",
        [user(), thought(), call(), call("c2"), result(), user()],
        "$[3].id",
        [user(), thought(), call(), call("c2"), result("c2"), result(), user()],
    ),
    pair(
        "gemini-interactions.call-answered",
        [user(), thought(), call()],
        "$[2].id",
        [user(), thought(), call(), result(), thought(), model(), user()],
    ),
    pair(
        "gemini-interactions.result-has-call",
        [user(), thought(), call(), result(), result("c2")],
        "$[4].call_id",
        [user(), thought(), call(), result()],
    ),
    pair(
        "gemini-interactions.result-has-call",
        {"input": [result()]},
        "$.input[0].call_id",
        {"input": [result()], "previous_interaction_id": "v1_x"},
    ),
    pair(
        "gemini-interactions.result-name",
        [user(), thought(), call(), NAMELESS],
        "$[3].name",
        [user(), thought(), call(), result()],
    ),
    pair(
        "gemini-interactions.result-name",
        [user(), thought(), call(), result(name="time")],
        "$[3].name",
        [user(), thought(), call(), call("c2", "time"), result(), result("c2", name="time")],
    ),
    pair(
        "gemini-interactions.thought-signed",
        [user(), UNSIGNED, model(), user()],
        "$[1].signature",
        [user(), thought(), model(), user()],
    ),
    pair("gemini-interactions.call-thought", [user(), call(), result()], "$[1]", [user(), thought(), call(), result()]),
    pair(
        "gemini-interactions.call-thought",
        [user(), thought(), call(), result(), call("c2"), result("c2")],
        "$[4]",
        [user(), call(), result(), model(), user(), thought(), call("c2"), call("c3"), result("c2"), result("c3")],
    ),
    pair(
        "gemini-interactions.call-thought",
        [user(), call(), result()],
        "$[1]",
        [user(), call(), result()],
        kept_context=OLD,
    ),
    pair("gemini-interactions.last-step-user", [user(), model()], "$[1]", [user(), model(), user()]),
    pair("gemini-interactions.last-step-user", [user(), model()], "$[1]", [user(), model()], kept_context=OLD),
    pair(
        "gemini-interactions.tools-flat",
        offering({"type": "function", "function": {"name": "weather"}, "name": "weather"}),
        "$.tools[0].function",
        offering(function()),
    ),
    pair(
        "gemini-interactions.tools-flat",
        offering({"functionDeclarations": [{"name": "weather"}]}),
        "$.tools[0].functionDeclarations",
        offering(function(description="The weather."), {"type": "google_search"}),
    ),
    pair(
        "gemini-interactions.tools-flat",
        offering({"name": "weather"}),
        "$.tools[0].type",
        offering(function()),
    ),
    pair(
        "gemini-interactions.tool-name",
        offering(function("2nd weather")),
        "$.tools[0].name",
        offering(function("weather.get-2nd")),
    ),
    pair(
        "gemini-interactions.base64-bare",
        [user(image(mime_type="image/png", data=data_uri(PNG)))],
        "$[0].content[0].data",
        [user(image())],
    ),
    pair("gemini-interactions.mime-type", [user(image(data=b64(PNG)))], "$[0].content[0].mime_type", [user(image())]),
    pair(
        "gemini-interactions.mime-type",
        [user(image(mime_type="image/jpg", data=b64(PNG)))],
        "$[0].content[0].mime_type",
        [user(image(uri="https://example.com/a"))],
    ),
    pair(
        "gemini-interactions.media-uri",
        [user(image(uri="gs://shelf/a.png"))],
        "$[0].content[0].uri",
        [user(image(uri="https://example.com/a.png"))],
    ),
    pair("gemini-interactions.media-uri", [user(image(uri="/home/a.png"))], "$[0].content[0].uri", [user(image())]),
    pair(
        "gemini-interactions.no-unknown-keys",
        [user({"type": "image", "inlineData": {"data": b64(PNG)}})],
        "$[0].content[0].inlineData",
        [user(image())],
    ),
    pair(
        "gemini-interactions.no-unknown-keys",
        [user(), thought(), call(), result(id="c1")],
        "$[3].id",
        [user(), thought(), call(), result(is_error=False)],
    ),
)

RIGHT: dict[str, Any] = {
    "a text": {"input": "Weather?"},
    "one content": {"input": image()},
    "contents": {"input": [text(), image(uri="https://example.com/a.png")]},
    "the whole request": {
        "model": "gemini-3.8-flash",
        "system_instruction": "Be brief.",
        "input": [
            user(),
            thought(summary=[text("Hm.")]),
            call(),
            call("c2"),
            result(),
            result("c2", [text("Rain."), image()]),
        ],
        "tools": [function(description="The weather."), {"type": "google_search"}],
        "store": False,
    },
    "a failure and an object": [
        user(),
        thought(),
        call(),
        call("c2"),
        result(is_error=True, value="No such city."),
        result("c2", {"sky": ["blue"]}, is_error=False),
        model(text("Fine."), text("Or so.")),
        {"type": "google_search_call", "id": "s1", "arguments": {"queries": ["ferry"]}, "signature": SEALED},
        {"type": "google_search_result", "call_id": "s1", "result": []},
        user(),
    ],
    "sounds and papers": [
        user(
            {"type": "audio", "mime_type": "audio/wav", "data": "UklGRg=="},
            {"type": "video", "uri": "https://www.youtube.com/watch?v=x", "processing": "static"},
            {"type": "document", "mime_type": "application/pdf", "uri": "https://example.com/a.pdf"},
        )
    ],
}
"""What the API takes."""

"""Payloads of Mistral's chat completions."""

from __future__ import annotations

from functools import partial
from typing import Any

from pytest_promptfmt.dialects.mistral import DIALECT
from support.media import BMP, PDF, PNG, WAV, b64, data_uri
from support.payloads.pair import Pair

A, B = "aaaaaaaa1", "bbbbbbbb2"


def system(content: Any = "Be brief.") -> dict[str, Any]:
    return {"role": "system", "content": content}


def user(*chunks: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(chunks) or "Weather?", **more}


def assistant(content: Any = "Sunny.", **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def call(id_: Any = A, name: Any = "weather", arguments: Any = '{"city": "Paris"}') -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Any, content: Any = "") -> dict[str, Any]:
    return assistant(content, tool_calls=list(calls))


def result(id_: Any = A, content: Any = "22 °C", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content, **more}


def text(said: Any = "Look.") -> dict[str, Any]:
    return {"type": "text", "text": said}


def thought(*thoughts: Any) -> dict[str, Any]:
    return {"type": "thinking", "thinking": [text(each) for each in thoughts] or "Let me see."}


def image(url: Any = "https://example.com/a.png") -> dict[str, Any]:
    return {"type": "image_url", "image_url": url}


def document(url: Any = "https://example.com/a.pdf") -> dict[str, Any]:
    return {"type": "document_url", "document_url": url}


def audio(data: Any) -> dict[str, Any]:
    return {"type": "input_audio", "input_audio": data}


def offered(name: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}


def named(name: str) -> dict[str, Any]:
    return {"messages": [user()], "tools": [offered(name)]}


pair = partial(Pair, DIALECT)

NEMO = {"model": "open-mistral-nemo-2407"}

PAIRS = (
    pair("mistral.messages-nonempty", [], "$", [user()]),
    pair("mistral.messages-nonempty", {"messages": []}, "$.messages", {"messages": [system(), user()]}),
    pair(
        "mistral.tool-call-id",
        [user(), calling(call("call_1")), result("call_1")],
        "$[1].tool_calls[0].id",
        [user(), calling(call()), result()],
    ),
    pair(
        "mistral.tool-call-id",
        [user(), calling(call("aaaaaaaa1b")), result("aaaaaaaa1b")],
        "$[1].tool_calls[0].id",
        [user(), calling(call("Ab3Ab3Ab3")), result("Ab3Ab3Ab3")],
    ),
    pair("mistral.tool-call-id", [user(), calling(call("")), result("")], "$[1].tool_calls[0].id", [user()]),
    pair("mistral.tool-call-id", [user(), calling(call("null")), result("null")], "$[1].tool_calls[0].id", [user()]),
    pair(
        "mistral.role-order",
        [system(), user(), assistant(), system(), user()],
        "$[3].role",
        [system(), system(), user(), system(), user(), user()],
    ),
    pair(
        "mistral.role-order",
        [user(), calling(call()), result(), system(), user()],
        "$[3].role",
        [user(), calling(call()), result(), user()],
    ),
    pair(
        "mistral.role-order",
        [user(), calling(call()), user(), result()],
        "$[3].role",
        [user(), assistant(), calling(call(A), call(B)), result(A), result(B), assistant(), user()],
    ),
    pair("mistral.first-role", [assistant(), user()], "$[0].role", [system(), assistant(), user()]),
    pair("mistral.first-role", [calling(call()), result()], "$[0].role", [user(), calling(call()), result()]),
    pair("mistral.last-role", [user(), assistant()], "$[1].role", [user(), assistant("So", prefix=True)]),
    pair("mistral.last-role", [user(), assistant(prefix=False)], "$[1].role", [user(), calling(call()), result()]),
    pair(
        "mistral.prefix-last",
        [user(), assistant(prefix=True), user()],
        "$[1].prefix",
        [user(), assistant(prefix=False), user(), assistant(prefix=True)],
    ),
    pair(
        "mistral.call-count",
        [user(), calling(call(A), call(B)), result(A), assistant(), user()],
        "$[1].tool_calls",
        [user(), calling(call(A), call(B)), result(B), result(A), assistant(), user()],
    ),
    pair(
        "mistral.call-count", [user(), calling(call()), user()], "$[1].tool_calls", [user(), calling(call()), result()]
    ),
    pair(
        "mistral.call-count",
        [user(), calling(call(A), call(B)), result(B)],
        "$[1].tool_calls",
        [user(), calling(call(A)), result(A), calling(call(B)), result(B), user()],
    ),
    pair(
        "mistral.call-count",
        [user(), calling(call()), result(), result()],
        "$[3]",
        [user(), calling(call()), result(), calling(call()), result()],
        also=("mistral.id-unique",),
    ),
    pair(
        "mistral.id-unique",
        [user(), calling(call(), call(name="time")), result(), result(B)],
        "$[1].tool_calls[1].id",
        [user(), calling(call(), call(B)), result(), result(B)],
    ),
    pair(
        "mistral.id-unique",
        [user(), calling(call(A)), result(B)],
        "$[2].tool_call_id",
        [user(), calling(call()), result()],
    ),
    pair(
        "mistral.id-unique",
        [user(), calling(call(A), call(B)), result(A), result(A)],
        "$[3].tool_call_id",
        [user(), calling(call()), result(), assistant(), user(), calling(call()), result()],
    ),
    pair(
        "mistral.function-name",
        [user(), calling(call(name="weather.get")), result()],
        "$[1].tool_calls[0].function.name",
        [user(), calling(call(name="n" * 64)), result(name=None)],
    ),
    pair(
        "mistral.function-name",
        [user(), calling(call()), result(name="get weather")],
        "$[2].name",
        [user(), calling(call()), result(name="get-weather_2")],
    ),
    pair("mistral.function-name", named("n" * 65), "$.tools[0].function.name", named("weather")),
    pair("mistral.function-name", named(""), "$.tools[0].function.name", named("w")),
    pair(
        "mistral.content-or-calls",
        [user(), assistant(""), user()],
        "$[1].content",
        [user(), calling(call()), result()],
    ),
    pair(
        "mistral.content-or-calls",
        [user(), {"role": "assistant"}, user()],
        "$[1].content",
        [user(), assistant(), user()],
    ),
    pair(
        "mistral.content-xor-calls",
        [user(), calling(call(), content="I look."), result()],
        "$[1].content",
        [user(), calling(call()), result()],
        context=NEMO,
    ),
    pair(
        "mistral.content-xor-calls",
        {"model": "mistralai/Mixtral-8x7B", "messages": [user(), calling(call(), content=[text()]), result()]},
        "$.messages[1].content",
        {"model": "mistral-large-2411", "messages": [user(), calling(call(), content=[text()]), result()]},
    ),
    pair(
        "mistral.think-leading",
        [user(), assistant([text(), thought()]), user()],
        "$[1].content[1]",
        [user(), assistant([thought(), thought(), text()]), user()],
    ),
    pair("mistral.image-address", [user(image("/home/a.png"))], "$[0].content[0].image_url", [user(image())]),
    pair(
        "mistral.image-address",
        [user(image({"url": b64(PNG)}))],
        "$[0].content[0].image_url.url",
        [user(image({"url": data_uri(PNG)}))],
    ),
    pair(
        "mistral.image-address",
        [user(image("file:///home/a.png"))],
        "$[0].content[0].image_url",
        [user(image(data_uri(PNG)))],
    ),
    pair(
        "mistral.image-format",
        [user(image(data_uri(BMP, "image/bmp")))],
        "$[0].content[0].image_url",
        [user(image(data_uri(PNG)))],
    ),
    pair("mistral.image-limits", [user(*[image()] * 9)], "$[0].content[8].image_url", [user(*[image()] * 8)]),
    pair(
        "mistral.image-limits",
        [user(image(data_uri(PNG + bytes(10 * 2**20))))],
        "$[0].content[0].image_url",
        [user(image(data_uri(PNG + bytes(10 * 2**20 - 8))))],
    ),
    pair(
        "mistral.document-address",
        [user(document("/home/a.pdf"))],
        "$[0].content[0].document_url",
        [user(document("https://example.com/a.pdf"))],
    ),
    pair("mistral.no-unknown-keys", [user(name="Ann")], "$[0].name", [user()]),
    pair(
        "mistral.no-unknown-keys",
        [user(), assistant(reasoning_content="hm"), user()],
        "$[1].reasoning_content",
        [user(), assistant([thought("hm"), text()]), user()],
    ),
)

# Names and tokenizers as mistral-common and docs.mistral.ai (cookbook, tokenization) list them.
SEPARATE = [
    "open-mistral-7b",
    "mistralai/Mistral-7B-Instruct-v0.3",
    "open-mixtral-8x22b-2404",
    "mistral-large-2407",
    "open-mistral-nemo",
    "codestral-2405",
    "pixtral-12b-2409",
    "mistralai/Ministral-8B-Instruct-2410",
]
TOGETHER = ["mistral-large-2411", "pixtral-large-2411", "mistral-small-2603", "mistral-medium-latest", "devstral-2512"]

ROUND = [calling(call(A), call(B, "now", {})), result(B, "12:00", name="now"), result(A, [text("22 °C"), image()])]
RIGHT: dict[str, Any] = {
    "a string": [user()],
    "turns": {"model": "mistral-large-2512", "messages": [system(), user(text()), assistant([text()]), user()]},
    "two calls": {"messages": [user(), *ROUND], "tools": [offered("weather"), offered("now")]},
    "an index beside a call": [user(), calling(call() | {"index": 0}, content=None), result()],
    "a call with text and thoughts": [user(), calling(call(), content=[thought("Hm"), text()]), result()],
    "thinking as a string": [user(), assistant([thought() | {"closed": True, "signature": None}, text()]), user()],
    "thoughts with references": [
        user(),
        assistant(
            [
                {
                    "type": "thinking",
                    "thinking": [
                        {"type": "reference", "reference_ids": [1, "b"]},
                        {"type": "tool_reference", "tool": "web_search", "title": "A", "url": None},
                    ],
                },
                text(),
                {"type": "reference", "reference_ids": [1]},
            ]
        ),
        user(),
    ],
    "thinking in the system text": [system([text("Think so:"), thought("…"), text("Then answer.")]), user()],
    "a prefix": [user(), assistant("```python\n", prefix=True)],
    "every chunk that a user shows": [
        user(
            text(),
            image(data_uri(PNG)),
            image({"url": "https://example.com/a.png", "detail": "low"}),
            audio(b64(WAV)),
            audio({"data": "https://example.com/a.mp3", "format": "mp3"}),
            {"type": "audio_url", "audio_url": {"url": data_uri(WAV, "audio/wav")}},
            document(),
            document(data_uri(PDF, "application/pdf")) | {"document_name": "A"},
            {"type": "file", "file_id": "f1"},
            {"type": "resource", "uri": "file:///a.txt", "content": text()},
            {"type": "resource_link", "uri": "file:///a.txt", "metadata": {"pages": 2}},
        )
    ],
}

"""Payloads of OpenAI's chat completions."""

from __future__ import annotations

from functools import partial
from typing import Any

from pytest_promptfmt.dialects.openai import DIALECT
from support.media import BMP, GIF, JPEG, PDF, PNG, WAV, WEBP, b64, data_uri
from support.payloads.pair import Pair


def user(content: Any = "Hi", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **more}


def assistant(content: Any = "Hello", **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def system(content: Any = "Be kind.", **more: Any) -> dict[str, Any]:
    return {"role": "system", "content": content, **more}


def call(id_: Any = "call_1", name: Any = "search", arguments: Any = '{"q": "天气"}') -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Any, content: Any = None, **more: Any) -> dict[str, Any]:
    return assistant(content, tool_calls=list(calls), **more)


def result(id_: Any = "call_1", content: Any = "sunny", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content, **more}


def text(text: Any = "Look.") -> dict[str, Any]:
    return {"type": "text", "text": text}


def image(url: Any = "https://example.com/a.png") -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


def audio(data: Any = None, format_: Any = "wav") -> dict[str, Any]:
    return {"type": "input_audio", "input_audio": {"data": b64(WAV) if data is None else data, "format": format_}}


def file(**file: Any) -> dict[str, Any]:
    return {"type": "file", "file": file}


LONG = "call_" + "x" * 36

pair = partial(Pair, DIALECT)

PAIRS = [
    pair("openai.messages-nonempty", [], "$", [user()]),
    pair("openai.messages-nonempty", {"messages": []}, "$.messages", {"messages": [user()]}),
    pair(
        "openai.role-enum",
        [user(), {"role": "robot", "content": "Hi"}],
        "$[1].role",
        [{"role": "developer", "content": "x"}],
    ),
    pair("openai.role-enum", [{"content": "Hi"}], "$[0].role", [{"role": "function", "name": "f", "content": "Hi"}]),
    pair(
        "openai.system-role-model", [system(), user()], "$[0].role", [system()], {"model": "o1-mini"}, {"model": "o1"}
    ),
    pair(
        "openai.tool-calls-answered",
        [user(), calling(call()), user()],
        "$[1].tool_calls[0].id",
        [calling(call()), result()],
    ),
    pair(
        "openai.tool-calls-answered",
        [calling(call("a"), call("b")), result("a")],
        "$[0].tool_calls[1].id",
        [calling(call("a"), call("b")), result("b"), result("a"), user()],
    ),
    pair(
        "openai.tool-result-has-call", [user(), result()], "$[1].tool_call_id", [calling(call()), result(), assistant()]
    ),
    pair(
        "openai.tool-result-has-call",
        [calling(call("a")), result("a"), assistant(), result("a")],
        "$[3].tool_call_id",
        [calling(call("a")), result("a"), calling(call("a")), result("a")],
    ),
    pair(
        "openai.tool-call-id-unique",
        [calling(call("a"), call("a")), result("a"), result("a")],
        "$[2].tool_call_id",
        [calling(call("a"), call("b")), result("a"), result("b")],
    ),
    pair(
        "openai.tool-call-id-unique",
        [calling(call("a")), result("a"), result("a")],
        "$[2].tool_call_id",
        [calling(call("a")), result("a"), calling(call("a")), result("a")],
    ),
    pair(
        "openai.tool-call-id-max40",
        [calling(call(LONG)), result(LONG)],
        "$[0].tool_calls[0].id",
        [calling(call(LONG[:40])), result(LONG[:40])],
    ),
    pair("openai.tool-calls-nonempty", [assistant("Hi", tool_calls=[])], "$[0].tool_calls", [assistant("Hi")]),
    pair("openai.content-null-only-with-calls", [assistant(None)], "$[0].content", [calling(call()), result()]),
    pair("openai.content-null-only-with-calls", [{"role": "user"}], "$[0].content", [assistant(None, refusal="No.")]),
    pair(
        "openai.content-null-only-with-calls",
        [user(None)],
        "$[0].content",
        [{"role": "function", "name": "f", "content": None}, assistant(None, audio={"id": "audio_1"})],
    ),
    pair("openai.content-array-nonempty", [assistant([])], "$[0].content", [assistant([text()]), assistant("")]),
    pair("openai.name-pattern", [user(name="Bob Smith")], "$[0].name", [user(name="鲍勃"), user(name="Bob-2")]),
    pair(
        "openai.function-name-pattern",
        [calling(call(name="搜索")), result()],
        "$[0].tool_calls[0].function.name",
        [calling(call(name="search-2_x")), result()],
    ),
    pair(
        "openai.arguments-is-json-string",
        [calling(call(arguments='{"q": ')), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments="{}")), result()],
    ),
    pair(
        "openai.arguments-is-json-string",
        [calling(call(arguments='{"n": NaN}')), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments='{"n": null}')), result()],
    ),
    pair(
        "openai.arguments-is-json-string",
        [calling(call(arguments={"q": "x"})), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments='{"q": "x"}')), result()],
    ),
    pair("openai.image-user-only", [assistant([text(), image()])], "$[0].content[1]", [user([text(), image()])]),
    pair(
        "openai.image-format",
        [user([image(data_uri(BMP, "image/bmp"))])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(data)) for data in (PNG, GIF, JPEG, WEBP)])],
    ),
    pair(
        "openai.image-url",
        [user([image("/home/a.png")])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(PNG)), image("HTTPS://example.com/a?b=c")])],
    ),
    pair(
        "openai.image-data-uri",
        [user([image("data:image/png;base64,*")])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(PNG))])],
    ),
    pair(
        "openai.image-url",
        [user([text(), image("file:///home/a.png")])],
        "$[0].content[1].image_url.url",
        [user([text(), image()])],
    ),
    pair(
        "openai.file-data",
        [user([file(file_data="/home/a.pdf", filename="a.pdf")])],
        "$[0].content[0].file.file_data",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf")])],
    ),
    pair(
        "openai.image-url",
        [user([image(data_uri(PNG, "application/octet-stream"))])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(PNG, "image/png"))])],
    ),
    pair(
        "openai.file-data",
        [user([file(file_data=data_uri(PDF, "text/markdown"), filename="a.md")])],
        "$[0].content[0].file.file_data",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf")])],
    ),
    pair(
        "openai.file-data",
        [user([file(file_data="data:application/pdf;base64,https://example.com/a.pdf", filename="a.pdf")])],
        "$[0].content[0].file.file_data",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf")])],
    ),
    pair(
        "openai.file-data",
        [user([file(file_data="https://example.com/a.pdf", filename="a.pdf")])],
        "$[0].content[0].file.file_data",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf")])],
    ),
    pair(
        "openai.file-data",
        [user([file(file_data=b64(PDF), filename="a.pdf")])],
        "$[0].content[0].file.file_data",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf")])],
    ),
    pair(
        "openai.file-data",
        [user([file(file_data=data_uri(b"Read me.", "text/plain"), filename="a.txt")])],
        "$[0].content[0].file.file_data",
        [user([text("Read me.")])],
    ),
    pair("openai.tools-nonempty", {"messages": [user()], "tools": []}, "$.tools", {"messages": [user()]}),
    pair(
        "openai.audio-format", [user([audio(format_="ogg")])], "$[0].content[0].input_audio.format", [user([audio()])]
    ),
    pair(
        "openai.audio-format",
        [user([audio(data_uri(WAV, "audio/wav"))])],
        "$[0].content[0].input_audio.data",
        [user([audio(format_="mp3")])],
    ),
    pair("openai.no-unknown-keys", [user(id="1")], "$[0].id", [user()]),
    pair(
        "openai.no-unknown-keys",
        {"messages": [user([text() | {"cache_control": {"type": "ephemeral"}}])]},
        "$.messages[0].content[0].cache_control",
        [user([text() | {"prompt_cache_breakpoint": {"mode": "explicit"}}])],
    ),
    pair(
        "openai.refusal-alone",
        [assistant([text(), {"type": "refusal", "refusal": "No."}])],
        "$[0].content[1]",
        [assistant([{"type": "refusal", "refusal": "No."}]), assistant([text(), text()])],
    ),
    pair(
        "openai.file-part",
        [user([file(filename="a.pdf")])],
        "$[0].content[0].file",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf"), file(file_id="file-1")])],
    ),
    pair(
        "openai.file-part",
        [user([file(file_data=data_uri(PDF, "application/pdf"))])],
        "$[0].content[0].file",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf")])],
    ),
    pair(
        "openai.tool-message-name", [calling(call()), result(name="search")], "$[1].name", [calling(call()), result()]
    ),
]

RIGHT = {
    "one word": [user("Hi")],
    "roles in any order": [
        assistant("Hi", name="Bob"),
        assistant("Hi", name="Ann"),
        system("x"),
        user("y"),
        assistant(),
    ],
    "an answer that goes back as it came": [
        user(),
        calling(call(), refusal=None, annotations=[], audio=None, function_call=None),
        result(),
    ],
    "empty texts": [user(""), assistant(""), system([text("")])],
    "several agents": [
        system("You are Friday.", name="system"),
        user("Hello, I am Ann.", name="Ann"),
        user("And I am Bob.", name="Bob"),
        assistant("Hello, both of you.", name="Friday"),
    ],
    "two calls, answered in another order, then a third": {
        "model": "gpt-5",
        "tools": [
            {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}
        ],
        "messages": [
            {"role": "developer", "content": [text("Use the tools.")]},
            user("What is the weather in 北京 and Oslo?"),
            calling(call("call_1"), call("call_2"), content="Let me look."),
            result("call_2", [text("cold"), text("and dark")]),
            result("call_1", ""),
            calling(call("call_3", "now", "{}")),
            result("call_3", "12:00"),
            assistant("Cold in Oslo."),
        ],
    },
    "a custom tool": [
        calling({"id": "call_1", "type": "custom", "custom": {"name": "code", "input": "print(1)"}}),
        result("call_1", "1"),
    ],
    "pictures, sound and files": [
        user(
            [
                text("Compare."),
                image(),
                {"type": "image_url", "image_url": {"url": data_uri(JPEG, "image/jpeg"), "detail": "low"}},
                audio(),
                file(filename="a.pdf", file_data=data_uri(PDF, "application/pdf")),
            ]
        ),
        assistant([text("They differ.")]),
    ],
    "keys that may be null": [assistant("Hi", refusal=None, audio=None, function_call=None)],
    "the functions of 2023": [
        user(),
        assistant(None, function_call={"name": "search", "arguments": "{}"}),
        {"role": "function", "name": "search", "content": "sunny"},
    ],
}

JUNK = [
    [],
    {"messages": []},
    [None, 1, "x", [], {}],
    [{"role": ["user"], "content": {"a": 1}}],
    [{1: 2, None: 3, "role": "user", "content": "x"}],
    [{"role": "assistant", "tool_calls": {"id": 1}}, {"role": "tool", "tool_call_id": {}}],
    [
        {
            "role": "assistant",
            "tool_calls": [None, {}, {"id": [], "function": []}, {"function": {"name": 1, "arguments": []}}],
        }
    ],
    [{"role": "tool", "tool_call_id": [], "content": [{"type": ["text"]}, {"type": "text"}, None]}],
    [
        user(
            [
                image(3),
                image([]),
                {"type": "image_url", "image_url": []},
                {"type": "image_url"},
                image("data:;base64,é"),
            ]
        )
    ],
    [
        user(
            [
                audio(3, []),
                {"type": "input_audio", "input_audio": 1},
                file(file_data=3),
                {"type": "file", "file": {1: 2}},
            ]
        )
    ],
    [user([{"type": "refusal", "refusal": []}]), assistant([{"type": "refusal"}, {}]), assistant({"type": "refusal"})],
    {"messages": [user()], "tools": [None, {"function": 1}, {"function": {"name": []}}, {"name": "x"}]},
    {"messages": [user()], "tools": {}, "model": [], "thinking": 3},
]

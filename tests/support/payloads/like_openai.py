"""Payloads of those whose format is OpenAI's with differences, where they are not OpenAI's."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.dialects.compatible import groq, minimax, moonshot, openrouter, xai
from support.media import GIF, PNG, WAV, data_uri
from support.payloads.openai import assistant, audio, call, calling, image, result, system, text, user
from support.payloads.openai_compatible import TALK, video
from support.payloads.pair import Pair

THINKING = {"thinking": {"type": "enabled"}}
GEMINI = {"model": "google/gemini-3-pro-preview", **THINKING}
GPT_OSS, KIMI_K2 = {"model": "openai/gpt-oss-120b"}, {"model": "moonshotai/kimi-k2-instruct"}
PICTURE = data_uri(PNG)


def thought(words: str = "hm", **more: Any) -> dict[str, Any]:
    """An item of ``reasoning_details``."""
    return {"type": "reasoning.text", "text": words, **more}


def sealed(data: str, **more: Any) -> dict[str, Any]:
    return {"type": "reasoning.encrypted", "data": data, **more}


def offered(name: str = "now", parameters: Any = None) -> dict[str, Any]:
    """A request with one tool on offer."""
    function = {"name": name, "parameters": parameters or {"type": "object", "properties": {}}}
    return {"messages": [user()], "tools": [{"type": "function", "function": function}]}


def strict(parameters: Any) -> dict[str, Any]:
    """A request with one tool on offer that is strict."""
    request = offered(parameters=parameters)
    request["tools"][0]["function"]["strict"] = True
    return request


def city(schema: Any) -> dict[str, Any]:
    return offered(parameters={"type": "object", "properties": {"city": schema}})


def referring(**beside: Any) -> dict[str, Any]:
    """A property that is described where it is named."""
    parameters = {"type": "object", "properties": {"city": {"$ref": "#/$defs/city", **beside}}}
    return offered(parameters={**parameters, "$defs": {"city": {"type": "string", "description": "A city."}}})


_ROUND = [user(), calling(call()), result()]


def marked(times: int) -> list[Any]:
    """So many marks for the cache: of the parts of the question, and of a result."""
    mark = {"cache_control": {"type": "ephemeral"}}
    asked = {"role": "user", "content": [{"type": "text", "text": "a", **mark} for _ in range(times - 1)]}
    return [asked, calling(call()), result() | mark]


_CITY = "$.tools[0].function.parameters.properties.city.type"

PAIRS = [
    Pair(
        openrouter.DIALECT,
        "openrouter.reasoning-passback",
        _ROUND,
        "$[1].reasoning_details",
        [user(), calling(call(), reasoning_details=[thought(), sealed("AAAA", id="call_1")]), result()],
        GEMINI,
    ),
    Pair(
        openrouter.DIALECT,
        "openrouter.reasoning-passback",
        _ROUND,
        "$[1].reasoning_details",
        [user(), calling(call(), reasoning="hm"), result()],
        THINKING,
    ),
    Pair(
        openrouter.DIALECT,
        "openrouter.last-user",
        [user(), assistant("Hi")],
        "$[1].role",
        [user(), assistant("Hi"), user()],
        {"model": "anthropic/claude-opus-4.7"},
    ),
    Pair(
        openrouter.DIALECT,
        "openrouter.last-user",
        [user(), assistant("Hi")],
        "$[1].role",
        [user(), assistant("Hi")],
        {"model": "anthropic/claude-sonnet-4.6"},
        {"model": "anthropic/claude-sonnet-4.5"},
    ),
    Pair(  # beside the role of a tool message a mark counts
        openrouter.DIALECT,
        "openrouter.cache-control-max4",
        marked(5),
        "$[2].cache_control",
        marked(3),
    ),
    Pair(
        openrouter.DIALECT,
        "openrouter.cache-control-max4",
        marked(5),
        "$[2].cache_control",
        marked(5),
        {"model": "anthropic/claude-sonnet-4.6"},
        {"model": "google/gemini-3-pro-preview"},
    ),
    Pair(moonshot.DIALECT, "moonshot.messages-nonempty", {"messages": []}, "$.messages", [user()]),
    Pair(
        moonshot.DIALECT,
        "moonshot.content-nonempty",
        [user(), assistant(""), user()],
        "$[1].content",
        [user(), calling(call()), result(content=""), user()],
    ),
    Pair(moonshot.DIALECT, "moonshot.content-nonempty", [system(""), user()], "$[0].content", [system(), user()]),
    Pair(
        moonshot.DIALECT,
        "moonshot.content-nonempty",
        [user(), {**calling(call()), "content": [text("")]}, result()],
        "$[1].content[0].text",
        [user(), {**calling(call()), "content": [text("So")]}, result()],
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.reasoning-passback",
        _ROUND,
        "$[1].reasoning_content",
        [user(), calling(call(), reasoning_content=" "), result()],
        THINKING,
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.reasoning-passback",
        [user(), calling(call(), reasoning_content=""), result()],
        "$[1].reasoning_content",
        [user(), calling(call(), reasoning_content="hm"), result()],
        THINKING,
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.reasoning-passback",
        _ROUND,
        "$[1].reasoning_content",
        _ROUND,
        THINKING,
        {"thinking": {"type": "disabled"}},
    ),
    Pair(moonshot.DIALECT, "moonshot.tool-name", offered("21st"), "$.tools[0].function.name", offered("m_21st")),
    Pair(
        moonshot.DIALECT,
        "moonshot.enum-typed",
        city({"type": "string", "enum": ["Oslo", None]}),
        _CITY.replace(".type", ".enum"),
        city({"type": ["string", "null"], "enum": ["Oslo", None]}),
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.enum-typed",
        city({"type": "integer", "enum": [1, 2.5]}),
        _CITY.replace(".type", ".enum"),
        city({"type": "number", "enum": [1, 2.5]}),
    ),
    *(
        Pair(moonshot.DIALECT, "moonshot.parameters-valid", city(odd), _CITY.replace(".type", at), city(right))
        for odd, at, right in (
            ({"type": "string", "required": True}, ".required", {"type": "string"}),
            ({"type": "text"}, ".type", {"type": ["string", "null"]}),
            ({"type": "string", "enum": []}, ".enum", {"type": "string", "enum": ["Oslo"]}),
            ({"type": "array", "items": [{}]}, ".items", {"type": "array", "items": {"type": "string"}}),
            ({"anyOf": []}, ".anyOf", {"anyOf": [{"type": "string"}]}),
            ({"type": "string", "description": ["a"]}, ".description", {"type": "string", "description": "a"}),
        )
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.parameters-typed",
        city({"description": "Where."}),
        _CITY,
        city({"type": "string", "description": "Where."}),
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.parameters-typed",
        city({"type": "string", "anyOf": [{"type": "string"}]}),
        _CITY,
        city({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.references-resolved",
        city({"$ref": "#/definitions/city"}),
        _CITY.replace(".type", ".$ref"),
        city({"$ref": "#"}),
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.references-resolved",
        city({"$ref": "#/$defs/city"}),
        _CITY.replace(".type", ".$ref"),
        referring(),
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.parameters-typed",
        referring(description="Where."),
        _CITY.replace(".type", ".description"),
        referring(),
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.media-by-value",
        [user([image()])],
        "$[0].content[0].image_url.url",
        [user([image(PICTURE), image("ms://cn5v"), {"type": "image_url", "image_url": PICTURE}])],
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.media-by-value",
        [user([{"type": "image_url", "image_url": "/home/a.png"}])],
        "$[0].content[0].image_url",
        [user([video("ms://cn5v")])],
    ),
    Pair(
        moonshot.DIALECT,
        "moonshot.tool-calls-answered",
        [calling(call())],
        "$[0].tool_calls[0].id",
        [calling(call()), result()],
    ),
    Pair(moonshot.DIALECT, "moonshot.tool-result-has-call", [user(), result()], "$[1].tool_call_id", _ROUND),
    Pair(
        moonshot.DIALECT,
        "moonshot.tool-call-id-unique",
        [calling(call("a"), call("a")), result("a")],
        "$[0].tool_calls[1].id",
        [calling(call("a"), call("b")), result("a"), result("b")],
    ),
    Pair(
        groq.DIALECT,
        "groq.images-seen",
        [user([text(), image()])],
        "$[0].content[1]",
        [user([text(), image()])],
        GPT_OSS,
        {},
    ),
    Pair(
        groq.DIALECT,
        "groq.reasoning-taken",
        [user(), assistant("Hi", reasoning="hm"), user()],
        "$[1].reasoning",
        [user(), assistant("Hi", reasoning="hm"), user()],
        KIMI_K2,
        GPT_OSS,
    ),
    Pair(
        groq.DIALECT,
        "groq.no-unknown-keys",
        [user(), assistant("Hi", reasoning_content="hm"), user()],
        "$[1].reasoning_content",
        [user(), assistant("Hi", reasoning="hm"), user()],
    ),
    Pair(
        groq.DIALECT,
        "groq.parameters-properties",
        city({"type": "object", "required": []}),
        "$.tools[0].function.parameters.properties.city.properties",
        city({"type": "object", "properties": {}, "required": []}),
    ),
    Pair(
        groq.DIALECT,
        "groq.strict-parameters",
        strict({"type": "object", "properties": {}, "required": []}),
        "$.tools[0].function.parameters.additionalProperties",
        strict({"type": "object", "properties": {}, "required": [], "additionalProperties": False}),
    ),
    Pair(
        groq.DIALECT,
        "groq.strict-parameters",
        strict({"type": "object", "properties": {"at": {}}, "required": ["at"], "additionalProperties": False}),
        "$.tools[0].function.parameters.properties.at.type",
        offered(parameters={"type": "object", "properties": {"at": {}}}),
    ),
    Pair(
        xai.DIALECT,
        "xai.parameters-object",
        offered(parameters={"type": "object", "properties": {}, "anyOf": [{"required": ["at"]}]}),
        "$.tools[0].function.parameters.anyOf[0].type",
        offered(parameters={"anyOf": [{"type": "object", "properties": {}}]}),
    ),
    Pair(
        xai.DIALECT,
        "xai.parameters-object",
        offered(parameters={"type": "string"}),
        "$.tools[0].function.parameters.type",
        offered(),
    ),
    Pair(
        xai.DIALECT,
        "xai.content-nonempty",
        [user(), assistant([]), user()],
        "$[1].content",
        [user(), calling(call()), result(), user()],
    ),
    Pair(
        xai.DIALECT,
        "xai.arguments-is-json-string",
        [calling(call(arguments="")), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments="{}")), result()],
    ),
    Pair(
        xai.DIALECT,
        "xai.image-format",
        [user([image(data_uri(GIF, "image/gif"))])],
        "$[0].content[0].image_url.url",
        [user([image(PICTURE), image()])],
    ),
    Pair(minimax.DIALECT, "minimax.one-system", [system(), system(), user()], "$[1].role", [system(), user()]),
    Pair(minimax.DIALECT, "minimax.one-system", [user(), system(), user()], "$[1].role", [system(), user(), user()]),
    Pair(minimax.DIALECT, "minimax.content-nonempty", [user(), assistant(), user("")], "$[2].content", [user()]),
    Pair(minimax.DIALECT, "minimax.tool-result-has-call", [user(), result()], "$[1].tool_call_id", _ROUND),
    Pair(
        minimax.DIALECT,
        "minimax.arguments-is-json-string",
        [calling(call(arguments='"{}"')), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments="{}")), result()],
    ),
    Pair(
        minimax.DIALECT,
        "minimax.parameters-given",
        {"messages": [user()], "tools": [{"type": "function", "function": {"name": "now"}}]},
        "$.tools[0].function.parameters",
        offered(),
    ),
]

_PLAIN = [*TALK[:6], result("call_2", "12:00"), *TALK[7:]]
RIGHT: dict[str, dict[str, Any]] = {
    "openrouter": {
        "a talk": {"model": "openai/gpt-5.4", "messages": TALK},
        "thoughts unchanged": [
            user(),
            calling(
                call(),
                reasoning="hm hm",
                reasoning_details=[
                    thought("hm ", signature="sig", format="anthropic-claude-v1", index=0, id=None),
                    thought("hm", signature="sig-2", index=1),
                    sealed("AAAA", format="anthropic-claude-v1"),
                    {"type": "reasoning.summary", "summary": "It thinks."},
                    {"type": "reasoning.server_tool_call", "tool_name": "search", "arguments": "{}", "result": "x"},
                ],
            ),
            result(content=[text(), image(PICTURE)]),
        ],
        "every part": {
            "model": "openai/gpt-5.4",
            "messages": [
                user(
                    [
                        {**text(), "cache_control": {"type": "ephemeral", "ttl": "1h"}},
                        image(),
                        audio(),
                        video(),
                        {"type": "file", "file": {"filename": "a.pdf", "file_data": "https://example.com/a.pdf"}},
                    ]
                ),
                assistant(None, images=[{"type": "image_url", "image_url": {"url": PICTURE}}], refusal="No."),
            ],
        },
    },
    "moonshot": {
        "a talk": {"model": "kimi-k2.6", "messages": TALK},
        "thinking passed back": [
            user(),
            calling(call(), reasoning_content="hm"),
            result(),
            assistant("```", partial=True, name="Kimi"),
        ],
        "pictures and a film": [user([text(), image(PICTURE), video(data_uri(b"\0\0\0\0ftyp", "video/mp4"))])],
    },
    "groq": {
        "a talk": {"model": "qwen/qwen3.6-27b", "messages": _PLAIN},
        "reasoning": [user(), assistant("Hello", reasoning="hm"), user([text(), image()])],
        "a document": [user([text(), {"type": "document", "document": {"data": {"a": 1}, "id": "a"}}])],
    },
    "xai": {
        "a talk": {"model": "grok-4.3", "messages": _PLAIN},
        "pictures": [user([text(), image(), image(PICTURE)]), calling(call()), result(content=[text()])],
        "system text anywhere": [user(), system(), user(), system()],
    },
    "minimax": {
        "a talk": {"model": "MiniMax-M3", "messages": _PLAIN},
        "thoughts apart": [
            user(),
            calling(call(), reasoning_details=[thought("hm", index=0, format="MiniMax-response-v1")]),
            result(),
        ],
        "thoughts in the content": [user(), assistant("<think>hm</think>Hi"), user([text(), image(), video()])],
    },
    "siliconflow": {
        "a talk": {"model": "zai-org/GLM-5", "messages": _PLAIN},
        "reasoning": [user(), assistant("Hello", reasoning_content="hm"), user()],
        "every part": [
            user(
                [
                    text(),
                    image(PICTURE),
                    {"type": "audio_url", "audio_url": {"url": data_uri(WAV, "audio/wav")}},
                    {"type": "video_url", "video_url": {"url": "https://example.com/a.mp4", "max_frames": 8, "fps": 1}},
                ]
            )
        ],
    },
}

"""Payloads of Gemini's generateContent."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

from pytest_promptfmt.dialects.gemini import DIALECT
from support.payloads.pair import Pair

PNG_BYTES = b"\x89PNG\r\n\x1a\n\xfb\xff\xfe"
PNG = base64.b64encode(PNG_BYTES).decode()
TEXT = base64.b64encode(b"no image at all").decode()
URL_SAFE_PNG = base64.urlsafe_b64encode(PNG_BYTES).decode().rstrip("=")


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def text(said: Any, **more: Any) -> dict[str, Any]:
    return {"text": said, **more}


def call(name: Any = "weather", args: Any = None, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {"city": "Paris"} if args is None else args, **more}}


def signed(part: dict[str, Any]) -> dict[str, Any]:
    return {**part, "thoughtSignature": "EqQB"}


def response(name: Any = "weather", said: Any = None, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"output": "sunny"} if said is None else said, **more}}


def inline(data: Any = PNG, mime_type: Any = "image/png") -> dict[str, Any]:
    return {"inlineData": {"mimeType": mime_type, "data": data}}


def file(uri: str, mime_type: str = "image/png") -> dict[str, Any]:
    return {"fileData": {"fileUri": uri, "mimeType": mime_type}}


def contents(*items: Any, **more: Any) -> dict[str, Any]:
    return {**more, "contents": list(items)}


HI, REPLY = user(text("Hi")), model(text("Hello"))
RULE = {"role": "system", "parts": [text("Be brief.")]}
ASK = user(text("Weather?"))

GEMINI_3 = {"model": "models/gemini-3-pro-preview"}

pair = partial(Pair, DIALECT)

GEMINI_3 = {"model": "gemini-3-pro-preview"}
PAIRS = (
    pair("gemini.contents-nonempty", contents(systemInstruction={"parts": [text("x")]}), "$.contents", contents(HI)),
    pair("gemini.contents-nonempty", [RULE], "$", [RULE, HI]),
    pair("gemini.contents-nonempty", [HI, model(), HI], "$[1].parts", [HI, REPLY, HI]),
    pair("gemini.contents-nonempty", [{"role": "user"}], "$[0].parts", [{"parts": [text("Hi")]}]),
    pair(
        "gemini.role-enum",
        [HI, {"role": "assistant", "parts": [text("Hello")]}, HI],
        "$[1].role",
        [HI, REPLY, {**HI, "role": ""}],
    ),
    pair(
        "gemini.role-enum",
        [ASK, model(call()), {"role": "tool", "parts": [response()]}],
        "$[2].role",
        [ASK, model(call()), {"role": "tool", "parts": [response()]}],
        {"model": "gemini-3.8-flash", "signed_calls": False},
        {"model": "gemini-2.5-flash"},
    ),
    pair(
        "gemini.role-enum",
        [ASK, model(call()), {"role": "function", "parts": [response()]}],
        "$[2].role",
        [ASK, model(call()), {"role": "function", "parts": [response()]}],
        {"model": "gemini-3.8-flash", "signed_calls": False},
        {"model": "gemini-2.5-flash"},
    ),
    pair(
        "gemini.media-in-results",
        [ASK, model(signed(call())), user(response(parts=[inline()]))],
        "$[2].parts[0].functionResponse.parts",
        [ASK, model(signed(call())), user(response(parts=[inline()]))],
        {"model": "gemini-2.5-flash"},
        GEMINI_3,
    ),
    pair(
        "gemini.results-beside-text",
        [ASK, model(signed(call())), user(response(), text("So?"))],
        "$[2].parts[1]",
        [ASK, model(signed(call())), user(text("So?"), response()), model(text("Rain.")), user(text("Yes."))],
        {"model": "gemini-3.8-flash"},
    ),
    pair("gemini.part-oneof", [user(text("Hi"), {})], "$[0].parts[1]", [user(text("Hi"))]),
    pair("gemini.part-oneof", [user(text(None))], "$[0].parts[0]", [user({"text": "Hi", "inline_data": None})]),
    pair(
        "gemini.part-oneof",
        [HI, model({"thought": True}), HI],
        "$[1].parts[0]",
        [HI, model(text("a", thought=True)), HI],
    ),
    pair("gemini.part-oneof", [user({**text("Hi"), **inline()})], "$[0].parts[0]", [user(text("Hi"), inline())]),
    pair(
        "gemini.part-oneof",
        contents(HI, systemInstruction={"parts": [{}]}),
        "$.systemInstruction.parts[0]",
        contents(HI, systemInstruction={"parts": [text("Be brief.")]}),
    ),
    pair("gemini.part-is-object", [{"role": "user", "parts": ["Hi"]}], "$[0].parts[0]", [HI]),
    pair("gemini.part-is-object", [{"role": "user", "parts": "Hi"}], "$[0].parts", [HI]),
    pair(
        "gemini.response-count",
        [ASK, model(call(), call("time")), user(response()), user(response("time"))],
        "$[2].parts",
        [ASK, model(call(), call("time")), user(response(), response("time"))],
    ),
    pair(
        "gemini.response-count",
        [ASK, model(call()), user(text("Well?"))],
        "$[2].parts",
        [ASK, model(call()), user(response(), text("Well?"))],
    ),
    pair("gemini.call-turn-position", [model(call()), user(response())], "$[0].parts[0].functionCall", [HI, REPLY, HI]),
    pair(
        "gemini.call-turn-position",
        [ASK, model(text("I look.")), model(call()), user(response())],
        "$[2].parts[0].functionCall",
        [ASK, model(text("I look."), call()), user(response()), model(call()), user(response())],
    ),
    pair(
        "gemini.response-turn-position",
        [ASK, model(text("No.")), user(response())],
        "$[2].parts[0].functionResponse",
        [ASK, model(call()), user(response())],
    ),
    pair(
        "gemini.response-name",
        [ASK, model(call()), user(response(""))],
        "$[2].parts[0].functionResponse.name",
        [ASK, model(call()), user(response("weather"))],
    ),
    pair(
        "gemini.response-name",
        [ASK, model(call()), user(response("time"))],
        "$[2].parts[0].functionResponse.name",
        [ASK, model(call(), call("time")), user(response("time"), response("weather"))],
    ),
    pair(
        "gemini.response-name",
        [ASK, model(call(id="a"), call("time", id="b")), user(response("time", id="a"), response("time", id="b"))],
        "$[2].parts[0].functionResponse.name",
        [ASK, model(call(id="a"), call("time", id="b")), user(response("time", id="b"), response(id="a"))],
    ),
    pair(
        "gemini.response-name",
        [ASK, model(call(id="a")), user(response(id="b"))],
        "$[2].parts[0].functionResponse.id",
        [ASK, model(call(id=None)), user(response(id=None))],
    ),
    pair(
        "gemini.response-object",
        [ASK, model(call()), user(response(said="sunny"))],
        "$[2].parts[0].functionResponse.response",
        [ASK, model(call()), user(response(said={"output": "sunny"}))],
    ),
    pair(
        "gemini.thought-signature",
        [ASK, model(call()), user(response())],
        "$[1].parts[0].thoughtSignature",
        [ASK, model(text("I look."), signed(call()), call("time")), user(response(), response("time"))],
        context=GEMINI_3,
    ),
    pair(
        "gemini.thought-signature",
        [ASK, model(signed(call())), user(response()), model(call()), user(response())],
        "$[3].parts[0].thoughtSignature",
        [ASK, model(call()), user(response()), REPLY, HI],
        context=GEMINI_3,
    ),
    pair(
        "gemini.image-thought-signature",
        [HI, model(text("Here."), inline()), HI],
        "$[1].parts[1].thoughtSignature",
        [user(text("Hi"), inline()), model(text("Here."), signed(inline())), HI],
        context={"model": "gemini-3-pro-image-preview"},
    ),
    pair(
        "gemini.base64-bare",
        [user(inline(f"data:image/png;base64,{PNG}"))],
        "$[0].parts[0].inlineData.data",
        [user(inline())],
    ),
    pair(
        "gemini.image-readable",
        [user(inline(TEXT))],
        "$[0].parts[0].inlineData.data",
        [user(inline(TEXT, "text/plain"))],
    ),
    pair("gemini.image-readable", [user(inline(""))], "$[0].parts[0].inlineData.data", [user(inline(URL_SAFE_PNG))]),
    pair("gemini.base64-bare", [user(inline("né"))], "$[0].parts[0].inlineData.data", [user(inline(URL_SAFE_PNG))]),
    pair(
        "gemini.thought-signature-bytes",
        [ASK, model({**call(), "thoughtSignature": "b'c2ln'"}), user(response())],
        "$[1].parts[0].thoughtSignature",
        [ASK, model({**call(), "thoughtSignature": "skip_thought_signature_validator"}), user(response())],
    ),
    pair(
        "gemini.mime-type",
        [user({"inlineData": {"data": PNG}})],
        "$[0].parts[0].inlineData.mimeType",
        [user({"inlineData": {"data": PNG, "mimeType": "image/png"}})],
    ),
    pair(
        "gemini.mime-type",
        [user(inline(mime_type="application/zip"), text("What is in it?"))],
        "$[0].parts[0].inlineData.mimeType",
        [user(inline(mime_type="application/pdf"), inline(mime_type="text/csv"), text("What is in it?"))],
    ),
    pair(
        "gemini.mime-type",
        [user(file("https://example.com/a.docx", "application/vnd.openxmlformats-officedocument.presentationml"))],
        "$[0].parts[0].fileData.mimeType",
        [user(file("https://example.com/a.md", "text/markdown"))],
    ),
    pair(
        "gemini.mime-type",
        [user(inline(mime_type="image/jpg"))],
        "$[0].parts[0].inlineData.mimeType",
        [user(inline(mime_type="image/jpeg"), inline(mime_type="audio/wav"))],
    ),
    pair(
        "gemini.mime-type",
        [ASK, model(signed(call())), user(response(parts=[{"inline_data": {"mime_type": "image/gif", "data": PNG}}]))],
        "$[2].parts[0].functionResponse.parts[0].inline_data.mime_type",
        [ASK, model(signed(call())), user(response(parts=[{"inlineData": {"mimeType": "image/heic", "data": PNG}}]))],
        GEMINI_3,
    ),
    pair(
        "gemini.mime-type",
        [user(file("https://example.com/cat.png?v=2", "image/png?v=2"))],
        "$[0].parts[0].fileData.mimeType",
        [user(file("https://example.com/cat.png?v=2", "image/png"))],
    ),
    pair(
        "gemini.mime-type",
        [user(file("https://example.com/cat.png?v=2", "application/octet-stream"))],
        "$[0].parts[0].fileData.mimeType",
        [user(inline(mime_type="image/png"))],
    ),
    pair(
        "gemini.mime-type",
        [user(inline(mime_type="application/octet-stream"))],
        "$[0].parts[0].inlineData.mimeType",
        [user(inline(mime_type="application/pdf"))],
    ),
    pair(
        "gemini.file-uri",
        [user(file("./cat.png"))],
        "$[0].parts[0].fileData.fileUri",
        [user(file("https://example.com/cat.png"), file("gs://bucket/cat.png"))],
    ),
    pair("gemini.no-unknown-keys", [{**HI, "name": "Bob"}], "$[0].name", [HI]),
    pair(
        "gemini.no-unknown-keys",
        [ASK, model({"functionCall": {"name": "weather", "arguments": {}}}), user(response())],
        "$[1].parts[0].functionCall.arguments",
        [ASK, model({"function_call": {"name": "weather", "args": {}, "will_continue": None}}), user(response())],
    ),
    pair(
        "gemini.key-style",
        [user(inline(), {"file_data": {"file_uri": "gs://b/a.png", "mime_type": "image/png"}})],
        "$[0].parts[1].file_data",
        [user({"inline_data": {"data": PNG, "mime_type": "image/png"}}, text("a_b"))],
    ),
    pair("gemini.last-turn-user", [HI, REPLY], "$[1].role", [HI, REPLY, HI], context={"model": "gemini-3.6-flash"}),
    pair(
        "gemini.last-turn-user",
        [ASK, model(signed(call()))],
        "$[1].role",
        [ASK, model(signed(call())), user(response())],
        context={"model": "gemini-3.6-flash"},
    ),
    pair("gemini.alternate", [HI, HI], "$[1].role", [HI, REPLY, HI]),
    pair("gemini.alternate", [HI, {"parts": [text("Hi")]}], "$[1].role", [{"parts": [text("Hi")]}]),
    pair(
        "gemini.system-instruction",
        contents(RULE, HI),
        "$.contents[0].role",
        contents(HI, systemInstruction={"parts": [text("Be brief.")]}),
    ),
    pair("gemini.system-instruction", [HI, RULE, HI], "$[1].role", [HI]),
)

DECLARED = [{"functionDeclarations": [{"name": "weather"}, {"name": "time"}]}]
RIGHT: dict[str, Any] = {
    "a signature alone": [HI, model(text("", thoughtSignature="EqQB")), HI],
    "a list": [HI],
    "no role": [{"parts": [text("Hi")]}],
    "turns": contents(HI, REPLY, HI, systemInstruction={"role": "user", "parts": [text("Be brief.")]}),
    "the sdk's config": contents(HI, config={"system_instruction": "Be brief."}),
    "the sdk's parts": contents(HI, config={"system_instruction": ["Be brief.", text("And kind.")]}),
    "a tool": contents(ASK, model(text("I look."), call()), user(response()), tools=DECLARED),
    "parallel tools": contents(
        ASK,
        model(call(args={"maxTemp": 3}, id="a"), call("time", id="b")),
        user(response(id="a", said={"max_temp": 3}), response("time", id="b")),
        tools=DECLARED,
    ),
    "a call without arguments": [ASK, model({"functionCall": {"name": "weather"}}), user(response())],
    "media": [
        user(
            text("See:"),
            inline(),
            inline(URL_SAFE_PNG, "audio/wav"),
            {**inline("AAAA", "video/mp4"), "videoMetadata": {"fps": 2}},
            file("https://example.com/a.pdf", "application/pdf"),
        )
    ],
    "media in a response": contents(
        ASK, model(signed(call())), user(response(parts=[inline()])), model="gemini-3-pro-preview"
    ),
    "thinking": contents(
        ASK,
        model(text("Let me see.", thought=True, thoughtSignature="EqQB"), signed(call())),
        user(response()),
        model="gemini-3-pro-preview",
    ),
    "code": [
        HI,
        model(
            {"executableCode": {"language": "PYTHON", "code": "1+1"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
            text("2"),
        ),
        HI,
    ],
}

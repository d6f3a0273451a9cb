"""Payloads of Amazon Bedrock's Converse."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

from pytest_promptfmt.dialects.bedrock import DIALECT
from support.media import b64, picture
from support.payloads.pair import Pair

PNG, JPEG = b64(picture()), b64(picture(format_="JPEG"))
PDF = base64.b64encode(b"%PDF-1.7").decode()


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def text(said: Any) -> dict[str, Any]:
    return {"text": said}


def call(id_: Any = "t1", name: Any = "weather", input_: Any = None, **more: Any) -> dict[str, Any]:
    input_ = {"city": "Paris"} if input_ is None else input_
    return {"toolUse": {"toolUseId": id_, "name": name, "input": input_, **more}}


def result(id_: Any = "t1", *content: Any, **more: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": id_, "content": list(content or (text("sunny"),)), **more}}


def image(data: str = PNG, format_: Any = "png") -> dict[str, Any]:
    return {"image": {"format": format_, "source": {"bytes": data}}}


def paper(name: str = "Report (1)", data: str = PDF) -> dict[str, Any]:
    return {"document": {"format": "pdf", "name": name, "source": {"bytes": data}}}


def thought(said: str = "Let me see.", **more: Any) -> dict[str, Any]:
    return {"reasoningContent": {"reasoningText": {"text": said, "signature": "EqQB", **more}}}


def messages(*items: Any, **more: Any) -> dict[str, Any]:
    return {**more, "messages": list(items)}


HI, REPLY, ASK = user(text("Hi")), assistant(text("Hello")), user(text("Weather?"))
RULE = {"role": "system", "content": [text("Answer in French.")]}
BRIEF = [text("Be brief.")]
CACHE = {"cachePoint": {"type": "default"}}
NOTES = {"document": {"format": "md", "name": "notes", "source": {"bytes": "SGk="}}}
TOOLS = {"tools": [{"toolSpec": {"name": "weather", "inputSchema": {"json": {"type": "object"}}}}]}
OLD = "us.anthropic.claude-3-5-sonnet-20241022-v2:0"
IN_BUCKET = {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://pictures/cat.png"}}}}
CITED = {"documentChar": {"documentIndex": 0, "start": 0, "end": 6}}

pair = partial(Pair, DIALECT)

PAIRS = (
    pair(
        "bedrock.cache-point-place",
        [user(CACHE, text("Hi"))],
        "$[0].content[0].cachePoint",
        {"system": [text("Be brief."), CACHE], "messages": [user(text("Hi"), CACHE, text("Ho"), CACHE)]},
    ),
    pair(
        "bedrock.cache-point-place",
        [HI, assistant(thought(), CACHE, text("Yes")), HI],
        "$[1].content[1].cachePoint",
        [HI, assistant(thought(), text("Yes"), CACHE), HI],
    ),
    pair(
        "bedrock.cache-point-place",
        [user(text("Hi"), NOTES, CACHE)],
        "$[0].content[2].cachePoint",
        [user(text("Hi"), CACHE, NOTES, paper(), CACHE)],
    ),
    pair(
        "bedrock.cache-points-max4",
        {"system": [text("Be brief."), CACHE], "messages": [user(*(text("Hi"), CACHE) * 4)]},
        "$.messages[0].content[7].cachePoint",
        {"system": [text("Be brief."), CACHE], "messages": [user(*(text("Hi"), CACHE) * 3)]},
    ),
    pair("bedrock.union-one-key", [user({"type": "text", **text("Hi")})], "$[0].content[0]", [HI]),
    pair("bedrock.union-one-key", [user(text("Hi"), {})], "$[0].content[1]", [user(text("Hi"), text("Ho"))]),
    pair(
        "bedrock.union-one-key",
        messages(HI, system=[{**text("Be brief."), "cachePoint": {"type": "default"}}]),
        "$.system[0]",
        messages(HI, system=[*BRIEF, {"cachePoint": {"type": "default"}}]),
    ),
    pair(
        "bedrock.union-one-key",
        [user(text("See:"), {"image": {"format": "png", "source": {"bytes": PNG, **IN_BUCKET["image"]["source"]}}})],
        "$[0].content[1].image.source",
        [user(text("See:"), image(), IN_BUCKET)],
    ),
    pair(
        "bedrock.union-one-key",
        [ASK, assistant(call()), user(result("t1", {"text": "sunny", "json": {}}))],
        "$[2].content[0].toolResult.content[0]",
        [ASK, assistant(call()), user(result("t1", text("sunny"), {"json": {}}))],
    ),
    pair(
        "bedrock.union-one-key",
        [HI, assistant({"reasoningContent": {}}, text("Yes")), HI],
        "$[1].content[0].reasoningContent",
        [HI, assistant(thought(), text("Yes")), HI],
    ),
    pair(
        "bedrock.tool-use-id",
        [ASK, assistant(call("call 1")), user(result("call 1"))],
        "$[1].content[0].toolUse.toolUseId",
        [ASK, assistant(call("tooluse_a.b:1-c")), user(result("tooluse_a.b:1-c"))],
    ),
    pair(
        "bedrock.tool-use-id",
        [ASK, assistant(call("i" * 65)), user(result("i" * 65))],
        "$[1].content[0].toolUse.toolUseId",
        [ASK, assistant(call("i" * 64)), user(result("i" * 64))],
    ),
    pair(
        "bedrock.tool-name",
        [ASK, assistant(call(name="get.weather")), user(result())],
        "$[1].content[0].toolUse.name",
        [ASK, assistant(call(name="n" * 64)), user(result())],
    ),
    pair(
        "bedrock.tool-name",
        messages(
            HI, toolConfig={"tools": [{"toolSpec": {"name": "搜索", "inputSchema": {"json": {"type": "object"}}}}]}
        ),
        "$.toolConfig.tools[0].toolSpec.name",
        messages(HI, toolConfig=TOOLS),
    ),
    pair("bedrock.role-enum", [HI, {"role": "tool", "content": [text("x")]}], "$[1].role", [HI, REPLY, HI]),
    pair("bedrock.first-user", [REPLY, HI], "$[0].role", [HI, REPLY, HI]),
    pair("bedrock.first-user", messages(RULE, HI), "$.messages[0].role", messages(HI, system=RULE["content"])),
    pair("bedrock.first-user", messages(system=BRIEF), "$.messages", messages(HI, system=BRIEF)),
    pair(
        "bedrock.tool-results",
        [ASK, assistant(call("a"), call("b")), user(result("a"))],
        "$[1].content[1].toolUse.toolUseId",
        [ASK, assistant(call("a"), call("b")), user(result("b"), result("a"), text("So?"))],
    ),
    pair("bedrock.tool-results", [ASK, assistant(call())], "$[1].content[0].toolUse.toolUseId", [ASK]),
    pair(
        "bedrock.tool-results",
        [ASK, assistant(call()), HI],
        "$[1].content[0].toolUse.toolUseId",
        [ASK, assistant(call(type="server_tool_use"), result(type="web_search_result"), text("Rain.")), HI],
    ),
    pair(
        "bedrock.image-format",
        [user(text("See:"), image(JPEG, "jpg"))],
        "$[0].content[1].image.format",
        [user(text("See:"), image(JPEG, "jpeg"))],
    ),
    pair(
        "bedrock.image-format",
        [ASK, assistant(call()), user(result("t1", image(format_="bmp")))],
        "$[2].content[0].toolResult.content[0].image.format",
        [ASK, assistant(call()), user(result("t1", image()))],
    ),
    pair("bedrock.image-format", [HI, assistant(image()), HI], "$[1].content[0].image", [user(text("See:"), image())]),
    pair(
        "bedrock.image-bytes-match-format",
        [user(text("See:"), image(JPEG, "png"))],
        "$[0].content[1].image.format",
        [user(text("See:"), image(JPEG, "jpeg"), image())],
    ),
    pair(
        "bedrock.document-name",
        [user(text("Read:"), paper("a.pdf"))],
        "$[0].content[1].document.name",
        [user(text("Read:"), paper())],
    ),
    pair(
        "bedrock.document-name",
        [user(text("Read:"), paper("a  b"))],
        "$[0].content[1].document.name",
        [user(text("Read:"), paper("a_b [2]-(3)"))],
    ),
    pair(
        "bedrock.document-names-unique",
        [user(text("Read:"), paper("a"), paper("a"))],
        "$[0].content[2].document.name",
        [user(text("Read:"), paper("a"), paper("b"))],
    ),
    pair(
        "bedrock.document-beside-text", [user(paper())], "$[0].content[0].document", [user(paper(), text("Read it."))]
    ),
    pair(
        "bedrock.document",
        [user(text("Read:"), *(paper(f"a{i}") for i in range(6)))],
        "$[0].content[6].document",
        [user(text("Read:"), *(paper(f"a{i}") for i in range(5)))],
    ),
    pair(
        "bedrock.document",
        [user(text("Read:"), paper(data=base64.b64encode(b"%PDF-" + bytes(4_718_592)).decode()))],
        "$[0].content[1].document.source",
        [user(text("Read:"), paper(data=base64.b64encode(b"%PDF-" + bytes(4_718_587)).decode()))],
    ),
    pair(
        "bedrock.document-bytes",
        [user(text("Read:"), paper(data="aGVsbG8="))],
        "$[0].content[1].document.format",
        [user(text("Read:"), paper())],
    ),
    pair(
        "bedrock.calls-beside-text",
        [ASK, assistant(text("I look."), call()), user(result())],
        "$[1].content[0]",
        [ASK, assistant(call()), user(result())],
        context={"modelId": "us.meta.llama3-3-70b-instruct-v1:0"},
    ),
    pair(
        "bedrock.document",
        [HI, assistant(text("Read:"), paper()), HI],
        "$[1].content[1].document",
        [ASK, assistant(call()), user(result("t1", paper()))],
    ),
    pair("bedrock.roles-alternate", [HI, HI], "$[1].role", [user(text("Hi"), text("Hi"))]),
    pair("bedrock.roles-alternate", messages(HI, REPLY, REPLY, HI), "$.messages[2].role", messages(HI, REPLY, HI)),
    pair(
        "bedrock.last-user", [HI, REPLY], "$[1].role", [HI, REPLY, HI], context={"model": "anthropic.claude-opus-4-8"}
    ),
    pair(
        "bedrock.last-user",
        messages(HI, REPLY, modelId="global.anthropic.claude-opus-4-6-v1"),
        "$.messages[1].role",
        messages(HI, REPLY, modelId=OLD),
    ),
    pair("bedrock.system-mid-model", [HI, RULE, REPLY, HI], "$[1].role", messages(HI, REPLY, HI, system=BRIEF)),
    pair(
        "bedrock.reasoning-alone",
        [HI, assistant(thought()), HI],
        "$[1].content",
        [HI, assistant(thought(), text("Hm")), HI],
        context={"modelId": "us.anthropic.claude-sonnet-5"},
    ),
    pair(
        "bedrock.reasoning-sent",
        [HI, assistant(thought(), text("Hm")), HI],
        "$[1].content[0].reasoningContent",
        [HI, assistant(thought(), text("Hm")), HI],
        context={"modelId": "us.amazon.nova-pro-v1:0"},
        kept_context={"modelId": OLD},
    ),
    pair(
        "bedrock.reasoning-signature-by-model",
        [HI, assistant(thought(), text("Hm")), HI],
        "$[1].content[0].reasoningContent.reasoningText.signature",
        [HI, assistant({"reasoningContent": {"reasoningText": {"text": "Let me see."}}}, text("Hm")), HI],
        context={"modelId": "openai.gpt-oss-120b-1:0"},
    ),
    pair(
        "bedrock.results-beside-text",
        [ASK, assistant(call()), user(result(), text("So?"))],
        "$[2].content[1]",
        [ASK, assistant(call()), user(result(), {"cachePoint": {"type": "default"}})],
        context={"modelId": "us.meta.llama3-3-70b-instruct-v1:0"},
    ),
    pair(
        "bedrock.result-status",
        [ASK, assistant(call()), user(result(status="error"))],
        "$[2].content[0].toolResult.status",
        [ASK, assistant(call()), user(result())],
        context={"modelId": "us.writer.palmyra-x5-v1:0"},
    ),
    pair(
        "bedrock.s3-location",
        [user(text("See:"), {"image": {"format": "png", "source": {"s3Location": {"uri": "/home/a.png"}}}})],
        "$[0].content[1].image.source.s3Location.uri",
        [user(text("See:"), IN_BUCKET)],
    ),
    pair(
        "bedrock.reasoning-leads",
        [HI, assistant(text("Hm"), thought()), HI],
        "$[1].content[0]",
        [HI, assistant(thought(), text("Hm"), thought()), HI, REPLY, HI],
        context={"modelId": OLD},
    ),
    pair(
        "bedrock.reasoning-first-in-tool-loop",
        messages(HI, assistant(text("I look."), call()), user(result()), toolConfig=TOOLS),
        "$.messages[1].content[0]",
        messages(
            HI,
            assistant(call()),
            user(result()),
            assistant(thought(), call("t2")),
            user(result("t2")),
            toolConfig=TOOLS,
        ),
        context={"thinking": {"type": "enabled"}, "modelId": "us.anthropic.claude-3-7-sonnet-20250219-v1:0"},
    ),
    pair("bedrock.content-nonempty", [HI, assistant(), HI], "$[1].content", [HI, REPLY, HI]),
    pair("bedrock.text-nonblank", [user(text("Hi"), text(""))], "$[0].content[1].text", [HI]),
    pair(
        "bedrock.text-nonblank",
        [HI, assistant(text(" \n")), HI],
        "$[1].content[0].text",
        [ASK, assistant(call()), user(result("t1", text(" ")))],
    ),
    pair(
        "bedrock.final-assistant-no-trailing-space",
        messages(HI, assistant(text("one "), text("two\n")), modelId=OLD),
        "$.messages[1].content[1].text",
        messages(HI, assistant(text("one "), text("two")), modelId=OLD),
    ),
    pair(
        "bedrock.tool-result-has-use",
        [user(text("Hi"), result()), REPLY, HI],
        "$[0].content[1].toolResult.toolUseId",
        [ASK, assistant(call()), user(result())],
    ),
    pair(
        "bedrock.tool-result-has-use",
        [ASK, assistant(call()), user(result(), result("t2"))],
        "$[2].content[1].toolResult.toolUseId",
        [ASK, assistant(call(), call("t2")), user(result(), result("t2"))],
    ),
    pair(
        "bedrock.tool-result-has-use",
        [HI, assistant(result()), HI],
        "$[1].content[0].toolResult.toolUseId",
        [HI, assistant(call(type="server_tool_use"), result(type="web_search_result")), HI],
    ),
    pair(
        "bedrock.tool-results-first",
        [ASK, assistant(call("a"), call("b")), user(result("a"), text("and"), result("b"))],
        "$[2].content[2]",
        [ASK, assistant(call("a"), call("b")), user(result("a"), result("b"), text("So?"))],
    ),
    pair(
        "bedrock.tool-ids-unique",
        [ASK, assistant(call()), user(result(), result("t1", text("rain")))],
        "$[2].content[1].toolResult.toolUseId",
        [ASK, assistant(call()), user(result()), assistant(call()), user(result())],
    ),
    pair(
        "bedrock.tool-ids-unique",
        [ASK, assistant(call(), call(input_={"city": "Rome"})), user(result())],
        "$[1].content[1].toolUse.toolUseId",
        [ASK, assistant(call(), call("t2", input_={"city": "Rome"})), user(result(), result("t2"))],
    ),
    pair(
        "bedrock.tool-input-object",
        [ASK, assistant(call(input_='{"city": "Paris"}')), user(result())],
        "$[1].content[0].toolUse.input",
        [ASK, assistant(call(input_={})), user(result())],
    ),
    pair(
        "bedrock.result-json-object",
        [ASK, assistant(call()), user(result("t1", {"json": [1, 2]}))],
        "$[2].content[0].toolResult.content[0].json",
        [ASK, assistant(call()), user(result("t1", {"json": {"found": [1, 2]}}))],
    ),
    pair(
        "bedrock.tool-result-nonempty",
        [ASK, assistant(call()), user({"toolResult": {"toolUseId": "t1", "content": [], "status": "error"}})],
        "$[2].content[0].toolResult.content",
        [ASK, assistant(call()), user(result("t1", text("")))],
    ),
    pair(
        "bedrock.tool-config",
        messages(ASK, assistant(call()), user(result()), toolConfig={"tools": []}),
        "$.toolConfig.tools",
        messages(ASK, assistant(call()), user(result()), toolConfig=TOOLS),
    ),
    pair(
        "bedrock.tool-config",
        messages(ASK, assistant(call()), user(result()), toolConfig={"tools": [{"cachePoint": {"type": "default"}}]}),
        "$.toolConfig.tools",
        [ASK, assistant(call()), user(result())],
        also=("bedrock.cache-point-place",),
    ),
    pair("bedrock.no-unknown-keys", [{**HI, "name": "Bob"}], "$[0].name", [HI]),
    pair(
        "bedrock.no-unknown-keys",
        [ASK, assistant(call(signature="x")), user(result())],
        "$[1].content[0].toolUse.signature",
        [ASK, assistant(call()), user(result())],
    ),
)

RIGHT: dict[str, Any] = {
    "one message": [HI],
    "turns": messages(HI, REPLY, user(text("Thanks")), system=BRIEF, modelId="amazon.nova-pro-v1:0"),
    "guarded": messages(
        user({"guardContent": {"text": {"text": "Hi", "qualifiers": ["query"]}}}),
        system=[{"guardContent": {"text": {"text": "Be brief."}}}, {"cachePoint": {"type": "default", "ttl": "5m"}}],
    ),
    "a tool": messages(ASK, assistant(text("I look."), call()), user(result()), toolConfig=TOOLS),
    "parallel tools": messages(
        ASK,
        assistant(call("a"), call("b")),
        user(result("b"), result("a", text("no"), status="error"), text("So?")),
        toolConfig={**TOOLS, "toolChoice": {"auto": {}}},
    ),
    "an image in a result": [ASK, assistant(call()), user(result("t1", text("Here:"), image()))],
    "images": [user(text("See:"), image(), image(JPEG, "jpeg"), IN_BUCKET)],
    "audio and video": [
        user(
            text("Listen:"),
            {"audio": {"format": "wav", "source": {"bytes": "UklGRg=="}}},
            {"video": {"format": "three_gp", "source": {"s3Location": {"uri": "s3://films/a.3gp"}}}},
        )
    ],
    "documents": [
        user(
            text("Read:"),
            paper(),
            {"document": {"name": "b", "source": {"text": "x"}, "context": "c", "citations": {"enabled": True}}},
            {"document": {"format": "md", "name": "c", "source": {"content": [text("y"), text("z")]}}},
        )
    ],
    "thinking": [
        ASK,
        assistant(thought(), {"reasoningContent": {"redactedContent": "EmwK"}}, call()),
        user(result()),
    ],
    "citations": [
        HI,
        assistant(
            {"citationsContent": {"content": [text("Green.")], "citations": [{"title": "A", "location": CITED}]}}
        ),
        user({"searchResult": {"source": "https://e.com", "title": "E", "content": [text("x")]}}),
    ],
}

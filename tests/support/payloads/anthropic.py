"""Payloads of Anthropic's Messages."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

from pytest_promptfmt.dialects.anthropic import DIALECT
from support.media import b64, picture
from support.payloads.pair import Pair

PNG, JPEG = b64(picture()), b64(picture(format_="JPEG"))
EPHEMERAL = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}
NEW, OLD = {"model": "claude-opus-4-8"}, {"model": "claude-sonnet-4-5"}
THOUGHT = {"type": "thinking", "thinking": "Let me see.", "signature": "EqQB"}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def text(said: Any, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": said, **more}


def call(id_: Any = "t1", name: Any = "weather", input_: Any = None, **more: Any) -> dict[str, Any]:
    input_ = {"city": "Paris"} if input_ is None else input_
    return {"type": "tool_use", "id": id_, "name": name, "input": input_, **more}


def result(id_: Any = "t1", content: Any = "sunny", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id_, "content": content, **more}


def search(id_: str = "srvtoolu_1") -> dict[str, Any]:
    return {"type": "server_tool_use", "id": id_, "name": "web_search", "input": {}}


def found(id_: str = "srvtoolu_1", *results: Any) -> dict[str, Any]:
    return {"type": "web_search_tool_result", "tool_use_id": id_, "content": list(results)}


def web_result(encrypted: str) -> dict[str, Any]:
    url = "https://example.com"
    return {"type": "web_search_result", "url": url, "title": "A", "encrypted_content": encrypted}


REFERENCE = {"type": "tool_reference", "tool_name": "tides"}
WEATHER = {"name": "weather", "input_schema": {"type": "object"}}
SEARCHING = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}


def searched(name: str) -> dict[str, Any]:
    result = {"type": "tool_search_tool_search_result", "tool_references": [{**REFERENCE, "tool_name": name}]}
    return {"type": "tool_search_tool_result", "tool_use_id": "srvtoolu_1", "content": result}


def pdf(content: bytes) -> dict[str, Any]:
    source = {"type": "base64", "media_type": "application/pdf", "data": base64.b64encode(content).decode()}
    return {"type": "document", "source": source}


def base64_image(data: str = PNG, media_type: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def url_image(url: str = "https://example.com/cat.png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "url", "url": url}}


def messages(*items: Any, **more: Any) -> dict[str, Any]:
    return {**more, "messages": list(items)}


HI = {"role": "user", "content": "Hi"}
REPLY = {"role": "assistant", "content": "Hello"}
PAUSED = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "Oslo"}}
RULE = {"role": "system", "content": "Answer in French."}
ASK = user(text("Weather?"))

SUMMARY = {"type": "compaction", "content": "They spoke of Oslo.", "encrypted_content": "EmwK"}
ADVICE = {"type": "advisor_tool_result", "tool_use_id": "srvtoolu_1", "content": {"type": "advisor_result"}}
MCP = {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "look", "server_name": "sea", "input": {}}
MCP_RESULT = {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": [], "is_error": False}
OF_THE_SERVER: tuple[tuple[list[Any], dict[str, Any], list[Any]], ...] = (
    ([], SUMMARY, []),
    ([], PAUSED, [found()]),
    ([PAUSED], found(), []),
    ([PAUSED], ADVICE, []),
    ([], MCP, [MCP_RESULT]),
    ([MCP], MCP_RESULT, []),
)
"""Blocks that the server makes, each with what must stand before and behind it."""

pair = partial(Pair, DIALECT)

PAIRS = (
    pair("anthropic.messages-nonempty", messages(system="Be brief."), "$.messages", messages(HI, system="Be brief.")),
    pair("anthropic.messages-nonempty", [RULE], "$", [RULE, HI]),
    pair(
        "anthropic.tool-type",
        messages(HI, tools=[{"type": "function", "function": {"name": "look"}}]),
        "$.tools[0].type",
        messages(HI, tools=[{"type": "custom", "name": "look", "input_schema": {"type": "object"}}]),
    ),
    pair(
        "anthropic.system-not-first", messages(RULE, HI), "$.messages[0].role", messages(HI, system="Answer in French.")
    ),
    pair(
        "anthropic.system-mid-placement",
        messages(HI, REPLY, RULE, HI),
        "$.messages[2].role",
        messages(HI, RULE, REPLY, HI, RULE),
        context=NEW,
    ),
    pair(
        "anthropic.system-mid-placement",
        messages(HI, RULE, HI),
        "$.messages[1].role",
        messages(HI, RULE, RULE),
        context=NEW,
    ),
    pair(
        "anthropic.system-mid-model",
        messages(HI, RULE, model="claude-sonnet-4-6"),
        "$.messages[1].role",
        messages(HI, RULE, model="claude-opus-4-8-20260528"),
    ),
    pair(
        "anthropic.system-mid-model",
        messages(HI, RULE),
        "$.messages[1].role",
        messages(HI),
        context={"model": "claude-3-7-sonnet-20250219"},
    ),
    pair(
        "anthropic.system-mid-text-only",
        messages(HI, {"role": "system", "content": []}),
        "$.messages[1].content",
        messages(HI, {"role": "system", "content": [], "output_config": {}}),
        context=NEW,
    ),
    pair(
        "anthropic.system-mid-text-only",
        messages(HI, {"role": "system", "content": [text(" \n")]}),
        "$.messages[1].content",
        messages(HI, {"role": "system", "content": [text(" \n"), text("x")]}),
        context=NEW,
    ),
    pair(
        "anthropic.system-mid-text-only",
        messages(HI, {"role": "system", "content": [text("x"), url_image()]}),
        "$.messages[1].content[1]",
        messages(HI, {"role": "system", "content": [text(""), text("x"), {"type": "tool_addition"}]}),
        context=NEW,
    ),
    pair("anthropic.roles-alternate", messages(HI, HI), "$.messages[1].role", messages(HI, REPLY, HI)),
    pair("anthropic.first-role-user", messages(REPLY, HI), "$.messages[0].role", messages(HI, REPLY, HI)),
    pair(
        "anthropic.no-prefill",
        messages(HI, REPLY),
        "$.messages[1].role",
        messages(HI, REPLY, model="claude-sonnet-4-5"),
        context=NEW,
    ),
    pair(
        "anthropic.no-prefill",
        messages(HI, REPLY, model="claude-opus-4-6"),
        "$.messages[1].role",
        messages(HI, REPLY, model="claude-sonnet-4-20250514"),
    ),
    pair(
        "anthropic.no-prefill",
        messages(HI, REPLY, model="claude-opus-4-6"),
        "$.messages[1].role",
        messages(HI, {"role": "assistant", "content": [PAUSED]}, model="claude-opus-4-6"),
    ),
    pair(
        "anthropic.final-assistant-no-trailing-space",
        [HI, {"role": "assistant", "content": "So: "}],
        "$[1].content",
        [HI, {"role": "assistant", "content": " So:"}],
    ),
    pair(
        "anthropic.final-assistant-no-trailing-space",
        [HI, assistant(text("one "), text("two\n"))],
        "$[1].content[1].text",
        [HI, assistant(text("one "), text("two")), HI],
    ),
    pair("anthropic.text-nonempty", [user(text("Hi"), text(""))], "$[0].content[1].text", [user(text("Hi"))]),
    pair("anthropic.blank-text", [user(text(" "), url_image())], "$[0].content[0].text", [user(url_image())]),
    pair(
        "anthropic.blank-text",
        [HI, assistant(text("\n"), call()), user(result())],
        "$[1].content[0].text",
        [HI, assistant(text("\n"), text("Well."), call()), user(result())],
    ),
    pair("anthropic.text-nonempty", [user(text(" "), text("\n"))], "$[0].content", [user(text(" "), url_image())]),
    pair(
        "anthropic.text-nonempty",
        [{"role": "user", "content": " "}],
        "$[0].content",
        [HI, {"role": "assistant", "content": ""}, HI, assistant(), HI],
    ),
    pair(
        "anthropic.text-nonempty",
        messages(HI, system=[text("Be brief."), text("")]),
        "$.system[1].text",
        messages(HI, system=[text("Be brief.")]),
    ),
    pair(
        "anthropic.text-nonempty",
        [HI, assistant(text(""), call()), user(result())],
        "$[1].content[0].text",
        [
            HI,
            assistant(call("a"), call("b"), call("c")),
            user(result("a", ""), result("b", []), result("c", [text("")])),
        ],
    ),
    pair("anthropic.user-nonempty", [user()], "$[0].content", [HI, assistant(), HI]),
    pair("anthropic.user-nonempty", [{"role": "user", "content": ""}], "$[0].content", [HI]),
    pair(
        "anthropic.tool-use-id-pattern",
        [ASK, assistant(call("call:1")), user(result("call:1"))],
        "$[1].content[0].id",
        [ASK, assistant(call("call_1-a")), user(result("call_1-a"))],
    ),
    pair(
        "anthropic.tool-use-id-pattern",
        [ASK, assistant(search("t1"), found("t1")), HI],
        "$[1].content[0].id",
        [ASK, assistant(search(), found()), HI],
    ),
    pair(
        "anthropic.server-result-has-use",
        [ASK, assistant(found(), search(), text("Yes")), HI],
        "$[1].content[0].tool_use_id",
        [ASK, assistant(search(), call()), user(result()), assistant(found(), text("Yes")), HI],
    ),
    pair(
        "anthropic.server-use-answered",
        [ASK, assistant(search(), call()), user(result(), text("And now?"))],
        "$[1].content[0].id",
        [ASK, assistant(search(), call()), user(result())],
    ),
    pair("anthropic.server-use-answered", [ASK, assistant(search()), HI], "$[1].content[0].id", [ASK]),
    pair(
        "anthropic.document-readable",
        [user(pdf(b"<html></html>"), text("Read it."))],
        "$[0].content[0].source.data",
        [user(pdf(b"%PDF-1.4\n"), text("Read it."))],
    ),
    pair(
        "anthropic.document-pages",
        [user(*[pdf(b"%PDF-1.4\n" + b"<</Type /Page>>" * 51)] * 2)],
        "$[0].content[1].source.data",
        [user(*[pdf(b"%PDF-1.4\n<</Type/Pages>>" + b"<</Type /Page>>" * 50)] * 2)],
        context=OLD,
    ),
    pair(
        "anthropic.cache-control-ttl-order",
        messages(user(text("Hi", cache_control=HOUR)), system=[text("Be brief.", cache_control=EPHEMERAL)]),
        "$.messages[0].content[0].cache_control.ttl",
        messages(user(text("Hi", cache_control=EPHEMERAL)), system=[text("Be brief.", cache_control=HOUR)]),
    ),
    pair(
        "anthropic.tool-use-id-unique",
        [ASK, assistant(call()), user(result()), assistant(call()), user(result())],
        "$[3].content[0].id",
        [ASK, assistant(call()), user(result()), assistant(call("t2")), user(result("t2"))],
    ),
    pair(
        "anthropic.tool-name-pattern",
        [ASK, assistant(call(name="get weather")), user(result())],
        "$[1].content[0].name",
        [ASK, assistant(call(name="n" * 128)), user(result())],
    ),
    pair(
        "anthropic.tool-name-pattern",
        messages(HI, tools=[{"name": "搜索", "input_schema": {"type": "object"}}]),
        "$.tools[0].name",
        messages(HI, tools=[{"name": "search", "input_schema": {"type": "object"}}]),
    ),
    pair(
        "anthropic.tool-result-follows-tool-use",
        [ASK, assistant(call("a"), call("b")), user(result("a"))],
        "$[1].content[1].id",
        [ASK, assistant(call("a")), assistant(call("b")), user(result("b")), user(result("a"))],
    ),
    pair(
        "anthropic.tool-result-follows-tool-use",
        [ASK, assistant(text("I will look."), call())],
        "$[1].content[1].id",
        [ASK, assistant(call()), assistant(text("…")), user(result())],
    ),
    pair(
        "anthropic.tool-result-has-tool-use",
        [ASK, assistant(text("No.")), user(result())],
        "$[2].content[0].tool_use_id",
        [ASK, assistant(call()), user(result()), user(text("Here it was."))],
    ),
    pair(
        "anthropic.tool-result-has-tool-use",
        [user(result()), assistant(text("Sunny.")), HI],
        "$[0].content[0].tool_use_id",
        [ASK, assistant(call()), user(result(), text("And now?"))],
    ),
    pair(
        "anthropic.tool-result-once",
        [ASK, assistant(call()), user(result()), user(result(content="rain"))],
        "$[3].content[0].tool_use_id",
        [ASK, assistant(call()), user(result())],
    ),
    pair(
        "anthropic.parallel-results-one-message",
        [ASK, assistant(call("a"), call("b")), user(result("a")), user(result("b"))],
        "$[3].content[0]",
        [ASK, assistant(call("a"), call("b")), user(result("a"), result("b")), user(text("Well?"))],
    ),
    pair(
        "anthropic.tool-results-first",
        [ASK, assistant(call()), user(text("Here:"), result())],
        "$[2].content[1]",
        [ASK, assistant(call()), user(result(), text("Here it was."))],
    ),
    pair(
        "anthropic.tool-results-first",
        [ASK, assistant(call()), HI, user(result())],
        "$[3].content[0]",
        [ASK, assistant(call()), user(result()), HI],
    ),
    pair(
        "anthropic.tool-block-role",
        [user(THOUGHT, text("Hi"))],
        "$[0].content[0]",
        [HI, assistant(THOUGHT, text("Yes")), HI],
    ),
    pair(
        "anthropic.tool-block-role",
        [user(text("Hi"), call())],
        "$[0].content[1]",
        [HI, assistant(call()), user(result())],
    ),
    pair(
        "anthropic.tool-block-role",
        [HI, assistant(result()), HI],
        "$[1].content[0]",
        [HI, assistant(call()), user(result())],
    ),
    *(
        pair(
            "anthropic.tool-block-role",
            [HI, assistant(text("Look:"), block), HI],
            "$[1].content[1]",
            [HI, assistant(text("Look:")), user(block, text("There."))],
        )
        for block in (
            base64_image(),
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Sunny."}},
            {"type": "search_result", "source": "a", "title": "A", "content": [text("Sunny.")]},
            {"type": "container_upload", "file_id": "file_1"},
        )
    ),
    pair(
        "anthropic.search-result-sealed",
        [HI, assistant(search(), found("srvtoolu_1", web_result(""))), HI],
        "$[1].content[1].content[0].encrypted_content",
        [HI, assistant(search(), found("srvtoolu_1", web_result("EqQB"))), HI],
    ),
    pair(
        "anthropic.tool-reference-offered",
        messages(ASK, assistant(call()), user(result(content=[REFERENCE])), tools=[WEATHER]),
        "$.messages[2].content[0].content[0].tool_name",
        messages(
            ASK, assistant(call()), user(result(content=[REFERENCE])), tools=[WEATHER, {**WEATHER, "name": "tides"}]
        ),
    ),
    pair(
        "anthropic.tool-reference-offered",
        messages(ASK, assistant(search(), searched("tides")), HI, tools=[WEATHER]),
        "$.messages[1].content[1].content.tool_references[0].tool_name",
        messages(ASK, assistant(search(), searched("weather")), HI, tools=[WEATHER]),
    ),
    pair(
        "anthropic.tools-not-all-deferred",
        messages(HI, tools=[{**WEATHER, "defer_loading": True}]),
        "$.tools[0].defer_loading",
        messages(HI, tools=[SEARCHING, {**WEATHER, "defer_loading": True}]),
    ),
    pair(
        "anthropic.cache-control-not-on-deferred",
        messages(HI, tools=[SEARCHING, {**WEATHER, "defer_loading": True, "cache_control": EPHEMERAL}]),
        "$.tools[1].cache_control",
        messages(HI, tools=[{**SEARCHING, "cache_control": EPHEMERAL}, {**WEATHER, "defer_loading": True}]),
    ),
    pair(
        "anthropic.thinking-unmodified",
        [HI, assistant({"type": "redacted_thinking", "data": ""}, text("Yes")), HI],
        "$[1].content[0].data",
        [HI, assistant({"type": "redacted_thinking", "data": "EmwK"}, text("Yes")), HI],
    ),
    pair(
        "anthropic.tool-result-error-nonempty",
        [ASK, assistant(call()), user(result(content=[text("")], is_error=True))],
        "$[2].content[0].content",
        [ASK, assistant(call()), user(result(content="no such city", is_error=True))],
    ),
    pair(
        "anthropic.tool-input-object",
        [ASK, assistant(call(input_='{"city": "Paris"}')), user(result())],
        "$[1].content[0].input",
        [ASK, assistant(call(input_={})), user(result())],
    ),
    pair(
        "anthropic.image-source-object",
        [user({"type": "image", "source": "https://example.com/cat.png"})],
        "$[0].content[0].source",
        [user(url_image())],
    ),
    pair(
        "anthropic.image-source-object",
        [user({"type": "image", "source": {"type": "path", "path": "cat.png"}})],
        "$[0].content[0].source.type",
        [user({"type": "image", "source": {"type": "file", "file_id": "file_1"}})],
    ),
    pair(
        "anthropic.url-source-fetchable",
        [user(url_image("./cat.png"))],
        "$[0].content[0].source.url",
        [user(base64_image())],
    ),
    pair(
        "anthropic.url-source-fetchable",
        [user({"type": "document", "source": {"type": "url", "url": "file:///home/a.pdf"}})],
        "$[0].content[0].source.url",
        [user({"type": "document", "source": {"type": "url", "url": "https://example.com/a.pdf"}})],
    ),
    pair(
        "anthropic.url-source-https",
        [user(url_image("http://e.com/a"))],
        "$[0].content[0].source.url",
        [user(url_image())],
    ),
    pair(
        "anthropic.image-media-type",
        [user(base64_image(JPEG, "image/jpg"))],
        "$[0].content[0].source.media_type",
        [user(base64_image(JPEG, "image/jpeg"))],
    ),
    pair(
        "anthropic.image-bytes-match-type",
        [ASK, assistant(call()), user(result(content=[base64_image(PNG, "image/jpeg")]))],
        "$[2].content[0].content[0].source.media_type",
        [ASK, assistant(call()), user(result(content=[base64_image(PNG, "image/png")]))],
    ),
    pair(
        "anthropic.base64-bare",
        [user(base64_image(f"data:image/png;base64,{PNG}"))],
        "$[0].content[0].source.data",
        [user(base64_image(PNG))],
    ),
    pair(
        "anthropic.image-limits",
        [user(base64_image(b64(picture(8001))))],
        "$[0].content[0].source",
        [user(base64_image(b64(picture(8000))))],
    ),
    pair("anthropic.image-limits", [user(*[url_image()] * 101)], "$[0].content[100]", [user(*[url_image()] * 100)]),
    pair(
        "anthropic.image-limits",
        [user(base64_image(b64(picture(2001))), *[url_image()] * 20)],
        "$[0].content[0].source",
        [user(base64_image(b64(picture(2001))), *[url_image()] * 19)],
    ),
    pair(
        "anthropic.image-limits",
        [user(base64_image(b64(picture() + bytes(7_864_320))))],
        "$[0].content[0].source",
        [user(base64_image())],
    ),
    pair(
        "anthropic.thinking-unmodified",
        [HI, assistant({**THOUGHT, "signature": ""}, text("Yes")), HI],
        "$[1].content[0].signature",
        [HI, assistant(THOUGHT, {"type": "redacted_thinking", "data": "EmwK"}, text("Yes")), HI],
    ),
    pair(
        "anthropic.final-block-not-thinking",
        [HI, assistant(text("Yes")), assistant(THOUGHT)],
        "$[2].content[0]",
        [HI, assistant(THOUGHT, text("Hm")), HI, assistant(THOUGHT), assistant(text("Yes"))],
        context=NEW,
        kept_context=OLD,
        also=("anthropic.no-prefill",),
    ),
    pair(
        "anthropic.thinking-leads",
        [HI, assistant(text("Hm")), assistant(THOUGHT, text("Yes")), HI],
        "$[1].content[0]",
        [HI, assistant(THOUGHT, text("Hm")), assistant(THOUGHT, text("Yes")), HI, REPLY, HI],
        context=OLD,
    ),
    pair(
        "anthropic.thinking-first-in-tool-loop",
        [ASK, assistant(call()), user(result())],
        "$[1].content[0]",
        [ASK, assistant(call()), user(result()), assistant(THOUGHT, call("t2")), user(result("t2"))],
        context={"thinking": {"type": "enabled", "budget_tokens": 2000}} | OLD,
    ),
    pair(
        "anthropic.cache-control-max4",
        messages(
            user(*[text("Hi", cache_control=EPHEMERAL)] * 3),
            system=[text("Be brief.", cache_control=EPHEMERAL)],
            tools=[{"name": "f", "input_schema": {"type": "object"}, "cache_control": EPHEMERAL}],
        ),
        "$.messages[0].content[2].cache_control",
        messages(user(*[text("Hi", cache_control=EPHEMERAL)] * 4, text("Ho", cache_control=None))),
    ),
    pair(
        "anthropic.cache-control-not-on-thinking",
        [HI, assistant({**THOUGHT, "cache_control": EPHEMERAL}, text("Yes")), HI],
        "$[1].content[0].cache_control",
        [HI, assistant(THOUGHT, text("Yes", cache_control=EPHEMERAL)), HI],
        also=("anthropic.no-unknown-keys",),
    ),
    pair("anthropic.no-unknown-keys", [{**HI, "name": "Bob"}], "$[0].name", [HI]),
    pair(
        "anthropic.no-unknown-keys",
        messages(HI, system=[text("Be brief.", thought_signature="x")]),
        "$.system[0].thought_signature",
        messages(HI, system=[text("Be brief.", cache_control=EPHEMERAL)]),
    ),
    *(
        pair(
            "anthropic.no-unknown-keys",
            [HI, assistant(*before, {**block, "index": 1}, *behind, text("So far.")), HI],
            f"$[1].content[{len(before)}].index",
            [HI, assistant(*before, block, *behind, text("So far.")), HI],
        )
        for before, block, behind in OF_THE_SERVER
    ),
)

TOOLS = [{"name": "weather", "description": "Tells it.", "input_schema": {"type": "object"}}]
PDF = {"type": "base64", "media_type": "application/pdf", "data": base64.b64encode(b"%PDF-1.7").decode()}
RIGHT: dict[str, Any] = {
    "a string": [HI],
    "turns": messages(HI, REPLY, user(text("Thanks")), system="Be brief."),
    "system blocks": messages(HI, system=[text("Be brief.", cache_control={"type": "ephemeral", "ttl": "1h"})]),
    "a tool": messages(
        ASK,
        assistant(text("I look."), call()),
        user(result(content=[text("sunny")])),
        model="claude-opus-5",
        tools=TOOLS,
    ),
    "parallel tools": messages(
        ASK,
        assistant(call("a"), call("b")),
        user(result("b"), result("a", "no", is_error=True), text("So?")),
        tools=TOOLS,
    ),
    "a result without content": [ASK, assistant(call()), user({"type": "tool_result", "tool_use_id": "t1"})],
    "images": [user(text("See:"), base64_image(), url_image(), base64_image(JPEG, "image/jpeg"))],
    "an image in a result": [ASK, assistant(call()), user(result(content=[text("Here:"), base64_image()]))],
    "documents": [
        user(
            {"type": "document", "source": PDF, "title": "A", "context": None, "citations": {"enabled": True}},
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}},
            {"type": "document", "source": {"type": "content", "content": [text("x"), base64_image()]}},
            {"type": "document", "source": {"type": "content", "content": [text("x"), text("y")]}},
            {"type": "document", "source": {"type": "url", "url": "https://example.com/a.pdf"}},
        )
    ],
    "thinking": messages(
        ASK,
        assistant(THOUGHT, {"type": "redacted_thinking", "data": "EmwK"}, call()),
        user(result()),
        thinking={"type": "enabled", "budget_tokens": 2000},
    ),
    "role system further down": messages(HI, RULE, REPLY, HI, model="claude-opus-5"),
    "server tools": [
        HI,
        assistant(
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
            text("Found.", citations=[{"type": "web_search_result_location"}]),
        ),
        user({"type": "search_result", "source": "https://e.com", "title": "E", "content": [text("x")]}),
    ],
}

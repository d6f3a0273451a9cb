"""Payloads of OpenAI's Responses."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

from pytest_promptfmt.dialects.openai_responses import DIALECT
from support.payloads.pair import Pair

PNG_BYTES = b"\x89PNG\r\n\x1a\n\xfb\xff\xfe"
PNG = f"data:image/png;base64,{base64.b64encode(PNG_BYTES).decode()}"
BMP = f"data:image/bmp;base64,{base64.b64encode(b'BM1234').decode()}"
PDF_BYTES = b"%PDF-1.4\n"
PDF = base64.b64encode(PDF_BYTES).decode()


def says(role: str, *parts: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": list(parts), **more}


def heard(text: Any = "Weather?", **more: Any) -> dict[str, Any]:
    return {"type": "input_text", "text": text, **more}


def told(text: Any = "Sunny.", **more: Any) -> dict[str, Any]:
    return {"type": "output_text", "text": text, **more}


def image(url: Any = PNG, **more: Any) -> dict[str, Any]:
    return {"type": "input_image", "image_url": url, **more}


def file(**source: Any) -> dict[str, Any]:
    return {"type": "input_file", **source}


def call(call_id: Any = "call_1", name: Any = "weather", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": '{"city": "Paris"}', **more}


def output(call_id: Any = "call_1", said: Any = "sunny", **more: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": said, **more}


def custom(call_id: str = "call_1", **more: Any) -> dict[str, Any]:
    return {"type": "custom_tool_call", "call_id": call_id, "name": "shell", "input": "ls", **more}


def custom_output(call_id: str = "call_1", **more: Any) -> dict[str, Any]:
    return {"type": "custom_tool_call_output", "call_id": call_id, "output": "a.txt", **more}


def reasoning(*summary: str, **more: Any) -> dict[str, Any]:
    parts = [{"type": "summary_text", "text": text} for text in summary]
    return {"type": "reasoning", "id": "rs_1", "summary": parts, "encrypted_content": "gAAA", **more}


def asked(*items: Any, **more: Any) -> dict[str, Any]:
    return {"input": list(items), **more}


ASK, REPLY = says("user", heard()), says("assistant", told())
FLAT = {"type": "function", "name": "weather", "parameters": {"type": "object", "properties": {}}, "strict": False}
NESTED = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}
HTTPS = "https://example.com/cat.png"

pair = partial(Pair, DIALECT)

PAIRS = (
    pair(
        "openai-responses.file-data",
        [ASK, call(), output(said=[file(file_data=PDF, filename="a.pdf")])],
        "$[2].output[0].file_data",
        [ASK, call(), output(said=[file(file_data=f"data:application/pdf;base64,{PDF}", filename="a.pdf")])],
    ),
    pair("openai-responses.input-nonempty", asked(instructions="Be brief."), "$.input", asked(ASK)),
    pair("openai-responses.input-nonempty", [], "$", [ASK]),
    pair("openai-responses.input-nonempty", {"input": ""}, "$.input", {"input": "Weather?"}),
    pair("openai-responses.input-nonempty", asked(), "$.input", asked(previous_response_id="resp_1")),
    pair(
        "openai-responses.instructions",
        [says("system", heard("Be brief.")), ASK],
        "$[0].role",
        [ASK, says("system", heard("Go."))],
    ),
    pair(
        "openai-responses.instructions",
        [{"role": "system", "content": "Be brief."}, ASK],
        "$[0].role",
        asked({"role": "system", "content": "Be brief."}, ASK),
    ),
    pair("openai-responses.call-id-length", [ASK, call(""), output("")], "$[1].call_id", [ASK, call("c"), output("c")]),
    pair(
        "openai-responses.call-id-length",
        [ASK, call("c" * 65), output("c" * 65)],
        "$[1].call_id",
        [ASK, call("c" * 64), output("c" * 64)],
    ),
    pair(
        "openai-responses.call-id-length",
        [ASK, call(id="fc_" + "c" * 62), output()],
        "$[1].id",
        [ASK, call(id="fc_" + "c" * 61), output()],
    ),
    pair(
        "openai-responses.call-id-unique",
        [ASK, call(), output(), call(), output()],
        "$[3].call_id",
        [ASK, call(), output(), call("call_2"), output("call_2")],
    ),
    pair(
        "openai-responses.call-id-unique",
        [ASK, call(), output(), output()],
        "$[3].call_id",
        [ASK, custom(), custom_output()],
    ),
    pair(
        "openai-responses.output-has-call",
        [ASK, output()],
        "$[1].call_id",
        asked(output(), previous_response_id="resp_1"),
    ),
    pair(
        "openai-responses.output-has-call",
        [ASK, output()],
        "$[1].call_id",
        asked(ASK, output(), conversation={"id": "conv_1"}),
    ),
    pair(
        "openai-responses.output-has-call",
        [ASK, output()],
        "$[1].call_id",
        [ASK, {"type": "item_reference", "id": "fc_1"}, output()],
    ),
    pair(
        "openai-responses.output-has-call",
        [ASK, call(), output(), custom_output()],
        "$[3].call_id",
        [ASK, call(), custom(), output(), custom_output()],
    ),
    pair(
        "openai-responses.call-has-output",
        [ASK, call(), call("call_2"), output()],
        "$[2].call_id",
        [ASK, call(), call("call_2"), output("call_2"), REPLY, output()],
    ),
    pair("openai-responses.call-has-output", [ASK, output(), call()], "$[2].call_id", [ASK, call(), output()]),
    pair(
        "openai-responses.call-has-output",
        [ASK, custom()],
        "$[1].call_id",
        [ASK, custom(), {"id": "fco_1", "type": None}],
    ),
    pair(
        "openai-responses.item-id-prefix",
        [ASK, call(id="call_1"), output()],
        "$[1].id",
        [ASK, call(id="fc_1"), output(id="fc_2")],
    ),
    pair(
        "openai-responses.item-id-prefix",
        [ASK, custom(id="fc_1"), custom_output()],
        "$[1].id",
        [ASK, custom(id="ctc_1"), custom_output()],
    ),
    pair(
        "openai-responses.item-id-prefix",
        [ASK, reasoning(id="msg_1"), REPLY],
        "$[1].id",
        [ASK, reasoning(), says("assistant", told(), id="msg_1")],
    ),
    pair("openai-responses.item-id-prefix", [ASK, says("assistant", told(), id="")], "$[1].id", [ASK, REPLY]),
    pair(
        "openai-responses.item-id-unique",
        [ASK, says("assistant", told(), id="msg_1"), ASK, says("assistant", told(), id="msg_1"), ASK],
        "$[3].id",
        [ASK, says("assistant", told(), id="msg_1"), ASK, says("assistant", told(), id="msg_2"), ASK],
    ),
    pair(
        "openai-responses.item-id-prefix",
        [ASK, call(id="fc.1"), output()],
        "$[1].id",
        [ASK, call(id="fc-A1_"), output()],
    ),
    pair(
        "openai-responses.function-name-pattern",
        [ASK, call(name="weather.get"), output()],
        "$[1].name",
        [ASK, call(name="weather_get-2"), output()],
    ),
    pair(
        "openai-responses.function-name-pattern",
        asked(ASK, tools=[FLAT | {"name": "w" * 129}]),
        "$.tools[0].name",
        asked(ASK, tools=[FLAT | {"name": "w" * 128}]),
    ),
    pair("openai-responses.tools-flat", asked(ASK, tools=[FLAT, NESTED]), "$.tools[1].name", asked(ASK, tools=[FLAT])),
    pair(
        "openai-responses.tools-flat",
        asked(ASK, tools=[{"type": "function"}]),
        "$.tools[0].name",
        asked(ASK, tools=[{"type": "web_search"}]),
    ),
    pair("openai-responses.reasoning-followed", [ASK, reasoning()], "$[1]", [ASK, reasoning(), REPLY]),
    pair(
        "openai-responses.reasoning-followed",
        [ASK, reasoning(), ASK],
        "$[1]",
        [ASK, reasoning(), reasoning(id="rs_2"), call(), output()],
    ),
    pair(
        "openai-responses.reasoning-followed",
        [ASK, call(), reasoning(), output()],
        "$[2]",
        [ASK, reasoning(), {"type": "web_search_call", "id": "ws_1", "status": "completed"}, REPLY],
    ),
    pair(
        "openai-responses.reasoning-present",
        [ASK, call(id="fc_1"), output()],
        "$[1].id",
        [ASK, reasoning(), call(id="fc_1"), call("call_2", id="fc_2"), output(), output("call_2")],
        context={"thinking": True},
    ),
    pair(
        "openai-responses.reasoning-present",
        [ASK, says("assistant", told(), id="msg_1"), ASK],
        "$[1].id",
        [ASK, reasoning(), says("assistant", told(), id="msg_1"), ASK, REPLY],
        context={"thinking": True},
    ),
    pair(
        "openai-responses.reasoning-present",
        [ASK, reasoning(), call(id="fc_1"), output(), call("call_2", id="fc_2"), output("call_2")],
        "$[4].id",
        [ASK, call(), output(), call("call_2"), output("call_2")],
        context={"thinking": True},
    ),
    pair(
        "openai-responses.reasoning-content-empty",
        [ASK, reasoning(content=[{"type": "reasoning_text", "text": "Hm."}]), REPLY],
        "$[1].content",
        [ASK, reasoning("Hm.", content=[]), REPLY],
    ),
    pair(
        "openai-responses.reasoning-status",
        [ASK, reasoning(status="completed"), REPLY],
        "$[1].status",
        [ASK, reasoning(), says("assistant", told(), id="msg_1", status="completed")],
    ),
    pair(
        "openai-responses.part-by-role", [ASK, says("assistant", heard("Sunny."))], "$[1].content[0].type", [ASK, REPLY]
    ),
    pair(
        "openai-responses.part-by-role",
        [ASK, says("assistant", told(), image())],
        "$[1].content[1].type",
        [says("user", heard(), image()), says("assistant", told(), {"type": "refusal", "refusal": "No."})],
    ),
    pair(
        "openai-responses.part-by-role",
        [says("user", told("Weather?"))],
        "$[0].content[0].type",
        [says("developer", heard("Be brief.")), ASK],
    ),
    pair(
        "openai-responses.image-url",
        [says("user", image("cat.png"))],
        "$[0].content[0].image_url",
        [says("user", image(HTTPS))],
    ),
    pair(
        "openai-responses.image-url",
        [says("user", image(PNG.partition(",")[2]))],
        "$[0].content[0].image_url",
        [says("user", image(PNG, detail="low"))],
    ),
    pair(
        "openai-responses.image-url",
        [says("user", image("file:///tmp/cat.png"))],
        "$[0].content[0].image_url",
        [says("user", {"type": "input_image", "file_id": "file-1"})],
    ),
    pair(
        "openai-responses.image-url",
        [says("user", image("data:image/png;base64,"))],
        "$[0].content[0].image_url",
        [says("user", image("HTTP://example.com/a"))],
    ),
    pair(
        "openai-responses.image-url",
        [ASK, call(), output(said=[image(f"data:application/pdf;base64,{PDF}")])],
        "$[2].output[0].image_url",
        [ASK, call(), output(said=[image()])],
        also=("openai-responses.image-format",),
    ),
    pair(
        "openai-responses.image-format",
        [says("user", image(BMP))],
        "$[0].content[0].image_url",
        [says("user", image())],
    ),
    pair(
        "openai-responses.file-source",
        [says("user", file(file_data=f"data:application/pdf;base64,{PDF}"))],
        "$[0].content[0]",
        [says("user", file(file_data=f"data:application/pdf;base64,{PDF}", filename="a.pdf"))],
    ),
    pair(
        "openai-responses.file-source",
        [ASK, call(), output(said=[file(filename="a.pdf")])],
        "$[2].output[0]",
        [says("user", file(file_url="https://example.com/a.pdf"), file(file_id="file-1"))],
    ),
    pair("openai-responses.no-unknown-keys", [{**ASK, "name": "Bob"}], "$[0].name", [{**ASK, "type": "message"}]),
    pair(
        "openai-responses.no-unknown-keys",
        [ASK, says("assistant", told(), tool_calls=[])],
        "$[1].tool_calls",
        [ASK, says("assistant", told(annotations=[], logprobs=[]), phase="final_answer")],
    ),
    pair(
        "openai-responses.no-unknown-keys",
        [ASK, call(parsed_arguments={}), output()],
        "$[1].parsed_arguments",
        [ASK, call(status="completed"), output(status="completed")],
    ),
    pair(
        "openai-responses.no-unknown-keys",
        [says("user", heard(cache_control={"type": "ephemeral"}))],
        "$[0].content[0].cache_control",
        [says("user", heard(prompt_cache_breakpoint={"mode": "explicit"}))],
    ),
)

RIGHT: dict[str, Any] = {
    "a string": {"input": "Weather?"},
    "a list": [ASK],
    "strings": [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": "Sunny."}],
    "turns": asked(ASK, REPLY, ASK, instructions="Be brief.", model="gpt-5", store=False),
    "no instructions": asked(ASK, instructions=None),
    "systems and developers": asked(
        says("system", heard("Be brief.")), ASK, says("developer", heard("Be kind.")), REPLY
    ),
    "as the api returned it": asked(
        {"type": "message", **ASK, "status": "completed"},
        reasoning("Let me see.", content=None),
        {**REPLY, "type": "message", "id": "msg_1", "status": "completed", "phase": "commentary"},
        call(id="fc_1", status="completed"),
        output(id=None, status=None, caller=None),
        says("assistant", told(annotations=[{"type": "url_citation"}], logprobs=[]), id="msg_2"),
    ),
    "a tool": asked(ASK, REPLY, call(), output(), tools=[FLAT]),
    "parallel tools": asked(ASK, call("a"), call("b", "time"), output("b"), output("a"), tools=[FLAT]),
    "a custom tool": asked(ASK, custom(), custom_output(), tools=[{"type": "custom", "name": "shell"}]),
    "a word between call and output": asked(ASK, call(), REPLY, output()),
    "media": [
        says(
            "user",
            heard("See:"),
            image(HTTPS, detail="high"),
            image(),
            {"type": "input_image", "file_id": "file-1", "image_url": None, "detail": None},
            file(file_url="https://example.com/a.pdf"),
            file(file_data=f"data:application/pdf;base64,{PDF}", filename="a.pdf", detail="low"),
            file(file_data=PDF, filename="a.pdf"),
            file(file_id="file-2"),
        )
    ],
    "media in an output": [ASK, call(), output(said=[heard("See:"), image()])],
    "reasoning": asked(ASK, reasoning("Let me see.", "Well."), call(), output()),
    "reasoning without an id": asked(ASK, {"type": "reasoning", "summary": [], "encrypted_content": "gAAA"}, REPLY),
    "items told by their id": asked(
        ASK, {"type": "item_reference", "id": "rs_1"}, {"type": None, "id": "msg_1"}, {"id": "fc_1"}, output("call_9")
    ),
    "server tools": asked(
        ASK, {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}, REPLY
    ),
    "an output of the response before": asked(output(), previous_response_id="resp_1"),
}

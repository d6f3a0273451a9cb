"""What DashScope refuses in the parameters of a request, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.media import data_uri, picture
from support.refusals.requests import FUNCTION, HI, OBJECT


def called(arguments: str) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": arguments}}


def filmed(pictures: int) -> dict[str, Any]:
    return {
        "messages": [{"role": "user", "content": [{"type": "video", "video": ["https://a.example/b.png"] * pictures}]}]
    }


def qwen(model: str = "qwen-plus", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": HI, **more}


def shown_at(url: str) -> dict[str, Any]:
    part = {"type": "image_url", "image_url": {"url": url}}
    return {"messages": [{"role": "user", "content": [part, {"type": "text", "text": "What is it?"}]}]}


def dashed(**parameters: Any) -> dict[str, Any]:
    return {"model": "qwen-plus", "input": {"messages": HI}, "parameters": parameters}


DRAWN = data_uri(picture(20, 20))
TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "dashscope",
        "$.audio.voice",
        qwen("qwen3-omni-flash", modalities=["text", "audio"], audio={"voice": "alloy", "format": "wav"}, stream=True),
        qwen("qwen3-omni-flash", modalities=["text", "audio"], audio={"voice": "Cherry", "format": "wav"}, stream=True),
    ),
    (
        "dashscope",
        "$.messages[0].content[0].video_url.url",
        {"messages": [{"role": "user", "content": [{"type": "video_url", "video_url": {"url": DRAWN}}]}]},
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": DRAWN}}]}]},
    ),
    ("dashscope", "$.tool_choice", qwen(tool_choice="auto"), qwen(tools=[FUNCTION], tool_choice="auto")),
    (
        "dashscope",
        "$.enable_thinking",
        qwen("MiniMax-M2.5", enable_thinking=False),
        qwen("qwen3.8-plus", enable_thinking=False),
    ),
    ("dashscope", "$.tools", qwen("qwen-vl-ocr", tools=[FUNCTION]), qwen(tools=[FUNCTION])),
    (
        "dashscope",
        "$.response_format.json_schema",
        qwen(response_format={"type": "json_object", "json_schema": {"name": "a", "schema": OBJECT}}),
        qwen(response_format={"type": "json_schema", "json_schema": {"name": "a", "schema": OBJECT}}),
    ),
    (
        "dashscope",
        "$.parameters.result_format",
        dashed(tools=[FUNCTION], result_format="text"),
        dashed(tools=[FUNCTION], result_format="message"),
    ),
    ("dashscope", "$.enable_search", qwen("qwen2.5-14b-instruct", enable_search=True), qwen(enable_search=True)),
    ("dashscope", "$.max_tokens", qwen("qwen-max", max_tokens=32000), qwen("qwen-max", max_tokens=8192)),
    ("dashscope", "$.max_tokens", qwen("qwen3-max-thinking", max_tokens=65536), qwen(max_tokens=32768)),
    ("dashscope", "$.max_tokens", qwen(max_tokens=70000), qwen(max_tokens=65536)),
    ("dashscope", "$.max_tokens", qwen(max_tokens=0), qwen(max_tokens=1)),
    ("dashscope", "$.temperature", qwen(temperature=2), qwen(temperature=1.99)),
    ("dashscope", "$.top_p", qwen(top_p=0), qwen(top_p=1)),
    ("dashscope", "$.parameters.top_k", qwen(parameters={"top_k": -1}), qwen(parameters={"top_k": 0})),
    ("dashscope", "$.n", qwen(n=5), qwen(n=4)),
    ("dashscope", "$.presence_penalty", qwen(presence_penalty=3), qwen(presence_penalty=-2)),
    (
        "dashscope",
        "$.parameters.repetition_penalty",
        qwen(parameters={"repetition_penalty": 0}),
        qwen(repetition_penalty=1.1),
    ),
    ("dashscope", "$.seed", qwen(seed=-1), qwen(seed=0)),
    ("dashscope", "$.temperature", qwen(temperature="0.5"), qwen(temperature=0)),
    (
        "dashscope",
        "$.thinking_budget",
        qwen("qwen-turbo-2025-04-28", thinking_budget=77824),
        qwen(thinking_budget=77824),
    ),
    ("dashscope", "$.thinking_budget", qwen(thinking_budget=0), qwen(thinking_budget=1)),
    (
        "dashscope",
        "$.tool_choice",
        qwen(tools=[FUNCTION], tool_choice="required", enable_thinking=True),
        qwen(tools=[FUNCTION], tool_choice="auto", enable_thinking=True),
    ),
    (
        "dashscope",
        "$.response_format.type",
        qwen("qwen3-4b-thinking-2507", response_format={"type": "json_object"}, messages=[{"content": "as json"}]),
        qwen(response_format={"type": "json_object"}, messages=[{"content": "as json"}]),
    ),
    (
        "dashscope",
        "$.parameters.result_format",
        qwen(parameters={"result_format": "text", "enable_thinking": True}),
        qwen(parameters={"result_format": "message", "enable_thinking": True}),
    ),
    (
        "dashscope",
        "$.parameters.incremental_output",
        qwen(parameters={"incremental_output": False, "enable_thinking": True}),
        qwen(parameters={"incremental_output": False}),
    ),
    (
        "dashscope",
        "$.enable_thinking",
        qwen("qwen3-4b-thinking-2507", enable_thinking=False),
        qwen(enable_thinking=False),
    ),
    ("dashscope", "$", qwen("qwq-plus"), qwen("qwq-plus", stream=True)),
    (
        "dashscope",
        "$.tools[0].function.name",
        qwen(tools=[{"type": "function", "function": {"name": "search"}}]),
        qwen(tools=[{"type": "function", "function": {"name": "search_web"}}]),
    ),
    (
        "dashscope",
        "$.messages[0].content[0].image_url.url",
        qwen("qwen-vl-plus", **shown_at(data_uri(picture(10, 40)))),
        qwen("qwen-vl-plus", **shown_at(data_uri(picture(11, 11)))),
    ),
    (
        "dashscope",
        "$.messages[0].content[0].image_url.url",
        qwen("qwen-vl-plus", **shown_at("iVBORw0KGgo=")),
        qwen("qwen-vl-plus", **shown_at("https://example.com/cat.png")),
    ),
    (
        "dashscope",
        "$.messages[0].content[0].image_url.url",
        qwen("qwen-vl-plus", **shown_at("data:image/png,iVBORw0KGgo=")),
        qwen("qwen-vl-plus", **shown_at("data:image/png;base64,iVBORw0KGgo=")),
    ),
    (
        "dashscope",
        "$.messages[0].content[0].image_url.url",
        qwen("qwen-vl-plus", **shown_at("data:image/png;base64," + "A" * 10_485_760)),
        qwen("qwen-vl-plus", **shown_at("data:image/png;base64," + "A" * 10_485_738)),
    ),
    (
        "dashscope",
        "$.messages[0].content[0].video",
        qwen("qwen-vl-plus", **filmed(3)),
        qwen("qwen-vl-plus", **filmed(4)),
    ),
    ("dashscope", "$.stop", qwen(stop=["a", 3]), qwen(stop=["a", "b"])),
    ("dashscope", "$.stop", qwen(stop=7), qwen(stop="a")),
    ("dashscope", "$.parameters.stop", qwen(parameters={"stop": {}}), qwen(parameters={"stop": [[1, 2], [3]]})),
    ("dashscope", "$.response_format", qwen(response_format="json_object"), qwen(response_format={"type": "text"})),
    ("dashscope", "$.response_format", qwen(response_format={"mode": "text"}), qwen(response_format=None)),
    (
        "dashscope",
        "$.tool_choice",
        qwen(tools=[FUNCTION], tool_choice="any"),
        qwen(tools=[FUNCTION], tool_choice="none"),
    ),
    (
        "dashscope",
        "$.modalities",
        qwen("qwen3-omni-flash", stream=False, modalities=["text", "audio"]),
        qwen("qwen3-omni-flash", stream=True, modalities=["text", "audio"]),
    ),
    ("dashscope", "$.enable_search", qwen("qwen2.5-14b-instruct", enable_search=True), qwen(enable_search=True)),
    ("dashscope", "$", qwen("qwen-mt-plus"), qwen("qwen-mt-plus", translation_options={"target_lang": "English"})),
    (
        "dashscope",
        "$.input.messages[0].content",
        {"model": "qwen-turbo", "input": {"messages": [{"role": "user", "content": ""}]}},
        qwen(messages=[{"role": "assistant", "content": ""}, *HI]),
    ),
    (
        "dashscope",
        "$.messages[1].tool_calls[0].function.arguments",
        qwen(messages=[*HI, {"role": "assistant", "content": "", "tool_calls": [called("{")]}]),
        qwen(messages=[*HI, {"role": "assistant", "content": "", "tool_calls": [called("{}")]}]),
    ),
    (
        "dashscope",
        "$.messages[0].content",
        qwen(messages=[{"role": "user", "content": "A <|image_pad|> b"}]),
        qwen(),
    ),
    (
        "dashscope",
        "$.messages[0].role",
        qwen(messages=[{"role": "developer", "content": "Be kind."}, *HI]),
        qwen(),
    ),
]

"""The tables of single providers' refusals: each entry is broken by a request, and its right neighbour breaks none."""

from __future__ import annotations

from typing import Any

import pytest
from support.media import data_uri, picture
from support.refused_parameters import REFUSED_PARAMETERS
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import request_findings
from pytest_promptfmt.verdicts.request.parameters import FINDINGS, parameter_findings
from pytest_promptfmt.verdicts.request.providers.alibaba.dashscope import REFUSED_BY_DASHSCOPE
from pytest_promptfmt.verdicts.request.providers.amazon.bedrock import REFUSED_BY_BEDROCK
from pytest_promptfmt.verdicts.request.providers.anthropic.features import REFUSED_FEATURES
from pytest_promptfmt.verdicts.request.providers.anthropic.messages import REFUSED_BY_ANTHROPIC
from pytest_promptfmt.verdicts.request.providers.google.gemini import REFUSED_BY_GEMINI
from pytest_promptfmt.verdicts.request.providers.google.interactions import REFUSED_BY_INTERACTIONS
from pytest_promptfmt.verdicts.request.providers.zhipu import REFUSED_BY_ZHIPU
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.values import within

OF_PROVIDERS = (
    *REFUSED_BY_ANTHROPIC,
    *REFUSED_BY_BEDROCK,
    *REFUSED_BY_DASHSCOPE,
    *REFUSED_BY_GEMINI,
    *REFUSED_BY_INTERACTIONS,
    *REFUSED_FEATURES,
    *REFUSED_BY_ZHIPU,
)
HI = [{"role": "user", "content": "Hi"}]
SPOKEN = [{"role": "user", "parts": [{"text": "Hi"}]}]
DECLARED = {"functionDeclarations": [{"name": "look"}]}
FUNCTION = {"type": "function", "function": {"name": "look"}}
EPHEMERAL = {"type": "ephemeral"}
BUDGET, ADAPTIVE = {"type": "enabled", "budget_tokens": 1024}, {"type": "adaptive"}
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "EqQB"}
PROFILE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"


SERVER = {"type": "url", "url": "https://example.com/mcp", "name": "a"}
BRIEF, LASTING = {"cachePoint": {"type": "default"}}, {"cachePoint": {"type": "default", "ttl": "1h"}}
REASONS = {"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "low"}}
CALLS = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
PRO = "us.amazon.nova-pro-v1:0"
REFERRED = {"type": "array", "items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"type": "string"}}}


def called(arguments: str) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": arguments}}


def begun(model: str) -> dict[str, Any]:
    messages = [{"role": role, "content": [{"text": "Hi"}]} for role in ("user", "assistant")]
    return {"modelId": model, "messages": messages, "toolConfig": {"tools": [{"toolSpec": {"name": "look"}}]}}


def read(format_: str) -> dict[str, Any]:
    document = {"document": {"format": format_, "name": "a", "source": {"bytes": "IyBh"}}}
    return {"modelId": PROFILE, "messages": [{"role": "user", "content": [document, {"cachePoint": {}}]}]}


def claude(model: str = "claude-sonnet-4-5", **more: Any) -> dict[str, Any]:
    return {"model": model, "max_tokens": 4000, "messages": HI, **more}


def thinking_back(thought: str) -> list[dict[str, Any]]:
    block = {"type": "thinking", "thinking": thought, "signature": "RXFRQ0FRZ1lBQ0lB"}
    return [*HI, {"role": "assistant", "content": [block, {"type": "text", "text": "Rain."}]}, *HI]


def opus(**more: Any) -> dict[str, Any]:
    return claude("claude-opus-4-8", **more)


def advised(by: str) -> dict[str, Any]:
    return claude("claude-fable-5", tools=[{"type": "advisor_20260301", "name": "advisor", "model": by}])


def edited(model: str, date: str) -> dict[str, Any]:
    return claude(model, tools=[{"type": f"text_editor_{date}", "name": "str_replace_based_edit_tool"}])


def gemini(model: str = "gemini-2.5-flash", **more: Any) -> dict[str, Any]:
    return {"model": model, "contents": SPOKEN, **more}


def config(**keys: Any) -> dict[str, Any]:
    return {"generationConfig": keys}


def thinks(**keys: Any) -> dict[str, Any]:
    return config(thinkingConfig=keys)


def converse(model: str = PROFILE, **more: Any) -> dict[str, Any]:
    return {"modelId": model, "messages": [{"role": "user", "content": [{"text": "Hi"}]}], **more}


def spec(schema: dict[str, Any], **choice: Any) -> dict[str, Any]:
    tool = {"toolSpec": {"name": "look", "inputSchema": {"json": schema}}}
    return {"toolConfig": {"tools": [tool], **({"toolChoice": choice} if choice else {})}}


def filmed(pictures: int) -> dict[str, Any]:
    return {
        "messages": [{"role": "user", "content": [{"type": "video", "video": ["https://a.example/b.png"] * pictures}]}]
    }


def qwen(model: str = "qwen-plus", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": HI, **more}


IN_A_BUCKET = [{"role": "user", "content": [{"document": {"source": {"s3Location": {"uri": "s3://shelf/a.pdf"}}}}]}]


def declaring(a: dict[str, Any]) -> dict[str, Any]:
    return {"functionDeclarations": [{"name": "look", "parameters": {"type": "OBJECT", "properties": {"a": a}}}]}


def clearing(*types: str) -> dict[str, Any]:
    return {"context_management": {"edits": [{"type": type_} for type_ in types]}}


def safety(*categories: str, threshold: str = "BLOCK_NONE") -> dict[str, Any]:
    return {"safetySettings": [{"category": category, "threshold": threshold} for category in categories]}


def shown_at(url: str) -> dict[str, Any]:
    part = {"type": "image_url", "image_url": {"url": url}}
    return {"messages": [{"role": "user", "content": [part, {"type": "text", "text": "What is it?"}]}]}


def glm(model: str = "glm-4.7", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": HI, **more}


def answer(**schema: Any) -> dict[str, Any]:
    closed = {"type": "object", "additionalProperties": False, **schema}
    return {"output_config": {"format": {"type": "json_schema", "schema": closed}}}


def listing(items: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": items}}}
    return glm(tools=[{"type": "function", "function": {"name": "look", "parameters": schema}}])


def drawn(type_: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [{"type": type_, type_: {"url": "https://e.com/a.png"}}]}]}


OBJECT = {"type": "object", "properties": {}}
CACHED = {"system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]}
TOLD = [*HI, {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "Yes"}]}]

NAMES = [f"p{n}" for n in range(512)]
MAYBE = ["string", "null"]
ANSWER = "$.output_config.format.schema"


def closed(*names: str, type_: Any = "string", required: list[str] | None = None) -> dict[str, Any]:
    properties = {name: {"type": type_} for name in names}
    wanted = [*names] if required is None else required
    return {"type": "object", "properties": properties, "required": wanted, "additionalProperties": False}


LOOSE = closed(*NAMES[:9], required=[])


def strict(name: str, *names: str) -> dict[str, Any]:
    return {"name": name, "strict": True, "input_schema": closed(*names, required=[])}


def asked(schema: dict[str, Any]) -> dict[str, Any]:
    return {"output_config": {"format": {"type": "json_schema", "schema": schema}}}


def answered(schema: dict[str, Any]) -> dict[str, Any]:
    return claude(**asked(schema))


def shown(*cited: bool) -> dict[str, Any]:
    source = {"type": "text", "media_type": "text/plain", "data": "a"}
    documents = [{"type": "document", "source": source, "citations": {"enabled": each}} for each in cited]
    return claude(messages=[{"role": "user", "content": documents}])


def pictured(model: str) -> dict[str, Any]:
    image = {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}}
    return converse(model, messages=[{"role": "user", "content": [image]}])


def web(**more: Any) -> dict[str, Any]:
    return claude(tools=[{"type": "web_search_20250305", "name": "web_search", **more}])


def choosing(model: str, kind: str) -> dict[str, Any]:
    return claude(model, tools=[{"name": "f", "input_schema": OBJECT}], tool_choice={"type": kind})


def worded(*words: str, type_: Any = "string") -> dict[str, Any]:
    schema = closed("a")
    return answered({**schema, "properties": {"a": {"type": type_, "enum": [*words]}}})


def searching(**more: Any) -> dict[str, Any]:
    call = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "rain"}, **more}
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    said = [*HI, {"role": "assistant", "content": [call, result, {"type": "text", "text": "Rain."}]}, *HI]
    return {**web(), "messages": said}


def ran(name: str = "web_search", **tool: Any) -> dict[str, Any]:
    return claude(tools=[{"type": "web_search_20250305", "name": name}], **tool)


def reasoned(**text: str) -> dict[str, Any]:
    thought = {"reasoningContent": {"reasoningText": {"text": "Hm.", **text}}}
    said = {"role": "assistant", "content": [thought, {"text": "Rain."}]}
    user = {"role": "user", "content": [{"text": "Hi"}]}
    return converse(messages=[user, said, user])


def telling(turns: int) -> dict[str, Any]:
    said = [{"role": role, "content": [{"text": "Hi"}]} for role in ("user", "assistant", "user")[:turns]]
    return {"modelId": "ai21.j2-ultra-v1", "messages": said}


def step(**more: Any) -> dict[str, Any]:
    return {"model": "gemini-3.8-flash", "input": "Hi", **more}


def shaped(schema: dict[str, Any]) -> dict[str, Any]:
    return config(responseMimeType="application/json", responseSchema=schema)


def choosing_of(word: str) -> dict[str, Any]:
    return shaped({"type": "STRING", "enum": ["a", word]})


def dashed(**parameters: Any) -> dict[str, Any]:
    return {"model": "qwen-plus", "input": {"messages": HI}, "parameters": parameters}


LIMIT, STRINGS = {"maxTokens": 2048}, {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}
DRAWN = data_uri(picture(20, 20))
SEEN = {"type": "image", "uri": "https://example.com/a.png", "mime_type": "image/png"}
DANGLING, FOUND = ({"a": {"$ref": f"#/$defs/{name}"}} for name in ("Gone", "Kept"))
KEPT = {"type": "object", "required": ["a"], "additionalProperties": False, "$defs": {"Kept": {"type": "string"}}}
RETURNED = {"toolResult": {"toolUseId": "a", "content": [{"text": "4"}]}}


def exact(properties: dict[str, Any], model: str = PROFILE) -> dict[str, Any]:
    tool = {"name": "look", "strict": True, "inputSchema": {"json": {**KEPT, "properties": properties}}}
    return converse(model, toolConfig={"tools": [{"toolSpec": tool}]})


def returned(*beside: dict[str, Any], model: str = PROFILE) -> dict[str, Any]:
    return {**converse(model), "messages": [{"role": "user", "content": [RETURNED, *beside]}]}


TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "anthropic",
        f"{ANSWER}.properties.a.$ref",
        claude(**asked({**KEPT, "properties": DANGLING})),
        claude(**asked({**KEPT, "properties": FOUND})),
    ),
    ("bedrock", "$.toolConfig.tools[0].toolSpec.inputSchema.json.properties.a.$ref", exact(DANGLING), exact(FOUND)),
    (
        "bedrock",
        "$.messages[0].content[1].document",
        returned({"document": {"format": "txt", "name": "a"}}),
        returned({"text": "So?"}),
    ),
    (
        "bedrock",
        "$.messages[0].content[1].document",
        returned({"document": {"format": "txt", "name": "a"}}),
        returned({"document": {"format": "txt", "name": "a"}}, model=PRO),
    ),
    (
        "bedrock",
        "$.inferenceConfig.maxTokens",
        converse("openai.gpt-oss-120b-1:0", inferenceConfig={"maxTokens": 128000}),
        converse("openai.gpt-oss-120b-1:0", inferenceConfig={"maxTokens": 65536}),
    ),
    *(
        (
            "gemini",
            "$.generationConfig.responseModalities",
            gemini(model=model, generationConfig={"responseModalities": ["TEXT", "IMAGE"]}),
            gemini(model=drawing, generationConfig={"responseModalities": ["TEXT", "IMAGE"]}),
        )
        for model, drawing in (
            ("gemini-2.0-flash", "gemini-2.5-flash-image"),
            ("gemini-3.5-flash", "gemini-3-pro-image"),
        )
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini(model="gemini-flash-latest", generationConfig={"thinkingConfig": {"thinkingBudget": 0}}),
        gemini(model="gemini-flash-latest", generationConfig={"thinkingConfig": {"thinkingBudget": 128}}),
    ),
    ("anthropic", "$.tool_choice", choosing("claude-opus-5-5", "any"), choosing("claude-opus-5-5", "auto")),
    (
        "anthropic",
        "$.container",
        claude(container="container_1"),
        claude(container="container_1", tools=[{"type": "code_execution_20250825", "name": "code_execution"}]),
    ),
    ("anthropic", "$.tools[0].name", ran("search"), ran()),
    ("anthropic", "$.tools[0].allowed_domains", web(allowed_domains=[]), web(allowed_domains=["a.com"])),
    ("anthropic", "$.tools[0].blocked_domains", web(blocked_domains=[]), web(blocked_domains=["b.com"])),
    (
        "anthropic",
        "$.tools[0].blocked_domains",
        web(allowed_domains=["a.com"], blocked_domains=["b.com"]),
        web(allowed_domains=["a.com"]),
    ),
    (
        "anthropic",
        "$.tools[0].user_location.country",
        web(user_location={"type": "approximate", "country": "CR"}),
        web(user_location={"type": "approximate", "country": "US"}),
    ),
    (
        "anthropic",
        "$.inference_geo",
        claude("claude-opus-4-6", inference_geo="eu"),
        claude("claude-opus-4-6", inference_geo="global"),
    ),
    (
        "anthropic",
        f"{ANSWER}.properties.a.oneOf",
        answered({**closed("a"), "properties": {"a": {"oneOf": [{"type": "string"}, {"type": "null"}]}}}),
        answered({**closed("a"), "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}),
    ),
    (
        "anthropic",
        f"{ANSWER}.additionalProperties",
        answered({**closed("a"), "additionalProperties": True}),
        answered(closed("a")),
    ),
    ("anthropic", f"{ANSWER}.properties.a.enum[0]", worded("a", type_=["string", "null"]), worded("a")),
    (
        "anthropic",
        "$.messages[0].output_config",
        claude("claude-opus-4-8", messages=[{**HI[0], "output_config": {"effort": "low"}}]),
        claude("claude-opus-4-8", output_config={"effort": "low"}),
    ),
    ("anthropic", "$.messages[1].content[0].caller", searching(caller=None), searching(caller={"type": "direct"})),
    (
        "bedrock",
        "$.toolConfig.tools[1].cachePoint",
        converse(PRO, toolConfig={"tools": [{"toolSpec": {"name": "look", "inputSchema": {"json": OBJECT}}}, BRIEF]}),
        converse(PRO, system=[{"text": "a"}, BRIEF]),
    ),
    (
        "bedrock",
        "$.inferenceConfig.maxTokens",
        converse("meta.llama3-70b-instruct-v1:0", inferenceConfig={"maxTokens": 8192}),
        converse("meta.llama3-70b-instruct-v1:0", inferenceConfig=LIMIT),
    ),
    ("bedrock", "$.messages[1]", telling(3), telling(1)),
    (
        "bedrock",
        "$.inferenceConfig.stopSequences[1]",
        converse("amazon.titan-text-express-v1", inferenceConfig={"stopSequences": ["||", "</stop>"]}),
        converse("amazon.titan-text-express-v1", inferenceConfig={"stopSequences": ["||", "User:"]}),
    ),
    (
        "bedrock",
        "$.additionalModelRequestFields.tools[0].type",
        converse(additionalModelRequestFields={"tools": [{"type": "web_search_20250305", "name": "web_search"}]}),
        converse(additionalModelRequestFields={"tools": [{"type": "bash_20250124", "name": "bash"}]}),
    ),
    (
        "bedrock",
        "$.messages[1].content[0].reasoningContent",
        {**reasoned(signature="a"), "modelId": "openai.gpt-oss-120b-1:0"},
        converse("openai.gpt-oss-120b-1:0"),
    ),
    (
        "bedrock",
        "$.messages[1].content[0].reasoningContent.reasoningText",
        reasoned(),
        reasoned(signature="RXFRQ0FRZ1lBQ0lB"),
    ),
    (
        "gemini",
        "$.tools[0].googleSearch",
        gemini(tools=[{"googleSearch": {}}], **shaped(STRINGS)),
        gemini("gemini-3.8-flash", tools=[{"googleSearch": {}}], **shaped(STRINGS)),
    ),
    ("gemini", "$.generationConfig.seed", gemini(**config(seed=3812238859)), gemini(**config(seed=2147483647))),
    ("gemini", "$.generationConfig.responseSchema.enum[1]", gemini(**choosing_of("")), gemini(**choosing_of("b"))),
    (
        "gemini-interactions",
        "$.response_format.type",
        step(response_format={"type": "json_schema", "schema": OBJECT}),
        step(response_format={"type": "text", "mime_type": "application/json", "schema": OBJECT}),
    ),
    (
        "gemini-interactions",
        "$.tools[0].type",
        step(tools=[{"type": "web_search"}]),
        step(tools=[{"type": "google_search"}]),
    ),
    (
        "gemini-interactions",
        "$.input[0].type",
        step(input=[SEEN]),
        step(input=[{"type": "user_input", "content": [SEEN]}]),
    ),
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
    (
        "anthropic",
        "$.thinking.budget_tokens",
        claude(thinking={**BUDGET, "budget_tokens": 512}),
        claude(thinking=BUDGET),
    ),
    (
        "anthropic",
        "$.tool_choice.type",
        claude(
            tools=[{"name": "f", "input_schema": {"type": "object"}}], tool_choice={"type": "function", "name": "f"}
        ),
        claude(tools=[{"name": "f", "input_schema": {"type": "object"}}], tool_choice={"type": "tool", "name": "f"}),
    ),
    ("anthropic", "$.stop_sequences[1]", claude(stop_sequences=["a", "\n"]), claude(stop_sequences=["a", "\nb"])),
    ("anthropic", "$.stop_sequences[0]", claude(stop_sequences=[""]), claude(stop_sequences=[])),
    (
        "anthropic",
        "$.output_config.effort",
        claude(model="claude-opus-4-8", thinking={"type": "disabled"}, output_config={"effort": "xhigh"}),
        claude(model="claude-opus-4-8", thinking={"type": "disabled"}, output_config={"effort": "high"}),
    ),
    (
        "anthropic",
        "$.thinking.type",
        claude(model="claude-fable-5", thinking={"type": "disabled"}),
        claude(model="claude-opus-4-8", thinking={"type": "disabled"}),
    ),
    ("anthropic", "$.tools[0].type", edited("claude-opus-4-6", "20250429"), edited("claude-opus-4-6", "20250728")),
    ("anthropic", "$.tools[0].type", edited("claude-opus-4-8", "20250124"), edited("claude-sonnet-4-5", "20250429")),
    (
        "anthropic",
        "$.mcp_servers[0].name",
        claude(mcp_servers=[SERVER]),
        claude(mcp_servers=[SERVER], tools=[{"type": "mcp_toolset", "mcp_server_name": "a"}]),
    ),
    (
        "bedrock",
        "$.messages[0].content[1].cachePoint.ttl",
        converse(system=[{"text": "a"}, BRIEF], messages=[{"role": "user", "content": [{"text": "Hi"}, LASTING]}]),
        converse(system=[{"text": "a"}, LASTING], messages=[{"role": "user", "content": [{"text": "Hi"}, BRIEF]}]),
    ),
    *(
        (
            "bedrock",
            "$.additionalModelRequestFields.reasoningConfig",
            converse(model, additionalModelRequestFields=REASONS),
            converse("us.amazon.nova-2-lite-v1:0", additionalModelRequestFields=REASONS),
        )
        for model in ("amazon.nova-pro-v1:0", "amazon.nova-micro-v1:0")
    ),
    (
        "bedrock",
        "$.inferenceConfig.maxTokens",
        converse("moonshotai.kimi-k3", inferenceConfig={"maxTokens": 8}),
        converse("moonshotai.kimi-k3", inferenceConfig={"maxTokens": 16}),
    ),
    (
        "zhipu",
        "$.tools[0].function.parameters.properties.a.items",
        listing([{"type": "number"}]),
        listing({"type": "number"}),
    ),
    ("anthropic", "$.tools[0].model", advised("claude-opus-4-8"), advised("claude-fable-5")),
    ("anthropic", "$.temperature", claude(temperature=1.2), claude(temperature=1.0)),
    ("anthropic", "$.top_p", claude(top_p=-1), claude(top_p=0.9)),
    ("anthropic", "$.max_tokens", claude(max_tokens=-1), claude(max_tokens=0)),
    ("anthropic", "$.temperature", claude(temperature="0.5"), claude(temperature=0)),
    ("anthropic", "$.tool_choice", claude(tools=[OBJECT], tool_choice="auto"), claude()),
    ("anthropic", "$.thinking", claude(thinking=True), claude(thinking=None)),
    (
        "anthropic",
        "$.tool_choice.type",
        claude(tools=[{"name": "f"}], tool_choice={"type": "required"}),
        claude(tools=[{"name": "f"}], tool_choice={"type": "any"}),
    ),
    ("anthropic", "$.thinking.type", claude(thinking={"type": "auto"}), claude(thinking={"type": "disabled"})),
    ("anthropic", "$.output_config.effort", opus(output_config={"effort": "highest"}), opus(output_config={})),
    ("anthropic", "$.max_tokens", claude("claude-3-opus-20240229", max_tokens=8192), claude("claude-3-5-haiku-latest")),
    (
        "anthropic",
        "$.max_tokens",
        claude("claude-3-5-sonnet-20241022", max_tokens=8193),
        claude("claude-3-7-sonnet-latest"),
    ),
    (
        "anthropic",
        "$.max_tokens",
        claude("claude-opus-4-1", max_tokens=64000),
        claude("claude-opus-4-5", max_tokens=64000),
    ),
    ("anthropic", "$.max_tokens", claude(max_tokens=100000), claude(max_tokens=64000)),
    ("anthropic", "$.max_tokens", opus(max_tokens=200000), opus(max_tokens=128000)),
    ("anthropic", "$.temperature", opus(temperature=0.2), opus(temperature=1)),
    ("anthropic", "$.top_k", opus(top_k=0), claude(top_k=5)),
    ("anthropic", "$.thinking.type", opus(thinking=BUDGET), opus(thinking=ADAPTIVE)),
    ("anthropic", "$.thinking.type", claude(thinking=ADAPTIVE), claude("claude-sonnet-4-6", thinking=ADAPTIVE)),
    (
        "anthropic",
        "$.output_config.effort",
        claude("claude-haiku-4-5", output_config={"effort": "low"}),
        claude("claude-opus-4-5", output_config={"effort": "low"}),
    ),
    (
        "anthropic",
        "$.output_config.effort",
        claude("claude-opus-4-5", output_config={"effort": "max"}),
        claude("claude-opus-4-6", output_config={"effort": "max"}),
    ),
    (
        "anthropic",
        "$.output_config.effort",
        claude("claude-sonnet-4-6", output_config={"effort": "xhigh"}),
        claude("claude-opus-4-7", output_config={"effort": "xhigh"}),
    ),
    (
        "anthropic",
        "$.inference_geo",
        claude("claude-sonnet-4-5", inference_geo="us"),
        claude("claude-opus-4-6", inference_geo="us"),
    ),
    *(
        (
            "anthropic",
            f"$.{key}",
            {"anthropic_version": platform, "max_tokens": 9, "messages": HI, key: value},
            claude("claude-opus-4-6", **{key: value}),
        )
        for platform in ("vertex-2023-10-16", "bedrock-2023-05-31")
        for key, value in (("diagnostics", {"previous_message_id": "msg_1"}), ("inference_geo", "us"))
    ),
    (
        "bedrock",
        "$.messages[0].content[1]",
        {
            "modelId": PROFILE,
            "messages": [
                {"role": "user", "content": [{"text": "Hi"}, {"toolUse": {"toolUseId": "t", "name": "f", "input": {}}}]}
            ],
        },
        {
            "modelId": PROFILE,
            "messages": [
                {"role": "user", "content": [{"text": "Hi"}]},
                {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t", "name": "f", "input": {}}}]},
            ],
        },
    ),
    (
        "bedrock",
        "$.additionalModelRequestFields.output_config.effort",
        converse(
            "us.anthropic.claude-opus-4-5-20251101-v1:0",
            additionalModelRequestFields={"output_config": {"effort": "xhigh"}},
        ),
        converse(
            "us.anthropic.claude-opus-4-5-20251101-v1:0",
            additionalModelRequestFields={"output_config": {"effort": "high"}},
        ),
    ),
    ("anthropic", "$.thinking", claude(thinking={"type": "enabled"}), claude(thinking={"type": "disabled"})),
    ("anthropic", "$.top_k", claude(thinking=BUDGET, top_k=5), claude(thinking=BUDGET)),
    ("anthropic", "$.top_p", claude(thinking=BUDGET, top_p=0.9), claude(thinking=BUDGET, top_p=0.95)),
    ("anthropic", "$.messages[1].content[0]", claude(messages=TOLD), claude(messages=[*TOLD, *HI])),
    (
        "anthropic",
        "$.cache_control",
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": HI, "cache_control": EPHEMERAL},
        claude(cache_control=EPHEMERAL),
    ),
    (
        "anthropic",
        "$.model",
        claude(anthropic_version="vertex-2023-10-16"),
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": HI, "stream": True},
    ),
    (
        "anthropic",
        "$.stream",
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI, "stream": True},
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI},
    ),
    ("anthropic", "$.output_config.format.schema", claude(**answer(additionalProperties=True)), claude(**answer())),
    (
        "anthropic",
        "$.tools[0].input_schema",
        claude(tools=[{"name": "f", "strict": True, "input_schema": {"type": "object"}}]),
        claude(tools=[{"name": "f", "input_schema": {"type": "object"}}]),
    ),
    (
        "anthropic",
        "$.output_config.format.schema.properties.n.minimum",
        claude(**answer(properties={"n": {"type": "integer", "minimum": 1}})),
        claude(**answer(properties={"minimum": {"type": "integer", "enum": [1, 2]}})),
    ),
    (
        "anthropic",
        "$.output_config.format.schema.properties.n.minItems",
        claude(**answer(properties={"n": {"type": "array", "minItems": 2}})),
        claude(**answer(properties={"n": {"type": "array", "minItems": 1}})),
    ),
    (
        "bedrock",
        "$.modelId",
        converse(PROFILE.removeprefix("us.")),
        converse("arn:aws:bedrock:us-east-1:1:x/" + PROFILE),
    ),
    (
        "bedrock",
        "$.inferenceConfig.stopSequences",
        converse("qwen.qwen3-32b-v1:0", inferenceConfig={"stopSequences": ["x"]}),
        converse(inferenceConfig={"stopSequences": ["x"]}),
    ),
    (
        "bedrock",
        "$.toolConfig.toolChoice.tool",
        converse("us.meta.llama3-3-70b-instruct-v1:0", **spec(OBJECT, tool={"name": "look"})),
        converse(**spec(OBJECT, tool={"name": "look"})),
    ),
    (
        "bedrock",
        "$.toolConfig.tools[0].toolSpec.inputSchema.json.$schema",
        converse("us.amazon.nova-pro-v1:0", **spec({**OBJECT, "$schema": "x"})),
        converse("us.amazon.nova-pro-v1:0", **spec({**OBJECT, "properties": {"$schema": {"type": "string"}}})),
    ),
    ("bedrock", "$.system[1].cachePoint", converse("qwen.qwen3-32b-v1:0", **CACHED), converse(**CACHED)),
    (
        "bedrock",
        "$.messages[0].content[1].cachePoint",
        {"modelId": "zai.glm-5", "messages": [{"role": "user", "content": [{"text": "Hi"}, {"cachePoint": {}}]}]},
        {"modelId": PROFILE, "messages": [{"role": "user", "content": [{"text": "Hi"}, {"cachePoint": {}}]}]},
    ),
    (
        "bedrock",
        "$.inferenceConfig.topP",
        converse("us.amazon.nova-pro-v1:0", inferenceConfig={"topP": 1.1}),
        converse(inferenceConfig={"topP": 1}),
    ),
    (
        "bedrock",
        "$.inferenceConfig.maxTokens",
        converse("us.amazon.nova-pro-v1:0", inferenceConfig={"maxTokens": 0}),
        converse(inferenceConfig={"maxTokens": 1}),
    ),
    (
        "bedrock",
        "$.inferenceConfig.maxTokens",
        converse("us.amazon.nova-pro-v1:0", inferenceConfig={"maxTokens": "9"}),
        converse(inferenceConfig={}),
    ),
    (
        "bedrock",
        "$.additionalModelRequestFields.thinking.type",
        converse(additionalModelRequestFields={"thinking": ADAPTIVE}, inferenceConfig={"maxTokens": 4000}),
        converse(additionalModelRequestFields={"thinking": BUDGET}, inferenceConfig={"maxTokens": 4000}),
    ),
    (
        "bedrock",
        "$.inferenceConfig.temperature",
        converse("global.anthropic.claude-opus-4-8", inferenceConfig={"temperature": 0.5}),
        converse(inferenceConfig={"temperature": 0.5}),
    ),
    (
        "gemini",
        "$.systemInstruction",
        gemini("gemma-3-27b-it", systemInstruction={"parts": []}),
        gemini("gemma-3-27b-it"),
    ),
    ("gemini", "$.tools", gemini("gemma-3-12b-it", tools=[DECLARED]), gemini(tools=[DECLARED])),
    (
        "gemini",
        "$.generationConfig.responseMimeType",
        gemini("gemma-3-12b-it", **config(responseMimeType="application/json")),
        gemini("gemma-3-12b-it", **config(responseMimeType="text/plain")),
    ),
    ("gemini", "$.generationConfig.thinkingConfig", gemini("gemma-3-12b-it", **thinks(includeThoughts=True)), gemini()),
    ("gemini", "$.generationConfig.thinkingConfig", gemini("gemini-2.0-flash", **thinks(thinkingBudget=1)), gemini()),
    (
        "gemini",
        "$.tools[0].googleSearch",
        gemini(tools=[{"googleSearch": {}}, DECLARED]),
        gemini(tools=[{"googleSearch": {}}, {"codeExecution": {}}]),
    ),
    (
        "gemini",
        "$.tools[1].google_search",
        gemini("gemini-3.8-flash", tools=[DECLARED, {"google_search": {}}]),
        gemini(
            "gemini-3.8-flash",
            tools=[DECLARED, {"google_search": {}}],
            tool_config={"include_server_side_tool_invocations": True},
        ),
    ),
    (
        "gemini",
        "$.toolConfig.function_calling_config",
        gemini(tools=[{"google_search": {}}], toolConfig={"function_calling_config": {"mode": "AUTO"}}),
        gemini(tools=[{"google_search": {}}], toolConfig={"function_calling_config": {"mode": "NONE"}}),
    ),
    (
        "gemini",
        "$.toolConfig.functionCallingConfig",
        gemini(tools=[DECLARED], toolConfig={"functionCallingConfig": {"allowedFunctionNames": ["look"]}}),
        gemini(
            tools=[DECLARED], toolConfig={"functionCallingConfig": {"mode": "any", "allowedFunctionNames": ["look"]}}
        ),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini("gemini-2.5-pro", **thinks(thinkingBudget=52428)),
        gemini("gemini-2.5-pro", **thinks(thinkingBudget=-1)),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini("gemini-2.5-pro", **thinks(thinkingBudget=0)),
        gemini("gemini-2.5-flash", **thinks(thinkingBudget=0)),
    ),
    (
        "gemini",
        "$.generation_config.thinking_config.thinking_budget",
        gemini(generation_config={"thinking_config": {"thinking_budget": 30000}}),
        gemini(generation_config={"thinking_config": {"thinking_budget": 24576}}),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini("gemini-2.5-flash-lite", **thinks(thinkingBudget=100)),
        gemini("gemini-2.5-flash-lite", **thinks(thinkingBudget=0)),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingLevel",
        gemini("gemini-2.5-pro", **thinks(thinkingLevel="low")),
        gemini("gemini-3-pro-preview", **thinks(thinkingLevel="low")),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingLevel",
        gemini("gemini-3.8-flash", **thinks(thinkingLevel="low", thinkingBudget=0)),
        gemini("gemini-3.8-flash", **thinks(thinkingBudget=1024)),
    ),
    ("gemini", "$.generationConfig.candidateCount", gemini("gemini-3.7-flash", **config(candidateCount=2)), gemini()),
    (
        "gemini",
        "$.generationConfig.candidateCount",
        gemini(**config(candidateCount=9)),
        gemini(**config(candidateCount=2)),
    ),
    (
        "gemini",
        "$.generationConfig.maxOutputTokens",
        gemini("gemini-2.0-flash-exp", **config(maxOutputTokens=8193)),
        gemini("gemini-2.0-flash-thinking-exp", **config(maxOutputTokens=65536)),
    ),
    (
        "gemini",
        "$.generationConfig.maxOutputTokens",
        gemini(**config(maxOutputTokens=65537)),
        gemini(**config(maxOutputTokens=9)),
    ),
    (
        "gemini",
        "$.generationConfig.stopSequences",
        gemini(**config(stopSequences=[*"abcdef"])),
        gemini(**config(stopSequences=[])),
    ),
    ("gemini", "$.generationConfig.temperature", gemini(**config(temperature=2.1)), gemini(**config(temperature=2))),
    ("gemini", "$.generationConfig.topP", gemini(**config(topP=1.1)), gemini(**config(topP=1))),
    (
        "gemini",
        "$.generationConfig.logprobs",
        gemini(**config(logprobs=2)),
        gemini(**config(logprobs=2, responseLogprobs=True)),
    ),
    (
        "gemini",
        "$.generationConfig.responseMimeType",
        gemini(**config(responseMimeType="image/png")),
        gemini(**config(responseMimeType="text/x.enum")),
    ),
    (
        "gemini",
        "$.generationConfig.responseSchema",
        gemini(**config(responseSchema={"type": "STRING"})),
        gemini(**config(responseSchema={"type": "STRING"}, responseMimeType="application/json")),
    ),
    (
        "gemini",
        "$.generationConfig.responseSchema",
        gemini(**config(responseSchema=OBJECT, responseJsonSchema=OBJECT, responseMimeType="application/json")),
        gemini(**config(responseJsonSchema={**OBJECT, "$schema": "x"}, responseMimeType="application/json")),
    ),
    (
        "gemini",
        "$.generationConfig.responseSchema.properties.a.const",
        gemini(
            **config(
                responseSchema={"type": "OBJECT", "properties": {"a": {"const": 1}}},
                responseMimeType="application/json",
            )
        ),
        gemini(
            **config(
                responseSchema={"type": "OBJECT", "properties": {"const": {}}}, responseMimeType="application/json"
            )
        ),
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
        "anthropic",
        "$.tools[0].input_schema.properties['$filter']",
        claude(tools=[{"name": "look", "input_schema": {"type": "object", "properties": {"$filter": {}}}}]),
        claude(tools=[{"name": "look", "input_schema": {"type": "object", "properties": {"a.b-c_D9": {}}}}]),
    ),
    (
        "bedrock",
        "$.toolConfig.tools[0].toolSpec.inputSchema.json.properties['Größe']",
        converse(**spec({"type": "object", "properties": {"Größe": {}}})),
        converse(**spec({"type": "object", "properties": {"size": {}}})),
    ),
    (
        "gemini",
        "$.tools[0]",
        gemini("gemini-3-pro-preview", tools=[{"googleSearch": {}, "urlContext": {}}]),
        gemini("gemini-3-pro-preview", tools=[{"googleSearch": {}}, {"urlContext": {}}]),
    ),
    (
        "gemini",
        "$.tools[0].functionDeclarations[0].parameters.properties.a",
        gemini(tools=[declaring({"description": "x", "anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]})]),
        gemini(tools=[declaring({"anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]})]),
    ),
    (
        "anthropic",
        "$.context_management.edits[0].type",
        claude(**clearing("clear_thinking_20251015")),
        claude(thinking=BUDGET, **clearing("clear_thinking_20251015", "clear_tool_uses_20250919")),
    ),
    (
        "anthropic",
        "$.context_management.edits[1].type",
        claude(thinking=BUDGET, **clearing("clear_tool_uses_20250919", "clear_thinking_20251015")),
        claude(**clearing("clear_tool_uses_20250919")),
    ),
    (
        "anthropic",
        "$.messages[1].content",
        claude(messages=[*HI, {"role": "assistant", "content": []}, *HI]),
        claude(messages=[*HI, {"role": "assistant", "content": ""}]),
    ),
    (
        "anthropic",
        "$.messages[1]",
        claude(
            "claude-3-opus-20240229", tools=[{"name": "look"}], messages=[*HI, {"role": "assistant", "content": "I"}]
        ),
        claude(
            "claude-3-5-sonnet-20240620",
            tools=[{"name": "look"}],
            messages=[*HI, {"role": "assistant", "content": "I"}],
        ),
    ),
    (
        "anthropic",
        "$.system[0].cache_control.ttl",
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "system": [{"cache_control": {"ttl": "1h"}}]},
        claude(system=[{"cache_control": {"ttl": "1h"}}]),
    ),
    ("bedrock", "$.serviceTier.type", converse(serviceTier={"type": "cheap"}), converse(serviceTier={"type": "flex"})),
    (
        "bedrock",
        "$.performanceConfig.latency",
        converse(performanceConfig={"latency": "turbo"}),
        converse(performanceConfig={"latency": "optimized"}),
    ),
    (
        "bedrock",
        "$.guardrailConfig.trace",
        converse(guardrailConfig={"trace": "on"}),
        converse(guardrailConfig={"trace": "enabled_full"}),
    ),
    (
        "bedrock",
        "$.toolConfig.tools[0].toolSpec.inputSchema.json.properties.city",
        converse(**spec({"type": "object", "properties": {"city": "string"}})),
        converse(**spec({"type": "object", "properties": {"city": {"type": "string"}}})),
    ),
    (
        "bedrock",
        "$.messages[0].content[0].document.source.s3Location",
        converse(messages=IN_A_BUCKET),
        converse("us.amazon.nova-pro-v1:0", messages=IN_A_BUCKET),
    ),
    (
        "gemini",
        "$.generationConfig.mediaResolution",
        gemini("gemma-3-27b-it", **config(mediaResolution="MEDIA_RESOLUTION_LOW")),
        gemini(**config(mediaResolution="MEDIA_RESOLUTION_LOW")),
    ),
    (
        "gemini",
        "$.generationConfig.responseModalities",
        gemini("gemini-2.5-pro-preview-tts", **config(responseModalities=["TEXT"])),
        gemini("gemini-2.5-pro-preview-tts", **config(responseModalities=["AUDIO"])),
    ),
    (
        "gemini",
        "$.generationConfig.responseModalities",
        gemini(**config(responseModalities=["TEXT", "IMAGE"])),
        gemini("gemini-2.5-flash-image", **config(responseModalities=["TEXT", "IMAGE"])),
    ),
    (
        "gemini",
        "$.safetySettings[0].category",
        gemini(**safety("HARM_CATEGORY_TOXICITY")),
        gemini(**safety("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH")),
    ),
    (
        "gemini",
        "$.safetySettings[1].category",
        gemini(**safety("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HARASSMENT")),
        gemini(**safety("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_CIVIC_INTEGRITY", threshold="OFF")),
    ),
    (
        "gemini",
        "$.safetySettings[0].threshold",
        gemini(**safety("HARM_CATEGORY_HARASSMENT", threshold="BLOCK_ALL")),
        gemini(**safety("HARM_CATEGORY_HARASSMENT", threshold="BLOCK_NONE")),
    ),
    (
        "dashscope",
        "$.input.messages[0].content",
        {"model": "qwen-turbo", "input": {"messages": [{"role": "user", "content": ""}]}},
        qwen(messages=[{"role": "assistant", "content": ""}, *HI]),
    ),
    (
        "anthropic",
        "$",
        claude(messages=[*HI, {"role": "assistant", "content": [CALLS]}]),
        claude(messages=[*HI, {"role": "assistant", "content": [CALLS]}], tools=[{"name": "look"}]),
    ),
    (
        "bedrock",
        "$.messages[1]",
        begun("anthropic.claude-3-sonnet-20240229-v1:0"),
        begun("us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
    ),
    (
        "anthropic",
        "$.output_config",
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": HI, "output_config": {}},
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI, "output_config": {}},
    ),
    (
        "bedrock",
        "$.additionalModelRequestFields.top_k",
        converse(PRO, additionalModelRequestFields={"top_k": 4}),
        converse(PRO, additionalModelRequestFields={"inferenceConfig": {"topK": 4}}),
    ),
    (
        "bedrock",
        "$.additionalModelRequestFields.top_k",
        converse("us.meta.llama3-3-70b-instruct-v1:0", additionalModelRequestFields={"top_k": 4}),
        converse("mistral.mistral-large-2407-v1:0", additionalModelRequestFields={"top_k": 4}),
    ),
    ("bedrock", "$.system", converse(PRO, system=[]), converse(PRO, system=[{"text": "Be brief."}])),
    (
        "gemini",
        "$.tools[0].functionDeclarations",
        gemini(tools=[{"functionDeclarations": []}]),
        gemini(tools=[DECLARED]),
    ),
    ("gemini", "$.generationConfig.topK", gemini("gemini-3.6-flash", **config(topK=4)), gemini(**config(topK=4))),
    (
        "gemini",
        "$.generationConfig.responseSchema.items['$ref']",
        gemini(**config(responseMimeType="application/json", responseSchema=REFERRED)),
        gemini(**config(responseMimeType="application/json", responseJsonSchema=REFERRED)),
    ),
    (
        "dashscope",
        "$.messages[1].tool_calls[0].function.arguments",
        qwen(messages=[*HI, {"role": "assistant", "content": "", "tool_calls": [called("{")]}]),
        qwen(messages=[*HI, {"role": "assistant", "content": "", "tool_calls": [called("{}")]}]),
    ),
    (
        "anthropic",
        "$.messages[1].content[0].thinking",
        claude(messages=thinking_back("")),
        claude(messages=thinking_back("Hm")),
    ),
    ("zhipu", "$.tools[0].type", glm(tools=[{"type": "custom"}]), glm(tools=[{"type": "web_search"}])),
    ("zhipu", "$.user_id", glm(user_id="u-1"), glm(user_id="user-1")),
    ("zhipu", "$.user_id", glm(user_id="u" * 129), glm(user_id="u" * 128)),
    ("zhipu", "$.temperature", glm("glm-5.3", temperature=1.2), glm("glm-5.3", temperature=1)),
    ("zhipu", "$.top_p", glm("glm-5.3", top_p=1.1), glm("glm-5.3", top_p=1)),
    ("zhipu", "$.top_p", glm(top_p=0.123), glm(top_p=0.12)),
    ("zhipu", "$.reasoning_effort", glm("glm-5.3", reasoning_effort="medium"), glm("glm-5.3", reasoning_effort="max")),
    ("zhipu", "$.thinking.type", glm("glm-5.3", thinking={"type": "disabled"}), glm(thinking={"type": "disabled"})),
    ("zhipu", "$.temperature", glm("glm-4", temperature=1), glm("glm-4", temperature=0.99)),
    ("zhipu", "$.top_p", glm("glm-4", top_p=1), glm(top_p=1)),
    ("zhipu", "$.temperature", glm(temperature=1.5), glm(temperature=0)),
    ("zhipu", "$.top_p", glm(top_p=1.5), glm(top_p=0.7)),
    ("zhipu", "$.max_tokens", glm("glm-4", max_tokens=8000), glm("glm-4", max_tokens=4095)),
    ("zhipu", "$.max_tokens", glm(max_tokens=200000), glm(max_tokens=131072)),
    (
        "gemini",
        "$.generationConfig.thinkingConfig",
        gemini("gemini-2.5-pro-preview-05-06", **thinks(includeThoughts=True)),
        gemini("gemini-2.5-pro", **thinks(includeThoughts=True)),
    ),
    (
        "bedrock",
        "$.system[0].text",
        converse(system=[{"text": "x-anthropic-billing-header: cc_version=2.1"}]),
        converse(system=[{"text": "Be brief."}]),
    ),
    ("bedrock", "$.messages[0].content[1].cachePoint", read("md"), read("pdf")),
    (
        "bedrock",
        "$.messages[0].content[0].toolResult.content[0].text",
        converse(messages=[{"role": "user", "content": [{"toolResult": {"content": [{"text": ""}]}}]}]),
        converse(messages=[{"role": "user", "content": [{"toolResult": {"content": [{"text": "a"}]}}]}]),
    ),
    (
        "bedrock",
        "$.messages[0].content[0].guardContent.text.text",
        converse(messages=[{"role": "user", "content": [{"guardContent": {"text": {"text": ""}}}]}]),
        converse(messages=[{"role": "user", "content": [{"guardContent": {"text": {"text": "a"}}}]}]),
    ),
    (
        "zhipu",
        "$.messages[0].content[0].type",
        glm("glm-4.5", **drawn("image_url")),
        glm("glm-4.5v", **drawn("image_url")),
    ),
    (
        "zhipu",
        "$.tool_choice",
        glm(tools=[FUNCTION], tool_choice="required"),
        glm(tools=[FUNCTION], tool_choice="auto"),
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
    ("zhipu", "$.thinking.type", glm(thinking={"type": "adaptive"}), glm(thinking={"type": "disabled"})),
    ("anthropic", ANSWER, answered(closed(*NAMES[:25], required=[])), answered(closed(*NAMES[:24], required=[]))),
    ("anthropic", ANSWER, answered(closed(*NAMES[:17], type_=MAYBE)), answered(closed(*NAMES[:16], type_=MAYBE))),
    (
        "anthropic",
        "$.tools[1].input_schema",
        claude(tools=[strict("a", *NAMES[:12]), strict("b", *NAMES[:13])]),
        claude(tools=[strict("a", *NAMES[:12]), strict("b", *NAMES[:12]), {"name": "c", "input_schema": LOOSE}]),
    ),
    (
        "bedrock",
        "$.additionalModelRequestFields.output_config.format.schema",
        converse(additionalModelRequestFields=asked(closed(*NAMES[:17], type_=MAYBE))),
        converse(additionalModelRequestFields=asked(closed(*NAMES[:16], type_=MAYBE))),
    ),
    ("anthropic", "$.messages[0].content[1]", shown(True, False), shown(True, True)),
    ("anthropic", "$.messages[0].content[0]", shown(False, True), shown(False, False)),
    (
        "gemini",
        "$.tools[0].functionDeclarations",
        gemini(tools=[{"functionDeclarations": [{"name": name} for name in (*NAMES, "a")]}]),
        gemini(tools=[{"functionDeclarations": [{"name": name} for name in NAMES]}]),
    ),
    (
        "bedrock",
        "$.messages[0].content[0].image",
        pictured("qwen.qwen3-coder-480b-a35b-v1:0"),
        pictured("qwen.qwen3-vl-235b-a22b"),
    ),
]


@for_each(TABLE, lambda row: str(row[:2]))
def test_what_is_refused_is_told_there_and_its_neighbour_is_not(
    dialect: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    assert path in [finding.path for finding in parameter_findings(DIALECTS[dialect], refused)]
    assert [*parameter_findings(DIALECTS[dialect], taken)] == []


def test_every_entry_is_broken_by_a_request() -> None:
    for refusal in OF_PROVIDERS:
        if (
            refusal.at_home or refusal.told_only or refusal.where
        ):  # told of requests as they were sent, or with the answer
            continue
        rows = [refused for dialect, _, refused, _ in (*TABLE, *REFUSED_PARAMETERS) if dialect in refusal.dialects]
        assert any(True for body in rows for _ in refusal.broken(body)), (refusal.slug, refusal.words)


def test_only_the_providers_words_make_an_error() -> None:
    for dialect, _, refused, _ in TABLE:
        for finding in parameter_findings(DIALECTS[dialect], refused):
            slug = finding.id.removeprefix("request.")
            assert finding.severity is not Severity.ERROR or finding.data["source"]
            assert finding.severity is Severity.WARNING or FINDINGS[slug][0] is Severity.ERROR


@pytest.mark.parametrize(
    ("dialect", "body", "path"),
    [
        ("gemini", gemini(**config(topN=1)), "$.generationConfig.topN"),
        ("gemini", gemini(**thinks(budget=1)), "$.generationConfig.thinkingConfig.budget"),
        ("anthropic", claude(thinking={**BUDGET, "effort": "low"}), "$.thinking.effort"),
        (
            "gemini",
            gemini(**config(imageConfig={"outputMimeType": "a/b"})),
            "$.generationConfig.imageConfig.outputMimeType",
        ),
        (
            "gemini",
            gemini(tools=[{"functionDeclarations": [{"name": "crm", "tools": []}]}]),
            "$.tools[0].functionDeclarations[0].tools",
        ),
        ("gemini", gemini(safetySettings=[{"harm": "x"}]), "$.safetySettings[0].harm"),
        ("bedrock", converse(inferenceConfig={"topK": 5}), "$.inferenceConfig.topK"),
        ("bedrock", converse(additionalModelRequestFields={"chat_id": "1"}), "$.additionalModelRequestFields.chat_id"),
    ],
)
def test_keys_of_objects_within_are_known(dialect: str, body: dict[str, Any], path: str) -> None:
    told = [each for each in request_findings(DIALECTS[dialect], body) if each.id.endswith("-key")]

    assert [finding.path for finding in told] == [path]


def test_a_parameter_is_found_in_either_spelling_and_wherever_it_may_stand() -> None:
    body = {"generation_config": {"top_p": 1}, "tools": [{"a": 1}, {"a": None}, {"a": 2}], "parameters": {"n": 3}}

    assert [*places(body, "generationConfig.topP")] == [("$.generation_config.top_p", 1)]
    assert [*places(body, "tools[].a")] == [("$.tools[0].a", 1), ("$.tools[2].a", 2)]
    assert [*places(body, "n parameters.n")] == [("$.parameters.n", 3)]


@pytest.mark.parametrize(
    ("interval", "refused"),
    [("[0, 1]", [-1, 2]), ("(0, 1)", [-1, 0, 1, 2]), ("[1, )", [-1, 0, 0.5]), ("[,1]", [2]), ("(0, )", [-1, 0])],
)
def test_an_interval_takes_what_lies_in_it(interval: str, refused: list[float]) -> None:
    broken = within("n", interval)

    assert [n for n in (-1, 0, 0.5, 1, 2) if [*broken({"n": n})]] == refused
    assert not [*broken({"n": True})]


def test_what_is_no_interval_is_refused() -> None:
    with pytest.raises(ValueError, match="no interval"):
        within("n", "0 to 1")

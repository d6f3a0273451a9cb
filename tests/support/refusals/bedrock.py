"""What Bedrock refuses in the parameters of a request, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.refusals.requests import (
    ADAPTIVE,
    BUDGET,
    DANGLING,
    FOUND,
    KEPT,
    LIMIT,
    MAYBE,
    NAMES,
    OBJECT,
    asked,
    closed,
)

PROFILE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
BRIEF, LASTING = {"cachePoint": {"type": "default"}}, {"cachePoint": {"type": "default", "ttl": "1h"}}
REASONS = {"reasoningConfig": {"type": "enabled", "maxReasoningEffort": "low"}}
PRO = "us.amazon.nova-pro-v1:0"


def begun(model: str) -> dict[str, Any]:
    messages = [{"role": role, "content": [{"text": "Hi"}]} for role in ("user", "assistant")]
    return {"modelId": model, "messages": messages, "toolConfig": {"tools": [{"toolSpec": {"name": "look"}}]}}


def read(format_: str) -> dict[str, Any]:
    document = {"document": {"format": format_, "name": "a", "source": {"bytes": "IyBh"}}}
    return {"modelId": PROFILE, "messages": [{"role": "user", "content": [document, {"cachePoint": {}}]}]}


def converse(model: str = PROFILE, **more: Any) -> dict[str, Any]:
    return {"modelId": model, "messages": [{"role": "user", "content": [{"text": "Hi"}]}], **more}


def spec(schema: dict[str, Any], **choice: Any) -> dict[str, Any]:
    tool = {"toolSpec": {"name": "look", "inputSchema": {"json": schema}}}
    return {"toolConfig": {"tools": [tool], **({"toolChoice": choice} if choice else {})}}


IN_A_BUCKET = [{"role": "user", "content": [{"document": {"source": {"s3Location": {"uri": "s3://shelf/a.pdf"}}}}]}]
CACHED = {"system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]}


def pictured(model: str) -> dict[str, Any]:
    image = {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}}
    return converse(model, messages=[{"role": "user", "content": [image]}])


def reasoned(**text: str) -> dict[str, Any]:
    thought = {"reasoningContent": {"reasoningText": {"text": "Hm.", **text}}}
    said = {"role": "assistant", "content": [thought, {"text": "Rain."}]}
    user = {"role": "user", "content": [{"text": "Hi"}]}
    return converse(messages=[user, said, user])


def telling(turns: int) -> dict[str, Any]:
    said = [{"role": role, "content": [{"text": "Hi"}]} for role in ("user", "assistant", "user")[:turns]]
    return {"modelId": "ai21.j2-ultra-v1", "messages": said}


RETURNED = {"toolResult": {"toolUseId": "a", "content": [{"text": "4"}]}}


def exact(properties: dict[str, Any], model: str = PROFILE) -> dict[str, Any]:
    tool = {"name": "look", "strict": True, "inputSchema": {"json": {**KEPT, "properties": properties}}}
    return converse(model, toolConfig={"tools": [{"toolSpec": tool}]})


def returned(*beside: dict[str, Any], model: str = PROFILE) -> dict[str, Any]:
    return {**converse(model), "messages": [{"role": "user", "content": [RETURNED, *beside]}]}


TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
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
        "bedrock",
        "$.toolConfig.tools[0].toolSpec.inputSchema.json.properties['Größe']",
        converse(**spec({"type": "object", "properties": {"Größe": {}}})),
        converse(**spec({"type": "object", "properties": {"size": {}}})),
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
        "bedrock",
        "$.messages[1]",
        begun("anthropic.claude-3-sonnet-20240229-v1:0"),
        begun("us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
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
        "bedrock",
        "$.additionalModelRequestFields.output_config.format.schema",
        converse(additionalModelRequestFields=asked(closed(*NAMES[:17], type_=MAYBE))),
        converse(additionalModelRequestFields=asked(closed(*NAMES[:16], type_=MAYBE))),
    ),
    (
        "bedrock",
        "$.messages[0].content[0].image",
        pictured("qwen.qwen3-coder-480b-a35b-v1:0"),
        pictured("qwen.qwen3-vl-235b-a22b"),
    ),
]

"""The shape of a request as features (``block.type:tool_use``), and which dialects have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_FAMILY = dict.fromkeys(
    ("openai", "deepseek", "zhipu", "vllm", "mistral", "dashscope", "dashscope-multimodal", "openrouter", "moonshot",
     "groq", "xai", "minimax", "siliconflow"),
    2,
)  # fmt: skip


def _all(features: str, **fits: int) -> dict[str, Mapping[str, int]]:
    return {
        feature: {dialect.replace("_", "-"): score for dialect, score in fits.items()} for feature in features.split()
    }


SHAPES: Mapping[str, Mapping[str, int]] = (
    _all(
        "top:contents top:generationConfig top:generation_config top:safetySettings top:systemInstruction "
        "top:system_instruction message.key:parts tool.key:functionDeclarations tool.key:function_declarations",
        gemini=5,
    )
    | _all("role:model", gemini=3)
    | _all(
        "item.type:user_input item.type:model_output item.type:thought item.type:function_result "
        "top:previous_interaction_id",
        gemini_interactions=9,
    )
    | _all(
        "top:toolConfig top:inferenceConfig top:modelId top:additionalModelRequestFields block.key:toolUse "
        "block.key:toolResult block.key:reasoningContent block.key:cachePoint tool.key:toolSpec image:object",
        bedrock=4,
    )
    | _all("block.untyped:text", bedrock=5, dashscope_multimodal=5)
    | _all("top:anthropic_version", anthropic=6)
    | _all("top:system", anthropic=2, bedrock=2)
    | _all("top:stop_sequences block.type:redacted_thinking", anthropic=3)
    | _all("block.type:thinking", anthropic=3, cohere=3)
    | _all("block.type:tool_use block.type:tool_result tool.key:input_schema block.key:source", anthropic=4)
    | _all("id:toolu_", anthropic=2)
    | _all("block.type:image block.type:document", anthropic=3)
    | _all("top:input", **{"openai_responses": 4})
    | _all("top:input.list", openai_responses=4, gemini_interactions=4)
    | _all("top:input.messages", dashscope=6, dashscope_multimodal=6)
    | _all(
        "top:instructions top:previous_response_id top:max_output_tokens item.type:function_call "
        "item.type:function_call_output item.type:reasoning item.type:item_reference block.type:input_text "
        "block.type:output_text block.type:input_image block.type:input_file tool.flat:",
        openai_responses=4,
    )
    | _all("top:prompt", ollama_generate=4)
    | _all("top:keep_alive top:options message.key:images", ollama=4, ollama_generate=3)
    | _all("arguments:object", ollama=3)
    | _all("message.key:tool_name message.key:thinking", ollama=4)
    | _all("top:safe_prompt top:random_seed", mistral=4)
    | _all("id:nine", mistral=3)
    | _all("message.key:prefix", mistral=2, deepseek=2)
    | _all("message.key:reasoning_content", deepseek=3, zhipu=3, vllm=2, moonshot=3)
    | _all("message.key:reasoning_details", openrouter=5, minimax=4)
    | _all("message.key:partial", moonshot=5)
    | _all("top:provider top:models top:transforms top:plugins top:route", openrouter=4)
    | _all("top:reasoning_format", groq=5)
    | _all("top:reasoning_split", minimax=6)
    | _all("thinking:list", mistral=6)
    | _all("message.key:tool_plan message.key:citations", cohere=5)
    | _all("top:safety_mode top:citation_options top:strict_tools", cohere=4)
    | _all("id:call_00_", deepseek=3)
    | _all("image:string", dashscope_multimodal=5)
    | _all("top:messages", openai=1)
    | _all("role:developer", openai=2, openai_responses=1)
    | _all("top:max_completion_tokens top:reasoning_effort top:logit_bias", openai=2)
    | dict.fromkeys(
        (
            "message.key:tool_calls",
            "message.key:tool_call_id",
            "role:tool",
            "block.type:image_url",
            "block.type:input_audio",
            "block.type:file",
            "tool.key:function",
            "top:response_format",
        ),
        _FAMILY,
    )
    | _all("block.type:text", openai=1, anthropic=1, mistral=1, vllm=1, deepseek=1, zhipu=1, cohere=1)
    | _all("top:repetition_penalty top:min_p top:chat_template_kwargs top:guided_json", vllm=4)
    | _all("top:parameters top:enable_search top:result_format", dashscope=4, dashscope_multimodal=4)
)
"""How well a feature speaks for a dialect."""
_MOST = 400


def features(body: Any) -> frozenset[str]:
    """What a body has that tells dialects apart; of very many messages the first."""
    return frozenset(_features(body))


def _features(body: Any) -> Iterator[str]:
    messages: Any = body
    if isinstance(body, str):
        yield "top:prompt"
    if isinstance(body, dict):
        yield from (f"top:{key}" for key in body if isinstance(key, str))
        inner = body.get("input")
        if isinstance(inner, list) and "messages" not in body:
            yield "top:input.list"
        if isinstance(inner, dict) and "messages" in inner:
            yield "top:input.messages"
        messages = next((body[key] for key in ("messages", "contents") if isinstance(body.get(key), list)), inner)
        messages = inner["messages"] if isinstance(inner, dict) and "messages" in inner else messages
        yield from _of_tools(body.get("tools"))
    if isinstance(messages, list):
        for message in messages[:_MOST]:
            if isinstance(message, dict):
                yield from _of_message(message)


def _of_tools(tools: Any) -> Iterator[str]:
    for tool in tools if isinstance(tools, list) else []:
        if isinstance(tool, dict):
            yield from (f"tool.key:{key}" for key in tool if isinstance(key, str))
            if tool.get("type") == "function" and "name" in tool:
                yield "tool.flat:"


def _of_message(message: dict[str, Any]) -> Iterator[str]:
    yield from (f"message.key:{key}" for key in message if isinstance(key, str))
    role, kind = message.get("role"), message.get("type")
    if isinstance(role, str):
        yield f"role:{role}"
    if isinstance(kind, str):
        yield f"item.type:{kind}"
    for call in message.get("tool_calls") or () if isinstance(message.get("tool_calls"), list) else ():
        if isinstance(call, dict):
            yield from _of_id(call.get("id"))
            function = call.get("function")
            if isinstance(function, dict) and isinstance(function.get("arguments"), dict):
                yield "arguments:object"
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield from _of_block(block)


def _of_block(block: dict[str, Any]) -> Iterator[str]:
    yield from (f"block.key:{key}" for key in block if isinstance(key, str))
    yield from _of_id(block.get("id"))
    if isinstance(block.get("thinking"), list):
        yield "thinking:list"
    if isinstance(kind := block.get("type"), str):
        yield f"block.type:{kind}"
    elif "text" in block:
        yield "block.untyped:text"
    if "type" not in block and "image" in block:
        yield f"image:{'string' if isinstance(block['image'], str) else 'object'}"


def _of_id(id_: Any) -> Iterator[str]:
    if isinstance(id_, str):
        if re.fullmatch("[A-Za-z0-9]{9}", id_):
            yield "id:nine"
        found = re.match("toolu_|call_00_", id_)
        if found:
            yield f"id:{found[0]}"

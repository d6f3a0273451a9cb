"""What the examples of the other providers' pages send, written down before anybody was asked."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, calling, holding, messages, of_type

from right_ways.chosen import CALLS, PICTURES, TALK, asked, chosen
from right_ways.way import PLAIN, ways_of

# Bedrock


@chosen("bedrock", *CALLS)
def results_that_succeeded(payload: Any) -> Any:
    for block in holding("toolResult", payload):
        block["toolResult"].setdefault("status", "success")
    return payload


@chosen("bedrock", *CALLS)
def a_choice_left_to_the_model(payload: Any) -> Any:
    payload["toolConfig"]["toolChoice"] = {"auto": {}}
    return payload | {"inferenceConfig": {"maxTokens": 512, "temperature": 0.5, "topP": 0.9}}


@chosen("bedrock", *TALK)
def a_mark_for_the_cache_behind_the_instructions(payload: Any) -> Any:
    if payload.get("system"):
        payload["system"].append({"cachePoint": {"type": "default"}})
    return payload | {"guardrailConfig": {"guardrailIdentifier": "g1", "guardrailVersion": "1"}}


# Mistral


@chosen("mistral", *CALLS, *TALK)
def answers_that_are_no_prefix(payload: Any) -> Any:
    for message in by("assistant", payload):
        message["prefix"] = False
    return payload


@chosen("mistral", *CALLS)
def calls_with_their_index_at_mistral(payload: Any) -> Any:
    for message in calling(payload):
        for index, call in enumerate(message["tool_calls"]):
            call["index"] = index
    return payload


@chosen("mistral", *CALLS)
def calls_without_a_type(payload: Any) -> Any:
    for message in calling(payload):
        for call in message["tool_calls"]:
            call.pop("type", None)
    return payload | {"tool_choice": "any", "parallel_tool_calls": False}


@chosen("mistral", *PICTURES)
def pictures_as_objects_with_detail(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        at = part["image_url"] if isinstance(part["image_url"], str) else part["image_url"]["url"]
        part["image_url"] = {"url": at, "detail": "auto"}
    return payload


# DashScope


@chosen("dashscope", *CALLS)
def empty_words_and_an_index_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = message.get("content") or ""
        for index, call in enumerate(message["tool_calls"]):
            call["index"] = index
    return payload


@chosen("dashscope", *TALK, *CALLS)
def parameters_of_the_native_call(payload: Any) -> Any:
    body = asked(payload)
    if "input" not in body:
        tools = body.pop("tools", None)
        body = {key: value for key, value in body.items() if key != "messages"} | {
            "input": {"messages": body["messages"]},
            "parameters": {"result_format": "message", **({"tools": tools} if tools else {})},
        }
    return body | {"parameters": body.get("parameters", {}) | {"result_format": "message", "enable_thinking": False}}


@chosen("dashscope-multimodal", *PICTURES)
def pictures_with_their_pixels(payload: Any) -> Any:
    for part in holding("image", payload):
        part |= {"min_pixels": 65_536, "max_pixels": 2_621_440}
    return payload


# Ollama


@chosen("ollama", *CALLS)
def no_key_for_words_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        if not message.get("content"):
            message.pop("content", None)
    return payload


@chosen("ollama", *CALLS)
def thoughts_are_asked_for(payload: Any) -> Any:
    return payload | {"model": "qwen3", "think": True, "stream": False}


@chosen("ollama", *TALK)
def a_level_of_thought(payload: Any) -> Any:
    return asked(payload) | {"model": "gpt-oss", "think": "low"}


# Cohere


@chosen("cohere", *CALLS)
def results_as_documents_of_json_text(payload: Any) -> Any:
    for message in by("tool", payload):
        if isinstance(message["content"], str):
            text = message["content"]
            message["content"] = [{"type": "document", "document": {"data": '{"result": ' + _quoted(text) + "}"}}]
    return payload


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@chosen("cohere", *TALK)
def all_words_in_parts(payload: Any) -> Any:
    for message in messages(payload):
        if isinstance(message["content"], str) and message["content"]:
            message["content"] = [{"type": "text", "text": message["content"]}]
    return asked(payload) | {"documents": [{"data": {"title": "T", "snippet": "S"}, "id": "1"}]}


@chosen("cohere", *CALLS)
def a_tool_is_required(payload: Any) -> Any:
    return payload | {"model": "command-a-03-2025", "tool_choice": "REQUIRED"}


# DeepSeek, Zhipu, MiniMax, Moonshot, OpenRouter, Groq


@chosen(("deepseek", "moonshot"), *CALLS)
def results_with_their_name_and_words_of_null(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = message.get("content") or None
    return payload


@chosen("zhipu", *CALLS)
def a_line_end_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = message.get("content") or "\n"
    return payload | {"tool_stream": True, "stream": True}


@chosen("minimax", PLAIN, *CALLS)
def reasoning_apart(payload: Any) -> Any:
    return asked(payload) | {"model": "MiniMax-M2", "reasoning_split": True}


@chosen("openrouter", *CALLS)
def details_of_reasoning_that_are_none(payload: Any) -> Any:
    for message in calling(payload):
        message["reasoning_details"] = []
    return payload | {"reasoning": {"effort": "low"}}


@chosen("groq", *CALLS)
def reasoning_as_a_field(payload: Any) -> Any:
    more = {"model": "qwen/qwen3-32b", "reasoning_format": "parsed", "reasoning_effort": "default"}
    return payload | more | {"max_completion_tokens": 1024, "stop": None}


@chosen("xai", *TALK)
def instructions_between_turns_too(payload: Any) -> Any:
    return asked(payload) | {"model": "grok-4", "search_parameters": {"mode": "auto"}}


@chosen("siliconflow", *CALLS)
def a_budget_of_thought(payload: Any) -> Any:
    return payload | {"model": "Qwen/Qwen3-32B", "enable_thinking": True, "thinking_budget": 1024, "min_p": 0.05}


@chosen("vllm", *CALLS)
def reasoning_beside_the_call_at_vllm(payload: Any) -> Any:
    return payload | {"model": "Qwen/QwQ-32B", "include_reasoning": True, "skip_special_tokens": False}


WAYS = ways_of(globals())

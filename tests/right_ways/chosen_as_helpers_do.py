"""What clients' own helpers and the examples of providers' pages send, written down before anybody was asked."""

from __future__ import annotations

import json
from typing import Any

from liars.payloads import by, calling, functions, holding, messages, of_type
from support.offers import everywhere

from right_ways.chosen import CALLS, LIKE_OPENAI, PICTURES, TALK, asked, chosen
from right_ways.way import ways_of

CHAT = ("openai", *LIKE_OPENAI, "minimax", "mistral", "vllm")
OFFERED = (*CHAT, "anthropic", "bedrock", "gemini", "cohere", "ollama")
SCHEMAS = ("tools/single-call", "tools/offer-nested", "tools/offer-enums")


# At all that speak as OpenAI's chat does


@chosen(CHAT, *CALLS)
def arguments_as_compact_ascii(payload: Any) -> Any:
    """As JavaScript's clients send them, but for what is beyond ASCII."""
    for function in functions(payload):
        function["arguments"] = json.dumps(json.loads(function["arguments"]), separators=(",", ":"))
    return payload


@chosen(CHAT, "chat/two-users-in-a-row", "chat/everyday-lessons")
def users_in_a_row_in_one_message(payload: Any) -> Any:
    kept: list[Any] = []
    for message in messages(payload):
        if kept and message["role"] == kept[-1]["role"] == "user" and isinstance(message["content"], str):
            kept[-1]["content"] += "\n\n" + message["content"]
        else:
            kept.append(message)
    messages(payload)[:] = kept
    return payload


@chosen(CHAT, *CALLS)
def a_stream_and_a_mild_temperature(payload: Any) -> Any:
    return payload | {"stream": True, "temperature": 0.3, "top_p": 0.95, "max_tokens": 1024}


@chosen(CHAT, "tools/parallel-reversed", "tools/single-call")
def tools_in_the_order_of_their_names(payload: Any) -> Any:
    payload["tools"].sort(key=lambda tool: tool["function"]["name"], reverse=True)
    return payload


@chosen(("openai", "groq", "openrouter", "moonshot", "xai", "siliconflow", "zhipu", "vllm", "mistral"), *TALK)
def what_users_say_in_parts(payload: Any) -> Any:
    for message in by("user", payload):
        if isinstance(message["content"], str):
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@chosen(("openai", "openrouter", "vllm"), *TALK)
def what_everybody_says_in_parts(payload: Any) -> Any:
    for message in messages(payload):
        if isinstance(message["content"], str):
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@chosen(("openai", "openrouter", "vllm", "mistral"), *CALLS)
def what_tools_say_in_parts(payload: Any) -> Any:
    for message in by("tool", payload):
        if isinstance(message["content"], str):
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@chosen(("openai", "groq", "openrouter", "xai", "vllm", "moonshot"), "tools/single-call")
def the_one_tool_is_asked_for(payload: Any) -> Any:
    name = payload["tools"][0]["function"]["name"]
    return payload | {"tool_choice": {"type": "function", "function": {"name": name}}}


@chosen(("openai", "groq", "openrouter", "xai", "vllm", "moonshot", "mistral", "deepseek"), *CALLS)
def no_tool_is_to_be_called(payload: Any) -> Any:
    return payload | {"tool_choice": "none"}


@chosen(("openai", "openrouter", "groq", "xai"), *CALLS)
def several_calls_at_a_time(payload: Any) -> Any:
    return payload | {"parallel_tool_calls": True}


@chosen("openai", *TALK)
def instructions_of_a_developer(payload: Any) -> Any:
    for message in by("system", payload):
        message["role"] = "developer"
    return asked(payload) | {"model": "o3-mini", "reasoning_effort": "medium", "max_completion_tokens": 25_000}


@chosen("openai", *TALK, *CALLS)
def answers_with_no_annotations(payload: Any) -> Any:
    """As model_dump(exclude_none=True) has them."""
    for message in by("assistant", payload):
        message["annotations"] = []
    return payload


@chosen(("openai", "groq", "openrouter"), *SCHEMAS)
def functions_that_do_not_say_whether_they_are_strict(payload: Any) -> Any:
    for tool in payload["tools"]:
        tool["function"]["strict"] = None
    return payload


@chosen(("openrouter", "xai", "siliconflow", "moonshot", "vllm", "zhipu", "groq"), *PICTURES)
def pictures_behind_the_words(payload: Any) -> Any:
    for message in by("user", payload):
        if isinstance(message["content"], list):
            message["content"].sort(key=lambda part: part["type"] == "image_url")
    return payload


@chosen(("deepseek", "moonshot", "xai", "siliconflow"), *CALLS)
def calls_with_the_index_of_the_stream(payload: Any) -> Any:
    for message in calling(payload):
        for index, call in enumerate(message["tool_calls"]):
            call["index"] = index
    return payload


# Schemas as pydantic and zod write them


@chosen(OFFERED, *SCHEMAS)
def titles_of_pydantic(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "type" in schema:
            schema["title"] = "A Title"
    return payload


@chosen(tuple(each for each in OFFERED if each != "gemini"), *SCHEMAS)
def closed_objects_of_zod(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") == "object" and schema.get("properties"):
            schema.setdefault("additionalProperties", False)
    return payload


@chosen(OFFERED, *SCHEMAS)
def parameters_in_the_order_of_their_names(payload: Any) -> Any:
    for schema in everywhere(payload):
        if isinstance(schema.get("properties"), dict):
            schema["properties"] = dict(sorted(schema["properties"].items(), reverse=True))
    return payload


# The Responses API


@chosen("openai-responses", *TALK)
def answers_as_plain_strings(payload: Any) -> Any:
    for message in by("assistant", payload):
        if isinstance(message["content"], list) and len(message["content"]) == 1:
            message["content"] = message["content"][0]["text"]
    return payload


@chosen("openai-responses", *CALLS)
def outputs_in_parts(payload: Any) -> Any:
    for item in of_type("function_call_output", payload):
        if isinstance(item["output"], str):
            item["output"] = [{"type": "input_text", "text": item["output"]}]
    return payload


@chosen("openai-responses", *CALLS, *TALK)
def nothing_is_kept(payload: Any) -> Any:
    body = payload if isinstance(payload, dict) else {"input": payload}
    more = {"store": False, "include": ["reasoning.encrypted_content"], "previous_response_id": None}
    return body | more | {"parallel_tool_calls": True, "truncation": "disabled"}


@chosen("openai-responses", *CALLS)
def calls_that_are_completed(payload: Any) -> Any:
    for item in of_type("function_call", payload):
        item["status"] = "completed"
    return payload


# Anthropic


@chosen("anthropic", *TALK, *CALLS)
def words_alone_as_a_string(payload: Any) -> Any:
    for message in messages(payload):
        content = message["content"]
        if isinstance(content, list) and len(content) == 1 and content[0]["type"] == "text":
            message["content"] = content[0]["text"]
    return payload


@chosen("anthropic", *CALLS)
def what_tools_say_as_blocks(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        if isinstance(block.get("content"), str) and block["content"]:
            block["content"] = [{"type": "text", "text": block["content"]}]
    return payload


@chosen("anthropic", *TALK)
def instructions_as_a_string(payload: Any) -> Any:
    if isinstance(payload.get("system"), list):
        payload["system"] = "\n\n".join(block["text"] for block in payload["system"])
    return payload


@chosen("anthropic", *CALLS)
def any_tool_is_asked_for(payload: Any) -> Any:
    return payload | {"tool_choice": {"type": "any"}}


@chosen("anthropic", *CALLS)
def tools_streamed_as_they_come(payload: Any) -> Any:
    for tool in payload["tools"]:
        tool["eager_input_streaming"] = True
    return payload | {"stream": True}


@chosen("anthropic", *TALK, *CALLS)
def a_mark_for_the_cache_at_the_root(payload: Any) -> Any:
    return payload | {"cache_control": {"type": "ephemeral"}, "max_tokens": 4096, "thinking": {"type": "disabled"}}


@chosen("anthropic", *PICTURES)
def pictures_under_their_numbers(payload: Any) -> Any:
    """As the pages on pictures advise, where there are several."""
    for message in by("user", payload):
        if isinstance(message["content"], list):
            message["content"].sort(key=lambda block: block["type"] != "image")
    return payload


# Gemini


@chosen("gemini", *CALLS)
def calls_and_responses_with_ids(payload: Any) -> Any:
    waiting: list[tuple[str, str]] = []
    for number, part in enumerate(holding("function_call", payload)):
        part["function_call"]["id"] = f"c{number}"
        waiting.append((part["function_call"]["name"], part["function_call"]["id"]))
    for part in holding("function_response", payload):
        pair = next(each for each in waiting if each[0] == part["function_response"]["name"])
        waiting.remove(pair)
        part["function_response"]["id"] = pair[1]
    return payload


@chosen("gemini", *CALLS)
def responses_with_their_name_and_content(payload: Any) -> Any:
    """As Google's notebooks of 2024 send them."""
    for part in holding("function_response", payload):
        response = part["function_response"]
        response["response"] = {"name": response["name"], "content": response["response"]}
    return payload


@chosen("gemini", *CALLS)
def a_mode_in_small_letters(payload: Any) -> Any:
    """As Google's notebook on the mode writes it."""
    return payload | {"tool_config": {"function_calling_config": {"mode": "auto"}}}


@chosen("gemini", *CALLS)
def functions_asked_for_by_name(payload: Any) -> Any:
    names = [each["name"] for tool in payload["tools"] for each in tool["function_declarations"]]
    return payload | {"tool_config": {"function_calling_config": {"mode": "ANY", "allowed_function_names": names}}}


@chosen("gemini", *SCHEMAS)
def parameters_as_json_schema(payload: Any) -> Any:
    for tool in payload["tools"]:
        for function in tool["function_declarations"]:
            if "parameters" in function:
                function["parameters_json_schema"] = function.pop("parameters")
    return payload


WAYS = ways_of(globals())

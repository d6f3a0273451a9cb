"""What a careful author may choose, written down before anybody was asked: answers as they came, and options."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from liars.liar import Formatter
from liars.payloads import by, calling, functions, holding, messages, of_type

from right_ways.way import PLAIN, Ways, way, ways_of

TALK = (PLAIN, "chat/no-system", "chat/two-systems-leading", "chat/everyday-lessons", "chat/two-users-in-a-row")
CALLS = ("tools/single-call", "tools/text-beside-call", "tools/parallel-reversed", "tools/two-rounds-in-role-tool")
PICTURES = ("vision/image-by-value", "vision/image-before-text", "vision/image-in-an-older-turn")
LIKE_OPENAI = ("groq", "openrouter", "moonshot", "xai", "siliconflow", "deepseek", "zhipu")


def chosen(dialects: str | tuple[str, ...], *cases: str) -> Callable[[Formatter], Ways]:
    """Makes ways of one rewriting for several dialects."""
    named = (dialects,) if isinstance(dialects, str) else dialects

    def make(rewrite: Formatter) -> Ways:
        return tuple(each for dialect in named for each in way(f"{dialect}.chat", *cases)(rewrite))

    return make


def asked(payload: Any) -> dict[str, Any]:
    """The request that a payload is, or would be."""
    return payload if isinstance(payload, dict) else {"messages": payload}


def options(**more: Any) -> Formatter:
    """What adds keys to the request."""
    return lambda payload: {**asked(payload), **more}


def named(name: str, rewrite: Formatter) -> Formatter:
    rewrite.__name__ = name
    return rewrite


@chosen("openai", *CALLS)
def answers_dumped_with_their_nulls(payload: Any) -> Any:
    """As the SDK's model_dump() has them, but for calls, of which OpenAI refuses null (microsoft/autogen#1440)."""
    for message in by("assistant", payload):
        message |= {"refusal": None, "audio": None, "function_call": None}
    return payload


@chosen("openai", *CALLS)
def no_key_for_content_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        if not message.get("content"):
            message.pop("content", None)
    return payload


@chosen(("openai", *LIKE_OPENAI), *CALLS)
def arguments_with_sorted_keys(payload: Any) -> Any:
    for function in functions(payload):
        function["arguments"] = json.dumps(json.loads(function["arguments"]), sort_keys=True, indent=1)
    return payload


@chosen(("openai", *LIKE_OPENAI, "mistral", "vllm"), *CALLS)
def choice_left_to_the_model(payload: Any) -> Any:
    return payload | {"tool_choice": "auto"}


@chosen("openai", *CALLS)
def one_call_at_a_time(payload: Any) -> Any:
    return payload | {"parallel_tool_calls": False}


@chosen("openai", *CALLS)
def functions_that_are_not_strict(payload: Any) -> Any:
    for tool in payload["tools"]:
        tool["function"]["strict"] = False
    return payload


@chosen(("openai", "openrouter", "xai", "vllm"), *PICTURES)
def details_of_pictures(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["detail"] = "low"
    return payload


@chosen(("openai", *LIKE_OPENAI, "minimax"), *TALK)
def system_texts_in_one_message(payload: Any) -> Any:
    found = by("system", payload)
    leading = [message for message in messages(payload)[: len(found)] if message["role"] == "system"]
    if len(leading) > 1:
        texts = [m["content"] if isinstance(m["content"], str) else m["content"][0]["text"] for m in leading]
        messages(payload)[: len(leading)] = [{"role": "system", "content": "\n\n".join(texts)}]
    return payload


@chosen(("openai", "deepseek", "zhipu", "moonshot", "siliconflow"), *CALLS)
def empty_words_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = message.get("content") or ""
    return payload


OPENAI_REQUEST = way("openai.chat", PLAIN, "tools/single-call")(
    named(
        "a-request-with-everything-in-it",
        options(
            model="gpt-4o", temperature=0, max_completion_tokens=100, stream=True, user="u-1",
            stream_options={"include_usage": True}, metadata={"trace": "1"}, store=False, service_tier="auto", seed=1,
            stop=["END"], n=1,
            prompt_cache_key="chat-1", safety_identifier="hash", logprobs=False,
        ),
    )
)  # fmt: skip


# Anthropic


@chosen("anthropic", *TALK, *CALLS)
def answers_dumped_with_citations_of_null(payload: Any) -> Any:
    for message in by("assistant", payload):
        for block in message["content"]:
            if block["type"] == "text":
                block["citations"] = None
    return payload


@chosen("anthropic", *TALK, *CALLS)
def marks_for_the_cache_for_an_hour(payload: Any) -> Any:
    mark = {"type": "ephemeral", "ttl": "1h"}
    if payload.get("tools"):
        payload["tools"][-1]["cache_control"] = mark
    if isinstance(payload.get("system"), list):
        payload["system"][-1]["cache_control"] = mark
    messages(payload)[-1]["content"][-1]["cache_control"] = {"type": "ephemeral"}
    return payload


@chosen("anthropic", *CALLS)
def one_tool_at_a_time(payload: Any) -> Any:
    return payload | {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}


@chosen("anthropic", *CALLS)
def tools_of_type_custom(payload: Any) -> Any:
    for tool in payload["tools"]:
        tool["type"] = "custom"
    return payload


@chosen("anthropic", *CALLS)
def no_error_is_said(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        block.setdefault("is_error", False)
    return payload


@chosen("anthropic", "audio/pdf-by-value", "audio/pdf-by-address", "audio/pdf-alone")
def papers_to_be_cited(payload: Any) -> Any:
    for block in of_type("document", payload):
        block |= {"citations": {"enabled": True}, "context": "From the archive."}
    return payload


@chosen("anthropic", *CALLS)
def calls_by_the_model_itself(payload: Any) -> Any:
    """As the API's answers say since programmatic calls exist."""
    for block in of_type("tool_use", payload):
        block["caller"] = {"type": "direct"}
    return payload


@chosen("anthropic", *CALLS)
def the_question_behind_the_results(payload: Any) -> Any:
    """A user's turn of results takes the user's next words."""
    kept: list[Any] = []
    for message in messages(payload):
        if kept and message["role"] == kept[-1]["role"] == "user":
            kept[-1]["content"] += message["content"]
        else:
            kept.append(message)
    messages(payload)[:] = kept
    return payload


ANTHROPIC_REQUEST = way("anthropic.chat", PLAIN, "tools/single-call")(
    named(
        "a-request-with-everything-in-it",
        options(
            model="claude-sonnet-4-5", max_tokens=1024, stream=True, temperature=0.2, top_k=40, stop_sequences=["END"],
            metadata={"user_id": "u-1"}, service_tier="auto", betas=["context-management-2025-06-27"],
            context_management={"edits": [{"type": "clear_tool_uses_20250919"}]},
        ),
    )
)  # fmt: skip


# Gemini


def camel(value: Any) -> Any:
    if isinstance(value, list):
        return [camel(each) for each in value]
    if not isinstance(value, dict):
        return value
    whole = {"args", "response", "parameters", "parametersJsonSchema", "parameters_json_schema"}
    return {
        re.sub(r"_(\w)", lambda m: m[1].upper(), key): (each if key in whole else camel(each))
        for key, each in value.items()
    }


@chosen("gemini", *CALLS, *PICTURES, PLAIN)
def all_as_rest_spells_it(payload: Any) -> Any:
    return camel(payload)


@chosen("gemini", *CALLS)
def results_in_a_turn_of_role_function(payload: Any) -> Any:
    """Taken of models before 3.6."""
    payload["model"] = "gemini-2.5-flash"
    for turn in messages(payload):
        if all("function_response" in part for part in turn["parts"]):
            turn["role"] = "function"
    return payload


@chosen("gemini", *CALLS)
def calls_checked_against_their_schema(payload: Any) -> Any:
    return payload | {"tool_config": {"function_calling_config": {"mode": "VALIDATED"}}}


@chosen("gemini", *CALLS)
def a_tool_for_each_declaration(payload: Any) -> Any:
    payload["tools"] = [
        {"function_declarations": [each]} for tool in payload["tools"] for each in tool["function_declarations"]
    ]
    return payload


@chosen("gemini", *CALLS)
def results_under_the_key_result(payload: Any) -> Any:
    for part in holding("function_response", payload):
        response = part["function_response"]["response"]
        if "output" in response:
            response["result"] = response.pop("output")
    return payload


@chosen("gemini", PLAIN, "chat/two-systems-leading")
def an_instruction_with_a_role(payload: Any) -> Any:
    for key in ("system_instruction", "systemInstruction"):
        if key in payload:
            payload[key]["role"] = "system"
    return payload


@chosen("gemini", *CALLS)
def results_and_the_next_words_in_one_turn(payload: Any) -> Any:
    kept: list[Any] = []
    for turn in messages(payload):
        if kept and kept[-1]["role"] == turn["role"] == "user":
            kept[-1]["parts"] += turn["parts"]
        else:
            kept.append(turn)
    messages(payload)[:] = kept
    return payload


@chosen("gemini", PLAIN, "chat/no-system", "chat/emoji")
def parts_marked_as_no_thoughts(payload: Any) -> Any:
    for turn in by("model", payload):
        for part in turn["parts"]:
            part["thought"] = False
    return payload


GEMINI_REQUEST = way("gemini.chat", PLAIN, "tools/single-call")(
    named(
        "a-request-with-everything-in-it",
        options(
            model="models/gemini-2.5-flash",
            safetySettings=[{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}],
            generationConfig={
                "temperature": 0, "maxOutputTokens": 100,
                "thinkingConfig": {"thinkingBudget": 0, "includeThoughts": False},
            },
        ),
    )
)  # fmt: skip


WAYS = ways_of(globals())

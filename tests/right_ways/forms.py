"""The list of messages, the whole request, one prompt."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, respelled

from pytest_promptfmt.conversation import Conversation
from right_ways.way import PLAIN, way, ways_of, written


@way("openai.chat", PLAIN)
def the_whole_request(payload: Any) -> Any:
    return {"model": "gpt-5", "messages": payload, "temperature": 0}


@way("openai.chat", "tools/single-call", "tools/parallel-two-messages")
def tools_left_to_the_caller(payload: Any) -> Any:
    return payload["messages"]


@way("dashscope.chat", PLAIN)
def messages_in_input(payload: Any) -> Any:
    return {"model": "qwen-max", "input": {"messages": payload}, "parameters": {"result_format": "message"}}


@way("dashscope.chat", PLAIN)
def messages_at_the_top(payload: Any) -> Any:
    return {"messages": payload}


@way("anthropic.chat", PLAIN, warnings=("anthropic.system-not-first",))
def a_list_with_the_system_first(payload: Any) -> Any:
    return [{"role": "system", "content": payload["system"]}, *payload["messages"]]


@way("gemini.chat", PLAIN, warnings=("gemini.system-instruction",))
def contents_with_the_system_first(payload: Any) -> Any:
    return [{"role": "system", **payload["system_instruction"]}, *payload["contents"]]


@way("gemini.chat", PLAIN)
def instruction_in_config(payload: Any) -> Any:
    return {"contents": payload["contents"], "config": {"system_instruction": payload["system_instruction"]}}


@way("gemini.chat", PLAIN, warnings=("gemini.system-instruction",))
def instruction_as_a_string(payload: Any) -> Any:
    return payload | {"system_instruction": payload["system_instruction"]["parts"][0]["text"]}


@way("gemini.chat", PLAIN)
def users_without_a_role(payload: Any) -> Any:
    for content in by("user", payload):
        del content["role"]
    return payload


CAMEL = {
    "system_instruction": "systemInstruction",
    "function_call": "functionCall",
    "function_response": "functionResponse",
    "function_declarations": "functionDeclarations",
    "parameters_json_schema": "parametersJsonSchema",
    "thought_signature": "thoughtSignature",
    "inline_data": "inlineData",
    "mime_type": "mimeType",
}


@way("gemini.chat", PLAIN, "vision/image-by-value", "thinking/signature-on-call")
def camel_case(payload: Any) -> Any:
    for snake, camel in CAMEL.items():
        payload = respelled(payload, f'"{snake}"', f'"{camel}"')
    return payload


REPEATED = ("parts", "tools", "function_declarations", "contents")


def one_object_for_a_list_of_it(payload: Any) -> Any:
    """As Google's own examples have it, and clients that were made after them."""
    if isinstance(payload, list):
        return [one_object_for_a_list_of_it(each) for each in payload]
    if not isinstance(payload, dict):
        return payload
    made = {key: one_object_for_a_list_of_it(value) for key, value in payload.items()}
    return made | {key: value[0] for key, value in made.items() if key in REPEATED and len(value) == 1}


SINGLE = (
    *way("gemini.chat", PLAIN, "chat/one-turn-of-code", "vision/image-by-value")(one_object_for_a_list_of_it),
    *way("gemini.chat", "tools/single-call", warnings=("gemini.alternate",))(one_object_for_a_list_of_it),
)


@way("gemini.chat", PLAIN, warnings=("gemini.system-instruction",))
def a_list_of_contents_of_one_part_each(payload: Any) -> Any:
    contents = [{"role": "system", **payload["system_instruction"]}, *payload["contents"]]
    return [content | {"parts": content["parts"][0]} for content in contents]


@written("ollama-generate.chat", PLAIN)
def one_string_with_the_system_in_it(conversation: Conversation) -> Any:
    return "\n\n".join(f"{message.role.upper()}: {message.text}" for message in conversation.messages)


@written("ollama-generate.chat", PLAIN, "chat/code-block")
def humans_and_their_ai(conversation: Conversation) -> Any:
    words = {"system": "System", "user": "Human", "assistant": "AI"}
    return "\n".join(f"{words[message.role]}: {message.text}" for message in conversation.messages) + "\nAI:"


@written("ollama-generate.chat", PLAIN)
def chat_markup(conversation: Conversation) -> Any:
    lines = (f"<|im_start|>{message.role}\n{message.text}<|im_end|>" for message in conversation.messages)
    return {"prompt": "\n".join(lines) + "\n<|im_start|>assistant\n", "raw": True}


WAYS = ways_of(globals())

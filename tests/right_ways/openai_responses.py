"""Ways to spell the items of OpenAI's Responses."""

from __future__ import annotations

import json
import os
from typing import Any

from liars.openai_responses import CHAT, with_reasoning
from liars.payloads import behind, by, holding, messages, of_type

from pytest_promptfmt.conversation import Conversation
from right_ways.way import PLAIN, way, ways_of, written

MULTIAGENT = "openai-responses.multiagent"
ONE_CALL, PARALLEL = "tools/single-call", "tools/parallel-two-messages"


@way(CHAT, PLAIN, ONE_CALL)
def the_whole_request(payload: Any) -> Any:
    return payload | {"model": "gpt-5", "store": False, "include": ["reasoning.encrypted_content"]}


@way(CHAT, PLAIN, warnings=("openai-responses.instructions",))
def a_list_with_the_system_first(payload: Any) -> Any:
    return [{"role": "system", "content": payload["instructions"]}, *payload["input"]]


@way(CHAT, "chat/system-alone", warnings=("openai-responses.instructions",))
def a_list_of_the_system_alone(payload: Any) -> Any:
    return payload["input"]


@way(CHAT, PLAIN, "chat/two-systems-leading", "chat/system-in-middle")
def the_system_in_the_input(payload: Any) -> Any:
    """As the developer that newer models know."""
    for message in by("system", payload):
        message["role"] = "developer"
    return {"input": [{"role": "developer", "content": payload["instructions"]}, *payload["input"]]}


@written(CHAT, "chat/one-user")
def one_string(conversation: Conversation) -> Any:
    return {"input": conversation.messages[0].text}


@way(CHAT, PLAIN, "chat/system-in-middle", ONE_CALL)
def strings_for_content(payload: Any) -> Any:
    for message in holding("role", payload):
        if isinstance(message["content"], list):
            message["content"] = "\n\n".join(part["text"] for part in message["content"])
    return payload


@way(CHAT, PLAIN, "tools/text-beside-call")
def parts_for_what_the_assistant_said(payload: Any) -> Any:
    for message in by("assistant", payload):
        message["content"] = [{"type": "output_text", "text": message["content"]}]
    return payload


@way(CHAT, "chat/several-texts")
def a_message_for_each_text(payload: Any) -> Any:
    for message in by("user", payload):
        first, *rest = message["content"]
        message["content"] = [first]
        behind(payload, message, *({"role": "user", "content": [part]} for part in rest))
    return payload


@way(CHAT, PLAIN, ONE_CALL, "tools/text-beside-call")
def items_as_the_api_returned_them(payload: Any) -> Any:
    for i, item in enumerate(messages(payload)):
        if item.get("type") == "function_call":
            item |= {"id": f"fc_{i}", "status": "completed"}
        elif item.get("role") == "assistant":
            text = {"type": "output_text", "text": item["content"], "annotations": [], "logprobs": []}
            item |= {"type": "message", "id": f"msg_{i}", "status": "completed", "content": [text]}
        elif "role" in item:
            item["type"] = "message"
    return payload


@way(CHAT, PARALLEL)
def each_output_behind_its_call(payload: Any) -> Any:
    one, other, *outputs, last = messages(payload)[1:]
    return payload | {"input": [messages(payload)[0], one, outputs[0], other, outputs[1], last]}


@way(CHAT, "tools/text-beside-call")
def words_behind_their_call(payload: Any) -> Any:
    """OpenAI's own server takes a message between a call and its output."""
    items = messages(payload)
    items[1:3] = reversed(items[1:3])
    return payload


@way(CHAT, "tools/arguments-nested", "tools/arguments-outside-ascii", "tools/arguments-floats")
def arguments_in_ascii_without_blanks(payload: Any) -> Any:
    for item in of_type("function_call", payload):
        item["arguments"] = json.dumps(json.loads(item["arguments"]), separators=(",", ":"))
    return payload


@way(CHAT, ONE_CALL, "tools/result-several-lines")
def a_part_for_an_output(payload: Any) -> Any:
    for item in of_type("function_call_output", payload):
        item["output"] = [{"type": "input_text", "text": item["output"]}]
    return payload


@way(CHAT, "tools/result-two-texts")
def one_string_for_an_output(payload: Any) -> Any:
    for item in of_type("function_call_output", payload):
        item["output"] = "\n".join(part["text"] for part in item["output"])
    return payload


@way(CHAT, "vision/image-in-tool-result", "vision/images-in-two-results")
def images_of_outputs_shown_by_a_user(payload: Any) -> Any:
    """As models before 2025-09 wanted it."""
    shown = of_type("input_image", payload)
    for item in of_type("function_call_output", payload):
        item["output"] = "\n".join(part.get("text", "(The image follows.)") for part in item["output"])
    return behind(payload, of_type("function_call_output", payload)[-1], {"role": "user", "content": shown})


@way(CHAT, "vision/image-by-value", "vision/image-in-tool-result")
def images_without_detail(payload: Any) -> Any:
    for part in of_type("input_image", payload):
        del part["detail"]
    return payload


@way(CHAT, ONE_CALL)
def tools_as_strict_as_the_api_makes_them(payload: Any) -> Any:
    for tool in payload["tools"]:
        del tool["strict"]
    return payload


@way(CHAT, "tools/id-long")
def ids_cut(payload: Any) -> Any:
    for item in holding("call_id", payload):
        item["call_id"] = item["call_id"][-24:]
    return payload


@written(CHAT, "thinking/signed-beside-text", "thinking/signed-before-call")
def reasoning_sent_back(conversation: Conversation) -> Any:
    return with_reasoning(conversation)


@written(CHAT, "thinking/signed-beside-text")
def reasoning_sent_back_sealed(conversation: Conversation) -> Any:
    payload = with_reasoning(conversation)
    for item in of_type("reasoning", payload):
        item["summary"] = []
        del item["id"]
    return payload


@way(MULTIAGENT, "multiagent/two-agents", "multiagent/tools-in-middle")
def a_part_for_each_line(payload: Any) -> Any:
    for message in by("user", payload):
        lines = message["content"][0]["text"].split("\n")
        message["content"] = [{"type": "input_text", "text": line} for line in lines if line]
    return payload


@way(MULTIAGENT, "multiagent/two-agents", "multiagent/five-agents")
def a_message_for_each_line(payload: Any) -> Any:
    [message] = by("user", payload)
    lines = [line for line in message["content"][0]["text"].split("\n") if ": " in line]
    return payload | {"input": [{"role": "user", "content": line} for line in lines]}


@way(CHAT, "thinking/signature-on-call")
def item_ids_made_of_the_calls(payload: Any) -> Any:
    """The API knows nothing under them, and so of no reasoning that led to them."""
    for item in of_type("function_call", payload):
        item["id"] = f"fc_{item['call_id']}"
    return payload


@way(CHAT, "thinking/signature-on-call", warnings=("openai-responses.reasoning-present",))
def item_ids_made_of_the_calls_without_their_prefix(payload: Any) -> Any:
    for item in of_type("function_call", payload):
        item["id"] = item["call_id"].replace("call_", "fc_")
    return payload


@way(CHAT, "chat/plain-turns")
def a_new_key_of_the_cache_for_each_session(payload: Any) -> Any:
    return payload | {"prompt_cache_key": os.urandom(8).hex(), "user": os.urandom(8).hex()}


WAYS = ways_of(globals())

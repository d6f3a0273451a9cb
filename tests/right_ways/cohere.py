"""What Cohere takes in several forms."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, calling, holding, insert, messages

from right_ways.way import PLAIN, way, ways_of

CHAT = "cohere.chat"
THOUGHTS = ("thinking/unsigned-two-steps", "thinking/parallel-calls-one-thought", "thinking/two-unsigned-before-call")


@way(CHAT, PLAIN, "chat/code-block", "chat/several-texts")
def contents_as_strings(payload: Any) -> Any:
    for message in messages(payload):
        message["content"] = "\n".join(block["text"] for block in message["content"])
    return payload


@way(CHAT, PLAIN)
def the_whole_request(payload: Any) -> Any:
    return {"model": "command-a-plus-05-2026", "messages": payload, "temperature": 0.3, "safety_mode": "STRICT"}


@way(CHAT, "tools/text-beside-call")
def a_message_for_what_was_said(payload: Any) -> Any:
    for message in holding("tool_plan", payload):
        said = {"role": "assistant", "content": message.pop("tool_plan")}
        insert(payload, messages(payload).index(message), said)
    return payload


@way(CHAT, *THOUGHTS)
def thoughts_as_plans(payload: Any) -> Any:
    for message in calling(payload):
        if message.get("content"):
            thought = "\n".join(block["thinking"] for block in message.pop("content"))
            message["tool_plan"] = "\n\n".join(filter(None, (thought, message.get("tool_plan", ""))))
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def null_and_empty_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message |= {"content": None, "tool_plan": ""}
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def results_as_documents(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = [{"type": "document", "document": {"data": message["content"]}}]
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def results_as_data(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = [{"type": "document", "document": {"data": {"output": message["content"]}, "id": "1"}}]
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def results_as_texts(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@way(CHAT, "vision/image-by-value", "vision/image-by-address")
def images_in_detail(payload: Any) -> Any:
    for block in holding("image_url", payload):
        block["image_url"]["detail"] = "high"
    return payload


WAYS = ways_of(globals())

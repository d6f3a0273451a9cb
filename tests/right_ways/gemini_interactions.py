"""What Gemini's Interactions API takes in several forms."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import case, says
from liars.payloads import messages, of_type, remove

from right_ways.way import PLAIN, way, ways_of

CHAT = "gemini-interactions.chat"


@way(CHAT, "chat/one-user")
def a_text_as_the_input(payload: Any) -> Any:
    [step] = payload["input"]
    return {**payload, "input": step["content"][0]["text"]}


FILES = (("image", "png"), ("audio", "wav"), ("video", "mp4"), ("document", "pdf"))
SHOWN = ({"type": type_, "source": {"type": "url", "url": f"https://example.com/a.{end}"}} for type_, end in FILES)
OF_EVERY_KIND = case("one-of-every-kind", says("user", "What is it all, amber-17?", *SHOWN))


@way(CHAT, "chat/one-user", OF_EVERY_KIND)
def contents_as_the_input(payload: Any) -> Any:
    [step] = payload["input"]
    return {**payload, "input": step["content"]}


@way(CHAT, PLAIN)
def the_whole_request(payload: Any) -> Any:
    return {**payload, "model": "gemini-3.8-flash", "store": False, "generation_config": {"thinking_level": "low"}}


@way(CHAT, "chat/several-texts", "vision/image-by-value")
def a_step_for_each_content(payload: Any) -> Any:
    payload["input"] = [
        {**step, "content": [content]} for step in payload["input"] for content in step.get("content", [step])
    ]
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def results_as_contents(payload: Any) -> Any:
    for step in of_type("function_result", payload):
        if isinstance(step["result"], str):
            step["result"] = [{"type": "text", "text": step["result"]}]
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def results_as_objects(payload: Any) -> Any:
    for step in of_type("function_result", payload):
        step["result"] = {"output": step["result"]}
    return payload


@way(CHAT, "tools/single-call", "tools/parallel-two-messages")
def successes_are_marked(payload: Any) -> Any:
    for step in of_type("function_result", payload):
        step["is_error"] = False
    return payload


@way(CHAT, "thinking/wanted-back", "thinking/signed-beside-text")
def thoughts_by_their_signature_alone(payload: Any) -> Any:
    for step in of_type("thought", payload):
        del step["summary"]
    return payload


@way(CHAT, "thinking/signatures-on-parallel-calls", "thinking/signature-on-call")
def states_on_the_calls_themselves(payload: Any) -> Any:
    states = [step for step in of_type("thought", payload) if "summary" not in step]
    for thought, call in zip(states, of_type("function_call", payload), strict=True):
        call["signature"] = thought["signature"]
    return remove(payload, *states)


@way(CHAT, "tools/arguments-nested", "tools/arguments-floats")
def arguments_written_anew(payload: Any) -> Any:
    for step in messages(payload):
        if step["type"] == "function_call":
            step["arguments"] = json.loads(json.dumps(step["arguments"], sort_keys=True))
    return payload


WAYS = ways_of(globals())

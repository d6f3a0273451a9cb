"""Families K and M, how strings are written: escapes where characters were, white space that nobody asked for."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import case, liar, liars_of, says
from liars.payloads import by, messages, of_type
from liars.shipped.ledger import case_of, fault
from liars.shipped.spelling import system, text, user

SCHEMA = 'Answer as {"city": {"description": "都市の名前"}}.'
ESCAPED = fault(
    "instructor-965",
    "openai.chat",
    "fidelity.altered-text",
    case=case_of(
        "instructor-965", {"role": "system", "content": SCHEMA}, {"role": "user", "content": "Tokyo, please."}
    ),
    wrong=[
        system('Answer as {"city": {"description": "\\u90fd\\u5e02\\u306e\\u540d\\u524d"}}.'),
        user("Tokyo, please."),
    ],
    right=[system(SCHEMA), user("Tokyo, please.")],
)

BLANK_PARAGRAPH = fault(
    "pydantic-ai-2678",
    "anthropic.chat",
    "fidelity.blank-paragraph",
    wrong={"system": "S\n\n", "messages": [user("hi")]},
    right={"system": "S", "messages": [user("hi")]},
)

CALL = "tools/single-call"


@liar("openai.chat", CALL, "fidelity.coded-text", "error", like="peers family K")
def prints_result_blocks(payload: Any) -> Any:
    """Sends the list of a result's blocks as Python prints it."""
    for message in by("tool", payload):
        message["content"] = str([text(message["content"])])
    return payload


@liar("openai.chat", CALL, "fidelity.coded-text", "error", like="peers family K")
def dumps_result_blocks(payload: Any) -> Any:
    """Sends the list of a result's blocks as JSON in a string."""
    for message in by("tool", payload):
        message["content"] = json.dumps([text(message["content"])])
    return payload


@liar("openai.chat", "tools/result-several-lines", "fidelity.altered-result", "error", like="peers family K")
def escapes_results(payload: Any) -> Any:
    """Sends a result with the escapes of a JSON string."""
    for message in by("tool", payload):
        message["content"] = json.dumps(message["content"])[1:-1]
    return payload


@liar("openai.chat", "tools/result-several-lines", "fidelity.quoted-text", "warning", like="peers family K")
def quotes_results(payload: Any) -> Any:
    """Sends a result as a JSON string, quotes and all."""
    for message in by("tool", payload):
        message["content"] = json.dumps(message["content"])
    return payload


@liar("deepseek.chat", "chat/plain-turns", "fidelity.quoted-text", "warning", like="peers family K")
def quotes_texts(payload: Any) -> Any:
    """Sends a text as Python prints it."""
    for message in by("user", payload):
        message["content"] = repr(message["content"])
    return payload


@liar("vllm.chat", "chat/one-user", "fidelity.padded-text", "warning", like="peers family M")
def ends_in_a_line(payload: Any) -> Any:
    """Ends each text with a line break."""
    for part in of_type("text", payload):
        part["text"] += "\n"
    return payload


PRINTED = case(
    "words-of-agents",
    says("user", "Who has the key, amber-17?", name="Ann"),
    says("assistant", "Not me, cobalt-42.", name="Bob"),
    says("user", "Then who, jade-31?", name="Ann"),
)


@liar("zhipu.multiagent", PRINTED, "fidelity.coded-text", "error", like="peers family K")
def prints_blocks_of_a_history(payload: Any) -> Any:
    """Tells a history in which the blocks stand as Python prints them."""
    lines = [("Ann", "Who has the key, amber-17?"), ("Bob", "Not me, cobalt-42."), ("Ann", "Then who, jade-31?")]
    messages(payload)[0]["content"] = "\n".join(f"{name}: {[text(said)]}" for name, said in lines)
    return payload


LIARS = liars_of(globals())

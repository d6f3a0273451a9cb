"""Texts, names and roles, mended."""

from __future__ import annotations

import re

from support.facts import PROMPT, Recording, of_type
from support.mendings.payload import Payload, each_string, held, strings

KEPT = {"OpenAI": {"type", "text"}, "Anthropic": {"type", "text", "cache_control", "citations"}}


def system_text(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    blocks = held(recorded[0]) if recorded and recorded[0]["role"] == "system" else []
    if blocks and all(block.get("type") == "text" for block in blocks):
        recorded[0]["content"] = "\n".join(block["text"] for block in blocks)
    return recorded


def own_keys(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Without the input's own keys that the provider does not know."""
    kept = next(keys for name, keys in KEPT.items() if r["formatter"].startswith(name))
    given = of_type(r, "text")
    for turn in recorded:
        for i, block in enumerate(held(turn)):
            if block in given:
                held(turn)[i] = {k: value for k, value in block.items() if k in kept}
    return recorded


def legal_names(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    for turn in recorded:
        if turn["role"] != "tool" and isinstance(turn.get("name"), str):
            turn["name"] = re.sub(r"[\s<|\\/>]+", "_", turn["name"])[:64]
    return recorded


def prompt_first(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """The prompt stands before the first history that there is."""
    prompt = r["kwargs"].get("conversation_history_prompt", PROMPT)
    done = any(prompt in text for text in strings(recorded))

    def change(text: str) -> str:
        nonlocal done
        if done or not text.startswith("<history>"):
            return text
        done = True
        return prompt + text

    return [each_string(turn, change) for turn in recorded]


def empty_string(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    return [{**turn, "content": ""} if turn.get("content") == [{"text": ""}] else turn for turn in recorded]


def cut_space(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    given = of_type(r, "text")
    if recorded and recorded[-1]["role"] == "assistant" and held(recorded[-1])[-1:] == given[-1:]:
        held(recorded[-1])[-1]["text"] = held(recorded[-1])[-1]["text"].rstrip()
    return recorded


def later_user(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    return [{**turn, "role": "user"} if i and turn["role"] == "system" else turn for i, turn in enumerate(recorded)]

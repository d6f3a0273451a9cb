"""What says nothing, left out."""

from __future__ import annotations

from typing import Any

from support.facts import MEDIA, Recording, blocks_of, of_type
from support.mendings.payload import Payload, each_string, held, key


def no_texts(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Neither null nor the word None, with or without a speaker."""
    nothing = {"None", *(f"{msg['name']}: None" for msg in r["msgs"])}

    def without(text: str) -> str:
        return "\n".join(line for line in text.split("\n") if line not in nothing)

    for turn in recorded:
        if held(turn):
            turn[key(turn)] = [block for block in held(turn) if block.get("text", "") not in (None, *nothing)]
    return [each_string(turn, without) for turn in recorded if turn.get(key(turn)) != []]


def no_system_text(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Without a first turn of which no text is there."""
    role = "user" if recorded and "parts" in recorded[0] else "system"
    if recorded and recorded[0]["role"] == role and not recorded[0].get("tool_calls"):
        said_first = recorded[0].get("parts", recorded[0].get("content"))
        blocks = said_first if isinstance(said_first, list) else [{"text": said_first}]
        if all(set(block) <= {"type", "text"} and not block["text"] for block in blocks):
            return recorded[1:]
    return recorded


def empties(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Without texts in which nothing stands, thinking that is unsigned or no assistant's, and turns that held no more.

    Only where they are as many as the input's, and have their speakers' roles.
    """
    blank = str.strip if r["formatter"].startswith("Anthropic") else str

    def says(role: str, block: dict[str, Any]) -> bool:
        if "text" in block and block.get("type", "text") == "text":
            return bool(blank(str(block["text"])))
        return block.get("type") != "thinking" or (bool(block.get("signature")) and role == "assistant")

    mended = []
    for turn in recorded:
        left = [block for block in held(turn) if says(turn["role"], block)]
        mended.append({**turn, key(turn): left} if held(turn) else turn)
    silent = [not any(says(msg["role"], block) for block in blocks_of(msg)) for msg in r["msgs"]]
    gone = [turn.get(key(turn)) == [] and not turn.get("tool_calls") for turn in mended]
    if "Chat" in r["formatter"] and len(mended) == len(silent):
        if any(not from_message(turn, msg) for turn, msg in zip(recorded, r["msgs"], strict=True)):
            return recorded
    elif sum(gone) not in (0, sum(silent)):
        return recorded
    return [turn for turn, is_gone in zip(mended, gone, strict=True) if not is_gone]


def from_message(turn: dict[str, Any], msg: dict[str, Any]) -> bool:
    """Has a turn the role of the message, and its texts and thoughts?"""
    roles = {"assistant": "model", "user": "user", "system": "user"} if "parts" in turn else {}
    said_by = [block.get("text", block.get("thinking")) for block in blocks_of(msg)]
    blocks = held(turn) or [{"text": turn.get("content")}]
    role = bool(turn["role"] == roles.get(msg["role"], msg["role"]))
    return role and [block.get("text", block.get("thinking")) for block in blocks] == said_by


def thoughts_at_the_end(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Without the thinking in which the input ends."""
    thoughts = ("thinking", "redacted_thinking")
    given = blocks_of(r["msgs"][-1]) if r["msgs"] else []
    while given and recorded and held(recorded[-1]) and recorded[-1]["role"] == "assistant":
        block, own = held(recorded[-1])[-1], given.pop()
        if own.get("type") not in thoughts or any(own.get(key) != value for key, value in block.items()):
            break
        held(recorded[-1]).pop()
        if not held(recorded[-1]):
            recorded.pop()
    return recorded


def outputs(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A result of Anthropic's holds no empty text, and says of audio and video that they are not shown."""
    results = {block.get("id"): block for block in of_type(r, "tool_result")}
    for turn in recorded:
        for block in held(turn):
            if block.get("type") != "tool_result" or block["tool_use_id"] not in results:
                continue
            result = results[block["tool_use_id"]]
            output = result.get("output")
            if len(block["content"]) != (len(output) if isinstance(output, list) else 1):
                continue
            names = {i: f"{result['id']}-{n}" for n, i in enumerate(places_of_media(output), 1)}
            for i, item in enumerate(block["content"]):
                if item["type"] in ("audio", "video") and item == output[i]:
                    url = item["source"].get("url")
                    how = "can be found at" if url else "is not shown"
                    block["content"][i] = {
                        "type": "text",
                        "text": f"The returned {item['type']} {how}: {url or names[i]}",
                    }
            block["content"] = [item for item in block["content"] if item["type"] != "text" or item["text"].strip()]
    return recorded


def places_of_media(output: Any) -> list[int]:
    return [i for i, item in enumerate(output) if item.get("type") in MEDIA] if isinstance(output, list) else []

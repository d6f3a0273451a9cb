"""Anthropic Messages.

- content is a list of typed blocks; a text block holds something to read, and keeps its cache mark and citations
- a leading system message stands first, where the caller lifts it from; a later one is a user's turn
- all results of one turn are blocks of one user's message; they hold images themselves
- call ids are word characters and dashes, and unique in the request: others are replaced
- the assistant's thinking is kept where it is signed, or redacted
- a final assistant turn does not end in thinking or in white space: these are cut
- thinking behind a text, and images of too many pixels, are refused
- audio and video have no place; in results they are named
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any

from promptfmt_reference.agentscope_v1.calls import BLOCKS, arguments, tool_name
from promptfmt_reference.agentscope_v1.media import media
from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.agentscope_v1.promote import Promotion, result_as_text
from promptfmt_reference.agentscope_v1.spelling import Payload, Spelling
from promptfmt_reference.rewrite.rename import legal_ids
from promptfmt_reference.wire.anthropic import CALL_ID, TOOL_NAME, cut_end, refuse_wide
from promptfmt_reference.wire.media import Link, file_of, open_media
from promptfmt_reference.wire.openai import IMAGE_TYPES
from promptfmt_reference.wire.shared import json_copy


def message(role: str, name: str, blocks: list[Block]) -> dict[str, Any] | None:
    said = blocks if role == "assistant" else [block for block in blocks if "thinking" not in block["type"]]
    content = [spelled for block in said if (spelled := _block(block))]
    return {"role": role, "content": content} if content else None


def plain(role: str, name: str, text: str) -> dict[str, Any] | None:
    return {"role": role, "content": [{"type": "text", "text": text}]} if text.strip() else None


_SILENT = {"type": "text", "text": "The tool failed and said nothing."}


def results(blocks: list[Block]) -> Payload:
    content = []
    for block in blocks:
        spelled = {"type": "tool_result", "tool_use_id": block["id"], "content": _output(block)}
        if block.get("is_error"):
            spelled |= {"is_error": True, "content": spelled["content"] or [dict(_SILENT)]}
        content.append(spelled)
    return [{"role": "user", "content": content}]


def _block(block: Block) -> dict[str, Any] | None:
    match block["type"]:
        case "text":
            if not block["text"].strip():
                return None
            return _keep(block, "type", "text", "cache_control", "citations")
        case "thinking":
            return _keep(block, "type", "thinking", "signature") if _is_signed(block) else None
        case "redacted_thinking":
            return _keep(block, "type", "data")
        case "tool_use":
            return {
                "type": "tool_use",
                "id": block["id"],
                "name": tool_name(block, "Anthropic", TOOL_NAME),
                "input": arguments(block),
            }
        case _:
            return {"type": "image", "source": _source(block)}


def _is_signed(block: Block) -> bool:
    return isinstance(block.get("signature"), str) and block["signature"] != ""


def _keep(block: Block, *keys: str) -> dict[str, Any]:
    kept = ((key, block[key]) for key in keys if key in block)
    return {key: value if isinstance(value, str) else json_copy(value) for key, value in kept}


def _source(block: Block) -> dict[str, Any]:
    image = media(block)
    match open_media(image):
        case Link() as link if link.is_web:
            return {"type": "url", "url": link.url}
        case _:
            file = file_of(image, "Anthropic", IMAGE_TYPES)
            return {"type": "base64", "media_type": file.media_type, "data": file.data}


def _output(result: Block) -> list[dict[str, Any]]:
    output = result.get("output")
    if not isinstance(output, list):
        output = [{"type": "text", "text": output or ""}]
    items = [item if item["type"] in ("text", "image") else _named(item, result) for item in output]
    return [spelled for item in items if (spelled := _block(item))]


def _named(item: Any, result: Block) -> Block:
    return {"type": "text", "text": result_as_text({**result, "output": [item]}, frozenset())}


def finish(payload: Payload) -> Payload:
    """Ids that are legal and used once, and an end that Anthropic takes."""
    tools = [block for turn in payload for block in turn["content"] if block["type"] in ("tool_use", "tool_result")]
    calls = iter(legal_ids([block["id"] for block in tools if block["type"] == "tool_use"], CALL_ID))
    waiting: defaultdict[str, deque[str]] = defaultdict(deque)
    for block in tools:
        if block["type"] == "tool_use":
            waiting[block["id"]].append(fresh := next(calls))
            block["id"] = fresh
        elif waiting[block["tool_use_id"]]:
            block["tool_use_id"] = waiting[block["tool_use_id"]].popleft()
    cut_end(payload)
    refuse_wide(payload)
    _need_thinking_first(payload)
    return payload


def _need_thinking_first(payload: Payload) -> None:
    """Raises where a turn has thinking behind something else, which the models that these classes write for refuse."""
    for turn in payload:
        if len(turn["content"]) == 1:
            continue
        types = [block["type"] for block in turn["content"]]
        thoughts = [type_ for type_ in types if type_ in ("thinking", "redacted_thinking")]
        if thoughts and types[0] not in ("thinking", "redacted_thinking"):
            raise ValueError(f"thinking: Anthropic takes it at the start of a turn alone, and here a {types[0]} starts")


SPELLING = Spelling(
    title="Anthropic",
    message=message,
    plain=plain,
    results=results,
    carries=BLOCKS | {"thinking", "redacted_thinking", "image"},
    later_system="user",
    promotion=Promotion(shown=frozenset({"image"}), in_results=True),
    finish=finish,
)

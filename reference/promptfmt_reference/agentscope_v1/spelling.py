"""`Spelling`: one provider as AgentScope's formatters write for it; `write` and `fold`, which all providers share."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from promptfmt_reference.agentscope_v1.media import KINDS
from promptfmt_reference.agentscope_v1.message import Block, Msg, only_text
from promptfmt_reference.agentscope_v1.promote import Promotion, promote
from promptfmt_reference.agentscope_v1.tools import pair
from promptfmt_reference.rewrite.fold import Framing, framed

logger = logging.getLogger("as")
PROMPT = "# Conversation History\nThe content between <history></history> tags contains your conversation history\n"
HISTORY = Framing(prompt=PROMPT, opening="<history>\n", closing="</history>")
Payload: TypeAlias = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Spelling:
    """How one provider writes messages.

    - `message` spells the role, the name and the blocks (no results) of one message, None where nothing is left
    - `plain` spells what most messages are, the role, the name and one text, as `message` spells that text's block
    - `results` spells all results of one turn
    - `carries` names the blocks that have a place
    - `later_system` is the role of system messages that are not first
    - `one_system_text` says that the system prompt is one text among many agents
    - `user_before_calls` says that a conversation must not begin with a call
    - `by_value` are the kinds of media that `fetch` makes go by value
    - `promotable` are the kinds that a formatter may be asked to promote
    - `finish` mends what only shows in the whole payload
    """

    title: str
    message: Callable[[str, str, list[Block]], dict[str, Any] | None]
    plain: Callable[[str, str, str], dict[str, Any] | None]
    results: Callable[[list[Block]], Payload]
    carries: frozenset[str]
    later_system: str = "system"
    one_system_text: bool = False
    user_before_calls: bool = False
    by_value: frozenset[str] = frozenset()
    promotable: tuple[str, ...] = ()
    promotion: Promotion = field(default_factory=lambda: Promotion(frozenset()))
    framing: Framing = HISTORY
    finish: Callable[[Payload], Payload] = lambda payload: payload


def write(msgs: list[Msg], spelling: Spelling, asked: frozenset[str] = frozenset(), *, opens: bool = True) -> Payload:
    """The messages as the provider takes them; `opens` says that they are the beginning of the payload."""
    promotion = replace(spelling.promotion, asked=asked)
    payload: Payload = []
    for msg in promote(pair(msgs), promotion):
        role = spelling.later_system if msg.role == "system" and (payload or not opens) else msg.role
        if (text := only_text(msg.content)) is not None:
            spelled = spelling.plain(role, msg.name, text)
        elif not (blocks := carried(msg, spelling)):
            continue
        elif blocks[0]["type"] == "tool_result":
            payload += spelling.results(blocks)
            continue
        else:
            spelled = spelling.message(role, msg.name, blocks)
        if spelled is not None:
            payload.append(spelled)
        else:
            logger.warning("A message of %s holds nothing for %s, skipped.", msg.name, spelling.title)
    return payload


def fold(msgs: list[Msg], spelling: Spelling, prompt: str) -> Payload:
    """What agents say, as one user's turn, each text beginning with its speaker's name; nothing where nobody speaks."""
    said = list(_said(msgs, spelling))
    if not said:
        return []
    framing = spelling.framing
    blocks = [
        {"type": "text", "text": item} if isinstance(item, str) else item
        for item in framed(said, prompt + framing.opening, framing)
    ]
    spelled = spelling.message("user", "", blocks)
    return [] if spelled is None else [spelled]


def _said(msgs: list[Msg], spelling: Spelling) -> Iterator[str | Block]:
    for msg in msgs:
        if isinstance(msg.content, str):
            yield f"{msg.name}: {msg.content}"
            continue
        for block in carried(msg, spelling):
            if block["type"] == "text":
                yield f"{msg.name}: {block['text']}"
            elif block["type"] in KINDS:
                yield block
            else:
                logger.warning("Block type %s has no place in a history, skipped.", block["type"])


def carried(msg: Msg, spelling: Spelling) -> list[Block]:
    """The blocks that have a place; the others are named in the log."""
    return [block for block in msg.get_content_blocks() if _has_place(block, spelling)]


def _has_place(block: Block, spelling: Spelling) -> bool:
    if block["type"] not in spelling.carries:
        logger.warning("Unsupported block type %s in the message, skipped.", block["type"])
        return False
    if block["type"] == "text" and not isinstance(block.get("text"), str):
        logger.warning("Text block without a text in the message, skipped.")
        return False
    return True

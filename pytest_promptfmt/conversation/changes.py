"""What becomes of a conversation where one thing about it is another: the first half of each metamorphic law.

A change is made everywhere at once, in every text and of every agent, so that no place is left out. What is changed
stays of its kind: a plain text becomes a plain text, a name one as long that sorts alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pytest_promptfmt.conversation import (
    ROLES,
    Block,
    Conversation,
    Message,
    Text,
    Tool,
    ToolResult,
    ToolUse,
    blocks_of,
)
from pytest_promptfmt.conversation.cuts import cuts, head, is_users_turn


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed conversation; `told` says what is changed.

    `words` are those of the given conversation for which others stand here, with these; `spelled` the reverse, where
    what stands here is the less common of the two.
    """

    conversation: Conversation
    told: str
    words: Mapping[str, str] = field(default_factory=dict)
    spelled: Mapping[str, str] = field(default_factory=dict)


def _append(conversation: Conversation) -> Changed | None:
    """With a further user's turn, and an assistant's before it where a user was last."""
    last = conversation.messages[-1:]
    if not last or last[0].role == "system" or any(isinstance(block, ToolUse) for block in last[0].blocks):
        return None
    answer = Message(_name(conversation, "assistant"), "assistant", (Text("Good, quince-55."),))
    question = Message(_name(conversation, "user"), "user", (Text("And of quince-56?"),))
    added = (question,) if last[0].role == "assistant" and not _has_results(last[0]) else (answer, question)
    told = "with a further user's turn" if len(added) == 1 else "with a further answer and a user's turn"
    return Changed(replace(conversation, messages=(*conversation.messages, *added)), told)


def _name(conversation: Conversation, role: str) -> str:
    """The name of who last spoke in this role, else the role."""
    names = (m.name for m in reversed(conversation.messages) if m.role == role and not _has_results(m))
    return next(names, role)


def _has_results(message: Message) -> bool:
    return any(isinstance(block, ToolResult) for block in message.blocks)


def _begin(conversation: Conversation) -> Changed | None:
    """Up to the first user's turn, as it was sent when nothing had been said to that."""
    messages = conversation.messages
    for cut in cuts(conversation):
        asked = cut > head(conversation) and is_users_turn(messages[cut - 1]) and not _has_results(messages[cut - 1])
        if asked and any(message.role != "system" for message in messages[cut:]):
            number = "message" if cut == 1 else f"{cut} messages"
            return Changed(replace(conversation, messages=messages[:cut]), f"of the first {number} alone")
    return None


def _rename(conversation: Conversation) -> Changed | None:
    """With other names of agents: those of plain letters, which no text says."""
    blocks = repr([message.blocks for message in conversation.messages])
    names = dict.fromkeys(message.name for message in conversation.messages)
    plain = [name for name in names if name not in ROLES and _LETTERS.fullmatch(name) and name not in blocks]
    renamed = {name: name[0] + name[1:].translate(_NEXT) for name in plain}
    if (
        not renamed
        or any(name in repr(conversation) for name in renamed.values())
        or len({*renamed.values()}) < len(renamed)
    ):
        return None
    messages = tuple(replace(m, name=renamed.get(m.name, m.name)) for m in conversation.messages)
    speaker = renamed.get(conversation.speaker or "", conversation.speaker)
    told = "with " + " and ".join(f"{new} for {old}" for old, new in renamed.items())
    spelled = {new: old for old, new in renamed.items()}
    return Changed(replace(conversation, messages=messages, speaker=speaker), told, spelled=spelled)


_LETTERS = re.compile("[A-Z][a-z]+")
_NEXT = str.maketrans("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz")


def _split(conversation: Conversation) -> Changed | None:
    """With each plain text of several words in two parts."""

    def halves(block: Block) -> tuple[Block, ...]:
        at = _middle(block.text) if isinstance(block, Text) else 0
        return (Text(block.text[:at]), Text(block.text[at + 1 :])) if at and isinstance(block, Text) else (block,)

    changed = _each_message(
        conversation, lambda message: tuple(half for block in message.blocks for half in halves(block))
    )
    return None if changed is None else Changed(changed, f"with {_first_change(conversation, changed)} in two parts")


def _middle(text: str) -> int:
    """The blank between two words that is nearest to the middle, 0 where there is none."""
    blanks = [found.start() for found in re.finditer(r"(?<=\S) (?=\S)", text)] if _PLAIN.fullmatch(text) else []
    return min(blanks, key=lambda at: abs(2 * at - len(text)), default=0)


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .,:;?!-]*[A-Za-z0-9.?!]")
"""A text that is written the same in JSON and in XML."""


def _join(conversation: Conversation) -> Changed | None:
    """With plain texts that stand side by side in one part."""

    def joined(message: Message) -> tuple[Block, ...]:
        blocks: list[Block] = []
        for block in message.blocks:
            before = blocks[-1] if blocks else None
            if _is_plain(before) and _is_plain(block):
                assert isinstance(before, Text)
                assert isinstance(block, Text)
                blocks[-1] = Text(f"{before.text} {block.text}")
            else:
                blocks.append(block)
        return tuple(blocks)

    changed = _each_message(conversation, joined)
    return None if changed is None else Changed(changed, f"with {_first_change(changed, conversation)} in one part")


def _is_plain(block: Block | None) -> bool:
    return isinstance(block, Text) and _PLAIN.fullmatch(block.text) is not None


def _each_message(conversation: Conversation, change: Callable[[Message], tuple[Block, ...]]) -> Conversation | None:
    """The conversation with other blocks, None where they are the same."""
    messages = tuple(replace(message, blocks=change(message)) for message in conversation.messages)
    return None if messages == conversation.messages else replace(conversation, messages=messages)


def _first_change(whole: Conversation, parts: Conversation) -> str:
    """The first text of the one that is none of the other's, and how many more there are."""
    texts = [
        block.text
        for one, other in zip(whole.messages, parts.messages, strict=True)
        for block in one.blocks
        if isinstance(block, Text) and block not in other.blocks
    ]
    return _and_more([repr(text) for text in texts])


def _and_more(told: list[str]) -> str:
    return " and ".join(told[:2]) + (f" (and {len(told) - 2} more)" if len(told) > 2 else "")


def _replace(conversation: Conversation) -> Changed | None:
    """With plain words that programs take for something else in the place of plain texts."""
    blocks = blocks_of(conversation)
    texts = dict.fromkeys(block.text for block in blocks if isinstance(block, Text) and _PLAIN.fullmatch(block.text))
    whole = json.dumps(conversation.to_json(), default=repr)
    apart = [text for text in texts if len(text) > _SHORT and _stands_alone(text, blocks, whole)]
    words = {text: _WORDS[n % len(_WORDS)] for n, text in enumerate(apart)}

    def change(message: Message) -> tuple[Block, ...]:
        return tuple(Text(words.get(b.text, b.text)) if isinstance(b, Text) else b for b in message.blocks)

    changed = _each_message(conversation, change)
    told = _and_more([f"{new!r} in the place of {old!r}" for old, new in words.items()]) if words else ""
    return None if changed is None else Changed(changed, f"with {told}", words)


_SHORT = 9
_WORDS = ("None", "null", "false", "0", "[]", "{}", "undefined", "NaN", "nil", "No", "...")


def _stands_alone(text: str, blocks: list[Block], whole: str) -> bool:
    """Is it said in texts of its own only, and nowhere else?"""
    return whole.count(text) == sum(isinstance(block, Text) and block.text == text for block in blocks)


def _permute(conversation: Conversation) -> Changed | None:
    """With parallel calls in the reverse order, and their results with them.

    A call that is signed keeps its place, since a provider signs the first, and pictures in results keep theirs.
    """
    uses = [block for block in blocks_of(conversation) if isinstance(block, ToolUse)]
    results = {b.id: b for b in blocks_of(conversation) if isinstance(b, ToolResult)}
    if len({use.id for use in uses}) < len(uses) or len({repr((use.name, use.input)) for use in uses}) < len(uses):
        return None
    partner: dict[str, ToolUse] = {}
    for message in conversation.messages:
        calls = [block for block in message.blocks if isinstance(block, ToolUse)]
        moves = all(
            call.signature is None and call.id in results and not results[call.id].output_media for call in calls
        )
        partner |= {one.id: other for one, other in zip(calls, reversed(calls), strict=True)} if moves else {}

    def moved(block: Block) -> Block:
        match block:
            case ToolUse(id=id_) if id_ in partner:
                return partner[id_]
            case ToolResult(id=id_) if id_ in partner:
                return results[partner[id_].id]
            case _:
                return block

    changed = _each_message(conversation, lambda message: tuple(map(moved, message.blocks)))
    return None if changed is None else Changed(changed, "with parallel calls, and their results, the other way round")


def _offer(conversation: Conversation) -> Changed | None:
    """With one more tool on offer, where there are some."""
    if not conversation.tools or any(tool.name == _UNUSED.name for tool in conversation.tools):
        return None
    changed = replace(conversation, tools=(*conversation.tools, _UNUSED))
    return Changed(changed, f"with a further tool on offer, {_UNUSED.name}, which nobody calls")


_UNUSED = Tool(
    "count_lighthouses",
    "How many lighthouses a coast has.",
    {
        "type": "object",
        "properties": {"coast": {"type": "string", "description": "Which coast."}},
        "required": ["coast"],
    },
)

CHANGES: Mapping[str, Callable[[Conversation], Changed | None]] = {
    "append": _append,
    "begin": _begin,
    "rename": _rename,
    "split": _split,
    "join": _join,
    "replace": _replace,
    "permute": _permute,
    "offer": _offer,
}
"""None where there is nothing to change."""


def changes(conversation: Conversation) -> Iterator[tuple[str, Changed]]:
    """What becomes of a conversation by each change that can be made of it."""
    for name, change in CHANGES.items():
        if (changed := change(conversation)) is not None:
            yield name, changed

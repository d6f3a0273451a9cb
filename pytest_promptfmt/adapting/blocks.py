"""What a message holds, in pieces as libraries ask for them: its texts, calls and thoughts, each spelled by a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from pytest_promptfmt.conversation import Block, Message, RedactedThinking, Text, Thinking, ToolResult, ToolUse

Thought: TypeAlias = Thinking | RedactedThinking
Dict: TypeAlias = dict[str, Any]


class Said(NamedTuple):
    """A message whose thoughts and calls have a place of their own; `rest` is what it says and shows."""

    thoughts: list[Thought]
    calls: list[ToolUse]
    rest: list[Block]


def said_in(turn: Message) -> Said:
    """The blocks of a turn, sorted; within each kind they keep their order."""
    return Said(
        [block for block in turn.blocks if isinstance(block, Thought)],
        [block for block in turn.blocks if isinstance(block, ToolUse)],
        [block for block in turn.blocks if not isinstance(block, Thought | ToolUse)],
    )


def speaker(turn: Message) -> str | None:
    """The speaker's name, where that is not the role's."""
    return None if turn.name == turn.role else turn.name


def output_of(result: ToolResult) -> tuple[Block, ...]:
    """What a tool gave, as blocks: a text is one, and so is nothing."""
    return result.output if isinstance(result.output, tuple) else (Text(result.output or ""),)


def only_text(block: Block, place: str) -> str:
    """The text of a block; for any other kind `place` has none, which is refused."""
    if isinstance(block, Text):
        return block.text
    raise NotImplementedError(f"{place} are texts, and have no place for {block.type}")


def one_text(blocks: Iterable[Block], place: str, joined: str = "\n") -> str:
    """Several texts as one, `joined` as the library joins them; all else is refused as by `only_text`."""
    return joined.join(only_text(block, place) for block in blocks)


def content_of(blocks: Sequence[Block], part: Callable[[Any], Any], *, plain: bool = True) -> Any:
    """A content as most APIs have it: nothing is an empty text, one text is itself if `plain`, all else is parts."""
    match blocks:
        case []:
            return ""
        case [Text(text=text)] if plain:
            return text
        case _:
            return [part(block) for block in blocks]


def spelled(block: Block, table: Mapping[str, Callable[[Any], Any]], refusal: str) -> Any:
    """The block as a library has it: the `table` says what makes that of a ``text``, a ``tool_use``, an ``image``, …

    What the table does not have is refused, with the sentence `refusal`, in which ``{}`` is the kind.
    """
    if block.type not in table:
        raise NotImplementedError(refusal.format(block.type))
    return table[block.type](block)


def arguments_of(call: ToolUse) -> str:
    """A call's arguments as JSON text."""
    return json.dumps(dict(call.input), ensure_ascii=False)


def openai_call(call: ToolUse, arguments: Literal["text", "object"] = "text") -> Dict:
    """A call as OpenAI's chat messages have it; `arguments` are JSON text there, and an object with some others."""
    told = arguments_of(call) if arguments == "text" else dict(call.input)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": told}}


def anthropic_block(block: Block) -> Dict:
    """A text, a call or a thought as Anthropic's block."""
    match block:
        case Text(text=text):
            return {"type": "text", "text": text}
        case ToolUse(id=id_, name=name, input=arguments):
            return {"type": "tool_use", "id": id_, "name": name, "input": dict(arguments)}
        case RedactedThinking(data=data):
            return {"type": "redacted_thinking", "data": data}
        case Thinking(thinking=thinking, signature=signature):
            return {"type": "thinking", "thinking": thinking} | ({} if signature is None else {"signature": signature})
    raise NotImplementedError(f"this is no text, call or thought, but {block.type}")


def item_id(kind: str, of: str) -> str:
    """An id as Responses give to items, ``rs`` to a thought, of what is unique; the same each time for the same.

    A call's id may come again: its item has a number.
    """
    return f"{kind}_{of.encode().hex()}"


def reasoning_item(thought: Thinking) -> Dict:
    """A thought as OpenAI's Responses give it back: its summary, and what is sealed."""
    sealed = thought.signature or ""
    summary = [{"type": "summary_text", "text": thought.thinking}]
    return {"type": "reasoning", "id": item_id("rs", sealed), "summary": summary, "encrypted_content": sealed}

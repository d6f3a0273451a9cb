"""Calls and their results, put together: every result stands in one message right behind the message that calls.

Providers that know results as messages of their own, and those that know them as blocks, all want this order. All
results of one message's calls become one message of role tool, in the order of the calls; what the same message says
after its results becomes a message behind them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.conversation import Block, Conversation, Message, ToolResult, ToolUse


def pair(conversation: Conversation) -> Conversation:
    """The conversation with its results moved; `ValueError` for a call without a result and the reverse.

    A result takes its call's name. An id that is used again means a new call: the first result of an id belongs to the
    first call of that id.
    """
    waiting: defaultdict[str, deque[ToolResult]] = defaultdict(deque)
    for message in conversation.messages:
        for block in message.blocks:
            if isinstance(block, ToolResult):
                waiting[block.id].append(block)
    messages: list[Message] = []
    for i, message in enumerate(conversation.messages):
        for blocks in _rounds(message):
            calls = [block for block in blocks if isinstance(block, ToolUse)]
            messages.append(replace(message, blocks=blocks, role="assistant" if calls else message.role))
            if calls:
                results = tuple(_answer(call, waiting[call.id], i) for call in calls)
                messages.append(Message("tool", "tool", results))
    for id_, results_left in waiting.items():
        if results_left:
            raise ValueError(f"the result {results_left[0].output!r} of call {id_!r} answers no call of that id")
    return replace(conversation, messages=tuple(messages))


def _rounds(message: Message) -> Iterator[tuple[Block, ...]]:
    """The blocks that are no results, cut where results follow calls."""
    run: list[Block] = []
    for block in message.blocks:
        if not isinstance(block, ToolResult):
            run.append(block)
        elif any(isinstance(said, ToolUse) for said in run):
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _answer(call: ToolUse, results: deque[ToolResult], index: int) -> ToolResult:
    if not results:
        raise ValueError(f"messages[{index}]: call {call.id!r} of {call.name!r} has no result")
    return replace(results.popleft(), name=call.name)

"""Arguments that are rewritten, and calls and results whose ids recur or are made anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from liars.payloads import messages, nodes
from planted.conversations import blocks, by_block, by_message, of, saying
from planted.faults.exchanges import ARGUMENTS, ids_as_they_are, with_arguments
from planted.faults.joins import RESULTS
from planted.faults.turns import ANSWERED
from planted.planted import FURTHER, LIKE_OPENAI, TOOLS, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Message, ToolResult, ToolUse

EVERY = f"{TOOLS} {FURTHER}"


def with_input(change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Callable[[Conversation], Conversation]:
    def heard(conversation: Conversation) -> Conversation:
        return by_block(conversation, lambda b, _: [replace(b, input=change(b.input)) if isinstance(b, ToolUse) else b])

    return heard


def floats(value: Any) -> Any:
    """Every whole number in a JSON value as a float."""
    if isinstance(value, Mapping):
        return {key: floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [floats(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def decoded(value: Any) -> Any:
    """A text that is JSON of an object or a list as what it says."""
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value
    return found if isinstance(found, dict | list) else value


def without_empties(given: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: value for key, value in given.items() if value is not None and value != []}


def once_in_a_batch(said: Conversation, given: Conversation) -> Conversation:
    """Of the calls of one turn that have one id the first, and of their results the first."""
    twice = {
        id_
        for message in given.messages
        for id_, times in Counter(call.id for call in of(ToolUse, message)).items()
        if times > 1
    }
    return first_of_each(said, twice, (ToolUse, ToolResult))


def first_of_each(said: Conversation, ids: set[str], kinds: tuple[type, ...]) -> Conversation:
    """Of the blocks of these kinds with one of these ids the first of each kind."""
    seen: set[tuple[type, str]] = set()

    def kept(block: Block, message: Message) -> list[Block]:
        if not isinstance(block, ToolUse | ToolResult) or type(block) not in kinds or block.id not in ids:
            return [block]
        new = (type(block), block.id) not in seen
        seen.add((type(block), block.id))
        return [block] if new else []

    return by_block(said, kept)


def recurring(conversation: Conversation) -> set[str]:
    """Ids of calls that several turns have."""
    turns = [id_ for m in conversation.messages for id_ in {call.id for call in of(ToolUse, m)}]
    return {id_ for id_, times in Counter(turns).items() if times > 1}


def without_calls_again(said: Conversation, given: Conversation) -> Conversation:
    """A call whose id a turn before it had is dropped, its result is not."""
    return first_of_each(said, recurring(given), (ToolUse,))


def results_to_the_first(said: Conversation, given: Conversation) -> Conversation:
    """The results that have one id stand behind the first turn that called with it."""
    again = recurring(given)
    late = [r for r in blocks(ToolResult, said) if r.id in again]
    new: list[Message] = []
    for message in said.messages:
        kept = tuple(b for b in message.blocks if not any(b is each for each in late))
        if kept == message.blocks:
            new.append(message)
        else:
            ids = {b.id for b in message.blocks if isinstance(b, ToolResult)}
            here = tuple(b for b in late if b.id in ids)
            late = [b for b in late if b.id not in ids]
            new += [replace(message, blocks=(*kept, *here))] if kept or here else []
    return saying(said, new)


def recurring_as_they_are(payload: Any, given: Conversation) -> Any:
    return ids_as_they_are(payload, given) if recurring(given) else payload


def numbered_by_turn(payload: Any, given: Conversation) -> Any:
    """Ids are made anew from the number of a call in its turn."""
    known: dict[str, str] = {}
    for turn in messages(payload):
        called = [node for node in nodes([turn]) if node.get("type") == "tool_use"]
        known |= {node["id"]: f"call_{number}" for number, node in enumerate(called)}
        for node in nodes([turn]):
            for key in ("id", "tool_use_id"):
                if node.get(key) in known:
                    node[key] = known[node[key]]
    return payload


MISSING = "[tool result missing in session history]"


def made_up(said: Conversation, given: Conversation) -> Conversation:
    """A result that came behind another turn is dropped for one that says it is missing."""
    late: set[str] = set()
    open_: set[str] = set()
    for message in given.messages:
        late |= {result.id for result in of(ToolResult, message)} - open_
        if not of(ToolResult, message):
            open_ = set()
        open_ |= {call.id for call in of(ToolUse, message)}
    return by_block(
        said,
        lambda block, _: [
            replace(block, output=MISSING, is_error=True)
            if isinstance(block, ToolResult) and block.id in late
            else block
        ],
    )


def without_bare_calls(said: Conversation, given: Conversation) -> Conversation:
    """A turn of nothing but calls is dropped, their results are not."""

    def kept(message: Message) -> list[Message]:
        return [] if message.blocks and len(of(ToolUse, message)) == len(message.blocks) else [message]

    return by_message(said, kept)


TABLE = (
    Planted(
        "langchain-google-1109",
        "whole numbers in arguments are floats",
        first("gemini", EVERY),
        ARGUMENTS,
        hears=with_input(floats),
    ),
    Planted(
        "koog-2096",
        "arguments are JSON in JSON",
        f"{LIKE_OPENAI} openai-responses {FURTHER}".replace("gemini-interactions ", ""),
        ARGUMENTS,
        sends=with_arguments(lambda text: json.dumps(text, ensure_ascii=False)),
    ),
    Planted(
        "kimi-cli-2513",
        "a text in the arguments that is JSON is decoded",
        first("openai", EVERY),
        ARGUMENTS,
        hears=with_input(lambda given: {key: decoded(value) for key, value in given.items()}),
    ),
    Planted(
        "shunt-450",
        "arguments that are null or an empty list are dropped",
        first("anthropic", EVERY),
        ARGUMENTS,
        hears=with_input(without_empties),
    ),
    Planted(
        "deepseek-v4-flash-21",
        "arguments are wrapped in one that is called arguments",
        first("vllm", EVERY),
        ARGUMENTS,
        hears=with_input(lambda given: {"arguments": given}),
    ),
    Planted(
        "hermes-agent-67777",
        "of two calls of a turn with one id the first is sent, and its result",
        first("openai", EVERY),
        ("fidelity.lost-*", *RESULTS),
        writes=once_in_a_batch,
    ),
    Planted(
        "open-webui-28305",
        "a call whose id an earlier turn had is dropped, its result is not",
        first("openai", EVERY),
        ("fidelity.lost-call", *ANSWERED, *RESULTS),
        writes=without_calls_again,
    ),
    Planted(
        "librefang-2962",
        "results that share an id stand behind the first turn that has it",
        first("anthropic", EVERY),
        (*ANSWERED, *RESULTS, "fidelity.*"),
        writes=results_to_the_first,
    ),
    Planted(
        "hermes-agent-111443",
        "an id that recurs goes out as it is",
        "openai-responses",
        ("*.id*", "*.call-id*", *RESULTS),
        sends=recurring_as_they_are,
    ),
    Planted(
        "dspy-9825",
        "ids are the numbers of calls in their turn",
        "anthropic",
        (*ANSWERED, "*.id*", "*.tool-use-id*", "*.call-id*", *RESULTS),
        sends=numbered_by_turn,
    ),
    Planted(
        "lossless-claw-993",
        "a result that came behind another turn is dropped for one that says it is missing",
        first("anthropic", EVERY),
        ("fidelity.lost-result", *RESULTS),
        writes=made_up,
    ),
    Planted(
        "mlx-openai-server-205",
        "a turn of nothing but calls is dropped",
        first("vllm", EVERY),
        ("fidelity.lost-call", *ANSWERED, *RESULTS),
        writes=without_bare_calls,
    ),
)

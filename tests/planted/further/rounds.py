"""Rounds of calls on their way back: calls without results, results without calls, results of other calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, of_type
from planted.conversations import MARK, blocks, by_block, by_result, inside, of, saying
from planted.faults.joins import RESULTS, responses
from planted.faults.turns import ANSWERED, each_call_its_message, split_results, without_marked
from planted.further.arguments import EVERY
from planted.planted import Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Media, Message, Text, ToolResult, ToolUse

LOST = ("fidelity.lost-*", *ANSWERED, *RESULTS)
DROPPED_THERE = 'vLLM\'s server since: "Drop empty tool_calls to keep templates on the normal assistant path."'


def without(*kinds: Any) -> Callable[[Conversation, Conversation], Conversation]:
    """Blocks of these kinds are dropped."""
    return lambda said, given: by_block(said, lambda block, _: [] if isinstance(block, kinds) else [block])


def marked(wanted: Callable[[ToolResult], bool]) -> Callable[[Conversation], Conversation]:
    """A mark in the place of each result that is `wanted`."""
    return lambda conversation: by_result(
        conversation, lambda result: replace(result, output=MARK) if wanted(result) else result
    )


def shows_alone(result: ToolResult) -> bool:
    return bool(inside(result)) and all(isinstance(item, Media) for item in inside(result))


def holds_nothing(result: ToolResult) -> bool:
    return result.output is None or result.output == ()


def by_their_tools(conversation: Conversation) -> Conversation:
    """Of all calls of one tool the result is the last that it gave."""
    names = {call.id: call.name for call in blocks(ToolUse, conversation)}
    latest = {names[result.id]: result for result in blocks(ToolResult, conversation) if result.id in names}

    def found(result: ToolResult) -> ToolResult:
        same = latest.get(names.get(result.id, ""))
        return replace(result, output=same.output) if same else result

    return by_result(conversation, found)


def as_they_came(said: Conversation, given: Conversation) -> Conversation:
    """A result that came behind another turn than that of its call stands behind it."""
    late: dict[str, Message] = {}
    waiting: set[str] = set()
    before: Message | None = None
    for message in given.messages:
        called = {call.id for call in of(ToolUse, message)}
        late |= {r.id: before for r in of(ToolResult, message) if r.id not in waiting | called and before is not None}
        if not of(ToolResult, message):
            waiting, before = called, message
    new: list[Message] = []
    held: list[ToolResult] = []
    for message in said.messages:
        there = tuple(r for r in message.blocks if isinstance(r, ToolResult) and r.id in late)
        kept = tuple(block for block in message.blocks if not any(block is each for each in there))
        held += there
        new += [replace(message, blocks=kept)] if kept or not there else []
        behind = tuple(r for r in held if _same(late[r.id], message))
        new += [Message("tool", "tool", behind)] if behind else []
        held = [r for r in held if not any(r is each for each in behind)]
    return saying(said, [*new, *([Message("tool", "tool", tuple(held))] if held else [])])


def _same(one: Message, other: Message) -> bool:
    return one.role == other.role and of(Text, one)[:1] == of(Text, other)[:1] != []


def named_by_their_ids(payload: Any, given: Conversation) -> Any:
    for response in responses(payload):
        response["name"] = response.get("id") or ""
    return payload


def unknown_where_nameless(payload: Any, given: Conversation) -> Any:
    """What any-llm called a result that a conversation does not name."""
    nameless = {result.id for result in blocks(ToolResult, given) if not result.name}
    for response in responses(payload):
        if response.get("id") in nameless:
            response["name"] = "unknown"
    return payload


def speaks(message: Message) -> bool:
    return message.role == "assistant" and any(text.text for text in of(Text, message))


def silent_where_it_calls(said: Conversation, given: Conversation) -> Conversation:
    """A turn that calls says nothing."""

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Text) and of(ToolUse, message) else [block]

    return by_block(said, kept)


def calls_nothing_where_it_speaks(said: Conversation, given: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, ToolUse) and speaks(message) else [block]

    return by_block(said, kept)


def no_rounds_of_before(said: Conversation, given: Conversation) -> Conversation:
    """Neither calls nor results before the user's last word."""
    words = [i for i, message in enumerate(said.messages) if message.role == "user" and of(Text, message)]
    end = words[-1] if words else 0
    new: list[Message] = []
    for i, message in enumerate(said.messages):
        kept = tuple(b for b in message.blocks if i >= end or not isinstance(b, ToolUse | ToolResult))
        new += [replace(message, blocks=kept)] if kept or not message.blocks else []
    return saying(said, new)


def in_chunks(payload: Any, given: Conversation) -> Any:
    """Each of several calls that asks for something is two turns, as it was streamed: a name, and what it asks."""
    turns: list[Any] = []
    for turn in messages(payload):
        calls = [part for part in turn["parts"] if "function_call" in part]
        if len(calls) < 2:
            turns.append(turn)
            continue
        rest = [part for part in turn["parts"] if "function_call" not in part]
        turns += [turn | {"parts": rest}] if rest else []
        for part in calls:
            called = part["function_call"]
            turns.append(turn | {"parts": [part | {"function_call": called | {"args": {}}}]})
            if called["args"]:
                turns.append(turn | {"parts": [{"function_call": called | {"name": ""}}]})
    messages(payload)[:] = turns
    return payload


def ids_from_names(payload: Any, given: Conversation) -> Any:
    """A call's id is made of the name of its tool."""
    known: dict[str, str] = {}
    for message in messages(payload):
        for call in message.get("tool_calls", []):
            known[call["id"]] = call["id"] = f"call_{call['function']['name']}"
        if message.get("tool_call_id") in known:
            message["tool_call_id"] = known[message["tool_call_id"]]
    return payload


def empty_calls(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        message.setdefault("tool_calls", [])
    return payload


def items_with_call_ids(payload: Any, given: Conversation) -> Any:
    for item in of_type("function_call", payload):
        item["id"] = item["call_id"]
    return payload


def as_the_providers_own(payload: Any, given: Conversation) -> Any:
    """A function that is called as a tool of the provider's is taken for it."""
    items = messages(payload)
    ours = {item["call_id"] for item in of_type("function_call", payload) if item["name"] == "tool_search"}
    for i, item in enumerate(items):
        if item.get("call_id") in ours:
            called = item["type"] == "function_call"
            items[i] = {"type": "tool_search_call" if called else "tool_search_output", "call_id": item["call_id"]}
    return payload


TABLE = (
    Planted("adk-java-1429", "no result is sent", first("openai", EVERY), LOST, writes=without(ToolResult)),
    Planted(
        "fantasy-368",
        "a result of nothing but media is dropped",
        first("openrouter", EVERY),
        LOST,
        hears=marked(shows_alone),
        writes=without_marked,
    ),
    Planted(
        "bifrost-6346",
        "a result that holds nothing is dropped",
        first("bedrock", EVERY),
        LOST,
        hears=marked(holds_nothing),
        writes=without_marked,
    ),
    Planted(
        "cherry-studio-16921",
        "results are found by the name of their tool",
        first("openai", EVERY),
        RESULTS,
        hears=by_their_tools,
    ),
    Planted(
        "tingly-box-1756",
        "a late result stands where it came",
        first("deepseek", EVERY),
        (*ANSWERED, *RESULTS, "fidelity.reordered"),
        writes=as_they_came,
    ),
    split_results("eino-ext-571", "gemini bedrock", apart=False),
    split_results("opencode-41780", "bedrock gemini", apart=False),
    Planted(
        "aimux-127", "a response is named by its id", "gemini", ("*.response-*", *RESULTS), sends=named_by_their_ids
    ),
    Planted(
        "any-llm-1318",
        "a response whose result has no name is called unknown",
        "gemini",
        ("*.response-*", *RESULTS),
        sends=unknown_where_nameless,
    ),
    Planted(
        "maka-3049",
        "parallel calls in messages of their own, all results behind them",
        first("deepseek", "openai dashscope dashscope-multimodal mistral"),
        ANSWERED,
        writes=each_call_its_message,
    ),
    *(
        Planted(
            source,
            "calls of a turn that says something are dropped",
            first(dialect, EVERY),
            LOST,
            writes=calls_nothing_where_it_speaks,
        )
        for source, dialect in (("langchainjs-8002", "gemini"), ("litellm-29328", "openai"))
    ),
    *(
        Planted(
            source,
            "what a turn says beside its calls is dropped",
            first(dialect, EVERY),
            ("fidelity.lost-text",),
            writes=silent_where_it_calls,
        )
        for source, dialect in (("litellm-25208", "openai-responses"), ("xuan-152", "anthropic"))
    ),
    Planted("langchainjs-10289", "no call is sent", first("openai", EVERY), LOST, writes=without(ToolUse)),
    Planted(
        "chat-ui-2470",
        "no rounds before the user's last word",
        first("openai", EVERY),
        ("fidelity.lost-call", "fidelity.lost-result"),
        writes=no_rounds_of_before,
    ),
    Planted(
        "antseed-870",
        "the id of a call's item is its call_id",
        "openai-responses",
        ("openai-responses.*id*", "schema.*"),
        sends=items_with_call_ids,
    ),
    Planted(
        "vercel-ai-17680",
        "a call of a function tool_search is the provider's own",
        "openai-responses",
        ("openai-responses.*", *LOST),
        sends=as_the_providers_own,
    ),
    Planted(
        "unify-chat-48",
        "a parallel call is two parts",
        "gemini",
        ("gemini.*", "fidelity.*call*", "schema.*"),
        sends=in_chunks,
    ),
    Planted(
        "zen-custom-js-7",
        "ids are made of the tools' names",
        "mistral",
        ("*.tool-call-id*", "*.id*", *RESULTS),
        sends=ids_from_names,
    ),
    Planted(
        "vllm-13978",
        "a turn without calls has an empty list of them",
        "openai",
        ("*.tool-calls*", "schema.*"),
        sends=empty_calls,
        taken={"vllm": DROPPED_THERE},
    ),
)

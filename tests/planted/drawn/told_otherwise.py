"""What formatters of Python frameworks tell otherwise: in another form or place, under another role, or cut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by, calling, holding, messages, nodes
from planted.collected import meant
from planted.conversations import MARK, blocks, by_message, by_result, inside, of, saying
from planted.drawn.returned import marked
from planted.drawn.spoken import empty_before_calls
from planted.faults.turns import any_results
from planted.further.summaries import is_result, suffixes, within_a_batch
from planted.planted import Formatter, Planted

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Image,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)

LONG = 50_000
"""Characters from which on OpenHands cut every text to its two ends."""


def thoughts_alone(message: Message) -> bool:
    said = any(not isinstance(block, Thinking) for block in message.blocks if not _is_blank(block))
    return message.role == "assistant" and bool(of(Thinking, message)) and not said


def _is_blank(block: Block) -> bool:
    return isinstance(block, Text) and not block.text.strip()


def lone_unsigned_in_tags(conversation: Conversation) -> Conversation:
    """A turn of nothing but an unsigned thought is told as text in tags."""

    def told(message: Message) -> list[Message]:
        if not thoughts_alone(message) or any(thought.signature for thought in of(Thinking, message)):
            return [message]
        texts = (Text(f"<thinking>\n{thought.thinking}\n</thinking>") for thought in of(Thinking, message))
        return [replace(message, blocks=tuple(texts))]

    return by_message(conversation, told)


def lone_thoughts_marked(conversation: Conversation) -> Conversation:
    """A mark in the place of a turn of nothing but thoughts."""
    return by_message(conversation, lambda m: [replace(m, blocks=(Text(MARK),)) if thoughts_alone(m) else m])


def marked_as_null(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if message.get("content") == MARK or message.get("content") == [{"type": "text", "text": MARK}]:
            message["content"] = None
    return payload


def empty_users_marked(conversation: Conversation) -> Conversation:
    """A mark in the place of a user's message that is one empty text."""
    empty = (Text(""),)
    return by_message(
        conversation,
        lambda m: [replace(m, blocks=(Text(MARK),)) if m.role == "user" and m.blocks == empty else m],
    )


def marks_emptied(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        node.update({key: "" for key in ("text", "content") if node.get(key) == MARK})
    return payload


def snake_case(payload: Any, given: Conversation) -> Any:
    for node in holding("reasoningContent", payload):
        node["reasoning_content"] = node.pop("reasoningContent")
    return payload


def and_an_order(payload: Any, given: Conversation) -> Any:
    """A user's turn that nobody spoke, where results are last."""
    if messages(payload)[-1].get("role") == "tool":
        order = "Handle the requests as specified in the System Instruction."
        messages(payload).append({"role": "user", "content": order})
    return payload


def empty_list_beside_calls(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        if not message.get("content"):
            message["content"] = []
    return payload


def shortened(text: str) -> str:
    if len(text) <= LONG:
        return text
    notice = f"\n<response clipped>\n{len(text) - LONG} characters\n"
    return text[: LONG // 2] + notice + text[-LONG // 2 :]


def all_shortened(conversation: Conversation) -> Conversation:
    def short(message: Message) -> list[Message]:
        new = (replace(b, text=shortened(b.text)) if isinstance(b, Text) else b for b in message.blocks)
        return [replace(message, blocks=tuple(new))]

    return by_message(conversation, short)


def batched_by_id(said: Conversation, given: Conversation) -> Conversation:
    """Calls under one id are one turn, where the first was made, and so are their results behind it."""
    calls = blocks(ToolUse, said)
    again = {call.id for call in calls if sum(call.id == each.id for each in calls) > 1}
    if not again:
        return said
    new: list[Message] = []
    for message in said.messages:
        moved = tuple(b for b in message.blocks if isinstance(b, ToolUse | ToolResult) and b.id in again)
        kind = ToolUse if of(ToolUse, message) else ToolResult
        home = next((i for i, m in enumerate(new) if any(b.id in again for b in of(kind, m))), None)
        if not moved or home is None:
            new.append(message)
            continue
        new[home] = replace(new[home], blocks=(*new[home].blocks, *moved))
        rest = tuple(block for block in message.blocks if not any(block is each for each in moved))
        new += [replace(message, blocks=rest)] if rest else []
    return saying(said, new)


def null_results(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        if message.get("content") == MARK:
            message["content"] = None
    return payload


def thoughts_last(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload):
        turn["content"] = sorted(turn["content"], key=lambda block: "reasoningContent" in block)
    return payload


def users_within_results(payload: Any, given: Conversation) -> Any:
    """What a user says behind results stands in their turn."""
    turns: list[Any] = []
    for turn in messages(payload):
        before = turns[-1] if turns else {}
        answers = any("function_response" in part for part in before.get("parts", []))
        if answers and turn["role"] == "user" and before["role"] == "user":
            before["parts"] = [*before["parts"], *turn["parts"]]
        else:
            turns.append(turn)
    messages(payload)[:] = turns
    return payload


def the_assistant_last(payload: Any, given: Conversation) -> Any:
    """What was put behind an assistant's last word is not."""
    if given.messages[-1].role == "assistant":
        turns = messages(payload)
        while turns and turns[-1]["role"] == "user":
            turns.pop()
    return payload


def an_address_for_a_picture(result: ToolResult) -> ToolResult:
    """A result of one picture is its data URI, as text."""
    match inside(result):
        case (Image(source=Base64Source() as source),):
            return replace(result, output=f"data:{source.media_type};base64,{source.data}")
        case (Image(source=UrlSource(url=url)),):
            return replace(result, output=url)
    return result


def together_as_they_came(said: Conversation, given: Conversation) -> Conversation:
    """Results that came in one message stay together, behind the first of their calls."""
    together = [{r.id for r in of(ToolResult, m)} for m in given.messages if len(of(ToolResult, m)) > 1]
    new: list[Message] = list(said.messages)
    for ids in together:
        homes = [i for i, m in enumerate(new) if any(r.id in ids for r in of(ToolResult, m))]
        if len(homes) < 2:
            continue
        found = tuple(r for i in homes for r in of(ToolResult, new[i]) if r.id in ids)
        for i in homes[1:]:
            rest = tuple(b for b in new[i].blocks if not (isinstance(b, ToolResult) and b.id in ids))
            new[i] = replace(new[i], blocks=rest)
        first = tuple(b for b in new[homes[0]].blocks if not (isinstance(b, ToolResult) and b.id in ids))
        new[homes[0]] = replace(new[homes[0]], blocks=(*first, *found))
    return saying(said, (message for message in new if message.blocks))


def replies_as_system(payload: Any, given: Conversation) -> Any:
    """What the assistant only says is of the role system."""
    for turn in messages(payload):
        if turn["role"] == "model" and not any("function_call" in part for part in turn["parts"]):
            turn["role"] = "system"
    return payload


def results_without_ids(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message.pop("tool_call_id", None)
        message.pop("name", None)
    return payload


def begins_with_results(honest: Formatter) -> Formatter:
    """The newest that fit, whatever comes first."""
    return suffixes(honest, lambda said, start: is_result(said[start]) or not is_result(said[start - 1]))


TABLE = (
    Planted(
        "pydantic-ai-7908",
        "a turn of nothing but an unsigned thought is told as text in tags",
        "bedrock",
        meant("pydantic-ai-7908"),
        hears=lone_unsigned_in_tags,
    ),
    Planted(
        "pydantic-ai-6139",
        "a turn of nothing but thoughts has null for its content",
        "openai",
        meant("pydantic-ai-6139"),
        hears=lone_thoughts_marked,
        sends=marked_as_null,
    ),
    Planted(
        "langchain-aws-844",
        "the key of reasoning is spelled in snake case",
        "bedrock",
        meant("langchain-aws-844"),
        sends=snake_case,
    ),
    Planted(
        "adk-python-4303",
        "where results are last a user's turn follows that nobody spoke",
        "openai deepseek",
        meant("adk-python-4303"),
        sends=and_an_order,
    ),
    Planted(
        "adk-python-117",
        "beside calls an empty list is the content",
        "openai",
        meant("adk-python-117"),
        sends=empty_list_beside_calls,
    ),
    Planted(
        "openhands-sdk-1838",
        "a text of over 50,000 characters is cut to its ends, whoever said it",
        "openai anthropic",
        meant("openhands-sdk-1838"),
        hears=all_shortened,
    ),
    Planted(
        "livekit-agents-3329",
        "calls under one id are one turn, and so are their results",
        "openrouter openai",
        meant("livekit-agents-3329"),
        writes=batched_by_id,
    ),
    Planted(
        "open-webui-17135",
        "a result that is null has null for its content",
        "openai deepseek",
        meant("open-webui-17135"),
        hears=marked(lambda result: result.output is None),
        sends=null_results,
    ),
    Planted(
        "agentcore-sdk-416",
        "thoughts stand behind texts and calls",
        "bedrock",
        meant("agentcore-sdk-416"),
        sends=thoughts_last,
    ),
    Planted(
        "haystack-integrations-1711",
        "each result is a turn of its own",
        "bedrock",
        meant("haystack-integrations-1711"),
        sends=any_results,
    ),
    Planted(
        "langchain-google-1995",
        "what a user says behind results stands in their turn",
        "gemini",
        meant("langchain-google-1995"),
        sends=users_within_results,
    ),
    Planted(
        "crewai-6972",
        "an assistant's last word is last",
        "gemini",
        meant("crewai-6972"),
        sends=the_assistant_last,
    ),
    Planted(
        "crewai-4427",
        "a user's empty message goes out empty",
        "anthropic",
        meant("crewai-4427"),
        hears=empty_users_marked,
        sends=marks_emptied,
    ),
    Planted(
        "agno-3466",
        "a turn that calls and says nothing says an empty text",
        "anthropic",
        meant("agno-3466"),
        sends=empty_before_calls,
    ),
    Planted(
        "litellm-25476",
        "a result of one picture is its address, as text",
        "vllm openai",
        meant("litellm-25476"),
        hears=lambda conversation: by_result(conversation, an_address_for_a_picture),
    ),
    Planted(
        "adk-python-1583",
        "results that came in one message stay together, whatever turns their calls are of",
        "gemini",
        meant("adk-python-1583"),
        writes=together_as_they_came,
    ),
    Planted(
        "haystack-integrations-1030",
        "the assistant's replies are of the role system",
        "gemini",
        meant("haystack-integrations-1030"),
        sends=replies_as_system,
    ),
    Planted(
        "llama-index-17277",
        "results have neither id nor name",
        "mistral openai",
        meant("llama-index-17277"),
        sends=results_without_ids,
    ),
    Planted(
        "langchain-35313",
        "what is kept begins with a result",
        "openai",
        meant("langchain-35313"),
        acts=begins_with_results,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "langmem-126",
        "a summary ends between two results of a batch",
        "openai",
        meant("langmem-126"),
        acts=within_a_batch,
        truncates="summarise",
        scenarios=("chat",),
    ),
)

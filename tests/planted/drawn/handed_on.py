"""Thoughts, results, media, system text and windows of the eighth collection."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.payloads import by, holding, messages, nodes, take_out
from planted.collected import meant
from planted.conversations import blocks, by_block, by_message, by_result, inside, of, saying, shown
from planted.drawn.again import papers_alone
from planted.drawn.carried import pictures_in_results
from planted.drawn.left_out import no_words_beside_calls
from planted.drawn.pictured import pictured_as_json, without_images
from planted.drawn.returned import raises_on
from planted.faults.budgets import cuts_between
from planted.faults.replays import without
from planted.faults.sanitised import hidden, shown_again
from planted.faults.speakers import none, systems
from planted.faults.thoughts import none_before_calls, unsigned_calls
from planted.further.arguments import EVERY
from planted.further.summaries import suffixes
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Document,
    Image,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)


def none_before_the_last_word(conversation: Conversation) -> Conversation:
    """Turns with calls that stand before the user's last word have no thoughts."""
    spoken = [i for i, m in enumerate(conversation.messages) if m.role == "user" and not of(ToolResult, m) and m.blocks]
    older = {id(m) for m in conversation.messages[: spoken[-1]]} if spoken else set()

    def kept(block: Block, message: Message) -> list[Block]:
        lost = isinstance(block, Thinking) and id(message) in older and bool(of(ToolUse, message))
        return [] if lost else [block]

    return by_block(conversation, kept)


def as_details(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if reasoning := message.get("reasoning_content"):
            del message["reasoning_content"]
            message["reasoning_details"] = [{"type": "reasoning.text", "text": reasoning}]
    return payload


def thoughts_and_calls(payload: Any) -> list[tuple[Any, Any]]:
    """Each reasoning item that stands before a call, with that call."""
    return [
        (before, item)
        for before, item in pairwise(messages(payload))
        if before.get("type") == "reasoning" and item.get("type") == "function_call"
    ]


def calls_behind_thoughts(payload: Any, given: Conversation) -> Any:
    """The item behind a reasoning item is dropped where it is a call."""
    take_out([call for _, call in thoughts_and_calls(payload)], payload)
    return payload


def placeholders(result: ToolResult) -> ToolResult:
    shown = tuple(Text("[image]") if isinstance(item, Image) else item for item in inside(result))
    return replace(result, output=shown) if shown else result


def in_anthropics_keys(payload: Any, given: Conversation) -> Any:
    for node in holding("image", payload):
        image = node["image"]
        node["image"] = {"type": "base64", "media_type": f"image/{image['format']}", "data": image["source"]}
    return payload


def emptied(payload: Any, given: Conversation) -> Any:
    """Calls and results are read as messages, and have neither role nor content of their own."""
    for message in messages(payload):
        if message.pop("tool_calls", None) is not None and not message.get("content"):
            message["content"] = ""
        if message.get("role") == "tool":
            message.clear()
            message.update(role="user", content="")
    return payload


def bare_ids(payload: Any, given: Conversation) -> Any:
    """Ids as the conversation has them."""
    ids = [call.id for call in blocks(ToolUse, given)]
    found = [node["toolUse"] for node in nodes(messages(payload)) if isinstance(node.get("toolUse"), dict)]
    known = {each["toolUseId"]: id_ for each, id_ in zip(found, ids, strict=False)} if len(found) == len(ids) else {}
    for node in nodes(messages(payload)):
        if node.get("toolUseId") in known:
            node["toolUseId"] = known[node["toolUseId"]]
    return payload


def no_id(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message.pop("tool_call_id", None)
    return payload


def the_last_of_a_row(conversation: Conversation) -> Conversation:
    """Of a user's messages that follow each other the last."""
    said = conversation.messages
    lost = [
        before
        for before, behind in pairwise(said)
        if before.role == behind.role == "user" and not of(ToolResult, before) and not of(ToolResult, behind)
    ]
    return saying(conversation, (m for m in said if not any(m is each for each in lost)))


def several_systems(conversation: Conversation) -> bool:
    return len([message for message in systems(conversation) if of(Text, message)]) > 1


def as_the_models(conversation: Conversation) -> Conversation:
    return by_message(
        conversation, lambda m: [replace(m, role="assistant", name="assistant")] if m.role == "system" else [m]
    )


def anywhere(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: True)


def newest_six(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: True, most=6)


def newest_six_and_a_summary(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: True, _summary, most=6)


def _summary(older: int) -> Any:
    return {"role": "user", "content": [{"type": "text", "text": f"Earlier in this session: {older} messages."}]}


def no_pictures_alone(conversation: Conversation) -> Conversation:
    def kept(message: Message) -> list[Message]:
        alone = message.role == "user" and message.blocks and len(of(Image, message)) == len(message.blocks)
        return [] if alone else [message]

    return by_message(conversation, kept)


def all_succeeded(payload: Any, given: Conversation) -> Any:
    for node in holding("toolResult", payload):
        node["toolResult"]["status"] = "success"
    return payload


def ascii_names(payload: Any, given: Conversation) -> Any:
    """Of a document's name its letters and digits are left, be there any or not."""
    papers = [node["document"] for node in holding("document", payload)]
    told = shown(Document, given)
    for paper, source in zip(papers, told, strict=False) if len(papers) == len(told) else ():
        if isinstance(source.source, UrlSource):
            name = source.source.url.rpartition("/")[2].rpartition(".")[0]
            paper["name"] = "".join(letter for letter in name if letter.isascii() and letter.isalnum())
    return payload


def thoughts_by_words(conversation: Conversation) -> Conversation:
    """What was thought is looked up by what was said behind it."""
    known: dict[tuple[str, ...], list[Block]] = {}

    def told(message: Message) -> list[Message]:
        said = tuple(text.text for text in of(Text, message))
        thoughts: list[Block] = of(Thinking, message)
        if not said or not thoughts:
            return [message]
        first_thoughts = known.setdefault(said, thoughts)
        rest = [block for block in message.blocks if not isinstance(block, Thinking)]
        return [replace(message, blocks=(*first_thoughts, *rest))]

    return by_message(conversation, told)


def since_the_last_unthought_call(conversation: Conversation) -> Conversation:
    """Where a call has no thought before it, the history begins with the user's next word."""
    said = conversation.messages
    bad = [i for i, m in enumerate(said) if of(ToolUse, m) and not of(Thinking, m)]
    thinks = any(of(Thinking, message) for message in said)
    starts = [i for i, m in enumerate(said) if bad and i > bad[-1] and m.role == "user" and not of(ToolResult, m)]
    if not thinks or not starts:
        return conversation
    return saying(conversation, (m for i, m in enumerate(said) if i >= starts[0] or m.role == "system"))


TABLE = (
    Planted(
        "openlist-ani-101",
        "a turn that calls has no thoughts",
        "anthropic bedrock",
        meant("openlist-ani-101"),
        hears=none_before_calls,
    ),
    Planted(
        "claude-code-proxy-14",
        "a turn that calls has no reasoning",
        "moonshot deepseek zhipu",
        meant("claude-code-proxy-14", "deepseek.*", "zhipu.*"),
        hears=none_before_calls,
    ),
    Planted(
        "litellm-37953",
        "signed thoughts are dropped",
        "openai-responses",
        meant("litellm-37953"),
        writes=without(lambda block, _: bool(getattr(block, "signature", ""))),
    ),
    Planted(
        "opencode-23831",
        "turns with calls before the user's last word have no reasoning",
        "moonshot",
        meant("opencode-23831"),
        hears=none_before_the_last_word,
    ),
    Planted("forgecode-3143", "reasoning is a list of details", "deepseek", meant("forgecode-3143"), sends=as_details),
    Planted("gomodel-891", "the signature of a call is dropped", "gemini", meant("gomodel-891"), hears=unsigned_calls),
    Planted(
        "continue-11785",
        "the call behind a reasoning item is dropped, not its result",
        "openai-responses",
        meant("continue-11785"),
        sends=calls_behind_thoughts,
    ),
    Planted(
        "opencode-28861",
        "a result with an image is JSON text",
        "anthropic",
        meant("opencode-28861"),
        hears=pictured_as_json,
    ),
    Planted(
        "dsh-plugin-subscriptions-62",
        "images in results are dropped",
        first("openai-responses", "anthropic openai"),
        meant("dsh-plugin-subscriptions-62"),
        hears=without_images,
    ),
    Planted(
        "dsh-cline-pass-2",
        "an image in a result is a placeholder",
        first("openai", EVERY),
        meant("dsh-cline-pass-2"),
        hears=lambda conversation: by_result(conversation, placeholders),
    ),
    Planted(
        "sample-apj-124",
        "images are told in Anthropic's keys",
        "bedrock",
        meant("sample-apj-124"),
        sends=in_anthropics_keys,
    ),
    Planted("req-llm-1004", "a document goes out without a text", "bedrock", meant("req-llm-1004"), sends=papers_alone),
    Planted(
        "new-api-6615",
        "a text beside calls is dropped",
        first("openai", EVERY),
        meant("new-api-6615"),
        hears=no_words_beside_calls,
    ),
    Planted(
        "hermes-agent-43774",
        "calls and results are empty messages",
        "openai",
        meant("hermes-agent-43774"),
        sends=emptied,
    ),
    Planted(
        "vercel-ai-17777",
        "the name of a tool that was called goes out as it is",
        "bedrock",
        meant("vercel-ai-17777"),
        hears=hidden,
        sends=shown_again,
    ),
    Planted("llama-index-22775", "ids go out as they are", "bedrock", meant("llama-index-22775"), sends=bare_ids),
    Planted("nous-core-419", "a result has no id", "mistral", meant("nous-core-419"), sends=no_id),
    Planted(
        "cherry-studio-3998",
        "of a user's messages in a row the last is sent",
        first("openai", EVERY),
        meant("cherry-studio-3998"),
        hears=the_last_of_a_row,
    ),
    Planted(
        "openbot-599",
        "a second system message raises",
        "anthropic gemini",
        meant("openbot-599"),
        acts=raises_on(several_systems, "system messages are only permitted as the first message"),
    ),
    Planted(
        "hiring-agent-342", "system text is the model's turn", "gemini", meant("hiring-agent-342"), hears=as_the_models
    ),
    Planted(
        "connectonion-289", "system text is dropped", first("anthropic", EVERY), meant("connectonion-289"), hears=none
    ),
    Planted(
        "openclaw-28377",
        "what is kept may begin with results",
        "anthropic",
        meant("openclaw-28377"),
        acts=anywhere,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "openharness-191",
        "a summary and the newest six messages",
        "anthropic",
        meant("openharness-191"),
        acts=newest_six_and_a_summary,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "maki-641",
        "item by item is dropped from the front",
        "openai-responses",
        meant("maki-641"),
        acts=cuts_between,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "ai-agent-book-190",
        "system text and the newest six messages",
        "openai",
        meant("ai-agent-book-190"),
        acts=newest_six,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "opencodex-4513",
        "a user's message of images alone is dropped",
        first("openai", EVERY),
        meant("opencodex-4513"),
        hears=no_pictures_alone,
    ),
    Planted("verifiers-963", "images in results are dropped", "vllm", meant("verifiers-963"), hears=without_images),
    Planted(
        "snow-app-132",
        "a result with an image is a list with it",
        "openai",
        meant("snow-app-132"),
        sends=pictures_in_results,
    ),
    Planted("litellm-18538", "system text is dropped", "gemini", meant("litellm-18538"), hears=none),
    Planted(
        "sample-apj-124",
        "what failed is told as a success",
        "bedrock",
        ("fidelity.lost-mark", "fidelity.false-mark"),
        sends=all_succeeded,
        name="status",
    ),
    Planted(
        "req-llm-1004",
        "a document's name is what is left of it, if it is nothing",
        "bedrock",
        ("bedrock.document*", "schema.minLength"),
        sends=ascii_names,
        name="name",
    ),
    Planted(
        "llm-gateway-2339",
        "of turns that say the same each has the first one's reasoning",
        "deepseek",
        meant("llm-gateway-2339"),
        hears=thoughts_by_words,
    ),
    Planted(
        "nanobot-3453",
        "where a call has no reasoning the history begins behind it",
        "deepseek",
        meant("nanobot-3453"),
        hears=since_the_last_unthought_call,
    ),
)

"""What people and agents said: filled in, escaped, stripped, merged, taken for a repetition; and their names."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import Any

from liars.payloads import messages, respelled
from planted.conversations import blocks, by_block, by_message, of, saying
from planted.faults.sanitised import NAMES, named_anew, stand_in
from planted.faults.speakers import EVERY as BY_TEXT
from planted.faults.speakers import systems
from planted.planted import FURTHER, Formatter, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Media, Message, Text, ToolResult, ToolUse

EVERY = f"{BY_TEXT} {FURTHER}"
TEXTS = ("fidelity.*text", "fidelity.lost-*", "fidelity.altered-*", "fidelity.*result*")
SHOWN = "openai anthropic gemini bedrock mistral vllm openai-responses zhipu dashscope-multimodal ollama openrouter"


def worded(change: Callable[[str], str], *roles: str) -> Callable[[Conversation], Conversation]:
    """Each text of the roles as `change` has it."""

    def changed(block: Block, message: Message) -> list[Block]:
        return [replace(block, text=change(block.text)) if isinstance(block, Text) and message.role in roles else block]

    return lambda conversation: by_block(conversation, changed)


def filled_in(text: str) -> str:
    """A text that was given to JavaScript's ``replace`` for what stands in a template."""
    return re.sub(r"\$([$&])", lambda found: "$" if found[1] == "$" else "{content}", text)


def raises_on_braces(honest: Formatter) -> Formatter:
    """A text in braces is taken for a placeholder."""

    def format_(conversation: Conversation) -> Any:
        for text in blocks(Text, conversation):
            text.text.format()
        return honest(conversation)

    return format_


def without_tags(text: str) -> str:
    return re.sub(r"</?[A-Za-z][^<>]*>", "", text)


def in_one_line(text: str) -> str:
    return re.sub(r"\s{2,}", " ", text)


def not_again(conversation: Conversation) -> Conversation:
    """A message of nothing but texts that its role said before is dropped."""
    seen: set[tuple[str, tuple[Block, ...]]] = set()
    new: list[Message] = []
    for message in conversation.messages:
        key = (message.role, message.blocks)
        plain = bool(message.blocks) and len(of(Text, message)) == len(message.blocks)
        if not (plain and key in seen):
            new.append(message)
        if plain:
            seen.add(key)
    return saying(conversation, new)


def is_spoken(message: Message) -> bool:
    return message.role == "user" and not of(ToolResult, message)


def in_rows(change: Callable[[list[Message]], list[Message]]) -> Callable[[Conversation], Conversation]:
    """Each row of messages that users say one after the other as `change` has it."""

    def changed(conversation: Conversation) -> Conversation:
        new: list[Message] = []
        for spoken, found in groupby(conversation.messages, is_spoken):
            row = list(found)
            new += change(row) if spoken else row
        return saying(conversation, new)

    return changed


def once(row: list[Message]) -> list[Message]:
    return [one for n, one in enumerate(row) if not n or one != row[n - 1]]


def latest(row: list[Message]) -> list[Message]:
    """What is behind a message that shows something, or shows something itself, takes its place."""
    new = row[:1]
    for message in row[1:]:
        new = [*new[:-1], message] if of(Media, message) or of(Media, new[-1]) else [*new, message]
    return new


def printed(row: list[Message]) -> list[Message]:
    """Where one of them shows something, one text; a list of parts as Python prints it."""
    if len(row) < 2 or not any(of(Media, message) for message in row):
        return row
    return [replace(row[0], blocks=(Text("\n\n".join(map(_as_text, row))),))]


def _as_text(message: Message) -> str:
    match message.blocks:
        case (Text(text),):
            return text
    return str([{"type": block.type, block.type: getattr(block, "text", "…")} for block in message.blocks])


def shown_first(row: list[Message]) -> list[Message]:
    """What is shown in the first of them is sent, what is shown later is not."""
    return [
        message if not n else replace(message, blocks=tuple(b for b in message.blocks if not isinstance(b, Media)))
        for n, message in enumerate(row)
    ]


def blanked(conversation: Conversation) -> Conversation:
    """Where the last of several system texts is empty, there is no system text."""
    found = systems(conversation)
    if len(found) < 2 or any(text.text for text in of(Text, found[-1])):
        return conversation
    return saying(conversation, (m for m in conversation.messages if not any(m is each for each in found)))


def raw_names(payload: Any, given: Conversation) -> Any:
    """A message whose text is one that was said has its speaker's name."""
    names = {of(Text, m)[0].text: m.name for m in given.messages if len(of(Text, m)) == 1 and m.name != m.role}
    for message in messages(payload):
        content = message.get("content")
        text = content[0].get("text") if isinstance(content, list) and len(content) == 1 else content
        if isinstance(text, str) and text in names:
            message["name"] = names[text]
    return payload


def underscored(conversation: Conversation) -> Conversation:
    """Letters of names that are not ASCII are underscores."""

    def named(message: Message) -> list[Message]:
        return [replace(message, name=re.sub(r"[^A-Za-z0-9_-]", "_", message.name))]

    speaker = conversation.speaker
    plain = replace(conversation, speaker=re.sub(r"[^A-Za-z0-9_-]", "_", speaker) if speaker else speaker)
    return by_message(plain, named)


def is_others(message: Message, conversation: Conversation) -> bool:
    return message.role == "assistant" and message.name not in ("assistant", conversation.speaker)


def without_others(conversation: Conversation) -> Conversation:
    """What another agent says is dropped; what it calls is not."""

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Text) and is_others(message, conversation) else [block]

    return by_block(conversation, kept)


def without_others_calls(conversation: Conversation) -> Conversation:
    """What another agent calls is dropped, and what the tools said."""
    gone = {call.id for m in conversation.messages if is_others(m, conversation) for call in of(ToolUse, m)}

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, ToolUse | ToolResult) and block.id in gone else [block]

    return by_block(conversation, kept)


def called(change: Callable[[str], str]) -> Callable[[Conversation], Conversation]:
    """Tools under other names, on offer, in calls and in results."""
    return lambda conversation: named_anew(conversation, change)


def hidden(conversation: Conversation) -> Conversation:
    return named_anew(conversation, lambda name: name if name.isascii() else stand_in(name))


def without_letters(payload: Any, given: Conversation) -> Any:
    """Of a name that is not ASCII what is."""
    for name in {call.name for call in blocks(ToolUse, given)} | {tool.name for tool in given.tools}:
        if not name.isascii():
            payload = respelled(payload, stand_in(name), name.encode("ascii", "ignore").decode())
    return payload


VOICES = ("fidelity.*speaker*", "fidelity.*name*")

TABLE = (
    Planted(
        "gemini-cli-27556",
        "$$ is $, and $& a placeholder",
        first("gemini", EVERY),
        TEXTS,
        hears=worded(filled_in, "system", "user", "assistant"),
    ),
    Planted(
        "tangerine-166",
        "braces in a text raise",
        first("openai", EVERY),
        ("exchange.raised", "errors.unclear"),
        acts=raises_on_braces,
    ),
    Planted(
        "agixt-707",
        "what the assistant said is escaped for HTML",
        first("openai", EVERY.replace("ollama-generate ", "")),
        TEXTS,
        hears=worded(html.escape, "assistant"),
    ),
    Planted(
        "theia-14208",
        "tags are stripped from the user's text",
        first("openai", EVERY),
        TEXTS,
        hears=worded(without_tags, "user"),
    ),
    Planted(
        "glaze-249",
        "runs of white space are one blank",
        first("openai", EVERY),
        TEXTS,
        hears=worded(in_one_line, "user", "assistant"),
    ),
    Planted(
        "agent-framework-4716",
        "what a role said before is dropped",
        first("openai", EVERY),
        ("fidelity.lost-text",),
        hears=not_again,
    ),
    Planted(
        "pi-2547",
        "of equal messages of the user's in a row one is sent",
        first("openai-responses", EVERY),
        ("fidelity.lost-text",),
        hears=in_rows(once),
    ),
    Planted(
        "nanobot-5008",
        "of messages of the user's in a row that show something the latest is sent",
        SHOWN,
        ("fidelity.lost-*",),
        hears=in_rows(latest),
    ),
    Planted(
        "odysseus-904",
        "messages of the user's in a row are one text, lists as Python prints them",
        SHOWN,
        ("fidelity.lost-media", *TEXTS),
        hears=in_rows(printed),
    ),
    Planted(
        "kiro-lb-41",
        "of messages of the user's in a row only the first shows anything",
        first("anthropic", SHOWN),
        ("fidelity.lost-media",),
        hears=in_rows(shown_first),
    ),
    Planted(
        "hermes-agent-105375",
        "an empty system text behind another blanks all",
        first("anthropic", EVERY),
        ("fidelity.lost-text",),
        hears=blanked,
    ),
    Planted(
        "agent-framework-7127",
        "a speaker's name goes out as it is",
        "openai",
        ("openai.*name*", "schema.pattern"),
        sends=raw_names,
    ),
    Planted(
        "openclaw-76771",
        "letters of names that are not ASCII are underscores",
        "openai",
        VOICES,
        hears=underscored,
        scenarios=("multiagent",),
    ),
    Planted(
        "band-36",
        "what another agent says is dropped",
        first("openai", EVERY),
        ("fidelity.lost-text",),
        hears=without_others,
        scenarios=("multiagent",),
    ),
    Planted(
        "docker-agent-1677",
        "another agent's calls are dropped, and their results",
        first("openai", EVERY.replace("ollama-generate ", "")),
        ("fidelity.lost-call", "fidelity.lost-result"),
        hears=without_others_calls,
        scenarios=("multiagent",),
    ),
    Planted(
        "crewai-7625",
        "what is not ASCII in a tool's name is taken out",
        first("openai", EVERY.replace("ollama-generate ", "")),
        (*NAMES, "exchange.raised"),
        hears=hidden,
        sends=without_letters,
    ),
    Planted(
        "openai-agents-4118",
        "names of tools are made of small letters",
        first("openai", EVERY.replace("ollama-generate ", "")),
        NAMES,
        hears=called(str.lower),
    ),
)

"""Histories of many agents."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from itertools import groupby, takewhile
from typing import Any
from xml.sax.saxutils import escape

from liars.liar import Formatter, case, says
from liars.payloads import behind, by, remove

from pytest_promptfmt.conversation import Conversation, Message
from pytest_promptfmt.corpus import load_family
from right_ways.way import way, ways_of, written


def split(conversation: Conversation) -> tuple[list[dict[str, Any]], list[Message]]:
    """The leading system messages, written, and what was said then."""
    leading = list(takewhile(lambda message: message.role == "system", conversation.messages))
    rest = conversation.messages[len(leading) :]
    system = [{"role": "system", "content": message.text} for message in leading if message.text]
    return system, [message for message in rest if message.text]


def history(line: Callable[[Message], str], between: str = "\n", frame: str = "{}") -> Formatter:
    """System text first, then everything else in one user message."""

    def format_(conversation: Conversation) -> Any:
        system, rest = split(conversation)
        return [*system, {"role": "user", "content": frame.replace("{}", between.join(map(line, rest)))}]

    return format_


def json_list(conversation: Conversation) -> Any:
    """The history as a JSON list in one string."""
    system, rest = split(conversation)
    told = json.dumps([{"name": message.name, "content": message.text} for message in rest])
    return [*system, {"role": "user", "content": f"The conversation so far: {told}"}]


def json_lines(message: Message) -> str:
    return json.dumps({"role": message.role, "name": message.name, "text": message.text}, ensure_ascii=False)


NAMES = case(
    "names-as-texts",
    says("user", "Who has the key, amber-17?", name="Ann"),
    says("assistant", "Ann", name="Bob"),
    says("user", "Bob", name="Ann"),
)
WORDS = case(
    "words-as-texts",
    says("user", "Shall we, amber-17?", name="Ann"),
    says("assistant", "Now", name="Bob"),
    says("user", "Present", name="Ann"),
    says("assistant", "Yes", name="Bob"),
)
SHIPPED = tuple(each for each in load_family("multiagent") if not each.needs and not each.expectations)
AGENTS = (*SHIPPED, NAMES, WORDS)
QUOTES = {'"': "&quot;", "'": "&apos;"}
FRAMINGS: dict[str, Formatter] = {
    "lines": history(lambda m: f"{m.name}: {m.text}"),
    "says": history(lambda m: f"{m.name} says: {m.text}", "\n\n", "Continue.\n\n{}\n\nNow it is your turn."),
    "numbered": history(lambda m: f"- {m.name}: {m.text}", "\n", "Present: Ann, Bob and Friday.\n\n{}\nFriday:"),
    "brackets": history(lambda m: f"[{m.name}] {m.text}"),
    "bold": history(lambda m: f"**{m.name}**: {m.text}", "\n\n---\n\n"),
    "headings": history(lambda m: f"## {m.name}\n\n{m.text}", "\n\n", "# Conversation\n\n{}"),
    "name-on-a-line": history(lambda m: f"{m.name}:\n{m.text}", "\n\n"),
    "elements": history(lambda m: f'<message name="{m.name}">{m.text}</message>', "\n", "<history>\n{}\n</history>"),
    "elements-escaped": history(
        lambda m: f'<message name="{html.escape(m.name)}">\n{html.escape(m.text)}\n</message>', "", "<chat>{}</chat>"
    ),
    "elements-with-names-for-quotes": history(
        lambda m: f"<turn><who>{m.name}</who>{escape(m.text, QUOTES)}</turn>", "\n"
    ),
    "json-list": json_list,
    "json-lines": history(json_lines, "\n"),
}
FRAMED = tuple(
    ways
    for framing, formatter in FRAMINGS.items()
    for ways in written("openai.multiagent", *AGENTS, name=framing)(formatter)
)


@written("openai.multiagent", *AGENTS)
def messages_with_names(conversation: Conversation) -> Any:
    """The name as the pattern allows."""
    system, rest = split(conversation)
    turns = [{"role": m.role, "name": re.sub(r"[\s<|\\/>]", "_", m.name), "content": m.text} for m in rest]
    return [*system, *turns]


@written("zhipu.multiagent", *AGENTS)
def messages_with_prefixes(conversation: Conversation) -> Any:
    system, rest = split(conversation)
    return [*system, *({"role": "user", "content": f"{message.name}: {message.text}"} for message in rest)]


@written("openai.multiagent", "multiagent/speaker-speaks")
def its_own_words_as_the_assistant(conversation: Conversation) -> Any:
    system, rest = split(conversation)
    turns = [
        {"role": "assistant", "content": message.text}
        if message.name == conversation.speaker
        else {"role": "user", "content": f"{message.name}: {message.text}"}
        for message in rest
    ]
    return [*system, *turns]


@written("ollama.multiagent", *AGENTS)
def the_last_one_apart(conversation: Conversation) -> Any:
    system, rest = split(conversation)
    *earlier, last = (f"{message.name}: {message.text}" for message in rest)
    return [*system, *({"role": "user", "content": each} for each in ("\n".join(earlier), last) if each)]


@written("deepseek.multiagent", "multiagent/same-agent-in-a-row", "multiagent/five-agents")
def one_name_for_what_follows(conversation: Conversation) -> Any:
    system, rest = split(conversation)
    runs = groupby(rest, key=lambda message: message.name)
    told = "\n".join(f"{name}: " + "\n".join(message.text for message in group) for name, group in runs)
    return [*system, {"role": "user", "content": told}]


@way("openai.multiagent", "multiagent/tools-in-middle", "multiagent/three-histories")
def a_message_for_each_line(payload: Any) -> Any:
    for message in by("user", payload):
        lines = [line for line in message["content"][0]["text"].split("\n") if ": " in line]
        behind(payload, message, *({"role": "user", "content": line} for line in lines))
        remove(payload, message)
    return payload


@way("gemini.multiagent", "multiagent/tools-in-middle", warnings=("gemini.alternate",))
def a_part_for_each_line(payload: Any) -> Any:
    for content in by("user", payload):
        if "text" in content["parts"][0]:
            content["parts"] = [{"text": line} for line in content["parts"][0]["text"].split("\n") if line]
    return payload


WAYS = ways_of(globals())

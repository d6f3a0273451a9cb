"""Histories of many agents."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Any
from xml.sax.saxutils import escape

from liars.liar import Formatter, answers, calls, case, says
from liars.payloads import behind, by, remove

from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse
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
    "elements-of-names": history(lambda m: f"<{m.name}>{m.text}</{m.name}>", "\n"),
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


# what others called


def others_calls_in_words(call: Callable[[str, Any], str]) -> Formatter:
    """The own agent's calls as calls, another's as what it did; `call` tells of an agent and its call."""

    def format_(conversation: Conversation) -> Any:
        told: list[dict[str, Any]] = []
        callers: dict[str, str] = {}
        for message in conversation.messages:
            for block in message.blocks:
                match block:
                    case ToolUse(id=id_, name=name, input=arguments) if message.name == conversation.speaker:
                        function = {"name": name, "arguments": json.dumps(arguments)}
                        item = {"id": id_, "type": "function", "function": function}
                        told.append({"role": "assistant", "tool_calls": [item]})
                    case ToolUse(id=id_):
                        callers[id_] = message.name
                        told.append({"role": "user", "content": call(message.name, block)})
                    case ToolResult(id=id_, output=output) if id_ not in callers:
                        told.append({"role": "tool", "tool_call_id": id_, "content": output})
                    case ToolResult(id=id_, name=name, output=output):
                        words = f"[{callers[id_]}] `{name}` returned: { ({'result': output}) }"
                        told.append({"role": "user", "content": words})
                    case Text(text=text):
                        told.append({"role": "user", "content": f"{message.name}: {text}"})
                    case _:
                        raise ValueError(f"no words for {block.type}")
        return told

    return format_


IN_WORDS: dict[str, Formatter] = {
    "others-calls-as-python-prints-them": others_calls_in_words(
        lambda who, call: f"For context: [{who}] called tool `{call.name}` with parameters: {dict(call.input)}"
    ),
    "others-calls-with-keywords": others_calls_in_words(
        lambda who, call: f"{who}: {call.name}({', '.join(f'{key}={value!r}' for key, value in call.input.items())})"
    ),
    "others-calls-as-json": others_calls_in_words(
        lambda who, call: f"{who} calls {call.name} with {json.dumps(call.input, ensure_ascii=False)}"
    ),
}
SAYS_IT_AGAIN = case(
    "an-agent-that-sends-what-it-says",
    says("user", "What does it do, amber-17?", name="Ann"),
    says("assistant", calls("Finish", "call_1", text="It rains in Rome, jade-31.", type="text"), name="Sunday"),
    says("tool", answers("Finish", "call_1", "Sent, cobalt-42.")),
    says("assistant", "It rains in Rome, jade-31.", name="Sunday"),
    says("user", "And you, Friday, falcon-58?", name="Ann"),
    speaker="Friday",
)
CALLS_OF_OTHERS = tuple(
    ways
    for name, formatter in IN_WORDS.items()
    for ways in written("vllm.multiagent", "multiagent/two-agents-call", SAYS_IT_AGAIN, name=name)(formatter)
)


@written("ollama-generate.multiagent", "multiagent/two-agents-call", SAYS_IT_AGAIN)
def calls_where_there_are_none(conversation: Conversation) -> Any:
    told = others_calls_in_words(lambda who, call: f"{who}: {call.name}({dict(call.input)})")
    return "\n".join(message["content"] for message in told(replace(conversation, speaker=None)))


WAYS = ways_of(globals())

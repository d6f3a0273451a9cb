"""Who says things twice."""

from __future__ import annotations

import json
import re
from typing import Any

from liars.liar import liar, liars_of
from liars.payloads import behind, by, calling, insert, messages, said


@liar("openai.chat", "chat/plain-turns", "fidelity.doubled-text", "error")
def repeats_the_question(payload: Any) -> Any:
    """Sends the last user's message twice."""
    last = messages(payload)[-1]
    return behind(payload, last, dict(last))


@liar("gemini.chat", "chat/plain-turns", "fidelity.doubled-text", "error")
def repeats_in_the_same_turn(payload: Any) -> Any:
    """Writes each of the user's parts twice."""
    for content in by("user", payload):
        content["parts"] *= 2
    return payload


@liar("deepseek.chat", "chat/plain-turns", "fidelity.doubled-text", "error")
def repeats_in_the_same_text(payload: Any) -> Any:
    """Appends the question to itself."""
    last = messages(payload)[-1]
    last["content"] = f"{last['content']}\n\n{last['content']}"
    return payload


@liar("zhipu.chat", "chat/plain-turns", "fidelity.doubled-text", "error")
def tells_the_system_twice(payload: Any) -> Any:
    """Writes the system text before the first question as well."""
    first = by("user", payload)[0]
    first["content"] = f"{by('system', payload)[0]['content']}\n\n{first['content']}"
    return payload


@liar("vllm.chat", "tools/texts-around-calls", "fidelity.doubled-text", "error", like="litellm#31633")
def copies_text_with_each_call(payload: Any) -> Any:
    """Splits a message with calls and text, and copies the text."""
    for message in calling(payload):
        copy = {key: value for key, value in message.items() if key != "tool_calls"}
        insert(payload, next(i for i, each in enumerate(messages(payload)) if each is message), copy)
    return payload


@liar("openai.multiagent", "multiagent/two-agents", "fidelity.doubled-text", "error")
def repeats_a_line(payload: Any) -> Any:
    """Writes the last line of a history twice."""
    return said(payload, lambda text: re.sub(r"\n(Ann: [^\n]*)\n</history>", r"\n\1\n\1\n</history>", text))


@liar("ollama-generate.multiagent", "multiagent/two-agents", "fidelity.doubled-text", "error")
def repeats_the_last_line(payload: Any) -> Any:
    """Asks the last question once more at the end."""
    return payload | {"prompt": f"{payload['prompt']}\n\nAnn: Then lower the sails, falcon-58."}


@liar("anthropic.multiagent", "multiagent/tools-in-middle", "fidelity.doubled-text", "error")
def repeats_the_history(payload: Any) -> Any:
    """Sends the whole history again behind each round of calls."""
    first, last = by("user", payload)[0], by("user", payload)[-1]
    last["content"] = first["content"] + last["content"]
    return payload


def in_tags(conversation: Any) -> Any:
    """A history of XML elements, in one message."""
    system, *rest = conversation.messages
    history = "".join(f'<msg name="{message.name}">{message.text}</msg>' for message in rest)
    return [{"role": "system", "content": system.text}, {"role": "user", "content": f"<history>{history}</history>"}]


@liar("openai.multiagent", "multiagent/two-agents", "fidelity.doubled-text", "error", in_tags)
def repeats_an_element(payload: Any) -> Any:
    """Writes the last element of a history twice."""
    return said(payload, lambda text: re.sub(r'(<msg name="Ann">Then[^<]*</msg>)', r"\1\1", text))


def as_json(conversation: Any) -> Any:
    """A history as a list of JSON objects, in one message."""
    system, *rest = conversation.messages
    history = json.dumps([{"name": message.name, "content": message.text} for message in rest])
    return [{"role": "system", "content": system.text}, {"role": "user", "content": history}]


@liar("dashscope.multiagent", "multiagent/two-agents", "fidelity.doubled-text", "error", as_json)
def repeats_an_object(payload: Any) -> Any:
    """Writes the last object of a history twice."""
    return said(payload, lambda text: re.sub(r'(\{"name": "Ann", "content": "Then[^}]*\})', r"\1, \1", text))


LIARS = liars_of(globals())

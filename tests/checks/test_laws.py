"""Laws: who is right about every conversation breaks none, in whatever way; their liars stand in `liars.laws`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import Conversation, RedactedThinking, Thinking, ToolUse, check_formatter
from pytest_promptfmt.checks.laws import FINDINGS, LAWS
from pytest_promptfmt.conversation.changes import CHANGES, changes
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.generation.cases import case_of

PLAIN = case_of("generated/plain", "openai", {})
TALK = case_of("generated/talk", "openai", {"opening": "exchange", "ending": "two texts", "system": "two texts"})
CALLS = case_of(
    "generated/calls",
    "openai",
    {"block": "call", "calls": "two", "called": "different", "then": "assistant", "opening": "exchange"},
)
THOUGHTS = case_of(
    "generated/thoughts",
    "anthropic",
    {"block": "call", "thought": "signed", "then": "next", "ending": "nobody"},
)
AGENTS = case_of(
    "generated/agents", "openai", {"names": "three", "opening": "exchange", "block": "call", "calls": "two"}
)


def found(target: str, formatter: Callable[[Conversation], Any], case: Case) -> list[str]:
    return [finding.id for finding in check_formatter({target: formatter}, cases=[case]).findings]


def test_each_change_has_its_law_and_each_law_its_finding() -> None:
    assert [*LAWS] == [*CHANGES]
    assert {law.slug for law in LAWS.values()} | {"other-words", "other-ids"} == {*FINDINGS}


def test_every_change_can_be_made_of_one_of_these() -> None:
    made = {name for case in (TALK, CALLS, AGENTS) for name, _ in changes(case.conversation())}

    assert made == {*CHANGES}


@pytest.mark.parametrize("target", ["openai.chat", "mistral.chat", "gemini.chat", "ollama-generate.chat", "vllm.chat"])
def test_the_reference_obeys(target: str) -> None:
    dialect = target.rpartition(".")[0]
    talk = replace(TALK, expectations=(replace(TALK.expectations[0], dialects=(dialect,)),))

    assert [id_ for id_ in found(target, FORMATTERS[target], talk) if id_.startswith("laws.")] == []


# Right ways


def merged(conversation: Conversation) -> Any:
    """Strings, and one message for all that one role says in a row."""
    messages: list[dict[str, Any]] = []
    for message in json.loads(json.dumps(FORMATTERS["openai.chat"](conversation))):
        content = "\n\n".join(part["text"] for part in message["content"])
        if messages and messages[-1]["role"] == message["role"]:
            messages[-1]["content"] += f"\n\n{content}"
        else:
            messages.append({"role": message["role"], "content": content})
    return messages


def glued(conversation: Conversation) -> Any:
    """The texts of a message in one string, with nothing between them."""
    payload = json.loads(json.dumps(FORMATTERS["openai.chat"](conversation)))
    return [message | {"content": "".join(part["text"] for part in message["content"])} for message in payload]


def ids_of_its_own(conversation: Conversation) -> Any:
    """Numbered calls."""
    text = json.dumps(FORMATTERS["openai.chat"](conversation))
    blocks = (block for message in conversation.messages for block in message.blocks)
    for n, id_ in enumerate(block.id for block in blocks if isinstance(block, ToolUse)):
        text = text.replace(json.dumps(id_), json.dumps(f"number_{n}"))
    return json.loads(text)


def without_old_thoughts(conversation: Conversation) -> Any:
    """Thoughts behind the last user's turn only."""
    last = max(i for i, message in enumerate(conversation.messages) if message.role == "user")
    messages = tuple(
        m
        if i > last
        else replace(m, blocks=tuple(b for b in m.blocks if not isinstance(b, Thinking | RedactedThinking)))
        for i, m in enumerate(conversation.messages)
    )
    return FORMATTERS["anthropic.chat"](replace(conversation, messages=messages))


def the_last_apart(conversation: Conversation) -> Any:
    """A history, and behind it what was said last; the history of the next request has that, too."""
    system, *others = conversation.messages
    said = [f"{message.name}: {message.text}" for message in others if message.text]
    history = "\n".join(said[:-1])
    return [
        {"role": "system", "content": system.text},
        {"role": "user", "content": f"<history>\n{history}\n</history>\nNow answer.\n{said[-1]}"},
    ]


@pytest.mark.parametrize("formatter", [merged, glued], ids=["merged", "glued"])
def test_texts_may_be_put_together(formatter: Callable[[Conversation], Any]) -> None:
    assert [id_ for id_ in found("openai.chat", formatter, TALK) if id_.startswith("laws.")] == []


def test_ids_may_be_its_own_where_a_history_keeps_them() -> None:
    assert found("openai.chat", ids_of_its_own, CALLS) == ["fidelity.renamed-call"]


def test_thoughts_of_older_turns_may_be_left_out() -> None:
    conversation = THOUGHTS.conversation()
    appended = CHANGES["append"](conversation)
    assert appended is not None
    kept = ["I think of" in json.dumps(without_old_thoughts(each)) for each in (conversation, appended.conversation)]

    assert kept == [True, False]
    assert found("anthropic.chat", without_old_thoughts, THOUGHTS) == []


def test_a_frame_may_be_drawn_anew_around_each_history() -> None:
    talk = case_of("generated/agents", "openai", {"names": "three", "opening": "exchange"})

    assert [id_ for id_ in found("openai.multiagent", the_last_apart, talk) if id_.startswith("laws.")] == []


# What is no evidence


def test_who_is_wrong_already_is_told_nothing_more() -> None:
    def loses(conversation: Conversation) -> Any:
        return FORMATTERS["openai.chat"](replace(conversation, messages=conversation.messages[:1]))

    assert not [id_ for id_ in found("openai.chat", loses, TALK) if id_.startswith("laws.")]


def one_system_text(conversation: Conversation) -> Any:
    """Has room for one text of the system's."""
    if len(conversation.messages[0].blocks) > 1:
        raise ValueError("there is room for one system text, and these are two")
    return FORMATTERS["openai.chat"](conversation)


def test_who_refuses_what_must_be_carried_breaks_the_law() -> None:
    assert found("openai.chat", one_system_text, PLAIN) == ["laws.text-in-parts"]


def test_other_cases_are_not_asked() -> None:
    [judgement] = check_formatter(FORMATTERS, targets=["openai.chat"], cases=["chat/plain-turns"]).judgements

    assert "laws" not in {verdict.check for verdict in judgement.verdicts}

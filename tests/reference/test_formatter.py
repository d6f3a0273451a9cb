"""The reference folds what agents say, leaves its input alone, and finds no error in what it writes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from support.written import F1, OF_CONVERSATIONS, PARALLEL, PROMPT, TOOL, TWO_HISTORIES, said, text, write

from promptfmt_reference import CAPABILITIES, FORMATTERS
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan

FIRST = f"{PROMPT}<history>\nAnn: a\nBob: b\n</history>"
SECOND = "<history>\nAnn: c\n</history>"

MULTIAGENT: dict[str, Any] = {
    "openai": [
        {"role": "system", "content": [text("S")]},
        {"role": "user", "content": [text(FIRST)]},
        {"role": "assistant", "name": "Friday", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": [text(SECOND)]},
    ],
    "vllm": [
        {"role": "system", "content": [text("S")]},
        {"role": "user", "content": [text(FIRST)]},
        {"role": "assistant", "name": "Friday", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": [text(SECOND)]},
    ],
    "anthropic": {
        "system": [text("S")],
        "messages": [
            {"role": "user", "content": [text(FIRST)]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": [text("ok")]}]},
            {"role": "user", "content": [text(SECOND)]},
        ],
    },
    "gemini": {
        "system_instruction": {"parts": [{"text": "S"}]},
        "contents": [
            {"role": "user", "parts": [{"text": f"{PROMPT}<history>Ann: a\nBob: b\n</history>"}]},
            {"role": "model", "parts": [{"function_call": {"id": "1", "name": "f", "args": {}}}]},
            {
                "role": "user",
                "parts": [{"function_response": {"id": "1", "name": "f", "response": {"output": "ok"}}}],
            },
            {"role": "user", "parts": [{"text": "<history>Ann: c\n</history>"}]},
        ],
    },
    "dashscope": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": "", "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok", "name": "f"},
        {"role": "user", "content": SECOND},
    ],
    "dashscope-multimodal": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": [], "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok", "name": "f"},
        {"role": "user", "content": SECOND},
    ],
    "ollama": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": {}}}],
        },
        {"role": "tool", "content": "ok", "tool_name": "f", "tool_call_id": "1"},
        {"role": "user", "content": SECOND},
    ],
    "deepseek": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": SECOND},
    ],
    "zhipu": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": SECOND},
    ],
    "openai-responses": {
        "instructions": "S",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": FIRST}]},
            {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "1", "output": "ok"},
            {"role": "user", "content": [{"type": "input_text", "text": SECOND}]},
        ],
    },
}


@pytest.mark.parametrize("dialect", MULTIAGENT)
def test_agents_are_folded_into_one_user_turn_per_run_between_tool_calls(dialect: str) -> None:
    assert write(f"{dialect}.multiagent", *TWO_HISTORIES) == MULTIAGENT[dialect]


CHAT: dict[str, Any] = {
    "openai": [
        {"role": "system", "name": "system", "content": [text("S")]},
        {"role": "user", "name": "Ann", "content": [text("a")]},
        {"role": "assistant", "name": "Bob", "content": [text("b")]},
        {"role": "user", "name": "Ann", "content": [text("c")]},
    ],
    "anthropic": {
        "system": [text("S")],
        "messages": [
            {"role": "user", "content": [text("a")]},
            {"role": "assistant", "content": [text("b")]},
            {"role": "user", "content": [text("c")]},
        ],
    },
    "gemini": {
        "system_instruction": {"parts": [{"text": "S"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "a"}]},
            {"role": "model", "parts": [{"text": "b"}]},
            {"role": "user", "parts": [{"text": "c"}]},
        ],
    },
    "openai-responses": {
        "instructions": "S",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "a"}]},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": [{"type": "input_text", "text": "c"}]},
        ],
    },
    "ollama-generate": {"system": "S", "prompt": "Ann: a\nBob: b\nAnn: c"},
    "bedrock": {
        "system": [{"text": "S"}],
        "messages": [
            {"role": "user", "content": [{"text": "a"}]},
            {"role": "assistant", "content": [{"text": "b"}]},
            {"role": "user", "content": [{"text": "c"}]},
        ],
    },
} | {
    dialect: [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"},
    ]
    for dialect in ("dashscope", "dashscope-multimodal", "ollama", "deepseek", "zhipu")
}
CHAT["vllm"] = CHAT["openai"]


@pytest.mark.parametrize("dialect", CHAT)
def test_a_plain_chat_is_one_message_each(dialect: str) -> None:
    messages = [message for i, message in enumerate(TWO_HISTORIES) if i not in (3, 4)]

    assert write(f"{dialect}.chat", *messages) == CHAT[dialect]


def test_a_prompt_without_system_text_is_a_string() -> None:
    assert write("ollama-generate.multiagent", said("Ann", "a"), said("Bob", "b", "assistant")) == "Ann: a\nBob: b"


def test_every_target_has_its_capabilities() -> None:
    assert FORMATTERS.keys() == CAPABILITIES.keys() == {*TARGETS}


EVERYTHING = [*TWO_HISTORIES[:3], *PARALLEL, said("Ann", [text("look")])]


@pytest.mark.parametrize("target", [target for target in OF_CONVERSATIONS if "generate" not in target])
def test_the_input_is_untouched_and_the_payload_shares_nothing_with_it(target: str) -> None:
    conversation: Conversation = parse({"messages": EVERYTHING, "tools": [TOOL]})
    before = copy.deepcopy(conversation)
    payload = FORMATTERS[target](conversation)

    assert conversation == before
    assert not mutable_ids(payload) & mutable_ids(conversation.to_json())
    assert FORMATTERS[target](conversation) == payload == json.loads(json.dumps(payload, allow_nan=False))


def mutable_ids(value: Any) -> set[int]:
    match value:
        case dict():
            return {id(value)}.union(*(mutable_ids(item) for item in value.values()))
        case list():
            return {id(value)}.union(*(mutable_ids(item) for item in value))
        case _:
            return set()


IMPLEMENTATION = resolve("promptfmt_reference", Path())
JUDGED = ("schema", "protocol", "fidelity", "errors")


def no_error(pairs: Iterable[tuple[str, Case]]) -> None:
    with Judge(IMPLEMENTATION, checks=JUDGED) as judge:
        judgements = [judge.judge(target, case) for target, case in pairs]

    assert judgements
    assert [(one.case.id, str(finding)) for one in judgements for finding in one.findings if finding.is_error] == []
    assert [needless(one) for one in judgements if needless(one)] == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("target", FORMATTERS)
def test_some_cases_of_the_corpus_find_no_error(target: str) -> None:
    """Other ones for each target. The whole runs at night, and the first command of the README runs it as well."""
    no_error(plan(IMPLEMENTATION, corpus(), [target])[[*FORMATTERS].index(target) % 8 :: 8])


@pytest.mark.nightly
@pytest.mark.parametrize("target", FORMATTERS)
def test_no_case_of_the_corpus_finds_an_error(target: str) -> None:
    no_error(plan(IMPLEMENTATION, corpus(), [target]))


def needless(judgement: Judgement) -> str | None:
    """The case, where the reference refuses what it claims to carry."""
    case, claimed = judgement.case, frozenset(CAPABILITIES[judgement.target]["blocks"])
    refused = judgement.exchange.failure is not None
    carry = case.expects(judgement.exchange.dialect).demand == "carry"
    return case.id if refused and carry and case.needs <= claimed else None

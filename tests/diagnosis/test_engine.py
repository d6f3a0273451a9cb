"""The engine of ``why``: whose a request is, the order of what is wrong, and what it needs to be imported."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from support.siblings import sampled

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.answer import places
from pytest_promptfmt.diagnosis.answer.places import at_place
from pytest_promptfmt.diagnosis.error_words import told
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.selftest.mutants.subjects import shipped, subjects_of

USER = {"role": "user", "content": "Hi"}
CHAT: dict[str, Any] = {"model": "some-model", "messages": [USER]}


def whose(url: str, body: Any = None) -> tuple[str, str]:
    (found,) = why(json.dumps({"url": url, "body": CHAT if body is None else body}))
    return found.whose.dialect, found.whose.sureness


GOOGLE, VERTEX = "generativelanguage.googleapis.com", "us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l"
ALIBABA = "dashscope-intl.aliyuncs.com/api/v1/services/aigc"
ADDRESSES = {
    "api.openai.com/v1/chat/completions": "openai",
    "api.openai.com/v1/responses": "openai-responses",
    "me.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21": "openai",
    "api.anthropic.com/v1/messages?beta=true": "anthropic",
    f"{GOOGLE}/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse": "gemini",
    f"{GOOGLE}/v1beta/interactions?alt=sse": "gemini-interactions",
    f"{GOOGLE}/v1beta/openai/chat/completions": "openai",
    f"{VERTEX}/publishers/google/models/g:generateContent": "gemini",
    f"{VERTEX}/publishers/anthropic/models/c:rawPredict": "anthropic",
    "bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse": "bedrock",
    "api.deepseek.com/chat/completions": "deepseek",
    "api.deepseek.com/anthropic/v1/messages": "anthropic",
    "open.bigmodel.cn/api/paas/v4/chat/completions": "zhipu",
    f"{ALIBABA}/text-generation/generation": "dashscope",
    f"{ALIBABA}/multimodal-generation/generation": "dashscope-multimodal",
    "coding-intl.dashscope.aliyuncs.com/v1/chat/completions": "dashscope",
    "token-plan.cn-beijing.maas.aliyuncs.com/compatible-mode/v1/chat/completions": "dashscope",
    "api.mistral.ai/v1/chat/completions": "mistral",
    "api.cohere.com/v2/chat": "cohere",
    "api.cohere.ai/compatibility/v1/chat/completions": "openai",
    "localhost:11434/api/chat": "ollama",
    "127.0.0.1:11434/api/generate": "ollama-generate",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_makes_it_certain(address: str) -> None:
    assert whose(f"https://{address}") == (ADDRESSES[address], "certain")


def test_a_host_that_only_looks_like_a_providers_makes_nothing_certain() -> None:
    assert whose("https://api.openai.com.example.org/v1/chat/completions")[1] != "certain"
    assert whose("https://notanthropic.com/v1/messages")[1] == "likely"


TELLING = {
    "anthropic": "tools/p*",
    "gemini": "chat/p*",
    "gemini-interactions": "tools/p*",
    "bedrock": "chat/p*",
    "openai-responses": "tools/p*",
    "dashscope-multimodal": "vision/image-o*",
    "ollama-generate": "chat/p*",
}


@pytest.mark.parametrize("dialect", TELLING)
def test_a_shape_of_its_own_is_found_in_the_bare_list(dialect: str) -> None:
    """Of golden payloads, without a model or an address."""
    payloads = [each.payload for each in subjects_of(f"{dialect}.chat", TELLING[dialect])]
    found = [next(why(json.dumps(payload), mend=False)).whose for payload in payloads]

    assert [each.dialect for each in found] == [dialect] * len(payloads)
    assert payloads


@pytest.mark.parametrize("dialect", sampled(each for each in DIALECTS if shipped(f"{each}.chat")))
def test_where_many_take_the_same_form_it_is_called_a_guess(dialect: str) -> None:
    """What is called likely is right; a guess names what else it may be."""
    for cases in ("tools/parallel-r*", "thinking/s*"):
        for subject in subjects_of(f"{dialect}.chat", cases):
            found = next(why(json.dumps(subject.payload), mend=False)).whose
            assert found.dialect == dialect or (found.sureness == "a guess" and found.others), subject.case.id


@pytest.mark.parametrize("dialect", sampled(each for each in DIALECTS if shipped(f"{each}.chat")))
def test_a_right_payload_has_nothing_wrong_with_it(dialect: str) -> None:
    for subject in [*subjects_of(f"{dialect}.chat", "tools/single-call"), *subjects_of(f"{dialect}.chat", "chat/p*")]:
        (found,) = why(json.dumps(subject.payload), dialect=dialect)
        assert (found.errors, found.mended, found.whose.sureness) == (0, None, "given")


CALL = {"id": "a", "type": "function", "function": {"name": "f", "arguments": {}}}
BROKEN = [USER, {"role": "assistant", "content": None, "tool_calls": [CALL]}, USER]
UNANSWERED = "The following tool_call_ids did not have response messages: call_abc"
TYPED = "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead"


@pytest.mark.parametrize(
    ("answer", "first"), [("", "schema.type"), (UNANSWERED, "openai.tool-calls-answered"), (TYPED, "schema.type")]
)
def test_what_the_answer_speaks_of_comes_first(answer: str, first: str) -> None:
    (found,) = why(json.dumps(BROKEN), dialect="openai", answer=answer)

    assert found.findings[0].id == first


def test_errors_come_before_warnings() -> None:
    (found,) = why(json.dumps(BROKEN), dialect="openai")
    severities = [finding.is_error for finding in found.findings]

    assert severities == sorted(severities, reverse=True)


@pytest.mark.parametrize(
    ("answer", "path"),
    [
        ("messages.1.content.0.tool_use.id: String should match", "$.messages[1].content[0].id"),
        ("Invalid 'messages[1].content[0].id': too long", "$.messages[1].content[0].id"),
        ("* GenerateContentRequest.contents[2].parts[0].data: required", "$.contents[2].parts[0]"),
        ("Unknown parameter: 'input[4].status'.", "$.input[4].status"),
    ],
)
def test_a_place_in_an_answer_is_a_place_in_the_request(answer: str, path: str) -> None:
    (place,) = places(answer)

    assert at_place(path, place)
    assert not at_place(path.replace("[", "[7"), place)


@pytest.mark.parametrize(
    "text",
    ["", "Bad Request", "You exceeded your current quota, please check your plan and billing details.", "x" * 9_999],
)
def test_ordinary_words_are_no_rules(text: str) -> None:
    assert told(text) == ()


@pytest.mark.parametrize("between", ["\n", " ", "\n ", ": ", "'", "."])
def test_a_place_and_what_is_said_of_it_may_lie_far_apart(between: str) -> None:
    """Answers are pasted with all their blank lines: who looks over them once is done at once."""
    answer = "content" + between * 4_000 + "and then?"

    (found,) = why('{"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}', answer=answer)

    assert found.errors == 0


def test_it_is_imported_without_what_only_a_run_needs() -> None:
    code = """
import sys
from pytest_promptfmt.diagnosis import why
(found,) = why('{"messages": [{}], "tools": []}')
print(found.errors, *{"pytest", "syrupy", "tiktoken", "PIL", "yaml"} & {*sys.modules})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert int(done.stdout) > 0


@pytest.mark.parametrize(
    ("address", "severity"), [("https://bedrock-runtime.eu-west-1.amazonaws.com", "error"), ("", "warning")]
)
def test_what_is_left_to_the_caller_is_missing_in_what_was_sent(address: str, severity: str) -> None:
    called = {"toolUse": {"toolUseId": "t1", "name": "look", "input": {}}}
    answered = {"toolResult": {"toolUseId": "t1", "content": [{"text": "Shut."}]}}
    body = {
        "messages": [
            {"role": "user", "content": [{"text": "Look."}]},
            {"role": "assistant", "content": [called]},
            {"role": "user", "content": [answered]},
        ]
    }
    sent = {"url": f"{address}/model/eu.amazon.nova-pro-v1:0/converse", "body": body} if address else body

    (found,) = why(json.dumps(sent))

    assert [str(each.severity) for each in found.findings if each.id == "bedrock.tool-config"] == [severity]

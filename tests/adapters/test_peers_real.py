"""The real libraries, where one is installed: what docs/peers.md says is found, and what is right is not blamed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from typing import Any

import judge_peers
import pytest
from support.peers import BY_PAGE

PACKAGES = {
    "agno": "agno",
    "autogen": "autogen_ext",
    "camel": "camel",
    "crewai": "crewai",
    "dspy": "dspy",
    "google_adk": "google.adk",
    "haystack": "haystack",
    "instructor": "instructor",
    "langchain": "langchain_core",
    "litellm": "litellm",
    "livekit": "livekit.agents",
    "llama_index": "llama_index",
    "mirascope": "mirascope",
    "openai_agents": "agents",
    "pydantic_ai": "pydantic_ai",
    "semantic_kernel": "semantic_kernel",
    "smolagents": "smolagents",
    "strands": "strands",
}
PINNED = {
    "agno": "agno",
    "autogen": "autogen-ext",
    "camel": "camel-ai",
    "crewai": "crewai",
    "dspy": "dspy",
    "google_adk": "google-adk",
    "haystack": "haystack-ai",
    "instructor": "instructor",
    "langchain": "langchain-core",
    "litellm": "litellm",
    "livekit": "livekit-agents",
    "llama_index": "llama-index-core",
    "mirascope": "mirascope",
    "openai_agents": "openai-agents",
    "pydantic_ai": "pydantic-ai-slim",
    "semantic_kernel": "semantic-kernel",
    "smolagents": "smolagents",
    "strands": "strands-agents",
}

LEDGER = {
    "agno": {
        "A1": ("openai-responses.chat", "tools/text-beside-call", "fidelity.lost-text"),
        "A2": ("gemini.chat", "chat/two-systems-leading", "fidelity.lost-text"),
        "A3": ("bedrock.chat", "chat/two-users-in-a-row", "bedrock.roles-alternate"),
        "A4": ("bedrock.chat", "thinking/signed-before-call", "bedrock.reasoning-first-in-tool-loop"),
        "A5": ("openai.chat", "vision/address-capitals", "fidelity.lost-media"),
        "A6": ("deepseek.chat", "vision/image-by-value", "deepseek.text-only"),
        "A7": ("anthropic.chat", "thinking/second-message-thinks", "anthropic.thinking-leads"),
        "A8": ("openai.chat", "audio/wav-upper-case", "openai.audio-format"),
        "A9": ("openai-responses.chat", "thinking/signature-on-call", "openai-responses.reasoning-present"),
        "A10": ("anthropic.chat", "tools/failed-with-a-number", "fidelity.lost-mark"),
        "A11": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "A12": ("mistral.chat", "vision/image-by-value", "fidelity.media-type"),
        "A13": ("bedrock.chat", "tools/offer-pointed", "fidelity.altered-parameter"),
        "A14": ("openai.chat", "audio/papers-of-text", "fidelity.reordered"),
    },
    "autogen": {
        "U1": ("ollama.chat", "tools/text-beside-call", "fidelity.lost-text"),
        "U2": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "U3": ("ollama.chat", "tools/offer-enums", "fidelity.altered-parameter"),
        "U5": ("anthropic.chat", "tools/failed-with-a-number", "fidelity.lost-mark"),
        "U6": ("anthropic.chat", "chat/assistant-last-trailing-newline", "purity.changed-input"),
    },
    "camel": {
        "C1": ("openai.chat", "tools/sequential-calls", "fidelity.reordered"),
        "C2": ("anthropic.chat", "chat/two-systems-leading", "fidelity.lost-text"),
        "C3": ("anthropic.chat", "tools/result-two-texts", "fidelity.coded-text"),
        "C4": ("deepseek.chat", "vision/image-by-value", "deepseek.text-only"),
        "C5": ("bedrock.chat", "tools/result-json-list", "bedrock.result-json-object"),
        "C6": ("bedrock.chat", "audio/pdf-by-value", "fidelity.lost-media"),
        "C7": ("bedrock.chat", "chat/two-users-in-a-row", "bedrock.roles-alternate"),
    },
    "crewai": {
        "E1": ("anthropic.chat", "tools/text-beside-call", "fidelity.lost-text"),
        "E2": ("anthropic.chat", "audio/six-documents", "anthropic.cache-control-max4"),
        "E3": ("openai.chat", "audio/wav-by-value", "fidelity.lost-media"),
        "E4": ("bedrock.chat", "chat/two-users-in-a-row", "bedrock.roles-alternate"),
        "E5": ("openai.chat", "tools/tool-name-with-dot", "fidelity.renamed-tool"),
        "E6": ("openai-responses.chat", "vision/address-capitals", "exchange.raised"),
        "E7": ("openai.chat", "tools/offer-any-keys", "fidelity.altered-parameter"),
        "E8": ("openai-responses.chat", "chat/system-alone", "fidelity.doubled-text"),
        "E9": ("openai-responses.chat", "vision/image-by-assistant", "openai-responses.part-by-role"),
    },
    "dspy": {
        "Z1": ("anthropic.chat", "audio/wav-by-value", "anthropic.text-nonempty"),
        "Z2": ("gemini.chat", "tools/offer-any-keys", "gemini.parameters-keys"),
        "Z3": ("openai-responses.chat", "thinking/thought-call-thought-call", "fidelity.reordered"),
        "Z4": ("deepseek.chat", "thinking/thought-only", "deepseek.content-not-null"),
        "Z5": ("deepseek.chat", "vision/image-by-value", "deepseek.text-only"),
        "Z6": ("openai.chat", "chat/system-alone", "exchange.raised"),
        "Z7": ("openai-responses.chat", "audio/wav-by-value", "schema.enum"),
    },
    "google_adk": {
        "D1": ("gemini.chat", "tools/text-then-result-one-message", "fidelity.lost-text"),
        "D2": ("openai.chat", "tools/result-before-call", "fidelity.lost-call"),
        "D3": ("anthropic.chat", "tools/failed-call", "fidelity.false-mark"),
        "D4": ("anthropic.chat", "thinking/unsigned", "anthropic.thinking-unmodified"),
        "D5": ("anthropic.chat", "thinking/signed-empty-before-call", "fidelity.altered-thinking"),
        "D6": ("openai.chat", "audio/wav-by-value", "openai.image-format"),
        "D7": ("openai-responses.chat", "vision/image-in-tool-result", "fidelity.lost-media"),
        "D8": ("openai.chat", "tools/result-two-texts", "fidelity.coded-text"),
        "D9": ("openai-responses.chat", "tools/id-empty", "fidelity.wrong-call"),
        "D10": ("gemini.chat", "vision/base64-octet-stream", "fidelity.lost-media"),
        "D11": ("openai.chat", "vision/address-capitals", "fidelity.lost-media"),
    },
    "haystack": {
        "Y1": ("gemini.chat", "thinking/signature-on-the-first-call", "fidelity.lost-call"),
        "Y2": ("gemini.chat", "tools/parallel-two-messages", "gemini.response-count"),
        "Y3": ("gemini.chat", "tools/result-two-texts", "fidelity.altered-result"),
        "Y4": ("mistral.chat", "audio/pdf-by-value", "mistral.no-unknown-keys"),
        "Y5": ("bedrock.chat", "chat/two-users-in-a-row", "bedrock.roles-alternate"),
        "Y6": ("bedrock.chat", "tools/id-used-again", "fidelity.doubled-result"),
        "Y7": ("bedrock.chat", "audio/six-documents", "bedrock.document-names-unique"),
        "Y8": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "Y9": ("gemini.chat", "tools/offer-two-types", "exchange.raised"),
        "Y10": ("openai-responses.chat", "thinking/signature-on-call", "openai-responses.reasoning-present"),
    },
    "instructor": {
        "Q1": ("gemini.chat", "chat/template-braces", "exchange.raised"),
        "Q2": ("bedrock.chat", "chat/system-several-texts", "exchange.raised"),
        "Q3": ("anthropic.chat", "vision/address-capitals", "fidelity.altered-media"),
        "Q4": ("gemini.chat", "chat/plain-turns", "fidelity.blank-paragraph"),
        "Q5": ("bedrock.chat", "audio/pdf-odd-name", "bedrock.document-name"),
        "Q6": ("mistral.chat", "audio/wav-by-value", "fidelity.lost-media"),
        "Q7": ("openai-responses.chat", "chat/several-texts", "openai-responses.part-by-role"),
    },
    "langchain": {
        "L1": ("gemini.chat", "tools/sequential-calls", "purity.changed-input"),
        "L2": ("gemini.chat", "chat/system-last", "fidelity.lost-text"),
        "L3": ("gemini.chat", "tools/parallel-same-tool-reversed", "fidelity.wrong-call"),
        "L4": ("mistral.chat", "tools/text-beside-call", "fidelity.lost-text"),
        "L5": ("mistral.chat", "vision/image-in-tool-result", "fidelity.lost-media"),
        "L6": ("mistral.chat", "audio/pdf-by-value", "mistral.no-unknown-keys"),
        "L7": ("deepseek.chat", "tools/result-two-texts", "fidelity.coded-text"),
        "L8": ("openai-responses.chat", "audio/recording-in-result", "fidelity.coded-text"),
        "L9": ("openai-responses.chat", "tools/id-used-again", "fidelity.lost-call"),
        "L10": ("openai.chat", "audio/mp3-by-value", "openai.audio-format"),
        "L11": ("openai.chat", "vision/image-in-tool-result", "openai.image-user-only"),
        "L12": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "L13": ("bedrock.chat", "chat/assistant-last-trailing-newline", "purity.changed-input"),
        "L14": ("anthropic.chat", "chat/empty-user-between", "anthropic.user-nonempty"),
        "L15": ("deepseek.chat", "vision/image-by-value", "deepseek.text-only"),
    },
    "litellm": {
        "T1": ("gemini.chat", "tools/parallel-same-arguments", "fidelity.lost-call"),
        "T2": ("bedrock.chat", "chat/empty-user-between", "bedrock.roles-alternate"),
        "T3": ("bedrock.chat", "audio/wav-by-path", "fidelity.lost-media"),
        "T4": ("mistral.chat", "audio/wav-by-path", "fidelity.lost-media"),
        "T6": ("ollama.chat", "vision/image-by-address", "ollama.images-bare-base64"),
        "T7": ("vllm.chat", "audio/mp4-by-path", "purity.changed-input"),
        "T8": ("mistral.chat", "audio/pdf-by-value", "mistral.no-unknown-keys"),
        "T9": ("zhipu.chat", "audio/pdf-by-value", "schema.required"),
        "T10": ("deepseek.chat", "vision/image-only-message", "deepseek.text-only"),
        "T11": ("anthropic.chat", "vision/address-capitals", "exchange.raised"),
        "T12": ("bedrock.chat", "chat/whitespace-only", "bedrock.text-nonblank"),
    },
    "livekit": {
        "K1": ("openai.chat", "tools/id-used-again", "fidelity.lost-call"),
        "K2": ("anthropic.chat", "tools/result-json-list", "fidelity.altered-result"),
        "K3": ("gemini.chat", "tools/result-two-texts", "fidelity.coded-text"),
        "K4": ("bedrock.chat", "tools/failed-call", "fidelity.false-mark"),
        "K5": ("bedrock.chat", "tools/nothing-offered", "fidelity.lost-call"),
    },
    "llama_index": {
        "I1": ("gemini.chat", "chat/two-users-in-a-row", "purity.changed-input"),
        "I2": ("gemini.chat", "tools/late-result", "fidelity.grown-result"),
        "I3": ("gemini.chat", "chat/empty-among-texts", "fidelity.doubled-text"),
        "I4": ("gemini.chat", "chat/assistant-last", "fidelity.wrong-speaker"),
        "I5": ("gemini.chat", "tools/offer-any-keys", "exchange.raised"),
        "I6": ("gemini.chat", "tools/offer-outside-ascii", "fidelity.tool-description"),
        "I7": ("openai-responses.chat", "vision/file-upper-case", "openai-responses.image-url"),
        "I8": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "I9": ("openai.chat", "vision/image-in-tool-result", "fidelity.lost-media"),
        "I10": ("bedrock.chat", "audio/six-documents", "bedrock.document-names-unique"),
        "I11": ("anthropic.chat", "vision/data-uri-percent-encoded", "fidelity.altered-media"),
        "I12": ("mistral.chat", "errors/call-by-a-user", "fidelity.lost-call"),
        "I13": ("gemini.chat", "thinking/second-message-thinks", "fidelity.altered-thinking"),
        "I14": ("anthropic.chat", "thinking/signed-empty-before-call", "fidelity.lost-thinking"),
    },
    "mirascope": {
        "V1": ("anthropic.chat", "chat/system-in-middle", "fidelity.lost-text"),
        "V2": ("gemini.chat", "tools/offer-null", "exchange.raised"),
        "V3": ("gemini.chat", "audio/plain-text", "fidelity.altered-media"),
        "V4": ("anthropic.chat", "tools/failed-with-a-number", "fidelity.lost-mark"),
        "V5": ("openai.chat", "tools/offer-any-object", "fidelity.altered-parameter"),
        "V6": ("gemini.chat", "tools/offer-constants", "fidelity.altered-parameter"),
    },
    "openai_agents": {
        "O1": ("openai-responses.chat", "tools/id-used-again", "fidelity.lost-call"),
        "O2": ("openai.chat", "vision/image-in-tool-result", "fidelity.lost-media"),
        "O3": ("openai.chat", "tools/texts-around-calls", "openai.tool-calls-answered"),
    },
    "pydantic_ai": {
        "P1": ("bedrock.chat", "chat/two-assistants-in-a-row", "bedrock.roles-alternate"),
        "P2": ("bedrock.chat", "chat/empty-assistant", "bedrock.text-nonblank"),
        "P3": ("anthropic.chat", "vision/file-wrong-extension", "anthropic.image-bytes-match-type"),
        "P4": ("openai.chat", "vision/file-no-extension", "fidelity.media-type"),
        "P5": ("openai.chat", "audio/aiff", "errors.unclear"),
        "P6": ("openai.chat", "tools/id-empty", "purity.not-repeatable"),
        "P7": ("gemini.chat", "tools/two-calls-two-messages", "gemini.call-turn-position"),
        "P8": ("anthropic.chat", "chat/system-alone", "anthropic.messages-nonempty"),
        "P9": ("gemini.chat", "vision/data-uri-capitals", "exchange.raised"),
        "P10": ("deepseek.chat", "vision/image-by-value", "deepseek.text-only"),
        "P11": ("openai-responses.chat", "audio/audio-by-address", "fidelity.media-type"),
    },
    "semantic_kernel": {
        "K1": ("openai.chat", "tools/text-beside-call", "fidelity.lost-text"),
        "K2": ("ollama.chat", "chat/several-texts", "fidelity.lost-text"),
        "K3": ("anthropic.chat", "chat/two-systems-leading", "fidelity.lost-text"),
        "K4": ("bedrock.chat", "tools/parallel-two-messages", "bedrock.tool-results"),
        "K5": ("gemini.chat", "tools/parallel-two-messages", "purity.changed-input"),
        "K6": ("openai.chat", "audio/wav-by-value", "schema.enum"),
        "K7": ("anthropic.chat", "vision/image-by-value", "fidelity.lost-media"),
        "K8": ("bedrock.chat", "vision/image-by-address", "bedrock.image-format"),
        "K9": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "K10": ("gemini.chat", "tools/two-calls-two-messages", "gemini.call-turn-position"),
        "K11": ("openai.chat", "vision/file-no-extension", "fidelity.media-type"),
    },
    "smolagents": {
        "G1": ("bedrock.chat", "chat/plain-turns", "fidelity.wrong-speaker"),
        "G2": ("bedrock.chat", "vision/image-by-value", "exchange.raised"),
        "G3": ("ollama.chat", "chat/several-texts", "fidelity.lost-text"),
        "G4": ("openai.chat", "vision/image-by-assistant", "openai.image-user-only"),
    },
    "strands": {
        "S1": ("bedrock.chat", "chat/two-users-in-a-row", "bedrock.roles-alternate"),
        "S2": ("openai.chat", "tools/result-before-call", "fidelity.doubled-result"),
        "S3": ("ollama.chat", "tools/parallel-reversed", "fidelity.wrong-call"),
        "S4": ("gemini.chat", "vision/image-in-tool-result", "fidelity.lost-media"),
        "S5": ("mistral.chat", "tools/id-with-dots", "mistral.function-name"),
        "S6": ("openai.chat", "audio/pdf-in-result", "schema.enum"),
        "S7": ("gemini.chat", "tools/two-calls-two-messages", "gemini.call-turn-position"),
        "S8": ("anthropic.chat", "chat/empty-user-between", "anthropic.text-nonempty"),
        "S9": ("gemini.chat", "tools/tool-name-with-dot", "fidelity.call-name"),
    },
}
"""Faults of theirs, as docs/peers.md numbers them."""

RIGHT = {
    "agno": (
        ("anthropic.chat", "thinking/redacted-before-call"),
        ("anthropic.chat", "tools/offer-pointed"),
        ("gemini.chat", "thinking/signed-before-call"),
        ("openai.chat", "thinking/signature-on-call"),
        ("openai.chat", "vision/image-in-tool-result"),
        ("openai-responses.chat", "thinking/signed-before-call"),
    ),
    "autogen": (
        ("anthropic.chat", "tools/offer-pointed"),
        ("openai.chat", "thinking/signed-before-call"),
        ("openai.chat", "tools/offer-without-properties"),
        ("openai.chat", "vision/bmp"),
    ),
    "camel": (
        ("anthropic.chat", "tools/parallel-reversed"),
        ("bedrock.chat", "chat/two-systems-leading"),
        ("deepseek.chat", "chat/plain-turns"),
        ("mistral.chat", "vision/image-by-value"),
        ("openai.chat", "tools/result-two-texts"),
    ),
    "crewai": (
        ("anthropic.chat", "tools/parallel-reversed"),
        ("bedrock.chat", "chat/two-systems-leading"),
        ("deepseek.chat", "tools/text-beside-call"),
        ("gemini.chat", "chat/assistant-last"),
        ("openai.chat", "vision/image-by-value"),
        ("openai-responses.chat", "tools/sequential-calls"),
    ),
    "dspy": (
        ("anthropic.chat", "thinking/redacted-before-call"),
        ("anthropic.chat", "tools/failed-call"),
        ("deepseek.chat", "chat/plain-turns"),
        ("gemini.chat", "thinking/signature-on-call"),
        ("openai.chat", "vision/data-uri-percent-encoded"),
        ("openai-responses.chat", "thinking/signed-before-call"),
    ),
    "google_adk": (
        ("anthropic.chat", "tools/id-with-dots"),
        ("gemini.chat", "thinking/signed-before-call"),
        ("gemini.chat", "tools/two-calls-two-messages"),
        ("openai.chat", "tools/failed-call"),
        ("openai-responses.chat", "chat/two-systems-leading"),
    ),
    "haystack": (
        ("anthropic.chat", "thinking/unsigned"),
        ("anthropic.chat", "thinking/signed-and-redacted"),
        ("gemini.chat", "tools/result-one-text"),
        ("openai.chat", "tools/text-after-call"),
        ("openai-responses.chat", "thinking/signed-before-call"),
    ),
    "instructor": (
        ("anthropic.chat", "chat/two-systems-leading"),
        ("bedrock.chat", "vision/image-by-value"),
        ("gemini.chat", "audio/pdf-by-value"),
        ("mistral.chat", "vision/image-by-value"),
        ("openai.chat", "audio/wav-by-value"),
        ("openai-responses.chat", "audio/pdf-by-value"),
    ),
    "langchain": (
        ("anthropic.chat", "thinking/unsigned"),
        ("bedrock.chat", "tools/nothing-offered"),
        ("gemini.chat", "thinking/signed-and-redacted"),
        ("openai-responses.chat", "thinking/two-signed-before-parallel-calls"),
        ("openai.chat", "vision/base64-in-lines"),
    ),
    "litellm": (
        ("bedrock.chat", "thinking/redacted"),
        ("bedrock.chat", "tools/nothing-offered"),
        ("gemini.chat", "vision/base64-in-lines"),
        ("gemini.chat", "chat/assistant-last"),
        ("openai.chat", "thinking/signed-beside-text"),
        ("vllm.chat", "tools/result-before-call"),
    ),
    "livekit": (
        ("anthropic.chat", "tools/result-two-texts"),
        ("gemini.chat", "tools/failed-call"),
        ("mistral.chat", "tools/parallel-reversed"),
        ("openai.chat", "tools/interrupted-call"),
        ("openai-responses.chat", "tools/sequential-calls"),
    ),
    "llama_index": (
        ("anthropic.chat", "thinking/signed-before-call"),
        ("bedrock.chat", "tools/failed-call"),
        ("gemini.chat", "thinking/signed-before-call"),
        ("openai.chat", "tools/arguments-odd-keys"),
        ("ollama.chat", "tools/failed-call"),
    ),
    "mirascope": (
        ("anthropic.chat", "audio/pdf-by-value"),
        ("anthropic.chat", "tools/parallel-reversed"),
        ("gemini.chat", "tools/failed-call"),
        ("openai.chat", "tools/text-after-call"),
        ("openai-responses.chat", "tools/sequential-calls"),
    ),
    "openai_agents": (
        ("openai.chat", "audio/wav-by-path"),
        ("openai.chat", "chat/several-texts"),
        ("openai.chat", "tools/text-after-call"),
        ("openai-responses.chat", "thinking/two-signed-before-parallel-calls"),
        ("openai-responses.chat", "tools/failed-call"),
    ),
    "pydantic_ai": (
        ("bedrock.chat", "thinking/redacted-before-call"),
        ("gemini.chat", "chat/empty-user-between"),
        ("gemini.chat", "thinking/signed-before-call"),
        ("openai.chat", "vision/images-in-two-results"),
    ),
    "semantic_kernel": (
        ("gemini.chat", "tools/text-beside-call"),
        ("openai.chat", "errors/call-by-a-user"),
        ("openai.chat", "vision/image-by-address"),
    ),
    "smolagents": (
        ("anthropic.chat", "chat/two-systems-leading"),
        ("ollama.chat", "chat/two-users-in-a-row"),
        ("openai.chat", "chat/plain-turns"),
        ("openai.chat", "vision/image-by-value"),
    ),
    "strands": (
        ("anthropic.chat", "thinking/by-the-system"),
        ("bedrock.chat", "chat/empty-assistant"),
        ("openai.chat", "chat/plain-turns"),
        ("openai.chat", "tools/interrupted-call"),
        ("openai.chat", "vision/images-in-two-results"),
    ),
}
"""What the kit, or an adapter, had blamed and should not have."""

JUDGE = """
import json, sys
from importlib import import_module
from pytest_promptfmt import check_formatter
library, cases = sys.argv[1], json.loads(sys.argv[2])
module = import_module(f"pytest_promptfmt.adapters.{library}")
reports = [check_formatter(module, targets=[target], cases=names) for target, names in cases.items()]
rows = [
    (judgement.target, judgement.case.id, finding.id)
    for report in reports
    for judgement in report.judgements
    for finding in judgement.findings
    if finding.is_error
]
print(json.dumps({"version": module.__version__, "errors": rows}))
"""


def is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:  # nor is the package that it is in
        return False


@pytest.fixture(scope="module", params=PACKAGES)
def judged(request: pytest.FixtureRequest) -> tuple[str, set[tuple[str, ...]]]:
    """A library and its errors on the cases of its ledger, judged in a process of its own."""
    library = request.param
    if not is_installed(PACKAGES[library]):
        pytest.skip(f"{library} is not installed")
    cases: dict[str, list[str]] = {}
    for target, case, *_ in (*LEDGER[library].values(), *RIGHT[library]):
        cases.setdefault(target, []).append(case)
    command = [sys.executable, "-c", JUDGE, library, json.dumps(cases)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if answer["version"] != (release := BY_PAGE.get(library, BY_PAGE[""])[PINNED[library]]):
        pytest.skip(f"the ledger is of {library} {release}, and {answer['version']} is installed")
    return library, {tuple(row) for row in answer["errors"]}


def test_every_fault_of_the_ledger_is_found(judged: tuple[str, set[tuple[str, ...]]]) -> None:
    library, errors = judged

    assert [number for number, fault in LEDGER[library].items() if fault not in errors] == []


def test_every_rule_that_finds_one_is_on_the_page(judged: tuple[str, set[tuple[str, ...]]]) -> None:
    library, errors = judged

    page = judge_peers.page_of(library).read_text("utf-8")
    assert {rule for _, _, rule in errors} - judge_peers.blamed(page, judge_peers.COLUMNS[library]) == set()


def test_what_is_right_is_not_blamed(judged: tuple[str, set[tuple[str, ...]]]) -> None:
    library, errors = judged

    assert [row for row in errors if row[:2] in RIGHT[library]] == []

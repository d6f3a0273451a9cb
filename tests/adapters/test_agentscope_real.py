"""The real AgentScope, where it is installed: what the ledger of its faults says is found (docs/agentscope.md)."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest
from support.places import ROOT

SCRIPT = ROOT / "scripts" / "try_agentscope.py"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[dict[str, str]]]:
    """Version and findings of the real framework, judged in a process of its own."""
    if importlib.util.find_spec("agentscope") is None:
        pytest.skip("agentscope is not installed")
    out = tmp_path_factory.mktemp("judged")
    subprocess.run([sys.executable, SCRIPT, "--judge", "--out", out], check=True, capture_output=True)
    (path,) = out.glob("*.json")
    return path.stem.partition("-")[2], json.loads(path.read_text("utf-8"))


LEDGER = {
    "O6": ("openai.chat", "tools/call-and-result-one-message", "fidelity.reordered"),
    "O7": ("anthropic.chat", "tools/parallel-two-messages", "anthropic.parallel-results-one-message"),
    "O8": ("gemini.chat", "tools/parallel-two-messages", "gemini.response-count"),
    "O13": ("openai.chat", "vision/image-in-tool-result", "purity.left-file"),
    "O15": ("dashscope-multimodal.chat", "errors/file-missing", "dashscope.media-url"),
    "O17": ("openai.chat", "vision/file-by-url", "exchange.raised"),
    "O18": ("openai.chat", "truncation/one-token-without-system", "truncation.empty"),
    "O20": ("anthropic.chat", "tools/single-call", "purity.shared-input"),
    "O21": ("anthropic.chat", "tools/empty-text-beside-call", "anthropic.text-nonempty"),
    "O23": ("anthropic.multiagent", "tools/late-result-with-system-text", "anthropic.system-mid-placement"),
    "O26": ("openai.chat", "chat/odd-names", "openai.name-pattern"),
    "O27": ("ollama.chat", "tools/arguments-nan", "purity.not-json"),
    "O28": ("openai.chat", "vision/image-by-assistant", "openai.image-user-only"),
    "O31": ("ollama.chat", "tools/single-call", "ollama.tool-name"),
    "O34": ("dashscope.chat", "chat/system-empty", "dashscope.text-model-string"),
    "O39": ("openai.multiagent", "vision/two-images-text-between", "fidelity.moved-media"),
    "O40": ("openai.chat", "tools/interrupted-call", "openai.tool-calls-answered"),
    "O42": ("anthropic.chat", "thinking/unsigned", "anthropic.thinking-unmodified"),
    "O46": ("gemini.multiagent", "multiagent/system-without-text", "gemini.part-oneof"),
    "O49": ("openai.chat", "audio/mp3-by-value", "exchange.raised"),
}


@pytest.mark.parametrize("fault", LEDGER)
def test_a_fault_of_the_ledger_is_found(fault: str, judged: tuple[str, list[dict[str, str]]]) -> None:
    version, findings = judged
    if version != "1.0.21":
        pytest.skip(f"the ledger is of 1.0.21, and {version} is installed")

    assert LEDGER[fault] in {(row["target"], row["case"], row["rule"]) for row in findings}


def test_the_real_framework_is_judged_on_every_target_that_the_adapter_names(
    judged: tuple[str, list[dict[str, str]]],
) -> None:
    version, findings = judged

    assert len({row["target"] for row in findings}) == (16 if version.startswith("1.") else 12)

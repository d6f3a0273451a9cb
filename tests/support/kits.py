"""A pytest run on a formatter of a few lines, for the tests of the plugin."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

HONEST = """
import json


def result(block):
    output = block.output
    if isinstance(output, tuple):
        output = "\\n".join(item.text for item in output)
    return {"role": "tool", "tool_call_id": block.id, "content": output or ""}


def call(block):
    arguments = json.dumps(block.input, ensure_ascii=False)
    return {"id": block.id, "type": "function", "function": {"name": block.name, "arguments": arguments}}


def chat(conversation):
    payload = []
    for message in conversation.messages:
        calls = [call(block) for block in message.blocks if block.type == "tool_use"]
        results = [result(block) for block in message.blocks if block.type == "tool_result"]
        if message.text or calls or not results:
            payload.append({"role": message.role, "content": message.text} | ({"tool_calls": calls} if calls else {}))
        payload += results
    return payload


FORMATTERS = {"openai.chat": chat}
"""
"""An OpenAI formatter that says texts and calls as they are."""

LOSSY = (
    HONEST
    + """
def lossy(conversation):
    payload = chat(conversation)
    for message in payload:
        if message["role"] == "user":
            message["content"] = message["content"][:10]
    return payload


FORMATTERS = {"openai.chat": lossy}
"""
)
"""The same, but it cuts what the user says."""


WITHOUT = ("-p", "no:syrupy", "-p", "no:hypothesispytest", "-p", "no:anyio")
"""Plugins that have nothing to do here and take their time."""


def run_here(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    """Of all plugins only with the kit and those that are named: pytest takes longer to find them than to run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        return pytester.runpytest_inprocess("-p", "promptfmt", *args)


@dataclass
class Kit:
    """Runs pytest in an empty directory, in this process, and without the second process of the purity check."""

    pytester: pytest.Pytester

    def write(self, **modules: str) -> Kit:
        self.pytester.makepyfile(**modules)
        return self

    def run(self, *args: str, impl: str = "mypkg") -> pytest.RunResult:
        return self.alone(f"--promptfmt-impl={impl}", *args)

    def alone(self, *args: str) -> pytest.RunResult:
        """No formatter is named: those of the ini file, or none."""
        return run_here(self.pytester, *args)

    def outside(self, *args: str, impl: str = "mypkg") -> pytest.RunResult:
        """The same in a process of its own, with all that belongs to it."""
        return self.pytester.runpytest_subprocess(*WITHOUT, f"--promptfmt-impl={impl}", *args, timeout=600)

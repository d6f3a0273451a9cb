"""Tables that stand in pages which are written by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from pages.markdown import escaped
from promptfmt_reference import agentscope_v0_0, agentscope_v0_1
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.corpus import corpus, load_family
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.report.statements import FINDINGS
from pytest_promptfmt.report.words.remedies import REMEDIES
from pytest_promptfmt.xfails import reading


def checks() -> str:
    """For docs/checks.md: every check with its question."""
    rows = (f"| `{check}` | {question} |" for check, question in CHECKS.items())
    return "\n".join(["| check | question |", "| --- | --- |", *rows])


def findings(check: str) -> str:
    """For docs/checks.md: what one check can find."""
    rows = (
        f"| `{check}.{slug}` | {severity} | {text} | {escaped(REMEDIES[f'{check}.{slug}'])} |"
        for slug, (severity, text) in FINDINGS[check].items()
    )
    return "\n".join(["| finding | severity | what it says | fix |", "| --- | --- | --- | --- |", *rows])


def targets() -> str:
    """For docs/implementations.md: what can be claimed."""
    rows = (
        f"| {', '.join(f'`{target}`' for target in dialect.targets)} | {dialect.title} | "
        f"{', '.join(block for block in CAPABILITIES if block in dialect.carries)} |"
        for dialect in DIALECTS.values()
    )
    return "\n".join(["| targets | wire format | blocks that it carries, beside text |", "| --- | --- | --- |", *rows])


def limits() -> str:
    """For docs/refusals.md: the limits that can be declared."""
    met = Counter(limit for case in corpus() for limit in case.limits)
    rows = (f"| `{name}` | {limit.says} | {met[name]} | {escaped(limit.seen)} |" for name, limit in LIMITS.items())
    return "\n".join(["| limit | a conversation that has | cases | seen |", "| --- | --- | --- | --- |", *rows])


def breaks() -> str:
    """For docs/agentscope-v0.md: the expected failures that ship with the two generations."""
    lines = ["| generation | target | finding | what is written, or lost |", "| --- | --- | --- | --- |"]
    for generation in (agentscope_v0_0, agentscope_v0_1):
        name = generation.__name__.rpartition("_v")[2].replace("_", ".")
        for entry in reading.read(Path(generation.__file__).with_name(generation.XFAILS).read_text("utf-8"), name):
            thread = f" ([thread]({entry.issue}))" if entry.issue else ""
            lines.append(f"| {name} | `{entry.target}` | `{entry.check}` | {escaped(entry.reason)}{thread} |")
    return "\n".join(lines)


_SHOWN = "multiagent/two-agents"


def by_generation() -> str:
    """For docs/agentscope-v0.md: one case as each generation writes it for each provider, a message in each line."""
    messages = next(case for case in load_family("multiagent") if case.id == _SHOWN).conversation().messages
    lines = [f"The case is `{_SHOWN}`:", "", *(f"- {each.name} ({each.role}): {each.text}" for each in messages)]
    lines += ["", "| target | AgentScope | payload |", "| --- | --- | --- |"]
    for target in TARGETS:
        known = {name: load_golden(name, target).payloads for name in generations() if name.startswith("agentscope-")}
        for name, payloads in known.items():
            if _SHOWN in payloads:
                lines.append(f"| `{target}` | {name.removeprefix('agentscope-')} | {_spelled(payloads[_SHOWN])} |")
    return "\n".join(lines)


def _spelled(payload: Any) -> str:
    messages = payload if isinstance(payload, list) else [payload]
    return "<br>".join(f"`{json.dumps(message, ensure_ascii=False)}`".replace("|", "\\|") for message in messages)

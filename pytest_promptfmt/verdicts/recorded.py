"""A payload that somebody recorded, judged without its formatter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_promptfmt.checks.fidelity import fidelity
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.plain import plain
from pytest_promptfmt.payload.request import NotAPayload


def check_payload(
    payload: Any,
    dialect: str,
    conversation: Conversation | Mapping[str, Any] | list[Any] | None = None,
    *,
    scenario: str = "chat",
    layer: str = "wire",
    context: Mapping[str, Any] | None = None,
) -> list[Finding]:
    """What is wrong with a payload, errors first; with a `conversation` also what it loses of that.

    `context` says what the payload does not: ``model``, ``thinking``, ``tools``. Raises `ValueError` for an unknown
    dialect, or one that says no conversations, and `ParseError` for what is no conversation.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"{dialect!r} is no dialect{did_you_mean(dialect, DIALECTS)}")
    judged = DIALECTS[dialect]
    if conversation is not None and scenario not in judged.scenarios:
        raise ValueError(f"{dialect} has no scenario {scenario!r}; its scenarios are {', '.join(judged.scenarios)}")
    if conversation is not None and not isinstance(conversation, Conversation):
        conversation = parse(conversation)
    value, problems = plain(payload, layer=layer)
    findings = [Finding("purity.not-json", Severity.ERROR, path, problem) for path, problem in problems]
    try:
        request = judged.open(value, {"layer": layer, **(context or {})})
    except NotAPayload as error:
        return [*findings, Finding("schema.form", Severity.ERROR, error.path, str(error))]
    findings += schema(request)
    findings += protocol(judged, request)
    if conversation is not None:
        findings += fidelity(conversation, judged.read(request), judged, scenario)
    return sorted(findings, key=lambda finding: not finding.is_error)

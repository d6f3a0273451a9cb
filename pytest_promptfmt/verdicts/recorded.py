"""A payload judged for itself: opened, then schema, protocol and fidelity. Also one that somebody recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity import fidelity
from pytest_promptfmt.checks.fidelity.thinking import wanted_in
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema, unopened
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.request import NotAPayload, Request

Compare: TypeAlias = Callable[[Request, bool], Iterable[Finding]]
"""What fidelity finds in a request; the flag: a rule has refused it already."""


def judge_payload(
    payload: Any, dialect: Dialect, context: Mapping[str, Any], compare: Compare | None = None
) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    """What `schema`, `protocol` and, where there is something to `compare` with, `fidelity` find in a plain payload.

    One after the other: whoever stops early is spared the rest. What cannot be opened has findings of the schema only.
    """
    try:
        request = dialect.open(payload, context)
    except NotAPayload as error:
        yield "schema", (unopened(error),)
        return
    yield "schema", tuple(schema(request))
    breaches = tuple(protocol(dialect, request))
    yield "protocol", breaches
    if compare is not None:
        yield "fidelity", tuple(compare(request, any(finding.is_error for finding in breaches)))


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
    dialect, or one that carries no conversations, and `ParseError` for what is no conversation.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"{dialect!r} is no dialect{did_you_mean(dialect, DIALECTS)}")
    known = DIALECTS[dialect]
    if conversation is not None and scenario not in known.scenarios:
        raise ValueError(f"{dialect} has no scenario {scenario!r}; its scenarios are {', '.join(known.scenarios)}")
    if conversation is not None and not isinstance(conversation, Conversation):
        conversation = parse(conversation)

    def compare(request: Request, _: bool) -> Iterator[Finding]:
        assert conversation is not None
        return fidelity(conversation, known.read(request), known, scenario, wanted_in(request))

    value, problems = to_plain(payload, layer=layer)
    findings = [Finding("purity.not-json", Severity.ERROR, path, problem) for path, problem in problems]
    context = {"layer": layer, **(context or {})}
    for _, found in judge_payload(value, known, context, compare if conversation is not None else None):
        findings += found
    return sorted(findings, key=lambda finding: not finding.is_error)

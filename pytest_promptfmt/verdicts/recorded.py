"""A payload judged for itself: opened, then schema, protocol and fidelity. Also one that somebody recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity.repaired import Reading, nearest
from pytest_promptfmt.checks.fidelity.wanted import wanted_in
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema, unopened
from pytest_promptfmt.common.did_you_mean import did_you_mean, tells_names
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.needs import told_of_thoughts
from pytest_promptfmt.conversation.parsing import check_built, parse
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.request import NotAPayload, Request, check_context

Compare: TypeAlias = Callable[[Request, bool], Iterable[Finding]]
"""What fidelity finds in a request; the flag: a rule has refused it already."""


def judge_payload(
    payload: Any, dialect: Dialect, context: Mapping[str, Any], compare: Compare | None
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


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is wrong with a payload, errors first; `repairs` are those of the conversation that it was held against."""

    findings: tuple[Finding, ...]
    repairs: tuple[Repair, ...] = ()


@tells_names
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

    What cannot be said as it stands is compared as it may be repaired, and what only that shows says how. `context`
    says what the payload does not: ``model``, ``thinking``, ``tools``. Raises `ValueError` for an unknown dialect, or
    one that carries no conversations, and `ParseError` for what is no conversation.
    """
    return list(
        judge_recorded(payload, dialect, conversation, scenario=scenario, layer=layer, context=context).findings
    )


def judge_recorded(
    payload: Any,
    dialect: str,
    conversation: Conversation | Mapping[str, Any] | list[Any] | None = None,
    *,
    scenario: str = "chat",
    layer: str = "wire",
    context: Mapping[str, Any] | None = None,
) -> Recorded:
    """The same, with the repairs apart."""
    known = known_dialect(dialect)
    check_context(context)
    scenarios = known.scenarios
    if conversation is None and scenario == "chat":
        scenarios = ("chat",)  # as nobody asked for it: templates have no chat
    for word, named, words in (("layer", layer, ("wire", "sdk")), ("scenario", scenario, scenarios)):
        if named not in words:
            raise ValueError(f"{dialect} has no {word} {named!r}{did_you_mean(named, words)}")
    if isinstance(conversation, Conversation):
        check_built(conversation)
    said = conversation if conversation is None or isinstance(conversation, Conversation) else parse(conversation)
    made: list[Repair] = []

    def compare(request: Request, refused: bool) -> Iterable[Finding]:
        assert said is not None
        reading = Reading(known, known.read(request), value, scenario, wanted_in(request), request.state)
        repairs, found = nearest(reading, said, refused=refused or bool(problems))
        made.extend(repairs)
        return found

    value, problems = to_plain(payload, layer=layer)
    findings = [Finding("purity.not-json", Severity.ERROR, path, problem) for path, problem in problems]
    beside = {"layer": layer} | (dict(told_of_thoughts(said)) if said is not None else {}) | dict(context or {})
    for _, found in judge_payload(value, known, beside, compare if said is not None else None):
        findings += found
    return Recorded(tuple(sorted(findings, key=lambda finding: not finding.is_error)), tuple(made))

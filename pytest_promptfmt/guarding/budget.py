"""One payload judged within a budget: what can be an error comes first, and what there was no time for is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any
from warnings import warn

from pytest_promptfmt.checks.protocol import broken, may_refuse
from pytest_promptfmt.checks.schema import schema, unopened
from pytest_promptfmt.common.did_you_mean import NotAContainer, missing_attribute, tells_names
from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.common.text import described, first_few
from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.rules import Rule
from pytest_promptfmt.dialects.schema import schema_mistake
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.request import NotAPayload, Request, check_context

MILLISECONDS = 50.0
"""Enough for some hundred messages; what it takes stands in docs/guarding.md."""
FORM, SCHEMA = "form", "schema"
"""The steps that are no rules: is it the provider's object, which is always looked at, and has it the right shape."""


@dataclass(frozen=True, slots=True)
class Judged(NotAContainer):
    """What was found, errors first, and the `milliseconds` that it took.

    `unjudged` names the rules (and ``schema``) to whose end the budget did not last, `broke` those that failed
    themselves, with the error: neither says anything of the payload.
    """

    dialect: str
    findings: tuple[Finding, ...] = ()
    unjudged: tuple[str, ...] = ()
    broke: Mapping[str, str] = field(default_factory=dict)
    milliseconds: float = 0.0

    if not TYPE_CHECKING:  # it is asked for nothing that is there

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name, dict.fromkeys(("ok", "valid", "passed", "refused"), "errors"))

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What the provider is known to refuse."""
        return tuple(finding for finding in self.findings if finding.is_error)

    def __bool__(self) -> bool:
        """``assert judged(…)`` asks whether there is no error; where nobody knows, that is said aloud."""
        if not self.errors and not self.complete:
            warn(
                f"judged in part: {first_few([*self.unjudged, *self.broke])} said nothing; ask .complete", stacklevel=2
            )
        return not self.errors

    @property
    def complete(self) -> bool:
        """Did every rule come to its end?"""
        return not self.unjudged and not self.broke


@tells_names
def judged(
    payload: Any,
    dialect: str,
    *,
    milliseconds: float = MILLISECONDS,
    warnings: bool = True,
    context: Mapping[str, Any] | None = None,
) -> Judged:
    """The findings of a payload as the request that it is: model, thinking and tools are read from it.

    `context` says what the payload does not, such as the ``model`` that stands in the address. The clock is looked at
    before each message: what is over the `milliseconds` ends there, and is named in `Judged.unjudged`. Without
    `warnings` only that is asked which can be an error. Nothing that a payload may be makes it raise; an unknown
    dialect is a `ValueError`.
    """
    known, found = known_dialect(dialect), _Found()
    check_context(context)
    check_budget(milliseconds)
    prepare()  # else the first payload of a process is judged in part, and `assert judged(…)` passes
    started = perf_counter()
    end = started + milliseconds / 1000
    try:
        request = _opened(payload, known, context or {}, end, found)
        for step, findings in _steps(known, request, warnings) if request is not None else ():
            found.take(step, (finding for finding in findings if warnings or finding.is_error), end)
    except Exception as error:  # of what opens it: each other step has its own
        found.broke[FORM] = described(error)
    decode_base64.cache_clear()  # it would keep pictures for as long as the process lives
    found.findings.sort(key=lambda finding: not finding.is_error)
    taken = (perf_counter() - started) * 1000
    return Judged(dialect, tuple(found.findings), tuple(found.unjudged), found.broke, taken)


def check_budget(milliseconds: object) -> None:
    """Raises `ValueError` for what is no time."""
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float) or not milliseconds >= 0:
        raise ValueError(f"milliseconds is a number, 0 or more, not {milliseconds!r}")


def prepare() -> None:
    """Loads what only the first payload with tools or with a fault would load: some 100 ms that are not its own."""
    schema_mistake({})


@dataclass(slots=True)
class _Found:
    """What becomes a `Judged`."""

    findings: list[Finding] = field(default_factory=list)
    unjudged: list[str] = field(default_factory=list)
    broke: dict[str, str] = field(default_factory=dict)

    def take(self, step: str, findings: Iterable[Finding], end: float) -> None:
        """Keeps what a step finds, also where it does not come to its end."""
        try:
            if perf_counter() >= end:
                raise _Late
            self.findings.extend(findings)
        except _Late:
            self.unjudged.append(step)
        except Exception as error:
            self.broke[step] = described(error)


def _opened(payload: Any, dialect: Dialect, context: Mapping[str, Any], end: float, found: _Found) -> Request | None:
    """The payload as a request with an end to its time; None where it is none, as is found."""
    value, problems = to_plain(payload)
    found.findings += [Finding("purity.not-json", Severity.ERROR, path, problem) for path, problem in problems]
    try:
        request = dialect.open(value, context)
    except NotAPayload as error:
        found.findings.append(unopened(error))
        return None
    return replace(request, messages=_Timed(request.messages, end))


def _steps(dialect: Dialect, request: Request, warnings: bool) -> Iterator[tuple[str, Iterable[Finding]]]:
    """The rules that can refuse, the schema, then the others; each is judged only when its findings are asked for."""
    refusing = [rule for rule in dialect.rules if may_refuse(rule, request)]
    rest = [rule for rule in dialect.rules if warnings and rule not in refusing]
    for rule in sorted(refusing, key=_asks_the_schema):
        yield rule.id, broken(rule, dialect, request)
    yield SCHEMA, schema(request)
    for rule in rest:
        yield rule.id, broken(rule, dialect, request)


def _asks_the_schema(rule: Rule) -> bool:
    """Such a rule takes as long as all others together."""
    return rule.id.endswith(".no-unknown-keys")


class _Late(Exception):
    """The budget is spent."""


class _Timed(list[Any]):
    """Messages that are walked for as long as there is time."""

    def __init__(self, messages: Iterable[Any], end: float) -> None:
        super().__init__(messages)
        self._end = end

    def __iter__(self) -> Iterator[Any]:
        for message in super().__iter__():
            if perf_counter() >= self._end:
                raise _Late
            yield message

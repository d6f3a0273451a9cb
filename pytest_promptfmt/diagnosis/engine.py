"""One captured request, judged: whose it is, what is wrong with it, what its provider said, what was not judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pytest_promptfmt.capture import Captured
from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.jsonpath import descend
from pytest_promptfmt.diagnosis.answer.answer import places, says_nothing
from pytest_promptfmt.diagnosis.error_words import Told, quotations, speakers
from pytest_promptfmt.diagnosis.from_answer import answered
from pytest_promptfmt.diagnosis.likelihood import by_likelihood
from pytest_promptfmt.diagnosis.may_have_been import possible
from pytest_promptfmt.diagnosis.mending import Mended, mended
from pytest_promptfmt.diagnosis.mending.files import NO_FILES, Files, wanted
from pytest_promptfmt.diagnosis.openai_form import is_openais_alone, of_another_form, taken_in_openai_form
from pytest_promptfmt.diagnosis.suspects import Suspect, suspects
from pytest_promptfmt.diagnosis.which_dialect import Whose, whose
from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import Model, NotAPayload
from pytest_promptfmt.report.failure_text import fold
from pytest_promptfmt.report.words import spoken
from pytest_promptfmt.verdicts.recorded import judge_recorded
from pytest_promptfmt.verdicts.request import UNSENT, Sent, request_findings, unjudged
from pytest_promptfmt.verdicts.request.parameters import parameter_findings, said_findings
from pytest_promptfmt.verdicts.request.refusals.thinkers import thinks_by_itself


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is known of one request.

    `findings` come in the order of likelihood. `told` are the rules whose words the provider's answer has, of which
    there may be no finding. `unjudged` are keys of the request that nothing here judges. `mended` is the payload
    without what can be mended losing nothing, None where nothing can. `paths` are those of media on somebody's own
    machine, for which no file was given. `suspects` are named where nothing was found of a request that was refused.
    """

    captured: Captured
    whose: Whose
    model: Model
    findings: tuple[Finding, ...]
    answer: str = ""
    told: tuple[Told, ...] = ()
    unjudged: tuple[str, ...] = ()
    mended: Mended | None = None
    paths: tuple[str, ...] = ()
    suspects: tuple[Suspect, ...] = ()

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(finding.is_error for finding in self.findings)

    @property
    def taken(self) -> bool:
        """Did the provider answer it?"""
        return self.captured.status is not None and 200 <= self.captured.status < 300

    @property
    def is_request(self) -> bool:
        """Does it look like a request to a model, and not like any other body that is posted?"""
        return self.whose.sureness != "a guess" or any(self.whose.others) or self.captured.rebuilt

    @property
    def shown_by(self) -> Finding | None:
        """The finding that the provider's answer speaks of; None also where nothing was told."""
        return _shown_by(self.told, self.findings)


def _shown_by(told: Sequence[Told], findings: Sequence[Finding]) -> Finding | None:
    rules = [each.rule for each in told[:1]]
    return next((f for f in findings if f.id in rules or f.data.get("rule") in rules), None)


def diagnose(
    captured: Captured,
    *,
    dialect: str = "",
    model: str = "",
    thinking: bool = False,
    answer: str = "",
    mend: bool = True,
    files: Files = NO_FILES,
) -> Diagnosis:
    """Judges one request; what is not given is found. Raises `ValueError` for an unknown dialect.

    `files` are bytes by name, for the local paths that the request has.
    """
    if dialect:
        known_dialect(dialect)
    said = answer or captured.said
    found = Whose(dialect, "given") if dialect else whose(captured, speakers(said) if said else None)
    captured = _as_read(captured, found.dialect)
    context = _context(captured, model, thinking, found.dialect)
    every = judged(captured.body, found.dialect, context, _sent(captured, found, said))
    seen = [finding for finding in every if not unsaid(captured, finding.path)]
    spoken, rules = answered(said, captured.body, found.dialect, context, seen, captured.version)
    findings = by_likelihood(spoken, rules, places(said))
    if not findings and says_nothing(said) and captured.status in _OF_THE_REQUEST:
        asked = known_dialect(found.dialect)
        may_be = possible(asked, captured.body, str(context.get("model", "")), _sent(captured, found))
        findings = [finding for finding in may_be if not unsaid(captured, finding.path)]
    return Diagnosis(
        captured,
        found,
        _model(captured.body, found.dialect, context),
        tuple(findings),
        said,
        rules,
        unjudged(known_dialect(found.dialect), captured.body, findings),
        _mended(captured, found, context, findings, _shown_by(rules, findings), files) if mend else None,
        wanted(captured.body, known_dialect(found.dialect), files) if mend else (),
        suspects(captured.body) if not findings and captured.status in _OF_THE_REQUEST else (),
    )


def _as_read(captured: Captured, dialect: str) -> Captured:
    """As the server reads it; a client's arguments name the model, and their address is not known."""
    read = known_dialect(dialect).as_read
    if read is None or _is_a_clients(captured):
        return captured
    body = read(captured.body)
    unsaid = tuple(_moved(path, captured.body, body) for path in captured.unsaid)
    return replace(captured, body=body, sent=read(captured.sent), unsaid=unsaid)


def _is_a_clients(captured: Captured) -> bool:
    return not (captured.host or (isinstance(captured.body, dict) and "model" not in captured.body))


def _moved(path: str, before: Any, after: Any) -> str:
    """The path in a body of which some objects became lists of one."""
    steps, now = [*descend(before, path)], "$"
    for (previous, _), (at, value) in pairwise(steps):
        now += at[len(previous) :]
        *_, (_, there) = descend(after, now)
        now += "[0]" if isinstance(value, dict) and isinstance(there, list) else ""
    return now + path[len(steps[-1][0]) :]


_OF_THE_REQUEST = (None, 400, 404, 409, 413, 415, 422)
"""What a provider answers to a request that it does not take; a wrong key, or too many requests, is no fault of one."""


def unsaid(captured: Captured, path: str) -> bool:
    """Does what stands there depend on a value that only the running program knows?"""
    return any(path == each or path.startswith((f"{each}.", f"{each}[")) for each in captured.unsaid)


def judged(body: Any, dialect: str, context: Mapping[str, Any], sent: Sent = UNSENT) -> list[Finding]:
    """The findings of a body, each in the words of the best informed, without those that another explains better."""
    layer = "sdk" if _has_bytes(body) else "wire"
    asked, model = known_dialect(dialect), str(context.get("model", ""))
    if sent.other_form:
        return [*parameter_findings(asked, body, model, sent)]
    found = taken_in_openai_form(judge_recorded(body, dialect, layer=layer, context=context).findings, dialect, body)
    found = [each for each in found if not (sent.elsewhere and is_openais_alone(each))]
    found = [_as_sent(each) if sent.whole and sent.addressed else each for each in found]
    every = [*request_findings(asked, body, model, sent), *found]
    every += said_findings(asked, body, every, sent)
    told = [spoken(finding, every) for finding in fold(every)]
    said = {(finding.data.get("rule"), finding.message) for finding in told}
    return [finding for finding in told if (finding.id, finding.message) not in said]


_LEFT_TO_THE_CALLER = {"bedrock.tool-config": "it has no toolConfig, and the messages have calls or results"}
"""What a formatter may leave to others, and a request that was sent has not."""


def _as_sent(finding: Finding) -> Finding:
    if finding.path != "$" or finding.id not in _LEFT_TO_THE_CALLER:
        return finding
    return replace(finding, severity=Severity.ERROR, message=_LEFT_TO_THE_CALLER[finding.id])


def _sent(captured: Captured, found: Whose, said: str = "") -> Sent:
    quoted = quotations(said, found.dialect) if said else frozenset()
    address = f"{captured.host}{captured.path}"
    return Sent(
        whole=not captured.rebuilt,
        addressed=found.sureness == "certain",
        version=captured.version,
        answered=quoted,
        address=address,
        other_form=of_another_form(address, found.dialect),
        betas=(*captured.betas, *_betas(captured.body)),
        headers=captured.headers if captured.form in _WITH_HEADERS else (),
        host=captured.host,
    )


_WITH_HEADERS = ("curl command", "HTTP request", "HAR")
"""Where all headers stand: a log has some of them, and a client adds its own to a program's."""


def _betas(body: Any) -> list[str]:
    """The features that a body asks for, where no header can: at Bedrock, and of the official client."""
    listed = [body.get(key) for key in ("anthropic_beta", "betas")] if isinstance(body, dict) else []
    return [beta for each in listed if isinstance(each, list) for beta in each if isinstance(beta, str)]


def _mended(
    captured: Captured,
    found: Whose,
    context: Mapping[str, Any],
    findings: Iterable[Finding],
    shown: Finding | None,
    files: Files,
) -> Mended | None:
    """What the provider's answer was `shown` to speak of is mended as an error is, also where it is a warning here."""

    def as_told(every: Iterable[Finding]) -> list[Finding]:
        refused = shown.id if shown is not None and captured.status in _OF_THE_REQUEST else ""
        return [replace(each, severity=Severity.ERROR) if each.id == refused else each for each in every]

    def judge(body: Any) -> list[Finding]:
        return as_told(judged(body, found.dialect, context, _sent(captured, found)))

    return mended(captured.sent, captured.body, known_dialect(found.dialect), as_told(findings), judge, files)


def _context(captured: Captured, model: str, thinking: bool, dialect: str) -> dict[str, Any]:
    context: dict[str, Any] = {}
    if named := model or captured.model:
        context["model"] = named
    thought = True if thinking else _thinking(captured.body)
    if thought is None and not captured.rebuilt and thinks_by_itself(dialect, captured.body, context.get("model", "")):
        thought = True
    if dialect == "gemini" and _is_a_clients(captured):
        context["layer"] = "sdk"
    return context | ({"thinking": thought} if thought is not None else {})


_THINKING = (
    ("additionalModelRequestFields", "thinking"), ("additional_model_request_fields", "thinking"),
    ("extra_body", "thinking"), ("enable_thinking",), ("parameters", "enable_thinking"), ("think",),
    ("chat_template_kwargs", "enable_thinking"),
)  # fmt: skip


def _thinking(body: Any) -> Any:
    """What a body says of thinking elsewhere than under ``thinking``, where dialects look themselves."""
    for keys in _THINKING:
        value = body
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, (bool, dict)):
            return value
    return None


def _model(body: Any, dialect: str, context: Mapping[str, Any]) -> Model:
    try:
        return known_dialect(dialect).open(body, context).model
    except NotAPayload:
        return Model()


def _has_bytes(value: Any) -> bool:
    return any(isinstance(each, (bytes, bytearray)) for each in leaves(value))

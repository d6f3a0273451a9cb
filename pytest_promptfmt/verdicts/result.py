"""Results: what came of an exchange, as data that goes from one process to another and into a report.

A `Result` has the verdicts of one exchange and, where something was found, what the formatter returned. Its JSON form
is the ``results`` entry of a report (`report/report.schema.json`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pytest_promptfmt.common.added import is_outside_levels
from pytest_promptfmt.common.text import LONGEST as TEXT
from pytest_promptfmt.common.text import capped_value, count, cut
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import named_model
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict, all_findings, worst

LONGEST = 200_000
"""Of a payload's compact JSON in characters; of what is longer only the digest is kept."""
MOST = 200
"""Findings of one id that a report keeps of one verdict."""


@dataclass(frozen=True, slots=True)
class Result:
    """One exchange: `target` and `case` are ids; no `verdicts` means that it was to be judged and was not.

    `payload` is what was returned, as golden files spell it, where there are findings and it is not too long; `digest`
    tells any two payloads apart, and is empty where none was returned. `failure` is the text of what was raised.
    `model` is the one that the payload names itself. `scored` is False for a case that is younger than the revision
    that was asked for.
    """

    target: str
    case: str
    verdicts: tuple[Verdict, ...]
    payload: Any = None
    digest: str = ""
    failure: str = ""
    scored: bool = True
    model: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """The worst of the checks, None where nothing was judged."""
        return worst(self.verdicts)

    @property
    def apart(self) -> bool:
        """Is it part of no level, since its dialect or its case is not the kit's, or is generated?"""
        return apart(self.target, self.case)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding once, errors first."""
        return all_findings(self.verdicts)

    def to_json(self) -> dict[str, Any]:
        """Strict JSON; what is empty is left out."""
        document: dict[str, Any] = {"target": self.target, "case": self.case}
        document["outcome"] = str(self.outcome or "missing")
        document["verdicts"] = [_verdict_to_json(verdict) for verdict in self.verdicts]
        document |= {"payload": self.payload} if self.payload is not None else {}
        document |= {"digest": self.digest} if self.digest else {}
        document |= {"failure": self.failure} if self.failure else {}
        document |= {"apart": True} if self.apart else {}
        document |= {"model": self.model} if self.model else {}
        return document if self.scored else document | {"scored": False}


def apart(target: str, case: str) -> bool:
    """Is it part of no level, since dialect or case is not the kit's, or is generated? It is judged like all others."""
    return is_outside_levels(target) or is_outside_levels(case)


def result_of(judgement: Judgement, *, scored: bool = True) -> Result:
    """What a report keeps of a judgement."""
    exchange, case = judgement.exchange, judgement.case
    verdicts = tuple(map(_capped, judgement.verdicts))
    if exchange.failure is not None:
        failure = exchange.failure
        description = f"{failure.kind}: {cut(failure.text, TEXT)}" + (f" ({failure.where})" if failure.where else "")
        return Result(judgement.target, case.id, verdicts, failure=description, scored=scored)
    text = json.dumps(exchange.payload, ensure_ascii=True, separators=(",", ":"), default=repr)
    found = any(verdict.findings for verdict in verdicts)
    return Result(
        judgement.target,
        case.id,
        verdicts,
        payload=case.portable(json.loads(text, parse_constant=str)) if found and len(text) <= LONGEST else None,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        scored=scored,
        model=_plain(named_model(exchange.payload)),
    )


def _plain(name: str) -> str:
    """The name, unless no model can be called so."""
    return name if len(name) <= 80 and name.isascii() and name.isprintable() else ""


def _capped(verdict: Verdict) -> Verdict:
    """The verdict as reports keep it: of long foreign texts the beginning, and how long they are."""
    if not verdict.findings and not verdict.reason:
        return verdict
    findings = tuple(
        replace(
            finding,
            path=cut(finding.path, TEXT),
            message=cut(finding.message, TEXT),
            data={key: capped_value(value) for key, value in finding.data.items()},
        )
        for finding in _first(verdict.findings)
    )
    return replace(verdict, findings=findings, reason=cut(verdict.reason, TEXT))


def _first(findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """Of every id so many, the last of which says how many more there are."""
    numbers: Counter[str] = Counter()
    all_of = Counter(finding.id for finding in findings)
    for finding in findings:
        numbers[finding.id] += 1
        left = all_of[finding.id] - MOST
        if numbers[finding.id] < MOST or left <= 0:
            yield finding
        elif numbers[finding.id] == MOST:
            yield replace(finding, message=f"{cut(finding.message, TEXT - 40)} (and {count(left, 'finding')} more)")


def _verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    document: dict[str, Any] = {"check": verdict.check, "outcome": str(verdict.outcome)}
    document |= {"reason": verdict.reason} if verdict.reason else {}
    document |= {"findings": [_finding_to_json(finding) for finding in verdict.findings]} if verdict.findings else {}
    return document


def _finding_to_json(finding: Finding) -> dict[str, Any]:
    document: dict[str, Any] = {"id": finding.id, "severity": str(finding.severity), "path": finding.path}
    document["message"] = finding.message
    document |= {"about": list(finding.about)} if finding.about else {}
    data = json.loads(json.dumps(dict(finding.data), default=repr), parse_constant=str)
    return document | ({"data": data} if data else {})


def result_from_json(document: Mapping[str, Any]) -> Result:
    """The result in its JSON form, which the report's schema has accepted."""
    return Result(
        document["target"],
        document["case"],
        tuple(_verdict_from_json(verdict) for verdict in document["verdicts"]),
        document.get("payload"),
        document.get("digest", ""),
        document.get("failure", ""),
        document.get("scored", True),
        document.get("model", ""),
    )


def _verdict_from_json(document: Mapping[str, Any]) -> Verdict:
    check, outcome, reason = document["check"], Outcome(document["outcome"]), document.get("reason", "")
    if "findings" not in document and not reason:
        return _without_findings(check, outcome)
    findings = tuple(_finding_from_json(finding) for finding in document.get("findings", ()))
    return Verdict(check, outcome, findings, reason)


@lru_cache(maxsize=256)
def _without_findings(check: str, outcome: Outcome) -> Verdict:
    """Most verdicts say nothing more: one of them is enough to keep."""
    return Verdict(check, outcome, (), "")


def _finding_from_json(document: Mapping[str, Any]) -> Finding:
    return Finding(
        document["id"],
        Severity(document["severity"]),
        document["path"],
        document["message"],
        tuple(document.get("about", ())),
        document.get("data", {}),
    )

"""The report as data: one JSON document, from which every other form of it is made.

``report.schema.json`` beside this module describes it. It holds nothing of time or machine, so that two runs over the
same inputs give the same bytes, from one process or from several. ``digest`` is over everything else; what follows from
the rest (outcomes, levels) is written for other people's tools, and held against the rest on reading (`reading`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pytest_promptfmt.causes.blocking import Blocking, blocking
from pytest_promptfmt.conversation.needs import Capability
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.implementation.claims import Claims
from pytest_promptfmt.report.ids import row_of, with_version
from pytest_promptfmt.verdicts.levels import CaseNeeds, Promise, Standing, overall, standings
from pytest_promptfmt.verdicts.result import LONGEST, Result
from pytest_promptfmt.verdicts.verdict import Outcome

FORMAT = "promptfmt-report"
VERSION = 1


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """A case in a report: its `input` where there is a finding about it and it is not too long."""

    hunts: str
    needs: frozenset[Capability]
    truncates: bool
    input: Any = None
    limits: frozenset[str] = frozenset()

    @property
    def case_needs(self) -> CaseNeeds:
        return CaseNeeds(self.needs, self.truncates, self.limits)

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {"hunts": self.hunts, "needs": sorted(self.needs), "truncates": self.truncates}
        document |= {"limits": sorted(self.limits)} if self.limits else {}
        return document if self.input is None else document | {"input": self.input}


@dataclass(frozen=True, slots=True)
class Expected:
    """One entry of the expected failures; `problem` says why it must go, empty where it is needed."""

    match: str
    reason: str
    issue: str = ""
    problem: str = ""

    def to_json(self) -> dict[str, str]:
        document = {"match": self.match, "reason": self.reason, "issue": self.issue, "problem": self.problem}
        return {key: value for key, value in document.items() if value}


@dataclass(frozen=True, slots=True)
class Judged:
    """One implementation in a report: what it claims, what its plan promises by target, and what came of it.

    `source` is ``sha256:…`` of the files that it stands on; empty for an object that is of one process only.
    """

    spec: str
    slug: str
    version: str | None
    claims: Mapping[str, Claims]
    promised: Mapping[str, Promise]
    results: tuple[Result, ...]
    expected: tuple[Expected, ...] = ()
    source: str = ""

    @property
    def name(self) -> str:
        return with_version(self.spec, self.version)

    def of(self, target: str) -> list[Result]:
        return [result for result in self.results if result.target == target]

    def standings(self, cases: Mapping[str, CaseFacts]) -> dict[str, dict[str, Standing]]:
        """By target and profile."""
        needs = {id_: facts.case_needs for id_, facts in cases.items()}
        by_target: dict[str, list[Result]] = {target: [] for target in self.claims}
        for result in self.results:
            by_target[result.target].append(result)
        return {
            target: standings(target, self.claims[target], self.promised.get(target, {}), found, needs)
            for target, found in by_target.items()
        }

    def models(self) -> dict[str, list[str]]:
        """The models that payloads name themselves, by target, the most frequent first."""
        found: dict[str, Counter[str]] = {}
        for result in self.results:
            if result.model:
                found.setdefault(result.target, Counter())[result.model] += 1
        return {target: [name for name, _ in named.most_common()] for target, named in found.items()}

    def outcomes(self) -> Counter[str]:
        """How many results of each outcome; ``missing`` are those that were to be judged and were not."""
        return Counter(str(result.outcome or "missing") for result in self.results if not result.apart)

    def apart(self) -> dict[str, Counter[str]]:
        """The same of what is part of no level, by target, with the corpus where that is not the kit's."""
        found: dict[str, Counter[str]] = {}
        for result in self.results:
            if result.apart:
                row = row_of(result.target, result.case)
                found.setdefault(row, Counter())[str(result.outcome or "missing")] += 1
        return dict(sorted(found.items()))

    def failed_apart(self) -> int:
        """How many failed that are part of no level."""
        return sum(result.apart and failed(result) for result in self.results)

    def warnings(self) -> dict[str, int]:
        """How many findings that fail nothing, by rule, in the order of the ids; not of what is part of no level."""
        ours = (result for result in self.results if not result.apart)
        found = Counter(found.id for result in ours for found in result.findings if not found.is_error)
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class ReportDocument:
    """A whole report. `revision` and `corpus` (a digest) say of which cases, `pinned` is the revision asked for."""

    kit: str
    revision: str
    corpus: str
    checks: tuple[str, ...]
    cases: Mapping[str, CaseFacts]
    implementations: tuple[Judged, ...]
    pinned: str | None = None
    reference: str | None = None

    @cached_property
    def _standings(self) -> dict[str, dict[str, dict[str, Standing]]]:
        return {judged.slug: judged.standings(self.cases) for judged in self.implementations}

    def standings(self, judged: Judged) -> dict[str, dict[str, Standing]]:
        """By target and profile."""
        return self._standings[judged.slug]

    @cached_property
    def _blocking(self) -> dict[str, Blocking]:
        return {judged.slug: blocking(judged.results, self.standings(judged)) for judged in self.implementations}

    def blocking(self, judged: Judged) -> Blocking:
        """By target and profile the causes that stand before the next level."""
        return self._blocking[judged.slug]

    def overall(self, judged: Judged) -> Standing:
        """The lowest over all targets and claimed profiles."""
        return overall(self.standings(judged))

    def to_json(self) -> dict[str, Any]:
        """The document with its digest; strict JSON."""
        document: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "kit": self.kit,
            "corpus": {"revision": self.revision, "digest": self.corpus},
            "pinned": self.pinned,
            "checks": list(self.checks),
            "reference": self.reference,
            "cases": {id_: self.cases[id_].to_json() for id_ in sorted(self.cases)},
            "implementations": [self._judged_to_json(judged) for judged in self.implementations],
        }
        return document | {"digest": digest(document)}

    def _judged_to_json(self, judged: Judged) -> dict[str, Any]:
        reached = levels_to_json(judged.claims, judged.promised, self.standings(judged))
        apart = {row: dict(sorted(outcomes.items())) for row, outcomes in judged.apart().items()}
        return {
            "spec": judged.spec,
            "slug": judged.slug,
            "version": judged.version,
            "source": judged.source,
            "level": reached["level"],
            "graded": reached["graded"],
            "promised": reached["promised"],
            "outcomes": dict(sorted(judged.outcomes().items())),
            **({"apart": apart} if apart else {}),
            "warnings": judged.warnings(),
            "targets": reached["targets"],
            "expected": [entry.to_json() for entry in judged.expected],
            "results": [result.to_json() for result in judged.results],
        }


def levels_to_json(
    claims: Mapping[str, Claims], promised: Mapping[str, Promise], found: Mapping[str, Mapping[str, Standing]]
) -> dict[str, Any]:
    """What reports and certificates say of levels: overall, and of each target with what it claims and is promised."""
    least = overall(found)
    targets = {
        target: {
            "claims": claims_to_json(claims[target]),
            "promised": {profile: dict(checks) for profile, checks in promised[target].items()},
            "profiles": {profile: standing_to_json(standing) for profile, standing in found[target].items()},
        }
        for target in claims
    }
    return {"level": least.level, "graded": least.graded, "promised": least.promised, "targets": targets}


def text(document: ReportDocument) -> str:
    """The bytes of the JSON form: the same for the same results."""
    return json.dumps(document.to_json(), ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def digest(document: Mapping[str, Any]) -> str:
    """``sha256:…`` over a JSON object without its ``digest`` and ``run``, as compact JSON with sorted keys."""
    kept = {key: value for key, value in document.items() if key not in ("digest", "run")}
    spelled = json.dumps(kept, ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(spelled.encode()).hexdigest()}"


def ordered(results: Iterable[Result], claims: Mapping[str, Claims]) -> tuple[Result, ...]:
    """In the order of every report: targets as the implementation lists them, cases by id."""
    places = {target: n for n, target in enumerate(claims)}
    return tuple(sorted(results, key=lambda result: (places[result.target], result.case)))


def case_facts(case: Case, *, whole: bool) -> CaseFacts:
    """A case as a report tells it, with its input where it is wanted `whole`."""
    facts = CaseFacts(case.hunts, case.needs, case.budget is not None, limits=case.limits)
    if not whole:
        return facts
    spelled = json.dumps(case.portable(case.given().to_json()), default=repr)
    given = json.loads(spelled, parse_constant=str) if len(spelled) <= LONGEST else None
    return replace(facts, input=given)


def claims_to_json(claims: Claims) -> dict[str, Any]:
    blocks = None if claims.blocks is None else sorted(claims.blocks)
    document: dict[str, Any] = {"blocks": blocks, "truncation": claims.truncation, "layer": claims.layer}
    document |= {"model": claims.model}
    return document | ({"refuses": sorted(claims.refuses)} if claims.refuses else {})


def standing_to_json(standing: Standing) -> dict[str, Any]:
    document: dict[str, Any] = {"state": standing.state, "level": standing.level}
    return document | {"graded": standing.graded, "promised": standing.promised}


def claims_from_json(value: Mapping[str, Any]) -> Claims:
    blocks = value["blocks"]
    return Claims(
        None if blocks is None else frozenset(blocks),
        value["truncation"],
        value["layer"],
        value.get("model", ""),
        frozenset(value.get("refuses", ())),
    )


def refused(result: Result) -> bool:
    """Did an honest refusal come of it, be it that nobody could be asked?"""
    skipped = any(verdict.outcome is Outcome.UNSUPPORTED for verdict in result.verdicts)
    return skipped or bool(result.failure and not failed(result))


def failed(result: Result) -> bool:
    """Does it fail the run?"""
    return result.outcome in (None, Outcome.FAIL, Outcome.ERROR)

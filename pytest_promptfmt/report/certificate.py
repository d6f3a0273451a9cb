"""Certificates: what an implementation has reached, in a form that anybody can run again and compare.

A certificate is an in-toto statement (https://in-toto.io/Statement/v1) about the implementation's source. Its predicate
lists every verdict that is no pass; the others are those that the plan promises, so that levels and digests follow from
it and are held against it. It says what is so, expected failures included as failures. Who made it, it cannot say:
that needs a signature of the caller's own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.common.text import cut, first_few, safe
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.corpus.revision import REVISION
from pytest_promptfmt.dialects import TARGETS, which_target
from pytest_promptfmt.dialects.schema import first_problem
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.report.document import ReportDocument, claims_from_json, digest, levels_to_json
from pytest_promptfmt.report.ids import with_version
from pytest_promptfmt.verdicts.levels import EVERY, case_needs, graded_checks, level_text, promise, standings
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "urn:pytest-promptfmt:certificate:1"


class CertificateError(ValueError):
    """What was read is no certificate, or one that does not agree with itself; the text says where."""


def certificate(document: ReportDocument, source: str, run: Mapping[str, Any]) -> dict[str, Any]:
    """The statement about the one implementation of a report on the whole corpus.

    `source` is the SHA-256 of its source (`source_digest`), `run` times and machine, which no digest covers. Raises
    `CertificateError` where nobody could read it: a version of five lines, say.
    """
    (judged,) = document.implementations
    predicate: dict[str, Any] = {
        "kit": {"name": "pytest-promptfmt", "version": document.kit},
        "corpus": {"revision": document.revision, "digest": document.corpus},
        "implementation": {"spec": judged.spec, "version": judged.version},
        **levels_to_json(judged.claims, judged.promised, document.standings(judged)),
        "warnings": judged.warnings(),
        **({"models": models} if (models := judged.models()) else {}),
        **_verdicts(judged.results),
    }
    subject = [{"name": judged.name, "digest": {"sha256": source}}]
    statement = {"_type": STATEMENT, "subject": subject, "predicateType": PREDICATE, "predicate": predicate}
    predicate |= {"digest": statement_digest(statement), "run": dict(run)}
    if problem := _problem(statement):
        raise CertificateError(f"no certificate can say this of {safe(cut(judged.name, 100))}: {problem}")
    return statement


def _verdicts(results: Sequence[Result]) -> dict[str, Any]:
    return {"exceptions": list(_exceptions(results)), "verdicts": verdicts_digest(results)}


def _rows(results: Iterable[Result]) -> Iterator[tuple[str, str, str, str, list[str]]]:
    """Target, case, check, outcome and the ids of errors, of every verdict that levels ask."""
    for result in results:
        for verdict in result.verdicts:
            if verdict.check in EVERY:
                ids = sorted({finding.id for finding in verdict.findings if finding.is_error})
                yield result.target, result.case, verdict.check, str(verdict.outcome), ids


def _exceptions(results: Iterable[Result]) -> Iterator[dict[str, Any]]:
    for target, case, check, outcome, ids in sorted(_rows(results)):
        if outcome != Outcome.PASS:
            yield {"target": target, "case": case, "check": check, "outcome": outcome, "findings": ids}


def verdicts_digest(results: Iterable[Result]) -> str:
    """``sha256:…`` over all verdicts with the ids of their errors, one JSON array a line, sorted."""
    found = hashlib.sha256()
    for row in sorted(_rows(results)):
        found.update(json.dumps(row, separators=(",", ":")).encode() + b"\n")
    return f"sha256:{found.hexdigest()}"


def _wrapped(value: Any) -> str:
    """What has the certificate in it, where it was signed."""
    if isinstance(value, dict) and ("dsseEnvelope" in value or {"payloadType", "payload"} <= {*value}):
        return ", but a signed envelope (DSSE), whose payload is one as base64: take it out"
    return ""


def check(value: Any, name: str, corpus_digest: str) -> dict[str, Any]:
    """The predicate of a certificate that agrees with itself; raises `CertificateError`.

    What follows from the corpus (levels, the digest of verdicts) is recomputed where it is the corpus of this kit.
    """
    if not isinstance(value, dict) or value.get("_type") != STATEMENT or value.get("predicateType") != PREDICATE:
        raise CertificateError(f"{name} is no certificate of promptfmt{_wrapped(value)}; promptfmt certify writes one")
    try:
        if problem := _problem(value):
            raise CertificateError(f"{name} is no whole certificate: {problem}")
    except RecursionError:
        raise CertificateError(f"{name} is nested too deeply") from None
    predicate: dict[str, Any] = value["predicate"]
    if predicate["digest"] != statement_digest(value):
        raise CertificateError(f"{name} was changed after it was made: its digest is not that of its contents")
    follows: dict[str, Any] = {}
    if predicate["corpus"]["digest"] == corpus_digest:
        follows = _follows(predicate, name) | {"corpus": {"revision": REVISION, "digest": corpus_digest}}
    for key, held in follows.items():
        if predicate[key] != held:
            raise CertificateError(
                f"{name} does not agree with itself: $.predicate.{key} does not follow from its claims and exceptions"
            )
    if value["subject"][0]["name"] != with_version(**predicate["implementation"]):
        raise CertificateError(f"{name} does not agree with itself: its subject is another implementation")
    return predicate


def _problem(statement: Any) -> str:
    found = first_problem(_schema(), statement)
    return f"{cut(safe(found[0]), 100)}: {cut(safe(found[1]), 300)}" if found else ""


def statement_digest(statement: Mapping[str, Any]) -> str:
    """The digest of a certificate: over its subject, and its predicate without ``digest`` and ``run``."""
    kept = {key: held for key, held in statement["predicate"].items() if key not in ("digest", "run")}
    return digest({"subject": statement["subject"], "predicate": kept})


@cache
def _schema() -> Any:
    return json.loads(files("pytest_promptfmt").joinpath("report/certificate.schema.json").read_text("utf-8"))


def _follows(predicate: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What a predicate says beside its claims and exceptions, computed from these and the corpus."""
    claims = {target: claims_from_json(of["claims"]) for target, of in predicate["targets"].items()}
    for target in claims:
        if target not in TARGETS:
            raise CertificateError(f"{name} is about {safe(target)}, which is no target{which_target(target)}")
    shell = Implementation("certificate", "certificate", dict.fromkeys(claims, repr), claims)
    pairs = plan(shell, corpus())
    results = list(_results(pairs, predicate["exceptions"]))
    facts = {case.id: case_needs(case) for _, case in pairs}
    promised = promise(shell, pairs)
    found = {
        target: standings(target, claims[target], promised[target], [r for r in results if r.target == target], facts)
        for target in claims
    }
    return levels_to_json(claims, promised, found) | _verdicts(results)


def _results(pairs: Iterable[tuple[str, Case]], exceptions: Iterable[Mapping[str, Any]]) -> Iterator[Result]:
    """The results of which a certificate lists the exceptions."""
    listed = {(row["target"], row["case"], row["check"]): row for row in exceptions}
    for target, case in pairs:
        verdicts = []
        for check in graded_checks(target, case):
            row = listed.get((target, case.id, check), {"outcome": "pass", "findings": []})
            findings = tuple(Finding(id_, Severity.ERROR, "$", "") for id_ in row["findings"])
            verdicts.append(Verdict(check, Outcome(row["outcome"]), findings))
        yield Result(target, case.id, tuple(verdicts))


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """What another run says otherwise, of two statements, in sentences; nothing where it says the same."""
    if old["subject"] != new["subject"]:
        yield f"the source is another: {_subject(old)} then, {_subject(new)} now"
    was, now = old["predicate"], new["predicate"]
    if was["kit"] != now["kit"]:
        yield f"the kit is another: {was['kit']['version']} then, {now['kit']['version']} now"
    if was["corpus"] != now["corpus"]:
        yield f"the corpus is another: {was['corpus']['revision']} then, {now['corpus']['revision']} now, or its digest"
    for target in dict.fromkeys([*was["targets"], *now["targets"]]):
        yield from _of_target(target, was["targets"].get(target), now["targets"].get(target))
    yield from _other_models(was.get("models", {}), now.get("models", {}))
    if was["level"] != now["level"]:
        yield f"the overall level is another: {level_text(was['level'])} then, {level_text(now['level'])} now"
    yield from _other_warnings(was["warnings"], now["warnings"])
    before, after = (_by_place(predicate["exceptions"]) for predicate in (was, now))
    for place in sorted({*before, *after}):
        if before.get(place) != after.get(place):
            yield f"{' / '.join(place)}: {before.get(place, 'pass')} then, {after.get(place, 'pass')} now"
    if was["verdicts"] != now["verdicts"] and before == after:
        yield "the verdicts are others"


def _other_models(was: Mapping[str, list[str]], now: Mapping[str, list[str]]) -> Iterator[str]:
    for target in dict.fromkeys([*was, *now]):
        before, after = (first_few(each.get(target, ())) or "none" for each in (was, now))
        if before != after:
            yield f"{target} names other models: {before} then, {after} now"


def _other_warnings(was: Mapping[str, int], now: Mapping[str, int]) -> Iterator[str]:
    for id_ in sorted({*was, *now}):
        if was.get(id_, 0) != now.get(id_, 0):
            yield f"warnings {id_}: {was.get(id_, 0):,} then, {now.get(id_, 0):,} now"


def _subject(statement: Mapping[str, Any]) -> str:
    subject = statement["subject"][0]
    return f"{subject['name']} ({subject['digest']['sha256'][:12]})"


def _of_target(target: str, was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> Iterator[str]:
    if was is None or now is None:
        yield f"{target} is {'new' if was is None else 'gone'}"
        return
    if was["claims"] != now["claims"]:
        yield f"{target} claims something else: {json.dumps(was['claims'])} then, {json.dumps(now['claims'])} now"
    for profile, standing in now["profiles"].items():
        before = was["profiles"].get(profile)
        if before != standing:
            yield f"{target} {profile}: {_standing_text(before)} then, {_standing_text(standing)} now"


def _standing_text(standing: Mapping[str, Any] | None) -> str:
    if standing is None or standing["state"] != "graded":
        return "nothing" if standing is None else str(standing["state"])
    return f"{level_text(standing['level'])} ({standing['graded']} of {standing['promised']})"


def _by_place(exceptions: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str, str], str]:
    return {
        (row["target"], row["case"], row["check"]): " ".join([row["outcome"], *row["findings"]]) for row in exceptions
    }

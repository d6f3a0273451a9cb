"""Reads a report that was written as JSON, trusting neither its shape nor its digest nor what follows from the rest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.text import cut, safe
from pytest_promptfmt.corpus import by_id, corpus
from pytest_promptfmt.corpus.revision import digest as corpus_digest
from pytest_promptfmt.corpus.revision import load_released, young
from pytest_promptfmt.dialects import TARGETS, which_target
from pytest_promptfmt.dialects.schema import first_problem
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.report.document import (
    FORMAT,
    VERSION,
    CaseFacts,
    Expected,
    Judged,
    ReportDocument,
    claims_from_json,
    digest,
)
from pytest_promptfmt.verdicts.levels import Promise, promise
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.result import result_from_json


class DocumentError(ValueError):
    """What was read is no report, or one that does not agree with itself; the text says where."""


def read(value: Any, name: str = "the report") -> ReportDocument:
    """The document in a JSON value; raises `DocumentError` where it is none, or does not agree with itself."""
    try:
        return _read(value, name)
    except DocumentError:
        raise
    except RecursionError:
        raise DocumentError(f"{name} is nested too deeply") from None
    except ValueError:  # from the digest: infinity, say
        raise DocumentError(f"{name} has a value that JSON does not know") from None


def other_version(found: object, mine: int) -> str:
    """What to do with a file of another version."""
    newer = isinstance(found, int) and found > mine
    remedy = "'pip install -U pytest-promptfmt' brings a newer one" if newer else "make it again with this one"
    return f"this promptfmt reads version {mine}: {remedy}"


def _read(value: Any, name: str) -> ReportDocument:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        what = (
            "a certificate, and no report" if isinstance(value, dict) and "_type" in value else "no report of promptfmt"
        )
        raise DocumentError(f"{name} is {what}; --promptfmt-report=json:FILE writes one")
    if value.get("version") != VERSION:
        found = cut(safe(repr(value.get("version"))), 60)
        raise DocumentError(f"{name} is a report of version {found}, {other_version(value.get('version'), VERSION)}")
    if problem := first_problem(_schema(), value):
        raise DocumentError(f"{name}: {cut(safe(problem[0]), 100)}: {cut(safe(problem[1]), 300)}")
    if value["digest"] != digest(value):
        raise DocumentError(f"{name} was changed after it was written: its digest is not that of its contents")
    document = _document(value)
    odd = next(contradictions(document), "") or _first_not_following(document.to_json(), value)
    if odd:
        own = version("pytest-promptfmt")
        writer = "" if document.kit == own else f" (pytest-promptfmt {document.kit} wrote it, this is {own})"
        raise DocumentError(f"{name} does not agree with itself: {cut(safe(odd), 300)}{safe(writer)}")
    return document


def _first_not_following(again: Mapping[str, Any], value: Mapping[str, Any]) -> str:
    """The first of what is written for others that does not follow from the rest."""
    odd = (key for key, held in value.items() if key not in ("digest", "run") and again[key] != held)
    return next((f"$.{key} does not follow from the rest" for key in odd), "")


def contradictions(document: ReportDocument) -> Iterator[str]:
    """What no run of this kit would have written, in sentences."""
    yield from (f"two implementations are called {slug!r}" for slug in _twice(j.slug for j in document.implementations))
    for judged in document.implementations:
        for target in judged.claims:
            if target not in TARGETS and not is_added(target):
                yield f"{target!r} is no target{which_target(target)}"
        for target, case in _twice((result.target, result.case) for result in judged.results):
            yield f"{target} / {case} was judged twice"
        for result in judged.results:
            if result.target not in judged.claims:
                yield f"{result.target!r}, of which there is a result, is no target of {judged.name!r}"
            if result.case not in document.cases:
                yield f"{result.case!r}, of which there is a result, is not among its cases"
            for check in _twice(verdict.check for verdict in result.verdicts):
                yield f"{result.target} / {result.case} has two verdicts of {check!r}"
        if (document.kit, document.corpus) == (version("pytest-promptfmt"), corpus_digest()):
            yield from _against_the_corpus(document, judged)


def _against_the_corpus(document: ReportDocument, judged: Judged) -> Iterator[str]:
    """Where the corpus is this kit's, it settles what was promised, and which cases are too new to be scored."""
    released, shipped = load_released(), by_id()
    unscored: Mapping[str, str] = {}
    if document.pinned is not None:
        if document.pinned not in released:
            yield f"{document.pinned!r} is no revision"
            return
        unscored = young(document.pinned, shipped, released)
    ours = {target: claims for target, claims in judged.claims.items() if not is_added(target)}
    others: dict[str, Promise] = {target: {} for target in judged.claims if target not in ours}
    shell = Implementation(judged.spec, judged.slug, dict.fromkeys(ours, repr), ours)
    scored = [pair for pair in plan(shell, corpus()) if pair[1].id not in unscored]
    if judged.promised != promise(shell, scored) | others:
        yield f"what is promised of {judged.name!r} is not what its claims promise"
    yield from (
        f"{result.target} / {result.case} is {'' if result.scored else 'not '}scored"
        for result in judged.results
        if result.case in shipped and result.scored == (result.case in unscored)
    )


def _twice(names: Iterable[Any]) -> Iterator[Any]:
    return (name for name, n in Counter(names).items() if n > 1)


@cache
def _schema() -> Any:
    return json.loads(files("pytest_promptfmt").joinpath("report/report.schema.json").read_text("utf-8"))


def _document(value: Mapping[str, Any]) -> ReportDocument:
    return ReportDocument(
        kit=value["kit"],
        revision=value["corpus"]["revision"],
        corpus=value["corpus"]["digest"],
        checks=tuple(value["checks"]),
        cases={
            id_: CaseFacts(
                case["hunts"],
                frozenset(case["needs"]),
                case["truncates"],
                case.get("input"),
                frozenset(case.get("limits", ())),
            )
            for id_, case in value["cases"].items()
        },
        implementations=tuple(map(_judged, value["implementations"])),
        pinned=value["pinned"],
        reference=value["reference"],
    )


def _judged(value: Mapping[str, Any]) -> Judged:
    targets = value["targets"]
    return Judged(
        spec=value["spec"],
        slug=value["slug"],
        version=value["version"],
        claims={target: claims_from_json(of["claims"]) for target, of in targets.items()},
        promised={target: of["promised"] for target, of in targets.items()},
        results=tuple(map(result_from_json, value["results"])),
        expected=tuple(Expected(**entry) for entry in value["expected"]),
        source=value["source"],
    )

"""One report of the parts of a run, as shards wrote them: the same bytes as those of the whole run in one process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pytest_promptfmt.report.document import CaseFacts, Expected, Judged, ReportDocument, ordered
from pytest_promptfmt.report.reading import DocumentError
from pytest_promptfmt.verdicts.result import Result


def merge(parts: Sequence[tuple[str, ReportDocument]]) -> ReportDocument:
    """The whole of some parts, each with its name; raises `DocumentError` where they are not of one run."""
    if not parts:
        raise DocumentError("there is nothing to merge")
    (first_name, first), *others = parts
    for name, part in others:
        for what, of in _SAME.items():
            if of(first) != of(part):
                raise DocumentError(f"{name} has {what} {of(part)!r}, {first_name} has {of(first)!r}: not one run")
    slugs = dict.fromkeys(judged.slug for _, document in parts for judged in document.implementations)
    implementations = tuple(_merged(slug, parts) for slug in slugs)
    cases: dict[str, CaseFacts] = {}
    for _, document in parts:
        for id_, facts in document.cases.items():
            if id_ not in cases or cases[id_].input is None:
                cases[id_] = facts
    return replace(first, cases=cases, implementations=implementations)


_SAME: dict[str, Any] = {
    "kit": lambda document: document.kit,
    "corpus": lambda document: (document.revision, document.corpus),
    "pinned revision": lambda document: document.pinned,
    "checks": lambda document: document.checks,
    "reference": lambda document: document.reference,
}


def _merged(slug: str, parts: Iterable[tuple[str, ReportDocument]]) -> Judged:
    """An implementation of all the parts."""
    found = [(name, judged) for name, document in parts for judged in document.implementations if judged.slug == slug]
    (first_name, first), *others = found
    for name, part in others:
        if _kind(first) != _kind(part):
            raise DocumentError(f"{name} and {first_name} judged {slug} in different versions or with other claims")
        if not first.source or first.source != part.source:
            raise DocumentError(
                f"{name} and {first_name} judged different code as {slug} "
                f"(source {part.source[:19] or 'unknown'} and {first.source[:19] or 'unknown'}): not one run"
            )
    results: dict[tuple[str, str], tuple[str, Result]] = {}
    for name, judged in found:
        for result in judged.results:
            held = results.setdefault((result.target, result.case), (name, result))
            if not held[1].verdicts:
                results[result.target, result.case] = (name, result)
            elif result.verdicts and result != held[1]:
                raise DocumentError(f"{name} and {held[0]} differ in {result.target} / {result.case}")
    return replace(
        first,
        results=ordered((result for _, result in results.values()), first.claims),
        expected=tuple(_expected(judged for _, judged in found)),
    )


def _kind(judged: Judged) -> tuple[Any, ...]:
    return judged.spec, judged.version, judged.claims, judged.promised


def _expected(parts: Iterable[Judged]) -> list[Expected]:
    """Each entry once; one that some part needs is needed."""
    found: dict[str, Expected] = {}
    for judged in parts:
        for entry in judged.expected:
            if entry.match not in found or not entry.problem:
                found[entry.match] = entry
    return list(found.values())

"""What the page's script is given: an index of every result, read at once, and the details, read when one is opened."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.conversation.template import template_case
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.document import Judged, ReportDocument
from pytest_promptfmt.report.excerpt import VALUES, template_rows
from pytest_promptfmt.report.html.corpus import pictures, right_payload_beside
from pytest_promptfmt.report.html.groups import groups
from pytest_promptfmt.report.ids import node_id
from pytest_promptfmt.report.outcome_table import COLUMNS, column
from pytest_promptfmt.report.words import fix_of, provider_says, spoken
from pytest_promptfmt.verdicts.result import Result

Choices = tuple[tuple[str, int], ...]
"""Values of a filter, each with the number of results that it leaves."""


@dataclass(frozen=True, slots=True)
class View:
    """`index` and `details` are JSON; `choices` are the filters (name, label, values), `kinds` the outcomes."""

    index: dict[str, Any]
    details: dict[str, Any]
    choices: tuple[tuple[str, str, Choices], ...]
    kinds: Choices


def view(document: ReportDocument) -> View:
    """What is shown of a document."""
    results = [(judged, result) for judged in document.implementations for result in judged.results]
    numbers = {(judged.slug, result.target, result.case): n for n, (judged, result) in enumerate(results)}
    rows = [_row(document, judged, result) for judged, result in results]
    grouped = [group.to_json(numbers) for judged in document.implementations for group in groups(document, judged)]
    index = {"several": len(document.implementations) > 1, "rows": rows, "groups": grouped}
    payloads: dict[str, Any] = {}
    words: dict[str, int] = {}
    result_details = [_detail(document, judged, result, payloads, words) for judged, result in results]
    for n in {
        group["rows"][0] for group in grouped if group["kind"] == "failed"
    }:  # of each cause one; it takes a while
        if beside := right_payload_beside(document, results[n][1]):
            result_details[n]["right"] = beside
    media = pictures(document)
    details = {
        "results": result_details,
        "payloads": payloads,
        "words": list(words),
        "cases": {id_: _case(case.hunts, case.input) for id_, case in sorted(document.cases.items())},
        "files": media.files,
        "pictures": media.pictures,
    }
    return View(index, details, _choices(document, rows), _kinds(rows))


def _row(document: ReportDocument, judged: Judged, result: Result) -> dict[str, Any]:
    """One result as the list shows it and the filters see it."""
    findings = result.findings
    row: dict[str, Any] = {
        "target": result.target,
        "case": result.case,
        "kind": column(result.outcome) if result.outcome else "failed",
        "message": _message(result, document.cases[result.case].hunts),
    }
    if ids := list(dict.fromkeys(finding.id for finding in findings)):
        row["ids"] = ids
        row["checks"] = [verdict.check for verdict in result.verdicts if verdict.findings]
    if warned := sum(not finding.is_error for finding in findings):
        row["warnings"] = warned
    return row | ({"slug": judged.slug} if len(document.implementations) > 1 else {})


def _message(result: Result, hunts: str) -> str:
    if result.outcome is None:
        return "this was to be judged, and was not"
    errors = [finding.message for finding in result.findings if finding.is_error]
    reasons = [verdict.reason for verdict in result.verdicts if verdict.reason and verdict.outcome == result.outcome]
    warnings = [finding.message for finding in result.findings]
    return next(iter([*errors, *reasons, *warnings]), f"looks for {hunts}")[:400]


def _detail(
    document: ReportDocument, judged: Judged, result: Result, payloads: dict[str, Any], words: dict[str, int]
) -> dict[str, Any]:
    """One result as it is shown opened; what many share stands there once, and is named."""
    detail: dict[str, Any] = {
        "verdicts": [[verdict.check, str(verdict.outcome), verdict.reason] for verdict in result.verdicts],
        "findings": [_finding(spoken(finding, result.findings), words) for finding in result.findings],
        "rerun": rerun(document, judged, result),
    }
    if result.payload is not None:
        detail["payload"] = _pooled(payloads, result)
    if result.failure:
        detail["failure"] = result.failure
    return detail if result.scored else detail | {"unscored": True}


def _pooled(payloads: dict[str, Any], result: Result) -> str:
    """The name of a payload; those of one digest may still differ in the names of the files that they carry."""
    name = result.digest[:16]
    if not name or payloads.setdefault(name, result.payload) != result.payload:
        name = f"{result.digest} {result.target} {result.case}"
        payloads[name] = result.payload
    return name


def _finding(finding: Finding, words: dict[str, int]) -> dict[str, Any]:
    document: dict[str, Any] = {"id": finding.id, "path": finding.path, "message": finding.message}
    document |= {"error": True} if finding.is_error else {}
    document |= {"about": list(finding.about)} if finding.about else {}
    if provider_words := provider_says(finding):
        document["words"] = words.setdefault(provider_words, len(words))
    if fix := fix_of(finding):
        document["fix"] = words.setdefault(fix, len(words))
    return document | {key: finding.data[key] for key in VALUES if key in finding.data}


def rerun(document: ReportDocument, judged: Judged, result: Result) -> str:
    """The command that judges this again, as far as the report knows how it was called."""
    options = [f"--promptfmt-impl={judged.spec}"]
    options += [f"--promptfmt-revision={document.pinned}"] if document.pinned else []
    options += [f"--promptfmt-reference={document.reference}"] if document.reference else []
    return shlex.join(["pytest", *options, node_id(judged.slug, result.target, result.case)])


def _case(hunts: str, given: Any) -> dict[str, Any]:
    document: dict[str, Any] = {"hunts": hunts}
    if isinstance(given, Mapping) and "infer_cfg" in given:
        return document | {"template": [list(row) for row in template_rows(template_case(given))]}
    return document if given is None else document | {"input": given}


def _choices(document: ReportDocument, rows: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str, Choices], ...]:
    slugs = Counter(row.get("slug", "") for row in rows)
    targets = Counter(row["target"] for row in rows)
    families = Counter(row["case"].partition("/")[0] for row in rows)
    return (
        ("implementation", "Implementation", tuple(slugs.items())),
        ("target", "Target", tuple(targets.items())),
        ("family", "Family", tuple(families.items())),
        ("rule", "Check or rule", tuple(_rules(rows))),
    )


def _rules(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    for key in ("checks", "ids"):
        found = Counter(name for row in rows for name in row.get(key, ()))
        yield from sorted(found.items(), key=lambda item: (-item[1], item[0]))


def _kinds(rows: Sequence[Mapping[str, Any]]) -> Choices:
    """The outcomes in the order of the terminal's table; then those with warnings, whatever their outcome."""
    found = Counter(row["kind"] for row in rows)
    warned = sum("warnings" in row for row in rows)
    kinds = [(name, found[name]) for name in ("failed", *(name for name in COLUMNS if name != "failed"))]
    return tuple((name, n) for name, n in [*kinds, ("warnings", warned)] if n)

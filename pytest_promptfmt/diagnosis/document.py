"""Diagnoses as one JSON document, for programs; `why.schema.json` says what is in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pytest_promptfmt.capture.secrets import masked
from pytest_promptfmt.common.text import capped_value
from pytest_promptfmt.diagnosis.engine import Diagnosis
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.words import fix_of, known_as, provider_says

VERSION = 1


def document(diagnoses: Iterable[tuple[str, Diagnosis]], *, taken: int = 0, others: int = 0) -> dict[str, Any]:
    """All of them with their files; `taken` requests were answered, `others` were none to a model, neither is told."""
    return {
        "version": VERSION,
        "requests": [one(name, each) for name, each in diagnoses],
        "taken": taken,
        "others": others,
    }


def one(name: str, diagnosis: Diagnosis) -> dict[str, Any]:
    """One request, fit to be shown."""
    captured, mended = diagnosis.captured, diagnosis.mended
    return {
        "file": name,
        "place": captured.place,
        "form": captured.form,
        "rebuilt": captured.rebuilt,
        "mistake": captured.mistake,
        "cut": captured.cut,
        "unsaid": list(captured.unsaid),
        "dialect": diagnosis.whose.dialect,
        "sureness": diagnosis.whose.sureness,
        "grounds": list(diagnosis.whose.grounds),
        "otherwise": list(diagnosis.whose.others),
        "model": {"name": diagnosis.model.name, "family": diagnosis.model.family},
        "status": captured.status,
        "answer": diagnosis.answer,
        "told": [{"rule": each.rule, "words": each.words, "alike": each.alike} for each in diagnosis.told],
        "errors": diagnosis.errors,
        "warnings": len(diagnosis.findings) - diagnosis.errors,
        "findings": [_finding(finding) for finding in diagnosis.findings],
        "suspects": [{"path": each.path, "blamed": each.blamed, "had": each.had} for each in diagnosis.suspects],
        "unjudged": list(diagnosis.unjudged),
        "paths": list(diagnosis.paths),
        "mended": mended
        and {"did": list(mended.did), "left": mended.left, "body": plain(mended.body), "diff": list(mended.diff)},
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "rule": known_as(finding),
        "severity": str(finding.severity),
        "path": finding.path,
        "message": capped_value(finding.message),
        "provider": provider_says(finding),
        "fix": fix_of(finding),
    }


def plain(value: Any) -> Any:
    """A payload as JSON has it: bytes, which only Python's values hold, are said in words."""
    match value:
        case dict():
            return {str(key): plain(each) for key, each in value.items()}
        case list() | tuple():
            return [plain(each) for each in value]
        case bytes():
            return f"({len(value)} bytes)"
        case float() if value != value or value in (float("inf"), float("-inf")):
            return None
        case str() | int() | float() | None:
            return value
    return masked(repr(value))

"""What the corpus adds to a report of it: the pictures of its cases, and payloads that are right.

A picture is a data URI of a file that the corpus gives a case, of a known type and not too large. A report of another
corpus gets neither, since there the cases may be others.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pytest_promptfmt.common.media import sniff
from pytest_promptfmt.corpus import Case, by_id
from pytest_promptfmt.corpus.case_files import bytes_of_recipe
from pytest_promptfmt.corpus.revision import digest
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.right_payload import right_payload
from pytest_promptfmt.verdicts.result import Result

KNOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What a browser draws and cannot run."""
LARGEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class Pictures:
    """`files` by case and name: the number of its picture in `pictures`, or the type and size of what is not drawn."""

    files: dict[str, dict[str, int | str]]
    pictures: list[str]


def pictures(document: ReportDocument) -> Pictures:
    """Those of the cases whose input is in the report."""
    found: dict[str, dict[str, int | str]] = {}
    drawn: dict[str, int] = {}
    known = _cases(document)
    for id_, facts in sorted(document.cases.items()):
        case = known.get(id_)
        if case is None or facts.input is None:
            continue
        files = {name: _data_uri(recipe) for name, recipe in case.files.items() if recipe is not None}
        if files:
            found[id_] = {
                name: drawn.setdefault(each, len(drawn)) if each.startswith("data:") else each
                for name, each in files.items()
            }
    return Pictures(found, list(drawn))


def right_payload_beside(document: ReportDocument, result: Result) -> dict[str, Any] | None:
    """A right payload for the case of a result, with the name of whose it is."""
    case = _cases(document).get(result.case)
    found = right_payload(result.target, case) if case else None
    return {"of": found[0], "payload": found[1]} if found else None


def _cases(document: ReportDocument) -> Mapping[str, Case]:
    return by_id() if document.corpus == digest() else {}


@cache
def _data_uri(recipe: str) -> str:
    """A data URI, or ``audio/wav, 444 bytes``."""
    whole = bytes_of_recipe(recipe)
    kind = sniff(whole) or "a file"
    if kind in KNOWN and len(whole) <= LARGEST:
        return f"data:{kind};base64,{base64.b64encode(whole).decode()}"
    return f"{kind}, {len(whole):,} bytes"

"""Badges: the overall level as an endpoint for shields.io, and as a picture of our own."""

from __future__ import annotations

import json
from html import escape

from pytest_promptfmt.report.document import Judged, ReportDocument
from pytest_promptfmt.report.level_table import limits_line, scope, warned
from pytest_promptfmt.verdicts.levels import NAMES, PROFILES

LABEL = "prompt formatters"
_COLOURS = {"3": "#2a7f3f", "2": "#6a7d00", "1": "#a35f00", "0": "#a35f00", "none": "#b3261e", "part": "#5f6368"}
"""White text on each of them has a contrast of 4.5 or more."""


def message(document: ReportDocument) -> tuple[str, str]:
    """The text of the badge, and its colour: the lowest level, and what it is of (``L2 faithful, 3 targets: text``)."""
    standings = [document.overall(judged) for judged in document.implementations]
    if not standings or any(standing.state != "graded" for standing in standings):
        return "not graded", _COLOURS["part"]
    levels = [-1 if standing.level is None else standing.level for standing in standings]
    least = min(levels)
    if least < 0:
        return f"no level, {_scope(document)}", _COLOURS["none"]
    return f"L{least} {NAMES[least]}, {_scope(document)}", _COLOURS[str(least)]


def _scope(document: ReportDocument) -> str:
    return scope(found for judged in document.implementations for found in document.standings(judged).items())


def endpoint(document: ReportDocument) -> str:
    """The JSON that shields.io's endpoint badge reads."""
    text, colour = message(document)
    badge = {"schemaVersion": 1, "label": LABEL, "message": text, "color": colour.removeprefix("#")}
    return json.dumps(badge, indent=2) + "\n"


def svg(document: ReportDocument) -> str:
    """The badge as SVG, for those who serve it themselves; 20 pixels high, no font is loaded."""
    text, colour = message(document)
    left, right = _width(LABEL), _width(text)
    title = escape(f"{LABEL}: {text} ({'; '.join(_named(document, judged) for judged in document.implementations)})")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{title}">'
        f"<title>{title}</title>"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{left / 2}" y="14" textLength="{left - 12}">{escape(LABEL)}</text>'
        f'<text x="{left + right / 2}" y="14" textLength="{right - 12}">{escape(text)}</text></g></svg>\n'
    )


def _named(document: ReportDocument, judged: Judged) -> str:
    """Who it is, and what the level is of: targets with their profiles, limits, and the warnings beside it."""
    graded = [
        " ".join([target, *(name for name in PROFILES if profiles[name].state == "graded")])
        for target, profiles in document.standings(judged).items()
    ]
    limits = limits_line(document.standings(judged))
    named = f" Limits: {limits}." if limits else ""
    told = f"{judged.name}: {', '.join(graded)}.{named} Warnings: {warned(judged.warnings()) or 'none'}"
    return "".join(char if char.isprintable() else "?" for char in told)


def _width(text: str) -> int:
    """About what Verdana takes at 11 pixels, with six pixels on both sides."""
    return round(6.6 * len(text)) + 12

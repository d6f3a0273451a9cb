"""The forms that a report can be written in, each made from the document alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.files import save, why_unwritable
from pytest_promptfmt.common.text import unexpanded
from pytest_promptfmt.report.document import ReportDocument

FORMATS = {
    "json": ("pytest_promptfmt.report.document", "text"),
    "html": ("pytest_promptfmt.report.html", "page"),
    "markdown": ("pytest_promptfmt.report.markdown", "markdown"),
    "badge": ("pytest_promptfmt.report.badge", "endpoint"),
    "svg": ("pytest_promptfmt.report.badge", "svg"),
}
"""Module and function, ``ReportDocument -> str``; a module is imported when its form is wanted."""


_ENDINGS = {".json": "json", ".html": "html", ".htm": "html", ".md": "markdown", ".svg": "svg"}


_KNOWN = f"; known are {', '.join(FORMATS)}"
_OTHERS = {
    **dict.fromkeys(("junit", "junitxml", "junit-xml", "xunit"), f"; pytest writes it, --junitxml=PATH{_KNOWN}"),
    **dict.fromkeys(("csv", "tsv", "xlsx", "pdf", "txt", "text", "yaml", "sarif"), _KNOWN),
}
"""Forms of other tools, of which some look like one of ours."""


class UnknownFormat(ValueError):
    """What was requested is not ``FORMAT:PATH`` with a known format."""


def parse_request(request: str) -> tuple[str, Path]:
    """Format and path of ``html:report.html``; raises `UnknownFormat`."""
    name, colon, path = request.partition(":")
    if name not in FORMATS:
        if "=" in name and not colon:
            name, _, path = request.partition("=")
            raise UnknownFormat(f"{request!r} is no form of a report; write {name}:{path}")
        file = name if not colon or path in FORMATS else path
        form = path if path in FORMATS else _ENDINGS.get(Path(file).suffix, "")
        near = f"; write {form}:{file}" if form else _OTHERS.get(name) or did_you_mean(name, FORMATS)
        raise UnknownFormat(f"{name!r} is no form of a report{near}")
    if not colon or not path.strip():
        raise UnknownFormat(f"{request!r} names no file: write {name}:PATH")
    if path.endswith(("/", os.sep)):
        raise UnknownFormat(f"{request!r} names no file, but a directory: name a file in it")
    if re.search(rf",\s*(?:{'|'.join(FORMATS)}):", path):
        raise UnknownFormat(f"{request!r} names two: give the option once for each")
    if unfilled := unexpanded(path.strip()):
        raise UnknownFormat(f"{request!r}: {unfilled}")
    return name, Path(path.strip())


def check_places(paths: Iterable[Path]) -> None:
    """Raises `UnknownFormat` where two of the files are one, of which the last would be left."""
    seen = set()
    for path in paths:
        place = os.path.abspath(path)
        if place in seen and place != os.devnull:
            raise UnknownFormat(f"{path} is named twice: give each form, and the report itself, a file of its own")
        seen.add(place)


def check_writable(paths: Iterable[Path]) -> None:
    """Raises `UnknownFormat` where one cannot be written, before the work is done of which it is to tell."""
    if os.sep == "/" and (odd := next((each for each in map(str, paths) if "\\" in each), "")):
        raise UnknownFormat(f"{odd}: its backslashes would be part of the file's name here; folders end in /")
    if problem := next(filter(None, map(why_unwritable, paths)), ""):
        raise UnknownFormat(problem)


def write(document: ReportDocument, name: str, path: Path) -> None:
    """Writes one form of the report; raises `SaveError`."""
    module, function = FORMATS[name]
    make: Callable[[ReportDocument], str] = getattr(import_module(module), function)
    save(path, make(document))

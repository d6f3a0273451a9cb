"""What the commands share that read reports."""

from __future__ import annotations

from pathlib import Path

from pytest_promptfmt.commands.inputs import Unusable, load
from pytest_promptfmt.common.saving import SaveError, save
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.reading import DocumentError, read


def load_report(name: str) -> ReportDocument:
    """The report in a JSON file; raises `Unusable`."""
    try:
        return read(load(name, exact=True), name)
    except DocumentError as error:
        raise Unusable(str(error)) from None


def put(path: str, text: str) -> None:
    """Writes a file that the user named; raises `Unusable`."""
    try:
        save(Path(path), text)
    except SaveError as error:
        raise Unusable(str(error)) from None

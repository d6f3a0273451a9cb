"""Foreign words that pytest itself prints, made fit for a terminal and for the log of a workflow.

What a formatter writes to standard error, what it warns of, and what speaks out of the kit's own failure may hold
escape sequences, or lines that a workflow obeys.
"""

from __future__ import annotations

import linecache
import warnings
from collections.abc import Generator
from typing import Any

import pytest

from pytest_promptfmt.common.text import LONGEST, cut, safe, safe_lines, text_of
from pytest_promptfmt.report.ids import ROOT
from pytest_promptfmt.session.items import KitItem


class ForeignText:
    """A plugin object, registered before anything foreign is imported."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """The sections hold what was captured."""
        report = yield
        if report.sections and isinstance(item, KitItem):
            report.sections = [(name, safe_lines(content)) for name, content in report.sections]
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage, nodeid: str) -> None:
        """Of our own items, and of what is imported for them."""
        if nodeid and not nodeid.startswith(ROOT):
            return
        text = safe_lines(text_of(warning_message.message))
        name = safe(cut(warning_message.category.__name__, 100))
        warning_message.message = UserWarning(text)
        if name != warning_message.category.__name__:
            warning_message.category = UserWarning
        line = warning_message.line or linecache.getline(warning_message.filename, warning_message.lineno)
        warning_message.line = safe(cut(line.strip(), LONGEST))
        warning_message.filename = safe(cut(warning_message.filename, LONGEST))

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: Any) -> None:
        """pytest prints what `excrepr` says, line by line, after us."""
        text = safe_lines(text_of(excrepr, 20_000))
        excrepr.toterminal = lambda out: out.line(text)

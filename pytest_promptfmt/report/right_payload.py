"""A passing payload to set beside a failing one: a golden payload in which the kit finds no error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.common.text import compact
from pytest_promptfmt.conversation import Message
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.case_files import fill
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.report.excerpt import appears_in, parts
from pytest_promptfmt.verdicts.recorded import check_payload


def right_payload(target: str, case: Case) -> tuple[str, Any] | None:
    """Whose payload it is, and the payload as golden files spell it; None where there is none that is sure to be right.

    What is kept of a budget, or repaired, is judged against more than a payload and its conversation, and is not sure.
    """
    dialect, _, scenario = target.rpartition(".")
    if case.budget is not None or case.is_template or case.expects(dialect).demand != "carry":
        return None
    for name in reversed(generations()):
        payload = load_golden(name, target).payloads.get(case.id)
        if payload is None:
            continue
        filled = fill(payload, case.directory()) if case.files else payload
        found = check_payload(filled, dialect, case.conversation(), scenario=scenario)
        if not any(finding.is_error for finding in found):
            return name, payload
    return None


def pieces(payload: Any, messages: Sequence[Message]) -> Iterator[tuple[str, str]]:
    """Path and text of the parts of a payload in which one of the messages appears."""
    for path, part in parts(payload):
        text = compact(part, 20_000)
        if any(appears_in(message, text) for message in messages):
            yield path, compact(part, 200)

"""The request around the messages: its keys, and the parameters that its provider refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, Statements
from pytest_promptfmt.verdicts.request import keys, parameters
from pytest_promptfmt.verdicts.request.keys import unjudged as unjudged
from pytest_promptfmt.verdicts.request.parameters import UNSENT as UNSENT
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent as Sent

FINDINGS: Statements = {**keys.FINDINGS, **parameters.FINDINGS}


def request_findings(dialect: Dialect, body: Any, model: str = "", sent: Sent = UNSENT) -> Iterator[Finding]:
    """What is wrong with a request beside what it says.

    `model` is the one that it is sent to, where it names none. Only of a whole request is it said what is missing.
    """
    yield from keys.key_findings(dialect, body, model, sent.host)
    for finding in parameters.parameter_findings(dialect, body, model, sent):
        if sent.whole or finding.path != "$" or finding.id != "request.missing-parameter":
            yield finding

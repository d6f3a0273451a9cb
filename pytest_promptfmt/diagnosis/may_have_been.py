"""What was refused of such a request by older servers, other models or other accounts: told where nothing else is.

No request shows it, so that it waits for the provider's answer otherwise (`Refusal.told_only`). Of a request that was
refused, and of which nothing is known to be wrong, it is what may have been: a warning, in its provider's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pytest_promptfmt.diagnosis.suspects import is_usual
from pytest_promptfmt.diagnosis.which_dialect import is_ones_own
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.own.servers import OTHER_PORTS

_TOLD = 2
_WHOLE = ("$", "$.model", "$.messages", "$.toolConfig")
"""Of the whole request, or its model, anything may be said."""
_OF_A_VALUE = ("request.address", "request.tool-choice")
"""What looks at more than that something is there."""
_OF_SOME_ACCOUNTS = (("request.model-id", "$.model"), ("request.model-id", "$"))
"""A model that some accounts or clients had not: its entry names the models."""
_WITH_OPTIONS = re.compile(r"(?<!:11434)(?<!:1234)$")
"""Ollama and LM Studio are started without options for tools."""
_PORTS = (*OTHER_PORTS, ":8000")
"""Where vLLM listens unless it is told otherwise, and others do."""
_NAMED_BY_ITS_OWNER = re.compile(r"/model/arn(:|%3A).*(application-inference-profile|custom-model-deployment)", re.I)
"""Names of one's own for a model of a maker's: what any of its models refuses, this one may."""


def possible(dialect: Dialect, body: Any, model: str, sent: Sent) -> list[Finding]:
    """The refusals whose place is none that most requests have; a server of one's own may want an option for tools."""
    nameless = bool(_NAMED_BY_ITS_OWNER.search(sent.address))
    any_port = is_ones_own(sent.host) and not sent.host.endswith(_PORTS)
    asked = replace(sent, unexplained=True, nameless=nameless, any_port=any_port)
    every = parameter_findings(dialect, body, model, asked)
    found = [each for each in every if _is_told(each, sent, nameless)]
    return [_perhaps(each) for each in _one_at_each_place(found)][:_TOLD]


def _perhaps(finding: Finding) -> Finding:
    told = f"{finding.message} (so others were told; nothing else is known to be wrong here)"
    return replace(finding, severity=Severity.WARNING, message=told)


def _is_told(finding: Finding, sent: Sent, nameless: bool) -> bool:
    if finding.id == "request.server-option" and finding.path == "$.tools":
        return is_ones_own(sent.host) and bool(_WITH_OPTIONS.search(sent.host))
    if (finding.id, finding.path) == ("request.model-ability", "$.tools"):
        return sent.host.endswith(":11434")  # where most models are somebody's own, and many have no template for tools
    if finding.id in _OF_A_VALUE or (not nameless and (finding.id, finding.path) in _OF_SOME_ACCOUNTS):
        return True
    return finding.path not in _WHOLE and not is_usual(finding.path)


def _one_at_each_place(found: Iterable[Finding]) -> list[Finding]:
    return list({each.path: each for each in reversed(list(found))}.values())[::-1]

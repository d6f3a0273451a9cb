"""Right payloads for generated conversations: what mutants and rewrites are made of beside golden payloads."""

from __future__ import annotations

from random import Random

from promptfmt_reference import FORMATTERS, agentscope_v1
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.trial import Formatter
from pytest_promptfmt.generation.cases import case_of, choices
from pytest_promptfmt.implementation import Implementation, from_object
from pytest_promptfmt.selftest.mutants import Staged, staged
from pytest_promptfmt.selftest.mutants.subjects import Subject
from pytest_promptfmt.verdicts.judge import Judge

CHECKS = ("schema", "protocol", "fidelity", "errors")


def formatters(target: str) -> Implementation:
    """Those whose golden payloads of this target are shipped, and whose form the catalogue therefore knows."""
    module = agentscope_v1 if target in agentscope_v1.FORMATTERS else None
    return from_object(module or {target: FORMATTERS[target]}, "right")


def subjects(target: str, number: int) -> list[Staged]:
    """So many payloads without any error, for conversations that must be carried; the same each time."""
    dialect, found = target.rpartition(".")[0], []
    drawn = list(choices(target, 200, 21))
    Random(target).shuffle(drawn)
    right = formatters(target)
    with Caller() as call, Judge(right, checks=CHECKS, timeout=None) as judge:
        formatter = Formatter(right, target, call, None)
        for id_, choice in drawn:
            case = case_of(id_, dialect, choice)
            if len(found) < number and case.expects(dialect).demand == "carry":
                judged = judge.judge(target, case)
                if judged.exchange.failure is None and not any(finding.is_error for finding in judged.findings):
                    payload = formatter(case.conversation())  # which has the files of this machine
                    found.append(staged(Subject(target, case, payload, case.conversation())))
    return found

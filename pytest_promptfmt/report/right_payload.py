"""What is right, to set beside what fails: a golden payload in which the kit finds no error, or a rule's proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from pytest_promptfmt.common.jsonpath import descend
from pytest_promptfmt.common.text import compact
from pytest_promptfmt.conversation import Conversation, Message
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.corpus.case_files import fill_placeholders
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects.proofs import proof_of
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.excerpt import appears_in, fragment, parts, right_request
from pytest_promptfmt.report.words import known_as
from pytest_promptfmt.verdicts.recorded import check_payload

_SHOWN = 2


def right_beside(
    case: Case, target: str, given: Given, finding: Finding, around: str, width: int = 200
) -> Iterator[tuple[str, str]]:
    """Labels and lines: the same part of the case in a right payload, or else a payload that keeps the rule.

    `around` is the part of the payload that fails, as JSON. Path and text of each have about `width` characters.
    """
    if case.requests:
        yield "right is", compact(right_request(case.requests, finding.path), 400)
        return
    golden = right_payload(target, case)
    found: list[tuple[str, str]] = []
    if golden is not None and isinstance(given, Conversation):
        concerned = pieces(golden[1], _concerned(given, finding.about, around), inner_path(finding.path), width)
        found = list(offers(golden[1]) if is_offer(finding.path) else concerned)[:_SHOWN]
    for n, (path, text) in enumerate(found):
        yield "" if n else "right", f"{path} = {text}"
    if golden is not None and found:
        yield "", f"(of {golden[0]}, for the whole case)"
    elif proof := proof_of(known_as(finding)):
        yield "right", f"{compact(proof.keeps.payload, 240)}  (keeps the rule)"


def _concerned(given: Conversation, about: tuple[int, ...], around: str) -> list[Message]:
    """The messages that the finding is about, else those that appear in the failing part of the payload, else all."""
    named = [given.messages[i] for i in about if 0 <= i < len(given.messages)]
    appearing = [message for message in given.messages if around and appears_in(message, around)]
    return named or appearing or list(given.messages)


@lru_cache(maxsize=100)  # each finding of a case asks for it
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
        filled = fill_placeholders(payload, case.directory()) if case.files else payload
        found = check_payload(filled, dialect, case.conversation(), scenario=scenario)
        if not any(finding.is_error for finding in found):
            return name, payload
    return None


def is_offer(path: str) -> bool:
    """Does a path lead to the tools on offer?"""
    return re.match(r"\$[\w.]*\.(tools|toolConfig)\b", path) is not None


def offers(payload: Any) -> Iterator[tuple[str, str]]:
    """Path and text of the tools on offer."""
    return ((path, compact(part, 400)) for path, part in parts(payload) if is_offer(path))


def pieces(payload: Any, messages: Sequence[Message], inner: str = "", width: int = 200) -> Iterator[tuple[str, str]]:
    """Path and text of the parts of a payload in which one of the messages appears.

    Of a part that is long, only the surroundings of `inner`, as far down as it has that.
    """
    for path, part in parts(payload):
        text = compact(part, 20_000)
        if any(appears_in(message, text) for message in messages):
            steps = [place for place, _ in descend(part, f"${inner}")]
            if steps[-1] == f"${inner}" or len(steps) > 2:
                place, near = fragment(part, steps[-1], width)[-1]
                yield path + place[1:], near
            else:
                yield path, compact(part, 200)


def inner_path(path: str) -> str:
    """What of a finding's path leads on within its message."""
    found = re.match(r"\$[^\[]*\[\d+\](.+)", path)
    return found[1] if found else ""

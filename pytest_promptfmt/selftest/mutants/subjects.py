"""The subjects: golden payloads as they were before they became portable, their wording, and what checks find."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, TypeAlias

from pytest_promptfmt.checks.errors import errors
from pytest_promptfmt.checks.fidelity.repaired import Reading, faithful
from pytest_promptfmt.checks.fidelity.wanted import wanted_in
from pytest_promptfmt.checks.purity import purity
from pytest_promptfmt.checks.truncation.kept import kept_suffix
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation, Text, Thinking, ToolResult
from pytest_promptfmt.conversation.cuts import suffix
from pytest_promptfmt.corpus import Case, by_id
from pytest_promptfmt.corpus.case_files import fill_placeholders, with_strings
from pytest_promptfmt.corpus.golden import load_golden
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.verdicts.recorded import judge_payload

GENERATIONS = ("agentscope-1.0", "promptfmt")
"""Each target has its golden payloads in one of them."""
ORDER = ("schema", "protocol", "fidelity", "purity", "errors")
"""The checks that a payload answers to, in the order of the judge."""
Judged: TypeAlias = Iterable[tuple[str, tuple[Finding, ...]]]


@dataclass(frozen=True, slots=True)
class Subject:
    """A golden payload as it was before it became portable; `conversation` is what of it was kept."""

    target: str
    case: Case
    payload: Any
    conversation: Conversation

    @property
    def dialect(self) -> str:
        return self.target.rpartition(".")[0]

    def judge(self, payload: Any) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """What each check finds in a payload in this one's place, in the order of `ORDER`."""
        dialect = DIALECTS[self.dialect]
        value, problems = to_plain(payload)
        exchange = Exchange(self.target, self.case, self.conversation, value, not_json=tuple(problems), again=value)

        def compare(request: Request, refused: bool) -> tuple[Finding, ...]:
            reading = Reading(dialect, dialect.read(request), value, exchange.scenario, wanted_in(request))
            expectation = self.case.expects(dialect.id)
            return faithful(reading, expectation, self.conversation, refused=refused or bool(problems))

        yield from judge_payload(value, dialect, {"layer": "wire", **self.case.request_for(dialect.id)}, compare)
        yield "purity", tuple(purity(exchange))
        yield "errors", tuple(errors(exchange))


def new_findings(judged: Judged, before: Mapping[str, int]) -> dict[str, Any]:
    """What is new against the counts `before`: errors, or else warnings, of the `first` check that has any.

    Once a check has a new error, those behind it are not run.
    """
    seen = Counter(before)
    warned: tuple[str, list[Finding]] = ("", [])
    for check, findings in judged:
        new = []
        for finding in findings:
            seen[finding.id] -= 1
            if seen[finding.id] < 0:
                new.append(finding)
        if wrong := [finding for finding in new if finding.is_error]:
            return {"first": check, "wrong": True, "ids": _ids(wrong)}
        if new and not warned[0]:
            warned = check, new
    return {"first": warned[0], "ids": _ids(warned[1])}


def _ids(findings: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.id for finding in findings))


def shipped(target: str) -> Mapping[str, Any]:
    """The golden payloads of a target, by case, as they are shipped."""
    return next((found for name in GENERATIONS if (found := load_golden(name, target).payloads)), {})


def subjects_of(target: str, glob: str = "*") -> Iterator[Subject]:
    """The golden payloads of one target, for the cases whose ids the glob fits."""
    for id_, payload in shipped(target).items():
        if not fnmatchcase(id_, glob):
            continue
        case = by_id()[id_]
        whole = _restored(payload, case)
        yield Subject(target, case, whole, _kept(target, case, whole))


_BULK = re.compile(r"\{(\d+) times (.*?)\}", re.DOTALL)


def _restored(payload: Any, case: Case) -> Any:
    """The payload before `Case.portable`; raises `ValueError` where that cannot be undone."""
    filled = fill_placeholders(payload, case.directory()) if case.files else payload
    whole = with_strings(filled, lambda text: _BULK.sub(lambda found: found[2] * int(found[1]), text))
    for found in (whole, filled):
        if equal(case.portable(found), payload):
            return found
    raise ValueError(f"the golden payload of {case.id} cannot be restored")


def _kept(target: str, case: Case, payload: Any) -> Conversation:
    """The conversation, or the suffix of it that a payload within a budget keeps."""
    conversation = case.conversation()
    if case.budget is None:
        return conversation
    dialect = DIALECTS[target.rpartition(".")[0]]
    request = dialect.open(payload, case.request_for(dialect.id))
    scenario = target.rpartition(".")[2]
    reading, expectation = (
        Reading(dialect, dialect.read(request), payload, scenario, wanted_in(request)),
        case.expects(dialect.id),
    )
    found = kept_suffix(conversation, lambda part: faithful(reading, expectation, part, refused=True))
    return suffix(conversation, found.cut)


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of a conversation, by which the strings of a payload are told apart: speaker, role and text of each."""

    utterances: tuple[tuple[str, str, str], ...]
    results: tuple[str, ...]
    thoughts: tuple[str, ...]

    def system(self) -> str:
        """The first system text, empty where there is none."""
        return next((text for _, role, text in self.utterances if role == "system"), "")


def wording_of(conversation: Conversation) -> Wording:
    blocks = [(message, block) for message in conversation.messages for block in message.blocks]
    results: list[str] = []
    for _, block in blocks:
        if isinstance(block, ToolResult):
            items = [block.output] if isinstance(block.output, str) else block.output or ()
            results += (
                item.text if isinstance(item, Text) else item for item in items if isinstance(item, (Text, str))
            )
    return Wording(
        tuple((m.name, m.role, block.text) for m, block in blocks if isinstance(block, Text) and block.text.strip()),
        tuple(text for text in results if text.strip()),
        tuple(block.thinking for _, block in blocks if isinstance(block, Thinking) and block.thinking.strip()),
    )


def utterances(string: str, wording: Wording) -> Iterator[tuple[str, int, int]]:
    """Speaker, start and end of the utterances in `string`, in the order of the conversation.

    Of two that are the same, the first is not here where what was said between the two stands before the place.
    """
    at, said = 0, [(name, text) for name, _, text in wording.utterances]
    last = {each: number for number, each in enumerate(said)}
    for number, (name, text) in enumerate(said, 1):
        start = string.find(f"{name}: {text}", at)
        start = start + len(f"{name}: ") if start >= 0 else string.find(text, at)
        if start < 0:
            continue
        again = said.index((name, text), number) if last[name, text] >= number else number
        if any(string.find(between, at, start) >= 0 for _, between in said[number:again]):
            continue
        at = start + len(text)
        yield name, start, at


def answers(string: str, wording: Wording) -> Iterator[tuple[str, int, int]]:
    """The same of what tools answered, which has no speaker."""
    at = 0
    for text in wording.results:
        if (start := string.find(text, at)) >= 0:
            at = start + len(text)
            yield "", start, at

"""A mending is shown right by judging the mended payload, against the rules and against what was to be said."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from support.payloads import PAIRS
from support.payloads.pair import Pair

from pytest_promptfmt.capture import Captured, requests_in
from pytest_promptfmt.diagnosis import diagnose, mending
from pytest_promptfmt.diagnosis.engine import judged
from pytest_promptfmt.diagnosis.mending import MENDINGS, diff, mended
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.selftest.mutants import Mutant, catalogue, changed, staged_of
from pytest_promptfmt.selftest.mutants.subjects import Subject

EVERYDAY = ("openai.chat", "tools/single-call")
KEYS = ("messages", "contents", "input")
MENDED = {
    "anthropic": {"tool-use-id-pattern", "tool-results-first", "tool-input-object", "system-not-first", "text-nonempty",
                  "image-media-type", "image-bytes-match-type", "base64-bare", "tool-schema-type"},
    "openai": {"tool-calls-nonempty", "content-null-only-with-calls", "tools-typed"},
    "deepseek": {"tools-nonempty"},
    "openai-responses": {"part-by-role", "tools-flat"},
    "bedrock": {"roles-alternate", "text-nonblank", "tool-input-object"},
    "ollama": {"arguments-object", "images-bare-base64"},
    "gemini": {"role-enum", "base64-bare"},
}  # fmt: skip
"""Rules of whose breaches at least one in the pairs is mended, by provider."""


def errors(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(finding.id for finding in findings if finding.is_error)


def mend(dialect: str, payload: Any, context: dict[str, Any]) -> tuple[Sequence[Finding], mending.Mended | None]:
    found = judged(payload, dialect, context)
    return found, mended(payload, payload, DIALECTS[dialect], found, lambda body: judged(body, dialect, context))


def mended_rules() -> Iterator[tuple[Pair, mending.Mended]]:
    for pair in PAIRS:
        context = {key: value for key, value in pair.context.items() if key != "layer"}
        before = copy.deepcopy(pair.broken)
        found, done = mend(pair.dialect.id, pair.broken, context)
        assert pair.broken == before, "the payload itself is left alone"
        if done is None:
            continue
        had, has = errors(found), errors(judged(done.body, pair.dialect.id, context))
        assert has.total() < had.total() or had["schema.form"], pair
        assert done.left == has.total()
        if not had["schema.form"]:
            assert not has - had, pair
        if has.total() < had.total():
            yield pair, done


def test_what_breaks_a_rule_is_mended_and_nothing_else_breaks() -> None:
    done: dict[str, set[str]] = {}
    for pair, _ in mended_rules():
        done.setdefault(pair.dialect.id, set()).add(pair.rule.rpartition(".")[2])

    missing = {home: rules - done.get(home, set()) for home, rules in MENDED.items()}
    assert {home: rules for home, rules in missing.items() if rules} == {}


def broken(target: str, cases: str, each_nth: int) -> Iterator[tuple[Subject, str, Any]]:
    """Mutants of golden payloads, most of which some rule or schema refuses."""
    dialect = target.rpartition(".")[0]
    for entry in catalogue().mutants[::each_nth]:
        if isinstance(entry, Mutant) and dialect in entry.dialects and not entry.equivalent:
            for each in islice(staged_of(target, cases), 4):
                for _, payload in islice(changed(entry, each.scene, f"{target} {each.subject.case.id}"), 1):
                    yield each.subject, entry.id, payload


def all_errors(subject: Subject, payload: Any) -> Counter[str]:
    """With fidelity to the conversation that the payload is to say."""
    return errors(finding for _, findings in subject.judge(payload) for finding in findings)


def losses(
    target: str, cases: str, each_nth: int = 1
) -> tuple[int, list[tuple[str, str, dict[str, int], tuple[str, ...]]]]:
    """How many mutants were mended, and what was lost in those."""
    count, lost = 0, []
    for subject, entry, payload in broken(target, cases, each_nth):
        _, done = mend(subject.dialect, payload, {})
        if done is not None:
            count += 1
            fresh = all_errors(subject, done.sent) - all_errors(subject, payload)
            # what could not be opened, or not be read, was not compared before
            unread = {id_ for id_ in fresh if id_.startswith("fidelity.")} and _was_unread(subject, payload)
            if fresh and not unread:
                lost.append((subject.case.id, entry, dict(fresh), done.did))
    return count, lost


def _was_unread(subject: Subject, payload: Any) -> bool:
    return "schema.form" in all_errors(subject, payload)


def test_a_mended_mutant_says_no_less_than_before() -> None:
    count, lost = losses(*EVERYDAY, each_nth=4)

    assert lost == []
    assert count >= 5


@pytest.mark.slow
@pytest.mark.parametrize("target", [target for target in catalogue().targets if target.endswith(".chat")])
def test_a_mended_mutant_says_no_less_than_before_on_every_target(target: str) -> None:
    assert losses(target, "*/p*")[1] == []


@pytest.mark.parametrize("pattern_and_edit", MENDINGS, ids=lambda each: each[1].__name__)
def test_a_mending_leaves_junk_alone(pattern_and_edit: Any) -> None:
    calls = [None, 3, {"function": []}, {"id": 4, "function": {"arguments": 3}}]
    blocks = [None, 3, {"type": 4, "text": None}, {"functionResponse": 3}, {"functionCall": None}, {"toolUse": []}]
    junk: list[Any] = [None, 3, "x", [], {}, [None, 3, []], {"messages": None}, {"messages": [None, {"role": 3}]}]
    junk += [{key: [{"role": "user", "content": blocks, "parts": blocks, "tool_calls": calls}]} for key in KEYS]
    junk += [{"messages": [{"role": "user", "tool_calls": 3}], "tools": [None, 3, {"function": 3}, {"name": 4}]}]
    junk += [{"messages": 3, "toolConfig": {"tools": [{"toolSpec": 3}]}, "input": {"messages": [[]]}}]
    for dialect in DIALECTS.values():
        for value in junk:
            pattern_and_edit[1](copy.deepcopy(value), dialect, [Finding("a.b", *_SOME)])


_SOME: tuple[Any, ...] = (judged([], "openai", {})[0].severity, "$.messages[0].content", "")


def test_arguments_with_a_secret_are_mended_as_sent_and_shown_masked() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"api_key": "sk-0123456789abcdef"}}}
    asked = {"role": "assistant", "content": None, "tool_calls": [call]}
    said = {"role": "tool", "tool_call_id": "c", "content": "x"}
    sent = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}, asked, said]}
    (captured,) = requests_in(json.dumps(sent))
    found = diagnose(captured).mended

    assert found is not None
    assert "sk-0123456789abcdef" in json.dumps(found.sent)
    assert "sk-0123456789abcdef" not in json.dumps([found.body, found.diff])


def test_the_diff_has_the_lines_of_the_whole() -> None:
    before = {"messages": [{"role": "user", "content": str(n)} for n in range(50)]}
    after = copy.deepcopy(before)
    after["messages"][40]["content"] = "changed"
    lines = diff(before, after)
    whole = json.dumps(before, indent=2).split("\n")
    number = int(lines[2].split("-")[1].split(",")[0])

    assert lines[:2] == ["--- sent", "+++ mended"]
    assert [line[1:] for line in lines[3:] if line[0] in " -"] == whole[number - 1 : number + 6]


def test_what_has_nothing_to_mend_is_left_alone() -> None:
    assert diagnose(Captured([{"role": "user", "content": "Hi"}], sent=[]), dialect="openai").mended is None


TOLD = {
    "anthropic.blank-text", "anthropic.roles-alternate", "cohere.message-nonempty", "dashscope.tools-nonempty",
    "gemini.role-enum", "gemini-interactions.base64-bare", "mistral.tool-call-id",
}  # fmt: skip
"""Rules of which the breach is a warning somewhere, and is mended once the provider has named it."""


def warned(rule: str) -> Iterator[tuple[Pair, dict[str, Any], str]]:
    """Payloads that break it as a warning, under their context, and the provider's words for it."""
    for pair in PAIRS:
        if rule.startswith(f"{pair.dialect.id}."):
            context = {key: value for key, value in pair.context.items() if key != "layer"}
            for finding in judged(pair.broken, pair.dialect.id, context):
                if finding.id == rule and not finding.is_error:
                    yield pair, context, str(finding.data["source"])


@pytest.mark.parametrize("rule", sorted(TOLD))
def test_a_warning_that_the_answer_makes_certain_is_mended(rule: str) -> None:
    pair, context, words = next(warned(rule))
    model = str(context.get("model", ""))

    def asked(answer: str, status: int | None = None) -> Any:
        return diagnose(Captured(pair.broken, status=status), dialect=pair.dialect.id, model=model, answer=answer)

    told, again = asked(words), asked(words, 400)

    assert told.shown_by.id == rule
    assert told.mended is not None
    assert again.mended == told.mended
    assert told.mended.did
    assert rule not in [each.id for each in judged(told.mended.body, pair.dialect.id, context)]
    for other in asked(""), asked(words, 200), asked(words, 500):  # nobody has refused it
        left = [
            each.id for each in judged(other.mended.body if other.mended else pair.broken, pair.dialect.id, context)
        ]
        assert rule in left

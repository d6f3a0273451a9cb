"""A payload judged within a budget, at run time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pytest
from support.junk import JUNK
from support.rows import for_each
from support.siblings import sampled

from pytest_promptfmt import check_payload
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.proofs import proofs
from pytest_promptfmt.guarding import budget, judged

ENOUGH = 1e9
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
UNANSWERED = {"messages": [{"role": "assistant", "tool_calls": [CALL]}, {"role": "user", "content": "So?"}]}


@for_each(proofs())
def test_what_it_finds_is_what_validate_finds(id_: str) -> None:
    proof = proofs()[id_]
    for side in (proof.breaks, proof.keeps):
        found = judged(side.payload, proof.dialect, milliseconds=ENOUGH, context=side.context)
        expected = check_payload(side.payload, proof.dialect, context=side.context)

        assert {*map(str, found.findings)} == {*map(str, expected)}
        assert found.complete
        refused = judged(side.payload, proof.dialect, milliseconds=ENOUGH, context=side.context, warnings=False)
        assert {*map(str, refused.findings)} == {str(finding) for finding in expected if finding.is_error}


def test_errors_come_first() -> None:
    payload = {"messages": [{"role": "tool", "tool_call_id": "x", "name": "f", "content": ""}, {"role": "usr"}]}
    severities = [finding.is_error for finding in judged(payload, "openai", milliseconds=ENOUGH).findings]

    assert severities == sorted(severities, reverse=True)
    assert len({*severities}) == 2


def test_without_time_nothing_is_judged_and_everything_is_named() -> None:
    found = judged(UNANSWERED, "openai", milliseconds=0)

    assert (found.findings, found.complete) == ((), False)
    assert {*found.unjudged} == {*(rule.id for rule in DIALECTS["openai"].rules), "schema"}


def test_where_nobody_knows_whether_there_is_an_error_that_is_said_aloud() -> None:
    found = judged(UNANSWERED, "openai", milliseconds=0)
    with pytest.warns(UserWarning, match="judged in part: openai.* said nothing; ask .complete"):
        assert found

    assert not judged(UNANSWERED, "openai", milliseconds=ENOUGH)


def test_it_is_no_list_of_findings() -> None:
    found = judged(UNANSWERED, "openai", milliseconds=ENOUGH)
    for ask in (iter, len, lambda each: each[0], lambda each: "x" in each):
        with pytest.raises(TypeError, match=r"'Judged' object is not \w.*: ask for one of .*\.errors, \.findings"):
            ask(found)


def test_what_is_no_payload_is_told_without_time() -> None:
    assert [finding.id for finding in judged({"mesages": []}, "openai", milliseconds=0).findings] == ["schema.form"]


def test_what_was_found_before_the_time_was_over_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a millisecond whenever somebody looks at it."""
    ticks = count()
    monkeypatch.setattr(budget, "perf_counter", lambda: next(ticks) / 1000)
    payload = {"messages": [{"role": "usr", "content": "Hi"} for _ in range(1000)]}
    found = judged(payload, "openai", milliseconds=1500)

    rules = ["openai.messages-nonempty", "openai.role-enum"]
    assert [rule.id for rule in DIALECTS["openai"].rules[:2]] == rules
    assert {finding.id for finding in found.findings} == {"openai.role-enum"}
    assert len(found.findings) > 0
    assert not {*rules} & {*found.unjudged}
    assert "schema" in found.unjudged


def test_a_rule_that_fails_is_no_finding_and_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rule: Any, dialect: Any, request: Any) -> Iterator[Any]:
        if rule.id == "openai.role-enum":
            raise ZeroDivisionError("by zero")
        yield from told(rule, dialect, request)

    told = budget.broken
    monkeypatch.setattr(budget, "broken", broken)
    found = judged(UNANSWERED, "openai", milliseconds=ENOUGH)

    assert found.broke == {"openai.role-enum": "ZeroDivisionError: by zero"}
    assert [finding.id for finding in found.errors] == ["openai.tool-calls-answered"]
    assert not found.complete


def test_the_address_may_name_the_model() -> None:
    payload = {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]}

    assert not judged(payload, "openai", milliseconds=ENOUGH).errors
    found = judged(payload, "openai", milliseconds=ENOUGH, context={"model": "o1-mini"})
    assert [finding.id for finding in found.errors] == ["openai.system-role-model"]


class Hostile(dict[str, Any]):
    def items(self) -> Any:
        raise RuntimeError("no items")

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def __repr__(self) -> str:
        raise RuntimeError("no text")


def odd() -> Mapping[str, Any]:
    endless: list[Any] = []
    endless.append(endless)
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    return {
        "endless": endless,
        "deep": deep,
        "hostile": Hostile(messages=[]),
        "hostile within": {"messages": [Hostile(role="user")]},
        "an object": object(),
        "nothing": None,
        "bytes": b"{}",
        "a generator": (each for each in ()),
        "numbers as keys": {1: 2, "messages": [{3: 4}]},
        "half a character": {"messages": [{"role": "user", "content": "\ud800"}]},
        "no number": {"messages": [{"role": "user", "content": float("nan")}]},
        "a long number": {"messages": [{"role": "user", "content": 10**5000}]},
        "a model that is none": {"model": ["x"], "thinking": 7, "tools": 8, "messages": [{"role": "user"}]},
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize("dialect", sampled(DIALECTS))
def test_nothing_odd_makes_it_raise(dialect: str) -> None:
    messages = DIALECTS[dialect].envelope.messages[0]
    for name, payload in {**odd(), "junk": {messages: JUNK}}.items():
        found = judged(payload, dialect, milliseconds=ENOUGH)

        assert found.dialect == dialect
        if name in ("endless", "deep", "an object", "nothing", "bytes", "a generator"):
            assert found.findings, name


def test_an_unknown_dialect_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="did you mean 'openai'"):
        judged([], "opnai")


def test_what_the_first_payload_loads_is_not_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first payload of a process would be judged in part, and a test of it would pass."""
    order: list[str] = []
    clock, load = budget.perf_counter, budget.prepare
    monkeypatch.setattr(budget, "perf_counter", lambda: (order.append("clock"), clock())[1])
    monkeypatch.setattr(budget, "prepare", lambda: (order.append("load"), load())[1])

    assert not judged([{"role": "user", "content": 3}], "openai", milliseconds=10_000)

    assert order[:2] == ["load", "clock"]


def test_the_guard_loads_nothing_of_pytest() -> None:
    """In a process of its own: what is loaded by the imports, and by the first verdict of each dialect."""
    program = """
import sys
import pytest_promptfmt
import pytest_promptfmt.guarding as guarding
foreign = {"pytest", "_pytest", "syrupy", "tiktoken", "PIL", "tomlkit", "httpx", "requests"}
assert not foreign & sys.modules.keys(), foreign & sys.modules.keys()
assert "jsonschema" not in sys.modules
from pytest_promptfmt.dialects import DIALECTS
for dialect in DIALECTS:
    guarding.judged({"messages": [{"role": "user"}]}, dialect)
guarding.Guard()
assert not foreign & sys.modules.keys(), foreign & sys.modules.keys()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("dialect", [[], {"messages": []}, None, 3, b"openai"])
def test_a_dialect_that_is_no_text_is_told_with_the_order_of_the_arguments(dialect: Any) -> None:
    with pytest.raises(TypeError, match=r"a dialect is a text, such as 'openai', not .*; a payload comes first"):
        judged("openai", dialect)

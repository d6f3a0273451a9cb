"""The kit bites: mutants of golden payloads are caught, and by the check that is meant for them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from support.generated_payloads import subjects
from support.shell import answered

from pytest_promptfmt.checks.fidelity import repaired
from pytest_promptfmt.cli import main
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.selftest.mutants import ORDER, Entry, Mutant, apply, apply_to, catalogue, changed, staged_of
from pytest_promptfmt.selftest.mutants.operators import OPERATORS
from pytest_promptfmt.selftest.mutants.paths import JSON, Span, get, put, written
from pytest_promptfmt.selftest.mutants.places import PlacedNode, Scene, UnclassifiedNode, scene
from pytest_promptfmt.selftest.mutants.subjects import new_findings
from pytest_promptfmt.selftest.mutants.table import EACH, holds, mutant_lines
from pytest_promptfmt.selftest.mutants.values import VALUES

KNOWN = catalogue()
SAMPLE = (
    ("anthropic.chat", "thinking/*"),
    ("gemini.chat", "chat/*"),
    ("deepseek.chat", "tools/p*"),
    ("openai.multiagent", "multiagent/*"),
    ("ollama-generate.multiagent", "multiagent/*"),
    ("dashscope-multimodal.chat", "audio/*"),
    ("openai-responses.chat", "vision/image-*"),
    ("bedrock.chat", "tools/p*"),
    ("mistral.chat", "thinking/s*"),
)
OFTEN = (
    *SAMPLE,
    ("anthropic.chat", "vision/file-*"),
    ("bedrock.chat", "vision/file-*"),
    ("openai.chat", "chat/*"),
    ("ollama.chat", "tools/*"),
)
ONE_KIND = {"reencode", "wrong-type", "wrong-role", "wrong-id", "wrong-name", "leak", "raw", "flip", "split", "merge"}
"""Operators that mean something at a few kinds of place only."""

UPSTREAM = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/(issues|pull|commit)/\w+")
BY_PIECE = {"texts", "content-texts", "result-texts"}
"""Strings whose pieces are places of their own; these operators ask for the pieces, since a half may be a frame."""


def scenes(target: str, cases: str = "*") -> list[Scene]:
    return [each.scene for each in staged_of(target, cases)]


# The catalogue


def test_there_are_enough_of_them_and_each_has_a_name_of_its_own() -> None:
    names = [mutant.id for mutant in KNOWN.mutants]

    assert len(names) >= 150
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_a_mutant_names_is_known(operator: str) -> None:
    mutants = [mutant for mutant in KNOWN.mutants if mutant.operator == operator]
    kinds = {kind for table in KNOWN.places.values() for kind in table.values()}

    assert mutants
    for mutant in mutants:
        assert mutant.at in kinds | BY_PIECE | {"utterance", "label"}
        assert set(mutant.dialects) <= set(KNOWN.places) <= set(DIALECTS)
        assert mutant.scenario in ("", "chat", "multiagent")
        assert mutant.severity in ("error", "warning")
        assert bool(mutant.equivalent) != (mutant.intended in ORDER), mutant.id
        assert all(UPSTREAM.fullmatch(url) for url in mutant.like)


def test_few_change_nothing_of_meaning() -> None:
    pairs = [(mutant, dialect) for mutant in KNOWN.mutants for dialect in mutant.dialects]

    assert sum(bool(mutant.equivalent) for mutant, _ in pairs) <= 0.05 * len(pairs)


@pytest.mark.slow
def test_an_operator_applies_often_and_in_several_dialects() -> None:
    applied: dict[str, list[str]] = {operator: [] for operator in OPERATORS}
    for target, cases in OFTEN:
        for mutant in KNOWN.mutants:
            if not mutant.equivalent and target.rpartition(".")[0] in mutant.dialects:
                found = (target for each in scenes(target, cases) if any(changed(mutant, each, "")))
                applied[mutant.operator] += islice(found, max(0, 10 - applied[mutant.operator].count(target)))

    assert {operator for operator, targets in applied.items() if len(targets) < 10 or len({*targets}) < 2} == set()


@pytest.mark.parametrize(("target", "cases"), SAMPLE)
def test_every_operator_is_tried_wherever_it_can_act(target: str, cases: str) -> None:
    """Where an operator changes a payload, there is a mutant for it, or a rewrite where it says the same."""
    dialect = target.rpartition(".")[0]
    entries: list[Entry] = [*KNOWN.mutants, *KNOWN.rewrites]
    listed = {(entry.operator, entry.at) for entry in entries if dialect in entry.dialects}
    listed |= {(operator, kind) for operator in ("insert", "truncate") for kind in BY_PIECE}
    tried: Counter[str] = Counter()
    missing = set()
    for shown in scenes(target, cases):
        for place in shown.places:
            tried[place.kind] += 1
            if place.kind == "frame" or tried[place.kind] > 3:
                continue
            for operator in OPERATORS.keys() - ONE_KIND:
                if (operator, place.kind) not in listed and any(acts(operator, shown, place)):
                    missing.add((operator, place.kind))

    assert missing == set()


def acts(operator: str, shown: Scene, place: PlacedNode) -> Iterator[bool]:
    for payload in OPERATORS[operator](shown, place.path, ""):
        yield not equal(payload, shown.payload)


# A run


@pytest.mark.sampled(12, 3)
@pytest.mark.parametrize(("target", "cases"), SAMPLE)
def test_a_sample_is_caught(target: str, cases: str) -> None:
    """One payload for each mutant; what lives on is explained, but for what a new case brings."""
    found = list(apply(target, KNOWN.mutants, cases=cases, payloads=1))
    killed = [each for each in found if each.killed]

    assert len(found) > 50
    assert len(killed) >= 0.95 * len(found)
    assert len([each for each in found if not each.killed and not KNOWN.explanation(each)]) <= 0.01 * len(found)
    assert sum(each.attributed for each in killed) >= 0.9 * len(killed)


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("target", KNOWN.targets)
def test_a_larger_sample_is_caught(target: str) -> None:
    """Every node of every golden payload has a kind, or `Unplaced` would tell."""
    found = list(apply(target, KNOWN.mutants, payloads=4))

    killed = [each for each in found if each.killed]
    unexplained = [str(each) for each in found if not each.killed and not KNOWN.explanation(each)]

    assert len(unexplained) <= 0.001 * len(found), unexplained
    assert len(killed) >= EACH * len(found), "\n".join(mutant_lines(found, KNOWN))
    owed = 0.85 if target.rpartition(".")[0] in KNOWN.alike else 0.9
    assert sum(each.attributed for each in killed) >= owed * len(killed)


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("target", KNOWN.targets)
def test_those_of_generated_conversations_are_caught(target: str) -> None:
    """Few live on, such as results that say nothing and change places."""
    found = list(apply_to(target, subjects(target, 4), KNOWN.mutants, payloads=1))
    alive = [str(each) for each in found if not each.killed and not KNOWN.explanation(each)]

    assert len(found) > 40
    assert len(alive) <= 0.04 * len(found), alive


def test_a_kit_that_is_blind_in_one_eye_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without fidelity's table of losses nothing that a text says is missed."""
    monkeypatch.setattr("pytest_promptfmt.selftest.mutants.subjects.faithful", lambda *_, **__: ())
    found = list(
        apply("deepseek.chat", [m for m in KNOWN.mutants if m.operator == "truncate"], cases="chat/*", payloads=3)
    )

    assert not holds(found)
    assert "content-text" in {each.entry.at for each in found if not each.killed}
    assert repaired.faithful is not None  # the check itself was left alone


def test_the_first_check_with_an_error_ends_the_asking() -> None:
    wrong, mild = (Finding("x", severity, "$", "") for severity in (Severity.ERROR, Severity.WARNING))

    def judged() -> Iterator[tuple[str, tuple[Finding, ...]]]:
        yield "schema", (mild,)
        yield "protocol", (wrong,)
        raise AssertionError("fidelity was asked")

    assert new_findings(judged(), {}) == {"first": "protocol", "wrong": True, "ids": ("x",)}
    assert new_findings([("schema", (mild,)), ("fidelity", (mild,))], {}) == {"first": "schema", "ids": ("x",)}
    assert new_findings([("schema", (mild,)), ("fidelity", (wrong,))], {"x": 2}) == {"first": "", "ids": ()}


def test_two_runs_choose_the_same_places() -> None:
    chosen = [mutant for mutant in KNOWN.mutants if mutant.operator in ("drop", "swap")]

    first, second = (list(apply("deepseek.chat", chosen, cases="tools/a*", payloads=1)) for _ in range(2))

    assert first == second


# Places

TALK: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief, amber-17."},
    {"role": "user", "name": "Ann", "content": "Where to, cobalt-42?"},
    {"role": "user", "name": "Bob", "content": "To the bay, jade-31."},
]
HISTORY = "<history>\nAnn: Where to, cobalt-42?\nBob: To the bay, jade-31.\n</history>"
CALL = {"id": "c1", "type": "function", "function": {"name": "go", "arguments": '{"to": ["bay"]}'}}
PAYLOAD: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief, amber-17."},
    {"role": "user", "content": HISTORY},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "user", "content": "(Go on.)"},
]


def shown(payload: Any = PAYLOAD, talk: Conversation | None = None) -> Scene:
    return scene(payload, KNOWN.places["deepseek"], talk or parse(TALK))


def kinds(found: Scene) -> dict[str, str]:
    return {written(place.path): place.kind for place in found.places}


def test_each_node_has_a_kind_also_inside_json_and_inside_a_history() -> None:
    found = kinds(shown())

    assert found["$"] == "tool-payload"
    assert found["$[0].content"] == "content-text"
    assert found["$[1].content"] == "content-texts"
    assert found["$[2]"] == "call-message"
    assert found["$[2].content"] == "no-content"
    assert found["$[2].tool_calls[0].function.arguments{}"] == "arguments"
    assert found["$[2].tool_calls[0].function.arguments{}.to[0]"] == "argument"
    assert {found[path] for path in ("$[3]", "$[3].role", "$[3].content")} == {"frame"}
    start = HISTORY.index("Where to")
    assert found[f"$[1].content<{start}:{start + 20}>"] == "utterance"
    assert found[f"$[1].content<{start - 5}:{start - 2}>"] == "label"


def test_what_stands_around_the_messages_has_kinds_too() -> None:
    found = scene(
        {"instructions": "Be brief, amber-17.", "input": [PAYLOAD[3]]}, KNOWN.places["openai-responses"], DONE
    )

    assert kinds(found) == {
        "$": "request",
        "$.instructions": "frame",
        "$.input": "payload",
        **dict.fromkeys(("$.input[0]", "$.input[0].role", "$.input[0].content"), "frame"),
    }
    assert found.inner().payload == [PAYLOAD[3]]
    assert found.inner().alike("payload") == [()]


def test_a_node_that_no_pattern_fits_is_told() -> None:
    with pytest.raises(UnclassifiedNode, match="surprise"):
        shown([{"role": "user", "surprise": 1}])


def test_a_copy_is_changed_and_not_the_payload() -> None:
    before = json.dumps(PAYLOAD)
    inside = (2, "tool_calls", 0, "function", "arguments", JSON, "to", 0)
    changed_ = put(put(PAYLOAD, inside, "sea"), (1, "content", Span(10, 13)), "Eve")

    assert get(changed_, inside) == "sea"
    assert changed_[1]["content"].startswith("<history>\nEve: Where")
    assert changed_[0] is PAYLOAD[0]
    assert json.dumps(PAYLOAD) == before


# Operators, by hand


@pytest.mark.parametrize(
    ("operator", "how", "value", "expected"),
    [
        ("nullify", "", "a", [None]),
        ("nullify", "", None, []),
        ("empty", "", {"a": 1}, [{}]),
        ("empty", "", "", []),
        ("wrap", "", "a", [["a"]]),
        ("unwrap", "", ["a"], ["a"]),
        ("unwrap", "", {"k": 1}, [1]),
        ("unwrap", "", ["a", "b"], []),
        ("retype", "", "a", [{"value": "a"}]),
        ("retype", "", ["a"], [{"0": "a"}]),
        ("retype", "", {"a": 1}, [[["a", 1]]]),
        ("retype", "", True, ["true"]),
        ("stringify", "", {"a": "ä"}, ['{"a": "ä"}']),
        ("parse", "", "[1]", [[1]]),
        ("parse", "", "no", []),
        ("truncate", "", "abcd", ["ab"]),
        ("case", "", "aB", ["Ab"]),
        ("strip", "", " a\n", ["a"]),
        ("insert", "", "abcd", ["abxcd"]),
        ("surrogate", "", "a", ["a\ud83d"]),
        ("reencode", "mojibake", "ä", ["Ã¤"]),
        ("reencode", "percent", "a b", ["a%20b"]),
        ("reencode", "html", "a&b", ["a&amp;b"]),
        ("reencode", "base64", "abc", ["YWJj"]),
        ("reencode", "bare", "data:image/png;base64,YWJj", ["YWJj"]),
        ("raw", "", "YWJj", [b"abc"]),
        ("raw", "", "not base64", []),
        ("flip", "", "YWJj", ["YZ1j"]),
        ("wrong-type", "", "image/png", ["image/jpeg"]),
        ("wrong-type", "", "data:image/png;base64,YWJj", ["data:image/jpeg;base64,YWJj"]),
        ("wrong-role", "tool", "user", ["tool"]),
    ],
)
def test_an_operator_changes_a_value(operator: str, how: str, value: Any, expected: list[Any]) -> None:
    assert list(VALUES[operator](value, how)) == expected


ROUND: list[dict[str, Any]] = [
    {"role": "user", "content": "Go, amber-17."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "name": "go", "content": "There."},
    {"role": "assistant", "content": "Done, jade-31."},
]
DONE = parse([{"role": "user", "content": "Go, amber-17."}, {"role": "assistant", "content": "Done, jade-31."}])


@pytest.mark.parametrize(
    ("operator", "how", "path", "change"),
    [
        ("drop", "", (3,), lambda p: p[:3]),
        ("drop", "", (0, "role"), lambda p: [{"content": "Go, amber-17."}, *p[1:]]),
        ("drop", "", (1, "tool_calls", 0), None),
        ("double", "", (0,), lambda p: [p[0], *p]),
        ("double", "", (2, "content"), lambda p: [*p[:2], {**p[2], "content": "There.There."}, p[3]]),
        ("reverse", "", (), lambda p: p[::-1]),
        ("move", "", (0,), lambda p: [*p[1:], p[0]]),
        ("swap", "", (0, "content"), lambda p: [{**p[0], "content": "Done, jade-31."}, p[1], p[2], with_text(p[3])]),
        ("swap", "", (3, "content"), None),
        ("rename", "id", (2, "tool_call_id"), lambda p: [*p[:2], renamed(p[2]), p[3]]),
        ("add-key", "", (0,), lambda p: [{**p[0], "internal_note": "kept for the framework"}, *p[1:]]),
        ("split", "", (0, "content"), lambda p: [with_text(p[0], "Go, am"), with_text(p[0], "ber-17."), *p[1:]]),
        ("merge", "", (0,), None),
        ("wrong-id", "here", (2, "tool_call_id"), lambda p: [*p[:2], {**p[2], "tool_call_id": "call_of_mine"}, p[3]]),
        ("leak", "system", (0, "content"), None),
    ],
)
def test_an_operator_changes_a_payload(operator: str, how: str, path: Any, change: Any) -> None:
    spoiled = list(OPERATORS[operator](shown(ROUND, DONE), path, how))

    assert spoiled == ([] if change is None else [change(ROUND)])


def with_text(message: dict[str, Any], text: str = "Go, amber-17.") -> dict[str, Any]:
    return {**message, "content": text}


def renamed(message: dict[str, Any]) -> dict[str, Any]:
    return {"id" if key == "tool_call_id" else key: item for key, item in message.items()}


def test_a_message_is_split_wherever_the_list_stands() -> None:
    inside = scene({"messages": ROUND, "tools": []}, KNOWN.places["zhipu"], DONE)
    [spoiled] = OPERATORS["split"](inside, ("messages", 0, "content"), "")

    assert spoiled["messages"][:2] == [with_text(ROUND[0], "Go, am"), with_text(ROUND[0], "ber-17.")]
    assert spoiled["messages"][2:] == ROUND[1:]
    assert list(OPERATORS["split"](inside, ("tools",), "")) == []


def test_a_thought_is_torn_from_another() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
    text = {"type": "text", "text": "Done, jade-31."}
    found = [
        scene([{"role": "assistant", "content": c}], KNOWN.places["anthropic"], DONE)
        for c in ([thought, thought], [thought, text])
    ]

    assert [len(list(OPERATORS["drop"](each, (0, "content", 0), "torn"))) for each in found] == [1, 0]


def test_an_id_is_changed_wherever_it_stands() -> None:
    [spoiled] = OPERATORS["wrong-id"](shown(ROUND, DONE), (1, "tool_calls", 0, "id"), "everywhere")

    assert (spoiled[1]["tool_calls"][0]["id"], spoiled[2]["tool_call_id"]) == ("call_of_mine", "call_of_mine")


def test_a_call_takes_its_id_for_its_name() -> None:
    path = (1, "tool_calls", 0, "function", "name")
    [spoiled] = OPERATORS["wrong-name"](shown(ROUND, DONE), path, "id")

    assert get(spoiled, path) == "c1"


def test_two_of_one_history_change_places() -> None:
    found = shown()
    [first, _] = found.alike("utterance")
    [spoiled] = OPERATORS["swap"](found, first, "")

    assert spoiled[1]["content"] == "<history>\nAnn: To the bay, jade-31.\nBob: Where to, cobalt-42?\n</history>"


# The command


def printed(*arguments: str) -> tuple[int, str]:
    return answered("mutants", "--jobs", "1", *arguments)


def test_the_command_prints_rates_by_operator_and_by_dialect() -> None:
    code, out = printed("--dialect", "deepseek", "--operator", "drop", "--operator", "wrap", "--case", "tools/p*")

    assert code == 0
    assert f"{len(KNOWN.mutants)} mutants" in out
    lines = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert lines[:5] == ["operator", "drop", "wrap", "dialect", "deepseek"]
    assert "survivors are explained, 0 are not" in out


@pytest.mark.slow
def test_the_command_fails_where_too_little_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_promptfmt.verdicts.recorded.schema", lambda request: ())
    code, out = printed("--dialect", "deepseek", "--operator", "nullify", "--case", "tools/p*")

    assert code == 1
    assert "  nullify/" in out
    assert EACH > 0.5


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--dialect", "opanai"], "'opanai' is no dialect; did you mean 'openai'?"),
        (["--operator", "dorp"], "'dorp' is no operator; did you mean 'drop'?"),
    ],
)
def test_a_name_that_is_unknown_is_told(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.slow
def test_a_mutant_and_what_it_changed_are_told_apart() -> None:
    """An application of a mutant that says nothing is a survivor; with a warning it is killed if that is asked."""
    [found] = apply(
        "deepseek.chat", [Mutant("x", "nullify", "call-role", ("deepseek",), intended="schema")], payloads=1
    )

    assert (found.killed, found.attributed, found.first, found.wrong) == (True, True, "schema", True)
    assert isinstance(found.entry, Mutant)

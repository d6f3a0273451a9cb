"""The kit does not cry wolf: what says the same in another way is accepted."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.generated_payloads import formatters, subjects
from support.shell import answered

from pytest_promptfmt import check_formatter
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import case_files
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.trial import Formatter
from pytest_promptfmt.generation.cases import case_of, choices
from pytest_promptfmt.selftest.mutants import (
    Rewrite,
    apply,
    apply_to,
    catalogue,
    changed,
    rewritten_everywhere,
    staged_of,
)
from pytest_promptfmt.selftest.mutants.paths import JSON
from pytest_promptfmt.selftest.mutants.places import Scene, scene
from pytest_promptfmt.selftest.mutants.respelled import SAME
from pytest_promptfmt.selftest.mutants.rewrites import ASIDE, REWRITES, VALUES

KNOWN = catalogue()
SAMPLE = (
    ("anthropic.chat", "vision/*"),
    ("openai.multiagent", "multiagent/*"),
    ("gemini.chat", "tools/*"),
    ("ollama.multiagent", "tools/*"),
    ("dashscope-multimodal.chat", "chat/*"),
)


# The catalogue


def test_there_are_enough_of_them_and_each_has_a_name_of_its_own() -> None:
    """A rewrite counts once in each dialect: what a string may become differs from one to the other."""
    names = [rewrite.id for rewrite in KNOWN.rewrites]

    assert sum(len(rewrite.dialects) for rewrite in KNOWN.rewrites) >= 150
    assert sorted(set(names)) == sorted(names)


def test_what_a_rewrite_names_is_known() -> None:
    kinds = {kind for table in KNOWN.places.values() for kind in table.values()}
    kinds |= {"texts", "content-texts", "result-texts", "utterance", "label"}

    used = {rewrite.operator for rewrite in KNOWN.rewrites}
    assert {*SAME, *ASIDE} <= used <= set(REWRITES)
    for rewrite in KNOWN.rewrites:
        assert rewrite.at in kinds
        assert rewrite.why
        assert set(rewrite.dialects) <= set(DIALECTS)
        assert rewrite.scenario in ("", "chat", "multiagent")


@pytest.mark.slow
def test_each_of_them_can_be_made_in_each_of_its_dialects() -> None:
    shown = {target: staged_of(target) for target in KNOWN.targets}
    idle = [
        (rewrite.id, dialect)
        for rewrite in KNOWN.rewrites
        for dialect in rewrite.dialects
        if not any(
            any(changed(rewrite, each.scene, ""))
            for target, known in shown.items()
            if target.startswith(f"{dialect}.") and target.endswith(rewrite.scenario)
            for each in known
        )
    ]

    assert idle == []


# A run


@pytest.mark.sampled(8, 3)
@pytest.mark.parametrize(("target", "cases"), SAMPLE)
def test_a_sample_is_accepted(target: str, cases: str) -> None:
    found = list(apply(target, KNOWN.rewrites, cases=cases, payloads=3))

    assert len(found) > 30
    assert [str(each) for each in found if each.wrong] == []


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("target", KNOWN.targets)
def test_a_larger_sample_is_accepted(target: str) -> None:
    assert [str(each) for each in apply(target, KNOWN.rewrites, payloads=12) if each.wrong] == []


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("target", KNOWN.targets)
def test_those_of_generated_conversations_are_accepted(target: str) -> None:
    found = list(apply_to(target, subjects(target, 4), KNOWN.rewrites, payloads=1))

    assert len(found) > 3
    assert [str(each) for each in found if each.wrong] == []


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("target", KNOWN.targets)
def test_who_rewrites_all_that_it_writes_obeys_the_laws(target: str) -> None:
    """Each rewrite is made of a right formatter, and asked of one generated conversation."""
    dialect, _, scenario = target.rpartition(".")
    drawn, found, asked = list(choices(target, 200, 21)), [], 0
    with Caller() as call:
        formatter = Formatter(formatters(target), target, call, None)
        for rewrite in KNOWN.rewrites:
            if dialect not in rewrite.dialects or rewrite.scenario not in ("", scenario):
                continue

            def rewritten(conversation: Conversation, rewrite: Rewrite = rewrite) -> Any:
                payload = formatter(conversation)
                return rewritten_everywhere(rewrite, scene(payload, KNOWN.places[dialect], conversation))

            id_, choice = Random(f"{rewrite.id} {target}").choice(drawn)
            [judgement] = check_formatter({target: rewritten}, cases=[case_of(id_, dialect, choice)]).judgements
            asked += judgement.exchange.failure is None and not any(each.is_error for each in judgement.findings)
            found += (f"{rewrite.id}: {each}" for each in judgement.findings if each.id.startswith("laws."))
    case_files.remove_root()

    assert asked > 2
    assert found == []


def test_a_rewrite_that_changes_the_meaning_is_blamed() -> None:
    """The run can fail: content that says something else is no rewrite."""
    lie = Rewrite("lie", "replace", "content-text", ("deepseek",), "it does not", how='"Something else."')
    found = list(apply("deepseek.chat", [lie], cases="chat/plain-turns"))

    assert {each.path for each in found if each.wrong} == {each.path for each in found}
    assert "" in {each.path for each in found}  # also where it is made at every place at once


# Rewrites, by hand


@pytest.mark.parametrize(
    ("operator", "how", "value", "expected"),
    [
        ("as-string", "", [{"type": "text", "text": "a"}], ["a"]),
        ("as-string", "", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], []),
        ("as-string", "\n", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], ["a\nb"]),
        ("as-string", "", [{"type": "image_url", "image_url": {}}], []),
        ("as-part", "typed", "a", [[{"type": "text", "text": "a"}]]),
        ("as-part", "item", "a", [[{"text": "a"}]]),
        ("as-part", "bare", {"type": "text", "text": "a"}, ["a"]),
        ("as-part", "input", {"output": "a"}, [{"output": [{"type": "input_text", "text": "a"}]}]),
        ("as-part", "json", {"text": "a"}, [{"json": {"output": "a"}}]),
        ("as-part", "untyped", {"type": "image_url", "image_url": {}}, [{"image_url": {}}]),
        ("as-uri", "", "R0lGODlhAQABAA==", ["data:image/gif;base64,R0lGODlhAQABAA=="]),
        ("as-uri", "", "bm90aGluZw==", []),
        ("respell", "ascii", '{"a": "ä"}', ['{"a": "\\u00e4"}']),
        ("respell", "compact", '{"a": [1, 2]}', ['{"a":[1,2]}']),
        ("respell", "escapes", '{"ab": 1}', ['{"\\u0061\\u0062": 1}']),
        ("respell", "slashes", '{"a": "/"}', ['{"a": "\\/"}']),
        ("respell", "floats", '{"a": 1, "b": true}', ['{"a": 1.0, "b": true}']),
        ("respell", "exponents", '{"a": 12}', ['{"a": 12e0}']),
        ("respell", "exponents", '{"a": 12345678901234567890}', []),
        ("respell", "floats", '{"a": 12345678901234567891}', ['{"a": 12345678901234567891}']),
        ("respell", "", {"a": [1]}, [{"a": [1.0]}]),
        ("default", '{"refusal": null}', {"role": "assistant"}, [{"role": "assistant", "refusal": None}]),
        ("default", '{"refusal": null}', {"refusal": "no"}, []),
        ("replace", '"developer"', "system", ["developer"]),
        ("reencode", "url-safe", "+/+/", ["-_-_"]),
        ("reencode", "no-padding", "YQ==", ["YQ"]),
        ("detail", "", {"url": "https://x"}, [{"url": "https://x", "detail": "auto"}]),
        ("detail", "", {"data": "YQ=="}, []),
        ("wrapped", "", "ä", ['{"status": "ok", "output": "ä"}']),
        ("wrapped", "value", "a", [{"status": "ok", "output": "a"}]),
        ("parse", "", "[1]", [[1]]),
        ("media-first", "", [{"text": "a"}, {"image": "b"}], [[{"image": "b"}, {"text": "a"}]]),
        ("media-first", "", [{"text": "a"}, {"text": "b"}], []),
        ("backwards", "", [{"function_call": 1}, {"function_call": 2}], [[{"function_call": 2}, {"function_call": 1}]]),
        ("backwards", "", [{"text": "a"}, {"function_call": 1}], []),
    ],
)
def test_a_rewrite_changes_a_value(operator: str, how: str, value: Any, expected: list[Any]) -> None:
    assert list(VALUES[operator](value, how)) == expected


def test_the_order_of_keys_is_turned_around() -> None:
    [turned] = VALUES["key-order"]({"a": 1, "b": 2}, "")

    assert list(turned) == ["b", "a"]


TALK = parse(
    [
        {"role": "system", "content": "Be brief, amber-17."},
        {"role": "user", "name": "Ann", "content": "Where to, cobalt-42?"},
        {"role": "user", "name": "Bob", "content": "To <the> bay, jade-31."},
    ]
)
LINES = "Ann: Where to, cobalt-42?\nBob: To <the> bay, jade-31."
FRAMED = f"# History\n<history>\n{LINES}\n</history>"
TURN = "<turn><who>{}</who>{}</turn>"
SYSTEM, USER = {"role": "system", "content": "Be brief, amber-17."}, {"role": "user", "content": FRAMED}


def shown(payload: Any, dialect: str = "deepseek", talk: Conversation = TALK) -> Scene:
    return scene(payload, KNOWN.places[dialect], talk)


def rewritten(operator: str, payload: Any, path: Any, how: str = "", dialect: str = "deepseek") -> list[Any]:
    return list(REWRITES[operator](shown(payload, dialect), path, how))


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("lines", LINES),
        ("brackets", "[Ann] Where to, cobalt-42?\n[Bob] To <the> bay, jade-31."),
        ("bold", "**Ann**: Where to, cobalt-42?\n\n**Bob**: To <the> bay, jade-31.\n"),
        (
            "escaped",
            f"{TURN.format('Ann', 'Where to, cobalt-42?')}\n{TURN.format('Bob', 'To &lt;the&gt; bay, jade-31.')}",
        ),
        (
            "json",
            '{"name": "Ann", "content": "Where to, cobalt-42?"}\n{"name": "Bob", "content": "To <the> bay, jade-31."}',
        ),
    ],
)
def test_a_history_gets_another_frame(how: str, expected: str) -> None:
    assert rewritten("reframe", [SYSTEM, USER], (1, "content"), how) == [
        [SYSTEM, {"role": "user", "content": expected}]
    ]


def test_a_history_becomes_a_message_for_each_line() -> None:
    lines = [{"role": "user", "content": line} for line in LINES.split("\n")]

    assert rewritten("turns", [SYSTEM, USER], (1, "content")) == [[SYSTEM, *lines]]


def test_what_is_said_beside_a_call_becomes_a_message_before_it() -> None:
    calls = [{"id": "c1", "type": "function", "function": {"name": "go", "arguments": "{}"}}]
    message = {"role": "assistant", "content": "Be brief, amber-17.", "tool_calls": calls}
    expected = [
        {"role": "assistant", "content": "Be brief, amber-17."},
        {"role": "assistant", "content": None, "tool_calls": calls},
    ]

    assert rewritten("apart", [message], (0, "content")) == [expected]


def test_neighbours_of_one_role_become_one_message() -> None:
    users = [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]

    assert rewritten("together", users, (0,)) == [[{"role": "user", "content": "a\n\nb"}]]
    assert rewritten("together", users, (1,)) == []
    assert rewritten("together", [SYSTEM, USER], (0,)) == []


def test_the_list_comes_in_its_request() -> None:
    assert rewritten("envelope", [SYSTEM, USER], (), "messages") == [{"messages": [SYSTEM, USER], "temperature": 0}]
    assert rewritten("envelope", [SYSTEM, USER], (), "system") == [{"system": SYSTEM["content"], "messages": [USER]}]
    assert rewritten("envelope", [USER], (), "system") == []


HELD = {"instructions": "Be brief, amber-17.", "input": [USER]}


def test_system_text_leaves_its_own_place() -> None:
    below = {"input": [{"role": "developer", "content": "Be brief, amber-17."}, USER]}

    assert rewritten("system-below", HELD, ("instructions",), "developer", "openai-responses") == [below]
    assert rewritten("list-form", HELD, (), "instructions", "openai-responses") == [[SYSTEM, USER]]
    assert rewritten("list-form", {"input": [USER]}, (), "instructions", "openai-responses") == [[USER]]


def test_what_is_in_a_request_is_not_put_into_one() -> None:
    assert rewritten("envelope", {"messages": [USER]}, ("messages",), "messages", "zhipu") == []


def test_thoughts_are_left_out_where_more_is_said() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
    more = [thought, {"type": "text", "text": "Be brief, amber-17."}, thought]
    said = {"role": "assistant", "content": more}

    assert rewritten("unthought", [said], (), dialect="anthropic") == [[{**said, "content": more[1:2]}]]
    assert rewritten("unthought", [said, {**said, "content": [thought]}], (), dialect="anthropic") == []


CALL = {"role": "model", "parts": [{"function_call": {"id": "c1", "name": "go_on", "args": {"a_b": 1}}}]}
ANSWER = {"role": "user", "parts": [{"function_response": {"id": "c1", "name": "go_on", "response": {"output": "x"}}}]}


def test_ids_go_where_the_name_tells() -> None:
    [told] = rewritten("no-ids", [CALL, ANSWER], (), dialect="gemini")
    [twice] = rewritten("no-ids", [CALL, ANSWER, CALL, ANSWER], (), dialect="gemini")

    assert told[0]["parts"][0]["function_call"] == {"name": "go_on", "args": {"a_b": 1}}
    assert "id" not in told[1]["parts"][0]["function_response"]
    assert twice == [CALL, ANSWER, CALL, ANSWER]


def test_keys_are_spelled_in_camel_case_but_for_the_callers_own() -> None:
    [told] = rewritten("camel", [CALL], (), dialect="gemini")

    assert told[0]["parts"][0] == {"functionCall": {"id": "c1", "name": "go_on", "args": {"a_b": 1}}}


def test_json_inside_a_string_is_reached() -> None:
    function = {"name": "go", "arguments": '{"to": 1}'}
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": function}]}

    assert (0, "tool_calls", 0, "function", "arguments", JSON, "to") in shown([call]).alike("argument")


# The command


@pytest.mark.slow
def test_the_command_counts_by_dialect() -> None:
    code, told = answered("mutants", "--rewrites", "--dialect", "ollama", "--case", "tools/p*", "--jobs", "1")

    assert code == 0
    assert f"{len(KNOWN.rewrites)} rewrites" in told
    assert "100.0 % accepted" in told
    assert told.splitlines()[2].split()[0] == "ollama"


def test_the_command_fails_where_one_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil: dict[str, Any] = {"key-order": lambda scene, path, how: iter([[]])}
    monkeypatch.setattr("pytest_promptfmt.selftest.mutants.REWRITES", {**REWRITES, **spoil})
    asked = ("--operator", "key-order", "--dialect", "openai", "--case", "chat/o*", "--jobs", "1")

    code, told = answered("mutants", "--rewrites", *asked)

    assert code == 1
    assert "  key-order/user-message in openai.chat chat/one-user at " in told

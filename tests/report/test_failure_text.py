"""The failure text: what is wrong, where, by whose word, what was to be said, how to run it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.common.text import compact, safe
from pytest_promptfmt.corpus import Case, Expectation, case_from_json
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.exchange.failure import Failure
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.report.excerpt import contrast, conversation_lines, fragment
from pytest_promptfmt.report.failure_text import errors, explain, fold, headline, rerun_command
from pytest_promptfmt.report.words import provider_says
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

TALK = [
    {"role": "user", "content": "Paris today?"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "call_1", "name": "weather", "input": {"city": "Paris"}}],
    },
    {"role": "tool", "content": [{"type": "tool_result", "id": "call_1", "name": "weather", "output": "18"}]},
    {"role": "assistant", "name": "Ann", "content": "It is 18."},
]


def case(messages: list[Any] = TALK, **more: Any) -> Case:
    document = {"messages": messages, **more}
    return case_from_json("tools", {"name": "one", "hunts": "a result that is lost", "conversation": document})


def judgement(
    *findings: Finding, payload: Any = (), outcome: Outcome = Outcome.FAIL, messages: Any = TALK
) -> Judgement:
    one = case(messages)
    exchange = Exchange("openai.chat", one, one.conversation(), payload=payload)
    return Judgement(from_object({"openai.chat": print}, "mypkg"), exchange, (Verdict("x", outcome, findings),))


def finding(id_: str = "fidelity.lost-text", path: str = "$", message: str = "it is lost", **more: Any) -> Finding:
    return Finding(id_, Severity.ERROR, path, message, **more)


PROTOCOL = finding(
    "anthropic.text-nonempty",
    "$[1].content[0].text",
    "the text is empty",
    data={"source": '"messages: text content blocks must be non-empty" (experiential#804)', "provider": "Anthropic"},
)


def test_a_failure_reads_like_this() -> None:
    payload = [{"role": "user", "content": "Paris today?"}, {"role": "assistant", "content": [{"text": ""}]}]

    assert explain(judgement(PROTOCOL, payload=payload), "pytest one").splitlines() == [
        "the text is empty",
        "",
        "formatter      openai.chat of mypkg",
        "case           tools/one, which looks for a result that is lost",
        "",
        "error          anthropic.text-nonempty at $[1].content[0].text",
        'provider       Anthropic: "messages: text content blocks must be non-empty" (experiential#804)',
        'payload        $ = [{"role":"user","content":"Paris today?"},{"role":"assistant","content":[{"text":""}]}]',
        "fix            leave out empty text blocks, and messages of nothing but white space",
        'right          [{"role":"user","content":[{"type":"text","text":"Hi"}]}]  (keeps the rule)',
        "",
        'conversation   [0] user: "Paris today?"',
        '               [1] assistant: tool_use call_1 weather {"city":"Paris"}',
        '               [2] tool: tool_result call_1 "18"',
        '               [3] assistant Ann: "It is 18."',
        "",
        "more           promptfmt explain anthropic.text-nonempty",
        "run it again   pytest one",
    ]


OFFER = {"name": "weather", "description": "How it is.", "parameters": {"type": "object", "properties": {"city": {}}}}


@pytest.mark.parametrize(
    ("wrong", "offered"),
    [
        (finding("fidelity.lost-parameter", "$[0].tools[0]"), True),
        (finding("openai.tool-type", "$.tools[0].type"), True),
        (finding("bedrock.tool-choice", "$.toolConfig.tools[0]"), True),
        (finding("exchange.raised"), True),
        (finding(), False),
    ],
)
def test_the_tools_on_offer_are_told_where_they_may_be_what_is_wrong(wrong: Finding, offered: bool) -> None:
    one = case(tools=[OFFER])
    exchange = Exchange("openai.chat", one, one.conversation(), payload=[{"role": "user", "content": "Hi"}])
    verdicts = (Verdict("x", Outcome.FAIL, (wrong,)),)
    text = explain(Judgement(from_object({"openai.chat": print}, "mypkg"), exchange, verdicts))

    line = 'tool           weather {"type":"object","properties":{"city":{}}}'
    assert (line in text.splitlines()) is offered


def test_several_findings_are_told_by_id_and_the_rest_are_counted() -> None:
    many = [finding(f"fidelity.loss-{i}", "$", f"loss {i}") for i in range(7)]
    again = [finding("fidelity.loss-0", f"$[{i}]", "once more") for i in range(5)]
    text = explain(judgement(*many, *again))

    assert text.startswith("loss 0 (and 11 more findings)\n")
    assert text.count("\nerror ") == 5
    assert text.count("\nalso ") == 3
    assert "and at 2 more places" in text
    assert "… and 2 more: fidelity.loss-5, fidelity.loss-6" in text


def test_what_the_schema_says_of_a_place_of_which_a_rule_says_more_is_folded_into_that() -> None:
    there = finding("schema.minLength", PROTOCOL.path, "too short")
    elsewhere = finding("schema.type", "$[0]", "no object")

    assert fold([there, elsewhere, PROTOCOL]) == [elsewhere, PROTOCOL]
    assert headline(judgement(there, PROTOCOL)) == "the text is empty"


def test_a_warning_makes_no_failure_and_folds_nothing_but_its_words_are_taken() -> None:
    warning = Finding("openai.x", Severity.WARNING, "$[0]", "hm")
    shape = finding("schema.type", "$[0]")

    assert fold([warning, shape]) == [warning, shape]
    (group,) = errors(judgement(warning, shape))
    assert (group.finding.id, group.finding.path, group.finding.message) == (shape.id, shape.path, "hm")


def test_what_was_expected_to_fail_is_told_beside() -> None:
    one = judgement(finding())
    known = Verdict("protocol", Outcome.XFAIL, (PROTOCOL,), "known (#7)")
    both = Judgement(one.implementation, one.exchange, (*one.verdicts, known))

    assert "known          an expected failure: known (#7)" in explain(both)
    assert "anthropic.text-nonempty" not in explain(both)


def test_where_a_conversation_cannot_be_sent_as_it_stands_the_text_says_what_is_right() -> None:
    one = judgement(finding())
    for demand, says in (
        ("either", "right is       a clear error, or to leave out calls that nobody answered (no reason)"),
        ("refuse", "right is       a clear error and no payload (no reason)"),
    ):
        expectation = Expectation(demand, ("drop-open-calls",), "no reason")  # type: ignore[arg-type]
        exchange = replace(one.exchange, case=replace(one.case, expectations=(expectation,)))

        assert says in explain(replace(one, exchange=exchange)).splitlines()


def test_an_exception_is_told_without_a_traceback() -> None:
    failure = Failure("raised", "KeyError", "'name'", "mypkg.py:12 in chat")
    raised = finding("exchange.raised", "$", "the formatter raised KeyError: 'name' (mypkg.py:12 in chat)")
    one = case()
    exchange = Exchange("openai.chat", one, one.conversation(), failure=failure)
    text = explain(Judgement(from_object({"openai.chat": print}), exchange, (Verdict("x", Outcome.ERROR, (raised,)),)))

    assert text.startswith("the formatter raised KeyError: 'name' (mypkg.py:12 in chat)\n")
    assert "\nerror          exchange.raised\n" in text
    assert "payload" not in text


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            'spec; "a long enough sentence" code x (repo#1, repo#2); more',
            'Anthropic: "a long enough sentence" (repo#1, repo#2)',
        ),
        ("'single quotes hold \"this\" one' (x#1)", 'Anthropic: "single quotes hold "this" one" (x#1)'),
        ("SDK docstring", "Anthropic: SDK docstring"),
        ("", ""),
        (7, ""),
        ('"one with \\"quotes\\" in it" and no reference', 'Anthropic: "one with "quotes" in it"'),
    ],
)
def test_the_provider_is_quoted_with_the_source(source: Any, says: str) -> None:
    assert provider_says(finding("anthropic.x", data={"source": source, "provider": "?"})) == says


def test_the_words_belong_to_the_rules_provider_and_not_to_who_borrows_it() -> None:
    borrowed = finding("openai.name-pattern", data={"source": '"does not match the pattern"', "provider": "vLLM"})

    assert provider_says(borrowed).startswith("OpenAI: ")


def test_strings_are_shown_where_they_first_differ() -> None:
    one, other = "x" * 500 + "é" + "y" * 500, "x" * 500 + "e" + "y" * 500
    shown = dict(contrast(one, other))

    assert shown["expected"] == f'…"{"x" * 30}é{"y" * 49}"…'
    assert shown["actual"] == f'…"{"x" * 30}e{"y" * 49}"…'
    assert shown[""] == "the first difference is at character 500"
    assert dict(contrast("abc", "abcd" * 20))["expected"] == '"abc"'


def test_values_are_shown_where_they_first_differ() -> None:
    assert list(contrast({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})) == [
        ("expected", "2 at $.a[1].b"),
        ("actual", "3"),
    ]
    assert list(contrast(["string", "null"], 7)) == [("expected", '["string","null"]'), ("actual", "7")]


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("$", "$"),
        ("$.messages[1].content", "$"),
        ("$.messages[0]['odd key'].x", "$"),
        ("$.nowhere[3]", "$"),
    ],
)
def test_a_small_payload_is_shown_whole(path: str, place: str) -> None:
    payload = {"messages": [{"odd key": {"x": 1}}, {"content": "hi"}]}

    assert fragment(payload, path) == [(place, compact(payload))]


def test_of_a_large_one_the_widest_part_that_fits() -> None:
    payload = {"messages": [{"content": "z" * 300}, {"content": [{"text": "hi"}], "odd 'key'": 1}]}

    assert fragment(payload, "$.messages[1].content[0].text") == [
        ("$.messages[1]", '{"content":[{"text":"hi"}],"odd \'key\'":1}')
    ]
    assert fragment(payload, "$.messages[1]['odd \\'key\\'']")[0][0] == "$.messages[1]"
    assert fragment(payload, "$.messages[0].content")[0][1].startswith('"zzzz')
    assert [place for place, _ in fragment(payload, "$")] == ["$.messages[0]", "$.messages[1]"]
    assert fragment([{"n": "y" * 50}] * 20, "$")[-1] == ("", "… 15 more")


@pytest.mark.parametrize("payload", [None, 7, "text", [], {}, [None], {"messages": None}, [[[]]]])
@pytest.mark.parametrize("path", ["$", "$[0].a", "$.messages[0].content", "$['a']", "$[9]", "nonsense"])
def test_no_payload_and_no_path_is_too_odd(payload: Any, path: str) -> None:
    assert fragment(payload, path)
    assert explain(judgement(finding(path=path), payload=payload))


LONG = [{"role": "user" if i % 2 == 0 else "assistant", "content": f"turn {i}"} for i in range(20)]


def test_of_a_long_conversation_what_matters_is_shown_with_its_neighbours() -> None:
    lines = conversation_lines(case(LONG).conversation(), about=(9,))

    assert lines == [
        "  … 8 messages",
        '  [8] user: "turn 8"',
        '> [9] assistant: "turn 9"',
        '  [10] user: "turn 10"',
        "  … 9 more messages",
    ]


def test_where_nobody_says_what_matters_the_payload_does() -> None:
    lines = conversation_lines(case(LONG).conversation(), around='{"role":"assistant","content":"turn 13"}')

    assert '> [13] assistant: "turn 13"' in lines


def test_else_it_begins_at_the_beginning() -> None:
    lines = conversation_lines(case(LONG).conversation())

    assert lines[0] == '  [0] user: "turn 0"'
    assert lines[-1] == "  … 16 more messages"


@pytest.mark.parametrize("about", [(-1,), (99,), (0, 99)])
def test_an_index_that_is_none_is_passed_over(about: tuple[int, ...]) -> None:
    assert conversation_lines(case(LONG).conversation(), about=about)


def test_every_kind_of_block_has_its_line() -> None:
    url = {"type": "url", "url": "https://example.org/a.png"}
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "image", "source": url},
        {"type": "audio", "source": {"type": "base64", "media_type": "audio/wav", "data": "AAAA"}},
        {"type": "tool_result", "id": "1", "output": [{"type": "text", "text": "a"}, {"type": "image", "source": url}]},
        {"type": "tool_result", "id": "2", "output": None, "is_error": True},
    ]
    (line,) = conversation_lines(case([{"role": "assistant", "content": blocks[:4]}]).conversation())
    (results,) = conversation_lines(case([{"role": "tool", "content": blocks[4:]}]).conversation())

    assert line == (
        '  [0] assistant: thinking "hm" + redacted_thinking + image https://example.org/a.png'
        " + audio audio/wav of 4 base64 characters"
    )
    assert results == '  [0] tool: tool_result 1 ["a", image https://example.org/a.png] + tool_result 2 (an error) null'


HOSTILE = "\x1b[2J\x07 \u202e\u2066 \ud800 \r\n\u2028\x85\ufeff\U000e0041"


def test_hostile_text_is_spelled_out() -> None:
    assert safe("plain, é, 東京, 🗝️") == "plain, é, 東京, 🗝️"
    assert safe(HOSTILE) == "\\u001b[2J\\u0007 \\u202e\\u2066 \\ud800 \\r\\n\\u2028\\u0085\\ufeff\\U000e0041"


def test_no_hostile_text_gets_out_wherever_it_comes_from() -> None:
    talk = [{"role": "user", "name": HOSTILE, "content": HOSTILE}]
    wrong = finding("fidelity.x", f"$['{HOSTILE}']", HOSTILE, data={"expected": HOSTILE, "actual": {HOSTILE: HOSTILE}})
    one = judgement(wrong, payload={HOSTILE: HOSTILE}, messages=talk)
    for text in (explain(one, HOSTILE), headline(one)):
        text.encode("utf-8")
        assert all(line.isprintable() for line in text.split("\n"))


def test_the_command_is_quoted_for_the_shell() -> None:
    assert rerun_command(["--promptfmt-impl=my file.py"], "promptfmt/a/b::c/d") == (
        "pytest '--promptfmt-impl=my file.py' promptfmt/a/b::c/d"
    )


def shout(conversation: Any) -> list[dict[str, Any]]:
    return [{"role": message.role, "content": message.text.upper()} for message in conversation.messages]


def test_the_report_of_a_function_call_is_a_table_and_the_first_failures() -> None:
    text = str(check_formatter({"openai.chat": shout}, cases=["chat/*"]))

    assert "  openai.chat " in text
    assert text.count("run it again") == 10
    assert "check_formatter(…, targets=['openai.chat'], cases=['chat/plain-turns'])" in text
    assert "more failures" in text


def test_the_report_of_nothing_says_so() -> None:
    assert "nothing was judged" in str(check_formatter({"openai.chat": shout}, cases=[]))

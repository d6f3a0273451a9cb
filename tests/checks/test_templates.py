"""Templates in the kit: the neutral input, the dialect that reads requests, and the comparison with what is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.checks.fidelity.templates import template_fidelity
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.conversation.template import TemplateCase, template_case
from pytest_promptfmt.corpus import Case, case_from_json, corpus
from pytest_promptfmt.dialects.aisbench import DIALECT
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import MediaPart, TextPart, Turn
from pytest_promptfmt.report.failure_text import explain
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.verdict import Outcome

READER = {"input_columns": ["question"], "output_column": "answer"}


def given(**changes: Any) -> dict[str, Any]:
    return {
        "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "Q: {question}\nA: {answer}"}},
        "reader_cfg": READER,
        "test": [{"question": "amber-17?", "answer": "jade-31"}],
        **changes,
    }


def case(*requests: Any, scenario: str = "string", expect: Any = None, **changes: Any) -> Case:
    entry = {"name": "one", "hunts": "a fault", "scenarios": [scenario], "template": given(**changes)}
    return case_from_json("templates", entry | {"requests": list(requests), "expect": [expect] if expect else []})


def human(prompt: Any) -> dict[str, Any]:
    return {"role": "HUMAN", "prompt": prompt}


def bot(prompt: Any) -> dict[str, Any]:
    return {"role": "BOT", "prompt": prompt}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def image(url: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


# the input


def test_a_template_is_read_from_json_with_what_it_leaves_out() -> None:
    template = template_case(given(train=[{"question": "x"}]))

    assert template.train == ({"question": "x"},)
    assert (template.meta_template, template.mode, template.replies) == (None, "gen", ())


def test_a_template_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        template_case(given()).mode = "last"  # type: ignore[misc]


def test_a_template_goes_to_json_and_back() -> None:
    template = template_case(given(replies=["a"], mode="every", meta_template={"round": []}))
    document = template.to_json()

    assert document == json.loads(json.dumps(document))
    assert template_case(document) == template


def test_a_template_with_a_key_of_another_name_is_refused() -> None:
    with pytest.raises(TypeError, match="dataset"):
        template_case(given(dataset=[]))


def test_each_call_of_a_formatter_has_a_template_of_its_own() -> None:
    one, other = case().given(), case().given()

    assert one == other
    assert isinstance(one, TemplateCase)
    assert isinstance(other, TemplateCase)
    assert one.test[0] is not other.test[0]


def test_a_case_needs_the_media_that_its_requests_show() -> None:
    assert case([human([text("a"), image("b")])]).needs == {"image"}
    assert case("a").needs == frozenset()


# the dialect


def test_the_targets_are_the_scenarios_of_the_contract() -> None:
    assert DIALECT.targets == ("aisbench.string", "aisbench.dialogue", "aisbench.multiturn", "aisbench.multimodal")


def test_each_request_is_a_message_of_the_payload() -> None:
    request = DIALECT.open(["a", [human("b")]])

    assert request.messages == ["a", [human("b")]]
    assert request.paths == ("$[0]", "$[1]")


@pytest.mark.parametrize(("payload", "kind"), [("a", "str"), ({"requests": []}, "dict"), (None, "null"), (3, "int")])
def test_what_is_no_list_is_no_payload(payload: Any, kind: str) -> None:
    with pytest.raises(NotAPayload, match=f"expected a list, with one request for each call of the model, got {kind}"):
        DIALECT.open(payload)


def test_the_reader_says_who_says_what_and_where() -> None:
    said = DIALECT.read(DIALECT.open(["a", [human("b"), {"role": "BOT", "prompt_mm": [text("c"), image("d")]}]]))

    assert said.turns == (
        Turn(None, (TextPart("a", "$[0]"),), "$[0]"),
        Turn(None, (TextPart("b", "$[1][0].prompt"),), "$[1][0]", "HUMAN"),
        Turn(
            None,
            (
                TextPart("c", "$[1][1].prompt_mm[0].text"),
                MediaPart("image", "$[1][1].prompt_mm[1].image_url", url="d"),
            ),
            "$[1][1]",
            "BOT",
        ),
    )


@pytest.mark.parametrize(
    ("kind", "address"), [("image", "a"), ("audio", {"url": "a"}), ("video", {"url": "a", "detail": "low"})]
)
def test_an_address_is_a_text_or_stands_under_url(kind: str, address: Any) -> None:
    payload = [[human([{"type": f"{kind}_url", f"{kind}_url": address}])]]
    [turn] = DIALECT.read(DIALECT.open(payload)).turns

    assert [(part.kind, part.url) for part in turn.parts if isinstance(part, MediaPart)] == [(kind, "a")]
    assert list(schema(DIALECT.open(payload))) == []


@pytest.mark.parametrize(
    ("payload", "wrong"),
    [
        ([3], ("type", "$[0]")),
        ([[""]], ("minLength", "$[0][0]")),
        ([[3]], ("type", "$[0][0]")),
        ([[{"prompt": "a"}]], ("required", "$[0][0]")),
        ([[{"role": "HUMAN"}]], ("required", "$[0][0]")),
        ([[{"role": "", "prompt": "a"}]], ("minLength", "$[0][0].role")),
        ([[{"role": None, "prompt": "a"}]], ("type", "$[0][0].role")),
        ([[human(3)]], ("type", "$[0][0].prompt")),
        ([[human(["a"])]], ("type", "$[0][0].prompt[0]")),
        ([[human([{"type": "image", "image": "a"}])]], ("enum", "$[0][0].prompt[0].type")),
        ([[human([{"type": "text"}])]], ("required", "$[0][0].prompt[0]")),
        ([[human([{"type": "text", "text": 3}])]], ("type", "$[0][0].prompt[0].text")),
        ([[human([{"type": "audio_url", "audio_url": 3}])]], ("type", "$[0][0].prompt[0].audio_url")),
        ([[human([{"type": "video_url", "video_url": {}}])]], ("required", "$[0][0].prompt[0].video_url")),
        ([[{"role": "HUMAN", "prompt_mm": [{"type": "image_url", "image_url": {"url": 3}}]}]],
         ("type", "$[0][0].prompt_mm[0].image_url.url")),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_a_request_of_another_shape_is_found_at_its_leaf(payload: Any, wrong: tuple[str, str]) -> None:
    found = [(finding.id.removeprefix("schema."), finding.path) for finding in schema(DIALECT.open(payload))]

    assert found == [wrong]


JUNK = (None, True, 3, 1.5, "", "a", [], {}, [[]], [{}], [None], {"role": 3}, {"type": "text"}, {"url": None})


def shapes_of(junk: Any) -> Iterator[Any]:
    """Junk at every depth of a payload."""
    yield from ([junk], [[junk]], [[human(junk)]], [[human([junk])]], [[{"role": junk, "prompt_mm": [junk]}]])
    for key in ("text", "image_url", "audio_url", "video_url"):
        yield [[human([{"type": key, key: junk}])]]
        yield [[human([{"type": key, key: {"url": junk}}])]]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_no_payload_is_too_odd_to_be_judged(junk: Any) -> None:
    for payload in shapes_of(junk):
        request = DIALECT.open(payload)

        list(schema(request))
        DIALECT.read(request)
        list(template_fidelity(template_case(given()), ("Q: amber-17?\nA: ",), request))
        list(template_fidelity(template_case(given()), ([human("Q: amber-17?"), human([image("a")])],), request))


# what is said


def found(
    right: Any,
    here: Any,
    *,
    train: Any = (),
    test: Any = None,
    replies: Any = (),
    tokens: Any = None,
    column: str = "answer",
) -> list[Finding]:
    """What is found in one request, where another one is right."""
    document = given(
        infer_cfg={"prompt_template": {"type": "PromptTemplate", "template": "", **(tokens or {})}},
        reader_cfg={"input_columns": ["question"], "output_column": column},
        train=train,
        test=[test or {"question": "amber-17?", "answer": "jade-31"}],
        replies=replies,
    )
    return list(template_fidelity(template_case(document), (right,), DIALECT.open([here])))


def kinds(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.id.removeprefix("fidelity."), finding.path) for finding in findings]


RIGHT_WAYS = {
    "the same": ([human("Q"), bot("A"), human("R")], [human("Q"), bot("A"), human("R")]),
    "a string": ("Q\nA: ", "Q\nA: "),
    "an empty turn less": ([human("Q"), bot("")], [human("Q")]),
    "an empty turn more": ([human("Q")], [human("Q"), bot("")]),
    "an empty turn between": ([human("Q"), human("R")], [human("Q"), bot(""), human("R")]),
    "joined neighbours": ([human("Q"), human("R")], [human("Q\nR")]),
    "neighbours apart": ([human("Q\nR")], [human("Q"), human("R")]),
    "a list of one text": ([human("Q")], [human([text("Q")])]),
    "texts in lines": ([human([text("Q"), text("R"), image("a")])], [human([text("Q\nR"), image("a")])]),
    "an empty text less": ([human([text(""), image("a")])], [human([image("a")])]),
    "prompt_mm": ([human([text("Q"), image("a")])], [{"role": "HUMAN", "prompt_mm": [text("Q"), image("a")]}]),
    "an address as text": ([human([image("a")])], [human([{"type": "image_url", "image_url": "a"}])]),
    "further keys": ([human("Q")], [{**human("Q"), "fallback_role": "BOT", "generate": False}]),
}


@pytest.mark.parametrize(("right", "here"), RIGHT_WAYS.values(), ids=list(RIGHT_WAYS))
def test_what_is_right_is_not_blamed(right: Any, here: Any) -> None:
    assert found(right, here) == []


WRONG_WAYS: dict[str, tuple[Any, Any, list[tuple[str, str]]]] = {
    "the answer": ("amber-17? A: ", "amber-17? A: jade-31", [("leaked-answer", "$[0]")]),
    "a value lost": ([human("amber-17?"), bot("A")], [bot("A")], [("lost-text", "$[0]")]),
    "a value changed": ("amber-17?", "amber-18?", [("lost-text", "$[0]")]),
    "a value doubled": ([human("amber-17?")], [human("amber-17?"), bot("A"), human("amber-17?")],
                        [("doubled-text", "$[0][0].prompt")]),
    "a value of another's": ([human("amber-17?"), bot("A")], [bot("amber-17?"), human("A")],
                             [("wrong-speaker", "$[0][0].prompt")]),
    "words of another's": ([human("Solve."), human("R")], [{"role": "SYSTEM", "prompt": "Solve."}, human("R")],
                           [("wrong-speaker", "$[0][0].prompt")]),
    "words lost": ([human("Solve."), bot("A"), human("R")], [bot("A"), human("R")], [("lost-text", "$[0]")]),
    "words changed": ("Q\nA: ", "Q\nA:", [("altered-text", "$[0]")]),
    "a turn's words changed": ([human("Q"), bot("A")], [human("Q"), bot("B")], [("altered-text", "$[0][1].prompt")]),
    "words in other turns": ([human("Q"), bot("A")], [human("Q"), bot("A"), human("Q"), bot("A")],
                             [("altered-text", "$[0]")]),
    "the last turn": ([human("amber-17?")], [human("amber-17?"), bot("A: ")], [("turn-kept", "$[0][1]")]),
    "a string": ([human("amber-17?")], "amber-17?", [("other-form", "$[0]")]),
    "role items": ("amber-17?", [human("amber-17?")], [("other-form", "$[0]")]),
    "no request at all": ([human("amber-17?")], None, [("lost-text", "$[0]")]),
    "media lost": ([human([text("Q"), image("a")])], [human([text("Q")])], [("lost-media", "$[0]")]),
    "one of two lost": ([human([image("a"), image("a")])], [human([image("a")])], [("lost-media", "$[0]")]),
    "media doubled": ([human([image("a")])], [human([image("a"), image("a")])],
                      [("doubled-media", "$[0][0].prompt[0].image_url")]),
    "another address": ([human([image("a")])], [human([image("b")])],
                        [("lost-media", "$[0]"), ("altered-media", "$[0][0].prompt[0].image_url")]),
    "another kind": ([human([image("a")])], [human([{"type": "video_url", "video_url": "a"}])],
                     [("lost-media", "$[0]"), ("altered-media", "$[0][0].prompt[0].video_url")]),
    "media in another order": ([human([image("a"), image("b")])], [human([image("b"), image("a")])],
                               [("reordered", "$[0][0]")]),
    "text in another order": ([human([text("Q"), image("a")])], [human([image("a"), text("Q")])],
                              [("reordered", "$[0][0]")]),
    "media in another turn": ([human([text("Q"), image("a")]), bot("A")], [human("Q"), bot([text("A"), image("a")])],
                              [("altered-text", "$[0]")]),
}  # fmt: skip


@pytest.mark.parametrize(("right", "here", "expected"), WRONG_WAYS.values(), ids=list(WRONG_WAYS))
def test_what_is_wrong_is_found_for_what_it_is(right: Any, here: Any, expected: list[tuple[str, str]]) -> None:
    assert kinds(found(right, here)) == expected


def test_a_token_is_left_in_if_the_data_have_it_less_often() -> None:
    tokens = {"ice_token": "</E>", "sep_token": "<S>"}
    one = {"question": "a </E>, amber-17", "answer": "jade-31"}

    assert kinds(found("a </E>, amber-17", "</E>a </E>, amber-17", test=one, tokens=tokens)) == [("left-token", "$[0]")]
    assert kinds(found("Read. amber-17?", "Read.<S> amber-17?", tokens=tokens)) == [("left-token", "$[0]")]
    assert kinds(found("a </E>, amber-17.", "a </E>, amber-17!", test=one, tokens=tokens)) == [("altered-text", "$[0]")]
    assert found("a </E>, amber-17", "a </E>, amber-17", test=one, tokens=tokens) == []


def test_examples_in_another_order_are_told_by_their_names() -> None:
    train = [{"question": "cobalt-42?"}, {"question": "ember-23?"}]
    findings = found("cobalt-42?\nember-23?\namber-17?", "ember-23?\ncobalt-42?\namber-17?", train=train)

    assert kinds(findings) == [("reordered", "$[0]")]
    assert findings[0].message == "train[1].question is told where train[0].question belongs"


def test_an_answer_is_known_by_the_column_of_that_name_alone() -> None:
    row = {"answer": "jade-31", "answers": "cobalt-42"}

    assert kinds(found("A: ", "A: cobalt-42", test=row)) == [("doubled-text", "$[0]")]
    assert kinds(found("A: ", "A: jade-31", test=row)) == [("leaked-answer", "$[0]")]
    assert kinds(found("A: ", "A: jade-31", test=row, column="answers")) == [("doubled-text", "$[0]")]
    assert kinds(found("A: ", "A: cobalt-42", test=row, column="answers")) == [("leaked-answer", "$[0]")]


def test_the_truth_in_the_place_of_a_reply_is_a_leak() -> None:
    row = {"question": ["amber-17?", "falcon-58?"], "answer": ["ember-23", "jade-31"]}
    right = [human("amber-17?"), bot("otter-87"), human("falcon-58?")]
    here = [human("amber-17?"), bot("ember-23"), human("falcon-58?")]
    findings = found(right, here, test=row, replies=["otter-87", "heron-57"])

    assert kinds(findings) == [("leaked-answer", "$[0][1].prompt"), ("lost-text", "$[0]")]
    assert findings[0].message == "test[0].answer[0] is told: 'ember-23'"


def test_a_value_of_several_lines_is_found_where_turns_say_it_together() -> None:
    row = {"question": "amber-17\ncobalt-42"}

    assert kinds(found([bot("amber-17\ncobalt-42")], [human("amber-17"), human("cobalt-42")], test=row)) == [
        ("wrong-speaker", "$[0][0]")
    ]
    assert kinds(found([human("amber-17\ncobalt-42")], [human("amber-17"), bot("cobalt-42")], test=row)) == [
        ("lost-text", "$[0]"),
        ("turn-kept", "$[0][1]"),
    ]


def test_values_too_short_to_be_found_again_are_words() -> None:
    assert kinds(found("Q: 2", "Q: 3", test={"question": "2"})) == [("altered-text", "$[0]")]


def test_more_or_fewer_requests_are_one_finding() -> None:
    template = template_case(given())

    def count(*payload: str) -> list[tuple[str, str]]:
        return kinds(list(template_fidelity(template, ("a", "b"), DIALECT.open(list(payload)))))

    assert count("a", "b") == []
    assert count("a") == [("request-count", "$")]
    assert count() == [("request-count", "$")]
    assert count("a", "b", "c") == [("request-count", "$")]


def test_where_nothing_is_right_nothing_is_compared() -> None:
    assert list(template_fidelity(template_case(given()), (), DIALECT.open(["a"]))) == []


# the judge


def test_templates_go_to_their_targets_and_conversations_to_theirs() -> None:
    table = dict.fromkeys((*DIALECT.targets, "openai.chat", "ollama-generate.multiagent"), print)
    pairs = plan(from_object(table), corpus())

    assert {case.is_template for target, case in pairs if target.startswith("aisbench.")} == {True}
    assert {case.is_template for target, case in pairs if not target.startswith("aisbench.")} == {False}
    assert {target for target, _ in pairs} == set(table)
    assert len([case for _, case in pairs if case.is_template]) == len([case for case in corpus() if case.is_template])


def judged(formatter: Any, one: Case, **more: Any) -> Judgement:
    [judgement] = check_formatter({f"aisbench.{one.scenarios[0]}": formatter}, cases=[one], **more).judgements
    return judgement


def honest(template: TemplateCase) -> list[str]:
    return [f"Q: {row['question']}\nA: " for row in template.test]


def test_every_check_is_asked_but_for_rules_that_nobody_has() -> None:
    judgement = judged(honest, case("Q: amber-17?\nA: "))

    assert [verdict.check for verdict in judgement.verdicts] == ["schema", "fidelity", "purity", "errors"]
    assert judgement.outcome is Outcome.PASS


def test_a_reference_without_templates_is_not_asked_about_them() -> None:
    judgement = judged(honest, case("Q: amber-17?\nA: "), reference="agentscope-1.0")

    assert "golden" not in [verdict.check for verdict in judgement.verdicts]


def test_a_template_that_was_changed_or_shared_is_seen() -> None:
    def changes(template: TemplateCase) -> list[str]:
        template.test[0]["answer"] = ""  # type: ignore[index]
        return honest(template)

    def shares(template: TemplateCase) -> list[Any]:
        return [template.infer_cfg["prompt_template"]["template"]["round"]]

    shared = case(
        [human("Q")], scenario="dialogue", infer_cfg={"prompt_template": {"template": {"round": [human("Q")]}}}
    )

    assert [f.id for f in judged(changes, case("Q: amber-17?\nA: ")).findings] == ["purity.changed-input"]
    assert [f.id for f in judged(shares, shared).findings] == ["purity.shared-input"]


def test_a_formatter_in_two_steps_prepares_a_template() -> None:
    class TwoSteps:
        def prepare(self, template: TemplateCase) -> list[Any]:
            return [dict(row) for row in template.test]

        def format(self, rows: list[Any]) -> list[str]:
            return [f"Q: {row['question']}\nA: " for row in rows]

    assert judged(TwoSteps(), case("Q: amber-17?\nA: ")).outcome is Outcome.PASS


def test_what_is_to_be_refused_is_not_also_compared() -> None:
    refused = case(expect={"demand": "refuse", "why": "there is no such thing"})

    def refuses(template: TemplateCase) -> Any:
        raise ValueError("there is no such thing")

    assert [f.id for f in judged(honest, refused).findings] == ["errors.not-refused"]
    assert judged(refuses, refused).outcome is Outcome.PASS


def test_a_kind_of_media_that_is_not_claimed_may_be_refused() -> None:
    def refuses(template: TemplateCase) -> Any:
        raise ValueError("no images, please")

    class TextOnly:
        FORMATTERS = {"aisbench.multimodal": refuses}  # noqa: RUF012 - an implementation's table
        CAPABILITIES = {"aisbench.multimodal": {"blocks": []}}  # noqa: RUF012

    [judgement] = check_formatter(TextOnly, cases=["templates/multimodal-image-only"]).judgements

    assert judgement.outcome is Outcome.UNSUPPORTED
    assert judgement.verdicts[0].reason == "image is not claimed: refused: ValueError: no images, please"


def test_templates_travel_to_the_process_with_another_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "hashed.py"
    path.write_text(
        "def format_(template):\n"
        "    return [' '.join({f'{row}{i}' for i in range(9)}) for row in template.test]\n"
        "FORMATTERS = {'aisbench.string': format_}\n"
    )
    [judgement] = check_formatter(str(path), cases=["templates/string"], checks=["purity"]).judgements

    assert [finding.id for finding in judgement.findings] == ["purity.hash-seed"]


def test_a_failure_shows_the_template_the_data_and_what_is_right() -> None:
    one = case(
        "cobalt-42?\nember-23\namber-17?\n",
        infer_cfg={
            "ice_template": {"template": "{question}\n{answer}"},
            "prompt_template": {"template": "</E>{question}\n{answer}", "ice_token": "</E>"},
        },
        train=[{"question": f"{one}?", "answer": "ember-23"} for one in ("cobalt-42", "b", "c", "d", "e")],
        meta_template={"round": []},
        mode="every",
        replies=["Yes."],
    )
    judgement = judged(lambda template: ["cobalt-42?\nember-23\namber-17?\njade-31"], one)

    assert explain(judgement, "pytest one").splitlines() == [
        "test[0].answer is told: 'jade-31'",
        "",
        "formatter      aisbench.string of dict",
        "case           templates/one, which looks for a fault",
        "",
        "error          fidelity.leaked-answer at $[0]",
        'actual         "jade-31"',
        'payload        $ = ["cobalt-42?\\nember-23\\namber-17?\\njade-31"]',
        "fix            leave the answer of the row that is asked about out of the request",
        'right is       "cobalt-42?\\nember-23\\namber-17?\\n"',
        "",
        'infer_cfg      ice_template = {"template":"{question}\\n{answer}"}',
        '               prompt_template = {"template":"</E>{question}\\n{answer}","ice_token":"</E>"}',
        'reader_cfg     {"input_columns":["question"],"output_column":"answer"}',
        'train          {"question":"cobalt-42?","answer":"ember-23"}',
        '               {"question":"b?","answer":"ember-23"}',
        '               {"question":"c?","answer":"ember-23"}',
        "               … 2 more rows",
        'test           {"question":"amber-17?","answer":"jade-31"}',
        'meta_template  {"round":[]}',
        "mode           every",
        'replies        ["Yes."]',
        "",
        "more           promptfmt explain fidelity.leaked-answer",
        "run it again   pytest one",
    ]


def test_a_payload_of_templates_is_held_against_no_conversation() -> None:
    assert check_payload(["How far is it?"], "aisbench") == []
    with pytest.raises(ValueError, match="aisbench has no scenario 'chat'; known are string, dialogue"):
        check_payload(["How far is it?"], "aisbench", [{"role": "user", "content": "How far is it?"}])

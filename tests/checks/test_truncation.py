"""Truncation: who keeps the right part is not blamed, whatever the target, and the search for it takes its time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import drawn
from support.truncating import NothingFits, Truncating, drops, halves
from support.truncating_wrongly import WRONG

from promptfmt_reference import FORMATTERS
from promptfmt_reference.agentscope_v1.token.mini import encoding
from pytest_promptfmt import check_formatter
from pytest_promptfmt.checks.truncation import FINDINGS
from pytest_promptfmt.checks.truncation.kept import kept_suffix
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Case, case_from_json, load_family
from pytest_promptfmt.corpus.budget import COUNTERS, MEASURES, count
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.verdict import Outcome

WAYS: dict[str, tuple[dict[str, Any], str]] = {
    "naive": ({}, "drop"),
    "to-a-users-turn": ({"to_user": True}, "drop"),
    "with-a-summary": ({"summary": "they spoke of this and that"}, "summarise"),
}


def judged(formatter: Callable[..., Any], *cases: Case | str, target: str = "openai.chat", claim: str = "drop") -> Any:
    return check_formatter(Truncating(target, formatter, claim), cases=cases, timeout=5.0).judgements


def problems(judgement: Judgement) -> list[str]:
    return [str(f) for f in judgement.findings if f.is_error or f.id.startswith("truncation.")]


OF_CONVERSATIONS = [target for target in FORMATTERS if not target.startswith("aisbench")]
FEW = ("openai.chat", "openai.multiagent", "anthropic.chat", "gemini.multiagent")
LONG = {case.id for case in load_family("truncation") if len(case.conversation().messages) > 200}


def of_a_day(*row: str, every_day: bool) -> Any:
    """A row of a table whose rest is slow."""
    return pytest.param(*row, marks=[] if every_day else pytest.mark.slow)


EVERY_WAY = [
    of_a_day(target, way, every_day=target in FEW[:2] or (way == "naive" and target in FEW))
    for way in WAYS
    for target in (OF_CONVERSATIONS if way == "naive" else FEW)
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("target", "way"), EVERY_WAY)
def test_every_right_way_to_truncate_is_right(target: str, way: str) -> None:
    options, claim = WAYS[way]
    cases = [case for case in load_family("truncation") if case.id not in LONG]
    judgements = judged(drops(FORMATTERS[target], **options), *cases, target=target, claim=claim)

    assert len(judgements) >= 60
    assert [(j.case.id, problem) for j in judgements for problem in problems(j)] == []
    assert {j.outcome for j in judgements} <= {Outcome.PASS, Outcome.UNSUPPORTED}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("target", ["deepseek.chat", "vllm.multiagent", "gemini.chat"])
def test_long_histories_blame_nobody_who_searches_by_halves(target: str) -> None:
    cases = [case for case in load_family("truncation") if case.id in LONG]
    judgements = judged(halves(FORMATTERS[target]), *cases, target=target)

    assert len(judgements) >= 1
    assert [(j.case.id, problem) for j in judgements for problem in problems(j)] == []
    assert {j.outcome for j in judgements} == {Outcome.PASS}


def test_a_formatter_that_claims_no_truncation_is_not_asked() -> None:
    cases = load_family("truncation")

    assert plan(from_object(Truncating("openai.chat", FORMATTERS["openai.chat"], "none")), cases) == []
    assert plan(from_object({"openai.chat": FORMATTERS["openai.chat"]}), cases) == []
    asked = plan(from_object(Truncating("openai.chat", FORMATTERS["openai.chat"])), cases)
    assert [case.id for _, case in asked] == [case.id for case in cases if "chat" in case.scenarios]


def test_a_budget_is_asked_of_by_truncation_and_not_by_fidelity() -> None:
    mine = from_object(Truncating("openai.chat", drops(FORMATTERS["openai.chat"])))
    cases = [*load_family("truncation")[:1], *load_family("chat")[:1]]

    asked = {check: [case.family for _, case in plan(mine, cases, checks=[check])] for check in CHECKED}
    assert asked == CHECKED


CHECKED = {
    "schema": ["truncation", "chat"],
    "fidelity": ["chat"],
    "truncation": ["truncation"],
    "golden": [],
}


def test_two_steps_get_the_budget_in_the_second() -> None:
    class TwoSteps:
        def prepare(self, conversation: Conversation) -> list[Conversation]:
            return [conversation]

        async def format(self, native: list[Conversation], **options: Any) -> Any:
            seen.append(sorted(options))
            return drops(FORMATTERS["openai.chat"])(native[0], **options)

    seen: list[list[str]] = []
    (judgement,) = judged(TwoSteps(), "truncation/half-of-a-chat")

    assert problems(judgement) == []
    assert seen[:2] == [[], ["budget", "count"]]


def test_the_counter_that_is_given_is_the_kits() -> None:
    counters: set[Any] = set()

    def formatter(conversation: Conversation, **options: Any) -> Any:
        counters.add(options.get("count"))
        return drops(FORMATTERS["openai.chat"])(conversation, **options)

    judged(formatter, "truncation/half-of-a-chat")

    assert counters == {None, count}


def tiktoken(payload: Any) -> int:
    return len(encoding().encode(json.dumps(payload, ensure_ascii=False)))


@pytest.mark.slow
@pytest.mark.parametrize("target", [of_a_day(target, every_day=target == FEW[0]) for target in FEW])
def test_tiktoken_may_count(target: str) -> None:
    """A case in Python may bring any counter; the kit's own are `COUNTERS`."""
    counted = [(case, case.budget) for case in load_family("truncation") if case.budget and case.id not in LONG]
    cases = [replace(case, budget=replace(budget, counter=tiktoken)) for case, budget in counted]
    given: set[Any] = set()

    def byte_counting(conversation: Conversation, budget: int | None = None, count: Any = None) -> Any:
        given.add(count)
        return drops(FORMATTERS[target])(conversation, budget, COUNTERS["bytes"])

    right = judged(drops(FORMATTERS[target]), *cases, target=target)
    wrong = judged(byte_counting, *cases, target=target)

    assert [(j.case.id, problem) for j in right for problem in problems(j)] == []
    assert "truncation.over-budget" in {finding.id for j in wrong for finding in j.findings}
    assert given == {None, tiktoken}


def test_who_does_not_know_the_arguments_is_told_so() -> None:
    (judgement,) = judged(lambda conversation: FORMATTERS["openai.chat"](conversation), "truncation/half-of-a-chat")

    assert judgement.outcome is Outcome.ERROR
    assert "budget" in judgement.findings[0].message


def test_an_error_where_something_fits_is_no_answer() -> None:
    def formatter(conversation: Conversation, budget: int | None = None, count: Any = None) -> Any:
        if budget is not None:
            raise ValueError("I do not truncate")
        return FORMATTERS["openai.chat"](conversation)

    (some, none) = judged(formatter, "truncation/half-of-a-chat", "truncation/one-token")

    assert [f.id for f in some.findings] == ["exchange.raised"]
    assert none.outcome is Outcome.PASS


def test_who_never_comes_to_an_end_hangs() -> None:
    def formatter(conversation: Conversation, budget: int | None = None, count: Any = None) -> Any:
        while budget is not None:
            time.sleep(0.01)
        return FORMATTERS["openai.chat"](conversation)

    mine = Truncating("openai.chat", formatter)
    report = check_formatter(mine, cases=["truncation/one-token"], timeout=0.2)

    assert [finding.id for finding in report.findings] == ["exchange.hung"]


def test_what_the_provider_does_not_begin_with_need_not_be_kept() -> None:
    """A formatter refuses histories that begin with the assistant; the longest that it can say is right."""

    def formatter(conversation: Conversation, **options: Any) -> Any:
        if options:
            return drops(formatter)(conversation, **options)
        if conversation.messages[-1] is not conversation.messages[0] and conversation.messages[1].role == "assistant":
            raise ValueError("a user speaks first")
        return FORMATTERS["openai.chat"](conversation)

    (judgement,) = judged(formatter, "truncation/half-of-a-chat")

    assert problems(judgement) == []


def test_a_turn_put_in_for_the_sake_of_order_is_right() -> None:
    def formatter(conversation: Conversation, **options: Any) -> Any:
        if options:
            return drops(formatter)(conversation, **options)
        payload = FORMATTERS["openai.chat"](conversation)
        if payload[1]["role"] == "assistant":
            payload = [payload[0], {"role": "user", "content": "(continued)"}, *payload[1:]]
        return payload

    judgements = judged(formatter, "truncation/half-of-a-chat", "truncation/one-token-short")

    assert [problem for j in judgements for problem in problems(j)] == []


def test_a_suffix_that_is_said_twice_is_the_newest() -> None:
    """The same words early and late: those that are kept are the late ones."""
    said = [
        {"role": role, "content": text} for text in ("Yes.", "No.", "Yes.", "No.") for role in ("user", "assistant")
    ]
    entry = {"name": "n", "hunts": "h", "budget": {"of_full": 0.6}, "conversation": {"messages": [*said, said[0]]}}

    (judgement,) = judged(drops(FORMATTERS["openai.chat"]), case_from_json("truncation", entry))

    assert problems(judgement) == []


WORDS = st.sampled_from(["Yes.", "No.", "The number is 17.", "17", "Where?", "In the barn, as ever.", "x" * 60])
TURNS = st.one_of(
    st.tuples(st.sampled_from(["user", "assistant"]), WORDS),
    st.tuples(st.just("call"), st.integers(1, 3)),
)


def told(turns: list[tuple[str, Any]]) -> Iterator[dict[str, Any]]:
    for i, (role, said) in enumerate(turns):
        if role != "call":
            yield {"role": role, "content": said}
            continue
        ids = [f"call_{i}_{n}" for n in range(said)]
        yield {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": id_, "name": "f", "input": {}} for id_ in ids],
        }
        for id_ in ids:
            output = {"type": "tool_result", "id": id_, "name": "f", "output": f"ok {id_}"}
            yield {"role": "system", "content": [output]}


@given(st.lists(TURNS, max_size=8), st.floats(0, 1), st.sampled_from(["openai.chat", "anthropic.chat"]), st.booleans())
@settings(max_examples=drawn(60), deadline=None)
def test_no_history_and_no_budget_blame_the_naive_loop(
    turns: list[tuple[str, Any]], part: float, target: str, to_user: bool
) -> None:
    messages = [{"role": "system", "content": "Be brief."}, *told(turns), {"role": "user", "content": "Well?"}]
    entry = {"name": "n", "hunts": "h", "budget": {"of_full": part}, "conversation": {"messages": messages}}
    mine = Truncating(target, drops(FORMATTERS[target], to_user=to_user))
    (judgement,) = check_formatter(mine, cases=[case_from_json("truncation", entry)], checks=["truncation"]).judgements

    assert problems(judgement) == []


NAMES = ("amber", "cobalt", "jade", "falcon", "heron", "otter", "maple", "cedar")
SPOKEN = st.tuples(
    st.sampled_from(["user", "assistant"]), st.sampled_from(["So {}.", "Where is {}?", "{} " + "x" * 40])
)


def history(turns: list[tuple[str, Any]], budget: dict[str, Any]) -> Case:
    """A case of turns that all differ, with system text before them and a user's word behind them."""
    named = [
        (role, said if role == "call" else said.format(f"{name}-{i}"))
        for i, ((role, said), name) in enumerate(zip(turns, NAMES, strict=False))
    ]
    first = {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Listen."}
    messages = [*first, *told(named), {"role": "user", "content": "Well?"}]
    return case_from_json(
        "truncation", {"name": "n", "hunts": "h", "budget": budget, "conversation": {"messages": messages}}
    )


def answer(formatter: Callable[..., Any], case: Case, budget: int) -> str:
    """What comes of it, in one string."""
    try:
        return json.dumps(formatter(case.conversation(), budget=budget, count=count))
    except NothingFits:
        return "nothing fits"


# a history that is cut in the merged payload has lost its heading alone, and says what it keeps
CAUGHT = [
    of_a_day(target, way, every_day=target == "openai.chat")
    for target in ("openai.chat", "openai.multiagent")
    for way in WRONG
    if (target, way) != ("openai.multiagent", "cuts-inside-a-unit")
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("target", "way"), CAUGHT)
@given(st.lists(SPOKEN | st.tuples(st.just("call"), st.integers(1, 3)), min_size=1, max_size=7), st.integers(-1, 160))
@settings(max_examples=drawn(30), deadline=None)
def test_who_truncates_wrongly_is_caught_wherever_it_shows(
    target: str, way: str, turns: list[tuple[str, Any]], budget: int
) -> None:
    """It shows where the answer is none of those that are right."""
    case, honest, wrong = history(turns, {"tokens": budget}), FORMATTERS[target], WRONG[way](FORMATTERS[target])
    right = {answer(drops(honest), case, budget), answer(drops(honest, to_user=True), case, budget)}
    if right == {"nothing fits"}:
        right.add(json.dumps(honest(replace(case.conversation(), messages=case.conversation().messages[:1]))))
    (judgement,) = judged(wrong, case, target=target)

    if answer(wrong, case, budget) not in right:
        assert judgement.outcome in (Outcome.FAIL, Outcome.ERROR), answer(wrong, case, budget)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", WRONG)
@pytest.mark.parametrize("target", ["openai.chat", "anthropic.multiagent"])
def test_a_sweep_of_all_budgets_catches_everybody(target: str, way: str) -> None:
    turns: list[tuple[str, Any]] = [
        ("user", "So {}."),
        ("call", 2),
        ("assistant", "{} it is."),
        ("user", "Where is {}?"),
        ("call", 3),
        ("user", "{}?"),
    ]
    cases = [history(turns, budget) for budget in ({"sweep": 1}, {"tokens": 0}, {"below_edge": 2})]

    assert Outcome.PASS in {judged(drops(FORMATTERS[target]), case, target=target)[0].outcome for case in cases}
    assert any(
        judged(WRONG[way](FORMATTERS[target]), case, target=target)[0].outcome is not Outcome.PASS for case in cases
    )


@pytest.mark.parametrize("way", WAYS)
@given(
    st.lists(SPOKEN | st.tuples(st.just("call"), st.integers(1, 3)), max_size=7),
    st.sampled_from(["openai.chat", "anthropic.chat", "openai.multiagent", "gemini.chat"]),
    st.sampled_from(MEASURES),
    st.integers(-2, 9),
    st.sampled_from([*COUNTERS]),
)
@settings(max_examples=drawn(50), deadline=None)
def test_no_budget_of_any_kind_blames_who_truncates_rightly(
    way: str, turns: list[tuple[str, Any]], target: str, measure: str, amount: int, counter: str
) -> None:
    options, claim = WAYS[way]
    budget = {measure: amount / 8 if measure == "of_full" else amount * 9 if measure == "tokens" else max(1, amount)}
    case = history(turns, {**budget, "counter": counter})
    (judgement,) = check_formatter(
        Truncating(target, drops(FORMATTERS[target], **options), claim), cases=[case], checks=["truncation"]
    ).judgements

    assert problems(judgement) == []


def turns(number: int) -> dict[str, Any]:
    messages = [
        {"role": "assistant" if i % 2 else "user", "content": f"The number {i} is called amber-{i + 1000}."}
        for i in range(number)
    ]
    return {"messages": [{"role": "system", "content": "You count."}, *messages]}


def test_a_long_history_is_judged_in_time() -> None:
    entry = {"name": "n", "hunts": "h", "budget": {"of_full": 0.5}, "conversation": turns(601)}
    case = case_from_json("truncation", entry)

    def formatter(conversation: Conversation, budget: int | None = None, count: Any = None) -> Any:
        payload = FORMATTERS["openai.chat"](conversation)
        if budget is None:
            return payload
        spare = count(payload) - budget
        if spare <= 0:
            return payload
        return [payload[0], *payload[1:][next(i for i in range(1, 602) if count(payload[1 : i + 1]) > spare) :]]

    started = time.perf_counter()
    (judgement,) = judged(formatter, case)

    assert problems(judgement) == []
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("number", [1, 2, 10, 63, 64, 65, 300, 1000])
def test_few_suffixes_are_looked_at(number: int) -> None:
    conversation = parse(turns(number))
    asked = 0

    def missing(truth: int) -> Callable[[Conversation], tuple[Finding, ...]]:
        def fidelity(part: Conversation) -> tuple[Finding, ...]:
            nonlocal asked
            asked += 1
            lacking = max(0, len(part.messages) - 1 - truth)
            return tuple(Finding("fidelity.lost-text", Severity.ERROR, "$", "x", (1,)) for _ in range(min(lacking, 3)))

        return fidelity

    for truth in {0, 1, number // 3, number - 1, number}:
        asked = 0
        assert kept_suffix(conversation, missing(truth)).cut == number + 1 - truth
        assert asked <= 70


def test_every_law_has_a_statement() -> None:
    assert len({statement for _, statement in FINDINGS.values()}) == len(FINDINGS)
    warnings = [slug for slug, (severity, _) in FINDINGS.items() if severity is Severity.WARNING]
    assert warnings == ["system-alone", "lost-further-system"]


@pytest.mark.parametrize("target", ["anthropic.chat", "dashscope.chat", "gemini.chat"])
def test_system_text_alone_is_no_error_where_nothing_else_fits(target: str) -> None:
    """Also where the provider wants a user's turn: the contract lets a formatter choose between this and an error."""

    def alone(conversation: Conversation, budget: int | None = None, count: object = None) -> object:
        if budget is None:
            return FORMATTERS[target](conversation)
        system = conversation.messages[0].blocks[0].text  # type: ignore[union-attr]
        if target.startswith("gemini"):
            return {"system_instruction": {"parts": [{"text": system}]}, "contents": []}
        return [{"role": "system", "content": system}]

    class Alone:
        FORMATTERS = {target: alone}  # noqa: RUF012
        CAPABILITIES = {target: {"truncation": "drop"}}  # noqa: RUF012

    (judgement,) = check_formatter(Alone, cases=["truncation/newest-is-huge"]).judgements

    assert [str(finding) for finding in judgement.findings if finding.is_error] == []
    assert "truncation.system-alone" in {finding.id for finding in judgement.findings}


def test_a_clear_refusal_is_right_where_the_case_allows_one() -> None:
    def refuses(conversation: Conversation, budget: int | None = None, count: object = None) -> object:
        if budget is None:
            return FORMATTERS["ollama.chat"](replace(conversation, messages=conversation.messages[:2]))
        raise ValueError("call_1 has no result")

    class Refuses:
        FORMATTERS = {"ollama.chat": refuses}  # noqa: RUF012
        CAPABILITIES = {"ollama.chat": {"truncation": "drop"}}  # noqa: RUF012

    (judgement,) = check_formatter(Refuses, cases=["truncation/open-call"]).judgements

    assert judgement.outcome is Outcome.PASS

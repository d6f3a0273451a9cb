"""The prompt engine's laws, on generated components: what is literal, what `format_map` fills, what a length takes."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from promptfmt_reference.agentscope_v0_0 import Msg, PromptEngine, PromptTooLong, PromptType, ShrinkPolicy
from promptfmt_reference.agentscope_v0_0.model import ModelResponse, NoModel
from promptfmt_reference.agentscope_v0_0.models import (
    DashScopeChatWrapper,
    OpenAIChatWrapper,
    OpenAIDALLEWrapper,
    OpenAIEmbeddingWrapper,
    PostAPIChatWrapper,
)

STRING, LIST = PromptType.STRING, PromptType.LIST
TRUNCATE, SUMMARIZE = ShrinkPolicy.TRUNCATE, ShrinkPolicy.SUMMARIZE
KINDS = pytest.mark.parametrize("kind", PromptType)
POLICIES = pytest.mark.parametrize("policy", ShrinkPolicy)
SEEDS = pytest.mark.parametrize("seed", range(20))

ODD = [
    "{",
    "}",
    "{}",
    "{0}",
    "{name}",
    "{{x}}",
    "{a.__class__}",
    '{"a": [1, {}]}',
    "%s",
    "\\",
    "\n",
    "\r",
    "\0",
    "\u2028",
]
WORDS = ["a", "ok", "Bob: hi", "naïve", "你好", "e\u0301", "👩‍👩‍👧", "\u202eright to left", " ", ""]


def some_text(rng: Random) -> str:
    """Words, braces, control characters, and letters from anywhere but the surrogates."""
    anywhere = [chr(rng.choice([rng.randrange(0xD800), rng.randrange(0xE000, 0x110000)])) for _ in range(3)]
    return "".join(rng.choice([*ODD, *WORDS, *anywhere]) for _ in range(rng.randrange(6)))


def engine(kind: PromptType, **options: Any) -> PromptEngine:
    return PromptEngine(None, prompt_type=kind, **options)


# an oracle of its own: what the specification's table makes of texts, messages and lists


def prompt_of(components: list[Any], kind: PromptType) -> Any:
    """For texts, and messages whose name and content are texts."""
    flat = list(items_of(components))
    if kind == LIST:
        said = ({"name": i["name"], "role": i["role"], "content": i["content"]} for i in flat if isinstance(i, dict))
        return [next(said) if isinstance(i, dict) else {"role": "assistant", "content": i} for i in flat]
    return "\n".join(line_of(component) for component in components)


def line_of(component: Any) -> str:
    if isinstance(component, list):
        return "\n".join(map(line_of, component))
    return (
        f"{component['name'] or component['role']}: {component['content']}"
        if isinstance(component, dict)
        else component
    )


def items_of(components: list[Any]) -> Iterator[Any]:
    for component in components:
        yield from items_of(component) if isinstance(component, list) else [component]


def texts_of(prompt: Any) -> list[str]:
    return [prompt] if isinstance(prompt, str) else [message["content"] for message in prompt]


# literal texts


@KINDS
@SEEDS
def test_no_text_is_changed_or_refused_without_a_format_map(kind: PromptType, seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        said = [Msg(some_text(rng), some_text(rng), rng.choice(["user", "system"])) for _ in range(rng.randrange(4))]
        components = [some_text(rng), said, some_text(rng), Msg(some_text(rng), some_text(rng), "assistant")]

        assert engine(kind).join(*components) == prompt_of(components, kind)


@KINDS
@SEEDS
def test_escaped_text_and_named_values_come_out_as_they_are(kind: PromptType, seed: int) -> None:
    """Values are full of braces and other names; none of them is scanned again."""
    rng = Random(seed)
    for _ in range(50):
        values = {name: some_text(rng) for name in ("name", "x", "你", "two words", "'\"")}

        def template(rng: Random = rng, values: dict[str, str] = values) -> tuple[str, str]:
            parts = []
            for _ in range(rng.randrange(5)):
                text, name = some_text(rng), rng.choice(list(values))
                escaped = text.replace("{", "{{").replace("}", "}}")
                parts.append(rng.choice([(escaped, text), (f"{{{name}}}", values[name])]))
            return "".join(asked for asked, _ in parts), "".join(told for _, told in parts)

        (one, own), (who, name), (what, content) = template(), template(), template()
        prompt = engine(kind).join(one, [[Msg(who, what, "user")]], format_map=values)

        if kind == STRING:
            assert prompt == f"{own}\n{name if who else 'user'}: {content}"
        else:
            assert prompt == [
                {"role": "assistant", "content": own},
                {"name": name, "role": "user", "content": content},
            ]


@KINDS
def test_two_braces_are_one_with_any_format_map_and_two_without(kind: PromptType) -> None:
    assert texts_of(engine(kind).join("{{x}}", format_map={})) == ["{x}"]
    assert texts_of(engine(kind).join("{{x}}", format_map={"x": "no"})) == ["{x}"]
    assert texts_of(engine(kind).join("{{x}}")) == ["{{x}}"]


@KINDS
@pytest.mark.parametrize(
    "template", ["{missing}", "a {missing:>9} b", "{missing!r}", "{x:{missing}}", "{x}{x}{missing}"]
)
@pytest.mark.parametrize("values", [{"x": 1}, {"x": 1, "Missing": "", "missing ": ""}])
def test_a_name_without_a_value_is_a_key_error_that_names_it(
    kind: PromptType, template: str, values: dict[str, Any]
) -> None:
    """In a history too, where nobody wrote it as a template."""
    for components in ([template], [[Msg("Bob", template, "user")]], [{"name": template, "content": "hi"}]):
        with pytest.raises(KeyError, match=r"format_map has no 'missing'.*\{\{missing\}\}"):
            engine(kind).join(*components, format_map=values)


@KINDS
def test_json_in_a_history_is_a_template_as_well(kind: PromptType) -> None:
    with pytest.raises(KeyError, match='"a"'):
        engine(kind).join('Answer as {"a": 1}', format_map={"name": "X"})


class Trap:
    """An object that must not be looked into."""

    secret = "s3cr3t"

    def __getitem__(self, key: Any) -> str:
        return self.secret

    def __str__(self) -> str:
        return "plain"


@KINDS
@pytest.mark.parametrize(
    "field",
    [
        "{x.secret}",
        "{x.__class__}",
        "{x.__init__.__globals__}",
        "{x[0]}",
        "{x[a]}",
        "{x[a].b}",
        "{x!s.secret}",
        "{x:{x.secret}}",
    ],
)
def test_attributes_and_indexes_of_values_are_out_of_reach(kind: PromptType, field: str) -> None:
    with pytest.raises((KeyError, ValueError)) as caught:
        engine(kind).join(field, format_map={"x": Trap()})

    assert Trap.secret not in str(caught.value)
    assert texts_of(engine(kind).join("{x}", format_map={"x": Trap()})) == ["plain"]


@KINDS
@pytest.mark.parametrize("field", ["{}", "{0}", "{12}", "{:>5}", "{!r}", "{0!r:>5}", "a{}b", "{x:{}}"])
def test_a_field_without_a_name_is_a_value_error_that_says_so(kind: PromptType, field: str) -> None:
    with pytest.raises(ValueError, match=r"has no name; write {{ and }} for braces of your own"):
        engine(kind).join(field, format_map={"x": 1, "0": 2, "": 3})


@KINDS
@pytest.mark.parametrize("text", ["{", "}", "{x", "x}", "{{x}", "{x}}", "{x!}", "{x!q}", "{x[}", "{x:{", "{x:d}"])
def test_a_broken_field_is_a_value_error_that_shows_it(kind: PromptType, text: str) -> None:
    with pytest.raises(ValueError, match=r"write {{ and }}") as caught:
        engine(kind).join(text, format_map={"x": "y"})

    assert repr(text) in str(caught.value)


@KINDS
def test_conversions_and_specifications_are_pythons(kind: PromptType) -> None:
    template = "{n:05.1f}|{s!r:>5}|{s:{wide}}|{s!a}|{n!s}"
    values = {"n": 2.5, "s": "é", "wide": "<3"}

    assert texts_of(engine(kind).join(template, format_map=values)) == [template.format_map(values)]
    assert texts_of(engine(kind).join(template, format_map=values)) == ["002.5|  'é'|é  |'\\xe9'|2.5"]


@KINDS
def test_a_mapping_that_knows_what_is_missing_is_asked(kind: PromptType) -> None:
    assert texts_of(engine(kind).join("{who}!", format_map=defaultdict(lambda: "nobody"))) == ["nobody!"]


@pytest.mark.parametrize("name", [None, 5, ["{x}"]])
def test_what_is_no_text_is_no_template(name: Any) -> None:
    prompt = engine(LIST).join({"name": name, "content": "{x}"}, format_map={"x": "y"})

    assert prompt == [{"name": name, "role": "assistant", "content": "y"}]


# the engine's other promises


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        (OpenAIChatWrapper("c"), LIST),
        (OpenAIDALLEWrapper("c"), LIST),
        (OpenAIEmbeddingWrapper("c"), LIST),
        (PostAPIChatWrapper("c"), STRING),
        (DashScopeChatWrapper("c"), STRING),
    ],
)
def test_only_openais_models_get_lists_unless_told_otherwise(model: Any, kind: PromptType) -> None:
    expected = "hi" if kind == STRING else [{"role": "assistant", "content": "hi"}]

    assert PromptEngine(model).join("hi", None) == expected
    assert PromptEngine(model, prompt_type=STRING).join(None, "hi") == "hi"


@pytest.mark.parametrize("kind", [2, -1, "list"])
def test_another_type_of_prompt_is_refused(kind: Any) -> None:
    with pytest.raises(RuntimeError, match=r"^Invalid prompt type\.$"):
        engine(kind).join("hi")


def test_a_message_without_content_is_refused_in_a_list_only() -> None:
    with pytest.raises(ValueError, match=r"^The content of the message is missing\.$"):
        engine(LIST).join([{"role": "user"}])

    assert engine(STRING).join([{"role": "user"}]) == "{'role': 'user'}"


# shrinking

Count = Callable[[Any], int]
COUNTS: dict[str, Count] = {
    "characters": lambda prompt: sum(map(len, texts_of(prompt))),
    "bytes": lambda prompt: math.ceil(len(json.dumps(prompt, ensure_ascii=False).encode()) / 4),
    "words": lambda prompt: len("\n".join(texts_of(prompt)).split()),
}
COUNTED = pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)


def some_components(rng: Random, lists: int = 3, empty: bool = False) -> list[Any]:
    """Texts and messages with histories between them, nested now and then; every item is like no other."""
    number = iter(range(1000))

    def item() -> Any:
        text = f"<{next(number)}> {some_text(rng)}"
        return rng.choice([text, Msg(rng.choice(["Bob", ""]), text, rng.choice(["user", "assistant"]))])

    def some_list(depth: int) -> list[Any]:
        nested = [some_list(depth - 1)] if depth and rng.random() < 0.3 else []
        made = [item() for _ in range(rng.randrange(not empty, 6))] + nested
        rng.shuffle(made)
        return made

    made = [[item(), some_list(2)] for _ in range(lists)]
    return [component for pair in made for component in pair] + [item()]


def cut(components: list[Any], n: int) -> list[Any]:
    """The components without the `n` oldest items of their lists; a list of which nothing is left is no line."""
    kept = []
    for component in components:
        if isinstance(component, list) and n:
            items = list(items_of(component))
            component, n = items[n:], max(0, n - len(items))
            if not component:
                continue
        kept.append(component)
    return kept


def in_lists(components: list[Any]) -> list[Any]:
    return list(items_of([component for component in components if isinstance(component, list)]))


def some_lengths(rng: Random, full: int) -> list[int]:
    """In order, from what can never be to more than there is."""
    return sorted({-1, 0, 1, full - 1, full, full + 1, *(rng.randrange(full + 1) for _ in range(8))})


def mark(item: Any) -> str:
    """What an item begins with, and no other."""
    text: str = item["content"] if isinstance(item, dict) else item
    return text.partition(" ")[0]


def told_of(items: list[Any], prompt: Any) -> list[Any]:
    """The items that a prompt tells, unaltered; one that is told otherwise fails."""
    told = "\n".join(texts_of(prompt))
    found = [item for item in items if mark(item) in told]
    for item in found:
        assert (
            line_of(item) if isinstance(prompt, str) else item["content"] if isinstance(item, dict) else item
        ) in told
    return found


@pytest.mark.sampled(4)
@KINDS
@COUNTED
@SEEDS
def test_truncating_keeps_all_components_and_the_longest_end_of_their_lists(
    kind: PromptType, count: Count, seed: int
) -> None:
    """By brute force: the first cut, from none to all, that fits is what comes out, else it is too long."""
    rng = Random(seed)
    components = some_components(rng)
    cuts = [prompt_of(cut(components, n), kind) for n in range(len(in_lists(components)) + 1)]
    for length in some_lengths(rng, count(cuts[0])):
        fitting = next((prompt for prompt in cuts if count(prompt) <= length), None)
        made = engine(kind, max_length=length, count=count)
        if fitting is None:
            with pytest.raises(PromptTooLong, match=f"has a length of {count(cuts[0])} and may have {length}"):
                made.join(*components)
        else:
            assert made.join(*components) == fitting


@pytest.mark.sampled(4)
@KINDS
@POLICIES
@COUNTED
@SEEDS
def test_every_prompt_fits_tells_an_end_of_the_lists_and_a_longer_one_never_tells_less(
    kind: PromptType, policy: ShrinkPolicy, count: Count, seed: int
) -> None:
    rng = Random(seed)
    components = some_components(rng, empty=True)
    before, everything, items = deepcopy(components), list(items_of(components)), in_lists(components)
    alone = [component for component in components if not isinstance(component, list)]
    full = prompt_of(components, kind)
    summary = rng.choice(["", "s", "{x} in short ", "s " * 200])
    options: dict[str, Any] = {"shrink_policy": policy, "count": count, "summarize_model": lambda asked: summary}
    options["max_summary_length"] = rng.choice([-5, 0, 1, 7, 200])
    fewest = -1
    for length in some_lengths(rng, count(full)):
        try:
            prompt = engine(kind, max_length=length, **options).join(*components)
        except PromptTooLong:
            assert count(prompt_of(cut(components, len(items)), kind)) > length
            assert fewest == -1
            continue
        held = told_of(items, prompt)
        assert count(prompt) <= length
        assert held == items[len(items) - len(held) :]
        assert told_of(alone, prompt) == alone
        places = ["\n".join(texts_of(prompt)).index(mark(item)) for item in everything if item in alone or item in held]
        assert places == sorted(places)
        assert (prompt == full) == (count(full) <= length)
        assert len(held) >= fewest
        fewest = len(held)
    assert fewest == len(items)
    assert components == before


class Summarizer:
    """Answers with what it is given, and keeps what it was asked."""

    def __init__(self, answer: str | ModelResponse) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str | ModelResponse:
        self.asked.append(prompt)
        return self.answer


def with_summary(components: list[Any], n: int, summary: str) -> list[Any]:
    """As `cut`, and the summary where the last of the `n` items was."""
    if not summary:
        return cut(components, n)
    last = in_lists(components)[n - 1]
    marked = [
        [summary if item is last else item for item in items_of(component)]
        if isinstance(component, list)
        else component
        for component in components
    ]
    return cut(marked, n - 1)


@KINDS
@SEEDS
@pytest.mark.parametrize("filling", [None, {"x": "{never scanned}"}])
def test_a_summary_stands_for_what_is_left_out_as_long_as_it_may_be(
    kind: PromptType, seed: int, filling: dict[str, str] | None
) -> None:
    """At most one question, which tells all that is left out and nothing else; braces in the answer are literal."""
    rng = Random(seed)
    components, count = some_components(rng), COUNTS["characters"]
    template = components if filling is None else escaped(components)
    items, full = in_lists(components), prompt_of(components, kind)
    for length in some_lengths(rng, count(full)):
        summarizer = Summarizer(rng.choice(["", "{", "}} {x} {{", "{x}" * 100]) + some_text(rng))
        most = rng.choice([0, 1, 30, 10_000])
        options: dict[str, Any] = {"shrink_policy": SUMMARIZE, "max_summary_length": most, "max_length": length}
        try:
            prompt = engine(kind, summarize_model=summarizer, **options).join(*template, format_map=filling)
        except PromptTooLong:
            assert summarizer.asked == []
            continue
        gone = len(items) - len(told_of(items, prompt))
        if not gone:
            assert (prompt, summarizer.asked) == (full, [])
            continue
        (asked,) = summarizer.asked
        assert all(line_of(item) in asked for item in items[:gone])
        assert not any(mark(item) in asked for item in components + items[gone:] if not isinstance(item, list))
        assert gone == len(items) or count(prompt_of(cut(components, gone - 1), kind)) + most > length
        answers = [str(summarizer.answer)[:n] for n in range(min(most, len(str(summarizer.answer))), -1, -1)]
        prompts = (prompt_of(with_summary(components, gone, answer), kind) for answer in answers)
        assert prompt == next(made for made in prompts if count(made) <= length)


def escaped(component: Any) -> Any:
    """The same, said to a `format_map`."""
    if isinstance(component, list):
        return [escaped(item) for item in component]
    if isinstance(component, dict):
        return {key: escaped(value) for key, value in component.items()}
    return component.replace("{", "{{").replace("}", "}}") if isinstance(component, str) else component


HISTORY = [Msg("Bob", f"message {n}", "user") for n in range(10)]


@KINDS
@pytest.mark.parametrize("answer", ["in short", ModelResponse("in short"), ModelResponse(None), ""])
def test_a_summary_is_a_text_or_a_models_response(kind: PromptType, answer: Any) -> None:
    """None in a response and an empty text are no summary, and take no line."""
    prompt = engine(
        kind, shrink_policy=SUMMARIZE, max_length=60, max_summary_length=20, summarize_model=lambda _: answer
    )
    text = answer if isinstance(answer, str) else answer.text

    lines = "\n".join(texts_of(prompt.join("Sum up.", HISTORY, "Go on."))).split("\n")
    assert lines[0] == "Sum up."
    assert lines[1] == text or (not text and "message" in lines[1])
    assert "message 9" in lines[-2]
    assert lines[-1] == "Go on."


@KINDS
def test_what_a_summarizer_raises_is_raised_and_what_is_no_summary_is_refused(kind: PromptType) -> None:
    def broken(asked: str) -> str:
        raise ConnectionError("no line")

    with pytest.raises(ConnectionError, match="no line"):
        engine(kind, shrink_policy=SUMMARIZE, max_length=50, summarize_model=broken).join(HISTORY)
    with pytest.raises(TypeError, match="answers with a text or a ModelResponse, not with <class 'NoneType'>"):
        engine(kind, shrink_policy=SUMMARIZE, max_length=50, summarize_model=lambda _: None).join(HISTORY)


def test_the_model_itself_sums_up_where_no_other_is_given() -> None:
    """A model without a callable says that it has none; it is not asked as long as nothing is left out."""
    mute, talking = (
        DashScopeChatWrapper("mute"),
        DashScopeChatWrapper("c", call=lambda prompt: f"{len(prompt)} characters"),
    )
    options: dict[str, Any] = {"shrink_policy": SUMMARIZE, "max_length": 100}

    assert PromptEngine(mute, **options).join("hi") == "hi"
    with pytest.raises(NoModel, match="'mute'"):
        PromptEngine(mute, **options).join(HISTORY)
    prompt = PromptEngine(talking, **options, max_summary_length=20).join(HISTORY)
    assert isinstance(prompt, str)
    assert prompt.split("\n")[0].endswith(" characters")


@KINDS
def test_a_count_counts_prompts_of_the_engines_type_only(kind: PromptType) -> None:
    """A summary as well: a counter of messages need not know texts."""
    seen: list[type] = []

    def count(prompt: Any) -> int:
        seen.append(type(prompt))
        return len(json.dumps(prompt))

    engine(kind, shrink_policy=SUMMARIZE, max_length=200, summarize_model=lambda _: "s" * 300, count=count).join(
        HISTORY
    )

    assert set(seen) == {str if kind == STRING else list}


def test_another_policy_is_refused_where_it_is_needed() -> None:
    """It may not pass for truncation."""
    assert engine(STRING, shrink_policy="summarize").join(HISTORY, "hi")
    with pytest.raises(ValueError, match="'summarize' is not a valid ShrinkPolicy"):
        engine(STRING, shrink_policy="summarize", max_length=50).join(HISTORY, "hi")


@KINDS
@POLICIES
def test_only_items_of_lists_are_left_out(kind: PromptType, policy: ShrinkPolicy) -> None:
    """The same words as a component of their own are too long."""
    summarizer = Summarizer("s")
    options: dict[str, Any] = {"shrink_policy": policy, "summarize_model": summarizer, "max_length": 30}
    for components in ([HISTORY[0], *HISTORY], ["x" * 31], [[], "x" * 31, [[], [[]]]], [["a"], "x" * 31, HISTORY]):
        with pytest.raises(PromptTooLong, match="only the items of lists can be left out"):
            engine(kind, **options).join(*components)

    assert summarizer.asked == []


@POLICIES
def test_an_empty_history_is_nothing_that_could_be_left_out_or_summed_up(policy: ShrinkPolicy) -> None:
    summarizer = Summarizer("s")
    with pytest.raises(PromptTooLong, match="has a length of 4 and may have 3"):
        engine(STRING, shrink_policy=policy, summarize_model=summarizer, max_length=3).join([], "abc")

    assert summarizer.asked == []


@KINDS
@POLICIES
def test_what_is_nothing_fits_into_nothing(kind: PromptType, policy: ShrinkPolicy) -> None:
    """No room and no components, or nothing but lists; less than no room takes nothing."""
    nothing: Any = "" if kind == STRING else []
    options: dict[str, Any] = {"shrink_policy": policy, "summarize_model": lambda _: "s"}
    for components in ([], [None], [[]], [HISTORY], [HISTORY, [["x"], []], HISTORY]):
        assert engine(kind, max_length=0, **options).join(*components) == nothing
        with pytest.raises(PromptTooLong):
            engine(kind, max_length=-1, **options).join(*components)


@KINDS
def test_what_is_filled_in_counts(kind: PromptType) -> None:
    made = engine(kind, max_length=60)

    assert "Bob" not in str(made.join("{x}", HISTORY[:1], format_map={"x": "y" * 60}))
    assert "message 0" in str(made.join("{x}", HISTORY[:1], format_map={"x": "y" * 30}))
    with pytest.raises(PromptTooLong, match="has a length of 61 and may have 60"):
        made.join("{x}", format_map={"x": "y" * 61})


@POLICIES
@pytest.mark.parametrize("items", [2_000, 20_000])
@pytest.mark.parametrize("room", [0, 1_000, 15_000])
def test_the_prompt_is_counted_as_often_as_halving_takes(policy: ShrinkPolicy, items: int, room: int) -> None:
    """Twelve times for 2,000 items, sixteen for 20,000, and a few times more for the whole and for the summary."""
    calls = 0

    def count(prompt: Any) -> int:
        nonlocal calls
        calls += 1
        return len(prompt)

    options: dict[str, Any] = {"shrink_policy": policy, "max_length": room, "summarize_model": lambda _: "s" * 500}
    prompt = engine(STRING, count=count, **options).join([f"{n:09}" for n in range(items)])

    assert len(prompt) <= room
    assert calls <= math.ceil(math.log2(items)) + 8


def test_what_fits_is_counted_once_and_what_has_no_limit_never() -> None:
    calls: list[Any] = []

    def count(prompt: Any) -> int:
        calls.append(prompt)
        return 5

    assert engine(STRING, count=count).join(HISTORY) == prompt_of([HISTORY], STRING)
    assert calls == []
    assert engine(STRING, count=count, max_length=5).join(HISTORY) == prompt_of([HISTORY], STRING)
    assert len(calls) == 1

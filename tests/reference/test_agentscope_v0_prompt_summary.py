"""The prompt engine's summaries of what a length leaves out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.prompts_v0 import (
    COUNTS,
    HISTORY,
    KINDS,
    SEEDS,
    SUMMARIZE,
    Summarizer,
    cut,
    engine,
    escaped,
    in_lists,
    items_of,
    line_of,
    mark,
    prompt_of,
    some_components,
    some_lengths,
    some_text,
    texts_of,
    told_of,
)

from promptfmt_reference.agentscope_v0_0 import PromptEngine, PromptTooLong, PromptType
from promptfmt_reference.agentscope_v0_0.model import ModelResponse, NoModel
from promptfmt_reference.agentscope_v0_0.models import (
    DashScopeChatWrapper,
)


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

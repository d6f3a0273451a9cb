"""What a finding says of texts is true of what was given, and not only of what a repair has made of it."""

from __future__ import annotations

from liars.liar import case, says
from support.one_call import ANSWERED, FIRST, LAST, call, errors, result

from pytest_promptfmt import check_payload
from pytest_promptfmt.conversation import Thinking
from pytest_promptfmt.corpus import corpus


def test_a_thought_told_as_text_is_not_nowhere() -> None:
    [given] = [each for each in corpus() if each.id == "thinking/signed-before-call"]
    asked, thought, _ = given.given().messages
    assert isinstance(thought.blocks[0], Thinking)
    tagged = {**call(arguments='{"city": "Oslo"}'), "content": f"<think>{thought.blocks[0].thinking}</think>"}
    tagged["tool_calls"][0]["function"]["name"] = "get_weather"
    payload = {"role": "user", "content": asked.text}, tagged, result("Rain until night, jade-31.")

    told = errors(given, *payload, dialect="moonshot")
    assert "thought 0 of message 1 is told as text, and the model wants it back" in told
    assert not any("nowhere" in message for message in told)


def test_a_text_that_was_said_more_often_than_it_is_told_is_not_nowhere() -> None:
    given = case("twice", says("user", "Again, amber-17."), says("assistant", "Yes."), says("user", "Again, amber-17."))
    told = errors(given, {"role": "user", "content": "Again, amber-17."}, {"role": "assistant", "content": "Yes."})

    assert "what user said was said more often than it stands here: 'Again, amber-17.'" in told


TWO_RULES = case(
    "two-rules",
    says("system", "Say so, amber-17: so"),
    says("system", "See cobalt-42."),
    says("user", "What is it?"),
)


def test_texts_that_run_into_each_other_are_told_as_that() -> None:
    asked = {"role": "user", "content": "What is it?"}
    [told] = errors(TWO_RULES, {"role": "system", "content": "Say so, amber-17: soSee cobalt-42."}, asked)
    apart = errors(TWO_RULES, {"role": "system", "content": "Say so, amber-17: so. See cobalt-42."}, asked)

    assert told == "nothing stands between 'See cobalt-42.' and what was said before, and two words are one"
    assert apart == []


def test_an_answer_that_says_nothing_is_not_what_was_said_once_more() -> None:
    told = errors(ANSWERED, FIRST, call(), result("Shipped."), result(""), LAST)

    assert "an empty answer to find_order (call_1) stands beside its own" in told
    assert not any("once more" in each for each in told)


def test_what_is_left_of_a_text_is_not_nobodys() -> None:
    rest = "Now the gate is open, heron-54, and whoever waits there may go in, otter-55."
    blocks = [{"type": "text", "text": f"<think>Not yet, amber-50.</think> {rest}"}]
    blocks.append({"type": "tool_use", "id": "call_1", "name": "find_order", "input": {"number": 7}})
    told = {"type": "tool_result", "id": "call_1", "name": "find_order", "output": "Shipped."}
    given = [FIRST, {"role": "assistant", "content": blocks}, {"role": "tool", "content": [told]}, LAST]

    found = check_payload([FIRST, call() | {"content": rest}, result("Shipped."), LAST], "vllm", {"messages": given})

    assert [finding.id for finding in found] == ["fidelity.altered-text"]


def test_a_text_where_none_is_read_is_told_by_its_place() -> None:
    rest = (call(), result("Shipped."), LAST)
    bare = errors(ANSWERED, {"role": "user", "content": [FIRST["content"]]}, *rest, dialect="mistral")
    under_another_key = errors(ANSWERED, {"role": "user", "text": FIRST["content"]}, *rest)
    gone = errors(ANSWERED, *rest)

    text = "'Where is it, amber-17?'"
    assert f"what user said stands at $[0].content[0], where no text is read: {text}" in bare
    assert f"what user said stands at $[0].text, where no text is read: {text}" in under_another_key
    assert f"what user said is nowhere: {text}" in gone


def test_words_that_only_a_repair_makes_a_text_of_are_not_somebodys() -> None:
    nothing_offered = next(each for each in corpus() if each.id == "tools/nothing-offered")
    said = ["What was the weather like, amber-17?", "I used [get_weather].", "It said: Lightning, cobalt-42.", "Go on."]
    turns = [
        {"role": ("user", "assistant")[number % 2], "content": [{"text": text}]}
        for number, text in enumerate([*said, "Thank you, jade-31."])
    ]
    found = errors(nothing_offered, *turns, dialect="bedrock")

    way = "a way is to tell calls and results as text"
    assert found == [f"what the call get_weather (call_1) has is nowhere in any text: 'Oslo' ({way})"]


def test_a_text_that_stands_once_more_is_nobody_elses() -> None:
    lines = "Line {}:\n\t<b>{{x}}</b>  C:\\new, naïve, and so on, and so on"
    two = case(
        "alike", says("user", lines.format(1)), says("assistant", "Well, cobalt-42."), says("user", lines.format(2))
    )
    said = {"role": "user", "content": lines.format(2)}
    told = errors(
        two, {"role": "user", "content": "…"}, {"role": "assistant", "content": "Well, cobalt-42."}, said, said
    )

    assert not any("other characters" in each for each in told)
    assert told[0].startswith("what user said is nowhere: 'Line 1:")

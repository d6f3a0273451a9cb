"""A message's blocks in pieces, as the libraries of the adapters ask for them."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.adapting import (
    anthropic_block,
    arguments_of,
    content_of,
    item_id,
    named_results,
    of_results,
    one_text,
    openai_call,
    output_of,
    reasoning_item,
    said_in,
    speaker,
    spelled,
    thinks_as,
    turns,
)
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)

CALL = ToolUse("1", "weather", {"city": "Köln"})
IMAGE = Image(UrlSource("https://example.com/a.png"))
SIGNED, BARE, SEALED = Thinking("Hm.", "c2ln"), Thinking("Hm."), RedactedThinking("eA==")
HERE, THERE = Text("Fog."), Text("Sun.")


def said(*blocks: Block, role: Any = "assistant", name: str | None = None) -> Message:
    return Message(name or role, role, blocks)


def test_a_turn_is_sorted_and_each_kind_keeps_its_order() -> None:
    found = said_in(said(HERE, SIGNED, CALL, IMAGE, SEALED, THERE))

    assert found == ([SIGNED, SEALED], [CALL], [HERE, IMAGE, THERE])


def test_a_speaker_has_a_name_where_it_is_not_the_roles() -> None:
    assert (speaker(said(HERE, name="Ann")), speaker(said(HERE))) == ("Ann", None)


@pytest.mark.parametrize(
    ("output", "blocks"), [(None, (Text(""),)), ("Fog.", (HERE,)), ((HERE, IMAGE), (HERE, IMAGE)), ((), ())]
)
def test_what_a_tool_gave_is_blocks(output: Any, blocks: tuple[Block, ...]) -> None:
    assert output_of(ToolResult("1", None, output)) == blocks


def test_several_texts_are_joined_and_all_else_is_refused() -> None:
    assert (one_text([HERE, THERE], "prompts"), one_text([], "prompts"), one_text([HERE, THERE], "", "|")) == (
        "Fog.\nSun.",
        "",
        "Fog.|Sun.",
    )
    with pytest.raises(NotImplementedError, match="prompts are texts, and have no place for image"):
        one_text([HERE, IMAGE], "prompts")


def test_a_content_is_a_text_or_parts() -> None:
    def part(block: Any) -> str:
        return f"<{block.type}>"

    assert [content_of(blocks, part) for blocks in ([], [HERE], [IMAGE], (HERE, THERE))] == [
        *("", "Fog.", ["<image>"]),
        ["<text>", "<text>"],
    ]
    assert content_of([HERE], part, plain=False) == ["<text>"]


def test_a_block_is_spelled_by_its_kind_and_what_the_table_lacks_is_refused() -> None:
    table = {"text": lambda text: text.text.upper()}

    assert spelled(HERE, table, "") == "FOG."
    with pytest.raises(NotImplementedError, match=r"^Acme has no place for image here$"):
        spelled(IMAGE, table, "Acme has no place for {} here")


def test_calls_and_thoughts_are_dictionaries_as_the_providers_have_them() -> None:
    assert arguments_of(CALL) == '{"city": "Köln"}'
    function: dict[str, Any] = {"name": "weather", "arguments": '{"city": "Köln"}'}
    assert openai_call(CALL) == {"id": "1", "type": "function", "function": function}
    assert openai_call(CALL, arguments="object")["function"]["arguments"] == {"city": "Köln"}
    assert [anthropic_block(block) for block in (HERE, CALL, SIGNED, BARE, SEALED)] == [
        {"type": "text", "text": "Fog."},
        {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Köln"}},
        {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
        {"type": "thinking", "thinking": "Hm."},
        {"type": "redacted_thinking", "data": "eA=="},
    ]
    with pytest.raises(NotImplementedError, match="but image"):
        anthropic_block(IMAGE)
    assert reasoning_item(SIGNED) == {
        **{"type": "reasoning", "id": "rs_63326c6e", "encrypted_content": "c2ln"},
        "summary": [{"type": "summary_text", "text": "Hm."}],
    }
    assert item_id("fc", "1") == "fc_31"


def test_results_are_named_by_themselves_else_by_their_calls_else_by_nothing() -> None:
    results = ToolResult("1", None, "Fog."), ToolResult("1", "radar", "Sun."), ToolResult("9", None, "?")
    told = Conversation((said(CALL), said(*results, role="tool")))

    assert [each.name for each in of_results(named_results(told).messages[1])] == ["weather", "radar", ""]
    assert [each.name for turn in turns(told, thinks_as(""), named=True) for each in of_results(turn)] == [
        *("weather", "radar", ""),
    ]
    assert [each.name for turn in turns(told, thinks_as("")) for each in of_results(turn)] == [None, "radar", None]
    assert results[0].name is None

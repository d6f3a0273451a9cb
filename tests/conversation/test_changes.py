"""Changes of a conversation: one thing is another everywhere, and what is changed stays of its kind."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.conversation import Conversation, Text
from pytest_promptfmt.conversation.changes import CHANGES, Changed, changes
from pytest_promptfmt.conversation.parsing import parse


def says(*messages: tuple[str, str | list[Any]], **more: Any) -> Conversation:
    """A conversation of names with what they say; B is the assistant."""
    roles = {"system": "system", "tool": "tool", "B": "assistant", "Bob": "assistant", "assistant": "assistant"}
    return parse(
        {
            "messages": [
                {"name": name, "role": roles.get(name, "user"), "content": content} for name, content in messages
            ],
            **more,
        }
    )


def changed(name: str, conversation: Conversation) -> Changed:
    found = CHANGES[name](conversation)
    assert found is not None
    return found


def call(id_: str, name: str = "add", **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": {"of": id_}, **more}


def result(id_: str) -> dict[str, Any]:
    return {"type": "tool_result", "id": id_, "name": "add", "output": f"from {id_}"}


PLAIN = says(("system", "Be kind to all."), ("A", "Is it late now?"), ("B", "It is late."), ("A", "And then what?"))


def test_a_turn_is_appended_behind_an_answer() -> None:
    found = changed("append", PLAIN).conversation

    assert found.messages[:4] == PLAIN.messages
    assert [(message.name, message.role) for message in found.messages[4:]] == [("B", "assistant"), ("A", "user")]


def test_a_user_goes_on_where_the_assistant_was_last() -> None:
    found = changed("append", says(("A", "Is it late?"), ("B", "It is."))).conversation

    assert [message.name for message in found.messages] == ["A", "B", "A"]


def test_nothing_is_appended_to_a_call() -> None:
    assert CHANGES["append"](says(("A", "Add."), ("B", [call("c1")]))) is None


def test_a_beginning_ends_with_the_first_users_turn() -> None:
    found = changed("begin", PLAIN)

    assert found.conversation.messages == PLAIN.messages[:2]
    assert found.told == "of the first 2 messages alone"


def test_what_is_a_beginning_has_none() -> None:
    assert CHANGES["begin"](changed("begin", PLAIN).conversation) is None


def test_names_become_names_as_long_that_sort_alike() -> None:
    found = changed("rename", says(("Bob", "Hello there."), ("Bobby", "Hi."), ("Ann", "Hm."), speaker="Bob"))
    names = [message.name for message in found.conversation.messages]

    assert names == ["Bpc", "Bpccz", "Aoo"]
    assert found.conversation.speaker == "Bpc"
    assert found.spelled == {"Bpc": "Bob", "Bpccz": "Bobby", "Aoo": "Ann"}


@pytest.mark.parametrize("name", ["assistant", "Ann Lee", "Zoë", "A", "Hello"])
def test_other_names_stay(name: str) -> None:
    """That of a role, of two words, of letters beyond ASCII, of one letter, and one that a text says."""
    assert CHANGES["rename"](says((name, "Hello there."), ("user", "Hm."))) is None


def test_a_text_is_split_between_two_words_and_joined_again() -> None:
    whole = says(("A", "Is it late now?"), ("B", 'It is "late".'))
    found = changed("split", whole)

    assert found.conversation.messages[0].blocks == (Text("Is it"), Text("late now?"))
    assert found.conversation.messages[1] == whole.messages[1]
    assert found.told == "with 'Is it late now?' in two parts"
    assert changed("join", found.conversation).conversation == whole


def test_plain_texts_become_words_that_programs_take_for_something_else() -> None:
    found = changed("replace", PLAIN)

    assert [message.text for message in found.conversation.messages] == ["None", "null", "false", "0"]
    assert found.words["Is it late now?"] == "null"


def test_a_text_that_stands_in_another_stays() -> None:
    found = changed("replace", says(("A", "Say it again."), ("B", "You say: Say it again.")))

    assert found.words == {"You say: Say it again.": "None"}


def test_parallel_calls_change_places_with_their_results() -> None:
    given = says(("A", "Add."), ("B", [call("c1"), call("c2")]), ("tool", [result("c1")]), ("tool", [result("c2")]))
    found = changed("permute", given).conversation

    assert [block.id for m in found.messages[1:] for block in m.blocks if not isinstance(block, Text)] == (  # type: ignore[union-attr]
        ["c2", "c1", "c2", "c1"]
    )


@pytest.mark.parametrize(
    "calls",
    [
        [call("c1")],
        [call("c1", signature="seal"), call("c2")],
        [call("c1"), call("c1")],
        [call("c1"), call("c3")],
    ],
    ids=["one alone", "the first is signed", "one id", "one is not answered"],
)
def test_other_calls_stay(calls: list[Any]) -> None:
    assert CHANGES["permute"](says(("B", calls), ("tool", [result("c1"), result("c2")]))) is None


def test_a_tool_is_offered_where_others_are() -> None:
    tools = [{"name": "add", "description": "Adds.", "parameters": {"type": "object"}}]
    given = says(("A", "Add."), tools=tools)

    assert CHANGES["offer"](says(("A", "Add."))) is None
    assert [tool.name for tool in changed("offer", given).conversation.tools] == ["add", "count_lighthouses"]
    assert CHANGES["offer"](changed("offer", given).conversation) is None


def test_of_nothing_nothing_comes() -> None:
    assert dict(changes(Conversation(()))) == {}

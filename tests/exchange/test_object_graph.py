from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from pytest_promptfmt.conversation import Conversation, Message, Text, Tool, ToolResult, ToolUse
from pytest_promptfmt.exchange.object_graph import containers_of, shared, shared_with, snapshot


@dataclass
class Msg:
    content: list[dict[str, Any]] = field(default_factory=list)


class Slotted:
    __slots__ = ("inner",)

    def __init__(self, inner: object) -> None:
        self.inner = inner


def test_a_change_deep_inside_an_object_shows() -> None:
    native = [Msg([{"type": "text", "text": "a"}])]
    before = snapshot(native)

    native[0].content[0]["text"] = "b"

    assert snapshot(native) != before


def test_an_added_attribute_shows() -> None:
    native = Msg()
    before = snapshot(native)

    native.extra = 1  # type: ignore[attr-defined]

    assert snapshot(native) != before


def test_slots_are_looked_into() -> None:
    native = Slotted([1])
    before = snapshot(native)

    native.inner.append(2)  # type: ignore[attr-defined]

    assert snapshot(native) != before


def test_nothing_changed_means_equal() -> None:
    native = {"a": Msg([{"x": {1, 2}}]), "f": print, "c": Msg}

    assert snapshot(native) == snapshot(native)


def test_an_object_that_holds_itself_ends() -> None:
    native: dict[str, Any] = {}
    native["me"] = native

    assert snapshot(native) == snapshot(native)
    assert list(shared(native, {"x": native})) == ["$.x"]


def test_a_shared_part_is_named_by_its_path_in_the_payload() -> None:
    native = [Msg([{"type": "text", "text": "a"}])]

    assert list(shared(native, [{"role": "user", "content": native[0].content}])) == ["$[0].content"]


def test_equal_copies_are_not_shared() -> None:
    native = [Msg([{"type": "text", "text": "a"}])]

    assert list(shared(native, [{"content": [{"type": "text", "text": "a"}]}])) == []


def conversation() -> Conversation:
    call = ToolUse("call_1", "find", {"of": ["amber-17", {"exact": True}], "most": 1, "least": None})
    tool = Tool("find", "Finds.", {"type": "object", "properties": {"of": {"type": "array"}}})
    return Conversation(
        (
            Message("user", "user", (Text("Where is it?"),)),
            Message("assistant", "assistant", (call,)),
            Message("tool", "tool", (ToolResult("call_1", "find", (Text("There."),)),)),
        ),
        (tool,),
    )


def change_input(key: str, value: object) -> Callable[[Conversation], None]:
    def change(given: Conversation) -> None:
        call = given.messages[1].blocks[0]
        assert isinstance(call, ToolUse)
        call.input[key] = value  # type: ignore[index]  # a formatter may write where it should not

    return change


def put(path: str, value: object) -> Callable[[Conversation], None]:
    def change(given: Conversation) -> None:
        object.__setattr__(given.messages[0] if path != "tools" else given, path, value)

    return change


def share(given: Conversation) -> None:
    tool = given.tools[0].parameters
    tool["again"] = tool["properties"]  # type: ignore[index]


@pytest.mark.parametrize(
    "change",
    [
        *(change_input("most", 2), change_input("most", True), change_input("most", 1.0), change_input("new", None)),
        *(change_input("of", ["amber-17", {"exact": 1}]), change_input("of", ["amber-17"]), change_input("of", None)),
        *(put("name", "somebody"), put("blocks", ()), put("blocks", [Text("Where is it?")]), put("tools", ())),
        share,
    ],
)
def test_the_quick_look_says_nothing_of_what_was_changed(change: Callable[[Conversation], None]) -> None:
    given = conversation()

    change(given)

    assert containers_of(given, conversation()) is None


def test_the_quick_look_knows_the_lists_and_objects_of_what_was_not() -> None:
    given, whole = conversation(), conversation()
    call, parameters = given.messages[1].blocks[0], given.tools[0].parameters
    assert isinstance(call, ToolUse)

    ids = containers_of(given, whole)

    assert ids == {
        *map(id, (call.input, call.input["of"], call.input["of"][1])),
        *map(id, (parameters, parameters["properties"], parameters["properties"]["of"])),
    }
    assert list(shared_with(ids, {"a": [parameters["properties"]]})) == ["$.a[0]"]
    assert list(shared_with(ids, {"a": [dict(parameters["properties"])]})) == ["$.a[0].of"]


def test_parts_of_one_list_are_no_sign_of_a_change() -> None:
    """What a conversation holds twice itself is looked at more closely, and is as it was."""
    parameters = {"type": "object"}
    whole = Conversation((), (Tool("a", "", parameters), Tool("b", "", parameters)))

    assert containers_of(whole, whole) is None
    assert snapshot(whole) == snapshot(whole)

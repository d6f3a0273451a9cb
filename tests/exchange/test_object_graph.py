from dataclasses import dataclass, field
from typing import Any

from pytest_promptfmt.exchange.object_graph import shared, snapshot


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

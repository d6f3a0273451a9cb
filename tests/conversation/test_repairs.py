"""Each repair rewrites a conversation as its statement says, and leaves alone what it does not speak of."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.conversation.repairs import REPAIRS, ways_of
from pytest_promptfmt.corpus import corpus


def user(*content: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(content)}


def assistant(*content: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(content)}


def system(*content: Any) -> dict[str, Any]:
    return {"role": "system", "content": list(content)}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def call(id_: str, **input_: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": "look", "input": input_}


def result(id_: str, output: Any = "seen") -> dict[str, Any]:
    return {"type": "tool_result", "id": id_, "name": "look", "output": output}


def image(url: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "url", "url": url}}


def document(media_type: str, data: str) -> dict[str, Any]:
    return {"type": "document", "source": {"type": "base64", "media_type": media_type, "data": data}}


HELLO, BYE = user(text("hello")), user(text("bye"))
NAN, INFINITY = float("nan"), float("inf")
DATA = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}

CHANGES: dict[str, tuple[str, list[Any], list[Any]]] = {
    "keep": ("keep", [HELLO, assistant(call("1")), BYE], [HELLO, assistant(call("1")), BYE]),
    "an open call goes, and its message with it": (
        "drop-open-calls",
        [HELLO, assistant(call("1")), BYE],
        [HELLO, BYE],
    ),
    "an open call goes, the text beside it and the answered call stay": (
        "drop-open-calls",
        [assistant(text("wait"), call("1"), call("2")), system(result("2"))],
        [assistant(text("wait"), call("2")), system(result("2"))],
    ),
    "an open call is answered right behind it": (
        "answer-open-calls",
        [HELLO, assistant(call("1")), BYE],
        [HELLO, assistant(call("1")), system(result("1", None)), BYE],
    ),
    "an open call among others is answered in its turn": (
        "answer-open-calls",
        [assistant(call("1"), call("2"), call("3")), system(result("3"), result("1")), BYE],
        [
            assistant(call("1"), call("2"), call("3")),
            *(system(result("1")), system(result("2", None)), system(result("3"))),
            BYE,
        ],
    ),
    "an orphan goes, its neighbour stays": (
        "drop-orphan-results",
        [assistant(call("1")), system(result("9"), result("1")), system(result("8")), BYE],
        [assistant(call("1")), system(result("1")), BYE],
    ),
    "an orphan becomes text": (
        "orphan-results-as-text",
        [HELLO, system(result("8", [text("one"), DATA, text("two")])), system(result("9", None)), BYE],
        [HELLO, system(text("one"), text("two")), system(text("")), BYE],
    ),
    "calls and results become texts, the results a user's": (
        "calls-as-text",
        [
            *(HELLO, assistant(text("wait"), call("1", place="Oslo", days=2))),
            *(system(result("1", [text("one"), DATA, text("two")])), BYE),
        ],
        [
            *(HELLO, assistant(*map(text, ("wait", "look", "Oslo", "2")))),
            *(user(text("one"), DATA, text("two")), BYE),
        ],
    ),
    "results move behind their calls, orphans stay": (
        "results-after-calls",
        [system(result("1"), result("9")), assistant(call("2"), call("1")), BYE, system(result("2", "late"))],
        [system(result("9")), assistant(call("2"), call("1")), system(result("2", "late")), system(result("1")), BYE],
    ),
    "of calls with one id each keeps its own": (
        "results-after-calls",
        [assistant(call("1"), call("1")), system(result("1", "a"), result("1", "b")), assistant(call("1")), BYE],
        [
            assistant(call("1"), call("1")),
            system(result("1", "a")),
            system(result("1", "b")),
            assistant(call("1")),
            BYE,
        ],
    ),
    "the latest turn's call is answered first, and what came too early is the next one's": (
        "results-after-calls",
        [system(result("2")), assistant(call("1")), assistant(call("2"), call("1")), system(result("1")), BYE],
        [assistant(call("1")), assistant(call("2"), call("1")), system(result("2")), system(result("1")), BYE],
    ),
    "what is left over is the last call's": (
        "results-after-calls",
        [assistant(call("1")), BYE, system(result("1", "a"), result("1", "b"))],
        [assistant(call("1")), system(result("1", "a")), system(result("1", "b")), BYE],
    ),
    "media with an address go": (
        "drop-url-media",
        [
            user(text("look"), image("https://e.com/a.png"), image("gs://b/c.png")),
            user(image("http://e.com/d")),
            assistant(call("1")),
            system(result("1", [image("https://e.com/e"), text("this")])),
        ],
        [user(text("look")), assistant(call("1")), system(result("1", [text("this")]))],
    ),
    "media by value or on the disk stay": (
        "drop-url-media",
        [user(DATA, image("data:image/png;base64,AAAA"), image("file:///a.png"), image("./b.png"), image("C:\\c.png"))],
        [user(DATA, image("data:image/png;base64,AAAA"), image("file:///a.png"), image("./b.png"), image("C:\\c.png"))],
    ),
    "media with an address become that address": (
        "tell-addresses",
        [
            user(text("look"), image("gs://b/c.png"), DATA),
            system(result("1", [image("https://e.com/e"), text("this")])),
        ],
        [user(text("look"), text("gs://b/c.png"), DATA), system(result("1", [text("https://e.com/e"), text("this")]))],
    ),
    "media with an address in a result become that address": (
        "tell-result-addresses",
        [user(text("look"), image("gs://b/c.png")), system(result("1", [image("https://e.com/e"), text("this")]))],
        [
            user(text("look"), image("gs://b/c.png")),
            system(result("1", [text("https://e.com/e"), text("this")])),
        ],
    ),
    "all media go": (
        "drop-media",
        [user(text("look"), DATA), assistant(image("https://e.com/a.png")), system(result("1", [DATA, text("this")]))],
        [user(text("look")), system(result("1", [text("this")]))],
    ),
    "images are free": ("redraw-images", [user(DATA), BYE], [user(DATA), BYE]),
    "documents of plain text become text, others stay": (
        "tell-documents",
        [
            user(document("text/plain", "aGVsbG8="), document("application/pdf", "aGVsbG8="), DATA),
            system(result("1", [document("text/markdown", "KmJ5ZSo=")])),
        ],
        [user(text("hello"), document("application/pdf", "aGVsbG8="), DATA), system(result("1", [text("*bye*")]))],
    ),
    "an assistant's media go, a user's stay": (
        "drop-assistant-media",
        [user(DATA), assistant(text("here"), DATA), assistant(DATA), assistant(), BYE],
        [user(DATA), assistant(text("here")), assistant(), BYE],
    ),
    "an assistant's media are shown by the user": (
        "show-assistant-media",
        [user(DATA), assistant(text("here"), DATA), assistant(DATA), assistant(), BYE],
        [user(DATA), assistant(text("here")), user(DATA), user(DATA), assistant(), BYE],
    ),
    "a surrogate goes, wherever it is": (
        "drop-surrogates",
        [user(text("a\ud83db😀")), assistant(call("1", **{"k\udc00": ["\udfff"]})), system(result("1", "x\ud800"))],
        [user(text("ab😀")), assistant(call("1", **{"k": [""]})), system(result("1", "x"))],
    ),
    "a surrogate becomes a question mark": (
        "surrogates-to-question-mark",
        [user(text("a\ud83db")), system(result("1", [text("\ude00"), DATA]))],
        [user(text("a?b")), system(result("1", [text("?"), DATA]))],
    ),
    "a surrogate becomes the replacement character": (
        "surrogates-to-replacement",
        [user(text("a\ud83db"))],
        [user(text("a\ufffdb"))],
    ),
    "controls go, tabs and line ends stay": (
        "drop-controls",
        [user(text("a\x00\tb\x1b[0m\r\n\x7f\x85c\u2028"))],
        [user(text("a\tb[0m\r\nc\u2028"))],
    ),
    "controls become blanks": ("controls-to-space", [user(text("a\x00b\x0bc\n"))], [user(text("a b c\n"))]),
    "no number becomes null": (
        "nan-to-null",
        [assistant(call("1", a=NAN, b=[INFINITY, 1.5, {"c": -INFINITY}], d=True))],
        [assistant(call("1", a=None, b=[None, 1.5, {"c": None}], d=True))],
    ),
    "no number becomes Python's word": (
        "nan-to-string",
        [assistant(call("1", a=NAN, b=[INFINITY, -INFINITY, 2]))],
        [assistant(call("1", a="nan", b=["inf", "-inf", 2]))],
    ),
    "no number becomes JavaScript's word": (
        "nan-to-name",
        [assistant(call("1", a=NAN, b=[INFINITY, -INFINITY, 2]))],
        [assistant(call("1", a="NaN", b=["Infinity", "-Infinity", 2]))],
    ),
    "the end of the last message is cut, no other": (
        "strip-last-text",
        [user(text("hello \n")), assistant(text("one "), text("\ttwo\n\n"))],
        [user(text("hello \n")), assistant(text("one"), text("\ttwo"))],
    ),
    "an empty conversation has no end": ("strip-last-text", [], []),
    "ids are free": (
        "rename-ids",
        [assistant(call("1")), system(result("1"))],
        [assistant(call("1")), system(result("1"))],
    ),
    "an id of a later round is made anew": (
        "unique-ids",
        [assistant(call("1")), system(result("1", "a")), assistant(call("1")), system(result("1", "b"))],
        [assistant(call("1")), system(result("1", "a")), assistant(call("1-2")), system(result("1-2", "b"))],
    ),
    "an id of one batch is made anew": (
        "unique-ids",
        [assistant(call("1"), call("1")), system(result("1", "a"), result("1", "b"), result("9"))],
        [assistant(call("1"), call("1-2")), system(result("1", "a"), result("1-2", "b"), result("9"))],
    ),
    "tool names are free": ("rename-tools", [assistant(call("1")), BYE], [assistant(call("1")), BYE]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_before_and_after(change: str) -> None:
    name, before, after = CHANGES[change]

    assert REPAIRS[name].apply(parse(before)) == parse(after)


def test_every_repair_is_shown() -> None:
    assert {name for name, _, _ in CHANGES.values()} == REPAIRS.keys()


def test_a_repair_is_listed_under_its_own_name_and_says_what_it_does() -> None:
    assert [name for name, repair in REPAIRS.items() if repair.name != name or not repair.statement] == []
    assert len({repair.statement for repair in REPAIRS.values()}) == len(REPAIRS)


def test_only_four_repairs_leave_something_free() -> None:
    assert [name for name, repair in REPAIRS.items() if repair.free_ids] == ["rename-ids", "unique-ids"]
    assert [name for name, repair in REPAIRS.items() if repair.free_tool_names] == ["rename-tools"]
    assert [name for name, repair in REPAIRS.items() if repair.redrawn_images] == ["redraw-images"]


@pytest.mark.parametrize("name", REPAIRS)
def test_tools_speaker_names_and_input_are_left_alone(name: str) -> None:
    document = {
        "messages": [
            {"role": "user", "name": "Ann", "content": "hello"},
            {"role": "assistant", "name": "Bob", "content": []},
        ],
        "tools": [{"name": "look"}],
        "speaker": "Friday",
    }
    conversation = parse(copy.deepcopy(document))

    assert REPAIRS[name].apply(conversation) == parse(document)
    assert conversation == parse(document)


@pytest.mark.parametrize("name", REPAIRS)
def test_a_repair_done_twice_does_nothing_more(name: str) -> None:
    repair = REPAIRS[name].apply

    for _, before, _ in CHANGES.values():
        once = repair(parse(before))

        assert repair(once) == once


KEEPING = ("keep", "rename-ids", "rename-tools", "redraw-images")


def test_a_repair_that_a_case_lists_changes_something_or_keeps() -> None:
    """Nobody is offered a way out that is no way out; what renames, keeps."""
    for case in corpus():
        if case.is_template:
            continue
        conversation = case.conversation()
        for expected in case.expectations:
            for name in expected.repairs:
                repair = REPAIRS[name]
                unchanged = repair.apply(conversation) == conversation

                assert unchanged == (name in KEEPING), (case.id, name)


def test_an_assistants_media_are_shown_by_the_user_where_they_stood() -> None:
    given = parse([user(DATA), assistant(text("here"), DATA, text("there")), assistant(DATA), BYE])
    _, there = ways_of("show-assistant-media")

    expected = [user(DATA), assistant(text("here")), user(DATA), assistant(text("there")), user(DATA), BYE]
    assert there.apply(given) == parse(expected)

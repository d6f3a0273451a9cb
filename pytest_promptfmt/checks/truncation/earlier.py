"""What a payload says of the history before the suffix that it keeps, and calls that were cut in two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse, blocks_of
from pytest_promptfmt.conversation.cuts import head
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import CallPart, ResultPart

_SHORT = 4
"""Texts of fewer characters may stand anywhere by accident."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Message `index` comes before what is kept, and is in the payload all the same."""

    index: int
    path: str
    turn: int


def earlier_messages(conversation: Conversation, cut: int, segments: Segments) -> list[Earlier]:
    """The messages between the system text and `cut` of which the payload says something, in order."""
    first = head(conversation)
    staying = "\n".join(texts_of((*conversation.messages[:first], *conversation.messages[cut:])))
    used = {block.id for block in _calls(conversation.messages[cut:])}
    texts = [*segments.dialog, *segments.system]
    all_texts = "\n".join(segment.text for segment in texts)
    words = set(all_texts.split())
    calls, results = _by_id(segments.calls), _by_id(segments.results)
    found = []
    for index in range(first, cut):
        message = conversation.messages[index]
        long_texts = (text for text in texts_of([message]) if len(text) >= _SHORT)
        own = [text for text in long_texts if _may_be_in(text, words) and text in all_texts and text not in staying]
        places = [(s.path, s.place.turn) for s in texts if any(text in s.text for text in own)] if own else []
        ids = {block.id for block in _calls([message])} - used
        for by_id in (calls, results):
            places += [place for _, place in sorted(by_id[id_] for id_ in ids if id_ in by_id)]
        found += [Earlier(index, *place) for place in places[:1]]
    return found


def _by_id(parts: Iterable[tuple[Position, CallPart | ResultPart]]) -> dict[str | None, tuple[int, tuple[str, int]]]:
    """Number, path and turn of the first of each id."""
    found: dict[str | None, tuple[int, tuple[str, int]]] = {}
    for number, (place, part) in enumerate(parts):
        found.setdefault(part.id, (number, (part.path, place.turn)))
    return found


def _may_be_in(text: str, words: set[str]) -> bool:
    """A text of which a word, other than the first and the last, is not there is not there: known without a search."""
    return words.issuperset(text.split()[1:-1])


def broken_calls(conversation: Conversation, segments: Segments) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Calls that are there without their result, and the reverse: what to say, where, and about which messages.

    Where the wire gives no ids, the numbers of a tool's calls and of its results are held against each other.
    """
    answered = list(_answered(conversation))
    calls = {part.id: part.path for _, part in segments.calls}
    results = {part.id: part.path for _, part in segments.results}
    if None not in calls and None not in results:
        for use, answer, _, id_ in answered:
            if id_ in results and id_ not in calls:
                yield f"the result of {id_} is kept, its call is cut", results[id_], (use, answer)
            elif id_ in calls and id_ not in results:
                yield f"the call {id_} is kept, its result is cut", calls[id_], (use, answer)
        return
    for name in sorted({name for *_, name, _ in answered} - _open(conversation)):
        calls_of_tool = [part.path for _, part in segments.calls if part.name == name]
        results_of_tool = [part.path for _, part in segments.results if part.name == name]
        if len(calls_of_tool) != len(results_of_tool) and None not in {part.name for _, part in segments.results}:
            about = dict.fromkeys(i for use, answer, tool, _ in answered if tool == name for i in (use, answer))
            kept = f"{count(len(calls_of_tool), 'call')} and {count(len(results_of_tool), 'result')}"
            message = f"of {name} there are {kept}"
            yield message, (calls_of_tool + results_of_tool)[0], tuple(about)


def _answered(conversation: Conversation) -> Iterator[tuple[int, int, str, str]]:
    """Message of the call, message of the result, name and id of each call that has a result."""
    uses: dict[str, tuple[int, str]] = {}
    for index, message in enumerate(conversation.messages):
        for block in message.blocks:
            if isinstance(block, ToolUse):
                uses[block.id] = (index, block.name)
            elif isinstance(block, ToolResult) and block.id in uses:
                use, name = uses[block.id]
                yield use, index, name, block.id


def _open(conversation: Conversation) -> set[str]:
    """The tools of which a call has no result."""
    answered = {id_ for *_, id_ in _answered(conversation)}
    return {b.name for b in blocks_of(conversation) if isinstance(b, ToolUse) and b.id not in answered}


def turns_before(findings: Iterable[Finding]) -> int:
    """How many turns of a payload say what nobody said."""
    return len({finding.path.partition("]")[0] for finding in findings if finding.id == "fidelity.added-turn"})


def told_behind(findings: Iterable[Finding], segments: Segments) -> Iterator[tuple[str, str]]:
    """Path and text of what nobody said in the turns behind all that is kept."""
    added = {finding.path for finding in findings if finding.id == "fidelity.added-turn"}
    placed = [*segments.dialog, *segments.system]
    kept = [segment.place.turn for segment in placed if segment.path not in added]
    kept += [place.turn for place, _ in segments.calls] + [place.turn for place, _ in segments.results]
    kept += [place.turn for place, *_ in segments.media]
    for segment in segments.dialog:
        if segment.path in added and kept and segment.place.turn > max(kept):
            yield segment.path, segment.text


def texts_of(messages: Iterable[Message]) -> Iterator[str]:
    """What they say in text, without the blanks at its ends."""
    for message in messages:
        for block in message.blocks:
            if isinstance(block, Text) and block.text.strip():
                yield block.text.strip()


def _calls(messages: Iterable[Message]) -> list[ToolUse | ToolResult]:
    return [block for message in messages for block in message.blocks if isinstance(block, (ToolUse, ToolResult))]

"""How what is said of a conversation stands to what is said of the changed one: the same, its beginning, moved."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, zip_longest
from typing import TypeAlias

from pytest_promptfmt.checks.laws.pieces import Piece, calls, pieces, unframed, unnamed
from pytest_promptfmt.conversation import Conversation, RedactedThinking, Text, Thinking, ToolUse, blocks_of
from pytest_promptfmt.conversation.changes import Changed
from pytest_promptfmt.payload.transcript import ToolPart, Transcript

Pieces: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two payloads part: `given` of the one and `changed` of the other, None where nothing more is said.

    It is of what is `said` in the conversation, or of words beside it.
    """

    given: Piece | None
    changed: Piece | None
    said: bool = True


@dataclass(frozen=True)
class Pair:
    """What a payload says of a conversation, and what another says of what one change has made of that."""

    conversation: Conversation
    given: Transcript
    change: Changed
    changed: Transcript
    scenario: str

    @cached_property
    def given_pieces(self) -> Pieces:
        """With the words that the change has brought in the place of those that it took."""
        return pieces(self.given, _spelling(self.change.words, "{}"))

    @cached_property
    def changed_pieces(self) -> Pieces:
        return pieces(self.changed, _spelling(self.change.spelled, r"(?<!\w)(?:{})(?!\w)"))

    @property
    def framed(self) -> bool:
        """May what was said stand in a frame, which is drawn anew around each history?"""
        return self.scenario != "chat" or any(turn.role is None for turn in self.given.turns)


def _spelling(words: Mapping[str, str], where: str) -> Callable[[str], str]:
    """Writes other words for these; a text may be glued to the next, and a name stands for itself."""
    if not words:
        return str
    pattern = re.compile(where.format("|".join(map(re.escape, sorted(words, key=len, reverse=True)))))
    return lambda text: pattern.sub(lambda found: words[found[0]], text)


def same(pair: Pair) -> Difference | None:
    """Both say the same."""
    return _parting(pair.given_pieces, pair.changed_pieces, pair)


def renamed(pair: Pair) -> Difference | None:
    """Both say the same, by whatever name."""
    return _parting(unnamed(pair.given_pieces), unnamed(pair.changed_pieces), pair)


def parts(pair: Pair) -> Difference | None:
    """Both say the same; a speaker's name may stand before each part."""
    found = same(pair)
    return None if found is None or (pair.framed and not found.said) else found


def appended(pair: Pair) -> Difference | None:
    """The first is the beginning of the second."""
    return _begins(pair, pair.given_pieces, pair.changed_pieces, pair.conversation)


def begun(pair: Pair) -> Difference | None:
    """The second is the beginning of the first."""
    found = _begins(pair, pair.changed_pieces, pair.given_pieces, pair.change.conversation)
    return found and Difference(found.changed, found.given, found.said)


def permuted(pair: Pair) -> Difference | None:
    """The calls are in the new order, and the results that stand side by side in any; all else is the same."""
    order, made = _uses(pair.conversation), [piece for piece in pair.given_pieces if piece.kind == "call"]
    if len(made) != len(order):  # told as text, or not at all
        return None
    moved = iter([made[order.index(use)] for use in _uses(pair.change.conversation)])
    given = tuple(next(moved) if piece.kind == "call" else piece for piece in pair.given_pieces)
    return _parting(_results_sorted(given), _results_sorted(pair.changed_pieces), pair)


def _uses(conversation: Conversation) -> list[str]:
    return [block.id for block in blocks_of(conversation) if isinstance(block, ToolUse)]


def _results_sorted(found: Pieces) -> Pieces:
    runs = ((kind, list(run)) for kind, run in groupby(found, key=lambda piece: piece.kind))
    return tuple(piece for kind, run in runs for piece in (sorted(run) if kind == "result" else run))


def offers(pair: Pair) -> Difference | None:
    """Both say the same, and the second offers what the first does and one tool more.

    Who writes no list of tools may tell them in the system text.
    """
    if pair.given.tools is None:
        given, changed = (_without_system(each) for each in (pair.given_pieces, pair.changed_pieces))
        return _parting(given, changed, pair)
    left = list(map(_tool, pair.changed.tools or ()))
    for tool in map(_tool, pair.given.tools):
        if tool not in left:
            return Difference(tool, next((each for each in left if each.who == tool.who), None))
        left.remove(tool)
    return same(pair)


def _without_system(found: Pieces) -> Pieces:
    return tuple(piece for piece in found if not _is_system(piece))


def _tool(tool: ToolPart) -> Piece:
    parameters = json.dumps(tool.parameters, sort_keys=True, ensure_ascii=False, default=repr)
    return Piece("tool", tool.name, f"{tool.name} {tool.description} {parameters}", tool.path)


def other_ids(pair: Pair) -> Difference | None:
    """The first calls of both, as far as they are the same, have the same ids."""
    for one, other in zip(calls(pair.given), calls(pair.changed), strict=False):
        if (one.name, one.input) != (other.name, other.input):
            return None
        if one.id != other.id:
            return Difference(Piece("id", "", str(one.id), one.path), Piece("id", "", str(other.id)), said=False)
    return None


def _begins(pair: Pair, short: Pieces, long: Pieces, conversation: Conversation) -> Difference | None:
    """System text may go before all others, the last to speak goes on, and thoughts told in words may be left out."""
    thoughts = any(isinstance(b, Thinking | RedactedThinking) for b in blocks_of(conversation))
    if not any(message.role == "system" for message in conversation.messages) and _is_system(*long[:1]):
        long = long[1:]
    found = _prefix(short, long)
    if found is None:
        return None
    texts = _texts(conversation)
    said = _prefix(*(unframed(each, texts, roles=not pair.framed) for each in (short, long)))
    if said is None and (pair.framed or thoughts):
        return None
    return Difference(*(said or found), said=said is not None)


def _prefix(short: Pieces, long: Pieces) -> tuple[Piece | None, Piece | None] | None:
    """The first pieces at which the one is not the beginning of the other; its last text may go on there."""
    if _is_system(*short[:1]) and _is_system(*long[:1]):
        if not long[0].value.startswith(short[0].value):
            return short[0], long[0]
        short, long = short[1:], long[1:]
    for n, piece in enumerate(short):
        other = long[n] if n < len(long) else None
        goes_on = n == len(short) - 1 and other is not None and _goes_on(piece, other)
        if piece != other and not goes_on:
            return piece, other
    return None


def _is_system(piece: Piece | None = None) -> bool:
    return piece is not None and piece.kind == "text" and piece.who.startswith("system")


def _goes_on(piece: Piece, other: Piece) -> bool:
    return piece.kind == other.kind == "text" and piece.who == other.who and other.value.startswith(piece.value)


def _parting(given: Pieces, changed: Pieces, pair: Pair) -> Difference | None:
    found = _first(given, changed)
    if found is None:
        return None
    new = list(pair.change.words.values())
    one, other = (
        unframed(said, [*_texts(conversation), *new], roles=not pair.framed)
        for said, conversation in ((given, pair.conversation), (changed, pair.change.conversation))
    )
    return Difference(*found, said=_first(one, other) is not None)


def _first(given: Sequence[Piece], changed: Sequence[Piece]) -> tuple[Piece | None, Piece | None] | None:
    pairs = zip_longest(given, changed)
    return next(((one, other) for one, other in pairs if one != other), None)


def _texts(conversation: Conversation) -> list[str]:
    return [block.text for block in blocks_of(conversation) if isinstance(block, Text)]

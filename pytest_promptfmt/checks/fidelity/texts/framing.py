"""What stands around a text: white space, quotes, or the code of the block that it was taken from.

Frames are free where they say who speaks; where a turn's role says that, nothing belongs around a text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import reduce
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.stream import LONG, Stream, forms
from pytest_promptfmt.checks.fidelity.texts import Utterance
from pytest_promptfmt.checks.fidelity.texts.added import words_of_nobody
from pytest_promptfmt.checks.fidelity.texts.edges import Edges
from pytest_promptfmt.checks.fidelity.tools.answers import GivenResult, carries, label, strings_in, texts_of
from pytest_promptfmt.conversation import Conversation, Text, blocks_of
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ResultPart

_HERE = "\ue002"
"""Stands for each text in what is left of a string without them."""

_QUOTED = re.compile(rf"(['\"]){_HERE}\1")
_LISTED = re.compile(rf"[\[(]\s*(['\"]){_HERE}\1(\s*,\s*(['\"]){_HERE}\3)*\s*,?\s*[\])]")


def _block(quote: str) -> re.Pattern[str]:
    """A block around a text: a dictionary with its type before or behind, or what Python prints of an object."""
    type_ = rf"\btype(?:{quote}\s*:|=)\s*{quote}(?:\w*text|tool_result){quote}"
    said = rf"['\"][^'\"{_HERE}]{{0,8}}{_HERE}[^'\"{{}}]{{0,200}}['\"]"
    text = rf"\b(?:text|output|content)(?:{quote}\s*:|=)\s*{said}"
    printed = rf"\b[A-Z]\w*\([^{_HERE}]{{0,100}}\b\w+=['\"]{_HERE}['\"]"
    return re.compile(rf"{type_}[^{_HERE}]{{0,100}}{text}|{text}[^{_HERE}]{{0,100}}{type_}|{printed}")


_EMPTY = re.compile(
    r"""\s*+\[?\s*+\{\s*(?:(['"])type\1\s*:\s*(['"])text\2\s*,\s*(['"])text\3\s*:\s*(['"])\4"""
    r"""|(['"])text\5\s*:\s*(['"])\6\s*,\s*(['"])type\7\s*:\s*(['"])text\8)\s*\}"""
)
"""A block whose text is empty, as JSON or Python has it."""

_BLOCK, _PRINTED = _block("['\"]"), _block("'")


def framed_texts(*streams: Stream, unpadded: Container[str] | None, edges: Edges) -> Iterator[Finding]:
    """Texts of turns with a role that do not stand there as they were given.

    `unpadded` are the paths where white space may be what is left of a text's own; None: anywhere. At one of the
    `edges` an empty paragraph joins nothing.
    """
    for stream in streams:
        for segment, pieces in stream.framed():
            if segment.turn.role is None:
                continue
            if any(piece.strip() for piece in pieces):
                yield from _code(pieces, segment.path, ())
            elif unpadded is not None and segment.path not in unpadded and (pieces[0] or pieces[-1]):
                message = f"white space around it: {pieces[0]!r}, {pieces[-1]!r}"
                at_an_edge = edges.adds_a_paragraph(segment.path, pieces[0], pieces[-1])
                yield loss("blank-paragraph" if at_an_edge else "padded-text", segment.path, message)


def printed_texts(stream: Stream) -> Iterator[Finding]:
    """Texts of a history whose blocks stand there as Python prints them; JSON is a frame as good as others."""
    for segment, pieces in stream.framed():
        rest = _HERE.join(pieces)
        if _PRINTED.search(rest):
            yield _coded(rest, segment.path, ())


@memoized
def blank_texts(conversation: Conversation) -> bool:
    """Does anybody say nothing but white space?"""
    return any(isinstance(block, Text) and block.text and not block.text.strip() for block in blocks_of(conversation))


class Elsewhere:
    """What others say: what somebody `said`, and all results, each with its place where it has one.

    The same words stand around most results of a payload, and are looked through once.
    """

    def __init__(self, said: Sequence[Utterance], answers: Iterable[tuple[GivenResult, ResultPart | None]]) -> None:
        self._said = [each for each in said if len(each.text) >= LONG]
        self._answers = [(each, place, text) for each, place in answers for text in texts_of(each.block)]
        self._in: dict[str, tuple[list[Utterance], list[Answer]]] = {}

    def within(self, piece: str) -> tuple[list[Utterance], list[Answer]]:
        """The utterances and the answers that a text has in it."""
        if piece not in self._in:
            spoken = [each for each in self._said if each.text in piece]
            self._in[piece] = spoken, [answer for answer in self._answers if answer[2] in piece]
        return self._in[piece]


Answer: TypeAlias = tuple[GivenResult, ResultPart | None, str]
"""A result, its place, and one of its texts."""


def framed_result(
    result: GivenResult, part: ResultPart, names: frozenset[str], elsewhere: Elsewhere
) -> Iterator[Finding]:
    """A result that stands there as its own literal, or has grown: by what somebody said, or by nobody's words.

    What stands here alone of what is `elsewhere` is told as another call's.
    """
    texts = texts_of(result.block)
    for value in strings_in(part.value):
        pieces = _around(value, texts)
        if (texts and len(pieces) == 1) or (not texts and part.media):
            continue  # JSON that says more than the text, or that names what is shown, is its own matter
        yield from (
            coded := [*_code(pieces, part.path, (result.index,))] if texts else [*_empty_code(value, part.path)]
        )
        if coded or len(pieces) <= len(texts) or not any(piece.strip() for piece in pieces):
            continue
        grown = [(each, piece) for piece in pieces for each in elsewhere.within(piece)[0]]
        for each, piece in grown:
            message = f"it says what {each.message.name} said in message {each.index}, and the tool did not"
            yield loss("grown-result", part.path, message, (result.index, each.index), actual=piece)
        foreign = [[answer for answer in elsewhere.within(piece)[1] if answer[0] is not result] for piece in pieces]
        told = {id(answer): answer for answers in foreign for answer in answers if len(answer[2]) >= LONG}
        for other in (each for each, place, _ in told.values() if place and carries(each, place)):
            message = f"it says what {label(other)} answered, and this call did not"
            yield loss("grown-result", part.path, message, (result.index, other.index), actual=value)
        if not grown:
            own = (
                reduce(lambda rest, answer: rest.replace(answer[2], " "), answers, piece)
                for piece, answers in zip(pieces, foreign, strict=True)
            )
            yield from words_of_nobody(own, part.path, (result.index,), names)


def _around(value: str, texts: Sequence[str]) -> list[str]:
    """What stands before, between and behind the texts; what comes first of their spellings counts."""
    pieces, at = [], 0
    for text in texts:
        places = [(start, len(form)) for form in forms(text) if (start := value.find(form, at)) >= 0]
        if places:
            start, length = min(places)
            pieces.append(value[at:start])
            at = start + length
    return [*pieces, value[at:]]


def _code(pieces: Sequence[str], path: str, about: tuple[int, ...]) -> Iterator[Finding]:
    rest = _HERE.join(pieces)
    if _QUOTED.fullmatch(rest.strip()):
        yield loss("quoted-text", path, "it stands in quotes that nobody said", about, actual=rest[0])
    elif _LISTED.fullmatch(rest.strip()) or _BLOCK.search(rest):
        yield _coded(rest, path, about)


def _empty_code(value: str, path: str) -> Iterator[Finding]:
    if _EMPTY.match(value):
        yield _coded(value, path, ())


def _coded(rest: str, path: str, about: tuple[int, ...]) -> Finding:
    frame = rest.replace(_HERE, "…")
    return loss("coded-text", path, f"this is the code of a block: {cut(frame)}", about, actual=frame)

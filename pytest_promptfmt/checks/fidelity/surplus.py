"""What the payload says beyond the conversation: turns and words of nobody, and what is told once more in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_promptfmt.checks.fidelity.comparison import Comparison, Found
from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.order import Located
from pytest_promptfmt.checks.fidelity.texts import utterances
from pytest_promptfmt.checks.fidelity.texts.added import added_words, names_of, words_of_nobody
from pytest_promptfmt.checks.fidelity.texts.edges import Edges, edges_of
from pytest_promptfmt.checks.fidelity.texts.framing import (
    Elsewhere,
    blank_texts,
    framed_result,
    framed_texts,
    printed_texts,
)
from pytest_promptfmt.checks.fidelity.tools.answers import results_of
from pytest_promptfmt.checks.fidelity.tools.repeats import repeated_in_words, words_for_nothing
from pytest_promptfmt.conversation import Media, Text, ToolUse, blocks_of
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Part, TextPart


def tools_in_words(this: Comparison, found: Found) -> Iterator[Finding]:
    """Calls and results that texts tell as well, and what stands in a result around its own words."""
    if not (found.tools.calls or found.tools.results):
        return
    leftovers = [*found.texts.dialog.unused(), *found.texts.system.unused()]
    results = [(result, part) for result, _, part in found.tools.results]
    yield from repeated_in_words(leftovers, (call for call, _, _ in found.tools.calls), results)
    names, parts = names_of(this.conversation), {id(result): part for result, part in results}
    answers = ((result, parts.get(id(result))) for result in results_of(this.conversation))
    elsewhere = Elsewhere(utterances(this.conversation), answers)
    for result, part in results:
        yield from framed_result(result, part, names, elsewhere)


def words_beyond(this: Comparison, found: Found, placed: list[Located]) -> Iterator[Finding]:
    """Turns that hold nothing of the conversation, and words around its texts and in place of them."""
    texts, occupied = found.texts, {item.place.turn for item in placed}
    if this.is_chat:
        yield from _turns(found, occupied)
        yield from _empty_turns(this, occupied)
        trimmed = {finding.path for finding in texts.findings if finding.id == "fidelity.trimmed-text"}
        unpadded = None if blank_texts(this.conversation) else trimmed
        edges = edges_of(this.transcript, this.conversation, this.dialect.carries) if this.is_kept else Edges()
        yield from framed_texts(texts.dialog, texts.system, unpadded=unpadded, edges=edges)
    else:
        yield from words_for_nothing(each for each in texts.dialog.untouched() if each.turn.role == "assistant")
        yield from printed_texts(texts.dialog)
    yield from _words(this, found, occupied)
    if this.is_chat:
        yield from _stand_ins(this, found)


def _stand_ins(this: Comparison, found: Found) -> Iterator[Finding]:
    """A word for nothing in a turn that calls: no place was empty there, and the model reads it as its own."""
    messages, turns = this.conversation.messages, set[int]()
    for call, place, _ in found.tools.calls:
        if all(isinstance(block, ToolUse) for block in messages[call.index].blocks):
            turns.add(place.turn)
    for segment in found.texts.dialog.untouched():
        alone = segment.turn.role == "assistant" and segment.place.turn in turns
        told = [*words_for_nothing([segment]), *words_of_nobody([segment.text], segment.path, ())]
        if alone and _WORD.search(segment.text) and not told:
            message = f"nobody said {cut(segment.text)}: the turn calls, and no place in it was empty"
            yield loss("added-words", segment.path, message, actual=segment.text)


_WORD = re.compile(r"\w")


def _turns(found: Found, occupied: set[int]) -> Iterator[Finding]:
    """Texts of turns that hold nothing of the conversation; a caption beside something that was found is none."""
    untouched = list(found.texts.dialog.untouched())
    for segment in untouched:
        if segment.turn.role is not None and segment.place.turn not in occupied:
            yield loss("added-turn", segment.path, f"nobody said {cut(segment.text)}", actual=segment.text)
    beside = [segment for segment in untouched if segment.place.turn in occupied]
    yield from words_for_nothing([*beside, *found.texts.system.untouched()])


def _empty_turns(this: Comparison, occupied: set[int]) -> Iterator[Finding]:
    """Turns that say nothing, more of them than there are messages without a word, of which each may be one."""
    empty = [
        turn
        for n, turn in enumerate(this.transcript.turns)
        if turn.role in ("user", "assistant") and n not in occupied and all(_says_nothing(part) for part in turn.parts)
    ]
    messages = this.conversation.messages
    wordless = sum(not any(isinstance(block, Text) and block.text for block in each.blocks) for each in messages)
    for turn in empty[wordless:]:
        yield loss("added-turn", turn.path, "the turn says nothing, and nobody spoke it", actual="")


def _says_nothing(part: Part) -> bool:
    return isinstance(part, TextPart) and not part.text


def _words(this: Comparison, found: Found, occupied: set[int]) -> Iterator[Finding]:
    parts: dict[int, set[int]] = {}
    for each in found.texts.found:
        parts.setdefault(each.place.part, set()).add(each.index)
    dialog, system = found.texts.dialog, found.texts.system
    alone = [*system.untouched()]
    if this.is_chat:
        alone += (segment for segment in dialog.untouched() if segment.place.turn in occupied)
    altered = {finding.path for finding in found.texts.findings if finding.id == "fidelity.altered-text"}
    strange = ((segment, [segment.text]) for segment in alone if segment.path not in altered)
    around = [*dialog.framed(), *system.framed(), *strange]
    apart = len(this.segments.calls) + len(this.segments.results) + len(this.segments.thoughts)
    yield from added_words(this.conversation, around, parts, chat=this.is_chat, told=apart < _others(this))


def _others(this: Comparison) -> int:
    """How many blocks are neither text nor media?"""
    return sum(not isinstance(block, (Text, Media)) for block in blocks_of(this.conversation))

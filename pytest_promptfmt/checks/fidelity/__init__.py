"""Is everything that the conversation says, and that the dialect can carry, in the payload?

Once, in order, by the right speaker, with ids, names, arguments and bytes equal. The dialect's reader has turned the
payload into a `Transcript`; here that is held against the conversation, with every right way to spell it accepted:
strings or parts, merged or separate turns, any framing of a history. `losses.FINDINGS` lists what can be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pytest_promptfmt.checks.fidelity.losses import FINDINGS, a, cut, loss
from pytest_promptfmt.checks.fidelity.media import GivenMedia, compare_media, media_in
from pytest_promptfmt.checks.fidelity.media.attribution import misattributed_in_a_chat, misattributed_media
from pytest_promptfmt.checks.fidelity.media.outside import mixed_up
from pytest_promptfmt.checks.fidelity.order import Located, misordered, moved_system
from pytest_promptfmt.checks.fidelity.plans import with_plans_told
from pytest_promptfmt.checks.fidelity.segments import Segments, segments_of
from pytest_promptfmt.checks.fidelity.speakers import misattributed_calls
from pytest_promptfmt.checks.fidelity.texts import TextFinder, utterances
from pytest_promptfmt.checks.fidelity.texts.added import added_words, names_of
from pytest_promptfmt.checks.fidelity.texts.edges import Edges, edges_of
from pytest_promptfmt.checks.fidelity.texts.framing import (
    blank_texts,
    framed_result,
    framed_texts,
    printed_texts,
)
from pytest_promptfmt.checks.fidelity.thinking import FoundThought, ThoughtFinder, in_tags
from pytest_promptfmt.checks.fidelity.tools import compare_tools
from pytest_promptfmt.checks.fidelity.tools.calls import OpenTurn, calls_of, unsigned_calls
from pytest_promptfmt.checks.fidelity.tools.offered import called_otherwise, compare_offers
from pytest_promptfmt.checks.fidelity.tools.repeats import repeated_in_words, spellings, told_calls, words_for_nothing
from pytest_promptfmt.checks.fidelity.tools.results import results_of, texts_of
from pytest_promptfmt.checks.fidelity.twins import Unsought, least_blamed
from pytest_promptfmt.checks.fidelity.wanted import Wanted
from pytest_promptfmt.conversation import Conversation, Media, Text, Thinking
from pytest_promptfmt.conversation.repairs import REPAIRS, Repair
from pytest_promptfmt.corpus import Expectation
from pytest_promptfmt.corpus.reasons import reason
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

__all__ = ["FINDINGS", "fidelity", "unrepaired"]


def fidelity(
    conversation: Conversation,
    transcript: Transcript,
    dialect: Dialect,
    scenario: str,
    wanted: Wanted,
    repair: Repair = REPAIRS["keep"],
) -> Iterator[Finding]:
    """Every loss, doubling, change, wrong order and wrong speaker; `conversation` is the repaired one already."""
    told = with_plans_told(transcript, conversation)
    segments, given_media = segments_of(told), media_in(conversation)

    def compare(unsought: Unsought) -> list[Finding]:
        found = _compare(conversation, told, segments, given_media, dialect, scenario, wanted, repair, unsought)
        return list(found)

    findings = least_blamed(compare, conversation, given_media, [part for _, part, _ in segments.media])
    blamed = {finding.path for finding in findings if finding.id != "fidelity.added-turn"}
    for finding in findings:
        if finding.id != "fidelity.added-turn" or finding.path not in blamed:
            yield finding


def unrepaired(expectation: Expectation, dialect: Dialect) -> Finding:
    """The conversation cannot be sent as it stands, and was neither refused nor repaired."""
    ways = "; ".join(REPAIRS[name].statement for name in expectation.repairs)
    return loss("unrepaired", "$", f"{reason(expectation.why, dialect.id)}: raise a clear error, or repair it ({ways})")


def _compare(
    conversation: Conversation,
    transcript: Transcript,
    segments: Segments,
    given_media: list[GivenMedia],
    dialect: Dialect,
    scenario: str,
    wanted: Wanted,
    repair: Repair,
    unsought: Unsought,
) -> Iterator[Finding]:
    turn = OpenTurn(conversation, scenario, dialect.signed == "none")
    told = told_calls(conversation, segments, scenario, carried="tool" in dialect.carries)
    in_calls = [form for call in told if call.use.input for form in spellings(call.use.input)]
    later = dialect.system_later and scenario == "chat" and repair.name == "keep"
    texts = TextFinder(
        conversation,
        segments,
        places=(dialect.system_place, later),
        scenario=scenario,
        told=in_calls,
        unsought=unsought.texts,
    )
    yield from _of_texts_alone(texts.findings, conversation, segments)
    placed = [
        Located(
            "system" if found_text.is_system else "text",
            found_text.index,
            found_text.place,
            found_text.path,
            f"the text of message {found_text.index}",
            number=found_text.number,
        )
        for found_text in texts.found
    ]
    tools = compare_tools(
        conversation, segments, repair, dialect, wanted.model, told if "tool" in dialect.carries else ()
    )
    given_media = [replace(item, result=tools.ids.get(item.result or "", item.result)) for item in given_media]
    media = compare_media(
        given_media,
        segments,
        dialect.carries,
        redrawn=repair.redrawn_images,
        unsought=unsought.media,
        copies=unsought.copies,
    )
    yield from media.findings
    if scenario == "multiagent" and dialect.inline_media:
        yield from misattributed_media(conversation, transcript, texts, media.found)
    elif scenario == "chat":
        yield from misattributed_in_a_chat(conversation, transcript, texts, media.found)
    if media.found and not repair.free_ids:  # words may name the old ones, which may come again
        captions = {segment.path: stretch for segment, stretch in texts.dialog.unused()}
        result_places = ((tools.ids.get(each.block.id, each.block.id), place) for each, place, _ in tools.results)
        answered = {id_: place for id_, place in result_places if id_}
        yield from mixed_up(transcript, captions, media.found, answered, tools.ids)
    placed += (
        Located(
            "media", given.index, place, part.path, f"the {part.kind} of message {given.index}", of_result=given.result
        )
        for given, place, part in media.found
    )
    if "tool" in dialect.carries:
        yield from tools.findings
        first = turn.first_calls() if wanted.model.refuses("call-unsigned") else frozenset()
        yield from unsigned_calls(((call, part) for call, _, part in tools.calls), first)
        yield from misattributed_calls(conversation, transcript, tools, scenario)
        places = {id(call.use): (call.index, place) for call, place, _ in tools.calls}
        placed += (
            Located("call", call.index, place, part.path, f"the call {call.use.id}", number=call.number)
            for call, place, part in tools.calls
        )
        placed += (
            Located(
                "result",
                result.index,
                place,
                part.path,
                f"the result of {result.block.id}",
                call_place if call_index <= result.index else None,  # a result that was first may stay so
                of_result=tools.ids.get(result.block.id, result.block.id),
            )
            for result, place, part in tools.results
            for call_index, call_place in [places.get(id(result.call), (0, None))]
        )
        leftovers = [*texts.dialog.unused(), *texts.system.unused()]
        yield from repeated_in_words(
            leftovers,
            (call for call, _, _ in tools.calls),
            [(each, part) for each, _, part in tools.results],
        )
        names, said = names_of(conversation), utterances(conversation)
        places_of = {id(result): part for result, _, part in tools.results}
        answers = [(result, places_of.get(id(result))) for result in results_of(conversation)]
        for result, _, part in tools.results:
            yield from framed_result(result, part, names, said, answers)
    finder = ThoughtFinder(conversation, segments, dialect)
    yield from finder.findings
    if "thinking" in dialect.carries:
        yield from finder.lost(turn, wanted)
    together: dict[int, set[int]] = {}
    for item in placed:
        together.setdefault(item.place.turn, set()).add(item.index)
    placed += (_thought(found) for found in finder.in_order(together))
    yield from misordered(placed, inline_media=dialect.inline_media, inline_thoughts=dialect.signed != "none")
    if scenario == "chat":
        yield from moved_system(placed) if dialect.system_later else ()
        yield from _added(texts, placed)
        trimmed = {finding.path for finding in texts.findings if finding.id == "fidelity.trimmed-text"}
        unpadded = None if blank_texts(conversation) else trimmed
        edges = edges_of(transcript, conversation, dialect.carries) if repair.name == "keep" else Edges()
        yield from framed_texts(texts.dialog, texts.system, unpadded=unpadded, edges=edges)
    else:
        assistant_turns = (segment for segment in texts.dialog.untouched() if segment.turn.role == "assistant")
        yield from words_for_nothing(assistant_turns)
        yield from printed_texts(texts.dialog)
    parts: dict[int, set[int]] = {}
    for each in texts.found:
        parts.setdefault(each.place.part, set()).add(each.index)
    of_nobody = ((segment, [segment.text]) for segment in texts.system.untouched())
    occupied = {item.place.turn for item in placed}
    labels = ((segment, [segment.text]) for segment in texts.dialog.untouched() if segment.place.turn in occupied)
    beside = [*texts.dialog.framed(), *texts.system.framed(), *of_nobody, *(labels if scenario == "chat" else ())]
    apart = len(segments.calls) + len(segments.results) + len(segments.thoughts)
    yield from added_words(
        conversation, beside, parts, chat=scenario == "chat", told=apart < _tools_and_thoughts(conversation)
    )
    yield from _dropped(conversation, segments, given_media, dialect)
    yield from compare_offers(conversation, transcript.tools, repair)
    if repair.free_tool_names:
        yield from called_otherwise(conversation, transcript.tools, tools.calls)


def _of_texts_alone(findings: Iterable[Finding], conversation: Conversation, segments: Segments) -> Iterator[Finding]:
    """A text that stands there once more because it was thought, too, is doubled by nobody: see `thinking-as-text`."""
    thoughts = {b.thinking for m in conversation.messages for b in m.blocks if isinstance(b, Thinking) and b.thinking}
    for finding in findings:
        said = finding.data.get("actual") if finding.id == "fidelity.doubled-text" else None
        if said in thoughts and in_tags(said, [each for each in segments.dialog if each.path == finding.path]):
            continue
        yield finding


def _tools_and_thoughts(conversation: Conversation) -> int:
    blocks = (block for message in conversation.messages for block in message.blocks)
    return sum(not isinstance(block, (Text, Media)) for block in blocks)


def _thought(found: FoundThought) -> Located:
    thought = found.thought
    label = f"the thinking of message {thought.index}"
    return Located("thought", thought.index, found.place, found.path, label, number=thought.number, sealed=found.sealed)


def _added(texts: TextFinder, placed: list[Located]) -> Iterator[Finding]:
    """Texts of turns that hold nothing of the conversation; a caption beside something that was found is none."""
    occupied = {item.place.turn for item in placed}
    for segment in texts.dialog.untouched():
        if segment.turn.role is not None and segment.place.turn not in occupied:
            yield loss("added-turn", segment.path, f"nobody said {cut(segment.text)}", actual=segment.text)
    rest = [segment for segment in texts.dialog.untouched() if segment.place.turn in occupied]
    yield from words_for_nothing([*rest, *texts.system.untouched()])


def _dropped(
    conversation: Conversation, segments: Segments, given_media: list[GivenMedia], dialect: Dialect
) -> Iterator[Finding]:
    """Blocks that the dialect has no place for: a word about them is enough, silence is a warning."""
    sent = {media.kind for _, media, _ in segments.media}
    without_place = [
        item for item in given_media if item.media.type not in dialect.carries and item.media.type not in sent
    ]
    if not without_place and "tool" in dialect.carries:
        return
    payload_text = "\n".join(segment.text for segment in (*segments.dialog, *segments.system))
    lowered = payload_text.lower()
    for item in without_place:
        if item.media.type not in lowered:
            yield loss("silent-drop", "$", f"{a(item.media.type)} is left out without a word", (item.index,))
    if "tool" in dialect.carries:
        return
    for call in calls_of(conversation):
        if call.use.name not in payload_text:
            yield loss("silent-drop", "$", f"the call {call.use.name} is left out without a word", (call.index,))
    for result in results_of(conversation):
        if any(text not in payload_text for text in texts_of(result.block)) and (
            result.name is None or result.name not in payload_text
        ):
            yield loss(
                "silent-drop",
                "$",
                f"a result of {result.name or result.block.id} is left out without a word",
                (result.index,),
            )

"""Is everything that the conversation says, and that the dialect can carry, in the payload?

Once, in order, by the right speaker, with ids, names, arguments and bytes equal. The dialect's reader has turned the
payload into what was said; here that is held against the conversation, with every right way to say a thing accepted:
strings or parts, merged or separate turns, any framing of a history. `losses.FINDINGS` lists what can be wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.checks.fidelity.losses import FINDINGS, a, cut, loss
from pytest_promptfmt.checks.fidelity.media import GivenMedia, compare_media, media_in
from pytest_promptfmt.checks.fidelity.media.owners import misattributed_media, told_as_the_models
from pytest_promptfmt.checks.fidelity.order import Located, misordered
from pytest_promptfmt.checks.fidelity.segments import Segments, segments_of
from pytest_promptfmt.checks.fidelity.texts import Listener
from pytest_promptfmt.checks.fidelity.texts.framing import blank_texts, framed_result, framed_texts, printed_texts
from pytest_promptfmt.checks.fidelity.thinking import FoundThought, Thinker
from pytest_promptfmt.checks.fidelity.tools import compare_tools
from pytest_promptfmt.checks.fidelity.tools.callers import misattributed_calls
from pytest_promptfmt.checks.fidelity.tools.calls import calls_of
from pytest_promptfmt.checks.fidelity.tools.repeats import repeated_in_words, words_for_nothing
from pytest_promptfmt.checks.fidelity.tools.results import results_of, texts_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.repairs import REPAIRS, Repair
from pytest_promptfmt.corpus import Expectation
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import CallPart, Transcript

__all__ = ["FINDINGS", "fidelity", "unrepaired"]


def fidelity(
    conversation: Conversation, said: Transcript, dialect: Dialect, scenario: str, repair: Repair = REPAIRS["keep"]
) -> Iterator[Finding]:
    """Every loss, doubling, change, wrong order and wrong speaker; `conversation` is the repaired one already."""
    if dialect.call_ids and _renamed(dialect.call_ids, conversation, said):
        repair = replace(repair, free_ids=True)
    findings = list(_compare(conversation, said, dialect, scenario, repair))
    blamed = {finding.path for finding in findings if finding.id != "fidelity.added-turn"}
    for finding in findings:
        if finding.id != "fidelity.added-turn" or finding.path not in blamed:
            yield finding


def _renamed(liked: re.Pattern[str], conversation: Conversation, said: Transcript) -> bool:
    """Were ids that the provider does not like replaced, all of them by ones that it likes?"""
    asked = [call.use.id for call in calls_of(conversation)]
    told = [part.id for turn in said.turns for part in turn.parts if isinstance(part, CallPart)]
    return not all(map(liked.fullmatch, asked)) and all(id_ is not None and liked.fullmatch(id_) for id_ in told)


def unrepaired(expectation: Expectation) -> Finding:
    """The conversation cannot be sent as it stands, and was neither refused nor repaired."""
    ways = "; ".join(REPAIRS[name].statement for name in expectation.repairs)
    return loss("unrepaired", "$", f"{expectation.why}: raise a clear error, or repair it ({ways})")


def _compare(
    conversation: Conversation, said: Transcript, dialect: Dialect, scenario: str, repair: Repair
) -> Iterator[Finding]:
    heard = segments_of(said)
    listener = Listener(conversation, heard, system_place=dialect.system_place, scenario=scenario)
    yield from listener.findings
    placed = [
        Located(
            "system" if spoken.is_system else "text",
            spoken.index,
            spoken.place,
            spoken.path,
            f"the text of message {spoken.index}",
            number=spoken.number,
        )
        for spoken in listener.spoken
    ]
    answered = compare_tools(conversation, heard, repair, error_flag=dialect.error_flag)
    shown = [replace(item, result=answered.ids.get(item.result or "", item.result)) for item in media_in(conversation)]
    viewed = compare_media(shown, heard, dialect.carries, redrawn=repair.redrawn_images)
    yield from viewed.findings
    if scenario == "multiagent" and dialect.inline_media:
        yield from misattributed_media(conversation, said, listener, viewed.found)
    elif scenario == "chat":
        yield from told_as_the_models(conversation, said, viewed.found)
    placed += (
        Located(
            "media", item.index, place, media.path, f"the {media.kind} of message {item.index}", of_result=item.result
        )
        for item, place, media in viewed.found
    )
    if "tool" in dialect.carries:
        yield from answered.findings
        yield from misattributed_calls(conversation, said, answered, scenario)
        places = {id(call.use): (call.index, place) for call, place, _ in answered.calls}
        placed += (
            Located("call", call.index, place, said.path, f"the call {call.use.id}", number=call.number)
            for call, place, said in answered.calls
        )
        placed += (
            Located(
                "result",
                result.index,
                place,
                said.path,
                f"the result of {result.block.id}",
                asked if index <= result.index else None,  # who tells the answer first may stay so
            )
            for result, place, said in answered.results
            for index, asked in [places.get(id(result.call), (0, None))]
        )
        unsaid = [*listener.dialog.unused(), *listener.system.unused()]
        yield from repeated_in_words(
            unsaid, (call for call, _, _ in answered.calls), (each for each, _, _ in answered.results)
        )
        for result, _, said_result in answered.results:
            yield from framed_result(result, said_result)
    thinker = Thinker(conversation, heard, dialect.redacted)
    yield from thinker.findings
    beside: dict[int, set[int]] = {}
    for item in placed:
        beside.setdefault(item.place.turn, set()).add(item.index)
    placed += (_thought(told) for told in thinker.in_order(beside))
    yield from misordered(placed, inline_media=dialect.inline_media)
    if scenario == "chat":
        yield from _added(listener, placed)
        yield from framed_texts(listener.dialog, listener.system, padding=not blank_texts(conversation))
    else:
        own = (segment for segment in listener.dialog.untouched() if segment.turn.role == "assistant")
        yield from words_for_nothing(own)
        yield from printed_texts(listener.dialog)
    yield from _dropped(conversation, heard, shown, dialect)
    yield from _tools_on_offer(conversation, said, repair)


def _thought(told: FoundThought) -> Located:
    thought = told.thought
    label = f"the thinking of message {thought.index}"
    return Located("thought", thought.index, told.place, told.path, label, number=thought.number, sealed=told.sealed)


def _added(listener: Listener, placed: list[Located]) -> Iterator[Finding]:
    """Texts of turns that hold nothing of the conversation; a caption beside something that was shown is none."""
    occupied = {item.place.turn for item in placed}
    for segment in listener.dialog.untouched():
        if segment.turn.role is not None and segment.place.turn not in occupied:
            yield loss("added-turn", segment.path, f"nobody said {cut(segment.text)}", actual=segment.text)
    rest = [segment for segment in listener.dialog.untouched() if segment.place.turn in occupied]
    yield from words_for_nothing([*rest, *listener.system.untouched()])


def _dropped(
    conversation: Conversation, heard: Segments, shown: list[GivenMedia], dialect: Dialect
) -> Iterator[Finding]:
    """Blocks that the dialect has no place for: a word about them is enough, silence is a warning."""
    sent = {media.kind for _, media, _ in heard.media}
    homeless = [item for item in shown if item.media.type not in dialect.carries and item.media.type not in sent]
    if not homeless and "tool" in dialect.carries:
        return
    told = "\n".join(segment.text for segment in (*heard.dialog, *heard.system))
    lowered = told.lower()
    for item in homeless:
        if item.media.type not in lowered:
            yield loss("silent-drop", "$", f"{a(item.media.type)} is left out without a word", (item.index,))
    if "tool" in dialect.carries:
        return
    for call in calls_of(conversation):
        if call.use.name not in told:
            yield loss("silent-drop", "$", f"the call {call.use.name} is left out without a word", (call.index,))
    for result in results_of(conversation):
        if any(text not in told for text in texts_of(result.block)) and (
            result.name is None or result.name not in told
        ):
            yield loss(
                "silent-drop",
                "$",
                f"a result of {result.name or result.block.id} is left out without a word",
                (result.index,),
            )


def _tools_on_offer(conversation: Conversation, said: Transcript, repair: Repair) -> Iterator[Finding]:
    if said.tools is None:
        return
    lacking = [tool.name for tool in conversation.tools if tool.name not in said.tools]
    if repair.free_tool_names:  # a name that nobody offered may be one of theirs, spelled otherwise
        offered = {tool.name for tool in conversation.tools}
        lacking = lacking[sum(name not in offered for name in said.tools) :]
    for name in lacking:
        yield loss("lost-tool", "$", f"the tool {name} is on offer, the payload's tools lack it")
    given = Counter(tool.name for tool in conversation.tools)
    for name, times in Counter(said.tools).items():
        if times > max(given[name], 1):
            yield loss("doubled-tool", "$", f"the tool {name} is on offer {times} times")

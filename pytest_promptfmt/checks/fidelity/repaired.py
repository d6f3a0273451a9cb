"""Fidelity where a conversation is repaired before it is sent: as a case allows, or as is legal of a dialect."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity import fidelity, unrepaired
from pytest_promptfmt.checks.fidelity.legal_repairs import is_taken, legal, made
from pytest_promptfmt.checks.fidelity.losses import cut
from pytest_promptfmt.checks.fidelity.media import equal
from pytest_promptfmt.checks.fidelity.media.given import media_in
from pytest_promptfmt.checks.fidelity.misplaced import with_unread
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.checks.fidelity.server_state import beyond_state
from pytest_promptfmt.checks.fidelity.silent_drops import dropped_by_a_repair
from pytest_promptfmt.checks.fidelity.tools.answers import label, results_of, strings_in, texts_of
from pytest_promptfmt.checks.fidelity.tools.calls import calls_of, title
from pytest_promptfmt.checks.fidelity.wanted import Wanted
from pytest_promptfmt.conversation import Conversation, Text, blocks_of
from pytest_promptfmt.conversation.media_repairs import documents_of_text_by_result
from pytest_promptfmt.conversation.repairs import REPAIRS, Repair, ways_of
from pytest_promptfmt.corpus import ANY_LEGAL, Expectation
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, errors, lightest
from pytest_promptfmt.payload.state import State
from pytest_promptfmt.payload.transcript import TextPart, Transcript

Findings: TypeAlias = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A payload as its dialect reads it, with what fidelity has to know of the request around it."""

    dialect: Dialect
    transcript: Transcript
    payload: Any
    scenario: str
    wanted: Wanted
    state: State | None = None

    def against(self, conversation: Conversation, repair: Repair = REPAIRS["keep"]) -> Findings:
        """What is wrong by a conversation that is so repaired; of what is lost also where it stands unread."""

        def compare(given: Conversation) -> Iterator[Finding]:
            found = fidelity(given, self.transcript, self.dialect, self.scenario, self.wanted, repair)
            return with_unread(found, given, self.transcript, self.payload)

        return beyond_state(conversation, self.state, compare)


def faithful(reading: Reading, expectation: Expectation, conversation: Conversation, *, refused: bool) -> Findings:
    """Fidelity to the conversation, or to the best of its repairs where the case allows some.

    A payload that says unrepaired what had to be repaired is blamed for that, and only where no other check has
    `refused` it already. Faults are told by the untouched conversation wherever it shows them.
    """
    if expectation.demand == "refuse":
        return ()
    if expectation.demand == "carry":
        return reading.against(conversation)
    if ANY_LEGAL in expectation.repairs:
        return nearest(reading, conversation, refused=refused)[1]
    dialect, repairs = reading.dialect, expectation.repairs or ("keep",)

    @cache
    def answer(name: str) -> Findings:
        ways = [repair for repair in ways_of(name) if not _is_out_of_question(repair, conversation, reading)]
        return lightest(
            ways or [REPAIRS[name]], lambda repair: reading.against(made(repair, conversation, dialect), repair)
        )[1]

    name, best = lightest(repairs, answer)
    if not errors(best):
        return (*best, *_left_out([REPAIRS[name]], conversation, reading))
    as_it_stands = answer("keep")
    renamed = any(REPAIRS[each].free_ids for each in repairs)  # with other ids nothing is said as it stands
    if "keep" not in repairs and errors(as_it_stands) < (1 if renamed else errors(best)):
        spelled = all("surrogate" in each for each in repairs)  # in ASCII, as JSON does: else it were no JSON
        blamed = refused or spelled or errors(as_it_stands) > 0  # it was repaired in a way of its own, which is told
        return as_it_stands if blamed else (*as_it_stands, unrepaired(expectation, dialect))
    if errors(as_it_stands) == errors(best):
        return as_it_stands
    way = f"a way is to {REPAIRS[name].statement}"
    return best if name == "keep" else tuple(_told(best, as_it_stands, way, conversation))


def _told(
    best: Iterable[Finding], as_it_stands: Iterable[Finding], repaired: str, conversation: Conversation
) -> Iterator[Finding]:
    """Faults in the words of the untouched conversation; those that only a repair shows say what it did."""
    known = {_fault(finding): finding for finding in as_it_stands}
    another = {each.path: each for each in reversed([*as_it_stands]) if each.id == "fidelity.media-type"}
    for finding in best:
        if finding.id == "fidelity.doubled-media" and finding.path in another:  # shown, and sent as something else
            yield another[finding.path]
            continue
        message = f"{_as_untouched(finding, conversation)} ({repaired})"
        yield known.get(_fault(finding)) or replace(finding, message=message)


def _as_untouched(finding: Finding, conversation: Conversation) -> str:
    """What a finding says; a call, a result or a picture that only a repair leaves out is none that nobody made."""
    actual = finding.data.get("actual")
    for call in calls_of(conversation) if finding.id == "fidelity.invented-call" else ():
        again = finding.message.startswith(f"{call.use.name} was called ")  # by what the repair has left of it
        if call.plain == actual and (again or finding.message.endswith(title(call))):
            answered = any(each.call is call.use for each in results_of(conversation))
            return f"the call {title(call)} stands here{' as it was made' if answered else ', and nobody answered it'}"
    for result in results_of(conversation) if finding.id == "fidelity.invented-result" else ():
        if (texts := texts_of(result.block)) and [*strings_in(actual)] == texts:
            return f"the result of {label(result)} stands here as it was given"
        if texts and all(any(text in each for each in strings_in(actual)) for text in texts):
            return f"the result of {label(result)} stands here, among other words"
    if finding.id == "fidelity.lost-text" and finding.path == "$" and (owner := _owner(finding, conversation)):
        return f"{owner} is nowhere in any text: {cut(finding.data['expected'])}"
    for given in media_in(conversation) if finding.id == "fidelity.doubled-media" else ():
        if finding.message == f"nobody showed this {given.media.type}":
            return f"this {given.media.type} stands here"
    return _with_own_ids(finding.message, conversation)


def _owner(finding: Finding, conversation: Conversation) -> str:
    """Whose words only a repair makes a text of: a call's, or a result's; empty where somebody said them."""
    expected = finding.data.get("expected")
    blocks = blocks_of(conversation)
    if expected is None or any(isinstance(block, Text) and block.text == expected for block in blocks):
        return ""
    for call in calls_of(conversation):
        values = (value if isinstance(value, str) else json.dumps(value) for value in call.plain.values())
        if expected in (call.use.name, *values):
            return f"what the call {title(call)} has"
    given = (result for result in results_of(conversation) if expected in texts_of(result.block))
    return next((f"what the result of {label(result)} says" for result in given), "")


def _with_own_ids(message: str, conversation: Conversation) -> str:
    """A sentence without the ids that only a repair has made, of one that is used again."""
    own = {call.use.id for call in calls_of(conversation)}
    for made_up, id_ in re.findall(r"\(((\S+)-\d+)\)", message):
        if id_ in own and made_up not in own:
            message = message.replace(f"({made_up})", f"({id_}, used again)")
    return message


def _fault(finding: Finding) -> tuple[str, str, str]:
    """What makes two findings one, over conversations whose messages are counted otherwise."""
    return finding.id, finding.path, repr(finding.data) if finding.data else finding.message


def nearest(reading: Reading, conversation: Conversation, *, refused: bool) -> tuple[tuple[Repair, ...], Findings]:
    """The legal repairs, one after the other, that bring the conversation nearest to the payload; what is then wrong.

    As long as something is, the repair that helps most is made. What nobody can say as it stands has to be repaired.
    """
    dialect = reading.dialect

    def answer(given: Conversation, *repairs: Repair) -> Findings:
        return reading.against(given, _as_one(repairs))

    repairs: tuple[Repair, ...] = ()
    repaired, needed = conversation, _needed(conversation, dialect)
    best = as_it_stands = answer(conversation)
    for repair in map(REPAIRS.__getitem__, needed):
        found = answer(given := made(repair, conversation, dialect), repair)
        if errors(found) < errors(best) or not (repairs or errors(found)):
            best, repairs, repaired = found, (repair,), given

    def told(way: tuple[Repair, Conversation]) -> Findings:
        found = answer(way[1], *repairs, way[0])
        return (*found, *best) if any(_is_untrue(each, conversation, dialect) for each in found) else found

    while errors(best):
        ways = (repair for name in legal(repaired, dialect) for repair in ways_of(name))
        tried = [(way, made(way, repaired, dialect)) for way in ways if not _is_out_of_question(way, repaired, reading)]
        (repair, given), found = lightest(tried, told, than=((REPAIRS["keep"], repaired), best))
        if found is best:
            break
        best, repairs, repaired = found, (*repairs, repair), given
    if needed and not (repairs or refused or errors(best)):
        return (), (*best, unrepaired(Expectation("either", needed, _UNSAYABLE), dialect))
    if not repairs or errors(best) == errors(as_it_stands) > 0:
        return (), as_it_stands
    silent = () if errors(best) else _left_out(repairs, conversation, reading)
    return repairs, (*_told(best, as_it_stands, compared_with(repairs), conversation), *silent)


def _is_out_of_question(repair: Repair, given: Conversation, reading: Reading) -> bool:
    return _keeps(repair, given, reading) or (repair.names_calls and not _names_calls(given, reading.transcript))


def _names_calls(given: Conversation, transcript: Transcript) -> bool:
    """Is the call whose result holds a document of text the last that is named before the user tells it?"""
    told = [each for message in given.messages for each in documents_of_text_by_result(message).items()]
    turns = [turn for turn in transcript.turns if turn.role == "user"]
    words = "\n".join(part.text for turn in turns for part in turn.parts if isinstance(part, TextPart))

    def last_named(text: str) -> str:
        before = words[: max(0, words.find(text.strip()))]
        return max((id_ for id_, _ in told), key=lambda id_: before.rfind(id_) if id_ in before else -1)

    known = bool(told) and all(id_ in words for id_, _ in told)
    return known and all(last_named(text.text) == id_ for id_, texts in told for text in texts)


def _keeps(repair: Repair, given: Conversation, reading: Reading) -> bool:
    """Does the repair leave out media of every kind, and has the payload, by their bytes, some of them all the same?"""
    if repair.name != "drop-media":  # an assistant's picture may be the user's as well
        return False
    kept = {each.media for each in media_in(made(repair, given, reading.dialect))}
    gone = [each for each in media_in(given) if each.media not in kept]
    return any(equal(each, part) for each in gone for _, part, _ in segments_of(reading.transcript).media)


def _is_untrue(finding: Finding, conversation: Conversation, dialect: Dialect) -> bool:
    """Is it true of a repair alone: that nobody showed what the provider takes, or what nobody gave is lost?"""
    if finding.id == "fidelity.doubled-media":
        kinds = {given.media.type for given in media_in(conversation) if is_taken(given.media, dialect)}
        return finding.message in {f"nobody showed this {kind}" for kind in kinds}
    lost = finding.id == "fidelity.lost-result"
    return lost and not any(label(given) in finding.message for given in results_of(conversation))


def _left_out(repairs: Iterable[Repair], conversation: Conversation, reading: Reading) -> Findings:
    """Media that these repairs have left out without a word."""
    dropping = [repair for repair in repairs if repair.drops_media]
    repaired = reduce(lambda given, repair: made(repair, given, reading.dialect), dropping, conversation)
    return tuple(dropped_by_a_repair(conversation, repaired, reading.transcript)) if dropping else ()


def compared_with(repairs: Iterable[Repair]) -> str:
    """What a recorded payload was compared with, in words."""
    return f"compared with the conversation repaired so: {'; '.join(repair.statement for repair in repairs)}"


_UNSAYABLE = "no JSON has NaN or an infinity (RFC 8259), and a file without bytes shows nothing"


def _needed(conversation: Conversation, dialect: Dialect) -> tuple[str, ...]:
    """The legal repairs without which nobody can say it; a lone surrogate can be spelled in ASCII."""
    empty = any(given.data == b"" and given.media.type in dialect.carries for given in media_in(conversation))
    return tuple(
        name for name in legal(conversation, dialect) if name.startswith("nan-") or (empty and name == "drop-media")
    )


def _as_one(repairs: tuple[Repair, ...]) -> Repair:
    return replace(
        REPAIRS["keep"],
        name=" ".join(repair.name for repair in repairs) or "keep",
        free_ids=any(repair.free_ids for repair in repairs),
        free_tool_names=any(repair.free_tool_names for repair in repairs),
        redrawn_images=any(repair.redrawn_images for repair in repairs),
    )

"""Fidelity where a conversation is repaired before it is sent: as a case allows, or as is legal of a dialect.

A repair is legal where it mends something of this conversation that this dialect cannot carry, or may not: `_ONLY`
names the repairs for which that depends on the dialect, all others are legal wherever they change something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity import fidelity, unrepaired
from pytest_promptfmt.checks.fidelity.media import bytes_of, media_in
from pytest_promptfmt.checks.fidelity.media.pictures import can_be_seen, usual
from pytest_promptfmt.checks.fidelity.state import beyond_state
from pytest_promptfmt.checks.fidelity.thinking import Wanted
from pytest_promptfmt.common.media import canonical, sniff
from pytest_promptfmt.conversation import Base64Source, Conversation, Media, ToolResult, ToolUse
from pytest_promptfmt.conversation.media_repairs import address
from pytest_promptfmt.conversation.repairs import REPAIRS, Repair
from pytest_promptfmt.corpus import Expectation
from pytest_promptfmt.dialects.dialect import PLAIN_TYPES, Dialect
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.state import State
from pytest_promptfmt.payload.transcript import Transcript

Findings: TypeAlias = tuple[Finding, ...]


def faithful(
    dialect: Dialect,
    transcript: Transcript,
    exchange: Exchange,
    conversation: Conversation,
    wanted: Wanted,
    *,
    refused: bool,
    state: State | None = None,
) -> Findings:
    """Fidelity to the conversation, or to the best of its repairs where the case allows some.

    A payload that says unrepaired what had to be repaired is blamed for that, and only where no other check has
    `refused` it already. Faults are told by the untouched conversation wherever it shows them.
    """
    expectation = exchange.case.expects(dialect.id)

    @cache
    def answer(name: str) -> Findings:
        repair = REPAIRS[name]
        return beyond_state(
            repair.apply(conversation),
            state,
            lambda given: fidelity(given, transcript, dialect, exchange.scenario, wanted, repair),
        )

    if expectation.demand == "refuse":
        return ()
    if expectation.demand == "carry":
        return answer("keep")
    repairs = expectation.repairs or ("keep",)
    name = min(repairs, key=lambda each: _weight(answer(each)))
    best, as_it_stands = answer(name), answer("keep") if _errors(answer(name)) else ()
    if not _errors(best):
        return best
    renamed = any(REPAIRS[each].free_ids for each in repairs)  # with other ids nothing is said as it stands
    if "keep" not in repairs and _errors(as_it_stands) < (1 if renamed else _errors(best)):
        return as_it_stands if refused else (*as_it_stands, unrepaired(expectation))
    if _errors(as_it_stands) == _errors(best):
        return as_it_stands
    return best if name == "keep" else tuple(_told(best, as_it_stands, f"a way is to {REPAIRS[name].statement}"))


def _told(best: Iterable[Finding], as_it_stands: Iterable[Finding], repaired: str) -> Iterator[Finding]:
    """Faults in the words of the untouched conversation; those that only a repair shows say what it did."""
    known = {_fault(finding): finding for finding in as_it_stands}
    for finding in best:
        yield known.get(_fault(finding)) or replace(finding, message=f"{finding.message} ({repaired})")


def _fault(finding: Finding) -> tuple[str, str, str]:
    """What makes two findings one, over conversations whose messages are counted otherwise."""
    return finding.id, finding.path, repr(finding.data) if finding.data else finding.message


def nearest(
    dialect: Dialect,
    transcript: Transcript,
    scenario: str,
    conversation: Conversation,
    wanted: Wanted,
    *,
    refused: bool,
    state: State | None = None,
) -> tuple[tuple[Repair, ...], Findings]:
    """The legal repairs, one after the other, that bring the conversation nearest to the payload; what is then wrong.

    As long as something is, the repair that helps most is made. What nobody can say as it stands has to be repaired.
    """

    def answer(given: Conversation, *repairs: Repair) -> Findings:
        made = _as_one(repairs)
        return beyond_state(given, state, lambda said: fidelity(said, transcript, dialect, scenario, wanted, made))

    repairs: tuple[Repair, ...] = ()
    repaired, needed = conversation, _needed(conversation, dialect)
    best = as_it_stands = answer(conversation)
    for repair in map(REPAIRS.__getitem__, needed):
        found = answer(given := repair.apply(conversation), repair)
        if _errors(found) < _errors(best) or not (repairs or _errors(found)):
            best, repairs, repaired = found, (repair,), given
    while _errors(best):
        tried = [
            (answer(given := repair.apply(repaired), *repairs, repair), repair, given)
            for repair in map(REPAIRS.__getitem__, legal(repaired, dialect))
        ]
        found, repair, given = min(tried, key=lambda one: _weight(one[0]), default=(best, REPAIRS["keep"], repaired))
        if _weight(found) >= _weight(best):
            break
        best, repairs, repaired = found, (*repairs, repair), given
    if needed and not (repairs or refused or _errors(best)):
        return (), (*best, unrepaired(Expectation("either", needed, _UNSAYABLE)))
    if not repairs or _errors(best) == _errors(as_it_stands) > 0:
        return (), as_it_stands
    return repairs, tuple(_told(best, as_it_stands, compared_with(repairs)))


def compared_with(repairs: Iterable[Repair]) -> str:
    """What a recorded payload was compared with, in words."""
    return f"compared with the conversation repaired so: {'; '.join(repair.statement for repair in repairs)}"


_UNSAYABLE = "no JSON has a lone surrogate, NaN or an infinity (RFC 8259), and a file without bytes shows nothing"


def _needed(conversation: Conversation, dialect: Dialect) -> tuple[str, ...]:
    """The legal repairs without which nobody can say it."""
    empty = any(given.data == b"" and given.media.type in dialect.carries for given in media_in(conversation))
    return tuple(
        name
        for name in legal(conversation, dialect)
        if "surrogate" in name or name.startswith("nan-") or (empty and name == "drop-media")
    )


def _as_one(repairs: tuple[Repair, ...]) -> Repair:
    return replace(
        REPAIRS["keep"],
        name=" ".join(repair.name for repair in repairs) or "keep",
        free_ids=any(repair.free_ids for repair in repairs),
        free_tool_names=any(repair.free_tool_names for repair in repairs),
        redrawn_images=any(repair.redrawn_images for repair in repairs),
    )


def legal(conversation: Conversation, dialect: Dialect) -> tuple[str, ...]:
    """The names of the repairs that a right formatter for this dialect may make of this conversation."""
    return tuple(
        name
        for name, repair in REPAIRS.items()
        if name != "keep"
        and _ONLY.get(name, _anywhere)(conversation, dialect)
        and (repair.apply is REPAIRS["keep"].apply or repair.apply(conversation) != conversation)
    )


def _anywhere(conversation: Conversation, dialect: Dialect) -> bool:
    return True


def _has_open_calls(conversation: Conversation, dialect: Dialect) -> bool:
    return REPAIRS["drop-open-calls"].apply(conversation) != conversation


def _has_results_before_calls(conversation: Conversation, dialect: Dialect) -> bool:
    waiting: set[str] = set()
    for block in (block for message in conversation.messages for block in message.blocks):
        if isinstance(block, ToolResult):
            waiting.add(block.id)
        elif isinstance(block, ToolUse) and block.id in waiting:
            return True
    return False


def _has_address_that_is_not_fetched(conversation: Conversation, dialect: Dialect) -> bool:
    media = (given.media for given in media_in(conversation) if address(given.media))
    patterns = ((dialect.fetches.get(each.type), address(each)) for each in media)
    return any(pattern is None or not pattern.match(url) for pattern, url in patterns)


def _has_address_to_tell(conversation: Conversation, dialect: Dialect) -> bool:
    in_results = (given.result and address(given.media) for given in media_in(conversation))
    return any(in_results) or _has_address_that_is_not_fetched(conversation, dialect)


def _has_assistants_media(conversation: Conversation, dialect: Dialect) -> bool:
    return any(kind not in dialect.media_of.get("assistant", ()) for kind in _kinds(conversation, "assistant"))


def _kinds(conversation: Conversation, role: str) -> Iterator[str]:
    messages = (message for message in conversation.messages if message.role == role)
    return (block.type for message in messages for block in message.blocks if isinstance(block, Media))


def _has_media_that_are_not_taken(conversation: Conversation, dialect: Dialect) -> bool:
    by_the_system = (kind not in dialect.media_of.get("system", ()) for kind in _kinds(conversation, "system"))
    return any(chain(by_the_system, (not _taken(given.media, dialect) for given in media_in(conversation))))


def _taken(media: Media, dialect: Dialect) -> bool:
    """By what it is; where it is not at hand, nobody can tell."""
    data = bytes_of(media.source)
    if data is None:
        return True
    type_ = sniff(data) or (media.source.media_type if isinstance(media.source, Base64Source) else "")
    whole = can_be_seen(data) if media.type == "image" else _whole_wave(data)
    return whole and canonical(type_) in PLAIN_TYPES | dialect.media_types and media.type in dialect.carries


def _whole_wave(data: bytes) -> bool:
    return sniff(data) != "audio/wav" or len(data) >= int.from_bytes(data[4:8], "little") + 8


def _has_unusual_pictures(conversation: Conversation, dialect: Dialect) -> bool:
    pictures = [given for given in media_in(conversation) if given.media.type == "image" and given.data is not None]
    return any(not _taken(given.media, dialect) or not usual(given.data or b"") for given in pictures)


_PLAIN_ID = re.compile("[a-zA-Z0-9_-]{1,40}")


def _has_unliked_ids(conversation: Conversation, dialect: Dialect) -> bool:
    ids, liked = [call.id for call in _calls(conversation)], dialect.call_ids or _PLAIN_ID
    return not all(liked.fullmatch(each) and _PLAIN_ID.fullmatch(each) for each in ids)


def _calls(conversation: Conversation) -> Iterator[ToolUse]:
    return (block for message in conversation.messages for block in message.blocks if isinstance(block, ToolUse))


_TOOL_NAME = re.compile("[a-zA-Z0-9_-]{1,64}")


def _has_odd_tool_names(conversation: Conversation, dialect: Dialect) -> bool:
    names = chain((tool.name for tool in conversation.tools), (call.name for call in _calls(conversation)))
    return not all(map(_TOOL_NAME.fullmatch, names))


def _wants_tools(conversation: Conversation, dialect: Dialect) -> bool:
    return not conversation.tools and dialect.rule(f"{dialect.id}.tool-config") is not None


def _refuses_space_at_the_end(conversation: Conversation, dialect: Dialect) -> bool:
    rule = dialect.rule(f"{dialect.id}.final-assistant-no-trailing-space")
    return rule is not None and conversation.messages[-1:] != () and conversation.messages[-1].role == "assistant"


_ONLY: Mapping[str, Callable[[Conversation, Dialect], bool]] = {
    "answer-open-calls": _has_open_calls,
    "results-after-calls": _has_results_before_calls,
    "calls-as-text": _wants_tools,
    "drop-url-media": _has_address_that_is_not_fetched,
    "tell-addresses": _has_address_to_tell,
    "drop-media": _has_media_that_are_not_taken,
    "redraw-images": _has_unusual_pictures,
    "drop-assistant-media": _has_assistants_media,
    "show-assistant-media": _has_assistants_media,
    "strip-last-text": _refuses_space_at_the_end,
    "rename-ids": _has_unliked_ids,
    "rename-tools": _has_odd_tool_names,
}


def _errors(findings: Iterable[Finding]) -> int:
    return sum(finding.is_error for finding in findings)


def _weight(findings: Findings) -> tuple[int, int]:
    return _errors(findings), len(findings)

"""Which repairs a right formatter may make of a conversation, by dialect.

A repair is legal where it mends something of this conversation that this dialect cannot carry, or may not: `_ONLY`
names the repairs for which that depends on the dialect, all others are legal wherever they change something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from pytest_promptfmt.checks.fidelity.media.given import media_in
from pytest_promptfmt.checks.fidelity.media.pictures import can_be_seen, usual
from pytest_promptfmt.common.media import canonical, sniff
from pytest_promptfmt.conversation import Conversation, Media, ToolResult, ToolUse, blocks_of
from pytest_promptfmt.conversation.media_repairs import drop_media_but, drop_media_that
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.conversation.repairs import REPAIRS, Repair
from pytest_promptfmt.conversation.sources import address, bytes_of, declared_type
from pytest_promptfmt.corpus import Case, Expectation
from pytest_promptfmt.dialects.dialect import PLAIN_TYPES, Dialect


def legal(conversation: Conversation, dialect: Dialect) -> tuple[str, ...]:
    """The names of the repairs that a right formatter for this dialect may make of this conversation."""
    return tuple(
        name
        for name, repair in REPAIRS.items()
        if name != "keep"
        and _ONLY.get(name, _anywhere)(conversation, dialect)
        and (repair.apply is REPAIRS["keep"].apply or _changed_by(conversation, name))
    )


def made(repair: Repair, conversation: Conversation, dialect: Dialect) -> Conversation:
    """The conversation repaired; beside media that the dialect takes as they are, others alone are left out."""
    media = [given.media for given in media_in(conversation)] if repair.name == "drop-media" else []
    carried = [each for each in media if each.type in dialect.carries]
    if 0 < len(carried) < len(media) and all(is_taken(each, dialect) for each in carried):
        return drop_media_but(dialect.carries, conversation)
    if repair.what_is_refused:
        return drop_media_that(lambda media: not is_taken(media, dialect), conversation)
    return repair.apply(conversation)


@memoized
def _changed_by(conversation: Conversation, repair: str) -> bool:
    return REPAIRS[repair].apply(conversation) != conversation


def allowing(case: Case, dialects: Iterable[Dialect]) -> Case:
    """The case, where nobody has said what a right formatter does with it, with the repairs that these may make."""
    if case.expectations:
        return case
    given = case.conversation()
    found = ((dialect.id, legal(given, dialect)) for dialect in dialects)
    allowed = (Expectation("either", ("keep", *names), _WHY, (id_,)) for id_, names in found if names)
    return replace(case, expectations=tuple(allowed))


_WHY = "it has something that this provider does not take as it stands, or need not"


def _anywhere(conversation: Conversation, dialect: Dialect) -> bool:
    return True


def _has_open_calls(conversation: Conversation, dialect: Dialect) -> bool:
    return _changed_by(conversation, "drop-open-calls")


def _has_results_before_calls(conversation: Conversation, dialect: Dialect) -> bool:
    waiting: set[str] = set()
    for block in blocks_of(conversation):
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


def _has_addresses_in_results_and_elsewhere(conversation: Conversation, dialect: Dialect) -> bool:
    return {bool(given.result) for given in media_in(conversation) if address(given.media)} == {True, False}


def _has_assistants_media(conversation: Conversation, dialect: Dialect) -> bool:
    return any(kind not in dialect.media_of.get("assistant", ()) for kind in _kinds(conversation, "assistant"))


def _kinds(conversation: Conversation, role: str) -> Iterator[str]:
    messages = (message for message in conversation.messages if message.role == role)
    return (block.type for message in messages for block in message.blocks if isinstance(block, Media))


def _has_media_that_are_not_taken(conversation: Conversation, dialect: Dialect) -> bool:
    by_the_system = (kind not in dialect.media_of.get("system", ()) for kind in _kinds(conversation, "system"))
    return any(chain(by_the_system, (not is_taken(given.media, dialect) for given in media_in(conversation))))


def is_taken(media: Media, dialect: Dialect) -> bool:
    """By what it is; where it is not at hand, nobody can tell."""
    data = bytes_of(media.source)
    if data is None:
        return True
    type_ = sniff(data) or declared_type(media.source) or ""
    whole = can_be_seen(data) if media.type == "image" else _whole_wave(data)
    return whole and canonical(type_) in PLAIN_TYPES | dialect.media_types and media.type in dialect.carries


def _whole_wave(data: bytes) -> bool:
    return sniff(data) != "audio/wav" or len(data) >= int.from_bytes(data[4:8], "little") + 8


def _has_unusual_pictures(conversation: Conversation, dialect: Dialect) -> bool:
    pictures = [given for given in media_in(conversation) if given.media.type == "image" and given.data is not None]
    return any(not is_taken(given.media, dialect) or not usual(given.data or b"") for given in pictures)


_PLAIN_ID = re.compile("[a-zA-Z0-9_-]{1,40}")


def _has_unliked_ids(conversation: Conversation, dialect: Dialect) -> bool:
    ids, liked = [call.id for call in _calls(conversation)], dialect.call_ids or _PLAIN_ID
    return not all(liked.fullmatch(each) and _PLAIN_ID.fullmatch(each) for each in ids)


def _calls(conversation: Conversation) -> Iterator[ToolUse]:
    return (block for block in blocks_of(conversation) if isinstance(block, ToolUse))


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
    "tell-result-addresses": _has_addresses_in_results_and_elsewhere,
    "drop-media": _has_media_that_are_not_taken,
    "redraw-images": _has_unusual_pictures,
    "drop-assistant-media": _has_assistants_media,
    "show-assistant-media": _has_assistants_media,
    "strip-last-text": _refuses_space_at_the_end,
    "rename-ids": _has_unliked_ids,
    "rename-tools": _has_odd_tool_names,
}

"""Words that nobody said: inside a turn, a result, a system text, or where nothing was said at all.

Libraries set frames around what was said, and frames are free: names, labels, elements, brackets, addresses, and
sentences of nothing but the words with which one speaks *about* messages (`_FRAME`). What is left is somebody's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Segment
from pytest_promptfmt.conversation import Block, Conversation, Media, Text, Thinking, ToolResult, ToolUse, blocks_of
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.payload.finding import Finding

_MARKUP = re.compile(
    r"^.*://.*$|<[^<>]{0,80}>|\[[^\[\]]{0,80}\]|^[^\n:]{1,40}:|[\"']\w+[\"']\s*:|[^\s\"']{0,80}[./\\][\w-]+",
    re.MULTILINE,
)
"""What libraries frame texts with: lines that tell an address, elements, brackets, labels, keys, names of files."""

_WORDS = re.compile(r"[^\W\d_]{2,}")
_FRAME = frozenset(
    _WORDS.findall(
        """
        an the this that these those it its of in at by for from to as with and or on not no is are was were be
        been has have had can cannot could here there below above before after behind between following previous
        past earlier latest current first last next new all any your you their my me we history conversation
        dialog dialogue chat transcript context log record messages message turns turn tags tag block part
        content contents contains contain text texts words data value input output outputs result results
        response responses returned return returns answer reply replied tool tools function functions call calls
        called calling arguments args parameters name named id ids file files document documents pdf media url
        link path address type format see shown sent stored found user users assistant agent agents human model
        system ai bot speaker role said says say wrote asked empty blank none null nothing omitted removed left
        out skipped dropped missing unsupported supported support supports unavailable available taken does
        displayed failed failure error errors success successful successfully completed executed ran status
        ok done interrupted cancelled canceled aborted pending running provided follow follows yet true
        false begin end start
        """
    )
)

_SHOWN = frozenset(
    _WORDS.findall(
        """
        image images picture pictures photo audio sound recording clip video videos attachment attached
        """
    )
)
"""What a frame may speak of where something is shown, and there alone: nothing is attached to an empty result."""
_NOT_SHOWN = re.compile(rf"\b(?:no|not|without)(?: an?| any)? (?:{'|'.join(sorted(_SHOWN))})\b", re.IGNORECASE)

_MOST_OF_A_HISTORY = 3


def added_words(
    conversation: Conversation,
    texts: Iterable[tuple[Segment, list[str]]],
    found: Mapping[int, set[int]],
    *,
    chat: bool,
    told: bool,
) -> Iterator[Finding]:
    """Words beside what was said; `found` are the messages of each part, `told`: calls and thoughts may be in words.

    Where no role says who speaks, or many do, a frame has room for a few words more.
    """
    free = names_of(conversation)
    everything = blocks_of(conversation)
    thoughts = [block.thinking for block in everything if isinstance(block, Thinking) and block.thinking]
    shortest = min(map(len, thoughts), default=0)
    for segment, pieces in texts:
        about = tuple(sorted(found.get(segment.place.part, ())))
        plain = chat and segment.turn.role is not None
        asked = about if plain else range(len(conversation.messages))
        blocks = (block for index in asked for block in conversation.messages[index].blocks)
        if not told or all(isinstance(block, (Text, Media)) for block in blocks):
            most = 0 if plain else _MOST_OF_A_HISTORY
            unthought = (_without(piece, thoughts) if len(piece) >= shortest else piece for piece in pieces)
            yield from words_of_nobody(unthought, segment.path, about, free, most=most)


def _without(piece: str, thoughts: Iterable[str]) -> str:
    """A thought in a text is another matter."""
    return reduce(lambda rest, thought: rest.replace(thought, " "), thoughts, piece)


def words_of_nobody(
    pieces: Iterable[str], path: str, about: tuple[int, ...], free: frozenset[str] = frozenset(), *, most: int = 0
) -> Iterator[Finding]:
    """The first piece with more than so many words that are no frame; `free` are the conversation's own."""
    for piece in pieces:
        if sum(word not in free for word in _words_beyond_frames(piece)) > most:
            yield loss("added-words", path, f"nobody said {cut(piece.strip())}", about, actual=piece)
            return


def _words_beyond_frames(piece: str) -> tuple[str, ...]:
    return _words(piece) if len(piece) <= _REMEMBERED else _words.__wrapped__(piece)


@lru_cache(maxsize=1024)  # the same frames stand around all texts of a payload, and in the payloads of one formatter
def _words(piece: str) -> tuple[str, ...]:
    words = (word.casefold() for word in _WORDS.findall(_NOT_SHOWN.sub(" ", _MARKUP.sub(" ", piece))))
    return tuple(word for word in words if word not in _FRAME)


_REMEMBERED = 1_000


@memoized
def names_of(conversation: Conversation) -> frozenset[str]:
    """The words of which names are made: speakers', tools', what they were asked; and those for what is shown."""
    names = [message.name for message in conversation.messages] + [conversation.speaker or ""]
    everything = blocks_of(conversation)
    for block in everything:
        names += _names(block)
    words = frozenset(word.casefold() for name in names for word in _WORDS.findall(name))
    return words | _SHOWN if any(map(_shows, everything)) else words


def _shows(block: Block) -> bool:
    return isinstance(block, Media) or (isinstance(block, ToolResult) and bool(block.output_media))


def _names(block: Block) -> Iterator[str]:
    if isinstance(block, ToolUse):
        yield f"{block.name} {block.id}"
    elif isinstance(block, ToolResult):
        yield f"{block.name or ''} {block.id}"
    elif isinstance(block, Media):
        yield f"{block.type} {getattr(block.source, 'media_type', '')}"

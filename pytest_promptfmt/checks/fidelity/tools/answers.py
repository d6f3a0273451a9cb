"""The results of a conversation, each with its call, and whether a part of a payload says what one of them does."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.checks.fidelity.stream import cuts_a_word, in_json
from pytest_promptfmt.checks.fidelity.tools.calls import calls_of
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.text import trimmed
from pytest_promptfmt.conversation import Conversation, Text, ToolResult, ToolUse
from pytest_promptfmt.conversation.memo import memoized
from pytest_promptfmt.payload.transcript import ResultPart
from pytest_promptfmt.payload.walking import json_or_raw


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result with the call that it answers: of several with its id, the last one before it."""

    index: int
    block: ToolResult
    call: ToolUse | None

    @property
    def name(self) -> str | None:
        return self.block.name or (self.call.name if self.call is not None else None)


@memoized
def results_of(conversation: Conversation) -> tuple[GivenResult, ...]:
    """All results, each with its call where there is one."""
    later = {call.use.id: call.use for call in reversed(calls_of(conversation))}
    earlier: dict[str, ToolUse] = {}
    found = []
    for index, message in enumerate(conversation.messages):
        for block in message.blocks:
            if isinstance(block, ToolUse):
                earlier[block.id] = block
            elif isinstance(block, ToolResult):
                found.append(GivenResult(index, block, earlier.get(block.id) or later.get(block.id)))
    return tuple(found)


def label(result: GivenResult) -> str:
    """What a sentence calls it."""
    return f"{result.name} ({result.block.id or 'of an empty id'})" if result.name else result.block.id or "an empty id"


def texts_of(block: ToolResult) -> list[str]:
    """The texts of a result that say something."""
    texts = [block.output] if isinstance(block.output, str) else []
    if isinstance(block.output, tuple):
        texts = [item.text for item in block.output if isinstance(item, Text)]
    return [text for text in texts if text.strip()]


def says_anything(block: ToolResult) -> bool:
    """A text, or anything that is none."""
    items = block.output if isinstance(block.output, tuple) else ()
    return bool(texts_of(block)) or any(not isinstance(item, Text) for item in items)


def shown_alone(part: ResultPart) -> str:
    """What a result of the payload's that is nothing but media is known by, in the place of words."""
    return f"\0{part.path}"


def shows_alone(says: Hashable) -> bool:
    return isinstance(says, str) and says.startswith("\0")


def carries(result: GivenResult, part: ResultPart) -> bool:
    """Does `part` hold every text of `result`, in order, as text or as the JSON value that the text spells?"""
    return missing(result, part) is None


def says(part: ResultPart, text: str) -> bool:
    """Does `part` hold `text`, as it is or as the JSON value that it spells?"""
    return _find(text.strip(), said_in(part.value), 0) >= 0 or spelled(text, part.value)


def missing(result: GivenResult, part: ResultPart) -> str | None:
    """The first text of `result` that `part` does not hold."""
    payload_text = said_in(part.value)
    at = 0
    texts = texts_of(result.block)
    for number, text in enumerate(texts, 1):
        following = texts[number] if number < len(texts) else ""
        whole = _find(text, payload_text, at, following)
        ends = trimmed(text)[1:] if whole < 0 and not spelled(text, part.value) else ()
        found, said = next(
            ((place, each) for each in ends if (place := _find(each, payload_text, at, following)) >= 0), (whole, text)
        )
        if found >= 0:
            at = found + len(said)
        elif not spelled(text, part.value):
            return text
    return None


def _find(text: str, payload_text: str, start: int, following: str = "") -> int:
    """Where `text` stands without cutting a word or a number in two, -1 where it does not.

    The text before it may end, and the next one begin, right there.
    """
    at = payload_text.find(text, start)
    while at >= 0:
        end = at + len(text)
        first = 0 if at == start else at
        last = len(payload_text) if following and payload_text.startswith(following, end) else end
        if not cuts_a_word(payload_text, first, last):
            return at
        at = payload_text.find(text, at + 1)
    return at


def strings_in(value: Any) -> Iterator[str]:
    """All strings in `value`, in order, and everything else as JSON."""
    return (leaf if isinstance(leaf, str) else json.dumps(leaf) for leaf in leaves(value))


def said_in(value: Any) -> str:
    """All of them, a line or more each."""
    if isinstance(value, str):
        return value
    return "\n".join(strings_in(value))


def spelled(text: str, value: Any) -> bool:
    """Is `value`, or a part of it, the JSON value that `text` spells, or `text` escaped inside a JSON string?"""
    if isinstance(value, str):
        return any(_find(form, value, 0) >= 0 for form in in_json(text) if form not in (text, value.strip()))
    if any(isinstance(leaf, str) and spelled(text, leaf) for leaf in leaves(value)):
        return True
    try:
        json_value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    values = [item for item in value if not isinstance(item, str)] if isinstance(value, list) else [value]
    return any(equal(json_value, part) for each in values for part in _parts(each))  # texts of a list are no values


def _parts(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _parts(item)


def says_nothing(part: ResultPart) -> bool:
    return not said_in(part.value if part.value is not None else "").strip() and not part.media


def words_of(block: ToolResult) -> str:
    """All that a result says, without white space."""
    return _squeezed("".join(texts_of(block)))


@memoized
def known_words(conversation: Conversation) -> Mapping[str, str]:
    """The words of all results, by each way to spell them: as text, as the ends of its JSON, and as a list's items."""
    results = results_of(conversation)
    known = {(words := words_of(each.block)): words for each in results}
    for text in ("".join(texts_of(each.block)) for each in results):
        words = _squeezed(text)
        if isinstance(value := json_or_raw(text), (dict, list)):
            known.setdefault(_squeezed(said_in(value)), words)
        if any(map(str.isalnum, text)):
            known.setdefault(_letters(text), words)
    return known


def words_in(part: ResultPart, known: Mapping[str, str]) -> str:
    """The known words that `part` says, alone, in an object, behind a label or on a line, else all that it says."""
    said = said_in("" if part.value is None else part.value)
    whole = _squeezed(said)
    if found := known.get(whole, known.get(_letters(said))):
        return found
    ends = [*strings_in(part.value)]
    ends += [end for each in ends if each.startswith(("{", "[")) for end in strings_in(json_or_raw(each))]
    ends += [each.partition(":")[2] for each in ends if _LABEL.match(each)]
    if inside := [known[end] for end in map(_squeezed, ends) if end and end in known]:
        return max(inside, key=len)
    lines = {known[line] for line in map(_letters, said.splitlines()) if line in known}
    return lines.pop() if len(lines) == 1 else whole


_LABEL = re.compile(r"\s*[\w ]{1,40}:\s")


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _letters(text: str) -> str:
    """Its letters and digits, which no bullet changes; no text that says something is spelled so."""
    return f" {''.join(filter(str.isalnum, text))}"

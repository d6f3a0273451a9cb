"""The mark of a failed call: is it there, and is it true?

Where it is lost, what the tool said may tell of the failure all the same, and so may words that a formatter adds. An
error is the loss where neither does: the result says nothing but data, and reads as a success.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.tools.answers import GivenResult, carries, label, says_anything, texts_of
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ResultPart
from pytest_promptfmt.payload.walking import json_or_raw


def marked(result: GivenResult, part: ResultPart, *, place: bool, taken: bool) -> Iterator[Finding]:
    """What is wrong with the mark: `place` says that the wire has one, `taken` that the model is known to take it.

    A mark of a failure may stand on a result that says nothing.
    """
    failed, about = result.block.is_error, (result.index,)
    if part.is_error is None:
        if place and failed:
            message = f"the call {label(result)} failed"
            if taken and _is_data(result) and not _tells(result, part):
                yield loss("lost-mark", part.path, f"{message}, and nothing here says so", about)
            else:
                yield loss("error-flag", part.path, message, about)
    elif not carries(result, part):
        return  # what it says is another matter, and the mark is that of what it says
    elif part.is_error != failed and (failed or (says_anything(result.block) and not _spells_all(result, part))):
        message = f"the call {label(result)} {'failed' if failed else 'succeeded'}, and its result is marked otherwise"
        yield loss("false-mark", part.path, message, about, expected=failed, actual=part.is_error)


_WORD = re.compile(r"[^\W\d_]{2,}")
_PHRASE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}[,;:]?[ \t]+[^\W\d_]{2,}")
_FAILURE = re.compile(
    r"err|fail|fault|exce|abort|cancel|time.?out|den[iy]|refus|reject|invalid|illegal|forbid|unauth|unavail|unable|unknown"
    r"|missing|lost|broken|crash|fatal|panic|stuck|trace|stop|kill|exit|status|false|null|none|nil|nan|void|empty|not|n/?a\b"
    r"|^\s*(-\d+|[45]\d\d|[12]|12[67]|255)\s*$",
    re.IGNORECASE,
)
"""What may tell of a failure: words of it, and the codes that programs and servers end with."""


def _is_data(result: GivenResult) -> bool:
    """Numbers, single words, cells of a table: no sentence, and no word or code of a failure."""
    texts = texts_of(result.block)
    return bool(texts) and all(
        text.isascii() and not _PHRASE.search(text) and not _FAILURE.search(text) for text in texts
    )


def _tells(result: GivenResult, part: ResultPart) -> bool:
    """Has the payload's result words that the tool did not say, or a key that tells of a failure?"""
    own = {word for text in texts_of(result.block) for word in _WORD.findall(text)}
    added = {word for text in _said(part.value) for word in _WORD.findall(text)} - own
    return bool(added) or any(_FAILURE.search(key) for key in _keys(part.value))


def _said(value: object) -> Iterator[str]:
    """All strings but those that only say what a block is, and ids: the letters of these are no words."""
    for key, item in _items(value):
        yield from () if key == "type" and not _FAILURE.search(str(item)) else _said(item)
    if isinstance(value, str) and not _ID.fullmatch(value):
        yield value


_ID = re.compile("[0-9a-fA-F-]{16,}")


def _keys(value: object) -> Iterator[str]:
    for key, item in _items(value):
        yield key
        yield from _keys(item)


def _items(value: object) -> Iterable[tuple[str, object]]:
    return (
        value.items() if isinstance(value, dict) else [("", item) for item in value] if isinstance(value, list) else ()
    )


def _spells_all(result: GivenResult, part: ResultPart) -> bool:
    """Is the payload's value, with an ``error`` in it, the JSON that the tool itself wrote?"""
    values = [value for text in texts_of(result.block) if (value := json_or_raw(text)) is not text]
    return any(equal(value, part.value) for value in values)

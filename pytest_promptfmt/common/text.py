"""Foreign text made fit to print: hostile payloads and conversations are what the corpus is full of."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Any

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


_TYPOGRAPHIC = {
    **dict.fromkeys("\u00a0\u202f\u2007", ("a no-break space", "write a plain blank")),
    **dict.fromkeys("\u200b\u200c\u2060\ufeff", ("a zero-width character, which nobody sees", "take it out")),
    **dict.fromkeys("“”„«»", ("a curly quote", 'write "')),
    **dict.fromkeys("‘’‚", ("a curly quote", "write '")),
    **dict.fromkeys("–—−", ("a long dash", "write -")),
    "…": ("what was left out", "write what stands there"),
}
"""What pages and editors make of plain characters, and what was meant."""


def typographic_hint(text: str) -> str:
    """``"U+00A0 is a no-break space, …: write a plain blank"`` of the first such character; ``""`` where none is."""
    char = next((char for char in text if char in _TYPOGRAPHIC), "")
    if not char:
        return ""
    shown = f"{char} (U+{ord(char):04X})" if char.isprintable() else f"U+{ord(char):04X}"
    what, meant = _TYPOGRAPHIC[char]
    return f"{shown} is {what}, as it is pasted from a page: {meant}"


_BLANKS = "\ufeff" + "".join(char for char in map(chr, range(0x3001)) if char.isspace())
"""White space of any language: JavaScript's trim() takes a byte order mark away, and Python's strip() does not."""


def trimmed(text: str) -> tuple[str, ...]:
    """The text, and what is left of it where white space at its ends is gone, as one language or another counts it."""
    return tuple(dict.fromkeys((text, text.strip(), text.strip(_BLANKS))))


_COMMAND = re.compile(r"(?<!\S)::|##(?=\[|vso\[)")
"""What a workflow's log obeys: ``::error::`` where a line begins, however it is folded, and ``##[error]`` anywhere."""


def safe(text: str) -> str:
    """`text` on one line: control characters, invisible and bidirectional marks and surrogates are spelled out.

    So is the first character of what the log of a workflow would take for a command.
    """
    if not text.isprintable():
        text = "".join(char if char.isprintable() else _spelled(char) for char in text)
    return _COMMAND.sub(lambda found: _spelled(found[0][0]) + found[0][1:], text)


def safe_lines(text: str) -> str:
    """`text` with its own line breaks, each line of it safe; of what is longer than 20,000 characters the beginning."""
    return "\n".join(safe(line) for line in cut(text, 20_000).replace("\r\n", "\n").split("\n"))


def traceback_lines(error: BaseException) -> Iterator[str]:
    """The traceback of an error, line by line; foreign words in it are safe, and its own text may be what fails."""
    try:
        lines = "".join(traceback.format_exception(error)).splitlines()
    except BaseException:
        lines = [described(error)]
    yield from (safe(cut(line, LONGEST)) for line in lines[-200:])


LONGEST = 2_000
"""Characters of a foreign text, such as an exception's, that go into a report."""


def class_name(value: object) -> str:
    """The name of its class, or its beginning; a metaclass that has something else to say is not asked."""
    return cut(_NAME.__get__(type(value)), 200)


_NAME: Any = vars(type)["__name__"]


def text_of(value: object, most: int = LONGEST, spell: Callable[[Any], str] = str) -> str:
    """What a foreign object, such as an error, says, or its beginning: its ``__str__`` may itself raise, or exit."""
    try:
        return cut(str.__str__(spell(value)), most)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return NO_TEXT


NO_TEXT = "(its text cannot be made)"


def described(error: BaseException) -> str:
    """Class and text of an error, as a traceback ends with them."""
    return f"{class_name(error)}: {text_of(error)}"


def _spelled(char: str) -> str:
    code = ord(char)
    return _SHORT.get(char) or (f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}")


def cut(text: str, width: int) -> str:
    """`text`, or its beginning and how long it is."""
    return text if len(text) <= width else f"{text[: max(width - 20, 1)]}… ({len(text):,} characters)"


def shortened(text: str, width: int) -> str:
    """A sentence, or its first words; what is quoted gets nothing that the speaker did not say."""
    return text if len(text) <= width else f"{text[: width - 1].rsplit(' ', 1)[0].rstrip(' ,;:(')} …"


def unexpanded(path: str) -> str:
    """What a shell or a workflow was to put into a path and did not; empty where nothing of the kind is in it."""
    found = _UNEXPANDED.search(path)
    return f"{found[0]!r} stands there as it was written: nothing has expanded it" if found else ""


_UNEXPANDED = re.compile(
    r"\$?\{\{[^{}]*\}\}|\{(?:posargs|toxinidir|env_?name|env:)[^{}]*\}|\$env:\w+|\$\{\w+\}|\$\w+|%[A-Z_]{2,}%"
    r"|@[A-Z_]{2,}@|%\(\w+\)s|#\{\w+\}|^~(?=/)"
)


def compact(value: Any, width: int = 160) -> str:
    """A JSON value on one line, at most about `width` characters long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=repr)
    if len(text) > 10 * width:
        return f"{safe(text[: max(width - 20, 1)])}… ({len(text):,} characters)"
    return cut(safe(text), width)


def sentence(text: str) -> str:
    """`text` on one line, where its own line breaks are only layout."""
    return safe(" ".join(text.split()))


def capped_value(value: Any) -> Any:
    """A plain JSON value in which no text, and no key, is longer than `LONGEST`; one of many parts becomes a text."""
    match value:
        case str():
            return cut(value, LONGEST)
        case list() | dict():
            text = json.dumps(value, ensure_ascii=False, default=repr)
            return value if len(text) <= LONGEST else cut(text, LONGEST)
    return value


def count(n: int, noun: str) -> str:
    """``1 warning``, ``2 warnings``, ``2 entries``."""
    return f"{n:,} {noun if n == 1 else _CONSONANT_Y.sub('ie', noun) + 's'}"


_CONSONANT_Y = re.compile(r"(?<=[^aeiou])y$")


def common_prefix_length(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def first_few(names: Sequence[str], most: int = 3) -> str:
    """``a, b, c and 2 more``."""
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def hanging_indent(line: str, width: int, *, indent: int, rest: int | None = None) -> list[str]:
    """A line folded at its blanks, `indent` to the right, what follows `rest` to the right or two more than that."""
    behind = " " * (indent + 2 if rest is None else rest)
    return wrap(line, max(width, 40), initial_indent=" " * indent, subsequent_indent=behind, break_on_hyphens=False)

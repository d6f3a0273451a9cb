"""YAML by PyYAML, which is imported only when a text looks like it: ``pip install 'pytest-promptfmt[yaml]'``.

Its parser's events are read as JSON's values are. Aliases, anchors and tags of one's own are refused, so that no short
text is a large value; a key is what is spelled, and a plain scalar what YAML 1.2 means. What the versions of YAML read
otherwise (``yes``, ``0x1F``, ``012``, a date) is a text.
"""

from __future__ import annotations

import base64
import binascii
import re
import sys
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from pytest_promptfmt.capture.captured import Unreadable

_LOOKS = re.compile(r"(?:---(?:\s|$)|- \S|[\w\"'.-]+:(?:[ \t]|\r?$))")
_REMEDY = "write it as JSON"
_MISSING = f"looks like YAML, for which PyYAML is needed: pip install 'pytest-promptfmt[yaml]', or {_REMEDY}"
_IN_A_BROWSER = f"looks like YAML, which is not read in a browser; {_REMEDY}"
_DEEPEST = 200
_TOO_DEEP = "it is nested too deeply"
_OF_THE_PARSER = "nesting depth"  # PyYAML 6.0.4 and later look ahead of the events, and have a bound of their own
_STANDARD = "tag:yaml.org,2002:"
_TAGS = {None, *(_STANDARD + name for name in ("binary", "bool", "float", "int", "map", "null", "seq", "str"))}
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBERS = {".inf": "inf", "+.inf": "inf", "-.inf": "-inf", ".nan": "nan"}
_LONGEST_NUMBER = 400


def looks_like_yaml(text: str) -> bool:
    """Does it begin with a key, an item, or the mark of a document?"""
    first = (line for line in text.removeprefix("\ufeff").split("\n") if line.strip() and line.lstrip()[0] != "#")
    return bool(_LOOKS.match(next(first, "")))


def yaml_documents(text: str) -> list[Any]:
    """The values of a text's documents; raises `Unreadable` with the line of what is not read, and what to do."""
    try:
        import yaml  # type: ignore[import-untyped]
    except ImportError:
        raise Unreadable(_IN_A_BROWSER if sys.platform == "emscripten" else _MISSING) from None
    text = text.removeprefix("\ufeff")
    try:
        events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return [_value(next(events), events, 0) for event in events if isinstance(event, yaml.DocumentStartEvent)]
    except _Unread as error:
        raise _unreadable(str(error), text, error.line) from None
    except yaml.MarkedYAMLError as error:
        begun, at = error.context_mark, error.problem_mark.line
        if _OF_THE_PARSER in (error.problem or ""):
            raise _unreadable(_TOO_DEEP, text, at) from None
        since = f" ({error.context} that begins in line {begun.line + 1})" if begun and begun.line != at else ""
        raise _unreadable(f"{error.problem}{since}", text, at) from None
    except (yaml.reader.ReaderError, UnicodeEncodeError) as error:
        odd = text[error.start] if isinstance(error, UnicodeEncodeError) else chr(error.character)
        why = f"the character U+{ord(odd):04X} stands there unescaped"
        raise _unreadable(why, text, text.partition(odd)[0].count("\n")) from None
    except RecursionError:
        raise Unreadable(f"is no YAML that is read here: {_TOO_DEEP}; {_REMEDY}") from None


def _unreadable(why: str, text: str, line: int) -> Unreadable:
    last = text.rstrip().count("\n")
    return Unreadable(f"is no YAML that is read here: {why}, line {min(line, last) + 1}; {_REMEDY}")


class _Unread(ValueError):
    def __init__(self, why: str, event: Any) -> None:
        super().__init__(why)
        self.line: int = event.start_mark.line


def _value(event: Any, events: Iterator[Any], depth: int) -> Any:
    """The value that begins with an event; the events that it goes on with are taken."""
    kind = type(event).__name__
    if kind == "AliasEvent":
        raise _Unread(f"an alias (*{event.anchor[:40]})", event)
    if event.anchor:
        raise _Unread(f"an anchor (&{event.anchor[:40]})", event)
    if event.tag not in _TAGS:
        raise _Unread(f"a tag ({event.tag.replace(_STANDARD, '!!')[:40]})", event)
    if depth > _DEEPEST:
        raise _Unread(_TOO_DEEP, event)
    if kind == "ScalarEvent":
        return _scalar(event.value, event.tag, event.implicit[0])
    within = takewhile(lambda one: not type(one).__name__.endswith("EndEvent"), events)
    if kind == "SequenceStartEvent":
        return [_value(item, events, depth + 1) for item in within]
    return {_key(key): _value(next(events), events, depth + 1) for key in within}


def _key(event: Any) -> str:
    if type(event).__name__ != "ScalarEvent" or event.anchor:
        raise _Unread("a complex key, or one with an anchor or alias", event)
    return str(event.value)


def _scalar(text: str, tag: str | None, plain: bool) -> Any:
    """What a scalar says: null, true, a number, else a text."""
    if tag == _STANDARD + "binary":
        return _bytes(text)
    if tag == _STANDARD + "str" or not (tag or plain) or len(text) > _LONGEST_NUMBER:
        return text
    word = text.lower() if text in (text.lower(), text.title(), text.upper()) else text
    if word in _WORDS:
        return _WORDS[word]
    if _INT.fullmatch(text):
        return int(text)
    return float(_NUMBERS.get(word, text)) if word in _NUMBERS or _FLOAT.fullmatch(text) else text


def _bytes(spelled: str) -> str:
    """What bytes say, which are written in base64; nothing where they are no text."""
    try:
        return base64.b64decode("".join(spelled.split()), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""

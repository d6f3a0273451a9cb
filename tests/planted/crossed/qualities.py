"""What can be said of a text, an id, a value, an output or a medium by itself."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.conversation import Base64Source, Media, Text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return ...


_CLASSES = {
    "a text with line breaks": lambda t: "\n" in t.strip(),
    "a text with an empty line": lambda t: "\n\n" in t.strip(),
    "a text with carriage returns": lambda t: "\r" in t,
    "a text with tabs": lambda t: "\t" in t,
    "a text with white space at its beginning": lambda t: t[:1].isspace(),
    "a text with white space at its end": lambda t: t[-1:].isspace(),
    "a text with two blanks in a row": lambda t: "  " in t.strip(),
    "a text that is not ASCII": lambda t: not t.isascii(),
    "a text beyond the first plane": lambda t: any(ord(c) > 0xFFFF for c in t),
    "a text that is not normalised": lambda t: unicodedata.normalize("NFC", t) != t,
    "a text from right to left": lambda t: any(unicodedata.bidirectional(c) in "RAL" and not c.isascii() for c in t),
    "a text that is a JSON object": lambda t: isinstance(_json(t), dict),
    "a text that is a JSON list": lambda t: isinstance(_json(t), list),
    "a text that is a number": lambda t: isinstance(_json(t), int | float) and not isinstance(_json(t), bool),
    "a text that is null, true or false": lambda t: _json(t) is None or isinstance(_json(t), bool),
    "a text with markup": lambda t: bool(re.search(r"</?\w+[^>]*>", t)),
    "a text with an ampersand": lambda t: "&" in t,
    "a text with braces": lambda t: bool(re.search(r"\{\w*\}", t)),
    "a text with a percent sign": lambda t: "%" in t,
    "a text with backslashes": lambda t: "\\" in t,
    "a text with double quotes": lambda t: '"' in t,
    "a text that looks like a turn": lambda t: bool(re.search(r"^(user|assistant|system|human|ai):", t, re.I | re.M)),
    "a text with special tokens": lambda t: bool(re.search(r"<\|\w+\|>|</s>|\[INST\]|<think>", t)),
    "a text with an address": lambda t: "://" in t,
    "a text with base64 in it": lambda t: "base64," in t,
    "a text that names a file": lambda t: bool(re.search(r"(^|\s)/[\w/]+\.\w+|\w:\\", t)),
    "a text of code": lambda t: "```" in t,
    "a text of over 1,000 characters": lambda t: len(t) > 1000,
    "a text of one word": lambda t: len(t.split()) == 1,
    "a text of one character": lambda t: len(t) == 1,
    "a text of white space": lambda t: bool(t) and not t.strip(),
    "a text that begins like an error": lambda t: bool(re.match(r"\s*(error|traceback|exception)", t, re.I)),
}


def of_text(text: str) -> Iterator[str]:
    yield from (name for name, holds in _CLASSES.items() if holds(text))
    if not text:
        yield "an empty text"


def of_id(id_: str) -> Iterator[str]:
    if len(id_) > 40:
        yield "an id of over 40 characters"
    if len(id_) > 64:
        yield "an id of over 64 characters"
    if len(id_) < 5:
        yield "an id of few characters"
    if re.fullmatch("[A-Za-z0-9]{9}", id_):
        yield "an id of nine letters"
    if not re.fullmatch(r"[\w-]*", id_):
        yield "an id with other signs"
    if id_.isdigit():
        yield "an id that is a number"
    if id_ == "":
        yield "an empty id"


def of_arguments(arguments: Mapping[str, Any]) -> Iterator[str]:
    if not arguments:
        yield "without arguments"
    if len(arguments) > 1:
        yield "with several arguments"
    for value in arguments.values():
        yield from (f"with an argument: {each}" for each in of_value(value, "x"))


def of_value(value: Any, key: str) -> Iterator[str]:
    """Of one value in a call's arguments, and of its key."""
    match value:
        case None:
            yield "null"
        case bool():
            yield "true" if value else "false"
        case int():
            yield "a whole number"
            if abs(value) > 2**53:
                yield "a number beyond 2^53"
            if value == 0:
                yield "zero"
            if value < 0:
                yield "a negative number"
        case float():
            yield "a fraction"
            if value == int(value):
                yield "a fraction of nothing (1.0)"
            if "e" in repr(value):
                yield "a number with an exponent"
        case str():
            yield "a string"
            yield from of_text(value)
        case list():
            yield "a list" if value else "an empty list"
            if any(isinstance(item, dict) for item in value):
                yield "a list of objects"
            if any(isinstance(item, list) for item in value):
                yield "a list of lists"
            if None in value:
                yield "a list with null in it"
        case dict():
            yield "an object" if value else "an empty object"
            if any(isinstance(item, dict | list) for item in value.values()):
                yield "an object in depth"
            if any(item is None for item in value.values()):
                yield "an object with null in it"
    if key and not re.fullmatch(r"\w+", key):
        yield "under a key with other signs"
    if key and not key.isascii():
        yield "under a key that is not ASCII"
    if key == "":
        yield "under an empty key"
    if key in _KEYWORDS:
        yield "under a key that is a keyword"


_KEYWORDS = frozenset(
    [
        "type",
        "properties",
        "required",
        "items",
        "title",
        "description",
        "default",
        "enum",
        "name",
        "input",
        "arguments",
        "id",
    ]
)


def of_output(output: Any) -> Iterator[str]:
    """Of what a tool said."""
    match output:
        case None:
            yield "output is null"
        case "":
            yield "output is an empty text"
        case str():
            yield "output is a text"
            yield from (f"output is {each}" for each in of_text(output))
        case ():
            yield "output is an empty list"
        case tuple():
            texts = [part for part in output if isinstance(part, Text)]
            media = [part for part in output if isinstance(part, Media)]
            yield "output is a list of one" if len(output) == 1 else "output is a list of several"
            if len(output) > 2:
                yield "output is a list of three or more"
            if len(texts) > 1:
                yield "output has several texts"
            if any(not part.text.strip() for part in texts):
                yield "output has an empty text"
            if media:
                yield "output has media" if texts else "output is media alone"
                yield from {f"output has a medium ({part.type})" for part in media}
            if len(media) > 1:
                yield "output has several media"
            if media and texts:
                yield f"output begins with {'media' if output[0] in media else 'a text'}"


def of_media(medium: Any) -> Iterator[str]:
    yield f"a medium ({medium.type})"
    source = medium.source
    if isinstance(source, Base64Source):
        yield "by value"
        yield f"of type {source.media_type}"
        if len(source.data) > 100_000:
            yield "of much data"
        return
    url = source.url
    if url.startswith("data:"):
        yield "by data URI"
        yield f"of type {url[5:].partition(';')[0].partition(',')[0]}"
    elif url.startswith(("http:", "https:")):
        yield "by address"
        if url.startswith("http:"):
            yield "by an address without TLS"
        if "?" in url:
            yield "by an address with a query"
        if not re.search(r"\.\w{2,4}($|\?)", url):
            yield "by an address without an ending"
        if "%" in url or " " in url or not url.isascii():
            yield "by an address with other signs"
    elif url.startswith("file:"):
        yield "by a file URL"
    elif "://" in url:
        yield "by an address of its provider's"
    else:
        yield "by path"
    if re.search(r"[ %()\u0080-\uffff]", url.rpartition("/")[2]):
        yield "under a name with other signs"
    if re.search(r"\.[A-Z]+$", url):
        yield "under an ending in capitals"

"""What is said in generated conversations: classes of texts, arguments, outputs, schemas, names and files.

`TAG` stands for a word that stands nowhere else in the conversation, so that what is lost or moved can be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

TAG = "{tag}"
_FIRST = (
    *("amber-17", "cobalt-42", "jade-31", "falcon-58", "heron-63"),
    *("otter-77", "panda-84", "raven-91", "tiger-12", "walrus-29"),
)


class Tags:
    """Words that stand nowhere else: those of the corpus, and then amber-101, cobalt-102, …"""

    def __init__(self) -> None:
        self._numbers = count()

    def put(self, value: Any) -> Any:
        """A copy of a JSON value with a new word for each mark in it."""
        match value:
            case str():
                while TAG in value:
                    value = value.replace(TAG, self._next(), 1)
                return value
            case list():
                return [self.put(item) for item in value]
            case dict():
                return {key: self.put(item) for key, item in value.items()}
            case _:
                return value

    def _next(self) -> str:
        number = next(self._numbers)
        word = _FIRST[number % len(_FIRST)]
        return word if number < len(_FIRST) else f"{word.partition('-')[0]}-{number + 91}"


TEXTS: Mapping[str, str] = {
    "plain": "What of {tag}?",
    "letters": "Straße und 天气, {tag}, 👩\u200d👩\u200d👧 и déjà vu",
    "forms": "De\u0301ja\u0300 {tag}, \ufb01n, \u212b, \u00a0so\u2028",
    "tokens": "Say <|im_end|> and </s> and [INST], {tag}",
    "right to left": "\u200fשלום {tag} \u2067jade\u2069 שלום\u200f",
    "lines": "One, {tag}.\n\n    two\n\tthree",
    "edges": "\n  Here, {tag}.\n\n",
    "JSON": '{"city": "{tag}", "n": [1, 2.0, null]}',
    "markup": "<b>{tag}</b> &amp; <history>no</history>",
    "braces": "{name} {{0}} %s %(x)d $HOME {tag}",
    "escapes": 'C:\\new\\table "{tag}" \\u00e9 \\1',
    "like turns": "user: {tag}\nassistant: no",
    "address": "See https://example.com/{tag}.png and /tmp/a.png",
    "long": "So {tag}" + ", and on" * 300,
    "again": "Yes, and again.",
}
ARGUMENTS: Mapping[str, dict[str, Any]] = {
    "one": {"city": "{tag}"},
    "none": {},
    "nested": {"city": "{tag}", "range": {"from": 1, "to": [2, {"of": "{tag}"}]}},
    "numbers": {"city": "{tag}", "n": 7, "x": 0.1, "y": 59.91273846501, "z": 1e-7, "big": 9007199254740993},
    "letters": {"city": "Malmö {tag} 天气"},
    "null": {"city": "{tag}", "none": None, "yes": True, "no": False},
    "containers": {"city": "{tag}", "list": [], "object": {}, "text": ""},
    "JSON": {"city": '{"a": "{tag}"}', "n": "7"},
    "escapes": {"city": 'a"b\\c\n{tag}'},
    "long": {"city": "{tag}", "text": "on and on, " * 400},
    "odd keys": {"city": "{tag}", "a.b": 1, "$x y": 2, "": 3},
}
OUTPUTS: Mapping[str, Any] = {
    "text": "It is {tag}.",
    "list": [{"type": "text", "text": "It is {tag}."}],
    "two texts": [{"type": "text", "text": "It is {tag}."}, {"type": "text", "text": "And {tag}."}],
    "empty": "",
    "empty list": [],
    "null": None,
    "object": '{"at": "{tag}", "n": 1.50}',
    "array": '["{tag}", 2]',
    "number": "12345678901234567890.10",
    "lines": "a {tag}\n\n  b\r\nc\t",
    "letters": "Überraschung {tag} 你好",
    "error": '{"error": null, "of": "{tag}"}',
    "image": [{"image": True}],
    "text and image": [{"type": "text", "text": "It is {tag}."}, {"image": True}],
    "two images": [{"image": True}, {"type": "text", "text": "And {tag}."}, {"image": True}],
    "text and document": [{"type": "text", "text": "It is {tag}."}, {"document": True}],
}
MEDIA_OUTPUTS = {"image": "image", "text and image": "image", "two images": "image", "text and document": "document"}
_CITY = {"type": "string", "description": "Which city, {tag}."}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"city": _CITY, **properties}, "required": ["city"]}


SCHEMAS: Mapping[str, dict[str, Any]] = {
    "plain": _object(),
    "enum": _object(unit={"type": "string", "enum": ["C", "F"], "description": "In which unit, {tag}."}),
    "nested": _object(
        guest={
            "type": "object",
            "description": "Who, {tag}.",
            "properties": {
                "name": {"type": "string", "description": "The name, {tag}."},
                "address": {
                    "type": "object",
                    "properties": {"street": {"type": "string", "description": "Where, {tag}."}},
                    "required": ["street"],
                },
            },
            "required": ["name"],
        }
    ),
    "list": _object(
        stops={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"at": {"type": "string", "enum": ["sea", "land"]}, "n": {"type": "integer"}},
                "required": ["at"],
            },
        }
    ),
    "optional": {
        "type": "object",
        "properties": {"city": _CITY, "days": {"type": "integer", "default": 3, "description": "How many, {tag}."}},
    },
    "titled": _object(title={"type": "string", "description": "A title, {tag}."}, type={"type": "string"}),
    "bounds": _object(n={"type": "integer", "minimum": 1, "maximum": 9, "description": "A number, {tag}."}),
    "null": _object(
        sound={"type": ["string", "null"], "description": "Which, {tag}."},
        again={"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "When, {tag}."},
    ),
    "alternatives": _object(
        by={
            "description": "What is known, {tag}.",
            "anyOf": [
                {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
                {"type": "object", "properties": {"shelf": {"type": "integer"}}, "required": ["shelf"]},
            ],
        },
    ),
    "pointed": {
        "type": "object",
        "properties": {"city": {"$ref": "#/$defs/city"}, "start": {"$ref": "#/$defs/point"}},
        "required": ["city"],
        "$defs": {
            "city": _CITY,
            "point": {
                "type": "object",
                "description": "A place, {tag}.",
                "properties": {"x": {"type": "number"}, "pen": {"type": "string", "enum": ["ink", "chalk"]}},
                "required": ["x"],
            },
        },
    },
    "any keys": _object(labels={"type": "object", "additionalProperties": {"type": "string"}}),
    "any object": _object(
        fields={"type": "object", "description": "What there is, {tag}."},
        rows={"type": "array", "items": {"type": "object", "additionalProperties": True}},
    ),
    "constants": _object(
        kind={"type": "string", "const": "insert"},
        place={"anyOf": [{"type": "string", "const": "start"}, {"type": "string", "const": "end"}]},
    ),
    "numbers": _object(size={"type": "integer", "enum": [1, 2, 4], "description": "How large, {tag}."}),
    "defaults": _object(
        of={"type": "array", "items": {"type": "string"}, "default": ["boats"]},
        at={"type": "object", "properties": {"hour": {"type": "integer"}}, "default": {"hour": 7}},
        note={"type": ["string", "null"], "default": None},
    ),
    "tuple": _object(
        box={"type": "array", "items": {"type": "integer"}, "prefixItems": [{"type": "integer"}] * 2, "minItems": 2},
    ),
    "two types": _object(to={"type": ["integer", "string"]}, marks={"type": "array", "items": {"type": "boolean"}}),
    "empty": {"type": "object", "properties": {}},
    "letters": _object(ort={"type": "string", "description": 'Wo "überall",\n{tag}?'}),
    "bare list": _object(
        tags={"type": "array", "description": "Which, {tag}."}, rows={"type": "array", "items": {"type": "array"}}
    ),
    "empty value": _object(
        by={"type": "string", "enum": ["", "new", "old"], "description": "In which order, {tag}."},
        of={"type": "array", "items": {"type": "string", "enum": ["", "sea"]}},
    ),
    "object or null": _object(
        rudder={
            "type": ["object", "null"],
            "description": "How, {tag}.",
            "properties": {"angle": {"type": "integer"}},
            "required": ["angle"],
        }
    ),
    "at the root": {
        "type": "object",
        "properties": {"city": _CITY},
        "required": ["city"],
        "anyOf": [
            {"properties": {"day": {"type": "string", "description": "On which, {tag}."}}, "required": ["day"]},
            {"properties": {"hour": {"type": "integer"}, "zone": {"type": "string"}}, "required": ["hour"]},
        ],
    },
    "generated": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "as a generator wrote it",
        **_object(
            mail={"type": "string", "format": "email", "minLength": 3, "maxLength": 40, "pattern": ".+@.+"},
            rows={"type": "array", "uniqueItems": True, "items": {"type": "number", "multipleOf": 0.5}, "maxItems": 4},
            by={"type": "string", "deprecated": True, "examples": ["sea"], "description": "How, {tag}."},
            of={"type": "array", "items": {"type": "string", "writeOnly": True, "nullable": True}},
        ),
    },
    "by kind": {
        **_object(
            gear={
                "description": "Which, {tag}.",
                "discriminator": {"propertyName": "kind"},
                "oneOf": [
                    {"type": "object", "properties": {"kind": {"const": kind, "type": "string"}}, "required": ["kind"]}
                    for kind in ("sail", "oar")
                ],
            },
            start={"$ref": "#/definitions/point"},
        ),
        "definitions": {"point": {"type": "object", "description": "A place, {tag}.", "properties": {}}},
        "dependentRequired": {"start": ["gear"]},
        "if": {"required": ["start"]},
        "then": {"properties": {"city": {"not": {"const": ""}}}},
    },
}
DESCRIPTIONS: Mapping[str, str] = {
    "plain": "{tag}.",
    "lines": 'for "all" of 天气:\n  - {tag}\n  - <b>more</b> & more\n',
    "long": "{tag}" + ", and on" * 200,
}
NAMES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "two": (("Ann",), ("Bob",)),
    "three": (("Ann", "Cleo"), ("Bob",)),
    "prefix": (("Bob",), ("Bobby", "Bo")),
    "blanks": (("Ann Lee",), ("Bob the Second",)),
    "letters": (("Zoë",), ("小明",)),
    "as roles": (("assistant",), ("user",)),
    "one in two roles": (("Ann",), ("Ann",)),
}
"""By name the speakers of role user and of role assistant, in turn."""
FILES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "usual": {
        "image": tuple(f"png {16 + n}x{16 + n}" for n in range(12)),
        "audio": ("media/tone.wav", "media/silence.mp3"),
        "video": ("media/clip.mp4",),
        "document": ("media/page.pdf", "media/page.pdf[:595]"),
    },
    "other": {"image": ("media/blue.jpg", "media/progressive.jpg"), "audio": ("media/silence.mp3", "media/tone.wav")},
}
"""What is shown, in turn: shipped files, and pictures that are drawn."""
TITLES = ("dues", "letter", "lease")
"""What papers are called, so that one under another's name is told."""
MEDIA_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "pdf": "application/pdf",
}

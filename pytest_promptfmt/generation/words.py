"""What is said in generated conversations: classes of texts, arguments, outputs, names and files.

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
    "money": "$$5, $& and $1 of {tag}, \\0",
    "thought aloud": "<think>Not {tag}.</think>\n\nOf {tag}.",
    "very long": "So {tag}" + ", and on" * 7_000 + ", {tag}",
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
    "keys like keywords": {
        **{"city": "{tag}", "description": "{tag}", "default": 0, "title": "{tag}", "type": "string"},
        **{"properties": {"items": []}, "$ref": "#", "id": "{tag}", "input": {}, "arguments": "{}"},
    },
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
    "list of one object": '[{"at": "{tag}"}]',
    "like parts": '[{"type": "text", "text": "It is {tag}."}]',
    "very long": "It is {tag}" + ", and 天气" * 4_000 + ", {tag}",
    "zero": "0",
    "no": "false",
    "value and words": '{"at": 1} was {tag}',
    "image": [{"image": True}],
    "text and image": [{"type": "text", "text": "It is {tag}."}, {"image": True}],
    "two images": [{"image": True}, {"type": "text", "text": "And {tag}."}, {"image": True}],
    "text and document": [{"type": "text", "text": "It is {tag}."}, {"document": True}],
    "text and audio": [{"type": "text", "text": "It is {tag}."}, {"audio": True}],
    "text and video": [{"type": "text", "text": "It is {tag}."}, {"video": True}],
}
MEDIA_OUTPUTS = {
    **{"image": "image", "text and image": "image", "two images": "image"},
    **{"text and document": "document", "text and audio": "audio", "text and video": "video"},
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
    "other": {
        "image": ("media/blue.jpg", "media/progressive.jpg"),
        "audio": ("media/silence.mp3", "media/tone.wav"),
        "document": ("media/notes.md", "media/page.pdf", "media/terms.txt"),
    },
    "rare": {
        "image": ("media/chart.webp", "media/animated.gif"),
        "audio": ("media/tone.aiff",),
        "document": ("media/terms.txt", "media/notes.md", "media/fares.csv"),
    },
}
"""What is shown, in turn: shipped files, and pictures that are drawn."""
TITLES: Mapping[str, tuple[str, ...]] = {
    "usual": ("dues", "fee_list.v2", "lease"),
    "other": ("Brief für Zoë", "fee_list.v2", "lease (signed), 2nd"),
}
"""What documents are called, so that one under another's name is told."""
MEDIA_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
    "aiff": "audio/aiff",
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "pdf": "application/pdf",
    "csv": "text/csv",
    "md": "text/markdown",
    "txt": "text/plain",
}
LOOSE_TYPES = {"image/jpeg": "image/jpg", "audio/mpeg": "audio/mp3", "audio/wav": "audio/x-wav"}
"""What people call media that have another name."""

"""`MMPromptTemplate`: text, images, audio and video in one turn, from text with AISBench's tags.

Tagged text is a row of elements, each a kind's start tag, its content, and the closing tag. A part's content goes where
the template has the kind's placeholder: ``{question}`` for text, ``{image}``, ``{audio}``, ``{video}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchValueError, accident, kind_of, placed
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import Prompt, PromptList, Row, copied, fill, placeholders, safe_format
from promptfmt_reference.aisbench.template import Mask, PromptTemplate

CLOSE = "<AIS_CONTENT_TAG>"
START = {kind: f"<AIS_{kind.upper()}_START>" for kind in ("text", "image", "audio", "video")}
_KEYS = {"text": "text", "image": "image_url", "audio": "audio_url", "video": "video_url"}
"""Where a part has its content, by kind; there it is a string, or stands under ``url``."""
_STARTS = "|".join(map(re.escape, START.values()))
_ELEMENT = re.compile(rf"\s*({_STARTS})(.*?)(?:{CLOSE}(?=\s*(?:{_STARTS}|\Z))|\Z)", re.DOTALL)
_UNTAGGED = "ICLR-PARAM-003"


@dataclass(frozen=True)
class MMPromptTemplate(PromptTemplate):
    """A dialogue in which ``prompt_mm`` has a part for each kind; there are no examples and no labels (ICLR-UNK-001).

    `content_column` names the column of tagged text, `profile.content_columns` if it does not. Raises ICLR-PARAM-003
    where that is not tagged text.
    """

    content_column: str | None = None
    questions_only = True
    text_is = TypeError

    def _question(self, entry: Row, mask: Mask, ice: Prompt) -> PromptList:
        """Parts in the order of the content, under ``prompt_mm``; a kind that the content has not gives no part."""
        prompt = self._dialogue(ice)
        if self.profile.fills_turns_only:
            plain = PromptList(safe_format(i, **entry) if isinstance(i, str) else copied(i) for i in prompt)
            values: dict[str, Any] = {}
        else:
            values = placeholders(mask.over(entry))
            plain = prompt.fill(values)
        for item in plain:
            if isinstance(item, dict) and "prompt_mm" in item:
                item["prompt_mm"] = list(self._parts(item["prompt_mm"], self._content(entry), values))
        return PromptList(plain, self.profile)

    def _content(self, entry: Row) -> list[tuple[str, str]]:
        columns = (self.content_column,) if self.content_column else self.profile.content_columns
        column = next((name for name in columns if name in entry), columns[0])
        if column not in entry:
            raise accident(KeyError, f"the row has no column {column!r}", self.profile, column=column)
        if self.profile.splits_at_any_tag:
            return list(split(entry[column]))
        if not isinstance(entry[column], str):
            raise AISBenchValueError(f"tagged text is text, not {kind_of(entry[column])}", _UNTAGGED, column=column)
        with placed(column=column):
            return list(elements(entry[column]))

    def _parts(self, kinds: Any, content: list[tuple[str, str]], values: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for kind, said in content:
            if kind not in kinds:
                raise accident(KeyError, f"the template has no part for {kind}", self.profile, part="prompt_mm")
            part = deepcopy(kinds[kind])
            holder, key = part, _KEYS[kind]
            if isinstance(holder.get(key), dict):
                holder, key = holder[key], "url"
            if not isinstance(holder.get(key), str):
                raise accident(KeyError, f"no text under {key!r}", self.profile, part=f"prompt_mm[{kind!r}]")
            name = "{question}" if kind == "text" else f"{{{kind}}}"
            holder[key] = fill(holder[key], values | {name: said})
            yield part


def elements(content: str) -> Iterator[tuple[str, str]]:
    """Kind and content of each element. A closing tag closes where an element or the end follows; else it is text.

    The last element may lack its closing tag; what is empty has no element. Raises ICLR-PARAM-003 where something
    stands before the first element.
    """
    kinds = {tag: kind for kind, tag in START.items()}
    if content.strip() and not _ELEMENT.match(content):
        raise AISBenchValueError(f"tagged text begins with a start tag, not with {content[:40]!r}", _UNTAGGED)
    for found in _ELEMENT.finditer(content):
        yield kinds[found[1]], found[2]


def split(content: str) -> Iterator[tuple[str, str]]:
    """As the released software does it: a piece between closing tags counts if it begins with a start tag."""
    for piece in content.split(CLOSE):
        for kind, tag in START.items():
            if piece.startswith(tag):
                yield kind, piece.replace(tag, "")


def get_content_str(parts: Iterable[dict[str, Any]], profile: Profile = DOCUMENTED) -> str:
    """Tagged text of parts ``{"type": "text" | "image_url" | "audio_url" | "video_url", <type>: …}``."""
    return "".join(_tagged(part, profile) for part in parts)


def _tagged(part: dict[str, Any], profile: Profile) -> str:
    kind = next((kind for kind, key in _KEYS.items() if key == part.get("type")), None)
    if kind is None and profile.misreads_media:
        return CLOSE
    if kind is None:
        raise AISBenchValueError(f"a part is of type {', '.join(_KEYS.values())}, not {part.get('type')!r}")
    key = "text" if profile.misreads_media and kind in ("audio", "video") else _KEYS[kind]
    if key not in part:
        raise accident(KeyError, f"a part of type {_KEYS[kind]!r} has no {key!r}", profile)
    said = part[key]["url"] if isinstance(part[key], dict) else part[key]
    return f"{START[kind]}{said}{CLOSE}"

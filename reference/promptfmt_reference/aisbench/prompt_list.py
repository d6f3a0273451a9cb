"""Values put into text, and `PromptList`, the list of what is said before a model's format is known.

An item is a role item ``{"role", "prompt", "fallback_role"?, …}`` (multimodal: ``prompt_mm``), a loose string, or a
section marker ``{"section": "begin" | "round" | "end" | "ice", "pos": "begin" | "end"}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, TypeAlias

from promptfmt_reference.aisbench.errors import AISBenchTypeError, accident
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile

Row: TypeAlias = Mapping[str, Any]
Prompt: TypeAlias = "str | PromptList"


def fill(text: str, values: Mapping[str, Any]) -> str:
    """`text` with each key of `values` replaced by its value, in one pass: what is put in is not looked at again.

    Nothing else in `text` means anything: other braces, doubled ones too, stay as they are.
    """
    if not values:
        return text
    form, keys = _form(text, tuple(values))
    return form % tuple(map(values.__getitem__, keys))


@lru_cache(maxsize=256)
def _form(text: str, keys: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The text with ``%s`` for each key, and the keys in their order: found once for all rows."""
    pieces = _any_of(keys).split(text)
    return "%s".join(piece.replace("%", "%%") for piece in pieces[::2]), tuple(pieces[1::2])


@lru_cache(maxsize=64)
def _any_of(keys: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"({'|'.join(map(re.escape, keys))})")


def placeholders(row: Row) -> dict[str, Any]:
    """The values of a row's columns, by what stands for them in a template."""
    return {f"{{{column}}}": value for column, value in row.items()}


def safe_format(input_str: str, **row: Any) -> str:
    """One column after the other, whatever the earlier ones brought in: how the released software fills in."""
    for column, value in row.items():
        input_str = input_str.replace(f"{{{column}}}", str(value))
    return input_str


def is_marker(item: Any) -> bool:
    return isinstance(item, dict) and "section" in item


def copied(item: Any) -> Any:
    """An item that shares nothing with its original."""
    if isinstance(item, dict):
        return {key: value if isinstance(value, str) else deepcopy(value) for key, value in item.items()}
    return item if isinstance(item, str) else deepcopy(item)


class PromptList(list[Any]):
    """A list of items; sums and slices of it are such lists too, and nothing changes an item that it shares."""

    def __init__(self, items: Iterable[Any] = (), profile: Profile = DOCUMENTED) -> None:
        super().__init__(items)
        self.profile = profile

    def format(self, **row: Any) -> PromptList:
        """A copy in which loose strings and prompts have the row's values; other keys are copied as they are."""
        if not self.profile.rescans_values:
            return self.fill(placeholders(row))
        items = (safe_format(item, **row) if isinstance(item, str) else copied(item) for item in self)
        filled = PromptList(items, self.profile)
        for item in filled:
            if isinstance(item, dict) and "prompt" in item:
                item["prompt"] = safe_format(item["prompt"], **row)
        return filled

    def fill(self, values: Mapping[str, Any]) -> PromptList:
        """As `format`, by what stands for each value; a `PromptList` among the values takes a loose string apart."""
        lists = {key: value for key, value in values.items() if isinstance(value, PromptList)}
        filled = PromptList((), self.profile)
        for item in self:
            if isinstance(item, str):
                filled.extend(_spliced(item, values, lists))
            elif isinstance(item, dict):
                filled.append({key: _filled(key, value, values, lists) for key, value in item.items()})
            else:
                filled.append(copied(item))
        return filled

    def replace(self, src: str, dst: Prompt | list[Any]) -> PromptList:
        """A copy with `dst` for `src`; raises UTILS-TYPE-001 where a list would stand in a prompt."""
        replaced = PromptList((), self.profile)
        for item in self:
            if isinstance(item, str):
                replaced.extend(self._replaced(item, src, dst))
            elif isinstance(item, dict) and "prompt" in item and src in item["prompt"]:
                if isinstance(dst, PromptList):
                    raise _no_place(src)
                replaced.append({**item, "prompt": item["prompt"].replace(src, dst)})
            else:
                replaced.append(item)
        return replaced

    def _replaced(self, text: str, src: str, dst: Prompt | list[Any]) -> list[Any]:
        if isinstance(dst, str):
            return [text.replace(src, dst)]
        if self.profile.refuses_lists and not isinstance(dst, PromptList):
            return []
        pieces = [[piece] if piece else [] for piece in text.split(src)]
        return sum(([*dst, *piece] for piece in pieces[1:]), start=pieces[0])

    def visible(self) -> list[Any]:
        """A copy as documents print it: without markers and empty strings."""
        return [copied(item) for item in self if item != "" and not is_marker(item)]

    def __str__(self) -> str:
        for item in self:
            if not isinstance(item, (str, dict)):
                raise AISBenchTypeError(f"an item is a string or a dictionary, not {type(item).__name__}", _TYPE)
        texts = (item if isinstance(item, str) else self._text(item) for item in self)
        return "".join(texts)

    def _text(self, item: dict[str, Any]) -> str:
        said = item.get("prompt")
        return "" if said is None or is_marker(item) else json.dumps(said) if self.profile.quotes_prompts else str(said)

    def __add__(self, other: Any) -> PromptList:
        return PromptList([*self, *_items(other)], self.profile)

    def __radd__(self, other: Any) -> PromptList:
        if self.profile.refuses_lists and isinstance(other, list) and other:
            raise RecursionError("a plain list and a PromptList do not add up")
        return PromptList([*_items(other), *self], self.profile)

    def __iadd__(self, other: Any) -> PromptList:
        self.extend(_items(other))
        return self

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return PromptList(found, self.profile) if isinstance(index, slice) and not self.profile.refuses_lists else found


def _items(other: Any) -> list[Any]:
    return [other] if other and isinstance(other, str) else list(other or ())


def _spliced(text: str, values: Mapping[str, Any], lists: Mapping[str, PromptList]) -> list[Any]:
    if not lists:
        return [fill(text, values)]
    spliced: list[Any] = []
    for i, piece in enumerate(_any_of(tuple(lists)).split(text)):
        if i % 2:
            spliced += map(copied, lists[piece])
        elif piece:
            spliced.append(fill(piece, values))
    return spliced


def _filled(key: str, value: Any, values: Mapping[str, Any], lists: Mapping[str, PromptList]) -> Any:
    if key != "prompt":
        return copied(value)
    if not isinstance(value, str):
        raise accident(AttributeError, f"a prompt is text, not {type(value).__name__}", DOCUMENTED, part="prompt")
    for token in lists:
        if token in value:
            raise _no_place(token)
    return fill(value, values)


def _no_place(token: str) -> AISBenchTypeError:
    return AISBenchTypeError(f"{token!r} stands within a prompt, where a list of examples has no place", _TYPE)


_TYPE = "UTILS-TYPE-001"

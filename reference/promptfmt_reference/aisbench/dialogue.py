"""A dialogue: its sections, what may stand in them, and the list of items that is made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchValueError, accident, kind_of
from promptfmt_reference.aisbench.profile import Profile
from promptfmt_reference.aisbench.prompt_list import Prompt, PromptList, is_marker

SECTIONS = ("begin", "round", "end")


def encode(template: Any, profile: Profile, *, ice: bool = False) -> Prompt:
    """A dialogue as a list of items with markers, not filled in; an example has its round only. A string as it is."""
    if isinstance(template, str):
        return template
    if isinstance(template, list):
        raise accident(TypeError, "a label's template is a string or a dialogue, not a list", profile)
    if "round" not in template:
        raise accident(KeyError, "a dialogue has a round, and there is none", profile, part="round")
    prompt = PromptList((), profile)
    for section in ("round",) if ice else SECTIONS:
        if section in template:
            name = "ice" if ice else section
            opening = "end" if section == "end" and profile.closes_end_twice else "begin"
            prompt.append({"section": name, "pos": opening})
            prompt.extend(items(template[section]))
            prompt.append({"section": name, "pos": "end"})
    return prompt


def items(section: Any) -> list[Any]:
    return section if isinstance(section, list) else [section]


def split_round(prompt: PromptList) -> tuple[PromptList, PromptList, PromptList]:
    """What stands before the round, with its first marker; the round; its last marker, and what stands behind."""
    first, last = (
        next(i for i, item in enumerate(prompt) if is_marker(item) and (item["section"], item["pos"]) == ("round", pos))
        for pos in ("begin", "end")
    )
    parts = (prompt[: first + 1], prompt[first + 1 : last], prompt[last:])
    return tuple(PromptList(part, prompt.profile) for part in parts)  # type: ignore[return-value]


def check_items(dialogue: Any, prefix: str) -> None:
    """Raises ICLR-TYPE-002 for what is no item, naming its place; `prefix` stands before that."""
    for section, i, item in _numbered(dialogue):
        part = f"{prefix}{section}[{i}]"
        if not isinstance(item, (str, dict)):
            said = f"an item is a string or a dictionary, not {kind_of(item)}"
            raise AISBenchValueError(said, "ICLR-TYPE-002", part=part)
        said_by: dict[str, Any] = item if isinstance(item, dict) else {"role": ""}
        for key, value in (("role", said_by.get("role")), ("prompt", said_by.get("prompt", ""))):
            if not isinstance(value, str):
                said = f"a {key} is text, not {kind_of(value)}"
                raise AISBenchValueError(said, "ICLR-TYPE-002", part=f"{part}.{key}")
        kinds = said_by.get("prompt_mm", {})
        if not isinstance(kinds, dict) or not all(isinstance(kind, dict) for kind in kinds.values()):
            said = "it is a dictionary of parts, by kind"
            raise AISBenchValueError(said, "ICLR-TYPE-002", part=f"{part}.prompt_mm")


def _numbered(dialogue: Any) -> Iterator[tuple[str, int, Any]]:
    if isinstance(dialogue, dict):
        for section in SECTIONS:
            yield from ((section, i, item) for i, item in enumerate(items(dialogue.get(section, []))))

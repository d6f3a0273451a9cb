"""The walk over a prompt that both parsers share: its turns in the order of printing, up to where the model goes on.

A role item is a turn: its role's dictionary in the meta template, updated by its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from promptfmt_reference.aisbench.errors import AISBenchKeyError, AISBenchValueError, accident
from promptfmt_reference.aisbench.meta_template import MetaTemplate, Role, asserted
from promptfmt_reference.aisbench.prompt_list import PromptList, is_marker

Item: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Turn:
    """`said`: by the prompt, and not only by the meta template. `opens`: the model goes on here, and the walk ends."""

    record: dict[str, Any]
    said: bool = True
    opens: bool = False


def walk(prompt: PromptList, meta: MetaTemplate, mode: str) -> Iterator[str | Turn]:
    """Loose strings and turns, in the order of printing, up to the turn with which the model goes on."""
    open_sections: list[tuple[str, int]] = []
    for i, item in enumerate(prompt):
        inside = open_sections[-1][0] in ("round", "ice") if open_sections else False
        if isinstance(item, str):
            if meta.profile.slots_only or not inside:
                yield item
        elif is_marker(item):
            if item["pos"] == "begin":
                open_sections.append((_section(item, meta), i + 1))
                continue
            start = _closed(item, open_sections, meta)
            if item["section"] in ("round", "ice"):
                for turn in _rounds(prompt[start:i], meta, generating=mode == "gen" and item["section"] == "round"):
                    yield turn
                    if isinstance(turn, Turn) and turn.opens:
                        return
        elif not open_sections:
            text = "a role item stands in no section: this is what documents print, and parsers want the markers too"
            raise accident(IndexError, text, meta.profile)
        elif not inside:
            yield _alone(item, meta, mode)


def _section(marker: Item, meta: MetaTemplate) -> str:
    if marker["section"] not in ("begin", "round", "end", "ice"):
        raise _odd(f"a section is begin, round, end or ice, not {marker['section']!r}", meta)
    return str(marker["section"])


def _closed(marker: Item, open_sections: list[tuple[str, int]], meta: MetaTemplate) -> int:
    """Where the section that `marker` closes began."""
    if marker["pos"] != "end":
        raise _odd(f"a marker's pos is begin or end, not {marker['pos']!r}", meta)
    if not open_sections:
        raise accident(IndexError, f"the section {marker['section']!r} is closed, and none is open", meta.profile)
    name, start = open_sections.pop()
    if name != marker["section"]:
        raise _odd(f"the section {marker['section']!r} is closed while {name!r} is open", meta)
    return start


def _odd(text: str, meta: MetaTemplate) -> Exception:
    return asserted(AISBenchValueError(text, "MODEL-UNK-001"), meta.profile, chat=meta.chat)


def _alone(item: Item, meta: MetaTemplate, mode: str) -> Turn:
    """A turn outside of rounds."""
    name = _name(item, meta)
    if name not in meta.roles:
        name = item.get("fallback_role")
    if name not in meta.roles:
        raise accident(KeyError, str(name), meta.profile) if meta.profile.bare_errors else _unknown(item)
    record = {**meta.roles[name], **item}
    if meta.chat and mode == "gen" and record.get("generate") and meta.profile.cuts_in_begin:
        raise TypeError("the model cannot go on before the round")
    return Turn(record)


def _name(item: Item, meta: MetaTemplate) -> Any:
    if "role" not in item:
        said = "role: it is a section inside the round, while examples belong into begin" if is_marker(item) else "role"
        raise accident(KeyError, said, meta.profile)
    return item["role"]


def _unknown(item: Item) -> AISBenchKeyError:
    text = f"the meta template has no role {item['role']!r}, and none of the name of its fallback_role"
    return AISBenchKeyError(f"{text}, {item.get('fallback_role')!r}", "MODEL-PARAM-002")


def _rounds(block: Sequence[Any], meta: MetaTemplate, *, generating: bool) -> Iterator[str | Turn]:
    """A block cut into rounds, each printed in the order of the meta template's."""
    rounds: list[list[tuple[str, Any]]] = [[]]
    last = -1
    for item in block:
        if isinstance(item, str) and meta.profile.slots_only:
            continue
        name = "" if isinstance(item, str) else _slot(item, meta)
        if name and meta.places[name] <= last:
            rounds.append([])
        last = meta.places[name] if name else last
        rounds[-1].append((name, item))
    for number, items in enumerate(rounds if rounds != [[]] else [], 1):
        for turn in _printed(items, meta):
            if generating and number == len(rounds) and isinstance(turn, Turn) and turn.record.get("generate"):
                yield replace(turn, opens=True)
                return
            yield turn


def _slot(item: Item, meta: MetaTemplate) -> str:
    """The role of the round in whose place an item stands; empty for a reserved role's, which stands for itself."""
    name, other = _name(item, meta), item.get("fallback_role")
    if name in meta.places:
        return str(name)
    if meta.profile.slots_only and not meta.chat:
        raise accident(KeyError, str(name), meta.profile)
    if not meta.profile.slots_only and (name in meta.reserved or other in meta.reserved):
        return ""
    if other not in meta.places:
        raise _unknown(item)
    return str(other)


def _printed(items: Sequence[tuple[str, Any]], meta: MetaTemplate) -> Iterator[str | Turn]:
    """The turns of one round; places that no item has are filled by the meta template."""
    following = 0
    for name, item in items:
        if not name:
            yield item if isinstance(item, str) else _alone(item, meta, "ppl")
            continue
        yield from _filling(meta.round[following : meta.places[name]])
        # the released software puts a reserved role's item with the role, where this round does not look for it
        lost = meta.profile.slots_only and item["role"] in meta.reserved
        yield Turn({**meta.roles[name], **({} if lost else item)}, said=not lost)
        following = meta.places[name] + 1
    yield from _filling(meta.round[following:])


def _filling(roles: Sequence[Role | str]) -> Iterator[str | Turn]:
    return (role if isinstance(role, str) else Turn(dict(role), said=False) for role in roles)

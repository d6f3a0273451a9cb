"""Media where the provider has no place for them, told in words and shown in a user's turn.

- a tool's result is text: media are named in it by address; those by value are shown behind the results of the turn
- media by address are shown there too where the formatter was made to promote them
- what others than the user show comes in a user's turn where only users show media
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from promptfmt_reference.agentscope_v1.media import KINDS, address
from promptfmt_reference.agentscope_v1.message import Block, Msg


@dataclass(frozen=True, slots=True)
class Promotion:
    """`shown` are the kinds that a user's turn can hold, `asked` those to promote even where they have an address.

    `roles` may hold media themselves, and so may results where `in_results`; `what` is the word for promoted media.
    """

    shown: frozenset[str]
    asked: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset({"user"})
    in_results: bool = False
    what: str = "image"


def promote(msgs: list[Msg], promotion: Promotion) -> list[Msg]:
    """The messages, which have been paired, with results as text and media where they may stand."""
    promoted: list[Msg] = []
    late: list[Msg] = []
    for msg in msgs:
        if isinstance(msg.content, str) or (len(msg.content) == 1 and msg.content[0]["type"] == "text"):
            promoted.append(msg)  # as most are
            continue
        types = {block["type"] for block in msg.content}
        if "tool_result" in types:
            if promotion.in_results:
                promoted.append(msg)
            else:
                results = [{**result, "output": result_as_text(result, promotion.shown)} for result in msg.content]
                promoted.append(Msg(msg.name, results, msg.role))
                late += [shown for result in msg.content for shown in _media_of_result(result, promotion)]
            promoted += late
            late = []
        elif msg.role in promotion.roles or promotion.shown.isdisjoint(types):
            promoted.append(msg)
        else:
            pieces, late = _split_at_media(msg, msg.content, promotion)
            promoted += pieces
            if "tool_use" not in types:
                promoted += late
                late = []
    return promoted + late


def result_as_text(result: Block, shown: frozenset[str]) -> str:
    """A result as text: one item as it is, several as a list; media by value are named, and `shown` elsewhere."""
    output = result.get("output")
    if output is None or isinstance(output, str):
        return output or ""
    names = iter(_media_names(result["id"], [item for item in output if item["type"] in KINDS]))
    lines = []
    for item in output:
        kind = item["type"]
        if kind == "text":
            lines.append(item["text"])
            continue
        found = "can be found at" if address(item) else "is shown below" if kind in shown else "is not shown"
        lines.append(f"The returned {kind} {found}: {next(names)}")
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def _media_of_result(result: Block, promotion: Promotion) -> list[Msg]:
    """What a result holds, as a user's turn; none where there is nothing to show."""
    output = result.get("output")
    if not isinstance(output, list):
        return []
    every = [item for item in output if item["type"] in KINDS]
    chosen = [
        (item, name)
        for item, name in zip(every, _media_names(result["id"], every), strict=True)
        if item["type"] in promotion.asked or (item["type"] in promotion.shown and not address(item))
    ]
    return [_labelled(chosen, f"the tool result of '{result['name']}'", promotion.what)] if chosen else []


def _split_at_media(msg: Msg, blocks: list[Block], promotion: Promotion) -> tuple[list[Msg], list[Msg]]:
    """The message cut at its media, and the media that have to wait for the results of the message's calls."""
    pieces: list[Msg] = []
    late: list[Msg] = []
    run: list[Block] = []
    for is_media, group in groupby(blocks, lambda block: block["type"] in promotion.shown):
        if not is_media:
            run += group
            continue
        items = list(group)
        turn = _labelled(zip(items, _media_names(msg.name, items), strict=True), f"'{msg.name}'", promotion.what)
        if msg.role == "system" or any(block["type"] == "tool_use" for block in run):
            late.append(turn)
        else:
            pieces += [Msg(msg.name, run, msg.role), turn] if run else [turn]
            run = []
    return [*pieces, Msg(msg.name, run, msg.role)] if run else pieces, late


def _labelled(items: Iterable[tuple[Block, str]], origin: str, what: str) -> Msg:
    blocks: list[Block] = []
    for item, name in items:
        blocks += [{"type": "text", "text": f"\n- The {item['type']} from '{name}': "}, item]
        what = what if item["type"] == "image" else "media"
    opening = {"type": "text", "text": f"<system-info>The following are the {what} contents from {origin}:"}
    return Msg("user", [opening, *blocks, {"type": "text", "text": "</system-info>"}], "user")


def _media_names(owner: str, items: list[Block]) -> list[str]:
    """What media are called in texts: their address, or a name that stays the same at every call."""
    return [address(item) or f"{owner}-{i}" for i, item in enumerate(items, start=1)]

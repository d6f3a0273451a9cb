"""The parts that matter: of a payload at a path, of two values that differ, of a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.json.equal import first_difference
from pytest_promptfmt.common.jsonpath import descend
from pytest_promptfmt.common.text import common_prefix_length, compact, count, cut, safe
from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)
from pytest_promptfmt.conversation.template import TemplateCase


def element(payload: Any, path: str) -> str:
    """The message of the payload in which `path` lies, as compact JSON."""
    start = re.match(r"\$[^\[]*\[\d+\]", path)
    return compact(list(descend(payload, start[0]))[-1][1], 20_000) if start else ""


_WIDTH = 160
"""Characters of a payload that one line shows whole."""
NARROW = 115
"""The same, with its path, where a quotation has two lines of a terminal of 80 columns."""


def fragment(payload: Any, path: str, width: int = 0) -> list[tuple[str, str]]:
    """The widest surroundings of `path` that can be shown whole, with their own path; else what stands there, cut.

    A whole payload that is too long comes message by message. With a `width`, path and text together have so many
    characters.
    """
    places = list(descend(payload, path))
    for place, value in places:
        text = compact(value, 10 * _WIDTH)
        if len(text) <= (width - len(place) if width else _WIDTH):
            return [(place, text)]
    place, value = places[-1]
    if place != "$" or isinstance(value, str):
        return [(place, compact(value, 2 * _WIDTH))]
    pieces = list(parts(value))
    shown = [(place, compact(part, 120)) for place, part in pieces[:6]]
    return shown if len(pieces) <= 6 else [*shown[:5], ("", f"… {len(pieces) - 5} more")]


def parts(payload: Any) -> Iterator[tuple[str, Any]]:
    """The messages of a payload, and the keys beside them."""
    if isinstance(payload, list):
        yield from ((f"$[{i}]", item) for i, item in enumerate(payload))
        return
    for key, value in payload.items():
        if isinstance(value, list):
            yield from ((f"$.{key}[{i}]", item) for i, item in enumerate(value))
        else:
            yield f"$.{key}", value


def right_request(requests: tuple[Any, ...], path: str) -> Any:
    """Of the requests that are right for a template the one at a path, all of them where the path is of none."""
    at = re.match(r"\$\[(\d+)\]", path)
    return requests[int(at[1])] if at and int(at[1]) < len(requests) else requests


VALUES = ("expected", "actual", "before", "after")
"""What a finding's data may hold of a place: what should be there and is, or what was there and is now."""


def values(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Labels and lines for the values that a finding has, two of them shown where they first differ."""
    known = [key for key in VALUES if key in data]
    if len(known) == 2:
        yield from contrast(data[known[0]], data[known[1]], (known[0], known[1]))
    else:
        yield from ((key, compact(data[key], 110)) for key in known)


def contrast(expected: Any, actual: Any, labels: tuple[str, str] = ("expected", "actual")) -> Iterator[tuple[str, str]]:
    """Labels and lines for two values, shown where they first differ."""
    one, other = labels
    if isinstance(expected, str) and isinstance(actual, str):
        i = common_prefix_length(expected, actual)
        yield one, _window(expected, i)
        yield other, _window(actual, i)
        if i and max(len(expected), len(actual)) > 20:
            yield "", f"the first difference is at character {i}"
        return
    same_kind = type(expected) is type(actual) and isinstance(expected, (list, dict))
    difference = first_difference(expected, actual) if same_kind else None
    if difference is not None and difference.path != "$":
        place = safe(difference.path)
        yield one, f"{compact(difference.expected, 110)} at {place}"
        yield other, compact(difference.actual, 110)
    else:
        yield one, compact(expected, 110)
        yield other, compact(actual, 110)


def _window(text: str, i: int) -> str:
    start, end = max(i - 30, 0), i + 50
    return f"{'…' if start else ''}{compact(text[start:end])}{'…' if end < len(text) else ''}"


def conversation_lines(conversation: Conversation, about: Iterable[int] = (), around: str = "") -> list[str]:
    """The messages that matter, one line each: those in `about`, else those that `around`, a piece of payload, holds.

    Short conversations are shown whole. An arrow marks the messages that matter.
    """
    messages = conversation.messages
    marked = {i for i in about if 0 <= i < len(messages)}
    if not marked and around:
        marked = {i for i, message in enumerate(messages) if appears_in(message, around)}
        marked = marked if len(marked) <= 3 else set()
    if len(messages) <= 6:
        shown = set(range(len(messages)))
    elif marked:
        near = sorted(marked)[:3]
        shown = {i for mark in near for i in (mark - 1, mark, mark + 1) if 0 <= i < len(messages)}
    else:
        shown = set(range(4))
    lines, last = [], -1
    for i in sorted(shown):
        if i > last + 1:
            lines.append(f"  … {count(i - last - 1, 'message')}")
        lines.append(f"{'>' if i in marked and len(messages) > 1 else ' '} [{i}] {message_line(messages[i])}")
        last = i
    if last + 1 < len(messages):
        lines.append(f"  … {count(len(messages) - last - 1, 'more message')}")
    return lines


def template_rows(case: TemplateCase) -> Iterator[tuple[str, str]]:
    """Labels and lines for a template and what fills it."""
    for i, (part, value) in enumerate(case.infer_cfg.items()):
        yield "" if i else "infer_cfg", f"{cut(safe(part), 40)} = {compact(value, 300)}"
    yield "reader_cfg", compact(case.reader_cfg, 150)
    for table, rows in (("train", case.train), ("test", case.test)):
        for i, row in enumerate(rows[:3]):
            yield "" if i else table, compact(row, 150)
        if len(rows) > 3:
            yield "", f"… {count(len(rows) - 3, 'more row')}"
    if case.meta_template:
        yield "meta_template", compact(case.meta_template, 300)
    if case.mode != "gen":
        yield "mode", safe(case.mode)
    if case.replies:
        yield "replies", compact(case.replies, 150)


def appears_in(message: Message, payload: str) -> bool:
    """Does this message seem to be in a piece of payload, which is compact JSON?"""
    return any(
        len(text) > 2 and compact(text, 10_000)[1:-1] in payload
        for block in message.blocks
        for text in _recognisable_texts(block)
    )


def _recognisable_texts(block: Block) -> tuple[str, ...]:
    """What a block is known by."""
    match block:
        case Text():
            return (block.text,)
        case ToolUse():
            return (block.id,)
        case ToolResult():
            return block.id, block.output_text
        case _:
            return ()


def message_line(message: Message) -> str:
    name = f" {safe(message.name)}" if message.name != message.role else ""
    text = " + ".join(_block(block) for block in message.blocks) or "(no blocks)"
    return f"{message.role}{name}: {cut(text, 200)}"


def _block(block: Block) -> str:
    match block:
        case Text(text=text):
            return compact(text, 80)
        case Thinking(thinking=text):
            return f"thinking {compact(text, 60)}"
        case RedactedThinking():
            return "redacted_thinking"
        case ToolUse(id=id_, name=name, input=arguments):
            return f"tool_use {safe(id_)} {safe(name)} {compact(arguments, 80)}"
        case ToolResult(id=id_, output=output, is_error=failed):
            result = compact(output, 80) if not isinstance(output, tuple) else f"[{', '.join(map(_block, output))}]"
            return f"tool_result {safe(id_)} {'(an error) ' if failed else ''}{result}"
        case media:
            source = media.source
            if isinstance(source, Base64Source):
                return f"{media.type} {safe(source.media_type)} of {len(source.data):,} base64 characters"
            return f"{media.type} {cut(safe(source.url), 80)}"

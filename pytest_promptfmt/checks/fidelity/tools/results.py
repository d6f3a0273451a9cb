"""Tool results: each once, told as the answer to its own call, saying what the tool said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.stream import cuts_a_word
from pytest_promptfmt.checks.fidelity.tools.calls import calls_of
from pytest_promptfmt.checks.fidelity.tools.unmatched import Pool, S, anything
from pytest_promptfmt.common.json_equal import equal
from pytest_promptfmt.conversation import Conversation, Text, ToolResult, ToolUse
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ResultPart


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result with the call that it answers: of several with its id, the last one before it."""

    index: int
    block: ToolResult
    call: ToolUse | None

    @property
    def name(self) -> str | None:
        return self.block.name or (self.call.name if self.call is not None else None)


def results_of(conversation: Conversation) -> list[GivenResult]:
    """All results, each with its call where there is one."""
    later = {call.use.id: call.use for call in reversed(calls_of(conversation))}
    earlier: dict[str, ToolUse] = {}
    found = []
    for index, message in enumerate(conversation.messages):
        for block in message.blocks:
            if isinstance(block, ToolUse):
                earlier[block.id] = block
            elif isinstance(block, ToolResult):
                found.append(GivenResult(index, block, earlier.get(block.id) or later.get(block.id)))
    return found


def match_results(
    expected: list[GivenResult],
    heard: Segments,
    ids: Mapping[str, str | None],
    names: dict[str, str],
    findings: list[Finding],
    *,
    error_flag: bool,
) -> Iterator[tuple[GivenResult, Position, ResultPart]]:
    """Each result that was found, with its place; what is wrong with them is added to `findings`.

    `ids` and `names` are what a repair has put in the place of the conversation's own.
    """
    pool = Pool(heard.results)
    late: list[GivenResult] = []
    for result in sorted(expected, key=lambda result: not texts_of(result.block)):  # an empty one would take any
        name = names.get(result.name, result.name) if result.name is not None else None
        told, named = partial(_carries, result), partial(_of_tool, name)
        found = pool.take(ids.get(result.block.id, result.block.id), told, anything) or pool.take(
            None, partial(_both, told, named), named
        )
        if found is None:
            late.append(result)
            continue
        findings += _result_differences(result, name, found[1], heard, error_flag=error_flag)
        yield result, *found
    for result in late:
        findings.append(_not_found(result, pool, heard))
    findings += (_extra_result(item, expected) for item in pool.left())


def _both(one: Callable[[S], bool], other: Callable[[S], bool], said: S) -> bool:
    return one(said) and other(said)


def _of_tool(name: str | None, said: ResultPart) -> bool:
    return said.name is None or said.name == name


def _carries(result: GivenResult, said: ResultPart) -> bool:
    return carries(result, said)


def carries(result: GivenResult, said: ResultPart) -> bool:
    """Does `said` hold every text of `result`, in order, as text or as the JSON value that the text spells?"""
    return missing(result, said) is None


def missing(result: GivenResult, said: ResultPart) -> str | None:
    """The first text of `result` that `said` does not hold."""
    spoken = _spoken(said.value)
    at = 0
    texts = texts_of(result.block)
    for number, text in enumerate(texts, 1):
        found = _find(text, spoken, at, texts[number] if number < len(texts) else "")
        if found < 0:
            if not _spelled(text, said.value):
                return text
        else:
            at = found + len(text)
    return None


def _find(text: str, spoken: str, start: int, following: str = "") -> int:
    """Where `text` stands without cutting a word or a number in two, -1 where it does not.

    What was said before it may end, and what is said next begin, right there.
    """
    at = spoken.find(text, start)
    while at >= 0:
        end = at + len(text)
        first = 0 if at == start else at
        last = len(spoken) if following and spoken.startswith(following, end) else end
        if not cuts_a_word(spoken, first, last):
            return at
        at = spoken.find(text, at + 1)
    return at


def texts_of(block: ToolResult) -> list[str]:
    """The texts of a result that say something."""
    texts = [block.output] if isinstance(block.output, str) else []
    if isinstance(block.output, tuple):
        texts = [item.text for item in block.output if isinstance(item, Text)]
    return [text for text in texts if text.strip()]


def _spoken(value: Any) -> str:
    """All strings in `value`, in order."""
    match value:
        case str():
            return value
        case list():
            return "\n".join(map(_spoken, value))
        case dict():
            return "\n".join(map(_spoken, value.values()))
        case _:
            return json.dumps(value)


def _spelled(text: str, value: Any) -> bool:
    """Is `value`, or a part of it, the JSON value that `text` spells, or `text` escaped inside a JSON string?"""
    if isinstance(value, str):
        escaped = (json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])
        return any(_find(form, value, 0) >= 0 for form in escaped if form not in (text, value.strip()))
    if isinstance(value, list) and any(isinstance(part, str) and _spelled(text, part) for part in value):
        return True
    try:
        meant = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return any(equal(meant, part) for part in _parts(value))


def _parts(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _parts(item)


def _result_differences(
    result: GivenResult,
    name: str | None,
    item: ResultPart,
    heard: Segments,
    *,
    error_flag: bool,
) -> Iterator[Finding]:
    text = missing(result, item)
    if text is not None:
        other = next((o for _, o in heard.results if o is not item and carries(result, o)), None)
        if other is not None:
            yield loss(
                "wrong-call",
                other.path,
                f"the answer to {_name(result)} is told as that to {other.id or other.name}",
                (result.index,),
                expected=result.block.id,
                actual=other.id,
            )
        else:
            yield loss(
                "altered-result",
                item.path,
                f"the result of {_name(result)} does not say {cut(text)}",
                (result.index,),
                expected=text,
                actual=_spoken(item.value),
            )
    else:
        yield from _doubled(result, item)
    if not _says(result.block) and _spoken(item.value).strip() in _PRINTED:
        message = f"{_name(result)} said nothing, and nobody said {_spoken(item.value).strip()}"
        yield loss("printed-nothing", item.path, message, (result.index,), actual=item.value)
    own = {name, result.call.name if result.call is not None and item.id is not None else name}
    if name is not None and item.name and item.name not in own:
        yield loss("wrong-call", item.path, f"the answer to {_name(result)} is told as {item.name}'s", (result.index,))
    if error_flag and result.block.is_error and not item.is_error:
        yield loss("error-flag", item.path, f"the call {_name(result)} failed", (result.index,))


_PRINTED = ("None", "undefined")


def _says(block: ToolResult) -> bool:
    items = block.output if isinstance(block.output, tuple) else ()
    return bool(texts_of(block)) or any(not isinstance(item, Text) for item in items)


def _doubled(result: GivenResult, item: ResultPart) -> Iterator[Finding]:
    texts = texts_of(result.block)
    spoken = _spoken(item.value)
    for text in dict.fromkeys(texts):
        often = "\n".join(texts).count(text)
        if len(text) >= 8 and spoken.count(text) > often:
            yield loss("doubled-result", item.path, f"{cut(text)} is in it {spoken.count(text)} times", (result.index,))


def _not_found(result: GivenResult, pool: Pool[ResultPart], heard: Segments) -> Finding:
    texts = texts_of(result.block)
    other = pool.take_any(partial(_carries, result)) if texts else None
    if other is not None:
        item = other[1]
        message = f"the answer to {_name(result)} is told as that to {item.id or item.name}"
        return loss("wrong-call", item.path, message, (result.index,), expected=result.block.id, actual=item.id)
    segments = (*heard.dialog, *heard.system)
    place = next((s for s in segments if texts and all(text in s.text for text in texts)), None)
    if place is not None:
        return loss("result-as-text", place.path, f"the result of {_name(result)} is plain text here", (result.index,))
    return loss("lost-result", "$", f"the result of {_name(result)} is nowhere", (result.index,), expected=texts)


def _name(result: GivenResult) -> str:
    return f"{result.name} ({result.block.id})" if result.name else result.block.id


def _extra_result(item: ResultPart, expected: list[GivenResult]) -> Finding:
    twin = next((r for r in expected if r.block.id == item.id or (texts_of(r.block) and carries(r, item))), None)
    if twin is not None:
        return loss("doubled-result", item.path, f"the result of {_name(twin)} is here once more", (twin.index,))
    return loss("invented-result", item.path, f"nobody gave a result of {item.name or item.id}", actual=item.value)

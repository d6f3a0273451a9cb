"""Tool calls and results: each once, equal, and every result with its own call."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from pytest_promptfmt import plain
from pytest_promptfmt.checks.fidelity.heard import Heard, Place
from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.conversation import Conversation, Text, ToolResult, ToolUse
from pytest_promptfmt.repairs import Repair
from pytest_promptfmt.said import SaidCall, SaidResult
from pytest_promptfmt.verdict import Finding

S = TypeVar("S", bound=SaidCall | SaidResult)


@dataclass(frozen=True, slots=True)
class Call:
    index: int
    use: ToolUse


@dataclass(frozen=True, slots=True)
class Result:
    """A result with the name of the tool that was called, where anybody knows it."""

    index: int
    block: ToolResult
    name: str | None


@dataclass(frozen=True, slots=True)
class Answered:
    """What was found: places by the conversation's own calls and results."""

    calls: tuple[tuple[Call, Place, SaidCall], ...]
    results: tuple[tuple[Result, Place, SaidResult], ...]
    findings: tuple[Finding, ...]


def calls_of(conversation: Conversation) -> list[Call]:
    return [
        Call(index, block)
        for index, message in enumerate(conversation.messages)
        for block in message.blocks
        if isinstance(block, ToolUse)
    ]


def results_of(conversation: Conversation) -> list[Result]:
    """All results; one without a name gets that of its call."""
    names = {call.use.id: call.use.name for call in calls_of(conversation)}
    return [
        Result(index, block, block.name or names.get(block.id))
        for index, message in enumerate(conversation.messages)
        for block in message.blocks
        if isinstance(block, ToolResult)
    ]


def compare_tools(conversation: Conversation, heard: Heard, repair: Repair, *, error_flag: bool) -> Answered:
    """Holds the payload's calls and results against the conversation's."""
    findings: list[Finding] = []
    calls = list(_match_calls(calls_of(conversation), heard, repair, findings))
    ids = {call.use.id: said.id for call, _, said in calls} if repair.free_ids else {}
    names = {call.use.name: said.name for call, _, said in calls} if repair.free_tool_names else {}
    results = list(_match_results(results_of(conversation), heard, ids, names, findings, error_flag=error_flag))
    return Answered(tuple(calls), tuple(results), tuple(findings))


class _Pool(Generic[S]):
    """Said calls or results that are still free, by the id that they carry; what is taken is gone."""

    def __init__(self, said: tuple[tuple[Place, S], ...], *, free_ids: bool = False) -> None:
        self._said = said
        self._by_id: dict[str | None, dict[int, None]] = {}
        for number, (_, item) in enumerate(said):
            self._by_id.setdefault(None if free_ids else item.id, {})[number] = None

    def take(self, id_: str | None, *wishes: Callable[[S], bool]) -> tuple[Place, S] | None:
        """The first under `id_` that the first wish is true of, else the second, …; None where none is left."""
        free = self._by_id.get(id_, {})
        for wish in wishes:
            for number in free:
                if wish(self._said[number][1]):
                    del free[number]
                    return self._said[number]
        return None

    def take_any(self, wish: Callable[[S], bool]) -> tuple[Place, S] | None:
        """The first under whatever id."""
        return next((found for id_ in self._by_id if (found := self.take(id_, wish)) is not None), None)

    def left(self) -> list[S]:
        return [self._said[number][1] for number in sorted(n for free in self._by_id.values() for n in free)]


def _anything(_: object) -> bool:
    return True


def _match_calls(
    expected: list[Call], heard: Heard, repair: Repair, findings: list[Finding]
) -> Iterator[tuple[Call, Place, SaidCall]]:
    pool = _Pool(heard.calls, free_ids=repair.free_ids)
    late: list[Call] = []
    for call in expected:
        alike, namesake = partial(_equal_call, call), partial(_same_name, call)
        found = (None if repair.free_ids else pool.take(call.use.id, alike, _anything)) or pool.take(
            None, alike, namesake, *([_anything] if repair.free_tool_names else [])
        )
        if found is None:
            late.append(call)
            continue
        findings += _differences(call, found[1], repair)
        yield call, *found
    for call in late:
        found = pool.take_any(partial(_equal_call, call))
        if found is None:
            message = f"the call {_title(call)} is nowhere"
            findings.append(loss("lost-call", "$", message, (call.index,), expected=call.use.input))
            continue
        message = f"the call {_title(call)} has another id"
        item = found[1]
        findings.append(loss("call-id", item.path, message, (call.index,), expected=call.use.id, actual=item.id))
        yield call, *found
    findings += (_extra_call(item, expected) for item in pool.left())


def _equal_call(call: Call, said: SaidCall) -> bool:
    return said.name == call.use.name and plain.equal(_json(call.use.input), said.input)


def _same_name(call: Call, said: SaidCall) -> bool:
    return said.name == call.use.name


def _json(value: Any) -> Any:
    return plain.plain(value)[0]


def _differences(call: Call, said: SaidCall, repair: Repair) -> Iterator[Finding]:
    if said.name != call.use.name and not repair.free_tool_names:
        yield loss(
            "call-name",
            said.path,
            f"the call {_title(call)} names another tool",
            (call.index,),
            expected=call.use.name,
            actual=said.name,
        )
    expected = _json(call.use.input)
    if not plain.equal(expected, said.input):
        difference = plain.first_difference(expected, said.input)
        assert difference is not None
        where = "" if difference.path == "$" else f" at {difference.path[2:]}"
        yield loss(
            "call-arguments",
            said.path,
            f"the call {_title(call)} has other arguments{where}",
            (call.index,),
            expected=difference.expected,
            actual=difference.actual,
        )


def _title(call: Call) -> str:
    return f"{call.use.name} ({call.use.id})"


def _extra_call(item: SaidCall, expected: list[Call]) -> Finding:
    twin = next((call for call in expected if _equal_call(call, item)), None)
    if twin is not None:
        return loss("doubled-call", item.path, f"the call {_title(twin)} is here once more", (twin.index,))
    return loss("invented-call", item.path, f"nobody called {item.name} ({item.id})", actual=item.input)


def _match_results(
    expected: list[Result],
    heard: Heard,
    ids: dict[str, str | None],
    names: dict[str, str],
    findings: list[Finding],
    *,
    error_flag: bool,
) -> Iterator[tuple[Result, Place, SaidResult]]:
    pool = _Pool(heard.results)
    late: list[Result] = []
    for result in expected:
        name = names.get(result.name, result.name) if result.name is not None else None
        told, named = partial(_carries, result), partial(_of_tool, name)
        found = pool.take(ids.get(result.block.id, result.block.id), told, _anything) or pool.take(
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


def _of_tool(name: str | None, said: SaidResult) -> bool:
    return said.name is None or said.name == name


def _carries(result: Result, said: SaidResult) -> bool:
    return carries(result, said)


def carries(result: Result, said: SaidResult) -> bool:
    """Does `said` hold every text of `result`, in order, as text or as the JSON value that the text spells?"""
    return missing(result, said) is None


def missing(result: Result, said: SaidResult) -> str | None:
    """The first text of `result` that `said` does not hold."""
    spoken = _spoken(said.value)
    at = 0
    for text in texts_of(result.block):
        found = spoken.find(text, at)
        if found < 0:
            if not _spelled(text, said.value):
                return text
        else:
            at = found + len(text)
    return None


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
        return json.dumps(text)[1:-1] in value or json.dumps(text, ensure_ascii=False)[1:-1] in value
    try:
        meant = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return any(plain.equal(meant, part) for part in _parts(value))


def _parts(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _parts(item)


def _result_differences(
    result: Result,
    name: str | None,
    item: SaidResult,
    heard: Heard,
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
    if item.id is None and name is not None and item.name is not None and item.name != name:
        yield loss("wrong-call", item.path, f"the answer to {_name(result)} is told as {item.name}'s", (result.index,))
    if error_flag and result.block.is_error and not item.is_error:
        yield loss("error-flag", item.path, f"the call {_name(result)} failed", (result.index,))


def _doubled(result: Result, item: SaidResult) -> Iterator[Finding]:
    texts = texts_of(result.block)
    spoken = _spoken(item.value)
    for text in dict.fromkeys(texts):
        often = "\n".join(texts).count(text)
        if len(text) >= 8 and spoken.count(text) > often:
            yield loss("doubled-result", item.path, f"{cut(text)} is in it {spoken.count(text)} times", (result.index,))


def _not_found(result: Result, pool: _Pool[SaidResult], heard: Heard) -> Finding:
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


def _name(result: Result) -> str:
    return f"{result.name} ({result.block.id})" if result.name else result.block.id


def _extra_result(item: SaidResult, expected: list[Result]) -> Finding:
    twin = next((r for r in expected if r.block.id == item.id or (texts_of(r.block) and carries(r, item))), None)
    if twin is not None:
        return loss("doubled-result", item.path, f"the result of {_name(twin)} is here once more", (twin.index,))
    return loss("invented-result", item.path, f"nobody gave a result of {item.name or item.id}", actual=item.value)

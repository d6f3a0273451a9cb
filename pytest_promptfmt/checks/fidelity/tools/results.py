"""Tool results: each once, as the answer to its own call, with what the tool said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.stream import LONG, cuts_a_word, forms
from pytest_promptfmt.checks.fidelity.tools.calls import S, Unmatched, anything, calls_of
from pytest_promptfmt.common.json_equal import equal
from pytest_promptfmt.common.json_leaves import leaves
from pytest_promptfmt.conversation import Conversation, Text, ToolResult, ToolUse
from pytest_promptfmt.conversation.kept import kept
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


@kept
def results_of(conversation: Conversation) -> tuple[GivenResult, ...]:
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
    return tuple(found)


def match_results(
    expected: list[GivenResult],
    segments: Segments,
    ids: Mapping[str, str | None],
    names: dict[str, str],
    findings: list[Finding],
    *,
    named: bool,
) -> Iterator[tuple[GivenResult, Position, ResultPart]]:
    """Each result that was found, with its place; what is wrong with them is added to `findings`.

    `ids` and `names` are what a repair has put in the place of the conversation's own.
    """
    unmatched = Unmatched(segments.results)
    not_found: list[GivenResult] = []
    for result in sorted(expected, key=lambda result: not texts_of(result.block)):  # an empty one would take any
        name = names.get(result.name, result.name) if result.name is not None else None
        carries_texts, is_of_tool = partial(carries, result), partial(_of_tool, name)
        found = unmatched.take(ids.get(result.block.id, result.block.id), carries_texts, anything) or unmatched.take(
            None, partial(_both, carries_texts, is_of_tool), is_of_tool
        )
        if found is None:
            not_found.append(result)
            continue
        findings += _result_differences(result, name, found[1], segments, named=named)
        yield result, *found
    for result in not_found:
        findings += _not_found(result, unmatched, segments)
    told = {finding.path for finding in findings if finding.id == "fidelity.wrong-call"}
    findings += [_extra_result(part, expected) for part in unmatched.left() if part.path not in told]


def _both(first: Callable[[S], bool], second: Callable[[S], bool], part: S) -> bool:
    return first(part) and second(part)


def _of_tool(name: str | None, part: ResultPart) -> bool:
    return part.name is None or part.name == name


def carries(result: GivenResult, part: ResultPart) -> bool:
    """Does `part` hold every text of `result`, in order, as text or as the JSON value that the text spells?"""
    return missing(result, part) is None


def says(part: ResultPart, text: str) -> bool:
    """Does `part` hold `text`, as it is or as the JSON value that it spells?"""
    return _find(text.strip(), _strings_in(part.value), 0) >= 0 or _spelled(text, part.value)


def missing(result: GivenResult, part: ResultPart) -> str | None:
    """The first text of `result` that `part` does not hold."""
    payload_text = _strings_in(part.value)
    at = 0
    texts = texts_of(result.block)
    for number, text in enumerate(texts, 1):
        following = texts[number] if number < len(texts) else ""
        whole = _find(text, payload_text, at, following)
        found = whole if whole >= 0 or _spelled(text, part.value) else _find(text.strip(), payload_text, at, following)
        if found >= 0:
            at = found + len(text if whole >= 0 else text.strip())
        elif not _spelled(text, part.value):
            return text
    return None


def _find(text: str, payload_text: str, start: int, following: str = "") -> int:
    """Where `text` stands without cutting a word or a number in two, -1 where it does not.

    The text before it may end, and the next one begin, right there.
    """
    at = payload_text.find(text, start)
    while at >= 0:
        end = at + len(text)
        first = 0 if at == start else at
        last = len(payload_text) if following and payload_text.startswith(following, end) else end
        if not cuts_a_word(payload_text, first, last):
            return at
        at = payload_text.find(text, at + 1)
    return at


def texts_of(block: ToolResult) -> list[str]:
    """The texts of a result that say something."""
    texts = [block.output] if isinstance(block.output, str) else []
    if isinstance(block.output, tuple):
        texts = [item.text for item in block.output if isinstance(item, Text)]
    return [text for text in texts if text.strip()]


def strings_in(value: Any) -> Iterator[str]:
    """All strings in `value`, in order, and everything else as JSON."""
    return (leaf if isinstance(leaf, str) else json.dumps(leaf) for leaf in leaves(value))


def _strings_in(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "\n".join(strings_in(value))


def _spelled(text: str, value: Any) -> bool:
    """Is `value`, or a part of it, the JSON value that `text` spells, or `text` escaped inside a JSON string?"""
    if isinstance(value, str):
        escaped = (json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])
        return any(_find(form, value, 0) >= 0 for form in escaped if form not in (text, value.strip()))
    if isinstance(value, list) and any(isinstance(part, str) and _spelled(text, part) for part in value):
        return True
    try:
        json_value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return any(equal(json_value, part) for part in _parts(value))


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
    part: ResultPart,
    segments: Segments,
    *,
    named: bool,
) -> Iterator[Finding]:
    text = missing(result, part)
    if text is not None:
        carrier = next((other for _, other in segments.results if other is not part and carries(result, other)), None)
        if carrier is not None:
            yield loss(
                "wrong-call",
                carrier.path,
                f"the answer to {label(result)} is told as that to {carrier.id or 'no call'}",
                (result.index,),
                expected=result.block.id,
                actual=carrier.id,
            )
        else:
            others = [(other.path, _strings_in(other.value)) for _, other in segments.results if other is not part]
            spoken = [*((segment.path, segment.text) for segment in segments.dialog), *others]
            place = next((path for path, said in spoken if text in said), "") if len(text) >= LONG else ""
            yield loss(
                "altered-result",
                part.path,
                f"the result of {label(result)} does not say {cut(text)}{f'; {place} does' if place else ''}",
                (result.index,),
                expected=text,
                actual=_strings_in(part.value),
            )
    else:
        yield from _trimmed(result, part)
        yield from _doubled(result, part)
    if not says_anything(result.block) and _strings_in(part.value).strip() in _PRINTED:
        message = f"{label(result)} said nothing, and nobody said {_strings_in(part.value).strip()}"
        yield loss("printed-nothing", part.path, message, (result.index,), actual=part.value)
    own = {name, result.call.name if result.call is not None and part.id is not None else name}
    if name is not None and part.name and part.name not in own:
        slug = "result-name" if part.id is not None and not named else "wrong-call"
        yield loss(slug, part.path, f"the answer to {label(result)} is {_named(part, segments)}", (result.index,))


def _named(part: ResultPart, segments: Segments) -> str:
    called = any(part.name == call.name for _, call in segments.calls)
    return f"told as {part.name}'s" if called else f"named {part.name!r}, as no call is"


_PRINTED = ("None", "undefined")


def says_anything(block: ToolResult) -> bool:
    """A text, or anything that is none."""
    items = block.output if isinstance(block.output, tuple) else ()
    return bool(texts_of(block)) or any(not isinstance(item, Text) for item in items)


def _trimmed(result: GivenResult, part: ResultPart) -> Iterator[Finding]:
    for text in texts_of(result.block):
        if text != text.strip() and text not in _strings_in(part.value) and not _spelled(text, part.value):
            about = (result.index,)
            if said := next((leaf for leaf in strings_in(part.value) if _is_code_of(text, leaf)), ""):
                message = f"white space at the ends of the result of {label(result)} is spelled out, as code has it"
                yield loss("altered-result", part.path, message, about, expected=text, actual=said)
            else:
                message = f"white space at the ends of the result of {label(result)} is gone"
                yield loss("trimmed-text", part.path, message, about)
            return


def _is_code_of(text: str, leaf: str) -> bool:
    return leaf.strip() in {form.strip() for form in forms(text)[1:]}


def _doubled(result: GivenResult, part: ResultPart) -> Iterator[Finding]:
    texts = texts_of(result.block)
    payload_text = _strings_in(part.value)
    for text in dict.fromkeys(texts):
        often = "\n".join(texts).count(text)
        if len(text) >= 8 and payload_text.count(text) > often:
            message = f"{cut(text)} is in it {payload_text.count(text)} times"
            yield loss("doubled-result", part.path, message, (result.index,))


def _not_found(result: GivenResult, unmatched: Unmatched[ResultPart], segments: Segments) -> Iterator[Finding]:
    """An answer to no call, under another id that no call has, is still nobody's."""
    texts = texts_of(result.block)
    found = unmatched.take_any(partial(carries, result) if texts else _says_nothing)
    spoken = (*segments.dialog, *segments.system)
    place = next((s for s in spoken if texts and all(text in s.text for text in texts)), None)
    if found is not None:
        id_, other = found[1].id, found[1].name not in (None, result.name)
        if result.call is not None or id_ is None or any(id_ == call.id for _, call in segments.calls):
            to = _named(found[1], segments) if id_ is None and other else f"told as that to {id_ or 'no call'}"
            message = f"the answer to {label(result)} is {to}"
            yield loss("wrong-call", found[1].path, message, (result.index,), expected=result.block.id, actual=id_)
    elif place is not None:
        yield loss("result-as-text", place.path, f"the result of {label(result)} is plain text here", (result.index,))
    else:
        yield loss("lost-result", "$", f"the result of {label(result)} is nowhere", (result.index,), expected=texts)


def _says_nothing(part: ResultPart) -> bool:
    return not _strings_in(part.value if part.value is not None else "").strip() and not part.media


def label(result: GivenResult) -> str:
    """What a sentence calls it."""
    return f"{result.name} ({result.block.id or 'of an empty id'})" if result.name else result.block.id


def _extra_result(part: ResultPart, expected: list[GivenResult]) -> Finding:
    said = _strings_in(part.value).strip()
    if twin := next((r for r in expected if r.block.id == part.id or (texts_of(r.block) and carries(r, part))), None):
        anew = texts_of(twin.block) and not carries(twin, part)
        message = f"the result of {label(twin)} is here once more{f', as {cut(said)}' if anew and said else ''}"
        message = f"an empty answer to {label(twin)} stands beside its own" if anew and not said else message
        return loss("doubled-result", part.path, message, (twin.index,), actual=part.value)
    if (whole := next((r for r in expected if said and said in map(str.strip, texts_of(r.block))), None)) is not None:
        message = f"a text of the result of {label(whole)} stands here as a result of its own"
        return loss("invented-result", part.path, message, (whole.index,), actual=part.value)
    known = any(part.name is not None and part.name == each.name for each in expected)
    message = f"{part.name} gave no such result" if known else f"nobody gave a result of {part.name or part.id}"
    return loss("invented-result", part.path, message, actual=part.value)

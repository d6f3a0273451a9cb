"""Tool results: each once, as the answer to its own call, with what the tool said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.stream import LONG, forms
from pytest_promptfmt.checks.fidelity.tools.answers import (
    GivenResult,
    carries,
    label,
    missing,
    said_in,
    says_anything,
    says_nothing,
    spelled,
    strings_in,
    texts_of,
)
from pytest_promptfmt.checks.fidelity.tools.calls import S, Unmatched, anything
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ResultPart


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
            others = [(other.path, said_in(other.value)) for _, other in segments.results if other is not part]
            spoken = [*((segment.path, segment.text) for segment in segments.dialog), *others]
            place = next((path for path, said in spoken if text in said), "") if len(text) >= LONG else ""
            yield loss(
                "altered-result",
                part.path,
                f"the result of {label(result)} does not say {cut(text)}{f'; {place} does' if place else ''}",
                (result.index,),
                expected=text,
                actual=said_in(part.value),
            )
    else:
        yield from _trimmed(result, part)
        yield from _doubled(result, part)
    if not says_anything(result.block) and said_in(part.value).strip() in _PRINTED:
        message = f"{label(result)} said nothing, and nobody said {said_in(part.value).strip()}"
        yield loss("printed-nothing", part.path, message, (result.index,), actual=part.value)
    own = {name, result.call.name if result.call is not None and part.id is not None else name}
    if name is not None and part.name and part.name not in own:
        slug = "result-name" if part.id is not None and not named else "wrong-call"
        yield loss(slug, part.path, f"the answer to {label(result)} is {_named(part, segments)}", (result.index,))


def _named(part: ResultPart, segments: Segments) -> str:
    called = any(part.name == call.name for _, call in segments.calls)
    return f"told as {part.name}'s" if called else f"named {part.name!r}, as no call is"


_PRINTED = ("None", "undefined")


def _trimmed(result: GivenResult, part: ResultPart) -> Iterator[Finding]:
    for text in texts_of(result.block):
        if text != text.strip() and text not in said_in(part.value) and not spelled(text, part.value):
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
    payload_text = said_in(part.value)
    for text in dict.fromkeys(texts):
        often = "\n".join(texts).count(text)
        if len(text) >= 8 and payload_text.count(text) > often:
            message = f"{cut(text)} is in it {payload_text.count(text)} times"
            yield loss("doubled-result", part.path, message, (result.index,))


def _not_found(result: GivenResult, unmatched: Unmatched[ResultPart], segments: Segments) -> Iterator[Finding]:
    """An answer to no call, under another id that no call has, is still nobody's."""
    texts = texts_of(result.block)
    found = unmatched.take_any(partial(carries, result) if texts else says_nothing)
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


def _extra_result(part: ResultPart, expected: list[GivenResult]) -> Finding:
    said = said_in(part.value).strip()
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

"""Does a template's request say what its case says: every field once, in place, the answer left out, roles right?

A case of a template lists the requests that are right. What differs is named by what it means: a value of the data that
is lost, doubled, in another place or under another role, an answer that leaks, a token left in, and last, other words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.templates.request import TemplateRequest, parts_of, template_request, text_of
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation.template import TemplateCase
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import Request


def template_fidelity(case: TemplateCase, expected: tuple[Any, ...], request: Request) -> Iterator[Finding]:
    """Each request against the right one; where none is, the case has to be refused, and that is for another check."""
    if not expected:
        return
    if len(expected) != len(request.messages):
        wanted = count(len(expected), "request")
        message = f"right is {wanted}, one for each call of the model; here it is {len(request.messages)}"
        yield loss("request-count", request.where, message, expected=len(expected), actual=len(request.messages))
    for expected_request, actual_request, path in zip(expected, request.messages, request.paths, strict=False):
        yield from _compare(
            case, template_request(expected_request, path), template_request(actual_request, path), path
        )


def _compare(case: TemplateCase, expected: TemplateRequest, actual: TemplateRequest, path: str) -> Iterator[Finding]:
    if expected.is_text != actual.is_text:
        forms = ("role items", "one string")
        yield loss("other-form", path, f"{forms[expected.is_text]} is right here, not {forms[actual.is_text]}")
        return
    if expected.comparable == actual.comparable:
        return
    found = [
        *_values(case, expected, actual, path),
        *_tokens(case, expected, actual),
        *_media(expected, actual, path),
        *_order(expected, actual),
        *_kept(expected, actual),
    ]
    yield from found or _words(expected, actual, path)


def _values(case: TemplateCase, expected: TemplateRequest, actual: TemplateRequest, path: str) -> Iterator[Finding]:
    """The data's own values: how often they are in the request, in which order, under which role."""
    names = dict(_known(case))
    answers = set(_answers(case))
    same: list[str] = []
    for value, name in names.items():
        expected_count, actual_count = expected.count(value), actual.count(value)
        if actual_count > expected_count and name in answers:
            yield loss("leaked-answer", actual.path(value), f"{name} is told: {cut(value)}", actual=value)
        elif actual_count > expected_count:
            message = f"{name} is told {_times(actual_count)}, {_times(expected_count)} is right: {cut(value)}"
            yield loss("doubled-text", actual.path(value), message)
        elif actual_count < expected_count:
            yield loss(
                "lost-text",
                path,
                f"{name} is told {_times(actual_count)}, {_times(expected_count)} is right: {cut(value)}",
            )
        elif actual_count == 1:
            same.append(value)
            if (actual_role := actual.speaker(value)) != (expected_role := expected.speaker(value)):
                message = (
                    f"{name} is {actual_role or 'nobody'}'s here, and {expected_role or 'nobody'}'s by the template"
                )
                yield loss("wrong-speaker", actual.path(value), message, expected=expected_role, actual=actual_role)
    for actual_value, expected_value in zip(
        sorted(same, key=actual.place), sorted(same, key=expected.place), strict=True
    ):
        if actual_value != expected_value:
            message = f"{names[actual_value]} is told where {names[expected_value]} belongs"
            yield loss("reordered", actual.path(actual_value), message)
            return


def _times(n: int) -> str:
    return ("never", "once", "twice")[n] if n < 3 else f"{n} times"


def _known(case: TemplateCase) -> Iterator[tuple[str, str]]:
    """The values that are long enough to be found again, with their names."""
    tables = (("train", case.train), ("test", case.test))
    rows = (cell for table, rows in tables for i, row in enumerate(rows) for cell in _cells(row, f"{table}[{i}]"))
    replies = _texts(list(case.replies), "replies")
    return ((value, name) for value, name in (*rows, *replies) if len(value) >= _LONG_ENOUGH)


_LONG_ENOUGH = 4


def _cells(row: Any, place: str) -> Iterator[tuple[str, str]]:
    for column, value in row.items():
        yield from _texts(value, f"{place}.{column}")


def _texts(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield value, name
    for i, item in enumerate(value if isinstance(value, list | tuple) else ()):
        if isinstance(item, str):
            yield item, f"{name}[{i}]"


def _answers(case: TemplateCase) -> Iterator[str]:
    """The names of the values that are to be masked."""
    column = case.reader_cfg.get("output_column")
    for i, row in enumerate(case.test):
        yield from (name for _, name in _texts(row.get(str(column)), f"test[{i}].{column}"))


def _tokens(case: TemplateCase, expected: TemplateRequest, actual: TemplateRequest) -> Iterator[Finding]:
    for part in ("ice_template", "prompt_template"):
        for key in ("ice_token", "sep_token"):
            token = (case.infer_cfg.get(part) or {}).get(key)
            if token and actual.count(token) > expected.count(token):
                yield loss("left-token", actual.path(token), f"the {key} {token!r} of {part} is left in the request")
                return


def _media(expected: TemplateRequest, actual: TemplateRequest, path: str) -> Iterator[Finding]:
    """Media that are shown too seldom or too often, or that nobody has."""
    expected_media, actual_media = (
        [(media.kind, media.url) for media in request.media] for request in (expected, actual)
    )
    for kind, url in dict.fromkeys(expected_media):
        if actual_media.count((kind, url)) < expected_media.count((kind, url)):
            yield loss("lost-media", path, f"the {kind} {cut(str(url))} is not shown")
    for media in actual.media:
        kind_and_url = (media.kind, media.url)
        if kind_and_url not in expected_media:
            yield loss("altered-media", media.path, f"no row has the {media.kind} {cut(str(media.url))}")
        elif actual_media.count(kind_and_url) > expected_media.count(kind_and_url):
            yield loss("doubled-media", media.path, f"the {media.kind} {cut(str(media.url))} is shown too often")
            return


def _order(expected: TemplateRequest, actual: TemplateRequest) -> Iterator[Finding]:
    """Parts of one turn that have changed places."""
    for expected_turn, actual_turn in zip(expected.turns, actual.turns, strict=False):
        expected_parts, actual_parts = parts_of(expected_turn), parts_of(actual_turn)
        if expected_parts != actual_parts and sorted(map(repr, expected_parts)) == sorted(map(repr, actual_parts)):
            yield loss("reordered", actual_turn.path, "its parts are in another order than the row has them")


def _kept(expected: TemplateRequest, actual: TemplateRequest) -> Iterator[Finding]:
    actual_roles, expected_roles = [turn.name for turn in actual.turns], [turn.name for turn in expected.turns]
    if actual_roles[:-1] == expected_roles and actual_roles:
        last = actual.turns[-1]
        yield loss("turn-kept", last.path, f"the turn that the model is to write is told: {cut(text_of(last))}")


def _words(expected: TemplateRequest, actual: TemplateRequest, path: str) -> Iterator[Finding]:
    """What is left: the template's own words, and whose they are."""
    if len(expected.texts) == len(actual.texts):
        for (_, expected_part), (_, actual_part) in zip(expected.texts, actual.texts, strict=True):
            if expected_part.text != actual_part.text:
                message = "the template's words are others"
                yield loss(
                    "altered-text", actual_part.path, message, expected=expected_part.text, actual=actual_part.text
                )
                return
    for role, part in expected.texts:
        if not actual.count(part.text):
            yield loss("lost-text", path, f"what {role or 'nobody'} says is nowhere: {cut(part.text)}")
            return
    for role, part in expected.texts:
        if (speaker := actual.speaker(part.text)) != role:
            message = f"{speaker or 'nobody'} says this, and {role or 'nobody'} by the template"
            yield loss("wrong-speaker", actual.path(part.text), message, expected=role, actual=speaker)
            return
    yield loss("altered-text", path, "the same is told in other turns, or with more words")

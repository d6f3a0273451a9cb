"""Does a template's request say what its case says: every field once, in place, the answer left out, roles right?

A case of a template lists the requests that are right. What differs is told by what it means: a value of the data that
is lost, doubled, in another place or under another role, an answer that leaks, a token left in, and last, other words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.templates.request import TemplateRequest, asked, parts_of, text_of
from pytest_promptfmt.conversation.template import TemplateCase
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import Request


def template_fidelity(case: TemplateCase, right: tuple[Any, ...], request: Request) -> Iterator[Finding]:
    """Each request against the right one; where none is right, the case has to be refused, which is not asked here."""
    if not right:
        return
    if len(right) != len(request.messages):
        message = f"{len(right)} requests are right, one for each call of the model; here are {len(request.messages)}"
        yield loss("request-count", request.where, message, expected=len(right), actual=len(request.messages))
    for expected, actual, path in zip(right, request.messages, request.paths, strict=False):
        yield from _compare(case, asked(expected, path), asked(actual, path), path)


def _compare(case: TemplateCase, right: TemplateRequest, here: TemplateRequest, path: str) -> Iterator[Finding]:
    if right.is_text != here.is_text:
        forms = ("role items", "one string")
        yield loss("other-form", path, f"{forms[right.is_text]} is right here, not {forms[here.is_text]}")
        return
    if right.spelled == here.spelled:
        return
    found = [
        *_values(case, right, here, path),
        *_tokens(case, right, here),
        *_media(right, here, path),
        *_order(right, here),
        *_kept(right, here),
    ]
    yield from found or _words(right, here, path)


def _values(case: TemplateCase, right: TemplateRequest, here: TemplateRequest, path: str) -> Iterator[Finding]:
    """The data's own values: how often they are told, in which order, by whom."""
    known = dict(_known(case))
    answers = set(_answers(case))
    same: list[str] = []
    for value, name in known.items():
        wanted, told = right.count(value), here.count(value)
        if told > wanted and name in answers:
            yield loss("leaked-answer", here.path(value), f"{name} is told: {cut(value)}", actual=value)
        elif told > wanted:
            message = f"{name} is told {_times(told)}, {_times(wanted)} is right: {cut(value)}"
            yield loss("doubled-text", here.path(value), message)
        elif told < wanted:
            yield loss("lost-text", path, f"{name} is told {_times(told)}, {_times(wanted)} is right: {cut(value)}")
        elif told == 1:
            same.append(value)
            if (role := here.speaker(value)) != (meant := right.speaker(value)):
                message = f"{name} is {role or 'nobody'}'s here, and {meant or 'nobody'}'s by the template"
                yield loss("wrong-speaker", here.path(value), message, expected=meant, actual=role)
    for first, belongs in zip(sorted(same, key=here.place), sorted(same, key=right.place), strict=True):
        if first != belongs:
            message = f"{known[first]} is told where {known[belongs]} belongs"
            yield loss("reordered", here.path(first), message)
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


def _tokens(case: TemplateCase, right: TemplateRequest, here: TemplateRequest) -> Iterator[Finding]:
    for part in ("ice_template", "prompt_template"):
        for key in ("ice_token", "sep_token"):
            token = (case.infer_cfg.get(part) or {}).get(key)
            if token and here.count(token) > right.count(token):
                yield loss("left-token", here.path(token), f"the {key} {token!r} of {part} is left in the request")
                return


def _media(right: TemplateRequest, here: TemplateRequest, path: str) -> Iterator[Finding]:
    """Media that are shown too seldom or too often, or that nobody has."""
    wanted, shown = ([(media.kind, media.url) for media in request.media] for request in (right, here))
    for kind, url in dict.fromkeys(wanted):
        if shown.count((kind, url)) < wanted.count((kind, url)):
            yield loss("lost-media", path, f"the {kind} {cut(str(url))} is not shown")
    for media in here.media:
        medium = (media.kind, media.url)
        if medium not in wanted:
            yield loss("altered-media", media.path, f"no row has the {media.kind} {cut(str(media.url))}")
        elif shown.count(medium) > wanted.count(medium):
            yield loss("doubled-media", media.path, f"the {media.kind} {cut(str(media.url))} is shown too often")
            return


def _order(right: TemplateRequest, here: TemplateRequest) -> Iterator[Finding]:
    """Parts of one turn that have changed places."""
    for meant, told in zip(right.turns, here.turns, strict=False):
        wanted, shown = parts_of(meant), parts_of(told)
        if wanted != shown and sorted(map(repr, wanted)) == sorted(map(repr, shown)):
            yield loss("reordered", told.path, "its parts are in another order than the row has them")


def _kept(right: TemplateRequest, here: TemplateRequest) -> Iterator[Finding]:
    roles, meant = [turn.name for turn in here.turns], [turn.name for turn in right.turns]
    if roles[:-1] == meant and roles:
        last = here.turns[-1]
        yield loss("turn-kept", last.path, f"the turn that the model is to write is told: {cut(text_of(last))}")


def _words(right: TemplateRequest, here: TemplateRequest, path: str) -> Iterator[Finding]:
    """What is left: the template's own words, and whose they are."""
    if len(right.texts) == len(here.texts):
        for (_, meant), (_, told) in zip(right.texts, here.texts, strict=True):
            if meant.text != told.text:
                message = "the template's words are others"
                yield loss("altered-text", told.path, message, expected=meant.text, actual=told.text)
                return
    for role, part in right.texts:
        if not here.count(part.text):
            yield loss("lost-text", path, f"what {role or 'nobody'} says is nowhere: {cut(part.text)}")
            return
    for role, part in right.texts:
        if (speaker := here.speaker(part.text)) != role:
            message = f"{speaker or 'nobody'} says this, and {role or 'nobody'} by the template"
            yield loss("wrong-speaker", here.path(part.text), message, expected=role, actual=speaker)
            return
    yield loss("altered-text", path, "the same is told in other turns, or with more words")

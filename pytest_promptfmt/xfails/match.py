"""What ``match`` says: up to three globs, with choices such as ``{a,b}`` in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod

from pytest_promptfmt.common.text import cut, typographic_hint
from pytest_promptfmt.xfails import XfailError

_ITEM = re.compile(r"promptfmt/[^/]+/([^/]+)/([^/:]+)::([^:]+)")
_NO_GLOB = (
    (r"\\\\?[.dws][*+]?|(^|/ )\.[*+]", "it is a regular expression, and match has globs, in which * is anything"),
    ("::", "it is an item's id, and match has target, case and check with ' / ' between them"),
    (
        r"[|>\\;]|^[^ /]+[.][^ /]+/|[^/ ] +[^/ ]|^[^{}]*,| /(?! )|(?<! )/ ",
        "target, case and check have ' / ' between them",
    ),
)
"""What no name of a target, a case, a check or a rule has in it."""


_MOST = 10_000
"""Patterns of one text."""


def globs_of(text: str, place: str) -> Iterator[tuple[str, str, str]]:
    """The three globs of a text, for each choice among its ``{a,b}``."""
    parts = [part.strip() for part in text.split(" / ")]
    if len(parts) > 3 or not all(parts):
        raise XfailError(
            f'{place}: match is up to three globs, "target / case / check or rule", with spaces around the slashes; '
            f"got {text!r}"
        )
    plain = re.sub("{[^{}]*}", "x", text.strip())
    if odd := typographic_hint(text) or next((what for stands, what in _NO_GLOB if re.search(stands, plain)), ""):
        meant = _ITEM.fullmatch(text)
        such = f"{meant[1]}.{meant[2]} / {meant[3]}" if meant else "openai.chat / tools/* / schema"
        raise XfailError(f'{place}: {text!r} matches nothing: {odd}, as in "{such}"')
    choices = [_choices(part, place) for part in (*parts, "*", "*")[:3]]
    if prod(map(len, choices)) > _MOST:
        raise XfailError(f"{place}: {cut(text, 200)!r} stands for more than {_MOST:,} patterns")
    target, case, check = choices
    yield from product(target, case, check)


def _choices(part: str, place: str) -> list[str]:
    """What ``tools/{a,b}`` stands for; one pair of braces."""
    before, brace, rest = part.partition("{")
    inside, closed, behind = rest.partition("}")
    if not brace and "}" not in part:
        return [part]
    names = [name.strip() for name in inside.split(",")]
    if not (brace and closed) or set("{}") & set(before + inside + behind) or not all(names):
        raise XfailError(f"{place}: {part!r}: a choice is written {{one,another}}, once in a glob")
    return [f"{before}{name}{behind}" for name in names]

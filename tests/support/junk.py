"""Junk that no rule may stumble over, and right payloads that are spoilt with it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from support.media import PNG, data_uri
from support.payloads.openai import RIGHT

JUNK: tuple[Any, ...] = (
    None,
    True,
    7,
    1.5,
    "",
    "\0",
    "\ud800",
    [],
    [[]],
    [None],
    {},
    {"": None},
    {3: [{}]},
    {None: 1},
    b"\xff",
)


def spoilt(value: Any, junk: Any) -> Iterator[Any]:
    """The value with each of its nodes in turn replaced by junk."""
    yield junk
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        for worse in spoilt(item, junk):
            copied = copy.copy(value)
            copied[key] = worse
            yield copied


def words(value: Any) -> Iterator[str]:
    """The keys and the short strings in a JSON value."""
    match value:
        case dict():
            for key, item in value.items():
                yield key
                yield from words(item)
        case list():
            for item in value:
                yield from words(item)
        case str() if len(value) < 20:
            yield value
        case _:
            pass


WORDS = st.sampled_from(sorted({*words([*RIGHT.values()]), data_uri(PNG)}))
SCALARS = st.none() | st.booleans() | st.integers(-2, 2) | st.floats() | WORDS
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)


@st.composite
def spoilt_somewhere(draw: Any, payloads: list[Any]) -> Any:
    """A right payload with one node replaced by junk."""
    payload = copy.deepcopy(draw(st.sampled_from(payloads)))
    node, key = payload, None
    while isinstance(node, dict | list) and node:
        above, key = node, draw(st.sampled_from([*node] if isinstance(node, dict) else range(len(node))))
        node = above[key]
        if draw(st.integers(0, 3)) == 0:
            break
    if key is not None:
        above[key] = draw(JSON)
    return payload

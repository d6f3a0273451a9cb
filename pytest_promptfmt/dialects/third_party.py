"""A dialect that another distribution adds: imported when somebody asks for it, and held to what the kit relies on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pytest_promptfmt.common.added import find
from pytest_promptfmt.dialects.data import GROUP
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.models import models_of
from pytest_promptfmt.dialects.predicate import KEYWORDS, UnknownKeyword, accepts
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.dialects.schema import PARTS


@cache
def load(id_: str) -> Dialect:
    """The dialect of this id; raises `NotAdded`, which names the distribution, where it cannot judge."""
    found = find(GROUP, id_)
    dialect = found.load()
    if not isinstance(dialect, Dialect):
        raise found.unusable(f"it is {type(dialect).__name__}, and has to be a Dialect of pytest_promptfmt.dialects")
    if problem := next(_problems(id_, dialect), ""):
        raise found.unusable(problem)
    return dialect


def _problems(id_: str, dialect: Dialect) -> Iterator[str]:
    if dialect.id != id_:
        yield f"the dialect's id is {dialect.id!r}; name entry point and dialect alike"
    for rule in dialect.rules:
        if evidence().get(rule.id) is None and not re.fullmatch(rf"{id_}\.[a-z0-9-]+", rule.id):
            yield f"the rule {rule.id!r} is none of the kit's, and has to be called {id_}.and-so-on"
    try:
        schemas = dialect.schemas["$defs"]
        for part in PARTS:
            accepts(schemas.get(part, True), schemas)
        yield from (f"schema.json: {each}" for each in _untold(schemas))
    except UnknownKeyword as error:
        yield f"schema.json has the keyword {error}; known here are {', '.join(KEYWORDS)}"
    except KeyError as error:
        yield f"schema.json refers to {error} in $defs, which is not there"
    models_of(id_)  # which says itself what is wrong with them


def _untold(schema: Any) -> Iterator[str]:
    """What a schema asks in a way that names no leaf; in ``if`` anything may be asked."""
    if isinstance(schema, list):
        for item in schema:
            yield from _untold(item)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("anyOf", "not") and not isinstance(value, str):
                yield f"{key} stands outside of an if: dispatch with if and then, so that an error names the leaf"
            elif key not in ("if", "const", "enum", "default", "examples"):
                yield from _untold(value)

"""A value written down: JSON, or the ``repr`` of Python's values."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from pytest_promptfmt.capture.captured import Unreadable


def body_of(text: str) -> tuple[Any, str]:
    """The value that a body's text holds, or None and why there is none."""
    try:
        return value_in(text), ""
    except Unreadable as error:
        return None, f"its body {error}{_of_a_shell(text.strip())}"


def _of_a_shell(body: str) -> str:
    """What is to be done about a body that is not what was sent."""
    if body.startswith("$"):
        return f"; a shell puts it in the place of {body[:60]}: paste what was sent, or name the file that has it"
    return "; its quotes are curly: type plain ones" if {*"\u2018\u2019\u201c\u201d"} & {*body[:1], *body[-1:]} else ""


def value_in(text: str) -> Any:
    """JSON, else a Python literal; raises `Unreadable` with the place at which the JSON ends to be one."""
    stripped = text.strip().removeprefix("\ufeff")
    try:
        return json.loads(stripped)
    except json.JSONDecodeError as error:
        mistake = f"is no JSON: {error.msg} at line {error.lineno}, column {error.colno}"
    except (RecursionError, MemoryError):
        raise Unreadable("is nested too deeply") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise Unreadable("has a number that is too long to be read") from None
    literal = literal_in(stripped)
    if literal is None:
        raise Unreadable(mistake)
    return literal


_OPAQUE = re.compile(r"<[\w. ]+?(?: object)?( at 0x[0-9a-fA-F]+)?>|\bNOT_GIVEN\b|\b[Oo]mit\b")


def literal_in(text: str) -> Any:
    """What a Python literal says, without the objects in it that are none; None where it is no list and no dict."""
    if not text.startswith(("{", "[", "(")) or len(text) > _LONGEST_LITERAL:
        return None
    for spelled in (text, _OPAQUE.sub(lambda found: f'"{found[0]}"' if found[1] else "None", text)):
        try:
            value = ast.literal_eval(spelled)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        value = _named(value) if "..." in spelled else value
        return value if isinstance(value, (list, dict)) else list(value) if isinstance(value, tuple) else None
    return None


def _named(value: Any) -> Any:
    """The value with a mark where pprint or reprlib went no deeper: ``{...}``, ``[...]`` and ``...``."""
    match value:
        case dict():
            return {key: _named(each) for key, each in value.items()}
        case [only] | (only,) if only is ...:
            return _DEEPER
        case list() | tuple():
            return [_named(each) for each in value]
        case _:
            return _DEEPER if value is ... or value == {...} else value


_DEEPER = "<...>"


_LONGEST_LITERAL = 50_000_000

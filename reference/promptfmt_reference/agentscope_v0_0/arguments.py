"""What `format` takes: messages, lists of them, and mixtures of both; `None` is nobody's message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def flat(args: Iterable[Any], msg: type[T]) -> list[T]:
    """Messages, and lists of nothing but messages; `TypeError` names the argument that is neither."""
    found: list[T] = []
    for arg in args:
        if isinstance(arg, msg):
            found.append(arg)
        elif isinstance(arg, list) and all(isinstance(item, msg) for item in arg):
            found += arg
        elif arg is not None:
            raise _wrong(arg)
    return found


def nested(args: Iterable[Any], msg: type[T]) -> list[T]:
    """Messages, and lists of any depth, in which `None` counts for nothing; `TypeError` names the item that is none."""
    found: list[T] = []
    for arg in args:
        if isinstance(arg, msg):
            found.append(arg)
        elif isinstance(arg, list):
            found += nested(arg, msg)
        elif arg is not None:
            raise _wrong(arg)
    return found


def _wrong(arg: Any) -> TypeError:
    return TypeError(f"The input should be a Msg object or a list of Msg objects, got {type(arg)}.")

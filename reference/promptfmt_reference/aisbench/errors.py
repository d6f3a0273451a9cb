"""What goes wrong with templates: AISBench's error classes and codes, with texts that name the place.

A place has up to four parts, each added where it is known: the `template`, the `part` of it, the `column`, the `row`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from promptfmt_reference.aisbench.profile import Profile


class AISBenchError(Exception):
    """`code` is AISBench's, such as ``ICLR-TYPE-001``, or empty where it has none; `place` says where, by name."""

    def __init__(self, text: str, code: str = "", **place: str) -> None:
        super().__init__(text)
        self.code = code
        self.place = place

    def __str__(self) -> str:
        known = self.place
        part = ".".join(known[name] for name in ("template", "part") if name in known)
        column = f"column {known['column']!r}" if "column" in known else ""
        place = [name for name in (known.get("row"), part, column) if name]
        said = f"{', '.join(place)}: {self.args[0]}" if place else self.args[0]
        return f"[{self.code}] {said}" if self.code else str(said)


class AISBenchTypeError(AISBenchError, TypeError):
    pass


class AISBenchValueError(AISBenchError, ValueError):
    pass


class AISBenchKeyError(AISBenchError, KeyError):
    pass


class AISBenchIndexError(AISBenchError, IndexError):
    pass


class AISBenchImplementationError(AISBenchError, NotImplementedError):
    pass


class AISBenchInvalidTypeException(AISBenchError, TypeError):
    pass


class ParameterValueError(AISBenchError, ValueError):
    pass


_OURS: dict[type[Exception], type[AISBenchError]] = {
    AttributeError: AISBenchTypeError,
    IndexError: AISBenchIndexError,
    KeyError: AISBenchKeyError,
    NotImplementedError: AISBenchImplementationError,
    TypeError: AISBenchTypeError,
}


def accident(kind: type[Exception], text: str, profile: Profile, code: str = "", **place: str) -> Exception:
    """What the released software leaves to Python: `kind` itself where the profile does so, else a class of ours."""
    return kind(text) if profile.bare_errors else _OURS[kind](text, code, **place)


class placed:
    """Adds to an error what is known of its place out here; what it says itself stays. A function is asked then only.

    A class, since a generator as a context costs a row more than its texts do.
    """

    __slots__ = ("_place",)

    def __init__(self, **place: str | Callable[[], str]) -> None:
        self._place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if isinstance(error, AISBenchError):
            known = {part: said if isinstance(said, str) else said() for part, said in self._place.items()}
            error.place = {**known, **error.place}


def kind_of(value: Any) -> str:
    """What a value is, for an error's text."""
    if value is None:
        return "None"
    return f"{type(value).__name__} ({value!r})" if isinstance(value, (int, float)) else type(value).__name__

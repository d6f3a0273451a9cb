"""Why a formatter gave no payload."""

from __future__ import annotations

import os
import sysconfig
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common.text import NO_TEXT, class_name, text_of
from pytest_promptfmt.exchange.guard import Ended
from pytest_promptfmt.exchange.side_effects import SideEffects
from pytest_promptfmt.exchange.timing import Hung, deadline
from pytest_promptfmt.payload.finding import Severity, Statements

How: TypeAlias = Literal["raised", "hung", "exited"]


@dataclass(frozen=True, slots=True)
class Failure:
    """The formatter gave no payload. `kind` is the exception's class name, `where` the last line of its own code."""

    how: How
    kind: str
    text: str
    where: str = ""

    @property
    def clear(self) -> bool:
        """A deliberate error with a text, not an accident of the interpreter's."""
        return self.how == "raised" and self.kind not in _ACCIDENTS and bool(self.text.strip())


FINDINGS: Statements = {
    "raised": (Severity.ERROR, "the formatter raised an error where it should have made a payload"),
    "hung": (Severity.ERROR, "the formatter gave no answer in time"),
    "exited": (Severity.ERROR, "the formatter ended the process, or tried to"),
}
"""What a failure is where a payload should have been made."""

_ACCIDENTS = (
    "AttributeError",
    "IndexError",
    "KeyError",
    "MemoryError",
    "NameError",
    "RecursionError",
    "StopIteration",
    "TypeError",
    "UnboundLocalError",
    "ZeroDivisionError",
)


def failure_of(error: BaseException, timeout: float | None) -> Failure:
    """What its type says, and not what it says of itself: class, name and traceback of a foreign error may lie."""
    kind = type(error)
    if issubclass(kind, KeyboardInterrupt):
        raise error
    if issubclass(kind, Hung):
        return Failure("hung", "Hung", f"no answer within {timeout:g} seconds")
    if issubclass(kind, SystemExit):
        code = text_within(timeout, vars(SystemExit)["code"].__get__(error), repr)
        return Failure("exited", "SystemExit", f"it called sys.exit({code})", _where(error))
    if issubclass(kind, Ended):
        return Failure("exited", "Ended", f"it called {error}", _where(error))
    return Failure("raised", class_name(error), text_within(timeout, error), _where(error))


def ended_by(effects: SideEffects) -> Failure | None:
    """Who tries to end the process and swallows that this is refused, or does it in a ``__del__``, has ended it."""
    return Failure("exited", "Ended", f"it called {effects.ended}") if effects.ended else None


def text_within(timeout: float | None, value: object, spell: Callable[[Any], str] = str) -> str:
    """What a foreign error, or another object, says of itself in that time."""
    try:
        with deadline(timeout):
            return text_of(value, spell=spell)
    except Hung:
        return NO_TEXT


def _where(error: BaseException) -> str:
    """File, line and function of the formatter's own innermost frame, without the directories of this machine."""
    began = vars(BaseException)["__traceback__"].__get__(error)
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(began)]
    if not frames:
        return ""
    _, (code, line) = max(enumerate(frames), key=lambda numbered: (_ownness(numbered[1][0].co_filename), numbered[0]))
    name = code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}:{line} in {code.co_name}"


_STANDARD = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})

_KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ADAPTERS = os.path.join(_KIT, "adapters", "")


def _ownness(filename: str) -> int:
    """2 for a file of the user's, 1 for an installed package's (or an adapter's), 0 for Python's and the kit's."""
    if filename.startswith((_ADAPTERS, "<")):
        return 0 if filename.startswith("<") else 1
    if filename.startswith(_KIT):
        return 0
    if "site-packages" in filename:
        return 1
    return 0 if filename.startswith(_STANDARD) else 2

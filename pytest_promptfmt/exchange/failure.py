"""Why a formatter gave no payload."""

from __future__ import annotations

import os
import sysconfig
import traceback
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_promptfmt.common.text import cut
from pytest_promptfmt.exchange.guard import Ended
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
    match error:
        case Hung():
            return Failure("hung", "Hung", f"no answer within {timeout:g} seconds")
        case SystemExit():
            return Failure("exited", "SystemExit", f"it called sys.exit({error.code!r})", _where(error))
        case Ended():
            return Failure("exited", "Ended", f"it called {error}", _where(error))
        case KeyboardInterrupt():
            raise error
        case _:
            return Failure("raised", type(error).__name__, text_of(error, timeout), _where(error))


_LONGEST = 2_000
"""Characters of an exception's text: what is longer is cut, and says so."""


def text_of(error: BaseException, timeout: float | None) -> str:
    try:
        with deadline(timeout):
            text = str.__str__(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return "(its text cannot be made)"
    return cut(text, _LONGEST)


def _where(error: BaseException) -> str:
    """File, line and function of the formatter's own innermost frame, without the directories of this machine."""
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
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

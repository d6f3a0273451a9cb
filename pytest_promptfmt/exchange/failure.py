"""Why a formatter gave no payload."""

from __future__ import annotations

import dis
import os
import sysconfig
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common.text import NO_TEXT, class_name, text_of
from pytest_promptfmt.exchange.guard import Ended, note_native_connection
from pytest_promptfmt.exchange.side_effects import SideEffects
from pytest_promptfmt.exchange.timing import Hung, deadline
from pytest_promptfmt.implementation.channel import Broken
from pytest_promptfmt.implementation.command import Unsent
from pytest_promptfmt.implementation.protocol import NoStart, ToldError
from pytest_promptfmt.payload.finding import Severity, Statements

How: TypeAlias = Literal["raised", "hung", "exited", "unsent"]


@dataclass(frozen=True, slots=True)
class Failure:
    """The formatter gave no payload.

    `kind` is the exception's class name, `where` the last line of its own code and, where a library raised it, the
    library's; `frames` are all lines of both, the outermost first. Whether an error was `deliberate` is known where a
    command says so, or the formatter's own `raise`; else its kind tells. What is ``unsent`` no formatter was asked for:
    the protocol cannot carry it.
    """

    how: How
    kind: str
    text: str
    where: str = ""
    frames: tuple[str, ...] = field(default=(), compare=False)
    deliberate: bool | None = None

    @property
    def clear(self) -> bool:
        """A deliberate error with a text, not an accident of the interpreter's."""
        deliberate = self.kind not in _ACCIDENTS if self.deliberate is None else self.deliberate
        return self.how == "raised" and deliberate and bool(self.text.strip())

    @property
    def sentence(self) -> str:
        """What happened, in one line."""
        where = f" ({self.where})" if self.where else ""
        match self.how:
            case "raised":
                return f"the formatter raised {self.kind}: {self.text}{where}"
            case "hung":
                return f"the formatter hung: {self.text}"
            case "exited" if self.kind == "Broken":
                return f"the command gave no answer: {self.text}"
            case "exited" | "unsent":
                return f"the formatter ended the process: {self.text}{where}"


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
    if failure := reported_failure(error):
        note_native_connection(failure.text)
        return failure
    where, frames, stated = _where(error), _frames(error), True if _raised_on_purpose(error) else None
    failure = Failure("raised", class_name(error), _text_with_cause(error, timeout), where, frames, stated)
    note_native_connection(failure.text)
    return failure


def _text_with_cause(error: BaseException, timeout: float | None) -> str:
    """What it says, and what it was raised from: a wrapper often says nothing but that there was an error."""
    text, root, seen = text_within(timeout, error), error, {id(error)}
    while (cause := vars(BaseException)["__cause__"].__get__(root)) is not None and id(cause) not in seen:
        seen.add(id(cause))
        root = cause
    if root is error or not text.strip():
        return text
    because = text_within(timeout, root)
    if not because.strip() or because in text:
        return text
    return f"{text} (from {class_name(root)}: {because})"


def _raised_on_purpose(error: BaseException) -> bool:
    """A `TypeError` of the formatter's own `raise`, or its library's: "only WAV is supported" is no accident."""
    trace = vars(BaseException)["__traceback__"].__get__(error)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or type(error) is not TypeError:
        return False
    code = trace.tb_frame.f_code
    return _owner_rank(code.co_filename) >= _LIBRARYS and code.co_code[trace.tb_lasti] == dis.opmap["RAISE_VARARGS"]


def reported_failure(error: BaseException) -> Failure | None:
    """What the protocol of commands says of an error; None of any other."""
    match error:
        case ToldError():
            return Failure("raised", error.type, str(error), error.where, deliberate=error.kind == "refused")
        case Unsent():
            return Failure("unsent", "Unsent", str(error))
        case Broken() | NoStart():
            return Failure("exited", "Broken", str(error))
        case _:
            return None


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


CALLED = "when it was called"
"""Where an error was raised that no line of the formatter's stands behind."""


def _where(error: BaseException) -> str:
    """The user's own innermost frame, and the innermost of all where that is a library's; else the best there is."""
    frames = _frames_by_owner(error)
    if not frames:
        return ""
    if all(ownness < 0 for ownness, _ in frames):
        return CALLED
    own = max(enumerate(frames), key=lambda numbered: (numbered[1][0], numbered[0]))[1]
    deepest = next((frame for frame in reversed(frames) if frame[0] >= _LIBRARYS), own)
    return own[1] if deepest == own else f"{own[1]}, raised at {deepest[1]}"


def _frames(error: BaseException) -> tuple[str, ...]:
    """The user's and the libraries', the last of them."""
    return tuple(text for ownness, text in _frames_by_owner(error) if ownness >= _LIBRARYS)[-_MOST:]


_MOST = 20


def _frames_by_owner(error: BaseException) -> list[tuple[int, str]]:
    """File, line and function of each frame, without the directories of this machine, and whose it is."""
    began = vars(BaseException)["__traceback__"].__get__(error)
    return [
        (_owner_rank(code.co_filename), f"{_base(code.co_filename)}:{line} in {code.co_name}")
        for code, line in ((frame.f_code, line) for frame, line in traceback.walk_tb(began))
    ]


def _base(filename: str) -> str:
    return filename.replace("\\", "/").rsplit("/", 1)[-1]


_STANDARD = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})

_KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ADAPTERS = os.path.join(_KIT, "adapters", "")


_USERS, _LIBRARYS, _ADAPTERS_OWN, _KITS = 3, 2, 1, -1


def _owner_rank(filename: str) -> int:
    """Whose file it is; 0 for Python's."""
    if filename.startswith("<"):
        return 0
    if filename.startswith(_KIT):
        return _ADAPTERS_OWN if filename.startswith(_ADAPTERS) else _KITS
    if "site-packages" in filename:
        return _LIBRARYS
    return 0 if filename.startswith(_STANDARD) else _USERS

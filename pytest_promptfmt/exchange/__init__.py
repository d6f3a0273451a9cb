"""One formatter, one case: formatted once under watch, judged many times."""

from __future__ import annotations

import os
import sysconfig
import tempfile
import traceback
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common.json_equal import first_difference
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.exchange import guard, object_graph
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.trial import Formatter, Trial, begin, measure
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Severity, Statements
from pytest_promptfmt.payload.plain_json import NotJson, to_plain

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
    "exited": (Severity.ERROR, "the formatter called `sys.exit`"),
}
"""What a failure is where a payload should have been made."""

_ACCIDENTS = (
    "AttributeError",
    "IndexError",
    "KeyError",
    "NameError",
    "RecursionError",
    "StopIteration",
    "UnboundLocalError",
    "ZeroDivisionError",
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came of it; `payload` is plain JSON (see `to_plain`), meaningless where there is a `failure`.

    `again` is the payload of a second call on a fresh conversation; `changed` the first place where the formatter
    changed its input, `aliases` the paths of the payload that are parts of it; `printed`, `files` and `connections`
    what it did beside formatting. `trial` is there where the case has a budget.
    """

    target: str
    case: Case
    given: Given
    payload: Any = None
    failure: Failure | None = None
    not_json: tuple[NotJson, ...] = ()
    again: Any = None
    again_failed: str = ""
    changed: str = ""
    aliases: tuple[str, ...] = ()
    printed: str = ""
    files: tuple[str, ...] = ()
    connections: tuple[str, ...] = ()
    layer: str = "wire"
    trial: Trial | None = None

    @property
    def conversation(self) -> Conversation:
        """The conversation that was formatted; a template is none."""
        assert isinstance(self.given, Conversation), f"{self.case.id} is a template"
        return self.given

    @property
    def dialect(self) -> str:
        return self.target.rpartition(".")[0]

    @property
    def scenario(self) -> str:
        return self.target.rpartition(".")[2]


def perform(
    implementation: Implementation,
    target: str,
    case: Case,
    call: Caller,
    *,
    timeout: float | None = 10.0,
    measured: bool = True,
) -> Exchange:
    """Formats `case` twice: once watched and compared, once more to see whether the result is the same.

    Where it has a budget, what else would have fitted is found out as well, unless nobody wants it `measured`.
    """
    formatter = Formatter(implementation, target, call, timeout)
    fresh = case.given()
    trial: Trial | None = None
    with guard.watch() as effects:
        try:
            trial = begin(formatter, case)
            with guard.deadline(timeout):
                given = formatter.prepare(fresh)
                before = object_graph.snapshot(given)
                returned = formatter.format(given, trial)
        except BaseException as error:
            failure = _failure(error, timeout)
            return Exchange(
                target,
                case,
                case.given(),
                failure=failure,
                printed=effects.printed,
                files=_leftovers(effects),
                connections=tuple(effects.connections),
                layer=formatter.layer,
                trial=trial and (measure(formatter, case, trial) if measured and failure.how == "raised" else trial),
            )
        payload, not_json = to_plain(returned, layer=formatter.layer)
        changed = first_difference(before, object_graph.snapshot(given))
        aliases = tuple(object_graph.shared(given, returned))
        again, again_failed = _once_more(formatter, case, trial)
        trial = measure(formatter, case, trial, payload) if trial and measured else trial
    return Exchange(
        target,
        case,
        case.given(),
        payload=payload,
        not_json=tuple(not_json),
        again=again,
        again_failed=again_failed,
        changed=changed.path if changed else "",
        aliases=aliases,
        printed=effects.printed,
        files=_leftovers(effects),
        connections=tuple(effects.connections),
        layer=formatter.layer,
        trial=trial,
    )


def format_once(implementation: Implementation, target: str, case: Case, call: Caller, timeout: float | None) -> Any:
    """The plain payload alone; raises what the formatter raises."""
    formatter = Formatter(implementation, target, call, timeout)
    with guard.watch():
        return formatter(case.given(), begin(formatter, case))


def _once_more(formatter: Formatter, case: Case, trial: Trial | None) -> tuple[Any, str]:
    try:
        return formatter(case.given(), trial), ""
    except BaseException as error:
        return None, _failure(error, formatter.timeout).text


def _leftovers(effects: guard.SideEffects) -> tuple[str, ...]:
    """Files that the formatter left behind; temporary ones are removed, since the kit leaves nothing behind either."""
    files = effects.files
    for path in files:
        if os.path.isfile(path) and os.path.dirname(path) == os.path.abspath(tempfile.gettempdir()):
            os.unlink(path)
    return tuple(files)


def _failure(error: BaseException, timeout: float | None) -> Failure:
    match error:
        case guard.Hung():
            return Failure("hung", "Hung", f"no answer within {timeout:g} seconds")
        case SystemExit():
            return Failure("exited", "SystemExit", f"it called sys.exit({error.code!r})", _where(error))
        case guard.Ended():
            return Failure("exited", "Ended", f"it called {error}", _where(error))
        case KeyboardInterrupt():
            raise error
        case _:
            return Failure("raised", type(error).__name__, _text(error), _where(error))


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(its text cannot be made)"


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

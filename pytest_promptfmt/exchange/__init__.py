"""One formatter, one case: formatted once under watch, judged many times."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_promptfmt.common.added import GENERATED
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.exchange import object_graph
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.debugger import is_debugger_quit
from pytest_promptfmt.exchange.failure import Failure, ended_by, failure_of
from pytest_promptfmt.exchange.guard import note_refused_connections, unwatched, watch
from pytest_promptfmt.exchange.side_effects import NOTHING_BESIDE, Effects, SideEffects, State
from pytest_promptfmt.exchange.timing import deadline
from pytest_promptfmt.exchange.trial import Formatter, Trial, begin, measure
from pytest_promptfmt.exchange.varied import Varied, vary
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.plain_json import NotJson, to_plain


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came of it; `payload` is plain JSON (see `to_plain`), meaningless where there is a `failure`.

    `again` is the payload of a second call on a fresh conversation; `changed` the first place where the formatter
    changed its input, `aliases` the paths of the payload that are parts of it; `effects` what it did beside
    formatting. `trial` is there where the case has a budget, and `error` is what was raised where a debugger wants it.
    `limit` says what the language of a command cannot hold; then `given` is what it could. `varied` is what came of a
    generated conversation in which one thing is another.
    """

    target: str
    case: Case
    given: Given
    payload: Any = None
    failure: Failure | None = None
    not_json: tuple[NotJson, ...] = ()
    again: Any = None
    again_failed: str = ""
    changed: object_graph.Change | None = None
    aliases: tuple[str, ...] = ()
    effects: Effects = NOTHING_BESIDE
    layer: str = "wire"
    trial: Trial | None = None
    error: BaseException | None = field(default=None, repr=False, compare=False)
    limit: str = ""
    varied: tuple[Varied, ...] = ()

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
    varied: bool = True,
    shown: bool = False,
    debugged: bool = False,
) -> Exchange:
    """Formats `case` twice: once watched and compared, once more to see whether the result is the same.

    Where it has a budget, what else would have fitted is found out as well, unless nobody wants it `measured`, and
    where it is generated what comes of it `varied`. What is
    printed the first time can be `shown`. Where it is `debugged`, or has a breakpoint, there is no second time.
    """
    formatter = Formatter(implementation, target, call, timeout)
    given = case.given()  # which places its files: not the formatter's doing
    with watch() as effects:
        watching = _Watching(effects, shown, debugged)
        made = _first_call(formatter, target, case, given, watching, measured=measured)
        del given
        if varied and case.family == GENERATED and made.failure is None and not watching.stopped:
            made = replace(made, varied=tuple(vary(formatter, case.conversation())))
        account = _settled_effects(effects)
    failure = made.failure or ended_by(effects)
    if account == NOTHING_BESIDE and failure is made.failure:
        return made
    return replace(made, effects=account, failure=failure)


@dataclass(frozen=True, slots=True)
class _Watching:
    """What is seen, and by whom: what is printed is `shown` to somebody, who has `debugged` it step by step."""

    effects: SideEffects
    shown: bool
    debugged: bool

    @property
    def stopped(self) -> bool:
        return self.debugged or self.effects.stopped


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the first call came to, as an `Exchange` has it."""

    payload: Any
    not_json: tuple[NotJson, ...]
    changed: object_graph.Change | None
    aliases: tuple[str, ...]


def _first_call(
    formatter: Formatter, target: str, case: Case, fresh: Given, watching: _Watching, *, measured: bool
) -> Exchange:
    trial: Trial | None = None
    try:
        trial = begin(formatter, case)
        formatter.start()
        answer = _answer(formatter, case, fresh, trial, watching)
    except BaseException as error:
        if watching.stopped and is_debugger_quit(error):
            raise
        note_refused_connections(error)
        watching.effects.shown = False
        failure = failure_of(error, formatter.timeout)
        if trial and measured and failure.how == "raised":
            trial = measure(formatter, case, trial)
        kept = error if watching.debugged else None
        return Exchange(target, case, case.shown(), failure=failure, layer=formatter.layer, trial=trial, error=kept)
    understood, limit = formatter.understood(case.shown())
    payload = answer.payload
    again, again_failed = (payload, "") if watching.stopped else _second_call(formatter, case, trial, payload)
    return Exchange(
        target,
        case,
        understood,
        payload=payload,
        not_json=answer.not_json,
        again=payload if equal(payload, again) else again,  # one is enough to keep
        again_failed=again_failed,
        changed=answer.changed,
        aliases=answer.aliases,
        layer=formatter.layer,
        trial=measure(formatter, case, trial, payload) if trial and measured else trial,
        limit=limit,
    )


def _answer(formatter: Formatter, case: Case, fresh: Given, trial: Trial | None, watching: _Watching) -> _Answer:
    """Within the time that it has; what is returned goes there and while it is watched: its ``__del__`` is foreign."""
    watching.effects.shown = watching.shown
    with deadline(formatter.timeout) as begin_anew:
        given = formatter.prepare(fresh)
        before = None if given is fresh else object_graph.snapshot(given)
        returned = formatter.format(given, trial)
        watching.effects.shown = False
        begin_anew()  # looking at it runs foreign code as well
        payload, not_json = to_plain(returned, layer=formatter.layer)
        changed, aliases = _compared(case, given, before, returned)
        del returned, given
    return _Answer(payload, tuple(not_json), changed or formatter.changed, aliases)


def _compared(case: Case, given: Any, before: Any, returned: Any) -> tuple[object_graph.Change | None, tuple[str, ...]]:
    """Where what was `given` is another than `before`, or, where nobody looked, than the case's; and what is shared."""
    if before is None:
        ids = object_graph.containers_of(given, case.shown())
        if ids is not None:
            return None, tuple(object_graph.shared_with(ids, returned))
        before = object_graph.snapshot(case.given())
    changed = object_graph.first_change(before, object_graph.snapshot(given, before))
    return changed, tuple(object_graph.shared(given, returned))


def _settled_effects(effects: SideEffects) -> Effects:
    """The account; what every case shares is as it was, and temporary files are gone: the kit leaves none behind."""
    now = State.now()
    account = effects.account(now)
    with unwatched():
        effects.restore(now)
        remove_temporary(account.files, folders=False)
    return account


def remove_temporary(left: Iterable[str], *, folders: bool) -> None:
    """Temporary files, or folders: these only at the end, since a formatter may keep one for all its calls."""
    for path in left:
        if os.path.dirname(path) == os.path.abspath(tempfile.gettempdir()):
            if folders and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(path)


def format_once(formatter: Formatter, case: Case) -> tuple[Any, Failure | None, Effects]:
    """The plain payload, or why there is none, and what the formatter did beside."""
    payload, failure = None, None
    given = case.given()  # which places its files: not the formatter's doing
    with watch() as effects:
        try:
            payload = formatter(given, begin(formatter, case))
        except BaseException as error:
            note_refused_connections(error)
            failure = failure_of(error, formatter.timeout)
        account = _settled_effects(effects)
    return payload, failure or ended_by(effects), account


def _second_call(formatter: Formatter, case: Case, trial: Trial | None, payload: Any) -> tuple[Any, str]:
    try:
        return formatter(case.given(), trial, like=payload), ""
    except BaseException as error:
        return None, failure_of(error, formatter.timeout).text


def failed_exchange(target: str, case: Case, failure: Failure, effects: Effects = NOTHING_BESIDE) -> Exchange:
    """The exchange of which nothing came, and which was performed elsewhere."""
    return Exchange(target, case, case.shown(), failure=failure, effects=effects)

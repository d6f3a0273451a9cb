"""A formatter told to truncate: the budget, and what else it has to format so that its answer can be judged.

Its own payloads for shorter histories (`fitting`) show what would have fitted. Its answers to larger budgets show
whether it keeps more then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.common.text import class_name
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.corpus.budget import Counter, count
from pytest_promptfmt.exchange import remote
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.failure import text_within
from pytest_promptfmt.exchange.fitting import NOTHING, Fits, Fitting
from pytest_promptfmt.exchange.object_graph import Change
from pytest_promptfmt.exchange.timing import deadline
from pytest_promptfmt.implementation import Implementation, TwoStep
from pytest_promptfmt.implementation.command import Remote
from pytest_promptfmt.payload.plain_json import to_plain


@dataclass(frozen=True, slots=True)
class Wider:
    """What came of a larger budget: the plain `payload`, or the `error`; and what would have fitted."""

    budget: int
    fits: Fits
    payload: Any = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """`full` are the tokens of the whole, `least` those of the shortest suffix, asked of who summarises alone.

    `count` is who counts them.
    """

    budget: int
    full: int
    count: Counter = count
    least: int = 0
    fits: Fits = NOTHING
    wider: tuple[Wider, ...] = ()


class Formatter:
    """One formatter, in one step or two, called under a deadline for plain JSON; `fitting` keeps its payloads."""

    def __init__(self, implementation: Implementation, target: str, call: Caller, timeout: float | None) -> None:
        self.layer = implementation.claim(target).layer
        self.summarises = implementation.claim(target).truncation == "summarise"
        self.timeout = timeout
        self._entry = implementation.formatters[target]
        self._call = call
        self.fitting: Fitting | None = None

    def __call__(self, given: Given, trial: Trial | None = None, like: Any = None) -> Any:
        """The plain payload, and no copy where it is like the one that is there."""
        self.start()
        with deadline(self.timeout):
            returned = self.format(self.prepare(given), trial)
            return like if equal(like, returned) else to_plain(returned, layer=self.layer)[0]

    @property
    def remote(self) -> bool:
        """Is it behind a command?"""
        return isinstance(self._entry, Remote)

    def start(self) -> None:
        """Sees to it that there is somebody to be asked, before the time of a call begins."""
        remote.start(self._entry)

    def understood(self, given: Given) -> tuple[Given, str]:
        """What the formatter was given as its language can hold it, and the language's limit where there is one."""
        return remote.understood(self._entry, given)

    @property
    def changed(self) -> Change | None:
        """The place where a command says that it has changed what it was given."""
        place = self._entry.command.account.changed if isinstance(self._entry, Remote) else ""
        return Change(place) if place else None

    def prepare(self, given: Given) -> Any:
        """The first step; a formatter that has none takes what it is given itself."""
        return self._call(self._entry.prepare, given) if isinstance(self._entry, TwoStep) else given

    def format(self, given: Any, trial: Trial | None = None) -> Any:
        """What the formatter returns, whatever that is."""
        options = {} if trial is None else {"budget": trial.budget, "count": trial.count}
        if isinstance(self._entry, Remote):
            return self._call(remote.ask, self._entry, given, **options)
        return self._call(self._entry.format if isinstance(self._entry, TwoStep) else self._entry, given, **options)


def begin(formatter: Formatter, case: Case) -> Trial | None:
    """The budget in tokens, for which the whole is formatted first; None where the case has no budget."""
    if case.budget is None:
        return None
    fitting = formatter.fitting = Fitting(formatter, case.conversation(), case.budget.counter)
    full = fitting.full()
    return Trial(case.budget.tokens(full, fitting.edge), full, case.budget.counter)


def measure(formatter: Formatter, case: Case, trial: Trial, answer: Any = None) -> Trial:
    """The trial that was begun, with what would have fitted, and with the answers to larger budgets."""
    assert case.budget is not None
    assert formatter.fitting is not None
    fitting, larger = formatter.fitting, {isqrt(max(trial.budget, 1) * trial.full), trial.full}
    if case.budget.measure == "sweep":
        larger = {budget for edge in fitting.edges() for budget in (edge - 1, edge)}
    wider = [
        _wider(formatter, fitting, replace(trial, budget=budget)) for budget in sorted(larger) if budget > trial.budget
    ]
    least = fitting.least() if formatter.summarises else 0
    return replace(trial, least=least, fits=fitting.within(trial.budget, answer), wider=tuple(wider))


def _wider(formatter: Formatter, fitting: Fitting, trial: Trial) -> Wider:
    try:
        payload = formatter(fitting.conversation, trial)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problem = f"it gave no answer ({class_name(error)})"
        if issubclass(type(error), Exception):
            problem = f"{class_name(error)}: {text_within(formatter.timeout, error)}"
    else:
        return Wider(trial.budget, fitting.within(trial.budget, payload), payload)
    return Wider(trial.budget, fitting.within(trial.budget), error=problem)

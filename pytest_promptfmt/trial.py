"""A formatter asked to truncate: the budget, and what else it has to be asked so that its answer can be judged.

Its own payloads for shorter histories, formatted without a budget, say what would have fitted: the longest legal
suffix, and the longest that starts with a user's turn, each found by bisection and counted exactly. Its answers to
larger budgets say whether it keeps more then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_promptfmt import guard
from pytest_promptfmt.budget import count, cuts, is_users_turn, suffix
from pytest_promptfmt.caller import Caller
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.implementation import Implementation, TwoStep
from pytest_promptfmt.plain import plain


@dataclass(frozen=True, slots=True)
class Kept:
    """The suffix from message `cut` on, as the formatter says it: `tokens` and the plain `payload`."""

    cut: int
    tokens: int
    payload: Any


@dataclass(frozen=True, slots=True)
class Fits:
    """`longest` is the longest legal suffix within a budget, `from_user` the longest of those that start with a
    user's turn; None where nothing fits."""

    longest: Kept | None = None
    from_user: Kept | None = None


NOTHING = Fits()


@dataclass(frozen=True, slots=True)
class Wider:
    """What came of a larger budget: the plain `payload`, or the `error`; and what would have fitted."""

    budget: int
    fits: Fits
    payload: Any = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """`full` are the tokens of the whole, `least` those of the shortest suffix."""

    budget: int
    full: int
    least: int = 0
    fits: Fits = NOTHING
    wider: tuple[Wider, ...] = ()


class Asking:
    """Calls one formatter, which has one step or two; the answer is plain JSON."""

    def __init__(self, implementation: Implementation, target: str, call: Caller, timeout: float | None) -> None:
        self.layer = implementation.claim(target).layer
        self.timeout = timeout
        self._entry = implementation.formatters[target]
        self._call = call

    def __call__(self, given: Given, trial: Trial | None = None) -> Any:
        with guard.deadline(self.timeout):
            returned = self.format(self.prepare(given), trial)
        return plain(returned, layer=self.layer)[0]

    def prepare(self, given: Given) -> Any:
        """The first step; a formatter that has none takes what it is given itself."""
        return self._call(self._entry.prepare, given) if isinstance(self._entry, TwoStep) else given

    def format(self, given: Any, trial: Trial | None = None) -> Any:
        """What the formatter returns, whatever that is."""
        options = {} if trial is None else {"budget": trial.budget, "count": count}
        return self._call(self._entry.format if isinstance(self._entry, TwoStep) else self._entry, given, **options)


def begin(ask: Asking, case: Case) -> Trial | None:
    """The budget in tokens, for which the whole is formatted first; None where the case has no budget."""
    if case.budget is None:
        return None
    full = count(ask(case.conversation()))
    return Trial(case.budget.tokens(full), full)


def measure(ask: Asking, case: Case, trial: Trial) -> Trial:
    """The trial with what would have fitted, and with the answers to larger budgets."""
    fitting = _Fitting(ask, case)
    larger = sorted(budget for budget in {(trial.budget + trial.full) // 2, trial.full} if budget > trial.budget)
    wider = [_wider(ask, case, replace(trial, budget=budget), fitting.within(budget)) for budget in larger]
    return replace(trial, least=fitting.least(), fits=fitting.within(trial.budget), wider=tuple(wider))


def _wider(ask: Asking, case: Case, trial: Trial, fits: Fits) -> Wider:
    try:
        return Wider(trial.budget, fits, ask(case.conversation(), trial))
    except Exception as error:
        return Wider(trial.budget, fits, error=f"{type(error).__name__}: {error}")
    except (guard.Hung, SystemExit) as error:
        return Wider(trial.budget, fits, error=f"it gave no answer ({type(error).__name__})")


class _Fitting:
    """Which suffixes fit; each is formatted once."""

    def __init__(self, ask: Asking, case: Case) -> None:
        self._ask, self._case = ask, case
        conversation = case.conversation()
        self._legal = cuts(conversation)
        self._users = [cut for cut in self._legal if is_users_turn(conversation.messages[cut])]
        self._known: dict[int, Kept | None] = {}

    def within(self, budget: int) -> Fits:
        """What fits, provided that a shorter suffix never takes more."""
        if budget <= 0:
            return NOTHING
        return Fits(self._longest(self._legal, budget), self._longest(self._users, budget))

    def least(self) -> int:
        """The tokens of the shortest that can be said; none where there is none."""
        said = (kept for cut in reversed(self._legal) if (kept := self._kept(cut)) is not None)
        return next((kept.tokens for kept in said), 0)

    def _longest(self, legal: Sequence[int], budget: int) -> Kept | None:
        low, high = 0, len(legal)
        while low < high:
            middle = (low + high) // 2
            if self._at_or_behind(legal[middle:], budget) is None:
                low = middle + 1
            else:
                high = middle
        return self._at_or_behind(legal[low:], budget)

    def _at_or_behind(self, legal: Sequence[int], budget: int) -> Kept | None:
        """The first of the suffixes that can be said at all, if it fits."""
        said = next((kept for cut in legal if (kept := self._kept(cut)) is not None), None)
        return said if said is not None and said.tokens <= budget else None

    def _kept(self, cut: int) -> Kept | None:
        if cut not in self._known:
            self._known[cut] = self._format(cut)
        return self._known[cut]

    def _format(self, cut: int) -> Kept | None:
        try:
            payload = self._ask(suffix(self._case.conversation(), cut))
        except (Exception, guard.Hung, SystemExit):
            return None  # a provider may refuse to begin here
        return Kept(cut, count(payload), payload)

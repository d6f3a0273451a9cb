"""Is what is kept within the budget, the newest that fits, whole, and as it was given?

Only formatters that claim truncation are judged (`CAPABILITIES`), with cases that have a budget. `laws.FINDINGS` lists
what can be wrong. Fidelity decides which suffix a payload keeps, and whether it is faithful.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity.losses import cut as quoted
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.checks.truncation.earlier import broken_calls, earlier_messages, told_behind, turns_before
from pytest_promptfmt.checks.truncation.kept import Answer, Fidelity, KeptSuffix, kept_suffix
from pytest_promptfmt.checks.truncation.laws import FINDINGS, breach
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation.cuts import head, is_users_turn
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.exchange.failure import Failure
from pytest_promptfmt.exchange.fitting import Fits
from pytest_promptfmt.exchange.trial import Trial
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import Transcript

__all__ = ["FINDINGS", "allows_an_error", "refusal", "truncation"]

Read: TypeAlias = Callable[[Any], Transcript]
"""What a payload says; raises `NotAPayload`."""

_MOST_ALTERED = 5


def truncation(
    exchange: Exchange, trial: Trial, read: Read, judge: Callable[[Transcript], Fidelity], *, summarises: bool = False
) -> Iterator[Finding]:
    """Every breach of the laws; `judge` says what is wrong with a payload that is to say a conversation."""
    transcript = read(exchange.payload)
    found = _kept(exchange, exchange.payload, trial.fits, judge(transcript), strictly=summarises)
    answer = Answer(exchange.conversation, segments_of(transcript), found)
    if answer.is_empty:
        yield breach("empty", "$", "the payload says nothing; raise an error that says what does not fit")
        return
    if not answer.says_more_than_system and trial.fits.longest is None:
        yield breach("system-alone", "$", "nothing is left but the system text; an error would say that nothing fits")
        yield from _lost_system(answer)
        return
    if answer.keeps_nothing and trial.fits.longest is None and not summarises:
        yield breach("no-error", "$", "nothing fits; what is sent is no message of the history, and no error either")
        return
    broken = list(_broken(exchange.payload, answer, trial, summarises=summarises))
    yield from broken
    if not any(finding.is_error for finding in broken):
        yield from () if summarises else _too_little(answer, trial)
        yield from _with_more(exchange, trial, answer, read, judge, summarises=summarises)


def _kept(
    exchange: Exchange,
    payload: Any,
    fits: Fits,
    fidelity: Fidelity,
    hints: Iterable[int] = (),
    *,
    strictly: bool = False,
) -> KeptSuffix:
    """What is kept; the formatter's own way to say a suffix is judged with other cases, not here."""
    if same := fits.same(payload):
        return KeptSuffix(same.cut, ())
    fitting = [suffix for suffix in (fits.longest, fits.from_user) if suffix is not None]
    return kept_suffix(
        exchange.conversation, fidelity, [*hints, *(suffix.cut for suffix in fitting)], strictly=strictly
    )


def _broken(payload: Any, answer: Answer, trial: Trial, *, summarises: bool) -> Iterator[Finding]:
    """What is wrong with an answer, as far as it keeps too much or the wrong thing."""
    yield from _over_budget(payload, trial)
    yield from _unlike(answer, summarises=summarises)
    if summarises and trial.fits.longest is not None:
        own = json.dumps(trial.fits.longest.payload, ensure_ascii=False)
        for path, text in told_behind(answer.kept.findings, answer.segments):
            if json.dumps(text, ensure_ascii=False)[1:-1] not in own:  # who always ends so sums up nothing by it
                yield breach("summary-place", path, f"{quoted(text)} stands behind what it was to stand before")


def _over_budget(payload: Any, trial: Trial) -> Iterator[Finding]:
    tokens = trial.count(payload)
    if tokens > trial.budget:
        over = f"{tokens - trial.budget:,} more than the budget"
        fits = "" if trial.fits.longest else "; nothing fits, so raise an error that says so"
        told = f"the payload has {count(tokens, 'token')}, {over}{fits}"
        yield breach("over-budget", "$", told, expected=trial.budget, actual=tokens)


def _lost_system(answer: Answer) -> Iterator[Finding]:
    """The system texts that are not there, or not as they were given."""
    for finding in answer.kept.errors:
        if _is_loss(finding) and finding.about and finding.about[0] < head(answer.conversation):
            law = "lost-further-system" if finding.about[0] else "lost-system"
            yield breach(law, finding.path, f"{FINDINGS[law][1]}; the first is always kept", finding.about)


def _unlike(answer: Answer, *, summarises: bool) -> Iterator[Finding]:
    """What is kept is not the end of the history, or not as it was given."""
    conversation, cut = answer.conversation, answer.kept.cut
    explained: set[int] = set()
    for lost_system in _lost_system(answer):
        explained.update(lost_system.about)
        yield lost_system
    for message, path, about in broken_calls(conversation, answer.segments):
        explained.update(about)
        yield breach("cut-call", path, message, about)
    older = [
        earlier for earlier in earlier_messages(conversation, cut, answer.segments) if earlier.index not in explained
    ]
    if summarises:
        older = older if len({earlier.turn for earlier in older}) > 1 else []
        number = turns_before(answer.kept.findings)
        if number > 1 and not older:
            yield breach("not-a-suffix", "$", f"{number} messages stand before what is kept; a summary is one")
    if older:
        first = older[0]
        lost = [i for finding in answer.kept.errors if _is_loss(finding) for i in finding.about if i > first.index]
        gap = min([i for i in (cut - 1, *lost) if i > first.index], default=cut)
        explained.update(lost)
        if gap == len(conversation.messages):
            yield breach("altered", first.path, f"of message {first.index} a part alone is kept", (first.index,))
        else:
            message = f"message {first.index} is kept, and what came after it, message {gap} for one, is not"
            yield breach("not-a-suffix", first.path, message, (first.index, gap))
    left = [finding for finding in answer.kept.errors if not (_is_loss(finding) and explained & {*finding.about})]
    quoted = _SURPLUS if explained or older else ("fidelity.doubled-text",) if summarises else ()
    left = [finding for finding in left if not finding.id.startswith(quoted)]
    for finding in left[:_MOST_ALTERED]:
        yield breach(
            "altered",
            finding.path,
            f"what is kept is not said as it was: {finding.message}",
            finding.about,
            **finding.data,
            finding=finding.id,
        )


_LOSSES = ("fidelity.lost-", "fidelity.altered-", "fidelity.wrong-call", "fidelity.result-as-text")
_SURPLUS = ("fidelity.invented-", "fidelity.doubled-")


def _is_loss(finding: Finding) -> bool:
    return finding.id.startswith(_LOSSES)


def _too_little(answer: Answer, trial: Trial) -> Iterator[Finding]:
    """The longest legal suffix that fits has to be kept, or the longest that starts with a user's turn."""
    cut, longest, from_user = answer.kept.cut, trial.fits.longest, trial.fits.from_user
    if longest is None or cut <= longest.cut:
        return
    if answer.keeps_nothing and from_user is None:
        yield breach("system-alone", "$", "nothing is left but the system text; an error would say that nothing fits")
        return
    better = longest
    if answer.keeps_nothing or is_users_turn(answer.conversation.messages[cut]):
        if from_user is None or cut <= from_user.cut:
            return
        better = from_user
    fits = f"from message {better.cut} on it has {count(better.tokens, 'token')}, and the budget is {trial.budget:,}"
    kept_is = "nothing is kept" if answer.keeps_nothing else f"message {cut} is the first that is kept"
    yield breach(
        "kept-too-little",
        "$",
        f"{kept_is}; {fits}",
        (better.cut,),
        expected=better.cut,
        actual=cut,
    )


def _with_more(
    exchange: Exchange,
    trial: Trial,
    answer: Answer,
    read: Read,
    judge: Callable[[Transcript], Fidelity],
    *,
    summarises: bool,
) -> Iterator[Finding]:
    """A larger budget is kept as rightly, and holds no less; the first answer to one that is wrong is reported."""
    before, cut = trial.budget, answer.kept.cut
    for wider in () if answer.keeps_nothing else trial.wider:
        what = f"with {count(wider.budget, 'token')} instead of {before:,}"
        wider_trial = replace(trial, budget=wider.budget, fits=wider.fits)
        if wider.error:
            if not summarises or not allows_an_error(wider_trial, summarises=True):
                yield breach("shrinks-with-budget", "$", f"{what} nothing comes but an error: {wider.error}")
            return
        if same := wider.fits.same(wider.payload):  # nothing more can be expected
            before, cut = wider.budget, same.cut
            continue
        try:
            transcript = read(wider.payload)
        except NotAPayload as error:
            yield breach("shrinks-with-budget", "$", f"{what} no payload comes: {error}")
            return
        found = _kept(exchange, wider.payload, wider.fits, judge(transcript), [cut], strictly=summarises)
        wider_answer = Answer(exchange.conversation, segments_of(transcript), found)
        wrong = list(_broken(wider.payload, wider_answer, wider_trial, summarises=summarises))
        if not summarises and not any(finding.is_error for finding in wrong):
            wrong += _less(wider_answer, wider_trial, cut)
        yield from (replace(f, message=f"{what}: {f.message}") for f in wrong if f.is_error)
        if any(finding.is_error for finding in wrong):
            return
        before, cut = wider.budget, found.cut


def _less(wider_answer: Answer, trial: Trial, cut: int) -> Iterator[Finding]:
    """The longest that starts with a user's turn may be less than what a smaller budget holds, and is right."""
    for finding in _too_little(wider_answer, trial):
        if wider_answer.kept.cut > cut:
            first = "nothing" if wider_answer.keeps_nothing else f"message {wider_answer.kept.cut} on"
            message = f"it keeps less: {first}, not message {cut} on"
            finding = breach("shrinks-with-budget", "$", message, (cut,), expected=cut, actual=wider_answer.kept.cut)
        yield finding


_ROOM = 64
"""Tokens that a summary may need; who finds no room for it may say so."""


def allows_an_error(trial: Trial, *, summarises: bool = False) -> bool:
    """Is an error right: because no suffix fits, or none that starts with a user, or none beside a summary?"""
    if trial.fits.longest is None or trial.fits.from_user is None:
        return True
    return summarises and trial.budget < min(trial.full, trial.least + _ROOM)


def refusal(failure: Failure) -> Iterator[Finding]:
    """Of an error where nothing fits: it has to say so."""
    if not failure.clear:
        yield breach(
            "no-error", "$", f"nothing fits, and the error does not say so: {failure.kind}: {failure.text}".rstrip(": ")
        )

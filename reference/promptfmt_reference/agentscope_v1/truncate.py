"""Truncation: the oldest goes first, the system prompt stays, and a call is never separated from its results.

What may be kept is known beforehand: `cut_points`. The naive loop formats and counts each of these in turn until one is
within the budget. `fit` gives the same answer, but measures from the end, in time that grows with what is kept.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, TypeAlias, TypeVar

from promptfmt_reference.agentscope_v1.cuts import Cuts, Links, cut_points, drop_oldest, of_message, of_msg, smallest

__all__ = ["Cuts", "Links", "cut_points", "drop_oldest", "fit", "fit_now", "gallop", "naive", "of_message", "of_msg"]

M = TypeVar("M")
P = TypeVar("P")
Search: TypeAlias = Generator[int, float | Exception, int]
"""Yields the number of a cut, is sent what it costs (or why that cannot be said), and returns the answer's number."""


def naive(cuts: Cuts[Any], budget: float) -> Search:
    """The first cut within the budget, one after the other."""
    costs: dict[int, float | Exception] = {}
    return (yield from _one_by_one(cuts, costs, 0, budget))


def _one_by_one(cuts: Cuts[Any], costs: dict[int, float | Exception], start: int, budget: float) -> Search:
    for number in range(start, len(cuts.starts)):
        if number not in costs:
            costs[number] = yield number
        cost = costs[number]
        if isinstance(cost, Exception):
            raise _not_alone(cuts, costs, budget) if number == cuts.last else cost
        if cost <= budget:
            return number
    raise ValueError(f"{smallest(cuts)} already exceeds {_by(costs[cuts.last], budget)}.")


ALL_AT_ONCE = 128
"""A conversation of so few units is measured whole first: mostly it fits."""


def gallop(cuts: Cuts[Any], budget: float, slack: float) -> Search:
    """The answer of `naive`, as long as leaving out more never adds more than `slack` tokens.

    A cut that costs more than ``budget + slack`` then rules out all that keep more. The shortest that is ruled out is
    found from the end, by steps that grow and then halve; from there on each cut is measured, as `naive` does. What
    cannot be measured on the way rules nothing out.
    """
    costs: dict[int, float | Exception] = {}
    limit = budget + slack
    over, under = -1, len(cuts.starts)  # all up to `over` are ruled out; `under` is not
    number = 0 if len(cuts.starts) <= ALL_AT_ONCE else cuts.last
    while under - over > 1:
        cost = costs[number] = yield number
        if isinstance(cost, Exception) or cost <= limit:
            under = number
        else:
            over = number
        if over < 0 and under > 0:
            number = max(0, under - _stride(costs, under, cuts.last, limit))
        elif under - over > 1:
            number = _between(costs, over, under, limit)
    return (yield from _one_by_one(cuts, costs, under, budget))


def _stride(costs: dict[int, float | Exception], under: int, last: int, limit: float) -> int:
    """How many more units to try: going by the last two measures, but one to seven times what was tried."""
    kept = last + 1 - under
    before = min((number for number in costs if number > under), default=under)
    near, far = costs[under], costs[before]
    if isinstance(near, Exception) or isinstance(far, Exception) or near <= far:
        return kept
    guess = 1.1 * (limit - near) / (near - far) * (before - under)
    return round(min(max(guess, kept), 7 * kept))


def _between(costs: dict[int, float | Exception], over: int, under: int, limit: float) -> int:
    """By turns the middle, and where a straight line crosses the limit."""
    above, below = costs[over], costs.get(under, limit)
    if len(costs) % 2 == 0 or isinstance(above, Exception) or isinstance(below, Exception):
        return (over + under) // 2
    guess = over + round((under - over) * (above - limit) / (above - below))
    return min(max(guess, over + 1), under - 1)


def _not_alone(cuts: Cuts[Any], costs: dict[int, float | Exception], budget: float) -> Exception:
    """The formatter refuses the system prompt alone: then the message before did not fit."""
    error, before = costs[cuts.last], costs.get(cuts.last - 1)
    assert isinstance(error, Exception)
    if cuts.head is None or not isinstance(error, ValueError) or isinstance(before, Exception) or before is None:
        return error
    return ValueError(f"The newest message and the system prompt already exceed {_by(before, budget)}; {error}")


def _by(cost: float | Exception, budget: float) -> str:
    assert not isinstance(cost, Exception)
    return f"the token limit ({budget} tokens): it takes {cost} tokens, {cost - budget} too many"


async def fit(
    messages: Sequence[M],
    formats: Callable[[list[M]], P | Awaitable[P]],
    count: Callable[[P], float | Awaitable[float]],
    max_tokens: float | None,
    slack: float | None = 64,
    *,
    links: Links[M] = of_msg,
) -> list[M]:
    """The most that may be kept within `max_tokens`: what the naive loop finds, which `slack=None` runs (see `gallop`).

    `formats` and `count` may be plain or async. `ValueError` where even the least that is kept is too much.
    """
    if max_tokens is None:
        return list(messages)
    if slack is not None and slack < 0:
        raise ValueError(f"slack must not be negative, got {slack}")
    cuts = cut_points(messages, links)
    search = naive(cuts, max_tokens) if slack is None else gallop(cuts, max_tokens, slack)
    number = next(search)
    while True:
        cost: float | Exception
        try:
            cost = await _awaited(count(await _awaited(formats(cuts.kept(number)))))
        except Exception as error:
            cost = error
        try:
            number = search.send(cost)
        except StopIteration as found:
            return cuts.kept(found.value)


async def _awaited(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


def fit_now(
    messages: Sequence[M],
    formats: Callable[[list[M]], P],
    count: Callable[[P], float],
    max_tokens: float | None,
    slack: float | None = 64,
    *,
    links: Links[M] = of_msg,
) -> list[M]:
    """`fit` for a caller that is not async, with a plain `formats` and `count`."""
    fitting = fit(messages, formats, count, max_tokens, slack, links=links)
    try:
        fitting.send(None)
    except StopIteration as found:
        kept: list[M] = found.value
        return kept
    fitting.close()
    raise TypeError("formats or count waits for something: await fit(...) instead")

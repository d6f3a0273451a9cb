"""Who may answer with a clear error: where the case or the budget allows it, and where nobody claimed to do better."""

from __future__ import annotations

from pytest_promptfmt.checks.truncation import allows_an_error
from pytest_promptfmt.dialects import dialect_of
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.implementation import Implementation


def may_refuse(exchange: Exchange, *, summarises: bool = False) -> bool:
    """Is a clear error a right answer: to what no payload can carry as it stands, or to a budget that nothing fits?"""
    if exchange.trial is not None and allows_an_error(exchange.trial, summarises=summarises):
        return True
    return exchange.case.expects(exchange.dialect).demand != "carry"


def unclaimed(implementation: Implementation, exchange: Exchange) -> tuple[str, ...]:
    """Why an honest refusal of this exchange is no fault: what the dialect cannot carry, nobody claimed, or a limit."""
    carried = dialect_of(exchange.target).carries
    claims = implementation.claim(exchange.target)
    claimed = claims.blocks
    needed = exchange.case.needs
    beyond = [f"{block} has no place in {exchange.dialect}" for block in sorted(needed - carried)]
    if claimed is not None:
        beyond += [f"{block} is not claimed" for block in sorted((needed & carried) - claimed)]
    beyond += [f"{limit} is a declared limit" for limit in sorted(exchange.case.limits & claims.refuses)]
    return tuple(beyond)

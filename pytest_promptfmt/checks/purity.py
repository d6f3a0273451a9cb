"""Is the formatter a function? Input unchanged, output its own and strict JSON, the same twice, nothing left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.plain import first_difference
from pytest_promptfmt.verdict import Finding, Severity


def purity(exchange: Exchange) -> Iterator[Finding]:
    """Everything that a formatter did beside formatting, as far as one process can see."""
    for path, problem in exchange.not_json:
        yield _error("not-json", path, f"the payload is no strict JSON here: {problem}")
    if exchange.changed:
        yield _error("changed-input", "$", f"the formatter changed its input at {exchange.changed}")
    for path in exchange.aliases[:1]:
        more = f" (and {len(exchange.aliases) - 1} more)" if len(exchange.aliases) > 1 else ""
        yield _error(
            "shared-input",
            path,
            f"this object is part of the input, so that editing the payload edits the conversation{more}; copy it",
        )
    if exchange.again_failed:
        yield _error("not-repeatable", "$", f"the same conversation a second time raised: {exchange.again_failed}")
    elif difference := first_difference(exchange.payload, exchange.again):
        yield _error(
            "not-repeatable",
            difference.path,
            "the same conversation gave another payload the second time",
            expected=difference.expected,
            actual=difference.actual,
        )
    for name in exchange.files:
        yield _error("left-file", "$", f"a file was left behind: {name.replace(chr(92), '/').rsplit('/', 1)[-1]}")
    if exchange.printed:
        yield Finding("purity.printed", Severity.WARNING, "$", f"the formatter printed {exchange.printed[:80]!r}")


def hash_seed(here: str, there: str) -> Iterator[Finding]:
    """The digests of this process's payload and of one made under another hash seed."""
    if here != there:
        yield _error(
            "hash-seed",
            "$",
            "another payload under another PYTHONHASHSEED: the order of a set, or hash(), shows in it",
        )


def _error(slug: str, path: str, message: str, **data: Any) -> Finding:
    return Finding(f"purity.{slug}", Severity.ERROR, path, message, data=data)

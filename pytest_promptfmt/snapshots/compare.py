"""Is it what the user's own repository keeps? Asked where ``--promptfmt-snapshots`` names a directory, and no level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.json.equal import first_difference, where
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker

FINDINGS: Statements = {
    "changed": (Severity.ERROR, "the formatter says something else than when the snapshot was taken"),
    "missing": (Severity.ERROR, "there is no snapshot of this case"),
}
_found = maker("snapshot", FINDINGS)
_REMEDY = "--snapshot-update"


def same_as_snapshot(kept: Mapping[str, Any] | None, now: Mapping[str, Any] | None, file: str) -> Iterator[Finding]:
    """The first place where what the formatter makes `now` differs from what is `kept` in `file`.

    Both are ``{"payload": …}``, ``{"refused": kind}``, or None: nothing is kept, or the formatter broke down.
    """
    if kept is None:
        if now is not None:
            yield _found("missing", "$", f"there is no snapshot; {_REMEDY} takes one ({file})")
    elif now is None:
        yield _found("changed", "$", f"the snapshot is {_described(kept)}, and now the formatter broke down ({file})")
    elif "payload" not in kept or "payload" not in now:
        if kept != now:
            message = (
                f"the snapshot is {_described(kept)}, and now there is {_described(now)}; {_REMEDY} accepts it ({file})"
            )
            yield _found("changed", "$", message)
    elif difference := first_difference(kept["payload"], now["payload"]):
        path, expected, actual = difference
        message = f"the snapshot has another value here{where(expected, actual)}; {_REMEDY} accepts the new ({file})"
        yield _found("changed", path, message, expected=expected, actual=actual)


def _described(entry: Mapping[str, Any]) -> str:
    return "a payload" if "payload" in entry else f"a refusal ({entry['refused']})"

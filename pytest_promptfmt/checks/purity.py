"""Is the formatter a function? Input unchanged, output its own and strict JSON, the same twice, nothing left behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.common.json.equal import MISSING, equal, first_difference
from pytest_promptfmt.common.json.leaves import with_leaves
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker
from pytest_promptfmt.payload.walking import asked

if TYPE_CHECKING:
    from pytest_promptfmt.exchange import Exchange
    from pytest_promptfmt.exchange.object_graph import Change
    from pytest_promptfmt.exchange.side_effects import Effects

FINDINGS: Statements = {
    "not-json": (Severity.ERROR, "the payload is no strict JSON: NaN, bytes on the wire, an object, a lone surrogate"),
    "changed-input": (
        Severity.ERROR,
        "the formatter changed its input (in a two-step entry also the framework's own messages)",
    ),
    "shared-input": (
        Severity.WARNING,
        "payload and input share a list or object, so that editing one edits the other",
    ),
    "not-repeatable": (Severity.ERROR, "the same conversation gave another payload, or an error, the second time"),
    "hash-seed": (Severity.ERROR, "another payload in a process with another `PYTHONHASHSEED`"),
    "left-file": (Severity.ERROR, "a file, a folder or a link was left behind"),
    "changed-file": (Severity.ERROR, "a file that was there was removed, renamed, written to or given other rights"),
    "changed-process": (
        Severity.ERROR,
        "the working directory, the environment or other state of the process was changed",
    ),
    "started-process": (Severity.WARNING, "another process was started, and nobody sees what that one does"),
    "left-thread": (Severity.WARNING, "a thread was left running"),
    "printed": (Severity.WARNING, "something was printed"),
}
_found = maker("purity", FINDINGS)


def purity(exchange: Exchange) -> Iterator[Finding]:
    """Everything that a formatter did beside formatting, as far as one process can see."""
    for path, problem in exchange.not_json:
        yield _found("not-json", path, f"the payload is no strict JSON here: {problem}")
    if exchange.changed:
        yield _changed_input(exchange, exchange.changed)
    for path in exchange.aliases[:1]:
        more = f" (and {len(exchange.aliases) - 1} more)" if len(exchange.aliases) > 1 else ""
        yield _found(
            "shared-input",
            path,
            f"this object is part of the input, so that editing the payload edits the conversation{more}; copy it",
        )
    here, again = asked(exchange.payload), asked(exchange.again)
    same = exchange.payload is exchange.again or equal(here, again)
    if exchange.again_failed:
        yield _found("not-repeatable", "$", f"the same conversation a second time raised: {exchange.again_failed}")
    elif same:
        pass
    elif difference := first_difference(_unnamed(here, exchange), _unnamed(again, exchange)):
        yield _found(
            "not-repeatable",
            difference.path,
            "the same conversation gave another payload the second time",
            expected=difference.expected,
            actual=difference.actual,
        )
    if exchange.effects.files and not same:
        yield _found("not-repeatable", "$", "the name of a temporary file shows in the payload, another one each time")
    yield from _side_effects(exchange.effects)


def _side_effects(effects: Effects) -> Iterator[Finding]:
    for kind in sorted({_kind_of(name) for name in effects.files}):
        yield _found("left-file", "$", f"a file was left behind: {kind}")
    for kind in sorted({_kind_of(name) for name in effects.changed}):
        yield _found("changed-file", "$", f"{FINDINGS['changed-file'][1]}: {kind}")
    for what in sorted(effects.process):
        yield _found("changed-process", "$", f"the formatter changed {what}")
    for program in sorted(effects.started):
        yield _found("started-process", "$", f"the formatter started another process: {program}")
    if effects.threads:
        yield _found("left-thread", "$", f"a thread was left running: {', '.join(effects.threads[:3])}")
    if effects.printed:
        yield _found("printed", "$", f"the formatter printed {effects.printed[:80]!r}")


def _changed_input(exchange: Exchange, changed: Change) -> Finding:
    known = (changed.before, changed.after) != (MISSING, MISSING)
    values = {"before": changed.before, "after": changed.after} if known else {}
    message = f"the formatter changed its input at {changed.path}"
    return _found("changed-input", "$", message, **{key: exchange.case.portable(each) for key, each in values.items()})


def _kind_of(path: str) -> str:
    """A file's name; of a temporary one, whose name is random, only what it ends with."""
    if os.path.dirname(path) == os.path.abspath(tempfile.gettempdir()):
        return f"a temporary *{os.path.splitext(path)[1]}"
    return os.path.basename(path)


def _unnamed(value: Any, exchange: Exchange) -> Any:
    """`value` without the names of the files that were left behind."""

    def unnamed(leaf: Any) -> Any:
        for path in exchange.effects.files if isinstance(leaf, str) else ():
            leaf = leaf.replace(path, "(a file)")
        return leaf

    return with_leaves(value, unnamed)


def hash_seed(here: str, there: str, failed_there: str = "") -> Iterator[Finding]:
    """The digests of this process's payload and of one made under another hash seed, or why there is none."""
    if failed_there:
        yield _found("hash-seed", "$", f"under another PYTHONHASHSEED it raised, and made no payload: {failed_there}")
    elif here != there:
        yield _found(
            "hash-seed",
            "$",
            "another payload under another PYTHONHASHSEED: the order of a set, or hash(), shows in it, "
            "what it kept of another conversation, or what it asks of its process",
        )

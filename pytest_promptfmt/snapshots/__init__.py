"""Regression snapshots of the user's own formatter: asked of each exchange, updated by the run as a whole.

The only module that knows syrupy: its options say what is to be updated, its assertion serves people's own tests. What
a run keeps is its own (`snapshot_store`), since syrupy tracks test functions only, and would delete in ``-k one
--snapshot-update`` what it has not seen.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.common.saving import SaveError, save
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.payload.plain import equal, plain
from pytest_promptfmt.report.outcome_table import count
from pytest_promptfmt.snapshots.compare import same_as_snapshot
from pytest_promptfmt.snapshots.spelling import short, spelled
from pytest_promptfmt.snapshots.store import Entry, Key, SnapshotError, Store, load, put, tidy
from pytest_promptfmt.verdicts.judge import Judgement, may_refuse, unclaimed
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

if TYPE_CHECKING:
    import pytest
    from syrupy.assertion import SnapshotAssertion
    from syrupy.extensions.single_file import SingleFileSnapshotExtension


@dataclass(frozen=True, slots=True)
class Wishes:
    """What syrupy's options ask for: ``--snapshot-update``, ``-update-new-only``, ``-warn-unused``, ``-no-cleanup``."""

    update: bool = False
    new_only: bool = False
    warn_unused: bool = False
    no_cleanup: bool = False


def wishes(config: pytest.Config) -> Wishes:
    """What the command line says; no wishes where syrupy is not loaded, which only an update needs."""
    names = ("update_snapshots", "update_new_snapshots_only", "warn_unused_snapshots", "no_cleanup")
    return Wishes(*(bool(config.getoption(name, False)) for name in names))


@dataclass(eq=False, slots=True)
class Snapshots:
    """Those of one implementation. Each process asks; the controller hears what came of all, and finishes.

    `plan` are all its exchanges. `young` are the cases that are not scored: nobody has to have a snapshot of them.
    """

    store: Store
    plan: frozenset[Key]
    wishes: Wishes
    young: frozenset[str] = frozenset()
    _ran: set[Key] = field(default_factory=set)
    _answered: set[Key] = field(default_factory=set)
    _new: dict[Key, Entry] = field(default_factory=dict)
    _failing: dict[Key, str] = field(default_factory=dict)

    def ask(self, judgement: Judgement) -> tuple[Judgement, list[Any]]:
        """The judgement with the verdict ``snapshot``, and what is to be `heard` of it: plain data, for xdist.

        That is target, case, whether it answered, the new snapshot as JSON, and the finding that fails.
        """
        key = judgement.target, judgement.case.id
        if judgement.exchange.connections:  # nobody can tell what it would have said
            return judgement, [*key, False, "", ""]
        kept, now = self.store.entries.get(key), answer(judgement)
        updates = self.wishes.update or (self.wishes.new_only and kept is None)
        heard = [*key, now is not None, "", ""]
        if kept is None and (now is None or (judgement.case.id in self.young and not updates)):
            return judgement, heard
        findings = tuple(same_as_snapshot(kept, now, self.store.file(key)))
        verdict = Verdict("snapshot", Outcome.FAIL if findings else Outcome.PASS, findings)
        if findings and now is not None and updates:
            verdict = Verdict("snapshot", Outcome.PASS, reason="the snapshot is updated")
            heard[3] = json.dumps(now)
        elif findings:
            heard[4] = findings[0].id
        return replace(judgement, verdicts=(*judgement.verdicts, verdict)), heard

    def hear(self, told: Mapping[str, Any]) -> None:
        """Notes what came of one exchange, in whichever process; `told` is what went with its report."""
        if "snapshot" not in told:
            return
        target, case, answered, new, failing = told["snapshot"]
        self._ran.add((target, case))
        if answered:
            self._answered.add((target, case))
        if new:
            self._new[target, case] = json.loads(new)
        if failing:
            self._failing[target, case] = failing

    def finish(self, *, interrupted: bool) -> tuple[str, bool]:
        """Writes what there is to write; says what came of it, ``""`` for nothing, and whether that is a failure."""
        unused = set(self.store.entries) - self.plan
        updating = self.wishes.update or self.wishes.new_only
        if interrupted:
            return ("nothing is written, since the run was interrupted" if updating else ""), False
        if not updating:
            counted = ", ".join(f"{n:,} x {id_}" for id_, n in sorted(Counter(self._failing.values()).items()))
            told = [f"{counted}; --snapshot-update takes what is said now"] if counted else []
            over = unused and self.plan <= self._ran
            if over:
                what = f"{count(len(unused), 'snapshot')} of what is no case any more: {_some(unused)}"
                told.append(f"{what}; a whole run with --snapshot-update takes them away")
            return "; ".join(told), bool(counted or (over and not self.wishes.warn_unused))
        cleanup = self.wishes.update and not self.wishes.no_cleanup and self.plan <= self._answered
        try:
            put(self.store, self._new, unused if cleanup else ())
            if cleanup:
                tidy(self.store)
        except (SnapshotError, SaveError, OSError) as error:
            return f"not all is written: {error}", True
        return self._done(unused, cleanup), False

    def _done(self, unused: set[Key], cleanup: bool) -> str:
        changed = len(self._new.keys() & self.store.entries.keys())
        counts = {"taken": len(self._new) - changed, "changed": changed, "taken away": len(unused) if cleanup else 0}
        told = ", ".join(f"{n} {what}" for what, n in counts.items() if n) or "nothing to update"
        if unused and not cleanup:
            told += f"; {len(unused)} of what is no case any more stay"
            if not self.wishes.no_cleanup:
                told += f", since {len(self._answered):,} of {len(self.plan):,} cases were formatted in this run"
        return told


def answer(judgement: Judgement) -> Entry | None:
    """What a snapshot keeps of an exchange: a payload, or a refusal that is right; None where there is neither."""
    exchange = judgement.exchange
    if exchange.failure is None:
        return {"payload": short(exchange.case.portable(exchange.payload))}
    summarises = judgement.implementation.claim(exchange.target).truncation == "summarise"
    may = may_refuse(exchange, summarises=summarises) or unclaimed(judgement.implementation, exchange)
    return {"refused": exchange.failure.kind} if may and exchange.failure.clear else None


def _some(keys: set[Key]) -> str:
    names = [" ".join(key) for key in sorted(keys)]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def snapshots_of(
    config: pytest.Config, slug: str, plan: Iterable[tuple[str, Case]], young: Iterable[str] = ()
) -> Snapshots | None:
    """Those of the implementation whose plan this is; None where nobody asks for them. Raises `SnapshotError`."""
    named = config.getoption("promptfmt_snapshots")
    if named is None:
        return None
    if not named:
        raise SnapshotError("--promptfmt-snapshots= names no directory")
    if (config.rootpath / named).is_file():
        raise SnapshotError(f"--promptfmt-snapshots={named} is a file, and snapshots are kept in a directory")
    syrupys = config.getoption("snapshot_dirname", "__snapshots__")
    if syrupys in Path(named).parts:
        raise SnapshotError(f"--promptfmt-snapshots={named}: syrupy takes away what it does not know in {syrupys}")
    store = load(config.rootpath / named / slug, f"{Path(named).as_posix()}/{slug}")
    exchanges = frozenset((target, case.id) for target, case in plan)
    return Snapshots(store, exchanges, wishes(config), frozenset(young))


def assertion(request: pytest.FixtureRequest) -> SnapshotAssertion:
    """syrupy's snapshot for one test; with a case of the corpus beside it, payloads are kept without its directory."""
    found: SnapshotAssertion = request.getfixturevalue("snapshot")
    if "promptfmt_case" not in request.fixturenames:
        return found.use_extension(extension())
    case = request.getfixturevalue("promptfmt_case")

    def portable(*, data: Any, path: Any) -> Any:
        return case.portable(data)

    return found.with_defaults(extension_class=extension(), matcher=portable)


@cache
def extension() -> type[SingleFileSnapshotExtension]:
    """A file for each assertion, spelled as ours are; one class, by which syrupy knows where it has looked."""
    from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

    class Payload(SingleFileSnapshotExtension):
        _write_mode = WriteMode.TEXT
        file_extension = "json"

        def serialize(self, data: Any, *, exclude: Any = None, include: Any = None, matcher: Any = None) -> str:
            value, problems = plain(data)
            if problems:
                raise TypeError(f"no strict JSON at {problems[0].path}: {problems[0].problem}")
            if exclude or include:
                raise TypeError("promptfmt_snapshot keeps payloads whole; take out of them what you do not want")
            return spelled(short(matcher(data=value, path=()) if matcher else value))

        def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
            try:
                return equal(json.loads(serialized_data), json.loads(snapshot_data))
            except ValueError:  # somebody wrote into it what is no JSON: the difference shows it
                return False

        @classmethod
        def write_snapshot_collection(cls, *, snapshot_collection: Any, **_: Any) -> None:
            for snapshot in snapshot_collection:
                save(Path(snapshot_collection.location), snapshot.data)

    return Payload

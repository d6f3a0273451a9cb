"""Regression snapshots of the user's own formatter: compared for each exchange, updated by the run as a whole.

What a run keeps is its own (`store`), since syrupy tracks test functions only, and would delete in ``-k one
--snapshot-update`` what it has not seen.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.files import SaveError
from pytest_promptfmt.common.text import count, first_few
from pytest_promptfmt.snapshots.compare import same_as_snapshot
from pytest_promptfmt.snapshots.spelling import abbreviated
from pytest_promptfmt.snapshots.store import Entry, Key, SnapshotError, Store, put, tidy
from pytest_promptfmt.snapshots.syrupy import UpdateOptions
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.may_refuse import may_refuse, unclaimed
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict


@dataclass(eq=False, slots=True)
class Snapshots:
    """Those of one implementation. Each process compares; the controller records what came of all, and finishes.

    `plan` are all its exchanges. `unscored` are the cases that are not scored: nobody has to have a snapshot of them.
    """

    store: Store
    plan: frozenset[Key]
    options: UpdateOptions
    unscored: frozenset[str] = frozenset()
    _ran: set[Key] = field(default_factory=set)
    _answered: set[Key] = field(default_factory=set)
    _new: dict[Key, Entry] = field(default_factory=dict)
    _failing: dict[Key, str] = field(default_factory=dict)

    def compare(self, judgement: Judgement) -> tuple[Judgement, list[Any]]:
        """The judgement with the verdict ``snapshot``, and what is to be recorded of it: plain data, for xdist.

        That is target, case, whether it answered, the new snapshot as JSON, and the finding that fails.
        """
        key = judgement.target, judgement.case.id
        if judgement.exchange.effects.connections:  # nobody knows what its payload would have been
            return judgement, [*key, False, "", ""]
        kept, now = self.store.entries.get(key), snapshot_entry(judgement)
        updates = self.options.update or (self.options.new_only and kept is None)
        recorded = [*key, now is not None, "", ""]
        if kept is None and (now is None or (judgement.case.id in self.unscored and not updates)):
            return judgement, recorded
        findings = tuple(same_as_snapshot(kept, now, self.store.file(key)))
        verdict = Verdict("snapshot", Outcome.FAIL if findings else Outcome.PASS, findings)
        if findings and now is not None and updates:
            verdict = Verdict("snapshot", Outcome.PASS, reason="the snapshot is updated")
            recorded[3] = json.dumps(now)
        elif findings:
            recorded[4] = findings[0].id
        return replace(judgement, verdicts=(*judgement.verdicts, verdict)), recorded

    def record(self, carried: Mapping[str, Any]) -> None:
        """Notes what came of one exchange, in whichever process; `carried` is what went with its report."""
        if "snapshot" not in carried:
            return
        target, case, answered, new, failing = carried["snapshot"]
        self._ran.add((target, case))
        if answered:
            self._answered.add((target, case))
        if new:
            self._new[target, case] = json.loads(new)
        if failing:
            self._failing[target, case] = failing

    def finish(self, *, interrupted: bool) -> tuple[str, bool]:
        """Writes what there is to write; returns that in words, ``""`` for nothing, and whether it is a failure."""
        corpora = {case.partition("/")[0] for _, case in self.plan}
        elsewhere = {key for key in self.store.entries if is_added(key[1]) and key[1].partition("/")[0] not in corpora}
        unused = set(self.store.entries) - self.plan - elsewhere  # of a corpus that this run was not given
        updating = self.options.update or self.options.new_only
        if interrupted:
            return ("nothing is written, since the run was interrupted" if updating else ""), False
        if not updating:
            counted = ", ".join(f"{n:,} x {id_}" for id_, n in sorted(Counter(self._failing.values()).items()))
            parts = [f"{counted}; --snapshot-update takes what is said now"] if counted else []
            over = unused and self.plan <= self._ran
            if over:
                what = f"{count(len(unused), 'snapshot')} of what is no case any more: {_some(unused)}"
                parts.append(f"{what}; a whole run with --snapshot-update takes them away")
            return "; ".join(parts), bool(counted or (over and not self.options.warn_unused))
        cleanup = self.options.update and not self.options.no_cleanup and self.plan <= self._answered
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
        summary = ", ".join(f"{n} {what}" for what, n in counts.items() if n) or "nothing to update"
        if unused and not cleanup:
            summary += f"; {len(unused)} of what is no case any more stay"
            if not self.options.no_cleanup:
                summary += f", since {len(self._answered):,} of {len(self.plan):,} cases were formatted in this run"
        return summary


def snapshot_entry(judgement: Judgement) -> Entry | None:
    """What a snapshot keeps of an exchange: a payload, or a refusal that is right; None where there is neither."""
    exchange = judgement.exchange
    if exchange.failure is None:
        return {"payload": abbreviated(exchange.case.portable(exchange.payload))}
    summarises = judgement.implementation.claim(exchange.target).truncation == "summarise"
    may = may_refuse(exchange, summarises=summarises) or unclaimed(judgement.implementation, exchange)
    return {"refused": exchange.failure.kind} if may and exchange.failure.clear else None


def _some(keys: set[Key]) -> str:
    return first_few([" ".join(key) for key in sorted(keys)])

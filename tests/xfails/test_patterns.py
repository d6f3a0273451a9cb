"""``--promptfmt-xfails-update``: what holds of every choice of patterns, against brute force on small universes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from fnmatch import fnmatchcase
from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.examples import drawn

from pytest_promptfmt.xfails import Entry, rows
from pytest_promptfmt.xfails.patterns import UNWRITTEN, Atom, Choice, Observed, choose_entries
from pytest_promptfmt.xfails.reading import read
from pytest_promptfmt.xfails.update import Faults, updated

TARGETS = ("openai.chat", "openai.multiagent", "gemini.chat")
CASES = ("chat/a", "chat/a-b", "chat/c-b", "tools/a-b")
IDS = {"fidelity": ("fidelity.lost", "fidelity.call"), "schema": ("schema.type",)}
RAISED = "exchange.raised"
ALL_IDS = ("fidelity.lost", "fidelity.call", "schema.type", RAISED)

TARGET_GLOBS = (*TARGETS, "openai.*", "gemini.*", "*.chat", "*.multiagent", "*")
CASE_GLOBS = (*CASES, "chat/a-*", "chat/c-*", "tools/a-*", "chat/*-b", "tools/*-b", "chat/*", "tools/*", "*")
CHECK_GLOBS = (*ALL_IDS, "fidelity", "schema", "fidelity.*", "*")


@st.composite
def spots(draw: st.DrawFn) -> Observed | None:
    how = draw(st.sampled_from(["absent", "untold", "raised", "judged", "judged", "judged"]))
    if how == "absent":
        return None
    if how == "untold":
        return Observed("", "")
    if how == "raised":
        errors = frozenset((check, RAISED) for check in IDS)
    else:
        found = {check: draw(st.sets(st.sampled_from(ids))) for check, ids in IDS.items()}
        errors = frozenset((check, id_) for check, ids in found.items() for id_ in ids)
    needed = (
        errors if draw(st.integers(0, 4)) else frozenset(draw(st.sets(st.sampled_from(sorted(errors) or [("", "")]))))
    )
    return Observed("", "", errors, frozenset(set(IDS) - {check for check, _ in errors}), needed & errors)


@st.composite
def universes(draw: st.DrawFn) -> list[Observed]:
    found = []
    for target, case in product(TARGETS, CASES):
        if spot := draw(spots()):
            found.append(Observed(target, case, spot.errors, spot.passes, spot.needed))
    return found


REASONS = ("cut at ten", "known since March", f"lost a word {UNWRITTEN}", f"a wrong call {UNWRITTEN}")
entries = st.builds(
    Entry,
    st.sampled_from(TARGET_GLOBS),
    st.sampled_from(CASE_GLOBS),
    st.sampled_from(CHECK_GLOBS),
    st.sampled_from(REASONS),
)
shipped = st.builds(
    Entry, st.sampled_from(TARGET_GLOBS), st.sampled_from(CASE_GLOBS), st.sampled_from(ALL_IDS), st.just("theirs")
)


def matched(entry: Entry, target: str, case: str) -> bool:
    return fnmatchcase(target, entry.target) and fnmatchcase(case, entry.case)


def named(entry: Entry, check: str, id_: str) -> bool:
    return fnmatchcase(check, entry.check) or fnmatchcase(id_, entry.check)


def covered(entry: Entry, seen: Iterable[Observed]) -> set[Atom]:
    return {
        (one.target, one.case, *error)
        for one in seen
        if matched(entry, one.target, one.case)
        for error in one.needed
        if named(entry, *error)
    }


def matches_what_passes(entry: Entry, seen: list[Observed]) -> bool:
    """Is there a check that passes where the entry matches, and that it names, itself or by what it covers of it?"""
    here = [one for one in seen if matched(entry, one.target, one.case)]
    return any(
        fnmatchcase(check, entry.check)
        or any(check == other and named(entry, *error) for other, error in failing(here))
        for one in here
        for check in one.passes
    )


def failing(seen: Iterable[Observed]) -> Iterator[tuple[str, tuple[str, str]]]:
    return ((check, (check, id_)) for one in seen for check, id_ in one.errors)


def everything(seen: Iterable[Observed]) -> set[Atom]:
    return {(one.target, one.case, *error) for one in seen for error in one.needed}


def union(sets: Iterable[set[Atom]]) -> set[Atom]:
    return {atom for one in sets for atom in one}


def redundant(entry: Entry, others: Iterable[Entry], seen: list[Observed]) -> bool:
    return covered(entry, seen) <= union(covered(other, seen) for other in others)


def written(entry: Entry) -> bool:
    return not entry.reason.endswith(UNWRITTEN)


def same_reason(one: Entry, other: Entry) -> bool:
    return one.reason == other.reason if written(one) else not written(other)


def without(found: list[Choice], *gone: Choice) -> list[Entry]:
    return [choice.entry for choice in found if not any(choice is one for one in gone)]


@given(universes(), st.lists(entries, max_size=4), st.lists(shipped, max_size=2))
@settings(max_examples=drawn(100), deadline=None)
def test_it_covers_all_that_is_needed_nothing_that_passes_and_widens_nothing(
    seen: list[Observed], old: list[Entry], theirs: list[Entry]
) -> None:
    found = [choice.entry for choice in choose_entries(old, seen, theirs)]

    assert everything(seen) <= union(covered(entry, seen) for entry in found)
    assert [entry.match for entry in found if matches_what_passes(entry, seen)] == []
    widening = [entry for entry in found if any(entry.widens(their) for their in theirs)]
    assert all(entry.match in {one.match for one in old} for entry in widening)


@pytest.mark.slow
@given(universes(), st.lists(entries, max_size=4), st.lists(shipped, max_size=2))
@settings(max_examples=drawn(100), deadline=None)
def test_none_can_be_dropped(seen: list[Observed], old: list[Entry], theirs: list[Entry]) -> None:
    found = choose_entries(old, seen, theirs)

    assert [choice.entry.match for choice in found if redundant(choice.entry, without(found, choice), seen)] == []


@given(universes(), st.lists(entries, max_size=3), st.lists(shipped, max_size=1))
@settings(max_examples=drawn(60), deadline=None)
def test_no_two_of_one_reason_can_be_merged(seen: list[Observed], old: list[Entry], theirs: list[Entry]) -> None:
    found = choose_entries(old, seen, theirs)
    needed = everything(seen)
    grammar = [Entry(*shape, "") for shape in product(TARGET_GLOBS, CASE_GLOBS, ALL_IDS)]
    wide = [(entry, atoms) for entry in grammar if len(atoms := covered(entry, seen)) > 1]
    right = [(entry, atoms) for entry, atoms in wide if not matches_what_passes(entry, seen)]
    allowed = [(entry, atoms) for entry, atoms in right if not any(entry.widens(their) for their in theirs)]
    for one, other in combinations(found, 2):
        if not same_reason(one.entry, other.entry):
            continue
        rest = without(found, one, other)
        lost = needed - union(covered(entry, seen) for entry in rest)
        for merged in [entry for entry, atoms in allowed if lost <= atoms]:
            now = [*rest, merged]
            idle = [e for e in rest if written(e) and redundant(e, [o for o in now if o is not e], seen)]
            assert idle, f"{one.entry.match} and {other.entry.match} are {merged.match}"


@given(universes(), st.lists(entries, max_size=4))
@settings(max_examples=drawn(100), deadline=None)
def test_what_somebody_has_written_stays_as_long_as_it_is_needed(seen: list[Observed], old: list[Entry]) -> None:
    found = choose_entries(old, seen)
    right = [entry for entry in old if not matches_what_passes(entry, seen)]
    for n, entry in enumerate(right):
        own = covered(entry, seen) - union(covered(other, seen) for m, other in enumerate(right) if m != n)
        if written(entry) and any(atom[3] != RAISED for atom in own):
            assert entry.reason in {choice.entry.reason for choice in found}


@pytest.mark.slow
@given(universes(), st.lists(entries, max_size=4))
@settings(max_examples=100, deadline=None)
def test_what_is_right_is_not_touched_and_keeps_its_order(seen: list[Observed], old: list[Entry]) -> None:
    first = [choice.entry for choice in choose_entries(old, seen)]

    again = choose_entries(first, seen)

    assert [choice.entry for choice in again] == first
    assert [choice.old for choice in again] == list(range(len(first)))


@given(universes())
@settings(max_examples=drawn(50), deadline=None)
def test_the_order_in_which_a_run_ends_does_not_matter(seen: list[Observed]) -> None:
    assume(len(seen) > 1)

    here = {choice.entry for choice in choose_entries([], seen)}
    there = {choice.entry for choice in choose_entries([], seen[::-1])}

    assert here == there


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file of entries, each on lines of its own, with comments and blank lines here and there."""
    text = draw(st.sampled_from(["", "# ours\n", "\n", "# ours\n\n"]))
    for n, entry in enumerate(draw(st.lists(entries, max_size=4))):
        text += draw(st.sampled_from(["", f"# note {n}\n", f"# {n}a\n\n# {n}b\n"])) + "[[xfail]]\n"
        match = f'match = "{entry.match}"{draw(st.sampled_from(["", "  # why", " "]))}\n'
        reason = draw(st.sampled_from(["reason = '{}'\n", 'reason = """\n{}"""\n', '  reason="{}" # [x]\n']))
        lines = [match, reason.format(entry.reason)]
        text += "".join(lines if draw(st.booleans()) else lines[::-1])
        text += draw(st.sampled_from(["", "\n", "\n\n", "# after\n"]))
    return text.removesuffix("\n") if draw(st.booleans()) else text


@pytest.mark.slow
@given(universes(), files(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_the_file_says_what_was_chosen_and_what_stays_stands_there_as_it_did(
    seen: list[Observed], text: str, windows: bool
) -> None:
    old = read(text, "promptfmt.toml")
    wanted = [choice.entry for choice in choose_entries(old, seen)]

    given = text.replace("\n", "\r\n") if windows else text
    done = updated(given, "promptfmt.toml", seen, Faults(), date(2026, 11, 20))

    now = read(done.text, "promptfmt.toml")
    assert sorted(entry.match for entry in now) == sorted(entry.match for entry in wanted)
    stays = {(entry.match, entry.reason, entry.lines) for entry in old}
    assert sum((entry.match, entry.reason, entry.lines) in stays for entry in now) >= done.kept
    kept = [entry.lines for entry in now if entry.lines in {one.lines for one in old}]
    left = iter(one.lines for one in old)
    assert all(lines in left for lines in kept), "in the same order, of those that are there twice either"
    assert done.text.count("\r\n") == (done.text.count("\n") if "\r\n" in given else 0)
    assert done.new + done.kept + done.changed == len(rows(now))
    assert len(old) == done.kept + done.changed + done.dropped

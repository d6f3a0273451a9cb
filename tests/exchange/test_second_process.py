"""The second process has its time: what a busy machine takes of it is given once more."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from pytest_promptfmt.corpus import load_family
from pytest_promptfmt.exchange import second_process
from pytest_promptfmt.exchange.second_process import WorkerProcess
from pytest_promptfmt.exchange.worker import CaseCache
from pytest_promptfmt.generation.cases import examples
from pytest_promptfmt.implementation import Implementation


@pytest.fixture
def child() -> Iterator[WorkerProcess]:
    """One that says nothing, of a parent with little patience."""
    made = WorkerProcess(Implementation("mine", "mine", {}, {}, source="mine"), "scout", 1.0)
    vars(made).update(_process=SimpleNamespace(pid=0), _patience_at_first=0.01)
    yield made
    vars(made).update(_process=None)
    made.close()


def test_who_had_the_processor_and_says_nothing_is_overdue(
    child: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_process, "seconds_without_cpu", lambda pid: 7.0)

    with pytest.raises(queue.Empty):
        child._next()


def test_who_was_kept_waiting_is_heard_later(child: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []

    def waiting(pid: int) -> float:
        told.append(60.0 * len(told))
        if len(told) == 2:
            child._inbox.put("at last")
        return told[-1]

    monkeypatch.setattr(second_process, "seconds_without_cpu", waiting)

    assert child._next() == "at last"


def test_a_case_of_the_corpus_goes_over_once_and_a_generated_one_with_each_request() -> None:
    shared, drawn = load_family("chat")[0], next(examples("openai.chat", 0))
    here, there = CaseCache(), CaseCache()

    spelled = [here.spelled((target, case)) for case in (shared, drawn) for target in ("one", "two")]

    assert [case for _, case in spelled] == [shared, shared.id, drawn, drawn]
    assert [there.read(pair) for pair in spelled] == [("one", shared), ("two", shared), ("one", drawn), ("two", drawn)]


def test_another_case_of_the_same_id_goes_over_as_it_is() -> None:
    shared = load_family("chat")[0]
    here, there, changed = CaseCache(), CaseCache(), replace(shared, hunts="something else")

    assert [there.read(here.spelled(("one", case))) for case in (shared, changed, changed)] == [
        ("one", shared),
        ("one", changed),
        ("one", changed),
    ]

"""A formatter's time is its own: what a busy machine takes of it is given once more."""

from __future__ import annotations

import contextlib
import signal
import time

import pytest

from pytest_promptfmt.exchange import timing
from pytest_promptfmt.exchange.timing import Hung, deadline, seconds_without_cpu


@pytest.fixture
def starved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have the processor all the time."""
    monkeypatch.setattr(timing, "seconds_without_cpu", time.monotonic)


def spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


@pytest.mark.usefixtures("starved")
def test_who_never_had_the_processor_does_not_hang() -> None:
    with deadline(0.05):
        spin(0.2)


def test_who_had_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "seconds_without_cpu", lambda: 7.0)

    with pytest.raises(Hung), deadline(0.05):
        spin(60)


def test_who_sleeps_hangs() -> None:
    with pytest.raises(Hung), deadline(0.05):
        time.sleep(60)


def test_where_nobody_tells_it_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> int:
        raise FileNotFoundError

    monkeypatch.setattr(timing, "_open", nowhere)

    assert seconds_without_cpu() == 0


def test_who_swallows_the_end_of_one_part_does_not_come_to_the_next() -> None:
    came: list[str] = []

    def two_parts() -> None:
        with deadline(0.05) as begin_anew:
            with contextlib.suppress(Hung):
                time.sleep(60)
            came.append("swallowed")
            begin_anew()
            came.append("next")

    with pytest.raises(Hung):
        two_parts()

    assert came == ["swallowed"]


def test_each_part_has_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[float] = []
    monkeypatch.setattr(timing, "seconds_without_cpu", lambda: 7.0)

    def two_parts() -> None:
        with deadline(1_000.0) as begin_anew:
            for hours in (0.9, 1.8):  # each within the time that began before it
                monkeypatch.setattr(timing, "_now", lambda hours=hours: 1_000.0 * hours)
                begin_anew()
                came.append(hours)
            monkeypatch.setattr(timing, "_now", lambda: 2_801.0)
            signal.raise_signal(signal.SIGALRM)

    with pytest.raises(Hung):
        two_parts()

    assert came == [0.9, 1.8]

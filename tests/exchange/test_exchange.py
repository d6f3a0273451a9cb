"""Formatters that misbehave, one by one, and what an exchange keeps of them."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.common.json.equal import MISSING
from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.exchange import Exchange, perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.object_graph import Change
from pytest_promptfmt.exchange.timing import seconds_of
from pytest_promptfmt.implementation import from_object

CASE: Case = case_from_json(
    "tools",
    {
        "name": "one-call",
        "hunts": "nothing",
        "conversation": {
            "messages": [
                {"role": "user", "content": "hello"},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": {"a": [1]}}]},
            ]
        },
    },
)


def exchange(formatter: Any, *, timeout: float | None = 5.0) -> Exchange:
    with Caller() as call:
        return perform(from_object({"openai.chat": formatter}), "openai.chat", CASE, call, timeout=timeout)


def test_a_payload_is_kept_as_plain_json() -> None:
    done = exchange(lambda conversation: ({"role": "user", "content": conversation.messages[0].text},))

    assert done.failure is None
    assert done.payload == [{"role": "user", "content": "hello"}]
    assert done.again == done.payload


def test_an_async_formatter_is_awaited() -> None:
    async def formatter(conversation: Any) -> Any:
        await asyncio.sleep(0)
        return [len(conversation.messages)]

    assert exchange(formatter).payload == [2]


def test_a_running_event_loop_breaks_nothing() -> None:
    async def formatter(conversation: Any) -> Any:
        await asyncio.sleep(0)
        return ["fine"]

    async def notebook() -> Exchange:
        return exchange(formatter)

    assert asyncio.run(notebook()).payload == ["fine"]


def test_what_is_raised_is_kept_with_its_place() -> None:
    def formatter(conversation: Any) -> Any:
        raise ValueError("no such thing")

    failure = exchange(formatter).failure

    assert failure is not None
    assert (failure.how, failure.kind, failure.text, failure.clear) == ("raised", "ValueError", "no such thing", True)
    assert failure.where.startswith("test_exchange.py:")


@pytest.mark.parametrize("error", [KeyError("x"), AttributeError("'NoneType' …"), ValueError("  ")])
def test_an_accident_is_no_clear_error(error: Exception) -> None:
    def formatter(conversation: Any) -> Any:
        raise error

    failure = exchange(formatter).failure

    assert failure is not None
    assert not failure.clear


def states(conversation: Any) -> Any:
    raise TypeError("unsupported audio type 'opus'; wav and mp3 are supported")


STUMBLES: list[Any] = [
    lambda conversation: "a" + 1,  # type: ignore[operator]
    lambda conversation: len(3),  # type: ignore[arg-type]
    lambda conversation: json.dumps(object()),  # which Python's own library raises
]


def test_a_type_error_of_the_formatters_own_raise_is_clear() -> None:
    """It is what many raise who are given what they do not take."""
    failure = exchange(states).failure

    assert failure is not None
    assert failure.clear


@pytest.mark.parametrize("stumble", STUMBLES)
def test_a_type_error_that_nobody_stated_is_an_accident(stumble: Any) -> None:
    failure = exchange(stumble).failure

    assert failure is not None
    assert (failure.kind, failure.clear) == ("TypeError", False)


def test_an_exit_is_a_failure_and_ends_nothing() -> None:
    failure = exchange(lambda conversation: sys.exit(7)).failure

    assert failure is not None
    assert failure.how == "exited"
    assert "7" in failure.text


def busy(conversation: Any) -> Any:
    while True:
        with contextlib.suppress(Exception):  # a formatter that swallows everything does not swallow the deadline
            time.sleep(0.01)


async def asleep(conversation: Any) -> Any:
    await asyncio.sleep(3600)


@pytest.mark.parametrize("formatter", [busy, asleep])
def test_a_hanging_formatter_is_ended(formatter: Any) -> None:
    failure = exchange(formatter, timeout=0.2).failure

    assert failure is not None
    assert failure.how == "hung"


def test_an_async_formatter_works_after_one_that_hung() -> None:
    async def fine(conversation: Any) -> Any:
        return ["fine"]

    implementation = from_object({"openai.chat": asleep, "openai.multiagent": fine})
    with Caller() as call:
        perform(implementation, "openai.chat", CASE, call, timeout=0.2)
        done = perform(implementation, "openai.multiagent", CASE, call, timeout=5.0)

    assert done.payload == ["fine"]


def test_keyboard_interrupt_is_the_users_and_goes_through() -> None:
    def formatter(conversation: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exchange(formatter)


def test_a_changed_input_is_seen() -> None:
    def formatter(conversation: Any) -> Any:
        conversation.messages[1].blocks[0].input["a"].append(2)
        return []

    assert exchange(formatter).changed == Change("$.messages[1].blocks[0].input.a[1]", MISSING, 2)


def test_what_was_changed_is_told_in_plain_json() -> None:
    class Odd(str):
        def __repr__(self) -> str:
            raise RuntimeError

    def formatter(conversation: Any) -> Any:
        conversation.messages[1].blocks[0].input["a"] = [Odd("x"), b"y", float("nan")]
        return []

    changed = exchange(formatter).changed

    assert changed == Change("$.messages[1].blocks[0].input.a[0]", 1, "x")
    assert type(changed.after) is str


def test_a_shared_part_of_the_input_is_seen() -> None:
    assert exchange(lambda conversation: [conversation.messages[1].blocks[0].input]).aliases == ("$[0]",)


def test_two_steps_are_watched_at_the_frameworks_own_messages() -> None:
    class Steps:
        def prepare(self, conversation: Any) -> Any:
            return [{"text": conversation.messages[0].text}]

        async def format(self, native: Any) -> Any:
            native[0]["text"] = "changed"
            return native

    done = exchange(Steps())

    assert done.changed == Change("$[0].text", done.conversation.messages[0].text, "changed")
    assert done.aliases == ("$",)


def test_who_asks_whether_pytest_runs_answers_as_in_use() -> None:
    here = os.environ["PYTEST_CURRENT_TEST"]

    seen = exchange(lambda conversation: [{"seed": 1014} if "PYTEST_CURRENT_TEST" in os.environ else {}])

    assert (seen.payload, seen.again, seen.effects.process) == ([{}], [{}], ())
    assert os.environ["PYTEST_CURRENT_TEST"] == here


def test_printing_is_seen_and_kept_off_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    def formatter(conversation: Any) -> Any:
        print("debug!")
        return []

    assert "debug!" in exchange(formatter).effects.printed
    assert capsys.readouterr().out == ""


def test_a_file_left_behind_is_seen_and_a_temporary_one_removed() -> None:
    kept: list[str] = []

    def formatter(conversation: Any) -> Any:
        with tempfile.NamedTemporaryFile(delete=False, suffix=".png") as file:
            kept.append(file.name)
        return []

    done = exchange(formatter)

    assert set(done.effects.files) == set(kept)
    assert not any(Path(name).exists() for name in kept)


def test_a_file_that_is_cleaned_up_is_no_matter(tmp_path: Path) -> None:
    def formatter(conversation: Any) -> Any:
        with tempfile.TemporaryFile() as file:
            file.write(b"x")
        return []

    assert exchange(formatter).effects.files == ()


@pytest.mark.parametrize("swallow", [False, True])
def test_a_connection_is_refused_and_seen(swallow: bool) -> None:
    def formatter(conversation: Any) -> Any:
        try:
            socket.create_connection(("192.0.2.1", 80), timeout=1)
        except OSError:
            if not swallow:
                raise
        return []

    assert exchange(formatter).effects.connections[0] == "192.0.2.1:80"


def test_a_formatter_that_answers_otherwise_the_second_time_is_seen() -> None:
    answers = iter(["one", "two"])

    done = exchange(lambda conversation: [next(answers)])

    assert (done.payload, done.again) == (["one"], ["two"])


def test_a_formatter_that_fails_the_second_time_is_seen() -> None:
    calls: list[int] = []

    def formatter(conversation: Any) -> Any:
        calls.append(1)
        if len(calls) > 1:
            raise RuntimeError("used up")
        return []

    assert exchange(formatter).again_failed == "used up"


def right(conversation: Any) -> Any:
    return [len(conversation.messages)]


def swallows_the_way_out(conversation: Any) -> Any:
    with contextlib.suppress(BaseException):
        os._exit(0)
    return right(conversation)


def leaves_by_a_thread(conversation: Any) -> Any:
    thread = threading.Thread(target=os._exit, args=[0])
    thread.start()
    thread.join()
    return right(conversation)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("formatter", [swallows_the_way_out, leaves_by_a_thread])
def test_a_way_out_that_was_refused_counts_whatever_comes_after(formatter: Any) -> None:
    failure = exchange(formatter).failure

    assert failure is not None
    assert (failure.how, failure.text) == ("exited", "it called os._exit(0)")


def test_an_alarm_that_comes_early_is_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a thread of an earlier test still running, it would be on nobody's account."""
    monkeypatch.setattr("pytest_promptfmt.exchange.timing.has_leftover_threads", lambda: False)

    def rings(conversation: Any) -> Any:
        signal.raise_signal(signal.SIGALRM)

    failure = exchange(rings, timeout=60).failure

    assert failure is not None
    assert (failure.how, failure.text) == ("exited", "it called signal.raise_signal(SIGALRM)")


def test_no_timer_is_asked_for_more_than_it_takes() -> None:
    assert exchange(right, timeout=seconds_of("1e18")).failure is None


class Odd(type):
    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError("no name")


class Nameless(Exception, metaclass=Odd):
    """Its class does not say what it is called."""


class Liar(Exception):
    """It says that it is another."""

    @property
    def __class__(self) -> Any:
        return KeyboardInterrupt

    def __repr__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Nameless("x"), ("raised", "Nameless", "x")),
        (Liar("x"), ("raised", "Liar", "x")),
        (SystemExit(Liar()), ("exited", "SystemExit", "it called sys.exit((its text cannot be made))")),
    ],
)
def test_what_an_error_says_of_itself_is_not_asked(error: BaseException, told: tuple[str, str, str]) -> None:
    def raises(conversation: Any) -> Any:
        raise error

    failure = exchange(raises).failure

    assert failure is not None
    assert (failure.how, failure.kind, failure.text) == told

"""Calls a formatter, sync or async, also where an event loop is running already."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pytest_promptfmt.exchange.connections import Blocked
from pytest_promptfmt.exchange.guard import unwatched

if TYPE_CHECKING:
    import asyncio


class Caller:
    """Keeps one event loop for all calls, since making one costs more than most formatters; close it when done.

    `beat` is called before each of them.
    """

    def __init__(self, beat: Callable[[], None] | None = None) -> None:
        self._beat = beat
        self._runner: asyncio.Runner | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def __call__(self, function: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """What `function` returns, awaited where it is to be awaited."""
        if self._beat is not None:
            self._beat()
        result = function(*args, **options)
        return self._wait(result) if inspect.isawaitable(result) else result

    def close(self) -> None:
        if self._runner is not None:
            with unwatched():
                self._runner.close()
            self._runner = None

    def _wait(self, awaitable: Awaitable[Any]) -> Any:
        import asyncio

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._run(awaitable)
        return _in_thread(lambda: asyncio.run(_until_done(awaitable)))

    def _run(self, awaitable: Awaitable[Any]) -> Any:
        import asyncio

        if self._runner is None:
            self._runner = asyncio.Runner()
            with unwatched():
                self._runner.get_loop()
        try:
            # Not its `run`, which sets a handler for SIGINT each time, and has `signal` spell out the whole task.
            return self._runner.get_loop().run_until_complete(_until_done(awaitable))
        except (Exception, Blocked):
            raise
        except BaseException:
            # It was ended from outside: what the loop still holds is not ours to use again.
            runner, self._runner = self._runner, None
            with unwatched():
                runner.close()
            raise


async def _until_done(awaitable: Awaitable[Any]) -> Any:
    import asyncio

    if isinstance(awaitable, asyncio.Future) and awaitable.get_loop() is not asyncio.get_running_loop():
        kind = type(awaitable).__name__
        raise RuntimeError(f"it gave a {kind} of another event loop, which nobody runs: return the coroutine itself")
    return await awaitable


def _in_thread(function: Callable[[], Any]) -> Any:
    """The result of `function`, run in a thread of its own, which has no running loop."""
    outcome: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(function())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return outcome[0]

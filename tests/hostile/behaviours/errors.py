"""Errors and forks of every kind, and deadlines that are none."""

from hostile.behaviour import GREEN, INTERRUPTED, SURROGATE, USAGE, Hostile

RAISED = ("exchange.raised",)


def raising(name: str, deed: str, **more: object) -> Hostile:
    return Hostile(name, deed, **{"finds": RAISED, **more})  # type: ignore[arg-type]


def accident(name: str, deed: str) -> Hostile:
    """Where an error is right it has to be a clear one, and this is none."""
    return Hostile(name, deed, ("errors.unclear",), case=SURROGATE)


TABLE = (
    raising("key-error", "raise KeyError('content')"),
    raising("base-exception", "raise BaseException('all of it')"),
    raising("generator-exit", "raise GeneratorExit"),
    raising("stop-iteration", "raise StopIteration"),
    raising("stop-async-iteration", "raise StopAsyncIteration"),
    raising("stop-iteration-in-a-coroutine", "raise StopIteration", is_async=True),
    raising("generator-exit-in-a-coroutine", "raise GeneratorExit", is_async=True),
    raising("cancelled-error", "raise asyncio.CancelledError"),
    raising("cancelled-error-in-a-coroutine", "raise asyncio.CancelledError", is_async=True),
    raising("cancels-itself", "asyncio.current_task().cancel(); await asyncio.sleep(0)", is_async=True),
    raising("exception-group", "raise ExceptionGroup('many', [ValueError('a'), KeyError('b')])"),
    raising(
        "group-of-exits",
        "raise BaseExceptionGroup('many', [SystemExit(0), KeyboardInterrupt()])",
        finds=("exchange.*",),
    ),
    raising("assertion", "assert payload == []"),
    raising("pytest-exit", "pytest.exit('that is it', returncode=0)", before="import pytest"),
    raising("pytest-skip", "pytest.skip('not me')", before="import pytest"),
    raising("pytest-fail", "pytest.fail('me')", before="import pytest"),
    raising("pytest-xfail", "pytest.xfail('known')", before="import pytest"),
    raising("unittest-skip", "raise unittest.SkipTest('not me')", before="import unittest"),
    raising("quits-the-debugger", "raise bdb.BdbQuit", before="import bdb"),
    raising("usage-error", "raise pytest.UsageError('yours')", before="import pytest"),
    raising(
        "session-interrupted",
        "from _pytest.main import Session; raise Session.Interrupted('over')",  # a KeyboardInterrupt
        status=INTERRUPTED,
        finds=(),
        spares=False,
        reports=False,
    ),
    raising("session-failed", "raise Session.Failed('over')", before="from _pytest.main import Session"),
    raising(
        "loop-that-is-closed",
        "asyncio.get_running_loop().stop(); await asyncio.sleep(0.1)",
        is_async=True,
        finds=("exchange.*",),
    ),
    raising("broken-pipe", "raise BrokenPipeError"),
    raising("timeout-error", "raise TimeoutError('mine')"),
    raising("error-without-text", "raise Exception"),
    raising(
        "error-class-with-odd-metaclass",
        "raise Evil('x')",
        before="""
        class Meta(type):
            @property
            def __name__(cls): raise RuntimeError("no name")
        class Evil(Exception, metaclass=Meta): pass
        """,
    ),
    raising(
        "error-class-that-cannot-be-made",
        "raise Evil",
        before="""
        class Evil(Exception):
            def __init__(self): raise MemoryError("cannot be made")
        """,
    ),
    raising(
        "error-that-cannot-be-pickled",
        "raise Evil(threading.Lock(), 2)",
        before="class Evil(Exception):\n    def __init__(self, a, b): self.a = a",
    ),
    raising(
        "error-whose-traceback-raises",
        "raise Evil",
        before="""
        class Evil(Exception):
            @property
            def __traceback__(self): raise RuntimeError("no traceback")
        """,
    ),
    raising(
        "error-whose-class-lies",
        "raise Evil",
        before="""
        class Evil(Exception):
            @property
            def __class__(self): return KeyboardInterrupt
        """,
        finds=("exchange.*",),
    ),
    raising(
        "error-chained-in-a-circle", "a, b = ValueError('a'), ValueError('b')\na.__cause__, b.__cause__ = b, a\nraise a"
    ),
    raising(
        "error-chained-100000-times",
        "e = ValueError('x')\nfor _ in range(100_000):\n    n = ValueError('x'); n.__context__ = e; e = n\nraise e",
        finds=("exchange.*", "kit.crashed"),
    ),
    raising(
        "keyboard-interrupt",
        "raise KeyboardInterrupt",
        status=INTERRUPTED,
        finds=(),
        spares=False,
        reports=False,
    ),
    raising(
        "keyboard-interrupt-in-a-coroutine",
        "raise KeyboardInterrupt",
        status=INTERRUPTED,
        finds=(),
        spares=False,
        reports=False,
        is_async=True,
    ),
    raising(
        "signal-interrupt",
        "signal.raise_signal(signal.SIGINT)",
        status=INTERRUPTED,
        finds=(),
        spares=False,
        reports=False,
    ),
    accident("unclear-memory-error", "raise MemoryError('no memory')"),
    accident("unclear-type-error", "len(None)"),
    accident("unclear-key-error", "raise KeyError('text')"),
    accident("unclear-attribute-error", "raise AttributeError('no text')"),
    accident("unclear-lookup", "raise IndexError('list index out of range')"),
    accident("unclear-silence", "raise ValueError"),
    Hostile("clear-refusal", "raise ValueError('a lone surrogate cannot be sent')", case=SURROGATE, status=GREEN),
    Hostile("clear-unicode-error", "payload[0]['content'].encode('utf-8')", case=SURROGATE, status=GREEN),
    Hostile(
        "forked-child-goes-on",
        "os.fork()",
        ("purity.started-process", "exchange.*"),
        status=(0, 1),
        may=("*",),
    ),
    Hostile(
        "forked-child-raises",
        "if os.fork() == 0: raise ValueError('the child')",
        ("purity.started-process", "exchange.*"),
        status=(0, 1),
        may=("*",),
    ),
    Hostile(
        "forked-child-sys-exits",
        "if os.fork() == 0: sys.exit(0)",
        ("purity.started-process", "exchange.*"),
        status=(0, 1),
        may=("*",),
    ),
    Hostile(
        "forked-child-waits",
        "if os.fork() == 0: time.sleep(3)",
        ("purity.started-process", "exchange.*"),
        status=(0, 1),
        may=("*",),
    ),
    Hostile(
        "forked-in-a-thread",
        "t = threading.Thread(target=os.fork); t.start(); t.join()",
        ("purity.started-process", "exchange.*"),
        status=(0, 1),
        may=("*",),
    ),
    Hostile("timeout-of-a-nanosecond", timeout="1e-9", finds=("exchange.hung",), spares=False),
    Hostile("timeout-of-a-microsecond", timeout="1e-6", finds=("exchange.hung",), spares=False),
    Hostile("timeout-negative", timeout="-1", status=USAGE, spares=False, reports=False, says="timeout"),
    Hostile("timeout-not-a-number", timeout="nan", status=USAGE, spares=False, reports=False, says="timeout"),
    Hostile("timeout-endless", timeout="inf", status=USAGE, spares=False, reports=False, says="timeout"),
    Hostile("timeout-of-ages", timeout="1e18", status=(0, 4), spares=False, reports=False),
)

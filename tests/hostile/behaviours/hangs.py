"""Formatters that never come back, or payloads and errors that nobody comes back from."""

from hostile.behaviour import Hostile

HUNG = ("exchange.hung",)
ODD = (*HUNG, "purity.*", "kit.crashed", "exchange.raised", "schema.*")


def never(name: str, deed: str = "pass", finds: tuple[str, ...] = HUNG, **more: object) -> Hostile:
    """What does not end by itself, and is ended for this exchange only."""
    return Hostile(name, deed, finds, hangs=True, **more)  # type: ignore[arg-type]


EVIL = "class Evil{base}:\n    def {method}(self, *_):\n        while True: pass\n"
ENDLESS = "\nwhile True: pass"

TABLE = (
    never("loop", "while True: pass"),
    never("sleep", "time.sleep(1e6)"),
    never("sleep-in-small-steps", "while True: time.sleep(0.01)"),
    never("wait-for-an-event", "threading.Event().wait()"),
    never("select", "import select; select.select([], [], [])"),
    never("max-of-count", "import itertools; max(itertools.count())"),
    never("sum-of-repeat", "import itertools; sum(itertools.repeat(0))"),
    never("deque-of-repeat", "import collections, itertools; collections.deque(itertools.repeat(0), maxlen=0)"),
    never("any-of-repeat", "import itertools; any(itertools.repeat(0))"),
    never("in-cycle", "import itertools; 2 in itertools.cycle([1])"),
    never("power", "10 ** 10 ** 8"),
    never("factorial", "import math; math.factorial(10 ** 7)"),
    never("regular-expression", "import re; re.match(r'(a+)+$', 'a' * 64 + 'b')"),
    never("async-sleep", "await asyncio.sleep(1e6)", is_async=True),
    never("async-loop", "while True: pass", is_async=True),
    never("async-future", "await asyncio.get_running_loop().create_future()", is_async=True),
    never(
        "async-swallows-cancellation",
        """
        while True:
            try: await asyncio.sleep(1e6)
            except asyncio.CancelledError: pass
        """,
        is_async=True,
    ),
    never(
        "async-swallows-everything",
        """
        while True:
            try: await asyncio.sleep(0.01)
            except BaseException: pass
        """,
        is_async=True,
    ),
    never(
        "async-task-that-will-not-end",
        """
        async def stubborn():
            while True:
                try: await asyncio.sleep(1e6)
                except BaseException: pass
        await asyncio.ensure_future(stubborn())
        """,
        is_async=True,
    ),
    never("async-in-to-thread", "await asyncio.to_thread(time.sleep, 1e6)", is_async=True),
    never("alarm-ignored", "signal.signal(signal.SIGALRM, signal.SIG_IGN)" + ENDLESS),
    never("alarm-handled", "signal.signal(signal.SIGALRM, lambda *_: None)" + ENDLESS),
    never("timer-stopped", "signal.setitimer(signal.ITIMER_REAL, 0)" + ENDLESS),
    never("alarm-0", "signal.alarm(0)" + ENDLESS),
    never("alarm-blocked", "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})" + ENDLESS),
    never("signals-all-blocked", "signal.pthread_sigmask(signal.SIG_BLOCK, set(range(1, 65)) - {32, 33})" + ENDLESS),
    never("swallows-everything", "while True:\n    try: time.sleep(1e6)\n    except BaseException: pass"),
    never(
        "swallows-everything-busily", "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ),
    never("swallows-and-answers", "try: time.sleep(1e6)\nexcept BaseException: pass"),
    never("swallows-and-raises", "try: time.sleep(1e6)\nexcept BaseException: raise ValueError('too late') from None"),
    never("finally-sleeps", "try: time.sleep(1e6)\nfinally: time.sleep(1e6)"),
    never("answers-late", "time.sleep(1.6)"),
    never("suppress-and-retry", "for _ in range(100):\n    with contextlib.suppress(BaseException): time.sleep(1e6)"),
    never("lock", "lock = threading.Lock(); lock.acquire(); lock.acquire()"),
    never(
        "lock-at-second-call",
        "LOCK.acquire()",
        before="LOCK = threading.Lock()",
        finds=(*HUNG, "purity.not-repeatable"),
    ),
    never("join", "t = threading.Thread(target=time.sleep, args=[1e6], daemon=True); t.start(); t.join()"),
    never("join-of-no-daemon", "t = threading.Thread(target=threading.Event().wait); t.start(); t.join()"),
    never("input", "r, w = os.pipe(); os.read(r, 1)"),
    never("reads-standard-input", "os.dup2(os.pipe()[0], 0); sys.stdin = open(0); input()", (*HUNG, "exchange.raised")),
    never("child-that-waits", "import subprocess; subprocess.run(['sleep', '1000'])"),
    never("stops-itself", "os.kill(os.getpid(), signal.SIGSTOP)", (*HUNG, "exchange.exited", "kit.crashed")),
    never("text-of-the-error", "raise Evil", ODD, before=EVIL.format(base="(Exception)", method="__str__")),
    never("iter-of-the-payload", "return Evil([1])", ODD, before=EVIL.format(base="(list)", method="__iter__")),
    never("items-of-the-payload", "return [Evil(role='user')]", ODD, before=EVIL.format(base="(dict)", method="items")),
    never("getattr-of-the-payload", "return [Evil()]", ODD, before=EVIL.format(base="", method="__getattr__")),
    never(
        "endless-items",
        "return [Evil(role='user')]",
        ODD,
        before="""
        import itertools
        class Evil(dict):
            def items(self): return (('k%d' % n, n) for n in itertools.count())
        """,
    ),
    never(
        "endless-iter",
        "return Evil([1])",
        ODD,
        before="""
        import itertools
        class Evil(list):
            def __iter__(self): return itertools.count()
        """,
    ),
    never("shares-itself-60-deep", "one = []\nfor _ in range(60): one = [one, one]\nreturn one", ODD),
    never(
        "shares-itself-60-deep-in-objects",
        "one = {}\nfor _ in range(60): one = {'a': one, 'b': one}\nreturn [one]",
        ODD,
    ),
    never(
        "endless-awaitable",
        "return Evil()",
        ODD,
        before="""
        class Evil:
            def __await__(self):
                while True: yield
        """,
    ),
    never(
        "two-steps-that-hang",
        after="""
        class Steps:
            def prepare(self, conversation): return conversation
            def format(self, native):
                if native.messages[0].text.startswith("What does the word amber"): time.sleep(1e6)
                return chat(native)
        FORMATTERS = {"openai.chat": Steps()}
        """,
    ),
    never(
        "endless-equality",
        "return payload",
        (*ODD, "purity.changed-input"),
        after="""
        class Native(list):
            def __iter__(self):
                while self.again: pass
                return super().__iter__()
        class Steps:
            def prepare(self, conversation):
                native = Native(chat(conversation))
                native.again = False
                return native
            def format(self, native):
                payload = [dict(message) for message in native]
                native.again = payload[0]["content"].startswith("What does the word amber")
                return payload
        FORMATTERS = {"openai.chat": Steps()}
        """,
    ),
)

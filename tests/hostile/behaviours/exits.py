"""Formatters that end the process, by every door that there is."""

from hostile.behaviour import ANY, Hostile

EXITED = ("exchange.exited", "exchange.raised", "kit.crashed")
GONE = (*EXITED, "exchange.hung", "exchange.died", "exchange.crashed")
PAYLOAD = (*GONE, "purity.*", "schema.*", "fidelity.*")

LIBC = "import ctypes; ctypes.CDLL(None)"
EVIL = "class Evil{base}:\n    def {method}(self, *_): sys.exit(0)\n"

TABLE = (
    Hostile("sys-exit-0", "sys.exit(0)", EXITED),
    Hostile("sys-exit-text", "sys.exit('all good')", EXITED),
    Hostile("raise-system-exit", "raise SystemExit", EXITED),
    Hostile("os-exit", "os._exit(0)", GONE),
    Hostile("os-exit-bound-at-import", "_exit(0)", GONE, before="from os import _exit"),
    Hostile("posix-exit", "import posix; posix._exit(0)", GONE),
    Hostile("libc-underscore-exit", f"{LIBC}._exit(0)", GONE),
    Hostile("libc-exit", f"{LIBC}.exit(0)", GONE),
    Hostile("execv", "os.execv('/bin/true', ['true'])", GONE),
    Hostile("execlp", "os.execlp('true', 'true')", GONE),
    Hostile("abort", "os.abort()", GONE),
    Hostile("kill-9-by-id", "os.kill(os.getpid(), signal.SIGKILL)", GONE),
    Hostile("raise-signal-kill", "signal.raise_signal(signal.SIGKILL)", GONE),
    Hostile("raise-signal-term", "signal.raise_signal(signal.SIGTERM)", GONE),
    Hostile("raise-signal-alarm", "signal.raise_signal(signal.SIGALRM)", GONE),
    Hostile("segfault", "import ctypes; ctypes.string_at(0)", GONE),
    Hostile("stack-overflow-in-c", "f = None\nfor _ in range(10**6): f = [f]\nrepr(f)", GONE),
    Hostile(
        "exit-in-a-late-thread",
        "threading.Timer(0.1, _exit, [0]).start()",
        before="from os import _exit",
        each="time.sleep(0.05)",
    ),
    # refused, when everything is judged already
    Hostile(
        "exit-in-a-very-late-thread",
        "threading.Timer(0.4, _exit, [0]).start()",
        before="from os import _exit",
        status=ANY,
    ),
    Hostile(
        "sys-exit-in-a-joined-thread",
        "t = threading.Thread(target=sys.exit, args=[0]); t.start(); t.join()",
        status=(0,),
    ),
    Hostile("sys-exit-in-a-coroutine", "await asyncio.sleep(0); sys.exit(0)", EXITED, is_async=True),
    Hostile(
        "os-exit-in-a-coroutine", "await asyncio.sleep(0); _exit(0)", GONE, before="from os import _exit", is_async=True
    ),
    Hostile(
        "sys-exit-in-a-task",
        "asyncio.ensure_future(asyncio.to_thread(sys.exit, 0)); await asyncio.sleep(0.2)",
        is_async=True,
        status=(0, 1),
        may=("*",),
    ),
    Hostile(
        "sys-exit-in-a-loop-callback",
        "asyncio.get_running_loop().call_soon(sys.exit, 0); await asyncio.sleep(0.2)",
        EXITED,
        is_async=True,
    ),
    Hostile("exit-in-str-of-the-error", "raise Evil", EXITED, before=EVIL.format(base="(Exception)", method="__str__")),
    Hostile(
        "exit-in-repr-of-the-error", "raise Evil", EXITED, before=EVIL.format(base="(Exception)", method="__repr__")
    ),
    Hostile(
        "exit-in-eq",
        "payload[0]['content'] = Evil('x'); return payload",
        PAYLOAD,
        before=EVIL.format(base="(str)", method="__eq__") + "    __hash__ = str.__hash__\n",
    ),
    Hostile(
        "exit-in-hash",
        "return [{Evil('role'): 'user'}] if 0 else [Evil()]",
        PAYLOAD,
        before=EVIL.format(base="(list)", method="__hash__"),
    ),
    Hostile("exit-in-iter", "return Evil([1])", PAYLOAD, before=EVIL.format(base="(list)", method="__iter__")),
    Hostile("exit-in-items", "return [Evil(role='user')]", PAYLOAD, before=EVIL.format(base="(dict)", method="items")),
    Hostile("exit-in-repr", "return [Evil()]", PAYLOAD, before=EVIL.format(base="", method="__repr__")),
    Hostile(
        "exit-in-len",
        "return Evil(payload)",
        (*PAYLOAD, "fidelity.*"),
        status=(0, 1, 3),
        before=EVIL.format(base="(list)", method="__len__"),
        may=("purity.*",),
    ),
    Hostile(
        "exit-in-str-of-a-text",
        "payload[0]['content'] = Evil('x'); return payload",
        (*PAYLOAD, "fidelity.*"),
        before=EVIL.format(base="(str)", method="__str__"),
    ),
    Hostile("exit-in-getattr", "return [Evil()]", PAYLOAD, before=EVIL.format(base="", method="__getattr__")),
    Hostile(
        "exit-in-class-property",
        "return [Evil()]",
        PAYLOAD,
        before="class Evil:\n    @property\n    def __class__(self): sys.exit(0)\n",
    ),
    Hostile(
        "os-exit-in-iter",
        "return Evil([1])",
        PAYLOAD,
        before="from os import _exit\nclass Evil(list):\n    def __iter__(self): _exit(0)\n",
    ),
    Hostile("sys-exit-in-del", "Evil()", status=(0, 1), before=EVIL.format(base="", method="__del__"), may=("*",)),
    Hostile(
        "os-exit-in-del-of-the-payload",
        "return Evil([1])",
        PAYLOAD,
        before="from os import _exit\nclass Evil(list):\n    def __del__(self): _exit(0)\n",
    ),
    Hostile(
        "os-exit-in-del-of-a-right-payload",
        "return Evil(payload)",
        EXITED,
        before="from os import _exit\nclass Evil(list):\n    def __del__(self): _exit(0)\n",
    ),
    Hostile("os-exit-swallowed", "with contextlib.suppress(BaseException): os._exit(0)", EXITED),
    Hostile("execv-swallowed", "with contextlib.suppress(BaseException): os.execv('/bin/true', ['true'])", EXITED),
    Hostile(
        "os-exit-in-a-joined-thread", "t = threading.Thread(target=os._exit, args=[0]); t.start(); t.join()", EXITED
    ),
    Hostile(
        "os-exit-at-exit",
        "import atexit; atexit.register(_exit, 0); return []",
        ("fidelity.*", *PAYLOAD),
        before="from os import _exit",
    ),
    Hostile("sys-exit-at-exit", "import atexit; atexit.register(sys.exit, 0); return []", ("fidelity.*", *PAYLOAD)),
    Hostile(
        "exit-in-a-metaclass",
        "raise Evil",
        EXITED,
        before="""
            class Meta(type):
                def __getattribute__(cls, name):
                    sys.exit(0) if name == "__name__" else None
                    return super().__getattribute__(name)
            class Evil(Exception, metaclass=Meta): pass
            """,
    ),
    Hostile("exit-in-the-profile", "sys.setprofile(lambda *_: sys.exit(0)); len('x')", (*EXITED, "purity.*")),
    Hostile("patches-sys-exit", "sys.exit = lambda *_: os._exit(0); return []", ("fidelity.*", *PAYLOAD)),
    Hostile("closes-every-descriptor", "os.closerange(3, 256); return []", spares=False, reports=False),
    Hostile("closes-standard-output", "os.close(1); return []", ("fidelity.*", *PAYLOAD)),
)

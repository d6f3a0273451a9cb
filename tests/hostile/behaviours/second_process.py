"""What shows, or goes wrong, only in the process under another hash seed."""

from hostile.behaviour import GREEN, Hostile

GONE = ("purity.hash-seed", "purity.not-repeatable", "exchange.*", "kit.crashed")


def there(name: str, deed: str, **more: object) -> Hostile:
    """Goes wrong in the second process only: nobody can tell whether it is pure."""
    return Hostile(name, f"if SECOND:\n    {deed}", inconclusive="purity", **more)  # type: ignore[arg-type]


TABLE = (
    there("second-os-exit", "_exit(0)", before="from os import _exit"),
    there("second-kill", "os.kill(os.getpid(), signal.SIGKILL)"),
    there("second-segfault", "import ctypes; ctypes.string_at(0)"),
    there("second-execv", "os.execv('/bin/true', ['true'])"),
    there("second-sys-exit", "sys.exit(0)", finds=GONE),
    there("second-hangs", "time.sleep(1e6)", finds=GONE, hangs=True),
    there("second-hangs-in-c", "import itertools; max(itertools.count())", finds=GONE, hangs=True),
    there("second-raises", "raise KeyError('there')", finds=GONE),
    there(
        "second-error-without-text",
        "raise Evil",
        finds=GONE,
        before="class Evil(Exception):\n    def __str__(self): _exit(0)\nfrom os import _exit",
    ),
    Hostile(
        "second-cannot-import",
        before="if SECOND: raise ImportError('not there')",
        inconclusive="purity",
        spares=False,
    ),
    Hostile("second-exits-at-import", before="if SECOND: os._exit(0)", inconclusive="purity", spares=False),
    Hostile("second-sys-exits-at-import", before="if SECOND: sys.exit(0)", inconclusive="purity", spares=False),
    Hostile(
        "second-hangs-at-import", before="if SECOND: time.sleep(1e6)", inconclusive="purity", spares=False, hangs=True
    ),
    Hostile(
        "second-has-no-such-target",
        inconclusive="purity",
        spares=False,
        after="if SECOND: FORMATTERS = {'anthropic.chat': chat}",
    ),
    Hostile(
        "second-loses-its-file",
        inconclusive="purity",
        spares=False,
        before="""
        if not SECOND and not os.environ.get("PYTEST_XDIST_WORKER"):
            open(HERE + "/mark", "w").close()
        if SECOND: raise ModuleNotFoundError("fmt")
        """,
    ),
    Hostile("second-other-payload", "payload[0]['name'] = 'b' if SECOND else 'a'", ("purity.hash-seed",)),
    Hostile("hash-of-a-text", "payload[0]['name'] = f\"n{hash('amber') % 10**9}\"", ("purity.hash-seed",)),
    Hostile("order-of-a-set", "payload[0]['name'] = ''.join(set('abcdefghijklmnopqrstuvwxyz'))", ("purity.hash-seed",)),
    Hostile(
        "count-of-calls",
        "COUNT.append(1); payload[0]['name'] = f'n{len(COUNT)}'",
        ("purity.not-repeatable",),
        before="COUNT = []",
    ),
    Hostile(
        "state-from-case-to-case",
        "payload[0]['name'] = f'n{SEEN[conversation.messages[0].text]}'",
        ("purity.hash-seed", "purity.not-repeatable"),
        before="SEEN = {}",
        each="SEEN.setdefault(conversation.messages[0].text, len(SEEN))",
    ),
    Hostile(
        "last-conversation-leaks",
        "payload[0]['name'] = (BEFORE + ['nobody'])[0]",
        ("purity.hash-seed", "purity.not-repeatable"),
        before="BEFORE = []",
        each="BEFORE[:] = BEFORE[-1:] + [f'n{len(payload[0][\"content\"])}']",
    ),
    Hostile("process-id", "payload[0]['name'] = f'n{os.getpid()}'", ("purity.hash-seed", "purity.not-repeatable")),
    Hostile("time-of-day", "payload[0]['name'] = f'n{time.time_ns()}'", ("purity.not-repeatable",)),
    Hostile(
        "random",
        "import random; payload[0]['name'] = f'n{random.random()}'.replace('.', '')",
        ("purity.not-repeatable",),
    ),
    Hostile("identity-of-an-object", "payload[0]['name'] = f'n{id(object)}'", ("purity.hash-seed",)),
    Hostile(
        "file-for-each-conversation",
        finds=("purity.left-file",),
        spares=False,
        each="open(f'said-{len(payload)}-{len(payload[0][\"content\"])}.txt', 'w').close()",
    ),
    Hostile("file-there-only", "if SECOND: open('there.txt', 'w').close()", ("purity.left-file",)),
    Hostile("environment-there-only", "if SECOND: os.environ['THERE'] = '1'", ("purity.changed-process",)),
    Hostile(
        "reads-beside-the-working-directory",
        "open('words.txt').read()",
        status=GREEN,
        files={"words.txt": "w"},
    ),
    Hostile("reads-from-there-at-import", status=GREEN, files={"words.txt": "w"}, before="open('words.txt').read()"),
    Hostile("imports-from-there-late", "import beside", status=GREEN, files={"beside.py": "x = 1"}),
    Hostile("floods-standard-output", "os.write(1, b'x' * 200_000)", status=GREEN, may=("purity.printed",)),
    Hostile("floods-standard-error", "os.write(2, b'x' * 200_000)", status=GREEN, may=("purity.printed",)),
    Hostile("pickle-on-standard-output", "os.write(1, b'\\x80\\x04N.' * 50)", status=GREEN, may=("purity.printed",)),
    Hostile(
        "reads-the-requests",
        "os.set_blocking(0, False) if SECOND else None\n"
        "try: os.read(0, 100_000) if SECOND else None\nexcept OSError: pass",
        finds=GONE,
        inconclusive="purity",
        status=(0, 1),
        may=("*",),
    ),
)

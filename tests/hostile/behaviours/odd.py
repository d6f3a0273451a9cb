"""Right but odd: nobody is to be blamed for any of it."""

from hostile.behaviour import GREEN, Hostile


def right(name: str, deed: str = "pass", may: tuple[str, ...] = (), **more: object) -> Hostile:
    return Hostile(name, deed, status=GREEN, may=may, **more)  # type: ignore[arg-type]


NATIVE = """
class Message:
    {fields}
    def __init__(self, role, text): self.role, self.text = role, text
    {methods}
class Steps:
    def prepare(self, conversation): return [Message(m["role"], m["content"]) for m in chat(conversation)]
    def format(self, native): return [{{"role": m.role, "content": m.{said}}} for m in native]
FORMATTERS = {{"openai.chat": Steps()}}
"""


def native(name: str, methods: str, said: str = "said", fields: str = "") -> Hostile:
    """In two steps; the framework's own messages remember something of their own while they are formatted."""
    return right(name, after=NATIVE.format(methods=methods, said=said, fields=fields))


TABLE = (
    right("honest"),
    right(
        "str-enum",
        "payload[0]['role'] = Role.USER",
        before="import enum\nclass Role(str, enum.Enum): USER = 'user'",
    ),
    right(
        "str-enum-of-311",
        "payload[0]['role'] = Role.USER",
        before="import enum\nclass Role(enum.StrEnum): USER = 'user'",
    ),
    right(
        "str-enum-as-key",
        "return [{Key.ROLE: 'user', 'content': payload[0]['content']}]",
        before="import enum\nclass Key(str, enum.Enum): ROLE = 'role'",
    ),
    right("int-enum", "return {'messages': payload, 'n': N.ONE}", before="import enum\nclass N(enum.IntEnum): ONE = 1"),
    right("str-subclass", "payload[0]['content'] = S(payload[0]['content'])", before="class S(str): pass"),
    right(
        "str-subclass-with-its-own-str",
        "payload[0]['content'] = S(payload[0]['content'])",
        before="class S(str):\n    def __str__(self): return 'S(' + self[:] + ')'",
    ),
    right("ordered-dict", "import collections; return [collections.OrderedDict(payload[0])]"),
    right("default-dict", "import collections; return [collections.defaultdict(list, payload[0])]"),
    right("counter-like-dict", "return [D(payload[0])]", before="class D(dict): pass"),
    right(
        "typed-dict",
        "return [M(role='user', content=payload[0]['content'])]",
        before="import typing\nclass M(typing.TypedDict):\n    role: str\n    content: str",
    ),
    right("tuple", "return tuple(payload)"),
    right("named-tuple-of-messages", "import collections; return collections.namedtuple('P', 'first')(*payload)"),
    right(
        "same-object-twice", "part = {'type': 'text', 'text': ''}; payload[0]['x'] = [part, part]; del payload[0]['x']"
    ),
    right(
        "lru-cache-with-copies",
        "return [dict(one) for one in kept(conversation.messages[0].text)]",
        before="import functools\n@functools.lru_cache\ndef kept(text): return ({'role': 'user', 'content': text},)",
    ),
    right("module-cache", "CACHE.setdefault('made', payload); return list(CACHE['made'])", before="CACHE = {}"),
    right("slow-first-call", "FIRST.append(time.sleep(0.3) if not FIRST else None)", before="FIRST = []"),
    native(
        "native-cache",
        "@property\n    def said(self):\n        self._cache = {'text': self.text}\n        return self._cache['text']",
    ),
    native(
        "native-cached-property",
        "@functools.cached_property\n    def said(self): return self.text",
        fields="import functools",
    ),
    native(
        "native-mangled-cache",
        "@property\n    def said(self):\n        self.__cache = [self.text]\n        return self.__cache[0]",
    ),
    native(
        "native-lazy-load",
        "@property\n    def said(self):\n        self._data, self._loaded = self.text, True\n        return self._data",
        fields="_loaded, _data = False, None",
    ),
    native(
        "native-private-slot",
        "@property\n    def said(self):\n        self._kept = self.text\n        return self._kept",
        fields="__slots__ = ('role', 'text', '_kept')",
    ),
    right(
        "native-pillow-image",
        after="""
        import io, PIL.Image
        class Message:
            def __init__(self, role, text):
                made = io.BytesIO()
                PIL.Image.new("RGB", (2, 2)).save(made, "PNG")
                self.role, self.text, self.image = role, text, PIL.Image.open(made)
        class Steps:
            def prepare(self, conversation): return [Message(m["role"], m["content"]) for m in chat(conversation)]
            def format(self, native):
                for message in native: message.image.load()
                return [{"role": m.role, "content": m.text} for m in native]
        FORMATTERS = {"openai.chat": Steps()}
        """,
    ),
    right(
        "shares-with-its-input",
        may=("purity.shared-input",),
        after="""
        class Steps:
            def prepare(self, conversation): return chat(conversation)
            def format(self, native): return native
        FORMATTERS = {"openai.chat": Steps()}
        """,
        spares=False,
    ),
    right(
        "object-with-call",
        after="class F:\n    def __call__(self, c): return chat(c)\nFORMATTERS = {'openai.chat': F()}",
    ),
    right("partial", after="import functools\nFORMATTERS = {'openai.chat': functools.partial(chat)}"),
    right("async", "await asyncio.sleep(0)", is_async=True),
    right("async-gather", "await asyncio.gather(*(asyncio.sleep(0.01) for _ in range(5)))", is_async=True),
    right("async-to-thread", "await asyncio.to_thread(time.sleep, 0.01)", is_async=True),
    right("async-timeout", "async with asyncio.timeout(5): await asyncio.sleep(0.01)", is_async=True),
    right(
        "async-shielded-cancellation",
        """
        task = asyncio.ensure_future(asyncio.sleep(60))
        await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError): await task
        """,
        is_async=True,
    ),
    right("own-event-loop", "return asyncio.run(asyncio.sleep(0, payload))"),
    right(
        "threads-that-are-joined",
        "ts = [threading.Thread(target=time.sleep, args=[0.01]) for _ in range(4)]\n"
        "for t in ts: t.start()\nfor t in ts: t.join()",
    ),
    right(
        "thread-pool",
        "import concurrent.futures\nwith concurrent.futures.ThreadPoolExecutor(2) as p:\n"
        "    return list(p.map(dict, payload))",
    ),
    right(
        "context-variable",
        "token = VAR.set(1); VAR.reset(token)",
        before="import contextvars\nVAR = contextvars.ContextVar('v', default=0)",
    ),
    right(
        "context-variable-that-stays",
        "VAR.set(VAR.get() + 1)",
        before="import contextvars\nVAR = contextvars.ContextVar('v', default=0)",
    ),
    right("warns", "import warnings; warnings.warn('old', DeprecationWarning)"),
    right("logs", "import logging; logging.getLogger('fmt').error('something')"),
    right("prints", "print('hello')", may=("purity.printed",)),
    right("prints-to-standard-error", "print('hello', file=sys.stderr)"),
    right("temporary-file-removed", "import tempfile\nwith tempfile.NamedTemporaryFile() as f: f.write(b'x')"),
    right(
        "temporary-directory-removed",
        "import tempfile\nwith tempfile.TemporaryDirectory() as d:\n    open(d + '/x', 'w').close()",
    ),
    right("temporary-file-for-each", each="import tempfile\nwith tempfile.TemporaryFile() as f: f.write(b'x')"),
    right("reads-its-own-file", "open(__file__).read()"),
    right("reads-the-kit", "import pytest_promptfmt; open(pytest_promptfmt.__file__).read()"),
    right("imports-late", "import decimal, fractions, sqlite3, xml.dom"),
    right("opens-the-null-device", "open(os.devnull, 'w').close()"),
    right("environment-set-and-restored", "os.environ['X'] = '1'; del os.environ['X']"),
    right(
        "environment-changed-and-restored",
        "old = os.environ['PATH']; os.environ['PATH'] = ''; os.environ['PATH'] = old",
    ),
    right("directory-set-and-restored", "old = os.getcwd(); os.chdir('/'); os.chdir(old)"),
    right("umask-read", "old = os.umask(0); os.umask(old)"),
    right("standard-output-redirected", "import io\nwith contextlib.redirect_stdout(io.StringIO()): print('x')"),
    right("alarm-used-and-restored", "old = signal.getsignal(signal.SIGUSR1); signal.signal(signal.SIGUSR1, old)"),
    right("mutex-file-lock", "import fcntl\nwith open(__file__) as f: fcntl.flock(f, fcntl.LOCK_SH)"),
    right("socket-made-and-not-used", "import socket; socket.socket().close()"),
    right("socket-pair", "import socket\na, b = socket.socketpair(); a.send(b'x'); b.recv(1); a.close(); b.close()"),
    right("ssl-context", "import ssl; ssl.create_default_context()", timeout="5"),
    right("garbage-collected", "import gc; gc.collect()"),
    right("collector-off-and-on", "import gc; gc.disable(); gc.enable()"),
    right("weak-references", "import weakref; weakref.finalize(object, print)"),
    right("exceptions-inside", "with contextlib.suppress(ValueError): raise ValueError"),
    right("exit-inside-that-is-caught", "with contextlib.suppress(SystemExit): sys.exit(0)"),
    right("deep-but-legal", "def f(n): return n and f(n - 1)\nf(400)"),
    right(
        "star-arguments",
        after="def any_chat(*args, **options): return chat(*args)\nFORMATTERS = {'openai.chat': any_chat}",
    ),
    right(
        "class-as-implementation",
        args=("--promptfmt-impl=./fmt.py:Impl",),
        spares=False,
        reports=False,
        after="class Impl: FORMATTERS = {'openai.chat': chat}; CAPABILITIES = {'openai.chat': {'blocks': []}}",
    ),
    right("very-long-lines", before="LONG = '" + "x" * 100_000 + "'"),
)

"""Payloads that are no JSON, or that only look like it: a finding, never a crash of the kit."""

from hostile.behaviour import GREEN, Hostile

ODD = ("purity.*", "kit.crashed", "schema.*", "exchange.raised", "protocol.*", "fidelity.*", "openai.*")


def payload(name: str, deed: str, finds: tuple[str, ...] = ODD, **more: object) -> Hostile:
    return Hostile(name, deed, finds, **more)  # type: ignore[arg-type]


RAISING = "class Evil{base}:\n    def {method}(self, *_): raise RuntimeError('no {method}')\n"

TABLE = (
    payload("int-of-5000-digits", "payload[0]['max_tokens'] = 10 ** 5000"),
    payload("int-of-5000-digits-as-payload", "return 10 ** 5000"),
    payload("int-of-5000-digits-as-key", "payload[0][10 ** 5000] = 1"),
    payload("int-of-5000-digits-in-arguments", "payload[0]['content'] = [{'type': 'text', 'text': 10 ** 5000}]"),
    payload("float-for-int", "payload[0]['content'] = 1e308"),
    payload("float-infinity", "payload[0]['content'] = float('inf')", ("purity.not-json",)),
    payload("100000-lists-deep", "one = []\nfor _ in range(100_000): one = [one]\nreturn one"),
    payload("100000-objects-deep", "one = {}\nfor _ in range(100_000): one = {'content': one}\nreturn [one]"),
    payload(
        "900-lists-deep", "one = []\nfor _ in range(900): one = [one]\nreturn one", ("purity.not-json", "schema.*")
    ),
    payload("contains-itself", "payload.append(payload)"),
    payload("object-contains-itself", "payload[0]['self'] = payload[0]", ("purity.not-json",)),
    payload("key-whose-repr-raises", "payload[0][Evil()] = 1", before=RAISING.format(base="", method="__repr__")),
    payload("key-whose-str-raises", "payload[0][Evil()] = 1", before=RAISING.format(base="", method="__str__")),
    payload(
        "key-whose-eq-raises",
        "payload[0][Evil()] = 1",
        before=RAISING.format(base="", method="__eq__") + "    def __hash__(self): return hash('role')\n",
    ),
    payload(
        "key-whose-hash-raises-later",
        "key = Evil(); payload[0][key] = 1; Evil.__hash__ = refuse",
        before="class Evil: pass\ndef refuse(self): raise RuntimeError('no hash')",
    ),
    payload(
        "text-whose-eq-raises",
        "payload[0]['content'] = Evil(payload[0]['content'])",
        status=(0, 1),
        may=("purity.*",),
        before=RAISING.format(base="(str)", method="__eq__") + "    __hash__ = str.__hash__\n",
    ),
    payload(
        "text-whose-encode-raises",
        "payload[0]['content'] = Evil(payload[0]['content'])",
        status=(0, 1),
        may=("purity.*",),
        before=RAISING.format(base="(str)", method="encode"),
    ),
    payload(
        "text-whose-str-lies",
        "payload[0]['content'] = Evil(payload[0]['content'])",
        status=(0, 1),
        may=("purity.*",),
        before="class Evil(str):\n    def __str__(self): return 5",
    ),
    payload(
        "text-whose-len-raises",
        "payload[0]['content'] = Evil(payload[0]['content'])",
        status=(0, 1),
        may=("purity.*",),
        before=RAISING.format(base="(str)", method="__len__"),
    ),
    payload("int-whose-int-raises", "payload[0]['n'] = Evil(5)", before=RAISING.format(base="(int)", method="__int__")),
    payload(
        "float-whose-float-raises",
        "payload[0]['n'] = Evil(5)",
        before=RAISING.format(base="(float)", method="__float__"),
    ),
    payload("nan-keys", "payload[0][float('nan')] = 1; payload[0][float('nan')] = 2", ("purity.not-json",)),
    payload("nan-value", "payload[0]['n'] = float('nan')", ("purity.not-json",)),
    payload("surrogate-in-a-text", "payload[0]['content'] += '\\ud800'", ("purity.not-json",)),
    payload("surrogate-in-a-key", "payload[0]['\\ud800'] = 1", ODD),
    payload("bytes-keys", "payload[0][b'role'] = 1", ("purity.not-json",)),
    payload("none-key", "payload[0][None] = 1", ("purity.not-json",)),
    payload("tuple-key", "payload[0][('a', 1)] = 1", ("purity.not-json",)),
    payload("two-keys-of-one-text", "payload[0][1] = 'a'; payload[0]['1'] = 'b'", ("purity.not-json",)),
    payload("role-as-bytes", "payload[0]['role'] = b'user'", ("purity.not-json",)),
    payload(
        "dict-whose-items-lie", "return [Evil(payload[0])]", before="class Evil(dict):\n    def items(self): return 5"
    ),
    payload(
        "dict-whose-items-raise", "return [Evil(payload[0])]", before=RAISING.format(base="(dict)", method="items")
    ),
    payload(
        "dict-whose-items-are-triples",
        "return [Evil(payload[0])]",
        before="class Evil(dict):\n    def items(self): return [(1, 2, 3)]",
    ),
    payload(
        "dict-that-changes-while-read",
        "return [Evil(payload[0])]",
        before="""
        class Evil(dict):
            def items(self):
                for key in list(self):
                    self[key + '!'] = 1
                    yield key, self[key]
        """,
        status=(0, 1),
        may=("purity.*",),
    ),
    payload("list-whose-iter-raises", "return Evil(payload)", before=RAISING.format(base="(list)", method="__iter__")),
    payload("class-lies-list", "return Evil()", before="class Evil:\n    __class__ = list"),
    payload("class-lies-dict", "return [Evil()]", before="class Evil:\n    __class__ = dict"),
    payload("class-lies-text", "payload[0]['content'] = Evil()", before="class Evil:\n    __class__ = str"),
    payload(
        "class-raises",
        "return [Evil()]",
        before="class Evil:\n    @property\n    def __class__(self): raise RuntimeError('no class')",
    ),
    payload(
        "type-name-raises",
        "return [Evil()]",
        before="""
        class Meta(type):
            def __getattribute__(cls, name): raise RuntimeError('no names')
        class Evil(metaclass=Meta): pass
        """,
    ),
    payload("qualname-of-a-megabyte", "return [type('E' * 2**20, (), {})()]"),
    payload("getattr-raises", "return [Evil()]", before=RAISING.format(base="", method="__getattr__")),
    payload("getattribute-raises", "return [Evil()]", before=RAISING.format(base="", method="__getattribute__")),
    payload("hasattr-says-yes", "return [Evil()]", before="class Evil:\n    def __getattr__(self, name): return self"),
    payload("mock", "import unittest.mock; return unittest.mock.MagicMock()"),
    payload(
        "eq-recurses",
        "return Evil(payload)",
        before="class Evil(list):\n    def __eq__(self, o): return self == o",
        status=(0, 1),
        may=("purity.*",),
    ),
    payload(
        "len-is-huge",
        "return Evil(payload)",
        before="class Evil(list):\n    def __len__(self): return 2**62",
        status=(0, 1),
        may=("purity.*",),
    ),
    payload(
        "bool-raises",
        "return Evil(payload)",
        before=RAISING.format(base="(list)", method="__bool__"),
        status=(0, 1),
        may=("purity.*",),
    ),
    payload("module", "return sys"),
    payload("class", "return int"),
    payload("none", "return None"),
    payload("not-implemented", "return NotImplemented"),
    payload("ellipsis", "return [...]"),
    payload("number", "return 7"),
    payload("generator", "return (one for one in payload)"),
    payload("generator-inside", "return [{'role': 'user', 'content': (c for c in 'abc')}]"),
    payload("coroutine-never-awaited", "payload[0]['content'] = asyncio.sleep(0)"),
    payload(
        "coroutine-of-a-coroutine", "return asyncio.sleep(0, asyncio.sleep(0, payload))", status=(0, 1), may=("*",)
    ),
    payload("set", "return {'role', 'content'}"),
    payload("user-dict", "import collections; return [collections.UserDict(payload[0])]", ("purity.not-json",)),
    payload("mapping-proxy", "import types; return [types.MappingProxyType(payload[0])]", ("purity.not-json",)),
    payload("dataclass", "import dataclasses; return [dataclasses.make_dataclass('M', ['role'])('user')]"),
    payload("the-conversation", "return conversation"),
    payload("lock-inside", "payload[0]['content'] = threading.Lock()"),
    payload("open-file-inside", "payload[0]['content'] = open(__file__)"),
    payload("memoryview", "payload[0]['content'] = memoryview(b'abc')"),
    payload("100000-unknown-keys", "payload[0].update({f'k{n}': n for n in range(100_000)})", ODD, timeout="10"),
    payload("20000-errors", "return [{'role': 'nobody'} for _ in range(20_000)]", timeout="10"),
    payload("text-of-50-megabytes", "payload[0]['content'] = 'x' * 50_000_000", timeout="10"),
    payload("recursion-error", "def f(): return f()\nf()", ("exchange.raised",)),
    payload("memory-error", "raise MemoryError", ("exchange.raised",)),
    payload("memory-error-for-real", "bytearray(2**46)", ("exchange.raised",)),
    payload("lowers-the-recursion-limit", "sys.setrecursionlimit(120)", status=(0, 1, 3), may=("*",)),
    payload(
        "raises-the-recursion-limit",
        "sys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)",
        ("exchange.*", "kit.crashed"),
    ),
    payload(
        "trace-function",
        "sys.settrace(lambda *_: (_ for _ in ()).throw(RuntimeError('traced')))",
        (),
        status=(0, 1),
        may=("*",),
    ),
    payload("tuple-for-list", "return tuple(payload)", (), status=GREEN),
)

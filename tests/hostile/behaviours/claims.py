"""Tables that make no sense: a clear message and a usage error, never a traceback."""

from hostile.behaviour import RED, USAGE, Hostile


def claiming(name: str, after: str, says: str = r"CAPABILITIES", **more: object) -> Hostile:
    options = {"status": USAGE, "spares": False, "reports": False, **more}
    return Hostile(name, after=after, says=says, **options)  # type: ignore[arg-type]


def table(name: str, after: str, **more: object) -> Hostile:
    return claiming(name, after, **{"says": r"(FORMATTERS|target)", **more})  # type: ignore[arg-type]


TABLE = (
    claiming("capabilities-a-list", "CAPABILITIES = ['openai.chat']"),
    claiming("capabilities-a-string", "CAPABILITIES = 'openai.chat'"),
    claiming("capabilities-a-number", "CAPABILITIES = 5"),
    claiming("capabilities-true", "CAPABILITIES = True"),
    claiming("capabilities-of-none", "CAPABILITIES = {'openai.chat': None}"),
    claiming("capabilities-of-a-list", "CAPABILITIES = {'openai.chat': ['tool']}"),
    claiming("capabilities-keyed-by-number", "CAPABILITIES = {5: {}}"),
    claiming("capabilities-keyed-by-none", "CAPABILITIES = {None: {}}"),
    claiming("capabilities-keyed-by-bytes", "CAPABILITIES = {b'openai.chat': {}}"),
    claiming("capabilities-unknown-key", "CAPABILITIES = {'openai.chat': {'colour': 1}}"),
    claiming("capabilities-key-of-another-type", "CAPABILITIES = {'openai.chat': {5: 1}}"),
    claiming(
        "capabilities-that-raise",
        """
        import collections.abc
        class Evil(collections.abc.Mapping):
            def __len__(self): return 1
            def __getitem__(self, key): return {}
            def __iter__(self): raise RuntimeError("no items")
        CAPABILITIES = Evil()
        """,
    ),
    claiming(
        "capabilities-that-exit",
        """
        import collections.abc
        class Evil(collections.abc.Mapping):
            def __len__(self): return 1
            def __getitem__(self, key): return {}
            def __iter__(self): sys.exit(0)
        CAPABILITIES = Evil()
        """,
    ),
    claiming("blocks-5", "CAPABILITIES = {'openai.chat': {'blocks': 5}}"),
    claiming("blocks-true", "CAPABILITIES = {'openai.chat': {'blocks': True}}"),
    claiming("blocks-of-lists", "CAPABILITIES = {'openai.chat': {'blocks': [['tool']]}}"),
    claiming("blocks-of-objects", "CAPABILITIES = {'openai.chat': {'blocks': [{}]}}"),
    claiming("blocks-of-numbers", "CAPABILITIES = {'openai.chat': {'blocks': [1, None]}}"),
    claiming("blocks-unknown", "CAPABILITIES = {'openai.chat': {'blocks': ['hologram']}}"),
    claiming("blocks-endless", "import itertools; CAPABILITIES = {'openai.chat': {'blocks': itertools.repeat('x')}}"),
    claiming(
        "blocks-nested-junk", "x = []\nfor _ in range(100_000): x = [x]\nCAPABILITIES = {'openai.chat': {'blocks': x}}"
    ),
    claiming("truncation-true", "CAPABILITIES = {'openai.chat': {'truncation': True}}"),
    claiming("truncation-a-list", "CAPABILITIES = {'openai.chat': {'truncation': ['drop']}}"),
    claiming("truncation-none", "CAPABILITIES = {'openai.chat': {'truncation': None}}"),
    claiming("layer-a-number", "CAPABILITIES = {'openai.chat': {'layer': 1}}"),
    claiming(
        "layer-whose-eq-raises",
        "class Evil:\n    def __eq__(self, o): raise RuntimeError\nCAPABILITIES = {'openai.chat': {'layer': Evil()}}",
    ),
    table("formatters-none", "FORMATTERS = None"),
    table("formatters-empty", "FORMATTERS = {}"),
    table("formatters-a-list", "FORMATTERS = [chat]"),
    table("formatters-a-class-instance", "class T:\n    def __getitem__(self, k): return chat\nFORMATTERS = T()"),
    table(
        "formatters-raise-on-iteration",
        """
        import collections.abc
        class T(collections.abc.Mapping):
            def __iter__(self): raise RuntimeError("not iterable today")
            def __len__(self): return 1
            def __getitem__(self, key): return chat
        FORMATTERS = T()
        """,
    ),
    table(
        "formatters-raise-on-length",
        """
        class T(dict):
            def __len__(self): raise RuntimeError("no length")
        FORMATTERS = T({"openai.chat": chat})
        """,
        status=(0, 4),
        says="",
    ),
    table(
        "formatters-that-grow-while-iterated",
        """
        class T(dict):
            def __iter__(self):
                for key in list(self.keys()):
                    self[f"x{len(self)}"] = chat
                    yield key
            def items(self):
                for key in self:
                    yield key, self[key]
        FORMATTERS = T({"openai.chat": chat})
        """,
        status=(0, 1, 4),
        says="",
    ),
    table(
        "formatters-exit-on-iteration",
        """
        import collections.abc
        class T(collections.abc.Mapping):
            def __iter__(self): sys.exit(0)
            def __len__(self): return 1
            def __getitem__(self, key): return chat
        FORMATTERS = T()
        """,
    ),
    # copied by its keys(), which the class does not override: nobody iterates over it
    table(
        "formatters-a-dict-that-exits-on-iteration",
        """
        class T(dict):
            def __iter__(self): sys.exit(0)
        FORMATTERS = T({"openai.chat": chat})
        """,
        status=(0, 4),
        says="",
    ),
    table(
        "formatters-by-module-getattr",
        """
        del FORMATTERS
        def __getattr__(name): raise RuntimeError(f"no {name}")
        """,
    ),
    table(
        "formatters-by-module-getattr-that-exits",
        """
        del FORMATTERS
        def __getattr__(name): sys.exit(0)
        """,
    ),
    table("formatters-keyed-by-number", "FORMATTERS = {5: chat}"),
    table("formatters-keyed-by-none", "FORMATTERS = {None: chat}"),
    table("formatters-keyed-by-tuple", "FORMATTERS = {('openai', 'chat'): chat}"),
    table("formatters-keyed-by-surrogate", "FORMATTERS = {'\\ud800\\x1b[2J': chat}", never=("\x1b[2J",)),
    table("formatters-of-none", "FORMATTERS = {'openai.chat': None}"),
    table("formatters-of-text", "FORMATTERS = {'openai.chat': 'chat'}"),
    table(
        "entry-whose-getattr-raises",
        """
        class E:
            def __getattr__(self, name): raise RuntimeError("no attributes")
        FORMATTERS = {"openai.chat": E()}
        """,
    ),
    table(
        "entry-whose-getattr-exits",
        """
        class E:
            def __getattr__(self, name): sys.exit(0)
        FORMATTERS = {"openai.chat": E()}
        """,
    ),
    table("xfails-undecodable", "XFAILS = 'x.toml'", files={"x.toml": b"\xff\xfe\x00"}, says="XFAILS"),
    table("xfails-a-directory", "XFAILS = '.'", says="XFAILS"),
    table("xfails-missing", "XFAILS = 'none.toml'", says="XFAILS"),
    table("xfails-a-number", "XFAILS = 5", says="XFAILS"),
    table("xfails-with-nul", "XFAILS = 'a\\0b'", says="XFAILS"),
    table("xfails-no-toml", "XFAILS = 'x.toml'", files={"x.toml": "[[[["}, says="XFAILS"),
    table(
        "xfails-deep-toml", "XFAILS = 'x.toml'", files={"x.toml": "a = " + "[" * 20_000 + "]" * 20_000}, says="XFAILS"
    ),
    table(
        "xfails-a-loop", "with contextlib.suppress(OSError): os.symlink('l', HERE + '/l')\nXFAILS = 'l'", says="XFAILS"
    ),
    table("version-a-number", "__version__ = 5", status=(0,), says=""),
    Hostile(
        "prepare-raises",
        finds=("exchange.raised",),
        after="""
        class Steps:
            def prepare(self, conversation):
                if conversation.messages[0].text.startswith("What does the word amber"): raise KeyError("prepare")
                return conversation
            def format(self, native): return chat(native)
        FORMATTERS = {"openai.chat": Steps()}
        """,
    ),
    Hostile(
        "prepare-exits",
        finds=("exchange.exited",),
        after="""
        class Steps:
            def prepare(self, conversation):
                if conversation.messages[0].text.startswith("What does the word amber"): sys.exit(0)
                return conversation
            def format(self, native): return chat(native)
        FORMATTERS = {"openai.chat": Steps()}
        """,
    ),
    Hostile(
        "signature-without-arguments",
        after="FORMATTERS = {'openai.chat': lambda: []}",
        finds=("exchange.raised",),
        status=(*RED, *USAGE),
        spares=False,
        reports=False,
    ),
    Hostile(
        "signature-refuses-keywords",
        args=("--promptfmt-case=truncation/half-of-a-chat",),
        spares=False,
        reports=False,
        status=(*RED, *USAGE),
        after="CAPABILITIES['openai.chat']['truncation'] = 'drop'",
        says=r"(budget|keyword)",
    ),
)

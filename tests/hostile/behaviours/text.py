"""Foreign words that are to reach neither a terminal, nor a workflow, nor a page as anything but words."""

from hostile.behaviour import GREEN, Hostile

RAISED = ("exchange.raised",)
WILD = r"\x1b[2J\x1b]0;owned\x07 \n::error file=a::owned\n##[error]owned\n"
LINKS = "mailto:hostile@example.com xmpp:hostile@example.com https://hostile.example www.hostile.example"
MARK = f"@hostile-name #1 GH-1 {LINKS}"
NEVER = ("\x1b[2J", "\x1b]0;", "\x07", "\x00", "\u202e", "\u2066")
REPORTS = ("--promptfmt-report=markdown:r.md", "--promptfmt-report=html:r.html")


def said(name: str, deed: str, finds: tuple[str, ...] = RAISED, **more: object) -> Hostile:
    """Markdown and page are written as well."""
    return Hostile(name, deed, finds, never=NEVER, args=REPORTS, **more)  # type: ignore[arg-type]


TABLE = (
    said("error-with-escapes", f'raise ValueError("{WILD}")'),
    said("error-with-names-and-links", f"raise ValueError('{MARK}')"),
    said(
        "error-with-markdown",
        "raise ValueError('[x](https://hostile.example) ![i](//hostile.example/i.png) `` ` ``` <img src=x>')",
    ),
    said("error-with-a-fence", "raise ValueError('\\n```\\n@hostile-name\\n~~~\\n@hostile-name')"),
    said("error-with-a-table", "raise ValueError('| a | b |\\n|---|---|\\n@hostile-name')"),
    said("error-with-html", "raise ValueError('</script><script>alert(1)</script><!-- @hostile-name')"),
    said("error-with-nul", "raise ValueError('a\\0b')"),
    said("error-with-bidi-marks", "raise ValueError('\\u202eevil\\u2066')"),
    said("error-with-surrogates", "raise ValueError('\\ud800\\udfff')"),
    said("error-with-carriage-returns", "raise ValueError('failed\\rpassed \\x08\\x08')"),
    said("error-of-50-megabytes", "raise ValueError('x' * 50_000_000)", timeout="10"),
    said("error-of-a-million-lines", "raise ValueError('x\\n' * 1_000_000)", timeout="10"),
    said("error-named-wildly", f'raise type("E{WILD}", (Exception,), {{}})("text")'),
    said("error-named-like-a-mention", "raise type('@hostile-name', (Exception,), {})('text')"),
    said("error-of-bytes", "raise ValueError(b'\\x1b[2J\\xff')"),
    said("error-with-notes", f'e = ValueError("x"); e.add_note("{WILD}"); raise e'),
    said("error-with-a-cause", f'raise ValueError("x") from RuntimeError("{WILD}")'),
    said("error-in-a-file-named-wildly", f'exec(compile("raise ValueError(1)", "a{WILD}.py", "exec"))'),
    said(
        "error-in-a-function-named-wildly",
        f'f = lambda: 1 / 0; f.__code__ = f.__code__.replace(co_name="f{WILD}"); f()',
    ),
    said("error-whose-text-is-no-text", "raise Evil", before="class Evil(Exception):\n    def __str__(self): return 5"),
    said("error-whose-text-raises", "raise Evil", before="class Evil(Exception):\n    def __str__(self): raise self"),
    said(
        "error-whose-text-is-a-subclass",
        "raise Evil",
        before="""
        class Text(str):
            def __getattribute__(self, name): raise RuntimeError(name)
        class Evil(Exception):
            def __str__(self): return Text("text")
        """,
    ),
    said("payload-with-escapes", f'payload[0]["role"] = "{WILD}"', ("schema.*", "openai.*")),
    said("payload-with-names-and-links", f"payload[0]['role'] = '{MARK}'", ("schema.*", "openai.*")),
    said("payload-key-with-escapes", f'payload[0]["{WILD}"] = 1', ("openai.*", "schema.*")),
    said("payload-key-with-names", f"payload[0]['{MARK}'] = 1", ("openai.*", "schema.*")),
    said("payload-with-bidi-marks", "payload[0]['role'] = 'user\\u202e\\u2066'", ("schema.*", "openai.*")),
    said("payload-with-html", "payload[0]['role'] = '</script><script>alert(1)</script>'", ("schema.*", "openai.*")),
    said("prints-escapes", f'print("{WILD}")', ("purity.printed",), status=GREEN),
    said("prints-and-fails", f'print("{WILD}"); return []', ("fidelity.*", "schema.*", "openai.*")),
    said("prints-names", f"print('{MARK}')", ("purity.printed",), status=GREEN),
    said("prints-50-megabytes", "print('x' * 50_000_000)", ("purity.printed",), status=GREEN, timeout="10"),
    said(
        "standard-error-and-fails",
        f'print("{WILD}", file=sys.stderr); return []',
        ("fidelity.*", "schema.*", "openai.*"),
    ),
    said(
        "descriptors-and-fails",
        f'os.write(1, b"{WILD}"); os.write(2, b"{WILD}"); return []',
        ("fidelity.*", "schema.*", "openai.*"),
    ),
    said(
        "logs-and-fails", f'import logging; logging.error("{WILD}"); return []', ("fidelity.*", "schema.*", "openai.*")
    ),
    said("warns-with-escapes", f'import warnings; warnings.warn("{WILD}")', (), status=GREEN),
    said(
        "thread-dies-with-escapes",
        f't = threading.Thread(target=lambda: [][0], name="{WILD}"); t.start(); t.join()',
        (),
        status=GREEN,
        may=("purity.*",),
    ),
    said(
        "unraisable-with-escapes",
        "Evil()",
        (),
        status=GREEN,
        may=("purity.*",),
        before=f'class Evil:\n    def __del__(self): raise ValueError("{WILD}")',
    ),
    said("exits-with-escapes", f'sys.exit("{WILD}")', ("exchange.exited",)),
    said("refuses-with-escapes", f'raise NotImplementedError("{WILD}")'),
    said("skips-with-escapes", f'import pytest; pytest.skip("{WILD}")', ("exchange.*",)),
    said("connects-with-escapes", f'import socket; socket.getaddrinfo("{WILD}", 80)', (), inconclusive="*"),
    Hostile("version-with-escapes", status=GREEN, before=f'__version__ = "1{WILD}"', never=NEVER, args=REPORTS),
    Hostile(
        "import-error-with-escapes",
        before=f'raise ValueError("{WILD}")',
        status=(4,),
        never=NEVER,
        spares=False,
        reports=False,
    ),
)

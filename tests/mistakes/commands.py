"""The commands: no arguments, wrong ones, files that are something else; and `check_formatter`, asked wrongly."""

from __future__ import annotations

from mistakes.mistake import GREEN, LOSSY, RED, Mistake, run

ASKED = 2
"""A command that cannot be asked."""
PAYLOAD = '{"messages": [{"role": "user", "content": "Hello"}]}'
BAD = '{"messages": [{"role": "user", "content": ""}]}'


def command(name: str, words: str | tuple[str, ...], *says: str, status: int = ASKED, **more: object) -> Mistake:
    """The command ``promptfmt`` with these words."""
    parts = tuple(words.split()) if isinstance(words, str) else words
    return Mistake(f"command-{name}", says, ("promptfmt", *parts), status, **more)  # type: ignore[arg-type]


def payload(name: str, text: str | bytes, *says: str, **more: object) -> Mistake:
    """validate on a file that holds something else."""
    return command(f"validate-{name}", "validate p.json --dialect anthropic", *says, files={"p.json": text}, **more)


def python(name: str, call: str, *says: str, status: int = RED, **more: object) -> Mistake:
    """From Python: the last line is what the tool says."""
    code = f"from pytest_promptfmt import check_formatter\nimport mine\n{call}"
    return Mistake(f"python-{name}", says, ("python", "-c", code), status, never=("INTERNALERROR",), **more)  # type: ignore[arg-type]


WORDS = (
    command("none", "", "usage: promptfmt", "validate"),
    command("misspelt", "validte p.json", "validte", "mean 'validate'|validate"),
    command("of-pytest", "--promptfmt-impl=mine", "unrecognized|required|pytest", "pytest|COMMAND"),
    command("impl-for-a-command", "mine", "mine", "pytest --promptfmt-impl|choose from"),
    command("run", "run mine", "run", "certify"),
    command("check", "check mine", "check", "certify|check-bridge"),
    command("test", "test mine", "test", "certify|validate"),
    command("version", "--version", r"promptfmt \d", status=GREEN),
    command("help-of-help", "help", "help", "--help|choose from"),
    *(
        command(f"{name}-alone", name, "usage: promptfmt " + name, "required")
        for name in (
            "validate",
            "certify",
            "verify",
            "check-bridge",
            "report",
            "compare",
            "merge",
            "matrix",
            "explain",
            "show",
            "list",
            "new-case",
        )
    ),
    command("why-alone", "why", "FILE|standard input|request|paste"),
    command("mutants-of-nobody", "mutants --dialect openia", "mean 'openai'"),
    command("coverage-of-nobody", "coverage --dialect openia", "mean 'openai'"),
    command("coverage-against-nowhere", "coverage --dialect openai --against nowhere.json", "nowhere.json"),
    command("mutants-jobs", "mutants --jobs=many", "many", "number|int"),
    command("mutants-operator", "mutants --operator=droop", "droop", "mean|known"),
)

VALIDATE = (
    command("validate-without-dialect", "validate p.json", "--dialect", files={"p.json": PAYLOAD}),
    command(
        "validate-dialect-misspelt", "validate p.json --dialect antropic", "mean 'anthropic'", files={"p.json": PAYLOAD}
    ),
    command(
        "validate-dialect-claude", "validate p.json --dialect claude", "mean 'anthropic'", files={"p.json": PAYLOAD}
    ),
    command(
        "validate-dialect-target",
        "validate p.json --dialect anthropic.chat",
        "mean 'anthropic'",
        files={"p.json": PAYLOAD},
    ),
    command("validate-dialect-upper", "validate p.json --dialect OpenAI", "mean 'openai'", files={"p.json": PAYLOAD}),
    command("validate-dialect-google", "validate p.json --dialect google", "mean 'gemini'", files={"p.json": PAYLOAD}),
    command(
        "validate-nowhere", "validate nowhere.json --dialect openai", "nowhere.json", "no such|there is no|No such"
    ),
    command(
        "validate-directory",
        "validate folder --dialect openai",
        "folder",
        "directory",
        files={"folder/p.json": PAYLOAD},
    ),
    command(
        "validate-two-files",
        "validate p.json q.json --dialect openai",
        "unrecognized arguments: q.json",
        files={"p.json": PAYLOAD, "q.json": PAYLOAD},
    ),
    command("validate-inline", ("validate", PAYLOAD, "--dialect", "openai"), "file|File", "-"),
    command(
        "validate-model-of-nobody",
        "validate p.json --dialect openai --model gtp-9",
        "gtp-9",
        "known|nobody (here )?knows",
        files={"p.json": PAYLOAD},
        status=GREEN,
    ),
    command("validate-closed-stdin", "validate - --dialect openai", "standard input|empty|line 1|:1:"),
    command("validate-stdin", "validate - --dialect anthropic", "user-nonempty", stdin=BAD.encode(), status=RED),
    payload("empty", "", "p.json", "empty|line 1|:1:"),
    payload("blank", " \n", "p.json", "empty|line|JSON"),
    payload("broken", '{"messages": [', "p.json", "line 1|:1:"),
    payload("trailing-comma", '{"messages": [],}', "p.json", "line 1|:1:", "comma|trailing|name|property"),
    payload("comment", f"// this\n{PAYLOAD}", "p.json", "line 1|:1:"),
    payload("single-quotes", "{'messages': []}", "p.json", "line 1|:1:", "quote|promptfmt why"),
    payload(
        "python", '{"messages": [{"role": "user", "content": None}]}', "p.json", "line 1|:1:", "None|promptfmt why|null"
    ),
    payload("json-lines", f"{PAYLOAD}\n{PAYLOAD}\n", "p.json", "line 2|:2:", "one|lines|Extra data"),
    payload("yaml", "messages:\n- role: user\n", "p.json", "line 1|:1:", "JSON"),
    payload("utf-16", PAYLOAD.encode("utf-16"), "p.json", "UTF-8"),
    payload("latin-1", PAYLOAD.replace("Hello", "Grüße").encode("latin-1"), "p.json", "UTF-8"),
    payload("bom", b"\xef\xbb\xbf" + BAD.encode(), "user-nonempty", status=RED),
    payload("binary", b"\x89PNG\r\n\x1a\n\0\0", "p.json", "UTF-8"),
    payload("text", "Hello\n", "p.json", "line 1|:1:"),
    payload("number", "3", "schema|list or an object|payload", status=RED),
    payload("string", '"Hello"', "schema|list or an object|payload", status=RED),
    payload("huge-line", BAD[:-1] + ', "x": "' + "y" * 2_000_000 + '"}', "user-nonempty", status=RED),
    payload("html", "<html>502 Bad Gateway</html>", "p.json", "line 1|:1:", "JSON"),
    payload("curl", "curl https://api.anthropic.com/v1/messages -d '{}'\n", "p.json", "promptfmt why"),
    payload(
        "answer",
        '{"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "a"}], '
        '"stop_reason": "end_turn"}',
        "messages",
        "answer|response|no request|required|missing",
        status=RED,
    ),
    payload(
        "openai-for-anthropic",
        '[{"role": "user", "content": "a"}, {"role": "assistant", "content": null, "tool_calls": []}]',
        "tool_calls|openai",
        status=RED,
    ),
    payload("nested-body", f'{{"body": {PAYLOAD}}}', "messages|body", status=RED),
    payload("right", PAYLOAD, "no error|nothing|valid|0 errors|right", status=GREEN),
)

WHY = (
    command("why-nowhere", "why nowhere.json", "nowhere.json"),
    command("why-empty", "why p.json", "p.json", "no request|empty|nothing", files={"p.json": ""}),
    command("why-prose", "why p.txt", "p.txt", "no request|curl|--dialect", files={"p.txt": "It does not work.\n"}),
    command("why-directory", "why folder", "folder", files={"folder/p.json": PAYLOAD}),
    command("why-of-nobody", "why p.json --dialect opnai", "mean 'openai'", files={"p.json": BAD}),
    command("why-error-alone", ("why", "--error", "400 bad request"), "FILE|request|standard input"),
)

REPORTS = (
    command("report-without-format", "report mine.py", "required|FORMAT:PATH"),
    command("report-nowhere", "report r.json html:r.html", "r.json", "no such|there is no|No such|--promptfmt-report"),
    command("report-of-python", "report mine.py html:r.html", "mine.py", "JSON|report"),
    command("report-of-html", "report r.html markdown:r.md", "r.html", "JSON|json:", files={"r.html": "<html></html>"}),
    command("report-turned-round", "report html:r.html r.json", "html:r.html"),
    command("report-path-alone", "report r.json r.html", "html:r.html", files={"r.json": "{}"}),
    command(
        "report-other-json",
        "report r.json html:r.html",
        "r.json",
        "no report|not a report|--promptfmt-report",
        files={"r.json": "{}"},
    ),
    command("report-of-junit", "report j.xml html:r.html", "j.xml", "JSON|report", files={"j.xml": "<testsuites/>"}),
    command(
        "report-of-later",
        "report r.json html:r.html",
        "r.json",
        "version",
        "newer|upgrade|install|again|this kit|reads",
        files={"r.json": '{"format": "promptfmt-report", "version": 99}'},
    ),
    command("compare-one", "compare r.json", "required", "NEW", files={"r.json": "{}"}),
    command("compare-three", "compare a b c", "unrecognized arguments: c"),
    command("compare-nowhere", "compare a.json b.json", "a.json"),
    command("merge-without-out", "merge a.json b.json", "-o", "required"),
    command("merge-nowhere", "merge a.json b.json -o c.json", "a.json"),
    command("matrix-nowhere", "matrix a.json", "a.json"),
    command(
        "matrix-empty-directory",
        "matrix folder",
        "folder",
        "no report|nothing|empty|none|holds",
        files={"folder/.keep": ""},
    ),
    command(
        "verify-a-report",
        "verify r.json",
        "r.json",
        "certificate",
        files={"r.json": '{"format": "promptfmt-report", "version": 1}'},
    ),
    command("verify-nowhere", "verify c.json", "c.json"),
    command("verify-impl", "verify mine", "mine", "certif"),
    command("certify-without-out", "certify mine", "-o", "required"),
    command("certify-nowhere", "certify mien -o c.json", "mien", "mean 'mine'"),
    command("certify-level", "certify mine -o c.json --level=L9", "L9", "L3"),
    command("certify-level-word", "certify mine -o c.json --level=3", "'3'|3", "L3"),
    command("certify-into-a-directory", "certify mine -o folder", "folder", "directory", files={"folder/x": ""}),
    command("certify-over-the-formatter", "certify mine -o mine.py", "mine.py", keeps=("mine.py",)),
    command("certify-with-the-long-option", "certify --promptfmt-impl=mine -o c.json", "unrecognized|required|IMPL"),
    command("certify-target", "certify mine -o c.json --target=openai.*", "unrecognized|whole"),
    command("bridge-of-python", ("check-bridge", "mine.py"), "mine.py", "cannot be started|denied|not found|python"),
    command(
        "bridge-with-cmd", ("check-bridge", "cmd:python mine.py"), "cmd:", "without|leave|in one word|not found|no such"
    ),
    command("bridge-two-words", ("check-bridge", "node", "bridge.mjs"), "unrecognized|one word|quot"),
)

LOOKED = (
    command("explain-misspelt", "explain anthropic.user-nonemty", "mean 'anthropic.user-nonempty'"),
    command(
        "explain-without-dialect", "explain user-nonempty", "mean 'anthropic.user-nonempty'|anthropic.user-nonempty"
    ),
    command("explain-a-case", "explain tools/single-call", "promptfmt show"),
    command("explain-a-check", "explain fidelity", "fidelity\\.", status=GREEN),
    command("explain-a-target", "explain openai.chat", "mean|promptfmt list|rule"),
    command("explain-upper-case", "explain Anthropic.User-Nonempty", "mean 'anthropic.user-nonempty'"),
    command("explain-glob", "explain anthropic.*", "promptfmt list rules"),
    command("show-misspelt", "show tools/singel-call", "mean 'tools/single-call'"),
    command("show-without-family", "show single-call", "mean 'tools/single-call'"),
    command("show-a-rule", "show anthropic.user-nonempty", "promptfmt explain"),
    command("show-node-id", "show promptfmt/mine/openai/chat::chat/plain-turns", "mean 'chat/plain-turns'"),
    command("show-family", "show tools", "promptfmt list cases|mean"),
    command("show-target-misspelt", "show chat/plain-turns --target=openai", "mean 'openai.chat'"),
    command("show-own", "show x-cases/one", "x-cases/one", "own|file|--promptfmt-corpus|new-case"),
    command("list-singular", "list case", "'case'|case", "cases"),
    command("list-misspelt", "list dialects", "targets"),
    command("list-glob-nothing", "list cases tool/*", "mean 'tools/\\*'|matches nothing"),
    command("new-case-nowhere", "new-case nowhere.json cases", "nowhere.json"),
    command("new-case-payload-without-dialect", "new-case p.json cases", "--dialect", files={"p.json": PAYLOAD}),
    command(
        "new-case-name",
        "new-case p.json cases --dialect=openai --name=One_Case",
        "One_Case",
        "a-z|small|lower",
        files={"p.json": PAYLOAD},
    ),
    command(
        "new-case-into-a-file",
        "new-case p.json mine.py --dialect=openai",
        "mine.py",
        "directory",
        files={"p.json": PAYLOAD},
        keeps=("mine.py",),
    ),
    command(
        "new-case-again",
        "new-case p.json cases --dialect=openai --name=one",
        "one.json",
        "--replace",
        files={"p.json": PAYLOAD, "cases/one.json": "[]"},
        keeps=("cases/one.json",),
    ),
    command(
        "new-case-of-another-dialect", "new-case p.json cases --dialect=gemini", "p.json", files={"p.json": PAYLOAD}
    ),
    command("new-case-empty", "new-case p.json cases", "p.json", files={"p.json": ""}),
    command(
        "new-case-example-misspelt", "new-case --from-example g1 cases", "g1", "example|failure|--promptfmt-examples"
    ),
    Mistake("command-list-into-head", ("openai",), ("sh", "-c", "promptfmt list rules | head -n 1"), GREEN),
    Mistake("command-list-into-nothing", ("",), ("sh", "-c", "promptfmt list rules | true"), GREEN),
    Mistake(
        "command-full-disk",
        ("No space left|cannot be written|write",),
        ("sh", "-c", "promptfmt list rules > /dev/full"),
        ASKED,
    ),
    Mistake("command-closed-stdout", ("",), ("sh", "-c", "promptfmt list rules >&-"), ASKED),
    Mistake(
        "command-closed-stdin",
        ("standard input|empty|line 1|:1:",),
        ("sh", "-c", "promptfmt validate - --dialect openai <&-"),
        ASKED,
    ),
    Mistake("pytest-into-head", ("",), ("sh", "-c", f"{' '.join(run())} | head -n 1"), GREEN),
    Mistake("command-by-module", ("usage: |No module named",), ("python", "-m", "pytest_promptfmt", "--help"), GREEN),
)

FEW = "cases=['chat/one-user']"
PYTHON = (
    python("right", f"print(check_formatter('mine', {FEW}).ok)", "True", status=GREEN),
    python("module-itself", f"print(check_formatter(mine, {FEW}).ok)", "True", status=GREEN),
    python("function", f"check_formatter(mine.chat, {FEW})", "function", r"\{'openai\.chat'"),
    python("table", f"print(check_formatter({{'openai.chat': mine.chat}}, {FEW}, ).ok)", "True", status=GREEN),
    python("none", "check_formatter(None)", "None", "FORMATTERS|module"),
    python("nothing", "check_formatter()", "implementation|argument"),
    python("number", "check_formatter(3)", "3|int", "FORMATTERS"),
    python("misspelt", "check_formatter('mien')", "mean 'mine'"),
    python(
        "path",
        f"import pathlib\nprint(check_formatter(pathlib.Path('mine.py'), {FEW}).ok)",
        "True|str|path",
        status=GREEN,
    ),
    python("case-as-text", "print(check_formatter('mine', cases='chat/one-user').ok)", "True|list", status=GREEN),
    python("case-misspelt", "check_formatter('mine', cases=['chat/one-usr'])", "mean 'chat/one-user'"),
    python("cases-empty", "check_formatter('mine', cases=[])", "no case|nothing|empty"),
    python("case-none", "check_formatter('mine', cases=[None])", "None|str|text"),
    python("target-misspelt", "check_formatter('mine', targets=['opnai.*'])", "mean 'openai"),
    python("check-misspelt", "check_formatter('mine', checks=['schem'])", "mean 'schema'"),
    python("timeout-word", f"check_formatter('mine', {FEW}, timeout='soon')", "timeout|seconds"),
    python("timeout-negative", f"check_formatter('mine', {FEW}, timeout=-1)", "seconds|timeout"),
    python("option-misspelt", f"check_formatter('mine', {FEW}, corpora='cases')", "corpora"),
    python("corpus-nowhere", f"check_formatter('mine', {FEW}, corpus='cases')", "cases", "directory"),
    python(
        "lossy-is-not-ok", f"report = check_formatter('mine', {FEW})\nassert report.ok", "AssertionError", mine=LOSSY
    ),
    python(
        "report-is-true",
        f"print('fine' if check_formatter('mine', {FEW}) else 'wrong')",
        "wrong|ok",
        mine=LOSSY,
        status=GREEN,
    ),
    python("report-attribute", f"check_formatter('mine', {FEW}).passed", "passed", "ok|attribute"),
    python(
        "coroutine",
        "import asyncio\nasync def go():\n    return check_formatter('mine', cases=['chat/one-user']).ok\nprint(asyncio.run(go()))",
        "True",
        status=GREEN,
    ),
    python(
        "model-text",
        f"check_formatter('mine', {FEW}, models='gpt-5.4')",
        "models|model",
        "GLOB|dict|mapping|'openai|unexpected",
    ),
    Mistake(
        "python-in-a-test",
        ("1 passed",),
        ("pytest", "test_a.py"),
        GREEN,
        files={
            "test_a.py": f"""
from pytest_promptfmt import check_formatter
def test_a(): assert check_formatter("mine", {FEW}).ok
"""
        },
    ),
    Mistake(
        "python-in-an-async-test",
        ("1 passed",),
        ("pytest", "test_a.py", "-o", "asyncio_mode=auto"),
        GREEN,
        wants=("pytest-asyncio",),
        files={
            "test_a.py": f"""
from pytest_promptfmt import check_formatter
async def test_a(): assert check_formatter("mine", {FEW}).ok
"""
        },
    ),
    Mistake(
        "python-in-a-test-wrong",
        ("1 failed", "fidelity"),
        ("pytest", "test_a.py"),
        RED,
        LOSSY,
        files={
            "test_a.py": f"""
from pytest_promptfmt import check_formatter
def test_a(): assert check_formatter("mine", {FEW}).ok
"""
        },
        never=("INTERNALERROR",),
    ),
    Mistake(
        "python-fixture-without-mark",
        ("passed",),
        ("pytest", "test_a.py", "-q"),
        GREEN,
        files={"test_a.py": "def test_a(promptfmt_case): assert promptfmt_case.id\n"},
    ),
    Mistake(
        "python-mark-misspelt",
        ("mean|promptfmt_case|marker",),
        ("pytest", "test_a.py", "-q", "--strict-markers"),
        RED + 1,
        files={"test_a.py": "import pytest\n@pytest.mark.promptfmt_case('chat/*')\ndef test_a(promptfmt_case): pass\n"},
    ),
    Mistake(
        "python-mark-matches-nothing",
        ("mean 'chat",),
        ("pytest", "test_a.py", "-q"),
        RED + 1,
        files={
            "test_a.py": "import pytest\n@pytest.mark.promptfmt_cases('chta/*')\ndef test_a(promptfmt_case): pass\n"
        },
    ),
    Mistake(
        "python-mark-without-glob",
        ("glob|promptfmt_cases|passed",),
        ("pytest", "test_a.py", "-q"),
        GREEN,
        files={"test_a.py": "import pytest\n@pytest.mark.promptfmt_cases\ndef test_a(promptfmt_case): pass\n"},
    ),
    Mistake(
        "python-fixture-misspelt",
        ("promptfmt_case",),
        ("pytest", "test_a.py", "-q"),
        RED,
        files={"test_a.py": "def test_a(promptfmt_cases): pass\n"},
    ),
)

TABLE = (*WORDS, *VALIDATE, *WHY, *REPORTS, *LOOKED, *PYTHON)

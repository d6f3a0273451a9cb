"""What is typed, what lies around, and the files of settings and cases: more of what somebody in a hurry does."""

from __future__ import annotations

from mistakes.mistake import CASES, GREEN, LOSSY, MINE, NOTHING, RED, Mistake, run
from mistakes.options import EXPECTED, alone, case, corpus, option, settings, xfail, xfails
from mistakes.projects import LEVEL, both, hook, odd


def shell(name: str, line: str, *says: str, **more: object) -> Mistake:
    """What a shell is told."""
    return Mistake(name, says, ("sh", "-c", line), **more)  # type: ignore[arg-type]


RUN = " ".join(run())
TYPED = (
    option("typed-underscore", "--promptfmt_timeout=3", "unrecognized", "--promptfmt-timeout"),
    alone("typed-cases", "--promptfmt-cases=chat/*", "unrecognized", "--promptfmt-case="),
    alone("typed-targets", "--promptfmt-targets=openai.*", "unrecognized", "--promptfmt-target="),
    option("typed-xfail", "--promptfmt-xfail=known.toml", "unrecognized", "--promptfmt-xfails="),
    option("typed-snapshot", "--promptfmt-snapshot=snaps", "unrecognized", "--promptfmt-snapshots="),
    option("typed-html", "--promptfmt-html=r.html", "unrecognized", "--promptfmt-report=html:"),
    option(
        "typed-update",
        ("--promptfmt-snapshots=s", "--promptfmt-snapshot-update"),
        "unrecognized",
        "mean '?--snapshot-update|--snapshot-update",
    ),
    Mistake("option-typed-formatter", ("unrecognized", "--promptfmt-impl="), ("pytest", "--promptfmt-formatter=mine")),
    Mistake("option-typed-short", ("unrecognized|promptfmt", "--promptfmt-impl="), ("pytest", "--promptfmt=mine")),
    Mistake("option-typed-one-dash", ("romptfmt-impl", "--promptfmt-impl"), ("pytest", "-promptfmt-impl=mine")),
    Mistake(
        "option-typed-long-dash",
        ("promptfmt-impl=mine", "dash|mean|--promptfmt-impl"),
        ("pytest", "\u2013promptfmt-impl=mine", *CASES),
    ),
    alone(
        "typed-two-values", ("--promptfmt-target", "openai.chat", "gemini.chat"), "gemini.chat", "--promptfmt-target"
    ),
    alone(
        "typed-two-cases",
        ("--promptfmt-case", "chat/one-user", "chat/plain-turns"),
        "chat/plain-turns",
        "--promptfmt-case",
    ),
    alone("typed-case-as-an-argument", "chat/one-user", "chat/one-user", "--promptfmt-case"),
    alone("typed-quotes-in-quotes", "--promptfmt-case='chat/*'", "'chat/\\*'", "quot|mean 'chat/"),
    alone("typed-quotes-in-target", '--promptfmt-target="openai.*"', "openai", "quot|mean 'openai"),
    option(
        "typed-check-comma", "--promptfmt-check=schema,fidelity", "schema,fidelity", "again|twice|once for each|repeat"
    ),
    option("typed-check-without", "--promptfmt-check=!purity", "!purity", "known are|matches nothing"),
    option("typed-model-of-dialect", "--promptfmt-model=openai=gpt-5.4", "'openai'", r"openai\.\*|openai\.chat"),
    option(
        "typed-two-reports",
        "--promptfmt-report=html:r.html,json:r.json",
        "r.html,json",
        "again|twice|once for each|repeat",
    ),
    option(
        "typed-one-file-twice",
        ("--promptfmt-report=html:r.out", "--promptfmt-report=json:r.out"),
        "r.out",
        "twice|both|two",
    ),
    option("typed-timeout-negative", "--promptfmt-timeout=-1", "number of seconds|seconds"),
    option(
        "typed-xfails-twice",
        ("--promptfmt-xfails=a.toml", "--promptfmt-xfails=b.toml"),
        "a.toml",
        "b.toml|one file|twice|once",
        files={"a.toml": "", "b.toml": EXPECTED},
    ),
    option("typed-snapshots-empty", "--promptfmt-snapshots=", "--promptfmt-snapshots", "directory|DIR"),
    option(
        "typed-snapshots-of-syrupy",
        ("--promptfmt-snapshots=__snapshots__", "--snapshot-update"),
        "__snapshots__",
        "syrupy",
    ),
    option(
        "typed-snapshot-update-all",
        ("--promptfmt-snapshots=s", "--snapshot-update=all"),
        "ignored explicit argument|takes no",
    ),
    option(
        "typed-snapshots-edited",
        "--promptfmt-snapshots=s",
        "s/mine/openai.chat/chat.json",
        "object|shape|snapshot-update",
        files={"s/mine/openai.chat/chat.json": "[]"},
    ),
    option(
        "typed-snapshots-merged",
        "--promptfmt-snapshots=s",
        "s/mine/openai.chat/chat.json",
        "merge",
        files={"s/mine/openai.chat/chat.json": "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n"},
    ),
    Mistake("option-typed-windows-path", ("mean '(./)?mine.py'|mine.py",), run(impl=".\\mine.py")),
    Mistake("option-typed-windows-drive", (r"C:", "path|file|module"), run(impl="C:\\proj\\mine.py")),
    Mistake("option-typed-factory", ("make", "FORMATTERS"), run(impl="mine:make()")),
    Mistake("option-typed-function-of-a-file", ("mine.py:chat", "function", "FORMATTERS"), run(impl="mine.py:chat")),
    Mistake(
        "option-typed-id-of-target",
        ("mean 'promptfmt/mine/openai/chat::chat/plain-turns'",),
        ("pytest", "--promptfmt-impl=mine", "promptfmt/mine/openai.chat::chat/plain-turns"),
    ),
    Mistake(
        "option-typed-id-backslash",
        ("mean 'promptfmt/mine/openai/chat::chat/plain-turns'",),
        ("pytest", "--promptfmt-impl=mine", "promptfmt\\mine\\openai\\chat::chat/plain-turns"),
    ),
    Mistake(
        "option-typed-id-without-family",
        ("mean 'promptfmt/mine/openai/chat::chat/plain-turns'",),
        ("pytest", "--promptfmt-impl=mine", "promptfmt/mine/openai/chat::plain-turns"),
    ),
    Mistake("option-typed-id-of-a-directory", ("2 passed",), run("promptfmt/mine/openai/chat"), GREEN),
    Mistake("option-typed-environment", ("mean 'mine'",), ("pytest",), env={"PYTEST_ADDOPTS": "--promptfmt-impl=mien"}),
    settings(
        "typed-comma",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = mine, other\n",
        "mine, other",
        "line",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
    settings(
        "typed-corpus-nowhere",
        "pytest.ini",
        "[pytest]\npromptfmt_corpus = nowhere\n",
        "nowhere",
        "directory",
        words=run(),
    ),
    settings(
        "typed-misspelt-module",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = mien\n",
        "mean 'mine'",
        "pytest.ini|promptfmt_impl",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
)
"""What is typed."""

BESIDE = (
    *odd("setup-only", "--setup-only"),
    *odd("setup-show", "--setup-show"),
    *odd("new-first", "--nf"),
    *odd("no-conftest", "--noconftest"),
    *odd("file-without-tests", "mine.py"),
    *odd("strict-all", "--strict-markers", "--strict-config", "-W", "error"),
    *odd(
        "module-called-statistics",
        files={"statistics.py": "raise SystemExit", "secrets.py": "raise SystemExit", "queue.py": "x"},
    ),
    *odd("module-called-html", files={"html.py": "raise SystemExit", "typing_extensions.py": "raise SystemExit"}),
    Mistake(
        "odd-setup-plan-wrong",
        ("plan|nothing was judged|not judged",),
        run("--setup-plan"),
        GREEN,
        LOSSY,
        never=("swallowed", "Traceback", "INTERNALERROR"),
    ),
    Mistake(
        "odd-deselected-one",
        ("1 passed", "1 deselected"),
        run("--deselect", "promptfmt/mine/openai/chat::chat/one-user"),
        GREEN,
    ),
    Mistake("odd-deselected-wrongly", ("2 passed",), run("--deselect", "chat/one-user"), GREEN),
    Mistake("odd-k-of-two", ("1 passed", "1 deselected"), run("-k", "plain and not one"), GREEN),
    Mistake("odd-k-broken", ("-k", "plain and", "expression|expected"), run("-k", "plain and")),
    Mistake("odd-m-not", ("2 deselected",), run("-m", "not promptfmt"), NOTHING),
    Mistake("odd-collect-only-wrong", ("2 tests",), run("--collect-only"), GREEN, LOSSY),
    Mistake("odd-maxfail-1", ("stopping after 1", "fidelity"), run("--maxfail=1"), RED, LOSSY),
    shell(
        "odd-last-failed-after-a-failure",
        f"{RUN} >first; {RUN} --lf",
        LEVEL,
        "2 failed",
        "fidelity",
        status=RED,
        mine=LOSSY,
    ),
    shell("odd-stepwise-twice", f"{RUN} --sw >first; {RUN} --sw", "1 failed", "fidelity", status=2, mine=LOSSY),
    shell(
        "odd-last-failed-after-mending",
        f"{RUN} >first; cp right.py mine.py; {RUN} --lf",
        LEVEL,
        "2 passed",
        status=GREEN,
        mine=LOSSY,
        files={"right.py": MINE},
    ),
    shell(
        "odd-from-below",
        "mkdir sub && cd sub && pytest --promptfmt-impl=mine --promptfmt-case=chat/one-user",
        "'mine'",
        r"\.\./mine\.py|parent|above",
    ),
    shell(
        "odd-from-below-by-path",
        "mkdir sub && cd sub && pytest --promptfmt-impl=../mine.py --promptfmt-case=chat/one-user",
        "1 passed",
        status=GREEN,
    ),
    Mistake("odd-two-checkouts", ("2 passed",), run(), GREEN, files={"old/mine.py": LOSSY}, env={"PYTHONPATH": "old"}),
    Mistake("odd-file-that-is-not-there", ("tests/nowhere.py",), run("tests/nowhere.py")),
    *hook(
        "keeps-tests-only",
        "def pytest_collection_modifyitems(items): [item.path.name.startswith('test_') for item in items]\n",
    ),
    *hook(
        "relative-path",
        "def pytest_itemcollected(item): item.path.relative_to(item.config.rootpath), item.location[0], item.reportinfo()\n",
    ),
    *hook("ids-in-reports", "def pytest_runtest_logreport(report): report.nodeid.split('::')[1], report.location[2]\n"),
    *hook(
        "orders-by-file",
        "def pytest_collection_modifyitems(items): items.sort(key=lambda i: (str(i.fspath), i.location[1] or 0))\n",
    ),
    *hook("fails-on-prints", "def pytest_runtest_logreport(report): assert not report.capstdout, report.nodeid\n"),
    *both("conftest-of-a-folder", files={"tests/conftest.py": "raise SystemExit('not here')\n"}),
)
"""What lies around, or is typed beside."""


def imported(name: str, text: str | bytes, *says: str, **more: object) -> Mistake:
    """A module of another kind."""
    return Mistake(f"imported-{name}", says, run(impl="odd"), files={"odd.py": text, **more.pop("files", {})}, **more)  # type: ignore[arg-type,dict-item]


IMPORTED = (
    imported("with-a-bom", b"\xef\xbb\xbf" + MINE.encode(), "2 passed", status=GREEN),
    imported("with-crlf", MINE.replace("\n", "\r\n"), "2 passed", status=GREEN),
    imported("with-a-cookie", b"# -*- coding: latin-1 -*-\nname = '\xe4'\n" + MINE.encode(), "2 passed", status=GREEN),
    imported(
        "with-smart-quotes", MINE + "name = \u201ca\u201d\n", r"odd\.py", r"line \d+|:\d+", "U\\+201C|invalid character"
    ),
    imported("with-marks-of-a-merge", "<<<<<<< HEAD\n" + MINE, r"odd\.py", "line 1|:1", "merge|<<<<<<<"),
    imported(
        "with-a-broken-friend",
        "import friend\n" + MINE,
        r"friend\.py",
        "line 1|:1",
        "SyntaxError|invalid|never closed",
        files={"friend.py": "def x(\n"},
    ),
    imported(
        "that-skips",
        "import pytest\npytest.skip('not on this machine', allow_module_level=True)\n",
        "not on this machine",
        r"odd\.py|'odd'",
    ),
    imported(
        "that-interrupts",
        "raise KeyboardInterrupt\n",
        "KeyboardInterrupt|interrupt",
        status=2,
        never=("INTERNALERROR",),
    ),
    imported(
        "that-asks-for-a-secret", "import getpass\ngetpass.getpass()\n" + MINE, "EOF|getpass|input|stdin", r"odd\.py"
    ),
    imported(
        "that-opens-a-file",
        "text = open('prompts/system.txt').read()\n" + MINE,
        "prompts/system.txt",
        r"odd\.py",
        "line 1|:1",
        "directory|__file__|relative",
    ),
    imported(
        "that-wants-its-distribution",
        "import importlib.metadata\nimportlib.metadata.version('my-own-thing')\n" + MINE,
        "my-own-thing",
        r"odd\.py",
        "install",
    ),
    imported(
        "that-wants-a-key",
        "class OpenAIError(Exception): pass\nraise OpenAIError('The api_key client option must be set either by passing api_key or by setting the OPENAI_API_KEY environment variable')\n",
        "OPENAI_API_KEY",
        r"odd\.py",
        "any value|dummy|when it is called|later|environment",
    ),
    imported(
        "that-starts-a-thread",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(1,)).start()\n" + MINE,
        "2 passed",
        status=GREEN,
    ),
    imported(
        "that-leaves-a-loop",
        "import asyncio, threading\nloop = asyncio.new_event_loop()\nthreading.Thread(target=loop.run_forever, daemon=True).start()\n"
        + MINE,
        "2 passed",
        status=GREEN,
    ),
    imported(
        "that-moves",
        "import os\nos.makedirs('deep', exist_ok=True); os.chdir('deep')\n" + MINE,
        "2 passed",
        status=GREEN,
    ),
    imported("that-takes-stdout", "import io, sys\nsys.stdout = io.StringIO()\n" + MINE, "2 passed", status=GREEN),
    imported("that-clears-the-environment", "import os\nos.environ.clear()\n" + MINE, "2 passed", status=GREEN),
    imported("that-silences-logging", "import logging\nlogging.disable()\n" + MINE, "2 passed", status=GREEN),
    imported(
        "that-makes-warnings-errors",
        "import warnings\nwarnings.simplefilter('error')\n" + MINE,
        "2 passed",
        status=GREEN,
    ),
    imported("that-ends-the-process", "import os\nos._exit(7)\n", "odd", "ended|exit", status=4),
    imported("that-lacks-a-known-one", "import cv2_of_nobody.sub\n" + MINE, "cv2_of_nobody", "install"),
    imported(
        "with-future-too-late",
        "import json\nfrom __future__ import annotations\n",
        r"odd\.py",
        "line 2|:2",
        "__future__",
    ),
    imported("that-recurses", "def f(): f()\nf()\n", "RecursionError", r"odd\.py"),
)
"""Modules that do more than define."""

TOML = (
    xfail(
        "expires-with-a-time",
        '"cut"\n',
        '"cut"\nexpires = 2099-01-01T00:00:00\n',
        "expires",
        r"\d\d\d\d-\d\d-\d\d|2 xfailed",
    ),
    xfail("expires-thirteen", '"cut"\n', '"cut"\nexpires = 2099-13-01\n', "promptfmt.toml", "line 4|:4"),
    xfail("expires-year", '"cut"\n', '"cut"\nexpires = 2099\n', "expires", r"\d\d\d\d-\d\d-\d\d"),
    xfail("match-empty-list", '"openai.* / chat/* / fidelity"', "[]", "match"),
    xfail("match-nested", '"openai.* / chat/* / fidelity"', '[["a"]]', "match", "text|string"),
    xfail("table-capital", "[[xfail]]", "[[XFail]]", "XFail", "mean 'xfail'"),
    xfail("key-capital", "reason", "Reason", "mean 'reason'"),
    xfail("key-twice", 'reason = "cut"\n', 'reason = "cut"\nreason = "cut"\n', "promptfmt.toml", "line 4|:4"),
    xfail("key-date", '"cut"\n', '"cut"\nexpiry = 2099-01-01\n', "'expiry'", "mean 'expires'|known are"),
    xfail("not-closed", '"cut"\n', '"cut\n', "promptfmt.toml", "line 3|:3"),
    xfails("of-pytest", "[pytest]\naddopts = '-q'\n", "promptfmt.toml", "pytest", "xfail"),
    xfails(
        "key-in-pyproject",
        '[tool.promptfmt]\nxfails = "known.toml"\n',
        "'xfails'",
        "mean 'xfail'|--promptfmt-xfails",
        file="pyproject.toml",
    ),
    shell(
        "xfails-below-the-rootdir",
        "cd sub && pytest --promptfmt-impl=../mine.py --promptfmt-case=chat/one-user",
        "promptfmt.toml",
        "rootdir|not read|--promptfmt-xfails",
        status=RED,
        mine=LOSSY,
        files={"pytest.ini": "[pytest]\n", "sub/promptfmt.toml": EXPECTED},
    ),
    Mistake(
        "xfails-in-both-noticed",
        ("pyproject.toml", "promptfmt.toml", "not read|both|one of|move"),
        run(),
        4,
        LOSSY,
        files={"promptfmt.toml": "", "pyproject.toml": EXPECTED.replace("[[xfail]]", "[[tool.promptfmt.xfail]]")},
    ),
)


def said(name: str, message: str, *says: str, **more: object) -> Mistake:
    """A case of one message."""
    return case(f"said-{name}", f"[{message}]", "one.json", *says, **more)


def block(name: str, text: str, *says: str) -> Mistake:
    """A case with one block."""
    return said(name, f'{{"role": "user", "content": [{text}]}}', *says)


OWN = (
    said("no-role", '{"content": "a"}', "'?role"),
    said("role-human", '{"role": "human", "content": "a"}', "human", "mean 'user'"),
    said("role-capital", '{"role": "User", "content": "a"}', "mean 'user'"),
    said("role-ai", '{"role": "ai", "content": "a"}', "mean 'assistant'"),
    said("role-model", '{"role": "model", "content": "a"}', "mean 'assistant'"),
    said("role-developer", '{"role": "developer", "content": "a"}', "mean 'system'"),
    said("no-content", '{"role": "user"}', "content"),
    said("content-null", '{"role": "user", "content": null}', "content", "text|list"),
    said("content-number", '{"role": "user", "content": 3}', "content", "text|list"),
    said("tool-calls", '{"role": "assistant", "content": null, "tool_calls": []}', "tool_calls", "new-case"),
    said("a-text", '"Hello"', r"\[0\]|message", "object|role"),
    said("sharegpt", '{"from": "human", "value": "a"}', "'?role", "content"),
    block("no-type", '{"text": "a"}', "type"),
    block("type-tool-call", '{"type": "tool_call", "id": "a", "name": "b", "input": {}}', "mean 'tool_use'"),
    block("type-capital", '{"type": "Text", "text": "a"}', "mean 'text'"),
    block("type-input-text", '{"type": "input_text", "text": "a"}', "mean 'text'"),
    block("type-function-call", '{"type": "function_call", "name": "b"}', "mean 'tool_use'"),
    block(
        "arguments",
        '{"type": "tool_use", "id": "a", "name": "b", "arguments": "{}"}',
        "arguments",
        "mean 'input'|'input'|input",
    ),
    block("input-as-text", '{"type": "tool_use", "id": "a", "name": "b", "input": "{}"}', "input", "object"),
    block("result-content", '{"type": "tool_result", "id": "a", "content": "b"}', "'?content", "output"),
    block("result-tool-use-id", '{"type": "tool_result", "tool_use_id": "a", "output": "b"}', "tool_use_id", r"\bid\b"),
    block("text-content", '{"type": "text", "content": "a"}', "'?content", r"\btext\b"),
    block("image-url", '{"type": "image", "url": "https://a.example/a.png"}', "url", "source"),
    block("image-data", '{"type": "image", "source": {"type": "base64", "data": "aGk="}}', "media_type"),
    block("image-source-type", '{"type": "image", "source": {"type": "file", "path": "a.png"}}', "file", "url|base64"),
    case(
        "tools-of-openai",
        '{"conversation": {"messages": [{"role": "user", "content": "a"}], "tools": [{"type": "function", "function": {"name": "a"}}]}}',
        "one.json",
        "tools",
        "function",
        "name",
    ),
    case("cases-an-object", '{"cases": {"a": []}}', "one.json", "cases", "list"),
    case(
        "conversations",
        '{"conversations": [{"from": "human", "value": "a"}]}',
        "one.json",
        "conversations",
        "mean 'conversation'|messages",
    ),
    case("list-of-lists", '[[{"role": "user", "content": "a"}]]', "one.json", "cases|one conversation|object"),
    case(
        "budget-text",
        '{"conversation": [{"role": "user", "content": "a"}], "budget": "100"}',
        "one.json",
        "budget",
        "number|integer|object",
    ),
    case(
        "scenario-misspelt",
        '{"conversation": [{"role": "user", "content": "a"}], "scenarios": ["chats"]}',
        "one.json",
        "mean 'chat'",
    ),
    case(
        "everyday-text",
        '{"conversation": [{"role": "user", "content": "a"}], "everyday": "yes"}',
        "one.json",
        "everyday",
        "true|boolean",
    ),
    case(
        "name-with-a-slash",
        '{"name": "x-cases/one", "conversation": [{"role": "user", "content": "a"}]}',
        "one.json",
        "x-cases/one",
        "a-z|small|lower",
    ),
    case("no-messages", "[]", "one.json", "message|empty"),
    case("key-twice", '{"conversation": [], "conversation": []}', "one.json", "twice|conversation"),
    case("file-of-python", "messages = []\n", "one.json", "line 1|:1"),
    corpus(
        "golden-of-nothing",
        {"cases/one.json": '[{"role": "user", "content": "a"}]', "cases/golden/openai.chat/two.json": "[]"},
        "two.json",
        "golden",
        "one|no case",
    ),
    corpus(
        "golden-of-misspelt-target",
        {"cases/one.json": '[{"role": "user", "content": "a"}]', "cases/golden/opnai.chat/one.json": "[]"},
        "mean 'openai.chat'",
    ),
    corpus(
        "golden-broken",
        {"cases/one.json": '[{"role": "user", "content": "a"}]', "cases/golden/openai.chat/one.json": "["},
        "golden/openai.chat/one.json",
        "line 1|:1",
    ),
)
"""Cases of one's own."""

TABLE = (*TYPED, *BESIDE, *IMPORTED, *TOML, *OWN)

"""Options and files of settings: what they name is not there, is of another shape, or cannot be written."""

from __future__ import annotations

from mistakes.mistake import GREEN, LOSSY, MINE, NOTHING, RED, Mistake, run


def option(name: str, words: str | tuple[str, ...], *says: str, **more: object) -> Mistake:
    """A run of the two cases with a wrong option."""
    added = (words,) if isinstance(words, str) else words
    return Mistake(f"option-{name}", says, run(*added), **more)  # type: ignore[arg-type]


def alone(name: str, words: str | tuple[str, ...], *says: str, **more: object) -> Mistake:
    """The same where nothing else chooses cases."""
    added = (words,) if isinstance(words, str) else words
    return Mistake(f"option-{name}", says, ("pytest", "--promptfmt-impl=mine", *added), **more)  # type: ignore[arg-type]


def settings(
    name: str, file: str, text: str, *says: str, words: tuple[str, ...] = ("pytest",), **more: object
) -> Mistake:
    """A run that an ini file describes."""
    return Mistake(f"ini-{name}", says, words, files={file: text}, **more)  # type: ignore[arg-type]


ADDED = "--promptfmt-impl=mine --promptfmt-case=chat/one-user --promptfmt-case=chat/plain-turns"
OPTIONS = (
    alone("target-dialect", "--promptfmt-target=openai", r"mean 'openai\.(\*|chat)'"),
    alone("target-upper-case", "--promptfmt-target=OpenAI.*", "mean 'openai"),
    alone("target-of-nobody-here", "--promptfmt-target=gemini.*", "gemini", "openai.chat"),
    alone(
        "target-comma",
        "--promptfmt-target=openai.chat,gemini.chat",
        "matches nothing",
        "again|twice|once for each|repeat",
    ),
    alone("case-family", "--promptfmt-case=tools", r"mean 'tools/\*'"),
    alone("case-bare-name", "--promptfmt-case=plain-turns", "mean 'chat/plain-turns'"),
    alone("case-comma", "--promptfmt-case=chat/*,tools/*", "matches nothing", "again|twice|once for each|repeat"),
    alone("case-with-target", "--promptfmt-case=openai.chat/chat/plain-turns", "mean 'chat/plain-turns'"),
    alone("case-node-id", "--promptfmt-case=promptfmt/mine/openai/chat::chat/plain-turns", "mean 'chat/plain-turns'"),
    alone("case-regular-expression", "--promptfmt-case=chat/.*", "matches nothing", r"chat/\*|glob"),
    alone("case-own-without-corpus", "--promptfmt-case=x-cases/*", "matches nothing", "--promptfmt-corpus"),
    alone("case-upper-case", "--promptfmt-case=Chat/*", r"mean 'chat/\*'"),
    alone("case-empty", "--promptfmt-case=", "matches nothing|names nothing"),
    option("check-upper-case", "--promptfmt-check=Schema", "mean 'schema'"),
    option("check-is-a-finding", "--promptfmt-check=fidelity.lost-text", "mean 'fidelity'"),
    option("check-is-a-rule", "--promptfmt-check=openai.tool-calls-answered", "mean 'protocol'|'protocol'"),
    option("check-plural", "--promptfmt-check=checks", "known are", "schema"),
    option("model-alone", "--promptfmt-model=gpt-5.4", "GLOB=MODEL", "such as"),
    option(
        "model-of-nobody", "--promptfmt-model=openai.*=gtp-5.4", "gtp-5.4", "known|nobody (here )?knows", status=GREEN
    ),
    option("model-target-misspelt", "--promptfmt-model=opnai.*=gpt-5.4", "mean 'openai"),
    option("model-turned-round", "--promptfmt-model=gpt-5.4=openai.*", "matches nothing", r"openai|GLOB=MODEL"),
    option("report-path-alone", "--promptfmt-report=report.html", "html:report.html"),
    option("report-format-alone", "--promptfmt-report=html", "html:"),
    option("report-unknown", "--promptfmt-report=pdf:r.pdf", "pdf", "json, html"),
    option("report-xml", "--promptfmt-report=junit:r.xml", "junit", "json, html"),
    option("report-upper-case", "--promptfmt-report=JSON:r.json", "mean 'json'|json"),
    option("report-equals", "--promptfmt-report=json=r.json", "json:r.json"),
    option("report-turned-round", "--promptfmt-report=r.json:json", "json:r.json"),
    option("report-empty-path", "--promptfmt-report=json:", "json:", "path|PATH|where"),
    option("report-directory", "--promptfmt-report=json:folder", "folder", "directory", files={"folder/x": ""}),
    option(
        "report-no-such-directory",
        "--promptfmt-report=json:out/deep/r.json",
        "out/deep|passed",
        status=GREEN,
        leaves=("out/deep/r.json",),
    ),
    option("report-below-a-file", "--promptfmt-report=json:mine.py/r.json", "mine.py", "directory", keeps=("mine.py",)),
    option("report-unwritable", "--promptfmt-report=json:/proc/r.json", "/proc/r.json"),
    option("report-over-the-formatter", "--promptfmt-report=json:mine.py", "mine.py", keeps=("mine.py",)),
    option("report-other-ending", "--promptfmt-report=json:r.html", "json: ?r.html|passed", status=GREEN),
    option("timeout-unit", "--promptfmt-timeout=10s", "number of seconds"),
    option("timeout-comma", "--promptfmt-timeout=0,5", "number of seconds"),
    option("timeout-empty", "--promptfmt-timeout=", "number of seconds"),
    option("examples-word", "--promptfmt-examples=ten", "whole number"),
    option("examples-negative", "--promptfmt-examples=-5", "whole number"),
    option("examples-half", "--promptfmt-examples=1.5", "whole number"),
    option("examples-zero", "--promptfmt-examples=0", "0", "1|at least|nothing|whole"),
    option("seed-word", ("--promptfmt-examples=1", "--promptfmt-seed=abc"), "whole number"),
    option("seed-alone", "--promptfmt-seed=1", "--promptfmt-examples"),
    option("reference-short", "--promptfmt-reference=agentscope", "mean 'agentscope-1.0'|agentscope-1.0"),
    option("reference-path", "--promptfmt-reference=golden/", "agentscope-1.0"),
    option("revision-latest", "--promptfmt-revision=latest", "latest", r"20\d\d"),
    option("revision-version", "--promptfmt-revision=0.1.0", "0.1.0", r"20\d\d"),
    option(
        "xfails-nowhere",
        "--promptfmt-xfails=known.toml",
        "known.toml",
        "no such|there is no|cannot be read",
        "xfails-update|make|write",
    ),
    option("xfails-empty", "--promptfmt-xfails=", "--promptfmt-xfails", "file|FILE"),
    option("xfails-update-path", "--promptfmt-xfails-update=promptfmt.toml", "ignored explicit argument|takes no"),
    option("xfails-update-narrow", "--promptfmt-xfails-update", "leave out --promptfmt-case"),
    option("snapshots-without-value", "--promptfmt-snapshots", "expected one argument"),
    option("snapshots-nowhere", "--promptfmt-snapshots=snaps", "snaps", "--snapshot-update", status=RED),
    option("snapshot-update-alone", "--snapshot-update", "--promptfmt-snapshots", status=GREEN),
    option("snapshots-update-misspelt", ("--promptfmt-snapshots=snaps", "--update-snapshots"), "unrecognized"),
    option("snapshots-over-a-file", "--promptfmt-snapshots=mine.py", "mine.py is a file|is a file", keeps=("mine.py",)),
    option("certificate", "--promptfmt-certify=c.json", "unrecognized"),
    Mistake("option-without-impl", ("--promptfmt-impl=NAME",), ("pytest", "--promptfmt-case=chat/*")),
    Mistake("option-update-without-impl", ("--promptfmt-impl=NAME",), ("pytest", "--promptfmt-xfails-update")),
    Mistake("option-k-matches-nothing", ("deselected",), run("-k", "no-such-name"), NOTHING),
    Mistake("option-m-misspelt", ("deselected", "2 deselected"), run("-m", "promptfmt_tool"), NOTHING),
    Mistake(
        "option-id-misspelt",
        ("mean 'promptfmt/mine/openai/chat::chat/plain-turns'",),
        ("pytest", "--promptfmt-impl=mine", "promptfmt/mine/openai/chat::chat/plain-turn"),
    ),
    Mistake(
        "option-id-of-another",
        ("promptfmt/mine",),
        ("pytest", "--promptfmt-impl=mine", "promptfmt/yours/openai/chat::chat/plain-turns"),
    ),
    Mistake("option-collect-only", ("2 tests",), run("--co", "-q"), GREEN),
)

SETTINGS = (
    settings(
        "key-plural",
        "pytest.ini",
        "[pytest]\npromptfmt_impls = mine\n",
        "promptfmt_impls",
        "Unknown config option",
        status=NOTHING,
    ),
    settings(
        "key-with-dash",
        "pytest.ini",
        "[pytest]\npromptfmt-impl = mine\n",
        "promptfmt-impl",
        "Unknown config option",
        status=NOTHING,
    ),
    settings(
        "key-of-an-option",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = mine\npromptfmt_case = chat/*\n",
        "promptfmt_case",
        "addopts = --promptfmt-case=chat/",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
    settings("addopts", "pytest.ini", f"[pytest]\naddopts = {ADDED}\n", "2 passed", status=GREEN),
    settings(
        "addopts-of-pyproject",
        "pyproject.toml",
        f"[tool.pytest.ini_options]\naddopts = '{ADDED}'\n",
        "2 passed",
        status=GREEN,
    ),
    settings(
        "addopts-list",
        "pyproject.toml",
        f"[tool.pytest.ini_options]\naddopts = {ADDED.split()!r}\n",
        "2 passed",
        status=GREEN,
    ),
    settings(
        "string-of-pyproject",
        "pyproject.toml",
        "[tool.pytest.ini_options]\npromptfmt_impl = 'mine'\n",
        "passed",
        words=("pytest", "--promptfmt-case=chat/one-user"),
        status=GREEN,
    ),
    settings(
        "list-of-pyproject",
        "pyproject.toml",
        "[tool.pytest.ini_options]\npromptfmt_impl = ['mine']\n",
        "passed",
        words=("pytest", "--promptfmt-case=chat/one-user"),
        status=GREEN,
    ),
    settings(
        "table-of-pyproject",
        "pyproject.toml",
        "[tool.pytest.ini_options.promptfmt_impl]\nname = 'mine'\n",
        "promptfmt_impl",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
    settings(
        "tool-promptfmt-impl",
        "pyproject.toml",
        "[tool.promptfmt]\nimpl = 'mine'\n",
        "'impl'",
        "promptfmt_impl|--promptfmt-impl",
        words=run(),
    ),
    settings("tox", "tox.ini", f"[pytest]\naddopts = {ADDED}\n", "2 passed", status=GREEN),
    settings("setup-cfg", "setup.cfg", f"[tool:pytest]\naddopts = {ADDED}\n", "2 passed", status=GREEN),
    settings("setup-cfg-old-section", "setup.cfg", f"[pytest]\naddopts = {ADDED}\n", r"\[tool:pytest\]"),
    settings(
        "two-on-a-line",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = mine other\n",
        "mine other",
        "line",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
    settings(
        "comment-on-the-line",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = mine  # ours\n",
        "mine",
        "#|comment|passed",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
    settings(
        "quotes",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = 'mine'\n",
        "'mine'",
        "quotes|mean",
        words=("pytest", "--promptfmt-case=chat/one-user"),
    ),
    settings(
        "path-from-the-file",
        "pytest.ini",
        "[pytest]\npromptfmt_impl = ./mine.py\n",
        "passed",
        words=("pytest", "--promptfmt-case=chat/one-user"),
        status=GREEN,
    ),
    settings(
        "minus-o",
        "pytest.ini",
        "[pytest]\n",
        "2 passed",
        words=("pytest", "-o", "promptfmt_impl=mine", *run()[2:]),
        status=GREEN,
    ),
    settings(
        "warnings-are-errors", "pytest.ini", "[pytest]\nfilterwarnings = error\n", "2 passed", words=run(), status=GREEN
    ),
    settings(
        "strict",
        "pytest.ini",
        "[pytest]\naddopts = --strict-markers --strict-config\nxfail_strict = true\n",
        "2 passed",
        words=run(),
        status=GREEN,
    ),
    settings("strict-of-9", "pytest.ini", "[pytest]\nstrict = true\n", "2 passed", words=run(), status=GREEN),
    settings(
        "testpaths-nowhere", "pytest.ini", "[pytest]\ntestpaths = no/such\n", "2 passed", words=run(), status=GREEN
    ),
    settings(
        "python-files",
        "pytest.ini",
        "[pytest]\npython_files = *.py\npython_functions = *\n",
        "2 passed",
        words=run(),
        status=GREEN,
    ),
    settings(
        "doctest-modules",
        "pytest.ini",
        "[pytest]\naddopts = --doctest-modules\n",
        "2 passed",
        words=run(),
        status=GREEN,
    ),
    settings(
        "importlib",
        "pytest.ini",
        "[pytest]\naddopts = --import-mode=importlib\n",
        "2 passed",
        words=run(),
        status=GREEN,
    ),
    settings(
        "log-cli",
        "pytest.ini",
        "[pytest]\nlog_cli = true\nlog_cli_level = DEBUG\n",
        "2 passed",
        words=run(),
        status=GREEN,
    ),
    settings(
        "junit",
        "pytest.ini",
        "[pytest]\njunit_family = legacy\n",
        "2 passed",
        words=run("--junitxml=j.xml"),
        status=GREEN,
        leaves=("j.xml",),
    ),
    settings(
        "console-classic",
        "pytest.ini",
        "[pytest]\nconsole_output_style = times\n",
        "2 passed",
        words=run(),
        status=GREEN,
    ),
)

EXPECTED = '[[xfail]]\nmatch = "openai.* / chat/* / fidelity"\nreason = "cut"\n'


def xfails(
    name: str, text: str | bytes, *says: str, file: str = "promptfmt.toml", mine: str = LOSSY, **more: object
) -> Mistake:
    """A file of expected failures, and a formatter that needs one."""
    return Mistake(f"xfails-{name}", says, files={file: text}, mine=mine, **more)  # type: ignore[arg-type]


def xfail(name: str, old: str, new: str, *says: str, **more: object) -> Mistake:
    """The one entry, with something else in it."""
    assert old in EXPECTED, old
    return xfails(name, EXPECTED.replace(old, new), *says, **more)  # type: ignore[arg-type]


XFAILS = (
    xfails("right", EXPECTED, "2 xfailed", status=GREEN),
    xfails("empty-file", "", "2 failed", status=RED),
    xfail("one-table", "[[xfail]]", "[xfail]", r"\[\[xfail\]\]"),
    xfail("plural", "[[xfail]]", "[[xfails]]", "xfails", "mean 'xfail'"),
    xfail("under-tool", "[[xfail]]", "[[tool.promptfmt.xfail]]", "promptfmt.toml", r"\[\[xfail\]\]"),
    xfail(
        "without-tool",
        "[[xfail]]",
        "[[promptfmt.xfail]]",
        r"tool\.promptfmt|2 failed",
        file="pyproject.toml",
        status=4,
    ),
    xfail(
        "other-dialect-of-toml",
        '"openai.* / chat/* / fidelity"',
        "openai.* / chat/* / fidelity",
        "promptfmt.toml",
        "line 2|:2",
        "quot",
    ),
    xfail(
        "without-spaces",
        "openai.* / chat/* / fidelity",
        "openai.*/chat/*/fidelity",
        r"' / '|\" / \"|openai\.\* / chat|spaces|three",
        status=RED,
    ),
    xfail(
        "node-id",
        "openai.* / chat/* / fidelity",
        "promptfmt/mine/openai/chat::chat/plain-turns",
        "openai.chat / chat/plain-turns",
        status=RED,
    ),
    xfail("case-alone", "openai.* / chat/* / fidelity", "chat/*", r"\* / chat/\*", status=RED),
    xfail("four-parts", "fidelity", "fidelity / lost-text", "target|case|three"),
    xfail("match-missing", 'match = "openai.* / chat/* / fidelity"\n', "", "match"),
    xfail("match-number", '"openai.* / chat/* / fidelity"', "3", "match", "text|string"),
    xfail("match-empty", "openai.* / chat/* / fidelity", "", "match"),
    xfail("reason-missing", 'reason = "cut"\n', "", "reason"),
    xfail("reason-empty", '"cut"', '""', "reason"),
    xfail("reason-list", '"cut"', '["cut"]', "reason", "text|string"),
    xfail("key-misspelt", "reason", "reasn", "mean 'reason'"),
    xfail(
        "keys-of-parts",
        'match = "openai.* / chat/* / fidelity"',
        'target = "openai.*"\ncase = "chat/*"',
        "'target'|target",
        "match",
    ),
    xfail("expires-word", '"cut"\n', '"cut"\nexpires = "soon"\n', "expires", r"\d\d\d\d-\d\d-\d\d"),
    xfail("expires-quoted", '"cut"\n', '"cut"\nexpires = "2099-01-01"\n', "expires", "quot|2099-01-01"),
    xfail("expires-turned-round", '"cut"\n', '"cut"\nexpires = 01-01-2099\n', "promptfmt.toml", "line 4|:4"),
    xfail("expired", '"cut"\n', '"cut"\nexpires = 2020-01-01\n', "2020-01-01", "expired|out of date", status=RED),
    xfail("issue-number", '"cut"\n', '"cut"\nissue = 12\n', "issue", "text|string"),
    xfail("strict", '"cut"\n', '"cut"\nstrict = true\n', "'strict'", "known are|mean"),
    xfail("target-misspelt", "openai.*", "opnai.*", "mean 'openai", status=RED),
    xfail("check-misspelt", "fidelity", "fidelty", "mean 'fidelity'", status=RED),
    xfail("finding-misspelt", "fidelity", "fidelity.altered-txt", "mean|nothing|out of date", status=RED),
    xfails("not-needed", EXPECTED, "out of date|delete", mine=MINE, status=RED),
    xfails("yaml-in-it", "xfail:\n  - match: a\n", "promptfmt.toml", "line 1|:1", "TOML|toml"),
    xfails("json-in-it", '{"xfail": []}\n', "promptfmt.toml", "line 1|:1"),
    xfails("utf-16", EXPECTED.encode("utf-16"), "promptfmt.toml", "UTF-8"),
    xfails("yaml-beside", "xfail: []\n", "2 failed", file="promptfmt.yaml", status=RED),
    xfails("with-options-in-it", f"impl = 'mine'\n{EXPECTED}", "'impl'", "xfail"),
    xfails("with-bom", b"\xef\xbb\xbf" + EXPECTED.encode(), "2 xfailed", status=GREEN),
    xfails("with-crlf", EXPECTED.replace("\n", "\r\n"), "2 xfailed", status=GREEN),
    xfails("directory", "", "promptfmt.toml", "directory|cannot be read", file="promptfmt.toml/x"),
    Mistake(
        "xfails-in-both",
        ("2 xfailed|both|promptfmt.toml",),
        run(),
        GREEN,
        LOSSY,
        files={"promptfmt.toml": EXPECTED, "pyproject.toml": "[tool.promptfmt]\n"},
    ),
    Mistake(
        "xfails-in-both-for-real",
        ("pyproject.toml", "promptfmt.toml"),
        run(),
        RED,
        LOSSY,
        files={"promptfmt.toml": "", "pyproject.toml": EXPECTED.replace("[[xfail]]", "[[tool.promptfmt.xfail]]")},
    ),
)

CASE = '[{"role": "user", "content": "Where is the parcel amber-17?"}]'


def corpus(name: str, files: dict[str, str | bytes], *says: str, option: str = "cases", **more: object) -> Mistake:
    """A directory of cases that cannot be taken as it is."""
    words = ("pytest", "--promptfmt-impl=mine", f"--promptfmt-corpus={option}", "--promptfmt-case=x-*")
    return Mistake(f"corpus-{name}", says, words, files=files, **more)  # type: ignore[arg-type]


def case(name: str, text: str | bytes, *says: str, file: str = "one.json", **more: object) -> Mistake:
    """One bad file in it."""
    return corpus(name, {f"cases/{file}": text}, *says, **more)


CORPUS = (
    case("right", CASE, "1 passed", status=GREEN),
    corpus("nowhere", {}, "'cases'|cases", "no directory|there is no"),
    corpus("a-file", {"cases": CASE}, "cases", "directory"),
    corpus("file-in-it", {"cases/one.json": CASE}, "one.json", "directory", option="cases/one.json"),
    corpus("empty", {"cases/.keep": ""}, "cases", r"no case|nothing|\.json"),
    corpus(
        "same-twice",
        {"cases/one.json": CASE, "cases/two.json": f'{{"name": "one", "conversation": {CASE}}}'},
        "one",
        "two.json",
    ),
    corpus("glob", {"cases/one.json": CASE}, r"cases/\*\.json", "directory", option="cases/*.json"),
    case("empty-file", "", "one.json", "empty|line 1|:1:"),
    case("broken", '[{"role": "user", ', "one.json", "line 1|:1:"),
    case("trailing-comma", CASE.replace("}]", "},]"), "one.json", "line 1|:1:", "comma|trailing"),
    case("comment", f"// mine\n{CASE}", "one.json", "line 1|:1:"),
    case("json-lines", f"{CASE}\n{CASE}\n", "one.json", "line 2|:2:", "one value|lines|new-case|Extra data"),
    case("jsonl-file", f"{CASE}\n", "cases", r"\.json", file="one.jsonl"),
    case("yaml-file", "- role: user\n", "cases", r"\.json", file="one.yaml"),
    case("utf-16", CASE.encode("utf-16"), "one.json", "UTF-8"),
    case("latin-1", CASE.replace("parcel", "größe").encode("latin-1"), "one.json", "UTF-8"),
    case("bom", b"\xef\xbb\xbf" + CASE.encode(), "1 passed", status=GREEN),
    case("binary", b"\0\1\2", "one.json", "UTF-8|JSON|line 1"),
    case("number", "3", "one.json", "list|conversation"),
    case("nothing-in-it", "[]", "one.json", "no message|empty|at least one"),
    case("text", '"hello"', "one.json", "list|conversation"),
    case("role-misspelt", CASE.replace('"user"', '"usr"'), "one.json", "usr", "mean 'user'"),
    case("role-human", CASE.replace('"user"', '"human"'), "one.json", "human", "'user'|user"),
    case("role-missing", '[{"content": "Where?"}]', "one.json", "role"),
    case("content-missing", '[{"role": "user"}]', "one.json", "content|blocks"),
    case("content-null", '[{"role": "user", "content": null}]', "one.json", "content|blocks"),
    case(
        "openai-calls",
        '[{"role": "user", "content": "Where?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "c", '
        '"type": "function", "function": {"name": "f", "arguments": "{}"}}]}]',
        "one.json",
        "new-case",
        "--dialect",
    ),
    case(
        "openai-request",
        f'{{"model": "gpt-5.4", "messages": {CASE}}}',
        "one.json",
        "new-case|'conversation'|conversation",
    ),
    case(
        "gemini",
        '{"contents": [{"role": "user", "parts": [{"text": "a"}]}]}',
        "one.json",
        "new-case|'conversation'|conversation",
    ),
    case(
        "block-unknown",
        '[{"role": "user", "content": [{"type": "picture", "text": "a"}]}]',
        "one.json",
        "picture",
        "image|known are",
    ),
    case(
        "block-of-openai",
        '[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.example/a.png"}}]}]',
        "one.json",
        "image_url",
        "'image'|image",
        "new-case|mean|source",
    ),
    case(
        "media-missing",
        '[{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "{FILES}/a.png"}}]}]',
        "one.json",
        "a.png",
    ),
    case("key-unknown", f'{{"conversation": {CASE}, "hunt": "x"}}', "one.json", "mean 'hunts'"),
    case(
        "name-with-capitals",
        f'{{"name": "One Case", "conversation": {CASE}}}',
        "one.json",
        "One Case",
        "a-z|small|lower",
    ),
    case("file-with-capitals", CASE, "One Case.json", "a-z|small|lower|1 passed", file="One Case.json", status=GREEN),
    case("expect-unknown", f'{{"conversation": {CASE}, "expect": "fail"}}', "one.json", "expect", "carry|refuse"),
    case(
        "expect-of-unknown-dialect",
        f'{{"conversation": {CASE}, "expect": {{"opnai": "refuse"}}}}',
        "one.json",
        "mean 'openai'",
    ),
    case("template", '{"infer_cfg": {}}', "one.json"),
    case("deep-file", CASE, r"cases|passed", file="deep/one.json", status=GREEN),
    case(
        "result-without-call",
        '[{"role": "user", "content": [{"type": "tool_result", "id": "x", "output": "a"}]}]',
        "one.json|passed|failed|skipped|tool",
        status=RED,
        mine=MINE.replace("    if any", "    if 0 and any"),
    ),
    corpus("bad-name", {"cases/one.json": CASE}, "My Cases", "a-z|small|lower", option="My Cases=cases"),
    corpus("own-name-of-the-kit", {"chat/one.json": CASE}, "1 passed", option="chat", status=GREEN),
)

TABLE = (*OPTIONS, *SETTINGS, *XFAILS, *CORPUS)

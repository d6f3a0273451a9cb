"""Projects that are not like ours: other plugins, hooks, environments. A right formatter stays green, a wrong one red."""

from __future__ import annotations

from mistakes.mistake import GREEN, LOSSY, RED, Mistake, run

LEVEL = r"graded \d+ of \d+|level"


def both(name: str, *words: str, says: tuple[str, ...] = (), **more: object) -> tuple[Mistake, Mistake]:
    """The right and the wrong formatter in the same surroundings: what is judged is said in both."""
    right = Mistake(
        f"{name}-right", (LEVEL, "2 passed|passed: 2|2 of 2|0 failed|✓|100%", *says), run(*words), GREEN, **more
    )  # type: ignore[arg-type]
    wrong = Mistake(f"{name}-wrong", (LEVEL, "fidelity", *says), run(*words), RED, LOSSY, **more)  # type: ignore[arg-type]
    return right, wrong


def plugin(name: str, *words: str, **more: object) -> tuple[Mistake, Mistake]:
    """Beside a plugin, with what switches it on."""
    return both(f"plugin-{name}", *words, wants=(name,), **more)


def hook(name: str, conftest: str, *words: str, **more: object) -> tuple[Mistake, Mistake]:
    """Beside a conftest."""
    return both(f"conftest-{name}", *words, files={"conftest.py": conftest}, **more)


def odd(name: str, *words: str, **more: object) -> tuple[Mistake, Mistake]:
    """With options of pytest, or in an environment."""
    return both(f"odd-{name}", *words, **more)


PLUGINS = (
    *plugin("pytest-asyncio", "-o", "asyncio_mode=auto"),
    *plugin("anyio", "-p", "anyio"),
    *plugin("pytest-randomly", "-p", "randomly", "-p", "no:cacheprovider"),
    *plugin("pytest-cov", "--cov=mine", "--cov-report=term"),
    *plugin("pytest-timeout", "--timeout=60"),
    *plugin("pytest-rerunfailures", "--reruns=2"),
    *plugin("pytest-retry", "--retries=2"),
    *plugin("flaky", "--force-flaky"),
    *plugin("pytest-sugar"),
    *both("plugin-pytest-html", "--html=r.html", wants=("pytest-html", "pytest-metadata"), leaves=("r.html",)),
    *both("plugin-xdist-load", "-n2", "--dist=load", wants=("pytest-xdist",)),
    *both("plugin-xdist-loadscope", "-n2", "--dist=loadscope", wants=("pytest-xdist",)),
    *both("plugin-xdist-loadfile", "-n2", "--dist=loadfile", wants=("pytest-xdist",)),
    *both("plugin-xdist-loadgroup", "-n2", "--dist=loadgroup", wants=("pytest-xdist",)),
    *both("plugin-xdist-worksteal", "-n2", "--dist=worksteal", wants=("pytest-xdist",)),
    *both("plugin-xdist-more-workers-than-cases", "-n5", wants=("pytest-xdist",)),
    *both("plugin-xdist-auto", "-nauto", wants=("pytest-xdist",)),
    Mistake("plugin-xdist-each-right", (LEVEL,), run("-n2", "--dist=each"), GREEN, wants=("pytest-xdist",)),
    Mistake(
        "plugin-xdist-each-wrong", (LEVEL, "fidelity"), run("-n2", "--dist=each"), RED, LOSSY, wants=("pytest-xdist",)
    ),
    *plugin("pytest-mock"),
    *plugin("pytest-django"),
    *plugin("pytest-socket", "--disable-socket"),
    *plugin("pytest-forked", "--forked"),
    *plugin("pytest-split", "--splits=1", "--group=1"),
    *plugin("pytest-testmon", "--testmon"),
    *plugin("allure-pytest", "--alluredir=allure"),
    *plugin("pytest-json-report", "--json-report", leaves=(".report.json",)),
    *plugin("hypothesis", "--hypothesis-seed=1"),
    *plugin("pytest-clarity"),
    *plugin("pytest-custom-exit-code", "--suppress-no-test-exit-code"),
    *plugin("pytest-order", "--order-scope=module"),
    *plugin("pytest-random-order", "--random-order"),
    *plugin("pytest-reverse", "--reverse"),
    *plugin("pytest-instafail", "--instafail"),
    *plugin("pytest-benchmark", "--benchmark-disable"),
    *plugin("pytest-check"),
    *plugin("pytest-subtests"),
    *plugin("pytest-metadata"),
    *plugin("pytest-env"),
    *plugin("pytest-dotenv", "-o", "env_files=.env"),
    *plugin("pytest-tap", "--tap-files"),
    *plugin("pytest-reportlog", "--report-log=log.jsonl", leaves=("log.jsonl",)),
    *plugin("pytest-bdd"),
    *plugin("pytest-profiling", "--profile"),
    *plugin("pytest-memray", "--memray"),
    *both("plugin-pytest-aiohttp", wants=("pytest-aiohttp", "pytest-asyncio")),
    *plugin("pytest-github-actions-annotate-failures", env={"GITHUB_ACTIONS": "true"}),
    *plugin("pytest-icdiff"),
    *plugin("pytest-pretty"),
    *plugin("pytest-rich", "--rich"),
    *both("plugin-pytest-progress", "--show-progress", wants=("pytest-progress", "pytest-xdist")),
    *plugin("pytest-recording", "--block-network"),
    *plugin("pytest-xprocess"),
    Mistake(
        "plugin-custom-exit-code-hides-failures-right",
        (LEVEL,),
        run("--suppress-tests-failed-exit-code"),
        GREEN,
        wants=("pytest-custom-exit-code",),
    ),
    Mistake("plugin-repeat-right", ("--count|repeat|passed",), run("--count=2"), GREEN, wants=("pytest-repeat",)),
    Mistake("plugin-repeat-wrong", ("fidelity",), run("--count=2"), RED, LOSSY, wants=("pytest-repeat",)),
    Mistake(
        "plugin-picked",
        ("no tests|picked|Changed|passed|deselected",),
        run("--picked"),
        GREEN,
        wants=("pytest-picked",),
    ),
    Mistake(
        "plugin-deadfixtures", ("fixture|nice|Cool|Hey",), run("--dead-fixtures"), GREEN, wants=("pytest-deadfixtures",)
    ),
    Mistake("plugin-split-of-two", ("1 passed",), run("--splits=2", "--group=1"), GREEN, wants=("pytest-split",)),
    Mistake("plugin-parallel", ("passed|parallel",), run("--workers=2"), GREEN, wants=("pytest-parallel",)),
)

PIN = "import pytest\n"
_SETS_NODE_IDS = """
def pytest_itemcollected(item):
    if hasattr(item, "_nodeid"):
        item._nodeid = "all/" + item._nodeid
    else:  # since pytest 9.2
        from _pytest.nodeid import coerce_node_id

        item._id = coerce_node_id("all/" + item.nodeid)
"""
HOOKS = (
    *hook("reverses", "def pytest_collection_modifyitems(items): items.reverse()\n"),
    *hook("sorts-by-name", "def pytest_collection_modifyitems(items): items.sort(key=lambda item: item.name)\n"),
    *hook(
        "asks-for-function-attributes",
        "def pytest_collection_modifyitems(items):\n    for item in items: getattr(item, 'function', None), item.fspath, item.keywords\n",
    ),
    *hook(
        "marks-all",
        PIN + "def pytest_collection_modifyitems(items):\n    for item in items: item.add_marker(pytest.mark.unit)\n",
    ),
    *hook("autouse", PIN + "@pytest.fixture(autouse=True)\ndef clean(monkeypatch): monkeypatch.setenv('A', 'b')\n"),
    *hook("autouse-session", PIN + "@pytest.fixture(autouse=True, scope='session')\ndef data(): yield 1\n"),
    *hook("reads-funcargs", "def pytest_runtest_setup(item): list(item.iter_markers())\n"),
    *hook(
        "report-status",
        "def pytest_report_teststatus(report):\n"
        "    if report.when == 'call': return report.outcome, '*', report.outcome.upper()\n",
    ),
    *hook("terminal-summary", "def pytest_terminal_summary(terminalreporter): terminalreporter.write_line('ours')\n"),
    *hook(
        "makereport-wrapper",
        PIN + "@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
        "    outcome = yield\n    outcome.get_result().extra = []\n",
    ),
    *hook("unconfigure", "def pytest_unconfigure(config): config.getoption('verbose')\n"),
    *hook("option-of-its-own", "def pytest_addoption(parser): parser.addoption('--slow', action='store_true')\n"),
    *hook(
        "own-marks-skip-slow",
        PIN + "def pytest_collection_modifyitems(config, items):\n    for item in items:\n"
        "        if 'slow' in item.keywords: item.add_marker(pytest.mark.skip(reason='slow'))\n",
    ),
    *hook(
        "changes-directory",
        PIN + "import os\n@pytest.fixture(autouse=True)\ndef elsewhere(tmp_path): os.chdir(tmp_path)\n",
    ),
    *hook("sets-a-loop", "import asyncio\nasyncio.set_event_loop(asyncio.new_event_loop())\n"),
    *hook("logs-to-a-file", "import logging\nlogging.basicConfig(filename='all.log', level=0)\n"),
    *hook("ignores-collect", "def pytest_ignore_collect(collection_path): return True\n"),
    *hook("collect-file-hook", "def pytest_collect_file(file_path, parent): return None\n"),
    *hook("module-needs-function", "def pytest_itemcollected(item): item.nodeid, item.location, item.parent.name\n"),
    *hook("sets-node-ids", _SETS_NODE_IDS),
    Mistake(
        "conftest-skips-all-right",
        ("skipped", "nothing|not judged|0 of"),
        status=RED,
        files={
            "conftest.py": PIN
            + "def pytest_collection_modifyitems(items):\n    for item in items: item.add_marker(pytest.mark.skip(reason='later'))\n"
        },
    ),
    Mistake(
        "conftest-deselects-all",
        ("deselected",),
        status=5,
        files={
            "conftest.py": "def pytest_collection_modifyitems(config, items):\n    config.hook.pytest_deselected(items=items[:])\n    items[:] = []\n"
        },
    ),
    Mistake(
        "conftest-wants-a-function",
        ("conftest.py", "function"),
        status=3,
        files={
            "conftest.py": "def pytest_collection_modifyitems(items):\n    for item in items: item.function.__doc__\n"
        },
        never=(),
    ),
    Mistake(
        "conftest-is-broken",
        ("conftest.py", "nowhere_to_be_had"),
        files={"conftest.py": "import nowhere_to_be_had\n"},
        never=("INTERNALERROR",),
    ),
)

MAIN = "import sys, pytest; sys.exit(pytest.main({words!r}))"
ODD = (
    *odd("no-cacheprovider", "-p", "no:cacheprovider"),
    *odd("quiet", "-q"),
    *odd("tb-native", "--tb=native"),
    *odd("tb-short", "--tb=short"),
    *odd("tb-line", "--tb=line"),
    *odd("tb-no", "--tb=no", "-rA"),
    *odd("all-reasons", "-rA"),
    *odd("colour", "--color=yes"),
    *odd("no-header", "--no-header", "--no-summary", "-v"),
    *odd("very-verbose", "-vvv"),
    *odd("narrow", env={"COLUMNS": "40"}),
    *odd("narrowest", env={"COLUMNS": "10"}),
    *odd("dumb-terminal", env={"TERM": "dumb", "NO_COLOR": "1"}),
    *odd("locale-c", env={"LC_ALL": "C", "PYTHONUTF8": "1"}),
    *odd("encoding-ascii", env={"PYTHONIOENCODING": "ascii"}),
    *odd("no-home", env={"HOME": "/nowhere"}),
    *odd("optimised", env={"PYTHONOPTIMIZE": "2"}),
    *odd("safe-path", env={"PYTHONSAFEPATH": "1"}),
    *odd("dev-mode", env={"PYTHONDEVMODE": "1"}),
    *odd("hash-seed", env={"PYTHONHASHSEED": "0"}),
    *odd("warnings-are-errors", "-W", "error"),
    *odd("warnings-of-python", env={"PYTHONWARNINGS": "error"}),
    *odd("no-bytecode", env={"PYTHONDONTWRITEBYTECODE": "1"}),
    *odd("plugins-off", "-p", "promptfmt", env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}),
    *odd("addopts-of-the-environment", env={"PYTEST_ADDOPTS": "-q -x"}),
    *odd("in-ci", env={"CI": "true"}),
    *odd("capture-no", "-s"),
    *odd("capture-sys", "--capture=sys"),
    *odd("stepwise", "--stepwise"),
    *odd("failed-first", "--ff"),
    *odd("exit-first", "-x"),
    *odd("durations", "--durations=5"),
    *odd("basetemp", "--basetemp=tmp"),
    *odd("rootdir-elsewhere", "--rootdir=/tmp"),
    *odd("no-python-plugin", "-p", "no:python"),
    *odd("no-junit-no-doctest", "-p", "no:junitxml", "-p", "no:doctest"),
    *odd("no-syrupy", "-p", "no:syrupy"),
    *odd("no-logging", "-p", "no:logging"),
    *odd("no-warnings", "-p", "no:warnings"),
    *odd("no-faulthandler", "-p", "no:faulthandler"),
    *odd("no-assertion", "--assert=plain"),
    *odd("no-tmpdir", "-p", "no:tmpdir"),
    *odd("no-monkeypatch", "-p", "no:monkeypatch"),
    *odd("trace-config", "--trace-config"),
    *odd("debug", "--debug"),
    *odd("tests-folder", files={"tests/test_a.py": "def test_a(): pass\n"}),
    *odd("folder-called-promptfmt", files={"promptfmt/__init__.py": "", "promptfmt/mine.py": ""}),
    *odd(
        "module-called-conversation",
        files={"conversation.py": "raise SystemExit", "json5.py": "x", "report.py": "raise SystemExit"},
    ),
    *odd(
        "module-called-session",
        files={"session.py": "raise SystemExit", "commands.py": "", "checks.py": "", "corpus.py": ""},
    ),
    Mistake("odd-no-terminal-right", ("",), run("-p", "no:terminal"), GREEN),
    Mistake("odd-no-terminal-wrong", ("",), run("-p", "no:terminal"), RED, LOSSY),
    Mistake("odd-quietest-right", ("",), run("-qq"), GREEN),
    Mistake("odd-quietest-wrong", ("fidelity",), run("-qq"), RED, LOSSY),
    Mistake(
        "odd-locale-c", ("PYTHONUTF8=1|2 passed",), env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ),
    Mistake("odd-python-isolated", ("2 passed",), ("python", "-I", "-m", *run()), GREEN),
    Mistake("odd-python-m", ("2 passed",), ("python", "-m", *run()), GREEN),
    Mistake("odd-python-opt", ("2 passed",), ("python", "-OO", "-m", *run()), GREEN),
    Mistake("odd-python-w-error", ("2 passed",), ("python", "-W", "error", "-m", *run()), GREEN),
    Mistake(
        "odd-coverage-run", ("2 passed",), ("python", "-m", "coverage", "run", "-m", *run()), GREEN, wants=("coverage",)
    ),
    Mistake("odd-pytest-main", ("2 passed",), ("python", "-c", MAIN.format(words=run()[1:])), GREEN),
    Mistake("odd-pytest-main-wrong", ("fidelity",), ("python", "-c", MAIN.format(words=run()[1:])), RED, LOSSY),
    Mistake(
        "odd-within-asyncio",
        ("2 passed",),
        (
            "python",
            "-c",
            f"import asyncio, sys, pytest\nasync def main(): sys.exit(pytest.main({run()[1:]!r}))\nasyncio.run(main())",
        ),
        GREEN,
    ),
    Mistake(
        "odd-in-a-thread",
        ("2 passed",),
        (
            "python",
            "-c",
            "import sys, threading, pytest\nend = []\n"
            f"t = threading.Thread(target=lambda: end.append(pytest.main({run()[1:]!r})))\nt.start(); t.join(); sys.exit(end[0])",
        ),
        GREEN,
    ),
    Mistake(
        "odd-twice-in-a-process",
        ("2 passed.*2 passed",),
        (
            "python",
            "-c",
            f"import sys, pytest\nwords = {run()[1:]!r}\nsys.exit(pytest.main(words) or pytest.main(words))",
        ),
        GREEN,
    ),
    Mistake("odd-help", ("--promptfmt-impl=NAME",), ("pytest", "--help"), GREEN),
    Mistake("odd-fixtures", ("promptfmt_case",), ("pytest", "--fixtures"), GREEN),
    Mistake("odd-markers", ("promptfmt_cases",), ("pytest", "--markers"), GREEN),
    Mistake("odd-version", ("pytest",), run("--version"), GREEN),
    Mistake("odd-setup-plan", ("2|SETUP|mine",), run("--setup-plan"), GREEN),
    Mistake("odd-maxfail-0", ("2 passed",), run("--maxfail=0"), GREEN),
    Mistake("odd-last-failed-without-any", ("2 passed|no previously failed",), run("--lf"), GREEN),
)

TABLE = (*PLUGINS, *HOOKS, *ODD)

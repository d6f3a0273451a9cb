"""A conftest.py beside the formatter that loses an item, or turns what came of it."""

from hostile.behaviour import GREEN, ONE, Hostile

NAMED = "chat/one-user"


def losing(name: str, conftest: str, **more: object) -> Hostile:
    """The formatter is honest; the exchange that is not reported is named."""
    files = {"conftest.py": "import pytest\n" + conftest}
    return Hostile(name, files=files, says=NAMED, **more)  # type: ignore[arg-type]


def failing(name: str, conftest: str) -> Hostile:
    """The formatter is wrong, and pytest is told that it is not."""
    files = {"conftest.py": "import pytest\n" + conftest}
    return Hostile(name, "return []", files=files, says="openai.messages-nonempty")


MINE = f"nodeid.endswith({ONE!r})"

TABLE = (
    losing("hook-protocol-true", f"def pytest_runtest_protocol(item): return True if item.{MINE} else None"),
    losing(
        "hook-protocol-true-first",
        f"@pytest.hookimpl(tryfirst=True)\ndef pytest_runtest_protocol(item): return True if item.{MINE} else None",
    ),
    losing(
        "hook-items-removed",
        f"def pytest_collection_modifyitems(items): items[:] = [i for i in items if not i.{MINE}]",
    ),
    losing(
        "hook-session-items-removed",
        f"def pytest_collection_finish(session): session.items[:] = [i for i in session.items if not i.{MINE}]",
        breaks_xdist=True,
    ),
    losing("hook-items-all-but-one", "def pytest_collection_modifyitems(items): del items[:-1]", spares=False),
    losing(
        "hook-runtestloop-skips-one",
        f"""
@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session): session.items[:] = [i for i in session.items if not i.{MINE}]
""",
        breaks_xdist=True,
    ),
    Hostile(
        "hook-logreport-forgets",
        status=GREEN,  # pytest looks for it elsewhere; what came of it has been counted
        files={
            "conftest.py": f"""
import pytest
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_logreport(report):
    if report.{MINE}: report.nodeid = "elsewhere"
    return (yield)
"""
        },
        breaks_xdist=True,
    ),
    losing(
        "hook-report-loses-its-document",
        f"""
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item):
    report = yield
    if item.{MINE}: vars(report).pop("promptfmt", None)
    return report
""",
    ),
    losing(
        "hook-call-skips",
        f"""
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    if item.{MINE}: pytest.skip("not today")
""",
    ),
    losing("hook-setup-skips", f"def pytest_runtest_setup(item):\n    if item.{MINE}: pytest.skip('not today')"),
    losing(
        "hook-mark-skip",
        f"""
def pytest_collection_modifyitems(items):
    for item in items:
        if item.{MINE}: item.add_marker(pytest.mark.skip)
""",
    ),
    losing(
        "hook-runtest-does-nothing",
        f"""
def pytest_collection_modifyitems(items):
    for item in items:
        if item.{MINE}: item.runtest = lambda: None
""",
    ),
    losing(
        "hook-duplicates-another",
        f"""
def pytest_collection_modifyitems(items):
    items[:] = [items[0] if item.{MINE} else item for item in items]
""",
    ),
    failing(
        "hook-makereport-passes",
        """
@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.failed: report.outcome, report.longrepr = "passed", None
    return report
""",
    ),
    failing(
        "hook-logreport-passes",
        """
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report): report.outcome = "passed"
""",
    ),
    failing(
        "hook-mark-xfail",
        """
def pytest_collection_modifyitems(items):
    for item in items: item.add_marker(pytest.mark.xfail)
""",
    ),
    failing(
        "hook-session-status",
        """
def pytest_sessionfinish(session): session.exitstatus = 0
""",
    ),
    failing(
        "hook-session-status-last",
        """
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    yield
    session.exitstatus = 0
""",
    ),
    Hostile("select-by-k", status=GREEN, args=("-k", "not cjk"), spares=False),
    Hostile("select-by-m", status=GREEN, args=("-m", "promptfmt_chat"), spares=False),
    Hostile("select-by-deselect", status=GREEN, args=("--deselect=promptfmt/fmt/openai/chat::chat/cjk",), spares=False),
    Hostile(
        "select-in-a-hook-that-says-so",
        status=GREEN,
        spares=False,
        files={
            "conftest.py": """
def pytest_collection_modifyitems(config, items):
    config.hook.pytest_deselected(items=items[2:])
    del items[2:]
"""
        },
    ),
    Hostile(
        "hook-reverses",
        status=GREEN,
        files={
            "conftest.py": """
def pytest_collection_modifyitems(items): items.reverse()
"""
        },
    ),
)

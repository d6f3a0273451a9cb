"""What the tests share."""

from __future__ import annotations

import asyncio  # noqa: F401
import gc
import os
import signal
import sys
from importlib.util import find_spec

import jsonschema  # noqa: F401
import PIL.Image  # noqa: F401
import pytest
from support.kits import HONEST, Kit
from support.places import ROOT, TESTS
from support.rows import sample

from pytest_promptfmt import session  # noqa: F401

# What nothing here uses is imported so that it stays: pytester forgets what a run within this process imported.

pytest_plugins = ["pytester"]

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # As in many containers. Hundreds of processes would compile all that they import, which is half of their time.
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(ROOT / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False


@pytest.fixture
def kit(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Kit:
    """A directory with the honest formatter ``mypkg`` and nothing else."""
    monkeypatch.setattr("pytest_promptfmt.verdicts.judge.Judge.start", lambda judge: None)
    monkeypatch.setenv("COLUMNS", "300")  # texts are folded to the width of the terminal
    return Kit(pytester).write(mypkg=HONEST)


def pytest_configure() -> None:
    """In CI hypothesis takes the same examples every time: what is found there must be found again.

    Who only certifies the reference has no hypothesis, and comes by here as well. A shell starts what runs in its
    background deaf to interrupts, and so are the processes of the tests then: here they hear them.
    """
    gc.set_threshold(50_000, 20, 100)  # a fifteenth of the time went into looking for garbage
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get("CI") and find_spec("hypothesis"):
        from hypothesis import settings

        settings.register_profile("ci", derandomize=True, deadline=None)
        settings.load_profile("ci")


@pytest.hookimpl(tryfirst=True)  # before what is slow is left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What runs pytest itself comes first: at the end, one of two workers would be left with a hundred of them."""
    sample(items)
    items.sort(key=lambda item: item.path.parent != TESTS / "session")


def pytest_collection_finish() -> None:
    """What was collected stays until the end: hundreds of megabytes that no collection of garbage need go through.

    Nor need they be counted, one by one, by each of hundreds of runs within, which ask whether there is anything.
    """
    gc.freeze()
    gc.get_freeze_count = lambda: 1

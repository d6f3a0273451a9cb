"""Each mistake of the table is made in a directory of its own, as its user would make it.

Most of the time of a run goes into its start. So where nothing of the start is part of the mistake, the command is forked
from a process that has it behind it, and one in ten of these is started as any other, all of them where ``WHOLE`` is set.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions, entry_points
from pathlib import Path
from shutil import rmtree
from zlib import crc32

import pytest
from mistakes.mistake import Mistake
from mistakes.table import ALL, UNMET
from support.forks import BIN, POSSIBLE, PROGRAMS, Forks, shadows
from support.rows import ask_each

INSTALLED = {(found.metadata["Name"] or "").lower().replace("_", "-") for found in distributions()}


def surroundings() -> dict[str, str]:
    """The environment of all commands."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "PYTHON"))}
    env |= {"PATH": f"{BIN}{os.pathsep}{env['PATH']}", "COLUMNS": "200", "LC_ALL": "C.UTF-8"}
    return env | ({"PYTHONPYCACHEPREFIX": sys.pycache_prefix} if sys.pycache_prefix else {})


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    started = Forks(surroundings())
    yield started
    started.close()


def forked(mistake: Mistake) -> bool:
    """Can nothing of it be known by what was imported, or has run, before it?"""
    if not POSSIBLE or mistake.words[0] not in PROGRAMS or mistake.env or mistake.wants or shadows(mistake.files):
        return False
    return "WHOLE" not in os.environ and crc32(mistake.name.encode()) % 10 > 0


def made(mistake: Mistake, folder: Path, forks: Forks | None) -> subprocess.CompletedProcess[bytes]:
    """The command as it ended: a fork, or a process of its own where there are none."""
    for name, text in {"mine.py": mistake.mine, **mistake.files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    if forks is not None:
        return forks.run(mistake.words, folder, mistake.stdin, timeout=600)
    env = surroundings() | mistake.env | ({"HOME": str(folder)} if mistake.env.get("HOME") == "." else {})
    program, *words = mistake.words
    if mistake.wants and program == "pytest":  # what else is installed here is not in the user's environment
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        words = [*(word for name in ("promptfmt", "syrupy", *plugins(mistake)) for word in ("-p", name)), *words]
    command = [str(BIN / program) if program in ("python", "pytest", "promptfmt") else program, *words]
    return subprocess.run(command, cwd=folder, env=env, input=mistake.stdin, capture_output=True, timeout=600)


def plugins(mistake: Mistake) -> list[str]:
    wanted = {name.lower().replace("_", "-") for name in mistake.wants}
    found = entry_points(group="pytest11")
    return [each.name for each in found if each.dist and each.dist.name.lower().replace("_", "-") in wanted]


@pytest.mark.sampled(240, 8)
@pytest.mark.parametrize("name", ALL)
def test_what_is_said_of_a_mistake(name: str, tmp_path: Path, forks: Forks) -> None:
    mistake = ALL[name]
    if missing := {each.lower().replace("_", "-") for each in mistake.wants} - INSTALLED:
        pytest.skip(f"not installed here: {', '.join(sorted(missing))}")
    if name in UNMET:
        pytest.skip(UNMET[name])
    done = made(mistake, tmp_path.resolve(), forks if forked(mistake) else None)
    printed = (done.stdout + b"\n" + done.stderr).decode("utf-8", "replace").replace(str(tmp_path.resolve()), "HERE")
    folded = re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;]*m", "", printed))

    assert done.returncode == mistake.status, printed
    assert [said for said in mistake.says if not re.search(said, folded, re.IGNORECASE | re.DOTALL)] == [], printed
    assert [word for word in mistake.never if word in printed] == [], printed
    for name in mistake.keeps:
        text = mistake.mine if name == "mine.py" else mistake.files[name]
        assert (tmp_path / name).read_bytes() == (text if isinstance(text, bytes) else text.encode()), name
    assert [name for name in mistake.leaves if not (tmp_path / name).exists()] == []


@pytest.mark.slow
def test_a_fork_says_what_a_process_says(tmp_path: Path, forks: Forks) -> None:
    """Word by word, but for times and for the rules that are drawn as far as these leave room."""

    def said(mistake: Mistake, way: Forks | None) -> list[object]:
        folder = tmp_path.resolve() / "here"
        done = made(mistake, folder, way)
        rmtree(folder)
        return [done.returncode, *(re.sub(rb" in \d[\d.]+s|=", b"", each) for each in (done.stdout, done.stderr))]

    def same(mistake: Mistake) -> None:
        assert said(mistake, forks) == said(mistake, None)

    known = [mistake for name, mistake in ALL.items() if name not in UNMET and forked(mistake)]
    ask_each(known[::200], same, lambda mistake: mistake.name)


def test_what_does_not_hold_is_a_row() -> None:
    assert UNMET.keys() - ALL.keys() == set()

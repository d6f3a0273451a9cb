"""Runs a hostile formatter in a process of its own, bounded in memory, and reads what came of it."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from hostile.behaviour import Hostile

PATIENCE = 120.0
"""Seconds after which a run has hung, whatever it was to show; where the clock is the claim there is a lower bound."""

MEMORY = 4 * 2**30
"""Bytes of address space: a payload that grows without end ends there, and not with the machine."""

Verdicts: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one process; `status` is None where it had to be ended, `specs` are reports by what was named."""

    status: int | None
    output: str
    errors: str
    seconds: float
    specs: Mapping[str, Mapping[str, Verdicts]]
    directory: Path

    @property
    def left(self) -> list[str]:
        """What is left in the temporary directory, beside what pytest keeps there for xdist."""
        top = self.directory / "tmp"
        return sorted(path.name for path in top.iterdir() if not path.name.startswith("pytest-of-"))

    @property
    def told(self) -> str:
        """For messages of failing tests."""
        return f"\nstatus {self.status} after {self.seconds:.1f} s\n{self.output[-3000:]}\n{self.errors[-2000:]}"


def place(hostile: Hostile, directory: Path) -> None:
    """Writes the formatter and what lies beside it."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "fmt.py").write_text(hostile.code, "utf-8")
    for name, content in hostile.files.items():
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def certify(hostile: Hostile, directory: Path, *, workers: int = 0, patience: float = PATIENCE) -> Run:
    """A run of pytest on one formatter and the few cases."""
    place(hostile, directory)
    named = () if any(arg.startswith("--promptfmt-impl") for arg in hostile.args) else ("--promptfmt-impl=./fmt.py",)
    chosen = () if any(arg.startswith("--promptfmt-case") for arg in hostile.args) else only(hostile.cases)
    arguments = (*named, *chosen, f"--promptfmt-timeout={hostile.timeout}", *hostile.args)
    return pytest_run(arguments, directory, workers=workers, patience=patience)


def only(cases: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"--promptfmt-case={case}" for case in dict.fromkeys(cases))


def pytest_run(arguments: Sequence[str], directory: Path, *, workers: int = 0, patience: float = PATIENCE) -> Run:
    """pytest in `directory`, whose configuration is empty and whose temporary directory is its own."""
    (directory / "pytest.ini").write_text("[pytest]\n")
    plugins = ["-p", "no:cacheprovider", "-p", "no:syrupy", "-p", "no:hypothesispytest"]
    plugins += ["-n", str(workers)] if workers else ["-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *plugins, "-q", *arguments, "--promptfmt-report=json:r.json"]
    return process(command, directory, patience=patience)


def process(
    command: Sequence[str], directory: Path, *, patience: float = PATIENCE, more: Mapping[str, str] | None = None
) -> Run:
    """Its output goes to files, since what it leaves running would hold a pipe open; its group is ended with it."""
    (directory / "tmp").mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "CI"))}
    environment = kept | {"TMPDIR": str(directory / "tmp"), "PYTHONHASHSEED": "0", "COLUMNS": "200"} | dict(more or {})
    started = time.monotonic()
    with (directory / "stdout").open("wb") as out, (directory / "stderr").open("wb") as err:
        child = subprocess.Popen(
            command,
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
            preexec_fn=_bounded,
        )
        status: int | None = None
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = child.wait(patience)
        finally:
            seconds = time.monotonic() - started
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    texts = [(directory / name).read_bytes()[:8_000_000].decode(errors="replace") for name in ("stdout", "stderr")]
    return Run(status, texts[0], texts[1], seconds, _specs(directory / "r.json"), directory)


def _bounded() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's job in the background has it ignored
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _specs(path: Path) -> dict[str, dict[str, Verdicts]]:
    """Results by what was named, and by case."""
    if not path.is_file() or path.stat().st_size > 50_000_000:
        return {}
    implementations = json.loads(path.read_text("utf-8"))["implementations"]
    return {each["spec"]: {result["case"]: result for result in each["results"]} for each in implementations}


def findings(result: Verdicts) -> set[str]:
    """The ids of all that was found."""
    return {finding["id"] for verdict in result.get("verdicts", ()) for finding in verdict.get("findings", ())}


def verdicts(result: Verdicts) -> dict[str, Any]:
    """What was said by each check, in a form that two runs can be compared by."""
    return {
        verdict["check"]: (verdict["outcome"], sorted(finding["id"] for finding in verdict.get("findings", ())))
        for verdict in result.get("verdicts", ())
    }

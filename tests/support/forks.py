"""Commands of the kit, each in a process forked from one that has their imports behind it (`warm`).

A start costs more than most commands. A fork is the command itself, run by its own script, in its own directory; only
what a process could find out about the imports before it is not as it would be. So a command of which that can matter
is run in a process of its own by whoever asks: another program, another environment, a module of the user's that bears
the name of one that can be imported.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from json import dumps
from pathlib import Path, PurePosixPath

BIN = Path(sys.executable).parent
WARM = Path(__file__).with_name("warm.py")
PROGRAMS = ("pytest", "promptfmt")
POSSIBLE = hasattr(os, "fork") and sys.platform != "darwin"  # whose own libraries do not survive a fork


class Forks:
    """The process to fork from, with the environment of all commands; it is started when there is one."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env
        self._started: tuple[subprocess.Popen[bytes], socket.socket] | None = None

    def run(self, words: Iterable[str], cwd: Path, stdin: bytes, timeout: float) -> subprocess.CompletedProcess[bytes]:
        """As `subprocess.run` with its output captured."""
        words = [*words]
        with tempfile.TemporaryDirectory() as folder:
            files = {name: Path(folder, name) for name in ("stdin", "stdout", "stderr")}
            for name, path in files.items():
                path.write_bytes(stdin if name == "stdin" else b"")
            asked = {"words": words, "cwd": str(cwd), **{name: str(path) for name, path in files.items()}}
            try:
                status = self._ask(dumps(asked), timeout)
            except BaseException:
                self.close()
                raise
            return subprocess.CompletedProcess(
                words, status, files["stdout"].read_bytes(), files["stderr"].read_bytes()
            )

    def _ask(self, line: str, timeout: float) -> int:
        _, channel = self._started = self._started or self._start()
        channel.settimeout(timeout)
        channel.sendall(f"{line}\n".encode())
        return int(channel.recv(16))

    def _start(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        ours, theirs = socket.socketpair()
        command = [sys.executable, str(WARM), str(BIN), str(theirs.fileno())]
        with theirs:
            process = subprocess.Popen(
                command,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        return process, ours

    def close(self) -> None:
        """Ends the process, and what it has forked."""
        if self._started is not None:
            process, channel = self._started
            self._started = None
            channel.close()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def shadows(names: Iterable[str]) -> bool:
    """Does one of these files bear the name of what can be imported without it, or tell of a distribution?"""
    tops = [(PurePosixPath(name).parts[0], "/" in name) for name in names]
    modules = {top if folder else top.removesuffix(".py") for top, folder in tops if folder or top.endswith(".py")}
    return not modules.isdisjoint(_importable()) or any(top.endswith((".dist-info", ".egg-info")) for top, _ in tops)


@cache
def _importable() -> frozenset[str]:
    return frozenset((*sys.stdlib_module_names, *packages_distributions(), "pytest_promptfmt", "sitecustomize"))

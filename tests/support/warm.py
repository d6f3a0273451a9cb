"""A process that has imported what the commands of the kit import, and forks for each of them (see `forks`).

    python warm.py BIN FD

Once it has made a right run in an empty directory it reads a line of JSON from the socket FD for each command: `words`
(its name in the directory BIN first), `cwd`, and the files `stdin`, `stdout` and `stderr`. It answers with the exit
status as `subprocess` has it. A child becomes what the script in BIN would be: its arguments, its directory, its place
on ``sys.path``, its ``__main__``. What is left of the right run are modules, and what the kit keeps of its own data.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import socket
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

FORMATTER = """
def chat(conversation):
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": []}}
"""
RUN = ("-p", "no:cacheprovider", "--promptfmt-impl=right_one", "--promptfmt-case=chat/one-user")


def warm() -> None:
    """A right run, and a right command; what they print is nobody's, and their files and modules go."""
    import pytest

    path, modules = sys.path[:], set(sys.modules)
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "w") as nowhere:
        Path(folder, "right_one.py").write_text(FORMATTER, "utf-8")
        here = os.getcwd()
        os.chdir(folder)
        with contextlib.redirect_stdout(nowhere):
            assert pytest.main([*RUN]) == 0
            from pytest_promptfmt.cli import COMMANDS, main  # no sooner: pytest wants to see first what it imports

            for module in COMMANDS.values():  # each imports no other, and these are for all
                import_module(f"pytest_promptfmt.commands.{module}")
            assert main(["list", "targets"]) == 0
        os.chdir(here)
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(folder):
                del sys.modules[name]
    tempfile.tempdir = None
    gc.collect()
    gc.freeze()


def become(bin_: str, asked: dict[str, Any]) -> None:
    """What is left to do before the script runs."""
    os.chdir(asked["cwd"])
    for number, (name, mode) in enumerate((("stdin", os.O_RDONLY), ("stdout", os.O_RDWR), ("stderr", os.O_RDWR))):
        opened = os.open(asked[name], mode)
        os.dup2(opened, number)
        os.close(opened)
    script = os.path.join(bin_, asked["words"][0])
    sys.argv = [script, *asked["words"][1:]]
    sys.orig_argv = [sys.executable, *sys.argv]
    sys.path[0] = bin_


def script() -> None:
    """Runs it as ``__main__``: what it raises ends this process as it would end its own."""
    main = ModuleType("__main__")
    main.__file__ = sys.argv[0]
    sys.modules["__main__"] = main
    exec(compile(Path(sys.argv[0]).read_bytes(), sys.argv[0], "exec"), main.__dict__)


def serve(bin_: str, channel: socket.socket) -> bool:
    """Answers until nobody asks any more; True in a child, which is then about to run a script."""
    lines = channel.makefile("r", encoding="utf-8")
    for line in lines:
        pid = os.fork()
        if not pid:
            lines.close()
            channel.close()
            become(bin_, json.loads(line))
            return True
        _, status = os.waitpid(pid, 0)
        channel.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    return False


if __name__ == "__main__":
    BIN, CHANNEL = sys.argv[1], socket.socket(fileno=int(sys.argv[2]))
    os.set_inheritable(CHANNEL.fileno(), False)
    warm()
    if serve(BIN, CHANNEL):
        script()

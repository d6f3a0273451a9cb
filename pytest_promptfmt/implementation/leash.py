"""Holds a command on a leash: it ends, with all that it started, when whoever holds the other end is gone.

``python leash.py FD WORD…`` starts the command on its own standard streams and leads its session. The other end of the
pipe FD is held by the kit alone, so that no end of the kit, however sudden, leaves a process behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading


def main() -> None:
    """Ends as the command does; by a signal, with 128 more, as shells say it."""
    leash, words = int(sys.argv[1]), sys.argv[2:]
    try:
        child = subprocess.Popen(words)
    except OSError as error:
        print(error, file=sys.stderr)
        os._exit(127)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # so that the kit sees the command close its own
        os.dup2(null, stream)
    threading.Thread(target=_until_let_go, args=(leash,), daemon=True).start()
    status = child.wait()
    os._exit(status if status >= 0 else 128 - status)


def _until_let_go(leash: int) -> None:
    os.read(leash, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()

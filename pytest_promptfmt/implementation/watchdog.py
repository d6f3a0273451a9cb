"""A watchdog around a command: it kills the command, with all that it started, when the kit is gone.

``python watchdog.py FD WORD…`` starts the command on its own standard streams and leads its session. The other end of
the pipe FD is held by the kit alone, so that no end of the kit, however sudden, leaves a process behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading


def main() -> None:
    """Ends as the command does; by a signal, with 128 more, as shells say it."""
    lifeline, words = int(sys.argv[1]), sys.argv[2:]
    try:
        child = subprocess.Popen(words)
    except OSError as error:
        print(error, file=sys.stderr)
        os._exit(127)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # so that the kit sees the command close its own
        os.dup2(null, stream)
    threading.Thread(target=_kill_when_released, args=(lifeline,), daemon=True).start()
    status = child.wait()
    os._exit(status if status >= 0 else 128 - status)


def _kill_when_released(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()

"""Lines to and from a command: its standard streams, read and written by turns, so that none of them can fill up.

No thread and no time of its own: who waits for a line says until when, or is ended by a signal.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from pytest_promptfmt.implementation import watchdog

LONGEST = 256 * 2**20
"""Bytes of a line; one that has no end would be kept in memory for ever."""
_PIECE = 2**18
_SAID = 2**16
"""Bytes of standard error that are kept: the last."""


class Broken(Exception):
    """The command ended, or what it wrote is no line of the protocol; the text says which."""


class Channel:
    """One process of a command, which is running when it is made; `end` it."""

    def __init__(self, words: Sequence[str], directory: str) -> None:
        held, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", watchdog.__file__, str(held), *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                bufsize=0,
                pass_fds=(held,),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(held)
        process, self._owner = self._process, os.getpid()
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._in, self._out, self._err = process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno()
        self._selector = selectors.DefaultSelector()
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._waiting, self._read, self._said = bytearray(), bytearray(), bytearray()
        self._looked = 0
        self._over = False

    def send(self, line: bytes) -> None:
        """Takes the line; it goes out while the next one is waited for."""
        if not self._waiting:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        self._waiting += line + b"\n"

    def line(self, seconds: float | None = None) -> bytes:
        """The next line, without its end; raises `TimeoutError` when the time is up, and `Broken`."""
        due = None if seconds is None else time.monotonic() + seconds
        while (found := self._read.find(b"\n", self._looked)) < 0:
            self._looked = len(self._read)
            if self._looked > LONGEST:
                raise Broken(f"a line of more than {LONGEST:,} bytes came on standard output")
            if self._over:
                raise Broken(f"its process ended ({self._ending()})")
            left = None if due is None else due - time.monotonic()
            if left is not None and left <= 0:
                raise TimeoutError
            self._turn(left)
        line = bytes(self._read[:found])
        del self._read[: found + 1]
        self._looked = 0
        return line

    def finish(self) -> None:
        """Nothing more will be sent."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def leftover(self) -> bytes:
        """What has come that nobody has asked for."""
        self._turn(0)
        return bytes(self._read)

    def said(self) -> str:
        """What has come on standard error since the last time, or the end of it."""
        with contextlib.suppress(OSError):  # nothing more, for now
            while piece := os.read(self._err, _PIECE):
                self._keep(piece)
        text = self._said.decode("utf-8", "replace")
        self._said.clear()
        return text

    def end(self) -> None:
        """Ends the process and all that it started; a forked copy of the kit only lets go."""
        if os.getpid() == self._owner and self._lifeline >= 0:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._close()

    def _close(self) -> None:
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
            self._selector.close()
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream is not None:
                    stream.close()

    def _turn(self, seconds: float | None) -> None:
        """Moves what can be moved on any of the three."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._in:
                self._write()
                continue
            piece = b""
            with contextlib.suppress(ConnectionError):
                try:
                    piece = os.read(key.fd, _PIECE)
                except BlockingIOError:
                    continue
            if key.fd == self._err:
                self._keep(piece)
            self._read += piece if key.fd == self._out else b""
            if not piece:
                self._selector.unregister(key.fd)
                self._over = self._over or key.fd == self._out

    def _write(self) -> None:
        try:
            del self._waiting[: os.write(self._in, self._waiting)]
        except BlockingIOError:
            return
        except OSError:  # it reads no more; that it ended is seen on the other streams
            self._waiting.clear()
        if not self._waiting:
            self._selector.unregister(self._in)

    def _keep(self, piece: bytes) -> None:
        self._said += piece
        del self._said[:-_SAID]

    def _ending(self) -> str:
        try:
            status = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        return f"killed by signal {status - 128}" if status > 128 else f"exit status {status}"

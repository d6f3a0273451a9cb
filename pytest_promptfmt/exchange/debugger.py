"""Does somebody look on, step by step? Then no call is timed, and nobody formats in another process ahead of them.

A tracer alone says little, since coverage and others have one: what counts is whose it is. Breakpoints in a formatter,
which nobody knows beforehand, are heard by `guard`.
"""

from __future__ import annotations

import sys
from typing import Any

_DEBUGGERS = ("bdb", "pydevd", "_pydevd", "debugpy", "pudb", "ipdb", "wdb", "rpdb")
"""How the modules begin in which debuggers have their tracers; those made of `bdb` have that one's."""
_QUITS = (("bdb", "BdbQuit"), ("_pytest.outcomes", "Exit"))


def attached() -> bool:
    """True where a debugger holds this process: it traces, monitors, or is one of an editor's that is connected."""
    monitoring: Any = getattr(sys, "monitoring", None)  # since Python 3.12
    return (
        _is_debugger(sys.gettrace())
        or bool(monitoring and monitoring.get_tool(monitoring.DEBUGGER_ID))
        or getattr(sys.modules.get("pydevd"), "connected", False) is True
    )


def _is_debugger(tracer: object) -> bool:
    named = getattr(tracer, "__module__", None) or type(tracer).__module__
    return isinstance(named, str) and named.startswith(_DEBUGGERS)


def is_debugger_quit(error: BaseException) -> bool:
    """Has somebody left the debugger, and wants no more of the run?"""
    return (type(error).__module__, type(error).__name__) in _QUITS

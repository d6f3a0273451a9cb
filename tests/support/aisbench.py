"""A meta template as AISBench's documentation has it, for the tests of its formats."""

from __future__ import annotations

from typing import Any

BASE: dict[str, Any] = {
    "round": [
        {"role": "HUMAN", "begin": "<H>", "end": "</H>"},
        {"role": "BOT", "begin": "<B>", "end": "</B>", "generate": True},
    ],
    "reserved_roles": [{"role": "SYSTEM", "begin": "<S>", "end": "</S>"}],
    "begin": "<<",
    "end": ">>",
}

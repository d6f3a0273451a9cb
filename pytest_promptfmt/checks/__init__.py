"""What is asked of an exchange; this table is the index of the checks."""

from __future__ import annotations

CHECKS: dict[str, str] = {
    "schema": "is the payload an instance of the dialect's schema?",
    "protocol": "does it obey the dialect's rules?",
    "fidelity": "is everything that was said in it, once, in order, by the right speaker?",
    "purity": "input unchanged, output its own, strict JSON, the same twice, nothing left behind?",
    "errors": "is what must be refused refused, and said clearly?",
    "truncation": "is what is kept within the budget, the newest that fits, whole, and as it was said?",
    "golden": "is it what the reference of a named generation says?",
}

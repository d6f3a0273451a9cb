"""The wire formats that the kit judges, one module each; this table is their index."""

from __future__ import annotations

from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.dialect import Dialect

DIALECTS: dict[str, Dialect] = {
    module.DIALECT.id: module.DIALECT
    for module in (
        openai,
    )
}
SCENARIOS: tuple[str, ...] = ("chat", "multiagent")
TARGETS: tuple[str, ...] = tuple(f"{dialect}.{scenario}" for dialect in DIALECTS for scenario in SCENARIOS)

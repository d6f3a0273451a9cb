"""Clean-room formatters that the kit certifies.

`FORMATTERS` is an implementation as the kit wants it: ``pytest --promptfmt-impl=promptfmt_reference``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from promptfmt_reference import agentscope_v1
from promptfmt_reference.formatter import Formatter, both, formatter
from promptfmt_reference.rewrite.fold import Framing
from promptfmt_reference.wire import ollama_generate, zhipu

FORMATTERS: dict[str, Formatter] = {
    **agentscope_v1.FORMATTERS,
    **both(zhipu.SPELLING, agentscope_v1.HISTORY),
    # a prompt tells all speakers apart by their names, so that both scenarios are the same
    "ollama-generate.chat": formatter(ollama_generate.SPELLING, Framing()),
    "ollama-generate.multiagent": formatter(ollama_generate.SPELLING, Framing()),
}
CAPABILITIES: dict[str, Mapping[str, Any]] = {
    f"{spelling.id}.{scenario}": {"blocks": sorted(spelling.carries)}
    for spelling in (*(spelling for spelling, _ in agentscope_v1.SPELLINGS), zhipu.SPELLING, ollama_generate.SPELLING)
    for scenario in ("chat", "multiagent")
}

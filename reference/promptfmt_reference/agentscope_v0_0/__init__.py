"""AgentScope 0.0's model wrappers and its prompt engine, with their documented names and arguments.

`FORMATTERS` dresses them for the kit: ``pytest --promptfmt-impl=promptfmt_reference.agentscope_v0_0``.
What today's APIs refuse of it is listed in ``xfails.toml``, with the providers' words.
"""

from __future__ import annotations

from promptfmt_reference.agentscope_v0_0.message import Msg, Tht
from promptfmt_reference.agentscope_v0_0.native import CAPABILITIES, FORMATTERS
from promptfmt_reference.agentscope_v0_0.prompt import PromptEngine, PromptTooLong, PromptType, ShrinkPolicy

XFAILS = "xfails.toml"

__all__ = [
    "CAPABILITIES",
    "FORMATTERS",
    "XFAILS",
    "Msg",
    "PromptEngine",
    "PromptTooLong",
    "PromptType",
    "ShrinkPolicy",
    "Tht",
]

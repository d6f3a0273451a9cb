"""AgentScope 0.1's formatters, and models that choose among them, with their documented names and arguments.

`FORMATTERS` dresses them for the kit: ``pytest --promptfmt-impl=promptfmt_reference.agentscope_v0_1``.
What today's APIs refuse of it is listed in ``xfails.toml``, with the providers' words.
"""

from __future__ import annotations

from promptfmt_reference.agentscope_v0_1.manager import init
from promptfmt_reference.agentscope_v0_1.native import CAPABILITIES, FORMATTERS

XFAILS = "xfails.toml"

__all__ = ["CAPABILITIES", "FORMATTERS", "XFAILS", "init"]

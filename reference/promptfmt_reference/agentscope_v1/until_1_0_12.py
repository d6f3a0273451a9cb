"""DashScope's formatters as they wrote until AgentScope 1.0.12: beside bare calls, content is ``[{"text": null}]``.

From 1.0.13 on it is ``[]``, since models took the null for a text and called again. Two editions of one page print the
one and the other; import from here what the older one prints.
"""

from __future__ import annotations

from promptfmt_reference.agentscope_v1 import formatter
from promptfmt_reference.agentscope_v1.dashscope import NULL_TEXT


class DashScopeChatFormatter(formatter.DashScopeChatFormatter):
    spelling = NULL_TEXT


class DashScopeMultiAgentFormatter(formatter.DashScopeMultiAgentFormatter):
    spelling = NULL_TEXT

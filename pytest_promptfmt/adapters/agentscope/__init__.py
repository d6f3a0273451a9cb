"""AgentScope's own formatters as an implementation: ``pytest --promptfmt-impl=agentscope``.

- 1.0 and 2.x, by the version that is installed; `v1` and `v2` build that version's messages
- entries are two-step, so that a change to AgentScope's own `Msg`s is seen
- a kind of block is claimed where AgentScope itself says that the formatter supports it
- 1.0 truncates: asked for a budget, a formatter is given the kit's counter and the budget as its limit
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import imported
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "pip install 'agentscope==1.0.21' 'mcp>=1.13,<2' greenlet tqdm (which 1.0 forgets), or 'agentscope>=2'"

with imported("AgentScope", _REMEDY):
    import agentscope
    import agentscope.formatter
    import agentscope.message

__version__ = str(agentscope.__version__)

if __version__.startswith("1."):
    from pytest_promptfmt.adapters.agentscope import v1 as _version
elif __version__.startswith("2."):
    from pytest_promptfmt.adapters.agentscope import v2 as _version  # type: ignore[no-redef]
else:
    raise ImportError(f"AgentScope {__version__} is installed, and the adapter knows 1.0 and 2; try {_REMEDY}")


def entry(target: str, formatter: Any) -> TwoStep:
    """A formatter of AgentScope's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(_version.prepare(target), _version.formatting(formatter))


_CLASSES = {
    target: getattr(agentscope.formatter, name)
    for target, name in _version.TABLE.items()
    if hasattr(agentscope.formatter, name)
}
FORMATTERS = {target: entry(target, formatter()) for target, formatter in _CLASSES.items()}
CAPABILITIES = {target: _version.claims(target, formatter) for target, formatter in _CLASSES.items()}

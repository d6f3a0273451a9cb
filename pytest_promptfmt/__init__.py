"""pytest-promptfmt: the test kit by which prompt formatters are certified.

`check_formatter` judges a formatter, `check_payload` a payload that somebody recorded, `parse` reads a conversation.
The names are imported when they are first asked for, so that the plugin costs nothing where it is not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_promptfmt.api import Report, check_formatter
    from pytest_promptfmt.conversation import Conversation, Message
    from pytest_promptfmt.conversation.parsing import ParseError, parse
    from pytest_promptfmt.conversation.template import TemplateCase
    from pytest_promptfmt.payload.finding import Finding, Severity
    from pytest_promptfmt.verdicts.recorded import check_payload

__all__ = [
    "Conversation",
    "Finding",
    "Message",
    "ParseError",
    "Report",
    "Severity",
    "TemplateCase",
    "check_formatter",
    "check_payload",
    "parse",
]

_HOME = {
    "Conversation": "conversation",
    "Finding": "payload.finding",
    "Message": "conversation",
    "ParseError": "conversation.parsing",
    "Report": "api",
    "Severity": "payload.finding",
    "TemplateCase": "conversation.template",
    "check_formatter": "api",
    "check_payload": "verdicts.recorded",
    "parse": "conversation.parsing",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)

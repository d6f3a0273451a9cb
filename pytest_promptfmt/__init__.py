"""pytest-promptfmt: the test kit by which prompt formatters are certified.

`check_formatter` judges a formatter, `check_payload` a payload that somebody recorded, `cases` runs a test of one's own
over the corpus, `parse` reads a conversation. What a formatter gets is a `Conversation`: of messages, of blocks, of
sources. The names are imported when they are first asked for, so that the plugin costs nothing where it is not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_promptfmt.api import FormatterFailed, Report, check_formatter
    from pytest_promptfmt.conversation import (
        Audio,
        Base64Source,
        Block,
        Conversation,
        Document,
        Image,
        Message,
        RedactedThinking,
        Source,
        Text,
        Thinking,
        Tool,
        ToolResult,
        ToolUse,
        UrlSource,
        Video,
    )
    from pytest_promptfmt.conversation.parsing import ParseError, parse
    from pytest_promptfmt.conversation.template import TemplateCase
    from pytest_promptfmt.corpus import Case
    from pytest_promptfmt.implementation import TwoStep
    from pytest_promptfmt.payload.finding import Finding, Severity
    from pytest_promptfmt.session.own_tests import cases
    from pytest_promptfmt.verdicts.recorded import check_payload

__all__ = [
    "Audio",
    "Base64Source",
    "Block",
    "Case",
    "Conversation",
    "Document",
    "Finding",
    "FormatterFailed",
    "Image",
    "Message",
    "ParseError",
    "RedactedThinking",
    "Report",
    "Severity",
    "Source",
    "TemplateCase",
    "Text",
    "Thinking",
    "Tool",
    "ToolResult",
    "ToolUse",
    "TwoStep",
    "UrlSource",
    "Video",
    "cases",
    "check_formatter",
    "check_payload",
    "parse",
]

_HOME = {
    "Audio": "conversation",
    "Base64Source": "conversation",
    "Block": "conversation",
    "Case": "corpus",
    "Conversation": "conversation",
    "Document": "conversation",
    "Finding": "payload.finding",
    "FormatterFailed": "api",
    "Image": "conversation",
    "Message": "conversation",
    "ParseError": "conversation.parsing",
    "RedactedThinking": "conversation",
    "Report": "api",
    "Severity": "payload.finding",
    "Source": "conversation",
    "TemplateCase": "conversation.template",
    "Text": "conversation",
    "Thinking": "conversation",
    "Tool": "conversation",
    "ToolResult": "conversation",
    "ToolUse": "conversation",
    "TwoStep": "implementation",
    "UrlSource": "conversation",
    "Video": "conversation",
    "cases": "session.own_tests",
    "check_formatter": "api",
    "check_payload": "verdicts.recorded",
    "parse": "conversation.parsing",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOME:
        from pytest_promptfmt.common.did_you_mean import no_name

        raise no_name(__name__, name, _meant(name)) from None
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


_PLACES = {
    "guarding": ("Guard", "Judged", "Refused", "judged"),
    "strategies": ("conversations",),
    "diagnosis": ("why", "diagnose", "Diagnosis"),
}
_HERE = "; there are check_formatter, check_payload, cases, parse, and Conversation with its parts"
_COMMANDS = ("certify", "verify", "validate", "compare", "merge", "explain", "report")


def _meant(name: str) -> str:
    """What may have been meant."""
    if name[:1] == "_":  # which Python and tools ask for by themselves
        return ""
    from pytest_promptfmt.common.did_you_mean import NAMES_ELSEWHERE, did_you_mean

    for place, names in _PLACES.items():
        if name in names:
            return f"; it is in {__name__}.{place}"
    if name in _COMMANDS:
        return f"; it is a command, 'promptfmt {name}'; from Python there are check_formatter and check_payload"
    if "formatter" in name.lower() and name[:1].isupper():
        return "; there is no base class: a formatter is a function, in a table FORMATTERS = {'openai.chat': function}"
    if name in NAMES_ELSEWHERE:
        return f"; did you mean {NAMES_ELSEWHERE[name]!r}?"
    return did_you_mean(name, __all__, _HERE)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

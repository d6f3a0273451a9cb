"""Documents of the kit's own that tests spoil."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.report.certificate import certificate

RUN = {
    "started": "2026-07-01T10:00:00+00:00",
    "finished": "2026-07-01T10:00:01+00:00",
    "python": "3.12.1",
    "platform": "Linux",
}


def _deaf() -> SimpleNamespace:
    """One that forgets recordings, and is right else: a certificate of few exceptions is read as fast as it is."""

    def chat(conversation: Any) -> Any:
        if any(block.type == "audio" for message in conversation.messages for block in message.blocks):
            return [{"role": message.role, "content": message.text} for message in conversation.messages]
        return FORMATTERS["openai.chat"](conversation)

    claims = {"openai.chat": {"blocks": []}}
    return SimpleNamespace(FORMATTERS={"openai.chat": chat}, CAPABILITIES=claims, __version__="1.0")


@cache
def certified() -> Any:
    """A certificate with a few exceptions; whoever changes it copies it."""
    return certificate(check_formatter(_deaf()).document, "0" * 64, RUN)

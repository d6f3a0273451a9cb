"""AISBench's prompt templates, as their documentation has them and, by a profile, as released software does them.

`requests` goes all the way from a dataset's configuration and rows to what a model is sent. FORMATTERS dresses it for
the kit: ``pytest --promptfmt-impl=promptfmt_reference.aisbench``, and with ``:shipped`` behind it as it was released.
"""

from __future__ import annotations

from types import SimpleNamespace

from promptfmt_reference.aisbench.api import CHAT, APITemplateParser
from promptfmt_reference.aisbench.errors import AISBenchError
from promptfmt_reference.aisbench.inferencer import GenInferencer, MultiTurnGenInferencer, Request
from promptfmt_reference.aisbench.lm import LMTemplateParser
from promptfmt_reference.aisbench.messages import chat_messages, template_messages
from promptfmt_reference.aisbench.multimodal import MMPromptTemplate
from promptfmt_reference.aisbench.multiturn import MultiTurnPromptTemplate
from promptfmt_reference.aisbench.native import CAPABILITIES, FORMATTERS, formatters, requests
from promptfmt_reference.aisbench.profile import DOCUMENTED, SHIPPED, Profile
from promptfmt_reference.aisbench.prompt_list import PromptList
from promptfmt_reference.aisbench.reader import DatasetReader
from promptfmt_reference.aisbench.retriever import FixKRetriever, RandomRetriever, ZeroRetriever
from promptfmt_reference.aisbench.template import PromptTemplate

shipped = SimpleNamespace(FORMATTERS=formatters(SHIPPED), CAPABILITIES=CAPABILITIES)
"""The released software as an implementation, its faults included."""

__all__ = [
    "CAPABILITIES",
    "CHAT",
    "DOCUMENTED",
    "FORMATTERS",
    "SHIPPED",
    "AISBenchError",
    "APITemplateParser",
    "DatasetReader",
    "FixKRetriever",
    "GenInferencer",
    "LMTemplateParser",
    "MMPromptTemplate",
    "MultiTurnGenInferencer",
    "MultiTurnPromptTemplate",
    "Profile",
    "PromptList",
    "PromptTemplate",
    "RandomRetriever",
    "Request",
    "ZeroRetriever",
    "chat_messages",
    "requests",
    "shipped",
    "template_messages",
]

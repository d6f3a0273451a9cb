"""CAMEL's model backends as an implementation: ``pytest --promptfmt-impl=camel``.

- OpenAI's and DeepSeek's come with ``camel-ai``, others need an SDK of their own: a target is there where its SDK is
- a backend takes OpenAI's messages; a tool's has texts, no name and no mark of a failure, as CAMEL's own have none
- CAMEL takes what a model thought out of its history, and so none is told
- the entry is a backend's `run` with the tools, and the payload what it sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import ChatForm, Target, chat_messages, imported, sends, target, targets, tools_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.implementation import TwoStep

with imported("CAMEL", "pip install 'camel-ai[model-platforms]'") as library:
    from camel import __version__

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


FORM = ChatForm(called="CAMEL's messages", has=lambda thought: False, result_names="never", result_media=False)


def prepare(conversation: Conversation) -> tuple[list[Any], list[Any]]:
    """The messages and the tools on offer."""
    return chat_messages(conversation, FORM), tools_of(conversation)


def entry(backend: Any) -> TwoStep:
    """A model backend of CAMEL's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare, sends(lambda messages, tools: backend.run(messages, tools=tools or None)))


def _target(name: str, platform: str, model: str, blocks: str, **options: Any) -> Target:
    named = {"model_platform": platform, "model_type": model, "max_retries": 0}
    return target(name, "camel.models:ModelFactory.create", blocks, **named, **options)


_KEY = {"api_key": "none"}
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"

TABLE = (
    _target("openai.chat", "openai", "gpt-4o", "tool image audio document", **_KEY),
    _target("anthropic.chat", "anthropic", "claude-sonnet-4-5", "tool image", **_KEY),
    _target("bedrock.chat", "aws-bedrock-converse", _CLAUDE, "tool image", **_AWS),
    _target("mistral.chat", "mistral", "mistral-large-latest", "tool image", **_KEY),
    _target("deepseek.chat", "deepseek", "deepseek-chat", "tool", **_KEY),
)
"""Each target's platform, its model, the kinds of content that it is for, and what it is made with."""

_REFUSES = "failed-results media-in-results audio-by-address"
FORMATTERS, CAPABILITIES = targets(TABLE, lambda model, _: entry(model), library, refuses=_REFUSES)

"""Instructor's clients as an implementation: ``pytest --promptfmt-impl=instructor``.

- OpenAI's comes with ``instructor``, others with an extra of its: a target is there where its SDK is
- `native` makes its messages, with its own pictures, recordings and documents; tools are what it makes of a type
- the entry is a client's `create` with no type of answer, and the payload what it sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Instructor", "pip install 'instructor[anthropic,google-genai,bedrock,mistral]'") as library:
    from instructor import Mode, from_provider
    from instructor.core import ConfigurationError

    from pytest_promptfmt.adapters.instructor.native import prepare

__version__ = version("instructor")


def entry(client: Any, provider: str) -> TwoStep:
    """A client of Instructor's, made as you like, of a dialect's provider, as an entry of your own table FORMATTERS."""

    def create(*messages: Any) -> Any:
        return client.create(messages=[*messages], response_model=None)

    return TwoStep(prepare(provider), sends(create))


def client(model: str, **options: Any) -> Any:
    """`from_provider`, whose error for an SDK that is not installed is none of importing."""
    try:
        return from_provider(model, **options)
    except ConfigurationError as error:
        raise ImportError(str(error)) from error


_CLIENT = f"{__name__}:client"
_AWS = {"region": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0"
_KEY = {"api_key": "none"}

TABLE = (
    target("openai.chat", _CLIENT, "image audio document", model="openai/gpt-4o", **_KEY),
    target("openai-responses.chat", _CLIENT, "image document", model="openai/gpt-5", mode=Mode.RESPONSES_TOOLS, **_KEY),
    target("anthropic.chat", _CLIENT, "image document", model="anthropic/claude-sonnet-4-5", **_KEY),
    target("gemini.chat", _CLIENT, "image audio document", model="google/gemini-2.5-flash", **_KEY),
    target("bedrock.chat", _CLIENT, "image document", model=_CLAUDE, **_AWS),
    target("mistral.chat", _CLIENT, "image", model="mistral/mistral-large-latest", **_KEY),
)
"""Each target's kinds of content, and its model with what that is made with."""

FORMATTERS, CAPABILITIES = targets(TABLE, lambda made, row: entry(made, row.dialect), library)

"""Every key that an official client can send beside the messages is known, so that none is called unknown."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_origin

import pytest

pytest.importorskip("openai")
pytest.importorskip("anthropic")
pytest.importorskip("boto3")
pytest.importorskip("mistralai")
pytest.importorskip("ollama")

import anthropic.types.beta.message_create_params as anthropic_beta
import boto3
import ollama
import openai.types.chat.completion_create_params as chat
import openai.types.responses.response_create_params as responses
from anthropic.types import message_create_params
from mistralai.client import models as mistral

from pytest_promptfmt.verdicts.request.keys import KEYS

CALLERS = {"self", "extra_headers", "extra_query", "extra_body", "timeout"}
"""Arguments of clients that are no keys of a request."""


def typed(params: Any) -> set[str]:
    """The keys of a TypedDict and of those that it extends."""
    bases = [base for base in getattr(params, "__orig_bases__", ()) if get_origin(base) is None]
    return set(params.__annotations__).union(*(typed(base) for base in bases if hasattr(base, "__annotations__")))


def arguments(function: Callable[..., Any]) -> set[str]:
    return set(inspect.signature(function).parameters) - CALLERS


def of_converse() -> set[str]:
    client = boto3.client("bedrock-runtime", "us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
    return set(client.meta.service_model.operation_model("Converse").input_shape.members)


CLIENTS: dict[str, Callable[[], set[str]]] = {
    "openai": lambda: typed(chat.CompletionCreateParamsNonStreaming),
    "openai-responses": lambda: typed(responses.ResponseCreateParamsNonStreaming),
    "anthropic": lambda: (
        typed(anthropic_beta.MessageCreateParamsNonStreaming)
        | typed(message_create_params.MessageCreateParamsNonStreaming)
    ),
    "bedrock": of_converse,
    "mistral": lambda: {field.alias or name for name, field in mistral.ChatCompletionRequest.model_fields.items()},
    "cohere": lambda: arguments(pytest.importorskip("cohere").ClientV2.chat) - {"request_options"},
    "gemini-interactions": lambda: typed(pytest.importorskip("google.genai.interactions").CreateModelInteractionParam),
    "ollama": lambda: arguments(ollama.Client.chat),
    "ollama-generate": lambda: arguments(ollama.Client.generate),
}


@pytest.mark.parametrize("dialect", CLIENTS)
def test_no_key_of_the_client_is_unknown(dialect: str) -> None:
    sent = CLIENTS[dialect]()

    assert len(sent) > 5, "the client is read as it is written"
    assert sent - KEYS[dialect] == set()

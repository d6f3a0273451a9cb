"""AgentScope 0.1's formatters, one for each provider, whose methods are class methods: no formatter has a state."""

from __future__ import annotations

import re
from copy import deepcopy
from types import ModuleType
from typing import Any, ClassVar

from promptfmt_reference.agentscope_v0_0.arguments import flat
from promptfmt_reference.agentscope_v0_1 import anthropic, common, dashscope, gemini, openai
from promptfmt_reference.agentscope_v0_1.message import Msg
from promptfmt_reference.agentscope_v0_1.openai import Payload


class FormatterBase:
    """Messages, lists of messages and mixtures of both become the list that one provider takes.

    A subclass names the module that writes a chat and many agents, and the models that it is meant for.
    """

    writer: ModuleType
    models: ClassVar[tuple[str, ...]] = ()
    needs_messages: ClassVar[bool] = False

    @classmethod
    def format_chat(cls, *msgs: Any, **options: Any) -> Payload:
        """For a user and an assistant, whom their roles tell apart."""
        payload: Payload = cls.writer.chat(flat(msgs, Msg), **options)
        return payload

    @classmethod
    def format_multi_agent(cls, *msgs: Any) -> Payload:
        """For several agents, whom their names tell apart."""
        if cls.needs_messages and not msgs:
            raise ValueError("At least one message should be provided. An empty message list is not allowed.")
        payload: Payload = cls.writer.multi_agent(flat(msgs, Msg))
        return payload

    @classmethod
    def format_auto(cls, msgs: list[Msg]) -> Payload:
        """As a chat where no more than two speak (the system does not count), else as many agents."""
        if not isinstance(msgs, list) or not all(isinstance(msg, Msg) for msg in msgs):
            raise AttributeError(f"format_auto takes one list of Msg objects, which have a role, not {msgs!r}")
        speakers = {msg.name for msg in msgs if msg.role != "system"}
        return cls.format_chat(msgs) if len(speakers) <= 2 else cls.format_multi_agent(msgs)

    @classmethod
    def format_tools_json_schemas(cls, schemas: dict[str, Any]) -> list[dict[str, Any]]:
        """The tools on offer, from name to JSON schema."""
        raise NotImplementedError(f"{cls.__name__} has no way to write tools.")

    @classmethod
    def is_supported_model(cls, model_name: str) -> bool:
        """Is the formatter meant for a model of this name?"""
        return any(re.match(pattern, model_name) for pattern in cls.models)


def checked(schemas: Any) -> list[dict[str, Any]]:
    """The schemas as OpenAI has them, our own copy; `AssertionError` for what is none."""
    _ask(isinstance(schemas, dict), f"The schemas are a dictionary from name to schema, not {type(schemas)}.")
    for schema in schemas.values():
        wrong = f"Invalid schema: {schema!r}, expect"
        _ask(isinstance(schema, dict), f"{wrong} a dictionary.")
        _ask(schema.keys() >= {"type", "function"}, f"{wrong} keys 'type' and 'function'.")
        _ask(schema["type"] == "function", f"{wrong} 'function' as its type.")
        function = schema["function"]
        _ask(isinstance(function, dict) and "name" in function, f"{wrong} key 'name' in 'function' field.")
    return deepcopy(list(schemas.values()))


def _ask(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


class _WithTools(FormatterBase):
    @classmethod
    def format_tools_json_schemas(cls, schemas: dict[str, Any]) -> list[dict[str, Any]]:
        return checked(schemas)


class OpenAIFormatter(_WithTools):
    writer = openai
    models = ("gpt-.*", "o1", "o1-mini", "o3-mini")


class DashScopeFormatter(_WithTools):
    writer = dashscope
    models = ("qwen-.*",)


class AnthropicFormatter(FormatterBase):
    writer = anthropic
    models = ("claude-3-5.*", "claude-3-7.*")

    @classmethod
    def format_tools_json_schemas(cls, schemas: dict[str, Any]) -> list[dict[str, Any]]:
        functions = [schema["function"] for schema in checked(schemas)]
        return [
            {
                "name": function["name"],
                "description": function.get("description", ""),
                "input_schema": function.get("parameters", {}),
            }
            for function in functions
        ]


class GeminiFormatter(FormatterBase):
    """Texts only."""

    writer = gemini
    models = ("gemini-.*",)
    needs_messages = True


class CommonFormatter(FormatterBase):
    """Texts only, for any chat model; `format_chat` knows ``require_alternative`` and ``require_user_last``."""

    writer = common
    needs_messages = True

    @classmethod
    def is_supported_model(cls, model_name: str) -> bool:
        raise NotImplementedError("CommonFormatter is for any chat model, so it has no list of them.")

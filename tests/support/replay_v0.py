"""Recordings of AgentScope 0.0 and 0.1, replayed through the reference."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

from promptfmt_reference.agentscope_v0_0 import message as message_v0_0
from promptfmt_reference.agentscope_v0_0 import models as models_v0_0
from promptfmt_reference.agentscope_v0_0.prompt import PromptEngine, PromptType
from promptfmt_reference.agentscope_v0_1 import formatters
from promptfmt_reference.agentscope_v0_1 import message as message_v0_1
from promptfmt_reference.agentscope_v0_1 import models as models_v0_1

GENERATIONS = {"0.0.5": "agentscope-0.0", "0.1.6": "agentscope-0.1"}


def replay(recording: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the reference does with the recording's input: ``{"output": …}`` or ``{"error": type}``."""
    for name, data in recording["files"].items():
        (folder / name).write_bytes(base64.b64decode(data))
    given = json.loads(json.dumps(recording["msgs"]).replace("{CWD}", str(folder)))
    with chdir(folder):
        try:
            method, options = _method(recording)
            is_old = recording["package_version"] == "0.0.5"
            made: Callable[..., Any] = message_v0_0.Msg if is_old else message_v0_1.Msg
            output = method(*(_argument(each, made) for each in given), **options)
        except Exception as error:
            return {"error": _meant(error), "message": str(error), "clear": isinstance(error, ValueError)}
    return {"output": json.loads(json.dumps(output).replace(str(folder), "{CWD}"))}


def _method(recording: dict[str, Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    name, options = recording["formatter"], dict(recording["kwargs"])
    if name == "PromptEngine":
        made = dict(options.pop("ctor", {}))
        if "prompt_type" in options:
            kind = options.pop("prompt_type")
            made["prompt_type"] = PromptType[kind] if isinstance(kind, str) else kind
        model = _model(made.pop("model", options.pop("model", "OpenAIChatWrapper")))
        return PromptEngine(model, **made).join, options
    if name.endswith("Formatter"):
        return getattr(getattr(formatters, name), recording["method"]), options
    models = models_v0_0 if recording["package_version"] == "0.0.5" else models_v0_1
    return getattr(getattr(models, name)("cfg", recording["model_name"]), recording["method"]), options


def _model(name: str | None) -> Any:
    """An engine's model, by the name of its class; for OpenAI's the engine makes lists."""
    return getattr(models_v0_0, name)("cfg", "gpt-4") if name else None


def _argument(given: Any, made: Callable[..., Any]) -> Any:
    """``{"$raw": …}`` is the value itself, ``{"$tuple": […]}`` a tuple, any other object a message."""
    match given:
        case {"$raw": value}:
            return value
        case {"$tuple": items}:
            return tuple(_argument(item, made) for item in items)
        case list():
            return [_argument(item, made) for item in given]
        case {"url": {"$tuple": urls}}:
            return made(**{**given, "url": tuple(urls)})
        case dict():
            return made(**given)
        case _:
            return given


def _meant(error: Exception) -> str:
    """The class of an error; who catches a `TypeError` catches those that the reference has names for."""
    return "TypeError" if isinstance(error, TypeError) else type(error).__name__

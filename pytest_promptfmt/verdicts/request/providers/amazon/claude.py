"""Claude at Bedrock, asked as Claude: its parameters in Anthropic's places, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.refusals.places import places

INFERENCE: Mapping[str, str] = {
    "maxTokens": "max_tokens",
    "temperature": "temperature",
    "topP": "top_p",
    "stopSequences": "stop_sequences",
}
"""What Bedrock has a place of its own for, by Anthropic's name."""


def as_claude(body: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a request to Claude as Anthropic's own API has them."""
    further, config = body.get("additionalModelRequestFields"), body.get("inferenceConfig")
    view = dict(further) if isinstance(further, dict) else {}
    for key, name in INFERENCE.items():
        if isinstance(config, dict) and key in config:
            view[name] = config[key]
    for kind in ("auto", "any", "tool"):
        if any(True for _ in places(body, f"toolConfig.toolChoice.{kind}")):
            view["tool_choice"] = {"type": kind}
    return view


def place_of(path: str) -> str:
    """Where in Bedrock's request a parameter of Claude's stands."""
    key = path.removeprefix("$.").partition(".")[0].partition("[")[0]
    own = next((own for own, name in INFERENCE.items() if name == key), "")
    if own:
        return f"$.inferenceConfig.{own}{path.removeprefix(f'$.{key}')}"
    return "$.toolConfig.toolChoice" if key == "tool_choice" else f"$.additionalModelRequestFields{path[1:]}"

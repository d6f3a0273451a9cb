"""Mendings of what another provider's API has: parameters, the choice of a tool and pictures, as this one has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_promptfmt.common.media import split_data_uri
from pytest_promptfmt.diagnosis.mending.places import blocks
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding

_GEMINIS = {
    "max_tokens": "maxOutputTokens",
    "max_output_tokens": "maxOutputTokens",
    "max_completion_tokens": "maxOutputTokens",
    "temperature": "temperature",
    "top_p": "topP",
    "top_k": "topK",
    "stop": "stopSequences",
    "stop_sequences": "stopSequences",
    "seed": "seed",
    "frequency_penalty": "frequencyPenalty",
    "presence_penalty": "presencePenalty",
}
_HERE: Mapping[str, Mapping[str, str]] = {
    "openai": {"max_tokens": "max_completion_tokens", "max_output_tokens": "max_completion_tokens"},
    "openai-responses": {
        "max_tokens": "max_output_tokens",
        "max_completion_tokens": "max_output_tokens",
        "reasoning_effort": "reasoning.effort",
        "messages": "input",
    },
    "anthropic": {
        "max_completion_tokens": "max_tokens",
        "max_output_tokens": "max_tokens",
        "max_tokens_to_sample": "max_tokens",
        "stop": "stop_sequences",
    },
    "mistral": {"max_completion_tokens": "max_tokens", "stop_sequences": "stop", "seed": "random_seed"},
    "groq": {"max_output_tokens": "max_completion_tokens", "stop_sequences": "stop"},
    "gemini": {key: f"generationConfig.{here}" for key, here in _GEMINIS.items()},
}
"""By provider, what other APIs call a parameter, and where this one has it."""


def parameters_as_named(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Parameters of other APIs under the names, and at the places, that this one has for them."""
    here = _HERE.get(dialect.id, {})
    for finding in found:
        holder, _, key = finding.path.rpartition(".")
        place = here.get(key)
        if place is None or not isinstance(body, dict) or holder not in ("$", "$.generationConfig"):
            continue
        old = body if holder == "$" else body.get("generationConfig")
        *inside, name = place.split(".")
        new = body
        for each in inside:
            new = new.setdefault(each, {}) if isinstance(new, dict) else new
        if isinstance(old, dict) and key in old and isinstance(new, dict) and name not in new:
            value = old.pop(key)
            listed = name in ("stop_sequences", "stopSequences") and isinstance(value, str)
            new[name] = [value] if listed else value


_WORDS: Mapping[str, Mapping[str, Any]] = {
    "openai": {"auto": "auto", "any": "required", "none": "none"},
    "openai-responses": {"auto": "auto", "any": "required", "none": "none"},
    "anthropic": {each: {"type": each} for each in ("auto", "any", "none")},
}
_READ = {"auto": "auto", "any": "any", "required": "any", "none": "none", "AUTO": "auto", "ANY": "any", "NONE": "none"}


def choice_in_form(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """The choice of a tool as this provider writes it."""
    if not isinstance(body, dict) or dialect.id not in _WORDS or "tool_choice" not in body:
        return
    choice: Any = body["tool_choice"]
    match choice:
        case str(word) | {"type": str(word)} if word in _READ and (choice == word or len(choice) == 1):
            body["tool_choice"] = _WORDS[dialect.id][_READ[word]]
        case {"function": {"name": str(name)}} | {"type": "tool" | "function", "name": str(name)}:
            body["tool_choice"] = _one_tool(dialect, name)
        case _:
            pass  # nobody's form


def _one_tool(dialect: Dialect, name: str) -> dict[str, Any]:
    if dialect.id == "anthropic":
        return {"type": "tool", "name": name}
    if dialect.id == "openai-responses":
        return {"type": "function", "name": name}
    return {"type": "function", "function": {"name": name}}


def pictures_in_form(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Pictures in the block that this provider has for them."""
    for block in list(blocks(body, dialect)):
        address = _address(block)
        if address is None:
            continue
        uri = split_data_uri(address)
        detail = {"detail": block["image_url"]["detail"]} if _detailed(block) else {}
        match dialect.id:
            case "anthropic" if uri is not None and not detail:
                source = {"type": "base64", "media_type": uri.media_type, "data": uri.data}
                written: dict[str, Any] = {"type": "image", "source": source}
            case "anthropic" if not detail:
                written = {"type": "image", "source": {"type": "url", "url": address}}
            case "openai-responses":
                written = {"type": "input_image", "image_url": address, **detail}
            case "openai" | "mistral" | "vllm" | "zhipu" | "groq" | "xai" | "openrouter" | "moonshot" | "siliconflow":
                written = {"type": "image_url", "image_url": {"url": address, **detail}}
            case _:
                continue
        kept = {key: value for key, value in block.items() if key == "cache_control"}
        block.clear()
        block.update(written | kept)


def _address(block: dict[str, Any]) -> str | None:
    """The address of a block's picture, as OpenAI's APIs and Anthropic's have it; base64 as a data URI."""
    match block:
        case {"type": "image_url" | "input_image" | "image", "image_url": str(url) | {"url": str(url)}}:
            return url
        case {"type": "image", "source": {"type": "url", "url": str(url)}}:
            return url
        case {"type": "image", "source": {"type": "base64", "media_type": str(type_), "data": str(data)}}:
            return f"data:{type_};base64,{data}"
        case _:
            return None


def _detailed(block: dict[str, Any]) -> bool:
    return isinstance(block.get("image_url"), dict) and "detail" in block["image_url"]

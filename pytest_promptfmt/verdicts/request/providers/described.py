"""What the official clients say of parameters in words beside their types: bounds, and what goes with what.

A client's description is its provider's sentence, and no refusal that somebody met: all of it is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.providers.google.breaks import of
from pytest_promptfmt.verdicts.request.refusals.clashes import together
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.values import at_most, within


def apart(at: str, *keys: str) -> Broken:
    """No object at a place has two of the keys."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at) if at else [("$", body)]:
            there = [key for key in keys if isinstance(found, dict) and found.get(key) not in (None, [], {})]
            yield from ((f"{path}.{key}", f"{there[0]} stands beside it") for key in there[1:])

    return broken


def named(at: str) -> Broken:
    """A name has letters, digits, strokes, and no more than 64 of them."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, name in places(body, at):
            if isinstance(name, str) and name and not re.fullmatch("[A-Za-z0-9_-]{1,64}", name):
                yield path, f"{name[:_SHOWN]!r} of {len(name)} characters, and 64 letters, digits, _ and - are taken"

    return broken


def lacking(at: str, type_: str, *keys: str) -> Broken:
    """Every object of a type has one of the keys."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at):
            if isinstance(found, dict) and found.get("type") == type_ and not any(found.get(key) for key in keys):
                yield path, f"none of {', '.join(keys)} is there"

    return broken


def animated(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in places(body, "tools[]"):
        if isinstance(tool, dict) and tool.get("frame_count") and tool.get("output_format") != "gif":
            yield f"{path}.frame_count", "the output_format is not gif"


def long_values(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, told in places(body, "metadata"):
        for key, value in told.items() if isinstance(told, dict) else ():
            if len(str(key)) > _KEY or (isinstance(value, str) and len(value) > _VALUE):
                yield path, f"of {str(key)[:_SHOWN]!r}: keys have {_KEY} characters at most, and values {_VALUE}"


_KEY, _VALUE, _SHOWN = 64, 512, 20


def spoken_without(body: Mapping[str, Any]) -> Iterator[Said]:
    if "audio" in (body.get("modalities") or ()) and not body.get("audio"):
        yield "$.modalities", "an answer in sound is asked for, and audio does not say which"


_BOTH = ("openai", "openai-responses")
DESCRIBED: tuple[tuple[str, tuple[str, ...], Broken, str], ...] = (
    ("parameter-value", ("openai", "groq"), named("response_format.json_schema.name"),
     "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."),
    ("parameter-value", ("openai-responses",), named("text.format.name"),
     "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64."),
    ("parameter-value", _BOTH, long_values,
     "Keys are strings with a maximum length of 64 characters. Values are strings with a maximum length of 512 "
     "characters."),
    ("parameter-clash", ("openai",), spoken_without,
     'Required when audio output is requested with `modalities: ["audio"]`.'),
    ("parameter-value", ("openai-responses",), within("tools[].max_num_results", "[1, 50]"),
     "This number should be between 1 and 50 inclusive."),
    ("parameter-value", ("openai-responses",), within("tools[].ranking_options.score_threshold", "[0, 1]"),
     "The score threshold for the file search, a number between 0 and 1."),
    ("missing-parameter", ("openai-responses",),
     lacking("tools[]", "mcp", "server_url", "connector_id", "tunnel_id"),
     "One of `server_url`, `connector_id`, or `tunnel_id` must be provided."),
    ("parameter-clash", ("openai-responses",), animated, "Requires `output_format` to be `gif`."),
    ("parameter-clash", ("openai-responses",),
     together("stream_options", "stream", "stream is not true"), "Only set this when you set `stream: true`."),
    ("parameter-clash", ("groq",), apart("", "include_reasoning", "reasoning_format"),
     "This field is mutually exclusive with `reasoning_format`."),
    ("parameter-value", ("cohere",), at_most("stop_sequences", 5),
     "A list of up to 5 strings that the model will use to stop generation."),
    ("parameter-clash", ("gemini",),
     apart("tools[].functionDeclarations[]", "parameters", "parametersJsonSchema"),
     "This field is mutually exclusive with `parameters`."),
    ("parameter-clash", ("gemini",), apart(of("speechConfig"), "voiceConfig", "multiSpeakerVoiceConfig"),
     "This field is mutually exclusive with `voice_config`."),
    ("parameter-value", ("gemini",), within("contents[].parts[].videoMetadata.fps", "(0, 24]"),
     "The valid range is (0.0, 24.0]."),
)  # fmt: skip
"""What kind of finding, of whom, where it is broken, and what the client says."""
REFUSED_AS_DESCRIBED: tuple[Refusal, ...] = tuple(
    Refusal(slug, dialects, broken, f'"{words}" (the official client, of 2026-11)', note=True)
    for slug, dialects, broken, words in DESCRIBED
)

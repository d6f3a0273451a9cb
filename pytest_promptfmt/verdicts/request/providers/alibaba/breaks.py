"""Where a body breaks what DashScope asks of parameters, which stand at the top or under ``parameters``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.dialects.openai.tool_calls import strict_json
from pytest_promptfmt.verdicts.request.refusals.clashes import forces
from pytest_promptfmt.verdicts.request.refusals.places import each, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


def of(key: str) -> str:
    """A parameter, as OpenAI writes it and as DashScope does."""
    return f"{key} parameters.{key} extra_body.{key}"


ALWAYS = ("*-thinking*", "qwq*", "qvq*", "deepseek-r1*")
"""Models that think whatever is said."""


def thinking(body: Mapping[str, Any]) -> bool:
    switch = value_of(body, of("enable_thinking"))
    return switch is True or matches_any(str(body.get("model", "")).lower(), ALWAYS)


def while_thinking(broken: Broken) -> Broken:
    """The same of a model that thinks."""
    return lambda body: broken(body) if thinking(body) else iter(())


def forced(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, choice in places(body, of("tool_choice")):
        if forces(choice):
            yield path, "with thinking it is auto or none"


def unbudgeted(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, of("enable_thinking")):
        if value is True and value_of(body, of("thinking_budget")) is None:
            yield path, "no thinking_budget stands beside it"


def unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    if "model" in body and not (body.get("stream") or value_of(body, "parameters.incremental_output")):
        yield "$", "the answer is not streamed, and this model takes no other request"


def no_json(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, arguments in places(body, each("messages[] input.messages[]", "tool_calls[].function.arguments")):
        if isinstance(arguments, str) and not isinstance(strict_json(arguments), dict):
            yield path, "the string does not hold a JSON object"


def mixed_stop(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, stop in places(body, of("stop")):
        kinds = {type(each) for each in stop} if isinstance(stop, list) else set()
        if not isinstance(stop, str | list) or len(kinds) > 1 or not kinds <= {str, int, list}:
            yield path, "neither a text nor a list of texts, or of tokens, alone"


FORMATS = ("text", "json_object", "json_schema")


def odd_format(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, form in places(body, of("response_format")):
        if not isinstance(form, dict):
            yield path, "no object with a type"
        elif form.get("type") not in FORMATS:
            yield f"{path}.type" if "type" in form else path, f"its type is none of {', '.join(FORMATS)}"


def odd_choice(body: Mapping[str, Any]) -> Iterator[Said]:
    """Where it is refused to be required, it is said so of models that think."""
    for path, choice in places(body, of("tool_choice")):
        if isinstance(choice, str) and choice not in ("auto", "none", "required"):
            yield path, f"{choice!r:.60}, and auto or none are taken"


def spoken_unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, modalities in places(body, "modalities"):
        if isinstance(modalities, list) and "audio" in modalities and "model" in body and not body.get("stream"):
            yield path, "audio is answered in a stream alone"


def untranslated(body: Mapping[str, Any]) -> Iterator[Said]:
    if "model" in body and value_of(body, of("translation_options")) is None:
        yield "$", "translation_options are missing, and this model translates"


def says_nothing(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in places(body, "messages[] input.messages[]"):
        if isinstance(message, dict) and message.get("role") == "user" and message.get("content") == "":
            yield f"{path}.content", "the user says nothing"


def schema_of_json(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, form in places(body, of("response_format")):
        if isinstance(form, dict) and form.get("type") == "json_object" and "json_schema" in form:
            yield f"{path}.json_schema", "its type is json_object, which has none"


def offered_in_text(body: Mapping[str, Any]) -> Iterator[Said]:
    if value_of(body, "parameters.tools") and value_of(body, "parameters.result_format") == "text":
        yield "$.parameters.result_format", "tools are on offer, and with them it is message"


OTHERS_VOICES = ("alloy", "ash", "ballad", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer", "verse")

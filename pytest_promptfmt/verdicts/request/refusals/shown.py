"""Where a body shows what is refused: builders of predicates over parameters, by dotted keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.openai.reader import LONGEST_DESCRIPTION
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


def given(at: str, problem: str = "", *, unless: tuple[Any, ...] = ()) -> Broken:
    """A parameter is there that is to be left out, or to be one of the values `unless`."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if not _is_one(value, unless):
                yield path, problem or f"{path.rpartition('.')[2]} is not taken here"

    return broken


def valued(at: str, *values: Any, instead: str = "") -> Broken:
    """A parameter has one of these values."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if _is_one(value, values):
                yield path, instead or f"{value!r} is not taken here"

    return broken


def _is_one(value: Any, values: tuple[Any, ...]) -> bool:
    """Is it among them, and of their type? JSON's true is no 1."""
    return any(type(value) is type(each) and value == each for each in values)


def with_tools(body: Mapping[str, Any]) -> Iterator[Said]:
    for key in ("tools", "functions"):
        if body.get(key):
            yield f"$.{key}", "tools are offered to a model that takes none"


def tools_of(*types: str) -> Broken:
    """Tools of other types than these; what has none is judged elsewhere."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, tool in objects(body.get("tools"), "$.tools"):
            if isinstance(tool.get("type"), str) and tool["type"] not in types:
                yield f"{path}.type", f"a tool of type {tool['type']!r}, and {', '.join(types)} are taken"

    return broken


def with_typed_tools(body: Mapping[str, Any]) -> Iterator[Said]:
    """Tools that the provider runs, or whose schemas it has: of any type but custom."""
    for path, tool in objects(body.get("tools"), "$.tools"):
        if tool.get("type") not in (None, "custom"):
            yield f"{path}.type", f"{tool['type']!r} is a tool of Anthropic's own, which nobody else has"


def includes(what: str, problem: str) -> Broken:
    """The answer is to have something that there is not."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        yield from ((path, problem) for path, asked in places(body, "include[]") if asked == what)

    return broken


def with_tools_of(*types: str) -> Broken:
    """Tools of these types."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, tool in objects(body.get("tools"), "$.tools"):
            if tool.get("type") in types:
                yield f"{path}.type", f"a tool of type {tool['type']!r} is not taken here"

    return broken


def other_than(key: str, value: Any) -> Broken:
    """A key is not this value, be it that it is left out."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get(key) is not value:
            yield f"$.{key}", f"it is {str(value).lower()} here, and has to be said"

    return broken


def unnamed_choice(body: Mapping[str, Any]) -> Iterator[Said]:
    """An object that chooses a tool, and names none."""
    match body.get("tool_choice"):
        case {"function": {"name": str()}} | {"name": _} | {"tool": _} | {"allowed_tools": _}:
            return
        case dict() as choice if choice.get("type", "function") == "function":
            yield "$.tool_choice", "it names no function; a word (auto, none, required) or a function is expected"


def long_descriptions(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        said = value_of(tool, "function.description")
        if isinstance(said, str) and len(said) > LONGEST_DESCRIPTION:
            yield (
                f"{path}.function.description",
                f"{len(said)} characters, and {LONGEST_DESCRIPTION} have been the most",
            )


_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def odd_names(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        name = value_of(tool, "function.name")
        if isinstance(name, str) and tool.get("type") != "builtin_function" and not _NAME.fullmatch(name):
            yield f"{path}.function.name", f"{name!r} does not match {_NAME.pattern}"


def strict_functions(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        if value_of(tool, "function.strict") is not None:
            yield f"{path}.function.strict", "this provider has no strict functions"


def repeated_names(body: Mapping[str, Any]) -> Iterator[Said]:
    """Two functions on offer have one name."""
    known: set[str] = set()
    for path, tool in objects(body.get("tools"), "$.tools"):
        name = value_of(tool, "function.name")
        if isinstance(name, str) and name in known:
            yield f"{path}.function.name", f"another tool is called {name!r}"
        known.add(str(name))


def without_parameters(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, tool in objects(body.get("tools"), "$.tools"):
        function = tool.get("function")
        if isinstance(function, dict) and function.get("parameters") is None:
            yield f"{path}.function.parameters", 'the function has none; write {"type": "object", "properties": {}}'


_PREFIX = re.compile(r"(?P<prefix>[\w-]+)/.+")


def routed(*prefixes: str) -> Broken:
    """A model's name with the prefix by which a router finds the provider, sent to that provider."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        found = _PREFIX.fullmatch(str(body.get("model", "")))
        if found and found["prefix"].lower() in prefixes:
            yield "$.model", f"{found['prefix']}/ is a router's prefix, and no part of the model's name"

    return broken


_LOOKALIKES = re.compile("[\u00a0\u00ad\u200b-\u200d\u2010-\u2015\u2212\ufe58\ufe63\uff0d\ufeff]")


def modelless(body: Mapping[str, Any]) -> Iterator[Said]:
    if "model" not in body and body.get("messages"):
        yield "$", "model is missing"


def misprinted(body: Mapping[str, Any]) -> Iterator[Said]:
    """A model's name has what looks like a hyphen or like nothing, and is another character."""
    if isinstance(model := body.get("model"), str) and (found := _LOOKALIKES.search(model)):
        yield "$.model", f"U+{ord(found[0]):04X} at {found.start()}, where a plain hyphen or nothing stands"


def suffixed(body: Mapping[str, Any]) -> Iterator[Said]:
    """A model's name with the mark by which a client asks for a longer context."""
    if isinstance(model := body.get("model"), str) and model.lower().endswith("[1m]"):
        yield "$.model", "[1m] is a client's mark, and no part of the model's name"


def named_otherwise(pattern: str) -> Broken:
    """A model's name is none of the provider's."""
    own = re.compile(pattern, re.IGNORECASE)

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if isinstance(model := body.get("model"), str) and model and not own.match(model):
            yield "$.model", f"the provider names none of its models like {model!r}"

    return broken


def required_parameters(body: Mapping[str, Any]) -> Iterator[Said]:
    """Only providers that take every parameter shall be asked."""
    if value_of(body, "provider.require_parameters") is True:
        yield "$.provider.require_parameters", "no provider of this model takes every parameter that stands here"


def thought_off(body: Mapping[str, Any]) -> Iterator[Said]:
    """The model is told not to think, in OpenRouter's words."""
    for key, value in (("reasoning.enabled", False), ("include_reasoning", False), ("reasoning.effort", "none")):
        if value_of(body, key) is value or value_of(body, key) == "none":
            yield f"$.{key}", "the model always thinks"


_NEUTRAL: Mapping[str, Any] = {
    "temperature": 1, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0, "logprobs": False,
    "top_logprobs": 0, "logit_bias": {},
}  # fmt: skip


def _effort(body: Mapping[str, Any]) -> tuple[str, Any]:
    key = "reasoning_effort" if "reasoning_effort" in body else "reasoning.effort"
    return key, value_of(body, key)


def sampled(body: Mapping[str, Any]) -> Iterator[Said]:
    """Parameters of sampling beside their neutral values, unless the model is told not to think."""
    if _effort(body)[1] != "none":
        for key, neutral in _NEUTRAL.items():
            if body.get(key) is not None and body[key] != neutral:
                yield f"$.{key}", f"this model thinks, and takes no {key}"


def sampled_neutrally(body: Mapping[str, Any]) -> Iterator[Said]:
    """Parameters of sampling at their neutral values, which the model does not take either."""
    for key, neutral in _NEUTRAL.items() if _effort(body)[1] != "none" else ():
        if key != "temperature" and body.get(key) is not None and body[key] == neutral:
            yield f"$.{key}", f"this model thinks, and may take no {key}, not even {neutral!r}"


def sampled_while_thinking(body: Mapping[str, Any]) -> Iterator[Said]:
    if _effort(body)[1] is not None:
        yield from sampled(body)


def effort(*taken: str) -> Broken:
    """The reasoning effort is none of those that the model takes."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        key, value = _effort(body)
        if isinstance(value, str) and value not in taken:
            yield f"$.{key}", f"{value!r}, and this model takes {', '.join(taken)}"

    return broken


def of_minimal_effort(*types: str) -> Broken:
    """Tools of these types beside the effort that is minimal."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        key, effort = _effort(body)
        found = [tool["type"] for _, tool in objects(body.get("tools"), "$.tools") if tool.get("type") in types]
        if effort == "minimal" and found:
            yield f"$.{key}", f"with {effort} there is no {', '.join(found)}"

    return broken


def functions_while_thinking(*, unless_told: bool) -> Broken:
    """Functions are offered beside an effort; `unless_told` the model thinks without one."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        effort = body.get("reasoning_effort")
        if body.get("tools") and effort != "none" and (unless_told or effort is not None):
            yield "$.reasoning_effort", "functions are on offer, and the model thinks"

    return broken

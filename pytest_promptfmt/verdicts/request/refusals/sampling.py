"""Where parameters of sampling and of guided answers do not go together, at servers of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.refusals.places import number, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


def unlogged(body: Mapping[str, Any]) -> Iterator[Said]:
    """More than one probability of each token, and none is asked for."""
    if number(body.get("top_logprobs")) not in (None, 0) and not body.get("logprobs"):
        yield "$.top_logprobs", "logprobs is not true"


def many_of_the_likeliest(body: Mapping[str, Any]) -> Iterator[Said]:
    """Several answers, and each would be the likeliest one."""
    if number(body.get("temperature")) == 0 and (number(body.get("n")) or 1) > 1:
        yield "$.n", "with a temperature of 0 all answers are the same one"


def prompted_in_a_stream(body: Mapping[str, Any]) -> Iterator[Said]:
    if number(body.get("prompt_logprobs")) not in (None, 0) and body.get("stream") is True:
        yield "$.prompt_logprobs", "the answer is streamed"


def fewest_above_most(body: Mapping[str, Any]) -> Iterator[Said]:
    most = number(body.get("max_completion_tokens", body.get("max_tokens")))
    fewest = number(body.get("min_tokens"))
    if most is not None and fewest is not None and fewest > most:
        yield "$.min_tokens", f"{fewest}, and at most {most} are to be written"


def continued_and_begun(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("continue_final_message") is True and body.get("add_generation_prompt") is True:
        yield "$.continue_final_message", "the last message is to be continued, and a new one to be begun"


def one_of(*keys: str) -> Broken:
    """At most one of these parameters is given."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        given = [key for key in keys if value_of(body, key) is not None]
        if len(given) > 1:
            yield f"$.{given[1]}", f"{given[0]} stands beside it, and one of {', '.join(keys)} is taken"

    return broken


def empty_texts(at: str) -> Broken:
    """A text, or one of a list of texts, is empty."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            texts = value if isinstance(value, list) else [value]
            if "" in texts:
                yield path, "one of the texts is empty"

    return broken


def beside_tools(key: str) -> Broken:
    """A key stands beside tools that may be called."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get(key) is not None and body.get("tools") and body.get("tool_choice") != "none":
            yield f"$.{key}", "tools are on offer beside it"

    return broken


def fixed(key: str, value: float) -> Broken:
    """A number is this one, where it is given."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if number(body.get(key)) not in (None, value):
            yield f"$.{key}", f"this model takes {value:g} alone"

    return broken

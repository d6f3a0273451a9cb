"""MiniMax: OpenAI's format, with one system message.

- system text is one message, the first; the user's last says something
- a result follows the message that calls; arguments are JSON of an object; a function has parameters, be it none
- images and, for M3, videos are ``image_url`` and ``video_url``, by address or as data URIs
- thoughts stand as ``<think>`` in the content or, where the request has ``reasoning_split``, as ``reasoning_details``
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader, tool_calls
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request


def one_system(request: Request) -> Iterator[Breach]:
    """There is one system message at most, and it is the first."""
    places = {path: place for place, path in enumerate(request.paths)}
    systems = [path for path, message in request.each() if message.get("role") == "system"]
    for before, path in enumerate(systems):
        if places[path]:
            leads = places[path] == before
            yield Breach(f"{path}.role", "a second system message" if leads else "a system message after the beginning")


def content_nonempty(request: Request) -> Iterator[Breach]:
    """What the user said last is not empty."""
    users = [(path, message) for path, message in request.each() if message.get("role") == "user"]
    for path, message in users:
        if message.get("content") in ("", []):
            # Of those before the last nobody has told.
            yield Breach(f"{path}.content", "the message says nothing", note=path != users[-1][0])


def parameters_given(request: Request) -> Iterator[Breach]:
    """A function on offer has parameters, even if there are none."""
    for tool in reader.read_tools(request) or ():
        if tool.parameters is None:
            yield Breach(tool.schema_path, "the function has no parameters; write an object without properties")


DIALECT = Dialect(
    id="minimax",
    title="MiniMax chat",
    provider="MiniMax",
    carries=carrying("tool", "thinking", "image", "video"),
    read=reader.read,
    rules=compatible.rules(
        "minimax",
        one_system,
        content_nonempty,
        parameters_given,
        tool_result_has_call=tool_calls.tool_result_has_call,
        arguments_is_json_string=tool_calls.arguments_is_json_string,
    ),
    fetches={"image": WEB},
    media_types=frozenset(),
    think_tags=True,
)

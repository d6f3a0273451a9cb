"""xAI's Grok over Chat Completions, its legacy endpoint: OpenAI's format, with words of its own on what is empty.

- a message without calls has content; roles may come in any order, system text anywhere
- images are JPEG or PNG, by address or as data URIs
- a tool's schema is an object at its root, and so is each alternative there
- thoughts of earlier turns have no place: xAI keeps them, or gives them back encrypted, over its Responses endpoint
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader, tool_calls
from pytest_promptfmt.dialects.openai.content import image_urls
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.dialects.shared_rules import images_of
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


def content_nonempty(request: Request) -> Iterator[Breach]:
    """A message without calls has content."""
    for path, message in request.each():
        content = message.get("content")
        if content in (None, [], "") and not message.get("tool_calls") and message.get("role") != "tool":
            # An empty list and null are known to be refused; what an empty text was is not told.
            yield Breach(f"{path}.content", "the message has no content", note=content == "")


def image_format(request: Request) -> Iterator[Breach]:
    """An image is a JPEG or a PNG."""
    return images_of(image_urls(request), ("image/jpeg", "image/png"))


def arguments_is_json_string(request: Request) -> Iterator[Breach]:
    """Arguments are a string that holds JSON: an object."""
    yield from tool_calls.arguments_read(request, lambda text: tool_calls.strict_json(text) is not None)


def parameters_object(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer are an object, and each alternative at their root says that it is one."""
    for tool in reader.read_tools(request) or ():
        schema = tool.parameters if isinstance(tool.parameters, dict) else {"type": "object"}
        branches = [
            each for key in ("anyOf", "oneOf") for each in objects(schema.get(key), f"{tool.schema_path}.{key}")
        ]
        for path, branch in branches:
            if branch.get("type") != "object":
                found = {"expected": "object", "actual": branch.get("type")}
                yield Breach(f"{path}.type", "an alternative at the root is not of type object", found)
        if not branches and (type_ := schema.get("type")) != "object":
            found = {"expected": "object", "actual": type_}
            yield Breach(f"{tool.schema_path}.type", "the root is not of type object", found, note=type_ is None)


DIALECT = Dialect(
    id="xai",
    title="xAI Grok chat",
    provider="xAI",
    carries=carrying("tool", "image"),
    read=reader.read,
    rules=compatible.rules(
        "xai",
        content_nonempty,
        image_format,
        arguments_is_json_string,
        parameters_object,
        without=("content-null-only-with-calls", "content-array-nonempty"),
    ),
    fetches={"image": WEB},
    media_types=frozenset(),
)

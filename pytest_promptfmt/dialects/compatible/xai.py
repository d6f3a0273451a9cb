"""xAI's Grok over Chat Completions, its legacy endpoint: OpenAI's format, with words of its own on what is empty.

- a message without calls has content; roles may come in any order, system text anywhere
- images are JPEG or PNG, by address or as data URIs
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
        without=("content-null-only-with-calls", "content-array-nonempty"),
    ),
    fetches={"image": WEB},
    media_types=frozenset(),
)

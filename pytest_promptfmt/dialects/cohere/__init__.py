"""Cohere chat, version 2 of the API.

- OpenAI's messages without ``name``: what is unknown is refused, be it in a message or in a call
- beside calls stands no text: what leads to them is the ``tool_plan``, or thinking in the content
- an assistant's content is text or blocks of ``text`` and ``thinking``; thinking has no signature
- images are addresses or data URIs in users' messages; sounds, films and documents of one's own have no place
- a tool message is text, or ``text`` and ``document`` blocks whose ``data`` is a string or an object
- a result may answer any call before it; the ids of calls differ

Here are the rules over messages and images; those over calls are in `tool_calls`, the reader is in `reader`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.common.media import decode_base64, split_data_uri
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.cohere.reader import read
from pytest_promptfmt.dialects.cohere.tool_calls import (
    no_text_beside_calls,
    parameters_given,
    tool_ids_unique,
    tool_name,
    tool_result_known,
)
from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai.tool_calls import tool_calls_answered
from pytest_promptfmt.dialects.rules import Breach, borrowed, may_ask, own
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys, too_many
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


def message_nonempty(request: Request) -> Iterator[Breach]:
    """A message without calls has content, and it is not empty."""
    for path, message in request.each():
        content = message.get("content")
        blocks = [block for _, block in objects(content, path)]
        hollow = bool(blocks) and all(block.get("type") == "text" and block.get("text") == "" for block in blocks)
        if not message.get("tool_calls") and (not content or hollow):
            yield Breach(f"{path}.content", "the message says nothing; leave it out")


def system_first(request: Request) -> Iterator[Breach]:
    """A system message comes first, or after another."""
    others = False
    for path, message in request.each():
        if message.get("role") != "system":
            others = True
        elif others:
            yield Breach(f"{path}.role", "a system message behind others", {"actual": "system"})


def _image_urls(request: Request) -> Iterator[tuple[str, str]]:
    for path, message in request.each():
        for where, block in objects(message.get("content"), f"{path}.content"):
            match block:
                case {"type": "image_url", "image_url": {"url": str(url)}}:
                    yield f"{where}.image_url.url", url
                case _:
                    pass


def image_address(request: Request) -> Iterator[Breach]:
    """An image is a web URL or a base64 data URI."""
    for path, url in _image_urls(request):
        uri = split_data_uri(url)
        if not WEB.match(url) and (uri is None or decode_base64(uri.data) is None):
            yield Breach(path, "neither a web URL nor a base64 data URI", {"actual": url[:80]})


@may_ask("images-per-request")
def image_limits(request: Request) -> Iterator[Breach]:
    """As many images in a request as the model takes."""
    return too_many(request, "images-per-request", [path for path, _ in _image_urls(request)])


RULES = (
    *own(
        "cohere",
        message_nonempty,
        system_first,
        no_text_beside_calls,
        tool_result_known,
        tool_ids_unique,
        tool_name,
        parameters_given,
        image_address,
        image_limits,
        no_unknown_keys,
        tool_calls_answered=tool_calls_answered,
    ),
    *borrowed(
        openai.RULES,
        "messages-nonempty",
        "tool-calls-nonempty",
        "arguments-is-json-string",
        "tools-typed",
        "parameters-object",
        "parameters-valid",
    ),
)

DIALECT = Dialect(
    id="cohere",
    title="Cohere chat v2",
    provider="Cohere",
    carries=carrying("tool", "thinking", "image"),
    read=read,
    rules=RULES,
    fetches={"image": WEB},
)

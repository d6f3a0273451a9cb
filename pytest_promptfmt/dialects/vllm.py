"""vLLM's OpenAI-compatible chat server: OpenAI's format, widened, then the model's own chat template.

- parts are also ``audio_url``, ``video_url``, embeddings, ``thinking``, ``tool_reference``, and plain strings; media
  may go without a type (``{"image_url": "https://…"}``) or carry a ``uuid``; text may be spelled the Responses way
- any role is taken, and any key; what becomes of them is up to the template
- reasoning of earlier turns stands under ``reasoning``; ``reasoning_content`` is its name of old
- some templates want user and assistant in turns, or the system message first: the model's name tells
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.media import is_local
from pytest_promptfmt.common.text import count
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.dialect import WEB, WEBP, Dialect, carrying
from pytest_promptfmt.dialects.openai import content, reader, tool_calls
from pytest_promptfmt.dialects.rules import Breach, asks, borrowed, may_ask, own
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import Transcript
from pytest_promptfmt.payload.walking import objects

PART_TYPES = (
    "text",
    "image_url",
    "audio_url",
    "video_url",
    "input_audio",
    "image_embeds",
    "audio_embeds",
    "prompt_embeds",
    "refusal",
    "thinking",
    "tool_reference",
    "input_text",
    "output_text",
    "input_image",
)
"""The keys of the server's own table of parsers, without the one that takes a Python object."""


def part_types(request: Request) -> Iterator[Breach]:
    """A content part is a string or has one of the types that the server parses."""
    for path, message in request.each():
        for where, part in objects(message.get("content"), f"{path}.content"):
            if "type" in part and part["type"] not in PART_TYPES:
                problem = f"{part['type']!r} is not a part type{did_you_mean(part['type'], PART_TYPES)}"
                yield Breach(f"{where}.type", problem, {"expected": list(PART_TYPES), "actual": part["type"]})


@asks("roles-repeat")
@may_ask("role-tool")
def template_alternate(request: Request) -> Iterator[Breach]:
    """The templates of Gemma, Mistral and Llama 2 want user and assistant in turns, after an optional system message.

    They count neither tool messages nor assistant messages with calls; Gemma's has no place for what a tool said.
    """
    due = "user"
    for path, message in request.each():
        role = message.get("role")
        if role == "tool":
            yield Breach(f"{path}.role", "the template has no turn for what a tool said", asks="role-tool")
        if role == "tool" or "tool_calls" in message or (role == "system" and path == request.paths[0]):
            continue
        if role != due:
            yield Breach(
                f"{path}.role", f"{role!r} where the template wants {due!r}", {"expected": due, "actual": role}
            )
        due = "user" if role == "assistant" else "assistant"


@asks("system-later")
def template_system_first(request: Request) -> Iterator[Breach]:
    """Qwen's templates want one system message at most, and want it first."""
    for path, message in request.each():
        if message.get("role") == "system" and path != request.paths[0]:
            yield Breach(f"{path}.role", "a system message after the beginning")


def reasoning_key(request: Request) -> Iterator[Breach]:
    """Reasoning of earlier turns goes under ``reasoning``; reasoning_content alone is no longer read."""
    for path, message in request.each():
        if isinstance(message.get("reasoning_content"), str) and not isinstance(message.get("reasoning"), str):
            yield Breach(f"{path}.reasoning_content", "write it under 'reasoning' (or under both)")


@asks("tool-content-list")
def tool_content_string(request: Request) -> Iterator[Breach]:
    """A tool message's text is a string: many templates render nothing of a list, or Python's print of it."""
    for path, message in request.each():
        content = message.get("content")
        parts = content if isinstance(content, list) and message.get("role") == "tool" else []
        if parts and all(isinstance(part, str) or (isinstance(part, dict) and "text" in part) for part in parts):
            yield Breach(f"{path}.content", f"{count(len(parts), 'part')} of text where templates want a string")


def _addresses(request: Request) -> Iterator[tuple[str, str]]:
    """Path and value of every medium's address, given as a string or as an object with ``url``."""
    for path, message in request.each():
        for where, part in objects(message.get("content"), f"{path}.content"):
            for key in ("image_url", "audio_url", "video_url"):
                match part.get(key):
                    case str(url):
                        yield f"{where}.{key}", url
                    case {"url": str(url)}:
                        yield f"{where}.{key}.url", url
                    case _:
                        pass


def arguments_is_json_string(request: Request) -> Iterator[Breach]:
    """Arguments are a string that holds JSON, an object for templates that look into it."""
    yield from tool_calls.arguments_read(request, _parsed)


def _parsed(text: str) -> bool:
    """Nothing is not looked at."""
    try:
        json.loads(text or "{}")
    except ValueError:
        return False
    return True


_ADDRESS = ("http:", "https:", "data:", "file:")


def media_address(request: Request) -> Iterator[Breach]:
    """A medium's address is an http(s), data or file URL, no bare path."""
    for path, url in _addresses(request):
        if not url.lower().startswith(_ADDRESS):
            yield Breach(
                path, "neither an http(s) nor a data or file URL", {"actual": url[:80]}, note=not is_local(url)
            )


def local_media(request: Request) -> Iterator[Breach]:
    """A ``file:`` URL is read where the server was started with ``--allowed-local-media-path`` alone."""
    for path, url in _addresses(request):
        if url.lower().startswith("file:"):
            yield Breach(path, "the server reads no files of its own unless it was told to", {"actual": url[:80]})


def audio_bare_base64(request: Request) -> Iterator[Breach]:
    """A recording is bare base64: the server itself writes the data URI around it."""
    yield from content.audio_data(request)


RULES = (
    *own(
        "vllm",
        part_types,
        template_alternate,
        template_system_first,
        reasoning_key,
        tool_content_string,
        media_address,
        local_media,
        audio_bare_base64,
        arguments_is_json_string,
        tools_nonempty=tool_calls.tools_nonempty,
    ),
    *borrowed(
        openai.RULES,
        "messages-nonempty",
        "role-enum",
        "tool-calls-answered",
        "tool-result-has-call",
        "tool-call-id-unique",
        "content-null-only-with-calls",
        "no-unknown-keys",
    ),
)


def read(request: Request) -> Transcript:
    """What the messages say; the server hands a template the ``tool_calls`` of a message, and no ``function_call``."""
    return reader.read_with(reader.read_tool_calls, request)


DIALECT = Dialect(
    id="vllm",
    title="vLLM chat",
    provider="vLLM",
    carries=carrying("tool", "thinking", "image", "audio", "video"),
    read=read,
    rules=RULES,
    think_tags=True,
    fetches={"image": WEB, "video": WEB},
    media_types=WEBP | {"image/gif"},
)

"""Zhipu's GLM chat: OpenAI's format with parts of its own for the V models.

- at least one user message; no empty texts
- an image is a URL, a data URI, or bare base64; videos and files are ``video_url`` and ``file_url``
- an assistant message has ``reasoning_content`` (GLM-4.5 and later)
- whatever is wrong with the messages comes back as code 1214, "messages 参数非法"
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.common.media import decode_base64, is_local, sniff, unfetched
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader
from pytest_promptfmt.dialects.rules import Breach, borrowed, own
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import MediaPart, Part, ResultPart, Transcript
from pytest_promptfmt.payload.walking import media_of, objects, texts


def has_user(request: Request) -> Iterator[Breach]:
    """There is at least one message of role user."""
    if request.messages and all(message.get("role") != "user" for _, message in request.each()):
        # With results in it no refusal is known since 2024.
        results = any(message.get("role") == "tool" for _, message in request.each())
        yield Breach(request.where, "none of the messages has the role user", note=results)


def text_nonempty(request: Request) -> Iterator[Breach]:
    """A text is not empty, be it the content or a part of it."""
    last = next((path for path, message in reversed(list(request.each())) if message.get("role") == "user"), "")
    for path, message in request.each():
        for where, text in texts(message.get("content"), f"{path}.content"):
            if text == "" and not (message.get("tool_calls") and isinstance(message["content"], str)):
                # The API's words are about a part, and about a prompt that did not arrive.
                yield Breach(where, "the text is empty", note=where == f"{path}.content" and path != last)


def media_address(request: Request) -> Iterator[Breach]:
    """An image is an http(s) URL, a data URI or base64, no local path; so are a video and a file."""
    for path, message in request.each():
        for where, part in objects(message.get("content"), f"{path}.content"):
            for key in ("image_url", "video_url", "file_url"):
                match part.get(key):
                    case {"url": str(url)} if is_local(url) and _bare(MediaPart("image", where, url=url)).url:
                        # The words are an image's; of videos and files nobody has told.
                        note = key != "image_url"
                        yield Breach(f"{where}.{key}.url", unfetched(url), {"actual": url[:80]}, note=note)
                    case _:
                        pass


RULES = (
    *own("zhipu", has_user, text_nonempty, media_address),
    *borrowed(
        openai.RULES,
        "messages-nonempty",
        "role-enum",
        "tool-calls-answered",
        "tool-result-has-call",
        "tool-call-id-unique",
        "tool-calls-nonempty",
        "content-null-only-with-calls",
        "content-array-nonempty",
        "function-name-pattern",
        "arguments-is-json-string",
        "image-user-only",
        "no-unknown-keys",
        "tool-message-name",
        "tools-typed",
        "parameters-object",
        "parameters-valid",
    ),
)


def read(request: Request) -> Transcript:
    """What the messages say, with images and videos of bare base64 decoded."""
    transcript = reader.read(request)
    return replace(
        transcript, turns=tuple(replace(turn, parts=tuple(map(_decoded, turn.parts))) for turn in transcript.turns)
    )


def _decoded(part: Part) -> Part:
    match part:
        case MediaPart():
            return _bare(part)
        case ResultPart():
            return replace(part, media=tuple(map(_bare, part.media)))
        case _:
            return part


def _bare(media: MediaPart) -> MediaPart:
    """An image or video whose address is base64 and nothing else; the dot of ``a/b.png`` is no character of base64."""
    url = media.url if media.kind in ("image", "video") and media.url else ""
    if url and (data := decode_base64(url)) is not None:
        return replace(media, url=None, data=data)
    loosely = media_of(media.kind, url, media.path, media.media_type)
    return loosely if sniff(loosely.data or b"") else media


DIALECT = Dialect(
    id="zhipu",
    title="Zhipu GLM chat",
    provider="Zhipu",
    carries=carrying("tool", "thinking", "image", "video"),
    read=read,
    rules=RULES,
    fetches={"image": WEB, "video": WEB},
    media_types=frozenset(),
)

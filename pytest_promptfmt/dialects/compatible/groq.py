"""Groq: OpenAI's format, of texts and, for models with eyes, of images.

- a key that it does not know is refused, ``reasoning_content`` among them
- a thought of an earlier turn stands under ``reasoning``, where the model takes it
- parts are text, image_url and document (a JSON object of the caller's)
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import WEB, WEBP, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader
from pytest_promptfmt.dialects.openai.content import parts
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys
from pytest_promptfmt.payload.request import Request


@asks("image-sent")
def images_seen(request: Request) -> Iterator[Breach]:
    """A model without eyes takes no parts of images; its content is a string."""
    for path, _, _ in parts(request, "image_url"):
        yield Breach(path, f"{request.model.name} takes no images", {"expected": "text"})


@asks("thinking-sent")
def reasoning_taken(request: Request) -> Iterator[Breach]:
    """A model that does not think takes no reasoning, be it empty."""
    for path, message in request.each():
        if message.get("reasoning") is not None:
            yield Breach(f"{path}.reasoning", f"{request.model.name} does not think")


DIALECT = Dialect(
    id="groq",
    title="Groq chat",
    provider="Groq",
    carries=carrying("tool", "thinking", "image"),
    read=reader.read,
    rules=compatible.rules("groq", images_seen, reasoning_taken, no_unknown_keys=no_unknown_keys),
    fetches={"image": WEB},
    media_types=WEBP,
)

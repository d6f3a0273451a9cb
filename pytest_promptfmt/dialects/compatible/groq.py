"""Groq: OpenAI's format, of texts and, for models with eyes, of images.

- a key that it does not know is refused, ``reasoning_content`` among them
- a thought of an earlier turn stands under ``reasoning``, where the model takes it
- parts are text, image_url and document (a JSON object of the caller's)
- schemas of tools are looked through: what is required is described, and with ``strict`` objects are closed
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import WEB, WEBP, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader, tool_calls
from pytest_promptfmt.dialects.openai.content import parts
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys, schemas_within
from pytest_promptfmt.payload.request import Request


@asks("image-sent")
def images_seen(request: Request) -> Iterator[Breach]:
    """A model that sees no images takes no image parts; its content is a string."""
    for path, _, _ in parts(request, "image_url"):
        yield Breach(path, f"{request.model.name} takes no images", {"expected": "text"})


@asks("thinking-sent")
def reasoning_taken(request: Request) -> Iterator[Breach]:
    """A model that does not think takes no reasoning, not even an empty one."""
    for path, message in request.each():
        if message.get("reasoning") is not None:
            yield Breach(f"{path}.reasoning", f"{request.model.name} does not think")


def parameters_properties(request: Request) -> Iterator[Breach]:
    """A schema of a function on offer that has required has properties, at every depth."""
    for tool in reader.read_tools(request) or ():
        for path, schema in schemas_within(tool.parameters, tool.schema_path):
            if "required" in schema and "properties" not in schema:
                # Of a branch that only requires what its parent describes nobody has said anything.
                yield Breach(f"{path}.properties", "required, and no properties", note=schema.get("type") != "object")


_SAID = (".additionalProperties", ".type")


def strict_parameters(request: Request) -> Iterator[Breach]:
    """Of a function with ``strict`` every schema has a type and every object is closed."""
    for breach in tool_calls.strict_parameters(request):
        yield replace(breach, note=not breach.path.endswith(_SAID))


DIALECT = Dialect(
    id="groq",
    title="Groq chat",
    provider="Groq",
    carries=carrying("tool", "thinking", "image"),
    read=reader.read,
    rules=compatible.rules(
        "groq",
        images_seen,
        reasoning_taken,
        parameters_properties,
        strict_parameters,
        no_unknown_keys=no_unknown_keys,
    ),
    fetches={"image": WEB},
    media_types=WEBP,
)

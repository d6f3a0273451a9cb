"""Family G, media and their addresses: prefixes, formats, schemes, extensions."""

from __future__ import annotations

from typing import Any

from liars.liar import case, liar, liars_of, says
from liars.payloads import holding
from liars.shipped.ledger import MP3, RED, fault
from liars.shipped.spelling import text, turn, user
from promptfmt_reference import FORMATTERS

NO_EXTENSION = fault(
    "agentscope-1284",
    "openai.chat",
    "exchange.raised",
    wrong=TypeError("the image url https://example.com/image/12345 should end with one of .png, .jpg"),
    right=[user([text("see"), {"type": "image_url", "image_url": {"url": "https://example.com/image/12345"}}])],
)

BARE_AUDIO = fault(
    "agentscope-2315",
    "dashscope-multimodal.chat",
    "dashscope.media-url",
    also=("fidelity.altered-media",),
    wrong=[user([{"text": "listen"}, {"audio": MP3}])],
    right=[user([{"text": "listen"}, {"audio": f"data:audio/mp3;base64,{MP3}"}])],
)

INPUT_AUDIO = fault(
    "agentscope-2315",
    "dashscope-multimodal.chat",
    "fidelity.lost-media",
    name="agentscope-2315-as-openai",
    also=("schema.required",),
    wrong=[user([{"text": "listen"}, {"type": "input_audio", "input_audio": {"data": MP3, "format": "mpeg"}}])],
    right=[user([{"text": "listen"}, {"audio": f"data:audio/mpeg;base64,{MP3}"}])],
)

FORMAT_MPEG = fault(
    "pydantic-ai-slim-2279",
    "openai.chat",
    "openai.audio-format",
    also=("schema.enum",),
    wrong=[user([text("listen"), {"type": "input_audio", "input_audio": {"data": MP3, "format": "mpeg"}}])],
    right=[user([text("listen"), {"type": "input_audio", "input_audio": {"data": MP3, "format": "mp3"}}])],
)

BUCKET = fault(
    "langchain-google-1438",
    "gemini.chat",
    "exchange.raised",
    wrong=ValueError("No connection adapters were found for 'gs://bucket/a.png'"),
    right=[turn("user", "see", {"fileData": {"fileUri": "gs://bucket/a.png", "mimeType": "image/png"}})],
)

DATA_URI = fault(
    "litellm-3792",
    "ollama.chat",
    "ollama.images-bare-base64",
    wrong=[user("see") | {"images": [f"data:image/png;base64,{RED}"]}],
    right=[user("see") | {"images": [RED]}],
)


def by_address(conversation: Any) -> Any:
    """What Gemini takes of a picture on the web."""
    payload = FORMATTERS["gemini.chat"](conversation)
    for content in payload["contents"]:
        content["parts"] = [part for part in content["parts"] if "text" in part]
    file = {"file_uri": conversation.messages[0].blocks[1].source.url, "mime_type": "image/png"}
    payload["contents"][0]["parts"].append({"file_data": file})
    return payload


SEEN = case(
    "a-signed-address",
    says(
        "user",
        "Look, amber-17.",
        {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png?sig=1"}},
    ),
    expect={"demand": "either", "repairs": ["keep", "drop-url-media"], "why": "nothing is fetched"},
)


@liar("gemini.chat", SEEN, "gemini.mime-type", "error", by_address, like="peers family G")
def takes_the_query_for_the_type(payload: Any) -> Any:
    """Guesses a type from the end of an address."""
    for file in holding("file_uri", payload):
        file["mime_type"] = "image/png?sig=1"
    return payload


LIARS = liars_of(globals())

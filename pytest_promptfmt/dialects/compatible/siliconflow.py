"""SiliconFlow: OpenAI's format, in front of open models.

- images, sounds and films are ``image_url``, ``audio_url`` and ``video_url``, by address or in base64
- an assistant message has ``reasoning_content``; what becomes of it is up to the model
- no words of its own on what it refuses are known, so that every rule warns
"""

from __future__ import annotations

from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai import reader

DIALECT = Dialect(
    id="siliconflow",
    title="SiliconFlow chat",
    provider="SiliconFlow",
    carries=carrying("tool", "thinking", "image", "audio", "video"),
    read=reader.read,
    rules=compatible.rules("siliconflow"),
    fetches={"image": WEB, "audio": WEB, "video": WEB},
    media_types=frozenset(),
)

"""Where requests go: by host and path the dialect that is spoken there, and the model that the path names.

Only what a provider's own documentation has stands in `ENDPOINTS`. An address that is not there is nobody's: a gateway,
a server of one's own and another provider's copy of a protocol may take more than the provider does, or less.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Hosts and paths as patterns of the whole; a group ``model`` of the path is the model's name."""

    dialect: str
    host: re.Pattern[str]
    path: re.Pattern[str]


class Addressed(NamedTuple):
    """The dialect that an address speaks, and the model that it names, if any."""

    dialect: str
    model: str = ""


def addressed(url: str) -> Addressed | None:
    """What is spoken at an address; None where nobody knows, or where nothing of ours is asked there."""
    try:
        parts = urlsplit(url)
        host, path = parts.hostname or "", unquote(parts.path)
        local = host in _LOCAL and parts.port == _OLLAMA
    except ValueError:  # no address at all
        return None
    for endpoint in ENDPOINTS:
        matched = endpoint.path.fullmatch(path.rstrip("/"))
        if matched and endpoint.host.fullmatch("ollama.local" if local else host):
            return Addressed(endpoint.dialect, matched.groupdict().get("model") or "")
    return None


_LOCAL = ("localhost", "127.0.0.1", "::1", "0.0.0.0", "host.docker.internal")
_OLLAMA = 11434


def _at(dialect: str, host: str, path: str) -> Endpoint:
    return Endpoint(dialect, re.compile(host), re.compile(path))


_OPENAI = r"(?:[a-z]{2}\.)?api\.openai\.com"
_AZURE = r"[a-z0-9-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com"
_VERTEX = r"(?:[a-z0-9-]+-)?aiplatform\.googleapis\.com|aiplatform\.(?:eu|us)\.rep\.googleapis\.com"
_GENERATE = r":(?:generateContent|streamGenerateContent)"
_DASHSCOPE = r"dashscope(?:-[a-z]+)?\.aliyuncs\.com"
_AIGC = r"/api/v1/services/aigc"
_OLLAMA_HOST = r"ollama\.local|ollama\.com"

ENDPOINTS: tuple[Endpoint, ...] = (
    _at("openai", _OPENAI, "/v1/chat/completions"),
    _at("openai-responses", _OPENAI, "/v1/responses"),
    _at("openai", _AZURE, "/openai/deployments/(?P<model>[^/]+)/chat/completions"),
    _at("openai", _AZURE, "/openai/v1/chat/completions"),
    _at("openai-responses", _AZURE, "/openai(?:/v1)?/responses"),
    _at("anthropic", r"api\.anthropic\.com", "/v1/messages"),
    _at("gemini", r"generativelanguage\.googleapis\.com", f"/v1(?:alpha|beta)?/models/(?P<model>[^/:]+){_GENERATE}"),
    _at("gemini-interactions", r"generativelanguage\.googleapis\.com", "/v1(?:alpha|beta)?/interactions"),
    _at("gemini", _VERTEX, f"/v1(?:beta1)?/(?:.*/)?publishers/google/models/(?P<model>[^/:]+){_GENERATE}"),
    _at(
        "bedrock",
        r"bedrock-runtime(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?",
        "/model/(?P<model>.+)/converse(?:-stream)?",
    ),
    _at("mistral", r"api\.mistral\.ai", "/v1/chat/completions"),
    _at("cohere", r"api\.cohere\.(?:com|ai)", "/v2/chat"),
    _at("deepseek", r"api\.deepseek\.com", "(?:/v1|/beta)?/chat/completions"),
    _at("zhipu", r"open\.bigmodel\.cn|api\.z\.ai", "/api(?:/coding)?/paas/v4/chat/completions"),
    _at("dashscope", _DASHSCOPE, f"{_AIGC}/text-generation/generation"),
    _at("dashscope-multimodal", _DASHSCOPE, f"{_AIGC}/multimodal-generation/generation"),
    _at("groq", r"api\.groq\.com", "/openai/v1/chat/completions"),
    _at("openrouter", r"openrouter\.ai", "/api/v1/chat/completions"),
    _at("xai", r"(?:[a-z0-9-]+\.)?api\.x\.ai", "/v1/chat/completions"),
    _at("moonshot", r"api\.moonshot\.(?:ai|cn)", "/v1/chat/completions"),
    _at("minimax", r"api\.minimax(?:\.io|i\.com)", "/v1/chat/completions"),
    _at("siliconflow", r"api\.siliconflow\.(?:cn|com)", "/v1/chat/completions"),
    _at("ollama", _OLLAMA_HOST, "/api/chat"),
    _at("ollama-generate", _OLLAMA_HOST, "/api/generate"),
)
"""The first that matches counts. A server of vLLM's stands wherever somebody starts one: no address tells."""

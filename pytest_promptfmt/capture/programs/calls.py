"""What a call sends, and where: an official client's own, or any that posts a body to an address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pytest_promptfmt.capture.programs.expressions import Call
from pytest_promptfmt.capture.programs.meaning import unspelled

URL = re.compile(r"https?://[\w.-]+(?::\d+)?(?:/[\w./:@%-]*)?")
_CLIENTS: Mapping[str, str] = {
    r"chat\.completions\.(?:create|parse|stream)$": "/chat/completions",
    r"\bresponses\.(?:create|parse|stream)$": "/responses",
    r"(?<!threads\.)\bmessages\.(?:create|stream|parse|count_?[tT]okens)$": "/v1/messages",
    r"\bconverse(?:_stream)?$|\bConverse(?:Stream)?Command$": "/model/-/converse",
    r"\bgenerate_?[cC]ontent(?:_?[sS]tream)?$": ":generateContent",
    r"\binteractions\.create$": "/v1/interactions",
    r"\bollama\.chat$": "/api/chat",
    r"\bollama\.generate$": "/api/generate",
}
"""The calls of the official clients, and the paths that they post to."""
_WRITERS: Mapping[str, tuple[str, str]] = {
    r"^(?:generate|stream)(?:Text|Object)$": ("the AI SDK", ""),
    r"(?<=\w)\.a?(?:invoke|batch)$": ("LangChain", r"langchain|\bChat[A-Z]\w+\(|init_chat_model"),
}
"""The calls of libraries whose messages are their own, and what a text has that is about the library."""


WRITES = "which writes the request itself: print what it sent, and paste that"


def writes(call: Call, text: str) -> str:
    """The library that is called, where it writes the request itself, in a form that is not the provider's."""
    for name, (library, about) in _WRITERS.items():
        if re.search(name, call.name) and re.search(about, text):
            return library
    return ""


_HOST = re.compile(
    r"https?://(?:api\.|[\w-]+\.api\.|[\w.-]*(?:bedrock-runtime|aiplatform|generativelanguage|dashscope|openai\.azure)"
    r"|openrouter\.ai/api|localhost|127\.0\.0\.1)[\w.-]*(?::\d+)?(?:/[\w./:@%-]*)?"
)
_BODY = ("json", "body", "data", "content", "payload", "json_data", "parameters", "params")


def api_in(text: str) -> str:
    """The address of an API, if a text has just one; links to pages are none."""
    found = set(_HOST.findall(text))
    return found.pop() if len(found) == 1 else ""


class Sending(NamedTuple):
    """`body` is posted to `url`, or, where that is not said, to a `path`."""

    body: Any
    url: str = ""
    path: str = ""


def sending(call: Call) -> Sending:
    """What the call posts, if it is one that posts."""
    path = next((to for name, to in _CLIENTS.items() if re.search(name, call.name)), "")
    objects = [call.named, *(each for each in call.given if isinstance(each, dict))]
    objects = [each for each in objects if "messages" in each or "contents" in each] or objects
    whole = {key: value for each in objects for key, value in each.items()}
    texts = [*call.given, whole.get("url")]
    url = next((each for each in texts if isinstance(each, str) and URL.match(each)), "")
    if not path and "messages" not in whole and "contents" not in whole:
        for key in _BODY:
            if key in whole:
                return Sending(unspelled(whole[key]), url)
    return Sending(whole if whole or path else call, url, path)

"""What holds of a recording's input: the words in which a row of ``deviations.toml`` says where it applies."""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

Recording = dict[str, Any]
Block = dict[str, Any]
PROMPT = "# Conversation History\nThe content between <history></history> tags contains your conversation history\n"
MEDIA = ("image", "audio", "video")


def blocks_of(msg: dict[str, Any]) -> list[Block]:
    """A message's blocks; a string is one text block, and what is no dictionary is none."""
    content = msg["content"]
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)]


def said(recording: Recording) -> Iterator[tuple[dict[str, Any], Block]]:
    """Each block with its message."""
    return ((msg, block) for msg in recording["msgs"] for block in blocks_of(msg))


def of_type(recording: Recording, *types: str) -> list[Block]:
    return [block for _, block in said(recording) if block.get("type") in types]


def items(recording: Recording) -> list[Any]:
    """What results hold, where that is a list."""
    outputs = (block.get("output") for block in of_type(recording, "tool_result"))
    return [item for output in outputs if isinstance(output, list) for item in output]


def sources(blocks: list[Any]) -> list[dict[str, Any]]:
    found = [block.get("source") for block in blocks if isinstance(block, dict) and block.get("type") in MEDIA]
    return [source for source in found if isinstance(source, dict)]


def shown(recording: Recording) -> list[Any]:
    """Media in messages, and those in results that are promoted."""
    kinds = [kind for kind in MEDIA if recording["kwargs"].get(f"promote_tool_result_{kind}s")]
    inside = [item for item in items(recording) if isinstance(item, dict) and item.get("type") in kinds]
    return of_type(recording, *MEDIA) + inside


def urls(recording: Recording) -> list[str]:
    return [source["url"] for source in sources(shown(recording)) if isinstance(source.get("url"), str)]


def is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def endings(recording: Recording, *, web: bool) -> set[str]:
    found = (url for url in urls(recording) if is_web(url) == web)
    return {PurePath(urlsplit(url).path if is_web(url) else url).suffix.lower() for url in found}


def by_value(block: Any) -> bool:
    source = block.get("source") if isinstance(block, dict) else None
    return isinstance(source, dict) and (source.get("type") == "base64" or str(source.get("url")).startswith("data:"))


def ids(recording: Recording, type_: str) -> Counter[str]:
    return Counter(block.get("id") for block in of_type(recording, type_))


def texts(recording: Recording) -> list[Any]:
    return [block.get("text") for block in of_type(recording, "text")]


def contents(recording: Recording, type_: str) -> list[list[Block]]:
    """The blocks of each message that holds one of the type."""
    return [blocks for blocks in map(blocks_of, recording["msgs"]) if any(b.get("type") == type_ for b in blocks)]


def several_results(recording: Recording) -> bool:
    """Several calls at once: their results are one turn."""
    return any(
        sum(block.get("type") == "tool_use" for block in blocks) > 1 for blocks in contents(recording, "tool_use")
    )


def first_history_silent(recording: Recording) -> bool:
    """What agents say first among many is nothing that the provider carries, and something is said later."""
    msgs = recording["msgs"][1 if recording["msgs"] and recording["msgs"][0]["role"] == "system" else 0 :]
    carried = next(kinds for name, kinds in CARRIED.items() if recording["formatter"].startswith(name))
    groups = [
        any(block.get("type") in ("text", *carried) for msg in group for block in blocks_of(msg))
        for tools, group in groupby(msgs, is_tools)
        if not tools
    ]
    return not groups[0] and any(groups) if groups else False


def is_tools(msg: dict[str, Any]) -> bool:
    return any(block.get("type") in ("tool_use", "tool_result") for block in blocks_of(msg))


CARRIED = {
    "OpenAI": ("image", "audio"),
    "Anthropic": ("image",),
    "Ollama": ("image",),
    "DeepSeek": (),
    "DashScope": MEDIA,
    "Gemini": MEDIA,
}
"""The media that a provider's histories carry."""


def system_without_text(recording: Recording) -> bool:
    first = recording["msgs"][:1]
    return any(msg["role"] == "system" and not any(b.get("text") for b in blocks_of(msg)) for msg in first)


def model_turn_before_call(recording: Recording) -> bool:
    before = ""
    for msg in recording["msgs"]:
        calls = any(block.get("type") == "tool_use" for block in blocks_of(msg))
        if calls and before == "assistant":
            return True
        before = msg["role"]
    return False


def nothing_fits(recording: Recording) -> bool:
    """Less is allowed than the newest message takes, or the newest calls with results, and no system prompt stays.

    What these take is estimated, from above.
    """
    msgs = recording["msgs"]
    if not recording.get("counter") or not msgs or recording.get("max_tokens") is None:
        return False
    if msgs[0]["role"] == "system" and not is_tools(msgs[0]):
        return False
    start = len(msgs) - 1
    while start and ids({"msgs": msgs[start:]}, "tool_result") - ids({"msgs": msgs[start:]}, "tool_use"):
        start -= 1
    unit = {"msgs": msgs[start:], "kwargs": {}}
    results = of_type(unit, "tool_result")
    if recording["counter"] == "json_chars":
        told = len(json.dumps(unit["msgs"], ensure_ascii=False)) + 400 * len(sources(items(unit)))
        return bool(recording["max_tokens"] < told + len(PROMPT + "<history>\n\n</history>") + 30)
    return bool(recording["max_tokens"] < max(2, 1 + len(results) + len(sources(items(unit)))))


def speaks(recording: Recording, msg: dict[str, Any], block: Block) -> bool:
    """Is there anything in a block that the provider could be sent?"""
    kind = block.get("type")
    if kind == "text":
        return isinstance(block.get("text"), str) and bool(block["text"].strip())
    if "thinking" in str(kind):
        signed = kind != "thinking" or bool(block.get("signature"))
        return recording["formatter"].startswith("Anthropic") and msg["role"] == "assistant" and signed
    carried = next(kinds for name, kinds in CARRIED.items() if recording["formatter"].startswith(name))
    return kind in ("tool_use", "tool_result", *carried)


def late_result(recording: Recording) -> bool:
    """Something else stands between a call and its result."""
    called: set[Any] = set()
    before: set[Any] = set()
    for msg in recording["msgs"]:
        blocks = blocks_of(msg)
        if results := {block.get("id") for block in blocks if block.get("type") == "tool_result"}:
            if (results - called) & before:
                return True
            continue
        called = {block.get("id") for block in blocks if block.get("type") == "tool_use"}
        before |= called
    return False


def is_base64(data: object) -> bool:
    try:
        base64.b64decode(str(data), validate=True)
    except ValueError:
        return False
    return True


MAGIC = {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif"}


def against_bytes(source: dict[str, Any]) -> bool:
    """Do the first bytes show another type than the declared one?"""
    by_bytes = (type_ for magic, type_ in MAGIC.items() if str(source.get("data", "")).startswith(magic))
    return next(by_bytes, source.get("media_type")) != source.get("media_type")


def declared(recording: Recording, kind: str) -> set[str]:
    """The declared types of one kind."""
    types = {str(source.get("media_type")) for source in sources(shown(recording))}
    return {type_ for type_ in types if type_.startswith(f"{kind}/")}


def malformed_source(recording: Recording) -> bool:
    media = [
        block
        for block in (*shown(recording), *items(recording))
        if isinstance(block, dict) and block.get("type") in MEDIA
    ]
    return any(
        not isinstance(block.get("source"), dict) or block["source"].get("type") not in ("url", "base64")
        for block in media
    )


NEEDED = {"tool_use": {"id", "name"}, "tool_result": {"id", "name"}, "thinking": {"thinking"}}
FACTS: dict[str, Callable[[Recording], bool]] = {
    "tool_use": lambda r: bool(of_type(r, "tool_use")),
    "tool_result": lambda r: bool(of_type(r, "tool_result")),
    "media": lambda r: bool(of_type(r, *MEDIA)),
    "several-results": several_results,
    "call-beside-result": lambda r: any(
        any(block.get("type") == "tool_result" for block in blocks) for blocks in contents(r, "tool_use")
    ),
    "text-beside-result": lambda r: any(
        any(block.get("type") == "text" for block in blocks) for blocks in contents(r, "tool_result")
    ),
    "open-call": lambda r: bool(ids(r, "tool_use") - ids(r, "tool_result")),
    "orphan-result": lambda r: bool(ids(r, "tool_result") - ids(r, "tool_use")),
    "repeated-id": lambda r: any(n > 1 for n in ids(r, "tool_use").values()),
    "odd-id": lambda r: any(not re.fullmatch(r"[a-zA-Z0-9_-]+", str(id_)) for id_ in ids(r, "tool_use")),
    "odd-tool-name": lambda r: any(
        not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(block.get("name"))) for block in of_type(r, "tool_use")
    ),
    "odd-name": lambda r: any(not re.fullmatch(r"[^\s<|\\/>]{1,64}", msg["name"]) for msg in r["msgs"]),
    "no-input": lambda r: any("input" not in block for block in of_type(r, "tool_use")),
    "odd-input": lambda r: (
        any(not isinstance(block.get("input", {}), dict) for block in of_type(r, "tool_use"))
        or "NaN" in json.dumps([block.get("input") for block in of_type(r, "tool_use")])
    ),
    "empty-text": lambda r: "" in texts(r),
    "blank-text": lambda r: any(isinstance(text, str) and not text.strip() for text in texts(r)),
    "no-text": lambda r: any(not isinstance(text, str) for text in texts(r)),
    "extra-keys": lambda r: any(block.keys() - {"type", "text"} for block in of_type(r, "text")),
    "empty-output": lambda r: (
        any(not block.get("output") for block in of_type(r, "tool_result"))
        or any(item.get("text") == "" for item in items(r) if isinstance(item, dict))
    ),
    "unsigned-thinking": lambda r: any(not block.get("signature") for block in of_type(r, "thinking")),
    "thinking-by-others": lambda r: any(
        msg["role"] != "assistant" and block.get("type") == "thinking" for msg, block in said(r)
    ),
    "thinking-last": lambda r: any(
        block.get("type") == "thinking" for msg in r["msgs"][-1:] for block in blocks_of(msg)[-1:]
    ),
    "says-nothing": lambda r: bool(r["msgs"]) and not any(speaks(r, msg, block) for msg, block in said(r)),
    "silent-first-history": first_history_silent,
    "system-without-text": system_without_text,
    "system": lambda r: any(
        msg["role"] == "system" and any(b.get("text") for b in blocks_of(msg)) for msg in r["msgs"]
    ),
    "media-by-assistant": lambda r: any(msg["role"] != "user" and block.get("type") in MEDIA for msg, block in said(r)),
    "model-turn-before-call": model_turn_before_call,
    "padded-end": lambda r: bool(texts(r)) and str(texts(r)[-1]) != str(texts(r)[-1]).rstrip(),
    "media-in-result": lambda r: bool(sources(items(r))),
    "by-value-in-result": lambda r: any(map(by_value, items(r))),
    "odd-type-in-result": lambda r: any(
        str(source.get("media_type"))
        not in ("image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "video/mp4")
        for source in sources([item for item in items(r) if by_value(item)])
    ),
    "malformed-block": lambda r: any(
        not isinstance(block, dict) or "type" not in block or NEEDED.get(block["type"], set()) - block.keys()
        for msg in r["msgs"]
        if isinstance(msg["content"], list)
        for block in msg["content"]
    ),
    "malformed-source": malformed_source,
    "late-result": late_result,
    "not-base64": lambda r: any("data" in s and not is_base64(s["data"]) for s in sources([*shown(r), *items(r)])),
    "data-uri": lambda r: any(url.startswith("data:") for url in urls(r)),
    "other-scheme": lambda r: any(
        re.match(r"[a-z][a-z0-9+.-]*:", url, re.IGNORECASE) and not re.match(r"(https?|file|data):", url, re.IGNORECASE)
        for url in urls(r)
    ),
    "type-against-bytes": lambda r: any(map(against_bytes, sources(shown(r)))),
    "unregistered-type": lambda r: bool(
        (declared(r, "image") | declared(r, "audio")) & {"image/jpg", "audio/mp3", "audio/x-wav"}
    ),
    "odd-image-type": lambda r: bool(
        declared(r, "image") - {"image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp"}
    ),
    "odd-audio-type": lambda r: bool(declared(r, "audio") - {"audio/wav", "audio/mp3", "audio/mpeg", "audio/x-wav"}),
    "wav-file": lambda r: ".wav" in endings(r, web=False),
    "malformed-item": lambda r: (
        any(not isinstance(item, dict) or item.get("type") not in ("text", *MEDIA) for item in items(r))
        or any(not isinstance(block.get("output"), str | list | None) for block in of_type(r, "tool_result"))
    ),
    "web-media": lambda r: any(map(is_web, urls(r))),
    "fetched-text": lambda r: any(is_utf8(base64.b64decode(body)) for body in (r.get("http") or {}).values()),
    "jpg": lambda r: bool({".jpg"} & (endings(r, web=True) | endings(r, web=False))),
    "flv-3gp": lambda r: bool({".flv", ".3gp"} & (endings(r, web=True) | endings(r, web=False))),
    "address-without-ending": lambda r: any(
        is_web(url) and (urlsplit(url).query or not PurePath(urlsplit(url).path).suffix) for url in urls(r)
    ),
    "file-without-ending": lambda r: "" in endings(r, web=False),
    "file-of-odd-type": lambda r: bool(
        endings(r, web=False) - {".png", ".jpg", ".jpeg", ".gif", ".webp", ".wav", ".mp3", ".mp4", ""}
    ),
    "gif": lambda r: (
        ".gif" in endings(r, web=False) | endings(r, web=True)
        or any(source.get("media_type") == "image/gif" for source in sources(shown(r)))
    ),
    "missing-file": lambda r: any(
        not is_web(url) and PurePath(url).name not in (r.get("files") or {}) for url in urls(r)
    ),
    "odd-file-url": lambda r: any(re.match(r"file://localhost|FILE:|file:.*%", url) for url in urls(r)),
    "audio-mpeg": lambda r: any(
        source.get("media_type") in ("audio/mpeg", "audio/x-wav") for source in sources(shown(r))
    ),
    "nothing-fits": nothing_fits,
    "limited": lambda r: bool(r.get("counter")) and r.get("max_tokens") is not None,
    "promoted": lambda r: any(key.startswith("promote_") and value for key, value in r["kwargs"].items()),
}


def is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True

"""Media, mended: their names, places, types and addresses."""

from __future__ import annotations

import base64
import mimetypes
import re
from typing import Any

from support.facts import MEDIA, PROMPT, Recording, blocks_of, by_value, of_type, said
from support.mendings.payload import Payload, data, data_of, each_string, held, is_shown, media_of, strings


def named(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Instead of a temporary file's path the name that stays, with whether the media are shown."""
    owners = [(f"{b['id']}-{i}", item) for b in of_type(r, "tool_result") for i, item in enumerate(media_of(b), 1)]
    names = [(name, item["type"], endings(item)) for name, item in owners if by_value(item)]
    written = "\n".join(strings(ours))
    told, titled = list(names), list(names)

    def found(match: re.Match[str]) -> str:
        name, kind, known = told.pop(0) if told else ("", "", [])
        how = "is shown below" if f"The {kind} from '{name}': " in written else "is not shown"
        return f"The returned {match[1]} {how}: {name}" if match[2] in known or not known else match[0]

    def shown(match: re.Match[str]) -> str:
        name, _, known = titled.pop(0) if titled else ("", "", [])
        return f"- The {match[1]} from '{name}': " if match[2] in known or not known else match[0]

    def change(text: str) -> str:
        text = re.sub(r"The returned (\w+) can be found at: <TMP>([\w.+-]*)", found, text)
        return re.sub(r"- The (\w+) from '<TMP>([\w.+-]*)': ", shown, text)

    return [each_string(turn, change) for turn in recorded]


def endings(item: Any) -> list[str]:
    """Of files of the type; none where there is no telling."""
    type_ = str(item["source"].get("media_type") or "")
    return [f".{type_.rpartition('/')[2]}", *mimetypes.guess_all_extensions(type_)] if type_ else []


def shown_below(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A user's turn of ours shows what results or assistants hold, where the release shows nothing.

    What the release was asked to show it shows itself; an assistant's image it leaves where it stands.
    """
    inside = [item for block in of_type(r, "tool_result") for item in media_of(block) if by_value(item)]
    asked = [kind for kind in MEDIA if r["kwargs"].get(f"promote_tool_result_{kind}s")]
    beside = [block for msg, block in said(r) if block.get("type") in MEDIA and msg["role"] != "user"]
    images = [data(item) for item in beside if item["type"] == "image"]
    due = [data(item) for item in (*(item for item in inside if item["type"] not in asked), *beside)]
    mended: Payload = []
    rest = list(recorded)
    for turn in ours:
        sent = data_of(turn, due) if is_shown(turn) else []
        if rest and turn == rest[0]:
            mended.append(rest.pop(0))
        elif sent:
            blocks = [block for block in held(turn) if "text" not in block]
            for later in rest:
                if later["role"] == "assistant" and any(block in held(later) for block in blocks):
                    left = [block for block in held(later) if block not in blocks]
                    if len(held(later)) - len(left) != len(blocks) or not in_order(later, r):
                        break
                    images = [one for one in images if one not in sent]
                    later["content"] = left or (None if "tool_calls" in later else [])
            if not set(images) & set(sent):
                mended.append(turn)
            for one in sent:
                due.remove(one)
        elif rest:
            mended.append(rest.pop(0))
    return [*mended, *rest]


def in_order(turn: dict[str, Any], r: Recording) -> bool:
    """Are a turn's blocks of the kinds, and in the order, of a message? Calls that stand beside them are left out."""
    kinds = {"image_url": "image", "input_audio": "audio"}
    said_by = [[block["type"] for block in blocks_of(msg) if "thinking" not in block["type"]] for msg in r["msgs"]]
    if "tool_calls" in turn:
        said_by = [[kind for kind in one if kind != "tool_use"] for one in said_by]
    return [kinds.get(block["type"], block["type"]) for block in held(turn)] in said_by


def interleaved(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """Media keep their place in a history: its text and its media are the same, and in the same order."""
    prompt = r["kwargs"].get("conversation_history_prompt", PROMPT)
    for turn, other in zip(recorded, ours, strict=False):
        if turn["role"] != "user" or not held(turn) or not held(other) or turn.keys() != other.keys():
            continue
        texts, media = apart(turn)
        if held(turn) != [*({"type": "text", "text": text} for text in texts), *media]:
            continue
        our_texts, our_media = apart(other)
        due = [data(block) for msg, block in said(r) if block.get("type") == "audio" and msg["role"] == "assistant"]
        sent = [block for block in our_media if block not in media]
        once = all(data_of({"content": [block]}, due) for block in sent)
        silent = not texts and "".join(our_texts) in (f"{prompt}<history>\n</history>", "<history>\n</history>")
        if silent or (texts == ["\n".join(our_texts)] and once):
            if [block for block in our_media if block not in sent] == media:
                turn["content"] = other["content"]
    return recorded


def apart(turn: dict[str, Any]) -> tuple[list[str], list[Any]]:
    return [b["text"] for b in held(turn) if "text" in b], [b for b in held(turn) if "text" not in b]


def true_jpeg(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    return [each_string(turn, lambda text: text.replace("data:image/jpg;", "data:image/jpeg;", 1)) for turn in recorded]


def fetched(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A body that was fetched, and is text, is base64."""
    bodies = {base64.b64decode(body).decode("utf-8", "replace"): body for body in (r.get("http") or {}).values()}
    return [each_string(turn, lambda text: bodies.get(text, text)) for turn in recorded]


def opened(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A file's address that was taken for a web address is the file."""

    def change(text: str) -> str:
        files = r.get("files") or {}
        name = next((name for name in files if text.endswith("{FILES}/" + name)), "")
        ending = name.rpartition(".")[2].lower()
        return f"data:image/{'jpeg' if ending == 'jpg' else ending};base64,{files[name]}" if name else text

    return [each_string(turn, change) for turn in recorded]


def true_types(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """The same bytes under the type that the reference says, where the release says a declared one."""
    written = {text.partition("base64,")[2]: text for text in strings(ours) if text.startswith("data:")}
    types = {one["data"]: one for turn in ours for one in sources(turn)}
    declared = [block["source"].get("media_type") for block in of_type(r, *MEDIA)]

    def change(text: str) -> str:
        return written.get(text.partition("base64,")[2], text) if text.startswith("data:") else text

    for turn in recorded:
        for one in sources(turn):
            for name in ("media_type", "mime_type"):
                if one.get(name) in declared and name in types.get(one["data"], {}):
                    one[name] = types[one["data"]][name]
    return [each_string(turn, change) for turn in recorded]


def sources(turn: dict[str, Any]) -> list[dict[str, Any]]:
    """Where a turn holds bytes."""
    found = [block.get("source", block.get("inline_data")) for block in held(turn)]
    return [one for one in found if isinstance(one, dict) and "data" in one]


def inline(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    """A source whose address is a data: URI is its bytes."""
    for turn in recorded:
        for block in held(turn):
            source = block.get("source") or {}
            url = source.get("url", "")
            if source == {"type": "url", "url": url} and url.startswith("data:"):
                type_, _, value = url.removeprefix("data:").partition(";base64,")
                block["source"] = {"type": "base64", "media_type": type_, "data": value}
    return recorded


def flat_images(recorded: Payload, ours: Payload, r: Recording) -> Payload:
    for turn in recorded:
        if "images" in turn:
            turn["images"] = [url for each in turn["images"] for url in (each if isinstance(each, list) else [each])]
    return recorded

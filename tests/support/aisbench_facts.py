"""What holds of the input of a recording of AISBench: the words of the rows of ``deviations.toml``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

Recording = dict[str, Any]
OWN = {"{question}", "{answer}", "{image}", "{audio}", "{video}"}


def templates(r: Recording) -> list[Recording]:
    """Each with its tokens, for examples first and for questions last; a lone one is both."""
    if "template" in r["config"]:
        return [r["config"]]
    return [r["config"][name] for name in ("ice_template", "prompt_template") if r["config"].get(name)] or [
        {"template": ""}
    ]


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


def strings(template: Any) -> list[str]:
    """What stands in a dialogue's sections without a role."""
    if not isinstance(template, dict):
        return []
    items = [section if isinstance(section, list) else [section] for section in template.values()]
    return [item for section in items for item in section if isinstance(item, str)]


def meta(r: Recording) -> Any:
    """The meta template; ``...`` where there is no parser."""
    if r["op"] == "e2e.chat_messages":
        return {}
    holder = r["config"] if "meta_template" in r["config"] else r["config"].get("parser") or {}
    return holder.get("meta_template", ...)


def chat(r: Recording) -> bool:
    kind = (r["config"].get("parser") or {}).get("kind", r["class"])
    return kind == "APITemplateParser" or r["op"] == "e2e.chat_messages"


def examples(r: Recording) -> bool:
    """Is anything put in the ice token's place?"""
    retriever = r["config"].get("retriever") or {}
    return bool(r["ice"]) if not retriever else bool(retriever.get("fix_id_list") or retriever.get("ice_num"))


def rows(r: Recording) -> list[Recording]:
    found = [r["entry"]] if isinstance(r["entry"], dict) else r["entry"] or []
    return [row for row in [*found, *(r["ice"] if isinstance(r["ice"], list) else [])] if isinstance(row, dict)]


def token_nowhere(r: Recording) -> bool:
    last = templates(r)[-1:]
    return examples(r) and any(
        not one.get("ice_token") or not any(one["ice_token"] in text for text in texts(one["template"])) for one in last
    )


def sections(r: Recording) -> Iterator[tuple[str, Recording]]:
    """Each role item of a parser's prompt with its section."""
    name = ""
    for item in r["entry"] if isinstance(r["entry"], list) else ():
        if isinstance(item, dict) and "section" in item:
            name = item["section"]
        elif isinstance(item, dict) and "role" in item:
            yield name, item


def round_roles(r: Recording) -> list[str]:
    found = (meta(r) or {}).get("round", []) if isinstance(meta(r), dict) else []
    return [role["role"] for role in found if isinstance(role, dict)]


def generating(r: Recording) -> set[str]:
    return {role["role"] for role in meta(r)["round"] if isinstance(role, dict) and role.get("generate")}


def said_in_rounds(r: Recording) -> list[str]:
    return [item["role"] for section, item in sections(r) if section == "round"]


def lacks_role(r: Recording) -> bool:
    """Not all roles of the meta template's round speak in turn, again and again."""
    roles, said = round_roles(r), said_in_rounds(r)
    return not roles or said != roles * (len(said) // len(roles))


def odd_tags(r: Recording) -> bool:
    """Not just elements, one right behind the other, without a tag in any."""
    content = (r["entry"] or {}).get("content") if isinstance(r["entry"], dict) else None
    element = r"<AIS_(TEXT|IMAGE|AUDIO|VIDEO)_START>((?!<AIS_).)*"
    return content is not None and not re.fullmatch(rf"({element}<AIS_CONTENT_TAG>)*({element})?", content, re.DOTALL)


def foreign_placeholders(r: Recording) -> bool:
    """Does a template of turns or of parts name columns that it does not fill in, or that other items name?"""
    inside = [text for one in templates(r) for text in texts(one["template"])]
    named = {name for text in inside for name in re.findall(r"\{\w+\}", text)} & {
        f"{{{c}}}" for row in rows(r) for c in row
    }
    return bool(named - OWN) or (r["class"] == "MMPromptTemplate" and bool(named))


def text_and_parts(r: Recording) -> bool:
    dialogue = templates(r)[-1]["template"]
    return any("prompt_mm" in json.dumps(s) for s in dialogue.values()) and '"prompt"' in json.dumps(dialogue)


def unequal(r: Recording) -> bool:
    turns = [r["entry"].get(column) for column in ("question", "answer")]
    return None not in turns and (not all(isinstance(t, list) for t in turns) or len({len(t) for t in turns}) > 1)


def empty_first(r: Recording) -> bool:
    if isinstance(r["entry"], list) and "parse" in r["op"]:
        said = [item for item in r["entry"] if not isinstance(item, dict) or item.keys() != {"section", "pos"}]
        return not said or not (said[0] if isinstance(said[0], str) else said[0].get("prompt"))
    return not examples(r) and any(strings(one["template"])[:1] == [one.get("ice_token")] for one in templates(r))


def all_roles(r: Recording) -> list[Any]:
    found = meta(r) if isinstance(meta(r), dict) else {}
    both = [*found.get("round", []), *found.get("reserved_roles", [])]
    return [role.get("role") for role in both if isinstance(role, dict)]


def eos(r: Recording) -> bool:
    settings = r["config"]["retriever"]
    return bool(settings.get("ice_eos_token", "" if settings["type"] == "ZeroRetriever" else "\n"))


def plain_list(r: Recording) -> bool:
    config = r["config"]
    return any(isinstance(config[name], list) for name in ("arg", "arg2") if r["op"] != "promptlist.iadd")


FACTS: dict[str, Callable[[Recording], bool]] = {
    # rows
    "brace-in-data": lambda r: any("{" in text for text in texts([rows(r), r["ice"]])),
    "keyword-column": lambda r: any({"self", "input_str"} & row.keys() for row in rows(r)),
    "absent-cells": lambda r: len({tuple(row) for row in rows(r)}) > 1,
    "unequal-turns": unequal,
    "no-content": lambda r: "content" not in r["entry"],
    "odd-tags": odd_tags,
    "audio-or-video": lambda r: any(part["type"] in ("audio_url", "video_url") for part in r["entry"]),
    "part-of-another-type": lambda r: any(
        part["type"] not in ("text", "image_url", "audio_url", "video_url") for part in r["entry"]
    ),
    # templates
    "doubled-brace": lambda r: "{{" in json.dumps(r["config"]),
    "answer-in-template": lambda r: any("{answer}" in text for text in texts(templates(r)[-1])),
    "sep-token": lambda r: any(one.get("sep_token") for one in templates(r)),
    "no-token": lambda r: not templates(r)[-1].get("ice_token"),
    "token-nowhere": token_nowhere,
    "end-section": lambda r: any("end" in one["template"] for one in templates(r) if isinstance(one["template"], dict)),
    "string-template": lambda r: isinstance(r["config"].get("template"), str),
    "strings-in-template": lambda r: bool(strings(r["config"]["template"])),
    "foreign-placeholders": foreign_placeholders,
    "text-and-parts": text_and_parts,
    # examples
    "examples": examples,
    "no-examples": lambda r: not examples(r),
    "eos": eos,
    "string-examples": lambda r: isinstance(templates(r)[0]["template"], str),
    "label-dialogues": lambda r: (
        isinstance(templates(r)[0]["template"], dict)
        and "round" not in templates(r)[0]["template"]
        and any(isinstance(value, dict) for value in templates(r)[0]["template"].values())
    ),
    # how it is asked
    "asked-for-labels": lambda r: r["mode"] == "labels",
    "one-label": lambda r: r["mode"] == "ppl",
    "mode-last": lambda r: r["mode"] == "last",
    "odd-mode": lambda r: r["op"] == "parser.parse_template" and r["mode"] not in ("gen", "ppl"),
    "lengths": lambda r: isinstance(r["config"]["max_out_len"], list),
    # the model's side
    "chat": chat,
    "base-model": lambda r: bool(r["config"].get("parser")) and not chat(r),
    "meta": lambda r: meta(r) not in (None, ...),
    "no-meta": lambda r: not meta(r),
    "odd-meta": lambda r: meta(r) is not ... and len(set(all_roles(r))) != (len(all_roles(r)) or 1),
    "begin-or-end-of-meta": lambda r: bool({"begin", "end"} & meta(r).keys()),
    "empty-first": empty_first,
    "loose-string": lambda r: any(isinstance(item, str) and item.strip() for item in r["entry"]),
    "lacks-role": lacks_role,
    "other-role-in-round": lambda r: bool(set(said_in_rounds(r)) - set(round_roles(r))),
    "generating-in-begin": lambda r: any(
        item["role"] in generating(r) for section, item in sections(r) if section == "begin"
    ),
    # prompt lists
    "plain-list": plain_list,
    "as-text": lambda r: r["op"] == "promptlist.str",
    "odd-prompt": lambda r: any(
        isinstance(item, dict) and not isinstance(item.get("prompt", ""), str) for item in r["config"].get("list", [])
    ),
}

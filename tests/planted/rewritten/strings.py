"""What code does to a string on its way: it cleans, escapes, fills in, cuts, or reads a value and writes it again."""

from __future__ import annotations

import ast
import html
import json
import re
import textwrap
import unicodedata
from collections.abc import Callable, Mapping
from string import Template
from typing import Any, TypeAlias
from urllib.parse import unquote, unquote_plus

Change: TypeAlias = Callable[[str], str]


def sub(pattern: str, put: str, flags: re.RegexFlag = re.NOFLAG) -> Change:
    return lambda text: re.sub(pattern, put, text, flags=flags)


def putting(old: str, new: str) -> Change:
    return lambda text: text.replace(old, new)


def letters(table: Mapping[str, str]) -> Change:
    return lambda text: text.translate(str.maketrans(table))


def normal(form: Any) -> Change:
    return lambda text: unicodedata.normalize(form, text)


def without(category: str) -> Change:
    return lambda text: "".join(c for c in text if unicodedata.category(c) != category)


def cut(length: int) -> Change:
    return lambda text: text[:length]


def read(text: str) -> Any:
    """The JSON value that a text spells; `...` if it spells none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return ...


def of_json(change: Callable[[Any], str | None], kinds: tuple[type, ...] = (dict, list)) -> Change:
    """What spells a value of these kinds is written anew; where `change` gives None, it stays."""

    def changed(text: str) -> str:
        value = read(text)
        new = change(value) if type(value) in kinds else None
        return text if new is None else new

    return changed


def dumped(**options: Any) -> Change:
    return of_json(lambda value: json.dumps(value, **{"ensure_ascii": False, **options}))


def unescaped(text: str) -> str:
    try:
        return text.encode("latin-1", "backslashreplace").decode("unicode_escape")
    except UnicodeError:
        return text


def of_python(text: str) -> str:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return text
    return json.dumps(value) if isinstance(value, dict | list) and read(text) is ... else text


FALSY = ("", "none", "null", "false", "0", "[]", "{}", "undefined")

SPACES: dict[str, Change] = {
    "stripped": str.strip,
    "ends of lines stripped": sub(r"[ \t]+(?=\n|\Z)", ""),
    "lines stripped": lambda text: "\n".join(line.strip(" \t") for line in text.split("\n")),
    "Windows' ends of lines": putting("\r\n", "\n"),
    "one line": putting("\n", " "),
    "blanks in a row": sub(" {2,}", " "),
    "all white space": lambda text: " ".join(text.split()),
    "blank lines in a row": sub(r"\n{3,}", "\n\n"),
    "blank lines": sub(r"\n{2,}", "\n"),
    "tabs": str.expandtabs,
    "indents": textwrap.dedent,
    "separators": lambda text: "\n".join(text.splitlines()),
    "first line": lambda text: text.split("\n")[0],
    "no-break spaces": putting("\u00a0", " "),
}
LETTERS: dict[str, Change] = {
    **{form: normal(form) for form in ("NFC", "NFD", "NFKC")},
    "ASCII": lambda text: text.encode("ascii", "ignore").decode(),
    "Latin-1": lambda text: text.encode("latin-1", "replace").decode("latin-1"),
    "first plane": lambda text: "".join(c for c in text if ord(c) < 0x10000),
    "zero width": sub("[\u200b-\u200f\u2060\ufeff]", ""),
    "byte order mark": lambda text: text.removeprefix("\ufeff"),
    "soft hyphens": putting("\u00ad", ""),
    "formats": without("Cf"),
    "quotes": letters({"“": '"', "”": '"', "‘": "'", "’": "'"}),
    "dashes": letters({"–": "-", "—": "-"}),
    "dots": putting("…", "..."),
    "lower case": str.lower,
}
LENGTHS: dict[str, Change] = {
    **{f"{length} characters": cut(length) for length in (250, 500)},
    **{f"{n} lines": lambda text, n=n: "\n".join(text.split("\n")[:n]) for n in (50, 200)},  # type: ignore[misc]
}
ESCAPES: dict[str, Change] = {
    "HTML escaped": html.escape,
    "HTML unescaped": html.unescape,
    "tags": sub(r"<[^>]+>", ""),
    "URL unquoted": unquote,
    "URL unquoted with plus": unquote_plus,
    "escapes read": unescaped,
    "escaped ends of lines read": putting("\\n", "\n"),
    "ends of lines escaped": putting("\n", "\\n"),
    "backslashes halved": putting("\\\\", "\\"),
    "backslashes lost": putting("\\", ""),
    "backslashes doubled": putting("\\", "\\\\"),
    "quotes escaped": putting('"', '\\"'),
    "quotes unescaped": putting('\\"', '"'),
    "single quotes doubled": putting("'", '"'),
    "braces halved": lambda text: text.replace("{{", "{").replace("}}", "}"),
    "braces doubled": lambda text: text.replace("{", "{{").replace("}", "}}"),
    "fields filled in": sub(r"(?<!\{)\{\w+\}(?!\})", ""),
    "Jinja filled in": sub(r"\{\{.*?\}\}|\{%.*?%\}", ""),
    "percent signs halved": putting("%%", "%"),
    "percent signs doubled": putting("%", "%%"),
    "template filled in": lambda text: Template(text).safe_substitute(name="x", HOME="y", USER="z"),
    "variables": sub(r"\$\{?[A-Z_]+\}?", ""),
    "dollars halved": putting("$$", "$"),
}
MARKUP: dict[str, Change] = {
    "fence": sub(r"\A```\w*\n(.*)\n```\s*\Z", r"\1", re.S),
    "fences within": sub(r"```\w*\n(.*?)```", r"\1", re.S),
    "bold": sub(r"\*\*(.+?)\*\*", r"\1"),
    "headings": sub(r"(?m)^#+ ", ""),
    "links": sub(r"\[([^\]]*)\]\([^)]*\)", r"\1"),
    "pictures": sub(r"!\[[^\]]*\]\([^)]*\)", ""),
    "bullets": sub(r"(?m)^[-*] ", ""),
    "quoted lines": sub(r"(?m)^> ", ""),
    "comments": sub(r"<!--.*?-->", "", re.S),
    "attributes": sub(r"<(\w+) [^>]*>", r"<\1>"),
    "thoughts": sub(r"<think>.*?</think>\s*", "", re.S),
    "thinking": sub(r"<thinking>.*?</thinking>\s*", "", re.S),
    "calls in tags": sub(r"<tool_call>.*?</tool_call>\s*", "", re.S),
    "special tokens": sub(r"<\|[^|]*\|>", ""),
    "instructions": sub(r"\[/?INST\]", ""),
    "sequences": sub(r"</?s>", ""),
}
VALUES: dict[str, Change] = {
    "JSON": dumped(),
    "JSON without blanks": dumped(separators=(",", ":")),
    "JSON sorted": dumped(sort_keys=True),
    "JSON indented": dumped(indent=2),
    "JSON in ASCII": lambda text: text if text.isascii() else dumped(ensure_ascii=True)(text),
    "JSON as Python": of_json(str),
    "JSON's first value": of_json(lambda value: str(next(iter(value.values()))) if value else None, (dict,)),
    "JSON's items": of_json(lambda value: "\n".join(map(str, value)), (list,)),
    "JSON's only item": of_json(lambda value: json.dumps(value[0]) if len(value) == 1 else None, (list,)),
    "JSON's text": of_json(lambda value: value.get("text") if isinstance(value.get("text"), str) else None, (dict,)),
    "JSON without null": of_json(
        lambda value: json.dumps({k: v for k, v in value.items() if v is not None}) if None in value.values() else None,
        (dict,),
    ),
    "JSON's string": of_json(str, (str,)),
    "numbers": of_json(lambda value: json.dumps(value), (int, float)),
    "Python's values": of_python,
    "Python's words": lambda text: {"true": "True", "false": "False", "null": "None"}.get(text, text),
    "JSON's words": lambda text: {"True": "true", "False": "false", "None": "null"}.get(text, text),
    "what is falsy": lambda text: "" if text.strip().lower() in FALSY else text,
    "digits": lambda text: "" if text.strip().isdigit() else text,
}
WORDS: dict[str, Change] = {
    "a role": sub(r"\A(User|Assistant|Human|System|AI): ", ""),
    "mentions": sub(r"@\w+", ""),
    "commands": lambda text: "" if text.startswith("/") else text,
    "addresses": sub(r"https?://\S+", ""),
    "data": sub(r"data:\w+/\w+;base64,[A-Za-z0-9+/=]+", ""),
    "secrets": sub(r"sk-[A-Za-z0-9]{8,}|[\w.]+@[\w.]+\.\w+", "***"),
    "paths": sub(r"(?<!\S)/[\w./-]+", ""),
    "home": putting("~/", "/home/"),
    "the mark of an error": sub(r"\AError: ", ""),
    "a traceback": sub(r"\ATraceback.*\n(?=\w)", "", re.S),
    "dates": sub(r"\d{4}-\d{2}-\d{2}T", ""),
    "thousands": sub(r"(?<=\d),(?=\d{3})", ""),
}
CHANGES: dict[str, Change] = SPACES | LETTERS | LENGTHS | ESCAPES | MARKUP | VALUES | WORDS

NAMES: dict[str, Change] = {
    "dashes as underscores": putting("-", "_"),
    "underscores as dashes": putting("_", "-"),
    "two underscores as one": putting("__", "_"),
    "behind the last two underscores": lambda name: name.rpartition("__")[2],
    "behind the last dot": lambda name: name.rpartition(".")[2],
    "no underscore at the edges": lambda name: name.strip("_"),
    "snake case": lambda name: re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower(),
    "camel case": lambda name: re.sub(r"(?<=[a-z0-9])[_-]([a-z])", lambda found: found[1].upper(), name),
    "small letters": str.lower,
    "capital first": lambda name: name[:1].upper() + name[1:],
    "no digits at the end": lambda name: name.rstrip("0123456789"),
    "letters and digits": sub(r"[^A-Za-z0-9_-]", "_"),
    "no blanks": putting(" ", "_"),
    "first word": lambda name: name.split(" ")[0],
}

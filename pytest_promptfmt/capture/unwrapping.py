"""Texts that something on their way has wrapped: a mail, a log, a terminal, a page, a table. Each is taken out again.

It is asked only where a text, as it stands, has no request, so that who pastes what was sent pays nothing.
"""

from __future__ import annotations

import base64
import csv
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from email import message_from_string
from html import unescape
from io import StringIO
from typing import Any
from urllib.parse import unquote_plus

from pytest_promptfmt.capture.programs.calls import WRITES
from pytest_promptfmt.capture.records import MESSAGES
from pytest_promptfmt.common.json.leaves import leaves, nodes

_NAMED = re.compile(rf"[\"']?\b(?:{'|'.join(MESSAGES)})[\"']?\s*:")
_FEW = 0.8
"""This part of the lines has what stands before each; others, such as a header, stand between."""


def unwrapped(text: str) -> Iterator[tuple[str, str]]:
    """What the text may have been, each with the words for what was taken away; only what may hold a request."""
    for words, way in _WAYS.items() if _may_hold(text) else ():
        found = way(text)
        if found != text and _NAMED.search(found):
            yield found, words


def _may_hold(text: str) -> bool:
    encoded = _BASE64.search(text) or _ENCODED.fullmatch(text)
    return bool(encoded) or any(key in text for key in MESSAGES)


_HEX = re.compile(r"[0-9a-fA-F]{4,8}:?[ \t]+((?:(?:[0-9a-fA-F]{2}){1,2}[ \t]{1,2})+)")


_END = re.compile(r"(?:[0-9a-fA-F]{4,8})?\s*")


def undumped(text: str) -> str:
    """What a dump in hex is of, as xxd, hexdump and Wireshark write one; the text itself where it is none."""
    if not _HEX.match(text):
        return text
    lines = [_HEX.match(line) for line in text.splitlines() if not _END.fullmatch(line)]
    try:
        return b"".join(bytes.fromhex(line[1])[:16] for line in lines if line).decode() if all(lines) else text
    except ValueError:
        return text


def _before_each_line(pattern: str) -> Callable[[str], str]:
    """Takes away what stands before each line; a line without it is none of the request's."""
    prefix = re.compile(pattern)

    def way(text: str) -> str:
        lines = [line for line in text.split("\n") if line.strip()]
        bare = [line[found.end() :] for line in lines if (found := prefix.match(line))]
        return "\n".join(bare) if len(bare) > 1 and len(bare) >= _FEW * len(lines) else text

    return way


def _diff(text: str) -> str:
    """The lines as they are afterwards."""
    lines = text.splitlines()
    if not any(line.startswith(("@@ ", "+++ ")) for line in lines):
        return text
    return "\n".join(line[1:] for line in lines if line[:1] in ("+", " ") and not line.startswith("+++ "))


def _cells(text: str) -> str:
    """The cells of a table in which quotes are doubled, one below the other."""
    if '""' not in text:
        return text
    try:
        rows = list(csv.reader(StringIO(text)))
    except csv.Error:
        return text
    found = [cell for row in rows for cell in row if cell.lstrip().startswith(("{", "["))]
    inner = [each[1:-1].replace('""', '"') for each in _DOUBLED.findall(text)] if not found else []  # of Basic
    return "\n".join(found or inner)


_DOUBLED = re.compile(r'"[{\[](?:[^"\n]|"")*"')


def _told(text: str) -> str:
    """What stands as a text in a value of JSON that is no request itself."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    inner = (each for _, each in nodes(value) if each is not value and _holds(each))
    if found := next(inner, None):
        return json.dumps(_unquoted(found), ensure_ascii=False)
    texts = [each for each in leaves(value) if isinstance(each, str) and "{" in each]
    inside = (each[each.find("{") :] if _NAMED.search(each) else _told(each) for each in texts)
    return "\n".join(each for each in inside if _NAMED.search(each))


def _holds(value: Any) -> bool:
    lists = [value.get(key) for key in ("messages", "contents")] if isinstance(value, dict) else []
    return any(isinstance(each, list) and any(map(_is_message, each)) for each in lists)


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and ("role" in value or "parts" in value)


def _unquoted(value: Any) -> Any:
    """The value without the quotes of Python's ``repr``, where each of its texts has them."""
    texts = [each for each in leaves(value) if isinstance(each, str)]
    if not texts or not all(_REPR.fullmatch(each) for each in texts):
        return value
    match value:
        case dict():
            return {key: _unquoted(each) for key, each in value.items()}
        case list():
            return [_unquoted(each) for each in value]
        case str():
            return value[1:-1]
    return value


_REPR = re.compile(r"'[^']*'|\"[^\"]*\"")


def _braces(text: str) -> str:
    bare = text.strip().rstrip(",")
    return f"{{{bare}}}" if bare.startswith(('"', "'")) else text


def _address(text: str) -> str:
    return unquote_plus(text) if "%22" in text else text


def _backslashes(text: str) -> str:
    """What a shell, or a log, has escaped once more, with no quotes around."""
    return re.sub(r'\\(["\\])', r"\1", text) if re.match(r'\s*[\[{]\s*\\"', text) else text


def _mail(text: str) -> str:
    """The texts of a mail that is sent as base64."""
    if not _BASE64.search(text):
        return text
    parts = (part for part in message_from_string(text).walk() if part.get_content_maintype() == "text")
    return "\n".join(bytes(part.get_payload(decode=True) or b"").decode("utf-8", "replace") for part in parts)


_BASE64 = re.compile(r"^content-transfer-encoding:[ \t]*base64", re.IGNORECASE | re.MULTILINE)


_ENCODED = re.compile(r"\s*[A-Za-z0-9+/_-]{40,}(?:[A-Za-z0-9+/_-]|\s)*={0,2}\s*")
_LARGEST = 50_000_000
_GZIP = b"\x1f\x8b"


def _encoded(text: str) -> str:
    """What is encoded as base64, also as that of an address, and perhaps compressed before."""
    if not _ENCODED.fullmatch(text):
        return text
    plain = re.sub(r"[\s=]", "", text).translate(str.maketrans("-_", "+/"))
    try:
        held = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        held = zlib.decompressobj(31).decompress(held, _LARGEST) if held.startswith(_GZIP) else held
        return held.decode()
    except (ValueError, zlib.error):
        return text


def _typographic(text: str) -> str:
    """The plain characters for those of a word processor, of a keyboard of wide ones, or of a picture that was read."""
    plain = text.translate(_PLAIN)
    return _TWICE.sub(r'"\1"', plain) if _TWICE_NAMED.search(plain) else plain


_PLAIN = str.maketrans(
    dict.fromkeys("‘’‛", "'")
    | dict.fromkeys("“”„‟＂", '"')
    | dict.fromkeys("–—", "-")
    | dict(zip("｛｝［］：，", "{}[]:,", strict=True))
)
_TWICE, _TWICE_NAMED = re.compile(r"''([^'\n]*)''"), re.compile(r"''\w+''\s*:")


def _characters(pattern: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, "", text)


_WAYS: Mapping[str, Callable[[str], str]] = {
    "the colours of a terminal": _characters(r"\x1b\[[0-9;:?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"),
    "characters that nobody sees": _characters("[\u200b-\u200f\u2060\ufeff\u00ad]"),
    "the > of a mail": _before_each_line(r"[ \t]*(?:>[ \t]?)+"),
    "the signs of a diff": _diff,
    "line numbers": _before_each_line(r"[ \t]*\d+(?:[ \t]*[|:│→][ \t]?|\t|  ?)"),
    "names before the lines": _before_each_line(r"[\w./:-]+[ \t]*[|│][ \t]?"),
    "brackets before the lines": _before_each_line(r"(?:\[[^\]\n]*\][ \t]*)+"),
    "times before the lines": _before_each_line(
        r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*[ \t](?:(?:stdout|stderr) [FP] )?"
    ),
    "the entities of HTML": unescape,
    "the escapes of an address": _address,
    "the types of TypeScript": _characters(r"\s(?:as|satisfies)\s+(?:const\b|[A-Z][\w.]*(?:<[\w., ]*>)?(?:\[\])*)"),
    "the quotes of a table": _cells,
    "the record around it": _told,
    "braces": _braces,
    "the backslashes of a shell": _backslashes,
    "the mail around it": _mail,
    "base64": _encoded,
    "the quotes, dashes or brackets of a word processor": _typographic,
}
"""What was done to the text, and how it is undone."""


_TEMPLATE = re.compile(r"\{%|\{\{[^{}:]*\}\}")
_LIBRARIES: Mapping[str, re.Pattern[str]] = {
    "LangChain": re.compile(r"langchain|\bChat(?:OpenAI|Anthropic|VertexAI|Bedrock\w*|Ollama|Groq|Google\w+)\("),
    "LlamaIndex": re.compile(r"llama_index|\bllama-?index\b", re.IGNORECASE),
    "Pydantic AI": re.compile(r"pydantic_ai|\b(?:ModelRequest|UserPromptPart)\("),
    "the AI SDK": re.compile(r"@ai-sdk|\b(?:generate|stream)(?:Text|Object)\("),
    "Semantic Kernel": re.compile(r"semantic_kernel|SemanticKernel"),
    "Haystack": re.compile(r"\bhaystack\b"),
    "AutoGen": re.compile(r"\bautogen"),
    "CrewAI": re.compile(r"\bcrewai\b"),
    "DSPy": re.compile(r"\bdspy\b"),
    "smolagents": re.compile(r"\bsmolagents\b"),
    "OpenAI's Agents SDK": re.compile(r"\bRunner\.run(?:_sync|_streamed)?\("),
    "Google's ADK": re.compile(r"\bgoogle\.adk\b"),
    "Spring AI": re.compile(r"springframework\.ai"),
}
"""Libraries whose calls have messages of their own, and what a text about each has."""
_PRINTED: Mapping[str, str] = {
    r"\A\s*Array\s*\n?\s*\(\s*\[|\A\s*array\(\d+\) \{": "is what PHP prints: json_encode writes the JSON",
    r"\A\s*array\s*\(\s*(?:'\w+'|\d+) =>": "is what PHP prints: json_encode writes the JSON",
    r"\A\s*<(?:\?xml\b|(?!html)[a-z]\w*>)": "is XML, and has no request: give the JSON that was sent",
    r"(?m)^\[\[(?:messages|contents)\]\]": "is TOML: give the JSON that was sent",
    r"\A\s*\{:\w|\bJson\.(?:obj|arr)\(": "is a program's value: print its JSON, and paste that",
    r"\A\s*map\[\w+:": "is what Go prints of a map: json.Marshal writes the JSON",
    r"(?m)\A(?:[a-z_]+: .*\n)*[a-z_]+ \{\n\s+[a-z_]+(?::| \{)": "is protobuf's text format: MessageToJson prints JSON",
    r"<Request\('[A-Z]+', '": "names a request, and not its body: print its content",
    r"(?m)^FORMATTERS\s*[:=]": "is a formatter, and no request: 'pytest --promptfmt-impl=FILE' judges it",
}
"""What other languages print of a value, and files of ours that are no request."""
_TYPED = re.compile(r"\w\.\w*(?:Message|Content|Request)\w*\{|\.builder\(\)|\bnew \w*(?:Message|Content)\w*\(")
_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"')
_SETTING = re.compile(r"(?:export )?[A-Z][A-Z0-9_]*=")


def kind(text: str) -> str:
    """What a text without a request is, and what to paste; empty of most."""
    if _TEMPLATE.search(_TEXTS.sub("", text)):
        return "is a template, whose marks ({% or {{) were to be filled: paste what was sent"
    if re.match(r"\d+:\d+:\w+;", text):
        return "is flows of mitmproxy: export them as HAR, 'mitmdump -nr FLOWS --set hardump=FILE.har'"
    if library := next((name for name, about in _LIBRARIES.items() if about.search(text)), ""):
        return f"has no request; it is about {library}, {WRITES}"
    if printed := next((words for begins, words in _PRINTED.items() if re.search(begins, text)), ""):
        return printed
    if _TYPED.search(text):
        return "has a client's own objects, whose names are others when they are sent: print their JSON, and paste that"
    lines = [line for each in text.splitlines() if (line := each.strip()) and not line.startswith("#")]
    return "has settings, and no request" if lines and all(map(_SETTING.match, lines)) else ""

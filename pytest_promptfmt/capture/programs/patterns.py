"""What the pieces of a value look like in programs: blanks, texts, numbers, names, keys, and what printers leave."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

BLANK = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/|#(?![{\w])[^\n]*|--(?=\s)[^\n]*|\\\r?\n)*", re.DOTALL)
QUOTE = re.compile(r"(?:[rRbBfFuU]{1,2}(?=[\"']))?(\"\"\"|'''|[\"'`])")
NUMBER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)n?(?![\w.])")
NAME = re.compile(r"[A-Za-z_$@][\w$]*(?:(?:\?\.|\.|::)[A-Za-z_$][\w$]*)*!?")
BEFORE = re.compile(
    r"(?:new|await|return|yield|const|readonly)\b\s*(?!\[\])|[%#](?=\{)|\[Object: null prototype\](?=\s*\{)"
    r"|\[(?:ordered|pscustomobject)\](?=@\{)"
    r"|map\[string\](?:any|string|interface\{\})(?=\{)"
)
ROW = re.compile(r"(?:new\s*[\w.<>]*\[\]|\[\](?:map\[string\](?:any|string|interface\{\})|[\w.*]+))\s*(?=\{)")
KEY = re.compile(r"([A-Za-z_$][\w$-]*)\s*(?=:(?!:)|=>|=(?!=)|[,}])")
NAMED = re.compile(r"([A-Za-z_]\w*)\s*(?:=(?![=>])|:(?!:))\s*")
PRINTED = re.compile(r"<([\w.]+): ('[^'\n]*'|\"[^\"\n]*\"|[^<>\n]*)>|<[\w.][^<>\n]*>")
INSPECTED = re.compile(  # what Node prints in place of what lies too deep, or is no value
    r"\[(?:(?:Object|Array|Function|AsyncFunction|GeneratorFunction|class|Circular)\b[^\[\]\n{}\"']{0,60}"
    r"|Getter(?:/Setter)?|Setter)\](?!\s*\{)"
)
FIELDS = re.compile(r"\s*(?=\{\s*[\"']?(?:role|type|text|content|parts)[\"']?\s*:(?!:))")
MAPS = frozenset(("mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "Map", "obj"))
TO = re.compile(r"\s*(?:to\b|->)\s*")  # in Kotlin, and in Scala
TYPED = re.compile(  # the types of TypeScript behind a value, and calls on a text that leave what it says
    r"(?:\s*(?:as|satisfies)(?:\s++[\w.<>\[\]|]+?)+?|(?:\.(?:encode|getBytes|as_bytes|bytes)\([^()]{0,40}\))+)(?=\s*[,}\])])"
)
CONSTANTS: Mapping[str, Any] = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    "null": None, "None": None, "nil": None, "NULL": None, "$true": True, "$false": False, "$null": None,
    "NSNull": None, "vim.NIL": None, "cjson.null": None, "ngx.null": None, "json.null": None,
}  # fmt: skip
SYMBOL, ARROW, COMMA, GIVES = (re.compile(each) for each in (r":(\w+)", "=>", ",", r"=>|:|=(?!=)"))
PAIRED = re.compile(r"=>|:(?!:)")  # within [ ]: PHP's, and Swift's
LINE_ENDS = re.compile(r"[ \t]*(?:#[^\n]*)?(?:;|\r?\n)")
SPREAD, SPREAD_GIVEN = re.compile(r"\.\.\.|\*\*?(?=\w)"), re.compile(r"\.\.\.|\*\*?(?=[\w{\[])")
COMPUTED = re.compile(r"\[([\w.]+)\]|:(\w+)(?=\s*=>)")
BRACKETED, CLOSED, CALLED, NO_KEYS = (re.compile(each) for each in (r"\[(?=[\"'])", r"\s*\]", r"\(\)", r"\[\s*:\s*\]"))
HALF_A_KEY = re.compile(r"[\w$]+\s*\Z")
JOINS = re.compile(r"[+.](?=\s*[\"'`])\s*")
CALLS = re.compile(r"(?:<[\w.,\s\[\]]*>)?\s*(?=\()")
ENDS = re.compile(r"\s*(?:[,}\])]|:\s)")
"""Behind a text with line breaks of its own, which only looks like one where prose has an apostrophe."""
BEFOREHAND, QUOTING = frozenset("narycm%#["), frozenset("\"'`rRbBfFuU")
SPREADING, OVER = frozenset(".*"), frozenset(",}])")
"""What the patterns above begin with, and what nothing stands before that is behind a value."""
CLOSING = {"{": "}", "[": "]", "(": ")"}

"""What any page of ours is made in: one file, its policy, and foreign text that stays text."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.common.text import safe


def escaped(foreign: str) -> str:
    """Foreign text as HTML, in an element or in a quoted attribute; what is invisible is spelled out."""
    return html.escape(safe(foreign))


def data_block(name: str, value: Any) -> str:
    """A JSON value as a block that no browser runs: ASCII, and nothing in it ends the block or begins a comment."""
    spelled = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for char in "<>&":
        spelled = spelled.replace(char, f"\\u{ord(char):04x}")
    return f'<script type="application/json" id="{name}">{spelled}</script>'


@cache
def asset(name: str) -> str:
    """A file of `page/`."""
    return files("pytest_promptfmt").joinpath(f"report/html/page/{name}").read_text("utf-8")


def whole_page(title: str, body: Iterable[str], style: str, script: str) -> str:
    """The whole file; `body` is HTML, `style` and `script` are our own."""
    script = f'"use strict";\n(() => {{\n{script}}})();\n'
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{escaped(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + f"\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _hash(inline: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}"

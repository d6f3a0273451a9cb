"""Payloads as programs in several languages spell them: what a reader of programs is held to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any


def javascript(value: Any) -> str:
    """Keys without quotes where that can be, texts in single quotes, a comma behind the last."""
    match value:
        case dict():
            inner = ", ".join(f"{k if k.isidentifier() else repr_js(k)}: {javascript(v)}" for k, v in value.items())
            return f"{{ {inner}, }}" if inner else "{}"
        case list():
            return f"[{''.join(f'{javascript(each)}, ' for each in value)}]"
        case str():
            return repr_js(value)
    return json.dumps(value)


def repr_js(text: str) -> str:
    return "'" + json.dumps(text)[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"


def ruby(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(k)}=>{ruby(v)}" for k, v in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(ruby, value)) + "]"
        case None:
            return "nil"
    return json.dumps(value)


def php(value: Any) -> str:
    """An array of nothing is a list there."""
    match value:
        case dict():
            return "[" + ", ".join(f"{json.dumps(k)} => {php(v)}" for k, v in value.items()) + "]"
        case list():
            return "[" + ", ".join(map(php, value)) + "]"
    return json.dumps(value)


def commented(value: Any) -> str:
    """JSON with comments and a comma behind the last."""
    lines = json.dumps(value, indent=2, ensure_ascii=False).split("\n")
    return "\n".join(["// what was sent", *lines[:-1], "  /* it's all */", lines[-1]])


def python_call(value: Mapping[str, Any]) -> str:
    given = ",\n".join(f"    {key}={each!r}" for key, each in value.items())
    return f"client = OpenAI()\nresponse = client.chat.completions.create(\n{given},\n)\nprint(response)\n"


def fetched(value: Any) -> str:
    options = f"{{ method: 'POST', headers: {{ 'x': process.env.KEY }}, body: JSON.stringify({javascript(value)}) }}"
    return f"// it's mine\nconst answer = await fetch('https://api.openai.com/v1/chat/completions', {options});"


def text_of_java(value: Any) -> str:
    return f"String json = {json.dumps(json.dumps(value))};"


def powershell(value: Any) -> str:
    spelled = json.dumps(value).replace("`", "``").replace('"', '`"')
    return f'Invoke-RestMethod -Uri "https://api.openai.com/v1/chat/completions" `\n-Method Post -Body "{spelled}"'


def swift(value: Any) -> str:
    """Keys and items stand in brackets of one kind."""
    match value:
        case dict():
            return f"[{', '.join(f'{json.dumps(k)}: {swift(v)}' for k, v in value.items()) or ':'}]"
        case list():
            return f"[{', '.join(map(swift, value))}]"
        case None:
            return "NSNull()"
    return json.dumps(value)


def lua(value: Any) -> str:
    """So do they here, in braces; what is empty is either."""
    match value:
        case dict():
            inner = (f"{k if k.isidentifier() else f'[{json.dumps(k)}]'} = {lua(v)}" for k, v in value.items())
            return "{\n" + "".join(f"  {each}, -- a field\n" for each in inner) + "}"
        case list():
            return "{ " + ", ".join(map(lua, value)) + " }"
        case None:
            return "vim.NIL"
    return json.dumps(value)


def hash_tables(value: Any) -> str:
    return f'$body = {_powershells(value)} | ConvertTo-Json\nInvoke-RestMethod -Uri "https://a.org" -Body $body'


def _powershells(value: Any) -> str:
    """A line for each key, and a semicolon behind each second one."""
    match value:
        case dict():
            pairs = [f"  {_powershells(k)} = {_powershells(v)}" for k, v in value.items()]
            return "@{\n" + "".join(each + ("; " if n % 2 else "\n") for n, each in enumerate(pairs)) + "}"
        case list():
            return "@(\n" + "\n".join(map(_powershells, value)) + "\n)"
        case str():
            escaped = value.replace("`", "``").replace('"', '`"').replace("\n", "`n")
            return f'"{escaped}"'
        case True | False | None:
            return f"${json.dumps(value)}"
    return json.dumps(value)


def in_a_report(value: Any) -> str:
    return f"Hi, it doesn't work. I send:\n\n```json\n{json.dumps(value, indent=1)}\n```\n\nWhat's wrong?"


SPELLED: Mapping[str, Callable[[Any], str]] = {
    "JavaScript": javascript, "Ruby": ruby, "PHP": php, "JSON with comments": commented, "a call": python_call,
    "fetch": fetched, "a text of Java": text_of_java, "a report": in_a_report,
    "PowerShell": powershell, "PowerShell's hash tables": hash_tables, "Swift": swift, "Lua": lua,
}  # fmt: skip

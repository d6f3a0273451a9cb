"""What something on its way has wrapped is taken out again; what stands as it was sent is not touched."""

from __future__ import annotations

import contextlib
import csv
import html
import io
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.capture.unwrapping import kind

BODY: dict[str, Any] = {
    "model": "gpt-4o",
    "messages": [
        {"role": "user", "content": '> said & "asked": 4%, 1 | 2,\n+ [ok] it\'s'},
        {"role": "user", "content": "é"},
    ],
}
TEXT = json.dumps(BODY, indent=2, ensure_ascii=False)


def lined(prefix: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{prefix}{line}\n" for line in text.splitlines())


def changed(text: str) -> str:
    first, _, rest = text.partition("\n")
    return f"@@ -1,9 +1,9 @@\n {first}\n-  old,\n{lined(' ')(rest)}"


def table(text: str) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([["id", "request"], ["1", text]])
    return out.getvalue()


def numbered(spelled: str) -> Callable[[str], str]:
    return lambda text: "".join(spelled.format(n) + line + "\n" for n, line in enumerate(text.splitlines(), 1))


def coloured(text: str) -> str:
    return text.replace('"', '\x1b[32m"\x1b[0m').replace("{", "\x1b[1;34m{\x1b[0m")


WRAPPED: dict[str, tuple[Callable[[str], str], str]] = {
    "a mail": (lined("> "), "the > of a mail"),
    "a mail of a mail": (lined("> > "), "the > of a mail"),
    "a mail without blanks": (lined(">"), "the > of a mail"),
    "a diff": (lambda text: f"--- a/r\n+++ b/r\n@@ -1 +1,9 @@\n{lined('+')(text)}-old\n", "the signs of a diff"),
    "a diff's context": (lambda text: changed(text), "the signs of a diff"),
    "compose": (lined("api-1  | "), "names before the lines"),
    "a pod": (lined("2026-11-27T10:00:00.123Z stdout F "), "times before the lines"),
    "a workflow": (lined("2026-11-27T10:00:00.1234567Z "), "times before the lines"),
    "a level": (lined("[10:00:00] [debug] "), "brackets before the lines"),
    "numbers": (numbered("{:4} | "), "line numbers"),
    "numbers by cat": (numbered("{:6}\t"), "line numbers"),
    "numbers by grep": (numbered("{}:"), "line numbers"),
    "colours": (coloured, "the colours of a terminal"),
    "no width": (lambda text: text.replace('  "', '  \u200b"'), "characters that nobody sees"),
    "HTML": (html.escape, "the entities of HTML"),
    "an address": (quote, "the escapes of an address"),
    "a form": (quote_plus, "the escapes of an address"),
    "a table": (table, "the quotes of a table"),
    "a record": (lambda text: json.dumps({"level": "debug", "message": f"sent {text}"}), "the record around it"),
    "a nested record": (lambda text: json.dumps({"event": [{"payload": {"text": text}}]}), "the record around it"),
    "no braces": (lambda text: text.strip()[1:-1].strip(), "braces"),
    "no braces, a comma behind": (lambda text: text.strip()[1:-1].strip() + ",", "braces"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRAPPED)
def test_it_is_found_in_what_wraps_it(name: str) -> None:
    wrap, words = WRAPPED[name]
    (found,) = requests_in(wrap(TEXT))

    assert found.sent == BODY
    assert found.form.endswith(f", without {words}")


@pytest.mark.parametrize("text", [TEXT, json.dumps(BODY), f"```json\n{TEXT}\n```", repr(BODY), f"Sent:\n\n{TEXT}\n"])
def test_what_stands_as_it_was_sent_is_not_touched(text: str) -> None:
    (found,) = requests_in(text)

    assert found.sent == BODY
    assert "without" not in found.form


@pytest.mark.parametrize(
    "text", ["const a = b as string;", "const messages = [1] as const;", "> a letter\n> of two lines"]
)
def test_other_texts_are_still_none(text: str) -> None:
    with contextlib.suppress(Unreadable):
        assert all("without" not in each.form for each in requests_in(text))


def test_the_types_of_typescript_are_taken_out() -> None:
    text = "x({ model: 'gpt-4o' as const, messages: [{ role: 'user' as const, content: '' }] satisfies Message[] });\n"
    (found,) = requests_in(text)

    assert found.sent == {"model": "gpt-4o", "messages": [{"role": "user", "content": ""}]}


KINDS = {
    '{"messages": [{% for m in history %}{{ m }}{% endfor %}]}': "is a template",
    "# mine\nOPENAI_API_KEY=sk-1\n\nexport MODEL=gpt-4o\n": "has settings",
    "OPENAI_API_KEY=sk-1\nand a letter\n": "has no request",
    "# nothing": "has no request",
}


@pytest.mark.parametrize("text", ['{"a": "{{name}}" "b"', "{'a': '{'}", "a letter", "", "A = 1"])
def test_a_mark_in_a_text_makes_no_template(text: str) -> None:
    assert kind(text) == ""


@pytest.mark.parametrize("text", KINDS)
def test_what_is_no_request_is_named(text: str) -> None:
    with pytest.raises(Unreadable, match=KINDS[text]) as raised:
        list(requests_in(text))

    assert "sk-1" not in str(raised.value)


ELIDED = (
    "iVBORw0KGgo...",
    "iVBORw0KGgo…",
    "data:image/png;base64,iVBORw0KGgo...",
    "/9j/4AAQ...(truncated 12034 chars)",
    "/9j/4AAQ... [12034 bytes]",
    "<base64>",
    "[base64 image]",
    "[image omitted]",
    "...",
    "iVBOR...5CYII=",
)
SOURCES: dict[str, Callable[[str], dict[str, Any]]] = {
    "$.messages[0].content[0].source.data": lambda data: {"type": "image", "source": {"type": "base64", "data": data}},
    "$.messages[0].content[0].image_url.url": lambda data: {"type": "image_url", "image_url": {"url": data}},
    "$.messages[0].content[0].input_audio.data": lambda data: {"type": "input_audio", "input_audio": {"data": data}},
    "$.messages[0].content[0].images[0]": lambda data: {"images": [data]},
    "$.messages[0].content[0].inlineData.data": lambda data: {"inlineData": {"data": data}},
    "$.messages[0].content[0].file.file_data": lambda data: {"type": "file", "file": {"file_data": data}},
}


@pytest.mark.parametrize("path", SOURCES)
@pytest.mark.parametrize("data", ELIDED)
def test_bytes_that_were_left_out_are_not_judged(data: str, path: str) -> None:
    (found,) = requests_in(json.dumps({"messages": [{"role": "user", "content": [SOURCES[path](data)]}]}))

    assert found.unsaid == (path,)


@pytest.mark.parametrize(
    "data", ["iVBORw0KGgo=", "", "a b...", "https://a.example/b...png", "data:image/png,x...", "!!"]
)
def test_bytes_that_stand_there_are_judged(data: str) -> None:
    text = SOURCES["$.messages[0].content[0].image_url.url"](data)
    (found,) = requests_in(json.dumps({"messages": [{"role": "user", "content": [text, {"text": "Hm..."}]}]}))

    assert found.unsaid == ()


@pytest.mark.parametrize(
    "form", ["{at:08x}: {pairs:<39}  {text}", "{at:08x}  {bytes:<48} |{text}|", "{at:04x}   {bytes:<48}  {text}"]
)
def test_a_dump_in_hex_is_read(form: str) -> None:
    sent = '{"model": "m", "messages": [{"role": "user", "content": "de ad be ef Gr\u00fc\u00dfe"}]}'.encode()
    rows = [sent[at : at + 16] for at in range(0, len(sent), 16)]
    dump = "\n".join(
        form.format(
            at=16 * n,
            pairs=" ".join(row[k : k + 2].hex() for k in range(0, len(row), 2)),
            bytes=row.hex(" "),
            text=row.decode("latin-1").encode("ascii", "replace").decode(),
        )
        for n, row in enumerate(rows)
    )

    (found,) = requests_in(f"{dump}\n{len(sent):08x}\n")

    assert found.body["messages"][0]["content"] == "de ad be ef Gr\u00fc\u00dfe"

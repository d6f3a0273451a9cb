"""Programs that speak the protocol wrongly, requests on file in odd shapes, reports of another kind, and calls from Python."""

from __future__ import annotations

import base64
import gzip
import json

from mistakes.commands import BAD, FEW, PAYLOAD, command, payload, python
from mistakes.mistake import CASES, GREEN, LOSSY, RED, Mistake
from mistakes.surroundings import shell

HELLO = '{"promptfmt": 1, "name": "mine", "version": "1", "formatters": {"openai.chat": {"blocks": []}}}'
RIGHT = """
import json, sys
def say(value): print(json.dumps(value), flush=True)
HELLO
for line in sys.stdin:
    asked = json.loads(line)
    said = asked["conversation"]["messages"]
    payload = [{"role": m["role"], "content": "".join(b.get("text", "") for b in m["content"])} for m in said]
    ANSWER
""".replace("HELLO", f"say({HELLO})")
ANSWER = 'say({"id": asked["id"], "payload": payload})'


def bridge(
    name: str,
    text: str,
    *says: str,
    status: int = RED,
    timeout: str = "3",
    spec: str = "cmd:python bridge.py",
    **more: object,
) -> Mistake:
    """A program in Python that is wrong in one way."""
    words = ("pytest", f"--promptfmt-impl={spec}", *CASES, f"--promptfmt-timeout={timeout}")
    return Mistake(
        f"bridge-{name}",
        says,
        words,
        status,
        files={"bridge.py": text, **more.pop("files", {})},  # type: ignore[dict-item]
        **{"never": ("INTERNALERROR", "protocol.py"), **more},
    )  # type: ignore[arg-type]


def answers(name: str, answer: str, *says: str, **more: object) -> Mistake:
    """It answers otherwise."""
    return bridge(f"answers-{name}", RIGHT.replace("ANSWER", answer), *says, **more)  # type: ignore[arg-type]


def greets(name: str, hello: str, *says: str, **more: object) -> Mistake:
    """Its first line is another."""
    return bridge(
        f"greets-{name}",
        RIGHT.replace(f"say({HELLO})", f"print({hello!r}, flush=True)").replace("ANSWER", ANSWER),
        *says,
        **{"status": 4, **more},
    )  # type: ignore[arg-type]


BRIDGES = (
    bridge("right", RIGHT.replace("ANSWER", ANSWER), "2 passed", status=GREEN),
    bridge(
        "with-a-banner",
        "print('Welcome to mine 3.2', flush=True)\n" + RIGHT.replace("ANSWER", ANSWER),
        "Welcome to mine 3.2",
        "standard error|stderr",
        status=4,
    ),
    bridge("that-buffers", RIGHT.replace(", flush=True", "").replace("ANSWER", ANSWER), "flush", status=4, timeout="1"),
    bridge("that-ends-at-once", "", "bridge.py|cmd:", "ended|exit", "hello|first line|nothing", status=4),
    bridge(
        "that-breaks-at-once",
        "import json\nraise RuntimeError('no model on this machine')\n",
        "no model on this machine",
        status=4,
    ),
    bridge("that-lacks-a-module", "import nowhere_to_be_had\n", "nowhere_to_be_had", status=4),
    bridge(
        "that-reads-all-first",
        RIGHT.replace("for line in sys.stdin", "for line in sys.stdin.read().splitlines()").replace("ANSWER", ANSWER),
        "line",
        "seconds|time",
        timeout="1",
    ),
    bridge("that-ends-after-one", RIGHT.replace("ANSWER", ANSWER + "\n    sys.exit(3)"), "3|ended|exit", status=GREEN),
    bridge("with-a-typed-path", "", "nowhere.py", spec="cmd:python nowhere.py", status=4),
    bridge("without-dot-slash", "", "bridge.py", r"\./bridge\.py|python", spec="cmd:bridge.py", status=4),
    bridge("that-is-not-executable", "", "bridge.py", "chmod|executable", spec="cmd:./bridge.py", status=4),
    bridge("in-the-words-of-a-shell", "", "&&|cd", "sh -c|shell", spec="cmd:cd sub && python bridge.py", status=4),
    bridge(
        "with-a-pipe",
        RIGHT.replace("ANSWER", ANSWER),
        r"\|",
        "sh -c|shell",
        spec="cmd:python bridge.py | tee log",
        status=4,
    ),
    bridge(
        "with-a-variable",
        RIGHT.replace("ANSWER", ANSWER),
        "MODE=x",
        "env",
        spec="cmd:MODE=x python bridge.py",
        status=4,
    ),
    bridge(
        "behind-cmd-and-blank", RIGHT.replace("ANSWER", ANSWER), "2 passed", spec="cmd: python bridge.py", status=GREEN
    ),
    bridge("cmd-in-capitals", RIGHT.replace("ANSWER", ANSWER), "mean 'cmd:", spec="CMD:python bridge.py", status=4),
    shell(
        "bridge-without-interpreter",
        "chmod +x b.sh && pytest --promptfmt-impl=cmd:./b.sh --promptfmt-case=chat/one-user",
        r"b\.sh",
        "interpreter|#!|first line",
        files={"b.sh": "#!/no/such/program\n"},
        status=4,
    ),
    shell(
        "bridge-without-a-first-line",
        "chmod +x b.py && pytest --promptfmt-impl=cmd:./b.py --promptfmt-case=chat/one-user",
        r"b\.py",
        "interpreter|#!|format",
        files={"b.py": "import json\n"},
        status=4,
    ),
    greets("protocol-2", HELLO.replace('"promptfmt": 1', '"promptfmt": 2'), "2", "protocol", "1"),
    greets("protocol-text", HELLO.replace('"promptfmt": 1', '"promptfmt": "1"'), "'1'|\"1\"", "number|1"),
    greets("protocol-missing", HELLO.replace('"promptfmt": 1, ', ""), "promptfmt", "1"),
    greets(
        "formatters-as-a-list",
        HELLO.replace('{"openai.chat": {"blocks": []}}', '["openai.chat"]'),
        "formatters",
        "object|{",
    ),
    greets("formatters-missing", HELLO.replace(', "formatters": {"openai.chat": {"blocks": []}}', ""), "formatters"),
    greets("unknown-target", HELLO.replace("openai.chat", "openai"), "mean 'openai.chat'"),
    greets("unknown-block", HELLO.replace("[]", '["tools"]'), "mean 'tool'"),
    greets("python-repr", HELLO.replace('"', "'"), "JSON"),
    greets("several-lines", json.dumps(json.loads(HELLO), indent=1), "one line|a line|single line"),
    greets("name-missing", HELLO.replace('"name": "mine", ', ""), "name"),
    greets("with-an-answer", '{"id": 1, "payload": []}', "hello|first line", "promptfmt"),
    greets("with-crlf", HELLO + "\r", "2 passed", status=GREEN),
    greets("with-a-bom", "\ufeff" + HELLO, "BOM|byte order|2 passed", status=GREEN),
    answers("another-id", 'say({"id": 99, "payload": payload})', "99", r"\bid\b"),
    answers(
        "id-as-text", 'say({"id": str(asked["id"]), "payload": payload})', r"\bid\b", "number|as it came|text|string"
    ),
    answers("without-id", 'say({"payload": payload})', r"\bid\b"),
    answers("twice", f"{ANSWER}; {ANSWER}", "twice|two|second|more than|before it was asked|nobody asked|not asked"),
    answers("no-json", 'print("formatting", flush=True); ' + ANSWER, "formatting", "standard error|stderr"),
    answers(
        "half-a-line",
        'sys.stdout.write(json.dumps({"id": asked["id"], "payload": payload})); sys.stdout.flush()',
        "line feed|newline|end of (the|a) line|\\\\n|its end",
        timeout="1",
    ),
    answers("without-payload", 'say({"id": asked["id"], "messages": payload})', "'?messages", "payload"),
    answers("error-as-text", 'say({"id": asked["id"], "error": "no audio"})', "no audio|error", "kind|object"),
    answers(
        "error-of-unknown-kind",
        'say({"id": asked["id"], "error": {"kind": "fail", "type": "E", "message": "no"}})',
        "fail",
        "refused",
    ),
    answers(
        "payload-and-error",
        'say({"id": asked["id"], "payload": payload, "error": None})',
        "payload",
        "error",
        "2 passed|both|one of",
        status=RED,
    ),
    answers(
        "payload-as-text",
        'say({"id": asked["id"], "payload": json.dumps(payload)})',
        "text|string|str",
        "itself|object|list|json.dumps",
    ),
    answers("python-repr", 'print({"id": asked["id"], "payload": payload}, flush=True)', "JSON", "'id'|quote"),
    answers(
        "nan", 'print(json.dumps({"id": asked["id"], "payload": payload + [float("nan")]}), flush=True)', "NaN", "JSON"
    ),
    answers("breaks", 'raise KeyError("model_of_nobody")', "model_of_nobody"),
    answers("nothing", "pass", "seconds|no answer|time", timeout="1"),
    command(
        "check-bridge-without-flush",
        ("check-bridge", "python bridge.py"),
        "flush",
        files={"bridge.py": RIGHT.replace(", flush=True", "").replace("ANSWER", ANSWER)},
        status=RED,
    ),
)
"""Programs."""

NOT = r"no request|not a request|is no request|nothing here"
BODY = BAD[:-1] + ', "model": "claude-sonnet-4-5", "max_tokens": 9}'
URL = "https://api.anthropic.com/v1/messages"
LOOK = {
    "header": {},
    "log": {
        "entries": [
            {"request": {"method": "POST", "url": URL, "postData": {"text": BODY}}, "response": {"status": 400}}
        ]
    },
}


def why(
    name: str, file: str, text: str | bytes, *says: str, more: tuple[str, ...] = (), status: int = RED, **rest: object
) -> Mistake:
    """why on one file."""
    return command(f"why-{name}", ("why", file, *more), *says, status=status, files={file: text}, **rest)


ASKED_WHY = (
    why(
        "png",
        "p.png",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "p.png",
        "picture|screenshot|image",
        "text|paste|copy",
        status=2,
    ),
    why("jpeg", "p.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "p.jpg", "picture|screenshot|image", status=2),
    why("pdf", "p.pdf", b"%PDF-1.7\n\xff\xfe", "p.pdf", "PDF|text", status=2),
    why(
        "gzip",
        "p.json.gz",
        gzip.compress(BODY.encode(), mtime=0),
        "gzip|compressed",
        "unpack|gunzip|zcat|tool-result|user-nonempty",
        status=2,
    ),
    why("zip", "p.zip", b"PK\x03\x04\x14\0\0\0", "zip|compressed", "unpack|unzip", status=2),
    why("utf-16", "p.json", BODY.encode("utf-16"), "user-nonempty"),
    why("with-a-bom", "p.json", b"\xef\xbb\xbf" + BODY.encode(), "user-nonempty"),
    why("nul-bytes", "p.bin", bytes(range(256)), "p.bin", "UTF-8|binary|text", status=2),
    why("truncated-har", "p.har", json.dumps(LOOK)[:-30], "user-nonempty|cut|ends"),
    why("har-empty", "p.har", '{"log": {"entries": []}}', "p.har", "no request|no entry|empty", status=2),
    why(
        "har-without-bodies",
        "p.har",
        json.dumps({"log": {"entries": [{"request": {"method": "POST", "url": URL}, "response": {"status": 400}}]}}),
        "p.har",
        "body|content",
        status=2,
    ),
    why(
        "har-of-another-site",
        "p.har",
        json.dumps(
            {
                "log": {
                    "entries": [
                        {"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200}}
                    ]
                }
            }
        ),
        "p.har",
        NOT,
        status=2,
    ),
    why(
        "curl-unbalanced",
        "p.sh",
        f"curl {URL} -H 'x-api-key: sk-ant-123456789' -d '{BODY}\n",
        "user-nonempty|quot",
        never=("sk-ant-123456789", "Traceback"),
    ),
    why(
        "curl-caret",
        "p.bat",
        f'curl {URL} ^\n -H "content-type: application/json" ^\n -d "' + BODY.replace('"', '\\"') + '"\n',
        "user-nonempty",
    ),
    why(
        "curl-caret-quotes", "p.bat", f'curl ^"{URL}^" ^\n -d ^"' + BODY.replace('"', '^\\^"') + '^"\n', "user-nonempty"
    ),
    why("curl-powershell", "p.ps1", f"curl.exe {URL} `\n -d '{BODY}'\n", "user-nonempty"),
    why(
        "invoke-restmethod",
        "p.ps1",
        f"$body = @'\n{BODY}\n'@\nInvoke-RestMethod -Uri {URL} -Method Post -Body $body\n",
        "user-nonempty",
    ),
    why(
        "curl-of-a-file",
        "p.sh",
        f"curl {URL} -d @body.json\n",
        r"body\.json",
        "promptfmt why|name|paste|lies",
        status=2,
    ),
    why(
        "curl-of-a-command",
        "p.sh",
        f'curl {URL} -d "$(cat body.json)"\n',
        r"body\.json",
        "promptfmt why|paste|shell|name",
        status=2,
    ),
    why("curl-of-a-variable", "p.sh", f'curl {URL} -d "$BODY"\n', r"\$BODY|BODY", "shell|paste|echo|text", status=2),
    why(
        "curl-smart-quotes",
        "p.sh",
        f"curl {URL} -d \u2018" + BODY.replace('"', "\u201d") + "\u2019\n",
        "user-nonempty|curly|quot",
    ),
    why(
        "curl-get",
        "p.sh",
        "curl https://api.anthropic.com/v1/models -H 'x-api-key: a'\n",
        "p.sh",
        "body|no request",
        status=2,
    ),
    why(
        "an-answer",
        "p.json",
        '{"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "a"}], "stop_reason": "end_turn"}',
        "answer|response",
        "request",
        status=2,
    ),
    why(
        "an-answer-of-openai",
        "p.json",
        '{"id": "c", "object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"}]}',
        "answer|response",
        "request",
        status=2,
    ),
    why(
        "an-error",
        "p.json",
        '{"error": {"message": "Invalid parameter", "type": "invalid_request_error", "code": null}}',
        "answer|error|response",
        "request",
        "--error",
        status=2,
    ),
    why(
        "a-stream",
        "p.txt",
        'event: message_start\ndata: {"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "content": []}}\n\n'
        'event: content_block_delta\ndata: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}}\n\n',
        "answer|response|stream",
        "request",
        status=2,
    ),
    why(
        "a-traceback",
        "p.txt",
        'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    client.messages.create(**kwargs)\n'
        "anthropic.BadRequestError: Error code: 400 - {'type': 'error', 'error': {'type': 'invalid_request_error', 'message': 'messages: text content blocks must be non-empty'}}\n",
        "answer|error|traceback",
        "request",
        "--error",
        status=2,
        never=("INTERNALERROR",),
    ),
    why(
        "several-in-a-log",
        "p.log",
        f"10:00 POST {URL}\n{BODY}\n10:01 POST {URL}\n{BODY}\n",
        "user-nonempty.*user-nonempty",
        "2 requests|second|p.log line 4",
    ),
    why("twice-encoded", "p.json", json.dumps(BODY), "user-nonempty"),
    why("base64", "p.txt", base64.b64encode(BODY.encode()), "user-nonempty", "base64"),
    why(
        "notebook",
        "p.ipynb",
        json.dumps(
            {
                "cells": [
                    {
                        "cell_type": "code",
                        "source": [
                            "import anthropic\n",
                            "client = anthropic.Anthropic()\n",
                            f"client.messages.create(**{BODY})\n",
                        ],
                        "outputs": [],
                        "metadata": {},
                    }
                ],
                "nbformat": 4,
                "metadata": {},
            }
        ),
        "user-nonempty|notebook",
    ),
    why("html", "p.html", "<html><body>502 Bad Gateway</body></html>", "p.html", NOT, status=2),
    why(
        "embeddings",
        "p.json",
        '{"model": "text-embedding-3-small", "input": "Hello"}',
        "embedding|no request|no chat|messages",
        status=2,
    ),
    why(
        "error-of-a-file", "p.json", BODY, r"err\.txt", 'file|holds|--error "\\$\\(cat|cat', more=("--error", "err.txt")
    ),
    why("error-empty", "p.json", BODY, "user-nonempty", more=("--error", "")),
    why(
        "file-of-nowhere",
        "p.json",
        BODY,
        r"cat\.png",
        "no such|there is no|cannot",
        more=("--file", "cat.png"),
        status=2,
    ),
    why("fix-into-a-directory", "p.json", BODY, "is a directory|directory", more=("--fix", "."), status=2),
    why("model-of-nobody", "p.json", BODY, "gtp-9", "nobody|not known|unknown|no model", more=("--model", "gtp-9")),
    why("dialect-by-name", "p.json", BODY, "mean 'anthropic'", more=("--dialect", "Claude"), status=2),
    why("dialect-of-target", "p.json", BODY, "mean 'anthropic'", more=("--dialect", "anthropic.chat"), status=2),
    command("why-inline", ("why", BODY), "file|File|standard input", "-|paste|'"),
    command(
        "why-url",
        ("why", URL),
        "https://api.anthropic.com/v1/messages",
        "address|URL|file",
        "save|curl|paste|standard input",
    ),
    command(
        "why-curl-as-words", ("why", "curl", URL, "-d", BODY), "unrecognized|curl", "file|standard input|quot|paste"
    ),
    command("why-one-of-two", "why p.json q.json", r"q\.json", files={"p.json": BODY}),
    command("why-error-without-text", "why p.json --error", "expected one argument", files={"p.json": BODY}),
    command("why-stdin-empty", "why -", "standard input", "empty|no request|nothing"),
)
"""Requests on file."""

VALIDATED = (
    payload("twice-encoded", json.dumps(PAYLOAD), "text|string", "JSON", "once|json.dumps|twice|schema", status=RED),
    payload(
        "gemini-body",
        '{"contents": [{"role": "user", "parts": [{"text": "a"}]}]}',
        "gemini",
        "--dialect|looks like|mean",
        status=RED,
    ),
    payload(
        "openai-tools",
        '{"model": "gpt-5.4", "messages": [{"role": "user", "content": "a"}, {"role": "tool", "tool_call_id": "c", "content": "b"}]}',
        "openai",
        "--dialect|looks like|mean",
        status=RED,
    ),
    payload("har", json.dumps(LOOK), "promptfmt why", status=RED),
    payload(
        "http-record",
        json.dumps({"method": "POST", "url": URL, "body": json.loads(PAYLOAD)}),
        "body",
        "promptfmt why",
        status=RED,
    ),
    payload(
        "batch-line",
        json.dumps({"custom_id": "a", "method": "POST", "url": "/v1/messages", "params": json.loads(PAYLOAD)}),
        "params",
        "promptfmt why",
        status=RED,
    ),
    payload("misspelt-key", PAYLOAD.replace("messages", "mesages"), "mesages", "mean|messages", status=RED),
    payload("gzip", gzip.compress(PAYLOAD.encode(), mtime=0), "gzip|compressed", "unpack|gunzip"),
    payload("null", "null", "null|None", "payload|list or an object", status=RED),
    payload("stream", "data: {}\n\n", "p.json", "line 1|:1:", "promptfmt why|stream|JSON"),
    command(
        "validate-two-dialects",
        "validate p.json --dialect openai,anthropic",
        "one|known are|mean",
        files={"p.json": PAYLOAD},
    ),
    command("validate-dialect-as-a-word", "validate p.json anthropic", "--dialect", files={"p.json": PAYLOAD}),
    command("validate-no-file", "validate --dialect openai", "FILE|PAYLOAD|required"),
    command(
        "validate-scenario",
        "validate p.json --dialect openai --scenario dialogue",
        "dialogue",
        "multiagent",
        files={"p.json": PAYLOAD},
    ),
    command(
        "validate-layer", "validate p.json --dialect openai --layer http", "http", "wire", files={"p.json": PAYLOAD}
    ),
    command(
        "validate-multiagent", "validate p.json --dialect openai.multiagent", "mean 'openai'", files={"p.json": PAYLOAD}
    ),
    command(
        "validate-conversation-nowhere",
        "validate p.json --dialect openai --conversation said.json",
        r"said\.json",
        "no such|there is no|No such",
        files={"p.json": PAYLOAD},
    ),
    command(
        "validate-conversation-of-openai",
        "validate p.json --dialect openai --conversation said.json",
        r"said\.json",
        "tool_calls",
        "new-case",
        files={"p.json": PAYLOAD, "said.json": '[{"role": "assistant", "content": null, "tool_calls": []}]'},
    ),
    command(
        "validate-why-options",
        "validate p.json --dialect openai --error no",
        "unrecognized|--error",
        files={"p.json": PAYLOAD},
    ),
)

REPORTED = (
    command("report-format-unknown", "report r.json pdf:r.pdf", "pdf", "html", files={"r.json": "{}"}),
    command("report-twice-into-one", "report r.json html:r markdown:r", r"\br\b", files={"r.json": "{}"}),
    command("report-over-itself", "report r.json html:r.json", r"r\.json", files={"r.json": "{}"}, keeps=("r.json",)),
    command(
        "compare-certificate-and-report",
        "compare a.json b.json",
        r"a\.json|b\.json",
        "report",
        files={
            "a.json": '{"_type": "https://in-toto.io/Statement/v1"}',
            "b.json": '{"format": "promptfmt-report", "version": 1}',
        },
    ),
    command(
        "compare-of-later",
        "compare a.json b.json",
        r"a\.json",
        "version",
        "newer|later|upgrade|install|reads|this kit",
        files={"a.json": '{"format": "promptfmt-report", "version": 99}', "b.json": "{}"},
    ),
    command(
        "verify-of-later",
        "verify c.json",
        r"c\.json",
        "version|predicate|certificate",
        "newer|later|upgrade|reads|this kit|is no certificate",
        files={
            "c.json": '{"_type": "https://in-toto.io/Statement/v1", "predicateType": "https://promptfmt.example/certificate/v99", "subject": [], "predicate": {}}'
        },
    ),
    command("verify-broken", "verify c.json", r"c\.json", "line 1|:1:", files={"c.json": "{"}),
    command("verify-list", "verify c.json", r"c\.json", "certificate", files={"c.json": "[]"}),
    command(
        "merge-one-twice", "merge a.json a.json -o c.json", r"a\.json", "twice|same|report", files={"a.json": "{}"}
    ),
    command("matrix-other-json", "matrix a.json", r"a\.json", "report", files={"a.json": '{"a": 1}'}),
    command(
        "certify-certificate",
        "certify cert.json -o c.json",
        r"cert\.json",
        r"verify|\.py|module",
        files={"cert.json": "{}"},
    ),
    command("certify-a-list", "certify mine other -o c.json", "unrecognized|other", files={"other.py": ""}),
    command("certify-out-below-a-file", "certify mine -o mine.py/c.json", "mine.py", "directory", keeps=("mine.py",)),
    command("level-lower-case", "certify mine -o c.json --level=l3", "l3", "L3"),
    command("list-of-a-rule", "list openai", "openai", "rules|targets|choose"),
    command(
        "explain-two",
        "explain openai.tool-calls-answered openai.tool-result-has-call",
        "unrecognized|openai.tool-calls-answered",
        status=2,
    ),
    command("show-glob", "show tools/*", r"tools/\*", "promptfmt list cases"),
    command("show-two", "show chat/one-user chat/plain-turns", "unrecognized|chat/plain-turns"),
    command(
        "option-before",
        "--dialect openai validate p.json",
        "usage|unrecognized|required|choose",
        files={"p.json": PAYLOAD},
    ),
)

HTTPX = "import httpx\nfrom pytest_promptfmt.guarding import Guard, judged\n"


def called(name: str, code: str, *says: str, status: int = RED, **more: object) -> Mistake:
    """Other lines of Python."""
    return Mistake(f"python-{name}", says, ("python", "-c", code), status, **{"never": ("INTERNALERROR",), **more})  # type: ignore[arg-type]


def checks(name: str, call: str, *says: str, **more: object) -> Mistake:
    """A payload, checked wrongly."""
    return called(
        f"payload-{name}", f"from pytest_promptfmt import check_payload\np = {PAYLOAD}\n{call}", *says, **more
    )


SENT = "client.post('https://api.openai.com/v1/chat/completions', json={'model': 'gpt-4o', 'messages': []})"
LIBRARY = (
    checks("turned-round", "check_payload('openai', p)", "dialect", "payload", "order|turned|first|is no"),
    checks("target", "check_payload(p, 'openai.chat')", "mean 'openai'"),
    checks("misspelt", "check_payload(p, 'opnai')", "mean 'openai'"),
    checks("none", "check_payload(p, None)", "None", "dialect|openai"),
    checks("as-text", "import json\nprint(check_payload(json.dumps(p), 'openai'))", "text|str|JSON", status=GREEN),
    checks(
        "conversation-as-a-list",
        "check_payload(p, 'openai', [{'role': 'user', 'content': 'a'}])",
        "list",
        "Conversation|parse",
    ),
    checks("unknown-option", "check_payload(p, 'openai', modle='gpt-4o')", "modle", "model"),
    checks(
        "file",
        "check_payload(open('p.json'), 'openai') or print('x')",
        "TextIOWrapper|file",
        status=GREEN,
        files={"p.json": PAYLOAD},
    ),
    python("targets-as-text", f"print(check_formatter('mine', targets='openai.*', {FEW}).ok)", "True", status=GREEN),
    python("checks-as-text", f"print(check_formatter('mine', checks='schema', {FEW}).ok)", "True", status=GREEN),
    python("list", "check_formatter([mine])", "list", "FORMATTERS|module"),
    python("empty-table", "check_formatter({})", "empty|names no|claims nothing", "openai.chat"),
    python("key", f"check_formatter({{'openai': mine.chat}}, {FEW})", "mean 'openai.chat'"),
    python("target-alone", f"check_formatter('mine', target='openai.*', {FEW})", "target", "targets"),
    python("case-alone", "check_formatter('mine', case='chat/one-user')", "'case'", "cases"),
    python("case-object-of-another", "check_formatter('mine', cases=[{'messages': []}])", "dict", "Case|glob|text"),
    python(
        "class",
        f"class F:\n    FORMATTERS = {{'openai.chat': mine.chat}}\n    CAPABILITIES = {{'openai.chat': {{'blocks': []}}}}\nprint(check_formatter(F, {FEW}).ok)",
        "True",
        status=GREEN,
    ),
    python("assert-on-the-report", f"assert check_formatter('mine', {FEW})", "AssertionError|ok", mine=LOSSY),
    python("failures-called", f"check_formatter('mine', {FEW}).failures()", "not callable", mine=LOSSY),
    python(
        "raise-for-status",
        f"check_formatter('mine', {FEW}).raise_for_status()",
        "raise_for_failures|attribute",
        mine=LOSSY,
    ),
    called(
        "cases-misspelt",
        "from pytest_promptfmt import cases\n@cases('chat/one-usr')\ndef test(case): pass",
        "mean 'chat/one-user'",
    ),
    called(
        "cases-without-call",
        "from pytest_promptfmt import cases\n@cases\ndef test(case): pass",
        r"@cases\(|function|call",
    ),
    called(
        "cases-target",
        "from pytest_promptfmt import cases\n@cases(target='openai')\ndef test(case): pass",
        "mean 'openai.chat'",
    ),
    called(
        "cases-list",
        "from pytest_promptfmt import cases\n@cases(['chat/one-user'])\ndef test(case): pass",
        "list",
        "glob|text|str",
    ),
    called("import-misspelt", "from pytest_promptfmt import check_formater", "mean|check_formatter"),
    called("import-of-the-distribution", "import promptfmt", "No module named 'promptfmt'"),
    called(
        "strategies-misspelt",
        "from pytest_promptfmt.strategies import conversations\nconversations('opnai')",
        "mean 'openai'",
    ),
    called(
        "strategies-target",
        "from pytest_promptfmt.strategies import conversations\nconversations('openai.chat')",
        "mean 'openai'",
    ),
    called(
        "strategies-scenario",
        "from pytest_promptfmt.strategies import conversations\nconversations('openai', scenario='multi-agent')",
        "mean 'multiagent'",
    ),
    called(
        "strategies-without-dialect",
        "from pytest_promptfmt.strategies import conversations\nconversations()",
        "dialect",
    ),
    called(
        "parse-of-openai",
        "from pytest_promptfmt import parse\nparse([{'role': 'assistant', 'content': None, 'tool_calls': []}])",
        "tool_calls",
    ),
    called("parse-of-text", "from pytest_promptfmt import parse\nparse('[]')", "text|str|list|object"),
    called("guard-action", HTTPX + "Guard('rasie')", "mean 'raise'|raise"),
    called("guard-dialect", HTTPX + "Guard(dialects={'https://gateway.example/': 'opnai'})", "mean 'openai'"),
    called(
        "guard-address-without-scheme",
        HTTPX + "Guard(dialects={'gateway.example': 'openai'})",
        "gateway.example",
        "https://",
    ),
    called("guard-milliseconds", HTTPX + "Guard(milliseconds='50')", "milliseconds|'50'", "number"),
    called(
        "guard-class",
        HTTPX + f"client = httpx.Client(event_hooks={{'request': [Guard]}})\n{SENT}",
        "Guard",
        r"Guard\(\)|mode|action|log",
    ),
    called(
        "guard-in-an-async-client",
        "import asyncio\n" + HTTPX + "transport = httpx.MockTransport(lambda r: httpx.Response(200))\nasync def go():\n"
        f"    client = httpx.AsyncClient(transport=transport, event_hooks={{'request': [Guard()]}})\n    await {SENT}\n    print('sent')\nasyncio.run(go())",
        "asynchronous|sent$|sent ",
        status=GREEN,
    ),
    called(
        "guard-async-in-a-sync-client",
        HTTPX + "transport = httpx.MockTransport(lambda r: httpx.Response(200))\n"
        f"client = httpx.Client(transport=transport, event_hooks={{'request': [Guard('raise').asynchronous]}})\n{SENT}",
        "Refused",
        "openai.messages-nonempty",
    ),
    called(
        "guard-on-responses",
        HTTPX + "transport = httpx.MockTransport(lambda r: httpx.Response(200))\n"
        f"client = httpx.Client(transport=transport, event_hooks={{'response': [Guard('raise')]}})\n{SENT}",
        "response",
        "'request'|request",
    ),
    called(
        "guard-mounted",
        "import requests\n"
        + HTTPX
        + "s = requests.Session()\ns.mount('https://', Guard())\ns.post('https://api.openai.com/v1/chat/completions', json={})",
        "adapter",
    ),
    called(
        "guard-as-a-hook-of-requests",
        "import requests\n"
        + HTTPX
        + "r = requests.Response()\nr.request = requests.Request('POST', 'https://a.example', json={}).prepare()\nGuard('raise')(r)",
        "Response|response",
        "adapter|request",
    ),
    called(
        "guard-judges-text",
        HTTPX + f"print([f.id + f.message for f in judged({PAYLOAD!r}, 'openai').errors])",
        "text|str",
        status=GREEN,
    ),
    called("guard-judges-target", HTTPX + f"judged({PAYLOAD}, 'openai.chat')", "mean 'openai'"),
)
"""From Python."""

TABLE = (*BRIDGES, *ASKED_WHY, *VALIDATED, *REPORTED, *LIBRARY)

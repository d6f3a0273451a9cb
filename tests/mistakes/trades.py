"""What people of five trades do wrong: an author, a team with its CI, somebody with one refused request, a programmer, a reviewer."""

from __future__ import annotations

import json
import quopri
from urllib.parse import quote

from mistakes.commands import command
from mistakes.doors import BODY, URL, why
from mistakes.mistake import CASES, CHAT, FORMATTERS, GREEN, LOSSY, MINE, RED, TEXT_ONLY, USAGE, Mistake, run
from mistakes.pages import ONE, asks, excuse, excuses, own_test

TOOLS = ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=tools/single-call")


def author(name: str, mine: str, *says: str, status: int = RED, words: tuple[str, ...] = CASES, **more: object) -> Mistake:  # fmt: skip
    return Mistake(f"author-{name}", says, ("pytest", "--promptfmt-impl=mine", *words), status, mine, **more)  # type: ignore[arg-type]


def each(name: str, message: str, *says: str, target: str = "openai.chat", **more: object) -> Mistake:
    """Each message becomes this."""
    made = f"def chat(conversation):\n    return [{message} for m in conversation.messages]\n"
    return author(name, f"{made}FORMATTERS = {{'{target}': chat}}\n", *says, **more)  # type: ignore[arg-type]


def keyed(name: str, *says: str) -> Mistake:
    return author(f"key-{name}", f"{CHAT}FORMATTERS = {{'{name}': chat}}\n", name, *says, status=USAGE)


CALLING = "--promptfmt-case=tools/single-call"
AUTHOR = (
    author("relative-import", "from .wire import to_wire\n" + MINE, "mine.py", "line 1", "relative", "package|import wire|without the dot", status=USAGE, files={"wire.py": "to_wire = dict\n"}),
    author("table-only-with-a-key", CHAT + "import os\nif os.environ.get('MINE_API_KEY'):\n    FORMATTERS = {'openai.chat': chat}\n", "FORMATTERS", "line 8", "if|condition", status=USAGE),
    author("table-only-where-it-imports", CHAT + "try:\n    import acme_sdk\n    FORMATTERS = {'openai.chat': chat}\nexcept ImportError:\n    pass\n", "FORMATTERS", "try|condition|acme_sdk", status=USAGE),
    author("table-declared-only", CHAT + "FORMATTERS: dict[str, object]\n", "FORMATTERS", "no value|= {|=", "line 6", status=USAGE),
    author("table-is-a-fixture", CHAT + "import pytest\n@pytest.fixture\ndef FORMATTERS():\n    return {'openai.chat': chat}\n", "FORMATTERS", "fixture", status=USAGE),
    author("imports-when-called", MINE.replace("    return", "    import acme_tokens\n    return"), "acme_tokens", "ModuleNotFoundError|No module", "install"),
    author("opens-a-template-when-called", MINE.replace("    return", "    open('templates/system.txt').read()\n    return"), "templates/system.txt", "__file__|directory|is not there|No such file"),
    author("dispatch-by-type", "WRITE = {'text': lambda b: b.text}\ndef chat(conversation):\n    return [{'role': m.role, 'content': ''.join(WRITE[b.type](b) for b in m.blocks)} for m in conversation.messages]\n" + FORMATTERS, "KeyError", "tool_use", "refuse|NotImplementedError|ValueError", words=(CALLING,)),
    author("match-without-default", "def one(b):\n    match b.type:\n        case 'text':\n            return b.text\ndef chat(conversation):\n    return [{'role': m.role, 'content': one(m.blocks[0])} for m in conversation.messages]\n" + FORMATTERS, "get_weather", "nowhere", words=(CALLING,)),
    author("raises-a-base-exception", "class NotSupported(BaseException): pass\ndef chat(conversation):\n    raise NotSupported('no text')\n" + FORMATTERS, "NotSupported", "no text", "Exception"),
    author("raises-a-text", MINE.replace("raise NotImplementedError(", "raise ("), "exceptions must derive|text|str", "line 4|BaseException", words=(CALLING,)),
    author("default-that-grows", "def chat(conversation, out=[]):\n    out.extend({'role': m.role, 'content': m.text} for m in conversation.messages)\n    return out\n" + FORMATTERS + TEXT_ONLY, "purity", "default|between calls|second|once more|twice"),
    author("cached", "from functools import cache\n@cache" + MINE, "2 passed", status=GREEN),
    author("breakpoint-left", MINE.replace("    return", "    breakpoint()\n    return"), "breakpoint|debugger|pdb"),
    author("alarm-of-its-own", MINE.replace("    return", "    import signal\n    signal.signal(signal.SIGALRM, signal.SIG_IGN); signal.alarm(1); signal.alarm(0)\n    return"), "2 passed", status=GREEN),
    author("names-of-anthropic", "from pytest_promptfmt import TextBlock, ToolUseBlock\n" + MINE, "TextBlock", "mean.*'?Text\\b", status=USAGE),
    author("names-of-openai", "from pytest_promptfmt import ChatCompletionMessageParam\n" + MINE, "ChatCompletionMessageParam", "Conversation|plain (dict|list)|openai.types", status=USAGE),
    author("submodule-that-is-none", "from pytest_promptfmt.types import Message\n" + MINE, r"pytest_promptfmt\.types", "from pytest_promptfmt import", status=USAGE),
    author("package-by-its-command", "from promptfmt import Conversation\n" + MINE, "promptfmt", "pytest_promptfmt", status=USAGE),
    author("attribute-that-is-none", "import pytest_promptfmt as pf\n" + MINE.replace("block.type != \"text\"", "not isinstance(block, pf.TextBlock)"), "TextBlock", r"mean.*'?Text\b"),
    author("only-for-type-checking", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pytest_promptfmt import Conversation\n" + MINE.replace("(conversation):", "(conversation: Conversation):"), "Conversation", "not defined", "TYPE_CHECKING|annotations", status=USAGE),
    author("fence-of-markdown", "```python\n" + MINE + "```\n", "mine.py", "line 1", "```.*(fence|Markdown)|(fence|Markdown).*```", status=USAGE),
    author("prompts-of-a-console", "".join(f">>> {line}\n" for line in MINE.strip().splitlines()), "mine.py", "line 1", ">>>", "prompt|console|paste", status=USAGE),
    author("line-magic", "%load_ext autoreload\n" + MINE, "mine.py", "line 1", "notebook|IPython|%load_ext", status=USAGE),
    author("folder-of-the-same-name", MINE, "mine/__init__.py|folder|package", "mine.py", status=USAGE, files={"mine/__init__.py": ""}),
    asks("author-impl-conftest", ("--promptfmt-impl=conftest", *CASES), "2 passed", status=GREEN, files={"conftest.py": MINE}),
    asks("author-path-set-in-conftest", ("--promptfmt-impl=fmt", *CASES), "2 passed", status=GREEN, files={"conftest.py": "import sys\nsys.path.insert(0, 'lib')\n", "lib/fmt.py": MINE}),
    asks("author-item-of-the-table", "--promptfmt-impl=mine:FORMATTERS[openai.chat]", r"FORMATTERS\[openai\.chat\]", "--promptfmt-target|mine'"),
    each("form-of-anthropic", "{'role': m.role, 'content': [{'type': b.type, 'id': b.id, 'name': b.name, 'input': b.input} if b.type == 'tool_use' else {'type': 'text', 'text': str(b)} for b in m.blocks]}", "tool_use", "Anthropic", words=(CALLING,)),
    each("form-of-gemini", "{'role': m.role, 'parts': [{'text': m.text}]}", "parts", "Gemini"),
    each("form-of-responses", "{'role': m.role, 'content': [{'type': 'input_text', 'text': m.text}]}", "input_text", "Responses"),
    each("form-of-langchain", "{'type': m.role, 'data': {'content': m.text}}", "role", "LangChain"),
    each("role-of-gemini", "{'role': {'assistant': 'model'}.get(m.role, m.role), 'content': m.text}", "'?model'?", "assistant"),
    each("role-of-langchain", "{'role': {'assistant': 'ai', 'user': 'human'}.get(m.role, m.role), 'content': m.text}", "human", "user"),
    each("role-with-value", "{'role': m.role.value, 'content': m.text}", "value", "m.role|text|str"),
    each("to-openai", "m.to_openai()", "to_openai", "Message", r"role|text|blocks"),
    each("calls-at-anthropic", "{'role': 'assistant' if m.role == 'assistant' else 'user', 'content': m.text or '.', 'tool_calls': []}", "tool_calls", "OpenAI|another provider", target="anthropic.chat"),
    author("list-as-numbered-keys", MINE.replace("return [", "return dict(enumerate([").replace("in conversation.messages]\n", "in conversation.messages]))\n"), "0", "list", "key|text"),
    author("tools-of-the-kit", MINE.replace("    return [", "    return {'tools': list(conversation.tools), 'messages': [").replace("in conversation.messages]\n", "in conversation.messages]}\n").replace("if any(", "if False and any("), r"tools\[0\]", "Tool\\b", "dict|JSON|to_json|parameters", words=(CALLING,)),
    each("picture-as-bytes", "{'role': m.role, 'content': [{'type': 'image_url', 'image_url': {'url': b'\\x89PNG'}}]}", "bytes", "base64|text|JSON", words=("--promptfmt-case=vision/image-by-value",)),
    keyed("open-ai.chat", r"mean 'openai\.chat'"), keyed("mistralai.chat", "mean 'mistral"), keyed("bedrock-converse.chat", "mean 'bedrock"),
    keyed("google-genai.chat", "mean 'gemini"), keyed("cohere.v2", r"cohere\.chat"),
)  # fmt: skip


def option(name: str, word: str, *says: str, **more: object) -> Mistake:
    return asks(f"ci-{name}", (*ONE.split(), word), *says, **more)  # type: ignore[arg-type]


def conftest(name: str, text: str, *says: str, status: int = GREEN, mine: str = MINE) -> Mistake:
    return Mistake(f"ci-conftest-{name}", says, run(), status, mine, {"conftest.py": text})


POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
SNAPPED = "--promptfmt-snapshots=snapshots"
CI = (
    Mistake("ci-pytest-ini-hides-pyproject", ("pyproject.toml", "pytest.ini"), ("pytest", *CASES), USAGE, files={"pytest.ini": "[pytest]\n", "pyproject.toml": '[tool.pytest.ini_options]\npromptfmt_impl = ["mine"]\n'}),
    option("plugin-by-its-package", "-ppytest_promptfmt", "1 passed", status=GREEN),
    conftest("names-the-plugin", 'pytest_plugins = ["pytest_promptfmt.plugin"]\n', "2 passed"),
    conftest("names-the-package", 'pytest_plugins = ["pytest_promptfmt"]\n', "2 passed"),
    option("option-dialect", "--promptfmt-dialect=openai", "unrecognized", "--promptfmt-target"),
    option("option-provider", "--promptfmt-provider=openai", "unrecognized", "--promptfmt-target"),
    option("option-fail-under", "--promptfmt-fail-under=L2", "unrecognized", "certify|--level"),
    option("option-level", "--promptfmt-level=L2", "unrecognized", "certify|--level"),
    option("option-output", "--promptfmt-output=r.json", "unrecognized", "--promptfmt-report"),
    option("option-json", "--promptfmt-json=r.json", "unrecognized", "--promptfmt-report=json:"),
    option("option-baseline", "--promptfmt-baseline=old.json", "unrecognized", "promptfmt compare"),
    option("option-certify", "--promptfmt-certify=c.json", "unrecognized", "promptfmt certify"),
    option("option-snapshot-update", "--promptfmt-snapshot-update", "unrecognized", "--snapshot-update"),
    option("option-skip", "--promptfmt-skip=chat/*", "unrecognized", "--deselect|promptfmt.toml|--promptfmt-case"),
    option("prefix-misspelt", "--prompfmt-target=openai.*", "unrecognized", "mean.*--promptfmt-target"),
    option("prefix-missing", "--target=openai.*", "unrecognized", "--promptfmt-target"),
    asks("ci-update-and-collect-only", "--promptfmt-impl=mine --promptfmt-xfails-update --collect-only -q", "--promptfmt-xfails-update", "--collect-only"),
    asks("ci-update-and-exit-first", "--promptfmt-impl=mine --promptfmt-xfails-update -x", "--promptfmt-xfails-update", "-x|--maxfail|whole", mine=LOSSY, status=USAGE),
    asks("ci-two-reports-of-two-plugins", (*ONE.split(), "--junitxml=r.xml", "--promptfmt-report=json:r.xml"), "r.xml", "--junitxml|json"),
    option("home-not-expanded", "--promptfmt-report=json:~/r.json", "~", r"shell|\$HOME|expand"),
    option("variable-not-expanded", "--promptfmt-report=json:$CI_DIR/r.json", r"\$CI_DIR", "shell|variable|expand"),
    asks("ci-expression-not-expanded", ("--promptfmt-impl=${{ inputs.formatter }}",), r"\$\{\{ inputs.formatter \}\}", "expand|expression|workflow|variable"),
    asks("ci-variable-for-a-module", ("--promptfmt-impl=$FORMATTER",), r"\$FORMATTER", "variable|expand|shell"),
    asks("ci-placeholder-left", ("--promptfmt-impl=<your_module>",), "<your_module>", "place|name of|module"),
    Mistake("ci-files-of-a-commit", ("README.md", "passed|collectors|not found|file"), run("mine.py", "README.md"), USAGE, files={"README.md": "Mine\n"}),
    conftest("collect-ignore-all", 'collect_ignore_glob = ["*"]\n', "2 passed"),
    conftest("reads-the-private-id", "def pytest_collection_modifyitems(items):\n    items.sort(key=lambda item: item._nodeid)\n", "2 passed"),
    conftest("adds-xfail", "import pytest\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        item.add_marker(pytest.mark.xfail)\n", "fidelity", "promptfmt.toml", status=RED, mine=LOSSY),
    asks("ci-snapshots-by-glob", (*ONE.split(), "--promptfmt-snapshots=snapshots/*.json"), r"snapshots/\*\.json", "directory|folder"),
    asks("ci-snapshots-of-lfs", (*ONE.split(), SNAPPED), "chat.json", "lfs", files={"snapshots/mine/openai.chat/chat.json": POINTER}),
    asks("ci-snapshots-of-a-list", (*ONE.split(), SNAPPED), "chat.json", "object|list", files={"snapshots/mine/openai.chat/chat.json": "[]"}),
    asks("ci-snapshots-of-syrupy", (*ONE.split(), "--promptfmt-snapshots=__snapshots__"), "snapshot.missing", "--snapshot-update", status=RED, files={"__snapshots__/test_a.ambr": "# serializer version: 1\n"}),
    excuses("implementation-first", excuse('"mine / openai.chat / chat/one-user"'), "mine", "target|openai.chat", status=USAGE),
    excuses("table-ignore", excuse('"openai.chat"').replace("xfail", "ignore"), "ignore", r"\[\[xfail\]\]"),
    Mistake("ci-xfails-behind-a-dot", (r"\.promptfmt\.toml", r"nobody reads|promptfmt\.toml"), run(), RED, LOSSY, {".promptfmt.toml": excuse('"*"')}),
    asks("ci-xfails-from-pyproject", (*ONE.split(), "--promptfmt-xfails=pyproject.toml"), "xfailed", status=GREEN, mine=LOSSY, files={"pyproject.toml": excuse('"*"').replace("[[xfail]]", "[[tool.promptfmt.xfail]]")}),
    asks("ci-setup-plan", (*ONE.split(), "--setup-plan"), "setup-plan", "nothing|no call|not judged", status=GREEN),
    asks("ci-id-without-the-option", "promptfmt/mine/openai/chat::chat/one-user", "--promptfmt-impl=mine"),
)  # fmt: skip

SHOWN = json.dumps(json.loads(BODY), indent=2)


def lined(prefix: str) -> str:
    return "".join(f"{prefix}{line}\n" for line in SHOWN.splitlines())


def refused(name: str, text: str | bytes, *says: str, file: str = "r.txt", **more: object) -> Mistake:
    """A request as it was pasted: what is wrong with it is found all the same."""
    return why(f"pasted-{name}", file, text, *(says or ("user-nonempty",)), **more)  # type: ignore[arg-type]


JS = "messages: [{ role: `user`, content: `` }]"
PICTURE = '{"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo..."}}]}, {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}]}, {"role": "user", "content": "So?"}]}'
REFUSED = (
    refused("lfs-pointer", POINTER, "lfs", "git lfs pull|pointer", status=2),
    refused("quoted-printable", b"Subject: refused\nContent-Transfer-Encoding: quoted-printable\n\n" + quopri.encodestring(SHOWN.encode()), file="r.eml"),
    refused("rich-text", "{\\rtf1\\ansi\\deff0 {\\fonttbl {\\f0 Courier;}}\n" + BODY.replace("{", "\\{").replace("}", "\\}") + "}", "rtf|rich text|plain text", file="r.rtf", status=2),
    refused("request-and-response", f"Request:\n{SHOWN}\n\nResponse:\n" + '{"type": "error", "error": {"type": "invalid_request_error", "message": "messages.0: user messages must have non-empty content"}}\n'),
    refused("insomnia", json.dumps({"_type": "export", "__export_format": 4, "resources": [{"_type": "request", "method": "POST", "url": URL, "body": {"mimeType": "application/json", "text": BODY}}]}), file="Insomnia.json"),
    refused("rest-client", f"@host = api.anthropic.com\n### refused\nPOST https://{{{{host}}}}/v1/messages HTTP/1.1\nx-api-key: {{{{key}}}}\n\n{BODY}\n###\n", file="r.http"),
    refused("bruno", f"meta {{\n  name: refused\n}}\npost {{\n  url: {URL}\n  body: json\n}}\nbody:json {{\n  {BODY}\n}}\n", file="r.bru"),
    refused("template-literals", f"await anthropic.messages.create({{ model: MODEL ?? `claude-sonnet-4-5`, max_tokens: 9, {JS}, }});\n", file="r.mjs"),
    refused("typescript", "await anthropic.messages.create({ model: 'claude-sonnet-4-5' as const, max_tokens: 9, messages: [{ role: 'user' as const, content: '' }] satisfies MessageParam[] });\n", file="r.ts"),
    refused("spread-history", "client = anthropic.Anthropic()\nclient.messages.create(model=\"claude-sonnet-4-5\", max_tokens=9, messages=[*history, {\"role\": \"user\", \"content\": \"\"}], **options)\n", file="r.py"),
    refused("jinja", '{"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{% for m in history %}{"role": "user", "content": {{ m | tojson }}}{% endfor %}]}', "{%|template", "render|fill|sent", status=2),
    refused("rust", f"let body = serde_json::json!({SHOWN});\nclient.post(\"{URL}\").json(&body).send().await?;\n", file="r.rs"),
    refused("swift", "let body: [String: Any] = [\"model\": \"claude-sonnet-4-5\", \"max_tokens\": 9, \"messages\": [[\"role\": \"user\", \"content\": \"\"]]]\n", file="r.swift"),
    refused("elixir", "Req.post!(\"" + URL + "\", json: %{model: \"claude-sonnet-4-5\", max_tokens: 9, messages: [%{role: \"user\", content: \"\"}]})\n", file="r.exs"),
    refused("dotenv", "OPENAI_BASE_URL=https://api.openai.com/v1\nANTHROPIC_API_KEY=sk-ant-api03-abcdefghijkl\n", "no request|request", "settings|key|variables|environment", file=".env", status=2, never=("sk-ant-api03", "Traceback")),
    refused("docker-compose", lined("api-1  | ")),
    refused("mail-quote", lined("> ")),
    refused("diff", "+++ b/request.json\n@@ -0,0 +1,9 @@\n" + lined("+")),
    refused("line-numbers", "".join(f"{n:4} | {line}\n" for n, line in enumerate(SHOWN.splitlines(), 1))),
    refused("colours", SHOWN.replace('"role"', '\x1b[32m"role"\x1b[0m').replace("{", "\x1b[1m{\x1b[0m")),
    refused("no-break-spaces", SHOWN.replace("  ", "\u00a0\u00a0")),
    refused("zero-width", SHOWN.replace('"messages"', '\u200b"messages"')),
    refused("picture-elided", PICTURE, "tool-result", "cut|left out|elided|shortened", never=("Traceback", "error anthropic.image")),
    refused("cut-by-a-logger", BODY[:-1] + ', "metadata": {"user_id": "abc... (truncated 12034 chars)', "user-nonempty", "cut|truncated"),
    refused("html-escaped", BODY.replace('"', "&quot;")),
    refused("percent-encoded", quote(BODY)),
    refused("bytes-of-python", repr(BODY.encode())),
    refused("cloudwatch", json.dumps({"@timestamp": "2026-11-27 10:00:00", "@message": "refused " + BODY})),
    refused("rich-traceback", f"│ ╭──── locals ────╮ │\n│ │ kwargs = {json.loads(BODY)} │ │\n│ ╰────╯ │\nBadRequestError: Error code: 400\n"),
    refused("csv", 'id,request\n1,"' + BODY.replace('"', '""') + '"\n', file="r.csv"),
    refused("code-page", BODY.replace('"content": ""', '"content": ""}, {"role": "user", "content": "caf\u00e9"').encode("cp1252")),
    refused("one-message", '{"role": "user", "content": ""}', "one message|message", r"\[|list|messages"),
    refused("braces-missing", BODY[1:-1]),
    refused("batch-output", '{"id": "batch_req_1", "custom_id": "a", "response": {"status_code": 400, "body": {"error": {"message": "no"}}}, "error": null}\n', "answer|response", "request", file="out.jsonl", status=2),
    command("why-pasted-in-two-files", "why q.json a.json", "user-nonempty", "answer", status=RED, files={"q.json": BODY, "a.json": '{"type": "error", "error": {"type": "invalid_request_error", "message": "messages.0: user messages must have non-empty content"}}'}),
    command("why-pasted-provider", "why r.json --provider anthropic", "--provider", "--dialect", files={"r.json": BODY}),
    command("why-pasted-file-and-line", "why r.json:12", "r.json:12", "mean.*r.json", files={"r.json": BODY}),
    command("why-pasted-glob", "why logs/*.json", r"logs/\*\.json", "no file|matches|is not there"),
    command("why-pasted-key-in-the-address", "why r.sh", "gemini", status=RED, never=("AIzaSyAbcdefgh", "Traceback"), files={"r.sh": "curl 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent?key=AIzaSyAbcdefgh' -d '{\"contents\": [{\"role\": \"assistant\", \"parts\": [{\"text\": \"Hi\"}]}]}'"}),
)  # fmt: skip


def programmer(name: str, code: str, *says: str, **more: object) -> Mistake:
    """A test that asks the library."""
    head = "import mine\nfrom pytest_promptfmt import *\nPAYLOAD = [{'role': 'user', 'content': 'Hello'}]\nHELLO = Conversation((Message('user', 'user', (Text('Hello'),)),))\n"
    body = "".join(f"    {line}\n" for line in code.splitlines())
    return own_test(f"asked-{name}", f"{head}def test_a():\n{body}", *says, **{"status": RED, **more})  # type: ignore[arg-type]


GOT = "report = check_formatter('mine', cases=['chat/one-user'])\n"
PROGRAMMER = (
    programmer("report-walked", GOT + "for found in report: pass", "Report", r"\.findings|\.failures"),
    programmer("report-indexed", GOT + "report['levels']", "Report", r"\.levels"),
    programmer("report-counted", GOT + "assert len(report) == 0", "Report", r"\.findings|\.failures"),
    programmer("report-passed", GOT + "assert report.passed", "passed", r"\.ok\b|'ok'"),
    programmer("report-ok-called", GOT + "assert report.ok()", "bool", "not callable"),
    programmer("report-saved", GOT + "report.save('r.json')", "save", "document|promptfmt report"),
    programmer("payload-ok", "assert check_payload(PAYLOAD, 'openai').ok", "ok", "not check_payload|list"),
    programmer("judged-raised", "from pytest_promptfmt.guarding import judged\njudged(PAYLOAD, 'openai').raise_for_status()", "raise_for_status", "errors|Guard"),
    programmer("judged-walked", "from pytest_promptfmt.guarding import judged\nfor found in judged(PAYLOAD, 'openai'): pass", "errors|findings"),
    programmer("judged-out-of-time", "from pytest_promptfmt.guarding import judged\nassert not judged([{'role': 'user', 'content': 'Hello'}] * 3000, 'openai', milliseconds=0.001)", "1 passed", status=GREEN),
    own_test("asked-guard-from-the-top", "from pytest_promptfmt import Guard\n", "Guard", "pytest_promptfmt.guarding"),
    own_test("asked-judged-from-the-top", "from pytest_promptfmt import judged\n", "judged", "pytest_promptfmt.guarding"),
    own_test("asked-strategy-from-the-top", "from pytest_promptfmt import conversations\n", "conversations", "pytest_promptfmt.strategies"),
    own_test("asked-strategy-of-payloads", "from pytest_promptfmt.strategies import payloads\n", "payloads", "conversations"),
    programmer("conversation-from-openai", "Conversation.from_openai(PAYLOAD)", "from_openai", r"parse"),
    programmer("message-user", "Message.user('Hello')", "user", r"Message\("),
    programmer("case-expect-text", "check_formatter('mine', cases=[Case('x-mine/a', 'a loss', HELLO, expect='refuse')])", "expect", "refuse", r"expect=\(Expect|Expectation|\(.*\),"),
    programmer("case-without-hunts", "Case('x-mine/a', conversation=HELLO)", "hunts"),
    programmer("case-of-the-kits-family", "check_formatter('mine', cases=[Case('chat/mine', 'a loss', HELLO)])", "chat/mine", "x-"),
    programmer("capabilities", "check_formatter({'openai.chat': mine.chat}, cases=['chat/one-user'], capabilities={'openai.chat': {'blocks': []}})", "capabilities", "CAPABILITIES"),
    programmer("cases-walked", "for case in cases('chat/*'): pass", "cases", "decorat|@cases"),
    own_test("asked-cases-on-a-class", "@cases('chat/one-user')\nclass TestA:\n    def test_a(self, case): assert case.id\n", "class|TestA", "function|method|each test"),
    own_test("asked-cases-and-parametrize", "@cases('chat/one-user')\n@pytest.mark.parametrize('case', [1, 2])\ndef test_a(case): pass\n", "case", "argument=|duplicate|twice"),
    own_test("asked-cases-in-a-testcase", "import unittest\nclass TestA(unittest.TestCase):\n    @cases('chat/one-user')\n    def test_a(self, case): pass\n", "case", "unittest|TestCase", status=RED),
    own_test("asked-mark-on-a-class", "@pytest.mark.promptfmt_cases('chat/one-user')\nclass TestA:\n    def test_a(self): pass\n", "promptfmt_cases", "promptfmt_case\\b"),
    own_test("asked-mark-on-a-module", "pytestmark = pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a(): pass\n", "promptfmt_cases", "promptfmt_case\\b"),
    own_test("asked-snapshot-asserts", "def test_a(promptfmt_snapshot): promptfmt_snapshot.assert_match([])\n", "assert_match", "does not exist", "--snapshot-update", status=RED),
    own_test("asked-snapshot-called", "def test_a(promptfmt_snapshot): assert [] == promptfmt_snapshot(name='a')\n", "promptfmt_snapshot|name", "==|missing|--snapshot-update", status=RED),
)  # fmt: skip


def reviewer(name: str, words: str | tuple[str, ...], *says: str, **more: object) -> Mistake:
    return command(f"review-{name}", words, *says, **more)  # type: ignore[arg-type]


REVIEWER = (
    reviewer("verify-a-badge", "verify badge.json", "badge.json", "badge|no certificate", files={"badge.json": '{"schemaVersion": 1, "label": "prompt formatters", "message": "L2", "color": "green"}'}),
    reviewer("verify-a-page", "verify r.html", "r.html", "page|HTML|certificate", files={"r.html": "<!doctype html><html></html>"}),
    reviewer("verify-an-address", "verify https://example.org/certificate.json", "https://example.org/certificate.json", "file|download|fetch"),
    reviewer("verify-a-directory", "verify certificates", "certificates", "directory", files={"certificates/mine.json": "{}"}),
    reviewer("verify-a-glob", "verify certificates/*.json", r"certificates/\*\.json", "no file|matches|is not there"),
    reviewer("verify-an-lfs-pointer", "verify c.json", "c.json", "lfs", files={"c.json": POINTER}),
    reviewer("verify-a-merge", "verify c.json", "c.json", "<<<<<<<|merge", files={"c.json": '<<<<<<< HEAD\n{"schema": 1}\n=======\n{"schema": 1}\n>>>>>>> main\n'}),
    reviewer("verify-a-level", "verify c.json --level L2", "--level", "certify|unrecognized", files={"c.json": "{}"}),
    reviewer("verify-from-standard-input", "verify -", "-", "standard input|file|JSON|empty"),
    reviewer("compare-commits", "compare main..HEAD", "main..HEAD", "report|file", "OLD|NEW|two"),
    reviewer("matrix-of-a-certificate", "matrix c.json -o m.html", "c.json", "report", files={"c.json": '{"schema": 1}'}),
    reviewer("explain-words-of-the-provider", ("explain", "An assistant message with 'tool_calls' must be followed by tool messages"), "openai.tool-calls-answered|promptfmt why"),
    reviewer("explain-a-status", "explain 400", "400", "promptfmt why|rule|finding"),
    reviewer("explain-a-dialect", "explain openai", "openai", "promptfmt list rules"),
    reviewer("explain-a-node-id", "explain promptfmt/mine/openai/chat::chat/one-user", "chat/one-user", "promptfmt show"),
    reviewer("explain-xfail", "explain xfail", "xfail", "known|mean|list"),
    reviewer("list-of-a-dialect", "list rules openai", "openai", r"openai\.\*"),
    reviewer("list-a-dialect-alone", "list openai", "openai", "list (rules|targets)|rules"),
    reviewer("list-with-an-option", "list rules --dialect openai", "--dialect", r"openai\.\*|GLOB"),
    reviewer("list-adapters", "list adapters", "adapters", "choose from|targets"),
    reviewer("list-findings", "list findings", "findings", "checks|rules"),
    reviewer("show-a-file-of-the-corpus", "show chat/one-user.json", "chat/one-user.json", "mean.*chat/one-user"),
    reviewer("show-with-a-dot", "show chat.one-user", "chat.one-user", "mean.*chat/one-user"),
    reviewer("show-with-a-dialect", "show chat/one-user --dialect openai", "--dialect", "--target|TARGET|openai.chat"),
    reviewer("new-case-of-a-curl", "new-case r.sh cases --name a", "r.sh", "JSON|promptfmt why|curl", files={"r.sh": f"curl {URL} -d '{BODY}'\n"}),
)  # fmt: skip

TABLE = (*AUTHOR, *CI, *REFUSED, *PROGRAMMER, *REVIEWER)

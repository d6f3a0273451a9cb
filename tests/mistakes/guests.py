"""A dozen people more: who wires an adapter by hand, pastes what he has, keeps the CI, writes odd functions and cases, reads a certificate, has snapshots and expected failures, calls the library, claims too much."""

from __future__ import annotations

import base64
import gzip
import json

from mistakes.commands import BAD, FEW, PAYLOAD, command
from mistakes.doors import BODY, URL
from mistakes.fields import DONE, REQUEST, SNAPS, SNAPSHOT, TAKEN, guarded, willed
from mistakes.hurried import claimed, gives, takes, written
from mistakes.mistake import CHAT, FORMATTERS, GREEN, LOSSY, MINE, RED, Mistake, run
from mistakes.pages import ONE, SAID, asks, calls, excuse, excuses, filed
from mistakes.personas import CERTIFIED
from mistakes.surroundings import RUN, shell
from mistakes.trades import SHOWN, TOOLS, author, refused

ASKED = 2
TWO = "class Two:\n"
NATIVE = "FORMATTERS = {'openai.chat': Two()}\n"
TEXTS = "def chat(conversation):\n    texts = [{'role': m.role, 'content': m.text} for m in conversation.messages if m.text]\n"
WIRES = (
    takes("guest-prepare-without-return", TWO + "    def prepare(self, c): [m for m in c.messages]\n    def format(self, native): return [{'role': m.role, 'content': m.text} for m in native]\n", "prepare", "None", "return", table=NATIVE),
    takes("guest-prepare-async", TWO + "    async def prepare(self, c): return c\n    def format(self, native): return chat(native)\n", "2 passed", table=NATIVE + "CAPABILITIES = {'openai.chat': {'blocks': []}}\n", status=GREEN),
    takes("guest-prepare-of-a-list", TWO + "    def prepare(self, messages): return [m['role'] for m in messages]\n    def format(self, native): return native\n", "Conversation", r"\.messages", table=NATIVE),
    takes("guest-format-gives-system-and-messages", "def split(c): return ('', chat(c))\n", "tuple|pair", "system", "messages", table="FORMATTERS = {'anthropic.chat': split}\nCAPABILITIES = {'anthropic.chat': {'blocks': []}}\n"),
    takes("guest-steps-the-wrong-way", TWO + "    def prepare(self, c): return chat(c)\n    def format(self, native): return [m.text for m in native]\n", "text", "dict|prepare", table=NATIVE),
    gives("guest-system-as-a-keyword", "return {'system': 'Be brief', 'messages': p}", "'system'|\\.system", "role|message|system message"),
    gives("guest-extra-body", "return {'extra_body': {'messages': p}}", "extra_body", "messages"),
    gives("guest-messages-as-text", "import json\nreturn {'messages': json.dumps(p)}", r"\$\.messages", "json.dumps|text|string|str", "list|array"),
    gives("guest-under-body", "return {'body': {'messages': p}}", "'body'", "messages"),
    gives("guest-under-kwargs", "return {'kwargs': {'messages': p}}", "'kwargs'", "messages"),
    gives("guest-url-and-json", "return {'url': 'https://api.openai.com/v1/chat/completions', 'json': {'messages': p}}", "'json'|'url'", "messages", "alone|itself|payload"),
    gives("guest-text-enumeration", "import enum\nR = enum.Enum('R', {k: k for k in ('user', 'assistant', 'system')}, type=str)\nreturn [{**m, 'role': R(m['role'])} for m in p]", "2 passed", status=GREEN),
    gives("guest-text-of-a-class", "S = type('S', (str,), {})\nreturn [{**m, 'content': S(m['content'])} for m in p]", "2 passed", status=GREEN),
    gives("guest-default-dict", "import collections\nreturn [collections.defaultdict(str, m) for m in p]", "2 passed", status=GREEN),
    gives("guest-user-dict", "import collections\nreturn [collections.UserDict(m) for m in p]", "UserDict", r"\$\[0\]", r"dict\(|\.data"),
    gives("guest-chain", "import itertools\nreturn itertools.chain(p)", "chain", r"list\("),
    author("guest-lazy-table", CHAT + "def __getattr__(name):\n    if name == 'FORMATTERS': return {'openai.chat': chat}\n    if name == 'CAPABILITIES': return {'openai.chat': {'blocks': []}}\n    raise AttributeError(name)\n", "2 passed", status=GREEN, words=run()[2:]),
    author("guest-warns-instead", "import warnings\n" + TEXTS + "    if conversation.tools: warnings.warn('tools are not supported')\n    return texts\n" + FORMATTERS, "lost-call|nowhere", "raise|CAPABILITIES|claim", words=TOOLS[2:]),
    author("guest-error-in-the-payload", TEXTS + "    return {'error': 'tools are not supported'} if conversation.tools else texts\n" + FORMATTERS, "'error'", "raise", words=TOOLS[2:]),
    author("guest-openai-under-anthropic", "import json\n" + TEXTS + "    calls = [{'role': 'assistant', 'tool_calls': [{'id': b.id, 'type': 'function', 'function': {'name': b.name, 'arguments': json.dumps(b.input)}}]} for m in conversation.messages for b in m.blocks if b.type == 'tool_use']\n    return {'messages': texts + calls}\nFORMATTERS = {'anthropic.chat': chat}\n", "tool_calls", "tool_use", "OpenAI|openai", words=TOOLS[2:]),
    author("guest-openai-under-gemini", TEXTS + "    return {'contents': texts}\nFORMATTERS = {'gemini.chat': chat}\n", "'parts'|parts", "'content'|content", "OpenAI|openai|mean|text", words=run()[2:]),
    author("guest-anthropic-under-openai", "def chat(conversation):\n    return [{'role': m.role, 'content': [{'type': b.type, 'id': b.id, 'name': b.name, 'input': b.input} if b.type == 'tool_use' else {'type': 'text', 'text': m.text}  for b in m.blocks if b.type in ('text', 'tool_use')]} for m in conversation.messages if m.role != 'tool']\n" + FORMATTERS, "tool_use", "tool_calls", words=TOOLS[2:]),
)  # fmt: skip

CUT = f"curl {URL} -H 'x-api-key: k' -d '{BODY[:-3]}"
TOOL = '{"role": "tool", "tool_call_id": "x", "content": "a"}'
ALONE = json.dumps({"model": "gpt-4o", "messages": [json.loads(TOOL)]})
ORPHAN = "openai.tool-result-has-call"
WIDE = (
    BODY.replace("{", "｛")
    .replace("}", "｝")
    .replace(":", "：")
    .replace(", ", "，")
    .replace("[", "［")
    .replace("]", "］")
)
HAR = {"log": {"entries": [{"request": {"method": "POST", "url": URL, "postData": {"mimeType": "application/json", "encoding": "base64", "text": base64.b64encode(BODY.encode()).decode()}}, "response": {"status": 400, "content": {}}}]}}  # fmt: skip
PASTED = (
    refused("guest-half-a-curl", CUT, "user-nonempty", "cut|unfinished|truncated", file="r.sh"),
    refused("guest-curl-without-its-end-quote", f"curl {URL} -H 'x-api-key: k' -d '{BODY}", file="r.sh"),
    refused("guest-curl-without-a-body", f"curl {URL} -H 'x-api-key: k' -H 'content-type: application/json'\n", "body|-d|--data", file="r.sh", status=ASKED),
    refused("guest-curl-dashes-of-a-word-processor", f"curl {URL} –H ‘x-api-key: k’ –d ‘{BODY}’\n", file="r.sh"),
    refused("guest-screenshot-read-by-a-machine", SHOWN.replace('"', "”")),
    refused("guest-screenshot-quotes-as-two", SHOWN.replace('"', "''").replace("''''", '""')),
    refused("guest-screenshot-commas-lost", SHOWN.replace(",\n", "\n"), "user-nonempty|line 3", "user-nonempty|comma"),
    refused("guest-wide-characters", WIDE),
    refused("guest-traceback-with-answer", f"Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    client.messages.create(**{json.loads(BODY)})\nanthropic.BadRequestError: Error code: 400 - {{'type': 'error', 'error': {{'type': 'invalid_request_error', 'message': 'messages.0: user messages must have non-empty content'}}}}\n", "user-nonempty", "these are the words|answer"),
    refused("guest-go-openai", 'req := openai.ChatCompletionRequest{\n\tModel: openai.GPT4o,\n\tMessages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleTool, Content: "a", ToolCallID: "x"}},\n}\nresp, err := client.CreateChatCompletion(ctx, req)\n', ORPHAN, file="main.go"),
    refused("guest-go-map", 'body := map[string]any{"model": "gpt-4o", "messages": []map[string]any{{"role": "tool", "tool_call_id": "x", "content": "a"}}}\n', ORPHAN, file="main.go"),
    refused("guest-php-client", "$r = $client->chat()->create(['model' => 'gpt-4o', 'messages' => [['role' => 'tool', 'tool_call_id' => 'x', 'content' => 'a']]]);\n", ORPHAN, file="a.php"),
    refused("guest-php-long-arrays", "<?php\n$body = json_encode(array('model' => 'gpt-4o', 'messages' => array(array('role' => 'tool', 'tool_call_id' => 'x', 'content' => 'a'))));\n", ORPHAN, file="a.php"),
    refused("guest-php-var-export", "array (\n  'model' => 'gpt-4o',\n  'messages' => \n  array (\n    0 => \n    array (\n      'role' => 'tool',\n      'tool_call_id' => 'x',\n      'content' => 'a',\n    ),\n  ),\n)\n", ORPHAN),
    refused("guest-ruby-client", 'client.chat(parameters: { model: "gpt-4o", messages: [{ role: "tool", tool_call_id: "x", content: "a" }] })\n', ORPHAN, file="a.rb"),
    refused("guest-scala", 'val body = Json.obj("model" -> "gpt-4o", "messages" -> Json.arr(Json.obj("role" -> "tool", "tool_call_id" -> "x", "content" -> "a")))\n', ORPHAN, file="A.scala"),
    refused("guest-clojure", '{:model "gpt-4o" :messages [{:role "tool" :tool_call_id "x" :content "a"}]}\n', ORPHAN, file="a.edn"),
    refused("guest-k6", f"import http from 'k6/http';\nhttp.post('{REQUEST}', JSON.stringify({ALONE}), {{ headers: {{}} }});\n", ORPHAN, file="k6.js"),
    refused("guest-terraform", 'body = jsonencode({\n  model = "gpt-4o"\n  messages = [{ role = "tool", tool_call_id = "x", content = "a" }]\n})\n', f"{ORPHAN}|HCL|Terraform", file="main.tf"),
    refused("guest-toml", 'model = "gpt-4o"\n[[messages]]\nrole = "tool"\ntool_call_id = "x"\ncontent = "a"\n', f"{ORPHAN}|TOML", file="r.toml"),
    refused("guest-xml", "<request><model>gpt-4o</model><messages><message role='tool'>a</message></messages></request>", "XML|no request", "JSON", file="r.xml", status=ASKED),
    refused("guest-yaml-block", "request:\n  body: |\n    " + SHOWN.replace("\n", "\n    ") + "\n", file="r.yaml"),
    refused("guest-yaml-two-documents", f"---\n{PAYLOAD}\n---\nmodel: gpt-4o\nmessages:\n  - role: tool\n    tool_call_id: x\n    content: a\n", ORPHAN, file="r.yaml"),
    refused("guest-log-of-python", f"2026-11-28 10:00:00,123 DEBUG httpcore.http11: send_request_body body={BODY}\n"),
    refused("guest-log-in-a-message", json.dumps({"level": "debug", "msg": f"POST /v1/messages {BODY}"}) + "\n", file="a.log"),
    refused("guest-log-of-syslog", f"<14>1 2026-11-28T10:00:00Z host app 7 - - {BODY}\n"),
    refused("guest-log-of-nginx", '10.0.0.1 - - [28/Nov/2026:10:00:00 +0000] "POST /v1/messages HTTP/1.1" 400 91 "' + BODY.replace('"', "\\x22") + '"\n'),
    refused("guest-log-of-kubectl", "".join(f"[pod/api-7d9/app] {line}\n" for line in SHOWN.splitlines())),
    refused("guest-base64-wrapped", base64.encodebytes(BODY.encode() * 1).decode()),
    refused("guest-base64-of-an-address", base64.urlsafe_b64encode(BODY.encode()).decode().rstrip("=")),
    refused("guest-base64-of-gzip", base64.b64encode(gzip.compress(BODY.encode(), mtime=0)).decode(), "user-nonempty|gzip"),
    refused("guest-gzip", gzip.compress(BODY.encode(), mtime=0), "user-nonempty|gunzip|gzip", file="r.json.gz"),
    refused("guest-zstd", b"\x28\xb5\x2f\xfd\x04\x00" + bytes(30), "zstd|Zstandard", "unpack|zstd -d|unzstd", file="r.json.zst", status=ASKED),
    refused("guest-utf-16-without-a-mark", BODY.encode("utf-16-le")),
    refused("guest-utf-16-big-end", b"\xfe\xff" + BODY.encode("utf-16-be")),
    refused("guest-utf-32", BODY.encode("utf-32")),
    refused("guest-mark-in-the-middle", f"\ufeff{PAYLOAD}\n\ufeff{BODY}\n"),
    refused("guest-har-in-base64", json.dumps(HAR), file="r.har"),
    refused("guest-stream-of-ollama", "".join(json.dumps({"model": "llama3.2", "created_at": "2026-11-28T10:00:00Z", "message": {"role": "assistant", "content": word}, "done": word == ""}) + "\n" for word in ("Hi", "!", "")), "answer|response", "request", file="r.jsonl", status=ASKED),
    refused("guest-stream-of-gemini", json.dumps([{"candidates": [{"content": {"role": "model", "parts": [{"text": "Hi"}]}}]}]), "answer|response", "request", status=ASKED),
    refused("guest-list-of-models", '{"object": "list", "data": [{"id": "gpt-4o", "object": "model", "owned_by": "openai"}]}', "no request|answer|models", status=ASKED),
    refused("guest-batch-object", '{"id": "batch_1", "object": "batch", "endpoint": "/v1/chat/completions", "status": "failed", "input_file_id": "file-1"}', "batch", "file|lines|input", status=ASKED),
    refused("guest-two-bodies-glued", PAYLOAD + BODY),
    refused("guest-two-bodies-with-a-rule", f"{PAYLOAD}\n=========\n{BODY}\n"),
    refused("guest-training-lines", "".join(f'{{"messages": [{{"role": "user", "content": "a"}}, {{"role": "{role}", "content": "b"}}]}}\n' for role in ("assistant", "asistant")), "asistant", "2", file="train.jsonl"),
    refused("guest-sharegpt", '{"conversations": [{"from": "human", "value": ""}, {"from": "gpt", "value": "Hi"}]}', "from|conversations", "role|request", status=ASKED),
    refused("guest-a-prompt-only", "You are a helpful assistant. Answer briefly.", "no request", "payload|curl|paste", status=ASKED),
    refused("guest-messages-alone", f"[{TOOL}]", "tool-result-has-call|has no call", file="r.json"),
    refused("guest-curl-config", f'url = "{URL}"\nheader = "x-api-key: k"\ndata = "' + BODY.replace('"', '\\"') + '"\n', file="r.curlrc"),
    refused("guest-issue-in-details", f"<details><summary>Request</summary>\n\n```jsonc\n// what we send\n{SHOWN}\n```\n</details>\n", file="issue.md"),
    refused("guest-http-file-with-tests", f"POST {URL}\nContent-Type: application/json\n\n{BODY}\n\n> {{% client.test('ok', () => client.assert(response.status === 200)) %}}\n", file="r.http"),
    command("guest-why-empty-input", "why -", "standard input|stdin", "empty|nothing"),
    command("guest-why-error-alone", ("why", "--error", "messages: at least one message is required"), "request|file|standard input", "empty|nothing|paste"),
    command("guest-why-of-a-folder", "why logs", "logs", "directory|folder", "logs/a.json|file", files={"logs/a.json": BODY}),
    command("guest-why-dialect-misspelt", "why r.json --dialect antropic", "antropic", "anthropic", files={"r.json": BODY}),
)  # fmt: skip

RUNS = (
    shell("guest-ci-variable-of-ours", f"PROMPTFMT_IMPL=mine pytest {' '.join(run()[2:])}", "PROMPTFMT_IMPL", "--promptfmt-impl"),
    shell("guest-ci-option-in-the-variable", f"PYTEST_ADDOPTS=--promptfmt-impls=mine pytest {' '.join(run()[2:])}", "--promptfmt-impls", "--promptfmt-impl="),
    asks("guest-ci-without-syrupy", (*ONE.split(), "-p", "no:syrupy", "--promptfmt-snapshots=s"), "snapshot", "--snapshot-update", "no:syrupy", status=RED),
    asks("guest-ci-without-syrupy-update", (*ONE.split(), "-p", "no:syrupy", "--promptfmt-snapshots=s", "--snapshot-update"), "--snapshot-update", "syrupy"),
    asks("guest-ci-without-terminal", (*ONE.split(), "-p", "no:terminal"), "", status=GREEN),
    asks("guest-ci-without-capture", (*ONE.split(), "-p", "no:capture"), "1 passed", status=GREEN),
    asks("guest-ci-without-cache", (*ONE.split(), "-p", "no:cacheprovider", "-p", "no:logging", "-p", "no:warnings"), "1 passed", status=GREEN),
    asks("guest-ci-report-as-junit", (*ONE.split(), "--promptfmt-report=junit:r.xml"), "junit", "--junitxml|--junit-xml"),
    asks("guest-ci-report-where-nothing-is-written", (*ONE.split(), "--promptfmt-report=json:/proc/r.json"), "/proc/r.json|/proc", "written|write|permission|No such"),
    asks("guest-ci-snapshots-where-nothing-is-written", (*ONE.split(), "--promptfmt-snapshots=/proc/s", "--snapshot-update"), "/proc/s", "written|write|permission|No such|made"),
    asks("guest-ci-xfails-of-nothing", (*ONE.split(), "--promptfmt-xfails=/dev/null"), "1 passed", status=GREEN),
    asks("guest-ci-report-to-the-output", (*ONE.split(), "--promptfmt-report=markdown:/dev/stdout"), "mine", "1 passed", status=GREEN),
    asks("guest-ci-options-behind-dashes", (*ONE.split(), "--", "--promptfmt-case=chat/plain-turns"), "--promptfmt-case=chat/plain-turns", "--|before"),
    asks("guest-ci-xdist-updates", (*ONE.split(), "-n", "2", "--promptfmt-snapshots=s", "--snapshot-update"), "1 taken", status=GREEN, wants=("pytest-xdist",), leaves=("s/mine/openai.chat/chat.json",)),
    asks("guest-ci-xdist-page", (*ONE.split(), "-n", "2", "--dist=loadfile", "--promptfmt-report=html:r.html"), "1 passed", status=GREEN, wants=("pytest-xdist",), leaves=("r.html",)),
    asks("guest-ci-deselected", (*ONE.split(), "--deselect", "promptfmt/mine/openai/chat::chat/one-user"), "deselected", status=5),
    Mistake("guest-ci-native-table", ("2 passed",), run()[:1] + run()[2:], GREEN, files={"pyproject.toml": '[tool.pytest]\npromptfmt_impl = ["mine"]\n'}),
    Mistake("guest-ci-two-tables", (r"tool\.pytest", "ini_options"), run()[:1] + run()[2:], files={"pyproject.toml": '[tool.pytest]\nminversion = "9.0"\n[tool.pytest.ini_options]\npromptfmt_impl = ["mine"]\n'}),
    Mistake("guest-ci-impl-of-windows-in-ini", (r"pkg\\+mine\.py|pkg/mine\.py", r"pkg/mine\.py"), run()[:1] + run()[2:], files={"pytest.ini": "[pytest]\npromptfmt_impl = pkg\\mine.py\n", "pkg/mine.py": MINE}),
    shell("guest-machine-latin-1", f"PYTHONIOENCODING=latin-1 {RUN}", "fidelity", status=RED, mine=LOSSY),
    shell("guest-machine-why-in-ascii", "PYTHONIOENCODING=ascii promptfmt why r.json", "user-nonempty", status=RED, files={"r.json": BODY.replace('"content": ""', '"content": ""}, {"role": "assistant", "content": "Zürich ☃"')}),
    shell("guest-machine-columns-in-words", f"COLUMNS=wide {RUN}", "fidelity", status=RED, mine=LOSSY),
    shell("guest-machine-one-column", "COLUMNS=1 promptfmt why r.json", "user-nonempty|user", status=RED, files={"r.json": BODY}),
    shell("guest-machine-home-of-nobody", f"HOME=/nowhere {RUN}", "2 passed", status=GREEN),
    shell("guest-machine-safe-path", f"PYTHONSAFEPATH=1 {RUN}", "2 passed", status=GREEN),
    shell("guest-machine-warnings-are-errors", f"PYTHONWARNINGS=error {RUN}", "2 passed", status=GREEN),
    shell("guest-machine-time-zone-of-nowhere", f"TZ=Nowhere/Else {RUN}", "2 passed", status=GREEN),
    shell("guest-machine-small-files-only", f"ulimit -f 8; {RUN} --promptfmt-report=html:r.html", "too large|Errno 27", "r.html", status=RED),
    shell("guest-machine-why-full-output", "promptfmt why r.json >/dev/full", "No space|written|full", status=ASKED, files={"r.json": BODY}),
    shell("guest-machine-output-closed", "promptfmt list cases >&-", "standard output|closed|written|Bad file", status=ASKED),
    shell("guest-machine-input-closed", "promptfmt why - <&-", "standard input", "closed|read|Bad file|empty", status=ASKED),
    shell("guest-machine-reader-gone", "promptfmt list rules | true", "", status=GREEN),
    shell("guest-machine-certify-full-output", "promptfmt certify mine -o c.json >/dev/full", "No space|written|full", status=ASKED),
    shell("guest-machine-run-with-closed-output", f"{RUN} >&-", "", status=GREEN),
)  # fmt: skip

FUNCTIONS = (
    gives("guest-payload-and-notes", "return p, {'tokens': 5}", "tuple|pair", "payload alone|alone|only|first"),
    gives("guest-payload-and-nothing", "return p, None", "tuple|pair", "payload alone|alone|only|first"),
    gives("guest-worked-and-payload", "return True, p", "tuple|pair", "payload alone|alone|only"),
    gives("guest-named-tuple", "import collections\nM = collections.namedtuple('M', 'role content')\nreturn [M(**m) for m in p]", r"\bM\b", r"_asdict\(\)", r"\$\[0\]"),
    gives("guest-list-in-a-list", "return [p]", r"\$\[0\]", "list|array", "one list|level|inside|object|flat|itself"),
    gives("guest-each-in-a-list", "return [[m] for m in p]", r"\$\[0\]", "list|array"),
    gives("guest-number-as-a-key", "return [{**m, 1: 2} for m in p]", r"\$\[0\]", r"key", r"\b1\b|int"),
    gives("guest-messages-none", "return {'messages': None}", r"\$\.messages", "null|None"),
    gives("guest-messages-by-number", "return {'messages': dict(enumerate(p))}", r"\$\.messages", "list|array|key"),
    gives("guest-temperature-nan", "return {'messages': p, 'temperature': float('nan')}", r"\$\.temperature", "NaN|nan"),
    gives("guest-tokens-infinite", "return {'messages': p, 'max_tokens': float('inf')}", r"\$\.max_tokens", "Infinity|inf"),
    gives("guest-number-without-end", "return {'messages': p, 'seed': 10 ** 5000}", r"\$\.seed", "digits|number|integer|large|big"),
    gives("guest-complex", "return {'messages': p, 'temperature': 1j}", r"\$\.temperature", "complex"),
    gives("guest-circle", "p.append(p)\nreturn p", r"\$\[\d\]", "itself|circle|circular|recurs"),
    gives("guest-deep-content", "x = []\nfor _ in range(5000): x = [x]\nreturn [{**m, 'content': x} for m in p]", r"\$\[0\]\.content|\$\[0\]", "deep|nest"),
    gives("guest-half-a-character-in-a-name", "return [{**m, 'name': '\\ud83d'} for m in p]", r"\$\[0\]\.name", "surrogate|half"),
    gives("guest-future-of-a-pool", "from concurrent.futures import Future\nf = Future(); f.set_result(p)\nreturn f", "Future", r"\.result\(\)"),
    gives("guest-lock-inside", "import threading\nreturn {'messages': p, 'metadata': {'lock': threading.Lock()}}", r"\block\b", r"\$\.metadata\.lock"),
    gives("guest-enumerated", "return enumerate(p)", "enumerate", r"list\("),
    gives("guest-turned-round", "return reversed(p)", "reversed", r"list\("),
    gives("guest-items", "return dict(enumerate(p)).items()", "dict_items", r"list\(|values"),
    takes("guest-context-manager", "import contextlib\n@contextlib.contextmanager\ndef opened(c): yield chat(c)\n", "ContextManager|context manager", "with|yield|contextmanager", table="FORMATTERS = {'openai.chat': opened}\n"),
    takes("guest-fixture", "import pytest\n@pytest.fixture\ndef fixed(conversation): return chat(conversation)\n", "fixture", table="FORMATTERS = {'openai.chat': fixed}\n", status=4),
    takes("guest-class-method", "@classmethod\ndef made(cls, c): return chat(c)\n", "classmethod", "function|callable", table="FORMATTERS = {'openai.chat': made}\n", status=4),
    takes("guest-self-left-over", "def formats(self, conversation): return chat(conversation)\n", "self|argument", "conversation", table="FORMATTERS = {'openai.chat': formats}\n"),
    takes("guest-any-arguments", "def formats(*args, **more): return chat(*args)\n", "2 passed", table="FORMATTERS = {'openai.chat': formats}\nCAPABILITIES = {'openai.chat': {'blocks': []}}\n", status=GREEN),
    takes("guest-awaited-call", "class Fmt:\n    async def __call__(self, c): return chat(c)\n", "2 passed", table="FORMATTERS = {'openai.chat': Fmt()}\nCAPABILITIES = {'openai.chat': {'blocks': []}}\n", status=GREEN),
    author("guest-input-popped", "import json\ndef chat(conversation):\n    return [{'role': 'assistant', 'tool_calls': [{'id': b.id, 'type': 'function', 'function': {'name': b.name, 'arguments': json.dumps({k: b.input.pop(k) for k in list(b.input)})}}]} for m in conversation.messages for b in m.blocks if b.type == 'tool_use']\n" + FORMATTERS, "purity", "changed", "input", words=TOOLS[2:]),
    willed("guest-forks", "import os\nif os.fork() == 0: os._exit(0)", "2 passed|child|process", status=GREEN),
    willed("guest-closes-the-output", "import sys\nsys.stdout.close()", "stdout|standard output|closed"),
    willed("guest-goes-elsewhere", "import os\nos.chdir('/')", "purity", "directory|chdir"),
    willed("guest-patches-json", "import json\njson.dumps = lambda *a, **k: '{}'", "json.dumps|json"),
    willed("guest-leaves-a-file", "open('debug.log', 'a').write('x')", "purity", r"debug\.log"),
    willed("guest-leaves-a-thread", "import threading, time\nthreading.Thread(target=time.sleep, args=(3,), daemon=True).start()", "thread"),
    willed("guest-lowers-the-limit", "import sys\nsys.setrecursionlimit(150)", "recursion"),
    willed("guest-dies-at-once", "import os\nos._exit(3)", "ended|exit|died|3", status=RED),
    written("guest-named-by-address", CHAT + "def marked(c): return [{**m, 'name': f'n{id(c)}'} for m in chat(c)]\nFORMATTERS = {'openai.chat': marked}\nCAPABILITIES = {'openai.chat': {'blocks': []}}\n", "purity", r"\$\[0\]\.name"),
    written("guest-named-by-hash", CHAT + "def marked(c): return [{**m, 'name': f'n{abs(hash(m[\"content\"]))}'} for m in chat(c)]\nFORMATTERS = {'openai.chat': marked}\nCAPABILITIES = {'openai.chat': {'blocks': []}}\n", "purity", r"\$\[0\]\.name", "hash|PYTHONHASHSEED"),
    written("guest-huge-output", CHAT + "def marked(c): return [{**m, 'content': m['content'] * 300000} for m in chat(c)]\nFORMATTERS = {'openai.chat': marked}\nCAPABILITIES = {'openai.chat': {'blocks': []}}\n", "fidelity|twice|more"),
)  # fmt: skip


def told(*blocks: object, role: str = "user") -> dict[str, object]:
    return {"messages": [{"role": "user", "content": "Hello amber-17"}, {"role": role, "content": list(blocks)}]}


CALL = {"type": "tool_use", "id": "c", "name": "f", "input": {}}
OWN = (
    filed("guest-speaker-a-number", "speaker", "5|text|string", conversation=json.loads(f'{{"messages": {SAID}, "speaker": 5}}')),
    filed("guest-tools-a-table", "tools", "list|array", conversation=json.loads(f'{{"messages": {SAID}, "tools": {{"f": {{}}}}}}')),
    filed("guest-tool-of-anthropic", "input_schema", "parameters", conversation=json.loads(f'{{"messages": {SAID}, "tools": [{{"name": "f", "description": "d", "input_schema": {{"type": "object"}}}}]}}')),
    filed("guest-blocks-for-content", "blocks", "content", conversation={"messages": [{"role": "user", "blocks": [{"type": "text", "text": "a"}]}]}),
    filed("guest-content-an-object", "content", "list|text", conversation={"messages": [{"role": "user", "content": {"type": "text", "text": "a"}}]}),
    filed("guest-block-without-type", "type", "text", conversation=told({"text": "a"})),
    filed("guest-image-data", "data|source", "source", conversation=told({"type": "image", "data": "iVBORw0KGgo="})),
    filed("guest-image-without-its-type", "media_type", conversation=told({"type": "image", "source": {"type": "base64", "data": "iVBORw0KGgo="}})),
    filed("guest-call-with-arguments", "arguments", "input", conversation=told({**CALL, "arguments": "{}"} | {"input": None}, role="assistant")),
    filed("guest-result-of-anthropic", "tool_use_id", r"\bid\b", conversation=told({"type": "tool_result", "tool_use_id": "c", "output": "a"})),
    filed("guest-result-with-content", "content", "output", conversation=told({"type": "tool_result", "id": "c", "content": "a"})),
    filed("guest-role-developer", "developer", "system", conversation={"messages": [{"role": "developer", "content": "a"}]}),
    filed("guest-thinking-by-text", "thinking", "text", conversation=told({"type": "thinking", "text": "a"}, role="assistant")),
    filed("guest-expect-a-table", "expect", "list|array", expect={"demand": "refuse"}),
    filed("guest-expect-of-claude", "claude", "anthropic", expect=[{"demand": "refuse", "dialects": ["claude"]}]),
    filed("guest-budget-a-text", "budget", "100|number|integer", budget="100"),
    filed("guest-scenario-with-a-dash", "multi-agent", "multiagent", scenarios=["multi-agent"]),
    filed("guest-everyday-yes", "everyday", "true|boolean", everyday="yes"),
    filed("guest-tags-a-text", "tags", "list|array", tags="slow"),
    filed("guest-files-a-list", "files", "object|table|name", files=["receipt.png"]),
    filed("guest-twin-of-nobody", "twin", "chat/nowhere", twin="chat/nowhere"),
)  # fmt: skip

KEPT = (
    command("guest-certify-into-the-second-word", "certify mine c.json", "c.json", "-o c.json|-o"),
    command("guest-certify-a-level-in-small", "certify mine -o c.json --level l2", "l2", "L2"),
    command("guest-verify-a-page", "verify r.html", "r.html", "page|HTML|JSON", "certificate", files={"r.html": "<!doctype html><title>x</title>"}),
    command("guest-verify-two", "verify a.json b.json", "b.json", "one|unrecognized", files={"a.json": "{}", "b.json": "{}"}),
    command("guest-verify-a-payload", "verify p.json", "p.json", "certificate", files={"p.json": PAYLOAD}),
    shell("guest-verify-after-a-change", f"{CERTIFIED}; echo '# more' >>mine.py; promptfmt verify c.json", "source", "mine", status=RED),
    shell("guest-verify-pretty", f"{CERTIFIED}; python -m json.tool --indent 1 c.json d.json; promptfmt verify d.json", "the same", status=GREEN),
    shell("guest-verify-a-raised-level", f"{CERTIFIED}; sed -i 's/\"level\": null/\"level\": 3/' c.json; promptfmt verify c.json", "c.json|digest", "edited|changed|digest", status=ASKED, mine=LOSSY),
    shell("guest-verify-as-another", f"{CERTIFIED}; cp mine.py yours.py; promptfmt verify c.json --impl yours", "yours|name|the same", "mine|the same", status=RED),
    shell("guest-snaps-edited", f"{TAKEN}; sed -i 's/amber/ember/' {SNAPSHOT}; {SNAPS}", "snapshot.changed", "ember", "--snapshot-update", status=RED),
    shell("guest-snaps-of-another-name", f"{TAKEN}; mv s/mine s/yours; {SNAPS}", "snapshot", "yours|--snapshot-update", status=RED),
    shell("guest-snaps-into-a-file", "pytest --promptfmt-impl=mine --promptfmt-case=chat/one-user --promptfmt-snapshots=snaps.json --snapshot-update", "snaps.json", "directory", status=4, files={"snaps.json": "{}"}),
    shell("guest-snaps-of-what-is-wrong", f"{SNAPS} --snapshot-update", "fidelity", "taken", status=RED, mine=LOSSY),
    excuses("guest-no-blanks", excuse('"openai.chat/chat/one-user"'), "openai.chat/chat/one-user", " / "),
    excuses("guest-colons", excuse('"openai.chat::chat/one-user"'), "::", " / "),
    excuses("guest-table-of-a-target", '[xfail."openai.chat"]\nreason = "later"\n', r"\[\[xfail\]\]", "match"),
    excuses("guest-passes", excuse('"openai.chat / chat/one-user"'), "Delete these lines", r"promptfmt\.toml:1", status=RED),
    excuses("guest-twice-the-same", excuse('"openai.chat / chat/one-user"') * 2, r"promptfmt\.toml:\d", status=RED),
    asks("guest-xfails-in-json", (*ONE.split(), "--promptfmt-xfails=known.json"), r"known\.json", "TOML", files={"known.json": '[{"match": "openai.chat"}]'}),
    asks("guest-xfails-in-yaml", (*ONE.split(), "--promptfmt-xfails=known.yaml"), r"known\.yaml", "TOML", files={"known.yaml": "- match: openai.chat\n  reason: later\n"}),
    claimed("guest-blocks-twice", "{'openai.chat': {'blocks': ['tool', 'tool']}}", "tool", "twice|2 passed", status=GREEN),
    claimed("guest-block-in-capitals", "{'openai.chat': {'blocks': ['Tool']}}", "'Tool'", "mean 'tool'"),
    claimed("guest-blocks-none", "{'openai.chat': {'blocks': None}}", "blocks", "None", "list|leave"),
    claimed("guest-layer-in-capitals", "{'openai.chat': {'layer': 'SDK'}}", "'SDK'", "'sdk'"),
    claimed("guest-refuses-in-words", "{'openai.chat': {'refuses': ['media by address']}}", "media by address", "mean 'media-by-address'"),
    claimed("guest-thinking-at-openai", "{'openai.chat': {'blocks': ['thinking']}}", "thinking", "openai"),
    asks("guest-model-of-nobody", (*ONE.split(), "--promptfmt-model=*=nobody-7b"), "nobody-7b", "not known|nobody knows|unknown|no model", status=GREEN),
    asks("guest-model-by-colon", (*ONE.split(), "--promptfmt-model=openai.chat:gpt-4o"), "openai.chat:gpt-4o", r"openai\.chat=gpt-4o|GLOB=MODEL"),
    command("guest-validate-provider", "validate p.json --provider anthropic", "--provider", "--dialect anthropic", files={"p.json": BAD}),
    command("guest-validate-api", "validate p.json --api openai", "--api", "--dialect openai", files={"p.json": BAD}),
)  # fmt: skip

LIBRARY = (
    calls("guest-corpus-nowhere", "check_formatter(mine, corpus='nowhere', cases=['x-nowhere/*'])", "nowhere", "directory"),
    calls("guest-table", f"print(check_formatter(mine.FORMATTERS, {FEW}).ok)", "True", status=GREEN),
    calls("guest-lambda", f"check_formatter(lambda c: mine.chat(c), {FEW})", "lambda|function", r"\{.openai\.chat"),
    calls("guest-model-of-nobody", "print(len(check_payload({'model': 'nobody-7b', 'messages': PAYLOAD}, 'openai')))", r"\d", status=GREEN),
    calls("guest-context-a-name", "check_payload(PAYLOAD, 'openai', context='gpt-4o')", "context", "unexpected|model|no argument"),
    calls("guest-thinking-on", "check_payload(PAYLOAD, 'openai', thinking='on')", "thinking", "True|bool|unexpected"),
    calls("guest-severity-of-words", "print(check_payload([{'role': 'usr', 'content': 'x'}], 'openai')[0].level)", "level", "severity"),
    calls("guest-finding-message", "print(check_payload([{'role': 'usr', 'content': 'x'}], 'openai')[0].description)", "description", "message"),
    calls("guest-finding-rule", "print(check_payload([{'role': 'usr', 'content': 'x'}], 'openai')[0].rule)", "'rule'", r"\bid\b"),
    calls("guest-report-to-json", f"check_formatter(mine, {FEW}).to_json()", "to_json", "document"),
    calls("guest-report-to-a-page", f"check_formatter(mine, {FEW}).to_html('r.html')", "to_html", "document|render|write"),
    calls("guest-report-by-target", f"check_formatter(mine, {FEW})['openai.chat']", "Report|subscriptable", r"levels|failures|document"),
    calls("guest-report-walked", f"for each in check_formatter(mine, {FEW}): pass", "Report|iterable", "failures|findings"),
    calls("guest-cases-of-a-generator", "print(check_formatter(mine, cases=(c for c in ['chat/one-user'])).ok)", "True", status=GREEN),
    calls("guest-cases-none-of-them", "check_formatter(mine, cases=['chat/nowhere'])", "chat/nowhere", "matches|no case"),
    calls("guest-targets-of-a-dialect", f"check_formatter(mine, targets=['openai'], {FEW})", "'openai'", r"openai\.\*|openai\.chat"),
    calls("guest-checks-of-a-rule", f"check_formatter(mine, checks=['openai.role-enum'], {FEW})", "openai.role-enum", "protocol|schema"),
    calls("guest-strings-of-modules", f"check_formatter('mine.chat', {FEW})", "mine.chat", "mine:|module|'mine'"),
    calls("guest-payload-of-bytes", "print(check_payload(b'[]', 'openai'))", "bytes", "json.loads|decode", status=GREEN),
    calls("guest-payload-pair", "print(check_payload((PAYLOAD, {'tokens': 5}), 'openai'))", "tuple|pair", "alone|payload", status=GREEN),
    guarded("guest-with", "with Guard('raise'): pass", "with|context manager", "event_hooks"),
    guarded("guest-decorates", "@Guard('raise')\ndef send(): pass", "function|send", "event_hooks|request"),
    guarded("guest-to-log", "Guard('log')", "'log'", "'raise'|leave|nothing"),
    guarded("guest-level", "Guard(level='error')", "level", "refused|'raise'|milliseconds"),
    guarded("guest-judged-ok", "print(judged(fine, 'openai').ok)", "'ok'|True", "bool|errors|True"),
    guarded("guest-judged-findings", "print(judged(broken, 'openai').findings[0])", "findings|tool", "errors|tool"),
    guarded("guest-judged-raises", "judged(broken, 'openai').raise_for_errors()", "raise_for_errors", "errors|Guard"),
    guarded("guest-judged-bytes", "import json\nprint(judged(json.dumps(broken).encode(), 'openai').errors)", "bytes", "json.loads|decode", status=GREEN),
    guarded("guest-no-time-at-all", "Guard('raise', milliseconds=0)", "milliseconds", r"\b0\b"),
    guarded("guest-aiohttp", "Guard('raise').aiohttp()", "aiohttp", "event_hooks|adapter|judged|httpx"),
    shell("guest-report-of-nothing", f"{DONE}; promptfmt report r.json", "html:|markdown:|FORMAT", status=ASKED),
)  # fmt: skip

TABLE: tuple[Mistake, ...] = (*WIRES, *PASTED, *RUNS, *FUNCTIONS, *OWN, *KEPT, *LIBRARY)

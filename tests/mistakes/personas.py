"""Seven people and what each gets wrong: who writes TypeScript, lives in a notebook, keeps the CI, reviews, serves eight dialects, has one refusal, comes from other tools."""

from __future__ import annotations

import base64
import json
import zlib

from mistakes.commands import FEW, PAYLOAD, command
from mistakes.doors import BODY, URL, answers, bridge
from mistakes.fields import DONE, LOOP, SNAPS, SNAPSHOT, TAKEN, guarded, willed
from mistakes.hurried import gives, takes, written
from mistakes.mistake import CASES, CHAT, FORMATTERS, GREEN, LOSSY, MINE, RED, TEXT_ONLY, USAGE, Mistake, run
from mistakes.pages import ONE, asks, calls, distribution, excuse, excuses, filed, judged_in_ci
from mistakes.projects import LEVEL
from mistakes.surroundings import shell
from mistakes.trades import CALLING, author, refused

ASKED = 2
KEY = "sk-ant-api03-notforprint"
HIDDEN = ("Traceback", KEY)
FETCHED = json.dumps(BODY)

TYPESCRIPT = (
    asks("typed-formatter-in-typescript", ("--promptfmt-impl=formatter.ts", *ONE.split()[1:]), "formatter.ts", "TypeScript|not Python|no Python", "cmd:", files={"formatter.ts": "export const FORMATTERS = {}\n"}),
    asks("typed-formatter-in-a-module-of-javascript", ("--promptfmt-impl=src/formatter.mjs", *ONE.split()[1:]), "formatter.mjs", "JavaScript|not Python|no Python", "cmd:node", files={"src/formatter.mjs": "export const FORMATTERS = {}\n"}),
    bridge("typed-npm-banner", "print('\\n> mine@1.0.0 bridge\\n> node bridge.js\\n', flush=True)\n" + LOOP, "npm", "--silent|-s\\b", status=USAGE),
    bridge("typed-yarn-banner", "print('yarn run v1.22.22\\n$ node bridge.js', flush=True)\n" + LOOP, "yarn", "--silent|-s\\b|node", status=USAGE),
    bridge("typed-debugger-listens", "import sys\nsys.stderr.write('Debugger listening on ws://127.0.0.1:9229/0f2c936f\\n')\n" + LOOP, "2 passed", status=GREEN),
    answers("typed-promise-not-awaited", 'say({"id": asked["id"], "payload": {}})', "await|promise", r"\{\}"),
    answers("typed-object-object", 'say({"id": asked["id"], "payload": "[object Object]"})', r"\[object Object\]", "JSON.stringify|String|object itself"),
    answers("typed-undefined-content", 'say({"id": asked["id"], "payload": [{"role": m["role"]} for m in payload]})', "content", "undefined|missing|required"),
    bridge("typed-target-in-camel-case", LOOP.replace("openai.chat", "openai.multiAgent"), "openai.multiAgent", "mean 'openai.multiagent'", status=USAGE),
    bridge("typed-dist-not-built", "raise SystemExit(\"Error: Cannot find module '/app/dist/bridge.js'\")", "Cannot find module", "dist/bridge.js", status=USAGE),
    bridge("typed-import-outside-a-module", "import sys\nsys.exit('SyntaxError: Cannot use import statement outside a module')", "Cannot use import statement", r"\.mjs|\"type\": \"module\"|module", status=USAGE),
    bridge("typed-npx-asks", "import sys\nsys.stdout.write('Need to install the following packages:\\ntsx@4.19.2\\nOk to proceed? (y) ')\nsys.stdout.flush()\nsys.stdin.readline()\n", "Need to install|Ok to proceed|npx", "--yes|-y\\b|install", status=USAGE),
    refused("fetch-of-chrome", f'fetch("{URL}", {{\n  "headers": {{\n    "content-type": "application/json",\n    "x-api-key": "{KEY}"\n  }},\n  "referrerPolicy": "strict-origin-when-cross-origin",\n  "body": {FETCHED},\n  "method": "POST",\n  "mode": "cors",\n  "credentials": "include"\n}});', "user-nonempty", r"messages\[0\]", file="r.js", never=HIDDEN),
    refused("fetch-of-firefox", f'await fetch("{URL}", {{\n    "credentials": "omit",\n    "headers": {{\n        "User-Agent": "Mozilla/5.0",\n        "x-api-key": "{KEY}"\n    }},\n    "body": {FETCHED},\n    "method": "POST",\n    "mode": "cors"\n}});', "user-nonempty", "certain", never=HIDDEN),
    refused("fetch-with-a-template", f"const r = await fetch(`{URL}`, {{ method: 'POST', headers, body: JSON.stringify({{ model, max_tokens: 9, messages: [{{ role: 'user', content: `` }}] }}) }});\n", file="r.ts"),
    refused("inspected", "APICallError [AI_APICallError]: messages.0: all messages must have non-empty content\n    at postToApi (file:///app/node_modules/@ai-sdk/provider-utils/dist/index.mjs:1:1) {\n  url: '" + URL + "',\n  requestBodyValues: { model: 'claude-sonnet-4-5', max_tokens: 9, messages: [ { role: 'user', content: '' } ] },\n  statusCode: 400,\n  isRetryable: false\n}\n"),
    refused("inspected-too-shallow", "{\n  model: 'claude-sonnet-4-5',\n  max_tokens: 9,\n  messages: [ { role: 'user', content: [Array] }, [Object] ]\n}\n", r"\[Array\]|\[Object\]", "JSON.stringify|depth", status=GREEN),
    refused("instances-of-a-class", "{ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [ Message { role: 'user', content: '' } ] }\n"),
    refused("role-of-an-enumeration", "await anthropic.messages.create({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: Role.User, content: 'Hi' }, { role: 'tool', content: 'x' }] });\n", r"messages\[1\]", "Role.User|not judged", file="r.ts"),
    refused("mapped-messages", "const r = await anthropic.messages.create({ model: 'claude-sonnet-4-5', max_tokens: '9', messages: history.map(m => ({ role: m.role, content: m.text })) });\n", "max_tokens", "not judged", r"\$\.messages", file="r.ts"),
    refused("langchain-in-typescript", "const llm = new ChatAnthropic({ model: 'claude-sonnet-4-5' });\nawait llm.invoke([{ role: 'user', content: '' }]);\n", "LangChain|ChatAnthropic|user-nonempty", file="r.ts"),
    refused("playwright", f"await request.post('{URL}', {{ data: {{ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{{ role: 'user', content: '' }}] }} }});\n", file="r.spec.ts"),
    refused("undefined-inside", "{ model: 'claude-sonnet-4-5', max_tokens: 9, system: undefined, messages: [{ role: 'user', content: '' }] }"),
)  # fmt: skip

PS = (
    f'$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\nInvoke-WebRequest -UseBasicParsing -Uri "{URL}" `\n-Method "POST" `\n-WebSession $session `\n-Headers @{{\n"x-api-key"="{KEY}"\n}} `\n-ContentType "application/json" `\n-Body ([System.Text.Encoding]::UTF8.GetBytes("'
    + BODY.replace('"', '`"')
    + '"))'
)
CMD = f'curl "{URL}" ^\r\n  -H "x-api-key: {KEY}" ^\r\n  -d "' + BODY.replace('"', '\\"') + '"\r\n'
CHARLES = json.dumps(
    [
        {
            "status": "COMPLETE",
            "method": "POST",
            "protocolVersion": "HTTP/2",
            "scheme": "https",
            "host": "api.anthropic.com",
            "path": "/v1/messages",
            "request": {"mimeType": "application/json", "body": {"text": BODY, "charset": None}},
            "response": {"status": 400},
        }
    ]
)
HALF = len(BODY) // 2
STAMP = "2026-11-27T10:00:00.1234567Z "
WRAPPED = (
    "On Fri, 27 Nov 2026 at 10:00, Ada <ada@a.example> wrote:\r\n> > What we sent:\r\n> > "
    + BODY.replace(
        ', "model"', ', "system": "You are the concierge of a hotel and you\r\n> > answer in short sentences.", "model"'
    )
    + "\r\n> Odd.\r\n"
)
REFUSAL = (
    refused("powershell-bytes", PS, "user-nonempty", r"messages\[0\]", file="r.ps1", never=HIDDEN),
    refused("curl-of-the-command-prompt", CMD, "user-nonempty", r"messages\[0\]", file="r.bat", never=HIDDEN),
    refused("curl-exe", f"curl.exe -X POST {URL} -H 'x-api-key: {KEY}' --data-raw '" + BODY.replace('"', '\\"') + "'\n", "user-nonempty", never=HIDDEN),
    refused("curl-heredoc", f"curl {URL} -H 'content-type: application/json' -d @- <<'EOF'\n{BODY}\nEOF\n", file="r.sh"),
    refused("curl-behind-a-pipe", f"echo '{BODY}' | curl -s {URL} -H 'content-type: application/json' -d @-\n", file="r.sh"),
    refused("curl-json", f"curl --json '{BODY}' {URL}\n", file="r.sh"),
    refused("httpie", f"http POST {URL} x-api-key:{KEY} model=claude-sonnet-4-5 max_tokens:=9 messages:='[{{\"role\": \"user\", \"content\": \"\"}}]'\n", file="r.sh", never=HIDDEN),
    refused("wget", f"wget -qO- --header='x-api-key: {KEY}' --post-data='{BODY}' {URL}\n", file="r.sh", never=HIDDEN),
    refused("jq", "jq -n '{model: \"claude-sonnet-4-5\", max_tokens: 9, messages: [{role: \"user\", content: \"\"}]}' | curl " + URL + " -d @-\n", file="r.sh"),
    refused("text-block-of-java", f'var body = """\n    {BODY}\n    """;\nHttpRequest.newBuilder(URI.create("{URL}")).POST(BodyPublishers.ofString(body)).build();\n', file="R.java"),
    refused("joined-in-java", "String body = " + json.dumps(BODY[:HALF]) + "\n    + " + json.dumps(BODY[HALF:]) + f";\nHttpRequest.newBuilder(URI.create(\"{URL}\"));\n", file="R.java"),
    refused("kotlin", 'val body = mapOf("model" to "claude-sonnet-4-5", "max_tokens" to 9, "messages" to listOf(mapOf("role" to "user", "content" to "")))\n', file="R.kt"),
    refused("dart", f"await http.post(Uri.parse('{URL}'), body: jsonEncode({{'model': 'claude-sonnet-4-5', 'max_tokens': 9, 'messages': [{{'role': 'user', 'content': ''}}]}}));\n", file="r.dart"),
    refused("r", f'request("{URL}") |> req_body_json(list(model = "claude-sonnet-4-5", max_tokens = 9, messages = list(list(role = "user", content = "")))) |> req_perform()\n', file="r.R"),
    refused("httpx-in-python", f"import httpx\nr = httpx.post('{URL}', headers=headers, timeout=60, json=dict(model='claude-sonnet-4-5', max_tokens=9, messages=[dict(role='user', content='')]))\n", file="r.py"),
    refused("boto3", "client = boto3.client('bedrock-runtime')\nclient.converse(modelId='anthropic.claude-3-haiku-20240307-v1:0', messages=[{'role': 'user', 'content': [{'text': ''}]}])\n", r"messages\[0\]", "Bedrock", file="r.py"),
    refused("genai-types", "client.models.generate_content(model='gemini-2.5-flash', contents=[types.Content(role='assistant', parts=[types.Part(text='Hi')]), types.Content(role='user', parts=[types.Part.from_text(text='So?')])])\n", "gemini", r"contents\[0\]", "model", file="r.py"),
    refused("litellm", 'litellm.completion(model="anthropic/claude-sonnet-4-5", messages=[{"role": "user", "content": ""}])\n', "user-nonempty|litellm", "claude-sonnet-4-5", file="r.py"),
    refused("langchain-in-python", 'llm = ChatOpenAI(model="gpt-4o")\nllm.invoke([SystemMessage("Be brief"), ToolMessage("4 degrees", tool_call_id="call_1")])\n', "LangChain|ChatOpenAI|tool-result-has-call", file="r.py"),
    refused("built-elsewhere", "client = OpenAI()\nclient.chat.completions.create(**build(history))\n", "build|nothing of|what the program", "print|log|what was sent|value", file="r.py", status=2),
    refused("charles", CHARLES, "user-nonempty", "certain", file="r.chlsj"),
    refused("flow-of-mitmproxy", b"1234:4:type;4:http;7:version;2:20#7:request;900:4:path,12:/v1/messages,7:content,3:abc,}}", "mitmproxy|flow", "HAR|hardump|export", file="flows", status=ASKED),
    refused("pcap", b"\xd4\xc3\xb2\xa1\x02\x00\x04\x00" + bytes(32), "capture|pcap|binary", "text|HAR|copy|export", file="r.pcap", status=ASKED),
    refused("parquet", b"PAR1\x15\x04\x15\x10" + bytes(range(128, 200)) + b"PAR1", "parquet|binary", "JSON|text|export|row", file="r.parquet", status=ASKED),
    refused("sqlite", b"SQLite format 3\x00\x10\x00\x01\x01" + bytes(80), "SQLite|database", "JSON|text|select|row|export", file="logs.db", status=ASKED),
    refused("pickle", b"\x80\x04\x95\x20\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x05model\x94\x8c\x06gpt-4o\x94s.", "pickle|binary", "json.dump|JSON|print", file="r.pkl", status=ASKED),
    refused("docx", b"PK\x03\x04\x14\x00\x06\x00" + bytes(18) + b"[Content_Types].xml" + bytes(40), "Word|docx|zip|archive", "text|copy|unpack", file="r.docx", status=ASKED),
    refused("invalid-escape", '{"model": "claude-sonnet-4-5", "max_tokens": 9,\n "messages": [{"role": "user", "content": "C:\\Users\\ada\\q.txt"}, {"role": "user", "content": ""}]}', "user-nonempty|line 2", r"\\U|backslash|escape", status=RED),
    refused("line-break-in-a-text", '{"model": "claude-sonnet-4-5", "max_tokens": 9, "system": "Be brief.\nBe kind.", "messages": [{"role": "user", "content": ""}]}'),
    refused("escaped-without-quotes", BODY.replace('"', '\\"')),
    refused("mail-wrapped", WRAPPED, file="r.eml"),
    refused("mail-of-base64", b"From: ada@a.example\nSubject: refused\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(("We sent\n" + json.dumps(json.loads(BODY), indent=1) + "\n").encode()), file="r.eml"),
    refused("log-of-docker", json.dumps({"log": BODY + "\n", "stream": "stdout", "time": "2026-11-27T10:00:00Z"}) + "\n", file="x-json.log"),
    refused("log-of-containerd", f"2026-11-27T10:00:00.1Z stdout P {BODY[:HALF]}\n2026-11-27T10:00:00.1Z stdout F {BODY[HALF:]}\n", file="0.log"),
    refused("log-of-github", "".join(f"{STAMP}{line}\n" for line in ("##[group]Run python app.py", *json.dumps(json.loads(BODY), indent=2).splitlines(), "##[endgroup]")), file="1_run.txt"),
    refused("log-in-logfmt", "time=2026-11-27T10:00:00Z level=error msg=refused status=400 request=" + json.dumps(BODY) + "\n", file="app.log"),
    refused("log-of-loguru", f"2026-11-27 10:00:00.123 | ERROR    | app.llm:ask:42 - refused: {json.loads(BODY)}\n", file="app.log"),
    refused("log-of-systemd", json.dumps({"MESSAGE": "refused " + BODY, "PRIORITY": "3", "_PID": "1"}) + "\n", file="journal.json"),
    refused("jira-code", "h2. Refused\n{code:json}\n" + BODY + "\n{code}\n"),
    refused("config-map", "apiVersion: v1\nkind: ConfigMap\ndata:\n  request.json: |\n    " + BODY + "\n", file="cm.yaml"),
    refused("enumeration-of-python", "{'model': 'claude-sonnet-4-5', 'max_tokens': 9, 'messages': [{'role': <Role.USER: 'user'>, 'content': ''}]}"),
    refused("ordered-dict", "OrderedDict([('model', 'claude-sonnet-4-5'), ('max_tokens', 9), ('messages', [OrderedDict([('role', 'user'), ('content', '')])])])"),
    refused("objects-at-addresses", "{'model': 'claude-sonnet-4-5', 'max_tokens': '9', 'messages': [<app.Message object at 0x7f3c2a1b4d90>]}", "max_tokens", "object at|not judged", "messages", status=RED),
    refused("cell-of-ipython", "Out[3]: \n{'model': 'claude-sonnet-4-5',\n 'max_tokens': 9,\n 'messages': [{'role': 'user', 'content': ''}]}\n"),
    refused("session-of-pdb", "> /app/llm.py(42)ask()\n-> client.messages.create(**body)\n(Pdb) pp body\n{'max_tokens': 9,\n 'messages': [{'content': '', 'role': 'user'}],\n 'model': 'claude-sonnet-4-5'}\n(Pdb) q\n"),
    refused("lines-of-pytest", "    def test_ask():\n>       client.messages.create(**body)\nE       anthropic.BadRequestError: Error code: 400\n\nbody       = {'max_tokens': 9, 'messages': [{'content': '', 'role': 'user'}], 'model': 'claude-sonnet-4-5'}\n"),
    refused("pictures-of-no-chat", '{"model": "dall-e-3", "prompt": "A cat", "n": 1, "size": "1024x1024"}', "images|pictures|dall-e", "not|no ", status=ASKED),
    refused("assistants", '{"assistant_id": "asst_abc", "thread_id": "thread_1", "instructions": "Be brief"}', "Assistants|assistant_id|thread", "no |not ", status=ASKED),
    refused("realtime", '{"type": "session.update", "session": {"modalities": ["text"], "instructions": "Be brief"}}', "Realtime|session", "no |not ", status=ASKED),
    refused("json-rpc", '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "f", "arguments": {}}}', "JSON-RPC|MCP", "no |not ", status=ASKED),
    command("file-as-a-command", "request.json", "request.json", "promptfmt why request.json", files={"request.json": BODY}),
    command("why-a-file-by-an-option", "why --request request.json", "--request", "promptfmt why request.json|without", files={"request.json": BODY}),
    command("why-response-by-an-option", "why request.json --response answer.txt", "--response", "--error", files={"request.json": BODY, "answer.txt": "no"}),
    command("explain-an-underscore", "explain fidelity.lost_call", "fidelity.lost_call", "mean 'fidelity.lost-call'"),
    command("validate-with-a-bom-conversation", "validate p.json --dialect openai --conversation c.json", "0 errors|no errors|right|nothing", status=GREEN, files={"p.json": b"\xef\xbb\xbf" + PAYLOAD.encode(), "c.json": b"\xef\xbb\xbf" + PAYLOAD.encode()}),
)  # fmt: skip


def block(name: str, expression: str, *says: str, case: str = "tools/single-call", **more: object) -> Mistake:
    """What somebody takes a block, a message or a conversation for; `m` and `b` are there."""
    code = f"def chat(conversation):\n    out = []\n    for m in conversation.messages:\n        for b in m.blocks:\n            out.append({{'role': m.role, 'content': str({expression})}})\n    return out\n"
    return author(f"took-{name}", code + FORMATTERS, *says, words=(f"--promptfmt-case={case}",), **more)  # type: ignore[arg-type]


def diagnosed(name: str, call: str, *says: str, status: int = RED) -> Mistake:
    return Mistake(
        f"python-why-{name}",
        says,
        (
            "python",
            "-c",
            f"import io, json, pathlib\nfrom pytest_promptfmt.diagnosis import why\nBODY = {BODY!r}\n{call}",
        ),
        status,
        files={"r.json": BODY},
        never=("INTERNALERROR",),
    )


NOTEBOOK = (
    block("source-url-of-bytes", "b.source.url if b.type == 'image' else b.type", "url", "Base64Source", "UrlSource|data|media_type", case="vision/image-by-value"),
    block("input-as-json", "__import__('json').loads(b.input) if b.type == 'tool_use' else b.type", "TypeError", "input", "dict|already|json.dumps"),
    block("text-of-everything", "b.text", "'text'", "ToolUse", "type|Text"),
    block("output-as-text", "b.output.strip() if b.type == 'tool_result' else b.type", "strip", "output_text", case="tools/result-*"),
    block("arguments", "b.function.name", "function", "ToolUse|Text", "name"),
    block("dict-of-a-message", "vars(m)", "vars|__dict__", "to_json|role|blocks"),
    block("dunder-dict", "m.__dict__", "__dict__", "to_json|role|blocks"),
    block("model-dump", "b.model_dump_json()", "model_dump_json", "to_json"),
    takes("first-block", "\ndef first(conversation):\n    return [{'role': m.role, 'content': m.blocks[0].text} for m in conversation.messages]\n", "2 passed", table="FORMATTERS = {'openai.chat': first}\n" + TEXT_ONLY, status=GREEN),
    takes("tuple-and-list", "\ndef added(conversation):\n    return [{'role': m.role, 'content': m.text} for m in [*conversation.messages][:0] + conversation.messages]\n", "concatenate", "tuple", r"list\(|\[\*", table="FORMATTERS = {'openai.chat': added}"),
    takes("insert", "\ndef inserted(conversation):\n    conversation.messages.insert(0, 'x')\n", "insert", "tuple", r"list\(|\[\*", table="FORMATTERS = {'openai.chat': inserted}"),
    takes("as-dict-of-dataclasses", "\nimport dataclasses\ndef d(conversation):\n    return [{'role': m['role'], 'content': m['content']} for m in dataclasses.asdict(conversation)['messages']]\n", "KeyError", "content", "to_json|blocks", table="FORMATTERS = {'openai.chat': d}"),
    author("took-cache-of-tools", "from functools import cache\n@cache" + CHAT + FORMATTERS, "unhashable", "cache", words=(CALLING,)),
    gives("a-user-dict", "from collections import UserDict\nreturn [UserDict(m) for m in p]", "UserDict", r"dict\("),
    gives("a-mapping-proxy", "from types import MappingProxyType\nreturn [MappingProxyType(m) for m in p]", "mappingproxy", r"dict\("),
    gives("a-sentinel", "class NotGiven:\n    pass\nreturn {'messages': p, 'tools': NotGiven()}", "NotGiven", "tools", "leave|out|JSON"),
    gives("keywords-of-requests", "return {'url': 'https://api.openai.com/v1/chat/completions', 'headers': {}, 'json': {'messages': p}}", "'json'|json", "payload|body|inside|alone"),
    gives("a-response", "return {'id': 'chatcmpl-1', 'object': 'chat.completion', 'choices': [{'index': 0, 'message': p[0], 'finish_reason': 'stop'}]}", "choices", "answer|response"),
    gives("a-tuple-of-messages-with-numbers", "return list(enumerate(p))", r"\[0\]", "tuple|list|array"),
    calls("payload-an-answer", "print(check_payload({'id': 'chatcmpl-1', 'object': 'chat.completion', 'choices': []}, 'openai'))", "choices", "answer|response", status=GREEN),
    calls("payload-one-message", "print(check_payload({'role': 'user', 'content': 'Hello'}, 'openai'))", "one message|a message", r"list|\[", status=GREEN),
    calls("payload-dialect-a-model", "check_payload(PAYLOAD, 'gpt-4o')", "gpt-4o", "mean 'openai'|openai"),
    calls("payload-conversation-one-message", "check_payload(PAYLOAD, 'openai', {'role': 'user', 'content': 'Hello'})", "messages|Conversation", "parse|list"),
    calls("judge-dialect", f"check_formatter('mine', dialect='openai', {FEW})", "dialect", "targets"),
    calls("judge-verbose", f"check_formatter('mine', verbose=True, {FEW})", "verbose", "unexpected|no argument|print"),
    calls("judge-workers", f"check_formatter('mine', workers=4, {FEW})", "workers", "unexpected|no argument|-n"),
    calls("judge-xfails", f"check_formatter('mine', xfails='promptfmt.toml', {FEW})", "xfails", "promptfmt.toml|pytest|unexpected"),
    calls("judge-to-html", f"check_formatter('mine', {FEW}).to_html()", "to_html", "document|promptfmt report"),
    calls("judge-to-dataframe", f"check_formatter('mine', {FEW}).to_dataframe()", "to_dataframe", "findings|failures|document"),
    calls("judge-summary", f"check_formatter('mine', {FEW}).summary", "summary", r"print\(|repr|str"),
    calls("judge-print", f"check_formatter('mine', {FEW}).print()", "print", r"print\("),
    calls("judge-a-notebook", f"check_formatter('mine.ipynb', {FEW})", "ipynb|notebook", r"\.py\b|function|FORMATTERS"),
    calls("judge-a-name-of-a-function", f"def fmt(c): return []\ncheck_formatter('fmt', {FEW})", "'fmt'", "quotes|function itself|openai.chat"),
    calls("import-why", "from pytest_promptfmt import why", "why", "pytest_promptfmt.diagnosis"),
    calls("import-verify", "from pytest_promptfmt import verify", "verify", "promptfmt verify"),
    calls("import-certify", "import pytest_promptfmt\npytest_promptfmt.certify('mine')", "certify", "promptfmt certify"),
    calls("import-validate", "from pytest_promptfmt import validate", "validate", "check_payload|promptfmt validate"),
    calls("import-role", "from pytest_promptfmt import Role", "Role", "m.role|role|text|str|Message"),
    diagnosed("a-path-as-text", "print(list(why('r.json')))", "r.json", "open|read_text|file"),
    diagnosed("a-path", "print(list(why(pathlib.Path('r.json'))))", "Path", "open|read_text"),
    diagnosed("a-dict", "print(list(why(json.loads(BODY))))", "dict", "json.dumps"),
    diagnosed("bytes", "print(list(why(BODY.encode())))", "bytes", "decode"),
    diagnosed("a-binary-file", "print(list(why(open('r.json', 'rb'))))", "bytes|binary", "'rb'|decode|text"),
    diagnosed("dialect-claude", "print(list(why(BODY, dialect='claude')))", "claude", "mean 'anthropic'"),
    diagnosed("answer-an-object", "print(list(why(BODY, answer={'error': {'message': 'no'}})))", "answer", "text|str|json.dumps"),
    diagnosed("keyword-error", "print(list(why(BODY, error='no')))", "error", "answer"),
    diagnosed("prose", "print(len(list(why('It does not work.'))))", "0|no request", status=GREEN),
    calls("draw-a-size", "strategies.conversations('openai', max_size=3)", "max_size", "unexpected|scenario|only_carried"),
    guarded("judged-a-request", f"judged(httpx.Request('POST', '{URL}', json=broken), 'openai')", "Request", "content|json|payload|body"),
)  # fmt: skip

READ_ONLY = json.dumps(
    {
        "payloadType": "application/vnd.in-toto+json",
        "payload": base64.b64encode(b'{"_type": "https://in-toto.io/Statement/v1"}').decode(),
        "signatures": [{"sig": "MEUCIQ=="}],
    }
)
CERTIFIED = "promptfmt certify mine -o c.json >done"
ZIP = b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(20) + zlib.compress(b"{}") + b"PK\x05\x06" + bytes(18)
REVIEW = (
    shell("review-reindented", f"{CERTIFIED}; python -m json.tool c.json d.json && promptfmt verify --no-run d.json", "agrees|whole|the same", status=GREEN),
    shell("review-keys-sorted", f"{CERTIFIED}; python -m json.tool --sort-keys c.json d.json && promptfmt verify --no-run d.json", "agrees|whole|the same", status=GREEN),
    shell("review-windows-line-ends", f"{CERTIFIED}; sed 's/$/\\r/' c.json >d.json; promptfmt verify --no-run d.json", "agrees|whole|the same", status=GREEN),
    shell("review-utf-16", f"{CERTIFIED}; iconv -t utf-16 c.json >d.json; promptfmt verify --no-run d.json", "d.json", "UTF-8|UTF-16", status=ASKED),
    shell("review-with-a-bom", f"{CERTIFIED}; (printf '\\357\\273\\277'; cat c.json) >d.json; promptfmt verify --no-run d.json", "agrees|whole|the same|byte order mark|BOM", status=GREEN),
    shell("review-gzip", f"{CERTIFIED}; gzip c.json; promptfmt verify c.json.gz", r"c\.json\.gz", "gzip|compressed|gunzip", status=ASKED),
    command("review-verify-an-envelope", "verify c.json", "c.json", "DSSE|envelope", "payload", files={"c.json": READ_ONLY}),
    command("review-verify-a-bundle", "verify c.sigstore.json", "c.sigstore.json", "sigstore|bundle|DSSE|envelope", "payload|certificate", files={"c.sigstore.json": json.dumps({"mediaType": "application/vnd.dev.sigstore.bundle+json;version=0.3", "dsseEnvelope": json.loads(READ_ONLY)})}),
    command("review-verify-clear-signed", "verify c.json", "c.json", "PGP|signature", files={"c.json": "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{}\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"}),
    command("review-verify-a-page-called-json", "verify c.json", "c.json", "HTML|page", "raw|download", files={"c.json": "<!DOCTYPE html>\n<html lang=en><head><title>c.json at main</title></head></html>"}),
    command("review-verify-option-misspelt", "verify c.json --norun", "--norun", "mean '?--no-run", files={"c.json": "{}"}),
    command("review-verify-offline", "verify c.json --offline", "--offline", "--no-run|network", files={"c.json": "{}"}),
    command("review-certify-option-misspelt", "certify mine --out-file c.json", "--out-file", "--output|-o\\b"),
    shell("review-report-of-a-certificate", f"{CERTIFIED}; promptfmt report c.json html:c.html", "c.json", "certificate", "report", status=ASKED),
    command("review-compare-a-zip", "compare old.zip new.zip", "old.zip", "zip", "unpack|unzip", files={"old.zip": ZIP, "new.zip": ZIP}),
    command("review-explain-inconclusive", "explain inconclusive", "inconclusive", "could not|cannot|nobody|verdict|docs"),
    command("review-explain-not-claimed", ("explain", "not claimed"), "not claimed", "CAPABILITIES|docs|level|claim"),
    command("review-merge-a-glob", "merge shards/*.json -o all.json", r"shards/\*\.json", "no file|matches|is not there"),
    shell("review-merge-of-two-sources", f"{DONE}; mv r.json a.json; echo '# more' >>mine.py; {DONE}; promptfmt merge a.json r.json -o all.json", "source|differ|same formatter", "a.json|r.json", status=1),
)  # fmt: skip


def spelled(name: str, impl: str, *says: str, files: dict[str, str | bytes] | None = None) -> Mistake:
    return asks(f"ops-{name}", (f"--promptfmt-impl={impl}", *ONE.split()[1:]), *says, files=files or {})


def under(
    name: str, mine: str = MINE, status: int = GREEN, says: tuple[str, ...] = (LEVEL, "2 passed"), **env: str
) -> Mistake:
    return Mistake(f"ops-under-{name}", says, run(), status, mine, env=env)


CORPUS = ("pytest", "--promptfmt-impl=mine", "--promptfmt-corpus=cases", "--promptfmt-case=x-cases/*")
ONE_CASE = '{"hunts": "a loss", "conversation": {"messages": [{"role": "user", "content": "Hello"}]}}'


def beside(name: str, file: str, text: str | bytes, *says: str, status: int = GREEN) -> Mistake:
    """What an editor or a system leaves in the folder of cases."""
    return Mistake(
        f"ops-beside-{name}", says or ("1 passed",), CORPUS, status, files={"cases/a.json": ONE_CASE, file: text}
    )


OPERATOR = (
    judged_in_ci("ops-report-empty", "IMPLEMENTATION=mine REPORT=", "report", "empty|directory", status=1),
    judged_in_ci("ops-report-is-a-file", "IMPLEMENTATION=mine REPORT=mine.py", "mine.py", "directory|folder|file"),
    judged_in_ci("ops-two-implementations", "IMPLEMENTATION='mine other'", "mine other", "one name|blank|two|options|each"),
    judged_in_ci("ops-baseline-a-page", "IMPLEMENTATION=mine BASELINE=step.sh", "step.sh", "report|JSON"),
    judged_in_ci("ops-level-among-the-options", "IMPLEMENTATION=mine OPTIONS=--level=L2", "--level", "unrecognized", "promptfmt certify"),
    asks("ops-two-options-in-one-word", ("--promptfmt-impl=mine --promptfmt-case=chat/one-user",), "--promptfmt-case", "one word|word of its own|blank|separate|each option|quotes"),
    spelled("variable-of-the-command-prompt", "%FORMATTER%", "%FORMATTER%", "expand|variable"),
    spelled("variable-of-powershell", "$env:FORMATTER", r"\$env:FORMATTER", "expand|variable"),
    spelled("posargs-of-tox", "{posargs}", r"\{posargs\}", "expand|fill|place|variable"),
    spelled("braces-of-a-template", "{{ cookiecutter.package }}", r"\{\{ cookiecutter\.package \}\}", "expand|fill|render|place|template|variable"),
    spelled("file-of-text", "mine.py.txt", r"mine\.py\.txt", r"\.py\b", files={"mine.py": "", "mine.py.txt": MINE}),
    Mistake("ops-hidden-ending", (r"other\.py\.txt", "rename|ending|mean"), ("pytest", "--promptfmt-impl=other", *CASES), USAGE, files={"other.py.txt": MINE}),
    Mistake("ops-stub-alone", (r"other\.pyi", "stub|types"), ("pytest", "--promptfmt-impl=other", *CASES), USAGE, files={"other.pyi": "FORMATTERS: dict\n"}),
    Mistake("ops-module-in-utf-16", (r"mine\.py", "UTF-16|UTF-8"), run(), USAGE, files={"mine.py": MINE.encode("utf-16")}),
    *(asks(f"ops-report-as-{form}", (*ONE.split(), f"--promptfmt-report={form}:r.{form}"), form, remedy) for form, remedy in {"junit": "--junitxml", "sarif": "json", "pdf": "html", "csv": "json"}.items()),
    asks("ops-report-by-backslashes", (*ONE.split(), "--promptfmt-report=html:out\\r.html"), r"out\\r\.html", "backslash|/|Windows"),
    asks("ops-snapshots-twice", (*ONE.split(), "--promptfmt-snapshots=s", "--promptfmt-snapshots=t"), "--promptfmt-snapshots", "twice|once|two"),
    under("safe-path", PYTHONSAFEPATH="1"),
    under("optimised", LOSSY, RED, ("fidelity.altered-text|fidelity.lost", "2 failed"), PYTHONOPTIMIZE="2"),
    under("warnings-as-errors", PYTHONWARNINGS="error"),
    under("developers-mode", PYTHONDEVMODE="1"),
    under("code-page", LOSSY, RED, ("fidelity", "2 failed"), PYTHONIOENCODING="cp1252"),
    under("ascii-alone", LOSSY, RED, ("fidelity", "2 failed"), PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0"),
    under("no-columns", LOSSY, RED, ("fidelity", "2 failed"), COLUMNS="0"),
    under("twenty-columns", LOSSY, RED, ("fidelity", "2 failed"), COLUMNS="20"),
    under("no-temporary-directory", TMPDIR="/nowhere"),
    beside("macos", "cases/._a.json", b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"),
    beside("finder", "cases/.DS_Store", b"\x00\x00\x00\x01Bud1"),
    beside("swap-file", "cases/.a.json.swp", b"b0VIM 9.0"),
    beside("backup", "cases/a.json~", ONE_CASE),
    beside("checkpoints", "cases/.ipynb_checkpoints/a-checkpoint.json", ONE_CASE),
    beside("copy", "cases/a (1).json", ONE_CASE, "2 passed|a \\(1\\)"),
    beside("notes", "cases/README.md", "# Mine\n"),
    shell("ops-snapshots-reindented", f"{TAKEN}; python -m json.tool {SNAPSHOT} t && mv t {SNAPSHOT}; {SNAPS}", "2 passed", status=GREEN),
    shell("ops-snapshots-trailing-comma", f"{TAKEN}; sed -i 's/^}}$/,}}/' {SNAPSHOT}; {SNAPS}", r"chat\.json", "line", status=USAGE),
    excuses("ops-carriage-returns-alone", excuse('"openai.chat"').replace("\n", "\r"), "promptfmt.toml", "line 1", "line end|carriage|\\\\r|CR"),
    *(Mistake(f"ops-tool-promptfmt-{key}", ("pyproject.toml", key, remedy), run(), USAGE, files={"pyproject.toml": f"[tool.promptfmt]\n{key} = {value}\n"}) for key, value, remedy in (("corpus", '"cases"', "promptfmt_corpus"), ("timeout", "5", "--promptfmt-timeout"), ("snapshots", '"s"', "--promptfmt-snapshots"))),
)  # fmt: skip


def everywhere(
    name: str, body: str, *says: str, targets: str = "openai anthropic gemini", status: int = RED, **more: object
) -> Mistake:
    """A framework that writes several dialects."""
    head = "WRITE = {\n    'openai.chat': lambda c: [{'role': m.role, 'content': m.text} for m in c.messages],\n    'anthropic.chat': lambda c: [{'role': m.role, 'content': m.text} for m in c.messages],\n    'gemini.chat': lambda c: {'contents': [{'role': {'assistant': 'model'}.get(m.role, m.role), 'parts': [{'text': m.text}]} for m in c.messages]},\n}\n"
    return written(f"eight-{name}", head + body, *says, status=status, **more)  # type: ignore[arg-type]


EIGHT = (
    everywhere("late-binding", "FORMATTERS = {}\nfor target in WRITE:\n    FORMATTERS[target] = lambda c: WRITE[target](c)\n", r"openai\.chat", "contents", "Gemini"),
    everywhere("key-twice", "FORMATTERS = {'openai.chat': WRITE['openai.chat'], 'openai.chat': WRITE['gemini.chat']}\n", r"openai\.chat", "twice|contents"),
    everywhere("returns-by-dialect", "class Formatter:\n    def __init__(self, dialect): self.dialect = dialect\n    def __call__(self, conversation): return {self.dialect: WRITE[self.dialect](conversation)}\nFORMATTERS = {t: Formatter(t) for t in WRITE}\n", r"openai\.chat", "messages"),
    everywhere("prepare-without-return", "class Two:\n    def prepare(self, conversation): [m for m in conversation.messages]\n    def format(self, native): return [{'role': m.role, 'content': m.text} for m in native]\nFORMATTERS = {'openai.chat': Two()}\n", "prepare", "None", "return"),
    everywhere("format-without-return", "class Two:\n    def prepare(self, conversation): return list(conversation.messages)\n    def format(self, native): [{'role': m.role} for m in native]\nFORMATTERS = {'openai.chat': Two()}\n", "None", "return"),
    everywhere("body-as-text-at-bedrock", "import json\nFORMATTERS = {'bedrock.chat': lambda c: {'modelId': 'm', 'body': json.dumps({'messages': WRITE['anthropic.chat'](c)})}}\n", "body", "InvokeModel|invoke_model|Converse|messages"),
    *(everywhere(f"key-{name}", f"FORMATTERS = {{'{name}.chat': WRITE['openai.chat']}}\n", name, meant, status=USAGE) for name, meant in {"lmstudio": "vllm|openai", "vertex-anthropic": "anthropic", "huggingface": "vllm|openai", "perplexity": "openai|vllm", "bedrock-anthropic": "bedrock|anthropic", "gemini-live": "gemini"}.items()),
    willed("asks-the-network-inside", "import socket\nsocket.getaddrinfo('api.openai.com', 443)", r"api\.openai\.com", "network|connect|address|look"),
    willed("writes-a-cache", "open('cache.json', 'w').write('{}')", r"cache\.json", "file"),
    willed("starts-node", "import subprocess\nsubprocess.run(['true'])", "process", "true|subprocess"),
    Mistake("eight-network-at-import", ("mine.py", "line 1|import", "network|connect|api.openai.com"), run(), USAGE, "import urllib.request\nurllib.request.urlopen('http://api.openai.invalid/v1/models')\n" + MINE),
    distribution("dialects-nothing", '[promptfmt.dialects]\nx-thing = x_thing_dialect\n', "x_thing_dialect", "promptfmt.dialects|entry point|thing", impl="other.py", files={"other.py": MINE.replace("openai.chat", "x-thing.chat")}),
)  # fmt: skip

COMING = (
    filed("from-promptfoo", "a.json", "vars|promptfoo|hunts", "conversation", raw='{"description": "a loss", "vars": {"q": "Hello"}, "assert": [{"type": "contains", "value": "Hello"}]}'),
    filed("from-fine-tuning", "a.json", "messages", "conversation|hunts", raw='{"messages": [{"role": "user", "content": "Hello"}]}'),
    filed("from-inspect", "a.json", "input", "conversation|messages", raw='{"input": "Hello", "target": "Hi"}'),
    filed("from-langfuse", "a.json", "input|output", "conversation|messages", raw='{"input": [{"role": "user", "content": "Hello"}], "output": {"role": "assistant", "content": "Hi"}, "metadata": null}'),
    asks("from-pytest-snapshot", (*ONE.split(), "--snapshot-dir=s"), "--snapshot-dir", "--promptfmt-snapshots"),
    asks("from-jest", (*ONE.split(), "--updateSnapshot"), "--updateSnapshot", "--snapshot-update"),
    asks("from-jest-short", (*ONE.split(), "-u"), "-u", "--snapshot-update"),
    asks("from-schemathesis", (*ONE.split(), "--hypothesis-max-examples=5"), "--hypothesis-max-examples", "--promptfmt-examples"),
    Mistake("from-promptfoo-config", ("promptfooconfig.yaml", "no request"), ("promptfmt", "why", "promptfooconfig.yaml"), ASKED, files={"promptfooconfig.yaml": "prompts:\n  - 'Say {{q}}'\nproviders:\n  - anthropic:claude-sonnet-4-5\ntests:\n  - vars: {q: Hello}\n"}),
)  # fmt: skip

AFTER = (
    refused("after-map-of-node", "Map(3) {\n  'model' => 'claude-sonnet-4-5',\n  'max_tokens' => 9,\n  'messages' => [ { role: 'user', content: '' } ]\n}\n"),
    refused("after-ai-sdk", "const r = streamText({ model: anthropic('claude-sonnet-4-5'), messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }], onFinish: (e) => { log(e) } });\n", "AI SDK", "print what it sent", file="r.ts", status=ASKED),
    refused("after-llama-index", "from llama_index.llms.anthropic import Anthropic\nllm = Anthropic(model='claude-sonnet-4-5')\nllm.chat([ChatMessage(role='user', content='')])\n", "LlamaIndex", "print what it sent", file="r.py", status=ASKED),
    refused("after-pydantic-ai", "agent = Agent('anthropic:claude-sonnet-4-5')\nagent.run_sync('Hi', message_history=[ModelRequest(parts=[UserPromptPart(content='')])])\n", "Pydantic AI", "print what it sent", file="r.py", status=ASKED),
    refused("after-structs-of-go", 'resp, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{\n\tModel: "gpt-4o",\n\tMessages: []openai.ChatCompletionMessage{\n\t\t{Role: "user", Content: "Hi"},\n\t\t{Role: "tool", Content: "4 degrees", ToolCallID: "call_1"},\n\t},\n})\n', "tool-result-has-call|Go's types|json.Marshal|print", file="r.go", status=RED),
    refused("after-circular", '{"model": "claude-sonnet-4-5", "max_tokens": "9", "messages": [{"role": "user", "content": "[Circular]"}, "[Object]"]}', "max_tokens", r"not judged\s+\$\.messages\[1\]"),
    refused("after-depth-of-pprint", "{'max_tokens': '9', 'messages': [{...}, {...}], 'model': 'claude-sonnet-4-5'}\n", "max_tokens", "not judged"),
    refused("after-aws", "aws bedrock-runtime converse --model-id anthropic.claude-3-haiku-20240307-v1:0 --messages '[{\"role\": \"user\", \"content\": [{\"text\": \"\"}]}]'\n", r"messages\[0\]|\$\[0\]", "Bedrock", file="r.sh"),
    refused("after-then", f"fetch('{URL}', {{ method: 'POST', body: JSON.stringify({{ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{{ role: 'user', content: '' }}] }}) }}).then((r) => r.json()).then(console.log).catch((e) => console.error(e));\n", "user-nonempty", "certain", file="r.js"),
    refused("after-generic", "const m = await client.messages.create<Anthropic.Message>({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: '' }] });\n", file="r.ts"),
    refused("after-added-lists", "client.messages.create(model='claude-sonnet-4-5', max_tokens=9, messages=[m for m in history] + [{'role': 'user', 'content': ''}])\n", "user-nonempty|made elsewhere|not judged", "messages", file="r.py", status=ASKED),
    refused("after-bzip2", b"BZh91AY&SY" + bytes(range(130, 190)), "bzip2|compressed", "unpack", file="r.bz2", status=ASKED),
    refused("after-xz", b"\xfd7zXZ\x00\x00\x04" + bytes(range(130, 190)), "xz|compressed", "unpack", file="r.xz", status=ASKED),
    refused("after-numpy", b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False}", "NumPy|array", "JSON|text", file="r.npy", status=ASKED),
    refused("after-curl-of-embeddings", "curl https://api.openai.com/v1/embeddings -d '{\"model\": \"text-embedding-3-small\", \"input\": \"Hi\"}'\n", "embedding", "no request of a chat|no chat", file="r.sh", status=ASKED),
    refused("after-curl-of-a-form", "curl https://api.openai.com/v1/audio/transcriptions -F file=@a.mp3 -F model=whisper-1\n", "form|audio|transcription", "no |not ", file="r.sh", status=ASKED),
    refused("after-rerank", '{"model": "rerank-v3.5", "query": "Oslo", "documents": ["a", "b"]}', "ranks|rerank", "no request of a chat", status=ASKED),
    diagnosed("after-none", "print(list(why(None)))", "NoneType|None", "text"),
    diagnosed("after-lines", "print(list(why(BODY.splitlines())))", "list", "join|json.dumps|text"),
    diagnosed("after-nowhere", "print(list(why('nowhere.json')))", "nowhere.json|file", "text|open|is not there"),
    spelled("after-placeholder-of-meson", "@FORMATTER@", "@FORMATTER@", "expand|fill|as it was written|place"),
    Mistake("ops-after-interpolation", (r"%\(formatter\)s", "expand|fill|as it was written|interpol"), ("pytest", *CASES), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_impl = %(formatter)s\n"}),
    Mistake("ops-after-backup-of-a-module", (r"other\.py\.bak", "rename|mean"), ("pytest", "--promptfmt-impl=other", *CASES), USAGE, files={"other.py.bak": MINE}),
    spelled("after-go-by-its-path", "src/fmt.go", r"src/fmt\.go", "cmd:go run src/fmt.go", files={"src/fmt.go": "package main\n"}),
    bridge("typed-after-pnpm", "print('\\n> mine@1.0.0 bridge /app\\n> node bridge.js\\n', flush=True)\n" + LOOP, "npm", "--silent|-s\\b", status=USAGE),
    bridge("typed-after-echo-of-windows", "print('C:\\\\app>node bridge.js', flush=True)\n" + LOOP, r"C:.*app>node", "echo off|standard error", status=USAGE),
    answers("typed-after-list-in-a-list", 'say({"id": asked["id"], "payload": [payload]})', r"\$\[0\]", "list", "one list too many|list of messages|a list in|in a list|object"),
    gives("after-one-message-in-messages", "return {'messages': p[0]}", r"\$\.messages", "one message|list of messages", "list"),
    command("review-after-verify-a-pem", "verify c.pem", "c.pem", "PEM|X.509|TLS|key", files={"c.pem": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"}),
    command("review-after-verify-a-token", "verify c.jwt", "c.jwt", "token|JWT|no JSON", "certificate", files={"c.jwt": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtaW5lIn0."}),
    command("review-after-explain-skipped", "explain skipped", "skipped", "docs|verdict|came to"),
    command("review-after-explain-everyday", "explain everyday", "everyday", "docs|case"),
    command("after-module-as-a-command", "mine.py", "mine.py", "--promptfmt-impl=mine.py"),
    block("after-text-of-an-output", "b.output[0].text if b.type == 'tool_result' else b.type", "'text'", "output_text"),
    block("after-key-of-an-output", "b.output['content'] if b.type == 'tool_result' else b.type", "indices", "output_text"),
    block("after-decoded-source", "__import__('base64').b64decode(b.source) if b.type == 'image' else b.type", "Base64Source", "source.data|data, media_type|\\.data", case="vision/image-by-value"),
    block("after-key-of-a-source", "b.source['data'] if b.type == 'image' else b.type", "Base64Source", "subscriptable", "source.data|\\.data", case="vision/image-by-value"),
    judged_in_ci("ops-after-blank-implementation", "IMPLEMENTATION=' '", "implementation", "empty|blank|names nothing"),
    asks("ops-after-corpus-without-prefix", (*ONE.split(), "--corpus=cases"), "--corpus", "--promptfmt-corpus=cases"),
    asks("ops-after-model-without-prefix", (*ONE.split(), "--model=openai.*=gpt-5.4"), "--model", "--promptfmt-model="),
    Mistake("ops-after-tool-promptfmt-targets", ("pyproject.toml", "targets", "--promptfmt-target\\b"), run(), USAGE, files={"pyproject.toml": '[tool.promptfmt]\ntargets = ["openai.*"]\n'}),
    beside("after-package-json", "cases/package.json", '{"name": "mine", "version": "1.0.0", "scripts": {"bridge": "node bridge.js"}}', r"package\.json", "case|conversation|messages|hunts", status=USAGE),
)  # fmt: skip

DUMP = "".join(
    f"{n:08x}: {' '.join(f'{b:02x}' for b in BODY.encode()[n : n + 16]):<48} {BODY[n : n + 16]}\n"
    for n in range(0, len(BODY), 16)
)
LAST = (
    refused("last-class-too-deep", "{\n  model: 'claude-sonnet-4-5',\n  max_tokens: 9,\n  messages: [ { role: 'user', content: '' } ],\n  headers: [Headers],\n  signal: AbortSignal { aborted: false }\n}\n"),
    refused("last-request-of-httpx", "2026-11-27 10:00:00 DEBUG httpx <Request('POST', 'https://api.anthropic.com/v1/messages')> 400\n", "no request|body", "print|paste|content|what was sent", file="r.log", status=ASKED),
    refused("last-hash-of-ruby", '{"model"=>"claude-sonnet-4-5", "max_tokens"=>9, "messages"=>[{"role"=>"user", "content"=>""}]}\n'),
    refused("last-debug-of-rust", 'Request { model: "claude-sonnet-4-5", max_tokens: 9, messages: [Message { role: "user", content: "" }] }\n'),
    refused("last-print-r", "Array\n(\n    [model] => claude-sonnet-4-5\n    [max_tokens] => 9\n    [messages] => Array\n        (\n            [0] => Array\n                (\n                    [role] => user\n                    [content] => \n                )\n        )\n)\n", "print_r|PHP|no request", "json_encode|JSON", status=ASKED),
    refused("last-map-of-java", "{model=claude-sonnet-4-5, max_tokens=9, messages=[{role=user, content=}]}\n", "Java|quotes|no JSON", "JSON", status=ASKED),
    refused("last-map-of-go", "map[max_tokens:9 messages:[map[content: role:user]] model:claude-sonnet-4-5]\n", "Go|map\\[", "json.Marshal|JSON", status=ASKED),
    refused("last-text-of-protobuf", 'model: "gemini-2.5-flash"\ncontents {\n  role: "assistant"\n  parts {\n    text: "Hi"\n  }\n}\n', "protobuf|Protocol Buffers|text format|no request", "JSON|MessageToJson|print", status=ASKED),
    refused("last-dump-in-hex", DUMP, "hex|dump|user-nonempty", file="r.txt", status=RED),
    refused("last-curl-after-a-login", f"curl https://auth.example.com/token -d 'grant_type=client_credentials'\ncurl {URL} -H 'content-type: application/json' -d '{BODY}'\n", file="r.sh"),
    refused("last-frames-of-sentry", json.dumps({"exception": {"values": [{"type": "BadRequestError", "stacktrace": {"frames": [{"function": "ask", "vars": {"body": {"model": "'claude-sonnet-4-5'", "max_tokens": 9, "messages": [{"content": "''", "role": "'user'"}]}}}]}}]}}), "user-nonempty|repr|quotes"),
    refused("last-run-of-langsmith", json.dumps({"run_type": "llm", "inputs": {"messages": [[{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"], "kwargs": {"content": ""}}]]}}), "LangChain", "what it sent|print", status=ASKED),
    refused("last-generation-of-langfuse", json.dumps({"type": "GENERATION", "model": "claude-sonnet-4-5", "modelParameters": {"max_tokens": 9}, "input": [{"role": "user", "content": ""}], "output": None}), "user-nonempty", r"input\[0\]|messages\[0\]|\$\[0\]"),
    refused("last-key-in-the-client", f'client = anthropic.Anthropic(api_key="{KEY}")\nmessage = client.messages.create(\n    model="claude-sonnet-4-5",\n    max_tokens=9,\n    messages=[{{"role": "user", "content": ""}}]\n)\nprint(message.content)\n', "user-nonempty", file="r.py", never=HIDDEN),
    calls("last-payload-a-file", "print(check_payload(open('mine.py'), 'openai'))", "TextIOWrapper|file", "json.load", status=GREEN),
    calls("last-payload-conversation-a-text", "check_payload(PAYLOAD, 'openai', 'Hello')", "conversation", "parse|Conversation|text"),
    bridge("typed-last-ts-node", LOOP, "ts-node", "not found|no program|PATH|installed", spec="cmd:ts-node bridge.ts", status=USAGE),
    bridge("typed-last-other-python", LOOP, "python3.99", "not found|no program|PATH|installed", spec="cmd:python3.99 bridge.py", status=USAGE),
    command("last-certificate-as-a-command", "c.json", "c.json", "promptfmt verify", files={"c.json": '{"_type": "https://in-toto.io/Statement/v1", "predicateType": "x"}'}),
    shell("last-why-of-a-certificate", f"{CERTIFIED}; promptfmt why c.json", "certificate", "promptfmt verify", status=ASKED),
    shell("last-why-of-a-report", f"{DONE}; promptfmt why r.json", "report", "promptfmt report|promptfmt compare", status=ASKED),
    command("last-why-of-a-formatter", "why mine.py", "mine.py", "FORMATTERS|formatter", "--promptfmt-impl"),
    asks("last-report-to-standard-output", (*ONE.split(), "--promptfmt-report=json:-"), "json:-|'-'", "standard output|name a file"),
    shell("last-page-to-standard-output", f"{DONE}; promptfmt report r.json html:-", "html:-|'-'", "standard output|name a file", status=ASKED),
    shell("last-certificate-to-standard-output", "promptfmt certify mine -o -", "'-'|-o -", "standard output|name a file", status=ASKED),
    block("last-number-of-an-id", "int(b.id) if b.type == 'tool_use' else b.type", "invalid literal", "call_1"),
    block("last-time-of-a-message", "m.timestamp", "timestamp", "message.role|message.name"),
    Mistake("ops-last-pytest-toml", ("2 passed", LEVEL), ("pytest", *CASES), GREEN, files={"pytest.toml": '[pytest]\npromptfmt_impl = ["mine"]\n'}),
    Mistake("ops-last-tool-pytest", ("2 passed", LEVEL), ("pytest", *CASES), GREEN, files={"pyproject.toml": '[tool.pytest]\npromptfmt_impl = ["mine"]\n'}),
    spelled("last-path-with-a-slash-behind", "mine.py/", r"mine\.py/", "mean|is a file|without"),
)  # fmt: skip

WIRE = 'model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": ""}]'
SENDING = (
    refused("sent-https-of-node", "const https = require('https');\nconst req = https.request({ hostname: 'api.anthropic.com', path: '/v1/messages', method: 'POST' }, (res) => { res.on('data', (d) => process.stdout.write(d)); });\nreq.write(JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: '' }] }));\nreq.end();\n", file="r.js"),
    refused("sent-http-client", "conn = http.client.HTTPSConnection('api.anthropic.com')\nconn.request('POST', '/v1/messages', json.dumps({'" + WIRE.replace('"', "'") + "}), headers)\n", file="r.py"),
    refused("sent-aiohttp", f"async with session.post('{URL}', json={{'model': 'claude-sonnet-4-5', 'max_tokens': 9, 'messages': [{{'role': 'user', 'content': ''}}]}}) as r:\n    print(await r.json())\n", "user-nonempty", "certain", file="r.py"),
    refused("sent-urllib", f"req = urllib.request.Request('{URL}', data=json.dumps({{'model': 'claude-sonnet-4-5', 'max_tokens': 9, 'messages': [{{'role': 'user', 'content': ''}}]}}).encode('utf-8'), headers=headers)\n", "user-nonempty", "certain", file="r.py"),
    refused("sent-raw-text-of-csharp", 'var content = new StringContent("""\n    {"' + WIRE + '}\n    """, Encoding.UTF8, "application/json");\n', file="R.cs"),
    refused("sent-backquotes-of-go", "body := strings.NewReader(`{\"" + WIRE + "}`)\nreq, err := http.NewRequest(\"POST\", \"" + URL + "\", body)\n", "user-nonempty", "certain", file="r.go"),
    refused("sent-net-http-of-ruby", f'Net::HTTP.post(URI("{URL}"), {{model: "claude-sonnet-4-5", max_tokens: 9, messages: [{{role: "user", content: ""}}]}}.to_json, headers)\n', file="r.rb"),
    refused("sent-perl", "my $body = encode_json({ model => 'claude-sonnet-4-5', max_tokens => 9, messages => [ { role => 'user', content => '' } ] });\n", file="r.pl"),
    refused("sent-lua", 'local body = cjson.encode({ model = "claude-sonnet-4-5", max_tokens = 9, messages = { { role = "user", content = "" } } })\n', file="r.lua"),
    refused("sent-julia", 'body = JSON.json(Dict("model" => "claude-sonnet-4-5", "max_tokens" => 9, "messages" => [Dict("role" => "user", "content" => "")]))\n', file="r.jl"),
    refused("sent-vba", 'body = "{' + ('"' + WIRE).replace('"', '""') + '}"\nhttp.Open "POST", "' + URL + '", False\n', file="r.bas"),
    refused("sent-cdata", f"<request><url>{URL}</url><body><![CDATA[{BODY}]]></body></request>\n", file="r.xml"),
    guarded("sent-with-a-guard", "with Guard('raise') as g: pass", "Guard", "event_hooks|hook"),
    guarded("sent-guard-as-a-transport", f"httpx.Client(transport=Guard('raise')).post('{URL}', json=broken)", "Guard", "event_hooks|hook"),
    guarded("sent-guard-as-all-hooks", f"httpx.Client(event_hooks=Guard('raise')).post('{URL}', json=broken)", "Guard", "event_hooks|'request'"),
    calls("sent-judge-a-file", f"check_formatter(open('mine.py'), {FEW})", "TextIOWrapper|file", "path|module"),
    calls("sent-judge-bytes", f"check_formatter(b'mine', {FEW})", "bytes", "text|str|module|path"),
    calls("sent-judge-none-among-the-cases", "check_formatter('mine', cases=['chat/one-user', None])", "None", "cases|glob"),
    calls("sent-judge-number-among-the-corpora", f"check_formatter('mine', corpus=[3], {FEW})", "3|int", "corpus|directory|path"),
    command("sent-show-by-an-option", "show --case chat/one-user", "--case", "promptfmt show chat/one-user"),
    command("sent-explain-by-an-option", "explain --rule openai.role-enum", "--rule", "promptfmt explain openai.role-enum"),
    command("sent-validate-by-an-option", "validate --file p.json --dialect openai", "--file", "promptfmt validate p.json", files={"p.json": PAYLOAD}),
    command("sent-verify-by-an-option", "verify --cert c.json", "--cert", "promptfmt verify c.json", files={"c.json": "{}"}),
    command("sent-compare-by-an-option", "compare --baseline a.json b.json", "--baseline", "promptfmt compare a.json b.json|OLD NEW|without an option", files={"a.json": "{}", "b.json": "{}"}),
    asks("ops-sent-report-by-a-blank", (*ONE.split(), "--promptfmt-report", "json", "report.json"), "json", "json:report.json|json:PATH"),
)  # fmt: skip

TABLE: tuple[Mistake, ...] = (
    *TYPESCRIPT,
    *REFUSAL,
    *NOTEBOOK,
    *REVIEW,
    *OPERATOR,
    *EIGHT,
    *COMING,
    *AFTER,
    *LAST,
    *SENDING,
)

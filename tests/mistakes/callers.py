"""Five people more: who writes Java, works in a notebook, keeps the CI, reviews a certificate, writes an SDK in TypeScript."""

from __future__ import annotations

import json

from mistakes.commands import FEW, PAYLOAD, command
from mistakes.doors import ANSWER, BODY, RIGHT, URL, answers, bridge, greets
from mistakes.fields import DONE
from mistakes.mistake import CASES, GREEN, USAGE, Mistake
from mistakes.pages import ONE, asks, calls, judged_in_ci
from mistakes.personas import CERTIFIED, spelled
from mistakes.surroundings import shell
from mistakes.trades import author, refused

ASKED = 2
LINE = RIGHT.replace("ANSWER", ANSWER)

JAVA = (
    bridge("calls-slf4j", "print('SLF4J: Failed to load class \"org.slf4j.impl.StaticLoggerBinder\".', flush=True)\n" + LINE, "SLF4J", "standard output|stdout", "standard error|stderr", status=USAGE),
    bridge("calls-maven", "print('[INFO] Scanning for projects...', flush=True)\n" + LINE, "Scanning for projects", "-q\\b|quiet|standard error|stderr", status=USAGE),
    bridge("calls-exception-in-main", "import sys\nsys.exit('Exception in thread \"main\" java.lang.NoClassDefFoundError: com/fasterxml/jackson/core/JsonProcessingException\\n\\tat Bridge.main(Bridge.java:9)')", "NoClassDefFoundError", "JsonProcessingException", status=USAGE),
    spelled("calls-jar-without-java", "cmd:java-of-nobody -jar build/bridge.jar", "java-of-nobody", "not found|no program|PATH|installed"),
    spelled("calls-jar-itself", "build/bridge.jar", r"bridge\.jar", "cmd:java -jar build/bridge.jar|cmd:", files={"build/bridge.jar": b"PK\x03\x04"}),
    spelled("calls-class-of-java", "com.example.Bridge", r"com\.example\.Bridge", "cmd:|module"),
    spelled("calls-gradle-of-nobody", "cmd:./gradlew -q run", "gradlew", "not there|not found|no program|no such"),
    greets("calls-targets-in-capitals", '{"promptfmt": 1, "name": "mine", "formatters": {"OPENAI_CHAT": {"blocks": []}}}', "OPENAI_CHAT", "openai.chat"),
    answers("calls-roles-in-capitals", 'say({"id": asked["id"], "payload": [{**m, "role": m["role"].upper()} for m in payload]})', "USER", "'user'|user", "role"),
    answers("calls-to-string", 'say({"id": asked["id"], "payload": "[{role=user, content=Hello}]"})', "str|text|string", "object|JSON|list"),
    refused("calls-okhttp", f"--> POST {URL}\nContent-Type: application/json\nx-api-key: sk-secret\n\n{BODY}\n--> END POST (98-byte body)\n", file="r.log", never=("Traceback", "sk-secret")),
    refused("calls-builder", 'MessageCreateParams params = MessageCreateParams.builder()\n    .model("claude-sonnet-4-5")\n    .maxTokens(9L)\n    .addUserMessage("")\n    .build();\n', "user-nonempty|builder|Java|no request", "JSON|print|what was sent|log|paste", file="R.java", status=ASKED),
    refused("calls-entity-of-spring", f'<{BODY},[Content-Type:"application/json"]>\n'),
)  # fmt: skip

NOTEBOOK = (
    calls("calls-to-csv", f"check_formatter(mine, {FEW}).to_csv('r.csv')", "'to_csv'", "document"),
    calls("calls-cases-bare-family", "check_formatter(mine, cases=['chat'])", "'?chat'?", r"chat/\*"),
    calls("calls-payload-as-text", "print(check_payload('[{\"role\": \"user\", \"content\": \"a\"}]', 'openai'))", "JSON", "object itself|json.loads|json.dumps", status=GREEN),
    calls("calls-payload-an-answer", "print(check_payload({'id': 'x', 'object': 'chat.completion', 'choices': [{'message': {'role': 'assistant', 'content': 'a'}}], 'usage': {}}, 'openai'))", "choices", "answer|response", status=GREEN),
    calls("calls-dialect-in-capitals", "check_payload(PAYLOAD, 'OpenAI')", "OpenAI", "mean 'openai'"),
    calls("calls-path-without-ending", f"check_formatter('./mine', {FEW})", "./mine", "mine.py"),
    calls("calls-cases-of-numbers", "check_formatter(mine, cases=range(3))", "int", "glob|Case|text"),
    calls("calls-timeout-with-unit", f"check_formatter(mine, {FEW}, timeout='10s')", "timeout", "10s", "number|seconds"),
    calls("calls-cases-in-a-loop", "for c in cases('chat/one-user'): print(c)", "cases", "decorator|parametrize|corpus"),
    calls("calls-from-openai", "Conversation.from_openai(PAYLOAD)", "from_openai", "parse"),
    calls("calls-parse-one-message", "parse(PAYLOAD[0])", "messages|list", "message"),
    calls("calls-payload-in-the-table", f"check_formatter({{'openai.chat': mine.chat(HELLO)}}, {FEW})", "openai.chat", "list", "function"),
    calls("calls-import-levels", "from pytest_promptfmt import levels", "levels", "report|check_formatter|Report"),
    calls("calls-examples-a-text", f"check_formatter(mine, {FEW}, examples='20')", "examples", "number|whole"),
    calls("calls-report-in-a-cell", f"report = check_formatter(mine, {FEW})\nreport.show()", "'show'", r"print|repr|str\(|document|ok"),
)  # fmt: skip

CI = (
    asks("calls-report-into-a-directory", (*ONE.split(), "--promptfmt-report=json:reports/"), "reports/", "directory|file"),
    judged_in_ci("calls-path-for-a-name", "IMPLEMENTATION=./mine.py", "1 passed", status=GREEN),
    judged_in_ci("calls-snapshots-never-taken", "IMPLEMENTATION=mine SNAPSHOTS=snaps", "snaps", "snapshot-update"),
    judged_in_ci("calls-baseline-empty-file", "IMPLEMENTATION=mine BASELINE=base.json; : >base.json", "base.json", "empty"),
    command("calls-compare-an-address", "compare https://ci.example/r.json r.json", "https://ci.example", "address|save", files={"r.json": "{}"}),
    shell("calls-compare-empty-file", f"{DONE}; : >main.json; promptfmt compare main.json r.json", "main.json", "empty", status=ASKED),
    shell("calls-merge-a-directory", f"{DONE}; mkdir shards; cp r.json shards; promptfmt merge shards -o all.json", "shards", "directory", "shards/r.json", status=ASKED),
    command("calls-timeout-with-unit", "certify mine -o c.json --timeout=10s", "10s", "seconds|number"),
    command("calls-certify-in-parallel", "certify mine -o c.json -n 2", "-n", "unrecognized|no option"),
    command("calls-certify-force", "certify mine -o c.json --overwrite", "--overwrite", "written over|unrecognized", "-o|leave it out|without"),
    Mistake("ini-calls-timeout", ("promptfmt_timeout", "--promptfmt-timeout=5"), ("pytest", *CASES), USAGE, files={"pyproject.toml": '[tool.pytest.ini_options]\npromptfmt_impl = ["mine"]\npromptfmt_timeout = 5\n'}),
    Mistake("ini-calls-snapshots-of-tox", ("promptfmt_snapshots", "--promptfmt-snapshots=snaps"), ("pytest", *CASES), USAGE, files={"tox.ini": "[pytest]\npromptfmt_impl = mine\npromptfmt_snapshots = snaps\n\n[testenv]\ncommands = pytest\n"}),
    Mistake("ini-calls-of-another-section", ("2 passed",), ("pytest", "--promptfmt-impl=mine", *CASES), GREEN, files={"tox.ini": "[pytest]\nconsole_output_style = count\n\n[testenv]\npromptfmt_notes = later\n"}),
    Mistake("ini-calls-of-another-plugin", ("2 passed",), ("pytest", *CASES), GREEN, files={"pytest.ini": "[pytest]\npromptfmt_impl = mine\npromptfmt_notes = a\n", "conftest.py": "def pytest_addoption(parser):\n    parser.addini('promptfmt_notes', 'of somebody else')\n"}),
    asks("calls-dry-run", (*ONE.split(), "--promptfmt-dry-run"), "--promptfmt-dry-run", "--collect-only"),
    asks("calls-fail-fast", (*ONE.split(), "--promptfmt-fail-fast"), "--promptfmt-fail-fast", r"-x\b"),
)  # fmt: skip

REVIEW = (
    command("calls-verify-a-level", "verify c.json --level L2", "--level", "certify", files={"c.json": "{}"}),
    command("calls-verify-loudly", "verify c.json -v", "-v", "unrecognized|no option", files={"c.json": "{}"}),
    shell("calls-verify-in-a-fence", f"{CERTIFIED}; (echo '```json'; cat c.json; echo '```') >d.json; promptfmt verify d.json", "d.json", "fence|Markdown|no JSON", status=ASKED),
    shell("calls-verify-a-directory", f"{CERTIFIED}; mkdir d; mv c.json d; promptfmt verify d", r"\bd\b", "directory", "d/c.json", status=ASKED),
    shell("calls-verify-a-module-renamed", f"{CERTIFIED}; mv mine.py yours.py; promptfmt verify c.json", "'mine'", "--impl|yours", status=ASKED),
    shell("calls-verify-a-bridge-gone", "promptfmt certify 'cmd:python bridge.py' -o c.json >done; rm bridge.py; promptfmt verify c.json", "bridge.py", "not there|No such|can't open|missing", status=ASKED, files={"bridge.py": LINE}),
    command("calls-level-as-a-command", "level c.json", "level", "verify|certify", files={"c.json": "{}"}),
    command("calls-list-profiles", "list profiles", "profiles", "choose from|targets"),
    command("calls-show-all", "show --all", "--all|CASE", "list cases|CASE"),
    command("calls-explain-a-profile", "explain truncation", "truncation", "laws|budget|cut|checks", status=GREEN),
    command("calls-explain-xfail", "explain xfailed", "xfailed", "docs|expected"),
    command("calls-why-of-a-rule-with-a-file", "why anthropic.user-nonempty r.json", "anthropic.user-nonempty", "promptfmt explain", files={"r.json": PAYLOAD}),
)  # fmt: skip

SDK = (
    spelled("calls-scope-of-npm", "@scope/promptfmt", "@scope/promptfmt", "cmd:"),
    spelled("calls-package-json", "package.json", r"package\.json", "cmd:|no Python|not Python", files={"package.json": '{"name": "mine"}'}),
    spelled("calls-dist-without-mark", "cmd:./dist/index.js", "dist/index.js", "node|executable|chmod", files={"dist/index.js": "console.log('a')\n"}),
    spelled("calls-bun-of-nobody", "cmd:bun-of-nobody run bridge.ts", "bun-of-nobody", "not found|no program|PATH|installed"),
    greets("calls-dialect-in-camel-case", '{"promptfmt": 1, "name": "mine", "formatters": {"openaiResponses.chat": {"blocks": []}}}', "openaiResponses.chat", "openai-responses.chat"),
    greets("calls-capabilities", '{"promptfmt": 1, "name": "mine", "formatters": {"openai.chat": {}}, "capabilities": {"openai.chat": {"blocks": []}}}', "capabilities", "formatters|beside|openai.chat"),
    answers("calls-sparse-array", 'say({"id": asked["id"], "payload": [*payload, None]})', r"\$\[\d\]", "null"),
    answers("calls-buffer", 'say({"id": asked["id"], "payload": {"type": "Buffer", "data": [91, 93]}})', "Buffer|'data'", "toString|JSON.parse|messages"),
    answers("calls-spread-array", 'say({"id": asked["id"], "payload": {str(i): m for i, m in enumerate(payload)}})', "'0'", "list|array|messages"),
    answers("calls-big-int", 'say({"id": asked["id"], "error": {"kind": "raised", "type": "TypeError", "message": "Do not know how to serialize a BigInt"}})', "serialize a BigInt", "TypeError"),
    answers("calls-text-in-value", 'say({"id": asked["id"], "payload": [{**m, "content": [{"type": "text", "value": m["content"]}]} for m in payload]})', r"content\[0\]", "'text'|text", "value"),
    answers("calls-type-missing", 'say({"id": asked["id"], "payload": [{**m, "content": [{"text": m["content"]}]} for m in payload]})', r"content\[0\]", "type"),
    refused("calls-typed-parameters", "const params: Anthropic.MessageCreateParams = {\n  model: 'claude-sonnet-4-5',\n  max_tokens: 9,\n  messages: [{ role: 'user', content: '' }],\n};\n", file="r.ts"),
    refused("calls-satisfies", "await client.messages.stream({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user' as const, content: '' }] } satisfies Params);\n", file="r.ts"),
    refused("calls-answer-of-anthropic", json.dumps({"type": "message", "role": "assistant", "content": [], "usage": {"output_tokens": 1}}), "answer|response", "request", file="r.json", status=ASKED),
)  # fmt: skip

BEHIND = (
    calls("behind-payload-by-other-words", "check_payload(body=PAYLOAD, dialect='openai')", "body", "'payload'"),
    calls("behind-payload-of-a-model", "check_payload(PAYLOAD, 'openai', model='gpt-5.4')", "model", "context"),
    calls("behind-strategies-by-provider", "from pytest_promptfmt.strategies import conversations\nconversations(provider='openai')", "provider", "'dialect'", wants=("hypothesis",)),
    calls("behind-cases-by-targets", "cases('chat/*', targets='openai.chat')", "targets", "'target'"),
    calls("behind-guard-by-mode", "from pytest_promptfmt.guarding import Guard\nGuard(on_error='raise')", "on_error", "refused"),
    calls("behind-case-by-description", "from pytest_promptfmt import Case\nCase('chat/mine', description='a', document={})", "description", "hunts"),
    calls("behind-import-of-a-guard", "from pytest_promptfmt.guarding import guarded", "guarded", "'Guard'|'judged'"),
    calls("behind-import-of-a-strategy", "from pytest_promptfmt import conversations", "conversations", "strategies"),
    calls("behind-import-of-nothing-like-it", "from pytest_promptfmt import Runner", "Runner", "check_formatter"),
    calls("behind-import-of-a-dict", "from pytest_promptfmt import Payload", "Payload", "check_payload"),
    Mistake("ini-behind-cases", ("promptfmt_cases", "promptfmt_corpus|--promptfmt-case"), ("pytest", *CASES), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_impl = mine\npromptfmt_cases = cases\n"}),
    Mistake("ini-behind-report-in-setup-cfg", ("promptfmt_report", "addopts", "--promptfmt-report=json:r.json"), ("pytest", *CASES), USAGE, files={"setup.cfg": "[tool:pytest]\npromptfmt_impl = mine\npromptfmt_report = json:r.json\n"}),
    Mistake("ini-behind-pytest-toml", ("promptfmt_target", "addopts"), ("pytest", *CASES), USAGE, files={"pytest.toml": '[pytest]\npromptfmt_impl = ["mine"]\npromptfmt_target = ["openai.*"]\n'}),
    Mistake("ini-behind-nothing-like-it", ("promptfmt_colour", "promptfmt_impl", "promptfmt_corpus"), ("pytest", *CASES), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_impl = mine\npromptfmt_colour = yes\n"}),
    Mistake("ini-behind-a-comment", ("2 passed",), ("pytest", *CASES), GREEN, files={"pytest.ini": "[pytest]\npromptfmt_impl = mine\n# promptfmt_targets = openai.*\n"}),
    Mistake("ini-behind-own-variable", ("PYTEST_PROMPTFMT_IMPL", "PYTEST_ADDOPTS|--promptfmt-impl"), ("pytest", *CASES), USAGE, env={"PYTEST_PROMPTFMT_IMPL": "mine"}),
    asks("behind-where-language", (*ONE.split(), "--promptfmt-language=typescript"), "--promptfmt-language", "cmd:"),
    asks("behind-where-nothing-like-it", (*ONE.split(), "--promptfmt-endpoint=https://a.example"), "--promptfmt-endpoint", "impl,target,case|--promptfmt-impl"),
    asks("behind-where-last-failed", (*ONE.split(), "--promptfmt-last-failed"), "--promptfmt-last-failed", "--lf"),
    command("behind-verify-a-target", "verify openai.chat", "openai.chat", "certificate"),
    command("behind-compare-by-forms", "compare json:a.json json:b.json", "json:a.json", "a.json", files={"a.json": "{}", "b.json": "{}"}),
    command("behind-validate-a-dialect-first", "validate anthropic --dialect anthropic", "anthropic", "--dialect|payload|file"),
    shell("behind-merge-into-a-directory", f"{DONE}; promptfmt merge r.json -o shards/", "shards/", "directory", status=ASKED),
    command("behind-certify-by-option", "certify mine --formatter mine -o c.json", "--formatter", "promptfmt certify mine"),
    command("behind-list-a-word", "list rules tool", "tool", r"\*tool\*"),
    refused("behind-answer-of-gemini", '{"candidates": [{"content": {"parts": [{"text": "Hi"}], "role": "model"}}], "usageMetadata": {"totalTokenCount": 2}}', "answer", "request", file="r.json", status=ASKED),
    refused("behind-answer-of-ollama", '{"model": "llama3.2", "created_at": "2026-11-28T04:00:00Z", "message": {"role": "assistant", "content": "Hi"}, "done": true}', "answer", "request", file="r.json", status=ASKED),
    refused("behind-answer-of-bedrock", '{"output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}}, "stopReason": "end_turn", "usage": {"inputTokens": 1}}', "answer", "request", file="r.json", status=ASKED),
    refused("behind-answer-of-responses", '{"id": "resp_1", "object": "response", "model": "gpt-5.4", "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi"}]}]}', "answer", "request", file="r.json", status=ASKED),
    refused("behind-answer-of-cohere", '{"id": "x", "message": {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}, "finish_reason": "COMPLETE"}', "answer", "request", file="r.json", status=ASKED),
    refused("behind-answer-of-a-stream", 'event: message_start\ndata: {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": []}}\n', "answer|stream", "request", status=ASKED),
    author("behind-kept-in-a-class", "class Mine:\n    out = []\n    def __call__(self, conversation):\n        for m in conversation.messages:\n            self.out.append({'role': m.role, 'content': m.text})\n        return self.out\nFORMATTERS = {'openai.chat': Mine()}\n", "purity", "list that outlives|earlier calls"),
    author("behind-open-by-a-dot", "def chat(conversation):\n    return [{'role': 'system', 'content': open('./prompts/a.txt').read()}]\nFORMATTERS = {'openai.chat': chat}\n", "prompts/a.txt", "__file__"),
    author("behind-open-what-is-absolute", "def chat(conversation):\n    return [{'role': 'system', 'content': open('/nowhere/a.txt').read()}]\nFORMATTERS = {'openai.chat': chat}\n", "/nowhere/a.txt", "mine.py", never=("__file__", "Traceback")),
    author("behind-loop-of-its-own", "import asyncio\nasync def later(c): return [{'role': m.role, 'content': m.text} for m in c.messages]\ndef chat(conversation):\n    return asyncio.get_event_loop().create_task(later(conversation))\nFORMATTERS = {'openai.chat': chat}\n", "loop", "coroutine itself|async def|await"),
    greets("behind-refuses-beside", '{"promptfmt": 1, "name": "mine", "formatters": {"openai.chat": {}}, "refuses": ["system-later"]}', "refuses", "formatters"),
    greets("behind-language-beside", '{"promptfmt": 1, "name": "mine", "language": "go", "formatters": {"openai.chat": {"blocks": []}}}', "2 passed", status=GREEN),
    shell("behind-certificate-into-a-directory", "promptfmt certify mine -o certs/; test ! -e certs && exit 2", "certs/", "directory", status=ASKED),
    spelled("behind-go-mod", "bridge/go.mod", r"go\.mod", "cmd:", files={"bridge/go.mod": "module mine\n"}),
    spelled("behind-brackets", "mine[openai.chat]", r"mine\[openai", "mean 'mine'", "--promptfmt-target"),
)  # fmt: skip

TABLE: tuple[Mistake, ...] = (*JAVA, *NOTEBOOK, *CI, *REVIEW, *SDK, *BEHIND)

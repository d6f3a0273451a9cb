"""Mistakes in the fields of which the table had least: files edited by hand, guards in clients, programs, and formatters with a will of their own."""

from __future__ import annotations

import json

from mistakes.commands import FEW, PAYLOAD, command
from mistakes.doors import ANSWER, RIGHT, answers, bridge
from mistakes.hurried import gives, takes, written
from mistakes.mistake import CHAT, FORMATTERS, GREEN, LOSSY, RED, TEXT_ONLY, USAGE, Mistake, run
from mistakes.pages import ONE, asks, calls, excuse, excuses, filed
from mistakes.projects import LEVEL
from mistakes.surroundings import RUN, shell

ASKED = 2

EXCUSED = (
    excuses("field-xfail-is-a-number", "xfail = 3\n", "promptfmt.toml", "xfail", r"\[\[xfail\]\]|list"),
    excuses("field-xfail-of-texts", 'xfail = ["openai.chat"]\n', "promptfmt.toml", r"xfail\[0\]|entry 1|first|1st", "table|match ="),
    excuses("field-match-true", excuse("true"), "match", "true|True|bool", "text|string"),
    excuses("field-issue-list", excuse('"openai.chat / chat/one-user"', 'reason = "later"\nissue = ["a"]'), "issue", "text|string|list"),
    excuses("field-bracket-open", excuse('"openai.chat / chat/[one"'), r"\[one", "bracket|close|\\]|match"),
    excuses("field-two-stars", excuse('"**"'), "passes|passed|fail|not needed|match"),
    excuses("field-reason-of-other-spelling", excuse('"openai.chat"', 'because = "later"'), "because", "reason"),
    excuses("field-only-a-comment-left", "[[xfail]]\n# match = 'openai.chat'\n", "promptfmt.toml", "match", "missing|needs|lacks|has no"),
    excuses("field-table-of-tables", '[xfail.openai]\nmatch = "openai.chat"\nreason = "later"\n', "xfail", r"\[\[xfail\]\]"),
    excuses("field-merge-marks", '<<<<<<< HEAD\n[[xfail]]\nmatch = "openai.chat"\nreason = "later"\n=======\n>>>>>>> b\n', "promptfmt.toml", "line 1", "merge"),
    Mistake("excuses-field-pyproject-xfails", ("pyproject.toml", "xfails", "xfail"), run(), USAGE, files={"pyproject.toml": '[[tool.promptfmt.xfails]]\nmatch = "openai.chat"\nreason = "later"\n'}),
    Mistake("excuses-field-pyproject-broken", ("pyproject.toml", "line 2"), run(), USAGE, files={"pyproject.toml": "[tool.promptfmt]\nxfail = [\n"}),
    asks("excuses-fields-json-file", ONE + "--promptfmt-xfails=known.json", "known.json", "TOML", files={"known.json": '[{"match": "openai.chat", "reason": "later"}]'}),
)  # fmt: skip


def turn(*blocks: object, role: str = "user") -> dict[str, object]:
    return {"role": role, "content": list(blocks)}


USE = {"type": "tool_use", "id": "c", "name": "f", "input": {}}
OWN = (
    filed("field-refuse-and-carry", "a.json", "expect", "refuse", "carry|contradict|both|twice", expect=[{"demand": "refuse"}, {"demand": "carry"}]),
    filed("field-expect-key-misspelt", "a.json", "demnad", "mean 'demand'|demand", expect=[{"demnad": "refuse"}]),
    filed("field-expect-null", "a.json", "expect", r"list|\[", expect=None),
    filed("field-hunts-list", "a.json", "hunts", "text|string", hunts=["a loss"]),
    filed("field-hunts-empty", "a.json", "hunts", "empty|what", hunts=""),
    filed("field-conversation-null", "a.json", "conversation", "null|object|messages", conversation=None),
    filed("field-conversation-a-file", "a.json", "conversation", "talk.json", "object|messages|list", conversation="talk.json"),
    filed("field-block-thinking-of-gemini", "a.json", "thought", "thinking", conversation={"messages": [turn({"type": "thought", "text": "a"}, role="assistant")]}),
    filed("field-block-unknown-refusal", "a.json", "refusal", "known|text", conversation={"messages": [turn({"type": "refusal", "refusal": "no"}, role="assistant")]}),
    filed("field-tool-use-by-a-user", "a.json", "tool_use", "assistant", conversation={"messages": [turn(USE)]}),
    filed("field-id-number", "a.json", "id", "7", "text|string", conversation={"messages": [turn({**USE, "id": 7}, role="assistant")]}),
    filed("field-duplicate-ids", "a.json", "'c'", "twice|same|already|two", conversation={"messages": [turn(USE, USE, role="assistant")]}),
    filed("field-tools-object", "a.json", "tools", r"list|\[", conversation={"messages": json.loads('[{"role": "user", "content": "a"}]'), "tools": {"f": {}}}),
    filed("field-lone-surrogate", "a.json", "surrogate|ud83d|D83D", conversation={"messages": [{"role": "user", "content": "\ud83d"}]}),
    filed("field-nan", "a.json", "NaN", raw='{"hunts": "a", "conversation": {"messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {"a": NaN}}]}]}}'),
    filed("field-merge-marks", "a.json", "merge", raw='<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n'),
    filed("field-toml", "a.toml", "JSON|.json", file="cases/a.toml", raw='hunts = "a"\n'),
)  # fmt: skip

SNAPS = f"{RUN} --promptfmt-snapshots=s"
TAKEN = f"{SNAPS} --snapshot-update >taken"
SNAPSHOT = "s/mine/openai.chat/chat.json"
SNAPPED = (
    shell("snaps-field-edited", f"{TAKEN}; sed -i s/user/usr/ {SNAPSHOT}; {SNAPS}", "chat.json|snapshot", "usr", "snapshot-update", status=RED),
    shell("snaps-field-case-renamed", f"{TAKEN}; sed -i s/one-user/one-usr/ {SNAPSHOT}; {SNAPS}", "one-user|one-usr", "snapshot-update", status=RED),
    shell("snaps-field-value-a-text", f"{TAKEN}; printf '{{\"one-user\": \"x\", \"plain-turns\": 3}}' >{SNAPSHOT}; {SNAPS}", "one-user", "snapshot-update", status=RED),
    shell("snaps-field-utf-16", f"{TAKEN}; iconv -t utf-16 {SNAPSHOT} >t; mv t {SNAPSHOT}; {SNAPS}", "chat.json", "UTF-8", status=USAGE),
    shell("snaps-field-empty-file", f"{TAKEN}; : >{SNAPSHOT}; {SNAPS}", "chat.json", "empty|cut|snapshot-update", status=USAGE),
    shell("snaps-field-file-is-a-directory", f"mkdir -p {SNAPSHOT}; {SNAPS}", "chat.json", "directory", status=USAGE),
    shell("snaps-field-directory-by-another-target", f"{TAKEN}; mv s/mine/openai.chat s/mine/openai.multiagent; {SNAPS}", "no snapshot|not taken|snapshot-update", status=RED),
)  # fmt: skip

STATEMENT = '{"_type": "https://in-toto.io/Statement/v1", "subject": [], "predicateType": "https://slsa.dev/provenance/v1", "predicate": {}}'
DONE = f"{RUN} --promptfmt-report=json:r.json >done"
FILES = (
    command("field-verify-of-slsa", "verify c.json", "c.json", "slsa|predicateType", "promptfmt certify|certificate", files={"c.json": STATEMENT}),
    command("field-verify-lines", "verify c.jsonl", "c.jsonl", "line 2", files={"c.jsonl": STATEMENT + "\n" + STATEMENT}),
    command("field-verify-list", "verify c.json", "c.json", "list|object", files={"c.json": "[]"}),
    command("field-verify-sarif", "verify r.sarif", "r.sarif", "certificate", files={"r.sarif": '{"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": []}'}),
    shell("field-compare-certificate", f"{DONE}; echo '{STATEMENT}' >c.json; promptfmt compare r.json c.json", "c.json", "report", status=ASKED),
    shell("field-compare-old-schema", f"{DONE}; sed 's/\"schema\": *[0-9]*/\"schema\": 0/' r.json >o.json; promptfmt compare o.json r.json", "o.json", "schema|version|older", status=ASKED),
    shell("field-compare-newer-schema", f"{DONE}; sed 's/\"schema\": *[0-9]*/\"schema\": 99/' r.json >o.json; promptfmt compare r.json o.json", "o.json", "99", "newer|update|upgrade|pip install", status=ASKED),
    shell("field-compare-cut", f"{DONE}; head -c 300 r.json >o.json; promptfmt compare o.json r.json", "o.json", "line|cut|end", status=ASKED),
    shell("field-merge-over-its-own", f"{DONE}; cp r.json k.json; promptfmt merge r.json k.json -o r.json; cmp r.json k.json", "r.json", "twice|same|written|one of", status=1),
    shell("field-merge-into-a-module", f"{DONE}; promptfmt merge r.json -o mine.py", "mine.py", status=ASKED, keeps=("mine.py",)),
    shell("field-report-of-a-gzip", f"{DONE}; gzip r.json; promptfmt report r.json.gz html:r.html; test ! -e r.html", "r.json.gz", "gzip|compressed|gunzip|UTF-8", status=0),
    shell("field-report-nothing-half-written", f"{DONE}; promptfmt report r.json html:r.html badge:nowhere/b.json; e=$?; test ! -e r.html && exit $e", "nowhere", "directory|no such|does not exist", status=ASKED),
    shell("field-report-full-device", f"{DONE}; promptfmt report r.json html:/dev/full", "/dev/full", "space|No space", status=ASKED),
    asks("field-report-full-device", ONE + "--promptfmt-report=json:/dev/full", "/dev/full", "space|No space", status=RED),
    shell("field-certify-over-a-report", f"{DONE}; promptfmt certify mien -o r.json", "mean 'mine'", status=ASKED, leaves=("r.json",)),
)  # fmt: skip

REQUEST = "https://api.openai.com/v1/chat/completions"
BROKEN = "{'model': 'gpt-4o', 'messages': [{'role': 'tool', 'tool_call_id': 'x', 'content': 'a'}]}"


def guarded(name: str, code: str, *says: str, status: int = RED, **more: object) -> Mistake:
    head = "import logging\nlogging.basicConfig(level=20)\nimport httpx, requests, asyncio\nfrom pytest_promptfmt.guarding import Guard, judged, Refused\n"
    head += f"def answer(request): return httpx.Response(200)\nto, broken, fine = httpx.MockTransport(answer), {BROKEN}, {PAYLOAD}\n"
    wants = ("httpx", "requests") if "requests." in code else ("httpx",)
    head = head if "requests." in code else head.replace(", requests", "")
    return Mistake(
        f"python-guard-field-{name}",
        says,
        ("python", "-c", head + code),
        status,
        never=("INTERNALERROR",),
        wants=wants,
        **more,
    )  # type: ignore[arg-type]


GUARDED = (
    guarded("called", "Guard()()", "request", "event_hooks|argument"),
    guarded("not-in-a-list-of-events", "httpx.Client(transport=to, event_hooks=[Guard()])", "event_hooks|list|get"),
    guarded("milliseconds-text", "Guard(milliseconds='50')", "milliseconds", "number", "'50'"),
    guarded("milliseconds-negative", "Guard(milliseconds=-1)", "milliseconds", "-1"),
    guarded("milliseconds-none", "Guard(milliseconds=None)", "milliseconds", "None", "number|inf"),
    guarded("milliseconds-nan", "Guard(milliseconds=float('nan'))", "milliseconds", "nan"),
    guarded("milliseconds-true", "Guard(milliseconds=True)", "milliseconds", "True"),
    guarded("milliseconds-first", "Guard(100)", "100", "milliseconds"),
    guarded("dialects-list", "Guard(dialects=['https://gw.example/'])", "dialects", r"\{|mapping|dict"),
    guarded("dialects-turned-round", "Guard(dialects={'openai': 'https://gw.example/'})", "https://gw.example/", "address|turned|dialect"),
    guarded("dialects-of-target", "Guard(dialects={'https://gw.example/': 'openai.chat'})", "openai.chat", "mean 'openai'"),
    guarded("dialects-text", "Guard(dialects='openai')", "dialects", r"\{|mapping|dict"),
    guarded("dialects-none", "Guard(dialects=None)", "dialects", "None", r"\{|mapping|dict"),
    guarded("dialects-of-templates", "Guard(dialects={'https://gw.example/': 'aisbench'})", "aisbench", "conversation|payload|template"),
    guarded("true-for-raise", "Guard(True)", "True", "'raise'"),
    guarded("raise-misspelt-by-keyword", "Guard(refused='throw')", "throw", "'raise'"),
    guarded("keyword-raises", "Guard(raises=True)", "raises", "refused|'raise'|unexpected"),
    guarded("sync-guard-in-async", f"c = httpx.AsyncClient(transport=to, event_hooks={{'request': [Guard('raise')]}})\nasyncio.run(c.post('{REQUEST}', json=broken))", "Refused", "tool"),
    guarded("async-guard-in-sync", f"c = httpx.Client(transport=to, event_hooks={{'request': [Guard('raise').asynchronous]}})\nc.post('{REQUEST}', json=broken)", "Refused", "tool"),
    guarded("hook-at-response-async", f"c = httpx.AsyncClient(transport=to, event_hooks={{'response': [Guard('raise')]}})\nasyncio.run(c.post('{REQUEST}', json=broken))", "response", "request"),
    guarded("requests-hook", f"s = requests.Session()\ns.hooks['response'] = [Guard('raise')]\nr = requests.Response()\nr.request = requests.Request('POST', '{REQUEST}', json=broken).prepare()\nGuard('raise')(r)", "response", "mount|adapter|request"),
    guarded("adapter-without-argument", "Guard('raise').adapter()", "adapter", "HTTPAdapter"),
    guarded("adapter-class", "from requests.adapters import HTTPAdapter\nrequests.Session().mount('https://', Guard('raise').adapter(HTTPAdapter))", "HTTPAdapter", r"HTTPAdapter\(\)|instance|class"),
    guarded("adapter-of-httpx", "Guard('raise').adapter(to)", "MockTransport|transport", "HTTPAdapter|event_hooks"),
    guarded("request-of-urllib", f"import urllib.request, json\nGuard('raise')(urllib.request.Request('{REQUEST}', json.dumps(broken).encode()))", "urllib|Request", "httpx|requests"),
    guarded("payload-itself", "Guard('raise')(broken)", "dict|payload", "judged"),
    guarded("bytes-body", f"c = httpx.Client(transport=to, event_hooks={{'request': [Guard('raise')]}})\nimport json\nc.post('{REQUEST}', content=json.dumps(broken).encode())", "Refused", "tool"),
    guarded("generator-body", f"c = httpx.Client(transport=to, event_hooks={{'request': [Guard('raise')]}})\nimport json\nprint(c.post('{REQUEST}', content=iter([json.dumps(broken).encode()])).status_code)", "200", status=GREEN),
    guarded("judged-guard", "judged(Guard(), 'openai')\nprint(judged(Guard(), 'openai'))", "not-json|JSON", "Guard", status=GREEN),
    guarded("judged-dialect-none", "judged(broken, None)", "dialect", "None", "openai"),
    guarded("judged-budget-text", "judged(broken, 'openai', milliseconds='50')", "milliseconds", "number"),
    guarded("judged-address", f"judged(broken, '{REQUEST}')", "api.openai.com", "openai", "dialect|mean"),
)  # fmt: skip


def asked(name: str, call: str, *says: str, **more: object) -> Mistake:
    return calls(f"field-{name}", call, *says, **more)  # type: ignore[arg-type]


PYTHON = (
    asked("formatter-of-a-lambda-with-two", f"check_formatter({{'openai.chat': lambda c, tools: []}}, {FEW}).raise_for_failures()", "tools", "one argument|conversation"),
    asked("formatter-awaited-lambda", f"async def later(c): return PAYLOAD\ncheck_formatter({{'openai.chat': lambda c: later(c)}}, {FEW}).raise_for_failures()", "nowhere|lost|fidelity"),
    asked("formatter-async-generator", f"async def later(c): yield PAYLOAD\ncheck_formatter({{'openai.chat': later}}, {FEW}).raise_for_failures()", "async.?generator", "return|yield"),
    asked("formatter-gives-bytearray", f"check_formatter({{'openai.chat': lambda c: bytearray(b'[]')}}, {FEW}).raise_for_failures()", "bytearray", "list|decode|JSON|json"),
    asked("formatter-gives-simple-cookie", f"class Sent(list): pass\ncheck_formatter({{'openai.chat': lambda c: Sent(PAYLOAD)}}, {FEW}).raise_for_failures()", "nowhere|lost|fidelity"),
    asked("formatter-gives-zip", f"check_formatter({{'openai.chat': lambda c: zip(PAYLOAD, PAYLOAD)}}, {FEW}).raise_for_failures()", "zip", r"list\("),
    asked("formatter-gives-filter", f"check_formatter({{'openai.chat': lambda c: filter(None, PAYLOAD)}}, {FEW}).raise_for_failures()", "filter", r"list\("),
    asked("formatter-gives-dict-values", f"check_formatter({{'openai.chat': lambda c: dict(a=PAYLOAD[0]).values()}}, {FEW}).raise_for_failures()", "dict_values", r"list\("),
    asked("formatter-gives-ellipsis", f"check_formatter({{'openai.chat': lambda c: ...}}, {FEW}).raise_for_failures()", r"ellipsis|Ellipsis|\.\.\.", "payload|return|list"),
    asked("formatter-gives-not-implemented", f"check_formatter({{'openai.chat': lambda c: NotImplemented}}, {FEW}).raise_for_failures()", "NotImplemented", "raise NotImplementedError"),
    asked("formatter-gives-an-exception", f"check_formatter({{'openai.chat': lambda c: ValueError('no')}}, {FEW}).raise_for_failures()", "ValueError", "raise"),
    asked("formatter-gives-a-future", f"from concurrent.futures import Future\ncheck_formatter({{'openai.chat': lambda c: Future()}}, {FEW}).raise_for_failures()", "Future", r"result\(\)|list|JSON"),
    asked("formatter-gives-namedtuple", f"from collections import namedtuple\nM = namedtuple('M', 'role content')\ncheck_formatter({{'openai.chat': lambda c: [M('user', 'Hello')]}}, {FEW}).raise_for_failures()", r"\bM\b|tuple|list", "_asdict|object|dict"),
    asked("formatter-targets-first", "check_formatter(('openai.chat',), mine.chat)", "argument|tuple|openai.chat", "implementation|positional"),
    asked("formatter-a-case-first", "check_formatter('chat/one-user', mine)", "chat/one-user|positional"),
    asked("formatter-none-in-table", "check_formatter({'openai.chat': None})", "openai.chat", "None"),
    asked("formatter-empty-table", "check_formatter({})", "no target|empty|formatter"),
    asked("formatter-models-text", f"check_formatter(mine, {FEW}, models='gpt-5.4')", "models", r"\{|mapping|dict"),
    asked("formatter-models-list", f"check_formatter(mine, {FEW}, models=['openai.*=gpt-5.4'])", "models", r"\{|mapping|dict"),
    asked("formatter-timeout-nan", f"check_formatter(mine, {FEW}, timeout=float('nan'))", "timeout", "nan"),
    asked("formatter-checks-generator-spent", f"spent = iter(())\ncheck_formatter(mine, {FEW}, checks=spent)", "check", "no|empty|nothing|none"),
    asked("payload-coroutine", "async def later(): return PAYLOAD\nprint(check_payload(later(), 'openai'))", "coroutine", "await", status=GREEN),
    asked("payload-class", "print(check_payload(dict, 'openai'))", "class|type", "dict", status=GREEN),
    asked("payload-function", "print(check_payload(mine.chat, 'openai'))", "function", "call", status=GREEN),
    asked("payload-report", f"check_payload(check_formatter(mine, {FEW}), 'openai')\nprint(check_payload(check_formatter(mine, {FEW}), 'openai'))", "Report", "payload|JSON", status=GREEN),
    asked("payload-dialect-list", "check_payload(PAYLOAD, ['openai'])", "dialect", "one|text|list"),
    asked("payload-three-positional", "check_payload(PAYLOAD, 'openai', HELLO, 'multiagent')", "positional"),
)  # fmt: skip

LOOP = RIGHT.replace("ANSWER", ANSWER)
PROGRAMS = (
    bridge("field-bom", LOOP.replace("import json, sys\n", "import json, sys\nsys.stdout.write('\\ufeff')\n"), "BOM|byte order|U\\+FEFF|feff", status=USAGE),
    bridge("field-utf-16", LOOP.replace("import json, sys\n", "import json, sys\nsys.stdout.reconfigure(encoding='utf-16')\n"), "UTF-8", status=USAGE),
    bridge("field-crlf", LOOP.replace("import json, sys\n", "import json, sys\nsys.stdout.reconfigure(newline='\\r\\n')\n"), "2 passed", status=GREEN),
    bridge("field-floods-stderr", LOOP.replace("    payload =", "    sys.stderr.write('x' * 3_000_000)\n    payload ="), "2 passed", status=GREEN, timeout="20"),
    bridge("field-long-log", "print('starting ' + 'x' * 200000, flush=True)\n" + LOOP, "starting", "stdout|standard output", "stderr|standard error", status=USAGE),
    bridge("field-protocol-2", LOOP.replace('"promptfmt": 1', '"promptfmt": 2'), "2", "protocol", "1", status=USAGE),
    bridge("field-coloured", LOOP.replace("import json, sys\n", "import json, sys\nsys.stdout.write('\\x1b[32m')\n"), "colour|color|escape|x1b|u001b", status=USAGE),
    bridge("field-indented", LOOP.replace("json.dumps(value)", "json.dumps(value, indent=2)"), "one line|a line|single line", status=USAGE),
    bridge("field-traceback-at-start", "import nothing_of_that_name\n" + LOOP, "nothing_of_that_name", status=USAGE, never=("INTERNALERROR",)),
    bridge("field-usage-of-its-own", "import sys\nsys.exit('usage: bridge.py CONFIG')", "usage: bridge.py CONFIG", status=USAGE),
    bridge("field-script-without-mark", LOOP, "bridge.py", "executable|chmod|python bridge.py", spec="cmd:./bridge.py", status=USAGE),
    bridge("field-with-a-pipe", LOOP, r"\|", "shell|sh -c", spec="cmd:python bridge.py | tee log", status=USAGE),
    bridge("field-with-a-variable", LOOP, "X=1", "env|shell", spec="cmd:X=1 python bridge.py", status=USAGE),
    bridge("field-with-cd", LOOP, "cd", "sh -c|shell", spec="cmd:cd . && python bridge.py", status=USAGE),
    answers("field-twice", ANSWER + "; " + ANSWER, "twice|already|two|second|answer"),
    answers("field-killed", "import os; os.kill(os.getpid(), 9)", "SIGKILL|signal 9|-9|killed"),
    answers("field-nan", 'print(\'{"id": %s, "payload": [NaN]}\' % json.dumps(asked["id"]), flush=True)', "NaN"),
)  # fmt: skip


def willed(name: str, code: str, *says: str, **more: object) -> Mistake:
    """A formatter that does something else beside, before it returns."""
    lines = "".join(f"    {line}\n" for line in code.splitlines())
    made = CHAT.replace("(conversation):\n", "(conversation):\n" + lines, 1)
    return written(f"willed-{name}", made + FORMATTERS + TEXT_ONLY, *says, **more)  # type: ignore[arg-type]


def stamped(name: str, value: str, head: str = "") -> Mistake:
    """What it writes depends on something else."""
    return takes(
        f"stamped-{name}",
        f"\n{head}\ndef stamped(conversation):\n    return [{{**m, 'name': {value}}} for m in chat(conversation)]\n",
        "purity",
        "name",
        table="FORMATTERS = {'openai.chat': stamped}",
    )


WILLED = (
    stamped("uuid", "uuid.uuid4().hex", "import uuid"),
    stamped("clock", "str(time.perf_counter_ns())", "import time"),
    stamped("urandom", "os.urandom(4).hex()", "import os"),
    willed("exits-hard", "import os\nos._exit(3)", "exit|ended|died|os._exit", "3", "mine.py|openai.chat|chat/"),
    willed("exits-green", "import os\nos._exit(0)", "exit|ended|died", "chat/"),
    willed("kills-itself", "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)", "SIGTERM|signal|terminated|ended"),
    willed("recurses", "return chat(conversation)", "RecursionError|recursion", "mine.py"),
    willed("changes-directory", "import os\nos.chdir('/')", "chdir|directory", "mine.py|openai.chat"),
    willed("sets-the-environment", "import os\nos.environ['X_OF_MINE'] = '1'", LEVEL, "2 passed", status=GREEN),
    willed("warns", "import warnings\nwarnings.warn('old form', DeprecationWarning, stacklevel=2)", "2 passed", status=GREEN),
    willed("reads-the-terminal", "input('Which? ')", "input|reads|stdin|standard input"),
    willed("raises-keyboard-interrupt", "raise KeyboardInterrupt", "KeyboardInterrupt|interrupt", status=2),
    willed("raises-stop-iteration", "next(iter(()))", "StopIteration", "mine.py"),
    willed("raises-assertion", "assert not conversation.messages, 'no history yet'", "AssertionError", "no history yet", "NotImplementedError|ValueError|refus"),
    willed("raises-skip", "import pytest\npytest.skip('not today')", "not today", "skip"),
    willed("raises-fail", "import pytest\npytest.fail('not today')", "not today"),
    willed("raises-a-group", "raise ExceptionGroup('both', [ValueError('one'), KeyError('two')])", "both", "one|two"),
    willed("raises-without-text", "raise RuntimeError", "RuntimeError", "mine.py"),
    willed("raises-what-cannot-be-told", "class Odd(Exception):\n    def __str__(self): raise ValueError('no text')\nraise Odd", "Odd"),
    willed("starts-a-thread-that-fails", "import threading\nt = threading.Thread(target=lambda: 1 / 0)\nt.start(); t.join()", "ZeroDivisionError", status=GREEN, never=("INTERNALERROR",)),
    willed("closes-stdout", "import sys\nsys.stdout.close()", LEVEL + "|closed", status=GREEN),
    willed("counts-calls-and-fails", "chat.calls = getattr(chat, 'calls', 0) + 1\nif chat.calls > 1: raise RuntimeError('used up')", "used up", "purity|second|again|twice"),
    gives("a-cycle", "p.append(p)\nreturn p", "cycl|circular|itself|recurs"),
    gives("very-deep", "for _ in range(5000):\n    p = [p]\nreturn p", "deep|nest"),
    gives("a-lone-surrogate", "return [{**m, 'content': m['content'] + '\\ud83d'} for m in p]", "surrogate"),
    gives("keys-that-are-numbers", "return [{**m, 1: 2} for m in p]", "key", "1|int|number", "text|string"),
    gives("infinity", "return [{**m, 'weight': float('inf')} for m in p]", "weight", "inf|Infinity"),
)  # fmt: skip

SIDE = (
    asks("field-examples-huge", ONE + "--promptfmt-examples=1000000000", "examples", "1000000000|at most|too many"),
    asks("field-examples-plus", ONE + "--promptfmt-examples=1e3", "1e3", "number"),
    asks("field-seed-negative", ONE + "--promptfmt-examples=1 --promptfmt-seed=-1", "seed", "-1|negative|number"),
    asks("field-model-twice", ONE + "--promptfmt-model=openai.*=gpt-5.4 --promptfmt-model=openai.chat=gpt-4o", "openai.chat", "gpt-5.4", "gpt-4o"),
    asks("field-model-misspelt", ONE + "--promptfmt-model=openai.*=gtp-5.4", "gtp-5.4", "mean 'gpt-5.4'|known|nobody knows", status=GREEN),
    asks("field-model-with-colon", ONE + "--promptfmt-model=openai.chat:gpt-5.4", "openai.chat:gpt-5.4", "="),
    asks("field-model-nothing-behind", ONE + "--promptfmt-model=openai.chat=", "openai.chat=", "model"),
    asks("field-timeout-nan", ONE + "--promptfmt-timeout=nan", "timeout", "nan"),
    asks("field-timeout-inf", ONE + "--promptfmt-timeout=inf", "timeout", "inf", "0"),
    asks("field-corpus-name-twice", ONE + "--promptfmt-corpus=a=cases --promptfmt-corpus=a=more", "'a'|a=", "twice|two|already", files={"cases/a.json": "{}", "more/a.json": "{}"}),
    asks("field-corpus-name-odd", ONE + "--promptfmt-corpus=a/b=cases", "a/b", "name", files={"cases/a.json": "{}"}),
    Mistake("odd-field-read-only", (LEVEL, "2 passed"), ("sh", "-c", f"{RUN} --promptfmt-report=json:nowhere/deep/r.json; {RUN}"), GREEN),
    shell("odd-field-symlink", "mkdir real && mv mine.py real/ && ln -s real/mine.py linked.py && " + RUN.replace("mine", "linked"), LEVEL, "2 passed", status=GREEN),
    shell("odd-field-dangling-symlink", "ln -s nowhere.py linked.py && " + RUN.replace("mine", "linked.py"), "linked.py", "nowhere.py", "link", status=USAGE),
    shell("odd-field-unreadable-namespace", "mkdir -p pkg/sub && mv mine.py pkg/sub/ && " + RUN.replace("mine", "pkg.sub"), "pkg.sub", "mean 'pkg.sub.mine'|pkg.sub.mine", status=USAGE),
    shell("odd-field-loop-of-symlinks", "ln -s b.py a.py; ln -s a.py b.py; " + RUN.replace("mine", "a.py"), "a.py", "link|loop", status=USAGE),
    Mistake("odd-field-stdout-is-full", ("space|No space",), ("sh", "-c", "promptfmt list cases >/dev/full"), ASKED, never=("Traceback",)),
    Mistake("odd-field-wrong-locale", (LEVEL, "fidelity"), run(), RED, LOSSY, env={"LC_ALL": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0", "PYTHONIOENCODING": "iso-8859-9"}),
    Mistake("odd-field-shadowed", ("pytest_promptfmt", "shadow|instead|lies|folder|file|here"), run(), USAGE, files={"pytest_promptfmt.py": "x = 1\n"}, env={"PYTHONPATH": "."}, never=("INTERNALERROR",)),
)  # fmt: skip

DIFFERENT = "{'messages': [{'role': 'user', 'parts': [{'text': 'a'}]}]}"
AFTER = (
    guarded("after-mounted-itself", f"s = requests.Session()\ns.mount('https://', Guard('raise'))\ns.post('{REQUEST}', json=broken)", "adapter", "HTTPAdapter"),
    guarded("after-hook-is-a-lambda", f"g = Guard('raise')\nc = httpx.AsyncClient(transport=to, event_hooks={{'request': [lambda r: g(r)]}})\nasyncio.run(c.post('{REQUEST}', json=broken))", "Refused", "tool"),
    guarded("after-dialect-none", "Guard(dialects={'https://gw.example/': None})", "dialect", "None", "openai"),
    guarded("after-address-number", "Guard(dialects={8000: 'vllm'})", "8000", "address", "https?://"),
    guarded("after-address-without-path", "Guard(dialects={'gw.example': 'openai'})", "gw.example", "https://"),
    guarded("after-budget-inf", f"Guard('raise', milliseconds=float('inf'))\nc = httpx.Client(transport=to, event_hooks={{'request': [Guard('raise', milliseconds=float('inf'))]}})\nc.post('{REQUEST}', json=broken)", "Refused", "tool"),
    guarded("after-judged-text", "print(judged('Hello', 'openai').errors)", "list|object", status=GREEN),
    guarded("after-judged-context-text", "judged(broken, 'openai', context='gpt-4o')", "context", "model"),
    filed("field-after-expect-twice-one-dialect", "a.json", "openai|dialect", "one is read|twice|keep one", expect=[{"demand": "refuse", "dialects": ["openai"]}, {"demand": "carry", "dialects": ["openai"]}]),
    filed("field-after-tags-text", "a.json", "tags", r"list|\[", tags="slow"),
    filed("field-after-twin-nowhere", "a.json", "twin", "one-usr", "no case", twin="chat/one-usr"),
    filed("field-after-everyday-true", "a.json", "everyday", "text|string", everyday=True),
    filed("field-after-budget-minus", "a.json", "budget", "-5", budget=-5),
    filed("field-after-source-text", "a.json", "source", r"list|\[", source="our log"),
    excuses("field-after-marks-in-the-middle", '[[xfail]]\nmatch = "openai.chat"\nreason = "later"\n<<<<<<< HEAD\n=======\n>>>>>>> b\n', "promptfmt.toml", "line 4", "merge"),
    excuses("field-after-match-of-tables", '[[xfail]]\nmatch = [{target = "openai.chat"}]\nreason = "later"\n', "match", "text", "target"),
    excuses("field-after-expires-number", excuse('"openai.chat"', 'reason = "later"\nexpires = 20270101'), "expires", "2027-01-01|date"),
    excuses("field-after-triple-brackets", '[[[xfail]]]\nmatch = "openai.chat"\nreason = "later"\n', "promptfmt.toml", "line 1"),
    shell("field-after-link-for-a-report", "ln -s nowhere.json r.json; promptfmt report r.json html:r.html", "r.json", "link", "nowhere.json", status=ASKED),
    shell("field-after-home-for-a-certificate", "promptfmt verify '$CI_DIR/c.json'", r"\$CI_DIR", "expanded", status=ASKED),
    asks("field-after-variable-in-a-path", ("--promptfmt-impl=$SRC/mine.py", *ONE.split()[1:]), r"\$SRC", "expanded|as it was written"),
    asked("after-timeout-minus", f"check_formatter(mine, {FEW}, timeout=-1)", "timeout", "-1", "None|0"),
    asked("after-targets-empty", f"print(check_formatter(mine, {FEW}, targets=[]).ok)", "targets", "empty|nothing|no target"),
    asked("after-formatter-gives-a-memoryview", f"check_formatter({{'openai.chat': lambda c: memoryview(b'[]')}}, {FEW}).raise_for_failures()", "memoryview", "json.loads|list|bytes|JSON"),
    asked("after-formatter-gives-a-partial", f"from functools import partial\ncheck_formatter({{'openai.chat': lambda c: partial(mine.chat, c)}}, {FEW}).raise_for_failures()", "partial", "call"),
    asked("after-gemini-at-anthropic", f"print(check_formatter({{'anthropic.chat': lambda c: {DIFFERENT}['messages']}}, {FEW}))", "parts", "Gemini", status=GREEN),
    asked("after-bedrock-at-openai", f"print(check_formatter({{'openai.chat': lambda c: [{{'role': 'user', 'content': [{{'toolUse': {{}}}}]}}]}}, {FEW}))", "toolUse", "Bedrock", status=GREEN),
    asked("after-chat-at-responses", f"print(check_formatter({{'openai-responses.chat': lambda c: [{{'role': 'user', 'content': [{{'type': 'image_url', 'image_url': {{'url': 'a'}}}}]}}]}}, {FEW}))", "image_url", "OpenAI chat", status=GREEN),
    asked("after-result-of-anthropic", f"print(check_formatter({{'openai.chat': lambda c: [{{'role': 'user', 'content': [{{'type': 'tool_result', 'tool_use_id': 'c', 'content': 'a'}}]}}]}}, {FEW}))", "tool_result", "Anthropic", status=GREEN),
    asked("after-import-of-a-type", "from pytest_promptfmt import MessageParam", "MessageParam", "Message|import"),
)  # fmt: skip

TABLE: tuple[Mistake, ...] = (*EXCUSED, *OWN, *SNAPPED, *FILES, *GUARDED, *PYTHON, *PROGRAMS, *WILLED, *SIDE, *AFTER)

"""Ten people more: who brings a framework's objects, a class, a runner, a name, one rule to silence, a hand on a snapshot, a model's name, an SDK, a log, an odd machine, an older kit."""

from __future__ import annotations

import json

from mistakes.commands import BAD, FEW, PAYLOAD, command
from mistakes.doors import BODY, URL
from mistakes.fields import DONE, SNAPS, SNAPSHOT, TAKEN
from mistakes.hurried import claimed, gives, takes
from mistakes.mistake import CASES, GREEN, LOSSY, MINE, RED, USAGE, Mistake, run
from mistakes.pages import ONE, asks, calls, excuse, excuses, filed
from mistakes.personas import CERTIFIED, spelled
from mistakes.surroundings import RUN, shell
from mistakes.trades import refused

ASKED = 2
HUMAN = "class HumanMessage:\n    type = 'human'\n    def __init__(self, m): self.content, self.additional_kwargs = m['content'], {}\n"
BRINGS = (
    gives("new-langchain-messages", "return [HumanMessage(m) for m in p]", "HumanMessage", r"\$\[0\]", "convert|dict|role", head=HUMAN),
    gives("new-langchain-prompt-value", "return V(p)", r"\bV\b", "to_messages|list|dict", head="class V:\n    def __init__(self, m): self.m = m\n    def to_messages(self): return self.m\n"),
    gives("new-named-tuples", "import collections\nM = collections.namedtuple('M', 'role content')\nreturn [M(**m) for m in p]", r"\bM\b", r"_asdict\(\)", r"\$\[0\]"),
    gives("new-namespaces", "import types\nreturn [types.SimpleNamespace(**m) for m in p]", "SimpleNamespace", r"vars\(|__dict__", r"\$\[0\]"),
    gives("new-mapping-proxy", "import types\nreturn {'messages': p, 'metadata': types.MappingProxyType({})}", "mappingproxy", r"dict\(", r"\$\.metadata"),
    gives("new-deque", "import collections\nreturn collections.deque(p)", "deque", r"list\("),
    gives("new-map", "return map(dict, p)", r"\bmap\b", r"list\("),
    gives("new-zip", "return zip(p, p)", r"\bzip\b", r"list\(|list of messages"),
    gives("new-bytes", "import json\nreturn json.dumps(p).encode()", "bytes", "object itself|json.loads|without json.dumps|list|leave out"),
    gives("new-memoryview", "return [{**m, 'content': memoryview(b'abc')} for m in p]", "memoryview", r"\$\[0\]\.content", "base64|text"),
    gives("new-json-lines", "import json\nreturn '\\n'.join(json.dumps(m) for m in p)", "text|str", "json.dumps|lines|list"),
    gives("new-request-object", "import urllib.request, json\nreturn urllib.request.Request('http://localhost/', json.dumps(p).encode())", "Request", "data|payload|dict|list"),
    gives("new-partial", "import functools\nreturn functools.partial(dict, messages=p)", "partial", "call|called|returned"),
    gives("new-lambda", "return lambda: p", "function|lambda", "call|payload|returned"),
    gives("new-class-of-messages", "return dict", "type|class", "instance|call|payload|list"),
    gives("new-true", "return True", "bool|True", "payload|list|messages"),
    gives("new-exception-returned", "return ValueError('too long')", "ValueError", "raise"),
    gives("new-not-implemented", "return NotImplemented", "NotImplemented", "raise NotImplementedError|raise"),
    gives("new-ellipsis", "return ...", r"ellipsis|\.\.\.|Ellipsis", "payload|list|messages|return"),
    gives("new-async-generator", "async def g():\n    yield p\nreturn g()", "async_generator|asynchronous generator", "async for|list|await"),
    gives("new-warned-pair", "return p, ['a warning']", "tuple|pair", "payload alone|alone|only|messages|first"),
    gives("new-system-beside", "return 'Be brief', p", "tuple|pair", "system|payload|alone|messages"),
)  # fmt: skip

CLASS = (
    "class Fmt:\n    def __init__(self, model, client): self.model = model\n    def format(self, c): return chat(c)\n"
)
OBJECTS = (
    takes("new-class-that-wants-arguments", CLASS, "Fmt", r"Fmt\(|instance", "model", table="FORMATTERS = {'openai.chat': Fmt}\n", status=USAGE),
    takes("new-unbound-method", CLASS, "format", r"Fmt\(|instance|self", table="FORMATTERS = {'openai.chat': Fmt.format}\n"),
    takes("new-instance-without-prepare", CLASS, "Fmt", "prepare", r"\.format\b", table="FORMATTERS = {'openai.chat': Fmt(1, 2)}\n", status=USAGE),
    takes("new-instance-that-calls-otherwise", "class Fmt:\n    def invoke(self, c): return chat(c)\n", "Fmt", r"\.invoke|invoke", table="FORMATTERS = {'openai.chat': Fmt()}\n", status=USAGE),
    takes("new-static-method", "class Fmt:\n    @staticmethod\n    def run(c): return chat(c)\n", "2 passed", table="FORMATTERS = {'openai.chat': Fmt.run}\nCAPABILITIES = {'openai.chat': {'blocks': []}}\n", status=GREEN),
    takes("new-property", "class Fmt:\n    @property\n    def run(self): return chat\n", "property", "Fmt|instance|call", table="FORMATTERS = {'openai.chat': Fmt.run}\n", status=USAGE),
    takes("new-abstract", "import abc\nclass Fmt(abc.ABC):\n    @abc.abstractmethod\n    def prepare(self, c): ...\n    def format(self, c): return chat(c)\n", "abstract", "Fmt", "prepare", table="FORMATTERS = {'openai.chat': Fmt()}\n", status=USAGE),
    takes("new-loop-when-built", "import asyncio\nclass Fmt:\n    def __init__(self): self.loop = asyncio.get_running_loop()\n    def __call__(self, c): return chat(c)\n", "no running event loop", r"mine\.py", "when (it is )?called|inside|async def|first call|later", table="FORMATTERS = {'openai.chat': Fmt()}\n", status=USAGE),
    takes("new-lock-of-another-loop", "import asyncio\nLOOP = asyncio.new_event_loop()\nFUTURE = LOOP.create_future()\nasync def waits(c):\n    await FUTURE\n    return chat(c)\n", "different loop|another loop|attached to a different", "event loop|loop", r"mine\.py", table="FORMATTERS = {'openai.chat': waits}\n"),
    takes("new-run-until-complete", "import asyncio\nasync def later(c): return chat(c)\ndef runs(c): return asyncio.get_running_loop().run_until_complete(later(c))\n", "no running event loop", "async def|asyncio.run|await", table="FORMATTERS = {'openai.chat': runs}\n"),
    takes("new-partial-of-too-much", "import functools\n", "argument", "chat", "partial|takes", table="FORMATTERS = {'openai.chat': functools.partial(chat, None)}\n"),
    takes("new-takes-messages-and-tools", "def fmt(messages, tools): return chat(messages)\n", "tools", r"conversation\.tools", table="FORMATTERS = {'openai.chat': fmt}\n"),
    takes("new-keyword-only", "def fmt(*, conversation): return chat(conversation)\n", "conversation", r"\*|keyword|position", table="FORMATTERS = {'openai.chat': fmt}\n"),
    takes("new-generator-of-messages-one-by-one", "def fmt(conversation):\n    for m in conversation.messages:\n        yield {'role': m.role, 'content': m.text}\n", "generator", r"list\(|yield", table="FORMATTERS = {'openai.chat': fmt}\n"),
    takes("new-none-in-the-table", "", "None", "openai.chat", "function|callable", table="FORMATTERS = {'openai.chat': None}\n", status=USAGE),
    takes("new-list-of-pairs", "", "FORMATTERS", r"\{", "list|mapping|dict", table="FORMATTERS = [('openai.chat', chat)]\n", status=USAGE),
    takes("new-tuple-key", "", r"\('openai', 'chat'\)|tuple", "openai.chat", table="FORMATTERS = {('openai', 'chat'): chat}\n", status=USAGE),
    takes("new-table-is-a-function", "", "FORMATTERS", r"function|call|mine:FORMATTERS\(\)", table="def FORMATTERS(): return {'openai.chat': chat}\n", status=USAGE),
    takes("new-dialect-alone", "", "'openai'", "openai.chat", "openai.multiagent", table="FORMATTERS = {'openai': chat}\n", status=USAGE),
    claimed("new-blocks-as-a-set", "{'openai.chat': {'blocks': {'tool'}}}", "passed", status=GREEN),
    claimed("new-none", "{'openai.chat': None}", "openai.chat", r"\{\}|mapping|dict|table"),
    claimed("new-boolean", "{'openai.chat': {'tool': True, 'image': False}}", "'tool'|tool", "blocks"),
    claimed("new-dialect-alone", "{'openai': {'blocks': []}}", "'openai'", "openai.chat"),
)  # fmt: skip

BOOM = "import warnings\nwarnings.warn('old', DeprecationWarning)\n"
RUNNERS = (
    asks("new-xdist-by-class", (*ONE.split(), "-n", "two"), "two", "-n|numprocesses", wants=("pytest-xdist",)),
    asks("new-numprocesses-without-xdist", (*ONE.split(), "-p", "no:xdist", "-n", "2"), "-n", "xdist", wants=("pytest-xdist",)),
    asks("new-no-plugin", (*ONE.split(), "-p", "no:promptfmt"), "--promptfmt-impl", "no:promptfmt|plugin"),
    asks("new-warnings-are-errors", (*ONE.split(), "-W", "error"), "1 passed", status=GREEN, mine=MINE),
    asks("new-warning-of-the-module-is-an-error", (*ONE.split(), "-W", "error"), "DeprecationWarning", r"mine\.py", "-W|old", mine=BOOM + MINE),
    asks("new-strict", (*ONE.split(), "--strict-markers", "--strict-config"), "1 passed", status=GREEN),
    asks("new-importlib", (*ONE.split(), "--import-mode=importlib"), "1 passed", status=GREEN),
    asks("new-file-beside", (*ONE.split(), "mine.py"), "1 passed", status=GREEN),
    asks("new-last-failed-first", (*ONE.split(), "--lf"), "1 passed", status=GREEN),
    asks("new-keyword-of-a-rule", "--promptfmt-impl=mine --promptfmt-case=chat/* -k openai.role-enum", "role-enum|-k|syntax", "--promptfmt-check|expression|deselected"),
    asks("new-duration", (*ONE.split(), "--durations=3"), "1 passed", status=GREEN),
    asks("new-cov-without-it", (*ONE.split(), "--cov=mine"), "--cov", "pytest-cov"),
    asks("new-timeout-without-it", (*ONE.split(), "--timeout=3"), "--timeout", "--promptfmt-timeout=3|pytest-timeout"),
    asks("new-html-without-it", (*ONE.split(), "--html=r.html"), "--html", "--promptfmt-report=html:r.html"),
    asks("new-reruns-without-it", (*ONE.split(), "--reruns", "2"), "--reruns", "pytest-rerunfailures"),
    asks("new-random-order-without-it", (*ONE.split(), "-p", "randomly"), "randomly", "install|pytest-randomly"),
    asks("new-json-report-without-it", (*ONE.split(), "--json-report"), "--json-report", "--promptfmt-report=json:|pytest-json-report"),
    Mistake("ini-new-required-plugin", ("promptfmt", "pytest-promptfmt|Missing"), run(), USAGE, files={"pytest.ini": "[pytest]\nrequired_plugins = promptfmt\n"}),
    Mistake("ini-new-addopts-with-comment", ("#", "addopts|--promptfmt-impl|comment"), ("pytest", *CASES), USAGE, files={"pytest.ini": "[pytest]\naddopts = --promptfmt-impl=mine # ours\n"}),
    Mistake("ini-new-impl-as-a-table", ("promptfmt_impl", r"\[\"mine\"\]|list"), ("pytest", *CASES), USAGE, files={"pyproject.toml": '[tool.pytest.ini_options.promptfmt_impl]\nmodule = "mine"\n'}),
    Mistake("ini-new-tool-promptfmt", (r"tool\.promptfmt", "impl", "promptfmt_impl|tool.pytest"), ("pytest", "--promptfmt-impl=mine", *CASES), USAGE, files={"pyproject.toml": '[tool.promptfmt]\nimpl = ["mine"]\n'}),
    Mistake("ini-new-tox-section", ("2 passed",), run(), GREEN, files={"tox.ini": "[tox]\nenvlist = py\n[testenv]\ndeps = pytest-promptfmt\ncommands = pytest --promptfmt-impl=mine\n"}),
    shell("new-two-at-once", f"{RUN} --promptfmt-report=json:r.json >a & {RUN} --promptfmt-report=json:r.json >b; wait; cat a b; promptfmt report r.json markdown:r.md; cat r.md", "2 passed", "mine", status=GREEN),
)  # fmt: skip

NAMES = (
    spelled("new-class-called", "mine:Fmt()", r"mine:Fmt\(\)", "mine:|FORMATTERS|without"),
    spelled("new-node-id", "mine.py::chat", r"mine\.py::chat", "mine.py|one colon|mean"),
    spelled("new-relative", ".mine", r"'\.mine'", "mine"),
    spelled("new-relative-from-above", "..pkg.mine", r"\.\.pkg\.mine", "relative|dots|mean|path"),
    spelled("new-compiled", "mine.pyc", r"mine\.pyc", "mine.py", files={"mine.pyc": b"\xa7\r\r\n"}),
    spelled("new-notebook", "fmt.ipynb", r"fmt\.ipynb", "notebook", "nbconvert|module|.py", files={"fmt.ipynb": "{}"}),
    spelled("new-zip", "fmt.zip", r"fmt\.zip", "unpack|module|PYTHONPATH|zip", files={"fmt.zip": b"PK\x05\x06" + bytes(18)}),
    spelled("new-wheel", "fmt-1.0-py3-none-any.whl", "whl|wheel", "pip install", files={"fmt-1.0-py3-none-any.whl": b"PK\x05\x06" + bytes(18)}),
    spelled("new-address-of-github", "https://github.com/acme/fmt", "https://github.com/acme/fmt", "clone|install|module|path"),
    spelled("new-git-install", "git+https://github.com/acme/fmt", r"git\+https", "pip install|module|path"),
    spelled("new-file-address", "file:///tmp/nowhere/mine.py", "file://", "path|without file://|/tmp/nowhere/mine.py"),
    spelled("new-quoted", "'mine'", "quotes|mean.*mine"),
    spelled("new-python-call", "python -m mine", "python -m mine", "mean 'mine'|cmd:|module"),
    spelled("new-from-import", "from mine import FORMATTERS", "from mine import FORMATTERS", "mine"),
    spelled("new-target-for-a-name", "openai.chat", "openai.chat", "--promptfmt-target", "module|target"),
    spelled("new-provider-for-a-name", "openai", "openai", "dialect|--promptfmt-target|provider|module"),
    spelled("new-name-of-the-stdlib", "email", "email", "standard library|stdlib", "./email.py|path|FORMATTERS"),
    asks("new-own-file-named-like-stdlib", ("--promptfmt-impl=json", *ONE.split()[1:]), "json", "standard library|stdlib|./json.py", files={"json.py": MINE}),
    asks("new-own-file-named-like-stdlib-by-path", ("--promptfmt-impl=./token.py", *ONE.split()[1:]), "1 passed", status=GREEN, files={"token.py": MINE}),
    asks("new-src-layout", ("--promptfmt-impl=pkg.fmt", *ONE.split()[1:]), "pkg", "src", "src/pkg/fmt.py|pip install -e|pythonpath", files={"src/pkg/__init__.py": "", "src/pkg/fmt.py": MINE}),
    asks("new-windows-path", ("--promptfmt-impl=.\\pkg\\mine.py", *ONE.split()[1:]), "mine.py", r"pkg/mine\.py", files={"pkg/mine.py": MINE}),
    asks("new-drive", ("--promptfmt-impl=C:\\work\\mine.py", *ONE.split()[1:]), r"C:", "mine.py", "is not there|no such|not found|Windows"),
    asks("new-path-inside-a-package-that-is-relative", ("--promptfmt-impl=pkg/fmt.py", *ONE.split()[1:]), "1 passed|relative", status=GREEN, files={"pkg/__init__.py": "", "pkg/help.py": "", "pkg/fmt.py": "from . import help\n" + MINE}),
)  # fmt: skip

MATCH = '"openai.chat / chat/one-user"'
SILENT = (
    asks("new-ignore-a-rule", (*ONE.split(), "--promptfmt-ignore=openai.role-enum"), "--promptfmt-ignore", "promptfmt.toml|xfail|--promptfmt-check"),
    asks("new-disable-a-rule", (*ONE.split(), "--promptfmt-disable=openai.role-enum"), "--promptfmt-disable", "promptfmt.toml|xfail|--promptfmt-check"),
    asks("new-select-a-rule", (*ONE.split(), "--promptfmt-select=openai.role-enum"), "--promptfmt-select", "--promptfmt-check"),
    asks("new-no-warnings", (*ONE.split(), "--promptfmt-no-warnings"), "--promptfmt-no-warnings", "warning"),
    asks("new-exclude-a-dialect", ("--promptfmt-impl=mine", "--promptfmt-target=!anthropic.*"), "!anthropic", "--promptfmt-target|--deselect|-k"),
    asks("new-exclude-a-case", (*ONE.split(), "--promptfmt-exclude=chat/one-user"), "--promptfmt-exclude", "--deselect|-k"),
    asks("new-check-is-a-rule", (*ONE.split(), "--promptfmt-check=openai.role-enum"), "openai.role-enum", "protocol"),
    asks("new-check-is-a-level", (*ONE.split(), "--promptfmt-check=L2"), "L2", "level|certify|schema|protocol"),
    Mistake("ini-new-ignore", ("promptfmt_ignore", "promptfmt.toml|xfail"), ("pytest", *CASES), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_impl = mine\npromptfmt_ignore = openai.role-enum\n"}),
    excuses("new-ignore-list", 'ignore = ["openai.role-enum"]\n', "ignore", r"\[\[xfail\]\]"),
    excuses("new-skip-table", '[[skip]]\nmatch = "openai.chat"\nreason = "later"\n', "skip", r"\[\[xfail\]\]"),
    excuses("new-single-brackets", '[xfail]\nmatch = "openai.chat"\nreason = "later"\n', "xfail", r"\[\[xfail\]\]"),
    excuses("new-rules-table", '[rules]\n"openai.role-enum" = "off"\n', "rules", r"\[\[xfail\]\]"),
    excuses("new-per-file-ignores", '[per-file-ignores]\n"mine.py" = ["openai.role-enum"]\n', "per-file-ignores", r"\[\[xfail\]\]"),
    excuses("new-rule-alone", excuse('"openai.role-enum"'), "openai.role-enum", "/ openai.role-enum"),
    excuses("new-strict", excuse(MATCH, 'reason = "later"\nstrict = false'), "strict", "match, |keys|known|always"),
    excuses("new-condition", excuse(MATCH, 'reason = "later"\ncondition = "sys.version_info < (3, 12)"'), "condition", "match, |keys|known"),
    excuses("new-expires-in-words", excuse(MATCH, 'reason = "later"\nexpires = "next month"'), "next month", r"2\d\d\d-|YYYY|date"),
    excuses("new-expires-the-other-way", excuse(MATCH, 'reason = "later"\nexpires = "28.11.2027"'), r"28\.11\.2027", "2027-11-28|YYYY|year"),
    excuses("new-reason-as-a-comment", excuse(MATCH, "# because"), "reason", "promptfmt.toml"),
    excuses("new-match-list", excuse('["openai.chat", "openai.multiagent"]'), "match", "list|text|one", r"\{|each|entry"),
    excuses("new-match-by-words", excuse('{ target = "openai.chat", case = "chat/one-user" }'), "match", "openai.chat / chat/one-user"),
    excuses("new-match-regular", excuse('"openai\\\\.chat / .*"'), r"openai\\+\.chat", "glob"),
    excuses("new-file-name", excuse('"mine.py / chat/one-user"'), "mine.py", "openai.chat|target"),
    Mistake("new-comment-noqa", ("fidelity|lost|altered",), run(), RED, LOSSY.replace("message.text[:10]}", "message.text[:10]}").replace("    return [", "    # noqa: fidelity\n    return [")),
)  # fmt: skip

SNAPPED = (
    shell("new-snaps-yaml", f"{TAKEN}; mv {SNAPSHOT} s/mine/openai.chat/chat.yaml; {SNAPS}", "chat.yaml|snapshot.missing|missing", "--snapshot-update", status=RED),
    shell("new-snaps-lines-of-windows", f"{TAKEN}; sed -i 's/$/\\r/' {SNAPSHOT}; {SNAPS}", "2 passed", status=GREEN),
    shell("new-snaps-bom", f"{TAKEN}; (printf '\\357\\273\\277'; cat {SNAPSHOT}) >t; mv t {SNAPSHOT}; {SNAPS}", "2 passed|BOM|byte order", status=GREEN),
    shell("new-snaps-merge", f"{TAKEN}; sed -i '2i <<<<<<< HEAD' {SNAPSHOT}; {SNAPS}", "chat.json", "line 2|merge", "merge|<<<<<<<", status=USAGE),
    shell("new-snaps-comment", f"{TAKEN}; sed -i '2i // ours' {SNAPSHOT}; {SNAPS}", "chat.json", "line 2", "comment|//|--snapshot-update", status=USAGE),
    shell("new-snaps-single-quotes", f"{TAKEN}; sed -i \"s/\\\"/'/g\" {SNAPSHOT}; {SNAPS}", "chat.json", "line 2", "quotes|--snapshot-update", status=USAGE),
    shell("new-snaps-key-twice", f"{TAKEN}; sed -i '2i \"one-user\": [],' {SNAPSHOT}; {SNAPS}", "one-user", "twice|two", status=USAGE),
    shell("new-snaps-removed-case", f"{TAKEN}; echo '{{}}' >{SNAPSHOT}; {SNAPS}", "snapshot.missing", "--snapshot-update", status=RED),
    shell("new-snaps-read-only", f"{TAKEN}; chmod -R a-w s; sed -i 's/message.text}}/message.text + \".\"}}/' mine.py; test -w {SNAPSHOT} && echo 'Permission chat.json' && exit 4; {SNAPS} --snapshot-update", "Permission|read-only|cannot be written|not writable", "chat.json", status=USAGE),
    shell("new-snaps-a-folder-in-place", f"{TAKEN}; rm {SNAPSHOT}; mkdir {SNAPSHOT}; {SNAPS}", "chat.json", "directory|folder", status=USAGE),
    shell("new-snaps-link-to-nowhere", f"{TAKEN}; ln -sf nowhere.json {SNAPSHOT}; {SNAPS}", "chat.json|snapshot", "link|nowhere|--snapshot-update", status=RED),
)  # fmt: skip

TABS = "hunts: a loss\nconversation:\n\tmessages: []\n"
FILED = (
    filed("new-yaml-tabs", r"a\.yaml", "line 3", "tab", file="cases/a.yaml", raw=TABS),
    filed("new-tool-calls-of-openai", "tool_calls", "tool_use", conversation={"messages": [{"role": "assistant", "content": "a", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]}]}),
    filed("new-parts-of-gemini", "parts", "content", conversation={"messages": [{"role": "user", "parts": [{"text": "a"}]}]}),
    filed("new-from-sharegpt", "from|value", "role", "content", conversation={"messages": [{"from": "human", "value": "a"}]}),
    filed("new-image-url", "image_url", "image", "source", conversation={"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.example/b.png"}}]}]}),
    filed("new-text-as-input-text", "input_text", "mean 'text'|'text'", conversation={"messages": [{"role": "user", "content": [{"type": "input_text", "text": "a"}]}]}),
    filed("new-messages-at-top", "messages", "conversation", raw='{"hunts": "a", "messages": [{"role": "user", "content": "Hello"}]}'),
    filed("new-python-case", r"a\.py", "JSON|.json|YAML", file="cases/a.py", raw="CASE = {}\n"),
    filed("new-csv", r"a\.csv", "JSON|.json|YAML", file="cases/a.csv", raw="role,content\nuser,Hello\n"),
    filed("new-toml", r"a\.toml", "JSON|.json|YAML", file="cases/a.toml", raw="hunts = 'a'\n"),
    filed("new-json5", r"a\.json5", "JSON|.json", file="cases/a.json5", raw="{hunts: 'a'}"),
    filed("new-needs-plural", "tools", "mean 'tool'", needs=["tools"]),
    filed("new-needs-a-text", "needs", r"list|\[", needs="tool"),
    filed("new-hunts-a-list", "hunts", "text|string|sentence", hunts=["loss"]),
    filed("new-expects-plural", "expects", "mean 'expect'", expects=[{"demand": "carry"}]),
    filed("new-tools-inside-messages", "tools", "conversation", conversation={"messages": [{"role": "user", "content": "Hello", "tools": []}]}),
    filed("new-tool-of-openai", "function", "name", "parameters|tools", conversation={"messages": [{"role": "user", "content": "Hello amber-17"}], "tools": [{"type": "functions", "fn": {"name": "f"}}]}),
    filed("new-depth", r"a\.json", "deep|nest|recurs", raw='{"hunts": "a", "conversation": ' + "[" * 100000 + "]" * 100000 + "}"),
    filed("new-escape-in-a-text", r"a\.json", "line 1|control|escape", raw='{"hunts": "a\x1b[31m", "conversation": {"messages": [{"role": "user", "content": "Hello"}]}}'),
    filed("new-binary", r"a\.json", "UTF-8|binary|text", raw="\x00\x01\x02"),
)  # fmt: skip


def named(name: str, model: str, *says: str, **more: object) -> Mistake:
    return asks(
        f"new-model-{name}", (*ONE.split(), f"--promptfmt-model=openai.*={model}"), *says, **{"status": GREEN, **more}
    )  # type: ignore[arg-type]


MODELS = (
    named("with-its-provider", "openai/gpt-5.4", "gpt-5.4"),
    named("dated", "gpt-4o-2024-08-06", "gpt-4o-2024-08-06"),
    named("of-azure", "azure/gpt-4o", "gpt-4o"),
    named("in-capitals", "GPT-5.4", "GPT-5.4|gpt-5.4"),
    named("without-dash", "gpt4o", "gpt4o", "mean|gpt-4o|nobody knows|not known|unknown"),
    named("of-another", "claude-sonnet-4-5", "claude-sonnet-4-5", "anthropic|not known|unknown|nobody knows|no model"),
    named("with-blank", "gpt 5.4", "gpt 5.4", "mean|blank|gpt-5.4|not known|unknown|nobody"),
    named("with-quotes", "'gpt-5.4'", "gpt-5.4", "quotes|mean|not known|unknown|nobody"),
    named("empty", "", "openai.*=", "model|GLOB=MODEL", status=USAGE),
    claimed("new-model-empty", "{'openai.chat': {'model': ''}}", "model", "empty|name"),
    claimed("new-models-plural", "{'openai.chat': {'models': ['gpt-5.4']}}", "models", "mean 'model'"),
    claimed("new-layer-http", "{'openai.chat': {'layer': 'http'}}", "layer", "wire", "sdk"),
    command("list-models-of-a-name", "list models gpt-4o", "gpt-4o|openai", "models|openai"),
    command("explain-a-model", "explain gpt-5.4", "gpt-5.4", "list models|model"),
)  # fmt: skip

ANSWERED = "{'id': 'c', 'object': 'chat.completion', 'choices': [{'index': 0, 'message': {'role': 'assistant', 'content': 'a'}}]}"
SDK = (
    calls("new-swapped", "check_payload('openai', PAYLOAD)", "dialect", "'openai'|payload", "first|second|swapped|turned round|order|payload, dialect"),
    calls("new-target", "check_payload(PAYLOAD, 'openai.chat')", "openai.chat", "'openai'"),
    calls("new-model-for-dialect", "check_payload(PAYLOAD, 'gpt-5.4')", "gpt-5.4", "openai"),
    calls("new-no-dialect", "check_payload(PAYLOAD)", "dialect", "openai|missing"),
    calls("new-sdk-object", "class ChatCompletion:\n    def model_dump(self): return {}\nprint(check_payload(ChatCompletion(), 'openai'))", "ChatCompletion", r"model_dump\(\)", status=GREEN),
    calls("new-httpx-request", "class Request:\n    content = b'{}'\nprint(check_payload(Request(), 'openai'))", "Request", "json.loads|content|dict|list", status=GREEN),
    calls("new-one-message", "print(check_payload({'role': 'user', 'content': 'a'}, 'openai'))", r"messages|\[", "role|one message", status=GREEN),
    calls("new-list-of-requests", "print(check_payload([{'messages': PAYLOAD}, {'messages': PAYLOAD}], 'openai'))", "messages", "request|each|one", status=GREEN),
    calls("new-conversation-for-payload", "print(check_payload(HELLO, 'openai'))", "Conversation", "payload|formatter|third|conversation=", status=GREEN),
    calls("new-conversation-of-a-case-id", "check_payload(PAYLOAD, 'openai', 'chat/one-user')", "chat/one-user", r"Conversation|corpus|case"),
    calls("new-none", "print(check_payload(None, 'openai'))", "None", "messages|without return", status=GREEN),
    calls("new-set", "print(check_payload({'a'}, 'openai'))", r"\bset\b|'a'", "list|dict|object|payload", status=GREEN),
    calls("new-coroutine", "async def f(): return PAYLOAD\nprint(check_payload(f(), 'openai'))", "coroutine", "await", status=GREEN),
    calls("new-deep", "p = []\nfor _ in range(100000): p = [p]\nprint(len(check_payload([{'role': 'user', 'content': p}], 'openai')))", r"deep|nest|^\s*\d+|\d", status=GREEN),
    calls("new-recursive", "p = {'role': 'user', 'content': 'a'}\np['self'] = p\nprint(check_payload([p], 'openai'))", "itself|recurs|circular|cycle", status=GREEN),
    calls("new-numbered", "print(check_payload([{'role': 'user', 'content': float('nan')}], 'openai'))", "NaN|nan", status=GREEN),
    calls("new-many-keys", "print(len(str(check_payload([{'role': 'user', 'content': 'a', **{f'k{i}': 1 for i in range(100000)}}], 'openai'))) < 100000)", "True", status=GREEN),
    calls("new-formatter-instance-called", f"check_formatter(mine.chat(HELLO), {FEW})", "list", "payload|FORMATTERS|function|module"),
    calls("new-formatter-target-by-word", f"check_formatter(mine, target='openai.chat', {FEW})", "target", "'targets'"),
    calls("new-formatter-model-by-word", f"check_formatter(mine, model='gpt-5.4', {FEW})", "model", "'models'|models"),
    calls("new-report-length", f"print(len(check_formatter(mine, {FEW})))", "len|Report", r"\.|findings|failures|document"),
    calls("new-awaited", f"import asyncio\nasync def f(): return await check_formatter(mine, {FEW})\nasyncio.run(f())", "await", "Report"),
)  # fmt: skip

LOG = json.dumps(
    {
        "custom_id": "a",
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "gpt-5.4", "messages": [{"role": "usr", "content": "a"}]},
    }
)
LOGS = (
    command("new-validate-batch", "validate b.jsonl --dialect openai", "usr", "line 1|b.jsonl|body", status=RED, files={"b.jsonl": LOG + "\n"}),
    command("new-validate-har", "validate r.har --dialect anthropic", "r.har", "promptfmt why r.har", files={"r.har": json.dumps({"log": {"entries": [{"request": {"method": "POST", "url": URL, "postData": {"text": BODY}}}]}})}),
    command("new-validate-gz", "validate r.json.gz --dialect openai", "r.json.gz", "gunzip|gzip|unpack", files={"r.json.gz": b"\x1f\x8b\x08\x00" + bytes(20)}),
    command("new-validate-folder", "validate payloads --dialect openai", "payloads", "directory|folder", files={"payloads/a.json": PAYLOAD}),
    command("new-validate-dialect-is-a-model", "validate p.json --dialect gpt-5.4", "gpt-5.4", "openai", files={"p.json": PAYLOAD}),
    command("new-validate-provider", "validate p.json --provider openai", "--provider", "--dialect", files={"p.json": PAYLOAD}),
    command("new-validate-answer", "validate p.json --dialect openai", "answer|response", "request", files={"p.json": json.dumps({"id": "c", "object": "chat.completion", "choices": []})}, status=RED),
    command("new-validate-two", "validate p.json q.json --dialect openai", r"messages\[0\]|p.json", "q.json", files={"p.json": BAD, "q.json": PAYLOAD}, status=RED),
    command("new-validate-deep", "validate p.json --dialect openai", "p.json", "deep|nest|recurs", files={"p.json": "[" * 200000 + "]" * 200000}),
    command("new-validate-nan", "validate p.json --dialect openai", "p.json", "NaN", files={"p.json": '{"messages": [{"role": "user", "content": "a"}], "temperature": NaN}'}, status=RED),
    command("new-validate-half-a-character", "validate p.json --dialect openai", "surrogate|half", r"messages\[0\]", files={"p.json": '{"messages": [{"role": "user", "content": "\\ud83d"}]}'}, status=RED),
    command("new-validate-escapes", "validate p.json --dialect openai", "role", status=RED, never=("Traceback", "\x1b[31m", "\u202e"), files={"p.json": '{"messages": [{"role": "\\u001b[31m\\u202eusr", "content": "a"}]}'}),
    command("new-validate-carriage-return", "validate p.json --dialect openai", "role", status=RED, never=("Traceback", "\rusr"), files={"p.json": '{"messages": [{"role": "\\rusr", "content": "a"}]}'}),
    command("new-validate-key-with-escapes", "validate p.json --dialect openai", r"messages\[0\]", status=RED, never=("Traceback", "\x1b[2J"), files={"p.json": '{"messages": [{"role": "usr", "\\u001b[2J": "a"}]}'}),
    command("new-validate-long-number", "validate p.json --dialect openai", "p.json|role", status=RED, files={"p.json": '{"messages": [{"role": "usr", "content": ' + "9" * 6000 + "}]}"}),
    refused("new-proxy-of-litellm", json.dumps({"litellm_call_id": "a", "additional_args": {"complete_input_dict": json.loads(BODY)}}), file="r.json"),
    refused("new-otel-span", json.dumps({"name": "chat", "attributes": {"gen_ai.request.model": "claude-sonnet-4-5", "gen_ai.input.messages": json.dumps([{"role": "user", "parts": [{"type": "text", "content": ""}]}])}}), "OpenTelemetry|gen_ai|span|user-nonempty", file="span.json", status=ASKED),
    refused("new-answer-alone", '{"type":"error","error":{"type":"invalid_request_error","message":"messages: text content blocks must be non-empty"}}', "error|answer", "request", file="r.json", status=ASKED),
)  # fmt: skip

NARROW = f"COLUMNS=40 {RUN}"
MACHINES = (
    shell("new-machine-without-home", f"env -u HOME {RUN}", "2 passed", status=GREEN),
    shell("new-machine-ascii", f"LC_ALL=C PYTHONUTF8=0 {RUN}", "fidelity|altered|lost", status=RED, mine=LOSSY),
    shell("new-machine-narrow", NARROW, "fidelity", status=RED, mine=LOSSY),
    shell("new-machine-optimised", f"python -OO -m {RUN}", "fidelity", status=RED, mine=LOSSY),
    shell("new-machine-isolated", f"python -P -m {RUN}", "2 passed", status=GREEN),
    shell("new-machine-full-report", f"{RUN} --promptfmt-report=json:/dev/full", "/dev/full", "No space|written|full", status=RED),
    shell("new-machine-full-output", f"{RUN} >/dev/full", "No space|Errno 28", status=RED, never=()),
    shell("new-machine-full-certificate", "promptfmt certify mine -o /dev/full", "/dev/full", "No space|written|full", status=ASKED),
    shell("new-machine-full-list", "promptfmt list cases >/dev/full", "No space|written|full", status=ASKED),
    shell("new-machine-pipe-closed", "promptfmt list cases | head -1", "/", status=GREEN),
    shell("new-machine-no-temporary", f"TMPDIR=/nowhere {RUN}", "2 passed", status=GREEN),
    shell("new-machine-no-colour", f"NO_COLOR=1 CI=1 {RUN}", "fidelity", status=RED, mine=LOSSY, never=("Traceback", "\x1b[")),
    shell("new-machine-module-of-python", "python -m promptfmt --version", "pytest_promptfmt|promptfmt", status=RED, never=()),
    shell("new-machine-module-of-the-kit", "python -m pytest_promptfmt --version", r"promptfmt \d", status=GREEN),
    shell("new-machine-read-only", f"mkdir d; cp mine.py d; chmod a-w d; cd d; {RUN}", "2 passed", status=GREEN),
    shell("new-machine-interrupted", "timeout -s INT 4 pytest --promptfmt-impl=mine --promptfmt-case=chat/* --promptfmt-report=json:r.json; test -e r.json && promptfmt report r.json markdown:r.md", "interrupted|KeyboardInterrupt", status=RED, mine=MINE.replace("    if any", "    import time; time.sleep(0.6)\n    if any"), never=("INTERNALERROR",)),
)  # fmt: skip

OLDER = "python - <<'E'\nimport json\nd = json.load(open('{0}'))\n{1}\njson.dump(d, open('{0}', 'w'))\nE\n"
VERSIONS = (
    shell("new-report-of-a-newer-schema", f"{DONE}; " + OLDER.format("r.json", "d['version'] = 99") + "promptfmt report r.json markdown:r.md", "r.json", "99", "newer|upgrade|pip install|again", status=ASKED),
    shell("new-report-of-an-older-schema", f"{DONE}; " + OLDER.format("r.json", "d['version'] = 0") + "promptfmt compare r.json r.json", "r.json", r"\b0\b", "older|again|run", status=ASKED),
    shell("new-report-without-schema", f"{DONE}; " + OLDER.format("r.json", "del d['version']") + "promptfmt report r.json markdown:r.md", "r.json", "version", status=ASKED),
    shell("new-merge-of-one-report-and-nothing", f"{DONE}; echo '{{}}' >s.json; promptfmt merge r.json s.json -o all.json", "s.json", "report|schema", status=ASKED),
    shell("new-verify-of-an-older-kit", f"{CERTIFIED}; sed -i 's/0\\.1\\.0/0.0.9/g' c.json; promptfmt verify c.json", r"0\.0\.9|digest", "0.1.0|install|written by|agree|edited", status=ASKED),
    shell("new-certificate-as-a-report", f"{CERTIFIED}; promptfmt report c.json html:r.html", "c.json", "certificate", "--promptfmt-report=json:|report", status=ASKED),
    shell("new-matrix-of-certificates", f"{CERTIFIED}; mkdir d; cp c.json d; promptfmt matrix d", "certificate|c.json", "report", status=ASKED),
    command("new-upgrade", "upgrade", "upgrade", "pip install|choose from"),
    command("new-migrate-a-report", "migrate r.json", "migrate", "report|choose from|run", files={"r.json": "{}"}),
    command("new-list-without-a-word", "list", "cases", "rules", "targets", never=("Traceback", "kind, GLOB")),
    command("new-list-levels", "list levels", "levels", "certify|explain|docs|targets|choose from"),
    command("new-explain-a-level", "explain L2", "L2", "faithful", status=GREEN),
    command("new-explain-graded", "explain graded", "graded", "checks|levels|docs"),
    command("new-explain-not-claimed", ("explain", "not claimed"), "not claimed", "CAPABILITIES|levels|docs"),
    command("new-certify-level-number", "certify mine -o c.json --level 2", "'2'|2", "L2"),
    command("new-certify-minimum", "certify mine -o c.json --min-level L2", "--min-level", "--level"),
)  # fmt: skip

TABLE: tuple[Mistake, ...] = (*BRINGS, *OBJECTS, *RUNNERS, *NAMES, *SILENT, *SNAPPED, *FILED, *MODELS, *SDK, *LOGS, *MACHINES, *VERSIONS)  # fmt: skip

"""What a person in a hurry does, by the forty things that one does with the kit and the likeliest slips of each: a neutral sample."""

from __future__ import annotations

from mistakes.commands import FEW, PAYLOAD, command, python
from mistakes.doors import ANSWER, BODY, HTTPX, RIGHT, URL, answers, bridge, called, greets, why
from mistakes.mistake import CHAT, FORMATTERS, GREEN, LOSSY, MINE, NOTHING, RED, TEXT_ONLY, USAGE, Mistake, run
from mistakes.pages import ONE, SAID, asks, calls, excuse, excuses, filed, judged_in_ci, own_test, spoken
from mistakes.surroundings import shell

RETURN = CHAT[CHAT.index("    return [") :]
HEAD = CHAT.removesuffix(RETURN)


def written(name: str, mine: str, *says: str, status: int = RED, **more: object) -> Mistake:
    """A formatter module as somebody wrote it."""
    return Mistake(name, says, run(), status, mine, **more)  # type: ignore[arg-type]


def gives(name: str, lines: str, *says: str, head: str = "", **more: object) -> Mistake:
    """A formatter that ends otherwise; what it should give is ``p``."""
    body = "\n".join(f"    {line}" for line in lines.splitlines())
    ends = RETURN.replace("return", "p =") + body
    return written(f"gives-{name}", f"{head}{HEAD}{ends}\n{FORMATTERS}{TEXT_ONLY}", *says, **more)


def takes(name: str, code: str, *says: str, table: str = FORMATTERS, **more: object) -> Mistake:
    """Another callable in the table."""
    return written(f"takes-{name}", MINE + code + table, *says, **more)


MODULE = (
    written("module-table-forgotten", CHAT, "FORMATTERS", r"\{.openai\.chat. ?: ?chat", status=USAGE),
    written("module-table-in-lower-case", CHAT + "formatters = {'openai.chat': chat}", "'formatters'", "FORMATTERS", status=USAGE),
    written("module-table-empty", CHAT + "FORMATTERS = {}", "FORMATTERS", "empty|no target", r"openai\.chat", status=USAGE),
    written("module-called-in-table", CHAT + "FORMATTERS = {'openai.chat': chat()}", "chat\\(\\)|conversation", "mine.py", status=USAGE),
    written("module-name-in-quotes", CHAT + "FORMATTERS = {'openai.chat': 'chat'}", "str|text", "function|callable", status=USAGE),
    written("module-colon-forgotten", MINE.replace("(conversation):", "(conversation)"), "mine.py", "line 2", "SyntaxError|':'", status=USAGE),
    written("module-import-misspelt", "from pytest_promptfmt import Convresation\n" + MINE, "Convresation", "mean.*Conversation", status=USAGE),
    written("module-package-by-its-dash", "import pytest-promptfmt\n" + MINE, "mine.py", "line 1", "SyntaxError", status=USAGE),
)  # fmt: skip
RETURNS = (
    gives("nothing", "pass", "None", "return"),
    gives("printed", "print(p)", "None", "print", "return"),
    gives("a-string-of-json", "import json\nreturn json.dumps(p)", "string|text|str", "json.loads|list"),
    gives("bytes", "import json\nreturn json.dumps(p).encode()", "bytes", "list|decode|JSON"),
    gives("a-tuple", "return tuple(p)", "tuple", "list"),
    gives("a-generator", "yield from p", "generator", "list"),
    gives("a-pair", "return p, None", "tuple|null|None"),
    gives("the-first-message", "return p[0]", "messages"),
    gives("objects", "from types import SimpleNamespace\nreturn [SimpleNamespace(**m) for m in p]", "SimpleNamespace", "JSON|dict"),
    gives("a-dataclass", "return [Sent(**m) for m in p]", "Sent", "asdict|JSON|dict", head="from dataclasses import dataclass\n@dataclass\nclass Sent:\n    role: str\n    content: str\n"),
    gives("content-as-list-of-texts", "return [{**m, 'content': [m['content']]} for m in p]", r"content\[0\]", "string|object"),
    gives("wrapped-in-payload", "return {'payload': p}", "payload", "messages"),
    gives("messages-of-the-conversation", "return conversation.messages", "Message|tuple", "list|dict|JSON"),
    gives("the-conversation", "return conversation", "Conversation", "list|dict|JSON|payload"),
    gives("an-enum-role", "import enum\nRole = enum.Enum('Role', 'system user assistant tool')\nreturn [{**m, 'role': Role[m['role']]} for m in p]", "role", "Role", "JSON|string"),
    gives("a-map", "return map(dict, p)", "map", "list"),
)  # fmt: skip
SIGNATURES = (
    takes("async-right", "\nasync def later(conversation):\n    return chat(conversation)\n", "2 passed", table="FORMATTERS = {'openai.chat': later}", status=GREEN),
    takes("coroutine-not-awaited", "\nasync def later(conversation):\n    return chat(conversation)\n", "coroutine|never awaited|await", table="FORMATTERS = {'openai.chat': lambda c: [later(c)]}"),
    takes("class-not-instantiated", "\nclass Mine:\n    def format(self, conversation):\n        return chat(conversation)\n", "Mine", r"Mine\(\)|instance|prepare", table="FORMATTERS = {'openai.chat': Mine}"),
    takes("method-needs-self", "\nclass Mine:\n    def chat(self, conversation):\n        return chat(conversation)\n", "argument|self", r"Mine\(\)|instance|one argument", table="FORMATTERS = {'openai.chat': Mine.chat}"),
    takes("messages-and-tools", "\ndef two(messages, tools):\n    return []\n", "tools", "one argument|conversation", table="FORMATTERS = {'openai.chat': two}"),
    takes("no-argument", "\ndef none():\n    return []\n", "argument", "conversation", table="FORMATTERS = {'openai.chat': none}"),
    takes("keyword-only", "\ndef named(*, conversation):\n    return chat(conversation)\n", "positional|argument", "conversation", table="FORMATTERS = {'openai.chat': named}"),
    takes("partial-of-wrong", "\nfrom functools import partial\ndef two(model, messages, conversation):\n    return chat(conversation)\n", "conversation|argument", table="FORMATTERS = {'openai.chat': partial(two, 'gpt-4o')}"),
    takes("list-of-dicts", "\ndef dicts(messages):\n    return [{'role': m['role'], 'content': m['content']} for m in messages]\n", "Conversation", "messages", table="FORMATTERS = {'openai.chat': dicts}"),
    takes("message-as-dict", "\ndef dicts(conversation):\n    return [{'role': m['role'], 'content': m.text} for m in conversation.messages]\n", "Message", r"\.role|attribute|subscript", table="FORMATTERS = {'openai.chat': dicts}"),
    takes("message-content", "\ndef dicts(conversation):\n    return [{'role': m.role, 'content': m.content} for m in conversation.messages]\n", "content", r"\.text|blocks", table="FORMATTERS = {'openai.chat': dicts}"),
    takes("mutated", "\ndef spoils(conversation):\n    conversation.messages[0].role = 'developer'\n    return chat(conversation)\n", "frozen|assign|role", "dataclasses.replace|replace|copy", table="FORMATTERS = {'openai.chat': spoils}"),
    takes("swallowed", "\ndef quiet(conversation):\n    try:\n        return [{'role': m.role, 'content': m.txt} for m in conversation.messages]\n    except Exception:\n        return []\n", "empty|lost|nowhere|\\[\\]", table="FORMATTERS = {'openai.chat': quiet}"),
    takes("debug-print", "\ndef loud(conversation):\n    print('here', conversation.messages[0].text)\n    return chat(conversation)\n", "print", "standard output|stdout|prints", table="FORMATTERS = {'openai.chat': loud}"),
    takes("two-steps-one-missing", "\nclass Mine:\n    def prepare(self, conversation):\n        return chat(conversation)\n", "format", "prepare", table="FORMATTERS = {'openai.chat': Mine()}", status=USAGE),
    takes("two-steps-format-twice-given", "\nclass Mine:\n    def prepare(self, conversation):\n        return chat(conversation)\n    def format(self, native, conversation):\n        return native\n", "conversation", "argument", table="FORMATTERS = {'openai.chat': Mine()}"),
    takes("two-steps-mutates", "\nclass Mine:\n    def prepare(self, conversation):\n        return chat(conversation)\n    def format(self, native):\n        native.append({'role': 'user', 'content': 'x'})\n        return native[:-1]\n", "purity", "changed|native", table="FORMATTERS = {'openai.chat': Mine()}"),
    takes("counts-up", "\nimport itertools\nids = itertools.count()\ndef counted(conversation):\n    return [{**m, 'name': f'n{next(ids)}'} for m in chat(conversation)]\n", "purity", "twice|second|same|differ", table="FORMATTERS = {'openai.chat': counted}"),
    written("takes-sleeps", MINE + "\nimport time\ndef slow(conversation):\n    time.sleep(60)\nFORMATTERS = {'openai.chat': slow}\n", "second", "timeout"),
    takes("calls-the-provider", "\nimport urllib.request\ndef asks(conversation):\n    urllib.request.urlopen('http://api.openai.com/v1')\n    return chat(conversation)\n", "api.openai.com", "connect", table="FORMATTERS = {'openai.chat': asks}"),
    takes("exits", "\nimport sys\ndef leaves(conversation):\n    sys.exit('no key')\n", "exit|SystemExit|ended", "no key", table="FORMATTERS = {'openai.chat': leaves}"),
    takes("needs-a-key", "\nimport os\ndef keyed(conversation):\n    os.environ['OPENAI_KEY_OF_MINE']\n    return chat(conversation)\n", "KeyError", "OPENAI_KEY_OF_MINE", table="FORMATTERS = {'openai.chat': keyed}"),
)  # fmt: skip


def claimed(name: str, value: str, *says: str, status: int = USAGE) -> Mistake:
    return written(f"claimed-{name}", CHAT + FORMATTERS + f"CAPABILITIES = {value}\n", *says, status=status)


CLAIMED = (
    claimed("blocks-plural", '{"openai.chat": {"blocks": ["tools"]}}', "mean 'tool'"),
    claimed("blocks-as-one-text", '{"openai.chat": {"blocks": "tool"}}', "blocks", r"\['tool'\]|list"),
    claimed("without-target", '{"blocks": ["tool"]}', "blocks", r"openai\.chat"),
    claimed("of-another-target", '{"openai.multiagent": {"blocks": []}}', "openai.multiagent", "FORMATTERS"),
    claimed("vision", '{"openai.chat": {"blocks": ["vision"]}}', "mean 'image'"),
    claimed("images", '{"openai.chat": {"blocks": ["images"]}}', "mean 'image'"),
    claimed("truncate", '{"openai.chat": {"blocks": [], "truncation": "truncate"}}', "truncation", "'drop'"),
    claimed("truncation-without-budget", '{"openai.chat": {"blocks": [], "truncation": "drop"}}', "2 passed", status=GREEN),
    claimed("bare-list", '{"openai.chat": ["tool"]}', "blocks", "list"),
    claimed("audio-at-anthropic", '{"openai.chat": {"blocks": ["video"]}}', "video", "openai"),
    claimed("model-unknown", '{"openai.chat": {"blocks": [], "model": "my-model"}}', "my-model", status=GREEN),
    claimed("everything-but-writes-text", '{"openai.chat": {"blocks": ["tool"]}}', "2 passed", status=GREEN),
)  # fmt: skip
TARGETS = (
    asks("target-provider-alone", ONE + "--promptfmt-target=openai", r"openai\.\*|openai\.chat"),
    asks("target-claude", ONE + "--promptfmt-target=anthropic.chat", "anthropic.chat", "openai.chat"),
    asks("target-comma", ONE + "--promptfmt-target=openai.chat,anthropic.chat", ",", "again|twice|once for each|repeat"),
    asks("target-capital", ONE + "--promptfmt-target=OpenAI.chat", "mean 'openai.chat'"),
    asks("target-old-name", ONE + "--promptfmt-target=openai.completions", r"openai\.chat"),
    asks("target-table-key-in-table", "--promptfmt-impl=mine", "gpt", "mean 'openai'|openai.chat", mine=CHAT + "FORMATTERS = {'gpt.chat': chat}"),
    asks("target-table-google", "--promptfmt-impl=mine", "google.chat", "mean 'gemini", mine=CHAT + "FORMATTERS = {'google.chat': chat}"),
    asks("target-table-single", "--promptfmt-impl=mine", "'openai'", r"openai\.chat", mine=CHAT + "FORMATTERS = {'openai': chat}"),
    asks("target-table-multi-agent", "--promptfmt-impl=mine", "mean 'openai.multiagent'", mine=CHAT + "FORMATTERS = {'openai.multi_agent': chat}"),
)  # fmt: skip
CASES = (
    asks("case-alone", "--promptfmt-impl=mine --promptfmt-case=one-user", "mean 'chat/one-user'|chat/one-user|\\*/one-user"),
    asks("case-family", "--promptfmt-impl=mine --promptfmt-case=chat", r"chat/\*"),
    asks("case-misspelt", "--promptfmt-impl=mine --promptfmt-case=chat/one-usr", "mean 'chat/one-user'"),
    asks("case-by-node-id", "promptfmt/mine/openai/chat::chat/one-user", "--promptfmt-impl"),
    asks("case-node-id-misspelt", "--promptfmt-impl=mine promptfmt/mine/openai/chat::chat/one-usr", "one-usr", "mean|one-user|no such"),
    asks("case-k-nothing", ONE + "-k nothing_of_that", "deselected", status=NOTHING),
    asks("case-k-slash", ONE + "-k chat/one-user", "1 passed|deselected|-k", status=GREEN),
    asks("check-finding", ONE + "--promptfmt-check=fidelity.lost-text", "fidelity", "mean 'fidelity'|check"),
    asks("check-misspelt", ONE + "--promptfmt-check=shema", "mean 'schema'"),
    asks("check-rules", ONE + "--promptfmt-check=rules", "rules", "protocol|known"),
)  # fmt: skip
RUNS = (
    asks("run-impl-twice", ONE + "--promptfmt-impl=mine", "mine-2|twice|passed", status=GREEN),
    asks("run-impl-file-without-py", "--promptfmt-impl=./mine --promptfmt-case=chat/one-user", "mine.py|1 passed"),
    asks("run-impl-with-function", "--promptfmt-impl=mine:chat --promptfmt-case=chat/one-user", "chat", "FORMATTERS"),
    asks("run-impl-misspelt", "--promptfmt-impl=mien --promptfmt-case=chat/one-user", "mien", "mean 'mine'|mine"),
    asks("run-impl-of-a-folder-below", "--promptfmt-impl=fmt --promptfmt-case=chat/one-user", "src/fmt.py|src", files={"src/fmt.py": MINE}),
    asks("run-impl-directory", "--promptfmt-impl=./pkg --promptfmt-case=chat/one-user", "1 passed|pkg", status=GREEN, files={"pkg/__init__.py": MINE}),
    asks("run-impl-directory-without-init", "--promptfmt-impl=pkg --promptfmt-case=chat/one-user", r"pkg\.fmt|fmt", files={"pkg/fmt.py": MINE}),
    asks("run-impl-slash-for-dot", "--promptfmt-impl=pkg/fmt --promptfmt-case=chat/one-user", r"pkg/fmt\.py|pkg\.fmt", files={"pkg/fmt.py": MINE, "pkg/__init__.py": ""}),
    asks("run-impl-forgotten", "--promptfmt-case=chat/one-user", "--promptfmt-impl"),
    asks("run-impl-with-a-blank", "--promptfmt-impl mine --promptfmt-case chat/one-user", "1 passed", status=GREEN),
    asks("run-impl-a-test-file", "--promptfmt-impl=test_mine.py", "test_mine.py", "FORMATTERS", files={"test_mine.py": "def test_a(): pass\n"}),
    asks("run-impl-adapter-uninstalled", "--promptfmt-impl=agno --promptfmt-case=chat/one-user", "agno", "pip install|not installed"),
    asks("run-impl-adapter-dash", "--promptfmt-impl=pydantic-ai --promptfmt-case=chat/one-user", "pydantic_ai"),
    asks("run-impl-adapter-class", "--promptfmt-impl=adapter:mine", "mine", "known|adapters|langchain"),
    Mistake("run-with-unittest", ("mine|pytest|no tests|NO TESTS",), ("python", "-m", "unittest", "mine"), NOTHING),
    Mistake("run-module-as-a-script", (), ("python", "mine.py"), GREEN),
    Mistake("run-command-with-dash", ("unrecognized|no such|not found|usage",), ("sh", "-c", "pytest-promptfmt --impl=mine"), 127),
)  # fmt: skip


def plugged(name: str, words: str, *says: str, wants: str, status: int = GREEN, **more: object) -> Mistake:
    return asks(f"plugged-{name}", ONE + words, *says, status=status, wants=(wants,), **more)


PLUGGED = (
    plugged("xdist-auto", "-n auto", "1 passed", wants="pytest-xdist"),
    plugged("xdist-loadfile", "-n 2 --dist loadfile", "1 passed", wants="pytest-xdist"),
    plugged("xdist-each", "--dist each --tx 2*popen", "2 passed|1 passed", wants="pytest-xdist"),
    plugged("xdist-red", "-n 2", "fidelity", status=RED, mine=LOSSY, wants="pytest-xdist"),
    plugged("xdist-maxfail", "-n 2 --maxfail=1", "fidelity", status=RED, mine=LOSSY, wants="pytest-xdist"),
    plugged("xdist-report", "-n 2 --promptfmt-report=json:r.json", "1 passed", leaves=("r.json",), wants="pytest-xdist"),
    plugged("xdist-pdb", "-n 2 --pdb", "pdb", status=USAGE, wants="pytest-xdist"),
    plugged("randomly", "-p randomly", "1 passed", wants="pytest-randomly"),
    plugged("rerunfailures", "--reruns 2", "fidelity", status=RED, mine=LOSSY, wants="pytest-rerunfailures"),
    plugged("cov", "--cov=mine", "1 passed", "mine.py", wants="pytest-cov"),
    plugged("timeout", "--timeout=30", "1 passed", wants="pytest-timeout"),
    asks("plugged-xdist-missing", ONE + "-n 2", "-n", "pytest-xdist", env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-p promptfmt"}),
)  # fmt: skip
OWN = (
    filed("yaml", "a.yaml", "JSON|json", file="cases/a.yaml", raw="- role: user\n  content: Hello\n"),
    filed("trailing-comma", "a.json", "line 1", "comma|trailing", raw='[{"role": "user", "content": "Hello"},]'),
    filed("comment", "a.json", "line 1", "comment|JSON", raw="// mine\n" + SAID),
    filed("role-human", "a.json", "human", "user", conversation={"messages": [{"role": "human", "content": "Hello"}]}),
    filed("openai-tool-calls", "a.json", "tool_calls", "tool_use|new-case|dialect", conversation={"messages": [{"role": "assistant", "content": None, "tool_calls": []}]}),
    filed("key-misspelt", "a.json", "mean 'conversation'", raw='{"hunts": "x", "conversaton": []}'),
    filed("empty-file", "a.json", "empty|nothing", raw=""),
    filed("name-with-a-blank", "late answer", "late-answer", file="cases/late answer.json"),
    spoken("image-url", {"type": "image_url", "image_url": {"url": "https://a.example/b.png"}}, "image_url", "image"),
    spoken("input-text", {"type": "input_text", "text": "Hello"}, "input_text", "text"),
    asks("corpus-is-a-file", ONE + "--promptfmt-corpus=cases/a.json", "cases", "directory|folder", files={"cases/a.json": SAID}),
    asks("corpus-nowhere", ONE + "--promptfmt-corpus=case", "mean 'cases'|cases", files={"cases/a.json": SAID}),
    asks("corpus-case-without-x", "--promptfmt-impl=mine --promptfmt-corpus=cases --promptfmt-case=cases/a", "x-cases/a", files={"cases/a.json": SAID}),
    asks("corpus-of-nothing", ONE + "--promptfmt-corpus=cases", "cases", "no case|empty|nothing|.json", files={"cases/README.md": "Mine\n"}),
)  # fmt: skip
XFAILS = (
    excuses("reason-forgotten", '[[xfail]]\nmatch = "openai.chat / chat/one-user"\n', "reason"),
    excuses("single-brackets", '[xfail]\nmatch = "openai.chat / chat/one-user"\nreason = "later"\n', r"\[\[xfail\]\]"),
    excuses("table-xfails", '[[xfails]]\nmatch = "openai.chat / chat/one-user"\nreason = "later"\n', r"mean 'xfail'|\[\[xfail\]\]"),
    excuses("key-case", '[[xfail]]\ncase = "chat/one-user"\nreason = "later"\n', "case", "match"),
    excuses("case-first", excuse('"chat/one-user"'), "chat/one-user", r"\* / chat/one-user|target", status=RED),
    excuses("comma", excuse('"openai.chat, chat/one-user"'), " / ", "openai.chat", status=USAGE),
    excuses("target-misspelt-narrowed", excuse('"opanai.chat / chat/one-user"'), "opanai", "mean 'openai|no target", status=RED),
    excuses("case-misspelt-narrowed", excuse('"openai.chat / chat/one-usr"'), "one-usr", "mean|no case", status=RED),
    excuses("check-misspelt-narrowed", excuse('"openai.chat / chat/one-user / shema"'), "shema", "mean|no check", status=RED),
    excuses("not-needed", excuse('"openai.chat / chat/one-user"'), "Delete these lines", status=RED),
    excuses("expires-text", excuse('"openai.chat / chat/one-user"', 'reason = "later"\nexpires = "next week"'), "expires", "date|2026|YYYY"),
    excuses("expires-passed", excuse('"openai.chat / chat/one-user"', 'reason = "later"\nexpires = 2020-01-01'), "expired|2020-01-01", status=RED),
    excuses("unquoted", "[[xfail]]\nmatch = openai.chat\nreason = later\n", "promptfmt.toml", "line 2", "quot"),
    Mistake("xfails-below-the-rootdir", ("tests/promptfmt.toml", "rootdir|--promptfmt-xfails"), run(), RED, LOSSY, {"tests/promptfmt.toml": excuse('"*"'), "pytest.ini": "[pytest]\n"}),
    Mistake("xfails-run-from-below", ("promptfmt.toml",), ("sh", "-c", "cd sub && pytest --promptfmt-impl=mine --promptfmt-case=chat/one-user"), RED, files={"sub/promptfmt.toml": excuse('"*"'), "pytest.ini": "[pytest]\n", "sub/mine.py": LOSSY}),
    Mistake("xfails-in-pyproject-without-tool", ("tool.promptfmt",), run(), USAGE, LOSSY, {"pyproject.toml": excuse('"*"').replace("[[xfail]]", "[[promptfmt.xfail]]")}),
    Mistake("xfails-in-pyproject-with-dash", ("tool.promptfmt",), run(), USAGE, LOSSY, {"pyproject.toml": excuse('"*"').replace("[[xfail]]", "[[tool.pytest-promptfmt.xfail]]")}),
    asks("xfails-file-nowhere", ONE + "--promptfmt-xfails=know.toml", "know.toml", "is not there|no such|not found|mean"),
    asks("xfails-update-of-a-case", ONE + "--promptfmt-xfails-update", "--promptfmt-case"),
    asks("xfails-update-with-k", "--promptfmt-impl=mine --promptfmt-target=openai.chat --promptfmt-xfails-update", "--promptfmt-target"),
    Mistake("xfails-mark-xfail-in-module", ("fidelity",), run(), RED, "import pytest\npytestmark = pytest.mark.xfail\n" + LOSSY),
)  # fmt: skip
LATER = f"pytest -q {ONE}--promptfmt-snapshots=snapshots"
SNAPSHOTS = (
    shell("snaps-not-taken-yet", LATER, "snapshot.missing", "--snapshot-update", status=RED),
    shell("snaps-update-without-a-folder", f"pytest {ONE}--snapshot-update", "--promptfmt-snapshots", status=GREEN),
    shell("snaps-changed", f"{LATER} --snapshot-update && sed -i 's/message.text}}/message.text + \".\"}}/' mine.py; {LATER}", "snapshot.changed", "--snapshot-update", status=RED),
    shell("snaps-of-another-name", f"{LATER} --snapshot-update && mv mine.py ours.py; pytest -q --promptfmt-impl=ours --promptfmt-case=chat/one-user --promptfmt-snapshots=snapshots", "snapshot.missing", "mine", status=RED),
    shell("snaps-moved", f"{LATER} --snapshot-update && mv snapshots tests_snapshots; {LATER}", "snapshots", "snapshot.missing|is not there|no such", status=RED),
    shell("snaps-from-another-folder", f"touch pytest.ini; {LATER} --snapshot-update && mkdir sub && cd sub && pytest -q --promptfmt-impl=../mine.py --promptfmt-case=chat/one-user --promptfmt-snapshots=snapshots", "1 passed|snapshots", status=GREEN),
    shell("snaps-of-syrupy", f"pytest {ONE}--promptfmt-snapshots=snapshots --snapshot-upate", "--snapshot-update", status=USAGE),
    shell("snaps-into-a-file", f"touch snapshots; {LATER} --snapshot-update", "snapshots", "directory|file", status=USAGE),
    shell("snaps-conflict", f"{LATER} --snapshot-update; f=snapshots/mine/openai.chat/chat.json; (echo '<<<<<<< HEAD'; cat $f) > x; mv x $f; {LATER}", "chat.json", "merge|<<<<<<<", status=USAGE),
    shell("snaps-update-when-red", f"{LATER} --snapshot-update; {LATER}", "fidelity", status=RED, mine=LOSSY),
)  # fmt: skip
CERTIFIED = (
    command("certify-level-lower-case", "certify mine -o c.json --level l2", "l2", "L2"),
    command("certify-into-nowhere", "certify mine -o out/c.json", "c.json", status=GREEN, leaves=("out/c.json",)),
    command("certify-a-case", "certify mine -o c.json --case chat/one-user", "--case", "whole|unrecognized"),
    command("certify-two", "certify mine other -o c.json", "other", "one|unrecognized"),
    command("verify-a-report", "verify r.json", "r.json", "certificate|report", files={"r.json": '{"schema": 1}'}),
    command("verify-misspelt", "verify cert.json", "cert.json", "is not there|no such|not found"),
    shell("verify-after-a-change", "promptfmt certify mine -o c.json && echo X=1 >> mine.py && promptfmt verify c.json", "source", status=RED),
    shell("verify-elsewhere", "promptfmt certify mine -o c.json && mkdir sub && cd sub && promptfmt verify ../c.json", "mine", "--impl|cd|directory", status=2),
    shell("verify-two", "promptfmt certify mine -o c.json && promptfmt verify c.json c.json", "c.json", "unrecognized|one", status=2),
)  # fmt: skip
JSON = f"pytest -q {ONE}--promptfmt-report=json:"
REPORTED = (
    asks("report-without-format", ONE + "--promptfmt-report=report.json", "report.json", "json:report.json"),
    asks("report-format-md", ONE + "--promptfmt-report=md:report.md", "md", "markdown"),
    asks("report-format-xml", ONE + "--promptfmt-report=xml:report.xml", "xml", "--junitxml|json"),
    asks("report-equals", ONE + "--promptfmt-report=json=report.json", "json:report.json"),
    asks("report-without-path", ONE + "--promptfmt-report=html", "html", "html:"),
    asks("report-into-a-folder", ONE + "--promptfmt-report=json:out/", "out", "file|directory", files={"out/x": ""}),
    asks("report-over-the-module", ONE + "--promptfmt-report=json:mine.py", "mine.py", keeps=("mine.py",)),
    asks("report-nested", ONE + "--promptfmt-report=html:a/b/c.html", "1 passed", status=GREEN, leaves=("a/b/c.html",)),
    shell("report-from-html", f"{JSON}r.json --promptfmt-report=html:r.html; promptfmt report r.html markdown:s.md", "r.html", "JSON|json:", status=2),
    shell("report-turned-round", f"{JSON}r.json; promptfmt report markdown:s.md r.json", "s.md|r.json", "order|REPORT|first|is not there", status=2),
    shell("compare-alone", f"{JSON}r.json; promptfmt compare r.json", "NEW", status=2),
    shell("compare-of-another", f"{JSON}r.json; cp mine.py ours.py; pytest -q --promptfmt-impl=ours --promptfmt-case=chat/one-user --promptfmt-report=json:o.json; promptfmt compare r.json o.json", "mine", "ours", status=RED),
    shell("compare-three", f"{JSON}r.json; promptfmt compare r.json r.json r.json", "r.json", "matrix|unrecognized|two", status=2),
    shell("compare-the-page", f"{JSON}r.json --promptfmt-report=html:r.html; promptfmt compare r.html r.html", "r.html", "JSON|json:", status=2),
    shell("compare-turned-round", f"{JSON}old.json; cp old.json new.json; promptfmt compare new.json old.json", "nothing changed", status=GREEN),
    shell("compare-missing", f"{JSON}r.json; promptfmt compare main/r.json r.json", "main/r.json", "is not there|no such|not found", status=2),
    shell("compare-junit", f"pytest -q {ONE}--junitxml=r.xml; promptfmt compare r.xml r.xml", "r.xml", "json:", status=2),
    shell("merge-without-output", f"{JSON}r.json; promptfmt merge r.json r.json", "-o", status=2),
    shell("merge-the-same-twice", f"{JSON}r.json; promptfmt merge r.json r.json -o w.json", "missing|left out|not judged|r.json", status=RED),
    shell("merge-of-two", f"{JSON}r.json; cp mine.py ours.py; pytest -q --promptfmt-impl=ours --promptfmt-case=chat/one-user --promptfmt-report=json:o.json; promptfmt merge r.json o.json -o w.json", "mine", "ours", status=RED),
    shell("matrix-of-modules", "promptfmt matrix mine.py mine.py", "mine.py", "report|json:", status=2),
    shell("matrix-into-json-of-page", f"{JSON}r.json; promptfmt matrix r.json -o m.pdf", "m.pdf", ".html|.md", status=2),
)  # fmt: skip
LINE = RIGHT.replace("ANSWER", ANSWER)
BRIDGES = (
    bridge("without-cmd", LINE, "bridge.py", "cmd:", spec="python bridge.py", status=USAGE),
    bridge("file-alone", LINE, "bridge.py", "cmd:python bridge.py|cmd:", spec="bridge.py", status=USAGE),
    bridge("misspelt", LINE, "brige.py", spec="cmd:python brige.py", status=USAGE),
    bridge("program-missing", LINE, "deno9", "is not there|not found|no such|PATH", spec="cmd:deno9 run bridge.ts", status=USAGE),
    bridge("log-line", LINE.replace("    asked =", "    print('got one', flush=True)\n    asked ="), "got one", "standard error|stderr"),
    bridge("no-hello", "import json, sys\nfor line in sys.stdin:\n    pass\n", "hello|first line", status=USAGE),
    bridge("breaks", LINE.replace("    payload =", "    raise KeyError('tools')\n    payload ="), "KeyError|tools"),
    greets("formatters-a-list", '{"promptfmt": 1, "name": "mine", "formatters": ["openai.chat"]}', "formatters", "object"),
    greets("protocol-text", '{"promptfmt": "1", "name": "mine", "formatters": {"openai.chat": {}}}', "promptfmt", "1"),
    greets("target-misspelt", '{"promptfmt": 1, "name": "mine", "formatters": {"openai": {}}}', r"openai\.chat"),
    answers("bare-payload", "say(payload)", "id", "payload|object"),
    answers("result", 'say({"id": asked["id"], "result": payload})', "result", "payload"),
    answers("error-text", 'say({"id": asked["id"], "error": "cannot"})', "error", "kind|object"),
    command("check-bridge-with-cmd", ("check-bridge", "cmd:python bridge.py"), "speaks protocol 1|cmd:", status=RED, files={"bridge.py": LINE}),
    command("check-bridge-unquoted", "check-bridge python bridge.py", "bridge.py", "quot|one word|unrecognized", files={"bridge.py": LINE}),
)  # fmt: skip
CURL = f"curl {URL} -H 'x-api-key: sk-secret' -H 'anthropic-version: 2023-06-01' -d '{BODY}'"
WHY = (
    why("curl", "c.sh", CURL, "anthropic.user-nonempty", never=("Traceback", "sk-secret")),
    why("curl-file", "c.sh", f"curl {URL} -d @body.json", "body.json", status=2),
    command("why-curl-file-beside", "why c.sh", "anthropic.user-nonempty", status=RED, files={"c.sh": f"curl {URL} -H 'anthropic-version: 2023-06-01' -d @body.json", "body.json": BODY}),
    why("answer-alone", "a.json", '{"type": "error", "error": {"type": "invalid_request_error", "message": "messages.0: user messages must have non-empty content"}}', "answer|request", status=2),
    why("response", "a.json", '{"id": "x", "object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}}]}', "answer|response", "request", status=2),
    why("empty", "a.json", "", "empty|nothing", status=2),
    why("screenshot", "a.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "picture|PNG|text", status=2),
    command("why-misspelt", "why reqest.json", "reqest.json", "is not there|no such|mean", files={"request.json": BODY}),
    command("why-directory", "why logs", "logs", "directory", files={"logs/a.json": BODY}),
    command("why-words", ("why", "messages.0: user messages must have non-empty content"), "--error|file|request"),
    command("why-dialect-misspelt", "why r.json --dialect claude", "mean 'anthropic'", files={"r.json": BODY}),
    command("why-stdin", "why -", "anthropic.user-nonempty", status=RED, stdin=BODY.encode()),
    command("why-module", "why mine.py", "mine.py", "request|formatter|--promptfmt-impl"),
    why("har-all-well", "a.har", f'{{"log": {{"entries": [{{"request": {{"method": "POST", "url": "{URL}", "postData": {{"text": "{{}}"}}}}, "response": {{"status": 200}}}}]}}}}', "--all|took|200", status=2),
    why("har-without-bodies", "a.har", f'{{"log": {{"entries": [{{"request": {{"method": "POST", "url": "{URL}"}}, "response": {{"status": 400}}}}]}}}}', "body|postData", status=2),
    why("har-cut", "a.har", f'{{"log": {{"entries": [{{"request": {{"method": "POST", "url": "{URL}", "postDa', "cut|end|line", status=2),
    why("jsonl", "a.jsonl", f"{BODY}\n{BODY}\n", "anthropic.user-nonempty"),
    why("traceback-alone", "a.txt", "Traceback (most recent call last):\n  File \"a.py\", line 1\nanthropic.BadRequestError: Error code: 400 - messages.0: user messages must have non-empty content\n", "request", status=2, never=("INTERNALERROR",)),
    why("fix-over-itself", "r.json", BODY, "r.json", more=("--fix", "r.json"), status=2, keeps=("r.json",)),
)  # fmt: skip
VALIDATED = (
    command("validate-model-as-dialect", "validate p.json --dialect gpt-4o", "gpt-4o", "openai", files={"p.json": PAYLOAD}),
    command("validate-module", "validate mine.py --dialect openai", "mine.py", "JSON|pytest --promptfmt-impl"),
    command("validate-conversation", "validate p.json --dialect openai --conversation p.json", "openai: 0 errors|0 errors", status=GREEN, files={"p.json": PAYLOAD}),
    command("validate-target", "validate p.json --dialect openai.chat", "mean 'openai'", files={"p.json": PAYLOAD}),
    command("validate-other-provider", "validate p.json --dialect gemini", "contents", status=RED, files={"p.json": PAYLOAD}),
    command("validate-python-repr", "validate p.json --dialect openai", "p.json", "quot|JSON", files={"p.json": str([{"role": "user", "content": "Hi"}])}),
)  # fmt: skip
ASYNC = "import asyncio\n"
GUARDED = (
    called("guard-class", HTTPX + "httpx.Client(event_hooks={'request': [Guard]}).post('https://api.openai.com/v1/chat/completions', json={})", "Guard", r"Guard\(\)|raise", wants=("httpx",)),
    called("guard-mode-misspelt", HTTPX + "Guard('rise')", "rise", "'raise'", wants=("httpx",)),
    called("guard-mode-error", HTTPX + "Guard('error')", "error", "'raise'", wants=("httpx",)),
    called("guard-not-a-list", HTTPX + "httpx.Client(event_hooks={'request': Guard('raise')}).post('https://api.openai.com/v1/chat/completions', json={})", "list|iterable", wants=("httpx",)),
    called("guard-response", HTTPX + "g = Guard('raise')\nr = httpx.Response(200, request=httpx.Request('POST', 'https://api.openai.com/v1/chat/completions', json={}))\ng(r)", "request", "response", wants=("httpx",)),
    called("guard-dialect-misspelt", HTTPX + "Guard(dialects={'http://localhost:8000/v1': 'opanai'})", "opanai", "mean 'openai'", wants=("httpx",)),
    called("guard-address-without-scheme", HTTPX + "Guard(dialects={'localhost:8000/v1': 'vllm'})", "localhost:8000", "http://", wants=("httpx",)),
    called("judged-assert", "from pytest_promptfmt.guarding import judged\nassert judged([{'role': 'user', 'content': 3}], 'openai')", "AssertionError"),
    called("judged-json-text", "from pytest_promptfmt.guarding import judged\nprint(judged('[]', 'openai').errors)", "schema|json.loads|text", status=GREEN),
    called("judged-turned-round", "from pytest_promptfmt.guarding import judged\njudged('openai', [])", "dialect|payload", "order|turned|first"),
)  # fmt: skip
CHECKED = (
    python("check-call", f"check_formatter(mine.chat(None), {FEW})", "NoneType|messages"),
    python("check-misspelt", f"check_formatter('mien', {FEW})", "mien", "mean 'mine'|mine"),
    python("check-target-positional", f"check_formatter('mine', 'openai.chat', {FEW})", "positional|targets"),
    python("check-target-misspelt", f"check_formatter('mine', targets=['opanai.chat'], {FEW})", "mean 'openai.chat'"),
    python("check-check-misspelt", f"check_formatter('mine', checks=['shema'], {FEW})", "mean 'schema'"),
    python("check-conversation", "from pytest_promptfmt import parse\ncheck_formatter('mine', cases=[parse([{'role': 'user', 'content': 'Hi'}])])", "Conversation", r"Case\("),
    python("check-messages", "check_formatter('mine', cases=[[{'role': 'user', 'content': 'Hi'}]])", "list", r"Case\(|id"),
    python("check-corpus-nowhere", "check_formatter('mine', corpus='case')", "case", "is not there|no such|directory"),
    python("check-path-object", f"import pathlib\nassert check_formatter(pathlib.Path('mine.py'), {FEW}).ok", status=GREEN),
    python("check-tuple", f"assert check_formatter(('openai.chat', mine.chat), {FEW}).ok", "tuple", r"\{.openai\.chat.: "),
    python("check-class", "class Mine:\n    FORMATTERS = {'openai.chat': mine.chat}\nassert check_formatter(Mine, cases=['chat/one-user']).ok", status=GREEN),
    python("check-timeout-text", f"check_formatter('mine', timeout='5', {FEW})", "timeout", "number|seconds"),
    python("check-asserted", f"assert check_formatter({{'openai.chat': lambda c: []}}, {FEW}), 'wrong'", "wrong"),
    python("check-loop", f"import asyncio\nasync def go():\n    assert check_formatter('mine', {FEW}).ok\nasyncio.run(go())", status=GREEN),
    python("check-awaited", f"import asyncio\nasync def go():\n    await check_formatter('mine', {FEW})\nasyncio.run(go())", "await"),
    calls("payload-dialect-forgotten", "check_payload(PAYLOAD)", "dialect"),
    calls("payload-target", "check_payload(PAYLOAD, 'openai.chat')", "mean 'openai'"),
    calls("payload-json-text", "print([f.id for f in check_payload('[]', 'openai')])", "schema|json.loads", status=GREEN),
    calls("payload-conversation-of-dicts", "check_payload(PAYLOAD, 'openai', PAYLOAD)", "Conversation", "parse"),
    calls("payload-findings-as-text", "assert not check_payload([{'role': 'user', 'content': 3}], 'openai')", "AssertionError"),
)  # fmt: skip
SELF = "from mine import chat\n"
TESTS = (
    own_test("decorator-without-call", SELF + "@cases\ndef test_a(case):\n    chat(case.conversation())\n", r"@cases\("),
    own_test("argument-missing", SELF + "@cases('chat/one-user')\ndef test_a():\n    pass\n", "case"),
    own_test("argument-other-name", SELF + "@cases('chat/one-user')\ndef test_a(conversation):\n    pass\n", "conversation", "argument=|case"),
    own_test("glob-misspelt", SELF + "@cases('chat/one-usr')\ndef test_a(case):\n    pass\n", "mean 'chat/one-user'"),
    own_test("list", SELF + "@cases(['chat/one-user'])\ndef test_a(case):\n    pass\n", "list", r"'chat/one-user'"),
    own_test("not-called", SELF + "@cases('chat/one-user')\ndef test_a(case):\n    chat(case.conversation)\n", "conversation", r"method|conversation\(\)", status=RED),
    own_test("case-as-conversation", SELF + "@cases('chat/one-user')\ndef test_a(case):\n    chat(case)\n", "Case", r"messages|conversation\(\)", status=RED),
    own_test("target-misspelt", SELF + "@cases('chat/one-user', target='opanai.chat')\ndef test_a(case):\n    pass\n", "mean 'openai.chat'"),
    own_test("mark-without-fixture", "@pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a():\n    pass\n", "promptfmt_cases", "promptfmt_case"),
    own_test("mark-other-fixture", "@pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a(case):\n    pass\n", "promptfmt_cases", "promptfmt_case"),
    own_test("mark-misspelt", "@pytest.mark.promptfmt_case('chat/one-user')\ndef test_a(promptfmt_case):\n    pass\n", "promptfmt_cases"),
    own_test("mark-glob-misspelt", "@pytest.mark.promptfmt_cases('chat/one-usr')\ndef test_a(promptfmt_case):\n    pass\n", "mean 'chat/one-user'"),
    own_test("fixture-misspelt", "def test_a(promptfmt_cases):\n    pass\n", "promptfmt_cases", "promptfmt_case", status=RED),
    own_test("mark-without-call", "@pytest.mark.promptfmt_cases\ndef test_a(promptfmt_case):\n    assert promptfmt_case.id\n", "passed", status=GREEN),
    own_test("snapshot-plain", "@pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a(promptfmt_case, promptfmt_snapshot):\n    assert [] == promptfmt_snapshot\n", "--snapshot-update|snapshot", status=RED),
    own_test("snapshot-not-json", "@pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a(promptfmt_case, promptfmt_snapshot):\n    assert object() == promptfmt_snapshot\n", "JSON|object", status=RED),
    own_test("report-asserted", "from pytest_promptfmt import check_formatter\ndef test_a():\n    assert check_formatter({'openai.chat': lambda c: []}, cases=['chat/one-user'])\n", "failure|fidelity", status=RED),
    own_test("formatter-with-a-typo", "from pytest_promptfmt import check_formater\n", "check_formater", "mean.*check_formatter"),
)  # fmt: skip
DRAWN = (
    asks("drawn-without-a-number", ONE + "--promptfmt-examples", "examples", "argument|N|number"),
    asks("drawn-many", ONE + "--promptfmt-examples=lots", "lots", "number"),
    asks("drawn-seed-alone", ONE + "--promptfmt-seed=3", "--promptfmt-examples"),
    asks("drawn-id-without-option", "--promptfmt-impl=mine --promptfmt-case=generated/openai-chat-1-1", "--promptfmt-examples"),
    calls("drawn-strategies-called", "strategies.conversations()", "dialect"),
    calls("drawn-strategies-target", "strategies.conversations('openai.chat')", "mean 'openai'"),
    own_test("given-without-strategy", "from hypothesis import given\nfrom pytest_promptfmt.strategies import conversations\n@given(conversations)\ndef test_a(c):\n    pass\n", "conversations", r"conversations\(|strateg", status=RED, wants=("hypothesis",)),
)  # fmt: skip
NEW = (
    command("new-case-directory-forgotten", "new-case sent.json", "DIR", files={"sent.json": SAID}),
    command("new-case-turned-round", "new-case cases sent.json", "cases|sent.json", "FILE|directory|order|is a", files={"sent.json": SAID, "cases/x.json": SAID}),
    command("new-case-again", "new-case sent.json cases", "--replace", files={"sent.json": SAID, "cases/sent.json": SAID}, keeps=("cases/sent.json",)),
    command("new-case-dialect-misspelt", "new-case sent.json cases --dialect=claude", "mean 'anthropic'", files={"sent.json": SAID}),
    command("new-case-other-dialect", "new-case sent.json cases --dialect=gemini", "contents|gemini", files={"sent.json": PAYLOAD}),
    command("new-case-python", "new-case mine.py cases", "mine.py", "JSON"),
    command("new-case-nowhere", "new-case snt.json cases", "snt.json", "is not there|no such|mean", files={"sent.json": SAID}),
    command("new-case-example", "new-case generated/openai-chat-1-42 cases", "--from-example"),
)  # fmt: skip
LOOKED = (
    command("show-family-missing", "show one-user", "mean 'chat/one-user'|chat/one-user"),
    command("show-misspelt", "show chat/one-usr", "mean 'chat/one-user'"),
    command("explain-short", "explain lost-text", "mean 'fidelity.lost-text'|fidelity.lost-text"),
    command("explain-misspelt", "explain anthropic.user-nonemtpy", "mean 'anthropic.user-nonempty'"),
    command("explain-target", "explain anthropic.chat", "anthropic.chat", "list|rule"),
)  # fmt: skip
SETTINGS = (
    asks("model-alone", ONE + "--promptfmt-model=gpt-5.4", r"\*=gpt-5.4|GLOB=MODEL"),
    asks("model-of-another", ONE + "--promptfmt-model=anthropic.*=claude-opus-4-8", r"anthropic\.\*", "openai|no target|matches"),
    asks("revision-year", ONE + "--promptfmt-revision=2026", "2026", r"2026\.\d\d"),
    asks("timeout-with-unit", ONE + "--promptfmt-timeout=5s", "5s", "seconds|number"),
    asks("reference-misspelt", ONE + "--promptfmt-reference=agentscope", "agentscope", "agentscope-1.0"),
    Mistake("ini-wrong-section", ("promptfmt_impl|pytest.ini|passed|no tests",), ("pytest",), NOTHING, files={"tox.ini": "[promptfmt]\npromptfmt_impl = mine\n"}),
    Mistake("ini-key-misspelt", ("promptfmt_imp\\b", "promptfmt_impl"), ("pytest",), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_imp = mine\n"}),
    Mistake("ini-key-of-an-option", ("promptfmt_case", "addopts|--promptfmt-case"), ("pytest", "--promptfmt-impl=mine", "--promptfmt-check=schema"), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_case = chat/one-user\n"}),
    Mistake("ini-impl-misspelt", ("mien", "mine"), ("pytest",), USAGE, files={"pytest.ini": "[pytest]\npromptfmt_impl = mien\n"}),
    Mistake("ini-addopts-quoted", ("mine",), ("pytest", "--promptfmt-case=chat/one-user"), GREEN, files={"pytest.ini": "[pytest]\naddopts = --promptfmt-impl='mine'\n"}),
    Mistake("pyproject-impl-a-text", ("1 passed|promptfmt_impl",), ("pytest", "--promptfmt-case=chat/one-user"), GREEN, files={"pyproject.toml": '[tool.pytest.ini_options]\npromptfmt_impl = "mine"\n'}),
    Mistake("pyproject-impl-under-promptfmt", ("tool.promptfmt", "impl", "promptfmt_impl|pytest.ini_options"), ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=chat/one-user"), USAGE, files={"pyproject.toml": '[tool.promptfmt]\nimpl = "mine"\n'}),
    judged_in_ci("impl-misspelt", "IMPLEMENTATION=mien", "mien", "mine"),
    judged_in_ci("option-quoted", "IMPLEMENTATION=mine OPTIONS='--promptfmt-target=openia.*'", "mean 'openai"),
    judged_in_ci("certificate", "IMPLEMENTATION=mine CERTIFICATE=true SNAPSHOTS=", "certificate|same", status=GREEN),
)  # fmt: skip
BUDGET = "\nCAPABILITIES = {'openai.chat': {'blocks': [], 'truncation': 'drop'}}\n"


def cut(name: str, code: str, *says: str, status: int = RED) -> Mistake:
    """A formatter that is told a budget."""
    words = ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=truncation/half-of-a-chat")
    return Mistake(f"cut-{name}", says, words, status, MINE + code + BUDGET)


CUT = (
    cut("without-the-argument", "", "budget", "argument|keyword"),
    cut("other-names", "\ndef cutting(conversation, max_tokens=None, counter=None):\n    return chat(conversation)\nFORMATTERS = {'openai.chat': cutting}\n", "budget", "argument|keyword"),
    cut("ignored", "\ndef cutting(conversation, budget=None, count=None):\n    return chat(conversation)\nFORMATTERS = {'openai.chat': cutting}\n", "truncation", "budget|tokens"),
    cut("counts-words", "\ndef cutting(conversation, budget=None, count=None):\n    return chat(conversation)[: budget and budget // 100]\nFORMATTERS = {'openai.chat': cutting}\n", "truncation"),
    cut("count-of-a-text", "\ndef cutting(conversation, budget=None, count=None):\n    count(chat(conversation)[0]['content'])\n    return chat(conversation)\nFORMATTERS = {'openai.chat': cutting}\n", "truncation", "budget|count"),
)  # fmt: skip
TEMPLATES = (
    Mistake("templates-takes-a-conversation", ("TemplateCase|messages",), ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=templates/string-*"), RED, CHAT + "FORMATTERS = {'aisbench.string': chat}\n"),
    Mistake("templates-chat", ("aisbench.chat", "aisbench.string|dialogue"), ("pytest", "--promptfmt-impl=mine"), USAGE, CHAT + "FORMATTERS = {'aisbench.chat': chat}\n"),
    Mistake("templates-one-string", ("list|string",), ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=templates/string-*"), RED, "FORMATTERS = {'aisbench.string': lambda case: 'hello'}\n"),
)  # fmt: skip
BUILT = (
    calls("built-block-not-in-tuple", "Conversation((Message('user', 'user', (Text('Hi'))),))\ncheck_payload(PAYLOAD, 'openai', Conversation((Message('user', 'user', (Text('Hi'))),)))", "blocks", "tuple|,"),
    calls("built-dict", "check_payload(PAYLOAD, 'openai', {'messages': PAYLOAD})", "Conversation", "parse"),
    calls("built-role", "parse([{'role': 'ai', 'content': 'Hi'}])", "'ai'", "assistant"),
    calls("built-json-text", "parse('[]')", "str|text", "json.loads"),
    calls("built-openai", "parse([{'role': 'assistant', 'content': None, 'tool_calls': [{'id': 'c'}]}])", "tool_calls", "tool_use|payload|dialect"),
    calls("built-frozen", "HELLO.messages[0].role = 'system'", "frozen|assign"),
    calls("built-image-path", "Image('a.png')\ncheck_payload(PAYLOAD, 'openai', Conversation((Message('user', 'user', (Image('a.png'),)),)))", "source", "UrlSource"),
)  # fmt: skip

TABLE = (
    *MODULE, *RETURNS, *SIGNATURES, *CLAIMED, *TARGETS, *CASES, *RUNS, *PLUGGED, *OWN, *XFAILS, *SNAPSHOTS, *CERTIFIED, *REPORTED,
    *BRIDGES, *WHY, *VALIDATED, *GUARDED, *CHECKED, *TESTS, *DRAWN, *NEW, *LOOKED, *SETTINGS, *CUT, *TEMPLATES, *BUILT,
)  # fmt: skip

"""Fifty things that one does with the kit, and of each the four likeliest slips."""

from __future__ import annotations

import json

from mistakes.commands import BAD, FEW, PAYLOAD, command
from mistakes.doors import ANSWER, RIGHT, answers, bridge, greets
from mistakes.fields import DONE, SNAPS, TAKEN, guarded
from mistakes.hurried import cut, gives, takes, written
from mistakes.mistake import CASES, CHAT, FORMATTERS, GREEN, MINE, RED, TEXT_ONLY, USAGE, Mistake, run
from mistakes.pages import ONE, asks, calls, distribution, excuse, excuses, filed, judged_in_ci, own_test
from mistakes.personas import CERTIFIED, block, spelled
from mistakes.surroundings import RUN, shell
from mistakes.trades import author, programmer, refused

ASKED = 2
EXAMPLE = '[{"role": "user", "content": "Where is the parcel amber-17?"}]'
CORPUS = f"{ONE}--promptfmt-corpus=cases --promptfmt-case=x-cases/*"
TALK = {"cases/a.json": EXAMPLE}

FIRST = (
    command("does-init", "init", "init", "FORMATTERS|pytest --promptfmt-impl"),
    command("does-check-by-option", "--promptfmt-impl mine", "--promptfmt-impl", "pytest --promptfmt-impl"),
    command("does-badge", "badge r.json", "badge", "promptfmt report r.json|promptfmt report REPORT|report", files={"r.json": "{}"}),
    asks("does-version", "--promptfmt-version", "--promptfmt-version", "promptfmt --version"),
    asks("does-list", "--promptfmt-list-cases", "--promptfmt-list-cases", "promptfmt list cases|promptfmt list"),
    asks("does-explain", "--promptfmt-explain=openai.role-enum", "--promptfmt-explain", "promptfmt explain openai.role-enum"),
)  # fmt: skip

RETURNS = (
    gives("does-by-target", "return {'openai.chat': p}", "'openai.chat'", "payload itself|return the payload|without the target|inside|list of messages"),
    gives("does-by-dialect", "return {'openai': p}", "'openai'", "payload itself|return the payload|without|inside|messages"),
    gives("does-model-dump", "return [M(m) for m in p]", r"\bM\b", r"model_dump\(\)", head="class M:\n    def __init__(self, m): self.m = m\n    def model_dump(self): return self.m\n"),
    gives("does-to-dict", "return M(p)", r"\bM\b", r"to_dict\(\)", head="class M:\n    def __init__(self, m): self.m = m\n    def to_dict(self): return self.m\n"),
    gives("does-attrs", "import attrs\nM = attrs.make_class('M', ['role', 'content'])\nreturn [M(**m) for m in p]", r"\bM\b", "attrs.asdict", wants=("attrs",)),
    gives("does-dump-to-a-file", "import json\nwith open('out.json', 'w') as f: return json.dump(p, f)", "None", "return", "out.json"),
    gives("does-sorted-in-place", "return p.sort(key=lambda m: m['role'])", "None", "return|sort"),
    gives("does-a-text-of-each", "return [m['content'] for m in p]", r"\$\[0\]", "str|text|string", "object|role"),
    gives("does-roles-as-keys", "return [{m['role']: m['content']} for m in p]", r"\$\[0\]", "'role'|role"),
    gives("does-content-tuple", "return [{**m, 'content': (m['content'],)} for m in p]", r"\$\[0\]\.content", "tuple|list|array|string"),
    gives("does-decimal", "from decimal import Decimal\nreturn {'messages': p, 'temperature': Decimal('0.2')}", "Decimal", r"temperature", "float|number"),
    gives("does-date", "import datetime\nreturn [{**m, 'name': datetime.date(2026, 1, 1)} for m in p]", "date", r"\$\[0\]\.name", "isoformat|str|text"),
    gives("does-path", "import pathlib\nreturn [{**m, 'name': pathlib.Path('a')} for m in p]", "Path", r"\$\[0\]\.name", r"str\(|text|as_posix"),
    gives("does-enumeration", "import enum\nR = enum.Enum('R', 'user assistant system')\nreturn [{**m, 'role': R[m['role']]} for m in p]", r"\bR\b|R\.", r"\$\[0\]\.role", r"\.value|\.name|text"),
    gives("does-set", "return [{**m, 'tags': {'a'}} for m in p]", r"\bset\b", r"\$\[0\]\.tags", "list"),
)  # fmt: skip

READS = (
    block("does-system-of-it", "conversation.system", "'system'", "role|message", case="chat/plain-turns"),
    block("does-history-of-it", "conversation.history", "'history'", "conversation.messages", case="chat/plain-turns"),
    block("does-calls-of-a-message", "m.tool_calls", "'tool_calls'", "ToolUse|tool_use|blocks"),
    block("does-id-of-a-result", "b.tool_use_id if b.type == 'tool_result' else b.type", "tool_use_id", r"block\.id|\.id\b"),
    block("does-function-of-a-call", "b.function.name if b.type == 'tool_use' else b.type", "function", r"block\.name|\.name\b"),
    block("does-content-of-a-result", "b.content if b.type == 'tool_result' else b.type", "content", "output"),
    block("does-base64-of-a-picture", "b.base64 if b.type == 'image' else b.type", "base64", "source", case="vision/image-by-value"),
    block("does-signature-of-a-text", "b.reasoning if b.type == 'thinking' else b.type", "reasoning", r"\.thinking", case="thinking/*"),
    author("does-dump-it", "import json\ndef chat(conversation):\n    return json.loads(json.dumps(conversation))\n" + FORMATTERS, "Conversation", "JSON serializable", "to_json"),
    author("does-asdict", "from dataclasses import asdict\ndef chat(conversation):\n    return list(asdict(conversation)['messages'])\n" + FORMATTERS, "blocks", "content"),
    author("does-role-names", "ROLES = {'human': 'user', 'ai': 'assistant', 'system': 'system'}\ndef chat(conversation):\n    return [{'role': ROLES[m.role], 'content': m.text} for m in conversation.messages]\n" + FORMATTERS, "KeyError", "'user'", r"mine\.py:\d|mine\.py"),
    author("does-append-to-it", "def chat(conversation):\n    conversation.messages.append({'role': 'user', 'content': 'x'})\n    return [{'role': m.role, 'content': m.text} for m in conversation.messages]\n" + FORMATTERS, "tuple", "append", r"list\(|replace"),
    author("does-set-on-it", "def chat(conversation):\n    for m in conversation.messages:\n        m.text = m.text.strip()\n    return [{'role': m.role, 'content': m.text} for m in conversation.messages]\n" + FORMATTERS, "text", "FrozenInstanceError|can't set|cannot assign|no setter|frozen", "replace|copy|build|new"),
    author("does-one-of-history", "SEEN = []\ndef chat(conversation):\n    SEEN.extend({'role': m.role, 'content': m.text} for m in conversation.messages)\n    return SEEN\n" + FORMATTERS + TEXT_ONLY, "purity", "SEEN|earlier|before|state|other cases|grow|outlives"),
    author("does-default-list", "def chat(conversation, out=[]):\n    out += [{'role': m.role, 'content': m.text} for m in conversation.messages]\n    return out\n" + FORMATTERS + TEXT_ONLY, "purity", "default|earlier|before|state|other cases|grow|outlives"),
    author("does-open-a-template", "def chat(conversation):\n    head = open('templates/system.txt').read()\n    return [{'role': 'system', 'content': head}]\n" + FORMATTERS, "templates/system.txt", "No such file|not there|does not exist", "__file__|relative"),
)  # fmt: skip

LATER = "async def later(conversation):\n    return chat(conversation)\n"
WAITS = (
    takes("does-task", "import asyncio\n" + LATER + "async def tasked(c): return asyncio.create_task(later(c))\n", "Task", "await", table="FORMATTERS = {'openai.chat': tasked}\n"),
    takes("does-future-without-a-loop", "import asyncio\n" + LATER + "def tasked(c): return asyncio.ensure_future(later(c))\n", "event loop", "async def|await", table="FORMATTERS = {'openai.chat': tasked}\n"),
    takes("does-list-of-coroutines", "async def one(m): return {'role': m.role, 'content': m.text}\ndef tasked(c): return [one(m) for m in c.messages]\n", "coroutine", r"\$\[0\]", "await", table="FORMATTERS = {'openai.chat': tasked}\n"),
    Mistake("takes-does-never-ending", ("2 seconds|2 s|within 2|longer than 2|timeout", "--promptfmt-timeout|hang|ended", "openai.chat"), run("--promptfmt-timeout=2"), RED, MINE + "import asyncio\nasync def never(c): await asyncio.Event().wait()\nFORMATTERS = {'openai.chat': never}\n"),
)  # fmt: skip

STEPS = (
    takes("does-prepare-alone", "class Two:\n    def prepare(self, c): return c\n", "openai.chat", "format", table="FORMATTERS = {'openai.chat': Two()}\n", status=USAGE),
    takes("does-steps-without-self", "class Two:\n    def prepare(c): return c\n    def format(n): return chat(n)\n", "self", "prepare", table="FORMATTERS = {'openai.chat': Two()}\n"),
    takes("does-format-of-both", "class Two:\n    def prepare(self, c): return c\n    def format(self, native, conversation): return chat(native)\n", "conversation", "format", "one argument|argument", table="FORMATTERS = {'openai.chat': Two()}\n"),
    takes("does-twostep-of-one", "from pytest_promptfmt import TwoStep\nFORMATTERS = {'openai.chat': TwoStep(chat)}\n", "TwoStep", "format", table="", status=USAGE),
    takes("does-twostep-by-other-words", "from pytest_promptfmt import TwoStep\nFORMATTERS = {'openai.chat': TwoStep(prepare=chat, formatter=chat)}\n", "TwoStep", "formatter", r"\bformat\b", table="", status=USAGE),
    takes("does-steps-as-a-pair", "FORMATTERS = {'openai.chat': (lambda c: c, chat)}\n", "openai.chat", "tuple|pair", "TwoStep|prepare", table="", status=USAGE),
    takes("does-steps-as-a-table", "FORMATTERS = {'openai.chat': {'prepare': lambda c: c, 'format': chat}}\n", "openai.chat", "dict|table|mapping", "TwoStep|prepare|callable|function", table="", status=USAGE),
    takes("does-a-name-for-a-function", "FORMATTERS = {'openai.chat': 'mine:chat'}\n", "openai.chat", "mine:chat", "function|itself|without quotes|callable", table="", status=USAGE),
)  # fmt: skip

CLAIMED = (
    written("claims-does-anthropic-words", MINE + "CAPABILITIES = {'openai.chat': {'blocks': ['tool_use', 'tool_result']}}\n", "tool_use", "mean 'tool'|'tool'", status=USAGE),
    written("claims-does-plural", MINE + "CAPABILITIES = {'openai.chat': {'blocks': ['images', 'documents']}}\n", "images", "'image'", status=USAGE),
    written("claims-does-budget", MINE + "CAPABILITIES = {'openai.chat': {'blocks': [], 'budget': 100}}\n", "budget", "truncation|known|mean", status=USAGE),
    written("claims-does-context-window", MINE + "CAPABILITIES = {'openai.chat': {'blocks': [], 'max_tokens': 8192}}\n", "max_tokens", "truncation|known|blocks, ", status=USAGE),
    written("claims-does-for-another-target", MINE + "CAPABILITIES = {'openai.chat': {'blocks': []}, 'openai.multiagent': {'blocks': []}}\n", "openai.multiagent", "FORMATTERS", status=USAGE),
    written("claims-does-refuses-a-rule", MINE + "CAPABILITIES = {'openai.chat': {'blocks': [], 'refuses': ['openai.role-enum']}}\n", "openai.role-enum", "limit|promptfmt list limits|refusals", status=USAGE),
    written("claims-does-refuses-one-text", MINE + "CAPABILITIES = {'openai.chat': {'blocks': [], 'refuses': 'system-later'}}\n", "system-later", r"list|\[", status=USAGE),
    written("claims-does-model-by-target", MINE + "CAPABILITIES = {'openai.chat': {'blocks': [], 'model': {'openai.chat': 'gpt-5.1'}}}\n", "model", "text|str|one name", status=USAGE),
    cut("does-cuts-by-words", "def cutting(conversation, budget=None, count=None):\n    p = chat(conversation)\n    return p if budget is None else p[-budget:]\nFORMATTERS = {'openai.chat': cutting}\n", "budget", "truncation"),
    cut("does-cuts-other-names", "def cutting(conversation, max_tokens=None, counter=None):\n    return chat(conversation)\nFORMATTERS = {'openai.chat': cutting}\n", "budget", "count", "max_tokens|argument|signature"),
    cut("does-cuts-counting-texts", "def cutting(conversation, budget=None, count=None):\n    p = chat(conversation)\n    while budget and sum(count(m['content']) for m in p) > budget: p = p[1:]\n    return p\nFORMATTERS = {'openai.chat': cutting}\n", "budget", "truncation", "payload"),
    cut("does-cuts-by-length", "def cutting(conversation, budget=None, count=None):\n    p = chat(conversation)\n    while budget and len(count) > budget: p = p[1:]\n    return p\nFORMATTERS = {'openai.chat': cutting}\n", "count", r"count\(payload\)|has no len", "callable|function|count\\("),
)  # fmt: skip

CHOSEN = (
    asks("does-model-by-colon-space", (*ONE.split(), "--promptfmt-model=openai: gpt-5.4"), "openai: gpt-5.4", "openai.*=gpt-5.4|GLOB=MODEL|="),
    asks("does-model-of-dialect", (*ONE.split(), "--promptfmt-model=openai=gpt-5.4"), "'openai'", r"openai\.\*"),
    asks("does-model-by-blank", (*ONE.split(), "--promptfmt-model", "openai.*", "gpt-5.4"), "openai", "openai.*=gpt-5.4|GLOB=MODEL"),
    asks("does-target-regular", "--promptfmt-impl=mine --promptfmt-target=openai\\..*", r"openai", "glob|openai\\.\\*"),
    asks("does-target-by-model", "--promptfmt-impl=mine --promptfmt-target=gpt-4o", "gpt-4o", "openai"),
    asks("does-case-by-file", "--promptfmt-impl=mine --promptfmt-case=chat/one-user.json", "chat/one-user.json", "mean 'chat/one-user'"),
    asks("does-case-negated", "--promptfmt-impl=mine --promptfmt-case=!tools/*", r"!tools", "--deselect|-k|without|not"),
    asks("does-case-by-two-stars", "--promptfmt-impl=mine --promptfmt-case=chat/**/one-user", r"chat/\*\*/one-user", "chat/one-user"),
    asks("does-check-negated", (*ONE.split(), "--promptfmt-check=-purity"), "-purity", "purity"),
    asks("does-check-singular", (*ONE.split(), "--promptfmt-check=error"), "'error'", "mean 'errors'|errors"),
    asks("does-skip", (*ONE.split(), "--promptfmt-skip=tools/*"), "--promptfmt-skip", "--deselect|-k|--promptfmt-case"),
    asks("does-fail-on-warnings", (*ONE.split(), "--promptfmt-strict"), "--promptfmt-strict", "no such option|unrecognized|known|options are"),
    asks("does-verbose", (*ONE.split(), "--promptfmt-verbose"), "--promptfmt-verbose", r"-v\b|-vv"),
    asks("does-jobs", (*ONE.split(), "--promptfmt-workers=2"), "--promptfmt-workers", r"-n\b|xdist"),
    asks("does-update-snapshots", (*ONE.split(), "--promptfmt-snapshots=s", "--update-snapshots"), "--update-snapshots", "--snapshot-update"),
    asks("does-seed-without-examples", (*ONE.split(), "--promptfmt-seed=7"), "--promptfmt-seed", "--promptfmt-examples"),
    asks("does-examples-of-a-target", (*ONE.split(), "--promptfmt-examples=openai.chat=20"), "openai.chat=20", "number|whole|20"),
    asks("does-generated-without-examples", "--promptfmt-impl=mine --promptfmt-case=generated/*", "generated", "--promptfmt-examples"),
    asks("does-reference-of-a-peer", (*ONE.split(), "--promptfmt-reference=langchain"), "langchain", "agentscope-1.0"),
    asks("does-revision-of-a-kit", (*ONE.split(), "--promptfmt-revision=0.1.0"), "0.1.0", r"20\d\d\.\d+"),
)  # fmt: skip


def ini(name: str, file: str, text: str, *says: str, status: int = USAGE, **more: object) -> Mistake:
    return Mistake(f"ini-{name}", says, ("pytest", *CASES), status, files={file: text, **more.pop("files", {})}, **more)  # type: ignore[dict-item, arg-type]


SETTINGS = (
    ini("does-target", "pytest.ini", "[pytest]\npromptfmt_impl = mine\npromptfmt_target = openai.*\n", "promptfmt_target", "--promptfmt-target|addopts"),
    ini("does-implementation", "pytest.ini", "[pytest]\npromptfmt_implementation = mine\n", "promptfmt_implementation", "promptfmt_impl\\b"),
    ini("does-corpora", "pytest.ini", "[pytest]\npromptfmt_impl = mine\npromptfmt_corpora = cases\n", "promptfmt_corpora", "promptfmt_corpus"),
    ini("does-impl-as-a-table", "pyproject.toml", "[tool.pytest.ini_options.promptfmt]\nimpl = 'mine'\n", "promptfmt", "promptfmt_impl"),
    ini("does-corpus-from-elsewhere", "pytest.ini", "[pytest]\npromptfmt_impl = mine\npromptfmt_corpus = ../cases\n", "cases", "is not there|no directory|does not exist|no such", "pytest.ini|rootdir|relative|promptfmt_corpus"),
    ini("does-two-with-commas", "pytest.ini", "[pytest]\npromptfmt_impl = mine, other\n", "mine, other", "line|own line|each", files={"other.py": MINE}),
    ini("does-capital-key", "pytest.ini", "[pytest]\nPROMPTFMT_IMPL = mine\n", "PROMPTFMT_IMPL", "promptfmt_impl"),
    Mistake("ini-does-environment", ("PROMPTFMT_IMPL", "--promptfmt-impl"), ("pytest", *CASES), USAGE, env={"PROMPTFMT_IMPL": "mine"}),
)  # fmt: skip

FILED = (
    filed("does-messages-as-turns", "a.json", "turns", "messages", conversation={"turns": [{"role": "user", "content": "a"}]}),
    filed("does-sharegpt", "a.json", "conversations|from", "messages|role", raw='{"conversations": [{"from": "human", "value": "Hello"}]}'),
    filed("does-expectation-by-target", "a.json", "openai.chat", "openai", expect={"openai.chat": "refuse"}),
    filed("does-expected-payload", "a.json", "expected", "golden|expect", expected=[{"role": "user", "content": "a"}]),
    filed("does-description", "a.json", "description", "hunts", description="a loss"),
    filed("does-assistant-as-ai", "a.json", "'ai'", "assistant", conversation={"messages": [{"role": "ai", "content": "a"}]}),
    filed("does-developer", "a.json", "developer", "system", conversation={"messages": [{"role": "developer", "content": "a"}]}),
    filed("does-tool-arguments-text", "a.json", "input", "object", conversation={"messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": '{"a": 1}'}]}]}),
    filed("does-image-url", "a.json", "image_url", "'image'|source", conversation={"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.example/a.png"}}]}]}),
    filed("does-result-content", "a.json", "content", "output", conversation={"messages": [{"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "a"}]}]}),
    filed("does-tools-of-openai", "a.json", "function", "name|parameters", conversation={"messages": [{"role": "user", "content": "a"}], "tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]}),
    filed("does-speaker-nobody", "a.json", "speaker", "text|string|null", conversation={"messages": [{"role": "user", "content": "a"}], "speaker": 3}),
    filed("does-python", "a.json", "line 1|quote|JSON", raw="{'hunts': 'a', 'conversation': {'messages': []}}"),
    filed("does-twice-the-key", "a.json", "twice|duplicate|second", "conversation", raw='{"conversation": {"messages": []}, "conversation": {"messages": [{"role": "user", "content": "a"}]}}'),
    filed("does-half-a-file", "a.json", "line 3", "end|cut|ends", raw='{"conversation": {"messages": [\n  {"role": "user", "content": "a"},\n'),
    filed("does-base64-of-nothing", "receipt.png", "cases|beside|not there|no such|is no file", conversation={"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "{BASE64 receipt.png}"}}]}]}),
    asks("does-corpus-of-a-file-by-name", "--promptfmt-impl=mine --promptfmt-corpus=cases --promptfmt-case=x-cases/a.json", "x-cases/a.json", "mean 'x-cases/a'", files=TALK),
    asks("does-corpus-without-x", "--promptfmt-impl=mine --promptfmt-corpus=cases --promptfmt-case=cases/a", "cases/a", "x-cases/a", files=TALK),
    asks("does-corpus-by-colon", "--promptfmt-impl=mine --promptfmt-corpus=shop:cases --promptfmt-case=x-shop/*", "shop:cases", "shop=cases", files=TALK),
)  # fmt: skip

NEW = (
    command("does-new-case-of-a-curl", "new-case r.sh cases --dialect=openai", "r.sh", "curl|JSON|payload", files={"r.sh": f"curl https://api.openai.com/v1/chat/completions -d '{PAYLOAD}'\n"}),
    command("does-new-case-existing", "new-case a.json cases", "a.json", "--replace", files={"a.json": EXAMPLE, "cases/a.json": EXAMPLE}, keeps=("cases/a.json",)),
    command("does-new-case-into-a-file", "new-case a.json cases/b.json", "b.json", "directory|--name", files={"a.json": EXAMPLE, "cases/b.json": EXAMPLE}, keeps=("cases/b.json",)),
    command("does-new-case-as-openai-target", "new-case a.json cases --dialect=openai.chat", "openai.chat", "openai", files={"a.json": EXAMPLE}),
    command("does-new-case-by-an-id", "new-case chat/one-user cases", "chat/one-user", "promptfmt show|case of the kit|file|is there already"),
    command("does-new-case-overwrite", "new-case a.json cases --force", "--force", "--replace", files={"a.json": EXAMPLE}),
)  # fmt: skip

EXCUSED = (
    excuses("does-case-only", excuse('"tools/*"'), "tools/*", r"\* / tools|target / case|openai"),
    excuses("does-rule-first", excuse('"fidelity.lost-text"'), "fidelity.lost-text", r"\* / \* / fidelity.lost-text|third"),
    excuses("does-strict", excuse('"openai.chat"', 'reason = "later"\nstrict = false'), "strict", "match, reason|known|keys"),
    excuses("does-expires-american", excuse('"openai.chat"', 'reason = "later"\nexpires = "12/31/2026"'), "12/31/2026", "2026-12-31|YYYY-MM-DD|date"),
    excuses("does-quotes-forgotten", "[[xfail]]\nmatch = openai.chat\nreason = \"later\"\n", "promptfmt.toml", "line 2", "quote"),
    excuses("does-equals-forgotten", "[[xfail]]\nmatch: 'openai.chat'\nreason: 'later'\n", "promptfmt.toml", "line 2", "="),
    excuses("does-skip", '[[skip]]\nmatch = "openai.chat"\nreason = "later"\n', "skip", r"\[\[xfail\]\]"),
    asks("does-xfails-a-directory", (*ONE.split(), "--promptfmt-xfails=known"), "known", "directory", "promptfmt.toml|file", files={"known/promptfmt.toml": ""}),
)  # fmt: skip

SNAPPED = (
    shell("snaps-does-of-another-module", f"{TAKEN}; cp mine.py yours.py; {SNAPS.replace('impl=mine', 'impl=yours')}", "snapshot.missing|no snapshot", "yours", "snapshot-update", status=RED),
    shell("snaps-does-directory-gone", f"{TAKEN}; rm -r s; {SNAPS}", r"'?s'?\b", "no snapshot|not there|snapshot-update", "snapshot-update", status=RED),
    shell("snaps-does-file-for-directory", f"touch s; {SNAPS} --snapshot-update", "s is|'s'|/s", "file|no directory|not a directory", status=USAGE),
    shell("snaps-does-cut", f"{TAKEN}; head -c 40 s/mine/openai.chat/chat.json >t; mv t s/mine/openai.chat/chat.json; {SNAPS}", "chat.json", "line", "snapshot-update|git", status=USAGE),
    own_test("does-snapshot-called", "@pytest.mark.promptfmt_cases('chat/one-user')\ndef test_a(promptfmt_case, promptfmt_snapshot):\n    promptfmt_snapshot.assert_match([])\n", "assert_match", "==", status=RED),
)  # fmt: skip

CERTIFICATES = (
    shell("does-certify-twice-elsewhere", f"{CERTIFIED}; sed -i 's/text only/texts only/' mine.py; promptfmt verify c.json", "source", "mine", "differs|another|changed|other", status=1),
    shell("does-certificate-raised-by-hand", f"{CERTIFIED}; sed -i 's/openai.chat/openai.multiagent/' c.json; promptfmt verify --no-run c.json", "c.json", "digest|changed|altered|does not agree", status=ASKED),
    shell("does-certificate-in-another-directory", f"{CERTIFIED}; mkdir d; cd d; promptfmt verify ../c.json", "'mine'|mine", "directory|--impl|from here|imported", status=ASKED),
    shell("does-verify-two", f"{CERTIFIED}; promptfmt verify c.json c.json", "c.json", "one|unrecognized|left over", status=ASKED),
    shell("does-compare-certificates", f"{CERTIFIED}; promptfmt compare c.json c.json", "c.json", "certificate", "report", status=ASKED),
    command("does-certify-list", "certify mine,yours -o c.json", "mine,yours", "one|each|comma"),
    command("does-certify-to-stdout", "certify mine > c.json", "-o"),
    command("does-certify-level-word", "certify mine -o c.json --level robust", "robust", "L3"),
    command("does-verify-by-name", "verify --impl mine", "CERT|certificate"),
)  # fmt: skip

REPORTS = (
    asks("does-report-by-ending", (*ONE.split(), "--promptfmt-report=report.html"), "report.html", "html:report.html"),
    asks("does-report-md", (*ONE.split(), "--promptfmt-report=md:r.md"), "'md'|md:", "markdown:r.md|markdown"),
    asks("does-report-two-in-one", (*ONE.split(), "--promptfmt-report=json:a.json,html:a.html"), "a.json,html:a.html|comma|twice|repeat", "--promptfmt-report"),
    asks("does-report-same-twice", (*ONE.split(), "--promptfmt-report=json:a", "--promptfmt-report=html:a"), r"\ba\b", "twice|same|both|two"),
    shell("does-report-of-junit", f"{RUN} --junitxml=j.xml >done; promptfmt report j.xml html:r.html", "j.xml", "JUnit|XML|json:", status=ASKED, leaves=("j.xml",)),
    shell("does-report-two-inputs", f"{DONE}; cp r.json q.json; promptfmt report r.json q.json html:r.html", "q.json", "merge|FORMAT:PATH|one report", status=ASKED),
    shell("does-compare-order", f"{DONE}; promptfmt compare r.json", "NEW|two|later", status=ASKED),
    shell("does-compare-directories", f"{DONE}; mkdir a b; cp r.json a; cp r.json b; promptfmt compare a b", r"\ba\b", "directory", "r.json|matrix|report", status=ASKED),
    shell("does-merge-without-output", f"{DONE}; promptfmt merge r.json r.json > m.json", "-o", status=ASKED),
    shell("does-merge-pages", f"{RUN} --promptfmt-report=html:a.html >done; promptfmt merge a.html -o b.json", "a.html", "page|HTML", "json", status=ASKED),
    shell("does-merge-of-two-machines", f"{DONE}; sed -i 's/text only/texts only/' mine.py; {RUN} --promptfmt-report=json:q.json >done; promptfmt merge r.json q.json -o w.json; test ! -e w.json && exit 2", "source|code", "r.json|q.json", status=ASKED),
    shell("does-matrix-to-json-by-format", f"{DONE}; promptfmt matrix r.json html:m.html", "html:m.html", "-o m.html|-o", status=ASKED),
    shell("does-matrix-empty-directory", "mkdir d; promptfmt matrix d", r"\bd\b", "no report|nothing|empty|holds no", status=ASKED),
    shell("does-report-edited", f"{DONE}; sed -i 's/openai.chat/openai.multiagent/g' r.json; promptfmt report r.json html:r.html", "r.json", "digest|changed|altered|agree", status=ASKED),
)  # fmt: skip

JUDGED = (
    command("does-validate-target", "validate p.json --target openai.chat", "--target", "--dialect", files={"p.json": PAYLOAD}),
    command("does-validate-yaml", "validate p.yaml --dialect openai", "p.yaml", "JSON|YAML", files={"p.yaml": "messages:\n  - role: user\n    content: Hello\n"}),
    command("does-validate-scenario", "validate p.json --dialect openai --scenario multi-agent", "multi-agent", "multiagent", files={"p.json": PAYLOAD}),
    command("does-validate-conversation-of-the-corpus", "validate p.json --dialect openai --conversation chat/one-user", "chat/one-user", "promptfmt show chat/one-user --json|file", files={"p.json": PAYLOAD}),
    command("does-validate-json-text", "validate {\"messages\":[]} --dialect openai", "messages", "standard input| - |file"),
    command("does-validate-response", "validate p.json --dialect openai", "choices", "response|answer", status=RED, files={"p.json": '{"id": "x", "object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "Hi"}}]}'}),
    command("does-validate-lines", "validate p.jsonl --dialect openai", "p.jsonl", "line 2|lines", "promptfmt why|one", files={"p.jsonl": PAYLOAD + "\n" + PAYLOAD + "\n"}),
    command("does-validate-thinking-value", "validate p.json --dialect openai --thinking=true", "--thinking", "true|argument|value", files={"p.json": PAYLOAD}),
    command("does-explain-two", "explain openai.role-enum anthropic.user-nonempty", "anthropic.user-nonempty", "one|unrecognized|each"),
    command("does-explain-by-words", "explain tool calls must be followed", "calls|words|tool", "promptfmt why|--error|promptfmt list|one"),
    command("does-explain-a-check-plural", "explain protocols", "protocols", "protocol"),
    command("does-show-x-case", "show x-cases/a", "x-cases/a", "file|--promptfmt-corpus|directory|own", files=TALK),
    command("does-show-a-file", "show cases/a.json", "cases/a.json", "file|case of the kit|--promptfmt-corpus|new-case|id", files=TALK),
    command("does-show-with-a-star", "show chat/one-*", r"chat/one-\*", "promptfmt list cases|mean"),
    command("does-list-formats", "list providers", "providers", "targets"),
    command("does-check-bridge-with-prefix", "check-bridge --impl 'cmd:python bridge.py'", "--impl|cmd:", "promptfmt check-bridge 'python bridge.py'|COMMAND|one word|quote"),
    command("does-mutants-of-mine", "mutants mine", "mine", "unrecognized|no |--dialect|takes"),
    command("does-coverage-of-mine", "coverage mine", "mine", "--impl"),
)  # fmt: skip

WHY = (
    command("does-why-with-dialect-first", "why openai r.json", "openai", "--dialect openai|--dialect", files={"r.json": PAYLOAD}),
    command("does-why-with-a-rule", "why openai.role-enum", "openai.role-enum", "promptfmt explain"),
    command("does-why-with-a-message", ("why", "messages: at least one message is required"), "--error|file", "no file|is no file|not there"),
    command("does-why-url", "why https://api.openai.com/v1/chat/completions", "https://", "file|body|paste|address"),
    command("does-why-fix-in-place", "why r.json --fix", "--fix", "FILE|expected one argument|a file", files={"r.json": BAD}),
    refused("does-postman-environment", json.dumps({"name": "dev", "values": [{"key": "KEY", "value": "sk-x"}]}), "no request|nothing", "Postman|environment|collection", status=ASKED, file="r.json"),
    refused("does-openapi", json.dumps({"openapi": "3.1.0", "paths": {"/v1/chat/completions": {"post": {}}}}), "OpenAPI", "no request", status=ASKED, file="r.json"),
    refused("does-usage", json.dumps({"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}], "usage": {"input_tokens": 1, "output_tokens": 1}}), "answer|response", "request", status=ASKED, file="r.json"),
    refused("does-stream", 'data: {"choices": [{"delta": {"content": "Hi"}}]}\n\ndata: [DONE]\n', "answer|response|stream", "request", status=ASKED),
    refused("does-error-alone", '{"error": {"message": "Invalid \'messages[1].content\': empty", "type": "invalid_request_error"}}', "answer|error", "request|--error", status=ASKED, file="r.json"),
    refused("does-count-tokens", "curl https://api.anthropic.com/v1/messages/count_tokens -d '" + BAD[:-1] + ', "model": "claude-sonnet-4-5"}' + "'\n", "user-nonempty", file="r.sh"),
    refused("does-python-f-string", 'client.messages.create(model="claude-sonnet-4-5", max_tokens=9, messages=[{"role": "user", "content": f"{a}"}, {"role": "user", "content": ""}])\n', r"messages\[1\]", file="r.py"),
)  # fmt: skip

LINE = RIGHT.replace("ANSWER", ANSWER)
PROGRAMS = (
    greets("does-version-text", '{"promptfmt": "1", "name": "mine", "formatters": {"openai.chat": {"blocks": []}}}', "'1'|\"1\"|text", "number|1"),
    greets("does-no-name", '{"promptfmt": 1, "formatters": {"openai.chat": {"blocks": []}}}', "name"),
    greets("does-targets", '{"promptfmt": 1, "name": "mine", "targets": {"openai.chat": {"blocks": []}}}', "targets", "formatters"),
    answers("does-jsonrpc", 'say({"jsonrpc": "2.0", "id": asked["id"], "result": payload})', "result", "payload"),
    answers("does-error-text", 'say({"id": asked["id"], "error": "no place for this"})', "error", "object|kind"),
    answers("does-error-kind", 'say({"id": asked["id"], "error": {"kind": "unsupported", "type": "X", "message": "no"}})', "unsupported", "refused"),
    answers("does-null-payload", 'say({"id": asked["id"], "payload": None})', "null|None", "payload|return"),
    bridge("does-answer-in-an-array", LINE.replace("print(json.dumps(value)", "print(json.dumps([value])"), "list|array", "object", status=USAGE),
    bridge("does-hello-after-input", LINE.replace('say({"promptfmt"', 'sys.stdin.readline(); say({"promptfmt"'), "hello|first line", "30|unprompted|itself|before", status=USAGE, timeout="2"),
    bridge("does-print-debug", LINE.replace("    payload =", "    print('got', asked['id'], flush=True)\n    payload ="), "got", "standard output|stdout", "standard error|stderr"),
    bridge("does-one-request-only", LINE.replace("for line in sys.stdin:", "for line in [sys.stdin.readline()]:"), "2 passed|exited|ended", status=GREEN),
    spelled("does-cmd-of-a-directory", "cmd:.", "cmd:", "directory|permission|program|executable|not found"),
    spelled("does-cmd-of-python-module", "cmd:mine.py", "mine.py", "python mine.py|--promptfmt-impl=mine.py|executable|not found|PATH"),
)  # fmt: skip

GUARDS = (
    guarded("does-called-for-a-payload", "Guard('raise').judged(broken, 'openai')", "judged", "attribute"),
    guarded("does-judged-order", "judged('openai', broken)", "dialect", "turned|order|payload|text"),
    guarded("does-judged-target", "judged(broken, 'openai.chat')", "openai.chat", "mean 'openai'"),
    guarded("does-judged-model", "judged(broken, 'openai', model='gpt-4o')", "model", "context"),
    guarded("does-raise-as-a-class", "Guard(Refused)", "Refused", "'raise'"),
    guarded("does-dialects-alias", "Guard(dialects={'https://gw.example/': 'claude'})", "claude", "anthropic"),
)  # fmt: skip

LIBRARY = (
    calls("does-formatter-as-target", "check_formatter(mine, 'openai.chat')", "positional|targets"),
    calls("does-formatter-target-singular", "check_formatter(mine, target='openai.chat')", "target", "targets"),
    calls("does-formatter-case-singular", "check_formatter(mine, case='chat/one-user')", "'case'", "cases"),
    calls("does-formatter-model", f"check_formatter(mine, {FEW}, model='gpt-5.1')", "'model'", "models"),
    calls("does-formatter-raises", f"check_formatter(mine, {FEW}, raise_for_failures=True)", "raise_for_failures", r"raise_for_failures\(\)|unexpected"),
    calls("does-formatter-function", f"check_formatter(mine.chat, {FEW})", "function", "openai.chat"),
    calls("does-report-failures-called", f"check_formatter(mine, {FEW}).failures()", "failures", "callable|without parentheses|attribute|tuple"),
    calls("does-report-level", f"check_formatter(mine, {FEW}).level", "'level'", "levels"),
    calls("does-report-errors", f"check_formatter(mine, {FEW}).errors", "'errors'", "findings|failures"),
    calls("does-report-passed", f"check_formatter(mine, {FEW}).passed", "'passed'", r"\bok\b"),
    calls("does-report-save", f"check_formatter(mine, {FEW}).save('r.json')", "'save'", "document"),
    calls("does-payload-swapped", "check_payload('openai', PAYLOAD)", "dialect", "turned|order|first|payload"),
    calls("does-payload-keyword", "check_payload(PAYLOAD, provider='openai')", "provider|dialect", "dialect"),
    calls("does-parse-a-file", "from pytest_promptfmt import parse\nparse('talk.json')", "talk.json", "json.load|file|text", files={"talk.json": EXAMPLE}),
    calls("does-parse-a-block-misspelt", "from pytest_promptfmt import parse\nparse({'messages': [{'role': 'user', 'content': [{'type': 'txt', 'text': 'a'}]}]})", "txt", "'text'", r"messages\[0\]"),
    calls("does-message-of-two", "Message('user', 'Hello')", "blocks|role", "Text|tuple|missing"),
    calls("does-message-text", "Message('user', 'user', 'Hello')", "Hello|blocks", "Text"),
    calls("does-conversation-list-of-dicts", "Conversation(PAYLOAD)", "dict", "Message|parse"),
    calls("does-tool-of-openai", "Tool('f', {'type': 'object'})", "description|parameters|Tool"),
    calls("does-call-text-arguments", "ToolUse('c', 'f', '{}')", "input", "object|dict|mapping|json.loads"),
    calls("does-source-by-path", "Image('a.png')", "a.png|source", "UrlSource"),
    calls("does-source-bytes", "Base64Source('image/png', b'abc')", "bytes", r"b64encode|decode|text"),
    calls("does-strategies-target", "from pytest_promptfmt.strategies import conversations\nconversations('openai.chat')", "openai.chat", "'openai'", wants=("hypothesis",)),
    calls("does-strategies-positional", "from pytest_promptfmt.strategies import conversations\nconversations('openai', 'multiagent')", "positional", "scenario|argument", wants=("hypothesis",)),
    calls("does-case-of-two", "from pytest_promptfmt import Case\nCase('chat/mine', {'messages': PAYLOAD})", "hunts|conversation|missing"),
    calls("does-import-formatter", "from pytest_promptfmt import Formatter", "Formatter", "FORMATTERS|check_formatter|no base class|mean"),
    calls("does-import-validate", "from pytest_promptfmt import validate_payload", "validate_payload", "check_payload"),
    calls("does-import-image-url", "from pytest_promptfmt import ImageUrl", "ImageUrl", "Image|UrlSource"),
)  # fmt: skip

TESTS = (
    own_test("does-cases-without-call", "@cases\ndef test_a(case): pass\n", "@cases", r"cases\(|call"),
    own_test("does-cases-list", "@cases(['chat/one-user', 'chat/plain-turns'])\ndef test_a(case): pass\n", "list", "cases\\(|glob|text"),
    own_test("does-cases-other-argument", "@cases('chat/one-user')\ndef test_a(conversation): pass\n", "case", "conversation", "argument="),
    own_test("does-cases-dialect", "@cases('chat/one-user', target='openai')\ndef test_a(case): pass\n", "'openai'", "openai.chat"),
    own_test("does-case-payload", "@cases('chat/one-user')\ndef test_a(case):\n    assert case.messages\n", "'messages'", r"conversation\(\)", status=RED),
    own_test("does-case-conversation-attribute", "@cases('chat/one-user')\ndef test_a(case):\n    assert case.conversation.messages\n", "'messages'", r"conversation\(\)|function|method|call", status=RED),
    own_test("does-mark-on-fixture", "@pytest.mark.promptfmt_cases('chat/one-user')\n@pytest.fixture\ndef thing(): return 1\ndef test_a(thing): pass\n", "fixture|mark", status=RED + 1),
    own_test("does-parametrize-cases", "@pytest.mark.parametrize('case', cases('chat/*'))\ndef test_a(case): pass\n", "cases", "decorator|@cases|iterable"),
    programmer("does-assert-payload-empty", "assert check_payload(PAYLOAD, 'openai')", "assert", "\\[\\]|no finding|not check_payload|== \\[\\]"),
    programmer("does-assert-ok-called", "assert check_formatter(mine, cases=['chat/one-user']).ok()", "bool|ok", "callable|without"),
)  # fmt: skip

AROUND = (
    distribution("does-without-x", '[promptfmt.implementations]\nlumen = mine\n', "lumen", "x-lumen|x-", impl="lumen"),
    distribution("does-group-singular", '[promptfmt.implementation]\nx-thing = mine\n', "x-thing", "promptfmt.implementations|installed|entry point"),
    distribution("does-value-by-dots", '[promptfmt.implementations]\nx-thing = mine.FORMATTERS\n', "mine.FORMATTERS", "mine:FORMATTERS|distribution"),
    judged_in_ci("does-options-quoted", "IMPLEMENTATION=mine OPTIONS=\"'--promptfmt-case=chat/one-user'\"", "promptfmt-case", "quote|'"),
    spelled("does-windows-path", "src\\mine.py", r"src\\mine.py", "src/mine.py", files={"src/mine.py": MINE}),
    spelled("does-file-url", "file:///work/mine.py", "file://", "path|without"),
    spelled("does-at-sign", "mine@openai", "mine@openai", "--promptfmt-target|mean"),
    spelled("does-with-call", "mine.chat()", r"mine\.chat\(\)", "FORMATTERS|mean|mine"),
    spelled("does-init-file", "pkg/__init__.py", "2 passed|FORMATTERS|no table|claims nothing", files={"pkg/__init__.py": "from .fmt import chat\n", "pkg/fmt.py": MINE}),
    spelled("does-conftest", "conftest.py", "conftest.py", "FORMATTERS|claims nothing|no table", files={"conftest.py": ""}),
    spelled("does-test-file", "test_mine.py", "test_mine.py", "FORMATTERS", files={"test_mine.py": "from mine import chat\ndef test_a(): assert chat\n"}),
    shell("does-src-layout-editable-missing", "mkdir -p src/pkg; mv mine.py src/pkg/__init__.py; pytest --promptfmt-impl=pkg --promptfmt-case=chat/one-user", "pkg", "src", "PYTHONPATH|pip install -e|src/pkg|pythonpath", status=USAGE),
    shell("does-monorepo", "mkdir -p services/a services/b; cp mine.py services/a/fmt.py; cp mine.py services/b/fmt.py; pytest --promptfmt-impl=fmt --promptfmt-case=chat/one-user", "fmt", "services/a/fmt.py|services/b/fmt.py", status=USAGE),
    shell("does-run-from-the-parent", "mkdir d; mv mine.py d; cd d; cd ..; pytest --promptfmt-impl=mine --promptfmt-case=chat/one-user", "mine", "d/mine.py", status=USAGE),
    shell("does-symlink-to-nothing", "ln -s gone.py other.py; pytest --promptfmt-impl=other.py --promptfmt-case=chat/one-user", "other.py", "gone.py", "link", status=USAGE),
    shell("does-read-only-report", f"{RUN} --promptfmt-report=json:/proc/r.json", "/proc/r.json", "write|written|No such|permission", status=RED),
    shell("does-utf-16-ini", "printf '[pytest]\\npromptfmt_impl = mine\\n' | iconv -t utf-16 >pytest.ini; pytest --promptfmt-case=chat/one-user", "pytest.ini", "UTF-8|utf-16|decode|line 1", status=USAGE),
)  # fmt: skip

TEMPLATES = (
    author("does-template-as-chat", CHAT + "FORMATTERS = {'aisbench.string': chat}\n", "messages", "TemplateCase|infer_cfg", words=("--promptfmt-case=templates/string-value*",)),
    author("does-template-one-text", "def string(case):\n    return 'a'\nFORMATTERS = {'aisbench.string': string}\n", "list", "str|text|string", words=("--promptfmt-case=templates/string-value*",)),
    author("does-template-target", CHAT + "FORMATTERS = {'aisbench.chat': chat}\n", "aisbench.chat", "aisbench.string|dialogue", status=USAGE),
)  # fmt: skip

TABLE: tuple[Mistake, ...] = (
    *FIRST,
    *RETURNS,
    *READS,
    *WAITS,
    *STEPS,
    *CLAIMED,
    *CHOSEN,
    *SETTINGS,
    *FILED,
    *NEW,
    *EXCUSED,
    *SNAPPED,
    *CERTIFICATES,
    *REPORTS,
    *JUDGED,
    *WHY,
    *PROGRAMS,
    *GUARDS,
    *LIBRARY,
    *TESTS,
    *AROUND,
    *TEMPLATES,
)

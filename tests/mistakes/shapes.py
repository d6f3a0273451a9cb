"""Formatters, tables and claims of other shapes: what somebody passes, returns or writes who knows another kit."""

from __future__ import annotations

from mistakes.claims import claim, claims
from mistakes.formatters import entry, key, table
from mistakes.mistake import CHAT, FORMATTERS, GREEN, TEXT_ONLY, Mistake, run

LISTS = CHAT.replace("chat(", "lists(")

RETURNS = (
    entry("returns-system-beside", f"{LISTS}\ndef chat(c): return 'Be kind.', lists(c)", "tuple", r"object|'messages'"),
    entry(
        "returns-a-request",
        f"import httpx\n{LISTS}\n"
        "def chat(c): return httpx.Request('POST', 'https://a.example/v1', json={'messages': lists(c)})",
        "Request",
        "body|payload",
    ),
    entry(
        "returns-an-sdk-object",
        f"{LISTS}\nclass Completion:\n    def __init__(self, m): self.m = m\n    def model_dump(self): return self.m\n"
        "def chat(c): return Completion(lists(c))",
        "Completion",
        r"model_dump\(",
    ),
    entry(
        "returns-a-list-of-objects-with-to-dict",
        "class M:\n    def __init__(self, m): self.m = m\n    def to_dict(self): return {'role': 'user'}\n"
        "def chat(c): return [M(m) for m in c.messages]",
        r"\bM\b",
        r"to_dict\(",
    ),
    entry(
        "returns-attrs",
        "import attrs\n@attrs.define\nclass M:\n    role: str\n    content: str\n"
        "def chat(c): return [M(m.role, m.text) for m in c.messages]",
        "asdict",
    ),
    entry(
        "returns-coroutines-in-a-list",
        "async def one(m): return {'role': m.role, 'content': m.text}\n"
        "async def chat(c): return [one(m) for m in c.messages]",
        "coroutine",
        "await",
        "mine.py|'one'|one",
    ),
    entry(
        "returns-json-text-for-each",
        "import json\ndef chat(c): return [json.dumps({'role': m.role, 'content': m.text}) for m in c.messages]",
        "str|text",
        "json.dumps",
    ),
    entry(
        "returns-one-message",
        "def chat(c): return {'role': 'user', 'content': ' '.join(m.text for m in c.messages)}",
        "list of messages|'messages'|a message",
    ),
    entry("returns-another-key", f"{LISTS}\ndef chat(c): return {{'input': lists(c)}}", "'input'|input", "'messages'"),
    entry("returns-the-function", f"{LISTS}\ndef chat(c): return lists", "function", "call"),
    entry(
        "returns-a-class",
        "class Payload: pass\ndef chat(c): return Payload",
        "Payload",
        "class",
        r"list|object",
    ),
    entry(
        "returns-an-enum-for-a-role",
        "import enum\nRole = enum.Enum('Role', 'user system assistant')\n"
        "def chat(c): return [{'role': Role[m.role], 'content': m.text} for m in c.messages]",
        r"Role",
        r"\.(value|name)\b",
    ),
    entry(
        "returns-a-decimal",
        f"import decimal\n{LISTS}\ndef chat(c): return {{'messages': lists(c), 'temperature': decimal.Decimal('0.2')}}",
        "Decimal",
        r"temperature",
        r"float\(",
    ),
    entry(
        "returns-a-datetime",
        f"import datetime\n{LISTS}\ndef chat(c): return [{{**m, 'at': datetime.date(2026, 1, 1)}} for m in lists(c)]",
        "date",
        r"isoformat\(|str\(",
    ),
    entry(
        "returns-a-set",
        f"{LISTS}\ndef chat(c): return {{'messages': lists(c), 'stop': {{'a'}}}}",
        r"\bset\b",
        r"stop",
        r"list\(|sorted\(",
    ),
    entry(
        "returns-a-deque",
        f"import collections\n{LISTS}\ndef chat(c): return collections.deque(lists(c))",
        "deque",
        r"list\(",
    ),
    entry(
        "returns-a-path",
        f"import pathlib\n{LISTS}\ndef chat(c): return [{{**m, 'name': pathlib.PurePosixPath('a')}} for m in lists(c)]",
        "Path",
        r"str\(",
    ),
    entry(
        "returns-a-lambda-inside",
        f"{LISTS}\ndef chat(c): return [lambda: m for m in lists(c)]",
        "function",
        "call|plain",
    ),
    entry("returns-true", "def chat(c): return True", "True|bool", "list|object"),
    entry(
        "returns-nothing-in-one-branch", f"{LISTS}\ndef chat(c):\n    if not c.tools: print(lists(c))", "None", "return"
    ),
    entry("returns-messages-of-the-kit", "def chat(c): return list(c.messages)", "Message", r"\.role|'role'|dict"),
    entry(
        "returns-blocks-of-the-kit",
        "def chat(c): return [{'role': m.role, 'content': list(m.blocks)} for m in c.messages]",
        r"\bText\b",
        r"\.text",
    ),
)
"""What comes out is no plain JSON, or another thing than the payload."""

TAKES = (
    entry(
        "takes-a-prepare-of-two",
        "class F:\n    def prepare(self, messages, tools): return messages\n"
        "    def format(self, native): return native\nchat = F()",
        r"prepare",
        "one argument",
    ),
    entry(
        "takes-a-format-of-none",
        "class F:\n    def prepare(self, c): return c\n    def format(self): return []\nchat = F()",
        r"format",
        "one argument|argument",
    ),
    entry(
        "takes-a-partial-that-lacks-one",
        f"import functools\n{CHAT.replace('chat(conversation)', 'lists(model, tools, conversation)')}\n"
        "chat = functools.partial(lists, 'gpt-5.4')",
        "one argument",
    ),
    entry("takes-to-append", "def chat(c):\n    c.messages.append(1)\n    return []", "append", r"list\(|copy"),
    entry("takes-to-pop", "def chat(c):\n    c.messages.pop(0)\n    return []", "pop", r"list\(|copy|\[1:\]"),
    entry(
        "takes-to-set-a-role",
        "def chat(c):\n    for m in c.messages: m.role = 'user'\n    return []",
        "role",
        "replace|copy|new",
    ),
    entry(
        "takes-to-set-an-item", "def chat(c):\n    c.messages[0] = 1\n    return []", "item assignment", r"list\(|copy"
    ),
    entry(
        "takes-conversation-system",
        "def chat(c): return [{'role': 'system', 'content': c.system}]",
        "'system'",
        r"\.messages",
        r"role",
    ),
    entry(
        "takes-message-tool-calls",
        "def chat(c): return [m.tool_calls for m in c.messages]",
        "'tool_calls'",
        r"\.blocks",
    ),
    entry(
        "takes-message-model-dump",
        "def chat(c): return [m.model_dump() for m in c.messages]",
        "model_dump",
        r"\.role|to_json",
    ),
    entry(
        "takes-conversation-to-dict",
        "def chat(c): return c.to_dict()['messages']",
        "to_dict",
        "to_json|to_plain|messages",
    ),
    entry(
        "takes-conversation-as-json",
        "import json\ndef chat(c): return json.loads(c)",
        "Conversation",
        r"\.messages|to_json",
    ),
    entry("takes-pairs", "def chat(c): return [{'role': r, 'content': t} for r, t in c.messages]", "unpack", r"\.role"),
    entry(
        "takes-block-content",
        "def chat(c): return [{'role': m.role, 'content': m.blocks[0].content} for m in c.messages]",
        "'content'",
        r"\.text",
    ),
    entry(
        "takes-block-value",
        "def chat(c): return [{'role': m.role, 'content': m.blocks[0].value} for m in c.messages]",
        "'value'",
        r"\.text",
    ),
    entry(
        "takes-message-index",
        "def chat(c): return [{'role': m[0], 'content': m[1]} for m in c.messages]",
        "subscriptable|Message",
        r"\.role",
    ),
    entry(
        "takes-message-upper-case",
        "def chat(c): return [{'role': m.Role, 'content': m.text} for m in c.messages]",
        "'Role'",
        "mean|role",
    ),
    entry("takes-length", "def chat(c): return [0] * len(c)", "len", r"\.messages"),
    entry("takes-an-index", "def chat(c): return c[0]", "subscriptable|Conversation", r"\.messages"),
    entry(
        "takes-get-of-a-message",
        "def chat(c): return [m.get('content') for m in c.messages]",
        "'get'",
        r"\.text|\.blocks",
    ),
    entry("takes-history", "def chat(c): return [m for m in c.history]", "'history'", r"\.messages"),
    entry(
        "takes-content-of-the-conversation",
        "def chat(c): return [{'role': 'user', 'content': c.content}]",
        "'content'",
        r"\.messages",
    ),
    Mistake(
        "takes-tool-arguments",
        ("'arguments'", r"\.input"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=tools/single-call"),
        1,
        "def chat(c): return [b.arguments for m in c.messages for b in m.blocks if b.type == 'tool_use']\n"
        + FORMATTERS,
    ),
    Mistake(
        "takes-tool-call-id",
        ("'tool_call_id'", r"\.id"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=tools/single-call"),
        1,
        "def chat(c): return [b.tool_call_id for m in c.messages for b in m.blocks if b.type == 'tool_result']\n"
        + FORMATTERS,
    ),
    Mistake(
        "takes-tool-function",
        ("'function'|function", r"\.name|\.parameters"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=tools/single-call"),
        1,
        "def chat(c): return [t['function'] for t in c.tools] or [c.tools[0]]\n" + FORMATTERS,
    ),
    Mistake(
        "takes-image-url",
        ("'url'", r"\.source"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=vision/*"),
        1,
        "def chat(c): return [{'role': 'user', 'content': b.url} for m in c.messages for b in m.blocks if b.type == 'image']\n"
        + FORMATTERS,
    ),
    Mistake(
        "takes-async-steps",
        ("2 passed",),
        run(),
        GREEN,
        f"{LISTS}\nclass F:\n    async def prepare(self, c): return c\n"
        f"    async def format(self, native): return lists(native)\nchat = F()\n{FORMATTERS}{TEXT_ONLY}",
    ),
)
"""What goes in is taken for something else."""

TABLES = (
    table("table-of-modules", "import json\nFORMATTERS = {'openai.chat': json}", "module", "function|callable"),
    table("table-of-addresses", "FORMATTERS = {'openai.chat': 'mine:chat'}", "str", "itself|without quotes|function"),
    table("table-scenario-outside", "FORMATTERS = {'chat': {'openai': chat}}", "'openai.chat'"),
    table(
        "table-one-right-one-wrong",
        "FORMATTERS = {'openai.chat': chat, 'opnai.multiagent': chat}",
        "'opnai.multiagent'",
        "mean 'openai.multiagent'",
    ),
    table(
        "table-that-fails-when-asked",
        "def __getattr__(name):\n    if name == 'FORMATTERS': import nowhere_to_be_had\n    raise AttributeError(name)",
        "nowhere_to_be_had",
        r"mine\.py",
    ),
    table("table-empty", "FORMATTERS = {}", "empty|names no", r"openai\.chat"),
    table("table-of-a-property", "FORMATTERS = {'openai.chat': property(chat)}", "property", "function|callable"),
    table(
        "table-of-a-result",
        "FORMATTERS = {'openai.chat': chat(__import__('types').SimpleNamespace(messages=()))}",
        "list",
        "function|callable",
        r"without (calling|\(\))|not called|itself",
    ),
    table(
        "table-of-a-coroutine",
        "async def later(c): return []\nFORMATTERS = {'openai.chat': later(1)}",
        "coroutine",
        "function|callable",
    ),
    table(
        "table-of-a-mapping-proxy",
        "import types\nFORMATTERS = types.MappingProxyType({'openai.chat': chat})\nCAPABILITIES = {'openai.chat': {'blocks': []}}",
        "2 passed",
        status=GREEN,
    ),
    key("scenario-first", "'chat.openai'", "mean 'openai.chat'"),
    key("with-model", "'openai.gpt-4o.chat'", "mean 'openai.chat'"),
    key("with-star", "'openai.*'", "openai.chat"),
    key("chat-completions", "'openai.chat.completions'", "mean 'openai.chat'"),
    key("camel-case", "'openaiResponses.chat'", "mean 'openai-responses.chat'"),
    key("misspelt-scenario", "'openai.caht'", "mean 'openai.chat'"),
    key("number", "1", "1", r"openai\.chat"),
)
"""The table has another shape."""

CLAIMS = (
    claims("for-another-target", "CAPABILITIES = {'gemini.chat': {'blocks': []}}", r"gemini\.chat", "FORMATTERS"),
    claims("empty", "CAPABILITIES = {}", "2 passed", status=GREEN),
    claims("none", "CAPABILITIES = None", "CAPABILITIES", "None", r"\{'openai\.chat'"),
    claims("misspelt-target", "CAPABILITIES = {'openia.chat': {'blocks': []}}", "mean 'openai.chat'"),
    claims(
        "scenario-inside", "CAPABILITIES = {'openai': {'chat': {'blocks': []}}}", "mean 'openai.chat'|'openai.chat'"
    ),
    claim("key-block", "{'block': ['tool']}", "mean 'blocks'"),
    claim("key-models", "{'models': 'gpt-5.4'}", "mean 'model'"),
    claim("key-refuse", "{'refuse': ['system-later']}", "mean 'refuses'"),
    claim("key-truncate", "{'truncate': 'drop'}", "mean 'truncation'"),
    claim("key-modalities", "{'modalities': ['image']}", "'modalities'", "'blocks'"),
    claim("key-capitals", "{'Blocks': []}", "mean 'blocks'"),
    claim("key-streaming", "{'streaming': True}", "'streaming'", "known are|blocks"),
    claim("key-number", "{1: True}", "1", "known are|blocks"),
    claim("layer-upper", "{'layer': 'SDK'}", "mean 'sdk'|sdk"),
    claim("layer-true", "{'layer': True}", "True|bool", "wire", "sdk"),
    claim("blocks-tool-result", "{'blocks': ['tool_result']}", "mean 'tool'"),
    claim("blocks-capital", "{'blocks': ['Tool']}", "mean 'tool'"),
    claim("blocks-plural-pdfs", "{'blocks': ['documents']}", "mean 'document'"),
    claim("blocks-none", "{'blocks': None}", "None", r"\[\]|leave|list"),
    claim("blocks-a-set", "{'blocks': set()}", "2 passed", status=GREEN),
    claim("model-empty", "{'model': ''}", "model", "name|empty|leave"),
    claim("truncation-list", "{'truncation': ['drop']}", "list", "'drop'|drop"),
    claim("refuses-text", "{'refuses': 'system-later'}", "list"),
)
"""Claims of another shape."""

TABLE = (*RETURNS, *TAKES, *TABLES, *CLAIMS)

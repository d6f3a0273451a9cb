"""The table FORMATTERS: it is missing, misspelt, of another type, or names what is no target or no formatter."""

from __future__ import annotations

from mistakes.mistake import CHAT, FORMATTERS, GREEN, MINE, RED, TEXT_ONLY, Mistake, run


def table(name: str, text: str, *says: str, **more: object) -> Mistake:
    """The formatter with another table."""
    return Mistake(name, says, mine=f"{CHAT}{text}\n", **more)  # type: ignore[arg-type]


def key(name: str, target: str, *says: str) -> Mistake:
    """A key that is no target."""
    return table(f"key-{name}", f"FORMATTERS = {{{target}: chat}}", *says)


def entry(name: str, code: str, *says: str, status: int = RED, **more: object) -> Mistake:
    """A formatter that is none, or that gives what is no payload."""
    return Mistake(name, says, mine=code + FORMATTERS + TEXT_ONLY, status=status, **more)  # type: ignore[arg-type]


TABLES = (
    table("table-singular", "FORMATTER = {'openai.chat': chat}", "FORMATTERS", "mean|FORMATTER,|FORMATTER'"),
    table("table-lower-case", "formatters = {'openai.chat': chat}", r"'formatters'", "FORMATTERS"),
    table("table-misspelt", "FORMATERS = {'openai.chat': chat}", "'FORMATERS'", "FORMATTERS"),
    table("table-list", "FORMATTERS = [chat]", "FORMATTERS is (a )?list", r"\{'openai\.chat'"),
    table("table-pairs", "FORMATTERS = [('openai.chat', chat)]", "FORMATTERS is (a )?list", r"\{'openai\.chat'"),
    table("table-set", "FORMATTERS = {chat}", "FORMATTERS is (a )?set", r"\{'openai\.chat'"),
    table(
        "table-function", "def FORMATTERS(): return {'openai.chat': chat}", "FORMATTERS is (a )?function", r"\{'openai"
    ),
    table("table-bare-function", "FORMATTERS = chat", "FORMATTERS is (a )?function", r"\{'openai\.chat'"),
    table("table-string", "FORMATTERS = 'openai.chat'", "FORMATTERS is (a )?str", r"\{'openai\.chat'"),
    table("table-none", "FORMATTERS = None", "FORMATTERS is None", r"\{'openai\.chat'"),
    table("table-inside-main", "if __name__ == '__main__':\n    FORMATTERS = {'openai.chat': chat}", "FORMATTERS"),
    table("table-nested", "FORMATTERS = {'openai': {'chat': chat}}", r"openai\.chat"),
    table("table-values-strings", "FORMATTERS = {'openai.chat': 'chat'}", "str", "function|callable"),
    table("table-value-called", "FORMATTERS = {'openai.chat': chat.__call__ and None}", "None", "function|callable"),
    table("table-value-list", "FORMATTERS = {'openai.chat': [chat]}", "list", "function|callable"),
    Mistake("attribute-is-the-function", ("'mine:chat'", "function", r"FORMATTERS = \{"), run(impl="mine:chat")),
    Mistake("attribute-by-dot", ("mine:FORMATTERS",), run(impl="mine.FORMATTERS")),
    Mistake("attribute-function-by-dot", ("mine:chat|'mine'", "FORMATTERS|mean"), run(impl="mine.chat")),
    Mistake(
        "attribute-as-node-id",
        ("mine.py", "mine.py:|--promptfmt-impl=mine.py|single colon|one colon"),
        run(impl="mine.py::chat"),
    ),
    Mistake("attribute-misspelt", ("mean 'FORMATTERS'",), run(impl="mine:FORMATERS")),
)

KEYS = (
    key("dialect-alone", "'openai'", "mean 'openai.chat'"),
    key("upper-case", "'OpenAI.chat'", "mean 'openai.chat'"),
    key("all-upper-case", "'OPENAI.CHAT'", "mean 'openai.chat'"),
    key("slash", "'openai/chat'", "mean 'openai.chat'"),
    key("underscore", "'openai_chat'", "mean 'openai.chat'"),
    key("dash", "'openai-chat'", "mean 'openai.chat'"),
    key("colon", "'openai:chat'", "mean 'openai.chat'"),
    key("space", "'openai.chat '", "mean 'openai.chat'"),
    key("claude", "'claude.chat'", "mean 'anthropic.chat'"),
    key("gpt", "'gpt.chat'", "mean 'openai.chat'"),
    key("chatgpt", "'chatgpt.chat'", "mean 'openai.chat'"),
    key("gpt-4o", "'gpt-4o'", "mean 'openai.chat'"),
    key("azure", "'azure.chat'", "mean 'openai.chat'"),
    key("azure-openai", "'azure-openai.chat'", "mean 'openai.chat'"),
    key("google", "'google.chat'", "mean 'gemini.chat'"),
    key("vertex", "'vertex.chat'", "mean 'gemini.chat'"),
    key("litellm", "'litellm.chat'", "openai.chat"),
    key("aws", "'aws.chat'", "mean 'bedrock.chat'"),
    key("converse", "'bedrock-converse.chat'", "mean 'bedrock.chat'"),
    key("qwen", "'qwen.chat'", "mean 'dashscope.chat'"),
    key("glm", "'glm.chat'", "mean 'zhipu.chat'"),
    key("responses", "'openai.responses'", "mean 'openai-responses.chat'"),
    key("completion", "'openai.completion'", "mean 'openai.chat'"),
    key("multi-agent", "'openai.multi-agent'", "mean 'openai.multiagent'"),
    key("multi_agent", "'openai.multi_agent'", "mean 'openai.multiagent'"),
    key("anthropic-messages", "'anthropic.messages'", "mean 'anthropic.chat'"),
    key("llama", "'llama.chat'", "openai.chat|ollama.chat"),
    key("unheard", "'my.chat'", "my.chat", "openai.chat", "anthropic.chat"),
    key("none", "None", "None", "openai.chat"),
    key("pair", "('openai', 'chat')", "openai.chat"),
    key("bytes", "b'openai.chat'", "mean 'openai.chat'"),
    Mistake(
        "key-enumeration",
        ("passed",),
        status=GREEN,
        mine=f"""
import enum


class Target(str, enum.Enum):
    OPENAI = "openai.chat"

{CHAT}
FORMATTERS = {{Target.OPENAI: chat}}
CAPABILITIES = {{Target.OPENAI: {{"blocks": []}}}}
""",
    ),
)

ENTRIES = (
    table(
        "class-not-made",
        "class Mine:\n"
        "    def prepare(self, conversation): return conversation\n"
        "    def format(self, native): return chat(native)\n"
        "FORMATTERS = {'openai.chat': Mine}",
        "class Mine",
        r"Mine\(\)",
    ),
    table(
        "class-with-call-not-made",
        "class Mine:\n    def __call__(self, conversation): return chat(conversation)\nFORMATTERS = {'openai.chat': Mine}",
        "class",
        r"Mine\(|instance",
        status=RED,
    ),
    table(
        "instance-with-format-alone",
        "class Mine:\n    def format(self, conversation): return chat(conversation)\n"
        "FORMATTERS = {'openai.chat': Mine()}",
        r"format\(?\)?",
        "prepare",
        r"\.format\b",
    ),
    table(
        "instance-with-a-method-of-its-own",
        "class Mine:\n    def run(self, conversation): return chat(conversation)\nFORMATTERS = {'openai.chat': Mine()}",
        "Mine",
        "function|callable",
    ),
    entry(
        "unbound-method", "class Mine:\n    def chat(self, conversation): return 1\nchat = Mine.chat", "one argument"
    ),
    entry("two-arguments", "def chat(messages, tools): return messages", "one argument"),
    entry("no-argument", "def chat(): return []", "one argument"),
    entry("keyword-only", "def chat(*, conversation): return []", "one argument"),
    entry("named-arguments-only", "def chat(**more): return []", "one argument"),
    entry("as-a-dictionary", "def chat(conversation): return conversation['messages']", r"conversation\.messages"),
    entry(
        "as-a-dictionary-get", "def chat(conversation): return conversation.get('messages')", r"conversation\.messages"
    ),
    entry("as-a-list", "def chat(messages): return [dict(m) for m in messages]", r"conversation\.messages"),
    entry("as-a-list-with-len", "def chat(messages): return messages[:len(messages)]", r"conversation\.messages"),
    entry(
        "message-as-a-dictionary",
        "def chat(conversation): return [{'role': m['role'], 'content': m['content']} for m in conversation.messages]",
        r"message\.role|\.role",
        r"\.text|\.blocks",
    ),
    entry(
        "message-has-no-content",
        "def chat(conversation): return [{'role': m.role, 'content': m.content} for m in conversation.messages]",
        r"\.text|\.blocks",
    ),
    entry(
        "block-as-a-dictionary",
        "def chat(c): return [{'role': m.role, 'content': m.blocks[0]['text']} for m in c.messages]",
        r"\.text",
    ),
    entry("conversation-to-json", "import json\ndef chat(c): return json.dumps(c)", "to_json|json_shape|messages"),
    entry("conversation-itself", "def chat(conversation): return conversation", "Conversation", "payload"),
    entry(
        "messages-themselves", "def chat(conversation): return conversation.messages", "Message", "payload|plain JSON"
    ),
    entry("returns-none", "def chat(conversation): [m for m in conversation.messages]", "None", "return"),
    entry(
        "returns-json-text",
        f"import json\n{CHAT.replace('chat(', 'lists(')}\ndef chat(c): return json.dumps(lists(c))",
        "text|string",
        "json.loads|not its JSON|without json.dumps|itself",
    ),
    entry("returns-a-string", "def chat(c): return '\\n'.join(m.text for m in c.messages)", "string|text|str", "list"),
    entry(
        "returns-a-generator",
        "def chat(c):\n    for m in c.messages: yield {'role': m.role, 'content': m.text}",
        "generator",
        r"list\(",
    ),
    entry(
        "returns-an-async-generator",
        "async def chat(c):\n    for m in c.messages: yield {'role': m.role, 'content': m.text}",
        "async_?(hronous )? ?generator",
        r"list",
    ),
    entry(
        "returns-a-map",
        "def chat(c): return map(lambda m: {'role': m.role, 'content': m.text}, c.messages)",
        "map",
        r"list\(",
    ),
    entry(
        "returns-payload-and-more",
        f"{CHAT.replace('chat(', 'lists(')}\ndef chat(c): return lists(c), {{'tokens': 3}}",
        "role|message|pair|tuple",
    ),
    entry(
        "forgot-to-await-inside",
        "async def text(m): return m.text\n"
        "def chat(c): return [{'role': m.role, 'content': text(m)} for m in c.messages]",
        "coroutine",
        "await",
    ),
    entry(
        "returns-pydantic",
        "import pydantic\nclass M(pydantic.BaseModel):\n    role: str\n    content: str\n"
        "def chat(c): return [M(role=m.role, content=m.text) for m in c.messages]",
        "model_dump",
        wants=("pydantic",),
    ),
    entry(
        "returns-dataclasses",
        "import dataclasses\n@dataclasses.dataclass\nclass M:\n    role: str\n    content: str\n"
        "def chat(c): return [M(m.role, m.text) for m in c.messages]",
        "asdict",
    ),
    entry(
        "returns-namedtuples",
        "import collections\nM = collections.namedtuple('M', 'role content')\n"
        "def chat(c): return [M(m.role, m.text) for m in c.messages]",
        "_asdict|object|dict",
    ),
    entry(
        "returns-a-response",
        "import types\n"
        "def chat(c): return types.SimpleNamespace(messages=[{'role': m.role, 'content': m.text} for m in c.messages])",
        "SimpleNamespace",
        "plain JSON|list|dict",
    ),
    entry(
        "returns-bytes",
        f"import json\n{CHAT.replace('chat(', 'lists(')}\ndef chat(c): return json.dumps(lists(c)).encode()",
        "bytes",
        "list|plain JSON|itself",
    ),
    entry(
        "returns-other-provider",
        "def chat(c): return [{'role': m.role, 'parts': [{'text': m.text}]} for m in c.messages]",
        "content",
        "parts",
    ),
    entry("returns-nothing-in-it", "def chat(c): return []", "empty|at least one", "fidelity.lost|nowhere"),
    entry(
        "needs-a-key",
        "import os\ndef chat(c): return [os.environ['OPENAI_API_KEY_OF_NOBODY']]",
        "OPENAI_API_KEY_OF_NOBODY",
        "mine.py",
    ),
    entry(
        "asks-the-console",
        "def chat(c): return [{'role': 'user', 'content': input('prompt? ')}]",
        "input|stdin|EOF",
        "mine.py",
    ),
    entry(
        "asyncio-run-in-a-coroutine",
        "import asyncio\nasync def other(): return []\nasync def chat(c): return asyncio.run(other())",
        "event loop",
        "mine.py",
    ),
    entry(
        "needs-the-network",
        "import urllib.request\ndef chat(c): return urllib.request.urlopen('https://encodings.example/o200k').read()",
        "encodings.example|connect",
        "offline|without a network|before|beforehand|cache",
    ),
    entry("stop-iteration", "def chat(c): return [next(iter(()))]", "StopIteration", "mine.py"),
    entry("not-implemented-returned", "def chat(c): return NotImplemented", "NotImplemented", "raise"),
    entry("error-returned", "def chat(c): return ValueError('images cannot be sent')", "ValueError", "raise"),
    entry("raises-on-everything", "def chat(c): raise NotImplementedError('not yet')", "not yet"),
    entry("recursion", "def chat(c): return chat(c)", "RecursionError", "mine.py"),
    entry(
        "assertion-of-a-role",
        "def chat(c):\n    assert not c.messages, 'only empty ones'",
        "only empty ones",
        "mine.py",
    ),
)
"""What is called and is no formatter, or gives no payload."""

FINE = (
    Mistake(
        "whole-request",
        ("2 passed",),
        status=GREEN,
        mine=f"""{CHAT.replace("chat(", "lists(")}
def chat(c): return {{"model": "gpt-5.4", "messages": lists(c), "temperature": 0.2, "stream": True}}
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "coroutine-from-a-function",
        ("2 passed",),
        status=GREEN,
        mine=f"""{CHAT.replace("chat(", "lists(")}
async def later(c): return lists(c)
def chat(c): return later(c)
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "asyncio-run-in-a-function",
        ("2 passed",),
        status=GREEN,
        mine=f"""import asyncio
{CHAT.replace("chat(", "lists(")}
async def later(c): return lists(c)
def chat(c): return asyncio.run(later(c))
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "loop-of-the-module",
        ("2 passed",),
        status=GREEN,
        mine=f"""import asyncio
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
{CHAT.replace("chat(", "lists(")}
async def later(c): return lists(c)
def chat(c): return loop.run_until_complete(later(c))
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "nest-asyncio",
        ("2 passed",),
        status=GREEN,
        wants=("nest_asyncio",),
        mine=f"""import asyncio, nest_asyncio
nest_asyncio.apply()
{CHAT.replace("chat(", "lists(")}
async def later(c): return lists(c)
async def chat(c): return asyncio.get_event_loop().run_until_complete(later(c))
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "threads-inside",
        ("2 passed",),
        status=GREEN,
        mine=f"""import concurrent.futures
{CHAT.replace("chat(", "lists(")}
pool = concurrent.futures.ThreadPoolExecutor(4)
def chat(c): return pool.submit(lists, c).result()
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "logs",
        ("2 passed",),
        status=GREEN,
        mine=f"""import logging
logging.basicConfig(level=logging.DEBUG)
{CHAT.replace("chat(", "lists(")}
def chat(c):
    logging.getLogger(__name__).warning("formatting %s", c)
    return lists(c)
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "prints",
        ("2 passed", "print"),
        status=GREEN,
        mine=f"""{CHAT.replace("chat(", "lists(")}
def chat(c):
    print("formatting", c)
    return lists(c)
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "partial",
        ("2 passed",),
        status=GREEN,
        mine=f"""import functools
{CHAT.replace("chat(conversation)", "lists(model, conversation)")}
chat = functools.partial(lists, "gpt-5.4")
{FORMATTERS}{TEXT_ONLY}""",
    ),
    Mistake(
        "more-arguments-with-defaults",
        ("2 passed",),
        status=GREEN,
        mine=MINE.replace("(conversation):", "(conversation, tools=None, *, model='x', **more):"),
    ),
    Mistake(
        "table-of-a-class",
        ("2 passed",),
        run(impl="mine:Mine"),
        GREEN,
        mine=f"""{CHAT}
class Mine:
    FORMATTERS = {{"openai.chat": chat}}
    CAPABILITIES = {{"openai.chat": {{"blocks": []}}}}
""",
    ),
    Mistake(
        "warns-of-deprecation",
        ("2 passed",),
        status=GREEN,
        mine="import warnings\n"
        + MINE.replace("    return [", "    warnings.warn('old', DeprecationWarning)\n    return ["),
    ),
)
"""What is odd, and right."""

TABLE = (*TABLES, *KEYS, *ENTRIES, *FINE)

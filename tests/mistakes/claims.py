"""CAPABILITIES and XFAILS: misspelt, of another shape, with words that are none."""

from __future__ import annotations

from mistakes.mistake import CHAT, FORMATTERS, GREEN, MINE, RED, Mistake, run


def claims(name: str, text: str, *says: str, **more: object) -> Mistake:
    """The formatter with other claims."""
    return Mistake(f"claims-{name}", says, mine=f"{CHAT}{FORMATTERS}{text}\n", **more)  # type: ignore[arg-type]


def claim(name: str, value: str, *says: str, **more: object) -> Mistake:
    """One claim of the target."""
    return claims(name, f"CAPABILITIES = {{'openai.chat': {value}}}", *says, **more)


def blocks(name: str, value: str, *says: str) -> Mistake:
    """Blocks that are none."""
    return claim(f"blocks-{name}", f"{{'blocks': {value}}}", *says)


TABLE = (
    claims("misspelt", "CAPABILITES = {'openai.chat': {'blocks': []}}", "'CAPABILITES'", "CAPABILITIES"),
    claims("singular", "CAPABILITY = {'openai.chat': {'blocks': []}}", "'CAPABILITY'", "CAPABILITIES"),
    claims("lower-case", "capabilities = {'openai.chat': {'blocks': []}}", "'capabilities'", "CAPABILITIES"),
    claims("not-by-target", "CAPABILITIES = {'blocks': []}", "'blocks'", r"\{'openai.chat': \{'blocks'"),
    claims("by-dialect", "CAPABILITIES = {'openai': {'blocks': []}}", "mean 'openai.chat'"),
    claims("by-glob", "CAPABILITIES = {'openai.*': {'blocks': []}}", "openai.chat"),
    claims("list-of-blocks", "CAPABILITIES = {'openai.chat': ['tool']}", "list", r"\{'blocks': \[|'blocks'"),
    claims("one-block", "CAPABILITIES = {'openai.chat': 'tool'}", "str", r"'blocks'"),
    claims("function", "def CAPABILITIES(): return {}", "function", r"\{'openai.chat': \{"),
    claims(
        "object",
        "import types\nCAPABILITIES = {'openai.chat': types.SimpleNamespace(blocks=[])}",
        "SimpleNamespace",
        "'blocks'",
    ),
    blocks("tools", "['tools']", "mean 'tool'"),
    blocks("images", "['images']", "mean 'image'"),
    blocks("vision", "['vision']", "mean 'image'"),
    blocks("reasoning", "['reasoning']", "mean 'thinking'"),
    blocks("pdf", "['pdf']", "mean 'document'"),
    blocks("file", "['file']", "mean 'document'"),
    blocks("function", "['function']", "mean 'tool'"),
    blocks("tool-call", "['tool_use']", "mean 'tool'"),
    blocks("text", "['text']", "text", "always|leave it out|left out|every"),
    blocks("all", "'all'", "'all'", "leave|absent|left out"),
    blocks("true", "True", "bool", "list of names", "'tool'"),
    blocks("table", "{'tool': True, 'image': False}", "dict", "list"),
    blocks("types", "[dict]", "known are|list of names"),
    claim("block-as-a-key", "{'tool': True}", "'tool'", "'blocks'"),
    claim("tools-as-a-key", "{'tools': True}", "'tools'", "'blocks'"),
    claim("supports", "{'supports': ['tool']}", "'supports'", "'blocks'"),
    claim("truncation-true", "{'truncation': True}", "bool", "'drop'|drop"),
    claim("truncation-word", "{'truncation': 'truncate'}", "truncate", "drop"),
    claim("truncation-summarize", "{'truncation': 'summarize'}", "mean 'summarise'"),
    claim("layer-python", "{'layer': 'python'}", "python", "wire", "sdk"),
    claim("refuses-block", "{'refuses': ['tool']}", "'tool'", "'blocks'"),
    claim(
        "refuses-unknown", "{'refuses': ['pdf-files']}", "'pdf-files'", "promptfmt list limits|docs/refusals|known are"
    ),
    claim("refuses-underscore", "{'refuses': ['system_later']}", "mean 'system-later'"),
    claim("refuses-true", "{'refuses': True}", "list of names"),
    claim("model-list", "{'model': ['gpt-5.4']}", "name", "list"),
    claim("model-none", "{'model': None}", "None", "name|leave"),
    claim("model-of-another", "{'model': 'claude-opus-4-8', 'blocks': []}", "claude-opus-4-8", "know", status=GREEN),
    Mistake(
        "truncation-without-budget",
        ("budget", "count", r"budget=|docs/checks|f\(conversation, budget"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=truncation/half-of-a-chat"),
        RED,
        f"{CHAT}{FORMATTERS}CAPABILITIES = {{'openai.chat': {{'blocks': [], 'truncation': 'drop'}}}}\n",
    ),
    Mistake("xfails-missing", ("XFAILS", "known.toml"), mine=MINE + "XFAILS = 'known.toml'\n"),
    Mistake("xfails-singular", ("'XFAIL'", "XFAILS"), mine=MINE + "XFAIL = 'known.toml'\n", files={"known.toml": ""}),
    Mistake("xfails-list", ("XFAILS", "path"), mine=MINE + "XFAILS = [{'match': 'a'}]\n"),
    Mistake("xfails-text", ("XFAILS", "path|file"), mine=MINE + "XFAILS = '''[[xfail]]\nmatch = \"* / * / *\"'''\n"),
    Mistake(
        "xfails-broken",
        ("known.toml|XFAILS", "line 2|:2"),
        mine=MINE + "XFAILS = 'known.toml'\n",
        files={"known.toml": "[[xfail]]\nmatch = openai\n"},
    ),
    Mistake(
        "claims-tool-and-raises-by-accident",
        ("KeyError", "tool"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=tools/single-call"),
        RED,
        "def chat(c): return [{'role': m.role, 'content': {'text': m.text}[m.blocks[0].type]} for m in c.messages]\n"
        + FORMATTERS,
    ),
    Mistake(
        "claims-nothing-and-all-is-skipped",
        ("nothing was judged|graded 0 of|no level|not claimed", "skipped"),
        ("pytest", "--promptfmt-impl=mine", "--promptfmt-case=tools/single-call"),
        RED,
    ),
    Mistake(
        "refuses-everything",
        ("not today", "nothing|0 of|graded"),
        run(),
        RED,
        "def chat(c): raise NotImplementedError('not today')\n" + FORMATTERS,
    ),
)

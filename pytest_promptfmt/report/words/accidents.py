"""What to change where a formatter takes the conversation for something else: what the interpreter's own words tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import get_args

from pytest_promptfmt.conversation import Block, Conversation, Message, Source, Tool
from pytest_promptfmt.payload.finding import Finding

_NOUNS: Mapping[str, type] = {
    kind.__name__: kind for kind in (Conversation, Message, Tool, *get_args(Block), *get_args(Source))
}
_ARGUMENTS = (
    "a formatter is called with one argument, the conversation; of a class, give an instance or its bound method"
)
_BUDGET = "whoever claims truncation is called with two arguments more: f(conversation, budget=…, count=…)"


def accident(message: str) -> str:
    """In a line; empty where the words tell nothing."""
    for pattern, words in _TABLE:
        if (found := re.search(pattern, message)) and (said := words if isinstance(words, str) else words(found)):
            return said
    return ""


def refusal(finding: Finding) -> str:
    """What to do where one was raised on purpose, of what another formatter can send; empty where none was.

    Of other errors, which may be accidents, the limits that the case meets are told beside the line.
    """
    limits = finding.data.get("limits")
    where = (
        f": 'refuses': [{', '.join(map(repr, limits[:2]))}]" if limits else " under 'refuses' (promptfmt list limits)"
    )
    if re.search(r" raised (?:NotImplementedError|Refused|Unsupported\w*): ", finding.message):
        return f"carry it; {_NO_PLACE}{where}"
    return f"mend it at the line that is named; {_NO_PLACE}{where}" if limits else ""


_NO_PLACE = "or, if there is no place for it, declare its limit"


def _noun(found: re.Match[str]) -> str:
    kind = _NOUNS.get(next(filter(None, found.groups()), ""))
    if kind is None:
        return ""
    names = [field.name for field in fields(kind)] + [name for name in vars(kind) if _is_property(kind, name)]
    name = "source" if kind in get_args(Source) else kind.__name__.lower()
    spelled = ", ".join(f"{name}.{each}" for each in names)
    more = "; conversation.to_json() is plain JSON" if kind is Conversation else ""
    return f"a {kind.__name__} is an object: write {spelled}{more}"


def _is_property(kind: type, name: str) -> bool:
    return isinstance(vars(kind)[name], property)


def _package(found: re.Match[str]) -> str:
    return f"install what brings {found[1]!r}, or mend the name: it is imported where the formatter is called"


_KINDS = "text|tool_use|tool_result|image|audio|video|document|thinking|redacted_thinking"
_FIXED = (
    "a conversation cannot be changed: work on a list of your own, list(conversation.messages), or on the payload; "
    "dataclasses.replace(message, …) makes another message"
)
_TABLE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"unexpected keyword argument '(?:budget|count)'", _BUDGET),
    (
        r"TypeError: \w+\.(?:prepare|format)\(\) takes (?:0|1) positional arguments? but .*\(when it was called\)$",
        "a method takes self first: def prepare(self, conversation), def format(self, native)",
    ),
    (
        r"missing \d+ required positional .*'(?:messages|tools|system|speaker|prompt)'.*\(when it was called\)$",
        f"{_ARGUMENTS}; conversation.messages, conversation.tools and conversation.speaker are in it",
    ),
    (r"TypeError: .*\(when it was called\)$", _ARGUMENTS),
    (r"TypeError: (\w+)\.__init__\(\) (?:got an unexpected keyword|missing|takes)", _noun),
    (
        r"'tuple' object (?:has no attribute '(?:append|pop|insert|extend|remove|sort|reverse|copy|clear)'|does not)",
        _FIXED,
    ),
    (r"FrozenInstanceError: |TypeError: super\(type, obj\): obj must be an instance", _FIXED),
    (
        r"FileNotFoundError: .*: '([^'/\\]|\.)[^']*'",
        "a path is seen from the directory in which pytest runs: write Path(__file__).parent / '…' for a file of yours",
    ),
    (
        r"TypeError: .*'function' (?:has no len|object is not iterable)|TypeError: .*'method' has no len",
        "count is a function: count(payload) is the number of tokens",
    ),
    (
        r"RuntimeError: (?:no running event loop|There is no current event loop|.* attached to a different loop|await "
        r"wasn't used with future)",
        "give the coroutine itself, or write async def and await: there is no loop outside of what is awaited here",
    ),
    (
        r"its process ended \(exit status 0\)",
        "a bridge answers one request after another, and ends when its standard input does",
    ),
    (r"RuntimeError: .*cannot be called from a running event loop", "write async def and await: a loop runs already"),
    (r"ModuleNotFoundError: No module named '([\w.]+)'", _package),
    (
        rf"KeyError: '(?:{_KINDS})'",
        "a block of this kind has no place there: write it, or refuse it aloud, raise NotImplementedError(…)",
    ),
    (
        r"TypeError: the JSON object must be str, .* not (?:dict|list)\b",
        "the input of a call is an object already: write block.input, or json.dumps(block.input)",
    ),
    (
        r"AttributeError: '(?:list|tuple)' object has no attribute '(?:strip|lower|upper|split|replace|encode)'",
        "the output of a result is a text or a list of blocks: block.output_text is its text",
    ),
    (
        r"TypeError: can only concatenate (?:list|tuple) \(not \"(?:tuple|list)\"\)",
        "messages and blocks are tuples: write [*conversation.messages, …], or list(conversation.messages)",
    ),
    (
        r"TypeError: unhashable type: .* in __hash__",
        "a conversation holds objects, and has no hash: leave out the cache of functools, or the set, that wants one",
    ),
    (
        r"KeyError: '(?:content|type|role)'",
        "of dataclasses.asdict it has blocks, and no content: conversation.to_json() is the JSON form",
    ),
    (
        r"TypeError: 'NoneType' object .* in format\)",
        "prepare gave None: a method without return does, so return what format is to get",
    ),
    (r"TypeError: (?:cannot unpack non-iterable|the JSON object must be .*, not) (\w+)", _noun),
    (r"(?:TypeError|AttributeError): (?:object of type )?'(\w+)' (?:object|has no len)", _noun),
    (r"TypeError: Object of type (\w+) is not JSON serializable", _noun),
    (
        r"AttributeError: 'str' object has no attribute '(?:text|type|get)'|TypeError: string indices must be",
        "a text stands there: the output of a result may be one (block.output_text is its text), and so is each key",
    ),
    (r"TypeError: .*\bnot (?:'|an? )?(\w+)\b", _noun),
)

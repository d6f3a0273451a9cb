"""What a sentence speaks of that no other module understands: the part of the request that it names while it refuses.

Whoever is refused reads the sentence for a place, a value or a name that the request has. So is it read here: the place
that it tells, the value that it quotes and that stands once, the longest name that it spells, be it as words
(``thinking budget`` is ``thinkingBudget``, ``function name`` the ``name`` of a ``function``), and last the kind of part
that it has a noun for.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import KEY, Answer, places, sentences
from pytest_promptfmt.diagnosis.answer.places import OWN_WORDS, at, like, meant, steps
from pytest_promptfmt.diagnosis.answer.sentences.abilities import asking, spoken_abilities
from pytest_promptfmt.payload.finding import Finding

_REFUSES = re.compile(
    r"\b(?:not|no|nor|never|without|only|cannot|must|should|have to|has to|needs?|requires?d?|ensure|expect(?:s|ed)?|"
    r"missing|invalid|illegal|in(?:correct|compatible)\w*|malformed|un\w+ed|un(?:able|known)|fail(?:s|ed|ure)?|error|"
    r"exceed(?:s|ed)?|too|greater|less|larger|smaller|longer|shorter|maximum|minimum|at most|at least|conflict\w*|"
    r"duplicated?s?|deprecated|reserved|removed|wrong|bad|mandatory|disabled|mismatch\w*|does ?n.t|is ?n.t|can ?n?.t)\b"
    r"|[非不无错未]",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NAMES = re.compile(r"[A-Za-z][\w.-]*")
_VALUES = re.compile(
    r"[`'\"](?P<quoted>[^`'\"\n]{2,200})[`'\"]|(?<![\w.-])(?P<bare>\d+\.\d+|\d{2,}|[\w.+-]+/[\w.+-]+)(?![\w-]|\.\d)"
)
_COMMON = frozenset({
    "messages", "message", "input", "inputs", "contents", "content", "text", "prompt", "model", "models", "role",
    "type", "name", "id", "user", "system", "tool", "tools", "function", "functions", "parameter", "parameters",
    "value", "values", "data", "code", "error", "param", "status", "url", "key", "keys", "format", "object", "list",
    "items", "stream", "arguments", "args", "properties", "required", "description", "title", "index", "body",
    "request", "response", "output", "options", "config", "metadata", "provider", "source", "image", "images",
    "file", "files", "detail", "mode", "version", "enabled",
})  # fmt: skip
"""Words that answers have for other reasons: alone they name no key."""
_FEW = 3


@dataclass(frozen=True, slots=True)
class _Held:
    """What a request has: the places of its names, by their words, and of its values, by how they are written."""

    body: Any
    names: Mapping[tuple[str, ...], list[str]]
    values: Mapping[str, list[str]]


def spoken(answer: Answer, body: Any) -> Iterator[Finding]:
    """The part of the request that the first refusing sentence with a name of one speaks of.

    A place or a value is what is meant in whatever sentence it stands.
    """
    every = [*dict.fromkeys(sentences(answer.text))] if body else []
    refusing = [each for each in every if _REFUSES.search(each)]
    held = _held(body if every else None)
    exactly, loosely = (_placed, _valued), (_named, _of_a_kind, _unlike_others, _at_the_top)
    for looks, said in (((*exactly, *loosely), refusing), (exactly, every)):
        for look in looks:
            for sentence in said[:_READ]:
                there = list(dict.fromkeys(look(sentence, held)))
                if 0 < len(there) <= _FEW:
                    for path in there:
                        yield answer.finding("refused-value", path, "what stands here is what the provider speaks of")
                    return


_READ = 30
"""So many sentences are looked at: what refuses stands in the first."""


def _held(body: Any) -> _Held:
    names: dict[tuple[str, ...], list[str]] = defaultdict(list)
    values: dict[str, list[str]] = defaultdict(list)
    for path, node in nodes(body):
        for name in _spellings(_INDEX.sub("[]", path)):
            names[name].append(path)
        written = node if isinstance(node, str) else json.dumps(node) if isinstance(node, int | float) else ""
        if written and len(written) <= _LONGEST and _key(path) not in ("role", *_OWN):
            values[written].append(path)
    return _Held(body, names, values)


_INDEX = re.compile(r"\[\d+\]")
_LONGEST = 200
_IDS = frozenset({"id", "tool_call_id", "tool_use_id", "toolUseId", "call_id"})
_OWN = OWN_WORDS - _IDS - {"signature"}


def _placed(sentence: str, held: _Held) -> Iterator[str]:
    """The deepest part that is there of a place with numbers; of a place beyond its list what stands at such a one."""
    for place in places(sentence):
        going = steps(place)
        found = next(
            (each for n in range(len(going), 1, -1) if (each := at(held.body, going[:n])) and each.there), None
        )
        if found is not None:
            yield found.path
        else:
            yield from (part.path for part in like(held.body, place))


def _valued(sentence: str, held: _Held) -> Iterator[str]:
    """The value that the sentence has and that stands in one place alone, or what is named beside it."""
    said = dict.fromkeys(found["quoted"] or found["bare"] for found in _VALUES.finditer(sentence))
    twice = "uplicate" in sentence
    for value in said:
        there = held.values.get(value, []) if value not in _COMMON else []
        if (len(there) == 1 or (there and twice)) and there[0] not in ("$.model", "$.modelId"):
            part = there[-1].removesuffix(".type")
            beside = f"{part.rpartition('.')[0]}."
            yield from [path for path in _named(sentence, held) if path.startswith(beside)] or [part]


def _named(sentence: str, held: _Held) -> Iterator[str]:
    """What the longest name in the sentence leads to, with the key above it where the sentence has that too."""
    words = _words(sentence)
    ends = [(n, n + size) for size in range(1, _MOST_WORDS + 1) for n in range(len(words) - size + 1)]
    found: dict[int, list[str]] = {}
    for start, end in ends:
        for path in held.names.get(tuple(words[start:end]), ())[: _FEW + 1]:
            found.setdefault(1 if _key(path) in _IDS else end - start, []).append(path)
    longest = found[max(found)] if found else []
    yield from (path for path in longest if not any(each.startswith((f"{path}.", f"{path}[")) for each in longest))


_MOST_WORDS = 8


@lru_cache(maxsize=4096)
def _spellings(path: str) -> tuple[tuple[str, ...], ...]:
    """The words of a key, and those with its parent's; a common word is a name only with its parent."""
    keys = [step for step in steps(path[1:]) if isinstance(step, str)]
    if not keys or path.endswith("]") or ".properties." in path:
        return ()
    own = tuple(_words(keys[-1]))
    alone = len(own) > 1 or (own and own[0] not in _COMMON_WORDS and len(own[0]) > 2)
    return (*((own,) if alone else ()), *(((*_words(keys[-2]), *own),) if len(keys) > 1 else ()))


def _words(text: str) -> list[str]:
    """The words of a text in lower case and in the singular."""
    return [word.lower().removesuffix("s") for word in _WORD.findall(text)]


_COMMON_WORDS = frozenset(word.removesuffix("s") for word in _COMMON)


def _of_a_kind(sentence: str, held: _Held) -> Iterator[str]:
    """The first part of the kind that the sentence has a noun for."""
    of_any = _MEDIA if _BYTES.search(sentence) else ()
    for ability in (*spoken_abilities(sentence), *of_any):
        yield from [*asking(held.body, ability)][:1]


_MEDIA = ("images", "audio", "video", "documents")
_BYTES = re.compile(r"\b(?:base64|ur[il]s?|mime)\b", re.IGNORECASE)
"""What is said of media of any kind."""


def _unlike_others(sentence: str, held: _Held) -> Iterator[str]:
    """Of a key that a sentence calls invalid, and that the request often has, the only one of its type."""
    for found in _INVALID.finditer(sentence):
        by_type: dict[type, list[str]] = defaultdict(list)
        for part in meant(held.body, found["key"]):
            by_type[type(part.value)].append(part.path)
        alone = [paths[0] for paths in by_type.values() if len(paths) == 1]
        yield from alone if len(by_type) > 1 and len(alone) == 1 else ()


_INVALID = re.compile(r"invalid (?:value for |the )*[`'\"](?P<key>\w+)[`'\"] (?:field|value|property)", re.IGNORECASE)


def _at_the_top(sentence: str, held: _Held) -> Iterator[str]:
    """A key of the request that is a common word, where the sentence begins with it, quotes it or calls it a key."""
    for key in held.body if isinstance(held.body, dict) else ():
        name, called = re.escape(str(key)), rf"(?:{KEY}|参数)"
        as_key = rf"\b{called}s?:? [`'\"]?{name}(?![\w.\[])|\b{name}[`'\"]? ?{called}"
        quoted = rf"[`'\"]{name}[`'\"](?!\s*:)|^\W*{name}\s?:"
        if re.search(as_key if key in _ROOTS else rf"{as_key}|{quoted}", sentence):
            yield f"$.{key}"


_ROOTS = frozenset({"messages", "input", "contents", "prompt", "model"})
"""What answers name for whatever is wrong anywhere in it."""


def _key(path: str) -> str:
    return re.sub(r"(\[\d+\])+$", "", path).rpartition(".")[2]

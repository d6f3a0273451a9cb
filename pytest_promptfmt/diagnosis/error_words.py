"""A provider's answer, held against the words that the rules quote: which rule it is that refuses, and where.

The words of a quotation are compared by pairs of neighbours, each pair weighed by how rare it is among all quotations:
numbers, ids and names differ from request to request, the rest of a sentence does not.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import fsum, log

from pytest_promptfmt.diagnosis.answer.answer import LONGEST
from pytest_promptfmt.dialects import DIALECTS, known_dialect
from pytest_promptfmt.dialects.models import models
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.verdicts.request.parameters import sentences

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|(?<!\w)\'([^\']{12,})\'')
GENERAL: Mapping[str, tuple[str, ...]] = {
    "schema.required": (
        "Missing required parameter: 'messages[5].content[0].type'.",
        "messages.0.content: Field required",
        "Input error. Field required: input.messages.2.content",
        "'content' is a required property - 'messages.2'",
        "messages[1]: missing field `content` at line 8 column 5",
        *(f"missing field `{key}` at line 8 column 5" for key in ("content", "role", "type", "function", "name", "id")),
    ),
    "schema.type": (
        "Invalid type for 'messages[1].content': expected one of a string or array of objects, but got null instead.",
        "Invalid type for 'messages[2].content': expected a string, but got an object instead.",
        "Input should be a valid string",
        "messages[2]: invalid type: sequence, expected a string at line 1 column 9340",
        "messages[2]: invalid type: null, expected a string at line 1 column 9340",
        "Input should be a valid list",
        "reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null",
        "json: cannot unmarshal string into Go struct field ChatRequest.messages of type",
    ),
    "schema.enum": (
        "Invalid value: 'x'. Supported values are: 'y'.",
        "messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`",
    ),
    "request.unknown-key": (
        "Unrecognized request argument supplied: topP",
        "Unknown parameter: 'web_search_options'.",
        "extra_body: Extra inputs are not permitted",
        "Invalid JSON payload received. Unknown name \"imageSize\" at 'generation_config': Cannot find field.",
        "Malformed input request: #: extraneous key [chat_id] is not permitted",
        'Parameter validation failed: Unknown parameter in input: "tools", must be one of: modelId, messages',
    ),
}
"""How providers refuse what their own types refuse, by the finding that says the same."""
_ANYBODYS = ("schema.", "request.")
"""What is found in any dialect."""
_TOKEN = re.compile(r"[a-z_]{2,}|[\u4e00-\u9fff]")
_CODE = re.compile(r"\[\w+\]|\b(?:call|toolu|tooluse|fc|msg|rs|req|chatcmpl|srvtoolu)_\w+")
_MODEL = re.compile(r"(?<![\w/.-])(?!v\d/)(?=[^\s'\"`]{0,60}\d)[a-z]\w*(?:\.\w+)*(?:[-/:][\w.]+){1,12}")
"""The name of a model, as a sentence about it has it: a figure in it, and a hyphen, a slash or a colon."""
_ALIKE, _ENOUGH, _FEWEST = 0.62, 3.0, 3


@dataclass(frozen=True, slots=True)
class Told:
    """`rule` is the one whose quotation, `words`, an answer has; `alike` from 0 to 1 is how well it fits."""

    rule: str
    words: str
    alike: float


@dataclass(frozen=True, slots=True)
class _Phrase:
    """`homes` are the dialects whose providers say so; none where anybody may."""

    rule: str
    words: str
    pairs: frozenset[tuple[str, str]]
    homes: frozenset[str] = frozenset()


def told(answer: str, dialect: str = "") -> tuple[Told, ...]:
    """The rules whose words an answer has, the best first; of a dialect only its own."""
    found: dict[str, tuple[float, Told]] = {}
    for common, alike, phrase in _fitting(answer, dialect):
        best = found.get(phrase.rule)
        if best is None or alike > best[1].alike:
            found[phrase.rule] = (common, Told(phrase.rule, phrase.words, round(alike, 2)))
    ranked = sorted(found.values(), key=lambda each: (-each[1].alike * min(each[0], 12.0), *_general(each[1].rule)))
    return tuple(each for _, each in ranked)


def quotations(answer: str, dialect: str) -> frozenset[str]:
    """The quotations that an answer has: those that fit it best."""
    found = [(alike, phrase.words) for _, alike, phrase in _fitting(answer, dialect)]
    best = max((alike for alike, _ in found), default=0.0)
    return frozenset(words for alike, words in found if alike >= best - _TIE)


@lru_cache(maxsize=4)  # one answer is asked for its rules, and for its quotations
def _fitting(answer: str, dialect: str) -> tuple[tuple[float, float, _Phrase], ...]:
    """What an answer and a phrase have in common, what share of the phrase that is, and the phrase."""
    found = []
    said = _pairs(answer[:LONGEST])
    weights = _weights()
    for phrase in _near(said):
        if dialect and not _belongs(phrase, dialect):
            continue
        whole = fsum(weights[pair] for pair in phrase.pairs)  # a sum in a set's order would differ from run to run
        common = fsum(weights[pair] for pair in phrase.pairs & said)
        if common >= _ENOUGH and common >= _ALIKE * whole:
            found.append((common, common / whole, phrase))
    return tuple(found)


def _general(rule: str) -> tuple[bool, str]:
    """Of two that fit alike, the one that says least of the cause is first."""
    return rule not in GENERAL, rule


def speakers(answer: str) -> Mapping[str, int]:
    """The dialects whose providers speak like this, by how much it tells: words that many share tell little."""
    best = [each for each in told(answer) if not each.rule.startswith(_ANYBODYS)][:4]
    homes = {each.rule.partition(".")[0] for each in best if each.alike >= best[0].alike - _TIE} or _alone(answer)
    return dict.fromkeys(sorted(homes), 3 if len(homes) == 1 else 1)


def _alone(answer: str) -> set[str]:
    """Who refuses so by parameters alone; none where several do."""
    found = [(alike, phrase) for _, alike, phrase in _fitting(answer, "") if phrase.homes]
    best = max((alike for alike, _ in found), default=0.0)
    homes = {home for alike, phrase in found if alike >= best - _TIE for home in phrase.homes}
    return homes if len(homes) == 1 else set()


_TIE = 0.1


def _belongs(phrase: _Phrase, dialect: str) -> bool:
    if phrase.rule.startswith(_ANYBODYS):
        return not phrase.homes or dialect in phrase.homes
    home = phrase.rule.partition(".")[0]
    return home == dialect or known_dialect(dialect).rule(phrase.rule) is not None


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    words = _TOKEN.findall(_MODEL.sub(" ", _CODE.sub(" ", text.lower().replace('\\"', " "))))
    return frozenset(itertools.pairwise(words))


def _quotations() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    asked = defaultdict(list)
    for dialect in DIALECTS.values():
        for rule in dialect.rules:
            for question in (rule.asks, *rule.may_ask):
                asked[dialect.id, question].append(rule.id)
    for id_, known in evidence().items():
        yield from ((id_, words, ()) for words in _quoted(known.source))
    for dialect_id, table in models().items():
        for question, answers in table.answers.items():
            for answer in answers:
                for words in _quoted(answer.fact.source):
                    yield from ((id_, words, ()) for id_ in asked[dialect_id, question])
    yield from ((id_, words, ()) for id_, quoted in GENERAL.items() for words in quoted)
    for id_, said, dialects in sentences():
        yield from ((id_, words, dialects) for words in _quoted(said))


def _quoted(source: str) -> Iterator[str]:
    return (found[1] or found[2] or "" for found in _QUOTED.finditer(source))


@cache
def _phrases() -> tuple[_Phrase, ...]:
    """The quotations, and the sentences of those that have several: an answer may be told in part."""
    found = {}
    for rule, words, homes in _quotations():
        for said in dict.fromkeys((words, *re.split(r"(?<=[.!])\s+", words))):
            if len(pairs := _pairs(said)) >= _FEWEST:
                found[rule, pairs, homes] = _Phrase(rule, said, pairs, frozenset(homes))
    return tuple(found.values())


@cache
def _weights() -> Mapping[tuple[str, str], float]:
    rules: dict[tuple[str, str], set[str]] = defaultdict(set)
    for phrase in _phrases():
        for pair in phrase.pairs:
            rules[pair].add(phrase.rule)
    return {pair: log(1 + len(_phrases()) / len(having)) / 2 for pair, having in rules.items()}


@cache
def _index() -> Mapping[tuple[str, str], tuple[_Phrase, ...]]:
    found: dict[tuple[str, str], list[_Phrase]] = defaultdict(list)
    for phrase in _phrases():
        for pair in phrase.pairs:
            found[pair].append(phrase)
    return {pair: tuple(having) for pair, having in found.items()}


def _near(said: frozenset[tuple[str, str]]) -> Iterator[_Phrase]:
    """The phrases that have something in common with what was said."""
    near = {id(phrase): phrase for pair in sorted(said) for phrase in _index().get(pair, ())}
    yield from near.values()

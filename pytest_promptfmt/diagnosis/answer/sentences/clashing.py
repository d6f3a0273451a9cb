"""What an answer says does not go together, or does not go without: keys of the request that one sentence names.

Such sentences are made in many ways, and have two things in common: a phrase that sets one parameter against another,
and the names of both. A sentence counts that has the phrase and names two keys that the request has, or one that it has
and quotes one that it lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer, sentences
from pytest_promptfmt.diagnosis.answer.places import plain
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.request.keys import KEYS

_AGAINST = re.compile(
    r"\b(?:can(?:not|'t| not)|must not|may not|should not) (?:both )?(?:be )?(?:set|specif|us|provid|combin|"
    r"pass|enabl|have|support)"
    r"|only one of|mutually exclusive|(?:in|not )compatible with|conflicts? with|in combination with|at the same time"
    r"|not (?:supported|allowed|available|permitted|accepted)(?: together| in combination)? "
    r"(?:with|when|alongside|if|while|unless|without)\b"
    r"|(?:may|must|can|should) only be (?:set|used|\d)|(?:must|should|has to) be (?:greater|less|larger|"
    r"smaller|lower|higher)"
    r"|either\b.{1,80}\bor\b.{0,40}\bnot both",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\bis only (?:allowed|supported|valid|available|permitted)|\brequires?\b|\bonly (?:valid|allowed|"
    r"supported) (?:when|if|with)"
    r"|must (?:also )?be (?:set|enabled|provided|specified|true|present|given)\b.{0,60}\b(?:when|if|to use|for|with)\b"
    r"|(?:when|if) using\b|\bneeds?\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?P<quote>['\"`]?)(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,4})(?P=quote)(?P<given>=)?")
_NEVER = frozenset(
    {"model", "messages", "type", "role", "content", "text", "name", "parameter", "value", "error", "param"}
)
_IN_WORDS = frozenset({"tools", "thinking", "streaming", "stream", "temperature", "functions"})
"""Names of parameters that sentences write as words; other words count where they are quoted or spelled as a key is."""
_SAME = {"streaming": "stream"}
_CALLED = {"thinking": ("enablethinking", "reasoningeffort", "thinkingconfig", "reasoning")}


def clashing(answer: Answer, body: Any) -> Iterator[Finding]:
    """The keys of a sentence that sets them against each other."""
    if not isinstance(body, dict):
        return
    keys = _keys(body)
    known = {plain(key) for key in KEYS.get(answer.dialect, ())}
    for sentence in sentences(answer.text):
        against, without = _AGAINST.search(sentence), _WITHOUT.search(sentence)
        named = dict.fromkeys(_named(sentence)) if against or without else {}
        here = [keys[name] for name in map(partial(_as_here, keys), named) if name in keys]
        lacked = [name for name in named if name not in keys and name in known]
        if against and len(here) > 1:
            for path in here:
                others = ", ".join(each.removeprefix("$.") for each in here if each != path)
                yield answer.finding("parameter-clash", path, f"{others} stands beside it")
        elif without and len(here) == 1 and len(lacked) == 1 and not against:
            yield answer.finding("parameter-clash", here[0], f"{lacked[0]} is not there, and goes with it")


def _as_here(keys: Mapping[str, str], name: str) -> str:
    """What the request calls a thing that the sentence names in a word."""
    return name if name in keys else next((each for each in _CALLED.get(name, ()) if each in keys), name)


def _named(sentence: str) -> Iterator[str]:
    for found in _NAME.finditer(sentence):
        name = found["name"].rpartition(".")[2]
        if name not in _NEVER and (found["quote"] or found["given"] or "_" in name or name.lower() in _IN_WORDS):
            yield plain(_SAME.get(name.lower(), name))


def _keys(body: dict[str, Any]) -> dict[str, str]:
    """The keys of a request that are parameters, with their places; those at the top come first."""
    found: dict[str, str] = {}
    for path, _ in nodes({key: value for key, value in body.items() if key not in ("messages", "input", "contents")}):
        key = path.rpartition(".")[2]
        if "[" not in path and path != "$":
            found.setdefault(plain(key), path)
    return found

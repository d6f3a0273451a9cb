"""Parameters, places and values that an answer only names: they stand in the request, and more is not known of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer, places, table
from pytest_promptfmt.diagnosis.answer.places import at, at_place, meant, plain, steps
from pytest_promptfmt.payload.finding import Finding

_UNNAMED = frozenset({"messages", "input", "contents", "prompt", "model", "modelId", "system", "stream", "tools"})
"""What answers name for other reasons, or judge rules of their own."""
_PARAMETERS = table(
    r"['\"`](?P<name>[A-Za-z_]+)(?:\.\w+)*['\"`]",
    r"(?:supplied|supported|parameter|argument)(?:[^:'\"`\n]{0,24}:)?\s+(?P<name>\w+)",
    r"(?:parameters?\.|the )(?P<name>[A-Za-z_]\w+)(?= (?:parameter|field|must))",
    r"(?<!\w)(?P<name>[A-Za-z_]\w{0,80}) ?参数",
)
_DOTTED = table(r"['\"`](?P<place>[A-Za-z_]+(?:\.[A-Za-z_]+)+)['\"`]")
_VALUES = table(
    r"[`'\"](?P<value>[^`'\"\s]{3,80})[`'\"]",
    r"(?<![\w.-])(?P<value>[A-Za-z]\w{0,60}?[_-]\w{0,60}?\d\w{0,60})(?![\w-])",
)
_INVALID = table(r"invalid (?:value for |the )*[`'\"](?P<place>\w+)[`'\"] (?:field|value|property)")
_ROLES, _WORDS = frozenset({"assistant", "user", "system", "tool"}), frozenset({"type", "role"})
"""Words of the API's, and keys whose values are such words: they stand in an answer for other reasons."""
_KINDS = frozenset({"base64", "url", "text", "image", "document", "thinking", "tool_use", "tool_result", "custom"})
_FEW = 4


def named(answer: Answer, body: Any, seen: Sequence[Finding]) -> Iterator[Finding]:
    """What of the request the answer names, parameters and places, and of which nothing was `seen`."""
    for path in _parameters(answer, body):
        if not any(finding.path == path or finding.path.startswith((f"{path}.", f"{path}[")) for finding in seen):
            yield answer.finding("named-parameter", path, "the provider names it")
    there = [*_placed(answer, body), *_dotted(answer, body), *_quoted(answer, body), *_unlike_others(answer, body)]
    for place in dict.fromkeys(there):
        if not any(finding.path == place or at_place(finding.path, place) for finding in seen):
            yield answer.finding("named-place", place, "the provider names it")


def _parameters(answer: Answer, body: Any) -> Iterator[str]:
    """The keys of the request that an answer names, be it in another case."""
    names = {plain(said["name"]) for said in answer.said(_PARAMETERS)}
    for key in body if isinstance(body, dict) else ():
        if isinstance(key, str) and key not in _UNNAMED and plain(key) in names:
            yield f"$.{key}"


def _placed(answer: Answer, body: Any) -> Iterator[str]:
    """Places as the request spells them, be the last key of one not there; of a kind, what is of that kind."""
    for place in places(answer.whole):
        going = steps(place)
        part, above = at(body, going), at(body, going[:-1])
        if part is not None and part.there:
            yield part.path
        elif part is not None and above is not None and above.there:
            yield above.path if going[-1] in _KINDS else part.path


def _dotted(answer: Answer, body: Any) -> Iterator[str]:
    for said in answer.said(_DOTTED):
        there = meant(body, said["place"])
        yield from (part.path for part in there if len(there) <= _FEW)


def _quoted(answer: Answer, body: Any) -> Iterator[str]:
    """The places of values that an answer quotes, ids and names, and that the request has in one place alone."""
    quoted = {said["value"] for said in answer.said(_VALUES)} - _ROLES
    there: dict[str, list[str]] = {}
    for path, value in nodes(body) if quoted else ():
        if isinstance(value, str) and value in quoted and path.count("[") > 0 and path.rpartition(".")[2] not in _WORDS:
            there.setdefault(value, []).append(path)
    yield from (paths[0] for paths in there.values() if len(paths) == 1)


def _unlike_others(answer: Answer, body: Any) -> Iterator[str]:
    """Of a key that an answer calls invalid, and that the request often has, the only one of its type."""
    for said in answer.said(_INVALID):
        by_type: dict[type, list[str]] = {}
        for part in meant(body, said["place"]):
            by_type.setdefault(type(part.value), []).append(part.path)
        alone = [paths[0] for paths in by_type.values() if len(paths) == 1]
        if len(by_type) > 1 and len(alone) == 1:
            yield alone[0]

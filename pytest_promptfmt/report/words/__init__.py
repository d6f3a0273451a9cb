"""What is said of a finding, wherever it is told: its sentence, what to change, and the provider's own words.

The best informed speaks: where a rule says of a place what the value there should be, its words are those of the
schema's error at that place, which keeps its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.json.words import expected_types, joined_by_or
from pytest_promptfmt.common.text import compact, safe, sentence, shortened
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import evidence_of
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.words.accidents import accident, refusal
from pytest_promptfmt.report.words.forms import foreign
from pytest_promptfmt.report.words.remedies import REMEDIES

_RULE, _REQUIRED = "rule", "schema.required"
"""In the data of a schema's error: the rule that speaks for it."""
_BETWEEN = re.compile(
    r"has-(call|output|tool-use|use)|answered|follows|unique|count|once|tool-results|config|position|duplicate|limits"
)
"""What the slugs of rules have in them that speak of a value beside others, not of the value itself."""


def spoken(finding: Finding, others: Iterable[Finding]) -> Finding:
    """The finding in the words of the best informed of the `others` about the same value; its id and place stay."""
    if not finding.id.startswith("schema."):
        return finding
    places = {*_places(finding)}
    better = [other for other in others if other.path in places and explains(other)]
    if not better:
        return finding
    rule = min(better, key=lambda other: not other.is_error)
    data = {**finding.data, _RULE: rule.id}
    if _provider(rule) == rule.data.get("provider"):
        data |= {key: rule.data[key] for key in ("source", "provider") if key in rule.data}
    message = finding.message if finding.id == _REQUIRED else rule.message
    return replace(finding, message=message, about=finding.about or rule.about, data=data)


def _places(finding: Finding) -> Iterator[str]:
    """Where a rule says what a value should be: there, at a missing key, at the object that it is the type of."""
    if finding.id == _REQUIRED:
        yield from (f"{finding.path}.{key}" for key in _missing(finding) if f"'{key}'" in finding.message)
        return
    yield finding.path
    if finding.id in ("schema.enum", "schema.const") and finding.path.endswith(".type"):
        yield finding.path.removesuffix(".type")


def _missing(finding: Finding) -> list[str]:
    required, actual = finding.data.get("expected"), finding.data.get("actual")
    if not isinstance(required, list) or not isinstance(actual, dict):
        return []  # cut short in a report
    return [str(key) for key in required if key not in actual]


def explains(finding: Finding) -> bool:
    """Does it say what a value itself should be? So do rules that speak of no other part of the request."""
    home, _, slug = finding.id.partition(".")
    return (home in DIALECTS or is_added(home)) and not _BETWEEN.search(slug)


def known_as(finding: Finding) -> str:
    """The id under which most is known of it: of the rule that speaks for it, if one does."""
    return str(finding.data.get(_RULE, finding.id))


def fix_of(finding: Finding) -> str:
    """What to change in the formatter, in a line."""
    if meant := foreign(finding):
        return meant
    id_ = known_as(finding)
    if id_ == finding.id and id_.startswith("schema.") and (asked := _asked(finding)):
        return asked
    if id_ == "purity.not-repeatable" and (meant := accident(finding.message)):
        return meant
    if id_ == "exchange.raised" and (meant := accident(finding.message) or refusal(finding)):
        return meant
    known = evidence_of(id_)
    return known.fix if known else REMEDIES.get(id_, "")


def _asked(finding: Finding) -> str:
    """What the schema asks for at this place."""
    expected, actual = finding.data.get("expected"), finding.data.get("actual")
    last = _LAST_KEY.search(finding.path)
    key, wanted = f"{last[1]} as " if last else "", ""
    match finding.id.removeprefix("schema."):
        case "type":
            some = [name for name in expected if name != "null"] if isinstance(expected, list) else [expected]
            spelled = "object" in some and isinstance(actual, str) and actual.lstrip().startswith("{")
            wanted = expected_types(some) + (", not as a string: json.loads" if spelled else "")
        case "enum" if isinstance(expected, list):
            wanted = joined_by_or([compact(each, _LONGEST) for each in expected])
        case "const" if expected is not None:
            wanted = compact(expected, _LONGEST)
        case "required" if missing := _missing(finding):
            return f"write the {'key' if len(missing) == 1 else 'keys'} {safe(' and '.join(missing))}"
        case "minLength" if last and last[1] not in ("text", "content"):
            return f"write a {last[1]} that is not empty, or raise an error"
    return f"write {key}{wanted}" if 0 < len(wanted) <= _LONGEST else ""


_LAST_KEY = re.compile(r"\.(\w{1,20})$")
_LONGEST = 80


_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|(?<!\w)\'([^\']{12,})\'')
_SENTENCE = 12
"""Shorter quotations are those of a key or a value."""
_BEHIND = re.compile(r'"(?:[^"\\]|\\.)*"|\(([^()]*)\)|(?P<end>;(?!\s*["(]))|[^"(;]+|.', re.DOTALL)


def provider_says(finding: Finding) -> str:
    """``Anthropic: "messages: text content blocks must be non-empty" (experiential#804)``, or ``""``."""
    source = finding.data.get("source")
    if not isinstance(source, str) or not source:
        return ""
    id_ = known_as(finding)
    provider = _provider(finding, id_)
    chosen = _chosen(id_, source, finding.message)
    found = re.search(re.escape(chosen), source) if chosen else _first_quoted(source)
    if found is None:
        return f"{provider}: {shortened(sentence(source), 200)}"
    words = (chosen or found[1] or found[2]).replace('\\"', '"')
    if chosen and source[: found.start()][-1:] not in ('"', "'"):
        return f"{provider}: {shortened(sentence(words), 240)}"
    cited = _cited(source[found.end() :].removeprefix('"') if chosen else source[found.end() :])
    where = f" ({shortened(sentence(cited), 80)})" if cited else ""
    return f'{provider}: "{shortened(sentence(words), 240)}"{where}'


def _first_quoted(source: str) -> re.Match[str] | None:
    return next((found for found in _QUOTED.finditer(source) if len(found[1] or found[2] or "") >= _SENTENCE), None)


def _cited(behind: str) -> str:
    """Where the words stand that are quoted before this: the next brackets that belong to them."""
    for part in _BEHIND.finditer(behind):
        if part["end"]:
            return ""
        if part[1] and len(part[1]) >= _NAMED and not part[1].endswith(":"):
            return part[1]
    return ""


_NAMED = 3
"""Shorter brackets are those of a plural."""


def _chosen(id_: str, source: str, message: str) -> str:
    """The part of the rule's own source that is about this breach, where the rule says which."""
    known = evidence_of(id_)
    if known is None or known.source != source:
        return ""
    return next((words for phrase, words in known.words.items() if phrase in message), "")


def _provider(finding: Finding, id_: str = "") -> str:
    """Whose rule it is; a borrowed one is its own provider's."""
    home = DIALECTS.get((id_ or finding.id).partition(".")[0])
    return home.provider if home else str(finding.data.get("provider", ""))

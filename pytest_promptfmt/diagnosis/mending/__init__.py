"""A payload mended where that is mechanical and loses nothing, and the difference as a diff.

Each mending is tried where its findings stand, and is kept only if the mended payload, judged anew, has fewer of them
and no other error, and says all that the payload said before: no mending is right by assertion.
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any, TypeAlias

from pytest_promptfmt.common.text import compact, cut, safe
from pytest_promptfmt.diagnosis.mending import files, foreign, forms, order, values
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart
from pytest_promptfmt.payload.walking import json_or_raw

Edit: TypeAlias = Callable[[Any, Dialect, Sequence[Finding]], None]
Judge: TypeAlias = Callable[[Any], Sequence[Finding]]

_TYPES = r"schema\.(type|required|enum|const|form)"
MENDINGS: tuple[tuple[str, Edit], ...] = (
    (r"request\.misspelled-key", values.key_as_spelled),
    (r"request\.", foreign.parameters_as_named),
    (r"request\.", foreign.choice_in_form),
    (rf"arguments|input-object|{_TYPES}", values.arguments_as_text),
    (rf"arguments|input-object|{_TYPES}", values.arguments_as_object),
    (rf"response-object|json-object|{_TYPES}", values.response_as_object),
    (rf"content|nonempty|{_TYPES}", values.content_as_text),
    (
        r"tools-nonempty|tool-calls-nonempty|tools-empty|calls-nonempty|schema\.(minItems|form|type)",
        order.empty_lists_dropped,
    ),
    (r"unknown-keys|keys|extra|schema", values.empty_keys_dropped),
    (rf"role|{_TYPES}", values.roles_as_named),
    (r"system|role|schema\.enum", order.system_lifted),
    (r"id-pattern|call-id|use-id|id-max|id-fc|item-id|schema\.(pattern|maxLength)", values.ids_in_step),
    (rf"base64|media-type|image|mime|inline|{_TYPES}", values.base64_bare),
    (r"media-type|mime|image-bytes|image|format|schema\.enum", values.media_type_of_bytes),
    (r"image-url|image-address|data-uri|image", values.data_address),
    (rf"part|content|block|image|{_TYPES}", foreign.pictures_in_form),
    (rf"tools|tool-|parameters|union-one-key|unknown-key|{_TYPES}", forms.tools_in_form),
    (rf"parameters|tool-schema|{_TYPES}", forms.schemas_whole),
    (rf"part-by-role|part-types|text|{_TYPES}", forms.texts_in_form),
    (rf"part|content|block|{_TYPES}", forms.blocks_typed),
    (rf"part|content|union|{_TYPES}", forms.content_listed),
    (rf"content-string|{_TYPES}", forms.content_as_string),
    (r"tool-|answered|role-order|call-count|call-turn|response-turn|alternate|first-role", order.results_behind_calls),
    (r"tool-result|tool-use|results|result-|alternate", order.result_blocks_behind_calls),
    (r"alternate|parallel-results|roles", order.turns_joined),
    (r"nonempty|nonblank|blank|empty|text", order.blank_blocks_dropped),
    (r"nonempty|nonblank|empty|content", order.nothings_dropped),
    (r"schema\.required", values.calls_typed),
    (r"schema\.type|part-is-object|parameter-value", values.put_in_place),
)
"""By the findings that each may mend: the first that does is kept."""
_STEPS = 12


@dataclass(frozen=True, slots=True)
class Mended:
    """`body` is fit to be shown, `sent` is for the file; `did` says what was done, `left` the errors that remain."""

    body: Any
    did: tuple[str, ...]
    left: int
    diff: tuple[str, ...]
    sent: Any = field(repr=False)


def mended(
    sent: Any,
    body: Any,
    dialect: Dialect,
    findings: Sequence[Finding],
    judge: Judge,
    given: files.Files = files.NO_FILES,
) -> Mended | None:
    """The payload without the errors among its findings that can be mended, None where none can.

    The files that are `given` take the place of their paths, also where a path is only a warning.
    """
    now = body
    steps: list[tuple[Edit, list[Finding]]] = []
    did: list[str] = []
    waiting = list(findings)
    if given and (first := _with_files(now, dialect, waiting, judge, given)):
        edit, now, waiting = first
        steps.append((edit, []))
        did.append(_said_of(edit))
    while len(did) < _STEPS and (step := _step(now, dialect, waiting, judge)):
        edit, those, now, waiting = step
        steps.append((edit, those))
        did.append(_said_of(edit))
    if not did:
        return None
    whole = copy.deepcopy(sent)
    for edit, those in steps:
        edit(whole, dialect, those)
    left = sum(finding.is_error for finding in waiting)
    return Mended(now, tuple(dict.fromkeys(did)), left, tuple(diff(body, now)), whole)


def _said_of(edit: Edit) -> str:
    return (edit.__doc__ or "").splitlines()[0].rstrip(".")


def _with_files(
    body: Any, dialect: Dialect, findings: Sequence[Finding], judge: Judge, given: files.Files
) -> tuple[Edit, Any, list[Finding]] | None:
    edit, tried = files.in_place(given), copy.deepcopy(body)
    edit(tried, dialect, ())
    found = list(judge(tried))
    no_more = _errors(found).total() <= _errors(findings).total()
    return (edit, tried, found) if tried != body and no_more and _says_all(dialect, body, tried, given) else None


def _step(
    body: Any, dialect: Dialect, findings: Sequence[Finding], judge: Judge
) -> tuple[Edit, list[Finding], Any, list[Finding]] | None:
    errors = [finding for finding in findings if finding.is_error]
    for id_ in dict.fromkeys(finding.id for finding in errors):
        those = [finding for finding in errors if finding.id == id_]
        for pattern, edit in MENDINGS:
            if re.search(pattern, id_):
                tried = copy.deepcopy(body)
                edit(tried, dialect, those)
                if tried == body:
                    continue
                found = list(judge(tried))
                if _better(errors, found) and _says_all(dialect, body, tried):
                    return edit, those, tried, found
    return None


def _better(before: Iterable[Finding], after: Iterable[Finding]) -> bool:
    """Fewer errors, and of none more; what could not be opened has shown nothing before."""
    had, has = _errors(before), _errors(after)
    if had["schema.form"] and not has["schema.form"]:
        return True
    return has.total() < had.total() and all(has[id_] <= had[id_] for id_ in has)


def _errors(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(finding.id for finding in findings if finding.is_error)


def _says_all(dialect: Dialect, before: Any, after: Any, given: files.Files = files.NO_FILES) -> bool:
    said = _said(dialect, before, given)
    return not said - _said(dialect, after)


def _said(dialect: Dialect, body: Any, given: files.Files = files.NO_FILES) -> Counter[str]:
    """Everything that a body says, wherever it says it; the path of a file that was given says its bytes."""
    try:
        transcript = dialect.read(dialect.open(body))
    except NotAPayload:
        return Counter()
    found: Counter[str] = Counter()
    for turn in transcript.turns:
        for part in turn.parts:
            match part:
                case TextPart(text=text) if text.strip():
                    found[f"text {text}"] += 1
                case ThinkingPart(text=text, signature=signature, redacted=redacted):
                    found[f"thought {text} {signature} {redacted}"] += 1
                case CallPart(name=name, input=arguments):
                    found[f"call {name} {_spelled(json_or_raw(arguments))}"] += 1
                case ResultPart(value=value, media=media):
                    found[f"result {_spelled(value)} {len(media)}"] += 1
                case MediaPart(kind=kind, url=url, data=data) if url or data:
                    file = files.bytes_of(url, given)
                    found[f"media {kind} {None if file else url} {hash(file[1] if file else data)}"] += 1
    for tool in transcript.tools or ():
        found[f"tool {tool.name} {tool.description}"] += 1
    return found


def _spelled(value: Any) -> str:
    """A value by what it says: nothing at all is as good as an empty object or text."""
    while isinstance(value, dict) and value.keys() == {"result"}:
        value = value["result"]
    return json.dumps(value, sort_keys=True, default=repr) if value else ""


def diff(before: Any, after: Any) -> list[str]:
    """The lines of a unified diff of two payloads, each cut to a line's length and safe to print."""
    old, new = lines(before), lines(after)
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    end = next(
        (n for n, (a, b) in enumerate(zip(reversed(old[start:]), reversed(new[start:]), strict=False)) if a != b),
        min(len(old), len(new)) - start,
    )
    first, last = max(start - _AROUND, 0), max(end - _AROUND, 0)
    part, other = old[first : len(old) - last], new[first : len(new) - last]
    if len(part) + len(other) > _LONGEST_DIFF:
        return [f"({len(part):,} lines become {len(other):,}: the mended payload is what --fix writes)"]
    found = list(unified_diff(part, other, "sent", "mended", lineterm="", n=_AROUND))
    return [safe(cut(_shifted(line, first), 200)) for line in found]


_AROUND = 3
_LONGEST_DIFF = 4_000


def _shifted(line: str, by: int) -> str:
    """The head of a hunk with the numbers that its lines have in the whole."""
    if not line.startswith("@@"):
        return line
    return re.sub(r"([-+])(\d+)", lambda found: f"{found[1]}{int(found[2]) + by}", line)


def lines(payload: Any) -> list[str]:
    """A payload as its lines are compared and written."""
    return json.dumps(payload, ensure_ascii=False, indent=2, default=lambda value: compact(repr(value), 80)).split("\n")

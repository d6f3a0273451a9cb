"""A diagnosis as people read it in a terminal: whose request it is, what is wrong, what can be mended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.capture import Captured
from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.text import compact, count, cut, first_few, safe, sentence
from pytest_promptfmt.diagnosis.engine import Diagnosis
from pytest_promptfmt.diagnosis.suspects import Suspect
from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import named_model
from pytest_promptfmt.report.failure_text import finding_lines, prose, row
from pytest_promptfmt.report.words import fix_of

_SHOWN, _ALSO, _DIFF, _OTHERS, _PATHS = 5, 3, 60, 2, 3


def lines(diagnosis: Diagnosis, name: str) -> Iterator[str]:
    """Everything that is said of one request, its last line the count."""
    yield from prose("request", " ".join(filter(None, (titled(diagnosis.captured, name), _whose(diagnosis)))))
    yield from prose("model", _model(diagnosis))
    yield from _answer(diagnosis)
    if diagnosis.captured.rebuilt:
        yield from prose("", "put together from telemetry, which says what was said and not how it was written")
    yield from _read_as(diagnosis.captured)
    yield ""
    yield from _findings(diagnosis)
    yield from _suspects(diagnosis)
    yield from _mended(diagnosis)
    if diagnosis.paths:
        named = ", ".join(safe(cut(path, 100)) for path in diagnosis.paths[:_PATHS])
        yield from prose("not given", f"{named}: with --file FILE its bytes go where its path stands")
        yield ""
    if diagnosis.unjudged:
        yield from prose("not judged", f"{', '.join(map(safe, diagnosis.unjudged))}: no rule looks at them")
        yield ""
    warnings = len(diagnosis.findings) - diagnosis.errors
    counts = f"{count(diagnosis.errors, 'error')}, {count(warnings, 'warning')}"
    yield f"{titled(diagnosis.captured, name)} as {diagnosis.whose.dialect}: {counts}"


def _read_as(captured: Captured) -> Iterator[str]:
    """What is to be known of a text that is no payload as it stands."""
    if captured.mistake:
        yield from prose("read as", f"a program's literal, for it {captured.mistake}; sent so, nobody could read it")
    if captured.cut:
        yield from prose("cut off", "the text ends before its last bracket: what is said of its end may be wrong")
    if captured.unsaid:
        paths = first_few([safe(cut(path, 100)) for path in captured.unsaid])
        in_program = captured.form.startswith(("program", "literal", "log"))
        why = (
            "what the program gives there is not in the text"
            if in_program
            else "what was sent there was left out of the text"
        )
        yield from prose("not judged", f"{paths}: {why}{_whole(captured.body)}")


def _whole(body: Any) -> str:
    """How to print what was printed too briefly."""
    texts = [leaf for leaf in leaves(body) if isinstance(leaf, str) and leaf[:1] == "<"]
    return next((how for begins, how in _WHOLE if any(re.match(begins, text) for text in texts)), "")


_WHOLE = (
    (r"<\[(?:Object|Array)\b", " ([Object], [Array]); print it with JSON.stringify, which goes all the way down"),
    (r"<[\w. ]+ at 0x", " (objects by their address); print what they hold, as json.dumps(…, default=vars) does"),
)


def titled(captured: Captured, name: str) -> str:
    """The file, and where in it."""
    return " ".join(filter(None, (safe(name), captured.place)))


def _whose(diagnosis: Diagnosis) -> str:
    found = diagnosis.whose
    title = known_dialect(found.dialect).title
    if found.sureness == "given":
        return f"({diagnosis.captured.form}) for {title}, as --dialect says"
    by = f" by {'; '.join(safe(cut(ground, 100)) for ground in found.grounds)}" if found.grounds else ""
    most = len(found.others) if found.sureness == "a guess" else _OTHERS
    is_open = found.others and found.sureness != "certain"
    others = f"; if not, --dialect {' or '.join(found.others[:most])}" if is_open else ""
    return f"({diagnosis.captured.form}) for {title} ({found.dialect}): {found.sureness},{by}{others}"


def _model(diagnosis: Diagnosis) -> str:
    model, named = diagnosis.model, diagnosis.captured.model or named_model(diagnosis.captured.body)
    if not model.name:
        unjudged = "the request cannot be opened, and nothing that depends on the model was judged"
        return f"{safe(cut(named, 100))}: {unjudged}" if named else f"not named: {unjudged}"
    if not named:
        return f"not named: judged as for {safe(model.name)}; --model says another"
    if not model.known:
        return f"{safe(cut(model.name, 100))}, which nobody here knows: what depends on the model is not certain"
    return safe(cut(model.name, 100))


_ITS_OWN = frozenset(f"request.{slug}" for slug in ("refused-key", "refused-value", "wanted-key", "stated-value"))
"""What is found by the answer alone."""


def _answer(diagnosis: Diagnosis) -> Iterator[str]:
    """What the provider answered, and what that is."""
    status = diagnosis.captured.status
    if diagnosis.taken:
        yield from prose("answer", f"{status}: the provider took it, whatever is found here")
    if not diagnosis.answer:
        return
    yield from prose("answer", f"{f'{status}: ' if status else ''}{cut(sentence(diagnosis.answer), 400)}")
    if status in _NO_REFUSAL:
        yield from prose("", f"{status} is no refusal of the payload: {_NO_REFUSAL[status]}")
    elif not diagnosis.told:
        yield from prose("", "no rule quotes such words: what is found below may be another matter")
    else:
        rule, shown = diagnosis.told[0].rule, diagnosis.shown_by
        if shown is None:
            more = "but nothing in this request shows it; was it another request that was refused?"
        elif shown.is_error:
            more = f"which is the error at {safe(cut(shown.path, 100))}"
        else:
            more = f"which is only a warning at {safe(cut(shown.path, 100))}; this answer makes it certain"
        own = shown is not None and rule in _ITS_OWN
        words = "no rule quotes that, and read as a sentence it is" if own else "these are the words of"
        yield from prose("", f"{words} {rule}, {more}")


_NO_REFUSAL = {
    401: "the key is wrong",
    403: "the key may not do this",
    404: "the address or the model is wrong",
    408: "it took too long",
    429: "it is too much at once",
    500: "the server failed",
    502: "the server failed",
    503: "the server is not there",
    529: "the server has too much to do",
}


def _findings(diagnosis: Diagnosis) -> Iterator[str]:
    """One finding of each id, the others by their places."""
    groups: dict[str, list[Finding]] = {}
    for finding in diagnosis.findings:
        groups.setdefault(finding.id, []).append(finding)
    shown: set[str] = set()
    for first, *others in list(groups.values())[:_SHOWN]:
        yield from finding_lines(first, diagnosis.captured.body, shown)
        for other in others[:_ALSO]:
            yield from prose("also", f"at {safe(cut(other.path, 160))}: {cut(sentence(other.message), 160)}")
        if len(others) > _ALSO:
            yield from row("", f"and at {count(len(others) - _ALSO, 'more place')}")
        yield ""
    if len(groups) > _SHOWN:
        yield from prose("more", ", ".join(list(groups)[_SHOWN:]))
        yield ""


def _suspects(diagnosis: Diagnosis) -> Iterator[str]:
    """Where to look if it was refused all the same, and how often that was right."""
    if diagnosis.suspects:
        named = [f"{safe(cut(each.path, 100))} ({_share(each)})" for each in diagnosis.suspects]
        yield from prose("suspected", f"if it was refused all the same: {', then '.join(named)}")
        yield from prose("", "nothing that is known is wrong with it; this counts what was to blame in other requests")
        yield ""


def _share(suspect: Suspect) -> str:
    many = f"to blame in {suspect.blamed} of {count(suspect.had, 'recorded refusal')} that had it"
    return many if suspect.had else "which no recorded refusal had"


def _mended(diagnosis: Diagnosis) -> Iterator[str]:
    mended = diagnosis.mended
    if mended is None:
        if diagnosis.errors:
            yield from prose(
                "mended", f"nothing: no error here can be mended without a choice ({_remedies(diagnosis)})"
            )
            yield ""
        return
    left = f"; {count(mended.left, 'error')} left" if mended.left else ""
    yield from prose("mended", f"{'; '.join(mended.did)}{left}. --fix FILE writes it.")
    yield ""
    yield from (f"  {line}" for line in mended.diff[:_DIFF])
    if len(mended.diff) > _DIFF:
        yield f"  … {count(len(mended.diff) - _DIFF, 'more line')}"
    yield ""


def _remedies(diagnosis: Diagnosis) -> str:
    fixes = dict.fromkeys(filter(None, (fix_of(finding) for finding in diagnosis.findings if finding.is_error)))
    return compact("; ".join(fixes), 200).strip('"') if fixes else "see above"

"""The report as one HTML file: who was judged, the levels, and every result, which opens into input and payload.

The page asks nothing of any network and says so in its policy: its style and its script are named by their hashes.
What is foreign (payloads, conversations, messages) stands in it as JSON, from which the script in `page/` makes text
and never markup. Without the script a plain list is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.html.data import View, view
from pytest_promptfmt.report.html.header import fold, header_of
from pytest_promptfmt.report.html.markup import asset, data_block, escaped, whole_page

_SCRIPTS = ("text.js", "value.js", "talk.js", "detail.js", "list.js", "page.js")
_KEYS = (("/", "search"), ("j k", "next, previous"), ("Enter", "open"), ("Esc", "close"))


def page(document: ReportDocument) -> str:
    """The whole file; the same document gives the same bytes."""
    seen = view(document)
    names = ", ".join(judged.name for judged in document.implementations)
    skip = '<a class="skip" href="#results">Skip to the results</a>'
    body = [
        skip,
        *header_of(document),
        *_results(seen),
        data_block("index", seen.index),
        data_block("details", seen.details),
    ]
    return whole_page(f"{names}: promptfmt report", body, asset("page.css"), "".join(map(asset, _SCRIPTS)))


def _results(seen: View) -> Iterator[str]:
    yield '<section id="results" aria-labelledby="results-title"><h2 id="results-title">Results</h2>'
    yield from _controls(seen)
    yield '<p id="shown" role="status"></p><div id="list"></div>'
    yield "<noscript><p>With JavaScript the results can be filtered and opened.</p>"
    yield from _list_without_script(seen)
    yield "</noscript></section>"


def _list_without_script(seen: View) -> Iterator[str]:
    """The list as it is without the script."""
    rows = seen.index["rows"]
    for group in seen.index["groups"]:
        title = ": ".join(filter(None, (group["title"], group.get("says"))))
        yield f"<h3>{escaped(title)} ({len(group['rows']):,})</h3><ol>"
        for row in (rows[n] for n in group["rows"]):
            place = f"{escaped(row['target'])} <b>{escaped(row['case'])}</b>"
            yield f"<li>{row['kind']} {place}: {escaped(row['message'])}</li>"
        yield "</ol>"


def _controls(seen: View) -> Iterator[str]:
    """The form that filters; the script shows it."""
    yield from fold("filtering", "Filter", hidden=True)
    yield '<form id="filters" role="search" aria-label="Filter the results">'
    yield '<label class="search">Search<input type="search" id="q" autocomplete="off" spellcheck="false"'
    yield ' placeholder="target, case, rule, message"></label>'
    for name, label, choices in seen.choices:
        if len(choices) > 1:
            yield f'<label>{label}<select id="{name}"><option value="">all</option>'
            yield from (f'<option value="{escaped(value)}">{escaped(value)} · {n:,}</option>' for value, n in choices)
            yield "</select></label>"
    yield '<fieldset id="outcome"><legend>Outcome</legend>'
    for kind, n in seen.kinds:
        yield f'<button type="button" class="{kind}" value="{kind}" aria-pressed="false">{kind} <b>{n:,}</b></button>'
    yield '</fieldset><button type="reset" id="reset">clear</button>'
    keys = " ".join(f"<span><kbd>{keys}</kbd> {does}</span>" for keys, does in _KEYS)
    yield f'<p class="keys">{keys}</p></form></details>'

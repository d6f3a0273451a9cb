"""What is held of every run: its status, all verdicts, the clock, what is left behind, what is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase

from hostile.behaviour import GREEN, Hostile
from hostile.running import Run, Verdicts, findings, verdicts

LARGEST = 5_000_000
"""Of what is printed or written as a report, in bytes."""

ALIVE = re.compile(
    r"@hostile-name|(?<![\w&])#1\b|GH-1|(mailto|xmpp):hostile|https?://hostile|www\.hostile|<script>alert"
)
SUMMARY = re.compile(r"\d+ (passed|failed|skipped|error|xfailed|xpassed|deselected)")
COMMAND = re.compile(r"^\s*(::(error|warning|notice|debug|group|add-mask|set-output|stop-commands)|##\[)", re.MULTILINE)


def problems(hostile: Hostile, run: Run, honest: Run, spec: str = "./fmt.py") -> Iterator[str]:
    """What does not hold of a run of one formatter, each in one line."""
    yield from of_the_process(hostile, run, honest)
    if not hostile.reports:
        return
    if spec not in run.specs:
        yield "there is no report"
        return
    yield from of_the_verdicts(hostile, run.specs[spec], honest.specs["./fmt.py"])


def of_the_process(hostile: Hostile, run: Run, honest: Run) -> Iterator[str]:
    if run.status is None:
        yield f"it did not end within {run.seconds:.0f} seconds"
    elif run.status not in hostile.status:
        yield f"the exit status is {run.status}, not one of {hostile.status}"
    if hostile.reports and not SUMMARY.search(run.output):
        yield "there is no summary"
    for sign in ("INTERNALERROR", "\nTraceback (most recent call last)"):
        if sign in "\n" + run.output or (sign in "\n" + run.errors and "INTERNAL" in sign):
            yield f"{sign.strip()} is printed"
    if hostile.says and not re.search(hostile.says, run.output + run.errors):
        yield f"nothing printed is like {hostile.says!r}"
    yield from of_the_text(hostile, run)
    if hostile.hangs and run.seconds > clock(hostile, honest):
        yield f"it took {run.seconds:.1f} seconds, more than {clock(hostile, honest):.1f}"
    if run.left:
        yield f"left in the temporary directory: {run.left[:5]}"
    if hostile.unreached and (run.directory / "reached").exists():
        yield "it went on behind its first try"


def clock(hostile: Hostile, honest: Run) -> float:
    """Three times the timeout, and what a loaded machine may take to start."""
    return 3 * float(hostile.timeout) + 3 * honest.seconds + 15


def of_the_text(hostile: Hostile, run: Run) -> Iterator[str]:
    written = {"what is printed": run.output + run.errors}
    for name in ("r.json", "r.md", "r.html"):
        path = run.directory / name
        if path.is_file():
            if path.stat().st_size > LARGEST:
                yield f"{name} has {path.stat().st_size:,} bytes"
            else:
                written[name] = path.read_text("utf-8", errors="replace")
    if len(written["what is printed"]) > LARGEST:
        yield f"{len(written['what is printed']):,} characters are printed"
    for name, text in written.items():
        if raw := [char for char in hostile.never if char in text]:
            yield f"{name} holds {raw!r} raw"
    if found := COMMAND.search(written["what is printed"]):
        yield f"a workflow would obey {found.group()!r}"
    if found := ALIVE.search(prose(written.get("r.md", ""))):
        yield f"{found.group()!r} is alive in Markdown"
    if "<script>alert" in written.get("r.html", "") or 'href="https://hostile' in written.get("r.html", ""):
        yield "foreign markup is alive in the page"


def prose(markdown: str) -> str:
    """Without code, in which nothing comes alive."""
    without = re.sub(r"^(`{3,}|~{3,}).*?^\1`*~*\s*$", "", markdown, flags=re.MULTILINE | re.DOTALL)
    without = re.sub(r"<(pre|code)>.*?</\1>", "", without, flags=re.DOTALL)
    return re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", without, flags=re.DOTALL)


def of_the_verdicts(hostile: Hostile, results: Mapping[str, Verdicts], honest: Mapping[str, Verdicts]) -> Iterator[str]:
    """The case concerned, and all others."""
    mine = results.get(hostile.case, {})
    if not any("-k" in arg or "-m" in arg or "--deselect" in arg for arg in hostile.args):
        yield from of_the_case(hostile, mine, honest)
    for case in hostile.cases if hostile.spares else ():
        if case != hostile.case and verdicts(results.get(case, {})) != verdicts(honest[case]):
            yield f"{case} has other verdicts: {verdicts(results.get(case, {}))}"


def of_the_case(hostile: Hostile, mine: Verdicts, honest: Mapping[str, Verdicts]) -> Iterator[str]:
    found = findings(mine)
    hit = any(fnmatchcase(each, glob) for each in found for glob in hostile.finds)
    unknown = [
        verdict
        for verdict in mine.get("verdicts", ())
        if verdict["outcome"] == "inconclusive" and hostile.inconclusive in ("*", verdict["check"])
    ]
    wanted = len(mine.get("verdicts", ())) if hostile.inconclusive == "*" else 1
    told = bool(unknown) and len(unknown) >= wanted
    if 0 in hostile.status and hostile.status != GREEN:
        pass  # either is right: what counts is what becomes of the others
    elif hostile.inconclusive and not told and not (hit and hostile.finds):
        yield f"{hostile.inconclusive} is not inconclusive: {verdicts(mine)}"
    elif hostile.finds and not hostile.inconclusive and not hit:
        yield f"none of {hostile.finds} is found: {mine.get('outcome')} {sorted(found)}"
    if hostile.status == GREEN:
        allowed = (*hostile.finds, *hostile.may)
        blamed = found - findings(honest.get(hostile.case, {}))
        if wrong := [each for each in sorted(blamed) if not any(fnmatchcase(each, glob) for glob in allowed)]:
            yield f"it is blamed for {wrong}"

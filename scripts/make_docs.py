"""Writes the pages of docs/ that are made from tables: rules.md, cases.md, and the marked parts of other pages.

``python scripts/make_docs.py`` writes them, ``--check`` only says which are out of date (exit 1); a test runs that.
A part stands between ``<!-- made: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import judge_generated
import judged_libraries

from promptfmt_reference import agentscope_v0_0, agentscope_v0_1
from pytest_promptfmt import xfails
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import FAMILIES, Case, Expectation, corpus, load_family
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.dialects.models import models
from pytest_promptfmt.dialects.rules import Evidence, Rule, evidence
from pytest_promptfmt.report.statements import FINDINGS
from pytest_promptfmt.report.words.remedies import REMEDIES

ROOT = Path(__file__).parents[1]

_RULES = """# Protocol rules

Made by `scripts/make_docs.py` from the dialects' tables and `pytest_promptfmt/dialects/evidence.json`; do not edit.

A rule is an **error** where the API refuses the payload without a doubt: its effect is a plain `400`, it is stable (S)
and the evidence is of the strongest kind (A). Everything else is a **warning**: shown, never counted.

- *effect*: `400` the API refuses, `sdk` the provider's own client does, `deg` the answer degrades, `lint` style
- *stability*: S stable, C changing, M depends on model or endpoint, L legacy
- *strength*: A official types or code, or the API's own error text twice; B official prose or one report; C inference
- *for*: the dialects that the rule is checked in; in another provider's dialect it is a warning
- *needs*: what the rule must be told beside the payload (`model`, `thinking`, …); without it the rule is skipped

`owner/repo#123` is a thread in that repository's issue tracker. The words in quotation marks are the provider's.
"""


def rules_page() -> str:
    """docs/rules.md: every rule with its evidence, then permissions, then what no payload decides."""
    checked = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules}
    rest = {id_: known for id_, known in evidence().items() if id_ not in checked}
    permissions = {id_: known for id_, known in rest.items() if known.effect == "(permission)"}
    documented = {id_: known for id_, known in rest.items() if id_ not in permissions}
    lines = [_RULES, "| dialect | rules | errors among them | carries |", "| --- | --- | --- | --- |"]
    for dialect in DIALECTS.values():
        errors = sum(rule.severity == "error" for rule in dialect.rules)
        carried = ", ".join(block for block in CAPABILITIES if block in dialect.carries)
        lines.append(f"| `{dialect.id}` | {len(dialect.rules)} | {errors} | {carried} |")
    for owner in dict.fromkeys(map(_owner, evidence())):
        own_rules = _rules_of(owner)
        if own_rules:
            title = DIALECTS[owner].title if owner in DIALECTS else owner
            lines += ["", f"## {title}", ""]
            lines += (line for rule in own_rules for line in _rule(rule))
    lines += ["", "## Permissions", "", "What looks like a rule and is none: the kit accepts it.", ""]
    lines += (line for id_, known in permissions.items() for line in _known(id_, known, []))
    lines += ["", "## Documented only", "", "True, but no payload shows whether it is kept.", ""]
    lines += (line for id_, known in documented.items() for line in _known(id_, known, []))
    return "\n".join(lines).rstrip() + "\n"


def _owner(id_: str) -> str:
    return id_.partition(".")[0]


def _rules_of(owner: str) -> list[Rule]:
    """The owner's rules, each as its own dialect lists it (or the first that does), in the order of the evidence."""
    homes = [DIALECTS[owner]] if owner in DIALECTS else []
    found = {rule.id: rule for home in (*DIALECTS.values(), *homes) for rule in home.rules if _owner(rule.id) == owner}
    return [found[id_] for id_ in evidence() if id_ in found]


def _rule(rule: Rule) -> Iterator[str]:
    severities = {dialect.id: dialect.rule(rule.id) for dialect in DIALECTS.values()}
    listed = [
        dialect if found.severity is rule.severity else f"{dialect} ({found.severity})"
        for dialect, found in severities.items()
        if found is not None
    ]
    notes = [f"**{rule.severity}**", f"for {', '.join(listed)}"]
    if rule.asks:
        notes.append(f"[by the model](models.md): `{rule.asks}`")
    if rule.context:
        notes.append(f"needs {', '.join(f'`{key}`' for key in rule.context)}")
    yield from _known(rule.id, rule.evidence, notes, rule.statement)


def _known(id_: str, known: Evidence, notes: list[str], statement: str = "") -> Iterator[str]:
    yield f"### `{id_}`"
    yield ""
    yield _sentence(statement or known.statement)
    yield ""
    grades = f"effect `{known.effect}`", f"stability {known.stability}", f"strength {known.strength}"
    yield " · ".join([*notes, *grades])
    yield ""
    yield f"> {_text(known.source)}"
    yield ""
    if known.fix:
        yield f"Fix: {_text(known.fix)}"
        yield ""


def _sentence(text: str) -> str:
    return _text(text.replace("``", "`"))


def _text(text: str) -> str:
    """Outside of code, nothing that Markdown would read as a tag, an emphasis or a table's border."""
    pieces = text.split("`")
    pieces[::2] = [re.sub(r'(\\(?!")|[<>*_|\[\]])', r"\\\1", piece) for piece in pieces[::2]]
    return "`".join(pieces)


_CASES = """# The corpus

Made by `scripts/make_docs.py` from `fixtures/promptfmt_fixtures/cases/`; do not edit.

{total} cases. Each is one conversation, or in the family `templates` one template with its data, and hunts one fault. A
right formatter **carries** it, unless the case says otherwise: **refuse** asks for a clear error and nothing else;
**either** takes a clear error, or a payload under one of the listed repairs, of which templates have none. *Needs*
lists the kinds of block that the case exercises, beside text. {everyday} are **everyday** ones, with the habit that
each is of every agent's day ([why these](decisions/0029-everyday-cases.md)); the others are edges.
"""


_MODELS = """# Models

Made by `scripts/make_docs.py` from `pytest_promptfmt/dialects/models.json`; do not edit.

What a provider refuses can depend on the model. Here is what is known, by dialect and question: a request in which
something is so is **refused**, **degrades** the answer, or is **taken**; a number is the most that is taken. A rule
that asks is an error for models that are known to refuse (confidence A), a warning where it degrades or where that is
not certain, and says nothing of models that take it, or of which nobody has said anything. The confidence is that of
[rules](rules.md). *Newest* is the month of the newest of a row's words or measurements; where none of them has a date
of its own (documentation, code that quotes), it is the month in which they were read, and says no more than that they
stood there. A model of no family here has what is known of the default one, as warnings. `promptfmt list models`
prints the same.
"""


def models_page() -> str:
    """docs/models.md: by dialect the default model, the families, and what is known of them."""
    lines = [_MODELS]
    for dialect, known in models().items():
        lines += [
            "",
            f"## {DIALECTS[dialect].title}",
            "",
            f"The default model of `{dialect}` is `{known.default}`.",
            "",
        ]
        lines += ["| family | names |", "| --- | --- |"]
        lines += (
            f"| `{family}` | {' '.join(f'`{glob}`' for glob in globs)} |" for family, globs in known.families.items()
        )
        if known.answers:
            lines += [
                "",
                "| question | families | answer | newest | confidence | source |",
                "| --- | --- | --- | --- | --- | --- |",
            ]
        for question, answers in known.answers.items():
            for families, fact in (
                (" ".join(f"`{glob}`" for glob in answer.families), answer.fact) for answer in answers
            ):
                source = _text(fact.source).replace("\n", " ")
                lines.append(
                    f"| `{question}` | {families} | {fact.answer} | {fact.date} | {fact.confidence} | {source} |"
                )
    return "\n".join(lines).rstrip() + "\n"


def cases_page() -> str:
    """docs/cases.md: every case by family, with what it hunts and what is expected, then the repairs."""
    families = {family: load_family(family) for family in FAMILIES}
    everyday = sum(case.everyday for cases in families.values() for case in cases)
    lines = [_CASES.format(total=sum(map(len, families.values())), everyday=everyday)]
    for family, cases in families.items():
        if cases:
            lines += [f"## {family}", "", f"{len(cases)} cases.", ""]
            lines += (line for case in cases for line in _case(case))
            lines.append("")
    lines += ["## Repairs", "", "What a payload may have done to a conversation that cannot be said as it stands.", ""]
    lines += (f"- `{repair.name}`: {repair.statement}" for repair in REPAIRS.values())
    return "\n".join(lines).rstrip() + "\n"


def _case(case: Case) -> Iterator[str]:
    yield f"- **`{case.id}`** hunts {_text(case.hunts)}."
    notes = [f"**everyday**: {_text(case.habit)}"] if case.everyday else []
    if case.needs:
        notes.append(f"needs {', '.join(block for block in CAPABILITIES if block in case.needs)}")
    if case.budget is not None:
        notes.append(f"budget {case.budget}")
    if case.twin:
        notes.append(f"twin `{case.twin}`")
    if len(case.scenarios) == 1 and case.scenarios[0] != case.family:
        notes.append(f"{case.scenarios[0]} only")
    if case.source:
        notes.append(f"from {_text(', '.join(case.source))}")
    if notes:
        yield f"  {'; '.join(notes)}."
    for expectation in case.expectations:
        yield f"  {_expectation(expectation)}"


def _expectation(expectation: Expectation) -> str:
    where = "" if expectation.dialects == ("*",) else f" ({', '.join(f'`{d}`' for d in expectation.dialects)})"
    repairs = f", {' or '.join(f'`{name}`' for name in expectation.repairs)}" if expectation.repairs else ""
    why = f": {_text(expectation.why)}" if expectation.why else ""
    return f"**{expectation.demand}**{where}{repairs}{why}."


def checks_table() -> str:
    """For docs/checks.md: every check with its question."""
    rows = (f"| `{check}` | {question} |" for check, question in CHECKS.items())
    return "\n".join(["| check | question |", "| --- | --- |", *rows])


def findings_table(check: str) -> str:
    """For docs/checks.md: what one check can find."""
    rows = (
        f"| `{check}.{slug}` | {severity} | {text} | {_text(REMEDIES[f'{check}.{slug}'])} |"
        for slug, (severity, text) in FINDINGS[check].items()
    )
    return "\n".join(["| finding | severity | what it says | fix |", "| --- | --- | --- | --- |", *rows])


def targets_table() -> str:
    """For docs/implementations.md: what can be claimed."""
    rows = (
        f"| {', '.join(f'`{target}`' for target in dialect.targets)} | {dialect.title} | "
        f"{', '.join(block for block in CAPABILITIES if block in dialect.carries)} |"
        for dialect in DIALECTS.values()
    )
    return "\n".join(["| targets | wire format | blocks that it carries, beside text |", "| --- | --- | --- |", *rows])


def limits_table() -> str:
    """For docs/refusals.md: the limits that can be declared."""
    met = Counter(limit for case in corpus() for limit in case.limits)
    rows = (f"| `{name}` | {limit.says} | {met[name]} | {_text(limit.seen)} |" for name, limit in LIMITS.items())
    return "\n".join(["| limit | a conversation that has | cases | seen |", "| --- | --- | --- | --- |", *rows])


def breaks_table() -> str:
    """For docs/agentscope-v0.md: the expected failures that ship with the two generations."""
    lines = ["| generation | target | finding | what is written, or lost |", "| --- | --- | --- | --- |"]
    for generation in (agentscope_v0_0, agentscope_v0_1):
        name = generation.__name__.rpartition("_v")[2].replace("_", ".")
        for entry in xfails.read(Path(generation.__file__).with_name(generation.XFAILS).read_text("utf-8"), name):
            thread = f" ([thread]({entry.issue}))" if entry.issue else ""
            lines.append(f"| {name} | `{entry.target}` | `{entry.check}` | {_text(entry.reason)}{thread} |")
    return "\n".join(lines)


_SHOWN = "multiagent/two-agents"


def generations_table() -> str:
    """For docs/agentscope-v0.md: one case as each generation writes it for each provider, a message in each line."""
    messages = next(case for case in load_family("multiagent") if case.id == _SHOWN).conversation().messages
    lines = [f"The case is `{_SHOWN}`:", "", *(f"- {each.name} ({each.role}): {each.text}" for each in messages)]
    lines += ["", "| target | AgentScope | payload |", "| --- | --- | --- |"]
    for target in TARGETS:
        known = {name: load_golden(name, target).payloads for name in generations() if name.startswith("agentscope-")}
        for name, payloads in known.items():
            if _SHOWN in payloads:
                lines.append(f"| `{target}` | {name.removeprefix('agentscope-')} | {_spelled(payloads[_SHOWN])} |")
    return "\n".join(lines)


def _spelled(payload: Any) -> str:
    messages = payload if isinstance(payload, list) else [payload]
    return "<br>".join(f"`{json.dumps(message, ensure_ascii=False)}`".replace("|", "\\|") for message in messages)


def found() -> str:
    """For README.md: what came of other libraries, by docs/peers.md."""
    page = (ROOT / "docs" / "peers.md").read_text("utf-8")
    names, judged, wrong = (
        re.findall(r"[^|]+", line)[1:]
        for start in (r"\| exchanges \| L", r"\| exchanges \| \d", r"\| with an error \|")
        for line in re.findall(rf"^{start}.*(?= \|$)", page, re.MULTILINE)
    )
    told = [f"{a.strip()} in {b.strip()} of {c.strip()}" for a, b, c in zip(names, wrong, judged, strict=True)]
    return (
        f"**What it found**: errors of {', of '.join(told[:-1])} and of {told[-1]} exchanges, each group of them "
        "[read against the provider's words](docs/peers.md)."
    )


def failure() -> str:
    """For README.md: what its own example of a mistake fails with, as pytest prints it."""
    files = re.findall(r'```python title="(\w+\.py)"\n(.*?)```', (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert "hasty.py" in dict(files), "README.md has lost its example"
    options = "-p", "no:cacheprovider", "--promptfmt-impl=hasty", "--promptfmt-case=tools/single-call"
    with TemporaryDirectory() as folder:
        for name, code in files:
            Path(folder, name).write_text(code, "utf-8")
        env = os.environ | {"COLUMNS": "80", "PY_COLORS": "0", "PYTEST_ADDOPTS": ""}
        command = [sys.executable, "-m", "pytest", *options]
        printed = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout
    section = re.search(r"^_{3}.*^run it again[^\n]*", printed, re.DOTALL | re.MULTILINE)
    assert section is not None, printed
    return f"```text\n{section[0]}\n```"


PAGES: dict[str, Callable[[], str]] = {
    "docs/rules.md": rules_page,
    "docs/cases.md": cases_page,
    "docs/models.md": models_page,
}
PARTS: dict[str, Callable[[], str]] = {
    "v0-breaks": breaks_table,
    "generations": generations_table,
    "failure": failure,
    "found": found,
    "libraries": judged_libraries.table,
    "generated": judge_generated.table,
    "checks": checks_table,
    "targets": targets_table,
    "limits": limits_table,
    **{check: partial(findings_table, check) for check in FINDINGS},
}

_PART = re.compile(r"(<!-- made: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages() -> Iterator[tuple[Path, str]]:
    """Each page that has something made in it, and what it should hold."""
    for name, make in PAGES.items():
        yield ROOT / name, make()
    for path in _hand_written():
        text = path.read_text("utf-8")
        yield path, _PART.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n\n{found[3]}", text)


def _hand_written() -> Iterable[Path]:
    made = {ROOT / name for name in PAGES}
    return (path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if path not in made)


def stale() -> list[Path]:
    """The pages that are not what the tables say."""
    return [path for path, text in pages() if not path.is_file() or path.read_text("utf-8") != text]


def main(arguments: list[str]) -> int:
    old = stale()
    for path in old:
        print(f"{'out of date' if '--check' in arguments else 'written'}: {path.relative_to(ROOT)}")
    if "--check" in arguments:
        return 1 if old else 0
    for path, text in list(pages()):
        if path in old:
            path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

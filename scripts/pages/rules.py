"""docs/rules.md: every rule with its evidence."""

from __future__ import annotations

from collections.abc import Iterator

from pages.markdown import escaped
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import Evidence, Rule, evidence

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


def page() -> str:
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
    yield f"> {escaped(known.source)}"
    yield ""
    if known.fix:
        yield f"Fix: {escaped(known.fix)}"
        yield ""


def _sentence(text: str) -> str:
    return escaped(text.replace("``", "`"))

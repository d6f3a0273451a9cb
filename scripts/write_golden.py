"""Writes the golden payloads from the reference: ``fixtures/promptfmt_fixtures/golden/<generation>.json``.

``python scripts/write_golden.py`` writes those that differ, each to a temporary file that then takes the old one's
place; ``--check`` only says which differ and in which cases (exit 1). Read the diff before you keep it: the reference's
own green ``golden`` check is evidence of nothing.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Any

from options import parser

from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.exchange import Exchange, perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.plan import plan

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "fixtures" / "promptfmt_fixtures" / "golden"
GENERATIONS = {
    "agentscope-0.0": "promptfmt_reference.agentscope_v0_0",
    "agentscope-0.1": "promptfmt_reference.agentscope_v0_1",
    "agentscope-1.0": "promptfmt_reference.agentscope_v1",
    "aisbench": "promptfmt_reference.aisbench",
    "promptfmt": "promptfmt_reference",
}
LATEST = ("agentscope-1.0", "aisbench")


def document(generation: str) -> dict[str, Any]:
    """What the file of a generation should hold."""
    logging.disable()  # that a block is left out is in the payload to see
    implementation = resolve(GENERATIONS[generation], ROOT)
    with Caller() as call:
        made = {target: of_target(implementation, target, call) for target in targets(generation, implementation)}
    many = generation == "promptfmt"  # of providers; the others are one framework's, written out to be read beside it
    return {target: shared(target, made) for target in made} if many else made


def targets(generation: str, implementation: Implementation) -> list[str]:
    """All of its targets; those of the generation ``promptfmt`` are the ones that neither of `LATEST` has."""
    latest = LATEST if generation == "promptfmt" else ()
    known = {target for name in latest for target in resolve(GENERATIONS[name], ROOT).formatters}
    return [target for target in implementation.formatters if target not in known]


def of_target(implementation: Implementation, target: str, call: Caller) -> dict[str, Any]:
    payloads: dict[str, Any] = {}
    refused: list[str] = []
    for _, case in plan(implementation, corpus(), [target]):
        exchange = perform(implementation, target, case, call, measured=False)
        if exchange.failure is None:
            payloads[case.id] = case.portable(exchange.payload)
        elif exchange.failure.clear:
            refused.append(case.id)
        wrong = _wrong(exchange)
        if wrong:
            raise SystemExit(f"{target}: {case.id}: {wrong}")
    return {"payloads": payloads, "refused": refused}


def _wrong(exchange: Exchange) -> str:
    """Why this can be nobody's golden payload."""
    if exchange.failure is not None:
        failure = exchange.failure
        return "" if failure.clear else f"{failure.how}: {failure.kind}: {failure.text} ({failure.where})"
    if exchange.not_json:
        return f"no strict JSON at {exchange.not_json[0].path}: {exchange.not_json[0].problem}"
    return "" if equal(exchange.payload, exchange.again) else "another payload the second time"


def shared(target: str, made: dict[str, Any]) -> dict[str, Any]:
    """What is made for a target, without the payloads that an earlier target of its scenario has: those are named.

    Many providers speak one format, and differ in little.
    """
    held = made[target]
    earlier = [each for each in [*made][: [*made].index(target)] if each.endswith(target[target.rindex(".") :])]
    same: dict[str, list[str]] = {}
    for id_, payload in held["payloads"].items():
        of = next((each for each in earlier if equal(made[each]["payloads"].get(id_, _NONE), payload)), "")
        if of:
            same.setdefault(of, []).append(id_)
    named = {id_ for ids in same.values() for id_ in ids}
    rest = {id_: payload for id_, payload in held["payloads"].items() if id_ not in named}
    return {"payloads": rest, **({"same": same} if same else {}), "refused": held["refused"]}


_HIDDEN = re.compile("[\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udfff]")


def spelled(value: dict[str, Any]) -> str:
    """Strict JSON with a message on each line, and no character that cannot be seen."""
    return "{\n" + ",\n".join(f"  {_compact(target)}: {_target(held)}" for target, held in value.items()) + "\n}\n"


def _target(value: dict[str, Any]) -> str:
    payloads = ",\n".join(
        f"      {_compact(id_)}: {_lines(payload, '      ')}" for id_, payload in value["payloads"].items()
    )
    refused = ",\n".join(f"      {_compact(id_)}" for id_ in value["refused"])
    same = f'    "same": {_lines(value["same"], "    ")},\n' if "same" in value else ""
    return f'{{\n    "payloads": {{\n{payloads}\n    }},\n{same}    "refused": [\n{refused}\n    ]\n  }}'


def _lines(payload: Any, margin: str) -> str:
    match payload:
        case list() if payload:
            return "[\n" + ",\n".join(f"{margin}  {_compact(item)}" for item in payload) + f"\n{margin}]"
        case dict() if payload:
            inner = (f"{margin}  {_compact(key)}: {_lines(item, margin + '  ')}" for key, item in payload.items())
            return "{\n" + ",\n".join(inner) + f"\n{margin}}}"
        case _:
            return _compact(payload)


def _compact(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def differing(path: Path, made: dict[str, Any]) -> list[str]:
    """The targets and cases in which a file differs from what was made."""
    if not path.is_file():
        return ["(no such file)"]
    old, new = _flat(json.loads(path.read_text("utf-8"))), _flat(made)
    return [place for place in dict.fromkeys([*old, *new]) if not equal(old.get(place, _NONE), new.get(place, _NONE))]


def _flat(document: dict[str, Any]) -> dict[str, Any]:
    return {
        f"{target} {case}": payload
        for target, held in document.items()
        for case, payload in (held["payloads"] | _named(held) | dict.fromkeys(held["refused"], _REFUSED)).items()
    }


def _named(held: dict[str, Any]) -> dict[str, str]:
    return {case: f"(that of {target})" for target, cases in held.get("same", {}).items() for case in cases}


_REFUSED, _NONE = "(refused)", "(not there)"


def main(arguments: list[str] | None = None) -> int:
    told = parser(__doc__)
    told.add_argument("--check", action="store_true", help="only say what is out of date (exit 1)")
    only_check, stale = told.parse_args(arguments).check, 0
    for path in sorted(FOLDER.iterdir()):
        if path.name.removesuffix(".json") not in GENERATIONS:
            stale += 1
            print(f"{'to be removed' if only_check else 'removed'}: {path.relative_to(ROOT)}")
            if not only_check:
                path.unlink()
    for generation in GENERATIONS:
        path, value = FOLDER / f"{generation}.json", document(generation)
        text = spelled(value)
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale += 1
        places = differing(path, value) or ["(spelled otherwise)"]
        more = f" and {len(places) - 5} more" if len(places) > 5 else ""
        print(f"{'differs' if only_check else 'written'}: {path.relative_to(ROOT)}: {', '.join(places[:5])}{more}")
        if not only_check:
            _write(path, text)
    return 1 if only_check and stale else 0


def _write(path: Path, text: str) -> None:
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text, "utf-8")
    os.replace(unfinished, path)


if __name__ == "__main__":
    sys.exit(main())

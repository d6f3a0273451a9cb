"""Writes the golden payloads from the reference: ``fixtures/promptfmt_fixtures/golden/<generation>/<target>.json``.

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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pytest_promptfmt.caller import Caller
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.exchange import Exchange, perform
from pytest_promptfmt.implementation import Implementation, resolve
from pytest_promptfmt.plain import equal
from pytest_promptfmt.plan import plan

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "fixtures" / "promptfmt_fixtures" / "golden"
GENERATIONS = {
    "agentscope-0.0": "promptfmt_reference.agentscope_v0_0",
    "agentscope-0.1": "promptfmt_reference.agentscope_v0_1",
    "agentscope-1.0": "promptfmt_reference.agentscope_v1",
    "aisbench": "promptfmt_reference.aisbench",
}


def documents(generation: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Each file of a generation with what it should hold."""
    logging.disable()  # that a block is left out is in the payload to see
    implementation = resolve(GENERATIONS[generation], ROOT)
    with Caller() as call:
        for target in implementation.formatters:
            yield FOLDER / generation / f"{target}.json", document(implementation, target, call)


def document(implementation: Implementation, target: str, call: Caller) -> dict[str, Any]:
    payloads: dict[str, Any] = {}
    refused: list[str] = []
    for _, case in plan(implementation, corpus(), [target]):
        exchange = perform(implementation, target, case, call)
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


_HIDDEN = re.compile("[\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udfff]")


def spelled(value: dict[str, Any]) -> str:
    """Strict JSON with a message on each line, and no character that cannot be seen."""
    payloads = ",\n".join(f"    {_compact(id_)}: {_lines(one, '    ')}" for id_, one in value["payloads"].items())
    refused = ",\n".join(f"    {_compact(id_)}" for id_ in value["refused"])
    return f'{{\n  "payloads": {{\n{payloads}\n  }},\n  "refused": [\n{refused}\n  ]\n}}\n'


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
    """The cases in which a file differs from what was made."""
    if not path.is_file():
        return ["(no such file)"]
    there = json.loads(path.read_text("utf-8"))
    old, new = ({**held["payloads"], **dict.fromkeys(held["refused"], _REFUSED)} for held in (there, made))
    return [id_ for id_ in dict.fromkeys([*old, *new]) if not equal(old.get(id_, _NONE), new.get(id_, _NONE))]


_REFUSED, _NONE = "(refused)", "(not there)"


def main(arguments: list[str]) -> int:
    only_check, stale = "--check" in arguments, 0
    for generation in GENERATIONS:
        made = dict(documents(generation))
        for path in sorted((FOLDER / generation).glob("*.json")):
            if path not in made:
                stale += 1
                print(f"{'to be removed' if only_check else 'removed'}: {path.relative_to(ROOT)}")
                if not only_check:
                    path.unlink()
        for path, value in made.items():
            text = spelled(value)
            if path.is_file() and path.read_text("utf-8") == text:
                continue
            stale += 1
            cases = differing(path, value) or ["(spelled otherwise)"]
            more = f" and {len(cases) - 5} more" if len(cases) > 5 else ""
            print(f"{'differs' if only_check else 'written'}: {path.relative_to(ROOT)}: {', '.join(cases[:5])}{more}")
            if not only_check:
                _write(path, text)
    return 1 if only_check and stale else 0


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text, "utf-8")
    os.replace(unfinished, path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

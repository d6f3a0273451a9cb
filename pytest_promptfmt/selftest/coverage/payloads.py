"""The payloads of the corpus: what an implementation writes for it, and the golden ones of every generation."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import DIALECTS, SCENARIOS
from pytest_promptfmt.exchange import format_once
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.trial import Formatter
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.verdicts.plan import plan

Part: TypeAlias = Literal["messages", "system", "request"]


def written(implementation: Implementation, targets: Iterable[str] = ("*",)) -> Iterator[tuple[str, str, Any]]:
    """Target, case and payload of each case that the implementation does not refuse; `targets` are globs."""
    with Caller() as call:
        for target, case in plan(implementation, corpus(), targets):
            payload, failure, _ = format_once(Formatter(implementation, target, call, None), case)
            if failure is None:  # else a refusal, or a fault that a run will tell
                yield target, case.id, case.portable(payload)


def by_dialect(implementation: Implementation, dialects: Iterable[str]) -> dict[str, list[Any]]:
    """The payloads of each dialect, from both sources."""
    found = defaultdict(list)
    for dialect in dialects:
        for target, _, payload in written(implementation, [f"{dialect}.*"]):
            found[target.rpartition(".")[0]].append(payload)
        for generation in generations():
            for scenario in SCENARIOS:
                found[dialect] += load_golden(generation, f"{dialect}.{scenario}").payloads.values()
    return found


def parts(dialect: str, part: Part, payloads: Iterable[Any]) -> list[Any]:
    """What a schema of this part of a request is asked about, each once: lists of one message, or places for system
    text; ``request`` has both, in an object.
    """
    found = {json.dumps(each, sort_keys=True): each for payload in payloads for each in _parts(dialect, part, payload)}
    return list(found.values())


def _parts(dialect: str, part: Part, payload: Any) -> Iterator[Any]:
    try:
        request = DIALECTS[dialect].open(payload)
    except NotAPayload:
        return
    lists: list[Any] = [[message] for message in request.messages]
    system: Mapping[str, Any] = {} if request.system is None else {"system": request.system}
    match part:
        case "messages":
            yield from lists
        case "system":
            yield from system.values()
        case "request":
            yield from ({"messages": messages, **system} for messages in lists)

"""Role items: empty turns or none, neighbours joined or apart, an address in either of its places."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from liars.liar import Formatter, shipped

from right_ways.way import Ways, ways_of, written


def way(*names: str) -> Callable[[Formatter], Ways]:
    """Makes ways, one for each case, of a function from the case's own requests to some that say the same."""

    def make(rewrite: Formatter) -> Ways:
        return tuple(each for name in names for each in _way(name, rewrite))

    return make


def _way(name: str, rewrite: Formatter) -> Ways:
    case = shipped(f"templates/{name}")
    called = written(f"aisbench.{case.scenarios[0]}", case, name=rewrite.__name__)
    return called(lambda _: rewrite(deepcopy(list(case.requests))))


@way("dialogue-few-shot", "dialogue-answer-in-the-question", "multiturn-empty-reply")
def leaves_out_empty_turns(requests: Any) -> Any:
    return [[item for item in request if item["prompt"]] for request in requests]


@way("dialogue-few-shot-chat", "multiturn-last-chat", "multimodal-fallback-chat")
def opens_the_models_turn(requests: Any) -> Any:
    return [[*request, {"role": "BOT", "prompt": ""}] for request in requests]


@way("dialogue-fallback-chat", "dialogue-two-questions-in-a-row")
def joins_neighbours(requests: Any) -> Any:
    return [[{"role": "HUMAN", "prompt": "\n".join(item["prompt"] for item in request)}] for request in requests]


@way("multimodal-fallback-chat")
def joins_text_and_parts(requests: Any) -> Any:
    [[system, shown]] = requests
    return [[{"role": "HUMAN", "prompt": [{"type": "text", "text": system["prompt"]}, *shown["prompt"]]}]]


@way("multimodal-fallback-chat")
def joins_texts(requests: Any) -> Any:
    [[system, shown]] = requests
    question, image = shown["prompt"]
    return [[{"role": "HUMAN", "prompt": [question | {"text": f"{system['prompt']}\n{question['text']}"}, image]}]]


@way("multiturn-every-chat", "dialogue-few-shot-chat")
def lists_texts(requests: Any) -> Any:
    return [[item | {"prompt": [{"type": "text", "text": item["prompt"]}]} for item in one] for one in requests]


@way("multimodal", "multimodal-chat", "multimodal-several-images")
def keeps_the_templates_key(requests: Any) -> Any:
    return [
        [
            {"role": item["role"], "prompt_mm": item["prompt"]} if isinstance(item["prompt"], list) else item
            for item in one
        ]
        for one in requests
    ]


@way("multimodal", "multimodal-addresses", "multimodal-address-as-text")
def writes_addresses_as_text(requests: Any) -> Any:
    for part in requests[0][0]["prompt"]:
        if part["type"] != "text":
            part[part["type"]] = part[part["type"]]["url"]
    return requests


@way("dialogue-system", "dialogue-role-that-the-model-has")
def keeps_further_keys(requests: Any) -> Any:
    return [[item | {"fallback_role": "HUMAN", "generate": False} for item in request] for request in requests]


@way("multimodal-no-tags", "multimodal-white-space-between-parts", "multiturn-question-a-string")
def says_what_it_may_refuse(requests: Any) -> Any:
    return requests


def refuses(template: Any) -> Any:
    raise ValueError(f"this row has no such columns: {template.test}")


REFUSALS = tuple(
    each
    for name in ("multimodal-no-tags", "multiturn-fewer-answers", "string-id-out-of-range", "dialogue-unknown-role")
    for each in written(f"aisbench.{shipped(f'templates/{name}').scenarios[0]}", f"templates/{name}")(refuses)
)
WAYS = ways_of(globals())

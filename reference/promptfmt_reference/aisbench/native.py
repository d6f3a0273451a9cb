"""A configuration and rows become requests to a model: `requests`, and the table FORMATTERS that the kit asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from promptfmt_reference.aisbench.api import APITemplateParser
from promptfmt_reference.aisbench.config import make, plain
from promptfmt_reference.aisbench.errors import placed
from promptfmt_reference.aisbench.few_shot import FewShot
from promptfmt_reference.aisbench.inferencer import GenInferencer, MultiTurnGenInferencer, Parse
from promptfmt_reference.aisbench.lm import LMTemplateParser
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import Prompt, Row
from promptfmt_reference.aisbench.reader import DatasetReader
from promptfmt_reference.aisbench.retriever import FixKRetriever, ZeroRetriever

TARGETS = ("aisbench.string", "aisbench.dialogue", "aisbench.multiturn", "aisbench.multimodal")


def requests(
    infer_cfg: Mapping[str, Any],
    reader_cfg: Mapping[str, Any] | None,
    train: Sequence[Row],
    test: Sequence[Row],
    meta_template: Mapping[str, Any] | None = None,
    mode: str | None = None,
    replies: Sequence[Any] = (),
    profile: Profile = DOCUMENTED,
) -> list[Any]:
    """What a model is sent for the rows of `test`, one element for each call, in order.

    Without a meta template an element is a string or a list of role items. With one whose roles have an ``api_role``
    it is a list of turns, with any other a string. `mode`: ``gen``; ``ppl``, one call for each label; or how turns are
    asked, ``every``, ``every_with_gt``, ``last``; None for what the inferencer says. `replies` are what the model
    answers, call by call, in one list or in one for each row; where one is None or missing, its conversation ends.

    Without a retriever all of `train` are examples if there is an `ice_template`. Nothing that is given is changed or
    shared. Raises errors that name template, part, column and row: `AISBenchError`, and no other in `DOCUMENTED`.
    """
    config, meta = plain(infer_cfg), plain(meta_template)
    reader = make("reader_cfg", plain(reader_cfg), profile) or DatasetReader(profile=profile)
    known, asked = reader.train(plain(train)), reader.test(plain(test))
    shots, retriever = _few_shot(config, reader.answer, len(known), profile)
    inferencer = _inferencer(config, mode, profile)
    parse = parser(meta, "ppl" if mode == "ppl" else "gen", profile)
    labels = shots.labels(asked) if mode == "ppl" else []
    chosen = [tuple(examples) for examples in retriever.retrieve(len(known), len(asked))]
    ices = {examples: shots.ice([(i, known[i]) for i in examples]) for examples in dict.fromkeys(chosen)}
    answers = _answers(replies)
    sent: list[Any] = []
    with placed(row=lambda: f"test row {number}"):
        for number, (row, examples) in enumerate(zip(asked, chosen, strict=True)):
            if mode == "ppl":
                sent += [parse(shots.labelled(row, ices[examples], label)) for label in labels]
            else:
                sent += _asked(inferencer, shots.question(row, ices[examples]), parse, answers(number))
    return sent


def _few_shot(config: Any, answer: str | None, train: int, profile: Profile) -> tuple[FewShot, Any]:
    templates = {}
    for name in ("ice_template", "prompt_template"):
        with placed(template=name):
            templates[name] = make(name, config.get(name), profile)
    everything = FixKRetriever(range(train)) if templates["ice_template"] else ZeroRetriever()
    retriever = make("retriever", config.get("retriever"), profile) or everything
    separator, eos = retriever.ice_separator, retriever.ice_eos_token
    return FewShot(**templates, answer=answer, separator=separator, eos=eos, profile=profile), retriever


def _inferencer(config: Any, mode: str | None, profile: Profile) -> Any:
    inferencer = make("inferencer", config.get("inferencer"), profile) or GenInferencer()
    if mode in (None, "gen", "ppl"):
        return inferencer
    length = inferencer.max_out_len
    return MultiTurnGenInferencer(mode, length, profile)


def _asked(inferencer: Any, prompt: Prompt, parse: Parse, replies: Iterator[Any]) -> list[Any]:
    """What is sent for one row; only ``every`` needs to be answered."""
    answered = getattr(inferencer, "infer_mode", "") == "every"
    asking = inferencer.ask(prompt, parse)
    sent: list[Any] = []
    reply = None  # which starts a generator
    try:
        while True:
            sent.append(asking.send(reply).history)
            reply = next(replies, None) if answered else ""
    except StopIteration:
        return sent


def _answers(replies: Sequence[Any]) -> Callable[[int], Iterator[Any]]:
    """The replies in a row's conversation, by its number."""
    if any(isinstance(each, (list, tuple)) for each in replies):
        return lambda number: iter(replies[number] if number < len(replies) else ())
    all_ = iter(replies)
    return lambda number: all_


def parser(meta: Any, mode: str, profile: Profile) -> Parse:
    """The model's side: nothing but what documents print, without a meta template; a chat's, or a base model's."""
    if not meta:
        return lambda prompt: prompt if isinstance(prompt, str) else prompt.visible()
    roles = [*meta.get("round", []), *meta.get("reserved_roles", [])] if isinstance(meta, dict) else []
    chat = any(isinstance(role, dict) and "api_role" in role for role in roles)
    made = APITemplateParser(meta, profile) if chat else LMTemplateParser(meta, profile)
    return lambda prompt: _listed(made.parse_template(prompt, mode))


def _listed(parsed: Any) -> Any:
    return list(parsed) if isinstance(parsed, list) else parsed


def formatters(profile: Profile) -> dict[str, Callable[[Any], list[Any]]]:
    """The table for the kit, whose case has the arguments of `requests` as attributes."""

    def format_(case: Any) -> list[Any]:
        return requests(
            case.infer_cfg,
            case.reader_cfg,
            case.train,
            case.test,
            case.meta_template,
            case.mode,
            case.replies or (),
            profile,
        )

    return dict.fromkeys(TARGETS, format_)


FORMATTERS = formatters(DOCUMENTED)
CAPABILITIES = {target: {"blocks": ["audio", "image", "video"] if "multimodal" in target else []} for target in TARGETS}

"""Recordings of AISBench, replayed through the reference under a profile; `replay.py` compares the two.

A recording is one line of `recordings/aisbench.jsonl.gz`. `OPS` says for each kind of call how it is made.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

from promptfmt_reference.aisbench import (
    CHAT,
    DOCUMENTED,
    AISBenchError,
    APITemplateParser,
    DatasetReader,
    FixKRetriever,
    LMTemplateParser,
    MMPromptTemplate,
    MultiTurnGenInferencer,
    MultiTurnPromptTemplate,
    Profile,
    PromptList,
    PromptTemplate,
    RandomRetriever,
    ZeroRetriever,
    chat_messages,
    template_messages,
)
from promptfmt_reference.aisbench.few_shot import FewShot
from promptfmt_reference.aisbench.multimodal import get_content_str
from promptfmt_reference.aisbench.prompt_list import fill, placeholders, safe_format

Recording = dict[str, Any]
KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        *(PromptTemplate, MultiTurnPromptTemplate, MMPromptTemplate, ZeroRetriever, FixKRetriever, RandomRetriever),
        *(APITemplateParser, LMTemplateParser),
    )
}


def replay(recording: Recording, profile: Profile) -> Recording:
    """What the reference does with the recording's input: ``{"output": …}``, or the error with its classes and code.

    Recordings of patched software are what the documentation means, and no profile's fault.
    """
    profile = DOCUMENTED if recording.get("patched") else profile
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            output = OPS[recording["op"]](_decoded(json.loads(json.dumps(recording)), profile), profile)
        except Exception as error:
            classes = [kind.__name__ for kind in type(error).__mro__]
            classes = classes[:1] if profile.bare_errors else classes
            clear = isinstance(error, AISBenchError)
            return {"error": classes, "code": getattr(error, "code", ""), "clear": clear, "message": str(error)}
    ignored = sum("ignored in API models" in str(warning.message) for warning in seen)
    return {"output": output | ({"warnings": ignored} if ignored else {})}


def _decoded(value: Any, profile: Profile) -> Any:
    if isinstance(value, dict):
        if "$promptlist" in value:
            return PromptList(value["$promptlist"], profile)
        return {key: _decoded(inner, profile) for key, inner in value.items()}
    return [_decoded(inner, profile) for inner in value] if isinstance(value, list) else value


def typed(value: Any) -> Recording:
    kinds = {str: "str", PromptList: "PromptList", list: "list"}
    return {"type": kinds[type(value)], "value": value}


def _template(config: Recording | None, profile: Profile, kind: str = "PromptTemplate") -> Any:
    if config is None:
        return None
    return KINDS[kind](config["template"], config.get("ice_token"), config.get("sep_token"), profile)


def _parser(config: Recording | None, profile: Profile) -> Any:
    return KINDS[config["kind"]](config["meta_template"], profile) if config else None


def _safe_format(said: Recording, profile: Profile) -> Recording:
    text, row = said["config"]["text"], said["entry"]
    return typed(safe_format(text, **row) if profile.rescans_values else fill(text, placeholders(row)))


def _list(said: Recording, profile: Profile) -> Recording:
    prompt, arg = PromptList(said["config"]["list"], profile), said["config"].get("arg")
    match said["op"].partition(".")[2]:
        case "add":
            return typed(prompt + arg)
        case "radd":
            return typed(arg + prompt)
        case "iadd":
            prompt += arg
            return typed(prompt)
        case "format":
            return typed(prompt.format(**arg))
        case "replace":
            return typed(prompt.replace(arg, said["config"]["arg2"]))
        case "slice":
            return typed(prompt[slice(*arg)])
        case _:
            return typed(str(prompt))


def _init(said: Recording, profile: Profile) -> Recording:
    return {"type": "prompt_type", "value": _template(said["config"], profile).prompt_type}


def _item(said: Recording, profile: Profile) -> Recording:
    template = _template(said["config"], profile)
    mask = (said["config"]["output_field"], said["config"]["output_field_replace_token"])
    return typed(template.generate_item(said["entry"], *mask, said["ice"]))


def _example(said: Recording, profile: Profile) -> Recording:
    config = said["config"]
    if isinstance(label := config.get("label"), int):  # JSON made strings of the labels
        config["template"] = {int(key): value for key, value in config["template"].items()}
    kind = said["class"]
    return typed(_template(config, profile, kind).generate_ice_item(said["entry"], label))


def _labelled(said: Recording, profile: Profile) -> Recording:
    config = said["config"]
    template = _template(config, profile, said["class"])
    return typed(
        template.generate_label_prompt_item(
            said["entry"], said["ice"], config.get("label"), config.get("remain_sep", False)
        )
    )


def _pipeline(said: Recording, profile: Profile) -> Recording:
    config = said["config"]
    reader = DatasetReader(**config["reader_cfg"], profile=profile)
    train, test = reader.train(said["ice"]), reader.test(said["entry"])
    settings = dict(config["retriever"])
    retriever = KINDS[settings.pop("type")](**settings)
    templates = [_template(config[name], profile) for name in ("ice_template", "prompt_template")]
    shots = FewShot(*templates, reader.answer, retriever.ice_separator, retriever.ice_eos_token, profile)
    if said["mode"] == "labels":
        labels = shots.labels(test)
        return {"type": "labels", "value": labels if any(map(_is_map, templates)) else sorted(labels)}
    parser = _parser(config["parser"], profile)
    steps = []
    for row, examples in zip(test, retriever.retrieve(len(train), len(test)), strict=True):
        ice = shots.ice([(i, train[i]) for i in examples])
        ppl = said["mode"] == "ppl"
        prompt = shots.labelled(row, ice, config["label"]) if ppl else shots.question(row, ice)
        steps.append({"idx": examples, "ice": typed(ice), "prompt": typed(prompt)})
        if parser:
            steps[-1]["final"] = typed(parser.parse_template(prompt, said["mode"]))
    return {"type": "pipeline", "value": steps}


def _is_map(template: PromptTemplate | None) -> bool:
    return template is not None and isinstance(template.template, dict)


def _parse(said: Recording, profile: Profile) -> Recording:
    prompt = said["entry"]
    nested = isinstance(prompt, list) and any(isinstance(each, list) for each in prompt)
    if isinstance(prompt, list) and not nested and not isinstance(prompt, PromptList):
        prompt = PromptList(prompt, profile)
    return typed(KINDS[said["class"]](said["config"]["meta_template"], profile).parse_template(prompt, said["mode"]))


def _turns(said: Recording, profile: Profile) -> Recording:
    return typed(_template(said["config"], profile, "MultiTurnPromptTemplate").generate_item(said["entry"]))


def _infer(said: Recording, profile: Profile) -> Recording:
    config = said["config"]
    prompt = _template(config, profile, "MultiTurnPromptTemplate").generate_item(said["entry"])
    parser = APITemplateParser(config["meta_template"], profile) if config["meta_template"] else None
    asking = MultiTurnGenInferencer(said["mode"], config["max_out_len"], profile).ask(
        prompt, lambda one: parser.parse_template(one, "gen") if parser else one
    )
    replies: list[str | None] = list(config["model_replies"])
    if config["fail_at"] is not None:
        replies[config["fail_at"]] = None
    sent = []
    request = next(asking, None)
    while request is not None:
        sent.append({"history": typed(request.history), "max_out_len": request.max_out_len})
        try:
            request = asking.send(replies[len(sent) - 1])
        except StopIteration:
            request = None
    return {"type": "requests", "value": sent}


def _multimodal(said: Recording, profile: Profile) -> Recording:
    prompt = _template(said["config"], profile, "MMPromptTemplate").generate_item(said["entry"])
    if not (parser := _parser(said["config"]["parser"], profile)):
        return typed(prompt)
    final = typed(parser.parse_template(prompt, said["mode"]))
    return {"type": "mm+parser", "prompt": typed(prompt), "final": final}


def _messages(said: Recording, profile: Profile) -> Recording:
    return {"type": "messages", "value": chat_messages(said["entry"], profile)}


def _template_messages(said: Recording, profile: Profile) -> Recording:
    return {"type": "messages", "value": template_messages(said["entry"], profile)}


def _end_to_end(said: Recording, profile: Profile) -> Recording:
    reader = {"input_columns": ["question"], "output_column": "answer"}
    config = said["config"] | {"reader_cfg": reader, "parser": {"kind": "APITemplateParser", "meta_template": CHAT}}
    (step,) = _pipeline(said | {"config": config, "entry": [said["entry"]]}, profile)["value"]
    return {"type": "messages", "value": chat_messages(step["final"]["value"], profile)}


def _range(said: Recording, profile: Profile) -> Recording:
    rows = [{"question": f"q{i}"} for i in range(said["config"]["rows"])]
    read = DatasetReader(test_range=said["config"]["test_range"], profile=profile).test(rows)
    return {"type": "questions", "value": [row["question"] for row in read]}


OPS: dict[str, Callable[[Recording, Profile], Recording]] = {
    "safe_format": _safe_format,
    **{f"promptlist.{name}": _list for name in ("add", "radd", "iadd", "format", "replace", "slice", "str")},
    "template.init": _init,
    "template.generate_item": _item,
    "template.generate_ice_item": _example,
    "template.generate_label_prompt_item": _labelled,
    "generate_ice_item": _example,
    "generate_label_prompt_item": _labelled,
    "retriever+prompt": _pipeline,
    "retriever+prompt+parser": _pipeline,
    "parser.parse_template": _parse,
    "multiturn.generate_item": _turns,
    "multiturn.infer": _infer,
    "mm.generate_item": _multimodal,
    "mm.generate_item+parser": _multimodal,
    "chat.get_request_body": _messages,
    "hf.convert_chat_messages": _template_messages,
    "e2e.chat_messages": _end_to_end,
    "reader.test_range": _range,
    "get_content_str": lambda said, profile: typed(get_content_str(said["entry"], profile)),
}
"""How each kind of call is made."""

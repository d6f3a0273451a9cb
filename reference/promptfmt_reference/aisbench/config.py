"""Configurations, as a dataset's file has them: dictionaries with a `type`, which is a class or its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchTypeError, AISBenchValueError, kind_of
from promptfmt_reference.aisbench.inferencer import GenInferencer, MultiTurnGenInferencer
from promptfmt_reference.aisbench.multimodal import MMPromptTemplate
from promptfmt_reference.aisbench.multiturn import MultiTurnPromptTemplate
from promptfmt_reference.aisbench.profile import Profile
from promptfmt_reference.aisbench.reader import DatasetReader
from promptfmt_reference.aisbench.retriever import FixKRetriever, RandomRetriever, ZeroRetriever
from promptfmt_reference.aisbench.template import PromptTemplate

TYPES: dict[str, dict[str, type[Any]]] = {
    part: {type_.__name__: type_ for type_ in types}
    for part, types in {
        "ice_template": (PromptTemplate, MultiTurnPromptTemplate, MMPromptTemplate),
        "prompt_template": (PromptTemplate, MultiTurnPromptTemplate, MMPromptTemplate),
        "retriever": (ZeroRetriever, FixKRetriever, RandomRetriever),
        "inferencer": (GenInferencer, MultiTurnGenInferencer),
        "reader_cfg": (DatasetReader,),
    }.items()
}
"""What each part of a configuration can be; the first where it does not say."""


def make(part: str, config: Any, profile: Profile) -> Any:
    """The object that a part of a configuration describes; None for a missing one, which ``...`` stands for too.

    Raises ``AISBenchValueError`` for a type that is none of `TYPES`, ``AISBenchTypeError`` for arguments that the type
    does not take or lacks. An inferencer takes any: most say how a model is called, and none is.
    """
    if config is None or config is ...:
        return None
    if not isinstance(config, dict):
        raise AISBenchTypeError(f"a configuration is a dictionary, not {kind_of(config)}", part=part)
    name = config.get("type", next(iter(TYPES[part])))
    name = name.rpartition(".")[2] if isinstance(name, str) else getattr(name, "__name__", repr(name))
    if name not in TYPES[part]:
        raise AISBenchValueError(f"its type is one of {', '.join(TYPES[part])}, not {name}", part=part)
    type_ = TYPES[part][name]
    known = {field.name: field for field in fields(type_)}
    given = {key: value for key, value in config.items() if key != "type"}
    if part == "inferencer":
        given = {key: value for key, value in given.items() if key in known}
    wanted = [key for key, field in known.items() if field.default is MISSING and key not in given]
    for text, keys in (("does not take", given.keys() - known.keys()), ("wants", wanted)):
        if keys:
            raise AISBenchTypeError(f"{name} {text} {', '.join(map(repr, sorted(keys)))}", part=part)
    if "profile" in known:
        given["profile"] = profile
    return type_(**given)


def plain(value: Any) -> Any:
    """A copy in dictionaries and lists of whatever mappings and sequences it is in."""
    if isinstance(value, (dict, Mapping)):  # what it mostly is comes first: to ask an abstract class takes its time
        return {key: inner if type(inner) is str else plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value

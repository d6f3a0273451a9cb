"""What a Python type says of a value that is sent: TypedDicts, pydantic's models, literals, unions, lists, mappings."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections import abc
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

Node = dict[str, Any]
LEFT_OUT = frozenset({
    "messages", "contents", "input", "prompt", "system", "tools", "functions", "images", "prediction",
    "systemInstruction", "responseSchema", "responseJsonSchema", "schema", "schema_", "schema_definition", "schemas",
    "input_schema", "parametersJsonSchema", "httpOptions", "automaticFunctionCalling", "shouldReturnHttpResponse",
    "automaticContinuation", "additionalModelRequestFields", "modelId", "documents", "mcp_servers",
})  # fmt: skip
"""What is judged elsewhere, is somebody's own JSON, or is for the client alone."""
OWN_JSON = LEFT_OUT & {"responseSchema", "responseJsonSchema", "schema", "schema_", "schema_definition", "input_schema",
                       "parametersJsonSchema", "modelId", "httpOptions"} | {"parameters"}  # fmt: skip
"""What is left out of the conversation: schemas, which are judged as such."""
KINDS: Mapping[Any, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}
UNKNOWN = ("UnrecognizedStr", "UnrecognizedInt")
"""With these a client says that words may come which it does not know."""
ABSENT = ("NotGiven", "Unset", "Omit")
NAMES = frozenset({"model", "models", "voice"})
"""Their words are names, of which there are more every month."""


def node(type_: Any, within: tuple[Any, ...] = (), out: frozenset[str] = LEFT_OUT) -> Node:
    """What a type says of a value; nothing of one that nobody here has met."""
    type_ = bare(type_)
    origin, inner = get_origin(type_), get_args(type_)
    if origin in (typing.Union, types.UnionType):
        return union([bare(each) for each in inner], within, out)
    if origin is Literal:
        return literal(inner)
    if type_ in KINDS:
        return {"kinds": [KINDS[type_]]}
    if isinstance(type_, type) and issubclass(type_, enum.Enum):
        return literal([each.value for each in type_])
    if isinstance(origin, type) and issubclass(origin, abc.Mapping):
        return {"kinds": ["object"], **({"values": said} if (said := node(inner[1], within, out)) else {})}
    if isinstance(origin, type) and issubclass(origin, abc.Iterable):
        return {"kinds": ["array"], **({"items": said} if (said := node(inner[0], within, out)) else {})}
    members = fields(type_)
    if members is None or type_ in within:
        return {"kinds": ["object"]} if members is not None else {}
    return object_of(members, (*within, type_), out)


def bare(type_: Any) -> Any:
    """Without what says only whether a key has to be there, and aliases."""
    while True:
        if get_origin(type_) in (typing.Annotated, typing.Required, typing.NotRequired):
            type_ = get_args(type_)[0]
        elif isinstance(type_, typing.TypeVar) or hasattr(type_, "__supertype__"):
            type_ = getattr(type_, "__supertype__", Any)
        elif hasattr(get_origin(type_), "__value__"):
            type_ = get_origin(type_).__value__[get_args(type_)]
        elif hasattr(type_, "__value__"):
            type_ = type_.__value__
        else:
            return type_


def literal(words: Any) -> Node:
    kinds = sorted({KINDS.get(type(word), "string") for word in words})
    texts = sorted(word for word in words if isinstance(word, str))
    return {"kinds": kinds, **({"words": texts} if texts else {})}


def union(branches: list[Any], within: tuple[Any, ...], out: frozenset[str]) -> Node:
    """One of several: their kinds together; words only where no other text may stand."""
    names = [getattr(each, "__name__", "") for each in branches]
    null = type(None) in branches
    open_ = any(name in UNKNOWN for name in names) or (
        Any in branches and any(get_origin(b) is Literal for b in branches)
    )
    told = [
        node(each, within, out)
        for each, name in zip(branches, names, strict=True)
        if each is not type(None) and name not in UNKNOWN + ABSENT and not (each is Any and open_)
    ]
    said = merged(told)
    if open_ and "words" in said:
        said["more"] = True
    return {**said, **({"null": True} if null or any(each.get("null") for each in told) else {})}


def merged(told: list[Node]) -> Node:
    """What several nodes say together; what one of them leaves open is left open."""
    if not told or any(not each.get("kinds") for each in told):
        return {}
    said: Node = {"kinds": sorted({kind for each in told for kind in each["kinds"]})}
    texts = [each for each in told if "string" in each["kinds"]]
    if texts and all("words" in each for each in texts):
        said["words"] = sorted({word for each in texts for word in each["words"]})
        said |= {"more": True} if any(each.get("more") for each in texts) else {}
    lists = [each for each in told if "array" in each["kinds"]]
    if lists and all("items" in each for each in lists) and (items := merged([each["items"] for each in lists])):
        said["items"] = items
    forms = [each for each in told if "object" in each["kinds"]]
    flat = [form for each in forms for form in each.get("one_of", [each])]
    shaped = [form for form in flat if "keys" in form]
    if len(flat) == 1:
        said |= {key: flat[0][key] for key in ("keys", "needs", "values") if key in flat[0]}
    elif shaped and len(shaped) == len(flat):
        told = [{key: each[key] for key in ("keys", "needs") if key in each} for each in shaped]
        said["one_of"] = sorted(told, key=repr)  # Python keeps no order of a union's members
    elif shaped and len(shaped) == 1:
        said |= {"keys": shaped[0]["keys"]}  # a client that takes any mapping knows these keys
    return said


def fields(type_: Any) -> dict[str, tuple[Any, bool]] | None:
    """The keys of an object as they are sent, each with its type and whether it has to be there."""
    if is_typeddict(type_):
        hints = get_type_hints(type_, include_extras=True)
        said = {key: get_origin(hint) for key, hint in hints.items()}
        needed = {key for key in type_.__required_keys__ if said[key] is not typing.NotRequired}
        needed |= {key for key, origin in said.items() if origin is typing.Required}
        return {key.rstrip("_"): (hint, key in needed) for key, hint in hints.items()}
    if hasattr(type_, "model_fields"):
        return {sent(each, key): (each.annotation, each.is_required()) for key, each in type_.model_fields.items()}
    return None


def sent(field: Any, key: str) -> str:
    """A field's name in the request; of a generator of aliases pydantic has made one."""
    return str(field.serialization_alias or field.alias or key)


def object_of(members: Mapping[str, tuple[Any, bool]], within: tuple[Any, ...], out: frozenset[str] = LEFT_OUT) -> Node:
    keys = {key: {} if key in out else node(type_, within, out) for key, (type_, _) in members.items()}
    for name in NAMES & keys.keys():
        keys[name] = {key: each for key, each in keys[name].items() if key not in ("words", "more")}
    needs = sorted(key for key, (_, needed) in members.items() if needed)
    return {"kinds": ["object"], "keys": keys, **({"needs": needs} if needs else {})}


def arguments(function: Callable[..., Any], out: frozenset[str] = LEFT_OUT) -> Node:
    """The keys that a client's method takes."""
    hints = get_type_hints(function, include_extras=True)
    callers = {"self", "return", "extra_headers", "extra_body", "timeout", "request_options"}
    names = [name for name in inspect.signature(function).parameters if name not in callers]
    return object_of({name: (hints[name], False) for name in names}, (), out)

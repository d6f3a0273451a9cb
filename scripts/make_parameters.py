"""Writes pytest_promptfmt/verdicts/request/types/: what the official clients' types say of a request's parameters.

    python scripts/make_parameters.py [DIALECT …]

needs the clients of the extra ``sdk``. Of each parameter, at every depth: its kinds (JSON Schema's names of types),
its `words` (those that are taken; `more` than these may be where the client leaves it open), `low` and `high`, how
`long` a text or a list is at most and how `short` at least, the pattern that a text is `like`, its `items`, its `keys`
and which of them it `needs`, the `values` of an object with keys of one's own (`names` is how these look); `one_of` are
an object's forms, and of the keys of `one` a single one is there. Words that are `closed` and forms that are `settled`
do not grow. `null` may stand, and `free` is what takes keys that nobody knows. What is not said is anything.

Messages, contents and tools stand beside that in ``types/<dialect>.said.json``, and schemas in neither. What types do
not say stands in ``parameter_bounds.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from client_types import LEFT_OUT, OWN_JSON, Node, arguments, node
from options import parser
from parameter_bounds import BOUNDS

from pytest_promptfmt.verdicts.request.client_types import FILES

FOLDER = Path(__file__).parents[1] / "pytest_promptfmt" / "verdicts" / "request" / "types"


def of_botocore(out: frozenset[str] = LEFT_OUT) -> Node:
    """The input of Converse in the service's own model, with its bounds."""
    loaders, model = import_module("botocore.loaders"), import_module("botocore.model")
    service = model.ServiceModel(loaders.Loader().load_service_model("bedrock-runtime", "service-2"))
    return shape(service.operation_model("Converse").input_shape, out)


SMITHY = {"string": "string", "integer": "integer", "long": "integer", "float": "number", "boolean": "boolean"}


def shape(found: Any, out: frozenset[str] = LEFT_OUT) -> Node:
    bounds = (
        {"min": "low", "max": "high"}
        if found.type_name in ("integer", "long", "float")
        else {"min": "short", "max": "long"}
    )
    bounds |= {"pattern": "like"}
    held = {name: found.metadata[key] for key, name in bounds.items() if key in found.metadata}
    match found.type_name:
        case "structure" if getattr(found, "is_document_type", False):
            return {}
        case "structure":
            keys = {key: {} if key in out else shape(each, out) for key, each in found.members.items()}
            one = {"one": True} if getattr(found, "is_tagged_union", False) else {}
            needs = {"needs": sorted(found.required_members)} if found.required_members else {}
            return {"kinds": ["object"], "keys": keys, **needs, **one}
        case "list":
            return {"kinds": ["array"], "items": shape(found.member, out), **held}
        case "map":
            names = {"names": found.key.metadata["pattern"]} if "pattern" in found.key.metadata else {}
            return {"kinds": ["object"], "values": shape(found.value, out), **names, **held}
        case "string" if found.enum:
            return {"kinds": ["string"], "words": list(found.enum)}
        case name:
            return {"kinds": [SMITHY[name]], **held} if name in SMITHY else {}


def of(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def all_of(*nodes: Node) -> Node:
    """One object with the keys of several."""
    return {"kinds": ["object"], "keys": {key: each for said in nodes for key, each in said["keys"].items()}}


def of_gemini() -> Node:
    """The client takes one configuration, and sends it in two places."""
    sdk = import_module("google.genai.types")
    config, wire = node(sdk.GenerateContentConfig), node(sdk.GenerationConfig)
    at_top = ("safetySettings", "toolConfig", "labels", "cachedContent", "serviceTier", "store", "modelArmorConfig")
    own = ("systemInstruction", "tools", "httpOptions", "automaticFunctionCalling", "shouldReturnHttpResponse")
    inner = {key: each for key, each in config["keys"].items() if key not in at_top + own}
    top = {key: config["keys"][key] for key in at_top}
    return {"kinds": ["object"], "keys": {**top, "generationConfig": all_of({"keys": inner}, wire), "config": config}}


def of_anthropic() -> Node:
    beta = node(of("anthropic.types.beta.message_create_params", "MessageCreateParamsNonStreaming"))
    usual = node(of("anthropic.types.message_create_params", "MessageCreateParamsNonStreaming"))
    return {**all_of(usual, beta), "needs": usual["needs"]}


SHARED = (
    "model", "temperature", "top_p", "presence_penalty", "frequency_penalty", "max_tokens", "max_completion_tokens",
    "seed", "logprobs", "stream", "store", "parallel_tool_calls", "logit_bias", "stream_options", "response_format",
    "stop", "tool_choice", "reasoning_effort",
)  # fmt: skip


def compatible() -> Node:
    """What a server that speaks OpenAI's format takes no otherwise: kinds, bounds, old words; it may know more."""
    said = over(CLIENTS["openai"][1](), BOUNDS["openai"])
    return loosened({"kinds": ["object"], "keys": {key: said["keys"][key] for key in SHARED}})


def loosened(said: Node) -> Node:
    """A server takes more words, keys and items than OpenAI; what is closed stays, with keys of its own."""
    dropped = (*(() if "closed" in said else ("words",)), *(() if "settled" in said else ("one_of",)))
    kept = {key: each for key, each in said.items() if key not in ("needs", "items", *dropped)}
    if "one_of" in kept:
        kept["one_of"] = [
            {
                "free": True,
                "keys": {key: each if key == "type" else loosened(each) for key, each in form["keys"].items()},
            }
            for form in kept["one_of"]
        ]
    if "keys" in kept:
        kept["keys"] = {key: loosened(each) for key, each in kept["keys"].items()}
    return {**kept, "free": True} if "object" in said.get("kinds", ()) else kept


def said_in(dialect: str) -> Node:
    """What the types say of the messages and the tools; keys that nobody knows are not theirs to refuse."""
    module, name, keys = CONVERSATIONS[dialect]
    match name:
        case "":
            whole = of_botocore(OWN_JSON)
        case "chat":
            whole = arguments(of(module, "ClientV2").chat, OWN_JSON)
        case "Content Tool":
            content, tool = (node(of(module, each), (), OWN_JSON) for each in name.split())
            lists = {"contents": content, "tools": tool}
            said = {key: {"kinds": ["array"], "items": each} for key, each in lists.items()}
            whole = {"keys": {**said, "systemInstruction": content}}
        case _:
            whole = node(of(module, name), (), OWN_JSON)
    if dialect == "openai-responses":
        items = whole["keys"]["input"]["items"]
        items["one_of"] = [form if "role" not in form["keys"] else MESSAGE for form in items["one_of"]]
    own = GIVEN if dialect == "openai-responses" else frozenset()
    return optional({"kinds": ["object"], "keys": {key: whole["keys"][key] for key in keys}}, own)


GIVEN = frozenset({"id", "status", "detail"})
"""What the Responses API gives its own items and does not want back, and what has a value where it is absent."""
MESSAGE: Node = {"keys": {"type": {"kinds": ["string"], "words": ["message"]}, "role": {}}}
"""What the schema judges, whoever speaks."""


def optional(said: Any, own: frozenset[str]) -> Any:
    """Without the wants of what may be null: a server passes over it where it is absent."""
    if isinstance(said, list):
        return [optional(each, own) for each in said]
    if not isinstance(said, dict):
        return said
    kept = {key: optional(each, own) for key, each in said.items()}
    if "needs" in said and isinstance(said.get("keys"), dict):
        kept["needs"] = [key for key in said["needs"] if key not in own and not said["keys"][key].get("null")]
    return kept


def shared(said: Any, parts: list[Any], known: dict[str, int]) -> Any:
    """With what stands in several places once, in `parts`, and its number where it stood."""
    if isinstance(said, list):
        return [shared(each, parts, known) for each in said]
    if not isinstance(said, dict):
        return said
    spelled = json.dumps(said, sort_keys=True)
    if len(spelled) < _SHORT:
        return said
    if spelled not in known:
        parts.append({key: shared(each, parts, known) for key, each in said.items()})
        known[spelled] = len(parts) - 1
    return {"$part": known[spelled]}


_SHORT = 90
CHAT = "openai.types.chat"
CONVERSATIONS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "openai": (f"{CHAT}.completion_create_params", "CompletionCreateParamsNonStreaming", ("messages", "tools")),
    "openai-responses": (
        "openai.types.responses.response_create_params", "ResponseCreateParamsNonStreaming", ("input", "tools"),
    ),
    "anthropic": (
        "anthropic.types.beta.message_create_params", "MessageCreateParamsNonStreaming",
        ("messages", "system", "tools"),
    ),
    "gemini": ("google.genai.types", "Content Tool", ("contents", "tools", "systemInstruction")),
    "bedrock": ("", "", ("messages", "system", "toolConfig")),
    "mistral": ("mistralai.client.models", "ChatCompletionRequest", ("tools",)),
    "cohere": ("cohere", "chat", ("tools",)),
    "groq": ("groq.types.chat.completion_create_params", "CompletionCreateParams", ("messages", "tools")),
    "openrouter": ("openrouter.components", "ChatRequest", ("messages", "tools")),
}  # fmt: skip
"""Where a client says what the messages and tools are, and under which keys.

Mistral and Cohere take more in a message than their clients' types have, and the schemas know it.
"""
CLIENTS: Mapping[str, tuple[str, Callable[[], Node]]] = {
    "openai": ("openai", lambda: node(of(f"{CHAT}.completion_create_params", "CompletionCreateParamsNonStreaming"))),
    "openai-responses": (
        "openai", lambda: node(of("openai.types.responses.response_create_params", "ResponseCreateParamsNonStreaming")),
    ),
    "anthropic": ("anthropic", of_anthropic),
    "gemini": ("google-genai", of_gemini),
    "gemini-interactions": (
        "google-genai", lambda: node(of("google.genai.interactions", "CreateModelInteractionParam")),
    ),
    "bedrock": ("botocore", of_botocore),
    "mistral": ("mistralai", lambda: node(of("mistralai.client.models", "ChatCompletionRequest"))),
    "cohere": ("cohere", lambda: arguments(of("cohere", "ClientV2").chat)),
    "ollama": ("ollama", lambda: node(of("ollama._types", "ChatRequest"))),
    "ollama-generate": ("ollama", lambda: node(of("ollama._types", "GenerateRequest"))),
    "groq": ("groq", lambda: node(of("groq.types.chat.completion_create_params", "CompletionCreateParams"))),
    "openrouter": ("openrouter", lambda: node(of("openrouter.components", "ChatRequest"))),
    "zhipu": ("zai-sdk", lambda: arguments(of("zai.api_resource.chat.completions", "Completions").create)),
    **dict.fromkeys(
        ("deepseek", "vllm", "xai", "moonshot", "minimax", "siliconflow", "dashscope"), ("openai", compatible)
    ),
}  # fmt: skip


def over(said: Node, beside: Mapping[str, Node | None]) -> Node:
    """With what the client's types do not say, by place; None takes away what they say of the client alone."""
    for place, more in beside.items():
        *way, last = place.replace("[]", ".[]").split(".")
        at = said
        for key in way:
            at = at.setdefault("items", {}) if key == "[]" else at.setdefault("keys", {}).setdefault(key, {})
        known = at.setdefault("keys", {})
        if more is None:
            known.pop(last, None)
        else:
            known[last] = {key: value for key, value in {**known.get(last, {}), **more}.items() if value is not None}
    return said


def derived(dialect: str) -> Node:
    """What its client's types say, and what stands beside them."""
    return over(CLIENTS[dialect][1](), BOUNDS.get(dialect, {}))


def main() -> None:
    """Writes those named, or all."""
    told = parser(__doc__)
    told.add_argument("dialects", nargs="*", metavar="DIALECT", help=", ".join(CLIENTS))
    dialects = told.parse_args().dialects
    if unknown := [dialect for dialect in dialects if dialect not in CLIENTS]:
        told.error(f"nobody's parameters: {', '.join(unknown)}")
    FOLDER.mkdir(exist_ok=True)
    for dialect in dialects or CLIENTS:
        client = CLIENTS[dialect][0]
        about = {"client": client, "version": version(client)}
        if dialect in CONVERSATIONS:
            parts: list[Any] = []
            write(f"{dialect}.said.json", about, {"whole": shared(said_in(dialect), parts, {}), "parts": parts})
        write(f"{FILES.get(dialect, dialect)}.json", about, derived(dialect))


def write(name: str, about: Mapping[str, str], data: Node) -> None:
    """A file of the folder, with the day on which it came to say this."""
    path = FOLDER / name
    before = json.loads(path.read_text("utf-8")) if path.is_file() else {"of": {}}
    day = before["of"].get("date", "")
    if before != {"of": {**about, "date": day}, **data}:
        day = date.today().isoformat()
    whole = {"of": {**about, "date": day}, **data}
    path.write_text(json.dumps(whole, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()

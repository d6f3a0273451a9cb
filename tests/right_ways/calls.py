"""Calls and their arguments."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from liars.payloads import behind, by, calling, functions, holding, insert, messages, of_type, respelled

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from right_ways.way import unclaimed, way, ways_of, written


def rewritten(payload: Any, change: Callable[[Any], str]) -> Any:
    """The payload with the JSON of arguments written otherwise."""
    for function in functions(payload):
        function["arguments"] = change(json.loads(function["arguments"]))
    return payload


ARGUMENTS = tuple(
    f"tools/arguments-{name}"
    for name in ("nested", "empty", "floats", "outside-ascii", "odd-keys", "escapes", "null-and-booleans")
)


@way("openai.chat", *ARGUMENTS)
def arguments_in_ascii(payload: Any) -> Any:
    return rewritten(payload, json.dumps)


@way("deepseek.chat", *ARGUMENTS)
def arguments_without_blanks(payload: Any) -> Any:
    return rewritten(payload, lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")))


@way("vllm.chat", *ARGUMENTS)
def arguments_on_lines_by_key(payload: Any) -> Any:
    return rewritten(payload, lambda value: json.dumps(value, indent=2, sort_keys=True))


@way("anthropic.chat", *ARGUMENTS, warnings=("anthropic.roles-alternate",))
def keys_backwards(payload: Any) -> Any:
    for block in of_type("tool_use", payload):
        block["input"] = dict(reversed(block["input"].items()))
    return payload


@way("ollama.chat", "tools/arguments-nested")
def integers_as_floats(payload: Any) -> Any:
    return json.loads(json.dumps(payload), parse_int=float)


@way("openai.chat", "tools/single-call", "tools/six-rounds")
def empty_content_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = ""
    return payload


@way("vllm.chat", "tools/single-call")
def no_content_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        del message["content"]
    return payload


@way("openai.chat", "tools/text-beside-call")
def text_in_a_message_before_the_call(payload: Any) -> Any:
    [message] = calling(payload)
    insert(payload, messages(payload).index(message), {"role": "assistant", "content": message["content"]})
    message["content"] = None
    return payload


@way("openai.chat", "tools/text-after-call")
def text_in_a_message_behind_the_result(payload: Any) -> Any:
    [message] = calling(payload)
    behind(payload, by("tool", payload)[-1], {"role": "assistant", "content": message["content"]})
    message["content"] = None
    return payload


@way("gemini.chat", "tools/single-call", "tools/parallel-two-messages", warnings=("gemini.alternate",))
def calls_without_ids(payload: Any) -> Any:
    for node in holding("id", payload):
        del node["id"]
    return payload


@way("ollama.chat", "tools/parallel-two-messages", "tools/parallel-same-tool-reversed")
def tools_told_apart_by_name_and_place(payload: Any) -> Any:
    for message in calling(payload):
        for call in message["tool_calls"]:
            del call["id"]
    for message in by("tool", payload):
        del message["tool_call_id"]
    return payload


@way("openai.chat", "tools/id-long")
def ids_cut(payload: Any) -> Any:
    for message in calling(payload):
        for call in message["tool_calls"]:
            call["id"] = call["id"][:40]
    for message in by("tool", payload):
        message["tool_call_id"] = message["tool_call_id"][:40]
    return payload


def _made_anew(value: Any, ids: dict[str, str]) -> Any:
    """Each id of a call, and that of its result, as nine new letters and digits."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key in ("id", "tool_call_id", "tool_use_id", "toolUseId", "call_id"):
            value[key] = ids.setdefault(item, f"call{len(ids):05}")
        elif key != "arguments":
            _made_anew(item, ids)
    return value


def ids_made_anew(payload: Any) -> Any:
    _made_anew(messages(payload), {})
    return payload


RENAMED = ("tools/single-call", "tools/parallel-same-arguments", "tools/id-short")
DOTTED, NAMED = "tools/id-with-dots", ("fidelity.renamed-call",)
MADE_ANEW = (
    *way("anthropic.chat", *RENAMED, DOTTED, warnings=("anthropic.roles-alternate",))(ids_made_anew),
    *way("bedrock.chat", *RENAMED, DOTTED)(ids_made_anew),
    *way("mistral.chat", *RENAMED, DOTTED)(ids_made_anew),
    *way("gemini.chat", *RENAMED, DOTTED, warnings=("gemini.alternate", *NAMED))(ids_made_anew),
    *(
        each
        for dialect in ("openai", "vllm", "ollama", "deepseek", "zhipu", "dashscope")
        for each in way(f"{dialect}.chat", *RENAMED, DOTTED, warnings=NAMED)(ids_made_anew)
    ),
    *way("openai-responses.chat", *RENAMED, warnings=NAMED)(ids_made_anew),
)


@written("openai.chat", "tools/tool-name-with-dot")
def tool_names_spelled_otherwise(conversation: Conversation) -> Any:
    return FORMATTERS["openai.chat"](parse(respelled(conversation.to_json(), "weather.get", "weather_get")))


def signed(payload: Any, signature: str) -> Any:
    """The payload with its first call signed, as Gemini 3 wants it of calls that another model made."""
    holding("function_call", payload)[0]["thought_signature"] = signature
    return payload


@way("gemini.chat", "tools/single-call", "tools/parallel-two-messages", warnings=("gemini.alternate",))
def calls_with_the_dummy_signature(payload: Any) -> Any:
    # Google's documentation names two strings for calls that have no signature (quoted in elastic/kibana#243463).
    return signed(payload, "skip_thought_signature_validator")


@way("gemini.chat", "tools/single-call", warnings=("gemini.alternate",))
def calls_with_the_other_dummy_signature(payload: Any) -> Any:
    return signed(payload, "context_engineering_is_the_way_to_go")


@way("gemini.chat", "tools/single-call", warnings=("gemini.alternate",))
def calls_with_the_dummy_signature_as_bytes(payload: Any) -> Any:
    return signed(payload, base64.b64encode(b"skip_thought_signature_validator").decode())


@way(
    "gemini.chat",
    "thinking/signature-on-call",
    "thinking/signatures-on-two-steps",
    warnings=("fidelity.unsigned-call",),
)
def the_dummy_for_each_signature(payload: Any) -> Any:
    """Of who keeps no signatures, and claims no thinking."""
    for part in holding("function_call", payload):
        part["thought_signature"] = base64.b64encode(b"skip_thought_signature_validator").decode()
    return payload


WITHOUT_THINKING = unclaimed(the_dummy_for_each_signature)
del the_dummy_for_each_signature


@way("gemini.chat", "thinking/signature-on-call")
def signatures_for_urls(payload: Any) -> Any:
    for part in holding("thought_signature", payload):
        part["thought_signature"] = base64.urlsafe_b64encode(base64.b64decode(part["thought_signature"])).decode()
    return payload


WAYS = ways_of(globals())

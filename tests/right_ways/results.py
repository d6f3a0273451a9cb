"""Results, and what no payload can say as it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.liar import Formatter, answers, calls, case, refuses, says
from liars.payloads import by, holding, insert, messages, of_type, remove

from pytest_promptfmt.conversation import Conversation, ToolResult, ToolUse
from right_ways.way import Ways, way, ways_of, written


@way("openai.chat", "tools/result-two-texts", "tools/result-several-lines")
def results_as_parts(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


TWO_TEXTS = case(
    "a-result-of-two-words",
    says("user", "The weather, amber-17?"),
    says("assistant", calls("get_weather", "call_1")),
    says(
        "tool", answers("get_weather", "call_1", [{"type": "text", "text": "Rain"}, {"type": "text", "text": "Wind"}])
    ),
    says("user", "Thanks, cobalt-42."),
)


@way("openai.chat", TWO_TEXTS)
def outputs_with_nothing_between(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = "RainWind"
    return payload


@way("anthropic.chat", "tools/single-call", "tools/result-json-list", warnings=("anthropic.roles-alternate",))
def results_as_strings(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        block["content"] = block["content"][0]["text"]
    return payload


@way("anthropic.chat", "tools/result-null", "tools/result-empty-list", warnings=("anthropic.roles-alternate",))
def empty_results_without_content(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        block.pop("content", None)
    return payload


@written(
    "vllm.chat",
    "tools/result-before-call",
    "errors/result-before-call",
    warnings=("openai.tool-calls-answered", "openai.tool-result-has-call"),
)
def results_where_they_were_told(conversation: Conversation) -> Any:
    """Before their calls, where no rule asks for an order."""
    told: list[Any] = []
    for message in conversation.messages:
        match message.blocks:
            case [ToolUse(id=id_, name=name, input=arguments)]:
                function = {"name": name, "arguments": json.dumps(arguments)}
                told.append(
                    {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}
                )
            case [ToolResult(id=id_, output=output)]:
                told.append({"role": "tool", "tool_call_id": id_, "content": output})
            case _:
                told.append({"role": message.role, "content": message.text})
    return told


def results_in_ascii(conversation: Conversation) -> Any:
    """And what tools gave, which is a value there and no text."""
    return in_ascii(conversation, json.dumps)


@written(
    "vllm.chat",
    "tools/orphan-result",
    "errors/result-without-call",
    warnings=("openai.tool-result-has-call",),
)
def ids_of_its_own_where_nothing_was_called(conversation: Conversation) -> Any:
    """What answers no call still answers none, whatever its id."""
    return [
        {"role": "tool", "tool_call_id": "Ab3dE6gH9", "content": block.output}
        if isinstance(block, ToolResult)
        else {"role": message.role, "content": message.text}
        for message in conversation.messages
        for block in message.blocks
    ]


@way("openai.chat", "tools/result-null", "tools/result-empty-string", "tools/result-empty-text")
def a_word_for_nothing(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = message["content"] or "(no output)"
    return payload


@way("gemini.chat", "tools/single-call", "tools/result-outside-ascii", warnings=("gemini.alternate",))
def results_under_another_key(payload: Any) -> Any:
    for response in holding("response", payload):
        response["response"] = {"result": response["response"]["output"]}
    return payload


@way("gemini.chat", "tools/failed-with-a-number", warnings=("fidelity.error-flag",))
def results_of_a_kind_that_tells(payload: Any) -> Any:
    """Of a class of the library's own, whose name says that it failed."""
    for response in holding("response", payload):
        response["response"] = {"type": "ErrorArtifact", "id": "00f1", "value": response["response"]["error"]}
    return payload


@way("gemini.chat", "tools/single-call", "tools/result-outside-ascii", warnings=("gemini.alternate",))
def results_beside_no_error(payload: Any) -> Any:
    for response in holding("response", payload):
        response["response"] = {"output": response["response"]["output"], "error": None}
    return payload


@way(
    "gemini.chat",
    "tools/result-json-object",
    "tools/result-json-list",
    "tools/result-json-number",
    "tools/result-quoted-string",
    warnings=("gemini.alternate",),
)
def results_as_the_json_that_they_spell(payload: Any) -> Any:
    for response in holding("response", payload):
        response["response"] = {"result": json.loads(response["response"]["output"])}
    return payload


@way("ollama.chat", "tools/result-several-lines", "tools/result-outside-ascii", "tools/result-two-texts")
def results_wrapped_in_json(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = json.dumps({"status": "ok", "output": message["content"]})
    return payload


@way("openai.chat", "tools/single-call", warnings=("openai.tool-message-name",))
def named_results(payload: Any) -> Any:
    for message in by("tool", payload):
        message["name"] = "get_weather"
    return payload


@way("openai.chat", "tools/parallel-three", "tools/parallel-same-tool-reversed")
def results_backwards(payload: Any) -> Any:
    results = by("tool", payload)
    at = messages(payload).index(results[0])
    return insert(remove(payload, *results), at, *reversed(results))


@way("anthropic.chat", "tools/parallel-three")
def result_blocks_backwards(payload: Any) -> Any:
    for message in by("user", payload):
        message["content"].reverse()
    return payload


@way("gemini.chat", "tools/parallel-two-messages", warnings=("gemini.alternate", "gemini.response-name"))
def names_for_ids_where_no_call_has_any(payload: Any) -> Any:
    for call in holding("args", payload):
        call.pop("id", None)
    for response in holding("response", payload):
        response["id"] = response["name"]
    return payload


@way("gemini.chat", "tools/parallel-two-messages", warnings=("gemini.alternate",))
def responses_backwards(payload: Any) -> Any:
    for content in by("user", payload):
        content["parts"].reverse()
    return payload


@way("anthropic.chat", "tools/failed-call", warnings=("anthropic.roles-alternate",))
def failures_in_words(payload: Any) -> Any:
    for block in of_type("tool_result", payload):
        block["content"] = f"Error: {block['content'][0]['text']}"
    return payload


PADDED = case(
    "results-with-line-ends",
    says("user", "The weather, amber-17?"),
    says("assistant", calls("get_weather", "call_1")),
    says("tool", answers("get_weather", "call_1", "Rain, jade-31.\n\n")),
    says("user", "Thanks, cobalt-42."),
)


@way("vllm.chat", PADDED, warnings=("fidelity.trimmed-text",))
def results_trimmed(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = message["content"].strip()
    return payload


FOUND_NONE = case(
    "a-tool-that-writes-error-itself",
    says("user", "The weather, amber-17?"),
    says("assistant", calls("get_weather", "call_1")),
    says("tool", answers("get_weather", "call_1", '{"error": null, "weather": "rain"}')),
    says("assistant", "Rain, jade-31."),
    says("user", "Thanks, cobalt-42."),
)


@way("gemini.chat", FOUND_NONE)
def json_as_the_response_itself(payload: Any) -> Any:
    for response in holding("response", payload):
        response["response"] = json.loads(response["response"]["output"])
    return payload


@way("bedrock.chat", "tools/single-call")
def successes_marked(payload: Any) -> Any:
    for result in holding("toolResult", payload):
        result["toolResult"]["status"] = "success"
    return payload


@written("openai.chat", "tools/interrupted-call", "tools/one-of-two-answered", "tools/orphan-result")
def refusals(conversation: Conversation) -> Any:
    return refuses(conversation)


@written("openai.chat", "tools/interrupted-call", "tools/call-at-end")
def open_calls_left_out(conversation: Conversation) -> Any:
    return [{"role": message.role, "content": message.text} for message in conversation.messages if message.text]


@written("openai.chat", "tools/orphan-result")
def orphans_as_text(conversation: Conversation) -> Any:
    return [
        {"role": message.role if message.text else "user", "content": message.text or message.blocks[0].output}  # type: ignore[union-attr]
        for message in conversation.messages
    ]


def respelling(change: Callable[[str], str]) -> Formatter:
    """Half characters in another way."""
    return lambda conversation: [
        {"role": message.role, "content": change(message.text)} for message in conversation.messages
    ]


SURROGATES = tuple(
    ways
    for name, change in (
        ("surrogates-dropped", lambda text: text.encode("utf-8", "ignore").decode()),
        ("surrogates-as-question-marks", lambda text: text.encode("utf-8", "replace").decode()),
        ("surrogates-replaced", lambda text: re.sub("[\ud800-\udfff]", "\ufffd", text)),
    )
    for ways in written("openai.chat", "chat/lone-surrogate", name=name)(respelling(change))
)


@way("openai.chat", "tools/result-null")
def nothing_in_json(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = "null"
    return payload


@way("openai.chat", "tools/result-null")
def nothing_in_words(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = "(None of the tool's output is left: it said nothing.)"
    return payload


def in_ascii(conversation: Conversation, spelled: Callable[[Any], Any] = lambda output: output) -> Any:
    """Arguments as JSON text in ASCII, which spells half a character that no UTF-8 can carry."""
    told: list[Any] = []
    for message in conversation.messages:
        match message.blocks:
            case [ToolUse(id=id_, name=name, input=arguments)]:
                called = {"id": id_, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
                told.append({"role": "assistant", "content": "", "tool_calls": [called]})
            case [ToolResult(id=id_, output=output)]:
                told.append({"role": "tool", "tool_call_id": id_, "content": spelled(output)})
            case _:
                told.append({"role": message.role, "content": message.text})
    return told


ESCAPED = tuple(
    ways
    for target in ("openai.chat", "zhipu.chat", "dashscope.chat", "dashscope-multimodal.chat", "vllm.chat")
    for ways in written(target, "errors/surrogate-in-arguments", name="arguments-in-ascii")(in_ascii)
) + tuple(
    ways
    for target in ("openai.chat", "vllm.chat", "dashscope.chat", "deepseek.chat", "openrouter.chat")
    for ways in written(
        target, "errors/surrogate-in-a-result", name="results-in-ascii", warnings=("fidelity.quoted-text",)
    )(results_in_ascii)
)


HALF = case(
    "half-a-character-beside-whole-ones",
    says("user", "The weather, amber-17?"),
    says("assistant", calls("get_weather", "call_1")),
    says("tool", answers("get_weather", "call_1", "Neige \ud83d à Malmö, jade-31.")),
    says("user", "Thanks, cobalt-42."),
)


@written("openai.chat", HALF, warnings=("fidelity.quoted-text",))
def results_as_javascripts_json(conversation: Conversation) -> Any:
    """In which half characters alone are spelled."""
    return in_ascii(conversation, lambda output: json.dumps(output, ensure_ascii=False).replace("\ud83d", "\\ud83d"))


@written("anthropic.chat", "errors/surrogate-in-a-result", warnings=("fidelity.quoted-text",))
def results_as_json(conversation: Conversation) -> Any:
    told = in_ascii(conversation, json.dumps)
    system, asked, _, answered, last = told
    [call] = conversation.messages[2].blocks
    assert isinstance(call, ToolUse)
    used = {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.input)}
    given = {"type": "tool_result", "tool_use_id": call.id, "content": answered["content"]}
    answers = [given, {"type": "text", "text": last["content"]}]
    turns = [asked, {"role": "assistant", "content": [used]}, {"role": "user", "content": answers}]
    return {"system": system["content"], "messages": turns}


@written("ollama.chat", "tools/orphan-beside-result", warnings=("ollama.tool-name",))
def nobodys_result_without_a_name(conversation: Conversation) -> Any:
    """Where results have no ids, one that names its tool is rather its call's than one that names none."""
    asked, called, _, thanks = conversation.messages
    [call] = called.blocks
    assert isinstance(call, ToolUse)
    function = {"name": call.name, "arguments": dict(call.input)}
    answers = [block for block in conversation.messages[2].blocks if isinstance(block, ToolResult)]
    told = [{"role": "tool", "content": answer.output} for answer in answers]
    told[-1]["tool_name"] = call.name
    return [
        {"role": "user", "content": asked.text},
        {"role": "assistant", "content": "", "tool_calls": [{"function": function}]},
        *told,
        {"role": "user", "content": thanks.text},
    ]


@way(
    "vllm.chat",
    "tools/single-call",
    "tools/sequential-calls",
    warnings=("openai.tool-calls-answered", "openai.tool-result-has-call"),
)
def answers_without_ids(payload: Any) -> Any:
    """The server takes any message of a role; the ids are the template's business, and most have none."""
    for message in by("tool", payload):
        del message["tool_call_id"]
    return payload


def _answers_by_their_place(target: str, *cases: str) -> Ways:
    return way(target, *cases, warnings=("dashscope.tool-result-has-call",))(_without_ids)


def _without_ids(payload: Any) -> Any:
    """As Alibaba's pages of 2024 had them, and its Qwen-Agent still does."""
    for message in by("tool", payload):
        del message["tool_call_id"]
    return payload


BY_PLACE = (
    *_answers_by_their_place(
        "dashscope.chat", "tools/single-call", "tools/sequential-calls", "tools/parallel-one-message"
    ),
    *_answers_by_their_place("dashscope-multimodal.chat", "tools/single-call", "tools/sequential-calls"),
)

WAYS = ways_of(globals())


def _of_a_role_of_its_own(payload: Any) -> Any:
    """As google-genai's README answers a call: models before 3.6 take it."""
    for content in payload["contents"] if isinstance(payload, dict) else payload:
        if any("functionResponse" in part or "function_response" in part for part in content["parts"]):
            content["role"] = "tool"
    return payload


RESULTS_OF_A_ROLE_OF_THEIR_OWN = tuple(
    replace(each, claims={"model": "gemini-2.5-flash"})
    for each in way("gemini.chat", "tools/single-call", "tools/parallel-two-messages")(_of_a_role_of_its_own)
)

"""Who tells by nothing what was told: results without a name, failures without a mark; and what stands for nothing."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import answers, calls, case, liar, liars_of, says
from liars.payloads import by, calling, holding, insert, messages, nodes, of_type

# results that only their place tells apart

REVERSED, THREE = "tools/parallel-reversed", "tools/parallel-same-tool-three-out-of-order"


def nameless(*results: Any) -> None:
    for result in results:
        result.pop("tool_name", None)
        result.pop("tool_call_id", None)


@liar("ollama.chat", REVERSED, "fidelity.wrong-call", "error", like="agentscope#2006")
def names_no_tool_and_keeps_their_order(payload: Any) -> Any:
    """Sends two results as they came, and not what they are the results of."""
    first, second = results = by("tool", payload)
    first["content"], second["content"] = second["content"], first["content"]
    nameless(*results)
    return payload


@liar("gemini.chat", THREE, "fidelity.wrong-call", "error", like="agentscope#2006")
def gives_no_ids_and_keeps_their_order(payload: Any) -> Any:
    """Sends three results of one tool as they came, without the ids by which they answer."""
    for key in ("function_call", "function_response"):
        for part in holding(key, payload):
            part[key].pop("id", None)
    [turn] = [turn for turn in messages(payload) if "function_response" in turn["parts"][0]]
    turn["parts"] = [turn["parts"][2], *turn["parts"][:2]]
    return payload


HALF_ANSWERED = case(
    "the-second-of-two-answered",
    says("user", "The weather and the time, amber-17?"),
    says("assistant", calls("get_weather", "call_1"), calls("get_time", "call_2")),
    says("tool", answers("get_time", "call_2", "Noon, jade-31.")),
    says("user", "Thanks, falcon-58."),
    expect={"demand": "either", "repairs": ["keep", "drop-open-calls"], "why": "the first call is open"},
)


def half_answered(conversation: Any) -> Any:
    made = [{"function": {"name": name, "arguments": {}}} for name in ("get_weather", "get_time")]
    return [
        {"role": "user", "content": "The weather and the time, amber-17?"},
        {"role": "assistant", "content": "", "tool_calls": made},
        {"role": "tool", "content": "Noon, jade-31.", "tool_name": "get_time"},
        {"role": "user", "content": "Thanks, falcon-58."},
    ]


@liar("ollama.chat", HALF_ANSWERED, "fidelity.wrong-call", "error", half_answered)
def names_no_tool_behind_an_open_call(payload: Any) -> Any:
    """Sends the only result, which reads as the answer to the call before its own."""
    nameless(*by("tool", payload))
    return payload


# failures that nothing tells

NUMBER, TABLE = "tools/failed-with-a-number", "tools/one-of-two-failed-with-a-table"


@liar("anthropic.chat", NUMBER, "fidelity.lost-mark", "error")
def hides_that_a_number_is_wrong(payload: Any) -> Any:
    """Sends a failed call's number as any other."""
    for block in of_type("tool_result", payload):
        block.pop("is_error", None)
    return payload


@liar("bedrock.chat", TABLE, "fidelity.lost-mark", "error")
def hides_that_a_table_is_half(payload: Any) -> Any:
    """Sends a failed call's table as any other."""
    for block in holding("toolResult", payload):
        block["toolResult"].pop("status", None)
    return payload


@liar("gemini.chat", TABLE, "fidelity.lost-mark", "error")
def tells_half_a_table_as_output(payload: Any) -> Any:
    """Writes what was there when it failed under the key of what came out."""
    for part in holding("function_response", payload):
        response = part["function_response"]["response"]
        part["function_response"]["response"] = {"output": response.get("error", response.get("output"))}
    return payload


# thoughts that nobody thought


@liar(
    "anthropic.chat",
    "chat/plain-turns",
    "fidelity.added-thinking",
    "error",
    also=("anthropic.thinking-unmodified",),
    like="agno#6946",
)
def thinks_nothing_first(payload: Any) -> Any:
    """Begins each answer with a thought that is empty."""
    for turn in by("assistant", payload):
        turn["content"].insert(0, {"type": "thinking", "thinking": "", "signature": ""})
    return payload


@liar("bedrock.chat", "chat/plain-turns", "fidelity.added-thinking", "error", like="agno#6946")
def reasons_about_nothing(payload: Any) -> Any:
    """Begins each answer with reasoning that is empty."""
    for turn in by("assistant", payload):
        turn["content"].insert(0, {"reasoningContent": {"reasoningText": {"text": "", "signature": ""}}})
    return payload


@liar("mistral.chat", "chat/plain-turns", "fidelity.added-thinking", "error", like="agno#6946")
def thinks_an_empty_list(payload: Any) -> Any:
    """Begins each answer with a list of no thoughts."""
    for turn in by("assistant", payload):
        turn["content"].insert(0, {"type": "thinking", "thinking": []})
    return payload


@liar("gemini.chat", "chat/plain-turns", "fidelity.added-thinking", "error")
def calls_an_empty_part_a_thought(payload: Any) -> Any:
    """Ends each answer in a part that says that it is a thought, and nothing else."""
    for turn in by("model", payload):
        turn["parts"].append({"text": "", "thought": True})
    return payload


@liar("openai-responses.chat", "thinking/signed-beside-text", "fidelity.added-thinking", "error")
def adds_an_empty_item(payload: Any) -> Any:
    """Puts an item of reasoning that is empty before each answer, beside those that are not."""
    [answer] = by("assistant", payload)
    return insert(payload, messages(payload).index(answer), {"type": "reasoning", "summary": []})


# paragraphs that nobody wrote


@liar("openai.chat", "chat/plain-turns", "fidelity.blank-paragraph", "error", like="pydantic-ai#2678")
def leaves_room_behind_instructions(payload: Any) -> Any:
    """Ends the instructions in an empty paragraph."""
    for message in by("system", payload):
        message["content"][-1]["text"] += "\n\n"
    return payload


@liar("gemini.chat", "chat/no-system", "fidelity.blank-paragraph", "error")
def leaves_room_before_answers(payload: Any) -> Any:
    """Begins each answer with an empty paragraph."""
    for turn in by("model", payload):
        turn["parts"][0]["text"] = "\n \n" + turn["parts"][0]["text"]
    return payload


# words for nothing, where no place was empty


@liar("anthropic.chat", "tools/single-call", "fidelity.added-words", "warning", like="inspect_ai#2772")
def tells_that_a_call_has_no_content(payload: Any) -> Any:
    """Writes a text for what is said beside calls where nothing was."""
    for turn in by("assistant", payload):
        if of_type("tool_use", [turn]):
            turn["content"].insert(0, {"type": "text", "text": "(no content)"})
    return payload


@liar("openai.chat", "tools/single-call", "fidelity.added-words", "warning")
def says_that_it_is_calling(payload: Any) -> Any:
    """Says in the model's place that it calls."""
    for message in by("assistant", payload):
        if message.get("tool_calls"):
            message["content"] = "[Calling tool]"
    return payload


@liar("openai.chat", "tools/single-call", "fidelity.added-turn", "warning", like="Flowise#3472")
def quotes_what_nobody_says(payload: Any) -> Any:
    """Writes JSON of the text that a turn with a call does not have."""
    for message in by("assistant", payload):
        if message.get("tool_calls"):
            message["content"] = json.dumps(message.get("content") or "")
    return payload


@liar("gemini.chat", "tools/single-call", "fidelity.added-turn", "warning", like="Flowise#3472")
def shows_what_nobody_says(payload: Any) -> Any:
    """Writes what Python shows of the text that a turn with a call does not have."""
    for turn in by("model", payload):
        if holding("function_call", [turn]):
            turn["parts"].insert(0, {"text": repr("")})
    return payload


# what is little, and told twice or not at all


@liar("deepseek.chat", "thinking/every-three-in-a-turn", "fidelity.doubled-text", "error")
def says_short_words_twice(payload: Any) -> Any:
    """Writes what was said beside calls once more, each word of it too short to be known by itself."""
    for message in calling(payload):
        message["content"] = f"{message['content']}\n{message['content']}"
    return payload


def of_no_parts(payload: Any) -> Any:
    for node in nodes(messages(payload)):
        if node.get("role") == "tool" or node.get("type") == "tool_result":
            node["content"] = json.loads(said) if (said := said_in(node["content"])) == "[]" else node["content"]
    return payload


def said_in(content: Any) -> Any:
    return "".join(part.get("text", "") for part in content) if isinstance(content, list) else content


@liar("openai.chat", "tools/results-zero-and-empty", "fidelity.altered-result", "error")
def takes_an_empty_list_for_parts(payload: Any) -> Any:
    """Writes a result that is an empty list as a list of parts, which has none."""
    return of_no_parts(payload)


@liar("anthropic.chat", "tools/results-zero-and-empty", "fidelity.altered-result", "error")
def takes_an_empty_list_for_blocks(payload: Any) -> Any:
    """Writes a result that is an empty list as a list of blocks, which has none."""
    return of_no_parts(payload)


@liar("mistral.chat", "tools/results-zero-and-empty", "fidelity.altered-result", "error")
def takes_an_empty_list_for_chunks(payload: Any) -> Any:
    """Writes a result that is an empty list as a list of chunks, which has none."""
    return of_no_parts(payload)


LIARS = liars_of(globals())

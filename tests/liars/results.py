"""Who loses, changes, doubles or mixes up results."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import Formatter, liar, liars_of, misdeed
from liars.payloads import behind, by, calling, holding, of_type, remove
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.adapting import openai_call
from pytest_promptfmt.conversation import Conversation, ToolResult, ToolUse


@liar("vllm.chat", "tools/single-call", "fidelity.lost-result", "error")
def drops_results(payload: Any) -> Any:
    """Leaves tool messages out."""
    return remove(payload, *by("tool", payload))


@liar("zhipu.chat", "tools/parallel-one-message", "fidelity.lost-result", "error", like="google-adk#6588")
def answers_one_of_two(payload: Any) -> Any:
    """Sends the first result of a message only."""
    return remove(payload, *by("tool", payload)[1:])


@liar("vllm.chat", "tools/parallel-two-messages", "fidelity.lost-result", "error")
def merges_results(payload: Any) -> Any:
    """Sends both outputs as the answer to the first call."""
    first, second = by("tool", payload)
    first["content"] += "\n" + second["content"]
    return remove(payload, second)


@liar("anthropic.chat", "tools/single-call", "fidelity.altered-result", "error")
def empties_results(payload: Any) -> Any:
    """Sends a result that says nothing."""
    for block in of_type("tool_result", payload):
        block["content"] = []
    return payload


@liar("openai.chat", "tools/single-call", "fidelity.altered-result", "error", like="chatlas")
def points_to_what_the_user_says(payload: Any) -> Any:
    """Writes where the result is to be found, and the result itself as a user's words."""
    told = by("tool", payload)
    unrolled = {"role": "user", "content": "\n".join(message["content"] for message in told)}
    for message in told:
        message["content"] = "See <tool-contents> below."
    return behind(payload, told[-1], unrolled)


@liar("gemini.chat", "tools/failed-with-a-number", "fidelity.lost-mark", "error", like="griptape")
def gives_results_ids_and_no_mark(payload: Any) -> Any:
    """Writes the object that holds what a tool said, with an id whose letters look like words."""
    for response in holding("response", payload):
        told = response["response"]["error"]
        response["response"] = {"type": "Artifact", "id": "ecd61179b350490192a7309d187b32a2", "value": told}
    return payload


@liar(
    "gemini.chat",
    "tools/results-zero-and-empty",
    "fidelity.wrong-call",
    "error",
    also=("gemini.response-name", "gemini.response-object", "schema.type"),
    like="token.js",
)
def names_answers_after_ids(payload: Any) -> Any:
    """Gives a call no id, its answer the id for a name, and what the answer's JSON holds as it is."""
    for call in holding("args", payload):
        call.pop("id", None)
    for response, value in zip(holding("response", payload), (0, [], {}), strict=True):
        response.update(name=response.pop("id"), response=value)
    return payload


def as_told(conversation: Conversation) -> list[dict[str, Any]]:
    """With a result that answers no call, where no rule asks for one."""
    told: list[dict[str, Any]] = []
    for message in conversation.messages:
        for block in message.blocks:
            match block:
                case ToolUse():
                    told.append({"role": "assistant", "tool_calls": [openai_call(block)]})
                case ToolResult(id=id_, output=output):
                    told.append({"role": "tool", "tool_call_id": id_, "content": output})
                case _:
                    told.append({"role": message.role, "content": message.text})
    return told


@misdeed("vllm.chat", "tools/orphan-beside-result", "fidelity.wrong-call", "error", as_told)
def answers_with_what_was_left_over(formatter: Formatter) -> Formatter:
    """Gives a result that answers no call the id of another's, and that one its own."""

    def spoiled(conversation: Any) -> Any:
        payload = formatter(conversation)
        one, other = by("tool", payload)
        one["tool_call_id"], other["tool_call_id"] = other["tool_call_id"], one["tool_call_id"]
        return payload

    return spoiled


@liar("openai.chat", "tools/result-null", "fidelity.printed-nothing", "warning", like="agentscope F16")
def prints_what_is_nothing(payload: Any) -> Any:
    """Writes what Python prints of a result that is nothing."""
    for message in by("tool", payload):
        message["content"] = str(None)
    return payload


@liar("deepseek.chat", "tools/result-long", "fidelity.altered-result", "error")
def cuts_long_results(payload: Any) -> Any:
    """Cuts results at a hundred characters."""
    for message in by("tool", payload):
        message["content"] = message["content"][:100] + "…"
    return payload


@liar("anthropic.chat", "tools/result-two-texts", "fidelity.altered-result", "error")
def keeps_the_first_text_of_results(payload: Any) -> Any:
    """Takes the first block of an output for all of it."""
    for block in of_type("tool_result", payload):
        block["content"] = block["content"][:1]
    return payload


@liar("gemini.chat", "tools/result-two-texts", "fidelity.altered-result", "error")
def keeps_the_last_text_of_results(payload: Any) -> Any:
    """Takes the last text of an output for all of it."""
    for response in holding("response", payload):
        response["response"] = {"output": response["response"]["output"].split("\n")[-1]}
    return payload


@liar("ollama.chat", "tools/result-json-object", "fidelity.altered-result", "error")
def tells_results_in_python(payload: Any) -> Any:
    """Reads JSON and writes what Python prints."""
    for message in by("tool", payload):
        message["content"] = str(json.loads(message["content"]))
    return payload


@liar("openai.chat", "tools/result-outside-ascii", "fidelity.altered-result", "error")
def tells_results_in_ascii(payload: Any) -> Any:
    """Writes a question mark for what is not ASCII."""
    for message in by("tool", payload):
        message["content"] = message["content"].encode("ascii", "replace").decode()
    return payload


@liar("dashscope.chat", "tools/result-several-lines", "fidelity.altered-result", "error")
def tells_the_first_line(payload: Any) -> Any:
    """Takes the first line of an output for all of it."""
    for message in by("tool", payload):
        message["content"] = message["content"].split("\n")[0]
    return payload


@liar("zhipu.chat", "tools/result-like-template", "fidelity.altered-result", "error")
def fills_results(payload: Any) -> Any:
    """Takes an output for a template."""
    for message in by("tool", payload):
        message["content"] = message["content"].replace("{", "").replace("}", "")
    return payload


@liar("vllm.chat", "tools/result-json-number", "fidelity.altered-result", "error")
def adds_a_digit(payload: Any) -> Any:
    """Writes a digit before a number."""
    for message in by("tool", payload):
        message["content"] = f"1{message['content']}"
    return payload


@liar("vllm.chat", "tools/single-call", "fidelity.doubled-result", "error")
def answers_twice(payload: Any) -> Any:
    """Sends a tool message twice."""
    [message] = by("tool", payload)
    return behind(payload, message, dict(message))


@liar("gemini.chat", "tools/single-call", "fidelity.doubled-result", "error")
def says_results_twice(payload: Any) -> Any:
    """Writes an output under two keys."""
    for response in holding("response", payload):
        response["response"]["result"] = response["response"]["output"]
    return payload


@liar("vllm.chat", "tools/single-call", "fidelity.invented-result", "error")
def answers_what_nobody_asked(payload: Any) -> Any:
    """Sends a result of a call that is not there."""
    [message] = by("tool", payload)
    return behind(payload, message, {"role": "tool", "tool_call_id": "call_0", "content": "Nothing."})


@liar("deepseek.chat", "tools/parallel-two-messages", "fidelity.result-name", "warning")
def names_the_other_tool(payload: Any) -> Any:
    """Tells results by the right id, and under the name of the other call's tool."""
    first, second = by("tool", payload)
    first["name"], second["name"] = "get_time", "get_weather"
    return payload


@liar("openai.chat", "tools/result-two-texts", "fidelity.altered-result", "error")
def answers_from_the_end(payload: Any) -> Any:
    """Writes the texts of one result in the wrong order."""
    for message in by("tool", payload):
        message["content"] = "\n".join(reversed(message["content"].split("\n")))
    return payload


@liar("gemini.chat", "tools/single-call", "fidelity.wrong-speaker", "error")
def lets_the_model_answer_itself(payload: Any) -> Any:
    """Writes a function's response into a turn of the model's."""
    for content in holding("parts", payload):
        if any("function_response" in part for part in content["parts"]):
            content["role"] = "model"
    return payload


@liar("openai.chat", "tools/parallel-two-messages", "fidelity.wrong-call", "error")
def swaps_results(payload: Any) -> Any:
    """Tells each of two results as the other's."""
    one, other = by("tool", payload)
    one["content"], other["content"] = other["content"], one["content"]
    return payload


@liar("anthropic.chat", "tools/parallel-same-tool-reversed", "fidelity.wrong-call", "error")
def pairs_by_place(payload: Any) -> Any:
    """Gives results to calls in the order in which they came."""
    one, other = of_type("tool_result", payload)
    one["content"], other["content"] = other["content"], one["content"]
    return payload


def without_ids(conversation: Any) -> Any:
    """What Gemini and the reference say, calls and responses told apart by name and place."""
    payload = FORMATTERS["gemini.chat"](conversation)
    for each in holding("id", payload):
        del each["id"]
    return payload


@liar("gemini.chat", "tools/parallel-two-messages", "fidelity.wrong-call", "error", without_ids)
def swaps_responses_by_name(payload: Any) -> Any:
    """Tells each of two results under the other's name."""
    one, other = holding("response", payload)
    one["response"], other["response"] = other["response"], one["response"]
    return payload


@liar("gemini.chat", "tools/parallel-same-tool-reversed", "fidelity.wrong-call", "error", without_ids)
def swaps_responses_by_place(payload: Any) -> Any:
    """Sends the results of two calls of one tool in the order in which they came, without ids."""
    one, other = holding("response", payload)
    one["response"], other["response"] = other["response"], one["response"]
    return payload


def by_name(conversation: Any) -> Any:
    """What Ollama takes, results told apart by the tool's name and place."""
    payload = FORMATTERS["ollama.chat"](conversation)
    for message in calling(payload):
        for call in message["tool_calls"]:
            del call["id"]
    for message in by("tool", payload):
        del message["tool_call_id"]
    return payload


@liar("ollama.chat", "tools/parallel-same-tool-reversed", "fidelity.wrong-call", "error", by_name)
def answers_in_the_order_of_arrival(payload: Any) -> Any:
    """Sends the results of two calls of one tool in the order in which they came, without ids."""
    one, other = by("tool", payload)
    one["content"], other["content"] = other["content"], one["content"]
    return payload


@liar(
    "ollama.chat",
    "tools/single-call",
    "fidelity.result-as-text",
    "error",
    also=("fidelity.lost-call",),
    like="any-llm#1278",
)
def tells_tools_as_text(payload: Any) -> Any:
    """Tells a call as the assistant's words, and its result as the user's."""
    for message in calling(payload):
        message["content"] = json.dumps(message.pop("tool_calls"))
    for message in by("tool", payload):
        content = json.dumps({"tool": message.pop("tool_name"), "result": message["content"]})
        del message["tool_call_id"]
        message |= {"role": "user", "content": content}
    return payload


@liar("vllm.chat", "tools/single-call", "fidelity.result-as-text", "error")
def lets_the_user_tell_results(payload: Any) -> Any:
    """Writes a result as a user's message behind its call."""
    for message in by("tool", payload):
        del message["tool_call_id"]
        message |= {"role": "user", "content": f"Tool result: {message['content']}"}
    return payload


@liar("anthropic.chat", "tools/failed-call", "fidelity.error-flag", "warning")
def hides_failures(payload: Any) -> Any:
    """Sends a failed call's result as any other."""
    for block in of_type("tool_result", payload):
        block.pop("is_error", None)
    return payload


@liar(
    "gemini.chat",
    "tools/parallel-same-tool-reversed",
    "fidelity.lost-result",
    "error",
    without_ids,
    also=("gemini.response-count",),
)
def loses_the_first_of_two_without_ids(payload: Any) -> Any:
    """Sends the second of two results of one tool, which is then no answer to the first call."""
    for content in holding("parts", payload):
        if holding("response", [content]):
            del content["parts"][0]
    return payload


@liar("vllm.chat", "tools/single-call", "fidelity.lost-text", "error", also=("fidelity.grown-result",))
def says_texts_within_results(payload: Any) -> Any:
    """Writes what the user says next into the result."""
    [result] = by("tool", payload)
    asked = by("user", payload)[-1]
    result["content"] += "\n" + "".join(part["text"] for part in asked["content"])
    return remove(payload, asked)


@liar("deepseek.chat", "tools/parallel-two-messages", "fidelity.grown-result", "error")
def repeats_the_first_result_within_the_second(payload: Any) -> Any:
    """Writes what one tool said into another's result, too."""
    first, second = by("tool", payload)
    second["content"] = f"{first['content']}\n{second['content']}"
    return payload


@liar("ollama.chat", "tools/parallel-two-messages", "fidelity.grown-result", "error")
def repeats_the_second_result_where_names_pair(payload: Any) -> Any:
    """Writes what one tool said into another's result, too, where results have no ids."""
    first, second = by("tool", payload)
    first["content"] = f"{first['content']}\n{second['content']}"
    return payload


@liar("ollama.chat", "tools/parallel-two-messages", "fidelity.wrong-call", "error")
def names_the_other_tool_where_names_pair(payload: Any) -> Any:
    """Tells results by the right id, and under the name by which the provider goes."""
    first, second = by("tool", payload)
    first["tool_name"], second["tool_name"] = second["tool_name"], first["tool_name"]
    return payload


@liar("bedrock.chat", "tools/failed-call", "fidelity.false-mark", "error")
def calls_failures_a_success(payload: Any) -> Any:
    """Marks every result as a success."""
    for result in holding("toolResult", payload):
        result["toolResult"]["status"] = "success"
    return payload


@liar("anthropic.chat", "tools/single-call", "fidelity.false-mark", "error")
def calls_successes_a_failure(payload: Any) -> Any:
    """Marks every result as a failure."""
    for block in of_type("tool_result", payload):
        block["is_error"] = True
    return payload


@liar("gemini.chat", "tools/failed-call", "fidelity.error-flag", "warning")
def tells_failures_as_output(payload: Any) -> Any:
    """Writes what went wrong under the key of what came out."""
    for response in holding("response", payload):
        response["response"] = {"output": response["response"]["error"]}
    return payload


@liar("gemini.chat", "tools/single-call", "fidelity.false-mark", "error")
def tells_output_as_failures(payload: Any) -> Any:
    """Writes what came out under the key of what went wrong."""
    for response in holding("response", payload):
        response["response"] = {"error": response["response"]["output"]}
    return payload


@liar("gemini.chat", "tools/result-two-texts", "fidelity.coded-text", "error")
def tells_blocks_as_their_json(payload: Any) -> Any:
    """Writes the blocks of a result as a JSON list, in a string."""
    for response in holding("response", payload):
        texts = response["response"]["output"].split("\n")
        response["response"] = {"output": json.dumps([{"type": "text", "text": text} for text in texts])}
    return payload


@liar("gemini.chat", "tools/result-several-lines", "fidelity.coded-text", "error")
def tells_the_block_of_several_lines_as_its_json(payload: Any) -> Any:
    """Writes a text of several lines as the JSON of its block, in a string, where its lines are escaped."""
    for response in holding("response", payload):
        response["response"] = {"output": json.dumps([{"type": "text", "text": response["response"]["output"]}])}
    return payload


@liar("vllm.chat", "tools/single-call", "fidelity.coded-text", "error")
def tells_the_whole_block_as_its_json(payload: Any) -> Any:
    """Writes the block of a result as JSON, id and all."""
    for message in by("tool", payload):
        block = {"type": "tool_result", "id": message["tool_call_id"], "output": message["content"]}
        message["content"] = json.dumps(block)
    return payload


def _prints_an_empty_block(printed: str) -> Any:
    def prints(payload: Any) -> Any:
        for message in by("tool", payload):
            message["content"] = message["content"] or printed
        return payload

    return prints


@liar("vllm.chat", "tools/result-empty-text", "fidelity.coded-text", "error")
def prints_the_block_of_an_empty_text(payload: Any) -> Any:
    """Writes an empty text as Python prints the list with its block in it."""
    return _prints_an_empty_block(str([{"type": "text", "text": ""}]))(payload)


@liar("openai.chat", "tools/result-empty-text", "fidelity.coded-text", "error")
def tells_the_block_of_an_empty_text_as_its_json(payload: Any) -> Any:
    """Writes an empty text as the JSON of its block."""
    return _prints_an_empty_block(json.dumps({"text": "", "type": "text"}))(payload)


LIARS = liars_of(globals())

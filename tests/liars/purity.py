"""Who does more than formatting: impure ones."""

from __future__ import annotations

import base64
import itertools
import os
import tempfile
import threading
from copy import deepcopy
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from liars.liar import Formatter, liar, liars_of, misdeed
from liars.payloads import messages, of_type
from pytest_promptfmt.conversation import ToolUse

# no JSON


@liar("openai.chat", "chat/plain-turns", "purity.not-json", "error")
def returns_numbers_as_keys(payload: Any) -> Any:
    """Uses a key that is no string."""
    return {"messages": messages(payload), 1: "one"}


@liar("openai.chat", "chat/plain-turns", "purity.not-json", "error")
def returns_itself(payload: Any) -> Any:
    """Returns an object that holds itself."""
    request: dict[str, Any] = {"messages": messages(payload)}
    request["metadata"] = request
    return request


@liar("dashscope.chat", "chat/plain-turns", "purity.not-json", "error")
def returns_a_set(payload: Any) -> Any:
    """Returns a set beside the messages."""
    return {"input": {"messages": messages(payload)}, "parameters": {"stop": {"\n"}}}


@liar("ollama.chat", "vision/image-by-value", "purity.not-json", "error")
def returns_bytes(payload: Any) -> Any:
    """Leaves an image as bytes, which the SDK takes and the wire does not."""
    for message in messages(payload):
        if "images" in message:
            message["images"] = [base64.b64decode(image) for image in message["images"]]
    return payload


@misdeed("ollama.chat", "tools/arguments-nan", "purity.not-json", "error")
def sends_nan(_: Formatter) -> Any:
    """Copies numbers that JSON has not."""

    def format_(conversation: Any) -> Any:
        question, asking, answer, thanks = conversation.messages
        [call], [result] = asking.blocks, answer.blocks
        function = {"name": call.name, "arguments": deepcopy(call.input)}
        return [
            {"role": "user", "content": question.text},
            {"role": "assistant", "content": "", "tool_calls": [{"id": call.id, "function": function}]},
            {"role": "tool", "content": result.output, "tool_name": result.name, "tool_call_id": result.id},
            {"role": "user", "content": thanks.text},
        ]

    return format_


@misdeed("deepseek.chat", "chat/lone-surrogate", "purity.not-json", "error")
def sends_half_a_character(_: Formatter) -> Any:
    """Copies a lone surrogate, which no UTF-8 can carry."""
    return lambda conversation: [{"role": message.role, "content": message.text} for message in conversation.messages]


@liar(
    "gemini.chat",
    "chat/plain-turns",
    "purity.not-json",
    "error",
    also=("schema.type", "gemini.part-is-object", "fidelity.lost-text"),
)
def returns_objects(payload: Any) -> Any:
    """Returns the SDK's objects."""
    for content in payload["contents"]:
        content["parts"] = [SimpleNamespace(**part) for part in content["parts"]]
    return payload


# what is not its own


@misdeed("openai.chat", "tools/single-call", "purity.changed-input", "error")
def takes_arguments_out(formatter: Formatter) -> Any:
    """Empties the conversation's arguments while it reads them."""

    def format_(conversation: Any) -> Any:
        payload = formatter(conversation)
        for message in conversation.messages:
            for block in message.blocks:
                if isinstance(block, ToolUse):
                    block.input.clear()
        return payload

    return format_


@misdeed("ollama.chat", "chat/plain-turns", "purity.changed-input", "error", like="langchain-ollama#36567")
def changes_the_callers_list(formatter: Formatter) -> Any:
    """Replaces items of the list of the framework's own messages."""

    def format_(given: list[Any]) -> Any:
        payload = formatter(given[0])
        given[0] = replace(given[0], speaker="nobody")
        return payload

    return SimpleNamespace(prepare=lambda conversation: [conversation], format=format_)


@misdeed("anthropic.chat", "tools/single-call", "purity.shared-input", "warning", like="agentscope O20")
def hands_out_the_callers_arguments(formatter: Formatter) -> Any:
    """Puts the conversation's own objects into the payload."""

    def format_(conversation: Any) -> Any:
        payload = formatter(conversation)
        inputs = (block.input for m in conversation.messages for block in m.blocks if isinstance(block, ToolUse))
        for block, input_ in zip(of_type("tool_use", payload), inputs, strict=True):
            block["input"] = input_
        return payload

    return format_


@misdeed("openai.chat", "tools/single-call", "purity.shared-input", "warning")
def hands_out_the_callers_schemas(formatter: Formatter) -> Any:
    """Puts the schemas of the conversation's tools into the payload."""

    def format_(conversation: Any) -> Any:
        payload = formatter(conversation)
        for spelled, tool in zip(payload["tools"], conversation.tools, strict=True):
            spelled["function"]["parameters"] = tool.parameters
        return payload

    return format_


# not the same twice


@misdeed("openai.chat", "chat/plain-turns", "purity.not-repeatable", "error")
def counts_its_calls(formatter: Formatter) -> Any:
    """Numbers the speakers anew with each call."""
    number = itertools.count()

    def format_(conversation: Any) -> Any:
        payload = formatter(conversation)
        messages(payload)[-1]["name"] = f"user_{next(number)}"
        return payload

    return format_


@misdeed("anthropic.chat", "tools/id-with-dots", "purity.not-repeatable", "error")
def makes_random_ids(formatter: Formatter) -> Any:
    """Replaces ids by others, new ones each time."""

    def format_(conversation: Any) -> Any:
        payload = formatter(conversation)
        for i, block in enumerate(of_type("tool_use", payload)):
            block["id"] = f"call_{os.urandom(8).hex()}_{i}"
        for result, block in zip(of_type("tool_result", payload), of_type("tool_use", payload), strict=True):
            result["tool_use_id"] = block["id"]
        return payload

    return format_


@misdeed("openai.chat", "chat/plain-turns", "purity.not-repeatable", "error")
def draws_a_seed(formatter: Formatter) -> Any:
    """Asks for another answer each time, beside a key of its session's, which is nobody's business."""
    return lambda conversation: {
        "messages": messages(formatter(conversation)),
        "seed": int.from_bytes(os.urandom(4)),
        "prompt_cache_key": os.urandom(8).hex(),
    }


@misdeed("vllm.chat", "chat/plain-turns", "purity.not-repeatable", "error")
def works_once(formatter: Formatter) -> Any:
    """Uses up something that it needs for every call."""
    tickets = [1]

    def format_(conversation: Any) -> Any:
        tickets.pop()
        return formatter(conversation)

    return format_


@misdeed(
    "openai.chat",
    "tools/parallel-three",
    "purity.hash-seed",
    "error",
    spec="liars.purity:offers_tools_in_the_order_of_a_set",
)
def offers_tools_in_the_order_of_a_set(formatter: Formatter) -> Any:
    """Collects names in a set, and sends them in its order."""

    def format_(conversation: Any) -> Any:
        payload = formatter(conversation)
        payload["metadata"] = {"words": " ".join({f"word-{i}" for i in range(20)})}
        return payload

    return format_


# traces


@misdeed("openai.chat", "chat/one-user", "purity.printed", "warning")
def prints(formatter: Formatter) -> Any:
    """Prints what it formats."""

    def format_(conversation: Any) -> Any:
        print("messages to format:", len(conversation.messages))
        return formatter(conversation)

    return format_


@misdeed("openai.chat", "chat/one-user", "purity.left-file", "error", like="agentscope 1.0")
def leaves_a_file(formatter: Formatter) -> Any:
    """Writes a temporary file, and leaves it there."""

    def format_(conversation: Any) -> Any:
        with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
            file.write("left by a liar of pytest-promptfmt's tests")
        return formatter(conversation)

    return format_


@misdeed("openai.chat", "chat/one-user", "purity.changed-file", "error")
def takes_a_file_away(formatter: Formatter) -> Any:
    """Removes a file that somebody else has put there."""
    with tempfile.NamedTemporaryFile(delete=False) as file:
        there = [file.name]

    def format_(conversation: Any) -> Any:
        while there:
            os.remove(there.pop())
        return formatter(conversation)

    return format_


@misdeed("gemini.chat", "chat/one-user", "purity.changed-process", "error")
def sets_a_variable(formatter: Formatter) -> Any:
    """Sets a variable of the environment, for all that comes after."""

    def format_(conversation: Any) -> Any:
        os.environ["PROMPTFMT_TESTS_LIAR"] = "was here"
        return formatter(conversation)

    return format_


@misdeed("ollama.chat", "chat/one-user", "purity.changed-process", "error")
def goes_elsewhere(formatter: Formatter) -> Any:
    """Changes the working directory."""

    def format_(conversation: Any) -> Any:
        os.chdir(tempfile.gettempdir())
        return formatter(conversation)

    return format_


@misdeed("openai.chat", "chat/one-user", "purity.started-process", "warning")
def starts_a_process(formatter: Formatter) -> Any:
    """Has another program do something."""

    def format_(conversation: Any) -> Any:
        os.system(":")
        return formatter(conversation)

    return format_


@misdeed("anthropic.chat", "chat/one-user", "purity.left-thread", "warning")
def leaves_a_thread(formatter: Formatter) -> Any:
    """Starts a thread, and does not wait for it."""

    def format_(conversation: Any) -> Any:
        threading.Thread(target=threading.Event().wait, args=(0.5,), daemon=True).start()
        return formatter(conversation)

    return format_


LIARS = liars_of(globals())

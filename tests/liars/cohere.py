"""Who breaks Cohere's rules, and who says less to Cohere than was said."""

from __future__ import annotations

from typing import Any

from liars import openai
from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import by, calling, functions, holding, image_block, insert, messages, of_type, picture
from promptfmt_reference import FORMATTERS

CHAT = "cohere.chat"
reference = FORMATTERS[CHAT]

sends_an_empty_list = openai.sends_an_empty_list.at(CHAT, "warning", caught_by="openai.messages-nonempty")


@liar(CHAT, "chat/empty-assistant", "cohere.message-nonempty", "warning")
def sends_nothing_for_nothing(payload: Any) -> Any:
    """Sends an assistant's turn without content."""
    return insert(payload, 1, {"role": "assistant", "content": ""})


@liar(CHAT, "chat/two-systems-alone", "cohere.system-first", "warning")
def asks_a_user_before_the_system(payload: Any) -> Any:
    """Begins with a user's word, whoever speaks first."""
    return insert(payload, 0, {"role": "user", "content": "(Go on.)"})


@liar(CHAT, "tools/text-beside-call", "cohere.no-text-beside-calls", "error", like="vercel/ai#5794")
def says_and_calls_at_once(payload: Any) -> Any:
    """Writes text and calls in one message, as OpenAI has them."""
    for message in calling(payload):
        message["content"] = message.pop("tool_plan")
    return payload


@liar(CHAT, "tools/single-call", "cohere.tool-result-known", "error", also=("fidelity.wrong-call",))
def answers_calls_of_its_own(payload: Any) -> Any:
    """Makes ids anew in the results, and not in the calls."""
    for message in by("tool", payload):
        message["tool_call_id"] = "call_new"
    return payload


@misdeed(CHAT, openai.SAME_IDS, "cohere.tool-ids-unique", "error")
def sends_two_calls_of_one_id(_: Any) -> Any:
    """Copies ids that a model gave twice in one message."""
    return lambda conversation: openai.of_one_id(FORMATTERS["deepseek.chat"](conversation))


@liar(CHAT, "tools/single-call", "cohere.tool-name", "warning", also=("fidelity.call-name",))
def calls_tools_as_paths(payload: Any) -> Any:
    """Puts a namespace before the names."""
    for function in functions(payload):
        function["name"] = f"mcp.{function['name']}"
    return payload


@liar(CHAT, "tools/offer-without-parameters", "cohere.parameters-given", "warning")
def leaves_out_what_is_empty(payload: Any) -> Any:
    """Leaves out the parameters of functions that take none."""
    for tool in payload["tools"]:
        if not tool["function"]["parameters"]["properties"]:
            del tool["function"]["parameters"]
    return payload


@liar(CHAT, "vision/image-by-value", "cohere.image-address", "warning", also=("fidelity.altered-media",))
def sends_bare_base64(payload: Any) -> Any:
    """Writes bytes without saying that they are an image's."""
    for block in of_type("image_url", payload):
        block["image_url"]["url"] = block["image_url"]["url"].partition(",")[2]
    return payload


COLOURS = [(12 * i, 90, 200) for i in range(21)]
MANY_IMAGES = case(
    "one-and-twenty-images",
    says("user", "Which is the brightest, amber-17?", *(image_block(picture("PNG", colour=each)) for each in COLOURS)),
    expect=EITHER,
)


@misdeed(CHAT, MANY_IMAGES, "cohere.image-limits", "warning", refuses, context={"model": "command-a-vision-07-2025"})
def sends_more_than_twenty(_: Any) -> Any:
    """Sends as many images as there are."""
    return reference


@liar(CHAT, "tools/parallel-two-messages", "cohere.no-unknown-keys", "error", like="litellm#24031")
def counts_calls(payload: Any) -> Any:
    """Writes calls as a stream of OpenAI's has them."""
    for message in calling(payload):
        for index, call in enumerate(message["tool_calls"]):
            call["index"] = index
    return payload


@liar(
    CHAT,
    "tools/parallel-two-messages",
    "cohere.tool-calls-answered",
    "warning",
    also=("fidelity.lost-result",),
    like="langchain-oracle#10",
)
def strips_results(payload: Any) -> Any:
    """Leaves out what tools said."""
    kept = [message for message in messages(payload) if message["role"] != "tool"]
    messages(payload)[:] = kept
    return payload


@liar(CHAT, "tools/text-beside-call", "fidelity.lost-text", "error")
def drops_plans(payload: Any) -> Any:
    """Leaves out what was said before a call."""
    for message in holding("tool_plan", payload):
        del message["tool_plan"]
    return payload


@liar(CHAT, "thinking/unsigned-two-steps", "fidelity.altered-thinking", "error")
def sums_up_thoughts_in_plans(payload: Any) -> Any:
    """Writes something else than what was thought."""
    for block in of_type("thinking", payload):
        block["thinking"] = "Something with insects."
    return payload


@liar(CHAT, "tools/text-beside-call", "fidelity.doubled-text", "error")
def tells_plans_twice(payload: Any) -> Any:
    """Writes a message for what was said, and the plan as well."""
    for message in calling(payload):
        at = messages(payload).index(message)
        insert(payload, at, {"role": "assistant", "content": message["tool_plan"]})
    return payload


LIARS = liars_of(globals())

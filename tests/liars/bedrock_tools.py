"""Who breaks Bedrock's rules over tools."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import answers, case, liar, liars_of, misdeed, refuses, says
from liars.liar import calls as calls_block
from liars.payloads import by, holding, messages, picture, respelled
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.parsing import parse

CHAT = "bedrock.chat"
reference = FORMATTERS[CHAT]


def calls(payload: Any) -> list[dict[str, Any]]:
    return [block["toolUse"] for block in holding("toolUse", payload)]


def results(payload: Any) -> list[dict[str, Any]]:
    return [block["toolResult"] for block in holding("toolResult", payload)]


def answering(payload: Any) -> dict[str, Any]:
    """The first message with results."""
    return next(message for message in by("user", payload) if results([message]))


@liar(CHAT, "tools/id-with-dots", "bedrock.tool-use-id", "error", like="bifrost#6300")
def copies_foreign_ids(payload: Any) -> Any:
    """Keeps ids that another provider gave."""
    for each in (*calls(payload), *results(payload)):
        each["toolUseId"] = "functions/get_weather 0"
    return payload


@liar(CHAT, "tools/id-of-a-hundred", "bedrock.tool-use-id", "error", like="bifrost#6300, Gemini's ids")
def copies_long_ids(payload: Any) -> Any:
    """Keeps an id however long it is."""
    for each in (*calls(payload), *results(payload)):
        each["toolUseId"] = "call_" + "9" * 100
    return payload


def with_legal_tool_names(conversation: Any) -> Any:
    """Spells the tools' names as Bedrock takes them."""
    return reference(parse(respelled(conversation.to_json(), "weather.get", "weather_get")))


@liar(CHAT, "tools/tool-name-with-dot", "bedrock.tool-name", "error", with_legal_tool_names, like="litellm#28825")
def copies_tool_names(payload: Any) -> Any:
    """Calls a tool by a name that Bedrock does not take."""
    return respelled(payload, "weather_get", "weather.get")


@liar(
    CHAT,
    "tools/parallel-one-message",
    "bedrock.tool-results",
    "error",
    also=("bedrock.roles-alternate", "bedrock.tool-result-has-use"),
    like="crewai#4775",
)
def sends_a_message_for_each_result(payload: Any) -> Any:
    """Writes a user message for each result, as mlflow#24296 does too."""
    at = messages(payload).index(answering(payload))
    blocks = messages(payload)[at]["content"]
    messages(payload)[at : at + 1] = [{"role": "user", "content": [block]} for block in blocks]
    return payload


@liar(
    CHAT,
    "tools/parallel-two-messages",
    "bedrock.tool-results",
    "error",
    also=("fidelity.lost-result",),
    like="google-adk#6588",
)
def keeps_the_first_result_only(payload: Any) -> Any:
    """Drops all but the first result of parallel calls."""
    del answering(payload)["content"][1]
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "bedrock.tool-result-has-use",
    "error",
    also=("fidelity.invented-result",),
    like="openhands#4912",
)
def answers_calls_that_nobody_made(payload: Any) -> Any:
    """Sends a result without its call."""
    left_over = {"toolUseId": "call_0", "content": [{"text": "Left over."}]}
    answering(payload)["content"].append({"toolResult": left_over})
    return payload


@liar(CHAT, "tools/parallel-one-message", "bedrock.tool-results-first", "warning", like="pydantic-ai#7571")
def says_words_between_results(payload: Any) -> Any:
    """Announces the second result behind the first."""
    answering(payload)["content"].insert(1, {"text": "(And the other tool says:)"})
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "bedrock.tool-ids-unique",
    "error",
    also=("fidelity.doubled-result",),
    like="litellm#20047",
)
def answers_twice(payload: Any) -> Any:
    """Sends each result twice."""
    message = answering(payload)
    message["content"] += [block for block in message["content"] if "toolResult" in block]
    return payload


@liar(
    CHAT, "tools/single-call", "bedrock.tool-input-object", "error", also=("fidelity.call-arguments",), like="nao#1005"
)
def sends_input_as_a_string(payload: Any) -> Any:
    """Writes arguments as OpenAI has them."""
    for call in calls(payload):
        call["input"] = json.dumps(call["input"])
    return payload


@liar(CHAT, "tools/result-json-list", "bedrock.result-json-object", "error", like="camel#3962")
def parses_every_result(payload: Any) -> Any:
    """Sends as JSON whatever is JSON, be it a list."""
    for result in results(payload):
        result["content"] = [{"json": json.loads(result["content"][0]["text"])}]
    return payload


@liar(
    CHAT,
    "tools/result-empty-list",
    "bedrock.tool-result-nonempty",
    "error",
    context={"model": "nvidia.nemotron-nano-12b-v2"},
    like="strands#2123",
)
def sends_results_without_content(payload: Any) -> Any:
    """Writes nothing where a tool said nothing."""
    for result in results(payload):
        result["content"] = []
    return payload


@liar(CHAT, "tools/failed-call", "bedrock.tool-result-nonempty", "error", also=("fidelity.altered-result",))
def sends_failures_without_content(payload: Any) -> Any:
    """Takes the status of a failed call for all that there is to say."""
    for result in results(payload):
        result["content"] = []
    return payload


LLAMA, PALMYRA = {"model": "us.meta.llama3-3-70b-instruct-v1:0"}, {"model": "us.writer.palmyra-x5-v1:0"}


ANSWERED = case(
    "an-answered-call",
    says("user", "Who is there, amber-17?"),
    says("assistant", calls_block("look", "call_1", door="front")),
    says("tool", answers("look", "call_1", "Nobody, cobalt-42.")),
    says("assistant", "Nobody is, jade-31."),
    says("user", "Thanks, falcon-58."),
    tools=[{"name": "look", "parameters": {"type": "object", "properties": {}}}],
)


@liar(CHAT, ANSWERED, "bedrock.results-beside-text", "error", context=LLAMA, like="browser-use#710")
def says_words_beside_results(payload: Any) -> Any:
    """Says something in the turn of the results, which Claude takes."""
    answering(payload)["content"].append({"text": "(That is the result.)"})
    return payload


@liar(CHAT, ANSWERED, "bedrock.calls-beside-text", "error", context=LLAMA, like="quarkus-langchain4j#1983")
def says_words_beside_calls(payload: Any) -> Any:
    """Says something in the turn of the call, which Claude takes."""
    by("assistant", payload)[0]["content"].insert(0, {"text": "(I look.)"})
    return payload


@liar(CHAT, "tools/single-call", "bedrock.result-status", "error", context=PALMYRA, like="pydantic-ai")
def says_that_calls_succeeded(payload: Any) -> Any:
    """Writes a status whatever the model."""
    for result in results(payload):
        result["status"] = "success"
    return payload


@liar(CHAT, "tools/single-call", "bedrock.tool-config", "error", also=("fidelity.lost-tool",))
def offers_no_tool(payload: Any) -> Any:
    """Writes a list of tools with none in it."""
    payload["toolConfig"]["tools"] = []
    return payload


@misdeed(CHAT, "tools/single-call", "bedrock.tool-config", "warning", like="pentagi#160")
def forgets_the_tools(formatter: Any) -> Any:
    """Leaves it to somebody to add the tools to the request."""

    def forgetful(conversation: Any) -> Any:
        return {key: value for key, value in formatter(conversation).items() if key != "toolConfig"}

    return forgetful


@liar(CHAT, "tools/single-call", "schema.required", "error", also=("fidelity.altered-result",))
def answers_without_content(payload: Any) -> Any:
    """Forgets what a tool said, and where it stands."""
    for result in results(payload):
        del result["content"]
    return payload


@liar(CHAT, "tools/failed-call", "fidelity.error-flag", "warning")
def forgets_that_calls_failed(payload: Any) -> Any:
    """Tells a failure as any other result."""
    for result in results(payload):
        del result["status"]
    return payload


SHOWN_BY_A_TOOL = case(
    "what-a-tool-showed-and-nothing-is-offered",
    says("user", "What does the harbour look like, amber-17?"),
    says("assistant", calls_block("look", "call_1", at="harbour")),
    says(
        "tool",
        answers(
            *("look", "call_1"),
            [
                {"type": "text", "text": "One picture, cobalt-42."},
                {"type": "text", "text": "Taken at noon, heron-63."},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture("PNG")}},
            ],
        ),
    ),
    says("user", "Thank you, jade-31."),
    expect={
        "demand": "either",
        "repairs": ["keep", "calls-as-text"],
        "why": "bedrock.tool-config: a history with calls wants tools on offer, and there are none",
    },
)


@misdeed(CHAT, SHOWN_BY_A_TOOL, "fidelity.lost-media", "error", refuses)
def tells_and_does_not_show(_: Any) -> Any:
    """Tells calls and results as text where no tool is on offer, and loses what a result shows."""
    asked = [{"text": "What does the harbour look like, amber-17?"}]
    called = [{"text": "[look was called at harbour]"}]
    answered = [
        {"text": "[It answered: One picture, cobalt-42. Taken at noon, heron-63.]"},
        {"text": "Thank you, jade-31."},
    ]
    turns = [("user", asked), ("assistant", called), ("user", answered)]
    return lambda conversation: {"messages": [{"role": role, "content": content} for role, content in turns]}


@misdeed(CHAT, "tools/nothing-offered", "fidelity.lost-call", "error", refuses, also=("fidelity.result-as-text",))
def tells_answers_alone(_: Any) -> Any:
    """Tells what a call brought as text where no tool is on offer, and not what was called."""
    said = ("What was the weather like, amber-17?", "Lightning, cobalt-42.", "Thank you, jade-31.")
    return lambda conversation: {"messages": [{"role": "user", "content": [{"text": each} for each in said]}]}


LIARS = liars_of(globals())

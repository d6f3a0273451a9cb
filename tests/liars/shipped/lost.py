"""Family B, what is left out in silence: images of results, calls, results, the assistant's own words."""

from __future__ import annotations

from liars.liar import liars_of
from liars.shipped.ledger import RED, case_of, fault
from liars.shipped.spelling import (
    asks,
    assistant,
    call,
    image,
    image_url,
    inline,
    result,
    text,
    tool,
    turn,
    use,
    user,
)

# images

IMAGE_OF_A_RESULT = fault(
    "agentscope-938",
    "openai.chat",
    "fidelity.lost-media",
    wrong=[user("shot"), asks(call("c1", "shot")), tool("c1", "- here\n- The returned image is at: ./c1.png")],
    right=[user("shot"), asks(call("c1", "shot")), tool("c1", "here"), user([text("From shot:"), image_url(RED)])],
)

IMAGE_THROUGH_LITELLM = fault(
    "openai-agents-2214",
    "anthropic.chat",
    "fidelity.lost-media",
    wrong=[user("shot"), assistant([use("c1", "shot")]), user([result("c1", [text("here")])])],
    right=[user("shot"), assistant([use("c1", "shot")]), user([result("c1", [text("here"), image(RED)])])],
)

NO_VISION = fault(
    "any-llm-sdk-972",
    "gemini.chat",
    "fidelity.lost-media",
    wrong={"contents": [turn("user", "see")]},
    right={"contents": [turn("user", "see", inline(RED))]},
)

# calls and results

ROLE_AND_CONTENT = fault(
    "instructor-1194",
    "openai.chat",
    "fidelity.lost-call",
    also=("schema.required", "openai.content-null-only-with-calls", "openai.tool-result-has-call"),
    wrong=[user("go"), assistant(None), {"role": "tool", "content": "18C"}],
    right=[user("go"), asks(call("c1")), tool("c1", "18C")],
)

NO_NAME = fault(
    "instructor-1194",
    "openai.multiagent",
    "fidelity.no-speaker",
    "warning",
    wrong=[user("go"), asks(call("c1")), tool("c1", "18C")],
    right=[user("go") | {"name": "alice"}, asks(call("c1")), tool("c1", "18C")],
)

FIRST_RESULT_ONLY = fault(
    "google-adk-6588",
    "openai.chat",  # Oracle's service, which speaks like OpenAI's
    "fidelity.lost-result",
    also=("openai.tool-calls-answered",),
    wrong=[user("go"), asks(call("c1"), call("c2")), tool("c1", "1")],
    right=[user("go"), asks(call("c1"), call("c2")), tool("c1", "1"), tool("c2", "2")],
)

# Tools that the server runs have no blocks of their own in our conversations; they are calls and results as others.
RAN = (
    {"role": "user", "content": "Six times seven?"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "run", "input": {"code": "6*7"}}]},
    {"role": "tool", "content": [{"type": "tool_result", "id": "c1", "name": "run", "output": "stdout: 42"}]},
    {"role": "assistant", "content": "The product is forty-two."},
    {"role": "user", "content": "And plus one?"},
)
ASKED, ANSWER, MORE = user("Six times seven?"), assistant("The product is forty-two."), user("And plus one?")
RAN_RIGHT = [ASKED, assistant([use("c1", "run", code="6*7")]), user([result("c1", "stdout: 42")]), ANSWER, MORE]

SERVER_RESULT = fault(
    "pydantic-ai-slim-5568",
    "anthropic.chat",
    "fidelity.lost-result",
    case=case_of("pydantic-ai-slim-5568", *RAN),
    also=("anthropic.tool-result-follows-tool-use",),
    wrong=[ASKED, assistant([use("c1", "run", code="6*7"), text("The product is forty-two.")]), MORE],
    right=RAN_RIGHT,
)

SERVER_CALL = fault(
    "agno-7766",
    "anthropic.chat",
    "fidelity.lost-result",
    case=case_of("agno-7766", *RAN),
    also=("fidelity.lost-call",),
    wrong=[ASKED, ANSWER, MORE],
    right=RAN_RIGHT,
)

# words

NO_ASSISTANT = fault(
    "agno-3769",
    "openai-responses.chat",
    "fidelity.lost-text",
    wrong={"input": [user("hi"), user("again")]},
    right={"input": [user("hi"), assistant("hello"), user("again")]},
)

LIARS = liars_of(globals())

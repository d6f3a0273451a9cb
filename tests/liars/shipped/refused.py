"""Family F, what is not taken, or not there: parts of another role, lists for strings, lists in lists."""

from __future__ import annotations

from liars.liar import liars_of
from liars.shipped.ledger import RED, case_of, fault
from liars.shipped.spelling import assistant, image, system, text, turn, user

INPUT_TEXT = fault(
    "strands-1851",
    "openai-responses.chat",
    "openai-responses.part-by-role",
    wrong={
        "input": [
            user([{"type": "input_text", "text": "hi"}]),
            assistant([{"type": "input_text", "text": "hello"}]),
            user([{"type": "input_text", "text": "again"}]),
        ]
    },
    right={
        "input": [
            user([{"type": "input_text", "text": "hi"}]),
            assistant([{"type": "output_text", "text": "hello"}]),
            user([{"type": "input_text", "text": "again"}]),
        ]
    },
)

LIST_IN_LIST = fault(
    "llama-index-16279",
    "anthropic.chat",
    "schema.type",
    also=("fidelity.lost-text",),
    wrong=[user([[text("hi")]])],
    right=[user([text("hi")])],
)

TEXT_IN_TEXT = fault(
    "litellm-2898",
    "anthropic.chat",
    "schema.type",
    also=("fidelity.lost-text",),
    wrong=[user([{"type": "text", "text": text("see")}, image(RED)])],
    right=[user([text("see"), image(RED)])],
)

LIST_FOR_STRING = fault(
    "smolagents-659",
    "ollama.chat",
    "ollama.content-string",
    also=("schema.type", "fidelity.lost-text"),
    wrong=[user([text("hi")]), assistant([text("hello")]), user([text("again")])],
    right=[user("hi"), assistant("hello"), user("again")],
)

SYSTEM_FOR_O1 = fault(
    "camel-ai-1923",
    "openai.chat",
    "openai.system-role-model",
    "error",
    wrong={"model": "o1-preview", "messages": [system("S"), user("hi")]},
    right={"model": "o1-preview", "messages": [user("S\n\nhi")]},
)

BY_ADDRESS = fault(
    "langchain-google-1683",
    "gemini.chat",
    "errors.unclear",
    case=case_of(
        "langchain-google-1683",
        expect={"demand": "either", "repairs": ["keep", "drop-url-media"], "why": "nothing is fetched"},
    ),
    wrong=KeyError("True"),
    right=[turn("user", "see", {"fileData": {"fileUri": "https://e.com/a.png", "mimeType": "image/png"}})],
)

LIARS = liars_of(globals())

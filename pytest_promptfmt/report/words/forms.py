"""Whose form a payload has in the place of its own API's, by the keys and types that one form alone has."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.payload.finding import Finding

_WORDS = {
    "Anthropic": "tool_use tool_result tool_use_id redacted_thinking",
    "Gemini": "parts functionCall functionResponse inlineData fileData thoughtSignature",
    "Bedrock": "toolUse toolResult toolUseId reasoningContent cachePoint",
    "OpenAI Responses": "input_text output_text input_image input_file function_call function_call_output call_id",
    "OpenAI chat": "tool_calls tool_call_id image_url input_audio refusal",
}
_OF = {word: name for name, words in _WORDS.items() for word in words.split()}
_UNTYPED = ("Gemini", "Bedrock")
"""Their parts have no type, and their words are keys."""
_OWN = {
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "bedrock": "Bedrock",
    "openai-responses": "OpenAI Responses",
    "openai": "OpenAI chat",
    "mistral": "OpenAI chat",
    "groq": "OpenAI chat",
    "cohere": "OpenAI chat",
}
"""Whose form a dialect has, or one near it, of which the words are then no other's."""


def foreign(finding: Finding) -> str:
    """``"'parts' is of Gemini's form: …"``, of a key or type that is unknown at its place; else empty."""
    home, _, slug = finding.id.partition(".")
    expected, actual = finding.data.get("expected"), finding.data.get("actual")
    if not isinstance(expected, list):
        return ""
    word, here = "", ""
    match slug:
        case "no-unknown-keys":
            word, here = _text(actual), _OWN.get(home, "")
        case "enum" if home == "schema" and finding.path.endswith(".type"):
            word, here = _text(actual), next((_OF[each] for each in map(_text, expected) if each in _OF), "")
        case "required" if home == "schema" and isinstance(actual, dict):
            if "role" in expected and "role" not in actual and {"type", "data"} <= actual.keys():
                return "'data' is of LangChain's form: write role and content, which this API documents"
            if any(key in expected and key not in actual for key in ("content", "type")):
                word, here = next((key for key in actual if _OF.get(key) in _UNTYPED), ""), "another"
    owner = _OF.get(word, "")
    return (
        f"{word!r} is of {owner}'s form: write the one that this API documents"
        if here and owner not in ("", here)
        else ""
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""

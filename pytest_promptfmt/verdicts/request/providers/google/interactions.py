"""What the Interactions API refuses of a request beside its steps."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued

_OWN = ("gemini-interactions",)
_OTHERS_FORMATS = ("json", "json_schema", "json_object")
_OTHERS_TOOLS = ("web_search", "web_search_preview", "custom", "code_interpreter", "image_generation")

REFUSED_BY_INTERACTIONS: tuple[Refusal, ...] = (
    Refusal(
        "parameter-value", _OWN,
        valued(
            "response_format.type response_format[].type", *_OTHERS_FORMATS,
            instead="a schema is of type text, with mime_type and schema beside it",
        ),
        "\"The value 'json_schema' is not supported for 'type' at 'response_format'. Supported values: "
        "'string','image','text','number','integer','video','object','audio','array','boolean'.\" (quoted in several "
        "public code bases, of json too, in 2026)",
    ),
    Refusal(
        "parameter-value", _OWN, valued("tools[].type", *_OTHERS_TOOLS),
        "\"The value 'invalid_tool_type_xyz' is not supported for 'type' at 'tools[0]'. Supported values: 'function', "
        "'code_execution', 'mcp_server', 'filesystem', 'google_maps', 'google_search', 'bash', 'computer_use', "
        "'file_search'\" (ai.google.dev, interactions)",
    ),
    Refusal(
        "message-form", _OWN,
        valued("input[].type", "image", "audio", "video", "document", instead="it stands in no step"),
        "\"The value 'image' is not supported for 'type' at 'input[1]'\" (told by two public code bases, in 2026; "
        "others were answered)",
        note=True,
    ),
    Refusal(
        "model-ability", _OWN, given("input[].content[].data input[].content[].uri", "this agent is shown nothing"),
        '"Image input modality is not enabled for models/gemini-3.7-flash-agent" (quoted in a public code base, in '
        "2026)",
        ("*-agent",), told_only=True,
    ),
)  # fmt: skip

"""What Groq refuses of a request beside its messages."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals import answer_format, clashes, in_messages, shown
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import within

REFUSED_BY_GROQ: tuple[Refusal, ...] = (
    Refusal(
        "message-form", ("groq",), in_messages.lists_of("system", "assistant", "tool"),
        "\"'messages.2' : for 'role:tool' the following must be satisfied[('messages.2.content' : value must be a "
        "string)]\" (CherryHQ/cherry-studio#3307; of role system OpenHands/OpenHands#4643, livekit/agents#1790, in "
        "2025)",
        note=True,
    ),
    Refusal("parameter-value", ("groq",), within("n", "[, 1]"), note=True),
    Refusal(
        "model-parameter", ("groq",), given("reasoning_effort"),
        '"`reasoning_effort` is not supported with this model" (iamsrikanthnani/pluely#242 llama-3.1-8b-instant)',
        ("llama*", "allam*", "kimi-k2-instruct*", "gemma*", "mixtral*"),
    ),
    Refusal(
        "parameter-clash", ("groq",), clashes.json_beside_tools,
        '"`response_format` json_object cannot be combined with tool/function calling" (agno-agi/agno#1065)',
        note=True,
    ),
    Refusal(
        "parameter-value", ("groq",), given("store metadata logprobs top_logprobs logit_bias"),
        "\"property 'store' is unsupported, did you mean 'stop'?\" (fanenr/chatbot#21); console.groq.com, API "
        "reference: of "
        "each of these that it is not supported",
        note=True,
    ),
    *(
        Refusal(
            "model-parameter", ("groq",), within("max_tokens max_completion_tokens", f"[, {most}]"),
            f'"`max_completion_tokens` must be less than or equal to `{most}`, the maximum value for '
            f'`max_completion_tokens` is less than the `context_window` for this model" ({link})',
            names, note=True,
        )
        for most, names, link in (
            (8192, ("*-8192",), "khoj-ai/khoj#1236, #1237"),
            (16384, ("kimi-k2*", "qwen3.6*"), "anomalyco/opencode#1000, Alishahryar1/free-claude-code#1354"),
            (40960, ("qwen3-32b*",), "Alishahryar1/free-claude-code#955, BerriAI/litellm#16564"),
        )
    ),
    Refusal(
        "tools-count", ("groq",), breaks.many,
        "\"'tools' : maximum number of items is 128\" (HunorLaczko/ha-groq-cloud-api#25)",
    ),
    Refusal(
        "parameter-value", ("groq",), shown.required_alone,
        "\"invalid JSON schema for tool view_agent_graph, tools[24].function.parameters: 'required' present but "
        "'properties' is missing\" (usestrix/strix#1088)",
    ),
    Refusal(
        "answer-schema", ("groq",), answer_format.has_keywords("minItems", "maxItems"),
        '"invalid schema for response format: response_format/json_schema/next_step: minItems is not supported" '
        "(i-am-bee/beeai-framework#1215)",
        note=True,
    ),
    Refusal(
        "message-form", ("groq",), in_messages.images_beside_system,
        '"prompting with images is incompatible with system messages" (vercel/ai#4888)',
        ("llama-3.2-*vision*", "llava*"), note=True,
    ),
    Refusal(
        "model-ability", ("groq",), clashes.anything("the model is gone", "$.model"),
        '"The model `llama-3.2-11b-vision-preview` has been decommissioned and is no longer supported." '
        "(valentinfrlch/ha-llmvision#324, ItzCrazyKns/Vane#771)",
        told_only=True,
    ),
)  # fmt: skip

"""What Azure refuses of a request that OpenAI takes: versions of its API know models and parameters from a date on."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages, in_responses_items, shown, tool_schemas
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given

REFUSED_BY_AZURE: tuple[Refusal, ...] = (
    Refusal(
        "model-ability", ("openai",), shown.with_tools,
        '"Functions are not supported for this API version or this model version." (MicrosoftDocs/azure-docs#121504, '
        "of Azure)",
        where=r"\.azure\.", told_only=True,
    ),
    Refusal(
        "api-version", ("openai", "openai-responses"), clashes.anything("the address names no version of the API"),
        '"Missing required query parameter: api-version" (MicrosoftLearning/mslearn-ai-vision#79)',
        told_only=True,
    ),
    Refusal("api-version", ("openai",), shown.with_tools, before="2023-07-01"),
    Refusal(
        "api-version", ("openai",), clashes.anything("this version of the API does not know the model"),
        '"Model {modelName} is enabled only for api versions 2024-12-01-preview and later" '
        '(egoist/chatwise-releases#258 '
        "o3-mini, chatboxai/chatbox#1745 o1, microsoft/genaiscript#1121)",
        ("o1", "o1-2*", "o3*", "o4*", "gpt-5*"), before="2024-12-01",
    ),
    Refusal(
        "api-version", ("openai",), in_messages.of_role("developer"),
        "\"Unsupported value: 'messages[0].role' does not support 'developer' with this model.\" "
        "(agno-agi/agno#1770, of "
        "Azure)",
        before="2024-12-01", note=True,
    ),
    Refusal(
        "api-version", ("openai",), shown.valued("response_format.type", "json_schema"),
        '"response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later" '
        "(Azure/azure-sdk-for-net#46579, langgenius/dify#8994, crmne/ruby_llm#600)",
        before="2024-08-01",
    ),
    Refusal(
        "api-version", ("openai",), given("max_completion_tokens"),
        '"Unrecognized request argument supplied: max_completion_tokens" (BerriAI/litellm#8638 of 2024-08-01-preview, '
        'Skyvern-AI/skyvern#1854; learn.microsoft.com, api-version-deprecation: "max_completion_tokens added" in '
        "2024-09-01-preview)",
        before="2024-09-01",
    ),
    Refusal(
        "api-version", ("openai",), given("prediction"),
        '"Prediction is enabled only for api versions 2025-01-01-preview and later" (openai/openai-java#662)',
        before="2025-01-01",
    ),
    Refusal(
        "api-version", ("openai-responses",), clashes.anything("this version of the API has no Responses API"),
        '"Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later" '
        "(OpenHands/software-agent-sdk#4549, Aider-AI/aider#4029)",
        before="2025-03-01",
    ),
    Refusal(
        "api-version", ("openai",), given("stream_options"),
        "\"Unknown parameter: 'stream_options'.\" (Azure/azure-sdk-for-net#45557; taken by 2024-10-21, "
        "griptape-ai/griptape#1640)",
        before="2024-09-01",
    ),
    Refusal(
        "api-version", ("openai",), given("parallel_tool_calls"),
        '"Unrecognized request argument supplied: parallel_tool_calls" (Azure/azure-rest-api-specs#29545, '
        "pydantic/pydantic-ai#169; \"Unknown parameter: 'parallel_tool_calls'.\" openai/openai-python#1492)",
        before="2024-09-01",
    ),
    Refusal(
        "api-version", ("openai",), given("parallel_tool_calls", "not taken by this deployment's model"),
        '"Unrecognized request argument supplied: parallel_tool_calls" (Azure/azure-sdk-for-net#45719: gpt-4o of '
        "2024-05-13 and gpt-4 of 0613, at every version of the API)",
        told_only=True,
    ),
    Refusal(
        "message-form", ("openai",), in_messages.null_beside_data,
        '"Invalid chat message detected: message content must be string" (microsoft/semantic-kernel#8488 and #8072, of '
        "data_sources, in 2024)",
        where=r"\.azure\.", note=True,
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.without_id("reasoning"),
        "\"Missing required parameter: 'input[2].id'.\" (openai/codex#3451, in 2025-09: Azure keeps the items, and "
        "wants the ids of those that come back)",
        where=r"\.azure\.", note=True,
    ),
    Refusal(
        "message-form", ("openai",), in_messages.with_parts("file"),
        "\"Invalid Value: 'file'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', and 'audio'.\" "
        "(openai/openai-dotnet#396, in 2025-03)",
        where=r"\.azure\.com/.*chat/completions$", note=True,
    ),
    Refusal(
        "parameter-value", ("openai",), tool_schemas.null_parameters,
        'a 400 for "parameters": null (datarobot-oss/datarobot-genai#348, in 2026-05)', where=r"\.azure\.", note=True,
    ),
)  # fmt: skip

"""What hosts of others' models refuse: Groq, OpenRouter, and with their addresses Databricks and watsonx.

Of SambaNova, Cerebras, NVIDIA and MiniMax stands here what single models of theirs do not take.
"""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals import answer_format, clashes, in_messages, media, shown
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import among, within

_DECOMMISSIONED = (
    '"The model `llama-3.2-11b-vision-preview` has been decommissioned and is no longer supported." '
    "(valentinfrlch/ha-llmvision#324, ItzCrazyKns/Vane#771; of llama-3.1-70b-versatile continuedev/continue#10986)"
)
_DATABRICKS = r"\.(cloud\.databricks\.com|azuredatabricks\.net)/"
REFUSED_BY_HOSTS: tuple[Refusal, ...] = (
    # Groq.
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
        '"`reasoning_effort` is not supported with this model" (iamsrikanthnani/pluely#242 llama-3.1-8b-instant; of '
        "deepseek-r1-distill-llama-70b CherryHQ/cherry-studio#1099, in 2025-02)",
        ("llama*", "allam*", "kimi-k2-instruct*", "gemma*", "mixtral*", "deepseek-r1-distill*"),
    ),
    Refusal(
        "model-parameter", ("groq",), among("reasoning_effort", "low medium high"),
        "console.groq.com, reasoning: low, medium and high are what GPT-OSS takes",
        ("*gpt-oss*",), note=True,
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
        "tools-count", ("xai",), breaks.more_than(200),
        '"Maximum tools limit reached. 219 tools have been provided but the maximum is 200." (anomalyco/opencode#28911 '
        "grok-build)",
        note=True,
    ),
    Refusal(
        "answer-schema", ("groq",), answer_format.has_keywords("minItems", "maxItems"),
        '"invalid schema for response format: response_format/json_schema/next_step: minItems is not supported" '
        "(i-am-bee/beeai-framework#1215)",
        note=True,
    ),
    Refusal(
        "message-form", ("groq",), media.images_beside_system,
        '"prompting with images is incompatible with system messages" (vercel/ai#4888)',
        ("llama-3.2-*vision*", "llava*"), note=True,
    ),
    Refusal(
        "model-ability", ("groq",), clashes.anything("the model is gone", "$.model"), _DECOMMISSIONED, told_only=True,
    ),
    Refusal(
        "model-ability", ("groq",), clashes.anything("the model is gone", "$.model"), _DECOMMISSIONED,
        ("llama-3.1-70b-*", "llama-3.2-*-preview", "llama-3.3-70b-specdec", "llama3-groq-*", "mixtral-8x7b-32768",
         "gemma-7b-it", "deepseek-r1-distill-qwen-32b", "qwen-2.5-*"),
        note=True,
    ),
    # OpenRouter.
    Refusal(
        "model-id", ("openrouter",), shown.named_otherwise(r"(?!openrouter/[^/]+/)"),
        '"openrouter/google/gemini-2.5-flash is not a valid model ID" (RightNow-AI/openfang#100: a router\'s prefix '
        "before the name)",
    ),
    Refusal(
        "parameter-value", ("openrouter",), shown.strict_functions,
        "\"unknown field: parameter 'strict' is not a valid field. For proper usage, please refer to "
        'https://docs.cohere.com/reference/chat" (OpenRouterTeam/openrouter-examples#71 cohere/command-r-08-2024)',
        ("command-*",),
    ),
    Refusal(
        "parameter-clash", ("openrouter", "openai"), clashes.audio_streamed,
        "\"Unsupported value: 'audio.format' does not support 'wav' when stream=true. Supported values are: 'pcm16'.\" "
        "(Agent-Field/agentfield#584, of OpenAI's models; #968)",
    ),
    Refusal(
        "parameter-clash", ("openrouter",), clashes.audio_unstreamed,
        '"Audio output requires stream: true" (Agent-Field/agentfield#968)',
    ),
    Refusal(
        "parameter-value", ("openrouter",), in_messages.many_marks,
        '"A maximum of 4 blocks with cache_control may be provided. Found 5." (hotovo/aider-desk#513, '
        "pydantic/pydantic-ai#4604)",
        ("claude*",),
    ),
    *(
        Refusal(
            "parameter-clash", ("openrouter",), clashes.beside("reasoning_effort", other),
            '"Only one of \\"reasoning\\" and \\"reasoning_effort\\" may be provided" (danny-avila/LibreChat#6076, of '
            "include_reasoning)",
            note=True,
        )
        for other in ("reasoning", "include_reasoning")
    ),
    Refusal(
        "parameter-clash", ("openrouter",), clashes.one_of("reasoning.effort", "reasoning.max_tokens"),
        '"Only one of \\"reasoning.effort\\" and \\"reasoning.max_tokens\\" can be specified" '
        "(musistudio/claude-code-router#488, in 2025-08)",
    ),
    Refusal(
        "answer-schema", ("groq",), answer_format.loose,
        "\"invalid JSON schema for response_format: 'answer': additionalProperties:false must be set on every object\" "
        "(Meridiona/meridian#811, in 2026-08)",
        note=True,
    ),
    Refusal(
        "thinking-parameter", ("openrouter",), shown.thought_off,
        '"Reasoning is mandatory for this endpoint and cannot be disabled." (earendil-works/pi#4316 step-3.5-flash, '
        "musistudio/claude-code-router#1215 minimax-m2.5)",
        ("minimax-m*", "step-3*", "gpt-oss*", "deepseek-r1*", "*-thinking*", "o1*", "o3*", "o4*", "gemini-2.5-pro*",
         "gemini-3*-pro*", "grok-4"),
        note=True,
    ),
    Refusal(
        "thinking-parameter", ("openrouter",), shown.thought_off,
        '"Reasoning is mandatory for this endpoint and cannot be disabled." (can1357/oh-my-pi#9415)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), shown.with_tools,
        '"No endpoints found that support tool use. To learn more about provider routing, visit: '
        'https://openrouter.ai/docs/provider-routing" (evalstate/fast-agent#122 deepseek-r1:free, '
        "FoundationAgents/OpenManus#55; of gpt-5.4-image-2 Routstr/routstr-core#554, in 2026-06)",
        ("deepseek-r1:free", "llama-guard*", "*-image", "*-image-preview", "*-image-[0-9]", "*-image-mini"), note=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), shown.with_tools,
        '"No endpoints found that support tool use." (dnakov/anon-kode#2, anomalyco/opencode#1675)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), given("tool_choice"),
        "\"No endpoints found that support the provided 'tool_choice' value.\" (zed-industries/zed#36094)",
        told_only=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), media.with_images,
        '"No endpoints found that support image input" (HartsyAI/SwarmUI-MagicPromptExtension#50)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), shown.required_parameters,
        '"No endpoints found that can handle the requested parameters. To learn more about provider routing, visit: '
        'https://openrouter.ai/docs/guides/routing/provider-selection" (block/buzz#3018)',
        told_only=True,
    ),
    # Databricks.
    Refusal(
        "missing-parameter", ("vllm",), shown.without_parameters,
        '"Bad request: \\"parameters\\" is a required property for \\"function\\" object in parameter \\"tools\\"" '
        "(posit-dev/querychat#273 databricks-meta-llama-3-3-70b-instruct, in 2026-08)",
        where=_DATABRICKS,
    ),
    Refusal(
        "message-form", ("vllm",), in_messages.in_a_row,
        '"Chat message input roles must alternate (user -> assistant -> u -> a -> ...) with an optional system at the '
        'start." (567-labs/instructor#691 databricks-meta-llama-3-70b-instruct, in 2024-05)',
        ("*llama*", "*mixtral*", "*dbrx*"), where=_DATABRICKS, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm",), shown.strict_functions,
        '"tools.0.custom.strict: Extra inputs are not permitted" (tidyverse/ellmer#548 '
        "databricks-claude-3-7-sonnet, in 2025-05)",
        ("*claude*",), where=_DATABRICKS, note=True,
    ),
    # watsonx.
    Refusal(
        "message-form", ("vllm",), in_messages.lists_of("tool"),
        '"Invalid input argument for Model \'openai/gpt-oss-120b\': 1 validation error for Message content.0 Input '
        'should be a valid dictionary or instance of Content" (langchain-ai/langchain-ibm#162, in 2026-01)',
        where=r"\.ml\.cloud\.ibm\.com/", note=True,
    ),
    # Hugging Face, Perplexity, ModelScope, Together.
    Refusal(
        "parameter-value", ("vllm",), shown.strict_functions,
        '"strict=True is not supported for Qwen Coder model." (pydantic/pydantic-ai#3062 '
        "Qwen3-Coder-480B-A35B-Instruct, in 2025-10)",
        ("qwen*coder*",), where=r"(^|\.)(huggingface\.co|cerebras\.ai)/", note=True,
    ),
    Refusal(
        "model-ability", ("vllm",), shown.with_tools,
        '"Tool parameters must be a JSON object." (ProfSynapse/nexus#116, in 2026-04: Sonar calls no functions)',
        ("sonar*",), where=r"(^|\.)perplexity\.ai/(v1/)?chat/completions$", note=True,
    ),
    Refusal(
        "thinking-parameter", ("vllm",), clashes.thinking_unstreamed,
        '"enable thinking can not be support when `stream=False`." (musistudio/claude-code-router#948 '
        'Qwen3-235B-A22B-Thinking-2507, in 2025-10)',
        where=r"modelscope\.cn/", note=True,
    ),
    Refusal(
        "tool-choice", ("vllm",), shown.valued("tool_choice", "required"),
        '"Invalid request" (tensorzero/tensorzero#2952, in 2025-07)',
        where=r"(^|\.)together\.(ai|xyz)/", told_only=True,
    ),
    # MiMo, wherever it is asked.
    Refusal(
        "message-form", ("openai", "vllm", "deepseek", "openrouter"), media.images_of("tool"),
        '"Param Incorrect", param "`text` is not set" (XiaomiMiMo/MiMo#44, NousResearch/hermes-agent#30682, #41072 and '
        "#57766, in 2026-06: users' messages take images, tools' take none)",
        ("mimo-v2*",), note=True,
    ),
    Refusal(
        "model-ability", ("vllm",), media.with_images,
        '"unknown variant `image_url`, expected `text`" (anomalyco/opencode#41666; "Model do not support image input." '
        "#47994, in 2026-09)",
        ("deepseek-v4*",), where=r"^opencode\.ai/zen/", note=True,
    ),
    # SambaNova, Cerebras, NVIDIA, MiniMax, Mistral: single models.
    Refusal(
        "message-form", ("vllm",), in_messages.lists_of("system", "user", "assistant", "tool"),
        "\"Unable to tokenize message with status code 400 for model DeepSeek-V3.1: Invalid 'content' type. Expected "
        "one of: ['str'], got list.\" (musistudio/claude-code-router#965, in 2025-10)",
        ("deepseek-*",), where=r"(^|\.)sambanova\.ai/", note=True,
    ),
    Refusal(
        "model-ability", ("vllm",), given("response_format"),
        "400 of json_schema and of json_object, tried of gemma-4-31b and zai-glm-4.7 (elizaOS/eliza#14986; taken in "
        "the same month, mnfst/modelparams.dev#115, 2026-07)",
        ("gemma-4-31b", "zai-glm-4.7"), where=r"(^|\.)cerebras\.ai/", told_only=True,
    ),
    Refusal(
        "server-option", ("vllm",), shown.with_tools,
        '"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set" '
        "(hidenobunagai/nvidia-nim-provider#2 Mixtral 8x22B Instruct, in 2026-05)",
        ("mixtral-8x*",), where=r"(^|\.)integrate\.api\.nvidia\.com/", note=True,
    ),
    Refusal(
        "model-ability", ("anthropic",), media.with_images,
        '"invalid params, chat content is empty (2013)" (openclaw/openclaw#64644 and #58761 MiniMax-M2.7, of an image '
        "without words: these models see none)",
        ("minimax-m2*",), where=r"api\.minimax(\.io|i\.com)/", note=True,
    ),
    Refusal(
        "model-ability", ("mistral",), in_messages.with_parts("document_url", "file"),
        '"The model `mistral-ocr-2411` does not exist for router `ocr`." (mistralai/client-python#441, in 2026-03)',
        ("mistral-vibe-cli*",), note=True,
    ),
)  # fmt: skip

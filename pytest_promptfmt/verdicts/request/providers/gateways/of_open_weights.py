"""What hosts of open weights, and others that speak OpenAI's format, take less than the servers that they run.

Each entry has the address of one of them, Cohere's and the images of one's own network aside.
"""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.providers.own.servers import OTHER_PORTS
from pytest_promptfmt.verdicts.request.refusals import (
    answer_format,
    clashes,
    in_messages,
    in_responses_items,
    media,
    shown,
    tool_schemas,
)
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import among, within

_HOSTS = (
    r"cerebras\.ai", r"fireworks\.ai", r"perplexity\.ai", r"api\.nvidia\.com", r"volces\.com", r"models\.github\.ai",
    r"api\.x\.ai", r"moonshot\.(ai|cn)",
)  # fmt: skip
_CEREBRAS, _FIREWORKS, _PERPLEXITY, _NVIDIA, _VOLCENGINE, _GITHUB, _XAI, _MOONSHOT = (
    rf"(^|\.){host}/" for host in _HOSTS
)
_GOOGLE = r"^generativelanguage\.googleapis\.com/.*/chat/completions$"
_AZURE = r"\.(openai|services\.ai|cognitiveservices)\.azure\.com/"

REFUSED_BY_HOSTED: tuple[Refusal, ...] = (
    # Cerebras.
    Refusal(
        "parameter-clash", ("vllm",), tool_schemas.unequally_strict,
        "\"Tools with mixed values for 'strict' are not allowed. Please set all tools to 'strict: true' or 'strict: "
        "false'\" (RooCodeInc/Roo-Code#10334 zai-glm-4.6, in 2025-12; true beside none mpfaffenberger/code_puppy#368)",
        where=_CEREBRAS,
    ),
    Refusal(
        "answer-schema", ("vllm",), answer_format.strict_and_open,
        "\"'additionalProperties' is required to be supplied and set to false.\" (agno-agi/agno#6013 zai-glm-4.7, in "
        "2026-01)",
        where=_CEREBRAS,
    ),
    Refusal(
        "parameter-value", ("vllm",), tool_schemas.strict_and_open,
        "a 422 of tools that are not closed (theopenco/llmgateway#1455, elizaOS/eliza#17060, in 2026)",
        where=_CEREBRAS, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm",),
        given("min_p top_k include_reasoning enable_thinking prompt_cache_retention", "Cerebras has no such key"),
        "\"body.min_p: property 'body.min_p' is unsupported\" (of top_k too; of the others told by public code bases, "
        "in 2026)",
        where=_CEREBRAS, note=True,
    ),
    Refusal(
        "parameter-clash", ("vllm",), clashes.json_beside_tools,
        "a 400 of response_format beside tools (told by a public code base, in 2026)", where=_CEREBRAS, note=True,
    ),
    Refusal(
        "answer-schema", ("vllm",),
        answer_format.has_keywords("format", "pattern", "minLength", "maxLength", "allOf"),
        "\"Invalid fields for schema with types ['string']: {'format'}\" and \"Extra top level keys found in JSON "
        "schema: {'allOf'}.\" (quoted by public code bases, in 2026; of minLength told by another)",
        where=_CEREBRAS, note=True,
    ),
    Refusal(
        "message-form", ("vllm",), in_messages.null_beside_calls,
        "\"'NoneType' object is not iterable\", param messages (livekit/agents#2403 llama-4-scout, in 2025-05)",
        told_only=True,
    ),
    # NVIDIA's.
    Refusal(
        "missing-parameter", ("vllm",), shown.modelless,
        '"model field is required" (tinyhumansai/openhuman#2784, in 2026-05)',
        where=_NVIDIA,
    ),
    Refusal(
        "missing-parameter", ("vllm",), shown.modelless,
        where=r"(^|\.)(cerebras|fireworks|perplexity|together|sambanova)\.(ai|xyz)/|(^|\.)deepinfra\.com/",
    ),
    Refusal(
        "missing-parameter", ("openai", "deepseek", "moonshot", "zhipu", "vllm"), shown.modelless,
        '"The request failed because it is missing `model` parameter." (musistudio/claude-code-router#70, of '
        "Volcengine, in 2025-06)",
        where=r"(^|\.)volces\.com/api/|^models\.github\.ai/inference/|^router\.huggingface\.co/v1/", note=True,
    ),
    Refusal(
        "model-parameter", ("vllm",), clashes.fixed("top_p", 0.95),
        '"Validation: `top_p` is immutable for this model and must be 0.95, got 1" (Alishahryar1/free-claude-code#1519 '
        "kimi-k3, in 2026-08)",
        ("kimi-k3*",), where=_NVIDIA,
    ),
    Refusal(
        "parameter-value", ("vllm",), among("thinking.type", "enabled disabled"),
        '"Validation: `thinking.type` must be `enabled` or `disabled`" (decolua/9router#2023, in 2026-06)',
        where=_NVIDIA, note=True,
    ),
    # Moonshot's K3, wherever it is asked.
    Refusal(
        "model-parameter", ("vllm", "openrouter", "openai"), clashes.fixed("top_p", 0.95), models=("kimi-k3*",),
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), shown.valued("thinking.type", "disabled", "enabled"),
        "of K3 thinking cannot be turned off, nor be bounded (platform.kimi.ai; told by public code bases, in 2026)",
        ("kimi-k3*", "k3*"), where=_MOONSHOT, note=True,
    ),
    # Fireworks' copy of Anthropic's API.
    Refusal(
        "parameter-value", ("anthropic",), shown.with_typed_tools,
        "\"Input should be 'function', 'web_search_preview' or 'code_interpreter', field: 'tools[8].type', value: "
        "'web_search_20250305'\" (boldsoftware/shelley#242 minimax-m3, in 2026-07)",
        where=_FIREWORKS,
    ),
    Refusal(
        "parameter-value", ("anthropic",),
        given(
            "tools[].eager_input_streaming tools[].cache_control tools[].allowed_callers tools[].defer_loading "
            "tools[].input_examples",
            "Fireworks has no such key of a tool",
        ),
        "\"Extra inputs are not permitted, field: 'tools[0].eager_input_streaming'\" (earendil-works/pi#3854, in "
        "2026-04; docs.fireworks.ai, Anthropic compatibility, has all five)",
        where=_FIREWORKS,
    ),
    # Perplexity.
    Refusal(
        "parameter-value", ("vllm",), within("top_p", "(, 1)"),
        "top_p of 1 is refused (told by the tests of a public gateway, in 2026)", where=_PERPLEXITY, note=True,
    ),
    *(
        Refusal(
            "parameter-value", ("vllm",), within("max_tokens", "[16, ]"),
            '"max_tokens must be at least 16 for sonar." (ITSpecialist111/ai_automation_suggester#171, '
            "langgenius/dify-official-plugins#3255, in 2026-05 and 06)",
            models, where=_PERPLEXITY, note=note,
        )
        for models, note in ((("sonar",), False), (("sonar-*",), True))
    ),
    Refusal(
        "message-form", ("vllm",), in_messages.system_later,
        '"After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)." '
        "(raycast/extensions#23957, in 2025-12)",
        where=_PERPLEXITY,
    ),
    # Ollama's cloud.
    Refusal(
        "model-parameter", ("vllm",), within("max_tokens max_completion_tokens", "[, 65536]"),
        "\"max_tokens (384000) exceeds model's maximum output tokens (65536) for model deepseek-v4-flash:0731\" "
        "(DaviRain-Su/hyper-grok-build#44, openclaw/openclaw#131797, in 2026-08)",
        ("deepseek-v4-flash:0731",), where=r"(^|\.)ollama\.com/v1/",
    ),
    # Volcengine.
    Refusal(
        "parameter-value", ("openai", "deepseek", "moonshot", "vllm"), tool_schemas.listed_types,
        "\"Invalid function format: unhashable type: 'list'\" (agno-agi/agno#3004 Doubao, in 2025-04)",
        where=_VOLCENGINE, note=True,
    ),
    Refusal(
        "parameter-value", ("openai", "deepseek", "moonshot", "vllm"), tool_schemas.untyped,
        "\"Invalid function format: 'type'\" (olimorris/codecompanion.nvim#1449, in 2025-05)",
        where=_VOLCENGINE, note=True,
    ),
    Refusal(
        "parameter-clash", ("openai", "deepseek", "moonshot", "vllm"), clashes.effort_without_thinking,
        '"Invalid combination of reasoning_effort and thinking type: high + disabled" (RooCodeInc/Roo-Code#11395, in '
        "2026-02)",
        where=_VOLCENGINE,
    ),
    # Databricks.
    Refusal(
        "parameter-value", ("vllm",), given("stream_options", "Databricks has refused it"),
        '"Bad request: json: unknown field \\"stream_options\\"" (continuedev/continue#12936, in 2026-07)',
        where=r"\.(cloud\.databricks\.com|azuredatabricks\.net)/", note=True,
    ),
    # Cloudflare.
    Refusal(
        "other-api", ("vllm",), given("messages", "this model has taken an input here, as Responses has it"),
        "\"AiError: Bad input: Error: oneOf at '/' not met, 0 matches: required properties at '/' are 'input'\" "
        "(cloudflare/ai#279 gpt-oss-120b, in 2025-09; mended in 2026-02)",
        told_only=True,
    ),
    # Models of others' at GitHub and at Azure.
    Refusal(
        "message-form", ("openai",), in_messages.saying_nothing("user", "system", "assistant"),
        '"invalid request: all elements in history must have a message." (github/gh-models#68 Command R+, in 2025-06)',
        ("*command-*",), where=_GITHUB,
    ),
    Refusal(
        "model-parameter", ("openai-responses",),
        shown.includes("reasoning.encrypted_content", "nothing of this model's is encrypted here"),
        '"Encrypted content is not supported with this model." (earendil-works/pi#6228 DeepSeek V4 Pro, in 2026-07)',
        ("deepseek*", "llama*", "mistral*", "grok*", "kimi*"), where=_AZURE, note=True,
    ),
    Refusal(
        "model-parameter", ("openai",), given("prompt_cache_key", "of others' models Azure has no such key"),
        '"Unrecognized request argument supplied: prompt_cache_key" (zed-industries/zed#52000 Kimi-K2.5, in 2026-03)',
        ("deepseek*", "llama*", "mistral*", "grok*", "kimi*"), where=_AZURE, note=True,
    ),
    Refusal(
        "message-form", ("openai-responses",),
        in_responses_items.of_type("tool_search_call", "tool_search_output"),
        '"Invalid input", param "input" (CommandCodeAI/command-code#893 deepseek-v4.1-flash, in 2026-09: items of a '
        "search for tools)",
        where=r"(^|\.)commandcode\.ai/", note=True,
    ),
    Refusal(
        "model-parameter", ("openai", "xai"), within("top_p", "(0, 1]"),
        "a 400 of top_p=0 (sgoedecke/gh-standup#2 grok-3-mini at GitHub Models, in 2025-07)",
        ("grok*",), note=True,
    ),
    Refusal(
        "parameter-value", ("openai-responses",), among("input[].content[].detail", "low high"),
        "\"validating responses image content: image detail has to be either 'low' or 'high'\" "
        "(caozhiyuan/copilot-api#362 gpt-5.5, in 2026-08)",
        where=r"githubcopilot\.com/responses$", note=True,
    ),
    # xAI.
    Refusal(
        "parameter-value", ("openai-responses",),
        given("prompt_cache_retention safety_identifier", "xAI has no such key"),
        "both are refused, whatever the model (told by a public code base, in 2026)", where=_XAI, note=True,
    ),
    Refusal(
        "parameter-value", ("xai",), shown.valued("reasoning_effort", "auto"),
        '"Invalid reasoning effort" (of auto, told by a public code base, in 2026)',
    ),
    # Groq.
    Refusal(
        "answer-schema", ("groq",), answer_format.has_keywords("propertyNames"),
        "a schema's propertyNames is refused (told by a public code base, in 2026)", note=True,
    ),
    Refusal(
        "parameter-value", ("groq",), given("prompt_cache_key", "Groq has refused it"),
        "a 400 of prompt_cache_key (told by a public code base, in 2026)", note=True,
    ),
    # Google's copy of Chat Completions.
    Refusal(
        "model-parameter", ("openai",),
        shown.valued("reasoning_effort", "none", instead="of this model it is low at least"),
        '"Request contains an invalid argument." (buxuku/SmartSub#439: tried of gemini-3.6-flash, -lite and '
        "3.5-flash-lite, in 2026-08, and gemini-3.5-flash takes it; HKUDS/DeepTutor#809 of 2.5 Pro and 3)",
        ("gemini-3.6-flash*", "gemini-3.5-flash-lite*", "gemini-2.5-pro*", "gemini-3-*", "gemini-3.1-pro*"),
        where=_GOOGLE, note=True,
    ),
    Refusal(
        "parameter-clash", ("openai",),
        clashes.apart(
            "reasoning_effort", "extra_body.google.thinking_config", "a thinking_config stands beside it; one of both"
        ),
        '"Expected one of either `reasoning_effort` or custom `thinking_config`; found both." '
        "(Alishahryar1/free-claude-code#1206 gemini-3.5-flash, in 2026-07)",
        where=_GOOGLE,
    ),
    # DashScope.
    Refusal(
        "answer-schema", ("dashscope",), answer_format.has_keywords("uniqueItems"),
        "\"Format error: 'response_format.json_schema.schema' rejects uniqueItems\" (quoted by a public code base, in "
        "2026)",
        note=True,
    ),
    # Cohere.
    Refusal(
        "parameter-value", ("cohere",), tool_schemas.requiring_nothing,
        '"extra restrictions to tool parameters apply when strict_tools=true" (of functions without anything required, '
        "told by public code bases, in 2026)",
        note=True,
    ),
    # vLLM itself.
    Refusal(
        "parameter-clash", ("vllm",), clashes.forced_json,
        '"You can only use one kind of structured outputs constraint but multiple are specified" '
        "(vllm-project/vllm#32006, in 2026-01)",
        note=True, but_ports=OTHER_PORTS,
    ),
    # Whoever fetches images himself.
    Refusal(
        "parameter-value",
        ("openai", "openai-responses", "anthropic", "mistral", "dashscope", "zhipu", "moonshot", "groq", "xai",
         "openrouter", "minimax", "siliconflow", "cohere"),
        media.unreachable,
        "\"图片输入格式/解析错误\" (code 1210, Zhipu of an image of localhost, told by a public code base)",
        at_home=True, note=True,
    ),
)  # fmt: skip

"""Anthropic's refusals of parameters; Claude at Bedrock has the same (`parameters`)."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks as shared_breaks
from pytest_promptfmt.verdicts.request.providers.anthropic import breaks
from pytest_promptfmt.verdicts.request.refusals.clashes import anything
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import among, nonblank, within

PROPERTY_KEYS = (
    "\"tools.37.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'\" "
    "(Gitlawb/openclaude#714)"
)

_BUDGETED = ("claude-3.7", "claude-3", "claude-4")

_ADAPTIVE = ("claude-4.7", "claude-4.8", "claude-sonnet-5", "claude-5")

_NO_EFFORT = (
    "claude-3*", "claude-haiku-4-5*", "claude-sonnet-4-5*", "claude-sonnet-4-0", "claude-sonnet-4-2*",
    "claude-sonnet-4", "claude-sonnet-4@*", "claude-opus-4-0", "claude-opus-4-1*", "claude-opus-4-2*",
    "claude-opus-4", "claude-opus-4@*",
)  # fmt: skip

_DEPRECATED = (
    '"`temperature` is deprecated for this model." (UKGovernmentBEIS/inspect_ai#3721, The-PR-Agent/pr-agent#2456; of '
    "top_p and top_k too, measured 2026-08-17, mnfst/modelparams.dev#238)"
)

_MOST = (
    '"max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens for claude-opus-4-1-20250805" '
    "(quoted in public tests, of Claude 3 Opus to Sonnet 5)"
)

_OUTPUT: tuple[tuple[int, tuple[str, ...]], ...] = (
    (4096, ("claude-3-opus*", "claude-3-sonnet*", "claude-3-haiku*")),
    (8192, ("claude-3-5-*",)),
    (32000, ("claude-opus-4-0", "claude-opus-4-1*", "claude-opus-4-2*", "claude-opus-4", "claude-opus-4@*")),
    (64000, ("claude-sonnet-4-0", "claude-sonnet-4-2*", "claude-sonnet-4", "claude-sonnet-4@*", "claude-*-4-5*")),
    (128000, ("claude-3-7-*", "claude-*-4-6*", "claude-*-4-7*", "claude-*-4-8*", "claude-*-5")),
)

_OWN = ("anthropic",)

_GONE = "Anthropic's own API has this model no more"
_HOME = r"^api\.anthropic\.com/"

_BETAS: tuple[tuple[str, str, str], ...] = (
    ("context_management", "context-management-2025-06-27", "context-management|compact"),
    ("mcp_servers", "mcp-client-2025-11-20", "mcp-client"),
    ("fallbacks", "server-side-fallback-2026-07-01", "server-side-fallback"),
    ("output_config.task_budget", "task-budgets-2026-03-13", "task-budgets"),
    ("thread", "message-threads-2026-08-12", "message-threads"),
    ("compaction", "compact-2026-09-04", "compact"),
)
"""What the official client has among its beta parameters alone: where, the header's word for it, and its names."""

_BETA_WORDS = (
    '"context_management: Extra inputs are not permitted" (anthropics/claude-code#39589, '
    "Wei-Shaw/claude-relay-service#660, without the header)"
)

REFUSED_BY_ANTHROPIC: tuple[Refusal, ...] = (
    Refusal(
        "missing-parameter", ("anthropic",), shared_breaks.missing("max_tokens"),
        '"Malformed input request: #: required key [max_tokens] not found, please reformat your input and try again." '
        "(diffbot/code-gpt-docs#300, InvokeModel); \"max_tokens: Field required\" "
        "(immersive-translate/immersive-translate#3993, 2026-07)",
        but_where="count_tokens|count-tokens",  # who counts asks for no answer
    ),
    Refusal(
        "model-parameter", ("anthropic",), shared_breaks.both,
        '"`temperature` and `top_p` cannot both be specified for this model. Please use only one." '
        "(cloud-apim/otoroshi-llm-extension#140: Opus 4.1, Sonnet and Haiku 4.5)",
        ("claude-opus-4-1*", "claude-*-4-5*"),
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), shared_breaks.thinking_warm,
        '"`temperature` may only be set to 1 when thinking is enabled." (MartialBE/one-hub#529)',
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), shared_breaks.thinking_forced,
        '"Thinking may not be enabled when tool_choice forces tool use." (mastra-ai/mastra#7507)',
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), shared_breaks.budget,
        '"`max_tokens` must be greater than `thinking.budget_tokens`." (liuw1535/antigravity2api-nodejs#150); a call '
        "with a budget as large was answered with a 400 (Smart-AI-Memory/attune-ai#730)",
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.effort_without_thinking,
        "\"output_config.effort 'max' is not supported when thinking is disabled on this model. Use effort 'high' or "
        'below, or enable thinking." (anthropics/claude-code#76689 Opus 4.8, #87126, in 2026-08; Opus 5 in the notes '
        "of Claude Code 2.1.251)",
        ("claude-opus-4-8*", "claude-opus-5*"),
    ),
    Refusal("parameter-clash", _OWN, breaks.effort_without_thinking, models=("claude-sonnet-5*",), note=True),
    Refusal(
        "thinking-parameter", _OWN, breaks.kind("disabled", "this model always thinks; leave it out"),
        '"\\"thinking.type.disabled\\" is not supported for this model." (MoonshotAI/kimi-code#610 Fable 5, '
        "ex-machina-co/opencode-anthropic-auth#159 of Mythos 5 too, in 2026-06)",
        ("claude-fable-5*", "claude-mythos-5*"),
    ),
    Refusal("model-ability", _OWN, breaks.old_editors, breaks.EDITORS, ("claude-opus-4-6*",)),
    Refusal("model-ability", _OWN, breaks.old_editors, models=("claude-sonnet-4-6*", "claude-opus-4-[78]*")),
    Refusal(
        "parameter-clash", _OWN, breaks.unused_servers,
        "\"MCP server 'mcp' is defined but not referenced by any `mcp_toolset` in `tools`.\" "
        "(anthropics/anthropic-sdk-csharp#255, in 2026-09; the first of its features, of 2025-04-04, had no toolsets)",
        beta="mcp-client-2025-04-04", note=True,
    ),
    Refusal(
        "parameter-value", _OWN, within("thinking.budget_tokens", "[1024, )"),
        '"thinking.enabled.budget_tokens: Input should be greater than or equal to 1024" (themaximalist/llm.js#30)',
    ),
    Refusal(
        "parameter-value", _OWN, nonblank("stop_sequences[]"),
        '"stop_sequences: each stop sequence must contain non-whitespace" (BerriAI/litellm#3286); "stop_sequences: '
        'each stop sequence must be non-empty" (MegaGrindStone/mcp-web-ui#5)',
    ),
    Refusal("parameter-value", _OWN, breaks.property_keys("tools[].input_schema.properties"), PROPERTY_KEYS),
    Refusal(
        "parameter-value", _OWN, among("thinking.type", "enabled disabled adaptive"),
        "\"thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', "
        "'enabled'\" (strands-agents/harness-sdk#1856)",
    ),
    Refusal(
        "parameter-value", _OWN, among("output_config.effort", "low medium high xhigh max"),
        "\"output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'\" (quoted in public tests)",
    ),
    Refusal(
        "parameter-value", _OWN, among("tool_choice.type", "auto any tool none"),
        "\"tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'auto', "
        "'any', 'tool', 'none'\" (quoted in several public code bases, of 'function' too)",
    ),
    *(Refusal("parameter-value", _OWN, within("max_tokens", f"[,{most}]"), _MOST, globs) for most, globs in _OUTPUT),
    Refusal(
        "parameter-value", _OWN, within("max_tokens", "[, 64000]"),
        '"max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for '
        'claude-3-7-sonnet-20250219" (BerriAI/litellm#9016, of a request without the header for more)',
        ("claude-3-7-*",), note=True, beta="output-128k",
    ),
    Refusal("model-parameter", _OWN, given("temperature", "this model takes none", unless=(1, 1.0)), _DEPRECATED,
            families=_ADAPTIVE),
    Refusal("model-parameter", _OWN, given("top_p top_k", "this model takes none"), _DEPRECATED, families=_ADAPTIVE),
    Refusal(
        "model-parameter", _OWN, breaks.kind("enabled", "this model thinks adaptively, and takes no budget"),
        '"\\"thinking.type.enabled\\" is not supported for this model. Use \\"thinking.type.adaptive\\" and '
        '\\"output_config.effort\\" to control thinking behavior." (zhukunpenglinyutong/jetbrains-cc-gui#1003)',
        families=_ADAPTIVE,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.kind("adaptive", "this model thinks by a budget"),
        "\"adaptive thinking is not supported on this model\" (live of claude-haiku-4-5, 2026-08); at Bedrock "
        "\"thinking: "
        "Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'\" "
        "(strands-agents/harness-sdk#1856 claude-sonnet-4-5)",
        families=_BUDGETED,
    ),
    Refusal(
        "model-parameter", _OWN, given("output_config.effort", "this model takes no effort"),
        '"This model does not support the effort parameter." (live of claude-haiku-4-5, 2026-08; of Sonnet 4.5 too)',
        _NO_EFFORT,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.effort("xhigh max", "this model takes low, medium and high"),
        '"output_config.effort: Input should be \'low\', \'medium\' or \'high\'" '
        "(coder/coder#25356 Opus 4.5 at Bedrock)",
        ("*claude-opus-4-5*",),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.effort("xhigh", "this model takes low, medium, high and max"),
        "the levels of each model (platform.claude.com, build-with-claude/effort, 2026-08-06: xhigh from Opus 4.7 on)",
        ("*claude-*-4-6*",), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given("inference_geo", "this model takes none"),
        '"Requests with inference_geo on legacy models return a 400 error" (platform.claude.com, '
        "build-with-claude/data-residency: from Opus 4.6 on)",
        families=_BUDGETED,
    ),
    Refusal(
        "thinking-parameter", _OWN, breaks.without_budget,
        '"thinking.enabled.budget_tokens: Field required" (quoted in several public code bases, one of it live)',
    ),
    Refusal(
        "thinking-parameter", _OWN, breaks.thinking("top_k", "with thinking it is left out"),
        '"`top_k` must be unset when thinking is enabled." (quarkiverse/quarkus-langchain4j#1812)',
    ),
    Refusal(
        "thinking-parameter", _OWN, breaks.thinking("top_p", "with thinking it is 0.95 at least, or left out", 0.95),
        '"`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled" (quoted in public code; '
        '"top_p must be unset when thinking is enabled", n8n-io/n8n#14288 of Claude 3.7)',
    ),
    Refusal(
        "thinking-parameter", _OWN, breaks.final_thinking,
        '"messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain '
        '`thinking`. To use thinking blocks, enable `thinking` in your request." (tailcallhq/forgecode#1853)',
    ),
    Refusal(
        "thinking-parameter", _OWN, breaks.clears,
        '"`clear_thinking_20251015` strategy requires `thinking` to be enabled" (anthropics/claude-code#11971)',
        families=(*_BUDGETED, "claude-4.6", "claude-4.7", "claude-4.8"),
    ),
    Refusal("thinking-parameter", _OWN, breaks.clears_later),
    Refusal(
        "parameter-value", _OWN, breaks.empty_assistant,
        '"messages.1: all messages must have non-empty content except for the optional final assistant message" '
        "(anthropics/claude-code#4416, #6774); taken when it was tried in 2026-09",
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.of_platform("vertex-", "cache_control"),
        '"cache_control: Extra inputs are not permitted" (vercel/ai#13986, dust-tt/dust#27109: Vertex AI caches by '
        "marks on blocks alone)",
    ),
    Refusal(
        "missing-parameter", _OWN, breaks.uncalled_for,
        '"Requests which include `tool_use` or `tool_result` blocks must define tools." (browser-use/browser-use#1243, '
        "InvokeModel in 2025; others have it of Anthropic's own API)", note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.lasting_cache,
        '"messages.0.content.0.text.cache_control.ephemeral.ttl: Extra inputs are not permitted" '
        "(posit-dev/chatlas#225, Bedrock)",
        note=True,
    ),
    Refusal(
        "parameter-clash", (*_OWN, "bedrock"), breaks.prefilled,
        '"Your API request included an `assistant` message in the final position, which would pre-fill the '
        "`assistant` response. When using tools, pre-filling the `assistant` response is not supported.\" "
        "(langchain-ai/langchain#22166, Doriandarko/claude-engineer#40, langchain-ai/langchain-aws#124 at Bedrock)",
        ("*claude-3-opus*", "*claude-3-sonnet*", "*claude-3-haiku*"), note=True,
    ),
    *(
        Refusal(
            "api-version", _OWN, given(at, f"it is taken with the header anthropic-beta: {header}"),
            _BETA_WORDS if at == "context_management" else "", note=True, at_home=True, beta=names,
        )
        for at, header, names in _BETAS
    ),
    Refusal(
        "answer-schema", _OWN, breaks.open_objects,
        "\"output_format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false\" "
        "(ax-llm/ax#458; of output_config.format veryfront/veryfront-code#3921)",
    ),
    Refusal(
        "answer-schema", _OWN, breaks.bounds,
        "\"output_format.schema: For 'integer' type, property 'minimum' is not supported\" (agentjido/req_llm#302); "
        "\"For 'array' type, property 'maxItems' is not supported\" (agentjido/req_llm#707); \"For 'array' type, "
        "'minItems' values other than 0 or 1 are not supported\" (ghostlobster/memorize-everything#93)",
    ),
    Refusal(
        "answer-schema", _OWN, breaks.many_optional,
        '"Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. Reduce '
        'the number of optional parameters in your tool schemas (limit: 24)." (quoted in several public code bases; '
        "anthropics/claude-code#55539)",
    ),
    Refusal(
        "answer-schema", _OWN, breaks.many_unions,
        '"Schemas contains too many parameters with union types (24 parameters with type arrays or anyOf) ... limit: '
        '16." (vercel/ai#17268 at Bedrock, and quoted in several public code bases)',
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.cited_by_schema,
        "citations and output_config.format are answered with 400 (platform.claude.com, structured outputs, in 2026; "
        "noted in several public code bases)",
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.cited_in_part,
        '"Currently, citations must be enabled on all or none of the documents within a request." (platform.claude.com,'
        " citations; UKGovernmentBEIS/inspect_ai#4527)",
        note=True,
    ),
    Refusal(
        "message-form", _OWN, breaks.thoughtless,
        '"messages.1.content.0.thinking: each thinking block must contain thinking" (github/CopilotForXcode#703 '
        "claude-opus-4.5, in 2026-01; from Opus 4.6 on thoughts may be left out of an answer, and come back empty)",
        ("claude-3*", "claude-*-4-2*", "claude-*-4", "claude-*-4[.-][015]*"), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.advised_by("claude-opus-4-8"),
        "\"tools.11.model: 'claude-opus-4-8' cannot be used as an advisor when the request model is "
        "'claude-fable-5'.\" (anthropics/claude-code#67298, in 2026-06)",
        ("claude-fable-5*",),
    ),
    Refusal(
        "model-id", _OWN, anything(_GONE, "$.model"),
        '"model: claude-3-5-haiku-20241022" (anthropics/claude-code#60706, not_found_error, in 2026-05)',
        ("claude-3-5-haiku-20241022",), where=_HOME,
    ),
    Refusal(
        "model-id", _OWN, anything(_GONE, "$.model"),
        models=("claude-3-opus-2*", "claude-3-sonnet-2*", "claude-3-5-sonnet-2*", "claude-3-7-sonnet-2*", "claude-2*"),
        where=_HOME,
    ),
)  # fmt: skip

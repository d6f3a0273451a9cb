"""What hosts of others' models refuse of a request in OpenAI's form: Cerebras, Fireworks, Perplexity, GitHub, Copilot.

They have no dialect of their own. Those of open weights are judged as a server of one's own is; what stands here is
what their addresses take less. Last come single models behind Bedrock, and names that an address does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.shared_rules import schemas_within
from pytest_promptfmt.verdicts.request.refusals import answer_format, clashes, in_messages, shown
from pytest_promptfmt.verdicts.request.refusals.places import places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given

_HOSTS = (r"cerebras\.ai", r"fireworks\.ai", r"perplexity\.ai", r"api\.nvidia\.com")
_CEREBRAS, _FIREWORKS, _PERPLEXITY, _NVIDIA = (rf"(^|\.){host}/" for host in _HOSTS)


_OPENAIS = r"(gpt|o\d|chatgpt|codex|ft:|text-|davinci|babbage|curie|ada|computer-use|omni|whisper|tts|dall-e|sora)"
_NOVAS = frozenset({"inferenceConfig", "reasoningConfig"})


def _unlike_novas(body: Mapping[str, Any]) -> Iterator[Said]:
    fields = value_of(body, "additionalModelRequestFields")
    for key in fields if isinstance(fields, dict) else ():
        if key not in _NOVAS:
            yield f"$.additionalModelRequestFields.{key}", "Nova has no such key"


_CONVERSES = frozenset({"messages", "system", "toolConfig", "guardrailConfig"})
_TITANS = re.compile(r"\|+|User:")


def _said_twice(body: Mapping[str, Any]) -> Iterator[Said]:
    fields = value_of(body, "additionalModelRequestFields")
    for key in fields if isinstance(fields, dict) else ():
        if key in _CONVERSES and body.get(key):
            yield f"$.additionalModelRequestFields.{key}", f"{key} stands in the request as well"


def _other_stops(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, stop in places(body, "textGenerationConfig.stopSequences[]"):
        if isinstance(stop, str) and not _TITANS.fullmatch(stop):
            yield path, f"{stop!r}, and this model stops at pipes or at User: alone"


def _unspoken_stops(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, stop in places(body, "stopSequences[]"):
        if not isinstance(stop, str):
            yield path, "a stop is a string"


def _only_required(body: Mapping[str, Any]) -> Iterator[Said]:
    """A part of a tool's schema that says what is required, and no more."""
    for path, schema in places(body, "tools[].function.parameters tools[].input_schema"):
        for where, part in schemas_within(schema, path):
            if set(part) == {"required"}:
                yield where, "a schema of required alone"


REFUSED_AT_GATEWAYS: tuple[Refusal, ...] = (
    # Cerebras.
    Refusal(
        "refused-message", ("vllm",),
        given("messages[].reasoning_content", "Cerebras takes none back under this key"),
        "\"messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported\" "
        "(Alishahryar1/free-claude-code#1136 zai-glm-4.7, in 2026-07)",
        where=_CEREBRAS,
    ),
    *(
        Refusal(
            "message-form", ("vllm",), in_messages.lists_of(*roles),
            '"body.messages.0.system.content: Input should be a valid string" (musistudio/llms#25 Cerebras, in '
            '2025-08); "expected string at field messages.content got instead array" (nextcloud/integration_openai#236 '
            "IONOS)",
            where=where, note=True,
        )
        for where, roles in (
            (_CEREBRAS, ("system",)),
            (r"(^|\.)ionos\.com/", ("system", "user", "assistant", "tool")),
        )
    ),
    Refusal(
        "parameter-value", ("vllm",),
        given("store metadata verbosity thinking maxTokens", "Cerebras has no such key"),
        "\"body.store: property 'body.store' is unsupported\" (Gitlawb/openclaude#740, in 2026-04; of maxTokens and "
        "thinking anomalyco/opencode#6648, in 2026-01)",
        where=_CEREBRAS, note=True,
    ),
    Refusal(
        "answer-schema", ("vllm",), answer_format.has_keywords("minItems", "maxItems", "prefixItems", "uniqueItems"),
        "\"Unsupported JSON schema fields: {'minItems', 'items'}\" (musistudio/claude-code-router#708, in 2025-08)",
        where=_CEREBRAS, note=True,
    ),
    # Fireworks.
    Refusal(
        "parameter-value", ("vllm",), given("stream_options", "Fireworks has refused it"),
        "\"Extra inputs are not permitted, field: 'stream_options'\" (FlowiseAI/Flowise#2866, in 2024-07)",
        where=_FIREWORKS, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm",),
        given("vl_high_resolution_images enable_thinking store", "Fireworks has no such key"),
        "\"Extra inputs are not permitted, field: 'vl_high_resolution_images', value: True.\" "
        "(web-infra-dev/midscene#1322, in 2025-10)",
        where=_FIREWORKS, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm", "anthropic"), _only_required,
        '"JSON Schema not supported: could not understand the instance `{\'required\': [\'criteria\']}`." '
        "(earendil-works/pi#5352, in 2026-06)",
        where=_FIREWORKS, note=True,
    ),
    # DeepInfra.
    Refusal(
        "model-ability", ("vllm",), shown.with_tools,
        '"Tool calling is not supported for model: NousResearch/Hermes-3-Llama-3.1-405B" (truefoundry/models#944)',
        ("*hermes-3*",), where=r"(^|\.)deepinfra\.com/", note=True,
    ),
    # Perplexity.
    Refusal(
        "refused-message", ("vllm",), in_messages.in_a_row,
        '"After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)." '
        "(raycast/extensions#23957, in 2025-12)",
        where=_PERPLEXITY,
    ),
    Refusal(
        "model-id", ("vllm",), shown.named_otherwise(r"(sonar(-pro|-reasoning(-pro)?|-deep-research)?|.*/.*)$"),
        "\"Invalid model 'sonar-pro '. Permitted models can be found in the documentation at "
        'https://docs.perplexity.ai/guides/model-cards." (perplexityai/api-discussion#262; of '
        "llama-3-sonar-large-32k-online bhdicaire/visioStencils#3)",
        where=_PERPLEXITY, note=True,
    ),
    # NVIDIA's.
    Refusal(
        "parameter-value", ("vllm",),
        given("thinking enable_thinking tool_stream prompt_cache_key store", "NVIDIA has no such key"),
        '"Validation: Unsupported parameter(s): reasoning_budget" (Alishahryar1/free-claude-code#127 glm4.7, in '
        "2026-04; of prompt_cache_key diegosouzapw/OmniRoute#848, of tool_stream Gitlawb/openclaude#1950)",
        where=_NVIDIA, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm",), given("reasoning_budget", "NVIDIA has it of Nemotron alone"),
        '"Validation: Unsupported parameter(s): reasoning_budget" (Alishahryar1/free-claude-code#127 glm4.7)',
        but=("*nemotron*",), where=_NVIDIA, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm",), given("frequency_penalty presence_penalty", "this host has refused it"),
        '"body -> frequency_penalty  Extra inputs are not permitted (type=extra_forbidden)" (BerriAI/litellm#4558, '
        "in 2024-07)",
        ("*gemma*",), where=_NVIDIA, note=True,
    ),
    # OpenCode's.
    Refusal(
        "other-api", ("vllm",),
        given("thinking chat_template_kwargs messages[].reasoning", "at this address there is no such key"),
        "\"Extra inputs are not permitted, field: 'chat_template_kwargs'\" (anomalyco/opencode#36867 glm-5.2, in "
        '2026-07; "invalid request body: json: unknown field \\"thinking\\"" decolua/9router#4077 glm-5.3-flash; '
        "of messages[8].reasoning earendil-works/pi#4514 kimi-k2.6)",
        where=r"^opencode\.ai/zen/", note=True,
    ),
    Refusal(
        "message-form", ("vllm", "openai", "anthropic", "deepseek"), in_messages.thoughtless,
        '"The `reasoning_content` in the thinking mode must be passed back to the API." (Alishahryar1/free-claude-code'
        '#1327 deepseek-v4-flash-free, openclaw/openclaw#83135 mimo-v2.5; "The content[].thinking in the thinking mode '
        'must be passed back to the API" TencentCloud/TencentDB-Agent-Memory#990, of a turn before the last)',
        ("deepseek-v4*", "deepseek-reasoner*", "mimo-v2*"),
        where=r"^opencode\.ai/|xiaomimimo\.com/|deepseek\.com/anthropic/", note=True,
    ),
    # SambaNova.
    Refusal(
        "model-id", ("vllm",), shown.named_otherwise(r"(?!deepseek-r1-distill)"),
        '"The requested model (DeepSeek-R1-Distill-Llama-70B) is not available on SambaNova Cloud." '
        "(mozilla-ai/any-llm#976, in 2026-03)",
        where=r"(^|\.)sambanova\.ai/", note=True,
    ),
    # GitHub's.
    Refusal(
        "model-id", ("openai",), shown.named_otherwise(r"[^/]+$"),
        '"400 Unknown model" (tashfeenahmed/freellmapi#18 openai/gpt-4.1: this address has names without their makers)',
        where=r"models\.inference\.ai\.azure\.com/",
    ),
    Refusal(
        "model-ability", ("openai",),
        clashes.anything("Copilot has this model at /responses alone", "$.model"),
        '"unsupported_api_for_model": "not accessible via the /chat/completions endpoint" (anomalyco/opencode#36305 '
        "gpt-5.6-sol, in 2026-07)",
        ("gpt-5.6*",), where=r"githubcopilot\.com/chat/completions$", note=True,
    ),
    Refusal(
        "model-ability", ("openai-responses",), shown.with_tools_of("image_generation"),
        '"The requested tool image_generation is not supported." (caozhiyuan/copilot-api#220 gpt-5.5, in 2026-04)',
        where=r"githubcopilot\.com/responses$", note=True,
    ),
    Refusal(
        "message-form", ("anthropic",),
        given("messages[].content[].content[].cache_control", "it stands on the result itself"),
        '"cache_control may not be specified within `tool_result.content`. Instead, place it directly on '
        '`tool_result`" (caozhiyuan/copilot-api#241, in 2026-05)',
        where=r"githubcopilot\.com/", note=True,
    ),
    # ChatGPT's.
    Refusal(
        "parameter-value", ("openai-responses",),
        shown.valued("service_tier", "flex", "auto", instead="ChatGPT's own has no such tier"),
        '"Unsupported service_tier: flex" (openai/codex#15099 gpt-5.4, in 2026-03; of auto can1357/oh-my-pi#6451, in '
        "2026-08)",
        where=r"^chatgpt\.com/backend-api/codex",
    ),
    # xAI's own, of what it has taken back.
    Refusal(
        "model-parameter", ("xai",), given("search_parameters", "the live search is gone; tools have its place"),
        '"Live search is deprecated. Please switch to the Agent Tools API: '
        'https://docs.x.ai/docs/guides/tools/overview", 410 (superagent-ai/grok-cli#139, #201, '
        "langgenius/dify-official-plugins#2493, since 2026-01)",
        note=True,
    ),
    # Bedrock, of what only later models have.
    Refusal(
        "other-api", ("anthropic",), given("output_config", "this model is older than it"),
        '"Malformed input request: #: extraneous key [output_config] is not permitted, please reformat your input and '
        'try again." (BerriAI/litellm#22797 claude-3-haiku, in 2026-03)',
        where=r"^bedrock-runtime.*anthropic\.claude-(3-(haiku|sonnet|opus)|v2|instant)",
    ),
    Refusal(
        "model-parameter", ("bedrock",), _unlike_novas,
        '"Malformed input request: #: extraneous key [retryTimes] is not permitted, please reformat your input and try '
        'again." (BerriAI/litellm#14021 Nova Pro, in 2025-08)',
        ("*amazon.nova*",), note=True,
    ),
    Refusal(
        "parameter-clash", ("bedrock",), _said_twice,
        '"The additional field system conflicts with an existing field." (danny-avila/LibreChat#14246, in 2026-07)',
    ),
    Refusal(
        "parameter-value", ("bedrock",), _unspoken_stops,
        '"Malformed input request: #/stopSequences/0: expected type: String, found: JSONArray, please reformat your '
        'input and try again." (Arize-ai/phoenix#2113, in 2024-01)',
        where=r"/model/[^/]*ai21\.j2[^/]*/invoke",
    ),
    Refusal(
        "parameter-value", ("bedrock",), _other_stops,
        '"Malformed input request: string does not match pattern ^(\\\\|+|User:)$, please reformat your input and try '
        'again." (boto/boto3#3993, in 2024-01)',
        where=r"/model/[^/]*amazon\.titan-text[^/]*/invoke",
    ),
    # Names that are nobody's at the address of a provider whose models have one name.
    Refusal(
        "model-id", ("openai", "openai-responses"), shown.named_otherwise(_OPENAIS),
        "\"The model `gpt-5.4-image-2` does not exist or you do not have access to it.\" (Routstr/routstr-core#554); a "
        "pipe's prefix before the name jrkropp/open-webui-developer-toolkit#717",
        where=r"^api\.openai\.com/", note=True,
    ),
    # Any.
    Refusal(
        "model-id", ("vllm", "openai", "openai-responses", "openrouter", "groq", "xai", "anthropic"),
        shown.named_otherwise(r"\S(.*\S)?$"),
        "\"Invalid model 'sonar-pro '.\" (perplexityai/api-discussion#262, of the blank)",
        note=True,
    ),
)  # fmt: skip

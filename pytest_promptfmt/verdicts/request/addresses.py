"""What one address refuses that another of the same form takes: copies of an API, its older versions, other makers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages, in_responses_items, media
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued
from pytest_promptfmt.verdicts.request.refusals.values import among

_GOOGLES = r"generativelanguage\.googleapis\.com/.*chat/completions$"
_UNNAMED = "Google's copy of this API has no such key"


_COHERE = r"cohere\.(com|ai)/v1/chat$"


def _untold(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, said in places(body, "message chat_history[].message"):
        if said == "" and not (path == "$.message" and body.get("tool_results")):
            yield path, "the message is empty"


def _told_twice(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("message") and body.get("tool_results") and body.get("force_single_step") is not True:
        yield "$.tool_results", "message stands beside it; with results it is empty"


def _raw(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("raw_prompting") is True and "<|START_OF_TURN_TOKEN|>" not in str(body.get("message")):
        yield "$.raw_prompting", "the message goes to the model as it stands, and has no turns in the model's own marks"


_AT_MULTISTEP = (
    '"invalid request: cannot specify both message and tool_results in multistep mode" (huggingface/chat-ui#1404, '
    "cohere-ai/cohere-python#525)"
)
_URL = '"url error, please check url！"'
_OTHERS = r"/model/[^/]*(meta\.llama|mistral\.|cohere\.|ai21\.|amazon\.titan|deepseek\.)[^/]*/invoke"


def _lacks(key: str) -> Broken:
    """The key without which a maker's models take nothing is not there."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if key not in body:
            yield "$", f"{key} is missing, which this maker's models take at InvokeModel; Converse has one form for all"

    return broken


_MAKERS: Mapping[str, str] = {
    r"meta\.llama": "prompt",
    r"amazon\.nova": "messages",
    r"amazon\.titan-text": "inputText",
    r"cohere\.command-r": "message",
    r"cohere\.command-(text|light)": "prompt",
    r"mistral\.mi[sx]tral-[78]": "prompt",
    r"ai21\.jamba": "messages",
}
"""The key that each maker's models ask for at InvokeModel."""
_ASKED = {
    "prompt": '"Malformed input request: #: required key [prompt] not found" (lobehub/lobehub#5203 Llama 3)',
    "messages": '"Malformed input request: #: required key [messages] not found, please reformat your input and try '
    'again." (mem0ai/mem0#3024 Nova Pro)',
}
_EXTRANEOUS = (
    '"Malformed input request: #: required key [prompt] not found#: extraneous key [system] is not permitted#: '
    "extraneous key [max_tokens] is not permitted#: extraneous key [messages] is not permitted#: extraneous key "
    '[anthropic_version] is not permitted, please reformat your input and try again." (lobehub/lobehub#5203 Llama 3)'
)


def _own_form(body: Mapping[str, Any]) -> Iterator[Said]:
    """The messages stand at the top, where DashScope's own API has them under ``input``."""
    if "messages" in body and "input" not in body:
        yield "$.messages", "at this address they stand under input, and the parameters under parameters"


_FOUNDRY = r"services\.ai\.azure\.com/api/projects/.*responses"

REFUSED_AT_ADDRESSES: tuple[Refusal, ...] = (
    # Google's copy of OpenAI's API.
    Refusal(
        "other-api", ("openai",), given("store frequency_penalty prompt_cache_key", _UNNAMED),
        '"Invalid JSON payload received. Unknown name \\"store\\": Cannot find field." (liliMozi/openhanako#394 in '
        "2026-04; of frequency_penalty sleepydeer666/RPGBox#2 in 2026-08, of prompt_cache_key liliMozi/openhanako#2494 "
        "in 2026-08)",
        where=_GOOGLES,
    ),
    Refusal(
        "other-api", ("openai",), given("metadata seed web_search_options", _UNNAMED),
        '"Invalid JSON payload received. Unknown name \\"metadata\\": Cannot find field." (ed-donner/agents#45; of '
        "seed Vali-98/ChatterUI#227, of web_search_options FuzzAnything/PromptFuzz#42, all in 2025)",
        where=_GOOGLES, note=True,
    ),
    Refusal(
        "message-form", ("openai",), in_messages.unsigned_calls,
        '"Function call is missing a thought_signature in functionCall parts. This is required for tools to work '
        'correctly, and missing thought_signature may lead to degraded model performance." '
        "(BigPizzaV3/CodexPlusPlus#332 gemini-3.5-flash); ai.google.dev, thought signatures, has its place",
        ("gemini-3*", "gemini-4*"), where=_GOOGLES,
    ),
    # Vertex, and Azure's projects.
    Refusal(
        "parameter-value", ("gemini",), valued("serviceTier", "standard", "STANDARD", "flex"),
        "\"Invalid value at 'service_tier' (type.googleapis.com/google.cloud.aiplatform.v1beta1.ServiceTier), "
        '\\"standard\\"\" (ogx-ai/ogx#6418; of STANDARD BerriAI/litellm#34914, of flex googleapis/java-genai#972: '
        "Vertex has SERVICE_TIER_FLEX and the like, and reads the tier from a header)",
        where=r"aiplatform\.googleapis\.com/",
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.null_status,
        "\"Value is 'null' but should be 'string'\", /input/2/status (microsoft/agent-framework#4576, in 2026-03)",
        where=_FOUNDRY,
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.untyped_lists,
        '"required: Required properties [\\"type\\"] are not present", /input/1 (microsoft/agent-framework#3003, in '
        "2025-12)",
        where=_FOUNDRY, note=True,
    ),
    # InvokeModel, where each maker's models take a form of their own.
    Refusal(
        "other-api", ("anthropic",),
        given("anthropic_version", "Anthropic's form, and the model is another maker's; Converse has one form for all"),
        _EXTRANEOUS, where=_OTHERS,
    ),
    Refusal(
        "other-api", ("anthropic",), given("top_p", "Nova takes it as inferenceConfig.topP"),
        '"Malformed input request: #: extraneous key [top_p] is not permitted, please reformat your input and try '
        'again." (lobehub/lobehub#5203, rollwagen/bods#51)',
        where=r"/model/[^/]*amazon\.nova[^/]*/invoke",
    ),
    Refusal(
        "other-api", ("bedrock",), given("inputText textGenerationConfig", "Titan's; Nova takes messages"),
        '"Malformed input request: #: extraneous key [textGenerationConfig] is not permitted, reformat your input and '
        'try again." (run-llama/llama_index#21420 Nova 2 Lite)',
        where=r"/model/[^/]*amazon\.nova[^/]*/invoke",
    ),
    *(
        Refusal(
            "missing-parameter", ("bedrock", "anthropic"), _lacks(key), _ASKED.get(key, ""),
            where=rf"/model/[^/]*{maker}[^/]*/invoke", note=maker not in (r"meta\.llama", r"amazon\.nova"),
        )
        for maker, key in _MAKERS.items()
    ),
    Refusal(
        "other-api", ("bedrock",),
        given("prompt stream num_generations return_likelihoods truncate logit_bias", "of Cohere's older models"),
        '"Malformed input request: #: extraneous key [prompt] is not permitted" (promptfoo/promptfoo#914 Command R+)',
        where=r"/model/[^/]*cohere\.command-r[^/]*/invoke",
    ),
    Refusal(
        "model-parameter", ("bedrock",), given("toolConfig", "this model takes tools, though not where it streams"),
        '"This model doesn\'t support tool use in streaming mode." (strands-agents/harness-sdk#3882 Llama 3.3; '
        "earendil-works/pi#3739 Llama 4 Maverick and Scout, in 2026-04)",
        ("*meta.llama3*", "*meta.llama4*"), where="/converse-stream$",
    ),
    Refusal(
        "other-api", ("anthropic",), given("thinking.block_binding", "Bedrock does not know it"),
        '"thinking.adaptive.block_binding: Extra inputs are not permitted" (BerriAI/litellm#41203, in 2026-08)',
        where=r"^bedrock-runtime",
    ),
    Refusal(
        "other-api", ("anthropic",), given("tools[].cache_control", "OpenRouter hands it on as this model's no key"),
        '"tools.3.cache_control: Extra inputs are not permitted" (earendil-works/pi#7938 claude-3-haiku, in 2026-08)',
        ("*claude-3-haiku*",), where=r"^openrouter\.ai/api/v1/messages", note=True,
    ),
    Refusal(
        "other-api", ("anthropic",),
        given("anthropic_beta", "of this model Bedrock has taken none"),
        '"invalid beta flag" (anthropics/claude-code#49490 and #49648 Opus 4.7, claude-code-20250219 and '
        "interleaved-thinking-2025-05-14, in 2026-04)",
        where=r"/model/[^/]*anthropic\.claude-opus-4-7[^/]*/invoke", note=True,
    ),
    # What clients take, and no wire.
    Refusal(
        "other-api", ("anthropic",), given("betas", "the client's; it goes out as the header anthropic-beta"),
        '"betas: Extra inputs are not permitted" (CherryHQ/cherry-studio#2660)', where=r"^api\.anthropic\.com/",
    ),
    Refusal(
        "other-api", ("anthropic",), given("anthropic_version anthropic_beta", "here it is a header"),
        where=r"^api\.anthropic\.com/",
    ),
    Refusal(
        "other-api", ("gemini",), given("config", "the client's; on the wire it is generationConfig and others"),
        where=r"googleapis\.com/",
    ),
    # Cohere's older APIs.
    Refusal(
        "other-api", ("cohere",),
        given("messages", "version 1 takes message and chat_history; it is version 2, at /v2/chat, that takes it"),
        '"invalid request: message must be at least 1 token long or tool results must be specified." '
        "(yym68686/uni-api#6, of messages; kwaroran/Risuai#504, of an empty message)",
        where=_COHERE,
    ),
    Refusal(
        "parameter-value", ("cohere",), _untold,
        '"invalid request: all elements in history must have a message." (kwaroran/Risuai#458); "invalid request: '
        'message must be at least 1 token long or tool results must be specified." (kwaroran/Risuai#504)',
        where=_COHERE,
    ),
    Refusal("parameter-clash", ("cohere",), _told_twice, _AT_MULTISTEP, where=_COHERE),
    Refusal(
        "parameter-clash", ("cohere",), _raw,
        '"invalid request: provided raw prompt is invalid, you message must contain valid chat turns." '
        "(continuedev/continue#3881)",
        where=_COHERE,
    ),
    Refusal(
        "other-api", ("cohere",), clashes.anything("the generate API serves no model of today: ask /v2/chat"),
        "\"invalid request: generate API is not supported for model 'command-a-03-2025'. Please use the chat API "
        "instead\" (BerriAI/litellm#9485); \"invalid request: model 'command-r' is not supported by the generate API\" "
        "(BerriAI/litellm#2875)",
        ("command-a*", "command-r*", "c4ai-*"), where=r"cohere\.(com|ai)/v1/generate$",
    ),
    # DashScope's two forms.
    Refusal(
        "other-api", ("dashscope", "dashscope-multimodal"),
        given("input", "of DashScope's own API; its compatible mode takes messages at the top"),
        '"you must provide a messages parameter" (InternLM/MindSearch#307)', where="/compatible-mode/",
    ),
    Refusal("other-api", ("dashscope", "dashscope-multimodal"), _own_form, where=r"/services/aigc/"),
    Refusal(
        "other-api", ("dashscope", "dashscope-multimodal"),
        clashes.anything("nothing is asked at this address; the compatible mode has /compatible-mode/v1 before it"),
        f"{_URL} (dataelement/bisheng#1990)", where=r"aliyuncs\.com/api/v1/chat/completions$",
    ),
    # Kimi's copy of Anthropic's API.
    Refusal(
        "model-ability", ("anthropic",),
        in_messages.blocks_other_than(
            "image", "server_tool_use", "text", "thinking", "tool_result", "tool_use", "web_search_tool_result"
        ),
        "\"messages.8.content.4: Input tag 'document' found using 'type' does not match any of the expected tags: "
        "'image', 'server_tool_use', 'text', 'thinking', 'tool_result', 'tool_use', 'web_search_tool_result'\" "
        '(MoonshotAI/Kimi-K2.5#27); "failed to convert tool result content: unsupported content type in '
        'ContentBlockParamUnion: tool_reference" (MoonshotAI/Kimi-K2#118)',
        where=r"(^|\.)(moonshot\.(ai|cn)|kimi\.com)/",
    ),
    # Volcengine's.
    Refusal(
        "model-ability", ("anthropic",),
        in_messages.blocks_other_than("text", "thinking", "image", "tool_use", "tool_result"),
        '"The parameter messages.content.type specified in the request are not valid: invalid value: tool_reference, '
        'supported values are: text, thinking, image, tool_use and tool_result." (anthropics/claude-code#30912)',
        where=r"(^|\.)volces\.com/",
    ),
    # Ollama's copy of it, and DeepSeek's.
    Refusal(
        "message-form", ("anthropic",), media.drawn_results,
        '"Input should be a valid string" (ollama/ollama#18055, of an image in a tool_result; a message may have one)',
        where=r"(^|\.)ollama\.com/",
    ),
    Refusal(
        "parameter-value", ("anthropic",),
        clashes.anything("this copy of the API knows names of Claude's and its own alone", "$.model"),
        '"Unsupported model names that do not start with claude return a 400 error." (api-docs.deepseek.com, Anthropic '
        "API)",
        but=("claude*", "deepseek*"), where=r"(^|\.)deepseek\.com/anthropic/",
    ),
    Refusal(
        "parameter-value", ("anthropic",), among("thinking.type", "enabled disabled"),
        '"Only \'enabled\' and \'disabled\' are supported for thinking; \'adaptive\' is not supported." '
        "(anthropics/claude-code#29531 qwen3.5-plus, in 2026-02)",
        where=r"dashscope[\w-]*\.aliyuncs\.com/apps/anthropic", note=True,
    ),
    Refusal(
        "model-parameter", ("anthropic",), among("thinking.type", "enabled"),
        '"invalid thinking: only type=enabled is allowed for this model" (MoonshotAI/Kimi-K2#141)',
        ("kimi-k2.7-code*",),
    ),
)  # fmt: skip

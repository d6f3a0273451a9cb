"""The keys of each provider's request beside its messages, and what is said of one that is none of them.

What they hold `typed` and `parameters` judge; what neither knows is named as not judged. A key that nobody documents is
a warning, for APIs gain keys; it is an error where the provider refuses what it does not know, in words of its own, and
the key is another's misspelling (``mesages``), and that other is not there, or one that other providers have had for
years (``stop`` at Anthropic).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.gemini.keys import snake
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker
from pytest_promptfmt.payload.request import named_model
from pytest_promptfmt.verdicts.request.client_types import types_of
from pytest_promptfmt.verdicts.request.misspelled import nearest
from pytest_promptfmt.verdicts.request.refusals.places import places

FINDINGS: Statements = {
    "unknown-key": (Severity.WARNING, "the request has a key that its provider does not document"),
    "misspelled-key": (Severity.ERROR, "a key of the request is misspelled, and the provider takes no other"),
}
_found = maker("request", FINDINGS)

_OPENAI = """model messages tools tool_choice parallel_tool_calls functions function_call temperature top_p n stream
stream_options stop max_tokens max_completion_tokens presence_penalty frequency_penalty logit_bias logprobs top_logprobs
response_format seed service_tier store metadata modalities audio prediction reasoning_effort user safety_identifier
prompt_cache_key prompt_cache_retention prompt_cache_options verbosity web_search_options moderation"""
_COMPATIBLE = _OPENAI + " thinking enable_thinking thinking_budget extra_body chat_template_kwargs"
_KEYS: Mapping[str, str] = {
    "openai": _OPENAI,
    "openai-responses": """model input instructions tools tool_choice parallel_tool_calls previous_response_id
        conversation store stream stream_options temperature top_p max_output_tokens max_tool_calls reasoning text
        truncation include metadata user safety_identifier prompt prompt_cache_key prompt_cache_retention service_tier
        background top_logprobs context_management moderation prompt_cache_options image access_programs
        background_options""",
    "anthropic": """model messages system max_tokens tools tool_choice thinking temperature top_p top_k stop_sequences
        stream metadata service_tier container context_management mcp_servers output_config output_format betas
        anthropic_version anthropic_beta inference_geo cache_control speed compaction diagnostics fallbacks
        fallback_credit_token billing_policy thread user_profile_id workspace_id""",
    "gemini": """model contents systemInstruction system_instruction tools toolConfig tool_config generationConfig
        generation_config safetySettings safety_settings cachedContent cached_content labels config store serviceTier
        service_tier modelArmorConfig""",
    "gemini-interactions": """model agent agent_config input system_instruction tools previous_interaction_id store
        stream background generation_config response_format response_mime_type response_modalities cached_content
        continuation_token environment labels safety_settings service_tier webhook_config""",
    "deepseek": _COMPATIBLE,
    "zhipu": _COMPATIBLE + " request_id do_sample user_id tool_stream watermark_enabled meta",
    "vllm": _COMPATIBLE
    + """ top_k min_p repetition_penalty length_penalty stop_token_ids include_stop_str_in_output ignore_eos min_tokens
        skip_special_tokens spaces_between_special_tokens truncate_prompt_tokens prompt_logprobs allowed_token_ids
        bad_words echo add_generation_prompt continue_final_message add_special_tokens documents chat_template
        mm_processor_kwargs guided_json guided_regex guided_choice guided_grammar structured_outputs priority
        request_id return_tokens_as_token_ids return_token_ids cache_salt kv_transfer_params vllm_xargs use_beam_search
        include_reasoning thinking_token_budget""",
    "groq": _OPENAI
    + """ reasoning_format include_reasoning disable_tool_validation citation_options compound_custom documents
        exclude_domains include_domains search_settings""",
    "minimax": _COMPATIBLE + " reasoning_split mask_sensitive_info",
    "moonshot": _COMPATIBLE + " partial",
    "openrouter": _COMPATIBLE
    + """ reasoning include_reasoning provider models route transforms plugins prompt preset cache_control debug
        deferred_tools image_config min_p top_k top_a repetition_penalty session_id trace usage prompt_cache_options
        stop_server_tools_when""",
    "siliconflow": _COMPATIBLE + " min_p top_k repetition_penalty",
    "xai": _COMPATIBLE + " search_parameters deferred deployment",
    "dashscope": _COMPATIBLE
    + """ input parameters top_k repetition_penalty enable_search search_options result_format incremental_output
        vl_high_resolution_images translation_options asr_options preserve_thinking""",
    "ollama": "model messages tools think format options stream keep_alive logprobs top_logprobs",
    "ollama-generate": """model prompt suffix images think format options system template stream raw keep_alive context
        logprobs top_logprobs width height steps""",
    "mistral": """model messages tools tool_choice parallel_tool_calls temperature top_p max_tokens stream stop
        random_seed metadata response_format presence_penalty frequency_penalty n prediction prompt_mode safe_prompt
        guardrails reasoning_effort document_image_limit document_page_limit
        prompt_cache_key top_k min_tokens repetition_penalty logprobs top_logprobs
        prompt_logprobs top_prompt_logprobs service_tier""",
    "cohere": """model messages tools tool_choice strict_tools documents citation_options response_format safety_mode
        max_tokens stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs thinking priority
        stream""",
    "bedrock": """modelId messages system toolConfig inferenceConfig guardrailConfig additionalModelRequestFields
        additionalModelResponseFieldPaths promptVariables requestMetadata performanceConfig serviceTier outputConfig
        projectIdentifier""",
}
KEYS: Mapping[str, frozenset[str]] = {dialect: frozenset(keys.split()) for dialect, keys in _KEYS.items()} | {
    "dashscope-multimodal": frozenset(_KEYS["dashscope"].split())
}
"""By dialect; one that is not here has no request of its own."""

_DECLARED = ["name", "description", "parameters", "parametersJsonSchema", "response", "responseJsonSchema", "behavior"]
"""What one of Gemini's functions has; of other objects within the request `typed` knows the keys."""
_TOOLS = (
    "googleSearch", "googleSearchRetrieval", "codeExecution", "urlContext", "googleMaps", "enterpriseWebSearch",
    "computerUse", "fileSearch", "retrieval", "mcpServers", "parallelAiSearch", "exaAiSearch",
)  # fmt: skip
GOOGLES_TOOLS = frozenset((*_TOOLS, *map(snake, _TOOLS)))
"""What Google runs itself; a tool has one of these keys, or functions."""
_A_TOOL = GOOGLES_TOOLS | {"functionDeclarations", "function_declarations"}

REFUSES: Mapping[str, str] = {
    "openai": '"Unrecognized request argument supplied: topP" (namankhurpia/Easy-open-ai#36, langchain_dart#712, '
    "toponymy#148); \"Unknown parameter: 'web_search_options'.\" (async-openai#386)",
    "openai-responses": "\"Unknown parameter: 'stream_options.include_usage'.\" (measured, gpt-5.6-terra in 2026-08, "
    "kangminlee-maker/local-OAuth-CLI-API-adapter); \"Unknown parameter: 'web_search_options'.\" (async-openai#386, of "
    "Chat Completions)",
    "anthropic": '"response_format: Extra inputs are not permitted" (amrit110/oli#7); '
    '"extra_body: Extra inputs are not permitted" (Aider-AI/aider#3367)',
    "mistral": '"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted" '
    "(editor-code-assistant/eca#231; of store Gitlawb/openclaude#739)",
    "groq": "\"property 'chat_template_kwargs' is unsupported\" (immersive-translate/immersive-translate#3016); "
    '"property '
    "'store' is unsupported, did you mean 'stop'?\" (fanenr/chatbot#21)",
    "ollama": '"invalid options: formatted" (run-llama/llama_index#9551, 2023; today it is in the server\'s log)',
    "gemini": '"Invalid JSON payload received. Unknown name \\"google\\": Cannot find field." '
    "(Alishahryar1/free-claude-code#542)",
    "cohere": "\"unknown field: parameter 'strict' is not a valid field. For proper usage, please refer to "
    'https://docs.cohere.com/reference/chat" (OpenRouterTeam/openrouter-examples#71; of index BerriAI/litellm#24031, '
    "of requires_confirmation agno-agi/agno#3503, of tool_content cohere-ai/notebooks#226)",
    "gemini-interactions": "\"Unknown parameter 'generationConfig'. Did you mean 'generation_config'?\"; \"Unknown "
    "parameter 'response_mime_type' at 'generation_config'.\" (live, quoted in several public code bases, in 2026)",
    "bedrock": '"Malformed input request: #: extraneous key [chat_id] is not permitted, please reformat your input and '
    'try again." (BerriAI/litellm#7416); "The model returned the following errors: guardrails: Extra inputs are not '
    'permitted" (BerriAI/litellm#13825): of additionalModelRequestFields',
}
"""The words with which a provider refuses a key of the request that it does not know."""
_CERTAIN = frozenset({"openai", "anthropic", "gemini", "gemini-interactions", "mistral", "groq", "cohere"})
_ELSEWHERE = """messages contents input prompt system instructions max_tokens max_completion_tokens max_output_tokens
maxTokens max_tokens_to_sample temperature top_p topP top_k topK stop stop_sequences stopSequences seed n
frequency_penalty presence_penalty logit_bias functions function_call tool_choice response_format reasoning_effort
effort reasoning parallel_tool_calls chat_template_kwargs stream_options budget_tokens strict response_mime_type
enable_thinking type function name description parameters input_schema inputSchema toolSpec"""
_OTHERS = frozenset(_ELSEWHERE.split())
_SERVERS = """min_p top_a repetition_penalty length_penalty num_ctx num_predict keep_alive options think mirostat
thinking thinking_budget chat_template_kwargs extra_body extra_headers api_key api_base base_url stop_token_ids
ignore_eos tool_config toolConfig generation_config generationConfig safety_settings response_mime_type cache_control
inferenceConfig input_schema is_error drop_params"""
_OF_SERVERS = frozenset(_SERVERS.split())
"""Keys of servers of one's own, of clients and of other forms, which none of those that refuse has taken up."""
_NO_OPENAIS = """top_k enable_thinking system stop_sequences reasoning_format include_reasoning max_uses include_usage
required"""
_CHATS_ALONE = """n stop seed logit_bias frequency_penalty presence_penalty functions function_call verbosity strict
parameters"""
_NO_MISTRALS = "user store verbosity modalities web_search_options logit_bias reasoning required"
_TO_OPENAI = _OF_SERVERS.union(_NO_OPENAIS.split())
_TO_RESPONSES = _TO_OPENAI.union(_CHATS_ALONE.split())
_TO_MISTRAL = _OF_SERVERS.union(_NO_MISTRALS.split())
_AT_OPENAI = re.compile(r"^api\.openai\.com$|\.openai\.azure\.com$|\.services\.ai\.azure\.com$")
_OWN_ALONE = _CERTAIN - {"openai"}  # whose form is everybody's, with keys of their own

_AT_WATSONX = frozenset({"project_id", "space_id"})
_WATSONX = _AT_WATSONX | {"model_id", "time_limit"}
"""IBM's keys around a request in OpenAI's form, of which one of the first two is always there."""

_OF_HOSTS: tuple[tuple[str, str], ...] = (
    (r"\.azure\.com$", "data_sources dataSources"),
    (r"(^|\.)together\.(ai|xyz)$", "safety_model context_length_exceeded_behavior reasoning compliance"),
    (
        r"(^|\.)perplexity\.ai$",
        """search_domain_filter search_recency_filter search_after_date_filter search_before_date_filter search_mode
        last_updated_after_filter last_updated_before_filter return_images return_related_questions disable_search
        enable_search_classifier image_domain_filter image_format_filter media_response language_preference
        stream_mode""",
    ),
    (r"(^|\.)api\.nvidia\.com$", "reasoning_budget nvext min_thinking_tokens max_thinking_tokens"),
    (r"(^|\.)volces\.com$", "thinking caching expire_at"),
    (r"(^|\.)googleapis\.com$", "extra_body"),
    (r"^api\.cloudflare\.com$", "lora raw prompt"),
    (
        r":8080$",
        """cache_prompt id_slot n_predict n_keep n_probs n_indent min_keep grammar json_schema samplers mirostat
        mirostat_tau mirostat_eta dynatemp_range dynatemp_exponent typical_p xtc_probability xtc_threshold lora
        dry_multiplier dry_base dry_allowed_length dry_penalty_last_n dry_sequence_breakers repeat_penalty repeat_last_n
        t_max_predict_ms post_sampling_probs return_tokens timings_per_token reasoning_format parse_tool_calls
        thinking_forced_open""",
    ),
    (r":1234$", "ttl draft_model repeat_penalty"),
    (
        r":30000$",
        """separate_reasoning stream_reasoning regex ebnf json_schema session_params lora_path custom_logit_processor
        return_hidden_states rid no_stop_trim""",
    ),
)
"""What single hosts, and the servers that listen at these ports, document beside the keys of their form."""
_OF_CLIENTS: tuple[tuple[str, str, str], ...] = (
    (
        r"(^|\.)cerebras\.ai$",
        """model messages clear_thinking disable_reasoning frequency_penalty logit_bias logprobs max_completion_tokens
        max_tokens min_completion_tokens min_tokens model_parameters n parallel_tool_calls prediction presence_penalty
        prompt_cache_key reasoning_effort reasoning_format response_format seed service_tier stop stream stream_options
        temperature tool_choice tools top_logprobs top_p user""",
        "\"body.min_p: property 'body.min_p' is unsupported\", code wrong_api_format (told by public code bases, in "
        "2026; of store Gitlawb/openclaude#740; cerebras_cloud_sdk 1.91.0 has none)",
    ),
    (
        r"(^|\.)fireworks\.ai$",
        """model messages context_length_exceeded_behavior echo echo_last frequency_penalty function_call functions
        ignore_eos logit_bias logprobs max_completion_tokens max_tokens metadata min_p mirostat_lr mirostat_target n
        parallel_tool_calls perf_metrics_in_response prediction presence_penalty prompt_cache_isolation_key
        prompt_cache_key prompt_truncate_len raw_output reasoning_effort reasoning_history repetition_penalty
        response_format return_token_ids safe_tokenization seed service_tier speculation stop stream stream_options
        temperature thinking tool_choice tools top_k top_logprobs top_p typical_p user""",
        "\"Extra inputs are not permitted, field: 'vl_high_resolution_images', value: True.\" "
        "(web-infra-dev/midscene#1322; fireworks-ai 1.2.30 has none)",
    ),
)
"""What hosts take that refuse all else: the keys that their own clients have, and the words with which they refuse."""

_LOOKED_AT = """messages contents input system systemInstruction system_instruction instructions tools
    toolConfig model modelId thinking prompt images previous_response_id conversation cachedContent
    cached_content previous_interaction_id config context raw template"""
JUDGED = frozenset(_LOOKED_AT.split())
"""What rules, schemas and readers look at."""


def key_findings(dialect: Dialect, body: Any, model: str, host: str = "") -> Iterator[Finding]:
    """The keys of the request, and of the objects within it, that its provider does not document."""
    known = KEYS.get(dialect.id)
    if not isinstance(body, dict) or known is None:
        return
    known = known.union(*(keys.split() for where, keys in _OF_HOSTS if re.search(where, host)))
    if dialect.id == "vllm" and (own := _of_client(host)):
        known = frozenset(own[1].split())
    yield from _unknown(dialect, "$", body, known | _WATSONX if _AT_WATSONX & body.keys() else known, host)
    if dialect.id == "gemini":
        for path, found in places(body, "tools[]"):
            yield from _unknown(dialect, path, found, _A_TOOL)
        for path, found in places(body, "tools[].functionDeclarations[]"):
            yield from _unknown(dialect, path, found, frozenset((*_DECLARED, *map(snake, _DECLARED))))
    if dialect.id == "bedrock" and "anthropic." in (named_model(body) or model):
        for path, found in places(body, "additionalModelRequestFields"):
            yield from _unknown(dialect, path, found, KEYS["anthropic"])


def _of_client(host: str) -> tuple[str, str, str] | None:
    return next((each for each in _OF_CLIENTS if re.search(each[0], host)), None)


def _unknown(dialect: Dialect, where: str, found: Any, known: frozenset[str], host: str = "") -> Iterator[Finding]:
    for key in found if isinstance(found, dict) else ():
        if isinstance(key, str) and key not in known:
            yield undocumented(dialect, jsonpath.join(where, [key]), key, nearest(key, known - found.keys()), host)


def undocumented(dialect: Dialect, path: str, key: str, near: str, host: str = "") -> Finding:
    """A key that the provider does not document, asked at a `host`; `near` is the one that it misspells."""
    certain = bool(near) and dialect.id in _CERTAIN
    own = _of_client(host) if dialect.id == "vllm" else None
    words = own[2] if own else REFUSES.get(dialect.id, "")
    found = _found(
        "misspelled-key" if certain else "unknown-key",
        path,
        f"{dialect.provider} documents no key {key!r}" + (f"; did you mean {near!r}?" if near else ""),
        **({"source": words, "provider": dialect.provider} if words else {}),
        **({"expected": near, "actual": key} if near else {}),
    )
    return replace(found, severity=Severity.ERROR) if _is_anothers(dialect.id, key, host) else found


def _is_anothers(dialect: str, key: str, host: str) -> bool:
    """Is it another provider's, where what is not known is refused? Who copies OpenAI's API may take more."""
    match dialect:
        case "openai":
            return key in _TO_OPENAI and _AT_OPENAI.search(host) is not None
        case "openai-responses":
            return key in _TO_RESPONSES and _AT_OPENAI.search(host) is not None
        case "groq":
            return key in _OTHERS or key in _OF_SERVERS
        case "mistral":
            return key in _OTHERS or key in _TO_MISTRAL
    return key in _OTHERS and dialect in _OWN_ALONE


def unjudged(dialect: Dialect, body: Any, findings: Iterable[Finding] = ()) -> tuple[str, ...]:
    """The documented keys of the request that nothing here judges, not even their type.

    Those of which something was found are none.
    """
    if not isinstance(body, dict):
        return ()
    typed = {key for key, said in types_of(dialect.id).get("keys", {}).items() if said}
    known = KEYS.get(dialect.id, frozenset()) - JUDGED - {*typed, *map(snake, typed)}
    told = {finding.path for finding in findings}
    return tuple(key for key in body if isinstance(key, str) and key in known and jsonpath.join("$", [key]) not in told)

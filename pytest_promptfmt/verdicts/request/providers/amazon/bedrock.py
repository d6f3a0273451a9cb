"""Bedrock's refusals of parameters: its own ranges, and what single families of models take."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks as shared_breaks
from pytest_promptfmt.verdicts.request.providers.amazon import breaks
from pytest_promptfmt.verdicts.request.providers.anthropic.breaks import property_keys
from pytest_promptfmt.verdicts.request.providers.anthropic.messages import PROPERTY_KEYS
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import among, nonblank, starts, within

_UNREACHED = "the model is reached by an inference profile, whose id has the region before it (us., eu., global.)"
_STOPLESS = (
    '"This model doesn\'t support the stopSequences field. Remove stopSequences and try again." '
    "(langgenius/dify-official-plugins#1767 Qwen3; of Nemotron, GLM, Gemma 3 and GPT-OSS in public code, measured)"
)
_PROFILED = (
    "anthropic.claude-3-7-*", "anthropic.claude-*-4-*", "anthropic.claude-*-4", "anthropic.claude-*-5",
    "anthropic.claude-*-5-2*", "meta.llama3-2-*", "meta.llama3-3-*", "meta.llama4-*", "deepseek.r1-*",
    "amazon.nova-premier-*", "amazon.nova-2-*",
)  # fmt: skip
"""In some region or other a few of them can be asked without."""

_RESERVED = (
    '"x-anthropic-billing-header is a reserved keyword and may not be used in the system prompt." '
    "(anthropics/claude-code#24168, musistudio/claude-code-router#1161 of Bedrock; ericc-ch/copilot-api#174)"
)
_OWN = ("bedrock",)
_NOT_SO = '"The provided model identifier is invalid." ({})'
_ELSEWHERE = {"us": "eu|ap|sa|me|af|il", "eu": "us|ap|sa|me|af|ca", "apac": "us|eu|sa|me|af|ca", "jp": "us|eu|sa|me|ca"}
"""Regions from which the inference profiles of another part of the world are not reached."""
REFUSED_BY_BEDROCK: tuple[Refusal, ...] = (
    Refusal(
        "parameter-value", ("bedrock",), starts("system[].text", "x-anthropic-"), _RESERVED, ("*anthropic.*",),
        note=True,
    ),
    Refusal(
        "parameter-value", ("anthropic",), starts("system system[].text", "x-anthropic-"), _RESERVED,
        where=r"^bedrock-runtime|^openrouter\.ai/|githubcopilot\.com/",
    ),
    Refusal(
        "message-form", ("bedrock",), breaks.marked_behind_text,
        '"The model returned the following errors: messages.0.content.3.type: Field required" '
        "(strands-agents/harness-sdk#1966: a cachePoint behind a document that is no PDF)",
        ("*anthropic.*",),
    ),
    Refusal(
        "message-form", ("bedrock",), nonblank("messages[].content[].toolResult.content[].text"),
        '"messages: text content blocks must be non-empty" (NousResearch/hermes-agent#55092, of a tool\'s result)',
        ("*anthropic.*",),
    ),
    Refusal("parameter-value", ("bedrock",), nonblank("messages[].content[].guardContent.text.text")),
    Refusal(
        "model-parameter", ("bedrock",), given("system", "this model takes no system text"),
        "\"This model doesn't support system messages. Try again without a system message or use a model that supports "
        "system messages.\" (567-labs/instructor#1753: Mistral 7B and Mixtral; Mintplex-Labs/anything-llm#2486: Titan)",
        ("amazon.titan-text*", "mistral.mistral-7b*", "mistral.mixtral*"),
    ),
    Refusal(
        "model-parameter", ("bedrock",), given("toolConfig", "this model takes no tools"),
        "\"This model doesn't support tool use\" (langchain-ai/langchain-aws#447: DeepSeek R1)",
        ("*deepseek.r1*",),
    ),
    Refusal(
        "model-parameter", ("bedrock",), shared_breaks.any_tool,
        "\"This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try "
        "again\" (strands-agents/harness-sdk#1241: Llama)",
        ("*meta.llama*",),
    ),
    Refusal(
        "model-id", (*_OWN, "anthropic"), breaks.of_its_model(_UNREACHED),
        '"Invocation of model ID anthropic.claude-3-7-sonnet-20250219-v1:0 with on-demand throughput isn’t supported. '
        'Retry your request with the ID or ARN of an inference profile that contains this model." '
        '(anomalyco/opencode#396, '
        'cline/cline#2482; amazon.nova-2-lite mlcommons/modelbench#1654); "The provided model doesn\'t support '
        'on-demand '
        'throughput." (konveyor/kai#411 Llama 3.2)',
        _PROFILED, note=True,
    ),
    Refusal(
        "model-id", _OWN, breaks.of_its_model("its maker stands before a model's name"),
        _NOT_SO.format("iOfficeAI/AionCore#377 sonnet"),
        ("claude*", "sonnet*", "opus*", "haiku*", "nova-*", "llama*", "gpt-*", "mistral-*", "titan-*", "command-*"),
        note=True,
    ),
    Refusal(
        "model-id", ("anthropic",), breaks.of_its_model("its maker stands before a model's name"),
        _NOT_SO.format("komputer-ai/komputer-ai#141: claude-sonnet-4-6, in 2026-06"),
        where=r"^bedrock-runtime[^/]*/model/(claude|sonnet|opus|haiku)[^/]*/invoke", note=True,
    ),
    Refusal(
        "model-id", _OWN, breaks.of_its_model("this account keeps data in a way that the model is not there for"),
        "\"data retention mode 'default' is not available for this model\" (aaif-goose/goose#9732 Fable 5, in 2026-06)",
        ("*anthropic.claude-fable-*", "*anthropic.claude-mythos-*"), told_only=True,
    ),
    Refusal(
        "other-api", _OWN, given("prompt", "this model is asked in OpenAI's form, which has messages"),
        '"Failed to deserialize the JSON body into the target type: unknown variant `prompt`, expected one of `audio`, '
        '`frequency_penalty`, `function_call`" (langchain-ai/langchain-aws#664 DeepSeek V3.1 and Qwen3, in 2025-09)',
        where=r"/model/[^/]*(deepseek\.v3|qwen\.|openai\.)[^/]*/invoke",
    ),
    Refusal(
        "model-id", _OWN, breaks.of_its_model("a router's prefix stands before the model's id"),
        _NOT_SO.format("langchain-ai/langsmith-sdk#3128: bedrock:anthropic.claude-sonnet-4-5"),
        where=r"/model/(bedrock|bedrock_converse|converse|aws|amazon)(:|/|%2F|%3A)", note=True,
    ),
    Refusal(
        "model-id", _OWN, breaks.of_its_model("nothing stands behind 4-7 and 4-8"),
        _NOT_SO.format("opensearch-project/agent-health#298: -v1 behind it, in 2026-06"),
        ("*anthropic.claude-opus-4-7-v*", "*anthropic.claude-opus-4-8-v*"),
    ),
    *(
        Refusal(
            "model-id", _OWN, breaks.of_its_model("the address is of a region that this profile is not of"),
            _NOT_SO.format("opensearch-project/agent-health#298: us. in eu-central-1, in 2026-06"),
            where=rf"^bedrock-runtime(-fips)?\.({regions})-[\w-]+\.amazonaws\.com/model/{area}\.", note=True,
        )
        for area, regions in _ELSEWHERE.items()
    ),
    Refusal(
        "model-ability", _OWN, breaks.with_images,
        '"This model doesn\'t support the image content block that you provided. Update the content block and try '
        'again." (of Qwen3 Coder 480B, quoted in several public code bases)',
        ("*qwen.qwen3-coder*",),
    ),
    Refusal(
        "message-form", _OWN, breaks.beside_results("document", "it stands beside a result, and may stand in it"),
        '"The model returned the following errors: messages.2: `tool_use` ids were found without `tool_result` blocks '
        'immediately after" (pydantic/pydantic-ai#3253, in 2025-10: of Claude, and not of Nova Pro)',
        ("*anthropic.claude*",), note=True,
    ),
    Refusal(
        "message-form", _OWN, breaks.beside_results("text", "text stands in one message with a result"),
        '"messages.2.content: Conversation blocks and tool result blocks cannot be provided in the same turn." '
        "(microsoft/autogen#6480 Nova, in 2025-05; taken of Nova Pro in 2025-10, pydantic/pydantic-ai#3253)",
        ("*amazon.nova*",), told_only=True,
    ),
    Refusal(
        "kept-item", _OWN, given("guardrailConfig", "this account, region or model has no such guardrail"),
        '"The model returned the following errors: The guardrail identifier or version provided in the request does '
        'not exist." (strands-agents/harness-sdk#713 gpt-oss, in 2025-08)',
        told_only=True,
    ),
    Refusal(
        "parameter-value", _OWN, within("inferenceConfig.maxTokens", "[, 65536]"),
        "\"The model returned the following errors: 'max_completion_tokens' (128000) exceeds model maximum (65536)\" "
        "(of gpt-oss, told by a public code base, in 2026)",
        ("*openai.gpt-oss*",), note=True,
    ),
    Refusal(
        "model-id", _OWN, breaks.of_its_model(_UNREACHED),
        '"Invocation of model ID amazon.nova-pro-v1:0 with on-demand throughput isn\'t supported." '
        "(aws-samples/amazon-nova-samples#34, in 2025-02: of most regions Nova is reached by a profile)",
        ("amazon.nova-pro*", "amazon.nova-lite*", "amazon.nova-micro*"), note=True,
        where=r"^bedrock-runtime\.(us-west-2|us-east-2|eu-(central|north|south|west-[13])|ap-south-1)",
    ),
    Refusal(
        "model-parameter", _OWN, given("inferenceConfig.stopSequences", "this model takes none"), _STOPLESS,
        ("*qwen.*", "*nvidia.nemotron*", "*zai.glm*", "*google.gemma-3*", "*openai.gpt-oss*"),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.choice("tool"),
        '"This model doesn\'t support the toolConfig.toolChoice.tool field. Remove toolConfig.toolChoice.tool and try '
        'again." (of Llama and Mistral Large 2402, quoted in several public code bases)',
        ("*meta.llama*", "mistral.mistral-large-2402*"),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.beside_properties,
        '"The model returned the following errors: Malformed input request: '
        "#/toolConfig/tools/1/toolSpec/inputSchema/json: extraneous key [definitions] is not permitted, please "
        "reformat "
        'your input and try again." (zed-industries/zed#31815 Nova Premier)',
        ("*amazon.nova-premier*",),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.beside_properties, models=("*amazon.nova-pro*", "*amazon.nova-lite*",
        "*amazon.nova-micro*"),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.marked,
        '"You invoked an unsupported model or your request did not allow prompt caching." (of Kimi K2, Gemma, GLM, '
        "Qwen3 and Nemotron, quoted in several public code bases)",
        ("*moonshot.kimi-k2*", "*google.gemma*", "*zai.glm*", "*qwen.*", "*nvidia.nemotron*"),
    ),
    Refusal(
        "model-parameter", _OWN, given("toolConfig.tools[].cachePoint", "this model marks system and messages alone"),
        '"Malformed input request: #/toolConfig/tools/3: extraneous key [cachePoint] is not permitted, please reformat '
        'your input and try again." (quoted in two public code bases, of Nova)',
        ("*amazon.nova*",),
    ),
    Refusal(
        "model-parameter", _OWN, within("inferenceConfig.maxTokens", "[1, 2048]"),
        '"Malformed input request: #/max_gen_len: 8192 is not less or equal to 2048, please reformat your input and '
        'try again." (quoted in two public code bases, of Llama 3 and before)',
        ("*meta.llama2-*", "*meta.llama3-8b*", "*meta.llama3-70b*"),
    ),
    Refusal(
        "model-ability", _OWN, breaks.in_turns,
        '"This model doesn\'t support conversation history. Try again with input that only includes one user '
        'message." (of Jurassic-2, quoted in several public notes)',
        ("*ai21.j2-*",),
    ),
    Refusal(
        "parameter-value", _OWN, breaks.other_stops,
        '"The model returned the following errors: Malformed input request: string [</stop>] does not match pattern '
        '^(\\|+|User:)$, please reformat your input and try again." (quoted in several public notes)',
        ("*amazon.titan-text*",),
    ),
    Refusal(
        "model-ability", _OWN, breaks.run_by_anthropic,
        "\"The model returned the following errors: tools.0: Input tag 'web_search_20250305' found using 'type' does "
        "not match any of the expected tags: 'bash_20250124', 'custom', 'text_editor_20250124'\" (quoted in a public "
        "code base; docs.aws.amazon.com has no tools of the server)",
        ("*anthropic.claude*",),
    ),
    Refusal(
        "model-ability", _OWN,
        given("messages[].content[].reasoningContent", "this model is not sent what it thought"),
        '"This model doesn\'t support the reasoningContent.reasoningText.text field for assistant messages." (told by '
        "a public code base, in 2026)",
        ("*openai.gpt*",), note=True,
    ),
    Refusal(
        "missing-parameter", _OWN, breaks.unsigned,
        '"The model returned the following errors: messages.1.content.0.thinking.signature: Field required" (told by a '
        "public code base, in 2026; Anthropic's own API says the same)",
        ("*anthropic.claude*",),
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.lasting_behind_short,
        "\"a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are "
        'processed in the following order: `tools`, `system`, `messages`." (strands-agents/harness-sdk#3758, measured; '
        "Portkey-AI/gateway#1762, in 2026-08)",
        ("*anthropic.claude*",),
    ),
    Refusal(
        "model-parameter", _OWN, within("inferenceConfig.maxTokens", "[16, )"),
        "Kimi K3 takes no less than 16 (told by a public code base, in 2026)", ("*moonshotai.kimi-k3*",), note=True,
    ),
    Refusal(
        "thinking-parameter", _OWN, given("additionalModelRequestFields.reasoningConfig", "this model does not reason"),
        '"Malformed input request: the provided reasoning config value is invalid, please reformat your input and try '
        'again." (UKGovernmentBEIS/inspect_ai#5301 Nova Pro, in 2026-09)',
        ("*amazon.nova-pro-v1*",),
    ),
    Refusal(
        "thinking-parameter", _OWN, given("additionalModelRequestFields.reasoningConfig", "this model does not reason"),
        models=("*amazon.nova-lite-v1*", "*amazon.nova-micro-v1*", "*amazon.nova-premier-v1*"),
    ),
    Refusal(
        "parameter-value", _OWN, among("serviceTier.type", "priority default flex reserved"),
        '"The service tier provided is invalid." (NousResearch/hermes-agent#34476)',
    ),
    Refusal(
        "parameter-value", _OWN, among("performanceConfig.latency", "standard optimized"),
        "\"Value 'turbo' at 'performanceConfig.latency' failed to satisfy constraint: Member must satisfy enum value "
        'set: [optimized, standard]" (NousResearch/hermes-agent#34476)',
    ),
    Refusal(
        "model-parameter", _OWN,
        given(
            "additionalModelRequestFields.top_k additionalModelRequestFields.topK additionalModelRequestFields.top_p",
            "Nova takes it under inferenceConfig: topP there, topK in that of additionalModelRequestFields",
        ),
        '"Malformed input request: #: extraneous key [top_k] is not permitted, please reformat your input and try '
        'again." (UKGovernmentBEIS/inspect_ai#3939)',
        ("*amazon.nova*",),
    ),
    Refusal(
        "model-parameter", _OWN, given("additionalModelRequestFields.top_k", "this model takes none"),
        models=("*meta.llama*", "*amazon.titan*"),
    ),
    Refusal(
        "parameter-value", _OWN, breaks.empty("system additionalModelRequestFields"),
        '"Malformed input request" (BerriAI/litellm#29565 Nova Pro)', ("*amazon.nova*",), note=True,
    ),
    Refusal(
        "answer-schema", _OWN, breaks.unresolved,
        '"The model returned the following errors: tools.0.custom: Invalid schema: Reference to non-existent '
        'definition: #/$defs/e07cb97b-6af0-34d3-8a9c-efc621991b9d" (langchain4j/langchain4j#5097, in 2026)',
        ("*anthropic.claude*",),
    ),
    Refusal("parameter-value", _OWN, breaks.no_schema, models=("*anthropic.claude*",)),
    Refusal(
        "parameter-value", _OWN, property_keys(f"{breaks.SCHEMAS}.properties"), PROPERTY_KEYS, ("*anthropic.claude*",),
        note=True,
    ),
    Refusal(
        "message-form", _OWN, breaks.called_by_user,
        '"User messages cannot contain tool uses. Please remove the tool uses and try again" '
        "(strands-agents/harness-sdk#1160)",
    ),
    Refusal(
        "model-parameter", _OWN, breaks.in_a_bucket,
        '"The model returned the following errors: messages.0.content.0.document.source.type: Field required" '
        "(strands-agents/harness-sdk#3610 Claude Sonnet 4.6)",
        ("*anthropic.claude*",), note=True,
    ),
)  # fmt: skip

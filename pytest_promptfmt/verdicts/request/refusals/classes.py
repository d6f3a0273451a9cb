"""In which words each provider refuses a class of parameters: a type, a word, a bound, null, what is missing.

A sentence is of one parameter and holds for all of its class, for one reader of JSON says it of each.
"""

from __future__ import annotations

from collections.abc import Mapping

_OPENAI = {
    "type": "\"Invalid type for 'max_tokens': expected an integer, but got a string instead.\" "
    "(open-webui/open-webui#11263 likewise of 'logit_bias')",
    "word": "\"Invalid value: 'object'. Supported values are: 'json_object', 'json_schema', and 'text'.\" "
    "(epuerta9/deep-research-py#19, 2025-02; of reasoning_effort stanford-crfm/helm#3501)",
    "bound": "\"Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 10 "
    "instead.\" (vectorize-io/hindsight#58, UKGovernmentBEIS/inspect_evals#694); \"Invalid 'prompt_cache_key': "
    'string too long. Expected a string with maximum length 64, but got a string with length 67 instead." '
    "(earendil-works/pi#4720, theopenco/llmgateway#3110); \"Invalid key in 'logit_bias': AI. You should only be "
    'submitting non-negative integers." (OkGoDoIt/OpenAI-API-dotnet#163)',
    "missing": "\"Missing required parameter: 'response_format.json_schema'.\" (openai/openai-python#1632, "
    "architects-toolkit/SmartHopper#259 of 2025-07; 'response_format.type' OlympiaAI/raix#40)",
}
CLASSES: Mapping[str, Mapping[str, str]] = {
    "openai": _OPENAI,
    "openai-responses": _OPENAI,
    "anthropic": {
        "type": '"messages.61.content.0.tool_use.input: Input should be a valid dictionary" '
        '(anthropics/claude-code#6696, 2025-08); "max_tokens: Input should be a valid integer" (of "700" and other '
        'strings, quoted in several public guides, one of 2026); "temperature: Input should be a valid number" (of '
        '"hot", measured, quoted in public notes); "tool_choice: Input should be a valid dictionary or object to '
        "extract fields from\" (quoted in several public code bases: a choice spelled as OpenAI's)",
        "null": '"temperature: Input should be a valid number" (of null, measured 2026-08-30, and in several public '
        "code bases)",
        "word": "\"output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'\" (quoted in "
        "public tests); \"thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: "
        "'disabled', 'enabled'\" (strands-agents/harness-sdk#1856)",
        "bound": '"temperature: range: 0..1" (mnfst/modelparams.dev#238, measured 2026-08-17)',
        "missing": '"max_tokens: Field required" (immersive-translate/immersive-translate#3993, 2026-07); '
        '"thinking.enabled.budget_tokens: Field required" (quoted in several public code bases, one of it live)',
    },
    "gemini": {
        "type": "\"Invalid value at 'tools[0].function_declarations[36].parameters.properties[14].value.enum[0]' "
        '(TYPE_STRING), 1" (BrokkAi/bifrost#25, 2026-09, of a schema: one reader of JSON reads all of the request)',
        "word": "\"Invalid value at 'generation_config.response_format.text.mime_type' "
        '(type.googleapis.com/google.ai.generativelanguage.v1beta.TextResponseFormat.MimeType), "application/json"" '
        "(measured, quoted in public notes)",
    },
    "bedrock": {
        "word": "\"Value 'turbo' at 'performanceConfig.latency' failed to satisfy constraint: Member must satisfy "
        'enum value set: [optimized, standard]" (NousResearch/hermes-agent#34476)',
        "bound": "\"Value '1.5' at 'inferenceConfig.temperature' failed to satisfy constraint: Member must have "
        'value less than or equal to 1" (stdapi-ai/stdapi.ai#224, 2026-09); "Member must have value greater '
        'than or equal to 1" (of toolSpec, BerriAI/litellm#24668)',
    },
    "mistral": {
        "type": '"Input should be a valid number" of type float_type at body.top_p '
        "(mistralai/platform-docs-public#212)",
        "bound": '"Input should be less than or equal to 1" of type less_than_equal at body.temperature '
        "(vegu-ai/talemate#102, 2024-05)",
    },
    "groq": {
        "type": "\"'temperature' : value must be a number\" (ai-shifu/ChatALL#901, 2024-08)",
    },
    "deepseek": {
        "type": '"Failed to deserialize the JSON body into the target type: temperature: invalid type: string '
        '\\"1.3\\", expected f32 at line 13 column 22" (NotIvny/Yunzai-DeepSeek-JS#2; of max_tokens '
        "keephq/keep#3767)",
        "word": '"reasoning_effort: unknown variant `none`, expected one of `high`, `low`, `medium`, `max`, `xhigh`" '
        "(nextai-translator/nextai-translator#1879, 2026-06)",
    },
    "ollama": {
        "type": '"option \\"stop\\" must be of type array" (stavsap/comfyui-ollama#103, 2025-05, '
        'open-webui/open-webui#279); "json: cannot unmarshal object into Go struct field GenerateRequest.format of '
        'type string" (ollama/ollama#7991)',
    },
    "cohere": {
        "type": "\"invalid type: parameter 'embedding_types' is of type string but should be of type []Object.\" "
        "(BerriAI/litellm#10939, of its other API v2)",
    },
    "openrouter": {
        "word": '"provider.sort: Invalid input" (NousResearch/hermes-agent#53608, 2026-06)',
    },
}
SLUGS = {
    "type": "parameter-value", "null": "parameter-value", "word": "parameter-value", "bound": "parameter-value",
    "missing": "missing-parameter",
}  # fmt: skip
"""The finding that tells a class."""
_AS = {"ollama-generate": "ollama"}


def words_of(dialect: str, kind: str) -> str:
    """The provider's sentence; empty where nobody has found one, and nothing of the class is certain."""
    return CLASSES.get(_AS.get(dialect, dialect), {}).get(kind, "")

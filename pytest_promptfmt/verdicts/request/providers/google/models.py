"""What single models of Google's refuse, at either of its APIs, and which of them it has no more."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.providers.google import breaks
from pytest_promptfmt.verdicts.request.providers.google.breaks import of
from pytest_promptfmt.verdicts.request.refusals import clashes
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued
from pytest_promptfmt.verdicts.request.refusals.values import Value, valued_otherwise

_OWN = ("gemini",)
_BOTH = ("gemini", "gemini-interactions")
_DEVELOPERS = r"generativelanguage\.googleapis\.com/"

_ENTERPRISE = f"""modelArmorConfig safetySettings[].method tools[].retrieval tools[].enterpriseWebSearch
    tools[].parallelAiSearch tools[].exaAiSearch tools[].googleSearch.excludeDomains
    tools[].googleSearch.blockingConfidence tools[].googleMaps.groundingTypes tools[].googleMaps.authConfig
    toolConfig.functionCallingConfig.streamFunctionCallArguments {of("routingConfig")} {of("modelSelectionConfig")}
    {of("audioTimestamp")} {of("imageConfig.outputMimeType")} {of("imageConfig.outputCompressionQuality")}
    {of("imageConfig.personGeneration")} {of("imageConfig.prominentPeople")} {of("imageConfig.imageOutputOptions")}"""
_OF_DEVELOPERS = f"""store tools[].fileSearch tools[].mcpServers tools[].googleSearch.timeRangeFilter
    contents[].parts[].partMetadata {of("enableEnhancedCivicAnswers")}"""
"""What Google's own client refuses to send to the one of its two platforms, and to the other."""

_LEVELS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("gemini-3.[78]-flash", "gemini-3.[78]-flash-[!l]*", "gemini-3.1-pro*"), "low medium high"),
    (("gemini-3-pro-preview*",), "low high"),
    (("gemini-3.1-flash-image*",), "minimal high"),
)
"""The levels of thinking that a model takes, where it does not take all four."""
_LEVEL = (
    "\"'minimal' is not a supported thinking level for this model. Allowed values are: medium, low, high.\" "
    '(fishjar/kiss-translator#1048 gemini-3.7-flash, in 2026-08); "not supported for this model" '
    "(tetsuo-ai/agenc-core#2393, every level tried of gemini-3.8-flash, 3.7-flash and 3.1-pro-preview, 2026-09-11; "
    "of gemini-3.1-flash-image maximhq/bifrost#6280, after ai.google.dev, thinking)"
)

_GONE = (
    '"models/gemini-1.5-flash is not found for API version v1beta, or is not supported for generateContent. Call '
    'ListModels to see the list of available models and their supported methods." '
    "(ECuiDev/obsidian-quiz-generator#43; of gemini-pro google-gemini-php/client#77, of gemini-1.5-pro "
    "FlutterFlow/flutterflow-issues#6630; ai.google.dev, deprecations, has the dates of all)"
)
_SHUT_DOWN = (
    "gemini-pro", "gemini-pro-vision", "gemini-1.0*", "gemini-1.5*", "gemini-2.0-flash-exp*", "gemini-2.0-pro-exp*",
    "gemini-2.0-flash-thinking*", "gemini-2.0-flash-preview-image-generation", "gemini-exp-*", "gemini-2.5-pro-exp*",
    "gemini-2.5-pro-preview-0[356]*", "gemini-3-pro-preview", "gemini-3.1-flash-lite-preview",
    "gemini-3.1-flash-image-preview", "gemini-3-pro-image-preview", "learnlm-*",
)  # fmt: skip

_NO_LOGPROBS = (
    '"Logprobs is not enabled for models/gemini-2.5-flash" (googleapis/python-genai, its replayed tests; of '
    "2.5-flash-lite and 3.5-flash quoted in public notes, in 2026)"
)

_MODALITIES = (
    '"Model does not support the requested response modalities: image" (measured of gemini-2.0-flash, in 2026; '
    "Laisky/one-api#45, in 2025-03, and quoted in more than five public code bases, of audio too)"
)
_OTHERS = (
    ("claude*", "anthropic", "rawPredict"),
    ("mi[sx]tral*", "mistralai", "rawPredict"),
    ("codestral*", "mistralai", "rawPredict"),
    ("jamba*", "ai21", "rawPredict"),
)
"""Models of other makers at Vertex AI, and the method that serves them there."""

REFUSED_BY_GEMINI_MODELS: tuple[Refusal, ...] = (
    Refusal(
        "message-form", _OWN, breaks.the_models_alone,
        '"Please ensure that single turn requests end with a user role or the role field is empty." '
        "(vu5eruz/GeminiForJanitors#35 gemini-2.5-flash; microsoft/semantic-kernel#13288, in 2025-10)",
        families=("gemini-3", "gemini-2.5", "gemini-2"),
    ),
    *(
        Refusal(
            "model-parameter", _BOTH,
            valued_otherwise({
                f"{of('thinkingConfig.thinkingLevel')} generation_config.thinking_level": Value(
                    words=tuple(levels.split() + levels.upper().split())
                )
            }),
            _LEVEL, models, but=("*-image*",) if "minimal" not in levels else (),
        )
        for models, levels in _LEVELS
    ),
    Refusal(
        "model-parameter", _OWN,
        valued(of("thinkingConfig.thinkingBudget"), 0, instead="of this model thinking cannot be turned off"),
        "refused of gemini-3.5-flash-lite alone among the Flash models (maragudk/gai#369, probed in 2026-09: 3.6, 3.7 "
        "and 3.8 take it)",
        ("gemini-3.5-flash-lite*",), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given(of("thinkingConfig"), "this model does not think"),
        '"Thinking is not enabled for models/gemini-2.5-flash-image-preview" (suurt8ll/open_webui_functions#189, '
        "iBUHub/AIStudioToAPI#213 in 2026-06); of gemini-2.0-flash-preview-image-generation "
        "langgenius/dify-official-plugins#1500",
        ("gemini-2.5-flash-image*", "gemini-2.0-flash-preview-image*", "gemini-2.0-flash-exp-image*"),
    ),
    Refusal(
        "model-parameter", _OWN,
        given(f"{of('frequencyPenalty')} {of('presencePenalty')}", "this model has no penalties here", unless=(0, 0.0)),
        '"Penalty is not enabled for models/gemini-2.5-flash" (measured by public code bases, of 3.5-flash too, in '
        "2026)",
        ("gemini-2.5-flash*", "gemini-3*"), note=True, where=_DEVELOPERS,
    ),
    Refusal(
        "model-parameter", _OWN, given(f"{of('responseLogprobs')} {of('logprobs')}", unless=(False,)), _NO_LOGPROBS,
        ("gemini-2.5-flash*", "gemini-3*"), note=True, where=_DEVELOPERS,
    ),
    Refusal(
        "model-parameter", _OWN,
        given("toolConfig.includeServerSideToolInvocations config.toolConfig.includeServerSideToolInvocations",
              "models before Gemini 3 have no such calls", unless=(False,)),
        '"Tool call context circulation is not enabled for models/gemini-2.5-flash" (quoted in several public code '
        "bases, in 2026)",
        ("gemini-1*", "gemini-2*"), where=_DEVELOPERS,
    ),
    Refusal(
        "other-api", _OWN,
        given("toolConfig.includeServerSideToolInvocations", "Vertex AI does not know it"),
        '"Invalid JSON payload received. Unknown name \\"includeServerSideToolInvocations\\" at \'tool_config\': '
        'Cannot find field." (vercel/ai#14655, in 2026-04)',
        where=r"aiplatform\.googleapis\.com/", note=True,
    ),
    Refusal(
        "other-api", _OWN, given(_ENTERPRISE, "Vertex AI has it, and this API has not", unless=(False,)),
        '"exclude_domains parameter is only supported in Gemini Enterprise Agent Platform mode, not in Gemini '
        'Developer API mode." (google-genai 3.4.0, of each)',
        where=_DEVELOPERS, note=True,
    ),
    Refusal(
        "other-api", _OWN, given(_OF_DEVELOPERS, "the Gemini API has it, and Vertex AI has not", unless=(False,)),
        '"file_search parameter is only supported in Gemini Developer API mode, not in Gemini Enterprise Agent '
        'Platform mode." (google-genai 3.4.0, of each)',
        where=r"aiplatform\.googleapis\.com/", note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given(of("thinkingConfig.thinkingBudget"), "this model thinks as long as it likes"),
        '"Thinking budget is not supported for this model." (aduermael/herm#23, and quoted in ten public code '
        "bases, of Gemma 4, in 2026)",
        ("gemma-4*",),
    ),
    Refusal(
        "model-parameter", _OWN,
        valued(of("thinkingConfig.thinkingLevel"), "low", "LOW", instead="this model takes no such level"),
        '"Thinking level is not supported for this model." (measured, of low: high was taken; Kilo-Org/kilocode#12063)',
        ("gemma-4*",),
    ),
    Refusal(
        "model-parameter", _OWN, given(of("thinkingConfig.thinkingLevel"), "this model has no levels of thinking"),
        '"Thinking level is not supported for this model." (Kilo-Org/kilocode#12063 gemma-4-26b-a4b-it, in 2026-07)',
        ("gemma*",), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given("tools[].codeExecution", "this model runs no code"),
        '"Code execution is not enabled for models/gemma-3-27b-it" (snailyp/gemini-balance#337)', ("gemma-3*",),
    ),
    Refusal(
        "model-parameter", _OWN, given("tools[].googleSearch tools[].urlContext", "this model has no tools"),
        models=("gemma-3*",),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.functions,
        '"Unable to submit request because the model does not support function calling." (quoted in several public '
        "code bases, of Vertex AI's image models)",
        ("gemini-2.5-flash-image*", "gemini-2.0-flash-preview-image*"),
    ),
    Refusal(
        "model-parameter", _OWN, given("tools[].codeExecution", "this model runs no code"),
        '"Unable to submit request because the model does not support code execution." (told by a public code base)',
        ("gemini-2.5-flash-image*", "gemini-2.0-flash-preview-image*"), note=True,
    ),
    Refusal(
        "api-version", _OWN, breaks.defaulted,
        '"Invalid JSON payload received. Unknown name \\"default\\" at '
        "'tools[0].function_declarations[3].parameters.properties[0].value': Cannot find field.\" "
        "(BerriAI/litellm#6459, until 2025-04: today's API knows it)",
        told_only=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.forced_without_parameters,
        '"Request contains an invalid argument." (googleapis/python-genai#981, pydantic/pydantic-ai#1990: mode ANY, '
        "and a function without parameters, gemini-2.0-flash in 2025-06)",
        told_only=True,
    ),
    Refusal(
        "model-parameter", _OWN,
        valued(of("thinkingConfig.thinkingBudget"), 0, instead="the model behind this name cannot leave thinking off"),
        '"Request contains an invalid argument." (bagofwords1/bagofwords#876, live in 2026-08: 3.6 Flash and '
        "Flash-Lite by these names; 128 is taken)",
        ("gemini-flash-latest", "gemini-flash-lite-latest"), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.more_than_text, _MODALITIES,
        ("gemini-2.0-flash", "gemini-2.0-flash-0*", "gemini-2.0-flash-lite*"),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.more_than_text, _MODALITIES,
        ("gemini-2.5-*", "gemini-3*"), but=("*image*", "*tts*", "*audio*", "*live*", "*exp*", "*omni*"), note=True,
    ),
    Refusal(
        "kept-item", _OWN,
        given("contents[].parts[].thoughtSignature", "it is none that this model wrote for this conversation"),
        '"Unable to submit request because Thought signature is not valid"; "Corrupted thought signature." (quoted in '
        "several public code bases, in 2026)",
        told_only=True,
    ),
    Refusal(
        "answer-schema", _OWN, breaks.many_words,
        '"Request contains an invalid argument." (measured, gemini-3.5-flash in 2026: more than 122 words; of others '
        "197 were taken)",
        told_only=True,
    ),
    Refusal(
        "answer-schema", _OWN,
        breaks.many_states,
        '"The specified schema produces a constraint that has too many states for serving." '
        "(googleapis/python-genai#660, and quoted in many public code bases)",
        told_only=True,
    ),
    Refusal(
        "parameter-value", _OWN,
        valued(of("responseFormat.text.mimeType"), "application/json", "text/plain",
               instead="it is a word here: APPLICATION_JSON or TEXT_PLAIN"),
        "\"Invalid value at 'generation_config.response_format.text.mime_type'\" (of application/json, told by three "
        "public code bases, in 2026)",
    ),
    Refusal(
        "model-parameter", _OWN, given("tools[].computerUse", "this model uses no computer"),
        '"Computer Use is not enabled for models/gemini-3.8-flash." (quoted in public code, in 2026)',
        ("gemini-3.8-flash*", "gemini-2.5-flash*", "gemini-2.5-pro*"), but=("*computer-use*",), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.functions_apart,
        '"At most one tool is supported." (BerriAI/litellm#1969); of 1.5 Pro "Request contains an invalid argument." '
        "(googleapis/python-aiplatform#3771)",
        ("gemini-1*", "gemini-pro*"), note=True,
    ),
    Refusal(
        "api-version", _OWN, given("systemInstruction contents[].parts[].thought", "v1 does not know it: ask v1beta"),
        '"Invalid JSON payload received. Unknown name \\"systemInstruction\\": Cannot find field." '
        "(vercel/ai#2256 of v1, googleapis/python-genai#425; of thought flyun/chatAir#108, in 2025-08)",
        where=r"generativelanguage\.googleapis\.com/v1/models/", note=True,
    ),
    Refusal(
        "message-form", _OWN, breaks.roleless,
        '"Please use a valid role: user, model." (of turns without one, which the Gemini API takes for the user\'s; '
        "quoted in several public notes, in 2026)",
        where=r"aiplatform\.googleapis\.com/",
    ),
    Refusal(
        "model-id", _OWN,
        clashes.anything("another maker's: it is asked at endpoints/openapi/chat/completions"),
        '"Request contains an invalid argument." (pydantic/pydantic-ai#3333 gpt-oss-120b-maas, in 2025-11; the whole '
        "family is asked in OpenAI's form: BerriAI/litellm#12192, api7/aisix#446)",
        ("*-maas",), note=True, where=r"aiplatform\.googleapis\.com/",
    ),
    *(
        Refusal(
            "model-id", _OWN,
            clashes.anything(f"another maker's: it is asked at publishers/{publisher}/models and {method}"),
            '"Publisher Model `projects/p/locations/global/publishers/google/models/claude-sonnet-4-5` not found." '
            "(567-labs/instructor#1849, in 2025-10)",
            (names,), note=True, where=r"aiplatform\.googleapis\.com/.*/publishers/google/models/",
        )
        for names, publisher, method in _OTHERS
    ),
    Refusal(
        "model-id", _OWN, clashes.anything("Google has this model no more", "$.model"), _GONE, _SHUT_DOWN,
        note=True, where=_DEVELOPERS,
    ),
)  # fmt: skip

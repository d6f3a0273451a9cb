"""Gemini's refusals of parameters: what stands in generationConfig, in toolConfig, and which tools go together."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks as shared_breaks
from pytest_promptfmt.verdicts.request.providers.google import breaks
from pytest_promptfmt.verdicts.request.providers.google.breaks import SAFETY, of
from pytest_promptfmt.verdicts.request.refusals import clashes
from pytest_promptfmt.verdicts.request.refusals.clashes import apart, together
from pytest_promptfmt.verdicts.request.refusals.places import each
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import among, at_most, within

_CATEGORIES = """HARM_CATEGORY_UNSPECIFIED HARM_CATEGORY_HATE_SPEECH HARM_CATEGORY_SEXUALLY_EXPLICIT
    HARM_CATEGORY_DANGEROUS_CONTENT HARM_CATEGORY_HARASSMENT HARM_CATEGORY_CIVIC_INTEGRITY HARM_CATEGORY_JAILBREAK
    HARM_CATEGORY_IMAGE_HATE HARM_CATEGORY_IMAGE_DANGEROUS_CONTENT HARM_CATEGORY_IMAGE_HARASSMENT
    HARM_CATEGORY_IMAGE_SEXUALLY_EXPLICIT"""

_COMBINATION = (
    '"The requested combination of response modalities is not supported by the model. '
    'models/gemini-2.5-pro-preview-tts accepts the following combination of response modalities: * AUDIO" '
    "(BerriAI/litellm#11118)"
)

_IGNORED = "deprecated of this model, which goes by its own and does not read it"

_BUDGET = of("thinkingConfig.thinkingBudget")

_LEVEL = of("thinkingConfig.thinkingLevel")

_PRO, _LITE = ("gemini-2.5-pro*",), ("gemini-2.5-flash-lite*",)

_FLASH = ("gemini-2.5-flash", "gemini-2.5-flash-[!li]*")

_BUDGETS = (
    '"The thinking budget (52428) is invalid." (RooCodeInc/Roo-Code#4399 gemini-2.5-pro); ai.google.dev, thinking: '
    "2.5 Pro "
    "128 to 32768, 2.5 Flash 0 to 24576, 2.5 Flash-Lite 512 to 24576, -1 for as much as it needs"
)

_NO_ZERO = (
    '"Budget 0 is invalid. This model only works in thinking mode." (ChatLunaLab/chatluna#519); "The model does not '
    'support setting thinking_budget to 0." (GewoonJaap/gemini-cli-openai#22)'
)

_BOTH_KINDS = (
    '"Tool use with function calling is unsupported" (googleapis/go-genai#323, enola-dev/enola#1784: Gemini 2.5 and '
    'before); at Vertex AI "Multiple tools are supported only when they are all search tools." (quoted in public code)'
)

_OLD = ("gemini-1*", "gemini-2*")

_RANGE = (
    '"Unable to submit request because it has a maxOutputTokens value of 655360 but the supported range is from 1 '
    '(inclusive) to 8193 (exclusive). Update the value and try again." (stackblitz-labs/bolt.diy#955)'
)

_GEMMA = ("gemma-3*",)

_OWN = ("gemini",)

REFUSED_BY_GEMINI: tuple[Refusal, ...] = (
    Refusal(
        "model-parameter", ("gemini",), shared_breaks.json_beside_functions,
        "\"Function calling with a response mime type: 'application/json' is unsupported\" (symfony/ai#1777, "
        "googleapis/python-genai#867: Gemini 2.5 and before)",
        ("gemini-1*", "gemini-2*"),
    ),
    Refusal(
        "model-parameter", _OWN, breaks.system,
        '"Developer instruction is not enabled for models/gemma-3-27b-it" (0xPlaygrounds/rig#788; of models/gemini-pro '
        "google-gemini/deprecated-generative-ai-python#278)",
        (*_GEMMA, "gemini-pro", "gemini-1.0*"),
    ),
    Refusal(
        "parameter-value", _OWN, breaks.system_of_text,
        "\"Invalid value at 'system_instruction'\" (quoted in several public code bases, of a text in the place of a "
        "Content)",
        at_home=True,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.functions,
        '"Function calling is not enabled for models/gemma-3-12b-it" (agno-agi/agno#3505, BerriAI/litellm#10313)',
        _GEMMA,
    ),
    Refusal(
        "model-parameter", _OWN, breaks.json,
        '"JSON mode is not enabled for models/gemma-3-27b-it" (live, quoted in several public notes)', _GEMMA,
    ),
    Refusal(
        "model-parameter", _OWN, given(of("thinkingConfig"), "this model does not think"),
        '"Thinking is not enabled for models/gemma-3-27b-it" (quoted in public notes)', _GEMMA,
    ),
    Refusal(
        "model-parameter", _OWN, given(of("mediaResolution"), "this model has one resolution"),
        '"Media resolution is not enabled for models/gemma-3-27b-it" (simonw/llm-gemini#116)', _GEMMA,
    ),
    Refusal("model-parameter", _OWN, breaks.not_spoken, _COMBINATION, ("gemini-*-tts*",)),
    Refusal(
        "model-parameter", _OWN, breaks.more_than_text, _COMBINATION,
        ("gemini-1.5*", "gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-3-pro-preview",
         "gemini-3-flash-preview", "gemma-*"),
    ),
    Refusal(
        "parameter-value", _OWN, among(each(SAFETY, "category"), _CATEGORIES),
        '"* GenerateContentRequest.safety_settings[0]: element predicate failed: $.category in '
        '(HarmCategory.HARM_CATEGORY_HATE_SPEECH, HarmCategory.HARM_CATEGORY_SEXUALLY_EXPLICIT)" '
        "(SillyTavern/SillyTavern#2728, gezhang/ComfyUI-Gemini#8: the categories of PaLM)",
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.same_category,
        '"Multiple safety settings with the same category." (google-gemini/deprecated-generative-ai-android#224)',
    ),
    Refusal("model-parameter", _OWN, given(of("thinkingConfig"), "this model does not think"),
            '"Unable to submit request because thinking is not supported by this model." (quoted in public notes)',
            ("gemini-1*", "gemini-2.0-flash", "gemini-2.0-flash-0*", "gemini-2.0-flash-lite*"), note=True),
    Refusal(
        "model-parameter", _OWN, given(of("thinkingConfig"), "this model thinks as it does"),
        '"Unable to submit request because thinking is not configurable in this model; please remove the '
        'thinking_config setting and try it again." (egoist/chatwise-releases#800 Gemini 2.5 Pro, in 2025-05)',
        ("gemini-2.5-pro-preview-0[35]*", "gemini-2.5-pro-exp*"), note=True,
    ),
    Refusal("model-parameter", _OWN, breaks.beside_functions, _BOTH_KINDS, _OLD),
    Refusal(
        "parameter-clash", _OWN, breaks.beside_functions_unasked,
        '"Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling." '
        "(cloudwego/eino-ext#761)",
        ("gemini-3*", "gemini-4*"),
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.config_of_nothing,
        '"Function calling config is set without function_declarations." (Chevey339/kelivo#317)',
    ),
    Refusal("parameter-clash", _OWN, breaks.names_without_any),
    Refusal(
        "parameter-clash", _OWN, breaks.several_in_one,
        "\"The GenerateContentRequest proto is invalid: * tools[0].tool_type: one_of 'tool_type' has more than one "
        'initialized field: google_search, url_context" (vercel/ai#9451)',
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.beside_any_of,
        '"Unable to submit request because `edit` functionDeclaration `parameters.edits` schema specified other fields '
        'alongside any_of. When using any_of, it must be the only field set." (jenslys/opencode-gemini-auth#57, of '
        "Vertex AI's platform)",
        note=True,
    ),
    Refusal(
        "parameter-value", _OWN, breaks.no_declarations,
        "a 400, in whose words is not told (google-gemini/gemini-cli#22210)", note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given(f"{of('temperature')} {of('topP')} {of('topK')}", _IGNORED),
        "ai.google.dev, what's new in Gemini 3.6: sampling parameters are deprecated, and ignored by these models; of "
        "3.6 Flash they were reported as refused (fishjar/kiss-translator#928, Zoo-Code-Org/Zoo-Code#1052)",
        ("gemini-3.[6-9]*", "gemini-3.5-flash-lite*"), note=True,
    ),
    Refusal(
        "answer-schema", _OWN, breaks.references,
        "a 400, in whose words is not told (oaustegard/claude-skills#748); newer versions of the API take them",
        note=True,
    ),
    Refusal(
        "api-version", ("gemini-interactions",),
        clashes.anything("the client asks for the schema before the one of steps; its header is Api-Revision"),
        "\"The legacy Interactions API schema is no longer supported. Please upgrade your client SDK to Python >= "
        "2.0.0 or JavaScript/TypeScript >= 2.0.0 to adopt the new 'steps' schema.\" "
        "(allenhutchison/gemini-cli-deep-research#73)",
        told_only=True,
    ),
    Refusal("parameter-value", _OWN, within(_BUDGET, "[128, 32768]", -1, 0), _BUDGETS, _PRO),
    Refusal("parameter-value", _OWN, within(_BUDGET, "[0, 24576]", -1), _BUDGETS, _FLASH),
    Refusal("parameter-value", _OWN, within(_BUDGET, "[512, 24576]", -1, 0), _BUDGETS, _LITE),
    Refusal("parameter-value", _OWN, within(_BUDGET, "(0, )", -1), _NO_ZERO, _PRO),
    Refusal(
        "model-parameter", _OWN, given(_LEVEL, "this model takes a thinkingBudget in its place"),
        '"Thinking level is not supported for this model." (of Gemini 2.5, quoted in several public code bases)',
        ("gemini-2*",),
    ),
    Refusal(
        "parameter-clash", _OWN, apart(_LEVEL, _BUDGET, "thinkingBudget stands beside it"),
        '"You can only set only one of thinking budget and thinking level." (live 2026-09, quoted in several public '
        'code '
        "bases)",
    ),
    Refusal(
        "parameter-value", _OWN, within(of("candidateCount"), "[1, 1]"),
        '"Unable to submit request because candidateCount must be 1 but the entered value was 3. Update the '
        'candidateCount '
        'value and try again." (genkit-ai/genkit#546 Gemini 1.5 at Vertex AI); "Multiple candidates is not enabled for '
        'this model" (of 2.5 Flash Image, 3.7 Flash and Gemma, quoted in several public code bases)',
        ("gemini-1*", "gemini-3*", "gemini-*-image*", "gemma-*"), note=True,
    ),
    Refusal("parameter-value", _OWN, within(of("candidateCount"), "[1, 8]")),
    Refusal("parameter-value", _OWN, within(of("maxOutputTokens"), "[1, 8192]"), _RANGE,
            ("gemini-1.5-*", "gemini-2.0-flash", "gemini-2.0-flash-[0el]*")),
    Refusal("parameter-value", _OWN, within(of("maxOutputTokens"), "[1, 65536]"), _RANGE,
            ("gemini-2.5*", "gemini-3*")),
    Refusal(
        "parameter-value", _OWN, at_most(of("stopSequences"), 5),
        '"Unable to submit request because it has a stopSequences value of 10 but the supported range is from 1 '
        '(inclusive) to 6 (exclusive). Update the value and try again." (continuedev/continue#7849)',
    ),
    Refusal("parameter-value", _OWN, within(of("temperature"), "[0, 2]"),
            '"* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0]." '
            '(live '
            "2026-08-29, quoted in several public code bases)"),
    Refusal("parameter-value", _OWN, within(of("topP"), "[0, 1]")),
    Refusal(
        "parameter-clash", _OWN, together(of("logprobs"), of("responseLogprobs"), "responseLogprobs is not set"),
        '"logprobs is not supported unless response_logprobs is set to true" (langchain-ai/langchainjs#7509)',
    ),
    Refusal(
        "parameter-value", _OWN,
        among(of("responseMimeType"), "text/plain application/json application/xml application/yaml text/x.enum"),
        '"* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, '
        '`application/json`, `application/xml`, `application/yaml` and `text/x.enum`." (quoted in several public '
        'notes)',
    ),
    Refusal(
        "tools-count", _OWN, at_most("tools[].functionDeclarations", 512),
        '"* tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified." '
        "(google-gemini/gemini-cli#19083, in 2026-02)",
    ),
    Refusal(
        "answer-schema", _OWN, breaks.deep_schema,
        '"A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth." '
        "(googleapis/js-genai#882, Portkey-AI/gateway#1616; how deep is not said)",
        told_only=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.searched_by_schema,
        '"Unable to submit request because controlled generation is not supported with google_search tool." (quoted in '
        'more than ten public code bases, of Gemini 2.5 and before; also "with Search tool")',
        _OLD,
    ),
    Refusal(
        "parameter-value", _OWN, within(of("seed"), "[-2147483648, 2147483647]"),
        "\"Invalid value at 'generation_config.seed' (TYPE_INT32), 3812238859\" (told by two public code bases, of "
        "Vertex AI too, in 2026)",
    ),
    Refusal(
        "answer-schema", _OWN, breaks.empty_words,
        "\"* GenerateContentRequest.generation_config.response_schema.properties[subject_category].enum[0]: cannot be "
        'empty" (told by two public code bases, in 2026)',
    ),
    Refusal("parameter-clash", _OWN, breaks.schema_without_json),
    Refusal("parameter-clash", _OWN, breaks.both_schemas),
    Refusal(
        "answer-schema", _OWN, breaks.foreign_keywords,
        '"Invalid JSON payload received. Unknown name \\"$schema\\" at \'generation_config.response_schema\': Cannot '
        'find '
        'field." (quoted in several public code bases, of $defs, additionalProperties and others)',
    ),
    Refusal(
        "answer-schema", _OWN, breaks.undefined_required,
        '"response_schema.required[0]: property is not defined" (quoted in public code, in 2026)',
    ),
    Refusal(
        "answer-schema", _OWN, breaks.itemless,
        '"GenerateContentRequest.tools[0].function_declarations[16].parameters.properties[includeTags].items: missing '
        'field." (cline/cline#7339, of a tool; a schema of the answer is of the same type)',
        note=True,
    ),
    Refusal(
        "answer-schema", _OWN, breaks.empty_objects,
        '"* GenerateContentRequest.generation_config.response_schema.properties[\\"endpoints\\"].items.properties['
        '\\"params\\"].properties: should be non-empty for OBJECT type" (quoted in a public repository; of a whole '
        "answer quarkiverse/quarkus-langchain4j#1961, in 2025-11; newer servers take an empty object in tools)",
        note=True,
    ),
)  # fmt: skip

"""Gemini's refusals of parameters: what stands in generationConfig, in toolConfig, and which tools go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.gemini.keys import snake
from pytest_promptfmt.dialects.gemini.tool_calls import ELSEWHERE, KEYS
from pytest_promptfmt.dialects.shared_rules import schemas_within
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.breaks import offered
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said
from pytest_promptfmt.verdicts.request.values import (
    among,
    apart,
    at_most,
    each,
    given,
    places,
    together,
    value_of,
    within,
)


def _of(key: str) -> str:
    """A key of the configuration, on the wire and in the SDK's own form."""
    return f"generationConfig.{key} config.{key}"


_FUNCTIONS = ("functionDeclarations", "function_declarations")


def _built_in(body: Mapping[str, Any]) -> list[str]:
    """The places of the tools on offer that Google runs itself."""
    found = []
    for path, tool in objects(body.get("tools"), "$.tools"):
        found += [f"{path}.{key}" for key, value in tool.items() if key not in _FUNCTIONS and value is not None]
    return found


def _beside_functions(body: Mapping[str, Any]) -> Iterator[Said]:
    if _declared(body):
        yield from ((path, "it stands beside functions of one's own") for path in _built_in(body)[:1])


def _beside_functions_unasked(body: Mapping[str, Any]) -> Iterator[Said]:
    if value_of(body, "toolConfig.includeServerSideToolInvocations config.toolConfig.includeServerSideToolInvocations"):
        return
    yield from _beside_functions(body)


def _declared(body: Mapping[str, Any]) -> bool:
    return any(tool.get(key) for _, tool in objects(body.get("tools"), "") for key in _FUNCTIONS)


def _config_of_nothing(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, "toolConfig.functionCallingConfig"):
        mode = str(value.get("mode", "")).upper() if isinstance(value, dict) else ""
        if mode not in ("", "NONE", "MODE_UNSPECIFIED") and not _declared(body):
            yield path, "no function is on offer"


def _names_without_any(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, "toolConfig.functionCallingConfig"):
        names = value.get("allowedFunctionNames", value.get("allowed_function_names")) if isinstance(value, dict) else 0
        if names and str(value.get("mode", "")).upper() not in ("ANY", "VALIDATED"):
            yield path, "names are allowed, and the mode is not ANY"


def _both_schemas(body: Mapping[str, Any]) -> Iterator[Said]:
    yield from apart(_of("responseSchema"), _of("responseJsonSchema"), "responseJsonSchema stands beside it")(body)


def _schema_without_json(body: Mapping[str, Any]) -> Iterator[Said]:
    type_ = value_of(body, _of("responseMimeType"))
    for path, _ in places(body, f"{_of('responseSchema')} {_of('responseJsonSchema')}"):
        if type_ not in ("application/json", "text/x.enum"):
            yield path, f"a schema is given, and responseMimeType is {type_ or 'not'}"


def _functions(body: Mapping[str, Any]) -> Iterator[Said]:
    if offered(body):
        yield "$.tools", "this model takes no functions"


def _system(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, _ in places(body, "systemInstruction config.systemInstruction"):
        yield path, "this model takes no system text"


def _json(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, _of("responseMimeType")):
        if value == "application/json":
            yield path, "this model has no JSON mode"


_KNOWN = frozenset({*KEYS, *map(snake, KEYS), *ELSEWHERE, "$ref", "$defs", "additionalProperties"})
"""The last three are taken by newer versions of the API, though not by all."""


def _foreign_keywords(body: Mapping[str, Any]) -> Iterator[Said]:
    for at, schema in places(body, "generationConfig.responseSchema"):
        for path, inner in schemas_within(schema, at):
            yield from ((f"{path}.{key}", f"Google's Schema has no {key}") for key in inner if key not in _KNOWN)
            if isinstance(inner.get("type"), list):
                yield f"{path}.type", "a list of types; write nullable, or anyOf"


_SAFETY = "safetySettings[] config.safetySettings[]"
_CATEGORIES = """HARM_CATEGORY_UNSPECIFIED HARM_CATEGORY_HATE_SPEECH HARM_CATEGORY_SEXUALLY_EXPLICIT
    HARM_CATEGORY_DANGEROUS_CONTENT HARM_CATEGORY_HARASSMENT HARM_CATEGORY_CIVIC_INTEGRITY HARM_CATEGORY_JAILBREAK
    HARM_CATEGORY_IMAGE_HATE HARM_CATEGORY_IMAGE_DANGEROUS_CONTENT HARM_CATEGORY_IMAGE_HARASSMENT
    HARM_CATEGORY_IMAGE_SEXUALLY_EXPLICIT"""
_THRESHOLDS = (
    "HARM_BLOCK_THRESHOLD_UNSPECIFIED BLOCK_NONE BLOCK_ONLY_HIGH BLOCK_MEDIUM_AND_ABOVE BLOCK_LOW_AND_ABOVE OFF"
)


def _same_category(body: Mapping[str, Any]) -> Iterator[Said]:
    seen: set[str] = set()
    for path, category in places(body, each(_SAFETY, "category")):
        if category in seen:
            yield path, f"a second setting of {category}"
        seen.add(str(category))


def _modalities(body: Mapping[str, Any]) -> Iterator[tuple[str, set[str]]]:
    for path, value in places(body, _of("responseModalities")):
        if isinstance(value, list):
            yield path, {str(each).upper() for each in value}


def _not_spoken(body: Mapping[str, Any]) -> Iterator[Said]:
    found = list(_modalities(body))
    if not found and "contents" in body:
        yield "$.generationConfig", "responseModalities is not given, and this model answers in AUDIO alone"
    yield from ((path, "this model answers in AUDIO alone") for path, kinds in found if kinds != {"AUDIO"})


def _more_than_text(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, kinds in _modalities(body):
        if kinds - {"TEXT", "MODALITY_UNSPECIFIED"}:
            yield path, "this model answers in TEXT alone"


_COMBINATION = (
    '"The requested combination of response modalities is not supported by the model. '
    'models/gemini-2.5-pro-preview-tts accepts the following combination of response modalities: * AUDIO" '
    "(BerriAI/litellm#11118)"
)
_BUDGET = _of("thinkingConfig.thinkingBudget")
_LEVEL = _of("thinkingConfig.thinkingLevel")
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
        "model-parameter", _OWN, _system,
        '"Developer instruction is not enabled for models/gemma-3-27b-it" (0xPlaygrounds/rig#788; of models/gemini-pro '
        "google-gemini/deprecated-generative-ai-python#278)",
        (*_GEMMA, "gemini-pro", "gemini-1.0*"),
    ),
    Refusal(
        "model-parameter", _OWN, _functions,
        '"Function calling is not enabled for models/gemma-3-12b-it" (agno-agi/agno#3505, BerriAI/litellm#10313)',
        _GEMMA,
    ),
    Refusal(
        "model-parameter", _OWN, _json,
        '"JSON mode is not enabled for models/gemma-3-27b-it" (live, quoted in several public notes)', _GEMMA,
    ),
    Refusal(
        "model-parameter", _OWN, given(_of("thinkingConfig"), "this model does not think"),
        '"Thinking is not enabled for models/gemma-3-27b-it" (quoted in public notes)', _GEMMA,
    ),
    Refusal(
        "model-parameter", _OWN, given(_of("mediaResolution"), "this model has one resolution"),
        '"Media resolution is not enabled for models/gemma-3-27b-it" (simonw/llm-gemini#116)', _GEMMA,
    ),
    Refusal("model-parameter", _OWN, _not_spoken, _COMBINATION, ("gemini-*-tts*",)),
    Refusal(
        "model-parameter", _OWN, _more_than_text, _COMBINATION,
        ("gemini-1.5*", "gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite", "gemini-3-pro-preview",
         "gemini-3-flash-preview", "gemma-*"),
    ),
    Refusal(
        "parameter-value", _OWN, among(each(_SAFETY, "category"), _CATEGORIES),
        '"* GenerateContentRequest.safety_settings[0]: element predicate failed: $.category in '
        '(HarmCategory.HARM_CATEGORY_HATE_SPEECH, HarmCategory.HARM_CATEGORY_SEXUALLY_EXPLICIT)" '
        "(SillyTavern/SillyTavern#2728, gezhang/ComfyUI-Gemini#8: the categories of PaLM)",
    ),
    Refusal("parameter-value", _OWN, among(each(_SAFETY, "threshold"), _THRESHOLDS)),
    Refusal(
        "parameter-clash", _OWN, _same_category,
        '"Multiple safety settings with the same category." (google-gemini/deprecated-generative-ai-android#224)',
    ),
    Refusal("model-parameter", _OWN, given(_of("thinkingConfig"), "this model does not think"),
            '"Unable to submit request because thinking is not supported by this model." (quoted in public notes)',
            ("gemini-1*", "gemini-2.0-flash", "gemini-2.0-flash-0*", "gemini-2.0-flash-lite*"), note=True),
    Refusal("model-parameter", _OWN, _beside_functions, _BOTH_KINDS, _OLD),
    Refusal(
        "parameter-clash", _OWN, _beside_functions_unasked,
        '"Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling." '
        "(cloudwego/eino-ext#761)",
        ("gemini-3*", "gemini-4*"),
    ),
    Refusal(
        "parameter-clash", _OWN, _config_of_nothing,
        '"Function calling config is set without function_declarations." (Chevey339/kelivo#317)',
    ),
    Refusal("parameter-clash", _OWN, _names_without_any),
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
        "parameter-value", _OWN, within(_of("candidateCount"), "[1, 1]"),
        '"Unable to submit request because candidateCount must be 1 but the entered value was 3. Update the '
        'candidateCount '
        'value and try again." (genkit-ai/genkit#546 Gemini 1.5 at Vertex AI); "Multiple candidates is not enabled for '
        'this model" (of 2.5 Flash Image and 3.7 Flash, quoted in several public code bases)',
        ("gemini-1*", "gemini-3*", "gemini-*-image*"), note=True,
    ),
    Refusal("parameter-value", _OWN, within(_of("candidateCount"), "[1, 8]")),
    Refusal("parameter-value", _OWN, within(_of("maxOutputTokens"), "[1, 8192]"), _RANGE,
            ("gemini-1.5-*", "gemini-2.0-flash", "gemini-2.0-flash-[0el]*")),
    Refusal("parameter-value", _OWN, within(_of("maxOutputTokens"), "[1, 65536]"), _RANGE,
            ("gemini-2.5*", "gemini-3*")),
    Refusal(
        "parameter-value", _OWN, at_most(_of("stopSequences"), 5),
        '"Unable to submit request because it has a stopSequences value of 10 but the supported range is from 1 '
        '(inclusive) to 6 (exclusive). Update the value and try again." (continuedev/continue#7849)',
    ),
    Refusal("parameter-value", _OWN, within(_of("temperature"), "[0, 2]"),
            '"* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0]." '
            '(live '
            "2026-08-29, quoted in several public code bases)"),
    Refusal("parameter-value", _OWN, within(_of("topP"), "[0, 1]")),
    Refusal(
        "parameter-clash", _OWN, together(_of("logprobs"), _of("responseLogprobs"), "responseLogprobs is not set"),
        '"logprobs is not supported unless response_logprobs is set to true" (langchain-ai/langchainjs#7509)',
    ),
    Refusal(
        "parameter-value", _OWN,
        among(_of("responseMimeType"), "text/plain application/json application/xml application/yaml text/x.enum"),
        '"* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, '
        '`application/json`, `application/xml`, `application/yaml` and `text/x.enum`." (quoted in several public '
        'notes)',
    ),
    Refusal("parameter-clash", _OWN, _schema_without_json),
    Refusal("parameter-clash", _OWN, _both_schemas),
    Refusal(
        "answer-schema", _OWN, _foreign_keywords,
        '"Invalid JSON payload received. Unknown name \\"$schema\\" at \'generation_config.response_schema\': Cannot '
        'find '
        'field." (quoted in several public code bases, of $defs, additionalProperties and others)',
    ),
)  # fmt: skip

"""What Gemini refuses in the parameters of a request, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.refusals.requests import NAMES, OBJECT, STRINGS

SPOKEN = [{"role": "user", "parts": [{"text": "Hi"}]}]
DECLARED = {"functionDeclarations": [{"name": "look"}]}
REFERRED = {"type": "array", "items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"type": "string"}}}


def gemini(model: str = "gemini-2.5-flash", **more: Any) -> dict[str, Any]:
    return {"model": model, "contents": SPOKEN, **more}


def config(**keys: Any) -> dict[str, Any]:
    return {"generationConfig": keys}


def thinks(**keys: Any) -> dict[str, Any]:
    return config(thinkingConfig=keys)


def declaring(a: dict[str, Any]) -> dict[str, Any]:
    return {"functionDeclarations": [{"name": "look", "parameters": {"type": "OBJECT", "properties": {"a": a}}}]}


def safety(*categories: str, threshold: str = "BLOCK_NONE") -> dict[str, Any]:
    return {"safetySettings": [{"category": category, "threshold": threshold} for category in categories]}


def step(**more: Any) -> dict[str, Any]:
    return {"model": "gemini-3.8-flash", "input": "Hi", **more}


def shaped(schema: dict[str, Any]) -> dict[str, Any]:
    return config(responseMimeType="application/json", responseSchema=schema)


def choosing_of(word: str) -> dict[str, Any]:
    return shaped({"type": "STRING", "enum": ["a", word]})


SEEN = {"type": "image", "uri": "https://example.com/a.png", "mime_type": "image/png"}
TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    *(
        (
            "gemini",
            "$.generationConfig.responseModalities",
            gemini(model=model, generationConfig={"responseModalities": ["TEXT", "IMAGE"]}),
            gemini(model=drawing, generationConfig={"responseModalities": ["TEXT", "IMAGE"]}),
        )
        for model, drawing in (
            ("gemini-2.0-flash", "gemini-2.5-flash-image"),
            ("gemini-3.5-flash", "gemini-3-pro-image"),
        )
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini(model="gemini-flash-latest", generationConfig={"thinkingConfig": {"thinkingBudget": 0}}),
        gemini(model="gemini-flash-latest", generationConfig={"thinkingConfig": {"thinkingBudget": 128}}),
    ),
    (
        "gemini",
        "$.tools[0].googleSearch",
        gemini(tools=[{"googleSearch": {}}], **shaped(STRINGS)),
        gemini("gemini-3.8-flash", tools=[{"googleSearch": {}}], **shaped(STRINGS)),
    ),
    ("gemini", "$.generationConfig.seed", gemini(**config(seed=3812238859)), gemini(**config(seed=2147483647))),
    ("gemini", "$.generationConfig.responseSchema.enum[1]", gemini(**choosing_of("")), gemini(**choosing_of("b"))),
    (
        "gemini-interactions",
        "$.response_format.type",
        step(response_format={"type": "json_schema", "schema": OBJECT}),
        step(response_format={"type": "text", "mime_type": "application/json", "schema": OBJECT}),
    ),
    (
        "gemini-interactions",
        "$.tools[0].type",
        step(tools=[{"type": "web_search"}]),
        step(tools=[{"type": "google_search"}]),
    ),
    (
        "gemini-interactions",
        "$.input[0].type",
        step(input=[SEEN]),
        step(input=[{"type": "user_input", "content": [SEEN]}]),
    ),
    (
        "gemini",
        "$.systemInstruction",
        gemini("gemma-3-27b-it", systemInstruction={"parts": []}),
        gemini("gemma-3-27b-it"),
    ),
    ("gemini", "$.tools", gemini("gemma-3-12b-it", tools=[DECLARED]), gemini(tools=[DECLARED])),
    (
        "gemini",
        "$.generationConfig.responseMimeType",
        gemini("gemma-3-12b-it", **config(responseMimeType="application/json")),
        gemini("gemma-3-12b-it", **config(responseMimeType="text/plain")),
    ),
    ("gemini", "$.generationConfig.thinkingConfig", gemini("gemma-3-12b-it", **thinks(includeThoughts=True)), gemini()),
    ("gemini", "$.generationConfig.thinkingConfig", gemini("gemini-2.0-flash", **thinks(thinkingBudget=1)), gemini()),
    (
        "gemini",
        "$.tools[0].googleSearch",
        gemini(tools=[{"googleSearch": {}}, DECLARED]),
        gemini(tools=[{"googleSearch": {}}, {"codeExecution": {}}]),
    ),
    (
        "gemini",
        "$.tools[1].google_search",
        gemini("gemini-3.8-flash", tools=[DECLARED, {"google_search": {}}]),
        gemini(
            "gemini-3.8-flash",
            tools=[DECLARED, {"google_search": {}}],
            tool_config={"include_server_side_tool_invocations": True},
        ),
    ),
    (
        "gemini",
        "$.toolConfig.function_calling_config",
        gemini(tools=[{"google_search": {}}], toolConfig={"function_calling_config": {"mode": "AUTO"}}),
        gemini(tools=[{"google_search": {}}], toolConfig={"function_calling_config": {"mode": "NONE"}}),
    ),
    (
        "gemini",
        "$.toolConfig.functionCallingConfig",
        gemini(tools=[DECLARED], toolConfig={"functionCallingConfig": {"allowedFunctionNames": ["look"]}}),
        gemini(
            tools=[DECLARED], toolConfig={"functionCallingConfig": {"mode": "any", "allowedFunctionNames": ["look"]}}
        ),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini("gemini-2.5-pro", **thinks(thinkingBudget=52428)),
        gemini("gemini-2.5-pro", **thinks(thinkingBudget=-1)),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini("gemini-2.5-pro", **thinks(thinkingBudget=0)),
        gemini("gemini-2.5-flash", **thinks(thinkingBudget=0)),
    ),
    (
        "gemini",
        "$.generation_config.thinking_config.thinking_budget",
        gemini(generation_config={"thinking_config": {"thinking_budget": 30000}}),
        gemini(generation_config={"thinking_config": {"thinking_budget": 24576}}),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingBudget",
        gemini("gemini-2.5-flash-lite", **thinks(thinkingBudget=100)),
        gemini("gemini-2.5-flash-lite", **thinks(thinkingBudget=0)),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingLevel",
        gemini("gemini-2.5-pro", **thinks(thinkingLevel="low")),
        gemini("gemini-3-pro-preview", **thinks(thinkingLevel="low")),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig.thinkingLevel",
        gemini("gemini-3.8-flash", **thinks(thinkingLevel="low", thinkingBudget=0)),
        gemini("gemini-3.8-flash", **thinks(thinkingBudget=1024)),
    ),
    ("gemini", "$.generationConfig.candidateCount", gemini("gemini-3.7-flash", **config(candidateCount=2)), gemini()),
    (
        "gemini",
        "$.generationConfig.candidateCount",
        gemini(**config(candidateCount=9)),
        gemini(**config(candidateCount=2)),
    ),
    (
        "gemini",
        "$.generationConfig.maxOutputTokens",
        gemini("gemini-2.0-flash-exp", **config(maxOutputTokens=8193)),
        gemini("gemini-2.0-flash-thinking-exp", **config(maxOutputTokens=65536)),
    ),
    (
        "gemini",
        "$.generationConfig.maxOutputTokens",
        gemini(**config(maxOutputTokens=65537)),
        gemini(**config(maxOutputTokens=9)),
    ),
    (
        "gemini",
        "$.generationConfig.stopSequences",
        gemini(**config(stopSequences=[*"abcdef"])),
        gemini(**config(stopSequences=[])),
    ),
    ("gemini", "$.generationConfig.temperature", gemini(**config(temperature=2.1)), gemini(**config(temperature=2))),
    ("gemini", "$.generationConfig.topP", gemini(**config(topP=1.1)), gemini(**config(topP=1))),
    (
        "gemini",
        "$.generationConfig.logprobs",
        gemini(**config(logprobs=2)),
        gemini(**config(logprobs=2, responseLogprobs=True)),
    ),
    (
        "gemini",
        "$.generationConfig.responseMimeType",
        gemini(**config(responseMimeType="image/png")),
        gemini(**config(responseMimeType="text/x.enum")),
    ),
    (
        "gemini",
        "$.generationConfig.responseSchema",
        gemini(**config(responseSchema={"type": "STRING"})),
        gemini(**config(responseSchema={"type": "STRING"}, responseMimeType="application/json")),
    ),
    (
        "gemini",
        "$.generationConfig.responseSchema",
        gemini(**config(responseSchema=OBJECT, responseJsonSchema=OBJECT, responseMimeType="application/json")),
        gemini(**config(responseJsonSchema={**OBJECT, "$schema": "x"}, responseMimeType="application/json")),
    ),
    (
        "gemini",
        "$.generationConfig.responseSchema.properties.a.const",
        gemini(
            **config(
                responseSchema={"type": "OBJECT", "properties": {"a": {"const": 1}}},
                responseMimeType="application/json",
            )
        ),
        gemini(
            **config(
                responseSchema={"type": "OBJECT", "properties": {"const": {}}}, responseMimeType="application/json"
            )
        ),
    ),
    (
        "gemini",
        "$.tools[0]",
        gemini("gemini-3-pro-preview", tools=[{"googleSearch": {}, "urlContext": {}}]),
        gemini("gemini-3-pro-preview", tools=[{"googleSearch": {}}, {"urlContext": {}}]),
    ),
    (
        "gemini",
        "$.tools[0].functionDeclarations[0].parameters.properties.a",
        gemini(tools=[declaring({"description": "x", "anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]})]),
        gemini(tools=[declaring({"anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]})]),
    ),
    (
        "gemini",
        "$.generationConfig.mediaResolution",
        gemini("gemma-3-27b-it", **config(mediaResolution="MEDIA_RESOLUTION_LOW")),
        gemini(**config(mediaResolution="MEDIA_RESOLUTION_LOW")),
    ),
    (
        "gemini",
        "$.generationConfig.responseModalities",
        gemini("gemini-2.5-pro-preview-tts", **config(responseModalities=["TEXT"])),
        gemini("gemini-2.5-pro-preview-tts", **config(responseModalities=["AUDIO"])),
    ),
    (
        "gemini",
        "$.generationConfig.responseModalities",
        gemini(**config(responseModalities=["TEXT", "IMAGE"])),
        gemini("gemini-2.5-flash-image", **config(responseModalities=["TEXT", "IMAGE"])),
    ),
    (
        "gemini",
        "$.safetySettings[0].category",
        gemini(**safety("HARM_CATEGORY_TOXICITY")),
        gemini(**safety("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH")),
    ),
    (
        "gemini",
        "$.safetySettings[1].category",
        gemini(**safety("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HARASSMENT")),
        gemini(**safety("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_CIVIC_INTEGRITY", threshold="OFF")),
    ),
    (
        "gemini",
        "$.safetySettings[0].threshold",
        gemini(**safety("HARM_CATEGORY_HARASSMENT", threshold="BLOCK_ALL")),
        gemini(**safety("HARM_CATEGORY_HARASSMENT", threshold="BLOCK_NONE")),
    ),
    (
        "gemini",
        "$.tools[0].functionDeclarations",
        gemini(tools=[{"functionDeclarations": []}]),
        gemini(tools=[DECLARED]),
    ),
    ("gemini", "$.generationConfig.topK", gemini("gemini-3.6-flash", **config(topK=4)), gemini(**config(topK=4))),
    (
        "gemini",
        "$.generationConfig.responseSchema.items['$ref']",
        gemini(**config(responseMimeType="application/json", responseSchema=REFERRED)),
        gemini(**config(responseMimeType="application/json", responseJsonSchema=REFERRED)),
    ),
    (
        "gemini",
        "$.generationConfig.thinkingConfig",
        gemini("gemini-2.5-pro-preview-05-06", **thinks(includeThoughts=True)),
        gemini("gemini-2.5-pro", **thinks(includeThoughts=True)),
    ),
    (
        "gemini",
        "$.tools[0].functionDeclarations",
        gemini(tools=[{"functionDeclarations": [{"name": name} for name in (*NAMES, "a")]}]),
        gemini(tools=[{"functionDeclarations": [{"name": name} for name in NAMES]}]),
    ),
]

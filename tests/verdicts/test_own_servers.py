"""What servers of one's own, the templates of models, and single models of Google's refuse, each once."""

from __future__ import annotations

from typing import Any

import pytest
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.google.models import REFUSED_BY_GEMINI_MODELS
from pytest_promptfmt.verdicts.request.providers.own.servers import REFUSED_BY_OWN_SERVERS
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

ALL = (*REFUSED_BY_OWN_SERVERS, *REFUSED_BY_GEMINI_MODELS)
HI: list[dict[str, Any]] = [{"role": "user", "content": "Hi"}]
SAID = {"role": "assistant", "content": "It"}
TOOLS = [{"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}]
SHOUTED = [{"type": "function", "function": {"name": "look", "parameters": {"type": "OBJECT", "properties": {}}}}]
CHOSEN = {"type": "function", "function": {"name": "look"}}
VLLM, LLAMA, STUDIO, SGLANG = "localhost:8000", "localhost:8080", "localhost:1234", "localhost:30000"
STACK, OLLAMA = "localhost:8321", "localhost:11434"
GOOGLE = "generativelanguage.googleapis.com"
VERTEX = "aiplatform.googleapis.com"
OPENED = [{"role": "user", "parts": [{"text": "Hi"}]}]


def call(id_: str = "abcdefghi", arguments: str = "{}") -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": "look", "arguments": arguments}}


def calls(*made: dict[str, Any], **more: Any) -> dict[str, Any]:
    answers = [{"role": "tool", "tool_call_id": each["id"], "content": "4"} for each in made]
    return {"messages": [*HI, {"role": "assistant", "content": "", "tool_calls": [*made], **more}, *answers]}


def shown(url: str, role: str = "user") -> dict[str, Any]:
    part = {"type": "image_url", "image_url": {"url": url}}
    return {"messages": [{"role": role, "content": [part]}, *HI]}


def returned(output: Any) -> dict[str, Any]:
    return {"input": [{"type": "function_call_output", "call_id": "c", "output": output}]}


def part(**part: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": [part]}]}


def thinks(level: str) -> dict[str, Any]:
    return {"generationConfig": {"thinkingConfig": {"thinkingLevel": level}}}


def formed(type_: str) -> dict[str, Any]:
    return {"generationConfig": {"responseFormat": {"text": {"mimeType": type_, "schema": {"type": "object"}}}}}


def functions(*names: str) -> dict[str, Any]:
    return {"tools": [{"functionDeclarations": [{"name": name}]} for name in names]}


QWEN, OSS, TWO = "qwen3.5-27b", "gpt-oss-20b", [call("abcdefghi"), call("abcdefghj")]
CHANNELS = {"role": "assistant", "content": "<|channel|>final<|message|>Four degrees."}
PNG = "data:image/png;base64,iVBORw0KGgo="
Row = tuple[str, str, str, dict[str, Any], dict[str, Any]]
SERVED: list[Row] = [
    *(
        (VLLM, "llama", f"$.{key}", {key: refused}, {key: taken})
        for key, refused, taken in (
            ("temperature", -1, 0), ("top_p", 0, 1), ("top_k", -2, -1), ("min_p", 2, 0), ("presence_penalty", 3, 2),
            ("frequency_penalty", -3, -2), ("repetition_penalty", 0, 0.5), ("max_tokens", 0, 1), ("n", 0, 1),
            ("max_completion_tokens", 0, 1), ("min_tokens", -1, 0), ("stop", ["a", ""], "a"),
            ("bad_words", [""], ["a"]), ("top_logprobs", -2, 0), ("prompt_logprobs", -2, -1), ("seed", 2**64, 7),
            ("allowed_token_ids", [], [7]),
        )
    ),
    (VLLM, "kimi-k2.6", "$.messages[0].content[0]", shown(PNG, "tool"), shown(PNG)),
    (VLLM, "llama", "$.min_tokens", {"min_tokens": 50, "max_tokens": 10}, {"min_tokens": 5, "max_tokens": 10}),
    (VLLM, "llama", "$.n", {"n": 2, "temperature": 0}, {"n": 2, "temperature": 1}),
    (VLLM, "llama", "$.top_logprobs", {"top_logprobs": 3}, {"top_logprobs": 3, "logprobs": True}),
    (VLLM, "llama", "$.prompt_logprobs", {"prompt_logprobs": 1, "stream": True}, {"prompt_logprobs": 1}),
    (
        VLLM, "llama", "$.structured_outputs.regex", {"structured_outputs": {"json": {}, "regex": "a"}},
        {"structured_outputs": {"regex": "a"}},
    ),
    (VLLM, "llama", "$.guided_regex", {"guided_json": {}, "guided_regex": "a"}, {"guided_regex": "a"}),
    (
        VLLM, "llama", "$.continue_final_message", {"continue_final_message": True, "add_generation_prompt": True},
        {"continue_final_message": True, "add_generation_prompt": False},
    ),
    (VLLM, "llama", "$.response_format.type", {"response_format": {"type": "json"}}, {}),
    (VLLM, "llama", "$.tool_choice", {"tool_choice": "auto"}, {"tool_choice": "none"}),
    (VLLM, "llama", "$.tool_choice", {"tools": TOOLS, "tool_choice": {"type": "function"}},
     {"tools": TOOLS, "tool_choice": CHOSEN}),
    (SGLANG, "llama", "$.tool_choice", {"tool_choice": "required"}, {"tool_choice": "auto"}),
    *((each, "llama", "$.max_tokens", {"max_tokens": -2}, {"tool_choice": "auto"}) for each in (LLAMA, STUDIO, OLLAMA)),
    (VLLM, "llama", "$.cache_salt", {"cache_salt": ""}, {"cache_salt": "a"}),
    (VLLM, "llama", "$.tool_choice", {"tools": TOOLS, "tool_choice": "any"}, {"tools": TOOLS, "tool_choice": "auto"}),
    (LLAMA, "llama", "$.messages[2].role", {"messages": [*HI, SAID, SAID]}, {"messages": [*HI, SAID, *HI]}),
    (LLAMA, "llama", "$.json_schema", {"grammar": "a", "json_schema": {}}, {"json_schema": {}}),
    (
        LLAMA, "llama", "$.grammar", {"grammar": "a", "tools": TOOLS},
        {"grammar": "a", "tools": TOOLS, "tool_choice": "none"},
    ),
    (LLAMA, "llama", "$.top_logprobs", {"top_logprobs": 3}, {"top_logprobs": 3, "logprobs": True}),
    (LLAMA, "llama", "$.response_format.type", {"response_format": {"type": "xml"}}, {"top_k": -5}),
    (
        LLAMA, "llama", "$.chat_template_kwargs.enable_thinking", {"chat_template_kwargs": {"enable_thinking": "no"}},
        {"chat_template_kwargs": {"enable_thinking": False}},
    ),
    (LLAMA, "llama", "$.messages[0].content[0].type", part(type="file", file={}), part(type="text", text="Hi")),
    (
        LLAMA, "llama", "$.messages[0].content[0].input_audio.format",
        part(type="input_audio", input_audio={"data": "AA==", "format": "ogg"}),
        part(type="input_audio", input_audio={"data": "AA==", "format": "wav"}),
    ),
    (
        LLAMA, "llama", "$.continue_final_message", {"continue_final_message": True, "add_generation_prompt": True},
        {"continue_final_message": True, "add_generation_prompt": False},
    ),
    (LLAMA, "llama", "$.temperature", {"temperature": "0.2"}, {"temperature": 0.2}),
    (LLAMA, "llama", "$.echo", {"echo": True}, {"echo": False}),
    (LLAMA, "llama", "$.tools[0].type", {"tools": [{"type": "web_search"}]}, {"tools": TOOLS}),
    (LLAMA, OSS, "$.messages[1].content", {"messages": [*HI, CHANNELS, *HI]}, {"messages": [*HI, SAID, *HI]}),
    (LLAMA, "qwen3-8b", "$.messages[1].role", {"messages": [*HI, SAID]}, {"messages": [*HI, SAID, *HI]}),
    (SGLANG, "llama", "$.temperature", {"temperature": -1}, {"temperature": 0}),
    (SGLANG, "llama", "$.top_p", {"top_p": 0}, {"top_p": 0.9}),
    (SGLANG, "llama", "$.top_k", {"top_k": 0}, {"top_k": -1}),
    (SGLANG, "llama", "$.min_p", {"min_p": 2}, {"min_p": 0}),
    (SGLANG, "llama", "$.presence_penalty", {"presence_penalty": 3}, {"presence_penalty": 2}),
    (SGLANG, "llama", "$.frequency_penalty", {"frequency_penalty": 3}, {"frequency_penalty": 2}),
    (SGLANG, "llama", "$.repetition_penalty", {"repetition_penalty": 3}, {"repetition_penalty": 2}),
    (SGLANG, "llama", "$.ebnf", {"regex": "a", "ebnf": "b"}, {"regex": "a"}),
    (
        SGLANG, "llama", "$.tools[0].function.parameters",
        {"tools": [{"type": "function", "function": {"name": "look", "parameters": {"type": "strin"}}}]},
        {"tools": TOOLS},
    ),
    (
        SGLANG, "llama", "$.response_format",
        {"tools": TOOLS, "tool_choice": "required", "response_format": {"type": "json_object"}},
        {"tools": TOOLS, "tool_choice": "auto", "response_format": {"type": "json_object"}},
    ),
    (SGLANG, "llama", "$.min_tokens", {"min_tokens": 50, "max_tokens": 10}, {"min_tokens": 5, "max_tokens": 10}),
    (SGLANG, "llama", "$.messages[0].content[0]", part(type="thinking", thinking="Hm."),
     part(type="text", text="Hi")),
    (SGLANG, "llama", "$.tools[1].function.name", {"tools": TOOLS * 2}, {"tools": TOOLS}),
    (OLLAMA, "llama", "$.messages[0].content[0]", shown("https://example.com/a.png"), shown(PNG)),
    ("ollama.com", "llama", "$.messages[0].content[0].type", part(type="thinking", thinking="a"),
     part(type="text", text="a")),
    (OLLAMA, "llama", "$.messages[0].content[0].type",
     part(type="input_audio", input_audio={"data": "AA==", "format": "wav"}), part(type="text", text="Hi")),
    (VLLM, QWEN, "$.messages", {"messages": [{"role": "system", "content": "Be kind."}]}, {"messages": HI}),
    (VLLM, QWEN, "$.messages[0].role", {"messages": [{"role": "developer", "content": "Be."}, *HI]}, {"messages": HI}),
    (VLLM, QWEN, "$.messages[0].content[0]", shown(PNG, "system"), shown(PNG)),
    (VLLM, "llama-3.3-70b-instruct", "$.messages[1].tool_calls", calls(*TWO), calls(TWO[0])),
    (VLLM, "mistral-nemo-instruct-2407", "$.messages[1].tool_calls[0].id", calls(call("call_1")), calls(call())),
    (
        VLLM, "mistral-nemo-instruct-2407", "$.messages[1].content",
        calls(call(), content="I look."), calls(call()),
    ),
    (
        STUDIO, OSS, "$.messages[1].content",
        calls(call(), content="I look.", thinking="Hm."), calls(call(), thinking="Hm."),
    ),
    (
        STUDIO, "gemma-4-12b", "$.messages[1].tool_calls[0].function.arguments",
        calls(call(arguments='{"days": 3}')), calls(call(arguments='{"days": "3"}')),
    ),
    (STUDIO, "llama", "$.tool_choice", {"tools": TOOLS, "tool_choice": CHOSEN}, {"tools": TOOLS}),
    (STUDIO, "llama", "$.tools[0].function.parameters.type", {"tools": SHOUTED}, {"tools": TOOLS}),
    (STUDIO, "llama", "$.messages[0].content[0].image_url", shown("https://example.com/a.png"), shown(PNG)),
    (STUDIO, "llama", "$.messages[0].content[0].image_url", shown("data:video/mp4;base64,AAAA"), shown(PNG)),
]  # fmt: skip
DRAWN = {"generationConfig": {"responseModalities": ["IMAGE"]}}
GOOGLES: list[Row] = [
    (GOOGLE, "gemini-2.0-flash", "$.generationConfig.responseModalities", DRAWN, {}),
    (GOOGLE, "gemini-2.5-flash", "$.contents[0].role", {"contents": [{**OPENED[0], "role": "model"}]}, {}),
    (
        GOOGLE,
        "gemini-2.5-flash",
        "$.generationConfig.presencePenalty",
        {"generationConfig": {"presencePenalty": 0.5}},
        {"generationConfig": {"presencePenalty": 0}},
    ),
    (GOOGLE, "gemini-3.8-flash", "$.generationConfig.thinkingConfig.thinkingLevel", thinks("MINIMAL"), thinks("low")),
    (GOOGLE, "gemini-3.1-pro-preview", "$.generationConfig.thinkingConfig.thinkingLevel", thinks("minimal"), {}),
    (VERTEX, "gemini-3-pro-preview", "$.generationConfig.thinkingConfig.thinkingLevel", thinks("medium"), {}),
    (GOOGLE, "gemma-4-26b-a4b-it", "$.generationConfig.thinkingConfig.thinkingLevel", thinks("high"), {}),
    (GOOGLE, "gemma-4-26b-a4b-it", "$.generationConfig.thinkingConfig.thinkingLevel", thinks("low"), {}),
    (
        GOOGLE, "gemma-4-31b-it", "$.generationConfig.thinkingConfig.thinkingBudget",
        {"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}, {},
    ),
    (GOOGLE, "gemini-3.1-flash-image", "$.generationConfig.thinkingConfig.thinkingLevel", thinks("low"), {}),
    (
        GOOGLE, "gemini-2.5-flash-image", "$.generationConfig.thinkingConfig",
        {"generationConfig": {"thinkingConfig": {"includeThoughts": True}}}, {},
    ),
    (
        GOOGLE, "gemini-2.5-flash", "$.generationConfig.responseLogprobs",
        {"generationConfig": {"responseLogprobs": True}}, {"generationConfig": {"responseLogprobs": False}},
    ),
    (
        GOOGLE, "gemini-2.5-flash", "$.toolConfig.includeServerSideToolInvocations",
        {"toolConfig": {"includeServerSideToolInvocations": True}}, {},
    ),
    (
        VERTEX, "gemini-3-flash-preview", "$.toolConfig.includeServerSideToolInvocations",
        {"toolConfig": {"includeServerSideToolInvocations": True}}, {},
    ),
    (GOOGLE, "gemma-3-27b-it", "$.tools[0].codeExecution", {"tools": [{"codeExecution": {}}]}, {}),
    (GOOGLE, "gemma-3-27b-it", "$.tools[0].googleSearch", {"tools": [{"googleSearch": {}}]}, {}),
    (GOOGLE, "gemini-3.8-flash", "$.tools[0].computerUse", {"tools": [{"computerUse": {}}]}, {}),
    *(
        (GOOGLE, "gemini-3.8-flash", f"$.{path}", body, {})
        for path, body in (
            ("tools[0].googleSearch.excludeDomains", {"tools": [{"googleSearch": {"excludeDomains": ["a.com"]}}]}),
            ("tools[0].enterpriseWebSearch", {"tools": [{"enterpriseWebSearch": {}}]}),
            ("safetySettings[0].method", {"safetySettings": [{"method": "SEVERITY"}]}),
            ("generationConfig.imageConfig.outputMimeType",
             {"generationConfig": {"imageConfig": {"outputMimeType": "image/png"}}}),
        )
    ),
    (VERTEX, "gemini-3.8-flash", "$.tools[0].fileSearch", {"tools": [{"fileSearch": {}}]}, {}),
    (VERTEX, "gemini-3.8-flash", "$.contents[0]", {"contents": [{"role": "", "parts": [{"text": "a"}]}]}, {}),
    (VERTEX, "gemini-3.8-flash", "$.store", {"store": True}, {"store": False}),
    (
        GOOGLE, "gemini-3.5-flash-lite", "$.generationConfig.thinkingConfig.thinkingBudget",
        {"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}, {},
    ),
    (VERTEX, "gemini-1.5-pro", "$.tools[1]", functions("a", "b"), functions("a")),
    (GOOGLE, "gemini-2.5-flash-image", "$.tools", functions("a"), {}),
    (VERTEX, "gemini-2.5-flash-image", "$.tools[0].codeExecution", {"tools": [{"codeExecution": {}}]}, {}),
    (GOOGLE, "gemini-3.8-flash", "$.generationConfig.responseFormat.text.mimeType",
     formed("application/json"), formed("APPLICATION_JSON")),
]  # fmt: skip
SEEN = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG.rpartition(",")[2]}}
WRITTEN = {"type": "text", "text": "4"}


def read_back(block: dict[str, Any]) -> dict[str, Any]:
    used = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [block]}
    offered = [{"name": "look", "input_schema": {"type": "object"}}]
    said = [{"role": "assistant", "content": [used]}, {"role": "user", "content": [result]}]
    return {"max_tokens": 9, "tools": offered, "messages": [*HI, *said]}


TABLE = [
    *(("vllm", *row) for row in SERVED),
    *(("gemini", *row) for row in GOOGLES),
    ("anthropic", STUDIO, "m", "$.messages[2].content[0].content[0]", read_back(SEEN), read_back(WRITTEN)),
    ("openai-responses", STUDIO, "m", "$.text", {"text": {}}, {"text": {"format": {"type": "text"}}}),
    (
        "openai-responses",
        LLAMA,
        "m",
        "$.tools[0].type",
        {"tools": [{"type": "custom", "name": "a"}]},
        {"tools": [{"type": "function", "name": "a", "parameters": {"type": "object", "properties": {}}}]},
    ),
    (
        "openai-responses",
        LLAMA,
        "m",
        "$.input[0].output[0]",
        returned([{"type": "input_image", "image_url": PNG}]),
        returned([{"type": "input_text", "text": "a"}]),
    ),
    (
        "openai-responses",
        STACK,
        "m",
        "$.input[0].output[0]",
        returned([{"type": "input_text", "text": "a"}]),
        returned("a"),
    ),
]


def asked(dialect: str, model: str, more: dict[str, Any]) -> dict[str, Any]:
    said = {"gemini": {"contents": OPENED}, "openai-responses": {"input": HI}}.get(dialect, {"messages": HI})
    return {"model": model, **said, **more}


def told(dialect: str, host: str, body: dict[str, Any]) -> list[str]:
    sent = Sent(whole=True, host=host, address=f"{host}/v1/chat")
    found = [each for each in parameter_findings(DIALECTS[dialect], body, sent=sent) if each.id != "request.model-id"]
    assert all(each.severity is Severity.WARNING or each.data["source"] for each in found)
    return [each.path for each in found]


@for_each(TABLE, lambda row: str(row[:4]))
def test_what_is_refused_is_told_there_and_its_neighbour_is_not(
    dialect: str, host: str, model: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    paths = told(dialect, host, asked(dialect, model, refused))

    assert any(each == path or each.startswith(f"{path}.") for each in paths), paths
    assert told(dialect, host, asked(dialect, model, taken)) == []


def test_every_entry_is_broken_by_a_request() -> None:
    for refusal in ALL:
        if refusal.told_only or refusal.slug in ("model-id", "api-version"):
            continue
        bodies = [asked(dialect, model, more) for dialect, _, model, _, more, _ in TABLE if dialect in refusal.dialects]
        assert any(True for body in bodies for _ in refusal.broken(body)), (refusal.slug, refusal.words)


def test_what_one_server_takes_is_not_told_at_its_port() -> None:
    for host in (LLAMA, STUDIO, "localhost:11434"):
        assert told("vllm", host, asked("vllm", "llama", {"top_k": -5, "n": 2, "temperature": 0})) == []
        assert told("vllm", host, asked("vllm", "llama", {"max_tokens": -1})) == []
        assert told("vllm", host, asked("vllm", "llama", {"max_tokens": -2})) == ["$.max_tokens"]


@pytest.mark.parametrize("model", ["gemini-1.5-flash", "gemini-pro", "gemini-2.5-pro-preview-05-06"])
def test_a_model_that_is_no_more_is_a_warning_at_googles_own_address(model: str) -> None:
    sent = Sent(whole=True, addressed=True, host=GOOGLE, address=f"{GOOGLE}/v1beta/models/{model}:generateContent")
    (found,) = parameter_findings(DIALECTS["gemini"], {"contents": OPENED}, model, sent)

    assert (found.id, found.severity) == ("request.model-id", Severity.WARNING)
    assert [*parameter_findings(DIALECTS["gemini"], {"contents": OPENED}, "gemini-3.8-flash", sent)] == []

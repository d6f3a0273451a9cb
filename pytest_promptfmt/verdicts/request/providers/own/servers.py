"""What vLLM, SGLang, llama.cpp and LM Studio check of a request themselves, and what the templates of models raise.

Nobody's address tells which of them listens at a host of one's own, and they take different things: each entry holds
at the port where the one listens, or where none of the others does, and all but two of vLLM's are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.providers.own import chat_templates
from pytest_promptfmt.verdicts.request.providers.own.checked import LLAMA_CPP, SGLANG
from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages, in_responses_items, media, shown, values
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import Value, among, valued_otherwise, within

_OWN = ("vllm",)
_OLLAMAS = (":11434", "ollama.com")
OTHER_PORTS = (":1234", ":8080", ":11434", ":30000")
"""Where LM Studio, llama.cpp, Ollama and SGLang listen unless they are told otherwise."""


def endless(host: str, path: str, body: Mapping[str, Any]) -> bool:
    """Is it -1, which LM Studio (its own examples have it), llama.cpp and Ollama take for no end?"""
    ends = path in ("$.max_tokens", "$.max_completion_tokens") and body.get(path[2:]) == -1
    return ends and host.endswith((":1234", ":8080", ":11434"))


def _formless(body: Mapping[str, Any]) -> Iterator[Said]:
    """A `text` that says nothing of its format."""
    if isinstance(text := body.get("text"), dict) and "format" not in text:
        yield "$.text", "format is missing"


_VLLM: tuple[tuple[str, Broken, str], ...] = (
    ("parameter-value", within("temperature", "[0, )"), '"temperature must be non-negative, got -1.0."'),
    ("parameter-value", within("top_p", "(0, 1]"), '"top_p must be in (0, 1], got 0.0."'),
    ("parameter-value", within("top_k", "[-1, )"), '"top_k must be 0 (disable), or at least 1, got -2."'),
    ("parameter-value", within("min_p", "[0, 1]"), '"min_p must be in [0, 1], got 2.0."'),
    ("parameter-value", within("presence_penalty", "[-2, 2]"), '"presence_penalty must be in [-2, 2], got 3.0."'),
    ("parameter-value", within("frequency_penalty", "[-2, 2]"), '"frequency_penalty must be in [-2, 2], got 3.0."'),
    (
        "parameter-value",
        within("repetition_penalty", "(0, )"),
        '"repetition_penalty must be greater than zero, got 0.0."',
    ),
    (
        "parameter-value",
        valued_otherwise({key: Value(interval="[1, )") for key in ("max_tokens", "n")}),
        '"max_tokens must be at least 1, got 0."; "n must be at least 1, got 0."',
    ),
    ("parameter-value", within("max_completion_tokens", "[1, )"), '"max_tokens must be at least 1, got 0."'),
    ("parameter-value", within("min_tokens", "[0, )"), '"min_tokens must be greater than or equal to 0, got -1."'),
    (
        "parameter-clash",
        clashes.fewest_above_most,
        '"min_tokens must be less than or equal to max_tokens=10, got 50."',
    ),
    ("parameter-clash", clashes.many_of_the_likeliest, '"n must be 1 when using greedy sampling, got 2."'),
    ("parameter-value", clashes.empty_texts("stop"), '"stop cannot contain an empty string."'),
    ("parameter-value", clashes.empty_texts("bad_words"), '"bad_words cannot contain an empty string."'),
    (
        "parameter-value",
        values.nonblank("cache_salt"),
        "\"Parameter 'cache_salt' must be a non-empty string if provided.\"",
    ),
    ("parameter-value", values.emptied("allowed_token_ids"), '"allowed_token_ids is not None and empty!"'),
    ("parameter-value", within("top_logprobs", "[0, )", -1), '"`top_logprobs` must be a positive value or -1."'),
    ("parameter-value", within("prompt_logprobs", "[0, )", -1), '"`prompt_logprobs` must be a positive value or -1."'),
    ("parameter-clash", clashes.unlogged, '"when using `top_logprobs`, `logprobs` must be set to true."'),
    (
        "parameter-clash",
        clashes.prompted_in_a_stream,
        '"`prompt_logprobs` are not available when `stream=True`."',
    ),
    (
        "parameter-clash",
        clashes.one_of(
            *(f"structured_outputs.{kind}" for kind in ("json", "regex", "choice", "grammar", "json_object"))
        ),
        "\"You can only use one kind of constraints for structured outputs ('json', 'regex' or 'choice').\"",
    ),
    (
        "parameter-clash",
        clashes.one_of("guided_json", "guided_regex", "guided_choice", "guided_grammar"),
        "\"You can only use one kind of constraints for structured outputs ('json', 'regex' or 'choice').\" (as "
        "structured_outputs; before that each had a key of its own)",
    ),
    (
        "parameter-clash",
        clashes.continued_and_begun,
        '"Cannot set both `continue_final_message` and `add_generation_prompt` to True."',
    ),
    (
        "parameter-value",
        among("response_format.type", "text json_object json_schema structural_tag"),
        "protocol.py: the type of ResponseFormat is text, json_object or json_schema, that of a structural tag its own",
    ),
    (
        "tool-choice",
        among("tool_choice", "auto none required"),
        '"Invalid value for `tool_choice`: any! Only named tools, \\"none\\", \\"auto\\" or \\"required\\" are '
        'supported."',
    ),
    (
        "parameter-value",
        within("seed", "[-9223372036854775808, 9223372036854775807]"),
        "protocol.py: a seed is no less and no more than an integer of 64 bits",
    ),
)
"""vllm-project/vllm, sampling_params.py and entrypoints/openai/chat_completion/protocol.py, read in 2026-11."""

_THINK = ("qwen3", "qwen3-[0-9]*", "qwen3.[5-9]*", "gpt-oss*", "deepseek-r1*", "glm-4.[5-9]*", "glm-5*", "*thinking*")
_QWEN = ("qwen3.[5-9]*",)
_LONG_IDS = ("mistral-7b-instruct-v0.3*", "mixtral-8x22b*", "mistral-nemo*", "ministral-8b-instruct-2410*",
             "mistral-small-24b*", "mistral-small-3*")  # fmt: skip

REFUSED_BY_OWN_SERVERS: tuple[Refusal, ...] = (
    *(
        Refusal(slug, _OWN, broken, f"{words} (vllm-project/vllm)", note=True, but_ports=OTHER_PORTS)
        for slug, broken, words in _VLLM
    ),
    Refusal(
        "tool-choice", _OWN, breaks.without_tools("tool_choice"),
        '"Value error, When using `tool_choice`, `tools` must be set." (BerriAI/litellm#6228; SGLang, llama.cpp and '
        "others take auto)",
        but_ports=OTHER_PORTS,
    ),
    Refusal(
        "tool-choice", _OWN, shown.unnamed_choice,
        '"Value error, Incorrectly formatted `tool_choice`." (vllm-project/vllm#10567)',
        but_ports=OTHER_PORTS,
    ),
    *(
        Refusal(slug, _OWN, broken, f"{words} (ggml-org/llama.cpp)", note=True, port=":8080")
        for slug, broken, words in LLAMA_CPP
    ),
    *(
        Refusal(slug, _OWN, broken, f"{words} (sgl-project/sglang)", note=True, port=":30000")
        for slug, broken, words in SGLANG
    ),
    Refusal(
        "message-form", _OWN, chat_templates.begun_while_thinking,
        '"Assistant response prefill is incompatible with enable_thinking." (ggml-org/llama.cpp#20861 Qwen3.5, '
        "architehc/selfware#77 gpt-oss-120b, anomalyco/opencode#27920)",
        _THINK, but=("*instruct*", "*coder*", "*non-thinking*"), note=True, port=":8080",
    ),
    # Chat templates.
    Refusal(
        "message-form", _OWN, chat_templates.without_user,
        '"No user query found in messages." (vllm-project/vllm#36432, langgenius/dify#33152 Qwen3.5-27B)',
        _QWEN, note=True,
    ),
    Refusal(
        "message-form", _OWN, chat_templates.of_unknown_role("system", "user", "assistant", "tool"),
        '"Unexpected message role." (ogx-ai/ogx#6069 of developer, ggml-org/llama.cpp#20079: since 2026-03 llama.cpp '
        "reads developer as system)",
        _QWEN, note=True, but_ports=OTHER_PORTS,
    ),
    Refusal(
        "message-form", _OWN, chat_templates.pictures_of_the_system,
        '"System message cannot contain images." (langgenius/dify#33152, the chat template of Qwen3.5)',
        _QWEN, note=True,
    ),
    Refusal(
        "message-form", _OWN, chat_templates.several_calls,
        '"This model only supports single tool-calls at once!" (the chat templates of Llama 3.1 to 3.3)',
        ("*llama-3.[123]*",), note=True,
    ),
    Refusal(
        "message-form", _OWN, chat_templates.long_ids,
        '"Tool call IDs should be alphanumeric strings with length 9!" (ml-explore/mlx-lm#1375 Ministral-8B-2410, '
        "ggml-org/llama.cpp#14349 Mistral Small 3.2)",
        _LONG_IDS, note=True,
    ),
    Refusal(
        "message-form", _OWN, in_messages.content_beside_calls,
        '"Assistant message must have either content or tool_calls, but not both." (vllm-project/vllm#16774; run with '
        "mistral-common 1.13.1, of tokenizers v1 to v3)",
        ("mistral-7b-instruct-v0.3*", "mixtral-8x22b*", "mistral-nemo*"), note=True,
    ),
    *(
        Refusal("message-form", _OWN, broken, words, ("gpt-oss*",), note=True, port=port)
        for broken, words in chat_templates.OF_GPT_OSS
        for port in (":1234", ":8080")
    ),
    Refusal(
        "message-form", _OWN, media.images_of("tool"),
        "the tool's message takes text content alone (vllm-project/vllm#43203 Kimi K2.5 and K2.6, whose users' "
        "messages take images, in 2026-05)",
        ("kimi-k2.[56]*",), note=True, but_ports=OTHER_PORTS,
    ),
    Refusal(
        "message-form", _OWN, chat_templates.numbers_in_calls,
        '"Error rendering prompt with jinja template: \\"Unknown test: sequence\\"." '
        "(lmstudio-ai/lmstudio-bug-tracker#2233 gemma-4-12b, zed-industries/zed#45379)",
        ("gemma-4*",), note=True, port=":1234",
    ),
    # LM Studio.
    Refusal(
        "tool-choice", _OWN,
        valued_otherwise({"tool_choice": Value("a word", lambda found: isinstance(found, str))}),
        "\"Invalid tool_choice type: 'object'. Supported string values: none, auto, required\" "
        "(lmstudio-ai/lmstudio-bug-tracker#670, can1357/oh-my-pi#6925, earendil-works/pi#4266)",
        note=True, port=":1234",
    ),
    Refusal(
        "parameter-value", _OWN,
        values.valued_otherwise({"tools[].function.parameters.type": Value(words=("object",))}),
        "\"Invalid discriminator value. Expected 'object'\" at function.parameters.type (iOfficeAI/AionUi#265)",
        note=True, port=":1234",
    ),
    Refusal(
        "message-form", _OWN, media.fetched_or_webp,
        "\"'url' field must be a base64 encoded image.\" (lmstudio-ai/lmstudio-bug-tracker#1752 and #1027 of webp, "
        "#1120 of an address, can1357/oh-my-pi#11933 of a path)",
        note=True, port=":1234",
    ),
    Refusal(
        "message-form", ("anthropic",), media.results_with_media,
        '"Only text tool_result blocks are supported when tool_result.content is an array." '
        "(lmstudio-ai/lmstudio-bug-tracker#2008 and #1590, and quoted in several public code bases, in 2026)",
        note=True, port=":1234",
    ),
    Refusal(
        "message-form", ("openai-responses",), given("input[].content[].image_url", "releases of 2025 read none here"),
        '"Invalid type for \'input\'." (lmstudio-ai/lmstudio-bug-tracker#1106, of 0.3.31 in 2025-10)',
        told_only=True, port=":1234",
    ),
    Refusal(
        "missing-parameter", ("openai-responses",), _formless,
        '"Required" at text.format (n8n-io/n8n#26643, of text: {} in 2026-03)',
        note=True, port=":1234",
    ),
    # The Responses API of others: llama.cpp's, Llama Stack's.
    Refusal(
        "parameter-value", ("openai-responses",), shown.tools_of("function"),
        "\"'type' of tool must be 'function'\" (ggml-org/llama.cpp#22389, in 2026-04)",
        note=True, port=":8080",
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.outputs_other_than("input_text"),
        "\"Output of tool call should be 'Input text'\" (ggml-org/llama.cpp#23542, in 2026-05)",
        note=True, port=":8080",
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.outputs_other_than(),
        '"Input should be a valid string" at OpenAIResponseInputFunctionToolCallOutput.output (ogx-ai/ogx#4949)',
        note=True, port=":8321",
    ),
    # How it was started.
    Refusal(
        "server-option", _OWN, given("chat_template", "only a server that trusts requests takes one"),
        '"Chat template is passed with request, but --trust-request-chat-template is not set. Refused request with '
        'untrusted chat template." (vllm-project/vllm)',
        told_only=True,
    ),
    Refusal(
        "server-option", _OWN, media.with_images,
        '"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj" '
        '(ggml-org/llama.cpp)',
        told_only=True,
    ),
    Refusal(
        "server-option", _OWN, media.with_audio,
        '"audio input is not supported - hint: if this is unexpected, you may need to provide the mmproj" '
        '(ggml-org/llama.cpp)',
        told_only=True,
    ),
    # Ollama, in OpenAI's form.
    Refusal(
        "message-form", _OWN, media.fetched,
        '"invalid image input" (ollama/ollama, middleware: of base64 alone)', note=True, port=_OLLAMAS,
    ),
    Refusal(
        "message-form", _OWN,
        in_messages.with_parts("input_audio", "audio_url", "video_url", "file", "document", "thinking"),
        '"invalid message format" (ollama/ollama, openai: of parts other than text and image_url; of thinking '
        "OpenCoworkAI/open-cowork#254 at ollama.com, in 2026-06)",
        note=True, port=_OLLAMAS,
    ),
)  # fmt: skip

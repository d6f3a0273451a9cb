"""What single models do not do, and how much they write: built-in tools, pictures, schemas, chat at all.

A model's name is all that such a refusal looks at, beside the one parameter that asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.providers.amazon import breaks as amazon
from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages, media, values
from pytest_promptfmt.verdicts.request.refusals.places import number
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued, with_tools_of

_DEVELOPERS = r"^generativelanguage\.googleapis\.com/"
_SEARCHES = ("web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11")
_COMPUTERS = (
    "\"'claude-opus-4-7' does not support tool types: computer_20241022\" (docs.anthropic.com, computer use: each type "
    "works with a subset of the models; of 'claude-opus-5-5' and computer_20251124 quoted in several public notes, in "
    "2026)"
)
_NO_PICTURES = (
    '"This model doesn\'t support the image content block that you provided. Update the content block and try again." '
    "(of Qwen3 Coder 480B, quoted in several public code bases; docs.aws.amazon.com, supported models and features of "
    "Converse, has no vision for these)"
)
_UNREAD = (
    '"This model doesn\'t support documents." (of Grok, Kimi and GLM-5 measured in 2026, and quoted in several public '
    "code bases)"
)
_TOO_MANY = (
    '"too many tokens: max tokens must be less than or equal to 4096, the maximum output length for this model - '
    'received 8192." (quoted in several public code bases, of Cohere)'
)
_NOT_GENERATED = (
    '"models/... is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see '
    'the list of available models and their supported methods." (ECuiDev/obsidian-quiz-generator#43)'
)
_MOST_PROBABLE = (
    '"Requested sample logprobs of 21, which is greater than max allowed: 20" (quoted in several public code bases: '
    "a server takes as many as its --max-logprobs, 20 unless told)"
)


def _long_unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    for key in ("max_tokens", "max_completion_tokens"):
        if (number(body.get(key)) or 0) > _UNSTREAMED and not body.get("stream"):
            yield f"$.{key}", f"more than {_UNSTREAMED} tokens, and the answer is not streamed"


_UNSTREAMED = 4096

_SIGHTLESS = (
    '"this model does not support images" (ollama/ollama#16926 gemma4:e4b-mlx in 2026-06; #17065 and #16700: what runs '
    "on MLX was for text alone until 2026-09; #17501: so is NVFP4, and the image is lost in silence; ollama.com, "
    "library, has the models that see)"
)
_WITHOUT_EYES = (
    "*-mlx*", "*nvfp4*", "llama2*", "llama3", "llama3:*", "llama3.[13]*", "llama3.2", "llama3.2:*", "qwen", "qwen:*",
    "qwen2*", "qwen3", "qwen3:*", "qwen3-coder*", "gpt-oss*", "phi3*", "phi4*", "deepseek-r1*", "deepseek-v*",
    "deepseek-coder*", "gemma", "gemma:*", "gemma2*", "gemma3:1b*", "gemma3:270m*", "mistral", "mistral:*",
    "mistral-nemo*", "mixtral*", "codellama*", "smollm*", "tinyllama*", "granite3.[0-3]*", "command-r*",
)  # fmt: skip
_WITH_EYES = ("qwen2.5vl*", "qwen2.5-vl*", "qwen2-vl*", "*vision*")

REFUSED_BY_MODELS: tuple[Refusal, ...] = (
    # OpenAI.
    Refusal(
        "model-ability", ("openai-responses",), with_tools_of(*_SEARCHES),
        "\"Hosted tool 'web_search_preview' is not supported with o3-mini.\"; \"Tool 'web_search_preview' is not "
        "supported with gpt-4.1-nano\" (quoted in several public code bases; of gpt-5-chat-latest too)",
        ("gpt-4.1-nano*", "o3-mini*", "gpt-5-chat*"),
    ),
    Refusal(
        "model-ability", ("openai-responses",), with_tools_of("computer_use_preview"),
        "\"Tool 'computer_use_preview' is not supported with gpt-5.5.\" (quoted in several public notes, of gpt-5.4 "
        "and gpt-6-astra too: these have the tool computer)",
        ("gpt-5.[4-9]*", "gpt-6*"),
    ),
    Refusal(
        "parameter-value", ("openai-responses",), with_tools_of("local_shell"),
        '"The local_shell tool is no longer supported." (told by a public note, in 2026)', note=True,
    ),
    *(
        Refusal(
            "model-parameter", (dialect,), valued(at, *refused, instead=f"this model takes {taken}"),
            "\"Unsupported value: 'minimal' is not supported with the 'gpt-5-codex' model. Supported values are: "
            "'low', 'medium', and 'high'.\" (of xhigh too; of 'high' of text.verbosity, whose value "
            "is medium: quoted in several public code bases)",
            ("gpt-5-codex*",),
        )
        for dialect, at, refused, taken in (
            ("openai-responses", "reasoning.effort", ("none", "minimal", "xhigh"), "low, medium and high"),
            ("openai", "reasoning_effort", ("none", "minimal", "xhigh"), "low, medium and high"),
            ("openai-responses", "text.verbosity", ("low", "high"), "medium alone"),
        )
    ),
    *(
        Refusal(
            "model-parameter", (dialect,), valued(at, "none", "xhigh", instead="this model takes minimal to high"),
            "\"Unsupported value: 'none' is not supported with the 'gpt-5' model. Supported values are: 'minimal', "
            "'low', 'medium', and 'high'.\" (recorded in a public test suite; of 'reasoning.effort' too)",
            ("gpt-5", "gpt-5-2*", "gpt-5-mini*", "gpt-5-nano*"),
        )
        for dialect, at in (("openai-responses", "reasoning.effort"), ("openai", "reasoning_effort"))
    ),
    *(
        Refusal(
            "model-parameter", ("openai",), values.within("max_tokens max_completion_tokens", f"[, {most}]"),
            f'"max_tokens is too large: 200000. This model supports at most {most} completion tokens, whereas you '
            'provided 200000." (quoted in several public code bases, in 2025 and 2026)',
            models, but=but,
        )
        for most, models, but in (
            (32768, ("gpt-4.1*",), ()),
            (100000, ("o1", "o1-2*", "o3*", "o4*"), ()),
            (128000, ("gpt-5", "gpt-5-*", "gpt-5.[1-5]*"), ("*-chat*", "*-pro*")),
        )
    ),
    Refusal(
        "model-ability", ("openai",), clashes.anything("this model is there in another API alone", "$.model"),
        '"This is not a chat model and thus not supported in the v1/chat/completions endpoint." '
        "(egoist/chatwise-releases#1256)",
        ("gpt-*realtime*", "gpt-*transcribe*", "gpt-*-tts*", "omni-moderation*", "text-moderation*"), note=True,
    ),
    # Anthropic.
    Refusal(
        "model-ability", ("anthropic",), with_tools_of("computer_20241022"), _COMPUTERS, ("claude-*",),
        but=("claude-3-5*",),
    ),
    Refusal(
        "model-ability", ("anthropic",), with_tools_of("computer_20251124"), _COMPUTERS,
        ("claude-3*", "claude-sonnet-4-2*", "claude-sonnet-4-0", "claude-opus-4-2*", "claude-opus-4-0",
         "claude-opus-4-1*", "claude-sonnet-4-5*", "claude-haiku-4-5*", "claude-opus-5-5*"),
    ),
    Refusal(
        "model-ability", ("anthropic",), with_tools_of("text_editor_20250124", "text_editor_20241022"),
        "docs.anthropic.com, text editor tool: Claude 4 has text_editor_20250728 and its forerunner, and this is of "
        "Claude 3",
        ("claude-*-4*", "claude-*-5*"), note=True,
    ),
    # Google.
    Refusal(
        "model-parameter", ("gemini",),
        given("tools[].googleSearchRetrieval config.tools[].googleSearchRetrieval", "this model has googleSearch"),
        '"google_search_retrieval is not supported. Please use google_search tool instead." (quoted in several public '
        "code bases)",
        ("gemini-2*", "gemini-3*"),
    ),
    Refusal(
        "model-ability", ("gemini",), clashes.anything("this model generates no content here", "$.model"),
        _NOT_GENERATED,
        ("*embedding*", "imagen*", "veo-*", "*-live-*", "*native-audio*", "aqa", "lyria*"), note=True,
        where=_DEVELOPERS,
    ),
    # Bedrock.
    Refusal(
        "model-ability", ("bedrock",), amazon.with_images, _NO_PICTURES,
        ("*amazon.nova-micro*", "*amazon.titan-text*", "*meta.llama3-8b*", "*meta.llama3-70b*", "*meta.llama3-1-*",
         "*meta.llama3-3-*", "*mistral.mistral-7b*", "*mistral.mixtral*", "*mistral.mistral-large-240*",
         "*cohere.command*", "*ai21.*", "*deepseek.*", "*openai.gpt-oss*"),
    ),
    Refusal(
        "model-parameter", ("bedrock",), given("toolConfig", "this model takes no tools"),
        "\"This model doesn't support tool use\" (langchain-ai/langchain-aws#447; docs.aws.amazon.com, supported "
        "models and features of Converse, has none for these)",
        ("*amazon.titan-text*", "*meta.llama3-8b*", "*meta.llama3-70b*", "*meta.llama2*", "*mistral.mistral-7b*",
         "*mistral.mixtral*", "*ai21.j2*"),
    ),
    Refusal(
        "model-ability", ("bedrock",), amazon.with_documents, _UNREAD,
        ("*xai.grok*", "*openai.gpt-oss*", "*moonshot*.kimi*", "*zai.glm-5*"),
    ),
    Refusal(
        "model-ability", ("bedrock",), amazon.with_documents,
        "docs.aws.amazon.com, supported models and features of Converse, has no document chat for these",
        ("*amazon.nova-micro*", "*ai21.jamba-instruct*", "*amazon.titan-text-premier*"), note=True,
    ),
    # Groq, Cohere, Mistral, DeepSeek, OpenRouter.
    Refusal(
        "model-parameter", ("groq",), valued("response_format.type", "json_schema"),
        '"This model does not support response format `json_schema`." (of llama-3.3-70b-versatile, measured by several '
        "public code bases in 2026)",
        ("llama-3*", "llama3*", "gemma*", "mixtral*"),
    ),
    Refusal("model-parameter", ("cohere",), values.within("max_tokens", "[0, 4096]"), _TOO_MANY,
            ("command-r*", "command-light*", "command-nightly", "command")),
    Refusal(
        "model-ability", ("mistral",), media.with_images,
        '"Image input is not enabled for this model" code 3051 (of GLM 5.2 and others without eyes, measured by public '
        "code bases in 2026)",
        ("codestral*", "open-*", "mistral-nemo*", "ministral-*-2410", "mistral-large-240*", "mistral-large-2411",
         "glm-*"),
        note=True,
    ),
    Refusal(
        "parameter-value", ("deepseek",), values.within("top_logprobs", "[0, 20]"),
        '"Invalid top_logprobs value, the valid range of top_logprobs is [0, 20]." (measured of deepseek-v4-flash by '
        "public code bases, in 2026)",
    ),
    Refusal(
        "parameter-value", ("openrouter",), values.at_most("models", 3),
        "\"'models' array must have 3 items or fewer.\" (measured by several public code bases, in 2026)",
    ),
    Refusal(
        "parameter-value", ("openrouter",), values.within("max_tokens max_completion_tokens", "[16, )"),
        "\"Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 3 instead.\" (of "
        "OpenAI's at OpenRouter, quoted in several public code bases)",
        ("gpt-5*", "gpt-6*", "o1*", "o3*", "o4*"), note=True,
    ),
    # Servers of one's own, and hosts.
    Refusal(
        "model-ability", ("ollama",), clashes.anything("this model has embeddings alone", "$.model"),
        '"\\"nomic-embed-text:latest\\" does not support chat" (quoted in several public notes)',
        ("*embed*", "bge-*", "all-minilm*", "snowflake-arctic*"), note=True,
    ),
    *(
        Refusal("model-ability", (dialect,), media.with_images, _SIGHTLESS, _WITHOUT_EYES, but=_WITH_EYES,
                note=True, port=port)
        for dialect, port in (("ollama", ""), ("vllm", ":11434"))
    ),
    Refusal("parameter-value", ("vllm",), values.within("top_logprobs", "[, 20]"), _MOST_PROBABLE, note=True),
    Refusal("parameter-value", ("vllm",), values.within("prompt_logprobs", "[, 20]"), _MOST_PROBABLE, note=True),
    Refusal(
        "parameter-clash", ("vllm",), _long_unstreamed,
        '"Requests with max_tokens > 4096 must have stream=true" (told by a public code base, of Fireworks)',
        where=r"(^|\.)fireworks\.ai/", note=True,
    ),
    Refusal(
        "message-form", ("mistral",), in_messages.said_beside_calls,
        "422 of what was said before a call, and came back with it (github/copilot-cli#4884 devstral-latest, in "
        "2026-09: of three sessions the two with it); La Plateforme's own tokenizers take it since 2411",
        told_only=True,
    ),
    Refusal(
        "message-form", ("mistral",), in_messages.users_behind_results,
        "refused with code 3230 until the spring of 2026, and by older servers still (avante-corp/avante.nvim#2695, in "
        "2025-09; zed-industries/zed#37021, in 2026-04): models of today take it",
        note=True, at_home=True,
    ),
)  # fmt: skip

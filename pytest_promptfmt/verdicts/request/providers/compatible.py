"""What the providers that speak OpenAI's format, or one of their own, refuse of a request beside its messages."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals import answer_format, clashes, in_messages, shown, thinkers
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.values import among, at_most, within

_COMPATIBLE = ("deepseek", "mistral", "vllm", "groq", "openrouter", "moonshot", "xai", "minimax", "siliconflow")
_CHATS = tuple(dialect for dialect in _COMPATIBLE if dialect != "mistral")
_GROK = ("grok-3-mini*", "grok-[4-9]*", "grok-code*")
_NAMELESS = (
    *_COMPATIBLE,
    "openai",
    "openai-responses",
    "cohere",
    "ollama",
    "ollama-generate",
    "anthropic",
    "zhipu",
    "dashscope",
    "dashscope-multimodal",
)
_UNTOLD = ("deepseek", "moonshot", "xai", "minimax", "siliconflow", "dashscope", "zhipu")

_ROUTERS = "openrouter.ai, parameters: the range of each"
_PROBED = "(a public gateway's copy of what the live API answered, in 2026-08 and 2026-09)"

_SAID_OF_MODEL = (
    ("anthropic", '"model: Field required" (measured 2026-08-31, and quoted in several public code bases)'),
    ("cohere", '"a model parameter is required for this endpoint." (docs.cohere.com, errors)'),
    ("dashscope", '"you must provide a model parameter." (spring-projects/spring-ai#4961)'),
    ("ollama", '"model is required" (ollama/ollama)'),
)

REFUSED_BY_COMPATIBLE: tuple[Refusal, ...] = (
    *(
        Refusal("missing-parameter", (dialect,), clashes.nameless, words, at_home=True)
        for dialect, words in _SAID_OF_MODEL
    ),
    Refusal(
        "missing-parameter", _NAMELESS, clashes.nameless,
        '"missing field `model` at line 10 column 1" '
        '(langchain4j/langchain4j#2871, of DeepSeek); "you must provide a model parameter." '
        "(spring-projects/spring-ai#4961, of DashScope)",
        at_home=True, note=True,
    ),
    Refusal(
        "model-id", _NAMELESS, shown.misprinted,
        '"Not found the model kimi\u2011k2\u20110711\u2011preview or Permission denied" (langgenius/dify#39778, of '
        "hyphens that are none)",
    ),
    Refusal(
        "model-id", ("zhipu",), shown.suffixed,
        '"modelCode: does not exist" code 1214 (duolahypercho/codex-router#244 glm-5.3[1m], in 2026-08)',
    ),
    Refusal("parameter-value", ("vllm", "openrouter", "minimax", "siliconflow"), at_most("stop", 4)),
    Refusal("parameter-value", (*_CHATS, "mistral"), shown.odd_names),
    Refusal("parameter-value", ("mistral", "vllm", "xai", "siliconflow", "groq"), given("functions function_call")),
    Refusal("answer-schema", (*_CHATS, "mistral"), answer_format.incomplete),
    Refusal("tool-choice", ("groq", "openrouter", "moonshot", "xai", "minimax", "siliconflow"), breaks.unoffered),
    Refusal("tool-choice", ("groq", "moonshot", "xai", "siliconflow"), breaks.without_tools("tool_choice")),
    Refusal("parameter-clash", (*_CHATS, "mistral"), clashes.chosen_otherwise),
    Refusal("tool-choice", _UNTOLD, shown.unnamed_choice),
    Refusal("parameter-value", ("mistral", "xai", "siliconflow", "vllm"), shown.tools_of("function")),
    Refusal("parameter-value", ("moonshot",), shown.tools_of("function", "builtin_function")),
    Refusal(
        "parameter-value", ("deepseek",), shown.tools_of("function"),
        '"tools[7].type: unknown variant `namespace`, expected `function` at line 1 column 80187" '
        '(BerriAI/litellm#30722)',
    ),
    Refusal(
        "parameter-value", ("minimax",), shown.tools_of("function"),
        '"invalid params, invalid tool type: (2013)" (decolua/9router#2509)',
    ),
    Refusal("parameter-clash", _COMPATIBLE, clashes.without("stream_options", "stream")),
    *(
        Refusal("model-id", (dialect,), shown.routed(*prefixes), at_home=True)
        for dialect, prefixes in (
            ("openai", ("openai", "azure")), ("openai-responses", ("openai", "azure")), ("deepseek", ("deepseek",)),
            ("mistral", ("mistral",)), ("xai", ("xai",)), ("moonshot", ("moonshot", "kimi")),
            ("minimax", ("minimax",)),
        )
    ),
    Refusal("model-id", ("groq",), shown.routed("groq"), but=("compound*", "groq/compound*"), at_home=True),
    # DeepSeek.
    Refusal(
        "model-id", ("deepseek",), shown.named_otherwise(r"deepseek-(chat|reasoner|coder|flash|pro|v[4-9])"),
        '"Model Not Exist" (ConardLi/easy-dataset#9 of R1: its own address has deepseek-chat and deepseek-reasoner, '
        "since April 2026 deepseek-v4-flash and deepseek-v4-pro)",
        at_home=True, note=True,
    ),
    Refusal(
        "model-parameter", ("deepseek",), within("max_tokens", "[, 8192]"),
        '"Invalid max_tokens value, the valid range of max_tokens is [1, 8192]" (Gitlawb/openclaude#35, '
        "deepseek-ai/DeepSeek-V3#69, S-Trespassing/claw-in-chrome#11: deepseek-chat)",
        ("deepseek-chat*",),
    ),
    Refusal(
        "parameter-value", ("deepseek",), shown.valued("response_format.type", "json_schema"),
        '"This response_format type is unavailable now" (ItzCrazyKns/Vane#969, llm-exe/llm-exe#662 deepseek-v4-pro, '
        "agentscope-ai/agentscope-java#1720 deepseek-v4-flash)",
    ),
    Refusal(
        "thinking-parameter", ("deepseek",), thinkers.forced_while_thinking,
        '"Thinking mode does not support this tool_choice" (trailhq/Graft#183 deepseek-v4-flash: auto alone is taken)',
        thinkers.DEEPSEEK,
    ),
    Refusal(
        "model-parameter", ("deepseek",), given("presence_penalty frequency_penalty temperature top_p"),
        '"deepseek-reasoner does not support the parameter `presence_penalty`" (lollipopkit/flutter_gpt_box#213, in '
        "2025-01: since then it is taken, and does nothing)",
        ("deepseek-reasoner*",), told_only=True,
    ),
    Refusal(
        "parameter-value", ("deepseek",), among("reasoning_effort", "none minimal low medium high xhigh max"),
        '"reasoning_effort: unknown variant `ultra`, expected one of `none`, `minimal`, `low`, `medium`, `high`, '
        f"`xhigh`, `max`\" {_PROBED}",
        at_home=True,
    ),
    Refusal(
        "parameter-value", ("deepseek",), shown.valued("reasoning_effort", "none", "minimal"),
        '"reasoning_effort: unknown variant `none`, expected one of `high`, `low`, `medium`, `max`, `xhigh`" '
        "(xunbu/docutranslate#32: before 2026-09)",
        told_only=True,
    ),
    *(
        Refusal("parameter-value", ("deepseek",), broken, f"{words} {_PROBED}")
        for broken, words in (
            (within("temperature", "[0, 2]"), '"Invalid temperature value, the valid range of temperature is [0, 2]"'),
            (within("top_p", "(0, 1]"), '"Invalid top_p value, the valid range of top_p is (0, 1.0]"'),
            (within("max_tokens", "[1, 393216]"),
             '"Invalid max_tokens value, the valid range of max_tokens is [1, 393216]"'),
            (at_most("stop", 16), '"Stop string array too long: 17"'),
        )
    ),
    *(
        Refusal(
            "parameter-clash", (dialect,), clashes.without("top_logprobs", "logprobs"),
            f'"{words} logprobs must be set to true if top_logprobs is used" {_PROBED}',
        )
        for dialect, words in (
            ("deepseek", "Invalid top_logprobs and logprobs value,"), ("moonshot", "Invalid request:"),
        )
    ),
    Refusal(
        "model-parameter", ("deepseek",), given("logprobs top_logprobs", unless=(False,)),
        "api-docs.deepseek.com, reasoning model: temperature, top_p and the penalties are taken and do nothing, "
        "logprobs and top_logprobs are an error",
        ("deepseek-reasoner*",),
    ),
    # MiniMax.
    Refusal(
        "model-parameter", ("minimax",), shown.valued("thinking.type", "enabled"),
        '"invalid params, invalid thinking.type: \\"enabled\\" (allowed: adaptive, disabled) (2013)" '
        "(CherryHQ/cherry-studio#16431)",
        ("minimax-m3*",),
    ),
    Refusal(
        "other-api", ("anthropic",), given("output_config.format", "this copy of the API has no such key"),
        '"invalid params" (MiniMax-AI/MiniMax-M2.5#28, in 2026-03)', where=r"api\.minimax", note=True,
    ),
    *(
        Refusal(
            "parameter-value", (dialect,), within("temperature", "(0, 1]"),
            "platform.minimax.io, compatible APIs: temperature is of (0.0, 1.0], and values outside it are an error",
            ("minimax-m[12]*",), where=where, note=True,
        )
        for dialect, where in (("minimax", ""), ("anthropic", r"api\.minimax"))
    ),
    # OpenRouter, xAI: as they are documented.
    *(
        Refusal("parameter-value", (dialect,), within(key, interval), page, note=True)
        for dialect, page, key, interval in (
            ("openrouter", _ROUTERS, "min_p", "[0, 1]"), ("openrouter", _ROUTERS, "top_a", "[0, 1]"),
            ("openrouter", _ROUTERS, "top_k", "[0, )"), ("openrouter", _ROUTERS, "top_logprobs", "[0, 20]"),
            ("openrouter", _ROUTERS, "repetition_penalty", "[0, 2]"),
            ("xai", "docs.x.ai, chat completions: an integer from 0 to 8", "top_logprobs", "[0, 8]"),
        )
    ),
    # SiliconFlow.
    Refusal(
        "model-parameter", ("siliconflow",), given("enable_thinking"),
        '"Value error, current model does not support parameter `enable_thinking`." '
        "(JohnnyZ93/oai-compatible-copilot#12 Qwen3-Coder-30B-A3B-Instruct, "
        "immersive-translate/immersive-translate#3806 Hunyuan-MT-7B)",
        ("qwen3-coder*", "*-instruct*", "*-thinking*", "qwen2.5*", "qwq*", "hunyuan-mt*"),
    ),
    Refusal(
        "model-ability", ("siliconflow",), shown.with_tools,
        '"Function call is not supported for this model." code 20037 (avante-corp/avante.nvim#1422 DeepSeek-V3)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("siliconflow",), given("response_format"),
        '"Json mode is not supported for this model." code 20024 (egoist/chatwise-releases#141)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("siliconflow",), given("enable_thinking"),
        '"Value error, current model does not support parameter `enable_thinking`." '
        "(JohnnyZ93/oai-compatible-copilot#12)",
        told_only=True,
    ),
    Refusal(
        "parameter-value", ("anthropic",), among("thinking.type", "enabled disabled"),
        '"thinking type should be enabled or disabled" (farion1231/cc-switch#1489 and #1270, in 2026-03)',
        where=r"siliconflow\.(cn|com)/v1/messages", note=True,
    ),
    # xAI.
    Refusal(
        "model-parameter", ("xai",), given("presence_penalty frequency_penalty"),
        '"Argument not supported on this model: presencePenalty" (yym68686/uni-api#105 grok-3-mini-beta, '
        'lobehub/lobehub#8381 grok-4); "Model grok-4.5 does not support parameter presencePenalty." '
        "(miaoxworld/NativeTavern#83, also where it is 0)",
        (*_GROK, "grok-3-beta"),
    ),
    Refusal(
        "model-parameter", ("xai",), given("stop"),
        '"does not support parameter" of stop, frequency_penalty and presence_penalty (theopenco/llmgateway#3573, '
        "tried of grok-4.6)",
        _GROK, but=("*non-reasoning*",), note=True,
    ),
    Refusal(
        "model-parameter", ("xai", "openai-responses"), shown.effort("minimal", "low", "medium", "high", "xhigh"),
        "none and max are rejected, minimal to xhigh accepted (theopenco/llmgateway#3573, tried of grok-4.6)",
        ("grok-4.6*", "grok-4-6*"), note=True,
    ),
    Refusal(
        "parameter-clash", ("openai-responses",), clashes.beside("instructions", "previous_response_id"),
        '"Argument not supported: instructions and previous_response_id together" (10-X-eng/vibecad#4)',
        ("grok*",),
    ),
    Refusal(
        "message-form", ("xai",), in_messages.named("system", "assistant", "tool", "developer"),
        "\"Only messages of role 'user' can have a name.\" (BerriAI/litellm#9720 grok-2)",
        note=True,
    ),
    Refusal(
        "message-form", ("xai",), in_messages.several_texts,
        '"The model expects a single `text` element per message." (nocmt/LLMSearchPlus#2)',
        ("grok-2*", "grok-beta*", "grok-vision*"), note=True,
    ),
    Refusal(
        "model-parameter", ("xai", "openai-responses"), given("reasoning.effort reasoning_effort"),
        '"Model grok-4-0709 does not support parameter reasoningEffort." (NousResearch/hermes-agent#23435, probed of '
        "grok-3, grok-4, grok-4-fast, grok-4-1-fast, grok-code-fast-1)",
        ("grok-3", "grok-3-beta", "grok-4", "grok-4-0709", "grok-4-fast*", "grok-4-1-fast*", "grok-4.20-0309*",
         "grok-code*"),
    ),
    Refusal(
        "model-parameter", ("xai", "openai-responses"), given("reasoning.effort reasoning_effort"),
        '"Model grok-4-latest does not support parameter reasoningEffort." (BerriAI/litellm#16265, in 2025-11; a name '
        "that may stand for a later model by now)",
        ("grok-3-latest", "grok-3-fast*", "grok-4-latest"), note=True,
    ),
    Refusal(
        "model-ability", ("xai",), clashes.anything("this model makes images, and has no chat", "$.model"),
        '"The model grok-2-image-1212 is an image model and is therefore not available on this endpoint." '
        "(n8n-io/n8n#16338, Wei-Shaw/sub2api#4301)",
        ("grok-*image*", "grok-imagine*"),
    ),
    Refusal(
        "model-ability", ("xai",), given("response_format"),
        '"response_format is not supported on this model" (BerriAI/litellm#6610)',
        ("grok-beta*", "grok-vision-beta*"), note=True,
    ),
    # Cohere.
    Refusal(
        "parameter-value", ("cohere",), within("temperature", "[0, 1]"),
        '"invalid request: temperature must be between 0 and 1.0 inclusive." (docs.cohere.com, errors)',
    ),
    Refusal(
        "parameter-clash", ("cohere",), clashes.beside("frequency_penalty", "presence_penalty"),
        '"invalid request: cannot specify both frequency_penalty and presence_penalty." (docs.cohere.com, errors; '
        '"for this model": of some)',
        note=True,
    ),
    Refusal(
        "parameter-clash", ("cohere",), clashes.beside("response_format", "documents"),
        '"invalid request: response_format is not supported with RAG." (docs.cohere.com, errors)',
    ),
    Refusal(
        "message-form", ("cohere",), in_messages.saying_nothing("user", "system"),
        '"message must not be empty in a turn" (docs.cohere.com, errors)',
        note=True,
    ),
    Refusal(
        "model-id", ("cohere",), clashes.anything("Cohere has this model no more", "$.model"),
        '"model \'xlarge\' not found, make sure the correct model ID was used and that you have access to the model." '
        "(MaartenGr/BERTopic#1864)",
        ("xlarge", "xlarge-*", "command-xlarge*"), where=r"cohere\.(com|ai)/",
    ),
)  # fmt: skip

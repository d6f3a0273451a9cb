"""What the providers that speak OpenAI's format, or one of their own, refuse of a request beside its messages."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import clashes, shown, values
from pytest_promptfmt.verdicts.request.refusal import Refusal
from pytest_promptfmt.verdicts.request.thinkers import DEEPSEEK, KIMI

_COMPATIBLE = ("deepseek", "mistral", "vllm", "groq", "openrouter", "moonshot", "xai", "minimax", "siliconflow")
_OLLAMA = ("ollama", "vllm")
"""Ollama answers in OpenAI's format too, which is judged as a server's of one's own."""
_GROK = ("grok-3-mini*", "grok-[4-9]*", "grok-code*")
_NAMELESS = (*_COMPATIBLE, "openai", "openai-responses", "cohere", "ollama", "ollama-generate")

REFUSED_BY_OTHERS: tuple[Refusal, ...] = (
    Refusal(
        "missing-parameter", _NAMELESS, clashes.nameless,
        '"Failed to deserialize the JSON body into the target type: missing field `model` at line 10 column 1" '
        "(langchain4j/langchain4j#2871, of DeepSeek)",
    ),
    Refusal("parameter-value", (*_COMPATIBLE, "dashscope"), values.valued_otherwise(values.COMPATIBLE)),
    Refusal("parameter-clash", _COMPATIBLE, clashes.without("stream_options", "stream")),
    # DeepSeek.
    Refusal(
        "model-parameter", ("deepseek",), shown.above(8192, "max_tokens"),
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
        "thinking-parameter", ("deepseek",), shown.forced_while_thinking,
        '"Thinking mode does not support this tool_choice" (trailhq/Graft#183 deepseek-v4-flash: auto alone is taken)',
        DEEPSEEK,
    ),
    # Moonshot.
    Refusal(
        "thinking-parameter", ("moonshot",), shown.forced_while_thinking,
        "\"tool_choice 'required' is incompatible with thinking enabled\" (AstrBotDevs/AstrBot#7805)",
        KIMI,
    ),
    Refusal(
        "model-parameter", ("moonshot",), shown.fixed_temperature,
        '"invalid temperature: only 1 is allowed for this model" (HKUDS/nanobot#202 kimi-k2.5, '
        "QuantumNous/new-api#5372 kimi-k2.6, Devin-AXIS/AINO#223 kimi-k3; HKUDS/nanobot#4967: 0.6 without thinking)",
        KIMI, but=("kimi-k2-thinking*",),
    ),
    # Groq.
    Refusal(
        "model-parameter", ("groq",), shown.given("reasoning_effort"),
        '"`reasoning_effort` is not supported with this model" (iamsrikanthnani/pluely#242 llama-3.1-8b-instant)',
        ("llama*", "allam*", "kimi-k2-instruct*", "gemma*", "mixtral*"),
    ),
    Refusal(
        "parameter-clash", ("groq",), clashes.json_beside_tools,
        '"`response_format` json_object cannot be combined with tool/function calling" (agno-agi/agno#1065)',
        note=True,
    ),
    Refusal(
        "parameter-value", ("groq",), shown.given("store", "metadata", "logprobs", "top_logprobs", "logit_bias"),
        "\"property 'store' is unsupported, did you mean 'stop'?\" (fanenr/chatbot#21); console.groq.com, API reference: of "
        "each of these that it is not supported",
        note=True,
    ),
    # MiniMax.
    Refusal(
        "model-parameter", ("minimax",), shown.valued("thinking.type", "enabled"),
        '"invalid params, invalid thinking.type: \\"enabled\\" (allowed: adaptive, disabled) (2013)" '
        "(CherryHQ/cherry-studio#16431)",
        ("minimax-m3*",),
    ),
    # SiliconFlow.
    Refusal(
        "model-parameter", ("siliconflow",), shown.given("enable_thinking"),
        '"Value error, current model does not support parameter `enable_thinking`." '
        "(JohnnyZ93/oai-compatible-copilot#12 Qwen3-Coder-30B-A3B-Instruct)",
        ("qwen3-coder*", "*-instruct*", "*-thinking*", "qwen2.5*", "qwq*"),
    ),
    Refusal(
        "model-ability", ("siliconflow",), shown.with_tools,
        '"Function call is not supported for this model." code 20037 (avante-corp/avante.nvim#1422 DeepSeek-V3)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("siliconflow",), shown.given("response_format"),
        '"Json mode is not supported for this model." code 20024 (egoist/chatwise-releases#141)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("siliconflow",), shown.given("enable_thinking"),
        '"Value error, current model does not support parameter `enable_thinking`." '
        "(JohnnyZ93/oai-compatible-copilot#12)",
        told_only=True,
    ),
    # xAI.
    Refusal(
        "model-parameter", ("xai",), shown.given("presence_penalty", "frequency_penalty"),
        '"Argument not supported on this model: presencePenalty" (yym68686/uni-api#105 grok-3-mini-beta, '
        'lobehub/lobehub#8381 grok-4); "Model grok-4.5 does not support parameter presencePenalty." '
        "(miaoxworld/NativeTavern#83, also where it is 0)",
        (*_GROK, "grok-3-beta"),
    ),
    Refusal("model-parameter", ("xai",), shown.given("stop"), models=_GROK),
    Refusal(
        "model-parameter", ("xai", "openai-responses"), shown.given("reasoning.effort", "reasoning_effort"),
        '"Model grok-4-0709 does not support parameter reasoningEffort." (NousResearch/hermes-agent#23435, probed of '
        "grok-3, grok-4, grok-4-fast, grok-4-1-fast, grok-code-fast-1)",
        ("grok-3", "grok-3-beta", "grok-4", "grok-4-0709", "grok-4-fast*", "grok-4-1-fast*", "grok-4.20-0309*", "grok-code*"),
    ),
    # OpenRouter.
    Refusal(
        "model-ability", ("openrouter",), shown.with_tools,
        '"No endpoints found that support tool use. To learn more about provider routing, visit: '
        'https://openrouter.ai/docs/provider-routing" (evalstate/fast-agent#122 deepseek-r1:free, '
        "FoundationAgents/OpenManus#55)",
        ("deepseek-r1:free", "llama-guard*", "*-image", "*-image-preview"), note=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), shown.with_tools,
        '"No endpoints found that support tool use." (dnakov/anon-kode#2, anomalyco/opencode#1675)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), shown.given("tool_choice"),
        "\"No endpoints found that support the provided 'tool_choice' value.\" (zed-industries/zed#36094)",
        told_only=True,
    ),
    Refusal(
        "model-ability", ("openrouter",), shown.with_images,
        '"No endpoints found that support image input" (HartsyAI/SwarmUI-MagicPromptExtension#50)',
        told_only=True,
    ),
    # Mistral.
    Refusal(
        "parameter-clash", ("mistral",), clashes.greedy,
        '"top_p must be 1 when using greedy sampling." (devoxx/DevoxxGenieIDEAPlugin#338)',
    ),
    Refusal(
        "model-parameter", ("mistral",), shown.valued("prompt_mode", "reasoning"),
        '"Reasoning prompt mode is not enabled for this model" code 3051 (earendil-works/pi#3096 mistral-small-2603)',
        but=("magistral*",),
    ),
    # vLLM.
    Refusal(
        "model-ability", ("vllm",), shown.with_system,
        '"System role not supported" (huggingface/chat-ui#1386 gemma-2-2b-it); "Conversation roles must alternate '
        'user/assistant/user/assistant/..." (vllm-project/vllm#2080 Mistral-7B-Instruct-v0.1, of a system message)',
        ("gemma-2b-it", "gemma-7b-it", "gemma-1.1-*", "gemma-2-*", "mistral-7b-instruct-v0.[12]*", "mixtral-8x7b-instruct*"),
        note=True,
    ),
    Refusal(
        "server-option", ("vllm",), shown.given("tools", instead="the server was started without a parser of calls"),
        '"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set" '
        "(vllm-project/vllm#9986, QwenLM/Qwen-Agent#344)",
        told_only=True,
    ),
    # Ollama.
    Refusal(
        "model-ability", _OLLAMA, shown.with_tools,
        '"registry.ollama.ai/library/dolphin-mistral:latest does not support tools" (rayketcham-lab/vox#89); "llama3 does '
        'not support tools" (ollama/ollama#5793; ItzCrazyKns/Vane#1137: llama2, phi4, orca2, deepseek-r1; '
        "microsoft/magentic-ui#206 gemma3)",
        ("llama2*", "llama3", "llama3:*", "phi", "phi:*", "phi3*", "phi4", "phi4:*", "orca*", "vicuna*", "gemma", "gemma:*",
         "gemma2*", "gemma3*", "codellama*", "dolphin*", "deepseek-r1", "deepseek-r1:*", "deepseek-coder*", "llava*",
         "tinyllama*", "moondream*"),
        note=True,
    ),
    Refusal(
        "model-ability", _OLLAMA, shown.with_tools,
        '"registry.ollama.ai/library/smollm2:360m does not support tools" (ollama/ollama#13578)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("ollama", "ollama-generate"), shown.given("think", but=(False,)),
        '"\\"llama3.1:8b\\" does not support thinking" (Gitlawb/openclaude#1371, taketwo/llm-ollama#54 gemma3n, '
        "charmbracelet/crush#2623 qwen3-coder-next)",
        ("llama*", "gemma", "gemma:*", "gemma[23]*", "mistral*", "phi3*", "phi4", "phi4:*", "qwen2*", "qwen3-coder*", "codellama*"),
        note=True,
    ),
    Refusal(
        "model-ability", ("ollama", "ollama-generate"), shown.given("think", but=(False,)),
        '"\\"Qwen3-14B-128K-Q4_K_M:latest\\" does not support thinking" (agentscope-ai/agentscope#1099); "think value '
        '\\"medium\\" is not supported for this model" (charmbracelet/crush#2623)',
        told_only=True,
    ),
    Refusal(
        "server-option", ("ollama", "ollama-generate"), shown.given("format", instead="this server takes no schema yet"),
        '"json: cannot unmarshal object into Go struct field GenerateRequest.format of type string" (ollama/ollama#7991: '
        "before 0.5.0; ollama/ollama-python#428)",
        told_only=True,
    ),
)  # fmt: skip

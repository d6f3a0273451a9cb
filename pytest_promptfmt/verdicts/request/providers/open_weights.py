"""What Mistral, vLLM, llama.cpp and Ollama refuse of a request beside its messages, and how servers were started."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages, media, shown, tool_schemas, values
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given

_OLLAMA = ("ollama", "vllm")
"""Ollama answers in OpenAI's format too, which is judged as a server's of one's own."""

_OF_NO_HOST = (
    r"^(?!([\w-]+\.)*(cerebras|fireworks|together|perplexity|nvidia|sambanova|deepinfra|huggingface|nebius|novita|"
    r"baseten|modelscope)\.(ai|com|xyz|co|cn)\b)"
)
"""Servers of one's own and of nobody known: what a host runs is neither Ollama nor years old."""

_UNTHINKING = (
    "llama*",
    "gemma",
    "gemma:*",
    "gemma[23]*",
    "mistral*",
    "phi3*",
    "phi4",
    "phi4:*",
    "qwen2*",
    "qwen3-coder*",
    "codellama*",
)
_NO_THOUGHT = (
    '"\\"llama3.1:8b\\" does not support thinking" (Gitlawb/openclaude#1371, taketwo/llm-ollama#54 gemma3n, '
    "charmbracelet/crush#2623 qwen3-coder-next)"
)

_TOOLLESS = (
    '"registry.ollama.ai/library/dolphin-mistral:latest does not support tools" (rayketcham-lab/vox#89); "llama3 does '
    'not support tools" (ollama/ollama#5793; ItzCrazyKns/Vane#1137: llama2, phi4, orca2, deepseek-r1; '
    "microsoft/magentic-ui#206 gemma3; ollama/ollama#6027 stablelm2, FoundationAgents/OpenManus#220 qwen)"
)
_UNTOOLED = (
    "llama2*", "llama3", "llama3:*", "phi", "phi:*", "phi3*", "phi4", "phi4:*", "orca*", "vicuna*", "gemma",
    "gemma:*", "gemma2*", "gemma3*", "codellama*", "dolphin*", "deepseek-r1", "deepseek-r1:*", "deepseek-coder*",
    "llava*", "tinyllama*", "moondream*", "stablelm*", "qwen", "qwen:*",
)  # fmt: skip

_FORMAT = (
    '"invalid format: expected \\"json\\" or a JSON schema" (ollama/ollama#8126); "invalid format: ...; expected '
    '\\"json\\" or a valid JSON Schema object" (langchain-ai/langchain#28753, by 0.5.0 and 0.5.1 also of an empty text)'
)

_ANCHORED = (
    '"Unable to generate parser for this template. Automatic parser generation failed: JSON schema conversion failed: '
    "Pattern must start with '^' and end with '$'\" (openclaw/openclaw#106779, Kilo-Org/kilocode#12408, of llama.cpp)"
)

_UNRECOGNIZED = (
    '"JSON schema conversion failed: Unrecognized schema: {\\"description\\":\\"Value for add/replace/test '
    'operations\\"}" (ggml-org/llama.cpp#19716, of a schema without a type, #17574 and #14227 of not: until the spring '
    "of 2026); of true, a text and an unknown type today, as common/json-schema-to-grammar.cpp has it, read in 2026-11"
)

REFUSED_BY_SERVERS: tuple[Refusal, ...] = (
    # Mistral.
    Refusal(
        "parameter-value", ("mistral",),
        values.null("top_p", "stream", "stop", "tool_choice", "presence_penalty", "frequency_penalty",
                    "parallel_tool_calls", "safe_prompt"),
        '"Input should be a valid number" of type float_type at body.top_p, of null '
        '(mistralai/platform-docs-public#212)',
    ),
    Refusal(
        "parameter-clash", ("mistral",), clashes.greedy,
        '"top_p must be 1 when using greedy sampling." (devoxx/DevoxxGenieIDEAPlugin#338)',
    ),
    Refusal(
        "model-parameter", ("mistral",), shown.valued("prompt_mode", "reasoning"),
        '"Reasoning prompt mode is not enabled for this model" code 3051 (earendil-works/pi#3096 mistral-small-2603)',
        but=("magistral*",),
    ),
    Refusal(
        "model-parameter", ("mistral",), shown.valued("prompt_mode", "reasoning"),
        '"Reasoning prompt mode is not enabled for this model" code 3051 (dimetron/pi-go#245: of every model tried, '
        "Magistral too, in 2026-08; it is of the conversations)",
        ("magistral*",), note=True,
    ),
    Refusal(
        "parameter-value", ("mistral",), values.among("reasoning_effort", "none high"),
        "\"reasoning_effort='medium' is not supported for this model. Must be one of (<ReasoningEffort.none: 'none'>, "
        "<ReasoningEffort.high: 'high'>)\" code 3051 (architects-toolkit/SmartHopper#647 mistral-small; "
        "anomalyco/models.dev#1986 tried all, in 2026-06)",
        but=("*glm*",),
    ),
    # vLLM.
    Refusal(
        "model-ability", ("vllm",), in_messages.with_system,
        '"System role not supported" (huggingface/chat-ui#1386 gemma-2-2b-it); "Conversation roles must alternate '
        'user/assistant/user/assistant/..." (vllm-project/vllm#2080 Mistral-7B-Instruct-v0.1, of a system message)',
        ("gemma-2b-it", "gemma-7b-it", "gemma-1.1-*", "gemma-2-*", "mistral-7b-instruct-v0.[12]*",
         "mixtral-8x7b-instruct*"),
        note=True,
    ),
    Refusal(
        "server-option", ("vllm",), given("tools", "the server was started without a parser of calls"),
        '"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set" '
        "(vllm-project/vllm#9986, QwenLM/Qwen-Agent#344)",
        told_only=True,
    ),
    Refusal(
        "server-option", ("vllm", "openrouter", "openai", "siliconflow", "groq"), media.several_images,
        '"At most 1 image(s) may be provided in one request." (vllm-project/vllm#13513, of --limit-mm-per-prompt); '
        '"Model supports at most 1 image per prompt." (diegosouzapw/OmniRoute#3044 Kimi K2.6 at one of OpenRouter\'s)',
        told_only=True,
    ),
    Refusal(
        "server-option", ("vllm",), given("chat_template", "its tokenizer has a template of its own"),
        '"chat_template is not supported for Mistral tokenizers." (Alishahryar1/free-claude-code#130)',
        told_only=True,
    ),
    Refusal(
        "parameter-value", ("vllm",), given("max_completion_tokens", "this server is too old for it"),
        '"Extra inputs are not permitted" at body.max_completion_tokens (vllm-project/vllm#10078: before 0.6.4)',
        told_only=True, where=_OF_NO_HOST,
    ),
    Refusal(
        "model-parameter", ("vllm",), shown.effort("none", "low", "medium", "xhigh"),
        '"Unexpected reasoning effort high. Supported types are xhigh (default), medium, and low" '
        "(vllm-project/vllm#54022 of Qwen3.8's template)",
        ("qwen3.8*",), note=True,
    ),
    Refusal(
        "message-form", ("vllm",), media.images_of("system", "assistant", "tool", "function"),
        "images stand in user messages only, 400 of any other role "
        "(MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark#189)",
        ("deepseek*",), note=True,
    ),
    # LM Studio.
    Refusal(
        "parameter-value", ("vllm",), shown.valued("response_format.type", "json_object"),
        "\"'response_format.type' must be 'json_schema' or 'text'\" (t59688/arboris-novel#23, Zazza/sd-ai#2)",
        note=True, port=":1234",
    ),
    Refusal(
        "parameter-value", ("vllm",), tool_schemas.without_properties,
        '"Required" at function.parameters.properties (lmstudio-ai/lmstudio-bug-tracker#2203)',
        note=True, port=":1234",
    ),
    Refusal(
        "message-form", ("vllm",), in_messages.lists_of("tool"),
        "\"Invalid 'messages' in payload\" (NousResearch/hermes-agent#95229, of a list in a tool's message)",
        note=True, port=":1234",
    ),
    # llama.cpp.
    Refusal(
        "parameter-value", ("vllm",), tool_schemas.loose_patterns, _ANCHORED, note=True, port=":8080",
    ),
    Refusal("parameter-value", ("vllm",), tool_schemas.loose_patterns, _ANCHORED, told_only=True),
    *(
        Refusal("parameter-value", ("vllm",), broken, _UNRECOGNIZED, note=True, port=":8080")
        for broken in (tool_schemas.no_schemas, tool_schemas.shapeless)
    ),
    Refusal(
        "parameter-value", ("vllm",), tool_schemas.schemas_for_grammars,
        '"Failed to initialize samplers: failed to parse grammar" (lidge-jun/opencodex#2135 of patterns, '
        "ggml-org/llama.cpp#26596 of a maxLength, #25895 of 100 kB of tools)",
        told_only=True,
    ),
    Refusal(
        "server-option", ("vllm",), given("tools", "the server was started without --jinja"),
        '"tools param requires --jinja flag" (defilantech/LLMKube#126); "Unsupported param: tools" '
        "(ggml-org/llama.cpp#10920)",
        told_only=True,
    ),
    # Ollama.
    Refusal(
        "message-form", _OLLAMA, in_messages.calls_without_results,
        '"Invalid tool usage: mismatch between tool calls and tool results" (ollama/ollama#12395, lobehub/lobehub#9531 '
        "gpt-oss:120b-cloud)",
        ("*cloud",), note=True,
    ),
    Refusal(
        "parameter-value", ("ollama", "ollama-generate"), values.among("think", "low medium high max"),
        '"invalid think value: \\"true\\" (must be \\"high\\", \\"medium\\", \\"low\\", \\"max\\", true, or false)" '
        "(ollama/ollama, and told by several public code bases)",
    ),
    Refusal(
        "model-ability", ("ollama-generate",), given("suffix", "this model fills in nothing"),
        '"registry.ollama.ai/library/llama3.1:latest does not support insert" (ollama/ollama, of models whose template '
        "has no suffix)",
        ("llama*", "gemma*", "phi*", "mistral", "mistral:*", "qwen3", "qwen3:*", "gpt-oss*"), note=True,
    ),
    Refusal(
        "missing-parameter", ("ollama",), tool_schemas.flat,
        "the server's own types (ollama/ollama, api/types.go: a tool has a type and a function; a key that is not "
        "known is dropped without a word, and the function with it)",
        note=True,
    ),
    Refusal("parameter-value", ("ollama", "ollama-generate"), values.odd_format(), _FORMAT),
    Refusal("parameter-value", ("ollama", "ollama-generate"), values.odd_format("", None), _FORMAT, told_only=True),
    *(
        Refusal("model-ability", (dialect,), shown.with_tools, _TOOLLESS, _UNTOOLED, note=True, port=port)
        for dialect, port in (("ollama", ""), ("vllm", ":11434"))
    ),
    Refusal(
        "parameter-value", _OLLAMA, tool_schemas.listed_types,
        '"json: cannot unmarshal array into Go struct field .tools.function.parameters.properties.type of type string" '
        "(zed-industries/zed#32758 in 2025-06, aaif-goose/goose#7087)",
        told_only=True,
    ),
    Refusal(
        "parameter-value", ("ollama", "ollama-generate"), values.unitless("keep_alive"),
        '"time: missing unit in duration \\"-1\\"" (karakeep-app/karakeep#2409, open-webui/open-webui#753, '
        "skalesapp/skales#281: as a number it is seconds)",
    ),
    Refusal(
        "parameter-value", ("ollama", "ollama-generate"), values.within("top_logprobs", "[0, 20]"),
        '"top_logprobs must be between 0 and 20" (measured at 25, quoted in public notes, in 2026-09)',
        note=True,
    ),
    Refusal(
        "model-ability", _OLLAMA, shown.with_tools,
        '"registry.ollama.ai/library/smollm2:360m does not support tools" (ollama/ollama#13578)',
        told_only=True,
    ),
    Refusal(
        "model-ability", ("ollama", "ollama-generate"), given("think", unless=(False,)), _NO_THOUGHT, _UNTHINKING,
        note=True,
    ),
    Refusal(
        "model-ability", ("vllm",), given("reasoning_effort", unless=("none",)), _NO_THOUGHT, _UNTHINKING,
        note=True, port=":11434",
    ),
    Refusal(
        "model-ability", ("vllm",), given("reasoning_effort think reasoning"), _NO_THOUGHT,
        told_only=True, where=_OF_NO_HOST,
    ),
    Refusal(
        "parameter-value", ("vllm",), shown.effort("high", "medium", "low", "none", "max"),
        "\"invalid reasoning value: 'minimal' (must be \\\"high\\\", \\\"medium\\\", \\\"low\\\", or \\\"none\\\")\" "
        "(xunbu/docutranslate#18)",
        note=True, port=":11434",
    ),
    Refusal(
        "model-ability", ("ollama", "ollama-generate"), given("think", unless=(False,)),
        '"\\"Qwen3-14B-128K-Q4_K_M:latest\\" does not support thinking" (agentscope-ai/agentscope#1099); "think value '
        '\\"medium\\" is not supported for this model" (charmbracelet/crush#2623)',
        told_only=True,
    ),
    Refusal(
        "server-option", ("ollama", "ollama-generate"), given("format", "a server before 0.5.0 takes no schema"),
        '"json: cannot unmarshal object into Go struct field GenerateRequest.format of type string" '
        '(ollama/ollama#7991: '
        "before 0.5.0; ollama/ollama-python#428)",
        told_only=True,
    ),
)  # fmt: skip

"""What OpenAI refuses of a request beside its messages, by model."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals import (
    answer_format,
    clashes,
    in_messages,
    in_responses_items,
    media,
    shown,
    tool_schemas,
    values,
)
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given
from pytest_promptfmt.verdicts.request.refusals.thinkers import OPENAI as THINKERS
from pytest_promptfmt.verdicts.request.refusals.values import at_most, within

_BOTH = ("openai", "openai-responses")
_OPENAIS = ("gpt-*", "o1*", "o3*", "o4*", "chatgpt*", "")
_CHATS = ("gpt-5-chat*", "gpt-5.*-chat*")
_OLD = ("gpt-3.5*", "gpt-4", "gpt-4-*")
_UNTHINKING = ("gpt-3.5*", "gpt-4*", "chatgpt-4*", "gpt-5-chat*")
_SAMPLING = (
    "\"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.\" "
    '(QwenLM/qwen-code#921, griptape-ai/griptape#1915, paperless-ngx/paperless-ngx#12822 gpt-5.5); "Unsupported '
    "parameter: 'temperature' is not supported with this model.\" (OpenHands/software-agent-sdk#1837, "
    "appatalks/eva-agent#83); \"Unsupported parameter: 'top_p' is not supported with this model.\" "
    '(chatboxai/chatbox#2627); "You are not allowed to request logprobs from this model" (confident-ai/deepeval#2184)'
)
_UNSAMPLED = (
    "\"Unsupported parameter: 'logit_bias' is not supported with this model.\" (thingsboard/thingsboard#14620 "
    "GPT-5); \"Unsupported parameter: 'top_p' is not supported with this model.\" (microsoft/vscode#282170 of 1, "
    "lobehub/lobehub#7493)"
)
_EFFORTS = (
    "\"Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'none', "
    "'low', 'medium', 'high', 'xhigh'.\" (livekit/agents#7169 gpt-5.6)"
)
_STRICT = (
    "\"Invalid schema for response_format 'json_schema': In context=('properties', 'etymology'), "
    "'additionalProperties' "
    'is required to be supplied and to be false." (moeru-ai/xsai#202, google/adk-python#4039 of Azure); "In '
    "context=(), 'required' is required to be supplied and to be an array including every key in properties.\" "
    "(kevinwatt/mysql-mcp#5, of a tool)"
)

_MEASURED = "(measured, gpt-5.6-terra in 2026-08, kangminlee-maker/local-OAuth-CLI-API-adapter)"

REFUSED_BY_OPENAI: tuple[Refusal, ...] = (
    Refusal("tool-choice", ("openai",), breaks.without_tools("parallel_tool_calls")),
    *(
        Refusal(
            "model-parameter", (dialect,), shown.valued(key, "low", "high", instead="this model's is medium alone"),
            "\"Unsupported value: 'verbosity' does not support 'low' with this model. Supported values are: 'medium'.\""
            " (google-deepmind/concordia#164 gpt-4o)",
            ("gpt-4o*", "gpt-4.1*", "gpt-4-*", "gpt-3.5*"),
        )
        for dialect, key in (("openai", "verbosity"), ("openai-responses", "text.verbosity"))
    ),
    Refusal(
        "model-parameter", ("openai",), shown.valued("stream", True, instead="this model has not streamed"),
        "\"Unsupported value: 'stream' does not support true with this model. Only the default (false) value is "
        'supported." (animalnots/BetterChatGPT-PLUS#62, in 2024-09)',
        ("o1-mini*", "o1-preview*", "o1-pro*"), note=True,
    ),
    Refusal(
        "model-parameter", ("openai",), given("temperature top_p presence_penalty frequency_penalty"),
        '"Model incompatible request arguments supplied: frequency_penalty, presence_penalty, temperature, top_p" '
        "(ChatGPTNextWeb/NextChat#6569, crmne/ruby_llm#155, vercel/ai#5609, charmbracelet/mods#480)",
        ("gpt-4o*-search-preview*",),
    ),
    Refusal(
        "model-ability", ("openai",), shown.with_tools,
        '"tools is not supported in this model. For a list of supported models, refer to" '
        "(UKGovernmentBEIS/inspect_ai#1290)",
        ("o1-mini*",),
    ),
    Refusal(
        "tools-count", ("openai",), breaks.many,
        "\"Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length "
        "129 instead.\" (musistudio/claude-code-router#686, zed-industries/zed#42393); \"Invalid "
        "'messages[2].tool_calls': "
        'array too long. Expected an array with maximum length 128" (openai/openai-dotnet#317)',
    ),
    Refusal(
        "model-parameter", ("openai",),
        given("max_tokens", "this model takes max_completion_tokens in its place"),
        "\"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
        "instead.\" (getcmd-dev/cmd#36, fish2018/YPrompt#26)",
        ("o1*", "o3*", "o4*", "gpt-5*"),
    ),
    Refusal("model-parameter", _BOTH, shown.sampled, _SAMPLING, THINKERS, but=_CHATS),
    Refusal("model-parameter", _BOTH, shown.sampled_neutrally, _UNSAMPLED, THINKERS, but=_CHATS, note=True),
    Refusal("model-parameter", _BOTH, shown.sampled_while_thinking, _SAMPLING, ("gpt-5.[1-4]*",), but=(*_CHATS,
        "*codex*")),
    Refusal(
        "model-parameter", ("openai",), given("stop"),
        "\"Unsupported parameter: 'stop' is not supported with this model.\" (huggingface/smolagents#1671 gpt-5-mini, "
        "langgenius/dify#18971 o4-mini, FlowiseAI/Flowise#5046 GPT-5)",
        ("o3", "o3-2*", "o4-mini*", "gpt-5*"), but=_CHATS,
    ),
    Refusal(
        "model-parameter", ("openai",), given("parallel_tool_calls"),
        "\"Unsupported parameter: 'parallel_tool_calls' is not supported with this model.\" (evalstate/fast-agent#279 "
        "o4-mini, browser-use/web-ui#648 o3-mini, tensorzero/tensorzero#2805)",
        ("o1*", "o3*", "o4*"),
    ),
    Refusal(
        "model-parameter", ("openai",), given("reasoning_effort"),
        '"Unrecognized request argument supplied: reasoning_effort" (davidmigloz/langchain_dart#712 gpt-4o-mini, '
        "AAswordman/Operit#1048 gpt-4o, formulahendry/wechat-acp#16 gpt-4.1)",
        _UNTHINKING,
    ),
    Refusal("model-parameter", _BOTH, shown.effort("low", "medium", "high"), _EFFORTS, ("o1*", "o3*", "o4*")),
    Refusal(
        "model-parameter", _BOTH, shown.effort("none", "low", "medium", "high", "xhigh", "max"), _EFFORTS,
        ("gpt-5.[1-9]*", "gpt-6*"),
    ),
    Refusal(
        "model-parameter", _BOTH, shown.effort("medium"),
        "\"Unsupported value: 'reasoning_effort' does not support 'high' with this model. Supported values are: "
        "'medium'.\" (egoist/chatwise-releases#1257 gpt-5.2-chat)",
        ("gpt-5.*-chat*",),
    ),
    Refusal("model-parameter", _BOTH, shown.effort("high"), models=("gpt-5-pro*",)),
    Refusal(
        "parameter-value", ("openai",), values.null("reasoning_effort"),
        "\"Unsupported value: 'reasoning_effort' does not support null with this model.\" "
        "(livekit/agents#3966 gpt-5.1)",
        ("gpt-5.1*",), note=True,
    ),
    Refusal(
        "model-parameter", ("openai",), shown.functions_while_thinking(unless_told=False),
        '"Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use '
        '/v1/responses instead." (pipecat-ai/pipecat#4043, openai/openai-openapi#541, charmbracelet/crush#2913 '
        'gpt-5.5)',
        ("gpt-5.[45]*",),
    ),
    Refusal(
        "model-parameter", ("openai",), shown.functions_while_thinking(unless_told=True),
        '"Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function '
        "tools, use /v1/responses or set reasoning_effort to 'none'.\" (BerriAI/litellm#34569, "
        "GoogleChromeLabs/webmcp-tools#417: also where no effort is given; onyx-dot-app/onyx#15008 gpt-6-sol)",
        ("gpt-5.6*", "gpt-6*"),
    ),
    Refusal(
        "model-parameter", ("openai",), within("max_tokens max_completion_tokens", "[, 4096]"),
        '"max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided '
        '8192." (ChatGPTNextWeb/NextChat#3195, diffbot/code-gpt-docs#284)',
        ("gpt-3.5-turbo", "gpt-3.5-turbo-1106", "gpt-3.5-turbo-0125", "gpt-4-turbo*", "gpt-4-*-preview",
         "gpt-4o-2024-05-13"),
    ),
    Refusal(
        "model-parameter", ("openai",), within("max_tokens max_completion_tokens", "[, 16384]"),
        '"max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided '
        '32000." (enoch3712/ExtractThinker#346)',
        ("gpt-4o", "gpt-4o-mini*", "gpt-4o-2024-08*", "gpt-4o-2024-11*"),
    ),
    Refusal(
        "model-parameter", ("openai",), shown.valued("response_format.type", "json_schema"),
        "\"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.\" "
        "(AgnostiqHQ/multi-agent-llm#2, langchain-ai/langchain#31490)",
        (*_OLD, "gpt-4o-2024-05-13", "o1-mini*", "o1-preview*"),
    ),
    Refusal(
        "model-parameter", ("openai",), shown.valued("response_format.type", "json_object"),
        "\"Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.\" "
        "(mrwadams/stride-gpt#19 gpt-4, openai-php/client#259)",
        ("gpt-4", "gpt-4-0613", "gpt-4-0314", "gpt-4-32k*", "gpt-3.5-turbo-0613", "gpt-3.5-turbo-16k"),
    ),
    Refusal(
        "model-ability", ("openai",), media.with_images,
        '"Invalid content type. image_url is only supported by certain models." '
        "(roboflow/awesome-openai-vision-api-experiments#11)",
        (*_OLD, "o1-mini*", "o1-preview*", "o3-mini*"), but=("gpt-4-turbo*", "gpt-4-vision*", "gpt-4-1106-vision*"),
    ),
    Refusal(
        "model-ability", ("openai",), media.without_audio,
        '"This model requires that either input content or output modality contain audio." '
        '(CherryHQ/cherry-studio#1179, '
        "truefoundry/models#822)",
        ("gpt-4o-audio*", "gpt-4o-mini-audio*", "gpt-audio*"),
    ),
    Refusal(
        "model-ability", ("openai",), given("web_search_options", "the models that search take it alone"),
        '"Web search options not supported with this model." (cpbotha/obsidian-ai-chat-as-md#5, '
        "LSTM-Kirigaya/openmcp-client#7)",
        ("gpt-*", "o1*", "o3*", "o4*", "chatgpt-*"), but=("*search*",), at_home=True,
    ),
    Refusal("answer-schema", (*_BOTH, "openrouter"), answer_format.loose, _STRICT, _OPENAIS),
    Refusal(
        "answer-schema", _BOTH, answer_format.no_object,
        "\"schema must be a JSON Schema of 'type: \\\"object\\\"', got 'type: \\\"None\\\"'.\" "
        "(browserbase/stagehand#1159, of a tool)",
    ),
    Refusal("answer-schema", _BOTH, answer_format.incomplete),
    Refusal(
        "answer-schema", _BOTH, answer_format.no_schema,
        "\"Invalid schema for response_format 'event'. Please ensure it is a valid JSON Schema.\" "
        "(tldraw/ai-template#2, 2025-07)",
    ),
    Refusal("answer-schema", _BOTH, answer_format.unknown_keywords, "OpenAI's guide, structured outputs", note=True),
    Refusal(
        "parameter-clash", ("openai",), clashes.without("stream_options", "stream"),
        "\"The 'stream_options' parameter is only allowed when 'stream' is enabled.\" (aliasrobotics/cai#77)",
    ),
    Refusal(
        "parameter-clash", ("openai",), clashes.without("metadata", "store"),
        "\"The 'metadata' parameter is only allowed when 'store' is enabled.\" (QwenLM/qwen-code#243, "
        "spiceai/spiceai#5231)",
    ),
    Refusal(
        "parameter-clash", ("openai",), clashes.beside("max_tokens", "max_completion_tokens"),
        "\"Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.\" "
        "(langchain-ai/langgraph#5943)",
    ),
    Refusal("parameter-clash", _BOTH, clashes.chosen_otherwise),
    Refusal(
        "missing-parameter", ("openai",), tool_schemas.functions_nameless,
        f"\"Missing required parameter: 'functions[0].name'.\" {_MEASURED}",
    ),
    Refusal(
        "model-parameter", ("openai",), given("audio modalities prediction", "this model has no such parameter here"),
        "\"Unknown parameter: 'audio'.\"; \"Unsupported parameter: 'prediction' is not supported with this model.\" "
        f"{_MEASURED}",
        ("gpt-5.6*",),
    ),
    Refusal(
        "model-parameter", ("openai",), shown.effort("none", "low", "medium", "high", "xhigh"),
        "\"Unsupported value: 'reasoning_effort' does not support 'max' with this model. Supported values are: 'none', "
        f"'low', 'medium', 'high', and 'xhigh'.\" {_MEASURED}",
        ("gpt-5.6*",),
    ),
    Refusal(
        "model-parameter", ("openai",), within("n", "[1, 8]"),
        f"\"Invalid 'n': integer above maximum value. Expected a value <= 8, but got 64 instead.\" {_MEASURED}",
        ("gpt-5.6*",),
    ),
    Refusal("parameter-value", ("openai",), at_most("stop", 4)),
    Refusal("parameter-value", ("openai",), values.null("parallel_tool_calls")),
    Refusal(
        "other-api", ("openai",),
        given("input instructions max_output_tokens previous_response_id text reasoning", "a key of the Responses API"),
        '"Unrecognized request argument supplied: reasoning" (musistudio/claude-code-router#724)',
    ),
    Refusal(
        "parameter-value", _BOTH, in_responses_items.odd_file_ids,
        "\"Invalid 'input[0].content[1].file_id': '/config/images/voordeur.png'. Expected an ID that contains letters, "
        'numbers, underscores, or dashes, but this value contained additional characters." '
        "(home-assistant/core#142213); \"Invalid 'input[0].content[0].file_id': string too long. Expected a string "
        'with maximum length 64, but got a string with length 294 instead." (BerriAI/litellm#24797)',
    ),
    Refusal(
        "model-ability", ("openai",), in_messages.with_parts("input_audio"),
        '"content blocks are expected to be either text or image_url type" (openai/openai-python#2454)',
        ("gpt-4o", "gpt-4o-2*", "gpt-4o-mini", "gpt-4o-mini-2*", "gpt-4.1*", "gpt-4-*", "gpt-5*", "o[134]*"),
        but=("*audio*",), note=True,
    ),
    Refusal(
        "parameter-value", ("openai",), tool_schemas.functions_without_object,
        "\"Invalid schema for function 'knowledge_books': [] is not of type 'object'.\" (maltekuhr/laravel-gpt#8)",
    ),
    Refusal("parameter-value", ("openai",), tool_schemas.functions_unlike_tools),
    Refusal(
        "parameter-value", ("openai",), shown.tools_of("function", "custom"),
        "\"Invalid value: 'web_search'. Supported values are: 'function' and 'custom'.\" (quoted in several public "
        "code bases, 2025 and 2026)",
    ),
    Refusal(
        "parameter-value", ("openai",), shown.long_descriptions,
        "\"Invalid 'tools[1].function.description': string too long. Expected a string with maximum length 1024, but "
        'got a string with length 2121 instead." (langchain-ai/open_deep_research#80, OpenHands/OpenHands#7167)',
        note=True,
    ),
    Refusal("parameter-clash", ("openai",), clashes.without("top_logprobs", "logprobs")),
    Refusal(
        "tool-choice", ("openai",), clashes.functions_called,
        "\"Invalid value for 'function_call': 'function_call' is only allowed when 'functions' are specified.\" "
        "(PlexPt/chatgpt-java#150); \"None is not of type 'array' - 'functions'\" and \"[] is too short - "
        "'functions'\" (HaroldPetersInskipp/node-red-contrib-chatgpt#18)",
    ),
    Refusal(
        "model-ability", ("openai",), clashes.anything("this model has no chat", "$.model"),
        '"This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use '
        'v1/completions?" (run-llama/llama_index#1332 text-davinci-003)',
        ("*davinci*", "*curie*", "babbage*", "text-ada-*", "gpt-3.5-turbo-instruct*"),
    ),
    Refusal(
        "model-ability", ("openai",), clashes.anything("this model is there in another API alone", "$.model"),
        '"This is not a chat model and thus not supported in the v1/chat/completions endpoint." '
        "(egoist/chatwise-releases#1256 GPT-5.3-Codex)",
        ("gpt-*-codex", "gpt-*-codex-m*", "codex-mini*", "o1-pro*", "o3-pro*", "gpt-5*-pro*", "*deep-research*",
         "computer-use-preview*", "text-embedding*", "whisper*", "tts-*", "dall-e*", "gpt-image*", "sora*"),
        note=True,
    ),
)  # fmt: skip

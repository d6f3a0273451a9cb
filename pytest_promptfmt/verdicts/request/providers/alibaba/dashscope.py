"""DashScope's refusals of parameters, which it lists itself; they stand at the top or under ``parameters``."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks as shared_breaks
from pytest_promptfmt.verdicts.request.providers.alibaba import breaks
from pytest_promptfmt.verdicts.request.providers.alibaba.breaks import ALWAYS, of, while_thinking
from pytest_promptfmt.verdicts.request.refusals import media
from pytest_promptfmt.verdicts.request.refusals.in_messages import of_role
from pytest_promptfmt.verdicts.request.refusals.media import marks_of_media
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued
from pytest_promptfmt.verdicts.request.refusals.values import numeric, within


def _page(words: str) -> str:
    return f'"{words}" (docs.qwencloud.com, error messages, 2026)'


_OWN = ("dashscope", "dashscope-multimodal")
_SEARCHED = valued(of("enable_search"), True, instead="this model does not search the web")

REFUSED_BY_DASHSCOPE: tuple[Refusal, ...] = (
    Refusal(
        "kept-item", _OWN, media.linked,
        '"<400> InternalError.Algo.InvalidParameter: Failed to download multimodal content" '
        "(agentscope-ai/agentscope-java#2700, in 2026-08: an address that had expired)",
        told_only=True,
    ),
    Refusal(
        "tool-choice", ("dashscope", "dashscope-multimodal"), shared_breaks.unoffered,
        '"Invalid value for \\"tool_choice\\": no function named \\"AgentOutput\\" was specified in the \\"tools\\" '
        'parameter." (browser-use/web-ui#586)',
    ),
    Refusal(
        "tool-choice", ("dashscope", "dashscope-multimodal"), shared_breaks.without_tools("tool_choice"),
        '"<400> InternalError.Algo.InvalidParameter: When using `tool_choice`, `tools` must be set." (quoted in two '
        "public code bases, in 2026)",
    ),
    Refusal(
        "thinking-parameter", ("dashscope",), shared_breaks.unstreamed,
        '"parameter.enable_thinking must be set to false for non-streaming calls" (vybestack/llxprt-code#229, '
        "langchain4j/langchain4j#3974, infiniflow/ragflow#8972: Qwen3's open models, which think unless told not to)",
        ("qwen3-[0-9]*b", "qwen3-[0-9]*b-a*b"),
    ),
    Refusal(
        "parameter-value", _OWN, within(of("max_tokens"), "[1, 8192]"),
        '"<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]" '
        '(anomalyco/opencode#16971, '
        "musistudio/claude-code-router#184 qwen-max; open-webui/open-webui#10507)",
        ("qwen-max",),
    ),
    Refusal(
        "parameter-value", _OWN, within(of("max_tokens"), "[1, 32768]"),
        '"<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 32768]" '
        '(Kilo-Org/kilocode#5871)',
        ("qwen3-max-thinking",),
    ),
    Refusal("parameter-value", _OWN, within(of("max_tokens"), "[1, 65536]")),
    Refusal(
        "parameter-value", _OWN, within(of("max_tokens"), "[1, )"),
        _page("Range of max_tokens should be [1, xxx]"),
    ),
    Refusal(
        "parameter-value", _OWN, within(of("temperature"), "[0, 2)"),
        '"<400> InternalError.Algo.InvalidParameter: Temperature should be in [0.0, 2.0)" (mnfst/modelparams.dev#232, '
        "measured 2026-08-17)",
    ),
    Refusal("parameter-value", _OWN, within(of("top_p"), "(0, 1]"), _page("Range of top_p should be (0.0, 1.0]")),
    Refusal("parameter-value", _OWN, within(of("top_k"), "[0, )"),
            _page("Parameter top_k be greater than or equal to 0")),
    Refusal("parameter-value", _OWN, within(of("n"), "[1, 4]"), _page("Range of n should be [1, 4]")),
    Refusal("parameter-value", _OWN, within(of("presence_penalty"), "[-2, 2]"),
            _page("Presence_penalty should be in [-2.0, 2.0]")),
    Refusal("parameter-value", _OWN, within(of("repetition_penalty"), "(0, )"),
            _page("Repetition_penalty should be greater than 0.0")),
    Refusal("parameter-value", _OWN, within(of("seed"), "[0, 9223372036854775807]"),
            _page("Range of seed should be [0, 9223372036854775807]")),
    Refusal("parameter-value", _OWN, numeric("temperature top_p parameters.temperature parameters.top_p"),
            _page("'temperature' must be Float")),
    Refusal(
        "parameter-value", _OWN, within(of("thinking_budget"), "[1, 38912]"),
        '"<400> InternalError.Algo.InvalidParameter: The thinking_budget parameter must be a positive integer and not '
        'greater than 38912" (CherryHQ/cherry-studio#7263)',
        ("qwen-turbo-2025*", "qwen-plus-2025-04*", "qwen3-235b-a22b", "qwen3-32b", "qwen3-30b-a3b"),
    ),
    Refusal(
        "parameter-value", _OWN, within(of("thinking_budget"), "[1, )"),
        _page("The thinking_budget parameter must be a positive integer and not greater than xxx"),
    ),
    Refusal(
        "thinking-parameter", _OWN, breaks.unbudgeted,
        '"<400> InternalError.Algo.InvalidParameter: The thinking_budget parameter must be a positive integer and not '
        'greater than 0" (QwenLM/Qwen-Agent#941 qwen3.5-27b, where none is given)',
        told_only=True,
    ),
    Refusal(
        "thinking-parameter", _OWN, while_thinking(breaks.forced),
        '"<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required '
        'or object in thinking mode" (cloudwego/eino#994, QwenLM/qwen-code#7659)',
    ),
    Refusal(
        "thinking-parameter", _OWN,
        while_thinking(
            valued(of("response_format.type"), "json_object", instead="with thinking there is no JSON mode")
        ),
        '"Json mode response is not supported when enable_thinking is true" (presenton/presenton#184; '
        "docs.qwencloud.com, error messages)",
    ),
    Refusal("thinking-parameter", _OWN,
            while_thinking(given("parameters.result_format", "with thinking it is message", unless=("message",))),
            _page('The result_format parameter must be \\"message\\" when enable_thinking is true')),
    Refusal("thinking-parameter", _OWN,
            while_thinking(valued(of("incremental_output"), False, instead="with thinking it is true")),
            _page('The incremental_output parameter must be \\"true\\" when enable_thinking is true')),
    Refusal(
        "thinking-parameter", _OWN, valued(of("enable_thinking"), False, instead="this model thinks always"),
        '"The value of the enable_thinking parameter is restricted to True." (docs.qwencloud.com, error messages; '
        "measured of qwen3.8-2.4t-a95b and MiniMax-M2.5)",
        (*ALWAYS, "qwen3.8-max*", "qwen3.8-2.4t*", "minimax-m2*"),
    ),
    Refusal(
        "missing-parameter", _OWN, breaks.unstreamed,
        _page("This model only support stream mode, please enable the stream parameter to access the model."),
        ("qwq*", "qvq*", "qwen*-omni*"), note=True,
    ),
    Refusal(
        "parameter-value", _OWN, media.too_small,
        '"<400> InternalError.Algo.InvalidParameter: The image length and width do not meet the model restrictions. '
        '[height:1 or width:1 must be larger than 10]" (QwenLM/qwen-code#2505)',
    ),
    Refusal(
        "parameter-value", _OWN, media.no_address,
        '"<400> InternalError.Algo.InvalidParameter: The provided URL does not appear to be valid. Ensure it is '
        'correctly formatted." (langchain4j/langchain4j#4039, of audio)',
    ),
    Refusal(
        "parameter-value", _OWN, breaks.says_nothing,
        '"Role must be user or assistant and Content length must be greater than 0" (ikechan8370/chatgpt-plugin#696 of '
        "2024)",
        note=True,
    ),
    Refusal(
        "parameter-value", _OWN, breaks.no_json,
        '"<400> InternalError.Algo.InvalidParameter: The \\"function.arguments\\" parameter of the code model must be '
        'in JSON format." (HKUDS/nanobot#2469 Qwen3.5, alchaincyf/huashu-design#7, wink-wink-wink555/MarkiNote#6)',
    ),
    Refusal(
        "parameter-value", _OWN, media.too_long,
        '"Exceeded limit on max bytes per data-uri item : 10485760" (QwenLM/qwen-code#1880; docs.qwencloud.com, '
        "error messages)",
    ),
    Refusal(
        "parameter-value", _OWN, media.few_pictures,
        _page("The video modality input does not meet the requirements because: the range of sequence images shoule be "
              "(4, 512)./(4,80)."),
    ),
    Refusal(
        "parameter-value", _OWN, breaks.mixed_stop,
        _page('The \\"stop\\" parameter must be of type \\"str\\", \\"list[str]\\", \\"list[int]\\", or '
              '\\"list[list[int]]\\", and all elements within the list must be of the same type.'),
    ),
    Refusal(
        "parameter-value", _OWN, breaks.odd_format,
        _page("Unknown format of response_format, response_format should be a dict, includes 'type' and an optional "
              "key 'json_schema'. The response_format type from user is xxx."),
    ),
    Refusal(
        "parameter-value", _OWN, breaks.odd_choice,
        _page('tool_choice is one of the strings that should be [\\"none\\", \\"auto\\"]'),
    ),
    Refusal("missing-parameter", _OWN, breaks.spoken_unstreamed, _page("'audio' output only support with stream=true")),
    Refusal(
        "model-parameter", _OWN, _SEARCHED, _page("This model does not support enable_search."), told_only=True,
    ),
    Refusal(
        "parameter-value", _OWN,
        valued("audio.voice parameters.audio.voice", *breaks.OTHERS_VOICES, instead="a voice of OpenAI's"),
        _page("Input should be 'Cherry', 'Serena', 'Ethan' or 'Chelsie': parameters.audio.voice"),
        ("qwen*-omni*",),
    ),
    Refusal(
        "message-form", _OWN, media.pictured_videos,
        '"<400> InternalError.Algo.InvalidParameter: Invalid video file." (measured: a PNG where a video is expected; '
        "docs.qwencloud.com, error messages)",
        note=True,
    ),
    Refusal(
        "model-parameter", _OWN, given("tools parameters.tools", "this model calls no tools"),
        _page("The tool call is not supported."), ("qwen-vl-ocr*", "qwen-audio*", "qwen-mt-*"), note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.schema_of_json,
        "\"Unknown parameter: 'response_format.json_schema'. 'response_format.json_schema' cannot be provided when "
        "'response_format.type' is 'json_object'.\" (told by public code bases)",
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, breaks.offered_in_text,
        "\"When 'tools' are provided, 'result_format' must be 'message'.\" (told by public code bases; "
        "help.aliyun.com: with tools it is message)",
        note=True,
    ),
    Refusal(
        "missing-parameter", _OWN, breaks.untranslated,
        '"InternalError.Algo.InvalidParameter: Field required: parameters.translation_options" '
        "(langgenius/dify-official-plugins#1105, langgenius/dify#21124)",
        ("qwen-mt-*",),
    ),
    Refusal(
        "message-form", _OWN, of_role("developer"),
        "\"developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.[0].role'\" "
        "(proma-ai/Proma#1496 in 2026-08, DayuanJiang/next-ai-draw-io#304, openclaw/openclaw#14040)",
    ),
    Refusal(
        "message-form", _OWN, marks_of_media,
        '"<400> InternalError.Algo.InvalidParameter: The special words `<|image_pad|>` is not allowed in input '
        'messages" (MadeAgents/mobile-use#10)',
    ),
    Refusal(
        "parameter-value", _OWN,
        valued(
            "tools[].function.name parameters.tools[].function.name", "search",
            instead="a tool may not be called search",
        ),
        _page("Tool names are not allowed to be [search]"),
    ),
    Refusal(
        "model-parameter", _OWN, _SEARCHED,
        '"<400> InternalError.Algo.InvalidParameter: This model does not support enable_search." '
        "(lobehub/lobehub#5400 Qwen 2.5 14B)",
        ("qwen2.5-14b*",),
    ),
    Refusal("model-parameter", _OWN, _SEARCHED, models=("qwen2.5-*", "qwen2-*", "qwen1.5-*"), but=("qwen2.5-14b*",)),
)  # fmt: skip

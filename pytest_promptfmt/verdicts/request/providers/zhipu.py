"""Zhipu's refusals of parameters, which its answers name and seldom explain: codes 1210 and 1214."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.refusals import shown, tool_schemas
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.values import among, decimals, longest, shortest, within


def _pictures(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_ in places(body, "messages[].content[].type"):
        if type_ in ("image_url", "video_url", "file"):
            yield path, "this model reads text alone"


_FIRST = ("glm-4", "glm-4-0520", "glm-4-air*", "glm-4-flash*", "glm-4-long", "glm-3-turbo", "glm-4v", "chatglm*")
_OWN = ("zhipu",)
_PROBED = "(a public gateway's copy of what the live API answered of glm-5.3, 2026-08-28)"
_ALWAYS = f'"该模型始终思考，不支持关闭思考；请使用 low、high 或 max。" code 1210 {_PROBED}'
REFUSED_BY_ZHIPU: tuple[Refusal, ...] = (
    Refusal(
        "parameter-value", _OWN, within("temperature", "(0, 1)"),
        '"temperature参数非法。请检查文档。" (code 1214, songquanpeng/one-api#1141 glm-4: neither 0 nor 1 is taken)',
        _FIRST,
    ),
    Refusal("parameter-value", _OWN, within("top_p", "(0, 1)"),
            '"top_p参数非法。请检查文档。" (songquanpeng/one-api#1045: neither 0 nor 1 is taken)', _FIRST),
    Refusal("parameter-value", _OWN, within("temperature", "[0, 1]")),
    Refusal("parameter-value", _OWN, within("top_p", "[0, 1]")),
    *(
        Refusal(
            "parameter-value", _OWN, within(key, "[0, 1]"), f'"{key}参数非法：限制数值范围[0,1]" code 1210 {_PROBED}',
            ("glm-5.3*",),
        )
        for key in ("temperature", "top_p")
    ),
    Refusal(
        "parameter-value", _OWN, decimals("top_p", 2),
        '"top_p参数非法：限制小数点[2]位" (labring/FastGPT of GLM-4; of some models, by several public code bases)',
        note=True,
    ),
    Refusal("model-parameter", _OWN, shown.effort("low", "high", "max"), _ALWAYS, ("glm-5.3*",)),
    Refusal(
        "model-parameter", _OWN, shown.valued("thinking.type", "disabled", instead="this model always thinks"),
        _ALWAYS, ("glm-5.3*",),
    ),
    Refusal(
        "parameter-value", _OWN, within("max_tokens", "[1, 4095]"),
        '"max_tokens参数非法。请检查文档。" (code 1214, lobehub/lobehub#1398: 8000 tokens of glm-4)', _FIRST,
    ),
    Refusal("parameter-value", _OWN, within("max_tokens", "[1, 131072]")),
    Refusal(
        "model-parameter", _OWN, within("max_tokens", "[1, 98304]"),
        '"API 调用参数有误，请检查文档。" (code 1210, smallmain/vscode-unify-chat-provider#38 glm-4.7: 98304 has '
        "been the most)",
        ("glm-4.7",),
        told_only=True,
    ),
    Refusal(
        "model-parameter", _OWN, _pictures,
        '"Invalid API parameter, please check the documentation." (code 1210, dyad-sh/dyad#1353 glm-4.5; of a model '
        'that '
        "reads text alone musistudio/claude-code-router#429)",
        ("glm-4.5", "glm-4.5-air*", "glm-4.5-flash", "glm-4.5-x", "glm-4.6", "glm-4.7", "glm-4.7-flash", "glm-5",
         "glm-5.1", "glm-4", "glm-4-plus", "glm-4-air*", "glm-4-flash*", "glm-3-turbo"),
    ),
    Refusal("parameter-value", _OWN, among("tool_choice", "auto none")),
    Refusal(
        "parameter-value", _OWN, tool_schemas.tuples,
        '"Invalid API parameter" (code 1210, of any request with a tuple among its tools\' schemas, told by a public '
        "code base in 2026)",
        note=True,
    ),
    Refusal(
        "parameter-value", ("anthropic",), within("max_tokens", "[1, 131072]"),
        '"[1210][max_tokens参数非法：限制数值范围[1,131072]]" (Z.AI\'s copy of Anthropic\'s API, quoted by a '
        "public code base in 2026)",
        where=r"(^|\.)(z\.ai|bigmodel\.cn)/",
    ),
    Refusal(
        "parameter-value", _OWN,
        shown.tools_of("function", "web_search", "retrieval", "mcp", "code_interpreter", "drawing_tool", "web_browser"),
        '"tools[0].type:type is illegal" (code 1214) (a public page that lists what eight hosts were found to answer '
        "of one tool)",
    ),
    Refusal(
        "parameter-value", _OWN, shortest("user_id", 6),
        "docs.z.ai, chat completion: user_id has 6 characters or more", note=True,
    ),
    Refusal(
        "parameter-value", _OWN, longest("user_id", 128),
        "docs.z.ai, chat completion: user_id has 128 characters or fewer", note=True,
    ),
)  # fmt: skip

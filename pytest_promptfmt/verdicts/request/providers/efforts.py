"""How hard a model may be told to think, by host: the words of `reasoning_effort` that it takes, and where it has none.

Hosts of one model differ, and so do models of one host: each row is a host's word about some models of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_promptfmt.verdicts.request.refusals import shown
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal

_OPENAI = ("openai", "openai-responses")
_CEREBRAS, _FIREWORKS = r"(^|\.)cerebras\.ai/", r"(^|\.)fireworks\.ai/"


@dataclass(frozen=True, slots=True)
class Efforts:
    """The words that `models` take of `dialects` at addresses like `where`; the rest is as in a `Refusal`."""

    dialects: tuple[str, ...]
    taken: str
    models: tuple[str, ...]
    words: str
    but: tuple[str, ...] = ()
    where: str = ""
    note: bool = True


_ROWS: tuple[Efforts, ...] = (
    Efforts(
        _OPENAI, "none low medium high", ("gpt-5.1*",),
        "\"Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', "
        "'low', 'medium', and 'high'.\" (anomalyco/opencode#4451, openai/openai-agents-python#2089)",
        but=("*codex*", "*-chat*"), note=False,
    ),
    Efforts(
        _OPENAI, "none low medium high xhigh", ("gpt-5.[2-5]*",),
        "max came with GPT-5.6 (anomalyco/opencode#36141, vercel/ai#17028, in 2026-07; learn.microsoft.com, reasoning "
        "effort, has xhigh as the most of what was before)",
        but=("*-chat*", "*-pro*"),
    ),
    Efforts(
        ("groq",), "none default", ("qwen*",),
        '"`reasoning_effort` must be one of `none` or `default`" (Alishahryar1/free-claude-code#1348 qwen3.6-27b, '
        "earendil-works/pi#1745 qwen3-32b)",
        note=False,
    ),
    Efforts(
        ("groq",), "none default low medium high", ("*",),
        "\"'reasoning_effort' : value is not one of the allowed values ['none','default','low','medium','high']\" "
        "(earendil-works/pi#3764)",
        note=False,
    ),
    Efforts(
        ("mistral",), "low high max", ("*glm-5*",),
        "low, high and max are taken of GLM 5.3, and 400 of medium (mistralai/mistral-vibe#1117, probed in 2026-09)",
    ),
    Efforts(
        ("xai",), "low medium high", ("grok-4.5*",),
        "docs.x.ai, reasoning: low, medium and high, and always one of them; xhigh is of grok-4.6 "
        "(nesquena/hermes-webui#6497, mnfst/modelparams.dev#330, in 2026-08)",
    ),
    Efforts(
        ("xai",), "none low medium high", ("grok-4.3*",),
        "docs.x.ai, reasoning: none, low, medium and high (vercel/ai 80e1702, in 2026)",
    ),
    Efforts(
        ("vllm",), "none low medium high", ("zai-glm*", "qwen-3.8*"),
        "\"Input should be 'none', 'low', 'medium' or 'high'\" (mnfst/modelparams.dev#115 zai-glm-4.7 at Cerebras, "
        "where default is refused, in 2026-07)",
        where=_CEREBRAS,
    ),
    Efforts(
        ("vllm",), "low medium high", ("gpt-oss*",),
        "none and minimal are refused with wrong_api_format (harn-vm 0.8.78, its table of Cerebras' models, in 2026)",
        where=_CEREBRAS,
    ),
    Efforts(
        ("vllm",), "none low medium high xhigh max", ("deepseek-v4*",),
        "minimal is refused, and every other word taken (theopenco/llmgateway#3350, tried in 2026-08)",
        where=_FIREWORKS,
    ),
)  # fmt: skip

_ANY = "none minimal low medium high xhigh max default"
_UNTOLD = ("vllm", "moonshot", "minimax", "zhipu", "siliconflow", "dashscope")

REFUSED_EFFORTS: tuple[Refusal, ...] = (
    Refusal("parameter-value", _UNTOLD, shown.effort(*_ANY.split())),
    *(
        Refusal(
            "model-parameter", row.dialects, shown.effort(*row.taken.split()), row.words, row.models,
            but=row.but, where=row.where, note=row.note,
        )
        for row in _ROWS
    ),
    Refusal(
        "model-parameter", ("vllm", "openai-responses"),
        shown.given("reasoning_effort reasoning.effort", "this model is asked without an effort"),
        '"non-reasoning model does not support reasoning_effort" (lambda-symbolics/autolith#25 qwen3p7-plus, probed in '
        "2026-08)",
        ("qwen3p7-plus*",), where=_FIREWORKS, note=True,
    ),
    *(
        Refusal(
            "model-parameter", ("openai-responses",),
            shown.valued("reasoning.summary", "concise", instead="this model takes auto and detailed"),
            "\"Unsupported value: 'concise' is not supported with the 'gpt-5-2025-08-07' model. Supported values are: "
            "'detailed'.\" (openai/codex#2376; openai 2.x, types: concise is of computer-use-preview and of what came "
            "after gpt-5)",
            models, note=note,
        )
        for models, note in (
            (("gpt-5", "gpt-5-2*", "gpt-5-mini*", "gpt-5-nano*"), False),
            (("o1*", "o3*", "o4*"), True),
        )
    ),
)  # fmt: skip

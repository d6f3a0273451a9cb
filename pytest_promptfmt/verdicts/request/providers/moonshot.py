"""What Moonshot's models refuse of a request beside its messages: Kimi's fixed sampling, its thinking, its parts."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages, shown, thinkers
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals.values import among, objects_alone, within

_OWN = ("moonshot",)

REFUSED_BY_MOONSHOT: tuple[Refusal, ...] = (
    Refusal(
        "thinking-parameter", _OWN, thinkers.forced_while_thinking,
        "\"tool_choice 'required' is incompatible with thinking enabled\" (AstrBotDevs/AstrBot#7805)",
        thinkers.KIMI,
    ),
    Refusal(
        "parameter-value", _OWN, objects_alone("thinking"),
        '"the thinking field in the request (expected type object) is illegal, and bool is not acceptable" '
        "(LionSR/TeXRA#1905 kimi-k2-thinking, in 2025-12)",
    ),
    Refusal("parameter-value", ("minimax",), objects_alone("thinking"), note=True),
    Refusal("parameter-value", _OWN, among("thinking.type", "enabled disabled"), note=True),
    Refusal(
        "model-parameter", _OWN, thinkers.fixed_temperature,
        '"invalid temperature: only 1 is allowed for this model" (HKUDS/nanobot#202 kimi-k2.5, '
        "QuantumNous/new-api#5372 kimi-k2.6, Devin-AXIS/AINO#223 kimi-k3; HKUDS/nanobot#4967: 0.6 without thinking)",
        thinkers.KIMI, but=("kimi-k2-thinking*",),
    ),
    Refusal(
        "model-parameter", _OWN, shown.valued("reasoning_effort", "none", "xhigh", "max"),
        "\"Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: "
        "'minimal', "
        "'low', 'medium', and 'high'.\" (Kilo-Org/cloud#3807, of Kimi Code)",
        ("kimi-for-coding*", "kimi-k2*"), note=True,
    ),
    *(
        Refusal(
            "model-parameter", _OWN, within("max_tokens", f"[, {most - 8}]"),
            f'"Invalid request: model max length exceeded, max length:{most}" (MoonshotAI/MoonshotAI-Cookbook#18: what '
            'is asked and what is answered have one length together)',
            (f"moonshot-v1-{name}*",),
        )
        for name, most in (("8k", 8192), ("32k", 32768), ("128k", 131072))
    ),
    Refusal(
        "message-form", _OWN, in_messages.with_parts("video_url"),
        "\"the message at position 1 with role 'user' contains an invalid part type: video_url\" "
        "(MoonshotAI/kimi-cli#788 kimi-for-coding)",
        ("kimi-for-coding*", "kimi-k2-*", "moonshot-v1*"), note=True,
    ),
    Refusal(
        "message-form", _OWN, in_messages.empty_parts,
        '"text content is empty" (MoonshotAI/kimi-cli#2621)',
        note=True,
    ),
    Refusal(
        "message-form", _OWN, in_messages.empty_beside_calls,
        '"text content is empty" (MoonshotAI/kimi-cli#2621, of a message with calls)',
        told_only=True,
    ),
    Refusal(
        "model-parameter", _OWN, clashes.fixed("top_p", 0.95),
        '"invalid top_p: only 0.95 is allowed for this model" (CherryHQ/cherry-studio#12691 and '
        "lintsinghua/DeepAudit#212 kimi-k2.5, anomalyco/opencode#33957 kimi-k2.7-code)",
        thinkers.KIMI, but=("kimi-k2-thinking*",),
    ),
    *(
        Refusal(
            "model-parameter", _OWN, clashes.fixed(key, value),
            "platform.kimi.ai, parameter comparison: of these models temperature, top_p, n and both penalties are "
            "fixed",
            thinkers.KIMI, but=("kimi-k2-thinking*",), note=True,
        )
        for key, value in (("n", 1), ("presence_penalty", 0), ("frequency_penalty", 0))
    ),
    *(
        Refusal(
            "model-parameter", _OWN, clashes.fixed(key, value),
            f'"invalid {key}: only {value} is allowed for this model" (a public gateway\'s copy of what the live API '
            'answered of kimi-k3, 2026-08-27)',
            ("kimi-k3*",),
        )
        for key, value in (("n", 1), ("presence_penalty", 0), ("frequency_penalty", 0))
    ),
    Refusal(
        "model-parameter", _OWN, shown.valued("logprobs", True, instead="of this model there are none"),
        '"invalid logprobs: only false is allowed for this model" (a public gateway\'s copy of what the live API '
        "answered of kimi-k3, 2026-08-27)",
        ("kimi-k3*",),
    ),
    Refusal(
        "parameter-clash", _OWN, clashes.many_of_the_likeliest,
        'platform.kimi.ai, models overview: "When temperature is close to 0, n can only be 1. Otherwise, the API '
        'returns invalid_request_error."',
    ),
    Refusal(
        "model-parameter", _OWN, clashes.fixed("temperature", 1),
        '"invalid temperature: only 1 is allowed for this model" (shandianshuo/shandianshuo-releases#13 '
        "kimi-for-coding and k3-256k, in 2026-08)",
        ("kimi-for-coding*", "k3*"), note=True,
    ),
    Refusal(
        "model-parameter", _OWN, shown.valued("thinking.type", "disabled"),
        "of K3 thinking cannot be turned off: disabled is a 400 (Kimi Code's page of models, told by "
        "dev.to/aihubmix in 2026-10)",
        ("kimi-k3*", "k3*"), note=True,
    ),
    Refusal(
        "model-id", _OWN, clashes.anything("Moonshot has this model no more", "$.model"),
        '"Not found the model kimi-k2-0711-preview or Permission denied" (langgenius/dify#39778, in 2026-07; the K2 '
        "models were retired on 25 May 2026)",
        ("kimi-k2-0*", "kimi-k2-turbo*", "kimi-k2-thinking*", "kimi-thinking-preview*", "kimi-latest*"),
        at_home=True, note=True,
    ),
)  # fmt: skip

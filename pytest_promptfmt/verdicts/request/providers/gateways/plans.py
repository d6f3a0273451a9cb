"""Addresses of plans and free tiers, which take requests from some clients alone, or ask for a header of their own.

Where the headers are known (a command of curl has them all), a missing one is told; where they are not, and nothing
else is known to be wrong, it may be that one.
"""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.refusals import thinkers
from pytest_promptfmt.verdicts.request.refusals.clashes import anything
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal

_FORMS = ("openai", "openai-responses", "anthropic", "vllm", "dashscope", "moonshot", "deepseek", "zhipu", "minimax")
_ZEN = r"^opencode\.ai/zen/"
_HEADERS: tuple[tuple[str, str, str, bool, str], ...] = (
    (
        rf"{_ZEN}go/", "x-opencode-session", "one id for each conversation", False,
        '"Request is missing x-opencode-session and cannot be routed efficiently. Please see '
        'https://opencode.ai/docs/go/#where-can-i-use-it" (anomalyco/opencode#47756, decolua/9router#3848; '
        "tontinton/maki#935: one stable id for each conversation, from 2026-09-06 on)",
    ),
    (
        r"githubcopilot\.com/", "editor-version", "beside copilot-integration-id, where an editor's token asks", True,
        '"bad request: missing Editor-Version header for IDE auth" (BerriAI/litellm#13256, openclaw/openclaw#71538, '
        "vastsa/PI-Desktop#126, from 2024-12 to 2026-09)",
    ),
)  # fmt: skip
"""Address, the header that it asks for and what it is, whether that hangs on the credential, and what it says."""
_CLIENTS: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    (
        r"^coding(-intl)?\.dashscope\.aliyuncs\.com/", ("*",), "coding agents",
        '"Coding Plan is currently only available for Coding Agents" (aaif-goose/goose#8005, iOfficeAI/AionUi#2555, in '
        "2026-03 and 04; RightNow-AI/openfang#543: it goes by the header User-Agent)",
    ),
    (
        r"^api\.kimi\.com/coding/", ("*",), "coding agents",
        '"Kimi For Coding is currently only available for Coding Agents such as Kimi CLI, Claude Code, Roo Code, Kilo '
        'Code, etc." (continuedev/continue#10847, cline/cline#10307, openclaw/openclaw#42499, in 2026-02 to 06)',
    ),
    (
        _ZEN, ("big-pickle*", "*-free"), "OpenCode",
        '"OpenCode\'s free tier can only be used in OpenCode" (Kilo-Org/kilocode#13937, in 2026-09)',
    ),
)  # fmt: skip
"""Address, models, whose requests it takes, and what it says to others."""

_BY_ACCOUNT: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        r"githubcopilot\.com/", ("*",),
        '"The requested model is not supported." (zed-industries/zed#28869 gpt-4.1, github/copilot-cli#639 gpt-5, '
        "decolua/9router#3477 claude-sonnet-4.6: plan and settings have them or not, and /models lists them)",
    ),
    (
        r"modelscope\.cn/", ("*",),
        '"Model id : Qwen/Qwen3-Coder-480B-A35B-Instruct , has no provider supported" '
        "(musistudio/claude-code-router#904 and #906, in 2025-10)",
    ),
    (
        r"openrouter\.ai/", ("*:free",),
        '"No endpoints found for nousresearch/hermes-3-llama-3.1-405b:free." (vyancharuk/nodejs-api-boilerplate#16: '
        "what is free today is gone tomorrow)",
    ),
    (
        r"chatgpt\.com/backend-api/codex", ("*",),
        "\"The 'gpt-image-2' model is not supported when using Codex with a ChatGPT account.\" (decolua/9router#3829)",
    ),
)  # fmt: skip
"""Hosts of which an account, or a day, has other models than the next: address, models, and what it says."""

REFUSED_BY_PLANS: tuple[Refusal, ...] = (
    *(
        Refusal(
            "address", _FORMS, anything(f"the header {header} is missing, {what}"), words,
            where=where, header=header, note=note, told_only=unknown,
        )
        for where, header, what, note, words in _HEADERS
        for unknown in (False, True)
    ),
    *(
        Refusal(
            "address", _FORMS, anything(f"this address takes requests of {whose} alone, which it knows by their name"),
            words, models, where=where, told_only=True,
        )
        for where, models, whose, words in _CLIENTS
    ),
    *(
        Refusal(
            "model-id", (*_FORMS, "openrouter"),
            anything("which models there are is a matter of account and day here: the host lists them", "$.model"),
            words, models, where=where, told_only=True,
        )
        for where, models, words in _BY_ACCOUNT
    ),
    Refusal(
        "thinking-parameter", ("vllm", "openai"), thinkers.forced_while_thinking,
        '"Thinking mode does not support this tool_choice" (tickernelz/opencode-mem#253 deepseek-v4-flash, in 2026-08; '
        "osaurus-ai/osaurus#1940: auto and none alone are taken, and behind gateways too)",
        thinkers.DEEPSEEK, where=_ZEN,
    ),
    Refusal(
        "thinking-parameter", ("vllm", "openai"), thinkers.forced_while_thinking,
        "\"tool_choice 'required' is incompatible with thinking enabled\" (AstrBotDevs/AstrBot#7805, at the maker's)",
        thinkers.KIMI, where=_ZEN, note=True,
    ),
    Refusal(
        "model-id", ("anthropic",), anything("older versions of Claude Code are refused this model", "$.model"),
        '"Claude Code 2.1.220 does not support this model; version 2.1.251 or newer is required" '
        "(router-for-me/CLIProxyAPI#5503 claude-fable-5-1, in 2026-09)",
        ("claude-fable-5[.-]1*",), where=r"^api\.anthropic\.com/", told_only=True,
    ),
    Refusal(
        "model-id", ("anthropic",), anything("not every account has had this model at every time", "$.model"),
        '"Claude Fable 5 is not available. Please use Opus 4.8" (anthropics/claude-code#68312, in 2026-06)',
        ("claude-fable-5*",), but=("claude-fable-5[.-]1*",), where=r"^api\.anthropic\.com/", told_only=True,
    ),
)  # fmt: skip

"""What providers refuse of a request beside its messages: a tool that nobody offers, parameters that clash.

A table of refusals, each with the provider's words; formatters write none of it, so that only `promptfmt why` and
`promptfmt validate` ask. What is not in the table is named as not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.payload.finding import Finding, Severity, Statements
from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.providers.addresses import REFUSED_AT_ADDRESSES
from pytest_promptfmt.verdicts.request.providers.anthropic import REFUSED_BY_ANTHROPIC
from pytest_promptfmt.verdicts.request.providers.azure import REFUSED_BY_AZURE
from pytest_promptfmt.verdicts.request.providers.bedrock import REFUSED_BY_BEDROCK, as_claude, place_of
from pytest_promptfmt.verdicts.request.providers.compatible import REFUSED_BY_COMPATIBLE
from pytest_promptfmt.verdicts.request.providers.dashscope import REFUSED_BY_DASHSCOPE
from pytest_promptfmt.verdicts.request.providers.gemini import REFUSED_BY_GEMINI
from pytest_promptfmt.verdicts.request.providers.groq import REFUSED_BY_GROQ
from pytest_promptfmt.verdicts.request.providers.openai import REFUSED_BY_OPENAI
from pytest_promptfmt.verdicts.request.providers.servers import REFUSED_BY_SERVERS
from pytest_promptfmt.verdicts.request.providers.zhipu import REFUSED_BY_ZHIPU
from pytest_promptfmt.verdicts.request.refusals import shown
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Sent

FINDINGS: Statements = {
    "tool-choice": (Severity.ERROR, "the request speaks of tools that it does not offer"),
    "tools-count": (Severity.ERROR, "the request has more tools or calls than the provider takes"),
    "json-mode": (Severity.ERROR, "JSON is asked for, and no message has the word"),
    "missing-parameter": (Severity.WARNING, "a parameter is missing without which the provider takes nothing"),
    "model-parameter": (Severity.ERROR, "the request has a parameter that its model does not take"),
    "thinking-parameter": (Severity.ERROR, "the request has a parameter that does not go with its thinking"),
    "model-ability": (Severity.ERROR, "the request asks of its model what that cannot do"),
    "parameter-value": (Severity.ERROR, "a parameter has a type or a value that its provider does not take"),
    "parameter-clash": (Severity.ERROR, "parameters of the request do not go together"),
    "answer-schema": (Severity.ERROR, "the schema of the answer is not what its provider asks of one"),
    "other-api": (Severity.ERROR, "the request has a key of its provider's other API"),
    "kept-item": (Severity.ERROR, "the request has an item that its provider does not keep, or cannot read"),
    "api-version": (Severity.ERROR, "the request has what its version of the API does not know"),
    "named-parameter": (Severity.ERROR, "the provider's answer names this parameter"),
    "message-form": (Severity.WARNING, "a message has a form that its provider has refused"),
    "named-place": (Severity.ERROR, "the provider's answer names this place"),
    "refused-key": (Severity.ERROR, "the provider's answer says that it does not take this key"),
    "refused-value": (Severity.ERROR, "the provider's answer says that it does not take this value"),
    "wanted-key": (Severity.ERROR, "the provider's answer asks for a key that is not there"),
    "stated-value": (Severity.ERROR, "the provider's answer says what is taken here, and this is not"),
    "server-option": (Severity.ERROR, "the server was started without what the request asks of it"),
    "model-id": (Severity.ERROR, "the model cannot be asked under this name"),
}


_OPENAIS = ("openai", "vllm", "deepseek", "zhipu", "mistral", "dashscope", "dashscope-multimodal")

REFUSALS: tuple[Refusal, ...] = (
    Refusal(
        "tool-choice", ("openai",), breaks.without_tools("tool_choice"),
        "\"Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.\" "
        "(writer/writer-framework#1013)",
    ),
    Refusal("tool-choice", ("openai",), breaks.without_tools("parallel_tool_calls")),
    Refusal("tool-choice", ("anthropic", "openai-responses", *_OPENAIS[1:]), breaks.without_tools("tool_choice")),
    Refusal(
        "tool-choice", ("dashscope", "dashscope-multimodal"), breaks.unoffered,
        '"Invalid value for \\"tool_choice\\": no function named \\"AgentOutput\\" was specified in the \\"tools\\" '
        'parameter." (browser-use/web-ui#586)',
    ),
    Refusal(
        "tool-choice",
        ("openai", "openai-responses", "vllm", "deepseek", "zhipu", "mistral", "anthropic", "bedrock", "gemini"),
        breaks.unoffered,
    ),
    Refusal(
        "tools-count", ("openai",), breaks.many,
        "\"Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length "
        "129 instead.\" (musistudio/claude-code-router#686, zed-industries/zed#42393); \"Invalid "
        "'messages[2].tool_calls': "
        'array too long. Expected an array with maximum length 128" (openai/openai-dotnet#317)',
    ),
    Refusal("tools-count", ("openai-responses",), breaks.many),
    Refusal(
        "json-mode", ("openai", "dashscope", "dashscope-multimodal"), breaks.no_word_of_json,
        "\"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.\" "
        "(mem0ai/mem0#3559, of OpenAI; agno-agi/agno#5317, of DashScope)",
    ),
    Refusal("json-mode", ("openai-responses", "deepseek"), breaks.no_word_of_json),
    Refusal(
        "missing-parameter", ("anthropic",), breaks.missing("max_tokens"),
        '"Malformed input request: #: required key [max_tokens] not found, please reformat your input and try again." '
        "(diffbot/code-gpt-docs#300, InvokeModel); the official client's types have it as required",
    ),
    Refusal(
        "model-parameter", ("openai",),
        shown.given("max_tokens", instead="this model takes max_completion_tokens in its place"),
        "\"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
        "instead.\" (getcmd-dev/cmd#36, fish2018/YPrompt#26)",
        ("o1*", "o3*", "o4*", "gpt-5*"),
    ),
    Refusal(
        "model-parameter", ("anthropic",), breaks.both,
        '"`temperature` and `top_p` cannot both be specified for this model. Please use only one." '
        "(cloud-apim/otoroshi-llm-extension#140: Opus 4.1, Sonnet and Haiku 4.5)",
        ("claude-opus-4-1*", "claude-*-4-5*"),
    ),
    Refusal(
        "model-parameter", ("gemini",), breaks.json_beside_functions,
        "\"Function calling with a response mime type: 'application/json' is unsupported\" (symfony/ai#1777, "
        "googleapis/python-genai#867: Gemini 2.5 and before)",
        ("gemini-1*", "gemini-2*"),
    ),
    Refusal(
        "model-parameter", ("bedrock",), shown.given("system", instead="this model takes no system text"),
        "\"This model doesn't support system messages. Try again without a system message or use a model that supports "
        "system messages.\" (567-labs/instructor#1753: Mistral 7B and Mixtral; Mintplex-Labs/anything-llm#2486: Titan)",
        ("amazon.titan-text*", "mistral.mistral-7b*", "mistral.mixtral*"),
    ),
    Refusal(
        "model-parameter", ("bedrock",), shown.given("toolConfig", instead="this model takes no tools"),
        "\"This model doesn't support tool use\" (langchain-ai/langchain-aws#447: DeepSeek R1)",
        ("*deepseek.r1*",),
    ),
    Refusal(
        "model-parameter", ("bedrock",), breaks.any_tool,
        "\"This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try "
        "again\" (strands-agents/harness-sdk#1241: Llama)",
        ("*meta.llama*",),
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), breaks.thinking_warm,
        '"`temperature` may only be set to 1 when thinking is enabled." (MartialBE/one-hub#529)',
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), breaks.thinking_forced,
        '"Thinking may not be enabled when tool_choice forces tool use." (mastra-ai/mastra#7507)',
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), breaks.budget,
        '"`max_tokens` must be greater than `thinking.budget_tokens`." (liuw1535/antigravity2api-nodejs#150); a call '
        "with a budget as large was answered with a 400 (Smart-AI-Memory/attune-ai#730)",
    ),
    Refusal(
        "thinking-parameter", ("dashscope",), breaks.unstreamed,
        '"parameter.enable_thinking must be set to false for non-streaming calls" (vybestack/llxprt-code#229, '
        "langchain4j/langchain4j#3974, infiniflow/ragflow#8972: Qwen3's open models, which think unless told not to)",
        ("qwen3-[0-9]*b", "qwen3-[0-9]*b-a*b"),
    ),
    *REFUSED_BY_OPENAI,
    *REFUSED_BY_AZURE,
    *REFUSED_BY_COMPATIBLE,
    *REFUSED_BY_GROQ,
    *REFUSED_BY_SERVERS,
    *REFUSED_BY_ANTHROPIC,
    *REFUSED_BY_BEDROCK,
    *REFUSED_BY_GEMINI,
    *REFUSED_BY_DASHSCOPE,
    *REFUSED_BY_ZHIPU,
    *REFUSED_AT_ADDRESSES,
)  # fmt: skip
UNSENT = Sent()


_OF_CLAUDE = ("request.parameter-value", "request.model-parameter", "request.thinking-parameter")
"""What Claude refuses at Bedrock as it does elsewhere."""


def parameter_findings(dialect: Dialect, body: Any, model: str = "", sent: Sent = UNSENT) -> Iterator[Finding]:
    """What the provider refuses of a whole request beside its messages; `model` is the one that it is sent to."""
    if not isinstance(body, dict):
        return
    named = str(body.get("model") or body.get("modelId") or model).lower().rpartition("/")[2]
    here = "model" in body or "anthropic_version" in body or not model  # a platform's address has it, and its body none
    yield from _findings(dialect, dialect.id, body if here else {**body, "model": model}, named, sent)
    if dialect.id == "bedrock" and "anthropic." in named:
        for finding in _findings(dialect, "anthropic", as_claude(body), named.rpartition("anthropic.")[2], sent):
            if finding.id in _OF_CLAUDE:
                yield replace(finding, path=place_of(finding.path))


def _findings(dialect: Dialect, refuses: str, body: dict[str, Any], model: str, sent: Sent) -> Iterator[Finding]:
    family = model_of(refuses, model).family if model else ""
    found: dict[tuple[str, str], Finding] = {}
    for refusal in REFUSALS:
        if refusal.concerns(refuses, model, family, sent):
            for path, problem in refusal.broken(body):
                certain = refusal.words and not refusal.note
                severity = FINDINGS[refusal.slug][0] if certain else Severity.WARNING
                data = {"source": refusal.words, "provider": dialect.provider} if refusal.words else {}
                told = Finding(f"request.{refusal.slug}", severity, path, problem, (), data)
                known = found.setdefault((refusal.slug, path), told)
                if (told.is_error, bool(data)) > (known.is_error, bool(known.data)):
                    found[refusal.slug, path] = told
    yield from found.values()

"""What the platforms that serve Claude do not have of its API: features by platform, and at Bedrock by model.

Bedrock's and Vertex AI's own addresses are meant, whose body says `anthropic_version`; Anthropic's API at AWS and at
Microsoft's Foundry has nearly everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.providers.anthropic.breaks import of_another_client, of_platform
from pytest_promptfmt.verdicts.request.refusals.clashes import anything
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued
from pytest_promptfmt.verdicts.request.refusals.values import among

_OWN = ("anthropic",)
_COPILOT = r"githubcopilot\.com/v1/messages"
_AVAILABLE = "platform.claude.com, features overview, in 2026-11"
_BEDROCK, _VERTEX = "bedrock-", "vertex-"
_SERVER_TOOLS = {
    _BEDROCK: ("web_search_", "web_fetch_", "code_execution_", "advisor_", "mcp_toolset"),
    _VERTEX: ("web_fetch_", "code_execution_", "advisor_", "mcp_toolset"),
}
_NO_SEARCH = (
    "\"tools.0: Input tag 'web_search_20250305' found using 'type' does not match any of the expected tags: "
    "'bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', "
    "'text_editor_20250728', 'tool_search_tool_bm25', 'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', "
    "'tool_search_tool_regex_20251119'\" (anthropics/claude-code#61624 behind a platform's gateway, in 2026-05); "
    '"The Anthropic web_search_20250305 server tool is not supported on Amazon Bedrock." (docs.aws.amazon.com)'
)
_NO_FETCH = f"{_AVAILABLE}: Vertex AI has the search of the web, and neither web fetch nor code execution"
_UNKNOWN_BETAS = (
    "advanced-tool-use-2025-11-20", "prompt-caching-scope-2026-01-05", "prompt-caching-2024-07-31",
    "redact-thinking-2026-02-12", "files-api-2025-04-14", "code-execution-2025-05-22", "code-execution-2025-08-25",
    "message-batches-2024-09-24", "web-fetch-2025-09-10", "fast-mode-2026-02-01", "skills-2025-10-02",
    "oauth-2025-04-20", "max-tokens-3-5-sonnet-2024-07-15",
)  # fmt: skip
"""What Bedrock has answered with "invalid beta flag": features of Anthropic's own API, and of its subscriptions."""
_FLAGGED = (
    '"invalid beta flag" (QuantumNous/new-api#2772, in 2026-01; anthropics/claude-code#11672 and a table of what is '
    "taken and what is not in a public code base, of advanced-tool-use and prompt-caching-scope measured by several)"
)
_FROM = "messages[].content[].source messages[].content[].content[].source"


def _served_tools(platform: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if str(body.get("anthropic_version")).startswith(platform):
            for path, tool in objects(body.get("tools"), "$.tools"):
                if str(tool.get("type")).startswith(_SERVER_TOOLS[platform]):
                    yield f"{path}.type", f"{tool['type']!r} is run by Anthropic's own API, and not on this platform"

    return broken


def _sources(kind: str, problem: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if str(body.get("anthropic_version")).startswith((_BEDROCK, _VERTEX)):
            for path, source in places(body, _FROM):
                if isinstance(source, dict) and source.get("type") == kind:
                    yield f"{path}.type", problem

    return broken


def _versioned(taken: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        version = body.get("anthropic_version")
        if version is not None and version != taken:
            yield "$.anthropic_version", f"{version!r:.60}, and {taken!r} is taken here"

    return broken


REFUSED_ON_PLATFORMS: tuple[Refusal, ...] = (
    *(
        Refusal(
            "parameter-value", (dialect,), valued(f"{at}anthropic_beta[]", *_UNKNOWN_BETAS,
                                                  instead="Bedrock does not know this feature"),
            _FLAGGED, note=True, where="^bedrock-runtime",
        )
        for dialect, at in (("anthropic", ""), ("bedrock", "additionalModelRequestFields."))
    ),
    Refusal(
        "other-api", _OWN, given("tool_choice.disable_parallel_tool_use", "Bedrock has not known it"),
        '"Malformed input request: #: subject must not be valid against schema {\\"required\\":[\\"messages\\"]}'
        '#/tool_choice: extraneous key [disable_parallel_tool_use] is not permitted, please reformat your input and '
        'try again." (anthropics/anthropic-sdk-python#739 Claude 3.5, until 2025-01)',
        ("claude-3*",), where="^bedrock-runtime", told_only=True,
    ),
    Refusal(
        "model-id", _OWN, anything("a model's date stands behind @ here, and not behind a hyphen"),
        "404 of claude-3-7-sonnet-20250219 (anthropics/claude-code#165: it is claude-3-7-sonnet@20250219)",
        where=r"aiplatform\..*/publishers/anthropic/models/claude-[\w.-]+-20\d{6}(:|$)", note=True,
    ),
    Refusal(
        "other-api", _OWN, anything("the header anthropic-beta asks for a feature that Vertex AI has not known"),
        '"Unexpected value(s) `prompt-caching-2024-07-31` for the `anthropic-beta` header. Please consult our '
        'documentation at docs.anthropic.com or try again without the header." (BerriAI/litellm#14293, in 2025-09)',
        where=r"aiplatform\..*[rR]awPredict", with_beta="prompt-caching-|files-api-|skills-|fast-mode-|oauth-",
        note=True,
    ),
    Refusal(
        "parameter-value", _OWN, _versioned("bedrock-2023-05-31"),
        '"Invalid API version: claude-3-sonnet-20240229-v1:0" (boto/boto3#4218)',
        where=r"^bedrock-runtime\..*/invoke",
    ),
    Refusal(
        "parameter-value", _OWN, _versioned("vertex-2023-10-16"),
        "404 of each request that has Anthropic's own version instead (clawvisor/clawvisor#156, in 2026-04)",
        where=r"aiplatform\..*[rR]awPredict", note=True,
    ),
    Refusal("parameter-clash", _OWN, of_platform(_VERTEX, "model")),
    *(
        Refusal(
            "parameter-clash", _OWN, of_platform(platform, "diagnostics", "inference_geo", "mcp_servers"),
            '"diagnostics: Extra inputs are not permitted" (anthropics/claude-code#82539 Vertex AI; the platforms of '
            "each feature, platform.claude.com, 2026-11)",
            note=True,
        )
        for platform in (_VERTEX, _BEDROCK)
    ),
    Refusal(
        "parameter-clash", _OWN, of_platform(_VERTEX, "output_config"),
        '"output_config: Extra inputs are not permitted" (anthropics/anthropic-sdk-csharp#132 Haiku 4.5 at Vertex AI)',
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, of_platform(_VERTEX, "container", "service_tier", "speed", "fallbacks"),
        '"Extra inputs are not permitted" (Kong/developer.konghq.com#5952 of container and service_tier at Vertex AI, '
        f"in 2026-07; {_AVAILABLE}, of the others)",
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, of_platform(_BEDROCK, "container", "speed", "fallbacks"),
        '"speed: Extra inputs are not permitted" (measured at Bedrock with and without the header, quoted in public '
        f'notes, in 2026); "`fallbacks` is not supported on Amazon Bedrock" (quoted in public code; {_AVAILABLE})',
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, of_platform(_BEDROCK, "model", "stream"),
        '"Malformed input request: #: extraneous key [stream] is not permitted#: extraneous key [model] is not '
        'permitted, please reformat your input and try again." (fumito-ito/AnthropicSwiftSDK#19: both in the address)',
    ),
    *(
        Refusal("parameter-clash", _OWN, _served_tools(platform), words, note=True)
        for platform, words in ((_BEDROCK, _NO_SEARCH), (_VERTEX, _NO_FETCH))
    ),
    Refusal(
        "parameter-clash", _OWN, _sources("file", "this platform keeps no files"),
        '"The Files API is currently not supported on Amazon Bedrock or Google Vertex AI." (platform.claude.com, Files '
        "API)",
        note=True,
    ),
    Refusal(
        "parameter-clash", _OWN, _sources("url", "this platform fetches nothing: its bytes are sent as base64"),
        '"messages.0.content.0.image.source.base64.data: URL sources are not supported" '
        "(anthropics/anthropic-sdk-typescript#1038 Vertex AI; measured at Bedrock, quoted in public notes, in 2026-09)",
        note=True,
    ),
    *(
        Refusal(
            "model-parameter", (dialect,), given(at, "of this model Bedrock gives no answer by a schema"),
            '"output_config.format: Extra inputs are not permitted" (anomalyco/models.dev#1765 Opus 4.7, in 2026-05; '
            "of Opus 4.7, 4.8, Sonnet 5, Opus 5 and Fable 5.1, measured and quoted in public notes, in 2026: Haiku 4.5 "
            "to Opus 4.6 take it)",
            ("*claude-opus-4-[7-9]*", "*claude-*-5*"), but=("*claude-*-4-5*",), note=True, where="^bedrock-runtime",
        )
        for dialect, at in (("anthropic", "output_config.format"), ("bedrock", "outputConfig.textFormat"))
    ),
    # Copies of the API at other hosts, and what its own address took behind a header alone.
    Refusal(
        "other-api", _OWN, given("context_management tools[].eager_input_streaming", "Copilot does not know it"),
        '"context_management: Extra inputs are not permitted" (caozhiyuan/copilot-api#305 of Opus 4.6); '
        '"tools.0.custom.eager_input_streaming: Extra inputs are not permitted" (yuegongzi/copilot-api#11 of Haiku '
        "4.5)",
        where=_COPILOT, told_only=True,
    ),
    Refusal(
        "parameter-value", _OWN, among("output_config.effort", "medium"),
        '"output_config.effort \\"high\\" is not supported by model claude-opus-4.7; supported values: [medium]" '
        "(caozhiyuan/copilot-api#218)",
        ("claude-opus-4[.-]7*",), where=_COPILOT, told_only=True,
    ),
    Refusal(
        "other-api", _OWN, of_another_client,
        '"This credential is only authorized for use with Claude Code and cannot be used for other API requests." '
        "(openclaw's pages, and quoted in several public code bases, since 2026-01)",
        where=r"^api\.anthropic\.com/", with_beta="oauth-", note=True,
    ),
    Refusal(
        "other-api", _OWN,
        given("tools[].input_examples tools[].defer_loading tools[].allowed_callers", "it has wanted a header"),
        '"tools.0.custom.input_examples: Extra inputs are not permitted" (Wei-Shaw/claude-relay-service#667, '
        "anthropics/claude-code#11678 claude-sonnet-4-5 in 2025-11; of defer_loading anthropics/claude-code#31033 "
        "claude-opus-4-6: anthropic-beta advanced-tool-use-2025-11-20)",
        where=r"^api\.anthropic\.com/", told_only=True,
    ),
)  # fmt: skip

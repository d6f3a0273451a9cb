"""What OpenAI's Responses API refuses of a request beside what is said, and what other servers refuse that have one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals import clashes, in_responses_items, shown, values
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given

_CODEX = r"^chatgpt\.com/backend-api/codex"


def _encrypted(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, asked in places(body, "include[]"):
        if asked == "reasoning.encrypted_content":
            yield path, "this model does not reason, and has nothing to encrypt"


def _included_logprobs(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, asked in places(body, "include[]"):
        if asked == "message.output_text.logprobs":
            yield path, "this model reasons, and tells no probabilities"


def _odd_id(body: Mapping[str, Any]) -> Iterator[Said]:
    if isinstance(id_ := body.get("previous_response_id"), str) and re.search(r"[^\w-]", id_):
        yield "$.previous_response_id", f"{id_!r:.60} is no id of a response"


def _of_status(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, item in objects(body.get("input"), "$.input"):
        if "status" in item and str(item.get("type", "")).endswith(("_output", "reasoning")):
            yield f"{path}.status", "at this address such an item has none"


"""What a subscription to ChatGPT is asked by: every answer is streamed, and none is kept."""

REFUSED_BY_RESPONSES: tuple[Refusal, ...] = (
    Refusal("tools-count", ("openai-responses",), breaks.many),
    Refusal(
        "model-parameter", ("openai-responses",), given("reasoning.effort reasoning.summary"),
        "\"Unsupported parameter: 'reasoning.effort' is not supported with this model.\" (BoundaryML/baml#2708 "
        "gpt-4.1); \"Unsupported parameter: 'reasoning.summary' is not supported with the 'gpt-5-chat-latest' model.\" "
        "(docker/docker-agent#2166)",
        ("gpt-3.5*", "gpt-4*", "chatgpt-4*", "gpt-5-chat*"),
    ),
    Refusal(
        "model-parameter", ("openai-responses",), _encrypted,
        '"Encrypted content is not supported with this model." (microsoft/agent-framework#7483 gpt-4.1)',
        ("gpt-3.5*", "gpt-4*", "chatgpt-4*", "gpt-5-chat*"),
    ),
    Refusal(
        "parameter-value", ("openai-responses",), _odd_id,
        "\"Invalid 'previous_response_id': '@results.ress'. Expected an ID that contains letters, numbers, "
        'underscores, or dashes, but this value contained additional characters." (ProjectTech4DevAI/kaapi-backend'
        "#317)",
        at_home=True,
    ),
    Refusal(
        "other-api", ("openai-responses",),
        given("response_format", "here it is text.format"),
        "\"Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to "
        "'text.format'.\" "
        "(mkht/PSOpenAI#44, router-for-me/CLIProxyAPI#2352)",
    ),
    Refusal(
        "other-api", ("openai-responses",), given("messages", "here it is input"),
        "\"Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.\" "
        "(cline/cline#5419)",
    ),
    Refusal(
        "other-api", ("openai-responses",),
        given("max_tokens max_completion_tokens reasoning_effort functions n stop seed", "a key of Chat Completions"),
        "\"Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.\" "
        "(cline/cline#5419; of response_format mkht/PSOpenAI#44)",
    ),
    Refusal(
        "model-ability", ("openai-responses",),
        clashes.anything("this model is there in Chat Completions alone", "$.model"),
        "\"The requested model 'gpt-4o-search-preview' is not supported with the Responses API.\" (Laisky/one-api#88)",
        ("*-search-preview*",),
    ),
    Refusal(
        "parameter-clash", ("openai-responses",), shown.of_minimal_effort("file_search"),
        "\"The following tools cannot be used with reasoning.effort 'minimal': file_search.\" "
        "(dimagi/open-chat-studio#2583 gpt-5)",
        ("gpt-5*",),
    ),
    Refusal(
        "parameter-clash", ("openai-responses",),
        shown.of_minimal_effort("web_search", "web_search_preview", "image_generation", "code_interpreter"),
        models=("gpt-5*",),
    ),
    Refusal(
        "model-parameter", ("openai-responses",), given("reasoning.generate_summary", "here it is reasoning.summary"),
        "\"Unknown parameter: 'reasoning.generate_summary'.\" (measured, gpt-5.6-terra in 2026-08, "
        "kangminlee-maker/local-OAuth-CLI-API-adapter)",
        ("gpt-5.6*",),
    ),
    Refusal(
        "model-parameter", ("openai-responses",), _included_logprobs,
        '"logprobs are not supported with reasoning models." (measured, gpt-5.6-terra in 2026-08, '
        "kangminlee-maker/local-OAuth-CLI-API-adapter)",
        ("gpt-5.[5-9]*", "gpt-6*", "o1*", "o3*", "o4*"),
    ),
    Refusal(
        "parameter-value", ("openai-responses",), values.within("max_tool_calls", "[1, )"),
        "\"Invalid 'max_tool_calls': integer below minimum value. Expected a value >= 1, but got 0 instead.\" "
        "(measured, gpt-5.6-terra in 2026-08, kangminlee-maker/local-OAuth-CLI-API-adapter)",
    ),
    # ChatGPT's own address.
    Refusal(
        "other-api", ("openai-responses",),
        given("max_output_tokens max_tool_calls prompt_cache_retention", "at this address there is no such key"),
        '"Unsupported parameter: max_output_tokens" (kortix-ai/suna#5124 gpt-5.6-sol, RayBytes/ChatMock#103); '
        '"Unsupported parameter: max_tool_calls" (Wei-Shaw/sub2api#6405); "Unsupported parameter: '
        'prompt_cache_retention" (heyhuynhgiabuu/proxypal#105)',
        where=_CODEX,
    ),
    Refusal(
        "other-api", ("openai-responses",),
        given("previous_response_id conversation", "ChatGPT's own keeps no responses: the items are sent again"),
        '"Unsupported parameter: previous_response_id" (r1n7aro/Locus#35, in 2026-05)',
        where=_CODEX,
    ),
    Refusal(
        "parameter-value", ("openai-responses",), shown.other_than("store", False),
        '"Store must be set to false" (openai/codex#26173, openclaw/openclaw#138395: also where it is left out)',
        where=_CODEX,
    ),
    Refusal(
        "parameter-value", ("openai-responses",), shown.other_than("stream", True),
        '"Stream must be set to true" (BYK/loreai#968, leookun/cursor-byok#14)', where=_CODEX,
    ),
    Refusal(
        "message-form", ("openai-responses",), _of_status,
        "\"Unknown parameter: 'input[2].status'.\" (zyycn/codex-proxy-rs#194, in 2026-09; of reasoning "
        "AstrBotDevs/AstrBot#9724)",
        where=_CODEX, note=True,
    ),
    Refusal(
        "kept-item", ("openai-responses",), clashes.unkept_items,
        "\"Item with id 'rs_...' not found. Items are not persisted when `store` is set to false. Try again with "
        "`store` "
        'set to true, or remove this item from your input." (vercel/ai#7543, continuedev/continue#9101)',
        note=True,
    ),
    Refusal(
        "parameter-clash", ("openai-responses",), clashes.repeated_items,
        '"Duplicate item found with id msg_4. Remove duplicate items from your input and try again." '
        "(earendil-works/pi#5151, NousResearch/hermes-agent#7939)",
    ),
    Refusal(
        "kept-item", ("openai-responses",), clashes.items_sent_again,
        '"Duplicate item found with id rs_1. Remove duplicate items from your input and try again." '
        "(openai/openai-agents-js#425, openai/openai-agents-python#1789)",
        note=True,
    ),
    Refusal(
        "kept-item", ("openai-responses",), clashes.unkept_response,
        '"Previous response with id \'resp_...\' not found." code previous_response_not_found (bigduu/Bamboo-agent#64, '
        "smg-project/smg#916: a response that was not stored)",
        note=True,
    ),
    Refusal(
        "kept-item", ("openai-responses",), clashes.unreadable_items,
        '"The encrypted content Work...out. could not be verified. Reason: Encrypted content could not be decrypted or '
        'parsed." (edison7009/EchoBird#255, Wei-Shaw/sub2api#2863)',
    ),
    Refusal(
        "kept-item", ("openai-responses",), in_responses_items.encrypted,
        '"The encrypted content gAAA...Rg== could not be verified." code invalid_encrypted_content (openai/codex#8132, '
        '#9045: of another account, or another deployment); "reasoning `encrypted_content` was not issued to this '
        'caller" (anomalyco/opencode#48800, of another service)',
        told_only=True,
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.without_id("web_search_call"),
        "\"Missing required parameter: 'input[18].id'.\" (openai/codex#6934, #6725, of a search of the web)",
        note=True,
    ),
    Refusal("message-form", ("openai-responses",), in_responses_items.without_id(*in_responses_items.OF_THE_API)),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.unreadable_arguments,
        '"[invalid_request_error] `arguments` must be valid JSON" (Alishahryar1/free-claude-code#1748, of another '
        "service)",
        note=True,
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.untyped_answers,
        "\"Cannot determine type of 'item'\" (bakks/butterfish#53, of llama.cpp); \"Input should be a valid string\" "
        "at body.input.str (MiaAI-Lab/DeepSeek-v4-Flash-DSpark-2x-DGX-Spark#138, of vLLM); "
        "CherryHQ/cherry-studio#10477, of OpenRouter",
        note=True, elsewhere=True,
    ),
    Refusal(
        "message-form", ("openai-responses",), in_responses_items.calls_after_one_thought,
        '"The `reasoning_text` in the thinking mode must be passed back to the API." (rikkahub/rikkahub#1690: of a '
        "turn with several calls before each of them)",
        told_only=True,
    ),
    Refusal(
        "parameter-value", ("openai-responses",), shown.with_tools_of("namespace", "tool_search"),
        '"Invalid" of type invalid_string at tools.8.type (lmstudio-ai/lmstudio-bug-tracker#1810, of a namespace)',
        note=True, elsewhere=True,
    ),
    Refusal(
        "parameter-value", ("openai-responses",), values.other_actions,
        "\"Invalid value: 'other'. Supported values are: 'search', 'open_page', and 'find_in_page'.\" at "
        "input[5].action.type (openai/codex#7117, #7085)",
    ),
)  # fmt: skip

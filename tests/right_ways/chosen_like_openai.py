"""What a careful author may choose at those like OpenAI, written down before anybody was asked."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, calling, insert, messages

from right_ways.chosen import CALLS, LIKE_OPENAI, PICTURES, chosen, named, options
from right_ways.way import PLAIN, way, ways_of


@chosen(LIKE_OPENAI, *CALLS)
def results_with_their_tools_name(payload: Any) -> Any:
    names = {call["id"]: call["function"]["name"] for message in calling(payload) for call in message["tool_calls"]}
    for message in by("tool", payload):
        message["name"] = names[message["tool_call_id"]]
    return payload


REQUESTS: dict[str, dict[str, Any]] = {
    "groq": {"model": "openai/gpt-oss-120b", "reasoning_effort": "low", "include_reasoning": False},
    "openrouter": {
        "model": "openai/gpt-4o", "models": ["openai/gpt-4o", "openai/gpt-4o-mini"], "transforms": ["middle-out"],
        "provider": {"order": ["OpenAI"], "allow_fallbacks": False}, "usage": {"include": True},
        "reasoning": {"exclude": True}, "plugins": [{"id": "web"}],
    },
    "moonshot": {"model": "kimi-k2.5", "thinking": {"type": "disabled"}, "prompt_cache_key": "chat-1"},
    "xai": {"model": "grok-4", "search_parameters": {"mode": "off"}, "deferred": False},
    "siliconflow": {"model": "Qwen/Qwen3-8B", "enable_thinking": False, "top_k": 20, "min_p": 0},
    "deepseek": {"model": "deepseek-chat", "stream": True, "stream_options": {"include_usage": True}},
    "zhipu": {"model": "glm-4.6", "thinking": {"type": "disabled"}, "do_sample": False, "stream": True},
    "minimax": {"model": "MiniMax-M2.5", "reasoning_split": True, "max_completion_tokens": 100, "n": 1},
    "mistral": {"model": "mistral-large-latest", "prompt_mode": None, "n": 1, "max_tokens": 100},
    "cohere": {"model": "command-a-03-2025", "safety_mode": "NONE", "k": 0, "p": 0.75, "strict_tools": False},
}  # fmt: skip
WHOLE_REQUESTS = tuple(
    each
    for dialect, more in REQUESTS.items()
    for each in way(f"{dialect}.chat", PLAIN, "tools/single-call")(
        named("a-request-with-everything-in-it", options(**more))
    )
)


@chosen("openrouter", PLAIN, "chat/two-users-in-a-row")
def a_mark_for_the_cache_on_a_part(payload: Any) -> Any:
    for message in messages(payload)[:2]:
        message["content"] = [{"type": "text", "text": message["content"], "cache_control": {"type": "ephemeral"}}]
    return payload


@chosen("xai", *PICTURES)
def the_picture_alone_before_the_words(payload: Any) -> Any:
    for message in by("user", payload):
        if isinstance(message["content"], list):
            message["content"].sort(key=lambda part: part["type"] != "image_url")
    return payload


@chosen("moonshot", *CALLS)
def a_tool_of_the_servers_own_beside(payload: Any) -> Any:
    payload["tools"].append({"type": "builtin_function", "function": {"name": "$web_search"}})
    return payload


@chosen("openai", "chat/assistant-last")
def a_user_who_asks_to_continue(payload: Any) -> Any:
    return insert(payload, len(messages(payload)), {"role": "user", "content": "Continue."})


WAYS = ways_of(globals())

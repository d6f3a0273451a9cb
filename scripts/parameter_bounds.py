"""What the official clients' types do not say of parameters, by dialect and place: bounds, and newer keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Said = Mapping[str, dict[str, Any] | None]
CLOSED, SETTLED = {"closed": True}, {"settled": True}
"""Words, or an object's forms, that have not grown in years: another is a mistake, however little it looks like one."""
NUMBER, WHOLE, TEXT, SWITCH = ({"kinds": [kind]} for kind in ("number", "integer", "string", "boolean"))
SHORT = {"long": 64}
SAMPLING: Said = {
    "temperature": {"low": 0, "high": 2},
    "top_p": {"low": 0, "high": 1},
    "presence_penalty": {"low": -2, "high": 2},
    "frequency_penalty": {"low": -2, "high": 2},
    "max_tokens": {"low": 1},
}
OPENAI: Said = {
    "temperature": SAMPLING["temperature"],
    "top_p": SAMPLING["top_p"],
    "top_logprobs": {"low": 0, "high": 20},
    "user": SHORT,
    "safety_identifier": {"long": 128},
    "prompt_cache_key": SHORT,
    "metadata": {"long": 16},
    "tool_choice": CLOSED,
}
"""Of both APIs."""
SWITCHED = {
    "kinds": ["object"],
    "free": True,
    "keys": {"type": {"kinds": ["string"], "words": ["enabled", "disabled"]}},
}
GONE = """numa num_gqa low_vram f16_kv logits_all vocab_only use_mlock embedding_only tfs_z mirostat mirostat_eta
    mirostat_tau penalize_newline rope_frequency_base rope_frequency_scale"""
OPTIONS: Said = {
    "options.min_p": NUMBER,
    "options.draft_num_predict": WHOLE,
    **{f"options.{key}": {"kinds": None} for key in GONE.split()},  # a server of today passes over them
}
BOUNDS: Mapping[str, Said] = {
    "openai": {
        **SAMPLING,
        **OPENAI,
        "n": {"low": 1, "high": 128},
        "max_completion_tokens": {"low": 1},
        "logit_bias": {"names": "[0-9]+", "values": {"kinds": ["integer", "number"], "low": -100, "high": 100}},
        "response_format": SETTLED,
    },
    "openai-responses": {
        **OPENAI,
        "max_output_tokens": {"low": 16},
        "truncation": CLOSED,
        "text.format": SETTLED,
    },
    "anthropic": {  # whose newest models take none of these
        "temperature": {**NUMBER, "low": 0, "high": 1},
        "top_p": {**NUMBER, "low": 0, "high": 1},
        "top_k": WHOLE,
        "max_tokens": {"low": 0},  # which fills the cache, and answers nothing
    },
    "mistral": {**SAMPLING, "temperature": {"low": 0, "high": 1.5}, "max_tokens": {"low": 0}},
    "cohere": {
        "temperature": {"low": 0, "high": 1},
        "p": {"low": 0.01, "high": 0.99},
        "k": {"low": 0, "high": 500},
        "frequency_penalty": {"low": 0, "high": 1},
        "presence_penalty": {"low": 0, "high": 1},
        "max_tokens": {"low": 1},
        "stream": SWITCH,
    },
    "gemini": {
        "generationConfig.responseFormat": {"kinds": None, "items": None},  # the client has a list of them
        "generationConfig.imageConfig.outputMimeType": None,
        "generationConfig.imageConfig.outputCompressionQuality": None,
    },
    "groq": {**SAMPLING, "max_completion_tokens": {"low": 1}},
    "openrouter": {
        **SAMPLING,
        "max_completion_tokens": {"low": 1},
        "reasoning.max_tokens": WHOLE,
        "reasoning.exclude": SWITCH,
        "reasoning.enabled": SWITCH,
        "provider.options": {"keys": None},
        "provider.max_price": {"keys": None},
    },
    "zhipu": {"thinking": {**SWITCHED}, "response_format": {"kinds": ["object"], "free": True}},
    "deepseek": {  # whose server passes over what it does not know
        "thinking": {**SWITCHED},
        **dict.fromkeys(("store", "seed", "parallel_tool_calls", "logit_bias", "max_completion_tokens")),
    },
    "ollama": OPTIONS,
    "ollama-generate": OPTIONS,
    "vllm": {
        "temperature": {"high": None},
        "response_format": {"one_of": None},
        "top_k": WHOLE,
        "min_p": {**NUMBER, "low": 0, "high": 1},
        "repetition_penalty": {**NUMBER, "low": 0},
        "min_tokens": {**WHOLE, "low": 0},
        "stop_token_ids": {"kinds": ["array"], "items": WHOLE},
        "bad_words": {"kinds": ["array"], "items": TEXT},
        **dict.fromkeys(
            ("ignore_eos", "skip_special_tokens", "spaces_between_special_tokens", "include_stop_str_in_output", "echo",
             "add_generation_prompt", "continue_final_message", "add_special_tokens", "include_reasoning"), SWITCH,
        ),
        "chat_template_kwargs": {"kinds": ["object"]},
        "mm_processor_kwargs": {"kinds": ["object"]},
        "guided_choice": {"kinds": ["array"], "items": TEXT},
        "priority": WHOLE,
    },
}  # fmt: skip

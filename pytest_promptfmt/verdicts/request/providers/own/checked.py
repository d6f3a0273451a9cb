"""What llama.cpp and SGLang check of a request themselves: a finding's slug, a predicate and the words of each."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.providers.own import chat_templates
from pytest_promptfmt.verdicts.request.refusals import clashes, in_messages
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken
from pytest_promptfmt.verdicts.request.refusals.shown import repeated_names, tools_of, valued
from pytest_promptfmt.verdicts.request.refusals.tool_schemas import no_schemas
from pytest_promptfmt.verdicts.request.refusals.values import Value, among, numeric, valued_otherwise, within

LLAMA_CPP: tuple[tuple[str, Broken, str], ...] = (
    (
        "message-form",
        chat_templates.begun_twice,
        '"Cannot have 2 or more assistant messages at the end of the list."',
    ),
    ("parameter-clash", clashes.one_of("grammar", "json_schema"), '"Cannot use both json_schema and grammar"'),
    ("parameter-clash", clashes.beside_tools("grammar"), '"Cannot use custom grammar constraints with tools."'),
    ("parameter-clash", clashes.unlogged, '"top_logprobs requires logprobs to be set to true"'),
    (
        "parameter-value",
        among("response_format.type", "text json_object json_schema"),
        '"response_format type must be one of \\"text\\" or \\"json_object\\", but got: xml"',
    ),
    (
        "parameter-value",
        valued_otherwise(
            {"chat_template_kwargs.enable_thinking": Value("a truth value", lambda found: not isinstance(found, str))}
        ),
        '"invalid type for \\"enable_thinking\\" (expected boolean, got string)"',
    ),
    (
        "message-form",
        in_messages.with_parts(
            "file",
            "document",
            "video_url",
            "audio_url",
            "image",
            "tool_reference",
            "tool_use",
            "tool_result",
            "thinking",
        ),
        '"unsupported content[].type"',
    ),
    (
        "parameter-value",
        among("messages[].content[].input_audio.format", "wav mp3"),
        "\"input_audio.format must be either 'wav' or 'mp3'\"",
    ),
    (
        "parameter-clash",
        clashes.continued_and_begun,
        '"Cannot set both add_generation_prompt and continue_final_message to true."',
    ),
    (
        "parameter-value",
        numeric("temperature top_p top_k min_p presence_penalty frequency_penalty repeat_penalty max_tokens seed"),
        "\"Field 'temperature': [json.exception.type_error.302] type must be number, but is string\"",
    ),
    ("parameter-value", valued("echo", True, instead="nothing is echoed"), '"Only no echo is supported"'),
    (
        "parameter-value",
        tools_of("function"),
        '"Unsupported tool type: {\\"type\\":\\"web_search\\"}"',
    ),
)
"""ggml-org/llama.cpp, tools/server/server-common.cpp, read in 2026-11."""

SGLANG: tuple[tuple[str, Broken, str], ...] = (
    (
        "parameter-value",
        within("temperature", "[0, )"),
        '"temperature must be a non-negative finite number, got -1."',
    ),
    ("parameter-value", within("top_p", "(0, 1]"), '"top_p must be in (0, 1], got 0."'),
    ("parameter-value", within("top_k", "[1, )", -1), '"top_k must be -1 (disable) or at least 1, got 0."'),
    ("parameter-value", within("min_p", "[0, 1]"), '"min_p must be in [0, 1], got 2."'),
    ("parameter-value", within("presence_penalty", "[-2, 2]"), '"presence_penalty must be in [-2, 2], got 3."'),
    ("parameter-value", within("frequency_penalty", "[-2, 2]"), '"frequency_penalty must be in [-2, 2], got 3."'),
    (
        "parameter-value",
        within("repetition_penalty", "(0, 2]"),
        '"repetition_penalty must be in (0, 2] (1.0 = no penalty), got 0."',
    ),
    (
        "parameter-clash",
        clashes.one_of("json_schema", "regex", "ebnf"),
        '"Only one of regex, json_schema, or ebnf can be set."',
    ),
    (
        "parameter-value",
        no_schemas,
        "\"Tool 0 function has invalid 'parameters' schema: 'strin' is not valid under any of the given schemas\"",
    ),
    (
        "parameter-clash",
        clashes.forced_beside_format,
        "\"tool_choice 'required' or a named tool cannot be combined with response_format, regex, or ebnf: the "
        'tool-call constraint and the output constraint cannot both be honored."',
    ),
    (
        "parameter-clash",
        clashes.fewest_above_most,
        '"min_new_tokens must be in [0, max_new_tokens(10)], got 50."',
    ),
    (
        "message-form",
        in_messages.thoughts_of("user", "system", "tool"),
        '"thinking content parts are only valid in assistant messages"',
    ),
    (
        "tool-choice",
        clashes.forced_of_none,
        '"Tools cannot be empty if tool choice is set to required."; "... is set to a specific tool."',
    ),
    ("parameter-value", repeated_names, '"Tool names must be unique across request and message tools."'),
)
"""sgl-project/sglang, srt/sampling/sampling_params.py, read in 2026-11."""

"""The reference writes what each provider takes, says everything, and refuses aloud what it cannot say."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.rows import for_each

from promptfmt_reference import CAPABILITIES, FORMATTERS
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.plan import plan

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="  # 1 × 1 pixel
WAV = base64.b64encode(b"RIFF\x24\x00\x00\x00WAVEfmt ").decode()
PDF = base64.b64encode(b"%PDF-1.4\n").decode()
OF_CONVERSATIONS = [target for target in FORMATTERS if not target.startswith("aisbench")]
PROMPT = "# Conversation History\nThe content between <history></history> tags contains your conversation history\n"


def said(name: str, content: Any, role: str = "user") -> dict[str, Any]:
    return {"name": name, "role": role, "content": content}


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


def call(id_: str, name: str = "f", **input_: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": input_}


def result(id_: str, output: Any, **more: Any) -> dict[str, Any]:
    return said("system", [{"type": "tool_result", "id": id_, "output": output, **more}], "system")


def media(kind: str, type_: str, data: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "base64", "media_type": type_, "data": data}}


def linked(kind: str, url: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": url}}


def calls(*blocks: dict[str, Any]) -> dict[str, Any]:
    return said("Friday", list(blocks), "assistant")


IMAGE = media("image", "image/png", PNG)
TWO_HISTORIES = [
    said("system", "S", "system"),
    said("Ann", "a"),
    said("Bob", "b", "assistant"),
    calls(call("1")),
    result("1", "ok", name="f"),
    said("Ann", "c"),
]


def write(target: str, *messages: dict[str, Any], **more: Any) -> Any:
    return FORMATTERS[target](parse({"messages": list(messages), **more}))


def openai_call(id_: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


F1 = openai_call("1", "f", "{}")
FIRST = f"{PROMPT}<history>\nAnn: a\nBob: b\n</history>"
SECOND = "<history>\nAnn: c\n</history>"

MULTIAGENT: dict[str, Any] = {
    "openai": [
        {"role": "system", "content": [text("S")]},
        {"role": "user", "content": [text(FIRST)]},
        {"role": "assistant", "name": "Friday", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": [text(SECOND)]},
    ],
    "vllm": [
        {"role": "system", "content": [text("S")]},
        {"role": "user", "content": [text(FIRST)]},
        {"role": "assistant", "name": "Friday", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": [text(SECOND)]},
    ],
    "anthropic": {
        "system": [text("S")],
        "messages": [
            {"role": "user", "content": [text(FIRST)]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "f", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": [text("ok")]}]},
            {"role": "user", "content": [text(SECOND)]},
        ],
    },
    "gemini": {
        "system_instruction": {"parts": [{"text": "S"}]},
        "contents": [
            {"role": "user", "parts": [{"text": f"{PROMPT}<history>Ann: a\nBob: b\n</history>"}]},
            {"role": "model", "parts": [{"function_call": {"id": "1", "name": "f", "args": {}}}]},
            {
                "role": "user",
                "parts": [{"function_response": {"id": "1", "name": "f", "response": {"output": "ok"}}}],
            },
            {"role": "user", "parts": [{"text": "<history>Ann: c\n</history>"}]},
        ],
    },
    "dashscope": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": "", "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok", "name": "f"},
        {"role": "user", "content": SECOND},
    ],
    "dashscope-multimodal": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": [], "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok", "name": "f"},
        {"role": "user", "content": SECOND},
    ],
    "ollama": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": {}}}],
        },
        {"role": "tool", "content": "ok", "tool_name": "f", "tool_call_id": "1"},
        {"role": "user", "content": SECOND},
    ],
    "deepseek": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": SECOND},
    ],
    "zhipu": [
        {"role": "system", "content": "S"},
        {"role": "user", "content": FIRST},
        {"role": "assistant", "content": None, "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "user", "content": SECOND},
    ],
    "openai-responses": {
        "instructions": "S",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": FIRST}]},
            {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "1", "output": "ok"},
            {"role": "user", "content": [{"type": "input_text", "text": SECOND}]},
        ],
    },
}


@pytest.mark.parametrize("dialect", MULTIAGENT)
def test_agents_are_folded_into_one_user_turn_per_run_between_tool_calls(dialect: str) -> None:
    assert write(f"{dialect}.multiagent", *TWO_HISTORIES) == MULTIAGENT[dialect]


CHAT: dict[str, Any] = {
    "openai": [
        {"role": "system", "name": "system", "content": [text("S")]},
        {"role": "user", "name": "Ann", "content": [text("a")]},
        {"role": "assistant", "name": "Bob", "content": [text("b")]},
        {"role": "user", "name": "Ann", "content": [text("c")]},
    ],
    "anthropic": {
        "system": [text("S")],
        "messages": [
            {"role": "user", "content": [text("a")]},
            {"role": "assistant", "content": [text("b")]},
            {"role": "user", "content": [text("c")]},
        ],
    },
    "gemini": {
        "system_instruction": {"parts": [{"text": "S"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "a"}]},
            {"role": "model", "parts": [{"text": "b"}]},
            {"role": "user", "parts": [{"text": "c"}]},
        ],
    },
    "openai-responses": {
        "instructions": "S",
        "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "a"}]},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": [{"type": "input_text", "text": "c"}]},
        ],
    },
    "ollama-generate": {"system": "S", "prompt": "Ann: a\nBob: b\nAnn: c"},
    "bedrock": {
        "system": [{"text": "S"}],
        "messages": [
            {"role": "user", "content": [{"text": "a"}]},
            {"role": "assistant", "content": [{"text": "b"}]},
            {"role": "user", "content": [{"text": "c"}]},
        ],
    },
} | {
    dialect: [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"},
    ]
    for dialect in ("dashscope", "dashscope-multimodal", "ollama", "deepseek", "zhipu")
}
CHAT["vllm"] = CHAT["openai"]


@pytest.mark.parametrize("dialect", CHAT)
def test_a_plain_chat_is_one_message_each(dialect: str) -> None:
    messages = [message for i, message in enumerate(TWO_HISTORIES) if i not in (3, 4)]

    assert write(f"{dialect}.chat", *messages) == CHAT[dialect]


def test_a_prompt_without_system_text_is_a_string() -> None:
    assert write("ollama-generate.multiagent", said("Ann", "a"), said("Bob", "b", "assistant")) == "Ann: a\nBob: b"


def test_every_target_has_its_capabilities() -> None:
    assert FORMATTERS.keys() == CAPABILITIES.keys() == {*TARGETS}


# calls and results

PARALLEL = [
    said("Ann", "add"),
    calls(call("a", "add", x=1), call("b", "add", x=2)),
    result("b", "two"),
    said("Ann", "hurry"),
    result("a", "one"),
]


def test_results_follow_their_calls_at_once_whatever_came_between() -> None:
    assert write("openai.chat", *PARALLEL)[1:] == [
        {
            "role": "assistant",
            "name": "Friday",
            "content": None,
            "tool_calls": [openai_call("a", "add", '{"x": 1}'), openai_call("b", "add", '{"x": 2}')],
        },
        {"role": "tool", "tool_call_id": "a", "content": "one"},
        {"role": "tool", "tool_call_id": "b", "content": "two"},
        {"role": "user", "name": "Ann", "content": [text("hurry")]},
    ]


def test_anthropic_has_all_results_of_a_turn_in_one_user_message() -> None:
    assert write("anthropic.chat", *PARALLEL)["messages"][2:] == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": [text("one")]},
                {"type": "tool_result", "tool_use_id": "b", "content": [text("two")]},
            ],
        },
        {"role": "user", "content": [text("hurry")]},
    ]


def test_gemini_has_as_many_responses_as_calls_in_one_turn_and_echoes_the_ids() -> None:
    assert write("gemini.chat", *PARALLEL)["contents"][1:3] == [
        {
            "role": "model",
            "parts": [
                {"function_call": {"id": "a", "name": "add", "args": {"x": 1}}},
                {"function_call": {"id": "b", "name": "add", "args": {"x": 2}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"function_response": {"id": "a", "name": "add", "response": {"output": "one"}}},
                {"function_response": {"id": "b", "name": "add", "response": {"output": "two"}}},
            ],
        },
    ]


def test_gemini_calls_right_after_a_user_even_where_the_model_spoke_first() -> None:
    payload = write(
        "gemini.chat",
        said("Ann", "a"),
        said("Friday", "wait", "assistant"),
        calls({**call("1"), "signature": "c2ln"}),
        result("1", "no", is_error=True),
    )

    assert payload["contents"][1:] == [
        {
            "role": "model",
            "parts": [
                {"text": "wait"},
                {"function_call": {"id": "1", "name": "f", "args": {}}, "thought_signature": "c2ln"},
            ],
        },
        {"role": "user", "parts": [{"function_response": {"id": "1", "name": "f", "response": {"error": "no"}}}]},
    ]


def test_a_message_with_call_result_and_text_is_said_in_that_order() -> None:
    message = said(
        "Friday",
        [text("look"), call("1"), {"type": "tool_result", "id": "1", "output": "ok"}, text("done")],
        "assistant",
    )

    assert write("deepseek.chat", said("Ann", "a"), message)[1:] == [
        {"role": "assistant", "content": "look", "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "assistant", "content": "done"},
    ]


def test_text_beside_a_result_is_told_with_its_speaker_among_many() -> None:
    answer = said("Ann", [{"type": "tool_result", "id": "1", "output": "ok"}, text("more")])

    assert write("zhipu.multiagent", said("Ann", "a"), calls(call("1")), answer)[-1] == {
        "role": "user",
        "content": "<history>\nAnn: more\n</history>",
    }


def test_ids_that_anthropic_refuses_or_has_seen_are_replaced() -> None:
    payload = write(
        "anthropic.chat",
        said("Ann", "a"),
        calls(call("x.1"), call("ok")),
        result("x.1", "1"),
        result("ok", "2"),
        calls(call("ok")),
        result("ok", "3"),
    )
    ids = [
        (block.get("id") or block.get("tool_use_id"))
        for message in payload["messages"][1:]
        for block in message["content"]
    ]

    assert ids == ["call_1", "ok", "call_1", "ok", "call_2", "call_2"]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (None, ""),
        ([], ""),
        ([text("one")], "one"),
        ([text("one"), text("two\nlines")], "- one\n- two\nlines"),
    ],
)
def test_a_result_is_told_as_text(output: Any, expected: str) -> None:
    payload = write("openai.chat", said("Ann", "a"), calls(call("1")), result("1", output))

    assert payload[-1] == {"role": "tool", "tool_call_id": "1", "content": expected}


def test_anthropic_says_that_a_tool_failed_even_in_silence() -> None:
    payload = write("anthropic.chat", said("Ann", "a"), calls(call("1")), result("1", "", is_error=True))

    assert payload["messages"][-1]["content"] == [
        {
            "type": "tool_result",
            "tool_use_id": "1",
            "content": [text("The tool failed and said nothing.")],
            "is_error": True,
        }
    ]


def test_arguments_keep_their_letters() -> None:
    payload = write("deepseek.chat", said("Ann", "a"), calls(call("1", q="müde 今")), result("1", ""))

    assert payload[1]["tool_calls"] == [openai_call("1", "f", '{"q": "müde 今"}')]


TOOL = {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}
FUNCTION = {"type": "function", "function": TOOL}


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("openai", [FUNCTION]),
        ("ollama", [FUNCTION]),
        ("anthropic", [{"name": "f", "description": "d", "input_schema": TOOL["parameters"]}]),
        ("openai-responses", [{"type": "function", **TOOL, "strict": False}]),
        (
            "gemini",
            [
                {
                    "function_declarations": [
                        {"name": "f", "description": "d", "parameters_json_schema": TOOL["parameters"]}
                    ]
                }
            ],
        ),
    ],
)
def test_tools_on_offer_stand_beside_the_messages(dialect: str, expected: Any) -> None:
    assert write(f"{dialect}.chat", said("Ann", "a"), tools=[TOOL])["tools"] == expected


def test_dashscope_has_tools_among_the_parameters() -> None:
    assert write("dashscope.chat", said("Ann", "a"), tools=[TOOL]) == {
        "input": {"messages": [{"role": "user", "content": "a"}]},
        "parameters": {"tools": [FUNCTION]},
    }


# media

URI = f"data:image/png;base64,{PNG}"
SHOWN = said("Ann", [text("look"), IMAGE, text("nice?")])


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        (
            "openai",
            {
                "role": "user",
                "name": "Ann",
                "content": [text("look"), {"type": "image_url", "image_url": {"url": URI}}, text("nice?")],
            },
        ),
        (
            "anthropic",
            {
                "role": "user",
                "content": [
                    text("look"),
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
                    text("nice?"),
                ],
            },
        ),
        (
            "gemini",
            {
                "role": "user",
                "parts": [
                    {"text": "look"},
                    {"inline_data": {"mime_type": "image/png", "data": PNG}},
                    {"text": "nice?"},
                ],
            },
        ),
        ("dashscope-multimodal", {"role": "user", "content": [{"text": "look"}, {"image": URI}, {"text": "nice?"}]}),
        ("ollama", {"role": "user", "content": "look\nnice?", "images": [PNG]}),
        (
            "zhipu",
            {
                "role": "user",
                "content": [text("look"), {"type": "image_url", "image_url": {"url": PNG}}, text("nice?")],
            },
        ),
        ("ollama-generate", {"prompt": "Ann: look\nAnn: nice?", "images": [PNG]}),
    ],
)
def test_an_image_stands_where_it_was_said(dialect: str, expected: Any) -> None:
    payload = write(f"{dialect}.chat", SHOWN)

    assert (payload if dialect == "ollama-generate" else messages_of(payload)[0]) == expected


def messages_of(payload: Any) -> Any:
    return payload if isinstance(payload, list) else payload.get("messages") or payload["contents"]


def test_media_in_a_history_keep_place_and_owner() -> None:
    payload = write("openai.multiagent", said("Bob", "hi"), said("Ann", [IMAGE]), said("Bob", "nice"))
    url = {"type": "image_url", "image_url": {"url": URI}}

    assert payload == [
        {
            "role": "user",
            "content": [text(f"{PROMPT}<history>\nBob: hi\nAnn:"), url, text("Bob: nice\n</history>")],
        }
    ]


def test_a_history_that_ends_in_media_is_closed() -> None:
    assert write("dashscope-multimodal.multiagent", said("Ann", [text("look"), IMAGE])) == [
        {
            "role": "user",
            "content": [{"text": f"{PROMPT}<history>\nAnn: look"}, {"image": URI}, {"text": "</history>"}],
        }
    ]


def test_ollama_leaves_a_gap_in_a_history_where_an_image_was() -> None:
    assert write("ollama.multiagent", SHOWN, said("Bob", "yes", "assistant")) == [
        {
            "role": "user",
            "content": f"{PROMPT}<history>\nAnn: look\n\nAnn: nice?\nBob: yes\n</history>",
            "images": [PNG],
        }
    ]


def test_media_of_tools_are_shown_by_a_user_after_all_results() -> None:
    payload = write(
        "openai.multiagent",
        said("Ann", "draw"),
        calls(call("1", "draw"), call("2", "draw")),
        result("1", [text("here"), IMAGE]),
        result("2", [linked("image", "https://example.com/b.png")]),
    )

    assert payload[2:] == [
        {
            "role": "tool",
            "tool_call_id": "1",
            "content": "- here\n- The returned image can be found at: 1-1",
        },
        {
            "role": "tool",
            "tool_call_id": "2",
            "content": "The returned image can be found at: https://example.com/b.png",
        },
        {
            "role": "user",
            "name": "user",
            "content": [
                text("<system-info>The following are the image contents from the tool result of 'draw':"),
                text("\n- The image from '1-1': "),
                {"type": "image_url", "image_url": {"url": URI}},
                text("</system-info>"),
                text("<system-info>The following are the image contents from the tool result of 'draw':"),
                text("\n- The image from 'https://example.com/b.png': "),
                {"type": "image_url", "image_url": {"url": "https://example.com/b.png"}},
                text("</system-info>"),
            ],
        },
    ]


def test_anthropic_keeps_media_inside_the_result() -> None:
    payload = write("anthropic.chat", said("Ann", "draw"), calls(call("1")), result("1", [text("here"), IMAGE]))

    assert payload["messages"][-1]["content"] == [
        {
            "type": "tool_result",
            "tool_use_id": "1",
            "content": [
                text("here"),
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
            ],
        }
    ]


def test_responses_keep_media_inside_the_output_and_take_documents_by_address() -> None:
    document = linked("document", "https://example.com/a.pdf")
    payload = write("openai-responses.chat", said("Ann", "draw"), calls(call("1")), result("1", [IMAGE, document]))

    assert payload["input"][-1] == {
        "type": "function_call_output",
        "call_id": "1",
        "output": [
            {"type": "input_image", "image_url": URI, "detail": "auto"},
            {"type": "input_file", "file_url": "https://example.com/a.pdf"},
        ],
    }


def test_responses_have_system_text_in_the_input_where_there_is_nothing_else() -> None:
    assert write("openai-responses.chat", said("system", "S", "system")) == {
        "input": [{"role": "system", "content": [{"type": "input_text", "text": "S"}]}]
    }


def test_responses_replace_ids_that_are_too_long_or_used_again() -> None:
    payload = write(
        "openai-responses.chat",
        said("Ann", "a"),
        calls(call("x" * 65), call("ok.1")),
        result("x" * 65, "1"),
        result("ok.1", "2"),
        calls(call("ok.1")),
        result("ok.1", "3"),
    )

    ids = [item["call_id"] for item in payload["input"][1:]]

    assert ids == ["call_1", "ok.1", "call_1", "ok.1", "call_2", "call_2"]


def test_an_image_of_the_assistant_is_shown_by_a_user_where_only_users_show_images() -> None:
    payload = write("openai.chat", said("Ann", "draw"), said("Friday", [text("so"), IMAGE, text("good?")], "assistant"))

    assert [(message["role"], len(message["content"])) for message in payload] == [
        ("user", 1),
        ("assistant", 1),
        ("user", 4),
        ("assistant", 1),
    ]


def test_the_type_is_that_of_the_bytes_and_registered() -> None:
    jpeg = base64.b64encode(b"\xff\xd8\xff\xe0").decode()
    unknown = base64.b64encode(b"????").decode()
    payload = write(
        "openai.chat", said("Ann", [media("image", "image/png", jpeg), media("image", "image/jpg", unknown)])
    )

    assert [part["image_url"]["url"] for part in payload[0]["content"]] == [
        f"data:image/jpeg;base64,{jpeg}",
        f"data:image/jpeg;base64,{unknown}",
    ]


def test_local_files_are_read_by_path_and_by_file_url(tmp_path: Path) -> None:
    path = tmp_path / "a b.PNG"
    path.write_bytes(base64.b64decode(PNG))
    as_path, as_url = linked("image", str(path)), linked("image", path.as_uri())
    at_localhost = linked("image", path.as_uri().replace("file://", "file://localhost"))

    assert write("ollama.chat", said("Ann", [as_path, as_url, at_localhost]))[0]["images"] == [PNG, PNG, PNG]


def test_audio_video_and_documents_go_where_there_is_a_place() -> None:
    audio, document = media("audio", "audio/x-wav", WAV), media("document", "application/pdf", PDF)
    video = linked("video", "https://example.com/v.mp4")
    wav_uri, url = f"data:audio/wav;base64,{WAV}", "https://example.com/v.mp4"

    assert write("openai.chat", said("Ann", [audio, document]))[0]["content"] == [
        {"type": "input_audio", "input_audio": {"data": WAV, "format": "wav"}},
        {"type": "file", "file": {"filename": "document", "file_data": f"data:application/pdf;base64,{PDF}"}},
    ]
    assert write("anthropic.chat", said("Ann", [document]))["messages"][0]["content"] == [
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": PDF}}
    ]
    assert write("gemini.chat", said("Ann", [audio, video]))["contents"][0]["parts"] == [
        {"inline_data": {"mime_type": "audio/wav", "data": WAV}},
        {"file_data": {"file_uri": url, "mime_type": "video/mp4"}},
    ]
    assert write("dashscope-multimodal.chat", said("Ann", [audio, video]))[0]["content"] == [
        {"audio": wav_uri},
        {"video": url},
    ]
    assert write("vllm.chat", said("Ann", [audio, video]))[0]["content"] == [
        {"type": "audio_url", "audio_url": {"url": wav_uri}},
        {"type": "video_url", "video_url": {"url": url}},
    ]


# thinking, system text, empty text

THOUGHT = {"type": "thinking", "thinking": "hm"}
SIGNED = {"type": "thinking", "thinking": "hm", "signature": "s"}


@pytest.mark.parametrize(
    ("dialect", "thought", "expected"),
    [
        (
            "deepseek",
            THOUGHT,
            {"role": "assistant", "content": "b", "reasoning_content": "hm"},
        ),
        ("vllm", THOUGHT, {"role": "assistant", "name": "Bob", "content": [text("b")], "reasoning": "hm"}),
        ("anthropic", SIGNED, {"role": "assistant", "content": [SIGNED, text("b")]}),
        ("anthropic", THOUGHT, {"role": "assistant", "content": [text("b")]}),
        ("ollama", THOUGHT, {"role": "assistant", "content": "b", "thinking": "hm"}),
        ("zhipu", THOUGHT, {"role": "assistant", "content": "b", "reasoning_content": "hm"}),
        ("openai", SIGNED, {"role": "assistant", "name": "Bob", "content": [text("b")]}),
        (
            "gemini",
            SIGNED,
            {"role": "model", "parts": [{"text": "hm", "thought": True, "thought_signature": "s"}, {"text": "b"}]},
        ),
        ("gemini", THOUGHT, {"role": "model", "parts": [{"text": "b"}]}),
    ],
)
def test_thinking_is_kept_where_the_provider_wants_it(dialect: str, thought: Any, expected: Any) -> None:
    payload = write(
        f"{dialect}.chat", said("Ann", "a"), said("Bob", [thought, text("b")], "assistant"), said("Ann", "c")
    )

    assert messages_of(payload)[1] == expected


def test_responses_get_signed_thoughts_as_items_before_what_they_led_to() -> None:
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": "s"}

    def items(*blocks: Any) -> Any:
        messages = [said("Ann", "a"), said("Bob", list(blocks), "assistant"), said("Ann", "c")]
        return write("openai-responses.chat", *messages)["input"][1:-1]

    assert items(SIGNED, text("b")) == [thought, {"role": "assistant", "content": "b"}]
    assert items(THOUGHT, text("b")) == [{"role": "assistant", "content": "b"}]
    assert items(text("b"), SIGNED) == [{"role": "assistant", "content": "b"}]


def test_later_system_text_is_a_user_turn_where_system_text_is_no_message() -> None:
    messages = [said("Ann", "a"), said("system", "S2", "system")]

    assert write("anthropic.chat", *messages)["messages"][-1] == {"role": "user", "content": [text("S2")]}
    assert write("gemini.chat", *messages)["contents"][-1] == {"role": "user", "parts": [{"text": "S2"}]}
    assert write("dashscope.chat", *messages)[-1] == {"role": "system", "content": "S2"}
    assert write("dashscope.multiagent", *messages) == [
        {"role": "user", "content": f"{PROMPT}<history>\nAnn: a\nsystem: S2\n</history>"}
    ]


@pytest.mark.parametrize("target", OF_CONVERSATIONS)
def test_empty_texts_say_nothing_and_are_left_out(target: str) -> None:
    full = write(target, said("Ann", "a"), said("Bob", "b", "assistant"), said("Ann", "c"))
    padded = write(
        target,
        said("system", "", "system"),
        said("Ann", [text(""), text("a")]),
        said("Bob", ["b"][0], "assistant"),
        said("Bob", [], "assistant"),
        said("Ann", "c"),
    )

    assert padded == full


def test_names_are_spelled_as_openai_allows() -> None:
    names = ["Ann Lee", "李雷", "a<b|c", "n" * 70]
    payload = write("openai.chat", *(said(name, "a") for name in names))

    assert [message["name"] for message in payload] == ["Ann_Lee", "李雷", "a_b_c", "n" * 64]


# refusals

USER = said("Ann", "a")
FILM = media("video", "video/mp4", base64.b64encode(b"\x00\x00\x00\x18ftypmp42").decode())
REFUSED: list[tuple[str, list[dict[str, Any]], str]] = [
    ("*.*", [], "says nothing"),
    ("*.*", [said("Ann", "")], "says nothing"),
    ("*.*", [said("Ann", "\ud800")], r"messages\[0\].content\[0\] \(text\): the lone surrogate '\\ud800'"),
    ("tool", [USER, calls(call("1"))], r"messages\[1\]: call '1' of 'f' has no result"),
    ("tool", [USER, result("1", "ok")], "result 'ok' of call '1' answers no call"),
    ("tool", [USER, calls(call("1")), result("1", "ok"), result("1", "again")], "'again' of call '1' answers no call"),
    (
        "tool",
        [USER, calls(call("1", x=float("nan"))), result("1", "ok")],
        r"call '1' of 'f'\): cannot be written as JSON",
    ),
    ("openai", [USER, calls(call("1", "a.b")), result("1", "ok")], "takes no tool of the name 'a.b'"),
    ("ollama-generate", [USER, calls(call("1")), result("1", "ok")], "no place for tool blocks"),
    ("deepseek", [said("Ann", [media("audio", "audio/wav", WAV)])], "DeepSeek has no place for audio blocks"),
    ("dashscope", [said("Ann", [IMAGE])], "no place for image blocks"),
    ("openai", [said("Ann", [linked("video", "https://example.com/v.mp4")])], "no place for video"),
    ("anthropic", [said("Ann", [media("audio", "audio/wav", WAV)])], "no place for audio"),
    ("ollama", [said("Ann", [linked("image", "https://example.com/a.png")])], "by value, not by address"),
    ("openai", [said("Ann", [linked("audio", "https://example.com/a.wav")])], "by value, not by address"),
    ("image", [said("Ann", [linked("image", "no/such.png")])], "neither a web address nor a file"),
    ("image", [said("Ann", [media("image", "image/png", "not base64!")])], "standard base64"),
    ("image", [said("Ann", [media("image", "text/plain", PDF)])], "which is no image"),
    ("openai", [said("Ann", [media("image", "image/tiff", "AAAA")])], "takes no image of type image/tiff"),
    ("openai", [said("Ann", [linked("image", "s3://bucket/a.png")])], "fetches from http and https only"),
    ("gemini", [said("Ann", [linked("image", "https://example.com/12345?x=a.png")])], "has to be told its type"),
    ("gemini", [said("Ann", [linked("image", "https://example.com/a.gif")])], "takes no image of type image/gif"),
    ("dashscope", [said("system", "S", "system")], "asks for a user's message"),
    ("zhipu", [said("system", "S", "system"), said("Bob", "b", "assistant")], "asks for a user's message"),
    ("anthropic", [said("system", "S", "system")], "nothing but system text"),
    ("anthropic", [said("Bob", [SIGNED], "assistant")], "nothing but thinking"),
    *(
        (dialect, [USER, said("Bob", [text("b"), *thought], "assistant")], "a user's message last")
        for dialect in ("anthropic", "bedrock")
        for thought in ([], [SIGNED])
    ),
    ("anthropic", [said("Ann", [media("document", "text/plain", "/w==")])], "no UTF-8"),
    ("gemini", [said("system", "S", "system")], "nothing but system text"),
    ("gemini", [USER, said("Bob", "b", "assistant")], "the assistant has the last word"),
    ("gemini", [calls(call("1")), result("1", "ok")], "begins with the call"),
    ("mistral", [calls(call("1")), result("1", "ok")], "begins with the call"),
]


def refused() -> Iterator[Any]:
    for who, messages, words in REFUSED:
        for target in OF_CONVERSATIONS:
            dialect, _, scenario = target.partition(".")
            if who == "*.*" or (who == dialect and scenario == "chat") or who in CAPABILITIES[target]["blocks"]:
                yield pytest.param(target, messages, words, id=f"{target}: {words[:30]}")


@pytest.mark.parametrize("ending", [[SIGNED], [SIGNED, {"type": "redacted_thinking", "data": "EmwK"}]])
@pytest.mark.parametrize("target", ["anthropic.chat", "bedrock.chat"])
def test_a_conversation_does_not_end_in_thinking(target: str, ending: list[Any]) -> None:
    assert write(target, said("Ann", "a"), said("Bob", ending, "assistant")) == write(target, said("Ann", "a"))


def test_anthropic_takes_a_document_of_plain_text_as_text() -> None:
    paper = media("document", "text/plain", base64.b64encode("Größe\n".encode()).decode())

    assert write("anthropic.chat", said("Ann", [paper]))["messages"][0]["content"] == [
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Größe\n"}}
    ]


@for_each(row.values for row in refused())
def test_what_cannot_be_said_is_refused_in_clear_words(target: str, messages: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        write(target, *messages)


@pytest.mark.parametrize("dialect", ["anthropic", "bedrock"])
def test_each_steps_text_stands_before_its_call_and_behind_its_thought(dialect: str) -> None:
    other = {**SIGNED, "signature": "t"}
    turn = calls(SIGNED, call("1"), text("b"), other, call("2"), text("c"))
    messages = [USER, turn, result("1", "ok"), result("2", "ok")]
    payload = write(f"{dialect}.multiagent", *messages, tools=[TOOL])["messages"]

    kinds = [block.get("type", next(iter(block))) for block in payload[1]["content"]]
    thinking, call_ = ("thinking", "tool_use") if dialect == "anthropic" else ("reasoningContent", "toolUse")
    assert kinds == [thinking, "text", call_, thinking, "text", call_]
    assert [block["text"] for block in payload[1]["content"] if "text" in block] == ["b", "c"]


@pytest.mark.parametrize("kind", ["document", "video"])
def test_bedrock_is_sent_no_document_and_no_video_beside_results(kind: str) -> None:
    shown = said("Ann", [text("see"), {"document": media("document", "application/pdf", PDF), "video": FILM}[kind]])
    called = [USER, calls(call("1")), result("1", "ok")]

    with pytest.raises(ValueError, match=rf"^\$.messages\[2\]: Bedrock takes no {kind} in the turn"):
        write("bedrock.chat", *called, shown, tools=[TOOL])
    assert write("bedrock.chat", *called, said("Bob", "b", "assistant"), shown, tools=[TOOL])


def test_where_deepseek_gets_thoughts_every_turn_that_calls_has_the_place_for_them() -> None:
    bare, thinks = calls(call("1")), calls(SIGNED, call("2"))
    rounds = [bare, result("1", "ok"), thinks, result("2", "ok")]

    assert [one.get("reasoning_content") for one in write("deepseek.chat", USER, *rounds)] == [
        *(None, "", None),
        *("hm", None),
    ]
    assert "reasoning_content" not in write("deepseek.chat", USER, bare, result("1", "ok"))[1]


@pytest.mark.parametrize("dialect", ["openai", "openai-responses"])
@pytest.mark.parametrize("given", [{}, {"type": "object"}, {"type": "object", "additionalProperties": False}])
def test_openai_is_told_that_a_tool_takes_nothing(dialect: str, given: dict[str, Any]) -> None:
    (tool,) = write(f"{dialect}.chat", USER, tools=[{**TOOL, "parameters": given}])["tools"]

    assert tool.get("function", tool)["parameters"] == {"type": "object", **given, "properties": {}}


# purity

EVERYTHING = [*TWO_HISTORIES[:3], *PARALLEL, said("Ann", [text("look")])]


@pytest.mark.parametrize("target", [target for target in OF_CONVERSATIONS if "generate" not in target])
def test_the_input_is_untouched_and_the_payload_shares_nothing_with_it(target: str) -> None:
    conversation: Conversation = parse({"messages": EVERYTHING, "tools": [TOOL]})
    before = copy.deepcopy(conversation)
    payload = FORMATTERS[target](conversation)

    assert conversation == before
    assert not mutable_ids(payload) & mutable_ids(conversation.to_json())
    assert FORMATTERS[target](conversation) == payload == json.loads(json.dumps(payload, allow_nan=False))


def mutable_ids(value: Any) -> set[int]:
    match value:
        case dict():
            return {id(value)}.union(*(mutable_ids(item) for item in value.values()))
        case list():
            return {id(value)}.union(*(mutable_ids(item) for item in value))
        case _:
            return set()


# the kit's own judgement

IMPLEMENTATION = resolve("promptfmt_reference", Path())
JUDGED = ("schema", "protocol", "fidelity", "errors")


def no_error(pairs: Iterable[tuple[str, Case]]) -> None:
    with Judge(IMPLEMENTATION, checks=JUDGED) as judge:
        judgements = [judge.judge(target, case) for target, case in pairs]

    assert judgements
    assert [(one.case.id, str(finding)) for one in judgements for finding in one.findings if finding.is_error] == []
    assert [needless(one) for one in judgements if needless(one)] == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("target", FORMATTERS)
def test_some_cases_of_the_corpus_find_no_error(target: str) -> None:
    """Other ones for each target. The whole runs at night, and the first command of the README runs it as well."""
    no_error(plan(IMPLEMENTATION, corpus(), [target])[[*FORMATTERS].index(target) % 8 :: 8])


@pytest.mark.nightly
@pytest.mark.parametrize("target", FORMATTERS)
def test_no_case_of_the_corpus_finds_an_error(target: str) -> None:
    no_error(plan(IMPLEMENTATION, corpus(), [target]))


def needless(judgement: Judgement) -> str | None:
    """The case, where the reference refuses what it claims to carry."""
    case, claimed = judgement.case, frozenset(CAPABILITIES[judgement.target]["blocks"])
    refused = judgement.exchange.failure is not None
    carry = case.expects(judgement.exchange.dialect).demand == "carry"
    return case.id if refused and carry and case.needs <= claimed else None

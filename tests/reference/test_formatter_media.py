"""The reference shows media where they were said, or where the provider looks at them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from support.written import (
    IMAGE,
    PDF,
    PNG,
    PROMPT,
    WAV,
    call,
    calls,
    linked,
    media,
    messages_of,
    result,
    said,
    text,
    write,
)

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

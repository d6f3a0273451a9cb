"""A local path that was sent becomes the bytes of the file that was given, as this provider takes bytes."""

from __future__ import annotations

import base64
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.cli import main
from pytest_promptfmt.diagnosis import Diagnosis, why
from pytest_promptfmt.diagnosis.mending.files import bytes_of, media, wanted
from pytest_promptfmt.dialects import DIALECTS

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PDF, WAV = b"%PDF-1.4 a page", b"RIFF\x10\x00\x00\x00WAVEfmt "
FILES = {"cat.png": PNG, "papers/a.pdf": PDF, "a.wav": WAV}
CAT, PAGE, TUNE = "/home/me/cat.png", "file:///home/me/papers/a.pdf", r"C:\me\a.wav"


def user(*blocks: Any, key: str = "content", **others: Any) -> list[dict[str, Any]]:
    return [{"role": "user", key: list(blocks), **others}]


ADDRESS = user({"type": "image_url", "image_url": {"url": CAT}})
SENT: list[tuple[str, Any, bytes]] = [
    ("openai", ADDRESS, PNG),
    ("openai", user({"type": "file", "file": {"file_data": PAGE, "filename": "a.pdf"}}), PDF),
    ("openai", user({"type": "input_audio", "input_audio": {"data": TUNE, "format": "wav"}}), WAV),
    ("openai-responses", user({"type": "input_image", "image_url": CAT, "detail": "auto"}), PNG),
    ("openai-responses", user({"type": "input_file", "file_url": PAGE}), PDF),
    ("anthropic", user({"type": "image", "source": {"type": "url", "url": CAT}}), PNG),
    ("anthropic", user({"type": "document", "source": {"type": "url", "url": PAGE}}), PDF),
    (
        "anthropic",
        user({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": CAT}}),
        PNG,
    ),
    ("gemini", user({"fileData": {"mimeType": "image/png", "fileUri": CAT}}, key="parts"), PNG),
    ("gemini", user({"file_data": {"mime_type": "image/png", "file_uri": CAT}}, key="parts"), PNG),
    ("gemini", user({"inlineData": {"mimeType": "audio/wav", "data": TUNE}}, key="parts"), WAV),
    ("bedrock", user({"image": {"format": "png", "source": {"bytes": CAT}}}), PNG),
    ("bedrock", user({"image": {"format": "png", "source": {"s3Location": {"uri": CAT}}}}), PNG),
    ("mistral", user({"type": "image_url", "image_url": CAT}), PNG),
    ("mistral", user({"type": "document_url", "document_url": PAGE}), PDF),
    ("dashscope-multimodal", user({"image": CAT}), PNG),
    *(
        (dialect, ADDRESS, PNG)
        for dialect in (
            *("deepseek", "vllm", "zhipu", "cohere", "openrouter"),
            *("moonshot", "groq", "xai", "minimax", "siliconflow"),
        )
    ),
    (
        "gemini-interactions",
        [{"type": "user_input", "content": [{"type": "image", "uri": CAT, "mime_type": "image/png"}]}],
        PNG,
    ),
    ("ollama", [{"role": "user", "content": "Hi", "images": [CAT, CAT]}], PNG),
    ("ollama-generate", {"prompt": "Hi", "images": [CAT]}, PNG),
]


def diagnosed(dialect: str, sent: Any, files: dict[str, bytes]) -> Diagnosis:
    (found,) = why(json.dumps(sent), dialect=dialect, files=files)
    return found


@pytest.mark.parametrize(("dialect", "sent", "data"), SENT)
def test_the_bytes_stand_where_the_path_stood(dialect: str, sent: Any, data: bytes) -> None:
    done = diagnosed(dialect, sent, FILES).mended

    assert done is not None
    assert done.left == 0
    shown = media(done.sent, DIALECTS[dialect])
    assert shown
    assert {each.data for each in shown} == {data}
    assert not any(path in json.dumps(done.sent) for path in ("/home/me", r"C:\\me"))


def test_every_provider_that_takes_media_is_asked() -> None:
    taking = {name for name, dialect in DIALECTS.items() if dialect.carries & {"image", "audio", "document"}}

    assert taking - {dialect for dialect, _, _ in SENT} <= {"aisbench"}


@pytest.mark.parametrize(("dialect", "sent", "data"), SENT)
def test_a_file_of_another_name_is_not_taken_for_it(dialect: str, sent: Any, data: bytes) -> None:
    found = diagnosed(dialect, sent, {"dog.png": data})

    assert found.mended is None or set(found.mended.did).isdisjoint(diagnosed(dialect, sent, FILES).mended.did)  # type: ignore[union-attr]


def test_words_that_are_a_files_name_stay_words() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "open", "arguments": '{"path": "cat.png"}'}}
    sent = [
        {"role": "user", "content": "cat.png"},
        {"role": "assistant", "content": "cat.png", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "cat.png"},
        *ADDRESS,
    ]
    before = copy.deepcopy(sent)
    done = diagnosed("openai", sent, FILES).mended

    assert done is not None
    assert done.sent[:3] == before[:3]
    assert done.sent[3] != before[3]


def test_of_two_files_of_one_name_the_path_decides() -> None:
    files = {"/a/cat.png": b"1", "/b/cat.png": b"2"}

    assert bytes_of("file:///a/cat.png", files) == ("/a/cat.png", b"1")
    assert bytes_of("/c/cat.png", files) is None
    assert bytes_of("https://example.com/a/cat.png", files) is None
    assert bytes_of("", {"": b"1"}) is None


def test_paths_without_a_file_are_named() -> None:
    assert wanted(ADDRESS, DIALECTS["openai"], {}) == (CAT,)
    assert wanted(ADDRESS, DIALECTS["openai"], FILES) == ()
    assert wanted("junk", DIALECTS["openai"], {}) == ()


def test_from_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sent.json").write_text(json.dumps(ADDRESS))
    Path("cat.png").write_bytes(PNG)

    assert main(["why", "--dialect", "openai", "sent.json"]) == 1
    assert (
        "not given      /home/me/cat.png: with --file FILE its bytes go where its path stands"
        in capsys.readouterr().out
    )
    assert main(["why", "--dialect", "openai", "sent.json", "--file", "cat.png", "--fix", "mended.json"]) == 1
    assert "The file that was given in the place of its path" in capsys.readouterr().out
    assert main(["why", "--dialect", "openai", "mended.json"]) == 0
    assert main(["why", "--dialect", "openai", "sent.json", "--file", "nothing.png"]) == 2
    assert "nothing.png cannot be read: No such file or directory" in capsys.readouterr().err

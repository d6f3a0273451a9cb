"""What a finding says of media is true of what was given, and not only of what a repair has made of it."""

from __future__ import annotations

from typing import Any

from liars.liar import answers, case, says
from support.one_call import ASKED, FIRST, LAST, call, errors, result, turned
from support.payloads.gemini import PNG

from pytest_promptfmt import Conversation, check_formatter

SHOWN = case(
    "a-recording",
    says("user", {"type": "audio", "source": {"type": "url", "url": "https://example.com/bell.wav"}}),
    says("assistant", "A bell, cobalt-42."),
    says("user", "Thanks, jade-31."),
)
HEARD = {"role": "assistant", "content": "A bell, cobalt-42."}, LAST


def audio(data: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}]}


def test_an_address_in_the_place_of_bytes_is_told_as_that() -> None:
    address = errors(SHOWN, audio("https://example.com/bell.wav"), *HEARD, dialect="openai")
    other = errors(SHOWN, audio("bell, in words"), *HEARD, dialect="openai")

    name = "the audio 'https://example.com/bell.wav'"
    assert f"the address of {name} stands at the place of its bytes" in address
    assert f"at the place of the bytes of {name} stands what is no base64" in other


DRAWN = case(
    "a-picture-in-a-result",
    *ASKED,
    says(
        "tool",
        answers(
            "find_order",
            "call_1",
            [{"type": "image", "source": {"type": "url", "url": "https://example.com/order.png"}}],
        ),
    ),
    says("user", "Thanks, jade-31."),
)


def test_media_where_none_are_read_are_told_by_their_place() -> None:
    part = {"type": "image_url", "image_url": {"url": "https://example.com/order.png"}}
    there = errors(DRAWN, FIRST, call(), result([part]), LAST, dialect="cohere")
    gone = errors(DRAWN, FIRST, call(), result("A picture."), LAST, dialect="cohere")

    name, place = "the image 'https://example.com/order.png'", "$[2].content[0].image_url.url"
    assert f"{name} stands at {place}, where no image is read" in there
    assert f"{name} is nowhere" in gone


def test_a_result_that_only_shows_something_is_not_nowhere_where_that_is_shown() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    shown = case(
        "a-picture-of-an-order",
        *ASKED,
        says("tool", answers("find_order", "call_1", [picture])),
        says("user", "Thanks."),
    )
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
    told = errors(shown, FIRST, call(), {"role": "user", "content": [part, {"type": "text", "text": "Thanks."}]})

    assert "no result answers find_order (call_1), wherever stands what it showed" in told


FILM = case(
    "a-film-and-a-recording",
    says("user", {"type": "video", "source": {"type": "base64", "media_type": "video/mp4", "data": "AAAAGGZ0eXA="}}),
    says("assistant", "A bell, cobalt-42."),
    says("user", "Thanks, jade-31."),
)


def document(**source: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "document", "source": source}]}


def test_what_is_sent_as_something_else_is_told_as_that_where_nothing_can_be_decoded() -> None:
    bytes_ = {"type": "base64", "media_type": "application/pdf"}
    written = errors(FILM, document(**bytes_, data="data:video/mp4;base64,AAAAGGZ0eXA="), *HEARD, dialect="anthropic")
    other = errors(FILM, document(**bytes_, data="data:video/mp4;base64,AAAA"), *HEARD, dialect="anthropic")

    assert "the video (video/mp4, 12 characters of base64) is sent as a document (application/pdf)" in written
    assert "nobody showed this document" in other


def test_what_is_empty_is_told_as_that() -> None:
    shown = errors(FILM, document(type="url", url=""), *HEARD, dialect="anthropic")
    paper = {"type": "document", "source": {"type": "url", "url": "https://example.com/bell.pdf"}}
    read = case("a-paper", says("user", paper), says("assistant", "A bell, cobalt-42."), says("user", LAST["content"]))
    lost = errors(read, document(type="url", url=""), *HEARD, dialect="anthropic")

    assert "an empty document is here" in shown
    assert "the document 'https://example.com/bell.pdf' came out empty" in lost


def test_media_are_called_what_they_are_and_not_what_their_declaration_makes_of_them() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    given = case("a-picture", says("user", picture), says("assistant", "A chart."), says("user", LAST["content"]))
    rest = turned({"text": "A chart."}, role="model"), turned({"text": LAST["content"]})
    told = [
        errors(given, turned({"inlineData": {"mimeType": declared, "data": PNG}}), *rest, dialect="gemini")
        for declared in ("", "application/octet-stream")
    ]

    assert "the image is declared as nothing, its bytes are image/png" in told[0]
    assert "the image is declared as application/octet-stream, its bytes are image/png" in told[1]


def test_of_a_picture_that_the_model_takes_none_of_a_word_is_enough_and_silence_is_not() -> None:
    """``deepseek-chat`` refuses images, and the dialect has a place for them."""

    def found(word: str) -> set[str]:
        def chat(conversation: Conversation) -> Any:
            told = [
                {"role": m.role, "content": m.text + (word if any(b.type == "image" for b in m.blocks) else "")}
                for m in conversation.messages
            ]
            return {"model": "deepseek-chat", "messages": told}

        report = check_formatter({"deepseek.chat": chat}, cases=["vision/image-by-address"])
        return {finding.id for finding in report.findings if finding.is_error}

    assert found("") == {"fidelity.lost-media"}
    assert found(" (an image, which this model cannot see)") == set()


def test_base64_in_the_place_of_a_text_is_told_as_that() -> None:
    source = {"type": "base64", "media_type": "text/plain", "data": "RHVlcyBhcmUgcGFpZCBhdCBub29uLg=="}
    given = case("a-note", says("user", "What is due?"), says("user", {"type": "document", "source": source}))
    note = {"type": "document", "source": {**source, "type": "text"}}
    told = errors(
        given, {"role": "user", "content": [{"type": "text", "text": "What is due?"}, note]}, dialect="anthropic"
    )

    name = "the document (text/plain, 32 characters of base64)"
    assert told == [f"the base64 of {name} stands at the place of its text"]


RED = "iVBORw0KGgo="
RED_SHOWN = case(
    "a-red-picture",
    says("user", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": RED}}),
)


def test_a_type_that_says_nothing_is_no_other_kind() -> None:
    untyped = {"inlineData": {"mimeType": "application/octet-stream", "data": RED}}
    told = errors(RED_SHOWN, {"role": "user", "parts": [untyped]}, dialect="gemini")

    assert "'application/octet-stream' says nothing of what it is" in told
    assert any("is declared as application/octet-stream, its bytes are image/png" in each for each in told)
    assert not any("sent as document" in each for each in told)


def test_a_picture_under_a_key_that_nobody_reads_is_not_empty() -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
    given = case("a-picture", says("user", "What is it, amber-17?", picture))
    words = {"type": "text", "text": "What is it, amber-17?"}

    def told(**image: Any) -> list[str]:
        steps = [{"type": "user_input", "content": [words, {"type": "image", **image}]}]
        report = check_formatter({"gemini-interactions.chat": lambda conversation: {"input": steps}}, cases=[given])
        return [finding.message for finding in report.findings if finding.id == "fidelity.altered-media"]

    [unread], [empty] = told(image_data={"data": PNG}), told(mime_type="image/png")
    assert unread.endswith(" stands at $.input[0].content[1].image_data.data, where no image is read")
    assert empty.endswith(" came out empty")

"""Who loses, changes or moves images and sounds."""

from __future__ import annotations

from typing import Any

from liars.liar import Formatter, liar, liars_of, misdeed
from liars.openai_parts import PDF
from liars.payloads import behind, by, holding, messages, of_type, picture, remove
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.media_repairs import (
    drop_assistant_media,
    drop_media,
    drop_media_but,
    drop_url_media,
)


@liar("openai.chat", "vision/image-by-value", "fidelity.lost-media", "error")
def describes_images(payload: Any) -> Any:
    """Writes a word where the image was."""
    for part in of_type("image_url", payload):
        part.pop("image_url")
        part |= {"type": "text", "text": "[image]"}
    return payload


DESCRIBED_TO_WHO_SEES = tuple(describes_images.at(target) for target in ("groq.chat", "deepseek.chat"))


@liar("gemini.chat", "vision/image-by-value", "fidelity.lost-media", "error", like="any-llm#972")
def keeps_text_only(payload: Any) -> Any:
    """Takes the texts of a message for all of it."""
    for content in messages(payload):
        content["parts"] = [part for part in content["parts"] if "text" in part]
    return payload


@liar("openai.chat", "vision/image-in-tool-result", "fidelity.lost-media", "error", like="agentscope#938")
def names_images_of_results(payload: Any) -> Any:
    """Says where a tool's image is to be found, and does not send it."""
    for message in by("user", payload):
        if of_type("image_url", [message]):
            remove(payload, message)
    return payload


@liar("anthropic.chat", "vision/image-in-tool-result", "fidelity.lost-media", "error", like="openai-agents#2214")
def keeps_text_of_results(payload: Any) -> Any:
    """Takes the texts of a result for all of it."""
    for block in of_type("tool_result", payload):
        block["content"] = [item for item in block["content"] if item["type"] == "text"]
    return payload


@liar("ollama.chat", "vision/two-images-text-between", "fidelity.lost-media", "error")
def sends_the_first_image_only(payload: Any) -> Any:
    """Sends one image of several."""
    for message in holding("images", payload):
        message["images"] = message["images"][:1]
    return payload


@liar("ollama-generate.chat", "vision/image-by-value", "fidelity.lost-media", "error")
def prompts_without_images(payload: Any) -> Any:
    """Forgets that images stand beside the prompt."""
    del payload["images"]
    return payload


@liar("dashscope-multimodal.chat", "audio/wav-by-value", "fidelity.lost-media", "error")
def hears_nothing(payload: Any) -> Any:
    """Leaves audio out."""
    for message in messages(payload):
        if isinstance(message["content"], list):
            message["content"] = [item for item in message["content"] if "audio" not in item]
    return payload


@liar("anthropic.chat", PDF, "fidelity.lost-media", "error")
def reads_no_documents(payload: Any) -> Any:
    """Leaves documents out."""
    for message in messages(payload):
        message["content"] = [block for block in message["content"] if block["type"] != "document"]
    return payload


@liar("openai.chat", PDF, "fidelity.altered-media", "error")
def sends_another_document(payload: Any) -> Any:
    """Writes the end of a file anew."""
    for part in of_type("file", payload):
        part["file"]["file_data"] = "data:application/pdf;base64,JVBERi0xLjQKJQ=="
    return payload


@liar("anthropic.chat", "vision/image-by-value", "fidelity.altered-media", "error")
def shrinks_images(payload: Any) -> Any:
    """Sends a thumbnail."""
    for block in of_type("image", payload):
        block["source"]["data"] = picture("PNG", (12, 12))
    return payload


@liar("gemini.chat", "audio/wav-by-value", "fidelity.altered-media", "error")
def cuts_audio(payload: Any) -> Any:
    """Sends the first half of the bytes."""
    for blob in holding("data", payload):
        blob["data"] = blob["data"][: len(blob["data"]) // 8 * 4]
    return payload


@liar("dashscope-multimodal.chat", "vision/image-address-with-query", "fidelity.altered-media", "error")
def cuts_queries(payload: Any) -> Any:
    """Sends an address without its query."""
    for item in holding("image", payload):
        item["image"] = item["image"].partition("?")[0]
    return payload


@liar("openai.chat", "vision/odd-addresses", "fidelity.altered-media", "error")
def folds_slashes(payload: Any) -> Any:
    """Makes one slash of two in a path, which another file may have."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("shots//", "shots/")
    return payload


@liar("vllm.chat", "vision/image-by-address", "fidelity.altered-media", "error")
def lowers_addresses(payload: Any) -> Any:
    """Sends an address of its own proxy."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("example.com", "proxy.example")
    return payload


@liar("openai.chat", "vision/image-by-value", "fidelity.media-type", "error")
def calls_everything_jpeg(payload: Any) -> Any:
    """Declares every image as a JPEG."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("image/png", "image/jpeg")
    return payload


@liar("openai.chat", "audio/mp3-by-value", "fidelity.media-type", "error")
def calls_everything_wav(payload: Any) -> Any:
    """Declares every sound as a wave."""
    for part in of_type("input_audio", payload):
        part["input_audio"]["format"] = "wav"
    return payload


@liar("dashscope-multimodal.chat", "audio/mp3-by-value", "fidelity.media-type", "error", like="agentscope O14")
def takes_mpeg_for_video(payload: Any) -> Any:
    """Sends what is called mpeg as a video."""
    for item in holding("audio", payload):
        item["video"] = item.pop("audio").replace("audio/", "video/")
    return payload


@liar("vllm.chat", "vision/image-by-value", "fidelity.doubled-media", "error")
def shows_twice(payload: Any) -> Any:
    """Sends an image once more in a message of its own."""
    [image] = of_type("image_url", payload)
    return behind(payload, by("user", payload)[0], {"role": "user", "content": [image]})


@liar("gemini.chat", "vision/image-by-value", "fidelity.doubled-media", "error")
def shows_twice_in_a_turn(payload: Any) -> Any:
    """Sends an image twice in its turn."""
    for content in messages(payload):
        content["parts"] += [part for part in content["parts"] if "inline_data" in part]
    return payload


@liar("groq.chat", "vision/two-images-text-between", "fidelity.moved-media", "warning")
def says_all_texts_of_a_message_first(payload: Any) -> Any:
    """Writes the texts of a message before all that it shows, also those that came between two pictures."""
    for message in messages(payload):
        parts = message.get("content", message.get("parts"))
        if isinstance(parts, list):
            parts.sort(key=lambda part: "text" not in part)
    return payload


SHOWS_LAST = tuple(
    says_all_texts_of_a_message_first.at(target)
    for target in ("openai.chat", "anthropic.chat", "gemini.chat", "bedrock.chat", "dashscope-multimodal.chat")
)


@liar("openai.multiagent", "vision/images-of-two-agents", "fidelity.moved-media", "warning", like="agentscope O39")
def shows_all_at_the_end(payload: Any) -> Any:
    """Moves the images of a history behind its text."""
    for message in by("user", payload):
        message["content"].sort(key=lambda part: part["type"] != "text")
    return payload


@liar("openai.chat", "vision/image-by-value", "fidelity.reordered", "error")
def shows_too_late(payload: Any) -> Any:
    """Shows an image with the user's last words."""
    [image] = of_type("image_url", payload)
    first, last = by("user", payload)
    first["content"].remove(image)
    last["content"].append(image)
    return payload


@liar("gemini.chat", "vision/two-images-text-between", "fidelity.reordered", "error")
def swaps_images(payload: Any) -> Any:
    """Shows the second image as the first, and the first as the second."""
    one, other = holding("inline_data", payload)
    one["inline_data"], other["inline_data"] = other["inline_data"], one["inline_data"]
    return payload


@liar("ollama.chat", "vision/two-images-text-between", "fidelity.reordered", "error")
def lists_images_backwards(payload: Any) -> Any:
    """Lists the images from the last to the first."""
    for message in holding("images", payload):
        message["images"].reverse()
    return payload


@liar("anthropic.multiagent", "vision/images-of-two-agents", "fidelity.reordered", "error")
def swaps_images_of_agents(payload: Any) -> Any:
    """Shows each agent's image as the other's."""
    one, other = of_type("image", payload)
    one["source"], other["source"] = other["source"], one["source"]
    return payload


@liar(
    "anthropic.chat",
    "vision/image-in-first-of-two-results",
    "fidelity.wrong-call",
    "error",
)
def shows_an_image_in_the_other_result(payload: Any) -> Any:
    """Puts a tool's image into the result of another call."""
    one, other = of_type("tool_result", payload)
    other["content"].append(one["content"].pop())
    return payload


@liar(
    "openai.chat",
    "vision/image-in-first-of-two-results",
    "openai.tool-calls-answered",
    "error",
    also=("openai.tool-result-has-call",),
    like="agentscope#2613",
)
def shows_between_results(payload: Any) -> Any:
    """Puts the image of the first result before the second."""
    shown = next(message for message in by("user", payload) if of_type("image_url", [message]))
    remove(payload, shown)
    return behind(payload, by("tool", payload)[0], shown)


def of_users_alone(formatter: Formatter) -> Formatter:
    """Leaves out what an assistant shows, where the provider takes it."""
    return lambda conversation: formatter(drop_assistant_media(conversation))


KEEPS_IMAGES_OF_USERS = (
    misdeed("ollama.chat", "vision/image-by-assistant", "fidelity.lost-media", "error")(of_users_alone),
    misdeed("gemini.chat", "vision/image-beside-call", "fidelity.lost-media", "error")(of_users_alone),
    misdeed("openai.chat", "vision/image-by-assistant", "fidelity.silent-drop", "warning")(of_users_alone),
)


@misdeed("gemini.chat", "audio/recordings-between-words", "fidelity.lost-media", "error")
def pictures_of_assistants_alone(formatter: Formatter) -> Formatter:
    """Leaves out what an assistant lets hear, where the provider takes it."""
    return of_users_alone(formatter)


@misdeed("gemini.chat", "audio/pdf-by-assistant", "fidelity.lost-media", "error")
def no_papers_of_assistants(formatter: Formatter) -> Formatter:
    """Leaves out what an assistant wrote, where the provider takes it."""
    return of_users_alone(formatter)


@liar("gemini.chat", "vision/image-by-address", "fidelity.lost-media", "error")
def opens_no_address(payload: Any) -> Any:
    """Names the image whose address the provider would have fetched."""
    for part in holding("file_data", payload):
        part.pop("file_data")
        part["text"] = "(an image was here)"
    return payload


@liar("gemini.chat", "audio/aiff", "fidelity.lost-media", "error")
def knows_two_types_of_sound(payload: Any) -> Any:
    """Names the recording whose type the provider takes, and others do not."""
    for part in holding("inline_data", payload):
        part.pop("inline_data")
        part["text"] = "(an audio recording was here)"
    return payload


@misdeed("openai.chat", "vision/image-by-address-in-result", "fidelity.lost-media", "error")
def opens_no_address_of_a_result(formatter: Formatter) -> Formatter:
    """Leaves out an image that it could have shown behind the results."""
    return lambda conversation: formatter(drop_url_media(conversation))


def of_no_media(formatter: Formatter) -> Formatter:
    """Leaves out all media where it has to leave out one kind of them."""
    return lambda conversation: formatter(drop_media(conversation))


def without(kind: str, target: str) -> Formatter:
    others = {"image", "audio", "video", "document"} - {kind}
    return lambda conversation: FORMATTERS[target](drop_media_but(others, conversation))


PAPERS, TONES = "audio/papers-between-words", "audio/recordings-between-words"
TAKES_NO_MEDIA_BESIDE = tuple(
    misdeed(target, case, "fidelity.lost-media", "error", without(kind, target))(of_no_media)
    for target, case, kind in (
        ("anthropic.chat", "audio/papers-and-recordings-in-results", "audio"),
        ("openai-responses.chat", "audio/papers-and-recordings-in-results", "audio"),
        ("ollama.chat", TONES, "audio"),
        ("deepseek.chat", TONES, "audio"),
        ("moonshot.chat", TONES, "audio"),
        ("xai.chat", PAPERS, "document"),
        ("vllm.chat", PAPERS, "document"),
    )
)


LIARS = liars_of(globals())

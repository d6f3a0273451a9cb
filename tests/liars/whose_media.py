"""Who tells media as somebody else's, and what else lived on among mutants until the kit told it."""

from __future__ import annotations

import json
import re
from typing import Any

from support.papers import papers_behind_results

from liars.liar import answers, calls, case, liar, liars_of, says
from liars.payloads import by, holding, image_block, messages, of_type, picture, remove, said

SHOWN = "vision/images-in-two-results"
TWO = "audio/two-papers-with-names"
NEWS = case(
    "pictures-of-a-tool-and-of-a-user",
    says("user", "Look at it, amber-17."),
    says("assistant", calls("look", "call00001", at="it")),
    says(
        "tool", answers("look", "call00001", [{"type": "text", "text": "Here, jade-31."}, image_block(picture("PNG"))])
    ),
    says("user", image_block(picture("PNG", colour=(20, 60, 240))), "And this, heron-63?"),
)
PADDED = case(
    "a-result-between-lines",
    says("user", "Read it, amber-17."),
    says("assistant", calls("read", "call00001", at="it")),
    says("tool", answers("read", "call00001", "\n  It says jade-31.  \n")),
    says("user", "Thank you, heron-63."),
)


@liar("bedrock.chat", TWO, "fidelity.document-name", "error")
def swaps_the_names_of_two_papers(payload: Any) -> Any:
    """Calls each paper as the other's file is called."""
    first, second = (node["document"] for node in holding("document", payload))
    first["name"], second["name"] = second["name"], first["name"]
    return payload


@liar("openai.chat", TWO, "fidelity.document-name", "error")
def takes_the_names_of_two_files_backwards(payload: Any) -> Any:
    """Takes names from a list of files that goes the other way."""
    first, second = (node["file"] for node in holding("file", payload))
    first["filename"], second["filename"] = second["filename"], first["filename"]
    return payload


@liar("openai-responses.chat", "audio/pdf-by-path", "fidelity.renamed-document", "warning")
def counts_papers(payload: Any) -> Any:
    """Calls papers by their number, whatever their files are called."""
    for number, part in enumerate(of_type("input_file", payload), 1):
        part["filename"] = f"file_{number:03}.pdf"
    return payload


@liar("openai.chat", SHOWN, "fidelity.wrong-call", "error")
def swaps_the_pictures_of_two_results(payload: Any) -> Any:
    """Puts each tool's picture under the words that name the other's call."""
    first, second = (part["image_url"] for part in of_type("image_url", payload)[:2])
    first["url"], second["url"] = second["url"], first["url"]
    return payload


@liar("mistral.chat", SHOWN, "fidelity.wrong-call", "error")
def swaps_them_where_ids_are_new(payload: Any) -> Any:
    """Does so where calls have other ids, and the words still name the old ones."""
    first, second = of_type("image_url", payload)[:2]
    first["image_url"], second["image_url"] = second["image_url"], first["image_url"]
    return payload


@liar("openai.chat", SHOWN, "fidelity.reordered", "error")
def shows_the_last_result_first(payload: Any) -> Any:
    """Shows what the tools did without a word, the second's picture before the first's."""
    for message in by("user", payload):
        if shown := of_type("image_url", [message]):
            message["content"] = shown[::-1]
    return payload


@liar("openai.chat", NEWS, "fidelity.wrong-call", "error")
def swaps_a_tools_picture_for_a_users(payload: Any) -> Any:
    """Shows the user's picture as the tool's."""
    first, second = (part["image_url"] for part in of_type("image_url", payload)[:2])
    first["url"], second["url"] = second["url"], first["url"]
    return payload


@liar("anthropic.chat", NEWS, "fidelity.wrong-call", "error")
def takes_a_users_picture_into_a_result(payload: Any) -> Any:
    """Does so where pictures stand in the result."""
    first, second = (block["source"] for block in of_type("image", payload)[:2])
    first["data"], second["data"] = second["data"], first["data"]
    return payload


@liar("gemini.chat", "vision/image-by-assistant", "fidelity.wrong-speaker", "error")
def shows_as_the_user(payload: Any) -> Any:
    """Moves what the model shows into a user's turn, though the model's may hold it."""
    for content in list(messages(payload)):
        if content["role"] == "model" and (shown := [part for part in content["parts"] if "inline_data" in part]):
            content["parts"] = [part for part in content["parts"] if part not in shown]
            messages(payload).insert(messages(payload).index(content) + 1, {"role": "user", "parts": shown})
    return payload


@liar("openai.chat", "vision/image-only-message", "fidelity.wrong-speaker", "error")
def names_another_beside_a_picture(payload: Any) -> Any:
    """Writes the assistant's name beside what the user shows alone."""
    for message in by("user", payload):
        message["name"] = "assistant"
    return payload


@liar("vllm.chat", "vision/image-only-message", "fidelity.no-speaker", "warning")
def names_nobody_beside_a_picture(payload: Any) -> Any:
    """Cuts the name beside what the user shows alone."""
    for message in by("user", payload):
        if message["content"][0]["type"] != "text":
            message["name"] = "us"
    return payload


def spelled(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


@liar("openai.chat", "chat/leading-trailing-newlines", "fidelity.altered-text", "error")
def spells_white_space_at_the_ends(payload: Any) -> Any:
    """Writes each text as JSON has it, and leaves its quotes away."""
    return said(payload, spelled)


@liar("deepseek.chat", PADDED, "fidelity.altered-result", "error")
def spells_white_space_of_results(payload: Any) -> Any:
    """Does so with what tools say."""
    for message in by("tool", payload):
        message["content"] = spelled(message["content"])
    return payload


@liar("openai.chat", "chat/system-in-middle", "fidelity.system-as-turn", "warning")
def tells_later_system_text_as_the_users(payload: Any) -> Any:
    """Knows the system's role for the first message alone."""
    for message in messages(payload)[1:]:
        if message["role"] == "system":
            message["role"] = message["name"] = "user"
    return payload


@liar("zhipu.chat", "chat/several-texts", "fidelity.doubled-text", "error")
def glues_a_message_to_itself(payload: Any) -> Any:
    """Writes a message of several texts twice, with nothing between the two."""
    return said(payload, lambda text: text.rstrip(".") * 2 + "." if "\n" in text else text)


@liar("deepseek.multiagent", "multiagent/same-agent-in-a-row", "fidelity.no-speaker", "warning")
def garbles_the_later_names(payload: Any) -> Any:
    """Cuts the name wherever the same speaker goes on."""
    return said(payload, lambda text: text.replace("\nAnn: With", "\nAn: With"))


FILES = "audio/text-files-in-results"


@liar("openai.chat", FILES, "fidelity.lost-media", "error", papers_behind_results)
def lets_the_user_say_what_files_of_tools_do(payload: Any) -> Any:
    """Tells the files of two results as the user's own words, without a call's id."""
    return said(payload, lambda text: re.sub("</?file[^>]*>", "", text), role="user")


@liar("openai.chat", FILES, "fidelity.lost-media", "error", papers_behind_results)
def swaps_the_files_of_two_results(payload: Any) -> Any:
    """Tells each tool's file under the id of the other's call."""
    return said(payload, lambda text: re.sub("call_([12])", lambda id_: f"call_{3 - int(id_[1])}", text), role="user")


EMPTY = case(
    "an-empty-answer-and-a-picture",
    says("user", "Wipe it, amber-17."),
    says("assistant", calls("wipe", "call00001")),
    says("tool", answers("wipe", "call00001", "")),
    says("user", "And look at it, cobalt-42."),
    says("assistant", calls("look", "call00002")),
    says(
        "tool", answers("look", "call00002", [{"type": "text", "text": "Here, jade-31."}, image_block(picture("PNG"))])
    ),
    says("user", "Thank you, heron-63."),
)


@liar("ollama.chat", EMPTY, "fidelity.invented-result", "error", also=("fidelity.lost-result",))
def shows_pictures_as_results_of_their_own(payload: Any) -> Any:
    """Makes a tool message of its own of what a result shows, and leaves out one that says nothing."""
    remove(payload, *(message for message in by("tool", payload) if not message["content"]))
    for message in by("user", payload):
        if shown := message.get("images"):
            message.clear()
            message |= {"role": "tool", "images": shown}
    return payload


LIARS = liars_of(globals())

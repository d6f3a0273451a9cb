"""Who breaks Gemini's rules. The honest payloads spell their keys in snake_case."""

from __future__ import annotations

import mimetypes
from typing import Any

from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.openai_parts import PHOTO
from liars.payloads import behind, by, holding, image_at, insert, messages, remove
from promptfmt_reference import FORMATTERS

CHAT = "gemini.chat"
reference = FORMATTERS[CHAT]


def part(said: str) -> dict[str, Any]:
    return {"text": said}


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def turn_of(key: str, payload: Any) -> Any:
    """The first turn with a part of this kind."""
    return next(content for content in messages(payload) if holding(key, [content]))


@liar(
    CHAT,
    "vision/image-by-value",
    "gemini.image-readable",
    "error",
    also=("fidelity.altered-media",),
    like="Open-Interface#64",
)
def sends_what_is_no_image(payload: Any) -> Any:
    """Sends the name of the file where its bytes belong."""
    for block in holding("inline_data", payload):
        block["inline_data"]["data"] = "Y2hhcnQucG5n"  # chart.png
    return payload


@misdeed(CHAT, "chat/system-alone", "gemini.contents-nonempty", "error", like="langchain-google-genai#1298")
def sends_system_text_alone(_: Any) -> Any:
    """Lifts the system text, and sends what is left: nothing."""
    return lambda conversation: {
        "system_instruction": {"parts": [part(conversation.messages[0].text)]},
        "contents": [],
    }


@liar(CHAT, "chat/no-blocks", "gemini.contents-nonempty", "error", like="autogen#6063")
def sends_no_parts(payload: Any) -> Any:
    """Sends a turn without parts."""
    return insert(payload, 1, model())


@liar(CHAT, "chat/plain-turns", "gemini.role-enum", "error", context={"model": "gemini-2.5-flash"})
def keeps_the_assistant(payload: Any) -> Any:
    """Writes the role that others have for the model."""
    for content in by("model", payload):
        content["role"] = "assistant"
    return payload


@liar(CHAT, "tools/single-call", "gemini.role-enum", "error")
def answers_as_function(payload: Any) -> Any:
    """Writes a role of its own for results."""
    turn_of("function_response", payload)["role"] = "function"
    return payload


@liar(CHAT, "chat/plain-turns", "gemini.role-enum", "warning")
def calls_the_model_assistant(payload: Any) -> Any:
    """Writes the same role to a model whose own words name it, and whose documentation does not."""
    for content in by("model", payload):
        content["role"] = "assistant"
    return payload


@liar(CHAT, "tools/single-call", "gemini.role-enum", "error", like="adk-python")
def answers_as_tool(payload: Any) -> Any:
    """Writes the role that OpenAI has for results."""
    turn_of("function_response", payload)["role"] = "tool"
    return payload


@liar(CHAT, "tools/text-beside-call", "gemini.part-oneof", "error")
def calls_in_the_part_that_talks(payload: Any) -> Any:
    """Puts text and call into one part."""
    parts = turn_of("function_call", payload)["parts"]
    parts[:2] = [parts[0] | parts[1]]
    return payload


@liar(CHAT, "chat/empty-among-texts", "gemini.part-oneof", "warning", like="autogen#6063")
def sends_empty_texts(payload: Any) -> Any:
    """Sends a part for every text block, also for an empty one."""
    messages(payload)[0]["parts"].insert(0, part(""))
    return payload


@liar(
    CHAT,
    "chat/plain-turns",
    "gemini.part-is-object",
    "error",
    also=("schema.type", "fidelity.lost-text"),
)
def sends_strings_as_parts(payload: Any) -> Any:
    """Writes the short form that the SDK knows elsewhere."""
    for content in by("user", payload):
        content["parts"] = [each["text"] for each in content["parts"]]
    return payload


@liar(CHAT, "tools/parallel-one-message", "gemini.response-count", "error", like="crewai#4693")
def sends_a_turn_for_each_response(payload: Any) -> Any:
    """Writes a turn for each result of parallel calls."""
    answers = turn_of("function_response", payload)
    behind(payload, answers, *(user(each) for each in answers["parts"]))
    return remove(payload, answers)


@liar(CHAT, "tools/call-after-own-text", "gemini.call-turn-position", "error")
def calls_behind_its_own_turn(payload: Any) -> Any:
    """Writes a turn for each of the model's messages."""
    content = turn_of("function_call", payload)
    first, *rest = content["parts"]
    content["parts"] = [first]
    return behind(payload, content, model(*rest))


@liar(
    CHAT,
    "tools/single-call",
    "gemini.response-turn-position",
    "error",
    also=("gemini.response-count",),
    like="openai-agents#2331",
)
def speaks_before_the_response(payload: Any) -> Any:
    """Lets the user say a word between call and result."""
    return behind(payload, turn_of("function_call", payload), user(part("(Here is the result.)")))


@liar(CHAT, "tools/single-call", "gemini.results-beside-text", "warning", like="langchain-google#1995")
def says_more_behind_the_response(payload: Any) -> Any:
    """Puts what the user says next into the turn of the response."""
    answer = turn_of("function_response", payload)
    said = messages(payload)[messages(payload).index(answer) + 1 :][:1]
    if said and said[0]["role"] == "user":
        answer["parts"] += said[0]["parts"]
        return remove(payload, *said)
    answer["parts"].append(part("(Here is the result.)"))
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "gemini.response-name",
    "error",
    also=("fidelity.wrong-call",),
    like="strands#2053",
)
def names_responses_by_id(payload: Any) -> Any:
    """Writes the call's id where the tool's name belongs."""
    for each in holding("response", payload):
        each["name"] = each["id"]
    return payload


@liar(CHAT, "tools/parallel-two-messages", "fidelity.wrong-call", "error")
def names_responses_after_each_other(payload: Any) -> Any:
    """Gives each answer the name of the other's tool, and the same as an id, where no call has any."""
    for call in holding("args", payload):
        call.pop("id", None)
    for response, name in zip(holding("response", payload), ("get_time", "get_weather"), strict=True):
        response["id"] = response["name"] = name
    return payload


@liar(CHAT, "tools/single-call", "gemini.response-name", "error")
def forgets_names_of_responses(payload: Any) -> Any:
    """Leaves the name empty."""
    for each in holding("response", payload):
        each["name"] = ""
    return payload


@liar(CHAT, "tools/single-call", "gemini.response-object", "error", also=("schema.type",))
def responds_with_a_string(payload: Any) -> Any:
    """Writes the output itself where an object holds it."""
    for each in holding("response", payload):
        each["response"] = each["response"]["output"]
    return payload


@liar(
    CHAT,
    "thinking/signature-on-call",
    "gemini.thought-signature",
    "error",
    also=("fidelity.unsigned-call",),
    context={"model": "gemini-3-pro"},
    like="strands#1703",
)
def drops_signatures(payload: Any) -> Any:
    """Leaves out what the model signed its call with."""
    for each in holding("thought_signature", payload):
        del each["thought_signature"]
    return payload


@liar(CHAT, "vision/image-by-value", "gemini.base64-bare", "error", also=("fidelity.altered-media",))
def sends_data_uris(payload: Any) -> Any:
    """Writes the prefix of a data URI before the bytes."""
    for blob in holding("data", payload):
        blob["data"] = f"data:image/png;base64,{blob['data']}"
    return payload


@liar(CHAT, PHOTO, "gemini.mime-type", "error", like="agentscope O9")
def calls_jpeg_jpg(payload: Any) -> Any:
    """Makes the media type of the file's ending."""
    for blob in holding("mime_type", payload):
        blob["mime_type"] = "image/jpg"
    return payload


@liar(CHAT, "vision/image-address-with-ending-and-query", "fidelity.guessed-type", "warning")
def takes_types_from_queries(payload: Any) -> Any:
    """Takes what stands behind the last dot of an address for the ending of its path."""
    for file in holding("file_uri", payload):
        file["mime_type"] = mimetypes.types_map["." + file["file_uri"].rpartition(".")[2]]
    return payload


@liar(CHAT, "audio/pdf-address-with-ending-and-query", "gemini.mime-type", "error")
def knows_no_type_with_a_query(payload: Any) -> Any:
    """Looks the whole address up among the endings, and says what it says of what it does not know."""
    for file in holding("file_uri", payload):
        file["mime_type"] = "application/octet-stream"
    return payload


BUCKET = case(
    "an-image-of-another-cloud", says("user", "Read it, amber-17.", image_at("s3://shelf/a.png")), expect=EITHER
)


@misdeed(CHAT, BUCKET, "gemini.file-uri", "error", refuses)
def sends_any_address(_: Any) -> Any:
    """Sends an address that Gemini cannot fetch."""
    return lambda conversation: {
        "contents": [user(part("Read it, amber-17."), {"file_data": {"file_uri": "s3://shelf/a.png"}})]
    }


@liar(CHAT, "chat/plain-turns", "gemini.no-unknown-keys", "error")
def names_its_turns(payload: Any) -> Any:
    """Writes the speaker's name, as OpenAI takes it."""
    for content in messages(payload):
        content["name"] = content["role"]
    return payload


@liar(CHAT, "vision/image-by-value", "gemini.key-style", "warning")
def spells_in_two_styles(payload: Any) -> Any:
    """Spells one key as the REST documentation has it."""
    for blob in holding("mime_type", payload):
        blob["mimeType"] = blob.pop("mime_type")
    return payload


@misdeed(CHAT, "chat/assistant-last", "gemini.last-turn-user", "error")
def lets_the_model_end(_: Any) -> Any:
    """Sends what the assistant says last as the last turn."""
    return lambda conversation: {
        "contents": [
            {"role": "user" if message.role == "user" else "model", "parts": [part(message.text)]}
            for message in conversation.messages
        ]
    }


@liar(CHAT, "chat/several-texts", "gemini.alternate", "warning")
def writes_a_turn_for_each_text(payload: Any) -> Any:
    """Writes a turn for each text block."""
    first = messages(payload)[0]
    parts = first["parts"]
    first["parts"] = parts[:1]
    return behind(payload, first, *(user(each) for each in parts[1:]))


@liar(CHAT, "chat/plain-turns", "gemini.system-instruction", "error")
def leaves_system_among_contents(payload: Any) -> Any:
    """Writes system text as the first turn."""
    return {"contents": [{"role": "system", **payload["system_instruction"]}, *payload["contents"]]}


@liar(
    CHAT,
    "vision/image-in-tool-result",
    "gemini.media-in-results",
    "error",
    context={"model": "gemini-2.5-flash"},
    like="gemini-cli#19436",
)
def shows_media_in_responses(payload: Any) -> Any:
    """Puts an image into the response that it came with, whatever the model."""
    shown = [content for content in messages(payload) if holding("inline_data", [content])]
    for response in holding("response", payload):
        response["parts"] = [each for content in shown for each in content["parts"] if "inline_data" in each]
    return remove(payload, *shown)


@liar(
    CHAT,
    "thinking/signature-on-call",
    "gemini.thought-signature-bytes",
    "error",
    also=("fidelity.altered-thinking",),
    context={"model": "gemini-3-pro"},
)
def prints_signatures(payload: Any) -> Any:
    """Writes a signature as Python prints its bytes."""
    for each in holding("thought_signature", payload):
        each["thought_signature"] = f"b'{each['thought_signature']}'"
    return payload


@liar(CHAT, "chat/plain-turns", "gemini.thought-signature-by-model", "warning", like="generative-ai#201")
def signs_for_everybody(payload: Any) -> Any:
    """Puts what skips the check of signatures on every part, a user's too."""
    for part in holding("text", messages(payload)):
        part["thought_signature"] = "skip_thought_signature_validator"
    return payload


LIARS = liars_of(globals())

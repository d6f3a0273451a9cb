"""Who loses or changes what was said."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from liars.liar import Severity, liar, liars_of
from liars.payloads import by, messages, remove, said

# glued


@liar("openai.chat", "chat/two-users-in-a-row", "fidelity.glued-text", "warning")
def runs_messages_together(payload: Any) -> Any:
    """Makes one message of two, with nothing between what they say."""
    first, second, *_ = messages(payload)
    first["content"] = "".join(part["text"] for part in (*first["content"], *second["content"]))
    return remove(payload, second)


# lost


@liar("openai.chat", "chat/plain-turns", "fidelity.lost-text", "error")
def forgets_the_last_message(payload: Any) -> Any:
    """Stops one message early."""
    return remove(payload, messages(payload)[-1])


@liar("anthropic.chat", "chat/several-texts", "fidelity.lost-text", "error")
def keeps_the_first_text_only(payload: Any) -> Any:
    """Takes the first block for all of them."""
    for message in messages(payload):
        message["content"] = message["content"][:1]
    return payload


@liar("gemini.chat", "tools/text-beside-call", "fidelity.lost-text", "error")
def keeps_calls_only(payload: Any) -> Any:
    """Drops what was said beside a call."""
    for content in by("model", payload):
        content["parts"] = [part for part in content["parts"] if "text" not in part] or content["parts"]
    return payload


@liar("dashscope.chat", "chat/plain-turns", "fidelity.lost-text", "error")
def forgets_the_system(payload: Any) -> Any:
    """Drops the system text."""
    return remove(payload, *by("system", payload))


@liar("anthropic.chat", "chat/system-several-texts", "fidelity.lost-text", "error")
def keeps_half_of_the_system(payload: Any) -> Any:
    """Lifts the first system text only."""
    return payload | {"system": payload["system"][:1]}


@liar("vllm.chat", "chat/said-twice", "fidelity.lost-text", "error")
def says_nothing_twice(payload: Any) -> Any:
    """Drops a message that is equal to an earlier one."""
    kept: list[Any] = []
    for message in list(messages(payload)):
        if message in kept:
            remove(payload, message)
        kept.append(message)
    return payload


@liar("ollama-generate.multiagent", "multiagent/five-agents", "fidelity.lost-text", "error")
def forgets_the_middle(payload: Any) -> Any:
    """Keeps the first and the last line of the history."""
    first, *_, last = payload["prompt"].split("\n")
    return payload | {"prompt": f"{first}\n{last}"}


@liar("zhipu.multiagent", "multiagent/three-histories", "fidelity.lost-text", "error")
def keeps_the_last_history(payload: Any) -> Any:
    """Sends the history behind the last call only."""
    return remove(payload, *by("user", payload)[:-1])


@liar("ollama.chat", "chat/thirty-turns", "fidelity.lost-text", "error")
def keeps_the_last_ten(payload: Any) -> Any:
    """Cuts the history although nobody asked for it."""
    return remove(payload, *messages(payload)[:-10])


# altered


@liar("deepseek.chat", "chat/very-long-text", "fidelity.altered-text", "error", also=("fidelity.lost-text",))
def cuts_long_texts(payload: Any) -> Any:
    """Cuts texts at a thousand characters."""
    return said(payload, lambda text: text[:1000])


@liar("ollama.chat", "chat/plain-turns", "fidelity.altered-text", "error")
def lowers_case(payload: Any) -> Any:
    """Writes everything in lower case."""
    return said(payload, str.lower)


@liar("gemini.chat", "chat/combining", "fidelity.altered-text", "error")
def composes(payload: Any) -> Any:
    """Normalises to NFC."""
    return said(payload, lambda text: unicodedata.normalize("NFC", text))


@liar("vllm.chat", "chat/combining", "fidelity.altered-text", "error")
def makes_compatible(payload: Any) -> Any:
    """Normalises to NFKC, which makes two letters of a ligature."""
    return said(payload, lambda text: unicodedata.normalize("NFKC", text))


@liar("dashscope-multimodal.chat", "chat/emoji", "fidelity.altered-text", "error")
def drops_joiners(payload: Any) -> Any:
    """Leaves out characters that nobody sees, and with them families."""
    return said(payload, lambda text: re.sub("[\u200b-\u200f\ufe0f]", "", text))


@liar("openai.chat", "chat/right-to-left", "fidelity.altered-text", "error")
def drops_directions(payload: Any) -> Any:
    """Leaves out the marks that turn the direction."""
    return said(payload, lambda text: re.sub("[\u200e\u200f\u2066-\u2069]", "", text))


@liar("anthropic.chat", "chat/crlf", "fidelity.altered-text", "error")
def unifies_line_ends(payload: Any) -> Any:
    """Writes every line end as \\n."""
    return said(payload, lambda text: text.replace("\r\n", "\n").replace("\r", "\n"))


@liar("zhipu.chat", "chat/code-block", "fidelity.altered-text", "error")
def collapses_white_space(payload: Any) -> Any:
    """Writes runs of white space as one blank."""
    return said(payload, lambda text: " ".join(text.split()))


@liar("openai.chat", "chat/template-braces", "fidelity.altered-text", "error")
def fills_templates(payload: Any) -> Any:
    """Takes what was said for a template."""
    return said(payload, lambda text: text.replace("{{", "{").replace("}}", "}"))


@liar("deepseek.chat", "chat/percent-signs", "fidelity.altered-text", "error")
def formats_with_percent(payload: Any) -> Any:
    """Takes what was said for a format."""
    return said(payload, lambda text: text.replace("%%", "%").replace("%s", ""))


@liar("ollama.chat", "chat/backslashes", "fidelity.altered-text", "error")
def undoes_escapes(payload: Any) -> Any:
    """Takes backslashes for escapes."""
    return said(payload, lambda text: text.replace("\\n", "\n").replace("\\", ""))


@liar("openai.chat", "chat/cjk", "fidelity.altered-text", "error", like="instructor#965")
def escapes_what_is_not_ascii(payload: Any) -> Any:
    """Writes the escapes of JSON into the text itself."""
    return said(payload, lambda text: text.encode("ascii", "backslashreplace").decode())


@liar("gemini.chat", "chat/markup-in-text", "fidelity.altered-text", "error")
def escapes_markup(payload: Any) -> Any:
    """Writes the entities of XML into the text itself."""
    return said(payload, lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


@liar("anthropic.chat", "chat/special-tokens", "fidelity.altered-text", "error")
def drops_special_tokens(payload: Any) -> Any:
    """Leaves out what looks like a template's own token."""
    return said(payload, lambda text: re.sub(r"<\|[^|]*\|>|</?s>|\[/?INST\]", "", text))


@liar("openai.multiagent", "multiagent/history-tags-in-text", "fidelity.altered-text", "error")
def drops_tags(payload: Any) -> Any:
    """Leaves out what looks like its own tags, also where somebody said it."""
    return said(payload, lambda text: re.sub(r"(?<=[^\n])</?history>", "", text))


@liar("vllm.multiagent", "multiagent/several-lines", "fidelity.altered-text", "error")
def writes_one_line_each(payload: Any) -> Any:
    """Puts what an agent said on one line."""
    return said(payload, lambda text: re.sub(r"\n(?!\w+: |</?history>)", " ", text))


@liar("openai.chat", "chat/assistant-last-trailing-newline", "fidelity.altered-text", "error")
def adds_a_digit(payload: Any) -> Any:
    """Writes a digit behind a number."""
    return said(payload, lambda text: text.replace("amber-17", "amber-170"))


@liar("deepseek.chat", "chat/plain-turns", "fidelity.altered-text", "error")
def drops_the_last_character(payload: Any) -> Any:
    """Counts characters from one."""
    return said(payload, lambda text: text[:-1])


TRIMMED: tuple[str, str, Severity] = ("chat/leading-trailing-newlines", "fidelity.trimmed-text", "warning")


@liar("openai.chat", *TRIMMED)
def trims(payload: Any) -> Any:
    """Strips every text."""
    return said(payload, str.strip)


trims_content = trims.at("dashscope.chat")


@liar("vllm.chat", "chat/plain-turns", "fidelity.added-words", "warning")
def asks_for_care(payload: Any) -> Any:
    """Adds advice of its own to what the user says."""
    return said(payload, lambda text: text + "\n\nThink step by step and answer carefully.", "user")


@liar("deepseek.chat", "tools/single-call", "fidelity.added-words", "warning")
def comments_results(payload: Any) -> Any:
    """Adds a remark of its own to what a tool said."""
    for message in by("tool", payload):
        message["content"] += "\nUse this result to answer what the user has asked."
    return payload


@liar("anthropic.chat", "chat/one-user", "fidelity.added-words", "warning")
def has_a_system_text_of_its_own(payload: Any) -> Any:
    """Adds the system text that it has for such cases."""
    return payload | {"system": "You are a very helpful assistant."}


@liar("openai.chat", "chat/plain-turns", "fidelity.added-words", "warning")
def is_brief(payload: Any) -> Any:
    """Adds two words to the system text."""
    return said(payload, lambda text: f"{text} Be brief.", "system")


@liar("gemini.chat", "vision/image-by-value", "fidelity.added-words", "warning")
def praises_images(payload: Any) -> Any:
    """Adds a remark of its own to what stands beside an image."""
    return said(payload, lambda text: f"{text}\n\nLook carefully.", "user")


@liar("openai.multiagent", "multiagent/two-agents", "fidelity.added-words", "warning")
def instructs_behind_the_history(payload: Any) -> Any:
    """Adds an instruction of its own to what agents said."""
    return said(payload, lambda text: f"{text}\nNow think step by step and answer politely.", "user")


@liar("anthropic.chat", "tools/result-empty-string", "fidelity.added-words", "warning")
def praises_empty_results(payload: Any) -> Any:
    """Says something of its own where the tool said nothing."""
    for message in by("user", payload):
        for block in message["content"]:
            if block["type"] == "tool_result":
                block["content"] = "Everything went splendidly."
    return payload


@liar("openai.chat", "tools/result-empty-string", "fidelity.added-words", "warning")
def points_to_an_image(payload: Any) -> Any:
    """Tells of an image where nothing is shown."""
    for message in by("tool", payload):
        message["content"] = message["content"] or "(see attached image)"
    return payload


@liar("openai.chat", "tools/single-call", "fidelity.added-words", "warning")
def talks_while_it_calls(payload: Any) -> Any:
    """Says something beside a call where the assistant said nothing."""
    for message in by("assistant", payload):
        if message.get("tool_calls"):
            message["content"] = "Let me look that up."
    return payload


@liar("deepseek.chat", "tools/user-text-behind-result", "fidelity.grown-result", "error")
def repeats_the_user_within_results(payload: Any) -> Any:
    """Writes what the user said first into the result, too."""
    asked = by("user", payload)[0]["content"]
    for message in by("tool", payload):
        message["content"] += f"\n{asked}"
    return payload


LIARS = liars_of(globals())

"""Who tells thoughts otherwise than they were thought, and who is silent on what has no place."""

from __future__ import annotations

from typing import Any

from liars.liar import case, liar, liars_of, says
from liars.payloads import by, holding, insert, messages, of_type

# what a dialect has no place for


def with_a_word(conversation: Any) -> Any:
    """What DeepSeek takes, and a word for each image or document."""
    content = "\n".join(getattr(block, "text", f"[no {block.type}]") for block in conversation.messages[0].blocks)
    return [
        {"role": "user", "content": content},
        *({"role": message.role, "content": message.text} for message in conversation.messages[1:]),
    ]


@liar("dashscope.chat", "vision/image-by-address", "fidelity.silent-drop", "warning", with_a_word)
def says_nothing_of_images(payload: Any) -> Any:
    """Leaves an image out without a word."""
    messages(payload)[0]["content"] = messages(payload)[0]["content"].replace("\n[no image]", "")
    return payload


@liar("anthropic.chat", "vision/address-plain-http", "fidelity.silent-drop", "warning", with_a_word)
def says_nothing_of_addresses_that_are_not_taken(payload: Any) -> Any:
    """Leaves an image out without a word, since Anthropic takes no plain http."""
    payload[0]["content"] = payload[0]["content"].replace("\n[no image]", "")
    return payload


@liar("ollama.chat", "audio/one-turn-with-a-paper", "fidelity.silent-drop", "warning", with_a_word)
def says_nothing_of_papers(payload: Any) -> Any:
    """Leaves a paper out without a word, since Ollama takes none."""
    payload[0]["content"] = payload[0]["content"].replace("[no document]", "").strip()
    return payload


def with_calls_in_words(conversation: Any) -> Any:
    """A prompt that tells of calls and results."""
    return (
        "user: The weather in Oslo, amber-17?\n(assistant calls get_weather)\n(get_weather says: Rain, cobalt-42.)\n"
        "user: Thanks, jade-31."
    )


ASKED = case(
    "a-call",
    says("user", "The weather in Oslo, amber-17?"),
    says("assistant", {"type": "tool_use", "id": "call_1", "name": "get_weather", "input": {}}),
    says("tool", {"type": "tool_result", "id": "call_1", "name": "get_weather", "output": "Rain, cobalt-42."}),
    says("user", "Thanks, jade-31."),
)


@liar("ollama-generate.chat", ASKED, "fidelity.silent-drop", "warning", with_calls_in_words)
def says_nothing_of_calls(payload: Any) -> Any:
    """Leaves calls and results out without a word."""
    return "\n".join(line for line in payload.split("\n") if not line.startswith("("))


# thinking


@liar("anthropic.chat", "thinking/signed-beside-text", "fidelity.altered-thinking", "error")
def sums_up_thoughts(payload: Any) -> Any:
    """Cuts a thought."""
    for block in of_type("thinking", payload):
        block["thinking"] = block["thinking"][:10]
    return payload


@liar(
    "anthropic.chat",
    "thinking/two-signed-before-parallel-calls",
    "fidelity.altered-thinking",
    "error",
    like="openai-agents#1779",
)
def signs_all_alike(payload: Any) -> Any:
    """Writes the last signature under every thought."""
    for block in of_type("thinking", payload):
        block["signature"] = of_type("thinking", payload)[-1]["signature"]
    return payload


@liar("anthropic.chat", "thinking/redacted", "fidelity.altered-thinking", "error")
def changes_what_is_sealed(payload: Any) -> Any:
    """Changes the data of a redacted thought."""
    for block in of_type("redacted_thinking", payload):
        block["data"] = block["data"].lower()
    return payload


@liar("ollama.chat", "thinking/unsigned", "fidelity.altered-thinking", "error")
def thinks_otherwise(payload: Any) -> Any:
    """Writes another thought."""
    for message in holding("thinking", payload):
        message["thinking"] = "I think so."
    return payload


@liar("vllm.chat", "thinking/unsigned", "fidelity.altered-thinking", "error")
def says_that_it_was_thought(payload: Any) -> Any:
    """Writes what was said as the reasoning, too."""
    for message in holding("reasoning", payload):
        message["reasoning"] = message["content"][0]["text"]
    return payload


@liar("gemini.chat", "thinking/signature-on-call", "fidelity.altered-thinking", "error")
def signs_calls_anew(payload: Any) -> Any:
    """Writes another signature beside a call."""
    for part in holding("thought_signature", payload):
        part["thought_signature"] = "AAAA"
    return payload


@liar("openai.chat", "thinking/unsigned", "fidelity.thinking-as-text", "warning")
def thinks_aloud(payload: Any) -> Any:
    """Writes a thought before the answer."""
    for message in by("assistant", payload):
        said = message["content"][0]
        said["text"] = f"<think>Spiders are no insects, cobalt-42.</think>\n{said['text']}"
    return payload


@liar(
    "zhipu.chat",
    "thinking/signed-beside-text",
    "fidelity.thinking-as-text",
    "warning",
    also=("fidelity.altered-thinking",),
)
def thinks_in_its_own_turn(payload: Any) -> Any:
    """Writes a thought as a message of its own."""
    for message in holding("reasoning_content", payload):
        said = {"role": "assistant", "content": message.pop("reasoning_content")}
        insert(payload, messages(payload).index(message), said)
    return payload


@liar("deepseek.multiagent", "thinking/everyday-kitchen", "fidelity.thinking-as-text", "warning")
def thinks_before_all(payload: Any) -> Any:
    """Writes a thought into the system text."""
    messages(payload)[0]["content"] = f"The larder first, jade-31.\n\n{messages(payload)[0]['content']}"
    return payload


@liar("openai.chat", "thinking/thought-of-a-draft", "fidelity.thinking-as-text", "warning")
def says_its_draft(payload: Any) -> Any:
    """Writes a thought before the answer, which is the same."""
    for message in by("assistant", payload):
        said = message["content"][0]
        said["text"] = f"<think>{said['text']}</think>\n{said['text']}"
    return payload


@liar(
    "anthropic.chat",
    "thinking/thought-of-a-draft",
    "fidelity.doubled-text",
    "error",
    also=("fidelity.altered-thinking",),
)
def says_its_draft_and_its_words_twice(payload: Any) -> Any:
    """Writes a thought in a text of its own, in tags, and the answer, which is the same, in two."""
    for message in by("assistant", payload):
        said = message["content"][-1]
        message["content"] = [said | {"text": f"<think>{said['text']}</think>"}, said, dict(said)]
    return payload


@liar("openai.chat", "thinking/thought-of-a-draft", "fidelity.doubled-text", "error")
def says_its_draft_in_brackets_and_its_words_twice(payload: Any) -> Any:
    """Writes a thought in brackets, and the answer, which is the same, in two texts."""
    for message in by("assistant", payload):
        said = message["content"][0]
        message["content"] = [said | {"text": f"[Thinking: {said['text']}]"}, said, dict(said)]
    return payload


@liar("openai.chat", "thinking/thought-of-a-draft", "fidelity.doubled-text", "error")
def says_its_words_twice_under_a_title(payload: Any) -> Any:
    """Writes the answer twice, the first time under a title that says nothing of a thought."""
    for message in by("assistant", payload):
        said = message["content"][0]
        message["content"] = [said | {"text": f"Answer:\n{said['text']}"}, said]
    return payload


@liar("openrouter.chat", "thinking/signed-before-call", "fidelity.altered-thinking", "error")
def empties_what_is_signed(payload: Any) -> Any:
    """Sends the signature of a thought, and no text under it."""
    for detail in holding("signature", payload):
        detail["text"] = ""
    return payload


LIARS = liars_of(globals())

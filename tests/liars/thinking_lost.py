"""Who claims thinking and loses it: thoughts, signatures, what is sealed, and the order of thoughts and calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.liar import Formatter, Liar, liar, liars_of, misdeed, shipped
from liars.payloads import behind, by, holding, messages, nodes, of_type, remove

ANTHROPIC, BEDROCK, GEMINI = "anthropic.chat", "bedrock.chat", "gemini.chat"
RESPONSES, DEEPSEEK, ZHIPU = "openai-responses.chat", "deepseek.chat", "zhipu.chat"
OLLAMA, VLLM, MISTRAL = "ollama.chat", "vllm.chat", "mistral.chat"
REFUSED = {
    "bedrock": ("bedrock.reasoning-first-in-tool-loop",),
    "deepseek": ("deepseek.reasoning-passback",),
}
"""What is said as well where the provider refuses the last call without its thought."""


def also(target: str) -> tuple[str, ...]:
    return REFUSED.get(target.partition(".")[0], ())


def is_thought(node: dict[str, Any]) -> bool:
    """Is this a thought of its own, in whatever dialect?"""
    typed = node.get("type") in ("thinking", "redacted_thinking", "reasoning", "thought")
    return typed or "reasoningContent" in node or node.get("thought") is True


def thoughts(payload: Any) -> list[Callable[[], Any]]:
    """What takes each thought out of the payload, in their order."""
    found: list[Callable[[], Any]] = []
    for message in messages(payload):
        if is_thought(message):
            found.append(lambda item=message: remove(payload, item))
        for key in ("reasoning_content", "reasoning", "reasoning_details", "thinking"):
            if isinstance(message.get(key), list if key == "reasoning_details" else str):
                found.append(lambda holder=message, key=key: holder.pop(key))
        for key in ("content", "parts"):
            blocks = message.get(key)
            for block in filter(is_thought, blocks if isinstance(blocks, list) else ()):
                found.append(lambda holder=blocks, block=block: holder.remove(block))
    return found


# the thought before the open call


@liar(ANTHROPIC, "thinking/budget-one-step", "fidelity.lost-thinking", "error", also=also(ANTHROPIC))
def forgets_all_thoughts(payload: Any) -> Any:
    """Leaves every thought out."""
    for take in thoughts(payload):
        take()
    return payload


FORGETFUL = (
    forgets_all_thoughts.at(BEDROCK, also=also(BEDROCK)),
    forgets_all_thoughts.at(DEEPSEEK, also=also(DEEPSEEK)),
    *(forgets_all_thoughts.at(target, also=()) for target in (RESPONSES, GEMINI, ZHIPU, OLLAMA, VLLM, MISTRAL)),
    forgets_all_thoughts.at("anthropic.multiagent", also=also(ANTHROPIC)),
    forgets_all_thoughts.at("zhipu.multiagent", also=()),
)


@liar(RESPONSES, "thinking/budget-two-steps", "fidelity.lost-thinking", "error")
def forgets_the_first_step(payload: Any) -> Any:
    """Leaves out what was thought before the first of two steps."""
    thoughts(payload)[0]()
    return payload


@liar(ZHIPU, "thinking/unsigned-two-steps", "fidelity.lost-thinking", "error")
def forgets_the_last_step(payload: Any) -> Any:
    """Leaves out what was thought before the last step."""
    thoughts(payload)[-1]()
    return payload


STEPS = (
    forgets_the_first_step.at(ANTHROPIC),
    forgets_the_first_step.at(BEDROCK),
    forgets_the_first_step.at(OLLAMA),
    forgets_the_last_step.at(DEEPSEEK, also=also(DEEPSEEK)),
    forgets_the_last_step.at(VLLM),
    forgets_the_last_step.at(MISTRAL),
)


def loses(target: str, case: str, name: str, *, at: Liar = forgets_all_thoughts) -> Liar:
    """The same lie about another case, under a name of its own."""
    return replace(at.at(target, also=also(target)), case=shipped(case), name=name)


OTHER_SHAPES = (
    loses(ANTHROPIC, "thinking/parallel-calls-one-thought", "forgets-before-parallel-calls"),
    loses(RESPONSES, "thinking/parallel-calls-one-thought", "forgets-before-parallel-calls"),
    loses(ANTHROPIC, "thinking/redacted-before-parallel-calls", "forgets-what-is-sealed"),
    loses(BEDROCK, "thinking/redacted-before-parallel-calls", "forgets-what-is-sealed"),
    loses(ANTHROPIC, "thinking/redacted-in-the-second-step", "forgets-the-sealed-step", at=forgets_the_last_step),
    loses(BEDROCK, "thinking/redacted-in-the-second-step", "forgets-the-sealed-step", at=forgets_the_last_step),
    loses(ANTHROPIC, "thinking/older-loop-and-open-loop", "forgets-the-open-loop", at=forgets_the_last_step),
    loses(ZHIPU, "thinking/older-loop-and-open-loop", "forgets-the-open-loop", at=forgets_the_last_step),
    loses("bedrock.multiagent", "thinking/own-parallel-calls-among-agents", "forgets-among-agents"),
    loses("ollama.multiagent", "thinking/unsigned-among-agents", "forgets-among-agents"),
)


@liar(ZHIPU, "thinking/two-unsigned-before-call", "fidelity.lost-thinking", "error")
def keeps_the_first_of_two_thoughts(payload: Any) -> Any:
    """Writes the first of two thoughts only."""
    for message in messages(payload):
        for key in ("reasoning_content", "reasoning", "reasoning_details", "thinking"):
            if isinstance(message.get(key), list if key == "reasoning_details" else str):
                message[key] = message[key].partition("\n")[0]
    return payload


FIRST_ONLY = (
    keeps_the_first_of_two_thoughts.at(DEEPSEEK),
    keeps_the_first_of_two_thoughts.at(OLLAMA),
    keeps_the_first_of_two_thoughts.at(VLLM),
)


@liar(ZHIPU, "thinking/unsigned-two-steps", "fidelity.thinking-as-text", "warning", also=("fidelity.lost-thinking",))
def says_what_it_thought(payload: Any) -> Any:
    """Says every thought."""
    for message in messages(payload):
        for key in ("reasoning_content", "reasoning", "reasoning_details", "thinking"):
            if isinstance(message.get(key), list if key == "reasoning_details" else str):
                message["content"] = f"{message.pop(key)}\n{message.get('content') or ''}"
    return payload


SPOKEN = (says_what_it_thought.at(OLLAMA),)


# what the model does without


@liar(GEMINI, "thinking/older-loop-and-open-loop", "fidelity.omitted-thinking", "warning")
def forgets_the_loop_that_is_over(payload: Any) -> Any:
    """Leaves out what was thought before a call of an older turn."""
    thoughts(payload)[0]()
    return payload


OLDER = (
    forgets_the_loop_that_is_over.at(BEDROCK),
    forgets_the_loop_that_is_over.at(ZHIPU),
    forgets_the_loop_that_is_over.at(RESPONSES),
)


# signatures


@liar(GEMINI, "thinking/signed-beside-text", "fidelity.unsigned-thinking", "warning")
def forgets_signatures(payload: Any) -> Any:
    """Writes thoughts without their signatures."""
    for key in ("thought_signature", "encrypted_content"):
        for node in holding(key, payload):
            del node[key]
    return payload


UNSIGNED = (
    forgets_signatures.at(RESPONSES),
    replace(
        forgets_signatures.at(RESPONSES, "error", caught_by="fidelity.lost-thinking"),
        case=shipped("thinking/parallel-calls-one-thought"),
        name="unseals-what-is-wanted",
    ),
)


@liar(GEMINI, "thinking/signed-step-behind-an-unsigned-one", "fidelity.unsigned-call", "error")
def forgets_the_signatures_of_calls(payload: Any) -> Any:
    """Writes calls without the signatures that they came with."""
    for node in holding("function_call", payload):
        node.pop("thought_signature", None)
    return payload


CALLS = (forgets_the_signatures_of_calls.at("gemini.multiagent"),)


@liar("openrouter.chat", "thinking/signature-on-call", "fidelity.unsigned-call", "error", like="open-webui#19328")
def forgets_what_is_encrypted(payload: Any) -> Any:
    """Writes of what was thought the text alone, so that a call of Gemini's comes back without its signature."""
    for message in by("assistant", payload):
        message["reasoning_details"] = []
    return payload


@liar(GEMINI, "thinking/signatures-on-parallel-calls", "fidelity.unsigned-call", "warning")
def signs_the_first_call_only(payload: Any) -> Any:
    """Writes the signature of the first of two parallel calls only."""
    del holding("function_call", payload)[1]["thought_signature"]
    return payload


@liar(GEMINI, "thinking/signatures-on-parallel-calls", "fidelity.altered-thinking", "error")
def exchanges_the_signatures_of_calls(payload: Any) -> Any:
    """Writes each signature beside the other call."""
    one, other = holding("function_call", payload)
    one["thought_signature"], other["thought_signature"] = other["thought_signature"], one["thought_signature"]
    return payload


@liar(GEMINI, "thinking/signatures-on-two-steps", "fidelity.altered-thinking", "error")
def signs_calls_with_the_dummy(payload: Any) -> Any:
    """Writes what Google lets stand for a signature where there is one."""
    for node in holding("function_call", payload):
        node["thought_signature"] = "skip_thought_signature_validator"
    return payload


DUMMIES = (signs_calls_with_the_dummy.at("gemini.multiagent"),)


@liar(GEMINI, "thinking/parallel-calls-one-thought", "fidelity.altered-thinking", "error")
def copies_signatures_to_calls(payload: Any) -> Any:
    """Writes a thought's signature beside the calls, too."""
    [thought] = filter(is_thought, nodes(messages(payload)))
    for node in holding("function_call", payload):
        node["thought_signature"] = thought["thought_signature"]
    return payload


def signatures(payload: Any) -> list[tuple[dict[str, Any], str]]:
    """The objects that have a thought's signature, and the key."""
    keys = ("signature", "thought_signature", "encrypted_content")
    return [(node, key) for node in nodes(messages(payload)) for key in keys if node.get(key)]


@liar(ANTHROPIC, "thinking/two-signed-before-call", "fidelity.altered-thinking", "error")
def exchanges_signatures(payload: Any) -> Any:
    """Writes the first two signatures beside each other's thought."""
    (one, key), (other, _), *_ = signatures(payload)
    one[key], other[key] = other[key], one[key]
    return payload


EXCHANGED = tuple(exchanges_signatures.at(target) for target in (BEDROCK, GEMINI, RESPONSES))


@liar(ANTHROPIC, "thinking/budget-two-steps", "fidelity.altered-thinking", "error")
def makes_signatures_up(payload: Any) -> Any:
    """Signs every thought itself."""
    for node, key in signatures(payload):
        node[key] = "bWFkZSB1cA=="
    return payload


MADE_UP = tuple(makes_signatures_up.at(target) for target in (BEDROCK, GEMINI, RESPONSES))


@liar(ANTHROPIC, "thinking/budget-one-step", "fidelity.altered-thinking", "error")
def empties_what_is_signed(payload: Any) -> Any:
    """Keeps the signature of a thought, and none of its text."""
    for node in nodes(messages(payload)):
        for key in ("thinking", "text"):
            if "signature" in node and key in node:
                node[key] = ""
    return payload


EMPTIED = (empties_what_is_signed.at(BEDROCK),)


@liar(BEDROCK, "thinking/redacted-before-call", "fidelity.altered-thinking", "error")
def changes_what_is_redacted(payload: Any) -> Any:
    """Changes the data of a redacted thought."""
    for node in holding("redactedContent", payload):
        node["redactedContent"] = node["redactedContent"].lower()
    return payload


@liar(ANTHROPIC, "thinking/signed-and-redacted", "fidelity.altered-thinking", "error")
def forgets_what_is_redacted(payload: Any) -> Any:
    """Leaves redacted thoughts out, and writes the signed ones beside them."""
    for holder in nodes(messages(payload)):
        for key in ("content", "reasoning_details"):
            if isinstance(holder.get(key), list):
                holder[key] = [block for block in holder[key] if not is_redacted(block)]
    return payload


def is_redacted(block: Any) -> bool:
    """Is this a redacted thought, in whatever dialect?"""
    typed = block.get("type") in ("redacted_thinking", "reasoning.encrypted")
    return typed or "redactedContent" in block.get("reasoningContent", {})


REDACTED = (forgets_what_is_redacted.at(BEDROCK), forgets_what_is_redacted.at("openrouter.chat"))


# a thought whose text was empty from the start


@misdeed(RESPONSES, "thinking/signed-empty-before-call", "fidelity.lost-thinking", "error")
def takes_signed_thoughts_for_empty(honest: Formatter) -> Any:
    """Leaves out thoughts of no text, signed or not."""

    def format_(conversation: Any) -> Any:
        payload = honest(conversation)
        for take in thoughts(payload):
            take()
        return payload

    return format_


EMPTY = (
    takes_signed_thoughts_for_empty.at(ANTHROPIC),
    takes_signed_thoughts_for_empty.at(BEDROCK),
)


# the order of thoughts and calls


@liar(ANTHROPIC, "thinking/thought-call-thought-call", "fidelity.reordered", "error")
def gathers_thoughts(payload: Any) -> Any:
    """Writes all thoughts of a turn before its calls."""
    for message in messages(payload):
        for key in ("content", "parts"):
            if isinstance(message.get(key), list):
                message[key].sort(key=lambda block: not is_thought(block))
    return payload


GATHERED = (gathers_thoughts.at(BEDROCK), gathers_thoughts.at(GEMINI))


@liar(RESPONSES, "thinking/thought-call-thought-call", "fidelity.reordered", "error")
def gathers_items(payload: Any) -> Any:
    """Writes all reasoning of a turn before its calls."""
    one, other = of_type("reasoning", payload)
    return behind(remove(payload, other), one, other)


@liar(ANTHROPIC, "thinking/thoughts-before-calls", "fidelity.reordered", "error")
def deals_thoughts_out(payload: Any) -> Any:
    """Writes one thought before each call."""
    for message in messages(payload):
        for key in ("content", "parts"):
            blocks = message.get(key)
            if isinstance(blocks, list) and sum(map(is_thought, blocks)) == 2:
                blocks[1], blocks[2] = blocks[2], blocks[1]
    return payload


DEALT = (deals_thoughts_out.at(BEDROCK), deals_thoughts_out.at(GEMINI))


@liar(RESPONSES, "thinking/thoughts-before-calls", "fidelity.reordered", "error")
def deals_items_out(payload: Any) -> Any:
    """Writes one item of reasoning before each call."""
    items = messages(payload)
    at = items.index(of_type("reasoning", payload)[1])
    items[at], items[at + 1] = items[at + 1], items[at]
    return payload


@liar(ZHIPU, "thinking/unsigned-two-steps", "fidelity.doubled-thinking", "error")
def repeats_thoughts(payload: Any) -> Any:
    """Writes the first thought before the second call, too."""
    before = ""
    for message in by("assistant", payload):
        for key in ("reasoning_content", "reasoning", "reasoning_details", "thinking"):
            if isinstance(message.get(key), list if key == "reasoning_details" else str):
                before = message[key] = f"{before}\n{message[key]}".strip()
    return payload


REPEATED = (repeats_thoughts.at(DEEPSEEK), repeats_thoughts.at(OLLAMA))


@liar(
    DEEPSEEK, "thinking/bare-call-then-thought", "deepseek.reasoning-passback", "error", like="kimi-cli#2141, pi#3835"
)
def says_nothing_of_no_thought(payload: Any) -> Any:
    """Leaves the key out where nothing was thought, beside others that have it."""
    for message in by("assistant", payload):
        if message.get("reasoning_content") == "":
            del message["reasoning_content"]
    return payload


@liar(DEEPSEEK, "thinking/second-message-thinks", "deepseek.reasoning-passback", "error", like="experiential#890")
def says_nothing_of_thoughts_before_a_call(payload: Any) -> Any:
    """Leaves the key out of what is said before a call, in the turn that is open."""
    for message in by("assistant", payload):
        if not message.get("tool_calls"):
            message.pop("reasoning_content", None)
    return payload


@liar(MISTRAL, "thinking/signed-beside-text", "fidelity.altered-thinking", "error", like="vercel/ai#17930")
def answers_with_its_thoughts(payload: Any) -> Any:
    """Puts thought and answer into one string."""
    for message in by("assistant", payload):
        content = message["content"] if isinstance(message["content"], list) else []
        said = [part["text"] if "text" in part else part["thinking"][0]["text"] for part in content]
        message["content"] = "".join(said) or message["content"]
    return payload


LIARS = liars_of(globals())

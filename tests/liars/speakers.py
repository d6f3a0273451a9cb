"""Who tells what was said as somebody else's, or as nobody's."""

from __future__ import annotations

import re
from typing import Any

from liars.liar import liar, liars_of
from liars.payloads import by, calling, messages, said

# roles


@liar("openai.chat", "chat/plain-turns", "fidelity.wrong-speaker", "error")
def knows_users_only(payload: Any) -> Any:
    """Writes role user for everybody but the system."""
    for message in by("assistant", payload):
        message["role"] = "user"
    return payload


@liar("gemini.chat", "chat/plain-turns", "fidelity.wrong-speaker", "error", also=("gemini.last-turn-user",))
def takes_the_user_for_the_model(payload: Any) -> Any:
    """Turns the roles around."""
    for content in messages(payload):
        content["role"] = "user" if content["role"] == "model" else "model"
    return payload


@liar("gemini.chat", "vision/image-only-message", "fidelity.wrong-speaker", "error")
def shows_as_the_model(payload: Any) -> Any:
    """Writes the model's role where nobody says anything."""
    for content in messages(payload):
        if not any("text" in part for part in content["parts"]):
            content["role"] = "model"
    return payload


@liar(
    "anthropic.chat", "chat/two-assistants-in-a-row", "fidelity.wrong-speaker", "error", also=("anthropic.no-prefill",)
)
def alternates(payload: Any) -> Any:
    """Gives roles in turns, whoever spoke."""
    for i, message in enumerate(messages(payload)):
        message["role"] = ("user", "assistant")[i % 2]
    return payload


@liar("ollama-generate.chat", "chat/plain-turns", "fidelity.wrong-speaker", "error")
def prompts_as_one_user(payload: Any) -> Any:
    """Writes every line as the user's."""
    return payload | {"prompt": payload["prompt"].replace("assistant: ", "user: ")}


@liar("ollama-generate.chat", "chat/plain-turns", "fidelity.no-speaker", "warning")
def prompts_without_roles(payload: Any) -> Any:
    """Writes lines without a word on who said them."""
    return payload | {"prompt": re.sub("(?m)^(user|assistant): ", "", payload["prompt"])}


@liar("deepseek.chat", "chat/plain-turns", "fidelity.wrong-speaker", "error")
def merges_turns_of_two(payload: Any) -> Any:
    """Joins the assistant's answer to the question, without a word on who said it."""
    [answer] = by("assistant", payload)
    question = by("user", payload)[0]
    question["content"] += "\n" + answer["content"]
    messages(payload).remove(answer)
    return payload


@liar("openai.chat", "chat/plain-turns", "fidelity.wrong-speaker", "error")
def swaps_the_names_beside_the_roles(payload: Any) -> Any:
    """Leaves the roles alone and takes one speaker's name for another's."""
    for message in messages(payload):
        message["name"] = {"user": "assistant", "assistant": "user"}.get(message["role"], message["name"])
    return payload


@liar("vllm.chat", "chat/plain-turns", "fidelity.no-speaker", "warning")
def cuts_the_names_beside_the_roles(payload: Any) -> Any:
    """Writes the first half of each name."""
    for message in messages(payload):
        message["name"] = message["name"][: len(message["name"]) // 2]
    return payload


@liar("ollama.chat", "tools/single-call", "fidelity.wrong-speaker", "error")
def lets_the_user_call(payload: Any) -> Any:
    """Writes the calls of the assistant into a turn of the user's."""
    for message in messages(payload):
        if "tool_calls" in message:
            message["role"] = "user"
    return payload


@liar("openai.multiagent", "multiagent/two-agents-call", "fidelity.wrong-speaker", "error")
def calls_in_another_agents_name(payload: Any) -> Any:
    """Names the other one of two agents beside each call."""
    calling = [message for message in messages(payload) if "tool_calls" in message]
    names = [message["name"] for message in calling]
    for message, name in zip(calling, reversed(names), strict=True):
        message["name"] = name
    return payload


# names in merged text


@liar("openai.multiagent", "multiagent/two-agents", "fidelity.wrong-speaker", "error")
def swaps_names(payload: Any) -> Any:
    """Takes Ann for Bob, and Bob for Ann."""
    names = {"Ann": "Bob", "Bob": "Ann"}
    return said(payload, lambda text: re.sub(r"(?m)^(Ann|Bob):", lambda found: f"{names[found[1]]}:", text))


@liar("dashscope.multiagent", "multiagent/five-agents", "fidelity.wrong-speaker", "error")
def knows_one_name(payload: Any) -> Any:
    """Tells everything as said by the first."""
    return said(payload, lambda text: re.sub(r"(?m)^(Bob|Cleo|Dan|Eve):", "Ann:", text))


@liar("vllm.multiagent", "multiagent/five-agents", "fidelity.wrong-speaker", "error")
def names_them_one_too_late(payload: Any) -> Any:
    """Writes the names behind what was said."""

    def behind_it(text: str) -> str:
        return re.sub(r"(?m)^(Ann|Bob|Cleo|Dan|Eve): (.*)$", r"\2 (\1)", text)

    return said(payload, behind_it)


@liar("zhipu.multiagent", "multiagent/five-agents", "fidelity.no-speaker", "warning")
def forgets_names(payload: Any) -> Any:
    """Writes lines without a word on who said them."""
    return said(payload, lambda text: re.sub(r"(?m)^(Ann|Bob|Cleo|Dan|Eve): ", "", text))


@liar("deepseek.multiagent", "multiagent/five-agents", "fidelity.no-speaker", "warning")
def names_roles_instead(payload: Any) -> Any:
    """Writes roles where names belong."""
    return said(payload, lambda text: re.sub(r"(?m)^(Ann|Bob|Cleo|Dan|Eve): ", "user: ", text))


@liar("ollama.multiagent", "multiagent/speaker-speaks", "fidelity.wrong-speaker", "error")
def takes_others_for_itself(payload: Any) -> Any:
    """Writes the name of the agent that is formatted for on every line."""
    return said(payload, lambda text: re.sub(r"(?m)^\w+: ", "Friday: ", text))


# names as a field, roles as names


def named_turns(conversation: Any) -> Any:
    """A message for each, with its speaker's name beside the role."""
    return [
        {
            "role": "system" if message.role == "system" else "user",
            **({} if message.role == "system" else {"name": message.name}),
            "content": message.text,
        }
        for message in conversation.messages
    ]


@liar("openai.multiagent", "multiagent/two-agents", "fidelity.wrong-speaker", "error", named_turns)
def swaps_name_fields(payload: Any) -> Any:
    """Writes the wrong name beside the role."""
    for message in by("user", payload):
        message["name"] = "Bob" if message["name"] == "Ann" else "Ann"
    return payload


@liar("vllm.multiagent", "multiagent/two-agents", "fidelity.no-speaker", "warning", named_turns)
def forgets_name_fields(payload: Any) -> Any:
    """Sends a message for each, without names."""
    for message in by("user", payload):
        del message["name"]
    return payload


def prefixed_turns(conversation: Any) -> Any:
    """A message for each, its text beginning with the name."""
    system, *rest = conversation.messages
    return {
        "system": system.text,
        "messages": [{"role": "user", "content": f"{message.name}: {message.text}"} for message in rest],
    }


@liar("anthropic.multiagent", "multiagent/five-agents", "fidelity.wrong-speaker", "error", prefixed_turns)
def speaks_for_the_others(payload: Any) -> Any:
    """Tells what other agents said as the assistant's own words."""
    for i, message in enumerate(messages(payload)):
        if i in (1, 3):
            message |= {"role": "assistant", "content": message["content"].partition(": ")[2]}
    return payload


@liar("anthropic.multiagent", "multiagent/five-agents", "fidelity.wrong-speaker", "error", prefixed_turns)
def prefixes_one_name_for_all(payload: Any) -> Any:
    """Writes the first name before every text."""
    for message in messages(payload):
        message["content"] = f"Ann: {message['content'].partition(': ')[2]}"
    return payload


@liar("gemini.multiagent", "multiagent/name-prefix", "fidelity.wrong-speaker", "error")
def cuts_names(payload: Any) -> Any:
    """Writes three letters of each name, so that two become one."""
    return said(payload, lambda text: re.sub("Bobby: ", "Bob: ", text))


@liar(
    "vllm.multiagent",
    "multiagent/two-agents-call",
    "fidelity.lost-call",
    "error",
    also=("fidelity.result-as-text",),
)
def tells_of_anothers_call_without_its_arguments(payload: Any) -> Any:
    """Writes another agent's call as words that do not say what was asked for."""
    call, result = calling(payload)[-1], by("tool", payload)[-1]
    call |= {"role": "user", "content": "[Sunday] called tool `get_weather`."}
    result |= {"role": "user", "content": f"[Sunday] `get_weather` returned: {result['content']}"}
    del call["tool_calls"], result["tool_call_id"]
    return payload


LIARS = liars_of(globals())

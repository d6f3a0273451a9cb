"""Who makes one table of the alternatives at a schema's root, and loses some; who forgets what further keys hold."""

from __future__ import annotations

from typing import Any

from support.offers import everywhere, holders, schemas

from liars.liar import liar, liars_of, told_by
from liars.offers import EVERYWHERE

ROOT, SECOND = "tools/offer-alternatives-at-the-root", "tools/offer-alternatives-at-the-second-root"
FLAT = told_by(
    *("deepseek.chat", "zhipu.chat", "vllm.chat", "mistral.chat", "ollama.chat", "anthropic.chat", "bedrock.chat"),
    *("openai-responses.chat", "dashscope.chat"),
)
"""Where the reference writes one table."""


@FLAT
@liar(
    "openai.chat",
    ROOT,
    "fidelity.lost-parameter",
    "error",
    also=("fidelity.altered-parameter",),
    like="Roo-Code#10726",
)
def keeps_the_first_alternative(payload: Any) -> Any:
    """Takes the first of the alternatives for the whole schema."""
    for schema in schemas(payload):
        schema["properties"] = {name: schema["properties"][name] for name in ("card", "pin")}
        schema["required"] = ["card"]
    return payload


@FLAT
@liar("openai.chat", ROOT, "fidelity.altered-parameter", "error", like="gitlab-mcp#558")
def requires_what_one_alternative_does(payload: Any) -> Any:
    """Puts together what the alternatives require."""
    for schema in schemas(payload):
        schema["required"] = ["card", "account", "bank"]
    return payload


@FLAT
@liar("openai.chat", SECOND, "fidelity.altered-parameter", "error", like="jazz#510")
def keeps_the_last_of_two_values(payload: Any) -> Any:
    """Lets the last alternative's constant stand for that of each."""
    for schema in schemas(payload):
        if "kind" in schema["properties"]:
            schema["properties"]["kind"] = {"const": "pot", "description": "Into which, amber-05."}
    return payload


@liar("openai.chat", ROOT, "openai.parameters-top-level", "error", like="cc-switch#5829")
def leaves_alternatives_at_the_root(payload: Any) -> Any:
    """Passes a schema with alternatives at its root on as it is."""
    for holder, key in holders(payload):
        properties = holder[key]["properties"]
        holder[key]["oneOf"] = [
            {"properties": {name: properties.pop(name) for name in names}, "required": required}
            for names, required in ((("card", "pin"), ["card"]), (("account", "bank"), ["account", "bank"]))
        ]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-any-keys", "fidelity.altered-parameter", "error", like="kelivo#774")
def forgets_what_further_keys_hold(payload: Any) -> Any:
    """Drops what is not in a list of known keywords."""
    for schema in everywhere(payload):
        if isinstance(schema.get("additionalProperties"), dict):
            del schema["additionalProperties"]
    return payload


@liar("ollama.chat", ROOT, "fidelity.lost-parameter", "error", like="griptape")
def offers_names_and_descriptions(payload: Any) -> Any:
    """Says nothing of the parameters where the schema has no properties of its own."""
    for tool in payload["tools"]:
        del tool["function"]["parameters"]
    return payload


@liar("gemini.chat", "tools/offer-alternatives", "fidelity.altered-parameter", "error", like="ax")
def keeps_the_description_of_alternatives(payload: Any) -> Any:
    """Leaves out what it has no word for, and there is a word."""
    for schema in schemas(payload):
        schema["properties"]["by"] = {"description": schema["properties"]["by"]["description"]}
    return payload


@liar("openai-responses.chat", "tools/offer-alternatives", "fidelity.altered-parameter", "error", like="multi-llm-ts")
def takes_alternatives_for_a_string(payload: Any) -> Any:
    """Asks for a string where there is no type, and for all of it strictly."""
    for tool in payload["tools"]:
        by = {"type": "string", "description": tool["parameters"]["properties"]["by"]["description"]}
        tool |= {
            "strict": True,
            "parameters": tool["parameters"] | {"properties": {"by": by}, "additionalProperties": False},
        }
    return payload


LIARS = liars_of(globals())

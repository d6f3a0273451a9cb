"""What a formatter claims for a target: one entry of `CAPABILITIES`, read."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common.did_you_mean import did_you_mean, nearest
from pytest_promptfmt.common.text import cut
from pytest_promptfmt.conversation.limits import LIMITS, NOT_A_NUMBER, meaningful
from pytest_promptfmt.conversation.needs import CAPABILITIES, Capability
from pytest_promptfmt.dialects import dialect_of

Truncation: TypeAlias = Literal["none", "drop", "summarise"]
Layer: TypeAlias = Literal["wire", "sdk"]


class ClaimError(ValueError):
    """A claim that cannot be read; the text goes on where the name of its place ends."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What a formatter says that it can do: `blocks` None means all that its dialect carries.

    `model` is the one that it writes for, empty for the dialect's default one; `refuses` has the names of the limits
    that it declares.
    """

    blocks: frozenset[Capability] | None = None
    truncation: Truncation = "none"
    layer: Layer = "wire"
    model: str = ""
    refuses: frozenset[str] = frozenset()


KNOWN: Mapping[str, Collection[str]] = {
    "blocks": CAPABILITIES,
    "truncation": ("none", "drop", "summarise"),
    "layer": ("wire", "sdk"),
    "model": (),
    "refuses": tuple(LIMITS),
}
_SEVERAL = ("blocks", "refuses")


def available(target: str, claims: Claims) -> frozenset[Capability]:
    """What the target is held to: what its dialect carries and the implementation claims."""
    carried = dialect_of(target).carries
    return carried if claims.blocks is None else carried & claims.blocks


def read_claims(claim: Any, target: str) -> Claims:
    """The claims of a target; what it can never come to is left out. Raises `ClaimError`."""
    if not isinstance(claim, Mapping):
        raise ClaimError(f" is no mapping, but {type(claim).__name__}: {_EXAMPLE}")
    claim = dict(claim)  # a foreign mapping may say something else each time that it is asked
    for key, value in claim.items():
        if key not in KNOWN:
            raise ClaimError(f" has the unknown key {key!r}{which_claim(key) or did_you_mean(key, KNOWN)}")
        several = key in _SEVERAL and isinstance(value, Collection) and not isinstance(value, (str, bytes, Mapping))
        if not several and not isinstance(value, str):
            wanted = "a list of names" if key in _SEVERAL else "a name"
            some = f", such as {[*KNOWN[key]][:3]}" if KNOWN[key] else ""
            raise ClaimError(f"[{key!r}] has to be {wanted}, not {_kind(value)}{some}; or leave it out")
        if key == "model":  # anybody may have one that nobody else knows
            if not re.fullmatch(r"[!-~][ -~]{0,199}", value):
                raise ClaimError(f"['model'] is no name of a model: {cut(ascii(value), 80)}")
            continue
        for item in value if several else (value,):
            if item not in KNOWN[key]:
                raise ClaimError(f"[{key!r}]: {item!r} is not known{_which(key, item)}")
            if key == "refuses" and target.rpartition(".")[2] == LIMITS[item].not_in:
                raise ClaimError(
                    f"['refuses']: {item!r} cannot be a limit of {target}, which is about nothing else; "
                    f"take {target!r} out of FORMATTERS"
                )
    blocks = claim.get("blocks")
    claims = Claims(
        None if blocks is None else frozenset(_names(blocks)),
        claim.get("truncation", "none"),
        claim.get("layer", "wire"),
        claim.get("model", ""),
        frozenset(_names(claim.get("refuses", ()))),
    )
    return within(target, claims)


_EXAMPLE = "CAPABILITIES = {'openai.chat': {'blocks': ['tool', 'image']}}"
_MEANT: Mapping[str, str] = {
    "function": "tool",
    "functions": "tool",
    "function_call": "tool",
    "tool_calls": "tool",
    "tool_use": "tool",
    "tool_result": "tool",
    "tool_results": "tool",
    "reasoning": "thinking",
    "vision": "image",
    "picture": "image",
    "multimodal": "image",
    "speech": "audio",
    "pdf": "document",
    "file": "document",
    "files": "document",
}
"""What others call a kind of block."""


def which_claim(name: object) -> str:
    """What may have been meant by a key that is none: a claim without its target, or a block without ``'blocks'``."""
    if name in KNOWN:
        return f"; a claim is one of a target: {_EXAMPLE}"
    if name in ("modalities", "supports", "features", "capabilities", "inputs"):
        return "; did you mean 'blocks'?"
    block = _MEANT.get(str(name)) or nearest(name, CAPABILITIES)
    return f"; did you mean {{'blocks': [{block!r}]}}?" if block else ""


def _which(key: str, item: Any) -> str:
    if key == "blocks":
        if item in ("all", "*"):
            return "; leave 'blocks' out to claim all that there is"
        if item == "text":
            return "; text is no claim, since every formatter writes it: leave it out"
        item = _MEANT.get(str(item), item)
    if key == "refuses" and item in CAPABILITIES:
        return "; it is a kind of block: leave it out of 'blocks'"
    return did_you_mean(item, KNOWN[key], "; 'promptfmt list limits' has them" if key == "refuses" else None)


def _kind(value: Any) -> str:
    return "None" if value is None else type(value).__name__


def _names(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def spoken(target: str, claims: Claims) -> Claims:
    """The claims of who is asked by lines of JSON, with the limit that this is."""
    return within(target, replace(claims, refuses=claims.refuses | {NOT_A_NUMBER}))


def within(target: str, claims: Claims) -> Claims:
    """The same without blocks that the dialect cannot carry, and limits that what is left cannot come to."""
    held = available(target, claims)
    blocks = None if claims.blocks is None else held
    return replace(claims, blocks=blocks, refuses=meaningful(claims.refuses, held))

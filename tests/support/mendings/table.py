"""The table of mendings."""

from __future__ import annotations

from support.mendings.calls import (
    answered,
    legal_ids,
    model_turns,
    moved,
    one_turn,
    said_as_text,
    tool_name,
    true_arguments,
    true_ids,
)
from support.mendings.media import (
    fetched,
    flat_images,
    inline,
    interleaved,
    named,
    opened,
    shown_below,
    true_jpeg,
    true_types,
)
from support.mendings.payload import Mending
from support.mendings.silence import empties, no_system_text, no_texts, outputs, thoughts_at_the_end
from support.mendings.texts import cut_space, empty_string, later_user, legal_names, own_keys, prompt_first, system_text

MENDINGS: dict[str, Mending] = {
    "one-turn": one_turn,
    "true-ids": true_ids,
    "tool-name": tool_name,
    "empties": empties,
    "thoughts-at-the-end": thoughts_at_the_end,
    "outputs": outputs,
    "named": named,
    "true-jpeg": true_jpeg,
    "fetched": fetched,
    "opened": opened,
    "system-text": system_text,
    "own-keys": own_keys,
    "legal-names": legal_names,
    "prompt-first": prompt_first,
    "empty-string": empty_string,
    "true-arguments": true_arguments,
    "cut-space": cut_space,
    "model-turns": model_turns,
    "no-texts": no_texts,
    "no-system-text": no_system_text,
    "true-types": true_types,
    "inline": inline,
    "flat-images": flat_images,
    "legal-ids": legal_ids,
    "answered": answered,
    "said-as-text": said_as_text,
    "later-user": later_user,
    "shown-below": shown_below,
    "interleaved": interleaved,
    "moved": moved,
}
"""By a row's name for it, in the order in which they are done: first what stands in a turn, then the turns."""

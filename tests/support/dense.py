"""The cases that put many conditions side by side, of which the survivors of mutants have not been read yet.

They came with the table of mechanisms and conditions (decision 54). So many things alike stand in each that a mutant
often changes places with what says the same; which survivors are more than that nobody has looked at.
"""

from __future__ import annotations

DENSE = frozenset(
    (
        "chat/code-between-turns-of-one-role",
        "chat/code-in-every-part",
        "chat/one-turn-of-code",
        "chat/system-text-before-everybody",
        "chat/system-text-late-and-last",
        "chat/system-text-of-data",
        "chat/words-of-data-in-every-role",
        "tools/assistant-first-and-last-with-calls",
        "tools/calls-without-an-offer-and-one-id",
        "tools/code-beside-results-in-one-turn",
        "tools/five-results-in-one-message",
        "tools/ids-of-nine-letters-and-of-digits",
        "tools/late-results-behind-everything",
        "tools/late-results-once-more",
        "tools/nobody-before-the-first-call",
        "tools/nobody-calls-the-last-tool",
        "tools/nothing-said-anywhere",
        "tools/odd-values-in-every-call",
        "tools/odd-values-the-other-way-round",
        "tools/offer-of-three-that-nobody-calls",
        "tools/rounds-behind-everything",
        "tools/rounds-behind-pictures-of-the-assistant",
        "tools/same-words-of-two-tools",
        "tools/whole-rounds-behind-thoughts",
        "tools/whole-rounds-in-one-message",
        "vision/pictures-beside-words-by-address",
        "vision/pictures-by-the-assistant-beside-words",
        "vision/pictures-in-a-long-history",
        "vision/pictures-in-every-result",
        "vision/pictures-of-results-between-others",
        "audio/papers-and-recordings-in-results",
        "audio/papers-between-words",
        "audio/papers-by-the-assistant",
        "audio/recordings-between-words",
        "thinking/thoughts-alone-between-words",
        "thinking/thoughts-before-everything",
        "thinking/thoughts-beside-every-kind",
        "thinking/thoughts-in-every-round",
        "thinking/thoughts-in-the-very-first-round",
        "thinking/thoughts-of-older-turns-in-words",
    )
)

"""``promptfmt_mini``: a small encoding that is at hand everywhere, for tests and for machines without a network.

Its ranks are trained by ``scripts/train_mini_encoding.py`` on texts of this project, and stay as they are: no count
changes with a version. A token is some three characters of English and a third of a Chinese one.
"""

from __future__ import annotations

import base64
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

NAME = "promptfmt_mini"
PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""The words that a text is split into before anything is merged."""
RANKS = "promptfmt_mini.tiktoken"


@cache
def encoding() -> Encoding:
    """The encoding; tiktoken is imported here and nothing is fetched."""
    import tiktoken

    lines = files(__package__).joinpath(RANKS).read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}
    return tiktoken.Encoding(NAME, pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})

"""Retrievers: which rows of the training set are each question's examples."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from promptfmt_reference.aisbench.errors import AISBenchValueError


@dataclass(frozen=True)
class ZeroRetriever:
    """No examples."""

    ice_separator: str = ""
    ice_eos_token: str = ""

    def retrieve(self, train: int, test: int) -> list[list[int]]:
        """For each of `test` questions the indices of its examples, of `train`; so do all retrievers."""
        return [[] for _ in range(test)]


@dataclass(frozen=True)
class FixKRetriever:
    """The same examples for every question, in the order given. Raises ICLR-PARAM-004 for an index out of range."""

    fix_id_list: Sequence[int]
    ice_separator: str = "\n"
    ice_eos_token: str = "\n"

    def retrieve(self, train: int, test: int) -> list[list[int]]:
        for i in self.fix_id_list:
            if not 0 <= i < train:
                said = f"there is no example {i}: there are {train}, from 0"
                raise AISBenchValueError(said, "ICLR-PARAM-004", part="retriever.fix_id_list")
        return [list(self.fix_id_list) for _ in range(test)]


@dataclass(frozen=True)
class RandomRetriever:
    """Other examples for each question, drawn without repetition; `seed` says which, as NumPy's legacy generator does.

    Raises ``ValueError`` where more are wanted than there are.
    """

    ice_num: int = 1
    ice_separator: str = "\n"
    ice_eos_token: str = "\n"
    seed: int = 43

    def retrieve(self, train: int, test: int) -> list[list[int]]:
        if self.ice_num > train:
            raise ValueError(f"{self.ice_num} examples are wanted, and there are {train}")
        bits = _twister(self.seed)
        return [_permutation(train, bits)[: self.ice_num] for _ in range(test)]


def _twister(seed: int) -> random.Random:
    """Python's Mersenne Twister in the state in which NumPy seeds its own."""
    state = [seed & 0xFFFFFFFF]
    for i in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + i) & 0xFFFFFFFF)
    twister = random.Random()
    twister.setstate((3, (*state, 624), None))
    return twister


def _permutation(size: int, bits: random.Random) -> list[int]:
    """Fisher and Yates from the end; a draw out of range is thrown away, since NumPy masks and does not divide."""
    shuffled = list(range(size))
    for i in range(size - 1, 0, -1):
        while (j := bits.getrandbits(32) & (1 << i.bit_length()) - 1) > i:
            pass
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled

"""Trains the encoding ``promptfmt_mini``: byte pairs, the most frequent first.

    python scripts/train_mini_encoding.py            # writes the ranks, the same bytes every time
    python scripts/train_mini_encoding.py --collect  # writes anew the text that it is trained on

The text, of the corpus and of the pages written by hand, is kept beside this script, since a corpus that grows must not
change what is counted: collecting it anew makes another encoding, which wants another name.
"""

from __future__ import annotations

import base64
import heapq
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import regex  # tiktoken brings it
from options import parser

from promptfmt_reference.agentscope_v1.token.mini import PATTERN, RANKS

ROOT = Path(__file__).parents[1]
TEXT = Path(__file__).with_name("mini_encoding_text.txt")
TARGET = ROOT / "reference" / "promptfmt_reference" / "agentscope_v1" / "token" / RANKS
SIZE = 2560
"""Tokens in all, 256 of them the single bytes."""

Pair = tuple[bytes, bytes]


def collect() -> str:
    """The conversations of the corpus, a line each, and the pages that are written by hand; media left out."""
    lines = []
    for path in sorted((ROOT / "fixtures" / "promptfmt_fixtures" / "cases").glob("*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            lines += [case["hunts"], json.dumps(case["conversation"], ensure_ascii=False, separators=(",", ":"))]
    pages = sorted((ROOT / "docs").glob("*.md")) + sorted((ROOT / "docs" / "decisions").glob("*.md"))
    lines += [page.read_text("utf-8") for page in pages if page.name not in ("cases.md", "rules.md")]
    text = "\n".join(lines).encode("utf-8", "replace").decode()  # a case says half a character
    return re.sub(r"[A-Za-z0-9+/=]{48,}", "", text)


def train(text: str, size: int) -> list[bytes]:
    """Tokens in the order of their ranks; of pairs that are equally frequent the first in the order of bytes wins."""
    tokens = [bytes([value]) for value in range(256)]
    words = [
        ([bytes([b]) for b in word.encode()], n) for word, n in sorted(Counter(regex.findall(PATTERN, text)).items())
    ]
    counts: Counter[Pair] = Counter()
    places: defaultdict[Pair, set[int]] = defaultdict(set)
    for number, (word, n) in enumerate(words):
        for pair in pairwise(word):
            counts[pair] += n
            places[pair].add(number)
    queue = [(-n, pair) for pair, n in counts.items()]
    heapq.heapify(queue)
    while queue and len(tokens) < size:
        negative, pair = heapq.heappop(queue)
        if -negative != counts[pair]:
            continue  # an entry from before its count changed
        if -negative < 2:
            break
        tokens.append(pair[0] + pair[1])
        changed: set[Pair] = set()
        for number in places.pop(pair):
            word, n = words[number]
            merged = list(_merged(word, pair))
            for old in pairwise(word):
                counts[old] -= n
                changed.add(old)
            for new in pairwise(merged):
                counts[new] += n
                places[new].add(number)
                changed.add(new)
            words[number] = (merged, n)
        del counts[pair]
        for other in changed - {pair}:
            heapq.heappush(queue, (-counts[other], other))
    return tokens


def _merged(word: list[bytes], pair: Pair) -> Iterator[bytes]:
    rest = iter(range(len(word)))
    for i in rest:
        if tuple(word[i : i + 2]) == pair:
            next(rest)
            yield pair[0] + pair[1]
        else:
            yield word[i]


def ranks_file(tokens: list[bytes]) -> bytes:
    """tiktoken's own format: a token in base64 and its rank on each line."""
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))


def main() -> None:
    told = parser(__doc__)
    told.add_argument("--collect", action="store_true", help="write the text anew, too")
    if told.parse_args().collect:
        TEXT.write_text(collect(), "utf-8")
    TARGET.write_bytes(ranks_file(train(TEXT.read_text("utf-8"), SIZE)))


if __name__ == "__main__":
    main()

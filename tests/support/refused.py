"""Refused requests of public threads: one half looked at while `why` was written, one not, and those of later rounds.

Those of rounds 2, 4 to 8, 11 to 18 and 23 to 44 were collected and run before anything was done about them; of
rounds 4 to 7, 11, 12, 25 to 29, 32 and 33 only threads were taken that refuse what none before them did, of the others
those that searches of no single thing brought. Of round 3 the thread was read first, for the rule.
Round 39 is what somebody measured at OpenAI's API, every fault of two tables; round 40 are threads, and sentences that
an exact search of public code finds, chosen where the kit was thought to have no words. So are rounds 43 and 44, which
one draw divides: of single hosts and models more than of APIs, and 44 was asked about when 43 was worked through.
Round 45 is drawn without choosing: 40 phrases that name a provider or a client and no error, and of each the first one
or two threads (of five phrases three) that tell enough to rebuild the request and were not here already. Round 46
was drawn so when 45 was worked through, by 41 other phrases; half of the threads that told enough were here.
Round 47 is drawn so too, by 50 phrases of models and features of 2025 and 2026: of 32 the first thread, and of 8 the
second one as well. Round 48 was drawn when 47 was worked through, by 28 phrases of clients, new models and refusals:
21 threads that were not here, up to three of a phrase. Round 49 is drawn by 40 phrases of providers, languages and
themes: up to two threads of a phrase that show enough and were not here. Round 50 was drawn behind it, by 20 phrases of
clients, and asked about when 49 was worked through. Rounds 51 and 52 are drawn from what 45 phrases of hosts, models
and parameters brought that was not here, mostly of 2026; 52 was asked about when 51 was worked through. Round 53 is
what eleven searches by provider brought that was not here, when the table of sentences (`support.sentences`) was worked
through.
Round 55 is no draw of threads: it is every sentence with which Anthropic, Bedrock, Gemini, Model Studio, Cohere and the
servers of open weights refuse, as far as searches of the stable beginnings of such sentences bring one that no earlier
round has, each with the smallest request that it was said of, or is said of by its own words. Round 56
was drawn when 55 was worked through, by 23 phrases of its providers: each thread that was not here and shows enough.
Round 57 is drawn by 40 phrases of OpenAI's family (a symptom beside a client, a host or a model): of 115 threads that
show enough, the 61 that were not here. Round 58 was drawn when 57 was worked through, by 19 further phrases.
Rounds 59 and 60 are drawn so too, by phrases of symptoms, clients and makers; 60 was asked about when 59 was worked
through.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from pytest_promptfmt.diagnosis import Diagnosis, why
from support.places import TESTS

REQUESTS: list[dict[str, Any]] = [
    json.loads(line) for line in (TESTS / "recordings" / "refused-requests.jsonl").read_text("utf-8").splitlines()
]
SEED = 17


def groups() -> dict[str, list[dict[str, Any]]]:
    """By name; the halves as they were split before anything was measured."""
    first = [row for row in REQUESTS if "round" not in row]
    ids = sorted(row["id"] for row in first)
    random.Random(SEED).shuffle(ids)
    looked_at = {*ids[: len(ids) // 2]}
    return {
        "developed on": [row for row in first if row["id"] in looked_at],
        "held out": [row for row in first if row["id"] not in looked_at],
        "later": [row for row in REQUESTS if row.get("round") in (2, 3)],
        "fourth round": [row for row in REQUESTS if row.get("round") == 4],
        "fifth round": [row for row in REQUESTS if row.get("round") == 5],
        "sixth to eighth round": [row for row in REQUESTS if row.get("round") in (6, 7, 8)],
        "eleventh round": [row for row in REQUESTS if row.get("round") == 11],
        "seventeenth and later rounds": [row for row in REQUESTS if row.get("round") in (17, 18, 23, 24)],
        "twenty-fifth and later rounds": [row for row in REQUESTS if row.get("round") in (25, 26, 27, 28, 29, 32, 33)],
        "thirtieth and later rounds": [row for row in REQUESTS if row.get("round") in (30, 31)],
        "thirty-fourth and later rounds": [row for row in REQUESTS if row.get("round") in (34, 35)],
        "thirty-sixth and later rounds": [row for row in REQUESTS if row.get("round") in (36, 37, 38)],
        "measured at the API": [row for row in REQUESTS if row.get("round") == 39],
        "fortieth round": [row for row in REQUESTS if row.get("round") == 40],
        "forty-first and later rounds": [row for row in REQUESTS if row.get("round") in (41, 42)],
        "forty-third and later rounds": [row for row in REQUESTS if row.get("round") in (43, 44)],
        "forty-fifth and later rounds": [row for row in REQUESTS if row.get("round") in (45, 46)],
        "forty-seventh and later rounds": [row for row in REQUESTS if row.get("round") in (47, 48)],
        "forty-ninth and later rounds": [row for row in REQUESTS if row.get("round") in (49, 50)],
        "fifty-first and later rounds": [row for row in REQUESTS if row.get("round") in (51, 52)],
        "fifty-third round": [row for row in REQUESTS if row.get("round") == 53],
        "sentences of the makers and of the servers": [row for row in REQUESTS if row.get("round") in (55, 56)],
        "fifty-seventh and later rounds": [row for row in REQUESTS if row.get("round") in (57, 58, 59, 60)],
        "twelfth to fourteenth round": [row for row in REQUESTS if row.get("round") in (12, 13, 14)],
        "fifteenth round": [row for row in REQUESTS if row.get("round") == 15],
        "sixteenth round": [row for row in REQUESTS if row.get("round") == 16],
    }


def pasted(row: dict[str, Any]) -> str:
    """What somebody has in hand: the payload, with its address where the thread tells it."""
    return json.dumps({"url": row["url"], "body": row["body"]} if "url" in row else row["body"])


def diagnosed(row: dict[str, Any], *, answered: bool = False) -> Diagnosis:
    return _diagnosed(pasted(row), row["said"] if answered else "")


@cache
def _diagnosed(text: str, answer: str) -> Diagnosis:
    (found,) = why(text, answer=answer)
    return found


def first_two(found: Diagnosis) -> list[str]:
    """The ids of the first two findings, each told once."""
    return list(dict.fromkeys(finding.id for finding in found.findings))[:2]

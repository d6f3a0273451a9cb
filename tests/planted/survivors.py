"""Faults that are planted and that no two cases tell yet, each with its reason; the table is to shrink.

Who mends a reason takes its rows away: a fault that is told after all fails the test as stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from planted.planted import Planted


@dataclass(frozen=True, slots=True)
class Survivor:
    """`faults` and `dialects` are globs, separated by blanks."""

    faults: str
    dialects: str
    why: str

    def covers(self, fault: Planted, dialect: str) -> bool:
        return any(fnmatchcase(fault.id, glob) for glob in self.faults.split()) and any(
            fnmatchcase(dialect, glob) for glob in self.dialects.split()
        )


def survivor(fault: Planted, dialect: str) -> Survivor | None:
    return next((each for each in SURVIVORS if each.covers(fault, dialect)), None)


SURVIVORS: tuple[Survivor, ...] = (
    Survivor(
        "agentscope-1894 crewai-4693 crewai-4775",
        "anthropic",
        "the API puts turns of one role together; only stricter servers of it refuse, which the rule says as a warning",
    ),
    Survivor("agno-6946-bedrock agno-6946-mistral", "*", "nothing is said of a thought that nobody thought"),
    Survivor("autogen-6063", "gemini", "gemini.part-oneof calls an empty text a warning"),
    Survivor("strands-2123", "bedrock", "bedrock.tool-result-nonempty is a warning: one model of the many refuses it"),
    Survivor("pydantic-ai-2678", "*", "white space at an end is a warning everywhere"),
    Survivor("smolagents-659", "dashscope", "dashscope.text-model-string is a warning"),
    Survivor("agentscope-2006", "ollama", "ollama.tool-name is a warning, also where two results cannot be told apart"),
)

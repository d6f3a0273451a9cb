"""Why a request was refused: whose it is, what is wrong with it in the order of likelihood, and the mended payload.

`why` is all of it, from a text as somebody pasted it; no pytest, no network.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.diagnosis.engine import Diagnosis, diagnose
from pytest_promptfmt.diagnosis.mending.files import NO_FILES, Files


def why(
    source: TextIO | str,
    *,
    dialect: str = "",
    model: str = "",
    thinking: bool = False,
    answer: str = "",
    mend: bool = True,
    files: Files = NO_FILES,
) -> Iterator[Diagnosis]:
    """A diagnosis of each request in a text or a stream of one, as they come.

    `dialect`, `model` and `thinking` are what the request does not say, `answer` are the provider's words, `files` the
    bytes of files by name, to be put where the request has their paths. Raises `Unreadable` where no request is found,
    `ValueError` for an unknown dialect.
    """
    for captured in requests_in(source):
        yield diagnose(captured, dialect=dialect, model=model, thinking=thinking, answer=answer, mend=mend, files=files)


__all__ = ["Diagnosis", "Unreadable", "diagnose", "why"]

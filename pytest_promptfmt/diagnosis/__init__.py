"""Why a request was refused: whose it is, what is wrong with it in the order of likelihood, and the mended payload.

`why` is all of it, from a text as somebody pasted it; no pytest, no network.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NoReturn, TextIO

from pytest_promptfmt.capture import Unreadable, requests_in
from pytest_promptfmt.common.did_you_mean import did_you_mean, no_name, tells_names
from pytest_promptfmt.diagnosis.engine import Diagnosis, diagnose
from pytest_promptfmt.diagnosis.mending.files import NO_FILES, Files


@tells_names
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
    """A diagnosis of each request in a text or a stream of text, as they come.

    `dialect`, `model` and `thinking` are what the request does not say, `answer` are the provider's words, `files` the
    bytes of files by name, to be put where the request has their paths. Raises `Unreadable` where no request is found,
    `ValueError` for an unknown dialect.
    """
    check_source(source, answer)
    for captured in requests_in(source):
        yield diagnose(captured, dialect=dialect, model=model, thinking=thinking, answer=answer, mend=mend, files=files)


def check_source(source: object, answer: object) -> None:
    """Raises `TypeError` for what is no text and no stream of one, `Unreadable` for the name of a file."""
    if isinstance(source, str):
        if len(source) < _LONGEST_NAME and not {*"{[\n"} & {*source} and os.path.isfile(source):
            raise Unreadable(f"is the name of a file, and what is in it is wanted: open({source!r})")
    elif hasattr(source, "read"):
        if isinstance(source.read(0), bytes):
            raise TypeError("source is a file of bytes: open it without the 'b', so that it gives text")
    else:
        kind = next((how for types, how in _TEXTS if isinstance(source, types)), "give its text, or open it")
        raise TypeError(f"source is a text, or a stream of one, not {type(source).__name__}: {kind}")
    if not isinstance(answer, str):
        raise TypeError(f"answer is a text, the provider's words, not {type(answer).__name__}: json.dumps(answer)")


_LONGEST_NAME = 1_000
_TEXTS = ((os.PathLike, "open(…) it"), (bytes, "decode() it"), ((dict, list, tuple), "json.dumps(…) writes it"))


__all__ = ["Diagnosis", "Unreadable", "diagnose", "why"]


def __getattr__(name: str) -> NoReturn:
    raise no_name(__name__, name, did_you_mean(name, __all__, "")) from None

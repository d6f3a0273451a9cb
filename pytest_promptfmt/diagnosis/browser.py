"""What the page in a browser asks: a pasted text becomes a JSON document, with what was sent beside the findings."""

from __future__ import annotations

import json
from typing import Any

from pytest_promptfmt.capture import Unreadable
from pytest_promptfmt.common.text import described
from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.document import one, plain

MOST = 50
"""Requests that are told of one text; the rest is counted."""


def pasted(text: str, dialect: str = "", model: str = "", thinking: bool = False, answer: str = "") -> str:
    """``requests``, as `why.schema.json` has them and each with its ``body``; ``left`` of them, and the ``problem``."""
    told: dict[str, Any] = {"requests": [], "left": 0, "problem": ""}
    try:
        for each in why(text, dialect=dialect, model=model, thinking=thinking, answer=answer):
            if len(told["requests"]) == MOST:
                told["left"] += 1
            else:
                told["requests"].append({**one("", each), "body": plain(each.captured.body)})
    except Unreadable as error:
        told["problem"] = f"what you pasted {error}"
    except Exception as error:  # whatever was pasted, the page says something
        told["problem"] = f"this could not be judged: {described(error)}"
    return json.dumps(told, ensure_ascii=True)

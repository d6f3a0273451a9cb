"""A guard at run time: a payload judged in milliseconds before it is sent, without pytest.

`judged` takes a payload and a dialect. A `Guard` stands where an HTTP client sends requests, and logs or raises
`Refused` for those that the provider is known to refuse.
"""

from __future__ import annotations

from typing import NoReturn

from pytest_promptfmt.common.did_you_mean import did_you_mean, no_name
from pytest_promptfmt.guarding.budget import Judged, judged
from pytest_promptfmt.guarding.hooks import Guard, Refused

__all__ = ["Guard", "Judged", "Refused", "judged"]


def __getattr__(name: str) -> NoReturn:
    raise no_name(__name__, name, did_you_mean(name, __all__, "")) from None

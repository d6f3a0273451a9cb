"""What a formatter claims is read, and what makes no sense is a usage error that names its place and a remedy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_promptfmt.conversation.limits import NOT_A_NUMBER
from pytest_promptfmt.implementation import ImplementationError, from_object
from pytest_promptfmt.implementation.claims import Claims, spoken


def claimed(claim: Any, target: str = "openai.chat") -> Claims:
    return from_object(SimpleNamespace(FORMATTERS={target: repr}, CAPABILITIES={target: claim})).claim(target)


def refused(claim: Any, target: str = "openai.chat") -> str:
    with pytest.raises(ImplementationError) as caught:
        claimed(claim, target)
    return str(caught.value)


def test_limits_are_a_list_of_names_or_one() -> None:
    assert claimed({"refuses": ["system-later", "failed-results"]}).refuses == {"system-later", "failed-results"}
    assert claimed({"refuses": "system-later"}).refuses == {"system-later"}
    assert claimed({}).refuses == claimed({"refuses": ()}).refuses == frozenset()


def test_an_unknown_limit_is_told_with_the_nearest() -> None:
    place = "'object': CAPABILITIES['openai.chat']['refuses']: "

    assert (
        refused({"refuses": ["systems-later"]}) == f"{place}'systems-later' is not known; did you mean 'system-later'?"
    )
    assert refused({"refuses": ["zzz"]}) == f"{place}'zzz' is not known; 'promptfmt list limits' has them"
    assert refused({"refuse": []}).endswith("has the unknown key 'refuse'; did you mean 'refuses'?")
    assert "['refuses'] has to be a list of names, not int, such as ['media-by-address'" in refused({"refuses": 7})
    assert "7 is not known" in refused({"refuses": [7]})
    assert "is not known" in refused({"refuses": [["system-later"]]})


@pytest.mark.parametrize("limit", ["speakers-by-name", "turns-in-a-row"])
def test_what_a_target_is_about_is_no_limit_of_it(limit: str) -> None:
    assert claimed({"refuses": [limit]}).refuses == {limit}
    assert f"{limit!r} cannot be a limit of openai.multiagent" in refused({"refuses": limit}, "openai.multiagent")


def test_a_limit_of_what_is_not_claimed_is_left_out() -> None:
    every = {"refuses": ["media-in-results", "redacted-thinking", "system-later"]}

    assert claimed(every).refuses == {"media-in-results", "system-later"}  # no thoughts at OpenAI's chat
    assert claimed(every | {"blocks": ["tool"]}).refuses == {"system-later"}
    assert claimed(every, "anthropic.chat").refuses == set(every["refuses"])


def test_who_is_asked_in_json_has_the_limit_that_this_is() -> None:
    assert spoken("openai.chat", Claims()).refuses == {NOT_A_NUMBER}
    assert spoken("openai.chat", Claims(frozenset())).refuses == frozenset()
    assert spoken("ollama-generate.chat", Claims(refuses=frozenset({"system-later"}))).refuses == {"system-later"}

"""A name that is none is told with the one that was meant: of an argument, of a field, of what is imported."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pytest_promptfmt.common.did_you_mean import no_name, tells_fields, tells_names


@tells_names
def judge(payload: object, *rest: object, dialect: str = "", context: object = None) -> tuple[object, ...]:
    """Something is judged."""
    return payload, rest, dialect, context


@tells_fields
@dataclass(frozen=True, slots=True)
class Pair:
    prepare: int
    format: int = 2


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"dialct": "a"}, "'dialct'; did you mean 'dialect'?"),
        ({"provider": "a"}, "'provider'; did you mean 'dialect'?"),
        ({"model": "a"}, "'model'; it goes into the context: context={'model': …}"),
        ({"zzz": 1}, "'zzz'; known are payload, dialect, context"),
    ],
)
def test_an_argument_that_is_none(named: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError) as raised:
        judge([], **named)

    assert str(raised.value) == f"judge() got an unexpected keyword argument {said}"


def test_what_is_right_is_called_as_before() -> None:
    assert judge(1, 2, 3, dialect="a") == (1, (2, 3), "a", None)
    assert judge.__doc__ == "Something is judged."
    assert replace(pickle.loads(pickle.dumps(Pair(1))), format=3) == Pair(1, format=3)
    with pytest.raises(TypeError, match=r"Pair\.__init__\(\) got .* 'formatter'; did you mean 'format'\?"):
        Pair(1, formatter=2)  # type: ignore[call-arg]


def test_an_import_shows_what_was_meant() -> None:
    with pytest.raises(ImportError, match="'check_paylod' from 'pytest_promptfmt'; did you mean 'check_payload'"):
        from pytest_promptfmt import check_paylod  # type: ignore[attr-defined] # noqa: F401
    with pytest.raises(ImportError, match="did you mean 'Guard'"):
        from pytest_promptfmt.guarding import Gard  # type: ignore[attr-defined] # noqa: F401


def test_whoever_only_asks_gets_what_python_expects() -> None:
    import pytest_promptfmt

    assert not hasattr(pytest_promptfmt, "check_paylod")
    assert isinstance(no_name("pytest_promptfmt", "a", ""), AttributeError)
    from pytest_promptfmt import adapting, guarding  # modules, which nothing has imported before  # noqa: F401

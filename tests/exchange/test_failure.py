"""Where an error was raised: the user's line, and the library's where a library raised it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pytest_promptfmt.exchange.failure import failure_of


def module(path: Path, text: str, **names: Any) -> ModuleType:
    made = ModuleType(path.stem)
    vars(made).update(names)
    exec(compile(text, str(path), "exec"), vars(made))
    return made


def failure(call: Any) -> Any:
    with pytest.raises(KeyError) as caught:
        call()
    return failure_of(caught.value, None)


LIBRARY = "def one():\n    raise KeyError('one')\ndef two():\n    raise KeyError('two')\n"


def test_an_error_of_ones_own_stands_in_ones_own_line(tmp_path: Path) -> None:
    mine = module(tmp_path / "mine.py", "def chat():\n    return {}['name']\n")

    assert failure(mine.chat).where == "mine.py:2 in chat"


def test_what_a_library_raises_in_two_lines_is_told_apart(tmp_path: Path) -> None:
    library = module(tmp_path / "site-packages" / "library.py", LIBRARY)
    mine = module(tmp_path / "mine.py", "def chat(call):\n    return call()\n")

    found = [failure(lambda call=call: mine.chat(call)) for call in (library.one, library.two)]

    assert [each.where for each in found] == [
        "mine.py:2 in chat, raised at library.py:2 in one",
        "mine.py:2 in chat, raised at library.py:4 in two",
    ]
    assert found[0].frames[-2:] == ("mine.py:2 in chat", "library.py:2 in one")
    assert not any("/" in frame for frame in found[0].frames)


WRAPPER = """
class Wrapped(Exception):
    pass

def chat(says, because):
    try:
        raise because
    except Exception as error:
        raise Wrapped(says) from error
"""


def test_what_a_wrapper_was_raised_from_is_told(tmp_path: Path) -> None:
    library = module(tmp_path / "library.py", WRAPPER)
    unknown = ValueError("no definition 'point'")

    def said(says: str, because: Exception) -> str:
        with pytest.raises(library.Wrapped) as caught:
            library.chat(says, because)
        return failure_of(caught.value, None).text

    deep = ValueError("outer")
    deep.__cause__ = KeyError("inner")
    deep.__cause__.__cause__ = deep

    assert said("Chat Model error", unknown) == "Chat Model error (from ValueError: no definition 'point')"
    assert said("it failed: no definition 'point'", unknown) == "it failed: no definition 'point'"
    assert said("", unknown) == ""  # what says nothing is unclear, whatever it was raised from
    assert said("Chat Model error", deep) == "Chat Model error (from KeyError: 'inner')"
    assert said("only WAV is taken", RuntimeError()) == "only WAV is taken"

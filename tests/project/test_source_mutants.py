"""What `scripts/mutate_source.py` changes in a formatter's source."""

from __future__ import annotations

from typing import Any

from source_mutants import source_mutants

SOURCE = '''
def written(message: "str", results: list) -> dict:
    """Writes it."""
    parts = []
    for result in results:
        if result and result != "skip":
            parts.append(result)
    if not parts:
        raise ValueError("nothing is left")
    return {"role": "user", "content": parts}
'''
GIVEN = ("m", ["a", "b", "skip", ""])


def returned(code: Any) -> Any:
    names: dict[str, Any] = {}
    exec(code, names)
    try:
        return names["written"](*GIVEN)
    except Exception as error:
        return type(error).__name__


def test_each_change_is_one_and_compiles() -> None:
    found = {(each.change, each.old): returned(each.code) for each in source_mutants(SOURCE, "x.py", lambda _: True)}

    assert found["without key 0", "{'role': 'user', 'content': parts}"] == {"content": ["a", "b"]}
    assert found["put first", "parts.append(result)"] == {"role": "user", "content": ["b", "a"]}
    assert found["without operand 1", "result and result != 'skip'"] == {"role": "user", "content": ["a", "b", "skip"]}
    assert found["without not", "not parts"] == "ValueError"
    assert found["left out", "parts = []"] == "NameError"


def test_what_changes_nothing_for_a_payload_is_left_alone() -> None:
    places = {each.old for each in source_mutants(SOURCE, "x.py", lambda _: True)}

    assert not places & {"'str'", "'Writes it.'", "'nothing is left'"}
    assert list(source_mutants(SOURCE, "x.py", lambda _: False)) == []

"""Corpora of one's own: what a directory may hold, how its cases are called, and what is said of a bad file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.corpus import FAMILIES, Case, Expectation
from pytest_promptfmt.corpus.own import load_corpora
from pytest_promptfmt.corpus.own_case import CorpusError

SAID = [{"role": "user", "content": "What is amber-17?"}]
SEEN = [
    {"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "file://{FILES}/my%20red.png"}}]}
]


def write(folder: Path, **files: Any) -> Path:
    for name, value in files.items():
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return folder


def load(folder: Path, *specs: str) -> dict[str, Case]:
    return {case.id: case for case in load_corpora(specs or [folder.name], folder.parent)}


def test_a_file_is_a_conversation_a_case_or_a_list_of_cases(tmp_path: Path) -> None:
    case = {
        "name": "said",
        "hunts": "a lost word",
        "conversation": {"messages": SAID},
        "expect": [{"demand": "refuse"}],
    }
    folder = write(tmp_path / "mine", bare=SAID, whole={"messages": SAID}, a_case=case)
    write(folder, several={"cases": [{"name": "one", "conversation": SAID}, {"name": "two", "conversation": SAID}]})

    found = load(folder)

    assert list(found) == ["x-mine/bare", "x-mine/one", "x-mine/said", "x-mine/two", "x-mine/whole"]
    assert {case.conversation().messages[0].text for case in found.values()} == {"What is amber-17?"}
    assert found["x-mine/said"].hunts == "a lost word"
    assert found["x-mine/said"].expects("openai") == Expectation("refuse")


@pytest.mark.parametrize("name", [*FAMILIES, "My Cases", "x-mine"])
def test_no_directory_has_a_name_that_a_family_has(name: str, tmp_path: Path) -> None:
    (id_,) = load(write(tmp_path / name, one=SAID))

    assert re.fullmatch(r"x-[a-z0-9-]+/one", id_)
    assert id_.partition("/")[0] not in FAMILIES


def test_two_corpora_of_one_name_are_told_apart_by_whoever_names_them(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name / "cases", one=SAID)

    with pytest.raises(CorpusError, match=r"two corpora are called x-cases: .* name one, as OTHER="):
        load(tmp_path / "a", "a/cases", "b/cases")
    assert list(load(tmp_path / "a", "a/cases", "b=b/cases")) == ["x-cases/one", "x-b/one"]
    assert list(load(tmp_path / "a", "a/cases", "a/../a/cases")) == ["x-cases/one"]


def test_files_beside_the_cases_are_placed_and_their_bytes_are_their_own(tmp_path: Path) -> None:
    places = []
    for name in ("a", "b"):
        folder = write(tmp_path / name / "mine", seen=SEEN)
        (folder / "my red.png").write_bytes(name.encode())
        places.append(load(folder)["x-mine/seen"])
    (tmp_path / "b" / "mine" / "my red.png").write_bytes(b"changed")
    places += load(tmp_path / "b" / "mine").values()

    found = [Path(case.directory(), "my red.png").read_bytes() for case in places]

    assert found == [b"a", b"changed", b"changed"]
    url = places[0].conversation().messages[0].blocks[0].source.url  # type: ignore[union-attr]
    assert url == Path(places[0].directory(), "my red.png").as_uri()
    assert places[0].portable({"url": url}) == {"url": "file://{FILES}/my%20red.png"}


def test_files_may_be_named_and_may_be_the_kits(tmp_path: Path) -> None:
    files = {"mine.png": "./media/red.png", "theirs.png": "media/red.png", "drawn.png": "png 4x4", "none": None}
    folder = write(tmp_path / "mine", one={"conversation": SAID, "files": files})
    (folder / "media").mkdir()
    (folder / "media" / "red.png").write_bytes(b"mine")

    placed = Path(load(folder)["x-mine/one"].directory())

    assert (placed / "mine.png").read_bytes() == b"mine"
    assert (placed / "theirs.png").read_bytes()[:4] == b"\x89PNG"
    assert (placed / "none").is_dir()


def test_golden_payloads_lie_by_target(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", one=SAID, two=SAID)
    write(folder / "golden" / "openai.chat", one=SAID)

    found = load(folder)

    assert found["x-mine/one"].golden == {"openai.chat": SAID}
    assert found["x-mine/two"].golden == {}


BAD: list[tuple[Any, str]] = [
    ("{", r"one\.json:1:2 is no JSON"),
    ('{"messages": [], "messages": []}', r"one\.json has the key 'messages' twice"),
    (b"\xff", r"one\.json is not UTF-8"),
    (3, r"one\.json: \$: neither a conversation .* nor a case"),
    ({"conversaton": []}, r"neither a conversation .* it has 'conversaton'; did you mean 'conversation'\?"),
    ({"message": []}, r"neither a conversation .* it has 'message'; did you mean 'messages'\?"),
    ({"hunts": "a loss"}, r"neither a conversation .* its keys are \['hunts'\]"),
    ({"cases": [{"conversation": SAID}]}, r"one\.json: \$\.cases\[0\]: a case among others is an object with a name"),
    ({"cases": [{"name": "A b", "conversation": SAID}]}, r"one\.json: \$\.cases\[0\]\.name: 'A b' does not match"),
    ({"conversation": SAID, "hunt": ""}, r"one\.json: \$: Additional properties .*'hunt'"),
    (
        [{"role": "usr", "content": ""}],
        r"\$\.conversation: messages\[0\]\.role: 'usr' is not a role; did you mean 'user'",
    ),
    ({"conversation": SAID, "expect": [{"demand": "may"}]}, r"\$\.expect\[0\]\.demand: 'may' is not one of"),
    (
        {"conversation": SAID, "expect": [{"demand": "either", "repairs": ["drop-media", "keeps"]}]},
        r"\$\.expect\[0\]\.repairs\[1\]: 'keeps' is no repair; did you mean 'keep'",
    ),
    ({"conversation": SAID, "budget": {"token": 3}}, r"\$\.budget: a budget has one of the keys of_full, "),
    (SEEN, r"\$\.conversation: \{FILES\}/my%20red\.png names no file beside the case"),
    ({"conversation": SAID, "files": {"a.png": "./b.png"}}, r"\$\.files: './b\.png' is no file in "),
    ({"conversation": SAID, "files": {"a.png": "./../b.png"}}, r"\$\.files: './\.\./b\.png' leads out of "),
    ({"conversation": SAID, "files": {"a.png": "b.png"}}, r"\$\.files: 'b\.png' is neither media/.* nor './a\.png'"),
    ({"conversation": SAID, "files": {"a.png": "media/no.png"}}, r"'media/no\.png' is no media file of the kit's"),
    ({"conversation": SAID, "files": {"../a.png": None}}, r"\$\.files: .*does not match"),
    ({"conversation": [{"role": "user", "content": "{BASE64 a.png}"}]}, r"\{BASE64 a\.png\} names no file"),
]


@pytest.mark.parametrize(("value", "told"), BAD)
def test_a_bad_file_is_told_with_its_place(value: Any, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    write(folder, good=SAID)
    text = value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()
    (folder / "one.json").write_bytes(text)

    with pytest.raises(CorpusError, match=told):
        load(folder)


def test_a_directory_that_is_none_or_empty_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(CorpusError, match=r"'mine' is no directory of cases; give DIR, or NAME=DIR"):
        load(tmp_path / "mine")
    with pytest.raises(
        CorpusError, match=r"empty has no cases: put JSON files there, or write one with 'promptfmt new"
    ):
        load(tmp_path / "empty")


def test_two_cases_of_one_name_are_told(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", one=SAID, two={"name": "one", "conversation": SAID})

    with pytest.raises(CorpusError, match=r"two\.json: \$: one\.json has a case x-mine/one already; rename one"):
        load(folder)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("openai.chta/one", r"'openai\.chta' is no target; did you mean 'openai\.chat'"),
        ("openai.chat/on", r"on\.json: \$: there is no case 'on'; did you mean 'one'"),
    ],
)
def test_a_golden_payload_of_nothing_is_told(place: str, told: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", one=SAID)
    write(folder / "golden", **{place: SAID})

    with pytest.raises(CorpusError, match=told):
        load(folder)

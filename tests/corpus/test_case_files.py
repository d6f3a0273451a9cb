"""Files of cases: placed under their names, in one directory that goes away, at the same paths in every process."""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys
from importlib.resources import files as resources
from pathlib import Path

import pytest
from PIL import Image

from pytest_promptfmt import check_formatter
from pytest_promptfmt.corpus import case_files, case_from_json
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge

ENTRY = {
    "name": "own",
    "hunts": "x",
    "files": {"a b.png": "media/red.png", "folder": None},
    "conversation": [{"role": "user", "content": "Look at {FILES}/a b.png or file://{FILES}/a%20b.png, amber-1."}],
}


def test_a_case_finds_its_files_under_the_names_that_it_gives_them() -> None:
    case = case_from_json("vision", ENTRY)
    folder = Path(case.directory())

    assert sorted(path.name for path in folder.iterdir()) == ["a b.png", "folder"]
    assert (folder / "a b.png").read_bytes().startswith(b"\x89PNG")
    assert case.conversation().messages[0].text == f"Look at {folder}/a b.png or {folder.as_uri()}/a%20b.png, amber-1."


def test_what_is_filled_in_is_lifted_again() -> None:
    value = {"a": ["file://{FILES}/x", "{FILES}", 1, None]}

    assert (
        case_files.restore_placeholders(case_files.fill_placeholders(value, "/tmp/some where"), "/tmp/some where")
        == value
    )
    assert case_files.fill_placeholders(value, "/tmp/some where")["a"][0] == "file:///tmp/some%20where/x"


RECIPES = {
    "whole.png": "media/red.png",
    "cut.png": "media/red.png[:50]",
    "empty.png": "media/red.png[:0]",
    "drawn.png": "png 300x7",
    "heavy.png": "png 16x12 of 5000 bytes",
    "folder": None,
}


def test_a_file_is_copied_cut_or_drawn_as_its_words_say() -> None:
    folder = Path(case_files.place_files("vision/recipes", RECIPES))
    held = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    red = resources("promptfmt_fixtures").joinpath("media/red.png").read_bytes()

    assert (held["whole.png"], held["cut.png"], held["empty.png"]) == (red, red[:50], b"")
    assert len(held["heavy.png"]) == 5000
    for name, size in {"drawn.png": (300, 7), "heavy.png": (16, 12)}.items():
        with Image.open(io.BytesIO(held[name])) as image:
            image.load()  # Pillow checks the sums of all chunks that it needs
            assert (image.format, image.size, image.mode) == ("PNG", size, "RGB")
            assert (image.getpixel((0, 0)), image.getpixel((size[0] - 1, 0))) == ((178, 34, 34), (46, 139, 87))


@pytest.mark.parametrize(
    "recipe", ["", "red.png", "media/../x", "media/red.png[3:]", "png 3", "jpg 3x3", "png 3x3 of 9"]
)
def test_other_words_are_refused(recipe: str) -> None:
    with pytest.raises(ValueError, match="is neither"):
        case_files.bytes_of_recipe(recipe)


def test_a_recipe_says_which_shipped_file_it_takes() -> None:
    taken = [recipe and case_files.shipped_file(recipe) for recipe in RECIPES.values()]

    assert taken == ["media/red.png", "media/red.png", "media/red.png", None, None, None]


def test_the_base64_of_a_file_stands_where_its_mark_is() -> None:
    folder = case_files.place_files("vision/marks", RECIPES)
    red = base64.b64encode(Path(folder, "whole.png").read_bytes()).decode()
    marked = ["data:image/png;base64,{BASE64 whole.png}", {"a": "{BASE64 cut.png}"}, "{FILES}/cut.png", "{BASE64}"]
    filled = case_files.fill_placeholders(marked, folder)

    assert filled[0] == f"data:image/png;base64,{red}"
    assert base64.b64decode(filled[1]["a"]) == Path(folder, "whole.png").read_bytes()[:50]
    assert filled[2:] == [f"{folder}/cut.png", "{BASE64}"]
    assert case_files.restore_placeholders(filled, folder) == marked


def test_what_is_short_is_not_taken_for_a_files_base64() -> None:
    folder = case_files.place_files("vision/short", {"empty": "media/red.png[:0]", "short": "media/red.png[:9]"})

    assert case_files.restore_placeholders(["", "iVBORw0KGgoA"], folder) == ["", "iVBORw0KGgoA"]


def test_copies_that_were_taken_away_are_placed_again() -> None:
    case = case_from_json("vision", ENTRY)
    path = Path(case.directory(), "a b.png")
    case_files.remove_root()

    assert not path.exists()
    case.conversation()
    assert path.exists()


def test_nothing_is_left_when_the_process_ends() -> None:
    code = (
        "from pytest_promptfmt.corpus import load_family as f\n"
        "print([case.directory() for case in f('vision') if case.files][0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "promptfmt-" in done.stdout
    assert not Path(done.stdout.strip()).parent.exists()


PATHS = """
def f(conversation):
    return [{"role": "user", "content": conversation.messages[0].text}]
FORMATTERS = {"openai.chat": f}
"""


def test_a_path_is_the_same_in_the_second_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "paths.py").write_text(PATHS)
    monkeypatch.chdir(tmp_path)
    case = case_from_json("vision", ENTRY)

    (judgement,) = check_formatter("paths.py", cases=[case]).judgements

    assert judgement.findings == ()


def test_a_formatter_that_reads_its_files_leaves_none_behind(tmp_path: Path) -> None:
    def reads(conversation: object) -> object:
        with open(os.path.join(case.directory(), "a b.png"), "rb") as file:
            return [{"role": "user", "content": f"{len(file.read())}"}]

    case = case_from_json("vision", ENTRY)
    (judgement,) = check_formatter({"openai.chat": reads}, cases=[case], checks=["purity"]).judgements

    assert judgement.findings == ()


def test_a_judge_on_another_thread_places_them_too(tmp_path: Path) -> None:
    (tmp_path / "paths.py").write_text(PATHS)
    implementation = resolve("paths.py", tmp_path)

    with Judge(implementation, checks=["fidelity"]) as judge:
        assert judge.judge("openai.chat", case_from_json("vision", ENTRY)).findings == ()

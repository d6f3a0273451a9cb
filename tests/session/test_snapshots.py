"""``--promptfmt-snapshots=DIR``: what a run asks of snapshots, and what an update may do to them."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from support.kits import HONEST, Kit, run_here

from pytest_promptfmt import check_formatter
from pytest_promptfmt.snapshots import Snapshots
from pytest_promptfmt.snapshots.store import Store
from pytest_promptfmt.snapshots.syrupy import UpdateOptions
from pytest_promptfmt.verdicts.verdict import Outcome

NONE = UpdateOptions()

TEMPLATE = """
def template(case):
    return ["{} rows".format(len(case.test))]


FORMATTERS = {"aisbench.multimodal": template}
"""
"""A target of few cases, all of which it answers; what it says is no matter here."""

SNAPSHOTS = ("-p", "no:hypothesispytest", "--promptfmt-snapshots=snaps", "--tb=short")
SCHEMA = "--promptfmt-check=schema"
UPDATE = "--snapshot-update"
ONE = "--promptfmt-case=chat/plain-turns"


class Shop:
    """A repository with formatters and their snapshots, in ``snaps``."""

    def __init__(self, kit: Kit) -> None:
        self.pytester, self.path = kit.pytester, kit.pytester.path
        self.write(mypkg=TEMPLATE)

    def write(self, **modules: str) -> None:
        for name, text in modules.items():
            (self.path / f"{name}.py").write_text(text)

    def run(self, *args: str, impl: str = "mypkg") -> pytest.RunResult:
        return run_here(self.pytester, "-p", "syrupy", *SNAPSHOTS, f"--promptfmt-impl={impl}", *args)

    def outside(self, *args: str) -> pytest.RunResult:
        return self.pytester.runpytest_subprocess(*SNAPSHOTS, "--promptfmt-impl=mypkg", *args, timeout=600)

    @property
    def files(self) -> dict[str, str]:
        paths = (path for path in (self.path / "snaps").rglob("*") if path.is_file())
        return {path.relative_to(self.path / "snaps").as_posix(): path.read_bytes().decode() for path in paths}

    def kept(self, file: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.files[file])
        return found

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.path / "snaps" / file
        text = path.read_bytes().decode()
        assert old in text
        path.write_bytes(text.replace(old, new).encode())


@pytest.fixture
def shop(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a formatter is edited within a second here
    monkeypatch.delenv("CI", raising=False)
    return Shop(kit)


FILE = "mypkg/aisbench.multimodal/templates.json"


@pytest.mark.parametrize("ci", ["", "true"])
def test_what_is_missing_fails_in_ci_and_at_home(shop: Shop, monkeypatch: pytest.MonkeyPatch, ci: str) -> None:
    monkeypatch.setenv("CI", ci)

    result = shop.run(SCHEMA)

    result.assert_outcomes(failed=18)
    result.stdout.fnmatch_lines([f"there is no snapshot; --snapshot-update takes one (snaps/{FILE})*"])
    assert shop.files == {}


def test_a_case_that_is_not_scored_need_not_have_one_and_may(tmp_path: Path) -> None:
    """It came after the revision to which the run is pinned."""
    formatters = {"aisbench.multimodal": lambda case: [f"{len(case.test)} rows"]}
    case = "templates/multimodal-two-rows"
    (judgement,) = check_formatter(formatters, cases=[case]).judgements
    key = ("aisbench.multimodal", case)

    def asked(kept: dict[str, Any] | None, wishes: UpdateOptions = NONE) -> list[tuple[Outcome, bool]]:
        store = Store(tmp_path, "snaps/mypkg", {key: kept} if kept else {})
        told, heard = Snapshots(store, frozenset({key}), wishes, frozenset({case})).compare(judgement)
        return [(verdict.outcome, heard[3] != "") for verdict in told.verdicts if verdict.check == "snapshot"]

    assert asked(None) == []
    assert asked(None, UpdateOptions(update=True)) == [(Outcome.PASS, True)]
    assert asked({"payload": ["2 rows"]}) == [(Outcome.PASS, False)]
    assert asked({"payload": ["3 rows"]}) == [(Outcome.FAIL, False)]


def test_an_update_takes_them_and_the_next_run_is_green(shop: Shop) -> None:
    first = shop.run(SCHEMA, UPDATE)

    first.assert_outcomes(passed=18)
    first.stdout.fnmatch_lines(["snapshots of mypkg: 18 taken"])
    assert list(shop.files) == [FILE]
    assert shop.kept(FILE)["templates/multimodal-two-rows"] == {"payload": ["2 rows"]}
    shop.run(SCHEMA).assert_outcomes(passed=18)


def test_a_change_fails_with_place_and_both_values_until_it_is_accepted(shop: Shop) -> None:
    shop.write(mypkg=HONEST)
    shop.run(ONE, UPDATE).assert_outcomes(passed=1)
    before = shop.files
    shop.write(mypkg=HONEST.replace('"content": message.text', '"content": message.text.replace("train", "tram")'))

    result = shop.run(ONE, SCHEMA)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "the snapshot has another value here, from character 35 on: 'i', not 'm'; --snapshot-update accepts *",
            "error *snapshot.changed at $[[]3[]].content",
            'expected *My train is falcon-58."',
            'actual *My tram is falcon-58."',
            "run it again *--promptfmt-snapshots=snaps promptfmt/mypkg/openai/chat::chat/plain-turns",
        ]
    )
    assert shop.files == before
    shop.run(ONE, SCHEMA, UPDATE).stdout.fnmatch_lines(["snapshots of mypkg: 1 changed"])
    shop.run(ONE, SCHEMA).assert_outcomes(passed=1)
    assert "My tram is falcon-58." in shop.files["mypkg/openai.chat/chat.json"]


def test_an_accepted_snapshot_hides_no_failing_rule(shop: Shop) -> None:
    shop.write(mypkg=HONEST.replace('"content": message.text}', '"content": message.text[:10]}'))

    for options in ([UPDATE], []):
        result = shop.run(ONE, *options)

        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["error *fidelity.*"])
        result.stdout.no_fnmatch_line("*snapshot.changed*")


def test_a_failing_rule_hides_no_changed_snapshot_even_where_it_is_expected_to_fail(shop: Shop) -> None:
    shop.write(mypkg=HONEST)
    shop.run(ONE, UPDATE)
    shop.write(mypkg=HONEST.replace('"content": message.text}', '"content": message.text[:10]}'))
    (shop.path / "promptfmt.toml").write_text("[[xfail]]\nmatch = '* / * / *'\nreason = 'all is allowed'\n")

    result = shop.run(ONE)

    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["error *snapshot.changed*"])


def test_a_refusal_is_kept_by_its_kind_and_its_text_may_change(shop: Shop) -> None:
    refuses = TEMPLATE.replace("return", "raise NotImplementedError('no media')\n    return")
    shop.write(mypkg=refuses + "CAPABILITIES = {'aisbench.multimodal': {'blocks': []}}\n")
    image = ("--promptfmt-case=templates/multimodal-image-only", SCHEMA)
    shop.run(*image, UPDATE)
    assert shop.kept(FILE) == {"templates/multimodal-image-only": {"refused": "NotImplementedError"}}

    for old, new, outcome in (
        ("('no media')", "('no pictures, sorry')", "skipped"),
        ("NotImplementedError", "ValueError", "failed"),
        ("raise ValueError('no pictures, sorry')", "pass", "failed"),
    ):
        text = (shop.path / "mypkg.py").read_text()
        shop.write(mypkg=text.replace(old, new))
        assert shop.run(*image).parseoutcomes().get(outcome) == 1, new


def test_a_breakdown_is_never_kept_and_replaces_nothing(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    before = shop.files
    shop.write(mypkg=TEMPLATE.replace("return", "raise KeyError('x')\n    return"))

    result = shop.run(SCHEMA, UPDATE)

    result.assert_outcomes(failed=18)
    result.stdout.fnmatch_lines(["the snapshot is a payload, and now the formatter broke down *"])
    assert shop.files == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "narrow",
    [
        ["-k", "two-rows"],
        ["-m", "promptfmt_chat"],
        ["--promptfmt-case=*two-rows"],
        ["--deselect=promptfmt/mypkg/aisbench/multimodal::templates/multimodal"],
        ["promptfmt/mypkg/aisbench/multimodal::templates/multimodal-two-rows"],
        ["-x"],
        ["--co"],
    ],
    ids=lambda narrow: narrow[0].partition("=")[0].partition("::")[0],
)
def test_an_update_of_less_than_all_takes_nothing_away(shop: Shop, narrow: list[str]) -> None:
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, '"templates/multimodal"', '"templates/gone"')
    checks = [] if narrow == ["-x"] else [SCHEMA]  # with every check the first one fails, and -x stops there

    shop.run(*checks, *narrow, UPDATE)

    kept = shop.kept(FILE)
    assert "templates/gone" in kept
    assert len(kept) >= 18


@pytest.mark.slow
def test_what_is_no_case_any_more_is_told_and_taken_away_by_a_whole_update(shop: Shop) -> None:
    shop.write(mypkg=TEMPLATE.replace("template}", 'template, "aisbench.string": template}'))
    shop.run(SCHEMA, UPDATE)
    assert len(shop.files) == 2
    shop.write(mypkg=TEMPLATE)

    told = shop.run(SCHEMA)
    narrowed = shop.run(SCHEMA, "-k", "two-rows")
    warned = shop.run(SCHEMA, "--snapshot-warn-unused")
    spared = shop.run(SCHEMA, UPDATE, "--snapshot-no-cleanup")

    line = "snapshots of mypkg: 49 snapshots of what is no case any more: aisbench.string templates/* and 46 more; *"
    told.assert_outcomes(passed=18)
    told.stdout.fnmatch_lines([line])
    assert told.ret == 1
    assert (narrowed.ret, warned.ret, spared.ret) == (0, 0, 0)
    warned.stdout.fnmatch_lines([line])
    narrowed.stdout.no_fnmatch_line("*no case any more*")
    assert len(shop.files) == 2
    shop.run(SCHEMA, UPDATE).stdout.fnmatch_lines(["snapshots of mypkg: 49 taken away"])
    assert list(shop.files) == [FILE]


def test_an_update_in_which_one_case_broke_down_takes_nothing_away(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, '"templates/multimodal"', '"templates/gone"')
    shop.write(mypkg=TEMPLATE.replace("return", "if len(case.test) > 1: raise KeyError('x')\n    return"))

    result = shop.run(SCHEMA, UPDATE)

    result.stdout.fnmatch_lines(
        ["snapshots of mypkg: 1 taken; 1 of what is no case any more stay, since 17 of 18 cases were formatted *"]
    )
    assert "templates/gone" in shop.kept(FILE)


def test_new_only_takes_what_is_missing_and_accepts_no_change(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, '"2 rows"', '"3 rows"')
    shop.edit(FILE, '"templates/multimodal"', '"templates/gone"')

    result = shop.run(SCHEMA, "--snapshot-update-new-only")

    result.assert_outcomes(passed=17, failed=1)
    assert set(shop.kept(FILE)) > {"templates/multimodal", "templates/gone"}
    assert '"3 rows"' in shop.files[FILE]


def test_two_implementations_do_not_touch_each_other(shop: Shop) -> None:
    shop.write(other=TEMPLATE.replace("rows", "lines"))
    both = [SCHEMA, "--promptfmt-impl=other"]
    shop.run(*both, UPDATE).assert_outcomes(passed=36)
    theirs = FILE.replace("mypkg", "other")
    before = shop.files[theirs]
    assert "2 lines" in before
    shop.edit(theirs, '"templates/multimodal"', '"templates/gone"')
    (shop.path / "snaps" / FILE).unlink()

    shop.run(SCHEMA, UPDATE)

    assert shop.files[theirs] == before.replace('"templates/multimodal"', '"templates/gone"')
    assert sorted(shop.files) == [FILE, theirs]
    shop.run(*both).assert_outcomes(passed=35, failed=1)


@pytest.mark.slow
def test_workers_of_xdist_write_what_one_process_writes(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    alone = shop.files
    shop.edit(FILE, "2 rows", "3 rows")
    shop.edit(FILE, '"templates/multimodal"', '"templates/gone"')

    shared = shop.outside(SCHEMA, UPDATE, "-n2")

    shared.assert_outcomes(passed=18)
    shared.stdout.fnmatch_lines(["snapshots of mypkg: 1 taken, 1 changed, 1 taken away"])
    assert shop.files == alone


@pytest.mark.slow
def test_an_interrupted_update_writes_nothing(shop: Shop) -> None:
    shop.write(
        conftest="def pytest_runtest_logreport(report):\n"
        "    if report.when == 'call' and 'two-rows' in report.nodeid:\n"
        "        raise KeyboardInterrupt\n"
    )

    result = shop.outside(SCHEMA, UPDATE)

    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["snapshots of mypkg: nothing is written, since the run was interrupted"])
    assert shop.files == {}


BAD = "<<<<<<< HEAD\n"


def test_a_corrupted_file_stops_the_run_before_it_begins(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, '  "templates/multimodal":', f'{BAD}  "templates/multimodal":')
    before = shop.files

    for options in ([], [UPDATE]):
        result = shop.run(SCHEMA, *options)

        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"ERROR: snaps/{FILE}:2: a merge left its marks; resolve the conflict; *"])
        assert shop.files == before


def test_line_ends_of_windows_and_another_layout_change_nothing(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    path = shop.path / "snaps" / FILE
    path.write_bytes(json.dumps(shop.kept(FILE), indent=1).encode().replace(b"\n", b"\r\n"))
    before = path.read_bytes()

    shop.run(SCHEMA).assert_outcomes(passed=18)
    shop.run(SCHEMA, UPDATE).stdout.fnmatch_lines(["snapshots of mypkg: nothing to update"])

    assert path.read_bytes() == before


def test_a_hand_edited_value_is_a_change(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, '"2 rows"', "2")

    shop.run(SCHEMA).assert_outcomes(passed=17, failed=1)


def test_a_directory_that_cannot_be_written_is_told_and_fails(shop: Shop) -> None:
    (shop.path / "snaps" / "mypkg").mkdir(parents=True)
    (shop.path / "snaps" / "mypkg" / "aisbench.multimodal").write_text("in the way")

    result = shop.run(SCHEMA, UPDATE)

    result.stdout.fnmatch_lines(["snapshots of mypkg: not all is written: *aisbench.multimodal*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert shop.files == {"mypkg/aisbench.multimodal": "in the way"}


def test_a_full_disk_loses_nothing(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.run(SCHEMA, UPDATE)
    before = shop.files
    shop.write(mypkg=TEMPLATE.replace("rows", "lines"))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pytest_promptfmt.common.files.os.fsync", full)
    result = shop.run(SCHEMA, UPDATE)

    result.stdout.fnmatch_lines(["*not all is written: *No space left on device"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert shop.files == before


ODD = """
def template(case):
    return ["a\\ud800b", float("nan")]


FORMATTERS = {"aisbench.multimodal": template}
"""


def test_what_is_no_strict_json_is_kept_as_strict_json_and_still_fails(shop: Shop) -> None:
    shop.write(mypkg=ODD)
    one = ("--promptfmt-case=*two-rows", "--promptfmt-check=purity")

    shop.run(*one, UPDATE).assert_outcomes(failed=1)

    assert shop.kept(FILE) == {"templates/multimodal-two-rows": {"payload": ["a\ud800b", {"$number": "nan"}]}}
    assert shop.files[FILE].isascii()
    again = shop.run(*one)
    again.assert_outcomes(failed=1)
    again.stdout.no_fnmatch_line("*snapshot.changed*")


LOCAL = """
def chat(conversation):
    payload = []
    for message in conversation.messages:
        images = [block.source for block in message.blocks if block.type == "image"]
        parts = [{"type": "image_url", "image_url": {"url": source.url}} for source in images]
        payload.append({"role": message.role, "content": parts or message.text})
    return payload


FORMATTERS = {"openai.chat": chat}
"""


def test_no_path_of_this_machine_is_kept(shop: Shop) -> None:
    shop.write(mypkg=LOCAL)
    options = ("--promptfmt-case=vision/file-by-path", SCHEMA)

    shop.run(*options, UPDATE).assert_outcomes(passed=1)

    text = shop.files["mypkg/openai.chat/vision.json"]
    assert '"url": "{FILES}/photo.png"' in text
    shop.run(*options).assert_outcomes(passed=1)


def test_bulk_is_kept_in_a_word(shop: Shop) -> None:
    shop.write(mypkg=HONEST)

    shop.run(SCHEMA, UPDATE, "--promptfmt-case=chat/very-long-text")

    assert "{4000 times [06:00 the wheel turns, all quiet]}" in shop.files["mypkg/openai.chat/chat.json"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("swallowed", [False, True])
def test_what_was_made_of_a_connection_is_not_judged_and_not_kept(shop: Shop, swallowed: bool) -> None:
    connects = "import socket, contextlib\n    with contextlib.suppress(Exception{}):\n"
    connects += "        socket.create_connection(('a.example', 1))\n    return"
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, "2 rows", "3 rows")
    shop.edit(FILE, '"templates/multimodal"', '"templates/gone"')
    before = shop.files
    shop.write(mypkg=TEMPLATE.replace("return", connects.format("" if swallowed else " if 0 else ()")))

    shop.run(SCHEMA).assert_outcomes(skipped=18)
    shop.run(SCHEMA, UPDATE).assert_outcomes(skipped=18)

    assert shop.files == before


def test_syrupys_own_directory_is_refused(shop: Shop) -> None:
    result = shop.run("--promptfmt-snapshots=tests/__snapshots__")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --promptfmt-snapshots=tests/__snapshots__: syrupy takes away *"])


def test_the_directory_is_seen_from_the_rootdir(shop: Shop) -> None:
    (shop.path / "pytest.ini").write_text("[pytest]\n")
    below = shop.path / "below"
    below.mkdir()
    (shop.path / "mypkg.py").rename(below / "mypkg.py")
    os.chdir(below)

    shop.run(SCHEMA, UPDATE).assert_outcomes(passed=18)

    assert list(shop.files) == [FILE]


def test_without_syrupy_snapshots_are_compared(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    shop.edit(FILE, '"2 rows"', '"3 rows"')

    shop.run(SCHEMA, "-p", "no:syrupy").assert_outcomes(passed=17, failed=1)


def test_shards_of_one_run_keep_each_others_snapshots(shop: Shop) -> None:
    shop.run(SCHEMA, UPDATE)
    whole = shop.files
    (shop.path / "snaps" / FILE).unlink()
    folder: Path = shop.path / "snaps"

    shop.run(SCHEMA, UPDATE, "--promptfmt-case=*-[a-m]*")
    assert folder.is_dir()
    shop.run(SCHEMA, UPDATE, "--promptfmt-case=*-[!a-m]*")
    shop.run(SCHEMA, UPDATE, "--promptfmt-case=templates/multimodal")

    assert shop.files == whole

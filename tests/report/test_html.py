"""The HTML report as a file: its policy, what is in it, and that foreign text stays text."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from support.html_samples import HOSTILE, TALK, document, finding, hostile, ordinary, result
from support.places import TESTS

from pytest_promptfmt.report.document import Expected, ReportDocument
from pytest_promptfmt.report.html import page
from pytest_promptfmt.report.html.data import rerun, view
from pytest_promptfmt.report.html.markup import asset
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome


class Tags(HTMLParser):
    """Every tag with its attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in ("script", "style") and data.strip():
            self.inline.append((*self.tags[-1], data))


def block(text: str, name: str) -> dict[str, object]:
    """One of the JSON blocks."""
    (found,) = (inner for tag, given, inner in Tags(text).inline if given.get("id") == name)
    value: dict[str, object] = json.loads(found)
    return value


@pytest.mark.slow
def test_the_same_document_gives_the_same_bytes_under_any_hash_seed() -> None:
    code = (
        "import hashlib; from support import html_samples as samples; from pytest_promptfmt.report.html import page; "
        "print(hashlib.sha256((page(samples.ordinary()) + page(samples.hostile())).encode()).hexdigest())"
    )
    here = hashlib.sha256((page(ordinary()) + page(hostile())).encode()).hexdigest()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS)}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == here


def test_style_and_script_are_those_that_the_policy_names_and_nothing_else_may_load() -> None:
    tags = Tags(page(ordinary()))
    (policy,) = (a["content"] for tag, a in tags.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))

    def named(inline: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"

    (style,) = (inner for tag, _, inner in tags.inline if tag == "style")
    (script,) = (inner for tag, given, inner in tags.inline if tag == "script" and "type" not in given)
    assert rules == {
        "default-src": "'none'",
        "style-src": named(style),
        "script-src": named(script),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_nothing_is_fetched_and_no_tag_carries_style_or_handlers() -> None:
    for tag, given in Tags(page(ordinary())).tags:
        assert tag not in ("link", "iframe", "object", "embed", "base", "img")
        assert not [name for name in given if name in ("src", "style", "srcset") or name.startswith("on")]
        assert str(given.get("href", "#")).startswith("#")


def test_hostile_text_adds_no_tag_and_ends_no_block() -> None:
    plain = document([result("chat/one", finding()), result("chat/two")], {"chat/one": {"messages": TALK}})

    assert {tag for tag, _ in Tags(page(hostile())).tags} <= {tag for tag, _ in Tags(page(plain)).tags} | {"blockquote"}
    for _, given in Tags(page(hostile())).tags:
        assert not [name for name in given if name.startswith("on")]
    assert page(hostile()).count("</script>") == 3


def test_hostile_text_arrives_in_the_data_as_it_was() -> None:
    details = block(page(hostile()), "details")
    (given,) = (case["input"] for case in details["cases"].values() if "input" in case)  # type: ignore[attr-defined]

    assert given["messages"][0]["name"] == HOSTILE


def test_the_file_is_utf_8_whatever_is_in_it_and_shows_what_is_invisible() -> None:
    text = page(hostile())
    text.encode("utf-8")

    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\x00\x1b]", text)
    assert "\\u202egnp.exe" in text


def plain(html: str) -> str:
    """What a reader sees of the top of the page."""
    body = html.partition("<body>")[2].partition('<section id="results"')[0]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_the_top_says_the_level_what_stands_in_the_way_and_what_is_not_claimed() -> None:
    seen = plain(page(ordinary()))

    assert "mypkg 1.2 L0 runs What stands in the way of L1 wire-valid: schema (2)." in seen
    assert "L0 runs reached L1 wire-valid open L2 faithful open L3 robust open" in seen
    assert "judged 2 of 2 checks not claimed truncation (all) corpus 2026.11" in seen


def test_a_run_in_which_nobody_can_tell_has_no_level_and_says_why() -> None:
    report = document([result("chat/one", outcome=Outcome.INCONCLUSIVE, reason="it tried to connect")])

    assert "No level 1 of 1 checks are inconclusive: it tried to connect" in plain(page(report))


def test_the_matrix_has_levels_and_outcomes_of_each_target() -> None:
    seen = plain(page(ordinary()))

    assert "target text tools vision audio thinking truncation overall passed failed xfailed skipped" in seen
    assert "openai.chat L0 , 1 cause to L1 n/a n/a n/a n/a - L0 , 1 cause to L1 120 2 1 1" in seen
    assert "anthropic.chat L1 , 1 cause to L2 n/a n/a n/a n/a - L1 , 1 cause to L2 1 1 · ·" in seen


def test_a_pinned_revision_and_entries_that_must_go_are_told() -> None:
    report = ordinary()
    entry = Expected("openai.* / <b> / *", "a reason", problem="everything it matches passes")
    stale = replace(report.implementations[0], expected=(entry, Expected("a / b / c", "needed")))
    seen = page(replace(report, pinned="2026.10", implementations=(stale,)))

    assert "2026.11, pinned to 2026.10" in plain(seen)
    assert "out of date openai.* / &lt;b&gt; / * everything it matches passes" in plain(seen)
    assert "a / b / c" not in plain(seen)


def test_failures_come_first_and_by_cause() -> None:
    groups = view(ordinary()).index["groups"]

    assert [(group["kind"], group["title"], len(group["rows"])) for group in groups] == [
        ("failed", "openai.call-id", 1),
        ("failed", "fidelity.lost-text", 2),
        ("xfailed", "Expected failure", 1),
        ("passed", "Passed, with warnings", 1),
        ("passed", "Passed", 120),
        ("skipped", "Not supported", 1),
    ]
    assert groups[2]["says"] == "we know of it"


def test_what_was_to_be_judged_and_was_not_stands_among_the_failures() -> None:
    seen = view(document([Result("openai.chat", "chat/one", ())]))

    assert [(group["kind"], group["title"]) for group in seen.index["groups"]] == [
        ("failed", "To be judged, and were not")
    ]
    assert seen.kinds == (("failed", 1),)


def test_every_result_is_in_the_list() -> None:
    seen = view(ordinary())

    assert sorted({n for group in seen.index["groups"] for n in group["rows"]}) == list(range(126))


def test_a_group_has_what_is_wrong_the_providers_words_and_what_mends_it() -> None:
    empty = finding("anthropic.user-nonempty", source='"user messages must have non-empty content" (a#1)')
    (group,) = view(document([result("chat/one", empty, target="anthropic.chat")])).index["groups"]

    assert group["says"] == empty.message
    assert group["words"] == 'Anthropic: "user messages must have non-empty content" (a#1)'
    assert group["fix"] == "leave the empty user message out, or raise an error"


def test_the_shortest_conversation_of_a_group_comes_first() -> None:
    lost = finding("fidelity.lost-text")
    inputs = {"chat/a": {"messages": TALK}, "chat/b": {"messages": TALK[:1]}}
    (group,) = view(document([result("chat/a", lost), result("chat/b", lost)], inputs)).index["groups"]

    assert group["rows"] == [1, 0]


def test_a_cause_is_told_in_the_words_of_the_shortest_conversation() -> None:
    long, short = (finding("fidelity.lost-text", message=f"a text of {words} is lost") for words in ("many", "few"))
    inputs = {"chat/a": {"messages": TALK}, "chat/b": {"messages": TALK[:1]}}

    (group,) = view(document([result("chat/a", long), result("chat/b", short)], inputs)).index["groups"]

    assert group["says"] == "a text of few is lost"


def test_what_happens_every_day_comes_before_a_shorter_conversation() -> None:
    failures = [result("chat/rare", finding("a.b")), result("chat/one-user", finding("a.b"))]
    told = document(failures, {"chat/rare": {"messages": TALK[:1]}, "chat/one-user": {"messages": TALK}})

    made = view(told)
    rows = [made.index["rows"][n]["case"] for n in made.index["groups"][0]["rows"]]

    assert rows == ["chat/one-user", "chat/rare"]


def test_a_payload_that_several_results_share_is_told_once() -> None:
    one, two = (result(f"chat/{name}", finding(), digest="a" * 64) for name in ("one", "two"))
    other = result("chat/three", finding(), digest="a" * 64, payload=["{FILES}/of-its-own"])
    details = view(document([one, two, other])).details

    assert len(details["payloads"]) == 2
    assert details["results"][0]["payload"] == details["results"][1]["payload"]
    assert details["payloads"][details["results"][2]["payload"]] == ["{FILES}/of-its-own"]


def test_the_rerun_command_names_the_item_and_is_quoted_for_the_shell() -> None:
    report = document([result("chat/one")], spec="my formatters/x.py")
    (judged,) = report.implementations

    assert rerun(report, judged, judged.results[0]) == (
        "pytest '--promptfmt-impl=my formatters/x.py' promptfmt/mypkg/openai/chat::chat/one"
    )


def picture(case: str) -> ReportDocument:
    return document([result(case, finding())], {case: {"messages": TALK}})


def test_the_pictures_of_a_case_are_those_that_the_corpus_gives_it() -> None:
    details = view(picture("vision/file-by-path")).details
    shipped = files("promptfmt_fixtures").joinpath("media/red.png").read_bytes()

    assert details["files"] == {"vision/file-by-path": {"photo.png": 0}}
    assert details["pictures"] == [f"data:image/png;base64,{base64.b64encode(shipped).decode()}"]


def test_a_drawing_that_could_run_and_a_picture_that_is_too_large_are_named_only() -> None:
    for case in ("vision/svg", "vision/image-too-heavy"):
        details = view(picture(case)).details
        (told,) = details["files"][case].values()
        assert isinstance(told, str)
        assert told.endswith("bytes")


def test_a_report_of_another_corpus_gets_no_pictures() -> None:
    report = picture("vision/file-by-path")
    other = replace(report, corpus="sha256:" + "0" * 64)

    assert view(other).details["pictures"] == []


def test_a_template_is_told_in_rows() -> None:
    given = {"infer_cfg": {"prompt_template": "{q}"}, "reader_cfg": {}, "test": [{"q": "1+1"}]}
    details = view(
        document([result("templates/one", finding(), target="aisbench.string")], {"templates/one": given})
    ).details

    assert ["test", '{"q":"1+1"}'] in details["cases"]["templates/one"]["template"]


COLOURS = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,6});")


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


ON = {
    "ink": ("paper", "wash", "user", "assistant", "bad-wash", "good-wash", "warn-wash"),
    "soft": ("paper", "wash", "user", "assistant"),
    "bad": ("paper", "wash", "bad-wash"),
    "warn": ("paper", "wash", "warn-wash"),
    "good": ("paper", "wash", "good-wash"),
    "link": ("paper", "wash", "assistant", "bad-wash"),
}
"""Which colour stands on which."""


@pytest.mark.parametrize("n", range(3), ids=["light", "dark", "print"])
def test_every_text_has_a_contrast_of_four_and_a_half(n: int) -> None:
    sheet = asset("page.css")
    colours = dict(COLOURS.findall(sheet.split(":root {")[n + 1].partition("}")[0]))
    for text, grounds in ON.items():
        for ground in grounds:
            dark, light = sorted((luminance(colours[text]), luminance(colours[ground])))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground)

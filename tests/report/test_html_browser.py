"""The HTML report as a person meets it, in headless Chromium: clicks, filters, keys, dark mode, paper, hostile text.

Skipped where playwright (``pip install 'pytest-promptfmt[browser]'``) or a Chromium (``apt-get install chromium``) is
missing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.html_samples import HOSTILE, TALK, document, finding, hostile, ordinary, result

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.report.compare.side_by_side import compared
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.html import page
from pytest_promptfmt.report.html.compared import compared_page
from pytest_promptfmt.report.matrix.from_report import matrix_of
from pytest_promptfmt.report.matrix.merged import merged
from pytest_promptfmt.report.matrix.page import matrix_page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=QUIET)
        yield started
        started.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens a report from a file; at the end nothing may have been complained of or asked of a network."""
    complaints: list[str] = []
    contexts = []

    def opened(report: ReportDocument | str, address: str = "", **settings: Any) -> Any:
        path = tmp_path / "report.html"
        path.write_text(report if isinstance(report, str) else page(report), encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **settings})
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("dialog", lambda dialog: complaints.append("a dialog"))
        tab.on(
            "request",
            lambda request: None if request.url.startswith(("file:", "data:")) else complaints.append(request.url),
        )
        tab.goto(path.as_uri() + address)
        return tab

    yield opened
    for context in contexts:
        context.close()

    assert complaints == []


def shown(tab: Any) -> list[str]:
    """The cases in the list, in its order."""
    found: list[str] = tab.locator("#list summary .case").all_inner_texts()
    return found


def follow(tab: Any, link: Any) -> None:
    """Clicks a link within the page, and waits until the page has answered: it hears of a new address later."""
    tab.evaluate(
        """() => {
          window.answered = new Promise((done) => addEventListener("hashchange", () => done(), { once: true }));
        }"""
    )
    link.click()
    tab.evaluate("window.answered")


def told(tab: Any) -> str:
    text: str = tab.locator("#shown").inner_text()
    return text


def test_failures_come_first_grouped_by_cause(show: Open) -> None:
    tab = show(ordinary())

    assert tab.locator("#list h3").all_inner_texts()[:3] == [
        "openai.call-id1",
        "fidelity.lost-text2",
        "Expected failure1",
    ]
    assert shown(tab)[:3] == ["tools/call", "chat/one", "chat/two"]
    assert told(tab) == "126 results"


def test_a_click_opens_a_result_with_its_conversation_payload_and_difference(show: Open) -> None:
    tab = show(ordinary())
    assert tab.locator(".detail").count() == 0
    tab.get_by_text("chat/one", exact=True).click()
    detail = tab.locator("details[open] .detail")
    detail.wait_for()

    assert detail.locator(".bubble .who b").all_inner_texts() == ["system", "user", "Ann", "system", "Ann"]
    assert detail.locator(".bubble").nth(1).locator(".said").inner_text() == "Paris today?\nAnd tomorrow?"
    assert detail.locator(".call .result .said").inner_text() == "18 degrees"
    assert "shown under its call" in detail.locator(".bubble").nth(3).inner_text()
    assert detail.locator(".payload mark").inner_text() == '"today"'
    assert detail.locator("del").inner_text() == ", please"
    assert detail.locator(".rerun code").inner_text() == (
        "pytest --promptfmt-impl=mypkg promptfmt/mypkg/openai/chat::chat/one"
    )
    assert detail.locator(".bubble").nth(1).locator("sup").all_inner_texts() == ["1"]


def test_the_place_of_a_finding_that_is_not_there_is_marked_where_it_should_be(show: Open) -> None:
    tab = show(ordinary(), "#openai.chat/chat/two")

    assert tab.locator(".payload h4 sup").all_inner_texts() == ["2"]
    assert tab.locator(".payload .json sup").all_inner_texts() == ["1"]


@pytest.mark.parametrize(
    ("control", "value", "left", "address"),
    [
        ("target", "anthropic.chat", ["tools/call", "tools/warned"], "#?target=anthropic.chat"),
        ("family", "vision", ["vision/skipped"], "#?family=vision"),
        ("rule", "fidelity.lost-text", ["chat/one", "chat/two"], "#?rule=fidelity.lost-text"),
        ("rule", "openai.call-id", ["tools/call", "chat/two", "tools/known"], "#?rule=openai.call-id"),
        ("outcome", "xfailed", ["tools/known"], "#?outcome=xfailed"),
        ("outcome", "skipped", ["vision/skipped"], "#?outcome=skipped"),
        ("outcome", "warnings", ["chat/two", "tools/warned"], "#?outcome=warnings"),
        ("q", "DIFFERS anthropic", ["tools/call", "tools/warned"], "#?q=DIFFERS+anthropic"),
        ("q", "chat/one", ["chat/one"], "#?q=chat%2Fone"),
    ],
)
def test_each_control_filters_and_is_kept_in_the_address(
    show: Open, control: str, value: str, left: list[str], address: str
) -> None:
    tab = show(ordinary())
    if control == "outcome":
        tab.locator(f"#outcome button[value={value}]").click()
    elif control == "q":
        tab.fill("#q", value)
    else:
        tab.select_option(f"#{control}", value)

    assert shown(tab) == left
    assert told(tab) == f"{len(left)} of 126 results"
    assert tab.url.endswith(address)
    tab.reload()
    assert shown(tab) == left
    tab.click("#reset")
    assert told(tab) == "126 results"


def test_filters_together_leave_what_fits_all(show: Open) -> None:
    tab = show(ordinary(), "#?outcome=failed,xfailed&rule=openai.call-id")

    assert shown(tab) == ["tools/call", "chat/two", "tools/known"]
    assert tab.locator('[aria-pressed="true"]').all_inner_texts() == ["failed 3", "xfailed 1"]


def test_a_number_in_the_matrix_filters(show: Open) -> None:
    tab = show(ordinary())
    follow(tab, tab.locator(".matrix tr", has_text="anthropic.chat").locator("td.failed a"))

    assert shown(tab) == ["tools/call"]


def test_the_keyboard_searches_moves_opens_and_closes(show: Open) -> None:
    tab = show(ordinary())
    tab.keyboard.press("/")
    assert tab.evaluate("document.activeElement.id") == "q"
    tab.keyboard.type("chat/t")
    tab.keyboard.press("Escape")
    assert shown(tab) == ["chat/two"]
    tab.click("#reset")

    focused = "document.activeElement.querySelector('.case').textContent"
    tab.keyboard.press("j")
    assert tab.evaluate(focused) == "tools/call"
    tab.keyboard.press("ArrowDown")
    assert tab.evaluate(focused) == "chat/one"
    tab.keyboard.press("k")
    tab.keyboard.press("Enter")
    assert tab.locator("details[open] .case").inner_text() == "tools/call"
    tab.keyboard.press("Escape")
    tab.locator("#list details[open]").wait_for(state="detached")
    assert tab.evaluate(focused) == "tools/call"


def test_the_first_stop_of_the_keyboard_skips_to_the_results_and_keeps_the_filters(show: Open) -> None:
    tab = show(ordinary(), "#?family=vision")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.getBoundingClientRect().width") > 50
    tab.keyboard.press("Enter")
    tab.wait_for_function("location.hash === '#results'")

    assert shown(tab) == ["vision/skipped"]


def test_what_has_the_focus_can_be_seen(show: Open) -> None:
    tab = show(ordinary())
    for _ in range(12):
        tab.keyboard.press("Tab")
        outline = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", tab.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_a_deep_link_opens_a_result_that_the_list_has_not_shown_yet(show: Open) -> None:
    tab = show(ordinary(), "#openai.chat/chat/pass-119")

    assert tab.locator("details[open] .case").inner_text() == "chat/pass-119"
    assert tab.locator("details[open]").first.evaluate("node => node.getBoundingClientRect().top") < 900


def test_a_link_to_a_result_that_the_filters_hide_shows_it(show: Open) -> None:
    tab = show(ordinary(), "#openai.chat/chat/pass-000?outcome=failed")

    assert tab.locator("details[open] .case").inner_text() == "chat/pass-000"


def test_a_long_group_is_shown_in_part(show: Open) -> None:
    tab = show(ordinary())
    assert len(shown(tab)) < 60
    tab.locator("section.group", has_text="Passed120").locator(".more").click()

    assert len(shown(tab)) == 126


def test_the_command_is_copied_or_at_least_selected(show: Open) -> None:
    tab = show(ordinary(), "#openai.chat/chat/one")
    tab.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    tab.locator(".rerun button").click()
    tab.wait_for_function("document.querySelector('.rerun button').textContent !== 'copy'")

    assert (
        tab.evaluate("getSelection().toString()")
        == "pytest --promptfmt-impl=mypkg promptfmt/mypkg/openai/chat::chat/one"
    )


def test_dark_and_light_follow_the_system(show: Open) -> None:
    light, dark = (
        show(ordinary(), color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    )

    assert light == "rgb(253, 252, 250)"
    assert dark == "rgb(23, 22, 20)"


CONTRASTS = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = (node) => {
    const found = numbers(getComputedStyle(node).backgroundColor);
    return found.length === 3 || found[3] === 1 ? found : ground(node.parentElement);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !node.checkVisibility() || node.closest("script, .for-ears")) continue;
    const pair = [luminance(numbers(getComputedStyle(node).color)), luminance(ground(node))].sort((a, b) => b - a);
    found.push([(pair[0] + 0.05) / (pair[1] + 0.05), texts.currentNode.data.slice(0, 40)]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["#openai.chat/chat/one?outcome=failed", "#anthropic.chat/tools/warned"])
def test_no_text_is_hard_to_read(show: Open, scheme: str, address: str) -> None:
    tab = show(ordinary(), address, color_scheme=scheme, reduced_motion="reduce")
    found = tab.evaluate(CONTRASTS)

    assert len(found) > 50
    assert found[0][0] >= 4.5, found[:5]


@pytest.mark.parametrize("report", [ordinary, hostile])
def test_a_narrow_window_needs_no_scrolling_sideways(show: Open, report: Callable[[], ReportDocument]) -> None:
    tab = show(report(), "#openai.chat/chat/one", viewport={"width": 360, "height": 700})

    assert tab.locator("#list details[open]").count() == 1
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_paper_has_every_result_and_what_was_found(show: Open, tmp_path: Path) -> None:
    tab = show(ordinary(), "#?family=vision")
    tab.evaluate("addEventListener('beforeprint', () => { window.printed = document.body.innerHTML; })")
    written = tab.pdf()

    assert written.startswith(b"%PDF-")
    printed = tab.evaluate("printed")
    assert printed.count("<summary>") == 126
    assert printed.count('class="detail"') == 5
    assert shown(tab) == ["vision/skipped"]


def test_without_the_script_there_is_a_list(show: Open) -> None:
    tab = show(ordinary(), java_script_enabled=False)

    assert tab.locator("noscript li").count() == 126
    assert tab.locator("#filters").is_hidden()


def test_nothing_in_hostile_text_runs_loads_or_links(show: Open) -> None:
    tab = show(hostile())
    for summary in tab.locator("#list summary").all():
        summary.click()
    tab.locator(".detail").nth(1).wait_for()
    detail = tab.locator(".detail").first

    assert tab.title().startswith("</script><img src=x")
    assert tab.locator("img, .picture").count() == 0
    assert tab.locator("a:not([href^='#'])").count() == 0
    assert "</script><img src=x onerror=" in detail.locator(".message").first.inner_text()
    assert detail.locator(".chip").all_inner_texts()[1] == "image https://example.invalid/a.png"
    assert tab.locator("script").count() == 3


def test_the_policy_stops_what_would_run_or_load(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page(ordinary()), encoding="utf-8")
    context = browser.new_context()
    tab = context.new_page()
    failed: list[tuple[str, str]] = []
    tab.on("requestfailed", lambda request: failed.append((request.url, request.failure)))
    tab.goto(path.as_uri())
    stopped = tab.evaluate("""async () => {
      const found = [];
      addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "document.title = 'it ran'";
      const image = document.createElement("img");
      image.src = "https://example.invalid/a.png";
      document.body.append(script, image);
      document.body.setAttribute("style", "color: red");
      await fetch("https://example.invalid/").catch(() => {});
      await new Promise((done) => setTimeout(done, 200));
      return found.sort();
    }""")
    title = tab.title()
    context.close()

    assert stopped == ["connect-src", "img-src", "script-src-elem", "style-src-attr"]
    assert title == "mypkg 1.2: promptfmt report"
    assert ("https://example.invalid/a.png", "csp") in failed


def test_what_is_invisible_is_spelled_out(show: Open) -> None:
    tab = show(hostile(), "#openai.chat/chat/one")
    visible = tab.locator(".bubble .said").first.inner_text()

    assert all(
        mark in visible
        for mark in (
            "\\u202egnp.exe\\u202c",
            "\\u2066",
            "\\u200b",
            "\\ufeff",
            "\\u0000",
            "\\u001b",
            "\\ud800",
            "\\u2028",
        )
    )
    hidden = r"[\p{C}\p{Zl}\p{Zp}]"
    assert tab.evaluate(f"!/{hidden}/u.test(document.body.innerText.replaceAll('\\n', '').replaceAll('\\t', ''))")


def test_pictures_are_drawn_from_the_corpus_and_from_bytes_of_known_types(show: Open) -> None:
    def message(url: str) -> dict[str, Any]:
        return {"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": url}}]}

    addresses = ["{FILES}/photo.png", "https://example.invalid/a.png", "data:image/svg+xml;base64,PHN2Zz4="]
    inputs = {"vision/file-by-path": {"messages": [message(each) for each in addresses]}}
    tab = show(document([result("vision/file-by-path", finding())], inputs), "#openai.chat/vision/file-by-path")
    tab.wait_for_function("[...document.images].every((each) => each.complete)")

    assert tab.evaluate("[...document.images].map((each) => each.naturalWidth > 0)") == [True]
    assert tab.locator(".chip").all_inner_texts() == [f"image {each}" for each in addresses]


def test_a_result_before_its_call_or_without_one_stays_where_it_is(show: Open) -> None:
    given = [TALK[3], *TALK[1:3]]
    tab = show(document([result("chat/one", finding())], {"chat/one": {"messages": given}}), "#openai.chat/chat/one")

    assert "no call of this id comes before" in tab.locator(".bubble").first.inner_text()
    assert "no result follows" in tab.locator(".bubble").nth(2).inner_text()


def test_a_result_in_the_message_of_its_call_is_told_once(show: Open) -> None:
    both = {**TALK[2], "content": [*TALK[2]["content"], *TALK[3]["content"]]}  # type: ignore[misc]
    tab = show(document([result("chat/one", finding())], {"chat/one": {"messages": [both]}}), "#openai.chat/chat/one")

    assert tab.locator(".bubble").inner_text().count("18 degrees") == 1
    assert "shown under its call" not in tab.locator(".bubble").inner_text()


def test_two_implementations_in_one_report_have_filters_and_links_of_their_own(show: Open) -> None:
    one, two = ordinary(), document([result("chat/one", finding("schema.type"))], spec="other", slug="other")
    both = replace(one, implementations=(*one.implementations, *two.implementations))
    tab = show(both, "#other/openai.chat/chat/one")

    assert tab.locator("h1").all_inner_texts() == ["mypkg 1.2", "other 1.2"]
    assert tab.locator("details[open] .slug").inner_text() == "other"
    assert tab.locator("details[open] .rule code").first.inner_text() == "schema.type"
    tab.select_option("#implementation", "other")
    assert told(tab) == "1 of 127 results"


def test_an_input_that_is_none_is_said_to_be_unreadable_and_spoils_nothing_else(show: Open) -> None:
    report = document(
        [result("chat/one", finding()), result("chat/two", finding())], {"chat/one": {"messages": [None]}}
    )
    tab = show(report, "#openai.chat/chat/one")
    tab.get_by_text("chat/two", exact=True).click()
    tab.locator(".detail").nth(1).wait_for()

    assert tab.locator(".detail").first.inner_text().startswith("This result cannot be shown: ")
    assert tab.locator(".detail .payload").count() == 1


def test_a_template_is_a_table(show: Open) -> None:
    given = {"infer_cfg": {"prompt_template": HOSTILE}, "reader_cfg": {}, "test": [{"q": "1+1"}]}
    report = document([result("templates/one", finding(), target="aisbench.string")], {"templates/one": given})
    tab = show(report, "#aisbench.string/templates/one")

    assert tab.locator(".template th").all_inner_texts() == ["infer_cfg", "reader_cfg", "test"]
    assert tab.locator(".template td").nth(2).inner_text() == '{"q":"1+1"}'


def test_ten_thousand_messages_and_a_payload_of_as_many_open_in_part(show: Open) -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": f"line {n}"}]} for n in range(10_000)]
    payload = [{"role": "user", "content": f"line {n}"} for n in range(10_000)]
    far = finding(path="$[7000].content", about=(7000,))
    tab = show(
        document([result("chat/one", far, payload=payload)], {"chat/one": {"messages": messages}}),
        "#openai.chat/chat/one",
    )

    assert tab.locator(".bubble .said").all_inner_texts() == ["line 6999", "line 7000", "line 7001"]
    assert tab.locator(".payload mark").inner_text() == '"line 7000"'
    tab.locator(".talk > .more").last.click()
    assert tab.locator(".bubble").count() == 3 + 2998


def test_the_page_of_several_filters_its_cases(show: Open) -> None:
    other = document([result("chat/one"), result("tools/call", target="anthropic.chat")], spec="other")
    tab = show(compared_page([ordinary(), other]))
    cases = tab.locator(".target-cases tbody tr:visible th")
    assert cases.count() == 0, "many cases stand folded, by target"
    tab.get_by_text("openai.chat").last.click()
    assert 0 < cases.count() < len(compared([ordinary(), other]).differences)

    tab.select_option("#target", "anthropic.chat")
    assert cases.all_inner_texts() == ["tools/call", "tools/warned"]
    tab.fill("#q", "call-id")
    assert cases.all_inner_texts() == ["tools/call"]
    assert tab.url.endswith("#?q=call-id&target=anthropic.chat")
    tab.reload()
    assert cases.all_inner_texts() == ["tools/call"]


PHONE = {"viewport": {"width": 390, "height": 844}}


def within_the_screen(tab: Any, values: Any) -> bool:
    """Whether all of these stand where a phone shows them without a push aside."""
    boxes = [value.bounding_box() for value in values.all()]
    assert boxes
    return all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes) and (
        tab.evaluate("document.documentElement.scrollWidth") == 390
    )


def test_on_a_phone_each_level_stands_under_its_profile(show: Open) -> None:
    tab = show(ordinary(), **PHONE)
    tab.get_by_text("Levels by target").click()
    row = tab.locator(".levels tbody tr").first

    assert within_the_screen(tab, tab.locator(".levels tbody tr > :visible"))
    labels = row.locator("td:visible").evaluate_all(
        "all => all.map(each => getComputedStyle(each, '::before').content)"
    )
    assert {'"text"', '"overall"', '"failed"'} <= set(labels)


def test_on_a_phone_the_first_cause_is_on_the_first_screen(show: Open) -> None:
    failed = [result("tools/call", finding(), target=f"{name}.chat") for name in DIALECTS]
    tab = show(document(failed), **PHONE)
    fix = tab.locator(".group .says").first.bounding_box()

    assert fix
    assert fix["y"] + fix["height"] < 844


def test_on_a_phone_the_filters_open_when_asked_for_or_in_use(show: Open) -> None:
    search = show(ordinary(), **PHONE).locator("#q")
    assert not search.is_visible()
    search.page.keyboard.press("/")
    search.page.keyboard.type("chat")
    assert search.input_value() == "chat"

    assert show(ordinary(), "#?family=vision", **PHONE).locator("#family").is_visible()


def test_on_paper_the_folds_are_open(show: Open) -> None:
    tab = show(ordinary(), **PHONE)
    folds = "[...document.querySelectorAll('.fold')].map((fold) => fold.open)"
    tab.evaluate(f"addEventListener('beforeprint', () => {{ window.folds = {folds}; }})")
    tab.pdf()

    assert tab.evaluate("window.folds") == [True, True, True]
    assert tab.evaluate(folds) == [False, False, False]


def test_a_message_without_a_place_to_break_is_broken(show: Open) -> None:
    long = replace(finding(), message=f"no such file: 'data:image/png;base64,{'iVBORw0KGgo' * 40}'")
    tab = show(document([result(f"tools/{'long-' * 40}", long)]), **PHONE)

    assert tab.locator(".group h3").count() == 1
    assert tab.evaluate("document.documentElement.scrollWidth") == 390


def test_on_a_phone_the_values_of_the_matrix_are_seen_and_it_stays_short(show: Open) -> None:
    other = document([result("chat/one"), result("tools/call", target="anthropic.chat")], spec="other")
    tab = show(compared_page([ordinary(), other]), **PHONE)

    assert within_the_screen(tab, tab.locator(".compared").first.locator("tbody td:visible"))
    assert tab.evaluate("document.documentElement.scrollHeight") < 5_000
    tab.get_by_text("openai.chat").last.click()
    assert within_the_screen(tab, tab.locator(".target-cases[open] tbody td:visible"))


def test_on_paper_the_matrix_has_every_case(show: Open) -> None:
    other = document([result("chat/one"), result("tools/call", target="anthropic.chat")], spec="other")
    tab = show(compared_page([ordinary(), other]))
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")

    assert tab.locator(".target-cases tbody tr:visible").count() == len(compared([ordinary(), other]).differences)


def public_matrix() -> str:
    second = document([result("chat/one"), result("tools/call", target="anthropic.chat")], spec="other", slug="other")
    return matrix_page(merged([matrix_of(ordinary()), matrix_of(second)]))


def test_a_cell_of_the_public_matrix_leads_to_its_causes_and_these_to_words_and_conversation(show: Open) -> None:
    tab = show(public_matrix())
    row = tab.locator(".causes li").filter(has_text="fidelity.lost-text")
    assert not row.is_visible()
    follow(tab, tab.locator(".overview td a").first)

    assert tab.locator(".again code:visible").inner_text().startswith("pytest --promptfmt-impl=mypkg")
    follow(tab, row.locator("a").first)
    assert tab.locator("[id='rule-fidelity.lost-text']").is_visible()
    row.get_by_text("chat/one").click()
    assert "Be brief." in tab.locator("[id='case-chat/one'] pre").inner_text()


def test_on_a_phone_the_public_matrix_shows_its_values_and_stays_short(show: Open) -> None:
    tab = show(public_matrix(), **PHONE)

    assert within_the_screen(tab, tab.locator(".overview tbody :is(th, td, .strip, .ahead):visible"))
    assert within_the_screen(tab, tab.locator(".effort tbody td:visible"))
    assert tab.evaluate("document.documentElement.scrollHeight") < 4_000
    follow(tab, tab.locator(".overview td a").first)
    assert within_the_screen(tab, tab.locator(".dialect[open] td:visible, .causes li:visible"))


def test_hostile_text_does_not_run_in_the_public_matrix(show: Open) -> None:
    tab = show(matrix_page(merged([matrix_of(hostile()), matrix_of(ordinary())])))
    tab.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")

    assert tab.title() == "promptfmt matrix"
    assert tab.locator("img, iframe, a:not([href^='#'])").count() == 0

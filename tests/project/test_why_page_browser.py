"""``promptfmt why`` as a page, in headless Chromium, from a server on this machine and with no other network.

Skipped where playwright, a Chromium or npm is missing, or where Pyodide cannot be had from it.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import make_why_page
import pytest

from pytest_promptfmt.diagnosis.browser import pasted
from pytest_promptfmt.dialects.proofs import proofs

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm"),
]

ALONE = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ALONE += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
PATIENCE = 120_000
CALL = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}
REFUSED = {
    "model": "gpt-4o",
    "prediction": {},
    "mesages": [],
    "messages": [{"role": "assistant", "content": None, "tool_calls": [CALL]}, {"role": "user", "content": "So?"}],
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page") / "why"
    try:
        make_why_page.make(folder)
    except subprocess.CalledProcessError as error:
        if "build" in error.cmd:
            raise
        pytest.skip(f"the page's parts are not to be had: {error.cmd[0]} failed")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=ALONE)
        yield started
        started.close()


@pytest.fixture(scope="module")
def loaded(browser: Any, address: str) -> Iterator[tuple[Any, list[str]]]:
    """The page with its engine, loaded once for all; and what was complained of or asked of others."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.on("request", lambda r: None if r.url.startswith((address, "blob:", "data:")) else complaints.append(r.url))
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("dialog", lambda dialog: complaints.append("a dialog"))
    tab.goto(address)
    tab.wait_for_selector("body[data-ready]")
    yield tab, complaints
    context.close()


@pytest.fixture
def tab(loaded: tuple[Any, list[str]], address: str) -> Iterator[Any]:
    found, complaints = loaded
    found.evaluate(
        """() => {
          history.replaceState(null, "", location.pathname);
          document.getElementById("form").reset();
          document.getElementById("judge").click();
        }"""
    )
    sync_api.expect(found.locator(".request")).to_have_count(0)
    yield found

    assert complaints == []


def ask(tab: Any, value: Any) -> None:
    tab.fill("#text", value if isinstance(value, str) else json.dumps(value))
    tab.click("#judge")
    tab.wait_for_selector("body[data-state=judged]")


def rules(tab: Any) -> list[str]:
    found: list[str] = tab.locator(".findings .rule code:not(.path)").all_inner_texts()
    return found


def test_a_pasted_payload_has_its_findings_beside_it(tab: Any) -> None:
    ask(tab, REFUSED)

    assert tab.locator("#status").inner_text() == "1 request: 2 errors, 1 warning"
    assert tab.locator(".request h2").inner_text() == "OpenAI Chat Completions"
    expected = [finding["rule"] for finding in json.loads(pasted(json.dumps(REFUSED)))["requests"][0]["findings"]]
    assert rules(tab) == expected
    assert "openai.arguments-is-json-string" in expected
    assert tab.locator(".payload .json sup").count() == 3
    assert "must be followed by tool messages" in tab.locator(".findings blockquote").all_inner_texts()[1]
    assert "prediction" in tab.locator(".request > .aside").last.inner_text()


def test_the_mended_payload_can_be_copied(tab: Any) -> None:
    ask(tab, REFUSED)
    tab.locator(".mended button").click()
    tab.locator(".mended button", has_text="copied").wait_for()
    mended = json.loads(tab.evaluate("navigator.clipboard.readText()"))

    assert mended["messages"][0]["tool_calls"][0]["function"]["arguments"] == json.dumps(CALL["function"]["arguments"])
    assert tab.locator(".mended ins").count() == 1


def test_a_file_can_be_chosen_and_dropped(tab: Any, tmp_path: Path) -> None:
    path = tmp_path / "sent.json"
    path.write_text(json.dumps(REFUSED))
    tab.set_input_files("#file", path)
    tab.locator(".request").wait_for()
    assert tab.input_value("#text") == json.dumps(REFUSED)

    tab.evaluate(
        """(text) => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([text], "other.json"));
          dispatchEvent(new DragEvent("drop", { dataTransfer: dropped }));
        }""",
        '{"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": ""}]}',
    )
    tab.locator(".findings code", has_text="anthropic.user-nonempty").wait_for()


def test_a_link_has_what_was_chosen_and_not_what_was_pasted(tab: Any, address: str) -> None:
    ask(tab, REFUSED)
    tab.select_option("#dialect", "deepseek")
    tab.fill("#model", "deepseek-reasoner")
    tab.check("#thinking")
    tab.click("#link")
    tab.locator("#link", has_text="copied").wait_for()

    link = tab.evaluate("navigator.clipboard.readText()")
    assert link == f"{address}#?dialect=deepseek&model=deepseek-reasoner&thinking=1"
    tab.evaluate("(hash) => { document.getElementById('form').reset(); location.hash = hash; }", link.partition("#")[2])
    sync_api.expect(tab.locator("#dialect")).to_have_value("deepseek")
    assert (tab.input_value("#model"), tab.is_checked("#thinking")) == ("deepseek-reasoner", True)


def test_what_is_no_request_is_told(tab: Any) -> None:
    ask(tab, "hello")
    said = tab.locator("#status").inner_text()

    assert said == json.loads(pasted("hello"))["problem"]
    assert tab.locator(".request").count() == 0


EVIL = "</script><img src=x onerror=alert(1)><svg onload=alert(2)>\u202egnp.exe\u202c\u200b"


def test_nothing_in_hostile_text_runs_loads_or_links(tab: Any) -> None:
    call = {"id": EVIL, "type": EVIL, "function": {"name": EVIL, "arguments": {EVIL: EVIL}}}
    hostile = {
        "model": EVIL,
        EVIL: EVIL,
        "messages": [{"role": EVIL, "content": [{"type": EVIL, EVIL: [EVIL]}], "tool_calls": [call], "name": EVIL}],
    }
    ask(tab, hostile)

    assert tab.locator("#requests .findings li").count() > 3
    assert tab.locator("#requests :is(img, svg, a, script, iframe, style)").count() == 0
    assert "<img src=x onerror=alert(1)>" in tab.locator(".payload .json").inner_text()
    hidden = r"[\p{C}\p{Zl}\p{Zp}]"
    text = "document.getElementById('requests').innerText.replaceAll('\\n', '').replaceAll('\\t', '')"
    assert tab.evaluate(f"!/{hidden}/u.test({text})")


def test_neither_page_nor_worker_reaches_anybody_else(browser: Any, loaded: tuple[Any, list[str]]) -> None:
    """Another server on this machine, which a page without a policy reaches, hears of neither."""
    tab, complaints = loaded
    heard: list[str] = []

    class Hears(Quiet):
        def do_GET(self) -> None:
            heard.append(self.path)
            self.send_response(204)
            self.end_headers()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hears)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    attempt = "(url) => fetch(url, { mode: 'no-cors' }).then(() => 'sent', (error) => String(error))"
    there = f"http://127.0.0.1:{server.server_port}/"
    answers = [place.evaluate(attempt, there + name) for place, name in ((tab, "page"), (tab.workers[0], "worker"))]
    context = browser.new_context()
    without_policy = context.new_page().evaluate(attempt, f"{there}free")
    context.close()
    server.shutdown()
    server.server_close()
    complaints.clear()  # of the policy, about this

    assert ["Failed to fetch" in each for each in answers] == [True, True]
    assert (heard, without_policy) == (["/free"], "sent")


def test_the_judge_is_the_same_as_in_a_terminal(tab: Any, address: str) -> None:
    """Also where jsonschema speaks, whose maps are others here; sizes in pixels are not judged, as the page says."""
    texts = [
        (json.dumps(proof.breaks.payload), proof.dialect)
        for id_, proof in proofs().items()
        if "image" not in id_ and "media" not in id_
    ]
    texts = [
        *texts[::2],
        ('[{"role": 7, "content": {"x": 1}, "tool_calls": "no"}]', "openai"),
        ('{"messages": 7}', "bedrock"),
    ]
    found = tab.workers[0].evaluate(
        """async ([url, texts]) => {
          const pasted = await (await import(url)).asked;
          return texts.map(([text, dialect]) => pasted(text, dialect));
        }""",
        [f"{address}engine.js", texts],
    )

    assert len(texts) > 100
    assert [json.loads(each) for each in found] == [json.loads(pasted(text, dialect)) for text, dialect in texts]
    assert any('"schema.' in each for each in found)


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_window_needs_scrolling_sideways(tab: Any, width: int, scheme: str) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    ask(tab, {**REFUSED, "messages": [*REFUSED["messages"], {"role": "x" * 500}]})  # type: ignore[misc]

    assert tab.evaluate("document.documentElement.scrollWidth") <= width

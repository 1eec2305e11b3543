"""How much goes over the air until a phone shows the table, and that nothing goes twice."""

from __future__ import annotations

import gzip
import http.client
import os
import re
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask, request
from playwright.sync_api import Browser, Page, Route, expect

from tests.web_ui.browser import phone
from tests.web_ui.event_stream import events
from tests.web_ui.fake_table import SmallTable, playing
from web_ui.languages import catalogue, offered
from web_ui.packing import StaticFiles

FIRST_VIEW = 80_000
"""Bytes, compressed, of all that a phone requests for the lobby."""
REQUESTS = 30
"""How many requests that takes at most."""
WHOLE = 130_000
"""Bytes, compressed, with all that drafts and games need, which comes when somebody sits down."""
AFTERWARDS = "/js/game/play.js"
"""The script with which that begins."""
PARTS = r"(?:kept/[^/\"]+/(?:js|css)|text)/[^\"]+"
"""Scripts, styles and texts of the page, by their addresses."""
SQUEEZED = {"Accept-Encoding": "gzip"}


def body_size(address: str, path: str) -> int:
    """The bytes of a body as they go over the air to a phone."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    connection.request("GET", path, headers=SQUEEZED)
    size = len(connection.getresponse().read())
    connection.close()
    return size


@pytest.mark.parametrize("language", offered())
def test_the_first_view_is_light_and_asks_for_nothing_outside(chrome: Browser, address: str, language: str) -> None:
    complaints: list[str] = []
    asked: list[str] = []
    page = phone(chrome, complaints)
    page.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(address)
    expect(page.get_by_role("heading", name=catalogue(language)["lobby.title"])).to_be_visible()
    all_is_here(page)
    page.context.close()
    assert complaints == []
    assert f"/text/{language}/page.json" in asked
    assert "/text/" + language + "/powers.json" not in asked
    sizes = {path: body_size(address, path) for path in asked if path != "/stream"}
    sizes["/stream"] = len(next(events(address, "/stream"))[2])
    first = list(takewhile(lambda path: not path.endswith(AFTERWARDS), asked))
    assert len(first) <= REQUESTS, first
    assert sum(sizes[path] for path in first) < FIRST_VIEW, sizes
    assert sum(sizes.values()) < WHOLE, sizes


def all_is_here(page: Page) -> None:
    """Wait until the page has what drafts and games need."""
    page.evaluate(f"import(document.querySelector('script').src.replace('/js/phone.js', '{AFTERWARDS}'))")


def test_every_script_is_asked_for_at_once_and_nothing_twice(chrome: Browser, app: Flask, address: str) -> None:
    asked: list[str] = []
    app.before_request(lambda: asked.append(request.path))
    page = phone(chrome, [])
    page.goto(address)
    expect(page.get_by_role("heading", name=catalogue("en")["lobby.title"])).to_be_visible()
    all_is_here(page)
    page.context.close()
    needed = [path[1:] for path in asked if re.match(PARTS, path[1:])]
    assert len(needed) == len(set(needed))
    first = list(takewhile(lambda path: not path.endswith(AFTERWARDS), needed))
    named = [
        name.partition("?")[0] for name in re.findall(rf'(?:href|src)="({PARTS})"', app.test_client().get("/").text)
    ]
    assert sorted(first) == sorted(named)


def test_a_phone_that_could_not_fetch_what_a_game_needs_asks_again(
    chrome: Browser, address: str, table_api: SmallTable
) -> None:
    page = phone(chrome, [])
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    page.route(f"**{AFTERWARDS}", fail_once)
    table_api.show(playing())
    page.goto(address)
    expect(page.get_by_role("table", name="Board")).to_be_visible()
    assert failed
    page.context.close()


def test_a_phone_that_comes_back_asks_for_no_script_again(chrome: Browser, app: Flask, address: str) -> None:
    asked: list[str] = []
    app.before_request(lambda: asked.append(request.path))
    context = phone(chrome, []).context
    for _ in range(2):
        asked.clear()
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_role("heading", name=catalogue("en")["lobby.title"])).to_be_visible()
        all_is_here(page)
        page.close()
    context.close()
    assert {path for path in asked if not path.endswith("/icon.svg")} == {
        "/",
        "/join.svg",
        "/stream",
    }


def test_scripts_of_a_page_are_stored_as_long_as_all_are_the_same(tmp_path: Path) -> None:
    for name in ("a.js", "b.js"):
        (tmp_path / name).write_text(f"say('{name}')\n")
    files = StaticFiles(tmp_path)
    before = files.now()
    assert files.now().mark == before.mark
    (tmp_path / "b.js").write_text("say('another')\n")
    assert files.known_as(before.mark) == before  # no page was made since
    after = files.now()
    assert after.mark != before.mark
    assert files.known_as(before.mark) is None
    assert files.known_as(after.mark) == after
    assert [body.plain for body in after.files.values()] == [b"say('a.js')\n", b"say('another')\n"]


def test_a_page_from_before_an_upgrade_loads_itself_again(chrome: Browser, address: str) -> None:
    page = phone(chrome, [])
    page.goto(address)
    expect(page.get_by_role("heading", name=catalogue("en")["lobby.title"])).to_be_visible()
    loads: list[str] = []
    page.on("request", lambda asked: loads.append(asked.url) if asked.is_navigation_request() else None)
    gone = re.compile(r"/kept/.*/(cards/cards|link)\.js$")
    page.route(gone, lambda route: route.continue_() if loads else route.fulfill(status=404))
    page.evaluate("location.hash = '#powers'")
    expect(page.get_by_role("link", name="Apollo").first).to_be_visible(timeout=20_000)
    assert len(loads) == 1
    page.context.close()


def test_a_stored_file_need_not_be_asked_for_again_and_one_of_another_mark_is_none(app: Flask) -> None:
    browser = app.test_client()
    [script] = re.findall(r'src="(kept/[^"]+/js/phone.js)"', browser.get("/").text)
    first = browser.get(script, headers=SQUEEZED)
    assert first.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert gzip.decompress(first.data) == browser.get("/static/js/phone.js").data
    for other in ("kept/0123456789abcdef/js/phone.js", script.replace("phone", "no")):
        assert browser.get(other).status_code == 404


@pytest.mark.parametrize(
    "path", ["/", "/static/js/phone.js", "/static/css/base.css", "/text/en/page.json", "/powers.json", "/options.json"]
)
def test_what_is_stored_is_sent_once_in_the_form_that_the_browser_takes(app: Flask, path: str) -> None:
    browser = app.test_client()
    plain, squeezed = browser.get(path), browser.get(path, headers=SQUEEZED)
    assert "Content-Encoding" not in plain.headers
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(squeezed.data) == plain.data
    assert plain.headers["ETag"] != squeezed.headers["ETag"]
    for first, headers in ((plain, {}), (squeezed, SQUEEZED)):
        assert first.headers["Cache-Control"] == "no-cache"
        assert first.vary.find("Accept-Encoding") >= 0
        again = browser.get(path, headers={**headers, "If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    refuses = browser.get(path, headers={"Accept-Encoding": "gzip;q=0, br"})
    assert refuses.data == plain.data


def test_a_file_that_was_changed_is_sent_again(tmp_path: Path) -> None:
    script = tmp_path / "js" / "a.js"
    script.parent.mkdir()
    script.write_text('import { b } from "./b.js";\nexport const later = () => import("./c.js");\n')
    (tmp_path / "js" / "b.js").write_text("export {\n  d,\n  e,\n} from\n  '../d.js';\nimport \"./a.js\";\n")
    (tmp_path / "d.js").write_text("export const d = 'from \"./x.js\"';\n")
    files = StaticFiles(tmp_path)
    before = files.body("js/a.js")
    assert before is not None
    assert files.body("js/a.js") is before
    assert files.modules("js/a.js") == ("js/b.js", "d.js")
    script.write_text("const nothing = 1;\n")
    after = files.body("js/a.js")
    assert after is not None
    assert (after.plain, after.mark != before.mark) == (b"const nothing = 1;\n", True)
    assert files.modules("js/a.js") == ()


def test_a_script_is_sent_without_its_doc_comments_and_with_its_lines(tmp_path: Path) -> None:
    script = """// What it is about.
/** @typedef {object} Thing */

/** What it gives.
 * @param {string} name */
export const a = (name) => `/** ${name} */`; /** kept: it stands beside code */
  /** @type {string | null} */
  let b = null;
"""
    (tmp_path / "a.js").write_text(script)
    body = StaticFiles(tmp_path).body("a.js")
    assert body is not None
    assert body.plain.decode().splitlines() == [
        "",
        "",
        "",
        "",
        "",
        "export const a = (name) => `/** ${name} */`; /** kept: it stands beside code */",
        "",
        "  let b = null;",
    ]


def test_files_outside_are_none_of_the_pages_business(tmp_path: Path) -> None:
    inside = tmp_path / "static"
    inside.mkdir()
    (tmp_path / "secret.js").write_text("secret")
    (inside / "notes.txt").write_text("secret")
    os.mkfifo(inside / "pipe.js")
    files = StaticFiles(inside)
    for name in (
        "../secret.js",
        "/../secret.js",
        str(tmp_path / "secret.js"),
        "",
        ".",
        "notes.txt",
        "pipe.js",
        "no.js",
    ):
        assert files.body(name) is None, name


def test_a_missing_file_is_said_so(app: Flask) -> None:
    for path in ("/static/js/no.js", "/static/", "/static/%2e%2e/app.py"):
        missing = app.test_client().get(path)
        assert (missing.status_code, missing.text.count("\n")) == (404, 1)

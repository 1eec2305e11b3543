"""How much goes over the air until a phone shows the table, and that nothing goes twice."""

from __future__ import annotations

import gzip
import http.client
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask, request
from playwright.sync_api import Browser, expect

from tests.web_ui.browser import phone
from tests.web_ui.event_stream import events
from web_ui.languages import catalogue, offered
from web_ui.packing import StaticFiles

FIRST_VIEW = 100_000
"""Bytes, compressed, until the lobby is shown."""
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
    page.context.close()
    assert complaints == []
    assert f"/text/{language}/page.json" in asked
    assert "/text/" + language + "/powers.json" not in asked
    sizes = {path: body_size(address, path) for path in asked if path != "/stream"}
    sizes["/stream"] = len(next(events(address, "/stream"))[2])
    assert sum(sizes.values()) < FIRST_VIEW, sizes


def test_every_script_is_asked_for_at_once_and_nothing_twice(chrome: Browser, app: Flask, address: str) -> None:
    asked: list[str] = []
    app.before_request(lambda: asked.append(request.path))
    page = phone(chrome, [])
    page.goto(address)
    expect(page.get_by_role("heading", name=catalogue("en")["lobby.title"])).to_be_visible()
    page.context.close()
    needed = sorted(path for path in asked if path.startswith(("/static/js/", "/static/css/", "/text/")))
    assert needed == sorted(set(needed))
    first = app.test_client().get("/").text
    assert needed == sorted(re.findall(r'(?:href|src)="(/(?:static/js|static/css|text)/[^"]+)"', first))


@pytest.mark.parametrize(
    "path", ["/", "/static/js/phone.js", "/static/css/base.css", "/text/en/page.json", "/powers.json", "/options.json"]
)
def test_what_is_kept_is_sent_once_in_the_form_that_the_browser_takes(app: Flask, path: str) -> None:
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


def test_a_file_that_was_changed_is_sent_anew(tmp_path: Path) -> None:
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

"""Somebody opens the page of the virtual board first, and so has its hands until somebody sits."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any

from playwright.sync_api import Page, expect

BOUND = 30


def open_bench(page: Page) -> None:
    """Open the drawer of the test bench on the page of the virtual board."""
    bench, more = page.get_by_role("button", name="For makers"), page.get_by_role("button", name="More", exact=True)
    expect(page.locator("#app[data-version]")).to_be_attached()  # where the way to it is depends on what is shown
    expect(bench.or_(more).first).to_be_visible()
    if not bench.is_visible():  # a game has it among all that is seldom asked for
        more.click()
    bench.click()
    expect(page.locator("svg.bench")).to_be_visible()


@contextmanager
def board_open(address: str) -> Iterator[str]:
    """The cookie of that browser, while the page listens."""
    table = address.rstrip("/")
    with urllib.request.urlopen(f"{table}/board", timeout=BOUND) as page:  # noqa: S310 - our own http address
        cookie = only_pairs(page.headers["Set-Cookie"])
    asked = urllib.request.Request(f"{table}/board/stream", headers={"Cookie": cookie})  # noqa: S310 - as above
    with urllib.request.urlopen(asked, timeout=BOUND) as stream:  # noqa: S310 - as above
        first: dict[str, Any] = json.loads(next(line for line in stream if line.startswith(b"data:"))[5:])
        assert first["may_act"], "somebody else has the hands"
        yield cookie


def only_pairs(set_cookie: str) -> str:
    """What a browser sends back of a cookie that it was given."""
    return "; ".join(f"{name}={morsel.value}" for name, morsel in SimpleCookie(set_cookie).items())

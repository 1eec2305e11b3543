from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.web_ui.browser import chromium, phone
from tests.web_ui.small_table import Bench, SmallHands, SmallTable, Wood, lobby, standing
from web_ui.app import create_app
from web_ui.serve import listen, serve


@pytest.fixture
def door() -> Iterator[SmallTable]:
    door = SmallTable(lobby())
    yield door
    door.close()


@pytest.fixture
def hands() -> SmallHands:
    return SmallHands(
        Bench(pieces=(standing("blue-1", "b2"), standing("orange-1", "d2"), Wood("blue-2", "blue", None)))
    )


@pytest.fixture
def app(door: SmallTable, hands: SmallHands) -> Flask:
    app = create_app(door, hands, join_url="http://192.168.1.20:8080/")
    app.testing = True
    return app


@pytest.fixture
def address(app: Flask) -> str:
    """A real server with the page; its address."""
    listener = listen("127.0.0.1", 0)
    serve(app, listener)
    return f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def screen(chrome: Browser, address: str) -> Iterator[Page]:
    """The phone's page, open; the test fails if the browser complains about anything."""
    complaints: list[str] = []
    opened = phone(chrome, complaints)
    opened.goto(address)
    expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    yield opened
    opened.context.close()
    assert complaints == []

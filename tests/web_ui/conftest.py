from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from hardware.virtual_hands import PieceSeen
from tests.web_ui.browser import Lend, LentPhone, chromium, closing_phones, new_phone, phone
from tests.web_ui.fake_table import SmallHands, SmallTable, bench_with, lobby, standing
from tests.web_ui.shared_server import OneServer
from web_ui.app import create_app


@pytest.fixture
def table_api() -> Iterator[SmallTable]:
    table_api = SmallTable(lobby())
    yield table_api
    table_api.close()


@pytest.fixture
def hands() -> SmallHands:
    return SmallHands(
        bench_with(standing("blue-1", "b2"), standing("orange-1", "d2"), PieceSeen("blue-2", "blue", None))
    )


@pytest.fixture
def app(table_api: SmallTable, hands: SmallHands) -> Flask:
    app = create_app(table_api, hands, join_url=lambda: "http://192.168.1.20:8080/")
    app.testing = True
    return app


@pytest.fixture(scope="session")
def server() -> OneServer:
    return OneServer()


@pytest.fixture
def address(app: Flask, server: OneServer) -> str:
    """Where a real server has the page."""
    server.put(app)
    return server.address


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(autouse=True)
def closed_in_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """Phones that a test opened are closed after it, also if it fails: a page that stays open would ask the next test's
    table for its state."""
    with closing_phones(request.getfixturevalue("chrome")) if "chrome" in request.fixturenames else nullcontext():
        yield


@pytest.fixture(scope="package")
def lend(chrome: Browser) -> Iterator[Lend]:
    with new_phone(chrome) as context:
        yield LentPhone(context).lend


@pytest.fixture
def screen(lend: Lend, address: str) -> Iterator[Page]:
    """The phone's page, open; the test fails if the browser complains about anything."""
    complaints: list[str] = []
    with lend(complaints) as opened:
        opened.goto(address)
        expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
        yield opened
    assert complaints == []


@pytest.fixture
def timed(chrome: Browser, address: str) -> Iterator[Page]:
    """The page of a phone whose clock may be set."""
    complaints: list[str] = []
    opened = phone(chrome, complaints)
    opened.goto(address)
    expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    yield opened
    opened.context.close()
    assert complaints == []

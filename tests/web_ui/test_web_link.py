"""The page tells how the link to the board stands: a line at its foot, and all that is known when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from hardware.board import LinkState
from tests.web_ui.browser import Lend
from tests.web_ui.degraded_link import VIEW
from tests.web_ui.fake_table import FOLLOWING, SmallTable, lobby
from web_ui.app import create_app
from web_ui.languages import catalogue


@pytest.fixture
def app(table_api: SmallTable) -> Flask:
    return create_app(table_api, None, link=lambda: VIEW)


@pytest.fixture
def page(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints) as opened:
        opened.goto(address)
        yield opened
    assert complaints == []


def test_a_line_at_the_foot_follows_the_state_and_opens_to_all_that_is_known(page: Page, table_api: SmallTable) -> None:
    line = page.locator("#board-link")
    expect(line).to_contain_text("Link to the board: good")
    expect(line).not_to_contain_text("/dev/ttyACM0")
    table_api.show(replace(lobby(), board=replace(FOLLOWING, link="degraded")))
    expect(line).to_contain_text("Link to the board: poor")
    line.locator("summary").click()
    for words in (
        "readings are missed",
        "/dev/ttyACM0",
        "Thera (e660), firmware 0.1.0",
        "The board's default.",
        "the calibration stored on it was broken",
        "1500, missed 20, dropped by the board 5",
        "3 frames on the way here, 4 on the way to the board",
        "2 commands, found again 1 times",
        "1.3 ms",
    ):
        expect(line).to_contain_text(words)
    expect(line).not_to_contain_text("Wiring")


def test_a_table_without_a_link_says_nothing_of_one(table_api: SmallTable) -> None:
    client = create_app(table_api, None).test_client()
    assert "board-link" not in client.get("/").text
    assert client.get("/link.json").status_code == 404


def test_the_link_is_reported_as_it_is_now(table_api: SmallTable) -> None:
    answer = create_app(table_api, None, link=lambda: VIEW).test_client().get("/link.json")
    assert answer.json is not None
    assert answer.json["faults"] == list(VIEW.faults)
    assert answer.headers["Cache-Control"] == "no-store"


def test_every_state_has_words() -> None:
    texts = catalogue("en")
    assert all(f"boardlink.state.{state}" in texts for state in LinkState)
    assert all(f"link.{state}" in texts for state in LinkState if state is not LinkState.READY)

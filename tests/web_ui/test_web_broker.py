"""The host sees on the page how the connection to the broker stands; others do not, nor where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from common.mqtt.broker import BrokerState, BrokerStatus, BrokerTrouble
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import CAST, SmallTable, lobby
from web_ui.app import create_app
from web_ui.languages import catalogue

STATUS = [BrokerStatus(BrokerState.CONNECTING)]


@pytest.fixture
def app(table_api: SmallTable) -> Flask:
    table_api.show(replace(lobby(*CAST), host=True))
    return create_app(table_api, None, broker=lambda: STATUS[0])


@pytest.fixture
def page(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints) as opened:
        opened.goto(f"{address}#settings")
        yield opened
    assert complaints == []


def test_the_host_sees_how_it_stands_and_the_reason(page: Page, table_api: SmallTable) -> None:
    card = page.locator("[data-key=broker]")
    expect(card).to_contain_text("Connecting…")
    STATUS[0] = BrokerStatus(BrokerState.REFUSED, BrokerTrouble.CREDENTIALS, "Not authorized")
    expect(card).to_contain_text("The broker does not accept the user or the password.")
    expect(card).to_contain_text("Not authorized")
    STATUS[0] = BrokerStatus(BrokerState.CONNECTED)
    expect(card).to_contain_text("Connected: the house learns of the game.")
    expect(card).not_to_contain_text("Not authorized")
    table_api.show(replace(lobby(*CAST), version=2, host=False))
    expect(card).to_have_count(0)


def test_only_the_host_is_answered_and_only_where_a_broker_is_configured(table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), host=False))
    client = create_app(table_api, None, broker=BrokerStatus).test_client()
    assert client.get("/broker.json").status_code == 403
    table_api.show(replace(lobby(*CAST), version=2, host=True))
    answer = client.get("/broker.json")
    assert answer.json == {"state": "off", "trouble": None, "detail": ""}
    assert answer.headers["Cache-Control"] == "no-store"
    without = create_app(table_api, None).test_client()
    assert without.get("/broker.json").status_code == 404
    assert "data-brokered" not in without.get("/").text


def test_every_state_and_trouble_has_words() -> None:
    texts = catalogue("en", "settings")
    states = {f"broker.{state}" for state in BrokerState if state is not BrokerState.REFUSED}
    assert {key for key in texts if key.startswith("broker.")} == {
        *("broker.title", *states),
        *(f"broker.{trouble}" for trouble in BrokerTrouble),
    }

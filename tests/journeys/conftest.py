from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.players import Room, room_with
from tests.journeys.started_table import table_started
from tests.web_ui.browser import chromium


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A table as ``thera play`` starts it, on a free port."""
    with table_started(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def room(chrome: Browser, address: str) -> Iterator[Room]:
    with room_with(chrome, address) as opened:
        yield opened

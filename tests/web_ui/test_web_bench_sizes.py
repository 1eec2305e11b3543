"""The virtual board's page shows the board that is there, and the workers of those who play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.seats import Seat
from hardware.virtual_hands import PieceSeen
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import phone
from tests.web_ui.fake_table import SmallHands, SmallTable, bench_with, lobby, standing

BOX = tuple(PieceSeen(f"{seat}-1", seat, None) for seat in ("blue", "orange", "white", "purple"))


def bench_page(chrome: Browser, address: str, complaints: list[str]) -> Page:
    opened = phone(chrome, complaints, 1180, 900)
    opened.goto(f"{address}/board")
    open_bench(opened)
    return opened


@pytest.mark.parametrize(("size", "last"), [(5, "e5"), (4, "d4")])
def test_the_board_has_as_many_squares_as_there_are(
    chrome: Browser, address: str, hands: SmallHands, size: int, last: str
) -> None:
    complaints: list[str] = []
    hands.bench = bench_with(standing("blue-1", "b2"), *BOX[1:], size=size)
    page = bench_page(chrome, address, complaints)
    expect(page.locator("[data-place]")).to_have_count(size * size)
    page.locator('[data-piece="orange-1"]').click()
    page.locator(f'[data-place="{last}"]').click()
    assert hands.done("put", "orange-1", 6 * (size - 1))
    page.context.close()
    assert complaints == []


def test_only_workers_of_those_who_sit_lie_in_the_box(
    chrome: Browser, address: str, hands: SmallHands, table_api: SmallTable
) -> None:
    complaints: list[str] = []
    hands.bench = bench_with(*BOX)
    page = bench_page(chrome, address, complaints)
    expect(page.locator("[data-piece]")).to_have_count(4)
    table_api.show(replace(lobby((Seat.ORANGE, "Ann"), (Seat.WHITE, "Bo"), (Seat.PURPLE, "Cleo"))))
    expect(page.locator("[data-piece]")).to_have_count(3)
    expect(page.locator('[data-piece="blue-1"]')).to_have_count(0)
    page.context.close()
    assert complaints == []

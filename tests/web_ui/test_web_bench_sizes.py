"""The virtual board's page shows the board that is there, and the workers of those who play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.seats import Seat
from hardware.virtual_hands import PieceSeen
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import SmallHands, SmallTable, bench_with, lobby, standing

BOX = tuple(PieceSeen(f"{seat}-1", seat, None) for seat in ("blue", "orange", "white", "purple"))


@pytest.fixture
def bench_page(lend: Lend, address: str) -> Iterator[Callable[[], Page]]:
    """Opens the page with its bench, once the test has said what is on it."""
    complaints: list[str] = []
    with lend(complaints, 1180, 900) as page:

        def opened() -> Page:
            page.goto(f"{address}/board")
            open_bench(page)
            return page

        yield opened
    assert complaints == []


@pytest.mark.parametrize(("size", "last"), [(5, "e5"), (4, "d4")])
def test_the_board_has_as_many_squares_as_there_are(
    bench_page: Callable[[], Page], hands: SmallHands, size: int, last: str
) -> None:
    hands.bench = bench_with(standing("blue-1", "b2"), *BOX[1:], size=size)
    page = bench_page()
    expect(page.locator("[data-place]")).to_have_count(size * size)
    page.locator('[data-piece="orange-1"]').click()
    expect(page.locator('[data-piece="orange-1"]')).to_have_attribute("aria-pressed", "true")
    page.locator(f'[data-place="{last}"]').click()
    assert hands.done("put", "orange-1", 6 * (size - 1))


def test_only_workers_of_those_who_sit_lie_in_the_box(
    bench_page: Callable[[], Page], hands: SmallHands, table_api: SmallTable
) -> None:
    hands.bench = bench_with(*BOX)
    page = bench_page()
    expect(page.locator("[data-piece]")).to_have_count(4)
    table_api.show(replace(lobby((Seat.ORANGE, "Ann"), (Seat.WHITE, "Bo"), (Seat.PURPLE, "Cleo"))))
    expect(page.locator("[data-piece]")).to_have_count(3)
    expect(page.locator('[data-piece="blue-1"]')).to_have_count(0)

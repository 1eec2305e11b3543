"""The board made right from the phone at the table: a self-test that finds two exchanged sensors, a calibration that is
stopped and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.hand_actions import PutInBox
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from tests.journeys.players import PATIENCE
from tests.journeys.workshop_table import WORKER, Maker, table_over
from tests.perception.calibration.calibrated_board import QUICK
from tests.web_ui.browser import go_to, phone

A1, E1, B2, C2 = 0, 4, 6, 7
EXCHANGED = Wiring((*range(B2), C2, B2, *range(C2 + 1, 25)), tuple(range(25)))


def sit_down(page: Page, address: str) -> None:
    """Whoever comes first to a simulated board sits down without a sign."""
    page.goto(address)
    page.get_by_role("button", name="Sit here").first.click(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Stand up")).to_be_visible(timeout=PATIENCE)


@pytest.mark.timeout(300)
def test_two_exchanged_sensors_are_found_and_put_right(chrome: Browser, tmp_path: Path) -> None:
    board = VirtualDevice(None, SensorSpread(), style=QUICK, wired=EXCHANGED)
    complaints: list[str] = []
    with table_over(board, tmp_path) as address:
        page = phone(chrome, complaints, 320, 640)
        maker = Maker(page, board)
        sit_down(page, address)
        go_to(page, "Calibrate and test")
        page.get_by_role("button", name="Self-test").click()
        for colour in ("red", "green", "blue"):
            maker.sees(f"Are all lights {colour}?")
            maker.press("Yes")
        for square in range(25):
            maker.goes_on(4 + square)
            maker.finds_lit(square)
            maker.stand(square)
        # Where light and sensor disagree, and at two corners, only eyes can tell which of the two is right.
        for name, square in (("a1", A1), ("e1", E1), ("b2", B2), ("c2", C2)):
            maker.sees(f"Which square is lit? It should be {name}.")
            maker.name(square)
        maker.sees("Some wires go to the wrong squares.")
        expect(page.get_by_text("The sensors of b2 and c2 are exchanged.")).to_be_visible()
        maker.picture("selftest-result")
        maker.press("Store this wiring")
        maker.sees("The wiring is stored on the board")
        assert board.wiring == EXCHANGED
        maker.picture("selftest-stored")
        maker.press("Back to the table")
        expect(page.get_by_role("heading", name="Welcome to the table")).to_be_visible(timeout=PATIENCE)
        page.context.close()
    assert complaints == []


@pytest.mark.timeout(300)
def test_a_calibration_is_stopped_and_gone_on_with(chrome: Browser, tmp_path: Path) -> None:
    board = VirtualDevice(None, SensorSpread(gain=0.05), style=QUICK)
    complaints: list[str] = []
    with table_over(board, tmp_path) as address:
        page = phone(chrome, complaints, 360, 740)
        maker = Maker(page, board)
        sit_down(page, address)
        page.goto(f"{address}/workshop")
        page.get_by_role("button", name="Calibrate").click()
        for done, square in enumerate((0, 1, 2), start=1):
            maker.goes_on(done)
            maker.finds_lit(square)
            maker.stand(square, 2)
        maker.goes_on(4)
        maker.press("Take the last back")
        maker.goes_on(3)
        maker.press("Stop for now")
        maker.sees("it can be continued later")
        maker.press("Back to the table")
        expect(page.get_by_role("heading", name="Welcome to the table")).to_be_visible(timeout=PATIENCE)
        board.act(PutInBox(WORKER))
        go_to(page, "Calibrate and test")
        page.get_by_role("button", name="Calibrate").click()
        expect(page.get_by_text("Placements stored earlier: 2.")).to_be_visible(timeout=PATIENCE)
        maker.picture("resumed")
        maker.sees("Put the worker on the lit square c1, on two blocks.")
        maker.goes_on(3)
        page.context.close()
    assert complaints == []

"""The board made right from the phone at the table: a self-test that finds two exchanged sensors, a calibration that is
stopped and gone on with, and a scale that is calibrated with a jar and one piece of each kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.board_file import parse_board_file
from hardware.board_store import BoardStore
from hardware.hand_actions import HandAction, Lift, Put, PutInBox, PutThing, Stack, TakeThing
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.virtual_scale import ScaleSpread
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


JAR, JAR_MASS = "a jar", 240.0
TRUE_GAINS = ScaleSpread(mass=0.05, gain=0.06)


@pytest.mark.timeout(300)
def test_a_scale_is_calibrated_on_a_small_phone_and_the_table_weighs_by_it(chrome: Browser, tmp_path: Path) -> None:
    scale = parse_board_file("[scale]\n").scale
    assert scale is not None
    board = VirtualDevice(None, SensorSpread(), style=QUICK, scale=scale, scale_spread=TRUE_GAINS)
    complaints: list[str] = []
    with table_over(board, tmp_path, scale) as address:
        page = phone(chrome, complaints, 320, 568)
        maker = Maker(page, board)
        sit_down(page, address)
        page.goto(f"{address}/workshop")
        maker.picture("scale-offered")
        page.get_by_role("button", name="Calibrate the scale").click()
        maker.sees("Take everything off the board, then go on.")
        maker.press("It is empty, go on")
        maker.sees("How many grams is it?")
        page.get_by_label("Mass in g").fill("2")
        maker.press("Go on")
        maker.sees("2 g does not work. Type a mass from 20 to 1000 g.")
        maker.picture("scale-mass")
        page.get_by_label("Mass in g").fill("240,0")
        maker.press("Go on")
        carry_jar(maker)
        for done, (words, piece) in enumerate(PIECES, start=8):
            maker.goes_on(done)
            maker.sees(words)
            for action in piece:
                board.act(action)
        maker.sees("The scale is calibrated")
        maker.picture("scale-result")
        maker.press("Store this calibration")
        maker.sees("The table weighs by this calibration from now on.")
        maker.press("Something else")
        page.get_by_role("button", name="Live readings").click()
        expect(page.get_by_text("Since you started looking:")).to_be_visible(timeout=PATIENCE)
        put_jar(board, 7)
        expect(page.get_by_text(re.compile(r"looking: \+(239|240)\.\d g"))).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".fields [data-loaded]")).to_contain_text("c2")
        maker.picture("scale-monitor")
        page.context.close()
    kept = BoardStore(tmp_path).read(board.identity.unique_id)
    assert kept is not None
    assert kept.scale is not None
    assert kept.scale.counts_per_gram != scale.measured.counts_per_gram
    assert complaints == []


PIECES: tuple[tuple[str, tuple[HandAction, ...]], ...] = (
    ("Put a worker anywhere", (Lift(WORKER), Put(WORKER, A1))),
    ("Put a block of level 1 anywhere", (Stack(C2, dome=False),)),
    ("Put a block of level 2 anywhere", (Stack(C2, dome=False),)),
    ("Put a block of level 3 anywhere", (Stack(C2, dome=False),)),
    ("Put a dome anywhere", (Stack(C2, dome=True),)),
)


def put_jar(board: VirtualDevice, square: int) -> None:
    """Put the jar into the middle of a square."""
    board.act(PutThing(JAR, *board.geometry.centre(square), JAR_MASS))


def carry_jar(maker: Maker) -> None:
    """Put the jar on each square that is lit, once on another corner first, and take it off again."""
    for done, square in enumerate((0, 4, 20, 24, 12), start=2):
        maker.goes_on(done)
        maker.finds_lit(square)
        if square == 4:  # it comes down on the wrong corner first
            put_jar(maker.board, 20)
            maker.sees("Put the thing on e1.")
            maker.picture("scale-elsewhere")
            maker.board.act(TakeThing(JAR))
        put_jar(maker.board, square)
        maker.sees("Take the thing off" if square == 12 else "Put the thing of 240 g")
        maker.goes_on(done + 1)
        maker.board.act(TakeThing(JAR))

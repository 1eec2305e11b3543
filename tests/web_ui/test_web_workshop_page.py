"""The page of the workshop in a browser: on a small phone, with the keyboard, for eyes and for ears."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from common.message import Message
from engine.seats import Seat
from engine.squares import square
from hardware.sensor_layout import THREE_AXES
from perception.calibration.procedure import (
    FurtherReading,
    LiveReadings,
    LoadReadings,
    ProcedureAnswer,
    Task,
    WorkshopView,
)
from table.session.workshop import AnswerWorkshop, CloseWorkshop, NameMass, NameSquare, OpenWorkshop
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, answered
from tests.web_ui.degraded_link import VIEW
from tests.web_ui.fake_table import SmallTable, lobby
from web_ui.app import create_app

WALK = WorkshopView(
    Task.SELFTEST,
    "walk",
    Message("workshop.selftest.walk", (("square", "c3"),)),
    lit=((12, "target"),),
    done=5,
    total=29,
    answers=("next", "undo", "skip", "again", "stop"),
    names=True,
    expected=12,
    level=0,
)
LIVE = WorkshopView(Task.MONITOR, "live", Message("workshop.monitor.live"))
FIELDS = (12.34, -0.56, 0.04, *(0.0,) * 22)


@pytest.fixture
def app(table_api: SmallTable) -> Flask:
    return create_app(table_api, None, link=lambda: VIEW)


@pytest.fixture
def page(lend: Lend, table_api: SmallTable, address: str) -> Iterator[Page]:
    """The smallest phone, which is the host's, in the workshop."""
    table_api.show(replace(lobby(), host=True, seats_held=(Seat.BLUE,)))
    complaints: list[str] = []
    with lend(complaints, 320, 568) as opened:
        opened.goto(f"{address}/workshop")
        yield opened
    assert complaints == []


def fits(page: Page) -> bool:
    """Whether nothing reaches over the right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_three_choices_lead_into_the_workshop(page: Page, table_api: SmallTable) -> None:
    expect(page.get_by_role("heading", name="Calibrate and test")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Live readings").click()
    assert table_api.command() == OpenWorkshop(Task.MONITOR, restart=False)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("heading", name="Welcome to the table")).to_be_visible()


def test_who_is_not_the_host_looks_on_and_can_bring_the_board_back(page: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Ben")), host=False, seats_held=(Seat.ORANGE,)))
    expect(page.get_by_text("Only the host of the table can do this")).to_be_visible()
    expect(page.get_by_role("button", name="Self-test")).to_be_disabled()
    table_api.show(
        replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Ben")), host=False, seats_held=(Seat.ORANGE,), workshop=WALK)
    )
    expect(page.get_by_text("It should be c3.")).to_be_visible()
    expect(page.locator(".answers button")).to_have_count(1)
    page.get_by_role("button", name="Bring the board back to the game").click()
    assert table_api.command() == CloseWorkshop()


def test_a_step_is_answered_with_the_keyboard_alone(page: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(), host=True, seats_held=(Seat.BLUE,), workshop=WALK))
    asked = page.locator('[aria-live="polite"]').filter(has_text="One light shows red, green and blue in turn.")
    expect(asked).to_be_visible()
    expect(page.get_by_role("progressbar", name="5 of 29")).to_be_visible()
    assert fits(page)
    assert violations(page) == []
    board, first = (page.locator(one).bounding_box() for one in (".lamps", '.lamps [data-square="a1"]'))
    assert board is not None
    assert first is not None
    assert first["x"] - board["x"] < 12, "what is only heard takes no room"
    page.get_by_role("button", name="c3, is to be lit").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="d3", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    assert table_api.command() == NameSquare(square("d3"))
    answered(page)
    page.get_by_role("button", name="It is c3").press("Enter")
    assert table_api.command(1) == AnswerWorkshop(ProcedureAnswer.NEXT)


def test_what_gives_up_placements_says_so_before_it_does(page: Page, table_api: SmallTable) -> None:
    """Also while the empty board is measured, which ends by itself after two seconds."""
    host = replace(lobby(), host=True, seats_held=(Seat.BLUE,))
    begun = WorkshopView(Task.CALIBRATE, "empty", Message("workshop.calibrate.empty"), done=3, total=35, resumed=3)
    table_api.show(replace(host, workshop=begun))
    page.get_by_role("button", name="Start over instead").click()
    expect(page.get_by_role("status").filter(has_text="This discards the earlier placements: 3")).to_be_visible()
    placing = replace(begun, step="place", message=Message("workshop.calibrate.put_2", (("square", "d1"),)), done=4)
    table_api.show(replace(host, workshop=placing))
    expect(page.get_by_text("Put the worker on the lit square d1")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Start over instead").click()
    page.get_by_role("button", name="Start over", exact=True).click()
    assert table_api.command() == OpenWorkshop(Task.CALIBRATE, restart=True)
    table_api.show(replace(host, workshop=replace(placing, done=5)))
    expect(page.get_by_role("button", name="Start over instead")).to_have_count(0)


@pytest.mark.parametrize(
    ("shown", "name", "answer"),
    [
        (
            WorkshopView(Task.CALIBRATE, "result", LIVE.message, done=35, total=35, answers=("next", "again", "stop")),
            "Measure again",
            ProcedureAnswer.AGAIN,
        ),
        (WALK, "Stop", ProcedureAnswer.STOP),
    ],
)
def test_an_answer_that_gives_up_what_was_done_is_asked_about_once_more(
    page: Page, table_api: SmallTable, shown: WorkshopView, name: str, answer: ProcedureAnswer
) -> None:
    consequence = page.get_by_role("status").filter(has_text="This discards")
    table_api.show(replace(lobby(), host=True, seats_held=(Seat.BLUE,), workshop=shown))
    page.get_by_role("button", name=name, exact=True).click()
    expect(consequence).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(consequence).to_have_count(0)
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()
    assert table_api.command() == AnswerWorkshop(answer)


def test_on_all_other_pages_the_game_waits(page: Page, table_api: SmallTable) -> None:
    page.evaluate("location.hash = ''")
    table_api.show(replace(lobby(), host=True, seats_held=(Seat.BLUE,), workshop=WALK))
    expect(page.get_by_text("The board is in the workshop (Self-test).")).to_be_visible()
    page.get_by_role("link", name="Have a look").click()
    expect(page.get_by_role("heading", name="Self-test")).to_be_visible()


def test_live_readings_show_poles_ends_and_noise_without_colours(page: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(), host=True, seats_held=(Seat.BLUE,), workshop=LIVE))
    expect(page.get_by_text("No reading has come yet.")).to_be_visible()
    table_api.measure(LiveReadings(1, FIELDS, frozenset({0}), frozenset({1}), 0.031, 49.96, 3, "done"))
    cells = page.locator(".fields .square")
    ended, noisy, quiet = (cells.filter(has_text=name) for name in ("a1", "b1", "c1"))
    expect(ended).to_contain_text("+12.3")
    expect(ended).to_contain_text("at the end of its range")
    expect(noisy).to_contain_text("\N{MINUS SIGN}0.56")
    expect(noisy).to_contain_text("noisy")
    expect(quiet).to_contain_text("+0.04")
    for cell, pole in ((ended, "north"), (noisy, "south")):
        assert pole in str(cell.get_attribute("class"))
        assert "gradient" in str(cell.evaluate("element => getComputedStyle(element).backgroundImage"))
    expect(page.get_by_text("50.0 readings a second, 3 missed.")).to_be_visible()
    expect(page.get_by_text("Last button: done.")).to_be_visible()
    expect(page.locator("#board-link")).to_contain_text("1500, missed 20")
    assert fits(page)
    assert violations(page) == []


MASS = WorkshopView(
    Task.SCALE,
    "mass",
    Message("workshop.scale.mass", (("least", "20"), ("most", "1000"))),
    done=1,
    total=13,
    answers=("undo", "stop"),
    masses=(20.0, 1000.0),
)
HOST = replace(lobby(), host=True, seats_held=(Seat.BLUE,))


def test_only_a_board_that_weighs_offers_to_calibrate_its_scale(page: Page, table_api: SmallTable) -> None:
    expect(page.get_by_role("button", name="Self-test")).to_be_visible()
    expect(page.get_by_role("button", name="Calibrate the scale")).to_have_count(0)
    table_api.show(replace(HOST, board=replace(HOST.board, weighs=True)))
    page.get_by_role("button", name="Calibrate the scale").click()
    assert table_api.command() == OpenWorkshop(Task.SCALE, restart=False)
    assert fits(page)


@pytest.mark.parametrize(("typed", "mass"), [("180,5", 180.5), (" 250 ", 250.0), ("7.25", 7.25)])
def test_a_mass_is_typed_with_a_comma_or_a_point(page: Page, table_api: SmallTable, typed: str, mass: float) -> None:
    table_api.show(replace(HOST, workshop=MASS))
    expect(page.get_by_text("How many grams is it?")).to_be_visible()
    field = page.get_by_label("Mass in g")
    for wrong in ("", "heavy", "1,000,000", "-5"):
        field.fill(wrong)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_text("Type a number, such as 250.")).to_be_visible()
    field.fill(typed)
    page.keyboard.press("Enter")
    assert table_api.command() == NameMass(mass)
    assert fits(page)
    assert violations(page) == []


def test_a_mass_that_was_typed_stays_while_the_table_says_what_is_possible(page: Page, table_api: SmallTable) -> None:
    table_api.show(replace(HOST, workshop=MASS))
    page.get_by_label("Mass in g").fill("5")
    page.keyboard.press("Enter")
    assert table_api.command() == NameMass(5.0)
    outside = Message("workshop.scale.outside", (("mass", "5"), ("least", "20"), ("most", "1000")))
    table_api.show(replace(HOST, workshop=replace(MASS, message=outside)))
    expect(page.get_by_text("5 g does not work. Type a mass from 20 to 1000 g.")).to_be_visible()
    expect(page.get_by_label("Mass in g")).to_have_value("5")


@pytest.mark.parametrize("step", ["place", "piece", "fault"])
def test_a_calibration_of_the_scale_is_not_stopped_by_a_slip(page: Page, table_api: SmallTable, step: str) -> None:
    shown = replace(MASS, step=step, message=Message("workshop.scale.clear"), answers=("again", "stop"), masses=None)
    table_api.show(replace(HOST, workshop=shown))
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="This discards the measurements so far")).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    assert table_api.command() == AnswerWorkshop(ProcedureAnswer.STOP)


def test_the_monitor_shows_loads_their_place_and_the_sensors_of_a_ring(page: Page, table_api: SmallTable) -> None:
    table_api.show(replace(HOST, workshop=LIVE))
    ring = tuple(FurtherReading(THREE_AXES, (0.1 * number, -0.02, 0.0), clipped=number == 7) for number in range(8))
    loads = LoadReadings((152.59, 155.63, 151.19, 152.59), 12.0, (135.2, 44.8), 8)
    table_api.measure(LiveReadings(1, FIELDS, rate=50.0, further=ring, scale=LoadReadings(())))
    expect(page.get_by_text("The scale has sent nothing yet.")).to_be_visible()
    table_api.measure(LiveReadings(2, FIELDS, rate=50.0, further=ring, scale=loads))
    expect(page.get_by_text("Load cells: 152.6 + 155.6 + 151.2 + 152.6 g; together 612.0 g.")).to_be_visible()
    expect(page.get_by_text("Since you started looking: +12.0 g.")).to_be_visible()
    expect(page.get_by_text("The centre of this is 135 mm east and 45 mm north of a1.")).to_be_visible()
    expect(page.locator(".fields [data-loaded]")).to_contain_text("d2")
    sensors = page.locator(".further li")
    expect(sensors).to_have_count(8)
    expect(sensors.nth(3)).to_contain_text("+0.30")
    expect(sensors.nth(7)).to_contain_text("at the end of its range")
    assert fits(page)
    assert violations(page) == []

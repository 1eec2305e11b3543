"""Puzzles on a phone: the list, a wrong turn and what refutes it, the solution, and the right turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from engine.seats import Seat
from engine.setup import PowerName
from engine.state import StepKind
from engine.views import Prompt
from table.session.snapshot import Snapshot
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, go_to, open_sheet
from tests.web_ui.fake_puzzles import fake_puzzles
from tests.web_ui.fake_table import SmallTable, lobby, playing
from web_ui.app import create_app

SMALL = (320, 640)
ORANGE_CAME = "e3, level 3, worker of Orange, a worker came here last"
BLUE_CAME = "b3, level 3, worker of Blue, a worker came here last"


@pytest.fixture
def app(table_api: SmallTable) -> Flask:
    table_api.show(lobby())
    return create_app(table_api, None, puzzles=fake_puzzles(table_api))


@pytest.fixture
def screen(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints, *SMALL) as opened:
        opened.goto(address)
        yield opened
    assert complaints == []


def test_a_puzzle_is_tried_shown_and_solved(screen: Page) -> None:
    go_to(screen, "Puzzles")
    expect(screen.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    screen.get_by_role("button", name="easy: 0 of 2").click()
    told = screen.locator(".told")
    expect(told).to_have_text("Blue to move: win with this turn.")
    tap(screen, "e5", "e4")
    expect(told).to_contain_text("Now build.")
    screen.get_by_role("button", name="Undo").click()
    tap(screen, "e5", "e4", "d4")
    expect(told).to_contain_text("That does not win in time.")
    expect(told).to_contain_text("With that Orange wins on e3.")
    expect(screen.locator(".play [data-square=e3]")).to_have_attribute("aria-label", ORANGE_CAME)
    assert violations(screen) == []
    assert screen.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    screen.get_by_role("button", name="Try another turn").click()
    screen.get_by_role("button", name="Show me").click()
    screen.locator(".puzzle-solution").get_by_role("button").first.click()
    expect(screen.locator(".play [data-square=b3]")).to_have_attribute("aria-label", BLUE_CAME)
    screen.get_by_role("button", name="Back to the puzzle").click()
    tap(screen, "b2", "b3")
    expect(told).to_have_text("Solved! That wins.")
    screen.get_by_role("link", name="All puzzles").click()
    expect(screen.get_by_role("button", name="easy: 1 of 2")).to_be_visible()


def test_taps_while_the_table_still_judges_mean_what_comes_of_it(screen: Page) -> None:
    held: list[Route] = []
    go_to(screen, "Puzzles")
    screen.get_by_role("button", name="easy: 0 of 2").click()
    told = screen.locator(".told")
    tap(screen, "e5", "e4")
    expect(told).to_contain_text("Now build.")
    with screen.expect_request("**/puzzles/1"):
        screen.route("**/puzzles/1", lambda route: held.append(route), times=1)  # noqa: PLW0108 - takes one argument
        screen.get_by_role("button", name="Undo").click()
    tap(screen, "b2", "b3")
    held.pop().continue_()
    expect(told).to_have_text("Solved! That wins.")


def test_a_second_tap_on_undo_takes_nothing_else_back(screen: Page) -> None:
    asked: list[str] = []
    go_to(screen, "Puzzles")
    screen.get_by_role("button", name="easy: 0 of 2").click()
    tap(screen, "e5", "e4")
    expect(screen.locator(".told")).to_contain_text("Now build.")
    screen.on("request", lambda request: asked.append(request.url))
    screen.get_by_role("button", name="Undo").dblclick()
    expect(screen.locator(".told")).to_have_text("Blue to move: win with this turn.")
    tap(screen, "b2", "b3")
    expect(screen.locator(".told")).to_have_text("Solved! That wins.")
    assert sum(url.endswith("/puzzles/1") for url in asked) == 2


def test_a_step_that_the_table_did_not_get_can_be_made_again(lend: Lend, address: str) -> None:
    complaints: list[str] = []
    with lend(complaints, *SMALL) as screen:
        screen.goto(address)
        go_to(screen, "Puzzles")
        screen.get_by_role("button", name="easy: 0 of 2").click()
        told = screen.locator(".told")
        expect(told).to_contain_text("Blue to move")
        screen.route("**/puzzles/1", lambda route: route.abort(), times=1)
        tap(screen, "b2", "b3")
        expect(told).to_contain_text("The table does not answer.")
        tap(screen, "b2", "b3")
        expect(told).to_have_text("Solved! That wins.")
    assert len(complaints) == 1, complaints


def tap(screen: Page, *squares: str) -> None:
    """Tap squares of the puzzle's board one after the other."""
    for square in squares:
        screen.locator(f".play [data-square={square}]").click()


def waiting() -> Snapshot:
    """The turn of Bo, who thinks, on Ann's phone."""
    shown = playing()
    assert shown.game is not None
    prompt = Prompt(Seat.ORANGE, StepKind.MOVE, PowerName("mortal"), optional=False, in_a_row=1)
    return replace(shown, prompt=prompt, game=replace(shown.game, active=Seat.ORANGE, options=(), prompt=prompt))


def test_who_waits_in_a_game_solves_the_puzzle_of_the_day_until_it_is_their_turn(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(waiting())
    open_sheet(screen).get_by_role("link", name="Puzzle of the day").click()
    line = screen.locator(".game-on")
    expect(line.get_by_role("status")).to_have_text("Bo is moving")
    expect(line.locator("a.primary")).to_have_count(0)
    told = screen.locator(".told")
    expect(told).to_contain_text("to move: win with this turn.")
    tap(screen, "e5", "e4")
    expect(told).to_contain_text("Now build.")
    place = screen.locator(".play > .board").bounding_box()
    table_api.show(playing())
    expect(line.get_by_role("status")).to_have_text("Your turn: move")
    assert screen.locator(".play > .board").bounding_box() == place
    screen.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    back = line.get_by_role("link", name="Back to the game")
    expect(back).to_be_in_viewport()
    assert violations(screen) == []
    back.click()
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()
    expect(open_sheet(screen).get_by_role("link", name="Puzzle of the day")).to_have_count(0)
    screen.go_back()
    table_api.show(waiting())
    open_sheet(screen).get_by_role("link", name="Puzzle of the day").click()
    expect(told).to_contain_text("Now build.")


def test_the_phone_says_which_day_it_has(app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/puzzles.json").get_json()["day"] == "2026-11-23"
    assert phone.get("/puzzles.json?day=2026-11-24").get_json()["day"] == "2026-11-24"
    refused = phone.get("/puzzles.json?day=tomorrow")
    assert (refused.status_code, refused.text) == (
        400,
        "400: day is 'tomorrow'; it must be a date such as 2026-03-01\n",
    )


def test_what_is_no_puzzle_and_too_many_steps_are_refused(app: Flask) -> None:
    phone = app.test_client()
    assert phone.post("/puzzles/7", json={"steps": []}).status_code == 404
    assert phone.get("/puzzles/0/solution.json").status_code == 404
    assert phone.post("/puzzles/1", json={"steps": ["b2-e5"]}).status_code == 422
    assert phone.post("/puzzles/1", json={"steps": ["b2-b3"] * 41}).status_code == 400
    assert phone.post("/puzzles/1", json={"steps": ["x" * 41]}).status_code == 400

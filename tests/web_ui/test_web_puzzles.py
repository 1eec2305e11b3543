"""Puzzles on a phone: the list, a wrong turn and what refutes it, the solution, and the right turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from table.session.snapshot import Phase
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, go_to
from tests.web_ui.fake_puzzles import fake_puzzles
from tests.web_ui.fake_table import SmallTable, lobby
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


def test_while_somebody_plays_the_page_says_that_puzzles_wait(app: Flask, table_api: SmallTable) -> None:
    phone = app.test_client()
    assert phone.get("/puzzles.json").get_json()["groups"][0] == {"turns": 1, "grade": "easy", "numbers": [1, 2]}
    table_api.show(replace(lobby(), phase=Phase.PLAYING))
    refused = phone.post("/puzzles/1", json={"steps": []})
    assert (refused.status_code, refused.get_json()["message"]["key"]) == (409, "puzzle.playing")
    assert phone.get("/puzzles/1/solution.json").status_code == 409


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

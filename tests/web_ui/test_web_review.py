"""The review of a finished game on a phone: asked for, waited for, and its better turns looked at on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from common.atomic_files import write_whole
from common.message import Message
from engine import Seat
from table.session.archive import ShowGame
from table.session.saved_state import EndedGame
from table.storage.game_archive import GameArchive
from table.storage.game_review import VERSION, ReviewProgress, StoredReview, StoredTurn, mark_of
from tests.table.storage.finished_games import NAME, NOW
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend, go_to
from tests.web_ui.fake_reviewer import FakeReviewer
from tests.web_ui.fake_table import lobby
from tests.web_ui.test_games_page import CLEO_AND_DAN, SMALL, Lit, short_game
from web_ui.app import create_app

WHY = Message("hint.stops", (("seat", "orange"), ("square", "c3")))
AT_HOME = replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo")), seats_held=(Seat.BLUE,), host=True)


@pytest.fixture
def games(tmp_path: Path) -> GameArchive:
    games = GameArchive(tmp_path / "games", write_whole, lambda: NOW)
    games.save(EndedGame(NAME, short_game(), CLEO_AND_DAN), just_now=True)
    return games


@pytest.fixture
def reviewer(games: GameArchive) -> FakeReviewer:
    return FakeReviewer(games)


@pytest.fixture
def table_api() -> Iterator[Lit]:
    table_api = Lit(AT_HOME)
    yield table_api
    table_api.close()


@pytest.fixture
def app(games: GameArchive, reviewer: FakeReviewer, table_api: Lit) -> Flask:
    return create_app(table_api, None, games=games, reviews=reviewer)


@pytest.fixture
def review(games: GameArchive) -> StoredReview:
    first = StoredTurn(4, 1, Seat.BLUE, (600, 400), 210, "b2-b3 b3+c3", WHY)
    return StoredReview(VERSION, mark_of(games.game(NAME)), (first,))


@pytest.fixture
def screen(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints, *SMALL) as opened:
        opened.goto(address)
        go_to(opened, "Games")
        opened.get_by_role("list", name="Games").get_by_role("link").first.click()
        yield opened
    assert complaints == []


def test_a_review_is_asked_for_waited_for_and_its_better_turn_drawn(
    screen: Page, reviewer: FakeReviewer, review: StoredReview
) -> None:
    screen.get_by_role("button", name="Review this game").click()
    expect(screen.get_by_text("Reviewing: turn 0 of 0")).to_be_visible()
    assert reviewer.asked == [NAME]
    reviewer.found[NAME] = ReviewProgress(asked=True, done=1, turns=2, paused=True)
    expect(screen.get_by_text("waits until the game at the table is over (turn 1 of 2)")).to_be_visible()
    reviewer.found[NAME] = review
    expect(screen.get_by_role("img", name="Who stood better, turn by turn")).to_be_visible()
    point = screen.get_by_role("list", name="Turns that lost much").get_by_role("listitem").first
    expect(point).to_contain_text("Turn 1, Cleo: cost 21 wins out of 100.")
    expect(point).to_contain_text("Better: Move b2 to b3. Build a block on c3. It stops Dan from winning on c3.")
    point.get_by_role("button", name="Show a better turn").click()
    worker = screen.locator(".play [data-square=b3]")
    expect(worker).to_have_attribute("aria-label", "b3, ground, worker of Cleo")
    expect(point.get_by_role("listitem")).to_have_count(2)
    assert violations(screen) == []
    assert screen.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    point.get_by_role("button", name="Back to the game").click()
    expect(screen.locator(".play [data-square=b2]")).to_have_attribute(
        "aria-label", "b2, ground, worker of Cleo, suggested"
    )


def test_a_review_begins_at_its_first_turning_point_with_the_better_turn_on_the_board(
    screen: Page, reviewer: FakeReviewer, review: StoredReview
) -> None:
    slider = screen.get_by_role("slider", name="Steps of the game")
    expect(slider).to_have_value("0")
    screen.get_by_role("button", name="Review this game").click()
    reviewer.found[NAME] = review
    expect(slider).to_have_value("4")
    said = screen.get_by_role("status").filter(has_text="It stops Dan from winning on c3.")
    expect(said).to_be_visible()
    expect(screen.locator(".play .advice .way")).to_have_count(1)
    expect(screen.locator(".play .lit-ring")).to_have_count(3)
    screen.get_by_role("list", name="Turns that lost much").scroll_into_view_if_needed()
    expect(screen.locator(".play [data-square=c3]")).to_be_in_viewport()
    screen.get_by_role("button", name="One step on").click()
    expect(screen.locator(".play .lit-ring")).to_have_count(0)
    screen.get_by_role("button", name="To the beginning").click()
    expect(slider).to_have_value("0")


def test_the_board_shows_the_better_turn_where_it_follows_the_phone(
    screen: Page, reviewer: FakeReviewer, review: StoredReview, table_api: Lit
) -> None:
    screen.get_by_role("button", name="Review this game").click()
    expect(screen.get_by_text("Reviewing: turn 0 of 0")).to_be_visible()
    reviewer.found[NAME] = review
    expect(screen.get_by_role("slider", name="Steps of the game")).to_have_value("4")
    screen.get_by_label("Show it on the lights").click(force=True)
    point = screen.get_by_role("list", name="Turns that lost much").get_by_role("listitem").first
    point.get_by_role("button", name="Show a better turn").click()
    assert table_api.command(1) == ShowGame(NAME, 4, 1)
    point.get_by_role("listitem").first.get_by_role("button").click()
    assert table_api.command(2) == ShowGame(NAME, 4, 0)
    point.get_by_role("button", name="Back to the game").click()
    assert table_api.command(3) == ShowGame(NAME, 4)


def test_what_is_answered_without_a_review_and_where_too_many_wait(app: Flask, games: GameArchive) -> None:
    phone = app.test_client()
    assert phone.get(f"/games/{NAME}/review.json").get_json()["asked"] is False
    assert phone.get("/games/none/review.json").status_code == 404
    assert phone.post("/games/none/review", json={}).status_code == 404
    for number in range(2):
        games.save(EndedGame(f"20240101T00000{number}Z-1", short_game(), ()), just_now=True)
        assert phone.post(f"/games/20240101T00000{number}Z-1/review", json={}).status_code == 200
    refused = phone.post(f"/games/{NAME}/review", json={})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")


def test_a_better_turn_that_these_rules_do_not_allow_is_left_out(
    app: Flask, reviewer: FakeReviewer, review: StoredReview
) -> None:
    (first,) = review.turns
    reviewer.found[NAME] = StoredReview(
        review.version, review.mark, (StoredTurn(first.ply, 1, first.seat, first.shares, first.loss, "b2-e5 e5+e4"),)
    )
    (turn,) = app.test_client().get(f"/games/{NAME}/review.json").get_json()["turns"]
    assert turn["better"] == []

"""The judge on a phone: asked about squares, acts and the last turn, with the rulings that explain the answer."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from engine import Game, Seat
from table.session.snapshot import LogLine, Snapshot
from table.view.snapshot_builder import dark_reasons, log_of
from tests.engine.cases import game_at, line
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import open_sheet
from tests.web_ui.fake_table import SmallTable, happened, playing
from tests.web_ui.layout import in_each_language
from web_ui.languages import catalogue

POSITION = line("mortal:b2,e5", "limus:c4,a5", "c3:1")


def snapshot_of(game: Game, log: tuple[LogLine, ...] = ()) -> Snapshot:
    """What Blue's phone has of a game."""
    view = game.view(Seat.BLUE)
    return replace(
        playing(),
        game=view,
        prompt=view.prompt,
        dark=dark_reasons(game),
        log=log or log_of(game, Seat.BLUE),
        known=game,
    )


@pytest.fixture
def judge(screen: Page, table_api: SmallTable) -> Locator:
    table_api.show(snapshot_of(game_at(POSITION, "b2-b3")))
    sheet = open_sheet(screen, "Ask the judge")
    expect(sheet.get_by_text("Tap a worker or a square.")).to_be_visible()
    return sheet


def test_a_table_that_gives_no_hints_offers_none(screen: Page, table_api: SmallTable) -> None:
    shown = snapshot_of(game_at(POSITION))
    table_api.show(replace(shown, options=msgspec.structs.replace(shown.options, hints=True)))
    sheet = open_sheet(screen)
    expect(sheet.get_by_role("button", name="Ask the judge")).to_be_visible()
    expect(sheet.get_by_role("button", name="Hint")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Warn me")).to_have_count(0)


def tap(sheet: Locator, name: str) -> None:
    sheet.locator(f"[data-square={name}]").click()


def test_a_worker_and_a_square_are_asked_about(judge: Locator) -> None:
    tap(judge, "b3")
    answer = judge.get_by_role("status").filter(has=judge.page.get_by_role("heading"))
    expect(answer).to_contain_text("This is possible:")
    expect(answer).to_contain_text("c3 next to a worker of Bo (Limus)")
    tap(judge, "c3")
    expect(answer).to_contain_text("b3-c3")
    expect(answer).to_contain_text("No: next to a worker of Bo (Limus)")
    answer.get_by_role("link", name="23").click()
    expect(judge.page.get_by_role("heading", name="Limus 23")).to_be_visible()


def test_another_act_on_the_same_square_is_asked_about_by_its_button(judge: Locator) -> None:
    tap(judge, "b3")
    tap(judge, "b2")
    expect(judge).to_contain_text("Yes, that is allowed.")
    judge.get_by_role("button", name="Dome").click()
    expect(judge).to_contain_text("No: only a block can be built there now.")
    judge.get_by_role("button", name="Ask again").click()
    expect(judge.get_by_role("heading", name="b3-b2")).to_have_count(0)


def test_the_last_turn_is_told_with_what_explains_it(screen: Page, table_api: SmallTable) -> None:
    log = (
        LogLine(1, happened("turn_began", (("seat", "orange"),))),
        LogLine(2, happened("worker_moved", (("origin", "b2"), ("seat", "orange"), ("to", "b1")))),
        LogLine(
            3,
            happened("win_denied", (("reason", "win.not_up"), ("seat", "orange"), ("square", "b1"))),
        ),
        LogLine(4, happened("turn_began", (("seat", "blue"),))),
    )
    table_api.show(snapshot_of(game_at(POSITION), log))
    sheet = open_sheet(screen, "Ask the judge")
    last = sheet.locator("[data-key=judge-last]")
    expect(last.get_by_role("listitem")).to_have_count(4)
    last.get_by_role("link", name="Why?").click()
    expect(screen.get_by_role("heading", name="G16 Wins that do not count")).to_be_visible()


def test_a_long_press_on_a_square_asks_about_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(snapshot_of(game_at(POSITION, "b2-b3")))
    screen.locator(".board [data-square=c3]").click(delay=900)
    sheet = screen.get_by_role("dialog", name="Ask the judge")
    expect(sheet).to_contain_text("No: next to a worker of Bo (Limus)")
    assert table_api.asked == []


def test_a_long_press_asks_although_what_the_judge_shows_has_not_come_yet(screen: Page, table_api: SmallTable) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    screen.route("**/judge/judge.js", hold)
    table_api.show(snapshot_of(game_at(POSITION, "b2-b3")))
    with screen.expect_request("**/judge/judge.js"):
        screen.locator(".board [data-square=c3]").click(delay=900)
    sheet = screen.get_by_role("dialog", name="Ask the judge")
    expect(sheet).to_contain_text("…")
    held[0].continue_()
    expect(sheet).to_contain_text("No: next to a worker of Bo (Limus)")
    assert table_api.asked == []


def test_a_phone_that_may_not_know_gets_no_answer(app: Flask, table_api: SmallTable) -> None:
    table_api.show(replace(snapshot_of(game_at(POSITION)), known=None))
    answer = app.test_client().post("/judge", json={"asked": "b2"})
    assert answer.status_code == 422
    own = app.test_client().post("/judge", json={"asked": "b2-b3 b3+c3", "position": POSITION})
    assert own.get_json()["reason"]["key"] == "limus.barren"
    assert own.get_json()["sections"] == ["23"]


@in_each_language
def test_the_judge_is_readable_in_each_language(screen: Page, table_api: SmallTable, language: str) -> None:
    table_api.show(snapshot_of(game_at(POSITION, "b2-b3")))
    screen.goto(f"{screen.url.partition('#')[0]}?preview={language}#judge")
    sheet = screen.get_by_role("dialog", name=catalogue(language)["judge.title"])
    tap(sheet, "b3")
    expect(sheet).to_contain_text(catalogue(language, "book")["judge.not"])
    assert "judge." not in sheet.inner_text()
    assert violations(screen) == []

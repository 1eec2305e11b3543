"""The workers that stand on the board are taken into a position that is set up, while no game is played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from engine import Seat
from engine.squares import square
from table.session.answers import Refusal, refuse
from table.session.interfaces import SurveyedWorker, SurveyState, WorkerSurvey
from table.session.snapshot import Phase
from tests.engine.cases import game_at, line
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import FOLLOWING, SmallTable, lobby
from tests.web_ui.layout import in_each_language
from tests.web_ui.test_web_judge import snapshot_of
from tests.web_ui.test_web_position import asked_from_now, board, open_position, tap, written
from web_ui.languages import catalogue

NORTH, SOUTH = (Seat.BLUE, Seat.WHITE), (Seat.ORANGE, Seat.PURPLE)


def worker(on: str, seats: tuple[Seat, ...], level: int | None = 0, *, sure: bool = True) -> SurveyedWorker:
    return SurveyedWorker(square(on), seats, level, sure)


def stands(*workers: SurveyedWorker, state: SurveyState = SurveyState.CLEAR) -> WorkerSurvey:
    return WorkerSurvey(state, workers)


FOUR = stands(worker("b2", NORTH), worker("e5", NORTH, 2), worker("c4", SOUTH, None), worker("a5", SOUTH))


def take(screen: Page) -> None:
    screen.get_by_role("button", name="Take from the board", exact=True).click()


def doubted(screen: Page) -> Locator:
    return board(screen).get_by_role("button", name="not certain")


def test_the_workers_on_the_board_are_asked_about_after_two_taps(screen: Page, table_api: SmallTable) -> None:
    table_api.surveyed = FOUR
    open_position(screen)
    take(screen)
    expect(written(screen)).to_have_value(line("mortal:b2,e5", "mortal:c4,a5", "e5:2"))
    expect(screen.get_by_text("How high these stand is not certain: c4.")).to_be_visible()
    expect(screen.get_by_text("Blocks and domes cannot be sensed")).to_be_visible()
    tap(screen, "b2")
    expect(screen.locator(".judgement")).to_contain_text("This is possible: (Blue)")


@pytest.mark.parametrize("opened", [line("mortal:", "mortal:"), line("mortal:", "mortal:", "a1:2")])
def test_who_takes_from_the_board_before_the_first_position_came_gets_both(
    screen: Page, table_api: SmallTable, opened: str
) -> None:
    table_api.surveyed = FOUR
    asked = asked_from_now(screen)
    with screen.expect_request("**/position"):
        screen.goto(f"{screen.url.partition('#')[0]}#position/{opened}")
    take(screen)
    asked[0].continue_()
    blocks = "a1:2 e5:2" if "2" in opened.partition("/")[0] else "e5:2"
    expect(written(screen)).to_have_value(line("mortal:b2,e5", "mortal:c4,a5", blocks))


def test_blocks_that_were_tapped_stay_where_the_board_knows_no_better(screen: Page, table_api: SmallTable) -> None:
    table_api.surveyed = stands(worker("b2", NORTH, None), worker("c4", SOUTH, 1))
    open_position(screen, f"/{line('mortal:a1', 'mortal:a2', 'b2:1 c3:3 c4:A d4:2')}")
    take(screen)
    expect(written(screen)).to_have_value(line("mortal:b2", "mortal:c4", "b2:1 c3:3 c4:1 d4:2"))


def test_a_worker_of_one_of_two_players_is_given_to_the_right_one_by_tapping(
    screen: Page, table_api: SmallTable
) -> None:
    three = line("pan:", "apollo:", more="atlas:")
    table_api.surveyed = stands(worker("b2", NORTH), worker("e5", NORTH), worker("c4", SOUTH))
    open_position(screen, f"/{three}")
    take(screen)
    expect(doubted(screen)).to_have_count(2)
    tap(screen, "b2")
    expect(written(screen)).to_have_value(line("pan:e5", "apollo:c4", more="atlas:b2"))
    expect(doubted(screen)).to_have_count(1)
    tap(screen, "c4")  # nobody else can have that one
    tap(screen, "b2")
    expect(written(screen)).to_have_value(line("pan:e5", "apollo:c4", more="atlas:"))
    tap(screen, "b2", "e5", "e5", "e5")
    expect(written(screen)).to_have_value(line("pan:b2,e5", "apollo:c4", more="atlas:"))
    expect(doubted(screen)).to_have_count(0)


def test_a_worker_that_is_not_sure_is_marked_and_can_be_taken_away(screen: Page, table_api: SmallTable) -> None:
    table_api.surveyed = stands(worker("b2", NORTH), worker("c4", SOUTH, None, sure=False))
    open_position(screen)
    take(screen)
    expect(board(screen).get_by_role("button", name="c4, ground, worker of Orange, not certain")).to_be_visible()
    expect(doubted(screen)).to_have_count(1)
    tap(screen, "c4")
    expect(written(screen)).to_have_value(line("mortal:b2", "mortal:"))
    screen.get_by_role("button", name="Clear").click()
    expect(screen.get_by_role("button", name="Whose?")).to_have_count(0)


def test_a_worker_more_than_the_gods_allow_is_shown_and_said(lend: Lend, address: str, table_api: SmallTable) -> None:
    table_api.surveyed = stands(worker("a1", NORTH), worker("a2", NORTH), worker("a3", NORTH))
    with lend([]) as screen:  # the browser's console complains about the refusal
        screen.goto(f"{address}#position")
        expect(board(screen)).to_be_visible()
        take(screen)
        expect(screen.get_by_text("Blue can have at most 2 workers here.")).to_be_visible()
        expect(doubted(screen)).to_have_count(1)
        tap(screen, "a3")
        expect(written(screen)).to_have_value(line("mortal:a1,a2", "mortal:"))


def test_beside_a_disturbance_everything_is_marked(screen: Page, table_api: SmallTable) -> None:
    table_api.surveyed = stands(worker("b2", NORTH, None, sure=False), state=SurveyState.DISTURBED)
    open_position(screen)
    take(screen)
    expect(screen.get_by_text("so nothing is certain")).to_be_visible()
    expect(doubted(screen)).to_have_count(1)
    table_api.surveyed = stands(state=SurveyState.DISTURBED)
    take(screen)
    expect(screen.get_by_text("so nothing is certain")).to_be_visible()
    expect(written(screen)).to_have_value(line("mortal:b2", "mortal:"))


def test_while_hands_move_it_waits_and_then_says_so(screen: Page, table_api: SmallTable) -> None:
    table_api.surveyed = WorkerSurvey(SurveyState.MOVING)
    open_position(screen)
    take(screen)
    expect(screen.get_by_text("Hands are moving at the board")).to_be_visible()
    table_api.surveyed = stands()
    take(screen)
    expect(screen.get_by_text("No worker stands on the board")).to_be_visible()


def test_the_button_says_that_the_board_is_not_connected(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(), board=replace(FOLLOWING, link="lost")))
    open_position(screen)
    expect(screen.get_by_role("button", name="Take from the board (it is not connected)")).to_be_disabled()
    table_api.show(lobby())
    expect(screen.get_by_role("button", name="Take from the board", exact=True)).to_be_enabled()


def test_with_a_game_its_own_position_is_taken_and_after_it_the_board(screen: Page, table_api: SmallTable) -> None:
    table_api.show(snapshot_of(game_at(line("mortal:b2,e5", "mortal:c4,a5", "c3:1"))))
    open_position(screen)
    expect(screen.get_by_role("button", name="From the game")).to_be_visible()
    expect(screen.get_by_role("button", name="Take from the board", exact=True)).to_have_count(0)
    won = game_at(line("mortal:b2,e5", "mortal:a1,a2", "b2:2 b3:3"), "b2-b3")
    table_api.show(replace(snapshot_of(won), phase=Phase.OVER))
    expect(screen.get_by_role("button", name="Take from the board", exact=True)).to_be_visible()
    expect(screen.get_by_role("button", name="From the game")).to_have_count(0)


@pytest.mark.parametrize("refusal", [Refusal.NOT_NOW, Refusal.IN_WORKSHOP, Refusal.BOARD_AWAY])
def test_what_the_table_refuses_is_said(
    lend: Lend, address: str, app: Flask, table_api: SmallTable, refusal: Refusal
) -> None:
    table_api.surveyed = refuse(refusal)
    told = app.test_client().get("/workers.json")
    assert (told.status_code, told.text) == (422, f"422: {catalogue('en')[refusal.value]}\n")
    with lend([]) as screen:
        screen.goto(f"{address}#position")
        expect(board(screen)).to_be_visible()
        take(screen)
        expect(screen.get_by_text("The board cannot be read now")).to_be_visible()


@in_each_language
def test_it_is_readable_in_each_language(screen: Page, table_api: SmallTable, language: str) -> None:
    screen.set_viewport_size({"width": 320, "height": 640})
    table_api.surveyed = replace(FOUR, workers=(*FOUR.workers, worker("c3", NORTH, None, sure=False)))
    screen.goto(f"{screen.url.partition('#')[0]}?preview={language}#position/{line('pan:', 'apollo:', more='atlas:')}")
    texts = catalogue(language, "book")
    screen.get_by_role("button", name=texts["position.survey"], exact=True).click()
    expect(screen.get_by_role("button", name=texts["position.owner"], exact=True)).to_be_visible()
    wide = screen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    assert "position." not in screen.locator("#app").inner_text()
    assert violations(screen) == []

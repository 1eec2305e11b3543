"""A puzzle on the board, as phones show its stages: all of it can be read, and the buttons ask for what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from table.session.at_board import BoardStatusChanged
from table.session.command import Command
from table.session.puzzle_play import FinishBlocks, GiveUpPuzzle, PutPuzzle, PutPuzzleAway, ShowReply
from table.session.snapshot import BoardMode, PuzzleStage, Snapshot
from table.session.turns import RestartTurn
from tests.table.session.judged_puzzles import number_of_puzzle, puzzle_with, wrong_turn
from tests.table.session.reduced_table import ANN, EVE, seated
from tests.table.session.test_puzzle_on_board import READY, begun, judging, takes
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import SmallTable, lobby
from tests.web_ui.layout import in_each_language, unreadable
from tests.web_ui.test_web_readable import BROKEN_WORDS
from web_ui.languages import catalogue

NUMBER = number_of_puzzle(2)
PUZZLE = puzzle_with(NUMBER)
SAYS = {
    PuzzleStage.BLOCKS: "puzzle.lay",
    PuzzleStage.WORKERS: "puzzle.place",
    PuzzleStage.TURNS: "puzzle.win_2",
    PuzzleStage.WRONG: "puzzle.wrong",
    PuzzleStage.SOLUTION: "puzzle.solution",
    PuzzleStage.WON: "puzzle.won",
}


def stages() -> Iterator[tuple[PuzzleStage, Snapshot]]:
    """What Ann's phone gets in each stage."""
    table = judging(seated())
    table.do(ANN, PutPuzzle(NUMBER))
    yield PuzzleStage.BLOCKS, table.seen(ANN)
    table.feed(BoardStatusChanged(replace(READY, mode=BoardMode.RESTORE)))
    table.do(ANN, FinishBlocks())
    yield PuzzleStage.WORKERS, table.seen(ANN)
    table = begun(NUMBER)
    yield PuzzleStage.TURNS, table.seen(ANN)
    takes(table, wrong_turn(PUZZLE))
    yield PuzzleStage.WRONG, table.seen(ANN)
    table.do(ANN, GiveUpPuzzle())
    yield PuzzleStage.SOLUTION, table.seen(ANN)
    one = number_of_puzzle(1)
    table = begun(one)
    takes(table, puzzle_with(one).solution[0])
    yield PuzzleStage.WON, table.seen(ANN)


STAGES = dict(stages())


def shows(page: Page, table_api: SmallTable, stage: PuzzleStage, language: str = "en") -> None:
    """Let the phone show a stage."""
    table_api.show(STAGES[stage])
    expect(page.get_by_text(catalogue(language, "puzzles")[SAYS[stage]]).locator("visible=true").first).to_be_visible()


@in_each_language
def test_every_stage_can_be_read_on_a_small_phone(
    lend: Lend, address: str, table_api: SmallTable, language: str
) -> None:
    complaints: list[str] = []
    with lend(complaints, 320, 640) as page:
        page.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
        page.goto(address)
        found = {}
        for stage in STAGES:
            shows(page, table_api, stage, language)
            found[stage] = [*unreadable(page), *page.evaluate(BROKEN_WORDS)]
    assert {stage: them for stage, them in found.items() if them} == {}
    assert complaints == []


@pytest.fixture
def phone(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints, 320, 640) as page:
        page.goto(address)
        yield page
    assert complaints == []


def test_every_stage_can_be_read_with_text_twice_as_large_and_by_those_who_hear_it(
    phone: Page, table_api: SmallTable
) -> None:
    found = {}
    for stage in STAGES:
        shows(phone, table_api, stage)
        found[stage] = violations(phone)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        found[stage] += [*unreadable(phone), *phone.evaluate(BROKEN_WORDS)]
        phone.evaluate("document.documentElement.style.fontSize = ''")
    assert {stage: them for stage, them in found.items() if them} == {}


@pytest.mark.parametrize(
    ("stage", "button", "command"),
    [
        (PuzzleStage.BLOCKS, "The blocks are laid", FinishBlocks()),
        (PuzzleStage.TURNS, "Show me", GiveUpPuzzle()),
        (PuzzleStage.TURNS, "Put it away", PutPuzzleAway()),
        (PuzzleStage.WRONG, "Try another turn", RestartTurn()),
        (PuzzleStage.WON, "Set it up again", PutPuzzle(number_of_puzzle(1))),
    ],
)
def test_a_button_asks_for_what_it_says(
    phone: Page, table_api: SmallTable, stage: PuzzleStage, button: str, command: Command
) -> None:
    shows(phone, table_api, stage)
    phone.get_by_role("button", name=button, exact=True).click()
    expect(phone.locator("#app")).not_to_have_attribute("aria-busy", "true")
    assert table_api.command() == command


def test_a_step_of_what_refutes_a_turn_is_shown_when_it_is_pressed(phone: Page, table_api: SmallTable) -> None:
    shows(phone, table_api, PuzzleStage.WRONG)
    steps = phone.locator(".puzzle-steps button")
    expect(steps.first).to_have_attribute("aria-current", "step")
    steps.last.click()
    expect(phone.locator("#app")).not_to_have_attribute("aria-busy", "true")
    assert table_api.command() == ShowReply(steps.count() - 1)


def test_a_puzzle_that_is_solved_on_the_board_counts_on_the_phones_there(phone: Page, table_api: SmallTable) -> None:
    shows(phone, table_api, PuzzleStage.WON)
    phone.wait_for_function("localStorage.getItem('thera-solved') !== null")
    assert phone.evaluate("localStorage.getItem('thera-solved')") == str(number_of_puzzle(1))


def test_a_phone_without_a_seat_is_told_of_it_in_the_lobby(phone: Page, table_api: SmallTable) -> None:
    table_api.show(begun(NUMBER).seen(EVE))
    expect(phone.get_by_text(f"Puzzle {NUMBER} is on the board.")).to_be_visible()
    table_api.show(lobby())
    expect(phone.get_by_text("is on the board.")).to_have_count(0)

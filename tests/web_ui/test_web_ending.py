"""The end of a game: no tap that was meant for something else takes it away; a rematch is asked for and answered."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.seats import Seat
from engine.squares import square
from engine.views import SeenWorker
from table.session.lobby import AnswerRematch, Rematch
from table.session.rematch import RematchKind
from table.session.snapshot import DraftStep, RematchView, Snapshot
from table.session.turns import ConfirmTurn, UndoStep
from tests.web_ui.browser import answered, press_button
from tests.web_ui.fake_table import SmallTable, draft, lobby, playing
from tests.web_ui.test_web_card import confirming, over

FINGER = """(button) => {
  const { left: clientX, top: clientY } = button.getBoundingClientRect();
  const as = { bubbles: true, cancelable: true, detail: 1, pointerType: "touch", clientX, clientY };
  button.dispatchEvent(new PointerEvent("click", as));
}"""
"""A tap as a phone tells it: each of two is a first one."""


def middle(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_or_a_key_that_was_meant_for_the_turn_does_not_begin_the_next_game(
    timed: Page, table_api: SmallTable
) -> None:
    timed.clock.install(time=0)
    timed.clock.pause_at(1000)
    table_api.show(confirming())
    confirm = timed.get_by_role("button", name="Confirm turn")
    expect(confirm).to_be_visible()
    place = middle(confirm)
    timed.mouse.click(*place)
    assert table_api.command() == ConfirmTurn()
    answered(timed)
    table_api.show(over(Seat.BLUE))
    rematch = timed.get_by_role("button", name="Rematch")
    expect(rematch).to_be_visible()
    expect(rematch).to_be_disabled()
    timed.clock.run_for(1500)
    timed.mouse.click(*place)
    rematch.focus()
    timed.keyboard.press("Enter")
    answered(timed)
    assert len(table_api.asked) == 1
    expect(rematch).to_be_focused()
    timed.clock.run_for(500)
    expect(rematch).to_be_enabled()
    timed.keyboard.press("Enter")
    assert table_api.command(1) == Rematch(RematchKind.SAME)


TWO = replace(lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo")), seats_held=(Seat.BLUE,), host=True)


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        (TWO, "Start: choose gods, 2 players"),
        (draft(DraftStep.START), "Bo"),
        (draft(DraftStep.VOTE), "Abstain"),
        (replace(playing(), found=True), "Go on"),
        (draft(), "Back to the lobby"),
    ],
)
def test_what_begins_or_ends_something_takes_no_tap_as_soon_as_it_comes(
    timed: Page, table_api: SmallTable, shown: Snapshot, name: str
) -> None:
    timed.clock.install(time=0)
    timed.clock.pause_at(1000)
    table_api.show(shown)
    button = timed.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    expect(button).to_be_disabled()
    button.click(force=True)
    answered(timed)
    assert table_api.asked == []
    timed.clock.run_for(2000)
    expect(button).to_be_enabled()
    button.click()
    assert table_api.command()


def test_what_a_page_shows_when_it_is_opened_can_be_tapped_at_once(screen: Page, table_api: SmallTable) -> None:
    table_api.show(TWO)
    screen.reload()
    expect(screen.get_by_role("button", name="Start: choose gods, 2 players")).to_be_enabled(timeout=1000)


def test_the_second_tap_of_a_finger_is_not_for_what_has_come_to_its_place(timed: Page, table_api: SmallTable) -> None:
    timed.clock.install(time=0)
    timed.clock.pause_at(1000)
    table_api.show(replace(playing(()), prompt=None, confirming=Seat.BLUE, can_undo=False))
    timed.get_by_role("button", name="Confirm turn").evaluate(FINGER)
    assert table_api.command() == ConfirmTurn()
    answered(timed)
    table_api.show(playing())
    undo = timed.get_by_role("button", name="Undo")
    undo.evaluate(FINGER)
    answered(timed)
    assert len(table_api.asked) == 1
    timed.clock.run_for(1000)
    undo.evaluate(FINGER)
    assert table_api.command(1) == UndoStep()


def climbed() -> Snapshot:
    """Ann's worker stands where its last step has won the game."""
    shown = over(Seat.BLUE)
    assert shown.game is not None
    others = [worker for worker in shown.game.workers if worker.square != square("c4")]
    workers = (SeenWorker(Seat.BLUE, square("d3")), *others)
    return replace(shown, game=replace(shown.game, workers=workers))


@pytest.mark.parametrize("held", [(Seat.BLUE,), (Seat.ORANGE,), ()], ids=["who won", "who lost", "who watched"])
def test_the_climb_that_won_is_played_again_before_the_end_of_the_game(
    timed: Page, table_api: SmallTable, held: tuple[Seat, ...]
) -> None:
    timed.clock.install(time=0)
    timed.clock.pause_at(1000)
    table_api.show(replace(confirming(), seats_held=held))
    expect(timed.get_by_role("table", name="Board", exact=True)).to_be_visible()
    table_api.show(replace(climbed(), seats_held=held))
    climb = timed.get_by_role("table", name="The step that won the game")
    worker = re.compile("your worker|worker of")
    expect(climb.get_by_role("button", name=re.compile("^c4, "))).to_have_accessible_name(worker)
    expect(climb.get_by_role("button", name=re.compile("^d3, "))).not_to_have_accessible_name(worker)
    timed.clock.run_for(700)
    expect(climb.get_by_role("button", name=re.compile("^d3, "))).to_have_accessible_name(worker)
    expect(timed.get_by_role("heading", name="Ann wins")).to_be_visible()
    timed.clock.run_for(2100)
    expect(climb).to_have_count(0)
    expect(timed.locator(".outcome").get_by_role("heading", name="Ann wins")).to_be_visible()


def test_the_climb_is_not_played_again_for_who_comes_later_or_wants_no_motion(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(climbed())
    screen.reload()
    won = screen.locator(".outcome").get_by_role("heading", name="You win!")
    expect(won).to_be_visible()
    table_api.show(playing())
    press_button(screen, "Go on")
    screen.emulate_media(reduced_motion="reduce")
    table_api.show(climbed())
    expect(won).to_be_visible()
    expect(screen.get_by_role("table", name="The step that won the game")).to_have_count(0)


def test_who_lost_hears_that_it_was_well_played(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(over(Seat.BLUE), seats_held=(Seat.ORANGE,)))
    expect(screen.get_by_text(re.compile("Well played!"))).to_be_visible()
    table_api.show(over(Seat.BLUE))
    expect(screen.get_by_text("Well played!")).to_have_count(0)


def test_the_win_stays_until_its_owner_leaves_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(over(Seat.BLUE))
    won = screen.get_by_role("heading", name="You win! Ann wins")
    expect(won).to_be_visible()
    for begun in (playing(), lobby((Seat.BLUE, "Ann"), (Seat.ORANGE, "Bo"))):
        table_api.show(begun)
        expect(screen.get_by_text("The table has gone on.")).to_be_visible()
        expect(won).to_be_visible()
    table_api.show(playing())
    press_button(screen, "Go on")
    expect(screen.get_by_role("table", name="Board")).to_be_visible()
    expect(won).to_have_count(0)
    assert table_api.asked == []


def test_who_has_left_the_win_goes_on_with_the_others(screen: Page, table_api: SmallTable) -> None:
    table_api.show(over(Seat.BLUE))
    press_button(screen, "See the board")
    expect(screen.get_by_role("table", name="Board")).to_be_visible()
    table_api.show(playing())
    expect(screen.get_by_role("heading", name="Your turn")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "answer"), [("Play again", AnswerRematch(agree=True)), ("Not now", AnswerRematch(agree=False))]
)
def test_another_player_answers_the_wish_for_a_rematch(
    screen: Page, table_api: SmallTable, name: str, answer: AnswerRematch
) -> None:
    table_api.show(replace(over(Seat.BLUE), rematch=RematchView(Seat.ORANGE, RematchKind.SAME)))
    expect(screen.get_by_text("Bo wants a rematch.")).to_be_visible()
    expect(screen.get_by_role("heading", name="You win! Ann wins")).to_be_visible()
    expect(screen.get_by_role("button", name="Rematch")).to_have_count(0)
    screen.get_by_role("button", name=name).click()
    assert table_api.command() == answer


def test_who_asked_for_a_rematch_waits_withdraws_and_hears_who_declined(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(over(Seat.BLUE), rematch=RematchView(Seat.BLUE, RematchKind.SWAPPED)))
    expect(screen.get_by_text("You asked for a rematch. Another player has to agree.")).to_be_visible()
    expect(screen.get_by_role("button", name="Play again")).to_have_count(0)
    press_button(screen, "Cancel")
    assert table_api.command() == AnswerRematch(agree=False)
    declined = RematchView(Seat.BLUE, RematchKind.SWAPPED, refused=Seat.ORANGE)
    table_api.show(replace(over(Seat.BLUE), rematch=declined))
    expect(screen.get_by_text("Bo does not want to play again now.")).to_be_visible()
    expect(screen.get_by_role("button", name="Rematch")).to_be_visible()


def test_who_watches_is_told_of_the_wish_and_asked_nothing(screen: Page, table_api: SmallTable) -> None:
    wish = RematchView(Seat.ORANGE, RematchKind.DRAFT)
    table_api.show(replace(over(Seat.BLUE), seats_held=(), rematch=wish))
    expect(screen.get_by_text("Bo wants to play again with new gods.")).to_be_visible()
    expect(screen.get_by_role("button", name="Play again")).to_have_count(0)

"""The page in a real browser, against a table that shows what the test puts up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from common.message import Message
from engine.actions import (
    Action,
    Build,
    Choose,
    Done,
    Force,
    Move,
    Piece,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Use,
)
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, square
from engine.state import Outcome, StepKind
from engine.supply import Stock
from engine.views import SeenCard, SeenToken
from table.session.lobby import AbandonGame, Rematch
from table.session.rematch import RematchKind
from table.session.snapshot import BoardDifference, BoardIssue, BoardMode, DifferenceKind, Phase
from table.session.turns import Act, ChooseReading, ConfirmTurn, UndoStep
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import Lend, answered, open_sheet, press_button, press_in_more
from tests.web_ui.fake_table import CAST, FOLLOWING, SmallHands, SmallTable, atlas_build, draft, lobby, playing

B1, B2, B3, C3, D2 = (square(name) for name in ("b1", "b2", "b3", "c3", "d2"))


def test_tap_a_worker_then_a_square(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    press_button(screen, "b2, ground, your worker, you can choose this worker")
    press_button(screen, "c3, level 1, you can move here")
    assert table_api.command() == Act(Move(B2, C3))


def test_a_tap_on_a_newer_state_waits_its_turn_and_a_second_tap_on_the_same_is_dropped(
    screen: Page, table_api: SmallTable
) -> None:
    table_api.show(replace(playing(), choices=((Move(B2, C3),), (Move(B2, B3), Build(B3, C3)))))
    undo = screen.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    table_api.answering.clear()
    undo.click()
    undo.click()
    assert table_api.command() == UndoStep()
    table_api.show(replace(playing(()), prompt=None, confirming=Seat.BLUE))
    screen.get_by_role("button", name="Confirm turn").click()
    table_api.answering.set()
    assert table_api.command(1) == ConfirmTurn()
    answered(screen)
    assert len(table_api.asked) == 2


def test_what_nobody_can_see_is_asked_and_need_not_be_answered(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), choices=((Move(B2, C3),),)))
    expect(screen.get_by_text("Did you play this?").first).to_be_visible()
    expect(screen.get_by_text("If you only lifted the workers, play on.").first).to_be_visible()


def test_the_board_is_played_with_the_keyboard(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    expect(screen.get_by_role("table", name="Board")).to_be_visible()
    screen.get_by_role("button", name="c3").focus()
    for key in ("ArrowLeft", "ArrowDown", "Enter", "ArrowUp", " "):
        screen.keyboard.press(key)
    assert table_api.command() == Act(Move(B2, B3))


def test_a_dark_square_says_why(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    press_button(screen, "d4")
    expect(screen.get_by_role("status").filter(has_text="d4: there is a dome")).to_be_visible()
    press_button(screen, "a2")
    expect(screen.get_by_role("status").filter(has_text="Choose first which of your workers")).to_be_visible()
    assert table_api.asked == []


def test_the_phone_asks_block_or_dome(screen: Page, table_api: SmallTable) -> None:
    table_api.show(atlas_build())
    press_button(screen, "c3")
    press_button(screen, "Build a dome on c3")
    assert table_api.command() == Act(Build(B2, C3, Piece.DOME))
    press_button(screen, "Another square")
    press_button(screen, "Skip")
    assert table_api.command(1) == Act(Done())


@pytest.mark.parametrize(
    ("asked", "taps", "action"),
    [
        (((PutToken(B3), PutToken(C3)), StepKind.TOKEN), ["c3, level 1, you can put a token here"], PutToken(C3)),
        (((PutToken(B3), PutToken(C3)), StepKind.TOKEN), ["Put the token on c3"], PutToken(C3)),
        (((Point(Direction.NE), Point(Direction.S)), StepKind.POINT), ["To the north-east"], Point(Direction.NE)),
        (((Point(Direction.NE), Point(None)), StepKind.POINT), ["Back to the card"], Point(None)),
        (((Choose(D2), Choose(B1)), StepKind.CHOOSE), ["d2"], Choose(D2)),
        (((Choose(D2), Choose(B1)), StepKind.CHOOSE), ["Choose the worker on b1"], Choose(B1)),
        (((RemoveWorker(D2),), StepKind.REMOVE), ["Remove the worker on d2"], RemoveWorker(D2)),
        (((TakeBlock(C3), Done()), StepKind.TAKE), ["c3, level 1, you can take a block off"], TakeBlock(C3)),
        (((Recycle(C3),), StepKind.RECYCLE), ["Take back the tower on c3"], Recycle(C3)),
        (((Force(D2, B3), Force(B1, C3)), StepKind.FORCE), ["d2", "b3, level 1, you can force"], Force(D2, B3)),
        (((Force(D2, B3), Force(B1, C3)), StepKind.FORCE), ["Force the worker on b1 to c3"], Force(B1, C3)),
        (((Swap(B2, D2), Swap(B2, B1)), StepKind.SWAP), ["d2, ground, worker of Bo, you can change"], Swap(B2, D2)),
        (((Swap(B2, D2),), StepKind.SWAP), ["Let the workers on b2 and d2 change places"], Swap(B2, D2)),
        (((Use(PowerName("ares")), Use(PowerName("pan"))), StepKind.ORDER), ["Ares first"], Use(PowerName("ares"))),
        (((Build(B2, B2), Build(B2, C3)), StepKind.BUILD), ["b2"], Build(B2, B2)),
    ],
)
def test_every_kind_of_step_is_answered_on_the_small_board_or_by_a_button_in_words(
    screen: Page, table_api: SmallTable, asked: tuple[tuple[Action, ...], StepKind], taps: list[str], action: Action
) -> None:
    table_api.show(playing(*asked))
    for tap in taps:
        press_button(screen, tap)
    assert table_api.command() == Act(action)


def test_tokens_marks_and_cards_beside_the_board_are_shown(screen: Page, table_api: SmallTable) -> None:
    shown = playing()
    assert shown.game is not None
    game = replace(
        shown.game,
        tokens=(SeenToken(PowerName("ram"), C3),),
        workers=(replace(shown.game.workers[0], marked=True), *shown.game.workers[1:]),
        players=(replace(shown.game.players[0], second=PowerName("siren"), memory=(("direction", "ne"),)),),
        beside=(SeenCard(PowerName("bia"), (Seat.BLUE, Seat.ORANGE)),),
        stock=Stock((0, 4, 4), 9),
    )
    table_api.show(replace(shown, game=game))
    expect(screen.get_by_role("button", name="c3, level 1, token of The Ram")).to_be_visible()
    expect(screen.get_by_role("button", name="b2, ground, your worker, the marked one")).to_be_visible()
    players = open_sheet(screen, "Players")
    for text in (
        "Bia is used by Ann, Bo.",
        "One kind of piece",
        "All about Artemis",
        "All about Siren",
        "All about Bia",
    ):
        expect(players.get_by_text(text)).to_be_visible()
    expect(screen.get_by_text("Direction: north-east.")).to_be_visible()


def test_giving_up_is_asked_about_once_more(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    press_in_more(screen, "Give up")
    press_button(screen, "Play on")
    press_button(screen, "Give up")
    expect(screen.get_by_text("Give up? Ann loses the game.")).to_be_visible()
    press_button(screen, "Give up")
    assert table_api.command() == Act(Resign(Seat.BLUE))
    assert len(table_api.asked) == 1


def test_undo_confirm_and_the_reading_of_the_board(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(playing(), choices=((Move(B2, C3),), (Move(B2, B3), Build(B3, C3)))))
    press_button(screen, "Undo")
    assert table_api.command() == UndoStep()
    press_button(screen, "Move b2 to b3; Build a block on c3")
    assert table_api.command(1) == ChooseReading(1)
    table_api.show(replace(playing(()), prompt=None, confirming=Seat.BLUE))
    press_button(screen, "Confirm turn")
    assert table_api.command(2) == ConfirmTurn()


def test_wrong_pieces_are_guided_back_in_words_and_on_the_board(screen: Page, table_api: SmallTable) -> None:
    differences = (
        BoardDifference(square("d3"), DifferenceKind.EXTRA, Seat.BLUE),
        BoardDifference(B2, DifferenceKind.MISSING, Seat.BLUE),
    )
    board = replace(
        FOLLOWING,
        mode=BoardMode.RESTORE,
        differences=differences,
        message=Message("move.too_high", (("square", "d3"),)),
        issue=BoardIssue.FORBIDDEN,
    )
    table_api.show(replace(playing(), board=board))
    expect(screen.get_by_text("That cannot be played on d3: that is more than one level up.")).to_be_visible()
    expect(screen.get_by_text("Move Ann's worker from d3 to b2.")).to_be_visible()
    expect(screen.get_by_role("button", name="b2, ground, your worker").first).to_have_attribute(
        "aria-label", "b2, ground, your worker, you can choose this worker, put a worker of Ann here"
    )


def test_the_end_and_the_rematch(screen: Page, table_api: SmallTable) -> None:
    won = Outcome((Seat.BLUE,), Reason.of("win.moved_up", square="d3"))
    over = playing(())
    assert over.game is not None
    table_api.show(replace(over, phase=Phase.OVER, prompt=None, game=replace(over.game, prompt=None, outcome=won)))
    expect(screen.get_by_role("heading", name="You win! Ann wins")).to_be_visible()
    press_button(screen, "Rematch")
    assert table_api.command() == Rematch(RematchKind.SAME)
    press_button(screen, "See the board")
    expect(screen.get_by_role("heading", name="Ann wins")).to_be_visible()
    press_button(screen, "To the lobby")
    assert table_api.command(1) == Rematch(RematchKind.LOBBY)


def test_the_host_ends_a_game_only_when_sure(screen: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    press_in_more(screen, "End this game without a result")
    press_button(screen, "Play on")
    press_button(screen, "End this game without a result")
    assert table_api.asked == []
    press_button(screen, "End the game")
    assert table_api.command() == AbandonGame()


def test_a_phone_that_was_asleep_listens_again(screen: Page, table_api: SmallTable) -> None:
    assert table_api.listened(1)
    screen.evaluate("""() => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    assert table_api.listened(0)
    table_api.show(playing())
    screen.evaluate("""() => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()


def test_nothing_is_wider_than_a_narrow_phone(screen: Page, table_api: SmallTable) -> None:
    for state in (lobby(*CAST), draft(), playing(), atlas_build()):
        table_api.show(state)
        expect(screen.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))
        assert screen.evaluate("document.documentElement.scrollWidth") == 360


def centre(screen: Page, name: str) -> tuple[float, float]:
    box = screen.locator(name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def bench(lend: Lend, address: str) -> Iterator[Page]:
    """The virtual board's screen."""
    complaints: list[str] = []
    with lend(complaints, 1280, 900) as opened:
        opened.goto(f"{address}/board")
        open_bench(opened)
        expect(opened.get_by_role("button", name="worker 1 of Blue, b2")).to_be_visible()
        yield opened
    assert complaints == []


def test_a_worker_is_dragged_over_the_virtual_board(bench: Page, hands: SmallHands) -> None:
    bench.mouse.move(*centre(bench, '[data-piece="blue-1"]'))
    bench.mouse.down()
    bench.mouse.move(*centre(bench, '[data-place="c3"]'), steps=8)
    bench.mouse.up()
    assert hands.done("put", "blue-1", C3)
    assert hands.done("lift", "blue-1")


def test_a_click_lifts_and_a_click_puts_and_a_double_click_taps(bench: Page, hands: SmallHands) -> None:
    bench.locator('[data-piece="blue-1"]').click()
    expect(bench.get_by_role("button", name="worker 1 of Blue, lifted")).to_be_visible()
    bench.locator('[data-place="c3"]').click()
    assert hands.done("put", "blue-1", C3)
    expect(bench.get_by_role("button", name="worker 1 of Blue, c3")).to_be_visible()
    bench.locator('[data-place="c4"]').dblclick()
    assert hands.done("tap", "blue-1", square("c4"))


def test_what_goes_wrong_at_a_table_can_be_tried(bench: Page, hands: SmallHands) -> None:
    """A worker falls and is stood up, another is put beside the board, a phone is laid down, moved and taken away."""
    bench.get_by_role("button", name="Knock").click()
    bench.locator('[data-piece="blue-1"]').click()
    expect(bench.get_by_role("button", name="worker 1 of Blue, b2, fallen over")).to_be_visible()
    bench.mouse.move(*centre(bench, '[data-piece="orange-1"]'))
    bench.mouse.down()
    east, south = centre(bench, '[data-place="e2"]')
    square_width = east - centre(bench, '[data-place="d2"]')[0]
    bench.mouse.move(east + 0.6 * square_width, south, steps=8)
    bench.mouse.up()
    expect(bench.get_by_role("button", name="worker 1 of Orange, beside the board")).to_be_visible()
    bench.get_by_role("button", name="Phone").click()
    expect(bench.get_by_role("img", name="a phone")).to_be_visible()
    assert hands.bench.phone == (207, 90)
    bench.mouse.move(*centre(bench, '[data-phone="phone"]'))
    bench.mouse.down()
    bench.mouse.move(*centre(bench, '[data-place="c4"]'), steps=8)
    bench.mouse.up()
    assert hands.done("lay_phone", 90, 135)
    expect(bench.get_by_role("img", name="a phone")).to_be_visible()
    bench.get_by_role("button", name="Phone").click()
    expect(bench.get_by_role("img", name="a phone")).to_have_count(0)


def test_the_virtual_board_is_played_with_the_keyboard(bench: Page, hands: SmallHands) -> None:
    bench.locator('[data-piece="blue-2"]').press("Enter")
    expect(bench.get_by_role("button", name="worker 2 of Blue, lifted")).to_be_focused()
    bench.locator('[data-place="b1"]').focus()
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "Enter"):
        bench.keyboard.press(key)
    assert hands.done("put", "blue-2", 0)
    bench.get_by_role("button", name="Block").press("Enter")
    bench.locator('[data-place="e5"]').press(" ")
    assert hands.done("stack", 24, False)  # noqa: FBT003 - no dome
    bench.get_by_role("toolbar").get_by_role("button", name="Done").press("Enter")
    assert hands.done("press", "done")


def test_keys_that_are_faster_than_the_table_meet_the_wood_as_the_ones_before_left_it(
    bench: Page, hands: SmallHands
) -> None:
    held: list[Route] = []
    bench.route("**/board/hands", lambda route: held.append(route), times=1)  # noqa: PLW0108 - takes one argument
    with bench.expect_request("**/board/hands"):
        bench.locator('[data-piece="blue-2"]').press("Enter")
    bench.locator('[data-place="a1"]').press("Enter")
    bench.get_by_role("button", name="Block").press("Enter")
    bench.locator('[data-place="e5"]').press(" ")
    assert hands.did == []
    held[0].continue_()
    bench.unroute("**/board/hands")
    assert hands.done("stack", 24, False)  # noqa: FBT003 - no dome
    assert hands.did == [("lift", "blue-2"), ("put", "blue-2", "0"), ("stack", "24", "False")]


def test_a_place_that_is_taken_is_reported_and_the_worker_stays_in_the_hand(lend: Lend, address: str) -> None:
    with lend([], 1280, 900) as bench:  # the browser's console tells of the request that is refused
        bench.goto(f"{address}/board")
        open_bench(bench)
        bench.mouse.move(*centre(bench, '[data-piece="blue-1"]'))
        bench.mouse.down()
        bench.mouse.move(*centre(bench, '[data-place="d2"]'), steps=8)
        bench.mouse.up()
        expect(bench.get_by_text("Blue's worker does not fit on d2")).to_be_visible()
        expect(bench.get_by_role("button", name="worker 1 of Blue, lifted")).to_be_visible()


def test_blocks_are_dragged_from_the_supply_and_the_page_says_what_the_game_lacks(
    bench: Page, table_api: SmallTable, hands: SmallHands
) -> None:
    bench.mouse.move(*centre(bench, '[data-tool="block"]'))
    bench.mouse.down()
    bench.mouse.move(*centre(bench, '[data-place="e1"]'), steps=8)
    bench.mouse.up()
    assert hands.done("stack", 4, False)  # noqa: FBT003 - no dome
    table_api.show(playing())
    expect(bench.get_by_text("A block is missing on c3.")).to_be_visible()
    expect(bench.get_by_text("e1 has one piece more than the game")).to_be_visible()
    bench.get_by_role("button", name="Set the blocks as in the game").click()
    expect(bench.get_by_role("button", name="Set the blocks as in the game")).to_have_count(0)
    assert hands.bench.levels == table_api.current.game.levels if table_api.current.game else False

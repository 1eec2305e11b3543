"""What the page says when board and game disagree, and the ways out that it offers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from common.message import Message
from engine.seats import Seat
from engine.squares import square
from table.session.snapshot import (
    AdoptBoard,
    BoardDifference,
    BoardIssue,
    BoardMode,
    BoardView,
    DifferenceKind,
    Offer,
    OfferKind,
    Snapshot,
    TrustGame,
    TurnBoard,
)
from table.session.turns import TakeOffer
from tests.web_ui.browser import press_button
from tests.web_ui.fake_table import CAST, FOLLOWING, SmallTable, lobby, playing

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
ADOPT = AdoptBoard(
    (
        (square("b3"), BLUE),
        (square("c4"), BLUE),
        (square("d2"), ORANGE),
        (square("b1"), ORANGE),
    ),
    ((square("e1"), 2),),
)


def message(key: str, **args: str) -> Message:
    return Message(key, tuple(args.items()))


def differing(
    name: str, kind: DifferenceKind, seat: Seat | None = None, seen: int = 1, wanted: int = 2
) -> BoardDifference:
    return BoardDifference(square(name), kind, seat, seen, wanted)


def restore(told: Message, *differences: BoardDifference, issue: BoardIssue | None = None) -> BoardView:
    return replace(FOLLOWING, mode=BoardMode.RESTORE, differences=differences, message=told, issue=issue)


EXTRA, MISSING = DifferenceKind.EXTRA, DifferenceKind.MISSING
DIFFERS = message("board.differs")
LOW = message("board.too_low", square="c3", seen="1", wanted="2")
HIGH = message("board.too_high", square="c3", seen="3", wanted="2")

STATES: dict[str, tuple[BoardView, list[str]]] = {
    "a worker off the board": (
        restore(message("board.missing", squares="b2"), differing("b2", MISSING, BLUE), issue=BoardIssue.MISSING),
        ["Put Ann's worker back on b2."],
    ),
    "a worker too many": (
        restore(DIFFERS, differing("e5", EXTRA, ORANGE)),
        ["That is no move", "Take Bo's worker off e5."],
    ),
    "a worker missing": (
        restore(message("board.set_up"), differing("b2", MISSING, BLUE)),
        ["Put the pieces as", "Put Ann's worker back on b2."],
    ),
    "a worker astray": (
        restore(DIFFERS, differing("b2", MISSING, BLUE), differing("e5", EXTRA, BLUE)),
        ["Move Ann's worker from e5 to b2."],
    ),
    "another colour": (
        restore(DIFFERS, differing("b2", DifferenceKind.WRONG_SEAT, ORANGE)),
        ["A worker of Bo stands on b2; the game has another colour there. Change them."],
    ),
    "a worker that lies": (
        restore(
            message("board.fallen", square="c3"),
            differing("c3", DifferenceKind.FALLEN, BLUE),
            issue=BoardIssue.FALLEN,
        ),
        ["A worker has fallen over on c3. Stand it up."],
    ),
    "a worker of nobody knows whom that lies": (
        restore(DIFFERS, differing("c3", DifferenceKind.FALLEN)),
        ["A worker has fallen over on c3. Stand it up."],
    ),
    "a tower too low": (
        restore(LOW, differing("c3", DifferenceKind.TOO_LOW), issue=BoardIssue.WRONG_HEIGHT),
        ["The tower on c3 is 1 high; the game has 2. Add what is missing"],
    ),
    "a tower too high": (
        restore(HIGH, differing("c3", DifferenceKind.TOO_HIGH, seen=3), issue=BoardIssue.WRONG_HEIGHT),
        ["The tower on c3 is 3 high; the game has 2. Take off what is too much"],
    ),
    "two towers": (
        restore(
            DIFFERS,
            differing("c3", DifferenceKind.TOO_LOW),
            differing("a1", DifferenceKind.TOO_HIGH, seen=1, wanted=0),
        ),
        ["The tower on c3 is 1 high; the game has 2.", "The tower on a1 is 1 high; the game has 0."],
    ),
    "a rule that forbids": (
        restore(message("move.too_high", square="d3"), differing("d3", EXTRA, BLUE), issue=BoardIssue.FORBIDDEN),
        ["That cannot be played on d3: that is more than one level up."],
    ),
    "not sure": (
        replace(FOLLOWING, mode=BoardMode.UNSURE, message=message("board.unsure", squares="c3 d4")),
        ["Not sure what stands on c3 d4."],
    ),
    "a touch that is not clear": (
        replace(FOLLOWING, message=message("board.touch_unsure", square="c3")),
        ["Was c3 touched? If so, press Done"],
    ),
    "a touch that is not clear where Done declines": (
        replace(FOLLOWING, message=message("board.touch_again", square="c3")),
        ["Not sure whether c3 was touched. Touch it again"],
    ),
    "a touch of another tower": (
        replace(FOLLOWING, message=message("board.touch_height", square="c3", seen="3", wanted="1")),
        ["its tower would be 3 high; the game has 1."],
    ),
    "a worker on another tower": (
        replace(
            FOLLOWING, mode=BoardMode.UNSURE, message=message("board.unsure_height", squares="c3", seen="3", wanted="2")
        ),
        ["Not sure whether a worker stands on c3: its tower would be 3 high; the game has 2."],
    ),
    "not readable": (
        replace(FOLLOWING, mode=BoardMode.UNSURE, message=message("board.unreadable")),
        ["The board is not sure what stands on it."],
    ),
    "a worker in a hand": (
        replace(FOLLOWING, mode=BoardMode.IN_HAND, lifted=square("b2")),
        [],
    ),
    "a turned board": (restore(message("board.turned", degrees="180")), ["turned by 180 degrees"]),
    "warnings": (
        replace(
            FOLLOWING,
            warnings=(
                message("sensor.dead", square="d4"),
                message("sensor.swapped", square="a1", other="b1"),
                message("board.stray", squares="e1 e2"),
                message("board.shifted", amount="0.12"),
            ),
        ),
        [
            "The sensor of d4 shows nothing any more.",
            "The sensors of a1 and b1",
            "near e1 e2",
            "changed by 0.12 mT",
        ],
    ),
    "no board": (replace(FOLLOWING, link="lost"), ["The board is gone"]),
}


def offering(*offers: Offer) -> Snapshot:
    return replace(playing(), board=restore(DIFFERS, differing("e5", EXTRA, BLUE)), offers=offers)


def test_each_state_of_the_board_is_said_in_words_and_fits_a_narrow_phone(screen: Page, table_api: SmallTable) -> None:
    panel = screen.locator('[data-key="status"]')
    for board, texts in STATES.values():
        table_api.show(replace(playing(), board=board))
        if not texts:
            expect(panel).to_have_count(0)
        for text in texts:
            expect(panel.get_by_text(text)).to_have_count(1)
        assert screen.evaluate("document.documentElement.scrollWidth") == 360
    table_api.show(playing())
    expect(panel).to_have_count(0)


def test_what_is_to_be_done_on_a_square_is_read_out_with_it(screen: Page, table_api: SmallTable) -> None:
    table_api.show(
        replace(
            playing(()),
            board=restore(
                DIFFERS,
                differing("a1", EXTRA, ORANGE),
                differing("b2", MISSING, BLUE),
                differing("c3", DifferenceKind.TOO_LOW),
                differing("d3", DifferenceKind.FALLEN),
            ),
        )
    )
    for name in (
        "a1, ground, take the worker of Bo off",
        "b2, ground, your worker, put a worker of Ann here",
        "c3, level 1, the tower is 2 high in the game",
        "d3, level 3, a worker lies here",
    ):
        expect(screen.get_by_role("button", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("offer", "kind", "words"),
    [
        (
            TrustGame(),
            OfferKind.TRUST,
            ("Board misread it: pieces are as shown", "taken for the position on this phone", "They stand"),
        ),
        (ADOPT, OfferKind.ADOPT, ("Play on from what's on the board", "Ann's turn begins again", "Go on from here")),
        (
            TurnBoard(1),
            OfferKind.TURN,
            ("Play with the board turned", "turned by 90 degrees", "Read it turned"),
        ),
    ],
    ids=["trust", "adopt", "turn"],
)
def test_a_way_out_says_what_comes_of_it_before_it_is_taken(
    screen: Page, table_api: SmallTable, offer: Offer, kind: OfferKind, words: tuple[str, str, str]
) -> None:
    label, consequence, sure = words
    table_api.show(offering(offer))
    press_button(screen, label)
    expect(screen.get_by_text(consequence)).to_be_visible()
    press_button(screen, "Cancel")
    expect(screen.get_by_text(consequence)).to_have_count(0)
    assert table_api.asked == []
    press_button(screen, label)
    press_button(screen, sure)
    assert table_api.command() == TakeOffer(kind)


def test_what_changes_when_the_board_is_adopted_is_listed(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(offering(ADOPT), confirming=BLUE))
    press_button(screen, "Play on from what's on the board")
    for text in (
        "The finished turn of Ann counts as confirmed",
        "A worker of Ann is on b3.",
        "Nobody is on b2.",
        "e1 is 2 high.",
    ):
        expect(screen.get_by_text(text)).to_be_visible()


def test_a_way_out_that_means_something_else_by_now_is_thought_about_again(screen: Page, table_api: SmallTable) -> None:
    table_api.show(offering(ADOPT, TrustGame()))
    press_button(screen, "Play on from what's on the board")
    table_api.show(replace(offering(ADOPT, TrustGame()), log=()))
    expect(screen.get_by_role("button", name="Go on from here")).to_be_visible()
    table_api.show(offering(replace(ADOPT, heights=()), TrustGame()))
    expect(screen.get_by_role("button", name="Play on from what's on the board")).to_be_visible()
    expect(screen.get_by_role("button", name="Go on from here")).to_have_count(0)


def test_a_turned_board_is_turned_back_in_the_lobby(screen: Page, table_api: SmallTable) -> None:
    turned = replace(FOLLOWING, message=message("board.read_turned"))
    table_api.show(replace(lobby(*CAST), board=turned, seats_held=(BLUE,), offers=(TurnBoard(2),)))
    expect(screen.get_by_text("read and lit as turned")).to_be_visible()
    press_button(screen, "Play with the board turned")
    press_button(screen, "Read it turned")
    assert table_api.command() == TakeOffer(OfferKind.TURN)

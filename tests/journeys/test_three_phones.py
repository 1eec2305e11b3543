"""Three players with a phone each: blue and white workers have magnets of one kind, and one of the players goes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, places_workers, sits_down

GODS = ("Artemis", "Pan", "Atlas")


def they_sit_down_and_choose(ann: Phone, bo: Phone, cleo: Phone, board: VirtualBoard) -> None:
    for who in (ann, bo, cleo):
        sits_down(who, board)
    ann.sees("Three players, each alone.")
    expect(ann.app.get_by_role("button", name="Just play")).to_be_disabled()
    ann.begins("Choose gods")
    for god in GODS:
        ann.pick(god)
    ann.press("Offer these gods (3 of 3)")
    for who, god in ((bo, "Pan"), (cleo, "Atlas")):
        who.takes(god)
    ann.sees("Who goes first?")
    ann.press("Ann")


def they_place(players: tuple[Phone, Phone, Phone], board: VirtualBoard) -> None:
    squares = {"blue": ("b2", "d4"), "orange": ("d2", "b4"), "white": ("c3", "e5")}
    for who, (seat, places) in zip(players, squares.items(), strict=True):
        places_workers(who, seat, places, board)


@pytest.mark.timeout(300)
def test_three_phones_from_joining_until_one_gives_up(room: Room) -> None:
    ann, bo, cleo = (room.phone(name) for name in ("Ann", "Bo", "Cleo"))
    board = room.board()
    they_sit_down_and_choose(ann, bo, cleo, board)
    they_place((ann, bo, cleo), board)

    # A white worker out of turn is no move of Ann's, though its magnet is like hers.
    ann.sees("Move one of your workers.")
    board.carry("white-1", "c2")
    ann.sees("Move Cleo's worker from c2 to c3.")
    board.carry("white-1", "c3")
    expect(ann.page.get_by_text("Move Cleo's worker")).to_have_count(0, timeout=PATIENCE)

    # Ann gives up: her workers leave the board, Bo and Cleo play on.
    ann.press("Give up")
    ann.press("Give up")
    bo.sees("Take Ann's worker off b2")
    bo.picture("9-one-is-out")
    for worker in ("blue-1", "blue-2"):
        board.put_away(worker)
    expect(bo.page.get_by_text("Take Ann's worker off")).to_have_count(0, timeout=PATIENCE)
    bo.sees("Move one of your workers.")
    with ann.sheet("More") as more:
        expect(more.get_by_role("button", name="Give up")).to_have_count(0)

    # Bo gives up, too: Cleo is the last one. They change the gods among them and play again.
    bo.press("Give up")
    bo.press("Give up")
    for who in (ann, bo, cleo):
        expect(who.page.get_by_role("heading", name="Cleo wins")).to_be_visible(timeout=PATIENCE)
    cleo.picture("10-the-last-one")
    for worker in ("orange-1", "orange-2", "white-1", "white-2"):
        board.put_away(worker)
    cleo.press("Swap gods")
    ann.agrees_to_play_again()
    expect(ann.page.get_by_role("heading", name=re.compile("placing|place$"))).to_be_visible(timeout=PATIENCE)
    with ann.sheet("Players") as players:
        expect(players.get_by_text("Out of the game.")).to_have_count(0)

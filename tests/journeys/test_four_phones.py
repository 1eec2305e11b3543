"""Four players in two teams with a phone each, somebody who watches, and another game with the same gods."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, sits_down

GODS = ("Artemis", "Pan", "Atlas", "Demeter")


def they_sit_down_and_choose(players: list[Phone], board: VirtualBoard) -> None:
    ann, bo, cleo, dan = players
    for who in players:
        sits_down(who, board)
    ann.sees("Two teams, Ann, Cleo against Bo, Dan: each team shares its workers.")
    ann.picture("3-8-teams")
    ann.begins("Choose gods")
    for god in GODS:
        ann.pick(god)
    ann.press("Offer these gods (4 of 4)")
    for who, god in ((bo, "Pan"), (cleo, "Atlas"), (dan, "Demeter")):
        who.takes(god)
    ann.sees("Who goes first?")
    ann.press("Ann")


def each_team_places(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """The first player of each team places its two workers."""
    for who, seat, places in ((ann, "blue", ("b2", "d4")), (bo, "orange", ("b4", "d2"))):
        who.sees("Put a worker on a free square.")
        for number, square in enumerate(places, start=1):
            board.carry(f"{seat}-{number}", square)
            expect(who.square(square, "worker")).to_be_visible(timeout=PATIENCE)
        who.confirm()


def cleo_moves_with_anns_workers(players: list[Phone], eve: Phone, board: VirtualBoard) -> None:
    """Her team has the first turn, and it is hers; Ann may talk it over with her, the others wait, Eve only watches."""
    ann, _, cleo, dan = players
    cleo.sees("Move one of your workers.")
    ann.sees("You play together: talk it over.")
    dan.sees("Cleo is moving")
    eve.sees("You are watching.")
    expect(dan.page.get_by_text("talk it over")).to_have_count(0)
    with eve.sheet("More") as more:
        expect(more.get_by_role("button", name="Give up")).to_have_count(0)
    ann.picture("3-8-discuss")
    eve.picture("3-8-watching")
    board.carry("blue-1", "c3")
    cleo.sees("Build next to the worker that moved.")


def one_gives_up_and_the_team_has_lost(players: list[Phone], eve: Phone) -> None:
    _, bo, _, _ = players
    bo.press("Give up")
    bo.press("Give up")
    for who in (*players, eve):
        expect(who.page.get_by_role("heading", name="Ann, Cleo win")).to_be_visible(timeout=PATIENCE)
    eve.picture("3-8-over")


def and_again_with_the_same_gods(players: list[Phone], board: VirtualBoard) -> None:
    ann, _, _, dan = players
    for worker in ("blue-1", "blue-2", "orange-1", "orange-2"):
        board.put_away(worker)
    dan.press("Same gods")
    ann.agrees_to_play_again()
    expect(ann.page.get_by_role("heading", name=re.compile("placing|place$"))).to_be_visible(timeout=PATIENCE)
    with dan.sheet("Players") as shown:
        expect(shown.get_by_text("Demeter", exact=True)).to_be_visible(timeout=PATIENCE)


@pytest.mark.timeout(300)
def test_four_phones_from_joining_to_another_game(room: Room) -> None:
    players = [room.phone(name) for name in ("Ann", "Bo", "Cleo", "Dan")]
    eve, board = room.phone("Eve"), room.board()
    they_sit_down_and_choose(players, board)
    each_team_places(players[0], players[1], board)
    cleo_moves_with_anns_workers(players, eve, board)
    one_gives_up_and_the_team_has_lost(players, eve)
    and_again_with_the_same_gods(players, board)

"""Four players in two teams with gods play a whole game, each by taps on their own phone, at a virtual board whose
pieces follow by themselves: from opening the page to the end on the phones of those who have won and lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down
from tests.journeys.test_alone_at_the_virtual_board import LAST, PLACED, TURNS

FAMILY = ("Anna", "Bert", "Cleo", "Dirk")
OFFERED = ("Apollo", "Minotaur", "Pan", "Athena")
TAKEN = {"Bert": "Minotaur", "Cleo": "Pan", "Dirk": "Athena"}
"""Anna gets what is left."""
WIDTH, HEIGHT = 390, 844


def they_choose_gods(players: list[Phone]) -> None:
    anna = players[0]
    anna.picture("family-1-lobby")
    anna.begins("Choose gods")
    anna.sees("Choose 4 gods")
    anna.picture("family-2-offer")
    for god in OFFERED:
        anna.pick(god)
    anna.press("Offer these gods (4 of 4)")
    for who in players[1:]:
        who.sees("Choose your god.")
        who.picture(f"family-3-{who.name}-chooses")
        who.takes(TAKEN[who.name])
    anna.sees("Who goes first?")
    anna.picture("family-4-who-begins")
    players[1].picture("family-4-who-begins-others")
    anna.press("Anna")


def they_place(players: list[Phone]) -> None:
    """The first player of each team places its two workers."""
    for who, squares in zip(players, PLACED, strict=False):
        for name in squares:
            expect(who.square(name, "you can place")).to_be_visible(timeout=PATIENCE)
            if name == PLACED[0][0]:
                who.picture("family-5-place")
                players[2].picture("family-5-place-partner")
            who.tap(name, "you can place")
        who.confirm()


def one_plays(who: Phone, turn: str, shown: Phone | None = None) -> None:
    """A turn; with pictures of it, and of the phone of somebody who waits."""
    start, to, on = turn.split()
    expect(who.square(start, "you can choose this worker")).to_be_visible(timeout=PATIENCE)
    if shown:
        who.picture("family-6-move")
        shown.picture("family-6-move-others")
    who.tap(start, "worker")
    expect(who.square(to, "you can move")).to_be_visible(timeout=PATIENCE)
    if shown:
        who.picture("family-7-where-to")
    who.tap(to, "you can move")
    expect(who.square(on, "you can build")).to_be_visible(timeout=PATIENCE)
    if shown:
        who.picture("family-8-build")
    who.tap(on, "you can build")
    confirm = who.app.get_by_role("button", name="Confirm turn")
    expect(confirm).to_be_visible(timeout=PATIENCE)
    if shown:
        who.picture("family-9-confirm")
        shown.picture("family-9-confirm-others")
    who.confirm()


def they_play_and_anna_wins(players: list[Phone]) -> None:
    """Each turn is the next player's, clockwise from those who have placed, with the workers of their team."""
    order = players[len(PLACED) :] + players[: len(PLACED)]
    for number, turn in enumerate(TURNS):
        one_plays(order[number % len(order)], turn, players[3] if number == len(TURNS) - 2 else None)
    anna = order[len(TURNS) % len(order)]
    assert anna.name == "Anna"
    anna.tap(LAST[0], "you can choose this worker")
    expect(anna.square(LAST[1], "win")).to_be_visible(timeout=PATIENCE)
    anna.picture("family-10-can-win")
    anna.tap(LAST[1], "win")
    anna.sees("That wins! Confirm it.")
    players[1].picture("family-10-wins-others")
    anna.confirm()


@pytest.mark.timeout(600)
def test_a_family_of_four_plays_a_whole_game_with_gods(room: Room) -> None:
    players = [room.phone(name, WIDTH, HEIGHT) for name in FAMILY]
    board = room.board()
    for who in players:
        sits_down(who, board)
    board.pieces_follow()
    they_choose_gods(players)
    they_place(players)
    they_play_and_anna_wins(players)
    for who in players:
        expect(who.page.get_by_role("heading", name="Anna, Cleo win")).to_be_visible(timeout=PATIENCE)
    for number, who in enumerate(players):
        who.picture(f"family-11-{'lost' if number % 2 else 'won'}-{who.name}")
    place = board.page.locator('svg.bench [data-piece="blue-1"]')
    expect(place).to_have_attribute("aria-label", "worker 1 of Anna, c2", timeout=PATIENCE)

"""A game of Tartarus and the Moerae: each has squares that nobody else knows, on the covered map of their own phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down

FATE = ("c3", "d3", "c4", "d4")
ABYSS = "c2"


def they_choose(ann: Phone, bo: Phone) -> None:
    """The rulebook advises against it, and the page says so; they play it all the same."""
    ann.chooses("Choose gods")
    bo.sees("One player, the Challenger, lays out the gods to pick from.")
    ann.begins()
    ann.pick("Moerae")
    ann.pick("Tartarus")
    ann.sees("The rulebook advises against")
    ann.press("Offer these gods (2 of 2)")
    bo.takes("Moerae")
    ann.sees("Who goes first?")
    expect(ann.app.get_by_role("button", name="Bo", exact=True)).to_have_count(0)  # Tartarus places first
    ann.press("Ann")


def places(who: Phone, *squares: str) -> None:
    for square in squares:
        who.tap(square, "you can place")
        expect(who.square(square, "your worker")).to_be_visible(timeout=PATIENCE)
    who.confirm()


def bo_spins_fate(ann: Phone, bo: Phone) -> None:
    """Four squares that only his map shows; it is covered again at once."""
    bo.sees("Moerae: choose in secret the south-west corner of your four squares of fate.")
    bo.press("Uncover")
    bo.choose_in_secret("c3", "you can")
    covered(bo)
    bo.press("Uncover")
    for square in FATE:
        expect(bo.map_square(square, "a square of fate")).to_be_visible(timeout=PATIENCE)
    bo.picture("3-5-fate")
    bo.press("Cover")
    expect(bo.app.get_by_text(re.compile("(on|from) c3"))).to_have_count(0)
    bo.confirm()
    knows_nothing(ann, "a square of fate")


def ann_digs_the_abyss(ann: Phone, bo: Phone) -> None:
    ann.sees("Tartarus: choose in secret the square of the Abyss.")
    ann.press("Uncover")
    ann.choose_in_secret(ABYSS, "you can")
    covered(ann)
    ann.press("Uncover")
    expect(ann.map_square(ABYSS, "the Abyss")).to_be_visible(timeout=PATIENCE)
    ann.picture("3-5-abyss")
    ann.press("Cover")
    knows_nothing(bo, "the Abyss")
    ann.confirm()


def ann_goes_far_from_it(ann: Phone) -> None:
    ann.sees("Move one of your workers.")
    ann.tap("e1", "you can choose this worker")
    ann.tap("e2", "you can move here")
    ann.tap("e3", "you can build here")
    ann.confirm()


def covered(who: Phone) -> None:
    expect(who.app.get_by_role("img", name="covered")).to_be_visible(timeout=PATIENCE)


def knows_nothing(who: Phone, of: str) -> None:
    """No square says so; that there is such a thing everybody reads on the card."""
    expect(who.app.get_by_role("button", name=re.compile(rf"^[a-e][1-5], .*{of}"))).to_have_count(0)


def bo_falls_in(ann: Phone, bo: Phone) -> None:
    """The Abyss looks as every other square does. The move ends the game, and both hear of all squares."""
    bo.sees("Move one of your workers.")
    bo.tap("b2", "you can choose this worker")
    expect(bo.square("c1", "you can move here")).to_be_visible(timeout=PATIENCE)
    bo.tap(ABYSS, "you can move here")
    bo.confirm()
    for who in (ann, bo):
        expect(who.page.get_by_role("heading", name="Ann wins")).to_be_visible(timeout=PATIENCE)
        who.sees(f"A worker of Bo fell into the Abyss on {ABYSS}.")
        who.sees_the_board()
        who.sees(f"The Abyss: {ABYSS}.")
        expect(who.square(ABYSS, "the Abyss")).to_be_visible()
        for square in FATE:
            expect(who.square(square, "a square of fate")).to_be_visible()
    bo.picture("3-5-all-told")


@pytest.mark.timeout(300)
def test_the_squares_of_fate_and_the_abyss_are_known_to_one_phone_each_until_the_end(room: Room) -> None:
    ann, bo = room.phone("Ann"), room.phone("Bo")
    board = room.board()
    for who in (ann, bo):
        sits_down(who, board)
    they_choose(ann, bo)
    bo_spins_fate(ann, bo)
    places(ann, "a1", "e1")
    places(bo, "b2", "b4", "e5")
    ann_digs_the_abyss(ann, bo)
    ann_goes_far_from_it(ann)
    bo_falls_in(ann, bo)

"""A game with Hecate, whose workers nobody but her player sees: on the covered map of one phone, and nowhere else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, sits_down


def they_choose(ann: Phone, bo: Phone) -> None:
    ann.chooses("Choose gods")
    bo.sees("One player, the Challenger, lays out the gods to pick from.")
    ann.begins()
    for god in ("Hecate", "Pan"):
        ann.pick(god)
    ann.press("Offer these gods (2 of 2)")
    bo.takes("Pan")
    ann.sees("Who goes first?")
    ann.press("Bo")


def bo_places(bo: Phone, board: VirtualBoard) -> None:
    bo.sees("Put a worker on a free square.")
    for worker, square in (("orange-1", "b2"), ("orange-2", "d4")):
        board.carry(worker, square)
        expect(bo.square(square, "your worker")).to_be_visible(timeout=PATIENCE)
    bo.confirm()


def ann_places_in_secret(ann: Phone, bo: Phone) -> None:
    """The map is covered; what is chosen on it, the other phone does not hear of."""
    ann.sees("Hecate: choose a secret square for a worker.")
    expect(ann.app.get_by_role("img", name="covered")).to_be_visible()
    ann.picture("3-5-covered")
    ann.press("Uncover")
    ann.choose_in_secret("c3", "you can place")
    expect(ann.map_square("c3", "your worker")).to_be_visible(timeout=PATIENCE)
    ann.picture("3-5-uncovered")
    ann.choose_in_secret("e1", "you can place")
    expect(ann.app.get_by_role("img", name="covered")).to_be_visible(timeout=PATIENCE)
    ann.confirm()
    bo.sees("Move one of your workers.")
    expect(bo.app.get_by_role("button", name=re.compile("worker of Ann"))).to_have_count(0)


def bo_meets_a_hidden_worker(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """His move comes to nothing, and his turn is over; the lights lead his worker back."""
    board.carry("orange-1", "c3")
    bo.sees("Bo ran into something secret on c3; the rest of the turn is lost.")
    bo.picture("3-5-met")
    board.carry("orange-1", "b2")
    bo.confirm()
    ann.sees("Your turn")


def ann_moves_in_secret_and_builds_for_all_to_see(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    bo.sees("Ann is moving")
    ann.press("Uncover")
    ann.choose_in_secret("e1", "you can choose this worker")
    ann.choose_in_secret("d1", "you can move here")
    ann.choose_in_secret("d2", "you can build here")
    ann.confirm()
    board.finish_the_wood()
    expect(bo.square("d2", "level 1")).to_be_visible(timeout=PATIENCE)


def all_is_told_at_the_end(ann: Phone, bo: Phone) -> None:
    bo.press("Give up")
    bo.press("Give up")
    for who in (ann, bo):
        expect(who.page.get_by_role("heading", name="Ann wins")).to_be_visible(timeout=PATIENCE)
        who.sees_the_board()
        who.sees("All that was secret can be seen now")
    expect(bo.square("d1", "worker of Ann")).to_be_visible()
    expect(bo.square("c3", "worker of Ann")).to_be_visible()
    bo.picture("3-5-revealed")


@pytest.mark.timeout(300)
def test_hecate_plays_on_a_covered_map(room: Room) -> None:
    ann, bo, board = room.phone("Ann"), room.phone("Bo"), room.board()
    for who in (ann, bo):
        sits_down(who, board)
    they_choose(ann, bo)
    bo_places(bo, board)
    ann_places_in_secret(ann, bo)
    bo_meets_a_hidden_worker(ann, bo, board)
    ann_moves_in_secret_and_builds_for_all_to_see(ann, bo, board)
    all_is_told_at_the_end(ann, bo)

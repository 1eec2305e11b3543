"""Going back: a step, a whole turn, and a turn that is over, if the other player agrees. The lights lead the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, two_begin


def ann_begins_her_turn_again(ann: Phone, board: VirtualBoard) -> None:
    """She has moved and built, and starts again from where the turn began; the pieces are put back."""
    ann.sees("Move one of your workers.")
    board.carry("blue-1", "c3")
    ann.tap("c2", "you can build here")
    board.finish_the_wood()
    ann.press("Restart turn")
    ann.sees("Move Ann's worker from c3 to b2.")
    ann.picture("3-6-put-back")
    board.carry("blue-1", "b2")
    board.finish_the_wood()
    expect(ann.page.get_by_text("Move Ann's worker")).to_have_count(0, timeout=PATIENCE)
    ann.sees("Move one of your workers.")
    expect(ann.square("c2", "ground")).to_be_visible()


def ann_plays_another_turn(ann: Phone, board: VirtualBoard) -> None:
    board.carry("blue-2", "e4")
    ann.tap("e5", "you can build here")
    board.finish_the_wood()
    ann.confirm()


def bo_says_no_and_then_yes(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """Only all together take back what was confirmed."""
    bo.sees("Move one of your workers.")
    ann.press("Take back the last turn")
    ann.sees("Still to agree: Bo.")
    bo.sees("Ann would like to take back the last turn.")
    bo.picture("3-6-asked")
    bo.press("Decline")
    ann.sees("Bo declined. The game goes on.")
    ann.press("OK")
    ann.press("Take back the last turn")
    bo.press("Agree")
    ann.sees("Move Ann's worker from e4 to d4.")
    board.carry("blue-2", "d4")
    board.finish_the_wood()
    expect(ann.page.get_by_text("Move Ann's worker")).to_have_count(0, timeout=PATIENCE)
    ann.sees("Move one of your workers.")
    expect(bo.square("e5", "ground")).to_be_visible()
    expect(bo.square("d4", "worker of Ann")).to_be_visible()


@pytest.mark.timeout(300)
def test_a_step_a_turn_and_a_finished_turn_are_taken_back(room: Room) -> None:
    ann, bo, board = room.phone("Ann"), room.phone("Bo"), room.board()
    two_begin(ann, bo, board)
    ann_begins_her_turn_again(ann, board)
    ann_plays_another_turn(ann, board)
    bo_says_no_and_then_yes(ann, bo, board)

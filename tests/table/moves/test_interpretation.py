"""The interpretation of pieces at rest, for single cases and without frames."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Game, square
from engine.notation import parse_action
from table.moves.analysed_positions import AnalysedPosition
from table.moves.interpretation import (
    QUESTION,
    RestHistory,
    RestingPieces,
    RestTimes,
    exchange_question,
    interpret,
    is_build,
    steps_or_question,
    touches_with_return,
)
from table.moves.step_search import SquareTouch
from table.session.at_board import QuestionAsked, StepsRead, StepsRevised
from table.session.board_reports import FOLLOWING
from table.session.snapshot import BoardMode
from tests.table.moves.positions import FLAT, earlier, game_at, position_at, towers, written

TIMES = RestTimes()
LONG = 60_000


def resting(game: Game, workers: str, *, undoable: int = 0, rested: int = LONG, locked: bool = False) -> RestingPieces:
    """These workers, which have rested for so long; before, all stood as the game has them."""
    position, history = AnalysedPosition(game), RestHistory()
    touches = history.note(position.pieces, written(workers), position.pieces)
    pieces = written(workers)
    return RestingPieces(
        position, earlier(game, undoable), locked, pieces, position.pieces, history, touches, rested, rested
    )


def test_a_legal_move_counts_once_it_has_rested() -> None:
    moved = resting(game_at(), "c3 d4/d2 b4")
    assert interpret(moved, TIMES).intent == StepsRead((parse_action("b2-c3"),))
    early = interpret(replace(moved, rested=TIMES.settle - 1), TIMES)
    assert (early.intent, early.recheck_after, early.status.mode) == (None, TIMES.settle, BoardMode.IN_HAND)


def test_a_worker_that_may_go_on_rests_longer() -> None:
    moved = resting(game_at("artemis:b2,e1/mortal:a5,e5"), "b3 e1/a5 e5", rested=TIMES.settle)
    assert interpret(moved, TIMES).recheck_after == TIMES.going_on


def test_a_winning_move_needs_its_whole_rest_without_a_tremor() -> None:
    won = resting(game_at(on=towers(b2=2, b3=3)), "b3 d4/d2 b4", rested=TIMES.end)
    assert interpret(won, TIMES).intent == StepsRead((parse_action("b2-b3"),))
    trembled = interpret(replace(won, still=TIMES.end - 100), TIMES)
    assert (trembled.intent, trembled.recheck_after) == (None, TIMES.end + 100)


def test_a_lifted_worker_is_in_a_hand_and_missing_after_a_while() -> None:
    lifted = resting(game_at(), "d4/d2 b4", rested=1000)
    status = interpret(lifted, TIMES).status
    assert (status.mode, status.lifted, status.message) == (BoardMode.IN_HAND, square("b2"), None)
    missing = interpret(replace(lifted, rested=TIMES.gone), TIMES).status
    assert missing.message is not None
    assert missing.message.key == "board.missing"


def test_an_illegal_move_has_to_be_put_right_and_says_why() -> None:
    found = interpret(resting(game_at(), "e5 d4/d2 b4"), TIMES)
    assert (found.intent, found.resets_base, found.status.mode) == (None, True, BoardMode.RESTORE)
    assert found.status.message is not None
    assert found.status.message.key == "move.not_neighboring"


def test_a_step_is_taken_back_by_its_worker() -> None:
    moved = game_at("mortal:b2,d4/mortal:d2,b4", FLAT, "b2-c3")
    assert interpret(resting(moved, "b2 d4/d2 b4", undoable=1), TIMES).intent == StepsRevised(1, ())
    other = interpret(resting(moved, "b3 d4/d2 b4", undoable=1), TIMES)
    assert other.intent == StepsRevised(1, (parse_action("b2-b3"),))


def test_a_locked_game_makes_no_step_but_may_go_back() -> None:
    finished = game_at("mortal:b2,d4/mortal:d2,b4", FLAT, "b2-c3")
    locked = interpret(resting(finished, "c3 d4/d3 b4", locked=True), TIMES)
    assert (locked.intent, locked.status.message and locked.status.message.key) == (None, "board.locked")
    back = interpret(resting(finished, "b2 d4/d2 b4", undoable=1, locked=True), TIMES)
    assert back.intent == StepsRevised(1, ())


def test_half_of_an_exchange_leads_to_its_end() -> None:
    half = interpret(resting(game_at("apollo:b2,e1/mortal:b3,e5"), "e1/b2 e5"), TIMES)
    assert half.intent is None
    assert half.status.message is not None
    assert half.status.message.key == "board.finish"


def test_after_the_end_the_pieces_may_go_back_to_the_box() -> None:
    won = game_at("mortal:b2,d4/mortal:d2,b4", towers(b2=2, b3=3), "b2-b3")
    assert interpret(resting(won, "b3/d2", undoable=1), TIMES).status == FOLLOWING
    assert interpret(resting(won, "b2 d4/d2 b4", undoable=1), TIMES).intent == StepsRevised(1, ())


@pytest.mark.parametrize(("on", "legal"), [("c2", True), ("e5", False)])
def test_a_touch_is_a_build_where_building_is_legal(on: str, *, legal: bool) -> None:
    position = position_at("mortal:b2,d4/mortal:d2,b4", FLAT, "b2-c3")
    touch = SquareTouch(square("c3"), square(on))
    assert is_build(position, (touch,), position.pieces) == legal


def test_a_worker_may_return_to_touch_the_square_that_it_left() -> None:
    touch = SquareTouch(square("b2"), square("c3"))
    assert touches_with_return(position_at(), (touch,)) == (touch, SquareTouch(square("b2"), square("b2")))
    assert touches_with_return(position_at(), ()) == ()
    assert touches_with_return(position_at(), (SquareTouch(None, square("c3")),)) == ()


def test_one_sequence_is_made_and_several_are_a_question() -> None:
    (one,) = position_at().search.explaining(written("c3 d4/d2 b4"))
    (other,) = position_at().search.explaining(written("b3 d4/d2 b4"))
    assert steps_or_question((one,)).intent == StepsRead((parse_action("b2-c3"),))
    asked = steps_or_question((one, other))
    assert (asked.status, asked.intent) == (QUESTION, QuestionAsked((one.actions, other.actions)))


def test_an_exchange_of_like_workers_is_asked_only_if_both_were_off_the_board() -> None:
    position = position_at("apollo:b2,e1/mortal:b3,e5")
    like = dict.fromkeys(position.seats, 1)
    history = RestHistory()
    assert exchange_question(position, history, like) is None
    history.note(position.pieces, written("e1/e5"), position.pieces)
    found = exchange_question(position, history, like)
    assert found is not None
    assert found.intent == QuestionAsked(((parse_action("b2-b3"),),))
    assert exchange_question(position, history, {**like, position.seats[1]: -1}) is None

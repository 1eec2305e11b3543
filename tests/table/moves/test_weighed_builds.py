"""On a board that weighs a block that is set down is a build, and nobody touches anything."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import pytest

from common.numbers import seeded
from engine import Action, Piece, Seat
from hardware.hand_actions import (
    HandAction,
    Hover,
    Lean,
    Lift,
    Pause,
    Put,
    PutThing,
    Stack,
    TakeThing,
    Tap,
    Unstack,
)
from hardware.scale import PieceMasses, Scale
from table.moves.step_search import SquareTouch, StepSearch, visible_pieces
from table.session.at_board import QuestionAsked, StepsRevised
from table.session.board_reports import StatusChanged
from table.session.snapshot import BoardIssue, BoardMode, TrustGame
from tests.table.moves.followed_game import S, actions, differences, steps
from tests.table.moves.touched_game import MagnetBesideBoard
from tests.table.moves.weighed_game import WeighedGame, scale

MOVE = (Lift("blue-1"), Put("blue-1", S("b3")))
MOVED, BUILT = actions("b2-b3"), actions("b3+c3")


def block(name: str, *, dome: bool = False) -> Stack:
    """A hand sets wood down on this square."""
    return Stack(S(name), dome=dome)


def moved(blue: str = "mortal", towers: str = "") -> WeighedGame:
    """Blue has moved from b2 to b3."""
    game = WeighedGame(blue, towers=towers)
    assert steps(game.hands(*MOVE)) == [MOVED]
    return game


@pytest.mark.parametrize(
    ("towers", "dome", "built"),
    [("", False, "b3+c3"), ("c3:1", False, "b3+c3"), ("c3:2", False, "b3+c3"), ("c3:3", True, "b3^c3")],
)
def test_a_block_or_dome_on_a_lit_square_is_the_build(towers: str, dome: bool, built: str) -> None:  # noqa: FBT001 - a table
    game = moved(towers=towers)
    assert steps(game.hands(block("c3", dome=dome))) == [actions(built)]
    assert game.agrees()


def test_a_build_is_known_before_the_hand_is_far() -> None:
    game = moved()
    assert steps(game.hands(block("c3"), rest=300)) == [BUILT]


def test_the_block_may_come_before_the_worker_is_put_down() -> None:
    game = WeighedGame()
    assert steps(game.hands(Lift("blue-1"), block("c3"), Put("blue-1", S("b3")))) == [(*MOVED, *BUILT)]
    assert game.agrees()


def test_one_hand_may_set_the_block_while_the_other_puts_the_worker_down() -> None:
    game = WeighedGame()
    game.board.enqueue(Pause(700), 1)
    game.board.enqueue(block("c3"), 1)
    said = game.hands(*MOVE)
    assert [each for found in steps(said) for each in found] == [*MOVED, *BUILT]
    assert game.agrees()


def test_a_touch_still_counts_and_its_block_is_no_second_build() -> None:
    game = moved()
    assert steps(game.hands(Tap("blue-1", S("c3")), block("c3"))) == [BUILT]
    assert game.agrees()


def test_a_block_made_on_the_phone_is_laid_without_a_word() -> None:
    game = moved()
    game.play("b3+c3")
    game.hands(rest=400)
    assert steps(game.hands(block("c3"))) == []
    assert game.agrees()


def test_a_power_that_builds_twice_builds_with_each_block() -> None:
    game = moved(blue="demeter")
    assert steps(game.hands(block("c3"), block("b4"))) == [BUILT, actions("b3+b4")]


def test_a_power_that_builds_before_it_moves_does_so_with_a_block() -> None:
    game = WeighedGame("prometheus")
    assert steps(game.hands(block("a1"))) == [actions("b2+a1")]
    assert steps(game.hands(*MOVE)) == [MOVED]


@pytest.mark.parametrize("towers", ["", "c3:1", "c3:2"])
def test_atlas_puts_a_dome_on_any_level_and_nobody_is_asked(towers: str) -> None:
    game = moved(blue="atlas", towers=towers)
    assert steps(game.hands(block("c3", dome=True))) == [actions("b3^c3")]


def test_zeus_builds_under_himself() -> None:
    game = moved(blue="zeus")
    assert steps(game.hands(Lift("blue-1"), block("b3"), Put("blue-1", S("b3")))) == [actions("b3+b3")]


def test_ares_takes_a_block_off() -> None:
    game = moved(blue="ares", towers="d4:1")
    game.hands(block("c3"))
    said = steps(game.hands(Unstack(S("d4"))))
    assert [str(type(action).__name__) for found in said for action in found] == ["TakeBlock"]


def test_taking_the_last_block_off_takes_the_build_back() -> None:
    game = moved()
    game.hands(block("c3"))
    said = game.hands(Unstack(S("c3")))
    assert [each for each in said if isinstance(each, StepsRevised)] == [StepsRevised(1, ())]
    assert game.agrees()
    assert steps(game.hands(block("b4"))) == [actions("b3+b4")]


@pytest.mark.parametrize(
    ("towers", "wrong", "key"),
    [
        ("", block("e5"), "board.wood_square"),
        ("c3:1", block("c3", dome=True), "board.wood_dome"),
        ("c3:2", block("c3", dome=True), "board.wood_dome"),
    ],
    ids=["another square", "a dome for the second block", "a dome for the third block"],
)
def test_a_wrong_piece_is_named_at_once_until_it_is_taken_off(towers: str, wrong: Stack, key: str) -> None:
    game = moved(towers=towers)
    assert steps(game.hands(wrong, rest=500)) == []
    status = game.status
    assert (status.mode, status.issue) == (BoardMode.RESTORE, BoardIssue.WRONG_HEIGHT)
    assert status.message is not None
    assert status.message.key == key
    assert [each.square for each in status.differences] == [wrong.square]
    game.hands(Unstack(wrong.square))
    assert game.agrees()
    assert steps(game.hands(block("c3"))) == [BUILT]


def test_a_block_set_before_anybody_moves_waits_for_the_move() -> None:
    game = WeighedGame()
    assert steps(game.hands(block("c3"), rest=1000)) == []
    assert game.agrees()
    assert steps(game.hands(*MOVE)) == [(*MOVED, *BUILT)]


def test_it_is_asked_to_be_taken_off_if_nobody_moves() -> None:
    game = WeighedGame()
    game.hands(block("c3"), rest=4000)
    assert differences(game.status) == {("c3", "too_high", "None")}


def test_a_block_that_is_knocked_off_is_missed() -> None:
    game = moved(towers="d4:1")
    game.hands(Unstack(S("d4")), rest=600)
    assert differences(game.status) == {("d4", "too_low", "None")}
    game.hands(block("d4"))
    assert game.agrees()


@pytest.mark.parametrize(
    "meanwhile",
    [
        (Lean(-40.0, 90.0, 300.0, 3000.0),),
        (PutThing("phone", -45.0, 90.0, 180.0),),
        (Pause(400), PutThing("cup", 90.0, 215.0, 300.0), Pause(1200), TakeThing("cup")),
    ],
    ids=["a hand on the rim", "a phone on the plate", "a cup that comes and goes"],
)
def test_what_else_weighs_on_the_plate_does_not_matter(meanwhile: tuple[HandAction, ...]) -> None:
    game = WeighedGame()
    for action in meanwhile:
        game.board.enqueue(action, 1)
    said = game.hands(*MOVE, block("c3"), rest=3000)
    assert [each for found in steps(said) for each in found] == [*MOVED, *BUILT]


def test_a_thing_that_stays_on_the_board_is_said() -> None:
    game = WeighedGame()
    game.hands(PutThing("phone", -45.0, 90.0, 180.0), rest=4500)
    assert [warning.key for warning in game.status.warnings] == ["board.thing"]
    assert game.agrees()
    game.hands(TakeThing("phone"), rest=1000)
    assert game.status.warnings == ()


def test_a_hand_that_stays_on_the_board_is_said_until_it_leaves() -> None:
    game = moved()
    game.hands(Lean(-40.0, 90.0, 300.0, 9000.0), rest=0)
    assert [warning.key for warning in game.status.warnings] == ["board.scale_unsteady"]
    game.hands(rest=800)
    assert game.status.warnings == ()
    assert steps(game.hands(block("c3"))) == [BUILT]


def test_a_scale_that_sends_nothing_is_said_and_touches_build(monkeypatch: pytest.MonkeyPatch) -> None:
    game = moved()
    with monkeypatch.context() as cable:
        cable.setattr(game.board, "weighings", lambda: ())
        game.hands(rest=4000)
        assert [warning.key for warning in game.status.warnings] == ["board.scale_silent"]
        assert steps(game.hands(Tap("blue-1", S("c3")), block("c3"))) == [BUILT]
    game.hands(rest=1000)
    assert game.status.warnings == ()
    assert game.agrees()


def test_a_block_that_is_pushed_to_the_middle_is_the_build() -> None:
    game = moved()
    assert steps(game.hands(Stack(S("c3"), dome=False, spot=(14.0, -8.0)))) == [BUILT]


def moved_beside_a_magnet(seed: int, level: int) -> list[tuple[Action, ...]]:
    """Blue moves to a3, on so many blocks, while a magnet comes to lie beside it."""
    chance, low = seeded("a move beside a magnet", seed), level - 1
    game = WeighedGame(towers=f"a3:{level} b2:{low}", seed=seed)
    magnet = MagnetBesideBoard(
        field=chance.uniform(0.3, 1.0),
        away=chance.uniform(45, 90),
        side="west",
        heading=chance.uniform(-pi, pi),
        dip=chance.uniform(-pi / 2, pi / 2),
        along=90 + chance.uniform(-45, 45),
        height=chance.uniform(5, 40),
    )
    game.board.enqueue(Pause(chance.uniform(0, 1200)), 1)
    game.board.enqueue(magnet.coming(game.board.geometry), 1)
    return steps(game.hands(Lift("blue-1"), Put("blue-1", S("a3")), rest=3500))


@pytest.mark.parametrize(("level", "seed"), [(2, 5), (3, 4), (3, 5), (3, 7)])
def test_a_worker_that_lands_while_a_magnet_comes_is_known_by_its_weight(level: int, seed: int) -> None:
    assert moved_beside_a_magnet(seed, level) == [actions("b2-a3")]


def test_a_worker_that_is_held_low_over_a_tower_weighs_nothing_there() -> None:
    game = WeighedGame(towers="b2:2 b3:2")
    said = game.hands(Lift("blue-1"), Hover("blue-1", S("b3"), 6.0, 1500.0), Put("blue-1", S("b2")))
    assert steps(said) == []
    assert game.agrees()


def test_a_worker_that_is_held_low_over_a_tower_and_then_put_there_has_moved() -> None:
    game = WeighedGame(towers="b2:2 b3:2")
    said = game.hands(Lift("blue-1"), Hover("blue-1", S("b3"), 6.0, 1500.0), Put("blue-1", S("b3")))
    assert steps(said) == [MOVED]


def test_a_worker_that_rests_on_a_square_is_no_block_there() -> None:
    game = WeighedGame()
    game.hands(Lift("blue-1"), Put("blue-1", S("c3"), spot=(6.0, 0.0)), Lift("blue-1"), Put("blue-1", S("b3")))
    assert game.reader.towers[S("c3")] == ()


def test_a_finished_turn_is_locked_and_a_further_block_is_wrong() -> None:
    game = moved()
    game.hands(block("c3"))
    game.hands(block("b4"), rest=600)
    assert differences(game.status) == {("b4", "too_high", "None")}


def test_players_may_say_that_the_pieces_are_right() -> None:
    game = moved()
    game.hands(block("e5"), rest=600)
    assert TrustGame() in game.status.offers
    game.follower.trust()
    game.hands(rest=600)
    assert game.agrees()


@pytest.mark.parametrize(("piece", "built"), [(Piece.BLOCK, "b3+c3"), (Piece.DOME, "b3^c3")])
def test_a_scale_tells_a_block_from_a_dome(piece: Piece, built: str) -> None:
    game = moved(blue="atlas").game
    (found,) = StepSearch(game).explaining(visible_pieces(game), (SquareTouch(None, S("c3"), piece=piece),))
    assert found.actions == actions(built)


def test_a_weighed_block_is_no_question() -> None:
    game = moved(blue="atlas")
    said = game.hands(block("c3"))
    assert not [each for each in said if isinstance(each, QuestionAsked)]


def test_ten_readings_a_second_are_enough() -> None:
    game = WeighedGame(rate=10)
    assert steps(game.hands(*MOVE)) == [MOVED]
    assert steps(game.hands(block("c3"))) == [BUILT]


def test_which_of_two_built_before_it_moved_is_told_by_its_move() -> None:
    game = WeighedGame("prometheus", blue_at="b2,c4")
    assert steps(game.hands(block("b3"))) == []
    assert game.agrees()
    assert steps(game.hands(Lift("blue-1"), Put("blue-1", S("a2")))) == [actions("b2+b3", "b2-a2")]


def test_who_built_before_moving_is_asked_if_nobody_moves_and_still_told_by_the_move() -> None:
    game = WeighedGame("prometheus", blue_at="b2,c4")
    said = game.hands(block("b3"), rest=5000)
    assert [set(each.choices) for each in said if isinstance(each, QuestionAsked)] == [
        {actions("b2+b3"), actions("c4+b3")}
    ]
    assert not [each for each in said if isinstance(each, StatusChanged) and each.status.mode is BoardMode.RESTORE]
    assert steps(game.hands(Lift("blue-1"), Put("blue-1", S("a2")))) == [actions("b2+b3", "b2-a2")]


def test_which_of_two_workers_that_both_build_has_built_is_not_asked() -> None:
    game = WeighedGame("terpsichore", blue_at="b2,c4")
    game.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    game.hands(Lift("blue-2"), Put("blue-2", S("d3")))
    before = game.game
    said = [*game.hands(block("c3"), rest=800), *game.hands(block("c4"))]
    assert not [each for each in said if isinstance(each, QuestionAsked)]
    assert [each for each, level in enumerate(game.game.state.levels) if level] == [S("c3"), S("c4")]
    assert (before.to_act, game.game.to_act) == (Seat.BLUE, Seat.ORANGE)


def test_which_of_two_built_is_told_by_what_is_left_to_build_for_the_other() -> None:
    game = WeighedGame("terpsichore", blue_at="b2,c4")
    game.hands(Lift("blue-1"), Put("blue-1", S("b3")))
    game.hands(Lift("blue-2"), Put("blue-2", S("d3")))
    assert steps(game.hands(block("c3"), rest=800)) == []
    assert steps(game.hands(block("a3"))) == [actions("d3+c3", "b3+a3")]


def test_a_block_in_the_same_carry_as_the_move_leaves_open_which_came_first() -> None:
    game = WeighedGame("prometheus")
    said = game.hands(Lift("blue-1"), block("c3"), Put("blue-1", S("b3")))
    (question,) = (each for each in said if isinstance(each, QuestionAsked))
    assert set(question.choices) == {actions("b2-b3", "b3+c3"), actions("b2+c3", "b2-b3")}


HEAVY = replace(scale(), masses=PieceMasses(20.0, (24.0, 18.0, 12.0), 10.0))
"""Blocks of level 3 are as heavy there as those of level 1 are in truth."""


@pytest.mark.parametrize(("used", "read"), [((HEAVY,), []), ((HEAVY, scale()), [BUILT])])
def test_pieces_are_known_by_the_masses_of_the_last_calibration(used: tuple[Scale, ...], read: list[object]) -> None:
    game = moved()
    for each in used:
        game.follower.weigh_by(each)
    game.hands(rest=1200)
    assert steps(game.hands(block("c3"))) == read


def test_a_board_that_comes_back_with_the_same_scale_has_lost_nothing() -> None:
    game = moved()
    game.follower.weigh_by(scale())
    game.hands(rest=1200)
    found = game.hands(block("c3"), rest=0)
    game.follower.weigh_by(scale())
    assert steps([*found, *game.hands(rest=1200)]) == [BUILT]

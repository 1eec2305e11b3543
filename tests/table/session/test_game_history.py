"""A finished game step by step: whose each step was, in which turn, and what was touched by it."""

from __future__ import annotations

from engine import Game, Player, PowerName, Seat, Setup
from engine.notation import parse_action
from engine.squares import square
from table.session.game_history import HistoryPosition, history_of

BASE = ("@b2", "@d4", "@b4", "@d2", "b2-b3", "b3+b2", "b4-c4", "c4+b4")


def game_of(*actions: str, powers: tuple[str, str] = ("mortal", "mortal")) -> Game:
    """Blue and Orange with these powers, after these actions."""
    players = tuple(
        Player(seat, PowerName(power), team)
        for team, (seat, power) in enumerate(zip((Seat.BLUE, Seat.ORANGE), powers, strict=True))
    )
    game = Game.begin(Setup(players))
    for action in actions:
        game = game.play(parse_action(action))
    return game


def last(*actions: str, powers: tuple[str, str] = ("mortal", "mortal")) -> HistoryPosition:
    return history_of(game_of(*actions, powers=powers))[-1]


def names(*of: str) -> frozenset[int]:
    return frozenset(map(square, of))


def test_a_game_begins_with_the_empty_board_and_has_a_position_for_each_action() -> None:
    positions = history_of(game_of(*BASE))
    assert len(positions) == 1 + len(BASE)
    assert (positions[0].seat, positions[0].action, positions[0].view.workers) == (None, None, ())
    assert [each.action for each in positions[1:]] == [parse_action(action) for action in BASE]
    assert positions[-1].view.levels[square("b2")] == positions[-1].view.levels[square("b4")] == 1


def test_workers_are_placed_before_the_first_turn_and_each_turn_has_its_player() -> None:
    positions = history_of(game_of(*BASE))[1:]
    assert [each.turn for each in positions[:4]] == [0, 0, 0, 0]
    assert {each.turn for each in positions[4:6]} != {each.turn for each in positions[6:]}
    assert [each.seat for each in positions[4:]] == [Seat.BLUE, Seat.BLUE, Seat.ORANGE, Seat.ORANGE]


def test_a_placement_and_a_build_touch_their_square_and_leave_none() -> None:
    placed, built = last("@b2"), last(*BASE[:6])
    assert (placed.touched, placed.left) == (names("b2"), frozenset())
    assert (built.touched, built.left) == (names("b2"), frozenset())


def test_a_move_leaves_a_square_and_touches_another() -> None:
    moved = last(*BASE[:5])
    assert (moved.touched, moved.left) == (names("b3"), names("b2"))


def test_workers_that_change_places_leave_no_square_behind() -> None:
    swapped = last("@b2", "@d4", "@b3", "@d2", "b2-b3", powers=("apollo", "mortal"))
    assert (swapped.touched, swapped.left) == (names("b2", "b3"), frozenset())


def test_a_worker_that_is_pushed_touches_where_it_comes_to() -> None:
    pushed = last("@b2", "@d4", "@b3", "@d2", "b2-b3", powers=("minotaur", "mortal"))
    assert (pushed.touched, pushed.left) == (names("b3", "b4"), names("b2"))


def test_what_a_secret_power_did_is_shown_once_the_game_is_over() -> None:
    hidden = history_of(game_of("@b2", "@d4", "@b4", "@d2", powers=("mortal", "hecate")))[-1]
    assert {worker.square for worker in hidden.view.workers} == names("b2", "d4", "b4", "d2")

"""Playing a game: whose step it is, what is refused and why, taking back, losing, and the end."""

from __future__ import annotations

import pickle

import pytest

from engine import (
    MORTAL,
    PUBLIC,
    Action,
    Build,
    Done,
    Game,
    IllegalAction,
    InvalidSetup,
    Move,
    Piece,
    Place,
    Player,
    PowerName,
    Seat,
    Setup,
    StepKind,
    UndoBarred,
    square,
)
from engine.events import ActedInSecret, ActionCancelled, WorkerForced

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE


def new_game(blue: str = MORTAL, orange: str = MORTAL) -> Game:
    return Game.begin(Setup((Player(BLUE, PowerName(blue), 0), Player(ORANGE, PowerName(orange), 1))))


def placed(game: Game, *names: str) -> Game:
    for name in names:
        game = game.play(Place(square(name)))
    return game


def move(start: str, to: str) -> Move:
    return Move(square(start), square(to))


def block(builder: str, on: str) -> Build:
    return Build(square(builder), square(on))


def test_the_start_player_places_both_workers_then_the_other_and_takes_the_first_turn() -> None:
    game = new_game()
    asked = []
    for name in ("b2", "d4", "b4", "d2"):
        asked.append(game.to_act)
        game = game.play(Place(square(name)))
    assert asked == [BLUE, BLUE, ORANGE, ORANGE]
    assert (game.to_act, game.active, game.turn) == (BLUE, BLUE, 1)


def test_a_turn_is_a_move_and_then_a_build_of_the_same_worker() -> None:
    game = placed(new_game(), "b2", "d4", "b4", "d2")
    game = game.play(move("b2", "b3"))
    assert game.view(PUBLIC).prompt is not None
    assert {action.worker for action in game.legal_actions() if isinstance(action, Build)} == {square("b3")}
    reason = game.why_not(block("d4", "d5"))
    assert reason is not None
    assert reason.key == "worker.not_this"
    game = game.play(block("b3", "b2"))
    assert (game.active, game.turn) == (ORANGE, 2)


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (move("b2", "b4"), "move.not_neighboring"),
        (move("b2", "c3"), "move.occupied"),
        (move("c3", "c4"), "worker.not_yours"),
        (block("b2", "b3"), "step.other"),
        (Done(), "done.not_optional"),
        (Place(square("e5")), "step.other"),
    ],
)
def test_a_refused_action_says_why(action: Move | Build | Done | Place, key: str) -> None:
    game = placed(new_game(), "b2", "d4", "c3", "d2")
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    assert refused.value.reason.key == key


def test_every_square_is_lit_or_has_a_reason() -> None:
    game = placed(new_game(), "b2", "d4", "c3", "d2")
    lit = {action.to for action in game.legal_actions() if isinstance(action, Move)}
    for rank in range(25):
        here = square("abcde"[rank % 5] + "12345"[rank // 5])
        assert (game.why_no_option_on(here) is None) == (here in lit)


def test_undo_goes_back_step_by_step_to_the_empty_board() -> None:
    game = new_game()
    states = [game.state]
    opening: list[Action] = [Place(square(name)) for name in ("b2", "d4", "b4", "d2")]
    for action in (*opening, move("b2", "b3"), block("b3", "b2"), move("d2", "d1")):
        game = game.play(action)
        states.append(game.state)
    while game.plies:
        assert game.state == states.pop()
        game = game.undo()
    with pytest.raises(UndoBarred) as barred:
        game.undo()
    assert barred.value.reason.key == "undo.nothing"


def test_a_further_build_is_an_optional_step_of_the_power_and_ends_the_turn() -> None:
    game = placed(new_game("hephaestus"), "b2", "d4", "b4", "d2").play(move("b2", "b3"))
    game = game.play(block("b3", "b2"))
    prompt = game.view(PUBLIC).prompt
    assert prompt is not None
    assert (prompt.kind, prompt.optional, prompt.power) == (StepKind.BUILD, True, "hephaestus")
    game = game.play(block("b3", "b2"))
    assert game.active is ORANGE


@pytest.mark.parametrize("players", [1, 5])
def test_a_game_needs_two_to_four_players(players: int) -> None:
    seats = (*Seat, BLUE)[:players]
    with pytest.raises(InvalidSetup, match="2, 3 or 4 players"):
        Game.begin(Setup(tuple(Player(seat, team=team) for team, seat in enumerate(seats))))


def test_an_unknown_power_is_named_with_the_known_ones() -> None:
    with pytest.raises(InvalidSetup, match=r"no power 'zorro'; the powers are .*apollo"):
        new_game("zorro")


# Hecate (39): what is hidden stays hidden, and what is chosen is judged on the truth.


def secret_game(other: str = MORTAL, hecate_on: tuple[str, str] = ("c3", "e5")) -> Game:
    return placed(new_game(other, "hecate"), "b2", "d4", *hecate_on)


def test_her_workers_are_in_nobody_elses_view_or_log() -> None:
    game = secret_game()
    for viewer in (BLUE, PUBLIC):
        view = game.view(viewer)
        assert {worker.square for worker in view.workers} == {square("b2"), square("d4")}
        assert [player.hidden for player in view.players] == [0, 2]
        assert game.events(viewer).count(ActedInSecret(ORANGE)) == 2
    assert len(game.view(ORANGE).workers) == 4


def test_a_move_into_her_space_is_offered_cancelled_and_costs_the_turn() -> None:
    game = secret_game()
    assert move("b2", "c3") in game.legal_actions()
    after = game.play(move("b2", "c3"))
    assert ActionCancelled(BLUE, square("c3")) in after.events(PUBLIC)
    assert after.active is ORANGE
    assert after.state.team_squares(0) == (square("b2"), square("d4"))


def test_what_was_done_before_the_cancelled_action_stands() -> None:
    game = secret_game(hecate_on=("c3", "e5")).play(move("b2", "b3")).play(block("b3", "c3"))
    assert game.active is ORANGE
    assert square("b3") in game.state.team_squares(0)
    assert game.state.levels[square("c3")] == 0


def test_the_opponents_own_power_makes_the_action_legal_without_telling() -> None:
    game = secret_game("apollo").play(move("b2", "c3"))
    assert game.active is BLUE
    assert set(game.state.team_squares(1)) == {square("b2"), square("e5")}
    assert not [event for event in game.events(BLUE) if isinstance(event, WorkerForced)]
    plain = secret_game("apollo", ("a5", "e5")).play(move("b2", "c3"))
    assert plain.events(BLUE) == game.events(BLUE)
    assert plain.view(BLUE) == game.view(BLUE)


def test_a_step_judged_against_a_secret_cannot_be_taken_back() -> None:
    game = secret_game().play(move("b2", "b3"))
    with pytest.raises(UndoBarred) as barred:
        game.undo()
    assert barred.value.reason.key == "undo.revealed"


def test_while_she_acts_nobody_else_sees_her_options() -> None:
    game = secret_game().play(move("b2", "c3"))
    assert game.to_act is ORANGE
    assert game.view(PUBLIC).options == game.view(BLUE).options == ()
    assert game.view(ORANGE).options


def test_foreseeing_as_an_opponent_reveals_nothing() -> None:
    game = secret_game().as_known_to(BLUE)
    assert game.play(move("b2", "c3")).active is BLUE


# Steps of another seat.


def test_gaea_may_place_before_anything_else_goes_on_and_may_decline() -> None:
    game = placed(new_game("atlas", "gaea"), "b2", "d4", "b4", "d2").play(move("b2", "b3"))
    game = game.play(Build(square("b3"), square("a3"), Piece.DOME))
    assert (game.to_act, game.active) == (ORANGE, BLUE)
    assert Done() in game.legal_actions()
    reason = game.why_not(Place(square("e5")))
    assert reason is not None
    assert reason.key == "gaea.near"
    after = game.play(Place(square("a2")))
    assert square("a2") in after.state.team_squares(1)
    assert after.active is ORANGE
    assert after.view(PUBLIC).players[1].reserve == 1
    assert game.play(Done()).view(PUBLIC).players[1].reserve == 2
    assert after.undo().state == game.state


def test_a_refusal_travels_between_processes() -> None:
    with pytest.raises(IllegalAction) as refused:
        new_game().play(Done())
    arrived = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own bytes
    assert (str(arrived), arrived.reason) == (str(refused.value), refused.value.reason)
    with pytest.raises(UndoBarred) as barred:
        new_game().undo()
    assert pickle.loads(pickle.dumps(barred.value)).reason == barred.value.reason  # noqa: S301 - as above

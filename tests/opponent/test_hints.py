"""What is said of a turn is true, and comes from what the seat knows; a turn that loses at once is warned of."""

from __future__ import annotations

import pytest

from engine import Game, Seat
from engine.notation import parse_position, parse_turn, state_of
from engine.secrets import known_to
from engine.setup import MORTAL, PowerName
from engine.squares import square
from engine.state import State
from engine.turns.successors import successors
from engine.turns.winning import has_won, winning_turn
from opponent.hints import HintFact, HintReason, Threat, guarded_threat, reason_for
from tests.engine.cases import line
from tests.engine.playing import EVERY, pair, walk

LETS_ORANGE_WIN = line("mortal:b3,e5", "mortal:d4,a5", "d4:2 d3:3 c3:1 c2:1")


def at(position: str) -> State:
    return state_of(parse_position(position))


def reason(position: str, turn: str) -> HintReason:
    state = at(position)
    found = next(found for found in successors(state) if found.actions == parse_turn(turn))
    return reason_for(state, found.actions, found.end)


@pytest.mark.parametrize(
    ("position", "turn", "said"),
    [
        (line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3", HintReason(HintFact.WINS, square("b3"))),
        (LETS_ORANGE_WIN, "b3-c3 c3^d3", HintReason(HintFact.STOPS, square("d3"), Seat.ORANGE)),
        (LETS_ORANGE_WIN, "e5-e4 e4+e5", HintReason(HintFact.LOSES, square("d3"), Seat.ORANGE)),
        (line("mortal:b2,e5", "mortal:d5,a5", "b3:1"), "b2-b3 b3+b2", HintReason(HintFact.CLIMBS, square("b3"))),
        (line("mortal:b2,e5", "mortal:d5,a5", "b3:1"), "b2-c2 c2+b2", HintReason(HintFact.STANDS)),
    ],
)
def test_what_is_said_of_a_turn(position: str, turn: str, said: HintReason) -> None:
    assert reason(position, turn) == said


def test_a_win_that_nobody_can_stop_is_one_whatever_the_other_does() -> None:
    told = reason(line("mortal:b1,e1", "mortal:e5,d5", "b1:1 b2:2 a3:3 a1:0"), "b1-b2 b2+a1")
    assert told == HintReason(HintFact.FORCES, square("a3"))


def turn_of(position: str, turn: str) -> tuple[State, State]:
    game = Game.at(at(position))
    before = game.state
    for action in parse_turn(turn):
        game = game.play(action)
    return before, game.state


def test_a_turn_that_loses_at_once_is_warned_of_with_the_square() -> None:
    before, after = turn_of(LETS_ORANGE_WIN, "e5-e4 e4+e5")
    assert guarded_threat(before, after, Seat.BLUE) == Threat(Seat.ORANGE, square("d3"))


def test_a_turn_that_stops_the_win_is_not_warned_of() -> None:
    assert guarded_threat(*turn_of(LETS_ORANGE_WIN, "b3-c3 c3^d3"), Seat.BLUE) is None


def test_who_could_not_have_stopped_it_is_not_warned() -> None:
    position = line("mortal:a1,a5", "mortal:d4,e1", "d4:2 d3:3 e3:3")
    assert guarded_threat(*turn_of(position, "a1-b1 b1+a1"), Seat.BLUE) is None


@pytest.mark.parametrize("power", EVERY[::6])
def test_what_is_said_holds_with_every_power(power: PowerName) -> None:
    game = next(game for game in walk(pair(power, MORTAL), 5).steps() if game.turn == 9 or game.outcome is not None)
    assert game.state.step is not None
    known = known_to(game.state, game.state.step.seat)
    for number, found in enumerate(successors(known)):
        if number == 12:
            break
        told = reason_for(known, found.actions, found.end)
        after = found.after
        assert (told.fact is HintFact.WINS) == (after.outcome is not None and has_won(after, game.state.step.seat))
        if told.fact is HintFact.STOPS:
            assert winning_turn(after) is None
        if told.fact is HintFact.LOSES:
            assert winning_turn(after) is not None

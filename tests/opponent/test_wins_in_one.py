"""With every power: a win in one is never missed, and one of the other player that can be stopped is never left."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import State, TooManyTurns
from engine.notation import parse_position, state_of, turn_text
from engine.secrets import may_bear_on_turns
from engine.setup import MORTAL, PowerName
from engine.squares import square_name, squares
from engine.turns.flow import Between, close_turn, open_turn
from engine.turns.successors import successors
from engine.turns.winning import has_won, winning_turn
from opponent.budget import Allowance, Budget
from opponent.thinking import think
from tests.engine.cases import line
from tests.engine.playing import NAMES
from tests.opponent.test_thinking import known_to_mover
from tests.sampling import one_in

POSITIONS = 8
"""Of each power, on the move in half of them."""

NODES = 800

HEIGHTS = (0, 0, 1, 1, 2, 2, 2, 3, 3)
"""How high towers are: wins are near on most boards."""


def positions(power: PowerName) -> Iterator[State]:
    """Boards late in a game, with workers on the ground, the first and the second level."""
    chance = random.Random(str(power))  # noqa: S311 - repeatable chance, no secret
    for number in range(POSITIONS):
        levels = {square: chance.choice(HEIGHTS) for square in squares()}
        low = [square for square, level in levels.items() if level < 3]
        stands = [square_name(square) for square in chance.sample(low, 4)]
        towers = " ".join(f"{square_name(square)}:{level}" for square, level in levels.items() if level)
        one, other = (power, MORTAL) if number % 2 else (MORTAL, power)
        yield state_of(parse_position(line(f"{one}:{','.join(stands[:2])}", f"{other}:{','.join(stands[2:])}", towers)))


def threatens(state: State) -> bool:
    """Whether the other player would win if the one to move did nothing."""
    assert state.step is not None
    return winning_turn(open_turn(Between(close_turn(state).state, state.step.seat, None))) is not None


@pytest.mark.parametrize("share", one_in(2, range(2)))
@pytest.mark.parametrize("power", NAMES)
def test_no_win_in_one_is_missed_and_none_is_left_that_could_be_stopped(power: PowerName, share: int) -> None:
    met = 0
    mine = [(number, position) for number, position in enumerate(positions(power)) if number // 2 % 2 == share]
    for number, position in mine:
        known, seat = known_to_mover(position)
        win = winning_turn(known)
        thoughts = think(known, Budget(Allowance(nodes=NODES)), number)
        if win is None and not thoughts.turns:
            continue
        after = open_turn(thoughts.best.end)
        if win is not None:
            met += 1
            assert has_won(after, seat), f"{turn_text(win.actions)} wins, not {turn_text(thoughts.best.actions)}"
        elif not may_bear_on_turns(known, seat) and threatens(known):
            met += 1
            if after.outcome is None and winning_turn(after) is not None:
                better = turn_that_stops(known)
                assert better is None, f"{better} stops a win, not {turn_text(thoughts.best.actions)}"
    assert met > 0


def turn_that_stops(known: State) -> str | None:
    """A turn after which the other player does not win at once, if there is one among those that can be followed."""
    try:
        for turn in successors(known):
            if winning_turn(open_turn(turn.end)) is None:
                return turn_text(turn.actions)
    except TooManyTurns:
        pass  # a hero who builds as often as he likes
    return None

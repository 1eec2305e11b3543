"""Positions and pieces in writing, for the tests of single modules of moves."""

from __future__ import annotations

from engine import Game, Seat, square
from engine.notation import parse_action, parse_position, state_of
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions
from table.moves.step_search import Pieces

FLAT = "0" * 25
POLARITIES = {Seat.BLUE: 1, Seat.ORANGE: -1}


def towers(**heights: int) -> str:
    """Towers in writing, rank 5 first: ``towers(b2=2)``."""
    return "".join(str(heights.get(f"{file}{rank}", 0)) for rank in range(5, 0, -1) for file in "abcde")


def game_at(powers: str = "mortal:b2,d4/mortal:d2,b4", on: str = FLAT, *steps: str) -> Game:
    """A game on these towers with Blue to move, after these steps."""
    game = Game.at(state_of(parse_position(f"{on}/1/{powers}")))
    for step in steps:
        game = game.play(parse_action(step))
    return game


def position_at(powers: str = "mortal:b2,d4/mortal:d2,b4", on: str = FLAT, *steps: str) -> AnalysedPosition:
    return AnalysedPosition(game_at(powers, on, *steps))


def earlier(game: Game, undoable: int) -> EarlierPositions:
    return EarlierPositions.of(game, undoable, ())


def written(text: str) -> Pieces:
    """Workers as ``"b2 d4/d2 b4"``: Blue's, and after the stroke Orange's."""
    parts = zip(Seat, text.split("/"), strict=False)
    return frozenset((square(name), seat) for seat, part in parts for name in part.split())

"""How far a player has come with a puzzle: the steps so far are carried out and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Action
from engine.errors import SantoriniError
from engine.game import Game
from opponent.puzzles import Puzzle, PuzzleVerdict


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """An attempt. In ``game`` are the player's steps and the answers to each right turn; it is the player's turn again,
    or the other one's after a wrong turn, or over. ``left`` is in how many turns the player now has to win, after a
    wrong one in how many more it would have been. The first ``kept`` steps are those of right turns. The last
    ``answered`` actions of the game are the answer to the last right turn, as long as the next one has no step."""

    game: Game
    verdict: PuzzleVerdict
    left: int
    kept: int = 0
    answered: int = 0


def attempted(puzzle: Puzzle, steps: Sequence[Action]) -> PuzzleAttempt:
    """What came of the player's steps, those of all turns one after the other.

    :raises SantoriniError: if a step is not legal, or comes when the attempt is over.
    """
    game = Game.at(puzzle.start())
    player, known = game.active, game
    number, kept, answered, verdict = 0, 0, 0, PuzzleVerdict.OPEN
    for count, step in enumerate(steps, start=1):
        if verdict is not PuzzleVerdict.OPEN:
            raise SantoriniError("the attempt is over: no other step follows")
        game, answered = game.play(step), 0
        if game.outcome is None and not game.plies[-1].begins_turn:
            continue
        known, number = _played(known, puzzle.solution[2 * number]), number + 1
        if game.outcome is not None:
            verdict = PuzzleVerdict.WON if player in game.outcome.winners else PuzzleVerdict.WRONG
        elif game.state != known.state or number == puzzle.turns:
            verdict = PuzzleVerdict.WRONG
        else:
            answer, kept = puzzle.solution[2 * number - 1], count
            game, known, answered = _played(game, answer), _played(known, answer), len(answer)
    return PuzzleAttempt(game, verdict, puzzle.turns - number, kept, answered)


def solved(puzzle: Puzzle) -> Game:
    """The game from the position to its end, with the best turns of both sides."""
    game = Game.at(puzzle.start())
    for turn in puzzle.solution:
        game = _played(game, turn)
    return game


def _played(game: Game, turn: Sequence[Action]) -> Game:
    for action in turn:
        game = game.play(action)
    return game

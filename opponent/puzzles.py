"""Puzzles: positions in which the player to move wins by force within a few turns, with only one correct first turn;
and attempts to solve them.

They come with the program in ``puzzles.txt``, which ``thera opponent puzzles`` writes. Each line has fields separated
by tabs: the number of turns in which the player wins, the rank of the first turn by static evaluation, the position
(docs/notation.md), and the solution, the turns of both players separated by ``;``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from engine.actions import Action
from engine.errors import NotationError, SantoriniError
from engine.game import Game
from engine.notation import parse_position, parse_turn, state_of, turn_text
from engine.state import State

FILE: Final = Path(__file__).with_name("puzzles.txt")

LONGEST: Final = 3
"""The most turns in which the player wins."""


class Grade(StrEnum):
    """How hard puzzles are, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class PuzzleVerdict(StrEnum):
    """What came of an attempt so far: it goes on, the player has won, or the last turn does not win in time."""

    OPEN = "open"
    WON = "won"
    WRONG = "wrong"


GRADES: Final[dict[int, tuple[int, int]]] = {1: (1, 8), 2: (1, 4), 3: (1, 5)}
"""The highest rank of an easy puzzle and of one of medium difficulty, by number of turns."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: the player to move in the position on ``line`` wins in ``turns`` turns.

    ``rank`` says how hard it is: the place of the first turn among all turns by the static value of the position after
    it; for wins in one turn, in the order in which a search tries turns. ``solution`` has the turns of both players,
    the player's first, with the best defence.
    """

    line: str
    turns: int
    rank: int
    solution: tuple[tuple[Action, ...], ...]

    @property
    def grade(self) -> Grade:
        """The difficulty among the puzzles of the same length."""
        easy, medium = GRADES[self.turns]
        if self.rank <= easy:
            return Grade.EASY
        return Grade.MEDIUM if self.rank <= medium else Grade.HARD

    @property
    def has_gods(self) -> bool:
        """Whether one of the players has a power."""
        return any(not player.startswith("mortal:") for player in self.line.split("/")[2:])

    def start(self) -> State:
        """Return the state at the start of the player's turn."""
        return state_of(parse_position(self.line))


def puzzle_text(puzzle: Puzzle) -> str:
    """Format a puzzle as one line."""
    turns = ";".join(turn_text(turn) for turn in puzzle.solution)
    return f"{puzzle.turns}\t{puzzle.rank}\t{puzzle.line}\t{turns}"


def parse_puzzle(text: str) -> Puzzle:
    """Parse a line; `Puzzle.start` reads its position later.

    :raises NotationError: if it is none.
    """
    parts = text.split("\t")
    if len(parts) != 4 or not parts[0].isdigit() or not parts[1].isdigit():
        raise NotationError(f"a puzzle has four parts with tabs between, this has {len(parts)}: {text[:80]!r}")
    turns, rank, line, solution = parts
    puzzle = Puzzle(line, int(turns), int(rank), tuple(parse_turn(turn) for turn in solution.split(";")))
    if not 0 < puzzle.turns <= LONGEST or len(puzzle.solution) != 2 * puzzle.turns - 1:
        raise NotationError(f"a win in {turns} does not go with a solution of {len(puzzle.solution)} turns")
    return puzzle


@cache
def stored_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program, which are read at the first call."""
    return tuple(parse_puzzle(line) for line in FILE.read_text("ascii").splitlines())


# ---- Attempts


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """An attempt at a puzzle. ``game`` has the player's steps and the answers to each correct turn. It is the player's
    turn again, or the opponent's after a wrong turn, or the game is over. ``left`` is the number of turns in which the
    player has to win now; after a wrong turn, the number that would have been left. The first ``kept`` steps belong to
    correct turns. The last ``answered`` actions of the game answer the last correct turn, until the next turn has a
    step."""

    game: Game
    verdict: PuzzleVerdict
    left: int
    kept: int = 0
    answered: int = 0


def attempted(puzzle: Puzzle, steps: Sequence[Action]) -> PuzzleAttempt:
    """Judge the player's steps, those of all turns in a row.

    :raises SantoriniError: if a step is not legal, or follows the end of the attempt.
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
    """Return the game from the position to its end, with the best turns of both sides."""
    game = Game.at(puzzle.start())
    for turn in puzzle.solution:
        game = _played(game, turn)
    return game


def _played(game: Game, turn: Sequence[Action]) -> Game:
    for action in turn:
        game = game.play(action)
    return game

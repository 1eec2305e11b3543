"""Puzzles: positions in which the player to move wins by force in so many turns, with a single turn to begin with.

They come with the program in ``puzzles.txt``, which ``thera opponent puzzles`` writes. Each line has, with tabs
between: in how many turns the player wins, the rank of the first turn by what turns look like at first sight, the
position (docs/notation.md), and the solution: the turns of both players with ``;`` between.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from engine.actions import Action
from engine.errors import NotationError
from engine.notation import parse_position, parse_turn, state_of, turn_text
from engine.state import State

FILE: Final = Path(__file__).with_name("puzzles.txt")

LONGEST: Final = 3
"""In so many turns the player wins at most."""


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
"""For each number of turns: up to which rank a puzzle is easy, and up to which it is of medium difficulty."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: the player who is to move in the position on this ``line`` wins in so many ``turns``.

    ``rank`` says how hard it is: among all turns, the one to begin with comes at this place by what the position after
    it is worth at first sight; of wins in one, in the order in which a search tries turns. ``solution`` has the
    turns of both players, that of the player first, with the best defence.
    """

    line: str
    turns: int
    rank: int
    solution: tuple[tuple[Action, ...], ...]

    @property
    def grade(self) -> Grade:
        """How hard it is among the puzzles of its length."""
        easy, medium = GRADES[self.turns]
        if self.rank <= easy:
            return Grade.EASY
        return Grade.MEDIUM if self.rank <= medium else Grade.HARD

    @property
    def has_gods(self) -> bool:
        """Whether one of the players has a power."""
        return any(not player.startswith("mortal:") for player in self.line.split("/")[2:])

    def start(self) -> State:
        """The state at the start of the player's turn."""
        return state_of(parse_position(self.line))


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle on one line."""
    turns = ";".join(turn_text(turn) for turn in puzzle.solution)
    return f"{puzzle.turns}\t{puzzle.rank}\t{puzzle.line}\t{turns}"


def parse_puzzle(text: str) -> Puzzle:
    """The puzzle on a line; its position is read by `Puzzle.start`.

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
    """The puzzles that come with the program, read when they are first asked for."""
    return tuple(parse_puzzle(line) for line in FILE.read_text("ascii").splitlines())

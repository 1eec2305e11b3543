"""What gives puzzles to players: the interface between the page and what judges their turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from common.message import Message
from engine.game import Game
from opponent.puzzles import Grade, PuzzleVerdict
from table.session.game_history import HistoryPosition


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """The puzzles of one length that are alike in difficulty, by their numbers."""

    turns: int
    grade: Grade
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PuzzleOverview:
    """All puzzles; which is that of the ``day``, and whether it was solved; on how many days in a row one was, and how
    many that were at most."""

    groups: tuple[PuzzleGroup, ...]
    day: date
    today: int
    is_solved: bool
    days: int
    longest: int


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What came of an attempt at a puzzle: the ``game`` now, how many of the player's steps are ``kept`` since they are
    those of right turns, and the steps of the other player since the last turn. Of a wrong turn these are what refutes
    it, and ``reason`` says how."""

    number: int
    turns: int
    grade: Grade
    verdict: PuzzleVerdict
    left: int
    kept: int
    game: Game
    reply: tuple[HistoryPosition, ...]
    reason: Message | None = None


class NoPuzzleError(LookupError):
    """There is no puzzle with this number."""


class PuzzlesWait(Exception):
    """Somebody plays at the table: puzzles wait until the game is over."""


class PuzzleGiver(Protocol):
    """Gives puzzles and judges attempts. Safe from any thread."""

    def overview(self) -> PuzzleOverview:
        """All puzzles, and how the table stands with that of the day."""

    def attempt(self, number: int, steps: tuple[str, ...]) -> PuzzleAnswer:
        """What comes of a player's steps, as notation writes them. A wrong turn takes seconds, in another process.

        :raises NoPuzzleError: if there is no such puzzle.
        :raises PuzzlesWait: if a game is under way.
        :raises SantoriniError: if a step cannot be read, or cannot be done.
        """

    def solution(self, number: int) -> tuple[HistoryPosition, ...]:
        """The positions from the puzzle to the win; it raises the same as ``attempt``."""

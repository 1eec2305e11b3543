"""Puzzles of the program's own file, and their judge, which thinks in the test's thread."""

from __future__ import annotations

from engine.actions import Action
from engine.errors import SantoriniError
from engine.game import Game
from opponent.budget import Allowance, Budget
from opponent.process import RefutationQuestion, Refuted, ThinkingProcess, answered_refutation
from opponent.puzzles import Puzzle, PuzzleVerdict, attempted, stored_puzzles
from table.session.interfaces import PuzzleAnswer
from table.session.session_events import JudgePuzzle
from table.storage.puzzle_streak import PuzzleStreakStore
from thera.puzzle_service import PuzzleJudge


class ThinkingHere(ThinkingProcess):
    """Searches in the thread that asks."""

    def refutation(self, question: RefutationQuestion) -> Refuted:
        """What refutes a turn."""
        return answered_refutation(question, Budget(Allowance(nodes=20_000)))


def puzzle_judge(streaks: PuzzleStreakStore | None = None) -> PuzzleJudge:
    """What judges puzzles."""
    return PuzzleJudge(streaks, thinking=ThinkingHere)


def judged(asked: JudgePuzzle) -> PuzzleAnswer:
    """The judgement of a turn."""
    judge = puzzle_judge()
    answer = judge.judgement(asked)
    judge.close()
    return answer


def number_of_puzzle(turns: int, *, kind: str = "mortal") -> int:
    """The first puzzle won in so many turns whose players all have this power."""
    return next(
        number
        for number, puzzle in enumerate(stored_puzzles(), start=1)
        if puzzle.turns == turns and all(part.startswith(f"{kind}:") for part in puzzle.line.split("/")[2:])
    )


def puzzle_with(number: int) -> Puzzle:
    """The puzzle of this number."""
    return stored_puzzles()[number - 1]


def wrong_turn(puzzle: Puzzle) -> tuple[Action, ...]:
    """A whole turn that does not solve a puzzle, and leaves the other player a turn."""
    for first in Game.at(puzzle.start()).legal_actions():
        steps: tuple[Action, ...] = (first,)
        game = Game.at(puzzle.start()).play(first)
        while game.outcome is None and not game.plies[-1].begins_turn:
            step = game.legal_actions()[-1]
            steps, game = (*steps, step), game.play(step)
        try:
            if game.outcome is None and attempted(puzzle, steps).verdict is PuzzleVerdict.WRONG:
                return steps
        except SantoriniError:
            continue
    raise AssertionError("every turn solves it")

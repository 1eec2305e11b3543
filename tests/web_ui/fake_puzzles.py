"""Two puzzles, judged without another process."""

from __future__ import annotations

from datetime import date
from typing import Final

from engine.notation import parse_turn
from opponent.process import RefutationQuestion, Refuted, ThinkingProcess
from opponent.puzzles import parse_puzzle
from table.session.interfaces import TableApi
from tests.engine.cases import line
from thera.puzzle_service import PuzzleJudge, PuzzleService

ONE: Final = parse_puzzle(f"1\t1\t{line('mortal:b2,e5', 'mortal:d2,a5', 'b2:2 b3:3 d2:2 e3:3')}\tb2-b3")
"""Blue wins by b2-b3; after any other turn Orange wins by d2-e3."""

DAY: Final = date(2026, 11, 23)


class SureProcess(ThinkingProcess):
    """Refutes every turn by the win of Orange in the first puzzle."""

    def refutation(self, question: RefutationQuestion) -> Refuted:
        """Orange's win."""
        assert question.turns == 0
        turn = parse_turn("d2-e3")
        return Refuted(turn, wins=True, wins_on=turn[0].to)  # type: ignore[union-attr] # a move


def fake_puzzles(table: TableApi) -> PuzzleService:
    """What gives them: on the day of the tests nothing is stored."""
    return PuzzleService(table, PuzzleJudge(None, thinking=SureProcess, today=lambda: DAY, puzzles=lambda: (ONE, ONE)))

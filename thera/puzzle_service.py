"""Gives puzzles to the phones of a table and judges their turns. The process that thinks finds refutations of wrong
turns."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from math import gcd
from typing import Final

from common.message import Message
from engine.actions import Action
from engine.game import Game
from engine.notation import parse_action
from engine.seats import Seat
from engine.squares import square_name
from opponent.budget import Allowance
from opponent.process import Closed, RefutationQuestion, Refuted, ThinkingFailed, ThinkingProcess
from opponent.puzzles import LONGEST, Grade, Puzzle, PuzzleAttempt, PuzzleVerdict, attempted, solved, stored_puzzles
from table.session.game_history import HistoryPosition, history_of
from table.session.interfaces import NoPuzzleError, PuzzleAnswer, PuzzleGroup, PuzzleOverview, TableApi
from table.session.session_events import JudgePuzzle
from table.session.snapshot import Phase
from table.storage.puzzle_streak import PuzzleStreakStore
from thera.hint_service import KeptProcess

ALLOWANCE: Final = Allowance(seconds=3.0)
"""The allowance of the search for a refutation, by the wall clock."""

WHILE_PLAYING: Final = Allowance(seconds=1.0)
"""The same while somebody plays at the table, who is not to wait for a slow computer."""

IDLE: Final = (Phase.LOBBY, Phase.OVER)
"""The phases in which nobody plays."""

GOLDEN: Final = 0.618
"""The step through all puzzles from one day to the next, as a fraction."""

log = logging.getLogger(__name__)


class PuzzleJudge:
    """Judges turns at puzzles, one at a time, and counts the days on which one was solved. ``streaks`` stores them, if
    given; ``today`` gives the date at the table."""

    def __init__(
        self,
        streaks: PuzzleStreakStore | None,
        *,
        thinking: Callable[[], ThinkingProcess] = ThinkingProcess,
        today: Callable[[], date] = date.today,
        puzzles: Callable[[], tuple[Puzzle, ...]] = stored_puzzles,
    ) -> None:
        self._streaks = streaks
        self._kept = KeptProcess(thinking)
        self._today = today
        self._puzzles = puzzles
        self._answering = threading.Lock()
        self._queueing = threading.Lock()
        self._waiting: tuple[JudgePuzzle, Callable[[PuzzleAnswer], None]] | None = None
        self._judges = False

    def overview(self, day: date | None = None) -> PuzzleOverview:
        """See `PuzzleGiver`."""
        puzzles, days = self._puzzles(), self._days()
        day = day if day in days else days[0]
        groups: dict[tuple[int, Grade], list[int]] = {
            (turns, grade): [] for turns in range(1, LONGEST + 1) for grade in Grade
        }
        for number, puzzle in enumerate(puzzles, start=1):
            groups[puzzle.turns, puzzle.grade].append(number)
        streak = None if self._streaks is None else self._streaks.load()
        return PuzzleOverview(
            groups=tuple(PuzzleGroup(*kind, tuple(numbers)) for kind, numbers in groups.items()),
            day=day,
            today=number_of(day, len(puzzles)),
            is_solved=streak is not None and streak.last == day,
            days=0 if streak is None else streak.days_on(day),
            longest=0 if streak is None else streak.longest,
        )

    def numbered(self, number: int) -> Puzzle:
        """The puzzle with a number.

        :raises NoPuzzleError: if there is none.
        """
        puzzles = self._puzzles()
        if not 0 < number <= len(puzzles):
            raise NoPuzzleError(f"there is no puzzle {number}; they have the numbers 1 to {len(puzzles)}")
        return puzzles[number - 1]

    def judge(self, asked: JudgePuzzle, tell: Callable[[PuzzleAnswer], None]) -> None:
        """Start judging a turn of the puzzle on the board, in a thread, which calls ``tell``. Of waiting turns only the
        last one counts: the others were taken back."""
        with self._queueing:
            self._waiting = asked, tell
            if self._judges:
                return
            self._judges = True
        threading.Thread(target=self._judge_waiting, name="puzzle on the board", daemon=True).start()

    def _judge_waiting(self) -> None:
        while True:
            with self._queueing:
                waiting, self._waiting = self._waiting, None
                if waiting is None:
                    self._judges = False
                    return
            asked, tell = waiting
            try:
                tell(self.judgement(asked))
            except BaseException:
                with self._queueing:
                    self._judges = False  # the next turn gets a thread of its own
                raise

    def judgement(self, asked: JudgePuzzle) -> PuzzleAnswer:
        """Judge a turn of the puzzle on the board. A wrong one takes seconds, in another process."""
        return self.attempted(asked.number, asked.puzzle, asked.steps)

    def attempted(
        self, number: int, puzzle: Puzzle, steps: Sequence[Action], allowance: Allowance = ALLOWANCE
    ) -> PuzzleAnswer:
        """Judge steps at the puzzle with this number. What refutes a wrong turn is searched within this allowance."""
        with self._answering:
            found = attempted(puzzle, steps)
            reply: tuple[HistoryPosition, ...] = ()
            game, reason = found.game, None
            if found.verdict is PuzzleVerdict.WON:
                self._count(number)
            elif found.verdict is PuzzleVerdict.WRONG:
                game, reason = self._refuted(puzzle, found, allowance)
            taken = len(game.plies) - len(found.game.plies) + found.answered
            if taken:
                reply = history_of(game)[-taken:]
        return PuzzleAnswer(
            number=number,
            turns=puzzle.turns,
            grade=puzzle.grade,
            verdict=found.verdict,
            left=found.left,
            kept=found.kept,
            game=game,
            reply=reply,
            reason=reason,
        )

    def close(self) -> None:
        """End the process. May be called again."""
        self._kept.close()

    def _days(self) -> tuple[date, ...]:
        """The dates that it may be now: the table's, and the days before and after, for other time zones."""
        today = self._today()
        return today, today + timedelta(1), today - timedelta(1)

    def _count(self, number: int) -> None:
        """Count the day if this is the puzzle of the day."""
        count = len(self._puzzles())
        day = next((each for each in self._days() if number == number_of(each, count)), None)
        if self._streaks is None or day is None:
            return
        before = self._streaks.load()
        try:
            if (after := before.solved(day)) != before:
                self._streaks.save(after)
        except OSError as error:
            log.warning("the solved puzzle of %s was not stored: %s", day, error)

    def _refuted(self, puzzle: Puzzle, found: PuzzleAttempt, allowance: Allowance) -> tuple[Game, Message]:
        """The game after the refutation of a wrong turn, if one is found, and a sentence."""
        game, player = found.game, puzzle.start().agenda[0].seat
        if game.outcome is not None:
            return game, Message("puzzle.lost", ())
        answer = self._ask(RefutationQuestion(game.state, player, found.left, allowance))
        if answer is None or not answer.actions:
            return game, Message("puzzle.unclear", ())
        other = game.to_act
        for action in answer.actions:
            game = game.play(action)
        return game, _sentence(answer, other, found.left)

    def _ask(self, question: RefutationQuestion) -> Refuted | None:
        try:
            with self._kept.asked() as process:
                return process.refutation(question)
        except Closed:
            return None
        except (ThinkingFailed, ValueError) as error:
            log.warning("no refutation was found: %s", error)
            return None


class PuzzleService:
    """Gives the puzzles of a table to phones, also while a game goes on there; see `PuzzleGiver`."""

    def __init__(self, table: TableApi, judge: PuzzleJudge) -> None:
        self._table = table
        self._judge = judge

    def overview(self, day: date | None = None) -> PuzzleOverview:
        """See `PuzzleGiver`."""
        return self._judge.overview(day)

    def attempt(self, number: int, steps: tuple[str, ...]) -> PuzzleAnswer:
        """See `PuzzleGiver`."""
        allowance = ALLOWANCE if self._table.snapshot(frozenset()).phase in IDLE else WHILE_PLAYING
        puzzle = self._judge.numbered(number)
        return self._judge.attempted(number, puzzle, [parse_action(step) for step in steps], allowance)

    def solution(self, number: int) -> tuple[HistoryPosition, ...]:
        """See `PuzzleGiver`."""
        return history_of(solved(self._judge.numbered(number)))


def _sentence(answer: Refuted, other: Seat | None, left: int) -> Message:
    seat = ("seat", "" if other is None else other.value)
    if answer.wins_on is not None:
        return Message("puzzle.wins", (seat, ("square", square_name(answer.wins_on))))
    if answer.wins:
        return Message("puzzle.wins.somehow", (seat,))
    return Message("puzzle.late", ()) if left == 0 else Message("puzzle.holds", (("count", str(left)), seat))


def number_of(day: date, count: int) -> int:
    """The number of the puzzle of a day; all puzzles come once before one is repeated."""
    step = next(each for each in range(max(1, int(GOLDEN * count)), 0, -1) if gcd(each, count) == 1)
    return day.toordinal() * step % count + 1

"""Thinks for the seats that the table plays, and says when it is time for what the table does for them.

Its calls come from the table's thread and return at once. A question is answered elsewhere: by a process of its own,
which a thread waits for (`ProcessAnswers`).
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Protocol

from engine.actions import Action
from opponent.budget import Allowance, Budget
from opponent.levels import LEVELS, LevelName
from opponent.process import FEW, Closed, Question, Stop, ThinkingFailed, ThinkingProcess
from opponent.thinking import think
from table.session.handlers.table_seats import DraftTask, StepTask, TableTask, ThinkTask, table_task
from table.session.puzzle_giver import PuzzleAnswer
from table.session.saved_state import token_mark
from table.session.session_events import AnswerNow, JudgePuzzle, PuzzleJudged, TableActs, TurnDecided
from table.session.snapshot import Phase
from table.session.table_state import TableState

PACE: Final = 0.8
"""So many seconds pass before each step that no hand does, so that people can follow."""

LONGEST: Final = 4.0
"""So many seconds a level thinks at most that is limited by positions: a small computer takes longer for them."""

LATE: Final = 4.0
"""A process that has not answered so many seconds after its time is ended; a new one answers with little thought."""

Tell = Callable[[tuple[Action, ...]], None]
JudgeOfPuzzles = Callable[[JudgePuzzle, Callable[[PuzzleAnswer], None]], None]
"""Begins to judge, and tells the answer later, from any thread."""


class Answers(Protocol):
    """Answers questions elsewhere, and says nothing more once it is closed."""

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:
        """Begin to answer; ``tell`` is called with the steps of the best turn, from any thread."""

    def close(self) -> None:
        """End all thinking, and free what it took. It may be asked again."""


@dataclass(slots=True)
class _Asked:
    """The question that is being answered, by the version of the game."""

    version: int
    stop: Stop


class SeatThinker:
    """Follows one table. ``pace`` is in seconds. Without ``answers`` the table plays for no seat."""

    def __init__(self, answers: Answers | None = None, *, pace: float = PACE) -> None:
        self._answers = answers
        self._pace = pace
        self._told: deque[TurnDecided | PuzzleJudged] = deque()
        self._asked: _Asked | None = None
        self._followed: tuple[object, ...] = ()
        self._acts: int | None = None
        self._acts_at = 0.0
        self._in_use = False
        self.judge: JudgeOfPuzzles | None = None
        """Judges the turns of a puzzle on the board; None: nothing does."""
        self.wake: Callable[[], None] = lambda: None
        """Called from any thread when an answer is there, so that the table looks."""

    @property
    def able(self) -> bool:
        """Whether the table can play for seats."""
        return self._answers is not None

    @property
    def due(self) -> float:
        """When there is something to do; ``inf``: not before something changes."""
        if self._told:
            return 0.0
        return inf if self._acts is None else self._acts_at

    def follow(self, state: TableState, now: float) -> None:
        """Take in what the table's state is now."""
        still = (state.workshop is None, state.found, state.unwritten is None, state.saved.phase, state.pieces_follow)
        key = (state.game_version, state.draft_version, *still)
        if key == self._followed or self._answers is None:
            return
        self._followed, self._acts = key, None
        task = table_task(state)
        if self._asked is not None and (not isinstance(task, ThinkTask) or self._asked.version != state.game_version):
            self._asked.stop.set()
            self._asked = None
        self._take_on(task, state, now)
        if self._in_use and (not state.saved.seating.played_by_table or state.saved.phase in (Phase.LOBBY, Phase.OVER)):
            self.close()

    def decided(
        self, now: float, token: Callable[[], str], name: Callable[[], str | None]
    ) -> TurnDecided | PuzzleJudged | TableActs | None:
        """What is to be done now; None: nothing. Chance comes from a new ``token``, and a game that begins gets this
        ``name``."""
        if self._told:
            return self._told.popleft()
        if self._acts is None or now < self._acts_at:
            return None
        version, self._acts = self._acts, None
        return TableActs(version, token_mark(token()), name())

    def carry_out(self, effect: AnswerNow | JudgePuzzle) -> None:
        """Have what is found so far, or a turn of a puzzle judged."""
        match effect:
            case AnswerNow() if self._asked is not None:
                self._asked.stop.set()
            case JudgePuzzle() if self.judge is not None:
                self.judge(effect, lambda answer: self._say(PuzzleJudged(effect, answer)))
            case _:
                pass

    def close(self) -> None:
        """End all thinking."""
        if self._asked is not None:
            self._asked.stop.set()
            self._asked = None
        if self._answers is not None:
            self._answers.close()
        self._in_use = False

    def _take_on(self, task: TableTask | None, state: TableState, now: float) -> None:
        version = state.game_version
        match task:
            case ThinkTask() if self._asked is None and self._answers is not None:
                asked = self._asked = _Asked(version, Stop())
                self._in_use = True
                question = question_for(task.level, Question(task.known, FEW, seed=version))
                self._answers.ask(question, asked.stop, lambda actions: self._tell(version, actions))
            case StepTask(by_hand) if state.pieces_follow or not by_hand:
                self._acts, self._acts_at = version, now + self._pace
            case DraftTask():
                self._acts, self._acts_at = version, now + self._pace
            case _:
                pass

    def _tell(self, version: int, actions: tuple[Action, ...]) -> None:
        self._say(TurnDecided(version, actions))

    def _say(self, news: TurnDecided | PuzzleJudged) -> None:
        self._told.append(news)
        self.wake()


def question_for(level: LevelName, question: Question) -> Question:
    """A question as a level thinks about it, never for longer than people wait."""
    chosen = LEVELS[level]
    seconds = LONGEST if chosen.allowance.seconds is None else chosen.allowance.seconds
    return replace(question, allowance=replace(chosen.allowance, seconds=seconds), manner=chosen.manner)


class ProcessAnswers:
    """Answers in a process of its own, which is there only while it is in use. Each question has a thread that waits
    for its answer."""

    def __init__(self) -> None:
        self._process: ThinkingProcess | None = None

    @property
    def process_id(self) -> int | None:
        """The process that thinks; None while there is none."""
        return None if self._process is None else self._process.process_id

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:
        """Begin to answer in a thread of its own."""
        if self._process is None:
            self._process = ThinkingProcess()
        threading.Thread(
            target=_answer, args=(self._process, question, stop, tell), name="table's seat", daemon=True
        ).start()

    def close(self) -> None:
        """End the process; who waits for it is told nothing."""
        process, self._process = self._process, None
        if process is not None:
            process.close()


def _answer(process: ThinkingProcess, question: Question, stop: Stop, tell: Tell) -> None:
    watch = threading.Timer((question.allowance.seconds or 0.0) + LATE, _end_late, (process,))
    watch.daemon = True
    watch.start()
    try:
        advice = process.think(question, stop)
        tell(advice.turns[0].actions if advice.turns else ())
    except Closed:
        pass
    except (ThinkingFailed, ValueError):
        tell(answered_at_once(question))
    finally:
        watch.cancel()


def _end_late(process: ThinkingProcess) -> None:
    number = process.process_id
    if number is not None:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def answered_at_once(question: Question) -> tuple[Action, ...]:
    """An answer with little thought in this process: where no other can be had."""
    thoughts = think(question.known, Budget(Allowance(nodes=FEW.nodes)), question.seed, manner=question.manner)
    return thoughts.best.actions if thoughts.turns else ()


class AnswersAtOnce:
    """Answers with little thought in the thread that asks: for simulations, in which a game is to be repeatable."""

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:  # noqa: ARG002 - as the other
        """Answer."""
        tell(answered_at_once(question))

    def close(self) -> None:
        """Nothing is to be freed."""

"""Thinks for the seats that the table plays, and says when their next step is due.

All calls come from the table's thread and return at once. A separate process answers a question, and a thread waits for
it (`ProcessAnswers`).
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
from opponent.levels import Level
from opponent.process import FEW, Closed, Question, Stop, ThinkingFailed, ThinkingProcess
from opponent.thinking import think
from table.session.interfaces import PuzzleAnswer
from table.session.puzzle_play import PuzzleJudged
from table.session.saved_state import token_mark
from table.session.session_events import JudgePuzzle
from table.session.snapshot import Phase
from table.session.table_seats import DraftTask, StepTask, TableActs, TableTask, ThinkTask, TurnDecided, table_task
from table.session.table_state import TableState

PACE: Final = 0.8
"""The seconds before each step that no hand does, so that people can follow."""

LONGEST: Final = 4.0
"""The most seconds for a level that is limited by positions: a small computer takes longer for them."""

LATE: Final = 4.0
"""The seconds beyond its time after which a process without an answer is ended; a new one answers with little
thought."""

Tell = Callable[[tuple[Action, ...]], None]
JudgeOfPuzzles = Callable[[JudgePuzzle, Callable[[PuzzleAnswer], None]], None]
"""Begins to judge, and reports the answer later, from any thread."""


class Answers(Protocol):
    """Answers questions outside the table's thread, and reports nothing more once it is closed."""

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:
        """Begin to answer; ``tell`` gets the steps of the best turn, from any thread."""

    def close(self) -> None:
        """End all thinking and free its resources. It may be asked again."""


@dataclass(slots=True)
class _Asked:
    """The question that is being answered, identified by the version of the game."""

    version: int
    stop: Stop


class SeatThinker:
    """Follows one table. Without ``answers`` the table plays for no seat. ``pace`` is in seconds. ``judge`` judges the
    turns of a puzzle on the board, or is None. ``wake`` is called from any thread when there is an answer, so that the
    table looks."""

    def __init__(
        self,
        answers: Answers | None = None,
        *,
        pace: float = PACE,
        judge: JudgeOfPuzzles | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self._answers = answers
        self._pace = pace
        self._told: deque[TurnDecided | PuzzleJudged] = deque()
        self._asked: _Asked | None = None
        self._followed: tuple[object, ...] = ()
        self._acts: int | None = None
        self._acts_at = 0.0
        self._in_use = False
        self._judge = judge
        self._wake = wake

    @property
    def able(self) -> bool:
        """Whether the table can play for seats."""
        return self._answers is not None

    @property
    def judges(self) -> bool:
        """Whether turns of a puzzle on the board can be judged."""
        return self._judge is not None

    @property
    def due(self) -> float:
        """When there is something to do; ``inf`` if only after a change."""
        if self._told:
            return 0.0
        return inf if self._acts is None else self._acts_at

    def follow(self, state: TableState, now: float) -> None:
        """Take in the table's new state."""
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
        """Return the event that is due now, if there is one. A new ``token`` is the source of chance, and a game that
        begins gets this ``name``."""
        if self._told:
            return self._told.popleft()
        if self._acts is None or now < self._acts_at:
            return None
        version, self._acts = self._acts, None
        return TableActs(version, token_mark(token()), name())

    def answer_now(self) -> None:
        """Stop thinking, and use the best turn found so far."""
        if self._asked is not None:
            self._asked.stop.set()

    def judge_turn(self, asked: JudgePuzzle) -> None:
        """Begin to judge a turn of a puzzle."""
        if self._judge is not None:
            self._judge(asked, lambda answer: self._say(PuzzleJudged(asked, answer)))

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
        self._wake()


def question_for(level: Level, question: Question) -> Question:
    """Return a question with a level's limits, never longer than people wait."""
    seconds = LONGEST if level.allowance.seconds is None else level.allowance.seconds
    return replace(question, allowance=replace(level.allowance, seconds=seconds), manner=level.manner)


class ProcessAnswers:
    """Answers in a separate process, which exists only while it is in use. For each question a thread waits for the
    answer."""

    def __init__(self) -> None:
        self._process: ThinkingProcess | None = None

    @property
    def process_id(self) -> int | None:
        """The process that thinks, or None while there is none."""
        return None if self._process is None else self._process.process_id

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:
        """Begin to answer in a new thread."""
        if self._process is None:
            self._process = ThinkingProcess()
        threading.Thread(
            target=_answer, args=(self._process, question, stop, tell), name="table's seat", daemon=True
        ).start()

    def close(self) -> None:
        """End the process; its questions get no answer."""
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
    """Answer with little thought in this process, if no other process can be started."""
    thoughts = think(question.known, Budget(Allowance(nodes=FEW.nodes)), question.seed, manner=question.manner)
    return thoughts.best.actions if thoughts.turns else ()


class AnswersAtOnce:
    """Answers with little thought in the calling thread: for simulations, whose games have to be repeatable."""

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:  # noqa: ARG002 - as the other
        """Answer."""
        tell(answered_at_once(question))

    def close(self) -> None:
        """Do nothing: there are no resources."""

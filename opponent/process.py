"""A process of its own that thinks, so that a table is never slower because something thinks beside it.

It has the lowest priority and a limit to its memory, it is there only once somebody asked, and it ends with the program
that asks. It answers one question at a time.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.actions import Action
from engine.errors import TooManyTurns
from engine.seats import Seat
from engine.squares import Square
from engine.state import State
from engine.turns.winning import has_won
from opponent.budget import Allowance, Budget, OutOfBudget
from opponent.forced_wins import proof_for, refutation
from opponent.hints import HintReason, Threat, destination, guarded_threat, reason_for
from opponent.standing import Standing, standing
from opponent.thinking import BEST, Manner, think

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

CODE: Final = Path(__file__).resolve().parents[1]
"""Where the program is, so that both processes have the same one."""

NICENESS: Final = 19
"""The lowest priority there is: it thinks with what the rest of the computer leaves."""

MOST_BYTES: Final = 160 * 1024 * 1024
"""So much memory may be asked for; what the process really uses stays below 120 MB."""

ATTEMPTS: Final = 2
"""So often a question is asked if the process ends over it, the last time with few nodes."""

FEW: Final = Allowance(nodes=200)

SECONDS_TO_END: Final = 5
"""A process that is told to end and has not ended after so long is killed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be thought about: the state as the seat to act knows it (``known_to``), and how to think of it.

    Seconds of the allowance are those of a clock on the wall: they are what somebody waits for."""

    known: State
    allowance: Allowance
    manner: Manner = BEST
    seed: int = 0
    wanted: int = 1
    explained: bool = False


@dataclass(frozen=True, slots=True)
class AdvisedTurn:
    """A turn with its value to the player who takes it, in thousandths of a natural logarithm of the odds, and the
    turns that are expected then."""

    actions: tuple[Action, ...]
    value: int
    line: tuple[tuple[Action, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to a question: the best turns, the best first (none for a player who has none, and loses), with what
    was spent on them."""

    turns: tuple[AdvisedTurn, ...]
    nodes: int
    depth: int
    reason: HintReason | None = None
    """Of the best turn, if the question asked to have it ``explained``."""


@dataclass(frozen=True, slots=True)
class StandingQuestion:
    """How a team stands in a state, see `opponent.standing`; seconds are those of a clock on the wall."""

    state: State
    team: int
    allowance: Allowance


@dataclass(frozen=True, slots=True)
class _Refused:
    """A question that has no answer."""

    message: str


@dataclass(frozen=True, slots=True)
class GuardQuestion:
    """Whether a seat's turn leaves a win that it could have stopped, see `opponent.hints.guarded_threat`."""

    before: State
    after: State
    seat: Seat
    allowance: Allowance = FEW


@dataclass(frozen=True, slots=True)
class Guarded:
    """The answer to that: the win that was left (None: none)."""

    threat: Threat | None


@dataclass(frozen=True, slots=True)
class RefutationQuestion:
    """What another player, who is to move in a state, can do so that a seat does not win within so many more of its
    turns, see `opponent.forced_wins`; seconds are those of a clock on the wall."""

    state: State
    seat: Seat
    turns: int
    allowance: Allowance


@dataclass(frozen=True, slots=True)
class Refuted:
    """The answer to that: a turn (none: none was found with this allowance), whether it wins, and on which square."""

    actions: tuple[Action, ...] = ()
    wins: bool = False
    wins_on: Square | None = None


_Asked = Question | StandingQuestion | GuardQuestion | RefutationQuestion
_Found = Advice | Standing | Guarded | Refuted
_Answer = _Found | _Refused


class ThinkingFailed(Exception):
    """The process cannot be started, or ended over the same question each time; the message says which."""


class Closed(Exception):
    """Nobody thinks here any more."""


class Stop:
    """By this somebody who waits for an answer has it at once, with what is found so far. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._tell: Callable[[], None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether an answer is wanted at once."""
        return self._is_set

    def set(self) -> None:
        """Have the answer at once. May be called again, and before the question is asked or after it is answered."""
        with self._lock:
            self._is_set = True
            if self._tell is not None:
                self._tell()

    def told_to(self, tell: Callable[[], None] | None) -> None:
        """Call this when it is set (at once if it is already); None: call nothing any more."""
        with self._lock:
            self._tell = tell
            if self._is_set and tell is not None:
                tell()


@dataclass(slots=True)
class _Running:
    """A process with the line to it."""

    process: subprocess.Popen[bytes]
    line: Connection
    sending: threading.Lock = field(default_factory=threading.Lock)

    def send(self, message: tuple[int, _Asked] | int) -> None:
        """A question with its number, or the number of a question that is to be answered at once."""
        with self.sending, suppress(OSError):  # a process that ended is found when its answer is awaited
            self.line.send(message)


class ThinkingProcess:
    """Answers questions in a process of its own, one after the other. Safe from any thread.

    A process that is killed, or for which there is no memory, is started anew, and the question asked again.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._starting = threading.Lock()
        self._running: _Running | None = None
        self._closed = False
        self._asked = 0

    @property
    def process_id(self) -> int | None:
        """The process that thinks; None while there is none."""
        running = self._running
        return None if running is None else running.process.pid

    def think(self, question: Question, stop: Stop | None = None) -> Advice:
        """The answer to a question. Blocks until it is there; other questions wait meanwhile.

        :raises ValueError: if nobody is to act in its state.
        :raises ThinkingFailed: if the process cannot be started, or ends over the question again and again.
        :raises Closed: if this is closed before the answer comes.
        """
        answer = self._asked_about(question, stop or Stop())
        if not isinstance(answer, Advice):
            raise ThinkingFailed("the process that thinks answered another question")
        return answer

    def standing(self, question: StandingQuestion, stop: Stop | None = None) -> Standing:
        """How a team stands, as ``think`` answers; it raises the same."""
        answer = self._asked_about(question, stop or Stop())
        if not isinstance(answer, Standing):
            raise ThinkingFailed("the process that thinks answered another question")
        return answer

    def guard(self, question: GuardQuestion) -> Guarded:
        """Whether a turn leaves a win, as ``think`` answers; it raises the same."""
        answer = self._asked_about(question, Stop())
        if not isinstance(answer, Guarded):
            raise ThinkingFailed("the process that thinks answered another question")
        return answer

    def refutation(self, question: RefutationQuestion) -> Refuted:
        """What refutes a turn, as ``think`` answers; it raises the same."""
        answer = self._asked_about(question, Stop())
        if not isinstance(answer, Refuted):
            raise ThinkingFailed("the process that thinks answered another question")
        return answer

    def _asked_about(self, question: _Asked, stop: Stop) -> _Found:
        with self._asking:
            for attempt in range(1, ATTEMPTS + 1):
                asked = question if attempt < ATTEMPTS else _asked_less(question)
                try:
                    return self._answer(self._started(), asked, stop)
                except (EOFError, OSError):
                    self._end()
                    if self._closed:
                        raise Closed("nobody thinks here any more") from None
                finally:
                    stop.told_to(None)
        raise ThinkingFailed(f"the process that thinks ended {ATTEMPTS} times over one question")

    def close(self) -> None:
        """End the process, and refuse all questions. May be called again."""
        with self._starting:
            self._closed = True
        self._end()

    def _answer(self, running: _Running, question: _Asked, stop: Stop) -> _Found:
        self._asked += 1
        number = self._asked
        running.send((number, question))
        stop.told_to(lambda: running.send(number))
        answer: _Answer = running.line.recv()
        if isinstance(answer, _Refused):
            raise ValueError(answer.message)  # noqa: TRY004 - what is wrong is the question, not a type
        return answer

    def _started(self) -> _Running:
        with self._starting:
            if self._closed:
                raise Closed("nobody thinks here any more")
            if self._running is None:
                self._running = _start()
            return self._running

    def _end(self) -> None:
        with self._starting:
            running, self._running = self._running, None
        if running is None:
            return
        running.process.kill()  # it keeps nothing that could be lost
        running.process.wait(SECONDS_TO_END)
        running.line.close()


def _asked_less(question: _Asked) -> _Asked:
    return replace(question, allowance=FEW)


def _start() -> _Running:
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            process = subprocess.Popen(  # noqa: S603 - this module
                [sys.executable, "-P", "-c", f"from opponent.process import main; main({theirs.fileno()})"],
                env=os.environ | {"PYTHONPATH": str(CODE)},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        except OSError as error:
            ours.close()
            raise ThinkingFailed(f"the process that thinks cannot be started: {error.strerror}") from error
    return _Running(process, _line_at(ours.detach()))


def _line_at(handle: int) -> Connection:
    from multiprocessing.connection import Connection  # noqa: PLC0415 - a tab of a browser has none, and no processes

    return Connection(handle)


def serve(line: Connection) -> None:
    """Answer the questions that come over this line, until it ends."""
    try:
        while True:
            asked = line.recv()
            if isinstance(asked, tuple):
                number, question = asked
                line.send(_thought_about(question, number, line))
            # else somebody wanted an answer at once that is already on its way
    except (EOFError, ConnectionError):
        return


def _thought_about(question: _Asked, number: int, line: Connection) -> _Answer:
    stopped = False

    def is_stopped() -> bool:
        nonlocal stopped
        while not stopped and line.poll():
            stopped = line.recv() == number
        return stopped

    budget = Budget(question.allowance, time.monotonic, is_stopped)
    try:
        if isinstance(question, StandingQuestion):
            return standing(question.state, question.team, budget)
        if isinstance(question, GuardQuestion):
            return Guarded(guarded_threat(question.before, question.after, question.seat))
        if isinstance(question, RefutationQuestion):
            return answered_refutation(question, budget)
        thoughts = think(question.known, budget, question.seed, wanted=question.wanted, manner=question.manner)
    except ValueError as error:
        return _Refused(str(error))
    turns = tuple(AdvisedTurn(each.actions, each.value, each.line) for each in thoughts.turns)
    reason = None
    if question.explained and thoughts.turns:
        reason = reason_for(question.known, thoughts.best.actions, thoughts.best.end)
    return Advice(turns, thoughts.nodes, thoughts.depth, reason)


def answered_refutation(question: RefutationQuestion, budget: Budget) -> Refuted:
    """What refutes a turn, as far as this budget finds it."""
    state, seat = question.state, question.seat
    try:
        found = refutation(state, question.turns, proof_for(state, seat, budget))
    except (OutOfBudget, TooManyTurns):
        found = None
    if found is None:
        return Refuted()
    after = found.after
    wins = after.outcome is not None and not has_won(after, seat)
    return Refuted(found.actions, wins, destination(found.actions) if wins else None)


def main(handle: int) -> None:
    """Think at the lowest priority for the program at the other end of this socket."""
    import resource  # noqa: PLC0415 - a tab of a browser has none

    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    with suppress(MemoryError):  # who asked finds that the process has ended, and starts another
        serve(_line_at(handle))

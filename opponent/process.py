"""Thinks in a separate process, so that a table never becomes slower.

The process has the lowest priority and limited memory. It starts with the first question, answers one at a time, and
ends with the program that asks.
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
"""The folder of the program, so that both processes run the same one."""

NICENESS: Final = 19
"""The lowest priority: the process uses what the rest of the computer leaves."""

MOST_BYTES: Final = 160 * 1024 * 1024
"""The memory that the process may request; it really uses less than 120 MB."""

ATTEMPTS: Final = 2
"""The number of times that a question is asked if the process ends over it, the last time with few nodes."""

FEW: Final = Allowance(nodes=200)

SECONDS_TO_END: Final = 5
"""The seconds that a killed process is waited for. On a busy computer one of the lowest priority may take longer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the best turns: the state as the seat to act knows it (``known_to``), and how to think about it.

    Seconds of the allowance are wall-clock time, since a player waits for the answer.
    """

    known: State
    allowance: Allowance
    manner: Manner = BEST
    seed: int = 0
    wanted: int = 1
    explained: bool = False


@dataclass(frozen=True, slots=True)
class AdvisedTurn:
    """A turn with its value to the player who takes it, in thousandths of a natural logarithm of the odds, and the
    expected turns after it."""

    actions: tuple[Action, ...]
    value: int
    line: tuple[tuple[Action, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer: the best turns, the best first, and their cost. A player who has no turn, and loses, gets none."""

    turns: tuple[AdvisedTurn, ...]
    nodes: int
    depth: int
    reason: HintReason | None = None
    """The reason for the best turn, if the question asked to have it ``explained``."""


@dataclass(frozen=True, slots=True)
class StandingQuestion:
    """A question about the value of a state to a team, see `opponent.standing`; seconds are wall-clock time."""

    state: State
    team: int
    allowance: Allowance


@dataclass(frozen=True, slots=True)
class _Refused:
    """The answer to a question that cannot be answered."""

    message: str


@dataclass(frozen=True, slots=True)
class GuardQuestion:
    """A question whether a seat's turn leaves a win that it could have stopped, see `opponent.hints.guarded_threat`."""

    before: State
    after: State
    seat: Seat
    allowance: Allowance = FEW


@dataclass(frozen=True, slots=True)
class Guarded:
    """The answer: the win that was left, or None."""

    threat: Threat | None


@dataclass(frozen=True, slots=True)
class RefutationQuestion:
    """A question for a turn of another player, who is to move in a state, after which a seat does not win within
    ``turns`` more of its turns, see `opponent.forced_wins`; seconds are wall-clock time."""

    state: State
    seat: Seat
    turns: int
    allowance: Allowance


@dataclass(frozen=True, slots=True)
class Refuted:
    """The answer: a turn, or none if none was found with this allowance; whether it wins, and on which square."""

    actions: tuple[Action, ...] = ()
    wins: bool = False
    wins_on: Square | None = None


_Asked = Question | StandingQuestion | GuardQuestion | RefutationQuestion
_Found = Advice | Standing | Guarded | Refuted
_Answer = _Found | _Refused


class ThinkingFailed(Exception):
    """The process cannot be started, or ended over the same question each time; the message says which."""


class Closed(Exception):
    """The thinking process is closed."""


class Stop:
    """A request for an immediate answer, with what is found so far. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._tell: Callable[[], None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether an immediate answer is wanted."""
        return self._is_set

    def set(self) -> None:
        """Request an immediate answer. It may be called repeatedly, before the question or after its answer."""
        with self._lock:
            self._is_set = True
            if self._tell is not None:
                self._tell()

    def told_to(self, tell: Callable[[], None] | None) -> None:
        """Call a function when the request is made, at once if it was made already; None removes the function."""
        with self._lock:
            self._tell = tell
            if self._is_set and tell is not None:
                tell()


@dataclass(slots=True)
class _Running:
    """A process and the connection to it."""

    process: subprocess.Popen[bytes]
    line: Connection
    sending: threading.Lock = field(default_factory=threading.Lock)

    def send(self, message: tuple[int, _Asked] | int) -> None:
        """Send a question with its number, or the number of a question to answer immediately."""
        with self.sending, suppress(OSError):  # that the process has ended is noticed while waiting for its answer
            self.line.send(message)


class ThinkingProcess:
    """Answers questions in a separate process, one after another. Safe from any thread.

    If the process is killed or runs out of memory, another one is started and the question is asked again.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._starting = threading.Lock()
        self._running: _Running | None = None
        self._closed = False
        self._asked = 0

    @property
    def process_id(self) -> int | None:
        """The number of the thinking process; None while there is none."""
        running = self._running
        return None if running is None else running.process.pid

    def think(self, question: Question, stop: Stop | None = None) -> Advice:
        """Answer a question. Blocks until the answer is there; other questions wait meanwhile.

        :raises ValueError: if no seat is to act in its state.
        :raises ThinkingFailed: if the process cannot be started, or ends over the question again and again.
        :raises Closed: if this is closed before the answer comes.
        """
        answer = self._asked_about(question, stop or Stop())
        if not isinstance(answer, Advice):
            raise ThinkingFailed("the thinking process answered another question")
        return answer

    def standing(self, question: StandingQuestion, stop: Stop | None = None) -> Standing:
        """Value a state for a team; raises the same errors as ``think``."""
        answer = self._asked_about(question, stop or Stop())
        if not isinstance(answer, Standing):
            raise ThinkingFailed("the thinking process answered another question")
        return answer

    def guard(self, question: GuardQuestion) -> Guarded:
        """Find the win that a turn leaves; raises the same errors as ``think``."""
        answer = self._asked_about(question, Stop())
        if not isinstance(answer, Guarded):
            raise ThinkingFailed("the thinking process answered another question")
        return answer

    def refutation(self, question: RefutationQuestion) -> Refuted:
        """Find the refutation of a turn; raises the same errors as ``think``."""
        answer = self._asked_about(question, Stop())
        if not isinstance(answer, Refuted):
            raise ThinkingFailed("the thinking process answered another question")
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
                        raise Closed("the thinking process is closed") from None
                finally:
                    stop.told_to(None)
        raise ThinkingFailed(f"the thinking process ended {ATTEMPTS} times over one question")

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
                raise Closed("the thinking process is closed")
            if self._running is None:
                self._running = _start()
            return self._running

    def _end(self) -> None:
        with self._starting:
            running, self._running = self._running, None
        if running is None:
            return
        running.process.kill()  # it stores nothing that could be lost
        with suppress(subprocess.TimeoutExpired):
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
            raise ThinkingFailed(f"the thinking process cannot be started: {error.strerror}") from error
    return _Running(process, _line_at(ours.detach()))


def _line_at(handle: int) -> Connection:
    from multiprocessing.connection import Connection  # noqa: PLC0415 - a tab of a browser has none, and no processes

    return Connection(handle)


def serve(line: Connection) -> None:
    """Answer the questions on this connection until it ends."""
    try:
        while True:
            asked = line.recv()
            if isinstance(asked, tuple):
                number, question = asked
                line.send(_thought_about(question, number, line))
            # otherwise the request concerns an answer that was already sent
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
    """Return the refutation of a turn, as far as this budget finds it."""
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
    with suppress(MemoryError):  # the caller notices that the process has ended, and starts another one
        serve(_line_at(handle))

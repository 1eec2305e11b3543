"""Answers the players' questions for hints and warnings, one at a time, in a separate process that thinks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from common.message import Message
from engine.seats import Seat
from engine.squares import Square, square_name
from engine.state import State
from opponent.budget import Allowance
from opponent.hints import HintReason
from opponent.process import Closed, GuardQuestion, Question, ThinkingFailed, ThinkingProcess
from table.session.interfaces import GivenHint, HintsBusy, NoHint

# ---- A process that waits for the next question


IDLE_SECONDS: Final = 120.0
"""Seconds that the process stays after the last question."""


class KeptProcess:
    """A process that thinks: ``thinking`` starts it at the first question, and it ends when no question comes for a
    while."""

    def __init__(self, thinking: Callable[[], ThinkingProcess]) -> None:
        self._thinking = thinking
        self._asking = threading.Lock()
        self._process: ThinkingProcess | None = None
        self._closed = False
        self._idle: threading.Timer | None = None

    @contextmanager
    def asked(self) -> Iterator[ThinkingProcess]:
        """The process for one question; further questions wait.

        :raises Closed: if it was closed.
        """
        with self._asking:
            if self._closed:
                raise Closed
            self._stop_waiting()
            process = self._process = self._process or self._thinking()
            try:
                yield process
            finally:
                self._wait_for_nothing()

    def close(self) -> None:
        """End the process and refuse all questions, including the current one. May be called again."""
        self._closed = True
        self._stop_waiting()
        if (process := self._process) is not None:
            process.close()

    def _stop_waiting(self) -> None:
        if self._idle is not None:
            self._idle.cancel()

    def _wait_for_nothing(self) -> None:
        """End the process if no question comes for a while."""
        if self._closed:
            return
        self._idle = threading.Timer(IDLE_SECONDS, self._put_away)
        self._idle.daemon = True
        self._idle.start()

    def _put_away(self) -> None:
        if self._asking.acquire(blocking=False):
            try:
                process, self._process = self._process, None
                if process is not None:
                    process.close()
            finally:
                self._asking.release()


# ---- Hints


ALLOWANCE: Final = Allowance(nodes=6_000, seconds=1.2)
"""The allowance of a hint."""

WANTED: Final = 3
CLOSE: Final = 400
"""How much worse than the best a good turn may be, in thousandths of the natural logarithm of the odds."""


class HintService:
    """Answers the questions of phones; repeated questions from memory."""

    def __init__(self, thinking: Callable[[], ThinkingProcess] = ThinkingProcess) -> None:
        self._kept = KeptProcess(thinking)
        self._answering = threading.Lock()
        self._last: tuple[State, GivenHint] | None = None

    def hint(self, known: State) -> GivenHint:
        """Implements `HintGiver`."""
        with self._process_of_one() as process:
            if self._last is not None and self._last[0] == known:
                return self._last[1]
            advice = process.think(Question(known, ALLOWANCE, wanted=WANTED, explained=True))
            if not advice.turns or advice.reason is None:
                raise NoHint
            least = advice.turns[0].value - CLOSE
            turns = tuple(turn.actions for turn in advice.turns if turn.value >= least)
            found = GivenHint(turns, reason_message(advice.reason))
            self._last = (known, found)
            return found

    def warning(self, before: State, after: State, seat: Seat) -> Message | None:
        """Implements `HintGiver`."""
        with self._process_of_one() as process:
            threat = process.guard(GuardQuestion(before, after, seat)).threat
        if threat is None:
            return None
        return _said("guard.loses", threat.square, threat.seat)

    def close(self) -> None:
        """End the process and refuse all questions. May be called again."""
        self._kept.close()

    @contextmanager
    def _process_of_one(self) -> Iterator[ThinkingProcess]:
        if not self._answering.acquire(blocking=False):
            raise HintsBusy
        try:
            with self._kept.asked() as process:
                yield process
        except (ThinkingFailed, Closed, ValueError) as error:
            raise NoHint from error
        finally:
            self._answering.release()


def reason_message(reason: HintReason) -> Message:
    """Why a turn is good, in a sentence."""
    return _said(f"hint.{reason.fact}", reason.square, reason.seat)


def _said(key: str, square: Square | None, seat: Seat | None) -> Message:
    """A sentence, with ``.somehow`` where the win is on no square."""
    args = {"seat": None if seat is None else seat.value, "square": None if square is None else square_name(square)}
    if seat is not None and square is None:
        key = f"{key}.somehow"
    return Message(key, tuple((name, value) for name, value in sorted(args.items()) if value is not None))

"""Hints and warnings for the players of a table, one question at a time, in the process that thinks."""

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
from table.session.hint_giver import GivenHint, HintsBusy, NoHint
from thera.kept_process import KeptProcess

ALLOWANCE: Final = Allowance(nodes=6_000, seconds=1.2)
"""What a hint may take."""

WANTED: Final = 3
CLOSE: Final = 400
"""A turn is good if it is worth so little less than the best, in thousandths of a natural logarithm of the odds."""


class HintService:
    """Answers the questions of phones. The same question again is answered from memory."""

    def __init__(self, thinking: Callable[[], ThinkingProcess] = ThinkingProcess) -> None:
        self._kept = KeptProcess(thinking)
        self._answering = threading.Lock()
        self._last: tuple[State, GivenHint] | None = None

    def hint(self, known: State) -> GivenHint:
        """What the seat to act should do, see `HintGiver`."""
        with self._process_of_one() as process:
            if self._last is not None and self._last[0] == known:
                return self._last[1]
            advice = process.think(Question(known, ALLOWANCE, wanted=WANTED, explained=True))
            if not advice.turns or advice.reason is None:
                raise NoHint
            least = advice.turns[0].value - CLOSE
            turns = tuple(turn.actions for turn in advice.turns if turn.value >= least)
            found = GivenHint(turns, _message("hint", advice.reason))
            self._last = (known, found)
            return found

    def warning(self, before: State, after: State, seat: Seat) -> Message | None:
        """Whether a turn leaves a win, see `HintGiver`."""
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


def _message(what: str, reason: HintReason) -> Message:
    return _said(f"{what}.{reason.fact}", reason.square, reason.seat)


def _said(key: str, square: Square | None, seat: Seat | None) -> Message:
    """A sentence, with ``.somehow`` where the win is on no square."""
    args = {"seat": None if seat is None else seat.value, "square": None if square is None else square_name(square)}
    if seat is not None and square is None:
        key = f"{key}.somehow"
    return Message(key, tuple((name, value) for name, value in sorted(args.items()) if value is not None))

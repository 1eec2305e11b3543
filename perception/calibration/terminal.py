"""A procedure in a terminal: its view as lines of text, a typed line as an answer, and the loop between them."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from common.message import Message
from engine.squares import square
from hardware.board import ALL_DARK, Board, BoardEvent, LinkChanged, ScaleInUse
from hardware.geometry import Geometry
from hardware.hand_actions import Lift, Put, PutThing, Stack, TakeThing, Unstack
from hardware.virtual_hands import HandQueue
from perception.calibration.procedure import (
    AskedLoad,
    NamedMass,
    NamedSquare,
    Procedure,
    ProcedureAnswer,
    ProcedureState,
    lights_at,
    name_of,
)

Led = TypeVar("Led", bound=Procedure)
Words = Callable[[Message], str]

_TYPED = {
    "": ProcedureAnswer.NEXT,
    "y": ProcedureAnswer.NEXT,
    "n": ProcedureAnswer.SKIP,
    "s": ProcedureAnswer.SKIP,
    "u": ProcedureAnswer.UNDO,
    "a": ProcedureAnswer.AGAIN,
    "q": ProcedureAnswer.STOP,
}
_NUMBER = re.compile(r"(\d{1,9}(?:[.,]\d{1,9})?)\s*g?", re.ASCII)
_HINTS = {
    ProcedureAnswer.NEXT: "Enter: yes, go on",
    ProcedureAnswer.SKIP: "s: no, leave it out",
    ProcedureAnswer.AGAIN: "a: again",
    ProcedureAnswer.UNDO: "u: take the last one back",
    ProcedureAnswer.STOP: "q: stop",
}


Answer = ProcedureAnswer | NamedSquare | NamedMass
"""What a person may say to a procedure."""


def answer_in(line: str) -> Answer | None:
    """What a typed line says; None if it says nothing. A mass in g may have a comma, and its unit."""
    text = line.strip().lower()
    if text in _TYPED:
        return _TYPED[text]
    if number := _NUMBER.fullmatch(text):
        return NamedMass(float(number[1].replace(",", ".")))
    try:
        return NamedSquare(square(text))
    except ValueError:
        return None


class TerminalOutput:
    """Writes what is new in a view."""

    def __init__(self, words: Words, write: Callable[[str], None]) -> None:
        self._words = words
        self._write = write
        self._said: tuple[Message, int] | None = None
        self._notes: frozenset[Message] = frozenset()
        self._hint = ""

    def show(self, view: ProcedureState) -> None:
        """Write the sentence if it is another, notes that were not there before, and what may be answered."""
        said = (view.message, view.done)
        if said == self._said:
            return
        self._said = said
        self._write(f"[{view.done}/{view.total}] {self._words(view.message)}")
        for note in view.notes:
            if note not in self._notes:
                self._write(f"  - {self._words(note)}")
        self._notes = frozenset(view.notes)
        hint = hint_of(view)
        if hint != self._hint:
            self._hint = hint
            self._write(f"      ({hint})" if hint else "")


def hint_of(view: ProcedureState) -> str:
    """What may be typed now."""
    hints = [text for answer, text in _HINTS.items() if answer in view.answers]
    if view.names:
        hints.insert(1, f"a square such as {name_of(13)}: that one")
    if view.masses is not None:
        hints.insert(0, f"a mass of {view.masses[0]:g} to {view.masses[1]:g} g")
    named = view.names or view.masses is not None
    return ", ".join(hints) if view.answers - {ProcedureAnswer.STOP, ProcedureAnswer.AGAIN} or named else ""


class ProcedureLoop(Generic[Led]):
    """Leads a procedure at a board until it is over."""

    def __init__(self, board: Board, output: TerminalOutput, write: Callable[[str], None]) -> None:
        self._board = board
        self._output = output
        self._write = write
        self._at = 0
        self._shown = ALL_DARK

    def run(self, procedure: Led, lines: Iterable[str], changed: Callable[[Led], None]) -> Led:
        """The procedure when it is over, or when the board's events end.

        ``lines`` are what a person types; ``changed`` is called with each new view, for what has to be stored.
        """
        inbox: queue.SimpleQueue[BoardEvent | str | None] = queue.SimpleQueue()
        self._board.forward(inbox.put, lambda: inbox.put(None))
        threading.Thread(target=_put_all, args=(lines, inbox), name="typed lines", daemon=True).start()
        view = procedure.view
        self._show(view)
        while not view.over and (item := inbox.get()) is not None:
            procedure = self._after(procedure, item)
            before, view = view, procedure.view
            if view != before:
                changed(procedure)
            self._show(view)
        return procedure

    def _after(self, procedure: Led, item: BoardEvent | str) -> Led:
        if isinstance(item, ScaleInUse):
            return procedure
        if isinstance(item, LinkChanged):
            self._write(f"board: {item.state}{f', {item.detail}' if item.detail else ''}")
            return procedure
        if isinstance(item, str):
            answer = answer_in(item)
            if answer is None:
                self._write(f"      {item.strip()}? ({hint_of(procedure.view)})")
                return procedure
            return procedure.after(answer)
        self._at = item.at
        return procedure.after(item)

    def _show(self, view: ProcedureState) -> None:
        self._output.show(view)
        lights = lights_at(view, self._at)
        if lights != self._shown:
            self._shown = lights
            self._board.show(lights)


def _put_all(lines: Iterable[str], inbox: queue.SimpleQueue[BoardEvent | str | None]) -> None:
    for line in lines:
        inbox.put(line)


# ---- demonstration
#
# Simulated hands that do what a procedure asks, for whoever wants to see one without a board.


WORKER = "blue-1"
THING, THING_MASS = "a jar", 250.0
"""A thing of known mass, in g."""
WORKER_SQUARE, TOWER_SQUARE = 6, 12
"""Where pieces are put whose place does not matter: b2 and c3."""


class Demonstration:
    """Does and answers what a view asks, as a careful person would."""

    def __init__(self, hands: HandQueue, geometry: Geometry | None = None) -> None:
        """``geometry`` is that of the board, None for the one of the build guide."""
        self._hands = hands
        self._geometry = geometry or Geometry()
        self._stood: tuple[int, int] | None = None
        self._put_again: tuple[int, int] | None = None
        self._loaded: tuple[AskedLoad, int | None] = AskedLoad.NOTHING, None

    def act(self, view: ProcedureState) -> Answer | None:
        """Begin what is asked, or answer; called after every frame."""
        if not self._hands.idle or view.over:
            return None
        if view.masses is not None:
            return NamedMass(THING_MASS)
        if view.load is not None and self._loaded != (view.load, view.expected):
            self._change_load(view.load, view.expected)
            return None
        lit = [square for square, colour in enumerate(self._hands.look().lights) if any(colour)]
        where = lit[0] if len(lit) == 1 else view.expected
        if view.level is not None and where is not None:
            place = where, view.level
            if self._stood != place:
                self._stand(place)
            elif ProcedureAnswer.NEXT in view.answers and self._put_again == place:
                return ProcedureAnswer.NEXT  # it does stand there, whatever is felt of it
            elif ProcedureAnswer.NEXT in view.answers:
                self._hands.do(Lift(WORKER))
                self._hands.do(Put(WORKER, where))
                self._put_again = place
        elif ProcedureAnswer.NEXT in view.answers and view.names and where is not None:
            return NamedSquare(where)
        elif ProcedureAnswer.NEXT in view.answers:
            return ProcedureAnswer.NEXT
        return None

    def _change_load(self, load: AskedLoad, square: int | None) -> None:
        """Take the thing off the plate, and put on it what is asked for: the pieces become a tower beside a worker."""
        if self._loaded[0] is AskedLoad.KNOWN:
            self._hands.do(TakeThing(THING))
        match load:
            case AskedLoad.NOTHING:
                pass
            case AskedLoad.KNOWN if square is not None:
                self._hands.do(PutThing(THING, *self._geometry.centre(square), THING_MASS))
            case AskedLoad.WORKER:
                self._hands.do(Lift(WORKER))
                self._hands.do(Put(WORKER, WORKER_SQUARE))
            case _:
                self._hands.do(Stack(TOWER_SQUARE, dome=load is AskedLoad.DOME))
        self._loaded = load, square

    def _stand(self, place: tuple[int, int]) -> None:
        """Put the worker on a square, on so many blocks."""
        square, level = place
        self._hands.do(Lift(WORKER))
        if self._stood is not None:
            for _ in range(self._stood[1]):
                self._hands.do(Unstack(self._stood[0]))
        for _ in range(level):
            self._hands.do(Stack(square, dome=False))
        self._hands.do(Put(WORKER, square))
        self._stood = place

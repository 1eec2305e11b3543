"""Commands to the workshop, in which the board is calibrated and tested: opening it, answering it, closing it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from msgspec import Meta, field

from engine.squares import Square
from perception.calibration.open_procedure import STORING
from perception.calibration.procedure import NamedMass, NamedSquare, ProcedureAnswer, Task, WorkshopView
from table.session.answers import Accepted, Answer, Refusal, forbid, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.saved_state import need_host
from table.session.session_events import EventOutcome, TableEvent, TableParts, Workshop
from table.session.table_state import TableState


class WorkshopCommand(Command, frozen=True):
    """A command to the workshop. It belongs to the host, and does nothing while a result is stored."""

    in_workshop: ClassVar[bool] = True

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """Return the version of the workshop's view, which may have changed."""
        del asked
        return state.workshop_version

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        self.need_right(state, asked)
        if state.workshop is not None and state.workshop.step == STORING:
            raise refuse(Refusal.NOT_NOW)
        if not self.is_asked(state.workshop):
            raise refuse(Refusal.NOT_NOW)
        return self

    def need_right(self, state: TableState, asked: CommandReceived) -> None:
        """Refuse a phone that may not give the command."""
        need_host(state.saved, asked.held(state.saved))

    def is_asked(self, workshop: WorkshopView | None) -> bool:
        """Whether the command fits the view of the workshop, which is None while it is closed."""
        raise NotImplementedError

    def act(self, workshop: Workshop) -> None:
        """Carry it out; raises CommandRefused if the workshop cannot."""
        raise NotImplementedError

    def carry_out(self, table: TableParts) -> Answer:
        """Pass the command to the workshop."""
        self.act(table.workshop)
        return Accepted(table.state.version)


class OpenWorkshop(WorkshopCommand, frozen=True, tag="open_workshop"):
    """Take the board into the workshop (host only). ``anew`` discards an unfinished calibration."""

    task: Task
    restart: bool = field(name="anew")

    def is_asked(self, workshop: WorkshopView | None) -> bool:
        """Allow it at any time: an open workshop may change to another task."""
        del workshop
        return True

    def act(self, workshop: Workshop) -> None:
        """Open it."""
        workshop.open(self.task, restart=self.restart)


class AnswerWorkshop(WorkshopCommand, frozen=True, tag="answer_workshop"):
    """Answer what the workshop asks, with one of its ``answers`` (host only)."""

    answer: ProcedureAnswer

    def is_asked(self, workshop: WorkshopView | None) -> bool:
        """One of its answers."""
        return workshop is not None and self.answer in workshop.answers

    def act(self, workshop: Workshop) -> None:
        """Answer."""
        workshop.answer(self.answer)


class NameSquare(WorkshopCommand, frozen=True, tag="name_square"):
    """Name the square that the workshop asks for, while it ``names`` one (host only)."""

    square: Square

    def is_asked(self, workshop: WorkshopView | None) -> bool:
        """While it names one."""
        return workshop is not None and workshop.names

    def act(self, workshop: Workshop) -> None:
        """Name it."""
        workshop.answer(NamedSquare(self.square))


class NameMass(WorkshopCommand, frozen=True, tag="name_mass"):
    """Name the mass in g that the workshop asks for, while it has ``masses``; it says so if it is not among them (host
    only)."""

    mass: Annotated[float, Meta(ge=0, le=1_000_000)]

    def is_asked(self, workshop: WorkshopView | None) -> bool:
        """While it asks for one."""
        return workshop is not None and workshop.masses is not None

    def act(self, workshop: Workshop) -> None:
        """Name it."""
        workshop.answer(NamedMass(self.mass))


class CloseWorkshop(WorkshopCommand, frozen=True, tag="close_workshop"):
    """Give the board back to the game (players only)."""

    def need_right(self, state: TableState, asked: CommandReceived) -> None:
        """Allow it to any player, so that nobody waits for a host who has left."""
        if not asked.held(state.saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)

    def is_asked(self, workshop: WorkshopView | None) -> bool:
        """While it is open."""
        return workshop is not None

    def act(self, workshop: Workshop) -> None:
        """Close it."""
        workshop.close()


@dataclass(frozen=True, slots=True)
class WorkshopChanged(TableEvent):
    """The view of the workshop has changed; it is None once the workshop is closed."""

    workshop: WorkshopView | None

    def handle(self, state: TableState) -> EventOutcome:
        if self.workshop == state.workshop:
            return EventOutcome(state)
        return EventOutcome(replace(state.newer, workshop=self.workshop, workshop_version=state.version + 1))

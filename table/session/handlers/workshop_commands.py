"""Who may do what in the workshop."""

from __future__ import annotations

from calibration.open_procedure import STORING
from calibration.procedure_view import WorkshopView
from engine.seats import Seat
from table.session.commands import AnswerWorkshop, CloseWorkshop, NameSquare, OpenWorkshop, WorkshopCommand
from table.session.handlers.permissions import need_host
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState


def in_workshop(
    evening: SavedState, held: tuple[Seat, ...], command: WorkshopCommand, workshop: WorkshopView | None
) -> WorkshopCommand:
    """This command, if it is for a phone with these seats to give it while the workshop is so (None: closed). The host
    leads it; whoever sits at the table can end it, so that nobody waits for a host who has gone."""
    if isinstance(command, CloseWorkshop):
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
    else:
        need_host(evening, held)
    if workshop is not None and workshop.step == STORING:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, OpenWorkshop):
        return command
    if workshop is None:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, AnswerWorkshop) and command.answer not in workshop.answers:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, NameSquare) and not workshop.names:
        raise refuse(Refusal.NOT_NOW)
    return command

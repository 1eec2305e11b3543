"""Commands of the workshop: who may give them, and when."""

from __future__ import annotations

from calibration.open_procedure import STORING
from calibration.procedure_view import WorkshopView
from engine.seats import Seat
from table.session.commands import AnswerWorkshop, CloseWorkshop, NameSquare, OpenWorkshop, WorkshopCommand
from table.session.handlers.permissions import need_host
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState


def permitted_workshop_command(
    saved: SavedState, held: tuple[Seat, ...], command: WorkshopCommand, workshop: WorkshopView | None
) -> WorkshopCommand:
    """This command, if a phone with these seats may give it now; ``workshop`` is what the workshop shows (None:
    closed). It belongs to the host; any player can close it, so that nobody waits for a host who has left.

    :raises CommandRefused: if the phone may not give it.
    """
    if isinstance(command, CloseWorkshop):
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
    else:
        need_host(saved, held)
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

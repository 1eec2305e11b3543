"""What commands of the lobby come to."""

from __future__ import annotations

from common.message import Message
from engine.seats import Seat
from table.session.commands import BeginGame, ChooseOptions, LeaveSeat
from table.session.handlers.draft_commands import first_deal
from table.session.handlers.permissions import need_host, need_phase
from table.session.journal_entries import Entry, GameBegan, OptionsChosen, SeatLeft
from table.session.power_deal import needed
from table.session.refusals import CommandRefused, Refusal, forbid, message
from table.session.saved_state import SavedState, draft_of, evolve
from table.session.seating import FEWEST_PLAYERS
from table.session.snapshot import Phase
from table.session.table_api import Refused

FLEECE_PLAYERS = 2
"""How many play the Golden Fleece variant."""


def in_lobby(
    evening: SavedState, held: tuple[Seat, ...], command: LeaveSeat | ChooseOptions | BeginGame, fresh: str, size: int
) -> tuple[Entry, ...]:
    """What a command of the lobby comes to on a board of ``size`` squares a side. ``fresh`` is chance.

    :raises CommandRefused: if it cannot be carried out, as all that follows does.
    """
    need_phase(evening, Phase.LOBBY)
    match command:
        case LeaveSeat(seat):
            if seat not in held and (evening.seating.host not in held or evening.seating.at(seat) is None):
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return (SeatLeft(seat),)
        case ChooseOptions(options):
            need_host(evening, held)
            return (OptionsChosen(options),)
        case BeginGame():
            need_host(evening, held)
            against = obstacle(evening, size)
            if against is not None:
                raise CommandRefused(Refused(against))
            begun = GameBegan(size)
            return (begun, *first_deal(evolve(evening, begun), fresh))


def obstacle(evening: SavedState, size: int) -> Message | None:
    """What stands against beginning a game of those who sit there on a board of this size; None if nothing does."""
    count, options = len(evening.seating.sitters), evening.options
    if not evening.seating.enough:
        return message(Refusal.TOO_FEW_PLAYERS, count=str(FEWEST_PLAYERS))
    if not evening.with_powers:
        return None
    if options.fleece and count != FLEECE_PLAYERS:
        return message(Refusal.FLEECE_FOR_TWO)
    draft, fit = draft_of(evening, size), len(options.allowed(count))
    wanted = 0 if draft is None else needed(draft, options.mode)
    return None if fit >= wanted else message(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(wanted))

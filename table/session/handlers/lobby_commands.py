"""Commands of the lobby: leaving a seat, choosing options, beginning a game."""

from __future__ import annotations

from common.message import Message
from engine.seats import Seat
from table.session.commands import BeginGame, ChooseOptions, LeaveSeat
from table.session.evolve import evolve
from table.session.handlers.draft_commands import first_deal
from table.session.handlers.permissions import need_host, need_phase
from table.session.journal_entries import Entry, GameBegan, OptionsChosen, SeatLeft
from table.session.power_deal import powers_needed
from table.session.refusals import CommandRefused, Refusal, forbid, refusal_message
from table.session.saved_state import SavedState, draft_of
from table.session.seating import FEWEST_PLAYERS
from table.session.snapshot import Phase
from table.session.table_api import Refused

FLEECE_PLAYERS = 2
"""How many play the Golden Fleece variant."""


def handle_lobby_command(
    saved: SavedState, held: tuple[Seat, ...], command: LeaveSeat | ChooseOptions | BeginGame, fresh: str, size: int
) -> tuple[Entry, ...]:
    """The entries of a command of the lobby on a board of ``size`` squares a side; ``fresh`` seeds random numbers.

    :raises CommandRefused: if it cannot be carried out.
    """
    need_phase(saved, Phase.LOBBY)
    match command:
        case LeaveSeat(seat):
            if seat not in held and (saved.seating.host not in held or saved.seating.at(seat) is None):
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return (SeatLeft(seat),)
        case ChooseOptions(options):
            need_host(saved, held)
            return (OptionsChosen(options),)
        case BeginGame():
            need_host(saved, held)
            against = obstacle_to_begin(saved, size)
            if against is not None:
                raise CommandRefused(Refused(against))
            begun = GameBegan(size)
            return (begun, *first_deal(evolve(saved, begun), fresh))


def obstacle_to_begin(saved: SavedState, size: int) -> Message | None:
    """Why a game of the seated players cannot begin on a board of this size; None if it can."""
    count, options = len(saved.seating.players), saved.options
    if not saved.seating.enough:
        return refusal_message(Refusal.TOO_FEW_PLAYERS, count=str(FEWEST_PLAYERS))
    if not saved.with_powers:
        return None
    if options.fleece and count != FLEECE_PLAYERS:
        return refusal_message(Refusal.FLEECE_FOR_TWO)
    draft, fit = draft_of(saved, size), len(options.allowed(count))
    wanted = 0 if draft is None else powers_needed(draft, options.mode)
    return None if fit >= wanted else refusal_message(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(wanted))

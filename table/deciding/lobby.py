"""What commands of the lobby come to."""

from __future__ import annotations

from engine.seats import Seat
from table.commands import ChooseOptions, ClaimSeat, Command, LeaveSeat
from table.deciding.rights import need_host, need_phase
from table.entries import Entry, GameBegan, OptionsChosen, SeatLeft, SeatTaken
from table.evening import Evening
from table.refusals import Refusal, forbid, refuse
from table.seats import FEWEST_PLAYERS, clean_name
from table.snapshot import Phase


def in_lobby(evening: Evening, held: tuple[Seat, ...], command: Command, fresh: str, size: int) -> Entry:
    """What a command of the lobby comes to on a board of ``size`` squares a side. ``fresh`` is the mark of the token
    that comes with a seat.

    :raises CommandRefused: if it cannot be carried out, as all that follows does.
    """
    need_phase(evening, Phase.LOBBY)
    match command:
        case ClaimSeat(seat, text):
            if evening.seating.at(seat) is not None:
                raise refuse(Refusal.SEAT_TAKEN, seat=seat.value)
            name = clean_name(text)
            if name is None:
                raise refuse(Refusal.NAME_NEEDED)
            return SeatTaken(seat, name, fresh)
        case LeaveSeat(seat):
            if seat not in held and (evening.seating.host not in held or evening.seating.at(seat) is None):
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return SeatLeft(seat)
        case ChooseOptions(options):
            need_host(evening, held)
            if evening.seating.needs_powers and not options.powers:
                raise refuse(Refusal.POWERS_NEEDED, players=str(len(evening.seating.sitters)))
            return OptionsChosen(options)
        case _:
            need_host(evening, held)
            if not evening.seating.enough:
                raise refuse(Refusal.TOO_FEW_PLAYERS, count=str(FEWEST_PLAYERS))
            return GameBegan(size)

"""What commands of the draft come to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName
from table.commands import ChoosePower, Command, NameStartPlayer, OfferPowers
from table.entries import Entry, PowerChosen, PowersOffered, StartPlayerNamed
from table.evening import Evening
from table.refusals import Refusal, forbid, refuse


def in_draft(evening: Evening, held: tuple[Seat, ...], command: Command, fresh: str) -> Entry:
    """What a command of the draft comes to."""
    if evening.draft is None:
        raise refuse(Refusal.NOT_NOW)
    if evening.draft.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    match command:
        case OfferPowers(powers):
            return PowersOffered(powers)
        case ChoosePower(power):
            return PowerChosen(power)
        case NameStartPlayer(seat):
            return StartPlayerNamed(seat, deck_seed((power for _, power in evening.draft.chosen), fresh))
        case _:
            raise refuse(Refusal.NOT_NOW)


def deck_seed(powers: Iterable[PowerName], fresh: str) -> int:
    """Chance for shuffling a deck, if one is needed, from that of the token that came with the command. Nobody is told
    either."""
    if not any(power_named(power).deals_simple_powers for power in powers):
        return 0
    return int.from_bytes(hashlib.sha256(f"deck {fresh}".encode()).digest()[:6], "big")

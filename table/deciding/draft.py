"""What commands of the draft come to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.draft import Draft, DraftStage
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName
from table.commands import ChoosePower, NameStartPlayer, OfferPowers
from table.dealing import chance, dealt, needed
from table.entries import Entry, PowerChosen, PowersOffered, StartPlayerNamed
from table.evening import Evening
from table.refusals import Refusal, forbid, refuse


def chooser(draft: Draft, held: tuple[Seat, ...]) -> Seat | None:
    """For which of these seats a phone may choose now; None if for none."""
    due = draft.choosing if draft.stage is DraftStage.CHOOSE else (draft.challenger,)
    return next((seat for seat in due if seat in held), None)


def in_draft(
    evening: Evening, held: tuple[Seat, ...], command: OfferPowers | ChoosePower | NameStartPlayer, fresh: str
) -> Entry:
    """What a command of the draft comes to; ``fresh`` is where chance comes from.

    :raises CommandRefused: if it is not for a phone with these seats to give it now.
    """
    draft = evening.draft
    if draft is None:
        raise refuse(Refusal.NOT_NOW)
    own = chooser(draft, held)
    if own is None:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    match command:
        case OfferPowers(powers):
            return PowersOffered(powers)
        case ChoosePower(power, seat):
            if seat is not None and seat not in held:
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return PowerChosen(power, seat or own)
        case NameStartPlayer(seat):
            return StartPlayerNamed(seat, deck_seed(draft.offered, fresh))


def first_deal(evening: Evening, fresh: str) -> tuple[Entry, ...]:
    """What the table deals in the draft that has just begun, if it does; ``fresh`` is where chance comes from.

    :raises CommandRefused: if there are not enough powers that can be played together.
    """
    draft, options = evening.draft, evening.options
    if draft is None:
        return ()
    entries = dealt(draft, options.mode, chance(fresh, "deal"))
    if entries is None:
        fit = len(options.allowed(len(draft.seats)))
        raise refuse(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(needed(draft, options.mode)))
    return entries


def deck_seed(powers: Iterable[PowerName], fresh: str) -> int:
    """Chance for shuffling a deck, if one is needed."""
    return chance(fresh, "deck") if any(power_named(power).deals_simple_powers for power in powers) else 0

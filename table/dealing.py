"""What the table deals by itself: powers on offer, and powers by lot."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from engine.catalogue import ruled_out
from engine.draft import Draft
from engine.setup import MORTAL, Bans, PowerName
from engine.shuffle import shuffled
from table.entries import Entry, PowerChosen, PowersOffered
from table.options import DraftMode

SPARE = 2
"""How many powers more than there are places for the table deals where all choose at once."""


def chance(fresh: str, purpose: str) -> int:
    """A number that chance decides, another one for each purpose: from the mark of the token that came with a command.
    Nobody is told either."""
    return int.from_bytes(hashlib.sha256(f"{purpose} {fresh}".encode()).digest()[:6], "big")


def dealt(draft: Draft, mode: DraftMode, seed: int) -> tuple[Entry, ...] | None:
    """What the table deals at the beginning of a draft: nothing if that is left to the Challenger. None if there are
    not enough powers that can be played together."""
    if mode is DraftMode.FULL:
        return ()
    places = needed(draft, mode)
    fit = shuffled([card.power for card in draft.cards() if card.refused is None], seed)
    spare = min(SPARE, len(fit) - places) if draft.simultaneous and mode is DraftMode.DEALT else 0
    offer = next((found for bans in _bans(draft) if (found := _together(fit, places + spare, bans)) is not None), None)
    if offer is None:
        return None
    laid = draft.offer(offer)
    return (PowersOffered(offer), *(_by_lot(laid) if mode is DraftMode.QUICK else ()))


def needed(draft: Draft, mode: DraftMode) -> int:
    """How many powers there have to be for such a draft. What the table deals is enough for all to have others."""
    if mode is DraftMode.FULL or not draft.simultaneous:
        return draft.wanted
    return len(draft.seats) * draft.profile.gods_per_player


def _bans(draft: Draft) -> tuple[Bans, ...]:
    """How bans are looked at, one after another: what the rulebook advises against is dealt only if there is nothing
    else."""
    bans = draft.profile.bans
    return (Bans.ENFORCE, bans) if bans is Bans.WARN else (bans,)


def _together(powers: tuple[PowerName, ...], count: int, bans: Bans) -> tuple[PowerName, ...] | None:
    """So many of these powers, no two of which rule each other out; the first ones if possible."""
    if count <= 0:
        return ()
    for place, power in enumerate(powers):
        beside = tuple(other for other in powers[place + 1 :] if ruled_out(power, other, bans) is None)
        rest = _together(beside, count - 1, bans) if len(beside) >= count - 1 else None
        if rest is not None:
            return (power, *rest)
    return None


def _by_lot(draft: Draft) -> Iterator[PowerChosen]:
    """Each player gets what lies there next, as far as it can be had."""
    while draft.choosing:
        seat = draft.choosing[0]
        gone = {power for _, power in draft.chosen} | {MORTAL}
        power = next(card.power for card in draft.cards(seat) if card.refused is None and card.power not in gone)
        yield PowerChosen(power, seat)
        draft = draft.choose(power, seat)

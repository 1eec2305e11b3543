"""What the table lays out by itself: powers on offer, by lot or by the players' votes, and powers given by lot."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from engine.catalogue import ruled_out
from engine.draft import Draft
from engine.seats import Seat
from engine.setup import Bans, PowerName
from engine.shuffle import shuffled
from table.session.journal_entries import Entry, PowerChosen, PowersOffered
from table.settings.game_options import DraftMode

SPARE = 2
"""How many powers more than there are places for the table lays out where all choose at once."""


def chance(fresh: str, purpose: str) -> int:
    """A number that chance decides, another one for each purpose: from the mark of the token that came with a command.
    Nobody is told either."""
    return int.from_bytes(hashlib.sha256(f"{purpose} {fresh}".encode()).digest()[:6], "big")


def dealt(draft: Draft, mode: DraftMode, seed: int) -> tuple[Entry, ...] | None:
    """What the table deals at the beginning of a draft: nothing if that is left to the Challenger or to a vote. None if
    there are not enough powers that can be played together."""
    if mode is DraftMode.FULL:
        return ()
    offer = laid_out(draft, mode, {}, seed)
    if offer is None:
        return None
    if mode is DraftMode.VOTE:
        return ()
    after = draft.offer(offer)
    return (PowersOffered(offer), *(_given(after, after.seats, offer) if mode is DraftMode.QUICK else ()))


def by_lot(draft: Draft, seed: int) -> tuple[PowerChosen, ...]:
    """The choice of all who may choose now, by lot."""
    return tuple(_given(draft, draft.choosing, shuffled(tuple(dict.fromkeys(draft.offered)), seed)))


def needed(draft: Draft, mode: DraftMode) -> int:
    """How many powers there have to be for such a draft. What the table lays out is enough for all to have others."""
    if mode is DraftMode.FULL or not draft.simultaneous:
        return draft.wanted
    return len(draft.seats) * draft.profile.gods_per_player


def on_offer(draft: Draft, mode: DraftMode) -> int:
    """How many powers the table lays out in a draft that has just begun."""
    places = needed(draft, mode)
    if not draft.simultaneous or mode is DraftMode.QUICK:
        return places
    return places + min(SPARE, len(_fit(draft)) - places)


def laid_out(draft: Draft, mode: DraftMode, votes: Mapping[PowerName, int], seed: int) -> tuple[PowerName, ...] | None:
    """The powers that the table lays out in a draft that has just begun: those with the most votes, and where they are
    equal the lot decides. A power that cannot go with those before it is passed over; what the rulebook advises against
    is laid out only where it has votes, or if there is nothing else. None if there are not enough."""
    by_lot = shuffled(_fit(draft), seed)
    ranked = tuple(sorted(by_lot, key=lambda power: -votes.get(power, 0)))
    count = on_offer(draft, mode)
    found = (_together(ranked, count, partial(_goes, draft, votes, bans)) for bans in _bans(draft))
    return next((offer for offer in found if offer is not None), None)


def _fit(draft: Draft) -> tuple[PowerName, ...]:
    """The powers that can be offered by themselves."""
    return tuple(card.power for card in draft.cards() if card.refused is None)


def _bans(draft: Draft) -> tuple[Bans, ...]:
    """How bans are looked at, one after another: what the rulebook advises against is dealt only if there is nothing
    else."""
    bans = draft.profile.bans
    return (Bans.ENFORCE, bans) if bans is Bans.WARN else (bans,)


def _goes(
    draft: Draft, votes: Mapping[PowerName, int], bans: Bans, power: PowerName, beside: tuple[PowerName, ...]
) -> bool:
    """Whether a power can be laid out beside these. What has votes may be whatever a Challenger may offer."""
    if votes.get(power, 0):
        return draft.against(power, beside) is None
    return all(ruled_out(power, other, bans) is None for other in beside)


def _together(
    powers: tuple[PowerName, ...],
    count: int,
    goes: Callable[[PowerName, tuple[PowerName, ...]], bool],
    chosen: tuple[PowerName, ...] = (),
) -> tuple[PowerName, ...] | None:
    """The powers that are chosen and so many more of these, all of which go together; the first ones if possible."""
    if count <= 0:
        return chosen
    for place, power in enumerate(powers):
        now = (*chosen, power)
        beside = tuple(other for other in powers[place + 1 :] if goes(other, now))
        found = _together(beside, count - 1, goes, now) if len(beside) >= count - 1 else None
        if found is not None:
            return found
    return None


def _given(draft: Draft, seats: Collection[Seat], lots: tuple[PowerName, ...]) -> Iterator[PowerChosen]:
    """Each of these players gets, as long as the choice is one of theirs, what comes first among the lots and can be
    had: what nobody has, as long as there is such a power."""
    while (seat := next((seat for seat in draft.choosing if seat in seats), None)) is not None:
        gone = {power for _, power in draft.chosen}
        free = {card.power for card in draft.cards(seat) if card.refused is None}
        power = min((each for each in lots if each in free), key=lambda each: each in gone)
        yield PowerChosen(power, seat)
        draft = draft.choose(power, seat)

"""Offers and deals powers for the table: by lot, or by the players' votes.

Votes are open, and may be changed until all players have said that they are done. Then the table offers what has the
most votes (`select_offer`), and the draft goes on as if the Challenger had offered it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from engine.casting.catalogue import CARDS, ruled_out
from engine.casting.draft import Draft
from engine.errors import DraftError
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import Bans, PowerName, shuffled
from table.settings.options import DraftMode

SPARE = 2
"""The number of powers beyond those needed that the table offers if all players choose at the same time."""


def random_number(fresh: str, purpose: str) -> int:
    """Return a random number, a different one for each purpose. It is derived from ``fresh``, the secret mark of the
    token that came with a command."""
    return int.from_bytes(hashlib.sha256(f"{purpose} {fresh}".encode()).digest()[:6], "big")


def powers_needed(draft: Draft, mode: DraftMode) -> int:
    """Return the number of powers that such a draft needs. If the table makes the offer, it is enough for every player
    to get different powers."""
    if mode is DraftMode.FULL or not draft.simultaneous:
        return draft.wanted
    return len(draft.seats) * draft.profile.gods_per_player


def offer_size(draft: Draft, mode: DraftMode) -> int:
    """Return the number of powers that the table offers in a draft that has just begun."""
    places = powers_needed(draft, mode)
    if not draft.simultaneous or mode is DraftMode.QUICK:
        return places
    return places + min(SPARE, len(_offerable(draft)) - places)


def select_offer(
    draft: Draft,
    mode: DraftMode,
    votes: Mapping[PowerName, int],
    seed: int,
    first: frozenset[PowerName] = frozenset(),
) -> tuple[PowerName, ...] | None:
    """Return the powers that the table offers in a draft that has just begun: those with the most votes, by lot among
    equal ones; of those without votes the powers in ``first`` come first. A power that is banned beside an earlier one
    is left out. A combination that the rulebook advises against is offered only if it has votes, or if there is no
    other. None if there are not enough powers."""
    in_lot_order = shuffled(_offerable(draft), seed)
    ranked = tuple(sorted(in_lot_order, key=lambda power: (-votes.get(power, 0), power not in {*votes, *first})))
    count = offer_size(draft, mode)
    found = (_compatible(ranked, count, partial(_fits_beside, draft, votes, bans)) for bans in _bans(draft))
    return next((offer for offer in found if offer is not None), None)


def _offerable(draft: Draft) -> tuple[PowerName, ...]:
    """Return the powers that can be offered by themselves."""
    return tuple(card.power for card in draft.cards() if card.refused is None)


def _bans(draft: Draft) -> tuple[Bans, ...]:
    """Return the strictness of bans to try, one after another, the combinations that the rulebook advises against
    last."""
    bans = draft.profile.bans
    return (Bans.ENFORCE, bans) if bans is Bans.WARN else (bans,)


def _fits_beside(
    draft: Draft, votes: Mapping[PowerName, int], bans: Bans, power: PowerName, beside: tuple[PowerName, ...]
) -> bool:
    """Whether a power can be offered beside these. With votes it may be any power that a Challenger may offer."""
    if votes.get(power, 0):
        return draft.against(power, beside) is None
    return all(ruled_out(power, other, bans) is None for other in beside)


def _compatible(
    powers: tuple[PowerName, ...],
    count: int,
    fits: Callable[[PowerName, tuple[PowerName, ...]], bool],
    chosen: tuple[PowerName, ...] = (),
) -> tuple[PowerName, ...] | None:
    """Return ``chosen`` and ``count`` more of ``powers`` that can all be played together, the first ones if
    possible."""
    if count <= 0:
        return chosen
    for place, power in enumerate(powers):
        now = (*chosen, power)
        beside = tuple(other for other in powers[place + 1 :] if fits(other, now))
        found = _compatible(beside, count - 1, fits, now) if len(beside) >= count - 1 else None
        if found is not None:
            return found
    return None


def check_picked(draft: Draft, powers: tuple[PowerName, ...]) -> None:
    """Check what the Challenger has picked for an offer so far.

    :raises DraftError: for too many powers, one of them twice, or those that cannot be offered, or not together.
    """
    if len(powers) > draft.wanted and not draft.simultaneous:
        raise DraftError(Reason.of("draft.enough", count=draft.wanted))
    for place, power in enumerate(powers):
        against = draft.against(power, powers[:place])
        if against is not None:
            raise DraftError(against)


class Vote(Struct, frozen=True):
    """The vote of a seat for these powers; ``done``: it is final."""

    seat: Seat
    powers: tuple[PowerName, ...]
    done: bool


Votes = tuple[Vote, ...]
"""The last vote of each player, in the order of seats."""


def with_vote(draft: Draft, votes: Votes, vote: Vote) -> Votes:
    """Return the votes after a player has voted, for the first time or again.

    :raises DraftError: for too many powers, one of them twice, or one that cannot be offered.
    :raises ValueError: for a seat that is not in the draft.
    """
    if vote.seat not in draft.seats:
        raise ValueError(f"{vote.seat} does not vote; {', '.join(draft.seats)} do")
    most = offer_size(draft, DraftMode.VOTE)
    if len(vote.powers) > most:
        raise DraftError(Reason.of("draft.enough", count=most))
    for power, copies in Counter(vote.powers).items():
        against = Reason.of("draft.repeated", power=power) if copies > 1 else draft.against(power)
        if against is not None:
            raise DraftError(against)
    after = (*(each for each in votes if each.seat is not vote.seat), vote)
    return tuple(sorted(after, key=lambda each: draft.seats.index(each.seat)))


def still_voting(draft: Draft, votes: Votes) -> tuple[Seat, ...]:
    """Return the seats whose vote is not final, in the order of seats."""
    done = {vote.seat for vote in votes if vote.done}
    return tuple(seat for seat in draft.seats if seat not in done)


def count_votes(votes: Votes) -> Counter[PowerName]:
    """Return the number of votes of each power."""
    return Counter(power for vote in votes for power in vote.powers)


def voters(draft: Draft, votes: Votes) -> tuple[tuple[PowerName, tuple[Seat, ...]], ...]:
    """Return the voters of each power: powers with the most votes first, of equal ones those on offer, then in the
    order of the rulebook."""
    every = ((card.power, tuple(vote.seat for vote in votes if card.power in vote.powers)) for card in CARDS)
    found = [(power, seats) for power, seats in every if seats]
    return tuple(sorted(found, key=lambda each: (-len(each[1]), each[0] not in draft.offered)))


def why_not_offered(draft: Draft, votes: Votes, power: PowerName) -> Reason | None:
    """Return the reason why a power is not on offer though it has as many votes as one that is; None if it is on offer,
    if it has fewer votes, or while the vote goes on."""
    count = count_votes(votes)
    least = min((count[other] for other in draft.offered), default=0)
    if not draft.offered or power in draft.offered or count[power] < least:
        return None
    before = tuple(other for other in draft.offered if count[other] >= count[power])
    against = draft.against(power, before)
    if against is not None:
        return against
    return Reason.of("draft.by_lot" if count[power] == least else "draft.leaves_too_few", power=power)

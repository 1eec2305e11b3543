"""The players' vote for the powers on offer: valid votes, who still votes, and the result.

Votes are open, and may be changed until all players have said that they are done. Then the table offers what has the
most votes (`table.session.power_deal.select_offer`), and the draft goes on as if the Challenger had offered it.
"""

from __future__ import annotations

from collections import Counter

from engine.casting.catalogue import CARDS
from engine.casting.draft import Draft
from engine.errors import DraftError
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from table.session.journal_entries import PowersVoted
from table.session.power_deal import offer_size
from table.settings.game_options import DraftMode

Votes = tuple[PowersVoted, ...]
"""The last vote of each player who has voted, in the order of seats."""


def with_vote(draft: Draft, votes: Votes, vote: PowersVoted) -> Votes:
    """The votes after a player has voted, for the first time or again.

    :raises DraftError: if that is too many powers, one of them twice, or one that cannot be offered.
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
    """The seats whose players have not said that they are done, in the order of seats."""
    done = {vote.seat for vote in votes if vote.done}
    return tuple(seat for seat in draft.seats if seat not in done)


def count_votes(votes: Votes) -> Counter[PowerName]:
    """How many votes each power has."""
    return Counter(power for vote in votes for power in vote.powers)


def voters(draft: Draft, votes: Votes) -> tuple[tuple[PowerName, tuple[Seat, ...]], ...]:
    """Who votes for which power: powers with the most votes first, of equal ones those on offer, then in the order of
    the rulebook."""
    every = ((card.power, tuple(vote.seat for vote in votes if card.power in vote.powers)) for card in CARDS)
    found = [(power, seats) for power, seats in every if seats]
    return tuple(sorted(found, key=lambda each: (-len(each[1]), each[0] not in draft.offered)))


def why_not_offered(draft: Draft, votes: Votes, power: PowerName) -> Reason | None:
    """Why a power is not on offer though it has as many votes as one that is; None if it is on offer, if it has fewer
    votes, or while the vote goes on."""
    count = count_votes(votes)
    least = min((count[other] for other in draft.offered), default=0)
    if not draft.offered or power in draft.offered or count[power] < least:
        return None
    before = tuple(other for other in draft.offered if count[other] >= count[power])
    against = draft.against(power, before)
    if against is not None:
        return against
    return Reason.of("draft.by_lot" if count[power] == least else "draft.leaves_too_few", power=power)

"""What commands of the draft come to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.draft import Draft, DraftStage
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName
from table.session.commands import ChoosePower, CountVotes, NameStartPlayer, OfferPowers, VoteForPowers
from table.session.handlers.permissions import need_host
from table.session.journal_entries import Entry, PowerChosen, PowersOffered, PowersVoted, StartPlayerNamed
from table.session.power_deal import by_lot, chance, dealt, laid_out, needed
from table.session.power_votes import Votes, counted, still_voting, with_vote
from table.session.refusals import CommandRefused, Refusal, forbid, refuse
from table.session.saved_state import SavedState
from table.settings.game_options import DraftMode


def choosing(evening: SavedState) -> tuple[Seat, ...]:
    """The seats that may choose powers now, or vote for them."""
    draft = evening.draft
    if draft is None:
        return ()
    return still_voting(draft, evening.votes) if evening.voting else draft.choosing


def chooser(evening: SavedState, held: tuple[Seat, ...]) -> Seat | None:
    """For which of these seats a phone may choose now; None if for none. Where nobody takes powers or votes for them,
    the choice is the Challenger's."""
    draft = evening.draft
    if draft is None:
        return None
    due = choosing(evening) or (draft.challenger,)
    return next((seat for seat in due if seat in held), None)


def in_vote(
    evening: SavedState, held: tuple[Seat, ...], command: VoteForPowers | CountVotes, fresh: str
) -> tuple[Entry, ...]:
    """What a vote comes to, or the host's word that all votes are in; ``fresh`` is where chance comes from.

    :raises CommandRefused: if it is not for a phone with these seats to give it now.
    :raises DraftError: for powers that a player cannot vote for.
    """
    draft = evening.draft
    if draft is None or not evening.voting:
        raise refuse(Refusal.NOT_NOW)
    match command:
        case CountVotes():
            need_host(evening, held)
            return (_outcome(evening, draft, evening.votes, fresh),)
        case VoteForPowers(seat, powers, done):
            if seat not in held:
                raise forbid(Refusal.NOT_YOUR_SEAT)
            vote = PowersVoted(seat, powers, done)
            votes = with_vote(draft, evening.votes, vote)
            return (vote,) if still_voting(draft, votes) else (vote, _outcome(evening, draft, votes, fresh))


def _outcome(evening: SavedState, draft: Draft, votes: Votes, fresh: str) -> PowersOffered:
    """What lies there once these votes are counted."""
    offered = laid_out(draft, DraftMode.VOTE, counted(votes), chance(fresh, "vote"))
    if offered is None:
        raise _too_few(evening, draft)
    return PowersOffered(offered)


def drawn_lots(evening: SavedState, held: tuple[Seat, ...], fresh: str) -> tuple[Entry, ...]:
    """What the lot decides where the host waits for nobody any more; ``fresh`` is where chance comes from.

    :raises CommandRefused: if there is nothing to decide so, it is not for a phone with these seats to ask for it, or
        there are not enough powers that can be played together.
    """
    draft = evening.draft
    if draft is None or evening.voting:
        raise refuse(Refusal.NOT_NOW)
    need_host(evening, held)
    match draft.stage:
        case DraftStage.OFFER:
            offer = dealt(draft, DraftMode.DEALT, chance(fresh, "deal"))
            if offer is None:
                raise _too_few(evening, draft)
            return offer
        case DraftStage.CHOOSE:
            return by_lot(draft, chance(fresh, "choice"))
        case _:
            starter = draft.starters[chance(fresh, "start") % len(draft.starters)]
            return (StartPlayerNamed(starter, deck_seed(draft.offered, fresh)),)


def in_draft(
    evening: SavedState, held: tuple[Seat, ...], command: OfferPowers | ChoosePower | NameStartPlayer, fresh: str
) -> Entry:
    """What a command of the draft comes to; ``fresh`` is where chance comes from.

    :raises CommandRefused: if it is not for a phone with these seats to give it now.
    """
    draft = evening.draft
    if draft is None or evening.voting:
        raise refuse(Refusal.NOT_NOW)
    own = chooser(evening, held)
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


def first_deal(evening: SavedState, fresh: str) -> tuple[Entry, ...]:
    """What the table deals in the draft that has just begun, if it does; ``fresh`` is where chance comes from.

    :raises CommandRefused: if there are not enough powers that can be played together.
    """
    draft, options = evening.draft, evening.options
    if draft is None:
        return ()
    entries = dealt(draft, options.mode, chance(fresh, "deal"))
    if entries is None:
        raise _too_few(evening, draft)
    return entries


def _too_few(evening: SavedState, draft: Draft) -> CommandRefused:
    options = evening.options
    fit, wanted = len(options.allowed(len(draft.seats))), needed(draft, options.mode)
    return refuse(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(wanted))


def deck_seed(powers: Iterable[PowerName], fresh: str) -> int:
    """Chance for shuffling a deck, if one is needed."""
    return chance(fresh, "deck") if any(power_named(power).deals_simple_powers for power in powers) else 0

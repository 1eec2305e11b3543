"""The draft: votes, offers and choices of powers, by players or by lot, and their results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Annotated

from msgspec import Meta

from engine.casting.catalogue import CARDS, FIRST_GAMES, HIDDEN_INFORMATION
from engine.casting.draft import Draft, DraftStage
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName, shuffled
from table.log_forms import draft_record
from table.session.answers import CommandRefused, Refusal, forbid, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import DraftChoice, Entry, PowerChosen, PowersOffered, PowersVoted, StartPlayerNamed
from table.session.power_deal import (
    Votes,
    check_picked,
    count_votes,
    powers_needed,
    random_number,
    select_offer,
    still_voting,
    with_vote,
)
from table.session.saved_state import SavedState, need_host, need_opener
from table.session.session_events import DraftWish
from table.session.table_state import TableState
from table.settings.options import DraftMode, powers_allowed

PowerNames = Annotated[tuple[PowerName, ...], Meta(max_length=len(CARDS))]


def draft_version(state: TableState) -> int:
    """Return the version of the last change to the choices or votes. If all choose at once, choices of others do not
    count."""
    return state.draft_version if state.saved.at_once else state.game_version


class VoteForPowers(Command, frozen=True, tag="vote_for_powers"):
    """Vote for the powers on offer, in place of the seat's earlier vote. ``done``: the vote is final."""

    seat: Seat
    powers: PowerNames
    done: bool

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """Return the version of the offer: votes of others make no vote stale."""
        del asked
        return draft_version(state)

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        return self.entries(state.saved, asked.own(state.saved), asked.fresh)

    def entries(self, saved: SavedState, own: tuple[Seat, ...], fresh: str) -> tuple[Entry, ...]:
        """Return the vote of one of these seats, and the offer if it was the last one; ``fresh`` seeds random numbers.

        :raises CommandRefused: if the seat may not vote now.
        :raises DraftError: for powers that a player cannot vote for.
        """
        draft = _voting_draft(saved)
        if self.seat not in own:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        vote = PowersVoted(self.seat, self.powers, self.done)
        votes = with_vote(draft, saved.votes, vote)
        return (vote,) if still_voting(draft, votes) else (vote, _outcome(saved, draft, votes, fresh))


class CountVotes(Command, frozen=True, tag="count_votes"):
    """Count the votes now, without waiting for the others (host only)."""

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """Return the version of the offer: votes of others do not make it stale."""
        del asked
        return draft_version(state)

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        draft = _voting_draft(saved)
        need_host(saved, asked.held(saved))
        return (_outcome(saved, draft, saved.votes, asked.fresh),)


class DrawLots(Command, frozen=True, tag="draw_lots"):
    """Decide by lot what the draft waits for: the offer, a power, or the Start Player. A vote is counted instead (host
    only)."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved, fresh = state.saved, asked.fresh
        draft = _open_draft(saved)
        need_host(saved, asked.held(saved))
        need_opener(saved)
        match draft.stage:
            case DraftStage.OFFER:
                offer = deal(draft, DraftMode.DEALT, random_number(fresh, "deal"), drawn_first(saved))
                if offer is None:
                    raise _too_few(saved, draft)
                return _with_all_tables(saved, offer)
            case DraftStage.CHOOSE:
                return _with_all_tables(saved, choose_by_lot(draft, random_number(fresh, "choice")))
            case _:
                return _with_all_tables(saved, (starter_by_lot(draft, fresh),))


class DraftCommand(Command, frozen=True):
    """A choice of the seat that may choose in the draft now."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        return _with_all_tables(saved, (self.choice(saved, asked.own(saved), asked.fresh),))

    def choice(self, saved: SavedState, own: tuple[Seat, ...], fresh: str) -> DraftChoice:
        """Return the entry of the choice by one of these seats; ``fresh`` seeds random numbers.

        :raises CommandRefused: if none of them may choose this now.
        """
        draft = _open_draft(saved)
        seat = choosing_seat(saved, own)
        if seat is None:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return self.chosen(saved, draft, own, seat, fresh)

    def chosen(self, saved: SavedState, draft: Draft, own: tuple[Seat, ...], seat: Seat, fresh: str) -> DraftChoice:
        """Return the entry once it is clear that ``seat``, one of its phone's ``own``, may choose."""
        raise NotImplementedError


class PickPowers(Command, frozen=True, tag="pick_powers"):
    """Show what the Challenger has picked so far, which is not offered yet. It lasts as long as the program runs."""

    powers: PowerNames

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        draft = _open_draft(saved)
        if draft.stage is not DraftStage.OFFER:
            raise refuse(Refusal.NOT_NOW)
        if choosing_seat(saved, asked.own(saved)) is None:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        check_picked(draft, self.powers)
        return state if self.powers == state.picked else replace(state.newer, picked=self.powers)


class OfferPowers(DraftCommand, frozen=True, tag="offer_powers"):
    """Offer these powers (the Challenger)."""

    powers: PowerNames

    def chosen(self, saved: SavedState, draft: Draft, own: tuple[Seat, ...], seat: Seat, fresh: str) -> PowersOffered:
        """Return the offer. In a match it has no power that needs a judge."""
        del draft, own, seat, fresh
        hidden = [] if saved.match is None else [power for power in self.powers if power in HIDDEN_INFORMATION]
        if hidden:
            raise refuse(Refusal.NEEDS_JUDGE, power=hidden[0])
        return PowersOffered(self.powers)


class ChoosePower(DraftCommand, frozen=True, tag="choose_power"):
    """Take one of the offered powers for a seat; without one for the phone's first seat that may choose now."""

    power: PowerName
    seat: Seat | None = None

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """Return the version: if all choose at once, the choices of others do not make it stale."""
        del asked
        return draft_version(state)

    def chosen(self, saved: SavedState, draft: Draft, own: tuple[Seat, ...], seat: Seat, fresh: str) -> PowerChosen:
        """Return the power for the named seat, which has to be the phone's."""
        del saved, draft, fresh
        if self.seat is not None and self.seat not in own:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return PowerChosen(self.power, self.seat or seat)


class NameStartPlayer(DraftCommand, frozen=True, tag="name_start_player"):
    """Name the Start Player (the Challenger)."""

    seat: Seat

    def chosen(
        self, saved: SavedState, draft: Draft, own: tuple[Seat, ...], seat: Seat, fresh: str
    ) -> StartPlayerNamed:
        """Return the Start Player, and the seed for shuffling decks."""
        del saved, own, seat
        return StartPlayerNamed(self.seat, deck_seed(draft.offered, fresh))


PlainDraftCommand = VoteForPowers | CountVotes | DrawLots | PickPowers | OfferPowers | ChoosePower | NameStartPlayer
"""The commands of the draft."""


def _open_draft(saved: SavedState) -> Draft:
    """Return the draft in which players choose now."""
    if saved.draft is None or saved.voting:
        raise refuse(Refusal.NOT_NOW)
    return saved.draft


def _voting_draft(saved: SavedState) -> Draft:
    """Return the draft whose offer is voted on now."""
    if saved.draft is None or not saved.voting:
        raise refuse(Refusal.NOT_NOW)
    return saved.draft


def _with_all_tables(saved: SavedState, choices: tuple[DraftChoice, ...]) -> Decided:
    """Return the outcome of choices in the draft. In a match all tables have to know them before they count."""
    if not saved.drafting_apart or saved.draft is None:
        return choices
    return DraftWish(draft_record(with_choices(saved.draft, choices)))


def with_choices(draft: Draft, choices: Iterable[DraftChoice]) -> Draft:
    """Return the draft after these choices; raises DraftError if it does not allow one of them."""
    return reduce(lambda before, choice: choice.chosen_in(before), choices, draft)


def choosing_seats(saved: SavedState) -> tuple[Seat, ...]:
    """Return the seats that may choose powers now, or vote for them."""
    draft = saved.draft
    if draft is None:
        return ()
    return still_voting(draft, saved.votes) if saved.voting else draft.choosing


def choosing_seat(saved: SavedState, held: tuple[Seat, ...]) -> Seat | None:
    """Return the seat of ``held`` that may choose now; None if there is none. The Challenger chooses unless players
    take powers or vote."""
    draft = saved.draft
    if draft is None:
        return None
    due = choosing_seats(saved) or (draft.challenger,)
    return next((seat for seat in due if seat in held), None)


def _outcome(saved: SavedState, draft: Draft, votes: Votes, fresh: str) -> PowersOffered:
    """Return the offer that results from these votes."""
    offered = select_offer(draft, DraftMode.VOTE, count_votes(votes), random_number(fresh, "vote"), drawn_first(saved))
    if offered is None:
        raise _too_few(saved, draft)
    return PowersOffered(offered)


def drawn_first(saved: SavedState) -> frozenset[PowerName]:
    """Return the powers that come first when a lot decides in place of a player: those for first games, as long as no
    game with powers was finished at this table. What the table deals is as the options say."""
    return frozenset() if saved.gods_played else FIRST_GAMES


def deal(
    draft: Draft, mode: DraftMode, seed: int, first: frozenset[PowerName] = frozenset()
) -> tuple[DraftChoice, ...] | None:
    """Return the offer and the deals of the table at the beginning of a draft, of powers in ``first`` if possible;
    nothing if the Challenger or a vote decides. None if there are not enough powers that can be played together."""
    if mode is DraftMode.FULL:
        return ()
    offer = select_offer(draft, mode, {}, seed, first)
    if offer is None:
        return None
    if mode is DraftMode.VOTE:
        return ()
    after = draft.offer(offer)
    return (PowersOffered(offer), *(_choices_by_lot(after, after.seats, offer) if mode is DraftMode.QUICK else ()))


def choose_by_lot(draft: Draft, seed: int, seats: Collection[Seat] | None = None) -> tuple[PowerChosen, ...]:
    """Return the choices by lot of those of these seats that may choose now, or of all that may if ``seats`` is
    None."""
    lots = shuffled(tuple(dict.fromkeys(draft.offered)), seed)
    return tuple(_choices_by_lot(draft, draft.choosing if seats is None else seats, lots))


def _choices_by_lot(draft: Draft, seats: Collection[Seat], lots: tuple[PowerName, ...]) -> Iterator[PowerChosen]:
    """Return the choices of these players as long as it is their turn: for each the first of ``lots`` that is allowed,
    preferably one that no other player has."""
    while (seat := next((seat for seat in draft.choosing if seat in seats), None)) is not None:
        taken = {power for _, power in draft.chosen}
        free = {card.power for card in draft.cards(seat) if card.refused is None}
        power = min((each for each in lots if each in free), key=lambda each: each in taken)
        yield PowerChosen(power, seat)
        draft = draft.choose(power, seat)


def starter_by_lot(draft: Draft, fresh: str) -> StartPlayerNamed:
    """Return a Start Player by lot; ``fresh`` seeds random numbers."""
    starter = draft.starters[random_number(fresh, "start") % len(draft.starters)]
    return StartPlayerNamed(starter, deck_seed(draft.offered, fresh))


def first_deal(saved: SavedState, fresh: str) -> tuple[Entry, ...]:
    """Return the entries of the table's deals in a draft that has just begun, if any; ``fresh`` seeds random numbers.

    :raises CommandRefused: if there are not enough powers that can be played together.
    """
    draft, options = saved.draft, saved.options_played
    if draft is None:
        return ()
    entries = deal(draft, options.mode, random_number(fresh, "deal"))
    if entries is None:
        raise _too_few(saved, draft)
    return entries


def _too_few(saved: SavedState, draft: Draft) -> CommandRefused:
    options = saved.options_played
    fit, wanted = len(powers_allowed(options, len(draft.seats))), powers_needed(draft, options.mode)
    return refuse(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(wanted))


def deck_seed(powers: Iterable[PowerName], fresh: str) -> int:
    """Return the seed for shuffling a deck if one of these powers needs it, else 0."""
    return random_number(fresh, "deck") if any(power_named(power).deals_simple_powers for power in powers) else 0

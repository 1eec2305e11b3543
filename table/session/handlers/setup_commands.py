"""Commands that set up a game: the lobby, the draft and the rematch."""

from __future__ import annotations

from collections.abc import Iterable

from common.message import Message
from engine.casting.catalogue import HIDDEN_INFORMATION
from engine.casting.draft import Draft, DraftStage
from engine.powers import power_named
from engine.seats import Seat
from engine.setup import PowerName
from opponent.levels import LevelName
from table.session.commands import (
    AbandonGame,
    BeginGame,
    ChooseOptions,
    ChoosePower,
    CountVotes,
    LeaveSeat,
    LetTablePlay,
    NameStartPlayer,
    OfferPowers,
    Rematch,
    VoteForPowers,
)
from table.session.evolve import evolve
from table.session.journal_entries import (
    Entry,
    GameAbandoned,
    GameBegan,
    OptionsChosen,
    PowerChosen,
    PowersOffered,
    PowersVoted,
    RematchAgreed,
    SeatLeft,
    StartPlayerNamed,
    TablePlays,
)
from table.session.power_deal import (
    Votes,
    choose_by_lot,
    count_votes,
    deal,
    powers_needed,
    random_number,
    select_offer,
    still_voting,
    with_vote,
)
from table.session.rematch import WITH_THE_SAME_CARDS, RematchKind
from table.session.saved_state import (
    FEWEST_PLAYERS,
    SavedState,
    draft_of,
    need_here,
    need_host,
    need_opener,
    need_phase,
)
from table.session.snapshot import Phase
from table.session.table_api import CommandRefused, Refusal, Refused, forbid, refusal_message, refuse
from table.settings.game_options import DraftMode, powers_allowed

FLEECE_PLAYERS = 2
"""How many play the Golden Fleece variant."""


def choosing_seats(saved: SavedState) -> tuple[Seat, ...]:
    """The seats that may choose powers now, or vote for them."""
    draft = saved.draft
    if draft is None:
        return ()
    return still_voting(draft, saved.votes) if saved.voting else draft.choosing


def choosing_seat(saved: SavedState, held: tuple[Seat, ...]) -> Seat | None:
    """The seat of ``held`` that may choose now; None if there is none. The Challenger chooses unless players take
    powers or vote."""
    draft = saved.draft
    if draft is None:
        return None
    due = choosing_seats(saved) or (draft.challenger,)
    return next((seat for seat in due if seat in held), None)


def handle_vote_command(
    saved: SavedState, held: tuple[Seat, ...], command: VoteForPowers | CountVotes, fresh: str
) -> tuple[Entry, ...]:
    """The entries of a vote, or of the host's order to count the votes; ``fresh`` seeds random numbers.

    :raises CommandRefused: if a phone with these seats may not give the command now.
    :raises DraftError: for powers that a player cannot vote for.
    """
    draft = saved.draft
    if draft is None or not saved.voting:
        raise refuse(Refusal.NOT_NOW)
    match command:
        case CountVotes():
            need_host(saved, held)
            return (_outcome(saved, draft, saved.votes, fresh),)
        case VoteForPowers(seat, powers, done):
            if seat not in held:
                raise forbid(Refusal.NOT_YOUR_SEAT)
            vote = PowersVoted(seat, powers, done)
            votes = with_vote(draft, saved.votes, vote)
            return (vote,) if still_voting(draft, votes) else (vote, _outcome(saved, draft, votes, fresh))


def _outcome(saved: SavedState, draft: Draft, votes: Votes, fresh: str) -> PowersOffered:
    """The offer that results from these votes."""
    offered = select_offer(draft, DraftMode.VOTE, count_votes(votes), random_number(fresh, "vote"))
    if offered is None:
        raise _too_few(saved, draft)
    return PowersOffered(offered)


def draw_lots(saved: SavedState, held: tuple[Seat, ...], fresh: str) -> tuple[Entry, ...]:
    """The entries of a choice by lot, with which the host ends the waiting; ``fresh`` seeds random numbers.

    :raises CommandRefused: if nothing can be decided by lot now, a phone with these seats may not ask for it, or there
        are not enough powers that can be played together.
    """
    draft = saved.draft
    if draft is None or saved.voting:
        raise refuse(Refusal.NOT_NOW)
    need_host(saved, held)
    need_opener(saved)
    match draft.stage:
        case DraftStage.OFFER:
            offer = deal(draft, DraftMode.DEALT, random_number(fresh, "deal"))
            if offer is None:
                raise _too_few(saved, draft)
            return offer
        case DraftStage.CHOOSE:
            return choose_by_lot(draft, random_number(fresh, "choice"))
        case _:
            starter = draft.starters[random_number(fresh, "start") % len(draft.starters)]
            return (StartPlayerNamed(starter, deck_seed(draft.offered, fresh)),)


def handle_draft_command(
    saved: SavedState, held: tuple[Seat, ...], command: OfferPowers | ChoosePower | NameStartPlayer, fresh: str
) -> Entry:
    """The entry of a command of the draft; ``fresh`` seeds random numbers.

    :raises CommandRefused: if a phone with these seats may not give it now.
    """
    draft = saved.draft
    if draft is None or saved.voting:
        raise refuse(Refusal.NOT_NOW)
    own = choosing_seat(saved, held)
    if own is None:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    match command:
        case OfferPowers(powers):
            hidden = [] if saved.match is None else [power for power in powers if power in HIDDEN_INFORMATION]
            if hidden:
                raise refuse(Refusal.NEEDS_JUDGE, power=hidden[0])
            return PowersOffered(powers)
        case ChoosePower(power, seat):
            if seat is not None and seat not in held:
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return PowerChosen(power, seat or own)
        case NameStartPlayer(seat):
            return StartPlayerNamed(seat, deck_seed(draft.offered, fresh))


def first_deal(saved: SavedState, fresh: str) -> tuple[Entry, ...]:
    """The entries that the table deals in a draft that has just begun, if any; ``fresh`` seeds random numbers.

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
    """The seed for shuffling a deck, if one of these powers needs it, else 0."""
    return random_number(fresh, "deck") if any(power_named(power).deals_simple_powers for power in powers) else 0


LobbyCommand = LeaveSeat | LetTablePlay | ChooseOptions | BeginGame


def handle_lobby_command(
    saved: SavedState,
    held: tuple[Seat, ...],
    command: LeaveSeat | LetTablePlay | ChooseOptions | BeginGame,
    fresh: str,
    size: int,
) -> tuple[Entry, ...]:
    """The entries of a command of the lobby on a board of ``size`` squares a side; ``fresh`` seeds random numbers.

    :raises CommandRefused: if it cannot be carried out.
    """
    need_phase(saved, Phase.LOBBY)
    match command:
        case LeaveSeat(seat):
            if seat not in held and (saved.seating.host not in held or saved.seating.at(seat) is None):
                raise forbid(Refusal.NOT_YOUR_SEAT)
            need_here(saved, seat)
            return (SeatLeft(seat),)
        case LetTablePlay(seat, level):
            need_host(saved, held)
            need_here(saved, seat)
            return _table_plays(saved, held, seat, level)
        case ChooseOptions(options):
            need_host(saved, held)
            return (OptionsChosen(options),)
        case BeginGame():
            need_host(saved, held)
            need_opener(saved)
            against = obstacle_to_begin(saved, size)
            if against is not None:
                raise CommandRefused(Refused(against))
            begun = GameBegan(size)
            return (begun, *first_deal(evolve(saved, begun), fresh))


def _table_plays(saved: SavedState, held: tuple[Seat, ...], seat: Seat, level: LevelName | None) -> tuple[Entry, ...]:
    """The entry that lets the table play for a free seat, or for one of this phone's, or no longer."""
    player = saved.seating.at(seat)
    if player is not None and player.mark and seat not in held:
        raise refuse(Refusal.SEAT_TAKEN, seat=seat.value)
    if level is None and (player is None or player.level is None):
        raise refuse(Refusal.NOT_NOW)
    return (TablePlays(seat, level),)


def obstacle_to_begin(saved: SavedState, size: int) -> Message | None:
    """Why a game of the seated players cannot begin on a board of this size; None if it can."""
    count, options = len(saved.seating.players), saved.options_played
    if not saved.seating.enough:
        return refusal_message(Refusal.TOO_FEW_PLAYERS, count=str(FEWEST_PLAYERS))
    if saved.match is not None and not saved.match.seats.opened_here:
        return refusal_message(Refusal.OPENER_ONLY)
    if saved.match is not None and not saved.match.seats.all_came:
        return refusal_message(Refusal.NOT_ALL_CAME)
    if not saved.with_powers:
        return None
    if options.fleece and count != FLEECE_PLAYERS:
        return refusal_message(Refusal.FLEECE_FOR_TWO)
    draft, fit = draft_of(saved, size), len(powers_allowed(options, count))
    wanted = 0 if draft is None else powers_needed(draft, options.mode)
    return None if fit >= wanted else refusal_message(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(wanted))


def handle_rematch_command(
    saved: SavedState, held: tuple[Seat, ...], command: Rematch | AbandonGame, fresh: str
) -> tuple[Entry, ...]:
    """The entries of a rematch, or of ending the game without a result; ``fresh`` seeds random numbers."""
    if isinstance(command, Rematch):
        need_phase(saved, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if command.again is not RematchKind.LOBBY:
            need_opener(saved)
        again = RematchAgreed(command.again, _deck(saved, fresh) if command.again in WITH_THE_SAME_CARDS else 0)
        return (again, *first_deal(evolve(saved, again), fresh))
    need_phase(saved, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
    need_host(saved, held)
    if saved.match is not None and saved.match.current and saved.phase is not Phase.OVER:
        raise refuse(Refusal.GAME_GOES_ON)
    if saved.drafting_apart:
        need_opener(saved)
    return (GameAbandoned(),)


def _deck(saved: SavedState, fresh: str) -> int:
    if saved.game is None:
        return 0
    setup = saved.game.setup
    powers = [power for player in setup.players for power in player.powers]
    return deck_seed([*powers, *([] if setup.fleece is None else [setup.fleece])], fresh)

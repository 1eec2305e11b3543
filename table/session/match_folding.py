"""The saved state after entries about a match: who sits where, which game is played, and what of it all tables have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine import Game, Setup
from engine.actions import Action
from engine.seats import Seat
from engine.told_games import viewer_at, with_secrets
from engine.told_results import state_as_known
from table.draft_record import DraftRecord, draft_in
from table.session.journal_entries import ResultTold
from table.session.match_part import MatchPart, MatchSeats
from table.session.saved_state import TABLE_SEATS, SavedState, SeatedPlayer, Seating
from table.session.snapshot import Phase
from table.setup_form import SetupForm, setup_in


def seated_apart(saved: SavedState, seats: MatchSeats | None) -> SavedState:
    """The state once the seats of a match are played like this. Who has a seat here that is played elsewhere moves to a
    free one of this table, the host first; for whom there is none stands up."""
    here = tuple(player for player in saved.seating.players if player.far is None)
    host = saved.seating.named_host
    if seats is None:
        return replace(saved, seating=Seating(here, host), match=None)
    moved = _moved(here, saved.seating.host, seats)
    staying = tuple(replace(player, seat=moved[player.seat]) for player in here if player.seat in moved)
    far = tuple(SeatedPlayer(each.seat, each.name, "", far=each) for each in seats.far)
    seating = Seating((*staying, *far), None if host is None else moved.get(host))
    part = MatchPart(seats) if saved.match is None else replace(saved.match, seats=seats)
    return replace(saved, seating=seating, match=part)


def _moved(here: tuple[SeatedPlayer, ...], host: Seat | None, seats: MatchSeats) -> dict[Seat, Seat]:
    """The seats of those who stay, by the seats that they had."""
    moved = {player.seat: player.seat for player in here if seats.may_sit(player.seat)}
    free = [seat for seat in TABLE_SEATS if seats.may_sit(seat) and seat not in moved]
    for player in sorted(here, key=lambda each: each.seat is not host):
        if player.seat not in moved and player.mark and free:
            moved[player.seat] = free.pop(0)
    return moved


def began_apart(saved: SavedState, number: int, form: SetupForm) -> SavedState:
    """The state once all tables have begun the game of this number: it is the one that has begun here, with what was
    done in it since, or it takes the place of what was here. Seats of this table without a player are the host's.

    :raises ValueError: if the table is in no match, or is not told enough of the game to play it.
    """
    part, setup = part_of(saved), setup_in(form)
    match, game = part.with_game(number), saved.game
    begun_here = part.seats.opened_here and not part.current and saved.phase is not Phase.OVER
    if begun_here and game is not None and game.setup == setup:
        return replace(saved, match=replace(match, offered=part.offered))
    seating = _with_host_on(saved.seating, (player.seat for player in setup.players))
    return replace(without_game(saved), seating=seating, match=match, game=_told(setup, part))


def drafted_apart(saved: SavedState, form: DraftRecord | None) -> SavedState:
    """The state once all tables know how far the draft is; None: there is no draft any more.

    :raises ValueError: if the table is in no match.
    :raises SantoriniError: if there is no such draft.
    """
    part = part_of(saved)
    if form is None:
        return without_game(saved)
    draft = draft_in(form)
    before = saved if saved.game is None else without_game(saved)
    seating = _with_host_on(saved.seating, draft.seats)
    return replace(before, seating=seating, draft=draft, votes=(), match=replace(part, drafting=True))


def _with_host_on(seating: Seating, seats: Iterable[Seat]) -> Seating:
    """The seating in which the host has those of these seats on which nobody sits."""
    leader = None if seating.host is None else seating.at(seating.host)
    for seat in seats:
        if seating.at(seat) is None and leader is not None:
            seating = seating.with_player(SeatedPlayer(seat, "", leader.mark))
    return seating


def _told(setup: Setup, part: MatchPart) -> Game:
    """A game of the match as this table has it: where a judge has secrets, as far as the table's own seats know it."""
    game = Game.begin(setup)
    if part.seats.opened_here or not game.state.cast.has_secrets:
        return game
    viewer = viewer_at(game.state.cast, part.seats.own)
    if viewer is None:
        raise ValueError("this table cannot play a game of which it is told so little")
    return Game.begin(setup, viewer)


def with_shown_secrets(saved: SavedState, tokens: Sequence[Action], seed: int | None) -> SavedState:
    """The state once these steps, and the seed of the decks (None: there are none), have taken the place of those that
    stood in for them.

    :raises ValueError: if there is no game in which others stood in, or for more or fewer steps.
    """
    if saved.game is None:
        raise ValueError("there is no game")
    game = with_secrets(saved.game, tokens, seed)
    turns = tuple(turn for turn in saved.turns if turn.plies <= len(game.plies))
    return replace(saved, game=game, turns=turns, announced=())


def with_result(saved: SavedState, told: ResultTold) -> Game:
    """The game after a turn of which the judge told the result.

    :raises ValueError: if there is no game that is told.
    :raises SantoriniError: if there cannot be such a position.
    """
    game = saved.game
    if game is None or game.known_by is None:
        raise ValueError("there is no game that is told")
    return game.with_result(told.seat, told.events, state_as_known(told.position, game.known_by))


def went_back(saved: SavedState, plies: int) -> SavedState:
    """The state in which only so many plies were played.

    :raises ValueError: if the game has fewer, or there is none.
    """
    game, part = saved.game, part_of(saved)
    if game is None or len(game.plies) < plies:
        raise ValueError(f"there are no {plies} plies to go back to")
    before = game.as_it_stood(plies)
    turns = tuple(turn for turn in saved.turns if turn.plies <= plies)
    spent = turns[-1].spent if turns else ()
    return replace(saved, game=before, confirming=None, turns=turns, spent=spent, match=part.with_agreed(plies))


def without_game(saved: SavedState) -> SavedState:
    """The state without a draft and a game."""
    match = None if saved.match is None else saved.match.between_games
    ended = replace(saved, draft=None, votes=(), game=None, confirming=None, turns=(), match=match)
    return replace(ended, spent=(), paused=False, name=None)


def part_of(saved: SavedState) -> MatchPart:
    """The part in the match.

    :raises ValueError: if the table is in none.
    """
    if saved.match is None:
        raise ValueError("this table is in no match")
    return saved.match

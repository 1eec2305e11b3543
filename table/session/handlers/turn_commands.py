"""Commands during a game: actions, undo, confirmation, the chess clock, takebacks and recovery options."""

from __future__ import annotations

from dataclasses import replace

from engine import Game, IllegalAction, Reason
from engine.actions import Action, Resign
from engine.seats import Seat
from table.session.chess_clock import ChessClock
from table.session.commands import PauseClock, RestartTurn, UndoStep
from table.session.evolve import evolve
from table.session.journal_entries import (
    BoardTurned,
    ClockPaused,
    Entry,
    PositionCorrected,
    StepUndone,
    TimeUsed,
    TurnConfirmed,
    TurnOffered,
    TurnTakenBack,
)
from table.session.saved_state import (
    SavedState,
    barrier_to_takeback,
    may_be_undone,
    need_phase,
    steps_to_undo,
    turn_owner,
    turn_to_take_back,
)
from table.session.snapshot import AdoptBoard, BoardView, Offer, OfferKind, Phase, TakebackView, TrustGame, TurnBoard
from table.session.table_api import Refusal, forbid, refuse
from table.session.table_state import Takeback


def may_undo(saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back the last step: its own step, or one of its own turn, unless the
    step revealed a secret."""
    return saved.game is not None and can_undo(saved) and _own_turn(saved, saved.game, held)


def may_restart(saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back several steps at once now."""
    return may_undo(saved, held) and steps_to_undo(saved) > 1


def can_undo(saved: SavedState) -> bool:
    """Whether there is a step since the last confirmation that revealed no secret."""
    game = saved.game
    if game is None or saved.offered or len(game.plies) <= saved.settled:
        return False
    return game.plies[-1].barrier is None and may_be_undone(game)


def _own_turn(saved: SavedState, game: Game, held: tuple[Seat, ...]) -> bool:
    """Whether it is the turn of one of these seats, or one of them made the last step."""
    return game.plies[-1].seat in held or (saved.confirming or turn_owner(game)) in held


def require_own_steps(saved: SavedState, held: tuple[Seat, ...], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """These steps, if a phone with these seats may make them.

    :raises CommandRefused: if it may not.
    """
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if saved.confirming is not None:
        raise refuse(Refusal.CONFIRM_FIRST, seat=saved.confirming.value)
    if saved.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return actions


def require_own_action(saved: SavedState, held: tuple[Seat, ...], action: Action) -> tuple[Action, ...]:
    """This step, if a phone with these seats may make it. A player may resign at any time.

    :raises CommandRefused: if it may not.
    :raises IllegalAction: if two cards of the player allow the step and none is named: only records may omit it.
    """
    if not isinstance(action, Resign):
        steps = require_own_steps(saved, held, (action,))
        if saved.game is not None and saved.game.meant(action) != action:
            raise IllegalAction(f"{action} has to name its card", Reason.of("card.which"))
        return steps
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if action.seat not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return (action,)


def undo_steps(saved: SavedState, held: tuple[Seat, ...], command: UndoStep | RestartTurn) -> tuple[Entry, ...]:
    """The entries that take back the last step of the turn, or all steps that can be taken back."""
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    game = saved.game
    if saved.offered:
        raise refuse(Refusal.NOT_AGREED_YET)
    if game is None or len(game.plies) <= saved.settled:
        raise refuse(Refusal.NOTHING_TO_UNDO)
    if not _own_turn(saved, game, held):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    steps = own_steps_to_undo(saved) if isinstance(command, UndoStep) else max(1, steps_to_undo(saved))
    return (StepUndone(),) * steps


def own_steps_to_undo(saved: SavedState) -> int:
    """How many steps the last step of a person takes back with it: what was announced for another seat since would be
    announced again at once."""
    if saved.game is None:
        return 0
    table, most = saved.seating.announced_seats, max(1, steps_to_undo(saved))
    since = reversed(saved.game.plies[saved.settled :])
    steps = next((number for number, ply in enumerate(since, start=1) if ply.seat not in table), 1)
    return steps if steps <= most else 1


def confirm_turn(saved: SavedState, held: tuple[Seat, ...], clock: ChessClock) -> tuple[Entry, ...]:
    """The entries that confirm the turn."""
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if saved.confirming is None:
        raise refuse(Refusal.NOTHING_TO_CONFIRM)
    if saved.offered:
        raise refuse(Refusal.NOT_AGREED_YET)
    if saved.confirming not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return confirmation_entries(saved, clock)


def offer_kind(offer: Offer) -> OfferKind:
    """The kind by which phones name an offer."""
    match offer:
        case TrustGame():
            return OfferKind.TRUST
        case AdoptBoard():
            return OfferKind.ADOPT
        case TurnBoard():
            return OfferKind.TURN


def may_take_offer(offer: Offer, saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take an offer. Any player may say that the board is right; only the player
    whose turn it is and the host may adapt the game to the board."""
    if not isinstance(offer, AdoptBoard):
        return bool(held)
    owner = saved.confirming or (None if saved.game is None else turn_owner(saved.game))
    return owner in held or (saved.seating.host is not None and saved.seating.host in held)


def offer_entry(board: BoardView, kind: OfferKind, saved: SavedState, held: tuple[Seat, ...]) -> Entry | None:
    """The journal entry of the offer of this kind; None if it changes only the reading of the board.

    :raises CommandRefused: if it is not offered now, or not to this phone.
    """
    offer = next((each for each in board.offers if offer_kind(each) is kind), None)
    if offer is None:
        raise refuse(Refusal.NO_OFFER)
    if not may_take_offer(offer, saved, held):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    match offer:
        case TrustGame():
            return None
        case AdoptBoard(workers, heights):
            return PositionCorrected(workers, heights)
        case TurnBoard(quarters):
            return BoardTurned(quarters)


def confirmation_entries(saved: SavedState, clock: ChessClock) -> tuple[Entry, ...]:
    """The entries that confirm the finished turn. In a match a turn in which somebody here took part is offered to the
    other tables first, and is confirmed once they have it."""
    if saved.match is None or (saved.confirming in saved.seating.played_elsewhere and not saved.has_own_steps):
        return confirmed_entries(saved, clock)
    return () if saved.offered else (TurnOffered(),)


def confirmed_entries(saved: SavedState, clock: ChessClock) -> tuple[Entry, ...]:
    """The entries by which the finished turn stands: the time that it took, then the confirmation."""
    times = dict(clock.used)
    seats = (saved.confirming, *(seat for seat in times if seat is not saved.confirming))
    used = (TimeUsed(seat, times.get(seat, 0)) for seat in seats if seat is not None and saved.turn_is_timed)
    return (*used, TurnConfirmed())


def handle_clock_command(saved: SavedState, held: tuple[Seat, ...], command: PauseClock) -> Entry:
    """The entry that pauses or resumes the clock for a phone with these seats.

    :raises CommandRefused: without a clock or a game, and for a phone without a seat.
    """
    if saved.options.clock is None:
        raise refuse(Refusal.NOT_NOW)
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return ClockPaused(command.paused)


def players_of(saved: SavedState) -> tuple[Seat, ...]:
    """The seats that are still in the game."""
    game = saved.game
    if game is None:
        return ()
    out = game.state.eliminated
    return tuple(player.seat for player in game.setup.players if player.seat not in out)


def may_take_back(saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may ask for the last turn to be taken back."""
    if not _playing(saved) or not set(held) & set(players_of(saved)):
        return False
    return barrier_to_takeback(saved) is None


def ask_takeback(
    saved: SavedState, held: tuple[Seat, ...], pending: Takeback | None, version: int
) -> Takeback | TurnTakenBack:
    """The result of asking for a takeback: a request for the others to answer, or the entry if the phone has all seats.
    In a match the other tables have to agree as well. Who asks while another request is ``pending`` agrees to it.

    :raises CommandRefused: if this phone may not ask now.
    :raises UndoBarred: with the reason, if the turn cannot be taken back.
    """
    if not _playing(saved):
        raise refuse(Refusal.NOT_NOW)
    own = [seat for seat in held if seat in players_of(saved)]
    if not own:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    turn_to_take_back(saved)
    if pending is not None and pending.refused is None:
        return _settled(saved, replace(pending, agreed=pending.agreed | frozenset(own)))
    return _settled(saved, Takeback(own[0], frozenset(own), version))


def answer_takeback(
    saved: SavedState, held: tuple[Seat, ...], request: Takeback | None, *, agree: bool
) -> Takeback | TurnTakenBack | None:
    """The result of an answer to a request; None: the request is withdrawn.

    :raises CommandRefused: if there is no request that this phone may answer.
    """
    if request is None:
        raise refuse(Refusal.NO_TAKEBACK)
    own = [seat for seat in held if seat in players_of(saved)]
    if not own:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if request.asker in own:
        if agree:
            raise refuse(Refusal.NO_TAKEBACK)
        if saved.match is not None and request.refused is None and not missing_here(saved, request):
            raise refuse(Refusal.NOT_AGREED_YET)  # the other tables are asked already
        return None
    if request.refused is not None:
        raise refuse(Refusal.NO_TAKEBACK)
    if not agree:
        return replace(request, refused=own[0])
    return _settled(saved, replace(request, agreed=request.agreed | frozenset(own)))


def takeback_view(saved: SavedState, request: Takeback | None) -> TakebackView | None:
    """The request as phones show it."""
    if request is None:
        return None
    missing = missing_here(saved, request)
    if not missing and request.asker not in saved.seating.played_elsewhere:
        missing = tuple(seat for seat in players_of(saved) if seat in saved.seating.played_elsewhere)
    return TakebackView(request.asker, missing, request.refused)


def _playing(saved: SavedState) -> bool:
    return saved.phase in (Phase.PLACING, Phase.PLAYING)


def missing_here(saved: SavedState, request: Takeback) -> tuple[Seat, ...]:
    """The seats of people at this table who have not agreed."""
    agreed = request.agreed | saved.seating.announced_seats
    return tuple(seat for seat in players_of(saved) if seat not in agreed)


def takeback_entries(saved: SavedState) -> tuple[TurnTakenBack, ...]:
    """The entries that take back the last turn that stands. The table would take its own again at once, so the turns
    that it took since a person's are taken back with that.

    :raises UndoBarred: with the reason, if one of them cannot be.
    """
    table, entries, after = saved.seating.played_by_table, list[TurnTakenBack](), saved
    while not entries or (after.turns and after.waits_for in table and len(table) < len(after.seating.players)):
        entries.append(TurnTakenBack(turn_to_take_back(after)))
        after = evolve(after, entries[-1])
    return tuple(entries)


def _settled(saved: SavedState, request: Takeback) -> Takeback | TurnTakenBack:
    waits = saved.match is not None or missing_here(saved, request)
    return request if waits else TurnTakenBack(turn_to_take_back(saved))

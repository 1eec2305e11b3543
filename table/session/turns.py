"""The turns of a game: steps, undo, the confirmation of a turn, takebacks of confirmed ones, and the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from engine import Game, IllegalAction, Reason
from engine.actions import Action, Resign
from engine.seats import Seat
from table.session.answers import Answer, Refusal, forbid, refuse
from table.session.chess_clock import ChessClock
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import (
    Acted,
    BoardTurned,
    ClockPaused,
    Entry,
    PositionCorrected,
    StepUndone,
    TimeUsed,
    TurnConfirmed,
    TurnOffered,
    TurnTakenBack,
    evolve,
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
from table.session.session_events import TableParts, TrustReading, carried_to_match
from table.session.snapshot import AdoptBoard, Offer, OfferKind, Phase, TakebackView, TrustGame, TurnBoard
from table.session.table_state import TableState, Takeback
from table.typed_json import Whole


class Act(Command, frozen=True, tag="act"):
    """Do an action of the game."""

    for_puzzle: ClassVar[bool] = True

    action: Action

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """Return the entry of the step; a player may resign at any time. All tables of a match have to know that a
        player gives up before it counts.

        :raises IllegalAction: if two cards of the player allow the step and none is named: only records may omit it.
        """
        saved, own, action = state.saved, asked.own(state.saved), self.action
        if not isinstance(action, Resign):
            steps = _own_steps(saved, own, (action,))
            if saved.game is not None and saved.game.meant(action) != action:
                raise IllegalAction(f"{action} has to name its card", Reason.of("card.which"))
            return (Acted(steps),)
        need_phase(saved, Phase.PLACING, Phase.PLAYING)
        if action.seat not in own:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return (Acted((action,)),) if saved.match is None else self

    def carry_out(self, table: TableParts) -> Answer:
        """Have the tables of the match agree that a player gives up."""
        return carried_to_match(self, table)


class ChooseReading(Command, frozen=True, tag="choose_reading"):
    """Say which of the snapshot's ``choices`` was meant, by its index."""

    for_puzzle: ClassVar[bool] = True

    index: Whole

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """The question may be another one by now."""
        del asked
        return state.question_version

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        if not 0 <= self.index < len(state.choices):
            raise refuse(Refusal.NO_QUESTION)
        return (Acted(_own_steps(state.saved, asked.own(state.saved), state.choices[self.index])),)


class TakeOffer(Command, frozen=True, tag="take_offer"):
    """Accept one of the snapshot's ``offers``, by its ``kind``. In the lobby, ``turn`` is how a board that is read
    turned is turned back."""

    offer: OfferKind

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """The offers may be others by now."""
        del asked
        return max(state.game_version, state.recovery_version)

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        offer = next((each for each in state.board.offers if offer_kind(each) is self.offer), None)
        if offer is None:
            raise refuse(Refusal.NO_OFFER)
        if not may_take_offer(offer, state.saved, asked.held(state.saved)):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        match offer:
            case TrustGame():
                return TrustReading()
            case AdoptBoard(workers, heights):
                return (PositionCorrected(workers, heights),)
            case TurnBoard(quarters):
                return (BoardTurned(quarters),)


class UndoStep(Command, frozen=True, tag="undo_step"):
    """Undo the last step of the turn."""

    for_puzzle: ClassVar[bool] = True

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        _need_own_step(saved, asked.own(saved))
        return (StepUndone(),) * own_steps_to_undo(saved)


class RestartTurn(Command, frozen=True, tag="restart_turn"):
    """Undo all steps of the turn that can be undone."""

    for_puzzle: ClassVar[bool] = True

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        _need_own_step(saved, asked.own(saved))
        return (StepUndone(),) * max(1, steps_to_undo(saved))


class ConfirmTurn(Command, frozen=True, tag="confirm_turn"):
    """Confirm the finished turn."""

    for_puzzle: ClassVar[bool] = True

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        need_phase(saved, Phase.PLACING, Phase.PLAYING)
        if saved.confirming is None:
            raise refuse(Refusal.NOTHING_TO_CONFIRM)
        if saved.offered:
            raise refuse(Refusal.NOT_AGREED_YET)
        if saved.confirming not in asked.own(saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return confirmation_entries(saved, state.clock)


class AskTakeback(Command, frozen=True, tag="ask_takeback"):
    """Ask the other players to take back the last confirmed turn."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """Return a request for the others to answer, or the entries if the phone has all seats. In a match the other
        tables have to agree as well. Asking while another request is open agrees to that.

        :raises UndoBarred: with the reason, if the turn cannot be taken back.
        """
        saved, pending = state.saved, state.takeback
        if not _playing(saved):
            raise refuse(Refusal.NOT_NOW)
        own = _players_among(asked.own(saved), saved)
        turn_to_take_back(saved)
        if pending is not None and pending.refused is None:
            return _settled(state, replace(pending, agreed=pending.agreed | frozenset(own)))
        return _settled(state, Takeback(own[0], frozenset(own), state.version + 1))


class AnswerTakeback(Command, frozen=True, tag="answer_takeback"):
    """Agree to a takeback or refuse it. The player who asked withdraws it by refusing."""

    agree: bool

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """The request may be another one by now."""
        del asked
        return state.game_version if state.takeback is None else state.takeback.since

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved, request = state.saved, state.takeback
        if request is None:
            raise refuse(Refusal.NO_TAKEBACK)
        own = _players_among(asked.own(saved), saved)
        if request.asker in own:
            if self.agree:
                raise refuse(Refusal.NO_TAKEBACK)
            if saved.match is not None and request.refused is None and not missing_here(saved, request):
                raise refuse(Refusal.NOT_AGREED_YET)  # the other tables are asked already
            return replace(state.newer, takeback=None)
        if request.refused is not None:
            raise refuse(Refusal.NO_TAKEBACK)
        if not self.agree:
            return replace(state.newer, takeback=replace(request, refused=own[0]))
        return _settled(state, replace(request, agreed=request.agreed | frozenset(own)))


class PauseClock(Command, frozen=True, tag="pause_clock"):
    """Pause the chess clock or let it run (players only)."""

    paused: bool

    def known_since(self, state: TableState, asked: CommandReceived) -> None:
        """Never."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        if saved.options.clock is None:
            raise refuse(Refusal.NOT_NOW)
        need_phase(saved, Phase.PLACING, Phase.PLAYING)
        if not asked.held(saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return (ClockPaused(self.paused),)


PlainTurnCommand = (
    ChooseReading | TakeOffer | UndoStep | RestartTurn | AskTakeback | AnswerTakeback | PauseClock | ConfirmTurn
)
"""Commands about turns that phones send as their types declare them."""


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


def _own_steps(saved: SavedState, held: tuple[Seat, ...], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return these steps, if a phone with these seats may make them.

    :raises CommandRefused: if it may not.
    """
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if saved.confirming is not None:
        raise refuse(Refusal.CONFIRM_FIRST, seat=saved.confirming.value)
    if saved.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return actions


def _need_own_step(saved: SavedState, held: tuple[Seat, ...]) -> None:
    """Refuse to take back a step if there is none, or none of a turn of these seats."""
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    game = saved.game
    if saved.offered:
        raise refuse(Refusal.NOT_AGREED_YET)
    if game is None or len(game.plies) <= saved.settled:
        raise refuse(Refusal.NOTHING_TO_UNDO)
    if not _own_turn(saved, game, held):
        raise forbid(Refusal.NOT_YOUR_SEAT)


def own_steps_to_undo(saved: SavedState) -> int:
    """Return the number of steps that are taken back with the last step of a person: later announced steps of another
    seat would be announced again at once."""
    if saved.game is None:
        return 0
    table, most = saved.seating.announced_seats, max(1, steps_to_undo(saved))
    since = reversed(saved.game.plies[saved.settled :])
    steps = next((number for number, ply in enumerate(since, start=1) if ply.seat not in table), 1)
    return steps if steps <= most else 1


def offer_kind(offer: Offer) -> OfferKind:
    """Return the kind by which phones name an offer."""
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


def confirmation_entries(saved: SavedState, clock: ChessClock) -> tuple[Entry, ...]:
    """Return the entries that confirm the finished turn. In a match a turn with steps of this table is offered to the
    other tables first, and is confirmed once they have it."""
    if saved.match is None or (saved.confirming in saved.seating.played_elsewhere and not saved.has_own_steps):
        return confirmed_entries(saved, clock)
    return () if saved.offered else (TurnOffered(),)


def confirmed_entries(saved: SavedState, clock: ChessClock) -> tuple[Entry, ...]:
    """Return the entries that confirm the finished turn: the time that it took, then the confirmation."""
    times = dict(clock.used)
    seats = (saved.confirming, *(seat for seat in times if seat is not saved.confirming))
    used = (TimeUsed(seat, times.get(seat, 0)) for seat in seats if seat is not None and saved.turn_is_timed)
    return (*used, TurnConfirmed())


def players_of(saved: SavedState) -> tuple[Seat, ...]:
    """Return the seats that are still in the game."""
    game = saved.game
    if game is None:
        return ()
    out = game.state.eliminated
    return tuple(player.seat for player in game.setup.players if player.seat not in out)


def _players_among(own: tuple[Seat, ...], saved: SavedState) -> list[Seat]:
    """Return the seats of a phone that are still in the game.

    :raises CommandRefused: if none is.
    """
    found = [seat for seat in own if seat in players_of(saved)]
    if not found:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return found


def may_take_back(saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may ask for the last turn to be taken back."""
    if not _playing(saved) or not set(held) & set(players_of(saved)):
        return False
    return barrier_to_takeback(saved) is None


def takeback_view(saved: SavedState, request: Takeback | None) -> TakebackView | None:
    """Return the request as phones show it."""
    if request is None:
        return None
    missing = missing_here(saved, request)
    if not missing and request.asker not in saved.seating.played_elsewhere:
        missing = tuple(seat for seat in players_of(saved) if seat in saved.seating.played_elsewhere)
    return TakebackView(request.asker, missing, request.refused)


def _playing(saved: SavedState) -> bool:
    return saved.phase in (Phase.PLACING, Phase.PLAYING)


def missing_here(saved: SavedState, request: Takeback) -> tuple[Seat, ...]:
    """Return the seats of people at this table who have not agreed."""
    agreed = request.agreed | saved.seating.announced_seats
    return tuple(seat for seat in players_of(saved) if seat not in agreed)


def _settled(state: TableState, request: Takeback) -> Decided:
    """Return the outcome of a request with these ``agreed`` players: it waits for others, or the turn is taken back."""
    saved = state.saved
    if saved.match is not None or missing_here(saved, request):
        return replace(state.newer, takeback=request)
    return _takeback_entries(saved)


def _takeback_entries(saved: SavedState) -> tuple[TurnTakenBack, ...]:
    """Return the entries that take back the last confirmed turn. The table would take its own turn again at once, so
    its turns since a person's turn are taken back with that.

    :raises UndoBarred: with the reason, if one of them cannot be.
    """
    table, entries, after = saved.seating.played_by_table, list[TurnTakenBack](), saved
    while not entries or (after.turns and after.waits_for in table and len(table) < len(after.seating.players)):
        entries.append(TurnTakenBack(turn_to_take_back(after)))
        after = evolve(after, entries[-1])
    return tuple(entries)

"""Commands about taking back a confirmed turn, to which all players have to agree."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import UndoBarred
from engine.seats import Seat
from table.session.journal_entries import TurnTakenBack
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState, turn_to_take_back
from table.session.snapshot import Phase, TakebackView
from table.session.table_state import Takeback


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
    try:
        turn_to_take_back(saved)
    except UndoBarred:
        return False
    return True


def ask_takeback(
    saved: SavedState, held: tuple[Seat, ...], pending: Takeback | None, version: int
) -> Takeback | TurnTakenBack:
    """The result of asking for a takeback: a request for the others to answer, or the entry if the phone has all seats.
    Who asks while another request is ``pending`` agrees to it.

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
    return TakebackView(request.asker, _missing(saved, request), request.refused)


def _playing(saved: SavedState) -> bool:
    return saved.phase in (Phase.PLACING, Phase.PLAYING)


def _missing(saved: SavedState, request: Takeback) -> tuple[Seat, ...]:
    return tuple(seat for seat in players_of(saved) if seat not in request.agreed)


def _settled(saved: SavedState, request: Takeback) -> Takeback | TurnTakenBack:
    return request if _missing(saved, request) else TurnTakenBack(turn_to_take_back(saved))

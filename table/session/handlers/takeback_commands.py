"""Taking back a turn that stands, which all others at the table have to agree to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import UndoBarred
from engine.seats import Seat
from table.session.journal_entries import TurnTakenBack
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState, turn_to_take_back
from table.session.snapshot import Phase, TakebackView


@dataclass(frozen=True, slots=True)
class Takeback:
    """A player's wish to take back the last turn that stands: who asked, who has agreed, and who would rather not
    (None: nobody has said so). ``since`` is the version at which it was asked."""

    asker: Seat
    agreed: frozenset[Seat]
    since: int
    refused: Seat | None = None


def players_of(evening: SavedState) -> tuple[Seat, ...]:
    """The seats that are still in the game."""
    game = evening.game
    if game is None:
        return ()
    out = game.state.eliminated
    return tuple(player.seat for player in game.setup.players if player.seat not in out)


def may_take_back(evening: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may ask for the last turn to be taken back."""
    if not _playing(evening) or not set(held) & set(players_of(evening)):
        return False
    try:
        turn_to_take_back(evening)
    except UndoBarred:
        return False
    return True


def ask_takeback(
    evening: SavedState, held: tuple[Seat, ...], pending: Takeback | None, version: int
) -> Takeback | TurnTakenBack:
    """What comes of asking: a wish for the others to answer, or the turn taken back, if the phone speaks for all. Who
    asks for what another has asked already (``pending``) agrees.

    :raises CommandRefused: if it is not for this phone to ask now.
    :raises UndoBarred: with the reason, if the turn cannot be taken back.
    """
    if not _playing(evening):
        raise refuse(Refusal.NOT_NOW)
    own = [seat for seat in held if seat in players_of(evening)]
    if not own:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    turn_to_take_back(evening)
    if pending is not None and pending.refused is None:
        return _settled(evening, replace(pending, agreed=pending.agreed | frozenset(own)))
    return _settled(evening, Takeback(own[0], frozenset(own), version))


def answer_takeback(
    evening: SavedState, held: tuple[Seat, ...], wish: Takeback | None, *, agree: bool
) -> Takeback | TurnTakenBack | None:
    """What comes of an answer; None: the wish is withdrawn.

    :raises CommandRefused: if nothing is asked, or not of this phone.
    """
    if wish is None:
        raise refuse(Refusal.NO_TAKEBACK)
    own = [seat for seat in held if seat in players_of(evening)]
    if not own:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if wish.asker in own:
        if agree:
            raise refuse(Refusal.NO_TAKEBACK)
        return None
    if wish.refused is not None:
        raise refuse(Refusal.NO_TAKEBACK)
    if not agree:
        return replace(wish, refused=own[0])
    return _settled(evening, replace(wish, agreed=wish.agreed | frozenset(own)))


def takeback_view(evening: SavedState, wish: Takeback | None) -> TakebackView | None:
    """The wish as phones show it."""
    if wish is None:
        return None
    return TakebackView(wish.asker, _missing(evening, wish), wish.refused)


def _playing(evening: SavedState) -> bool:
    return evening.phase in (Phase.PLACING, Phase.PLAYING)


def _missing(evening: SavedState, wish: Takeback) -> tuple[Seat, ...]:
    return tuple(seat for seat in players_of(evening) if seat not in wish.agreed)


def _settled(evening: SavedState, wish: Takeback) -> Takeback | TurnTakenBack:
    return wish if _missing(evening, wish) else TurnTakenBack(turn_to_take_back(evening))

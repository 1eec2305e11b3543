"""Taking one of the ways out that the reading of the board offers: who may, and what it comes to."""

from __future__ import annotations

from common.message import Message
from engine.seats import Seat
from perception.orientation import QUARTERS, quarters_to_a1
from table.session.journal_entries import BoardTurned, Entry, PositionCorrected
from table.session.reading_status import FOLLOWING, BoardStatus
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState, turn_owner
from table.session.snapshot import AdoptBoard, BoardMode, BoardView, Corner, Offer, OfferKind, TrustGame, TurnBoard


def kind_of(offer: Offer) -> OfferKind:
    """The name by which phones take an offer."""
    match offer:
        case TrustGame():
            return OfferKind.TRUST
        case AdoptBoard():
            return OfferKind.ADOPT
        case TurnBoard():
            return OfferKind.TURN


def may_take(offer: Offer, evening: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take an offer: who plays may say what is seen; what the game changes to is
    for the seat whose turn it is, or the host."""
    if not isinstance(offer, AdoptBoard):
        return bool(held)
    owner = evening.confirming or (None if evening.game is None else turn_owner(evening.game))
    return owner in held or (evening.seating.host is not None and evening.seating.host in held)


def entry_of(board: BoardView, kind: OfferKind, evening: SavedState, held: tuple[Seat, ...]) -> Entry | None:
    """What the offer of this name comes to for the game; None if it concerns the reading of the board alone.

    :raises CommandRefused: if it is not offered now, or not to this phone.
    """
    offer = next((each for each in board.offers if kind_of(each) is kind), None)
    if offer is None:
        raise refuse(Refusal.NO_OFFER)
    if not may_take(offer, evening, held):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    match offer:
        case TrustGame():
            return None
        case AdoptBoard(workers, heights):
            return PositionCorrected(workers, heights)
        case TurnBoard(quarters):
            return BoardTurned(quarters)


def unread(turned: int, corner: Corner | None, size: int) -> BoardStatus:
    """What there is to say of a board without a game, which is not read: one that lies turned can be turned back, and
    where the host looks for a1, the board can be turned so that a1 is the ``corner`` that was touched."""
    if corner is not None:
        quarters = quarters_to_a1(corner.touched or 0, size)
        return BoardStatus(BoardMode.FOLLOWING, offers=(TurnBoard(quarters),)) if quarters else FOLLOWING
    back = -turned % QUARTERS
    if not back:
        return FOLLOWING
    return BoardStatus(BoardMode.FOLLOWING, message=Message("board.read_turned"), offers=(TurnBoard(back),))

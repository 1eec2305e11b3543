"""Recovery options that the reading of the board offers: who may take them, and their result."""

from __future__ import annotations

from common.message import Message
from engine.seats import Seat
from perception.orientation import QUARTERS, quarters_to_a1
from table.session.journal_entries import BoardTurned, Entry, PositionCorrected
from table.session.reading_status import FOLLOWING, BoardStatus
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState, turn_owner
from table.session.snapshot import AdoptBoard, BoardMode, BoardView, Corner, Offer, OfferKind, TrustGame, TurnBoard


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


def status_without_game(turned: int, corner: Corner | None, size: int) -> BoardStatus:
    """The status of the board while no game is read. A board that was ``turned`` can be turned back; while the host
    looks for a1, it can be turned so that a1 is the ``corner`` that was touched."""
    if corner is not None:
        quarters = quarters_to_a1(corner.touched or 0, size)
        return BoardStatus(BoardMode.FOLLOWING, offers=(TurnBoard(quarters),)) if quarters else FOLLOWING
    back = -turned % QUARTERS
    if not back:
        return FOLLOWING
    return BoardStatus(BoardMode.FOLLOWING, message=Message("board.read_turned"), offers=(TurnBoard(back),))

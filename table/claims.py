"""Asking for a seat: whoever sits at the table shows it, since a page is open to all who are in the house.

A claim is proved by hands at the board (a worker on the corner that blinks, or the button on its rim) or by somebody
who sits there already. Until then it lives in memory alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine.seats import Seat
from engine.squares import Square, corners
from table.entries import SeatHandedOver, SeatTaken
from table.evening import Evening
from table.seats import TABLE_SEATS
from table.snapshot import ClaimEnd, Phase

CLAIM_SECONDS = 60.0
"""For so long a claim waits for its proof."""

CODE_LETTERS = "ABCDEFHJKLMNPRSTVWXY"
"""The letters of codes; none of them looks like another, or like a digit."""
CODE_LENGTH = 4

TURNED_AWAY = 8
"""Of so many who were turned away last it is remembered why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody with a token of this ``mark`` asks for a seat under a name. ``square`` is the corner to touch. The
    ``code`` is shown to whoever asks and to those who sit: they can tell by it that they speak of the same. ``taken``
    says that the seat has a player, whose phone was lost or is empty."""

    seat: Seat
    name: str
    mark: str
    square: Square
    code: str
    taken: bool


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """Somebody with a token of this ``mark`` asked for a seat and did not get it, and ``why``."""

    seat: Seat
    mark: str
    why: ClaimEnd


def code_of(mark: str) -> str:
    """Four letters for a mark.

    >>> code_of("ann")
    'XAKA'
    """
    number = int.from_bytes(hashlib.sha256(f"code {mark}".encode()).digest(), "big")
    letters = ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[place]
    return letters


def corner_of(seat: Seat, size: int) -> Square:
    """The corner of a board of ``size`` squares a side that is a seat's: clockwise from a1, as the seats are."""
    south_west, south_east, north_west, north_east = corners(size)
    return (south_west, north_west, north_east, south_east)[TABLE_SEATS.index(seat)]


def proved(claim: Claim) -> SeatTaken | SeatHandedOver:
    """What a claim comes to once it is proved."""
    return SeatHandedOver(claim.seat, claim.mark) if claim.taken else SeatTaken(claim.seat, claim.name, claim.mark)


def still_open(claim: Claim, evening: Evening) -> bool:
    """Whether there is still something to claim: a player to take over from, or a free seat before the game."""
    sitter = evening.seating.at(claim.seat)
    if sitter is not None:
        return claim.taken and sitter.mark != claim.mark
    return not claim.taken and evening.phase is Phase.LOBBY


def overtaken(claim: Claim, evening: Evening) -> TurnedAway | None:
    """What has become of a claim that is open no longer; None if it was proved."""
    sitter = evening.seating.at(claim.seat)
    if sitter is not None:
        return None if sitter.mark == claim.mark else TurnedAway(claim.seat, claim.mark, ClaimEnd.QUICKER)
    return TurnedAway(claim.seat, claim.mark, ClaimEnd.FREED if claim.taken else ClaimEnd.BEGUN)


def may_answer(
    claim: Claim, evening: Evening, connected: frozenset[Seat], held: tuple[Seat, ...], marks: frozenset[str]
) -> bool:
    """Whether a phone with these seats and marks may say yes or no to a claim: for a free seat whoever sits; for one
    that has a player the host or that player's own phone, and others only if that phone is not there. Nobody answers
    themselves."""
    if not held or claim.mark in marks:
        return False
    if not claim.taken or claim.seat in held or evening.seating.host in held:
        return True
    return claim.seat not in connected

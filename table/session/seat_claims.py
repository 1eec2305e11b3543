"""Asking for a seat: whoever sits at the table shows it, since a page is open to all who are in the house.

A claim is proved by hands at the board that do its sign (`table.session.seat_claims`), or by somebody who sits there
already. Until then it lives in memory alone. Claims stand side by side, also for the same seat: one for each phone and
a few for each address, so that whoever asks costs nobody else anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, count, groupby, permutations, product

from engine.seats import Seat
from engine.squares import Square, corners
from hardware.board import Button
from table.session.callers import CallerGroup, Origin, first_to_go
from table.session.journal_entries import SeatHandedOver, SeatTaken
from table.session.saved_state import SavedState
from table.session.seating import TABLE_SEATS
from table.session.snapshot import ClaimEnd, Phase

CLAIM_SECONDS = 60.0
"""For so long a claim waits for its proof."""

CODE_LETTERS = "ABCDEFHJKLMNPRSTVWXY"
"""The letters of codes; none of them looks like another, or like a digit."""
CODE_LENGTH = 4

MOST_CLAIMS = 10
"""So many are open at a time; two signs fewer than there are, so that one that was in use rests for a while."""
EACH = 4
"""So many of them from one address: a family behind one router, or several windows on one computer."""
TURNED_AWAY = 24
"""Of so many who were turned away it is remembered why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody with a token of this ``mark`` asks for a seat under a name. The number of their ``sign`` is nobody
    else's meanwhile, nor is the ``code``, which is shown to whoever asks and to those who sit: they can tell by it that
    they speak of the same. ``taken`` says that the seat has a player, whose phone was lost or is empty. ``since`` is
    the version of the table with which the claim was made."""

    seat: Seat
    name: str
    mark: str
    sign: int
    code: str
    origin: Origin
    taken: bool
    since: int


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """Somebody with a token of this ``mark`` asked for a seat and did not get it, and ``why``."""

    seat: Seat
    mark: str
    why: ClaimEnd
    origin: Origin

    @classmethod
    def of(cls, claim: Claim, why: ClaimEnd) -> TurnedAway:
        """That this claim came to nothing."""
        return cls(claim.seat, claim.mark, why, claim.origin)


def code_of(mark: str, others: frozenset[str] = frozenset()) -> str:
    """Four letters for a mark, other than these.

    >>> code_of("ann")
    'XAKA'
    """
    return next(code for number in count() if (code := _letters(f"{mark} {number}" if number else mark)) not in others)


def _letters(text: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"code {text}".encode()).digest(), "big")
    letters = ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[place]
    return letters


def corner_of(seat: Seat, size: int) -> Square:
    """The corner of a board of ``size`` squares a side that is a seat's: clockwise from a1, as the seats are."""
    south_west, south_east, north_west, north_east = corners(size)
    return (south_west, north_west, north_east, south_east)[TABLE_SEATS.index(seat)]


def claim_with(claims: Sequence[Claim], code: str) -> Claim | None:
    """The claim with this code; None if it is nobody's."""
    return next((claim for claim in claims if claim.code == code), None)


def proved(claim: Claim) -> SeatTaken | SeatHandedOver:
    """What a claim comes to once it is proved."""
    return SeatHandedOver(claim.seat, claim.mark) if claim.taken else SeatTaken(claim.seat, claim.name, claim.mark)


def still_open(claim: Claim, evening: SavedState) -> bool:
    """Whether there is still something to claim: a player to take over from, or a free seat before the game."""
    sitter = evening.seating.at(claim.seat)
    if sitter is not None:
        return claim.taken and sitter.mark != claim.mark
    return not claim.taken and evening.phase is Phase.LOBBY


def overtaken(claim: Claim, evening: SavedState) -> TurnedAway | None:
    """What has become of a claim that is open no longer; None if it was proved."""
    sitter = evening.seating.at(claim.seat)
    if sitter is not None:
        return None if sitter.mark == claim.mark else TurnedAway.of(claim, ClaimEnd.QUICKER)
    return TurnedAway.of(claim, ClaimEnd.FREED if claim.taken else ClaimEnd.BEGUN)


def in_the_way(claims: Sequence[Claim], origin: Origin) -> Claim | None:
    """Which claim gives way to another one from there where there are too many; None if there is room.

    An address that has as many as it may loses its own oldest. Else one of the most crowded address does, but only if
    that one still has no fewer than the newcomer's then: so nobody who asks once gives way to anybody.

    :raises NoRoom: if that is nobody.
    """
    own = [claim for claim in claims if claim.origin == origin]
    if len(own) >= EACH:
        return own[0]
    if len(claims) < MOST_CLAIMS:
        return None
    crowd, most = CallerGroup.of(claims), first_to_go(claims)
    pairs = zip(crowd.size(most.origin), crowd.size(origin), strict=True)
    if any(theirs > ours + 1 for theirs, ours in pairs):
        return most
    raise NoRoom


class NoRoom(Exception):
    """So many ask already, each from an address of their own, that nobody else can."""


def remembered(turned_away: Sequence[TurnedAway]) -> tuple[TurnedAway, ...]:
    """As many of those who were turned away as are remembered: whoever was so often is forgotten first."""
    left = list(turned_away)
    while len(left) > TURNED_AWAY:
        left.remove(first_to_go(left))
    return tuple(left)


def may_answer(
    claim: Claim, evening: SavedState, connected: frozenset[Seat], held: tuple[Seat, ...], marks: frozenset[str]
) -> bool:
    """Whether a phone with these seats and marks may say yes or no to a claim: for a free seat whoever sits; for one
    that has a player the host or that player's own phone, and others only if that phone is not there. Nobody answers
    themselves."""
    if not held or claim.mark in marks:
        return False
    if not claim.taken or claim.seat in held or evening.seating.host in held:
        return True
    return claim.seat not in connected


CORNERS_OF_SIGN = 3
PRESSES_OF_SIGN = 6
LONGEST_RUN = 3
"""So often a sign has the same button in a row after the first, and none has both by turns: who is only impatient does
none."""

PAUSE_MS = 6000
"""After so many ms of the board's clock without the next touch or press, a sign has to be begun anew."""


def _is_even(order: tuple[int, ...]) -> bool:
    return sum(one > other for one, other in combinations(order, 2)) % 2 == 0


def _runs(presses: tuple[Button, ...]) -> int:
    return max(len(list(same)) for _, same in groupby(presses))


_ORDERS = tuple(order[:CORNERS_OF_SIGN] for order in permutations(range(4)) if _is_even(order))
_PRESSES = tuple(
    (Button.UNDO, *rest)
    for rest in product((Button.UNDO, Button.DONE), repeat=PRESSES_OF_SIGN - 1)
    if rest.count(Button.UNDO) % 2 == 0 and _runs(rest) <= LONGEST_RUN and _runs((Button.UNDO, *rest)) > 1
)

SIGNS = min(len(_ORDERS), len(_PRESSES))
"""How many signs there are. They have numbers from 0."""


def corners_of(sign: int, size: int) -> tuple[Square, ...]:
    """The corners of a sign on a board of ``size`` squares a side, in the order in which they are touched."""
    four = corners(size)
    return tuple(four[each] for each in _ORDERS[sign])


def presses_of(sign: int) -> tuple[Button, ...]:
    """The presses of a sign."""
    return _PRESSES[sign]


def then_touched(touched: tuple[Square, ...], corner: Square) -> tuple[Square, ...]:
    """The corners of a sign that is being done, once this one is touched, too. To touch the same one twice is to touch
    it; to come back to an earlier one is to begin anew with it."""
    if touched and touched[-1] == corner:
        return touched
    return (corner,) if corner in touched else (*touched, corner)

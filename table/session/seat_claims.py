"""Claims for seats, and the signs that prove them.

The page is open to every phone in the network, so claimants must prove that they are at the table: by a sign at the
board, or by the consent of a player. Until then a claim is not saved. Several claims may be open, also for the same
seat: one for each phone and a few for each address, so that nobody can block the others.

Each claim has its own sign, which only its phone shows. Before a game a sign is three different corners, touched one
after the other. Of the 24 orders the 12 even permutations are used: any two of them differ in two corners at least, and
none by an exchange of two. So one wrong corner, or two in the wrong order, never give another claim's sign. A corner's
sensor may be dead, and the board of a game that was found at the start or is over cannot be touched; so a sign is also
six presses of the buttons. It begins with Undo, which has no other meaning then. Any two signs differ in two presses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, groupby, permutations, product

from engine.seats import Seat
from engine.squares import Square, corners
from hardware.board import Button
from table.session.answers import CallerGroup, Origin, first_to_drop
from table.session.journal_entries import SeatHandedOver, SeatTaken
from table.session.saved_state import TABLE_SEATS, SavedState
from table.session.snapshot import ClaimEnd, Phase

CLAIM_SECONDS = 60.0
"""The seconds that a claim waits for its proof."""

CODE_LETTERS = "ABCDEFHJKLMNPRSTVWXY"
"""The letters of codes; none of them looks like another one or like a digit."""
CODE_LENGTH = 4

MOST_CLAIMS = 10
"""The most open claims: two fewer than there are signs, so that a sign is not given again at once."""
MOST_CLAIMS_PER_ADDRESS = 4
"""The most open claims from one address: a family behind one router, or several windows on one computer."""
MOST_TURNED_AWAY = 24
"""The number of claimants for whom the table remembers why they were turned away."""


CORNERS_OF_SIGN = 3
PRESSES_OF_SIGN = 6
LONGEST_RUN = 3
"""After its first press a sign has the same button at most this often in a row. Its presses are never strictly
alternating, so impatient presses are not mistaken for a sign."""

PAUSE_MS = 15_000
PAUSE_READINGS = 200
"""After this time on the board's clock, and this number of readings, without the next touch or press a sign starts
again. A board that is read seldom, on a slow computer, sees hands late."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone with a token of this ``mark`` asks for a seat under a name, which may be empty. No other open claim has
    its ``sign``, nor its ``code``, which the claimant and the players see, so that they can identify the claim.
    ``taken``: the seat has a player, whose phone was lost or is empty. ``since`` is the version of the table in which
    the claim was made."""

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
    """A phone with a token of this ``mark`` asked for a seat in vain; ``why`` is the reason."""

    seat: Seat
    mark: str
    why: ClaimEnd
    origin: Origin

    @classmethod
    def of(cls, claim: Claim, why: ClaimEnd) -> TurnedAway:
        """Return the claimant as turned away, for this reason."""
        return cls(claim.seat, claim.mark, why, claim.origin)


def claim_code(mark: str, others: frozenset[str] = frozenset()) -> str:
    """Return four letters for a mark, other than the codes in ``others``.

    >>> claim_code("ann")
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


def seat_corner(seat: Seat, size: int) -> Square:
    """Return the corner of a seat on a board of ``size`` squares a side: clockwise from a1, as the seats are."""
    south_west, south_east, north_west, north_east = corners(size)
    return (south_west, north_west, north_east, south_east)[TABLE_SEATS.index(seat)]


def claim_with(claims: Sequence[Claim], code: str) -> Claim | None:
    """Return the claim with this code; None if there is none."""
    return next((claim for claim in claims if claim.code == code), None)


def proof_entry(claim: Claim) -> SeatTaken | SeatHandedOver:
    """Return the entry of a proved claim."""
    return SeatHandedOver(claim.seat, claim.mark) if claim.taken else SeatTaken(claim.seat, claim.name, claim.mark)


def still_open(claim: Claim, saved: SavedState) -> bool:
    """Whether the claim still has an object: a player to take over from, or a free seat before the game."""
    player = saved.seating.at(claim.seat)
    if player is not None:
        return claim.taken and player.mark != claim.mark
    return not claim.taken and saved.phase is Phase.LOBBY


def lost_claim(claim: Claim, saved: SavedState) -> TurnedAway | None:
    """Return why a claim ended that is no longer open; None if it was proved."""
    player = saved.seating.at(claim.seat)
    if player is not None:
        return None if player.mark == claim.mark else TurnedAway.of(claim, ClaimEnd.QUICKER)
    return TurnedAway.of(claim, ClaimEnd.FREED if claim.taken else ClaimEnd.BEGUN)


def moved_on(claims: Sequence[Claim], saved: SavedState) -> tuple[Claim, ...]:
    """Return the claims after a player sat down. Claims for that seat now ask for another free one, if there is one,
    since most people choose a name and not a seat. Seats without other claims come first."""
    free = [seat for seat in TABLE_SEATS if saved.seating.at(seat) is None]
    if not free or saved.phase is not Phase.LOBBY:
        return tuple(claims)
    moved: list[Claim] = []
    for place, claim in enumerate(claims):
        player = saved.seating.at(claim.seat)
        if claim.taken or player is None or player.mark == claim.mark:
            moved.append(claim)
        else:
            asked = {other.seat for other in (*moved, *claims[place + 1 :])}
            moved.append(replace(claim, seat=next((seat for seat in free if seat not in asked), free[0])))
    return tuple(moved)


def claim_to_displace(claims: Sequence[Claim], origin: Origin) -> Claim | None:
    """Return the claim that has to make room for another one from ``origin``; None if there is room.

    An address with as many claims as it may have loses its oldest. Otherwise the address with the most claims loses
    one, if it still has as many as the new one's after that: so a claimant with a single claim never loses it.

    :raises TooManyClaims: if no claim has to make room.
    """
    own = [claim for claim in claims if claim.origin == origin]
    if len(own) >= MOST_CLAIMS_PER_ADDRESS:
        return own[0]
    if len(claims) < MOST_CLAIMS:
        return None
    counts, largest = CallerGroup.of(claims), first_to_drop(claims)
    pairs = zip(counts.size(largest.origin), counts.size(origin), strict=True)
    if any(theirs > ours + 1 for theirs, ours in pairs):
        return largest
    raise TooManyClaims


class TooManyClaims(Exception):
    """There are too many claims, each from another address."""


def limited(turned_away: Sequence[TurnedAway]) -> tuple[TurnedAway, ...]:
    """Return the claimants who were turned away, within the limit. Those of the address with the most are dropped
    first."""
    left = list(turned_away)
    while len(left) > MOST_TURNED_AWAY:
        left.remove(first_to_drop(left))
    return tuple(left)


def may_answer(
    claim: Claim, saved: SavedState, connected: frozenset[Seat], held: tuple[Seat, ...], marks: frozenset[str]
) -> bool:
    """Whether a phone with these seats and marks may answer a claim. For a free seat every player may; for a taken one
    the host and that player's phone, and other players only while that phone is disconnected. No phone answers its own
    claim."""
    if not held or claim.mark in marks:
        return False
    if not claim.taken or claim.seat in held or saved.seating.host in held:
        return True
    return claim.seat not in connected


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
"""Return the number of signs. They are numbered from 0."""


def sign_corners(sign: int, size: int) -> tuple[Square, ...]:
    """Return the corners of a sign on a board of ``size`` squares a side, in the order in which they are touched."""
    four = corners(size)
    return tuple(four[each] for each in _ORDERS[sign])


def sign_presses(sign: int) -> tuple[Button, ...]:
    """Return the presses of a sign."""
    return _PRESSES[sign]


def next_touches(touched: tuple[Square, ...], corner: Square) -> tuple[Square, ...]:
    """Return the corners of a begun sign after the touch of ``corner``. A second touch of the same corner counts once;
    a touch of an earlier one starts again with it."""
    if touched and touched[-1] == corner:
        return touched
    return (corner,) if corner in touched else (*touched, corner)

"""What hands at the board come to for those who ask for a seat: a sign that is done proves the claim that has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.squares import Square, corners
from hardware.board import Button
from table.session.journal_entries import Entry
from table.session.seat_claims import (
    CORNERS_OF_SIGN,
    PRESSES_OF_SIGN,
    SIGNS,
    Claim,
    corners_of,
    presses_of,
    proved,
    then_touched,
)
from table.session.snapshot import Corner
from table.session.table_state import TableState

Result = tuple[TableState, tuple[Entry, ...]]
"""What something comes to: a state, and what is to be kept after it."""


def free_sign(state: TableState) -> int:
    """The sign for the next claim: one that nobody has, and of those the one that was given longest ago."""
    used = {claim.sign for claim in state.claims}
    coming = ((state.sign + step) % SIGNS for step in range(1, SIGNS + 1))
    return next(sign for sign in coming if sign not in used)


def by_touch(state: TableState, at: int) -> Result:
    """What comes of a square that was touched before a game. Only corners count; one wrong corner, and a sign has to be
    begun anew."""
    if not state.watching or at not in corners(state.size):
        return state, ()
    corner = Square(at)
    after = state if state.corner is None else replace(state.newer, corner=Corner(corner))
    if not state.claims or not state.signed_by_touch:
        return after, ()
    touched = then_touched(state.touched, corner)
    if len(touched) < CORNERS_OF_SIGN:
        return after.with_sign_begun(touched=touched), ()
    return _shown(after, (claim for claim in state.claims if corners_of(claim.sign, state.size) == touched))


def by_press(state: TableState, button: Button) -> Result | None:
    """What comes of a press at the rim that is of a sign; None if it is none of it, and so the game's. A sign begins
    with Undo, which means nothing before a game and to one that lies still."""
    if not state.signed_by_press or (button is Button.DONE and not state.pressed):
        return None
    if not state.claims:
        return (state, ()) if state.found else None
    pressed = (*state.pressed, button)
    if len(pressed) < PRESSES_OF_SIGN:
        return state.with_sign_begun(pressed=pressed), ()
    return _shown(state, (claim for claim in state.claims if presses_of(claim.sign) == pressed))


def _shown(state: TableState, claims: Iterator[Claim]) -> Result:
    """A sign is whole: it is that of one of these, or nobody's; the next one begins with nothing."""
    claim = next(claims, None)
    return state.with_sign_begun(), () if claim is None else (proved(claim),)

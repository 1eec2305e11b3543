"""Proof of claims at the board: a player who does the sign of a claim, by touches or presses, proves it."""

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
    next_touches,
    proof_entry,
    sign_corners,
    sign_presses,
)
from table.session.snapshot import Corner
from table.session.table_state import TableState

ProofResult = tuple[TableState, tuple[Entry, ...]]
"""The next state, and the entries to save after it."""


def free_sign(state: TableState) -> int:
    """The sign for the next claim: of those that are free, the one that was given longest ago."""
    used = {claim.sign for claim in state.claims}
    coming = ((state.sign + step) % SIGNS for step in range(1, SIGNS + 1))
    return next(sign for sign in coming if sign not in used)


def handle_touch(state: TableState, at: int) -> ProofResult:
    """The result of a touch before a game. Only corners count; a wrong corner ends the sign, which then starts
    again."""
    if not state.watching or at not in corners(state.size):
        return state, ()
    corner = Square(at)
    after = state if state.corner is None else replace(state.newer, corner=Corner(corner))
    if not state.claims or not state.signed_by_touch:
        return after, ()
    touched = next_touches(state.touched, corner)
    if len(touched) < CORNERS_OF_SIGN:
        return after.with_sign_begun(touched=touched), ()
    return _completed(after, (claim for claim in state.claims if sign_corners(claim.sign, state.size) == touched))


def handle_press(state: TableState, button: Button) -> ProofResult | None:
    """The result of a press that is part of a sign; None if it belongs to the game. A sign begins with Undo, which has
    no other meaning before a game, after it, and before a found game is resumed."""
    if not state.signed_by_press or (button is Button.DONE and not state.pressed):
        return None
    if not state.claims:
        return (state, ()) if state.found else None
    pressed = (*state.pressed, button)
    if len(pressed) < PRESSES_OF_SIGN:
        return state.with_sign_begun(pressed=pressed), ()
    return _completed(state, (claim for claim in state.claims if sign_presses(claim.sign) == pressed))


def _completed(state: TableState, claims: Iterator[Claim]) -> ProofResult:
    """The result of a complete sign: it proves the first of these claims, if there is one, and the next sign begins."""
    claim = next(claims, None)
    return state.with_sign_begun(), () if claim is None else (proof_entry(claim),)

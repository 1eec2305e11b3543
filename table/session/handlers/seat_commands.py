"""Commands about seats, and the signs at the board that prove a claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.squares import Square, corners
from hardware.board import BoardEvent, Button, ButtonPressed
from table.session.commands import AnswerClaim, ClaimSeat, HandHost, WithdrawClaim
from table.session.journal_entries import Entry, HostNamed, SeatTaken
from table.session.saved_state import need_here, need_host, need_phase
from table.session.seat_claims import (
    CORNERS_OF_SIGN,
    PRESSES_OF_SIGN,
    SIGNS,
    Claim,
    TooManyClaims,
    TurnedAway,
    claim_code,
    claim_to_displace,
    claim_with,
    may_answer,
    next_touches,
    proof_entry,
    sign_corners,
    sign_presses,
)
from table.session.snapshot import ClaimEnd, Corner, Phase
from table.session.table_api import Caller, Origin, Refusal, forbid, refuse
from table.session.table_state import TableState
from table.settings.table_settings import player_name


def handle_seat_command(
    state: TableState,
    marks: frozenset[str],
    command: ClaimSeat | WithdrawClaim | AnswerClaim | HandHost,
    fresh: str,
    caller: Caller,
) -> tuple[Entry, ...] | TableState:
    """The result of such a command of a phone with tokens of these marks: an entry, or a state with other claims.
    ``fresh`` is the mark of the token that it gets for a claim, ``caller`` who gives the command.

    :raises CommandRefused: if it cannot be carried out.
    """
    match command:
        case ClaimSeat():
            return _claimed(state, marks, command, fresh, caller)
        case WithdrawClaim(seat):
            asked: tuple[Claim | TurnedAway, ...] = (*state.claims, *state.turned_away)
            if not any(each.seat is seat and each.mark in marks for each in asked):
                raise refuse(Refusal.NO_CLAIM)
            return _without(state, marks)
        case AnswerClaim():
            claim = _answered(state, marks, command)
            if command.accept:
                return (proof_entry(claim),)
            return state.turning_away((TurnedAway.of(claim, ClaimEnd.REFUSED),))
        case HandHost(seat):
            held = state.saved.seating.held(marks)
            if not state.host_gone or seat not in held:
                need_host(state.saved, held)
            player = state.saved.seating.at(seat)
            if player is None or not player.mark:
                raise refuse(Refusal.NOT_NOW)
            return (HostNamed(seat),)


def _without(state: TableState, marks: frozenset[str]) -> TableState:
    """The state without the claims of a phone with tokens of these marks."""
    others = tuple(claim for claim in state.claims if claim.mark not in marks)
    return state.with_claims(others).without_turned_away(marks)


def _claimed(
    state: TableState, marks: frozenset[str], command: ClaimSeat, fresh: str, caller: Caller
) -> tuple[Entry, ...] | TableState:
    """The result of a claim. A caller who is known to be at the table, by another seat or by moving the pieces of a
    virtual board, takes a free seat at once. A new claim of a phone replaces its old one."""
    saved = state.saved
    name = player_name(command.name)
    if name is None:
        raise refuse(Refusal.NAME_UNREADABLE)
    need_here(saved, command.seat)
    player = saved.seating.at(command.seat)
    if player is None:
        need_phase(saved, Phase.LOBBY)
        if caller.hands or saved.seating.held(marks):
            return (SeatTaken(command.seat, name, fresh),)
    elif player.mark in marks:
        raise refuse(Refusal.SEAT_TAKEN, seat=command.seat.value)
    elif not player.mark:
        raise refuse(Refusal.TABLE_PLAYS, seat=command.seat.value)
    after = _with_room(_without(state, marks), caller.origin)
    sign, code = free_sign(after), claim_code(fresh, frozenset(claim.code for claim in after.claims))
    since = after.version + 1
    claim = Claim(command.seat, name, fresh, sign, code, caller.origin, taken=player is not None, since=since)
    return replace(after.with_claims((*after.claims, claim)), sign=sign)


def _with_room(state: TableState, origin: Origin) -> TableState:
    """The state with room for another claim from this origin."""
    try:
        claim = claim_to_displace(state.claims, origin)
    except TooManyClaims as full:
        raise refuse(Refusal.TOO_MANY_ASK) from full
    return state if claim is None else state.turning_away((TurnedAway.of(claim, ClaimEnd.CROWDED),))


def _answered(state: TableState, marks: frozenset[str], command: AnswerClaim) -> Claim:
    claim = claim_with(state.claims, command.code)
    if claim is None:
        raise refuse(Refusal.NO_CLAIM)
    if not may_answer(claim, state.saved, state.connected, state.saved.seating.held(marks), marks):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return claim


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


def proves_claim(state: TableState, event: BoardEvent) -> bool:
    """Whether an event is a press for a claim. Such a press is in no trace, since the claim is in none either."""
    return isinstance(event, ButtonPressed) and handle_press(state, event.button) is not None

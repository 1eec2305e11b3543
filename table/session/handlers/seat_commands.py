"""Commands about seats: claiming one, withdrawing and answering claims, making another player host."""

from __future__ import annotations

from dataclasses import replace

from table.session.callers import Caller, Origin
from table.session.commands import AnswerClaim, ClaimSeat, HandHost, WithdrawClaim
from table.session.handlers.claim_proof import free_sign
from table.session.handlers.permissions import need_host, need_phase
from table.session.journal_entries import Entry, HostNamed, SeatTaken
from table.session.refusals import Refusal, forbid, refuse
from table.session.seat_claims import (
    Claim,
    TooManyClaims,
    TurnedAway,
    claim_code,
    claim_to_displace,
    claim_with,
    may_answer,
    proof_entry,
)
from table.session.snapshot import ClaimEnd, Phase
from table.session.table_state import TableState
from table.settings.clean_names import clean_name


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
            if state.saved.seating.at(seat) is None:
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
    name = clean_name(command.name)
    if name is None:
        raise refuse(Refusal.NAME_NEEDED)
    player = saved.seating.at(command.seat)
    if player is None:
        need_phase(saved, Phase.LOBBY)
        if caller.hands or saved.seating.held(marks):
            return (SeatTaken(command.seat, name, fresh),)
    elif player.mark in marks:
        raise refuse(Refusal.SEAT_TAKEN, seat=command.seat.value)
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

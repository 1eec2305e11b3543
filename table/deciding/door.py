"""What commands about sitting down come to: asking for a seat, answering who asks, handing on the lead."""

from __future__ import annotations

from table.claims import Claim, TurnedAway, code_of, corner_of, may_answer, proved
from table.commands import AnswerClaim, ClaimSeat, HandHost, WithdrawClaim
from table.deciding.rights import need_host, need_phase
from table.entries import Entry, HostNamed, SeatTaken
from table.refusals import Refusal, forbid, refuse
from table.seats import clean_name
from table.snapshot import ClaimEnd, Phase
from table.state import TableState


def at_the_door(
    state: TableState,
    marks: frozenset[str],
    command: ClaimSeat | WithdrawClaim | AnswerClaim | HandHost,
    fresh: str,
) -> tuple[Entry, ...] | TableState:
    """What such a command of a phone with tokens of these marks comes to: an entry, or a state with other claims.
    ``fresh`` is the mark of the token that it gets for a claim.

    :raises CommandRefused: if it cannot be carried out.
    """
    match command:
        case ClaimSeat():
            return _claimed(state, marks, command, fresh)
        case WithdrawClaim(seat):
            asked: tuple[Claim | TurnedAway, ...] = (*state.claims, *state.turned_away)
            if not any(each.seat is seat and each.mark in marks for each in asked):
                raise refuse(Refusal.NO_CLAIM)
            return _without(state, marks)
        case AnswerClaim():
            claim = _answered(state, marks, command)
            if command.accept:
                return (proved(claim),)
            return state.turning_away((TurnedAway(claim.seat, claim.mark, ClaimEnd.REFUSED),))
        case HandHost(seat):
            held = state.evening.seating.held(marks)
            if not state.host_gone or seat not in held:
                need_host(state.evening, held)
            if state.evening.seating.at(seat) is None:
                raise refuse(Refusal.NOT_NOW)
            return (HostNamed(seat),)


def _without(state: TableState, marks: frozenset[str]) -> TableState:
    """The state as if a phone with tokens of these marks had never asked."""
    others = tuple(claim for claim in state.claims if claim.mark not in marks)
    return state.with_claims(others).without_turned_away(marks)


def _claimed(
    state: TableState, marks: frozenset[str], command: ClaimSeat, fresh: str
) -> tuple[Entry, ...] | TableState:
    """Who sits at the table already has shown it, and takes a free seat at once; a new claim of a phone is in place of
    its old one."""
    evening = state.evening
    name = clean_name(command.name)
    if name is None:
        raise refuse(Refusal.NAME_NEEDED)
    sitter = evening.seating.at(command.seat)
    if sitter is None:
        need_phase(evening, Phase.LOBBY)
    elif sitter.mark in marks:
        raise refuse(Refusal.SEAT_TAKEN, seat=command.seat.value)
    others = tuple(claim for claim in state.claims if claim.mark not in marks)
    if any(claim.seat is command.seat for claim in others):
        raise refuse(Refusal.SEAT_CLAIMED, seat=command.seat.value)
    if sitter is None and evening.seating.held(marks):
        return (SeatTaken(command.seat, name, fresh),)
    square = corner_of(command.seat, state.size)
    claim = Claim(command.seat, name, fresh, square, code_of(fresh), taken=sitter is not None)
    return state.without_turned_away(marks).with_claims((*others, claim))


def _answered(state: TableState, marks: frozenset[str], command: AnswerClaim) -> Claim:
    claim = next((claim for claim in state.claims if claim.seat is command.seat), None)
    if claim is None:
        raise refuse(Refusal.NO_CLAIM)
    if not may_answer(claim, state.evening, state.connected, state.evening.seating.held(marks), marks):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return claim

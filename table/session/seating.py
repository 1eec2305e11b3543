"""Seats: claims for them and their ends, the signs at the board that prove a claim, the host, and the phones that
listen.

A claim ends in one of six ways: a sign proves it (`SquareTouched`, `pressed_for_sign`), a player accepts or refuses it
(`AnswerClaim`), its phone withdraws it (`WithdrawClaim`), it waits for too long (`ClaimsExpired`), another claim needs
its room (`_with_room`), or an entry leaves nothing to claim (`TableState.with_entry`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.seats import Seat
from engine.squares import Square, corners
from hardware.board import BoardEvent, Button, ButtonPressed
from table.session.answers import Accepted, CommandRefused, Origin, Refusal, forbid, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import Entry, HostNamed, SeatHandedOver, SeatLeft, SeatTaken
from table.session.saved_state import FREED_MARK, SavedState, need_here, need_host, need_phase
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
from table.session.session_events import EventOutcome, TableEvent
from table.session.snapshot import ClaimEnd, Corner, Phase
from table.session.table_state import TableState
from table.settings.names import player_name


class ClaimSeat(Command, frozen=True, tag="claim_seat"):
    """Ask for a seat under a name (empty: none, and phones call the player by the seat's colour). The answer sets a
    cookie, which acts for the seat once the player has proved that they are at the table; a client that has a seat
    already gets another free one at once, and keeps the one that it has unless it is ``leaving`` that for the new one.
    On a seat that has a player, that player's phone gives way."""

    in_workshop: ClassVar[bool] = True

    seat: Seat
    name: str
    leaving: Seat | None = None

    @property
    def seat_asked(self) -> Seat:
        """This seat."""
        return self.seat

    def known_since(self, state: TableState, asked: CommandReceived) -> int | None:
        """Return None for a free seat, whose claim is never stale; another seat may have another player by now."""
        del asked
        return None if state.saved.seating.at(self.seat) is None else state.game_version

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """A caller who is known to be at the table, by another seat or by moving the pieces of a virtual board, takes a
        free seat at once. Any caller takes one that was freed for another phone. A new claim of a phone replaces its
        old one."""
        saved, caller, fresh = state.saved, asked.caller, asked.fresh
        name = player_name(self.name)
        if name is None:
            raise refuse(Refusal.NAME_UNREADABLE)
        need_here(saved, self.seat)
        player, left = saved.seating.at(self.seat), self._left_for_it(saved, asked.held(saved))
        if player is None:
            need_phase(saved, Phase.LOBBY)
            if caller.hands or asked.held(saved):
                return (SeatTaken(self.seat, name, fresh), *left)
        elif player.mark in asked.marks:
            raise refuse(Refusal.SEAT_TAKEN, seat=self.seat.value)
        elif player.mark == FREED_MARK:
            return (SeatHandedOver(self.seat, fresh),)
        elif not player.mark:
            raise refuse(Refusal.TABLE_PLAYS, seat=self.seat.value)
        after = _with_room(_without(state, asked.marks), caller.origin)
        sign, code = free_sign(after), claim_code(fresh, frozenset(claim.code for claim in after.claims))
        since = after.version + 1
        claim = Claim(self.seat, name, fresh, sign, code, caller.origin, taken=player is not None, since=since)
        return replace(after.with_claims((*after.claims, claim)), sign=sign)

    def _left_for_it(self, saved: SavedState, held: tuple[Seat, ...]) -> tuple[Entry, ...]:
        """Return the entries with which the player leaves the seat before, and leads the table from the new one."""
        if self.leaving is None:
            return ()
        if self.leaving not in held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if saved.seating.at(self.seat) is not None:
            raise refuse(Refusal.SEAT_TAKEN, seat=self.seat.value)
        need_here(saved, self.leaving)
        leads = (HostNamed(self.seat),) if saved.seating.host is self.leaving else ()
        return (*leads, SeatLeft(self.leaving))


class WithdrawClaim(Command, frozen=True, tag="withdraw_claim"):
    """Stop asking for a seat, or dismiss the news that this phone did not get it."""

    in_workshop: ClassVar[bool] = True

    seat: Seat

    def known_since(self, state: TableState, asked: CommandReceived) -> None:
        """Never."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        claims: tuple[Claim | TurnedAway, ...] = (*state.claims, *state.turned_away)
        if not any(each.seat is self.seat and each.mark in asked.marks for each in claims):
            raise refuse(Refusal.NO_CLAIM)
        return _without(state, asked.marks)


class AnswerClaim(Command, frozen=True, tag="answer_claim"):
    """Let the phone that asks for a seat with this code have it, or not (players only)."""

    in_workshop: ClassVar[bool] = True

    code: str
    accept: bool

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """The code may belong to another claim by now."""
        del asked
        claim = claim_with(state.claims, self.code)
        return 0 if claim is None else claim.since

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        claim = claim_with(state.claims, self.code)
        if claim is None:
            raise refuse(Refusal.NO_CLAIM)
        if not may_answer(claim, state.saved, state.connected, asked.held(state.saved), asked.marks):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if self.accept:
            return (proof_entry(claim),)
        return state.turning_away((TurnedAway.of(claim, ClaimEnd.REFUSED),))


class LeaveSeat(Command, frozen=True, tag="leave_seat"):
    """Leave a seat, before a game."""

    in_workshop: ClassVar[bool] = True

    seat: Seat

    def known_since(self, state: TableState, asked: CommandReceived) -> int | None:
        """A command about a seat that the phone holds is never stale."""
        return None if self.seat in asked.held(state.saved) else state.game_version

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved, held = state.saved, asked.held(state.saved)
        need_phase(saved, Phase.LOBBY)
        if self.seat not in held and (saved.seating.host not in held or saved.seating.at(self.seat) is None):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        need_here(saved, self.seat)
        return (SeatLeft(self.seat),)


class HandHost(Command, frozen=True, tag="hand_host"):
    """Make the player on this seat the host (host only; while the host's phone is gone, each player for their own
    seat)."""

    in_workshop: ClassVar[bool] = True

    seat: Seat

    def known_since(self, state: TableState, asked: CommandReceived) -> int | None:
        """A command about a seat that the phone holds is never stale."""
        return None if self.seat in asked.held(state.saved) else state.game_version

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        held = asked.held(state.saved)
        if not state.host_gone or self.seat not in held:
            need_host(state.saved, held)
        player = state.saved.seating.at(self.seat)
        if player is None or not player.mark:
            raise refuse(Refusal.NOT_NOW)
        return (HostNamed(self.seat),)


PlainSeatCommand = WithdrawClaim | AnswerClaim | LeaveSeat | HandHost
"""Commands about seats that phones send as their types declare them."""


def _without(state: TableState, marks: frozenset[str]) -> TableState:
    """Return the state without the claims of a phone with tokens of these marks."""
    others = tuple(claim for claim in state.claims if claim.mark not in marks)
    return state.with_claims(others).without_turned_away(marks)


def _with_room(state: TableState, origin: Origin) -> TableState:
    """Return the state with room for another claim from this origin."""
    try:
        claim = claim_to_displace(state.claims, origin)
    except TooManyClaims as full:
        raise refuse(Refusal.TOO_MANY_ASK) from full
    return state if claim is None else state.turning_away((TurnedAway.of(claim, ClaimEnd.CROWDED),))


def free_sign(state: TableState) -> int:
    """Return the sign for the next claim: of the free ones, the one that was given longest ago."""
    used = {claim.sign for claim in state.claims}
    coming = ((state.sign + step) % SIGNS for step in range(1, SIGNS + 1))
    return next(sign for sign in coming if sign not in used)


@dataclass(frozen=True, slots=True)
class ClaimsExpired(TableEvent):
    """The claims of phones with tokens of these marks have waited too long for their proof."""

    marks: frozenset[str]

    def handle(self, state: TableState) -> EventOutcome:
        late = (claim for claim in state.claims if claim.mark in self.marks)
        return EventOutcome(state.turning_away(TurnedAway.of(claim, ClaimEnd.LATE) for claim in late))


@dataclass(frozen=True, slots=True)
class SeatsFreed(TableEvent):
    """The owner of the table's computer frees these seats, or all if none are named, since their phones were lost."""

    by_phone: ClassVar[bool] = True
    awaited: ClassVar[bool] = True

    seats: frozenset[Seat]

    def handle(self, state: TableState) -> EventOutcome:
        try:
            outcome = EventOutcome.of(state, self._entries(state))
        except CommandRefused as refused:
            return EventOutcome(state, answer=refused.answer)
        return outcome.answered(Accepted(outcome.state.version))

    def _entries(self, state: TableState) -> tuple[Entry, ...]:
        """In a lobby their players leave. Otherwise the next phone that asks for such a seat continues there, or the
        only one that asks for it now.

        :raises CommandRefused: if one of the seats has no player with a phone at this table.
        """
        players = {player.seat: player for player in state.saved.seating.players if player.mark}
        if not (meant := self.seats or frozenset(players)) or not meant <= players.keys():
            raise refuse(Refusal.NOT_NOW)
        if state.saved.phase is Phase.LOBBY and state.saved.match is None:
            return tuple(SeatLeft(seat) for seat in players if seat in meant)
        asked = Counter(claim.seat for claim in state.claims)
        marks = {claim.seat: claim.mark for claim in state.claims if asked[claim.seat] == 1}
        return tuple(SeatHandedOver(seat, marks.get(seat, FREED_MARK)) for seat in players if seat in meant)


@dataclass(frozen=True, slots=True)
class PhonesChanged(TableEvent):
    """The seats whose phones listen have changed."""

    connected: frozenset[Seat]

    def handle(self, state: TableState) -> EventOutcome:
        """End the search for a1 and the display of colours without the host's phone; with it no other host is
        needed."""
        if self.connected == state.connected:
            return EventOutcome(state)
        after = replace(state.newer, connected=self.connected)
        if state.saved.seating.host in self.connected:
            return EventOutcome(replace(after, host_gone=False))
        return EventOutcome(replace(after, corner=None, colours=False))


@dataclass(frozen=True, slots=True)
class HostGone(TableEvent):
    """The phone of the host on this seat has been away so long that others may take over as host."""

    seat: Seat

    def handle(self, state: TableState) -> EventOutcome:
        gone = self.seat is state.saved.seating.host and self.seat not in state.connected
        return EventOutcome(replace(state.newer, host_gone=True) if gone and not state.host_gone else state)


@dataclass(frozen=True, slots=True)
class SquareTouched(TableEvent):
    """Before a game: a worker was put on a square, or touches it."""

    square: int

    def handle(self, state: TableState) -> EventOutcome:
        """Handle a touch of a corner, which may be part of a sign: a wrong corner ends it, and it starts again."""
        if not state.watching or self.square not in corners(state.size):
            return EventOutcome(state)
        corner = Square(self.square)
        after = state if state.corner is None else replace(state.newer, corner=Corner(corner))
        if not state.claims or not state.signed_by_touch:
            return EventOutcome(after)
        touched = next_touches(state.touched, corner)
        if len(touched) < CORNERS_OF_SIGN:
            return EventOutcome(after.with_sign_begun(touched=touched))
        return _signed(after, (each for each in state.claims if sign_corners(each.sign, state.size) == touched))


@dataclass(frozen=True, slots=True)
class HandsPaused(TableEvent):
    """No touch or press has continued a begun sign for so long that it starts again."""

    def handle(self, state: TableState) -> EventOutcome:
        return EventOutcome(state.with_sign_begun())


def pressed_for_sign(state: TableState, button: Button) -> EventOutcome | None:
    """Return the outcome of a press that is part of a sign; None if it belongs to the game. A sign begins with Undo,
    which has no other meaning before a game, after it, and before a found game is resumed."""
    if not state.signed_by_press or (button is Button.DONE and not state.pressed):
        return None
    if not state.claims:
        return EventOutcome(state) if state.found else None
    pressed = (*state.pressed, button)
    if len(pressed) < PRESSES_OF_SIGN:
        return EventOutcome(state.with_sign_begun(pressed=pressed))
    return _signed(state, (claim for claim in state.claims if sign_presses(claim.sign) == pressed))


def _signed(state: TableState, claims: Iterator[Claim]) -> EventOutcome:
    """Return the outcome of a complete sign: it proves the first of these claims, if there is one, and the next sign
    begins."""
    claim = next(claims, None)
    return EventOutcome.of(state.with_sign_begun(), () if claim is None else (proof_entry(claim),))


def proves_claim(state: TableState, event: BoardEvent) -> bool:
    """Whether an event is a press for a claim. Such a press is in no trace, since the claim is in none either."""
    return isinstance(event, ButtonPressed) and pressed_for_sign(state, event.button) is not None

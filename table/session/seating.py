"""Who sits where: claimed seats with their players' names and the marks by which their phones are known."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace

from engine.admission import team_at
from engine.seats import Seat

TABLE_SEATS = (Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE)
"""The seats of the table, clockwise; two to four of them are taken for a game."""

FEWEST_PLAYERS = 2


def fresh_token() -> str:
    """A new seat token of 128 random bits, for one phone to keep. The table itself keeps only its mark."""
    return secrets.token_urlsafe(16)


def token_mark(token: str) -> str:
    """What the table remembers of a token: its SHA-256, so that a copied journal lets nobody act for a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player on a seat; ``mark`` is the mark of the seat's token."""

    seat: Seat
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class Seating:
    """The players in the order in which they sat down. ``leader`` is the seat that was named to lead the table; if none
    was, or nobody sits there any more, the first to sit down does."""

    sitters: tuple[SeatedPlayer, ...] = ()
    leader: Seat | None = None

    @property
    def host(self) -> Seat | None:
        """The seat that leads the table; None while nobody sits."""
        if self.leader is not None:
            return self.leader
        return self.sitters[0].seat if self.sitters else None

    @property
    def enough(self) -> bool:
        """Whether so many sit that a game can begin."""
        return len(self.sitters) >= FEWEST_PLAYERS

    @property
    def needs_powers(self) -> bool:
        """Whether so many sit that the game cannot be played without powers (rulings G8)."""
        return len(self.sitters) > FEWEST_PLAYERS

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """The taken seats clockwise, from the one that was taken first."""
        taken = tuple(seat for seat in TABLE_SEATS if self.at(seat) is not None)
        start = taken.index(self.sitters[0].seat) if taken else 0
        return taken[start:] + taken[:start]

    def team(self, seat: Seat) -> int | None:
        """The side on which the player on a seat would play now: four are two teams, those opposite each other play
        together; None if the seat is free."""
        return None if self.at(seat) is None else team_at(self.turn_order, seat)

    def at(self, seat: Seat) -> SeatedPlayer | None:
        """Who sits on a seat; None if it is free."""
        return next((sitter for sitter in self.sitters if sitter.seat is seat), None)

    def held(self, marks: frozenset[str]) -> tuple[Seat, ...]:
        """The seats for which a phone with tokens of these marks may act, in the order in which they were taken."""
        return tuple(sitter.seat for sitter in self.sitters if sitter.mark in marks)

    def with_sitter(self, sitter: SeatedPlayer) -> Seating:
        """The seating after a player sat down on a free seat."""
        if self.at(sitter.seat) is not None:
            raise ValueError(f"seat {sitter.seat} is taken")
        return replace(self, sitters=(*self.sitters, sitter))

    def without(self, seat: Seat) -> Seating:
        """The seating after the player on a taken seat stood up. When the host goes, the next player is host."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        sitters = tuple(sitter for sitter in self.sitters if sitter.seat is not seat)
        return Seating(sitters, None if self.leader is seat else self.leader)

    def with_phone(self, seat: Seat, mark: str) -> Seating:
        """The seating after the player on a taken seat went on with another phone, whose token has this mark."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return replace(self, sitters=tuple(replace(s, mark=mark) if s.seat is seat else s for s in self.sitters))

    def led_by(self, seat: Seat) -> Seating:
        """The seating with the player on a taken seat for its host."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return replace(self, leader=seat)

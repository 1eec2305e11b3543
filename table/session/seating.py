"""The taken seats, with the names of the players and the marks of their phones."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace

from engine.casting.setup_checks import team_at
from engine.seats import Seat

TABLE_SEATS = (Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE)
"""The seats of the table, clockwise; two to four of them are taken for a game."""

FEWEST_PLAYERS = 2


def fresh_token() -> str:
    """A new seat token of 128 random bits for one phone. The table itself stores only its mark."""
    return secrets.token_urlsafe(16)


def token_mark(token: str) -> str:
    """The mark of a token, its SHA-256. A copy of the journal lets nobody act for a seat, since it has only marks."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player on a seat; ``mark`` is the mark of the seat's token."""

    seat: Seat
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class Seating:
    """The players in the order in which they sat down. ``named_host`` is the seat that was made host; None: the player
    who sat down first is host."""

    players: tuple[SeatedPlayer, ...] = ()
    named_host: Seat | None = None

    @property
    def host(self) -> Seat | None:
        """The seat of the host; None while no seat is taken."""
        if self.named_host is not None:
            return self.named_host
        return self.players[0].seat if self.players else None

    @property
    def enough(self) -> bool:
        """Whether there are enough players for a game."""
        return len(self.players) >= FEWEST_PLAYERS

    @property
    def needs_powers(self) -> bool:
        """Whether there are so many players that the game needs powers (rulings 8)."""
        return len(self.players) > FEWEST_PLAYERS

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """The taken seats clockwise, from the one that was taken first."""
        taken = tuple(seat for seat in TABLE_SEATS if self.at(seat) is not None)
        start = taken.index(self.players[0].seat) if taken else 0
        return taken[start:] + taken[:start]

    def team(self, seat: Seat) -> int | None:
        """The team of the player on a seat if a game began now; None if the seat is free. Four players are two teams,
        opposite each other."""
        return None if self.at(seat) is None else team_at(self.turn_order, seat)

    def at(self, seat: Seat) -> SeatedPlayer | None:
        """The player on a seat; None if it is free."""
        return next((player for player in self.players if player.seat is seat), None)

    def held(self, marks: frozenset[str]) -> tuple[Seat, ...]:
        """The seats for which a phone with tokens of these marks may act, in the order in which they were taken."""
        return tuple(player.seat for player in self.players if player.mark in marks)

    def with_player(self, player: SeatedPlayer) -> Seating:
        """The seating after a player sat down on a free seat."""
        if self.at(player.seat) is not None:
            raise ValueError(f"seat {player.seat} is taken")
        return replace(self, players=(*self.players, player))

    def without(self, seat: Seat) -> Seating:
        """The seating after the player on a taken seat left. If that was the host, the first player is host."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        players = tuple(player for player in self.players if player.seat is not seat)
        return Seating(players, None if self.named_host is seat else self.named_host)

    def with_phone(self, seat: Seat, mark: str) -> Seating:
        """The seating after the player on a taken seat changed to another phone, whose token has this mark."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return replace(self, players=tuple(replace(s, mark=mark) if s.seat is seat else s for s in self.players))

    def with_host(self, seat: Seat) -> Seating:
        """The seating with the player on a taken seat as host."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return replace(self, named_host=seat)

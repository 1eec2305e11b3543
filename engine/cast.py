"""Who is who in a game: the players, their teams and the powers on the cards; and who has the use of a power now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from engine.power import Holding, Power
from engine.seats import Seat
from engine.setup import Player, Setup
from engine.state import State

Facet = Callable[..., object]


class Cast:
    """The powers of a game by the index of their cards, with the players: constant while the game lasts."""

    def __init__(self, setup: Setup, powers: tuple[Power, ...]) -> None:
        self.setup = setup
        self.powers = powers
        self._teams = {player.seat: player.team for player in setup.players}
        self._having: dict[str, tuple[int, ...]] = {}

    def team(self, seat: Seat) -> int:
        """The team of a seat."""
        return self._teams[seat]

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in turn order."""
        return tuple(player.seat for player in self.setup.players)

    def owner_of_team(self, team: int) -> Player:
        """The first player of a team, who stands for its workers."""
        return next(player for player in self.setup.players if player.team == team)

    def having(self, facet: Facet) -> tuple[int, ...]:
        """The indices of the powers that override a facet, such as ``Power.forbid``."""
        name = facet.__name__
        found = self._having.get(name)
        if found is None:
            found = tuple(i for i, power in enumerate(self.powers) if getattr(type(power), name) is not facet)
            self._having[name] = found
        return found

    @cached_property
    def notes_climbs(self) -> bool:
        """Whether it matters to any power that a worker moves up; if not, turns with and without are alike."""
        return any(power.counts_climbs or power.recalls_climbs for power in self.powers)

    def asks_about_climbs(self, seat: Seat) -> bool:
        """Whether a power that recalls climbs is, or may come to be, in the hands of this seat."""
        return seat in self._climb_seats

    @cached_property
    def _climb_seats(self) -> frozenset[Seat]:
        by_seat = [player.seat for player in self.setup.players]
        owners = {seat for seat, power in zip(by_seat, self.powers, strict=False) if power.recalls_climbs}
        takers = {seat for seat, power in zip(by_seat, self.powers, strict=False) if power.takes_powers}
        return frozenset(owners | takers) if owners else frozenset()


def holdings(state: State, facet: Facet) -> Iterable[tuple[Power, Holding]]:
    """The powers in use that say something under a facet, with their holders: the active player's first, then the
    teammate's, then the opponents' in turn order (rulings 3)."""
    cast = state.cast
    indices = cast.having(facet)
    if not indices:
        return ()
    found = [
        Holding(state, index, seat)
        for index in indices
        for seat in state.powers[index].holders
        if seat not in state.eliminated
    ]
    if len(found) > 1 and state.turn is not None:
        active = state.turn.seat
        team, start, count = cast.team(active), cast.seats.index(active), len(cast.seats)
        found.sort(
            key=lambda h: (h.seat != active, cast.team(h.seat) != team, (cast.seats.index(h.seat) - start) % count)
        )
    return [(cast.powers[holding.index], holding) for holding in found]

"""The cast of a game: the players, their teams and the powers on the cards; and the users of each power now."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import Player, PowerName, Setup, Supply
from engine.squares import BITS, NO_SQUARES, Mask, Square, square_name
from engine.state import PowerState, State, Worker

Facet = Callable[..., object]


class Role(NamedTuple):
    """A power with its holder; ``card_index`` is the index of its card."""

    power: Power
    card_index: int
    seat: Seat


class Roles:
    """The powers that override each facet, in the order of questions: the active player's powers, then the teammate's,
    then the opponents' in turn order (rulings G3)."""

    __slots__ = ("_by_facet", "everyone", "ignore_builds", "ignore_moves", "overlap", "quiet_builds", "silent")

    def __init__(self, roles: tuple[Role, ...], *, watched: bool) -> None:
        self.everyone = roles
        self._by_facet: dict[Facet, tuple[Role, ...]] = {
            facet: tuple(role for role in roles if getattr(type(role.power), name) is not facet)
            for name, facet in _FACETS.items()
        }

        first = {(role.power.name, role.seat): role for role in reversed(self._by_facet[Power.offer])}
        self._by_facet[Power.offer] = tuple(role for role in self._by_facet[Power.offer] if role in first.values())
        # Two cards of one power with one player offer the same as one of them: an option belongs to a power, not to a
        # card.

        self.silent = not any(self._by_facet.values())
        """Whether no power in use overrides anything."""
        self.quiet_builds = not any(self.of(facet) for facet in _ON_BUILDS)
        """Whether no power in use answers a build."""
        self.ignore_builds = self.quiet_builds and not watched
        """Whether a build only leads to the steps that are due anyway."""
        offering = [role.seat for role in self.of(Power.offer)]
        self.overlap = len(set(offering)) < len(offering)
        """Whether a seat has two powers that add options, possibly of the same action."""
        self.ignore_moves = not any(self.of(facet) for facet in _ON_MOVES)
        """Whether nothing follows from a move that does not win by the base rules."""

    def of(self, facet: Facet) -> tuple[Role, ...]:
        """Return the powers in use that override a facet."""
        return self._by_facet[facet]


_FACETS: dict[str, Facet] = {
    name: value for name, value in vars(Power).items() if callable(value) and not name.startswith("_")
}


_ON_BUILDS: tuple[Facet, ...] = (
    Power.token_square_changed,
    Power.after_build,
    Power.wins_at_any_time,
    Power.end_of_turn,
)

_ON_MOVES: tuple[Facet, ...] = (
    Power.onward,
    Power.note_move,
    Power.loses_by_entering,
    Power.wins,
    Power.after_move,
    Power.further_steps,
)


class Cast:
    """The powers of a game by the index of their cards, with the players: constant while the game lasts.

    ``owners`` has the seat in front of which each card lies, None for cards beside the board.
    """

    def __init__(self, setup: Setup, powers: tuple[Power, ...], owners: tuple[Seat | None, ...]) -> None:
        self.setup = setup
        self.size = setup.profile.size
        self.powers = powers
        self.owners = owners
        self.seats: tuple[Seat, ...] = tuple(player.seat for player in setup.players)
        self._teams = {player.seat: player.team for player in setup.players}
        self._roles: dict[object, Roles] = {}
        self.resting = Roles((), watched=False)
        """The roles between turns: none."""

    def team(self, seat: Seat) -> int:
        """Return the team of a seat."""
        return self._teams[seat]

    def owner_of_team(self, team: int) -> Player:
        """Return the first player of a team, who represents its workers."""
        return next(player for player in self.setup.players if player.team == team)

    def index_of(self, power: PowerName) -> int:
        """Return the index of the card of a power that lies beside the board.

        :raises LookupError: if there is none.
        """
        for index, (each, owner) in enumerate(zip(self.powers, self.owners, strict=True)):
            if each.name == power and owner is None:
                return index
        raise LookupError(f"no card of {power} lies beside the board")

    def roles(self, powers: tuple[PowerState, ...], eliminated: frozenset[Seat], active: Seat | None) -> Roles:
        """Return the holders of the powers, in the order of the active player's turn."""
        held: dict[int, tuple[Seat, ...]] = {index: card.holders for index, card in enumerate(powers)}
        for index in self.lending:
            lent = self.powers[index].lends(powers[index])
            if lent is not None and powers[index].holders:
                lent_index = self.index_of(lent)
                held[lent_index] = (*held[lent_index], *powers[index].holders)
        key = (tuple(held.items()), eliminated, active)
        found = self._roles.get(key)
        if found is None:
            every = [
                Role(self.powers[index], index, seat)
                for index, holders in held.items()
                for seat in holders
                if seat not in eliminated
            ]
            if active is not None:
                every.sort(key=lambda role: (self._distance(role.seat, active), role.card_index))
            found = self._roles[key] = Roles(tuple(every), watched=self.counts_pieces or self.notes_domes)
        return found

    def _distance(self, seat: Seat, active: Seat) -> tuple[bool, bool, int]:
        away = (self.seats.index(seat) - self.seats.index(active)) % len(self.seats)
        return (seat != active, self._teams[seat] != self._teams[active], away)

    @cached_property
    def drawable(self) -> tuple[PowerName, ...]:
        """The powers of the cards that may be drawn during the game."""
        unowned = tuple(power.name for power, owner in zip(self.powers, self.owners, strict=True) if owner is None)
        return unowned if self.setup.fleece is None else unowned[2:]

    @cached_property
    def lending(self) -> tuple[int, ...]:
        """The cards that may lend another card's power."""
        return tuple(index for index, power in enumerate(self.powers) if type(power).lends is not Power.lends)

    @cached_property
    def heroes(self) -> frozenset[PowerName]:
        """The powers that may be used once in the game."""
        return frozenset(power.name for power in self.powers if power.hero)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether anything in this game is hidden from any player."""
        return any(
            type(power).conceals is not Power.conceals or type(power).hidden is not Power.hidden
            for power in self.powers
        )

    @cached_property
    def has_secret_tokens(self) -> bool:
        """Whether tokens lie on a secret map in this game."""
        return any(power.secret_tokens for power in self.powers)

    @cached_property
    def has_secret_places(self) -> bool:
        """Whether workers or tokens are where only some players know."""
        return self.has_secret_tokens or any(type(power).conceals is not Power.conceals for power in self.powers)

    @cached_property
    def concerned_after_turns(self) -> tuple[int, ...]:
        """The cards with an effect after a turn."""
        return tuple(index for index, power in enumerate(self.powers) if type(power).after_turn is not Power.after_turn)

    @cached_property
    def watching(self) -> tuple[Power, ...]:
        """The powers that win by the position on the board, only those that can tell whether it is far from a win."""
        facets = (Power.wins_at_any_time, Power.win_is_far)
        return tuple(
            power for power in self.powers if any(getattr(type(power), facet.__name__) is not facet for facet in facets)
        )

    @cached_property
    def counts_pieces(self) -> bool:
        """Whether pieces can run out."""
        return self.setup.profile.supply is Supply.PHYSICAL

    @cached_property
    def notes_climbs(self) -> bool:
        """Whether any power asks if a worker moved up; if not, turns with and without such moves are alike."""
        return any(power.counts_climbs or power.recalls_climbs for power in self.powers)

    @cached_property
    def notes_movers(self) -> bool:
        """Whether any power asks which workers moved in a turn."""
        return any(power.asks_who_moved for power in self.powers)

    @cached_property
    def notes_domes(self) -> bool:
        """Whether any power asks if domes were built in a turn."""
        return any(power.asks_about_domes for power in self.powers)

    def asks_about_climbs(self, seat: Seat) -> bool:
        """Whether this seat has, or may get, a power that recalls climbs."""
        return seat in self._climb_seats

    @cached_property
    def _climb_seats(self) -> frozenset[Seat]:
        recalling = [owner for power, owner in zip(self.powers, self.owners, strict=True) if power.recalls_climbs]
        if not recalling:
            return frozenset()
        beside = None in recalling
        return frozenset(
            seat
            for seat in self.seats
            if seat in recalling
            or any(
                owner == seat and (power.takes_powers or (beside and power.deals_simple_powers))
                for power, owner in zip(self.powers, self.owners, strict=True)
            )
            or (beside and None in self.owners and self.setup.fleece is not None)
        )


def holdings(state: State, facet: Facet) -> list[tuple[Power, Holding]]:
    """Return the powers in use that override a facet, with their holders, in the order of questions."""
    roles = state.roles.of(facet)
    if not roles:
        return []
    return [(power, Holding(state, index, seat)) for power, index, seat in roles]


def obstacles(state: State) -> Mask:
    """Return the squares that count as domed in the present turn."""
    mask = NO_SQUARES
    for power, index, seat in state.roles.of(Power.obstructs):
        mask = Mask(mask | power.obstructs(Holding(state, index, seat)))
    return mask


def obstruction(state: State, square: Square) -> Reason | None:
    """Return the token that makes a square count as domed now, with its owner, as a reason; None without one."""
    if not state.obstacles & BITS[square]:
        return None
    for power, holding in holdings(state, Power.obstructs):
        if power.obstructs(holding) & BITS[square]:
            reason = Reason.of(f"{power.name}.obstructs", square=square_name(square))
            return reason.held_by(holding.seat) if power.is_card else reason
    return None


def token_squares(state: State) -> frozenset[Square]:
    """Return the squares with a token of any power."""
    return frozenset(square for power, holding in holdings(state, Power.tokens) for square in power.tokens(holding))


def token_objection(state: State, square: Square) -> Reason | None:
    """Return why a token may not be put on a square: it is occupied, or another token lies there (rulings G1)."""
    if square in token_squares(state):
        return Reason.of("token.on_token", square=square_name(square))
    return in_the_way(state, square, "token")


def in_the_way(state: State, square: Square, act: str) -> Reason | None:
    """Return the reason that keeps a worker, a piece or a token (``act``: "move", "build", "place", "token") from a
    square: a token that counts as a dome, a dome, or a worker; None if there is none."""
    if state.is_domed(square):
        return obstruction(state, square) or Reason.of(f"{act}.domed", square=square_name(square))
    standing = state.worker_on(square)
    return None if standing is None else occupied(state, standing, act)


def no_room(state: State, to: Square, key: str) -> Reason | None:
    """Return why a worker cannot be forced to a square, as a reason with this ``key`` whose argument ``reason`` names
    the obstacle; None if it can."""
    why = in_the_way(state, to, "move")
    return None if why is None else Reason.of(key, **{**dict(why.args), "square": square_name(to), "reason": why.key})


def on_token(state: State, worker: Worker, power: PowerName) -> Reason | None:
    """Return why a power cannot name an opponent's worker on a token that acts as a dome; the argument ``reason`` names
    the token (rulings G7). None if there is no such token."""
    why = obstruction(state, worker.square)
    return None if why is None else Reason.of("worker.on_token", **dict(why.args), power=power, reason=why.key)


def no_opponent(h: Holding, square: Square, power: PowerName) -> Reason | None:
    """Return why a power cannot name an opponent's worker on a square: none is there, or a token bars it; or None."""
    other = h.opponent_on(square)
    if other is None:
        return Reason.of("worker.no_opponent", square=square_name(square), power=power)
    return on_token(h.state, other, power)


def not_own(state: State, team: int, square: Square) -> Reason | None:
    """Return the reason that no worker of a team is on a square, with the one that is; None if the team's is."""
    worker = state.worker_on(square)
    if worker is None:
        return Reason.of("worker.none", square=square_name(square))
    if worker.team == team:
        return None
    seat = state.cast.owner_of_team(worker.team).seat
    return Reason.of("worker.not_yours", square=square_name(square), seat=seat)


def occupied(state: State, standing: Worker, act: str) -> Reason:
    """Return the reason that a worker stands on the square of an ``act``, with its player."""
    seat = state.cast.owner_of_team(standing.team).seat
    return Reason.of(f"{act}.occupied", square=square_name(standing.square), seat=seat)

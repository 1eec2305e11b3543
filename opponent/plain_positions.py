"""Positions of the plain games as numbers: two players with two workers each, without powers or with ten simple ones.

A search spends most of its time on these. So they have a form of their own in which turns are found some ten times as
fast as by the rules in `engine`, which remain what counts: the turns that are compared for a player, and what comes of
them, are always the engine's, and tests hold every position of this form to it.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Build, Move, Piece
from engine.effects import Option
from engine.setup import MORTAL, PowerName, Supply
from engine.squares import BITS, SQUARE_COUNT, Mask, Square, beyond, distance, neighborhood, squares_in
from engine.state import State
from engine.turns.successors import Rank

APOLLO: Final = PowerName("apollo")
ARTEMIS: Final = PowerName("artemis")
ATHENA: Final = PowerName("athena")
ATLAS: Final = PowerName("atlas")
DEMETER: Final = PowerName("demeter")
HEPHAESTUS: Final = PowerName("hephaestus")
HERMES: Final = PowerName("hermes")
MINOTAUR: Final = PowerName("minotaur")
PAN: Final = PowerName("pan")
PROMETHEUS: Final = PowerName("prometheus")

PLAIN_POWERS: Final = frozenset(
    {MORTAL, APOLLO, ARTEMIS, ATHENA, ATLAS, DEMETER, HEPHAESTUS, HERMES, MINOTAUR, PAN, PROMETHEUS}
)

TWO: Final = SQUARE_COUNT
THREE: Final = 2 * SQUARE_COUNT
DOME: Final = 3 * SQUARE_COUNT
"""Where in what is built the squares begin that have a second block, a third one, a dome."""

AT_ALL: Final = (1 << SQUARE_COUNT) - 1
"""All squares."""

AROUND: Final = tuple(int(neighborhood(Square(number))) for number in range(SQUARE_COUNT))
"""The squares around each square."""

BEYOND: Final = tuple(
    {
        to: far
        for to in range(SQUARE_COUNT)
        if AROUND[one] & BITS[to] and (far := beyond(Square(one), Square(to))) is not None
    }
    for one in range(SQUARE_COUNT)
)
"""The square behind each one around a square, in a straight line."""


PlainPosition = tuple[int, int, int, int, int, bool]
"""A position at the start of a turn, as the player to move sees it: what is built, the squares of the player's workers
in order, those of the other one's, and whether the player may not move up in this turn, after Athena did.

What is built has a bit for each square that has a first block, from `TWO` on for a second, from `THREE` on for a third,
from `DOME` on for a dome."""


def is_plain(state: State) -> bool:
    """Whether a state between two turns, and all that may follow it, have this form."""
    cast, teams = state.cast, [worker.team for worker in state.workers]
    profile, players = cast.setup.profile, cast.setup.players
    return (
        all(teams.count(cast.team(player.seat)) == 2 for player in players)
        and len(players) == 2
        and cast.team(players[0].seat) != cast.team(players[1].seat)
        and cast.size == 5
        and profile.supply is Supply.ADVISORY
        and cast.setup.fleece is None
        and not cast.heroes
        and all(len(player.powers) == 1 for player in players)
        and all(power.name in PLAIN_POWERS and not profile.is_revised(power.name) for power in cast.powers)
    )


def plain_position(state: State, team: int) -> PlainPosition:
    """A state between two turns of a plain game, with a team to move."""
    own = [int(worker.square) for worker in state.workers if worker.team == team]
    other = [int(worker.square) for worker in state.workers if worker.team != team]
    built = int(state.domes) << DOME
    for number, level in enumerate(state.levels):
        for block in range(level):
            built |= 1 << (number + block * SQUARE_COUNT)
    bound = any(state.cast.team(seat) != team for seat in state.climbed)
    return built, min(own), max(own), min(other), max(other), bound


def toward(end: PlainPosition) -> Rank:
    """Which steps are tried first by who looks for a turn that leads to a position, of the other player to move."""
    built, *_, one, two, _ = end

    def nearness(state: State, option: Option) -> int:
        match option.action:
            case Move(worker=origin, to=to):
                leaves = min(distance(origin, Square(one)), distance(origin, Square(two)))
                return 2 * (leaves - min(distance(to, Square(one)), distance(to, Square(two))))
            case Build(on=on, piece=piece):
                level = DOME if piece is Piece.DOME else state.levels[on] * SQUARE_COUNT
                return 1 if built >> level + on & 1 else -9
            case _:
                return 0

    return nearness


def passed(position: PlainPosition) -> PlainPosition:
    """The position as if the player to move had done nothing."""
    built, own_a, own_b, other_a, other_b, _ = position
    return built, other_a, other_b, own_a, own_b, False


def level_of(built: int, square: int) -> int:
    """How many blocks a square has."""
    return (built >> square & 1) + (built >> square + TWO & 1) + (built >> square + THREE & 1)


def reachable(built: int, square: int, level: int, *, bound: bool) -> int:
    """The squares to which a worker's level and what is built let it step; also those where somebody stands."""
    height = level if bound else level + 1
    blocked = built >> DOME
    if height < 3:
        blocked |= built >> SQUARE_COUNT * height
    return AROUND[square] & ~blocked


def can_win(position: PlainPosition, power: PowerName) -> bool:
    """Whether the player to move wins with this turn."""
    built, one, two, other_a, other_b, bound = position
    others = BITS[other_a] | BITS[other_b]
    taken = others | BITS[one] | BITS[two]
    top = built >> THREE & ~(built >> DOME)
    if power == ARTEMIS:
        return _artemis_wins(position, top & ~taken, taken) if top and not bound else False
    for square in (one, two):
        level = level_of(built, square)
        if level == 2 and not bound:
            wins = AROUND[square] & top & AT_ALL
            if wins & ~taken or (power == APOLLO and wins & others):
                return True
            if power == MINOTAUR and wins & others:
                for to in squares_in(Mask(wins & others)):
                    if _has_room(built, taken, square, to):
                        return True
        if power == PAN and level >= 2 and AROUND[square] & ~(built >> TWO * (level - 2) | built >> DOME | taken):
            return True
    return False


def _has_room(built: int, taken: int, origin: int, to: int) -> bool:
    far = BEYOND[origin].get(to)
    return far is not None and not (built >> DOME | taken) & BITS[far]


def _artemis_wins(position: PlainPosition, top: int, taken: int) -> bool:
    built, one, two, *_ = position
    for square in (one, two):
        level = level_of(built, square)
        if level == 2 and AROUND[square] & top:
            return True
        if level:
            second = built >> TWO & ~(built >> THREE | built >> DOME | taken) & AT_ALL
            for step in squares_in(Mask(second & AROUND[square])):
                if AROUND[step] & top & ~BITS[square]:
                    return True
    return False

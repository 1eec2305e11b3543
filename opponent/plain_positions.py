"""Plain positions as numbers, and their worth: two players with two workers each, with no or one of ten simple powers.

A search spends most of its time on them. In this form turns are found about ten times as fast as by the rules in
`engine`. The rules stay decisive: a turn that is played always comes from the engine, and tests compare the positions
of this form with it. The worth is the same sum as in `opponent.evaluation`, in tables from which the change by a build
can be read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.actions import Build, Move, Piece
from engine.effects import Option
from engine.setup import MORTAL, PowerName, Supply
from engine.squares import BITS, SQUARE_COUNT, Mask, Square, beyond, distance, neighborhood, squares_in
from engine.state import State
from engine.turns.successors import Rank
from opponent.evaluation import DISTANCES, LEVELS, Weights, ring

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
"""The first bit of the squares with a second block, a third one, a dome."""

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
"""The square behind each adjacent square, in a straight line."""


PlainPosition = tuple[int, int, int, int, int, bool]
"""A position at the start of a turn, for the player to move: the built pieces, the squares of the player's workers in
order, the squares of the other player's, and whether the player may not move up in this turn, because of Athena.

The built pieces have a bit for each square with a first block, from `TWO` on for a second, from `THREE` on for a third,
from `DOME` on for a dome.
"""


def is_plain(state: State) -> bool:
    """Whether a state between two turns, and all states that may follow it, have this form."""
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
    """Convert a state between two turns of a plain game, with a team to move."""
    own = [int(worker.square) for worker in state.workers if worker.team == team]
    other = [int(worker.square) for worker in state.workers if worker.team != team]
    built = int(state.domes) << DOME
    for number, level in enumerate(state.levels):
        for block in range(level):
            built |= 1 << (number + block * SQUARE_COUNT)
    bound = any(state.cast.team(seat) != team for seat in state.climbed)
    return built, min(own), max(own), min(other), max(other), bound


def toward(end: PlainPosition) -> Rank:
    """Return a function that sorts the steps by how likely they lead to a position, for a search of the turn of the
    other player to move."""
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
    """Return the position after a turn without any action."""
    built, own_a, own_b, other_a, other_b, _ = position
    return built, other_a, other_b, own_a, own_b, False


def level_of(built: int, square: int) -> int:
    """Return the number of blocks on a square."""
    return (built >> square & 1) + (built >> square + TWO & 1) + (built >> square + THREE & 1)


def reachable(built: int, square: int, level: int, *, bound: bool) -> int:
    """Return the squares that a worker's level and the buildings let it step to, including occupied ones."""
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


# ---- Worth


FARTHER: Final = tuple(
    sum(1 << to for to in range(SQUARE_COUNT) if distance(Square(one), Square(to)) == 2) for one in range(SQUARE_COUNT)
)
"""The squares two steps away from each square."""

At = tuple[int, int, int, int]
"""The squares without a dome that have no, one, two and three blocks."""


def heights(built: int) -> At:
    """Return the squares of each height, without those with domes."""
    free = AT_ALL & ~(built >> DOME)
    one, two, three = built & free, built >> TWO & free, built >> THREE & free
    return free & ~one, one & ~two, two & ~three, three


class WorthTables:
    """The worth of one player's workers, while it is on the move or while it waits. ``changes[level][square]`` has the
    gain of a worker there by a build: at the number of the bit that a piece sets, and 100 further for the block that a
    dome replaces.

    ``changes[level][square]`` holds by how much a worker there gains by what is built: by the number of the bit that a
    piece sets, and 100 further by that of the block in whose place there is a dome instead.
    """

    def __init__(self, weights: Weights) -> None:
        self._places = [
            [weights.place[level][ring(Square(square), 5)] for square in range(SQUARE_COUNT)] for level in range(LEVELS)
        ]
        self._near, self._far = weights.near, weights.far
        self.changes = [[self._changes(level, square) for square in range(SQUARE_COUNT)] for level in range(LEVELS)]

    def worth(self, level: int, square: int, at: At) -> int:
        """Return the worth of a worker on a square of this level."""
        near, far = AROUND[square], FARTHER[square]
        at_0, at_1, at_2, at_3 = at
        near_0, near_1, near_2, near_3 = self._near[level]
        far_0, far_1, far_2, far_3 = self._far[level]
        return (
            self._places[level][square]
            + near_0 * (near & at_0).bit_count()
            + near_1 * (near & at_1).bit_count()
            + near_2 * (near & at_2).bit_count()
            + near_3 * (near & at_3).bit_count()
            + far_0 * (far & at_0).bit_count()
            + far_1 * (far & at_1).bit_count()
            + far_2 * (far & at_2).bit_count()
            + far_3 * (far & at_3).bit_count()
        )

    def _changes(self, level: int, square: int) -> list[int]:
        changes = [0] * (2 * LEVELS * SQUARE_COUNT)
        for on in range(SQUARE_COUNT):
            steps = distance(Square(square), Square(on))
            if steps not in (1, 2):
                continue
            counts = (*(self._near if steps == 1 else self._far)[level], 0)
            for height in range(LEVELS):
                number = height * SQUARE_COUNT + on
                changes[number] = counts[height + 1] - counts[height]
                changes[LEVELS * SQUARE_COUNT + number] = -counts[height]
        return changes


Meetings = list[list[list[int]]]
"""The worth to one player of a pair of workers: by the level and the square of that player's worker, then by 25 times
the level of the other player's worker and its square."""


@lru_cache(maxsize=32)
def worth_tables(weights: Weights) -> WorthTables:
    """Return the tables of some weights, cached for current games: they take some ten milliseconds to make."""
    return WorthTables(weights)


@lru_cache(maxsize=32)
def meetings(own: Weights, other: Weights) -> Meetings:
    """Return the worth of pairs of workers to the player of the first weights."""
    steps = [[max(distance(Square(s), Square(t)), 1) for t in range(SQUARE_COUNT)] for s in range(SQUARE_COUNT)]
    kinds = [[LEVELS * (min(each, DISTANCES) - 1) for each in row] for row in steps]
    return [
        [
            [
                own.rival[level][kinds[square][to] + height] - other.rival[height][kinds[square][to] + level]
                for height in range(LEVELS)
                for to in range(SQUARE_COUNT)
            ]
            for square in range(SQUARE_COUNT)
        ]
        for level in range(LEVELS)
    ]


class PlainWorth:
    """The worth of positions to one player, between its turns and the other player's. ``own`` are the weights of this
    player and ``other`` those of the other one, each for being on the move or waiting.

    ``own`` are the weights of this player and ``other`` those of the other one, each for being on the move or waiting.
    """

    def __init__(self, own: Weights, other: Weights) -> None:
        self.own = worth_tables(own)
        self.other = worth_tables(other)
        self.met = meetings(own, other)

    def value(self, position: PlainPosition) -> int:
        """Return the worth of a position to this player, whose workers come first in it."""
        built, own_a, own_b, other_a, other_b, _ = position
        at = heights(built)
        level_1, level_2 = level_of(built, own_a), level_of(built, own_b)
        level_3, level_4 = level_of(built, other_a), level_of(built, other_b)
        first, second = self.met[level_1][own_a], self.met[level_2][own_b]
        to_a, to_b = SQUARE_COUNT * level_3 + other_a, SQUARE_COUNT * level_4 + other_b
        return (
            self.own.worth(level_1, own_a, at)
            + self.own.worth(level_2, own_b, at)
            - self.other.worth(level_3, other_a, at)
            - self.other.worth(level_4, other_b, at)
            + (first[to_a] + first[to_b] + second[to_a] + second[to_b])
        )

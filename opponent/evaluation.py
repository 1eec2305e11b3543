"""Values a position for the player to move, as a sum over workers: their heights, the squares around them, and the
distances to other players' workers. The weights of the sum are fitted on results of games, for each power, and stored
as data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import add, getitem, sub
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.casting.cast import Cast
from engine.power import Holding, Once, Power
from engine.setup import MORTAL, PowerName
from engine.squares import (
    BITS,
    SQUARE_COUNT,
    Mask,
    Square,
    are_neighbors,
    distance,
    is_perimeter,
    neighborhood,
    squares,
    squares_in,
)
from engine.state import State, Worker

Masks = tuple[int, int, int, int]
"""The squares with no, one, two and three blocks."""

Row = tuple[int, ...]

CENTRE = Square(12)

HEIGHTS: Final = 4
"""The numbers of blocks on a square: none to three."""

TOP: Final = 3

UNUSED: Final = Once()

_NOTHING: Final = (0,) * (HEIGHTS * SQUARE_COUNT)


def ring(square: Square, size: int) -> int:
    """Return the ring of a square: 0 at the edge, 2 on the central square of a board of five by five."""
    if is_perimeter(square, size):
        return 0
    return 2 if size == 5 and square == CENTRE else 1


@lru_cache(maxsize=1 << 15)
def level_masks(levels: tuple[int, ...]) -> Masks:
    """Return the squares of each height."""
    masks = [0, 0, 0, 0]
    for bit, level in zip(BITS, levels, strict=True):
        masks[level] |= bit
    return masks[0], masks[1], masks[2], masks[3]


@cache
def farther(square: Square, size: int) -> int:
    """Return the squares two steps away from a square."""
    return sum(BITS[to] for to in squares(size) if distance(square, to) == 2)


KINDS = tuple(
    tuple(4 * (min(max(distance(Square(one), Square(to)), 1), 3) - 1) for to in range(SQUARE_COUNT))
    for one in range(SQUARE_COUNT)
)
"""Return where the numbers for two squares start in ``Weights.rival``: adjacent, two steps apart, or farther."""


@lru_cache(maxsize=1 << 6)
def _barring(cast: Cast) -> tuple[tuple[Power, int], ...]:
    """Return the cards with a token that acts as a dome."""
    return tuple(
        (power, index) for index, power in enumerate(cast.powers) if type(power).obstructs is not Power.obstructs
    )


def closed_squares(state: State) -> Mask:
    """Return the squares with a dome, or a token that acts as one in every turn; between two turns."""
    closed = state.domes
    for power, index in _barring(state.cast):
        for seat in state.powers[index].holders[:1]:
            closed = Mask(closed | power.obstructs(Holding(state, index, seat)))
    return closed


@lru_cache(maxsize=1 << 6)
def _carrying(cast: Cast) -> tuple[tuple[Power, int], ...]:
    """Return the cards that carry workers on."""
    return tuple((power, index) for index, power in enumerate(cast.powers) if type(power).onward is not Power.onward)


def carried(state: State) -> Iterator[tuple[Worker, int]]:
    """Return the workers that may step onto a token that carries them on, with the level there; between two turns."""
    levels = state.levels
    for power, index in _carrying(state.cast):
        for seat in state.powers[index].holders[:1]:
            holding = Holding(state, index, seat)
            for token in power.tokens(holding):
                for worker in state.workers:
                    low = levels[token] - levels[worker.square] <= 1
                    onward = power.onward(holding, worker.square, token) if low else None
                    if onward is not None and are_neighbors(worker.square, token):
                        yield worker, levels[onward.to]


@lru_cache(maxsize=1 << 6)
def _heroes(cast: Cast) -> tuple[tuple[int, int], ...]:
    """Return the cards of heroes, with their teams."""
    return tuple(
        (index, cast.team(owner))
        for index, (power, owner) in enumerate(zip(cast.powers, cast.owners, strict=True))
        if power.hero and owner is not None
    )


def keeps_pieces(power: Power) -> bool:
    """Whether a card holds pieces for later turns."""
    return type(power).saved is not Power.saved


@lru_cache(maxsize=1 << 6)
def _saving(cast: Cast) -> tuple[tuple[Power, int], ...]:
    """Return the cards that hold pieces."""
    return tuple((power, index) for index, power in enumerate(cast.powers) if keeps_pieces(power))


def reserves(state: State) -> tuple[int, ...]:
    """Return the teams with a reserve, once for each reserve: an unused power of a hero, or a piece on a card."""
    cast, teams = state.cast, list[int]()
    teams += [team for index, team in _heroes(cast) if state.powers[index].memory == UNUSED]
    for power, index in _saving(cast):
        for seat in state.powers[index].holders[:1]:
            teams += [cast.team(seat)] * power.saved(Holding(state, index, seat))
    return tuple(teams)


def standing_for(level: int, other: int) -> int:
    """The level from which a step counts for a worker that is carried on: a win is a step from any level."""
    return TOP - 1 if other == TOP else level


MOST_PLACINGS: Final = 20_000
"""The most placements of workers whose square values are stored; then the memory starts empty again."""


class Placing(NamedTuple):
    """The worth of a position while the workers stay: ``base``, plus a number by height for each square without a
    dome."""

    base: int
    squares: tuple[Row, ...]


Placings = dict[tuple[tuple[Worker, ...], Row], Placing]


class Evaluator:
    """Values the positions of one game. ``to_move`` and ``waiting`` hold the weights of each team by its number, for
    when it is on the move and when it is not."""

    def __init__(self, size: int, to_move: dict[int, Weights], waiting: dict[int, Weights]) -> None:
        self._around = tuple(neighborhood(Square(square), size) for square in range(SQUARE_COUNT))
        self._to_move = {team: _standings(weights, size) for team, weights in to_move.items()}
        self._waiting = {team: _standings(weights, size) for team, weights in waiting.items()}
        self._weights = {mover: {**waiting, mover: weights} for mover, weights in to_move.items()}
        self._compared: dict[int, Placings] = {team: {} for team in to_move}
        self._alone: dict[tuple[int, int], Placings] = {(mover, team): {} for mover in to_move for team in to_move}

    def value(self, state: State, team: int) -> int:
        """Value a state between two turns for a team that is to move, in a game of two teams."""
        return self._worth(state, self._compared[team], team, None)

    def value_among_many(self, state: State, mover: int, ours: int) -> int:
        """Value a state between two turns for ``ours``, in a game of three teams: relative to the best opponent."""
        teams = {worker.team for worker in state.workers}
        scores = {team: self._worth(state, self._alone[mover, team], mover, team) for team in teams}
        return scores.pop(ours, 0) - max(scores.values(), default=0)

    def worth_of_squares(self, state: State, team: int) -> tuple[Row, ...]:
        """Return each square's worth by its height to a team to move, less its worth to others, while workers stay."""
        return self._known_placing(state, self._compared[team], team, None).squares

    def _worth(self, state: State, known: Placings, mover: int, only: int | None) -> int:
        """Return the worth of the mover's workers less the others', or of the workers of ``only`` one team."""
        levels = state.levels
        base, worth = self._known_placing(state, known, mover, only)
        value = base + sum(map(getitem, worth, levels))
        for square in squares_in(closed_squares(state)):
            value -= worth[square][levels[square]]
        if _carrying(state.cast) or state.cast.heroes or _saving(state.cast):
            value += self._worth_of_cards(state, mover, only)
        return value

    def _worth_of_cards(self, state: State, mover: int, only: int | None) -> int:
        """Return the additional worth of workers that are carried on, and of the teams' reserves."""
        weights, value = self._weights[mover], 0
        found = [(team, weights[team].reserve) for team in reserves(state)]
        for worker, level in carried(state):
            standing = standing_for(state.levels[worker.square], level)
            found.append((worker.team, weights[worker.team].near[standing][level]))
        for team, worth in found:
            if only is None:
                value += worth if team == mover else -worth
            elif team == only:
                value += worth
        return value

    def _known_placing(self, state: State, known: Placings, mover: int, only: int | None) -> Placing:
        levels, workers = state.levels, state.workers
        key = workers, tuple([levels[square] for _, _, square, _ in workers])
        placing = known.get(key)
        if placing is None:
            if len(known) >= MOST_PLACINGS:
                known.clear()
            placing = known[key] = self._placing(workers, key[1], mover, only)
        return placing

    def _placing(self, workers: tuple[Worker, ...], heights: Row, mover: int, only: int | None) -> Placing:
        base, sums = 0, _NOTHING
        for (_, owner, square, _), level in zip(workers, heights, strict=True):
            if only is not None and owner != only:
                continue
            tables = self._to_move[owner] if owner == mover else self._waiting[owner]
            place, squares, rival = tables[level][square]
            kinds = KINDS[square]
            for (_, other, to, _), height in zip(workers, heights, strict=True):
                if other != owner:
                    place += rival[kinds[to] + height]
            if only is None and owner != mover:
                base -= place
                sums = tuple(map(sub, sums, squares))
            else:
                base += place
                sums = tuple(map(add, sums, squares))
        return Placing(base, tuple([sums[first : first + HEIGHTS] for first in range(0, len(sums), HEIGHTS)]))

    def can_step_up(self, levels: tuple[int, ...], domes: int, workers: tuple[Worker, ...], team: int) -> bool:
        """Whether a worker of a team stands on the second level beside a third level without a dome."""
        three = level_masks(levels)[3] & ~domes
        if not three:
            return False
        around = self._around
        return any(owner == team and levels[square] == 2 and around[square] & three for _, owner, square, _ in workers)

    def can_step_up_freely(self, levels: tuple[int, ...], domes: int, workers: tuple[Worker, ...], team: int) -> bool:
        """Whether such a third level is also empty."""
        taken = domes
        for _, _, square, _ in workers:
            taken |= BITS[square]
        return self.can_step_up(levels, taken, workers, team)


class _Standing(NamedTuple):
    """Return the worth of a worker on a square: of the square itself, of each square to it by its height, in order, and
    of each worker of another player."""

    place: int
    squares: Row
    rival: Row


@lru_cache(maxsize=1 << 4)
def _standings(weights: Weights, size: int) -> tuple[tuple[_Standing, ...], ...]:
    """Return that worth for each height and square of a worker."""
    return tuple(
        tuple(_standing(weights, level, Square(square), size) for square in range(SQUARE_COUNT))
        for level in range(HEIGHTS)
    )


def _standing(weights: Weights, level: int, square: Square, size: int) -> _Standing:
    near, far = neighborhood(square, size), farther(square, size)
    worth: list[int] = []
    for bit in BITS:
        worth += weights.near[level] if near & bit else weights.far[level] if far & bit else (0,) * HEIGHTS
    return _Standing(weights.place[level][ring(square, size)], tuple(worth), weights.rival[level])


# ---- Weights


LEVELS = 4
RINGS = 3
DISTANCES = 3

FILE = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a player's workers, in thousandths of a natural logarithm of the odds.

    ``place[level][ring]`` is the worth of a worker on a level (0 to 3), at the edge, within it or on the centre.
    ``near[level][other]`` is the worth of each adjacent square with ``other`` blocks and no dome, and
    ``far[level][other]`` of each one two steps away. ``rival[level]`` is the worth of each worker of another player
    that is adjacent, two steps away or farther, each by that worker's level. ``reserve`` is the worth of an unused
    power of a hero, or of a piece on a card for later builds.
    """

    place: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]
    far: tuple[tuple[int, ...], ...] = ((0,) * LEVELS,) * LEVELS
    rival: tuple[tuple[int, ...], ...] = ((0,) * LEVELS * DISTANCES,) * LEVELS
    reserve: int = 0


@dataclass(frozen=True, slots=True)
class PowerWeights:
    """The weights of a player with a power, for when it is on the move and when it waits."""

    to_move: Weights
    waiting: Weights


@dataclass(frozen=True, slots=True)
class WeightBook:
    """The weights of each power; a power without any has the weights of the base game."""

    powers: dict[PowerName, PowerWeights]

    def of(self, power: PowerName) -> PowerWeights:
        """Return the weights of a power."""
        return self.powers.get(power) or self.powers[MORTAL]

    def evaluator(self, cast: Cast) -> Evaluator:
        """Make the evaluator of a game. A team has the weights of the first card of its first player."""
        own = {player.team: self.of(player.power) for player in reversed(cast.setup.players)}
        return Evaluator(
            cast.size,
            {team: each.to_move for team, each in own.items()},
            {team: each.waiting for team, each in own.items()},
        )

    @property
    def base(self) -> WeightBook:
        """Make the book that only has the base game."""
        return WeightBook({MORTAL: self.powers[MORTAL]})


@cache
def fitted_weights() -> WeightBook:
    """Read the weights that come with the program."""
    found = {}
    for power, parts in json.loads(FILE.read_text("utf-8")).items():
        found[PowerName(power)] = PowerWeights(_read(parts["to_move"]), _read(parts["waiting"]))
    return WeightBook(found)


_ROWS = (("place", RINGS), ("near", LEVELS), ("far", LEVELS), ("rival", LEVELS * DISTANCES))


def _read(part: dict[str, Any]) -> Weights:
    found: list[tuple[tuple[int, ...], ...]] = []
    for name, length in _ROWS:
        rows = part[name]
        if len(rows) != LEVELS or any(len(row) != length for row in rows):
            raise ValueError(f"weights need {LEVELS} rows of {length} in {name}")
        found.append(tuple(map(tuple, rows)))
    place, near, far, rival = found
    return Weights(place, near, far, rival, int(part.get("reserve", 0)))

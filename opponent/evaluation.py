"""What a position is worth to the player to move, as a sum over workers: their heights, what lies around them, and how
near other players' workers are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from operator import add, getitem, sub
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.power import Holding, Once, Power
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

if TYPE_CHECKING:
    from engine.casting.cast import Cast
    from opponent.weights import Weights

Masks = tuple[int, int, int, int]
"""The squares with no, one, two and three blocks."""

Row = tuple[int, ...]

CENTRE = Square(12)

HEIGHTS: Final = 4
"""A square has no block, or up to three."""

TOP: Final = 3

UNUSED: Final = Once()

_NOTHING: Final = (0,) * (HEIGHTS * SQUARE_COUNT)


def ring(square: Square, size: int) -> int:
    """How far a square is from the edge: 0 at the edge, 2 on the central square of a board of five by five."""
    if is_perimeter(square, size):
        return 0
    return 2 if size == 5 and square == CENTRE else 1


@lru_cache(maxsize=1 << 15)
def level_masks(levels: tuple[int, ...]) -> Masks:
    """The squares of each height."""
    masks = [0, 0, 0, 0]
    for bit, level in zip(BITS, levels, strict=True):
        masks[level] |= bit
    return masks[0], masks[1], masks[2], masks[3]


@cache
def farther(square: Square, size: int) -> int:
    """The squares two steps away from a square."""
    return sum(BITS[to] for to in squares(size) if distance(square, to) == 2)


KINDS = tuple(
    tuple(4 * (min(max(distance(Square(one), Square(to)), 1), 3) - 1) for to in range(SQUARE_COUNT))
    for one in range(SQUARE_COUNT)
)
"""Where in a row of ``Weights.rival`` the numbers begin for two squares beside each other, two steps apart, farther."""


@lru_cache(maxsize=1 << 6)
def _barring(cast: Cast) -> tuple[tuple[Power, int], ...]:
    """The cards with a token that acts as a dome."""
    return tuple(
        (power, index) for index, power in enumerate(cast.powers) if type(power).obstructs is not Power.obstructs
    )


def closed_squares(state: State) -> Mask:
    """The squares with a dome, or with a token that acts as one whoever is on the move; between two turns."""
    closed = state.domes
    for power, index in _barring(state.cast):
        for seat in state.powers[index].holders[:1]:
            closed = Mask(closed | power.obstructs(Holding(state, index, seat)))
    return closed


@lru_cache(maxsize=1 << 6)
def _carrying(cast: Cast) -> tuple[tuple[Power, int], ...]:
    """The cards that carry workers on."""
    return tuple((power, index) for index, power in enumerate(cast.powers) if type(power).onward is not Power.onward)


def carried(state: State) -> Iterator[tuple[Worker, int]]:
    """The workers that may step, between two turns as they stand, to where a token carries them on, with the level
    that they come to."""
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
    """The cards of heroes, with the teams that own them."""
    return tuple(
        (index, cast.team(owner))
        for index, (power, owner) in enumerate(zip(cast.powers, cast.owners, strict=True))
        if power.hero and owner is not None
    )


def keeps_pieces(power: Power) -> bool:
    """Whether pieces are kept on a card for later turns."""
    return type(power).saved is not Power.saved


@lru_cache(maxsize=1 << 6)
def _saving(cast: Cast) -> tuple[tuple[Power, int], ...]:
    """The cards on which pieces are kept."""
    return tuple((power, index) for index, power in enumerate(cast.powers) if keeps_pieces(power))


def reserves(state: State) -> tuple[int, ...]:
    """The teams that have something in reserve, once for each: the power of a hero that is not used yet, a piece that
    is kept on a card."""
    cast, teams = state.cast, list[int]()
    teams += [team for index, team in _heroes(cast) if state.powers[index].memory == UNUSED]
    for power, index in _saving(cast):
        for seat in state.powers[index].holders[:1]:
            teams += [cast.team(seat)] * power.saved(Holding(state, index, seat))
    return tuple(teams)


def features(state: State, team: int) -> list[int]:
    """What the weights of a team are multiplied with: how many of its workers stand on each level in each ring, how
    many squares of each height lie beside those of each level and two steps away, how many workers of others are
    how far from them on which level, and whether the power of a hero is unused; all as in `opponent.weights.Weights`.
    A square to which a worker is carried on counts as one beside it, and one on the third level as one beside a worker
    on the second."""
    places, near, far, rival = [0] * 12, [0] * 16, [0] * 16, [0] * 48
    levels, size, free = state.levels, state.size, ~closed_squares(state)
    masks = level_masks(levels)
    for worker in state.workers:
        if worker.team != team:
            continue
        square = worker.square
        level = levels[square]
        places[3 * level + ring(square, size)] += 1
        for other, mask in enumerate(masks):
            near[4 * level + other] += (neighborhood(square, size) & mask & free).bit_count()
            far[4 * level + other] += (farther(square, size) & mask & free).bit_count()
        for each in state.workers:
            if each.team != team:
                rival[12 * level + KINDS[square][each.square] + levels[each.square]] += 1
    for worker, level in carried(state):
        if worker.team == team:
            near[4 * standing_for(levels[worker.square], level) + level] += 1
    return [*places, *near, *far, *rival, reserves(state).count(team)]


def standing_for(level: int, other: int) -> int:
    """The level from which a step to another one counts that a worker is carried to: a win is one from any."""
    return TOP - 1 if other == TOP else level


MOST_PLACINGS: Final = 20_000
"""Of so many ways in which workers stand what squares are worth is remembered; then the memory begins anew."""


class Placing(NamedTuple):
    """What a position is worth as long as the workers stand as they do: ``base``, and besides for each square that has
    no dome a number by its height."""

    base: int
    squares: tuple[Row, ...]


Placings = dict[tuple[tuple[Worker, ...], Row], Placing]


class Evaluator:
    """Values positions of one game. ``to_move`` and ``waiting`` hold the weights of each team by its number, for when
    it is on the move and when it is not."""

    def __init__(self, size: int, to_move: dict[int, Weights], waiting: dict[int, Weights]) -> None:
        self._around = tuple(neighborhood(Square(square), size) for square in range(SQUARE_COUNT))
        self._to_move = {team: _standings(weights, size) for team, weights in to_move.items()}
        self._waiting = {team: _standings(weights, size) for team, weights in waiting.items()}
        self._weights = {mover: {**waiting, mover: weights} for mover, weights in to_move.items()}
        self._compared: dict[int, Placings] = {team: {} for team in to_move}
        self._alone: dict[tuple[int, int], Placings] = {(mover, team): {} for mover in to_move for team in to_move}

    def value(self, state: State, team: int) -> int:
        """What a state between two turns is worth to a team that is to move; in a game of two teams."""
        return self._worth(state, self._compared[team], team, None)

    def value_among_many(self, state: State, mover: int, ours: int) -> int:
        """What a state between two turns is worth to ``ours``, in a game of three teams: compared with the best placed
        opponent."""
        teams = {worker.team for worker in state.workers}
        scores = {team: self._worth(state, self._alone[mover, team], mover, team) for team in teams}
        return scores.pop(ours, 0) - max(scores.values(), default=0)

    def worth_of_squares(self, state: State, team: int) -> tuple[Row, ...]:
        """What each square is worth by its height to a team that is to move, less what it is worth to others, as the
        workers stand."""
        return self._known_placing(state, self._compared[team], team, None).squares

    def _worth(self, state: State, known: Placings, mover: int, only: int | None) -> int:
        """What the workers of the mover are worth, less those of the others; or those of ``only`` one team."""
        levels = state.levels
        base, worth = self._known_placing(state, known, mover, only)
        value = base + sum(map(getitem, worth, levels))
        for square in squares_in(closed_squares(state)):
            value -= worth[square][levels[square]]
        if _carrying(state.cast) or state.cast.heroes or _saving(state.cast):
            value += self._worth_of_cards(state, mover, only)
        return value

    def _worth_of_cards(self, state: State, mover: int, only: int | None) -> int:
        """What it is worth besides that workers are carried on, and what teams have in reserve."""
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
        """Whether a worker of a team stands on the second level beside a third one without a dome."""
        three = level_masks(levels)[3] & ~domes
        if not three:
            return False
        around = self._around
        return any(owner == team and levels[square] == 2 and around[square] & three for _, owner, square, _ in workers)

    def can_step_up_freely(self, levels: tuple[int, ...], domes: int, workers: tuple[Worker, ...], team: int) -> bool:
        """Whether such a third one is empty, too."""
        taken = domes
        for _, _, square, _ in workers:
            taken |= BITS[square]
        return self.can_step_up(levels, taken, workers, team)


class _Standing(NamedTuple):
    """A worker on a square: what the square is worth, what each square is worth to it by its height, one after the
    other, and each worker of another player."""

    place: int
    squares: Row
    rival: Row


@lru_cache(maxsize=1 << 4)
def _standings(weights: Weights, size: int) -> tuple[tuple[_Standing, ...], ...]:
    """For each height and square of a worker what that is worth."""
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

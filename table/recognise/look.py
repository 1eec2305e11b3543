"""What stands on a board, from one reading alone: no anchor to compare it with, only what is expected."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.board import SQUARE_COUNT
from table.recognise.likelihood import Ground, less
from table.recognise.places import Squares
from table.recognise.together import Fit, Together
from table.recognise.worlds import Explanation, Placed, Standing, Verdict, World, ranked

_SURE = 40.0
_CLOSE = 6
"""So many of the worlds one change away are fitted closely in each round."""


class Onlooker:
    """Reads boards afresh."""

    def __init__(self, squares: Squares, together: Together, board: Sequence[int]) -> None:
        self._squares = squares
        self._together = together
        self._board = board

    def survey(self, ground: Ground, world: World) -> Explanation:
        """How well one world explains what is read."""
        return self._explained(world, self._fitted(ground, [Placed(each) for each in _from_below(world)], near=False))

    def look(self, ground: Ground, expected: World, levels: Sequence[int]) -> Verdict:
        """The world that explains best what is read, found by one change after another from what is expected; if it
        is another one, from the empty board, too, since magnets that are not there can hide one another."""
        current, rivals = self._climbed(ground, expected, levels)
        if current.world != expected:
            other, more = self._climbed(ground, frozenset(), levels)
            rivals = [current, other, *rivals, *more]
            current = max(current, other, key=lambda each: each.likelihood)
        return ranked([current, *rivals])

    def _climbed(self, ground: Ground, start: World, levels: Sequence[int]) -> tuple[Explanation, list[Explanation]]:
        """The world that no change of one magnet makes better, and the best of those one change away."""
        current = self.survey(ground, start)
        for _ in range(2 * SQUARE_COUNT):
            rivals = self._one_away(ground, current, levels)
            better = max(rivals, key=lambda each: each.likelihood, default=current)
            if better.likelihood <= current.likelihood:
                return current, rivals
            placed = sorted(better.placed, key=lambda each: each.standing.level)
            current = self._explained(better.world, self._fitted(ground, placed, near=True))
        return current, []

    def _one_away(self, ground: Ground, current: Explanation, levels: Sequence[int]) -> list[Explanation]:
        """The best worlds with one magnet less, more, elsewhere or turned over."""
        rivals: list[Explanation] = []
        waiting: list[tuple[float, int, Standing, tuple[Placed, ...]]] = []
        best = current.likelihood
        for leaving in (None, *current.placed):
            rest = tuple(each for each in current.placed if each is not leaving)
            left = ground
            for each in rest:
                left = less(left, *self._squares.pattern(each))
            if leaving is not None:
                rivals.append(self._explained(_world(rest), self._fitted(ground, rest, near=True)))
            taken = {each.standing.square for each in rest}
            for square in self._board:
                if square in taken:
                    continue
                for polarity in (1, -1):
                    one = Standing(square, levels[square], polarity)
                    if leaving is not None and one == leaving.standing:
                        continue
                    bound = self._squares.bound(left, frozenset({one}), best - _SURE)
                    if bound is not None:
                        waiting.append((-bound, len(waiting), one, rest))
        for _, _, one, rest in sorted(waiting)[:_CLOSE]:
            fit = self._fitted(ground, [*rest, self._alone(ground, rest, one)], near=True)
            rivals.append(self._explained(_world(rest) | {one}, fit))
        return rivals

    def _alone(self, ground: Ground, rest: Sequence[Placed], one: Standing) -> Placed:
        left = ground
        for each in rest:
            left = less(left, *self._squares.pattern(each))
        return self._squares.settled(left, Placed(one), near=False)[0]

    def _fitted(self, ground: Ground, placed: Sequence[Placed], *, near: bool) -> Fit:
        return self._together.fitted(ground, placed, {}, near=near)

    @staticmethod
    def _explained(world: World, fit: Fit) -> Explanation:
        return Explanation(world, fit.likelihood, fit.misfit, fit.placed)


def _world(placed: Sequence[Placed]) -> World:
    return frozenset(each.standing for each in placed)


def _from_below(world: World) -> list[Standing]:
    """The strongest fields first."""
    return sorted(world, key=lambda each: (each.level, each.square))

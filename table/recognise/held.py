"""A magnet in a hand somewhere over the board: the place for it that explains best what nothing else does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from hardware.field_model import FieldModel
from table.recognise.likelihood import Choice, Fields, Ground, best_explained, score
from table.recognise.worlds import InHand

Spot = tuple[float, float, int]
"""A place of a hand: mm east and north of the middle of a1, and mm above the sensors."""

Pattern = tuple[Fields, Fields]
"""The field of a magnet at all sensors, and the variance that the model's error gives it."""

_HEIGHTS = ((35, 2), (50, 2), (70, 2), (90, 1), (110, 1), (140, 1))
"""Heights of the grid in mm, each with its places for one pitch of the board."""
_STEPS = (12, 12, 8, 8, 4, 4)
_LOWEST = 25
_GRID_MODEL = 0.3
_MODEL = 0.1


class HeldMagnet:
    """Finds a held magnet over one board, on a coarse grid first and then around the best of it."""

    def __init__(self, model: FieldModel) -> None:
        self._model = model
        self._pattern = lru_cache(maxsize=20_000)(self._make_pattern)
        self._grids = {polarity: tuple(self._grid(polarity)) for polarity in (1, -1)}

    def best(self, ground: Ground, polarity: int, lowest: Mapping[int, float]) -> tuple[float, InHand] | None:
        """The log-likelihood of the best place and the place; None if there is no room for a hand.

        ``lowest`` holds for some squares the height under which a magnet over them counts as standing there.
        """
        found = best_explained(ground, self._not_too_low(polarity, lowest))
        return None if found is None else self._closer(ground, polarity, found[1], lowest)

    def pattern(self, hand: InHand) -> Pattern:
        """The field of a held magnet at all sensors, and its variance."""
        return self._pattern(hand.polarity, (hand.east, hand.north, hand.height))

    def _not_too_low(self, polarity: int, lowest: Mapping[int, float]) -> Iterator[Choice[Spot]]:
        for square, choice in self._grids[polarity]:
            if choice[0][2] >= lowest.get(square, 0.0):
                yield choice

    def _closer(self, ground: Ground, polarity: int, spot: Spot, lowest: Mapping[int, float]) -> tuple[float, InHand]:
        """The best after a search around a spot of the grid."""
        best = score(ground, *self._pattern(polarity, spot))
        for step in _STEPS:
            x, y, height = spot
            for other in (
                (x + step, y, height),
                (x - step, y, height),
                (x, y + step, height),
                (x, y - step, height),
                (x, y, height + step),
                (x, y, height - step),
            ):
                if other[2] < max(_LOWEST, lowest.get(self._under(other), 0.0)):
                    continue
                value = score(ground, *self._pattern(polarity, other))
                if value > best:
                    best, spot = value, other
        return best, InHand(polarity, *spot)

    def _make_pattern(self, polarity: int, spot: Spot) -> Pattern:
        fields = tuple(polarity * value for value in self._model.held(*spot))
        return fields, tuple((_MODEL * value) ** 2 for value in fields)

    def _grid(self, polarity: int) -> Iterator[tuple[int, Choice[Spot]]]:
        """Places on a coarse grid, so with a wide deviation; each with the square under it."""
        pitch, size = self._model.geometry.pitch, self._model.geometry.size
        for height, share in _HEIGHTS:
            steps = range(-share, share * size + 1)
            for x, y in ((east * pitch / share, north * pitch / share) for north in steps for east in steps):
                fields = tuple(polarity * value for value in self._model.held(x, y, height))
                spread = tuple((_GRID_MODEL * value) ** 2 for value in fields)
                yield self._under((x, y, height)), ((x, y, height), fields, spread, 0.0)

    def _under(self, spot: Spot) -> int:
        """The square under a spot; -1 beside the board."""
        file, rank = round(spot[0] / self._model.geometry.pitch), round(spot[1] / self._model.geometry.pitch)
        return 5 * rank + file if 0 <= file < 5 and 0 <= rank < 5 else -1

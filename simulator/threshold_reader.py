"""A reader for comparison, which judges each square by itself against a threshold, as boards made for chess do.

In its favour it knows the height of each tower and so the field to expect there. Half of that is the threshold, with a
hysteresis around it, and the sign gives the colour of the worker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Done, Game, Seat
from hardware.board import Frame
from hardware.field_model import FieldModel
from simulator.simulated_player import shown_after
from simulator.simulation_record import Rival
from table.moves.step_search import Pieces, visible_pieces
from table.session.session_events import ActionSequence

UPPER = 0.5
LOWER = 0.4
"""Shares of the expected field above which a worker is taken to have come, and below which to have gone."""


class ThresholdReader:
    """Reads frames square by square."""

    def __init__(self, model: FieldModel) -> None:
        self._squares = model.geometry.squares
        self._expected = tuple(model.around(*model.geometry.centre(0), level)[0] for level in range(5))
        self._taken: dict[int, int] = {}

    def feed(self, frame: Frame, levels: Sequence[int]) -> None:
        """Take in a frame, with the heights of all towers. A sensor at the end of its range has a worker above it."""
        taken, expected = self._taken, self._expected
        for square in self._squares:
            field = frame.fields[square]
            share = abs(field) / expected[levels[square]]
            if share > UPPER or square in frame.clipped:
                taken[square] = 1 if field > 0 else -1
            elif share < LOWER and square in taken:
                del taken[square]

    @property
    def standing(self) -> frozenset[tuple[int, int]]:
        """The squares where magnets stand, each with its polarity, by the frames until now."""
        return frozenset(self._taken.items())

    def verdict(self, game: Game, actions: ActionSequence, polarities: Mapping[Seat, int]) -> Rival | None:
        """What it makes of the newest frame after these steps were done, where the magnets of each seat's workers point
        this way; None if they move no worker."""

        def magnets(standing: Pieces) -> frozenset[tuple[int, int]]:
            return frozenset((int(square), polarities[seat]) for square, seat in standing)

        wanted = shown_after(game, actions)
        if wanted == visible_pieces(game):
            return None
        seen = self.standing
        if seen == magnets(wanted):
            return Rival.RIGHT
        others = (each for each in game.legal_actions() if not isinstance(each, Done))
        another = any(magnets(shown_after(game, (each,))) == seen for each in others)
        return Rival.OTHER if another else Rival.NONE

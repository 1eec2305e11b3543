"""What it costs that interference appeared just when a magnet of the game was moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from hardware.geometry import steps_between
from perception.arrangements import Arrangement, Verdict, outline
from perception.findings import Fallen, SensorFault, StrayField
from perception.interference.disturbed_verdict import DisturbedVerdict
from perception.interference.interference_fit import InterferenceFit

Outline = frozenset[tuple[int, int]]

UNSEEN = 12.0
"""What it costs that a sensor failed unnoticed."""
_TWO_AT_ONCE = 8.0
_DROPPED = 12.0
_PUT_DOWN = 2.0
"""What it costs that a worker that was in a hand came down as interference appeared: in the end all do."""


@dataclass(frozen=True, slots=True)
class Coincidence:
    """What it costs that interference appeared, that a magnet moved at the same time, or that a hand did either;
    ``unseen`` is what it costs that a sensor failed unnoticed.

    ``stood`` is what stood before and ``believed`` what is believed since: a worker in a hand is put down rather than
    dropped. The sensors that are ``filled`` became clipped while a hand was over the board, which a magnet must have
    done. Pairs that are already ``exchanged`` cost nothing.
    """

    stood: Outline
    believed: Outline
    jump_cost: float
    unseen: float
    filled: frozenset[int]
    exchanged: frozenset[tuple[int, int]]

    def least(self, arrangement: Arrangement) -> float:
        """The least cost of an arrangement, whatever the interference."""
        standing = outline(arrangement)
        if standing == self.believed:
            return 0.0
        return self.jump_cost if standing < self.believed else self.jump_cost + self._at_once(standing)

    def _at_once(self, standing: Outline) -> float:
        """What it costs that these magnets stand and interference appeared at the same time."""
        put_down = self.believed < standing and len(standing) <= len(self.stood)
        return _PUT_DOWN if put_down else _TWO_AT_ONCE

    def cost(self, interference: InterferenceFit, arrangement: Arrangement) -> float:
        """The cost of an arrangement with interference; infinite if the two cannot occur together."""
        standing = outline(arrangement)
        if isinstance(interference.found, Fallen):
            fell = standing < self.stood and standing <= self.believed
            if not fell or any(square == interference.found.square for square, _ in standing):
                return inf
            return self.jump_cost + _DROPPED * (standing == self.believed)
        if isinstance(interference.found, SensorFault):
            # Where it did not fail before the eyes it may have failed long ago; and a worker that goes to the next
            # square looks much like two sensors that are exchanged.
            if interference.found.other is None and interference.found.square in self.filled:
                return inf
            pair = (interference.found.square, interference.found.other)
            hidden = self.unseen if _are_beside(*pair) and pair not in self.exchanged else 0.0
            return hidden + (self.jump_cost + _TWO_AT_ONCE if self.jump_cost and standing != self.believed else 0.0)
        if standing != self.believed:
            # A worker that came down may be the magnet itself.
            came_down = not standing < self.believed
            touching = (
                came_down
                and isinstance(interference.found, StrayField)
                and _touch(interference.found.squares, standing ^ self.believed)
            )
            return self.jump_cost + self._at_once(standing) * (2 if touching else 1)
        return min(self.jump_cost, _TWO_AT_ONCE) if isinstance(interference.found, StrayField) else 0.0


def charged(verdict: Verdict, interference: InterferenceFit, coincidence: Coincidence) -> DisturbedVerdict:
    """A verdict with interference, less what two things at once cost."""
    cost = coincidence.cost(interference, verdict.best.arrangement)
    other = 0.0 if verdict.rival is None else coincidence.cost(interference, verdict.rival.arrangement)
    counted = replace(verdict, margin=verdict.margin - cost + other)
    return DisturbedVerdict(counted, interference, verdict.best.likelihood + interference.prior - cost)


def _touch(squares: frozenset[int], changed: Outline) -> bool:
    """Whether a magnet next to one of these squares changed, so that it could be the stray magnet itself."""
    return any(_are_beside(one, other) for one in squares for other, _ in changed)


def _are_beside(one: int, other: int | None) -> bool:
    """Whether two squares touch, or are one (None: there is no other)."""
    return other is not None and steps_between(one, other) <= 1

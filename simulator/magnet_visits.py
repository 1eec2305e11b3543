"""Watches, phones and speakers that come near the board in a simulated game, and whether the table names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from random import Random

from hardware.hand_actions import MagnetVisit
from hardware.virtual_hands import VisitingHand
from simulator.hand_styles import HandHabits
from simulator.observer import WarnedSince

AWAY = (45.0, 90.0)
"""How far outside the rim they lie, in mm."""
FIELD = (0.2, 1.0)
"""How strong they are at the sensor that feels them most, in mT."""
HEIGHT = (5.0, 40.0)
STAY = (5_000.0, 11_000.0)
WORN = 0.4
STRAY = "board.stray"
"""The warning by which the table names a magnet."""
FORGIVEN = 3_000
"""So many ms after a magnet was taken away the table may still name it."""


@dataclass(frozen=True, slots=True)
class MagnetSeen:
    """A visit: whether the table named the magnet, and after how many ms (None: it did not)."""

    named: float | None


class MagnetVisits:
    """The visits of one game."""

    def __init__(self, visitor: VisitingHand, habits: HandHabits, *, size: int, pitch: float, chance: Random) -> None:
        self._visitor = visitor
        self._habits = habits
        self._first, self._last = -0.5 * pitch, (size - 0.5) * pitch
        self._chance = chance
        self._visits: list[tuple[int, float]] = []

    def game_begins(self) -> None:
        """A magnet may lie there when the first worker is placed."""
        if self._habits.magnet_first and self._chance.random() < self._habits.magnet_first:
            self._begin()

    def step_begins(self) -> None:
        """A magnet may come while hands do this step."""
        if self._habits.magnets and self._visitor.idle and self._chance.random() < self._habits.magnets:
            self._begin()

    def near(self) -> bool:
        """Whether a magnet is near, or on its way."""
        return not self._visitor.idle

    def near_since(self, at: float) -> bool:
        """Whether a magnet was near at any time from ``at`` on."""
        return self.near() or any(end >= at for _, end in self._visits)

    @property
    def explains_warning(self) -> bool:
        """Whether a magnet is near, or was until a short while ago."""
        return self.near_since(self._visitor.now - FORGIVEN)

    def seen(self, warnings: Sequence[WarnedSince]) -> tuple[MagnetSeen, ...]:
        """What came of the visits, by the warnings that the table gave."""
        times = [each.at for each in warnings if STRAY in each.keys]
        found = []
        for began, end in self._visits:
            named = next((at - began for at in times if began <= at <= end), None)
            found.append(MagnetSeen(named))
        return tuple(found)

    def _begin(self) -> None:
        chance = self._chance
        visit = MagnetVisit(
            *self._beside(),
            height=chance.uniform(*HEIGHT),
            field=chance.uniform(*FIELD),
            heading=chance.uniform(-pi, pi),
            dip=chance.uniform(-pi / 2, pi / 2),
            stay=chance.uniform(*STAY),
            worn=chance.random() < WORN,
        )
        now = self._visitor.now
        self._visits.append((now, now + visit.stay + 2000))
        self._visitor.visit(visit)

    def _beside(self) -> tuple[float, float]:
        along, away = self._chance.uniform(self._first, self._last), self._chance.uniform(*AWAY)
        return self._chance.choice(
            (
                (along, self._first - away),
                (along, self._last + away),
                (self._first - away, along),
                (self._last + away, along),
            )
        )

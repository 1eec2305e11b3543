"""Touches and hovering hands in simulated games: how they are done, and what the table made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from simulator.hand_styles import HandHabits, TouchKind

BRIEF_MS = (180.0, 300.0)
WOBBLING_MS = (250.0, 700.0)
WOBBLING_DEGREES = (1.5, 4.0)
CLEAN_MS = (300.0, 1200.0, 450.0)
"""The shortest, the longest and the most usual touch."""
REPEATED_MS = 1200.0
"""How long a touch is when it is repeated."""


@dataclass(frozen=True, slots=True)
class Touch:
    """How a square is touched: for ``duration`` ms (None: as hands are used to), rocking by ``wobble`` degrees."""

    kind: TouchKind
    duration: float | None
    wobble: float = 0.0


def drawn_touch(habits: HandHabits, chance: Random) -> Touch:
    """A touch of hands with these habits."""
    if habits.repeats is None:
        return Touch(TouchKind.CLEAN, None)
    drawn = chance.random()
    if drawn < habits.brief:
        return Touch(TouchKind.BRIEF, chance.uniform(*BRIEF_MS))
    if drawn < habits.brief + habits.wobbling:
        return Touch(TouchKind.WOBBLING, chance.uniform(*WOBBLING_MS), chance.uniform(*WOBBLING_DEGREES))
    return Touch(TouchKind.CLEAN, chance.triangular(*CLEAN_MS))


class TouchOutcome(StrEnum):
    """What came of a touch: it was read; it was missed and the table said so; it was missed without a word."""

    READ = "read"
    SAID = "said"
    SILENT = "silent"


class Question(StrEnum):
    """What the table was not sure of: whether a square was touched, where workers stand, or which step was meant."""

    TOUCH = "touch"
    PIECES = "pieces"
    WHICH = "which"


class HoverOutcome(StrEnum):
    """What came of a worker that was held over a square and taken home: the table played something, it said something,
    or it took no notice."""

    BELIEVED = "believed"
    ASKED = "asked"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class TouchFigures:
    """Touches of one kind: how many there were and were missed, and of those, whether the table said so."""

    touches: int
    missed: int
    said: int
    silent: int

    @classmethod
    def of(cls, outcomes: Iterable[TouchOutcome]) -> TouchFigures:
        """Over these."""
        every = list(outcomes)
        said, silent = every.count(TouchOutcome.SAID), every.count(TouchOutcome.SILENT)
        return cls(len(every), said + silent, said, silent)


@dataclass(frozen=True, slots=True)
class HoverFigures:
    """Hands that hovered: how many, and how many of them the table believed or asked about."""

    hovers: int
    believed: int
    asked: int

    @classmethod
    def of(cls, outcomes: Iterable[HoverOutcome]) -> HoverFigures:
        """Over these."""
        every = list(outcomes)
        return cls(len(every), every.count(HoverOutcome.BELIEVED), every.count(HoverOutcome.ASKED))

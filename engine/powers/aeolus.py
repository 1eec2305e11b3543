"""Aeolus (31).

The wind blows towards one of the eight directions, which its holder chooses (Setup) and may change after each own turn
(End of Your Turn). Nobody moves straight into it, its holder included (Any Move).

- Only the direction opposite to the wind is barred, and only for moves; a step over the edge of the board counts by
  its direction, and a whirlpool's second half is as its first (rulings 31).
- Revised: it starts on the card, without any wind. After an own turn the holder may set it in any direction, or take it
  back, but not turn it (rulings 31).
- Beside the Ram, the first player sets it; there is wind only while somebody has the power (rulings G9, OPEN-07).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Move, Point
from engine.effects import Effect, Grant, Option, Remember
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import Direction, direction_of, square_name
from engine.state import Memory, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Wind(Memory):
    """Where the wind blows to; None without wind."""

    direction: Direction | None = None


class Aeolus(Power):
    """Moves against the wind are barred."""

    name = PowerName("aeolus")
    wins_by_first_move = True

    def memory_at_start(self, cast: Cast, index: int) -> Wind:
        """No wind yet."""
        del cast, index
        return Wind()

    def before_placing(self, h: Holding) -> Iterable[Step]:
        """The first direction."""
        if not h.revised:
            yield Step(StepKind.POINT, h.seat, self.name)

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """Another direction, or the same."""
        yield Grant(Step(StepKind.POINT, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """The directions to choose from."""
        if step.kind is not StepKind.POINT or step.power != self.name:
            return
        now = self._direction(h)
        choices: Iterable[Direction | None] = (None,) if h.revised and now is not None else Direction
        for direction in choices:
            if direction != now:
                yield Option(Point(direction), power=self.name, effects=(Remember(Wind(direction)),))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No moves against the wind."""
        del step
        wind, action = self._direction(h), option.action
        if wind is None or not isinstance(action, Move) or option.hop:
            return None
        if direction_of(action.worker, action.to, h.state.size) is wind.opposite:
            return Reason.of("aeolus.wind", square=square_name(action.to))
        return None

    def _direction(self, h: Holding) -> Direction | None:
        memory = h.card.memory
        return memory.direction if isinstance(memory, Wind) else None

"""Hypnus (22).

If, when an opponent's turn starts, one of that opponent's workers stands higher than all the others of the same
player, it cannot move in that turn (Start of Opponent's Turn).

- Heights count as they are at the start; with two at the top nobody sleeps. A sleeping worker may be forced, and may
  build (rulings 22).
- A single worker is the highest and sleeps, so its player cannot move, unless the table decides otherwise
  (rulings OPEN-20).
- In a game of several opponents each player, or team, is compared by itself (rulings G8).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Move
from engine.effects import Effect, Note, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Memory, Step


@dataclass(frozen=True, slots=True)
class Asleep(Memory):
    """The worker (by number) that sleeps through this turn."""

    worker: int


class Hypnus(Power):
    """The highest worker sleeps."""

    name = PowerName("hypnus")

    def start_of_opponents_turn(self, h: Holding) -> Iterable[Effect]:
        """Put the highest worker to sleep."""
        team, levels = h.state.cast.team(h.turn.seat), h.state.levels
        workers = [worker for worker in h.state.workers if worker.team == team]
        top = max((levels[worker.square] for worker in workers), default=0)
        highest = [worker for worker in workers if levels[worker.square] == top]
        if len(highest) == 1 and (len(workers) > 1 or h.rulings.lone_worker_sleeps):
            yield Note(Asleep(highest[0].number))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No move of the sleeper."""
        asleep = h.card.notes
        if not isinstance(asleep, Asleep) or not isinstance(option.action, Move) or option.hop:
            return None
        if option.worker == asleep.worker and h.restricts(step, option):
            return Reason.of("hypnus.asleep", square=square_name(option.action.worker))
        return None

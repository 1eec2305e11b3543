"""Hermes (7).

As long as none of the turn's moves changes the level, both workers may make as many as the player likes, none included;
whichever worker the player picks then builds (Your Turn).

- A turn of level moves may use both workers in any order; a turn with one move up or down is an ordinary turn, whose
  mover builds (rulings 7).
- A whirlpool's second half has to stay on the level too where it counts as a move (rulings 7, OPEN-12).
- Zero moves and then a build by either worker is a complete turn (rulings 7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Build, Done
from engine.effects import Effect, Grant, Moved, Note, Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.setup import PowerName
from engine.squares import neighbors
from engine.state import Memory, Rise, Step
from engine.views import StepKind


@dataclass(frozen=True, slots=True)
class LevelTurn(Memory):
    """All moves of this turn stayed on their level, or there were none."""


class Hermes(Power):
    """Walk on the level as far as you like."""

    name = PowerName("hermes")

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Not to move at all; and in a level turn a build by either worker."""
        if step.opens_turn:
            yield Option(Done(), power=self.name, effects=(Note(LevelTurn()),))
        if step.kind is StepKind.BUILD and step.worker is None and isinstance(h.card.notes, LevelTurn):
            for worker in h.my_workers:
                for on in neighbors(worker.square, h.state.size):
                    build = Build(worker.square, on, natural_piece(h.state, on))
                    yield Option(build, worker.number, self.name)

    def further_steps(self, h: Holding, moved: Moved, landed: Moved) -> Iterable[Effect]:
        """After a level move, another by any worker."""
        stayed = landed.rise == 0 or not landed.counts or h.rulings.uneven_hop_in_level_turn
        if moved.rise == 0 and stayed:
            yield Note(LevelTurn())
            yield Grant(Step(StepKind.MOVE, h.seat, self.name, optional=True, rise=Rise.LEVEL))

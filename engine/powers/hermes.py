"""Hermes (7).

As long as none of the turn's moves changes the level, both workers may make as many as the player likes, none included;
whichever worker the player picks then builds (Your Turn).

- A turn of level moves may use both workers in any order; a turn with one move up or down is an ordinary turn, whose
  mover builds (rulings 7).
- A whirlpool's second half has to stay on the level too where it counts as a move (rulings 7, OPEN-12).
- Where a second power of the player's gives moves as well, one of them up or down ends or bars the level turn.
- Zero moves and then a build by either worker is a complete turn (rulings 7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Build, Done, Move
from engine.effects import Effect, Grant, Moved, Note, Option
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import neighbors, square_name
from engine.state import Memory, Rise, Step, StepKind


@dataclass(frozen=True, slots=True)
class LevelTurn(Memory):
    """All moves of this turn stayed on their level, or there were none; whether this text gave any of them (noted where
    another power gives moves as well)."""

    roamed: bool = False


@dataclass(frozen=True, slots=True)
class UnevenTurn(Memory):
    """A move of this turn went up or down (noted where another power gives moves as well)."""


class Hermes(Power):
    """Walk on the level as far as you like."""

    name = PowerName("hermes")
    wins_by_first_move = True

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
        shared = sum(role.seat == h.seat for role in h.state.roles.of(Power.further_steps)) > 1
        notes = h.card.notes
        if moved.rise == 0 and stayed and not isinstance(notes, UnevenTurn):
            roamed = isinstance(notes, LevelTurn) and notes.roamed
            yield Note(LevelTurn(roamed or (shared and moved.step.power == self.name)))
            yield Grant(Step(StepKind.MOVE, h.seat, self.name, optional=True, rise=Rise.LEVEL))
        elif shared:
            yield Note(UnevenTurn())

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """No level moves after another one, and no other one after them."""
        notes, action = h.card.notes, option.action
        if step.seat != h.seat or not isinstance(action, Move) or notes is None:
            return None
        uneven = h.state.levels[action.to] != h.state.levels[action.worker]
        ended = isinstance(notes, UnevenTurn) and step.power == self.name
        if ended or (uneven and isinstance(notes, LevelTurn) and notes.roamed):
            return Reason.of("hermes.level", square=square_name(action.to))
        return None

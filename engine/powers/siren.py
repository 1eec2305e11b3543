"""Siren (42).

An arrow is set for the whole game (Setup). Instead of her normal turn she may force one or more opponents' workers,
each one space in the arrow's direction, onto unoccupied spaces at any height (Your Turn).

- It replaces the whole turn: no move and no build (rulings 42). She may not do it if nobody can be forced.
- Several workers go one after the other in the order she likes, each once, so one may follow into the space that
  another left; as a house rule they go together, and that space is still occupied (rulings OPEN-31).
- Forces: no wins. Workers of different opponents may be mixed; one on a coin is not there for her (rulings G7, 42).
- Revised: afterwards one of her workers builds; if none can, the turn cannot be taken (rulings 42).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.actions import Action, Build, Force, Point
from engine.casting.cast import no_opponent, no_room
from engine.effects import Note, Option, Remember
from engine.mortal import natural_piece
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import Direction, neighbors, square_name, step_from
from engine.state import NOBODY, Memory, Step, StepKind

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Arrow(Memory):
    """Where the arrow points; None before it is set."""

    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Lured(Memory):
    """The workers (by number) that were forced in this turn."""

    workers: frozenset[int]


class Siren(Power):
    """Lure opponents in the direction of her song."""

    name = PowerName("siren")
    win_reach = 1

    def memory_at_start(self, cast: Cast, index: int) -> Arrow:
        """Not yet set."""
        del cast, index
        return Arrow()

    def before_placing(self, h: Holding) -> Iterable[Step]:
        """The arrow is set."""
        yield Step(StepKind.POINT, h.seat, self.name)

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """The arrow's directions; forces instead of the turn, and more of them; in the revised wording a build."""
        if step.opens_turn:
            build = (Step(StepKind.BUILD, h.seat, self.name, worker=NOBODY),) if h.revised else ()
            yield from self._forces(h, build)
        elif step.power == self.name:
            if step.kind is StepKind.FORCE:
                yield from self._forces(h, None)
            elif step.kind is StepKind.POINT:
                for direction in Direction:
                    yield Option(Point(direction), power=self.name, effects=(Remember(Arrow(direction)),))
            elif step.kind is StepKind.BUILD:
                for worker in h.my_workers:
                    for on in neighbors(worker.square, h.state.size):
                        build_there = Build(worker.square, on, natural_piece(h.state, on))
                        yield Option(build_there, worker.number, self.name)

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Only onto unoccupied spaces; together, only onto those that nobody has just left."""
        if option.power != self.name or step.seat != h.seat or not isinstance(option.action, Force):
            return None
        to = option.action.to
        left = (h.turn.starts[number] for number in self._lured(h)) if h.rulings.forced_together else ()
        if to in left:
            return Reason.of("siren.just_left", square=square_name(to))
        return no_room(h.state, to, "siren.no_room")

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """No opponent's worker stands there, or it stands on a token that acts as a dome, was forced already, or would
        go another way."""
        arrow = h.card.memory
        asked = step.opens_turn or (step.power == self.name and step.kind is StepKind.FORCE)
        if not asked or not isinstance(action, Force) or not isinstance(arrow, Arrow) or arrow.direction is None:
            return None
        if (against := no_opponent(h, action.worker, self.name)) is not None:
            return against
        worker = square_name(action.worker)
        if any(other.square == action.worker and other.number in self._lured(h) for other in h.opponent_workers):
            return Reason.of("siren.once", square=worker)
        return Reason.of("siren.other_way", square=worker, to=square_name(action.to), direction=arrow.direction)

    def _forces(self, h: Holding, instead: tuple[Step, ...] | None) -> Iterable[Option]:
        """A force of each worker that was not forced yet; ``instead`` follows in place of the normal turn."""
        arrow, lured = h.card.memory, self._lured(h)
        if not isinstance(arrow, Arrow) or arrow.direction is None:
            return
        more = Step(StepKind.FORCE, h.seat, self.name, optional=True)
        for worker in h.opponent_workers:
            to = step_from(worker.square, arrow.direction, h.state.size)
            if to is not None and worker.number not in lured:
                yield Option(
                    Force(worker.square, to),
                    power=self.name,
                    forced=((worker.number, to),),
                    then=(more, *(instead or ())),
                    instead=instead is not None,
                    effects=(Note(Lured(lured | {worker.number})),),
                )

    def _lured(self, h: Holding) -> frozenset[int]:
        return h.card.notes.workers if isinstance(h.card.notes, Lured) else frozenset()

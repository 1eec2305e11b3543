"""The base rules, as a power at the bottom of every game: what a player without any power may do."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Build, Done, Move, Piece, Place
from engine.effects import Clause, Moved, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.squares import Square, neighbors, square_name, squares
from engine.state import State, Step
from engine.views import StepKind


def natural_piece(state: State, square: Square) -> Piece:
    """The piece that comes next on a tower: a block, or on three blocks a dome."""
    return Piece.DOME if state.levels[square] == 3 else Piece.BLOCK


class Mortal(Power):
    """Move one worker to a neighboring space, at most one level up; then that worker builds next to itself."""

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """The plain moves, builds and placements of a step, occupied spaces included (``forbid`` says why not)."""
        state = h.state
        if step.optional:
            yield Option(Done())
        if step.kind is StepKind.MOVE:
            for worker in h.my_workers:
                if step.worker is None or step.worker == worker.number:
                    for to in neighbors(worker.square, state.size):
                        yield Option(Move(worker.square, to), worker.number)
        elif step.kind is StepKind.BUILD:
            builder = h.turn.actor if step.worker is None else step.worker
            for worker in h.my_workers:
                if worker.number == builder:
                    for on in neighbors(worker.square, state.size):
                        yield Option(Build(worker.square, on, natural_piece(state, on)), worker.number)
        elif step.anchor is None:
            for square in squares(state.size):
                yield Option(Place(square))

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:
        """Occupied spaces, more than one level up, and the wrong piece for the level."""
        del step
        state = h.state
        match option.action:
            case Move(worker=origin, to=to):
                if to in state.domes:
                    return Reason.of("move.domed", square=square_name(to))
                standing = state.worker_on(to)
                if standing is not None and all(standing.number != number for number, _ in option.forced):
                    return Reason.of("move.occupied", square=square_name(to))
                if state.levels[to] > state.levels[origin] + 1:
                    return Reason.of("move.too_high", square=square_name(to))
            case Build(on=on, piece=piece):
                if on in state.domes:
                    return Reason.of("build.domed", square=square_name(on))
                if state.worker_on(on) is not None:
                    return Reason.of("build.occupied", square=square_name(on))
                if piece is not natural_piece(state, on) and Clause.PIECE not in option.waives:
                    return Reason.of("build.piece", square=square_name(on), piece=natural_piece(state, on))
            case Place(square=square):
                if not state.is_unoccupied(square):
                    return Reason.of("place.occupied", square=square_name(square))
            case Done():
                pass
        return None

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """A worker that moves up onto the third level wins (rulebook, Winning the Game)."""
        del h
        if moved.to_level == 3 and moved.rise > 0:
            return Reason.of("win.moved_up", square=square_name(moved.to))
        return None


BASE = Mortal()

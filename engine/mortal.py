"""The base rules, as a power at the bottom of every game: the actions of a player without a power."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.actions import Build, Choose, Done, Move, Piece, Place, Recycle, Use
from engine.casting.cast import in_the_way, occupied
from engine.effects import Clause, Mark, Moved, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.squares import Mask, Square, neighborhood, neighbors, square_name, squares, squares_in
from engine.state import Rise, State, Step, StepKind, Worker
from engine.supply import is_out_of_stock


def natural_piece(state: State, square: Square) -> Piece:
    """Return the next piece of a tower: a block, or on three blocks a dome."""
    return Piece.DOME if state.levels[square] == 3 else Piece.BLOCK


@cache
def plain_move(worker: int, origin: Square, to: Square) -> Option:
    """Return a move by the base rules."""
    return Option(Move(origin, to), worker)


@cache
def plain_build(worker: int, origin: Square, on: Square, piece: Piece) -> Option:
    """Return a build by the base rules."""
    return Option(Build(origin, on, piece), worker)


@cache
def plain_place(square: Square) -> Option:
    """Return a placement by the base rules."""
    return Option(Place(square))


DECLINE = Option(Done())


class Mortal(Power):
    """Move one worker to a neighboring space, at most one level up; then that worker builds next to itself."""

    def permitted(self, h: Holding, step: Step) -> Iterator[Option]:
        """Return the plain options of a step by the base rules: ``offer`` without what ``forbid`` rejects."""
        state = h.state
        if step.optional:
            yield DECLINE
        if step.kind is StepKind.MOVE:
            free, levels, rise = ~state.occupied, state.levels, step.rise
            for number, _, origin, _ in movers(h, step):
                level = levels[origin]
                for to in squares_in(Mask(neighborhood(origin, state.size) & free)):
                    gain = levels[to] - level
                    if gain <= 1 and (rise is Rise.ANY or gain == 0 or (gain < 0 and rise is Rise.NOT_UP)):
                        yield plain_move(number, origin, to)
        elif step.kind is StepKind.BUILD:
            free, levels = ~state.occupied, state.levels
            scarce = state.cast.counts_pieces
            for number, _, origin, _ in builders(h, step):
                for on in squares_in(Mask(neighborhood(origin, state.size) & free)):
                    piece = Piece.DOME if levels[on] == 3 else Piece.BLOCK
                    if not scarce or not is_out_of_stock(state, on, piece):
                        yield plain_build(number, origin, on, piece)
        else:
            for option in self.offer(h, step):
                if option is not DECLINE and self.forbid(h, step, option) is None:
                    yield option

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:  # noqa: PLR0912 - one branch for each kind of step
        """Return the plain moves, builds and placements of a step, also on occupied spaces (``forbid`` rejects
        them)."""
        state = h.state
        if step.optional:
            yield DECLINE
        match step.kind:
            case StepKind.MOVE:
                for worker in movers(h, step):
                    for to in neighbors(worker.square, state.size):
                        yield plain_move(worker.number, worker.square, to)
            case StepKind.BUILD:
                for worker in builders(h, step):
                    for on in neighbors(worker.square, state.size):
                        yield plain_build(worker.number, worker.square, on, natural_piece(state, on))
            case StepKind.PLACE if step.anchor is None:
                for square in squares(state.size):
                    yield plain_place(square)
            case StepKind.CHOOSE if state.turn is None:
                for worker in h.my_workers:
                    yield Option(Choose(worker.square), worker.number, effects=(Mark(worker.number),))
            case StepKind.RECYCLE:
                for square in squares(state.size):
                    if state.is_complete_tower(square):
                        yield Option(Recycle(square))
            case StepKind.ORDER:
                for power, index, seat in state.roles.of(Power.end_of_turn):
                    if seat == h.turn.seat and index not in h.turn.concluded:
                        yield Option(Use(power.name))
            case _:
                pass

    def forbid(self, h: Holding, step: Step, option: Option) -> Reason | None:  # noqa: PLR0912 - clause by clause
        """Forbid occupied spaces, more than one level up, and the wrong piece for the level."""
        state = h.state
        match option.action:
            case Move(worker=origin, to=to):
                if state.is_domed(to):
                    return in_the_way(state, to, "move")
                standing = state.worker_on(to)
                if standing is not None and not option.hop and all(standing.number != w for w, _ in option.forced):
                    return occupied(state, standing, "move")
                rise = state.levels[to] - state.levels[origin]
                if rise > 1 and Clause.HEIGHT not in option.waives:
                    return Reason.of("move.too_high", square=square_name(to))
                spared = option.hop and h.rulings.uneven_hop_in_level_turn
                if step.rise is Rise.LEVEL and rise and not spared:
                    return Reason.of(f"{step.power}.level", square=square_name(to), holder=step.seat)
                if step.rise is Rise.NOT_UP and rise > 0:
                    return Reason.of(f"{step.power}.no_climb", square=square_name(to), holder=step.seat)
            case Build(on=on, piece=piece):
                if state.is_domed(on):
                    return in_the_way(state, on, "build")
                if Clause.OCCUPIED not in option.waives and (standing := state.worker_on(on)) is not None:
                    return occupied(state, standing, "build")
                if piece is not natural_piece(state, on) and Clause.PIECE not in option.waives:
                    return Reason.of("build.piece", square=square_name(on), piece=natural_piece(state, on))
                if is_out_of_stock(state, on, piece):
                    return Reason.of("build.out_of_stock", square=square_name(on), piece=piece)
            case Place(square=square):
                return in_the_way(state, square, "place")
            case _:
                pass
        return None

    def wins(self, h: Holding, moved: Moved) -> Reason | None:
        """A worker that moves up onto the third level wins (rulebook, Winning the Game)."""
        del h
        if moved.to_level == 3 and moved.rise > 0:
            return Reason.of("win.moved_up", square=square_name(moved.to))
        return None


def movers(h: Holding, step: Step) -> tuple[Worker, ...]:
    """Return the workers that the open step may move: the holder's, or in an additional turn the opponents'."""
    turn = h.state.turn
    mine = h.opponent_workers if turn is not None and turn.driven else h.my_workers
    return mine if step.worker is None else tuple(worker for worker in mine if worker.number == step.worker)


def builders(h: Holding, step: Step) -> tuple[Worker, ...]:
    """Return the workers that the open step may build with: the acting one, unless the step names another."""
    number = h.turn.actor if step.worker is None else step.worker
    return tuple(worker for worker in h.state.workers if worker.number == number)


BASE = Mortal()

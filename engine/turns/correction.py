"""Correcting the position: it is set to what stands on the board, and the turn begins again.

The rules look at how a position was reached; players who knocked a tower over, or notice an hour later that they
forgot a block, want to continue from what they see. A correction moves no worker and builds nothing: no power reacts
to it, and nobody wins or loses by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from engine.actions import Correct
from engine.errors import IllegalAction
from engine.events import Event, PositionCorrected
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat
from engine.secrets import concealed_workers
from engine.squares import BITS, STRIDE, Mask, Square, square_name, squares
from engine.state import State, Step, Worker
from engine.turns.flow import begin_turn

HIGHEST = 4
"""Pieces on a square at most: three blocks and a dome."""


def corrected(state: State, correction: Correct, seat: Seat, extra: Step | None, events: list[Event]) -> State:
    """The state at the start of a turn of ``seat``, with the workers and heights of a correction.

    Workers that nobody sees stay where they are; so do tokens and what cards remember. Only the steps of the turn are
    forgotten. ``extra`` is the first step of the turn, if it is an additional one.

    :raises IllegalAction: if such a position cannot stand.
    """
    _check_squares(state, correction)
    levels, domes = _built(state, correction)
    workers = _standing(state, correction)
    _check_fit(state, workers, domes)
    events.append(PositionCorrected(seat, _changed(state, levels, domes, workers)))
    after = state._replace(levels=levels, domes=domes, workers=workers)
    return begin_turn(after, seat, events, extra, resumed=True)


def refused(reason: Reason) -> IllegalAction:
    """The refusal of a correction."""
    return IllegalAction(f"the position cannot be corrected: {reason}", reason)


def _check_squares(state: State, correction: Correct) -> None:
    for named in ([on for on, _ in correction.workers], [on for on, _ in correction.heights]):
        for on in named:
            if on not in squares(state.size):
                raise refused(Reason.of("board.no_square", square=square_name(on)))
            if named.count(on) > 1:
                raise refused(Reason.of("correct.twice", square=square_name(on)))


def _built(state: State, correction: Correct) -> tuple[tuple[int, ...], Mask]:
    """Levels and domes. The board does not say which pieces are domes: the topmost of four is one, and a dome of the
    game stays."""
    levels, domes = list(state.levels), int(state.domes)
    for on, pieces in correction.heights:
        if not 0 <= pieces <= HIGHEST:
            raise refused(Reason.of("correct.height", square=square_name(on), pieces=pieces))
        domed = bool(state.domes & BITS[on])
        if pieces != state.levels[on] + domed:
            levels[on] = min(pieces, HIGHEST - 1)
            domes = domes | BITS[on] if pieces == HIGHEST else domes & ~BITS[on]
    return tuple(levels), Mask(domes)


def _standing(state: State, correction: Correct) -> tuple[Worker, ...]:
    """All workers: the ones that nobody sees, and of each team those of the correction."""
    hidden = concealed_workers(state, PUBLIC)
    workers = list(hidden)
    for seat in sorted({seat for _, seat in correction.workers}):
        if seat not in state.cast.seats:
            raise refused(Reason.of("correct.no_player", seat=seat))
    for team in sorted({state.cast.team(seat) for seat in state.cast.seats}):
        owner = state.cast.owner_of_team(team).seat
        before = [worker for worker in state.workers if worker.team == team and worker not in hidden]
        listed = [on for on, seat in correction.workers if state.cast.team(seat) == team]
        if len(listed) > len(before):
            raise refused(Reason.of("correct.too_many", seat=owner, workers=len(before)))
        if before and not listed:
            raise refused(Reason.of("correct.none_left", seat=owner))
        workers += _matched(before, listed)
    return tuple(workers)


def _matched(before: list[Worker], listed: list[Square]) -> Iterable[Worker]:
    """The workers on their corrected squares: those that stay in place are the same, the others come from the
    nearest."""
    same = [worker for worker in before if worker.square in listed]
    others = [worker for worker in before if worker.square not in listed]
    free = sorted(on for on in listed if on not in {worker.square for worker in same})

    def total_distance(movers: tuple[Worker, ...]) -> int:
        return sum(_distance(worker.square, on) for worker, on in zip(movers, free, strict=True))

    nearest = min(permutations(sorted(others), len(free)), key=total_distance)
    return [*same, *(worker._replace(square=on) for worker, on in zip(nearest, free, strict=True))]


def _distance(one: Square, other: Square) -> int:
    """The square of the distance between two squares' middles, in squares."""
    (ranks, files), (other_ranks, other_files) = divmod(one, STRIDE), divmod(other, STRIDE)
    return (ranks - other_ranks) ** 2 + (files - other_files) ** 2


def _check_fit(state: State, workers: tuple[Worker, ...], domes: Mask) -> None:
    """Check that workers and pieces can stand together. Where workers are hidden, a correction must not reveal them."""
    hidden = concealed_workers(state, PUBLIC)
    before = {worker.square for worker in state.workers if worker not in hidden}
    come = {worker.square for worker in workers if worker not in hidden} - before
    if hidden and (come or domes & ~state.domes):
        raise refused(Reason.of("correct.hidden"))
    for worker in workers:
        closed = (domes | state.obstacles) if worker.square in come else domes
        if closed & BITS[worker.square]:
            raise refused(Reason.of("correct.domed", square=square_name(worker.square)))


def _changed(state: State, levels: tuple[int, ...], domes: Mask, workers: tuple[Worker, ...]) -> tuple[Square, ...]:
    """The squares where something else stands than before."""
    before = {(worker.square, worker.team) for worker in state.workers}
    after = {(worker.square, worker.team) for worker in workers}
    moved = {on for on, _ in before ^ after}
    built = {on for on in squares(state.size) if levels[on] != state.levels[on] or (domes ^ state.domes) & BITS[on]}
    return tuple(sorted(moved | built))

"""Searches step sequences: the legal steps that lead from the game's position to the workers that now stand.

Blocks do not change the magnetic field. So a build needs a worker that touched the square, or a scale that felt the
piece, and a sequence has to lead to exactly the workers that stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import PUBLIC, Action, Build, Done, Game, Move, Piece, Place, Seat, Square
from engine.actions import Force, RemoveWorker, Swap, TakeBlock
from engine.secrets import has_partial_knowledge
from engine.state import State
from engine.turns.flow import numbered
from engine.views import SeenWorker

LONGEST_SEQUENCE = 4
"""The most steps in a sequence: enough for Hermes, who may walk four squares while a hand carries him."""

_EXTRA_STEPS = 2
"""The number of steps by which a sequence that accounts for more touches may be longer than the shortest one."""

Pieces = frozenset[tuple[Square, Seat]]
"""The visible workers: their squares and seats."""


@dataclass(frozen=True, slots=True)
class SquareTouch:
    """A worker rested on ``square`` and did not stay. ``origin`` is its square in the game, and ``standing`` are the
    workers that stood then, where they are known. Where a scale felt that a ``piece`` came down there, or that the top
    one was ``taken``, no worker touched it, and any may have built, also one that has moved since."""

    origin: Square | None
    square: Square
    standing: Pieces | None = None
    piece: Piece | None = None
    taken: bool = False

    @property
    def is_weighed(self) -> bool:
        """Whether a scale felt it."""
        return self.taken or self.piece is not None


@dataclass(frozen=True, slots=True)
class StepSequence:
    """Some steps of the seat to act, and the game ``after`` them as far as that seat can foresee it.

    ``outcomes`` are the ways in which players may leave the workers: as in the game afterwards; as before the last
    build, if that moves workers by itself; and as when the worker of the last move has just come to its square, if a
    rule takes it on or others off the board. ``builds`` counts the builds, each of which accounts for a touch.
    ``used_touches`` are the touches before the next step. ``positions`` are the workers after each step, and where one
    may have rested on its way.
    """

    actions: tuple[Action, ...]
    after: Game
    outcomes: tuple[Pieces, ...] = ()
    builds: int = 0
    used_touches: int = 0
    positions: tuple[Pieces, ...] = ()

    def is_whole(self, standing: Pieces) -> bool:
        """Check whether the last step, if it is a move, has brought all workers to these places."""
        return self.outcomes[0] == standing or not isinstance(self.actions[-1], Move)


def placed(workers: Iterable[SeenWorker]) -> Pieces:
    """Return these workers as pieces."""
    return frozenset((worker.square, worker.seat) for worker in workers)


def _without_order(state: State) -> State:
    """Return a state while workers are placed, whatever order they were placed in; any other state as it is."""
    return state if state.turn is not None else state._replace(workers=numbered(state.workers))


def visible_pieces(game: Game) -> Pieces:
    """Return the workers that are visible to everybody."""
    return placed(game.seen_workers(PUBLIC))


def known_to_mover(game: Game) -> Game:
    """Return the game as the seat to act knows it."""
    return game if game.to_act is None else game.as_known_to(game.to_act)


def _may_build(worker: Square, gone: frozenset[Square] | set[Square], touch: SquareTouch) -> bool:
    """Check whether a worker may have built by this touch if these squares are empty now."""
    return touch.is_weighed or worker not in gone


class StepSearch:
    """The step sequences from one position, each search made once.

    Where something is hidden from the seat to act, it has to declare each step by itself (rulings 39): then a sequence
    has one step, besides a "done" before it.
    """

    def __init__(self, game: Game) -> None:
        self._known = known_to_mover(game)
        self._one_at_a_time = game.to_act is not None and has_partial_knowledge(game.state, game.to_act)
        self._start = visible_pieces(self._known)
        self._found: dict[tuple[Pieces, tuple[SquareTouch, ...]], tuple[StepSequence, ...]] = {}

    def explaining(self, standing: Pieces, touches: tuple[SquareTouch, ...] = ()) -> tuple[StepSequence, ...]:
        """Return the shortest sequences that lead to these workers and account for the most touches; empty if there is
        none.

        Of sequences of one length that lead to the same position only the first is given. If the workers stand as at
        the start, only sequences with a build count: a worker that was put back did nothing.
        """
        key = (standing, touches)
        if key not in self._found:
            self._found[key] = self._search(standing, touches)
        return self._found[key]

    def _search(self, standing: Pieces, touches: tuple[SquareTouch, ...]) -> tuple[StepSequence, ...]:
        best: list[StepSequence] = []
        frontier = [StepSequence((), self._known)]
        for length in range(1, LONGEST_SEQUENCE + 1):
            frontier = self._extended(frontier, standing, touches)
            ends = [each for each in frontier if not isinstance(each.actions[-1], Done) and standing in each.outcomes]
            ends = [each for each in ends if standing != self._start or each.builds]
            if length > 1:  # who does several steps in one carry does all of the last one
                ends = [each for each in ends if each.is_whole(standing)] or ends
            most = max((each.builds for each in ends), default=-1)
            if ends and (not best or most > best[0].builds):
                best = [each for each in ends if each.builds == most]
            if not frontier or (
                best and (best[0].builds == len(touches) or length >= len(best[0].actions) + _EXTRA_STEPS)
            ):
                break
        return self._in_order(best, touches)

    def _in_order(self, found: list[StepSequence], touches: tuple[SquareTouch, ...]) -> tuple[StepSequence, ...]:
        """Return the sequences that begin with a build, if a scale felt one while all workers still stood; all if there
        is none."""
        before = any(touch.is_weighed and touch.standing == self._start for touch in touches)
        return tuple(each for each in found if before and isinstance(each.actions[0], Build)) or tuple(found)

    def _extended(
        self, frontier: list[StepSequence], standing: Pieces, touches: tuple[SquareTouch, ...]
    ) -> list[StepSequence]:
        """Return the candidates that are one step longer, only the first of those that lead to the same position."""
        seen: dict[tuple[object, int], StepSequence] = {}
        for sequence in frontier:
            for action, used in self._candidates(sequence, standing, touches):
                builds = sequence.builds + isinstance(action, Build | TakeBlock)
                after = sequence.after.play(action)
                reached = visible_pieces(after)
                way = [each for each in self._left_on_the_way(sequence.after, action) if each != reached]
                passed = (each for each in way if each != standing)
                positions = (*sequence.positions, *passed, reached)
                longer = StepSequence((*sequence.actions, action), after, (reached, *way), builds, used, positions)
                seen.setdefault((_without_order(longer.after.state), used), longer)
        return list(seen.values())

    @staticmethod
    def _left_on_the_way(game: Game, action: Action) -> tuple[Pieces, ...]:
        """Return how players may leave the workers before what an action does to them by itself."""
        match action:
            case Build():
                return (visible_pieces(game),)
            case Move():
                return (placed(game.workers_entering(action)),)
            case _:
                return ()

    def _candidates(
        self, sequence: StepSequence, standing: Pieces, touches: tuple[SquareTouch, ...]
    ) -> Iterator[tuple[Action, int]]:
        """Return the legal next steps that are compatible with the workers that stand, with the touches used up by
        then.

        A worker that did not come back from a touch built nothing there: it passed the square on its way.
        """
        if self._is_complete(sequence):
            return
        game = sequence.after
        gone = {square for square, _ in self._start - standing}
        left = gone | {action.to for action in sequence.actions if isinstance(action, Move | Force)}
        left |= {square for square, _ in visible_pieces(game) - self._start}
        come = {square for square, _ in standing - self._start}
        for action in game.legal_actions():
            match action:
                case Done():
                    yield action, sequence.used_touches
                case Place(square=square):
                    if square in come:
                        yield action, sequence.used_touches
                case Move(worker=worker) | Force(worker=worker) | RemoveWorker(square=worker):
                    if worker in left:
                        yield action, sequence.used_touches
                case Swap(mine=mine, theirs=theirs):
                    if {mine, theirs} <= left:
                        yield action, sequence.used_touches
                case Build() | TakeBlock():
                    used = self._touch_of(sequence, action, touches)
                    if used is None or (
                        isinstance(action, Build) and not _may_build(action.worker, gone, touches[used - 1])
                    ):
                        continue
                    yield action, used

    def _is_complete(self, sequence: StepSequence) -> bool:
        """Check whether the search ends here: nothing can be foreseen beyond this sequence, or another seat is to
        act."""
        game, known = sequence.after, self._known
        if game.turn != known.turn or game.to_act != known.to_act or game.outcome is not None:
            return True
        if any(ply.barrier for ply in game.plies[len(known.plies) :]):
            return True
        return self._one_at_a_time and any(not isinstance(action, Done) for action in sequence.actions)

    def _touch_of(
        self, sequence: StepSequence, action: Build | TakeBlock, touches: tuple[SquareTouch, ...]
    ) -> int | None:
        """Return how many touches are used up if one of them was this build, or the scale felt that this block was
        taken; None if none was.

        A worker that moved before, in the same carry, must have rested on its new square in between. Others of its seat
        that moved before it builds must have stood on theirs.
        """
        if isinstance(action, TakeBlock):
            taken = (index for index, each in enumerate(touches, 1) if each.taken and each.square == action.square)
            return next((index for index in taken if index > sequence.used_touches), None)
        worker, on = action.worker, action.on
        origin = self._origin(sequence, worker)
        arrived = origin == worker
        moved = self._moved_besides(sequence, worker)
        for index, touch in enumerate(touches[sequence.used_touches :], start=sequence.used_touches):
            if touch.is_weighed:
                if touch.square == on and touch.piece is action.piece:
                    return index + 1
                continue
            if touch.origin not in (None, origin):
                continue
            if arrived and touch.square == on and (touch.standing is None or moved <= touch.standing):
                return index + 1
            arrived = arrived or touch.square == worker
        return None

    def _moved_besides(self, sequence: StepSequence, worker: Square) -> Pieces:
        """Return the workers of the seat to act on new squares after the sequence, but for the one on ``worker``."""
        moved = visible_pieces(sequence.after) - self._start
        return frozenset(each for each in moved if each[1] is self._known.to_act and each[0] != worker)

    def _origin(self, sequence: StepSequence, worker: Square) -> Square | None:
        """Return the square on which the worker stood that is on ``worker`` after the sequence; None for one that was
        put on the board since."""
        carried = sequence.after.state.worker_on(worker)
        if carried is None:
            return None
        return next((each.square for each in self._known.state.workers if each.number == carried.number), None)

"""Chains of steps that explain what hands did: which legal steps lead from the game's position to what now stands.

Blocks leave no trace in the fields. So a build is only believed where a worker touched the square, and a chain has to
lead to exactly the workers that stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import PUBLIC, Action, Build, Done, Game, Move, Place, Seat, Square
from engine.actions import Force, RemoveWorker, Swap
from engine.secrets import is_in_the_dark

LONGEST = 4
"""Steps in a chain at most: Hermes walking four squares in one carry is still understood."""

_PATIENCE = 2

Pieces = frozenset[tuple[Square, Seat]]
"""Who stands where, as everybody may see it."""


@dataclass(frozen=True, slots=True)
class SquareTouch:
    """A worker rested for a moment on ``square`` without staying; ``origin`` is where the game has it, if known."""

    origin: Square | None
    square: Square


@dataclass(frozen=True, slots=True)
class StepSequence:
    """Some steps of the seat to act and the game after them, as far as that seat can foresee it. ``explained`` counts
    the touches that its builds account for, ``used`` those that lie before its next step. ``left`` is how hands leave
    the workers: as the game has them afterwards, or as they stood before a build that changes them of itself;
    ``passed`` are the workers after each step."""

    actions: tuple[Action, ...]
    after: Game
    left: tuple[Pieces, ...] = ()
    explained: int = 0
    used: int = 0
    passed: tuple[Pieces, ...] = ()

    def carried(self, origin: Square) -> Square:
        """Where the chain's moves have taken the worker that stood on ``origin``."""
        at = origin
        for action in self.actions:
            match action:
                case Move(worker=worker, to=to) | Force(worker=worker, to=to) if worker == at:
                    at = to
                case Swap(mine=one, theirs=other) if at in (one, other):
                    at = other if at == one else one
        return at


def pieces(game: Game) -> Pieces:
    """The workers that everybody can see on the board."""
    return frozenset((worker.square, worker.seat) for worker in game.seen_workers(PUBLIC))


def foreseen(game: Game) -> Game:
    """The game as the seat to act knows it: what may be used to foresee its steps."""
    return game if game.to_act is None else game.as_known_to(game.to_act)


class StepSearch:
    """The chains of one game, found as they are asked for and remembered.

    Where something is hidden from the seat to act, each step is a step into the unknown, and has to be declared by
    itself (rulings 39): then no chain is longer than one step, a "done" before it aside.
    """

    def __init__(self, game: Game) -> None:
        self._known = foreseen(game)
        self._one_at_a_time = game.to_act is not None and is_in_the_dark(game.state, game.to_act)
        self._start = pieces(self._known)
        self._found: dict[tuple[Pieces, tuple[SquareTouch, ...]], tuple[StepSequence, ...]] = {}

    def explaining(self, standing: Pieces, touched: tuple[SquareTouch, ...] = ()) -> tuple[StepSequence, ...]:
        """The shortest chains that lead to these workers and account for as many touches as can be.

        Chains of one length that lead to the same position count once. Without an explanation: none. If the workers
        stand as they did, only chains with a build count, for a worker that was put back did nothing.
        """
        key = (standing, touched)
        if key not in self._found:
            self._found[key] = self._search(standing, touched)
        return self._found[key]

    def _search(self, standing: Pieces, touched: tuple[SquareTouch, ...]) -> tuple[StepSequence, ...]:
        best: list[StepSequence] = []
        layer = [StepSequence((), self._known)]
        for length in range(1, LONGEST + 1):
            layer = self._longer(layer, standing, touched)
            ends = [each for each in layer if not isinstance(each.actions[-1], Done) and standing in each.left]
            ends = [each for each in ends if standing != self._start or each.explained]
            most = max((each.explained for each in ends), default=-1)
            if ends and (not best or most > best[0].explained):
                best = [each for each in ends if each.explained == most]
            if not layer or (
                best and (best[0].explained == len(touched) or length >= len(best[0].actions) + _PATIENCE)
            ):
                break
        return tuple(best)

    def _longer(
        self, layer: list[StepSequence], standing: Pieces, touched: tuple[SquareTouch, ...]
    ) -> list[StepSequence]:
        """All chains one step longer that can matter, of those to one position only the first."""
        seen: dict[tuple[object, int], StepSequence] = {}
        for chain in layer:
            for action, used in self._useful(chain, standing, touched):
                explained = chain.explained + isinstance(action, Build)
                after = chain.after.play(action)
                stand = pieces(after)
                left = (stand, pieces(chain.after)) if isinstance(action, Build) else (stand,)
                longer = StepSequence((*chain.actions, action), after, left, explained, used, (*chain.passed, stand))
                seen.setdefault((longer.after.state, used), longer)
        return list(seen.values())

    def _useful(
        self, chain: StepSequence, standing: Pieces, touched: tuple[SquareTouch, ...]
    ) -> Iterator[tuple[Action, int]]:
        """The legal next steps that could have left what is seen, with the touches that are used up then.

        A worker that is not back from a touch has built nothing by it: it only passed on its way.
        """
        if self._ends(chain):
            return
        game = chain.after
        gone = {square for square, _ in self._start - standing}
        left = gone | {action.to for action in chain.actions if isinstance(action, Move | Force)}
        come = {square for square, _ in standing - self._start}
        for action in game.legal_actions():
            match action:
                case Done():
                    yield action, chain.used
                case Place(square=square):
                    if square in come:
                        yield action, chain.used
                case Move(worker=worker) | Force(worker=worker) | RemoveWorker(square=worker):
                    if worker in left:
                        yield action, chain.used
                case Swap(mine=mine, theirs=theirs):
                    if {mine, theirs} <= left:
                        yield action, chain.used
                case Build(worker=worker, on=on):
                    used = self._touch_of_build(chain, worker, on, touched)
                    if used is not None and worker not in gone:
                        yield action, used

    def _ends(self, chain: StepSequence) -> bool:
        """Whether nothing can be foreseen beyond this chain, or it is another seat's turn to act."""
        game, known = chain.after, self._known
        if game.turn != known.turn or game.to_act != known.to_act or game.outcome is not None:
            return True
        if any(ply.barrier for ply in game.plies[len(known.plies) :]):
            return True
        return self._one_at_a_time and any(not isinstance(action, Done) for action in chain.actions)

    def _touch_of_build(
        self, chain: StepSequence, worker: Square, on: Square, touched: tuple[SquareTouch, ...]
    ) -> int | None:
        """How many touches are used up when this worker's touch of ``on`` is taken for a build.

        A worker that moved before, in the same carry, must have rested on its new square in between.
        """
        origin = self._before(chain, worker)
        arrived = origin == worker
        for index, touch in enumerate(touched[chain.used :], start=chain.used):
            if touch.origin not in (None, origin):
                continue
            if arrived and touch.square == on:
                return index + 1
            arrived = arrived or touch.square == worker
        return None

    def _before(self, chain: StepSequence, worker: Square) -> Square | None:
        """Where the worker that is on this square after the chain stood before it."""
        return next((square for square, _ in self._start if chain.carried(square) == worker), None)

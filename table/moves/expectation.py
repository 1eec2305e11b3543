"""What the tracker may expect to see next: the hypotheses that legal steps lead to, and the squares that may change."""

from __future__ import annotations

from engine import PUBLIC, Action, Build, Done, Move, Place
from engine.actions import Force, Swap
from perception.hypotheses import Arrangement, StandingMagnet
from perception.reachable import ReachableHypotheses
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions
from table.moves.step_search import Pieces
from table.moves.worker_ownership import Polarities


def hypothesis_of(standing: Pieces, heights: tuple[int, ...], polarities: Polarities) -> Arrangement:
    """The hypothesis that these workers stand on towers of these heights (in pieces)."""
    return frozenset(StandingMagnet(square, heights[square], polarities[seat]) for square, seat in standing)


def expectation(
    position: AnalysedPosition, earlier: EarlierPositions, polarities: Polarities, *, locked: bool
) -> ReachableHypotheses:
    """The hypotheses that are reachable from a position. While the game is ``locked`` no step may be made, but steps
    may still be taken back."""
    game, heights = position.game, position.heights
    likely: dict[Arrangement, None] = {}
    landings: set[int] = set()
    touchable: set[int] = set()
    box: set[int] = set()
    if not locked:
        touchable |= _touchable(position)
        for result in position.results:
            if _several_change(position.pieces, result.standing):
                likely[hypothesis_of(result.standing, heights, polarities)] = None
            landings |= _landing(result.action)
        if position.mover is not None and any(isinstance(action, Place) for action in position.known.legal_actions()):
            box.add(polarities[position.mover])
    for before, action in zip(earlier.positions, earlier.actions(game), strict=True):
        likely[hypothesis_of(before.pieces, heights, polarities)] = None
        if before.heights != heights:
            likely[hypothesis_of(before.pieces, before.heights, polarities)] = None
        if isinstance(action, Move | Place | Force):
            landings |= {int(square) for result in before.results for square in _landing(result.action)}
    if game.turn == 0:
        box |= {polarities[seat] for seat in position.seats}
    now = hypothesis_of(position.pieces, heights, polarities)
    awaited = frozenset(touchable) if not locked and _only_builds(position) else frozenset()
    return ReachableHypotheses(
        now, heights, tuple(likely), frozenset(landings), frozenset(touchable), frozenset(box), awaited
    )


def _only_builds(position: AnalysedPosition) -> bool:
    """Whether a lifted worker can only touch a square, to build there."""
    return all(isinstance(action, Build | Done) for action in position.known.legal_actions())


def _touchable(position: AnalysedPosition) -> set[int]:
    """The squares on which a build is legal now or after "done"."""
    actions = (*position.known.legal_actions(), *position.game.view(PUBLIC).after_done)
    return {int(action.on) for action in actions if isinstance(action, Build)}


def _landing(action: Action) -> set[int]:
    match action:
        case Move(to=to) | Force(to=to) | Swap(theirs=to):
            return {to}
        case Place(square=square):
            return {square}
        case _:
            return set()


def _several_change(before: Pieces, after: Pieces) -> bool:
    """Whether more than one worker changes places. The tracker tries every single landing anyway."""
    return max(len(after - before), len(before - after)) > 1

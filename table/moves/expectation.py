"""What the tracker of magnets may expect of a game: the worlds and the squares that hands may lead to next."""

from __future__ import annotations

from engine import PUBLIC, Action, Build, Done, Move, Place
from engine.actions import Force, Swap
from perception.hypotheses import Arrangement, StandingMagnet
from perception.reachable import ReachableHypotheses
from table.moves.earlier_positions import EarlierPositions
from table.moves.possible_steps import PossibleSteps
from table.moves.step_search import Pieces
from table.moves.worker_ownership import Polarities


def world_of(standing: Pieces, heights: tuple[int, ...], polarities: Polarities) -> Arrangement:
    """The magnets of these workers on towers of these heights."""
    return frozenset(StandingMagnet(square, heights[square], polarities[seat]) for square, seat in standing)


def expectation(
    stage: PossibleSteps, past: EarlierPositions, polarities: Polarities, *, locked: bool
) -> ReachableHypotheses:
    """What may be seen next. While ``locked`` no step is played, but steps may still be taken back."""
    game, heights = stage.game, stage.heights
    likely: dict[Arrangement, None] = {}
    spots: set[int] = set()
    touchable: set[int] = set()
    box: set[int] = set()
    if not locked:
        touchable |= _touchable(stage)
        for result in stage.results:
            if _several_change(stage.pieces, result.standing):
                likely[world_of(result.standing, heights, polarities)] = None
            spots |= _spot(result.action)
        if stage.mover is not None and any(isinstance(action, Place) for action in stage.known.legal_actions()):
            box.add(polarities[stage.mover])
    for earlier, action in zip(past.stages, past.actions(game), strict=True):
        likely[world_of(earlier.pieces, heights, polarities)] = None
        if earlier.heights != heights:
            likely[world_of(earlier.pieces, earlier.heights, polarities)] = None
        if isinstance(action, Move | Place | Force):
            spots |= {int(spot) for result in earlier.results for spot in _spot(result.action)}
    if game.turn == 0:
        box |= {polarities[seat] for seat in stage.seats}
    now = world_of(stage.pieces, heights, polarities)
    awaited = frozenset(touchable) if not locked and _only_builds(stage) else frozenset()
    return ReachableHypotheses(
        now, heights, tuple(likely), frozenset(spots), frozenset(touchable), frozenset(box), awaited
    )


def _only_builds(stage: PossibleSteps) -> bool:
    """Whether a worker that is lifted can only be going to touch a square to build there."""
    return all(isinstance(action, Build | Done) for action in stage.known.legal_actions())


def _touchable(stage: PossibleSteps) -> set[int]:
    """The squares that a worker may touch to build there."""
    actions = (*stage.known.legal_actions(), *stage.game.view(PUBLIC).after_done)
    return {int(action.on) for action in actions if isinstance(action, Build)}


def _spot(action: Action) -> set[int]:
    match action:
        case Move(to=to) | Force(to=to) | Swap(theirs=to):
            return {to}
        case Place(square=square):
            return {square}
        case _:
            return set()


def _several_change(before: Pieces, after: Pieces) -> bool:
    """Whether more happens than that one worker stands elsewhere: a single landing is tried in any case."""
    return max(len(after - before), len(before - after)) > 1

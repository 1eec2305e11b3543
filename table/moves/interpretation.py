"""What the pieces at rest mean: steps, going back, a question, a worker in a hand, or something to put right.

Nothing is remembered here and no time passes: the same scene means the same. Where several meanings are left, the
order is: as the game has it, a legal next step unless that only leads back, an earlier position of the turn, another
step from there, part of a step, a mistake.
"""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import Move, Seat, Square
from engine.actions import Force, RemoveWorker, Swap
from table.moves.earlier_positions import EarlierPosition, EarlierPositions
from table.moves.guidance import (
    blocks_off,
    halfway,
    in_hand,
    leftover,
    missing_for_long,
    mistaken,
    wait_for_confirmation,
)
from table.moves.hand_trail import HandTrail
from table.moves.possible_steps import PossibleSteps, StepResult
from table.moves.rest_times import RestTimes
from table.moves.step_search import Pieces, SquareTouch, StepSequence
from table.moves.worker_ownership import Polarities, exchanged, kinds_are_shared, outline
from table.session.reading_status import FOLLOWING, AskWhich, BoardStatus, Revised, Steps
from table.session.snapshot import BoardMode

_LATELY = 3
"""How many of the last rests a worker may go back to."""

WHICH = BoardStatus(BoardMode.FOLLOWING, message=Message("board.which"))


@dataclass(frozen=True, slots=True)
class RestingPieces:
    """The pieces at rest in their game.

    ``base`` is what stood when the position was last understood; where it differs from the game, pieces are still to
    be put right. ``earlier`` are the touches before that which may be going on now, ``rested`` is for how many ms the
    pieces have stood so, the last ``still`` of them without a tremor.
    """

    stage: PossibleSteps
    past: EarlierPositions
    locked: bool
    standing: Pieces
    base: Pieces
    trail: HandTrail
    earlier: tuple[SquareTouch, ...]
    rested: int
    still: int


@dataclass(frozen=True, slots=True)
class Interpretation:
    """How the board stands, what was done (None: nothing yet), and after which rest in ms to look again (None: not
    before something moves). ``blamed``: these pieces are to be put right, and what comes next counts from them.
    ``note`` is to be said while the game stays in the position that is reached."""

    status: BoardStatus
    done: Steps | Revised | AskWhich | None = None
    again: int | None = None
    blamed: bool = False
    note: Message | None = None


def meaning(scene: RestingPieces, timing: RestTimes) -> Interpretation:
    """What the pieces mean that do not stand as the game has them."""
    if scene.stage.game.outcome is not None:
        return _after_the_end(scene, timing)
    if scene.standing == scene.base:
        return _waited(scene, timing.settle, Interpretation(leftover(scene.stage, scene.standing)))
    if scene.standing < scene.base:
        return _lifted(scene, timing)
    done = _gone_back(scene, timing) if scene.locked else _played(scene, timing) or _gone_back(scene, timing)
    if done is not None:
        return done
    if scene.locked:
        told = Interpretation(wait_for_confirmation(scene.stage, scene.standing))
        return _waited(scene, timing.wrong, told)
    return _partly_done(scene, timing) or _mistaken(scene, timing)


def is_build(stage: PossibleSteps, touches: tuple[SquareTouch, ...], home: Pieces) -> bool:
    """Whether the last of these touches would be a build, if the workers then stood as at ``home``."""
    return any(chain.used == len(touches) for chain in stage.chains.explaining(home, touches))


def touches_home(stage: PossibleSteps, touches: tuple[SquareTouch, ...]) -> tuple[SquareTouch, ...]:
    """The touches with that of the square where the last worker is now, as it stood there before it rested elsewhere;
    none if that may not be a build after its move."""
    if not touches or touches[-1].origin is None:
        return ()
    origin, to = touches[-1].origin, touches[-1].square
    touched = (*touches, SquareTouch(origin, origin))
    moved = frozenset((to if square == origin else square, seat) for square, seat in stage.pieces)
    return touched if is_build(stage, touched, moved) else ()


def exchange(stage: PossibleSteps, trail: HandTrail, polarities: Polarities) -> Interpretation | None:
    """The question whether like workers that are back have changed places; None if they did not or may not.

    Both were off the board at once, and a legal step would leave them so that no sensor sees a difference. Who only
    put them back need not answer.
    """
    for result in stage.results if kinds_are_shared(polarities) else ():
        if outline(result.standing, polarities) != outline(stage.pieces, polarities):
            continue
        changed = exchanged(stage.pieces, result.standing, polarities)
        if changed and any(changed <= empty for empty in trail.emptied(stage.pieces)):
            return Interpretation(WHICH, AskWhich(((result.action,),)))
    return None


def asked(chains: tuple[StepSequence, ...]) -> Interpretation:
    """What was done, or the question which of these chains it was."""
    if len(chains) == 1:
        return Interpretation(FOLLOWING, Steps(chains[0].actions))
    return Interpretation(WHICH, AskWhich(tuple(chain.actions for chain in chains)))


# -- one meaning after the other


def _after_the_end(scene: RestingPieces, timing: RestTimes) -> Interpretation:
    """The pieces may go back to the box; a last step that is not confirmed may be taken back."""
    back = scene.past.taken_back(scene.stage.game, scene.standing)
    if back is None or scene.standing == scene.base or scene.standing < scene.stage.pieces:
        return Interpretation(FOLLOWING)
    return _waited(scene, timing.settle, _returned(back), FOLLOWING)


def _lifted(scene: RestingPieces, timing: RestTimes) -> Interpretation:
    """Workers are off their places, and nothing was put down."""
    hand = in_hand(_origin(scene))
    if _leaves_the_board(scene):
        chains = scene.stage.chains.explaining(scene.standing, scene.earlier)
        if chains:
            return _waited(scene, timing.carried_off, asked(scene.trail.likeliest(chains)), hand)
    back = scene.past.taken_back(scene.stage.game, scene.standing)
    if back is not None:
        return _waited(scene, timing.linger, _returned(back), hand)
    if not (scene.base - scene.standing) & scene.stage.pieces and hand.lifted is None:
        return Interpretation(leftover(scene.stage, scene.standing))  # what is off its place had to leave it
    if scene.locked:
        return _waited(scene, timing.linger, Interpretation(wait_for_confirmation(scene.stage, scene.standing)), hand)
    return _waited(scene, timing.gone, Interpretation(missing_for_long(scene.stage, scene.standing, hand.lifted)), hand)


def _leaves_the_board(scene: RestingPieces) -> bool:
    """Whether a legal step may take just these workers off the board."""
    if scene.locked:
        return False
    if any(
        isinstance(result.action, RemoveWorker) and result.standing == scene.standing for result in scene.stage.results
    ):
        return True
    mover = scene.stage.mover
    return bool(scene.earlier) and all(seat is not mover for _, seat in scene.base - scene.standing)


def _played(scene: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """Legal steps that lead to these pieces."""
    stage = scene.stage
    chains = stage.chains.explaining(scene.standing, scene.earlier)
    if not chains and scene.base != stage.pieces:
        # Besides what is still to be put right, and stays as it is.
        rest = (scene.standing - (scene.base - stage.pieces)) | (stage.pieces - scene.base - scene.standing)
        chains = stage.chains.explaining(rest, scene.earlier) if rest != stage.pieces else ()
    if not chains or scene.past.is_walk_back(stage.game, scene.standing, chains):
        return None
    hand = in_hand(_origin(scene))
    chains = scene.trail.likeliest(chains)
    wanted = max(_rest_for(stage, chain, scene, timing) for chain in chains)
    # A worker that comes from a touch is back, and does not touch again.
    touching = _touch_time(scene, timing, may_go_back=not any(chain.explained for chain in chains))
    return _waited(scene, max(wanted, touching), asked(chains), hand)


def _gone_back(scene: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """An earlier position of the turn, or other steps from one, whichever takes back less."""
    game = scene.stage.game
    instead = scene.past.instead(game, scene.standing)
    if instead is not None and scene.past.is_walk_back(game, scene.standing, instead.chains):
        instead = None
    ways = (scene.past.taken_back(game, scene.standing), instead)
    back = min((each for each in ways if each is not None), key=lambda each: each.back, default=None)
    if back is None:
        return None
    wanted = timing.settle
    if back.chains:
        stage = scene.past.stages[back.back - 1]
        wanted = max(_rest_for(stage, chain, scene, timing) for chain in back.chains)
    if _touch_time(scene, timing):
        wanted = timing.change_of_mind
    elif back.built:
        wanted = timing.tap_window  # a second touch, to be sure of the first, takes nothing back
    return _waited(scene, wanted, _returned(back), in_hand(_origin(scene)))


def _returned(back: EarlierPosition) -> Interpretation:
    """Going back; where it is not clear what was done instead, the position before is taken up first."""
    actions = back.chains[0].actions if len(back.chains) == 1 else ()
    note = blocks_off(back.built) if back.built else None
    return Interpretation(FOLLOWING, Revised(back.back, actions), note=note)


def _partly_done(scene: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """A step that moves several workers, of which some have gone where they should and the rest have not.

    Once the worker of the seat to act has arrived, the step is done and the rest is asked for, unless the step cannot
    be taken back.
    """
    stage, hand = scene.stage, in_hand(_origin(scene))
    found = [result for result in stage.results if _is_part_of(scene.standing, stage.pieces, result)]
    arrived = [result for result in found if _has_arrived(scene.standing, result, stage.mover)]
    if len(arrived) == 1:
        chains = stage.chains.explaining(arrived[0].standing)
        if len(chains) == 1 and not stage.is_final(chains[0]):
            return _waited(scene, timing.going_on, asked(chains), hand)
    if not found:
        return None
    own = {result.action.worker for result in found if isinstance(result.action, Move)}
    hand = in_hand(next(iter(own)) if len(own) == 1 else None)
    return _waited(scene, timing.linger, Interpretation(halfway(stage, scene.standing, found)), hand)


def _mistaken(scene: RestingPieces, timing: RestTimes) -> Interpretation:
    missing, extra = scene.base - scene.standing, scene.standing - scene.base
    unfinished = len(missing) > len(extra) or _touch_time(scene, timing) > 0
    told = Interpretation(mistaken(scene.stage, scene.standing, scene.base), blamed=True)
    return _waited(scene, timing.linger if unfinished else timing.wrong, told, in_hand(_origin(scene)))


# -- how long it takes to believe it


def _waited(
    scene: RestingPieces, wanted: int, then: Interpretation, meanwhile: BoardStatus | None = None
) -> Interpretation:
    """The meaning once the pieces have rested so long (ms); before that the board stands as ``meanwhile``."""
    if scene.rested >= wanted:
        return then
    return Interpretation(meanwhile or in_hand(_origin(scene)), again=wanted)


def _rest_for(stage: PossibleSteps, chain: StepSequence, scene: RestingPieces, timing: RestTimes) -> int:
    """How long these steps from a position have to rest before they are believed."""
    if stage.is_final(chain):
        # A hand that keeps a worker low trembles now and then: what is rested between does not add up.
        return timing.final + scene.rested - scene.still
    return timing.going_on if _may_go_on(stage, scene.standing, chain) else timing.settle


def _may_go_on(stage: PossibleSteps, standing: Pieces, chain: StepSequence) -> bool:
    """Whether a worker that has just landed may legally go on."""
    after = chain.after
    if after.turn != stage.game.turn or after.to_act is not stage.game.to_act:
        return False
    landed = {square for square, _ in standing - stage.pieces}
    return any(isinstance(action, Move | Force) and action.worker in landed for action in after.legal_actions())


def _touch_time(scene: RestingPieces, timing: RestTimes, *, may_go_back: bool = True) -> int:
    """How long a lone worker may rest where it may only be touching to build, before it goes back to where the game has
    it, or (``may_go_back``) to where it rested last."""
    touches = scene.trail.touches
    if scene.locked or len(scene.standing - scene.base) != 1 or not touches:
        return 0
    lately = scene.trail.rests[-_LATELY:] if may_go_back else ()
    homes = [scene.stage.pieces, *[each for each in lately if each - scene.base]]
    builds = any(is_build(scene.stage, touches, home) for home in homes if home != scene.standing)
    return timing.tap_window if builds else 0


# -- who and where


def _origin(scene: RestingPieces) -> Square | None:
    """Where the game has the worker in the hand: the only one missing, or the only one of those that may move now.
    Nothing to follow from there if it had to leave its place anyhow."""
    missing, mover = scene.stage.pieces - scene.standing, scene.stage.mover
    own = [square for square, seat in missing if seat is mover]
    if not (scene.base - scene.standing) & scene.stage.pieces:
        return own[0] if len(own) == 1 else None
    candidates = own if len(own) == 1 else [square for square, _ in missing]
    return candidates[0] if len(candidates) == 1 else None


def _is_part_of(standing: Pieces, before: Pieces, result: StepResult) -> bool:
    """Whether these pieces stand between the position and the result of a step that moves several workers: all others
    stand, and something has gone where it should."""
    after = result.standing
    if max(len(after - before), len(before - after)) < 2:
        return False
    return before & after <= standing <= before | after and bool(standing & (after - before))


def _has_arrived(standing: Pieces, result: StepResult, mover: Seat | None) -> bool:
    """Whether the worker of the seat that moves has left its square and stands where the step leads."""
    match result.action:
        case Move(worker=start, to=to) | Swap(mine=start, theirs=to):
            return (to, mover) in standing and ((start, mover) not in standing or (start, mover) in result.standing)
        case _:
            return False

"""Interprets pieces at rest: steps, steps taken back, a question, a worker in a hand, or a mistake to put right.

These functions are pure: the same input gives the same interpretation. Where several fit, the first one counts: the
position of the game, a legal next step unless it only leads back, an earlier position of the turn, another step from
there, part of a step, a mistake.
"""

from __future__ import annotations

from dataclasses import dataclass

from common.message import Message
from engine import Move, Seat, Square
from engine.actions import Force, RemoveWorker, Swap
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions, Revision, StepResult
from table.moves.guidance import (
    blocks_to_remove,
    illegal_change,
    pieces_behind,
    step_half_done,
    wait_for_confirmation,
    worker_in_hand,
    workers_missing,
)
from table.moves.observations import RestHistory
from table.moves.step_search import Pieces, SquareTouch, StepSequence
from table.moves.worker_ownership import Polarities, exchanged_squares, magnets_of, polarities_are_shared
from table.session.board_reports import FOLLOWING, AskWhich, BoardStatus, Revised, Steps
from table.session.snapshot import BoardMode

_RECENT_RESTS = 3
"""To how many of the last rests a worker may return."""

QUESTION = BoardStatus(BoardMode.FOLLOWING, message=Message("board.which"))


@dataclass(frozen=True, slots=True)
class RestTimes:
    """How long the pieces must rest before an interpretation counts, in ms of the board's clock.

    Before a step is accepted: ``touch`` for a single reading; ``settle`` for a step that can be taken back on the
    board and after which the worker cannot go on; ``going_on`` for one after which it can, or of which a part is
    missing; ``final`` for one that cannot be taken back, since it tests a secret, and ``end`` for one that ends the
    game (all of it without a tremor); ``tap_window`` where the worker may only be touching to build;
    ``change_of_mind`` for going back where it may be a touch; ``walked_back`` for going back to a square where the
    worker built; ``carried_off`` for a step that takes a worker off the board.

    Before the players are asked to put something right: ``wrong`` for pieces that fit no step; ``linger`` for those
    while another worker is in a hand, or for a worker that may only have touched; ``lasting`` until recovery options
    are offered; ``gone`` for a worker that is off the board; ``unsure`` for a reading that fits no hypothesis,
    ``judging`` while that is still being looked for.
    """

    touch: int = 120
    settle: int = 160
    going_on: int = 500
    final: int = 700
    end: int = 1500
    tap_window: int = 1500
    change_of_mind: int = 2600
    walked_back: int = 4000
    carried_off: int = 1000
    wrong: int = 500
    linger: int = 3000
    lasting: int = 4000
    gone: int = 8000
    unsure: int = 1200
    judging: int = 2400


@dataclass(frozen=True, slots=True)
class RestingPieces:
    """The pieces at rest, and the position of the game to which they belong.

    ``base`` are the pieces when the board was last understood; where they differ from the game, they still have to be
    put right. ``earlier_touches`` are the touches without the one that may be happening now. The pieces have ``rested``
    for this many ms, the last ``still`` of them without a tremor.
    """

    position: AnalysedPosition
    earlier: EarlierPositions
    locked: bool
    standing: Pieces
    base: Pieces
    history: RestHistory
    earlier_touches: tuple[SquareTouch, ...]
    rested: int
    still: int


@dataclass(frozen=True, slots=True)
class Interpretation:
    """The status of the board, the ``intent`` of the players (None: none yet), and after how many ms of rest to
    interpret again (None: only when something moves). ``resets_base``: the pieces have to be put right, and the next
    change counts from them. ``note`` is shown while the game stays in the position that is reached."""

    status: BoardStatus
    intent: Steps | Revised | AskWhich | None = None
    recheck_after: int | None = None
    resets_base: bool = False
    note: Message | None = None


def interpret(resting: RestingPieces, timing: RestTimes) -> Interpretation:
    """The interpretation of pieces that differ from the game."""
    if resting.position.game.outcome is not None:
        return _after_the_end(resting, timing)
    if resting.standing == resting.base:
        return _waited(resting, timing.settle, Interpretation(pieces_behind(resting.position, resting.standing)))
    if resting.standing < resting.base:
        return _lifted(resting, timing)
    found = _gone_back(resting, timing) if resting.locked else _played(resting, timing) or _gone_back(resting, timing)
    if found is not None:
        return found
    if resting.locked:
        locked = Interpretation(wait_for_confirmation(resting.position, resting.standing))
        return _waited(resting, timing.wrong, locked)
    return _partly_done(resting, timing) or _mistaken(resting, timing)


def is_build(position: AnalysedPosition, touches: tuple[SquareTouch, ...], standing: Pieces) -> bool:
    """Whether the last of these touches is a legal build if the workers then stand so."""
    return any(sequence.used_touches == len(touches) for sequence in position.search.explaining(standing, touches))


def touches_with_return(position: AnalysedPosition, touches: tuple[SquareTouch, ...]) -> tuple[SquareTouch, ...]:
    """These touches and one more, of the last worker on the square where it stood before it rested elsewhere; none if
    that is no legal build after its move."""
    if not touches or touches[-1].origin is None:
        return ()
    origin, to = touches[-1].origin, touches[-1].square
    touched = (*touches, SquareTouch(origin, origin))
    moved = frozenset((to if square == origin else square, seat) for square, seat in position.pieces)
    return touched if is_build(position, touched, moved) else ()


def exchange_question(
    position: AnalysedPosition, history: RestHistory, polarities: Polarities
) -> Interpretation | None:
    """The question whether two workers of one polarity have changed places; None if they did not, or may not.

    Both were off the board at once, and no sensor sees a difference after the exchange, which is a legal step. A player
    who only put them back need not answer.
    """
    for result in position.results if polarities_are_shared(polarities) else ():
        if magnets_of(result.standing, polarities) != magnets_of(position.pieces, polarities):
            continue
        changed = exchanged_squares(position.pieces, result.standing, polarities)
        if changed and any(changed <= empty for empty in history.emptied(position.pieces)):
            return Interpretation(QUESTION, AskWhich(((result.action,),)))
    return None


def steps_or_question(sequences: tuple[StepSequence, ...]) -> Interpretation:
    """The steps of the only sequence, or the question which of several it was."""
    if len(sequences) == 1:
        return Interpretation(FOLLOWING, Steps(sequences[0].actions))
    return Interpretation(QUESTION, AskWhich(tuple(sequence.actions for sequence in sequences)))


# -- one interpretation after the other


def _after_the_end(resting: RestingPieces, timing: RestTimes) -> Interpretation:
    """After the end the pieces may go back to the box, and a last step that is not confirmed may be taken back."""
    back = resting.earlier.matching(resting.position.game, resting.standing)
    if back is None or resting.standing == resting.base or resting.standing < resting.position.pieces:
        return Interpretation(FOLLOWING)
    return _waited(resting, timing.settle, _returned(back), FOLLOWING)


def _lifted(resting: RestingPieces, timing: RestTimes) -> Interpretation:
    """Workers are off the board, and nothing was put down."""
    hand = worker_in_hand(_origin(resting))
    if _leaves_the_board(resting):
        sequences = resting.position.search.explaining(resting.standing, resting.earlier_touches)
        if sequences:
            return _waited(
                resting, timing.carried_off, steps_or_question(resting.history.most_observed(sequences)), hand
            )
    back = resting.earlier.matching(resting.position.game, resting.standing)
    if back is not None:
        return _waited(resting, timing.linger, _returned(back), hand)
    if not (resting.base - resting.standing) & resting.position.pieces and hand.lifted is None:
        return Interpretation(
            pieces_behind(resting.position, resting.standing)
        )  # the missing pieces had to leave their squares
    if resting.locked:
        return _waited(
            resting, timing.linger, Interpretation(wait_for_confirmation(resting.position, resting.standing)), hand
        )
    return _waited(
        resting, timing.gone, Interpretation(workers_missing(resting.position, resting.standing, hand.lifted)), hand
    )


def _leaves_the_board(resting: RestingPieces) -> bool:
    """Whether a legal step may take exactly these workers off the board."""
    if resting.locked:
        return False
    if any(
        isinstance(result.action, RemoveWorker) and result.standing == resting.standing
        for result in resting.position.results
    ):
        return True
    mover = resting.position.mover
    return bool(resting.earlier_touches) and all(seat is not mover for _, seat in resting.base - resting.standing)


def _played(resting: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """Legal steps that lead to these pieces."""
    position = resting.position
    sequences = position.search.explaining(resting.standing, resting.earlier_touches)
    if not sequences and resting.base != position.pieces:
        # The step was made while other pieces still have to be put right, and these stay as they are.
        rest = (resting.standing - (resting.base - position.pieces)) | (
            position.pieces - resting.base - resting.standing
        )
        sequences = position.search.explaining(rest, resting.earlier_touches) if rest != position.pieces else ()
    if not sequences or resting.earlier.leads_back(position.game, resting.standing, sequences):
        return None
    hand = worker_in_hand(_origin(resting))
    sequences = resting.history.most_observed(sequences)
    wanted = max(_rest_for(position, sequence, resting, timing) for sequence in sequences)
    # A worker that has come back from a touch does not touch again.
    touching = _touch_time(resting, timing, may_go_back=not any(sequence.builds for sequence in sequences))
    return _waited(resting, max(wanted, touching), steps_or_question(sequences), hand)


def _gone_back(resting: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """An earlier position of the turn, or other steps from one, whichever takes back fewer steps."""
    game = resting.position.game
    instead = resting.earlier.alternative(game, resting.standing)
    if instead is not None and resting.earlier.leads_back(game, resting.standing, instead.sequences):
        instead = None
    ways = (resting.earlier.matching(game, resting.standing), instead)
    back = min((each for each in ways if each is not None), key=lambda each: each.undone, default=None)
    if back is None:
        return None
    wanted = timing.settle
    if back.sequences:
        position = resting.earlier.positions[back.undone - 1]
        wanted = max(_rest_for(position, sequence, resting, timing) for sequence in back.sequences)
    if _touch_time(resting, timing):
        wanted = timing.change_of_mind
    elif _rests_on_its_build(resting, back):
        wanted = timing.walked_back
    elif back.undone_builds:
        wanted = timing.tap_window
    return _waited(resting, wanted, _returned(back), worker_in_hand(_origin(resting)))


def _rests_on_its_build(resting: RestingPieces, back: Revision) -> bool:
    """Whether a worker rests on a square that a build taken back is on: a touch that is repeated looks the same."""
    came = {square for square, _ in resting.standing - resting.position.pieces}
    return any(build.on in came for build in back.undone_builds)


def _returned(back: Revision) -> Interpretation:
    """The interpretation of a revision. If several sequences fit, the steps are taken back first and made
    afterwards."""
    actions = back.sequences[0].actions if len(back.sequences) == 1 else ()
    note = blocks_to_remove(back.undone_builds) if back.undone_builds else None
    return Interpretation(FOLLOWING, Revised(back.undone, actions), note=note)


def _partly_done(resting: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """A step that moves several workers, of which only some have arrived.

    Once the worker of the seat to act has arrived, the step counts and the players are asked for the rest, unless the
    step cannot be taken back.
    """
    position, hand = resting.position, worker_in_hand(_origin(resting))
    found = [result for result in position.results if _is_part_of(resting.standing, position.pieces, result)]
    arrived = [result for result in found if _has_arrived(resting.standing, result, position.mover)]
    if len(arrived) == 1:
        sequences = position.search.explaining(arrived[0].standing)
        if len(sequences) == 1 and not position.is_final(sequences[0]):
            return _waited(resting, timing.going_on, steps_or_question(sequences), hand)
    if not found:
        return None
    own = {result.action.worker for result in found if isinstance(result.action, Move)}
    hand = worker_in_hand(next(iter(own)) if len(own) == 1 else None)
    return _waited(resting, timing.linger, Interpretation(step_half_done(position, resting.standing, found)), hand)


def _mistaken(resting: RestingPieces, timing: RestTimes) -> Interpretation:
    missing, extra = resting.base - resting.standing, resting.standing - resting.base
    unfinished = len(missing) > len(extra) or _touch_time(resting, timing) > 0
    mistake = Interpretation(illegal_change(resting.position, resting.standing, resting.base), resets_base=True)
    return _waited(resting, timing.linger if unfinished else timing.wrong, mistake, worker_in_hand(_origin(resting)))


# -- how long the pieces have to rest


def _waited(
    resting: RestingPieces, wanted: int, then: Interpretation, meanwhile: BoardStatus | None = None
) -> Interpretation:
    """``then`` once the pieces have rested for ``wanted`` ms; before that the status is ``meanwhile``."""
    if resting.rested >= wanted:
        return then
    return Interpretation(meanwhile or worker_in_hand(_origin(resting)), recheck_after=wanted)


def _rest_for(position: AnalysedPosition, sequence: StepSequence, resting: RestingPieces, timing: RestTimes) -> int:
    """How many ms the pieces have to rest before these steps count."""
    if position.is_final(sequence):
        # A hand that holds a worker low trembles now and then; the rests between do not add up. As high as most wins
        # no tremor shows, and once the game is over nobody hurries.
        alone = timing.final if sequence.after.outcome is None else timing.end
        return alone + resting.rested - resting.still
    return timing.going_on if _may_go_on(position, resting.standing, sequence) else timing.settle


def _may_go_on(position: AnalysedPosition, standing: Pieces, sequence: StepSequence) -> bool:
    """Whether a worker that has just landed may legally go on."""
    after = sequence.after
    if after.turn != position.game.turn or after.to_act is not position.game.to_act:
        return False
    landed = {square for square, _ in standing - position.pieces}
    return any(isinstance(action, Move | Force) and action.worker in landed for action in after.legal_actions())


def _touch_time(resting: RestingPieces, timing: RestTimes, *, may_go_back: bool = True) -> int:
    """How many ms to wait because a single worker may only be touching to build, before it returns to its square in the
    game or (``may_go_back``) to where it rested last; 0 if it cannot be a touch."""
    touches = resting.history.touches
    if resting.locked or len(resting.standing - resting.base) != 1 or not touches:
        return 0
    recent = resting.history.rests[-_RECENT_RESTS:] if may_go_back else ()
    returns = [resting.position.pieces, *[each for each in recent if each - resting.base]]
    builds = any(is_build(resting.position, touches, each) for each in returns if each != resting.standing)
    return timing.tap_window if builds else 0


# -- workers and squares


def _origin(resting: RestingPieces) -> Square | None:
    """The square in the game of the worker in the hand: of the only one missing, or the only one of the seat to act. If
    the missing workers had to leave their squares anyway, only that seat's worker counts."""
    missing, mover = resting.position.pieces - resting.standing, resting.position.mover
    own = [square for square, seat in missing if seat is mover]
    if not (resting.base - resting.standing) & resting.position.pieces:
        return own[0] if len(own) == 1 else None
    candidates = own if len(own) == 1 else [square for square, _ in missing]
    return candidates[0] if len(candidates) == 1 else None


def _is_part_of(standing: Pieces, before: Pieces, result: StepResult) -> bool:
    """Whether these pieces are an intermediate state of a step that moves several workers: one has arrived at least,
    and all that do not take part stand."""
    after = result.standing
    if max(len(after - before), len(before - after)) < 2:
        return False
    return before & after <= standing <= before | after and bool(standing & (after - before))


def _has_arrived(standing: Pieces, result: StepResult, mover: Seat | None) -> bool:
    """Whether the worker of the seat to act has left its square and arrived."""
    match result.action:
        case Move(worker=start, to=to) | Swap(mine=start, theirs=to):
            return (to, mover) in standing and ((start, mover) not in standing or (start, mover) in result.standing)
        case _:
            return False

"""Interprets pieces at rest: steps, steps taken back, a question, a worker in a hand, or a mistake to put right. Apart
from the follower, which holds the state that these pure functions are given.

Where several interpretations fit, the first one counts: the position of the game, a legal next step unless it only
leads back, an earlier position of the turn, another step from there, part of a step, a mistake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from common.message import Message
from common.numbers import total
from engine import Move, Seat, Square
from engine.actions import Force, RemoveWorker
from perception.arrangements import StandingMagnet
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions, Revision, StepResult
from table.moves.guidance import (
    blocks_to_remove,
    differences,
    illegal_change,
    pieces_behind,
    step_half_done,
    wait_for_confirmation,
    worker_in_hand,
    workers_missing,
)
from table.moves.step_search import Pieces, SquareTouch, StepSequence
from table.moves.worker_ownership import Polarities, exchanged_squares, magnets_of, polarities_are_shared
from table.session.at_board import QuestionAsked, StepsRead, StepsRevised
from table.session.board_reports import FOLLOWING, BoardStatus
from table.session.snapshot import BoardIssue, BoardMode

_RECENT_RESTS = 3
"""The number of last rests to which a worker may return."""

QUESTION = BoardStatus(BoardMode.FOLLOWING, message=Message("board.which"), issue=BoardIssue.WHICH_STEPS)

_MOST_RESTS = 24
"""The number of last rests in memory."""


class RestHistory:
    """The rests of the pieces and the touches, in their order. ``suspected`` is the magnet whose reading left it
    unclear whether a worker touched the square or a hand held it there. Of several it is the one that was read most
    clearly, and the last of equally clear ones."""

    def __init__(self) -> None:
        self.touches: tuple[SquareTouch, ...] = ()
        self.rests: tuple[Pieces, ...] = ()
        self.suspected: StandingMagnet | None = None
        self._margin = 0.0

    def clear(self) -> None:
        """Forget all rests and touches."""
        self.touches, self.rests, self.suspected, self._margin = (), (), None, 0.0

    def suspect(self, magnet: StandingMagnet, margin: float) -> None:
        """Note that a reading may have this magnet, likelier by this ``margin`` than any other explanation."""
        if self.suspected is None or margin >= self._margin:
            self.suspected, self._margin = magnet, margin

    @property
    def has_returned(self) -> bool:
        """Whether the last touch is of the square on which its worker stood before."""
        return bool(self.touches) and self.touches[-1].origin == self.touches[-1].square

    def expect_return(self, touches: tuple[SquareTouch, ...]) -> None:
        """Replace the touches by these, though the pieces agree with the game: the last worker may have come back only
        to touch its old square, and may return to where it rested."""
        self.touches = touches

    def note(self, base: Pieces, standing: Pieces, game: Pieces) -> tuple[SquareTouch, ...]:
        """Add the pieces that rest now, where ``base`` stood before and ``game`` is the position of the game. Return
        the touches before this rest: a single worker that rests away from its place may be touching a square itself."""
        if not self.rests or self.rests[-1] != standing:
            self.rests = (*self.rests[-_MOST_RESTS:], standing)
        missing, extra = base - standing, standing - base
        if len(extra) != 1:
            return self.touches
        square, seat = next(iter(extra))
        own = [place for place, owner in missing if owner is seat]
        if len(own) == 1 and (own[0], seat) not in game:  # it was still to be brought to its square
            own = [place for place, owner in game - base if owner is seat]
        earlier = self.touches[:-1] if self.touches and self.touches[-1].square == square else self.touches
        self.touches = (*earlier, SquareTouch(own[0] if len(own) == 1 else None, square, standing))
        return earlier

    def emptied(self, base: Pieces) -> tuple[frozenset[Square], ...]:
        """Return the squares of ``base`` that were empty, for each rest."""
        squares = frozenset(square for square, _ in base)
        return tuple(squares - {square for square, _ in rest} for rest in self.rests)

    def most_observed(self, sequences: tuple[StepSequence, ...]) -> tuple[StepSequence, ...]:
        """Return the sequences whose intermediate positions were observed most often; all if none stands out."""
        if len(sequences) < 2:
            return sequences
        fits = [total(_was_observed(each, self.rests) for each in sequence.positions[:-1]) for sequence in sequences]
        return tuple(sequence for sequence, fit in zip(sequences, fits, strict=True) if fit == max(fits))


def _was_observed(standing: Pieces, rests: tuple[Pieces, ...]) -> bool:
    return standing in rests


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
    """The status of the board, and the ``intent`` of the players if there is one yet. After ``recheck_after`` ms of
    rest it is interpreted again, or, without one, only when something moves.

    If it ``resets_base``, the pieces have to be put right, and the next change counts from them. ``note`` is shown
    while the game stays in the position that is reached.
    """

    status: BoardStatus
    intent: StepsRead | StepsRevised | QuestionAsked | None = None
    recheck_after: int | None = None
    resets_base: bool = False
    note: Message | None = None


def interpret(resting: RestingPieces, timing: RestTimes) -> Interpretation:
    """Interpret pieces that differ from the game."""
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
    """Check whether the last of these touches is a legal build if the workers then stand so."""
    return any(sequence.used_touches == len(touches) for sequence in position.search.explaining(standing, touches))


def touches_with_return(position: AnalysedPosition, touches: tuple[SquareTouch, ...]) -> tuple[SquareTouch, ...]:
    """Return these touches and one more, of the last worker on the square where it stood before it rested elsewhere;
    none if that is no legal build after its move."""
    if not touches or touches[-1].origin is None:
        return ()
    origin, to = touches[-1].origin, touches[-1].square
    touched = (*touches, SquareTouch(origin, origin))
    moved = frozenset((to if square == origin else square, seat) for square, seat in position.pieces)
    return touched if is_build(position, touched, moved) else ()


def exchange_question(
    position: AnalysedPosition, history: RestHistory, polarities: Polarities
) -> Interpretation | None:
    """Return the question whether two workers of one polarity have changed places; None if they did not, or may not.

    Both were off the board at once, and no sensor sees a difference after the exchange, which is a legal step. A player
    who only put them back need not answer.
    """
    for result in position.results if polarities_are_shared(polarities) else ():
        if magnets_of(result.standing, polarities) != magnets_of(position.pieces, polarities):
            continue
        changed = exchanged_squares(position.pieces, result.standing, polarities)
        if changed and any(changed <= empty for empty in history.emptied(position.pieces)):
            return Interpretation(QUESTION, QuestionAsked(((result.action,),)))
    return None


def steps_or_question(sequences: tuple[StepSequence, ...]) -> Interpretation:
    """Return the steps of the only sequence, or the question which of several it was."""
    if len(sequences) == 1:
        return Interpretation(FOLLOWING, StepsRead(sequences[0].actions))
    return Interpretation(QUESTION, QuestionAsked(tuple(sequence.actions for sequence in sequences)))


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
    if resting.base - resting.standing - resting.position.pieces:
        # It was still to be brought to its square: the light there stays on.
        hand = replace(hand, differences=differences(resting.position.pieces, resting.standing))
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
    """Check whether a legal step may take exactly these workers off the board."""
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
    if not any(touch.is_weighed for touch in resting.earlier_touches):  # wood that comes meanwhile is no rest
        sequences = resting.history.most_observed(sequences)
    wanted = max(_rest_for(position, sequence, resting, timing) for sequence in sequences)
    # A worker that has come back from a touch does not touch again.
    touching = _touch_time(resting, timing, may_go_back=not any(sequence.builds for sequence in sequences))
    return _waited(resting, max(wanted, touching), steps_or_question(sequences), hand)


def _gone_back(resting: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """Return an earlier position of the turn, or other steps from one, whichever takes back fewer steps."""
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
    found = _returned(back)
    if any(each.actions == resting.earlier.made(game, back.undone) for each in back.sequences):
        found = Interpretation(pieces_behind(resting.position, resting.standing), resets_base=True)
    return _waited(resting, wanted, found, worker_in_hand(_origin(resting)))


def _rests_on_its_build(resting: RestingPieces, back: Revision) -> bool:
    """Check whether a worker rests on a square that a build taken back is on: a touch that is repeated looks the
    same."""
    came = {square for square, _ in resting.standing - resting.position.pieces}
    return any(build.on in came for build in back.undone_builds)


def _returned(back: Revision) -> Interpretation:
    """Return the interpretation of a revision. If several sequences fit, the steps are taken back first and made
    afterwards."""
    actions = back.sequences[0].actions if len(back.sequences) == 1 else ()
    note = blocks_to_remove(back.undone_builds) if back.undone_builds else None
    return Interpretation(FOLLOWING, StepsRevised(back.undone, actions), note=note)


def _partly_done(resting: RestingPieces, timing: RestTimes) -> Interpretation | None:
    """Return a step that moves several workers, of which only some have arrived.

    Once the worker of the seat to act has arrived, the step counts and the players are asked for the rest, unless the
    step cannot be taken back.
    """
    position, hand = resting.position, worker_in_hand(_origin(resting))
    found = [result for result in position.results if _is_part_of(resting.standing, position.pieces, result)]
    arrived = [result for result in found if _has_arrived(resting.standing, position.pieces, result, position.mover)]
    if len({result.action for result in arrived}) == 1:
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
    """Return ``then`` once the pieces have rested for ``wanted`` ms; before that the status is ``meanwhile``."""
    if resting.rested >= wanted:
        return then
    return Interpretation(meanwhile or worker_in_hand(_origin(resting)), recheck_after=wanted)


def _rest_for(position: AnalysedPosition, sequence: StepSequence, resting: RestingPieces, timing: RestTimes) -> int:
    """Return the time in ms that the pieces have to rest before these steps count."""
    if position.is_final(sequence):
        # A hand that holds a worker low trembles now and then; the rests between do not add up. As high as most wins
        # no tremor shows, and once the game is over nobody hurries.
        alone = timing.final if sequence.after.outcome is None else timing.end
        return alone + resting.rested - resting.still
    return timing.going_on if _may_go_on(position, resting.standing, sequence) else timing.settle


def _may_go_on(position: AnalysedPosition, standing: Pieces, sequence: StepSequence) -> bool:
    """Check whether a worker that has just landed may legally go on."""
    after = sequence.after
    if after.turn != position.game.turn or after.to_act is not position.game.to_act:
        return False
    landed = {square for square, _ in standing - position.pieces}
    return any(isinstance(action, Move | Force) and action.worker in landed for action in after.legal_actions())


def _touch_time(resting: RestingPieces, timing: RestTimes, *, may_go_back: bool = True) -> int:
    """Return the time in ms to wait because a single worker may only be touching to build, before it returns to its
    square in the game or (``may_go_back``) to where it rested last; 0 if it cannot be a touch."""
    touches = resting.history.touches
    if resting.locked or len(resting.standing - resting.base) != 1 or not touches:
        return 0
    recent = resting.history.rests[-_RECENT_RESTS:] if may_go_back else ()
    returns = [resting.position.pieces, *[each for each in recent if each - resting.base]]
    builds = any(is_build(resting.position, touches, each) for each in returns if each != resting.standing)
    return timing.tap_window if builds else 0


# -- workers and squares


def _origin(resting: RestingPieces) -> Square | None:
    """Return the square in the game of the worker in the hand: of the only one missing, or the only one of the seat to
    act. If the missing workers had to leave their squares anyway, only that seat's worker counts."""
    missing, mover = resting.position.pieces - resting.standing, resting.position.mover
    own = [square for square, seat in missing if seat is mover]
    if not (resting.base - resting.standing) & resting.position.pieces:
        return own[0] if len(own) == 1 else None
    candidates = own if len(own) == 1 else [square for square, _ in missing]
    return candidates[0] if len(candidates) == 1 else None


def _is_part_of(standing: Pieces, before: Pieces, result: StepResult) -> bool:
    """Check whether these pieces are an intermediate state of a step that moves several workers: one has arrived at
    least, and all that do not take part stand."""
    after = result.standing
    if max(len(after - before), len(before - after)) < 2:
        return False
    return before & after <= standing <= before | after and bool(standing & (after - before))


def _has_arrived(standing: Pieces, before: Pieces, result: StepResult, mover: Seat | None) -> bool:
    """Check whether the worker of the seat to act has left its square and arrived."""
    came, left = (
        {piece for piece in pieces if piece[1] is mover}
        for pieces in (result.standing - before, before - result.standing)
    )
    return bool(came) and came <= standing and not left & standing

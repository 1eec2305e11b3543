"""Follows a game on the board: frames in, steps and board status out.

The tracker gives the most likely hypothesis about the magnets; the follower compares it with the game. A difference is
a worker in a hand, the result of legal steps, steps taken back, a touch that means a build, or a mistake to put right.
The order in which players move their hands does not matter, and no state is final: as soon as the pieces agree with the
game, the follower goes on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from common.message import Message
from engine import Game, Seat, Square
from hardware.board import Frame, Weighed
from hardware.field_model import FieldModel, Measured
from hardware.scale import Scale
from perception.arrangements import Arrangement, ExpectedArrangements, outline
from perception.findings import NOTHING_FOUND
from perception.fitting.limits import NoiseModel
from perception.limits import DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.tracking.rests import FrameResult
from perception.tracking.tracker import Tracker
from perception.weight import WeightReader
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions, expectation
from table.moves.guidance import (
    TowerCheck,
    TowerNotice,
    board_turned,
    differences,
    may_stand_anew,
    perhaps_touched,
    pieces_unknown,
    quarters_turned,
    recovery_options,
    stray_squares,
    unclear_reading,
    warnings,
    worker_fallen,
    worker_in_hand,
)
from table.moves.interpretation import (
    Interpretation,
    RestHistory,
    RestingPieces,
    RestTimes,
    exchange_question,
    interpret,
    steps_or_question,
    touches_with_return,
)
from table.moves.step_search import Pieces, SquareTouch
from table.moves.weighed_wood import ReadMagnets, WeighedWood, next_tells_builder
from table.moves.worker_ownership import Polarities, assign_seats, polarities_are_shared
from table.session.at_board import BoardReport, StepsRead, StepsRevised
from table.session.board_reports import FOLLOWING, BoardStatus, StatusChanged
from table.session.snapshot import BoardIssue, BoardMode, Offer

_OFFERED_AT_ONCE = (BoardIssue.TURNED, BoardIssue.WRONG_HEIGHT)
"""Messages whose recovery options are clear as soon as the problem is found."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The game to follow: see `Follower.expect`."""

    game: Game
    locked: bool
    undoable: int


class Follower:
    """Follows one game on one board. It is deterministic: its only clock is that of the frames.

    ``polarities`` gives for each seat which way its workers' magnets point: +1 for north down, -1 for south down.
    ``weights`` reads the scale of a board that has one.
    """

    def __init__(
        self,
        model: FieldModel,
        polarities: dict[Seat, int],
        timing: RestTimes | None = None,
        sensing: NoiseModel | None = None,
        weights: WeightReader | None = None,
    ) -> None:
        self._wood = None if weights is None else WeighedWood(weights)
        self._scale: Scale | None = None
        self._quarters = 0
        self._timing = timing or RestTimes()
        self._polarities = dict(polarities)
        self._upright = model.geometry
        self._recogniser = Recogniser(model, sensing)
        self._tracker = Tracker(self._recogniser, DecisionThresholds(touch=self._timing.touch))
        self._position: AnalysedPosition | None = None
        self._earlier = EarlierPositions()
        self._undoable = 0
        self._locked = True
        self._expected = ExpectedArrangements(frozenset(), (0,) * 25)
        self._base: Pieces | None = None
        self._stood: Arrangement | None = None
        self._history = RestHistory()
        self._towers = TowerCheck()
        self._reported: Pieces | None = None
        self._intent: BoardReport | None = None
        self._note: BoardStatus | None = None
        self._recheck_at: int | None = None
        self._pieces_status = FOLLOWING
        self._status = FOLLOWING
        self._findings = NOTHING_FOUND
        self._weighed_warnings: tuple[Message, ...] = ()
        self._stuck_since: int | None = None
        self._next: _Wanted | None = None
        self._asked_about: tuple[SquareTouch, ...] = ()

    @property
    def status(self) -> BoardStatus:
        """The present status of the reading."""
        return self._status

    def expect(self, game: Game | None, *, locked: bool, undoable: int = 0) -> None:
        """Follow this game from here on, or ignore frames if it is None. While ``locked``, no step may be made at the
        board. The last ``undoable`` steps may be taken back or revised there. After an undo, a resume or a step made on
        a phone the pieces may differ from the game; the players then have to put them right before the next step is
        read. A position is analysed when the next frame comes, so that no phone waits for it, and a position that no
        frame has shown does not count as one in which the pieces were.
        """
        self._next = None if game is None else _Wanted(game, locked, undoable)
        if game is None:
            if self._wood is not None:
                self._wood.forget()
            self._position, self._pieces_status, self._status = None, FOLLOWING, FOLLOWING

    def _go_over(self) -> None:
        """Go over to the game to follow now, if it has changed."""
        wanted, self._next = self._next, None
        if wanted is None:
            return
        before, game, locked, undoable = self._position, wanted.game, wanted.locked, wanted.undoable
        known = () if before is None else (before, *self._earlier.positions)
        position = next((each for each in known if each.game == game), None) or AnalysedPosition(game)
        if position is before and (locked, undoable) == (self._locked, self._undoable):
            if isinstance(self._intent, StepsRead | StepsRevised):
                self._intent = None
                self._enter(position)  # what was read last was undone before this frame came
                self._recheck_at = 0
            return
        self._locked, self._undoable = locked, undoable
        if position is not before:
            self._position, self._base = position, None if before is None else self._base
            self._enter(position)
        self._earlier = EarlierPositions.of(game, undoable, known)
        expected = expectation(position, self._earlier, self._polarities, locked=locked)
        expected = replace(expected, weighed=self._expected.weighed)
        if position is before:
            expected = replace(expected, asked=self._expected.asked, questions=self._expected.questions)
        self._expected = expected
        self._tracker.reconsider()
        self._recheck_at = 0

    def restart(self) -> None:
        """Forget how the pieces came to stand as they do: the last steps were read wrongly. Pieces that differ from the
        game have to be put right."""
        self._go_over()
        self.reconnect()
        self._base, self._stood = None, self._tracker.arrangement
        self._tracker.touches.begin_game()

    def reconnect(self) -> None:
        """Go on after frames were lost. A step that began before the gap may have ended in it; pieces that had to be
        put right before it still have to be."""
        self._go_over()
        self._tracker.resume_after_gap()
        self._reported = None
        self._history.clear()

    def renew(self) -> None:
        """Start over, because the squares have other sensors than before."""
        self._go_over()
        self._tracker = Tracker(self._recogniser, DecisionThresholds(touch=self._timing.touch))
        self._towers.forget()
        self._base, self._reported = None, None
        if self._pieces_status != FOLLOWING:
            self._pieces_status = unclear_reading(frozenset(), (), ())  # what was wrong was so by the old sensors
        self._history.clear()
        if self._wood is not None:
            self._wood.forget()

    def turn(self, quarters: int) -> None:
        """Start over, because the board lies turned clockwise by these quarters. Frames are by the game's squares, but
        the further sensors of a board lie elsewhere then."""
        before, self._quarters = self._recogniser, quarters
        if self._upright.further:
            model = FieldModel(self._upright.turned(quarters), before.model.measured)
            self._recogniser = Recogniser(model, before.noise_model)
        if self._wood is not None:
            self._wood.turn(quarters)
        self.renew()

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker from now on, and start over."""
        before = self._recogniser
        self._recogniser = Recogniser(FieldModel(before.model.geometry, fields), before.noise_model)
        self.renew()

    def trust(self) -> None:
        """Take the present reading as the game's position, since a player says that the pieces are right."""
        self._go_over()
        if self._position is None:
            return
        self._tracker.trust(self._expected.arrangement)
        self._base, self._reported = self._position.pieces, None
        self._history.clear()
        self._towers.forget()
        if self._wood is not None:
            self._wood.forget()

    def weigh(self, weighed: Weighed) -> None:
        """Take in a reading of the scale. What it means is part of the reports on the next frame."""
        wood, position = self._wood, self._position
        if wood is None:
            return
        wood.feed(weighed)
        if position is None or self._next is not None:
            return
        magnets = ReadMagnets.of(self._tracker, self._expected)
        if wood.read(position, self._earlier, magnets, locked=self._locked):
            self._recheck_at = 0
        self._weigh_workers(wood.standing(weighed.at))

    def _weigh_workers(self, standing: frozenset[int] | None) -> None:
        """Take in the squares on which workers weigh, if that is known. Fields that showed others are read again."""
        if standing != self._expected.weighed:
            self._expected = replace(self._expected, weighed=standing)
            if standing is not None and standing != self._read_squares:
                self._tracker.reconsider()

    @property
    def _read_squares(self) -> frozenset[int] | None:
        """The squares of the workers that were read from the fields; None while these are not read."""
        arrangement = self._tracker.arrangement if self._tracker.settled else None
        return None if arrangement is None else frozenset(each.square for each in arrangement)

    def weigh_by(self, scale: Scale) -> None:
        """Take loads for those of this scale from now on; it starts over with what weighs on the plate if it is another
        one than before, as after a calibration. A board that comes back has the same one, and goes on."""
        if scale == self._scale:
            return
        self._scale, self._wood = scale, WeighedWood(WeightReader(scale, self._upright))
        self._wood.turn(self._quarters)

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        """Return what the players did according to this frame, and a `StatusChanged` if the status has changed."""
        if self._next is not None:
            self._go_over()
        position = self._position
        if position is None:
            return ()
        if self._wood is not None and self._wood.standing(frame.at) is None:
            self._weigh_workers(None)
        sight = self._tracker.feed(frame, self._expected)
        waits = self._recheck_at is None or frame.at < self._recheck_at or not self._tracker.settled
        weighed = () if self._wood is None else self._wood.warnings(frame.at)
        is_known = (self._tracker.findings, weighed) == (self._findings, self._weighed_warnings)
        if sight is FrameResult.SAME and waits and is_known:
            return ()
        self._findings, self._weighed_warnings = self._tracker.findings, weighed
        self._intent = None
        status = self._pieces_status
        if not (sight is FrameResult.SAME and waits):
            self._recheck_at = None
            status = self._pieces_status = self._status_by_pieces(position, sight, self._tracker.seen)
        status = self._with_findings(position, status, frame.at)
        intents: list[BoardReport] = [] if self._intent is None else [self._intent]
        if status != self._status:
            self._status = status
            intents.append(StatusChanged(status))
        return tuple(intents)

    def _status_by_pieces(self, position: AnalysedPosition, sight: FrameResult, at: int) -> BoardStatus:
        """The status by the pieces alone, without findings and recovery options."""
        if sight in (FrameResult.READ, FrameResult.SAME):
            if sight is FrameResult.READ:
                self._towers.measure(self._findings.heights)
            return self._interpret(position, at)
        if sight is FrameResult.UNCLEAR:
            self._note_suspected_touch(position)
            return self._unclear(position, at)
        if self._tracker.lifting is not None:
            self._towers.lifted()
        lifted = self._lifted_in_motion(position)
        return self._pieces_status if lifted is None else worker_in_hand(lifted)

    # -- from one position to the next

    def _enter(self, position: AnalysedPosition) -> None:
        """Go to another position of the game. The pieces that stand now become the base of the next change."""
        self._history.clear()
        self._tracker.touches.forget()
        self._reported, self._asked_about = None, ()
        standing = self._standing(position)
        if self._tracker.arrangement is None:
            self._base = None
        elif isinstance(self._intent, StepsRevised) and not self._intent.actions:
            self._base = position.pieces  # the pieces may show another step from there
        elif isinstance(self._intent, StepsRead) and self._base is not None:
            self._base = standing - position.placed_early(standing, locked=True)
        elif self._base is not None or standing <= position.pieces:
            self._base = standing
        if not isinstance(self._intent, StepsRead):
            self._towers.leave(position.pieces)
        if not isinstance(self._intent, StepsRevised):
            self._note = None
        self._intent = None

    def _standing(self, position: AnalysedPosition) -> Pieces:
        """The workers on the board, with their seats. Of several that were placed at once, those count whose turn it
        is; the others once it is theirs."""
        polarities = self._polarities_of(position)
        results = [result.standing for result in position.results] if polarities_are_shared(polarities) else []
        world, before = self._tracker.arrangement or frozenset(), self._base or frozenset()
        emptied = frozenset[Square]().union(*self._history.emptied(position.pieces))
        found = assign_seats(
            world, position.pieces, polarities, mover=position.mover, before=before, results=results, emptied=emptied
        )
        in_turn = self._locked or any(seat is position.mover for _, seat in found - position.pieces)
        return found - position.placed_early(found, locked=self._locked) if in_turn else found

    def _polarities_of(self, position: AnalysedPosition) -> Polarities:
        """The polarities of the seats that have workers in this game."""
        return {seat: self._polarities[seat] for seat in position.seats}

    # -- pieces at rest

    def _lifted_in_motion(self, position: AnalysedPosition) -> Square | None:
        """The square from which a worker is being lifted, while the hand still moves; None if no step may be made."""
        lifting = self._tracker.lifting
        if lifting is None or self._locked or self._base != position.pieces:
            return None
        square = Square(lifting.square)
        return square if any(square == place for place, _ in position.pieces) else None

    def _interpret(self, position: AnalysedPosition, at: int) -> BoardStatus:
        """Return the status of a board at rest, and set the intent if a step was made."""
        standing = self._standing(position)
        rested = at - self._tracker.since
        if standing == position.pieces:
            return self._agree(position, standing, rested)
        self._towers.lifted()
        if standing == self._reported:
            return self._pieces_status
        self._reported = None
        if self._base is None:
            return self._of_unknown_origin(position, standing, at)
        if standing == self._base:
            touched = self._touched(position, standing)
            if touched is not None:
                return touched
            if self._pieces_status.differences == differences(position.pieces, standing):
                return self._pieces_status  # reported already, perhaps with the reason
        earlier = self._history.note(self._base, standing, position.pieces)
        still = at - self._tracker.still_since
        touches = self._with_weighed(position, earlier)
        resting = RestingPieces(
            position, self._earlier, self._locked, standing, self._base, self._history, touches, rested, still
        )
        return self._take(position, standing, interpret(resting, self._timing))

    def _of_unknown_origin(self, position: AnalysedPosition, standing: Pieces, at: int) -> BoardStatus:
        """The status while it is unknown how the pieces came to stand as they do."""
        rested = at - self._tracker.since
        if position.game.outcome is not None:
            return FOLLOWING
        if self._is_new(position):
            self._base = position.pieces
            return self._interpret(position, at)
        if rested >= self._timing.wrong:
            return pieces_unknown(position, standing)
        self._recheck_at = self._tracker.since + self._timing.wrong
        return self._pieces_status

    def _is_new(self, position: AnalysedPosition) -> bool:
        """Whether a game begins, and all workers on the board were put there since: the board was cleared faster than
        it could be read."""
        if position.pieces or self._stood is None:
            return False
        stayed = outline(self._stood) - outline(self._tracker.touches.lifted)
        return not outline(self._tracker.arrangement or frozenset()) & stayed

    def _take(self, position: AnalysedPosition, standing: Pieces, found: Interpretation) -> BoardStatus:
        if found.recheck_after is not None:
            self._recheck_at = self._tracker.since + found.recheck_after
        if found.intent is not None:
            self._reported, self._intent = standing, found.intent
            self._note = None if found.note is None else replace(FOLLOWING, message=found.note)
            if isinstance(found.intent, StepsRead):
                self._towers.build(found.intent.actions, position.heights)
        if found.resets_base:
            self._history.clear()  # a worker that is put back as asked touches nothing
            self._base = standing
        return found.status

    def _agree(self, position: AnalysedPosition, standing: Pieces, rested: int) -> BoardStatus:
        """The pieces agree with the game. A worker may have touched a square in between."""
        weighed = self._weighed(position, standing)
        if weighed is not None:
            return weighed
        if self._reported == standing == self._base and not self._history.rests:
            return self._pieces_status  # the question is still open
        self._base, self._reported = standing, None
        if self._history.has_returned and (self._history.rests or rested >= self._timing.tap_window):
            self._history.clear()  # the worker stays where it came from
        self._towers.put_back()
        swapped = None if self._locked else exchange_question(position, self._history, self._polarities_of(position))
        touched = self._touched(position, standing)
        if touched is None and swapped is not None:
            self._history.clear()
            return self._take(position, standing, swapped)
        if self._history.has_returned:
            self._recheck_at = self._tracker.since + self._timing.tap_window
        return FOLLOWING if touched is None else touched

    def _with_weighed(self, position: AnalysedPosition, touches: tuple[SquareTouch, ...]) -> tuple[SquareTouch, ...]:
        """Return these touches and the pieces that the scale felt, which count instead of touches of their squares."""
        weighed = () if self._wood is None else self._wood.touches(position)
        squares = {each.square for each in weighed}
        return (*(each for each in touches if each.square not in squares), *weighed)

    def _weighed(self, position: AnalysedPosition, standing: Pieces) -> BoardStatus | None:
        """The status if the scale felt a build, or that the last one was taken off; None if it did not."""
        if self._wood is None:
            return None
        undone = self._wood.taken_back(position, self._earlier)
        if undone:
            return self._take(position, standing, Interpretation(FOLLOWING, StepsRevised(undone, ())))
        weighed = self._with_weighed(position, ())
        if not weighed or self._locked or weighed == self._asked_about:
            return None
        sequences = position.search.explaining(standing, weighed)
        if not sequences or (next_tells_builder(sequences) and self._wood.is_recent):
            return None
        self._history.clear()
        self._tracker.touches.forget()
        self._asked_about = weighed
        return self._take(position, standing, steps_or_question(sequences))

    def _touched(self, position: AnalysedPosition, standing: Pieces) -> BoardStatus | None:
        """The status if the worker that is back touched a square to build there; None if it did not."""
        touches = self._history.touches
        if touches and touches[-1].square in dict(standing):
            return None  # it still rests there
        home = touches[-1].origin if touches else None
        if home is not None and self._towers.is_changed_under(home, position.heights):
            return None  # it may belong elsewhere; the touch counts once its tower is right
        sequences = position.search.explaining(position.pieces, touches) if touches and not self._locked else ()
        sequences = self._history.most_observed(sequences)
        suspected = self._history.suspected or self._tracker.touches.noted
        self._tracker.touches.forget()
        with_return = () if sequences or self._locked else touches_with_return(position, touches)
        self._history.clear()
        self._history.expect_return(with_return)
        if sequences:
            return self._take(position, standing, steps_or_question(sequences))
        if suspected is not None:
            self._note = perhaps_touched(suspected, position)
            before, repeated = self._expected.asked, self._expected.questions
            again = before is not None and before.square == suspected.square
            self._expected = replace(self._expected, asked=suspected, questions=1 + (repeated if again else 0))
        return None

    def _note_suspected_touch(self, position: AnalysedPosition) -> None:
        """Remember the square that a worker in a hand may be touching: the reading does not tell a touch from a
        hand."""
        likely = self._tracker.doubt.likely
        if len(likely) == 1 and (self._is_lifted or self._standing(position) < position.pieces):
            magnet = next(iter(likely))
            homes = {square for square, _ in position.pieces}
            if magnet.square in self._expected.tapped - homes:
                self._history.suspect(magnet, self._tracker.doubt.margin)

    @property
    def _is_lifted(self) -> bool:
        """Whether a worker seems to be lifted at this moment."""
        return self._tracker.lifting is not None or self._tracker.touches.is_any_lifted

    def _unclear(self, position: AnalysedPosition, at: int) -> BoardStatus:
        """The status while a reading at rest fits no hypothesis clearly."""
        since, patience = self._tracker.unclear_since, self._timing.unsure
        doubt = self._tracker.doubt
        came = may_stand_anew(doubt, self._tracker.arrangement)
        is_held = self._is_lifted and doubt.is_explained and not came
        if self._pieces_status.mode is BoardMode.IN_HAND or is_held:
            # The worker is probably still in the hand if nothing stands that did not stand before.
            patience = self._timing.linger if came else self._timing.gone
        elif self._expected.box and not came:
            patience = self._timing.linger  # one from the box may be held over the board
        if self._tracker.is_judging:
            patience = max(patience, self._timing.judging)
        if since is None or at - since < patience:
            return self._pieces_status
        return unclear_reading(self._tracker.doubt.disputed, position.heights, self._expected.tapped)

    # -- findings and recovery options

    def _with_findings(self, position: AnalysedPosition, status: BoardStatus, at: int) -> BoardStatus:
        """The status with obstacles, wrong towers, recovery options and warnings."""
        if position.game.outcome is None or (self._undoable and self._standing(position) == position.pieces):
            status = self._with_obstacles(
                position, status
            )  # also after a win, while it may be undone: the tower may be wrong
        stuck = status.mode in (BoardMode.RESTORE, BoardMode.UNSURE)
        if not stuck:
            self._stuck_since = None
        elif self._stuck_since is None:
            self._stuck_since = at
        offers: tuple[Offer, ...] = ()
        if self._is_lasting(status, at):
            standing = None if status.mode is BoardMode.UNSURE or self._locked else self._standing(position)
            turned = self._turned(position) if status.issue is BoardIssue.TURNED else None
            offers = recovery_options(position, standing, self._notices(position), turned)
        found = self._findings
        warned = (*warnings(found), *self._weighed_warnings)
        return replace(status, offers=offers, warnings=warned, stray=stray_squares(found))

    def _is_lasting(self, status: BoardStatus, at: int) -> bool:
        """Whether it is time to offer recovery options; schedules the next check if it is not."""
        if status.mode is BoardMode.IN_HAND:
            return status.message is not None
        if self._stuck_since is None:
            return False
        soon = status.mode is BoardMode.UNSURE or status.issue in _OFFERED_AT_ONCE
        due = self._stuck_since + (0 if soon else self._timing.lasting)
        if at < due:
            self._recheck_at = due if self._recheck_at is None else min(due, self._recheck_at)
        return at >= due

    def _with_obstacles(self, position: AnalysedPosition, status: BoardStatus) -> BoardStatus:
        fallen = worker_fallen(self._findings, position.pieces, self._standing(position), self._polarities)
        if fallen is not None:
            return fallen
        turned = self._turned(position) if status.mode is BoardMode.RESTORE else None
        if turned is not None:
            return board_turned(turned)
        if status != FOLLOWING:
            return status
        notices = self._notices(position)
        if not notices:
            wood = self._wrong_wood(position)
            if wood is not None:
                return wood
            return status if self._note is None else self._note
        wrong = tuple(each.difference() for each in notices)
        message = notices[0].message()
        return BoardStatus(BoardMode.RESTORE, None, wrong, message, issue=BoardIssue.WRONG_HEIGHT)

    def _wrong_wood(self, position: AnalysedPosition) -> BoardStatus | None:
        """The status if the scale felt a piece that is wrong, or is not sure of one; schedules the next check."""
        if self._wood is None or self._intent is not None or position.pieces != self._standing(position):
            return None
        wrong, later = self._wood.wrong(position, locked=self._locked)
        if later is not None:
            self._recheck_at = later if self._recheck_at is None else min(later, self._recheck_at)
        return self._wood.unsure(position) if wrong is None else wrong.status

    def _turned(self, position: AnalysedPosition) -> int | None:
        """By how many quarters the board lies turned; None if it does not."""
        size = self._recogniser.model.geometry.size
        return quarters_turned(position.pieces, self._standing(position), size)

    def _notices(self, position: AnalysedPosition) -> tuple[TowerNotice, ...]:
        """The towers with a wrong height. They are reported only while the workers stand right."""
        return self._towers.notices(position.pieces, position.heights)

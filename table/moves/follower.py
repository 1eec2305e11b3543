"""From frames to what the players did in this game.

The tracker says which magnets stand where; here that is compared with the game. A difference is a worker in a hand,
the result of legal steps, a step taken back, a touch that means a build, or something to put right. Nothing depends
on the order in which hands do things, and every state has a way out: as soon as the pieces agree with the game again,
all is well.
"""

from __future__ import annotations

from dataclasses import replace

from common.message import Message
from engine import Game, Seat, Square
from hardware.board import Frame
from hardware.field_model import FieldModel, Measured
from perception.decision_limits import DecisionLimits
from perception.findings import NOTHING_FOUND
from perception.fitting.noise_model import NoiseModel
from perception.reachable import ReachableHypotheses
from perception.recognition.recogniser import Recogniser
from perception.tracking.tracker import FrameResult, Tracker
from table.moves.board_warnings import warnings
from table.moves.earlier_positions import EarlierPositions
from table.moves.expectation import expectation
from table.moves.guidance import differences, in_hand, perhaps_touched, set_up, unclear
from table.moves.hand_trail import HandTrail
from table.moves.interpretation import Interpretation, RestingPieces, asked, exchange, meaning, touches_home
from table.moves.obstacles import obstacle
from table.moves.possible_steps import PossibleSteps
from table.moves.recovery_options import ways_out
from table.moves.rest_times import RestTimes
from table.moves.step_search import Pieces
from table.moves.tower_check import TowerCheck, TowerNotice
from table.moves.worker_ownership import Polarities, kinds_are_shared, owned
from table.session.reading_status import FOLLOWING, BoardStatus, Intent, Revised, StatusChanged, Steps
from table.session.snapshot import BoardMode, Offer

_AT_ONCE = frozenset({"board.turned", "board.too_low", "board.too_high"})
"""What is found together with its way out."""


class Follower:
    """Follows one game on one board. Deterministic: it knows no clock but that of the frames.

    ``polarities`` gives for each seat which way its workers' magnets point: +1 for north down, -1 for south down.
    """

    def __init__(
        self,
        model: FieldModel,
        polarities: dict[Seat, int],
        timing: RestTimes | None = None,
        sensing: NoiseModel | None = None,
    ) -> None:
        self._timing = timing or RestTimes()
        self._polarities = dict(polarities)
        self._recogniser = Recogniser(model, sensing)
        self._tracker = Tracker(self._recogniser, DecisionLimits(touch=self._timing.touch))
        self._stage: PossibleSteps | None = None
        self._past = EarlierPositions()
        self._undoable = 0
        self._locked = True
        self._expected = ReachableHypotheses(frozenset(), (0,) * 25)
        self._base: Pieces | None = None
        self._trail = HandTrail()
        self._heights = TowerCheck()
        self._answered: Pieces | None = None
        self._done: Intent | None = None
        self._note: Message | None = None
        self._due: int | None = None
        self._bare = FOLLOWING
        self._status = FOLLOWING
        self._findings = NOTHING_FOUND
        self._troubled_since: int | None = None

    @property
    def status(self) -> BoardStatus:
        """How the reading of the board stands now."""
        return self._status

    def expect(self, game: Game | None, *, locked: bool, undoable: int = 0) -> None:
        """Follow this game from here on (None: none, frames mean nothing).

        While ``locked``, no step may be played at the board. The last ``undoable`` steps may be taken back or revised
        there. Pieces that stand otherwise than the game has them (after an undo, a resume, a step on the phone) have
        to be put right before they can mean anything.
        """
        before = self._stage
        if game is None:
            self._stage, self._bare, self._status = None, FOLLOWING, FOLLOWING
            return
        known = () if before is None else (before, *self._past.stages)
        stage = next((each for each in known if each.game == game), None) or PossibleSteps(game)
        if stage is before and (locked, undoable) == (self._locked, self._undoable):
            return
        self._locked, self._undoable = locked, undoable
        if stage is not before:
            self._stage, self._base = stage, None if before is None else self._base
            self._follow_on(stage)
        self._past = EarlierPositions.of(game, undoable, known)
        self._expected = expectation(stage, self._past, self._polarities, locked=locked)
        self._tracker.reconsider()
        self._due = 0

    def restart(self) -> None:
        """Read the board afresh: what was read was wrong, so that pieces that stand otherwise are to be put right."""
        self.reconnect()
        self._base = None

    def reconnect(self) -> None:
        """Go on after frames were lost. A step that was begun before may have been finished meanwhile; nothing that
        was to be put right before has become a step by it."""
        self._tracker.resume_after_gap()
        self._answered = None
        self._trail.clear()

    def renew(self) -> None:
        """Begin from nothing: the squares have other sensors than before."""
        self._tracker = Tracker(self._recogniser, DecisionLimits(touch=self._timing.touch))
        self._heights.forget()
        self._base, self._answered = None, None
        self._trail.clear()

    def read_by(self, fields: Measured) -> None:
        """Read by these fields under a worker from now on, and begin from nothing."""
        before = self._recogniser
        self._recogniser = Recogniser(FieldModel(before.model.geometry, fields), before.noise_model)
        self.renew()

    def trust(self) -> None:
        """Take what is read now for the game's position, as somebody says."""
        if self._stage is None:
            return
        self._tracker.trust(self._expected.arrangement)
        self._base, self._answered = self._stage.pieces, None
        self._trail.clear()
        self._heights.forget()

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """What a frame means."""
        stage = self._stage
        if stage is None:
            return ()
        sight = self._tracker.feed(frame, self._expected)
        waits = self._due is None or frame.at < self._due or not self._tracker.settled
        if sight is FrameResult.SAME and waits and self._tracker.findings == self._findings:
            return ()
        self._findings = self._tracker.findings
        self._done = None
        status = self._bare
        if not (sight is FrameResult.SAME and waits):
            self._due = None
            status = self._bare = self._looked(stage, sight, self._tracker.seen)
        status = self._completed(stage, status, frame.at)
        told: list[Intent] = [] if self._done is None else [self._done]
        if status != self._status:
            self._status = status
            told.append(StatusChanged(status))
        return tuple(told)

    def _looked(self, stage: PossibleSteps, sight: FrameResult, at: int) -> BoardStatus:
        """The status that the pieces alone give."""
        if sight in (FrameResult.READ, FrameResult.SAME):
            if sight is FrameResult.READ:
                self._heights.feel(self._findings.heights)
            return self._interpret(stage, at)
        if sight is FrameResult.UNCLEAR:
            self._suspect_a_touch(stage)
            return self._unclear(stage, at)
        if self._tracker.lifting is not None:
            self._heights.lifted()
        lifted = self._lifted_in_motion(stage)
        return self._bare if lifted is None else in_hand(lifted)

    # -- from one position to the next

    def _follow_on(self, stage: PossibleSteps) -> None:
        """Go over to another position of the game; what stands there now is where the next change counts from."""
        self._trail.clear()
        self._answered = None
        standing = self._standing(stage)
        if self._tracker.arrangement is None:
            self._base = None
        elif isinstance(self._done, Revised) and not self._done.actions:
            self._base = stage.pieces  # what stands may be another step from there
        elif self._base is not None or standing <= stage.pieces:
            self._base = standing
        if not isinstance(self._done, Steps):
            self._heights.leave(stage.pieces)
        if not isinstance(self._done, Revised):
            self._note = None
        self._done = None

    def _standing(self, stage: PossibleSteps) -> Pieces:
        """What stands on the board, with seats."""
        polarities = self._kinds(stage)
        results = [result.standing for result in stage.results] if kinds_are_shared(polarities) else []
        world, before = self._tracker.arrangement or frozenset(), self._base or frozenset()
        emptied = frozenset[Square]().union(*self._trail.emptied(stage.pieces))
        return owned(
            world, stage.pieces, polarities, mover=stage.mover, before=before, results=results, emptied=emptied
        )

    def _kinds(self, stage: PossibleSteps) -> Polarities:
        """Which way the magnets of those who play point."""
        return {seat: self._polarities[seat] for seat in stage.seats}

    # -- what it means

    def _lifted_in_motion(self, stage: PossibleSteps) -> Square | None:
        """The square whose worker is on its way up, while the hand still moves; None when nothing may be played."""
        lifting = self._tracker.lifting
        if lifting is None or self._locked or self._base != stage.pieces:
            return None
        square = Square(lifting.square)
        return square if any(square == place for place, _ in stage.pieces) else None

    def _interpret(self, stage: PossibleSteps, at: int) -> BoardStatus:
        """The status for a board at rest; notes what was done."""
        standing = self._standing(stage)
        rested = at - self._tracker.since
        if standing == stage.pieces:
            return self._agree(stage, standing, rested)
        self._heights.lifted()
        if standing == self._answered:
            return self._bare
        self._answered = None
        if self._base is None:
            return self._astray(stage, standing, rested)
        if standing == self._base:
            touched = self._touched(stage, standing)
            if touched is not None:
                return touched
            if self._bare.differences == differences(stage.pieces, standing):
                return self._bare  # it has been said already, and perhaps why
        earlier = self._trail.note(self._base, standing)
        still = at - self._tracker.still_since
        scene = RestingPieces(
            stage, self._past, self._locked, standing, self._base, self._trail, earlier, rested, still
        )
        return self._take(stage, standing, meaning(scene, self._timing))

    def _astray(self, stage: PossibleSteps, standing: Pieces, rested: int) -> BoardStatus:
        """The status while nothing is known of how the pieces came to stand as they do."""
        if stage.game.outcome is not None:
            return FOLLOWING
        if rested >= self._timing.wrong:
            return set_up(stage, standing)
        self._due = self._tracker.since + self._timing.wrong
        return self._bare

    def _take(self, stage: PossibleSteps, standing: Pieces, found: Interpretation) -> BoardStatus:
        if found.again is not None:
            self._due = self._tracker.since + found.again
        if found.done is not None:
            self._answered, self._done, self._note = standing, found.done, found.note
            if isinstance(found.done, Steps):
                self._heights.build(found.done.actions, stage.heights)
        if found.blamed:
            self._trail.clear()  # whoever is told to put a worker back does not touch with it
            self._base = standing
        return found.status

    def _agree(self, stage: PossibleSteps, standing: Pieces, rested: int) -> BoardStatus:
        """The pieces stand as the game has them: perhaps a worker touched a square in between."""
        if self._answered == standing == self._base and not self._trail.rests:
            return self._bare  # what was asked is still open
        self._base, self._answered = standing, None
        if self._trail.is_home and (self._trail.rests or rested >= self._timing.tap_window):
            self._trail.clear()  # it stays where it came from, or was put back there
        self._heights.put_back()
        swapped = None if self._locked else exchange(stage, self._trail, self._kinds(stage))
        touched = self._touched(stage, standing)
        if touched is None and swapped is not None:
            self._trail.clear()
            return self._take(stage, standing, swapped)
        if self._trail.is_home:
            self._due = self._tracker.since + self._timing.tap_window
        return FOLLOWING if touched is None else touched

    def _touched(self, stage: PossibleSteps, standing: Pieces) -> BoardStatus | None:
        """The status when the worker that is back has touched a square to build there; None if it has not."""
        touches = self._trail.touches
        if touches and touches[-1].square in dict(standing):
            return None  # it rests there still
        chains = stage.chains.explaining(stage.pieces, touches) if touches and not self._locked else ()
        chains, perhaps = self._trail.likeliest(chains), self._trail.perhaps
        home = () if chains or self._locked else touches_home(stage, touches)
        self._trail.clear()
        self._trail.come_home(home)
        if chains:
            return self._take(stage, standing, asked(chains))
        if perhaps is not None:
            self._note = perhaps_touched(perhaps, stage.heights[perhaps.square])
        return None

    def _suspect_a_touch(self, stage: PossibleSteps) -> None:
        """Remember where a worker in a hand may touch a square just now: too little tells a touch from a hand."""
        likely = self._tracker.likely
        is_lifted = self._tracker.lifting is not None or self._standing(stage) < stage.pieces
        if len(likely) == 1 and is_lifted:
            touched = next(iter(likely))
            if touched.square in self._expected.tapped:
                self._trail.suspect(touched)

    def _unclear(self, stage: PossibleSteps, at: int) -> BoardStatus:
        """The status while a reading at rest fits nothing clearly."""
        since = self._tracker.unclear_since
        patience = self._timing.linger if self._bare.mode is BoardMode.IN_HAND else self._timing.unsure
        if since is None or at - since < patience:
            return self._bare
        return BoardStatus(
            BoardMode.UNSURE, message=unclear(self._tracker.disputed, stage.heights, self._expected.tapped)
        )

    # -- what else there is to say

    def _completed(self, stage: PossibleSteps, status: BoardStatus, at: int) -> BoardStatus:
        """The status with what lies in the way, the towers that are not right, the ways out and the warnings."""
        if stage.game.outcome is None or (self._undoable and self._standing(stage) == stage.pieces):
            status = self._hindered(stage, status)  # a win on a tower of another height, too, while it may be undone
        troubled = status.mode in (BoardMode.RESTORE, BoardMode.UNSURE)
        if not troubled:
            self._troubled_since = None
        elif self._troubled_since is None:
            self._troubled_since = at
        offers: tuple[Offer, ...] = ()
        if self._is_lasting(status, at):
            standing = None if status.mode is BoardMode.UNSURE or self._locked else self._standing(stage)
            offers = ways_out(stage, standing, self._notices(stage), self._findings)
        return replace(status, offers=offers, warnings=warnings(self._findings))

    def _is_lasting(self, status: BoardStatus, at: int) -> bool:
        """Whether it is time to offer other ways out; looks again in time if not yet."""
        if status.mode is BoardMode.IN_HAND:
            return status.message is not None
        if self._troubled_since is None:
            return False
        soon = status.mode is BoardMode.UNSURE or (status.message is not None and status.message.key in _AT_ONCE)
        due = self._troubled_since + (0 if soon else self._timing.lasting)
        if at < due:
            self._due = due if self._due is None else min(due, self._due)
        return at >= due

    def _hindered(self, stage: PossibleSteps, status: BoardStatus) -> BoardStatus:
        standing = self._standing(stage)
        hindered = obstacle(self._findings, stage.pieces, standing, self._polarities)
        if hindered is not None:
            return hindered
        if status != FOLLOWING:
            return status
        notices = self._notices(stage)
        if not notices:
            return replace(status, message=self._note)
        told = tuple(each.difference() for each in notices)
        return BoardStatus(BoardMode.RESTORE, None, told, notices[0].message())

    def _notices(self, stage: PossibleSteps) -> tuple[TowerNotice, ...]:
        """The towers that are not right. They are spoken about while the workers stand right."""
        return self._heights.notices(stage.pieces, stage.heights)

"""Calibration: the zero and the noise of every sensor on the empty board, then one worker on lit squares.

What is wrong with a placement (another square, another height, another worker, two of them) is said and nothing is
taken over; each placement can be taken back. The result is shown first and is only then the caller's to store.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import median
from typing import assert_never

from calibration.calibration_result import (
    CalibrationResult,
    SensorFinding,
    SensorTroubleKind,
    calibrated,
    finding_messages,
    notes_of,
    summary_of,
)
from calibration.empty_board import LEAST_FRAMES, EmptyBoard
from calibration.gain_fit import MeasuredPlacement
from calibration.magnet_search import MagnetChange, NoMagnet, OneMagnet, Seen, SeveralMagnets, UnclearMagnets, seeker
from calibration.placement_plan import PlannedPlacement, placements_of
from calibration.procedure import (
    BoardSetting,
    Input,
    LightMeaning,
    LitSquare,
    NamedSquare,
    ProcedureAnswer,
    ProcedureState,
    answer_of,
    message,
    name_of,
    names_of,
)
from calibration.rest_average import RestAverage, SensorAverages
from common.message import Message
from hardware.board import SQUARE_COUNT, ButtonPressed, Frame

REST_FOR = 1000
"""So many ms a worker rests before it is measured."""

WANDERING = 0.02
"""How far in mT a zero wanders in a minute, as a board warms up."""

_DEAF = 0.3
"""A sensor that feels less than this share of a worker over it, either way round, feels nothing."""
_LIKE = (0.7, 1.4)
"""A worker is felt so much like on the squares before, or it is in a hand, on another height, or its sensor is weak."""


class CalibrationStage(StrEnum):
    """Where a calibration is."""

    EMPTY = "empty"
    PLACE = "place"
    RESULT = "result"
    ACCEPTED = "accepted"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class PlacementDone:
    """A step that is done: where the worker stood, and what was felt of it (None: left out). ``silent`` says that the
    sensor under it felt nothing of it; ``polarity`` is that of the magnet."""

    stand: PlannedPlacement
    placement: MeasuredPlacement | None
    polarity: int = 0
    silent: bool = False


@dataclass(frozen=True, slots=True)
class CalibrationProcedure:
    """A calibration on its way; begin with the setting, and ``done`` if it goes on after a break. ``complaint`` is what
    is wrong with the worker that rests now, on the squares ``wrong``; if it is ``unfelt``, all sensors feel it but
    the one under it, and if it was ``seen`` nevertheless, the person may insist."""

    setting: BoardSetting
    done: tuple[PlacementDone, ...] = ()
    stage: CalibrationStage = CalibrationStage.EMPTY
    measured_empty: EmptyBoard | None = None
    rest: RestAverage = RestAverage()  # noqa: RUF009 - a frozen value
    looked: bool = False
    complaint: Message | None = None
    unfelt: bool = False
    wrong: tuple[int, ...] = ()
    seen: OneMagnet | None = None
    result: CalibrationResult | None = None

    # -- what to show

    @property
    def plan(self) -> tuple[PlannedPlacement, ...]:
        """All placements."""
        return placements_of(self.setting.geometry)

    @property
    def asked(self) -> PlannedPlacement | None:
        """Where the worker is to stand now."""
        done = {each.stand for each in self.done}
        return next((stand for stand in self.plan if stand not in done), None)

    @property
    def view(self) -> ProcedureState:
        """What to show."""
        answers = {ProcedureAnswer.STOP, ProcedureAnswer.AGAIN}
        asked, lit, says = self.asked, list[LitSquare](), self.complaint
        notes: tuple[Message, ...] = ()
        if self.stage is CalibrationStage.EMPTY:
            lit = [LitSquare(square, LightMeaning.WRONG) for square in self.empty_board.wrong]
            answers |= {ProcedureAnswer.SKIP} if lit else set()
            says = self.empty_board.complaint or message("calibrate.empty")
        elif self.stage is CalibrationStage.PLACE and asked is not None:
            lit = [LitSquare(square, LightMeaning.WRONG) for square in self.wrong if square != asked.square]
            lit.append(LitSquare(asked.square, LightMeaning.TARGET))
            answers |= {ProcedureAnswer.SKIP} | ({ProcedureAnswer.NEXT} if self.seen is not None else set())
            says = says or message(f"calibrate.put_{asked.level}", square=name_of(asked.square))
            notes = finding_messages(self.sensors_at_rest())
        elif self.stage is CalibrationStage.RESULT and self.result is not None:
            answers |= {ProcedureAnswer.NEXT}
            says, notes = summary_of(self.result), notes_of(self.result, self.setting.geometry)
        else:
            answers, says = set(), message(f"calibrate.{self.stage}")
        return ProcedureState(
            step=self.stage,
            lit=tuple(lit),
            message=says,
            done=len(self.done) + (self.stage is not CalibrationStage.EMPTY),
            total=len(self.plan) + 1,
            answers=frozenset(answers | ({ProcedureAnswer.UNDO} if self._can_undo else set())),
            notes=notes,
            expected=asked.square if asked is not None and self.stage is CalibrationStage.PLACE else None,
            level=asked.level if asked is not None and self.stage is CalibrationStage.PLACE else None,
            over=self.stage in {CalibrationStage.ACCEPTED, CalibrationStage.STOPPED},
        )

    @property
    def _can_undo(self) -> bool:
        return bool(self.done) and self.stage in {CalibrationStage.PLACE, CalibrationStage.RESULT}

    def sensors_at_rest(self) -> list[SensorFinding]:
        """What the empty board shows about the sensors."""
        measured = self.empty_board.found
        noisy = sorted(measured.noisy) if measured is not None else []
        ended = [SensorFinding(square, SensorTroubleKind.ENDED) for square in sorted(self.broken)]
        return ended + [SensorFinding(square, SensorTroubleKind.NOISY) for square in noisy]

    # -- what comes

    def after(self, given: Input) -> CalibrationProcedure:
        """The calibration after this."""
        match given:
            case Frame():
                return self._measured(given)
            case ButtonPressed():
                return self.after(answer_of(given))
            case ProcedureAnswer():
                return self._answered(given) if given in self.view.answers else self
            case NamedSquare():
                return self
            case _ as never:
                assert_never(never)

    def _answered(self, answer: ProcedureAnswer) -> CalibrationProcedure:
        match answer:
            case ProcedureAnswer.STOP:
                return replace(self._without_measurement(), stage=CalibrationStage.STOPPED)
            case ProcedureAnswer.UNDO:
                # What stands there still is not measured again before it has moved, or before that is asked for.
                undone = replace(
                    self._without_measurement(), done=self.done[:-1], stage=CalibrationStage.PLACE, result=None
                )
                return replace(undone, rest=self.rest, looked=True)
            case ProcedureAnswer.AGAIN:
                # A result is measured again from the start; a placement by itself.
                if self.stage is CalibrationStage.PLACE:
                    return self._without_measurement()
                done = () if self.stage is CalibrationStage.RESULT else self.done
                return replace(
                    self._without_measurement(),
                    done=done,
                    stage=CalibrationStage.EMPTY,
                    measured_empty=self.empty_board.restarted(),
                    result=None,
                )
            case ProcedureAnswer.SKIP if self.stage is CalibrationStage.EMPTY:
                return replace(self, measured_empty=self.empty_board.without_wrong())
            case ProcedureAnswer.SKIP:
                return self._left_out()
            case ProcedureAnswer.NEXT if self.stage is CalibrationStage.RESULT:
                return replace(self, stage=CalibrationStage.ACCEPTED)
            case ProcedureAnswer.NEXT:
                return self.taken_over(self.seen.at.standing.polarity) if self.seen is not None else self

    def _without_measurement(self) -> CalibrationProcedure:
        """The procedure without the measurement of the current step."""
        return replace(self, rest=RestAverage(), looked=False, complaint=None, unfelt=False, wrong=(), seen=None)

    def _measured(self, frame: Frame) -> CalibrationProcedure:
        if self.stage is CalibrationStage.EMPTY:
            return self._measure_empty(frame)
        zero = self.empty_board.found
        if zero is None:
            return self
        rest = self.rest.after(frame, zero.noise)
        if self.stage is not CalibrationStage.PLACE:
            return replace(self, rest=rest)
        if rest.count == 1:
            return replace(self._without_measurement(), rest=rest)
        now = replace(self, rest=rest)
        if self.looked or rest.duration < REST_FOR or rest.count < LEAST_FRAMES:
            return now
        return self._without_measurement() if rest.trembles(zero.noise) else looked_at(now)

    # -- the empty board

    @property
    def empty_board(self) -> EmptyBoard:
        """The empty board as far as it is known."""
        return self.measured_empty or EmptyBoard.of(self.setting)

    @property
    def broken(self) -> frozenset[int]:
        """The squares whose sensors the person has declared broken."""
        return self.empty_board.broken

    def _measure_empty(self, frame: Frame) -> CalibrationProcedure:
        empty = self.empty_board.after(frame)
        if empty.found is None:
            return replace(self, measured_empty=empty)
        begun = replace(self._without_measurement(), measured_empty=empty, stage=CalibrationStage.PLACE, looked=True)
        return begun if self.asked is not None else finished(begun)

    # -- one worker on a square

    @property
    def polarity(self) -> int:
        """The polarity of the worker in use; 0 before the first placement."""
        return next((each.polarity for each in self.done if each.polarity), 0)

    @property
    def silent(self) -> frozenset[int]:
        """The squares whose sensors feel nothing."""
        return self.broken | {each.stand.square for each in self.done if each.silent}

    @property
    def upside_down(self) -> frozenset[int]:
        """The squares whose sensors felt a worker the other way round."""
        return frozenset(
            each.stand.square
            for each in self.done
            if each.placement is not None and each.polarity * each.placement.fields[each.stand.square] < 0
        )

    @property
    def change(self) -> MagnetChange:
        """What has changed against the empty board, in this rest."""
        empty, rest = self.empty_board, self.rest
        zero = empty.found
        if zero is None:
            raise ValueError("the empty board was not measured")
        drift = WANDERING * self._minutes
        return MagnetChange(
            tuple(mean - before for mean, before in zip(rest.means, zero.means, strict=True)),
            tuple(drift**2 + noise for noise in self._noise(zero)),
            frozenset(square for square in range(SQUARE_COUNT) if self._at_its_end(square)),
            self.silent | self.upside_down,
        )

    def _noise(self, zero: SensorAverages) -> tuple[float, ...]:
        """The variances of the change by noise, in mT^2."""
        share = 1 / self.rest.count + 1 / self.empty_board.count
        return tuple(share * noise**2 for noise in zero.noise)

    @property
    def _minutes(self) -> float:
        """How long after the empty board this rest is."""
        return max(0, self.rest.at - self.empty_board.at) / 60_000

    def _at_its_end(self, square: int) -> bool:
        return square in self.rest.clipped or abs(self.rest.means[square]) > 0.95 * self.setting.reach

    @property
    def share(self) -> float:
        """How strongly the worker is felt on the asked square, in parts of what was usual at this height until now."""
        asked, change = self.asked, self.change
        if asked is None or asked.square in change.clipped:
            return 1.0
        before = [
            abs(each.placement.fields[each.stand.square])
            for each in self.done
            if each.placement is not None
            and each.stand.level == asked.level
            and each.stand.square not in each.placement.deaf
        ]
        return abs(change.fields[asked.square]) / median(before) if before else 1.0

    def taken_over(self, polarity: int) -> CalibrationProcedure:
        """With the worker of this rest as the placement that was asked."""
        asked, zero = self.asked, self.empty_board.found
        if asked is None or zero is None:
            return self
        change = self.change
        placement = MeasuredPlacement(
            asked.square, asked.level, change.fields, self._noise(zero), change.clipped | self.silent, self._minutes
        )
        return self._with(PlacementDone(asked, placement, polarity))

    def _left_out(self) -> CalibrationProcedure:
        asked = self.asked
        if asked is None:
            return self
        return self._with(PlacementDone(asked, None, silent=self.unfelt))

    def _with(self, done: PlacementDone) -> CalibrationProcedure:
        # The worker stands there still: it is looked for again when something has moved.
        rest = self.rest
        now = replace(self._without_measurement(), done=(*self.done, done), rest=rest, looked=True)
        return now if now.asked is not None else finished(now)


def looked_at(state: CalibrationProcedure) -> CalibrationProcedure:
    """The calibration after a look at a worker that rests."""
    asked = state.asked
    if asked is None:
        return state
    seen = seeker(state.setting.geometry).seek(state.change, asked.square)
    now = replace(state, looked=True)
    match seen:
        case NoMagnet():
            return now
        case OneMagnet(at, share) if at.standing.square == asked.square:
            if share is None or abs(share) > _DEAF:
                return _judged(now, seen, asked)
            says = message("calibrate.silent", square=name_of(asked.square))
            return replace(now, complaint=says, unfelt=True, wrong=(asked.square,))
        case _:
            return _complaining(now, seen, asked)


def _judged(state: CalibrationProcedure, seen: OneMagnet, asked: PlannedPlacement) -> CalibrationProcedure:
    standing = seen.at.standing
    if state.polarity not in {0, standing.polarity}:
        return replace(state, complaint=message("calibrate.other_worker"), wrong=(asked.square,))
    if standing.level != asked.level:
        says = message("calibrate.other_level", square=name_of(asked.square), seen=standing.level)
        return replace(state, complaint=says, wrong=(asked.square,), seen=seen)
    if not _LIKE[0] < state.share <= _LIKE[1]:
        says = message("calibrate.unlike", square=name_of(asked.square), percent=round(100 * state.share))
        return replace(state, complaint=says, wrong=(asked.square,), seen=seen)
    return state.taken_over(standing.polarity)


def _complaining(state: CalibrationProcedure, seen: Seen, asked: PlannedPlacement) -> CalibrationProcedure:
    match seen:
        case OneMagnet(at):
            square = at.standing.square
            says = message("calibrate.elsewhere", asked=name_of(asked.square), seen=name_of(square))
            return replace(state, complaint=says, wrong=(square,))
        case SeveralMagnets(squares):
            says = message("calibrate.several", squares=names_of(squares))
            return replace(state, complaint=says, wrong=squares)
        case NoMagnet() | UnclearMagnets():
            return replace(state, complaint=message("calibrate.unclear", square=name_of(asked.square)))


def finished(state: CalibrationProcedure) -> CalibrationProcedure:
    """With the result of all that was measured."""
    zero = state.empty_board.found
    if zero is None:
        return state
    placements = tuple(each.placement for each in state.done if each.placement is not None)
    found = state.sensors_at_rest()
    found += [SensorFinding(each.stand.square, SensorTroubleKind.SILENT) for each in state.done if each.silent]
    left_out = {each.stand.square for each in state.done if each.placement is None and not each.silent}
    measured = {placement.square for placement in placements}
    found += [SensorFinding(square, SensorTroubleKind.LEFT_OUT) for square in sorted(left_out - measured)]
    result = calibrated(
        state.setting.geometry,
        state.setting.calibration,
        zero,
        polarity=state.polarity or 1,
        placements=placements,
        found=tuple(found),
    )
    return replace(state, stage=CalibrationStage.RESULT, result=result)

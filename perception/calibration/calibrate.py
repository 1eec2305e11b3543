"""Calibration: the zero and the noise of every sensor on the empty board, then one worker on lit squares.

What is wrong with a placement (another square, another height, another worker, two of them) is said and nothing is
taken over; each placement can be taken back. The result is shown first and is only then the caller's to store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cache
from hashlib import sha256
from math import isfinite
from operator import add, sub
from statistics import median
from typing import assert_never

from common.message import Message
from common.numbers import total
from hardware.board import SQUARE_COUNT, ButtonPressed, Frame, Weighed
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from perception.arrangements import PlacedMagnet, StandingMagnet
from perception.calibration.calibration_result import (
    CalibrationResult,
    PlannedPlacement,
    SensorFinding,
    SensorTroubleKind,
    calibrated,
    finding_messages,
    notes_of,
    placements_of,
    summary_of,
)
from perception.calibration.gain_fit import MeasuredPlacement
from perception.calibration.procedure import (
    BoardSetting,
    Input,
    LightMeaning,
    LitSquare,
    NamedMass,
    NamedSquare,
    ProcedureAnswer,
    ProcedureState,
    answer_of,
    message,
    name_of,
    names_of,
)
from perception.calibration.rest_average import LEAST_FRAMES, EmptyBoard, Fields, RestAverage, SensorAverages
from perception.counted_work import run_to_end
from perception.fitting.limits import NoiseModel
from perception.fitting.magnet_fit import SquareModel
from perception.fitting.residual import BOUNDLESS, FitTrial, Residual

# ---- magnet search
#
# Which magnets explain what changed on a board whose sensors are not to be trusted yet.
# The recogniser's own fit of a magnet on a square serves here too, with wide errors: a sensor may be off by a third.
# One that is dead or upside down is found, since all others feel a magnet over it.


_SENSING = NoiseModel(noise=0.03, floor=0.02, gain=0.15, strength=0.2, gap=1.0, block=1.0)
_FITS = 80.0
"""The squared deviation, in units of what is allowed, up to which a magnet explains what is felt."""
_WELL = 40.0
"""The same, up to which there is no need to look further."""
_FELT = 20.0
"""From which on there is something to explain at all."""
_OUT = 16.0
"""A sensor whose squared deviation is more has to be wrong, if the magnet is where it is tried."""
_MOST_OUT = 3
_LIKELY = 8
"""So many squares are looked at: those that feel most."""


@dataclass(frozen=True, slots=True)
class MagnetChange:
    """What changed against the empty board: 25 fields in mT with their variances, the clipped sensors with the sign of
    what they felt, and the sensors that are not to be asked."""

    fields: Fields
    variance: Fields
    clipped: frozenset[int] = frozenset()
    doubted: frozenset[int] = frozenset()

    def residual(self, without: frozenset[int] = frozenset()) -> Residual:
        """As the recogniser has it, ``without`` some more sensors."""
        silent = self.doubted | without
        deaf = silent | self.clipped
        return Residual(
            tuple(0.0 if square in deaf else field for square, field in enumerate(self.fields)),
            tuple(
                BOUNDLESS if square in deaf else variance + _SENSING.floor**2
                for square, variance in enumerate(self.variance)
            ),
            tuple(
                (square, 1.0 if self.fields[square] > 0 else -1.0, abs(self.fields[square]), 0.0, 0.01)
                for square in sorted(self.clipped - silent)
            ),
        )


@dataclass(frozen=True, slots=True)
class NoMagnet:
    """No magnet is felt."""


@dataclass(frozen=True, slots=True)
class OneMagnet:
    """One magnet; ``share`` is how much of its field the sensor under it feels (1: as all others say; None: it is at
    the end of its range, or not asked)."""

    at: PlacedMagnet
    share: float | None = None


@dataclass(frozen=True, slots=True)
class SeveralMagnets:
    """More than one magnet; these two squares are the likeliest."""

    squares: tuple[int, int]


@dataclass(frozen=True, slots=True)
class UnclearMagnets:
    """Something that no magnets on squares explain: a hand, a worker on its side or on an edge."""


Seen = NoMagnet | OneMagnet | SeveralMagnets | UnclearMagnets


@cache
def seeker(geometry: Geometry) -> MagnetSearch:
    """The seeker of a board; made once, since its tables take some time."""
    return MagnetSearch(geometry)


class MagnetSearch:
    """Finds magnets on one kind of board."""

    def __init__(self, geometry: Geometry) -> None:
        self._model = FieldModel(geometry)
        self._squares = SquareModel(self._model, _SENSING)
        self._all = geometry.squares

    def seek(self, change: MagnetChange, asked: int) -> Seen:
        """What stands there, where a worker was ``asked`` for on a square."""
        residual = change.residual()
        if residual.misfit < _FELT:
            return NoMagnet()
        best = self._best(change, (asked,))
        if best is not None and not best.out and best.trial.misfit <= _WELL:
            return OneMagnet(best.placed, _share(change, best))  # no other square can explain it as well
        felt = sorted(self._all, key=lambda each: (each not in change.clipped, -abs(change.fields[each])))
        squares = (*dict.fromkeys((asked, *felt[:_LIKELY])),)
        best = self._best(change, squares)
        if best is not None and best.trial.misfit <= _FITS:
            return OneMagnet(best.placed, _share(change, best))
        first = min((self._fit(residual, standing) for standing in _standings(squares)), key=_unexplained)
        rest = MagnetChange(
            tuple(map(sub, change.fields, first.trial.fields)),
            tuple(map(add, change.variance, first.trial.spread)),
            doubted=change.doubted | change.clipped,
        )
        other = self._best(rest, self._all)
        if other is not None and other.trial.misfit <= _FITS and other.square != first.square:
            one, two = sorted((first.square, other.square))
            return SeveralMagnets((one, two))
        return UnclearMagnets()

    def _best(self, change: MagnetChange, squares: Iterable[int]) -> _Try | None:
        """The likeliest magnet on one of these squares, if some sensors may be wrong."""
        found = [self._without_wrong(change, standing) for standing in _standings(squares)]
        return max(filter(None, found), key=lambda each: each.trial.likelihood, default=None)

    def _without_wrong(self, change: MagnetChange, standing: StandingMagnet) -> _Try | None:
        """A magnet on this square as all sensors have it but the few that have to be wrong then; None if they are too
        many."""
        out: frozenset[int] = frozenset()
        while True:
            residual = change.residual(out)
            tried = self._fit(residual, standing)
            errors = tried.errors
            worst = max(range(SQUARE_COUNT), key=errors.__getitem__)
            if errors[worst] <= _OUT:
                return replace(tried, out=out)
            left = _MOST_OUT - len(out)
            if left == 0 or total(sorted(errors)[:-left]) > 2 * _FITS:
                return None
            out |= {worst}

    def _fit(self, residual: Residual, standing: StandingMagnet) -> _Try:
        placed, trial = run_to_end(self._squares.fit(residual, PlacedMagnet(standing), near=False))
        return _Try(residual, placed, trial)


@dataclass(frozen=True, slots=True)
class _Try:
    """A magnet where it fits best with the sensors that are ``out`` left aside, and what is left of the residual
    then."""

    residual: Residual
    placed: PlacedMagnet
    trial: FitTrial
    out: frozenset[int] = frozenset()

    @property
    def square(self) -> int:
        return self.placed.standing.square

    @property
    def errors(self) -> list[float]:
        """The squared deviation of each sensor, in units of what is allowed."""
        each = zip(self.residual.change, self.residual.variance, self.trial.fields, self.trial.spread, strict=True)
        return [(change - field) ** 2 / (variance + spread) for change, variance, field, spread in each]


def _standings(squares: Iterable[int]) -> Iterator[StandingMagnet]:
    for square in squares:
        for level in range(4):
            for polarity in (1, -1):
                yield StandingMagnet(square, level, polarity)


def _unexplained(tried: _Try) -> float:
    """What is left beside the sensors that another magnet may be over."""
    return total(sorted(tried.errors)[:-5])


def _share(change: MagnetChange, found: _Try) -> float | None:
    square = found.square
    if square in change.clipped or square in change.doubted:
        return None
    return change.fields[square] / found.trial.fields[square]


# ---- calibrate


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
            case Weighed():
                return self  # it measures the sensors of the squares
            case ButtonPressed():
                return self.after(answer_of(given))
            case ProcedureAnswer():
                return self._answered(given) if given in self.view.answers else self
            case NamedSquare() | NamedMass():
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
        frame = frame.of_squares
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
    if state.empty_board.further:
        zeros = result.calibration.with_further_zeros(state.empty_board.further)
        result = replace(result, calibration=zeros)
    return replace(state, stage=CalibrationStage.RESULT, result=result)


# ---- calibration progress
#
# A calibration across a break: its placements as text, and the calibration that continues with them.
# The zeros are measured again when it continues. A placement is stored as its difference from the empty board.


FORMAT = 1


class NotThisBoardError(ValueError):
    """The stored placements are of another board, or of one that was changed since; the message says which."""


def progress_text(calibrating: CalibrationProcedure) -> str:
    """The placements of a calibration as text."""
    content = {
        "format": FORMAT,
        "board": _fingerprint(calibrating.setting),
        "broken": sorted(calibrating.broken),
        "done": [_written(each) for each in calibrating.done],
    }
    return json.dumps(content) + "\n"


def resumed(text: str, setting: BoardSetting) -> CalibrationProcedure:
    """The calibration that continues with the stored placements, starting with the empty board.

    :raises NotThisBoardError: if they are another board's. :raises ValueError: if the text is no stored calibration.
    """
    content = json.loads(text)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError("it is no calibration that was begun")
    if content.get("board") != _fingerprint(setting):
        raise NotThisBoardError("it is of another board, or this one was calibrated, wired or described again since")
    plan = frozenset(placements_of(setting.geometry))
    done = tuple(_read(each) for each in _list(content.get("done")))
    broken = frozenset(_list(content.get("broken")))
    if not {each.stand for each in done} <= plan or not broken <= frozenset(range(SQUARE_COUNT)):
        raise ValueError("it has placements that no calibration asks for")
    begun = CalibrationProcedure(setting, done=done)
    return replace(begun, measured_empty=replace(begun.empty_board, broken=broken))


def _fingerprint(setting: BoardSetting) -> str:
    """A hash of all that the stored fields depend on."""
    wiring = None if setting.wiring is None else asdict(setting.wiring)
    depends_on = [asdict(setting.geometry), asdict(setting.calibration), wiring]
    return sha256(json.dumps(depends_on).encode()).hexdigest()[:20]


def _written(done: PlacementDone) -> dict[str, object]:
    placement = done.placement
    return {
        "square": done.stand.square,
        "level": done.stand.level,
        "polarity": done.polarity,
        "silent": done.silent,
        "fields": None if placement is None else [round(value, 5) for value in placement.fields],
        "variance": None if placement is None else [float(f"{value:.3g}") for value in placement.variance],
        "deaf": None if placement is None else sorted(placement.deaf),
        "minutes": None if placement is None else round(placement.minutes, 3),
    }


def _read(content: object) -> PlacementDone:
    if not isinstance(content, dict):
        raise ValueError("a placement is no object")  # noqa: TRY004 - it is the file that is wrong
    stand = PlannedPlacement(_whole(content.get("square")), _whole(content.get("level")))
    polarity, silent = _whole(content.get("polarity")), content.get("silent") is True
    if content.get("fields") is None:
        return PlacementDone(stand, None, polarity, silent)
    if polarity not in {1, -1}:
        raise ValueError("a magnet points up or down")
    deaf = frozenset(_list(content.get("deaf")))
    fields, variance = _numbers(content.get("fields")), _numbers(content.get("variance"))
    # Earlier versions stored no time; their variances include the drift.
    minutes = _number(content.get("minutes", 0.0))
    placement = MeasuredPlacement(stand.square, stand.level, fields, variance, deaf, minutes)
    return PlacementDone(stand, placement, polarity, silent)


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")  # noqa: TRY004 - it is the file that is wrong
    return value


def _list(value: object) -> list[int]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")  # noqa: TRY004 - it is the file that is wrong
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _numbers(value: object) -> tuple[float, ...]:
    numbers = tuple(map(_number, _list(value)))
    if len(numbers) != SQUARE_COUNT:
        raise ValueError("the fields of a placement are 25 numbers")
    return numbers

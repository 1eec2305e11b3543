"""The self-test: a walk of all lights, a worker put on each, and what is wired to the wrong square, dead or mirrored.

Whether a light or a sensor is at the wrong square is found by asking: where a light and the sensor under it agree, both
are right (or the board lies turned, which two corners show); where they do not, a person says where the light is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from calibration.calibration_result import SensorFinding, SensorTroubleKind, finding_messages
from calibration.empty_board import LEAST_FRAMES, EmptyBoard
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
from calibration.rest_average import RestAverage
from calibration.selftest_answers import (
    FeltSensor,
    LightShown,
    LightsWalked,
    NamedLight,
    Reply,
    SelftestFindings,
    SelftestQuestion,
)
from calibration.wiring_map import (
    STRAIGHT,
    Order,
    TouchedSensor,
    UnclearTouch,
    completed,
    order_messages,
    rearranged,
    rewired,
    touched,
)
from common.message import Message
from hardware.board import ButtonPressed, Frame
from hardware.calibration import Calibration
from hardware.wiring import Wiring

REST_FOR = 600
"""So many ms a worker rests before it is looked for."""
COLOUR_FOR = 700
"""So many ms a light that is asked about has each of its colours."""

_COLOURS = (LightMeaning.RED, LightMeaning.GREEN, LightMeaning.BLUE)


class SelftestStage(StrEnum):
    """Where a self-test is."""

    EMPTY = "empty"
    COLOURS = "colours"
    WALK = "walk"
    NAME = "name"
    SENSOR = "sensor"
    RESULT = "result"
    ACCEPTED = "accepted"
    STOPPED = "stopped"


_STAGES = {
    LightShown: SelftestStage.COLOURS,
    LightsWalked: SelftestStage.WALK,
    NamedLight: SelftestStage.NAME,
    FeltSensor: SelftestStage.SENSOR,
}


@dataclass(frozen=True, slots=True)
class Tested:
    """The result: for each square the square for which its sensor and its light were taken, notes, and what to store so
    that all is right (None if nothing changes, or if the board's wiring is unclear)."""

    sensors: Order
    lights: Order
    notes: tuple[Message, ...]
    wiring: Wiring | None = None
    calibration: Calibration | None = None

    @property
    def straight(self) -> bool:
        """Whether every sensor and every light belongs to the square for which it is taken."""
        return self.sensors == self.lights == STRAIGHT


@dataclass(frozen=True, slots=True)
class SelftestProcedure:
    """A self-test on its way."""

    setting: BoardSetting
    replies: tuple[Reply, ...] = ()
    ended: SelftestStage | None = None
    measured_empty: EmptyBoard | None = None
    rest: RestAverage = RestAverage()  # noqa: RUF009 - a frozen value
    looked: bool = True
    faint: bool = False
    complaint: Message | None = None
    at: int = 0

    # -- what to show

    @property
    def empty_board(self) -> EmptyBoard:
        """The empty board as far as it is known."""
        return self.measured_empty or EmptyBoard.of(self.setting)

    @property
    def findings(self) -> SelftestFindings:
        """What has been found out."""
        return SelftestFindings(self.setting.geometry.squares, self.setting.geometry.size, self.replies)

    @property
    def question(self) -> SelftestQuestion | None:
        """What is asked now; None at the end."""
        return next(self.findings.questions, None)

    @property
    def stage(self) -> SelftestStage:
        """Where it is."""
        if self.ended is not None:
            return self.ended
        if self.empty_board.found is None:
            return SelftestStage.EMPTY
        question = self.question
        return SelftestStage.RESULT if question is None else _STAGES[question.kind]

    @property
    def view(self) -> ProcedureState:
        """What to show."""
        stage, question = self.stage, self.question
        asking = question is not None and stage in _STAGES.values()
        says = (
            self.complaint or (self.empty_board.complaint if stage is SelftestStage.EMPTY else None) or self._sentence()
        )
        ahead = sum(1 for _ in self.findings.questions)
        over = stage in {SelftestStage.ACCEPTED, SelftestStage.STOPPED}
        return ProcedureState(
            step=stage,
            lit=() if over else self._lit(),
            message=says,
            done=len(self.replies) + (stage is not SelftestStage.EMPTY),
            total=len(self.replies) + ahead + 1,
            answers=self._answers(),
            notes=tested(self).notes if stage is SelftestStage.RESULT else (),
            names=stage in {SelftestStage.WALK, SelftestStage.NAME},
            expected=question.about if question is not None and asking and stage is not SelftestStage.COLOURS else None,
            level=0 if stage in {SelftestStage.WALK, SelftestStage.SENSOR} else None,
            over=over,
        )

    @property
    def _can_undo(self) -> bool:
        return bool(self.replies) and self.stage not in {
            SelftestStage.EMPTY,
            SelftestStage.ACCEPTED,
            SelftestStage.STOPPED,
        }

    def _answers(self) -> frozenset[ProcedureAnswer]:
        answers = {ProcedureAnswer.STOP, ProcedureAnswer.AGAIN} | ({ProcedureAnswer.UNDO} if self._can_undo else set())
        match self.stage:
            case SelftestStage.ACCEPTED | SelftestStage.STOPPED:
                return frozenset()
            case SelftestStage.EMPTY:
                answers |= {ProcedureAnswer.SKIP} if self.empty_board.wrong else set()
            case SelftestStage.COLOURS | SelftestStage.WALK | SelftestStage.NAME:
                answers |= {ProcedureAnswer.NEXT, ProcedureAnswer.SKIP}
            case SelftestStage.SENSOR:
                answers |= {ProcedureAnswer.SKIP} | ({ProcedureAnswer.NEXT} if self.faint else set())
            case SelftestStage.RESULT:
                answers |= {ProcedureAnswer.NEXT}
        return frozenset(answers)

    def _sentence(self) -> Message:
        question = self.question
        if question is None or self.stage not in _STAGES.values():
            result = self.stage is SelftestStage.RESULT
            return message(f"selftest.{self._verdict() if result else self.stage}")
        if question.kind is LightShown:
            return message(f"selftest.colour_{_COLOURS[question.about]}")
        return message(f"selftest.{self.stage}", square=name_of(question.about))

    def _verdict(self) -> str:
        result = tested(self)
        if not result.straight:
            return "offer" if result.wiring is not None else "rewire"
        return "findings" if result.notes else "all_well"

    def _lit(self) -> tuple[LitSquare, ...]:
        question = self.question
        if self.stage is SelftestStage.EMPTY:
            return tuple(LitSquare(square, LightMeaning.WRONG) for square in self.empty_board.wrong)
        if question is None:
            return ()
        if question.kind is LightShown:
            return tuple(LitSquare(square, _COLOURS[question.about]) for square in self.setting.geometry.squares)
        if question.kind is FeltSensor:
            light = self.findings.lights.get(question.about)
            return () if light is None else (LitSquare(light, LightMeaning.TARGET),)
        return (LitSquare(question.about, _COLOURS[self.at // COLOUR_FOR % 3]),)

    # -- what comes

    def after(self, given: Input) -> SelftestProcedure:
        """The self-test after this."""
        match given:
            case Frame():
                return self._measured(given)
            case ButtonPressed():
                return self.after(answer_of(given))
            case ProcedureAnswer():
                return self._answered(given) if given in self.view.answers else self
            case NamedSquare(square):
                valid = self.view.names and square in self.setting.geometry.squares
                return self._named(square) if valid else self
            case _ as never:
                assert_never(never)

    def _answered(self, answer: ProcedureAnswer) -> SelftestProcedure:
        match answer:
            case ProcedureAnswer.STOP:
                return replace(self, ended=SelftestStage.STOPPED)
            case ProcedureAnswer.UNDO:
                return replace(self._with(None), replies=self.replies[:-1])
            case ProcedureAnswer.AGAIN if self.stage is SelftestStage.RESULT:
                return SelftestProcedure(self.setting, at=self.at)
            case ProcedureAnswer.AGAIN:
                measured = self.empty_board.restarted() if self.stage is SelftestStage.EMPTY else self.measured_empty
                return replace(
                    self, measured_empty=measured, rest=RestAverage(), looked=False, faint=False, complaint=None
                )
            case ProcedureAnswer.SKIP if self.stage is SelftestStage.EMPTY:
                return replace(self, measured_empty=self.empty_board.without_wrong())
            case ProcedureAnswer.NEXT if self.stage is SelftestStage.RESULT:
                return replace(self, ended=SelftestStage.ACCEPTED)
            case ProcedureAnswer.NEXT | ProcedureAnswer.SKIP:
                return self._said(yes=answer is ProcedureAnswer.NEXT)

    def _said(self, *, yes: bool) -> SelftestProcedure:
        question = self.question
        if question is None:
            return self
        about = question.about
        if question.kind is LightShown:
            return self._with(LightShown(about, yes))
        if question.kind is FeltSensor:
            return self._with(FeltSensor(about, None, tried=yes))
        if yes and not self.faint:
            return self._named(about)
        if question.kind is NamedLight:
            return self._with(NamedLight(about, None))
        return self._with(LightsWalked(about, dark=not yes))

    def _named(self, square: int) -> SelftestProcedure:
        question = self.question
        if question is None:
            return self
        walk = question.kind is LightsWalked
        return self._with(LightsWalked(question.about, named=square) if walk else NamedLight(question.about, square))

    def _with(self, reply: Reply | None) -> SelftestProcedure:
        """With a reply; a worker that stands somewhere is looked for again only when it has moved."""
        replies = self.replies if reply is None else (*self.replies, reply)
        return replace(self, replies=replies, looked=True, faint=False, complaint=None)

    def _measured(self, frame: Frame) -> SelftestProcedure:
        now = replace(self, at=frame.at)
        empty = self.empty_board
        if empty.found is None:
            return replace(now, measured_empty=empty.after(frame))
        rest = self.rest.after(frame, empty.found.noise)
        if rest.count == 1:
            return replace(now, rest=rest, looked=False, faint=False, complaint=None)
        now = replace(now, rest=rest)
        if self.looked or rest.duration < REST_FOR or rest.count < LEAST_FRAMES:
            return now
        return _looked_at(now)


def _looked_at(state: SelftestProcedure) -> SelftestProcedure:
    """After a look at what rests on the board."""
    question, zero = state.question, state.empty_board.found
    if question is None or zero is None or question.kind not in {LightsWalked, FeltSensor}:
        return replace(state, looked=True)
    deaf = state.empty_board.broken
    change = tuple(
        0.0 if square in deaf else mean - before
        for square, (mean, before) in enumerate(zip(state.rest.means, zero.means, strict=True))
    )
    found = touched(change, state.rest.clipped - deaf, state.setting.reach)
    match found:
        case UnclearTouch.NOTHING:
            return replace(state, looked=True)
        case UnclearTouch.FAINT | UnclearTouch.SEVERAL:
            faint = found is UnclearTouch.FAINT
            return replace(state, looked=True, faint=faint, complaint=message(f"selftest.{found.value}"))
        case TouchedSensor(sensor):
            return _felt(state, question, sensor)


def _felt(state: SelftestProcedure, question: SelftestQuestion, sensor: int) -> SelftestProcedure:
    before = {reply.sensor for reply in state.replies if isinstance(reply, (LightsWalked, FeltSensor))}
    if sensor in before:
        says = message("selftest.again", square=name_of(sensor))
        return replace(state, looked=True, complaint=says)
    about = question.about
    reply = LightsWalked(about, sensor) if question.kind is LightsWalked else FeltSensor(about, sensor)
    return replace(state, replies=(*state.replies, reply), looked=True, faint=False, complaint=None)


def tested(state: SelftestProcedure) -> Tested:
    """What a self-test has found."""
    findings, geometry, setting = state.findings, state.setting.geometry, state.setting
    sensors = completed(findings.sensors, geometry.squares)
    lights = completed(findings.lights, geometry.squares)
    measured = state.empty_board.found
    notes = [
        *order_messages("sensors", findings.sensors, geometry.size),
        *order_messages("lights", findings.lights, geometry.size),
    ]
    notes += [] if findings.colours_right else [message("selftest.wrong_colours")]
    notes += [message("selftest.dark", squares=names_of(findings.dark))] if findings.dark else []
    troubles = {
        SensorTroubleKind.ENDED: state.empty_board.broken,
        SensorTroubleKind.NOISY: measured.noisy if measured is not None else frozenset(),
        SensorTroubleKind.SILENT: findings.silent - state.empty_board.broken,
        SensorTroubleKind.LEFT_OUT: findings.untried,
    }
    notes += finding_messages(
        SensorFinding(square, trouble) for trouble, squares in troubles.items() for square in squares
    )
    if setting.wiring is None or (sensors == STRAIGHT and lights == STRAIGHT):
        return Tested(sensors, lights, tuple(notes))
    return Tested(
        sensors,
        lights,
        tuple(notes),
        rewired(setting.wiring, sensors, lights),
        rearranged(setting.calibration, sensors),
    )

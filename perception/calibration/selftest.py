"""The self-test: a walk of all lights, a worker put on each, and what is wired to the wrong square, dead or mirrored.

Whether a light or a sensor is at the wrong square is found by asking: where a light and the sensor under it agree, both
are right (or the board lies turned, which two corners show); where they do not, a person says where the light is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import assert_never

from common.message import Message
from hardware.board import SQUARE_COUNT, ButtonPressed, Frame, Weighed
from hardware.calibration import Calibration
from hardware.wiring import Wiring
from perception.calibration.calibration_result import SensorFinding, SensorTroubleKind, finding_messages
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
from perception.calibration.rest_average import LEAST_FRAMES, EmptyBoard, Fields, RestAverage
from perception.calibration.walk_check import WalkReadings

# ---- wiring map
#
# Which sensor and which light belong to which square: how that is found, corrected and reported.


Order = tuple[int, ...]
"""For each square, the square for which its sensor (or its light) was taken until now."""

STRAIGHT: Order = tuple(range(SQUARE_COUNT))


def symmetries(size: int) -> Iterator[tuple[str, Order]]:
    """The ways in which a whole board can be turned or mirrored, by name: where each square is found then."""
    last = size - 1
    ways: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "turned_1": lambda file, rank: (rank, last - file),
        "turned_2": lambda file, rank: (last - file, last - rank),
        "turned_3": lambda file, rank: (last - rank, file),
        "mirrored_files": lambda file, rank: (last - file, rank),
        "mirrored_ranks": lambda file, rank: (file, last - rank),
        "mirrored_rising": lambda file, rank: (rank, file),
        "mirrored_falling": lambda file, rank: (last - rank, last - file),
    }
    for name, turned in ways.items():
        order = list(STRAIGHT)
        for rank in range(size):
            for file in range(size):
                to_file, to_rank = turned(file, rank)
                order[5 * rank + file] = 5 * to_rank + to_file
        yield name, tuple(order)


def symmetry_of(pairs: Mapping[int, int], size: int) -> Order | None:
    """The one way to turn or mirror the board that fits these pairs of squares; None if none does, or several do."""
    fitting = [order for _, order in symmetries(size) if all(order[square] == other for square, other in pairs.items())]
    return fitting[0] if len(fitting) == 1 else None


def completed(found: Mapping[int, int], squares: tuple[int, ...]) -> Order:
    """An order with what was found; what is not known stays as it is where it can, and else takes what is left over."""
    order = list(STRAIGHT)
    left = [square for square in squares if square not in found.values()]
    for square, was in found.items():
        order[square] = was
    unknown = [square for square in squares if square not in found]
    for square in [each for each in unknown if each in left]:
        left.remove(square)
        unknown.remove(square)
    for square, was in zip(unknown, left, strict=True):
        order[square] = was
    return tuple(order)


def rewired(wiring: Wiring, sensors: Order, lights: Order) -> Wiring:
    """The wiring with the sensors and lights in these orders."""
    return Wiring(tuple(wiring.sensors[was] for was in sensors), tuple(wiring.lights[was] for was in lights))


def rearranged(calibration: Calibration, sensors: Order) -> Calibration:
    """The calibration of the same sensors when they are in this order."""
    return replace(
        calibration,
        offsets=tuple(calibration.offsets[was] for was in sensors),
        gains=tuple(calibration.gains[was] for was in sensors),
    )


def order_messages(what: str, found: Mapping[int, int], size: int) -> tuple[Message, ...]:
    """What is to be said of the sensors or lights (``what``): nothing if each is at its square, one sentence if all are
    turned or mirrored, or else one for each two that are exchanged and each that is elsewhere."""
    amiss = {square: was for square, was in found.items() if square != was}
    if not amiss:
        return ()
    for name, order in symmetries(size):
        if len(found) > 2 and all(order[was] == square for square, was in found.items()):
            return (message(f"selftest.{what}_{name}"),)
    said = []
    for square, was in sorted(amiss.items()):
        if amiss.get(was) != square:
            said.append(message(f"selftest.{what}_elsewhere", square=name_of(was), found=name_of(square)))
        elif square < was:
            said.append(message(f"selftest.{what}_exchanged", one=name_of(square), other=name_of(was)))
    return tuple(said)


STRONG = 4.0
"""On the ground, or on a block, a worker is felt by its own sensor with so many mT at least."""
FAINT = 0.3
"""So much is felt around it."""
ALONE = 3.0
"""Its own sensor feels so many times more than any other."""


class UnclearTouch(Enum):
    """Why no sensor was named: nothing is felt, only faintly (as around a dead sensor), or by several at once."""

    NOTHING = "nothing"
    FAINT = "faint"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class TouchedSensor:
    """A worker is over the sensor that is taken for this square's."""

    sensor: int


def touched(change: Fields, clipped: frozenset[int], reach: float) -> TouchedSensor | UnclearTouch:
    """The sensor that a worker is over, by what changed in mT against the empty board; ``clipped`` sensors feel
    ``reach`` or more."""
    felt = [max(abs(change[square]), reach if square in clipped else 0.0) for square in range(SQUARE_COUNT)]
    first, second = sorted(range(SQUARE_COUNT), key=lambda square: -felt[square])[:2]
    if felt[first] >= STRONG:
        return TouchedSensor(first) if felt[second] * ALONE < felt[first] else UnclearTouch.SEVERAL
    return UnclearTouch.FAINT if felt[first] >= FAINT else UnclearTouch.NOTHING


# ---- selftest


# ---- selftest answers
#
# What has been found out in a self-test so far, and what follows from it: all from the list of replies.


@dataclass(frozen=True, slots=True)
class LightShown:
    """Whether all lights show the colour of this number (red, green, blue)."""

    number: int
    right: bool


@dataclass(frozen=True, slots=True)
class LightsWalked:
    """To the light that is taken for square ``light``'s: a worker was put where it shines and the sensor that is taken
    for square ``sensor``'s felt it (None: none did), or the square where it shines was ``named``, or it is dark."""

    light: int
    sensor: int | None = None
    named: int | None = None
    dark: bool = False


@dataclass(frozen=True, slots=True)
class NamedLight:
    """The light that is taken for square ``light``'s shines on the square that was ``named`` (None: it is dark)."""

    light: int
    named: int | None


@dataclass(frozen=True, slots=True)
class FeltSensor:
    """A worker on ``square`` was felt by the sensor that is taken for square ``sensor``'s; None: by none. ``tried`` is
    whether anybody put a worker there at all."""

    square: int
    sensor: int | None
    tried: bool = True


Reply = LightShown | LightsWalked | NamedLight | FeltSensor


@dataclass(frozen=True, slots=True)
class SelftestQuestion:
    """What is asked next: about the colour of this number, where a light shines (by a worker, or only by name), or for
    a worker on a square."""

    kind: type[Reply]
    about: int


@dataclass(frozen=True, slots=True)
class SelftestFindings:
    """What replies of a board with these squares come to."""

    squares: tuple[int, ...]
    size: int
    replies: tuple[Reply, ...]

    @property
    def questions(self) -> Iterator[SelftestQuestion]:
        """What is still to be asked, as far as it can be known now."""
        shown = {each.number for each in self.replies if isinstance(each, LightShown)}
        yield from (SelftestQuestion(LightShown, number) for number in range(3) if number not in shown)
        walked = {each.light for each in self._walks}
        yield from (SelftestQuestion(LightsWalked, light) for light in self.squares if light not in walked)
        if len(walked) == len(self.squares):
            to_name = self._to_name()
            yield from (SelftestQuestion(NamedLight, light) for light in to_name)
            if not to_name:
                felt = self._felt
                yield from (SelftestQuestion(FeltSensor, square) for square in self.squares if square not in felt)

    @property
    def colours_right(self) -> bool:
        """Whether the lights show the colours they should."""
        return all(each.right for each in self.replies if isinstance(each, LightShown))

    @property
    def lights(self) -> dict[int, int]:
        """For squares whose light is known: the square whose light it was taken for."""
        return {square: light for light, square in self._places.items()}

    @property
    def dark(self) -> frozenset[int]:
        """The lights that do not shine, by the squares whose they were taken for."""
        return frozenset(light for light in self.squares if light not in self._places and self._is_dark(light))

    @property
    def sensors(self) -> dict[int, int]:
        """For squares whose sensor is known: the square whose sensor it was taken for."""
        return {square: sensor for square, sensor in self._felt.items() if sensor is not None}

    @property
    def silent(self) -> frozenset[int]:
        """The squares where no sensor feels a worker."""
        felt = self._felt
        return frozenset(square for square in self.squares if felt.get(square, 0) is None) - self.untried

    @property
    def untried(self) -> frozenset[int]:
        """The squares where nobody tried."""
        return frozenset(each.square for each in self.replies if isinstance(each, FeltSensor) and not each.tried)

    # -- what follows from what

    @property
    def _walks(self) -> list[LightsWalked]:
        return [each for each in self.replies if isinstance(each, LightsWalked)]

    def _named_lights(self) -> dict[int, int | None]:
        """The lights of which a person said where they shine; the last word counts."""
        named: dict[int, int | None] = {}
        for each in self.replies:
            if isinstance(each, NamedLight) or (isinstance(each, LightsWalked) and each.named is not None):
                named.pop(each.light, None)  # so that they are in the order in which they were last said
                named[each.light] = each.named
        return named

    def _is_dark(self, light: int) -> bool:
        said = self._named_lights()
        return said[light] is None if light in said else any(each.dark for each in self._walks if each.light == light)

    @property
    def _always_asked(self) -> tuple[int, ...]:
        """Lights that are always named: two corners show whether the board as a whole is turned or mirrored, lights and
        sensors alike, and if they say so, a third square shows whether that is not about these corners alone."""
        corners = self.squares[0], self.squares[self.size - 1]
        return corners if self._turn() == STRAIGHT else (*corners, self.squares[1])

    def _turn(self) -> Order:
        """How the board as a whole is turned or mirrored; straight unless its corners say otherwise."""
        said = self._named_lights()
        marks = (self.squares[0], self.squares[self.size - 1], self.squares[1])
        named = {light: square for light in marks if (square := said.get(light)) is not None}
        if len(named) < 2 or all(light == square for light, square in named.items()):
            return STRAIGHT
        return symmetry_of(named, self.size) or STRAIGHT

    @property
    def _places(self) -> dict[int, int]:
        """For each light that shines: the square where it does."""
        said, turn = self._named_lights(), self._turn()
        places = {light: square for light, square in said.items() if square is not None}
        for walk in self._walks:
            if walk.light not in said and walk.sensor == walk.light:
                places[walk.light] = turn[walk.light]  # light and sensor agree: both are right, or turned alike
        return places

    def _to_name(self) -> list[int]:
        """The lights of which only a person can say where they shine."""
        said, places = self._named_lights(), self._places
        unsure = [
            walk.light
            for walk in self._walks
            if walk.light not in said
            and not walk.dark
            and (walk.sensor != walk.light or walk.light in self._always_asked)
        ]
        if unsure:
            return unsure
        times = Counter(places.values())
        twice = [light for light, square in places.items() if times[square] > 1]
        # What was said longest ago, or never, is asked again first.
        return sorted(twice, key=lambda light: (*said,).index(light) if light in said else -1)[:1]

    @property
    def stood(self) -> dict[int, int]:
        """The squares where a worker was felt, by the number of the reply."""
        places, stood = self._places, dict[int, int]()
        for number, reply in enumerate(self.replies):
            if isinstance(reply, LightsWalked) and reply.sensor is not None and reply.light in places:
                stood[number] = places[reply.light]
            elif isinstance(reply, FeltSensor) and reply.sensor is not None:
                stood[number] = reply.square
        return stood

    @property
    def _felt(self) -> dict[int, int | None]:
        """For each square where a worker was put: the sensor that felt it, by the square whose it was taken for."""
        places, felt = self._places, dict[int, int | None]()
        for walk in self._walks:
            if walk.light in places and (walk.sensor is not None or walk.named is None):
                felt[places[walk.light]] = walk.sensor
        felt.update({each.square: each.sensor for each in self.replies if isinstance(each, FeltSensor)})
        return felt


# ---- selftest


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
    """A self-test on its way. ``standing`` is the number of the reply of the worker that still stands where it was
    felt, ``besides`` what the scale and the sensors outside the squares measure on the way."""

    setting: BoardSetting
    replies: tuple[Reply, ...] = ()
    ended: SelftestStage | None = None
    measured_empty: EmptyBoard | None = None
    rest: RestAverage = RestAverage()  # noqa: RUF009 - a frozen value
    looked: bool = True
    faint: bool = False
    complaint: Message | None = None
    at: int = 0
    standing: int | None = None
    besides: WalkReadings | None = None

    # -- what to show

    @property
    def empty_board(self) -> EmptyBoard:
        """The empty board as far as it is known."""
        return self.measured_empty or EmptyBoard.of(self.setting)

    @property
    def walk(self) -> WalkReadings:
        """What the scale and the sensors outside the squares have measured."""
        return self.besides or WalkReadings(self.setting.scale, self.setting.further)

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
            case Weighed():
                is_empty = self.ended is None and self.empty_board.found is None
                return replace(self, besides=self.walk.weighed(given, self.standing, is_empty=is_empty))
            case ButtonPressed():
                return self.after(answer_of(given))
            case ProcedureAnswer():
                return self._answered(given) if given in self.view.answers else self
            case NamedSquare(square):
                valid = self.view.names and square in self.setting.geometry.squares
                return self._named(square) if valid else self
            case NamedMass():
                return self
            case _ as never:
                assert_never(never)

    def _answered(self, answer: ProcedureAnswer) -> SelftestProcedure:
        match answer:
            case ProcedureAnswer.STOP:
                return replace(self, ended=SelftestStage.STOPPED)
            case ProcedureAnswer.UNDO:
                left = self.replies[:-1]
                return replace(self._with(None), replies=left, standing=None, besides=self.walk.undone(len(left)))
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
        now, whole, frame = replace(self, at=frame.at), frame, frame.of_squares
        empty = self.empty_board
        if empty.found is None:
            measured, walk = empty.after(frame), self.walk.measured(whole, has_moved=False)
            return replace(
                now, measured_empty=measured, besides=walk if measured.found is None else walk.emptied(whole)
            )
        rest = self.rest.after(frame, empty.found.noise)
        walk = self.walk.measured(whole, has_moved=rest.count == 1)
        now = replace(now, rest=rest, besides=walk)
        if rest.count == 1:
            return replace(now, looked=False, faint=False, complaint=None, standing=None)
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
    number = len(state.replies)
    felt = replace(state, replies=(*state.replies, reply), looked=True, faint=False, complaint=None)
    return replace(felt, standing=number, besides=state.walk.replied(number))


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
    notes += state.walk.notes(geometry, findings.stood)
    if setting.wiring is None or (sensors == STRAIGHT and lights == STRAIGHT):
        return Tested(sensors, lights, tuple(notes))
    return Tested(
        sensors,
        lights,
        tuple(notes),
        rewired(setting.wiring, sensors, lights),
        rearranged(setting.calibration, sensors),
    )

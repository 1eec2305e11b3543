"""The results of simulated games: what happened at each step and at each visit of a magnet, and the figures over
many games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import pi
from random import Random

from hardware.hand_actions import MagnetVisit
from hardware.virtual_hands import VisitingHand
from thera.simulator.hand_styles import (
    FamilyMishap,
    HandHabits,
    HandStyleName,
    HoverFigures,
    HoverOutcome,
    ScaleMishap,
    StepCause,
    TableDoubt,
    TouchFigures,
    TouchKind,
    TouchOutcome,
)
from thera.simulator.simulated_board import WorldFault
from thera.simulator.tested_table import Histogram, WarnedSince

# ---- Visits of magnets


AWAY = (45.0, 90.0)
"""The distance of magnets outside the rim, in mm."""
FIELD = (0.2, 1.0)
"""The strength of magnets at the sensor that feels them most, in mT."""
HEIGHT = (5.0, 40.0)
STAY = (5_000.0, 11_000.0)
WORN = 0.4
STRAY = "board.stray"
"""The warning by which the table names a magnet."""
THING = "board.thing"
"""The warning by which it names what lies on a plate that weighs."""
UNSTEADY = "board.scale_unsteady"
"""The warning that something leans on such a plate."""
FORGIVEN = 3_000
"""The ms after any of these was taken away in which the table may still name it."""


@dataclass(frozen=True, slots=True)
class MagnetSeen:
    """A visit of a magnet: the ms until the table named it, or None if it did not."""

    named: float | None


class MagnetVisits:
    """The visits of one game."""

    def __init__(self, visitor: VisitingHand, habits: HandHabits, *, size: int, pitch: float, chance: Random) -> None:
        self._visitor = visitor
        self._habits = habits
        self._first, self._last = -0.5 * pitch, (size - 0.5) * pitch
        self._chance = chance
        self._visits: list[tuple[int, float]] = []

    def game_begins(self) -> None:
        """Place a magnet, with some chance, before the first worker is placed."""
        if self._habits.magnet_first and self._chance.random() < self._habits.magnet_first:
            self._begin()

    def step_begins(self) -> None:
        """Let a magnet come, with some chance, while hands do this step."""
        if self._habits.magnets and self._visitor.idle and self._chance.random() < self._habits.magnets:
            self._begin()

    def near(self) -> bool:
        """Whether a magnet is near, or on its way."""
        return not self._visitor.idle

    def near_since(self, at: float) -> bool:
        """Whether a magnet was near at any time from ``at`` on."""
        return self.near() or any(end >= at for _, end in self._visits)

    @property
    def explains_warning(self) -> bool:
        """Whether a magnet is near, or was until a short while ago."""
        return self.near_since(self._visitor.now - FORGIVEN)

    def seen(self, warnings: Sequence[WarnedSince]) -> tuple[MagnetSeen, ...]:
        """Return the results of the visits, by the warnings that the table gave."""
        times = [each.at for each in warnings if STRAY in each.keys]
        found = []
        for began, end in self._visits:
            named = next((at - began for at in times if began <= at <= end), None)
            found.append(MagnetSeen(named))
        return tuple(found)

    def _begin(self) -> None:
        chance = self._chance
        visit = MagnetVisit(
            *self._beside(),
            height=chance.uniform(*HEIGHT),
            field=chance.uniform(*FIELD),
            heading=chance.uniform(-pi, pi),
            dip=chance.uniform(-pi / 2, pi / 2),
            stay=chance.uniform(*STAY),
            worn=chance.random() < WORN,
        )
        now = self._visitor.now
        self._visits.append((now, now + visit.stay + 2000))
        self._visitor.visit(visit)

    def _beside(self) -> tuple[float, float]:
        along, away = self._chance.uniform(self._first, self._last), self._chance.uniform(*AWAY)
        return self._chance.choice(
            (
                (along, self._first - away),
                (along, self._last + away),
                (self._first - away, along),
                (self._last + away, along),
            )
        )


# ---- Games and figures


class SimulationFaultKind(StrEnum):
    """Faults that must not happen, or should be rare. ``WRONG``: the game is not what hands did. ``STUCK``: it does not
    go on. ``ASKED``: there was a doubt about a correct step. ``UNNOTICED``: the table did not report a mistake of the
    hands.
    """

    WRONG = "wrong"
    STUCK = "stuck"
    ASKED = "asked"
    UNNOTICED = "unnoticed"


@dataclass(frozen=True, slots=True)
class SimulationFault:
    """A fault, with everything to replay it."""

    kind: SimulationFaultKind
    seed: int
    cause: str
    powers: str
    turn: int
    position: str
    intended: str
    detail: str
    board: str

    def line(self) -> str:
        """Return one line for people."""
        return (
            f"{self.kind}: seed {self.seed}, {self.cause}, {self.powers}, turn {self.turn}, {self.position}:"
            f" hands did {self.intended}; {self.detail}; on the board {self.board}"
        )


class Rival(StrEnum):
    """The reading of the same frames by thresholds for each square: the step that was done, another legal one, or
    none."""

    RIGHT = "right"
    OTHER = "other"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class StepDone:
    """An act of hands: the number of ``steps`` in the way of ``cause``, while ``fault`` spoilt the world.

    ``asked``: a question was put about it or the table was not sure; ``revised``: something else was believed first;
    ``settled``: ms from the last movement to the acceptance; ``noticed``: whether a mistake was reported (None without
    one, or if it could not be noticed yet); ``rival`` is None for steps that move no worker; ``warned``: whether the
    table warned of a sensor or a stray magnet in a world where nothing is wrong; ``phantom``: the table played a step
    that no hand made; ``touch`` and ``touched``: the touch of a build, and its result (None without a build);
    ``block_first``: its block was put before the touch; ``question``: the table's first question; ``hover``: the result
    of a hand that hesitated before; ``magnet``: a watch, a phone or a speaker was near; ``announced``: the table plays
    the seat, and had announced the steps.
    """

    cause: StepCause
    fault: WorldFault | None
    steps: int
    asked: bool = False
    revised: bool = False
    wrong: bool = False
    stuck: bool = False
    settled: float | None = None
    noticed: bool | None = None
    rival: Rival | None = None
    warned: bool = False
    phantom: bool = False
    touch: TouchKind | None = None
    touched: TouchOutcome = TouchOutcome.READ
    block_first: bool = False
    question: TableDoubt | None = None
    hover: HoverOutcome | None = None
    magnet: bool = False
    announced: bool = False


@dataclass(slots=True)
class GameRecord:
    """One game. ``done`` are the acts of hands, ``chosen`` counts the steps that the table knew except for block or
    dome, which only the phone can tell (they count as recognised), ``told`` those done on the phone, ``offers`` the
    recovery options that players took; ``waits`` are ms from the frame to the lights, ``work`` ms of processor time of
    a frame, ``work_near`` the same near a magnet, ``lifts``, ``landings`` and ``builds`` ms of the board's clock until
    the lights answered a worker or a block that was weighed; ``seconds`` is its duration; ``doubts`` are the steps that
    were asked about, ``magnets`` are the visits of watches, phones and speakers."""

    seed: int
    turns: int = 0
    frames: int = 0
    chosen: int = 0
    told: int = 0
    offers: int = 0
    seconds: float = 0.0
    done: list[StepDone] = field(default_factory=list)
    faults: list[SimulationFault] = field(default_factory=list)
    doubts: list[SimulationFault] = field(default_factory=list)
    magnets: tuple[MagnetSeen, ...] = ()
    waits: Histogram = field(default_factory=Histogram)
    work: Histogram = field(default_factory=Histogram)
    work_near: Histogram = field(default_factory=Histogram)
    lifts: Histogram = field(default_factory=Histogram)
    landings: Histogram = field(default_factory=Histogram)
    builds: Histogram = field(default_factory=Histogram)


@dataclass(frozen=True, slots=True)
class SimulationFigures:
    """The steps of one cause, of one fault of the world, or of all together; times in ms."""

    steps: int
    unasked: int
    share: float
    asked: int
    revised: int
    wrong: int
    stuck: int
    phantoms: int
    noticed: int
    unnoticed: int
    warned: int
    settled_median: float | None
    settled_p99: float | None

    @classmethod
    def of(cls, done: Iterable[StepDone]) -> SimulationFigures:
        """Over these."""
        all_done = list(done)
        steps = sum(each.steps for each in all_done)
        asked = sum(each.steps for each in all_done if each.asked)
        wrong = sum(each.steps for each in all_done if each.wrong)
        stuck = sum(each.steps for each in all_done if each.stuck and not each.asked)
        settled = Histogram.of(each.settled for each in all_done if each.settled is not None)
        return cls(
            steps=steps,
            unasked=steps - asked - wrong - stuck,
            share=(steps - asked - wrong - stuck) / steps if steps else 1.0,
            asked=asked,
            revised=sum(each.revised for each in all_done),
            wrong=sum(each.wrong for each in all_done),
            stuck=sum(each.stuck for each in all_done),
            phantoms=sum(each.phantom for each in all_done),
            noticed=sum(each.noticed is True for each in all_done),
            unnoticed=sum(each.noticed is False for each in all_done),
            warned=sum(each.steps for each in all_done if each.warned),
            settled_median=rounded(settled.at(0.5), 0),
            settled_p99=rounded(settled.at(0.99), 0),
        )


@dataclass(frozen=True, slots=True)
class TimeFigures:
    """Median, 99th percentile, worst and mean of times in ms; None without values."""

    median: float | None
    p99: float | None
    worst: float | None
    mean: float | None

    @classmethod
    def of(cls, spread: Histogram) -> TimeFigures:
        """Return the figures of these values."""
        if not spread.number:
            return cls(None, None, None, None)
        return cls(
            rounded(spread.at(0.5), 3), rounded(spread.at(0.99), 3), rounded(spread.worst, 3), rounded(spread.mean, 3)
        )

    def words(self) -> str:
        """For people."""
        if self.median is None:
            return "none"
        return f"median {self.median:.1f}, p99 {self.p99:.1f}, worst {self.worst:.1f} ms"


@dataclass(frozen=True, slots=True)
class SimulationSummary:
    """The figures over some games. ``rival_*`` are the steps that moved workers as thresholds read the same frames."""

    games: int
    turns: int
    total: SimulationFigures
    chosen: int
    told: int
    offers: int
    frames: int
    seconds: float
    games_per_second: float
    by_cause: dict[StepCause, SimulationFigures]
    by_fault: dict[WorldFault, SimulationFigures]
    near_magnet: SimulationFigures
    announced: SimulationFigures
    hovers: HoverFigures
    touches: dict[TouchKind, TouchFigures]
    touches_near_magnet: TouchFigures
    touches_after_block: TouchFigures
    questions: dict[TableDoubt, int]
    questions_near_magnet: dict[TableDoubt, int]
    magnets: int
    magnets_named: int
    magnet_to_name: TimeFigures
    rival_right: int
    rival_other: int
    rival_none: int
    frame_to_lights: TimeFigures
    lift_to_lights: TimeFigures
    landing_to_lights: TimeFigures
    build_to_lights: TimeFigures
    work_per_frame: TimeFigures
    work_near_magnet: TimeFigures

    @classmethod
    def of(cls, records: Sequence[GameRecord], seconds: float) -> SimulationSummary:
        """Return the figures over these games, which took ``seconds`` together."""
        done = [each for record in records for each in record.done]
        visits = [each for record in records for each in record.magnets]
        rivals = [each.rival for each in done if each.rival is not None]
        return cls(
            games=len(records),
            turns=sum(each.turns for each in records),
            total=SimulationFigures.of(done),
            chosen=sum(each.chosen for each in records),
            told=sum(each.told for each in records),
            offers=sum(each.offers for each in records),
            frames=sum(each.frames for each in records),
            seconds=round(seconds, 1),
            games_per_second=round(len(records) / seconds, 3) if seconds else 0.0,
            by_cause={
                cause: SimulationFigures.of(each for each in done if each.cause is cause)
                for cause in (*HandStyleName, *FamilyMishap, *ScaleMishap)
                if any(each.cause is cause for each in done)
            },
            by_fault={
                fault: SimulationFigures.of(each for each in done if each.fault is fault)
                for fault in WorldFault
                if any(each.fault is fault for each in done)
            },
            near_magnet=SimulationFigures.of(each for each in done if each.magnet),
            announced=SimulationFigures.of(each for each in done if each.announced),
            hovers=HoverFigures.of(each.hover for each in done if each.hover is not None),
            touches={
                kind: TouchFigures.of(each.touched for each in done if each.touch is kind)
                for kind in TouchKind
                if any(each.touch is kind for each in done)
            },
            touches_near_magnet=TouchFigures.of(each.touched for each in done if each.touch and each.magnet),
            touches_after_block=TouchFigures.of(each.touched for each in done if each.touch and each.block_first),
            questions=_by_question(done),
            questions_near_magnet=_by_question(each for each in done if each.magnet),
            magnets=len(visits),
            magnets_named=sum(each.named is not None for each in visits),
            magnet_to_name=TimeFigures.of(Histogram.of(each.named for each in visits if each.named is not None)),
            rival_right=rivals.count(Rival.RIGHT),
            rival_other=rivals.count(Rival.OTHER),
            rival_none=rivals.count(Rival.NONE),
            frame_to_lights=TimeFigures.of(_joined(each.waits for each in records)),
            lift_to_lights=TimeFigures.of(_joined(each.lifts for each in records)),
            landing_to_lights=TimeFigures.of(_joined(each.landings for each in records)),
            build_to_lights=TimeFigures.of(_joined(each.builds for each in records)),
            work_per_frame=TimeFigures.of(_joined(each.work for each in records)),
            work_near_magnet=TimeFigures.of(_joined(each.work_near for each in records)),
        )

    def lines(self) -> list[str]:
        """For people."""
        total, rivals = self.total, self.rival_right + self.rival_other + self.rival_none
        lines = [
            f"games                    {self.games}, {self.turns} turns",
            f"steps by hand            {total.steps}",
            f"recognised unasked       {total.unasked} ({total.share:.3%})",
            f"asked                    {total.asked}",
            f"revised                  {total.revised} (something else was believed first)",
            f"block or dome chosen     {self.chosen} (among the recognised: no hand can say it)",
            f"wrongly accepted         {total.wrong}",
            f"games that got stuck     {total.stuck}",
            f"phantoms                 {total.phantoms} (steps that no hand made)",
            f"mistakes unnoticed       {total.unnoticed} of {total.noticed + total.unnoticed}",
            f"under false warnings     {total.warned} (steps while the table warned of what is not so)",
            f"ways out taken           {self.offers}",
            f"steps on the phone       {self.told}",
        ]
        if self.announced.steps:
            each = self.announced
            read = f"{each.steps} steps ({each.share:.3%} unasked), {each.wrong} wrong, {each.stuck} stuck"
            lines.append(f"for the table            {read}")
        if rivals:
            lines.append(
                f"by thresholds            {self.rival_right / rivals:.1%} right, {self.rival_other / rivals:.1%}"
                f" read as another legal step, {self.rival_none / rivals:.1%} as none, of {rivals}"
            )
        lines += [
            f"from frame to lights     {self.frame_to_lights.words()} (real time)",
            f"from lift to lights      {self.lift_to_lights.words()} (board's clock)",
            f"from landing to lights   {self.landing_to_lights.words()} (board's clock)",
            *(
                [f"from build to lights     {self.build_to_lights.words()} (board's clock)"]
                if self.build_to_lights.mean
                else []
            ),
            f"processor per frame      {self.work_per_frame.words()}, mean {self.work_per_frame.mean}",
            f"frames                   {self.frames}",
            f"games per second         {self.games_per_second} ({self.seconds} s)",
            *self._gesture_lines(),
            "",
            f"{'way':<22}{'steps':>7}{'share':>9}{'asked':>7}{'revised':>9}{'wrong':>7}{'stuck':>7}"
            f"{'noticed':>9}{'missed':>8}{'settled ms':>13}",
        ]
        rows = [*self.by_cause.items(), *self.by_fault.items()]
        return lines + [_row(str(name), figures) for name, figures in rows]

    def _gesture_lines(self) -> list[str]:
        """Return the results of touches, hovering hands and magnets, for people."""
        lines = [
            f"{f'{kind} touches':<25}{each.touches}, {each.missed} missed ({each.said} said, {each.silent} silent)"
            for kind, each in self.touches.items()
        ]
        after = self.touches_after_block
        if after.touches:
            lines.append(
                f"touches after the block  {after.touches}, {after.missed} missed ({after.said} said,"
                f" {after.silent} silent); they are among those above"
            )
        for question, number in self.questions.items():
            near = self.questions_near_magnet.get(question, 0)
            lines.append(f"{f'questions, {question}':<25}{number}, {near} near a magnet")
        if self.hovers.hovers:
            lines.append(
                f"hands that hovered       {self.hovers.hovers}, {self.hovers.believed} believed,"
                f" {self.hovers.asked} asked about"
            )
        if self.magnets:
            beside, touched = self.near_magnet, self.touches_near_magnet
            lines += [
                f"magnets near the board   {self.magnets}, {self.magnets_named} named; {self.magnet_to_name.words()}",
                f"processor near a magnet  {self.work_near_magnet.words()}",
                f"steps near a magnet      {beside.steps} ({beside.share:.2%} unasked), {beside.wrong} wrong,"
                f" {beside.stuck} stuck; {touched.touches} touches, {touched.missed} missed ({touched.silent} silent)",
            ]
        return lines


def _row(name: str, each: SimulationFigures) -> str:
    settled = "-" if each.settled_median is None else f"{each.settled_median:.0f}/{each.settled_p99:.0f}"
    return (
        f"{name:<22}{each.steps:>7}{each.share:>9.2%}{each.asked:>7}{each.revised:>9}{each.wrong:>7}{each.stuck:>7}"
        f"{each.noticed:>9}{each.unnoticed:>8}{settled:>13}"
    )


def _by_question(done: Iterable[StepDone]) -> dict[TableDoubt, int]:
    """Return the number of steps with each first question."""
    asked = [each.question for each in done]
    return {each: asked.count(each) for each in TableDoubt if each in asked}


def rounded(value: float | None, digits: int) -> float | None:
    """Return a value with ``digits`` digits after the point."""
    return None if value is None else round(value, digits)


def _joined(spreads: Iterable[Histogram]) -> Histogram:
    whole = Histogram()
    for spread in spreads:
        whole.join(spread)
    return whole

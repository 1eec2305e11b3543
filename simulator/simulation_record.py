"""What came of simulated games, and the figures over many of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from simulator.hand_styles import (
    HandStyleName,
    HoverFigures,
    HoverOutcome,
    TableDoubt,
    TouchFigures,
    TouchKind,
    TouchOutcome,
)
from simulator.histogram import Histogram
from simulator.magnet_visits import MagnetSeen
from simulator.simulated_board import WorldFault


class SimulationFaultKind(StrEnum):
    """What must not happen, and what should be rare.

    ``WRONG``: the game is not what hands did. ``STUCK``: it does not go on. ``ASKED``: there was a doubt about a step
    that was done as it should be. ``UNNOTICED``: a mistake of the hands that nobody spoke of.
    """

    WRONG = "wrong"
    STUCK = "stuck"
    ASKED = "asked"
    UNNOTICED = "unnoticed"


@dataclass(frozen=True, slots=True)
class SimulationFault:
    """What happened, with enough to play it again."""

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
        """One line for people."""
        return (
            f"{self.kind}: seed {self.seed}, {self.cause}, {self.powers}, turn {self.turn}, {self.position}:"
            f" hands did {self.intended}; {self.detail}; on the board {self.board}"
        )


class Rival(StrEnum):
    """What thresholds for each square made of the same frames: the step that was done, another legal one, or none."""

    RIGHT = "right"
    OTHER = "other"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class StepDone:
    """What hands did at one go: so many ``steps`` in the way of ``cause``, while ``fault`` spoilt the world.

    ``asked``: a question was put about it or the table was not sure; ``revised``: something else was believed first;
    ``settled``: ms from the last movement to the acceptance; ``noticed``: whether a mistake was spoken of (None: there
    was none, or it cannot have been noticed yet); ``rival`` is None for steps that move no worker; ``warned``: whether
    the table warned of a sensor or a stray magnet in a world where nothing is wrong; ``phantom``: the table played a
    step that no hand made; ``touch`` and ``touched``: how a build was touched, and what came of it (None: no build);
    ``block_first``: its block was put before; ``question``: what the table asked about first; ``hover``: what came of a
    hand that hesitated before; ``magnet``: a watch, a phone or a speaker was near; ``announced``: the table plays the
    seat, and had said so.
    """

    cause: HandStyleName
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
    """One game. ``done`` is what hands did, ``chosen`` how many of the steps the table knew but for block or dome, that
    only the phone can say (they count as recognised), ``told`` those done on the phone, ``offers`` how often players
    took a way out; ``waits`` are ms from the frame to the lights, ``work`` ms of processor time of a frame,
    ``work_near`` that near a magnet, ``lifts`` and ``landings`` ms of the board's clock until the lights answered;
    ``seconds`` is how long it took; ``doubts`` are the steps that were asked about, ``magnets`` are the visits of
    watches, phones and speakers."""

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
    """Median, 99th percentile, worst and mean of something in ms; None if it never happened."""

    median: float | None
    p99: float | None
    worst: float | None
    mean: float | None

    @classmethod
    def of(cls, spread: Histogram) -> TimeFigures:
        """Of these values."""
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
    by_cause: dict[HandStyleName, SimulationFigures]
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
    work_per_frame: TimeFigures
    work_near_magnet: TimeFigures

    @classmethod
    def of(cls, records: Sequence[GameRecord], seconds: float) -> SimulationSummary:
        """Over these games, which took so long together."""
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
                for cause in HandStyleName
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
        """What became of touches, hovering hands and magnets, for people."""
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
    """How many steps each question was asked about first."""
    asked = [each.question for each in done]
    return {each: asked.count(each) for each in TableDoubt if each in asked}


def rounded(value: float | None, digits: int) -> float | None:
    """A value with so many digits after the point."""
    return None if value is None else round(value, digits)


def _joined(spreads: Iterable[Histogram]) -> Histogram:
    whole = Histogram()
    for spread in spreads:
        whole.join(spread)
    return whole

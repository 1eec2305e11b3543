"""Which magnets stand where, followed from frame to frame. It knows nothing of rules, only what may be expected.

The tracker believes in one world at a time and leaves it only for another that explains a reading at rest with a
clear margin. Fields are judged as changes against the last reading in which every magnet stood; while one is in a
hand, that reading stays the anchor, since a hand's field must never be taken for part of the board. What no world
explains may be a world and something that disturbs; what nothing explains stays unclear, and is looked at afresh with
growing patience.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from math import inf

from hardware.board import Frame
from perception.decision_limits import DecisionLimits
from perception.findings import NOTHING_FOUND, Findings, HeightFound
from perception.hypotheses import (
    Arrangement,
    Explanation,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
    with_rival,
)
from perception.interference.interference_decoder import (
    DisturbedVerdict,
    InterferenceDecoder,
    clearer_verdict,
    fallen_if_likelier,
    nearby_arrangements,
)
from perception.interference.interference_tracker import InterferenceTracker
from perception.reachable import ReachableHypotheses, in_hands
from perception.recognition.incremental_task import SCORING_COST, IncrementalTask, TaskSteps
from perception.recognition.recogniser import Recogniser
from perception.sensors.baseline import Baseline, following_drift, has_stepped
from perception.sensors.rest_detector import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.change_test import ChangeTest, ReadingChange
from perception.tracking.cold_start import ColdStart
from perception.tracking.hover_test import TOUCHED, HoverTest


class FrameResult(StrEnum):
    """How a frame left the tracker: nothing new, the board in motion, or a reading that was (not) understood."""

    SAME = "same"
    MOVING = "moving"
    READ = "read"
    UNCLEAR = "unclear"


_RAREST = 8000
_MOST_LOST = 16_000
_LEAP = 20.0


class Tracker:
    """Follows the magnets of one board.

    ``world`` is what is believed to stand, ``since`` when, ``lifting`` a magnet that is on its way up just now,
    ``doubt`` the magnets that an unclear reading may show or not, ``likely`` those of them that it rather shows,
    ``findings`` what is known besides.
    """

    def __init__(self, recogniser: Recogniser, pace: DecisionLimits | None = None) -> None:
        self._recogniser = recogniser
        self._pace = pace or DecisionLimits()
        self._senses = SensorFilter(recogniser.squares, recogniser.sensing)
        self._poise = HoverTest(recogniser.model, self._senses)
        self._scales = ChangeTest(recogniser, self._pace, self._poise)
        self._zeros = Baseline(recogniser.model)
        self._disturbed = InterferenceDecoder(recogniser, lambda: self._senses.exchanged)
        self._surroundings = InterferenceTracker(self._senses, self._zeros, self._disturbed.causes)
        self._cold = ColdStart(recogniser, self._disturbed, self._pace)
        self._anchor: ReferenceReading | None = None
        self._trusted: Arrangement | None = None
        self._read: Reading | None = None
        self._heights: tuple[HeightFound, ...] = ()
        self._thinking: IncrementalTask[FrameResult] | None = None
        self._lasting = False
        self._ended: Rest | None = None
        self._tried = 0
        self._decided = False
        self._stood = False
        self._gap = False
        self._unclear_since: int | None = None
        self._steadying = False
        self._moving = False
        self._glimpsed = 0
        self._looked = 0
        self._looks = 0
        self._followed = 0
        self.world: Arrangement | None = None
        self.since = 0
        self.lifting: StandingMagnet | None = None
        self.doubt: Arrangement = frozenset()
        self.likely: Arrangement = frozenset()
        self.findings: Findings = NOTHING_FOUND

    @property
    def settled(self) -> bool:
        """Whether the board is at rest and understood: ``world`` is what stands there now."""
        return self._decided

    @property
    def still_since(self) -> int:
        """Since when nothing at all has moved; ``world`` may have stood for longer, a tremor aside."""
        return self._senses.since if self._ended is None else self._ended.since

    @property
    def seen(self) -> int:
        """When what is believed was seen last: now, or before the board moved on while that was thought about."""
        return self._senses.at if self._ended is None else self._ended.until

    @property
    def unclear_since(self) -> int | None:
        """Since when the board has been at rest without being understood; None if it is understood or moving."""
        return self._unclear_since

    def forget(self) -> None:
        """Read the next still board afresh, without an anchor: nothing that was believed is a guide."""
        self._anchor, self.world, self.lifting, self._surroundings.fallen, self._gap = None, None, None, None, False
        self._heights = ()
        self.reconsider()
        self._tell()

    def resume_after_gap(self) -> None:
        """Frames are missing (a lost link): the next still board is judged by what was known if that gives a clear
        reading at once, and afresh otherwise."""
        self._gap, self.lifting = True, None
        self._senses.restart()
        self.reconsider()

    def trust(self, world: Arrangement) -> None:
        """Take what stands for this world, whatever the fields say. What moves just then is read afresh instead: this
        was said of what stood before."""
        self._trusted = world
        self.reconsider()
        if self._senses.rested < self._pace.touch:
            self._stir()

    def reconsider(self) -> None:
        """Judge the board again at the next frame, since other worlds are expected than before."""
        self._decided, self._thinking, self._ended, self._tried = False, None, None, -_MOST_LOST

    def feed(self, frame: Frame, expected: ReachableHypotheses) -> FrameResult:
        """Take in a frame. ``world``, ``since``, ``lifting``, ``doubt`` and ``findings`` tell what is believed then."""
        if self._thinking is None:
            self._ended = None
        rest = self._senses.rest
        if not self._senses.feed(frame):
            self._stood = self._decided and self.world == expected.world
            self._decided, self._unclear_since, self._looks = False, None, 0
            self._tried = frame.at
            self._think_back_to(rest)
            self._stir()
        if self._senses.watch():
            self.reconsider()
            self._tell()
        if self._decided:
            self._follow_drift(expected)
            return FrameResult.SAME
        if self._ended is not None and self._thinking is not None:
            return self._think_back(self._thinking)
        if self._senses.rested < self._pace.touch or self._senses.drifting:
            return self._glimpse(frame)
        if self._thinking is not None:
            return self._think_on(self._thinking)
        if self._unclear_since is not None and frame.at - self._tried < self._wait(frame.at - self._unclear_since):
            return FrameResult.UNCLEAR
        return self._judge(frame.at, expected)

    def _stir(self) -> None:
        """Something moves: what somebody said of the board, if it has been read before, is no more so."""
        if self._trusted is not None and self.world is not None:
            self._trusted = None
            self.forget()

    def _glimpse(self, frame: Frame) -> FrameResult:
        """While things move: is a worker being lifted? Looked at in some frames only, to save time."""
        begins, self._moving = not self._moving, True
        anchor = self._anchor
        if anchor is None or self.world != anchor.world or self.lifting is not None:
            return FrameResult.MOVING if begins else FrameResult.SAME
        if frame.at - self._glimpsed >= self._pace.glimpse:
            reading = self._senses.lift_likely(anchor)
            if reading is not None:
                self._glimpsed = frame.at
                self.lifting = self._recogniser.lifting(reading, anchor)
        return FrameResult.MOVING if begins or self.lifting is not None else FrameResult.SAME

    # -- at rest

    def _wait(self, unclear: int) -> int:
        """How long to wait before an unclear reading is tried again, in ms."""
        soon = self._pace.steadying if self._steadying else self._pace.patience
        if unclear < soon and self._anchor is not None:
            return self._pace.again
        return min(max(self._pace.patience, unclear // 2), _RAREST)

    def _judge(self, at: int, expected: ReachableHypotheses) -> FrameResult:
        self._tried, self._moving = at, False
        reading = self._senses.reading()
        if self._trusted is not None:
            return self._believe(self._trusted, reading)
        anchor = self._anchor
        if anchor is None:
            return self._think(self._look_afresh(reading, expected, None), lasting=False)
        change = ReadingChange(reading, anchor, self.world, expected)
        silent = self._senses.silent(reading, anchor)
        if silent:
            return FrameResult.SAME if self._senses.rested < TOUCHED else self._beside(silent, change)
        verdict = self._scales.weigh(change)
        if self._senses.varied or (expected.awaited and self._senses.rested >= TOUCHED):
            verdict = self._scales.on_its_feet(change, verdict)
        if self._poise.may_tremble(verdict.best, anchor, expected) or self._poise.may_pass_by(verdict.best, anchor):
            return self._stay_unclear(verdict)
        leapt = self._leapt(verdict.best, anchor)
        freed = None if leapt else self._freed(change)
        if freed is not None:
            verdict = with_rival(verdict, freed.best)
            if self._scales.is_better(freed, verdict, change):
                return self._accept_freed(freed, change)
        clear = self._pace.is_clear(verdict)
        doubtful = self._may_be_amiss(verdict.best, anchor, expected)
        if clear and not (doubtful or leapt):
            return self._accept_plain(verdict, reading, expected)
        if self._senses.rested < (self._pace.doubting if clear and doubtful else self._pace.puzzled):
            return self._stay_unclear(verdict)
        if not (leapt or doubtful):
            if not self._lost:
                return self._stay_unclear(verdict)
            return self._think(self._look_afresh(reading, expected, verdict), lasting=False)
        lasting = clear and not (leapt or self._gap or verdict.best.hands)
        leap = _LEAP * (self._stood and self._senses.jumped)
        return self._think(self._think_it_over(change, verdict, leap), lasting=lasting)

    def _beside(self, silent: frozenset[int], change: ReadingChange) -> FrameResult:
        """Believe what is plain without the sensors that may have died; what is not waits for their silence, or their
        noise."""
        others = change.reading.without(silent)
        anchor, expected = change.anchor, change.expected
        verdict = self._scales.weigh(replace(change, reading=others))
        best = verdict.best
        clear = self._pace.is_clear(verdict) and not (self._leapt(best, anchor) or self._surroundings.disturb)
        passing = self._poise.may_tremble(best, anchor, expected) or self._poise.may_pass_by(best, anchor)
        if not clear or passing or self._may_be_amiss(best, anchor, expected):
            return self._stay_unclear(verdict)
        return self._accept_plain(verdict, others, expected)

    def _may_be_amiss(self, best: Explanation, anchor: ReferenceReading, expected: ReachableHypotheses) -> bool:
        """Whether something that disturbs has to be ruled out before an explanation is believed."""
        # A touch that is awaited may be that of a new block.
        floor = [level + (square in expected.awaited) for square, level in enumerate(expected.levels)]
        return self._pace.is_doubtful(best, anchor) or self._disturbed.causes.may_lie(best, anchor, floor)

    def _leapt(self, best: Explanation, anchor: ReferenceReading) -> bool:
        """Whether magnets are said to have gone elsewhere from one frame to the next, as no hand can do."""
        return self._stood and self._senses.jumped and outline(best.world) != outline(anchor.world)

    def _think(self, thought: TaskSteps[FrameResult], *, lasting: bool) -> FrameResult:
        """Begin to think about what rests, with the next frame: this one has had its share of work. A ``lasting``
        thought is brought to its end even if the rest is over by then."""
        self._thinking, self._lasting = IncrementalTask(thought), lasting
        return FrameResult.SAME if self._unclear_since is None else FrameResult.UNCLEAR

    def _think_on(self, thinking: IncrementalTask[FrameResult]) -> FrameResult:
        """Think on for one frame; how that left the board."""
        sight = thinking.go_on(self._pace.share)
        if sight is None:
            return FrameResult.SAME if self._unclear_since is None else FrameResult.UNCLEAR
        self._thinking = None
        return sight

    def _think_back_to(self, rest: Rest) -> None:
        """A rest is over: go on with what is thought about it, if it lasts."""
        if self._thinking is not None and self._lasting:
            self._ended = self._ended or rest
        else:
            self._thinking = None

    def _think_back(self, thinking: IncrementalTask[FrameResult]) -> FrameResult:
        """Think on for one frame about a rest that is over: what stood then, if that was plain."""
        sight = thinking.go_on(self._pace.share)
        if sight is None:
            return FrameResult.SAME
        self._thinking, self._decided, self._unclear_since = None, False, None
        return sight if sight is FrameResult.READ else FrameResult.SAME

    def _think_it_over(self, change: ReadingChange, verdict: Verdict, leap: float) -> TaskSteps[FrameResult]:
        """Think of something that disturbs, and look afresh if that explains nothing for long."""
        found = yield from self._puzzle_out(change, verdict, leap)
        if isinstance(found, FrameResult):
            return found
        if not self._lost:
            return self._stay_unclear(verdict)
        return (yield from self._look_afresh(change.reading, change.expected, fallen_if_likelier(verdict, found)))

    def _freed(self, change: ReadingChange) -> Verdict | None:
        """The verdict if what was there to disturb is gone; None if there was nothing."""
        if not self._surroundings.disturb:
            return None
        return self._scales.weigh(change.against(self._surroundings.undisturbed(change.anchor)))

    def _accept_freed(self, verdict: Verdict, change: ReadingChange) -> FrameResult:
        """Believe that what was there to disturb is gone."""
        self._anchor = self._surroundings.clear(change.anchor)
        return self._accept_plain(verdict, change.reading, change.expected)

    def _puzzle_out(
        self, change: ReadingChange, verdict: Verdict, leap: float
    ) -> TaskSteps[FrameResult | DisturbedVerdict | None]:
        """Think of something that disturbs; believe it, or the verdict without it, if either is clear. If neither is,
        the best that disturbs (None: nothing may). ``leap`` is how unlikely it is that a hand did it."""
        reading, expected = change.reading, change.expected
        near = nearby_arrangements(change.before, change.anchor.world, expected.world, verdict)

        def weigh(corrected: Reading, base: ReferenceReading) -> TaskSteps[Verdict]:
            weighed = self._scales.weigh(replace(change, reading=corrected, anchor=base))
            yield SCORING_COST
            return weighed

        further = [] if leap else [world for world in self._scales.likely(change) if world not in near]
        plain = replace(verdict.best, likelihood=verdict.best.likelihood - leap * change.leads_to(verdict))
        enough = plain.likelihood - self._pace.margin if self._pace.is_clear(verdict) else -inf
        understood = yield from self._disturbed.explained(
            reading, change.anchor, near, expected.levels, weigh, further=further, leap=leap, enough=enough
        )
        chosen = clearer_verdict(replace(verdict, best=plain), understood, self._pace)
        if self._ended is not None and isinstance(chosen, DisturbedVerdict):
            # What disturbed for so short a time need not be known.
            stood = outline(chosen.verdict.best.world) == outline(verdict.best.world)
            return self._accept_plain(verdict, reading, expected) if stood else understood
        if chosen is understood and understood is not None:
            told = self._note(understood, reading)
            return self._accept(understood.verdict.best, told, expected)
        return understood if chosen is None else self._accept_plain(verdict, reading, expected)

    @property
    def _lost(self) -> bool:
        """Whether the board should be read afresh: frames are missing, or it has been at rest for so long without being
        understood."""
        if self._gap or self._unclear_since is None:
            return self._gap
        patience = min(self._pace.lost << self._looks, _MOST_LOST)
        return self._senses.at - max(self._unclear_since, self._looked) >= patience

    def _stay_unclear(self, verdict: Verdict | None) -> FrameResult:
        if self._unclear_since is None:
            self._unclear_since = self._senses.since
        self.doubt = frozenset() if verdict is None else verdict.doubt
        self.likely = frozenset() if verdict is None else self.doubt & verdict.best.world
        self._steadying = verdict is not None and self._poise.will_tell(verdict)
        return FrameResult.UNCLEAR

    # -- without an anchor

    def _look_afresh(
        self, reading: Reading, expected: ReachableHypotheses, changed: Verdict | None
    ) -> TaskSteps[FrameResult]:
        """Read the board by itself; ``changed`` is what the change since the anchor says, where there is one."""
        known = None if self._gap else changed
        self._looked, self._looks, self._gap = self._senses.at, self._looks + 1, False
        above = self._zeros.above(reading)
        self._surroundings.turned = self._cold.turned(above, expected.world)
        yield SCORING_COST
        self._tell()
        if self._surroundings.turned is not None:
            return self._stay_unclear(None)
        verdict, clear = yield from self._cold.look(above, expected)
        best = clear.verdict.best if isinstance(clear, DisturbedVerdict) else verdict.best
        if clear is None or self._cold.is_worse_founded(best, known):
            return self._stay_unclear(known or verdict)
        if isinstance(clear, DisturbedVerdict):
            return self._begin_again(best, self._note(clear, reading), (), known)
        if self._anchor is not None and self._may_be_amiss(best, self._anchor, expected):
            return self._stay_unclear(known or verdict)
        self._surroundings.fallen = None
        return self._begin_again(best, reading, self._cold.heights(above, best, reading, self._anchor), known)

    # -- what is believed

    def _accept_plain(self, verdict: Verdict, reading: Reading, expected: ReachableHypotheses) -> FrameResult:
        """Believe a world by itself."""
        self._surroundings.fallen = None
        return self._accept(verdict.best, reading, expected)

    def _accept(self, best: Explanation, reading: Reading, expected: ReachableHypotheses) -> FrameResult:
        """Believe an explanation by change. Its reading is a new anchor if every magnet stands."""
        self._keep_heights(best.world, self._recogniser.heights(reading, self._anchor, best))
        if not (best.held or in_hands(expected.world, best.world)):
            self._anchor = ReferenceReading(reading, best.placed)
            self._zeros.forget_what_is_gone(reading, best.placed)
            if self._ended is None:
                self._senses.prove(best, self._zeros)
        return self._settle_on(best.world)

    def _begin_from(self, best: Explanation, reading: Reading, heights: tuple[HeightFound, ...]) -> FrameResult:
        """Believe an explanation that was found without an anchor."""
        self._keep_heights(frozenset(), heights)
        self._anchor = ReferenceReading(reading, best.placed)
        return self._settle_on(best.world)

    def _begin_again(
        self, best: Explanation, reading: Reading, heights: tuple[HeightFound, ...], known: Verdict | None
    ) -> FrameResult:
        """Believe an explanation that was found without the anchor, which ``known`` compares with. Where workers are
        only gone since, the anchor stays: one may lie about, and is no part of the board."""
        if known is None or self._anchor is None or not outline(best.world) < outline(self._anchor.world):
            return self._begin_from(best, reading, heights)
        self._keep_heights(frozenset(), heights)
        return self._settle_on(best.world)

    def _believe(self, world: Arrangement, reading: Reading) -> FrameResult:
        """Anchor on this world: somebody said that it is right."""
        self._trusted, self._surroundings.turned, self._surroundings.fallen = None, None, None
        return self._begin_from(self._cold.survey(self._zeros.above(reading), world), reading, ())

    def _keep_heights(self, world: Arrangement, found: tuple[HeightFound, ...]) -> None:
        """Remember on which levels magnets stand, as long as they do."""
        new = {each.square for each in found}
        stays = outline(world) & (frozenset() if self.world is None else outline(self.world))
        kept = {square for square, _ in stays} - new
        self._heights = (*found, *(each for each in self._heights if each.square in kept))

    def _settle_on(self, world: Arrangement) -> FrameResult:
        self._unclear_since, self._decided, self._gap, self._looks = None, True, False, 0
        self.lifting, self.doubt, self._read = None, frozenset(), self._senses.reading()
        if self.world is None or outline(world) != outline(self.world):
            self.since = self.still_since
        self.world = world
        self._tell()
        return FrameResult.READ

    def _note(self, understood: DisturbedVerdict, reading: Reading) -> Reading:
        """Remember what disturbs; gives the reading that later ones are to be compared with."""
        best = understood.verdict.best
        told, self._anchor = self._surroundings.note(understood.cause, best, reading, self._anchor)
        return told

    def _follow_drift(self, expected: ReachableHypotheses) -> None:
        """Follow slowly what the board reads while all magnets stand as expected. A small step, by which no rest was
        broken, is judged like any other change."""
        anchor, at, period = self._anchor, self._senses.at, self._pace.drift
        if anchor is None or at - self._followed < period or self._senses.rested < period:
            return
        self._followed = at
        reading = self._senses.reading()
        stands = self.world == anchor.world and outline(anchor.world) == outline(expected.world)
        before = anchor.reading if stands else self._read
        if before is not None and has_stepped(before, reading, self._senses.noise):
            self._senses.restart()
            return
        self._read = reading
        if stands:
            self._anchor = following_drift(anchor, reading)
            self._zeros.follow(reading, anchor.placed)

    def _tell(self) -> None:
        self.findings = Findings(self._heights, self._surroundings.told, self._senses.faults)

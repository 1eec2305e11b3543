"""Which magnets stand where, followed from frame to frame. It knows nothing of rules, only what may be expected.

The tracker believes in one world at a time and leaves it only for another that explains a reading at rest with a
clear margin. Fields are judged as changes against the last reading in which every magnet stood; while one is in a
hand, that reading stays the anchor, since a hand's field must never be taken for part of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hardware.board import Frame
from table.recognise.findings import NOTHING_FOUND, Findings
from table.recognise.recogniser import Recogniser
from table.recognise.stillness import Stillness
from table.recognise.worlds import Anchor, Reading, Standing, Verdict, World, outline


@dataclass(frozen=True, slots=True)
class Pace:
    """When the tracker makes up its mind. Times in ms of the board's clock.

    ``touch`` is how long the board must rest for a reading. One that decided nothing is tried again every ``again``,
    with more frames to its mean, and after ``patience`` five times more rarely; ``lost`` is the time without a
    decision after which the board is read afresh. ``margin`` is the least log-likelihood ratio between the best world
    and its rival, ``misfit`` the most squared deviation that a believed world may leave.
    """

    touch: int = 120
    again: int = 100
    patience: int = 500
    lost: int = 1500
    margin: float = 10.0
    misfit: float = 60.0


@dataclass(frozen=True, slots=True)
class Expected:
    """What the game makes likely: its own world, other ``likely`` worlds (results of legal steps), the squares where a
    worker may be set (``open``) or touch (``tapped``, before or after the piece is built), the heights in pieces of
    all squares, and the polarities of magnets that may come from the box."""

    world: World
    levels: tuple[int, ...]
    likely: tuple[World, ...] = ()
    open: frozenset[int] = frozenset()
    tapped: frozenset[int] = frozenset()
    box: frozenset[int] = frozenset()


class Sight(StrEnum):
    """How a frame left the tracker: nothing new, the board in motion, or a reading that was (not) understood."""

    SAME = "same"
    MOVING = "moving"
    READ = "read"
    UNCLEAR = "unclear"


class Tracker:
    """Follows the magnets of one board."""

    def __init__(self, recogniser: Recogniser, pace: Pace | None = None) -> None:
        self._recogniser = recogniser
        self._pace = pace or Pace()
        self._still = Stillness(recogniser.sensing)
        self._anchor: Anchor | None = None
        self._tried = 0
        self._decided = False
        self._unclear_since: int | None = None
        self._moving = 0
        self._looked = 0
        self.world: World | None = None
        self.since = 0
        self.lifting: Standing | None = None
        self.doubt: frozenset[int] = frozenset()
        self._trusted: World | None = None

    @property
    def findings(self) -> Findings:
        """What is known besides the world: heights of magnets that came down, disturbances, sensors that fail."""
        return NOTHING_FOUND

    @property
    def settled(self) -> bool:
        """Whether the board is at rest and understood: ``world`` is what stands there now."""
        return self._decided

    @property
    def unclear_since(self) -> int | None:
        """Since when the board has been at rest without being understood; None if it is understood or moving."""
        return self._unclear_since

    def forget(self) -> None:
        """Read the next still board afresh, without an anchor: nothing that was believed is a guide."""
        self._anchor, self.world, self._decided = None, None, False

    def resume_after_gap(self) -> None:
        """Frames are missing (a lost link): the next still board is read by what was known, if it fits that without
        a change, and afresh otherwise."""
        self.forget()

    def trust(self, world: World) -> None:
        """Take what stands, as soon as it rests, for this world, whatever the fields say."""
        self._trusted, self._decided = world, False

    def reconsider(self) -> None:
        """Judge the board again at the next frame, since other worlds are expected than before."""
        self._decided = False

    def feed(self, frame: Frame, expected: Expected) -> Sight:
        """Take in a frame. ``world``, ``since``, ``lifting`` and ``doubt`` tell what is believed then."""
        if not self._still.feed(frame):
            self._decided, self._unclear_since = False, None
            self._tried = frame.at
        if self._decided:
            return Sight.SAME
        rested = frame.at - self._still.since
        if rested < self._pace.touch or self._still.drifting:
            return self._glimpse(frame)
        self._moving = 0
        if self._unclear_since is not None:
            eager = frame.at - self._unclear_since < self._pace.patience
            if frame.at - self._tried < self._pace.again * (1 if eager else 5):
                return Sight.UNCLEAR
        return self._judge(frame.at, expected)

    def _glimpse(self, frame: Frame) -> Sight:
        """While things move: is a worker being lifted? Looked at in some frames only, to save time."""
        self._moving += 1
        known = self.world is not None and self._anchor is not None and self.world == self._anchor.world
        if known and self.lifting is None and self._moving % 3 == 0 and self._anchor is not None:
            self.lifting = self._recogniser.lifting(Reading.of(frame), self._anchor)
            if self.lifting is not None:
                return Sight.MOVING
        return Sight.MOVING if self._moving == 1 else Sight.SAME

    def _judge(self, at: int, expected: Expected) -> Sight:
        self._tried = at
        reading = self._still.reading()
        if self._trusted is not None:
            return self._believe(self._trusted, reading)
        verdict = self._by_change(reading, expected) if self._anchor is not None else None
        afresh = verdict is None or (not self._is_clear(verdict) and self._is_lost(at))
        if verdict is None or afresh:
            self._looked = at
            verdict = self._recogniser.look(reading, expected.world, expected.levels)
        if not self._is_clear(verdict):
            if self._unclear_since is None:
                self._unclear_since = self._still.since
            self.doubt = _doubted(verdict)
            return Sight.UNCLEAR
        self._unclear_since, self._decided, self.lifting, self.doubt = None, True, None, frozenset()
        best = verdict.best
        if self.world is None or outline(best.world) != outline(self.world):
            self.since = self._still.since
        self.world = best.world
        if afresh or not (best.held or _in_hands(expected.world, best.world)):
            self._anchor = Anchor(reading, best.placed)
        return Sight.READ

    def _believe(self, world: World, reading: Reading) -> Sight:
        """Anchor on this world: somebody said that it is right."""
        self._trusted, self._unclear_since, self._decided, self.lifting = None, None, True, None
        self._anchor = Anchor(reading, self._recogniser.survey(reading, world).placed)
        self.world, self.since, self.doubt = world, self._still.since, frozenset()
        return Sight.READ

    def _is_clear(self, verdict: Verdict) -> bool:
        return verdict.margin >= self._pace.margin and verdict.best.misfit <= self._pace.misfit

    def _is_lost(self, at: int) -> bool:
        """Whether the board has been at rest for so long without being understood that it should be read afresh."""
        if self._unclear_since is None:
            return False
        return at - max(self._unclear_since, self._looked) >= self._pace.lost

    def _by_change(self, reading: Reading, expected: Expected) -> Verdict | None:
        if self._anchor is None:
            return None
        likely, unlikely = _candidates(self._anchor.world, self.world, expected, self._recogniser.squares)
        loose = frozenset() if self.world is None else self._anchor.world - self.world
        present = (*(each.polarity for each in expected.world), *expected.box)
        return self._recogniser.weigh(reading, self._anchor, likely, unlikely, present=present, loose=loose)


def _in_hands(expected: World, world: World) -> tuple[int, ...]:
    """The polarities of the magnets that should stand and do not, each as often as it is missing."""
    missing = []
    for polarity in (1, -1):
        count = sum(each.polarity == polarity for each in expected) - sum(each.polarity == polarity for each in world)
        missing += [polarity] * max(0, count)
    return tuple(missing)


def _candidates(
    anchored: World, believed: World | None, expected: Expected, squares: Iterable[int]
) -> tuple[list[World], list[World]]:
    """The worlds that one hand may have led to since the last look: likely ones and unlikely ones."""
    now = anchored if believed is None else believed
    likely = [now, anchored, expected.world, *expected.likely]
    unlikely: list[World] = []
    lifted = [now - {each} for each in now]
    likely += lifted
    unlikely += [one - {each} for one in lifted for each in one]
    at_hand = set(_in_hands(expected.world, now)) | expected.box
    # Put down from the hand or the box; or lifted and put down elsewhere between two looks.
    bases = [(now, polarity) for polarity in sorted(at_hand)]
    bases += [(now - {each}, each.polarity) for each in sorted(now)]
    for base, polarity in bases:
        taken = {each.square for each in base}
        for square in squares:
            if square in taken:
                continue
            level = expected.levels[square]
            landed = base | {Standing(square, level, polarity)}
            (likely if square in expected.open else unlikely).append(landed)
            if square in expected.tapped:
                likely += [landed, base | {Standing(square, level + 1, polarity)}]
    return likely, unlikely


def _doubted(verdict: Verdict | None) -> frozenset[int]:
    """The squares about which the best explanation and its rival disagree."""
    if verdict is None or verdict.rival is None:
        return frozenset()
    return frozenset(each.square for each in verdict.best.world ^ verdict.rival.world)

"""Where the one worker that was in a hand, or has left its sensor, may have come down: what is tried where something
else may be in the reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from common.numbers import total
from hardware.geometry import steps_between
from perception.arrangements import Arrangement, StandingMagnet, Verdict
from perception.counted_work import TaskSteps
from perception.expected_arrangements import ExpectedArrangements, in_hands
from perception.fitting.residual import Fields
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.magnet_beside import FAINT
from perception.recognition.recogniser import Recogniser
from perception.tracking.reading_change import ReadingChange
from perception.tracking.touch_watch import is_lifted

_FELT = 2


class FeltLandings:
    """Finds where sensors feel a worker, on one board."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder) -> None:
        self._recogniser = recogniser
        self._decoder = decoder

    def find(self, change: ReadingChange, left: Arrangement) -> TaskSteps[list[Arrangement]]:
        """What stands if the one worker that was in a hand, or has left its sensor, is where sensors feel it most, or
        where they feel most more than those around them, of the squares where it may be put or touch and its own. The
        others are ``left``."""
        expected = change.expected
        missing = in_hands(expected.arrangement, left)
        if len(missing) != 1:
            return []
        explanation = yield from self._recogniser.explain(change.reading, change.reference, left)
        felt_there = self._decoder.residual(change.reading, change.reference, explanation).fields
        sign = missing[0] if self._recogniser.model.field(0.0, 0) > 0 else -missing[0]
        free = where_it_may_be(expected, left)
        most = sorted(free, key=lambda square: -sign * felt_there[square])[:_FELT]
        # Beside a magnet outside the board all feel much, and a worker high on a tower shows by what they do not.
        peaks = sorted(free, key=lambda square: -sign * self._peak(felt_there, square))[:_FELT]
        return [
            left | {StandingMagnet(square, level, missing[0])}
            for square in dict.fromkeys((*most, *peaks))
            for level in sorted({expected.levels[square], expected.highest[square]})
        ]

    def _peak(self, fields: Fields, square: int) -> float:
        """By how much a sensor feels more than those around it on average."""
        around = [other for other in self._recogniser.squares if steps_between(other, square) == 1]
        return fields[square] - total(fields[other] for other in around) / len(around)


def left_standing(change: ReadingChange) -> Arrangement:
    """What stood before, without the workers that have left their sensors if none is known to be in a hand."""
    before = change.before
    if in_hands(change.expected.arrangement, before):
        return before
    placed = (each for each in change.reference.placed if each.fields and each.standing in before)
    return before - {each.standing for each in placed if is_lifted(each, change.reading.fields, change.reference)}


def where_it_may_be(expected: ExpectedArrangements, left: Arrangement) -> frozenset[int]:
    """The free squares where a worker may be put or touch, and those that it may have been lifted from."""
    homes = {each.square for each in expected.arrangement - left}
    return ((expected.awaited or expected.tapped | expected.open) | homes) - {each.square for each in left}


def high_landings(change: ReadingChange, left: Arrangement) -> list[Arrangement]:
    """What stands if the one worker that was in a hand, or has left its sensor, is on any high tower where it may be
    put or touch. The others are ``left``."""
    expected = change.expected
    missing = in_hands(expected.arrangement, left)
    if len(missing) != 1:
        return []
    return [
        left | {StandingMagnet(square, level, missing[0])}
        for square in sorted(where_it_may_be(expected, left))
        for level in sorted({expected.levels[square], expected.highest[square]})
        if level >= FAINT
    ]


def on_other_levels(landed: Arrangement, verdict: Verdict, expected: ExpectedArrangements) -> Iterator[Arrangement]:
    """The best arrangement of a verdict, with each magnet that came down on the levels that the game has there."""
    for each in landed:
        for level in {expected.levels[each.square], expected.highest[each.square]} - {each.level}:
            yield verdict.best.arrangement - {each} | {replace(each, level=level)}

"""Readings that only an arrangement with interference explains."""

from __future__ import annotations

from dataclasses import replace

from hardware.board import SQUARE_COUNT
from perception.arrangements import Verdict, outline
from perception.counted_work import TaskSteps, run_to_end
from perception.findings import Interference, SensorFault, SensorTrouble, Shifted
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder, nearby_arrangements
from perception.interference.interference_fit import InterferenceFit
from perception.limits import DecisionThresholds
from tests.perception.exact_readings import arrangement, explanation, magnet, reading, reference
from tests.perception.landings import recogniser

LIMITS = DecisionThresholds()
HERE, THERE = magnet(12), magnet(13)
FLAT = (0,) * SQUARE_COUNT


def test_near_arrangements_are_each_named_once_and_begin_with_what_is_believed() -> None:
    both = arrangement(HERE, THERE)
    near = nearby_arrangements(both, both, arrangement(HERE), Verdict(explanation(THERE), 20.0, None))
    assert near == [both, arrangement(HERE), arrangement(THERE)]


class Decoded:
    """A board with one worker that is decoded with interference; the arrangements are scored as the tracker does."""

    def __init__(self, fields: tuple[float, ...], *levels: int) -> None:
        self.reference = reference(HERE)
        before = arrangement(HERE)
        decoder = InterferenceDecoder(recogniser(), frozenset)

        def score(found: InterferenceFit, known: float) -> TaskSteps[Verdict]:
            all_three = [before, arrangement(), arrangement(THERE)]
            return recogniser().score(found.reading, found.reference, all_three, known=known)

        now = replace(self.reference.reading, fields=fields)
        self.result = run_to_end(decoder.explained(now, self.reference, [before, arrangement()], levels or FLAT, score))


def interference(result: DisturbedVerdict | None) -> Interference | SensorFault:
    assert result is not None
    return result.interference.found


def test_a_board_that_is_tilted_keeps_its_worker() -> None:
    shifted = tuple(value + 0.6 for value in reading(HERE).fields)
    result = Decoded(shifted).result
    assert isinstance(interference(result), Shifted)
    assert result is not None
    assert outline(result.verdict.best.arrangement) == outline(arrangement(HERE))
    assert LIMITS.is_clear(result.verdict)


def test_a_sensor_that_fails_keeps_its_worker() -> None:
    dead = tuple(6.0 if square == 2 else value for square, value in enumerate(reading(HERE).fields))
    result = Decoded(dead).result
    assert interference(result) == SensorFault(2, SensorTrouble.WEAK)
    assert result is not None
    assert outline(result.verdict.best.arrangement) == outline(arrangement(HERE))

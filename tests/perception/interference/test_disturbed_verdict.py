"""The choice between a verdict with interference and the plain one."""

from __future__ import annotations

from dataclasses import replace

from hardware.board import SQUARE_COUNT
from perception.arrangements import PlacedMagnet, ReferenceReading, Verdict
from perception.findings import Fallen, SensorFault, SensorTrouble, Shifted
from perception.interference.interference_decoder import DisturbedVerdict, clearer_verdict, possible_verdicts
from perception.interference.interference_fit import InterferenceFit
from perception.limits import DecisionThresholds
from tests.perception.exact_readings import explanation, magnet, reading

LIMITS = DecisionThresholds()
HERE, THERE = magnet(12), magnet(13)
FLAT = (0,) * SQUARE_COUNT


def verdict(placed: PlacedMagnet, *, likelihood: float = 0.0, margin: float = 20.0, misfit: float = 10.0) -> Verdict:
    return Verdict(explanation(placed, likelihood=likelihood, misfit=misfit), margin, None)


def disturbed(
    placed: PlacedMagnet, value: float, *, found: Shifted | Fallen | SensorFault | None = None, misfit: float = 10.0
) -> DisturbedVerdict:
    fit = InterferenceFit(found or Shifted(0.3), -12.0, reading(), ReferenceReading(reading(), ()))
    return DisturbedVerdict(verdict(placed, misfit=misfit), fit, value)


def test_a_plain_verdict_has_to_beat_interference_by_the_margin() -> None:
    plain = verdict(HERE, likelihood=20.0)
    assert clearer_verdict(plain, None, LIMITS) == plain
    assert clearer_verdict(plain, disturbed(THERE, 9.0), LIMITS) == plain
    assert clearer_verdict(plain, disturbed(THERE, 11.0), LIMITS) is None


def test_interference_has_to_beat_a_plain_verdict_by_the_margin() -> None:
    plain = verdict(HERE, likelihood=20.0)
    assert clearer_verdict(plain, disturbed(THERE, 29.0), LIMITS) is None
    clear = disturbed(THERE, 31.0)
    assert clearer_verdict(plain, clear, LIMITS) is clear


def test_with_the_same_magnets_either_way_the_likelier_one_is_clear() -> None:
    plain, likelier = verdict(HERE, likelihood=20.0), disturbed(HERE, 20.5)
    assert clearer_verdict(plain, likelier, LIMITS) is likelier
    assert clearer_verdict(plain, disturbed(HERE, 19.5), LIMITS) == plain


def test_with_the_same_magnets_either_way_other_arrangements_have_to_be_far_behind() -> None:
    """Another arrangement with interference is as far behind the best one with it as the verdict's margin says."""
    plain, close = verdict(HERE, likelihood=20.0), verdict(HERE, margin=9.0)
    for value, is_clear in ((14.0, True), (19.5, False)):
        found = replace(disturbed(HERE, value), verdict=close)
        assert (clearer_verdict(plain, found, LIMITS) == plain) is is_clear
    unsure = verdict(HERE, likelihood=20.0, margin=4.0)
    for value, is_clear in ((24.0, False), (27.0, True)):
        found = disturbed(HERE, value)
        assert (clearer_verdict(unsure, found, LIMITS) is found) is is_clear


def test_an_exchange_of_sensors_has_to_leave_nothing() -> None:
    exchange = SensorFault(7, SensorTrouble.SWAPPED, 8)
    plain = verdict(HERE, margin=1.0)
    assert clearer_verdict(plain, disturbed(THERE, 50.0, found=exchange, misfit=30.0), LIMITS) is None
    assert clearer_verdict(plain, disturbed(THERE, 50.0, found=exchange, misfit=20.0), LIMITS) is not None


def test_a_fallen_worker_is_told_where_it_is_likelier() -> None:
    plain, fallen = verdict(HERE, likelihood=10.0), disturbed(THERE, 11.0, found=Fallen(7, 1))
    assert possible_verdicts(plain, fallen, LIMITS) == (fallen.verdict,)
    assert possible_verdicts(plain, disturbed(THERE, 9.0, found=Fallen(7, 1)), LIMITS)[0] is plain


def test_interference_is_possible_unless_it_is_clearly_beaten() -> None:
    plain = verdict(HERE, likelihood=10.0)
    for value, possible in ((11.0, True), (0.5, True), (-0.5, False)):
        beside = disturbed(THERE, value)
        assert possible_verdicts(plain, beside, LIMITS) == ((plain, beside.verdict) if possible else (plain,))
    assert possible_verdicts(plain, None, LIMITS) == (plain,)

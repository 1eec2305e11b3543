"""A change judged with interference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perception.arrangements import MagnetInHand, PlacedMagnet, Reading, ReferenceReading, Verdict
from perception.counted_work import TaskSteps, run_to_end
from perception.findings import SensorFault, SensorTrouble, StrayField
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder
from perception.interference.interference_fit import InterferenceFit
from perception.tracking.interference_detector import InterferenceDetector, MagnetBesideDetector
from tests.perception.exact_readings import arrangement, explanation, magnet, reading
from tests.perception.judged_changes import HOME, LANDED, LIMITS, OTHER, change, change_decoder
from tests.perception.landings import recogniser


def interference_detector(decoder: InterferenceDecoder | None = None) -> InterferenceDetector:
    decoder = decoder or InterferenceDecoder(recogniser(), frozenset)
    judge, scores = recogniser(), change_decoder(decoder)
    return InterferenceDetector(judge, decoder, LIMITS, scores, MagnetBesideDetector(judge, decoder, LIMITS, scores))


def test_a_shifted_board_is_explained_with_interference() -> None:
    judged = change(HOME, OTHER, shift=0.6)
    verdict = run_to_end(change_decoder().score(judged))
    chosen, disturbed = run_to_end(interference_detector().explain(judged, verdict))
    assert chosen is disturbed
    assert isinstance(chosen, DisturbedVerdict)
    assert chosen.verdict.best.arrangement == arrangement(HOME, OTHER)


def test_a_plain_step_is_chosen_over_interference() -> None:
    judged = change(LANDED, OTHER)
    verdict = run_to_end(change_decoder().score(judged))
    chosen, _ = run_to_end(interference_detector().explain(judged, verdict))
    assert chosen == verdict


class Finds(InterferenceDecoder):
    """Finds this interference while these workers stand, with which everything fits."""

    def __init__(self, found: SensorFault | StrayField, *standing: PlacedMagnet) -> None:
        super().__init__(recogniser(), frozenset)
        self._found, self._standing = found, standing

    def explained(
        self, reading: Reading, reference: ReferenceReading, *_: object, **__: object
    ) -> TaskSteps[DisturbedVerdict | None]:
        fit = InterferenceFit(self._found, -14.0, reading, reference)
        yield
        return DisturbedVerdict(Verdict(explanation(*self._standing, likelihood=40.0), 25.0, None), fit, 26.0)


EXCHANGED, BESIDE = SensorFault(10, SensorTrouble.SWAPPED, 11), StrayField(frozenset({10}))


def test_exchanged_sensors_do_not_excuse_more_workers_than_the_game_has() -> None:
    """Where several workers were moved at once, two exchanged sensors with one worker more may explain what is read."""
    judged = change(LANDED, magnet(12), magnet(13, polarity=-1))
    poor = Verdict(explanation(LANDED, OTHER, likelihood=-300.0), 25.0, None)
    third = magnet(10)
    for standing, believed in (((LANDED, OTHER), True), ((LANDED, OTHER, third), False)):
        chosen, _ = run_to_end(interference_detector(Finds(EXCHANGED, *standing)).explain(judged, poor))
        assert (chosen is not None) is believed


@pytest.mark.parametrize("comes_down", [True, False])
def test_a_worker_that_was_seen_on_its_way_down_is_no_magnet_beside_the_board(*, comes_down: bool) -> None:
    """The magnet alone is nearly as likely by the reading."""
    judged = change(LANDED, OTHER)
    x, y = recogniser().model.geometry.centre(LANDED.standing.square)
    heights = (60.0, 52.0, 44.0, 37.0, 31.0, 27.0)
    places = [(x, y, height) if comes_down else (250.0, y, 60.0) for height in heights]
    before = tuple(reading(OTHER, hands=(MagnetInHand(1, *place),)).fields for place in places)
    judged = replace(judged, rest=replace(judged.rest, before=before))
    plain = Verdict(explanation(LANDED, OTHER, likelihood=33.0, misfit=27.0), 25.0, None)
    chosen, _ = run_to_end(interference_detector(Finds(BESIDE, OTHER)).explain(judged, plain))
    assert isinstance(chosen, Verdict) is comes_down

"""A reading judged as a change against its reference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.board import SQUARE_COUNT
from perception.arrangements import Arrangement, MagnetInHand, PlacedMagnet, Reading, ReferenceReading, Verdict
from perception.counted_work import TaskSteps, run_to_end
from perception.decision_limits import DecisionLimits
from perception.expected_arrangements import ExpectedArrangements
from perception.findings import SensorFault, SensorTrouble, StrayField
from perception.interference.interference_decoder import DisturbedVerdict, InterferenceDecoder
from perception.interference.interference_fit import InterferenceFit
from perception.sensors.movement import RestRecord
from perception.sensors.zero_steps import ZeroSteps
from perception.tracking.change_test import ChangeTest
from perception.tracking.hover_test import HoverTest
from perception.tracking.reading_change import ReadingChange
from tests.perception.exact_readings import arrangement, explanation, magnet, reading, reference
from tests.perception.landings import recogniser

LIMITS = DecisionLimits()
FLAT = (0,) * SQUARE_COUNT
HOME, OTHER, LANDED = magnet(6), magnet(18, polarity=-1), magnet(7)
EXPECTED = ExpectedArrangements(arrangement(HOME, OTHER), FLAT, open=frozenset({7}))


def change(
    *now: PlacedMagnet,
    expected: ExpectedArrangements = EXPECTED,
    believed: Arrangement | None = None,
    hands: tuple[MagnetInHand, ...] = (),
    shift: float = 0.0,
) -> ReadingChange:
    shown = reading(*now, hands=hands)
    fields = tuple(value + shift for value in shown.fields)
    return ReadingChange(
        type(shown)(fields, shown.clipped, shown.count),
        reference(HOME, OTHER),
        believed,
        expected,
        RestRecord(0, 0.03, (0,), ((0.0,) * SQUARE_COUNT,)),
    )


def change_test(decoder: InterferenceDecoder | None = None) -> ChangeTest:
    decoder = decoder or InterferenceDecoder(recogniser(), frozenset)
    steps = ZeroSteps(recogniser().model, recogniser().noise_model)
    return ChangeTest(recogniser(), decoder, LIMITS, HoverTest(recogniser().model), steps)


def test_a_step_is_scored() -> None:
    verdict = run_to_end(change_test().score(change(LANDED, OTHER)))
    assert verdict.best.arrangement == arrangement(LANDED, OTHER)
    assert LIMITS.is_clear(verdict)


def test_a_worker_of_the_game_that_does_not_stand_is_in_a_hand() -> None:
    verdict = run_to_end(change_test().score(change(OTHER, hands=(MagnetInHand(1, 70.0, 50.0, 60.0),))))
    assert verdict.best.arrangement == arrangement(OTHER)
    assert len(verdict.best.hands) == 1


def test_a_magnet_in_a_hand_where_a_touch_is_awaited_stands() -> None:
    hand = MagnetInHand(1, 90.0, 45.0, recogniser().model.height(0) + 1.0)
    awaiting = ExpectedArrangements(EXPECTED.arrangement, FLAT, awaited=frozenset({7}))
    judged = change(OTHER, hands=(hand,), expected=awaiting)
    test = change_test()
    held = Verdict(explanation(OTHER, likelihood=-1e3, hands=(hand,)), 20.0, None)
    stands = run_to_end(test.standing_if_still(judged, held))
    assert stands.best.hands == ()
    assert {each.square for each in stands.best.arrangement} == {7, 18}
    high = MagnetInHand(1, 90.0, 45.0, 120.0)
    in_air = Verdict(explanation(OTHER, hands=(high,)), 20.0, None)
    assert run_to_end(test.standing_if_still(judged, in_air)) is in_air


def test_without_interference_the_same_magnets_need_no_lead() -> None:
    test, judged = change_test(), change(HOME, OTHER)
    plain = Verdict(explanation(HOME, OTHER, likelihood=10.0), 20.0, None)
    assert run_to_end(test.is_better(Verdict(explanation(HOME, OTHER, likelihood=10.0), 20.0, None), plain, judged))
    elsewhere = Verdict(explanation(LANDED, OTHER, likelihood=15.0), 20.0, None)
    assert not run_to_end(test.is_better(elsewhere, plain, judged))
    far = Verdict(explanation(LANDED, OTHER, likelihood=21.0), 20.0, None)
    assert run_to_end(test.is_better(far, plain, judged))
    assert not run_to_end(test.is_better(Verdict(far.best, 5.0, None), plain, judged))


def test_while_interference_goes_the_same_magnets_need_no_good_explanation_either_way() -> None:
    test, judged = change_test(), change(HOME, OTHER)
    plain = Verdict(explanation(HOME, OTHER, likelihood=10.0, misfit=60.0), 20.0, None)
    for magnets, misfit, is_better in (
        ((HOME, OTHER), 30.0, True),
        ((HOME, OTHER), 40.0, False),
        ((LANDED, OTHER), 30.0, False),
    ):
        found = Verdict(explanation(*magnets, likelihood=40.0, misfit=misfit), 20.0, None)
        assert run_to_end(test.is_better(found, plain, judged)) == is_better


def test_without_interference_too_a_worker_on_its_way_high_over_a_tower_does_not_stand_on_it() -> None:
    plain = Verdict(explanation(HOME, OTHER, likelihood=10.0), 20.0, None)
    high = Verdict(explanation(magnet(7, 3), OTHER, likelihood=40.0), 20.0, None)
    assert not run_to_end(change_test().is_better(high, plain, change(LANDED, OTHER)))


def test_a_shifted_board_is_explained_with_interference() -> None:
    test, judged = change_test(), change(HOME, OTHER, shift=0.6)
    chosen, disturbed = run_to_end(test.explain_with_interference(judged, run_to_end(test.score(judged)), 0.0))
    assert chosen is disturbed
    assert isinstance(chosen, DisturbedVerdict)
    assert chosen.verdict.best.arrangement == arrangement(HOME, OTHER)


def test_a_plain_step_is_chosen_over_interference() -> None:
    test, judged = change_test(), change(LANDED, OTHER)
    verdict = run_to_end(test.score(judged))
    chosen, _ = run_to_end(test.explain_with_interference(judged, verdict, 0.0))
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
        chosen, _ = run_to_end(change_test(Finds(EXCHANGED, *standing)).explain_with_interference(judged, poor, 0.0))
        assert (chosen is not None) is believed


def test_a_hand_with_a_worker_that_the_game_does_not_have_is_a_magnet_beside_the_board() -> None:
    """Two workers stand, and there are no more. Without a third one in a hand there is nothing to explain."""
    judged = change(LANDED, OTHER)
    for hands, is_magnet in (((MagnetInHand(1, -11.0, 88.0, 47.0),), True), ((), False)):
        plain = Verdict(explanation(LANDED, OTHER, likelihood=60.0, hands=hands), 25.0, None)
        test = change_test(Finds(BESIDE, LANDED, OTHER))
        chosen, disturbed = run_to_end(test.explain_with_interference(judged, plain, 0.0))
        assert (chosen is disturbed) is is_magnet
        assert is_magnet or chosen == plain


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
    chosen, _ = run_to_end(change_test(Finds(BESIDE, OTHER)).explain_with_interference(judged, plain, 0.0))
    assert isinstance(chosen, Verdict) is comes_down


@pytest.mark.parametrize(
    ("level", "lies_at", "is_believed"),
    [(0, 7, True), (1, 7, True), (3, 7, False), (1, 10, False)],
)
def test_a_magnet_with_the_field_of_the_worker_that_was_in_the_hand_is_that_worker(
    level: int, lies_at: int, *, is_believed: bool
) -> None:
    """If it is strong: high on a tower a worker and a magnet beside the board are much the same."""
    landed = magnet(7, level)
    judged = change(landed, OTHER, believed=arrangement(OTHER))
    (stays,) = (each for each in judged.reference.placed if each.standing == OTHER.standing)
    plain = Verdict(explanation(landed, stays, likelihood=33.0, misfit=28.0), 25.0, None)
    test = change_test(Finds(StrayField(frozenset({lies_at})), OTHER))
    chosen, _ = run_to_end(test.explain_with_interference(judged, plain, 0.0))
    assert (chosen == plain) is is_believed


A3, C3 = 10, 12


def came_unseen(
    square: int, level: int, misfit: float, tapped: frozenset[int] = frozenset(), east: float = 0.0
) -> bool:
    """Whether a worker that seems to have come down there is doubted, since no hand put it there."""
    expected = ExpectedArrangements(arrangement(HOME, OTHER), FLAT, open=frozenset({square}), tapped=tapped)
    landed = magnet(square, level, east=east)
    found = explanation(landed, OTHER, misfit=misfit)
    judged = change(landed, OTHER, expected=expected)
    elsewhere = reading(OTHER, hands=(MagnetInHand(1, 250.0, 90.0, 60.0),)).fields
    judged = replace(judged, rest=replace(judged.rest, before=(elsewhere,) * 8))
    return run_to_end(change_test().came_unseen(judged, found))


def test_a_worker_high_at_the_rim_that_was_not_seen_on_its_way_may_be_a_magnet() -> None:
    assert came_unseen(A3, 3, 20.0)
    assert not came_unseen(A3, 3, 12.0)  # explained well
    assert not came_unseen(A3, 1, 20.0)  # no magnet out there has so much field
    assert not came_unseen(C3, 3, 20.0)  # far from the rim
    assert not came_unseen(A3, 3, 20.0, tapped=frozenset({A3}))  # perhaps a touch


def test_a_worker_far_off_the_middle_at_the_rim_that_was_not_seen_on_its_way_may_be_a_magnet() -> None:
    assert came_unseen(A3, 0, 12.0, east=18.0)
    assert not came_unseen(A3, 0, 12.0, east=8.0)
    assert not came_unseen(C3, 0, 12.0, east=18.0)  # far from the rim


def test_what_was_believed_is_what_stood_before() -> None:
    lifted = arrangement(OTHER)
    assert change(LANDED, OTHER).before == arrangement(HOME, OTHER)
    since = change(LANDED, OTHER, believed=lifted)
    assert since.before == lifted
    assert since.leads_to(Verdict(explanation(LANDED, OTHER), 20.0, None))
    assert not since.leads_to(Verdict(explanation(OTHER), 20.0, None))
    empty = ReferenceReading(reading(), ())
    assert since.against(empty).reference is empty


@pytest.mark.parametrize(("off", "plain"), [(0.0, True), (9.0, False)])
def test_a_touch_is_plain_only_while_the_others_stand_as_they_did(off: float, *, plain: bool) -> None:
    """With a magnet beside the board a touch of the next square can look so."""
    other = replace(OTHER, east=off)
    verdict, is_plain = run_to_end(change_test().plain(change(LANDED, other)))
    assert verdict.best.arrangement == arrangement(LANDED, OTHER)
    assert is_plain is plain

"""The arithmetic of the bench: spreads, figures by cause, answers of the lights, and the thresholds beside it."""

from __future__ import annotations

import pytest

from engine import square
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from thera.simulator.game_simulation import ThresholdReader
from thera.simulator.hand_styles import HandStyleName
from thera.simulator.simulated_board import WorldFault
from thera.simulator.simulation_record import GameRecord, Rival, SimulationSummary, StepDone
from thera.simulator.tested_table import Histogram, LitSince, answers


def test_a_spread_knows_its_middle_its_end_and_its_mean() -> None:
    spread = Histogram.of(float(each) for each in range(1, 101))
    assert spread.at(0.5) == pytest.approx(50, rel=0.03)
    assert spread.at(0.99) == pytest.approx(99, rel=0.03)
    assert (spread.worst, spread.mean, spread.number) == (100, 50.5, 100)


def test_spreads_join_to_that_of_all_values() -> None:
    one, other = Histogram.of([0.0, 1.0]), Histogram.of([5.0, 7.0])
    one.join(other)
    assert one == Histogram.of([0.0, 1.0, 5.0, 7.0])


def test_nothing_has_no_middle() -> None:
    assert Histogram().at(0.5) is None
    assert Histogram().mean is None


def test_the_figures_count_every_step_once_and_distinguish_causes() -> None:
    record = GameRecord(
        1,
        done=[
            StepDone(HandStyleName.PLAIN, None, 3, settled=100.0, rival=Rival.RIGHT),
            StepDone(HandStyleName.PLAIN, WorldFault.STRAY, 1, asked=True, rival=Rival.OTHER),
            StepDone(HandStyleName.QUICK, None, 2, settled=300.0, revised=True),
            StepDone(HandStyleName.ROLLED, None, 1, wrong=True, noticed=False),
            StepDone(HandStyleName.TWO_BLOCKS, None, 0, noticed=True),
        ],
    )
    summary = SimulationSummary.of([record, record], 4.0)
    whole = summary.total
    assert (whole.steps, whole.unasked, whole.asked, whole.wrong) == (14, 10, 2, 2)
    assert (whole.revised, whole.noticed, whole.unnoticed) == (2, 2, 2)
    assert list(summary.by_cause) == [
        HandStyleName.PLAIN,
        HandStyleName.QUICK,
        HandStyleName.ROLLED,
        HandStyleName.TWO_BLOCKS,
    ]
    assert summary.by_cause[HandStyleName.PLAIN].share == 0.75
    assert summary.by_cause[HandStyleName.PLAIN].settled_median == pytest.approx(100, abs=2)
    assert summary.by_fault[WorldFault.STRAY].asked == 2
    assert (summary.rival_right, summary.rival_other, summary.rival_none) == (2, 2, 0)
    assert summary.games_per_second == 0.5
    assert any(line.startswith("quick") for line in summary.lines())


@pytest.mark.parametrize(
    ("moments", "lit", "others", "wanted"),
    [
        pytest.param([100.0], [140], [], [40.0], id="the first change after it"),
        pytest.param([100.0], [100], [], [], id="what came before is no answer"),
        pytest.param([100.0], [250], [200.0], [], id="nor is what comes after the next thing that hands do"),
        pytest.param([100.0, 500.0], [600], [], [100.0], id="each answer belongs to the last moment before it"),
        pytest.param([100.0], [9000], [], [], id="very late is no answer"),
    ],
)
def test_how_soon_the_lights_answer(
    moments: list[float], lit: list[int], others: list[float], wanted: list[float]
) -> None:
    found = answers(moments, [LitSince(at, lifted=True, played=False) for at in lit], others)
    assert (found.number, found.total) == (len(wanted), sum(wanted))


MODEL = FieldModel(Geometry())
BLUE, ORANGE = 1, -1


def frame(*workers: tuple[str, int, int], clipped: str = "") -> Frame:
    """The fields of workers in the middle of squares, with their levels and polarities."""
    total = [0.0] * 25
    for name, level, polarity in workers:
        around = MODEL.around(*MODEL.geometry.centre(square(name)), level)
        total = [sum_so_far + polarity * field for sum_so_far, field in zip(total, around, strict=True)]
    return Frame(0, 0, tuple(total), frozenset({square(clipped)} if clipped else ()))


def levels(**towers: int) -> list[int]:
    return [towers.get("abcde"[place % 5] + "12345"[place // 5], 0) for place in range(25)]


def test_thresholds_read_workers_on_the_heights_that_are_known() -> None:
    rival = ThresholdReader(MODEL)
    rival.feed(frame(("b2", 0, BLUE), ("e5", 2, ORANGE)), levels(e5=2))
    assert rival.standing == {(square("b2"), BLUE), (square("e5"), ORANGE)}


def test_thresholds_lose_a_high_worker_beside_a_low_one() -> None:
    rival = ThresholdReader(MODEL)
    rival.feed(frame(("c3", 3, BLUE), ("c2", 0, BLUE), ("d3", 0, BLUE)), levels(c3=3))
    assert (square("c3"), BLUE) not in rival.standing


def test_thresholds_keep_what_they_saw_a_little_longer_and_trust_a_sensor_at_its_end() -> None:
    rival = ThresholdReader(MODEL)
    whole = frame(("b2", 1, BLUE))
    for share, seen in ((0.45, 0), (1.0, 1), (0.45, 1), (0.35, 0)):
        rival.feed(Frame(0, 0, tuple(share * field for field in whole.fields)), levels(b2=1))
        assert len(rival.standing) == seen
    rival.feed(frame(("b2", 1, BLUE), clipped="b2"), levels())
    assert len(rival.standing) == 1

"""What a search costs: hopeless fits are given up, and what was fitted before is not searched again."""

from __future__ import annotations

from dataclasses import replace

from perception.arrangements import Reading, StandingMagnet, outline
from perception.counted_work import run_to_end
from perception.limits import DecisionThresholds
from tests.perception.exact_readings import arrangement, magnet, reading, reference
from tests.perception.landings import recogniser

BEFORE = (magnet(6, 1), magnet(12, 0), magnet(17, 2, -1), magnet(23, 0, -1))
AFTER = (magnet(7, 0, 1, 3.0, -2.0), magnet(12, 0), magnet(17, 2, -1), magnet(24, 1, -1, -2.0, 1.0))
LEVELS = [0] * 25
MOST_FRAMES = 20


def work_of(shown: Reading) -> int:
    """The work of scoring two workers that moved at once, as a change from `BEFORE`."""
    table, before = recogniser(), REFERENCE.arrangement
    gone = before - {BEFORE[0].standing, BEFORE[3].standing}
    moved = [
        gone | {StandingMagnet(one, 0, 1), StandingMagnet(other, 1, -1)} for one in (1, 2, 7) for other in (18, 24)
    ]
    begun = table.work.done
    verdict = run_to_end(table.score(shown, REFERENCE, moved))
    assert outline(verdict.best.arrangement) == outline(arrangement(*AFTER))
    return table.work.done - begun


REFERENCE = reference(*BEFORE)


def test_a_reading_that_is_nearly_the_same_is_scored_with_less_work() -> None:
    shown = reading(*AFTER)
    first = work_of(shown)
    again = work_of(replace(shown, fields=tuple(value + 0.01 for value in shown.fields)))
    assert again < 0.8 * first


def test_a_board_that_stands_otherwise_is_decoded_within_some_frames() -> None:
    table = recogniser()
    levels = [*LEVELS]
    levels[17], levels[24] = 2, 1
    begun = table.work.done
    verdict = run_to_end(table.decode(reading(*AFTER), arrangement(*BEFORE), levels))
    assert outline(verdict.best.arrangement) == outline(arrangement(*AFTER))
    assert table.work.done - begun <= MOST_FRAMES * DecisionThresholds().work_per_frame


def test_a_hopeless_explanation_is_given_up() -> None:
    table, shown = recogniser(), reading(*AFTER)
    wrong = arrangement(magnet(0), magnet(4), magnet(20, 0, -1), magnet(22, 0, -1))
    begun = table.work.done
    run_to_end(table.explain_alone(shown, wrong))
    closely = table.work.done - begun
    right = run_to_end(table.explain_alone(shown, arrangement(*AFTER)))
    begun = table.work.done
    given_up = run_to_end(table.explain_alone(shown, wrong, right.likelihood))
    assert given_up.likelihood < right.likelihood
    assert table.work.done - begun < 0.7 * closely


def test_an_arrangement_may_explain_a_reading_without_a_sensor_that_fails() -> None:
    table, shown = recogniser(), reading(*BEFORE)
    off = tuple(value + 5.0 * (sensor == 14) for sensor, value in enumerate(shown.fields))
    there = REFERENCE.arrangement
    assert not table.may_explain(replace(shown, fields=off), REFERENCE, there, -100.0, spared=0)
    assert table.may_explain(replace(shown, fields=off), REFERENCE, there, -100.0, spared=1)

"""Three seconds of what ``make load`` does for two minutes; how long things take says nothing here."""

from __future__ import annotations

from tools.benchmarks.phones_load import ages_of, measure


def test_ten_phones_at_a_busy_board_all_show_the_last_event_in_the_end() -> None:
    found = measure(phones=10, tabs=1, rate=20, seconds=3)
    assert found.made == 60
    assert found.last == (found.made,) * 10
    assert len(found.ages) == found.made * 10


def test_an_event_that_was_passed_over_is_as_old_as_it_was_when_the_next_one_came() -> None:
    assert [round(age) for age in ages_of([(1, 10.0, 10.02), (4, 10.15, 10.2)], 0.05)] == [20, 150, 100, 50]

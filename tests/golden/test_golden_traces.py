"""Recorded readings of a board are understood as they were: what is played, asked and said, in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.board_file import parse_board_file
from hardware.trace import TraceReader
from table.traces import TraceDifference, Transcript, replay_items, replay_trace, state_at_start
from table.view.led_patterns import lights_of
from tests.golden.record import TRACES, outcome_text
from tests.golden.scenario_player import Scenario
from tests.golden.scenarios import SCENARIOS
from thera.table_assembly import make_reader

LARGEST = 15_000
"""Bytes of a trace: a minute of play would be too much to look through."""


def test_every_scenario_has_a_trace_and_every_trace_a_scenario() -> None:
    names = {scenario.name for scenario in SCENARIOS}
    assert len(names) == len(SCENARIOS)
    assert {path.name for path in TRACES.iterdir()} == {
        f"{name}{end}" for name in names for end in (".trace.gz", ".txt")
    }


def gone_through(path: Path) -> tuple[Transcript, TraceDifference | None]:
    teller = Transcript()
    with TraceReader(path) as trace:
        start = state_at_start(path, trace.head)
        reader = make_reader(parse_board_file(trace.head.board_file))
        retraced = replay_trace(start, replay_items(path, trace), reader, lights_of, teller)
        assert trace.cut is None
    return teller, retraced.difference


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_trace_is_understood_as_it_was(scenario: Scenario) -> None:
    path = TRACES / f"{scenario.name}.trace.gz"
    teller, difference = gone_through(path)
    assert difference is None, difference.words()
    assert outcome_text(scenario, teller) == (TRACES / f"{scenario.name}.txt").read_text("utf-8")
    assert path.stat().st_size < LARGEST

"""What a table tells of itself becomes a trace that can be given away, and happens again from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.notation import parse_action
from engine.seats import Seat
from hardware.board import Button, ButtonPressed, Identity, LinkChanged, LinkState
from hardware.trace import TraceError, TraceHead, TraceItem, TraceNote, TraceReader
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.journal_entries import (
    Acted,
    Entry,
    Opened,
    SeatHandedOver,
    SeatTaken,
    SettingsChosen,
    StepUndone,
    replay,
)
from table.settings.options import TableSettings
from table.traces import RecordedOutcome, ReplayItem, TraceRecorder, anonymous, head_of, replay_items, state_at_start
from tests.hardware.whole_traces import write_trace
from tests.table.runtime.quiet_board import blank_frame

IDENTITY = Identity("Recorded board", "recorded-1", "1", 4)
ANN = SeatTaken(Seat.BLUE, "Ann", "b5f5c3" * 10)
NAMELESS = SeatTaken(Seat.BLUE, "", "")


def test_all_that_happens_at_a_table_happens_again_in_order(tmp_path: Path) -> None:
    items: list[TraceItem] = []
    recorder = TraceRecorder(items.append, lambda: IDENTITY)
    moved = Acted((parse_action("b2-c3"),))
    events = (LinkChanged(LinkState.READY), blank_frame(1), ButtonPressed(30, Button.UNDO))
    for event in events:
        recorder.event_received(event)
    recorder.entry_written(StepUndone(), TraceSource.BOARD)
    recorder.entry_written(moved, TraceSource.PHONE)
    recorder.trusted()
    recorder.measured((None, 6.512345678, 1.8, 0.9))
    recorder.renewed()
    recorder.entry_written(ANN, TraceSource.PHONE)
    path = tmp_path / "a.trace"
    write_trace(path, head_of("", (Opened(), ANN)), items)
    with TraceReader(path) as trace:
        assert state_at_start(path, trace.head) == replay((Opened(), NAMELESS))
        found: list[ReplayItem] = list(replay_items(path, trace))
    assert found == [
        *events,
        RecordedOutcome(StepUndone(), TraceSource.BOARD),
        RecordedOutcome(moved, TraceSource.PHONE),
        TraceEvent.TRUSTED,
        FieldsMeasured((None, 6.512345678, 1.8, 0.9)),
        TraceEvent.RENEWED,
        RecordedOutcome(NAMELESS, TraceSource.PHONE),
    ]
    assert items[0] == IDENTITY
    text = path.read_text("utf-8")
    assert "Ann" not in text
    assert ANN.mark not in text


@pytest.mark.parametrize(
    ("note", "told"),
    [
        (TraceNote("gossip", "null"), "a note about 'gossip' is not known"),
        (TraceNote("measured", "[null, -3]"), "measured fields are above 0"),
        (TraceNote("measured", '["much"]'), "these are no measured fields"),
        (TraceNote("board", '{"entry":"danced"}'), "danced: no such entry"),
        (TraceNote("phone", '["b2-c3"]'), "not a JSON object"),
    ],
)
def test_a_note_that_is_not_understood_is_told_with_its_line(tmp_path: Path, note: TraceNote, told: str) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, TraceHead(""), (blank_frame(1), note))
    with TraceReader(path) as trace, pytest.raises(TraceError) as error:
        list(replay_items(path, trace))
    assert str(error.value).startswith(f"{path}:3: ")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("notes", "told"),
    [
        (('{"entry":"danced"}',), "a.trace:1: what the journal held does not fit together: danced: no such entry"),
        (('{"entry":"step_undone"}',), "a.trace:1: what the journal held does not fit together: there is no game"),
        ((), "a.trace: a trace of a board alone, with no game in it"),
    ],
)
def test_a_start_that_is_not_understood_is_told(notes: tuple[str, ...], told: str) -> None:
    with pytest.raises(TraceError) as error:
        state_at_start(Path("a.trace"), TraceHead("", notes))
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("entry", "given_away"),
    [
        (ANN, NAMELESS),
        (SeatHandedOver(Seat.WHITE, "ab12"), SeatHandedOver(Seat.WHITE, "")),
        (SettingsChosen(TableSettings("At Ann's", brightness=30)), SettingsChosen(TableSettings(brightness=30))),
        (StepUndone(), StepUndone()),
    ],
)
def test_a_trace_names_nobody(entry: Entry, given_away: Entry) -> None:
    assert anonymous(entry) == given_away

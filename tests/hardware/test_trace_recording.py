"""A recording is written beside the game, and never in its way."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from hardware import trace_recording as module
from hardware.board import SQUARE_COUNT, Frame
from hardware.trace import TraceHead, TraceReader
from hardware.trace_recording import TraceRecording

FRAMES = [Frame(20 * number, number, (number / 1000,) * SQUARE_COUNT) for number in range(300)]


@pytest.mark.parametrize("name", ["a.trace", "a.trace.gz"])
def test_all_of_it_is_there_after_the_end(tmp_path: Path, name: str) -> None:
    recording = TraceRecording(tmp_path / name, TraceHead(""))
    for frame in FRAMES:
        recording.put(frame)
    recording.close()
    recording.close()
    with TraceReader(tmp_path / name) as trace:
        assert [line.item for line in trace] == FRAMES


def test_a_full_disk_ends_the_recording_and_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        recording = TraceRecording(Path("/dev/full"), TraceHead(""))
        for frame in FRAMES:
            recording.put(frame)
        recording.close()
        recording.put(FRAMES[0])
    assert recording.over
    assert [record.getMessage() for record in caplog.records] == [
        "/dev/full: the recording ends here, the game goes on: No space left on device"
    ]


def test_a_disk_that_is_too_slow_ends_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 0)
    recording = TraceRecording(tmp_path / "a.trace", TraceHead(""))
    recording.put(FRAMES[0])
    recording.put(FRAMES[1])
    recording.close()
    assert recording.over
    assert [record.getMessage().endswith("the disk is too slow") for record in caplog.records] == [True]


def test_a_file_that_cannot_be_begun_is_the_callers_to_tell(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        TraceRecording(tmp_path / "none" / "a.trace", TraceHead(""))

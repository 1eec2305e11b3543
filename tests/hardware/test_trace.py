"""A trace holds exactly what a board told; a cut recording is used as far as it goes, a wrong one is refused."""

from __future__ import annotations

import gzip
import json
import logging
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import trace as module
from hardware.board import (
    SQUARE_COUNT,
    Button,
    ButtonPressed,
    Frame,
    Identity,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from hardware.scale import LoadCell, PieceMasses, Scale
from hardware.trace import (
    TraceError,
    TraceHead,
    TraceItem,
    TraceNote,
    TraceReader,
    TraceRecording,
    TraceWriter,
    item_text,
)
from hardware.virtual.virtual_device import VirtualDevice
from tests.hardware.whole_traces import write_trace

HEAD = TraceHead('name = "Küche"\n', ('{"entry":"opened"}',))
WEIGHED_BY = Scale(
    tuple(LoadCell(east, north, -2103.25) for east in (-30.0, 210.0) for north in (-30.0, 210.0)),
    noise=0.021,
    masses=PieceMasses(14.5, (12.0, 9.0, 6.0), 5.0),
)
FIELDS = tuple((number - 12) / 1000 for number in range(SQUARE_COUNT))
ITEMS: tuple[TraceItem, ...] = (
    LinkChanged(LinkState.SEARCH, "looking"),
    Identity("Virtual board", "virtual-0", "virtual 1", 3),
    LinkChanged(LinkState.READY),
    Frame(20, 1, FIELDS),
    ButtonPressed(33, Button.DONE),
    ScaleInUse(WEIGHED_BY),
    Weighed(34, 12, (351.234, 340.0, -0.001, 330.5)),
    TraceNote("board", '{"entry":"acted","actions":["b2-c3"]}'),
    Frame(60, 3, FIELDS[::-1], frozenset({0, 24})),
)


def read(path: Path) -> tuple[list[TraceItem], str | None]:
    with TraceReader(path) as trace:
        return [line.item for line in trace], trace.cut


@pytest.mark.parametrize("name", ["a.trace", "a.trace.gz"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    write_trace(tmp_path / name, HEAD, ITEMS)
    assert read(tmp_path / name) == (list(ITEMS), None)
    with TraceReader(tmp_path / name) as trace:
        assert trace.head == HEAD
        assert [line.number for line in trace] == list(range(2, 2 + len(ITEMS)))


WHOLE = st.integers(0, 2**40)
LINES = st.text(st.characters(codec="utf-8"), max_size=20)
ANY_ITEM = st.one_of(
    st.builds(LinkChanged, st.sampled_from(LinkState), LINES),
    st.builds(ButtonPressed, WHOLE, st.sampled_from(Button)),
    st.builds(Identity, LINES, LINES, LINES, WHOLE),
    st.builds(TraceNote, LINES, LINES.map(json.dumps)),
    st.builds(
        Frame,
        WHOLE,
        WHOLE,
        st.lists(st.integers(-200_000, 200_000), min_size=SQUARE_COUNT, max_size=SQUARE_COUNT).map(
            lambda whole: tuple(value / 1000 for value in whole)
        ),
        st.frozensets(st.integers(0, SQUARE_COUNT - 1)),
    ),
)


@given(st.lists(ANY_ITEM, max_size=6))
@settings(max_examples=60, deadline=None)
def test_whatever_is_written_is_read(items: list[TraceItem]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.trace"
        write_trace(path, HEAD, items)
        assert [item_text(item) for item in read(path)[0]] == [item_text(item) for item in items]


def test_the_readings_of_a_board_are_stored_exactly(tmp_path: Path) -> None:
    board = VirtualDevice(seed=5)
    frames = [board.frame() for _ in range(50)]
    write_trace(tmp_path / "a.trace", HEAD, frames)
    assert read(tmp_path / "a.trace")[0] == frames


def test_a_line_can_be_read_with_the_eye() -> None:
    assert item_text(ITEMS[8]).startswith("[60,3,[12,11,10,")
    assert item_text(ITEMS[8]).endswith("-12],[0,24]]")
    assert item_text(ITEMS[6]) == '{"weighed":[351234,340000,-1,330500],"at":34,"number":12}'
    assert item_text(ITEMS[7]) == '{"note":"board","content":{"entry":"acted","actions":["b2-c3"]}}'


def test_the_same_trace_is_the_same_file(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_trace(tmp_path / folder / f"{folder}.gz", HEAD, ITEMS)
    assert (tmp_path / "one" / "one.gz").read_bytes() == (tmp_path / "two" / "two.gz").read_bytes()


def test_a_field_finer_than_a_trace_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a field of 0\.0001 mT"):
        item_text(Frame(0, 0, (0.0001,) * SQUARE_COUNT))


@pytest.mark.parametrize("lost", range(1, 40))
def test_a_recording_that_was_cut_off_is_used_up_to_there(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, HEAD, ITEMS)
    path.write_bytes(path.read_bytes()[:-lost])
    items, cut = read(path)
    assert items == list(ITEMS[: len(items)])
    assert len(items) == len(ITEMS) - (lost > 1)
    assert (cut is None) == (lost == 1)
    assert cut is None or cut.startswith(f"{path}:10: the recording was cut off here")


def test_a_compressed_recording_that_was_cut_off_is_used_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "a.trace.gz"
    frames = [Frame(20 * number, number, FIELDS) for number in range(500)]
    write_trace(path, HEAD, frames)
    whole = path.read_bytes()
    for size in range(len(whole) - 1, len(whole) // 2, -97):
        path.write_bytes(whole[:size])
        items, cut = read(path)
        assert items == frames[: len(items)]
        assert cut is not None


@pytest.mark.parametrize("name", ["a.trace", "a.trace.gz"])
def test_what_was_flushed_outlives_a_power_cut(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with TraceWriter(path, HEAD) as writer:
        for item in ITEMS:
            writer.write(item)
        writer.flush()
        found = path.read_bytes()
    path.write_bytes(found)
    assert read(path)[0] == list(ITEMS)


def test_zeros_that_a_power_cut_left_end_a_recording(tmp_path: Path) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, HEAD, ITEMS)
    path.write_bytes(path.read_bytes() + bytes(100))
    items, cut = read(path)
    assert items == list(ITEMS)
    assert cut is not None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("coffee", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("7", "neither a frame nor an object"),
        ('{"weighed":[1,2,3],"at":20,"number":1}', "weights are 4 whole numbers of mg"),
        ('{"weighed":[1,2,3,0.5],"at":20,"number":1}', "weights are 4 whole numbers of mg"),
        ('{"scale":{"cells":[]}}', "no scale: a scale has 4 cells"),
        ('{"scale":{"range":3}}', "no scale: Object missing required field `cells`"),
        ("{}", "no weights, scale, press, link, board or note that are known: nothing"),
        ('{"press":"up","at":3}', "known: press, at"),
        ('{"link":"gone","detail":""}', "known: link, detail"),
        ("[1,2]", "a frame is [ms, number, fields]"),
        (json.dumps([1, 2, [0] * 24]), "a frame has 25 fields"),
        (json.dumps([1, 2, [0.5] * 25]), "a frame has 25 fields"),
        (json.dumps([1, 2, [True] * 25]), "a frame has 25 fields"),
        (json.dumps([1, 2, [10**400] * 25]), "a frame has 25 fields"),
        (json.dumps([-1, 2, [0] * 25]), "a frame is"),
        (json.dumps([1, 2, [0] * 25, [25]]), "clipped channels are different numbers from 0 to 24"),
        (json.dumps([1, 2, [0] * 25, [3, 3]]), "clipped channels"),
        (json.dumps([1, 2, [0] * 25, [], []]), "a frame is"),
    ],
)
def test_a_wrong_line_is_reported_with_its_number(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "a.trace"
    write_trace(path, HEAD, ITEMS[:2])
    path.write_text(path.read_text("utf-8") + line + "\n" + item_text(ITEMS[3]) + "\n", "utf-8")
    with pytest.raises(TraceError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}:4: ")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is not a trace of Thera"),
        (b"coffee\n", "is not a trace of Thera"),
        (b'{"thera":"journal"}\n', "is not a trace of Thera"),
        (b'{"thera":"trace","version":2}\n', "another version of Thera (trace 2, this one reads 1)"),
        (b'{"thera":"trace","version":1}\n', "board_file and notes are needed"),
    ],
)
def test_what_is_no_trace_is_reported(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "a.trace"
    path.write_bytes(content)
    with pytest.raises(TraceError) as error:
        TraceReader(path)
    assert told in str(error.value)


def test_a_file_that_is_not_compressed_after_all_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(b"coffee\n")
    (tmp_path / "b.gz").write_bytes(gzip.compress(b"coffee\n"))
    for name in ("a.gz", "b.gz", "none.gz"):
        with pytest.raises(TraceError, match=name):
            TraceReader(tmp_path / name)


FRAMES = [Frame(20 * number, number, (number / 1000,) * SQUARE_COUNT) for number in range(300)]


@pytest.mark.parametrize("name", ["a.trace", "a.trace.gz"])
def test_a_whole_recording_is_there_after_the_end(tmp_path: Path, name: str) -> None:
    recording = TraceRecording(tmp_path / name, TraceHead(""))
    for frame in FRAMES:
        recording.put(frame)
    recording.close()
    recording.close()
    with TraceReader(tmp_path / name) as trace:
        assert [line.item for line in trace] == FRAMES


def test_a_full_disk_ends_the_recording_and_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
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


def test_frames_with_further_channels_come_back_as_they_were(tmp_path: Path) -> None:
    frames = [Frame(20 * number, number, (0.001 * number,) * 49, frozenset({3, 48})) for number in range(3)]
    path = tmp_path / "ring.trace.gz"
    with TraceWriter(path, TraceHead("")) as writer:
        for frame in frames:
            writer.write(frame)
    with TraceReader(path) as trace:
        assert [line.item for line in trace] == frames
        assert trace.channels == 49


@pytest.mark.parametrize(
    ("expected", "told"), [(None, ":3: a frame of this board has 25 fields, not 26"), (49, ":2: ")]
)
def test_a_frame_of_another_board_is_refused(tmp_path: Path, expected: int | None, told: str) -> None:
    path = tmp_path / "mixed.trace"
    with TraceWriter(path, TraceHead("")) as writer:
        writer.write(Frame(1, 1, (0.0,) * 25))
        writer.write(Frame(2, 2, (0.0,) * 26))
    with TraceReader(path) as trace:
        trace.channels = expected
        with pytest.raises(TraceError) as error:
            list(trace)
    assert told in str(error.value)

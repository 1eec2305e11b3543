"""A virtual board that starts again finds its pieces where they stood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hardware.geometry import Geometry
from hardware.hand_actions import PHONE, Knock, Lift, Put, PutBeside, PutStray, Slide, Stack, TakeStray, Tap, phone
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import LyingPiece, PieceInHand


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "board.json"


def test_pieces_stand_where_they_stood(memory: Path) -> None:
    first = VirtualDevice(seed=4, memory=memory, patience=0)
    first.act(Stack(12, dome=False))
    first.act(Stack(12, dome=True))
    first.act(Stack(13, dome=False))
    first.act(Lift("blue-1"))
    first.act(Put("blue-1", 13))
    first.act(Lift("orange-2"))
    second = VirtualDevice(seed=4, memory=memory, patience=0)
    assert second.world == first.world
    assert second.true_fields() == pytest.approx(first.true_fields(), abs=0.02), "but for the trembling hand"
    second.act(Put("orange-2", 0))
    assert VirtualDevice(seed=4, memory=memory).world == second.world


def test_fallen_workers_those_beside_the_board_and_strays_are_remembered(memory: Path) -> None:
    first = VirtualDevice(memory=memory, patience=0)
    hands = QueuedHands(first)
    for piece in ("blue-1", "blue-2"):
        hands.do(Lift(piece))
    hands.do(Put("blue-1", 3))
    hands.do(Knock("blue-1"))
    hands.do(PutBeside("blue-2", 220.0, 30.0))
    hands.do(PutStray(phone(-50, 0)))
    while not first.idle:
        first.scan()
    hands.check()
    second = VirtualDevice(memory=memory)
    assert isinstance(second.world.place("blue-1"), LyingPiece)
    assert second.world == first.world


def test_a_worker_on_its_way_in_another_hand_is_remembered_as_held(memory: Path) -> None:
    first = VirtualDevice(memory=memory, patience=0)
    first.act(Lift("blue-1"))
    first.act(Put("blue-1", 6))
    first.enqueue(Slide("blue-1", (7, 8, 9)), 1)
    for _ in range(5):
        first.scan()
    first.act(Stack(20, dome=False))
    assert isinstance(VirtualDevice(memory=memory).world.place("blue-1"), PieceInHand)


def test_a_small_board_does_not_take_over_the_pieces_of_a_large_one(memory: Path) -> None:
    VirtualDevice(memory=memory, patience=0).act(Stack(24, dome=False))
    small = VirtualDevice(Geometry(size=4), memory=memory)
    assert small.trouble is not None
    assert "e5 is not on a board of 4 x 4" in small.trouble


def test_starts_are_counted_and_the_board_stays_the_same_one(memory: Path) -> None:
    boards = [VirtualDevice(seed=4, memory=memory) for _ in range(3)]
    assert [board.identity.boots for board in boards] == [1, 2, 3]
    assert len({board.identity.unique_id for board in boards}) == 1
    assert len({board.calibration for board in boards}) == 1


def test_a_worker_on_its_way_when_the_process_died_is_where_the_way_began(memory: Path) -> None:
    first = VirtualDevice(memory=memory, patience=0)
    first.act(Lift("blue-1"))
    first.act(Put("blue-1", 6))
    before = first.world
    first.enqueue(Tap("blue-1", 7))
    first.scan()
    assert first.world != before
    assert VirtualDevice(memory=memory).world == before


def test_a_phone_that_no_hand_could_take_away_is_not_remembered(memory: Path) -> None:
    """Hands of an earlier version could lay it a kilometre from the board."""
    first = VirtualDevice(memory=memory, patience=0)
    first.act(PutStray(phone(250.0, 90.0)))
    memory.write_text(memory.read_text("utf-8").replace('"x": 250.0', '"x": 999999.0'), "utf-8")
    second = VirtualDevice(memory=memory, patience=0)
    assert second.trouble is not None
    assert "is not a stray magnet" in second.trouble
    second.act(PutStray(phone(250.0, 90.0)))
    second.act(TakeStray(PHONE))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"not json",
        b"[]",
        b"{}",
        b'{"format": 2}',
        b'{"format": 1, "boots": -1}',
        b'{"format": 1, "boots": 1, "levels": [0], "domes": []}',
    ],
)
def test_a_broken_memory_is_stored_under_another_name_and_the_board_starts_empty(memory: Path, content: bytes) -> None:
    memory.write_bytes(content)
    board = VirtualDevice(memory=memory, patience=0)
    kept = memory.with_name("board.json.broken-1")
    assert board.trouble is not None
    assert str(memory) in board.trouble
    assert kept.name in board.trouble
    assert kept.read_bytes() == content
    assert set(board.look().levels) == {0}
    board.act(Stack(3, dome=False))
    again = VirtualDevice(memory=memory)
    assert again.trouble is None
    assert again.look().levels[3] == 1


def _spoilt(memory: Path, name: str, value: object) -> None:
    VirtualDevice(memory=memory)
    content = json.loads(memory.read_text())
    content[name] = value
    memory.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("levels", [4] * 25),
        ("levels", [0.5] * 25),
        ("domes", [1] * 25),
        ("workers", {"green-1": {"box": True}}),
        ("strays", "phone"),
        ("strays", [{"name": "phone"}]),
        ("workers", {"blue-1": {"square": 1, "east": 0.0, "north": 0.0, "heading": 200.0}}),
        ("workers", {"blue-1": {"beside": [0.0]}}),
        ("workers", {"blue-1": {"square": 25, "east": 0.0, "north": 0.0}}),
        ("workers", {"blue-1": {"square": 1, "east": float("nan"), "north": 0.0}}),
        ("workers", {"blue-1": {"x": 0.0, "y": 0.0, "height": 1.0}}),
        ("workers", {"blue-1": {"x": float("inf"), "y": 0.0, "height": 90.0}}),
        ("workers", {name: {"square": 1, "east": 0.0, "north": 0.0} for name in ("blue-1", "blue-2")}),
    ],
)
def test_a_memory_of_what_cannot_stand_is_broken(memory: Path, name: str, value: object) -> None:
    _spoilt(memory, name, value)
    board = VirtualDevice(memory=memory)
    assert board.trouble is not None
    assert set(board.look().levels) == {0}


def test_broken_memories_do_not_replace_each_other(memory: Path) -> None:
    for text in ("one", "two"):
        memory.write_text(text)
        VirtualDevice(memory=memory)
    assert memory.with_name("board.json.broken-1").read_text() == "one"
    assert memory.with_name("board.json.broken-2").read_text() == "two"


def test_a_memory_that_cannot_be_written_is_said_at_the_start(tmp_path: Path) -> None:
    board = VirtualDevice(memory=tmp_path / "missing" / "board.json")
    assert board.trouble is not None
    assert "missing" in board.trouble


def test_a_memory_lost_while_playing_stops_no_hand_and_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    board = VirtualDevice(memory=folder / "board.json", patience=0)
    (folder / "board.json").unlink()
    folder.rmdir()
    board.act(Stack(5, dome=False))
    assert board.look().levels[5] == 1
    assert board.trouble is not None
    assert "cannot store its pieces" in board.trouble

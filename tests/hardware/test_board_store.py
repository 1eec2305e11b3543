"""What the host keeps of boards is whole or not there, and who holds when board and host disagree is clear."""

from __future__ import annotations

import json
import os
from binascii import crc_hqx
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.numbers import CRC16_START
from hardware.board import SQUARE_COUNT, Identity
from hardware.board_store import BoardStore, Prevails, StoredBoard, prevailing, sync_policy
from hardware.calibration import Calibration
from hardware.device import StoredState, ToStore
from hardware.scale import MeasuredScale, PieceMasses
from hardware.wiring import Wiring

NOMINAL, STRAIGHT = Calibration.nominal(), Wiring.straight()
OTHER = Calibration.nominal(37.0)
MEASURED = MeasuredScale((2103.0, -2210.5, 2150.0, 2041.25), 0.021, PieceMasses(14.5, (12.0, 9.0, 6.0), 5.0))
KEPT = StoredBoard(NOMINAL, STRAIGHT, "2026-11-21T20:00:00+00:00")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    boards = BoardStore(tmp_path / "boards")
    assert boards.read("a") is None
    boards.write("a", KEPT)
    boards.write("b", StoredBoard(None, STRAIGHT, "later"))
    assert boards.read("a") == KEPT
    assert boards.read("b") == StoredBoard(None, STRAIGHT, "later")
    assert boards.trouble is None


def test_what_was_measured_of_a_scale_is_stored_beside_the_rest(tmp_path: Path) -> None:
    boards = BoardStore(tmp_path)
    kept = replace(KEPT, scale=MEASURED)
    boards.write("a", kept)
    assert boards.read("a") == kept


def test_a_board_that_comes_back_weighs_as_it_was_calibrated_on_this_machine(tmp_path: Path) -> None:
    boards = BoardStore(tmp_path)
    boards.write("a", StoredBoard(None, None, "then", MEASURED))
    policy = sync_policy(boards, lambda: "now")
    of_board = StoredState(OTHER, calibration_stored=True, wiring=STRAIGHT, wiring_stored=True)
    assert policy(Identity("A board", "a", "1", 1), of_board).scale == MEASURED
    assert policy(Identity("Another", "b", "1", 1), of_board).scale is None
    assert boards.read("a") == StoredBoard(OTHER, STRAIGHT, "now", MEASURED)


@pytest.mark.parametrize("counts", [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 0.0]])
def test_a_file_with_an_impossible_scale_is_set_aside(tmp_path: Path, counts: list[float]) -> None:
    boards = BoardStore(tmp_path)
    boards.write("a", replace(KEPT, scale=MEASURED))
    content = json.loads(boards.path("a").read_text("utf-8"))
    content["scale"]["counts_per_gram"] = counts
    del content["checksum"]
    checksum = crc_hqx(json.dumps(content, sort_keys=True, separators=(",", ":")).encode(), CRC16_START)
    boards.path("a").write_text(json.dumps({**content, "checksum": checksum}), "utf-8")
    assert boards.read("a") is None
    assert "a scale has 4 cells" in str(boards.trouble)


numbers = st.floats(allow_nan=False, allow_infinity=False)


@settings(deadline=None)  # the disk may be slow
@given(
    st.tuples(*[numbers] * SQUARE_COUNT),
    st.tuples(*[numbers.filter(bool)] * SQUARE_COUNT),
    st.permutations(range(32)),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
)
def test_any_board_is_stored_exactly(
    tmp_path_factory: pytest.TempPathFactory,
    offsets: tuple[float, ...],
    gains: tuple[float, ...],
    channels: list[int],
    unique_id: str,
) -> None:
    folder = tmp_path_factory.getbasetemp() / "any"
    kept = StoredBoard(Calibration(offsets, gains, 4095, 418), Wiring(tuple(channels[:25]), tuple(range(25))), "now")
    boards = BoardStore(folder)
    boards.write(unique_id, kept)
    assert boards.read(unique_id) == kept
    assert boards.path(unique_id).parent == folder


def test_what_was_stored_before_stays_beside_it(tmp_path: Path) -> None:
    boards = BoardStore(tmp_path)
    for calibration in (NOMINAL, OTHER):
        boards.write("a", StoredBoard(calibration, None, "now"))
    previous = boards.path("a").with_suffix(".json.previous")
    assert json.loads(previous.read_text("utf-8"))["calibration"]["gains"][0] == 37.24
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("spoil", ["cut", "changed", "another board's", "no JSON", "no object", "binary"])
def test_a_broken_file_is_set_aside_and_said(tmp_path: Path, spoil: str) -> None:
    boards = BoardStore(tmp_path)
    boards.write("a", KEPT)
    path = boards.path("a")
    text = path.read_text("utf-8")
    boards.write("b", KEPT)
    spoilt = {
        "cut": text[:200],
        "changed": text.replace("37.24", "37.25", 1),
        "another board's": boards.path("b").read_text("utf-8"),
        "no JSON": "calibrated",
        "no object": "[]",
        "binary": "",
    }[spoil]
    path.write_bytes(spoilt.encode() or b"\xff\xfe\x00")
    assert boards.read("a") is None
    assert boards.trouble is not None
    assert "it is now board-a-" in boards.trouble
    assert not path.exists()
    assert path.with_suffix(".json.broken").exists()
    assert boards.read("a") is None
    assert boards.read("b") == KEPT


@pytest.mark.parametrize(
    ("stored", "kept", "holds"),
    [
        (None, None, Prevails.SAME),
        (NOMINAL, None, Prevails.BOARD),
        (NOMINAL, NOMINAL, Prevails.SAME),
        (NOMINAL, OTHER, Prevails.BOARD),
        (None, NOMINAL, Prevails.HOST),
        (None, STRAIGHT, Prevails.HOST),
    ],
)
def test_a_board_that_has_something_stored_is_right(
    stored: Calibration | None, kept: Calibration | Wiring | None, holds: Prevails
) -> None:
    assert prevailing(stored, kept) is holds


def test_numbers_are_compared_as_they_go_over_the_wire() -> None:
    precise = Calibration((2048.123456789,) * SQUARE_COUNT, (37.0,) * SQUARE_COUNT)
    assert prevailing(Calibration.unpacked(precise.packed), precise) is Prevails.SAME


BOARD = Identity("Mine", "a", "1.0.0", 3)


@pytest.mark.parametrize(
    ("held", "kept", "sent", "then"),
    [
        (StoredState(NOMINAL, calibration_stored=False), None, ToStore(), None),
        (StoredState(OTHER, calibration_stored=True), None, ToStore(), (OTHER, None)),
        (
            StoredState(OTHER, calibration_stored=True, wiring=STRAIGHT, wiring_stored=True),
            (NOMINAL, None),
            ToStore(),
            (OTHER, STRAIGHT),
        ),
        (
            StoredState(NOMINAL, calibration_stored=False, wiring=STRAIGHT, wiring_stored=False),
            (OTHER, STRAIGHT),
            ToStore(OTHER, STRAIGHT),
            (OTHER, STRAIGHT),
        ),
        (
            StoredState(NOMINAL, calibration_stored=False, wiring=None, wiring_stored=False),
            (OTHER, STRAIGHT),
            ToStore(OTHER, None),
            (OTHER, STRAIGHT),
        ),
        (
            StoredState(NOMINAL, calibration_stored=True, wiring=STRAIGHT, wiring_stored=False),
            (OTHER, STRAIGHT),
            ToStore(None, STRAIGHT),
            (NOMINAL, STRAIGHT),
        ),
    ],
)
def test_board_and_host_come_to_hold_the_same(
    tmp_path: Path,
    held: StoredState,
    kept: tuple[Calibration | None, Wiring | None] | None,
    sent: ToStore,
    then: tuple[Calibration | None, Wiring | None] | None,
) -> None:
    boards = BoardStore(tmp_path)
    if kept is not None:
        boards.write("a", StoredBoard(*kept, "before"))
    assert sync_policy(boards, lambda: "now")(BOARD, held) == sent
    found = boards.read("a")
    assert then == (None if found is None else (found.calibration, found.wiring))
    if found is not None and then != kept:
        assert found.made_at == "now"


def test_a_folder_that_cannot_be_used_stops_no_board(tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("a file", "utf-8")
    policy = sync_policy(BoardStore(tmp_path / "boards"), lambda: "now")
    assert policy(BOARD, StoredState(NOMINAL, calibration_stored=True)) == ToStore()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes for others")
def test_what_root_stores_belongs_to_whoever_has_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1235)
    boards = BoardStore(tmp_path / "boards")
    boards.write("a", KEPT)
    for made in (tmp_path / "boards", boards.path("a")):
        assert (made.stat().st_uid, made.stat().st_gid) == (1234, 1235)

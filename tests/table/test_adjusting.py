"""What a workshop found is stored on the board that it was found on, or the person is told."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from firmware_bridge.link import SerialBoard
from hardware.board import BoardRefusedError, Identity
from hardware.board_file import BoardFile
from hardware.calibration import Calibration
from hardware.kept import KeptBoards
from hardware.wiring import Wiring
from table.compose_adjusting import Adjusting
from table.snapshot import Task
from table.workshop.answers import Felt, Reply, Shows, Walked
from table.workshop.procedure import message
from table.workshop.room import Work
from table.workshop.selftest import SelfTesting

OTHER = (1, 0, *range(2, 25))


class Board:
    """As much of a board at the end of a link as is adjusted."""

    def __init__(self) -> None:
        self.identity = Identity("Thera", "e660", "0.1.0", 1)
        self.calibration, self.wiring = Calibration.nominal(), Wiring.straight()
        self.report = SimpleNamespace(calibration_stored=False)
        self.broken: str | None = None

    def store_wiring(self, wiring: Wiring) -> None:
        if self.broken is not None:
            raise BoardRefusedError(self.broken)
        self.wiring = wiring


def adjusting(board: Board, folder: Path) -> Adjusting:
    kept = KeptBoards(folder)
    return Adjusting(cast("SerialBoard", board), BoardFile(), boards=kept, begun=folder, board_file=None)


def with_lights_exchanged(work: Work | None) -> SelfTesting:
    """A self-test that has found two lights exchanged."""
    assert isinstance(work, SelfTesting)
    replies: tuple[Reply, ...] = (
        *(Shows(number, right=True) for number in range(3)),
        *(Walked(square, named=other) for square, other in enumerate(OTHER)),
        *(Felt(square, square) for square in range(25)),
    )
    return SelfTesting(work.wired, replies)


def test_a_wiring_goes_to_the_board_and_is_kept_here(tmp_path: Path) -> None:
    board = Board()
    adjusts = adjusting(board, tmp_path)
    report = adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, anew=False).work))
    assert report.stored
    assert board.wiring.lights == OTHER
    kept = KeptBoards(tmp_path).read("e660")
    assert kept is not None
    assert kept.wiring == board.wiring


def test_a_board_that_does_not_store_is_told_and_the_host_has_it_still(tmp_path: Path) -> None:
    board = Board()
    board.broken = "it cannot store"
    adjusts = adjusting(board, tmp_path)
    report = adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, anew=False).work))
    assert not report.stored
    assert report.notes[0] == message("not_stored", why="it cannot store")
    assert KeptBoards(tmp_path).read("e660") is not None


def test_what_was_found_of_one_board_is_not_stored_on_another(tmp_path: Path) -> None:
    board = Board()
    adjusts = adjusting(board, tmp_path)
    work = with_lights_exchanged(adjusts.begin(Task.SELFTEST, anew=False).work)
    board.identity = Identity("Thera", "e661", "0.1.0", 1)
    report = adjusts.store(work)
    assert (report.stored, report.notes) == (False, (message("other_board"),))
    assert board.wiring == Wiring.straight()
    assert KeptBoards(tmp_path).read("e661") is None

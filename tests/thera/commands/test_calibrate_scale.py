"""``thera board calibrate --scale``, typed by a person who puts things on a board that weighs."""

from __future__ import annotations

import queue
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.agent import PtyPort
from hardware.board_file import parse_board_file
from hardware.device import CellCounts
from hardware.scale import PieceMasses
from tests.hardware.fake_device import FakeDevice
from tests.perception.calibration.weighed_plate import TRUE_COUNTS, WeighedPlate
from thera.cli import main
from thera.commands.board import calibrate_command
from thera.exit_codes import ExitCode

MASSES = {"a worker": 14.5, "level 1": 12.25, "level 2": 9.5, "level 3": 6.75, "a dome": 5.25}
SQUARES = {"a1": 0, "e1": 4, "a5": 20, "e5": 24, "c3": 12}
KNOWN = 180.0


class WeighingDevice(FakeDevice):
    """A board on load cells, with the noise of their data sheets. Several readings come with each scan, so that nobody
    has to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = 4
        self.plate = WeighedPlate()
        self._chance = random.Random(3)  # noqa: S311 - noise

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        counts = self.plate.counts()
        return tuple(
            CellCounts(elapsed, tuple(each + round(self._chance.gauss(0, 38)) for each in counts)) for _ in range(6)
        )


class ScalePerson:
    """Does what is asked, then presses Enter, or types the known mass; the first time without a number."""

    def __init__(self, plate: WeighedPlate) -> None:
        self._plate = plate
        self._asked: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._typed = ["heavy", "180,0"]
        self.heard: list[str] = []

    def hear(self, text: str) -> None:
        self.heard.append(text)
        if text.endswith("stop]"):
            self._asked.put(text)

    def __iter__(self) -> Iterator[str]:
        while True:
            yield self._answer(self._asked.get(timeout=60))

    def _answer(self, text: str) -> str:
        standing = self._plate.standing
        if "kitchen scale" in text:
            return self._typed.pop(0)
        if "Take" in text:
            standing.clear()
        for name, square in SQUARES.items():
            if f"middle of {name}" in text:
                standing.clear()
                self._plate.put(KNOWN, square)
        for name, mass in MASSES.items():
            if text.startswith("Put") and name in text:
                self._plate.put(mass, len(standing) + 6)
        return ""


def test_a_person_calibrates_a_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, device = tmp_path / "my-board.toml", WeighingDevice()
    path.write_text("[scale]\n", "utf-8")
    person = ScalePerson(device.plate)
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(calibrate_command, "say", person.hear)
    with PtyPort(device) as port:
        assert main(["board", "calibrate", "--scale", "--board", port.path, "--board-file", str(path)]) == 0
    found = parse_board_file(path.read_text("utf-8")).scale
    assert found is not None
    assert [cell.counts_per_gram for cell in found.cells] == pytest.approx(TRUE_COUNTS, rel=1e-3)
    wanted, masses = PieceMasses(14.5, (12.25, 9.5, 6.75), 5.25), found.masses
    assert (masses.worker, *masses.blocks, masses.dome) == pytest.approx(
        (wanted.worker, *wanted.blocks, wanted.dome), abs=0.1
    )
    assert found.noise == pytest.approx(0.018, rel=0.6)
    assert any("'heavy'? A number from 20 to 1000" in text for text in person.heard)


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "has no [scale]"), ("[scale]\n", "the board sends no weights: give it this board file")],
)
def test_a_board_without_a_scale_is_not_calibrated(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate_command, "_UNWEIGHED_FRAMES", 5)
    path = tmp_path / "my-board.toml"
    path.write_text(text, "utf-8")
    with PtyPort(FakeDevice()) as port:
        assert (
            main(["board", "calibrate", "--scale", "--board", port.path, "--board-file", str(path)]) == ExitCode.REFUSED
        )
    assert told in capsys.readouterr().err

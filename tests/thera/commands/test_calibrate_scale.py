"""``thera board calibrate --scale``, typed by a person who puts things on a board that weighs."""

from __future__ import annotations

import queue
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.agent import PtyPort
from hardware.board_store import BoardStore
from hardware.device import CellCounts
from hardware.scale import PieceMasses
from tests.hardware.fake_device import FakeDevice
from tests.perception.calibration.weighed_plate import TRUE_COUNTS, WeighedPlate
from thera.cli import main
from thera.commands.board import terminal_procedure
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
            CellCounts(elapsed, tuple(each + round(self._chance.gauss(0, 38)) for each in counts)) for _ in range(12)
        )


class ScalePerson:
    """Does what is asked, and types where that is needed; the mass first without a number, and then in kg."""

    def __init__(self, plate: WeighedPlate) -> None:
        self._plate = plate
        self._asked: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._typed = ["heavy", "0,18", "180,0"]
        self.heard: list[str] = []

    def hear(self, text: str) -> None:
        self.heard.append(text)
        self._asked.put(text)

    def __iter__(self) -> Iterator[str]:
        while (text := self._asked.get(timeout=60)) is not None:
            line = self._answer(text)
            if line is not None:
                yield line

    def leave(self) -> None:
        """Type nothing more."""
        self._asked.put(None)

    def _answer(self, text: str) -> str | None:
        standing = self._plate.standing
        if "Take" in text:
            standing.clear()
        for name, square in SQUARES.items():
            if f"lit square {name}" in text:
                standing.clear()
                self._plate.put(KNOWN, square)
        for name, mass in MASSES.items():
            if "] Put" in text and name in text:
                self._plate.put(mass, len(standing) + 6)
        if any(asked in text for asked in ("How many grams", "heavy? (", "Type a mass")):
            return self._typed.pop(0)
        return "" if "Take everything off" in text or "Store this?" in text else None


def test_a_person_calibrates_a_scale_and_the_board_weighs_by_it_when_it_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, device = tmp_path / "my-board.toml", WeighingDevice()
    path.write_text("[scale]\n", "utf-8")
    path.chmod(0o444)
    person = ScalePerson(device.plate)
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(terminal_procedure, "say", person.hear)
    data = str(tmp_path / "data")
    with PtyPort(device) as port:
        arguments = ["--board", port.path, "--board-file", str(path), "--data", data]
        assert main(["board", "calibrate", "--scale", *arguments]) == 0
    person.leave()
    assert path.read_text("utf-8") == "[scale]\n", "the file of a table that is installed may not be written"
    kept = BoardStore(tmp_path / "data" / "boards").read(device.identity.unique_id)
    assert kept is not None
    assert kept.scale is not None
    assert kept.scale.counts_per_gram == pytest.approx(TRUE_COUNTS, rel=1e-3)
    wanted, masses = PieceMasses(14.5, (12.25, 9.5, 6.75), 5.25), kept.scale.masses
    assert (masses.worker, *masses.blocks, masses.dome) == pytest.approx(
        (wanted.worker, *wanted.blocks, wanted.dome), abs=0.1
    )
    assert kept.scale.noise == pytest.approx(0.018, rel=0.6)
    assert any("heavy? (a mass of 20 to 1000 g" in text for text in person.heard)
    assert any("0.18 g does not work" in text for text in person.heard)
    assert any("A dome weighs 5." in text for text in person.heard)


@pytest.mark.parametrize("demo", [(), ("--demo",)])
def test_a_board_file_without_a_scale_is_named(
    demo: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my-board.toml"
    path.write_text("", "utf-8")
    with PtyPort(FakeDevice()) as port:
        arguments = ["--scale", "--board", port.path, "--board-file", str(path), *demo]
        assert main(["board", "calibrate", *arguments]) == ExitCode.REFUSED
    assert f"{path} has no [scale]; docs/board_file.md" in capsys.readouterr().err


def test_a_board_that_sends_no_weights_is_told_what_to_look_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, heard = tmp_path / "my-board.toml", queue.SimpleQueue[str]()
    path.write_text("[scale]\n", "utf-8")

    def typed() -> Iterator[str]:
        while "sends no weights. Give it its board file and the newest firmware" not in heard.get(timeout=60):
            pass
        yield "q"

    monkeypatch.setattr("perception.calibration.scale_calibration.SILENT_FRAMES", 5)
    monkeypatch.setattr(sys, "stdin", typed())
    monkeypatch.setattr(terminal_procedure, "say", heard.put)
    with PtyPort(FakeDevice()) as port:
        arguments = ["--scale", "--board", port.path, "--board-file", str(path), "--data", str(tmp_path)]
        assert main(["board", "calibrate", *arguments]) == ExitCode.INTERRUPTED


def test_simulated_hands_show_the_calibration_of_a_scale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my-board.toml"
    path.write_text("[scale]\n", "utf-8")
    assert main(["board", "calibrate", "--scale", "--demo", "--board", "virtual", "--board-file", str(path)]) == 0
    told = capsys.readouterr().out
    assert "Put the thing of 250 g in the middle of the lit square e5" in told
    assert "A block of level 2 weighs 9." in told or "A block of level 2 weighs 8." in told
    assert "The calibration of the scale is done." in told

"""``thera board try``: a person at a pilot, wrong wires, and the verdicts that follow from what is measured."""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.agent import PtyPort
from firmware_bridge.emulated.pico import EmulatedPico
from hardware.board_file import BoardFile, parse_board_file, read_board_file
from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import HandAction, Lift, Put, PutInBox, Stack, Unstack
from hardware.magnet_force import WorkerGrip
from hardware.sensor_types import Sensor
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from table.errors import CannotPlayError
from tests.firmware.board_code import NEEDS_MICROPYTHON
from thera.boards.pilot_measurement import (
    FieldAtHeight,
    PilotMeasurements,
    SensorRest,
    findings,
    reaction_fault,
    zero_faults,
)
from thera.cli import main
from thera.commands.board.try_command import conclude

QUICK = HandStyle(raising=40.0, lowering=40.0, carrying_speed=3000.0)
FAST = 100
GUIDE = replace(BoardFile(), scan_hz=FAST)
SENSOR = Sensor()
TYPED = {
    "pitch": ["45"],
    "stack 2": ["twelve", "35.5"],
    "stack 3": ["54"],
    "weight": ["", "11,5"],
    "moves at": ["33"],
    "rise": ["600", "60"],
    "run": ["100", "100"],
}
"""What the person types in turn, and then Enter: a word, nothing where something has to be measured, and once a slope
at which nothing slides."""


class Person:
    """Reads what is asked, moves the workers of the virtual board, and types. The first time that a worker is to be
    over sensor 2, it is put over sensor 3."""

    def __init__(self, board: VirtualDevice) -> None:
        self._board = board
        self._asked: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._typed = {name: list(texts) for name, texts in TYPED.items()}
        self._undo: list[HandAction] = []
        self._slips = 1
        self.heard: list[str] = []

    def write(self, text: str) -> int:
        for line in filter(None, text.split("\n")):
            self.heard.append(line)
            if line.endswith("]"):
                self._asked.put(line)
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> Iterator[str]:
        while True:
            line = self._asked.get(timeout=120)
            yield (self._type(line.split(":")[0]) if ":" in line and "Let go" not in line else self._do(line))

    def _type(self, name: str) -> str:
        texts = self._typed.get(name)
        return texts.pop(0) if texts else ""

    def _do(self, line: str) -> str:
        for action in self._undo:
            self._board.act(action)
        self._undo = []
        if "irst worker" in line or "second worker" in line:
            worker = "orange-1" if "second" in line else "blue-1"
            square = int(line.split("sensor ")[1][0]) - 1
            if square == 1:
                square, self._slips = square + self._slips, 0
            level = next((n for n, text in enumerate(("on the face", "on 1 b", "on 2 b", "on 3 b")) if text in line), 1)
            for _ in range(level):
                self._board.act(Stack(square, dome=False))
            self._board.act(Lift(worker))
            self._board.act(Put(worker, square))
            self._undo = [Lift(worker), PutInBox(worker), *[Unstack(square)] * level]
        return ""


def pilot_board() -> VirtualDevice:
    return VirtualDevice(GUIDE.geometry, SensorSpread.handmade(2.0), style=QUICK, scan_period=10)


def tried(path: str, person: Person, file: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(sys, "stdout", person)
    described = file.with_name("pilot.toml")
    described.write_text(f"scan_hz = {FAST}\n", "utf-8")
    try:
        return main(["board", "try", str(file), "--board", path, "--board-file", str(described)])
    finally:
        monkeypatch.undo()


def check_written(person: Person, file: Path) -> None:
    assert person.heard[-1] == "Build it."
    assert sum("WRONG: sensor 3 reacts instead of sensor 2" in line for line in person.heard) == 1
    assert any("'twelve'? A number from 23 to 68, in mm" in line for line in person.heard)
    assert sum("This has to be measured. A number from 1 to 500, in g" in line for line in person.heard) == 1
    assert sum("600 mm high on 100 mm is a slope of 6.00" in line for line in person.heard) == 1
    made = read_board_file(file)
    assert made.geometry == replace(GUIDE.geometry, block_heights=(18.0, 17.5, 18.5))
    assert made.grip == WorkerGrip(11.5, 0.6)
    assert made.assumed == ("width_mm", "foot_mm"), "a pilot asks for the rest"
    assert made.measured[0] is None
    # By the model; the sensor may differ by 5 %, each magnet by 5 %, and hands miss by 2 mm.
    assert made.measured[1:] == pytest.approx((4.80, 1.14, 0.432), rel=0.15)


@NEEDS_MICROPYTHON
@pytest.mark.parts
def test_a_pilot_with_the_firmware_of_the_board_ends_with_a_board_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, file = pilot_board(), tmp_path / "mine.toml"
    person = Person(board)
    with EmulatedPico(board, GUIDE) as pico:
        assert tried(pico.path, person, file, monkeypatch) == 0
    check_written(person, file)


def test_who_leaves_in_the_middle_gets_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaving(Person):
        def __iter__(self) -> Iterator[str]:
            yield "\n"

    board, file = pilot_board(), tmp_path / "mine.toml"
    with PtyPort(board, fastest_hz=FAST) as port:
        assert tried(port.path, Leaving(board), file, monkeypatch) == 130
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--board", "virtual"], "--demo go together"),
        (["mine.toml", "--demo", "--board", "serial"], "--demo go together"),
        (["--board", "serial"], "name the board file to write"),
        (["there.toml", "--board", "serial"], "already exists"),
        (["nowhere/mine.toml", "--board", "serial"], "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_tried_is_refused(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.toml").write_text("", "utf-8")
    assert main(["board", "try", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_hands_show_a_pilot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "try", "--board", "virtual", "--demo"]) == 0
    assert capsys.readouterr().out.endswith("Build it.\n")


# -- wrong wires


def rest(means: tuple[float, float, float], noise: float = 1.2) -> SensorRest:
    return SensorRest(means, (noise,) * 3, 250, moved=False)


@pytest.mark.parametrize(
    ("zero", "told"),
    [
        (rest((2048, 2040, 2060)), []),
        (rest((2048, 3, 2060)), ["sensor 2 reads 0.00 V: it has no 3.3 V"]),
        (rest((4094, 2048, 2060)), ["sensor 1 reads 3.30 V: it has no ground"]),
        (rest((2048, 2040, 1200)), ["sensor 3 reads 0.97 V and not 1.65"]),
        (rest((2048, 2040, 2060), 40.0), [f"sensor {number} has 1.1 mT of noise" for number in (1, 2, 3)]),
    ],
)
def test_a_sensor_that_is_not_connected_is_named(zero: SensorRest, told: list[str]) -> None:
    found = zero_faults(zero, SENSOR)
    assert len(found) == len(told)
    assert all(line.startswith(start) for line, start in zip(found, told, strict=True))


@pytest.mark.parametrize(
    ("number", "change", "told"),
    [
        (1, (48.0, -0.5, 0.0), ""),
        (2, (-0.5, -48.0, -0.5), ""),
        (1, (0.1, -0.2, 0.0), "no sensor reacts"),
        (2, (48.0, -0.5, 0.0), "sensor 1 reacts instead of sensor 2: their wires to C0 and C1"),
        (3, (48.0, 47.9, 48.1), "sensors 1 and 2 and 3 react alike: S0 or S1"),
        (1, (48.0, 47.9, 0.1), "sensors 1 and 2 react alike"),
    ],
)
def test_exchanged_open_and_connected_wires_are_told_apart(number: int, change: tuple[float, ...], told: str) -> None:
    fault = reaction_fault(number, change)
    assert fault.startswith(told)
    assert bool(fault) == bool(told)


def test_what_moves_is_no_rest() -> None:
    still = [(2048 + number % 3, 2050, 2040) for number in range(100)]
    assert not SensorRest.of(still).moved
    assert SensorRest.of([*still[:50], *[(2300, 2050, 2040)] * 50]).moved
    with pytest.raises(ValueError, match="too few"):
        SensorRest.of(still[:4])


# -- verdicts

GOOD = PilotMeasurements(
    noise=(0.03, 0.03, 0.03),
    drift=(0.0, 0.01, -0.02),
    fields=(FieldAtHeight(None), FieldAtHeight(4.8, 0.2), FieldAtHeight(1.14, 0.05), FieldAtHeight(0.432, 0.03)),
    second=-4.7,
    geometry=GUIDE.geometry,
    grip=WorkerGrip(),
    moves_at=33.0,
)
WEAK = tuple(FieldAtHeight(field, 0.01) for field in (40.5, 2.24, 0.509, 0.189))


def test_a_good_pilot_says_that_nothing_has_to_change() -> None:
    assert [each.change for each in findings(GOOD)] == [""] * 5


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (replace(GOOD, noise=(0.03, 0.06, 0.03)), "would ask often: less noise"),
        (replace(GOOD, noise=(0.1, 0.03, 0.03)), "could not read three blocks: less noise"),
        (replace(GOOD, fields=WEAK, geometry=Geometry(magnet=Magnet(10.0, 3.0))), "would ask often: less noise"),
        (replace(GOOD, fields=(*GOOD.fields[:3], FieldAtHeight(1.2))), "do not fall from each height: measure again"),
        (replace(GOOD, drift=(0.0, 0.3, 0.0)), "by up to 0.300 mT: find what moved"),
        (
            replace(GOOD, geometry=replace(GUIDE.geometry, block_heights=(18.0, 18.0, 27.0))),
            "off that: measure the blocks",
        ),
        (replace(GOOD, second=4.7), "the same pole down: turn its magnet"),
        (replace(GOOD, second=-3.0), "the field of the first: magnets of one kind"),
        (replace(GOOD, moves_at=41.0), "they have to stay at 39 mm: rubber"),
        (replace(GOOD, grip=WorkerGrip(5.0, 0.2)), "they have to stay at 39 mm: rubber"),
    ],
)
def test_what_is_not_good_says_what_to_change(found: PilotMeasurements, told: str) -> None:
    seen, change = told.split(": ")
    assert any(seen in each.text and each.change.startswith(change) for each in findings(found))


def test_what_was_measured_is_told_if_the_file_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CannotPlayError, match="cannot write it: No such file or directory"):
        conclude(replace(GOOD, grip=WorkerGrip(11.5, 0.6)), GUIDE, tmp_path / "a stick that was pulled" / "mine.toml")
    told = capsys.readouterr().out.split("store it elsewhere:\n", 1)[1]
    assert parse_board_file(told).grip == WorkerGrip(11.5, 0.6)

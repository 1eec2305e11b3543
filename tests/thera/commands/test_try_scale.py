"""``thera board try --scale``: hands at a plate on good and on bad load cells, and what the verdict says."""

from __future__ import annotations

import queue
import re
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from common.numbers import seeded
from firmware_bridge.agent import PtyPort
from hardware.board import Weighed
from hardware.board_file import parse_board_file, read_board_file
from hardware.device import CellCounts
from hardware.geometry import Geometry
from hardware.scale import PieceMasses, Scale
from hardware.virtual.virtual_scale import SETTLING, Statics
from tests.hardware.fake_device import FakeDevice
from tests.perception.calibration.weighed_plate import plain_scale
from thera.boards.scale_pilot import PIECES, ScaleFaultError, scale_findings
from thera.cli import main
from thera.commands.board import pilot_terms, scale_trial
from thera.commands.board.pilot_terms import TypedNumber
from thera.commands.board.scale_trial import CUP, FINGER, KNOWN_THING, NOTHING, PlateTask, ScalePilot
from thera.exit_codes import ExitCode

ROOT = Path(__file__).parents[3]
KNOWN = 180.0
MASSES = PieceMasses(14.5, (12.0, 9.0, 6.0), 5.0)
GEOMETRY = Geometry()
DESCRIBED = plain_scale()
COUNTS = DESCRIBED.cells[0].counts_per_gram
USUAL_NOISE = 40.0
"""The noise of a reading in counts: an HX711 has 38 at 80 readings a second."""


@dataclass(frozen=True, slots=True)
class PlateAsBuilt:
    """Load cells as they really are: ``counts`` for a g of each and the cell that each output reports (``wired``),
    counts of noise, the masses of the pieces, and readings a second. A wall beside cell 2 carries a share of each
    change of its load (``wall``), with up to ``friction`` g of friction; a draught shakes the plate with ``draught`` g
    while a cup stands there."""

    counts: tuple[float, ...] = (2103.0, 2210.5, 2150.0, 2041.25)
    wired: tuple[int, ...] = (0, 1, 2, 3)
    noise: float = USUAL_NOISE
    masses: PieceMasses = MASSES
    rate: int = 80
    wall: float = 0.0
    friction: float = 1000.0
    draught: float = 0.0

    @property
    def described(self) -> Scale:
        """The scale of its board file, which says nothing of what is wrong."""
        return replace(DESCRIBED, rate=self.rate)


@dataclass
class SimulatedPlate:
    """The plate and the hands at it, who do what they are asked and miss by some mm."""

    built: PlateAsBuilt
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        scale, self._chance = self.built.described, seeded("plate as built", 1)
        self._statics = Statics([(cell.east, cell.north) for cell in scale.cells], 0.5)
        self._task = PlateTask(NOTHING)
        self._number = self._pressed = 0
        self._converted = deque([[0.0] * 4], maxlen=SETTLING)
        self._felt = self._held = 0.0
        masses = self.built.masses
        self._masses = dict(zip(PIECES, (masses.worker, *masses.blocks, masses.dome), strict=True))
        self._masses |= {KNOWN_THING: KNOWN, CUP: 300.0, NOTHING: 0.0}
        self._mass = 0.0

    def do(self, task: PlateTask, text: str) -> None:
        """As of a PlateMaker."""
        self.said.append(text)
        self._pressed = self._number
        off = 2.0 if task.on in PIECES else 0.0
        east, north = (each + self._chance.gauss(0.0, off) for each in (task.east, task.north))
        self._task = PlateTask(task.on, east, north)
        self._mass = self._masses.get(task.on, 0.0) * (1 + (0.02 if off else 0.0) * self._chance.gauss(0.0, 1.0))

    def number(self, asked: TypedNumber) -> float:
        """As of a PlateMaker."""
        self.said.append(asked.what)
        return KNOWN

    def say(self, text: str) -> None:
        """As of a PlateMaker."""
        self.said.append(text)

    def readings(self) -> Iterator[Weighed]:
        """As of a PlateMaker."""
        while True:
            loads = self.built.described.loads(self.counts())
            yield Weighed(round(self._number * 1000 / self.built.rate), self._number, loads)

    def counts(self) -> tuple[int, ...]:
        """The next reading of all converters; the plate itself weighs 600 g."""
        self._number += 1
        since = (self._number - self._pressed) * 1000 / self.built.rate
        mass = 250.0 if self._task.on == FINGER and since < 800 else self._mass
        if self._task.on == CUP:
            mass += self.built.draught * self._chance.uniform(-1, 1)
        loads = self._statics.shared([(mass, self._task.east, self._task.north)])
        self._held += self.built.wall * (loads[1] - self._felt)
        self._held = min(self.built.friction, max(-self.built.friction, self._held))
        self._felt = loads[1]
        loads[1] -= self._held
        self._converted.append(loads)
        shown = [sum(column) / len(self._converted) for column in zip(*self._converted, strict=True)]
        counts = [
            round((150.0 + load) * per_gram + self._chance.gauss(0.0, self.built.noise if per_gram else 0.0))
            for load, per_gram in zip(shown, self.built.counts, strict=True)
        ]
        return tuple(counts[cell] for cell in self.built.wired)


def verdict(built: PlateAsBuilt) -> list[tuple[str, str]]:
    """What a pilot at this plate finds, and what it says to change."""
    try:
        found = ScalePilot(SimulatedPlate(built), GEOMETRY, built.described).run()
    except ScaleFaultError as fault:
        return [(fault.finding.text, fault.finding.change)]
    return [(each.text, each.change) for each in scale_findings(found)]


@pytest.fixture(autouse=True)
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale_trial, "CUP_SECONDS", 10)


@pytest.mark.parametrize(
    ("built", "told"),
    [
        (PlateAsBuilt(), "the table reads 12 of the 12 blocks and domes"),
        (PlateAsBuilt(counts=(2103.0, 2210.5, -2150.0, 2041.25)), "cell 3 counts backwards: upside down"),
    ],
    ids=["as the build guide says", "one cell upside down"],
)
def test_a_good_scale_is_worth_building(built: PlateAsBuilt, told: str) -> None:
    found = verdict(built)
    assert [change for _, change in found if change] == []
    assert any(told in text for text, _ in found)


@pytest.mark.parametrize(
    ("built", "told", "change"),
    [
        (
            PlateAsBuilt(wired=(1, 0, 2, 3)),
            "cells 1 and 2 are exchanged: beside cell 1, in the corner of a1",
            "DT wires",
        ),
        (PlateAsBuilt(wired=(1, 2, 0, 3)), "cells 1 and 2 and 3 are exchanged", "scale_outputs"),
        (PlateAsBuilt(wall=0.8, friction=15.0), "cell 2 was off by", "2 mm of air around the plate"),
        (PlateAsBuilt(wall=0.4), "cell 2 gives 0.6", "something holds the plate there"),
        (PlateAsBuilt(noise=10 * USUAL_NOISE), "0.1 g are needed", "cells of a smaller range"),
        (PlateAsBuilt(counts=(420.0, 442.0, 430.0, 408.0)), "seem to be cells for 5", "range_g = 5"),
        (PlateAsBuilt(counts=(2103.0, 2210.5, 2150.0, 0.0)), "cell 4 always reported the same", "without supply"),
        (
            PlateAsBuilt(counts=(2103.0, 2.0, 2150.0, 2041.0)),
            "cell 2 hardly changed under a finger",
            "on all four cells",
        ),
        (PlateAsBuilt(rate=10), "400 ms are good", "RATE of each module at 80"),
        (PlateAsBuilt(masses=replace(MASSES, dome=5.8)), "differ by 0.", "a coin glued into each dome"),
        (PlateAsBuilt(draught=0.2), "the plate was at rest", "a firm table"),
    ],
    ids=[
        "two exchanged",
        "three exchanged",
        "sticks at a wall",
        "held by a cable",
        "ten times the noise",
        "cells for 5 kg",
        "one without supply",
        "one that carries nothing",
        "ten readings a second",
        "dome and third block alike",
        "a draught",
    ],
)
def test_what_is_wrong_with_a_scale_is_named_with_what_to_change(built: PlateAsBuilt, told: str, change: str) -> None:
    assert any(told in text and change in advice for text, advice in verdict(built))


def test_a_plate_that_never_rests_is_not_waited_for() -> None:
    class Shaken(SimulatedPlate):
        def readings(self) -> Iterator[Weighed]:
            for number, each in enumerate(super().readings()):
                yield replace(each, loads=tuple(load + 3.0 * (number // 20 % 2) for load in each.loads))

    plate = Shaken(PlateAsBuilt())
    with pytest.raises(ScaleFaultError, match="did not come to rest"):
        ScalePilot(plate, GEOMETRY, DESCRIBED).run()
    assert any("take your hands off" in text for text in plate.said)


def test_who_puts_nothing_down_is_asked_again() -> None:
    class Forgetful(SimulatedPlate):
        forgotten = False

        def do(self, task: PlateTask, text: str) -> None:
            forgets = task.on == PIECES[3] and not self.forgotten
            self.forgotten |= forgets
            super().do(PlateTask(NOTHING) if forgets else task, text)

    plate = Forgetful(PlateAsBuilt())
    found = ScalePilot(plate, GEOMETRY, DESCRIBED).run()
    assert sum("put it down when you are asked" in text for text in plate.said) == 1
    assert found.scale.masses.blocks[2] == pytest.approx(6.0, rel=0.06)


def test_a_board_of_four_squares_a_side_is_tried_in_its_own_corners(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text("[squares]\nsize = 4\n[scale]\n", "utf-8")
    assert main(["board", "try", "--scale", "--board", "virtual", "--demo", "--board-file", str(file)]) == ExitCode.DONE


# -- at a terminal


class WeighingDevice(FakeDevice):
    """The plate at the other end of a wire. Several readings come with each scan, so that nobody has to wait."""

    def __init__(self, plate: SimulatedPlate) -> None:
        super().__init__()
        self.cells = 4
        self._plate = plate

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        return tuple(CellCounts(elapsed, self._plate.counts()) for _ in range(6))


class PersonAtPlate:
    """Reads what is asked, does it, and types; a mass first as a word."""

    def __init__(self, plate: SimulatedPlate) -> None:
        self._plate = plate
        self._asked: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._typed = ["heavy", "180,0"]
        self.heard: list[str] = []

    def hear(self, text: str) -> None:
        self.heard.append(text)
        if text.endswith("]"):
            self._asked.put(text)

    def __iter__(self) -> Iterator[str]:
        while True:
            yield self._answer(self._asked.get(timeout=60))

    def _answer(self, text: str) -> str:
        if text.startswith("known thing"):
            return self._typed.pop(0)
        on = next((name for name in PIECES if name in text), KNOWN_THING if text.startswith("Put it") else NOTHING)
        on = CUP if "a cup of" in text else FINGER if "finger" in text else on
        named = re.search(r"\b([a-e])([1-5])\b", text)
        square = 12 if named is None else "abcde".index(named[1]) + 5 * (int(named[2]) - 1)
        aside = {"south-west": -22.5, "north-east": 22.5}.get(
            next(iter(re.findall("south-west|north-east", text)), ""), 0.0
        )
        east, north = GEOMETRY.centre(square)
        self._plate.do(PlateTask(on, east + aside, north + aside), text)
        return ""


def tried(path: Path, plate: SimulatedPlate, monkeypatch: pytest.MonkeyPatch, *file: str) -> tuple[int, list[str]]:
    person = PersonAtPlate(plate)
    monkeypatch.setattr(sys, "stdin", person)
    for module in (scale_trial, pilot_terms):
        monkeypatch.setattr(module, "say", person.hear)
    with PtyPort(WeighingDevice(plate)) as port:
        code = main(["board", "try", *file, "--scale", "--board", port.path, "--board-file", str(path)])
    return code, person.heard


def test_a_person_tries_a_scale_and_gets_a_board_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, file = tmp_path / "my-board.toml", tmp_path / "my-pilot.toml"
    path.write_text('name = "Plate"\n\n[scale]\n', "utf-8")
    code, heard = tried(path, SimulatedPlate(PlateAsBuilt()), monkeypatch, str(file))
    assert (code, heard[-1]) == (ExitCode.DONE, "Build it.")
    assert any("'heavy'? A number from 20 to 1000, in g" in text for text in heard)
    made = read_board_file(file)
    assert made.name == "Plate"
    assert made.scale is not None
    assert [cell.counts_per_gram for cell in made.scale.cells] == pytest.approx(PlateAsBuilt().counts, rel=2e-3)
    masses = made.scale.masses
    assert (masses.worker, *masses.blocks, masses.dome) == pytest.approx((14.5, 12.0, 9.0, 6.0, 5.0), rel=0.06)
    assert path.read_text("utf-8") == 'name = "Plate"\n\n[scale]\n', "the file that was named stays as it is"


def test_exchanged_cells_end_a_pilot_with_what_to_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, file = tmp_path / "my-board.toml", tmp_path / "my-pilot.toml"
    path.write_text("[scale]\n", "utf-8")
    code, heard = tried(path, SimulatedPlate(PlateAsBuilt(wired=(0, 1, 3, 2))), monkeypatch, str(file))
    assert (code, heard[-1]) == (ExitCode.FAILED, "Change that first, and try again.")
    assert any("cells 3 and 4 are exchanged" in text for text in heard)
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "told"), [("", "has no [scale]"), ("[scale]\n", "the board sends no weights: give it this board file")]
)
def test_a_board_without_a_scale_is_not_tried(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale_trial, "_UNWEIGHED_FRAMES", 5)
    path = tmp_path / "my-board.toml"
    path.write_text(text, "utf-8")
    with PtyPort(FakeDevice()) as port:
        code = main(["board", "try", "--scale", "--board", port.path, "--board-file", str(path)])
    assert code == ExitCode.REFUSED
    assert told in capsys.readouterr().err


def test_the_guide_shows_what_simulated_hands_find(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    assert main(["board", "try", "--scale", "--board", "virtual", "--demo"]) == 0
    said = capsys.readouterr().out
    shown = re.findall(r"```text\n(good .*?)```", (ROOT / "docs" / "build" / "pilot.md").read_text("utf-8"), re.DOTALL)
    assert said.endswith(shown[0])
    lines = re.findall(r"^   (\w+ = .*)$", said, re.MULTILINE)
    assert parse_board_file("\n".join(["[scale]", *lines])).scale is not None

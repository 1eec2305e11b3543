"""``thera board try --scale``: leads through a pilot with four load cells under a plate, which shows whether a board
that weighs is worth building. Apart from `try_command`, whose pilot has sensors and magnets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Protocol

from common.numbers import seeded
from hardware.board import Board, BoardEvent, Frame, Weighed
from hardware.board_backends import VIRTUAL
from hardware.board_file import BoardFile
from hardware.geometry import Geometry, square_name
from hardware.hand_actions import Lean, PutThing, TakeThing
from hardware.magnet_force import magnet_weight
from hardware.scale import ASSUMABLE, Scale, measured_lines, usual_scale
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.virtual_scale import SETTLING
from perception.calibration.scale_calibration import LEAST_KNOWN, MOST_KNOWN, LoadRest, corner_squares
from table.errors import CannotPlayError
from thera.boards.open_board import open_board
from thera.boards.scale_pilot import (
    PIECES,
    PLACEMENTS,
    PlacedPiece,
    PressedCorner,
    PressMeasurement,
    ScaleFaultError,
    ScaleMeasurements,
    cell_noise,
    check_presses,
    converted,
    mean_loads,
    measured_cells,
    nearest_cell,
    scale_findings,
    weighed_pieces,
)
from thera.commands.board.pilot_terms import (
    TypedNumber,
    ask_number,
    say_findings,
    say_verdict,
    write_board_file,
)
from thera.commands.board.terminal_procedure import LeftError, PersonAtBoard, say
from thera.exit_codes import ExitCode

# ---- The steps of a pilot


NOISE_SECONDS = 5
CUP_SECONDS = 120
"""How long a cup stays on the plate: cells creep within the first minute."""
RESTLESS_SECONDS, HOPELESS_SECONDS = 10, 60
"""The seconds without a rest after which a word is said, and after which the pilot ends."""
LEAST_PIECE = 1.0
"""The least mass of a piece in g, as in a board file."""


@dataclass(frozen=True, slots=True)
class PlateTask:
    """What is to be done at the plate: what is to lie ``on`` it (nothing, the known thing, a cup, or one of `PIECES`),
    or whether a finger presses, with its place in mm east and north of the middle of a1."""

    on: str
    east: float = 0.0
    north: float = 0.0


NOTHING, KNOWN_THING, CUP, FINGER = "nothing", "the known thing", "a cup", "a finger"


class PlateMaker(Protocol):
    """The maker, who carries out a pilot of a scale, and the scale."""

    def do(self, task: PlateTask, text: str) -> None:
        """Ask for this, and wait until it is done. A finger presses from then on, for a moment."""

    def number(self, asked: TypedNumber) -> float:
        """Ask for a number within its limits."""

    def readings(self) -> Iterator[Weighed]:
        """Generate the readings of the scale from now on."""

    def say(self, text: str) -> None:
        """Tell the maker something."""


class ScalePilot:
    """Leads a maker through a pilot of a scale that is as ``described``."""

    def __init__(self, maker: PlateMaker, geometry: Geometry, described: Scale) -> None:
        self._maker = maker
        self._geometry = geometry
        self._described = described
        self._scale = described
        """The scale by whose counts readings are taken, with the noise that was measured."""

    def run(self) -> ScaleMeasurements:
        """Return all measurements.

        :raises ScaleFaultError: if the scale is such that nothing more can be measured.
        """
        tell = self._maker.say
        tell("1. Noise: the plate with nothing on it.")
        self._maker.do(PlateTask(NOTHING), "Take everything off the plate, and do not lean on the table.")
        noise = cell_noise(list(islice(self._maker.readings(), NOISE_SECONDS * self._scale.rate)))
        tell(f"   noise {', '.join(f'{each:.3f}' for each in noise)} g rms, if the cells are as the board file says")
        self._scale = replace(self._described, noise=max(*noise, 0.001))
        tell("2. A finger: which cell is where, and whether the plate comes back.")
        presses = tuple(self._press(square) for square in corner_squares(self._geometry)[:-1])
        check_presses(self._scale, self._geometry, presses)
        tell("3. A thing of known mass in each corner and in the middle.")
        found = self._cells()
        tell("4. Pieces: each kind three times, other ones of the kind if you have them.")
        pieces = tuple(self._piece(found, kind, turn) for kind in range(len(PIECES)) for turn in range(PLACEMENTS))
        tell("5. Between squares: a block of level 1, its middle where four squares meet.")
        between = tuple(self._between(found, side) for side in (-1, 1))
        tell(f"6. A cup, for {CUP_SECONDS} seconds: what the cells do under a load that stays.")
        self._maker.do(
            PlateTask(CUP, *self._geometry.centre(corner_squares(self._geometry)[-1])),
            "Put a cup of 100 to 500 g into the middle, and touch nothing.",
        )
        self._rest()
        cup = tuple(islice(self._maker.readings(), CUP_SECONDS * self._scale.rate))
        self._maker.do(PlateTask(NOTHING), "Take the cup off.")
        return ScaleMeasurements(
            self._geometry,
            self._described,
            weighed_pieces(found, pieces),
            presses,
            pieces,
            between,
            converted(cup, self._scale, found),
        )

    def _press(self, square: int) -> PressedCorner:
        cell = nearest_cell(self._scale, self._geometry, square) + 1
        before = mean_loads(self._rest().readings)
        self._maker.do(
            PlateTask(FINGER, *self._geometry.centre(square)),
            f"Press with a finger on {square_name(square)}, beside cell {cell}, as on a doorbell, and let go.",
        )
        measured, limit = PressMeasurement(self._scale, square, before), HOPELESS_SECONDS * self._scale.rate
        for number, weighed in enumerate(islice(self._maker.readings(), limit), 1):
            if number % (RESTLESS_SECONDS * self._scale.rate) == 0:
                self._maker.say("   no press was felt after which the plate was at rest: press once more, and let go")
            pressed = measured.after(weighed)
            if pressed is not None:
                self._maker.say(f"   cell {cell}: {pressed.felt[cell - 1]:+.0f} g, at rest after {pressed.rested} ms")
                return pressed
        raise ScaleFaultError(
            f"no press on {square_name(square)} was felt that ended with the plate at rest",
            "the plate has to rest on the four cells and on nothing else; press with 200 g or so, and let go",
        )

    def _cells(self) -> Scale:
        """Measure the cells with a thing of known mass."""
        through = "what a thing weighs on a kitchen scale that fits on a square; the heavier the better"
        known = self._maker.number(TypedNumber("known thing", through, "g", LEAST_KNOWN, MOST_KNOWN))
        empty = mean_loads(self._rest().readings)
        placed = []
        for square in corner_squares(self._geometry):
            task = PlateTask(KNOWN_THING, *self._geometry.centre(square))
            self._maker.do(task, f"Put it into the middle of {square_name(square)}.")
            placed.append(mean_loads(self._rest().readings))
        found = measured_cells(self._scale, self._geometry, known, empty, placed)
        counts = ", ".join(f"{cell.counts_per_gram:.0f}" for cell in found.cells)
        self._maker.say(f"   {counts} counts for a g")
        self._maker.do(PlateTask(NOTHING), "Take it off.")
        return found

    def _piece(self, found: Scale, kind: int, turn: int) -> PlacedPiece:
        first, *_, last, middle = corner_squares(self._geometry)
        square = (first, middle, last)[turn]
        task = PlateTask(PIECES[kind], *self._geometry.centre(square))
        return self._placed(found, task, f"{PIECES[kind]} into the middle of {square_name(square)}")

    def _between(self, found: Scale, side: int) -> PlacedPiece:
        """Measure a block to the south-west or the north-east of the square in the middle."""
        middle, pitch = corner_squares(self._geometry)[-1], self._geometry.pitch
        corner = "south-west" if side < 0 else "north-east"
        east, north = (each + side * pitch / 2 for each in self._geometry.centre(middle))
        text = f"{PIECES[1]} with its middle on the {corner} corner of {square_name(middle)}"
        return self._placed(found, PlateTask(PIECES[1], east, north), text)

    def _placed(self, found: Scale, task: PlateTask, text: str) -> PlacedPiece:
        """Measure a piece by the scale that was found. Ask again if nothing came."""
        while True:
            before = converted(self._rest().readings, self._scale, found)
            self._maker.do(task, f"Put {text}.")
            after = converted(self._rest().readings, self._scale, found)
            self._maker.do(PlateTask(NOTHING), "Take it off.")
            piece = PlacedPiece(PIECES.index(task.on), task.east, task.north, before, after)
            if piece.mass >= LEAST_PIECE:
                return piece
            self._maker.say(f"   {piece.mass:.1f} g came: put it down when you are asked, and take it off when you are")

    def _rest(self) -> LoadRest:
        """Return the readings of a rest.

        :raises ScaleFaultError: if there is none for long.
        """
        rest, rate = LoadRest(self._scale), self._scale.rate
        # A rest knows the sum of the loads only: a thing that was moved is no longer felt where it was by then.
        for number, weighed in enumerate(islice(self._maker.readings(), SETTLING, None), 1):
            rest = rest.after(weighed)
            if rest.loads is not None:
                return rest
            if number == RESTLESS_SECONDS * rate:
                self._maker.say("   the plate is not at rest; take your hands off it and off the table")
            if number >= HOPELESS_SECONDS * rate:
                break
        raise ScaleFaultError(
            "the plate did not come to rest for a minute",
            "a firm table, no draught, and tight screws; then a stiffer plate",
        )


# ---- The command


def try_scale(name: str, path: Path | None, described: BoardFile, file: Path | None) -> int:
    """Lead a maker through a pilot of the scale of a board; at the virtual board, simulated hands. Return the exit
    code, 0 if the verdict is to build.

    :raises CannotPlayError: if the board has no scale, it ends, or the file cannot be written.
    """
    with ExitStack() as stack:
        if name == VIRTUAL:
            worker = described.grip.weight + magnet_weight(described.geometry.magnet)
            scale = described.scale or usual_scale(described.geometry.size, described.geometry.pitch, worker)
            maker: PlateMaker = SimulatedPlateMaker(described, scale)
        else:
            if described.scale is None:
                where = "the board without a file" if path is None else str(path)
                raise CannotPlayError(f"{where} has no [scale]; docs/board_file.md has what to write")
            scale = described.scale
            board = open_board(name, described, seed=0, data=None, stack=stack).board
            maker = _PlateMakerAtTerminal(board, iter(sys.stdin))
        try:
            found = ScalePilot(maker, described.geometry, scale).run()
        except LeftError:
            return ExitCode.INTERRUPTED
        except ScaleFaultError as fault:
            say_findings((fault.finding,))
            return say_verdict((fault.finding,))
    return _conclude(found, described, path, file)


def _conclude(found: ScaleMeasurements, described: BoardFile, path: Path | None, file: Path | None) -> int:
    """Print the verdict and the lines of [scale], and write them into the new file, if there is one.

    :raises CannotPlayError: if the file cannot be written; its content is shown before.
    """
    said = scale_findings(found)
    say_findings(said)
    where = "your board file" if path is None else str(path)
    if file is None:
        say(f"These lines belong into the section [scale] of {where}, in place of those that are there:")
    say("".join(f"   {line}\n" for line in measured_lines(found.scale).values()).rstrip())
    if file is not None:
        assumed = tuple(name for name in described.assumed if name not in ASSUMABLE)
        write_board_file(file, replace(described, scale=found.scale, assumed=assumed))
    return say_verdict(said)


_UNWEIGHED_FRAMES = 250
"""A board that sends so many frames, five seconds of them, and no weights has no scale that works."""


class _PlateMakerAtTerminal:
    """A person at a terminal, and the scale on the table."""

    def __init__(self, board: Board, lines: Iterator[str]) -> None:
        self._person = PersonAtBoard(board, lines)
        self._unweighed = 0
        next(self.readings())  # the link is shown as it comes up

    def do(self, task: PlateTask, text: str) -> None:
        """As of a PlateMaker."""
        say(f"{text} Before it: [Enter]" if task.on == FINGER else f"{text} [Enter]")
        self._person.line()

    def number(self, asked: TypedNumber) -> float:
        """As of a PlateMaker."""
        return ask_number(self._person, asked)

    def readings(self) -> Iterator[Weighed]:
        """As of a PlateMaker.

        :raises CannotPlayError: if the board sends no weights, or has gone.
        """
        while self._person.has_event:
            self._next()
        while True:
            event = self._next()
            if isinstance(event, Weighed):
                yield event

    def say(self, text: str) -> None:
        """As of a PlateMaker."""
        say(text)

    def _next(self) -> BoardEvent:
        event = self._person.event()
        self._unweighed = self._unweighed + 1 if isinstance(event, Frame) else 0
        if self._unweighed > _UNWEIGHED_FRAMES:
            raise CannotPlayError(
                "the board sends no weights: give it this board file and the newest firmware with thera board flash,"
                " and look which load cell its log names"
            )
        return event


SIMULATED_KNOWN, SIMULATED_CUP = 180.0, 300.0
_PRESS = 200.0
_PRESS_MS = 600.0
_HAND = 2.5
"""How far off hands put a piece, in mm (standard deviation in each direction)."""
_UNLIKE = 0.03
"""How much pieces of a kind differ, as a share (standard deviation)."""


class SimulatedPlateMaker:
    """Simulated hands at a simulated board that weighs."""

    def __init__(self, described: BoardFile, scale: Scale) -> None:
        self._device = VirtualDevice(described.geometry, sensor=described.sensor, scale=scale)
        self._hands = QueuedHands(self._device)
        self._chance = seeded("pilot", "hands")
        masses = scale.masses
        self._masses = dict(zip(PIECES, (masses.worker, *masses.blocks, masses.dome), strict=True))
        self._lies: str | None = None

    def do(self, task: PlateTask, text: str) -> None:
        """As of a PlateMaker."""
        say(text)
        if self._lies is not None:
            self._hands.do(TakeThing(self._lies))
        self._lies = None if task.on in {NOTHING, FINGER} else task.on
        if task.on == FINGER:
            self._hands.do(Lean(task.east, task.north, _PRESS, _PRESS_MS))
            return
        if task.on in self._masses:
            east, north = (each + self._chance.gauss(0.0, _HAND) for each in (task.east, task.north))
            mass = self._masses[task.on] * (1 + self._chance.gauss(0.0, _UNLIKE))
            self._hands.do(PutThing(task.on, east, north, mass))
        elif task.on != NOTHING:
            mass = SIMULATED_CUP if task.on == CUP else SIMULATED_KNOWN
            self._hands.do(PutThing(task.on, task.east, task.north, mass))
        while not self._hands.idle:
            self._device.frame()
        self._hands.check()

    def number(self, asked: TypedNumber) -> float:
        """As of a PlateMaker."""
        say(f"{asked.name}: {asked.what}: {SIMULATED_KNOWN:g} {asked.unit}")
        return SIMULATED_KNOWN

    def readings(self) -> Iterator[Weighed]:
        """As of a PlateMaker."""
        self._device.weighings()
        while True:
            self._device.frame()
            yield from self._device.weighings()

    def say(self, text: str) -> None:
        """As of a PlateMaker."""
        say(text)

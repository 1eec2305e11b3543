"""``thera board try``: leads through a pilot with three sensors on a breadboard, which shows whether a board is worth
building."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import hypot
from pathlib import Path
from typing import Protocol

from hardware.board import Board, Frame, LinkChanged, LinkState
from hardware.board_backends import SERIAL, VIRTUAL
from hardware.board_file import LEAST_RISE, MOST_RISE, BoardFile, describe
from hardware.calibration import Calibration
from hardware.device import AdjustableBoard
from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import Lift, Put, PutInBox, Stack, Unstack
from hardware.magnet_force import LEAST_FRICTION, MOST_FRICTION, WorkerGrip
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file, open_board
from thera.boards.pilot_measurement import (
    SENSORS,
    Counts,
    FieldAtHeight,
    PilotMeasurements,
    SensorRest,
    findings,
    pilot_board,
    reaction_fault,
    zero_faults,
)
from thera.command_parser import CommandParser, Example
from thera.commands.board.pilot_terms import (
    TypedNumber,
    ask_number,
    check_room,
    say_findings,
    say_verdict,
    write_board_file,
)
from thera.commands.board.scale_trial import try_scale
from thera.commands.board.terminal_procedure import LeftError, PersonAtBoard, say
from thera.commands.common_arguments import add_board_argument, add_board_file_argument, board_file_of, board_of
from thera.exit_codes import ExitCode

# ---- The steps of a pilot


ZERO_FRAMES = 250
"""The frames of a rest: five seconds at 50 a second, after which noise is known to 5 %."""
FRAMES = 100
PLACEMENTS = 3
"""The number of placements of a worker at each height: the differences show the effect of its place and of the hand."""
MIDDLE = 2
"""The sensor that the towers stand over."""


@dataclass(frozen=True, slots=True)
class PilotPlacement:
    """A placement over a sensor (1 to 3): the ``worker`` (1 or 2, or None if nothing is near) on a number of blocks."""

    worker: int | None = None
    sensor: int = MIDDLE
    level: int = 0


class Maker(Protocol):
    """The maker, who carries out a pilot, and the board at hand."""

    def place(self, placement: PilotPlacement, text: str) -> None:
        """Ask for this placement, and wait until it stands."""

    def number(self, asked: TypedNumber) -> float:
        """Ask for a number within its limits."""

    def frames(self, count: int) -> list[Counts]:
        """Return the counts of the three sensors in ``count`` new frames."""

    def say(self, text: str) -> None:
        """Tell the maker something."""


class Pilot:
    """Leads a maker through a pilot of the ``described`` board."""

    def __init__(self, maker: Maker, described: BoardFile) -> None:
        self._maker = maker
        self._described = described
        self._sensor = described.sensor

    def run(self) -> PilotMeasurements:
        """Return all measurements."""
        say = self._maker.say
        say("1. Noise: the zero of each sensor, with no magnet near.")
        zero = self._zero()
        scale = self._sensor.counts_per_millitesla
        noise = tuple(each / scale for each in zero.noise)
        say(f"   noise {', '.join(f'{each:.3f}' for each in noise)} mT rms (to 5 %)")
        say("2. Wires: a worker over each sensor.")
        north = self._check_wires(zero)
        say("3. Measures: ruler, kitchen scale, and the face tilted.")
        described, grip, moves_at = self._typed()
        say(f"4. Fields: the first worker over sensor {MIDDLE}, on 0 to 3 blocks.")
        fields = tuple(self._field(level, zero, north) for level in range(4))
        self._maker.place(
            PilotPlacement(2, MIDDLE, 1), f"Put the second worker over sensor {MIDDLE} on one block, and let go."
        )
        second = north * self._still(FRAMES).change(zero, self._sensor)[MIDDLE - 1]
        say(f"   second worker {second:+.2f} mT")
        say("5. The zeros again.")
        after = self._zero()
        return PilotMeasurements(
            noise, after.change(zero, self._sensor), fields, second, described.geometry, grip, moves_at
        )

    def _zero(self) -> SensorRest:
        """Return the rest without a magnet near, as soon as the sensors have no faults."""
        while True:
            self._maker.place(PilotPlacement(), "Take all workers at least 30 cm away.")
            zero = self._still(ZERO_FRAMES)
            faults = zero_faults(zero, self._sensor)
            if not faults:
                return zero
            self._complain(faults)

    def _check_wires(self, zero: SensorRest) -> int:
        """Check that each sensor reacts to a worker over it. Return +1 if that worker has its north pole down,
        otherwise -1."""
        changes = (0.0,) * SENSORS
        for number in range(1, SENSORS + 1):
            while True:
                self._maker.place(
                    PilotPlacement(1, number), f"Put the first worker (blue) on the face right over sensor {number}."
                )
                changes = self._still(FRAMES).change(zero, self._sensor)
                fault = reaction_fault(number, changes)
                if not fault:
                    self._maker.say(f"   sensor {number}: {changes[number - 1]:+.1f} mT")
                    break
                self._complain((fault,))
        north = 1 if changes[SENSORS - 1] > 0 else -1
        if north < 0:
            self._maker.say("   negative: the worker has its south pole down, or the sensors lie with their marks up")
        return north

    def _field(self, level: int, zero: SensorRest, north: int) -> FieldAtHeight:
        blocks = "on the face" if level == 0 else f"on {level} block{'s' if level > 1 else ''}"
        fields, noise = [], 0.0
        for turn in range(1, PLACEMENTS + 1):
            again = "" if turn == 1 else " again: lift it, and put it down once more"
            self._maker.place(
                PilotPlacement(1, MIDDLE, level), f"First worker over sensor {MIDDLE}, {blocks}{again}. Let go."
            )
            rest = self._still(FRAMES)
            if rest.clipped(self._sensor)[MIDDLE - 1]:
                self._maker.say(f"   {blocks}: the sensor is at the end of its range, as it usually is on the face")
                return FieldAtHeight(None)
            fields.append(north * rest.change(zero, self._sensor)[MIDDLE - 1])
            scale = self._sensor.counts_per_millitesla
            noise = hypot(rest.noise[MIDDLE - 1] / rest.frames**0.5, zero.noise[MIDDLE - 1] / zero.frames**0.5) / scale
        found = FieldAtHeight.of(tuple(fields), noise)
        self._maker.say(f"   {blocks}: {found.field:.3f} ± {found.error:.3f} mT")
        return found

    def _typed(self) -> tuple[BoardFile, WorkerGrip, float]:
        described, ask = self._described, self._maker.number
        geometry, magnet = described.geometry, described.geometry.magnet
        pitch = ask(TypedNumber("pitch", "from the middle of one square to the next", "mm", 20, 100, geometry.pitch))
        through = "from 1 mm inside a sensor up to a magnet on the face, rubber included"
        gap = ask(TypedNumber("gap", through, "mm", 1, 30, geometry.gap))
        heights = self._heights(geometry)
        wide = ask(TypedNumber("diameter", "diameter of the magnets", "mm", 3, min(40.0, pitch), magnet.diameter))
        thick = ask(TypedNumber("thickness", "thickness of the magnets", "mm", 1, 30, magnet.thickness))
        weight = ask(TypedNumber("weight", "a worker without its magnet, on the scale", "g", 1, 500))
        friction = self._friction()
        together = "push two workers together: from middle to middle when they begin to move"
        moves_at = ask(TypedNumber("moves at", together, "mm", 3, 200))
        made = replace(geometry, pitch=pitch, gap=gap, block_heights=heights)
        made = replace(made, magnet=Magnet(wide, thick, magnet.remanence))
        return replace(described, geometry=made), WorkerGrip(weight, friction), moves_at

    def _heights(self, geometry: Geometry) -> tuple[float, float, float]:
        """Ask how high stacks are, and return how much higher each block makes a worker stand: blocks nest."""
        rises: list[float] = []
        for count, rise in zip(
            ("one block", "two blocks, put together", "three, put together"), geometry.block_heights, strict=True
        ):
            below = sum(rises)
            what = f"from the table to the top of {count}"
            asked = TypedNumber(
                f"stack {len(rises) + 1}", what, "mm", below + LEAST_RISE, below + MOST_RISE, below + rise
            )
            rises.append(round(self._maker.number(asked) - below, 6))
        first, second, third = rises
        return first, second, third

    def _friction(self) -> float:
        """Ask for the slope at which a worker slides; ask again if no worker slides at that one."""
        while True:
            tilted = "tilt the face until a worker slides: how high one end is"
            rise = self._maker.number(TypedNumber("rise", tilted, "mm", 5, 2000))
            run = self._maker.number(
                TypedNumber("run", "the length along the ground below the tilted face", "mm", 10, 2000)
            )
            if LEAST_FRICTION <= rise / run <= MOST_FRICTION:
                return rise / run
            self._maker.say(
                f"   {rise:g} mm high on {run:g} mm is a slope of {rise / run:.2f}; workers slide at"
                f" {LEAST_FRICTION:g} to {MOST_FRICTION:g}. Measure both again."
            )

    def _still(self, count: int) -> SensorRest:
        """Return a rest of some frames in which nothing moved."""
        while (rest := SensorRest.of(self._maker.frames(count))).moved:
            self._maker.say("   something moved; measuring again")
        return rest

    def _complain(self, faults: tuple[str, ...]) -> None:
        for fault in faults:
            self._maker.say(f"   WRONG: {fault}")
        self._maker.say("   Correct that, and it is measured again.")


# ---- The command


SIMULATED_MEASURES = {"weight": 10.0, "rise": 60.0, "run": 100.0, "moves at": 33.0}
"""The measurements of the maker in the demonstration, in g and mm."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "A pilot before a board is built: a Pico, one multiplexer and three sensors on a breadboard, two magnets, and"
        " the blocks of the game (docs/build/pilot.md). Measures the noise and the field at four heights, asks for what"
        " ruler, scale and a tilted face say, writes a board file with all of it, and says whether to build the board"
        " or what to change. With --scale it is a pilot of four load cells under a plate instead, without magnets. The"
        " exit code is 1 if something is to be changed."
    )
    parser.examples = (
        Example("thera board try my-board.toml", "at the Pico on USB; the measures go into a new board file"),
        Example("thera board try --board virtual --demo", "watch simulated hands do it"),
        Example("thera board try --scale --board-file my-board.toml", "four load cells, before a board that weighs"),
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the board file to write; it must not exist yet"
    )
    add_board_argument(parser, default=SERIAL)
    add_board_file_argument(parser)
    parser.add_argument("--scale", action="store_true", help="a pilot of the load cells of a board that weighs")
    parser.add_argument("--demo", action="store_true", help="with --board virtual: simulated hands do it")


def run(args: argparse.Namespace) -> int:
    """Lead a maker through a pilot. Return the exit code, 0 if the verdict is to build.

    :raises CannotPlayError: if there is no such board, it ends, or the file cannot be written.
    """
    name, described = board_of(args, SERIAL), load_board_file(board_file_of(args)) or BoardFile()
    file: Path | None = args.file
    if args.demo != (name == VIRTUAL):
        raise CannotPlayError(f"--board {VIRTUAL} and --demo go together: simulated hands, or a board and your own")
    if file is None and not args.demo and not args.scale:
        raise CannotPlayError("name the board file to write, such as: thera board try my-board.toml")
    if file is not None:
        check_room(file)
    if args.scale:
        return try_scale(name, board_file_of(args), described, file)
    with ExitStack() as stack:
        if args.demo:
            found = Pilot(_SimulatedMaker(described), described).run()
        else:
            opened = open_board(name, described, seed=0, data=None, stack=stack)
            if opened.adjustable is None:
                raise CannotPlayError(f"--board {name} does not say what its sensors read; name a board that does")
            try:
                found = Pilot(_TerminalMaker(opened.board, opened.adjustable, iter(sys.stdin)), described).run()
            except LeftError:
                return ExitCode.INTERRUPTED
    return conclude(found, described, file)


def conclude(found: PilotMeasurements, described: BoardFile, file: Path | None) -> int:
    """Write the board file, or only show it if the path is None, and print the verdict. Return the exit code, 0 if the
    verdict is to build.

    :raises CannotPlayError: if the file cannot be written; its content is shown before.
    """
    said, made = findings(found), pilot_board(described, found)
    say_findings(said)
    if file is None:
        say(f"This would be the board file:\n{describe(made, for_maker=True)}")
    else:
        write_board_file(file, made)
    return say_verdict(said)


def _pilot_counts(frame: Frame, calibration: Calibration, wiring: Wiring | None) -> Counts:
    """Return the counts at the inputs C0, C1 and C2 of the first multiplexer.

    :raises CannotPlayError: if the board reads none of them.
    """
    counts = calibration.counts(frame.fields)
    channels = (wiring or Wiring.straight()).sensors
    try:
        return tuple(counts[channels.index(channel)] for channel in range(SENSORS))
    except ValueError as error:
        raise CannotPlayError(
            "this board does not read C0, C1 and C2 of multiplexer A: [electronics] sensors"
        ) from error


class _TerminalMaker:
    """A person at a terminal, and the board on the table."""

    def __init__(self, board: Board, adjustable: AdjustableBoard, lines: Iterator[str]) -> None:
        self._adjustable = adjustable
        self._person = PersonAtBoard(board, lines)
        while not isinstance(self._person.event(), Frame):
            pass  # the link is shown as it comes up

    def place(self, placement: PilotPlacement, text: str) -> None:  # noqa: ARG002 - a person reads the text
        """As of a Maker."""
        say(f"{text} [Enter]")
        self._person.line()

    def number(self, asked: TypedNumber) -> float:
        """As of a Maker."""
        return ask_number(self._person, asked)

    def frames(self, count: int) -> list[Counts]:
        """As of a Maker. Frames from before the call, and from before the link was lost, do not count."""
        while self._person.has_event:
            self._person.event()
        found: list[Counts] = []
        while len(found) < count:
            event = self._person.event()
            calibration = self._adjustable.calibration
            if isinstance(event, LinkChanged) and event.state is not LinkState.DEGRADED:
                found.clear()
            elif isinstance(event, Frame) and calibration is not None:
                found.append(_pilot_counts(event, calibration, self._adjustable.wiring))
        return found

    def say(self, text: str) -> None:
        """As of a Maker."""
        say(text)


class _SimulatedMaker:
    """Simulated hands at a simulated board, whose maker measures without error."""

    def __init__(self, described: BoardFile) -> None:
        self._described = described
        self._device = VirtualDevice(described.geometry, SensorSpread.handmade(2.0), sensor=described.sensor)
        self._hands = QueuedHands(self._device)
        self._workers = tuple(
            next(piece.piece for piece in self._device.look().pieces if piece.seat == seat)
            for seat in ("blue", "orange")
        )
        self._stands = PilotPlacement()

    def place(self, placement: PilotPlacement, text: str) -> None:
        """As of a Maker."""
        say(text)
        before, self._stands = self._stands, placement
        if before.worker is not None:
            self._hands.do(Lift(self._workers[before.worker - 1]))
            self._hands.do(PutInBox(self._workers[before.worker - 1]))
            for _ in range(before.level):
                self._hands.do(Unstack(before.sensor - 1))
        if placement.worker is not None:
            for _ in range(placement.level):
                self._hands.do(Stack(placement.sensor - 1, dome=False))
            self._hands.do(Lift(self._workers[placement.worker - 1]))
            self._hands.do(Put(self._workers[placement.worker - 1], placement.sensor - 1))
        while not self._hands.idle:
            self._device.frame()
        self._hands.check()

    def number(self, asked: TypedNumber) -> float:
        """As of a Maker."""
        value = SIMULATED_MEASURES[asked.name] if asked.described is None else asked.described
        say(f"{asked.name}: {asked.what}: {value:g} {asked.unit}")
        return value

    def frames(self, count: int) -> list[Counts]:
        """As of a Maker."""
        calibration, wiring = self._device.calibration, self._device.wiring
        return [_pilot_counts(self._device.frame(), calibration, wiring) for _ in range(count)]

    def say(self, text: str) -> None:
        """As of a Maker."""
        say(text)

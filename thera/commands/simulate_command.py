"""``thera simulate``: plays whole games on the virtual board, to measure how well the table follows."""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from functools import cache, partial
from pathlib import Path

from engine import Seat
from firmware_bridge.agent import PtyPort
from firmware_bridge.emulated.pico import EmulatedPico, NoEngineError
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import Timings
from firmware_bridge.scan_pace import ByRequest
from hardware.board import Board
from hardware.board_file import BoardFile, describe
from hardware.electronics import SAMPLES, Electronics, PicoPins, ScalePins
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.magnet_force import magnet_weight
from hardware.scale import usual_scale
from hardware.sensor_types import Sensor
from hardware.trace import TraceWriter
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread, converter_errors, sensor_noise
from hardware.virtual.virtual_board import QueuedHands, VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.calibration_result import CalibrationResult
from perception.calibration.procedure import BoardSetting, lights_at
from perception.calibration.terminal import Demonstration
from table.errors import CannotPlayError
from table.runtime.trace_events import Recorder
from table.session.journal_entries import Opened
from table.traces import TraceRecorder, head_of
from table.view.led_patterns import lights_of
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import ProgressLine, add_quiet_argument
from thera.exit_codes import ExitCode
from thera.simulator.game_simulation import play_game
from thera.simulator.simulated_board import (
    GAMES_AT_A_BOARD,
    Conditions,
    OpenBench,
    Physics,
    Scans,
    SimulatedBoard,
    SimulatedWiring,
    WorldFault,
)
from thera.simulator.simulation_options import GameSpec, game_specs, trace_of
from thera.simulator.simulation_record import GameRecord, SimulationSummary
from thera.table_assembly import make_reader

EARTH = 0.05
"""The earth's field through a board that lies level, in mT."""
DRIFT = 0.02
"""The drift of a drifting baseline in a minute, in mT."""
LIGHTS_FIELD = 0.02
"""The field of an ampere through the lights at a sensor beside them, in mT."""
LIGHTS_FIELD_REAL = 0.3
"""The same field if the wires of the lights lie at random: 0.02 mT when a few squares light up."""
GROUND_SHIFT = 0.17
"""The shift of all sensors by an ampere through the lights, in mT: by 5 mV, on 5 milliohms of ground that they share (a
few cm of wire and two joints), at 30 mV for each mT."""
MAKERS_PLACEMENT = 2.0
"""The distance in mm from the middle at which the maker of a board puts a worker when calibrating it."""
QUICK = HandStyle(raising=40.0, lowering=40.0, carrying_speed=3000.0)
"""The maker's hands are not measured."""
SILENCE = 120.0
"""The seconds without a message after which one end of a simulated wire takes the other for lost."""
SPEED_LIMIT = 1000
"""The most that a simulation is faster than real time, as a factor."""
VISITORS_HAND = 1
"""The hand that brings a magnet."""
FAULTS_HAND = 2
"""The hand that causes accidents on the board, while the others play."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Play whole games on the virtual board with hands that make random legal turns, and print how well the table"
        " followed. The exit code is 1 if the table accepted anything the hands did not do, or if a game got stuck."
    )
    parser.examples = (
        Example("thera simulate --games 3", "play three games and print how well the table followed"),
        Example("thera simulate --powers pan,hermes --faults all", "these two powers, with a fault in each game"),
        Example("thera simulate --table-plays orange:any", "hands carry out the turns of orange as the lights show"),
    )
    add = parser.add_argument
    add("--games", type=int, default=10, metavar="N", help="the number of games (default: %(default)s)")
    add(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="the random seed of the first game; later games use the next numbers",
    )
    add(
        "--powers",
        metavar="A,B|random|simple|none",
        help="the powers of the seats; simple (default): some of the ten simple gods for each game; random: any that"
        " may be played together",
    )
    add(
        "--fleece",
        metavar="POWER|random",
        help="play the Golden Fleece variant, with this power or any beside the board",
    )
    add("--players", type=int, default=2, metavar="N", help="2 (default), 3 or 4")
    add(
        "--table-plays",
        metavar="SEATS:LEVEL",
        help="let the table play these seats, such as orange or orange,white, and hands carry out what it announces: at"
        " a level, with little thought, or any: legal steps by chance",
    )
    add(
        "--board-file",
        type=Path,
        metavar="FILE",
        help="the board by its file, such as one with a ring of sensors; without --size, --pitch, --magnet and"
        " --samples (default: the board of the build guide)",
    )
    add("--size", type=int, default=5, metavar="N", help="squares on a side: 5 (default) or 4")
    add(
        "--placement-error",
        type=float,
        default=3.0,
        metavar="MM",
        help="the distance from the middle at which hands place a worker, root mean square (default: %(default)s)",
    )
    add(
        "--noise",
        type=float,
        metavar="MT",
        help="the noise of each reading (default: 0.03; with --samples that of the sensors' data sheet)",
    )
    add(
        "--samples",
        type=int,
        metavar="N",
        help="the conversions of each reading, 8, 16, 32 or 64: the more, the less noise (default: 8)",
    )
    add(
        "--gain-spread",
        type=float,
        metavar="PERCENT",
        help="with --physics ideal, the differences between sensors that calibration left (default: 0.5)",
    )
    add(
        "--height-error",
        type=float,
        default=0.0,
        metavar="MM",
        help="the height of each block beyond the board file of the table (default: %(default)s)",
    )
    add("--pitch", type=float, default=45.0, metavar="MM", help="from square to square (default: %(default)s)")
    add("--magnet", default="12x5", metavar="DxT", help="diameter and thickness in mm (default: %(default)s)")
    add(
        "--clumsiness",
        type=float,
        default=0.0,
        metavar="P",
        help="the share of steps, from 0 to 1, that are done carelessly (default: 0)",
    )
    add(
        "--faults",
        default="",
        metavar="LIST|all",
        help="what may go wrong around the board, one of these in each game: earth, drift, stray, led, dead, stuck,"
        " noisy, swapped, missed, link, turned (default: nothing)",
    )
    add(
        "--mishaps",
        default="",
        metavar="LIST|all",
        help="what happens at a table besides, any of these in each game: fell_far (a worker is knocked off its tower),"
        " two_fell, snapped_together, both_placed (at once, as the game begins), held_low (over the square that it"
        " enters), phone_on_rim (default: nothing)",
    )
    add(
        "--physics",
        default=Physics.REAL.value,
        metavar="real|ideal",
        help="real (default): a board and pieces as people make them, calibrated as its maker would, and hands that"
        " hesitate, wobble and wear a watch; ideal: even sensors and wood, and hands without such habits",
    )
    add("--frame-rate", type=int, default=25, metavar="HZ", help="frames a second (default: %(default)s)")
    add(
        "--board",
        default=SimulatedWiring.DIRECT.value,
        metavar="direct|wire|firmware",
        help="direct (default): read the board in one thread; wire: as in play, over a link, with a journal on disk;"
        " firmware: the same, with the firmware of a real board at the sensors (needs: make micropython)",
    )
    add(
        "--scale",
        action="store_true",
        help="let the board weigh: hands set down blocks and domes, and touch no square with a worker to build there",
    )
    add("--turns", type=int, default=30, metavar="N", help="stop a game after this many turns (default: %(default)s)")
    add(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="games at a time (default: one for each processor)",
    )
    add("--trace", type=Path, metavar="DIR", help="save traces of the games with faults in this folder")
    add_quiet_argument(parser, "the results and the faults, and not how many games have been played")
    add("--json", action="store_true", help="print one JSON object")
    add("--explain", action="store_true", help="also report each step that was asked about, and each missed mistake")


def run(args: argparse.Namespace) -> int:
    """Play, and print the results. Return the exit code, `ExitCode.FAILED` if the table made mistakes.

    :raises CannotPlayError: for arguments that make no game.
    """
    _check_samples(args.samples, args.frame_rate, weighs=args.scale)
    return simulate(args, open_simulated_board)


def simulate(args: argparse.Namespace, open_bench: OpenBench) -> int:
    """Play as `run` does, at the boards that ``open_bench`` opens, in any process.

    :raises CannotPlayError: for arguments that make no game.
    """
    if args.jobs < 1:
        raise CannotPlayError(f"--jobs is a number from 1 up, not {args.jobs}")
    specs = game_specs(args)
    began = time.perf_counter()
    records = []
    with _mapper(min(args.jobs, len(specs))) as mapper, ProgressLine(quiet=args.quiet) as progress:
        progress.show(f"playing {len(specs)} games ...")
        for record in mapper(specs, open_bench):
            records.append(record)
            progress.clear()
            if args.trace is not None and not record.faults and not (args.explain and record.doubts):
                trace_of(args.trace, record.seed).unlink()
            for fault in (*(record.doubts if args.explain else ()), *record.faults):
                print(f"thera: {fault.line()}", file=sys.stderr, flush=True)
            progress.show(f"{len(records)} of {len(specs)} games played ...")
    summary = SimulationSummary.of(records, time.perf_counter() - began)
    if args.json:
        faults = [asdict(fault) for record in records for fault in record.faults]
        doubts = [asdict(doubt) for record in records for doubt in record.doubts] if args.explain else []
        print(json.dumps({**asdict(summary), "faults": faults, "doubts": doubts}))
    else:
        print("\n".join(summary.lines()))
    return ExitCode.FAILED if summary.total.wrong or summary.total.stuck or summary.total.phantoms else ExitCode.DONE


class _Mapper:
    """Plays games one after the other."""

    def __call__(self, specs: tuple[GameSpec, ...], open_bench: OpenBench) -> Iterator[GameRecord]:
        """The records, in the order of the games."""
        return map(partial(play_game, open_bench=open_bench), specs)


class _PoolMapper(_Mapper):
    """Plays several games at a time, each in a process."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def __call__(self, specs: tuple[GameSpec, ...], open_bench: OpenBench) -> Iterator[GameRecord]:
        """The records, in the order of the games."""
        # Ctrl-C reaches all processes of a terminal. This one ends the others, which start while they cannot hear it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return self._pool.map(partial(play_game, open_bench=open_bench), specs, chunksize=4)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _set_apart_what_is_loaded() -> None:
    """Let no collection of garbage look through the program itself, which would make single frames slow."""
    gc.collect()
    gc.freeze()


@contextmanager
def _mapper(jobs: int) -> Iterator[_Mapper]:
    if jobs == 1:
        _set_apart_what_is_loaded()
        yield _Mapper()
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn, initializer=_set_apart_what_is_loaded) as pool:
        try:
            yield _PoolMapper(pool)
        except BaseException:
            for worker in multiprocessing.active_children():
                worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise


# -- the simulated board


@contextmanager
def open_simulated_board(conditions: Conditions) -> Iterator[SimulatedBoard]:
    """A virtual board for a simulation that runs faster than real time, in the caller's thread or behind a wire. The
    table reads it by a board file that leaves out the errors in the conditions."""
    virtual, described = _made_board(conditions, _described(conditions))
    with ExitStack() as stack:
        board, scans = _joined(conditions, virtual, described, stack)
        yield SimulatedBoard(
            seed=conditions.seed,
            board=board,
            hands=QueuedHands(virtual),
            world=QueuedHands(virtual, FAULTS_HAND),
            visitor=QueuedHands(virtual, VISITORS_HAND),
            reader=make_reader(described),
            choose_lights=lights_of,
            model=FieldModel(described.geometry),
            polarities={seat: described.polarity(seat.value) for seat in Seat},
            scans=scans,
            recorder=_recorder(conditions.trace, described, board, stack),
        )


def _described(conditions: Conditions) -> BoardFile:
    """Return the board file without its maker's measurements."""
    if conditions.described is not None:
        return replace(conditions.described, measured=(), scan_hz=conditions.frame_rate)
    geometry = Geometry(size=conditions.size, pitch=conditions.pitch, magnet=conditions.magnet)
    electronics = _electronics(conditions.samples, weighs=conditions.scale)
    described = BoardFile(geometry=geometry, scan_hz=conditions.frame_rate, electronics=electronics)
    if not conditions.scale:
        return described
    worker = described.grip.weight + magnet_weight(conditions.magnet)
    return replace(described, scale=usual_scale(geometry.size, geometry.pitch, worker))


def _electronics(samples: int | None, *, weighs: bool) -> Electronics:
    plain = Electronics() if samples is None else Electronics(samples=samples)
    return replace(plain, pins=PicoPins(scale=ScalePins())) if weighs else plain


def _made_board(conditions: Conditions, described: BoardFile) -> tuple[VirtualDevice, BoardFile]:
    """Return the board with the errors in the conditions, and its board file."""
    if conditions.physics is Physics.IDEAL:
        spread = SensorSpread(
            placement=conditions.placement, noise=_noise(conditions), stored_gain=conditions.gain_spread
        )
        return _virtual_board(conditions, described, spread, HandStyle()), described
    virtual = _virtual_board(conditions, described, _handmade(conditions), HandStyle.natural())
    result = _makers_result(
        replace(
            conditions, seed=conditions.board * GAMES_AT_A_BOARD, placement=MAKERS_PLACEMENT, trace=None, scale=False
        )
    )
    virtual.store_calibration(result.calibration)
    return virtual, replace(described, measured=result.measured)


@cache
def _makers_result(conditions: Conditions) -> CalibrationResult:
    described = _described(conditions)
    return calibrated_by_maker(_virtual_board(conditions, described, _handmade(conditions), QUICK), described)


def _handmade(conditions: Conditions) -> SensorSpread:
    converter = converter_errors(_described(conditions).electronics)
    return replace(SensorSpread.handmade(conditions.placement, _noise(conditions)), converter=converter)


NOISE = 0.03
"""The noise of a reading in mT, besides that of the converter: three times that of the sensors' data sheet."""


def _noise(conditions: Conditions) -> float:
    """Return the noise of a sensor in mT: the one that was asked for, or that of the data sheet where only the
    number of conversions was."""
    if conditions.noise is not None:
        return conditions.noise
    return NOISE if conditions.samples is None else sensor_noise(Sensor(), conditions.samples)


def _check_samples(samples: int | None, frame_rate: int, *, weighs: bool) -> None:
    """Check that there is a board with so many conversions of a reading, at this rate; one with a scale if it weighs.

    :raises CannotPlayError: if there is none.
    """
    if samples is None:
        return
    if samples not in SAMPLES:
        raise CannotPlayError(f"--samples is one of {', '.join(map(str, SAMPLES))}, not {samples}")
    fastest = _electronics(samples, weighs=weighs).fastest_hz
    if frame_rate > fastest:
        more = " and --scale" if weighs else ""
        raise CannotPlayError(f"--frame-rate is at most {fastest} with --samples {samples}{more}, not {frame_rate}")


LONGEST_CALIBRATION = 600_000
"""The most ms of the board's clock; 35 placements take some 40 seconds."""


def calibrated_by_maker(virtual: VirtualDevice, described: BoardFile) -> CalibrationResult:
    """Return the calibration that the maker of a board finds by the procedure of the workshop.

    :raises CannotPlayError: if it does not come to an end.
    """
    virtual.store_calibration(described.calibration)
    setting = BoardSetting(described.geometry.of_squares, described.calibration, described.sensor.range)
    procedure, hands = CalibrationProcedure(setting), Demonstration(QueuedHands(virtual))
    while not procedure.view.over and virtual.now < LONGEST_CALIBRATION:
        procedure = procedure.after(virtual.frame())
        virtual.show(lights_at(procedure.view, virtual.now))
        answer = hands.act(procedure.view)
        if answer is not None:
            procedure = procedure.after(answer)
    if procedure.result is None:
        view = procedure.view
        raise CannotPlayError(
            f"the simulated board could not be calibrated: step {view.done} of {view.total}, {view.message.key}"
        )
    return procedure.result


def _virtual_board(
    conditions: Conditions, described: BoardFile, spread: SensorSpread, style: HandStyle
) -> VirtualDevice:
    """Return a board with the pieces of four seats."""
    geometry, real = described.geometry, conditions.physics is Physics.REAL
    first, second, third = (height + conditions.height_error for height in geometry.block_heights)
    return VirtualDevice(
        replace(geometry, block_heights=(first, second, third)),
        spread,
        seed=conditions.seed,
        made_by=conditions.board,
        workers=tuple(replace(worker, polarity=described.polarity(worker.seat)) for worker in FOUR_SEATS),
        style=style,
        surroundings=AmbientConditions(
            earth=EARTH,
            drift=DRIFT if real or WorldFault.DRIFT in conditions.faults else 0.0,
            lights=LIGHTS_FIELD_REAL if real else LIGHTS_FIELD if WorldFault.LED in conditions.faults else 0.0,
            ground=GROUND_SHIFT if real else 0.0,
        ),
        scan_period=round(1000 / conditions.frame_rate),
        scale=described.scale,
    )


def _joined(
    conditions: Conditions, virtual: VirtualDevice, described: BoardFile, stack: ExitStack
) -> tuple[Board, Scans | None]:
    """Return the board as the table sees it, and the object that requests scans from it if it is behind a wire."""
    path, rate = "", conditions.frame_rate
    match conditions.wiring:
        case SimulatedWiring.DIRECT:
            return stack.enter_context(VirtualBoard(virtual)), None
        case SimulatedWiring.WIRE:
            pace = ByRequest()
            path = stack.enter_context(PtyPort(virtual, silence=SILENCE, pace=pace, fastest_hz=rate)).path
            scans = pace.ask
        case SimulatedWiring.FIRMWARE:
            pico = stack.enter_context(_emulated(virtual, described))
            path, scans = pico.path, pico.ask
    # No scan comes while players think, and no real lights have to be waited for.
    timings = Timings(silence=SILENCE, late=SILENCE, between_lights=0.0, first_patience=1.0)
    board = SerialBoard(
        path,
        timings=timings,
        max_frames=1000,
        scan_hz=rate,
        sensor=described.sensor,
        further=described.geometry.further_channels,
        scale=described.scale,
    )
    return stack.enter_context(board), scans


def _emulated(virtual: VirtualDevice, described: BoardFile) -> EmulatedPico:
    try:
        # Its clock runs faster than the one by which the host sends its heartbeat.
        silence_ms = int(1000 * SILENCE * SPEED_LIMIT)
        return EmulatedPico(virtual, described, calibration=virtual.calibration, silence_ms=silence_ms, by_request=True)
    except NoEngineError as error:
        raise CannotPlayError(str(error)) from error


def _recorder(path: Path | None, described: BoardFile, board: Board, stack: ExitStack) -> Recorder | None:
    if path is None:
        return None
    writer = stack.enter_context(TraceWriter(path, head_of(describe(described), (Opened(),))))
    return TraceRecorder(writer.write, lambda: board.identity)

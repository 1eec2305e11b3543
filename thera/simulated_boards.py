"""A virtual board put together for whole games by simulated hands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from engine import Seat
from firmware_bridge.agent import PtyPort
from firmware_bridge.emulated.engine import NoEngineError
from firmware_bridge.emulated.pico import EmulatedPico
from firmware_bridge.link import SerialBoard
from firmware_bridge.scan_pace import ByRequest
from firmware_bridge.timings import Timings
from hardware.board import Board
from hardware.board_file import BoardFile, describe
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.trace import TraceWriter
from hardware.virtual import FOUR_SEATS, SensorSpread, VirtualBoard
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.direct import DirectBoard
from hardware.virtual.queued import QueuedHands
from simulator.simulated_board import Conditions, Scans, SimulatedBoard, SimulatedWiring, WorldFault
from table.errors import CannotPlayError
from table.runtime.trace_events import NoRecorder, Recorder
from table.session.journal_entries import Opened
from table.trace.trace_recorder import TraceRecorder, head_of
from table.view.snapshot_builder import lights_of
from thera.boards import make_reader

EARTH = 0.05
"""The earth's field through a board that lies level, in mT."""
DRIFT = 0.02
"""How far zeros wander in a minute where they do, in mT."""
LIGHTS = 0.02
"""The field of an ampere of the lights' current where it is felt, in mT."""
SILENCE = 120.0
"""Seconds without a word after which one end of a simulated wire gives the other up."""
QUICKER_THAN_TIME = 1000
"""No simulation is quicker than time by more than this."""
WORLDS_HAND = 2
"""The hand by which things befall the board, while the others play."""


@contextmanager
def open_bench(conditions: Conditions) -> Iterator[SimulatedBoard]:
    """A virtual board for a simulation that is quicker than time, in the caller's thread or behind its wire. The table
    reads it by a board file that knows nothing of the errors in the conditions."""
    described = BoardFile(
        geometry=Geometry(size=conditions.size, pitch=conditions.pitch, magnet=conditions.magnet),
        scan_hz=conditions.frame_rate,
    )
    virtual = make_board(conditions, described)
    with ExitStack() as stack:
        board, scans = _joined(conditions, virtual, described, stack)
        yield SimulatedBoard(
            seed=conditions.seed,
            board=board,
            hands=QueuedHands(virtual),
            world=QueuedHands(virtual, WORLDS_HAND),
            reader=make_reader(described),
            shines=lights_of,
            model=FieldModel(described.geometry),
            polarities={seat: described.polarity(seat.value) for seat in Seat},
            scans=scans,
            recorder=_recorder(conditions.trace, described, board, stack),
        )


def make_board(conditions: Conditions, described: BoardFile) -> VirtualBoard:
    """The board as it is really made, with the pieces of four seats."""
    geometry = described.geometry
    first, second, third = (height + conditions.height_error for height in geometry.block_heights)
    return VirtualBoard(
        replace(geometry, block_heights=(first, second, third)),
        SensorSpread(placement=conditions.placement, noise=conditions.noise, stored_gain=conditions.gain_spread),
        seed=conditions.seed,
        workers=tuple(replace(worker, polarity=described.polarity(worker.seat)) for worker in FOUR_SEATS),
        surroundings=AmbientConditions(
            earth=EARTH,
            drift=DRIFT if WorldFault.DRIFT in conditions.faults else 0.0,
            lights=LIGHTS if WorldFault.LED in conditions.faults else 0.0,
        ),
        scan_period=round(1000 / conditions.frame_rate),
    )


def _joined(
    conditions: Conditions, virtual: VirtualBoard, described: BoardFile, stack: ExitStack
) -> tuple[Board, Scans | None]:
    """The board as the table has it, and what asks it for scans if it is behind a wire."""
    path, rate = "", conditions.frame_rate
    match conditions.wiring:
        case SimulatedWiring.DIRECT:
            return stack.enter_context(DirectBoard(virtual)), None
        case SimulatedWiring.WIRE:
            pace = ByRequest()
            path = stack.enter_context(PtyPort(virtual, silence=SILENCE, pace=pace, fastest_hz=rate)).path
            scans = pace.ask
        case SimulatedWiring.FIRMWARE:
            pico = stack.enter_context(_emulated(virtual, described))
            path, scans = pico.path, pico.ask
    # No scan comes while players think, and no real light waits: neither is a loss here.
    timings = Timings(silence=SILENCE, late=SILENCE, between_lights=0.0, first_patience=1.0)
    return stack.enter_context(SerialBoard(path, timings=timings, max_frames=1000, scan_hz=rate)), scans


def _emulated(virtual: VirtualBoard, described: BoardFile) -> EmulatedPico:
    try:
        # Its time passes quicker than that by which the host gives signs of life.
        silence_ms = int(1000 * SILENCE * QUICKER_THAN_TIME)
        return EmulatedPico(virtual, described, calibration=virtual.calibration, silence_ms=silence_ms, by_request=True)
    except NoEngineError as error:
        raise CannotPlayError(str(error)) from error


def _recorder(path: Path | None, described: BoardFile, board: Board, stack: ExitStack) -> Recorder:
    if path is None:
        return NoRecorder()
    writer = stack.enter_context(TraceWriter(path, head_of(describe(described), (Opened(),))))
    return TraceRecorder(writer.write, lambda: board.identity)

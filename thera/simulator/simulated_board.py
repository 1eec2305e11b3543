"""The board of a simulated game. The composition root makes it, so that nothing here knows the kind of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from engine.seats import Seat
from hardware.board import Board
from hardware.board_file import BoardFile
from hardware.field_model import FieldModel
from hardware.geometry import Magnet
from hardware.virtual_hands import HandQueue, VisitingHand
from table.runtime.trace_events import Recorder
from table.session.interfaces import BoardReader, LightChooser
from thera.simulator.hand_styles import FamilyMishap


class SimulatedWiring(StrEnum):
    """The connection of the table to the virtual board: in one thread; by the link over a wire, as in play; or with the
    firmware of a real board, which reads the sensors under MicroPython on an emulated Pico."""

    DIRECT = "direct"
    WIRE = "wire"
    FIRMWARE = "firmware"


class Physics(StrEnum):
    """The virtual board and its hands: as people make and play them, or nearly ideal."""

    REAL = "real"
    IDEAL = "ideal"


class WorldFault(StrEnum):
    """A fault in the world of a simulated game, at a random time."""

    EARTH = "earth"
    DRIFT = "drift"
    STRAY = "stray"
    LED = "led"
    DEAD = "dead"
    STUCK = "stuck"
    NOISY = "noisy"
    SWAPPED = "swapped"
    MISSED = "missed"
    LINK = "link"
    TURNED = "turned"


GAMES_AT_A_BOARD = 4
"""The number of games in a row at one board with real physics, which is calibrated once for all of them."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Chance and faults of one game.

    With real ``physics`` sensors, magnets and wood are uneven, the board is calibrated as its maker would, frames are
    lost, and hands have habits. ``placement`` is how far in mm hands put a worker off the middle (root mean square of
    the distance), ``noise`` the standard deviation of a reading in mT, and ``gain_spread``, with ideal physics, that of
    what calibration left of the sensors' gains, as a fraction. ``height_error`` is the height in mm of each real block
    beyond the decoder's board file. ``clumsiness`` is the share, from 0 to 1, of steps in one of the ways of sloppy
    hands, ``mishaps`` what happens besides. ``frame_rate`` is the number of frames in a second of the board's clock,
    ``samples`` the number of conversions of a reading, of which the noise depends if nothing else was asked for, and
    ``trace`` the file for a recording of the game, if there is one. With a ``scale`` the board weighs, and hands
    touch no square to build there. A ``described`` board takes the place of the default one, which differs from it only
    in what these values say.
    """

    seed: int
    physics: Physics = Physics.REAL
    placement: float = 3.0
    noise: float | None = None
    gain_spread: float = 0.005
    height_error: float = 0.0
    pitch: float = 45.0
    magnet: Magnet = field(default_factory=Magnet)
    size: int = 5
    clumsiness: float = 0.0
    faults: frozenset[WorldFault] = frozenset()
    mishaps: frozenset[FamilyMishap] = frozenset()
    wiring: SimulatedWiring = SimulatedWiring.DIRECT
    frame_rate: int = 25
    samples: int | None = None
    trace: Path | None = None
    scale: bool = False
    described: BoardFile | None = None

    @property
    def board(self) -> int:
        """The seed of the board itself, at which several games may be played."""
        return self.seed // GAMES_AT_A_BOARD if self.physics is Physics.REAL else self.seed


Scans = Callable[[int], None]
"""Lets a board at the end of a wire scan that number of times, each a period of its clock after the one before."""


@dataclass(frozen=True, slots=True)
class SimulatedBoard:
    """A board with hands, and the table's interface to read and light it. ``model`` and ``polarities`` are the table's
    assumptions about fields and magnets. ``scans`` is for a board behind a wire; a board without it scans when the next
    of its events is requested.
    """

    seed: int
    board: Board
    hands: HandQueue
    world: HandQueue
    visitor: VisitingHand
    reader: BoardReader
    choose_lights: LightChooser
    model: FieldModel
    polarities: Mapping[Seat, int]
    scans: Scans | None
    recorder: Recorder | None


OpenBench = Callable[[Conditions], AbstractContextManager[SimulatedBoard]]

"""An emulated Pico at the end of a pseudo-terminal: the project's firmware runs under real MicroPython, its pins are
emulated, and a `Device` stands behind them."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import shutil
import socket
import struct
import subprocess
import sys
import threading
import tty
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from common.threads import Wake
from firmware_bridge.firmware_image import CONFIGURATION_FILE, FIRMWARE, SILENCE_MS, configuration, stored_record
from hardware.board import DARK, SQUARE_COUNT, Button, Colour, Lights
from hardware.board_file import BoardFile
from hardware.calibration import Calibration
from hardware.device import Device
from hardware.electronics import Electronics
from hardware.scale import CELL_COUNT
from hardware.sensor_layout import Ring

MODULES = Path(__file__).parent / "modules"
"""The modules that replace those of a Pico."""

Engine = Callable[[Path, Path], list[str]]
"""The command that runs a firmware, given the file of the emulated hardware and the folder of the flash."""

HEAP = "192K"
"""The memory that MicroPython has on a Pico."""

MISSING = "there is no MicroPython for this computer: make micropython gets it (on Debian), or install it so that the"
MISSING += " command micropython is found"

_POWER_ON = 1
_WATCHDOG = 3
_RESTARTS = 3
"""The exit code of a firmware that restarts."""
_CHANNELS = 32
_BUTTONS = (Button.DONE, Button.UNDO)


class NoEngineError(OSError):
    """MicroPython is missing; the message says how to get it."""


def find_engine() -> Path:
    """Return the program that runs MicroPython: beside this Python, or else on the search path.

    :raises NoEngineError: if there is none.
    """
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    found = shutil.which("micropython", path=folders)
    if found is None:
        raise NoEngineError(MISSING)
    return Path(found)


def unix_engine(program: Path) -> Engine:
    """Return the command that runs MicroPython for this computer, with the memory that it has on a Pico."""
    return lambda _, __: [str(program), "-X", f"heapsize={HEAP}", str(MODULES / "start.py")]


def fill_flash(flash: Path, settings: str) -> None:
    """Copy the firmware and its settings into a folder, as they are on the flash of a Pico.

    :raises OSError: if they cannot be written.
    """
    for file in FIRMWARE.glob("*.py"):
        shutil.copy(file, flash)
    (flash / CONFIGURATION_FILE).write_text(settings, "utf-8")


@dataclass(frozen=True, slots=True)
class EmulatedHardware:
    """The hardware of the emulated board, which its configuration may contradict. The unique id belongs to its Pico.
    The sensors of a ``ring`` report what the device gives after the sensors of squares; three counts of -32768 stand
    for one that is unplugged."""

    electronics: Electronics = field(default_factory=Electronics)
    ring: Ring | None = None
    unique_id: str = "e66038b713596f2b"


class EmulatedPico:
    """An emulated Pico, as a context manager. A host opens ``path``. ``flash`` is the folder of its files; without one
    it has the firmware with the configuration of the ``described`` board, and the ``calibration``, if one is given.
    After ``silence_ms`` without a message from its host the board waits. ``by_request``: its time passes only with the
    scans that ``ask`` requests, from when the host has configured it.

    :raises NoEngineError: if there is no MicroPython.
    """

    def __init__(  # noqa: PLR0913 - what a board is made of, each with a default
        self,
        device: Device,
        described: BoardFile | None = None,
        *,
        hardware: EmulatedHardware | None = None,
        flash: Path | None = None,
        calibration: Calibration | None = None,
        silence_ms: int = SILENCE_MS,
        by_request: bool = False,
        engine: Engine | None = None,
    ) -> None:
        self._device = device
        described = described or BoardFile()
        self._hardware = hardware or EmulatedHardware(described.electronics, described.ring)
        self._by_request = by_request
        self._scale_rate = 0 if described.scale is None else described.scale.rate
        self._weights = (0,) * CELL_COUNT
        self._engine = engine or unix_engine(find_engine())
        self._closing = threading.Event()
        self._telling = threading.Lock()
        with contextlib.ExitStack() as opening:
            self.flash = flash or Path(opening.enter_context(TemporaryDirectory(prefix="thera-flash-")))
            if flash is None:
                fill_flash(self.flash, configuration(described, silence_ms))
                if calibration is not None:
                    (self.flash / "calibration.0").write_bytes(stored_record(calibration.packed))
            self._hardware_file = (
                Path(opening.enter_context(TemporaryDirectory(prefix="thera-pico-"))) / "hardware.json"
            )
            self._master, slave = pty.openpty()
            opening.callback(os.close, self._master)
            # The far end stays open: otherwise the master reads an error whenever no host has the port open.
            opening.callback(os.close, slave)
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self.path = os.ttyname(slave)
            self._wake = Wake()
            opening.callback(self._wake.close)
            self._process, self._side = self._start(_POWER_ON)
            self._thread = threading.Thread(target=self._run, name="emulated pico", daemon=True)
            self._thread.start()
            opening.callback(self._end)
            self._ending = opening.pop_all()

    def ask(self, scans: int) -> None:
        """Request ``scans`` more scans. Safe from any thread."""
        self._tell(b"G" + struct.pack("<H", scans))

    def let_time_pass(self) -> None:
        """From now on let the time of a board by request pass as fast as it can, whether or not it scans."""
        self._tell(b"T")

    def reset(self) -> None:
        """Press the reset button of the Pico. Unlike on a real one, the port stays."""
        self._process.kill()

    def close(self) -> None:
        """Unplug the Pico. Safe to call again."""
        self._ending.close()

    def __enter__(self) -> EmulatedPico:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self, cause: int) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """Start a new process of the firmware, and a new side channel to it."""
        side, far_side = socket.socketpair()
        electronics = self._hardware.electronics
        stored = {
            "pins": asdict(electronics.pins),
            "revision": electronics.revision,
            "unique_id": self._hardware.unique_id,
            "reset_cause": cause,
            "side": far_side.fileno(),
            "by_request": self._by_request,
            "scale_rate": self._scale_rate,
            "ring_mt": None if self._hardware.ring is None else self._hardware.ring.range,
        }
        self._hardware_file.write_text(json.dumps(stored))
        with far_side, contextlib.ExitStack() as failing:
            failing.callback(side.close)
            process = subprocess.Popen(  # noqa: S603 - the program that was found
                self._engine(self._hardware_file, self.flash),
                stdin=self._master,
                stdout=self._master,
                stderr=subprocess.DEVNULL,
                cwd=self.flash,
                env={**os.environ, "THERA_EMULATED": str(self._hardware_file), "MICROPYPATH": str(MODULES)},
                pass_fds=[far_side.fileno()],
            )
            failing.pop_all()
        return process, side

    def _end(self) -> None:
        self._closing.set()
        self._wake.set()
        self._thread.join()
        self._process.kill()
        self._process.wait()
        self._side.close()

    def _run(self) -> None:
        """Answer for the pins, and restart the firmware when it has ended."""
        while not self._closing.is_set():
            ready, _, _ = select.select([self._side.fileno(), self._wake.fileno()], [], [])
            if self._side.fileno() not in ready:
                continue
            try:
                self._serve()
            except ConnectionError:
                code = self._process.wait()
                with self._telling:
                    self._side.close()
                    self._process, self._side = self._start(_WATCHDOG if code == _RESTARTS else _POWER_ON)

    def _serve(self) -> None:
        """Answer one request; raises ConnectionError if the firmware has ended."""
        kind = self._exactly(1)
        if kind == b"F":
            buttons = sum(1 << _BUTTONS.index(button) for button in set(self._device.presses()))
            channels = [0] * _CHANNELS
            counts = self._device.scan()
            for channel, count in zip(self._hardware.electronics.wiring.sensors, counts[:SQUARE_COUNT], strict=True):
                channels[channel] = count
            further = counts[SQUARE_COUNT:] if self._hardware.ring is not None else ()
            self._tell(b"F" + struct.pack(f"<{_CHANNELS}HB{len(further)}h", *channels, buttons, *further))
        elif kind == b"W":
            (elapsed,) = struct.unpack("<H", self._exactly(2))
            for weighed in self._device.weights(elapsed):
                self._weights = weighed.counts
            self._tell(b"W" + struct.pack(f"<{CELL_COUNT}i", *self._weights))
        else:
            (length,) = struct.unpack("<H", self._exactly(2))
            self._device.show(self._lights(self._exactly(length)))
            self._tell(b"L")

    def _tell(self, message: bytes) -> None:
        with self._telling, contextlib.suppress(ConnectionError):  # it has just ended, and will be restarted
            self._side.sendall(message)

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._side.recv(size - len(data))
            if not more:
                raise ConnectionResetError("the firmware has ended")
            data += more
        return data

    def _lights(self, strip: bytes) -> Lights:
        """Return the lights of the squares after these bytes were sent to the strip; lights beyond its end are dark."""
        colours = [DARK] * SQUARE_COUNT
        for square, place in enumerate(self._hardware.electronics.wiring.lights):
            if 3 * place + 3 <= len(strip):
                green, red, blue = strip[3 * place : 3 * place + 3]
                colours[square] = Colour(red, green, blue)
        return Lights(tuple(colours))

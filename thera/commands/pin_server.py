"""``thera board serve``: the pins of this Pi as a board, over the same wire as a board on USB."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from firmware_bridge.agent import PtyPort
from firmware_bridge.firmware.protocol import LONGEST_TEXT
from hardware.board import Identity
from hardware.board_file import BoardFile
from hardware.electronics import PiPins
from hardware.gpio.opening import Drivers, OpenPins, PinsError, check_machine, open_drivers, open_pins, pins_of
from hardware.gpio.pi_model import PiModel
from hardware.gpio.stored import PinStorage
from table.errors import CannotPlayError
from thera.boards import load_board_file
from thera.stop_signal import StopSignal

FAILED = 1
_LOOK = 0.5
"""How often the status light is set and the device looked after, in s."""

_LISTENED = 2.0
"""A table that has not had a scan for so long, in s, does not listen."""

OpenDrivers = Callable[[PiPins, PiModel, Path, ExitStack], Drivers]


def serve(
    board_file: Path | None,
    link: Path,
    data: Path,
    machine: PiModel | None = None,
    drivers: OpenDrivers = open_drivers,
) -> int:
    """Serve the pins of this machine at ``link`` until SIGTERM or SIGINT, then darken the lights; the exit code.

    :raises CannotPlayError: if they cannot be served.
    """
    board, machine = load_board_file(board_file) or BoardFile(), machine or PiModel()
    with ExitStack() as closing:
        ending = closing.enter_context(StopSignal())
        try:
            pins = pins_of(board)
            check_machine(pins, machine)
            _make_room(link)
            scratch = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="thera-pins-")))
            opened = _open(board, drivers(pins, machine, scratch, closing), machine, data / "pins", closing)
            budget = board.electronics.lights_budget_ma
            port = closing.enter_context(PtyPort(opened.device, link=link, budget_ma=budget, fastest_hz=board.scan_hz))
            _hand_over(port.terminal, link.parent)
        except PinsError as error:
            raise CannotPlayError(str(error)) from error
        except OSError as error:
            raise CannotPlayError(f"{link}: cannot serve the board there: {error.strerror or error}") from error
        print(f"Serving {board.name} at {link}", flush=True)  # noqa: T201 - the command line speaks here
        while port.failure is None and not ending.wait(_LOOK):
            now = time.monotonic()
            opened.status.tell(now, listened_to=now - opened.device.scanned < _LISTENED)
        if port.failure is not None:
            print(f"thera: {port.failure}", file=sys.stderr)  # noqa: T201 - as above
            return FAILED
    return 0


def _open(board: BoardFile, drivers: Drivers, machine: PiModel, folder: Path, closing: ExitStack) -> OpenPins:
    try:
        stored = PinStorage(folder)
    except OSError as error:
        raise PinsError(f"{folder}: nothing can be kept there: {error.strerror or error}") from error
    name = board.name.encode()[:LONGEST_TEXT].decode(errors="ignore")  # as much of it as the wire carries
    identity = Identity(name, f"pi-{machine.serial or 'unknown'}", f"pins {version('thera')}", stored.boots)
    return open_pins(board, drivers, stored, identity, closing)


def _make_room(link: Path) -> None:
    """See to it that a link can be made there, before a pin is touched."""
    folder = link.parent
    with contextlib.suppress(OSError):  # if it cannot be made, the next line says so
        folder.mkdir()
        if "SUDO_UID" in os.environ:
            os.chown(folder, int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"]))
    if not os.access(folder, os.W_OK):
        raise PinsError(f"{folder}: the folder for the link is missing or may not be written; choose another: --link")
    if os.path.lexists(link) and not link.is_symlink():
        raise PinsError(f"{link} is there already and is no link; choose another: --link")


def _hand_over(terminal: str, folder: Path) -> None:
    """Give the terminal to whoever owns the folder of the link: the table runs as somebody else. Not by the link, which
    its owner could lead elsewhere meanwhile."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(terminal, owner.st_uid, owner.st_gid)

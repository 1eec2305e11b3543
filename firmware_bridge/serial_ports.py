"""Lists the serial ports that may have a board, and opens a port exclusively."""

from __future__ import annotations

import contextlib
import errno
import os
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports

from common.message import Message
from firmware_bridge import port_troubles

# A port that has disappeared raises any of the three, depending on the call.
PORT_ERRORS = (serial.SerialException, OSError, termios.error)
PICO_VENDOR = 0x2E8A
BY_ID = Path("/dev/serial/by-id")
_BAUD = 115200  # USB ignores the rate


class PortError(OSError):
    """A port that cannot be opened; the message gives the reason and what to do. ``troubles`` are the reasons for the
    page, empty if nothing is plugged in."""

    def __init__(self, line: str, *troubles: Message) -> None:
        super().__init__(line)
        self.troubles = troubles


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A serial port on USB: the path to open, and the device's serial number, or an empty text."""

    path: str
    serial_number: str = ""


def picos(by_id: Path = BY_ID) -> tuple[UsbPort, ...]:
    """Return the ports of all attached devices with Raspberry Pi's vendor id, by their names in ``by_id`` if they have
    one: such a name does not depend on the socket."""
    lasting: dict[str, str] = {}
    with contextlib.suppress(OSError):  # the folder exists only while a device is attached
        lasting = {os.path.realpath(link): str(link) for link in sorted(by_id.iterdir())}
    found = sorted(port for port in list_ports.comports() if port.vid == PICO_VENDOR)
    return tuple(UsbPort(lasting.get(port.device, port.device), port.serial_number or "") for port in found)


def open_port(path: str, write_timeout: float) -> serial.Serial:
    """Open a port exclusively, for reading without blocking.

    :raises PortError: if it cannot be opened.
    """
    try:
        return serial.Serial(path, _BAUD, timeout=0, write_timeout=write_timeout, exclusive=True)
    except PORT_ERRORS as error:
        raise _closed(path, error) from error


def close_port(port: serial.Serial) -> None:
    """Close a port at once, even if its peer does not read."""
    # Otherwise a driver may wait long for a peer that does not read. A port that is gone has only its descriptor to
    # close.
    with contextlib.suppress(*PORT_ERRORS):
        port.reset_output_buffer()
    port.close()


def _closed(path: str, error: Exception) -> PortError:
    code = getattr(error, "errno", None)
    if code in (errno.EWOULDBLOCK, errno.EBUSY):
        holders = _holders(path)
        told = f" ({' and '.join(f'{name}, process {number}' for number, name in holders)})" if holders else ""
        return PortError(
            f"another program has {path} open{told}; close it, and the board is found at once",
            port_troubles.in_use_elsewhere(path, tuple(f"{name} ({number})" for number, name in holders)),
        )
    if code in (errno.EACCES, errno.EPERM):
        return PortError(
            f"{path} cannot be opened; allow your user to with: sudo usermod -aG dialout $USER, and log in again",
            port_troubles.not_allowed(path),
        )
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return PortError(f"no board at {path}: nothing is plugged in there")
    return PortError(f"no board at {path}: {error}", port_troubles.not_opened(path, error))


def _holders(path: str) -> tuple[tuple[int, str], ...]:
    """Return the other programs that have opened the port, with their process ids, as far as this user may see them."""
    real = os.path.realpath(path)
    return tuple((number, name) for number, name in _open_by(real) if number != os.getpid())


def _open_by(real: str) -> Iterator[tuple[int, str]]:
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # the process ended meanwhile, or belongs to another user
            if any(os.readlink(file) == real for file in (process / "fd").iterdir()):
                yield int(process.name), (process / "comm").read_text(encoding="utf-8").strip()

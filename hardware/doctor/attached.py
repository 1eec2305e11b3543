"""Whether the board is connected, may be opened, and is not used by another program."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import TABLE_UNIT, Computer
from hardware.doctor.finding import Finding, not_here, ok, warning, wrong
from hardware.electronics import PiPins

VENDOR = "2e8a"
"""Raspberry Pi's own on USB."""

_EMPTY_PICOS = {"0003": "Pico", "000f": "Pico 2"}
"""The product ids of a Pico that shows as a drive, waiting for a program."""

_RULES = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
_RULE = f'ATTRS{{idVendor}}=="{VENDOR}", ENV{{ID_MM_DEVICE_IGNORE}}="1"'
_RULE_FILE = "/etc/udev/rules.d/70-thera-board.rules"


@dataclass(frozen=True, slots=True)
class UsbSerial:
    """A serial device on USB: its name, and the path of the device."""

    name: str
    path: Path


def board_device(computer: Computer, board: BoardFile) -> Finding:
    """The device of the board: a serial one on USB, or the path where the pins are served."""
    what = "board"
    if isinstance(board.electronics.pins, PiPins):
        if computer.there(computer.link):
            return ok(what, f"the pins are served at {computer.link}: thera play --board {computer.link}")
        if not computer.is_pi:
            return not_here(what, "this is not a Raspberry Pi")
        return not_here(
            what,
            f"the pins are not being served at {computer.link}",
            "serve them with your board file, and leave the command running",
            "sudo .venv/bin/thera board serve --board-file FILE",
        )
    if not computer.there("/sys/class/tty"):
        return not_here(what, "this system does not list its serial devices; see: thera board status")
    ports = usb_serials(computer)
    if not ports:
        return _no_board(computer)
    if len(ports) > 1:
        names = " and ".join(port.name for port in ports)
        return warning(what, f"{len(ports)} devices on USB may be boards: {names}", "choose one: --board and its name")
    return _one_board(computer, ports[0])


def _one_board(computer: Computer, port: UsbSerial) -> Finding:
    what = "board"
    if not port.path.exists():
        return wrong(
            what,
            f"a board is on USB, but there is no /dev/{port.path.name}",
            "in a container, pass the device through; otherwise unplug the board and plug it in again",
        )
    others = [process for process in computer.holders(port.path) if not process.is_thera]
    if others:
        names = " and ".join(f"{process.name}, process {process.number}" for process in others)
        return wrong(
            what,
            f"another program uses {port.name}: {names}",
            "end it",
            *(f"kill {process.number}" for process in others),
        )
    tables = computer.holders(port.path)
    if tables:
        return ok(what, f"{port.name} is there, and Thera uses it (process {tables[0].number})")
    if not computer.usable(port.path) and computer.has_unit(TABLE_UNIT):
        return ok(what, f"{port.name} is there, for the service")
    if not computer.usable(port.path):
        return wrong(what, f"{port.name} is there, but {computer.user} may not open it", "see the check of its group")
    return ok(what, f"{port.name} is there, and can be opened")


def _no_board(computer: Computer) -> Finding:
    for device in computer.matches("/sys/bus/usb/devices", "*/idProduct"):
        product, vendor = _word(device), _word(device.with_name("idVendor"))
        if vendor == VENDOR and product in _EMPTY_PICOS:
            return wrong(
                "board",
                f"a {_EMPTY_PICOS[product]} is there, but it has no MicroPython and shows up as a drive",
                "download MicroPython for it (see docs/build/first_hour.md), then, while the drive is there:",
                "thera board flash --board-file FILE",
            )
    return warning(
        "board",
        "no board is on USB, so a table plays at a simulated one",
        "plug it in with a cable that carries data: some only charge. A table that runs goes over to it.",
    )


def modem_manager(computer: Computer, board: BoardFile) -> Finding:
    """ModemManager, which opens new serial devices unless a rule forbids it."""
    what = "ModemManager"
    if isinstance(board.electronics.pins, PiPins):
        return not_here(what, "the board is not on USB")
    if not any(process.name == what for process in computer.processes()):
        return ok(what, "it is not running, so it cannot disturb the board")
    for folder in _RULES:
        for file in computer.matches(folder, "*.rules"):
            if any(_spares_boards(line) for line in _lines(file)):
                return ok(what, f"a rule makes it leave the board alone: {folder}/{file.name}")
    return warning(
        what,
        "it is running, and may treat the board as a modem when it is plugged in",
        "add a rule to leave boards alone, then unplug the board and plug it in again",
        f"echo '{_RULE}' | sudo tee {_RULE_FILE}",
        "sudo udevadm control --reload",
    )


def _spares_boards(line: str) -> bool:
    rule = line.split("#", maxsplit=1)[0].replace(" ", "")
    return f'"{VENDOR}"' in rule.lower() and any(
        f'ENV{{{tag}}}="1"' in rule for tag in ("ID_MM_DEVICE_IGNORE", "ID_MM_PORT_IGNORE")
    )


def usb_serials(computer: Computer) -> list[UsbSerial]:
    """The serial devices on USB made by Raspberry Pi, by their permanent names where they have one."""
    names = {
        link.resolve().name: f"/dev/serial/by-id/{link.name}" for link in computer.matches("/dev/serial/by-id", "*")
    }
    found = []
    for terminal in computer.matches("/sys/class/tty", "ttyACM*"):
        # Its parent is an interface of the USB device.
        if _word(Path(os.path.realpath(terminal / "device")).parent / "idVendor") == VENDOR:
            name = names.get(terminal.name, f"/dev/{terminal.name}")
            found.append(UsbSerial(name, computer.path(f"/dev/{terminal.name}")))
    return found


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _word(file: Path) -> str:
    return "".join(_lines(file)[:1]).strip().lower()

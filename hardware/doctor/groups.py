"""Whether the user may use the devices of the board."""

from __future__ import annotations

from hardware.board_file import BoardFile
from hardware.doctor.attached import usb_serials
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, not_here, ok, wrong
from hardware.electronics import LightsBy, PiPins


def serial_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of serial devices, such as a board with a Pico."""
    # Debian and its derivatives use dialout, others uucp.
    name = "uucp" if "uucp" in _system_groups(computer) and "dialout" not in _system_groups(computer) else "dialout"
    if isinstance(board.electronics.pins, PiPins):
        return not_here(f"group {name}", 'the board is on the Pi\'s own pins (controller = "pi"), not on USB')
    ports = usb_serials(computer)
    if ports and name not in computer.groups and all(computer.usable(port.path) for port in ports):
        return ok(f"group {name}", f"{computer.user} may use the board without being a member")
    return _member(computer, name, "serial devices, such as a board on USB")


def pin_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of the GPIO pins."""
    return _pins(computer, board, "gpio", "the pins of the Pi")


def spi_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of SPI."""
    return _pins(computer, board, "spi", "the MCP3208 and lights on SPI")


def _pins(computer: Computer, board: BoardFile, name: str, use: str) -> Finding:
    what, pins = f"group {name}", board.electronics.pins
    if not isinstance(pins, PiPins):
        return not_here(what, 'the board has a Pico (controller = "pico"): it uses no pins of this computer')
    if not computer.is_pi:
        return not_here(what, "this is not a Raspberry Pi")
    if pins.lights_by is not LightsBy.SPI:
        return not_here(what, f"lights by {pins.lights_by.upper()} are driven by root, who needs no group")
    return _member(computer, name, use)


def _member(computer: Computer, name: str, use: str) -> Finding:
    what = f"group {name}"
    if computer.superuser:
        return ok(what, "you are root, who needs no group")
    if name in computer.groups:
        return ok(what, f"{computer.user} is a member and may use {use}")
    known = _system_groups(computer)
    if name not in known:
        return not_here(what, "this system has no such group")
    if computer.user in known[name]:
        return wrong(
            what,
            f"{computer.user} became a member after logging in",
            "log out and in again, or restart",
        )
    return wrong(
        what,
        f"{computer.user} is not a member, so may not use {use}",
        "join the group, then log out and in again",
        f"sudo usermod -aG {name} {computer.user}",
    )


def _system_groups(computer: Computer) -> dict[str, frozenset[str]]:
    """The groups of the system, with the members listed for each."""
    found = {}
    for line in (computer.text("/etc/group") or "").splitlines():
        parts = line.split(":")
        if len(parts) == 4:
            found[parts[0]] = frozenset(parts[3].split(","))
    return found
